"""Updating wounds in both status phases (6.13, 6.27)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.play import PublicEvent
from companion.games.fellowship.events.secret import CardBoxed, HealthUpdated
from companion.games.fellowship.facts.names import WASTE_REGIONS
from companion.games.fellowship.facts.roster import GOLLUM
from companion.games.fellowship.flow.own_health import outlooks
from companion.games.fellowship.flow.steps import Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.health import Change, Condition, told
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Line, PublicState, Scene, Work
from companion.table.events import Event
from companion.table.ids import SeatId

_replace = msgspec.structs.replace
_WORK: Final = "health"


class HealthWork(Work, frozen=True, kw_only=True):
    """Wounds have been updated in this player-turn.

    Attributes:
        told: somebody's damage has changed, which everybody was told.
    """

    told: bool = False


class HealthSettled(PublicEvent, frozen=True, kw_only=True, tag="fellowship-health-settled"):
    """A seat has updated its wounds for this turn (6.13, 6.27).

    Attributes:
        seat: whose.
        told: what the Fellowship has to tell the Enemy: race and boxes, neither name nor place.
    """

    seat: SeatId
    told: tuple[str, ...] = ()

    def apply(self, public: PublicState) -> PublicState:
        """Once a turn is enough, even if a seat goes back to the step."""
        work = {**public.work, _WORK: HealthWork(told=bool(self.told))}
        # Whoever was cold in the Wastes heals elsewhere (6.133).
        return _replace(public, work=work, harm=True)

    def line(self, before: PublicState) -> Line | None:
        """What is told; nothing where nobody's damage has changed."""
        if not self.told:
            return None
        return Line(f"Health of the {self.seat.title()}. {'; '.join(self.told)}.", "6.13")


EVENTS: Final[tuple[type[Event], ...]] = (HealthSettled,)


class UpdateHealth(Handler):
    """Wounds heal or grow; what happens to whom stands under the cover until it is confirmed."""

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Nobody can have a wound before a fight, an event, or a stay in the Wastes."""
        wastes = {f"@{region}" for region in WASTE_REGIONS}
        in_wastes = any(piece.place in wastes for piece in public.pieces_of(self._seat))
        return public.closed or not (public.harm_is_possible or in_wastes)

    def ask(self, scene: Scene) -> Ask:
        """The same words whether anybody is wounded or not."""
        if scene.seat != self._seat:
            who = self._seat.title()
            return Ask(key="health", sentence=f"The {who} updates wounds.", section="6.13")
        if _is_done(scene.public):
            sentence = "Your wounds are updated for this turn."
        else:
            sentence = "Update your wounds. Before and after stand in the tab Wounds."
        is_fellowship = self._seat == FELLOWSHIP_SEAT
        return Ask(
            key="health",
            sentence=sentence,
            section="6.13" if is_fellowship else "6.27",
            detail=_FELLOWSHIP_DETAIL if is_fellowship else _ENEMY_DETAIL,
            done="Go on" if _is_done(scene.public) else "Update",
            asked=True,
        )

    def leave(self, scene: Scene) -> Events:
        """Carry the changes out, and tell the Enemy what it has to be told."""
        if _is_done(scene.public):
            return ()
        changed = [one for one in outlooks(scene) if one.changes]
        news: tuple[str, ...] = ()
        if self._seat == FELLOWSHIP_SEAT:
            news = told(
                Change(one.member.race, one.member.damage, one.after)
                for one in changed
                if one.member.force.seat == FELLOWSHIP_SEAT
            )
        settled = HealthSettled(seat=self._seat, told=news)
        if not changed:
            return (settled,)
        damage = tuple((one.member.force.name, one.after) for one in changed)
        gone = (
            CardBoxed(seat=self._seat, card=GOLLUM)
            for one in changed
            if one.member.force.name == GOLLUM and one.member.condition is Condition.LEAVES
        )
        # Over his twelve boxes he leaves the group, and heals elsewhere (12.1).
        return (*gone, HealthUpdated(seat=self._seat, damage=damage), settled)


def health_has_changed(public: PublicState) -> bool:
    """Whether anybody's damage is known to have changed in this player-turn."""
    found = public.work.get(_WORK)
    return isinstance(found, HealthWork) and found.told


def _is_done(public: PublicState) -> bool:
    return _WORK in public.work


_FELLOWSHIP_DETAIL: Final = (
    "Normal wounds: one box recovers, up to four in a Haven.",
    "Diseased wounds: two more boxes (a Hobbit one); in a Haven two recover (a Hobbit three).",
    "Northern Wastes: two boxes are marked, except Elves, Istari and companions of Gandalf.",
    "The log tells the Enemy races and boxes, neither names nor places.",
)
_ENEMY_DETAIL: Final = (
    "Each minion recovers one box, three in a Garrisoned hex or in Mordor.",
    "Agents in the Northern Wastes mark two boxes instead.",
)
