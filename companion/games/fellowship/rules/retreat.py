"""Retreats: where a group may go, how many of the hexes the Enemy denies, what is left (8.5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from companion.board.hexes import Hexside
from companion.board.places import Place, Region
from companion.games.fellowship.rules.movement_need import Need
from companion.games.fellowship.rules.movement_path import Rules, enters_haven, may_end_at
from companion.games.fellowship.rules.movement_steps import Passage, Step, nodes_at, steps_from


def retreat_options(rules: Rules, place: Place) -> tuple[Place, ...]:
    """The hexes that a group could normally move to by one hexside, the present one first (8.5).

    A hexside counts if the group could cross it at all: automatically or by a roll that can
    succeed. Features that an Enemy marker blocks and the regions beside the map do not count, and
    a hexside is no hex: whoever breaks off on one goes into one of its two hexes.

    Args:
        rules: how the group moves.
        place: where it stands.
    """
    away = {other for other in _one_hexside_away(rules, place) if not isinstance(other, Hexside)}
    here = () if isinstance(place, Hexside) else (place,)
    return (*here, *sorted(away - {place}, key=str))


def enemy_retreat_options(rules: Rules, place: Place) -> tuple[Place, ...]:
    """Adjacent hexes and features for an Enemy group; it may not stay, all are free (8.5)."""
    return tuple(
        sorted({other for other in _one_hexside_away(rules, place) if other != place}, key=str)
    )


def dormant_retreat_options(rules: Rules, place: Place) -> tuple[Place, ...]:
    """Where a group may go from a fight with dormant minions alone: no denial, no rumors (8.5)."""
    return tuple(option for option in retreat_options(rules, place) if option != place)


def _one_hexside_away(rules: Rules, place: Place) -> list[Place]:
    fresh = replace(rules, crossed=())
    found: list[Place] = []
    for node in nodes_at(rules.around.ground, place):
        for step in steps_from(rules.around, rules.walker, node):
            if not _usable(fresh, step):
                continue
            if step.passage is Passage.RIVER:
                found += _ashore(fresh, step, node)
            if may_end_at(fresh, step.end):
                found.append(step.end)
    return found


def _usable(rules: Rules, step: Step) -> bool:
    if step.blocked or isinstance(step.end, Region) or enters_haven(rules, step):
        return False
    need: Need = rules.need_of(step)
    return need.kind in ("automatic", "unknown") or (need.kind == "roll" and not need.is_hopeless)


def _ashore(rules: Rules, step: Step, origin: Place) -> list[Place]:
    """By boat one hexside means travelling along one river hexside and landing beyond (7.5)."""
    return [
        landing.end
        for landing in steps_from(rules.around, rules.walker, step.end)
        if landing.passage is Passage.ASHORE and landing.end != origin and _may_land(rules, landing)
    ]


def _may_land(rules: Rules, landing: Step) -> bool:
    return may_end_at(rules, landing.end) and not enters_haven(rules, landing)


def denials(options: int) -> int:
    """How many of the options the Enemy may deny: half, rounded up (8.5)."""
    return (options + 1) // 2


def is_legal_denial(options: Collection[str], denied: Sequence[str]) -> bool:
    """Whether these denials are among the options, each once, and no more than half rounded up."""
    return (
        len(set(denied)) == len(denied)
        and set(denied) <= set(options)
        and len(denied) <= denials(len(options))
    )


def remaining(options: Sequence[str], denied: Collection[str]) -> tuple[str, ...]:
    """The options that are left, in their order."""
    return tuple(option for option in options if option not in denied)
