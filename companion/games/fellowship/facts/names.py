"""The words of the game: seats, marker types, modes, hex types, terrain, weather, regions.

Sections are those of the rulebook. Every enumeration is a `StrEnum`, so its members are written to
files and journals as the plain words that stand here.
"""

from __future__ import annotations

import enum
from typing import Final, Literal

Seat = Literal["fellowship", "enemy"]
FELLOWSHIP: Final[Seat] = "fellowship"
ENEMY: Final[Seat] = "enemy"
SEATS: Final[tuple[Seat, ...]] = (FELLOWSHIP, ENEMY)


class MarkerType(enum.StrEnum):
    """The four types of marker, which is also what stacks with what (2.0)."""

    FELLOWSHIP = "fellowship"
    SAURONIC = "sauronic"
    GUARDIAN = "guardian"
    SARUMAN = "saruman"


class Mode(enum.StrEnum):
    """What the face on top of a marker says (3.4)."""

    SNEAK = "sneak"
    FOOT = "foot"
    HORSE = "horse"
    SHIP_BOAT = "ship/boat"
    FLYING = "flying"
    DORMANT = "dormant"


class Travel(enum.StrEnum):
    """The columns of T.1: a mode, with ship and boat told apart by where the marker is (3.4)."""

    SNEAK = "sneak"
    FOOT = "foot"
    HORSE = "horse"
    BOAT = "boat"
    SHIP = "ship"
    FLYING = "flying"


class Race(enum.StrEnum):
    """Races of Fellowship characters; Istari fight as Men (9.121) and are their own race else."""

    HOBBIT = "hobbit"
    MAN = "man"
    ELF = "elf"
    DWARF = "dwarf"
    ISTARI = "istari"
    OTHER = "other"


class HexType(enum.StrEnum):
    """How dangerous a hex is: the rows of T.4 and T.5 (2.0)."""

    HAVEN = "haven"
    CIVILIZED = "civilized"
    BORDER_1 = "border-1"
    BORDER_2 = "border-2"
    WILD_1 = "wild-1"
    WILD_2 = "wild-2"
    WILD_3 = "wild-3"
    SAURONIC_ACTIVITY = "sauronic-activity"
    GARRISONED = "garrisoned"

    @property
    def is_border(self) -> bool:
        """Border-1 or Border-2."""
        return self in (HexType.BORDER_1, HexType.BORDER_2)

    @property
    def is_wild(self) -> bool:
        """Wild-1, Wild-2 or Wild-3."""
        return self in (HexType.WILD_1, HexType.WILD_2, HexType.WILD_3)


class Water(enum.StrEnum):
    """Whether a hex or a hexside is land, sea or part of each (2.0, 7.325).

    Lakes and inland seas are sea; rivers and swamps are land.
    """

    LAND = "land"
    COAST = "coast"
    SEA = "sea"


class Terrain(enum.StrEnum):
    """Terrain of the land part of a hexside (7.32)."""

    CLEAR = "clear"
    ROUGH = "rough"
    WOODS = "woods"
    MOUNTAIN = "mountain"
    RIVER = "river"
    SWAMP = "swamp"


class Feature(enum.StrEnum):
    """What a hexside carries besides its terrain (2.0, 7.32, 7.5)."""

    NONE = "none"
    BRIDGE = "bridge"
    ROAD = "road"
    FORD = "ford"
    FERRY = "ferry"
    PASS = "pass"  # noqa: S105 - a mountain pass
    TUNNEL = "tunnel"
    FALLS = "falls"


class Weather(enum.StrEnum):
    """Weather of a hex, from good to worst (6.24)."""

    NORMAL = "normal"
    BAD = "bad"
    STORM = "storm"


class RingbearerKind(enum.StrEnum):
    """Columns of the victory table (11.0)."""

    FRODO = "frodo"
    OTHER_HOBBIT = "other-hobbit"
    NON_HOBBIT = "non-hobbit"


class Forest(enum.StrEnum):
    """Forests that rules speak of (7.9); a hex that holds part of one belongs to it."""

    NONE = "none"
    MIRKWOOD = "Mirkwood"
    FANGORN = "Fangorn"


FACE_MODES: Final[dict[Seat, dict[int, Mode]]] = {
    FELLOWSHIP: {
        2: Mode.SNEAK,
        3: Mode.FOOT,
        4: Mode.HORSE,
        5: Mode.SHIP_BOAT,
        6: Mode.FLYING,
    },
    ENEMY: {
        2: Mode.FLYING,
        3: Mode.FOOT,
        4: Mode.HORSE,
        5: Mode.SHIP_BOAT,
        6: Mode.DORMANT,
    },
}
"""Mode by the face on top (3.4). Face 1 is no mode: it is turned to the owner."""

RANDOM_REGIONS: Final = (
    "I",
    "II",
    "III",
    "IV",
    "V",
    "VI",
    "VII",
    "VIII",
    "IX",
    "X",
    "XI",
    "XII",
    "XIII",
)
"""Regions of the random group table (8.4, T.6)."""

VICTORY_CLASSES: Final = ("A", "B", "C", "D", "E", "F", "G", "H", "I")
"""Classes of hexes in the victory table (11.0)."""

HARLINDON_COAST: Final = "Harlindon Coast"
FORLINDON_COAST: Final = "Forlindon Coast"
NORTHERN_SEA: Final = "Northern Sea"
WEST_FORODWAITH: Final = "West Forodwaith"
EAST_FORODWAITH: Final = "East Forodwaith"
EVER_ICY_PLAIN: Final = "Ever Icy Plain"

SEA_REGIONS: Final = (HARLINDON_COAST, FORLINDON_COAST, NORTHERN_SEA)
WASTE_REGIONS: Final = (WEST_FORODWAITH, EAST_FORODWAITH, EVER_ICY_PLAIN)
OFF_BOARD_REGIONS: Final = SEA_REGIONS + WASTE_REGIONS
"""The six regions beside the map (3.1, 7.7)."""


def mode_of_face(seat: Seat, face: int) -> Mode | None:
    """The mode that a face on top means for this seat's markers; None for face 1 (3.4).

    Raises:
        ValueError: no face of a cube.
    """
    if not 1 <= face <= 6:
        raise ValueError(f"a marker has faces 1 to 6, got {face}")
    return FACE_MODES[seat].get(face)


def face_of_mode(seat: Seat, mode: Mode) -> int | None:
    """The face to turn up for a mode, or None if this seat has no such mode (3.4)."""
    return next((face for face, shown in FACE_MODES[seat].items() if shown is mode), None)


def side_words(seat: Seat, face: int) -> str:
    """A side of this seat's markers with the mode that it means, such as ``side 3 (foot)``."""
    mode = mode_of_face(seat, face)
    return f"side {face}" if mode is None else f"side {face} ({mode})"


def worse_weather(*weathers: Weather) -> Weather:
    """The worst of several: what counts at a hexside between two hexes (7.321)."""
    order = (Weather.NORMAL, Weather.BAD, Weather.STORM)
    return max(weathers, key=order.index, default=Weather.NORMAL)


def die_of_five(roll: int) -> int:
    """A 1-5 roll made with the ten-sided die: half, rounded up (4.2)."""
    return (roll + 1) // 2


def place_words(label: str) -> str:
    """A place in words: a region without the sign that stands before its name in a label."""
    return label.removeprefix("@")
