"""The walls of the house: import directions, module sizes, what is and is not in the repository."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "vision", "firmware_bridge", "webui", "calibration")
LONGEST_MODULE = 500


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def test_imports_go_down_only() -> None:
    done = subprocess.run(
        [str(ROOT / ".venv/bin/lint-imports"), "--no-cache"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_is_too_long_to_read(package: str) -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in (ROOT / package).rglob("*.py")
        if "node_modules" not in path.parts
        and (lines := len(path.read_text().splitlines())) > LONGEST_MODULE
    }
    assert long == {}


def test_every_module_says_what_it_is_for() -> None:
    mute = [
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "node_modules" not in path.parts
        and not path.read_text().lstrip().startswith(('"""', 'r"""', "#!", "#"))
    ]
    assert mute == []


def test_no_library_file_of_the_browser_is_tracked() -> None:
    assert [p for p in tracked() if "vendor" in p.parts or p.name.endswith(".min.js")] == []


def test_lock_files_and_configuration_name_no_registry_host() -> None:
    host = re.compile(
        r'"resolved": *"http|--(index|extra-index)-url|https?://(registry|files|deb|index|mirror|packages)\.'
    )
    guilty = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix in {".json", ".toml", ".txt", ".cfg", ".lock", ".npmrc", ""}
        and path.stat().st_size < 2_000_000
        and host.search(path.read_text(errors="replace"))
    ]
    assert guilty == []


def test_no_large_file_is_tracked() -> None:
    assert [p.name for p in tracked() if p.stat().st_size > 1_500_000] == []


def test_readme_shows_the_two_commands_and_ci_runs_one_of_them() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "make run" in readme
    assert "make test" in readme
    assert "make test" in (ROOT / ".ci/run").read_text()
