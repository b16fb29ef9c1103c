"""How many unconscious and dead a group can carry along (6.125), on the move and in retreat."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.facts.names import Mode


class Load(msgspec.Struct, frozen=True):
    """A group in halves of a person, because a Hobbit counts half (6.125).

    Attributes:
        bearers: conscious characters.
        carried: unconscious and dead ones.
    """

    bearers: int
    carried: int


def can_carry(mode: Mode, load: Load) -> bool:
    """Whether the group may move in this mode without leaving anybody behind (6.125)."""
    if load.carried == 0:
        return True
    if load.bearers == 0:
        return False
    match mode:
        case Mode.SHIP_BOAT:
            return True
        case Mode.HORSE | Mode.FLYING:
            return load.bearers >= load.carried
        case Mode.FOOT:
            return load.bearers >= 2 * load.carried
        case Mode.SNEAK:
            return 2 * load.bearers >= 3 * load.carried
        case Mode.DORMANT:
            return False


RATIO_WORDS = {
    Mode.SHIP_BOAT: "one conscious character",
    Mode.HORSE: "as many conscious as carried",
    Mode.FLYING: "as many conscious as carried",
    Mode.FOOT: "two conscious for one carried",
    Mode.SNEAK: "three conscious for two carried",
    Mode.DORMANT: "a mobilized marker",
}
"""What each mode asks for, in words (6.125)."""
