"""The doctor: looks at everything that a table needs and says how to mend what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import companion
from calibration.scheme import SchemeError, scheme_named
from companion.service.box import BoxFileError, box_text
from companion.service.doctor_box import examine_box
from companion.service.doctor_camera import examine_camera
from companion.service.doctor_clock import (
    examine_clock,
    is_clock_set,
    newest_moment,
    written_moments,
)
from companion.service.doctor_die import AUTO, examine_die
from companion.service.doctor_disk import examine_disk
from companion.service.doctor_finding import Finding, Part
from companion.service.doctor_hall import examine_hall
from companion.service.doctor_https import examine_certificates
from companion.service.doctor_machine import (
    examine_lock,
    examine_network,
    examine_port,
    examine_program,
    running_table,
)
from companion.service.games import BOARDS, sample_box, scheme_for
from companion.service.settings import DEFAULT_GAME, Settings
from companion.table.box_editor import BoxTextError

PROGRAM: Final = Path(companion.__file__).parent


@dataclass(frozen=True, slots=True)
class Look:
    """One look of the doctor.

    Attributes:
        words: what is looked at, for whoever waits.
        part: the part that it is a look at.
        findings: makes the findings.
    """

    words: str
    part: Part
    findings: Callable[[], Iterable[Finding]]

    def examined(self) -> Iterator[Finding]:
        """The findings; a file that may not even be looked at is one of them."""
        try:
            yield from self.findings()
        except OSError as error:
            place = self.words if error.filename is None else error.filename
            yield Finding(
                part=self.part,
                level="trouble",
                text=f"{place} cannot be looked at: {error.strerror}.",
                mend="Look as the user who owns it, or set COMPANION_HOME to a folder of your own.",
            )


def looks(settings: Settings) -> tuple[Look, ...]:
    """Everything that is looked at, what is quick first.

    Args:
        settings: what a table would be started with; no die URI looks at all ports.
    """
    return (
        Look("the program", "program", lambda: (examine_program(), *examine_lock(settings.lock))),
        Look("the disk", "disk", lambda: examine_disk(settings.home, settings.journal)),
        Look("the clock", "clock", lambda: (_clock(settings),)),
        Look("the network", "network", lambda: _network(settings)),
        Look("the box file", "box", lambda: _box(settings)),
        Look("the camera", "camera", lambda: _camera(settings)),
        Look("the ports", "die", lambda: _die(settings)),
    )


def examine(settings: Settings, say: Callable[[str], None]) -> Iterator[Finding]:
    """All findings, in the order of `looks`.

    Args:
        settings: as `looks`.
        say: told what is looked at next.
    """
    for look in looks(settings):
        say(f"looking at {look.words}")
        yield from look.examined()


def _clock(settings: Settings) -> Finding:
    newest = newest_moment(PROGRAM, written_moments(settings.journal))
    return examine_clock(datetime.now(tz=UTC), newest, is_set=is_clock_set())


def _network(settings: Settings) -> Iterator[Finding]:
    table_runs = running_table(settings.lock) is not None
    yield from examine_network(settings.host, settings.port, table_runs=table_runs)
    if settings.https:
        yield examine_port(settings.host, settings.safe_port, table_runs=table_runs)
    yield from examine_certificates(
        settings.certificates, datetime.now(tz=UTC), is_wanted=settings.https
    )
    yield from examine_hall(settings)


def _box(settings: Settings) -> Iterator[Finding]:
    # The other games look at their boxes when they begin.
    if settings.named_game == DEFAULT_GAME:
        yield from examine_box_of(settings, DEFAULT_GAME)


def examine_box_of(settings: Settings, game: str) -> Iterator[Finding]:
    """How the box file of a game is; the sample box is no file that is missing."""
    path = settings.box_of(game)
    if (settings.sample or settings.demo) and not path.exists():
        yield Finding(part="box", level="well", text="The sample box is used.")
        return
    yield from examine_box(path, is_named=settings.box is not None)


def _left_alone(settings: Settings, part: Part, text: str) -> tuple[Finding, ...]:
    """What is said of a device that nobody named while a table runs: that table has it."""
    if running_table(settings.lock) is None:
        return ()
    mend = "How it is stands on the page Doctor of that table."
    return (Finding(part=part, level="note", text=text, mend=mend),)


def _die(settings: Settings) -> Iterator[Finding]:
    words = "The die was not looked at: the table that runs has it."
    left_alone = () if settings.die else _left_alone(settings, "die", words)
    yield from left_alone or examine_die(settings.die or AUTO)


def _camera(settings: Settings) -> Iterator[Finding]:
    words = "The camera was not looked at: the table that runs has it."
    left_alone = () if settings.camera else _left_alone(settings, "camera", words)
    if left_alone:
        yield from left_alone
        return
    try:
        scheme = scheme_named(settings.scheme)
    except SchemeError as error:
        mend = "Name another sticker scheme with --scheme."
        yield Finding(part="camera", level="trouble", text=str(error), mend=mend)
        return
    try:
        game = settings.named_game
        otherwise = sample_box(game) if settings.sample else ""
        box = box_text(settings.kept_box, otherwise) if game in BOARDS else ""
        scheme = scheme_for(game, box, scheme)
    except (BoxFileError, BoxTextError, ValueError) as error:
        mend = "Mend the box file, which says where the places of the map lie."
        yield Finding(part="camera", level="trouble", text=str(error), mend=mend)
        return
    yield from examine_camera(settings.camera_uri, scheme, settings.lens)
