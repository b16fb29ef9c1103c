"""``companion box``: look at the owner's box file, take it out, put one in, merge two owners'."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from companion.box_files import read_box_text
from companion.cli.errors import CommandFailed, failing_on
from companion.cli.options import FILE
from companion.cli.output import counted, write_out
from companion.games.fellowship.box.file import BoxError
from companion.service.instance import AlreadyRunningError, InstanceLock
from companion.service.settings import DEFAULT_GAME, Settings, SettingsError, home_directory
from companion.table.box_editor import BoxChangeError, BoxTextError

if TYPE_CHECKING:
    from companion.service.box_desk import BoxDesk

_LISTED: Final = 40


@click.group()
@click.option("--game", default=DEFAULT_GAME, show_default=True, help="Whose box file.")
@click.option("--box", type=FILE, help="The box file, where it is not the one of the table.")
@click.pass_context
def box(context: click.Context, game: str, box: Path | None) -> None:
    """Look at the owner's box file, export it, import one, or merge another owner's into it.

    The same is done in the browser, at the address of the table with /box.
    """
    context.obj = Settings(home=home_directory(os.environ), game=game, box=box)


@box.command()
@click.pass_obj
def check(settings: Settings) -> None:
    """Say how much is known and which cells do not fit the rulebook; status 1 if any does not."""
    with _reading(settings) as desk:
        summary = desk.summary()
    click.echo(
        f"{settings.kept_box}: {summary.percent} % known, {summary.known} of {summary.needed}"
    )
    for line in summary.sheets:
        if line.known < line.needed:
            click.echo(f"  {line.title}: {line.needed - line.known} of {line.needed} missing")
    if summary.map_known < summary.map_needed:
        missing = summary.map_needed - summary.map_known
        click.echo(f"  map: {missing} of {summary.map_needed} missing")
    if summary.findings:
        found = (f"  {one.address}: {one.why} ({one.section})" for one in summary.findings)
        raise CommandFailed("\n".join(("these cells do not fit the rulebook:", *found)))


@box.command(name="export")
@click.argument("out", type=FILE)
@click.pass_obj
def export_box(settings: Settings, out: Path) -> None:
    """Write the box file to OUT."""
    with _reading(settings) as desk:
        text = desk.text()
    write_out(out, text.encode())
    click.echo(f"{out}: written")


@box.command(name="import")
@click.argument("file", type=FILE)
@click.pass_obj
def import_box(settings: Settings, file: Path) -> None:
    """Put FILE in the place of the box file; the old one is kept beside it."""
    text = _text_of(file)
    with _changing(settings) as desk:
        try:
            kept = desk.replace(text)
        except BoxTextError as error:
            raise CommandFailed(f"{file}, {error}") from error
    rest = f"; the old file is {kept}" if kept else ""
    click.echo(f"{settings.kept_box}: now what {file} says{rest}")


@box.command()
@click.argument("file", type=FILE)
@click.option("--ours", is_flag=True, help="Keep our value wherever the two differ.")
@click.option("--theirs", is_flag=True, help="Take theirs wherever the two differ.")
@click.option("--take", multiple=True, metavar="ADDRESS", help="Take theirs in this cell.")
@click.pass_obj
def merge(
    settings: Settings, file: Path, *, ours: bool, theirs: bool, take: tuple[str, ...]
) -> None:
    """Put what only FILE knows into the box file.

    Where the two differ, the cells are listed and nothing changes until you say what counts, with
    --ours, --theirs or --take for single cells.
    """
    text = _text_of(file)
    with _changing(settings) as desk:
        try:
            plan = desk.merge_plan(text)
        except BoxTextError as error:
            raise CommandFailed(f"{file}, {error}") from error
        addresses = {conflict.address for conflict in plan.conflicts}
        strangers = [address for address in take if address not in addresses]
        if strangers:
            raise CommandFailed(f"the two do not differ in {', '.join(strangers)}")
        if plan.conflicts and not (ours or theirs or take):
            lines = [
                f"  {one.address}: ours {one.ours}, theirs {one.theirs}" for one in plan.conflicts
            ]
            more = len(lines) - _LISTED
            differ = counted(len(lines), "cell", "cells")
            raise CommandFailed(
                "\n".join(
                    (
                        f"the two differ in {differ}; say --ours, --theirs or --take:",
                        *lines[:_LISTED],
                        *((f"  and {more} more",) if more > 0 else ()),
                    )
                )
            )
        try:
            desk.merge(text, addresses if theirs else take)
        except BoxChangeError as error:
            raise CommandFailed(f"{file}: {error.reason}") from error
    added = counted(plan.added, "value", "values")
    click.echo(f"{settings.kept_box}: {added} added, {plan.equal:,} alike")


def _desk(settings: Settings) -> BoxDesk:
    from companion.service.box_desk import BoxDesk  # noqa: PLC0415 - needed by these commands alone
    from companion.service.games import load_box_editor  # noqa: PLC0415 - needed by these commands alone

    editor = load_box_editor(settings.named_game)
    if editor is None:
        raise CommandFailed(f"the game {settings.named_game!r} has no box file")
    return BoxDesk(settings.kept_box, editor)


@contextmanager
def _reading(settings: Settings) -> Iterator[BoxDesk]:
    if not settings.kept_box.is_file():
        raise CommandFailed(
            f"there is no box file {settings.kept_box} yet. Import one, or fill it in at /box."
        )
    try:
        yield _desk(settings)
    except BoxTextError as error:
        raise CommandFailed(f"{settings.kept_box}, {error}") from error


@contextmanager
def _changing(settings: Settings) -> Iterator[BoxDesk]:
    """Change the box file while no table does."""
    from webui.box_ports import BoxUnsavedError  # noqa: PLC0415 - needed by these commands alone

    with failing_on(AlreadyRunningError, BoxUnsavedError, SettingsError):
        try:
            settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise SettingsError(f"{settings.home} cannot be made: {error.strerror}") from error
        lock = InstanceLock(settings.lock)
        try:
            yield _desk(settings)
        finally:
            lock.release()


def _text_of(file: Path) -> str:
    with failing_on(BoxError):
        return read_box_text(file)
