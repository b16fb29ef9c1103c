"""The sheet of a board: every space in true size on the pages, once, with nothing outside."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from click.testing import CliRunner

from calibration.sheets.boards import board_sheet
from calibration.sheets.frame import body_bottom_mm, body_top_mm
from calibration.sheets.shapes import MARGIN_MM, PAPERS, Line, Paper, Text
from calibration.sheets.sticker import MM_PER_INCH
from companion.board.board import Board
from companion.cli import main
from companion.service.games import BOARDS, load_board, sample_box


def board_of(name: str) -> Board:
    board = load_board(name, sample_box(name))
    assert board is not None
    return board


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("name", BOARDS)
def test_the_lines_of_a_board_are_on_its_pages_in_true_length(name: str, paper: Paper) -> None:
    board = board_of(name)
    sheet = board_sheet(board, paper)
    columns = math.ceil(board.width_in * MM_PER_INCH / (paper.width_mm - 2 * MARGIN_MM))
    joints_in = [board.width_in * number / columns for number in range(1, columns)]
    wanted_mm = 0.0
    for space in board.spaces:
        ends = zip(space.outline, (*space.outline[1:], space.outline[0]), strict=True)
        for start, end in ends:
            is_joint = start.x_in == end.x_in and any(
                math.isclose(start.x_in, joint_in) for joint_in in joints_in
            )
            # Where pages are joined along a line, both have it.
            wanted_mm += start.distance_in(end) * MM_PER_INCH * (2 if is_joint else 1)
    drawn_mm = 0.0
    for page in sheet.pages:
        lines = [one for one in page.shapes if isinstance(one, Line) and one.width_mm == 0.4]
        for line in lines:
            for x_mm, y_mm in (line.start_mm, line.end_mm):
                assert MARGIN_MM - 1e-6 <= x_mm <= paper.width_mm - MARGIN_MM + 1e-6
                assert body_top_mm() - 1e-6 <= y_mm <= body_bottom_mm(paper) + 1e-6
            (x_mm, y_mm), (end_x_mm, end_y_mm) = line.start_mm, line.end_mm
            drawn_mm += abs(end_x_mm - x_mm) + abs(end_y_mm - y_mm)
    assert drawn_mm == pytest.approx(wanted_mm)


@pytest.mark.parametrize("name", BOARDS)
def test_every_number_and_every_heading_is_printed_once(name: str) -> None:
    board = board_of(name)
    pages = board_sheet(board, PAPERS["a4"]).pages
    texts = [one.text for page in pages for one in page.shapes if isinstance(one, Text)]
    for heading in board.headings:
        assert texts.count(heading.whole) == 1
    numbers = [space.caption for space in board.spaces if space.caption]
    for number in set(numbers):
        # The ruler at the foot of a page has numbers too.
        ruler = len(pages) if number in ("0", "50", "100") else 0
        assert texts.count(number) == numbers.count(number) + ruler


def test_the_command_writes_the_sheet_and_says_what_it_wants(tmp_path: Path) -> None:
    runner, out = CliRunner(), str(tmp_path / "hunt.pdf")
    done = runner.invoke(main, ["sheet", "board", out, "--game", "hunt"])
    assert done.exit_code == 0, done.output
    assert "2 pages of a4 paper" in done.output
    for wrong in (["board", out], ["corners", out, "--game", "hunt"]):
        refused = runner.invoke(main, ["sheet", *wrong])
        assert refused.exit_code == 2
        assert "a board needs --game" in refused.output
