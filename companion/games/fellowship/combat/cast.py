"""Who leads which forces in a fight about the Ring (6.412 to 6.415).

A side of a fight is the seat that leads it; what it leads is told here. As a rule each seat leads
its own. But the Enemy plays an attacked Ringbearer (6.412), and whoever has the Ring and is
attacked by the Fellowship; and the Fellowship plays Saruman's forces and Gollum where these fight
the Enemy (6.414, 6.415).
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.games.fellowship.facts.names import FELLOWSHIP, Seat

Troop = Literal["fellowship", "enemy", "bearer", "saruman", "gollum", "balrog"]
"""Forces that fight together: a seat's own, a deserting Ringbearer, or a third holder's (6.41)."""

TROOP_WORDS: Final[dict[Troop, str]] = {
    "fellowship": "Fellowship",
    "enemy": "Enemy",
    "bearer": "Ringbearer",
    "saruman": "Saruman's forces",
    "gollum": "Gollum",
    "balrog": "Balrog",
}
"""Each of them as it is called in a log."""

_THIRD: Final = ("saruman", "gollum", "balrog")


class Cast(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What each seat leads in a fight.

    Attributes:
        fellowship: what the Fellowship leads.
        enemy: what the Enemy leads.
    """

    fellowship: Troop = "fellowship"
    enemy: Troop = "enemy"

    def of(self, side: Seat) -> Troop:
        """What a side consists of."""
        return self.fellowship if side == FELLOWSHIP else self.enemy

    def words(self, side: Seat) -> str:
        """A side in words, with who plays it where that is not plain."""
        troop = self.of(side)
        name = TROOP_WORDS[troop]
        return name if troop == side else f"{name} (played by the {side.title()})"


USUAL: Final = Cast()
"""Each seat leads its own forces."""


def tries_to_leave(troop: Troop) -> bool:
    """Whether a holder of the Ring tries to get away after every round by itself (6.414, 6.415)."""
    return troop in _THIRD
