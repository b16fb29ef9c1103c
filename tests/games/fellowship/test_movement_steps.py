"""Moving, played through commands (7.3 to 7.7)."""

from __future__ import annotations

import pytest

from companion.board.places import parse_place
from companion.games.fellowship.box.file import HexEntry, HexsideEntry, RegionEntry
from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.events.play import MarkerRevealed
from companion.games.fellowship.events.status import WeatherPlaced
from companion.games.fellowship.facts.names import Feature, HexType, Terrain, Water, Weather
from companion.games.fellowship.play.movement import HOW_TO_MOVE
from companion.games.fellowship.state import WeatherCounter
from companion.table.ids import PieceId
from companion.table.views import Map
from tests.support.fellowship import EP, FP, GAME, Play, RefusedError
from tests.support.fellowship_map import (
    COAST,
    FORD,
    MOUNTAIN,
    PASS,
    RIVER,
    TUNNEL,
    WOODS,
    board_text,
)
from tests.support.fellowship_moves import (
    GREEN,
    Markers,
    activate,
    at_step,
    flags,
    moving,
    sentence,
    walked,
)


@pytest.mark.rule("FOTR-107")
def test_a_move_within_the_allowance_goes_through_without_a_tap() -> None:
    play = moving()
    play.go(1, "9,ij")
    assert flags(play) == []
    assert walked(play, 1) == (True, True)
    assert sentence(play) == "Move your markers, one at a time."


@pytest.mark.rule("FOTR-107")
def test_whoever_moves_is_told_how_and_a_marker_tapped_on_the_map_moves_like_one_seen() -> None:
    play = moving()
    (first, *_) = play.prompts(FP)[0].detail
    assert first == HOW_TO_MOVE
    region = play.view(FP).region("map")
    assert region is not None
    (shown,) = region.widgets
    assert isinstance(shown, Map)
    (marker,) = (one for one in shown.pieces if one.id == 1)
    (elsewhere,) = (one for one in marker.form.choices if one.action == "move:1")
    assert f"press: {elsewhere.label}." in HOW_TO_MOVE
    sent = {one.action.partition(":")[0]: one.field for one in marker.form.choices if one.field}
    assert sent == {"name": "name", "move": "place", "turn": "face"}
    assert {field.name for field in marker.form.fields} == set(sent.values())
    play.tap(FP, elsewhere.action, place="9,ij")
    assert flags(play) == []
    assert walked(play, 1) == (True, True)


@pytest.mark.rule("FOTR-107")
def test_a_move_too_far_is_flagged_kept_or_taken_back() -> None:
    play = moving()
    play.go(1, "9,jk")
    assert flags(play) == ["7.31"]
    play.press(FP, "keep-move")
    assert play.state.public.table.pieces[PieceId(1)].place == "9,jk"
    play = moving()
    play.go(1, "9,jk")
    play.press(FP, "take-back")
    assert flags(play) == []
    assert play.state.public.table.pieces[PieceId(1)].place == "9,gh"
    assert walked(play, 1) == ()
    play.go(1, "9,ij")
    assert flags(play) == []


@pytest.mark.rule("FOTR-107")
def test_a_flagged_move_put_right_on_the_table_counts_from_where_it_began() -> None:
    play = moving()
    play.go(1, "9,jk")
    play.go(1, "9,ij")
    assert flags(play) == []
    assert walked(play, 1) == (True, True)


@pytest.mark.rule("FOTR-107")
def test_steps_of_one_marker_add_up_within_a_phase() -> None:
    play = moving()
    play.go(1, "9,hi")
    play.go(1, "9,ij")
    assert flags(play) == []
    play.go(1, "9,jk")
    assert flags(play) == ["7.31"]


def test_a_marker_on_its_way_that_is_put_right_by_hand_is_on_no_way_any_more() -> None:
    play = moving(board_text(_woods_around_hi()))
    play.go(1, "9,hi")
    assert move_work(play.state.public).walk is not None
    play.tap(FP, "hand-right", piece="1", place="9,gh")
    assert move_work(play.state.public).walk is None
    assert flags(play) == []
    assert sentence(play) == "Move your markers, one at a time."
    play.go(1, "9,hi")
    assert sentence(play).startswith("Roll 7 or less")


@pytest.mark.rule("FOTR-109")
def test_a_terrain_roll_is_awaited_with_its_number_and_crosses() -> None:
    play = moving(board_text(_woods_around_hi()))
    play.go(1, "9,hi")
    prompt = play.prompts(FP)[0]
    assert prompt.asked
    assert prompt.sentence == "Roll 7 or less to go from 9,gh to 9,hi by woods."
    play.die(7)
    (result,) = play.shown_result()
    assert (result.result, result.total) == ("crosses", 7)
    assert walked(play, 1) == (False,)


def _woods_around_hi() -> dict[str, HexsideEntry]:
    return {f"9,hi/{other}": WOODS for other in _AROUND_HI}


@pytest.mark.rule("FOTR-109")
def test_a_failed_roll_ends_the_move_and_the_marker_must_go_back() -> None:
    play = moving(board_text(_woods_around_hi()))
    play.go(1, "9,hi")
    play.die(8)
    (result,) = play.shown_result()
    assert result.result == "stays"
    (expected,) = play.state.public.expected
    assert (expected.what, expected.place) == ("move", "9,gh")
    play.go(1, "9,gh")
    assert play.state.public.expected == ()
    assert flags(play) == []
    play.go(1, "9,fg")
    assert flags(play) == ["7.32"]


@pytest.mark.rule("FOTR-109")
def test_a_roll_is_refused_nothing_while_it_is_awaited() -> None:
    play = moving(board_text(_woods_around_hi()))
    play.go(1, "9,hi")
    with pytest.raises(RefusedError):
        play.press(FP, "done")
    play.press(FP, "stop")
    assert play.state.public.expected[0].place == "9,gh"


@pytest.mark.rule("FOTR-110")
def test_the_player_may_draw_another_way() -> None:
    play = moving(board_text(_ring_of_woods()), RIDER)
    play.go(1, "9,ij")
    assert sentence(play) == "Roll 7 or less to go from 9,hi to 9,ij by woods."
    refusal = play.refusal(play.act(FP, "way", way="9,hi 12,h"))
    assert refusal.code == "rule"
    refusal = play.refusal(play.act(FP, "way", way="nowhere"))
    assert refusal.code == "bad-input"
    refusal = play.refusal(play.act(FP, "way", way="9,hi 8,i 9,ij"))
    assert refusal.section == "7.31"


@pytest.mark.rule("FOTR-110")
def test_a_longer_way_round_may_be_drawn() -> None:
    play = moving(board_text({f"9,hi/{o}": WOODS for o in _AROUND_HI if o != "8,i"}))
    play.go(1, "9,hi")
    assert sentence(play) == "Roll 7 or less to go from 9,gh to 9,hi by woods."
    refusal = play.refusal(play.act(FP, "way", way="9,gh 8,h 8,i 9,hi"))
    assert refusal.section == "7.31"
    play = moving(board_text({f"9,hi/{o}": WOODS for o in _AROUND_HI}), RIDER)
    play.go(1, "9,hi")
    play.press(FP, "way", way="9,gh 8,h 9,hi")
    assert sentence(play) == "Roll 7 or less to go from 8,h to 9,hi by woods."
    play.die(7)
    assert walked(play, 1) == (True, False)


@pytest.mark.rule("FOTR-110")
def test_feature_and_terrain_of_a_hexside_are_both_offered() -> None:
    play = moving(
        board_text({f"9,hi/{o}": PASS for o in _AROUND_HI}, {"9,hi": _land(HexType.HAVEN)})
    )
    play.go(1, "9,hi")
    # A pass into a Haven cannot fail: 8 and 3 more.
    assert walked(play, 1) == (False,)
    play = moving(
        board_text({f"9,hi/{o}": TUNNEL for o in _AROUND_HI}, {"9,hi": _land(HexType.HAVEN)})
    )
    play.go(1, "9,hi")
    assert "Roll 8 or less" in sentence(play)
    play.press(FP, "by-terrain")
    assert "Roll 3 or less" in sentence(play)
    play.press(FP, "by-feature")
    assert "Roll 8 or less" in sentence(play)


_AROUND_HI = ("9,gh", "9,ij", "8,h", "8,i", "10,h", "10,i")
RIDER: Markers = ((1, "green", 4, "9,gh"),)
SNEAK: Markers = ((1, "green", 2, "9,gh"),)


def _ring_of_woods() -> dict[str, HexsideEntry]:
    return {f"9,ij/{other}": WOODS for other in ("9,hi", "9,jk", "8,i", "8,j", "10,i", "10,j")}


@pytest.mark.rule("FOTR-111")
def test_weather_at_the_hexside_changes_the_number() -> None:
    play = moving(board_text({f"9,gh/{o}": RIVER for o in _AROUND}), SNEAK)
    counters = (WeatherCounter("9,hi", Weather.BAD),)
    play.state = GAME.evolve(play.state, WeatherPlaced(counters=counters))
    play.go(1, "9,hi")
    assert "Roll 3 or less" in sentence(play)


_AROUND = ("9,fg", "9,hi", "8,g", "8,h", "10,g", "10,h")


@pytest.mark.rule("FOTR-112")
def test_entering_a_haven_takes_three_off_the_roll() -> None:
    sides = {f"9,hi/{o}": MOUNTAIN for o in _AROUND_HI}
    play = moving(board_text(sides, {"9,hi": _land(HexType.HAVEN)}))
    play.go(1, "9,hi")
    assert "Roll 3 or less" in sentence(play)
    play.die(3)
    (result,) = play.shown_result()
    assert (result.result, result.total) == ("crosses", 0)


def _land(hex_type: HexType) -> HexEntry:
    return HexEntry(type=hex_type, water=Water.LAND, region="I", battlefield=False)


@pytest.mark.rule("FOTR-114")
def test_a_red_rider_at_a_ford_says_whether_a_nazgul_rides_along() -> None:
    box = board_text({f"9,gh/{o}": FORD for o in _AROUND})
    markers: Markers = ((1, "green", 2, "25,cd"), (9, "red", 4, "9,gh"))
    play = at_step("ep-move-free", box, markers)
    play.go(9, "9,hi")
    assert sentence(play, FP) == "A red marker rides from 9,gh to 9,hi by ford; the Enemy says how."
    plain = at_step("ep-move-free", box, markers)
    plain.go(9, "9,hi")
    plain.press(EP, "without")
    assert walked(plain, 9) == (False,)
    play.press(EP, "with")
    assert "Roll 5 or less" in sentence(play, EP)
    play.die(6)
    assert play.state.public.expected[0].place == "9,gh"


@pytest.mark.rule("FOTR-114", "FOTR-090")
@pytest.mark.parametrize(("face", "asked"), [(4, True), (3, False)])
def test_a_rider_with_the_ring_at_a_ford_is_asked_as_others_are(face: int, *, asked: bool) -> None:
    """Its marker lies sticker side up, and keeps the mode that it showed (6.4)."""
    box = board_text({f"9,gh/{o}": FORD for o in _AROUND})
    play = at_step("ep-move-free", box, ((1, "green", 2, "25,cd"), (9, "red", face, "9,gh")))
    play.tap(EP, "ring", ring="enemy", bearer="Khamul", carrier="9", place="9,gh")
    play.turn(9, 1)
    play.go(9, "9,hi")
    assert ("the Enemy says how" in sentence(play, FP)) is asked


@pytest.mark.rule("FOTR-118")
def test_at_a_blocked_feature_a_blocking_rumor_goes_and_the_group_crosses() -> None:
    play = moving(board_text({f"9,gh/{o}": TUNNEL for o in _AROUND}), _blocked_by("red", 4))
    play.go(1, "9,hi")
    assert "blocked" in sentence(play)
    play.press(FP, "enter")
    assert play.state.public.known[PieceId(1)] == "group"
    play.press(EP, "rumor")
    assert walked(play, 1) == (False,)
    assert [one.what for one in play.state.public.expected] == ["remove"]


@pytest.mark.rule("FOTR-106", "FOTR-118")
@pytest.mark.parametrize("how", ["lifted", "beside", "taken", "moved", "by hand"])
@pytest.mark.parametrize("facing", [False, True])
def test_a_marker_goes_on_once_what_blocked_its_way_is_gone(how: str, *, facing: bool) -> None:
    """The Enemy may take a rumor off at any time, also under the feet of a group (7.2)."""
    road = HexsideEntry(terrain=Terrain.MOUNTAIN, feature=Feature.ROAD)
    blocked = ((1, "green", 2, "9,gh"), (9, "red", 4, _side("9,gh/9,hi")))
    play = moving(board_text({f"9,gh/{o}": road for o in _AROUND}), blocked)
    play.go(1, "9,hi")
    assert "blocked" in sentence(play)
    if facing:
        play.press(FP, "enter")
    match how:
        case "lifted":
            play.lift(9)
        case "beside":
            play.go(9, "off")
        case "taken":
            play.tap(EP, "take:9")
        case "moved":
            play.go(9, "20,h")
        case _:
            play.tap(EP, "hand-off", piece="9")
    assert move_work(play.state.public).walk is None
    assert walked(play, 1) == (True,)
    assert sentence(play) == "Move your markers, one at a time."


@pytest.mark.rule("FOTR-118")
def test_a_blocking_group_stops_the_move_and_there_is_a_fight() -> None:
    play = moving(board_text({f"9,gh/{o}": TUNNEL for o in _AROUND}), _blocked_by("red", 4))
    play.go(1, "9,hi")
    play.press(FP, "enter")
    play.press(EP, "group")
    (fight,) = play.state.public.fights
    assert (fight.place, fight.cause) == ("9,gh/9,hi", "blocked feature")
    assert play.state.public.expected[0].place == "9,gh/9,hi"


@pytest.mark.rule("FOTR-118")
@pytest.mark.parametrize("rumor", [True, False])
def test_of_a_blocker_that_everybody_knows_nothing_is_asked(
    rumor: bool,  # noqa: FBT001 - a parameter of a table
) -> None:
    play = moving(board_text({f"9,gh/{o}": TUNNEL for o in _AROUND}), _blocked_by("red", 4))
    for piece in play.state.public.pieces_of(EP):
        revealed = MarkerRevealed(piece=piece.id, known="rumor" if rumor else "group")
        play.state = GAME.evolve(play.state, revealed)
    play.go(1, "9,hi")
    play.press(FP, "enter")
    assert walked(play, 1) == ((False,) if rumor else ())
    assert bool(play.state.public.fights) is not rumor


@pytest.mark.rule("FOTR-119")
@pytest.mark.parametrize(("roll", "passes"), [(5, True), (6, False)])
def test_a_dormant_blocker_is_passed_on_five_or_less(roll: int, *, passes: bool) -> None:
    play = moving(board_text({f"9,gh/{o}": TUNNEL for o in _AROUND}), _blocked_by("black", 6))
    play.go(1, "9,hi")
    play.press(FP, "enter")
    play.press(EP, "group")
    play.die(roll)
    assert bool(play.state.public.fights) is not passes
    assert walked(play, 1) == ((False,) if passes else ())


@pytest.mark.rule("FOTR-119")
def test_the_terrain_of_a_blocked_ford_may_be_waded() -> None:
    play = moving(board_text({f"9,gh/{o}": FORD for o in _AROUND}), _blocked_by("red", 3))
    play.go(1, "9,hi")
    assert "Roll 5 or less" in sentence(play)


def _blocked_by(colour: str, face: int) -> Markers:
    sides = [f"9,gh/{other}" for other in _AROUND]
    return (*GREEN, *((10 + i, colour, face, _side(side)) for i, side in enumerate(sides)))


def _side(label: str) -> str:
    return parse_place(label).label


@pytest.mark.rule("FOTR-120")
def test_passing_an_active_hex_lets_the_enemy_search_before_the_terrain_roll() -> None:
    sides = {**_ring_of_woods()}
    play = moving(board_text(sides, {"9,hi": _land(HexType.WILD_1)}), RIDER)
    activate(play, "9,hi", "8,h", "10,h", "8,i", "10,i")
    play.go(1, "9,ij")
    assert "search it or let it pass" in sentence(play, EP)
    assert {c.action for c in play.prompts(FP)[0].form.choices} == {"way"}
    play.press(EP, "pass")
    assert "by woods" in sentence(play)


@pytest.mark.rule("FOTR-110", "FOTR-120")
def test_before_the_search_the_mover_may_say_that_it_went_another_way() -> None:
    play = moving(board_text({"9,gh/10,h": WOODS}))
    activate(play, "9,hi")
    play.go(1, "10,i")
    assert "search it or let it pass" in sentence(play, EP)
    refusal = play.refusal(play.act(FP, "way", way="8,h 10,i"))
    assert refusal.section == "7.3"
    play.press(FP, "way", way="9,gh 10,h 10,i")
    assert sentence(play) == "Roll 7 or less to go from 9,gh to 10,h by woods."
    play.die(7)
    assert walked(play, 1) == (False, True)


def test_what_was_rolled_for_cannot_be_drawn_anew() -> None:
    play = moving(board_text({f"9,gh/{o}": WOODS for o in _AROUND}), RIDER)
    play.go(1, "9,hi")
    play.die(1)
    activate(play, "9,hi")
    play.go(1, "9,jk")
    play.press(EP, "pass")
    assert walked(play, 1) == (False, True, True)


@pytest.mark.rule("FOTR-120")
def test_an_s_result_on_the_way_is_resolved_and_the_marker_goes_on() -> None:
    play = _passing()
    play.press(EP, "search")
    play.die(1)
    assert play.shown_result()[0].result == "S"
    play.press(FP, "group")
    assert walked(play, 1) == (True, True)
    assert play.state.public.expected == ()


def _passing() -> Play:
    play = moving(board_text())
    activate(play, "9,hi", "8,h", "10,h", "8,i", "10,i")
    play.go(1, "9,ij")
    return play


@pytest.mark.rule("FOTR-120", "FOTR-141")
def test_a_rumor_found_on_the_way_leaves_the_map() -> None:
    play = _passing()
    play.press(EP, "search")
    play.die(1)
    play.press(FP, "rumor")
    assert [one.what for one in play.state.public.expected] == ["remove"]
    play.lift(1)
    assert move_work(play.state.public).walk is None


@pytest.mark.rule("FOTR-120")
def test_an_encounter_on_the_way_stops_the_marker_there() -> None:
    play = _passing()
    play.press(EP, "search")
    play.die(6)
    assert play.shown_result()[0].result == "E"
    play.press(FP, "group")
    (expected,) = play.state.public.expected
    assert expected.place == "9,hi"
    assert walked(play, 1) == (True,)
    play.go(1, "9,hi")
    play.press(FP, "done")
    play.go_on(until="fp-activity")
    play.die(1)
    # It stands in an active hex, so it is searched once more in the search phase.
    assert play.step == "fp-search"
    play.die(1)
    assert "retreat or fight" in sentence(play)


@pytest.mark.rule("FOTR-120")
def test_nothing_found_lets_the_marker_go_on() -> None:
    sneaking: Markers = ((1, "green", 4, "9,gh"),)
    play = moving(board_text(hexes={"9,hi": _land(HexType.CIVILIZED)}), sneaking)
    activate(play, "9,hi", "8,h", "10,h", "8,i", "10,i")
    play.go(1, "9,ij")
    play.press(EP, "search")
    play.die(1)
    assert walked(play, 1) == (True, True)


@pytest.mark.rule("FOTR-124")
def test_a_flyer_is_searched_only_where_an_enemy_marker_stands() -> None:
    flyer: Markers = ((1, "green", 6, "9,gh"),)
    play = moving(board_text(), flyer)
    activate(play, "9,hi", "8,h", "10,h", "8,i", "10,i")
    play.go(1, "9,ij")
    assert walked(play, 1) == (True, True)


@pytest.mark.rule("FOTR-124")
def test_a_flight_ends_with_the_player_turn() -> None:
    flyer: Markers = ((1, "green", 6, "9,gh"),)
    play = moving(board_text(), flyer)
    play.press(FP, "done")
    play.die(1)
    while play.step == "fp-search":
        play.go_on()
    assert [(one.what, one.face) for one in play.state.public.expected] == [("turn", 3)]


@pytest.mark.rule("FOTR-126")
def test_a_sea_region_takes_the_whole_phase() -> None:
    hexes = {"2,f": COAST, "2,g": COAST, "2,h": COAST}
    ship: Markers = ((1, "green", 5, "2,g"),)
    play = moving(board_text(hexes=hexes), ship)
    play.go(1, "@Harlindon Coast")
    assert flags(play) == []
    play = moving(board_text(hexes=hexes), ship)
    play.go(1, "2,h")
    play.go(1, "2,g")
    play.go(1, "@Harlindon Coast")
    assert flags(play) == ["7.71"]


@pytest.mark.rule("FOTR-127")
@pytest.mark.parametrize(
    ("roll", "shown", "leaves"),
    [
        (6, "", True),
        (7, "aragorn", True),
        (8, "aragorn", False),
        (8, "both", True),
        (7, "none", False),
    ],
)
def test_the_waste_is_left_on_six_and_helpers_may_be_shown_after_the_roll(
    roll: int, shown: str, *, leaves: bool
) -> None:
    regions = {"East Forodwaith": RegionEntry(hexes=("13,ab",), regions=())}
    wanderer: Markers = ((1, "green", 3, "@East Forodwaith"),)
    play = moving(board_text(regions=regions), wanderer)
    play.go(1, "13,ab")
    play.die(roll)
    if shown:
        play.press(FP, shown)
    assert bool(play.state.public.expected) is not leaves
    assert (play.state.public.known.get(PieceId(1)) == "group") is (shown not in ("", "none"))


@pytest.mark.rule("FOTR-133")
def test_the_paths_of_the_dead_ask_for_aragorn() -> None:
    play = moving(board_text({"12,l/12,m": MOUNTAIN}), ((1, "green", 2, "12,m"),))
    play.go(1, "12,l")
    # Edoras is a Haven, so climbing in on 3 or less is possible; the tunnel needs no roll.
    assert "Roll 3 or less" in sentence(play)
    play.press(FP, "by-feature")
    assert "Paths of the Dead" in sentence(play)
    play.press(FP, "show")
    assert walked(play, 1) == (False,)
    assert play.state.public.known == {1: "group"}
    assert play.state.public.sneak_spoilt == (1,)


@pytest.mark.rule("FOTR-057")
def test_dormant_markers_cannot_move() -> None:
    markers: Markers = (*GREEN, (9, "red", 6, "20,h"), (8, "red", 3, "22,h"))
    play = at_step("ep-move-free", board_text(), markers)
    play.go(9, "20,i")
    assert flags(play) == ["6.22"]


@pytest.mark.rule("FOTR-059")
def test_guardians_and_saruman_move_only_when_enabled() -> None:
    markers: Markers = (*GREEN, (9, "black", 4, "20,h"), (8, "red", 3, "22,h"))
    play = at_step("ep-move-free", board_text(), markers)
    play.go(8, "22,i")
    assert flags(play) == []
    play.go(9, "20,i")
    assert flags(play) == ["6.25, 5.0"]


def _enabled(colour: str, *others: tuple[int, str, int, str]) -> Play:
    """Marker 9 is enabled, has made a rumor, 12, and the enabled forces move."""
    face = 2 if colour == "red" else 4
    play = at_step("ep-enable", board_text(), (*GREEN, (9, colour, face, "20,h"), *others))
    kind = {"black": "guardian", "white": "saruman", "red": "fell-creature"}[colour]
    if colour == "white":
        play.press(EP, kind)
    else:
        play.press(EP, kind, first="9", second=str(others[0][0]) if others else "")
    play.go_on(until="ep-split")
    play.put(12, colour, face, "20,h")
    play.press(EP, "done")
    play.go_on(until="ep-move-enabled")
    assert flags(play) == []
    return play


@pytest.mark.rule("FOTR-065", "FOTR-105", "FOTR-223")
@pytest.mark.parametrize("colour", ["black", "white", "red"])
@pytest.mark.parametrize("first", [9, 12])
def test_what_an_enabled_marker_has_made_moves_as_that_one_does(colour: str, first: int) -> None:
    play = _enabled(colour)
    play.go(first, "20,i")
    play.go(first, "20,j")
    play.go(21 - first, "20,g")
    assert flags(play) == []


@pytest.mark.rule("FOTR-065", "FOTR-223")
@pytest.mark.parametrize("last", [9, 10, 12])
def test_two_black_markers_move_in_a_player_turn_whichever_they_are(last: int) -> None:
    play = _enabled("black", (10, "black", 4, "15,cd"), (11, "black", 4, "9,cd"))
    for number in (9, 10, 12):
        if number != last:
            play.go(number, "15,de" if number == 10 else "20,i")
    assert flags(play) == []
    play.go(last, "15,de" if last == 10 else "20,g")
    assert flags(play) == ["6.25"]
    # One that nobody has enabled does not move at all.
    other = _enabled("black", (10, "black", 4, "15,cd"), (11, "black", 4, "9,cd"))
    other.go(11, "9,de")
    assert flags(other) == ["6.25"]


def test_the_other_sides_markers_have_no_room_in_this_step() -> None:
    play = moving(board_text(), (*GREEN, (9, "red", 3, "20,h")))
    play.go(9, "20,i")
    assert flags(play) == ["5.0"]


def test_two_markers_moved_at_once_are_walked_one_after_the_other() -> None:
    play = moving(board_text(_woods_around_hi()), (*GREEN, (2, "green", 3, "12,h")))
    play.go(1, "9,hi")
    play.go(2, "12,i")
    assert walked(play, 2) == ()
    play.die(1)
    assert walked(play, 1) == (False,)
    assert walked(play, 2) == (True,)


def test_a_marker_taken_back_by_hand_simply_goes_no_further() -> None:
    play = moving(board_text(_woods_around_hi()))
    play.go(1, "9,hi")
    play.go(1, "9,gh")
    assert flags(play) == []
    assert move_work(play.state.public).walk is None
    play.go(1, "9,fg")
    assert flags(play) == []


def test_an_unknown_hexside_is_asked_once_and_the_way_found_anew() -> None:
    sides = {f"9,hi/{o}": HexsideEntry() for o in ("9,gh", "9,ij", "8,h", "8,i", "10,h", "10,i")}
    play = moving(board_text(sides))
    play.go(1, "9,hi")
    assert "9,gh/9,hi" in sentence(play)
    play.press(FP, "fill-in", value="woods")
    play.press(FP, "fill-in", value="none")
    assert "Roll 7 or less" in sentence(play)
    play.die(2)
    assert walked(play, 1) == (False,)
    assert play.state.learned == 2
