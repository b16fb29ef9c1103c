"""Answers given in play and edits of the owner in the same file."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.fellowship.box.editor import FellowshipBoxEditor
from companion.service.box import BoxKeeper
from companion.service.box_desk import BoxDesk
from companion.table.box_editor import BoxChange
from tests.support.fellowship import FP, GAME, Play

EDITOR = FellowshipBoxEditor()
CELL, OTHER = "T.4/wild-1/3", "T.4/wild-1/4"


def box(*pairs: tuple[str, str]) -> str:
    return EDITOR.changed("", [BoxChange(address=a, value=v) for a, v in pairs])


def kept(path: Path, address: str) -> str:
    return EDITOR.value(path.read_text("utf-8"), address)


def test_an_edit_during_the_game_survives_the_next_answer(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    desk = BoxDesk(path, EDITOR)
    keeper = BoxKeeper(path, None, desk)
    keeper.keep(box((CELL, "X")))
    desk.change([BoxChange(address=OTHER, value="-")])
    keeper.keep(box((CELL, "X"), ("T.4/wild-1/5", "X")))
    assert [kept(path, f"T.4/wild-1/{n}") for n in (3, 4, 5)] == ["X", "-", "X"]
    assert list(tmp_path.glob("*.other")) == []


def test_a_restarted_table_takes_no_edit_back(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    learned = box((CELL, "X"))
    path.write_text(box((CELL, "-"), (OTHER, "X")), "utf-8")
    keeper = BoxKeeper(path, learned, BoxDesk(path, EDITOR))
    keeper.keep(learned)
    keeper.keep(box((CELL, "X"), ("T.4/wild-1/5", "(S)")))
    assert [kept(path, f"T.4/wild-1/{n}") for n in (3, 4, 5)] == ["-", "X", "(S)"]


def test_a_file_that_is_no_box_any_more_is_set_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "box.toml"
    keeper = BoxKeeper(path, None, BoxDesk(path, EDITOR))
    path.write_text("not a box", "utf-8")
    keeper.keep(box((CELL, "X")))
    assert kept(path, CELL) == "X"
    assert (tmp_path / "box.toml.other").read_text("utf-8") == "not a box"
    assert "cannot be read" in caplog.text


def test_a_disk_that_takes_nothing_costs_only_the_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "box.toml"
    in_the_way = path.with_name(".box.toml.new")
    in_the_way.mkdir()
    keeper = BoxKeeper(path, None, BoxDesk(path, EDITOR))
    keeper.keep(box((CELL, "X")))
    assert "could not be written" in caplog.text
    assert not path.exists()
    # The same answer is written down as soon as there is room.
    in_the_way.rmdir()
    keeper.keep(box((CELL, "X")))
    assert kept(path, CELL) == "X"


def test_what_is_answered_in_play_stands_on_the_page_at_once(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    desk = BoxDesk(path, EDITOR)
    keeper = BoxKeeper(path, None, desk)
    play = Play()
    play.put(1, "green", 3, "4,f")
    play.go_on(until="fp-transport")
    play.press(FP, "try", piece="1", objective="horses")
    (question,) = play.state.public.cells
    value = question.cell.choices[0]
    play.press(FP, "fill-in", value=str(value))
    keeper.keep(GAME.learned_box(play.state))
    assert desk.summary().known == EDITOR.summary("").known + 1
    assert kept(path, question.cell.key) == value
