"""The view of an ended game that shows what every seat hid, and who gets it when."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.journal.store import JournalWriter
from companion.service import games as game_registry
from companion.service.all_knowing import all_knowing
from companion.service.written import WrittenGames
from companion.table.ids import PUBLIC
from companion.table.views import BoxGrid, Region, View
from tests.support.toy_game import LEFT, RIGHT, SEATS, ToyGame, ToyState
from tests.support.toy_table import ToyTable
from webui.ports import ALL


def test_it_holds_the_public_regions_and_each_seats_own() -> None:
    game = ToyGame()
    state = ToyState(words=((LEFT, "owl"), (RIGHT, "cat")))
    view = all_knowing(game.view(state, PUBLIC), [(s, game.view(state, s.id)) for s in SEATS])
    assert [region.name for region in view.regions] == [
        "status",
        "prompt",
        "map",
        "left-word",
        "right-word",
    ]
    text = msgspec.json.encode(view).decode()
    assert "owl" in text
    assert "cat" in text
    assert not any(region.secret for region in view.regions)


def test_what_is_opened_to_all_does_not_say_that_its_owner_alone_sees_it() -> None:
    grid = BoxGrid(title="Boxes", boxes=(), note="Only you see this.")
    region = Region(name="boxes", title="Boxes", role="tab", widgets=(grid,), secret=True)
    (seat, *_) = SEATS
    own = View(seat=seat.id, title="Toy", regions=(region,))
    shown = all_knowing(View(seat=PUBLIC, title="Toy", regions=()), [(seat, own)])
    notes = [w.note for one in shown.regions for w in one.widgets if isinstance(w, BoxGrid)]
    assert notes == [""]


def test_a_game_is_shown_when_it_has_ended_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(game_registry.GAMES, "toy", ("tests.support.toy_game", "ToyGame"))
    path = tmp_path / "journal.db"
    toy = ToyTable(path)
    toy.act(LEFT, "hide", word="owl")
    toy.act(RIGHT, "hide", word="cat")
    written = WrittenGames(path)
    game_id = toy.keeper.game_id
    assert written.replay(game_id) is None
    toy.close()
    with JournalWriter(path) as writer:
        writer.end_game(game_id, "2026-01-02T04:00:00.000+00:00")
    replay = written.replay(game_id)
    assert replay is not None
    assert replay.timeline(PUBLIC).steps == 1
    assert replay.timeline(LEFT).steps == 2
    assert replay.timeline(ALL).steps == 3
    shown = [msgspec.json.encode(replay.view_at(ALL, step)).decode() for step in range(3)]
    assert ["owl" in one for one in shown] == [False, True, True]
    assert ["cat" in one for one in shown] == [False, False, True]
    assert "owl" not in msgspec.json.encode(replay.view_at(PUBLIC, 0)).decode()
    listed = written.listed("")
    assert [(game.id, game.seats, bool(game.ended_at)) for game in listed] == [
        (game_id, ("Left", "Right"), True)
    ]
    written.close()
