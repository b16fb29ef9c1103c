"""``companion export``, ``import``, ``backup``: what they write, print and refuse."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from pathlib import Path

import pytest

from companion.border import DieRoll, MarkerReading, Moved, Placed, Removed, Turned
from companion.service import games as game_registry
from companion.table.commands import DieReported, EyeReported
from tests.support.commands import run
from tests.support.toy_game import LEFT, RIGHT
from tests.support.toy_table import ToyTable

pytestmark = pytest.mark.usefixtures("toy_is_a_game")


def marker(place: str, face: int = 1) -> MarkerReading:
    return MarkerReading(track=1, colour="red", face=face, x_in=1.0, y_in=2.0, place=place)


def play(path: Path, *, ended: bool, secret: str = "ash", edits: int = 1) -> Path:  # noqa: S107 - a word of a game
    toy = ToyTable(path)
    here, there, turned = marker("12,e"), marker("12,f"), marker("12,f", 3)
    for _ in range(edits):
        toy.act(LEFT, "hide", word=secret)
    for message in (
        Placed(t_s=0.0, marker=here),
        Moved(t_s=0.0, marker=there, before=here),
        Turned(t_s=0.0, marker=turned, before=there),
        Removed(t_s=0.0, marker=turned),
    ):
        toy.table.report(EyeReported(message=message))
    toy.table.report(DieReported(roll=DieRoll(die="=d", number=1, face=5, sides=20)))
    toy.act(RIGHT, "score")
    toy.table.caught_up()
    if ended:
        toy.keeper.end()
    toy.close()
    return path


def test_a_game_goes_out_and_in_and_out_again(tmp_path: Path) -> None:
    journal = play(tmp_path / "journal.db", ended=True)
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    assert run("export", journal, first).exit_code == 0
    assert first.stat().st_mode & 0o777 == 0o600
    (tmp_path / "home").mkdir()
    taken = run("import", first, home=tmp_path / "home")
    assert taken.exit_code == 0, taken.output
    assert "is now in" in taken.output
    assert "was already in" in run("import", first, home=tmp_path / "home").output
    copy = tmp_path / "home" / "journal.db"
    assert run("export", copy, second).exit_code == 0
    assert first.read_bytes() == second.read_bytes()
    head = taken.output.split("Head ")[1].split()[0]
    assert run("verify", copy, "--head", head).exit_code == 0
    assert run("export", copy, "-").output.encode() == first.read_bytes()


def test_a_game_that_has_not_ended_is_kept_from_curious_eyes(tmp_path: Path) -> None:
    journal = play(tmp_path / "journal.db", ended=False)
    out = tmp_path / "game.txt"
    refused = run("export", journal, out)
    assert refused.exit_code == 1
    assert "has not ended" in refused.output
    assert not out.exists()
    assert run("export", journal, out, "--all-secrets").exit_code == 0
    assert "'ash'" in run("export", journal, "-", "--seat", "left").output
    assert "no seat 'nobody'" in run("export", journal, "-", "--seat", "nobody").output
    assert "--csv or --seat" in run("export", journal, "-", "--seat", "left", "--csv").output
    goes_on = run("import", out, tmp_path / "other.db")
    assert "goes on with" in goes_on.output


@pytest.mark.parametrize("what", [("--seat", "right"), ("--seat", "public"), ("--csv",)])
def test_during_a_game_nobody_can_tell_what_the_other_seat_hides(
    tmp_path: Path, what: tuple[str, ...]
) -> None:
    outputs = set()
    for number, (word, edits) in enumerate([("ash", 1), ("elm", 1), ("elm", 7), ("", 0)]):
        journal = play(tmp_path / f"{number}.db", ended=False, secret=word, edits=edits)
        lines = run("export", journal, "-", *what).output.splitlines()
        if what == ("--csv",):
            # Times are those of public facts; the clock of these games counts private edits.
            lines = [",".join(line.split(",")[:1] + line.split(",")[2:]) for line in lines]
        outputs.add("\n".join(lines))
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) > 3


def test_rolls_and_moves_as_a_table(tmp_path: Path) -> None:
    journal = play(tmp_path / "journal.db", ended=False)
    rows = list(csv.DictReader(io.StringIO(run("export", journal, "-", "--csv").output)))
    assert [(row["row"], row["what"]) for row in rows] == [
        ("1", "put down"),
        ("2", "move"),
        ("3", "move"),
        ("4", "off"),
        ("5", "roll"),
    ]
    assert (rows[1]["from"], rows[1]["to"], rows[2]["face"]) == ("12,e", "12,f", "3")
    roll = rows[4]
    assert (roll["roll"], roll["sides"], roll["source"], roll["seat"]) == ("5", "20", "die", "left")
    assert roll["die"] == "'=d"


def test_a_seat_reads_its_own_steps(tmp_path: Path) -> None:
    journal = play(tmp_path / "journal.db", ended=False)
    steps = [
        json.loads(line)
        for line in run("export", journal, "-", "--seat", "left").output.splitlines()
    ]
    assert [step["step"] for step in steps] == list(range(len(steps)))
    assert {step["view"]["seat"] for step in steps} == {"left"}


def test_a_file_with_a_fault_changes_no_journal(tmp_path: Path) -> None:
    journal = play(tmp_path / "journal.db", ended=True)
    run("export", journal, tmp_path / "game.txt")
    text = (tmp_path / "game.txt").read_text()
    (tmp_path / "bad.txt").write_text(text.replace('"ash"', '"elm"'))
    result = run("import", tmp_path / "bad.txt", tmp_path / "other.db")
    assert result.exit_code == 1
    assert "event 3 is not what was written" in result.output
    assert not (tmp_path / "other.db").exists()
    assert run("import", tmp_path / "absent.txt").exit_code == 1
    assert "no folder" in run("import", tmp_path / "game.txt", tmp_path / "no" / "x.db").output


def test_a_game_of_unknown_rules_is_not_taken_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = play(tmp_path / "journal.db", ended=True)
    run("export", journal, tmp_path / "game.txt")
    monkeypatch.delitem(game_registry.GAMES, "toy")
    result = run("import", tmp_path / "game.txt", tmp_path / "other.db")
    assert result.exit_code == 1
    assert "there is no game 'toy'" in result.output


def test_backup_copies_the_journal_of_the_user_directory(tmp_path: Path) -> None:
    play(tmp_path / "journal.db", ended=False)
    result = run("backup", home=tmp_path)
    assert result.exit_code == 0, result.output
    assert "1 game," in result.output
    (copy,) = (tmp_path / "backups").iterdir()
    assert run("verify", copy).exit_code == 0
    named = tmp_path / "mine.db"
    assert run("backup", named, "--journal", tmp_path / "journal.db").exit_code == 0
    assert run("verify", named).exit_code == 0
    itself = run("backup", tmp_path / "journal.db", home=tmp_path)
    assert "the journal itself" in itself.output
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("UPDATE events SET actor = 'y' WHERE seq = 2")
    connection.commit()
    connection.close()
    assert "event 2" in run("backup", named, home=tmp_path).output
    assert run("backup", home=tmp_path / "absent").exit_code == 1


def test_backup_tells_where_the_journal_of_the_demo_is(tmp_path: Path) -> None:
    demo = tmp_path / "demo"
    demo.mkdir()
    assert "Name one with --journal." in run("backup", home=tmp_path).output
    play(demo / "journal.db", ended=False)
    result = run("backup", home=tmp_path)
    assert result.exit_code == 1
    assert f"--journal {demo / 'journal.db'}" in result.output
    assert not (tmp_path / "backups").exists()
