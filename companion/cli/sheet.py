"""``companion sheet``: write a sheet to print as PDF in true size."""

from __future__ import annotations

from pathlib import Path

import click

from calibration.scheme import SchemeError, StickerScheme, default_scheme, load_scheme
from calibration.sheets.cards import NUMBERED_LABELS, card_sheet, load_labels, numbered_labels
from calibration.sheets.corners import corner_sheet
from calibration.sheets.frame import PRINT_NOTE
from calibration.sheets.lens_target import lens_sheet
from calibration.sheets.pdf import sheet_pdf
from calibration.sheets.shapes import PAPERS, Paper, Sheet, SheetError, paper_named
from calibration.sheets.stickers import sticker_sheet
from companion.cli.errors import failing_on

KINDS = ("stickers", "corners", "lens", "cards")


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("out", metavar="OUT.pdf", type=click.Path(dir_okay=False))
@click.option(
    "--paper", "paper_name", type=click.Choice(tuple(PAPERS)), default="a4", show_default=True
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
    help="For cards: a text file with the name of a card on each line; without it "
    f"{NUMBERED_LABELS} labels are numbered.",
)
def sheet(kind: str, out: str, paper_name: str, scheme_name: str, names: str | None) -> None:
    """Write a sheet of stickers, corner brackets, the lens target or card labels.

    Print it at 100 percent; every page has a ruler to check.
    """
    if names is not None and kind != "cards":
        raise click.UsageError(f"--names is for cards, a sheet of {kind} has none")
    with failing_on(SheetError, SchemeError):
        made = _made(kind, paper_named(paper_name), scheme_name, names)
        data = sheet_pdf(made)
        _write(Path(out), data)
    pages = "1 page" if len(made.pages) == 1 else f"{len(made.pages)} pages"
    click.echo(f"{out}: {pages} of {paper_name} paper. {PRINT_NOTE}")


def _made(kind: str, paper: Paper, scheme_name: str, names: str | None) -> Sheet:
    if kind == "lens":
        return lens_sheet(paper)
    if kind == "cards":
        return card_sheet(numbered_labels() if names is None else load_labels(names), paper)
    scheme = _scheme(scheme_name)
    return sticker_sheet(scheme, paper) if kind == "stickers" else corner_sheet(scheme, paper)


def _scheme(name: str) -> StickerScheme:
    match name:
        case "anonymous" | "serial":
            return default_scheme(name)
        case _:
            return load_scheme(name)


def _write(out: Path, data: bytes) -> None:
    try:
        out.write_bytes(data)
    except OSError as error:
        raise SheetError(
            f"{out} cannot be written ({error.strerror}): name a file in a folder that exists"
        ) from error
