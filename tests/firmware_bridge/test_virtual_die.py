"""The virtual die as a process: its commands, its port and its end."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import serial
from click.testing import CliRunner

from firmware_bridge.messages import Hello, RollReport, RollState
from firmware_bridge.virtual_die import MadeRoll, VirtualDie, VirtualDieError, main
from tests.support.die_lines import read_all
from tests.support.patience import PATIENCE_S


def _listen(port: serial.Serial, word: bytes) -> bytes:
    """Read a port until the first whole line with a word in it."""
    heard = b""
    while word not in heard or not heard.endswith(b"\n"):
        piece = port.read(1)
        if not piece:
            raise AssertionError(f"waited for {word!r}; heard {heard!r}")
        heard += piece
    return heard


def test_it_names_itself_with_what_it_was_given(tmp_path: Path) -> None:
    link = tmp_path / "port"
    with VirtualDie(link=link, sides=6) as die:
        assert die.path == str(link)
        assert link.is_symlink()
        with serial.Serial(die.path, timeout=PATIENCE_S) as port:
            port.write(b"~WHO*4871782B\n")
            (hello, *_), errors = read_all([_listen(port, b"HELLO")])
        assert errors == []
        assert isinstance(hello, Hello)
        assert (hello.sides, hello.number) == (6, 0)
    assert not link.is_symlink()


def test_random_faces_are_those_of_the_die() -> None:
    with VirtualDie(rolling_s=0, sides=6) as die:
        faces = {roll.face for roll in die.burst(200)}
    assert faces == {1, 2, 3, 4, 5, 6}


def test_a_roll_takes_its_time() -> None:
    with VirtualDie(rolling_s=0.3) as die:
        with pytest.raises(VirtualDieError, match=r"within 0\.1 s"):
            die.command("roll 4", timeout_s=0.1)
        # The late answer is not taken for that of the next command.
        assert die.roll(5) == MadeRoll(2, 5)


@pytest.mark.parametrize(
    "command",
    ["sing", "roll 0", "roll 21", "roll x", "roll 1 2", "noise", "noise -1", "stall x", "wait -1"],
)
def test_a_wrong_command_is_refused_and_the_die_goes_on(command: str) -> None:
    with VirtualDie(rolling_s=0) as die:
        with pytest.raises(VirtualDieError, match="refused"):
            die.command(command)
        assert die.roll(3).face == 3


def test_it_cannot_vanish_twice() -> None:
    with VirtualDie() as die:
        die.command("vanish 60")
        with pytest.raises(VirtualDieError, match="vanished already"):
            die.command("vanish 1")


def test_it_ends_when_told_to_quit() -> None:
    with VirtualDie() as die:
        die.command("quit")
        with pytest.raises(VirtualDieError, match="has ended"):
            die.command("roll")


def test_it_must_be_running_to_obey() -> None:
    with pytest.raises(VirtualDieError, match="not running"):
        VirtualDie().command("roll")


def test_it_counts_on_over_processes_with_a_memory_file(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    with VirtualDie(memory=memory, rolling_s=0) as die:
        assert die.roll(4).number == 1
    with VirtualDie(memory=memory, rolling_s=0) as die:
        assert die.roll(5).number == 2


def test_it_goes_on_once_its_rolls_can_be_written_down_again(tmp_path: Path) -> None:
    path = tmp_path / "die.json"
    in_the_way = tmp_path / "die.json.new"
    with VirtualDie(rolling_s=0, memory=path) as die:
        assert die.roll().number == 1
        in_the_way.mkdir()
        for command in ("roll", "burst 3"):
            with pytest.raises(VirtualDieError, match="no roll can be written down"):
                die.command(command)
        in_the_way.rmdir()
        assert die.roll().number == 2


def test_a_script_is_obeyed_before_the_first_command(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("# two rolls\nroll 4\n\nroll 5\nquit\n")
    command = [sys.executable, "-m", "firmware_bridge.virtual_die", "--rolling", "0"]
    command += ["--link", str(tmp_path / "port"), "--script", str(script)]
    run = subprocess.run(
        command,
        stdin=subprocess.PIPE,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert run.stdout.splitlines()[1:] == ["ok 1:4", "ok 2:5", "ok"]


def test_a_named_pipe_gives_it_commands(tmp_path: Path) -> None:
    control = tmp_path / "control"
    os.mkfifo(control)
    command = [sys.executable, "-m", "firmware_bridge.virtual_die", "--rolling", "0"]
    command += ["--link", str(tmp_path / "port"), "--control", str(control)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready")
        for text in ("roll 7\n", "quit\n"):
            control.write_text(text)
        assert process.stdout.read().splitlines() == ["ok 1:7", "ok"]
        assert process.wait(PATIENCE_S) == 0


def test_a_killed_parent_leaves_no_orphan(tmp_path: Path) -> None:
    parent = (
        "import sys, signal\n"
        "from firmware_bridge.virtual_die import VirtualDie\n"
        f"die = VirtualDie(link={str(tmp_path / 'port')!r})\n"
        "die.start()\n"
        "print(die.process_id, flush=True)\n"
        "signal.pause()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", parent], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        orphan = os.pidfd_open(int(process.stdout.readline()))
        process.send_signal(signal.SIGKILL)
    ended, _, _ = select.select([orphan], [], [], PATIENCE_S)
    os.close(orphan)
    assert ended
    assert not (tmp_path / "port").is_symlink()


@pytest.mark.parametrize("option", ["--link", "--control"])
def test_a_place_that_is_not_there_is_named(tmp_path: Path, option: str) -> None:
    link = [] if option == "--link" else ["--link", str(tmp_path / "die")]
    place = tmp_path / "nowhere" / "it"
    result = CliRunner().invoke(main, [*link, option, str(place)], input="")
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 1
    assert str(place) in result.stderr


def test_a_port_in_the_place_of_a_folder_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "die").mkdir()
    result = CliRunner().invoke(main, ["--link", str(tmp_path / "die"), "--control", os.devnull])
    assert result.exit_code == 1
    assert "Is a directory" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["die"]


def test_a_script_that_is_no_text_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_bytes(b"\xff\xfe")
    result = CliRunner().invoke(main, ["--link", str(tmp_path / "die"), "--script", str(script)])
    assert isinstance(result.exception, SystemExit), result.exception
    assert "UTF-8" in result.stderr


def test_what_it_says_is_the_protocol() -> None:
    with VirtualDie(rolling_s=0) as die:
        for command in ("pickup", "cock", "low", "roll 20", "repeat"):
            die.command(command)
        # The host's flush on opening may drop what came before; the die says it again if asked.
        with serial.Serial(die.path, timeout=PATIENCE_S) as port:
            die.command("cock")
            die.command("roll 19")
            heard = _listen(port, b"SETTLED")
    read, errors = read_all([heard])
    assert errors == []
    states = [message.state for message in read if isinstance(message, RollReport)]
    assert states == [
        RollState.PICKED,
        RollState.ROLLING,
        RollState.COCKED,
        RollState.PICKED,
        RollState.ROLLING,
        RollState.SETTLED,
    ]
