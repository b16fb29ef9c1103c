"""The doctor's look at the certificates with which tablets reach the table over HTTPS."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from companion.service.certificates import MISSING
from companion.service.doctor_finding import Finding, Level


def examine_certificates(folder: Path, now: datetime, *, is_wanted: bool) -> Iterator[Finding]:
    """Look at the certificates; nothing is made or renewed.

    Args:
        folder: where they lie.
        now: the moment, with its time zone.
        is_wanted: whether the table is to serve over HTTPS.
    """
    if not is_wanted and not folder.is_dir():
        return
    try:
        from companion.service.certificate_maker import Kept  # noqa: PLC0415 - an extra, slow to load
    except ImportError:
        if is_wanted:
            text, _, mend = MISSING.partition(". ")
            yield _finding("trouble", f"{text}.", mend)
        return
    kept = Kept(folder)
    if not kept.is_whole:
        text = f"There are no certificates for HTTPS in {folder} yet."
        yield _finding("note", text, "They are made when the table starts with --https.")
        return
    try:
        authority, table = kept.lives()
    except (OSError, ValueError) as error:
        yield _finding(
            "trouble",
            f"The certificates in {folder} cannot be used: {error}.",
            "Delete that folder to have new ones made; tablets then have to trust the table anew.",
        )
        return
    yield from _judged(authority, table, now)
    if kept.is_open_to_others:
        yield _finding(
            "trouble",
            f"Others on this computer can read the keys in {folder}.",
            f"Run `chmod -R go= {folder}`; if somebody may have read them, delete the folder to "
            "have new ones made.",
        )


def _judged(
    authority: tuple[datetime, datetime], table: tuple[datetime, datetime], now: datetime
) -> Iterator[Finding]:
    if now < max(authority[0], table[0]):
        yield _finding(
            "trouble",
            f"The certificates for HTTPS hold from {max(authority[0], table[0]):%Y-%m-%d} on: the "
            "clock was ahead when they were made, or it is behind now.",
            "Set the clock. If it is right, delete the folder https and start the table anew; "
            "tablets then have to trust it anew.",
        )
    elif now > authority[1]:
        yield _finding(
            "trouble",
            f"The table's authority for HTTPS ran out on {authority[1]:%Y-%m-%d}.",
            "Start the table anew: it makes another, and each tablet has to trust that.",
        )
    elif now > table[1]:
        yield _finding(
            "trouble",
            f"The table's certificate for HTTPS ran out on {table[1]:%Y-%m-%d}: tablets refuse it.",
            "Start the table anew: it is renewed then, and tablets need to do nothing.",
        )
    else:
        text = f"The table's certificate for HTTPS holds until {table[1]:%Y-%m-%d}."
        yield _finding("well", text)


def _finding(level: Level, text: str, mend: str = "") -> Finding:
    return Finding(part="network", level=level, text=text, mend=mend)
