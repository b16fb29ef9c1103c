"""Individual combat in its four forms."""

from __future__ import annotations

from itertools import product

import pytest

from companion.games.ringwar.names import FIRST, SECOND
from companion.games.ringwar.rules import combat_result, combat_value
from companion.games.ringwar.tasks import Fight
from companion.table.views import Explained
from tests.support.ringwar import GAME, Play, begun, replace

DARK = "Nazgul 1"


def actions(play: Play) -> set[str]:
    return {choice.action for choice in play.ask().form.choices}


def fight(play: Play) -> Fight:
    task = play.public.task
    assert isinstance(task, Fight)
    return task


def met(*names: str, dark: tuple[str, ...] = (DARK,), place: str = "Wold") -> Play:
    """Spotted characters and dark ones in a hex, at the end of the Fellowship's play-turn."""
    play = begun("fellowship")
    for name in names:
        play.put_person(name, place=place, is_spotted=True)
    for name in dark:
        play.put_person(name, place=place)
    play.press("done")
    return play


def without_sorcery(play: Play) -> None:
    while "arms" in actions(play):
        play.press("arms")


@pytest.mark.rule("SPI-014")
@pytest.mark.parametrize(("ours", "theirs"), list(product((1, 4, 6), (1, 4, 6))))
def test_both_roll_and_the_table_gives_both_new_states(ours: int, theirs: int) -> None:
    play = met("Aragorn")
    play.press("fight")
    play.press("leave")
    without_sorcery(play)
    one, two = play.person("Aragorn"), play.person(DARK)
    facts = play.state.facts
    # Aragorn: combat 4 and morale 3; a Nazgul: 3 and 2.
    assert (combat_value(facts, one), combat_value(facts, two)) == (7, 5)
    expected = tuple(
        facts.whole("combat", row, f"r{face}") for row, face in (("2", ours), ("-2", theirs))
    )
    assert combat_result(facts, one, two, ours).row == "2"
    assert play.ask().seats == (FIRST,)
    play.roll(ours)
    assert play.ask().seats == (SECOND,)
    play.roll(theirs)
    assert (play.person(DARK).wounds, play.person("Aragorn").wounds) == expected
    # Both results stand on the screens, each with its cell lit.
    shown = GAME.view(play.state, FIRST).region("result")
    assert shown is not None
    lit = [one for one in shown.widgets if isinstance(one, Explained) and one.table is not None]
    assert [one.total for one in lit] == [ours, theirs]
    for one_result, wounds in zip(lit, expected, strict=True):
        table = one_result.table
        assert table is not None
        assert table.lit_row is not None
        assert table.lit_column is not None
        assert table.rows[table.lit_row].cells[table.lit_column] == str(wounds)


@pytest.mark.rule("SPI-014")
@pytest.mark.parametrize(("ours", "theirs"), [(9, 0), (0, 9)])
def test_the_differential_ends_with_the_table(ours: int, theirs: int) -> None:
    play = met("Aragorn")
    facts = play.state.facts
    for address, value in (
        ("characters/Aragorn/combat", ours),
        ("characters/Nazgul/combat", theirs),
        ("characters/Aragorn/morale", 0),
        ("characters/Nazgul/morale", 0),
    ):
        facts = facts.with_answer(address, str(value))
    result = combat_result(facts, play.person("Aragorn"), play.person(DARK), 3)
    assert result.row == ("4" if ours else "-4")


@pytest.mark.rule("SPI-014")
@pytest.mark.parametrize("side", ["fellowship", "dark"])
def test_it_is_repeated_while_one_wants_to_and_both_live(side: str) -> None:
    play = met("Aragorn")
    play.press("fight")
    play.press("leave")
    without_sorcery(play)
    play.roll(1, 1)
    assert play.ask().sentence == "The fight at Wold: another round?"
    play.press("fight" if side == "fellowship" else "leave")
    assert play.ask().seats == (SECOND,)
    play.press("fight" if side == "dark" else "leave")
    without_sorcery(play)
    assert play.ask().roll == "combat of Aragorn"
    play.roll(1, 1)
    play.press("leave")
    play.press("leave")
    assert play.public.task is None
    assert play.step == "dark"


@pytest.mark.rule("SPI-014", "SPI-015")
def test_if_nobody_wants_to_fight_it_is_skipped() -> None:
    play = met("Aragorn")
    assert play.ask().section == "Normal Individual Combat"
    play.press("leave")
    play.press("leave")
    assert play.step == "dark"
    assert (play.person("Aragorn").wounds, play.person(DARK).wounds) == (0, 0)


@pytest.mark.rule("SPI-015")
@pytest.mark.parametrize("side", ["fellowship", "dark"])
def test_one_player_who_wants_it_is_enough(side: str) -> None:
    play = met("Aragorn")
    play.press("fight" if side == "fellowship" else "leave")
    play.press("fight" if side == "dark" else "leave")
    assert fight(play).stage in ("sorcery-dark", "roll-fellowship")


@pytest.mark.rule("SPI-015")
def test_unspotted_characters_are_not_fought() -> None:
    play = begun("fellowship")
    play.put_person("Aragorn", place="Wold")
    play.put_person(DARK, place="Wold")
    play.press("done")
    assert (play.public.task, play.step) == (None, "dark")


@pytest.mark.rule("SPI-015")
def test_the_differential_is_morale_and_combat_less_wounds_and_made_anew_each_round() -> None:
    play = met("Aragorn")
    facts = play.state.facts
    play.press("fight")
    play.press("leave")
    without_sorcery(play)
    play.roll(6, 1)
    wounds = facts.whole("combat", "2", "r6")
    assert play.person(DARK).wounds == wounds == 2
    assert combat_value(facts, play.person(DARK)) == 3 + 2 - wounds
    row = combat_result(facts, play.person("Aragorn"), play.person(DARK), 1).row
    assert row == "4"
    # A magic card adds to the one who has it.
    play.put_person("Aragorn", magic=("Old Blade",), wounds=2)
    assert combat_value(facts, play.person("Aragorn")) == 4 + 3 + 1 - 2


@pytest.mark.rule("SPI-015")
@pytest.mark.parametrize("uses", ["sorcery", "arms"])
def test_sorcery_takes_the_place_of_the_combat_table_for_who_uses_it(uses: str) -> None:
    play = met("Gandalf")
    play.press("fight")
    play.press("leave")
    assert play.ask().sentence == "Does Gandalf use sorcery in this round?"
    play.press(uses)
    assert play.ask().seats == (SECOND,)
    play.press("arms")
    play.roll(6, 1)
    facts = play.state.facts
    by_arms = facts.whole("combat", "2", "r6")
    by_sorcery = facts.whole("sorcery", "3", "r6")
    assert by_arms != by_sorcery
    assert play.person(DARK).wounds == (by_sorcery if uses == "sorcery" else by_arms)


@pytest.mark.rule("SPI-015")
def test_who_has_no_sorcery_is_not_asked() -> None:
    play = met("Aragorn")
    play.press("fight")
    play.press("leave")
    assert play.ask().seats == (SECOND,)
    assert f"Does {DARK} use sorcery in this round?" == play.ask().sentence


@pytest.mark.rule("SPI-015")
def test_a_nazgul_flees_after_a_round_and_the_ring_saves_its_bearer() -> None:
    play = met("Frodo")
    assert "ring" in actions(play)
    play.press("ring")
    assert play.public.ring.is_worn
    assert play.step == "dark"
    play = met("Aragorn")
    assert not any(one.startswith("flee") for one in actions(play))
    play.press("fight")
    play.press("leave")
    without_sorcery(play)
    play.roll(1, 1)
    assert f"flee:{DARK}" not in actions(play)
    play.press("fight")
    assert f"flee:{DARK}" in actions(play)
    play.press(f"flee:{DARK}")
    assert play.person(DARK).place == "Barad-dur"
    assert play.step == "dark"


@pytest.mark.rule("SPI-015")
def test_the_players_choose_who_fights_and_others_go_on_when_one_is_killed() -> None:
    play = met("Aragorn", "Sam", dark=(DARK, "Nazgul 2"))
    play.press("fight")
    play.press("leave")
    assert (play.ask().seats, actions(play)) == ((FIRST,), {"pick:Aragorn", "pick:Sam"})
    play.press("pick:Sam")
    assert (play.ask().seats, actions(play)) == ((SECOND,), {f"pick:{DARK}", "pick:Nazgul 2"})
    play.press("pick:Nazgul 2")
    play.put_person("Sam", wounds=3)
    without_sorcery(play)
    play.roll(1, 6)
    assert play.person("Sam").is_dead
    # Aragorn is still there: the fight goes on unless both stop.
    play.press("leave")
    play.press("fight")
    assert fight(play).fellowship == "Aragorn"


@pytest.mark.rule("SPI-015")
def test_it_ends_when_one_side_has_nobody_left() -> None:
    play = met("Sam")
    play.press("fight")
    play.press("leave")
    without_sorcery(play)
    play.put_person("Sam", wounds=3)
    play.roll(1, 6)
    assert play.person("Sam").is_dead
    assert play.step == "dark"


# --- servants ------------------------------------------------------------------------------------


def at_the_mine(*names: str) -> Play:
    play = begun("fellowship")
    for name in names:
        play.put_person(name, place="Hollin")
    play.press("move:Hollin")
    play.press("go", who=list(names), to="Deep Mine")
    return play


@pytest.mark.rule("SPI-016")
def test_a_servant_fights_at_once_with_one_whom_the_fellowship_chooses() -> None:
    play = at_the_mine("Aragorn", "Gandalf")
    assert (play.ask().seats, actions(play)) == ((FIRST,), {"pick:Aragorn", "pick:Gandalf"})
    play.press("pick:Gandalf")
    assert fight(play).dark == "Warden of the Mine"
    assert "sorcery" in actions(play)
    play.press("sorcery")
    play.roll(6, 1)
    wounds = play.state.facts.whole("sorcery", "3", "r6")
    assert play.person("Warden of the Mine").wounds == wounds
    play.press("leave")
    play.press("leave")
    assert play.public.task is None
    assert play.person("Aragorn").place == "Deep Mine"


@pytest.mark.rule("SPI-016")
def test_it_lasts_until_the_servant_or_all_characters_are_killed() -> None:
    play = at_the_mine("Aragorn")
    play.put_person("Warden of the Mine", wounds=5)
    play.roll(6, 1)
    assert play.person("Warden of the Mine").is_dead
    assert play.public.task is None
    lost = at_the_mine("Aragorn")
    lost.put_person("Aragorn", wounds=4)
    lost.roll(1, 6)
    assert lost.person("Aragorn").is_dead
    assert lost.public.task is None


@pytest.mark.rule("SPI-016")
def test_the_ring_flees_from_a_servant() -> None:
    play = at_the_mine("Frodo")
    play.roll(1, 1)
    assert "ring" in actions(play)
    play.press("ring")
    assert play.public.task is None
    assert play.public.ring.is_worn
    assert not play.person("Frodo").is_dead


# --- on the way ----------------------------------------------------------------------------------


def on_the_way(*names: str, dark: str = DARK) -> Play:
    play = begun("fellowship")
    play.put_person(dark, place="Greenway")
    for name in names:
        play.put_person(name, place="Bree")
    play.press("move:Bree")
    play.press("go", who=list(names), to="Gap")
    return play


@pytest.mark.rule("SPI-017")
def test_unspotted_characters_are_searched_for_before_a_fight() -> None:
    play = on_the_way("Aragorn")
    play.press("search")
    assert play.public.shadow == 6
    play.roll(5)
    assert play.ask().section == "Individual Combat Interrupts Movement"
    assert play.ask().seats == (FIRST,)
    play.press("leave")
    play.press("fight")
    without_sorcery(play)
    play.roll(1, 1)
    play.press("leave")
    play.press("leave")
    assert play.person("Aragorn").place == "Greenway"
    assert play.person("Aragorn").has_moved


@pytest.mark.rule("SPI-017")
def test_where_the_search_fails_there_is_no_fight() -> None:
    play = on_the_way("Aragorn")
    play.press("search")
    play.roll(4)
    assert play.public.task is None
    assert play.person("Aragorn").place == "Gap"


@pytest.mark.rule("SPI-017")
def test_who_is_spotted_already_fights_without_a_search() -> None:
    play = begun("fellowship")
    play.put_person("Mouth of Sauron", place="Greenway")
    play.put_person("Aragorn", is_spotted=True)
    play.press("move:Bree")
    play.press("go", who=["Aragorn"], to="Gap")
    assert fight(play).kind == "interrupt"
    assert fight(play).stage == "want-fellowship"


@pytest.mark.rule("SPI-017")
def test_the_ring_sorcery_and_flight_are_there_as_in_every_fight() -> None:
    play = on_the_way("Frodo", "Gandalf")
    play.press("search")
    play.roll(6)
    assert "ring" in actions(play)
    play.press("ring")
    # Gandalf is left and can still be fought.
    play.press("fight")
    play.press("leave")
    assert fight(play).fellowship == "Gandalf"
    assert "sorcery" in actions(play)
    without_sorcery(play)
    play.roll(1, 1)
    play.press("fight")
    assert f"flee:{DARK}" in actions(play)


def test_a_fight_for_which_a_value_is_missing_asks_before_the_roll() -> None:
    play = begun("fellowship")
    rows = {**play.state.facts.box.sheets["characters"]}
    rows["Nazgul"] = {key: value for key, value in rows["Nazgul"].items() if key != "morale"}
    box = replace(play.state.facts.box, sheets={**play.state.facts.box.sheets, "characters": rows})
    play.state = replace(play.state, facts=type(play.state.facts)(box))
    play.put_person("Aragorn", place="Wold", is_spotted=True)
    play.put_person(DARK, place="Wold")
    play.press("done")
    play.press("fight")
    play.press("leave")
    play.press("arms")
    assert play.public.cell is not None
    assert play.ask().seats == (SECOND,)
    play.press("fill", value="2")
    assert play.ask().roll == "combat of Aragorn"


@pytest.mark.rule("SPI-014")
def test_whoever_decides_about_a_fight_reads_who_would_fight() -> None:
    play = met("Aragorn", "Sam", dark=("Nazgul 2",))
    together = ("Fellowship: Sam, Aragorn.", "Dark Power: Nazgul 2.")
    for _ in range(2):
        assert play.ask().detail == together
        play.press("fight")
    play.press("pick:Aragorn")
    without_sorcery(play)
    play.put_person("Aragorn", wounds=1)
    assert play.ask().detail == ("Aragorn: 1 wound", "Nazgul 2: 0 wounds")
