"""Journals of every version of the program open for ever."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.journal.codec import EventCodec
from companion.journal.exchange import game_lines, parsed_game
from companion.journal.replay import Replay
from companion.journal.store import JournalReader, JournalWriter
from companion.journal.verification import verified
from companion.service.games import load_game
from companion.table.ids import PUBLIC

GOLDEN = Path(__file__).parent / "golden"
JOURNALS = sorted(path.stem for path in GOLDEN.glob("*.db"))


def test_there_is_a_golden_journal() -> None:
    assert JOURNALS
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == JOURNALS


@pytest.fixture(params=JOURNALS)
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy to open: an open journal has files beside it."""
    for ending in ("db", "txt"):
        shutil.copy(GOLDEN / f"{request.param}.{ending}", tmp_path)
    return tmp_path / f"{request.param}.db"


def test_an_old_journal_is_whole_and_every_view_of_it_can_be_seen(golden: Path) -> None:
    with JournalReader(golden) as reader:
        record = reader.game()
        game = verified(reader, record.game_id)
        assert game.points
        rules = load_game(record.game)
        codec = EventCodec(rules.event_types)
        decoded = [codec.decode(stored.event) for stored in reader.events(record.game_id)]
        assert len(decoded) == record.head == game.seq
    replay = Replay(rules, golden)
    for viewer in (*(seat.id for seat in replay.seats), PUBLIC):
        assert len(list(replay.walk(viewer).go_on())) > 20
    replay.close()


def test_an_old_journal_can_be_gone_on_with(golden: Path) -> None:
    with JournalWriter(golden) as writer:
        record = writer.game()
        seq, _ = writer.head(record.game_id)
        last = [stored.event for stored in writer.events(record.game_id)][-1:]
        assert writer.append(record.game_id, seq, last, at=record.started_at, actor="x") == seq + 1
        verified(writer, record.game_id)


def test_an_old_text_file_is_read_and_written_as_it_was(golden: Path) -> None:
    data = golden.with_suffix(".txt").read_bytes()
    written = parsed_game(data)
    with JournalReader(golden) as reader:
        assert b"".join(game_lines(reader, written.record.game_id)) == data
        assert reader.head(written.record.game_id) == (written.record.head, written.head)
