"""The search phases played through commands (8.0)."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.box import HexEntry
from companion.games.fellowship.events_search import search_work
from companion.games.fellowship.events_status import HexesActivated, WeatherPlaced
from companion.games.fellowship.names import HexType, Water, Weather
from companion.games.fellowship.retreat import denials
from companion.games.fellowship.state import Activation, WeatherCounter
from companion.table.ids import PUBLIC, PieceId, SeatId
from companion.table.views import Prompt
from tests.support.fellowship import EP, FP, GAME, Play, RefusedError
from tests.support.fellowship_map import COAST, MOUNTAIN, board_text

Markers = tuple[tuple[int, str, int, str], ...]
GREEN: Markers = ((1, "green", 3, "9,gh"),)
RED: Markers = (*GREEN, (9, "red", 3, "9,gh"))
AROUND = ("9,fg", "9,hi", "8,g", "8,h", "10,g", "10,h")


def at_activity(box: str = "", markers: Markers = GREEN) -> Play:
    """The Fellowship is about to make its activity roll."""
    play = Play(box or board_text())
    for number, colour, face, place in markers:
        play.put(number, colour, face, place)
    play.go_on(until="fp-activity")
    return play


def searched(box: str = "", markers: Markers = GREEN) -> Play:
    """The activity roll of 2 has made Wild-1 hexes active; a search roll is due."""
    play = at_activity(box, markers)
    play.die(2)
    assert play.step == "fp-search"
    return play


def result(play: Play) -> str:
    (shown,) = play.shown_result()
    return shown.result


def sentence(play: Play, seat: SeatId = FP) -> str:
    return play.prompts(seat)[0].sentence


def wild(**changes: object) -> HexEntry:
    return HexEntry(
        type=HexType.WILD_1,
        water=Water.LAND,
        region=str(changes.get("region", "I")),
        battlefield=bool(changes.get("battlefield")),
    )


def _parked(play: Play) -> list[str]:
    return [probe.stage for probe in search_work(play.state.public).parked]


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
def test_the_offer_is_gone_where_a_roll_could_miss() -> None:
    play = searched(markers=((1, "green", 2, "9,gh"),))
    with pytest.raises(RefusedError):
        play.press(FP, "rumor-unrolled")


@pytest.mark.rule("FOTR-141")
def test_a_dash_asks_nothing_and_removes_nobody() -> None:
    play = searched(markers=((1, "green", 2, "9,gh"),))
    play.die(1)
    assert result(play) == "-"
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


def test_a_marker_that_everybody_knows_is_not_asked_about() -> None:
    play = searched()
    play.die(1)
    play.press(FP, "group")
    play.go_on(until="ep-challenge")
    play.go_on(until="fp-activity")
    play.die(2)
    play.die(1)
    assert play.step != "fp-search"


# --- what is found ------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-143")
def test_a_spotting_draws_cards_and_tells_races_only() -> None:
    play = searched()
    play.die(4)
    assert result(play) == "S3"
    play.press(FP, "group")
    assert "3 of 9 cards" in sentence(play)
    refusal = play.refusal(play.act(EP, "drawn", man="2", elf="2"))
    assert refusal.code == "bad-input"
    play.press(EP, "drawn", man="1", hobbit="1")
    assert any("Men: 1, Hobbits: 1" in line.text for line in play.state.public.log)
    assert play.step != "fp-search"


@pytest.mark.rule("FOTR-143")
def test_under_a_nazgul_the_fellowship_says_whether_the_ringbearer_was_drawn() -> None:
    play = searched(markers=RED)
    play.die(4)
    play.press(FP, "group")
    play.press(EP, "nazgul")
    play.press(EP, "drawn", man="1")
    play.press(FP, "no")
    assert any("was not among" in line.text for line in play.state.public.log)
    blanks = searched(markers=RED)
    blanks.die(4)
    blanks.press(FP, "group")
    blanks.press(EP, "nazgul")
    blanks.press(EP, "drawn")
    assert blanks.step != "fp-search"


@pytest.mark.rule("FOTR-144")
def test_an_encounter_without_minions_is_the_fellowships_choice() -> None:
    play = searched()
    play.die(6)
    assert result(play) == "E"
    play.press(FP, "group")
    assert sentence(play) == "Your group at 9,gh meets an encounter: retreat or fight."
    play.press(FP, "fight")
    assert "Roll for the random group" in sentence(play, EP)
    play.die(2)
    (fight,) = play.state.public.fights
    assert fight.cause == "FH, M8 (half): 4 men"


@pytest.mark.rule("FOTR-144")
def test_a_minion_in_the_hex_may_ambush_before_anything_else() -> None:
    play = searched(markers=RED)
    play.die(6)
    play.press(FP, "group")
    assert "ambush it or not" in sentence(play, EP)
    play.press(EP, "minion")
    (fight,) = play.state.public.fights
    assert fight.cause == "E, ambush by a minion"
    quiet = searched(markers=RED)
    quiet.die(6)
    quiet.press(FP, "group")
    quiet.press(EP, "none")
    assert "retreat or fight" in sentence(quiet)


@pytest.mark.rule("FOTR-144")
def test_a_guardian_cannot_ambush_an_encounter_and_sleepers_cannot_at_all() -> None:
    for colour, face in (("black", 4), ("red", 6)):
        play = searched(markers=(*GREEN, (9, colour, face, "9,gh")))
        play.die(6)
        play.press(FP, "group")
        assert "retreat or fight" in sentence(play)


@pytest.mark.rule("FOTR-150")
@pytest.mark.parametrize(("face", "roll", "letter"), [(4, 4, "S4"), (6, 5, "S2")])
def test_riders_and_flyers_may_take_a_spotting_instead(face: int, roll: int, letter: str) -> None:
    play = searched(markers=((1, "green", face, "9,gh"),))
    play.die(roll)
    assert result(play) == "E"
    play.press(FP, "group")
    assert f"take {letter} instead" in sentence(play)
    play.press(FP, "soften")
    assert f"{letter[1]} of 9 cards" in sentence(play)


@pytest.mark.rule("FOTR-150")
def test_a_minion_that_is_shown_holds_them() -> None:
    play = searched(markers=((1, "green", 4, "9,gh"), (9, "red", 4, "9,gh")))
    play.die(4)
    play.press(FP, "group")
    play.press(FP, "soften")
    play.press(EP, "hold")
    assert "ambush it or not" in sentence(play, EP)
    play = searched(markers=((1, "green", 4, "9,gh"), (9, "red", 4, "9,gh")))
    play.die(4)
    play.press(FP, "group")
    play.press(FP, "soften")
    play.press(EP, "let")
    assert "4 of 9 cards" in sentence(play)


def _fight(roll: int, markers: Markers = GREEN, box: str = "") -> Play:
    """A fight result: 8 is FH and 10 is F on foot in Wild-1."""
    play = searched(box, markers)
    play.die(roll)
    play.press(FP, "group")
    return play


@pytest.mark.rule("FOTR-145", "FOTR-153")
@pytest.mark.parametrize(("roll", "cause"), [(8, "FH, M8 (half): 4 men"), (10, "F, M8: 8 men")])
def test_fh_draws_half_a_random_group_and_f_a_full_one(roll: int, cause: str) -> None:
    play = _fight(roll)
    play.press(FP, "fight")
    play.die(2)
    assert [fight.cause for fight in play.state.public.fights] == [cause]
    (shown,) = play.shown_result()
    assert shown.table is not None
    assert any("Mix the cards of men" in text for text in play.state.public.reminders)


@pytest.mark.rule("FOTR-145")
def test_minions_in_the_hex_may_fight_instead_of_a_random_group() -> None:
    play = _fight(8, RED)
    play.press(EP, "none")
    play.press(FP, "fight")
    play.press(EP, "minions")
    assert [fight.cause for fight in play.state.public.fights] == ["FH, minions"]


@pytest.mark.rule("FOTR-145")
def test_fa_adds_half_a_group_or_an_assassin_to_minions() -> None:
    play = at_activity(markers=((1, "green", 4, "9,gh"), (9, "red", 4, "9,gh")))
    active = (Activation(place="9,gh", bonus=2),)
    play.state = GAME.evolve(play.state, HexesActivated(active=active))
    play.die(2)
    play.die(10)
    assert result(play) == "FA"
    play.press(FP, "group")
    offered = {choice.action for choice in play.prompts(EP)[0].form.choices}
    assert offered == {"minion", "assassin", "none"}
    play.press(EP, "none")
    play.press(FP, "fight")
    play.press(EP, "minions-half")
    play.die(2)
    assert [fight.cause for fight in play.state.public.fights] == [
        "FA, minions and M8 (half): 4 men"
    ]


@pytest.mark.rule("FOTR-146")
def test_an_assassin_ambushes_with_a_card_drawn_by_hand() -> None:
    play = searched(markers=((1, "green", 4, "9,gh"),))
    play.die(10)
    assert result(play) == "A"
    play.press(FP, "group")
    assert [fight.cause for fight in play.state.public.fights] == ["A, ambush by an assassin"]
    assert any("assassin cards" in text for text in play.state.public.reminders)


@pytest.mark.rule("FOTR-152")
def test_on_a_battlefield_the_enemy_may_bring_a_wight() -> None:
    play = _fight(8, GREEN, board_text(hexes={"9,gh": wild(battlefield=True)}))
    play.press(FP, "fight")
    assert "say who meets it" in sentence(play, EP)
    play.press(EP, "minions")
    assert play.state.public.fights


@pytest.mark.rule("FOTR-151")
@pytest.mark.parametrize(
    ("races", "needed"),
    [
        ({"hobbit": "1"}, 7),
        ({"man": "1"}, 7),
        ({"hobbit": "3"}, 5),
        ({"elf": "2"}, 5),
        ({"hobbit": "5"}, 3),
        ({"dwarf": "3"}, 3),
    ],
)
def test_a_small_group_slips_away_by_its_size(races: dict[str, str], needed: int) -> None:
    play = _fight(8)
    play.press(FP, "slip", **races)
    assert sentence(play) == f"Roll {needed} or less to slip away."
    play.die(needed)
    assert "deny up to" in sentence(play, EP)
    caught = _fight(8)
    caught.press(FP, "slip", **races)
    caught.die(needed + 1)
    assert "Roll for the random group" in sentence(caught, EP)


@pytest.mark.rule("FOTR-151")
def test_more_than_three_cannot_slip_away_and_have_shown_themselves() -> None:
    play = _fight(8)
    refusal = play.refusal(play.act(FP, "slip"))
    assert refusal.code == "bad-input"
    play.press(FP, "slip", man="2", hobbit="3")
    assert "Roll for the random group" in sentence(play, EP)
    assert any("Hobbits: 3, Men: 2" in line.text for line in play.state.public.log)


# --- retreats -----------------------------------------------------------------------------------


def _retreating(box: str = "", markers: Markers = GREEN) -> Play:
    play = searched(box, markers)
    play.die(6)
    play.press(FP, "group")
    play.press(FP, "retreat")
    return play


@pytest.mark.rule("FOTR-154")
def test_the_enemy_denies_up_to_four_of_seven_hexes() -> None:
    play = _retreating()
    assert sentence(play, EP) == "The group at 9,gh retreats: deny up to 4 of its hexes."
    prompt = play.prompt_with(EP, "deny")
    options = [option.value for option in prompt.form.fields[0].options]
    assert sorted(options) == sorted(("9,gh", *AROUND))
    five = tuple(("denied", label) for label in options[:5])
    act = play.act(EP, "deny")
    refusal = play.refusal(msgspec.structs.replace(act, inputs=five))
    assert refusal.section == "8.5"


def _deny(play: Play, *labels: str) -> None:
    act = play.act(EP, "deny")
    play.send(msgspec.structs.replace(act, inputs=tuple(("denied", label) for label in labels)))


@pytest.mark.rule("FOTR-154")
def test_the_group_goes_to_a_hex_that_is_left_and_rumors_into_others() -> None:
    play = _retreating()
    _deny(play, "9,gh", "9,fg", "8,g", "8,h")
    refusal = play.refusal(play.act(FP, "there"))
    assert refusal.section == "8.5"
    play.go(1, "9,hi")
    play.put(2, "green", 3, "10,g")
    play.put(3, "green", 3, "10,h")
    play.press(FP, "there")
    assert play.state.public.flags == ()
    # Shuffled: nobody but the owner knows which one is the group.
    assert play.state.public.known == {}
    assert play.step != "fp-search"


@pytest.mark.rule("FOTR-154")
def test_the_present_hex_may_be_where_it_stays() -> None:
    play = _retreating()
    _deny(play, *AROUND[:4])
    play.press(FP, "there")
    assert play.state.public.known == {1: "group"}


@pytest.mark.rule("FOTR-154")
def test_a_retreat_to_a_denied_hex_can_be_kept_and_is_noted() -> None:
    play = _retreating()
    _deny(play, *AROUND[:4])
    play.go(1, AROUND[0])
    play.press(FP, "anyway")
    assert any("Kept against the rule" in line.text for line in play.state.public.log)


def test_with_every_hex_denied_the_players_agree() -> None:
    sides = {f"9,gh/{other}": MOUNTAIN for other in AROUND}
    play = _retreating(board_text(sides))
    assert denials(1) == 1
    _deny(play, "9,gh")
    assert "rules are silent" in sentence(play)
    play.press(FP, "stay")
    assert play.step != "fp-search"


def _ship(roll: int, bonus: int = 0) -> Play:
    hexes = {
        label: HexEntry(type=HexType.WILD_1, water=Water.SEA, region="I", battlefield=False)
        for label in ("9,gh", *AROUND)
    }
    hexes["9,ij"] = hexes["8,i"] = COAST
    play = at_activity(board_text(hexes=hexes), ((1, "green", 5, "9,gh"), (9, "black", 5, "9,gh")))
    play.die(2)
    if bonus == 3:
        play.press(EP, "fleet")
        play.press(EP, "kraken")
    play.die(roll)
    play.press(FP, "group")
    return play


@pytest.mark.rule("FOTR-147")
def test_a_ship_that_must_retreat_does() -> None:
    play = _ship(7)
    assert result(play) == "R"
    assert "deny up to 4" in sentence(play, EP)


@pytest.mark.rule("FOTR-148")
def test_a_wrecked_group_walks_ashore_where_its_owner_says() -> None:
    play = _ship(10)
    assert result(play) == "W"
    refusal = play.refusal(play.act(FP, "ashore", coast="20,h"))
    assert refusal.code == "bad-input"
    play.press(FP, "ashore", coast="9,ij")
    assert [(e.what, e.place, e.face) for e in play.state.public.expected] == [
        ("move", "9,ij", 0),
        ("turn", "", 3),
    ]


@pytest.mark.rule("FOTR-149")
def test_of_a_sunk_ship_survivors_land_where_the_enemy_says() -> None:
    play = _ship(10, bonus=3)
    assert result(play) == "SU"
    play.press(FP, "some")
    play.press(EP, "ashore", coast="8,i")
    assert play.state.public.expected[0].place == "8,i"
    drowned = _ship(10, bonus=3)
    drowned.press(FP, "none")
    assert [e.what for e in drowned.state.public.expected] == ["remove"]


@pytest.mark.rule("FOTR-149")
def test_the_ring_lost_at_sea_ends_the_game() -> None:
    play = _ship(10, bonus=3)
    play.press(FP, "ring")
    assert "tactical victory" in play.state.public.over
    assert play.step == "game-over"


# --- order, gaps, secrets -----------------------------------------------------------------------


def test_retreats_and_fights_wait_until_every_roll_is_made() -> None:
    play = searched(markers=(*GREEN, (2, "green", 3, "14,h")))
    play.die(6)
    play.press(FP, "group")
    assert _parked(play) == ["stand"]
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
