"""Radagast, Gandalf the White and the Grey Havens ship come into play (6.11, 6.126)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from companion.board.hexes import parse_hex
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.events.play import FightResolved, FightStarted
from companion.games.fellowship.facts.names import Forest
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.radagast import seek_radagast
from companion.games.fellowship.rules.white_rider import (
    could_come,
    nearest_havens,
    where_he_comes,
    white_is_due,
)
from companion.games.fellowship.state import HiddenState, PublicState
from tests.support.fellowship import FP, GAME, SAMPLE_BOX, VIEWERS, Play, RefusedError
from tests.support.fellowship_moves import at_step
from tests.support.noninterference import assert_hidden

MIRKWOOD = BoardMap(sample_box()).forest_hexes(Forest.MIRKWOOD)
SAMPLE = Handbook(sample_box())


def in_mirkwood(*, turn: int = 1) -> Play:
    """The Fellowship may look for Radagast with marker 1."""
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, MIRKWOOD[0].label)
    play.begin()
    while play.step != "fp-radagast" or play.state.public.turn < turn:
        play.tap(FP, "step-on")
    return play


@pytest.mark.rule("FOTR-028")
@pytest.mark.parametrize(
    ("spent", "claim", "highest"),
    [(0, "", 1), (1, "", 2), (0, "aragorn", 2), (0, "gandalf", 3), (0, "both", 4), (2, "both", 6)],
)
def test_he_comes_on_one_or_less_after_what_is_claimed(
    spent: int, claim: str, highest: int
) -> None:
    came = [roll for roll in range(1, 11) if seek_radagast(spent, roll, claim).succeeded]
    assert came == list(range(1, highest + 1))


@pytest.mark.rule("FOTR-028")
def test_a_marker_in_mirkwood_rolls_once_a_turn_and_he_joins_it() -> None:
    play = in_mirkwood()
    play.name(FP, 1, "A")
    play.press(FP, "seek", piece="1")
    play.die(1)
    assert play.state.public.radagast_came
    assert play.state.public.known == {1: "group"}
    play.press(FP, "join", box="fellowship-A")
    assert play.state.hidden[FP].boxes["Radagast"] == "fellowship-A"
    assert play.step != "fp-radagast"


@pytest.mark.rule("FOTR-028")
def test_a_failed_roll_uses_the_turn_and_helps_in_the_next() -> None:
    play = in_mirkwood()
    play.press(FP, "seek", piece="1")
    play.die(9)
    assert not play.state.public.radagast_came
    assert play.state.public.known == {}
    assert play.step != "fp-radagast"
    while play.step != "fp-radagast":
        play.tap(FP, "step-on")
    assert play.state.public.turn == 2
    play.press(FP, "seek", piece="1")
    play.die(2)  # 2 - 1 for the turn spent
    assert play.state.public.radagast_came


@pytest.mark.rule("FOTR-028", "FOTR-039")
def test_gandalf_may_be_shown_after_the_roll_where_it_helps() -> None:
    play = in_mirkwood()
    play.press(FP, "seek", piece="1")
    play.die(3)
    play.press(FP, "claim:gandalf")
    assert play.state.public.radagast_came
    other = in_mirkwood()
    other.press(FP, "seek", piece="1")
    other.die(3)
    other.press(FP, "claim:none")
    assert not other.state.public.radagast_came


@pytest.mark.rule("FOTR-028")
def test_nobody_is_asked_outside_mirkwood_or_once_he_has_come() -> None:
    def steps_until_the_next_turn(play: Play) -> list[str]:
        steps = []
        while (play.state.public.turn, play.step) != (2, "fp-transport"):
            play.tap(FP, "step-on")
            steps.append(play.step)
        return steps

    outside = Play(SAMPLE_BOX)
    outside.put(1, "green", 3, "4,f")
    outside.begin()
    assert "fp-radagast" not in steps_until_the_next_turn(outside)
    came = in_mirkwood()
    came.press(FP, "seek", piece="1")
    came.die(1)
    came.press(FP, "join", box="fellowship-A")
    assert "fp-radagast" not in steps_until_the_next_turn(came)
    assert "fp-radagast" in steps_until_the_next_turn(in_mirkwood())


# --- Gandalf the White --------------------------------------------------------------------------


def fought(play: Play) -> Play:
    """A fight has been fought, so that somebody may have died."""
    for event in (FightStarted(place="6,e", cause="E"), FightResolved(number=1, outcome="x")):
        play.state = GAME.evolve(play.state, event)
    return play


@pytest.mark.rule("FOTR-029")
def test_he_is_due_three_turns_after_the_death_and_in_every_later_phase_until_he_comes() -> None:
    fell = HiddenState(seat=FP, gandalf_fell=(4, "14,h"))
    assert [white_is_due(fell, turn) for turn in range(4, 10)] == [False] * 3 + [True] * 3
    assert not white_is_due(HiddenState(seat=FP), 9)
    here = HiddenState(
        seat=FP, gandalf_fell=(4, "14,h"), boxes={"Gandalf the White": "fellowship-A"}
    )
    assert not white_is_due(here, 9)


@pytest.mark.rule("FOTR-029")
def test_he_appears_in_the_haven_nearest_to_the_place_of_death() -> None:
    # Treebeard's Hill lies 2 from Moria, Lorien 3.
    assert [place.label for place in nearest_havens(SAMPLE, parse_hex("14,h"))] == ["14,j"]
    fell = HiddenState(seat=FP, gandalf_fell=(4, "12,e"))
    assert [place.label for place in where_he_comes(fell, SAMPLE)] == ["12,e"]
    ties = {
        place.label: len(nearest_havens(SAMPLE, place))
        for place in SAMPLE.map.forest_hexes(Forest.MIRKWOOD)
    }
    assert all(count >= 1 for count in ties.values())


@pytest.mark.rule("FOTR-029")
def test_that_he_could_come_is_judged_by_turns_and_what_everybody_has_seen_of_harm() -> None:
    assert not could_come(PublicState(turn=9))
    for harm in ({"fight_count": 1}, {"effect_count": 1}, {"harm": True}):
        assert not could_come(PublicState(turn=3, **harm))
        assert could_come(PublicState(turn=4, **harm))


@pytest.mark.rule("FOTR-029", "FOTR-149")
@pytest.mark.parametrize(
    ("region", "roll", "sunk"), [("Northern Sea", 10, True), ("Northern Sea", 8, False)]
)
def test_he_may_come_where_nobody_fought_but_a_ship_was_sunk(
    region: str, roll: int, *, sunk: bool
) -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 5, f"@{region}")
    play.begin()
    play.die(roll)
    play.press(FP, "take")
    assert could_come(msgspec.structs.replace(play.state.public, turn=4)) is sunk


@pytest.mark.rule("FOTR-029")
def test_his_owner_is_told_and_brings_him_back_while_others_see_nothing_of_it() -> None:
    play = fought(at_step("fp-transport", SAMPLE_BOX, ((1, "green", 3, "6,e"),)))
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Gandalf the Grey", "Frodo")
    with pytest.raises(RefusedError, match="where he died"):
        play.tap(FP, "fell:Gandalf the Grey")
    play.tap(FP, "fell:Gandalf the Grey", fell_at="6,e")
    assert "Gandalf the Grey" not in play.state.hidden[FP].boxes
    assert play.state.hidden[FP].dead == ("Gandalf the Grey",)  # the victory table counts him
    assert any("comes on turn 4" in text for text in play.warnings(FP))
    while play.step != "fp-mobilize" or play.state.public.turn < 4:
        play.tap(FP, "step-on")
    assert any("appears at" in text for text in play.warnings(FP))
    play.press(FP, "mobilize", card="Gandalf the White", box="fellowship-B")
    assert play.state.hidden[FP].boxes["Gandalf the White"] == "fellowship-B"
    with pytest.raises(RefusedError):
        play.press(FP, "mobilize", card="Gandalf the White", box="fellowship-C")
    # A marker that is put down in a Haven for him is not flagged.
    play.put(2, "green", 3, "12,e")
    assert not play.state.public.flags


def _dies(play: Play, secret: str) -> Iterator[None]:
    play.put(1, "green", 3, "6,e")
    play.begin()
    fought(play)
    play.lay(FP, "fellowship-A", "Gandalf the Grey")
    if secret:
        play.tap(FP, "fell:Gandalf the Grey", fell_at=secret)
    yield
    while play.state.public.turn < 5:
        play.tap(FP, "step-on")
        yield


@pytest.mark.rule("FOTR-029")
def test_whether_he_died_shows_to_nobody() -> None:
    assert assert_hidden(_dies, FP, ["", "6,e", "14,h"], SAMPLE_BOX) > 50


# --- The ship -----------------------------------------------------------------------------------


def at_havens(*cards: str) -> Play:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "2,f")
    play.begin()
    play.name(FP, 1, "A")
    if cards:
        play.lay(FP, "fellowship-A", *cards)
    assert play.step == "fp-mobilize"
    return play


@pytest.mark.rule("FOTR-045")
def test_the_ship_comes_to_a_group_in_the_grey_havens_once_a_game() -> None:
    play = at_havens("Frodo")
    before = [play.view(seat) for seat in VIEWERS if seat != FP]
    play.press(FP, "mobilize", card="Grey Havens ship", box="fellowship-A")
    assert play.state.hidden[FP].boxes["Grey Havens ship"] == "fellowship-A"
    assert [play.view(seat) for seat in VIEWERS if seat != FP] == before
    # Lost on a wreck, it never comes again.
    play.tap(FP, "out:Grey Havens ship")
    with pytest.raises(RefusedError):
        play.press(FP, "mobilize", card="Grey Havens ship", box="fellowship-A")


@pytest.mark.rule("FOTR-045")
def test_a_rumor_or_an_empty_box_gets_no_ship() -> None:
    play = at_havens()
    with pytest.raises(RefusedError, match="comes to a group"):
        play.press(FP, "mobilize", card="Grey Havens ship", box="fellowship-A")
    elsewhere = at_havens("Frodo")
    elsewhere.lay(FP, "fellowship-B", "Sam")
    with pytest.raises(RefusedError, match="comes to a group"):
        elsewhere.press(FP, "mobilize", card="Grey Havens ship", box="fellowship-B")


@pytest.mark.rule("FOTR-045")
@pytest.mark.parametrize(("face", "told"), [(2, True), (3, True), (4, True), (6, True), (5, False)])
@pytest.mark.parametrize("others", [(), ("Aragorn",)])
def test_the_grey_havens_ship_is_a_ship_and_nothing_else(
    others: tuple[str, ...], face: int, *, told: bool
) -> None:
    for options in ({}, {"simpler": "simple-movement"}):
        play = Play(SAMPLE_BOX, options)
        play.put(1, "green", face, "2,f")
        play.name(FP, 1, "A")
        play.lay(FP, "fellowship-A", "Grey Havens ship", *others)
        play.begin()
        found = any("goes in ship mode alone" in line for line in play.warnings(FP))
        assert found is (told and not options)
