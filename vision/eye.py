"""The eye's own process: ``python -m vision.eye``.

The first line on standard input is one JSON object, an `EyeConfig`; each later one is an `EyeWish`.
Every `EyeLine` of the eye is one line of JSON on standard output. When standard input closes, the
process ends at once, whatever it is doing: no orphan holds the camera after its parent was killed.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from io import FileIO, RawIOBase
from pathlib import Path
from typing import BinaryIO, Final

import cv2
import msgspec

from calibration.lens import Lens, LensError, load_lens
from calibration.scheme import SchemeError, StickerScheme, scheme_named
from companion.board.board import Board
from companion.border import Beat, EyeLine, EyeState, EyeWish, MarkerReading
from vision.reader import Reader
from vision.remembered import Remembered, keep, recall
from vision.sources.frames import (
    Clock,
    Frame,
    MonotonicClock,
    SourceEndedError,
    SourceStalledError,
)
from vision.sources.opening import open_source
from vision.sources.reopening import ReopeningSource
from vision.sources.stream import told_address
from vision.viewfinder import Viewfinder
from vision.watch import Watcher

USAGE_ERROR: Final = 2
POLITENESS: Final = 10
"""How far the eye's process gives way to others that want the processor."""

BEAT_EVERY_S: Final = 1.0


class EyeConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What the eye is to look at, and what it knows already.

    Attributes:
        source: address of the camera, see `vision.sources.opening.ADDRESSES`.
        scheme: ``anonymous``, ``serial`` or the path of a scheme file.
        board: what lies on the table; None for the board of the scheme.
        lens: path of a lens file, or None to estimate the lens.
        fps: frames a second.
        known: where the markers of a game that goes on stood.
        next_track: first number for a marker that is new.
        numbers_by_serial: number of every cube that was ever followed in this game, by its serial;
            one that is off the table gets it again when it comes back.
        memory: file that keeps where the board lay over a restart, or None.
    """

    source: str
    scheme: str = "anonymous"
    board: Board | None = None
    lens: str | None = None
    fps: float = 4.0
    known: tuple[MarkerReading, ...] = ()
    next_track: int = 1
    numbers_by_serial: dict[int, int] = {}
    memory: str | None = None


class EyeConfigError(ValueError):
    """A configuration that cannot be used; the text says what to do."""


def parse_config(line: bytes) -> tuple[EyeConfig, StickerScheme, Lens | None]:
    """Read the first line and what it names.

    Raises:
        EyeConfigError: the line, the scheme or the lens cannot be used.
    """
    try:
        config = msgspec.json.decode(line, type=EyeConfig)
        scheme = scheme_named(config.scheme, config.board)
        lens = None if config.lens is None else load_lens(Path(config.lens))
    except msgspec.MsgspecError as error:
        raise EyeConfigError(
            f"expected one line of JSON with the eye's settings on standard input: {error}"
        ) from error
    except (SchemeError, LensError) as error:
        raise EyeConfigError(str(error)) from error
    return config, scheme, lens


class Eye:
    """Looks through a source and hands on what settles.

    Args:
        config: what to look at.
        scheme: the sticker scheme.
        lens: the lens, or None.
        out: where the messages go, one line each.
        clock: the time to go by.
    """

    def __init__(
        self,
        config: EyeConfig,
        scheme: StickerScheme,
        lens: Lens | None,
        out: BinaryIO,
        clock: Clock,
    ) -> None:
        self._out = out
        self._out_lock = threading.Lock()
        self._turn_began_s = time.monotonic()
        self._clock = clock
        self._start_s = clock.now_s()
        self._encoder = msgspec.json.Encoder()
        self._trouble = ""
        self._last_state: EyeState | None = None
        self._config = config
        self._reader = Reader(scheme, lens)
        self._kept: Remembered | None = None
        if config.memory is not None:
            self._reader.remembered = recall(Path(config.memory), config.source, scheme)
        self._watcher = Watcher(
            self._reader, config.known, config.next_track, config.numbers_by_serial
        )
        self.viewfinder = Viewfinder(scheme, lens, told_settings(config))
        self._source = ReopeningSource(
            lambda: open_source(
                config.source, fps=config.fps, clock=clock, scheme=scheme, follow=True
            ),
            clock,
            self._report_trouble,
        )

    def run(self) -> None:
        """Look until a finite source has ended."""
        try:
            while True:
                self._turn_began_s = time.monotonic()
                self._look(self._source.read())
        except SourceEndedError as error:
            self._send(EyeState(t_s=self._now_s(), state="closed", reason=str(error)))
        finally:
            self._source.close()

    def beat(self) -> None:
        """Say that the process is alive, and how long it has been at its picture."""
        self._send(Beat(busy_s=time.monotonic() - self._turn_began_s))

    def _look(self, frame: Frame) -> None:
        """Take a frame in; one that turns out to be unusable is as one that never came."""
        try:
            self._step(frame)
        except SourceStalledError as error:
            self._report_trouble(str(error))

    def _step(self, frame: Frame) -> None:
        began_s = time.monotonic()
        messages = self._watcher.step(frame)
        step_ms = (time.monotonic() - began_s) * 1000
        told = any(isinstance(message, EyeState) for message in messages)
        if self._trouble:
            self._trouble = ""
            if not told and self._last_state is not None:
                # The source is back; the board's state is what it was before the trouble.
                self._send(msgspec.structs.replace(self._last_state, t_s=frame.time_s))
        for message in messages:
            if isinstance(message, EyeState):
                self._last_state = message
            self._send(message)
        self._keep_registration()
        for view in self.viewfinder.step(frame, self._watcher, step_ms):
            self._send(view)

    def _keep_registration(self) -> None:
        """Write down where the board lies when all its corner tags have been found anew."""
        whole = self._reader.whole
        if whole is None or whole is self._kept or self._config.memory is None:
            return
        self._kept = whole
        with suppress(OSError):
            # Without it the next start only takes all its corner tags to be in sight.
            keep(whole, Path(self._config.memory), self._config.source, self._reader.scheme)

    def _report_trouble(self, reason: str) -> None:
        if reason != self._trouble:
            self._trouble = reason
            self._send(EyeState(t_s=self._now_s(), state="stalled", reason=reason))

    def _now_s(self) -> float:
        return self._clock.now_s() - self._start_s

    def _send(self, line: EyeLine) -> None:
        with self._out_lock:
            self._out.write(self._encoder.encode(line) + b"\n")
            self._out.flush()


def told_settings(config: EyeConfig) -> dict[str, str]:
    """The eye's settings as a report may tell them: an address without its user and password."""
    return {
        "source": told_address(config.source),
        "scheme": config.scheme,
        "lens": "estimated" if config.lens is None else "file",
        "fps": f"{config.fps:g}",
    }


def _take_wishes(commands: RawIOBase, viewfinder: Viewfinder) -> None:
    """Hand on wishes until standard input closes; then end the process."""
    decoder = msgspec.json.Decoder[EyeWish](EyeWish)
    while line := commands.readline():
        with suppress(msgspec.MsgspecError):
            # One that is not understood is of a newer program; there is nobody to tell.
            viewfinder.wish(decoder.decode(line))
    # Not sys.exit: the main thread may be deep in a camera driver that never returns.
    os._exit(0)


def _beat_on(eye: Eye) -> None:
    """Say again and again that the process is alive, for as long as anybody hears it."""
    with suppress(BrokenPipeError, ValueError):
        while True:
            time.sleep(BEAT_EVERY_S)
            eye.beat()


def main() -> None:
    """Run the eye on standard input and output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    cv2.setNumThreads(1)
    # Rolls and taps come first: a picture that is read a moment later is not missed by anybody.
    os.nice(POLITENESS)
    # Unbuffered: a thread that waits in a buffered read would hold a lock when the process ends.
    commands = FileIO(sys.stdin.fileno(), closefd=False)
    try:
        config, scheme, lens = parse_config(commands.readline())
    except EyeConfigError as error:
        sys.stderr.write(f"eye: {error}\n")
        sys.exit(USAGE_ERROR)
    eye = Eye(config, scheme, lens, sys.stdout.buffer, MonotonicClock())
    for name, target, arguments in (
        ("wishes", _take_wishes, (commands, eye.viewfinder)),
        ("beats", _beat_on, (eye,)),
    ):
        threading.Thread(target=target, args=arguments, name=name, daemon=True).start()
    try:
        eye.run()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
