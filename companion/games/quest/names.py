"""The fixed words of the game: seats, symbols, tokens, places, cards that the rulebook names."""

from __future__ import annotations

from typing import Final

from companion.table.ids import SeatId
from companion.table.values import Seat

FRODO: Final = SeatId("frodo")
SAM: Final = SeatId("sam")
PIPPIN: Final = SeatId("pippin")
MERRY: Final = SeatId("merry")
FATTY: Final = SeatId("fatty")

ALL_SEATS: Final = tuple(
    Seat(id=seat, title=seat.capitalize()) for seat in (FRODO, SAM, PIPPIN, MERRY, FATTY)
)
"""In clockwise order; so many of them sit as there are players."""

FIGHTING: Final = "fighting"
TRAVELLING: Final = "travelling"
HIDING: Final = "hiding"
FRIENDSHIP: Final = "friendship"
STAR: Final = "star"
LINES: Final = (FIGHTING, TRAVELLING, HIDING, FRIENDSHIP)
SYMBOLS: Final = (*LINES, STAR)

HEART: Final = "heart"
SUN: Final = "sun"
RING: Final = "ring"
TOKENS: Final = (HEART, SUN, RING)

WHITE: Final = "white"
GREY: Final = "grey"
YELLOW: Final = "yellow"

BAG_END: Final = "bag-end"
RIVENDELL: Final = "rivendell"
MORIA: Final = "moria"
LOTHLORIEN: Final = "lothlorien"
HELMS_DEEP: Final = "helms-deep"
SHELOBS_LAIR: Final = "shelobs-lair"
MORDOR: Final = "mordor"
STAGES: Final = (BAG_END, RIVENDELL, MORIA, LOTHLORIEN, HELMS_DEEP, SHELOBS_LAIR, MORDOR)
SCENARIOS: Final = (MORIA, HELMS_DEEP, SHELOBS_LAIR, MORDOR)
TITLES: Final = {
    BAG_END: "Bag End",
    RIVENDELL: "Rivendell",
    MORIA: "Moria",
    LOTHLORIEN: "Lothlórien",
    HELMS_DEEP: "Helm's Deep",
    SHELOBS_LAIR: "Shelob's Lair",
    MORDOR: "Mordor",
}
FEATURE_COUNTS: Final = {
    RIVENDELL: 12,
    MORIA: 2,
    LOTHLORIEN: 12,
    HELMS_DEEP: 4,
    SHELOBS_LAIR: 2,
    MORDOR: 3,
}
"""Feature cards of each place, 35 in all (publisher's later rulebook; confidence high)."""

EVENT_BOXES: Final = 6
"""Event boxes of a scenario board (a review; confidence medium)."""

TILE_BEARER: Final = "bearer"
TILE_VOLUNTEER: Final = "volunteer"
TILE_SUNDIAL: Final = "sundial"
TILE_SUNDIAL_CARDS: Final = "sundial-cards"
TILE_SUNDIAL_GOODS: Final = "sundial-goods"
EVIL_TILES: Final = (
    TILE_BEARER,
    TILE_VOLUNTEER,
    TILE_SUNDIAL,
    TILE_SUNDIAL_CARDS,
    TILE_SUNDIAL_GOODS,
)
TILES: Final = (*EVIL_TILES, *LINES)
TILE_COUNT: Final = 23
TILE_WORDS: Final = {
    TILE_BEARER: "the Ring-bearer's Hobbit moves one step towards the darkness",
    TILE_VOLUNTEER: "one Hobbit moves two steps into the darkness, or Sauron moves one",
    TILE_SUNDIAL: "a sundial: the next event occurs",
    TILE_SUNDIAL_CARDS: "a sundial with three cards",
    TILE_SUNDIAL_GOODS: "a sundial with a card, a Life token and a shield",
    FIGHTING: "Fighting",
    TRAVELLING: "Travelling",
    HIDING: "Hiding",
    FRIENDSHIP: "Friendship",
}

EYE: Final = "eye"
CARDS: Final = "cards"
BLANK: Final = "blank"
CIRCLES: Final = {"one-circle": 1, "two-circles": 2, "three-circles": 3}
FACES: Final = (BLANK, *CIRCLES, CARDS, EYE)
FACE_WORDS: Final = {
    BLANK: "blank: nothing happens",
    "one-circle": "one circle: one step into the darkness",
    "two-circles": "two circles: two steps into the darkness",
    "three-circles": "three circles: three steps into the darkness",
    CARDS: "two cards to discard",
    EYE: "Sauron's eye: Sauron moves one step",
}
FACE_SYMBOLS: Final = {BLANK: 0, **CIRCLES, CARDS: 2, EYE: 1}
"""Symbols on each face, for the formula of the Ring. Two for the cards is a reading."""

YELLOW_CARDS: Final = (
    "Miruvor",
    "Belt",
    "Mithril",
    "Athelas",
    "Staff",
    "Phial",
    "Elessar",
    "Lembas",
)
GOLLUM: Final = "Gollum"

HEALING: Final = "healing"
PERSISTENCE: Final = "persistence"
GUIDANCE: Final = "guidance"
FORESIGHT: Final = "foresight"
MAGIC: Final = "magic"
GANDALF_CARDS: Final = (HEALING, PERSISTENCE, GUIDANCE, FORESIGHT, MAGIC)
GANDALF_PRICE: Final = 5

SPECIAL_SHIELDS: Final = (1, 1, 2, 2, 3, 3)
"""Lie face down from the start; the other 26 of the 32 shields are an open supply."""

SHIELDS: Final = 32
LIFE_TOKENS: Final = 11
HOBBIT_CARDS: Final = 60
FEATURE_CARDS: Final = 35


def title_of(seat: SeatId) -> str:
    """Name of a seat for people."""
    return seat.capitalize()
