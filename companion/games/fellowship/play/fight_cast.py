"""Who leads what in a fight, and handing cards to the seat that plays them (6.412 to 6.415)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.combat.battle import SIDES, foe
from companion.games.fellowship.combat.cast import Cast, Troop
from companion.games.fellowship.combat.hand import Lent
from companion.games.fellowship.events.combat import FightWork
from companion.games.fellowship.events.lent import CardsLent
from companion.games.fellowship.events.ring import GOLLUMS_AMBUSH, BearerShown
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, MarkerType, Seat
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.ownership import player_of
from companion.games.fellowship.play.fight_cards import OwnCard, kept_cards, lent_of
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    seat_of,
    wrong,
)
from companion.games.fellowship.play.fight_end import not_fought
from companion.games.fellowship.play.ring_attack import ATTACK_ON_BEARER, ATTACK_ON_RING
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, marker_type_of
from companion.games.fellowship.state import Fight, HiddenState, PublicState, Scene
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice

_replace = msgspec.structs.replace
_HANDED: Final[dict[Troop, str]] = {
    "bearer": "your Ringbearer",
    "gollum": "Gollum",
    "saruman": "Saruman's forces",
    "balrog": "the Balrog",
}


_SECTIONS: Final[dict[Troop, str]] = {
    "fellowship": "9.0",
    "enemy": "9.0",
    "bearer": "6.412",
    "saruman": "6.414",
    "gollum": "6.415",
    "balrog": "15.17",
}
"""The rule that has another seat play them."""


def cast_of(public: PublicState, fight: Fight, attacker: SeatId) -> Cast:
    """What each seat leads in a fight, by what everybody knows.

    Args:
        public: what everybody knows.
        fight: the fight that is due.
        attacker: whose combat phase it is.
    """
    piece = None if fight.piece is None else public.standing(fight.piece)
    white = piece is not None and marker_type_of(piece) is MarkerType.SARUMAN
    ours: Troop = "saruman" if white else "fellowship"
    if fight.cause == ATTACK_ON_BEARER:
        return Cast(enemy="bearer")
    if fight.cause == GOLLUMS_AMBUSH:
        return Cast(enemy="gollum")
    holder = public.ring
    if fight.cause != ATTACK_ON_RING or holder not in ("saruman", "gollum", "balrog"):
        return Cast(fellowship=ours)
    if attacker == FELLOWSHIP_SEAT:
        return Cast(fellowship=ours, enemy=holder)
    return Cast(fellowship=holder)


def is_about_ring(fight: Fight) -> bool:
    """Whether somebody was attacked for having the Ring (6.412 to 6.415)."""
    return fight.cause in (ATTACK_ON_BEARER, ATTACK_ON_RING)


def lent_sides(public: PublicState, cast: Cast) -> tuple[Seat, ...]:
    """The sides whose cards the other seat's notes keep."""
    return tuple(side for side in SIDES if _keeper(public, cast.of(side)) != side)


def _keeper(public: PublicState, troop: Troop) -> str:
    """Whose notes keep the cards of a troop."""
    if troop == "saruman":
        return player_of(public, MarkerType.SARUMAN)
    return ENEMY if troop in ("enemy", "balrog") else FELLOWSHIP


def side_to_lend(work: FightWork) -> Seat | None:
    """The next side whose cards have to be handed over, or None."""
    return next((side for side in work.lent if side not in work.handed), None)


class Lend(SeatStage):
    """The seat whose notes keep some cards hands them to the seat that plays them now."""

    section = "6.412, 6.414, 6.415"

    def asked(self, work: FightWork) -> Seat:
        """The keeper: the other side."""
        return foe(side_to_lend(work) or ENEMY)

    def waits(self, work: FightWork) -> str:
        """Who plays what."""
        side = side_to_lend(work) or ENEMY
        return f"The {foe(side).title()} hands cards over: {work.cast.words(side)}."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Hand them over, or say that nobody is there."""
        side = side_to_lend(work) or ENEMY
        what = _HANDED.get(work.cast.of(side), "the cards")
        shown = "Everybody is told who it is." if work.cast.of(side) == "bearer" else ""
        choices = (
            Choice(action="lend", label="Hand over what my notes put there", weight="primary"),
            Choice(action="nobody", label="Nobody of them is here", weight="grave"),
        )
        sentence = f"The {side.title()} plays {what} in this fight: hand the cards over."
        return asking(work, sentence, _SECTIONS[work.cast.of(side)], choices, shown)

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """What the keeper's notes say of them goes along."""
        if answer.action == "nobody":
            not_fought(flow)
            return None
        work = flow.work
        side = side_to_lend(work) or ENEMY
        troop = work.cast.of(side)
        cards = kept_cards(flow.own_scene, work, troop)
        if not cards:
            text = "By your notes none of them is there. Lay the cards and name the marker first."
            return wrong(text, _SECTIONS[troop], private=True)
        lent = {one.name: _lent(flow.hidden, one) for one in cards}
        flow.tell(CardsLent(seat=seat_of(side), number=work.number, cards=lent))
        bearer = cards[0].name if troop == "bearer" else work.bearer
        if troop == "bearer":
            flow.add(BearerShown(bearer=bearer))
        flow.change(
            f"{work.cast.words(side)}: the cards are handed over.",
            _SECTIONS[troop],
            handed=(*work.handed, side),
            bearer=bearer,
        )
        if side_to_lend(flow.work) is None:
            flow.change(stage="setup")
        return None


def _lent(hidden: HiddenState | None, one: OwnCard) -> Lent:
    lent = lent_of(hidden, one.name)
    return _replace(lent, mount="horse") if one.mount == "horse" else lent
