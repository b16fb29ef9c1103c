"""Setting up a fight: who comes along, the reserve and the front line (9.21, 12.2)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.combat.battle import Fighter, foe
from companion.games.fellowship.combat.cards import endurance_number
from companion.games.fellowship.combat.creatures import (
    FightPlace,
    companions_of,
    may_call,
)
from companion.games.fellowship.combat.hand import FightHand
from companion.games.fellowship.combat.setup import aligned_columns, most_in_reserve
from companion.games.fellowship.events.agreed import ATTACK_ON_CAPTORS
from companion.games.fellowship.events.combat import (
    Company,
    FighterShown,
    FightWork,
)
from companion.games.fellowship.facts.names import FELLOWSHIP, SEA_REGIONS, Seat, die_of_five
from companion.games.fellowship.facts.roster import GOLLUM
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.fight_cards import (
    OwnCard,
    cards_here,
    open_fighter,
    own_cards,
    undrawn,
)
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    hand_of,
    with_bearer,
    wrong,
)
from companion.games.fellowship.play.fight_course import (
    need_numbers,
)
from companion.games.fellowship.play.fight_draw import draw_cards, draw_one, draw_several
from companion.games.fellowship.play.fight_end import not_fought
from companion.games.fellowship.play.fight_ground import fight_place
from companion.games.fellowship.play.ring_attack import ATTACK_ON_BEARER, ATTACK_ON_RING
from companion.games.fellowship.rules.mixing import mixed_cards
from companion.games.fellowship.rules.search_where import hexes_at, is_ship
from companion.games.fellowship.state import PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.values import Refusal, Roll
from companion.table.views import Card, Choice, Field, Form

_replace = msgspec.structs.replace
_OWN_ATTACKS: Final = (ATTACK_ON_RING, ATTACK_ON_BEARER, ATTACK_ON_CAPTORS)
"""Causes of fights in which a group with Radagast is not attacked, but attacks (12.1)."""

# --- Arranging own cards --------------------------------------------------------------------------


def setup_side(work: FightWork) -> Seat:
    """The side whose cards are being arranged."""
    return next((side for side in work.order if side not in work.ready), FELLOWSHIP)


class SetUpRows(SeatStage):
    """One side lays its reserve and its front line, under the cover (9.21)."""

    section = "9.21"

    def asked(self, work: FightWork) -> Seat:
        """The side that is not ready, the Enemy first."""
        return setup_side(work)

    def waits(self, work: FightWork) -> str:
        """The same whatever it lays."""
        return f"The {self.asked(work).title()} sets up for the fight at {work.place}."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Tap cards under the cover, then be ready."""
        side = self.asked(work)
        hand = hand_of(scene.hidden, work.number)
        drawn = undrawn(work, hand, side)
        choices = [Choice(action="nobody", label="Nobody of mine is here", weight="grave")]
        # While creatures are still to be drawn nobody can be ready (8.4).
        if drawn[0] is None and (own_cards(scene, work) or hand.creatures):
            choices.insert(0, Choice(action="ready", label="Ready", weight="primary"))
        simple = work.battle.variants.simple or bool(work.force.ambush)
        limit = "All of them lie in the front line." if simple else "At most half in the reserve."
        draw = f"{drawn[1]} creatures are still to be drawn." if drawn[0] is not None else ""
        ask = asking(
            work,
            f"Set up for the fight at {work.place} in the tab Reserve.",
            "9.21",
            tuple(choices),
            limit,
            draw,
            "What is not laid anywhere joins the front line." if side == FELLOWSHIP else "",
        )
        if work.ready and not work.force.ambush:
            shift = Field(
                name="shift",
                label="Begin so far right of their first card",
                kind="number",
                value="0",
                minimum=-9,
                maximum=9,
            )
            ask = _replace(ask, form=_replace(ask.form, fields=(shift,)))
        return _replace(ask, covered=tuple(_covered(scene, work)))

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """One card, or ready."""
        verb, _, card = answer.action.partition(":")
        hand = flow.hand
        match verb:
            case "ready":
                return _ready(flow, answer.number("shift") or 0)
            case "nobody":
                not_fought(flow)
            case "call":
                flow.change(stage="companions", calling=card)
            case "draw":
                draw_one(flow, setup_side(flow.work), card)
            case "drawn":
                return draw_several(flow, setup_side(flow.work), answer)
            case "front" | "reserve" | "out":
                flow.arrange(_laid(hand, card, verb))
            case "rest":
                free = _mixed_rest(flow)
                flow.arrange(_replace(hand, row=(*hand.row, *free)))
            case _:
                return wrong("That cannot be done with this card now.", "9.21")
        return None


def _callers(scene: Scene, work: FightWork) -> tuple[str, ...]:
    """The seat's own cards here whose companions come to this place (12.1, 12.2)."""
    names = [name for name in cards_here(scene, work) if may_call(name)]
    if work.force.ambush or not names:
        return ()
    place = _place_of(scene.public, scene.handbook, work)
    return tuple(
        name for name in names if name not in work.called and companions_of(name, place) is not None
    )


def _place_of(public: PublicState, handbook: Handbook, work: FightWork) -> FightPlace:
    """What of the place and of the agreed rules decides who comes along (12.1, 12.2, 15.22)."""
    found = fight_place(handbook.map, work.place, land=_is_land(public, handbook, work))
    cause = next((one.cause for one in public.fights if one.number == work.number), "")
    attacks = cause in _OWN_ATTACKS
    return _replace(found, huorns=public.switches.treebeard, attacks=attacks)


def _is_land(public: PublicState, handbook: Handbook, work: FightWork) -> bool:
    """Whether the group is no ship: a boat on a river is on land, side up or no modes (14.1).

    What the map does not say of the water is sea to whoever shows the side of ships.
    """
    piece = None if work.piece is None else public.standing(work.piece)
    if piece is None:
        return True
    if piece.place.removeprefix("@") in SEA_REGIONS:
        return False
    ships = [is_ship(public, handbook, piece, place) for place in hexes_at(piece)]
    if public.switches.simple_movement:
        return True not in ships
    return all(one is False for one in ships)


def _covered(scene: Scene, work: FightWork) -> list[Card]:
    hand = hand_of(scene.hidden, work.number)
    only_front = work.battle.variants.simple or bool(work.force.ambush)
    cards = [_own_card(one, hand, only_front=only_front) for one in own_cards(scene, work)]
    free = [one for one in cards if one.subtitle == ""]
    if len(free) > 1:
        choice = Choice(
            action="rest",
            label="All of them to the front line",
            detail="Mixed, so that their order tells nothing.",
            weight="primary",
        )
        cards.insert(0, Card(id="rest", title="The rest", form=Form(choices=(choice,))))
    cards += draw_cards(scene.handbook.box.cards, work, hand, setup_side(work))
    cards += [_own_card(OwnCard(name=name), hand, only_front=only_front) for name in hand.creatures]
    for name in _callers(scene, work):
        choice = Choice(action=f"call:{name}", label="Roll for those who come", section="12.2")
        title = f"Companions of {name}"
        cards.append(Card(id=f"call-{name}", title=title, form=Form(choices=(choice,))))
    return cards


def _own_card(one: OwnCard, hand: FightHand, *, only_front: bool) -> Card:
    where = ""
    if one.name in hand.row:
        where = f"front line, place {hand.row.index(one.name) + 1}"
    elif one.name in hand.reserve:
        where = "reserve"
    choices = []
    if one.name not in hand.row:
        choices.append(Choice(action=f"front:{one.name}", label="Front line"))
    if one.name not in hand.reserve and not only_front:
        choices.append(Choice(action=f"reserve:{one.name}", label="Reserve"))
    if where:
        choices.append(Choice(action=f"out:{one.name}", label="Take back"))
    states = tuple(
        words for words in (one.words, f"could ride: {one.mount}" if one.mount else "") if words
    )
    return Card(
        id=one.name,
        title=one.name,
        subtitle=where,
        states=states,
        form=Form(choices=tuple(choices)),
    )


def _laid(hand: FightHand, card: str, where: str) -> FightHand:
    row = tuple(one for one in hand.row if one != card)
    reserve = tuple(one for one in hand.reserve if one != card)
    if where == "front":
        row = (*row, card)
    elif where == "reserve":
        reserve = (*reserve, card)
    return _replace(hand, row=row, reserve=reserve)


def _ready(flow: FightFlow, shift: int) -> Refusal | None:
    work = flow.work
    side = setup_side(work)
    company, left = undrawn(work, flow.hand, side)
    if company is not None:
        return wrong(f"Draw {left} more creatures first.", "8.4")
    hand = _completed(flow, side)
    cards = (*hand.row, *hand.reserve)
    if work.about_ring and work.bearer not in cards and _has(flow, work.bearer):
        return wrong(
            f"{work.bearer} has the Ring and was attacked for it: lay the card.",
            "6.413",
            private=True,
        )
    if not hand.row:
        return wrong("Lay at least one card into the front line.", "9.21", private=True)
    waiting = len([name for name in hand.reserve if name != GOLLUM])
    if waiting > most_in_reserve(len(cards)):
        most = most_in_reserve(len(cards))
        return wrong(
            f"Of {len(cards)} cards at most {most} may lie in the reserve.", "9.21", private=True
        )
    if hand.reserve and (work.battle.variants.simple or work.force.ambush):
        return wrong(
            "There is no reserve in this fight: lay every card into the row.",
            "9.14, 14.4",
            private=True,
        )
    everybody = work.battle.variants.simple or bool(work.force.ambush)
    if GOLLUM in hand.row and len(cards) > 1 and not everybody:
        return wrong(
            "Gollum fights only when everybody else does: lay him in the reserve.",
            "12.1",
            private=True,
        )
    _lay_open(flow, side, hand, shift)
    return None


def _has(flow: FightFlow, card: str) -> bool:
    """Whether a card is among those that the seat may lay."""
    return any(one.name == card for one in own_cards(flow.own_scene, flow.work))


def _completed(flow: FightFlow, side: Seat) -> FightHand:
    """The Fellowship's group fights whole: who was not laid anywhere joins the front line."""
    hand = flow.hand
    if side == FELLOWSHIP:
        free = _mixed_rest(flow)
        everybody = flow.battle.variants.simple or bool(flow.work.force.ambush)
        alone = not (hand.row or len(free) > 1)
        row = tuple(name for name in free if name != GOLLUM or alone or everybody)
        kept = tuple(name for name in free if name not in row)
        hand = _replace(hand, row=(*hand.row, *row), reserve=(*hand.reserve, *kept))
    flow.arrange(hand)
    return hand


def _mixed_rest(flow: FightFlow) -> tuple[str, ...]:
    """Own cards that lie nowhere yet, mixed: the order of a box would tell who they are."""
    hand, scene, work = flow.hand, flow.own_scene, flow.work
    free = [
        one.name for one in own_cards(scene, work) if one.name not in (*hand.row, *hand.reserve)
    ]
    faces = {name: open_fighter(scene, work, name, work.battle).card for name in free}
    lot = "" if scene.hidden is None else scene.hidden.lot
    return mixed_cards(faces, lot, f"fight {work.number} at {work.place}")


def _lay_open(flow: FightFlow, side: Seat, hand: FightHand, shift: int) -> None:
    work = flow.work
    opposite = [one.column for one in work.battle.front(foe(side))]
    columns = aligned_columns(len(hand.row), opposite, shift)
    battle = work.battle
    shown = []
    for card, column in zip(hand.row, columns, strict=True):
        fighter = _replace(open_fighter(flow.own_scene, work, card, battle), column=column)
        fighter = _awakened(flow, fighter)
        battle = battle.with_fighters([fighter])
        shown.append(FighterShown(seat=flow.seat, number=fighter.id, card=card))
    reserve = {**battle.reserve, side: len(hand.reserve)}
    battle = _replace(battle, reserve=reserve)
    total = len(hand.row) + len(hand.reserve)
    text = (
        f"The {side.title()} has {total} in the fight at {work.place}, "
        f"{len(hand.row)} in the front line."
    )
    ready = (*work.ready, side)
    flow.change(text, "9.21", battle=with_bearer(battle, work.bearer), ready=ready)
    flow.tell(*shown)
    if set(ready) >= set(work.order) or (work.force.ambush and side == FELLOWSHIP):
        need_numbers(flow, "placed")


def _awakened(flow: FightFlow, fighter: Fighter) -> Fighter:
    """Whether a card that is laid open now is unconscious already shows by its marks (9.21)."""
    endurance = endurance_number(flow.cards, fighter)
    if isinstance(endurance, UnknownCell):
        return fighter
    return _replace(fighter, down=fighter.down or fighter.boxes > endurance)


# --- Companions -----------------------------------------------------------------------------------


class CallCompanions(SeatStage):
    """The 1-5 roll for who comes with a Guardian, Saruman or Radagast (12.1, 12.2)."""

    section = "12.2"

    def asked(self, work: FightWork) -> Seat:
        """Who calls them."""
        return setup_side(work)

    def waits(self, work: FightWork) -> str:
        """For the roll."""
        return f"The {self.asked(work).title()} rolls for those who come with {work.calling}."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """The roll."""
        ask = asking(work, f"Roll for those who come with {work.calling}.", "12.2", ())
        return _replace(ask, roll=GAME_ROLL, purpose=f"companions of {work.calling}")

    def roll(self, flow: FightFlow, roll: Roll) -> None:
        """They are drawn with the rest."""
        work = flow.work
        place = _place_of(flow.public, flow.handbook, work)
        found = companions_of(work.calling, place)
        companies = work.companies
        text = ""
        if found is not None:
            count = found.count(die_of_five(d10(roll)))
            companies = (
                *companies,
                Company(creatures=(found.creature,), count=count, side=setup_side(work)),
            )
            text = f"{count} of the {found.creature} cards come with {work.calling}."
        called = (*work.called, work.calling)
        flow.change(text, "12.2", stage="setup", calling="", called=called, companies=companies)
