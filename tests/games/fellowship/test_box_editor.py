"""The box file as values for pages: sheets, changes, findings, merging."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.fellowship.box.addresses import (
    all_values,
    parse_address,
    printed_value,
    value_at,
    with_value,
)
from companion.games.fellowship.box.check import progress
from companion.games.fellowship.box.editor import FellowshipBoxEditor
from companion.games.fellowship.box.file import EMPTY_BOX
from companion.games.fellowship.box.needs import needed_cells
from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.box.writer import write_box
from companion.table.box_editor import BoxCell, BoxChange, BoxChangeError, BoxTextError
from tests.support.fellowship import SAMPLE_BOX

EDITOR = FellowshipBoxEditor()
SAMPLE_VALUES = all_values(sample_box())


def put(text: str, *pairs: tuple[str, str]) -> str:
    return EDITOR.changed(text, [BoxChange(address=a, value=v) for a, v in pairs])


def cell_of(text: str, sheet_id: str, address: str) -> BoxCell:
    sheet = EDITOR.sheet(text, sheet_id)
    assert sheet is not None
    return next(cell for row in sheet.rows for cell in row.cells if cell.address == address)


def test_every_value_of_the_sample_box_can_be_typed_again() -> None:
    box = with_value(EMPTY_BOX, "box/this/name", "Again")
    for card in sample_box().events:
        box = parse_box(EDITOR.with_row(write_box(box), "events", card.id))
    for address, value in SAMPLE_VALUES.items():
        box = with_value(box, address, value)
    assert all_values(box) == SAMPLE_VALUES
    assert progress(box) == progress(sample_box())


def test_every_value_that_is_taken_out_leaves_nothing_behind() -> None:
    box = sample_box()
    for address in SAMPLE_VALUES:
        if not address.startswith(("events/", "box/this/name")):
            box = with_value(box, address, "")
    left = {a for a in all_values(box) if not a.startswith(("events/", "box/"))}
    assert left == set()


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SAMPLE_VALUES)))
def test_one_value_is_found_by_its_address(address: str) -> None:
    assert value_at(sample_box(), address) == SAMPLE_VALUES[address]


def test_what_the_rulebook_prints_is_locked_and_says_where_it_stands() -> None:
    cell = cell_of("", "t-4", "T.4/civilized/9")
    assert (cell.state, cell.value, cell.needed) == ("printed", "-", False)
    assert cell.source == "rulebook T.4"
    with pytest.raises(BoxChangeError, match="the rulebook prints - here, which is locked"):
        put("", ("T.4/civilized/9", "X"))
    with pytest.raises(BoxChangeError, match="the rulebook prints haven here"):
        put("", ("map.hexes/12,e/type", "wild-1"))


def test_missing_cells_are_marked_and_counted_on_their_sheet() -> None:
    sheet = EDITOR.sheet("", "t-4")
    assert sheet is not None
    assert sheet.missing == 71
    line = next(line for line in EDITOR.summary("").sheets if line.id == "t-4")
    assert (line.known, line.needed) == (0, 71)
    one = put("", ("T.4/civilized/10", "X"))
    assert cell_of(one, "t-4", "T.4/civilized/10").state == "known"
    after = next(line for line in EDITOR.summary(one).sheets if line.id == "t-4")
    assert after.known == 1


def test_cells_that_nothing_can_come_to_are_not_counted() -> None:
    cell = cell_of("", "t-5", "T.5/haven/13")
    assert (cell.state, cell.needed) == ("missing", False)
    follows = cell_of("", "t-2", "T.2/rough/nazgul-bad")
    assert not follows.needed


def test_sheets_and_map_together_are_all_that_play_needs() -> None:
    for text in ("", SAMPLE_BOX):
        summary = EDITOR.summary(text)
        sheets = sum(line.needed for line in summary.sheets)
        assert sheets + summary.map_needed == summary.needed
        assert summary.needed == len(list(needed_cells(parse_box(text) if text else EMPTY_BOX)))
    assert EDITOR.summary(SAMPLE_BOX).percent == 100
    assert EDITOR.summary("").percent == 0


@dataclass(frozen=True)
class Slip:
    """A value that breaks a constraint of the text, and what is said of it."""

    address: str
    value: str
    where: str
    why: str


SLIPS = (
    Slip("T.2/woods/storm", "8", "T.2, woods, a storm", "8 is easier than 5 in better weather"),
    Slip("T.5/wild-1/1", "-", "T.5, wild-1, 1", "a roll of 1 or more gives a result"),
    Slip("T.5/civilized/7", "W", "T.5, civilized, 7", "W is for ships alone"),
    Slip("victory/G/frodo", "FP Major", "victory, G, frodo", "better for the Fellowship"),
    Slip("map.hexes/14,h/water", "sea", "hex 14,h, water", "Moria lies here"),
)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.address)
def test_a_slip_is_named_with_its_cell_and_the_reason(slip: Slip) -> None:
    assert EDITOR.summary(SAMPLE_BOX).findings == ()
    text = put(SAMPLE_BOX, (slip.address, slip.value))
    found = [one for one in EDITOR.summary(text).findings if one.address == slip.address]
    assert found, EDITOR.summary(text).findings
    assert slip.why in found[0].why
    assert slip.where.lower() == found[0].where.lower()
    assert found[0].section


def test_a_value_of_the_wrong_form_is_refused_with_what_can_stand() -> None:
    wrong = [
        ("T.4/wild-1/3", "Y", r"-, X, \(S\) can"),
        ("T.5/wild-1/3", "?", "'\\?' cannot stand"),
        ("T.9/wild-1/3", "X", "no table"),
        ("cards/Aragorn/damage", "four", "whole number"),
        ("cards/Aragorn/strength", "4", "expected one of"),
        ("map.hexes/99,a/type", "wild-1", "no hex"),
        ("map.hexsides/14,g/14,m/terrain", "clear", "not neighbours"),
        ("map.hexes/14,g/type", "swampy", "expected one of haven"),
        ("map.areas/Ice Bay/hexes", "@Northern Sea", "hexes alone"),
        ("events/99/first.title", "x", "no such event card"),
        ("nonsense", "x", "expected an address"),
    ]
    for address, value, why in wrong:
        with pytest.raises(BoxChangeError, match=why):
            put("", (address, value))


def test_all_changes_are_made_or_none() -> None:
    with pytest.raises(BoxChangeError):
        put("", ("T.4/wild-1/3", "X"), ("T.4/wild-1/4", "Y"))


def test_a_hexside_may_belong_to_no_chain() -> None:
    text = put("", ("map.hexsides/14,h/14,g/chain", "none"))
    assert 'chain = ""' in text
    assert EDITOR.value(text, "map.hexsides/14,g/14,h/chain") == "none"
    assert parse_box(text).map.hexsides["14,g/14,h"].chain == ""


def test_cards_and_events_are_forms() -> None:
    text = put(
        "",
        ("cards/Aragorn/offensive", "7"),
        ("cards/Aragorn/diseased", "no"),
        ("cards/Man/endurance", "4"),
    )
    box = parse_box(text)
    assert (box.cards["Aragorn"].offensive, box.cards["Aragorn"].diseased) == (7, False)
    text = EDITOR.with_row(text, "events", "17")
    text = put(text, ("events/17/first.title", "Fog"), ("events/17/first.favours", "enemy"))
    assert parse_box(text).events[0].first.title == "Fog"
    assert parse_box(text).events[0].first.favours == "enemy"
    with pytest.raises(BoxChangeError, match="there is an event card 17 already"):
        EDITOR.with_row(text, "events", "17")
    with pytest.raises(BoxChangeError, match="cannot be left out"):
        put(text, ("events/17/first.favours", ""))
    assert parse_box(EDITOR.without_row(text, "events", "17")).events == ()
    with pytest.raises(BoxChangeError, match="no 'Aragorn'"):
        EDITOR.without_row(text, "characters", "Aragorn")


def test_a_creature_can_be_added_and_taken_out_again() -> None:
    text = EDITOR.with_row("", "creatures", "Warg")
    assert cell_of(text, "creatures", "cards/Warg/endurance").state == "missing"
    assert parse_box(EDITOR.without_row(text, "creatures", "Warg")).cards == {}
    with pytest.raises(BoxChangeError, match="already"):
        EDITOR.with_row(text, "creatures", "Orc")
    with pytest.raises(BoxChangeError, match="strokes"):
        EDITOR.with_row(text, "creatures", "a/b")


def test_two_boxes_are_merged_with_their_conflicts_chosen() -> None:
    ours = put("", ("T.4/wild-1/1", "X"), ("T.4/wild-1/2", "X"), ("box/this/name", "Ours"))
    theirs = put("", ("T.4/wild-1/2", "-"), ("T.4/wild-1/3", "-"), ("box/this/name", "Theirs"))
    theirs = EDITOR.with_row(theirs, "events", "5")
    plan = EDITOR.merge_plan(ours, theirs)
    assert [(c.address, c.ours, c.theirs) for c in plan.conflicts] == [("T.4/wild-1/2", "X", "-")]
    assert plan.conflicts[0].where == "T.4, wild-1, 2"
    assert plan.name == "Theirs"
    kept = all_values(parse_box(EDITOR.merged(ours, theirs, ())))
    taken = all_values(parse_box(EDITOR.merged(ours, theirs, ("T.4/wild-1/2",))))
    assert (kept["T.4/wild-1/2"], taken["T.4/wild-1/2"]) == ("X", "-")
    assert kept["T.4/wild-1/1"] == "X"
    assert kept["T.4/wild-1/3"] == "-"
    assert kept["box/this/name"] == "Ours"
    assert kept["events/5/first.favours"] == "fellowship"


@settings(max_examples=20, deadline=None)
@given(st.sets(st.sampled_from(sorted(SAMPLE_VALUES)), max_size=30))
def test_merging_loses_nothing_of_either(addresses: set[str]) -> None:
    wanted = {a for a in addresses if not a.startswith(("events/", "box/"))}
    ours = put("", *((a, SAMPLE_VALUES[a]) for a in sorted(wanted)))
    theirs = SAMPLE_BOX.replace("is_sample = true", "is_sample = false")
    merged = parse_box(EDITOR.merged(ours, theirs, ()))
    printed = {a for a in SAMPLE_VALUES if printed_value(parse_address(a))}
    assert set(all_values(merged)) >= set(SAMPLE_VALUES) - printed - {"box/this/note"}
    assert progress(merged) == progress(sample_box())


def test_a_text_that_is_no_box_is_named_with_its_line() -> None:
    with pytest.raises(BoxTextError) as caught:
        EDITOR.summary('format = 1\nname = "x"\nwrong = 3\n')
    assert caught.value.line == 3


def test_the_survey_has_every_hex_and_hexside_or_says_why_not() -> None:
    survey = EDITOR.survey(SAMPLE_BOX)
    for layer in survey.layers:
        known = len(layer.values)
        if layer.id == "side-water" or layer.is_set:
            continue  # follows from the hexes for all but a few
        total = 455 if layer.places == "hex" else 1279
        assert known + len(set(layer.unused) - set(layer.values)) == total, layer.id
    terrain = survey.layer("terrain")
    assert terrain is not None
    address = terrain.address("14,g/14,h")
    assert EDITOR.value(SAMPLE_BOX, address) == terrain.values["14,g/14,h"]


def test_the_hexes_of_an_area_are_painted_one_by_one() -> None:
    text = put("", ("map.areas/Ice Bay/4,b", "in"), ("map.areas/Ice Bay/3,bc", "in"))
    assert parse_box(text).map.areas["Ice Bay"] == ("3,bc", "4,b")
    assert EDITOR.value(text, "map.areas/Ice Bay/4,b") == "in"
    assert EDITOR.value(text, "map.areas/Ice Bay/5,bc") == ""
    layer = EDITOR.survey(text).layer("area-ice-bay")
    assert layer is not None
    assert dict(layer.values) == {"3,bc": "in", "4,b": "in"}
    for label in ("4,b", "3,bc"):
        text = put(text, (layer.address(label), ""))
    assert parse_box(text).map.areas == {}
    for wrong in (("map.areas/Ice Bay/4,b", "out"), ("map.areas/Ice Bay/99,z", "in")):
        with pytest.raises(BoxChangeError):
            put("", wrong)
    with pytest.raises(BoxChangeError, match="expected the hexes"):
        put("", ("map.regions/Northern Sea/4,b", "in"))


def test_invented_values_do_not_get_into_a_real_box() -> None:
    with pytest.raises(BoxChangeError, match="invented"):
        EDITOR.merged("", SAMPLE_BOX, ())
    assert parse_box(EDITOR.merged(SAMPLE_BOX, SAMPLE_BOX, ())).is_sample


def test_what_another_box_says_against_the_rulebook_stays_out() -> None:
    theirs = 'format = 1\nname = "Theirs"\n[map.hexes]\n"12,e" = { type = "wild-1", port = true }\n'
    assert [one.address for one in EDITOR.summary(theirs).findings] == ["map.hexes/12,e/type"]
    merged = EDITOR.merged("", theirs, ())
    assert EDITOR.value(merged, "map.hexes/12,e/port") == "yes"
    assert EDITOR.value(merged, "map.hexes/12,e/type") == ""
