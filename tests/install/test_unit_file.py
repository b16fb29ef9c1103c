"""The unit of systemd is understood, and what it names is what the program has."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "scripts/system/table-companion.service"

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def setting(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)


@needs_systemd
def test_systemd_understands_every_line(tmp_path: Path) -> None:
    # The program is not installed here; everything else must be in order.
    unit = tmp_path / UNIT.name
    unit.write_text(
        re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text(), flags=re.MULTILINE)
    )
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (verified.returncode, verified.stderr) == (0, "")


def test_the_service_waits_for_signs_of_life_and_is_started_again() -> None:
    assert setting("Type") == ["notify"]
    assert setting("Restart") == ["always"]
    assert 5 <= int(setting("WatchdogSec")[0]) <= 60


def test_the_service_has_a_user_of_its_own_in_the_group_of_the_port() -> None:
    assert setting("User") == ["table-companion"]
    assert "dialout" in setting("SupplementaryGroups")[0].split()


def test_the_installer_is_sound_bash_and_names_the_same_places() -> None:
    installer = ROOT / "scripts/install"
    subprocess.run(["bash", "-n", str(installer)], check=True)
    text = installer.read_text()
    home = re.findall(r"COMPANION_HOME=(\S+)", UNIT.read_text())
    assert home == ["/var/lib/table-companion"]
    assert "games=/var/lib/$name" in text
    assert "program=/opt/$name" in text


@pytest.mark.parametrize(("words", "status", "said"), [(["nonsense"], 2, "expected install")])
def test_the_installer_says_what_it_expects(words: list[str], status: int, said: str) -> None:
    ran = subprocess.run(
        [str(ROOT / "scripts/install"), *words], capture_output=True, text=True, check=False
    )
    assert ran.returncode == status
    assert said in ran.stderr
