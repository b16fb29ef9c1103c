"""Exported games become Parquet files; what does not hold is left out; the figures are right."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.archive.load import ArchiveError, load, written_games
from companion.archive.questions import answers, asked, opened, wilson
from companion.archive.report import report_html, report_lines
from companion.cli import main
from companion.games.fellowship.events.ending import VerdictGiven
from companion.games.fellowship.events.play import GameEnded, StepEntered
from companion.games.fellowship.events.ring import RingTaken
from companion.games.fellowship.flow.step_ids import StepId
from companion.journal.chain import FIRST_HASH, chained
from companion.journal.codec import EncodedEvent
from companion.journal.exchange import event_line, heading, parsed_game
from companion.table.events import Event, GameStarted, RollDropped, RollKept, RollTaken
from companion.table.fairness import RollTally
from companion.table.ids import SeatId
from companion.table.taking_back import DecisionMade, DecisionTakenBack
from companion.table.values import Roll
from tests.support.archive_games import encoded, exported, played, write_games
from tests.support.random_player import source_of

SEAT = SeatId("fellowship")


def started(game: str = "fellowship", box: str = "box") -> GameStarted:
    return GameStarted(game=game, rules="1", options=(("players", "2"),), box=box)


def plain(kind: str, **fields: object) -> EncodedEvent:
    payload = msgspec.json.encode({"type": kind, **fields}).decode()
    return EncodedEvent(type=kind, schema=1, payload=payload)


def written(folder: Path, name: str, events: list[EncodedEvent], game: str = "fellowship") -> Path:
    number = len(list(folder.iterdir()))
    path = folder / f"{name}.txt"
    path.write_bytes(exported(events, number, source_of(1), game))
    return path


def rows(archive: Path, question: str) -> list[dict[str, Any]]:
    with opened(archive) as engine:
        return list(asked(engine, question))


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    write_games(folder, games=6, templates=3, commands=120)
    return folder


def test_every_event_is_there_as_it_was_written(real: Path, tmp_path: Path) -> None:
    loaded = load([real], tmp_path / "archive")
    games = [parsed_game(path.read_bytes()) for path in written_games([real])]
    assert loaded.left_out == ()
    assert loaded.games == len(games) == 6
    assert loaded.events == sum(len(game.events) for game in games)
    found = rows(tmp_path / "archive", "SELECT * FROM events ORDER BY game_id, seq")
    wanted = sorted(
        (one for game in games for one in game.events), key=lambda one: (one.game_id, one.seq)
    )
    for row, stored in zip(found, wanted, strict=True):
        assert (row["game_id"], row["seq"], row["type"]) == (
            stored.game_id,
            stored.seq,
            stored.event.type,
        )
        assert row["moment"].astimezone(UTC) == datetime.fromisoformat(stored.at)
        if stored.seq > 1:
            assert row["payload"] == stored.event.payload
        else:
            assert "box" not in json.loads(row["payload"])
    (box,) = rows(tmp_path / "archive", "SELECT text FROM boxes")
    assert box["text"] == json.loads(wanted[0].event.payload)["box"]


def test_the_same_game_twice_counts_once(real: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    path = written_games([real])[0]
    (copy / "again.txt").write_bytes(path.read_bytes())
    loaded = load([real, copy], tmp_path / "archive")
    assert (loaded.games, loaded.again) == (6, 1)


def test_a_time_that_cannot_be_is_said_of_its_file_alone(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    written(folder, "good", encoded([started(), *_rolls("ktd")]))
    bad = written(folder, "bad", encoded([started()]))
    game = parsed_game(bad.read_bytes())
    event = replace(game.events[0], at="never")
    event = replace(event, hash=chained(FIRST_HASH, event))
    bad.write_bytes(heading(game.record, event.hash) + event_line(event))
    loaded = load([folder], tmp_path / "archive")
    assert loaded.games == 1
    ((left_out, reason),) = loaded.left_out
    assert left_out == bad
    assert "a time that cannot be" in reason


@pytest.mark.parametrize(
    "harm", ["payload", "hash", "heading", "cut", "longer", "not text", "actor"]
)
def test_a_file_that_was_changed_is_left_out_and_named(tmp_path: Path, harm: str) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    good = written(folder, "good", encoded([started(), *_rolls("ktd")]))
    bad = written(folder, "bad", encoded([started(), *_rolls("ktk")]))
    lines = bad.read_bytes().split(b"\n")
    if harm == "payload":
        lines[11] = lines[11].replace(b'"sides":20', b'"sides":21')
    elif harm == "hash":
        lines[12] = lines[12].replace(lines[12].split(b" ")[5], b"0" * 64)
    elif harm == "heading":
        lines[3] = b"rules 2"
    elif harm == "cut":
        del lines[-2]
    elif harm == "longer":
        lines.insert(-1, lines[-2])
    elif harm == "not text":
        lines[11] = lines[11][:-3] + b"\xff\xfe}"
    else:
        lines[11] = lines[11].replace(b" service ", b" die ")
    assert b"\n".join(lines) != bad.read_bytes()
    bad.write_bytes(b"\n".join(lines))
    loaded = load([folder], tmp_path / "archive")
    assert [path for path, _ in loaded.left_out] == [bad]
    assert loaded.games == 1
    assert rows(tmp_path / "archive", "SELECT file FROM games") == [{"file": str(good)}]


def test_signs_of_all_kinds_come_through(tmp_path: Path) -> None:
    folder = tmp_path / "it's"
    folder.mkdir()
    text = 'a "b" \\ c \t \x01 \x7f \u2028 é 😀 </script> \' ; /'
    written(folder, "odd", [*encoded([started(box=text)]), plain("fellowship-noted", text=text)])
    loaded = load([folder], tmp_path / "archive")
    assert loaded.left_out == ()
    (row,) = rows(tmp_path / "archive", "SELECT payload FROM events WHERE seq = 2")
    assert json.loads(row["payload"])["text"] == text
    assert rows(tmp_path / "archive", "SELECT text FROM boxes") == [{"text": text}]


def _rolls(word: str) -> list[Event]:
    """Rolls by letters: k kept, t taken, d dropped, capitals for another roll."""
    made: list[Event] = []
    for letter in word:
        roll = Roll(face=3 if letter.islower() else 4, sides=20, source="typed")
        kind = letter.lower()
        if kind == "k":
            made.append(RollKept(roll=roll))
        elif kind == "t":
            made.append(RollTaken(roll=roll, purpose="x", seat=SEAT))
        else:
            made.append(RollDropped(roll=roll))
    return made


@settings(max_examples=25)
@given(st.text("kktdKT", max_size=12))
def test_rolls_are_counted_as_the_dice_page_counts_them(
    tmp_path_factory: pytest.TempPathFactory, word: str
) -> None:
    # What is dropped was kept before; nothing else is written.
    waiting, letters = 0, []
    for letter in word:
        if letter == "d" and not waiting:
            continue
        waiting = max(0, waiting + {"k": 1, "t": -1, "d": -1}.get(letter, 0))
        letters.append(letter)
    events = _rolls("".join(letters))
    folder = tmp_path_factory.mktemp("rolls")
    path = folder / "game.txt"
    # Exported by hand, so that equal rolls stay equal.
    path.write_bytes(exported(encoded([started(), *events]), 0, source_of(1)))
    found = parsed_game(path.read_bytes())
    rolls = [json.loads(one.event.payload) for one in found.events if "roll" in one.event.type]
    kinds = {"roll-kept": RollKept, "roll-dropped": RollDropped}
    again: list[Event] = [
        msgspec.convert(
            {k: v for k, v in roll.items() if k != "type"}, kinds.get(roll["type"], RollTaken)
        )
        for roll in rolls
    ]
    loaded = load([folder], folder / "archive")
    assert loaded.rolls == len(list(RollTally().made(again)))


def test_how_games_of_each_kind_ended(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    verdicts = ("Total victory for the Enemy.", "The game is a draw.")
    for number, verdict in enumerate(verdicts):
        ended = [
            started(),
            StepEntered(step=StepId.GAME_OVER, turn=7 + number),
            GameEnded(reason="The last turn is over.", ending="last-turn"),
            VerdictGiven(verdict=verdict),
        ]
        written(folder, f"fellowship-{number}", encoded(ended))
    written(folder, "unfinished", encoded([started()]))
    others = {
        "quest": plain("quest-game-ended", outcome="destroyed", words="Done."),
        "hunt": plain("hunt-decided", winner="shadow", how="Corruption."),
        "ringwar": plain("rw-game-ended", winner=None, why="Nobody wins."),
    }
    for game, event in others.items():
        start = encoded([started(game)])
        written(folder, game, [*start, *_turns(game), event], game)
    load([folder], tmp_path / "archive")
    found = rows(tmp_path / "archive", "SELECT game, winner, verdict, turns FROM games")
    ends = {(row["game"], row["winner"], row["verdict"], row["turns"]) for row in found}
    assert ends == {
        ("fellowship", "Enemy", verdicts[0], 7),
        ("fellowship", "draw", verdicts[1], 8),
        ("fellowship", None, None, None),
        ("quest", "Hobbits", "Done.", 2),
        ("hunt", "shadow", "Corruption.", 2),
        ("ringwar", None, "Nobody wins.", None),
    }
    wins = {
        (win.game, win.winner): (win.wins, win.decided)
        for win in answers(tmp_path / "archive").wins
    }
    assert wins[("fellowship", "Enemy")] == (1, 2)


def _turns(game: str) -> list[EncodedEvent]:
    kinds = {"quest": ["quest-turn-begun"] * 2, "hunt": ["hunt-turn-ended"]}
    return [plain(kind) for kind in kinds.get(game, [])]


def test_a_decision_that_was_taken_back_does_not_count(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    taken = RingTaken(by="enemy", place="12,e")
    events: list[Event] = [
        started(),
        RingTaken(by="gollum", place="5,ef"),
        RingTaken(by="fellowship"),
        DecisionMade(seat=SEAT, events=1),
        taken,
        DecisionMade(seat=SeatId("enemy"), events=1),
        GameEnded(reason="Over.", by=SEAT),
        DecisionTakenBack(seat=SEAT),
        RingTaken(by="saruman"),
    ]
    written(folder, "game", encoded(events[:3]) + [_plain_event(one) for one in events[3:]])
    load([folder], tmp_path / "archive")
    found = answers(tmp_path / "archive")
    losses = {(loss.place, loss.holder, loss.times) for loss in found.ring_losses}
    assert losses == {("5,ef", "gollum", 1), ("not told", "saruman", 1)}
    assert found.ring_games == 1
    assert found.overview[0].decided == 0


def _plain_event(event: Event) -> EncodedEvent:
    tag = str(event.__struct_config__.tag)
    return EncodedEvent(type=tag, schema=1, payload=msgspec.json.encode(event).decode())


def test_the_report_of_real_games(real: Path, tmp_path: Path) -> None:
    load([real], tmp_path / "archive")
    found = answers(tmp_path / "archive")
    page = report_html(found)
    assert page.count("<svg") >= 1
    assert "http" not in page.replace("http-equiv", "")
    assert any("fellowship: 6 games" in line for line in report_lines(found))
    run = CliRunner().invoke(
        main, ["archive", "report", str(tmp_path / "archive"), str(tmp_path / "r.html"), "--json"]
    )
    assert json.loads(run.output)["overview"][0]["games"] == 6
    assert (tmp_path / "r.html").read_text() == page


def test_the_dice_of_an_archive_are_judged(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    odd = [Roll(face=1 + n % 3, sides=20, source="typed") for n in range(120)]
    events = [plain("roll-taken", roll=msgspec.to_builtins(r), n=n) for n, r in enumerate(odd)]
    # Written past `exported`, which draws faces anew.
    path = folder / "game.txt"

    class Same:
        def randint(self, _low: int, _high: int) -> int:
            return 2

    path.write_bytes(exported(encoded([started()]) + events, 0, Same()))  # type: ignore[arg-type]  # draws one face only
    load([folder], tmp_path / "archive")
    (record,) = answers(tmp_path / "archive").dice
    assert record.rolls == 120
    assert record.p_value is not None
    assert record.p_value < 1e-9
    assert any("conspicuous" in line for line in report_lines(answers(tmp_path / "archive")))


def test_intervals_of_win_rates() -> None:
    low, high = wilson(5, 10)
    assert (round(low, 3), round(high, 3)) == (0.237, 0.763)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)


def test_pauses_are_no_time_at_the_table(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    ended = [started(), GameEnded(reason="x"), VerdictGiven(verdict="The game is a draw.")]
    path = written(folder, "one", encoded(ended))
    game = parsed_game(path.read_bytes())
    first = datetime.fromisoformat(game.events[0].at)
    before, lines = FIRST_HASH, b""
    # Ten minutes of play, then a week without.
    for event, minutes in zip(game.events, (0, 10, 10_090), strict=True):
        at = (first + timedelta(minutes=minutes)).isoformat(timespec="milliseconds")
        made = replace(event, at=at)
        before = chained(before, made)
        lines += event_line(replace(made, hash=before))
    path.write_bytes(heading(game.record, before) + lines)
    load([folder], tmp_path / "archive")
    (length,) = answers(tmp_path / "archive").lengths
    assert length.median_minutes == pytest.approx(10)


def test_bad_input_is_answered_in_words(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(ArchiveError, match="no exported game"):
        load([empty], tmp_path / "out")
    for arguments in (
        ["load", str(tmp_path / "nowhere"), str(tmp_path / "out")],
        ["report", str(empty)],
        ["sql", str(empty), "SELECT 1"],
    ):
        run = CliRunner().invoke(main, ["archive", *arguments])
        assert run.exit_code == 1
        assert run.output.startswith("Error: there is no")
    write_games(tmp_path / "games", games=1, templates=1, commands=5)
    load([tmp_path / "games"], tmp_path / "out")
    run = CliRunner().invoke(main, ["archive", "sql", str(tmp_path / "out"), "SELEKT"])
    assert run.exit_code == 1
    assert "cannot be answered" in run.output
    for nothing in ("", " ", "-- later", ";"):
        run = CliRunner().invoke(main, ["archive", "sql", str(tmp_path / "out"), "--", nothing])
        assert run.exit_code == 1
        assert run.output.startswith("Error: the question is empty.")


def test_names_that_the_engine_takes_for_patterns_are_names(tmp_path: Path) -> None:
    folder = tmp_path / "of [all] *"
    folder.mkdir()
    for name in ("game 1", "game [1]", "game*", "what?", "it's"):
        written(folder, name, encoded([started()]))
    loaded = load([folder], tmp_path / "out [1]")
    assert (loaded.games, loaded.again, loaded.left_out) == (5, 0, ())
    named = rows(tmp_path / "out [1]", "SELECT file FROM games")
    assert {Path(row["file"]).stem for row in named} == {path.stem for path in folder.iterdir()}


def test_a_name_that_is_no_text_is_left_out_and_said(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    odd = written(folder, os.fsdecode(b"\xff"), encoded([started()]))
    written(folder, "good", encoded([started()]))
    loaded = load([folder], tmp_path / "out")
    assert loaded.games == 1
    assert [path for path, _ in loaded.left_out] == [odd]
    said = CliRunner().invoke(main, ["archive", "load", str(odd), str(tmp_path / "none")])
    assert said.exit_code == 1
    assert "its name is no text" in said.output


@pytest.mark.parametrize("harm", ["no Parquet", "nothing"])
def test_an_archive_that_does_not_read_is_said(tmp_path: Path, harm: str) -> None:
    write_games(tmp_path / "games", games=1, templates=1, commands=5)
    load([tmp_path / "games"], tmp_path / "out")
    (tmp_path / "out/rolls.parquet").write_text("" if harm == "nothing" else harm * 100)
    for arguments in (["report"], ["sql"]):
        question = ["SELECT 1"] if arguments == ["sql"] else []
        run = CliRunner().invoke(main, ["archive", *arguments, str(tmp_path / "out"), *question])
        assert run.exit_code == 1
        assert "rolls.parquet cannot be read" in run.output


def test_an_archive_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    write_games(tmp_path / "games", games=1, templates=1, commands=5)
    load([tmp_path / "games"], tmp_path / "out")
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    write_games(tmp_path / "games", games=2, templates=1, commands=5)
    (tmp_path / "out/.boxes.parquet.new").mkdir()
    with pytest.raises(ArchiveError, match="cannot be written"):
        load([tmp_path / "games"], tmp_path / "out")
    (tmp_path / "out/.boxes.parquet.new").rmdir()
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before


def test_one_game_is_no_games(tmp_path: Path) -> None:
    write_games(tmp_path / "games", games=1, templates=1, commands=5)
    load([tmp_path / "games"], tmp_path / "out")
    assert ": one game, " in next(report_lines(answers(tmp_path / "out")))


_BY_HAND = {
    "no JSON": [("anything", "nonsense")],
    "a roll without JSON": [("roll-taken", "{")],
    "a list": [("decision-made", "[]"), ("decision-taken-back", "{}")],
    "sides in words": [("roll-taken", '{"roll":{"sides":"many","face":1,"source":"die"}}')],
    "a face too high": [("roll-taken", '{"roll":{"sides":20,"face":25,"source":"die"}}')],
    "face 0": [("roll-kept", '{"roll":{"sides":20,"face":0,"source":"die"}}')],
    "a ball": [("roll-taken", '{"roll":{"sides":2000000000,"face":1,"source":"die"}}')],
    "no roll": [("roll-taken", "{}")],
    "no source": [("roll-taken", '{"roll":{"sides":20,"face":3}}')],
    "a decision of nobody": [("decision-made", '{"seat":7}'), ("decision-taken-back", "{}")],
    "a turn in words": [
        ("fellowship-step-entered", '{"turn":"x"}'),
        ("fellowship-verdict-given", '{"verdict":"The Enemy wins."}'),
    ],
    "a turn without end": [
        ("fellowship-step-entered", '{"turn":1999999999}'),
        ("fellowship-verdict-given", '{"verdict":"The Enemy wins."}'),
    ],
}


def test_what_was_written_by_hand_stops_nobody_elses_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chain of hashes says that a file is as it was written, not by whom."""
    monkeypatch.setattr("tests.support.archive_games._rerolled", lambda event, *_: event)
    folder = tmp_path / "games"
    folder.mkdir()
    written(folder, "good", encoded([started(), *_rolls("ktd")]))
    for name, events in _BY_HAND.items():
        by_hand = [EncodedEvent(type=kind, schema=1, payload=text) for kind, text in events]
        written(folder, name, [*encoded([started()]), *by_hand])
    loaded = load([folder], tmp_path / "archive")
    assert {path.stem for path, _ in loaded.left_out} == {
        "no JSON",
        "a roll without JSON",
        "a list",
    }
    assert all("event 2 holds no fields" in reason for _, reason in loaded.left_out)
    found = answers(tmp_path / "archive")
    assert sum(one.games for one in found.overview) == 1 + len(_BY_HAND) - 3
    assert {(record.sides, record.rolls) for record in found.dice} == {(20, 1)}
    assert [one.turns for one in found.lengths] == [()]
    assert "<svg" in report_html(found)


def test_other_users_of_the_machine_cannot_read_an_archive(tmp_path: Path) -> None:
    write_games(tmp_path / "games", games=1, templates=1, commands=5)
    load([tmp_path / "games"], tmp_path / "out")
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "out").rglob("*")} == {0}
    assert (tmp_path / "out").stat().st_mode & 0o077 == 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_five_thousand_games_in_under_a_minute(tmp_path: Path) -> None:
    """Loading and the whole report; making the games is not counted."""
    events = write_games(tmp_path / "games", games=5000, templates=40, commands=250)
    before, before_cpu = time.monotonic(), time.process_time()
    loaded = load([tmp_path / "games"], tmp_path / "archive")
    took_s, took_cpu_s = time.monotonic() - before, time.process_time() - before_cpu
    found = answers(tmp_path / "archive")
    page = report_html(found)
    whole_s = time.monotonic() - before
    figures = {"events": events, "load_s": took_s, "load_cpu_s": took_cpu_s, "whole_s": whole_s}
    print(json.dumps(figures))  # noqa: T201 - what the document records
    assert (loaded.games, loaded.events) == (5000, events)
    assert "nothing conspicuous" in page
    assert whole_s < 60


def test_generated_games_are_those_of_the_random_player() -> None:
    assert encoded(played(1, 10))[0].type == "game-started"
