"""How play goes on: what follows by itself, and what it waits for."""

from __future__ import annotations

from typing import Final

from companion.games.hunt.chances import dice_for
from companion.games.hunt.companions import GOLLUM, name_of
from companion.games.hunt.events import GameDecided, GuideAppointed, MovementEnded
from companion.games.hunt.events_effect import RingUsed
from companion.games.hunt.events_roll import ConditionsTold, RerollsChosen
from companion.games.hunt.events_tile import FellowshipRevealed, PoolRefilled, PullBegun, PullClosed
from companion.games.hunt.names import FREE, LAST_STEP, MOST_CORRUPTION, SHADOW
from companion.games.hunt.stage import Events, Stage
from companion.games.hunt.stages_hunt import Conditions, Dice, Rerolls, judged, most_rerolls
from companion.games.hunt.stages_tile import (
    BlindDraw,
    Casualty,
    DrawTile,
    GuideAbility,
    Reveal,
    TableCard,
    TileDie,
    drawn,
    lost,
    usable_ability,
)
from companion.games.hunt.stages_turn import Actions, Appoint, Counted, FellowshipPhase, Over
from companion.games.hunt.state import HuntRoll, PublicState, Pull, is_revealing
from companion.games.hunt.tiles import TILES, standard_in

_PHASES: Final = {
    "fellowship": FellowshipPhase(),
    "allocation": Counted(eyes=False),
    "action-roll": Counted(eyes=True),
    "actions": Actions(),
}
_OVER: Final = Over()
_APPOINT: Final = Appoint()
_DRAW: Final = DrawTile()
_TILE_DIE: Final = TileDie()
_CARD: Final = TableCard()
_GUIDE: Final = GuideAbility()
_CASUALTY: Final = Casualty()
_BLIND: Final = BlindDraw()
_REVEAL: Final = Reveal()
_CONDITIONS: Final = Conditions()
_DICE: Final = Dice()
_REROLLS: Final = Rerolls()


def waiting(public: PublicState) -> Stage | Events:
    """What play waits for, or the events that follow by themselves."""
    if public.winner:
        return _OVER
    if public.corruption >= MOST_CORRUPTION:
        return (GameDecided(winner=SHADOW, how="The Ring-bearers have 12 Corruption."),)
    if not public.guide:
        return _guide(public)
    if public.pull is not None:
        return _tile(public, public.pull)
    if not public.pool and standard_in(public.drawn):
        return (PoolRefilled(),)
    if public.owed:
        return (PullBegun(cause=public.owed[0]),)
    if public.hunt is not None:
        return _roll(public.hunt)
    if public.mordor is not None and public.mordor >= LAST_STEP:
        return (GameDecided(winner=FREE, how="The Crack of Doom is reached."),)
    if public.moving:
        return (MovementEnded(),)
    return _PHASES[public.phase]


def _guide(public: PublicState) -> Stage | Events:
    """Without Companions Gollum guides; a single one is appointed by itself."""
    if len(public.companions) > 1:
        return _APPOINT
    guide = public.companions[0] if public.companions else GOLLUM
    return (GuideAppointed(guide=guide, name=name_of(guide)),)


def _roll(hunt: HuntRoll) -> Stage | Events:
    dice = dice_for(hunt.level)
    if hunt.conditions is None:
        return _CONDITIONS if dice else (ConditionsTold(conditions=()),)
    if len(hunt.faces) < dice:
        return _DICE
    if hunt.rerolls is None:
        return _REROLLS if most_rerolls(hunt) else (RerollsChosen(count=0),)
    return _DICE if len(hunt.again) < hunt.rerolls else judged(hunt)


def _tile(public: PublicState, pull: Pull) -> Stage | Events:
    if not pull.tile:
        return _draw(public)
    if TILES[pull.tile].value == "die" and not pull.face:
        return _TILE_DIE
    if pull.blind and public.companions:
        return lost(public.companions[0]) if len(public.companions) == 1 else _BLIND
    if pull.damage:
        return _damage(public, pull)
    if is_revealing(public, pull):
        if public.mordor is None:
            return _REVEAL
        return (FellowshipRevealed(region="", where="elsewhere"),)
    return (PullClosed(),)


def _draw(public: PublicState) -> Stage | Events:
    if len(public.pool) > 1:
        return _DRAW
    if public.pool:
        return drawn(public, public.pool[0], "last")
    return (PoolRefilled(),) if standard_in(public.drawn) else (PullClosed(),)


def _damage(public: PublicState, pull: Pull) -> Stage | Events:
    if not pull.card_asked:
        return _CARD
    if usable_ability(public, pull):
        return _GUIDE
    if public.companions and not pull.casualty:
        return _CASUALTY
    return (RingUsed(points=pull.damage),)
