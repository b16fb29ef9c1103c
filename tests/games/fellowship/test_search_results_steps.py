"""What search results lead to, played through commands (8.32 to 8.5)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from companion.games.fellowship.box.file import HexEntry
from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.lent import ShipLost
from companion.games.fellowship.events.status import HexesActivated
from companion.games.fellowship.facts.names import Forest, HexType, Water
from companion.games.fellowship.play.search_stages_fight import MINIONS_WHEN
from companion.games.fellowship.rules.retreat import denials
from companion.games.fellowship.state import Activation
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_map import COAST, MOUNTAIN, board_text
from tests.support.fellowship_moves import (
    AROUND,
    GREEN,
    RED,
    Markers,
    at_activity,
    result,
    searched,
    sentence,
    wild,
)

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
    assert any("Men and Istari: 1, Hobbits: 1" in line.text for line in play.state.public.log)
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
    (shown,) = play.shown_result()
    assert shown.meaning == "4 creature cards: men. Half of the group comes, at least one card."


@pytest.mark.rule("FOTR-183", "FOTR-153")
@pytest.mark.parametrize("roll", [6, 8, 10])
def test_an_assassin_of_the_random_group_table_ambushes_the_group(roll: int) -> None:
    play = _fight(roll)
    play.press(FP, "fight")
    play.die(9)
    (fight,) = play.state.public.fights
    assert fight.cause.endswith(", AS1: ambush by an assassin")
    assert fight.force == FightForce(minions=False, ambush="assassin")


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


@pytest.mark.rule("FOTR-080")
@pytest.mark.parametrize(("answer", "words"), [("yes", "is there"), ("no", "is not there")])
def test_a_nazgul_shown_at_an_encounter_makes_the_fellowship_say_if_the_ring_is_there(
    answer: str, words: str
) -> None:
    play = searched(markers=RED)
    play.die(6)
    play.press(FP, "group")
    play.press(EP, "nazgul")
    assert "whether the Ringbearer is in this hex" in sentence(play)
    play.press(FP, answer)
    assert any(f"the Ring {words}" in line.text for line in play.state.public.log)
    # The encounter goes on where it stood, and a Nazgul is shown once.
    assert "ambush it or not" in sentence(play, EP)
    offered = {choice.action for choice in play.prompt_with(EP, "none").form.choices}
    assert offered == {"minion", "none"}


@pytest.mark.rule("FOTR-080")
def test_a_sleeping_nazgul_may_be_shown_as_well_and_without_one_nothing_is_said() -> None:
    play = searched(markers=(*GREEN, (9, "red", 6, "9,gh")))
    play.die(6)
    play.press(FP, "group")
    assert "show a Nazgul there or not" in sentence(play, EP)
    play.press(EP, "show")
    play.press(FP, "yes")
    assert any("the Ring is there" in line.text for line in play.state.public.log)
    assert "retreat or fight" in sentence(play)
    quiet = searched()
    quiet.die(6)
    quiet.press(FP, "group")
    assert "retreat or fight" in sentence(quiet)


@pytest.mark.rule("FOTR-144")
def test_a_guardian_cannot_ambush_an_encounter_and_sleepers_cannot_at_all() -> None:
    for colour, face in (("black", 4), ("red", 6)):
        play = searched(markers=(*GREEN, (9, colour, face, "9,gh")))
        play.die(6)
        play.press(FP, "group")
        if colour == "red":
            play.press(EP, "hide")
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


def _in_forest(forest: Forest, region: str = "I", options: Mapping[str, str] | None = None) -> Play:
    """FH in a hex of a forest, and the Fellowship fights; the roll on T.6 is due."""
    entry = msgspec.structs.replace(wild(region=region), forest=forest)
    play = Play(board_text(hexes={"9,gh": entry}), options)
    play.put(1, "green", 3, "9,gh")
    play.go_on(until="fp-activity")
    play.die(2)
    play.die(8)
    play.press(FP, "group")
    play.press(FP, "fight")
    return play


def _keepers(play: Play) -> set[str]:
    return {choice.action for choice in play.prompt_with(FP, "treebeard").form.choices}


@pytest.mark.rule("FOTR-202", "FOTR-204")
def test_radagast_keeps_beasts_away_and_treebeard_everybody() -> None:
    beasts = _in_forest(Forest.MIRKWOOD)
    beasts.die(1)
    assert _keepers(beasts) == {"fight", "radagast", "treebeard"}
    beasts.press(FP, "radagast")
    assert not beasts.state.public.fights
    men = _in_forest(Forest.MIRKWOOD)
    men.die(2)
    assert [fight.cause for fight in men.state.public.fights] == ["FH, M8 (half): 4 men"]
    ents = _in_forest(Forest.FANGORN)
    ents.die(2)
    assert _keepers(ents) == {"fight", "treebeard"}
    ents.press(FP, "fight")
    assert [fight.cause for fight in ents.state.public.fights] == ["FH, M8 (half): 4 men"]


@pytest.mark.rule("FOTR-204", "FOTR-234")
def test_treebeard_keeps_one_mixed_deck_away_and_radagast_does_not() -> None:
    play = _in_forest(Forest.FANGORN, options={"simpler": "simple-groups"})
    play.die(4)
    assert _keepers(play) == {"fight", "treebeard"}
    play.press(FP, "treebeard")
    assert not play.state.public.fights
    met = _in_forest(Forest.FANGORN, options={"simpler": "simple-groups"})
    met.die(4)
    met.press(FP, "fight")
    assert [fight.cause for fight in met.state.public.fights] == ["FH, 4 creatures of one deck"]
    wood = _in_forest(Forest.MIRKWOOD, options={"simpler": "simple-groups"})
    wood.die(4)
    assert [fight.cause for fight in wood.state.public.fights] == ["FH, 4 creatures of one deck"]


@pytest.mark.rule("FOTR-145")
def test_minions_in_the_hex_may_fight_instead_of_a_random_group() -> None:
    play = _fight(8, RED)
    play.press(EP, "none")
    play.press(FP, "fight")
    assert play.prompt_with(EP, "minions").detail == (MINIONS_WHEN,)
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
    assert offered == {"minion", "assassin", "none", "nazgul"}
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
        # Treebeard or Gollum, whom the text gives no race, counts whole.
        ({"other": "1"}, 7),
        ({"other": "1", "hobbit": "2"}, 5),
        ({"other": "2", "hobbit": "1"}, 3),
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
    assert any("Hobbits: 3, Men and Istari: 2" in line.text for line in play.state.public.log)
    ents = _fight(8)
    ents.press(FP, "slip", other="1", elf="3")
    assert any("Elves: 3, Of no named race: 1" in line.text for line in ents.state.public.log)
    assert "Roll for the random group" in sentence(ents, EP)


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


def test_a_group_with_every_hex_denied_may_stay_and_fight_whoever_there_is() -> None:
    sides = {f"9,gh/{other}": MOUNTAIN for other in AROUND}
    play = _retreating(board_text(sides))
    _deny(play, "9,gh")
    play.press(FP, "fight")
    # No minion stands there, so that half a random group is rolled for at once.
    assert "Roll for the random group" in sentence(play, EP)


@pytest.mark.rule("FOTR-199")
def test_in_a_battlefield_hex_hobbits_are_reminded_of_old_blades() -> None:
    for battlefield in (True, False):
        board = board_text(hexes={"9,gh": wild(battlefield=battlefield)})
        play = searched(board)
        play.die(6)
        play.press(FP, "group")
        play.press(FP, "retreat")
        reminded = any("old blades" in text for text in play.state.public.reminders)
        assert reminded is battlefield


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


@pytest.mark.rule("FOTR-045")
@pytest.mark.parametrize(("roll", "bonus", "lost"), [(7, 0, 0), (10, 0, 1), (10, 3, 1)])
def test_the_grey_havens_ship_goes_down_with_a_wreck_and_a_sunk_ship(
    roll: int, bonus: int, lost: int
) -> None:
    play = _ship(roll, bonus=bonus)
    told = [one for one in play.events if isinstance(one, ShipLost)]
    assert [one.piece for one in told] == [1] * lost


@pytest.mark.rule("FOTR-149")
def test_the_ring_lost_at_sea_ends_the_game() -> None:
    play = _ship(10, bonus=3)
    play.press(FP, "ring")
    assert "tactical victory" in play.state.public.over
    assert play.step == "game-over"
