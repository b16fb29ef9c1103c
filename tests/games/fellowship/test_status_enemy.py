"""The Enemy's status phase: challenging, mobilizing, enabling, activating, weather (6.2)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.events.play import MarkerRevealed
from companion.games.fellowship.facts.names import ENEMY, HexType, Weather
from companion.games.fellowship.facts.roster import forces_of
from companion.games.fellowship.facts.turn_track import mobilizations
from companion.table.ids import PUBLIC, PieceId
from companion.table.views import Log, LogLine
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play
from tests.support.fellowship_places import civilized_hex


def at_challenge(*, turn: int = 1) -> Play:
    """The Enemy's status phase: green 1 and 2, black 11 and 12 and red 13 dormant."""
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 2, "4,f")
    play.put(2, "green", 2, "5,ef")
    play.put(11, "black", 6, "14,h")
    play.put(12, "black", 6, "13,gh")
    play.put(13, "red", 6, "9,cd")
    play.go_on(until="ep-challenge")
    while play.state.public.turn < turn:
        play.go_on()
        play.go_on(until="ep-challenge")
    return play


def log_of(play: Play) -> list[LogLine]:
    region = play.view(PUBLIC).region("log")
    assert region is not None
    (log,) = region.widgets
    assert isinstance(log, Log)
    return list(log.lines)


def _at_transport(*, box: str = SAMPLE_BOX) -> Play:
    """The Enemy's change of transport: red 13 dormant, red 14 on foot, black 11 on foot."""
    play = Play(box)
    play.put(1, "green", 2, "4,f")
    play.put(11, "black", 3, "14,h")
    play.put(13, "red", 6, "9,cd")
    play.put(14, "red", 3, "15,cd")
    play.go_on(until="ep-weather")
    play.tap(EP, "step-on")
    assert play.step == "ep-transport"
    return play


@pytest.mark.rule("FOTR-046")
def test_the_eagles_are_not_offered_to_the_enemy() -> None:
    play = _at_transport()
    (objective,) = [
        field for field in play.prompt_with(EP, "try").form.fields if field.name == "objective"
    ]
    assert [option.value for option in objective.options] == ["horses", "ships", "boats"]


@pytest.mark.rule("FOTR-046")
def test_the_eagles_carry_none_of_sarumans_forces_for_the_fellowship() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "4,f")
    play.put(2, "white", 3, "15,cd")
    play.tap(EP, "ring", ring="enemy")
    play.go_on(until="fp-transport")
    refusal = play.refusal(play.act(FP, "try", piece="2", objective="eagles"))
    assert (refusal.code, refusal.section) == ("rule", "6.121")


@pytest.mark.rule("FOTR-039")
def test_nobody_of_the_fellowship_helps_sarumans_forces_to_horses() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "4,f")
    play.put(2, "white", 3, civilized_hex())
    play.tap(EP, "ring", ring="enemy")
    play.go_on(until="fp-transport")
    play.press(FP, "try", piece="2", objective="horses")
    play.die(6)
    assert [one.result for one in play.shown_result()] == ["not got"]


@pytest.mark.rule("FOTR-057")
@pytest.mark.parametrize(("piece", "face"), [(13, 3), (13, 4), (11, 6), (14, 6)])
def test_a_change_of_transport_neither_wakes_nor_puts_to_sleep(piece: int, face: int) -> None:
    play = _at_transport()
    play.turn(piece, face)
    assert [flag.piece for flag in play.state.public.flags] == [piece]


@pytest.mark.rule("FOTR-055")
def test_a_challenged_rumor_goes_and_the_enemy_may_challenge_again() -> None:
    play = at_challenge()
    play.press(EP, "challenge", piece="1")
    assert not any(prompt.asked for prompt in play.prompts(EP))
    play.press(FP, "rumor")
    assert play.state.public.known == {1: "rumor"}
    assert [one.what for one in play.state.public.expected] == ["remove"]
    play.lift(1)
    assert play.state.public.expected == ()
    assert play.step == "ep-challenge"
    play.press(EP, "challenge", piece="2")


@pytest.mark.rule("FOTR-055")
def test_what_everybody_knows_is_not_asked_at_a_challenge() -> None:
    play = at_challenge()
    for revealed in (
        MarkerRevealed(piece=PieceId(1), known="rumor"),
        MarkerRevealed(piece=PieceId(2), known="group"),
    ):
        play.state = GAME.evolve(play.state, revealed)
    (field,) = play.prompt_with(EP, "challenge").form.fields
    assert [option.value for option in field.options] == ["1"]
    play.press(EP, "challenge", piece="1")
    assert [one.what for one in play.state.public.expected] == ["remove"]
    play.prompt_with(EP, "done")


@pytest.mark.rule("FOTR-055")
def test_a_challenged_group_costs_the_rest_of_the_player_turn() -> None:
    play = at_challenge()
    play.press(EP, "challenge", piece="2")
    play.press(FP, "group")
    assert play.state.public.known == {2: "group"}
    assert play.state.public.turn == 2
    assert play.step.startswith("fp-")


def test_a_marker_can_be_challenged_by_tapping_it() -> None:
    play = at_challenge()
    play.tap(EP, "step:1:challenge")
    assert "4,f" in play.prompts(FP)[0].sentence


@pytest.mark.rule("FOTR-056")
def test_three_two_two_two_then_one_minion_a_turn() -> None:
    assert [mobilizations(turn) for turn in range(1, 8)] == [3, 2, 2, 2, 1, 1, 1]
    for turn in (1, 2, 5):
        play = at_challenge(turn=turn)
        play.go_on(until="ep-mobilize")
        assert play.state.public.mobilizations_left == mobilizations(turn)


@pytest.mark.rule("FOTR-062")
def test_which_minion_is_mobilized_off_the_board_stays_secret() -> None:
    plays = []
    for card, box in (("Mouth of Sauron", "sauronic-1"), ("Fell creature 1", "sauronic-9")):
        play = at_challenge()
        play.go_on(until="ep-mobilize")
        play.press(EP, "off-board", card=card, box=box)
        assert play.state.hidden[EP].boxes == {card: box}
        assert play.state.public.mobilizations_left == 2
        plays.append(play)
    one, other = plays
    for viewer in (FP, PUBLIC):
        assert one.view(viewer) == other.view(viewer)


@pytest.mark.rule("FOTR-060", "FOTR-061")
def test_turning_a_guardian_over_counts_once_and_a_guardian_rumor_goes_with_it() -> None:
    play = at_challenge()
    play.go_on(until="ep-mobilize")
    play.turn(11, 2)
    assert play.state.public.mobilizations_left == 2
    play.turn(12, 4)
    assert play.state.public.mobilizations_left == 2
    play.turn(13, 4)
    assert play.state.public.mobilizations_left == 1
    assert play.state.public.flags == ()


def test_one_mobilization_too_many_is_flagged() -> None:
    play = at_challenge(turn=5)
    play.go_on(until="ep-mobilize")
    play.turn(13, 4)
    assert play.step != "ep-mobilize"
    play.turn(11, 2)
    assert [flag.seat for flag in play.state.public.flags] == [EP]


@pytest.mark.rule("FOTR-060", "FOTR-057")
@pytest.mark.parametrize("face", [4, 6])
@pytest.mark.parametrize(("place", "flagged"), [("9,cd", False), ("15,cd", True)])
def test_a_marker_that_is_put_down_asleep_opens_its_place_to_nobody(
    place: str, face: int, *, flagged: bool
) -> None:
    """Beside a sleeping marker part of it may come out (6.221); elsewhere none begins."""
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "4,f")
    play.put(13, "red", 6, "9,cd")
    play.begin()
    play.go_on(until="ep-mobilize")
    play.put(14, "red", face, place)
    assert [flag.piece for flag in play.state.public.flags] == ([14] if flagged else [])


@pytest.mark.rule("FOTR-058")
def test_saruman_counts_as_one_mobilization_with_all_his_agents() -> None:
    play = at_challenge()
    play.go_on(until="ep-mobilize")
    offered = play.prompt_with(EP, "off-board").form.fields[0]
    names = {option.value for option in offered.options}
    assert "Saruman" in names
    assert not any(name.startswith("Saruman agent") for name in names)
    left = play.state.public.mobilizations_left
    play.press(EP, "off-board", card="Saruman", box="saruman-1")
    assert play.state.public.mobilizations_left == left - 1
    # The four agents cost nothing: one each at Isengard, the Shire, Bree and Edoras.
    assert any("Saruman's agents come with him" in line for line in play.prompts(EP)[0].detail)
    starts = {one.name: one.start[0] for one in forces_of(ENEMY) if one.kind == "saruman-agent"}
    assert sorted(starts.values()) == ["11,jk", "12,l", "4,f", "6,f"]
    for number, (name, place) in enumerate(starts.items(), start=41):
        play.lay(EP, f"saruman-{number - 39}", name)
        play.put(number, "white", 4, place)
    assert play.state.public.mobilizations_left == left - 1
    assert not play.state.public.flags
    # The one of the Shire in either of its hexes, none anywhere else.
    play.put(46, "white", 4, "5,ef")
    assert not play.state.public.flags
    play.put(47, "white", 4, "8,h")
    # What is open to his agents is open to nobody else of the Enemy.
    play.put(48, "red", 3, "4,f")
    play.put(49, "black", 3, "5,ef")
    found = [(flag.piece, flag.section) for flag in play.state.public.flags]
    assert found == [(47, "6.22"), (48, "6.22"), (49, "6.22")]


@pytest.mark.rule("FOTR-065")
def test_a_guardian_and_a_guardian_rumor_are_enabled_for_one_player_turn() -> None:
    play = at_challenge()
    play.go_on(until="ep-mobilize")
    play.turn(11, 2)
    play.turn(12, 4)
    play.go_on(until="ep-enable")
    play.press(EP, "guardian", first="12", second="11")
    assert play.state.public.enabled == (11, 12)
    assert play.step == "ep-activate"
    play.go_on(until="fp-transport")
    assert not play.state.public.enabled


@pytest.mark.rule("FOTR-065")
def test_a_red_marker_is_no_guardian() -> None:
    play = at_challenge()
    play.go_on(until="ep-mobilize")
    play.turn(11, 2)
    play.turn(13, 4)
    play.go_on(until="ep-enable")
    refusal = play.refusal(play.act(EP, "guardian", first="13"))
    assert refusal.section == "6.25"


@pytest.mark.rule("FOTR-063")
@pytest.mark.parametrize(
    ("action", "hexes", "expected"),
    [
        ("three", ("4,f", "5,ef", "6,f"), [("4,f", 0), ("5,ef", 0), ("6,f", 0)]),
        ("plus-two", ("4,f",), [("4,f", 2)]),
        ("plus-one", ("4,f", "6,f"), [("4,f", 1), ("6,f", 0)]),
    ],
)
def test_single_hexes_stay_active_through_the_next_fellowship_player_turn(
    action: str, hexes: tuple[str, ...], expected: list[tuple[str, int]]
) -> None:
    play = at_challenge()
    play.go_on(until="ep-activate")
    play.press(EP, action)
    play.press(EP, "lay", **{f"hex_{i}": label for i, label in enumerate(hexes, start=1)})
    assert [(one.place, one.bonus) for one in play.state.public.active] == expected
    play.go_on(until="fp-dissolve")
    assert [(one.place, one.bonus) for one in play.state.public.active] == expected
    play.go_on(until="ep-challenge")
    assert play.state.public.active == ()


@pytest.mark.rule("FOTR-063")
def test_what_is_added_belongs_to_the_field_and_not_to_the_order() -> None:
    play = at_challenge()
    play.go_on(until="ep-activate")
    play.press(EP, "plus-one")
    play.press(EP, "lay", hex_2="6,f")
    assert [(one.place, one.bonus) for one in play.state.public.active] == [("6,f", 0)]


@pytest.mark.rule("FOTR-063")
def test_a_whole_hex_type_is_active_for_the_enemy_player_turn_only() -> None:
    play = at_challenge()
    play.go_on(until="ep-activate")
    play.press(EP, "type")
    play.press(EP, "lay", type=HexType.CIVILIZED.value)
    assert [one.hex_type for one in play.state.public.active] == [HexType.CIVILIZED]
    assert play.step == "ep-search"
    play.go_on(until="fp-transport")
    assert play.state.public.active == ()


@pytest.mark.rule("FOTR-063")
@pytest.mark.parametrize(("action", "count"), [("three", 3), ("plus-two", 1), ("plus-one", 2)])
def test_each_way_takes_as_many_hexes_as_the_rulebook_gives_it(action: str, count: int) -> None:
    play = at_challenge()
    play.go_on(until="ep-activate")
    play.press(EP, action)
    assert len(play.prompt_with(EP, "lay").form.fields) == count
    assert play.refusal(play.act(EP, "lay")).code == "bad-input"
    assert play.refusal(play.act(EP, "lay", hex_1="@Northern Sea")).code == "bad-input"
    play.press(EP, "back")
    assert play.prompt_with(EP, "three").form.fields == ()


@pytest.mark.rule("FOTR-064")
def test_weather_from_turn_five_lasts_one_turn() -> None:
    early = at_challenge(turn=4)
    early.go_on(until="ep-activate")
    early.go_on()
    assert early.step != "ep-weather"
    play = at_challenge(turn=5)
    play.go_on(until="ep-weather")
    play.press(EP, "storm")
    play.press(EP, "lay", hex_1="12,e")
    (counter,) = play.state.public.weather
    assert (counter.place, counter.weather) == ("12,e", Weather.STORM)
    play.go_on(until="fp-dissolve")
    assert len(play.state.public.weather) == 1
    play.go_on(until="ep-challenge")
    assert not play.state.public.weather


@pytest.mark.rule("FOTR-064")
def test_a_storm_is_drawn_with_bad_weather_around_it() -> None:
    play = at_challenge(turn=5)
    play.go_on(until="ep-weather")
    play.press(EP, "storm")
    play.press(EP, "lay", hex_1="12,e")
    lit = {one.place: one.lit for one in play.map_hexes(PUBLIC) if one.lit}
    assert lit["12,e"] == "storm"
    assert sorted(lit.values()) == ["bad-weather"] * 6 + ["storm"]


@pytest.mark.rule("FOTR-064")
def test_bad_weather_lies_in_up_to_three_hexes() -> None:
    play = at_challenge(turn=5)
    play.go_on(until="ep-weather")
    play.press(EP, "storm")
    assert len(play.prompt_with(EP, "lay").form.fields) == 1
    play.press(EP, "back")
    play.press(EP, "bad")
    play.press(EP, "lay", hex_1="12,e", hex_2="4,f", hex_3="6,f")
    assert [one.place for one in play.state.public.weather] == ["12,e", "4,f", "6,f"]
    assert {one.weather for one in play.state.public.weather} == {Weather.BAD}


def test_the_ring_is_asked_for_only_while_the_enemy_has_it() -> None:
    play = at_challenge()
    play.tap(EP, "ring", ring="enemy")
    play.go_on(until="ep-ring")
    play.press(EP, "garrisoned")
    assert "total victory" in play.state.public.over


def test_what_is_done_is_written_in_the_public_log_without_names() -> None:
    play = at_challenge()
    play.name(EP, 13, "sauronic 4")
    play.go_on(until="ep-mobilize")
    play.press(EP, "off-board", card="Mouth of Sauron", box="sauronic-1")
    texts = [line.text for line in log_of(play)]
    assert "The Enemy mobilizes a minion off the board." in texts
    assert not any("Mouth" in text or "sauronic" in text for text in texts)


@pytest.mark.rule("FOTR-062")
@pytest.mark.parametrize(
    ("place", "flagged"), [("24,m", 0), ("11,jk", 0), ("9,cd", 0), ("20,k", 1)]
)
def test_a_minion_comes_onto_the_map_only_where_its_card_says(place: str, flagged: int) -> None:
    play = at_challenge()
    play.go_on(until="ep-mobilize")
    play.put(31, "red", 4, place)
    assert [flag.section for flag in play.state.public.flags] == ["6.22"] * flagged


def test_a_move_while_mobilizing_is_flagged() -> None:
    play = at_challenge()
    play.go_on(until="ep-mobilize")
    play.go(13, "9,de")
    (flag,) = play.state.public.flags
    assert (flag.piece, flag.section) == (13, "6.22")


@pytest.mark.rule("FOTR-057")
def test_dormant_markers_offer_nothing_to_enable_and_no_change_of_transport() -> None:
    play = at_challenge()
    play.go_on(until="ep-mobilize")
    play.press(EP, "done")
    assert play.step == "ep-activate"
    play.go_on()
    assert play.step not in ("ep-enable", "ep-transport")


@pytest.mark.rule("FOTR-066")
@pytest.mark.parametrize(("roll", "result"), [(7, "got"), (8, "not got")])
def test_an_agent_gets_horses_by_the_same_roll_without_gandalf_or_aragorn(
    roll: int, result: str
) -> None:
    play = at_challenge()
    play.go_on(until="ep-mobilize")
    play.press(EP, "off-board", card="Bree agent", box="sauronic-2")
    play.put(31, "red", 3, "6,f")
    play.go_on(until="ep-transport")
    play.press(EP, "try", piece="31", objective="horses")
    assert play.state.public.known == {31: "group"}
    play.die(roll)
    (shown,) = play.shown_result()
    # Bree is a town on the sample map, -5 for either side; only the Fellowship gets -3 there.
    assert (shown.total, shown.result) == (roll - 5, result)
    assert play.step == "ep-transport"
