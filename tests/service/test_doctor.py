"""The doctor against planted faults: each is found, named, and has its own way to be mended."""

from __future__ import annotations

import ctypes
import importlib.metadata
import json
import os
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import serial
from click.testing import CliRunner

from companion.cli import main
from companion.journal.store import JournalWriter
from companion.service.backups import FOLDER, keep_backup
from companion.service.doctor import examine
from companion.service.doctor_box import examine_box
from companion.service.doctor_clock import (
    examine_clock,
    is_clock_set,
    newest_moment,
    written_moments,
)
from companion.service.doctor_die import examine_die
from companion.service.doctor_disk import examine_disk, free_space, write_speed
from companion.service.doctor_finding import Finding
from companion.service.doctor_machine import (
    examine_lock,
    examine_network,
    examine_program,
)
from companion.service.instance import InstanceLock
from companion.service.settings import Settings
from firmware_bridge.usb_ports import SerialPort
from firmware_bridge.virtual_die import VirtualDie
from tests.support.fellowship import SAMPLE_BOX
from tests.support.patience import PATIENCE_S
from tests.support.service_process import held_port
from tests.support.toy_game import LEFT
from tests.support.toy_table import ToyTable

PICO = 0x2E8A


def only(findings: Iterator[Finding]) -> Finding:
    (finding,) = findings
    return finding


def troubles(findings: Iterator[Finding]) -> list[Finding]:
    found = list(findings)
    assert all(one.mend for one in found if one.level != "well"), found
    return [one for one in found if one.level == "trouble"]


# --- the die ------------------------------------------------------------------------------------


def test_a_die_that_answers_is_well() -> None:
    with VirtualDie(rolling_s=0) as die:
        die.roll()
        finding = only(examine_die(die.path, answer_time_s=PATIENCE_S))
    assert finding.level == "well"
    assert "20 sides" in finding.text
    assert "rolls so far: 1." in finding.text


def test_another_program_on_the_port() -> None:
    with VirtualDie() as die, serial.Serial(die.path, exclusive=True):
        finding = only(examine_die(die.path, answer_time_s=0.1))
    assert finding.level == "trouble"
    assert "another program" in finding.text
    assert "close it" in finding.mend


def test_a_named_port_that_says_nothing_is_trouble_and_an_unnamed_one_is_not(
    quiet_port: tuple[int, str],
) -> None:
    path = quiet_port[1]
    assert only(examine_die(path, answer_time_s=0.1)).level == "trouble"
    found = list(examine_die("auto", lambda: [SerialPort(path, "", PICO)], answer_time_s=0.1))
    assert [one.level for one in found] == ["note", "note"]
    assert "No die answers" in found[1].text
    plain = only(examine_die(f"plain:d20@{path}", answer_time_s=0.1))
    assert plain.level == "well"


def test_an_unknown_device(quiet_port: tuple[int, str]) -> None:
    near, path = quiet_port

    def answer() -> None:
        os.read(near, 100)
        os.write(near, b"ok\r\n>>> ")

    other = threading.Thread(target=answer)
    other.start()
    finding = only(examine_die(path, answer_time_s=2.0))
    other.join()
    assert finding.level == "trouble"
    assert "unknown device" in finding.text
    assert "plain:d20@" in finding.mend


def test_a_port_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may open everything, so the refusal of the system is planted."""
    port = tmp_path / "tty"
    port.touch()

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(serial, "Serial", refused)
    finding = only(examine_die(str(port), answer_time_s=0.1))
    assert finding.level == "trouble"
    assert "no permission" in finding.text
    assert "udev" in finding.mend or "usermod" in finding.mend


def test_a_port_that_this_user_may_not_open(tmp_path: Path) -> None:
    """The real refusal of the system, asked for by a user without rights."""
    port = tmp_path / "tty"
    port.touch(mode=0o000)
    # A user without rights cannot look into the folders of this test either.
    held = os.open(port, os.O_RDONLY | os.O_PATH)
    ask = (
        "import json, sys\n"
        "from companion.service.doctor_die import examine_die\n"
        "(one,) = examine_die(sys.argv[1], answer_time_s=0.1)\n"
        "print(json.dumps([one.level, one.text, one.mend]))\n"
    )
    if os.geteuid() == 0:
        # Modules are loaded first; then all rights are given up.
        ask = ask.replace("(one,)", "import os, serial\nos.setgid(65534); os.setuid(65534)\n(one,)")
    try:
        done = subprocess.run(
            [sys.executable, "-c", ask, f"/proc/self/fd/{held}"],
            pass_fds=(held,),
            check=True,
            capture_output=True,
            text=True,
        )
    finally:
        os.close(held)
    level, text, mend = json.loads(done.stdout)
    assert level == "trouble"
    assert "no permission" in text
    assert "usermod" in mend or "udev" in mend


def test_several_ports_are_listed_each_with_what_answered(quiet_port: tuple[int, str]) -> None:
    gone = "/dev/not-there"
    with VirtualDie() as die, VirtualDie() as held, serial.Serial(held.path, exclusive=True):
        ports = [SerialPort(p, "", PICO) for p in (die.path, held.path, quiet_port[1], gone)]
        ports.append(SerialPort("/dev/modem", "a modem", 0x1234))
        found = {
            one.text.split(" ")[0].rstrip(":"): one
            for one in examine_die("auto", lambda: ports, answer_time_s=3.0)
        }
    assert len(found) == len(ports)
    said = {
        die.path: ("well", "20 sides"),
        held.path: ("trouble", "another program"),
        quiet_port[1]: ("note", "says nothing"),
        gone: ("trouble", ""),
        "/dev/modem": ("note", ""),
    }
    for path, (level, words) in said.items():
        assert found[path].level == level, found[path]
        assert words in found[path].text + found[path].mend
        assert found[path].mend or level == "well"


def test_no_port_no_die_and_no_sense() -> None:
    finding = only(examine_die("auto", list))
    assert (finding.level, finding.text) == ("note", "No serial port is plugged in.")
    assert only(examine_die("none")).level == "well"
    assert only(examine_die("virtual:")).level == "well"
    assert only(examine_die("dice://somewhere")).level == "trouble"
    assert only(examine_die("/dev/not-there", answer_time_s=0.1)).level == "trouble"


# --- the disk -----------------------------------------------------------------------------------


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    """A small disk of its own; skipped where one may not be mounted."""
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    done = subprocess.run(command, check=False, capture_output=True)
    if done.returncode != 0:
        pytest.skip("mounting a disk needs more rights than these")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_in_order(tmp_path: Path) -> None:
    found = list(examine_disk(tmp_path, tmp_path / "journal.db"))
    assert troubles(iter(found)) == []
    assert not list(tmp_path.iterdir()), "the look leaves nothing behind"


def test_a_full_disk(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=16k") as disk:
        (disk / "filler").write_bytes(b"x" * 12288)
        found = troubles(examine_disk(disk, disk / "journal.db"))
        assert [path.name for path in disk.iterdir()] == ["filler"]
    assert "Nothing can be written" in found[0].text
    assert "full" in found[0].mend
    assert "free" in found[1].text


def test_a_read_only_disk(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=1m,ro") as disk:
        finding = troubles(examine_disk(disk, disk / "journal.db"))[0]
    assert "Nothing can be written" in finding.text
    assert "read-only" in finding.mend


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_somebody_else(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        finding = troubles(examine_disk(tmp_path, tmp_path / "journal.db"))[0]
    finally:
        tmp_path.chmod(0o700)
    assert "chown" in finding.mend


def test_little_room_and_a_slow_card(tmp_path: Path) -> None:
    levels = [free_space(tmp_path, free).level for free in (10**7, 5 * 10**8, 10**10)]
    assert levels == ["trouble", "note", "well"]
    assert [write_speed(tmp_path, ms).level for ms in (5.0, 400.0)] == ["well", "note"]


def test_a_damaged_and_an_altered_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    toy = ToyTable(path)
    toy.close()
    assert troubles(examine_disk(tmp_path, path)) == []
    writer = JournalWriter(path)
    writer._connection.execute("UPDATE events SET actor = 'other' WHERE seq = 2")
    writer.close()
    (altered,) = troubles(examine_disk(tmp_path, path))
    assert "event 2" in altered.text
    path.write_bytes(b"no journal at all" * 100)
    (damaged,) = troubles(examine_disk(tmp_path, path))
    assert "backup" in damaged.mend


def test_a_user_directory_that_is_not_there_yet(tmp_path: Path) -> None:
    home = tmp_path / "a" / "b"
    found = list(examine_disk(home, home / "journal.db"))
    assert found[0].level == "note"
    assert not home.parent.exists()


# --- program, clock, network --------------------------------------------------------------------


def test_versions_and_a_missing_package() -> None:
    assert examine_program().level == "well"
    assert "flask" in examine_program().text

    def without_flask(name: str) -> str:
        if name == "flask":
            raise importlib.metadata.PackageNotFoundError(name)
        return "1"

    missing = examine_program(without_flask)
    assert (missing.level, missing.text) == ("trouble", "Not installed: flask.")


def test_a_clock_that_stands_before_what_has_passed(tmp_path: Path) -> None:
    (tmp_path / "module.py").touch()
    now = datetime.now(tz=UTC)
    newest = newest_moment(tmp_path, ["2001-01-01T00:00:00+00:00", "nonsense"])
    assert newest is not None
    assert abs(newest - now) < timedelta(minutes=1)
    assert examine_clock(now, newest).level == "well"
    behind = examine_clock(datetime(1970, 1, 1, tzinfo=UTC), newest)
    assert behind.level == "trouble"
    assert "date -s" in behind.mend
    later = newest_moment(tmp_path, ["2090-01-01T00:00:00"])
    assert examine_clock(now, later).level == "trouble"
    assert examine_clock(now, None).level == "well"


def test_a_clock_that_nothing_sets_may_be_ahead() -> None:
    now = datetime.now(tz=UTC)
    unset = examine_clock(now, now, is_set=False)
    assert (unset.level, "may be wrong" in unset.text) == ("note", True)
    assert "watch" in unset.mend
    assert examine_clock(now, now, is_set=True).level == "well"


@pytest.mark.parametrize(("answer", "is_set"), [(0, True), (1, True), (5, False), (-1, None)])
def test_the_kernel_is_asked_whether_its_clock_is_in_step(
    monkeypatch: pytest.MonkeyPatch, answer: int, *, is_set: bool | None
) -> None:
    class Library:
        def __init__(self, _name: None) -> None: ...

        def adjtimex(self, room: ctypes.Array[ctypes.c_char]) -> int:
            # `struct timex` of a kernel of 64 bits.
            assert ctypes.sizeof(room) >= 208
            return answer

    monkeypatch.setattr(ctypes, "CDLL", Library)
    assert is_clock_set() is is_set
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    assert is_clock_set() is None


def test_a_clock_that_was_ahead_and_is_put_right_is_not_called_wrong(tmp_path: Path) -> None:
    """What was written down while it was ahead tells so, by public times alone."""
    now = datetime.now(tz=UTC)
    toy = ToyTable(tmp_path / "journal.db")
    keep_backup(toy.path, now + timedelta(hours=2))
    toy.keeper.end()
    toy.close()
    (tmp_path / FOLDER / "auto-nonsense.db").touch()
    (tmp_path / FOLDER / "auto-99999999T999999999999.db").touch()
    newest = newest_moment(tmp_path, written_moments(toy.path))
    assert newest == now + timedelta(hours=2)
    put_right = examine_clock(now, newest, is_set=True)
    assert put_right.level == "note"
    assert f"{newest:%H:%M}" in put_right.text
    for is_set in (False, None):
        assert examine_clock(now, newest, is_set=is_set).level == "trouble"
    assert len(list(written_moments(toy.path))) == len(["copy", "start", "end"])
    assert list(written_moments(tmp_path / "elsewhere" / "journal.db")) == []


def test_no_network_no_name_and_a_port_that_is_taken(tmp_path: Path) -> None:
    port = held_port()
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        found = list(examine_network("127.0.0.1", port, lambda: None, tmp_path / "none"))
    assert [one.level for one in found] == ["trouble", "note", "trouble"]
    assert "no network" in found[0].text
    assert "avahi-daemon" in found[1].mend
    assert "Stop the program" in found[2].mend
    announced = tmp_path / "socket"
    announced.touch()
    found = list(examine_network("127.0.0.1", port, lambda: "192.0.2.7", announced))
    assert [one.level for one in found] == ["well", "well", "well"]
    assert "192.0.2.7" in found[0].text


def test_a_table_that_runs_is_named(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert list(examine_lock(path)) == []
    held = InstanceLock(path)
    finding = only(examine_lock(path))
    assert str(os.getpid()) in finding.text
    held.release()
    assert list(examine_lock(path)) == []


def test_beside_a_table_that_runs_nothing_frightens(tmp_path: Path) -> None:
    held = InstanceLock(tmp_path / "lock")
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            settings = Settings(home=tmp_path, host="127.0.0.1", port=port)
            found = list(examine(settings, lambda _: None))
    finally:
        held.release()
    told = {one.part: one for one in found if one.part in ("camera", "die", "network")}
    assert set(told) == {"camera", "die", "network"}
    assert {one.level for one in told.values()} == {"note"}
    for part in ("camera", "die"):
        assert "the table that runs has it" in told[part].text
    assert str(port) in told["network"].text


# --- the box ------------------------------------------------------------------------------------


def test_box_files(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    assert only(examine_box(path, is_named=False)).level == "note"
    assert only(examine_box(path, is_named=True)).level == "trouble"
    path.write_text('format = 1\ngame = "fellowship"\nname = "Attic"\nis_sample = false\n')
    partly = only(examine_box(path, is_named=True))
    assert partly.level == "note"
    assert "cells that play can need" in partly.text
    path.write_text("format = 1\nnonsense [\n")
    broken = only(examine_box(path, is_named=True))
    assert broken.level == "trouble"
    assert str(path) in broken.text
    row = ", ".join(['"-"'] * 16)
    head = 'format = 1\ngame = "fellowship"\nname = "Attic"\nis_sample = false\n'
    path.write_text(f'{head}[tables."T.5"]\nwild-1 = [{row}]\n')
    against_the_rules = next(examine_box(path, is_named=True))
    assert against_the_rules.level == "trouble"
    assert "T.5" in against_the_rules.text
    path.write_text(SAMPLE_BOX)
    assert only(examine_box(path, is_named=True)).level == "well"


# --- the command --------------------------------------------------------------------------------


def test_the_command_ends_with_a_status_for_scripts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    options = ["doctor", "--json", "--host", "127.0.0.1", "--die", "none", "--camera"]
    done = CliRunner().invoke(main, [*options, "none"])
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert {one["part"] for one in found} == {
        "program",
        "disk",
        "clock",
        "network",
        "camera",
        "die",
        "box",
    }
    expected = 1 if any(one["level"] == "trouble" for one in found) else 0
    assert done.exit_code == expected
    done = CliRunner().invoke(main, [*options, "/dev/video99"])
    assert done.exit_code == 1
    assert "no camera" in done.stdout
    done = CliRunner().invoke(main, [option for option in options if option != "--json"] + ["99"])
    assert "TROUBLE  camera" in done.stdout
    assert "> Plug the camera in" in done.stdout
    assert done.exception is None or isinstance(done.exception, SystemExit)


def test_a_journal_that_has_lost_its_end_without_saying_how_much(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    toy = ToyTable(path)
    for number in range(20):
        toy.act(LEFT, "hide", word=f"{number}")
    toy.close()
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM events WHERE seq > 9")
    connection.commit()
    connection.close()
    (finding,) = troubles(examine_disk(tmp_path, path))
    assert "lost the end of a game" in finding.text
    assert "companion verify" in finding.mend
    told = (finding.text + finding.mend).replace(str(path), "")
    assert not any(sign.isdigit() for sign in told)
