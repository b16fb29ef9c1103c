"""The box file of this game: its values by address, as text and as the rules use them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec

from companion.games.quest.cards import hobbit_text
from companion.games.quest.cells import CELLS, check_value
from companion.games.quest.names import (
    BAG_END,
    EVENT_BOXES,
    FEATURE_COUNTS,
    GREY,
    HOBBIT_CARDS,
    LIFE_TOKENS,
    LINES,
    MORDOR,
    SCENARIOS,
    SYMBOLS,
    TILE_COUNT,
    TILES,
    TITLES,
    TOKENS,
    WHITE,
)
from companion.games.quest.phrases import Effect, read_line
from companion.table.box_editor import BoxTextError
from companion.toml_lines import TomlTextError, find_line, read_toml

FORMAT: Final = 1
GAME_ID: Final = "quest"


class BoxFile(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a box.

    Attributes:
        name: what its owner calls it.
        is_sample: invented, and said so on every screen.
        values: text of each cell by address.
    """

    name: str = ""
    is_sample: bool = False
    values: Mapping[str, str] = {}

    def get(self, address: str) -> str:
        """What is printed or filled in at an address, empty where nothing is known."""
        return CELLS[address].printed or self.values.get(address, "")

    def number(self, address: str) -> int:
        """A count, 0 where it is not known."""
        return int(self.get(address) or "0")


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario board.

    Attributes:
        main: its main line.
        lines: for each line that it has the effects of its spaces.
        scores: points of each space of the main line.
        events: what its event boxes say, as `phrases.read_event` reads it.
        features: its feature cards, the first to be taken by ``feature 1``.
    """

    main: str
    lines: Mapping[str, tuple[tuple[Effect, ...], ...]]
    scores: tuple[int, ...]
    events: tuple[str, ...]
    features: tuple[str, ...]


@lru_cache(maxsize=8)
def read_box(text: str) -> BoxFile:
    """A box from its text; an empty one is a box of which nothing is known.

    Raises:
        BoxTextError: the text is no box file of this game.
    """
    if not text.strip():
        return BoxFile()
    try:
        data = read_toml(text)
    except TomlTextError as error:
        raise BoxTextError(error.line, error.reason) from error
    if data.get("format") != FORMAT or data.get("game") != GAME_ID:
        raise BoxTextError(None, f"expected 'format = {FORMAT}' and 'game = \"{GAME_ID}\"'")
    values = data.get("values", {})
    if not isinstance(values, dict):
        raise BoxTextError(find_line(text, ("values",)), "expected a table of values")
    for address, value in values.items():
        why = check_value(address, value) if isinstance(value, str) else "expected a text"
        if why is not None:
            raise BoxTextError(find_line(text, ("values", address)), f"{address}: {why}")
    name = data.get("name", "")
    is_sample = data.get("is_sample", False)
    if not isinstance(name, str) or not isinstance(is_sample, bool):
        raise BoxTextError(None, "expected a text as name, and true or false as is_sample")
    return BoxFile(name=name, is_sample=is_sample, values=values)


def write_box(box: BoxFile) -> str:
    """The text of a box; `read_box` gives the box back."""
    lines = [
        "# Box file: what the owner of a box knows.",
        f"format = {FORMAT}",
        f"game = {json.dumps(GAME_ID)}",
        f"name = {json.dumps(box.name, ensure_ascii=False)}",
        f"is_sample = {str(box.is_sample).lower()}",
        "",
        "[values]",
    ]
    lines += [
        f"{json.dumps(address)} = {json.dumps(box.values[address], ensure_ascii=False)}"
        for address in CELLS
        if address in box.values
    ]
    return "\n".join(lines) + "\n"


def with_value(box: BoxFile, address: str, value: str) -> BoxFile:
    """The box with a value put in, or taken out where it is empty."""
    values = {key: one for key, one in box.values.items() if key != address}
    if value:
        values[address] = value
    return msgspec.structs.replace(box, values=values)


def hobbit_deck(box: BoxFile) -> tuple[str, ...]:
    """The Hobbit cards of a box."""
    return tuple(
        hobbit_text(colour, symbol)
        for colour in (WHITE, GREY)
        for symbol in SYMBOLS
        for _ in range(box.number(f"hobbit/{colour}/{symbol}"))
    )


def tile_pile(box: BoxFile) -> tuple[str, ...]:
    """The event tiles of a box."""
    return tuple(tile for tile in TILES for _ in range(box.number(f"tile/{tile}")))


def features_of(box: BoxFile, stage: str) -> tuple[str, ...]:
    """The feature cards of a place, as texts of `cards.read_card`."""
    count = FEATURE_COUNTS.get(stage, 0)
    return tuple(box.get(f"feature/{stage}/{number}") for number in range(1, count + 1))


def board_of(box: BoxFile, stage: str) -> Board:
    """A scenario board, every value of which must be known."""
    lines = {line: read_line(box.get(f"{stage}/{line}")) for line in LINES}
    return Board(
        main=box.get(f"{stage}/main"),
        lines={line: spaces for line, spaces in lines.items() if spaces},
        scores=tuple(int(one) for one in box.get(f"{stage}/scores").split()),
        events=tuple(box.get(f"{stage}/event/{number}") for number in range(1, EVENT_BOXES + 1)),
        features=features_of(box, stage),
    )


def box_findings(box: BoxFile) -> tuple[tuple[str, str], ...]:
    """Address and reason of everything that does not add up in a box."""
    found = []
    for sheet, addresses, total in (
        ("hobbit", [one for one in CELLS if one.startswith("hobbit/")], HOBBIT_CARDS),
        ("tile", [f"tile/{tile}" for tile in TILES], TILE_COUNT),
        ("token", [f"token/{token}" for token in TOKENS], LIFE_TOKENS),
    ):
        if all(box.get(address) for address in addresses):
            count = sum(box.number(address) for address in addresses)
            if count != total:
                found.append((addresses[0], f"{sheet}: {count} in all, {total} are in the box"))
    for stage in SCENARIOS:
        found += _board_findings(box, stage)
        scores = box.get(f"{stage}/scores").split()
        if stage == MORDOR and scores and scores[-1] != "60":
            found.append((f"{stage}/scores", "the last space of Mordor's main line is 60"))
    return tuple(found)


def _board_findings(box: BoxFile, stage: str) -> list[tuple[str, str]]:
    """What of a board's main line does not fit together, as far as it is known."""
    main = box.get(f"{stage}/main")
    spaces = box.get(f"{stage}/{main}") if main else ""
    scores = box.get(f"{stage}/scores").split()
    if not spaces:
        return []
    if not read_line(spaces):
        return [(f"{stage}/main", f"{TITLES[stage]}: the board lacks its main line, {main}")]
    count = len(read_line(spaces))
    if scores and count != len(scores):
        return [(f"{stage}/scores", f"{TITLES[stage]}: {len(scores)} points for {count} spaces")]
    return []


def unplayable(box: BoxFile, stage: str) -> tuple[tuple[str, str], ...]:
    """Address and reason of what is known for a place and cannot be played as it stands.

    Sums that are off by some cards do not hinder anybody; these do.
    """
    if stage == BAG_END:
        tiles = [f"tile/{tile}" for tile in TILES]
        known = all(box.get(address) for address in tiles)
        if known and not any(box.number(address) for address in tiles):
            return tuple(
                (address, "no event tile at all: each turn turns one over") for address in tiles
            )
        return ()
    if stage not in SCENARIOS:
        return ()
    main = box.get(f"{stage}/main")
    return tuple(
        (one, why)
        for address, why in _board_findings(box, stage)
        for one in dict.fromkeys((address, f"{stage}/{main}"))
        if not CELLS[one].printed
    )
