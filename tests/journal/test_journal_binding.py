"""Seals: what a seat has entered cannot be changed with hindsight, and nobody can guess it."""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import companion.cli
from companion.journal.binding import SALT_BYTES, checked_points
from companion.journal.chain import FIRST_HASH, StoredEvent, canonical, chained
from companion.journal.codec import EncodedEvent
from companion.journal.errors import JournalCorrupt, JournalError
from companion.journal.exchange import game_lines
from companion.journal.store import JournalReader
from companion.journal.verification import found_codes, verified
from companion.service.points import code_of, new_salt
from companion.table.ids import PromptId
from tests.support.toy_game import LEFT, RIGHT
from tests.support.toy_table import ToyTable


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Three fixed points, with private edits before each of them."""
    toy = ToyTable(tmp_path / "journal.db")
    for number in range(3):
        toy.act(LEFT, "hide", word=f"ash{number}")
        toy.act(RIGHT, "hide", word=f"oak{number}")
        seat = (LEFT, RIGHT)[number % 2]
        assert toy.screens.enter_roll(seat, PromptId(f"toy-{number + 1}"), 3, 20) is None
        toy.act((RIGHT, LEFT)[number % 2], "score")
    assert [point.label for point in toy.keeper.points][:2] == ["Roll 0, left", "Roll 1, nobody"]
    toy.close()
    return toy.path


def rewritten(path: Path, find: str, put: str) -> None:
    """Change an event and every hash after it, as the owner of the computer could."""
    with JournalReader(path) as reader:
        game_id = reader.game().game_id
        events = list(reader.events(game_id))
    before, rows = FIRST_HASH, []
    for stored in events:
        payload = stored.event.payload.replace(find, put)
        event = EncodedEvent(type=stored.event.type, schema=stored.event.schema, payload=payload)
        changed = replace(stored, event=event)
        before = chained(before, changed)
        rows.append((payload, before, stored.seq))
    connection = sqlite3.connect(path)
    connection.executemany("UPDATE events SET payload = ?, hash = ? WHERE seq = ?", rows)
    connection.commit()
    connection.close()
    path.with_name("journal.db.head").unlink()


def stored_events(path: Path) -> list[StoredEvent]:
    with JournalReader(path) as reader:
        return list(reader.events(reader.game().game_id))


def test_seals_fit_and_go_on_after_a_restart(played: Path) -> None:
    again = ToyTable(played)
    before = again.keeper.points
    again.act(LEFT, "hide", word="late")
    assert again.keeper.points == before
    seat = again.state.owes
    assert seat is not None
    assert again.screens.enter_roll(seat, None, 3, 20) is None
    assert len(again.keeper.points) == len(before) + 1
    points = again.keeper.points
    again.close()
    assert tuple(checked_points(stored_events(played))) == points


def test_a_seal_is_the_hash_that_the_document_describes(played: Path) -> None:
    events = stored_events(played)
    first = next(stored for stored in events if stored.event.type == "secrets-bound")
    seal = msgspec.json.decode(first.event.payload)["seals"][0]
    entered = b"".join(
        canonical(stored)
        for stored in events
        if stored.actor == seal["seat"] and stored.seq < first.decision
    )
    assert b"ash0" in entered
    salted = bytes.fromhex(seal["salt"]) + hashlib.sha256(entered).digest()
    assert hashlib.sha256(salted).hexdigest() == seal["digest"]


def test_every_seal_has_a_salt_of_its_own(played: Path) -> None:
    salts = [
        seal["salt"]
        for stored in stored_events(played)
        if stored.event.type == "secrets-bound"
        for seal in msgspec.json.decode(stored.event.payload)["seals"]
    ]
    assert len(salts) == len(set(salts)) >= 10
    assert {len(bytes.fromhex(salt)) for salt in salts} == {SALT_BYTES}
    assert new_salt() != new_salt()


@pytest.mark.parametrize(("find", "put", "point"), [("ash0", "elm0", 0), ("oak1", "elm1", 2)])
def test_a_rewritten_chain_does_not_fit_what_was_bound(
    played: Path, find: str, put: str, point: int
) -> None:
    events = stored_events(played)
    bound = [stored.seq for stored in events if stored.event.type == "secrets-bound"]
    rewritten(played, find, put)
    with JournalReader(played) as reader:
        game_id = reader.game().game_id
        assert reader.verify(game_id)[0] == len(events)
        with pytest.raises(JournalCorrupt, match="changed with hindsight") as caught:
            verified(reader, game_id)
    assert caught.value.seq == bound[point]
    result = CliRunner().invoke(companion.cli.main, ["verify", str(played)])
    assert result.exit_code == 1
    assert f"event {bound[point]}: what the seat" in result.output


def test_verify_says_in_words_that_nothing_was_changed(played: Path) -> None:
    with JournalReader(played) as reader:
        game = verified(reader, reader.game().game_id)
    result = CliRunner().invoke(
        companion.cli.main,
        ["verify", str(played), "--head", code_of(game.points[1].hash), "--head", game.head.hex()],
    )
    assert result.exit_code == 0, result.output
    assert "nothing was changed with hindsight" in result.output
    assert f"is the hash of event {game.points[1].seq}, the end of Roll 1, nobody" in result.output
    assert "is the hash of the last event" in result.output


def test_a_code_of_a_tablet_finds_what_the_owner_rewrote_with_new_seals(played: Path) -> None:
    with JournalReader(played) as reader:
        noted = [code_of(point.hash) for point in verified(reader, reader.game().game_id).points]
    played.unlink()
    played.with_name("journal.db.head").unlink()
    forged = ToyTable(played)
    forged.act(LEFT, "hide", word="elm0")
    forged.screens.enter_roll(LEFT, PromptId("toy-1"), 3, 20)
    forged.close()
    with JournalReader(played) as reader:
        game = verified(reader, reader.game().game_id)
        with pytest.raises(JournalCorrupt, match="written anew or cut short"):
            found_codes(reader.events(game.game_id), noted[:1])
        for wrong in ("", "abc", "0" * 15, "x" * 32):
            with pytest.raises(JournalError, match="16 to 64"):
                found_codes(reader.events(game.game_id), [wrong])


def test_a_damaged_seal_is_named(played: Path) -> None:
    seal = msgspec.json.decode(
        next(s for s in stored_events(played) if s.event.type == "secrets-bound").event.payload
    )["seals"][0]
    rewritten(played, seal["salt"], "no salt at all")
    with JournalReader(played) as reader, pytest.raises(JournalCorrupt, match="hindsight"):
        verified(reader, reader.game().game_id)


def test_codes_of_shortfalls_are_told_by_verify(played: Path) -> None:
    connection = sqlite3.connect(played)
    connection.execute("DELETE FROM events WHERE seq > 6")
    connection.commit()
    connection.close()
    result = CliRunner().invoke(companion.cli.main, ["verify", str(played)])
    assert result.exit_code == 1
    assert "6 events, all as written" in result.output
    assert "ends at event 6, and event" in result.output


def test_a_text_file_can_be_verified_by_whoever_was_sent_it(played: Path) -> None:
    text = played.with_name("game.txt")
    with JournalReader(played) as reader:
        game = verified(reader, reader.game().game_id)
        text.write_bytes(b"".join(game_lines(reader, game.game_id)))
    run = CliRunner().invoke
    code = code_of(game.points[1].hash)
    result = run(companion.cli.main, ["verify", str(text), "--head", code])
    assert result.exit_code == 0, result.output
    assert "nothing was changed with hindsight" in result.output
    assert "the end of Roll 1, nobody" in result.output
    assert run(companion.cli.main, ["verify", str(text), "--head", "0" * 32]).exit_code == 1
    other = run(companion.cli.main, ["verify", str(text), "--game-id", "other"])
    assert "holds game" in other.output
    text.write_bytes(text.read_bytes().replace(b"ash1", b"elm1"))
    result = run(companion.cli.main, ["verify", str(text)])
    assert result.exit_code == 1
    assert "is not what was written" in result.output
