"""The doctor's look at the owner's box file: does it read, does it fit, how much is filled in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.box_files import load_box_file
from companion.games.fellowship.box.check import check_box, progress
from companion.games.fellowship.box.file import BoxError
from companion.service.doctor_finding import Finding

_NAMED = 5


def examine_box(path: Path, *, is_named: bool) -> Iterator[Finding]:
    """Look at a box file.

    Args:
        path: the file.
        is_named: whether a person named it; one that is not there is then trouble.
    """
    if not path.exists() and not is_named:
        yield Finding(
            part="box",
            level="note",
            text="There is no box file yet.",
            mend="What your charts say is asked when play meets it, once; or write it beforehand "
            "(docs/box-file.md).",
        )
        return
    try:
        box = load_box_file(path)
    except BoxError as error:
        mend = "Mend the line that is named, or name another file with --box."
        yield Finding(part="box", level="trouble", text=str(error), mend=mend)
        return
    wrong = check_box(box)
    if wrong:
        cells = ", ".join(finding.cell for finding in wrong[:_NAMED])
        more = f" and {len(wrong) - _NAMED} more" if len(wrong) > _NAMED else ""
        yield Finding(
            part="box",
            level="trouble",
            text=f"{path} breaks what the rulebook says: {cells}{more}.",
            mend=f"Run `companion lookup map --box {path}` for the lines and reasons.",
        )
    done = progress(box)
    if done.known == done.needed:
        yield Finding(part="box", level="well", text=f"{path} is complete.")
    else:
        yield Finding(
            part="box",
            level="note",
            text=f"{path} has {done.known:,} of the {done.needed:,} cells that play can need.",
            mend="The rest is asked when play meets it, each cell once.",
        )
