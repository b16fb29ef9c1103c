"""Power that goes, and disks that fill up, while one game makes way for another.

No game comes by another's cubes, and none goes on before its table has been laid out again.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import msgspec
import pytest

from calibration.layout import TableLayout, load_layout, save_layout
from companion.service import run
from companion.service.clock import now
from companion.service.run import TableHouse
from companion.service.settings import Settings, SettingsError
from tests.support.service_process import held_port

CUT_AT: Final = ("pack_away", "lay_out", "Sitting")
"""Steps on the way from one game to another; the power goes as soon as one of them is to begin."""

FULL: Final = "no space left"


class PowerCutError(BaseException):
    """Nothing is tidied up."""


def _cut(*_args: object, **_named: object) -> None:
    raise PowerCutError


def _full(*_args: object) -> None:
    raise SettingsError(FULL)


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


@dataclass(frozen=True)
class Two:
    """Two games on one table, one of which is open.

    Attributes:
        settings: of the service.
        house: where they are played.
        tables: what lies on the table for each, before anything goes wrong.
        left: the game that is open, to be left.
        entered: the other.
    """

    settings: Settings
    house: TableHouse
    tables: Mapping[str, TableLayout]
    left: str
    entered: str

    def play_on(self) -> TableLayout:
        """Take one cube off the open game's table; what lies there then."""
        whole = self.tables[self.left]
        touched = msgspec.structs.replace(whole, cubes=whole.cubes[1:])
        self.settings.packed_of(self.left).unlink()
        save_layout(touched, self.settings.layout)
        return touched

    def assert_has_made_way(self, house: TableHouse, touched: TableLayout) -> None:
        """The other game lies there with its own cubes, and the first comes back as it was left."""
        assert load_layout(self.settings.layout) == self.tables[self.entered]
        assert self.settings.packed_of(self.left).exists()
        assert house.go_on(self.left) is None
        assert load_layout(self.settings.layout) == touched


@pytest.fixture
def two(home: Path, tmp_path: Path) -> Two:
    settings = _settings(shutil.copytree(home, tmp_path / "home"))
    house = TableHouse(settings)
    tables = _tables(house, settings)
    left, entered = tables
    assert tables[left] != tables[entered]
    assert house.go_on(left) is None
    return Two(settings, house, tables, left, entered)


@pytest.mark.parametrize("cut_at", CUT_AT)
def test_every_game_finds_its_own_cubes_after_a_cut(
    two: Two, monkeypatch: pytest.MonkeyPatch, cut_at: str
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(run, cut_at, _cut)
        with pytest.raises(PowerCutError):
            two.house.go_on(two.entered)
    two.house.stop()
    again = TableHouse(two.settings)
    assert _tables(again, two.settings) == two.tables
    again.stop()


def test_a_game_that_a_full_disk_kept_from_being_laid_aside_finds_its_cubes_again(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    touched = two.play_on()
    with monkeypatch.context() as patched:
        patched.setattr(run, "lay_aside", _full)
        assert two.house.put_away() == FULL
    assert two.house.go_on(two.entered) is None
    two.assert_has_made_way(two.house, touched)
    two.house.stop()


def test_a_game_that_was_open_when_power_went_is_set_aside_for_one_that_is_named(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    touched = two.play_on()
    with monkeypatch.context() as patched:
        patched.setattr(run, "lay_aside", _cut)
        with pytest.raises(PowerCutError):
            two.house.stop()
    again = TableHouse(replace(two.settings, game="ringwar"))
    assert again.sitting is not None
    assert again.sitting.game_id == two.entered
    two.assert_has_made_way(again, touched)
    again.stop()


def test_a_new_game_ends_the_one_that_lay_open_not_one_from_a_clock_that_was_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = _settings(tmp_path / "home")
    house = TableHouse(settings)
    with monkeypatch.context() as patched:
        patched.setattr(run, "now", lambda: now() + timedelta(hours=1))
        assert house.begin("ringwar", ()) is None
    assert house.begin("ringwar", ()) is None
    ahead, lay_open = (one.id for one in sorted(house.written(), key=lambda one: one.is_open))
    house.stop()
    again = TableHouse(replace(settings, game="ringwar", new=True))
    ended = {one.id: one.ended_at != "" for one in again.written()}
    again.stop()
    assert (ended[ahead], ended[lay_open]) == (False, True)
