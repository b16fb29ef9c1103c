"""Splitting and joining, played through commands (7.1, 7.2, 7.8)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.events.play import MarkerRevealed
from companion.table.ids import PieceId
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play
from tests.support.fellowship_map import MOUNTAIN, WOODS, board_text
from tests.support.fellowship_moves import (
    GREEN,
    Markers,
    at_step,
    flags,
    moving,
)

# --- splitting ----------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-105")
def test_a_split_with_a_rumor_needs_nothing_but_the_marker_and_done() -> None:
    play = at_step("fp-split", board_text())
    play.put(2, "green", 3, "9,gh")
    assert flags(play) == []
    play.press(FP, "done")
    assert play.step == "fp-move"
    assert flags(play) == []


@pytest.mark.rule("FOTR-104", "FOTR-105")
def test_three_markers_in_a_hex_want_a_group_shown() -> None:
    play = at_step("fp-split", board_text())
    play.put(2, "green", 3, "9,gh")
    play.put(3, "green", 3, "9,gh")
    assert any("7.2" in line for line in play.prompts(FP)[0].detail)
    play.press(FP, "show", piece="1")
    assert not any("7.2" in line for line in play.prompts(FP)[0].detail)
    play.press(FP, "done")
    assert flags(play) == []
    assert play.state.public.known == {1: "group"}


@pytest.mark.rule("FOTR-105")
def test_too_many_markers_are_flagged_and_may_be_kept() -> None:
    play = at_step("fp-split", board_text())
    play.put(2, "green", 3, "9,gh")
    play.put(3, "green", 3, "9,gh")
    play.press(FP, "done")
    assert flags(play) == ["7.2"]
    play.press(FP, "keep-move")
    assert flags(play) == []
    assert play.step == "fp-move"


@pytest.mark.rule("FOTR-040", "FOTR-042", "FOTR-104")
@pytest.mark.parametrize(("began", "turned"), [(3, 2), (4, 2), (4, 3)])
def test_hobbits_who_part_from_others_sneak_or_walk_at_once(began: int, turned: int) -> None:
    play = at_step("fp-split", board_text(), ((1, "green", began, "9,gh"),))
    play.put(2, "green", began, "9,gh")
    play.turn(2, turned)
    play.press(FP, "done")
    assert flags(play) == []
    play.turn(1, turned)
    assert flags(play) == []


@pytest.mark.rule("FOTR-067", "FOTR-131")
@pytest.mark.parametrize("mounted", [2, 4])
def test_nazgul_who_part_from_walkers_take_up_their_mounts(mounted: int) -> None:
    play = at_step("ep-split", board_text(), ((9, "red", 3, "9,gh"),))
    play.put(8, "red", 3, "9,gh")
    play.turn(8, mounted)
    play.press(EP, "done")
    assert play.step == "ep-move-free"
    play.turn(9, mounted)
    assert flags(play) == []


@pytest.mark.rule("FOTR-070")
@pytest.mark.parametrize("step", ["ep-move-free", "ep-transport"])
def test_a_nazgul_that_rode_home_turns_dormant(step: str) -> None:
    play = at_step(step, board_text(), ((8, "red", 4, "24,m"), (9, "red", 4, "24,l")))
    play.turn(8, 6)
    assert flags(play) == []
    play.turn(9, 6)
    assert flags(play) == ["6.12"]


@pytest.mark.rule("FOTR-104", "FOTR-124")
@pytest.mark.parametrize(
    ("colour", "began", "turned"),
    [("green", 3, 4), ("green", 3, 6), ("green", 2, 3), ("red", 4, 3), ("red", 3, 5)],
)
def test_no_other_side_is_turned_up_while_groups_part(colour: str, began: int, turned: int) -> None:
    step = "fp-split" if colour == "green" else "ep-split"
    play = at_step(step, board_text(), ((1, colour, began, "9,gh"),))
    play.turn(1, turned)
    assert flags(play) == ["7.0"]


@pytest.mark.rule("FOTR-042")
def test_nobody_begins_to_sneak_after_a_walk() -> None:
    play = moving()
    play.go(1, "9,hi")
    play.turn(1, 2)
    assert flags(play) == ["6.12"]


@pytest.mark.rule("FOTR-103")
def test_a_move_before_all_is_split_is_flagged() -> None:
    play = at_step("fp-split", board_text())
    play.go(1, "9,hi")
    assert flags(play) == ["7.0"]


@pytest.mark.rule("FOTR-106")
def test_a_rumor_may_be_taken_away_at_any_time() -> None:
    play = at_step("fp-split", board_text(), (*GREEN, (2, "green", 3, "12,h")))
    play.lift(2)
    play.press(FP, "done")
    play.lift(1)
    assert flags(play) == []


@pytest.mark.rule("FOTR-104")
def test_what_was_known_of_a_marker_is_lost_when_it_splits() -> None:
    play = at_step("fp-split", board_text())
    play.press(FP, "show", piece="1")
    play.press(FP, "done")
    play.go_on(until="fp-split")
    assert play.state.public.known == {1: "group"}
    play.put(2, "green", 3, "9,gh")
    play.press(FP, "done")
    assert play.state.public.known == {}


@pytest.mark.rule("FOTR-105")
def test_a_flag_is_about_the_marker_in_the_very_hex() -> None:
    play = at_step("fp-split", board_text(), (*GREEN, (5, "green", 3, "19,gh")))
    play.put(6, "green", 3, "19,gh")
    for number in (2, 3):
        play.put(number, "green", 3, "9,gh")
    play.press(FP, "done")
    (flag,) = play.state.public.flags
    assert play.state.public.table.pieces[flag.piece].place == "9,gh"


@pytest.mark.rule("FOTR-104")
def test_other_kinds_and_sleepers_keep_nothing_known_of_shuffled_markers() -> None:
    reds = ((1, "green", 3, "4,f"), (9, "red", 3, "20,h"), (8, "red", 6, "20,h"))
    play = at_step("ep-split", board_text(), (*reds, (7, "black", 3, "20,h")))
    play.press(EP, "show", piece="9")
    play.tap(EP, "step-back")
    play.tap(EP, "step-on")
    play.put(6, "red", 3, "20,h")
    play.press(EP, "done")
    assert play.state.public.known == {}


@pytest.mark.rule("FOTR-105")
def test_a_rumor_that_everybody_knows_makes_nothing_but_rumors() -> None:
    play = at_step("fp-split", board_text())
    revealed = MarkerRevealed(piece=PieceId(1), known="rumor")
    play.state = GAME.evolve(play.state, revealed)
    play.put(2, "green", 3, "9,gh")
    play.press(FP, "done")
    assert play.state.public.known == {1: "rumor", 2: "rumor"}


@pytest.mark.rule("FOTR-006", "FOTR-106")
def test_more_markers_than_the_game_has_are_flagged() -> None:
    hexes = [f"{column},{row}" for column in (4, 6, 8) for row in "fghijklmno"]
    green = tuple((number, "green", 3, hexes[number - 1]) for number in range(1, 29))
    play = at_step("fp-split", board_text(), green)
    play.put(40, "green", 3, hexes[0])
    assert any("more than the game has" in line for line in play.prompts(FP)[0].detail)
    play.press(FP, "done")
    assert flags(play) == ["3.4"]


def test_nothing_is_asked_of_a_side_whose_markers_all_sleep() -> None:
    play = at_step("fp-move", board_text(), (*GREEN, (9, "red", 6, "20,h")))
    play.press(FP, "done")
    play.go_on(until="ep-challenge")
    entered: list[str] = []
    while play.state.public.turn == 1:
        play.go_on()
        entered.append(play.step)
    assert not {"ep-split", "ep-move-free", "ep-move-enabled", "ep-combine"} & set(entered)


# --- joining ------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-128", "FOTR-130")
def test_like_markers_in_one_hex_join_and_walk_if_their_modes_differ() -> None:
    play = moving(board_text(), (*GREEN, (2, "green", 4, "9,hi")))
    play.go(1, "9,hi")
    play.press(FP, "done")
    assert play.step == "fp-combine"
    assert "9,hi: leave one green marker, side 3 (foot) up." in play.prompts(FP)[0].detail
    play.lift(1)
    (expected,) = play.state.public.expected
    assert (expected.what, expected.face) == ("turn", 3)
    assert play.step == "fp-activity"


@pytest.mark.rule("FOTR-128", "FOTR-232")
def test_without_modes_markers_that_join_turn_no_side() -> None:
    play = Play(board_text(), {"simpler": "simple-movement"})
    for marker in (*GREEN, (2, "green", 4, "9,hi")):
        play.put(*marker)
    play.go_on(until="fp-move")
    play.go(1, "9,hi")
    play.press(FP, "done")
    assert "9,hi: leave one green marker." in play.prompts(FP)[0].detail
    play.lift(1)
    assert play.state.public.expected == ()
    assert play.step == "fp-activity"


@pytest.mark.rule("FOTR-131", "FOTR-081")
@pytest.mark.parametrize("left", [8, 9])
@pytest.mark.parametrize(("other", "mode"), [(4, 4), (3, 3)])
def test_a_marker_with_the_ring_that_joins_stays_sticker_side_up_and_keeps_its_mode(
    left: int, other: int, mode: int
) -> None:
    markers: Markers = ((1, "green", 3, "25,cd"), (8, "red", 4, "9,gh"), (9, "red", other, "9,gh"))
    play = at_step("ep-move-free", SAMPLE_BOX, markers)
    play.tap(EP, "ring", ring="enemy", bearer="Bree agent", carrier="8", place="9,gh")
    play.turn(8, 1)
    play.press(EP, "done")
    play.go_on(until="ep-combine")
    told = "9,gh: leave one red marker, sticker side up, for it has the Ring."
    assert told in play.prompts(EP)[0].detail
    play.lift(17 - left)
    turns = [(one.piece, one.face) for one in play.state.public.expected]
    assert turns == ([] if left == 8 else [(9, 1)])
    if left == 9:
        play.turn(9, 1)
    ring = play.state.public.ring_public
    assert (ring.piece, ring.place, ring.face) == (left, "9,gh", mode)
    assert play.state.public.expected == ()


@pytest.mark.rule("FOTR-128")
def test_joining_is_passed_over_where_no_two_markers_meet() -> None:
    play = moving(board_text(), (*GREEN, (2, "green", 4, "9,hi")))
    play.press(FP, "done")
    assert play.step == "fp-activity"


@pytest.mark.rule("FOTR-129")
def test_of_more_than_seven_one_marker_leaves_to_where_the_enemy_says() -> None:
    play = moving(board_text(), (*GREEN, (2, "green", 3, "9,hi")))
    play.go(1, "9,hi")
    play.press(FP, "done")
    play.press(FP, "seven", piece="2")
    assert play.refusal(play.act(EP, "hex", hex="20,h")).code == "bad-input"
    play.press(EP, "hex", hex="9,ij")
    (expected,) = play.state.public.expected
    assert expected.place == "9,ij"
    play.go(2, "9,ij")
    assert play.step == "fp-activity"


@pytest.mark.rule("FOTR-129")
@pytest.mark.parametrize(("place", "offered"), [("12,e", False), ("6,e", True)])
def test_in_a_haven_no_group_is_too_large(place: str, *, offered: bool) -> None:
    play = at_step("fp-move", SAMPLE_BOX, ((1, "green", 3, place), (2, "green", 3, place)))
    play.press(FP, "done")
    assert play.step == "fp-combine"
    choices = {one.action for prompt in play.prompts(FP) for one in prompt.form.choices}
    assert ("seven" in choices) is offered


@pytest.mark.rule("FOTR-129")
def test_one_of_more_than_seven_goes_only_where_it_could_normally_move() -> None:
    play = moving(
        board_text({"9,hi/9,ij": MOUNTAIN, "9,hi/10,i": WOODS}), (*GREEN, (2, "green", 3, "9,hi"))
    )
    play.go(1, "9,hi")
    play.press(FP, "done")
    play.press(FP, "seven", piece="2")
    (line,) = play.prompt_with(EP, "hex").detail
    assert "10,i" in line
    assert "9,ij" not in line
    refusal = play.refusal(play.act(EP, "hex", hex="9,ij"))
    assert (refusal.code, refusal.section) == ("rule", "7.8")
    play.press(EP, "hex", hex="10,i")
    assert [one.place for one in play.state.public.expected] == ["10,i"]


@pytest.mark.rule("FOTR-131")
def test_two_guardians_may_not_end_in_one_hex() -> None:
    markers: Markers = (
        *GREEN,
        (8, "black", 4, "20,h"),
        (9, "black", 4, "20,h"),
        (7, "red", 3, "1,h"),
    )
    play = at_step("ep-move-free", board_text(), markers)
    play.press(EP, "done")
    assert play.step == "ep-combine"
    assert "only one Guardian" in play.prompts(EP)[0].detail[0]
    play.press(EP, "done")
    assert play.step != "ep-combine"


@pytest.mark.rule("FOTR-128")
def test_of_markers_that_are_left_apart_nothing_new_is_known() -> None:
    play = at_step("fp-split", board_text(), (*GREEN, (2, "green", 3, "9,hi")))
    play.press(FP, "show", piece="1")
    play.press(FP, "done")
    play.go(1, "9,hi")
    play.press(FP, "done")
    assert play.step == "fp-combine"
    play.press(FP, "done")
    assert play.state.public.known == {1: "group"}


def test_a_known_group_stays_known_when_markers_join() -> None:
    play = at_step("fp-split", board_text(), (*GREEN, (2, "green", 3, "9,hi")))
    play.press(FP, "show", piece="1")
    play.press(FP, "done")
    play.go(1, "9,hi")
    play.press(FP, "done")
    play.lift(1)
    assert play.state.public.known == {2: "group"}
