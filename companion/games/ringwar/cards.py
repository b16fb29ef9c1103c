"""Event cards: drawing, discarding, playing (use cases 2 to 4)."""

from __future__ import annotations

from companion.games.ringwar.events import (
    CardDrawn,
    CardLeft,
    CellLearned,
    DeckRefilled,
    EventDiscarded,
    EventDrawn,
    EventPlayed,
    StepEntered,
)
from companion.games.ringwar.flow import (
    NOT_NOW,
    Ask,
    Events,
    Inputs,
    Quiet,
    Scene,
    choice,
    one,
    rule,
)
from companion.games.ringwar.names import (
    BOROMIR_SEIZES,
    DARK,
    EVENT_EFFECTS,
    GOLLUM_SEIZES,
    HAND_LIMIT,
    SIDE_TITLES,
    SIDES,
)
from companion.games.ringwar.seizing import boromir_seizes, gollum_seizes
from companion.games.ringwar.state import State
from companion.games.ringwar.tasks import ChooseBearer, Fight
from companion.table.grid_box import address_of, row_fault
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Field, Form

LAST = "last"
"""Pressed for the only card that is left in the deck."""
PLAYABLE_STEPS = ("escape", "ring", "events", "search", "fellowship", "dark")


class EventPhase(Quiet):
    """Phase 2: each player draws one event card; whoever has four discards."""

    def auto(self, scene: Scene) -> Events:
        """An empty deck, or the next phase."""
        public = scene.public
        seat = drawing_seat(scene)
        if seat is not None:
            if public.deck or not public.has_event_deck:
                return ()
            if public.discards:
                return (DeckRefilled(),)
            return (EventDrawn(seat=seat, empty=True),)
        if discarding_seat(scene) is None:
            return (StepEntered(step="search", turn=public.turn),)
        return ()

    def ask(self, scene: Scene) -> Ask:
        """A card to draw, or cards to throw away."""
        public = scene.public
        seat = drawing_seat(scene)
        if seat is not None:
            who = SIDE_TITLES[public.seats[seat]]
            question = Ask(
                seats=(seat,),
                sentence="Draw an event card.",
                others=f"The {who} draws an event card.",
                section="Drawing an Event Card",
                # One card alone is no lot: there is nothing to draw it from.
                form=Form(choices=(choice(LAST, "Draw the last event card"),))
                if public.deck == 1
                else Form(),
                lot=public.deck if public.deck > 1 else 0,
            )
            return question if public.deck else _named(question)
        seat = discarding_seat(scene)
        if seat is None:
            return Ask(seats=(), sentence="", others="", section="")
        who = SIDE_TITLES[public.seats[seat]]
        return Ask(
            seats=(seat,),
            sentence=f"You hold {HAND_LIMIT} event cards or more: discard at your cards.",
            others=f"The {who} discards an event card.",
            section="Discarding Event Cards",
            covered=True,
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """A card of the deck on the table, by its name; its owner alone learns it."""
        card = one(inputs, "card")
        if action != "drawn" or scene.seat is None:
            return NOT_NOW
        if row_fault(card):
            return Refusal(code="bad-input", text=f"The name of the card: {row_fault(card)}.")
        return (
            EventDrawn(seat=scene.seat, from_deck=False),
            CardDrawn(seat=scene.seat, card=card),
        )


def _named(question: Ask) -> Ask:
    """The same question for a deck that only the table has."""
    form = Form(
        choices=(choice("drawn", "This is the card"),),
        fields=(Field(name="card", label="Name of the card that you drew", kind="text"),),
    )
    return Ask(
        seats=question.seats,
        sentence="Draw an event card from the deck on the table and name it.",
        others=question.others,
        section=question.section,
        form=form,
    )


def drawing_seat(scene: Scene) -> SeatId | None:
    """Who draws next in the event phase: the Fellowship first."""
    for side in SIDES:
        seat = scene.public.seat_of(side)
        if seat not in scene.public.drawn:
            return seat
    return None


def discarding_seat(scene: Scene) -> SeatId | None:
    """Who has too many event cards once both have drawn."""
    if scene.public.step != "events" or drawing_seat(scene) is not None:
        return None
    for side in SIDES:
        seat = scene.public.seat_of(side)
        if scene.public.hands.get(seat, 0) >= HAND_LIMIT:
            return seat
    return None


def drawn(state: State, seat: SeatId, face: int) -> Events:
    """The event card that a lot has drawn: the only place that looks into the deck.

    Args:
        state: everything.
        seat: who draws.
        face: 1 to the number of cards in the deck; the last card is no lot and counts as 1.
    """
    card = state.deck.cards[face - 1]
    return (EventDrawn(seat=seat), CardDrawn(seat=seat, card=card))


def discard(scene: Scene, card: str) -> Events | Refusal:
    """Throw an event card away (use case 3)."""
    seat = scene.seat
    if seat is None or card not in scene.hand:
        return NOT_NOW
    if discarding_seat(scene) != seat:
        return rule(
            f"Event cards are discarded in the event phase by whoever holds {HAND_LIMIT}.",
            "Discarding Event Cards",
        )
    return (EventDiscarded(seat=seat), CardLeft(seat=seat, card=card))


def play(scene: Scene, card: str, said: str = "") -> Events | Refusal:
    """Play an event card (use case 4): at any time, in force until the end of the game turn.

    Args:
        scene: with the hand of whoever plays.
        card: its name.
        said: what it does where the box does not know; asked at the card, so that nobody else
            hears of it before it is played.
    """
    seat, public = scene.seat, scene.public
    if seat is None or card not in scene.hand:
        return NOT_NOW
    if public.step not in PLAYABLE_STEPS or public.over:
        return Refusal(code="not-now", text="Event cards are played during a game turn.")
    effect = scene.facts.box.get("events", card, "effect") or said
    if effect not in EVENT_EFFECTS:
        return Refusal(code="bad-input", text="What does the card do? Choose its effect.")
    side = public.seats[seat]
    for_ring = effect in (BOROMIR_SEIZES, GOLLUM_SEIZES)
    if for_ring and any(isinstance(task, Fight | ChooseBearer) for task in public.tasks):
        return Refusal(code="not-now", text="A fight is going on: play this card after it.")
    if effect == BOROMIR_SEIZES and side != DARK:
        return rule("Only the Dark Power plays this card.", "Seize Ring by Boromir")
    learned: Events = ()
    if not scene.facts.box.get("events", card, "effect"):
        learned = (CellLearned(address=address_of("events", card, "effect"), value=effect),)
    played: Events = (
        *learned,
        EventPlayed(seat=seat, card=card, effect=effect),
        CardLeft(seat=seat, card=card),
    )
    if effect == BOROMIR_SEIZES:
        return (*played, *boromir_seizes(public))
    if effect == GOLLUM_SEIZES:
        return (*played, *gollum_seizes(public, side))
    return played
