"""What the look at all ports finds."""

from __future__ import annotations

import contextlib
import errno
import os
import pty
import select
import threading
import tty

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo

from firmware_bridge import doctor, usb_ports
from firmware_bridge.connect import PortProblem, explain
from firmware_bridge.doctor import PortFinding, PortVerdict, probe_port, probe_ports
from firmware_bridge.usb_ports import SerialPort
from firmware_bridge.virtual_die import VirtualDie
from tests.support.patience import PATIENCE_S

PICO = 0x2E8A


def probe(device: str, answer_time_s: float = PATIENCE_S) -> PortFinding:
    (finding,) = probe_ports(lambda: [SerialPort(device, "ACM", PICO)], answer_time_s)
    return finding


def test_a_die_is_found_with_what_it_says_of_itself() -> None:
    with VirtualDie(rolling_s=0, sides=20) as die:
        die.roll()
        finding = probe(die.path)
    assert finding.verdict is PortVerdict.DIE
    assert finding.advice == ""
    assert finding.die is not None
    assert (finding.die.sides, finding.die.number) == (20, 1)
    assert finding.description == "Raspberry Pi Pico or other RP2040 board"


def test_a_port_of_another_program_is_busy() -> None:
    with VirtualDie() as die, serial.Serial(die.path, exclusive=True):
        finding = probe(die.path)
    assert finding.verdict is PortVerdict.BUSY
    assert "close it" in finding.advice


def test_a_port_that_says_nothing_is_silent(quiet_port: tuple[int, str]) -> None:
    finding = probe(quiet_port[1], 0.1)
    assert finding.verdict is PortVerdict.SILENT
    assert "says nothing" in finding.advice


def test_a_port_that_says_something_else_is_unknown(quiet_port: tuple[int, str]) -> None:
    near, path = quiet_port

    def answer() -> None:
        os.read(near, 100)
        os.write(near, b"MicroPython v1.26.0\r\n>>> ")

    other = threading.Thread(target=answer)
    other.start()
    finding = probe(path, 2.0)
    other.join()
    assert finding.verdict is PortVerdict.UNKNOWN
    assert f"plain:d20@{path}" in finding.advice


def test_a_port_that_is_no_known_board_is_left_alone(quiet_port: tuple[int, str]) -> None:
    near, path = quiet_port
    (finding,) = probe_ports(lambda: [SerialPort(path, "a modem", 0x1234)])
    assert finding.verdict is PortVerdict.NOT_ASKED
    assert finding.description == "a modem"
    assert f"--die {path}" in finding.advice
    os.set_blocking(near, False)
    with pytest.raises(BlockingIOError):
        os.read(near, 1)


def test_a_port_that_goes_away_while_it_is_asked_is_said() -> None:
    near, far = pty.openpty()
    tty.setraw(far)
    path = os.ttyname(far)

    def unplug() -> None:
        os.read(near, 100)
        os.close(near)

    other = threading.Thread(target=unplug)
    other.start()
    finding = probe(path)
    other.join()
    os.close(far)
    assert finding.verdict is PortVerdict.FAILED
    assert "went away while it was asked" in finding.advice


def test_a_port_that_takes_nothing_in_is_not_said_to_have_gone(
    quiet_port: tuple[int, str],
) -> None:
    path = quiet_port[1]
    full = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    # The system passes a first part on to the other end, which makes room once more.
    while select.select([], [full], [], 0.2)[1]:
        with contextlib.suppress(BlockingIOError):
            os.write(full, bytes(4096))
    finding = probe(path)
    os.close(full)
    assert finding.verdict is PortVerdict.SILENT
    assert finding.advice == f"{path} takes nothing in: unplug the board and plug it in."


def test_a_port_that_is_not_there_is_said() -> None:
    finding = probe("/dev/no-such-port")
    assert finding.verdict is PortVerdict.FAILED
    assert finding.advice == "No die at /dev/no-such-port: plug it in."


def test_a_port_without_permission_is_said_with_the_command_that_helps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The tests may run as root, who may open everything: the system's answer is put in here."""

    def refuse(target: str, _baud_rate: int) -> serial.SerialBase:
        raise explain(target, serial.SerialException(errno.EACCES, "could not open port"))

    monkeypatch.setattr(doctor, "open_port", refuse)
    finding = probe("/dev/no-such-port")
    assert finding.verdict is PortVerdict.NO_PERMISSION
    assert "sudo usermod -aG dialout $USER" in finding.advice
    # Joining the group root is no advice to give.
    finding = probe("/dev/null")
    assert finding.verdict is PortVerdict.NO_PERMISSION
    assert "udev rule" in finding.advice


def test_one_port_can_be_asked_by_name() -> None:
    with VirtualDie() as die:
        assert probe_port(die.path, PATIENCE_S).verdict is PortVerdict.DIE


def test_all_ports_are_listed_in_order() -> None:
    ports = [SerialPort("/dev/b"), SerialPort("/dev/a")]
    assert [finding.device for finding in probe_ports(lambda: ports)] == ["/dev/a", "/dev/b"]


def test_the_ports_of_this_computer_are_listed_as_the_system_knows_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = ListPortInfo("/dev/ttyACM0")
    board.vid, board.pid, board.serial_number = PICO, 5, "E66"
    board.description = "Board in FS mode"
    built_in = ListPortInfo("/dev/ttyS0")
    built_in.description = ""
    monkeypatch.setattr(usb_ports, "comports", lambda: [board, built_in])
    assert usb_ports.list_serial_ports() == [
        SerialPort("/dev/ttyACM0", "Board in FS mode", PICO, 5, "E66"),
        SerialPort("/dev/ttyS0"),
    ]


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (OSError(errno.EPERM, ""), "permission", "usermod -aG dialout"),
        (OSError(errno.EBUSY, ""), "busy", "close it"),
        (OSError(errno.EAGAIN, ""), "busy", "ModemManager"),
        (OSError(errno.ENOENT, ""), "absent", "plug it in"),
        (OSError(errno.ENOTTY, ""), "not serial", "is not a serial port"),
        (OSError(errno.EIO, "wedged"), "failed", "unplug the die and plug it in"),
        (ValueError("odd"), "absent", "plug it in"),
    ],
)
def test_each_error_of_opening_is_explained(error: Exception, kind: str, words: str) -> None:
    problem = explain("/dev/no-such-port", error)
    assert isinstance(problem, PortProblem)
    assert problem.kind == kind
    assert words in problem.reason
