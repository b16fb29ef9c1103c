"""Power that goes while one game makes way for another: no game comes by another's cubes."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from calibration.layout import TableLayout, load_layout
from companion.service import run
from companion.service.run import TableHouse
from companion.service.settings import Settings
from tests.support.service_process import held_port

CUT_AT: Final = ("pack_away", "lay_out", "Sitting")
"""Steps on the way from one game to another; the power goes as soon as one of them is to begin."""


class PowerCutError(BaseException):
    """Nothing is tidied up."""


def _cut(*_args: object, **_named: object) -> None:
    raise PowerCutError


def _settings(home: Path) -> Settings:
    return Settings(
        home=home, demo=True, camera="none", die="none", host="127.0.0.1", port=held_port()
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user directory with two games, the second of which lies open."""
    folder = tmp_path_factory.mktemp("two-games") / "home"
    house = TableHouse(_settings(folder))
    assert house.begin("ringwar", ()) is None
    assert house.begin("fellowship", ()) is None
    house.stop()
    return folder


def _tables(house: TableHouse, settings: Settings) -> Mapping[str, TableLayout]:
    """What lies on the virtual table for each game, the one that is open now first."""
    tables = {}
    for written in sorted(house.written(), key=lambda one: not one.is_open):
        assert house.go_on(written.id) is None
        tables[written.id] = load_layout(settings.layout)
    return tables


@pytest.mark.parametrize("cut_at", CUT_AT)
def test_every_game_finds_its_own_cubes_after_a_cut(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut_at: str
) -> None:
    settings = _settings(shutil.copytree(home, tmp_path / "home"))
    house = TableHouse(settings)
    before = _tables(house, settings)
    left, entered = before
    assert before[left] != before[entered]
    assert house.go_on(left) is None
    with monkeypatch.context() as patched:
        patched.setattr(run, cut_at, _cut)
        with pytest.raises(PowerCutError):
            house.go_on(entered)
    house.stop()
    again = TableHouse(settings)
    assert _tables(again, settings) == before
    again.stop()
