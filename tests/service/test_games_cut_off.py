"""Power that goes, and disks that fill up, while one game makes way for another.

No game comes by another's cubes, and none goes on before its table has been laid out again.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
import pytest

from calibration.layout import TableLayout, load_layout, save_layout
from companion.service import run
from companion.service.run import TableHouse
from companion.service.settings import Settings, SettingsError
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


def test_a_game_that_a_full_disk_kept_from_being_laid_aside_finds_its_cubes_again(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = _settings(shutil.copytree(home, tmp_path / "home"))
    house = TableHouse(settings)
    before = _tables(house, settings)
    left, entered = before
    assert house.go_on(left) is None
    _play_on(settings, left, before[left])
    with monkeypatch.context() as patched:
        patched.setattr(run, "lay_aside", _full)
        assert house.put_away() == FULL
    assert house.go_on(entered) is None
    assert load_layout(settings.layout) == before[entered]
    assert settings.packed_of(left).exists()
    assert house.go_on(left) is None
    assert load_layout(settings.layout) == _touched(before[left])
    house.stop()


def test_a_game_that_was_open_when_power_went_is_set_aside_for_one_that_is_named(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = _settings(shutil.copytree(home, tmp_path / "home"))
    house = TableHouse(settings)
    before = _tables(house, settings)
    left, entered = before
    assert house.go_on(left) is None
    _play_on(settings, left, before[left])
    with monkeypatch.context() as patched:
        patched.setattr(run, "lay_aside", _cut)
        with pytest.raises(PowerCutError):
            house.stop()
    again = TableHouse(replace(settings, game="ringwar"))
    assert again.sitting is not None
    assert again.sitting.game_id == entered
    assert load_layout(settings.layout) == before[entered]
    assert settings.packed_of(left).exists()
    assert again.go_on(left) is None
    assert load_layout(settings.layout) == _touched(before[left])
    again.stop()


def _touched(layout: TableLayout) -> TableLayout:
    """The same table with one cube taken off."""
    return msgspec.structs.replace(layout, cubes=layout.cubes[1:])


def _play_on(settings: Settings, game_id: str, layout: TableLayout) -> None:
    """Its table is laid out, and something is moved on it."""
    settings.packed_of(game_id).unlink()
    save_layout(_touched(layout), settings.layout)


FULL: Final = "no space left"


def _full(*_args: object) -> None:
    raise SettingsError(FULL)
