"""The eye as a process of its own."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import msgspec
import pytest

from calibration.layout import TableLayout, save_layout
from calibration.render import render_table
from calibration.scheme import default_scheme
from companion.border import EyeMessage, EyeState, MarkerReading, Moved, Placed
from tests.support.clocks import FakeClock
from tests.support.eye_said import CUBES, EYE_PATIENCE_S, EyeSaid
from vision.eye import BEAT_EVERY_S, Eye, EyeConfig, EyeConfigError, parse_config, told_settings
from vision.eye_client import EyeProcess, ending_words
from vision.sources.decoding import load_picture
from vision.sources.frames import Picture


@contextmanager
def running(config: EyeConfig) -> Iterator[tuple[EyeProcess, EyeSaid]]:
    messages = EyeSaid()
    eye = EyeProcess(config, messages.queue.put)
    eye.start()
    try:
        yield eye, messages
    finally:
        eye.stop()


def test_the_eye_sees_a_marker_move_on_the_virtual_table(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    save_layout(TableLayout(cubes=CUBES), path)
    with running(EyeConfig(source=f"virtual:{path}", fps=10)) as (eye, messages):
        messages.wait_for(EyeState)
        placed = [messages.wait_for(Placed), messages.wait_for(Placed)]
        assert eye.is_alive
        moved_cube = msgspec.structs.replace(CUBES[1], x_in=20.3, y_in=9.4)
        save_layout(TableLayout(cubes=(CUBES[0], moved_cube)), path)
        move = messages.wait_for(Moved)
        assert move.marker.x_in == pytest.approx(20.3, abs=0.05)
        assert move.marker.track in {message.marker.track for message in placed}
    assert not eye.is_alive


def test_the_eye_follows_a_folder_and_goes_on_with_known_markers(tmp_path: Path) -> None:
    scheme = default_scheme()
    known = MarkerReading(track=7, colour="red", face=1, x_in=12.5, y_in=8.2, place="13,gh")
    staged, folder = tmp_path / "staged.png", tmp_path / "pictures"
    folder.mkdir()
    with running(EyeConfig(source=str(folder), fps=10, known=(known,), next_track=30)) as (
        _,
        messages,
    ):
        stalled = messages.wait_for(EyeState)
        assert stalled.state == "stalled"
        _write(render_table(TableLayout(cubes=CUBES), scheme), staged)
        staged.replace(folder / "1.png")
        said = [messages.wait_for(Moved, Placed) for _ in range(2)]
        assert {type(one): one.marker.track for one in said} == {Moved: 7, Placed: 30}


def _write(image: Picture, path: Path) -> None:
    assert cv2.imwrite(str(path), image)
    assert load_picture(path).ndim == 3


def test_the_eye_ends_when_its_input_closes() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "vision.eye"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(EyeConfig(source="virtual:")) + b"\n")
    process.stdin.flush()
    while b'"registered"' not in process.stdout.readline():
        assert process.poll() is None
    process.stdin.close()
    assert process.wait(EYE_PATIENCE_S) == 0
    process.stdout.close()


def test_an_interrupt_on_the_keyboard_is_left_to_the_parent() -> None:
    with running(EyeConfig(source="virtual:")) as (eye, messages):
        messages.wait_for(EyeState)
        assert eye.process_id is not None
        subprocess.run(["kill", f"-{int(signal.SIGINT)}", str(eye.process_id)], check=True)
        messages.wait_for(Placed)
        assert eye.is_alive


def test_a_killed_eye_is_reported_once() -> None:
    with running(EyeConfig(source="virtual:")) as (eye, messages):
        messages.wait_for(Placed)
        assert eye.process_id is not None
        subprocess.run(["kill", "-9", str(eye.process_id)], check=True)
        while True:
            message = messages.wait_for(EyeState)
            if message.state == "closed":
                break
        assert "has stopped" in message.reason
        assert "killed it" in message.reason
        assert not eye.is_alive


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (-signal.SIGSEGV, "crashed"),
        (-signal.SIGTERM, "somebody has ended it"),
        (-signal.SIGUSR1, "SIGUSR1"),
        (0, "by itself"),
        (3, "status 3"),
    ],
)
def test_the_reason_of_an_end_is_said_in_words(status: int, words: str) -> None:
    assert words in ending_words(status)


def test_a_frozen_eye_falls_silent_and_can_still_be_stopped() -> None:
    with running(EyeConfig(source="virtual:")) as (eye, messages):
        messages.wait_for(Placed)
        assert eye.silent_s < EYE_PATIENCE_S
        assert eye.process_id is not None
        subprocess.run(["kill", "-STOP", str(eye.process_id)], check=True)
        until_s = time.monotonic() + EYE_PATIENCE_S
        while eye.silent_s < 2.5 * BEAT_EVERY_S:
            assert time.monotonic() < until_s, "a process that is stopped still beats"
            threading.Event().wait(0.05)
        eye.stop()
        assert not eye.is_alive


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("http://user:word@10.0.0.7:8080/video?key=9", "http://10.0.0.7:8080/video"),
        ("https://cam.local", "https://cam.local"),
        ("/dev/video2", "/dev/video2"),
    ],
)
def test_settings_are_told_without_passwords(source: str, told: str) -> None:
    assert told_settings(EyeConfig(source=source))["source"] == told


def test_an_eye_that_cannot_start_says_why() -> None:
    with running(EyeConfig(source="virtual:", scheme="/no/such/scheme.toml")) as (_, messages):
        message = messages.wait_for(EyeState)
        assert message.state == "closed"
        assert "/no/such/scheme.toml" in message.reason


def test_a_stopped_eye_says_nothing_more() -> None:
    messages = EyeSaid()
    eye = EyeProcess(EyeConfig(source="virtual:"), messages.queue.put)
    assert not eye.is_alive
    eye.stop()
    eye.start()
    with pytest.raises(RuntimeError, match="started before"):
        eye.start()
    eye.stop()
    eye.stop()
    assert all(
        said.state != "closed" for said in messages.queue.queue if isinstance(said, EyeState)
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "one line of JSON"),
        (b"{}", "source"),
        (b'{"source": 3}', "source"),
        (b'{"source": "0", "scheme": "/no/such.toml"}', "no/such"),
        (b'{"source": "0", "lens": "/no/such.toml"}', "no/such"),
    ],
)
def test_a_bad_configuration_is_refused_with_a_sentence(line: bytes, words: str) -> None:
    with pytest.raises(EyeConfigError, match=words):
        parse_config(line)


def test_a_film_that_is_over_closes_the_eye(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    scheme = default_scheme()
    image = render_table(TableLayout(width_px=640, height_px=360), scheme)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 4.0, (640, 360))
    for _ in range(3):
        writer.write(image)
    writer.release()
    out = io.BytesIO()
    Eye(EyeConfig(source=str(path)), scheme, None, out, FakeClock()).run()
    last = msgspec.json.decode(out.getvalue().splitlines()[-1], type=EyeMessage)
    assert isinstance(last, EyeState)
    assert last.state == "closed"
