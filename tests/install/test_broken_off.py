"""Installer and set-up broken off, on a machine of a few folders and commands of its own."""

from __future__ import annotations

import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.service_process import wait_until

SCRIPTS = Path(__file__).parents[2] / "scripts"
PLACES = ("/opt/", "/var/lib/", "/var/backups/", "/etc/", "/usr/local/bin/", "/run/systemd/")

COMMANDS = {
    "id": "echo 0",
    "getent": "exit 1",
    "useradd": "",
    "usermod": "",
    "runuser": 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
    "systemctl": 'echo "$1" >>"$ROOT/systemctl"',
    # Each call is a second later than the one before.
    "date": 'echo . >>"$ROOT/ticks"; printf "20260102T0304%02dZ\\n" "$(wc -l <"$ROOT/ticks")"',
    "install": (
        'words=(); while [ $# -gt 0 ]; do case $1 in -o|-g) shift ;; *) words+=("$1") ;; esac; '
        'shift; done; exec /usr/bin/install "${words[@]}"'
    ),
    "apt-get": "exit 1",
}
SET_UP = """\
echo "$COMPANION_EXTRAS" >"$ROOT/extras"
made="$(cd "$(dirname "$0")/.." && pwd -P)"
mkdir -p "$made/.venv/bin"
[ ! -e "$ROOT/slow-setup" ] || { touch "$ROOT/begun"; sleep 600; }
printf '#!/bin/sh\\nexit 0\\n' >"$made/.venv/bin/companion"
printf '#!/bin/sh\\n[ "$1" = - ] || exit 0\\necho "$2" >"%s/port"\\n! [ -e "%s/no-page" ]\\n' \\
  "$ROOT" "$ROOT" >"$made/.venv/bin/python"
chmod +x "$made/.venv/bin/"*
touch "$made/.venv/.stamp-run"
"""


def command(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/usr/bin/env bash\n{text}\n")
    path.chmod(0o755)


@dataclass
class Machine:
    """Folders that stand for a machine, and the commands that the installer finds there."""

    root: Path

    def __post_init__(self) -> None:
        for place in PLACES:
            (self.root / place.strip("/")).mkdir(parents=True, exist_ok=True)
        (self.root / "run/systemd/system").mkdir()
        (self.root / "etc/systemd/system").mkdir(parents=True)
        (self.root / "etc/default").mkdir()
        for name, text in COMMANDS.items():
            command(self.root / "bin" / name, text)
        installer = (SCRIPTS / "install").read_text()
        for place in PLACES:
            installer = installer.replace(f"={place}", f"={self.root}{place}")
            installer = installer.replace(f" {place}", f" {self.root}{place}")
            installer = installer.replace(f'"{place}', f'"{self.root}{place}')
        self.source = self.root / "a source with blanks"
        (self.source / "scripts/system").mkdir(parents=True)
        (self.source / "scripts/install").write_text(installer)
        command(self.source / "scripts/setup", SET_UP)
        (self.source / "scripts/system/table-companion.service").write_text("[Unit]\n")
        (self.source / "pyproject.toml").write_text('version = "1.0"\n')

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            # Tests in the background may ignore the key that breaks off, and under nohup both.
            [
                "env",
                "--default-signal=HUP,INT",
                "bash",
                str(self.source / "scripts/install"),
                *words,
            ],
            env={"PATH": f"{self.root}/bin:{os.environ['PATH']}", "ROOT": str(self.root)},
            cwd=self.root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run(self, *words: str) -> tuple[int, str]:
        process = self.start(*words)
        said, _ = process.communicate(timeout=PATIENCE_S)
        return process.returncode, said

    def break_off(self, sign: signal.Signals, *words: str) -> tuple[int, str]:
        """Start it, wait until the slow thing has begun, and signal it as a terminal does."""
        process = self.start(*words)
        try:
            wait_until((self.root / "begun").exists, PATIENCE_S, "the slow thing")
            os.killpg(process.pid, sign)
            said, _ = process.communicate(timeout=PATIENCE_S)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise
        return process.returncode, said

    def names(self, folder: str) -> list[str]:
        place = self.root / folder
        return sorted(path.name for path in place.iterdir()) if place.is_dir() else []

    @property
    def in_use(self) -> str:
        return (self.root / "opt/table-companion/current").readlink().name

    @property
    def last_asked(self) -> str:
        """The last that systemd was asked for."""
        return (self.root / "systemctl").read_text().split()[-1]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """One on which a version is in use and a game has been played."""
    machine = Machine(tmp_path)
    status, said = machine.run()
    assert status == 0, said
    (tmp_path / "var/lib/table-companion/journal.db").write_text("games")
    (tmp_path / "systemctl").write_text("")
    return machine


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_broken_off_while_it_sets_up_the_table_stays_open(
    machine: Machine, sign: signal.Signals
) -> None:
    first = machine.in_use
    (machine.root / "slow-setup").touch()
    status, said = machine.break_off(sign)
    assert status == 128 + sign, said
    assert machine.in_use == first
    assert machine.names("opt/table-companion/versions") == [first]
    assert (machine.root / "systemctl").read_text() == ""


@pytest.mark.parametrize("words", [(), ("rollback",)])
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGHUP])
def test_broken_off_while_it_copies_the_games_the_table_is_opened_again(
    machine: Machine, words: tuple[str, ...], sign: signal.Signals
) -> None:
    assert machine.run()[0] == 0
    second, there = machine.in_use, machine.names("opt/table-companion/versions")
    copies = machine.names("var/backups/table-companion")
    command(machine.root / "bin/cp", 'mkdir -p "${@: -1}"; touch "$ROOT/begun"; exec sleep 600')
    status, said = machine.break_off(sign, *words)
    assert status == 128 + sign, said
    assert machine.in_use == second
    assert machine.last_asked == "restart"
    assert machine.names("opt/table-companion/versions") == there
    (machine.root / "bin/cp").unlink()
    assert machine.run()[0] == 0
    assert len(machine.names("var/backups/table-companion")) == len(copies) + 1


@pytest.mark.parametrize("words", [(), ("rollback",)])
def test_games_that_cannot_be_copied_leave_the_table_as_it_was(
    machine: Machine, words: tuple[str, ...]
) -> None:
    assert machine.run()[0] == 0
    second, copies = machine.in_use, machine.names("var/backups/table-companion")
    command(machine.root / "bin/cp", 'mkdir -p "${@: -1}"; echo "cp: disk full" >&2; exit 1')
    status, said = machine.run(*words)
    assert status == 1
    assert "the games could not be copied" in said
    assert machine.in_use == second
    assert machine.last_asked == "restart"
    assert machine.names("var/backups/table-companion") == copies


def test_a_version_that_serves_no_page_is_put_away(machine: Machine) -> None:
    first = machine.in_use
    (machine.root / "no-page").touch()
    status, said = machine.run()
    assert status == 1
    assert "served no page" in said
    assert f"version {first} is in use again" in said
    assert machine.in_use == first
    assert machine.names("opt/table-companion/versions") == [first]


def test_a_first_version_that_serves_no_page_leaves_nothing_in_use(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    (tmp_path / "no-page").touch()
    status, said = machine.run()
    assert status == 1
    assert "nothing is in use" in said
    assert machine.names("opt/table-companion/versions") == []
    assert machine.names("etc/systemd/system") == []
    assert machine.names("usr/local/bin") == []
    assert "disable" in (tmp_path / "systemctl").read_text().split()


def test_what_a_power_cut_has_left_half_made_goes_with_the_next_update(machine: Machine) -> None:
    half = machine.root / "opt/table-companion/versions/1.0-20250101T000000Z"
    (half / ".venv/bin").mkdir(parents=True)
    (machine.root / "var/backups/table-companion/.half").mkdir(parents=True)
    assert machine.run()[0] == 0
    assert not half.exists()
    assert ".half" not in machine.names("var/backups/table-companion")


def test_folders_of_an_owner_among_the_copies_are_left_alone(machine: Machine) -> None:
    mine = machine.root / "var/backups/table-companion/2025 finals"
    mine.mkdir(parents=True)
    (machine.root / "finals").mkdir()
    for _ in range(7):
        assert machine.run()[0] == 0
    assert mine.exists()
    assert (machine.root / "finals").exists()
    assert len(machine.names("var/backups/table-companion")) == 5 + 1


@pytest.mark.parametrize(
    "secret", ["pa$$word$x", "`touch made`", "$(touch made)", "a b", "'", '"a']
)
def test_options_are_read_as_systemd_reads_them_and_nothing_in_them_is_run(
    machine: Machine, secret: str
) -> None:
    (machine.root / "etc/default/table-companion").write_text(
        f"# PORT=1\nCOMPANION_OPTIONS=--camera 0 --die auto\nCOMPANION_HALL_PASSWORD={secret}\n"
        "PORT=8080\n PORT = \"9000\" \nCOMPANION_EXTRAS='hall'\n"
    )
    status, said = machine.run()
    assert status == 0
    assert "command not found" not in said
    assert (machine.root / "extras").read_text() == "hall\n"
    assert (machine.root / "port").read_text() == "9000\n"
    assert not (machine.root / "made").exists()


# --- set-up -------------------------------------------------------------------------------------

PYTHON = """\
case "$*" in
  *"import pip"*) exit {pip} ;;
  "-m venv .venv") echo venv >>"$ROOT/calls"; mkdir -p .venv/bin; cp "$ROOT/whole" .venv/bin/python
    echo "#!$PWD/.venv/bin/python" >.venv/bin/companion ;;
  "-m pip install"*) echo pip >>"$ROOT/calls"; exit {pip} ;;
  *%d.%d*) echo 3.11.0 ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout that has been set up, by a Python that notes what it is called for."""
    command(tmp_path / "whole", PYTHON.format(pip=0))
    command(tmp_path / "bin/apt-get", "exit 1")
    folder = tmp_path / "my checkout"
    command(folder / "scripts/setup", (SCRIPTS / "setup").read_text())
    (folder / "pyproject.toml").write_text("")
    assert set_up(folder) == ["venv", "pip"]
    assert set_up(folder) == []
    return folder


def set_up(folder: Path) -> list[str]:
    """What was done for it."""
    root = folder.parent
    calls = root / "calls"
    calls.write_text("")
    done = subprocess.run(
        ["bash", str(folder / "scripts/setup"), "run"],
        env={
            "PATH": f"{root}/bin:{os.environ['PATH']}",
            "ROOT": str(root),
            "COMPANION_PYTHON": str(root / "whole"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    # Where libraries are missing it would go on to apt, which no test may run on its machine.
    if "system packages wanted" in done.stdout:
        pytest.skip(f"set-up would install system packages here: {done.stdout}")
    assert done.returncode == 0, done.stderr
    return calls.read_text().split()


def test_an_environment_without_pip_is_made_anew(checkout: Path) -> None:
    (checkout / ".venv/.stamp-run").unlink()
    command(checkout / ".venv/bin/python", PYTHON.format(pip=1))
    assert set_up(checkout) == ["venv", "pip"]


def test_packages_that_were_broken_off_are_installed_again(checkout: Path) -> None:
    (checkout / ".venv/.stamp-run").unlink()
    assert set_up(checkout) == ["pip"]


def test_in_a_folder_that_was_renamed_the_programs_are_written_anew(checkout: Path) -> None:
    moved = checkout.rename(checkout.parent / "another name")
    assert set_up(moved) == ["pip"]
