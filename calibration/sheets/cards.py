"""The sheet of card labels: a QR code and a name for the face side of a card's sleeve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import segno
from numpy.typing import NDArray

from calibration.sheets.fonts import text_width_mm, unprintable
from calibration.sheets.frame import body_bottom_mm, body_top_mm, framed_sheet
from calibration.sheets.modules import module_area
from calibration.sheets.shapes import MARGIN_MM, PALE, Line, Paper, Shape, Sheet, SheetError, Text

LABEL_WIDTH_MM: Final = 26.0
LABEL_HEIGHT_MM: Final = 27.0
CODE_MM: Final = 20.0
"""Side of a code with the quiet zone around it."""
QUIET_MODULES: Final = 4
_LARGEST_VERSION: Final = 4
_TEXT_MM: Final = 1.7
_SMALLEST_TEXT_MM: Final = 1.1
_TICK_MM: Final = 2.0
_GROUP_TEXT_MM: Final = 7.0


@dataclass(frozen=True, slots=True)
class CardLabel:
    """One label.

    Attributes:
        data: what the code says.
        name: what is printed under it.
    """

    data: str
    name: str


def load_labels(path: str | Path) -> tuple[CardLabel, ...]:
    """Read the names of cards from a text file, one a line; empty lines do not count.

    The code says the name. A line ``id<tab>name`` has the code say the id instead.

    Raises:
        SheetError: the file cannot be read, is empty, or says the same twice.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SheetError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise SheetError(f"{path}: is not a text file in UTF-8") from error
    labels: list[CardLabel] = []
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        data, _, name = (part.strip() for part in line.partition("\t"))
        if not data:
            continue
        if data in lines:
            raise SheetError(
                f"{path}, line {number}: {data!r} is also on line {lines[data]}; "
                "number cards that are alike"
            )
        lines[data] = number
        labels.append(CardLabel(data, name or data))
    if not labels:
        raise SheetError(f"{path}: expected the name of a card on each line, found none")
    return tuple(labels)


def card_sheet(labels: Sequence[CardLabel], paper: Paper) -> Sheet:
    """The labels in rows, as many to a page as fit.

    Raises:
        SheetError: a name is too long, or has characters that cannot be printed.
    """
    columns = int((paper.width_mm - 2 * MARGIN_MM) / LABEL_WIDTH_MM)
    room_mm = body_bottom_mm(paper) - body_top_mm() - _GROUP_TEXT_MM
    rows = int(room_mm / LABEL_HEIGHT_MM)
    size = columns * rows
    bodies = [
        _page_shapes(labels[start : start + size], columns, paper)
        for start in range(0, len(labels), size)
    ]
    return framed_sheet(
        "Card labels",
        "Stick each label on the face side of its card's sleeve, never on the back: "
        "the back must not tell cards apart.",
        paper,
        bodies,
    )


def code_modules(label: CardLabel) -> NDArray[np.bool_]:
    """Dark modules of a label's QR code, without the quiet zone.

    Raises:
        SheetError: the data are too long for a code that a camera reads from above.
    """
    code = segno.make(label.data, error="m", micro=False)
    if int(code.version) > _LARGEST_VERSION:
        raise SheetError(
            f"the card name {label.data!r} is too long for a label: put a short id and a tab in "
            "front of it"
        )
    return np.array([list(row) for row in code.matrix], dtype=np.bool_)


def _page_shapes(labels: Sequence[CardLabel], columns: int, paper: Paper) -> list[Shape]:
    left_mm = (paper.width_mm - columns * LABEL_WIDTH_MM) / 2
    top_mm = body_top_mm()
    shapes: list[Shape] = []
    for index, label in enumerate(labels):
        row, column = divmod(index, columns)
        at = (left_mm + column * LABEL_WIDTH_MM, top_mm + row * LABEL_HEIGHT_MM)
        shapes += label_shapes(label, at)
    full_rows, rest = divmod(len(labels), columns)
    rows = full_rows + (1 if rest else 0)
    for row in range(rows + 1):
        across = columns if row <= full_rows and full_rows else rest
        y_mm = top_mm + row * LABEL_HEIGHT_MM
        right_mm = left_mm + across * LABEL_WIDTH_MM + _TICK_MM
        shapes.append(Line((left_mm - _TICK_MM, y_mm), (right_mm, y_mm), 0.1, PALE))
    for column in range((columns if full_rows else rest) + 1):
        down = rows if column <= rest or not rest else full_rows
        x_mm = left_mm + column * LABEL_WIDTH_MM
        bottom_mm = top_mm + down * LABEL_HEIGHT_MM + _TICK_MM
        shapes.append(Line((x_mm, top_mm - _TICK_MM), (x_mm, bottom_mm), 0.1, PALE))
    words = (
        f"{len(labels)} labels: {labels[0].name} to {labels[-1].name}."
        if len(labels) > 1
        else f"1 label: {labels[0].name}."
    )
    text_mm = top_mm + rows * LABEL_HEIGHT_MM + _TICK_MM + 3.0
    shapes.append(Text((left_mm, text_mm), words, 1.9))
    return shapes


def label_shapes(label: CardLabel, corner_mm: tuple[float, float]) -> list[Shape]:
    """Code and name of one label.

    Raises:
        SheetError: the name is too long, or has characters that cannot be printed.
    """
    foreign = unprintable(label.name)
    if foreign:
        raise SheetError(
            f"the card name {label.name!r} has characters that the sheet's font lacks: {foreign}; "
            "write it in Latin letters, or put it in front of a tab and a Latin name behind"
        )
    left, top = corner_mm
    dark = code_modules(label)
    module_mm = CODE_MM / (len(dark) + 2 * QUIET_MODULES)
    inset_mm = (LABEL_WIDTH_MM - len(dark) * module_mm) / 2
    code_at = (left + inset_mm, top + QUIET_MODULES * module_mm + 0.5)
    middle = left + LABEL_WIDTH_MM / 2
    lines = _wrapped(label.name)
    first_mm = top + CODE_MM + (3.0 if len(lines) == 1 else 1.9)
    return [
        module_area(dark, code_at, module_mm),
        *(
            Text((middle, first_mm + 2.7 * row), line.text, line.height_mm, anchor="middle")
            for row, line in enumerate(lines)
        ),
    ]


def _wrapped(name: str) -> list[Text]:
    """The name on one line or two, smaller where it must be."""
    words = name.split()
    halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    room_mm = LABEL_WIDTH_MM - 2.0
    height_mm = _TEXT_MM
    while height_mm >= _SMALLEST_TEXT_MM:
        for parts in ((name,), *sorted(halves, key=lambda pair: max(map(len, pair)))):
            lines = [Text((0.0, 0.0), part, height_mm) for part in parts]
            if all(text_width_mm(line) <= room_mm for line in lines):
                return lines
        height_mm -= 0.1
    raise SheetError(
        f"the card name {name!r} is too long for a label of {LABEL_WIDTH_MM:g} mm: shorten it"
    )
