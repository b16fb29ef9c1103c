"""``companion lookup``: one cell of a rules table or of the map, and where its value comes from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from companion.box_files import load_box_file, read_box_text
from companion.cli.errors import CommandFailed, failing_on
from companion.cli.options import SAMPLE
from companion.games.fellowship.box.check import check_box
from companion.games.fellowship.box.file import EMPTY_BOX, BoxError, BoxFile
from companion.games.fellowship.box.findings import Finding
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.tables.cells import Cell, UnknownCell
from companion.games.fellowship.tables.lookup_request import look_up, table_list
from companion.games.fellowship.tables.rules_tables import NoSuchCellError
from companion.toml_lines import find_line

_ASKED: Final = {
    "mover": "the player whose marker it concerns",
    "fellowship": "the Fellowship player",
    "enemy": "the Enemy player",
}


# Columns of T.5 begin with -1, which is no option.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("table", required=False)
@click.argument("row", required=False)
@click.argument("column", required=False)
@click.option("--box", "box_file", help="A box file, or the word sample for the sample box.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each cell.")
def lookup(
    table: str | None, row: str | None, column: str | None, box_file: str | None, *, as_json: bool
) -> None:
    """Look up a rules table, such as T.5 haven 11, T.1 horse open,open or T.2 ford bad.

    TABLE map shows a hex or hexside, such as map 14,h. Without COLUMN a whole row is shown, without
    ROW the whole table. A box file that breaks a constraint is named with the cell, and the status
    is 1.
    """
    if table is None:
        raise CommandFailed(f"expected a table; there are {table_list()}")
    with failing_on(BoxError, NoSuchCellError):
        box = _load(box_file)
        cells = look_up(box, table, row, column)
    for cell in cells:
        click.echo(json.dumps(_as_data(cell)) if as_json else _as_words(cell))
    findings = check_box(box)
    if findings:
        raise CommandFailed("\n".join(_complaints(findings, box_file)))


def _load(box_file: str | None) -> BoxFile:
    if box_file is None:
        return EMPTY_BOX
    return sample_box() if box_file == SAMPLE else load_box_file(Path(box_file))


def _complaints(findings: list[Finding], box_file: str | None) -> Iterator[str]:
    text = "" if box_file in (None, SAMPLE) else read_box_text(Path(str(box_file)))
    yield "the box breaks what the rulebook says of its tables and map:"
    for finding in findings:
        line = find_line(text, finding.path)
        where = "" if line is None else f"{box_file}, line {line}: "
        yield f"  {where}{finding.cell}: {finding.why} ({finding.section})"


def _as_words(cell: Cell | UnknownCell) -> str:
    address = f"{cell.table} {cell.row} {cell.column}"
    if isinstance(cell, Cell):
        return f"{address}: {cell.value}  ({cell.source.text})"
    return f"{address}: unknown; {_ASKED[cell.asked]} will be asked: {cell.question}"


def _as_data(cell: Cell | UnknownCell) -> dict[str, Any]:
    data: dict[str, Any] = {"table": cell.table, "row": cell.row, "column": cell.column}
    if isinstance(cell, Cell):
        source = {"kind": cell.source.kind, "section": cell.source.section}
        return data | {"value": cell.value, "source": source}
    return data | {
        "value": None,
        "source": {"kind": "unknown", "section": ""},
        "asked": cell.asked,
        "question": cell.question,
        "choices": list(cell.choices),
    }
