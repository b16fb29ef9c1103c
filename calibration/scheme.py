"""Reading a sticker scheme from a TOML file, with the line of every fault.

Lengths are inches in the board frame: origin at the map's north-west corner, x east, y south.
The format::

    name = "..."                 # for people
    family = "DICT_5X5_50"       # an OpenCV dictionary
    kind = "anonymous"           # or "serial"
    cube_side_in = 0.5
    marker_tag_side_in = 0.3543
    [board]                      # width_in, height_in, hex_flat_to_flat_in, columns, full_columns
    [tags]                       # anonymous: first and last tag of a colour, one tag a face
    green = [0, 5]
    [markers]                    # anonymous: how many markers of each colour the box holds
    green = 28
    [serials]                    # serial: first and last marker of a colour, six tags each
    green = [0, 27]
    [[corners]]                  # tag_id, x_in, y_in, side_in: at least three
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final, cast

from calibration.families import TagFamily, family_names, find_family
from calibration.scheme_types import (
    FACES,
    CornerTag,
    MarkerColour,
    SchemeError,
    SchemeKind,
    StickerScheme,
    TagMeaning,
)
from calibration.toml_lines import TomlFile, TomlFileError, load_toml
from companion.board.board import Board
from companion.board.grid import HexGrid, Parity
from companion.toml_lines import spelled

__all__ = [
    "FACES",
    "FEWEST_CORNERS",
    "CornerTag",
    "MarkerColour",
    "SchemeError",
    "SchemeKind",
    "StickerScheme",
    "TagMeaning",
    "default_scheme",
    "load_scheme",
    "scheme_named",
]

FEWEST_CORNERS: Final = 3
_MOST_COLUMNS: Final = 99
_LARGEST: Final = 1e6
"""Larger than anything about a table, small enough to be reckoned with."""

_Key = tuple[str | int, ...]


def load_scheme(path: str | Path) -> StickerScheme:
    """Read a scheme file.

    Raises:
        SchemeError: the file cannot be read or used; the text names file, line and remedy.
    """
    try:
        return _parse(load_toml(Path(path)))
    except TomlFileError as error:
        raise SchemeError(str(error)) from error


def default_scheme(kind: SchemeKind = "anonymous") -> StickerScheme:
    """The scheme that comes with the program."""
    with resources.as_file(resources.files("calibration") / "data" / f"{kind}.toml") as path:
        return load_scheme(path)


def scheme_named(name: str | Path | None, board: Board | None = None) -> StickerScheme:
    """The program's own scheme of that kind, or the one in that file.

    Args:
        name: ``anonymous``, ``serial`` or the path of a file; None for the anonymous one.
        board: what lies on the table, None for the board of the scheme.

    Raises:
        SchemeError: the file cannot be read or used.
    """
    match "anonymous" if name is None else str(name):
        case "anonymous" | "serial" as kind:
            scheme = default_scheme(kind)
        case path:
            scheme = load_scheme(path)
    return scheme if board is None else scheme.on(board)


def _parse(file: TomlFile) -> StickerScheme:
    family = _family(file)
    kind = _text(file, ("kind",))
    if kind not in ("serial", "anonymous"):
        raise file.error(("kind",), f'expected kind = "serial" or "anonymous", got {kind!r}')
    scheme = StickerScheme(
        name=_text(file, ("name",)),
        family=family,
        kind=cast("SchemeKind", kind),
        cube_side_in=_length(file, ("cube_side_in",)),
        marker_tag_side_in=_length(file, ("marker_tag_side_in",)),
        board=_board(file),
        corners=_corners(file),
        colours=_serial_colours(file) if kind == "serial" else _anonymous_colours(file),
    )
    if scheme.marker_tag_side_in >= scheme.cube_side_in:
        raise file.error(
            ("marker_tag_side_in",),
            f"a tag needs a white edge, so it must be smaller than the cube's "
            f"{scheme.cube_side_in} in, got {scheme.marker_tag_side_in}",
        )
    _check_tags(file, scheme)
    return scheme


def _check_tags(file: TomlFile, scheme: StickerScheme) -> None:
    """Every tag exists in the family and is used once."""
    size = len(scheme.family.codes)
    taken: dict[int, str] = {}
    table = "serials" if scheme.kind == "serial" else "tags"
    for colour in scheme.colours:
        count = FACES * (colour.markers if scheme.kind == "serial" else 1)
        for tag_id in range(colour.first_tag, colour.first_tag + count):
            if tag_id >= size:
                raise file.error(
                    (table, colour.name),
                    f"{colour.name} needs tag {tag_id}, but {scheme.family.name} ends at "
                    f"{size - 1}",
                )
            if tag_id in taken:
                raise file.error(
                    (table, colour.name),
                    f"tag {tag_id} is given to {colour.name} and to {taken[tag_id]}",
                )
            taken[tag_id] = colour.name
    for index, corner in enumerate(scheme.corners):
        key = ("corners", index, "tag_id")
        if not 0 <= corner.tag_id < size:
            raise file.error(
                key, f"expected a corner tag from 0 to {size - 1}, got {corner.tag_id}"
            )
        if corner.tag_id in taken:
            raise file.error(
                key, f"corner tag {corner.tag_id} is also given to {taken[corner.tag_id]}"
            )
        taken[corner.tag_id] = f"corner {index + 1}"


def _family(file: TomlFile) -> TagFamily:
    name = _text(file, ("family",))
    family = find_family(name)
    if family is None:
        known = ", ".join(family_names())
        raise file.error(("family",), f"unknown tag family {name!r}; known are {known}")
    return family


def _board(file: TomlFile) -> Board:
    parity = _text(file, ("board", "full_columns"))
    if parity not in ("even", "odd"):
        raise file.error(
            ("board", "full_columns"), f'expected full_columns = "even" or "odd", got {parity!r}'
        )
    columns = _whole(file, ("board", "columns"))
    if not 1 <= columns <= _MOST_COLUMNS:
        raise file.error(
            ("board", "columns"), f"expected from 1 to {_MOST_COLUMNS} columns, got {columns}"
        )
    return Board.of_hexes(
        HexGrid(
            width_in=_length(file, ("board", "width_in")),
            height_in=_length(file, ("board", "height_in")),
            flat_to_flat_in=_length(file, ("board", "hex_flat_to_flat_in")),
            columns=columns,
            full_columns=cast("Parity", parity),
        )
    )


def _corners(file: TomlFile) -> tuple[CornerTag, ...]:
    entries = file.values.get("corners")
    if not isinstance(entries, list) or len(entries) < FEWEST_CORNERS:
        found = len(entries) if isinstance(entries, list) else 0
        raise file.error(
            ("corners",),
            f"expected at least {FEWEST_CORNERS} tables [[corners]], got {found}",
        )
    return tuple(
        CornerTag(
            tag_id=_whole(file, ("corners", index, "tag_id")),
            x_in=_number(file, ("corners", index, "x_in")),
            y_in=_number(file, ("corners", index, "y_in")),
            side_in=_length(file, ("corners", index, "side_in")),
        )
        for index in range(len(entries))
    )


def _serial_colours(file: TomlFile) -> tuple[MarkerColour, ...]:
    colours = []
    for name in _names(file, "serials"):
        first, last = _span(file, ("serials", name))
        colours.append(MarkerColour(name, FACES * first, first, last - first + 1))
    return tuple(colours)


def _anonymous_colours(file: TomlFile) -> tuple[MarkerColour, ...]:
    colours = []
    serial = 0
    for name in _names(file, "tags"):
        first, last = _span(file, ("tags", name))
        if last - first + 1 != FACES:
            raise file.error(
                ("tags", name), f"expected {FACES} tags, one a face, got {last - first + 1}"
            )
        markers = _whole(file, ("markers", name))
        if markers < 1:
            raise file.error(("markers", name), f"expected at least one marker, got {markers}")
        colours.append(MarkerColour(name, first, serial, markers))
        serial += markers
    return tuple(colours)


def _names(file: TomlFile, table: str) -> list[str]:
    entries = file.values.get(table)
    if not isinstance(entries, dict) or not entries:
        raise file.error((table,), f"expected a table [{table}] with a line for each colour")
    return list(entries)


def _span(file: TomlFile, key: _Key) -> tuple[int, int]:
    value = _value(file, key)
    if (
        not isinstance(value, list)
        or len(value) != 2
        or any(not isinstance(end, int) or isinstance(end, bool) for end in value)
        or not 0 <= value[0] <= value[1]
    ):
        raise file.error(key, f"expected [first, last] as whole numbers, got {value!r}")
    return value[0], value[1]


def _value(file: TomlFile, key: _Key) -> object:
    value: object = file.values
    for part in key:
        table = dict(enumerate(value)) if isinstance(value, list) else value
        if not isinstance(table, dict) or part not in table:
            raise file.error(key, f"{spelled(key)} is missing")
        value = table[part]
    return value


def _text(file: TomlFile, key: _Key) -> str:
    value = _value(file, key)
    if not isinstance(value, str):
        raise file.error(key, f"expected {spelled(key)} as text, got {value!r}")
    return value


def _whole(file: TomlFile, key: _Key) -> int:
    value = _value(file, key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise file.error(key, f"expected {spelled(key)} as a whole number, got {value!r}")
    return value


def _number(file: TomlFile, key: _Key) -> float:
    value = _value(file, key)
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise file.error(key, f"expected {spelled(key)} as a number, got {value!r}")
    if not abs(value) <= _LARGEST:
        raise file.error(key, f"expected {spelled(key)} as a number of at most {_LARGEST:g}")
    return float(value)


def _length(file: TomlFile, key: _Key) -> float:
    value = _number(file, key)
    if value <= 0:
        raise file.error(key, f"expected {spelled(key)} as a length above 0, got {value}")
    return value
