"""What a fight about the Ring does to it, once the fight is over (6.411 to 6.415)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.combat.battle import Fighter, foe
from companion.games.fellowship.combat.cards import is_over_endurance
from companion.games.fellowship.combat.hand import Lent
from companion.games.fellowship.events.combat import FightWork
from companion.games.fellowship.events.lent import gone_over
from companion.games.fellowship.events.play import ExpectationSet, Noted
from companion.games.fellowship.events.ring import BearerNoted, RingNoted, RingTaken, ring_work
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.play.fight_common import FightFlow
from companion.games.fellowship.play.ring_after import taken_by
from companion.games.fellowship.rules.ring import SARUMAN, can_hold
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Expected

_replace = msgspec.structs.replace


def settle_ring(flow: FightFlow) -> bool:
    """Let follow what the rules want of the Ring after a fight that its holder was in.

    Returns:
        Whether the fight waits until the Fellowship has said who has the Ring now.
    """
    work = flow.work
    holder = work.battle.find(work.battle.bearer)
    if holder is None or work.cast.of(holder.side) == "fellowship":
        return False
    settled = ring_work(flow.public)
    left = tuple(place for place in settled.fought if place != work.place)
    if holder.side == ENEMY and work.cast.enemy == "bearer":
        flow.add(RingNoted(work=_replace(settled, fought=left)))
        if is_struck_down(flow, holder):
            return _ask_heirs(flow)
        _deserts(flow, holder)
        return False
    taker = _taker(flow, holder)
    if taker is None and is_struck_down(flow, holder):
        # Nobody holds the field: the players say what becomes of the Ring.
        return False
    flow.add(RingNoted(work=_replace(settled, fought=left)))
    if taker is not None:
        _turn_back(flow)
    if taker == FELLOWSHIP:
        return _ask_heirs(flow)
    if taker == ENEMY:
        _enemy_takes(flow)
    return False


def _turn_back(flow: FightFlow) -> None:
    """The marker that carried the Ring shows its mode again, if it stays on the map (6.4)."""
    ring = flow.public.ring_public
    piece = None if ring.piece is None else flow.public.standing(ring.piece)
    gone = any(one.piece == ring.piece and one.what == "remove" for one in flow.public.expected)
    if piece is None or piece.face != _STICKER_SIDE or gone:
        return
    text = f"Turn the {piece.colour} marker at {piece.place} back to the side of its mode."
    flow.add(
        ExpectationSet(expected=Expected(piece=piece.id, what="turn", text=text, face=ring.face))
    )


_STICKER_SIDE: Final = 1


def is_struck_down(flow: FightFlow, one: Fighter) -> bool:
    """Whether a fighter is unconscious, dead or driven off by its wounds."""
    return one.down or is_killed(flow, one)


def is_killed(flow: FightFlow, one: Fighter) -> bool:
    """Whether a fighter is dead, or gone over its endurance as Nazgul and Gollum are (6.413)."""
    return one.line == "dead" or (one.line == "gone" and is_over_endurance(flow.cards, one))


def _taker(flow: FightFlow, holder: Fighter) -> Seat | None:
    """The side that has the Ring of a fallen holder now; None where it keeps it, or nobody has."""
    winner = flow.work.winner
    if flow.work.cast.of(holder.side) == "enemy":
        if not is_killed(flow, holder):
            return None
        return FELLOWSHIP if winner == FELLOWSHIP else ENEMY
    fallen = is_struck_down(flow, holder)
    return foe(holder.side) if fallen and winner == foe(holder.side) else None


def _ask_heirs(flow: FightFlow) -> bool:
    """The Fellowship's side has the Ring: who of it, is asked, unless only one may have it."""
    work = flow.work
    if work.cast.fellowship == "fellowship":
        flow.change(stage="next-bearer", heirs=())
        return True
    able = able_heirs(work)
    if not able:
        taken = RingTaken(by="nobody", place=work.place, section="6.413")
        flow.add(taken)
        return False
    if len(able) == 1:
        flow.add(taken_in(work, able[0]))
        return False
    flow.change(stage="next-bearer", heirs=able)
    return True


def able_heirs(work: FightWork) -> tuple[str, ...]:
    """Who of Saruman's forces on the Fellowship's side may take the Ring, he first (6.413)."""
    here = [one for one in work.battle.of(FELLOWSHIP) if not one.down and can_hold(one.card)]
    names = tuple(one.card for one in here)
    return (SARUMAN,) if SARUMAN in names else names


def taken_in(work: FightWork, name: str) -> RingTaken:
    """Saruman's forces have the Ring (6.414)."""
    return RingTaken(by="saruman", bearer=name, piece=work.piece, place=work.place, section="6.414")


def _enemy_takes(flow: FightFlow) -> None:
    """The Enemy has the field and the Ring: who of it takes it, by rule (6.413).

    What lies in its reserve nobody else knows, so it says itself who is left there.
    """
    work = flow.work
    lost = _replace(ring_work(flow.public), lost_at=work.place, gollum=False)
    if work.battle.reserve.get(ENEMY, 0):
        flow.add(RingNoted(work=_replace(lost, stage="takers")))
        return
    here = tuple(one.card for one in work.battle.of(ENEMY) if not one.down)
    for event in taken_by(flow.public, lost, here):
        flow.give(event)


def _deserts(flow: FightFlow, bearer: Fighter) -> None:
    """The attacked Ringbearer has got away, or holds the field: it serves the Enemy (6.412)."""
    work = flow.work
    place = work.fled_to or work.place
    name = bearer.card
    flow.add(RingTaken(by="enemy", bearer=name, place=place, section="6.412"))
    flow.tell(BearerNoted(seat=FELLOWSHIP_SEAT, card=""))
    lent = Lent(damage=bearer.damage, level=bearer.level)
    flow.tell(*gone_over(name, lent, flow.public.turn))
    text = f"{name} is a minion with the Ring now. Enemy: put a red marker at {place}, sticker up."
    flow.add(Noted(text=text, section="6.413"))
