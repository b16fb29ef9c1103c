"""Single characters and minions: who they are, where they start, what they can do (12.1, 12.2)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.board.hexes import parse_hex
from companion.board.places import parse_place
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.facts.names import (
    ENEMY,
    FELLOWSHIP,
    Forest,
    HexType,
    MarkerType,
    Mode,
    Race,
    Travel,
)
from companion.games.fellowship.facts.roster import Force, find_force, forces_of
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_account import own_dead
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.open_facts import RingPublic
from companion.games.fellowship.rules.abilities import (
    bear_may_be_here,
    gandalf_has_roused_gondor,
    is_set_upon,
    may_be_spared,
    needs_enabling,
)
from companion.games.fellowship.rules.enhancement import (
    HOBBITS,
    has_second_set_at,
    is_elf_haven,
    is_enhanced_at,
)
from companion.games.fellowship.rules.health import Damage, Surroundings, character_after
from companion.games.fellowship.rules.movement_limits import is_beyond, tom_may_come
from companion.games.fellowship.rules.movement_need import Claims, need_of
from companion.games.fellowship.rules.movement_rules import bonuses_of, most_hexsides
from companion.games.fellowship.rules.movement_steps import Passage, Step
from companion.games.fellowship.rules.nazgul_mount import TURNS_AWAY
from companion.games.fellowship.rules.ring import (
    player_of_saruman,
    who_takes,
    who_takes_simply,
)
from companion.games.fellowship.rules.set_up_zones import GUARDIANS, may_start
from companion.games.fellowship.state import PublicState
from companion.games.fellowship.switches import Switches
from companion.games.fellowship.tables.acquisition import Attempt, look_up_acquisition
from companion.games.fellowship.tables.random_group import CreatureMix
from companion.games.fellowship.tables.rules_tables import RulesTables
from companion.games.fellowship.tables.search_result import SearchCode
from companion.games.fellowship.tables.terrain import Way
from companion.table.ids import PUBLIC, PieceId
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play
from tests.support.fellowship_map import board_text
from tests.support.fellowship_moves import Markers, activate, flags, moving, on_turn, walked
from tests.support.noninterference import assert_hidden

MAP = BoardMap(parse_box(SAMPLE_BOX))
HANDBOOK = Handbook(parse_box(SAMPLE_BOX))


def force(name: str) -> Force:
    found = find_force(name)
    assert found is not None
    return found


def at(name: str, label: str) -> bool:
    return is_enhanced_at(name, parse_hex(label))


# --- The Fellowship (12.1) ----------------------------------------------------------------------


@pytest.mark.rule("FOTR-194")
def test_aragorn() -> None:
    aragorn = force("Aragorn")
    assert aragorn.start == ("6,f",)
    assert (aragorn.start_turn, aragorn.ring_transfer, aragorn.counts) == (3, 8, 2)
    assert at("Aragorn", "12,e")
    assert not at("Aragorn", "17,gh")
    tries = Attempt(seat="fellowship", objective="horses", hex_type=HexType.WILD_1, aragorn=True)
    assert -1 in [part.value for part in look_up_acquisition(tries).lookup.parts]
    leaving = Step(parse_place("@West Forodwaith"), parse_place("5,bc"), None, Passage.REGION)
    need = need_of(RulesTables(), FELLOWSHIP, leaving, Claims(aragorn=True))
    assert (need.number, need.highest_roll) == (6, 7)


@pytest.mark.rule("FOTR-195")
def test_boromir() -> None:
    assert force("Boromir").ring_transfer == 5
    assert force("Boromir").start == ("12,e",)
    assert at("Boromir", "12,l")
    assert at("Boromir", "19,mn")
    assert not at("Boromir", "12,e")


@pytest.mark.rule("FOTR-196")
def test_gandalf_flies_two_hexsides_on_the_first_turn_and_five_later() -> None:
    grey, white = force("Gandalf the Grey"), force("Gandalf the White")
    assert (grey.start, grey.start_mode, grey.mobilizes) == (("11,jk",), Mode.FLYING, "start")
    assert (white.mobilizes, grey.ring_transfer, white.ring_transfer) == ("death", 9, 9)
    first, second = PublicState(turn=1), PublicState(turn=2)
    assert most_hexsides(first, FELLOWSHIP, Travel.FLYING) == 2
    assert most_hexsides(second, FELLOWSHIP, Travel.FLYING) is None
    assert most_hexsides(first, ENEMY, Travel.FLYING) is None
    assert most_hexsides(first, FELLOWSHIP, Travel.FOOT) is None
    eagle: Markers = ((1, "green", 6, "9,gh"),)
    play = moving(board_text(), eagle)
    play.go(1, "9,jk")
    assert flags(play) == ["7.31"]
    play = moving(board_text(), eagle)
    on_turn(play, 2)
    play.go(1, "9,jk")
    assert flags(play) == []
    assert len(walked(play, 1)) == 3


@pytest.mark.rule("FOTR-192", "FOTR-196")
def test_gandalfs_feat_takes_edoras_after_turn_five_and_minas_tirith_ever() -> None:
    assert gandalf_has_roused_gondor([6], minas_tirith=True)
    assert gandalf_has_roused_gondor([2, 9], minas_tirith=True)
    assert not gandalf_has_roused_gondor([5], minas_tirith=True)
    assert not gandalf_has_roused_gondor([6], minas_tirith=False)
    tries = Attempt(seat="fellowship", objective="horses", hex_type=HexType.WILD_1, gandalf=True)
    assert -2 in [part.value for part in look_up_acquisition(tries).lookup.parts]


@pytest.mark.rule("FOTR-197", "FOTR-198")
def test_gimli_and_legolas() -> None:
    assert force("Gimli").ring_transfer == force("Legolas").ring_transfer == 7
    assert [at("Gimli", label) for label in ("14,h", "2,d", "2,e", "12,e")] == [
        True,
        True,
        True,
        False,
    ]
    assert [at("Legolas", label) for label in ("17,gh", "12,o", "12,e", "21,de")] == [
        True,
        True,
        False,
        False,
    ]
    assert force("Gimli").start == force("Legolas").start == ("12,e",)


@pytest.mark.rule("FOTR-199")
def test_hobbits_and_their_blades() -> None:
    havens = ("12,e", "2,f", "2,g", "17,gh", "12,o", "21,de")
    for name in HOBBITS:
        assert all(at(name, label) for label in havens)
        assert not at(name, "12,l")
        assert force(name).start_mode is Mode.SNEAK
        assert force(name).start == ("4,f", "5,ef")
    assert not at("Shire Hobbit", "12,e")
    assert [has_second_set_at("Frodo", parse_hex(label)) for label in havens[:2]] == [True, False]
    assert not has_second_set_at("Sam", parse_hex("12,e"))
    assert [is_elf_haven(parse_hex(label)) for label in (*havens, "12,l")] == [True] * 6 + [False]


@pytest.mark.rule("FOTR-199")
def test_frodo_notes_his_first_and_his_best_values() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 2, "12,e")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Frodo")
    assert any("Best values" in warning for warning in play.warnings(FP))
    play.tap(FP, "enhance:Frodo")
    play.tap(FP, "best:Frodo")
    assert set(play.state.hidden[FP].enhanced) == {"Frodo", "Frodo 2"}
    assert not any("better values" in w or "best values" in w for w in play.warnings(FP))


@pytest.mark.rule("FOTR-200")
def test_grimbeorn_alone_rides_at_will_near_the_carrock() -> None:
    bear = force("Grimbeorn")
    assert (bear.start, bear.counts, bear.race) == (("18,d",), 0, Race.MAN)
    assert bear.limit is not None
    assert not is_beyond(MAP, bear.limit, parse_hex("18,g"))
    assert is_beyond(MAP, bear.limit, parse_hex("18,h"))
    assert bear_may_be_here(parse_hex("18,g"))
    assert not bear_may_be_here(parse_hex("18,h"))
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "18,e")
    play.put(2, "green", 3, "4,f")
    play.go_on(until="fp-transport")
    refused = play.refusal(play.act(FP, "bear", piece="2", objective="horses"))
    assert "Carrock" in refused.text
    play.press(FP, "bear", piece="1")
    play.turn(1, 4)
    assert flags(play) == []
    assert play.state.public.is_revealed_group(PieceId(1))


@pytest.mark.rule("FOTR-200", "FOTR-241")
@pytest.mark.parametrize(
    ("options", "holders", "rides"),
    [
        ({"optional": "lifted-limits"}, (), False),
        ({"optional": "lifted-limits"}, ("nobody",), True),
        # Once the Ring is back he is on his way home.
        ({"optional": "lifted-limits"}, ("enemy", "fellowship"), True),
        ({}, ("nobody",), False),
    ],
)
def test_with_15_16_grimbeorn_rides_at_will_wherever_he_has_gone(
    options: dict[str, str], holders: tuple[str, ...], *, rides: bool
) -> None:
    play = Play(SAMPLE_BOX, options)
    play.put(1, "green", 3, "4,f")
    play.go_on(until="fp-transport")
    for holder in holders:
        bearer = {"enemy": "Khamul", "fellowship": "Frodo"}.get(holder, "")
        # Whose notes on Saruman's forces would go to the other notes it.
        seat = FP if holder == "fellowship" else EP
        play.tap(seat, "ring", ring=holder, bearer=bearer, place="20,h")
    offered = {one.action for one in play.prompt_with(FP, "done").form.choices}
    assert ("bear" in offered) is rides
    if not rides:
        return
    play.press(FP, "bear", piece="1")
    play.turn(1, 4)
    assert flags(play) == []
    assert play.state.public.is_revealed_group(PieceId(1))


@pytest.mark.rule("FOTR-201", "FOTR-203")
def test_glorfindel_and_tom_stay_near_home_and_outside_the_seven() -> None:
    lord, tom = force("Glorfindel"), force("Tom Bombadil")
    assert (lord.start, lord.start_turn, lord.counts) == (("12,e",), 4, 0)
    assert lord.limit is not None
    assert not is_beyond(MAP, lord.limit, parse_hex("12,h"))
    assert is_beyond(MAP, lord.limit, parse_hex("12,i"))
    assert (tom.start, tom.counts) == (("5,fg",), 0)
    assert tom.limit is not None
    assert is_beyond(MAP, tom.limit, parse_hex("5,ef"))
    near, far = parse_hex("5,hi"), parse_hex("12,e")
    assert tom_may_come(MAP, near, 2, has_come=False)
    assert not tom_may_come(MAP, near, 1, has_come=False)
    assert not tom_may_come(MAP, near, 2, has_come=True)
    assert not tom_may_come(MAP, far, 2, has_come=False)


@pytest.mark.rule("FOTR-202", "FOTR-204")
def test_radagast_and_treebeard_keep_random_groups_away() -> None:
    for mix in CreatureMix:
        beasts = mix in (CreatureMix.ANIMALS, CreatureMix.BATS, CreatureMix.SPIDERS)
        assert is_set_upon(mix, radagast=True, treebeard=False) is not beasts
        assert not is_set_upon(mix, radagast=False, treebeard=True)
        assert is_set_upon(mix, radagast=False, treebeard=False)
    wood = MAP.forest_hexes(Forest.MIRKWOOD)[0]
    fangorn = parse_hex("14,j")
    public = PublicState()
    assert may_be_spared(public, HANDBOOK, wood, CreatureMix.SPIDERS)
    assert not may_be_spared(public, HANDBOOK, wood, CreatureMix.ORCS)
    assert may_be_spared(public, HANDBOOK, fangorn, CreatureMix.ORCS)
    assert not may_be_spared(public, HANDBOOK, parse_hex("4,f"), CreatureMix.SPIDERS)
    lifted = Switches(lifted_limits=True)
    free = PublicState(switches=lifted, ring="enemy")
    assert may_be_spared(free, HANDBOOK, parse_hex("4,f"), CreatureMix.ORCS)
    on_the_way = PublicState(switches=lifted, ring_public=RingPublic(lost=True))
    assert may_be_spared(on_the_way, HANDBOOK, parse_hex("4,f"), CreatureMix.ORCS)
    kept = PublicState(switches=lifted)
    assert not may_be_spared(kept, HANDBOOK, parse_hex("4,f"), CreatureMix.ORCS)
    wild = Step(parse_place("4,f"), parse_place("5,ef"), None, Passage.TERRAIN, Way.WOODS)
    tables = RulesTables()
    assert need_of(tables, FELLOWSHIP, wild).kind == "roll"
    assert need_of(tables, FELLOWSHIP, wild, Claims(no_terrain_rolls=True)).kind == "automatic"
    assert force("Radagast").counts == force("Treebeard").counts == 0


@pytest.mark.rule("FOTR-206")
def test_gollum_heals_twice_as_fast_and_all_his_damage_is_normal() -> None:
    hurt = Damage(normal=2, diseased=3)
    after = character_after(hurt, Race.OTHER, Surroundings(), is_gollum=True)
    assert after == Damage(normal=3)
    assert force("Gollum").counts == 0
    assert force("Gollum").ring_transfer == 1


@pytest.mark.rule("FOTR-207", "FOTR-208")
def test_things_stand_outside_the_seven_and_lengthen_moves() -> None:
    for name in ("Grey Havens ship", "The Ring", "Shadowfax"):
        assert force(name).counts == 0
        assert force(name).kind == "thing"
    assert force("Grey Havens ship").start == ("2,f", "2,g")
    assert force("Shadowfax").start == ("12,l",)
    assert [part.value for part in bonuses_of(Claims(shadowfax=True), Travel.HORSE)] == [1]
    assert bonuses_of(Claims(shadowfax=True), Travel.FOOT) == ()
    assert [part.value for part in bonuses_of(Claims(ship=True), Travel.SHIP)] == [1]
    assert bonuses_of(Claims(ship=True), Travel.BOAT) == ()


# --- Minions (12.2) -----------------------------------------------------------------------------


@pytest.mark.rule("FOTR-209", "FOTR-210")
def test_the_mouth_is_no_nazgul_but_takes_the_ring_like_one() -> None:
    mouth = force("Mouth of Sauron")
    assert (mouth.start, mouth.start_mode, mouth.kind) == (("24,m",), Mode.HORSE, "mouth")
    assert not needs_enabling(mouth)
    nazgul = [one for one in forces_of(ENEMY) if one.kind == "nazgul"]
    assert len(nazgul) == 9
    assert {"Witch-king", "Khamul"} < {one.name for one in nazgul}
    assert all(one.start_mode is Mode.HORSE for one in nazgul)
    assert not any(needs_enabling(one) for one in nazgul)
    both = who_takes(["Khamul", "Mouth of Sauron", "Bree agent"])
    assert (both.holder, both.candidates) == ("enemy", ("Khamul", "Mouth of Sauron"))
    assert TURNS_AWAY == {"mount-killed": 5, "over-endurance": 8, "rode-home": 3}


@pytest.mark.rule("FOTR-211", "FOTR-213", "FOTR-214")
def test_saruman_fell_creatures_and_agents() -> None:
    saruman = force("Saruman")
    assert saruman.marker is MarkerType.SARUMAN
    assert saruman.limit is not None
    assert not is_beyond(MAP, saruman.limit, parse_hex("12,l"))
    assert is_beyond(MAP, saruman.limit, parse_hex("12,e"))
    assert needs_enabling(saruman)
    kinds = [one.kind for one in forces_of(ENEMY)]
    counts = {kind: kinds.count(kind) for kind in ("fell-creature", "agent", "saruman-agent")}
    assert counts == {"fell-creature": 9, "agent": 7, "saruman-agent": 4}
    fell = [one for one in forces_of(ENEMY) if one.kind == "fell-creature"]
    assert all(one.start == ("24,m",) and one.start_mode is Mode.FLYING for one in fell)
    assert all(needs_enabling(one) for one in fell)
    agents = [one for one in forces_of(ENEMY) if one.kind == "agent"]
    assert not any(needs_enabling(one) for one in agents)
    assert all(needs_enabling(o) for o in forces_of(ENEMY) if o.kind == "saruman-agent")


@pytest.mark.rule("FOTR-215", "FOTR-216", "FOTR-223")
def test_guardians_need_enabling_and_move_in_their_base_modes() -> None:
    modes = {name: force(name).start_mode for name in GUARDIANS}
    assert modes == {
        "Balrog": Mode.FLYING,
        "Fire Drake": Mode.FLYING,
        "Vampire": Mode.FLYING,
        "Cold Drake": Mode.HORSE,
        "Werewolf": Mode.HORSE,
        "Giant Spider": Mode.FOOT,
        "Kraken 1": Mode.SHIP_BOAT,
        "Kraken 2": Mode.SHIP_BOAT,
        "Corsair Fleet": Mode.SHIP_BOAT,
    }
    assert all(needs_enabling(force(name)) for name in GUARDIANS)
    assert may_start(MAP, "Balrog", parse_place("14,h"))


@pytest.mark.rule("FOTR-217", "FOTR-222")
def test_the_fleet_lies_off_its_isle_and_wights_are_on_no_board() -> None:
    assert force("Corsair Fleet").label == "CF"
    wight = force("Wight")
    assert (wight.label, wight.mobilizes) == ("", "never")
    assert "Wight" not in GUARDIANS


# --- In the shadow (12.2) -----------------------------------------------------------------------


def _met_in_the_shadow(place: str, letter: SearchCode) -> Play:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, place)
    play.go_on(until="fp-activity")
    activate(play, place)
    play.die(1)
    play.die_giving(letter.value)
    while not _actions(play) & {"group", "fight"}:
        play.go_on()
    if "group" in _actions(play):
        play.press(FP, "group")
    return play


def _actions(play: Play) -> set[str]:
    return {c.action for prompt in play.prompts(FP) for c in prompt.form.choices}


@pytest.mark.rule("FOTR-212")
@pytest.mark.parametrize("with_ring", [False, True])
def test_a_fight_in_barad_dur_destroys_the_group_and_with_the_ring_ends_the_game(
    *, with_ring: bool
) -> None:
    play = _met_in_the_shadow("24,m", SearchCode.FIGHT)
    while "with-ring" not in _actions(play):
        play.press(FP, "fight")
    play.press(FP, "with-ring" if with_ring else "without")
    assert (play.step == "game-over") is with_ring
    assert not play.state.public.fights
    if with_ring:
        assert "Total victory for the Enemy." in play.prompts(EP)[0].sentence
    else:
        assert any(one.what == "remove" for one in play.state.public.expected)


@pytest.mark.rule("FOTR-190", "FOTR-212")
def test_who_is_destroyed_in_the_shadow_counts_as_killed_by_its_owners_notes_alone() -> None:
    plays = []
    for cards in (("Aragorn", "Bree Man"), ()):
        play = _met_in_the_shadow("24,m", SearchCode.FIGHT)
        play.name(FP, 1, "A")
        play.lay(FP, "fellowship-A", *cards)
        while "without" not in _actions(play):
            play.press(FP, "fight")
        play.press(FP, "without")
        plays.append(play)
    full, empty = plays
    assert own_dead(scene_for(full.state, FP)) == ("Aragorn", "Bree Man")
    assert own_dead(scene_for(empty.state, FP)) == ()
    for viewer in (EP, PUBLIC):
        assert full.view(viewer) == empty.view(viewer)


# --- The simple Ring (14.2) ---------------------------------------------------------------------


@pytest.mark.rule("FOTR-233")
def test_the_simple_ring_knows_two_holders_and_no_transfer() -> None:
    assert who_takes_simply(["Saruman"]).holder == "enemy"
    assert who_takes_simply(["Saruman agent, Bree", "Balrog"]).candidates == (
        "Saruman agent, Bree",
    )
    several = who_takes_simply(["Khamul", "Saruman"])
    assert (several.holder, several.chooser) == ("enemy", ENEMY)
    assert who_takes_simply(["Balrog", "Fell creature 1"]).holder == "nobody"
    assert player_of_saruman("enemy", simple=True) == ENEMY
    assert player_of_saruman("enemy") == FELLOWSHIP
    play = Play(SAMPLE_BOX, {"simpler": "simple-ring"})
    play.put(1, "green", 3, "4,f")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Boromir")
    steps = set()
    play.begin()
    for _ in range(12):
        steps.add(play.step)
        if play.step == "fp-dissolve":
            break
        play.go_on()
    assert "fp-ring" not in steps
    assert play.state.hidden[FP].ring_marks == {}
    assert scene_for(play.state, FP).public.switches.simple_ring


def _secret_spare(play: Play, cards: tuple[str, ...]) -> Iterator[None]:
    play.put(1, "green", 3, "14,j")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", *cards)
    play.go_on(until="fp-activity")
    activate(play, "14,j")
    yield
    play.die(1)
    yield


def test_who_could_keep_a_random_group_away_is_nobody_elses_business() -> None:
    secrets: list[tuple[str, ...]] = [("Treebeard",), ("Aragorn",), ()]
    assert assert_hidden(_secret_spare, FP, secrets, SAMPLE_BOX)
