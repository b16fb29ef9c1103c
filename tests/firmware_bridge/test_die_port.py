"""The port owner on real pseudo-terminals and sockets, with every fault of the virtual die."""

from __future__ import annotations

import os
import pty
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import serial

from companion.border import DieRoll, DieState
from firmware_bridge.connect import DieUriError
from firmware_bridge.firmware.memory import Memory, Volatile
from firmware_bridge.firmware.talker import Talker
from firmware_bridge.messages import RollReport, RollState
from firmware_bridge.port import PortOwner, PortSettings
from firmware_bridge.protocol import encode
from firmware_bridge.usb_ports import SerialPort
from firmware_bridge.virtual_die import VirtualDie
from tests.support.die_port import IMPATIENT, Heard, socket_die
from tests.support.patience import Stopwatch

BACK_WITHIN_S = 3.0
"""How long after its return a die may take to have all its rolls heard."""


@pytest.fixture
def die() -> Iterator[VirtualDie]:
    with VirtualDie(rolling_s=0) as die:
        yield die


@contextmanager
def taken(device: Path) -> Iterator[None]:
    """Another pseudo-terminal has the number of one that is gone, so that its owner gets another.

    A new one takes the lowest number that is free, of those that are kept by others beside us too.
    """
    with ExitStack() as held:
        while not device.exists():
            for descriptor in pty.openpty():
                held.callback(os.close, descriptor)
        yield


def test_a_roll_arrives_once_with_its_states(die: VirtualDie) -> None:
    heard = Heard()
    with PortOwner(die.path, heard, {}):
        heard.wait_for_state("ready")
        die.roll(13)
        heard.wait_for_state("ready", 2)
    name = heard.states[0].die
    assert heard.messages == [
        DieState(die=name, state="ready", number=0),
        DieState(die=name, state="rolling", number=0),
        DieRoll(die=name, number=1, face=13, sides=20),
        DieState(die=name, state="ready", number=1),
    ]


FAULTS = {
    "noise": ["noise 3000"],
    "cut": ["cut"],
    "wrong checksum": ["badsum"],
    "repeat": ["roll 1", "repeat", "repeat"],
    "restart": ["restart"],
    "two restarts": ["restart", "restart"],
    "burst": ["burst 40"],
    "stall": ["stall 0.3"],
    "vanish": ["vanish 0.3"],
    "vanish while stalled": ["stall 0.5", "vanish 0.2"],
    "pick up": ["pickup"],
    "all at once": ["noise 99", "cut", "burst 3", "badsum", "burst 3", "restart", "vanish 0.2"],
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_over_each_fault_every_roll_arrives_once_and_in_order(
    die: VirtualDie, fault: list[str]
) -> None:
    heard = Heard()
    made = []
    with PortOwner(die.path, heard, {}):
        heard.wait_for_state("ready")
        for _ in range(3):
            for command in fault:
                answer = die.command(command)
                made += [pair for pair in answer.split() if ":" in pair]
            made += die.command("roll").split()
            if any("vanish" in command for command in fault):
                die.command("wait 0.4")
        back = Stopwatch(die.process_id)
        rolls = heard.wait_for_rolls(len(made))
        assert back.taken_s() < BACK_WITHIN_S
    assert [f"{number}:{face}" for number, face in rolls] == made


def test_a_die_that_comes_back_under_another_name_is_found_within_three_seconds(
    die: VirtualDie,
) -> None:
    heard = Heard()
    with PortOwner(die.path, heard, {}):
        heard.wait_for_state("ready")
        before = Path(die.path).resolve()
        die.command("vanish 2.5")
        heard.wait_for_state("missing")
        with taken(before):
            made = die.burst(5)
            die.command("wait 2.6")
            back = Stopwatch(die.process_id)
            assert Path(die.path).resolve() != before
            rolls = heard.wait_for_rolls(5)
            assert back.taken_s() < BACK_WITHIN_S
    assert rolls == [(roll.number, roll.face) for roll in made]
    assert "plug it in" in heard.wait_for_state("missing").reason


def test_a_renamed_device_is_followed_by_its_usb_identity(tmp_path: Path) -> None:
    one, other = tmp_path / "ttyACM0", tmp_path / "ttyACM1"
    memory = tmp_path / "memory"
    heard = Heard()
    plugged: list[Path] = []

    def list_ports() -> list[SerialPort]:
        return [
            SerialPort(str(path), vendor=0x2E8A, product=5, serial_number="E661")
            for path in plugged
        ]

    with VirtualDie(link=one, memory=memory, rolling_s=0) as die:
        plugged = [one]
        owner = PortOwner(str(one), heard, {}, list_ports=list_ports)
        owner.start()
        heard.wait_for_state("ready")
        die.roll(4)
        heard.wait_for_rolls(1)
    heard.wait_for_state("missing")
    with VirtualDie(link=other, memory=memory, rolling_s=0) as die:
        plugged = [other]
        heard.wait_for_state("ready", 3)
        die.roll(5)
        heard.wait_for_rolls(2)
        owner.stop()
    assert heard.rolls == [(1, 4), (2, 5)]


def test_the_die_is_found_among_other_ports(die: VirtualDie, quiet_port: tuple[int, str]) -> None:
    _, quiet = quiet_port
    ports = [
        SerialPort("/dev/null", "no USB at all"),
        SerialPort(quiet, vendor=0x2E8A),
        SerialPort(die.path, vendor=0x0403),
    ]
    heard = Heard()
    with PortOwner("auto", heard, {}, settings=IMPATIENT, list_ports=lambda: ports):
        heard.wait_for_state("ready")
        die.roll(9)
        assert heard.wait_for_rolls(1) == [(1, 9)]


def test_without_any_port_the_players_are_told_to_plug_it_in() -> None:
    heard = Heard()
    with PortOwner("auto", heard, {}, list_ports=list):
        assert "plug it in" in heard.wait_for_state("missing").reason


def test_a_port_that_appears_later_is_opened(tmp_path: Path) -> None:
    heard = Heard()
    link = tmp_path / "port"
    with PortOwner(str(link), heard, {}):
        assert heard.wait_for_state("missing").reason == f"No die at {link}: plug it in."
        with VirtualDie(link=link, rolling_s=0):
            back = Stopwatch()
            heard.wait_for_state("ready")
            assert back.taken_s() < BACK_WITHIN_S


def test_a_port_held_by_another_program_is_said_and_taken_when_free(die: VirtualDie) -> None:
    heard = Heard()
    other = serial.Serial(die.path, exclusive=True)
    with PortOwner(die.path, heard, {}):
        assert "Another program holds" in heard.wait_for_state("busy").reason
        other.close()
        back = Stopwatch(die.process_id)
        heard.wait_for_state("ready")
        assert back.taken_s() < BACK_WITHIN_S


def test_the_owner_holds_the_port_alone(die: VirtualDie) -> None:
    heard = Heard()
    with PortOwner(die.path, heard, {}):
        heard.wait_for_state("ready")
        with pytest.raises(serial.SerialException, match="exclusively lock"):
            serial.Serial(die.path, exclusive=True)


def test_a_silent_port_is_said(quiet_port: tuple[int, str]) -> None:
    heard = Heard()
    with PortOwner(quiet_port[1], heard, {}, settings=IMPATIENT):
        assert "unplug the die and plug it in" in heard.wait_for_state("silent").reason


def test_a_port_that_speaks_something_else_is_silent_too(quiet_port: tuple[int, str]) -> None:
    near, path = quiet_port
    heard = Heard()
    with PortOwner(path, heard, {}, settings=IMPATIENT):
        os.read(near, 100)
        os.write(near, b"ok T:20.1 /0.0\n~~~\xff\xfe\n" * 50)
        heard.wait_for_state("silent")
    assert heard.rolls == []


def test_a_port_that_takes_nothing_in_is_said(quiet_port: tuple[int, str]) -> None:
    heard = Heard()
    hasty = PortSettings(heartbeat_s=0.001, silent_after_s=20)
    with PortOwner(quiet_port[1], heard, {}, settings=hasty):
        assert "takes nothing in" in heard.wait_for_state("silent").reason


def test_a_line_that_echoes_is_no_die(quiet_port: tuple[int, str]) -> None:
    near, path = quiet_port
    heard = Heard()
    with PortOwner(path, heard, {}, settings=IMPATIENT):
        for _ in range(3):
            os.write(near, os.read(near, 100))
        heard.wait_for_state("silent")
    assert [said.state for said in heard.states] == ["silent"]


def test_a_wedged_die_is_silent_and_its_rolls_come_when_it_wakes(die: VirtualDie) -> None:
    heard = Heard()
    with PortOwner(die.path, heard, {}, settings=IMPATIENT):
        heard.wait_for_state("ready")
        die.command("stall 600")
        made = die.burst(3)
        heard.wait_for_state("silent")
        die.command("stall 0")
        assert heard.wait_for_rolls(3) == [(roll.number, roll.face) for roll in made]


def test_rolls_made_while_the_host_was_away_come_from_where_the_journal_stood(
    die: VirtualDie,
) -> None:
    first = Heard()
    with PortOwner(die.path, first, {}):
        first.wait_for_state("ready")
        die.roll(1)
        first.wait_for_rolls(1)
    die.roll(2)
    die.command("restart")
    rolled = Stopwatch()
    die.roll(3)
    second = Heard()
    with PortOwner(die.path, second, {first.states[0].die: 1}):
        second.wait_for_rolls(2)
        longest_s = rolled.by_the_clock_s()
    assert second.rolls == [(2, 2), (3, 3)]
    before_restart, after = (one.age_s for one in second.messages if isinstance(one, DieRoll))
    assert before_restart is None
    assert after is not None
    # The die counts whole seconds: two moments close together may lie on either side of a stroke.
    assert 0 <= after < longest_s + 1


def test_a_die_behind_a_socket_is_opened_again_when_the_line_breaks() -> None:
    talker = Talker(Memory(Volatile(), "NET-DIE"), 20, "0A1B2C3D")
    heard = Heard()
    with socket_die(talker) as (address, say), PortOwner(address, heard, {}):
        heard.wait_for_state("ready")
        say(talker.rolling() + talker.settled(11, 0))
        heard.wait_for_rolls(1)
        say(b"")
        heard.wait_for_state("missing")
        talker.settled(12, 0)
        back = Stopwatch()
        assert heard.wait_for_rolls(2) == [(1, 11), (2, 12)]
        assert back.taken_s() < BACK_WITHIN_S


def test_a_die_that_floods_is_told_a_few_times_a_second_and_its_rolls_all() -> None:
    """Such as one whose sensor flickers, or a board with another program."""
    talker = Talker(Memory(Volatile(), "NET-DIE"), 20, "0A1B2C3D")
    flicker = b"".join(
        encode(RollReport(session="0A1B2C3D", number=1, state=state, face=None))
        for state in (RollState.ROLLING, RollState.COCKED)
    )
    heard = Heard()
    with socket_die(talker) as (address, say), PortOwner(address, heard, {}):
        heard.wait_for_state("ready")
        watch = Stopwatch()
        for _ in range(200):
            say(flicker * 10)
        say(talker.settled(7, 0))
        heard.wait_for_rolls(1)
        heard.wait_until(lambda: heard.states[-1].state == "ready", "the die to be calm")
        took_s = watch.by_the_clock_s()
    assert heard.rolls == [(1, 7)]
    # The first, the one before the roll and the one behind it are told whenever they come.
    assert len(heard.states) <= 4 + took_s / PortSettings().state_pause_s
    before, after = heard.messages[-3], heard.messages[-1]
    assert isinstance(before, DieState)
    assert isinstance(after, DieState)
    assert (before.number, after.number) == (0, 1)


def test_a_socket_where_nobody_listens_is_said() -> None:
    heard = Heard()
    with PortOwner("socket://127.0.0.1:1", heard, {}):
        assert "Nobody answers" in heard.wait_for_state("missing").reason


def test_without_a_die_rolls_are_typed_in() -> None:
    heard = Heard()
    with PortOwner("none", heard, {}):
        assert "type the rolls in" in heard.wait_for_state("missing").reason


def test_the_virtual_die_lives_as_long_as_its_owner(tmp_path: Path) -> None:
    heard = Heard()
    owner = PortOwner(f"virtual:{tmp_path / 'memory'}", heard, {})
    owner.start()
    heard.wait_for_state("ready")
    assert owner.virtual_die is not None
    process = owner.virtual_die.process_id
    assert Path(f"/proc/{process}").exists()
    owner.stop()
    owner.stop()
    assert not Path(f"/proc/{process}").exists()


def test_a_virtual_die_that_was_killed_comes_back_with_its_count(tmp_path: Path) -> None:
    heard = Heard()
    with PortOwner(f"virtual:{tmp_path / 'memory'}", heard, {}) as owner:
        heard.wait_for_state("ready")
        die = owner.virtual_die
        assert die is not None
        first = die.roll()
        heard.wait_for_rolls(1)
        readies = sum(said.state == "ready" for said in heard.states)
        os.kill(die.process_id, signal.SIGKILL)
        heard.wait_for_state("missing")
        heard.wait_for_state("ready", count=readies + 1)
        second = die.roll()
        assert heard.wait_for_rolls(2) == [(1, first.face), (2, second.face)]


@pytest.mark.parametrize("uri", ["none", "/dev/no-such-port", "auto"])
def test_stopping_wakes_the_owner_at_once(uri: str) -> None:
    heard = Heard()
    owner = PortOwner(uri, heard, {}, list_ports=list)
    owner.start()
    heard.wait_for_state("missing")
    stopping = Stopwatch()
    owner.stop()
    assert stopping.taken_s() < 0.3


def test_an_owner_that_was_never_started_can_be_stopped() -> None:
    PortOwner("auto", Heard(), {}).stop()


def test_an_idle_owner_sleeps(die: VirtualDie) -> None:
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return time.monotonic()

    heard = Heard()
    with PortOwner(die.path, heard, {}, clock=clock):
        heard.wait_for_state("ready")
        before = looks
        die.command("wait 2")
        during = looks - before
    assert during < 20


@pytest.mark.parametrize(
    "uri", ["", "COM3", "http://x", "socket://", "socket://h:0", "socket://h:99999", "ttyACM0"]
)
def test_a_wrong_address_is_explained(uri: str) -> None:
    with pytest.raises(DieUriError, match=r"socket://host:port"):
        PortOwner(uri, Heard(), {})
