"""Moves off the beaten track: boats, blocking, limits, cards, secrets (7.5, 7.9)."""

from __future__ import annotations

import msgspec
import pytest

from companion.board.hexes import Hex
from companion.board.places import parse_place
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.file import HexEntry, HexsideEntry
from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.events.play import MarkerRevealed
from companion.games.fellowship.events.status import ForcesEnabled, HexesActivated, WeatherPlaced
from companion.games.fellowship.facts.names import Forest, HexType, Water, Weather
from companion.games.fellowship.facts.roster import MovementLimit, find_force
from companion.games.fellowship.flow.sequence import entering
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.rules.movement_limits import allowed_hexes, is_beyond, tom_may_come
from companion.games.fellowship.rules.search_where import weather_at
from companion.games.fellowship.state import Activation, WeatherCounter
from companion.table.ids import PUBLIC, PieceId
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play
from tests.support.fellowship_map import (
    BRIDGE,
    COAST,
    FORD,
    RIVER,
    SEA,
    TUNNEL,
    WOODS,
    at,
    board_text,
    map_box,
)
from tests.support.fellowship_moves import on_turn

Markers = tuple[tuple[int, str, int, str], ...]


def play_to(step: str, box: str, markers: Markers) -> Play:
    play = Play(box)
    for number, colour, face, place in markers:
        play.put(number, colour, face, place)
    play.go_on(until=step)
    return play


def flags(play: Play) -> list[str]:
    return [flag.section for flag in play.state.public.flags]


def sentence(play: Play, seat: object = FP) -> str:
    return play.prompts(seat)[0].sentence  # type: ignore[arg-type]  # a seat id is a plain string


def walked(play: Play, piece: int) -> tuple[bool, ...]:
    return move_work(play.state.public).crossed.get(PieceId(piece), ())


def activate(play: Play, *places: str) -> None:
    active = tuple(Activation(place=place) for place in places)
    play.state = GAME.evolve(play.state, HexesActivated(active=active))


def _river(**changes: HexsideEntry) -> dict[str, HexsideEntry]:
    """A river that runs south between columns 12 and 13."""
    sides: dict[str, HexsideEntry] = {}
    for step in range(8, 21, 2):
        west = Hex(12, step)
        sides[f"{west}/{Hex(13, step - 1)}"] = RIVER
        sides[f"{west}/{Hex(13, step + 1)}"] = RIVER
    return {**sides, **{label.replace("_", "/"): entry for label, entry in changes.items()}}


BOAT: Markers = ((1, "green", 5, "12,f"),)


@pytest.mark.rule("FOTR-122")
def test_a_boat_goes_down_the_river_without_a_tap() -> None:
    play = play_to("fp-move", board_text(_river()), BOAT)
    play.go(1, "12,i")
    assert flags(play) == []
    assert walked(play, 1) == (True,) * 6
    play = play_to("fp-move", board_text(_river()), BOAT)
    play.go(1, "12,j")
    assert flags(play) == ["7.31"]


@pytest.mark.rule("FOTR-123")
def test_on_a_river_between_two_active_hexes_the_fellowship_picks_the_type() -> None:
    hexes = {"13,gh": HexEntry(type=HexType.CIVILIZED, water=Water.LAND, region="I")}
    play = play_to("fp-move", board_text(_river(), hexes), BOAT)
    activate(play, "12,g", "13,gh")
    play.go(1, "12,h")
    assert "passes 12,g/13,gh" in sentence(play, EP)
    play.press(EP, "search")
    assert "Pick the hex" in sentence(play)
    play.press(FP, "hex-13,gh")
    play.die(5)
    (shown,) = play.shown_result()
    assert (shown.title, shown.result) == ("Search at 13,gh", "S")


@pytest.mark.rule("FOTR-123")
def test_a_river_with_one_active_bank_is_passed_unsearched() -> None:
    play = play_to("fp-move", board_text(_river()), BOAT)
    activate(play, "12,g")
    play.go(1, "12,h")
    assert walked(play, 1) == (True,) * 4


@pytest.mark.rule("FOTR-123")
def test_a_boat_that_is_stopped_goes_ashore_where_its_owner_likes() -> None:
    play = play_to("fp-move", board_text(_river()), BOAT)
    activate(play, "12,g", "13,gh")
    play.go(1, "12,h")
    play.press(EP, "search")
    play.die(6)
    play.press(FP, "group")
    (expected,) = play.state.public.expected
    assert expected.place == ""
    assert "12,g or 13,gh" in expected.text
    play.go(1, "13,gh")
    assert play.state.public.expected == ()


@pytest.mark.rule("FOTR-121")
def test_a_ship_in_bad_weather_rolls_by_the_box() -> None:
    hexes = dict.fromkeys(("9,gh", "9,hi", "8,h", "10,h"), SEA)
    play = play_to("fp-move", board_text(hexes=hexes), ((1, "green", 5, "9,gh"),))
    counters = (WeatherCounter("9,gh", Weather.BAD),)
    play.state = GAME.evolve(play.state, WeatherPlaced(counters=counters))
    play.go(1, "9,hi")
    assert "by sea" in sentence(play)


@pytest.mark.rule("FOTR-045")
def test_the_grey_havens_ship_goes_one_hexside_farther_once_shown() -> None:
    hexes = {place.label: SEA for place in (Hex(9, 13 + 2 * i) for i in range(-3, 4))}
    hexes |= {f"{c},{r}": SEA for c in (8, 10) for r in "defghijklm"}
    hexes |= {"9,kl": SEA, "9,lm": SEA}
    play = play_to("fp-move", board_text(hexes=hexes), ((1, "green", 5, "9,gh"),))
    play.go(1, "9,lm")
    assert "show the Grey Havens ship" in sentence(play)
    play.press(FP, "show")
    assert len(walked(play, 1)) == 5
    assert play.state.public.known == {1: "group"}
    back = play_to("fp-move", board_text(hexes=hexes), ((1, "green", 5, "9,gh"),))
    back.go(1, "9,lm")
    back.press(FP, "back")
    assert back.state.public.expected[0].place == "9,gh"


@pytest.mark.rule("FOTR-117")
def test_an_enemy_marker_goes_onto_a_feature_and_off_again() -> None:
    box = board_text({"9,gh/9,hi": BRIDGE})
    markers: Markers = ((1, "green", 3, "25,cd"), (9, "red", 4, "9,gh"))
    play = play_to("ep-move-free", box, markers)
    play.go(9, "9,gh/9,hi")
    assert flags(play) == []
    assert walked(play, 9) == (True,)
    play.press(EP, "done")
    play.go_on(until="ep-move-free")
    play.go(9, "9,jk")
    assert flags(play) == []
    assert len(walked(play, 9)) == 3


@pytest.mark.rule("FOTR-117")
def test_where_there_is_no_feature_nothing_can_be_blocked() -> None:
    markers: Markers = ((1, "green", 3, "25,cd"), (9, "red", 4, "9,gh"))
    play = play_to("ep-move-free", board_text(), markers)
    play.go(9, "9,gh/9,hi")
    assert flags(play) != []


@pytest.mark.rule("FOTR-115")
def test_what_swims_in_morias_pool_stays_there() -> None:
    markers: Markers = (
        (1, "green", 3, "25,cd"),
        (9, "black", 5, "14,g/14,h"),
        (8, "red", 3, "1,h"),
    )
    play = play_to("ep-enable", board_text(), markers)
    play.go_on(until="ep-move-free")
    play.go(9, "14,g")
    assert flags(play) == ["7.325"]


@pytest.mark.rule("FOTR-042")
def test_a_sneaking_marker_that_uses_a_feature_loses_its_minus_one() -> None:
    around = ("9,fg", "9,hi", "8,g", "8,h", "10,g", "10,h")
    box = board_text({f"9,gh/{other}": FORD for other in around})
    play = play_to("fp-move", box, ((1, "green", 2, "9,gh"),))
    play.go(1, "9,hi")
    assert play.state.public.sneak_spoilt == (1,)
    play.press(FP, "done")
    play.die(2)
    play.die(5)
    assert play.shown_result()[0].total == 5
    quiet = play_to("fp-move", board_text(), ((1, "green", 2, "9,gh"),))
    quiet.go(1, "9,hi")
    assert quiet.state.public.sneak_spoilt == ()
    quiet.press(FP, "done")
    quiet.die(2)
    quiet.die(5)
    assert quiet.shown_result()[0].total == 4


@pytest.mark.rule("FOTR-132")
@pytest.mark.parametrize(
    ("card", "inside", "outside"),
    [
        ("Glorfindel", "12,h", "12,i"),
        ("Grimbeorn", "18,g", "18,h"),
        ("Saruman", "11,lm", "11,mn"),
        ("Tom Bombadil", "5,fg", "5,gh"),
    ],
)
def test_some_characters_go_only_so_far(card: str, inside: str, outside: str) -> None:
    force = find_force(card)
    assert force is not None
    assert force.limit is not None
    board = BoardMap(map_box())
    assert not is_beyond(board, force.limit, at(inside))
    assert is_beyond(board, force.limit, at(outside))


@pytest.mark.rule("FOTR-132")
def test_forest_limits_count_from_the_forest_that_the_map_shows() -> None:
    mirkwood = HexEntry(type=HexType.WILD_2, water=Water.LAND, forest=Forest.MIRKWOOD)
    board = BoardMap(map_box(hexes={"20,f": mirkwood}))
    limit = MovementLimit(distance=2, of="area:Mirkwood")
    assert not is_beyond(board, limit, at("20,h"))
    assert is_beyond(board, limit, at("20,i"))
    unknown = BoardMap(map_box())
    assert allowed_hexes(unknown, limit) == ()
    assert not is_beyond(unknown, limit, at("1,h"))


@pytest.mark.rule("FOTR-132")
def test_the_owner_alone_is_told_that_somebody_went_too_far() -> None:
    play = play_to("fp-move", board_text(), ((1, "green", 3, "12,j"),))
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Glorfindel")
    assert any("Glorfindel is at 12,j" in line for line in play.warnings(FP))
    assert not any("Glorfindel is at" in str(play.view(seat)) for seat in (EP, PUBLIC))


def test_a_marker_on_a_blocked_feature_is_searched_in_the_active_hex() -> None:
    box = board_text(
        {"9,gh/9,hi": BRIDGE}, {"9,gh": HexEntry(type=HexType.HAVEN, water=Water.LAND)}
    )
    play = play_to("fp-activity", box, ((1, "green", 3, "9,gh/9,hi"),))
    activate(play, "9,hi")
    play.die(1)
    assert "9,hi" in sentence(play)


def test_ships_and_walkers_in_a_coastal_hex_stay_apart_but_river_boats_join() -> None:
    markers: Markers = ((1, "green", 3, "9,gh"), (2, "green", 5, "9,gh"))
    coast = play_to("fp-move", board_text(hexes={"9,gh": COAST}), markers)
    coast.press(FP, "done")
    assert coast.step == "fp-activity"
    river = play_to("fp-move", board_text(), markers)
    river.press(FP, "done")
    assert river.step == "fp-combine"


@pytest.mark.rule("FOTR-134")
def test_tom_comes_after_round_one_once_near_his_forest_or_the_downs() -> None:
    bare = map_box()
    board = BoardMap(bare)
    assert not tom_may_come(board, at("6,f"), 1, has_come=False)
    assert tom_may_come(board, at("6,f"), 2, has_come=False)
    assert tom_may_come(board, at("7,gh"), 3, has_come=False)
    assert not tom_may_come(board, at("8,g"), 2, has_come=False)
    assert not tom_may_come(board, at("6,f"), 2, has_come=True)
    downs = msgspec.structs.replace(bare.map, areas={"Barrow Downs": ("6,g",)})
    known = BoardMap(msgspec.structs.replace(bare, map=downs))
    assert tom_may_come(known, at("8,g"), 2, has_come=False)


@pytest.mark.rule("FOTR-125")
def test_regions_know_no_search_and_no_weather() -> None:
    play = play_to("fp-activity", board_text(), ((1, "green", 5, "@Northern Sea"),))
    play.die(10)
    assert play.step not in ("fp-activity", "fp-search")
    assert not play.state.public.fights


def test_a_move_taken_back_by_the_eye_counts_for_nothing() -> None:
    play = play_to("fp-move", board_text(), ((1, "green", 3, "9,gh"),))
    play.go(1, "9,jk")
    assert flags(play) == ["7.31"]
    play.go(1, "9,gh")
    assert flags(play) == []
    assert walked(play, 1) == ()
    play.go(1, "9,ij")
    assert len(walked(play, 1)) == 2


_AROUND = ("9,fg", "9,hi", "8,g", "8,h", "10,g", "10,h")


def test_the_giant_spider_walks_through_woods_once_it_is_shown() -> None:
    box = board_text({f"9,gh/{other}": WOODS for other in _AROUND})
    markers: Markers = (
        (1, "green", 3, "25,cd"),
        (9, "black", 3, "9,gh"),
        (10, "black", 3, "20,h"),
    )
    play = play_to("ep-enable", box, markers)
    enabled = ForcesEnabled(kind="guardian", pieces=(PieceId(9), PieceId(10)))
    play.state = GAME.evolve(play.state, enabled)
    play.state = GAME.evolve(play.state, entering(StepId.EP_MOVE_ENABLED, play.state.public))
    play.go(9, "9,hi")
    assert "Roll 7 or less" in sentence(play, EP)
    play.press(EP, "spider")
    assert walked(play, 9) == (False,)


@pytest.mark.rule("FOTR-124")
def test_where_an_enemy_marker_stands_a_flyer_may_be_searched_on_its_way() -> None:
    markers: Markers = ((1, "green", 6, "9,gh"), (9, "red", 2, "9,hi"))
    play = play_to("fp-move", board_text(), markers)
    on_turn(play, 2)
    activate(play, "9,hi", "8,h", "10,h", "8,i", "10,i")
    play.go(1, "9,ij")
    # The other hexes on the way hold no Enemy marker, so the guess goes round the one that does.
    assert len(walked(play, 1)) == 3
    assert not play.prompts(EP)[0].asked
    around: Markers = (
        (1, "green", 6, "9,gh"),
        *(
            (20 + i, "red", 2, place)
            for i, place in enumerate(("9,hi", "8,h", "8,i", "10,h", "10,i"))
        ),
    )
    play = play_to("fp-move", board_text(), around)
    on_turn(play, 2)
    activate(play, "9,hi", "8,h", "10,h", "8,i", "10,i")
    play.go(1, "9,ij")
    assert {c.label for c in play.prompts(EP)[0].form.choices} == {
        "Show one that flies, and search",
        "Let it pass",
    }
    play.press(EP, "search")
    play.die(1)
    play.press(FP, "group")
    assert any("minion that flies" in line.text for line in play.state.public.log)


@pytest.mark.rule("FOTR-064")
def test_a_storm_brings_bad_weather_to_the_hexes_around_it() -> None:
    play = play_to("fp-move", board_text(), ((1, "green", 3, "9,gh"),))
    counters = (WeatherCounter("9,hi", Weather.STORM),)
    play.state = GAME.evolve(play.state, WeatherPlaced(counters=counters))
    public = play.state.public
    assert weather_at(public, at("9,hi")) is Weather.STORM
    assert weather_at(public, at("9,gh")) is Weather.BAD
    assert weather_at(public, at("9,fg")) is Weather.NORMAL


@pytest.mark.rule("FOTR-118")
def test_everybody_sees_who_is_asked_at_a_blocked_feature() -> None:
    box = board_text({f"9,gh/{other}": TUNNEL for other in _AROUND})
    blockers = tuple(
        (20 + i, "black", 6, parse_place(f"9,gh/{o}").label) for i, o in enumerate(_AROUND)
    )
    play = play_to("fp-move", box, ((1, "green", 3, "9,gh"), *blockers))
    play.go(1, "9,hi")
    assert sentence(play, PUBLIC) == "The Fellowship decides at the blocked hexside 9,gh/9,hi."
    play.press(FP, "enter")
    assert sentence(play, PUBLIC) == "The Enemy says what blocks the hexside 9,gh/9,hi."
    play.press(EP, "group")
    assert "rolls to pass the dormant marker" in sentence(play, PUBLIC)


@pytest.mark.rule("FOTR-118", "FOTR-119")
def test_a_known_rumor_is_not_offered_the_blocked_feature_but_the_terrain() -> None:
    box = board_text({f"9,gh/{other}": FORD for other in _AROUND})
    blockers = tuple(
        (20 + i, "red", 3, parse_place(f"9,gh/{o}").label) for i, o in enumerate(_AROUND)
    )
    play = play_to("fp-move", box, ((1, "green", 3, "9,gh"), *blockers))
    counters = tuple(WeatherCounter(place, Weather.STORM) for place in ("9,gh",))
    play.state = GAME.evolve(play.state, WeatherPlaced(counters=counters))
    play.state = GAME.evolve(play.state, MarkerRevealed(piece=PieceId(1), known="rumor"))
    play.go(1, "9,hi")
    # In the storm the river cannot be waded, so the guess leads over the blocked ford.
    offered = {choice.action for choice in play.prompts(FP)[0].form.choices}
    assert offered == {"stop"}
    play.press(FP, "stop")
    assert play.state.public.expected[0].place == "9,gh"


@pytest.mark.rule("FOTR-118", "FOTR-119")
def test_who_could_cross_by_the_terrain_may_go_onto_the_blocked_feature_instead() -> None:
    box = board_text({f"9,gh/{other}": RIVER for other in _AROUND} | {"9,gh/9,hi": FORD})
    blockers: Markers = ((1, "green", 3, "9,gh"), (9, "red", 3, "9,gh/9,hi"))
    play = play_to("fp-move", box, blockers)
    play.go(1, "9,hi")
    assert "from 9,gh to 9,hi by river" in sentence(play)
    play.press(FP, "by-feature")
    assert sentence(play) == "The feature at 9,gh/9,hi is blocked: say how your marker goes on."
    play.press(FP, "terrain")
    assert "from 9,gh to 9,hi by river" in sentence(play)
    play.press(FP, "by-feature")
    play.press(FP, "enter")
    play.press(EP, "group")
    assert [fight.place for fight in play.state.public.fights] == ["9,gh/9,hi"]
    rumor = play_to("fp-move", box, blockers)
    rumor.state = GAME.evolve(rumor.state, MarkerRevealed(piece=PieceId(1), known="rumor"))
    rumor.go(1, "9,hi")
    offered = {choice.action for choice in rumor.prompts(FP)[0].form.choices}
    assert "by-feature" not in offered


@pytest.mark.rule("FOTR-123", "FOTR-127")
def test_what_swims_does_not_walk_out_of_the_waste() -> None:
    swimmer = (3, "black", 5, "@West Forodwaith")
    play = play_to("ep-enable", SAMPLE_BOX, (swimmer, (2, "green", 3, "12,e")))
    play.press(EP, "guardian", first="3")
    play.go_on(until="ep-move-enabled")
    play.go(3, "9,ab")
    assert [flag.section for flag in play.state.public.flags] == ["7.5, 7.6"]


@pytest.mark.rule("FOTR-123")
def test_what_swims_does_not_go_ashore() -> None:
    box = board_text({"9,gh/9,hi": RIVER})
    play = play_to("ep-enable", box, ((1, "black", 5, "9,gh/9,hi"), (2, "green", 3, "20,h")))
    play.press(EP, "guardian", first="1")
    play.go_on(until="ep-move-enabled")
    play.go(1, "9,gh")
    (flag,) = play.state.public.flags
    assert flag.section == "7.5, 7.6"
    assert "cannot end its move at 9,gh" in flag.text


def test_what_has_no_room_while_moving_is_flagged() -> None:
    play = play_to("fp-move", board_text(), ((1, "green", 3, "9,gh"),))
    play.put(2, "green", 3, "12,h")
    play.turn(1, 4)
    assert sorted(flags(play)) == ["6.12", "7.2"]


def test_a_marker_lifted_on_its_way_is_a_rumor_that_goes() -> None:
    box = board_text({f"9,gh/{other}": WOODS for other in _AROUND})
    play = play_to("fp-move", box, ((1, "green", 3, "9,gh"), (2, "green", 3, "20,h")))
    play.go(1, "9,hi")
    play.lift(1)
    assert move_work(play.state.public).walk is None
    assert sentence(play) == "Move your markers, one at a time."


def test_a_way_that_turns_out_too_long_is_flagged_once_the_map_is_known() -> None:
    sides = {
        f"9,ij/{other}": HexsideEntry() for other in ("9,hi", "9,jk", "8,i", "8,j", "10,i", "10,j")
    }
    play = play_to("fp-move", board_text(sides), ((1, "green", 3, "9,gh"),))
    play.go(1, "9,ij")
    for _ in range(12):
        if flags(play) or not play.state.public.cells:
            break
        column = play.state.public.cells[0].cell.column
        play.press(FP, "fill-in", value="woods" if column == "terrain" else "none")
    assert flags(play) == ["7.31"]
