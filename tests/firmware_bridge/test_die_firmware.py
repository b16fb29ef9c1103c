"""The program of the die under CPython: sensing, memory, calibration, accelerometer."""

from __future__ import annotations

import ast
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import firmware_bridge.firmware
from firmware_bridge.firmware import normals, sensing, wire
from firmware_bridge.firmware.adxl345 import AccelerometerError, Adxl345
from firmware_bridge.firmware.device import Device
from firmware_bridge.firmware.memory import KEPT, Memory, Volatile
from firmware_bridge.firmware.sensing import Faces, Sensing
from firmware_bridge.firmware.store import FileStore
from firmware_bridge.firmware.talker import Talker
from firmware_bridge.messages import Hello, KeptEnd, KeptRoll, RollReport
from tests.support.die_lines import read_all
from tests.support.die_motion import (
    SAMPLE_MS,
    Chance,
    banged,
    d20_normals,
    lifted,
    lying,
    thrown,
)

UP = {face: (x, y, z) for face, x, y, z in d20_normals()}
SESSION = "0A1B2C3D"


def feel(
    samples: list[tuple[float, float, float]], senses: Sensing | None = None
) -> list[tuple[str, int | None]]:
    """All that a die says it feels."""
    senses = senses or Sensing(Faces(d20_normals()))
    return [
        event
        for index, sample in enumerate(samples)
        for event in senses.sample(sample, index * SAMPLE_MS)
    ]


@given(seed=st.integers(0, 1_000_000), face=st.integers(1, 20), before=st.integers(1, 20))
def test_a_throw_settles_once_on_its_face(seed: int, face: int, before: int) -> None:
    chance = Chance(seed)
    samples = lying(UP[before], 600, chance) + lifted(400, chance) + thrown(chance)
    events = feel(samples + lying(UP[face], 1000, chance))
    assert events == [
        (sensing.RESTING, before),
        (sensing.PICKED, None),
        (sensing.ROLLING, None),
        (sensing.SETTLED, face),
    ]


@given(seed=st.integers(0, 1_000_000), face=st.integers(1, 20))
def test_a_die_turned_by_hand_and_put_down_was_not_rolled(seed: int, face: int) -> None:
    chance = Chance(seed)
    samples = lying(UP[1], 600, chance) + lifted(2000, chance) + lying(UP[face], 1000, chance)
    events = feel(samples)
    assert events[-1] == (sensing.RESTING, face)
    assert sensing.ROLLING not in [event for event, _ in events]


@given(seed=st.integers(0, 1_000_000), face=st.integers(1, 20))
def test_a_die_shaken_held_and_put_down_was_not_rolled(seed: int, face: int) -> None:
    chance = Chance(seed)
    samples = lying(UP[1], 600, chance) + thrown(chance) + lifted(2500, chance)
    events = feel(samples + lying(UP[face], 1000, chance))
    assert sensing.SETTLED not in [event for event, _ in events]
    assert events[-1] == (sensing.RESTING, face)


@given(seed=st.integers(0, 1_000_000))
def test_a_die_held_in_a_trembling_hand_does_not_settle(seed: int) -> None:
    chance = Chance(seed)
    samples = lying(UP[1], 600, chance) + thrown(chance)
    events = feel(samples + lying(UP[9], 3000, chance, tremble_g=0.15))
    assert [event for event, _ in events] == [
        sensing.RESTING,
        sensing.PICKED,
        sensing.ROLLING,
        sensing.PICKED,
    ]


@given(seed=st.integers(0, 1_000_000), face=st.integers(1, 20))
def test_blows_on_the_table_are_no_roll(seed: int, face: int) -> None:
    chance = Chance(seed)
    samples = lying(UP[face], 600, chance) + banged(UP[face], chance)
    events = feel(samples + lying(UP[face], 600, chance))
    assert sensing.ROLLING not in [event for event, _ in events]
    assert events[-1] == (sensing.RESTING, face)


def test_a_die_that_leans_is_cocked_and_the_next_throw_counts() -> None:
    chance = Chance(5)
    one, other = (
        UP[1],
        min(
            (up for face, up in UP.items() if face != 1),
            key=lambda up: sum((a - b) ** 2 for a, b in zip(UP[1], up, strict=True)),
        ),
    )
    between = tuple((a + b) / 1.87 for a, b in zip(one, other, strict=True))
    leaning = (between[0], between[1], between[2])
    samples = lying(one, 600, chance) + lifted(300, chance) + thrown(chance)
    samples += lying(leaning, 800, chance) + lifted(300, chance) + thrown(chance)
    events = feel(samples + lying(other, 800, chance))
    assert [event for event, _ in events[2:]] == [
        sensing.ROLLING,
        sensing.COCKED,
        sensing.PICKED,
        sensing.ROLLING,
        sensing.SETTLED,
    ]


def test_a_die_that_starts_in_flight_waits_for_its_rest() -> None:
    chance = Chance(6)
    events = feel(thrown(chance) + lying(UP[3], 800, chance))
    assert events[-1] == (sensing.SETTLED, 3)


def test_a_weightless_die_has_no_face() -> None:
    assert Faces(d20_normals()).on_top(0.0, 0.0, 0.1) is None


def test_the_faces_need_not_be_measured_in_full_length() -> None:
    faces = Faces([(face, 0.97 * x, 0.97 * y, 0.97 * z) for face, x, y, z in d20_normals()])
    for face, (x, y, z) in UP.items():
        assert faces.on_top(1.03 * x, 1.03 * y, 1.03 * z) == face


def test_the_device_says_what_it_feels_and_answers() -> None:
    chance = Chance(7)
    device = Device(Sensing(Faces(d20_normals())), Talker(Memory(Volatile(), "D"), 20, SESSION))
    samples = lying(UP[2], 600, chance) + lifted(300, chance) + thrown(chance)
    samples += lying(UP[8], 600, chance)
    words = device.start()
    for index, sample in enumerate(samples):
        words += device.sample(sample, index * SAMPLE_MS)
    words += device.receive(b"~ASK 0*B59B5087\n", len(samples) * SAMPLE_MS)
    read, errors = read_all([words])
    assert errors == []
    states = [str(said.state) for said in read if isinstance(said, RollReport)]
    assert states == ["RESTING", "PICKED", "ROLLING", "SETTLED"]
    assert read[-2:] == [
        KeptRoll(session=SESSION, number=1, face=8, age_s=0),
        KeptEnd(session=SESSION, oldest=1, newest=1),
    ]


class _Flash(Volatile):
    """A store whose writes fail while it is worn."""

    def __init__(self) -> None:
        super().__init__()
        self.is_worn = False

    def save(self, text: str) -> None:
        if self.is_worn:
            raise OSError(28, "no space left")
        super().save(text)


def test_a_die_that_cannot_write_rolls_on_and_says_that_none_counts() -> None:
    chance, flash = Chance(8), _Flash()
    device = Device(Sensing(Faces(d20_normals())), Talker(Memory(flash, "D"), 20, SESSION))
    read_all([device.start()])
    now_ms = 0

    def throw(face: int) -> list[tuple[str, int, int | None]]:
        nonlocal now_ms
        words = b""
        for sample in lifted(300, chance) + thrown(chance) + lying(UP[face], 600, chance):
            words += device.sample(sample, now_ms)
            now_ms += SAMPLE_MS
        said, errors = read_all([words])
        assert errors == []
        return [(str(r.state), r.number, r.face) for r in said if isinstance(r, RollReport)][-1:]

    assert throw(8) == [("SETTLED", 1, 8)]
    flash.is_worn = True
    assert throw(3) == [("COCKED", 2, None)]
    assert throw(4) == [("COCKED", 2, None)]
    assert Memory(flash, "OTHER").number == 1
    flash.is_worn = False
    assert throw(5) == [("SETTLED", 2, 5)]
    again = Memory(flash, "OTHER")
    assert [(number, face) for number, face, _ in again.rolls] == [(1, 8), (2, 5)]


def test_a_die_that_cannot_write_where_to_count_on_answers_all_else() -> None:
    flash = _Flash()
    talker = Talker(Memory(flash, "D"), 20, SESSION)
    flash.is_worn = True
    questions = wire.frame("ASK 7") + wire.frame("WHO") + wire.frame("ASK 0")
    said, errors = read_all([talker.receive(questions, 0)])
    assert errors == []
    assert [type(one) for one in said] == [Hello, KeptEnd]
    flash.is_worn = False
    said, _ = read_all([talker.receive(wire.frame("ASK 7"), 0)])
    assert said == [KeptEnd(session=SESSION, oldest=0, newest=7)]


def test_a_new_die_that_cannot_write_its_name_starts_all_the_same() -> None:
    flash = _Flash()
    flash.is_worn = True
    memory = Memory(flash, "NEW")
    assert (memory.name, memory.number) == ("NEW", 0)
    with pytest.raises(OSError, match="no space"):
        memory.add(4, 0)
    flash.is_worn = False
    assert memory.add(4, 0) == 1
    again = Memory(flash, "OTHER")
    assert (again.name, again.number) == ("NEW", 1)


def test_memory_survives_and_forgets_only_the_oldest(tmp_path: Path) -> None:
    store = FileStore(str(tmp_path / "rolls.txt"))
    memory = Memory(store, "FIRST")
    for face in range(1, KEPT + 11):
        assert memory.add(face, 0) == face
    again = Memory(store, "SECOND")
    assert again.name == "FIRST"
    assert again.number == KEPT + 10
    assert [(number, face) for number, face, _ in again.rolls] == [
        (face, face) for face in range(11, KEPT + 11)
    ]
    assert {settled_s for _, _, settled_s in again.rolls} == {None}


@given(cut=st.integers(0, 200), junk=st.text(max_size=10))
def test_a_damaged_memory_is_a_new_die(cut: int, junk: str) -> None:
    store = Volatile()
    memory = Memory(store, "FIRST")
    for face in range(1, 6):
        memory.add(face, 0)
    whole = store.load()
    store.save(whole[:cut] + junk)
    again = Memory(store, "SECOND")
    if store.load() == whole:
        assert (again.name, again.number) == ("FIRST", 5)
    else:
        assert again.name == "SECOND"
        assert (again.number, again.rolls) == (0, [])
        assert Memory(store, "THIRD").name == "SECOND"


def test_a_file_that_is_no_text_is_an_empty_memory(tmp_path: Path) -> None:
    (tmp_path / "rolls.txt").write_bytes(b"\xff\xfe\x00")
    assert Memory(FileStore(str(tmp_path / "rolls.txt")), "NEW").name == "NEW"


def test_a_die_told_to_go_on_from_a_higher_number_does() -> None:
    memory = Memory(Volatile(), "D")
    memory.add(4, 0)
    memory.go_on_from(1)
    assert memory.rolls == [(1, 4, 0)]
    memory.go_on_from(9)
    assert memory.rolls == []
    assert memory.add(5, 0) == 10


@pytest.mark.parametrize("question", ["ASK", "ASK x", "ASK -1", "SING"])
def test_a_question_not_understood_is_not_answered(question: str) -> None:
    talker = Talker(Memory(Volatile(), "D"), 20, SESSION)
    assert talker.receive(wire.frame(question), 0) == b""


def test_a_calibration_is_read_as_it_was_written() -> None:
    written = normals.dump(d20_normals())
    read = normals.load(written)
    assert [face for face, *_ in read] == list(range(1, 21))
    for (_, *one), (_, *other) in zip(read, d20_normals(), strict=True):
        assert one == pytest.approx(other, abs=1e-4)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "faces 1 to 4"),
        ("1 0 0\n", "not a face"),
        ("x 0 0 1\n", "not a face"),
        ("1 0 0 1\n2 0 0 -1\n3 1 0 0\n5 0 1 0\n", "faces 1 to 4"),
        ("1 0 0 1\n2 0 0 -1\n3 1 0 0\n4 0 2 0\n", "while the die moved"),
        ("1 0 0 1\n2 0 0 -1\n3 1 0 0\n4 1 0.1 0\n", "faces 3 and 4 are the same"),
    ],
)
def test_a_wrong_calibration_is_refused(text: str, words: str) -> None:
    with pytest.raises(normals.CalibrationError, match=words):
        normals.load(text)


class _Bus:
    """An I2C bus with one device, as its data sheet describes it."""

    def __init__(self, identity: int) -> None:
        self.registers = bytearray(64)
        self.registers[0x00] = identity

    def readfrom_mem(self, address: int, register: int, count: int) -> bytes:
        if address != 0x53:
            raise OSError(5, "nobody answers")
        return bytes(self.registers[register : register + count])

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        assert address == 0x53
        self.registers[register : register + len(data)] = data


def test_the_accelerometer_is_set_up_and_read() -> None:
    bus = _Bus(0xE5)
    sensor = Adxl345(bus)
    assert bus.registers[0x31] & 0x0B == 0x0B
    assert bus.registers[0x2D] == 0x08
    bus.writeto_mem(0x53, 0x32, struct.pack("<hhh", 256, -256, 0))
    assert sensor.read_g() == pytest.approx((1, -1, 0), abs=0.01)


def test_another_device_at_its_address_is_refused() -> None:
    with pytest.raises(AccelerometerError, match="0x68 is no ADXL345"):
        Adxl345(_Bus(0x68))
    with pytest.raises(OSError, match="nobody answers"):
        Adxl345(_Bus(0xE5), 0x1D)


def test_the_program_imports_only_what_micropython_has() -> None:
    allowed = {"binascii", "math", "os", "struct", "sys", "time", "select", "machine"}
    folder = Path(str(firmware_bridge.firmware.__file__)).parent
    program = sorted(folder.glob("*.py"))
    assert folder / "main.py" in program
    for path in program:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                names = [node.module]
            for name in names:
                assert name in allowed or name.startswith("firmware_bridge.firmware"), path
