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

Frodo's second, better set comes from Rivendell; a battlefield enhances Hobbits as well.
"""


SECOND_SET: Final = "Frodo 2"
"""Under this word the turn of Frodo's second, better set is noted (12.1)."""

ATHELAS: Final = "Aragorn: athelas"
"""Under this word it is noted that Aragorn has been in an Elf Haven (15.12)."""

HOBBITS: Final = ("Frodo", "Sam", "Merry", "Pippin")
_SWORD: Final = "Aragorn"
_BEST_AT: Final = "Rivendell"


def is_enhanced_at(character: str, place: Hex, *, sword_anywhere: bool = False) -> bool:
    """Whether a character who stands here has its better values from now on (6.14).

    Args:
        character: name of its card.
        place: where it stands.
        sword_anywhere: Aragorn's sword is reforged in any Elf Haven (15.13).
    """
    named = places()
    where = ENHANCED_AT.get(character, ())
    if character == _SWORD and sword_anywhere:
        where = ELF_HAVENS
    return any(place in named[name] for name in where)


def has_second_set_at(character: str, place: Hex) -> bool:
    """Whether Frodo comes by his best values here: in Rivendell (12.1)."""
    return character == HOBBITS[0] and place in places()[_BEST_AT]


def is_elf_haven(place: Hex) -> bool:
    """Whether a hex is one of the five Elf Havens (2.0)."""
    named = places()
    return any(place in named[name] for name in ELF_HAVENS)
