"""Chances at hand: exact, for the acting seat alone, from what it may know only."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.combat.strike import Strike
from companion.games.fellowship.events.ring import BearerHidden, BearerNoted
from companion.games.fellowship.facts.names import HexType, Travel, Weather
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_odds import own_odds, sea_chances, strike_chances
from companion.games.fellowship.rules.odds import (
    UNKNOWN,
    Chance,
    acquisition_chances,
    percent,
    removal_chance,
    search_chances,
    transfer_chances,
)
from companion.games.fellowship.tables.acquisition import Attempt
from companion.games.fellowship.tables.rules_tables import RulesTables
from companion.games.fellowship.tables.search_roll import (
    SearchCircumstances,
    look_up_search,
    result_of,
)
from companion.table.ids import PUBLIC, SeatId
from companion.table.views import Table
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play
from tests.support.fellowship_map import WOODS, board_text
from tests.support.fellowship_moves import activate, moving, on_turn
from tests.support.noninterference import assert_hidden

PRINTED = RulesTables()
SAMPLE = RulesTables(parse_box(SAMPLE_BOX))


def _shares(chances: tuple[Chance, ...]) -> dict[str, Fraction]:
    assert sum(one.chance for one in chances) == 1
    return {one.outcome: one.chance for one in chances}


@given(
    hex_type=st.sampled_from(HexType),
    travel=st.sampled_from(Travel),
    weather=st.sampled_from(Weather),
    bonus=st.integers(0, 2),
)
def test_search_chances_are_the_shares_of_the_ten_faces(
    hex_type: HexType, travel: Travel, weather: Weather, bonus: int
) -> None:
    around = SearchCircumstances(
        hex_type=hex_type, travel=travel, weather=weather, enemy_bonus=bonus
    )
    shares = _shares(search_chances(SAMPLE, around))
    for outcome, share in shares.items():
        faces = 0
        for face in range(1, 11):
            result = result_of(look_up_search(SAMPLE, around, face), around)
            faces += outcome == (UNKNOWN if result is None else result.text)
        assert share == Fraction(faces, 10)
    assert 0 <= removal_chance(SAMPLE, around) <= 1


def test_cells_that_nobody_knows_are_named_and_nothing_is_assumed_of_them() -> None:
    around = SearchCircumstances(hex_type=HexType.WILD_1, travel=Travel.FOOT)
    assert _shares(search_chances(PRINTED, around)) == {UNKNOWN: Fraction(1)}
    assert removal_chance(PRINTED, around) == 0
    haven = SearchCircumstances(hex_type=HexType.HAVEN, travel=Travel.FOOT)
    assert _shares(search_chances(PRINTED, haven))["-"] == Fraction(7, 10)
    assert removal_chance(PRINTED, haven) == Fraction(3, 10)
    ship = SearchCircumstances(hex_type=HexType.WILD_1, travel=Travel.SHIP, weather=Weather.STORM)
    assert removal_chance(SAMPLE, ship) <= 1


def test_transfer_acquisition_sea_and_strikes_in_tenths() -> None:
    assert _shares(transfer_chances(5))["the Ring is given"] == Fraction(4, 10)
    assert _shares(transfer_chances(12)) == {"the Ring is given": Fraction(1)}
    assert _shares(transfer_chances(1)) == {"it is kept, and a mark more": Fraction(1)}
    border = Attempt(seat="fellowship", objective="horses", hex_type=HexType.BORDER_1)
    assert _shares(acquisition_chances(border)) == {"got": Fraction(2, 10), "not": Fraction(8, 10)}
    haven = Attempt(seat="fellowship", objective="horses", hex_type=HexType.HAVEN)
    assert _shares(acquisition_chances(haven)) == {"got": Fraction(1)}
    assert _shares(sea_chances("Northern Sea", ship=False)) == {
        "nothing": Fraction(7, 10),
        "wreck": Fraction(2, 10),
        "sunk": Fraction(1, 10),
    }
    assert _shares(sea_chances("Harlindon Coast", ship=True)) == {"nothing": Fraction(1)}
    hit = Strike(offensive=6, defensive=2, damage=3)
    assert _shares(strike_chances(hit)) == {
        "6 boxes": Fraction(1, 10),
        "3 boxes": Fraction(3, 10),
        "misses": Fraction(6, 10),
    }
    assert percent(Fraction(3, 10)) == "30 %"


def _titles(play: Play, seat: SeatId) -> list[str]:
    return [odds.title for odds in own_odds(scene_for(play.state, seat))]


def test_a_terrain_roll_has_its_chance_for_the_mover_alone() -> None:
    sides = {f"9,gh/{other}": WOODS for other in ("9,fg", "9,hi", "8,g", "8,h", "10,g", "10,h")}
    play = moving(board_text(sides))
    assert _titles(play, FP) == []
    play.go(1, "9,hi")
    (found,) = own_odds(scene_for(play.state, FP))
    assert _shares(found.chances) == {"crosses": Fraction(7, 10), "stops": Fraction(3, 10)}
    assert _titles(play, EP) == []
    assert _titles(play, PUBLIC) == []
    region = play.view(FP).region("odds")
    assert region is not None
    assert region.secret
    (table,) = [widget for widget in region.widgets if isinstance(widget, Table)]
    assert [row.cells for row in table.rows] == [("70 %",), ("30 %",)]
    assert play.view(PUBLIC).region("odds") is None


def test_the_enemy_may_look_before_it_searches_a_marker_that_passes() -> None:
    play = moving(board_text())
    on_turn(play, 2)
    activate(play, "9,hi", "8,h", "10,h")
    play.go(1, "9,ij")
    assert "passes" in play.prompts(EP)[0].sentence
    (title,) = _titles(play, EP)
    assert title.startswith("Search at ")
    assert _titles(play, FP) == []
    play.press(EP, "search")
    assert _titles(play, EP) == [title]


def test_before_the_activity_roll_each_marker_has_its_chance_to_be_searched() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "12,e")
    play.put(2, "green", 3, "4,f")
    play.go_on(until="fp-activity")
    odds = {one.title: _shares(one.chances) for one in own_odds(scene_for(play.state, FP))}
    # A Haven is active on a 10 alone (T.4).
    assert odds["Activity at 12,e"] == {
        "not active by the roll": Fraction(9, 10),
        "active: it is searched": Fraction(1, 10),
    }
    assert set(odds) == {"Activity at 12,e", "Activity at 4,f"}
    assert _titles(play, EP) == []


@pytest.mark.rule("FOTR-135")
def test_where_ships_only_counts_for_everybody_the_chance_is_that_of_the_search() -> None:
    chances = {}
    for options in ({}, {"readings": "ships-by-hex"}):
        play = Play(SAMPLE_BOX, options)
        play.put(1, "green", 3, "1,cd")
        play.go_on(until="fp-activity")
        (found,) = own_odds(scene_for(play.state, FP))
        shares = _shares(found.chances)
        chances[bool(options)] = shares.get("active: it is searched", Fraction(0))
    assert chances[True] > chances[False]


@pytest.mark.parametrize("name", ["plain", "A"])
def test_the_owner_reads_what_the_roll_means_for_its_rumor(name: str) -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "12,g")
    play.name(FP, 1, name)
    play.lay(FP, "fellowship-A", "Aragorn")
    play.go_on(until="fp-activity")
    activate(play, "12,g")
    play.die(1)
    assert play.step == "fp-search"
    (found, *_) = own_odds(scene_for(play.state, FP))
    assert found.title == "Search at 12,g"
    assert ("rumor" in found.note) is (name == "plain")


def test_acquisition_is_shown_with_and_without_who_is_in_the_group() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "12,g")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Aragorn", "Gandalf the Grey")
    play.go_on(until="fp-transport")
    play.press(FP, "try", piece="1", objective="horses")
    titles = _titles(play, FP)
    assert len(titles) == 2
    assert titles[1].endswith("with Gandalf and Aragorn shown")
    first, second = (odds.chances for odds in own_odds(scene_for(play.state, FP)))
    assert _shares(second)["got"] > _shares(first).get("got", Fraction(0))


@pytest.mark.rule("FOTR-085")
def test_a_transfer_is_worked_out_from_the_bearers_marks() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "12,g")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Boromir", "Sam")
    for event in (BearerNoted(seat=FP, card="Boromir"), BearerHidden()):
        play.state = GAME.evolve(play.state, event)
    play.go_on(until="fp-ring")
    marks = play.state.hidden[FP].ring_marks.get("Boromir", 0)
    (found,) = own_odds(scene_for(play.state, FP))
    assert found.title == f"Transfer from Boromir, under {5 - marks}"
    assert _shares(found.chances)["the Ring is given"] == Fraction(4 - marks, 10)
    assert _titles(play, EP) == []


def _secret_search(play: Play, secret: tuple[str, ...]) -> Iterator[None]:
    name, *cards = secret
    play.put(1, "green", 3, "12,g")
    play.name(FP, 1, name)
    play.lay(FP, "fellowship-A", *cards)
    play.go_on(until="fp-transport")
    yield
    play.press(FP, "try", piece="1", objective="horses")
    yield
    play.die(10)
    yield
    play.go_on(until="fp-activity")
    activate(play, "12,g")
    play.die(1)
    yield


def test_nobody_else_sees_that_or_what_somebody_reads_of_its_chances() -> None:
    secrets = [("plain",), ("A", "Aragorn"), ("A", "Gandalf the Grey", "Aragorn"), ("A", "Frodo")]
    assert assert_hidden(_secret_search, FP, secrets, SAMPLE_BOX)
