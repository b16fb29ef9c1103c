"""Rolling for those aboard a sunk ship (8.328)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.box.file import HexEntry
from companion.games.fellowship.facts.names import HexType, Water
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_account import own_dead
from companion.table.ids import PUBLIC
from tests.support.fellowship import EP, FP, Play
from tests.support.fellowship_fights import cover, covered, log, offered
from tests.support.fellowship_map import COAST, board_text
from tests.support.fellowship_moves import AROUND, at_activity, result, sentence
from tests.support.noninterference import encoded


def _sunk(*aboard: str) -> Play:
    """A ship with these cards aboard has just been sunk."""
    hexes = {
        label: HexEntry(type=HexType.WILD_1, water=Water.SEA, region="I", battlefield=False)
        for label in ("9,gh", *AROUND)
    }
    hexes["9,ij"] = hexes["8,i"] = COAST
    play = at_activity(board_text(hexes=hexes), ((1, "green", 5, "9,gh"), (9, "black", 5, "9,gh")))
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", *aboard)
    play.die(2)
    play.press(EP, "fleet")
    play.press(EP, "kraken")
    play.die(10)
    play.press(FP, "group")
    assert result(play) == "SU"
    return play


@pytest.mark.rule("FOTR-149", "FOTR-177")
def test_a_raft_needs_less_than_the_average_and_its_crew_lives_or_dies_together() -> None:
    play = _sunk("Aragorn", "Frodo", "Bree Man")
    assert covered(play, FP) == ["on:Aragorn", "on:Bree Man", "on:Frodo"]
    cover(play, FP, "on:Frodo")
    cover(play, FP, "on:Aragorn")
    play.press(FP, "raft")
    assert "On the next raft: 1 Hobbit, 1 Man." in log(play)
    assert sentence(play) == "Roll 6 or less for the raft."  # 6.5: the average of 6 and 7
    play.die(6)
    assert "The raft reaches the shore: 6, 6 or less was needed." in log(play)
    assert covered(play, FP) == ["on:Bree Man"]
    cover(play, FP, "on:Bree Man")
    play.press(FP, "raft")
    play.die(7)
    assert "Bree Man" not in play.state.hidden[FP].boxes
    assert own_dead(scene_for(play.state, FP)) == ("Bree Man",)
    play.press(FP, "some")
    assert play.state.hidden[FP].fight is None
    assert set(play.state.hidden[FP].boxes) == {"Aragorn", "Frodo"}


@pytest.mark.rule("FOTR-149", "FOTR-164")
def test_named_characters_may_be_shown_for_their_own_numbers() -> None:
    play = _sunk("Aragorn")
    assert "raft" not in offered(play, FP)
    cover(play, FP, "on:Aragorn")
    play.press(FP, "raft-shown")
    assert "On the next raft: 1 Aragorn." in log(play)
    assert sentence(play) == "Roll 9 or less for the raft."  # 7 and 3, but a 10 fails
    play.die(10)
    assert own_dead(scene_for(play.state, FP)) == ("Aragorn",)


@pytest.mark.rule("FOTR-149", "FOTR-190")
def test_all_that_are_said_to_be_dead_are_dead_in_the_notes() -> None:
    play = _sunk("Aragorn", "Frodo")
    play.press(FP, "none")
    assert set(own_dead(scene_for(play.state, FP))) == {"Aragorn", "Frodo"}
    assert play.state.hidden[FP].boxes == {}


@pytest.mark.rule("FOTR-149")
def test_who_is_on_a_raft_is_told_by_race_alone() -> None:
    named, helper = _sunk("Aragorn", "Frodo"), _sunk("Bree Man", "Frodo")
    for play, man in ((named, "Aragorn"), (helper, "Bree Man")):
        cover(play, FP, f"on:{man}")
    for viewer in (EP, PUBLIC):
        assert encoded(named, viewer) == encoded(helper, viewer)
    for play in (named, helper):
        play.press(FP, "raft")
        play.die(8)
    for viewer in (EP, PUBLIC):
        assert encoded(named, viewer) == encoded(helper, viewer)
