"""Which modes a group or minion may not be in, by who is in it (6.122, 6.124, 6.261, 6.262)."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.fellowship.facts.names import Mode, Race
from companion.games.fellowship.facts.roster import Force

NAZGUL_MODES = (Mode.HORSE, Mode.FLYING)
"""A Nazgul goes on its horse or on a fell creature, never on foot or by water (6.261)."""


def may_ride(races: Collection[Race]) -> bool:
    """Whether a group with these characters may use horses (6.122).

    A head count: Hobbits count whole here (AMB-33).
    """
    small = sum(race in (Race.HOBBIT, Race.DWARF) for race in races)
    return 2 * small <= len(races)


def must_sneak(races: Collection[Race]) -> bool:
    """Whether the group is all Hobbits, which only ever sneak (6.122, 6.124)."""
    return bool(races) and all(race is Race.HOBBIT for race in races)


def guardian_modes(guardian: Force) -> tuple[Mode, ...]:
    """The modes in which a mobilized Guardian's own marker may stand (6.262).

    Five of them may start on foot; who has used wings or legs does not go back to it.
    """
    if guardian.start_mode is Mode.DORMANT:
        return ()
    return (guardian.start_mode, Mode.FOOT) if guardian.foot_start else (guardian.start_mode,)
