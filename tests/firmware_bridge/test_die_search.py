"""Which ports are asked for a die."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.search import ASK_AGAIN_AFTER_S, DieSearch
from firmware_bridge.usb_ports import SerialPort

PICO = SerialPort("/dev/ttyACM1", vendor=0x2E8A, product=5, serial_number="E661")
ARDUINO = SerialPort("/dev/ttyACM0", vendor=0x2341, product=67, serial_number="77")
PORTS = [ARDUINO, PICO]


def test_a_port_that_did_not_answer_is_left_alone_for_a_while() -> None:
    search = DieSearch()
    assert search.targets(PORTS, 0) == ["/dev/ttyACM0", "/dev/ttyACM1"]
    search.was_silent("/dev/ttyACM0", PORTS, 3)
    assert search.targets(PORTS, 4) == ["/dev/ttyACM1"]
    assert search.targets(PORTS, 3 + ASK_AGAIN_AFTER_S) == ["/dev/ttyACM0", "/dev/ttyACM1"]


def test_a_port_plugged_in_anew_is_asked_at_once() -> None:
    search = DieSearch()
    search.was_silent("/dev/ttyACM0", PORTS, 3)
    search.targets([PICO], 4)
    assert search.targets(PORTS, 5) == ["/dev/ttyACM0", "/dev/ttyACM1"]


def test_the_die_that_was_found_comes_first_and_is_never_left_alone() -> None:
    search = DieSearch()
    search.was_found(PICO.device, PORTS)
    assert search.targets(PORTS, 0)[0] == PICO.device
    search.was_silent(PICO.device, PORTS, 1)
    assert search.targets(PORTS, 1)[0] == PICO.device


def test_once_the_die_was_found_no_other_silent_port_delays_its_return() -> None:
    search = DieSearch()
    search.was_found(PICO.device, PORTS)
    search.was_silent(ARDUINO.device, [ARDUINO], 1)
    assert search.targets([ARDUINO], 1_000_000) == []
    renamed = SerialPort("/dev/ttyACM7", vendor=0x2E8A, product=5, serial_number="E661")
    assert search.targets([ARDUINO, renamed], 1_000_000) == ["/dev/ttyACM7"]


def test_a_die_is_followed_to_its_new_name_when_the_old_one_is_gone(tmp_path: Path) -> None:
    device, by_id = tmp_path / "ttyACM3", tmp_path / "by-id"
    device.touch()
    by_id.symlink_to(device)
    before = SerialPort(str(device), vendor=1, product=2, serial_number="x")
    after = SerialPort(str(tmp_path / "ttyACM4"), vendor=1, product=2, serial_number="x")
    search = DieSearch()
    assert search.follow(str(by_id), [before]) == str(by_id)
    assert search.follow("/dev/no-such-port", [after]) == "/dev/no-such-port"
    search.was_found(str(by_id), [before])
    assert search.follow(str(by_id), [before]) == str(by_id)
    device.unlink()
    assert search.follow(str(by_id), [after]) == after.device
    assert search.follow(str(by_id), []) == str(by_id)


def test_a_port_without_usb_numbers_is_never_mistaken_for_the_die() -> None:
    plain = SerialPort("/dev/ttyS0")
    search = DieSearch()
    search.was_found(plain.device, [plain])
    assert search.follow("/dev/no-such-port", [SerialPort("/dev/ttyS1")]) == "/dev/no-such-port"
