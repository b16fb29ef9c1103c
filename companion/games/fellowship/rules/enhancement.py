"""Where characters come by their better values (6.14, 12.1)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.board.hexes import Hex
from companion.games.fellowship.box.board_map import places

ELF_HAVENS: Final = ("Rivendell", "Grey Havens", "Lorien", "Edhellond", "Thranduil's Caverns")
"""The Elf Havens of the definitions (2.0)."""

ENHANCED_AT: Final = MappingProxyType(
    {
        "Aragorn": ("Rivendell",),
        "Boromir": ("Edoras", "Minas Tirith"),
        "Gimli": ("Moria", "Blue Mountains"),
        "Legolas": ("Lorien", "Edhellond"),
        "Frodo": ELF_HAVENS,
        "Sam": ELF_HAVENS,
        "Merry": ELF_HAVENS,
        "Pippin": ELF_HAVENS,
    }
)
"""Named places that enhance a character who reaches them (12.1).

Frodo's second, better set comes from Rivendell; a battlefield enhances Hobbits as well. Neither is
a matter of reaching a named place for the first time, so both are left to the owner's own note.
"""


def is_enhanced_at(character: str, place: Hex) -> bool:
    """Whether a character who stands here has its better values from now on (6.14)."""
    named = places()
    return any(place in named[name] for name in ENHANCED_AT.get(character, ()))
