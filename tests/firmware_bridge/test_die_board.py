"""The main program of the die, with the board's own modules put in by hand."""

from __future__ import annotations

import importlib
import io
import os
import struct
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.firmware import normals
from firmware_bridge.messages import Hello, KeptEnd, RollReport
from tests.support.die_lines import read_all
from tests.support.die_motion import Chance, d20_normals, lifted, lying, thrown

UP = {face: (x, y, z) for face, x, y, z in d20_normals()}
TICKS_WRAP = 2**30


class _PowerCutError(Exception):
    """Ends the endless loop of the die when the samples are used up."""


class _Board:
    """A Pico with an accelerometer that feels the samples it is given, 10 ms each."""

    def __init__(self) -> None:
        self.samples: Iterator[tuple[float, float, float]] = iter(())
        # Shortly before the ticks wrap, so that each run goes over the edge.
        self.ticks_ms = TICKS_WRAP - 500

    def module(self) -> types.ModuleType:
        machine = types.ModuleType("machine")
        machine.__dict__.update(
            Pin=int, I2C=lambda *_, **__: self, unique_id=lambda: b"\x01\x02\x0a\x0b\x0c"
        )
        return machine

    def readfrom_mem(self, address: int, register: int, count: int) -> bytes:
        assert address == 0x53
        if register == 0:
            return b"\xe5"
        try:
            x, y, z = next(self.samples)
        except StopIteration:
            raise _PowerCutError from None
        assert count == 6
        return struct.pack("<hhh", round(x / 0.0039), round(y / 0.0039), round(z / 0.0039))

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        assert address == 0x53
        assert register in {0x2C, 0x2D, 0x31}
        assert len(data) == 1

    def sleep(self, time_ms: int) -> None:
        self.ticks_ms = (self.ticks_ms + time_ms) % TICKS_WRAP


class _Console:
    """Standard input and output as the board has them: bytes, one at a time."""

    def __init__(self) -> None:
        read, self.host = os.pipe()
        self.stdin = os.fdopen(read, "rb", buffering=0)
        self.stdin_text = types.SimpleNamespace(buffer=self.stdin, fileno=self.stdin.fileno)
        self.stdout = types.SimpleNamespace(buffer=io.BytesIO())

    def close(self) -> None:
        self.stdin.close()
        os.close(self.host)


@pytest.fixture
def hardware(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[tuple[_Board, _Console, types.ModuleType]]:
    board, console = _Board(), _Console()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "machine", board.module())
    monkeypatch.setattr(time, "ticks_ms", lambda: board.ticks_ms, raising=False)
    monkeypatch.setattr(
        time, "ticks_diff", lambda now, then: (now - then) % TICKS_WRAP, raising=False
    )
    monkeypatch.setattr(time, "sleep_ms", board.sleep, raising=False)
    monkeypatch.delitem(sys.modules, "firmware_bridge.firmware.board", raising=False)
    program = importlib.import_module("firmware_bridge.firmware.board")
    console_modules = types.SimpleNamespace(stdin=console.stdin_text, stdout=console.stdout)
    monkeypatch.setattr(program, "sys", console_modules)
    yield board, console, program
    monkeypatch.delitem(sys.modules, "firmware_bridge.firmware.board")
    console.close()


def test_it_is_calibrated_and_then_reports_its_rolls(
    hardware: tuple[_Board, _Console, types.ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    board, console, program = hardware
    chance = Chance(1)
    monkeypatch.setattr("builtins.input", lambda _: "")
    monkeypatch.setattr("builtins.print", lambda *_: None)
    measured = [lying(UP[face], 1000, chance, 0.01) for face in range(1, 21)]
    # The first face is measured in motion, asked for again and then lies still.
    board.samples = (sample for samples in [lifted(1000, chance), *measured] for sample in samples)
    program.calibrate()
    assert len(normals.load(Path("normals.txt").read_text("utf-8"))) == 20

    os.write(console.host, b"~ASK 0*B59B5087\n")
    board.samples = iter(
        lying(UP[3], 600, chance)
        + lifted(300, chance)
        + thrown(chance)
        + lying(UP[17], 600, chance)
    )
    with pytest.raises(_PowerCutError):
        program.run()
    read, errors = read_all([console.stdout.buffer.getvalue()])
    assert errors == []
    hello, end, *reports = read
    assert isinstance(hello, Hello)
    assert hello.die.startswith("PICO-0A0B0C-")
    assert (hello.sides, hello.number) == (20, 0)
    assert isinstance(end, KeptEnd)
    assert [(str(r.state), r.face) for r in reports if isinstance(r, RollReport)] == [
        ("RESTING", 3),
        ("PICKED", None),
        ("ROLLING", None),
        ("SETTLED", 17),
    ]


def test_without_a_calibration_it_does_not_start(
    hardware: tuple[_Board, _Console, types.ModuleType],
) -> None:
    _, _, program = hardware
    with pytest.raises(normals.CalibrationError, match="faces 1 to 4 are needed"):
        program.run()
