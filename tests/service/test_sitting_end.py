"""A sitting that has ended starts nothing more: another game may lie open with the same camera."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from calibration.scheme import default_scheme
from companion.border import EyeWish, MarkerReading, Placed
from companion.journal.store import JournalReader
from companion.service import sitting as sittings
from companion.service.settings import Settings
from companion.service.sitting import Room, Sitting
from companion.table.commands import EyeReported
from tests.support.toy_game import ToyGame
from tests.support.toy_table import ToyTable
from tests.support.web_games import FakeGames
from webui.hosts import Hosts
from webui.settings import WebSettings
from webui.site import House


class CountedEye:
    """Stands in for the owner of an eye's process and counts how many run."""

    running: Final[list[CountedEye]] = []

    def __init__(self, _make: object, _on_message: object, *, restarts: bool) -> None:
        self._restarts = restarts

    def start(self) -> None:
        self.running.append(self)

    def stop(self) -> None:
        if self in self.running:
            self.running.remove(self)

    def ask(self, wish: EyeWish) -> None:
        raise AssertionError(wish)


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Sitting]:
    """Opens a toy game with a marker, which was packed away, before a camera."""
    monkeypatch.setattr(sittings, "EyeOwner", CountedEye)
    settings = Settings(home=tmp_path, camera="0", die="none")
    toy = ToyTable(settings.journal)
    marker = MarkerReading(track=1, colour="red", face=1, x_in=1.0, y_in=2.0, place="12,e")
    toy.table.report(EyeReported(message=Placed(t_s=0.0, marker=marker)))
    toy.close()
    with JournalReader(settings.journal) as reader:
        record = reader.game()
    settings.packed_of(record.game_id).touch()
    house = House(games=FakeGames(), hosts=Hosts(lambda: 0.0))
    room = Room(settings=settings, scheme=default_scheme(), house=house, web=WebSettings())
    return lambda: Sitting(room, ToyGame(), record)


def test_a_table_that_is_laid_gets_an_eye_that_is_believed(
    packed: Callable[[], Sitting], tmp_path: Path
) -> None:
    sitting = packed()
    sitting.start()
    comparing = list(CountedEye.running)
    assert len(comparing) == 1
    assert sitting._set_up is not None
    sitting._set_up.done()
    assert len(CountedEye.running) == 1
    assert CountedEye.running != comparing
    assert not list(tmp_path.glob("packed-*"))
    sitting.stop()
    assert CountedEye.running == []


def test_a_word_that_comes_after_the_end_starts_no_eye(
    packed: Callable[[], Sitting], tmp_path: Path
) -> None:
    sitting = packed()
    sitting.start()
    sitting.stop()
    assert CountedEye.running == []
    assert sitting._set_up is not None
    sitting._set_up.done()
    assert CountedEye.running == []
    assert list(tmp_path.glob("packed-*"))
