"""Activity, search rolls and gaps, played through commands (8.1 to 8.3)."""

from __future__ import annotations

from typing import Literal

import pytest

from companion.games.fellowship.box.file import HexEntry
from companion.games.fellowship.events.play import MarkerRevealed
from companion.games.fellowship.events.search import search_work
from companion.games.fellowship.events.status import HexesActivated, WeatherPlaced
from companion.games.fellowship.facts.names import HexType, Water, Weather
from companion.games.fellowship.state import Activation, WeatherCounter
from companion.table.ids import PUBLIC, PieceId, SeatId
from companion.table.views import Prompt
from tests.support.fellowship import EP, FP, GAME, Play, RefusedError
from tests.support.fellowship_map import board_text
from tests.support.fellowship_moves import (
    GREEN,
    RED,
    Markers,
    at_activity,
    parked,
    result,
    searched,
    sentence,
)

# --- which hexes are active ---------------------------------------------------------------------


@pytest.mark.rule("FOTR-135")
def test_the_activity_roll_makes_the_types_of_its_column_active() -> None:
    play = at_activity()
    assert sentence(play) == "Make your activity roll."
    play.die(2)
    types = {one.hex_type for one in play.state.public.active}
    assert HexType.WILD_1 in types
    assert HexType.HAVEN not in types
    assert {one.source for one in play.state.public.active} == {"activity-roll"}
    assert play.step == "fp-search"


@pytest.mark.rule("FOTR-135")
def test_a_column_without_a_mark_searches_nobody() -> None:
    play = at_activity()
    play.die(1)
    assert play.step not in ("fp-activity", "fp-search")


@pytest.mark.rule("FOTR-135")
def test_s_in_the_column_is_for_ships_at_sea_or_coast_only() -> None:
    hexes = {"9,gh": HexEntry(type=HexType.WILD_1, water=Water.COAST, region="I")}
    walker = at_activity(board_text(hexes=hexes))
    walker.die(3)
    assert walker.step != "fp-search"
    ship = at_activity(board_text(hexes=hexes), ((1, "green", 5, "9,gh"),))
    ship.die(3)
    assert ship.step == "fp-search"
    inland = at_activity(markers=((1, "green", 5, "9,gh"),))
    inland.die(3)
    assert inland.step != "fp-search"


@pytest.mark.rule("FOTR-136")
def test_hexes_that_the_enemy_has_activated_are_searched_too() -> None:
    play = at_activity()
    active = (Activation(place="9,gh", bonus=2),)
    play.state = GAME.evolve(play.state, HexesActivated(active=active))
    play.die(1)
    assert play.step == "fp-search"
    play.die(4)
    (shown,) = play.shown_result()
    assert shown.total == 6
    assert ("Enemy activation", 2) in [(part.label, part.value) for part in shown.parts]


@pytest.mark.rule("FOTR-139")
def test_an_enemy_group_alone_makes_no_hex_active() -> None:
    play = at_activity(markers=RED)
    play.die(1)
    assert play.step not in ("fp-activity", "fp-search")


def test_rolls_come_from_west_to_east_whatever_the_markers_are() -> None:
    play = searched(
        markers=((3, "green", 3, "12,h"), (1, "green", 3, "14,h"), (2, "green", 3, "9,gh"))
    )
    order = []
    for _ in range(3):
        probe = search_work(play.state.public).probe
        assert probe is not None
        order.append(probe.hex)
        play.die(1)
        play.press(FP, "rumor")
    assert order == ["9,gh", "12,h", "14,h"]


@pytest.mark.rule("FOTR-137")
def test_the_enemy_searches_without_an_activity_roll() -> None:
    play = at_activity(markers=RED)
    play.die(1)
    play.go_on(until="ep-challenge")
    active = (Activation(place="9,gh", bonus=2),)
    play.state = GAME.evolve(play.state, HexesActivated(active=active))
    play.go_on(until="ep-search")
    assert play.prompts(EP)[0].roll is not None
    play.die(1)
    assert result(play) == "S2"


# --- the roll -----------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-140")
@pytest.mark.parametrize(
    ("face", "weather", "total"),
    [
        (3, Weather.NORMAL, 5),
        (2, Weather.NORMAL, 4),
        (4, Weather.NORMAL, 7),
        (6, Weather.NORMAL, 6),
        (3, Weather.BAD, 4),
        (4, Weather.STORM, 5),
        (2, Weather.STORM, 2),
    ],
)
def test_mode_and_weather_modify_the_roll(face: int, weather: Weather, total: int) -> None:
    play = at_activity(markers=((1, "green", face, "9,gh"),))
    counters = (WeatherCounter("9,gh", weather),)
    play.state = GAME.evolve(play.state, WeatherPlaced(counters=counters))
    play.die(2)
    play.die(5)
    assert play.shown_result()[0].total == total


@pytest.mark.rule("FOTR-140")
def test_cards_modify_a_ships_roll_only_once_they_are_shown() -> None:
    sea = {"9,gh": HexEntry(type=HexType.WILD_1, water=Water.SEA, region="I", battlefield=False)}
    markers: Markers = ((1, "green", 5, "9,gh"), (9, "black", 5, "9,gh"))
    silent = searched(board_text(hexes=sea), markers)
    silent.die(5)
    assert silent.shown_result()[0].total == 5
    loud = searched(board_text(hexes=sea), markers)
    loud.press(EP, "fleet")
    loud.press(EP, "kraken")
    loud.press(FP, "ship")
    loud.die(5)
    assert loud.shown_result()[0].total == 6
    assert loud.state.public.known == {1: "group"}


def test_a_guardian_marker_is_what_opens_the_enemys_offer() -> None:
    sea = {"9,gh": HexEntry(type=HexType.WILD_1, water=Water.SEA, region="I", battlefield=False)}
    play = searched(board_text(hexes=sea), ((1, "green", 5, "9,gh"),))
    assert not play.prompts(EP)[0].asked


@pytest.mark.rule("FOTR-138")
def test_where_no_roll_can_miss_a_rumor_may_be_taken_away_without_one() -> None:
    play = searched()
    assert play.prompts(FP)[0].roll is not None
    play.press(FP, "rumor-unrolled")
    assert play.state.public.known == {1: "rumor"}
    assert [one.what for one in play.state.public.expected] == ["remove"]
    assert play.step != "fp-search"


@pytest.mark.rule("FOTR-138")
def test_nobody_is_asked_whether_a_known_group_is_a_rumor() -> None:
    play = searched()
    play.state = GAME.evolve(play.state, MarkerRevealed(piece=PieceId(1), known="group"))
    assert not play.prompts(FP)[0].form.choices


def test_a_black_marker_that_is_known_for_a_rumor_opens_no_offer() -> None:
    sea = {"9,gh": HexEntry(type=HexType.WILD_1, water=Water.SEA, region="I", battlefield=False)}
    markers: Markers = ((1, "green", 5, "9,gh"), (9, "black", 5, "9,gh"))
    play = searched(board_text(hexes=sea), markers)
    play.state = GAME.evolve(play.state, MarkerRevealed(piece=PieceId(9), known="rumor"))
    assert not play.prompts(EP)[0].asked


@pytest.mark.rule("FOTR-138")
def test_the_offer_is_gone_where_a_roll_could_miss() -> None:
    play = searched(markers=((1, "green", 2, "9,gh"),))
    with pytest.raises(RefusedError):
        play.press(FP, "rumor-unrolled")


@pytest.mark.rule("FOTR-141")
def test_a_dash_asks_nothing_and_removes_nobody() -> None:
    play = searched(markers=((1, "green", 2, "9,gh"),))
    play.die(1)
    assert result(play) == "nothing"
    assert play.state.public.known == {}
    assert play.step != "fp-search"


@pytest.mark.rule("FOTR-141", "FOTR-142")
def test_a_sighting_removes_a_rumor_and_lets_a_group_be() -> None:
    rumor = searched()
    rumor.die(1)
    assert result(rumor) == "S"
    rumor.press(FP, "rumor")
    assert [one.what for one in rumor.state.public.expected] == ["remove"]
    group = searched()
    group.die(1)
    group.press(FP, "group")
    assert group.state.public.known == {1: "group"}
    assert group.step != "fp-search"


@pytest.mark.rule("FOTR-142")
def test_bad_weather_at_sea_hides_a_ship_from_a_mere_sighting() -> None:
    sea = {"9,gh": HexEntry(type=HexType.WILD_1, water=Water.SEA, region="I", battlefield=False)}
    play = at_activity(board_text(hexes=sea), ((1, "green", 5, "9,gh"),))
    counters = (WeatherCounter("9,gh", Weather.BAD),)
    play.state = GAME.evolve(play.state, WeatherPlaced(counters=counters))
    play.die(2)
    play.die(1)
    assert result(play) == "S"
    assert play.state.public.known == {}
    assert play.step != "fp-search"


@pytest.mark.rule("FOTR-141", "FOTR-142")
@pytest.mark.parametrize(
    ("weather", "roll", "asked"), [(Weather.NORMAL, 1, 2), (Weather.BAD, 2, 1)]
)
def test_bad_weather_hides_the_ship_beside_a_marker_that_was_sighted(
    weather: Weather, roll: int, asked: int
) -> None:
    coast = {"9,gh": HexEntry(type=HexType.WILD_1, water=Water.COAST, region="I")}
    play = at_activity(board_text(hexes=coast), ((1, "green", 3, "9,gh"), (2, "green", 5, "9,gh")))
    counters = (WeatherCounter("9,gh", weather),)
    play.state = GAME.evolve(play.state, WeatherPlaced(counters=counters))
    play.die(2)
    play.die(roll)
    assert result(play) == "S"
    probe = search_work(play.state.public).probe
    assert probe is not None
    assert probe.declaring == (1, 2)[:asked]


@pytest.mark.rule("FOTR-141", "FOTR-142")
@pytest.mark.parametrize("known", ["", "rumor", "group"])
def test_a_sighting_that_bad_weather_hides_a_ship_from_removes_the_rumors_beside_it(
    known: Literal["", "rumor", "group"],
) -> None:
    coast = {"9,gh": HexEntry(type=HexType.WILD_1, water=Water.COAST, region="I")}
    markers = ((1, "green", 5, "9,gh"), (2, "green", 3, "9,gh"), (3, "green", 5, "9,gh"))
    play = at_activity(board_text(hexes=coast), markers)
    counters = (WeatherCounter("9,gh", Weather.BAD),)
    play.state = GAME.evolve(play.state, WeatherPlaced(counters=counters))
    if known:
        play.state = GAME.evolve(play.state, MarkerRevealed(piece=PieceId(1), known=known))
    play.die(2)
    play.die_giving("S")
    probe = search_work(play.state.public).probe
    assert probe is not None
    assert (probe.piece, probe.declaring) == (1, (2,))
    play.press(FP, "rumor")
    assert [(one.piece, one.what) for one in play.state.public.expected] == [(2, "remove")]
    # The ships stay whatever they are, and the other one has its own search.
    probe = search_work(play.state.public).probe
    assert probe is not None
    assert probe.piece == 3


@pytest.mark.rule("FOTR-142", "FOTR-080")
@pytest.mark.parametrize(("what", "sensed"), [("rumor", False), ("group", True)])
def test_nothing_is_sensed_on_a_ship_that_bad_weather_hides_unless_a_group_is_seen_beside_it(
    what: str, *, sensed: bool
) -> None:
    coast = {"9,gh": HexEntry(type=HexType.WILD_1, water=Water.COAST, region="I")}
    markers = ((1, "green", 5, "9,gh"), (2, "green", 3, "9,gh"), (9, "red", 4, "9,gh"))
    play = at_activity(board_text(hexes=coast), markers)
    counters = (WeatherCounter("9,gh", Weather.BAD),)
    play.state = GAME.evolve(play.state, WeatherPlaced(counters=counters))
    play.die(2)
    play.die_giving("S")
    play.press(FP, what)
    probe = search_work(play.state.public).probe
    assert (probe is not None and probe.stage == "sense") is sensed


@pytest.mark.rule("FOTR-141", "FOTR-004")
@pytest.mark.parametrize(
    ("other", "asked"), [("12,e:1", (1, 2)), ("12,e", (1, 2)), ("12,e:2", (1,))]
)
def test_what_is_found_in_one_half_of_a_hex_takes_no_rumor_from_the_other(
    other: str, asked: tuple[int, ...]
) -> None:
    play = at_activity(board_text(), ((1, "green", 3, "12,e:1"), (2, "green", 3, other)))
    play.die_so_that(lambda after: after.step == "fp-search")
    play.die_so_that(lambda after: search_declaring(after) != ())
    assert search_declaring(play) == asked


def search_declaring(play: Play) -> tuple[int, ...]:
    """The markers of which the open search wants to know what they are."""
    probe = search_work(play.state.public).probe
    return () if probe is None else probe.declaring


def test_a_marker_that_everybody_knows_is_not_asked_about() -> None:
    play = searched()
    play.die(1)
    play.press(FP, "group")
    play.go_on(until="ep-challenge")
    play.go_on(until="fp-activity")
    play.die(2)
    play.die(1)
    assert play.step != "fp-search"


# --- order, gaps, secrets -----------------------------------------------------------------------


def test_retreats_and_fights_wait_until_every_roll_is_made() -> None:
    play = searched(markers=(*GREEN, (2, "green", 3, "14,h")))
    play.die(6)
    play.press(FP, "group")
    assert parked(play) == ["stand"]
    assert "14,h" in sentence(play)
    play.die(1)
    play.press(FP, "rumor")
    assert "retreat or fight" in sentence(play)


def test_missing_cells_are_asked_once_of_the_right_seat() -> None:
    hexes = {"9,gh": HexEntry(water=Water.LAND)}
    play = at_activity(board_text(hexes=hexes))
    play.die(2)
    assert "9,gh" in sentence(play)
    play.press(FP, "fill-in", value="wild-1")
    assert play.step == "fp-search"
    play.die(8)
    play.press(FP, "group")
    play.press(FP, "fight")
    assert "crossed swords" in sentence(play, EP)
    play.press(EP, "fill-in", value="no")
    play.die(2)
    assert "region" in sentence(play, EP)
    play.press(EP, "fill-in", value="I")
    assert [fight.cause for fight in play.state.public.fights] == ["FH, M8 (half): 4 men"]


def _all_prompts(play: Play, seat: SeatId) -> tuple[Prompt, ...]:
    return play.prompts(seat)


def test_until_it_is_said_a_group_and_a_rumor_look_the_same_to_everybody() -> None:
    """The owner's notes differ; nobody else's screen does."""
    as_group, as_rumor = at_activity(markers=RED), at_activity(markers=RED)
    as_group.name(FP, 1, "A")
    as_rumor.name(FP, 1, "plain")
    for play in (as_group, as_rumor):
        play.die(2)
    assert as_group.view(EP) == as_rumor.view(EP)
    for play in (as_group, as_rumor):
        play.die(6)
    for seat in (EP, PUBLIC):
        assert as_group.view(seat) == as_rumor.view(seat)
        assert _all_prompts(as_group, seat) == _all_prompts(as_rumor, seat)
    assert as_group.prompts(FP) == as_rumor.prompts(FP)


def test_a_search_leaves_markers_that_left_the_table_alone() -> None:
    play = searched(markers=(*GREEN, (2, "green", 3, "14,h")))
    play.lift(2)
    play.die(1)
    play.press(FP, "rumor")
    assert play.step != "fp-search"
    assert PieceId(2) not in play.state.public.known


# --- under the eyes of a Nazgul -----------------------------------------------------------------


def _met(letter: str, roll: int, green: int, red: int) -> Play:
    """A group whose search gave a result in a hex with a red marker, awake or asleep."""
    play = at_activity(markers=((1, "green", green, "9,gh"), (9, "red", red, "9,gh")))
    active = (Activation(place="9,gh", bonus=2),) if letter == "FA" else ()
    play.state = GAME.evolve(play.state, HexesActivated(active=active))
    play.die(2)
    play.die(roll)
    assert result(play) == letter
    play.press(FP, "group")
    return play


@pytest.mark.rule("FOTR-080", "FOTR-142")
@pytest.mark.parametrize(
    ("letter", "roll", "green"),
    [("S", 1, 3), ("E", 6, 3), ("FH", 8, 3), ("F", 10, 3), ("FA", 10, 4)],
)
@pytest.mark.parametrize("red", [4, 6])
def test_at_a_sighting_an_encounter_and_any_fight_a_nazgul_may_sense_the_ring(
    letter: str, roll: int, green: int, red: int
) -> None:
    play = _met(letter, roll, green, red)
    ways = {choice.action for prompt in play.prompts(EP) for choice in prompt.form.choices}
    # Where an ambush is asked about, the Nazgul is one of its choices.
    play.press(EP, "show" if "show" in ways else "nazgul")
    assert "say whether the Ringbearer is in this hex" in sentence(play)
    play.press(FP, "yes")
    assert any("the Ring is there" in line.text for line in play.state.public.log)
