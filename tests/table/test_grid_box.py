"""Box files made of sheets with rows and columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.box_editor import BoxChange, BoxChangeError, BoxTextError
from companion.table.grid_box import (
    EMPTY,
    GridColumn,
    GridPlan,
    GridSheet,
    read_box,
    with_value,
    write_box,
)
from companion.table.grid_box_editor import GridBoxEditor

PLAN = GridPlan(
    game="toy",
    sheets=(
        GridSheet(
            id="crew",
            title="Crew",
            group="People",
            columns=(
                GridColumn(name="strength", title="Strength", kind="number"),
                GridColumn(name="mood", title="Mood", kind="choice", choices=("calm", "wild")),
            ),
            rows=(("ann", "Ann"),),
        ),
        GridSheet(
            id="ports",
            title="Ports",
            group="Map",
            columns=(GridColumn(name="sea", title="Sea", needed=False),),
            adds="port",
        ),
    ),
)
EDITOR = GridBoxEditor(PLAN)
HEAD = 'format = 1\ngame = "toy"\n'


@given(st.text(max_size=60), st.text(max_size=60), st.integers(-9999, 9999))
def test_what_is_written_is_read_again(name: str, sea: str, strength: int) -> None:
    sea = sea.strip()
    box = with_value(PLAN, EMPTY, "crew/ann/strength", str(strength))
    box = with_value(PLAN, box, "ports/Old harbour/sea", sea)
    text = EDITOR.changed(write_box(PLAN, box), [BoxChange(address="about/box/name", value=name)])
    again = read_box(PLAN, text)
    assert again.name == name.strip()
    assert again.sheets == box.sheets
    assert EDITOR.checked(text) == text


@pytest.mark.parametrize(
    ("body", "line", "says"),
    [
        ('[crew."ann"]\nstrength = "much"\n', 4, "whole number"),
        ('[crew."ann"]\nmood = "glad"\n', 4, "one of calm, wild"),
        ('[crew."bob"]\nmood = "calm"\n', 3, "no row"),
        ("[ships.one]\na = 1\n", 3, "no such sheet"),
        ("[ports.one]\nsea = true\n", 4, "text in quotes"),
        ("[ports.one\n", 3, "no TOML"),
        ("ports = 1\n", 3, "no such sheet"),
        ("[ports]\none = 1\n", 4, "expected a row"),
    ],
)
def test_a_fault_is_named_with_its_line(body: str, line: int, says: str) -> None:
    with pytest.raises(BoxTextError, match=says) as caught:
        EDITOR.checked(HEAD + body)
    assert caught.value.line == line


def test_another_games_box_is_refused() -> None:
    with pytest.raises(BoxTextError, match="toy"):
        read_box(PLAN, 'format = 1\ngame = "other"\n')


@pytest.mark.parametrize(
    ("address", "value"),
    [("crew/ann/strength", "x"), ("crew/bob/strength", "1"), ("crew/ann", "1"), ("a/b/c/d", "1")],
)
def test_a_value_that_cannot_stand_is_refused(address: str, value: str) -> None:
    with pytest.raises(BoxChangeError):
        EDITOR.changed("", [BoxChange(address=address, value=value)])


def test_rows_come_and_go_only_where_they_may() -> None:
    text = EDITOR.with_row("", "ports", "Haven")
    sheet = EDITOR.sheet(text, "ports")
    assert sheet is not None
    assert [(row.id, row.removable) for row in sheet.rows] == [("Haven", True)]
    with pytest.raises(BoxChangeError, match="already"):
        EDITOR.with_row(text, "ports", "Haven")
    with pytest.raises(BoxChangeError, match="strokes"):
        EDITOR.with_row(text, "ports", "a/b")
    with pytest.raises(BoxChangeError, match="no rows"):
        EDITOR.with_row(text, "crew", "Bob")
    assert EDITOR.without_row(text, "ports", "Haven") == EDITOR.checked("")
    with pytest.raises(BoxChangeError, match="taken out"):
        EDITOR.without_row(text, "crew", "ann")


def test_a_summary_counts_what_play_can_need() -> None:
    text = EDITOR.changed("", [BoxChange(address="crew/ann/mood", value="calm")])
    summary = EDITOR.summary(text)
    assert (summary.known, summary.needed, summary.is_sample) == (1, 2, False)
    assert [line.id for line in summary.sheets] == ["about", "crew", "ports"]
    for line in summary.sheets:
        assert EDITOR.sheet(text, line.id) is not None
    assert EDITOR.sheet(text, "else") is None
    assert EDITOR.value(text, "crew/ann/mood") == "calm"
    assert EDITOR.value(text, "nowhere") == ""
    assert EDITOR.survey(text) is None


def test_another_box_gives_what_ours_lacks_and_a_sample_nothing_to_a_real_one() -> None:
    ours = HEAD + '[crew."ann"]\nstrength = 3\n'
    theirs = HEAD + '[crew."ann"]\nstrength = 4\nmood = "wild"\n'
    plan = EDITOR.merge_plan(ours, theirs)
    assert (plan.added, plan.equal, [c.address for c in plan.conflicts]) == (
        1,
        0,
        ["crew/ann/strength"],
    )
    kept = read_box(PLAN, EDITOR.merged(ours, theirs, ()))
    assert kept.sheets == {"crew": {"ann": {"strength": "3", "mood": "wild"}}}
    taken = read_box(PLAN, EDITOR.merged(ours, theirs, ("crew/ann/strength",)))
    assert taken.get("crew", "ann", "strength") == "4"
    sample = "is_sample = true\n" + theirs
    with pytest.raises(BoxChangeError, match="invented"):
        EDITOR.merged(ours, sample, ())
