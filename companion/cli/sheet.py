"""``companion sheet``: write a sheet to print as PDF in true size."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from calibration.scheme import SchemeError, scheme_named
from calibration.sheets.boards import board_sheet
from calibration.sheets.cards import CardLabel, card_sheet, load_labels
from calibration.sheets.corners import corner_sheet
from calibration.sheets.frame import PRINT_NOTE
from calibration.sheets.lens_target import lens_sheet
from calibration.sheets.pdf import sheet_pdf
from calibration.sheets.shapes import PAPERS, Paper, Sheet, SheetError, paper_named
from calibration.sheets.stickers import sticker_sheet
from companion.box_files import load_box_file
from companion.cli.boards import BoardNotKnownError, board_named
from companion.cli.errors import failing_on
from companion.cli.options import SAMPLE
from companion.cli.output import counted, write_out
from companion.games.fellowship.box.card_labels import card_labels
from companion.games.fellowship.box.file import EMPTY_BOX, BoxError
from companion.games.fellowship.box.sample import sample_box
from companion.service.games import BOARDS
from companion.service.settings import Settings, home_directory

KINDS = ("stickers", "corners", "lens", "cards", "board")


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("out", metavar="OUT.pdf", type=click.Path(dir_okay=False))
@click.option(
    "--paper",
    "paper_name",
    type=click.Choice(tuple(PAPERS)),
    default="a4",
    show_default=True,
    help="Paper that the sheet is printed on.",
)
@click.option(
    "--scheme",
    "scheme_name",
    default="anonymous",
    show_default=True,
    metavar="anonymous|serial|FILE",
    help="For stickers and corners: the sticker scheme.",
)
@click.option(
    "--names",
    metavar="FILE",
    help="For cards: a text file with the name of a card on each line, in place of the cards that "
    "the program knows.",
)
@click.option(
    "--box",
    "box_file",
    metavar="FILE|sample",
    help="For cards and a board: the box file with your event cards, or with the places of your "
    "map; without it the one that `companion serve` keeps.",
)
@click.option(
    "--game",
    type=click.Choice(tuple(BOARDS)),
    help="For a board: the game whose tracks are printed.",
)
def sheet(  # noqa: PLR0913 - each is an option that a person types
    *,
    kind: str,
    out: str,
    paper_name: str,
    scheme_name: str,
    names: str | None,
    box_file: str | None,
    game: str | None,
) -> None:
    """Write a sheet of stickers, corner brackets, the lens target, card labels or a board.

    Print it at 100 percent; every page has a ruler to check.
    """
    if names is not None and kind != "cards":
        raise click.UsageError(f"--names is for cards, a sheet of {kind} has none")
    if box_file is not None and (kind not in ("cards", "board") or names is not None):
        raise click.UsageError("--box is for a board, and for cards without --names")
    if (game is not None) != (kind == "board"):
        raise click.UsageError(f"a board needs --game, one of {', '.join(BOARDS)}; no other does")
    paper = paper_named(paper_name)
    with failing_on(SheetError, SchemeError, BoxError, BoardNotKnownError):
        if game is not None:
            made = board_sheet(board_named(game, box_file), paper)
        else:
            made = _made(kind, paper, scheme_name, partial(_labels, names, box_file))
        data = sheet_pdf(made)
    write_out(Path(out), data)
    pages = counted(len(made.pages), "page", "pages")
    click.echo(f"{out}: {pages} of {paper_name} paper. {PRINT_NOTE}")


def _labels(names: str | None, box_file: str | None) -> tuple[CardLabel, ...]:
    """The labels of a list of names, else of every card that the program knows by name.

    Raises:
        BoxError, SheetError: a file cannot be read.
    """
    if names is not None:
        return load_labels(names)
    if box_file == SAMPLE:
        box = sample_box()
    elif box_file is not None:
        box = load_box_file(Path(box_file))
    else:
        kept = Settings(home=home_directory(os.environ)).kept_box
        box = load_box_file(kept) if kept.exists() else EMPTY_BOX
    return tuple(CardLabel(data, name) for data, name in card_labels(box))


def _made(
    kind: str, paper: Paper, scheme_name: str, labels: Callable[[], tuple[CardLabel, ...]]
) -> Sheet:
    if kind == "lens":
        return lens_sheet(paper)
    if kind == "cards":
        return card_sheet(labels(), paper)
    scheme = scheme_named(scheme_name)
    return sticker_sheet(scheme, paper) if kind == "stickers" else corner_sheet(scheme, paper)
