"""What the eye's process needs while it looks at a still table: memory and processor time.

The eye is started as the table starts it and looks at an MJPEG stream on loopback that gives one
picture a second; two pictures that differ in their noise alone take turns.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from calibration.layout import TableLayout
from calibration.render import render_table
from calibration.scheme import SchemeKind, StickerScheme, default_scheme
from companion.bench.figures import BenchError
from companion.bench.served import LOOPBACK
from companion.bench.vision_tables import scattered
from companion.bench.vision_wear import jpeg
from companion.border import EyeMessage, EyeState, Placed
from vision.eye import EyeConfig
from vision.eye_client import EyeProcess

PICTURES_PER_S: Final = 1.0
_QUALITY: Final = 90
_SCHEME: Final[SchemeKind] = "serial"
_BOUNDARY: Final = "picture"
_START_WITHIN_S: Final = 60.0
_LOOK_EVERY_S: Final = 0.1
_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class EyeNeeds:
    """What the eye's process needs.

    Attributes:
        pss_mb: its memory, shared pages in proportion, the largest of many looks.
        idle_cpu_pct: processor time while nothing changes, of one core.
        markers: how many markers it placed.
    """

    pss_mb: float
    idle_cpu_pct: float
    markers: int


class _Heard:
    """Counts what the eye says."""

    def __init__(self) -> None:
        self.changed: Final = threading.Condition()
        self.placed = 0
        self.closed = ""

    def __call__(self, message: EyeMessage) -> None:
        with self.changed:
            if isinstance(message, Placed):
                self.placed += 1
            elif isinstance(message, EyeState) and message.state == "closed":
                self.closed = message.reason or "it ended"
            self.changed.notify_all()


def measure_eye(width_px: int, height_px: int, seconds: float) -> EyeNeeds:
    """Let the eye settle on a table with markers, then watch its process for so many seconds.

    Raises:
        BenchError: the eye did not place the markers.
    """
    scheme = default_scheme(_SCHEME)
    markers, pictures = still_table(scheme, width_px, height_px)
    heard = _Heard()
    with picture_stream(pictures) as address:
        eye = EyeProcess(EyeConfig(source=address, scheme=_SCHEME, fps=PICTURES_PER_S), heard)
        eye.start()
        try:
            process_id = eye.process_id
            if process_id is None:
                raise BenchError("the eye's process was not started")
            largest_mb = _wait_for(markers, heard, process_id)
            still = _watch(process_id, seconds)
            return EyeNeeds(max(largest_mb, still.pss_mb), still.idle_cpu_pct, heard.placed)
        finally:
            eye.stop()


def _wait_for(markers: int, heard: _Heard, process_id: int) -> float:
    """Wait until so many markers are placed; the largest memory meanwhile."""
    largest_mb = 0.0
    until_s = time.monotonic() + _START_WITHIN_S
    with heard.changed:
        while heard.placed < markers:
            if heard.closed or time.monotonic() > until_s:
                raise BenchError(
                    f"the eye placed {heard.placed} of {markers} markers. {heard.closed}"
                )
            heard.changed.wait(_LOOK_EVERY_S)
            largest_mb = max(largest_mb, pss_mb(process_id))
    return largest_mb


def _watch(process_id: int, seconds: float) -> EyeNeeds:
    # Two more pictures, so that the settling of the last markers is over.
    time.sleep(2 / PICTURES_PER_S)
    began_s, spent_s = time.monotonic(), _processor_s(process_id)
    largest_mb = pss_mb(process_id)
    while (passed_s := time.monotonic() - began_s) < seconds:
        time.sleep(_LOOK_EVERY_S)
        largest_mb = max(largest_mb, pss_mb(process_id))
    share = (_processor_s(process_id) - spent_s) / passed_s
    return EyeNeeds(largest_mb, 100 * share, 0)


def _processor_s(process_id: int) -> float:
    fields = Path(f"/proc/{process_id}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_S


def pss_mb(process_id: int) -> float:
    """Memory of a process, pages that it shares in proportion.

    Raises:
        BenchError: this system does not say it.
        OSError: there is no such process.
    """
    for line in Path(f"/proc/{process_id}/smaps_rollup").read_text("ascii").splitlines():
        name, _, value = line.partition(":")
        if name == "Pss":
            return int(value.split()[0]) / 1024
    raise BenchError("this system does not say how much memory a process has")


def still_table(scheme: StickerScheme, width_px: int, height_px: int) -> tuple[int, list[bytes]]:
    """How many markers a table has, and two pictures of it that differ in their noise alone."""
    cubes = scattered(scheme, seed=77)
    layouts = [
        TableLayout(cubes=cubes, width_px=width_px, height_px=height_px, seed=seed)
        for seed in (1, 2)
    ]
    return len(cubes), [jpeg(render_table(layout, scheme), _QUALITY) for layout in layouts]


@contextmanager
def picture_stream(pictures: Sequence[bytes]) -> Iterator[str]:
    """An MJPEG stream on loopback; gives its address."""
    ended = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={_BOUNDARY}")
            self.end_headers()
            number = 0
            try:
                while not ended.is_set():
                    data = pictures[number % len(pictures)]
                    head = (
                        f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\n"
                        f"Content-Length: {len(data)}\r\n\r\n"
                    )
                    self.wfile.write(head.encode() + data + b"\r\n")
                    number += 1
                    ended.wait(1 / PICTURES_PER_S)
            except ConnectionError:
                return

        def log_message(self, *_: object) -> None:
            """Nothing: the bench has its own progress."""

    server = ThreadingHTTPServer((LOOPBACK, 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://{LOOPBACK}:{server.server_port}/"
    finally:
        ended.set()
        server.shutdown()
        server.server_close()
        thread.join()
