"""Simpler and optional rules on status, movement and search (14.1 to 15.3)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.board.hexes import parse_hex
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.combat.battle import Creature
from companion.games.fellowship.combat.creatures import FightPlace, companions_of
from companion.games.fellowship.events.agreed import HobbitsCaptured
from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.events.secret import EnhancementNoted, WoundNoted
from companion.games.fellowship.facts.names import HexType, Race
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_account import own_account
from companion.games.fellowship.flow.own_health import outlooks
from companion.games.fellowship.play.status_fellowship import may_mobilize
from companion.games.fellowship.rules.abilities import (
    balrog_ends_the_game,
    captors_take_ring,
    hobbit_escapes,
    is_captured,
    war_hexes,
    worse_type,
)
from companion.games.fellowship.rules.enhancement import ATHELAS, is_enhanced_at
from companion.games.fellowship.rules.health import Damage, Surroundings, character_after
from companion.games.fellowship.rules.movement_limits import is_free_of_limit
from companion.games.fellowship.rules.rumor_limit import strayed
from companion.games.fellowship.state import PublicState
from companion.games.fellowship.switches import Switches
from companion.games.fellowship.tables.random_group import simple_group_size
from companion.table.ids import PieceId
from companion.table.pieces import PieceTable
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play, piece_at
from tests.support.fellowship_map import COAST, RIVER, SEA, board_text
from tests.support.fellowship_moves import Markers, flags, sentence, walked
from tests.support.noninterference import assert_hidden

MAP = BoardMap(parse_box(SAMPLE_BOX))
NO_MODES = {"simpler": "simple-movement"}


def _play(step: str, box: str, markers: Markers, options: dict[str, str]) -> Play:
    play = Play(box, options)
    for number, colour, face, place in markers:
        play.put(number, colour, face, place)
    play.go_on(until=step)
    return play


# --- 14.1 ---------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-232")
def test_without_modes_the_fellowship_crosses_a_second_hexside_only_without_a_roll() -> None:
    green: Markers = ((1, "green", 4, "9,gh"),)
    play = _play("fp-move", board_text(), green, NO_MODES)
    play.go(1, "9,ij")
    assert flags(play) == []
    assert len(walked(play, 1)) == 2
    play = _play("fp-move", board_text(), green, NO_MODES)
    play.go(1, "9,jk")
    assert flags(play) == ["7.31"]
    # A horse's face changes nothing: a river after the first hexside is one roll too many.
    river = {"9,hi/9,ij": RIVER, "9,hi/10,i": RIVER, "9,hi/8,i": RIVER}
    box = board_text({**river, "10,h/10,i": RIVER, "8,h/8,i": RIVER})
    play = _play("fp-move", box, ((1, "green", 4, "9,hi"),), NO_MODES)
    play.go(1, "9,ij")
    assert flags(play) == []
    assert "Roll 5 or less" in sentence(play)


@pytest.mark.rule("FOTR-232")
def test_without_modes_the_enemy_crosses_two_and_a_third_where_no_roll_is_due() -> None:
    red: Markers = ((1, "green", 3, "25,cd"), (9, "red", 3, "9,gh"))
    play = _play("ep-move-free", board_text(), red, NO_MODES)
    play.go(9, "9,jk")
    assert flags(play) == []
    play = _play("ep-move-free", board_text(), red, NO_MODES)
    play.go(9, "9,kl")
    assert flags(play) == ["7.31"]


@pytest.mark.rule("FOTR-232")
def test_without_modes_the_fellowship_goes_to_sea_without_a_ship_and_nobody_changes_transport() -> (
    None
):
    play = Play(board_text(hexes={"9,gh": COAST, "9,hi": SEA}), NO_MODES)
    play.put(1, "green", 3, "9,gh")
    play.begin()
    seen = []
    for _ in range(20):
        seen.append(play.step)
        if play.step == "fp-move":
            break
        play.go_on()
    assert "fp-transport" not in seen
    play.go(1, "9,hi")
    assert flags(play) == []


# --- 14.3 ---------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-234")
def test_one_deck_gives_two_and_a_five_or_five_and_a_ten() -> None:
    assert [simple_group_size(roll, half=True) for roll in (1, 2, 9, 10)] == [3, 3, 7, 7]
    assert [simple_group_size(roll, half=False) for roll in (1, 5, 10)] == [6, 10, 15]
    with pytest.raises(ValueError, match="1 to 10"):
        simple_group_size(0, half=True)


# --- 15.1 ---------------------------------------------------------------------------------------


def _public(place: str, *, turn: int = 5, **facts: object) -> PublicState:
    table = PieceTable(pieces={PieceId(1): piece_at(1, "green", 3, place)})
    return PublicState(turn=turn, table=table, **facts)  # type: ignore[arg-type]  # fields by name


@pytest.mark.rule("FOTR-236")
def test_gollum_may_join_where_a_marker_stands_in_moria_and_only_if_agreed() -> None:
    def names(place: str, switches: Switches) -> set[str]:
        return {force.name for force in may_mobilize(_public(place, switches=switches))}

    on = Switches(gollum_in_moria=True)
    assert "Gollum" in names("14,h", on)
    assert "Gollum" not in names("14,g", on)
    assert "Gollum" not in names("14,h", Switches())


@pytest.mark.rule("FOTR-226", "FOTR-230")
def test_scenarios_bring_characters_into_play_on_their_turn() -> None:
    def names(turn: int, scenario: str) -> set[str]:
        return {f.name for f in may_mobilize(_public("1,cd", turn=turn, scenario=scenario))}

    assert {"Gimli", "Boromir", "Legolas", "Glorfindel", "Rivendell Elf"} <= names(4, "gathering")
    assert "Gimli" not in names(4, "full")
    assert "Gimli" not in names(5, "gathering")
    assert "Gandalf the White" in names(17, "final-approach")
    assert "Gandalf the White" not in names(16, "final-approach")
    assert "Gandalf the White" not in names(17, "full")


@pytest.mark.rule("FOTR-237")
def test_athelas_takes_one_box_off_the_growth_of_disease_outside_havens() -> None:
    ill = Damage(diseased=3)
    beside = Surroundings(athelas=True)
    assert character_after(ill, Race.HOBBIT, Surroundings()).diseased == 4
    assert character_after(ill, Race.HOBBIT, beside).diseased == 3
    assert character_after(ill, Race.MAN, Surroundings()).diseased == 5
    assert character_after(ill, Race.MAN, beside).diseased == 4
    haven = Surroundings(athelas=True, haven=True)
    assert character_after(ill, Race.MAN, haven).diseased == 1


@pytest.mark.rule("FOTR-237")
@pytest.mark.parametrize(
    ("options", "noted", "diseased"),
    [({"optional": "athelas"}, True, 4), ({"optional": "athelas"}, False, 5), ({}, True, 5)],
)
def test_athelas_helps_whoever_is_with_aragorn_once_it_is_noted(
    *, options: dict[str, str], noted: bool, diseased: int
) -> None:
    play = Play(SAMPLE_BOX, options)
    play.put(1, "green", 3, "4,f")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Aragorn", "Boromir")
    play.state = GAME.evolve(play.state, WoundNoted(seat=FP, card="Boromir", diseased=3))
    if noted:
        play.state = GAME.evolve(play.state, EnhancementNoted(seat=FP, card=ATHELAS, turn=3))
    (found,) = outlooks(scene_for(play.state, FP))
    assert found.after.diseased == diseased


@pytest.mark.rule("FOTR-238")
def test_the_sword_is_reforged_in_rivendell_or_in_any_elf_haven_if_agreed() -> None:
    lorien, rivendell, edoras = (parse_hex(label) for label in ("17,gh", "12,e", "12,l"))
    assert is_enhanced_at("Aragorn", rivendell)
    assert not is_enhanced_at("Aragorn", lorien)
    assert is_enhanced_at("Aragorn", lorien, sword_anywhere=True)
    assert not is_enhanced_at("Aragorn", edoras, sword_anywhere=True)
    assert not is_enhanced_at("Boromir", lorien, sword_anywhere=True)
    play = Play(SAMPLE_BOX, {"optional": "sword-anywhere,athelas"})
    play.put(1, "green", 3, "17,gh")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Aragorn")
    assert sum("press" in warning for warning in play.warnings(FP)) == 2
    play.tap(FP, "enhance:Aragorn")
    play.tap(FP, "athelas:Aragorn")
    assert not any("press" in warning for warning in play.warnings(FP))
    assert set(play.state.hidden[FP].enhanced) == {"Aragorn", ATHELAS}


@pytest.mark.rule("FOTR-239", "FOTR-240")
def test_a_hex_gets_worse_step_by_step_beside_what_is_worse() -> None:
    dark, held = [HexType.SAURONIC_ACTIVITY], [HexType.GARRISONED]
    for around in (dark, held):
        assert worse_type(HexType.CIVILIZED, around, nazgul=False) is HexType.BORDER_1
        assert worse_type(HexType.BORDER_2, around, nazgul=False) is HexType.WILD_1
        assert worse_type(HexType.WILD_3, around, nazgul=False) is HexType.SAURONIC_ACTIVITY
    assert worse_type(HexType.CIVILIZED, [HexType.WILD_3], nazgul=True) is None
    activity = HexType.SAURONIC_ACTIVITY
    assert worse_type(activity, held, nazgul=False) is None
    assert worse_type(activity, dark, nazgul=True) is None
    assert worse_type(activity, held, nazgul=True) is HexType.GARRISONED
    assert worse_type(HexType.HAVEN, held, nazgul=True) is HexType.CIVILIZED
    assert worse_type(HexType.HAVEN, dark, nazgul=True) is None
    assert worse_type(HexType.GARRISONED, held, nazgul=True) is None


def _beside_isengard() -> str:
    return next(
        place.label
        for place in sorted(parse_hex(label) for label in MAP.box.map.hexes)
        if place.distance(parse_hex("11,jk")) == 1
        and MAP.hex_type(place) in (HexType.WILD_1, HexType.WILD_2, HexType.WILD_3)
    )


@pytest.mark.rule("FOTR-239", "FOTR-240")
def test_a_mobilization_changes_the_map_of_this_game_for_everybody() -> None:
    play = Play(SAMPLE_BOX, {"optional": "changing-hexes"})
    play.put(1, "green", 3, "4,f")
    play.go_on(until="ep-mobilize")
    label = _beside_isengard()
    left = play.state.public.mobilizations_left
    refused = play.refusal(play.act(EP, "worsen-nazgul", hex=label))
    assert "the Nazgul has to be there" in refused.text
    play.press(EP, "worsen", hex=label)
    assert play.state.public.mobilizations_left == left - 1
    assert play.state.handbook.map.hex_type(parse_hex(label)) is HexType.SAURONIC_ACTIVITY
    # The owner's box is left as it is.
    assert GAME.learned_box(play.state) is None
    refused = play.refusal(play.act(EP, "worsen", hex="4,f"))
    assert refused.section == "15.14"
    plain = Play(SAMPLE_BOX)
    plain.put(1, "green", 3, "4,f")
    plain.go_on(until="ep-mobilize")
    offered = {c.action for c in plain.prompt_with(EP, "off-board").form.choices}
    assert "worsen" not in offered


@pytest.mark.rule("FOTR-240")
def test_a_nazgul_that_is_given_up_leaves_the_game_by_its_owners_notes_alone() -> None:
    play = Play(SAMPLE_BOX, {"optional": "changing-hexes"})
    label = _beside_isengard()
    for number, place, card in ((2, label, "Khamul"), (3, "8,h", "Nazgul 3")):
        play.put(number, "red", 4, place)
        play.name(EP, number, f"sauronic {number}")
        play.lay(EP, f"sauronic-{number}", card)
    play.put(1, "green", 3, "4,f")
    play.go_on(until="ep-mobilize")
    play.press(EP, "worsen", hex=label)
    assert play.refusal(play.act(EP, "worsen-nazgul", hex=label)).section == "15.15"
    elsewhere = play.act(EP, "worsen-nazgul", hex=label, nazgul="Nazgul 3")
    assert "is not at" in play.refusal(elsewhere).text
    play.press(EP, "worsen-nazgul", hex=label, nazgul="Khamul")
    assert play.state.handbook.map.hex_type(parse_hex(label)) is HexType.GARRISONED
    assert play.state.hidden[EP].dead == ("Khamul",)
    assert "Khamul" not in play.state.hidden[EP].boxes
    assert "Out of play: Khamul" in str(play.view(EP))
    assert "Out of play: Khamul" not in str(play.view(FP))


@pytest.mark.rule("FOTR-241")
def test_limits_are_lifted_only_while_the_ring_is_lost_and_for_four_alone() -> None:
    on = Switches(lifted_limits=True)
    far = parse_hex("24,m")
    for name in ("Glorfindel", "Grimbeorn", "Treebeard", "Radagast"):
        assert is_free_of_limit(PublicState(switches=on, ring="enemy"), MAP, name, far)
        assert is_free_of_limit(PublicState(switches=on, ring="nobody"), MAP, name, far)
        assert not is_free_of_limit(PublicState(switches=on), MAP, name, far)
        assert not is_free_of_limit(PublicState(ring="enemy"), MAP, name, far)
    assert not is_free_of_limit(PublicState(switches=on, ring="enemy"), MAP, "Saruman", far)
    assert not is_free_of_limit(PublicState(switches=on, ring="enemy"), MAP, "Tom Bombadil", far)


@pytest.mark.rule("FOTR-242")
def test_the_balrog_ends_the_game_after_a_whole_turn_in_moria() -> None:
    assert not balrog_ends_the_game(0)
    assert balrog_ends_the_game(1)
    play = Play(SAMPLE_BOX, {"optional": "balrog-and-ring"})
    play.tap(EP, "end-game", ending="moria")
    assert play.step == "game-over"
    assert "The game is a draw." in play.prompts(FP)[0].sentence


# --- 15.2 ---------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-244")
def test_who_goes_more_than_two_hexsides_ends_near_one_who_started_beside_him() -> None:
    def check(place: str, crossed: int, other: str, start: str = "9,gh") -> bool:
        pieces = (piece_at(1, "green", 4, place), piece_at(2, "green", 4, other))
        starts = {PieceId(1): "9,gh", PieceId(2): start}
        gone = {PieceId(1): (True,) * crossed}
        return [piece.id for piece in strayed(pieces, starts, gone)] == [1]

    assert check("9,kl", 4, "9,gh")
    assert not check("9,kl", 4, "9,ij")
    assert check("9,kl", 4, "9,hi")
    assert not check("9,ij", 2, "15,cd")
    assert check("9,jk", 3, "9,gh")
    # Nobody started beside it: it is free.
    assert not check("9,kl", 4, "9,gh", start="15,cd")


@pytest.mark.rule("FOTR-244")
def test_a_rumor_that_strays_is_flagged_at_the_end_of_the_movement_phase() -> None:
    riders: Markers = ((1, "green", 4, "9,gh"), (2, "green", 4, "9,gh"))
    options = {"optional": "rumor-limit"}
    play = _play("fp-move", board_text(), riders, options)
    play.go(1, "9,kl")
    assert len(move_work(play.state.public).crossed[PieceId(1)]) == 4
    play.press(FP, "done")
    assert flags(play) == ["15.21"]
    play = _play("fp-move", board_text(), riders, {})
    play.go(1, "9,kl")
    play.press(FP, "done")
    assert flags(play) == []


@pytest.mark.rule("FOTR-245")
def test_treebeard_may_go_to_war_and_brings_isengard_down_after_three_turns() -> None:
    on = Switches(treebeard=True)
    isengard = parse_hex("11,jk")
    assert is_free_of_limit(PublicState(switches=on), MAP, "Treebeard", isengard)
    assert not is_free_of_limit(PublicState(), MAP, "Treebeard", isengard)
    assert not is_free_of_limit(PublicState(switches=on), MAP, "Treebeard", parse_hex("12,e"))
    assert len(war_hexes(MAP)) > 1
    huorns = companions_of("Treebeard", FightPlace(huorns=True))
    assert huorns is not None
    assert [huorns.count(five) for five in (1, 5)] == [2, 6]
    assert huorns.creature is Creature.TROLL
    assert companions_of("Treebeard", FightPlace()) is None
    play = Play(SAMPLE_BOX, {"optional": "treebeard"})
    play.put(1, "green", 3, "11,jk")
    play.begin()
    offered = []
    for _ in range(5):
        _on_to(play, "fp-dissolve")
        offered.append("isengard" in str(play.prompts(FP)))
        _on_to(play, "turn-end")
    assert offered == [False, False, False, False, True]
    _on_to(play, "fp-dissolve")
    play.press(FP, "isengard")
    assert play.state.handbook.map.hex_type(isengard) is HexType.SAURONIC_ACTIVITY


@pytest.mark.rule("FOTR-245")
def test_who_has_left_isengard_begins_treebeards_three_turns_anew() -> None:
    play = Play(SAMPLE_BOX, {"optional": "treebeard"})
    play.put(1, "green", 3, "11,jk")
    counted = []
    for where in ("", "", "10,k", "11,jk", ""):
        if where:
            play.tap(FP, "hand-right", piece="1", place=where)
        _on_to(play, "turn-end")
        counted.append(play.state.public.siege)
    assert counted == [1, 2, 0, 1, 2]


def _on_to(play: Play, step: str) -> None:
    """Put the game on by hand until a step has been entered, or passed on the way."""
    turn = play.state.public.turn
    for _ in range(60):
        play.tap(EP, "step-on")
        if play.step == step or (step == "turn-end" and play.state.public.turn > turn):
            return
    raise AssertionError(f"never came to {step}, but to {play.step}")


# --- 15.3 ---------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-246")
def test_who_captures_hobbits_and_who_takes_the_ring_from_one() -> None:
    assert [hobbit_escapes(roll) for roll in (1, 2, 10)] == [True, False, False]
    assert is_captured(["Witch-king"])
    assert is_captured(["Balrog"])
    assert is_captured(["Kraken 1", "Bree agent"])
    assert not is_captured(["Werewolf", "Cold Drake"])
    assert not is_captured([])
    assert captors_take_ring(["Khamul"])
    assert captors_take_ring(["Saruman"])
    assert not captors_take_ring(["Mouth of Sauron", "Bree agent", "Balrog"])


def _secret_gollum(play: Play, cards: tuple[str, ...]) -> Iterator[None]:
    play.put(1, "green", 3, "14,h")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", *cards)
    play.begin()
    yield
    play.go_on(until="fp-dissolve")
    yield


def test_what_optional_rules_ask_does_not_tell_who_is_there() -> None:
    secrets: list[tuple[str, ...]] = [("Frodo", "Gollum"), ("Aragorn",), ()]
    assert assert_hidden(_secret_gollum, FP, secrets, SAMPLE_BOX)


@pytest.mark.rule("FOTR-246")
def test_a_captive_rolls_each_status_phase_and_gets_away_on_a_one() -> None:
    play = Play(SAMPLE_BOX, {"optional": "capturing"})
    play.put(1, "green", 3, "4,f")
    play.begin()
    play.go_on(until="ep-challenge")
    captured = HobbitsCaptured(names=("Merry", "Pippin"))
    play.state = GAME.evolve(play.state, captured)
    play.go_on(until="fp-captives")
    assert "Merry" in sentence(play)
    assert not any(prompt.asked for prompt in play.prompts(EP))
    play.die(2)
    assert list(play.state.public.captives) == ["Merry", "Pippin"]
    assert "Pippin" in sentence(play)
    play.die(1)
    assert list(play.state.public.captives) == ["Merry"]
    assert play.step != "fp-captives"
    play.tap(EP, "captive-delivered", captive="Merry")
    assert not play.state.public.captives
    assert play.state.public.delivered
    account = own_account(scene_for(play.state, FP))
    assert account.facts == "delivered"
