"""``companion watch``: settled sightings and moves, one JSON object a line."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Final

import click
import cv2
import msgspec

from calibration.lens import Lens, LensError, find_lens_file, load_lens
from calibration.scheme import SchemeError, StickerScheme, scheme_named
from companion.border import (
    EyeMessage,
    EyeState,
    MarkerReading,
    Moved,
    Placed,
    Removed,
    Turned,
    Undecided,
)
from companion.cli.boards import BoardNotKnownError, board_named, board_options
from companion.cli.errors import CommandFailed, failing_on
from companion.cli.options import PATH, FiniteRange
from vision.field_report import ReportError, is_report, open_report
from vision.reader import Reader
from vision.sources.frames import (
    Frame,
    FrameSource,
    MonotonicClock,
    SourceEndedError,
    SourceError,
    SourceStalledError,
)
from vision.sources.opening import open_source
from vision.sources.reopening import ReopeningSource
from vision.watch import Watcher

DEFAULT_FPS: Final = 2.0


@click.command()
@click.argument("source")
@click.option(
    "--scheme",
    "scheme_name",
    default="anonymous",
    show_default=True,
    help="A sticker scheme file, or anonymous or serial for the schemes of this program.",
)
@click.option("--lens", "lens_place", type=PATH, help="A lens file.")
@board_options
@click.option(
    "--fps",
    type=FiniteRange(min=0, min_open=True, max=60),
    default=DEFAULT_FPS,
    show_default=True,
    help="Pictures a second.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def watch(  # noqa: PLR0913 - each is an option that a person types
    *,
    source: str,
    scheme_name: str,
    lens_place: Path | None,
    game: str | None,
    box_file: str | None,
    fps: float,
    as_json: bool,
) -> None:
    """Follow the markers in SOURCE.

    SOURCE is a device number or path, picamera:, http(s)://..., a video file, a folder of pictures
    (played in name order), virtual: or virtual:LAYOUT.json. A field report that the page of the eye
    has saved is a folder of pictures with stickers and lens of its own.
    """
    signal.signal(signal.SIGTERM, _end_quietly)
    cv2.setNumThreads(1)
    with failing_on(SchemeError, LensError, ReportError, BoardNotKnownError):
        board = board_named(game, box_file) if game else None
        if is_report(Path(source)):
            saved = open_report(Path(source))
            scheme_name, lens_place, board = saved.scheme, saved.lens, saved.board
        scheme = scheme_named(scheme_name, board)
        lens = _lens(lens_place, source)
    watcher = Watcher(Reader(scheme, lens))
    report = Report(scheme, as_json=as_json)
    is_over = ever_registered = False
    reason = ""
    with failing_on(SourceError), suppress(KeyboardInterrupt):
        for frame in _frames(source, fps, scheme):
            for message in _settled(watcher, frame):
                if isinstance(message, EyeState):
                    ever_registered |= message.state == "registered"
                    reason = message.reason or reason
                for line in report.lines(message):
                    click.echo(line)
        is_over = True
    # Whoever breaks off knows why the board was not found yet.
    if is_over and not ever_registered:
        words = reason or "No picture came of it."
        raise CommandFailed(f"the board was never found in {source}: {words}")


def _settled(watcher: Watcher, frame: Frame) -> list[EyeMessage]:
    """What has settled with a frame; one that turns out to be unusable is told and passed over."""
    try:
        return watcher.step(frame)
    except SourceStalledError as error:
        click.echo(str(error), err=True)
        return []


def _end_quietly(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)


def _lens(place: Path | None, source: str) -> Lens | None:
    if place is None:
        return None
    path = find_lens_file(place, source)
    if path is None:
        raise LensError(f"the folder {place} holds no lens file for {source}")
    return load_lens(path)


def _frames(address: str, fps: float, scheme: StickerScheme) -> Iterator[Frame]:
    """Frames until the source is through; a live camera that fails is opened again.

    Raises:
        SourceError: the source cannot be opened in the first place, or a file of it not be read.
    """
    clock = MonotonicClock()

    def complain(trouble: str) -> None:
        click.echo(trouble, err=True)

    def open_again() -> FrameSource:
        return open_source(address, fps=fps, clock=clock, scheme=scheme, on_trouble=complain)

    # Opened here once, so that an address that cannot be opened is an error and not a wait.
    source = open_again()
    if not Path(address).is_dir() and not Path(address).is_file():
        first = [source]
        source = ReopeningSource(lambda: first.pop() if first else open_again(), clock, complain)
    try:
        while True:
            yield source.read()
    except SourceEndedError:
        return
    finally:
        source.close()


class Report:
    """Turns the eye's messages into lines.

    Args:
        scheme: tells the tag of a marker.
        as_json: JSON, or a short sentence.
    """

    def __init__(self, scheme: StickerScheme, *, as_json: bool) -> None:
        self._scheme = scheme
        self._as_json = as_json
        self._is_registered = False

    def lines(self, message: EyeMessage) -> Iterator[str]:
        """The lines for one message; none for what this command does not report."""
        entry = self._entry(message)
        if entry is None:
            return
        if self._as_json:
            yield msgspec.json.encode(entry).decode()
        else:
            yield _sentence(entry)

    def _entry(self, message: EyeMessage) -> dict[str, object] | None:
        start: dict[str, object] = {"t_s": round(message.t_s, 3)}
        match message:
            case EyeState():
                return self._state_entry(start, message)
            case Placed(marker=marker):
                return (
                    start
                    | {"event": "placed"}
                    | self._marker(marker)
                    | {
                        "from": None,
                        "to": _spot(marker),
                    }
                )
            case Removed(marker=marker):
                return (
                    start
                    | {"event": "removed"}
                    | self._marker(marker)
                    | {
                        "from": _spot(marker),
                        "to": None,
                    }
                )
            case Moved(marker=marker, before=before) | Turned(marker=marker, before=before):
                event = "moved" if isinstance(message, Moved) else "turned"
                return (
                    start
                    | {"event": event}
                    | self._marker(marker)
                    | {
                        "face_before": before.face,
                        "from": _spot(before),
                        "to": _spot(marker),
                    }
                )
            case Undecided(tracks=tracks, now=now):
                return start | {
                    "event": "undecided",
                    "colour": now[0].colour if now else None,
                    "tracks": tracks,
                    "now": [self._marker(marker) | {"to": _spot(marker)} for marker in now],
                }

    def _state_entry(self, start: dict[str, object], state: EyeState) -> dict[str, object] | None:
        match state.state:
            case "registered" if not self._is_registered:
                self._is_registered = True
                return start | {"event": "registered", "reason": state.reason}
            case "lost":
                self._is_registered = False
                return start | {"event": "lost", "reason": state.reason}
            case _:
                return None

    def _marker(self, marker: MarkerReading) -> dict[str, object]:
        tag_id = (
            self._scheme.tag_of(marker.colour, marker.face, marker.serial)
            if self._scheme.kind == "serial"
            else None
        )
        return {
            "tag_id": tag_id,
            "track": marker.track,
            "colour": marker.colour,
            "face": marker.face,
            "serial": marker.serial,
        }


def _spot(marker: MarkerReading) -> dict[str, object]:
    return {"x_in": marker.x_in, "y_in": marker.y_in, "place": marker.place}


def _sentence(entry: dict[str, object]) -> str:
    """One line for people."""
    parts = [f"{entry['t_s']:>8} s  {entry['event']:<10}"]
    if "colour" in entry:
        parts.append(str(entry["colour"]))
    if "face" in entry:
        parts.append(f"face {entry['face']}")
    for key in ("from", "to"):
        spot = entry.get(key)
        if isinstance(spot, dict):
            parts.append(f"{key} {spot['place']}")
    if entry.get("reason"):
        parts.append(str(entry["reason"]))
    return " ".join(parts)
