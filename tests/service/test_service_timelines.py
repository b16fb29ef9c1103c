"""Timelines go on with the game, are kept over a restart, and never hold up the table."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.replay import KEPT_EVERY, Replay, Walk
from companion.service import timeline_index
from companion.service.timeline import marks_between
from companion.service.timeline_index import FOLDER, read_index
from companion.service.written import EndedReplay
from companion.table.events import Event
from companion.table.ids import PUBLIC, PromptId
from companion.table.views import Region, Status, View
from tests.support.patience import PATIENCE_S
from tests.support.toy_game import LEFT, RIGHT, ToyGame, ToyState
from tests.support.toy_table import ToyTable
from webui.ports import ALL, Timeline

VIEWERS = (LEFT, RIGHT, PUBLIC)


def play(toy: ToyTable, rounds: int) -> None:
    for number in range(rounds):
        toy.act(LEFT, "hide", word=f"{number}")
        seat = toy.state.owes
        if seat is not None:
            toy.screens.enter_roll(seat, PromptId(f"toy-{toy.state.asked}"), 3, 20)
        toy.act((LEFT, RIGHT)[number % 2], "score")


def told(toy: ToyTable) -> list[Timeline]:
    return [toy.screens.timeline(viewer) for viewer in VIEWERS]


def walked_anew(path: Path, folder: Path) -> list[Timeline]:
    """The timelines of a table that has nothing kept."""
    copy = folder / "journal.db"
    folder.mkdir()
    copy.write_bytes(path.read_bytes())
    toy = ToyTable(copy)
    try:
        return told(toy)
    finally:
        toy.close()


def count_reading(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many views were worked out by walking through the journal, from now on."""
    found: list[int] = []
    honest = Walk.go_on

    def go_on(self: Walk[object]) -> object:
        views = list(honest(self))
        found.extend([1] * len(views))
        return iter(views)

    monkeypatch.setattr(Walk, "go_on", go_on)
    return found


def count_events(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A one for every event that is folded from now on."""
    found: list[int] = []
    honest = ToyGame.evolve

    def evolve(self: ToyGame, state: ToyState, event: Event) -> ToyState:
        found.append(1)
        return honest(self, state, event)

    monkeypatch.setattr(ToyGame, "evolve", evolve)
    return found


def test_a_timeline_goes_on_with_the_game_without_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    read = count_reading(monkeypatch)
    play(toy, 20)
    timelines = told(toy)
    assert read == []
    views = [toy.screens.view_at(LEFT, step) for step in range(timelines[0].steps)]
    assert views[-1] == toy.screens.screen(LEFT).view
    toy.close()
    monkeypatch.undo()
    assert timelines == walked_anew(toy.path, tmp_path / "again")


def test_states_are_kept_on_the_disk_for_whoever_opens_the_game_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    while toy.table.standing.head <= KEPT_EVERY:
        toy.act(LEFT, "score-many", n="20")
    head, state = toy.table.standing.head, toy.state
    toy.close()
    read = count_events(monkeypatch)
    with closing(Replay(ToyGame(), toy.path)) as replay:
        assert replay.state_at(head) == state
    assert sum(read) < head - KEPT_EVERY + 20


def test_a_timeline_is_kept_over_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    play(toy, 30)
    before = told(toy)
    toy.close()
    assert (tmp_path / FOLDER).stat().st_mode & 0o077 == 0
    read = count_reading(monkeypatch)
    again = ToyTable(tmp_path / "journal.db")
    assert told(again) == before
    play(again, 3)
    after = told(again)
    assert read == []
    again.close()
    monkeypatch.undo()
    assert after == walked_anew(toy.path, tmp_path / "again")


def test_a_replay_of_an_ended_game_begins_with_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    play(toy, 20)
    expected = told(toy)
    game_id = toy.keeper.game_id
    toy.close()
    read = count_reading(monkeypatch)
    with closing(EndedReplay(ToyGame(), toy.path, game_id)) as ended:
        assert [ended.timeline(viewer) for viewer in VIEWERS] == expected
        assert read == []
        # What all knew together is nobody's own screen: it is walked through once, then kept.
        of_all = ended.timeline(ALL)
        assert len(read) == of_all.steps
    read.clear()
    with closing(EndedReplay(ToyGame(), toy.path, game_id)) as again:
        assert again.timeline(ALL) == of_all
        assert [again.timeline(viewer) for viewer in VIEWERS] == expected
        assert again.view_at(LEFT, 3).seat == LEFT
    assert read == []


@pytest.mark.parametrize("spoil", ["deleted", "no json", "other program", "other game", "older"])
def test_what_was_kept_may_be_gone_wrong_or_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: str
) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    play(toy, 10)
    toy.close()
    (kept,) = (tmp_path / FOLDER).iterdir()
    older = kept.read_bytes()
    again = ToyTable(tmp_path / "journal.db")
    play(again, 3)
    expected = told(again)
    again.close()
    match spoil:
        case "deleted":
            kept.unlink()
        case "no json":
            kept.write_bytes(b"{")
        case "other program":
            monkeypatch.setattr(timeline_index, "program_mark", lambda: "another")
        case "other game":
            index = read_index(toy.path, toy.keeper.game_id)
            assert index is not None
            kept.write_bytes(kept.read_bytes().replace(index.hash.encode(), b"0" * 64))
        case _:
            kept.write_bytes(older)
    third = ToyTable(tmp_path / "journal.db")
    assert told(third) == expected
    third.close()


def test_the_table_never_waits_for_somebody_who_looks_at_a_timeline(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    play(toy, 2)
    looking, done = threading.Event(), threading.Event()

    def look() -> None:
        with toy.timelines._lock:
            looking.set()
            done.wait(PATIENCE_S)

    looker = threading.Thread(target=look)
    looker.start()
    assert looking.wait(PATIENCE_S)
    assert toy.act(LEFT, "hide", word="meanwhile") is None
    done.set()
    looker.join(PATIENCE_S)
    play(toy, 2)
    timelines = told(toy)
    toy.close()
    assert timelines == walked_anew(toy.path, tmp_path / "again")


def test_a_timeline_that_has_missed_a_decision_goes_on_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    play(toy, 2)
    with toy.timelines._lock:
        assert toy.act(LEFT, "hide", word="missed") is None
    play(toy, 2)
    read = count_reading(monkeypatch)
    timelines = told(toy)
    assert read == []
    toy.close()
    monkeypatch.undo()
    assert timelines == walked_anew(toy.path, tmp_path / "again")


def test_states_that_were_folded_at_the_start_are_not_folded_again(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    toy.act(LEFT, "score-many", n=f"{3 * KEPT_EVERY}")
    toy.close()
    again = ToyTable(tmp_path / "journal.db")
    seqs = [seq for seq, _ in again.keeper.folded]
    assert seqs == [KEPT_EVERY, 2 * KEPT_EVERY, 3 * KEPT_EVERY]
    replay = again.timelines._opened()
    assert set(seqs) <= set(replay._kept_at)
    again.close()


@pytest.mark.parametrize(
    ("whose", "step", "label"),
    [
        ("Enemy", "Mobilize minions", "Enemy: Mobilize minions"),
        ("Enemy", "Enemy sets up", "Enemy sets up"),
        ("", "The game is over", "The game is over"),
    ],
)
def test_a_mark_of_the_replay_names_nobody_twice(whose: str, step: str, label: str) -> None:
    status = Status(turn="Turn 1", player_turn=whose, seat=LEFT, phases=(), step=step)
    region = Region(name="status", title="", role="status", widgets=(status,))
    view = View(seat=PUBLIC, title="Toy", regions=(region,))
    marks = marks_between(None, view, 0)
    assert [mark.label for mark in marks] == ["Turn 1", label]
