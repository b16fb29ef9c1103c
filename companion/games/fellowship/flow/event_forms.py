"""Event cards in hand at any time: naming, scanning, typing in, playing, discarding (6.3).

The cards lie under their owner's cover. A page that reads the labels on the sleeves sends what it
has read by the action ``hold-cards``: ids of cards of the box in the field ``cards``, as often as
there are cards, or any ids in the field ``ids``, parted by blanks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from companion.games.fellowship.box.file import EventCard, EventHalf
from companion.games.fellowship.events.cards import (
    CardLeftHand,
    EventOver,
    EventPlayed,
    EventTyped,
)
from companion.games.fellowship.events.secret import EventCardsNamed
from companion.games.fellowship.events.status import EventCardGone
from companion.games.fellowship.flow.choosing import select
from companion.games.fellowship.flow.sequence import step_of
from companion.games.fellowship.flow.steps import Answer, Events
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.event_cards import (
    find_event_card,
    half_of,
    ids_in,
    is_timely,
    until_of,
)
from companion.games.fellowship.seats import seat_word
from companion.games.fellowship.state import Scene
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form, Option

HAND_FIELDS: Final = ("card-1", "card-2", "card-3", "card-4")
HALVES: Final = ("first", "second")
_PARTS: Final = (("title", "name"), ("play", "PLAY"), ("ends", "ENDS"), ("text", "text"))
HOLD_CARDS: Final = "hold-cards"
"""Action by which a seat says which cards it holds, by their ids."""

_ENDS: Final = (
    ("instant", "at once"),
    ("end of the phase", "with the phase"),
    ("end of the player-turn", "with the player-turn"),
    ("end of the turn", "with the turn"),
    ("as it says", "when we say so"),
)


def hand_form(scene: Scene) -> Form:
    """The seat's event cards as a whole: names or ids, and playing one that has neither."""
    if scene.hidden is None:
        return Form()
    named = scene.hidden.hand
    fields = tuple(
        Field(
            name=name,
            label=f"Event card {index + 1}",
            kind="text",
            value=named[index] if index < len(named) else "",
        )
        for index, name in enumerate(HAND_FIELDS)
    )
    announced = Field(name="announced", label="Announce when playing", kind="text")
    ends = select("ends", "It ends", _ENDS, _ENDS[0][0])
    choices = [
        Choice(action="name-hand", label="Keep the names", detail="Only you see them."),
    ]
    if scene.public.hands.get(scene.seat, 0):
        choices.append(Choice(action="play-card", label="Play a card", section="6.3"))
    return Form(fields=(*fields, announced, ends), choices=tuple(choices))


@lru_cache(maxsize=4)
def _cards_of(handbook: Handbook) -> tuple[Option, ...]:
    """The event cards of a box; kept, since a roll waits for the views."""
    return tuple(
        Option(value=one.id, label=f"{one.id}: {one.first.title} / {one.second.title}")
        for one in handbook.box.events
    )


def hold_form(scene: Scene) -> Form:
    """Saying which cards one holds by their labels: ticked, typed or photographed."""
    if scene.hidden is None:
        return Form()
    options = _cards_of(scene.handbook)
    known = Field(
        name="cards",
        label="Cards of the box",
        kind="ticks",
        options=options,
        cards=True,
        repeats=True,
    )
    typed = Field(name="ids", label="Or their labels, parted by blanks", kind="text")
    return Form(
        fields=(known, typed) if options else (typed,),
        choices=(Choice(action=HOLD_CARDS, label="These I hold", detail="Only you see them."),),
    )


def event_form(scene: Scene, index: str) -> Form:
    """One named card in hand: its two events to play, discarding it, its texts."""
    card = _held(scene, index)
    if scene.hidden is None or not card:
        return Form()
    known = find_event_card(scene.handbook.box, scene.hidden, card)
    choices = []
    fields: tuple[Field, ...] = ()
    if known is None or card in scene.hidden.event_texts:
        fields = tuple(_text_fields(known))
        choices.append(Choice(action=f"event-text:{index}", label="Keep the texts"))
    if scene.public.hands.get(scene.seat, 0):
        if known is not None:
            choices += [
                Choice(
                    action=f"event-{which}:{index}",
                    label=f"Play {half_of(known, which).title}",
                    section="6.3",
                )
                for which in HALVES
            ]
        choices.append(Choice(action=f"event-gone:{index}", label="Discard it", section="6.3"))
    return Form(fields=fields, choices=tuple(choices))


def _text_fields(known: EventCard | None) -> list[Field]:
    found = []
    for which in HALVES:
        half = None if known is None else half_of(known, which)
        for part, label in (
            ("title", "name"),
            ("play", "PLAY"),
            ("ends", "ENDS"),
            ("text", "text"),
        ):
            value = "" if half is None else str(getattr(half, part))
            name = f"{which}-{part}"
            found.append(
                Field(name=name, label=f"{which.title()} event, {label}", kind="text", value=value)
            )
    return found


def over_form(scene: Scene) -> Form:
    """Saying that an event has ended; everybody sees which ones run."""
    choices = tuple(
        Choice(action=f"event-over:{effect.number}", label=f"{effect.title} has ended")
        for effect in scene.public.effects
        if effect.answered
    )
    return Form(choices=choices)


def _held(scene: Scene, index: str) -> str:
    hand = scene.hidden.hand if scene.hidden is not None else ()
    known = index.isascii() and index.isdecimal() and len(index) < 3 and int(index) < len(hand)
    return hand[int(index)] if known else ""


def _name_hand(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    names = tuple(text for name in HAND_FIELDS if (text := answer.text(name)))
    return (EventCardsNamed(seat=scene.seat, names=names),)


def _hold(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    ids = (*answer.texts("cards"), *ids_in(answer.text("ids")))
    if not ids or len(ids) > len(HAND_FIELDS):
        text = f"Expected the labels of 1 to {len(HAND_FIELDS)} cards, got {len(ids)}. Type them."
        return Refusal(code="bad-input", text=text, section="6.3")
    return (EventCardsNamed(seat=scene.seat, names=ids),)


def _play_unnamed(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    announced = answer.text("announced")
    if not announced:
        return Refusal(
            code="bad-input",
            text="Expected the name of the event, which everybody hears. Type it.",
            section="6.3",
        )
    ends = answer.text("ends")
    return (EventPlayed(seat=scene.seat, title=announced, ends=ends, until=until_of(ends)),)


def _play(which: str) -> Callable[[Scene, str, Answer], Events | Refusal]:
    def played(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
        card = _held(scene, about)
        known = find_event_card(scene.handbook.box, scene.hidden, card)
        if known is None:
            return Refusal(code="not-now", text="That card is not in hand. Look at the screen.")
        half, step = half_of(known, which), step_of(scene.public)
        side = None if step.side is None else seat_word(step.side)
        return (
            EventPlayed(
                seat=scene.seat,
                card=known.id,
                title=half.title,
                text=half.text,
                play=half.play,
                ends=half.ends,
                until=until_of(half.ends, step.phase, side),
                untimely=is_timely(half.play, step.phase, side) is False,
            ),
            CardLeftHand(seat=scene.seat, card=card),
        )

    return played


def _gone(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    card = _held(scene, about)
    return (EventCardGone(seat=scene.seat), CardLeftHand(seat=scene.seat, card=card))


def _typed(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    halves = {
        which: {part: answer.text(f"{which}-{part}") for part in ("title", "play", "ends", "text")}
        for which in HALVES
    }
    if not all(half["title"] for half in halves.values()):
        text = "Expected the names of both events of the card. Type them."
        return Refusal(code="bad-input", text=text, section="6.3")
    card = EventCard(
        id=_held(scene, about),
        first=EventHalf(favours="fellowship", **halves["first"]),
        second=EventHalf(favours="enemy", **halves["second"]),
    )
    return (EventTyped(seat=scene.seat, card=card),)


def _over(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    return (EventOver(number=int(about), seat=scene.seat),)


EVENT_VERBS: Final[dict[str, Callable[[Scene, str, Answer], Events | Refusal]]] = {
    "name-hand": _name_hand,
    HOLD_CARDS: _hold,
    "play-card": _play_unnamed,
    "event-first": _play("first"),
    "event-second": _play("second"),
    "event-gone": _gone,
    "event-text": _typed,
    "event-over": _over,
}
"""What follows from the choices of these forms, by their verb."""


def event_verb_form(scene: Scene, verb: str, about: str) -> Form | None:
    """The form that offers a verb of this module, or None for another verb."""
    if verb in ("name-hand", "play-card"):
        return hand_form(scene)
    if verb == HOLD_CARDS:
        return hold_form(scene)
    if verb == "event-over":
        return over_form(scene)
    return event_form(scene, about) if verb in EVENT_VERBS else None
