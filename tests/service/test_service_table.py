"""The table thread and the screens around it, with the toy game."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from companion.border import DieRoll, DieState, EyeState, MarkerReading, Placed
from companion.journal.codec import EventCodec
from companion.journal.errors import JournalConflict, JournalUnavailable
from companion.journal.replay import fold
from companion.journal.store import JournalReader
from companion.table.commands import DieReported, EyeReported
from companion.table.ids import PUBLIC, PromptId, SeatId, Seq
from tests.support.patience import PATIENCE_S
from tests.support.service_process import wait_until
from tests.support.toy_game import LEFT, RIGHT, ToyGame, ToyState
from tests.support.toy_table import ToyTable
from webui.ports import Change, Devices


def folded(path: Path) -> ToyState:
    game = ToyGame()
    codec = EventCodec(game.event_types)
    with JournalReader(path) as reader:
        stored = reader.events(reader.game().game_id)
        return fold(game, [codec.decode(one.event) for one in stored])


def placed(track: int, x_in: float = 1.0) -> EyeReported:
    marker = MarkerReading(track=track, colour="red", face=1, x_in=x_in, y_in=2.0, place="off")
    return EyeReported(message=Placed(t_s=0.0, marker=marker))


def rolled(number: int, face: int = 5) -> DieReported:
    return DieReported(roll=DieRoll(die="d", number=number, face=face, sides=20))


def test_an_answered_command_is_on_disk_and_on_the_screens(toy: ToyTable) -> None:
    assert toy.act(LEFT, "hide", word="ash") is None
    assert dict(folded(toy.path).words)[LEFT] == "ash"
    assert "'ash'" in str(toy.screens.screen(LEFT).view)
    assert "ash" not in str(toy.screens.screen(RIGHT).view)
    assert "ash" not in str(toy.screens.screen(PUBLIC).view)


def test_a_refusal_is_answered_and_changes_nothing(toy: ToyTable) -> None:
    head = toy.table.standing.head
    refusal = toy.act(LEFT, "fly")
    assert refusal is not None
    assert refusal.code == "bad-input"
    assert toy.act(LEFT, "nothing") is None
    assert toy.table.standing.head == head


def test_a_fault_in_the_game_is_answered_and_the_table_goes_on(
    toy: ToyTable, caplog: pytest.LogCaptureFixture
) -> None:
    refusal = toy.act(LEFT, "fault")
    assert refusal is not None
    assert "changed nothing" in refusal.text
    assert "ZeroDivisionError" in caplog.text
    assert toy.act(LEFT, "score") is None


def test_a_fault_in_showing_does_not_end_the_table(
    toy: ToyTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(standing: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(toy.table, "_publish", fails)
    assert toy.act(LEFT, "hide", word="ash") is None
    assert "ZeroDivisionError" in caplog.text
    monkeypatch.undo()
    assert toy.act(LEFT, "hide", word="elm") is None
    assert "'elm'" in str(toy.screens.screen(LEFT).view)


def test_the_fold_of_the_journal_is_the_live_state(toy: ToyTable) -> None:
    toy.table.report(placed(1))
    toy.table.report(rolled(1))
    toy.table.report(rolled(1))
    for number in range(20):
        toy.act((LEFT, RIGHT)[number % 2], ("score", "hide")[number % 3 // 2], word=str(number))
    assert folded(toy.path) == toy.state
    assert len(toy.state.rolls) == 1
    assert len(toy.state.pieces) == 1


def test_the_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    first = ToyTable(tmp_path / "journal.db")
    first.act(LEFT, "score")
    first.act(RIGHT, "hide", word="elm")
    before = first.table.standing
    first.close()
    again = ToyTable(tmp_path / "journal.db")
    assert again.table.standing == before
    again.keeper.end()
    again.close()
    fresh = ToyTable(tmp_path / "journal.db")
    assert fresh.keeper.game_id != again.keeper.game_id
    assert fresh.table.standing.head == 2
    fresh.close()


def test_a_roll_by_hand_or_by_the_generator(toy: ToyTable) -> None:
    assert toy.screens.enter_roll(LEFT, PromptId("toy-1"), None, 20) is None
    assert [(roll.face, roll.source) for roll in toy.state.rolls] == [(7, "generator")]
    toy.act(RIGHT, "score")
    assert toy.screens.enter_roll(RIGHT, PromptId("toy-2"), 19, 20) is None
    assert (toy.state.rolls[-1].face, toy.state.rolls[-1].source) == (19, "typed")
    toy.act(RIGHT, "score")
    for face, sides in (
        (0, 20),
        (21, 20),
        (None, 1),
        (None, 0),
        (3, 5000),
        (3, 2**62),
        (None, 2**63),
    ):
        refusal = toy.screens.enter_roll(RIGHT, PromptId("toy-3"), face, sides)
        assert refusal is not None
        assert refusal.code == "bad-input"
    assert len(toy.state.rolls) == 2


def test_what_one_seat_hides_makes_no_news_for_the_others(toy: ToyTable) -> None:
    listening = {viewer: toy.screens.subscribe(viewer, None) for viewer in (LEFT, RIGHT, PUBLIC)}
    counters = {viewer: toy.screens.screen(viewer).counter for viewer in listening}
    for word in ("ash", "elm", "oak"):
        toy.act(LEFT, "hide", word=word)
    assert listening[LEFT].wait(PATIENCE_S) == Change(counter=counters[LEFT] + 3, regions=("word",))
    for viewer in (RIGHT, PUBLIC):
        assert listening[viewer].wait(0.0) is None
        assert toy.screens.screen(viewer).counter == counters[viewer]
    toy.act(LEFT, "score")
    for viewer in (RIGHT, PUBLIC):
        change = listening[viewer].wait(PATIENCE_S)
        assert change == Change(counter=counters[viewer] + 1, regions=("status",))


def test_two_games_that_differ_in_a_secret_tell_the_others_the_same(tmp_path: Path) -> None:
    heard = []
    for number, words in enumerate((("ash",), ("elm", "a longer word", "elm"), ())):
        toy = ToyTable(tmp_path / f"{number}.db")
        toy.act(RIGHT, "score")
        for word in words:
            toy.act(LEFT, "hide", word=word)
        toy.table.report(placed(1))
        toy.act(RIGHT, "score")
        heard.append(
            [
                (toy.screens.screen(viewer).counter, toy.screens.screen(viewer).view)
                for viewer in (RIGHT, PUBLIC)
            ]
            + [
                (toy.screens.timeline(viewer).steps, toy.screens.view_at(viewer, 1))
                for viewer in (RIGHT, PUBLIC)
            ]
        )
        toy.close()
    assert heard[0] == heard[1] == heard[2]


def test_devices_are_told_to_every_screen_and_are_no_events(toy: ToyTable) -> None:
    head = toy.table.standing.head
    listening = toy.screens.subscribe(PUBLIC, None)
    toy.screens.device_changed(EyeState(t_s=1.0, state="hand"))
    assert listening.wait(PATIENCE_S) == Change(counter=1, regions=("devices",))
    toy.screens.device_changed(EyeState(t_s=2.0, state="hand"))
    assert listening.wait(0.0) is None
    toy.screens.device_changed(DieState(die="d", state="ready"))
    assert toy.screens.devices() == Devices(
        eye=EyeState(t_s=0.0, state="hand"), die=DieState(die="d", state="ready")
    )
    assert toy.table.standing.head == head


def test_a_viewer_steps_back_through_its_own_changes(toy: ToyTable) -> None:
    toy.act(LEFT, "hide", word="ash")
    toy.act(RIGHT, "score")
    assert toy.screens.timeline(LEFT).steps == 3
    assert toy.screens.timeline(RIGHT).steps == 2
    assert "'ash'" in str(toy.screens.view_at(LEFT, 1))
    assert "'ash'" not in str(toy.screens.view_at(LEFT, 0))
    assert toy.screens.view_at(RIGHT, 1) == toy.screens.screen(RIGHT).view
    for step in (-1, 2):
        with pytest.raises(IndexError):
            toy.screens.view_at(RIGHT, step)
    with pytest.raises(KeyError):
        toy.screens.timeline(SeatId("nobody"))
    marks = toy.screens.timeline(RIGHT).marks
    assert [(mark.step, mark.kind) for mark in marks] == [(0, "turn"), (0, "phase"), (1, "phase")]


def test_reports_are_kept_while_the_disk_does_not_take_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.schema.BUSY_TIMEOUT_S", 0.01)
    monkeypatch.setattr("companion.service.table.RETRY_S", 0.01)
    toy = ToyTable(tmp_path / "journal.db")
    before = toy.table.standing
    holder = sqlite3.connect(toy.path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    refusal = toy.act(LEFT, "hide", word="ash")
    assert refusal is not None
    assert "Nothing was changed" in refusal.text
    toy.table.report(placed(1))
    toy.table.report(placed(2))
    refusal = toy.act(LEFT, "hide", word="ash")
    assert refusal is not None
    assert "still to be written" in refusal.text
    assert toy.table.standing == before
    listening = toy.screens.subscribe(PUBLIC, toy.screens.screen(PUBLIC).counter)
    holder.execute("ROLLBACK")
    holder.close()
    assert listening.wait(PATIENCE_S) is not None
    assert toy.act(LEFT, "hide", word="ash") is None
    assert [piece.id for piece in toy.state.pieces] == [1, 2]
    assert folded(toy.path) == toy.state
    toy.close()


def test_commands_of_many_threads_are_each_there_once(toy: ToyTable) -> None:
    def play(seat: SeatId) -> None:
        for number in range(25):
            assert toy.act(seat, "score", note=f"{seat}-{number}") is None

    threads = [threading.Thread(target=play, args=(seat,)) for seat in (LEFT, RIGHT) * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert dict(toy.state.points) == {LEFT: 50, RIGHT: 50}
    with JournalReader(toy.path) as reader:
        stored = list(reader.events(toy.keeper.game_id))
    scored = [one for one in stored if one.event.type == "toy-point-scored"]
    assert len(scored) == 100


def test_what_was_handed_in_before_the_end_is_carried_out(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    for track in range(50):
        toy.table.report(placed(track))
    toy.close()
    assert len(folded(toy.path).pieces) == 50
    refusal = toy.act(LEFT, "score")
    assert refusal is not None
    assert "closing" in refusal.text


def test_the_end_comes_also_where_something_is_handed_in_behind_the_sign_to_stop(
    toy: ToyTable,
) -> None:
    is_busy, goes_on, was_called = threading.Event(), threading.Event(), threading.Event()

    def be_busy() -> None:
        is_busy.set()
        goes_on.wait(PATIENCE_S)

    toy.table.in_turn(be_busy)
    assert is_busy.wait(PATIENCE_S)
    stopping = threading.Thread(target=toy.table.stop, daemon=True)
    stopping.start()
    wait_until(lambda: not toy.table._commands.empty(), PATIENCE_S, "the sign to stop")
    toy.table.in_turn(was_called.set)
    goes_on.set()
    stopping.join(PATIENCE_S)
    assert not stopping.is_alive()
    assert was_called.is_set()


def test_a_report_that_cannot_be_written_at_all_is_dropped(toy: ToyTable) -> None:
    toy.table.report(placed(1, x_in=float("nan")))
    toy.table.report(placed(2))
    assert toy.act(LEFT, "hide", word="ash") is None
    assert [piece.id for piece in toy.state.pieces] == [2]
    assert folded(toy.path) == toy.state
    with pytest.raises(JournalUnavailable):
        JournalReader(toy.path.parent / "absent.db")


def test_a_seat_is_never_told_numbers_of_the_journal(
    toy: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They count what the other seat has done in secret."""

    def lose(*_: object, **__: object) -> None:
        raise JournalConflict(Seq(17), Seq(19))

    monkeypatch.setattr(toy.table._keeper._writer, "append", lose)
    refusal = toy.act(LEFT, "hide", word="ash")
    assert refusal is not None
    assert "could not be written" in refusal.text
    assert "17" not in refusal.text
    assert "19" not in refusal.text
