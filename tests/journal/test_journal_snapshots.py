"""States kept on the disk: a point of a long game is found by them, and nothing depends on them."""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion.journal import snapshots as snapshots_module
from companion.journal.codec import EventCodec
from companion.journal.replay import KEPT_EVERY, Replay
from companion.journal.snapshots import FOLDER, Snapshot, Snapshots
from companion.journal.state_text import StateText, StateTextError
from companion.journal.store import START, GameRecord, JournalWriter
from companion.table.events import Event
from companion.table.ids import PUBLIC, Seq
from companion.table.values import Refusal
from tests.support.quest_table import QuestPlay, RandomQuest
from tests.support.random_fights import RandomFighter, random_fight
from tests.support.random_hunt import RandomHunt
from tests.support.random_player import source_of
from tests.support.ringwar import Play as RingwarPlay
from tests.support.ringwar import RandomPlayer as RingwarPlayer
from tests.support.toy_game import LEFT, PointScored, ToyGame, ToyState

AT = "2026-01-02T03:04:05Z"
LENGTH = 4 * KEPT_EVERY + 40


class CountingGame(ToyGame):
    """Counts the events that are folded."""

    def __init__(self) -> None:
        super().__init__()
        self.folded = 0

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        self.folded += 1
        return super().evolve(state, event)


class Long:
    """A written game of some thousand events, opened as often as a test likes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.db"
        self.folder = folder / FOLDER / "g"
        codec = EventCodec(ToyGame().event_types)
        first = ToyGame().start({}, "")
        assert not isinstance(first, Refusal)
        events = [*first, *(PointScored(seat=LEFT, note=f"{n}") for n in range(len(first), LENGTH))]
        record = GameRecord(
            game_id="g", game="toy", rules="1", started_at=AT, ended_at=None, head=START
        )
        with JournalWriter(self.path) as writer:
            writer.start_game(record, [codec.encode(event) for event in events], "x")

    def keep(self) -> None:
        """Fold it once and keep what came up."""
        replay = Replay(ToyGame(), self.path)
        replay.state_at(Seq(LENGTH))
        replay.write_snapshots(replay.snapshots())
        replay.close()

    def seek(self, seq: int) -> tuple[ToyState, int]:
        """The state at a point after a cold opening, and how many events were folded for it."""
        game = CountingGame()
        replay = Replay(game, self.path)
        try:
            return replay.state_at(Seq(seq)), game.folded
        finally:
            replay.close()

    def file_of(self, number: int) -> Path:
        return self.folder / f"{number * KEPT_EVERY}.state"


@pytest.fixture
def long(tmp_path: Path) -> Long:
    return Long(tmp_path)


def test_a_cold_seek_folds_no_more_than_the_distance_of_two_snapshots(long: Long) -> None:
    expected = {seq: long.seek(seq)[0] for seq in (1, 2, KEPT_EVERY, 2 * KEPT_EVERY + 1, LENGTH)}
    assert long.seek(LENGTH)[1] == LENGTH - 1
    long.keep()
    for seq, state in expected.items():
        found, folded = long.seek(seq)
        assert found == state
        assert folded < KEPT_EVERY


def test_snapshots_have_the_rights_of_the_journal(long: Long) -> None:
    long.keep()
    assert sorted(path.name for path in long.folder.iterdir()) == sorted(
        long.file_of(number).name for number in (1, 2, 3, 4)
    )
    for path in long.folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for folder in (long.folder, long.folder.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


class _Attack:
    """What would be carried out by anybody who unpickled it without care."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.mark),)


def _forged(path: Path, mark: Path) -> None:
    """A file with an attack in it, and a heading that fits."""
    content = pickle.dumps(_Attack(mark))
    first = msgspec.json.decode(path.read_bytes().partition(b"\n")[0])
    first["content"] = hashlib.sha256(content).hexdigest()
    path.write_bytes(msgspec.json.encode(first) + b"\n" + content)


def _deleted(long: Long, _: Path) -> None:
    long.file_of(4).unlink()


def _all_deleted(long: Long, _: Path) -> None:
    for path in long.folder.iterdir():
        path.unlink()
    long.folder.rmdir()


def _cut(long: Long, _: Path) -> None:
    long.file_of(4).write_bytes(long.file_of(4).read_bytes()[:-1])


def _bit_flipped(long: Long, _: Path) -> None:
    content = bytearray(long.file_of(4).read_bytes())
    content[-3] ^= 1
    long.file_of(4).write_bytes(bytes(content))


def _of_another_event(long: Long, _: Path) -> None:
    long.file_of(4).write_bytes(long.file_of(3).read_bytes())


def _attack_inside(long: Long, folder: Path) -> None:
    _forged(long.file_of(4), folder / "attacked")


def _of_another_journal(long: Long, _: Path) -> None:
    for path in long.folder.iterdir():
        first, _line_end, content = path.read_bytes().partition(b"\n")
        heading = msgspec.json.decode(first)
        heading["hash"] = "00" * 32
        path.write_bytes(msgspec.json.encode(heading) + b"\n" + content)


@pytest.mark.parametrize(
    ("spoil", "folded_from"),
    [
        (lambda *_: None, 4),
        (_deleted, 3),
        (_all_deleted, 0),
        (_cut, 3),
        (_bit_flipped, 3),
        (_of_another_event, 3),
        (_attack_inside, 3),
        (_of_another_journal, 0),
    ],
    ids=["nothing", "deleted", "all", "cut", "bit", "event", "attack", "journal"],
)
def test_a_snapshot_that_does_not_fit_is_not_used(
    long: Long, tmp_path: Path, spoil: Callable[[Long, Path], None], folded_from: int
) -> None:
    expected = long.seek(LENGTH)[0]
    long.keep()
    spoil(long, tmp_path)
    state, folded = long.seek(LENGTH)
    assert state == expected
    assert folded == LENGTH - max(folded_from * KEPT_EVERY, 1)
    assert not (tmp_path / "attacked").exists()


def test_what_an_earlier_program_has_left_is_replaced(
    long: Long, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(snapshots_module, "program_mark", lambda: "earlier")
        long.keep()
    odd = long.folder / "77.state"
    odd.write_bytes(b"nothing")
    assert long.seek(LENGTH)[1] == LENGTH - 1
    long.keep()
    assert not odd.exists()
    assert long.seek(LENGTH)[1] == 40


def test_a_disk_that_refuses_costs_nothing_but_time(
    long: Long, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FOLDER).write_text("no folder", encoding="utf-8")
    long.keep()
    assert "snapshots are not kept" in caplog.text
    assert long.seek(LENGTH)[1] == LENGTH - 1


@pytest.mark.parametrize("game_id", ["../out", "/out", "..", ".", "", "a/b", "a\0b", "x" * 300])
def test_an_id_from_elsewhere_does_not_lead_out_of_the_folder(tmp_path: Path, game_id: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    first = ToyState()
    text = StateText(first)
    store: Snapshots[ToyState] = Snapshots(home / "journal.db", game_id, KEPT_EVERY)
    store.write([Snapshot(seq=Seq(9), hash=bytes(32), state=first)], text)
    assert list(tmp_path.rglob("*")) == [home]
    assert store.nearest(START, Seq(9), text, lambda _: bytes(32)) is None


def test_values_of_other_packages_are_neither_found_nor_made(tmp_path: Path) -> None:
    text = StateText(ToyState())
    for foreign in (_Attack(tmp_path / "attacked"), GameRecord, os.system, Path("x"), LEFT):
        with pytest.raises(StateTextError):
            text.read(pickle.dumps(foreign))
    assert not (tmp_path / "attacked").exists()


def test_a_state_that_cannot_be_written_is_said() -> None:
    text = StateText(ToyState())
    with pytest.raises(StateTextError, match="cannot be written"):
        text.write(msgspec.structs.replace(ToyState(), words={LEFT: lambda: None}))


def test_the_states_of_the_hunt_come_back() -> None:
    hunt = RandomHunt(3)
    text = StateText(hunt.game.begin(hunt.events[0]))  # type: ignore[arg-type]  # the first is GameStarted
    for number, _ in enumerate(hunt.run()):
        if number % 40 == 0:
            back = text.read(text.write(hunt.state))
            assert back == hunt.state
            assert hunt.game.view(back, PUBLIC) == hunt.view(PUBLIC)


def test_the_states_of_the_quest_come_back() -> None:
    play = QuestPlay()
    text = StateText(play.state)
    quest = RandomQuest(play, 3)
    for number in range(160):
        quest.step()
        if number % 20 == 0:
            assert text.read(text.write(play.state)) == play.state


def test_the_states_of_the_ring_war_come_back() -> None:
    play = RingwarPlay()
    text = StateText(play.state)
    player = RingwarPlayer(play, source_of(3))
    for number in range(160):
        player.step()
        if number % 20 == 0:
            assert text.read(text.write(play.state)) == play.state


def test_the_states_of_a_fight_come_back() -> None:
    source = source_of(5)
    for _ in range(3):
        play = random_fight(source)
        text = StateText(play.state)
        fighter = RandomFighter(play, source)
        while play.state.public.fights and play.state.public.step == "fp-fight":
            fighter._one(fighter.command())
            back = text.read(text.write(play.state))
            assert msgspec.structs.replace(back, handbook=play.state.handbook) == play.state
