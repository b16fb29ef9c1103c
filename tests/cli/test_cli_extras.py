"""A command whose library is not installed says how this program gets it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main


@pytest.mark.parametrize(
    ("extra", "library", "command"),
    [
        (
            "hall",
            "paho.mqtt.client",
            "wall --broker mqtt://localhost --port 18980 --state {tmp}/wall.db",
        ),
        ("hall", "paho.mqtt.client", "doctor --die none --hall mqtt://localhost"),
        ("archive", "duckdb", "archive sql {tmp} question"),
        ("https", "companion.service.certificate_maker", "doctor --die none --https"),
    ],
    ids=["wall", "hall of the doctor", "archive", "https of the doctor"],
)
def test_the_extra_is_named_as_the_set_up_takes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extra: str, library: str, command: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    run = CliRunner().invoke(
        main, command.format(tmp=tmp_path).split(), env={"COMPANION_HOME": str(tmp_path)}
    )
    assert run.exit_code == 1
    assert f"COMPANION_EXTRAS={extra}" in " ".join(run.output.split())


def test_nobody_is_sent_to_a_registry_for_this_program() -> None:
    """It lies in none, so a command that fetches it from there fails or fetches another's."""
    root = Path(__file__).parents[2]
    folders = [root / name for name in ("companion", "docs", "webui", "scripts")]
    texts = [root / "README.md"] + [
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in {".py", ".md", ".html"} and "vendor" not in path.parts
    ]
    wrong = [str(path) for path in texts if "install 'table-companion" in path.read_text("utf-8")]
    assert wrong == []
