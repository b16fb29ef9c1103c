"""``companion doctor`` takes what ``companion serve`` takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration.scheme_types import StickerScheme
from companion.board.board import Board
from companion.service import doctor
from companion.service.doctor_finding import Finding
from tests.support.commands import run

NO_DEVICES = ("--camera", "none", "--die", "none", "--json")


def found(home: Path, *options: str) -> dict[str, dict[str, str]]:
    """The last finding about each part."""
    lines = run("doctor", *NO_DEVICES, *options, home=home).stdout.splitlines()
    return {finding["part"]: finding for finding in map(json.loads, lines)}


def test_the_sample_box_is_no_file_that_is_missing(tmp_path: Path) -> None:
    box = found(tmp_path, "--box", "sample")["box"]
    assert (box["level"], box["text"]) == ("well", "The sample box is used.")
    answers = tmp_path / "sample-box.toml"
    answers.write_text("broken")
    assert found(tmp_path, "--box", "sample")["box"]["text"].startswith(f"{answers}, line 1")


def test_the_board_of_the_sample_box_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_for: list[Board] = []

    def examine_camera(_uri: str, scheme: StickerScheme, _lens: Path | None) -> Iterator[Finding]:
        looked_for.append(scheme.board)
        return iter(())

    monkeypatch.setattr(doctor, "examine_camera", examine_camera)
    for options in ((), ("--box", "sample")):
        found(tmp_path, "--game", "ringwar", *options)
    without, with_sample = looked_for
    assert without.hexes is not None
    assert with_sample.spaces


@pytest.mark.parametrize("own", ["anonymous", "serial"])
def test_the_schemes_of_the_program_are_known_by_name(tmp_path: Path, own: str) -> None:
    assert found(tmp_path, "--scheme", own)["camera"]["text"].startswith("No camera was named")
