"""The sequence of play as a table (5.0), and how to go along it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.games.fellowship.events.play import StepEntered
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.flow.steps import Handler, Phase, Step
from companion.games.fellowship.play.captives import Captives, CaptorsAttack
from companion.games.fellowship.play.challenge import Challenge
from companion.games.fellowship.play.closing import Dissolve, TurnEnd
from companion.games.fellowship.play.combat import Nothing
from companion.games.fellowship.play.ending import GameResult
from companion.games.fellowship.play.fight import Fights
from companion.games.fellowship.play.health import UpdateHealth
from companion.games.fellowship.play.join import JoinMarkers
from companion.games.fellowship.play.movement import MoveMarkers
from companion.games.fellowship.play.radagast import SeekRadagast
from companion.games.fellowship.play.ring_after import RingAfter
from companion.games.fellowship.play.ring_attack import RingAttack
from companion.games.fellowship.play.ring_enemy import RingCheck
from companion.games.fellowship.play.ring_meet import EnemyMeet, RingMeet
from companion.games.fellowship.play.ring_transfer import RingTransfer
from companion.games.fellowship.play.search import ActivityRoll, SearchPhase
from companion.games.fellowship.play.setup import SetUp
from companion.games.fellowship.play.split import SplitMarkers
from companion.games.fellowship.play.status_common import (
    DiscardCards,
    DrawCards,
    SeaRegionRolls,
)
from companion.games.fellowship.play.status_counters import ActivateHexes, PlaceWeather
from companion.games.fellowship.play.status_enemy import EnableForces, MobilizeMinions
from companion.games.fellowship.play.status_fellowship import MobilizeCharacters
from companion.games.fellowship.play.transport import ChangeTransport
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState
from companion.table.ids import SeatId

_FP: Final = FELLOWSHIP_SEAT
_EP: Final = ENEMY_SEAT
_Row = tuple[StepId, str, str, Handler]
_FP_REGROUP: Final = JoinMarkers(_FP, ends_player_turn=True)
_EP_REGROUP: Final = JoinMarkers(_EP, ends_player_turn=True)

_SETUP: Final[tuple[_Row, ...]] = (
    (StepId.SETUP_ENEMY, "Enemy sets up", "10.1", SetUp(_EP)),
    (StepId.SETUP_FELLOWSHIP, "Fellowship sets up", "10.2", SetUp(_FP)),
)
_FP_STATUS: Final[tuple[_Row, ...]] = (
    (StepId.FP_DRAW, "Draw event cards", "6.3", DrawCards(_FP)),
    (StepId.FP_MOBILIZE, "Mobilize characters", "6.11", MobilizeCharacters()),
    (StepId.FP_RADAGAST, "Look for Radagast", "6.11", SeekRadagast()),
    (StepId.FP_SEA, "Markers at sea", "6.128", SeaRegionRolls(_FP)),
    (StepId.FP_TRANSPORT, "Change transport", "6.12", ChangeTransport(_FP)),
    (StepId.FP_CAPTIVES, "Captured Hobbits", "15.31", Captives()),
    (StepId.FP_HEALTH, "Update health", "6.13", UpdateHealth(_FP)),
    (StepId.FP_ENHANCE, "Update combat status", "6.14", Nothing()),
    (StepId.FP_DISCARD, "Discard event cards", "6.3", DiscardCards(_FP)),
    (StepId.FP_RING, "The Ring", "6.412", RingTransfer()),
    (StepId.FP_DISSOLVE, "End of the status phase", "11.0", Dissolve()),
)
_FP_MOVEMENT: Final[tuple[_Row, ...]] = (
    (StepId.FP_SPLIT, "Split and make rumors", "7.1, 7.2", SplitMarkers(_FP)),
    (StepId.FP_MOVE, "Move", "7.3", MoveMarkers(_FP)),
    (StepId.FP_COMBINE, "Combine", "7.8", JoinMarkers(_FP)),
    (StepId.FP_RING_MEET, "Where the Ring lies", "6.411, 6.414", RingMeet()),
)
_FP_SEARCH: Final[tuple[_Row, ...]] = (
    (StepId.FP_ACTIVITY, "Activity roll", "8.1", ActivityRoll()),
    (StepId.FP_SEARCH, "Search rolls", "8.3", SearchPhase(_FP)),
)
_FP_COMBAT: Final[tuple[_Row, ...]] = (
    (StepId.FP_CAPTORS, "Attack captors", "15.31", CaptorsAttack()),
    (StepId.FP_RING_ATTACK, "Attack the Ring's holder", "6.413", RingAttack(_FP)),
    (StepId.FP_FIGHT, "Fights", "9.0", Fights(_FP)),
    (StepId.FP_RING_AFTER, "The Ring after fights", "6.41", RingAfter()),
    (StepId.FP_REGROUP, "Combine after retreats", "7.8", _FP_REGROUP),
)
_EP_STATUS: Final[tuple[_Row, ...]] = (
    (StepId.EP_DRAW, "Draw an event card", "6.3", DrawCards(_EP)),
    (StepId.EP_CHALLENGE, "Challenge", "6.21", Challenge()),
    (StepId.EP_MOBILIZE, "Mobilize minions", "6.22", MobilizeMinions()),
    (StepId.EP_ENABLE, "Enable forces", "6.25", EnableForces()),
    (StepId.EP_ACTIVATE, "Activate hexes", "6.23", ActivateHexes()),
    (StepId.EP_WEATHER, "Weather", "6.24", PlaceWeather()),
    (StepId.EP_TRANSPORT, "Change transport", "6.26", ChangeTransport(_EP)),
    (StepId.EP_SEA, "Markers at sea", "6.128", SeaRegionRolls(_EP)),
    (StepId.EP_HEALTH, "Update health", "6.27", UpdateHealth(_EP)),
    (StepId.EP_DISCARD, "Discard event cards", "6.3", DiscardCards(_EP)),
    (StepId.EP_RING, "The Ring", "6.413, 11.0", RingCheck()),
)
_EP_MOVEMENT: Final[tuple[_Row, ...]] = (
    (StepId.EP_SPLIT, "Split and make rumors", "7.1, 7.2", SplitMarkers(_EP)),
    (StepId.EP_MOVE_FREE, "Move Nazgul and agents", "7.3", MoveMarkers(_EP, "free")),
    (StepId.EP_MOVE_ENABLED, "Move enabled forces", "6.25", MoveMarkers(_EP, "enabled")),
    (StepId.EP_COMBINE, "Combine", "7.8", JoinMarkers(_EP)),
    (StepId.EP_RING_MEET, "Where the Ring is", "6.414, 15.17", EnemyMeet()),
)
_EP_SEARCH: Final[tuple[_Row, ...]] = ((StepId.EP_SEARCH, "Search rolls", "8.3", SearchPhase(_EP)),)
_EP_COMBAT: Final[tuple[_Row, ...]] = (
    (StepId.EP_RING_ATTACK, "Attack the Ring's holder", "6.413", RingAttack(_EP)),
    (StepId.EP_FIGHT, "Fights", "9.0", Fights(_EP)),
    (StepId.EP_RING_AFTER, "The Ring after fights", "6.41", RingAfter()),
    (StepId.EP_REGROUP, "Combine after retreats", "7.8", _EP_REGROUP),
)
_END: Final[tuple[_Row, ...]] = ((StepId.TURN_END, "End of turn", "5.0", TurnEnd()),)


def _steps(side: SeatId | None, phase: Phase, rows: tuple[_Row, ...]) -> tuple[Step, ...]:
    return tuple(Step(id_, side, phase, title, section, code) for id_, title, section, code in rows)


SET_UP: Final = (*_steps(_EP, "Set-up", _SETUP[:1]), *_steps(_FP, "Set-up", _SETUP[1:]))
"""Before turn 1, the Enemy first (10.0)."""

TURN: Final = (
    *_steps(_FP, "Status", _FP_STATUS),
    *_steps(_FP, "Movement", _FP_MOVEMENT),
    *_steps(_FP, "Search", _FP_SEARCH),
    *_steps(_FP, "Combat", _FP_COMBAT),
    *_steps(_EP, "Status", _EP_STATUS),
    *_steps(_EP, "Movement", _EP_MOVEMENT),
    *_steps(_EP, "Search", _EP_SEARCH),
    *_steps(_EP, "Combat", _EP_COMBAT),
    *_steps(None, "End", _END),
)
"""One turn, step by step (5.0)."""

GAME_OVER: Final = Step(StepId.GAME_OVER, None, "End", "The game is over", "11.0", GameResult())

STEPS: Final = MappingProxyType({step.id: step for step in (*SET_UP, *TURN, GAME_OVER)})
"""Every step by id."""

_ORDER: Final = (*SET_UP, *TURN)

_PHASE_SECTIONS: Final[Mapping[tuple[SeatId | None, Phase], str]] = MappingProxyType(
    {
        (_FP, "Status"): "6.1",
        (_EP, "Status"): "6.2",
        **{(side, "Movement"): "7.0" for side in (_FP, _EP)},
        **{(side, "Search"): "8.0" for side in (_FP, _EP)},
        **{(side, "Combat"): "9.0" for side in (_FP, _EP)},
    }
)
"""Where the rules tell of a phase as a whole; the first step of one may be there by option only."""


def step_of(public: PublicState) -> Step:
    """The step where the game stands."""
    return STEPS[public.step]


def next_step(public: PublicState) -> StepEntered:
    """The event that enters the step after this one; after a turn's end, the next turn."""
    if public.step is StepId.GAME_OVER:
        return entering(StepId.GAME_OVER, public)
    if public.step is StepId.TURN_END:
        return entering(TURN[0].id, public, turn=public.turn + 1)
    index = [step.id for step in _ORDER].index(public.step)
    return entering(_ORDER[index + 1].id, public)


def step_before(public: PublicState) -> StepEntered | None:
    """The event that goes back one step; None at the very start."""
    if public.step is StepId.GAME_OVER:
        return entering(StepId.TURN_END, public)
    index = [step.id for step in _ORDER].index(public.step)
    if index == len(SET_UP) and public.turn > 1:
        return entering(StepId.TURN_END, public, turn=public.turn - 1)
    return entering(_ORDER[index - 1].id, public) if index else None


def entering(step: StepId, public: PublicState, *, turn: int | None = None) -> StepEntered:
    """The event that enters a step; it heads the log where a phase begins."""
    before, after = step_of(public), STEPS[step]
    number = public.turn if turn is None else turn
    fresh = before.side != after.side or number != public.turn
    title = ""
    if fresh or before.phase != after.phase:
        who = f"{after.side.title()}: {after.phase}" if after.side else after.phase
        title = f"Turn {number}, {who}" if after.phase != "Set-up" else who
    section = _PHASE_SECTIONS.get((after.side, after.phase), after.section) if title else ""
    return StepEntered(step=step, turn=number, fresh=fresh, title=title, section=section)
