"""The Hunt tiles: 16 standard ones and 8 special ones, each with where its values come from."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.table.wording import number_text

Colour = Literal["standard", "fellowship", "shadow"]
"""Beige, blue and red (HUNT-003, HUNT-004)."""

STANDARD_SOURCE: Final = "four public transcriptions that agree"
SPECIAL_SOURCE: Final = "one public transcription; colours and Stop agree with the rules"
"""Of what kind the sources are, as screens say it; `docs/games-hunt.md` names them."""


FACE_WORDS: Final = {"eye": "Eye", "die": "Die"}


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of tile; tiles of a kind cannot be told apart.

    Attributes:
        id: stable word, kept in journals.
        colour: standard, or whose special tile it is.
        value: damage 0 to 3, a negative number, ``eye`` or ``die``.
        reveal, stop: icons.
        count: how many there are.
        card: event card by which a special tile comes into play.
    """

    id: str
    colour: Colour
    value: int | Literal["eye", "die"]
    reveal: bool = False
    stop: bool = False
    count: int = 1
    card: str = ""

    @property
    def title(self) -> str:
        """What is on it, in words."""
        value = number_text(self.value) if isinstance(self.value, int) else FACE_WORDS[self.value]
        icons = [word for word, has in (("Reveal", self.reveal), ("Stop", self.stop)) if has]
        return ", ".join([value, *icons])

    @property
    def name(self) -> str:
        """What is on it, and the card of a special one."""
        return f"{self.title} ({self.card})" if self.card else self.title

    @property
    def is_numbered(self) -> bool:
        """Whether it counts as a numbered tile: all but the Eye, the Die included (HUNT-006)."""
        return self.value != "eye"

    @property
    def source(self) -> str:
        """Where its values come from."""
        return STANDARD_SOURCE if self.colour == "standard" else SPECIAL_SOURCE


ALL_TILES: Final = (
    Tile(id="3", colour="standard", value=3, count=3),
    Tile(id="2", colour="standard", value=2, count=2),
    Tile(id="2r", colour="standard", value=2, reveal=True),
    Tile(id="1", colour="standard", value=1, count=2),
    Tile(id="1r", colour="standard", value=1, reveal=True, count=2),
    Tile(id="0r", colour="standard", value=0, reveal=True, count=2),
    Tile(id="er", colour="standard", value="eye", reveal=True, count=4),
    Tile(id="cloaks", colour="fellowship", value=0, card="Elven Cloaks"),
    Tile(id="rope", colour="fellowship", value=0, card="Elven Rope"),
    Tile(id="phial", colour="fellowship", value=-2, card="Phial of Galadriel"),
    Tile(id="smeagol", colour="fellowship", value=-1, card="Smeagol Helps Nice Master"),
    Tile(id="lair", colour="shadow", value="die", stop=True, card="Shelob's Lair"),
    Tile(id="mine", colour="shadow", value="eye", reveal=True, stop=True, card="The Ring is Mine!"),
    Tile(id="went", colour="shadow", value=3, stop=True, card="On, On They Went"),
    Tile(id="uss", colour="shadow", value=1, reveal=True, stop=True, card="Give it to Uss!"),
)

TILES: Final = {tile.id: tile for tile in ALL_TILES}
STANDARD: Final = tuple(tile for tile in ALL_TILES if tile.colour == "standard")
SPECIAL: Final = tuple(tile for tile in ALL_TILES if tile.colour != "standard")
_ORDER: Final = {tile.id: number for number, tile in enumerate(ALL_TILES)}

Bag = tuple[str, ...]
"""Ids of tiles, one for each tile, in the order of `ALL_TILES`: a bag has no order of its own."""


def bag_of(ids: tuple[str, ...]) -> Bag:
    """Tiles in the one order in which a bag is written down."""
    return tuple(sorted(ids, key=_ORDER.__getitem__))


STANDARD_BAG: Final[Bag] = tuple(tile.id for tile in STANDARD for _ in range(tile.count))
SPECIAL_BAG: Final[Bag] = tuple(tile.id for tile in SPECIAL)


def with_tile(bag: Bag, tile: str) -> Bag:
    """A bag with one tile more."""
    return bag_of((*bag, tile))


def without_tile(bag: Bag, tile: str) -> Bag:
    """A bag with one tile of that kind less; as it was if it had none."""
    if tile not in bag:
        return bag
    at = bag.index(tile)
    return bag[:at] + bag[at + 1 :]


def standard_in(bag: Bag) -> Bag:
    """The standard tiles of a bag: those that come back to an empty pool (HUNT-002)."""
    return tuple(tile for tile in bag if TILES[tile].colour == "standard")


def eyes_in(bag: Bag) -> Bag:
    """The Eye tiles of a bag: those that come back for Mordor (HUNT-026)."""
    return tuple(tile for tile in bag if TILES[tile].value == "eye")


def counts(bag: Bag) -> tuple[tuple[Tile, int], ...]:
    """How many of each kind a bag holds, in the order of `ALL_TILES`."""
    return tuple((tile, bag.count(tile.id)) for tile in ALL_TILES if tile.id in bag)
