"""Words of the game that rules, data and screens share."""

from __future__ import annotations

from typing import Final, Literal

from companion.table.ids import SeatId

Side = Literal["fellowship", "dark", "none"]
"""Who controls somebody; ``none`` for Gollum while he is nobody's."""

PlayerSide = Literal["fellowship", "dark"]
Kind = Literal["walker", "nazgul", "mouth", "servant", "gollum"]

FELLOWSHIP: Final = "fellowship"
DARK: Final = "dark"
SIDES: Final[tuple[PlayerSide, ...]] = (FELLOWSHIP, DARK)
SIDE_TITLES: Final[dict[str, str]] = {
    "fellowship": "Fellowship",
    "dark": "Dark Power",
    "none": "nobody",
}

FIRST: Final = SeatId("first")
SECOND: Final = SeatId("second")
SEAT_IDS: Final = (FIRST, SECOND)
SEAT_TITLES: Final = {FIRST: "First player", SECOND: "Second player"}

FRODO: Final = "Frodo"
BOROMIR: Final = "Boromir"
GANDALF: Final = "Gandalf"
GOLLUM: Final = "Gollum"
MOUTH: Final = "Mouth of Sauron"
NAZGUL: Final = "Nazgul"
NAZGUL_COUNT: Final = 9
WALKERS: Final = (
    FRODO,
    "Sam",
    "Merry",
    "Pippin",
    "Aragorn",
    "Legolas",
    "Gimli",
    BOROMIR,
    GANDALF,
)

MOST_MAGIC: Final = 3
"""So many magic cards a character holds; who has more gives or discards (use case 23)."""
HAND_LIMIT: Final = 4
"""Who holds so many event cards discards to fewer (use case 3)."""
MOST_NAZGUL_A_SEARCH: Final = 3
NAZGUL_TO_REDUCE: Final = 4
SPLIT_COST: Final = 2
"""Shadow Points for splitting the Orcs of one search over several hexes."""

PLACE_KINDS: Final = (
    "open",
    "town",
    "citadel",
    "rivendell",
    "lorien",
    "paths-of-the-dead",
    "misty-pass",
    "orodruin",
    "morannon",
    "road",
    "trail",
)
BY_HAND: Final = "by hand"
BOROMIR_SEIZES: Final = "Boromir attempts to seize the Ring"
GOLLUM_SEIZES: Final = "Gollum attempts to seize the Ring"
EVENT_EFFECTS: Final = (
    BY_HAND,
    BOROMIR_SEIZES,
    GOLLUM_SEIZES,
    "shadow +1",
    "shadow +2",
    "search +1",
    "search -1",
    "move +1",
)
MAGIC_EFFECTS: Final = (BY_HAND, "combat +1", "heal 1")

PHASES: Final = (
    ("ring", "Ring"),
    ("events", "Events"),
    ("search", "Search"),
    ("fellowship", "Fellowship"),
    ("dark", "Dark Power"),
)
"""The phases of a game turn by the step that opens them; escapes come before the first."""


def wounds_words(count: int) -> str:
    """So many wounds."""
    return f"{count} {'wound' if count == 1 else 'wounds'}"


def points_words(count: int) -> str:
    """So many Shadow Points."""
    return f"{count} {'Shadow Point' if count == 1 else 'Shadow Points'}"


def other(side: PlayerSide) -> PlayerSide:
    """The opposing side."""
    return "dark" if side == "fellowship" else "fellowship"
