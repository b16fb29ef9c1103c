"""A box file's text to its value, with the line of whatever is wrong in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import msgspec

from companion.board.hexes import BoardError, Direction, Hexside, hexside_between, parse_hex
from companion.games.fellowship.box.board_map import GRID, HALF_HEXES, side_name
from companion.games.fellowship.box.file import (
    BOX_FORMAT,
    BoxError,
    BoxFile,
    CardValues,
    EventCard,
    HalfEntry,
    HexEntry,
    HexsideEntry,
    MapData,
    RegionEntry,
)
from companion.games.fellowship.box.wrong_values import in_words
from companion.games.fellowship.facts.names import (
    ENEMY,
    FELLOWSHIP,
    OFF_BOARD_REGIONS,
    RANDOM_REGIONS,
    VICTORY_CLASSES,
    Feature,
    Forest,
    HexType,
    Terrain,
    Water,
)
from companion.games.fellowship.tables.printed import UNKNOWN, printed_tables
from companion.toml_lines import Path, TomlTextError, find_line, read_toml, spelled

_T = TypeVar("_T")
_TOP_KEYS: Final = (
    "format",
    "game",
    "name",
    "is_sample",
    "note",
    "tables",
    "map",
    "events",
    "cards",
)
FIELD_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "type": tuple(HexType),
    "water": tuple(Water),
    "forest": tuple(Forest),
    "region": RANDOM_REGIONS,
    "victory": VICTORY_CLASSES,
    "terrain": tuple(Terrain),
    "feature": tuple(Feature),
    "first": tuple(side_name(direction) for direction in Direction),
    "favours": (FELLOWSHIP, ENEMY),
}
"""The words that may stand in a field of the map or of an event."""

_MAP_KEYS: Final = ("hexes", "hexsides", "halves", "areas", "regions")


def parse_box(text: str, file: str = "box file") -> BoxFile:
    """Read the text of a box file.

    Args:
        text: TOML.
        file: name of the file, for the error.

    Raises:
        BoxError: the text is no TOML, or says something that a box file cannot say; with the line.
    """
    return _Reader(text, file).box()


def canonical_side(label: str) -> Hexside:
    """The hexside of a label with its hexes in either order.

    Raises:
        BoardError: no hexside of this map.
    """
    one, _, other = label.partition("/")
    return hexside_between(GRID.check(parse_hex(one)), GRID.check(parse_hex(other)))


class _Reader:
    """Reads one text; knows its lines so that every complaint can name one."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file

    def box(self) -> BoxFile:
        data = self._toml()
        self._check_keys(data, _TOP_KEYS, ())
        for key in ("format", "name"):
            if key not in data:
                raise self._error((key,), f"{key} is missing")
        if data["format"] != BOX_FORMAT:
            raise self._error(
                ("format",),
                f"this program reads box files with format = {BOX_FORMAT}, "
                f"this one says {data['format']!r}",
            )
        if data.get("game", "fellowship") != "fellowship":
            raise self._error(("game",), f'expected game = "fellowship", got {data["game"]!r}')
        events = data.get("events", [])
        if not isinstance(events, list):
            raise self._error(("events",), "expected events as [[events]]")
        for index, event in enumerate(events):
            self._check_event(event, ("events", index))
        return BoxFile(
            name=self._convert(data["name"], str, ("name",)),
            is_sample=self._convert(data.get("is_sample", False), bool, ("is_sample",)),
            note=self._convert(data.get("note", ""), str, ("note",)),
            tables=self._tables(self._section(data, "tables", ())),
            map=self._map(self._section(data, "map", ())),
            events=tuple(
                self._convert(event, EventCard, ("events", index))
                for index, event in enumerate(events)
            ),
            cards={
                name: self._convert(values, CardValues, ("cards", name))
                for name, values in self._section(data, "cards", ()).items()
            },
        )

    def _toml(self) -> dict[str, Any]:
        try:
            return read_toml(self._text)
        except TomlTextError as error:
            raise BoxError(self._file, error.line, error.reason) from error

    def _tables(self, data: dict[str, Any]) -> dict[str, dict[str, tuple[str, ...]]]:
        return {
            table_id: {
                row: self._row(table_id, row, values)
                for row, values in self._section(data, table_id, ("tables",)).items()
            }
            for table_id in data
            if self._check_table(table_id)
        }

    def _check_table(self, table_id: str) -> bool:
        if table_id not in printed_tables():
            known = ", ".join(printed_tables())
            raise self._error(("tables", table_id), f"no table {table_id!r}; there are {known}")
        return True

    def _row(self, table_id: str, row: str, data: object) -> tuple[str, ...]:
        table = printed_tables()[table_id]
        path = ("tables", table_id, row)
        if row not in table.rows:
            rows = ", ".join(table.rows)
            raise self._error(path, f"table {table_id} has no row {row!r}; there are {rows}")
        values = self._convert(data, tuple[str, ...], path)
        if len(values) != len(table.columns):
            raise self._error(
                path,
                f"table {table_id} has {len(table.columns)} columns, row {row!r} has "
                f'{len(values)}; write "{UNKNOWN}" for a cell that is not known',
            )
        for column, value in zip(table.columns, values, strict=True):
            if value != UNKNOWN and not table.accepts(value):
                raise self._error(path, f"column {column!r} of row {row!r} cannot show {value!r}")
        return values

    def _map(self, data: dict[str, Any]) -> MapData:
        self._check_keys(data, _MAP_KEYS, ("map",))
        areas = self._section(data, "areas", ("map",))
        return MapData(
            hexes=self._entries(data, "hexes", HexEntry, self._hex_label),
            hexsides=self._entries(data, "hexsides", HexsideEntry, self._side_label),
            halves=self._entries(data, "halves", HalfEntry, self._half_label),
            areas={
                name: self._labels(labels, ("map", "areas", name)) for name, labels in areas.items()
            },
            regions=self._regions(self._section(data, "regions", ("map",))),
        )

    def _entries(
        self, data: dict[str, Any], name: str, kind: type[_T], label_of: Callable[[str, Path], str]
    ) -> dict[str, _T]:
        found: dict[str, _T] = {}
        for key, entry in self._section(data, name, ("map",)).items():
            path = ("map", name, key)
            label = label_of(key, path)
            if label in found:
                raise self._error(path, f"{label} stands in the file twice")
            if isinstance(entry, dict):
                self._check_words(entry, path)
            found[label] = self._convert(entry, kind, path)
        return found

    def _check_words(self, entry: dict[str, Any], path: Path) -> None:
        for field, allowed in FIELD_WORDS.items():
            if field in entry and entry[field] not in allowed:
                raise self._error(
                    (*path, field),
                    f"{spelled((*path, field))} is one of {', '.join(allowed)}; "
                    f"got {entry[field]!r}",
                )

    def _check_event(self, event: object, path: Path) -> None:
        for half in ("first", "second"):
            if isinstance(event, dict) and isinstance(event.get(half), dict):
                self._check_words(event[half], (*path, half))

    def _regions(self, data: dict[str, Any]) -> dict[str, RegionEntry]:
        found = {}
        for name, entry in data.items():
            path = ("map", "regions", name)
            region = self._convert(entry, RegionEntry, path)
            for region_name in (name, *(region.regions or ())):
                if region_name not in OFF_BOARD_REGIONS:
                    known = ", ".join(OFF_BOARD_REGIONS)
                    raise self._error(path, f"no region {region_name!r}; there are {known}")
            hexes = None if region.hexes is None else self._labels(list(region.hexes), path)
            found[name] = msgspec.structs.replace(region, hexes=hexes)
        return found

    def _labels(self, data: object, path: Path) -> tuple[str, ...]:
        labels = self._convert(data, tuple[str, ...], path)
        return tuple(self._hex_label(label, path) for label in labels)

    def _hex_label(self, label: str, path: Path) -> str:
        try:
            return GRID.check(parse_hex(label)).label
        except BoardError as error:
            raise self._error(path, str(error)) from error

    def _side_label(self, label: str, path: Path) -> str:
        try:
            return canonical_side(label).label
        except BoardError as error:
            raise self._error(path, str(error)) from error

    def _half_label(self, label: str, path: Path) -> str:
        canonical = self._hex_label(label, path)
        cut = [place.label for place in HALF_HEXES]
        if canonical not in cut:
            raise self._error(path, f"only {', '.join(cut)} are cut in two, got {label!r}")
        return canonical

    def _section(self, data: dict[str, Any], name: str, path: Path) -> dict[str, Any]:
        section = data.get(name, {})
        if not isinstance(section, dict):
            dotted = ".".join(str(part) for part in (*path, name))
            raise self._error((*path, name), f"expected a section [{dotted}]")
        return section

    def _check_keys(self, data: dict[str, Any], known: Iterable[str], path: Path) -> None:
        for key in data:
            if key not in known:
                raise self._error(
                    (*path, key), f"unknown key {key!r}; known are {', '.join(known)}"
                )

    def _convert(self, value: object, kind: type[_T], path: Path) -> _T:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            inside, reason = in_words(error)
            raise self._error((*path, *inside), f"{spelled((*path, *inside))} {reason}") from error

    def _error(self, path: Path, reason: str) -> BoxError:
        """An error with the line of a path, or of the nearest part around it that is there."""
        return BoxError(self._file, find_line(self._text, path) or 1, reason)
