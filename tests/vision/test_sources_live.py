from __future__ import annotations

import base64
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.clocks import FakeClock
from tests.support.patience import PATIENCE_S
from vision.sources.decoding import NotAPictureError, decode_picture
from vision.sources.frames import (
    Frame,
    MonotonicClock,
    Picture,
    SourceEndedError,
    SourceError,
    SourceStalledError,
)
from vision.sources.latest import FROZEN_S, LatestFrame, RawCamera
from vision.sources.opening import open_source
from vision.sources.reopening import LONGEST_WAIT_S, ReopeningSource
from vision.sources.stream import open_stream, split_pictures


def jpeg(level: int) -> bytes:
    return cv2.imencode(".jpg", np.full((48, 64, 3), level, dtype=np.uint8))[1].tobytes()


@contextmanager
def camera_server(serve: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """A web camera on the loopback."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            serve(self)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  named by the base
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/video"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def start_stream(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
    handler.end_headers()


def send_part(handler: BaseHTTPRequestHandler, data: bytes) -> None:
    handler.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + data + b"\r\n")
    handler.wfile.flush()


def test_a_stream_gives_its_newest_picture_and_reports_its_end() -> None:
    may_end = threading.Event()

    def serve(handler: BaseHTTPRequestHandler) -> None:
        start_stream(handler)
        send_part(handler, jpeg(40))
        may_end.wait(PATIENCE_S)

    with camera_server(serve) as address:
        source = open_source(address, fps=50, clock=MonotonicClock())
        frame = source.read()
        assert frame.image.shape == (48, 64, 3)
        assert int(frame.image.mean()) == pytest.approx(40, abs=3)
        may_end.set()
        with pytest.raises(SourceStalledError, match="has ended"):
            source.read()
        source.close()
        source.close()


def test_a_silent_stream_counts_as_stalled() -> None:
    may_end = threading.Event()

    def serve(handler: BaseHTTPRequestHandler) -> None:
        start_stream(handler)
        may_end.wait(PATIENCE_S)

    with camera_server(serve) as address:
        source = open_stream(address, 50, MonotonicClock(), stall_s=0.1)
        with pytest.raises(SourceStalledError, match=r"no picture for 0\.1 seconds"):
            source.read()
        may_end.set()
        source.close()


def test_a_web_page_is_no_stream() -> None:
    def serve(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()

    with camera_server(serve) as address, pytest.raises(SourceError, match="answers with a page"):
        open_source(address, fps=2, clock=FakeClock())


def test_a_wrong_path_is_named() -> None:
    with (
        camera_server(lambda handler: handler.send_error(404)) as address,
        pytest.raises(SourceError, match="answers 404"),
    ):
        open_source(address, fps=2, clock=FakeClock())


def test_what_answers_in_no_words_is_said_in_words() -> None:
    def serve(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"\xff\x00\x1b[31m rubbish\r\n\r\n")

    with (
        camera_server(serve) as address,
        pytest.raises(SourceError, match="does not answer as a web camera does") as refused,
    ):
        open_source(address, fps=2, clock=FakeClock())
    assert "rubbish" not in str(refused.value)


def test_a_camera_is_told_user_and_password_and_nobody_else_is() -> None:
    heard: list[str | None] = []

    def serve(handler: BaseHTTPRequestHandler) -> None:
        heard.append(handler.headers["Authorization"])
        if heard[-1] == f"Basic {base64.b64encode(b'owl:p@ss').decode()}":
            start_stream(handler)
            send_part(handler, jpeg(40))
            return
        handler.send_response(401)
        handler.send_header("WWW-Authenticate", 'Basic realm="camera"')
        handler.end_headers()

    with camera_server(serve) as address:
        host = address.removeprefix("http://")
        source = open_source(f"http://owl:p%40ss@{host}", fps=50, clock=MonotonicClock())
        assert source.read().image.shape == (48, 64, 3)
        with pytest.raises(SourceStalledError, match="has ended") as ended:
            source.read()
        source.close()
        assert heard[0] is None
        with pytest.raises(SourceError, match="another user and password") as refused:
            open_source(f"http://owl:guess@{host}?key=k3y", fps=2, clock=FakeClock())
    for error in (ended, refused):
        assert not {"owl", "p%40ss", "guess", "k3y"} & set(re.split(r"[^\w%]", str(error.value)))
        assert address in str(error.value)


def test_a_stream_that_breaks_off_is_opened_again() -> None:
    times = iter(range(100))

    def serve(handler: BaseHTTPRequestHandler) -> None:
        start_stream(handler)
        send_part(handler, jpeg(60 + 60 * min(next(times), 1)))

    complaints: list[str] = []
    clock = MonotonicClock()
    with camera_server(serve) as address:
        source = ReopeningSource(
            lambda: open_source(address, fps=50, clock=clock), clock, complaints.append
        )
        first, second = source.read(), source.read()
        source.close()
    assert int(first.image.mean()) == pytest.approx(60, abs=3)
    assert int(second.image.mean()) == pytest.approx(120, abs=3)
    assert second.number == 1
    assert second.time_s > first.time_s
    assert any("has ended" in complaint for complaint in complaints)


@given(cuts=st.lists(st.integers(min_value=1, max_value=400), max_size=30))
def test_pictures_are_cut_out_of_a_stream_wherever_its_chunks_end(cuts: list[int]) -> None:
    pictures = [jpeg(20), jpeg(120), jpeg(220)]
    data = b"".join(b"--x\r\nrubbish\xff\r\n\r\n" + picture for picture in pictures)

    def chunks() -> Iterator[bytes]:
        start = 0
        for cut in cuts:
            yield data[start : start + cut]
            start += cut
        yield data[start:]

    assert list(split_pictures(chunks())) == pictures


def test_a_picture_that_breaks_off_in_the_stream_is_dropped() -> None:
    whole = jpeg(50)
    assert list(split_pictures(iter([whole[:-30], whole]))) == [whole]


def test_a_picture_is_given_once_and_the_newest_wins() -> None:
    gate = threading.Semaphore(0)
    taken = threading.Semaphore(0)

    def pictures() -> Iterator[Picture]:
        for level in range(3):
            gate.acquire()
            yield np.full((20, 20, 3), level, dtype=np.uint8)
            taken.release()
        gate.acquire()

    camera = RawCamera(
        name="test camera",
        raw_pictures=pictures(),
        decode=lambda picture: picture,
        release=gate.release,
    )
    source = LatestFrame(camera, fps=1000, clock=MonotonicClock(), stall_s=0.05)
    for _ in range(2):
        gate.release()
        taken.acquire()
    gate.release()
    taken.acquire()
    assert int(source.read().image[0, 0, 0]) == 2
    with pytest.raises(SourceStalledError, match="no picture"):
        source.read()
    source.close()


def test_a_camera_that_sends_one_picture_for_ever_is_told_and_goes_on_with_the_next() -> None:
    clock = FakeClock()
    wanted, level = threading.Semaphore(0), [40]

    def pictures() -> Iterator[bytes]:
        while wanted.acquire(timeout=PATIENCE_S) and level[0]:
            yield jpeg(level[0])

    def shown() -> float:
        wanted.release()
        return float(source.read().image.mean())

    def release() -> None:
        level[0] = 0
        wanted.release()

    camera = RawCamera(
        name="test camera", raw_pictures=pictures(), decode=decode_picture, release=release
    )
    source = LatestFrame(camera, fps=1, clock=clock, stall_s=PATIENCE_S)
    still_s = clock.now_s() + FROZEN_S - 2
    while clock.now_s() < still_s:
        assert shown() == pytest.approx(40, abs=3)
    clock.sleep_s(4)
    with pytest.raises(SourceStalledError, match="same picture again and again") as frozen:
        shown()
    assert frozen.value.keep_open
    level[0] = 90
    assert shown() == pytest.approx(90, abs=3)
    source.close()


def test_pictures_that_nobody_asks_for_are_not_decoded_and_bad_ones_are_passed_over() -> None:
    ready = threading.Event()
    may_end = threading.Event()
    decoded: list[int] = []

    def raws() -> Iterator[int]:
        yield from range(20)
        ready.set()
        may_end.wait(PATIENCE_S)
        yield 20

    def decode(raw: int) -> Picture:
        decoded.append(raw)
        if raw == 19:
            may_end.set()
            raise NotAPictureError("rubbish")
        return np.full((20, 20, 3), raw, dtype=np.uint8)

    camera = RawCamera(name="test camera", raw_pictures=raws(), decode=decode, release=may_end.set)
    source = LatestFrame(camera, fps=1000, clock=MonotonicClock())
    assert ready.wait(PATIENCE_S)
    assert int(source.read().image[0, 0, 0]) == 20
    assert decoded == [19, 20]
    with pytest.raises(SourceStalledError, match="no more pictures"):
        source.read()
    source.close()


class ScriptedSource:
    """Gives what the script says: frames or errors."""

    def __init__(self, script: list[Frame | SourceError]) -> None:
        self.script = script
        self.closed = 0

    def read(self) -> Frame:
        step = self.script.pop(0)
        if isinstance(step, SourceError):
            raise step
        return step

    def close(self) -> None:
        self.closed += 1


def frame(number: int) -> Frame:
    return Frame(np.zeros((20, 20, 3), dtype=np.uint8), number, float(number))


def test_waits_grow_while_a_source_stays_away_and_start_small_again_after_it_came() -> None:
    clock = FakeClock()
    missing = SourceError("no such camera")
    openings: list[ScriptedSource | SourceError] = [
        *[missing] * 8,
        ScriptedSource([frame(0), frame(0), frame(1), SourceStalledError("gone")]),
        ScriptedSource([frame(0), SourceEndedError("over")]),
    ]
    complaints: list[str] = []

    def open_again() -> ScriptedSource:
        step = openings.pop(0)
        if isinstance(step, SourceError):
            raise step
        return step

    source = ReopeningSource(open_again, clock, complaints.append)
    numbers = [source.read().number for _ in range(4)]
    assert numbers == [0, 0, 1, 2]
    assert clock.naps_s[:3] == [0.5, 1.0, 2.0]
    assert max(clock.naps_s) == LONGEST_WAIT_S
    assert clock.naps_s[-1] == 0.5
    assert complaints == ["no such camera"] * 8 + ["gone"]
    with pytest.raises(SourceEndedError):
        source.read()


def test_a_source_that_only_waits_is_kept_open() -> None:
    clock = FakeClock()
    waiting = SourceStalledError("no pictures yet", keep_open=True)
    inner = ScriptedSource([*[waiting] * 6, frame(0)])
    openings = [inner]
    source = ReopeningSource(openings.pop, clock, lambda _: None)
    assert source.read().number == 0
    assert inner.closed == 0
    assert clock.naps_s == [0.5] * 6


def test_waiting_can_be_given_up() -> None:
    def never() -> ScriptedSource:
        raise SourceError("no such camera")

    source = ReopeningSource(never, FakeClock(), lambda _: None, lambda: False)
    with pytest.raises(SourceEndedError, match="given up"):
        source.read()
