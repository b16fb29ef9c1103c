"""Movement of both sides, and citadels."""

from __future__ import annotations

import pytest

from companion.games.ringwar.dark import destinations
from companion.games.ringwar.engine import scene_for
from companion.games.ringwar.names import FIRST, PLACE_KINDS, SECOND
from companion.games.ringwar.rules import reach
from companion.games.ringwar.state import Band, Ring
from companion.games.ringwar.tasks import DarkMove, FreeSearch
from companion.table.commands import Act
from companion.table.ids import PUBLIC
from tests.support.ringwar import Play, begun, replace


def actions(play: Play) -> set[str]:
    return {choice.action for choice in play.ask().form.choices}


def entries(play: Play, name: str) -> tuple[str, ...]:
    field = next(one for one in play.ask().form.fields if one.name == name)
    return tuple(option.value for option in field.options)


def with_cell(play: Play, address: str, value: str) -> None:
    play.state = replace(play.state, facts=play.state.facts.with_answer(address, value))


# --- reach and restrictions ---------------------------------------------------------------------


@pytest.mark.rule("SPI-005")
def test_a_destination_is_chosen_within_reach() -> None:
    facts = begun().state.facts
    # Shire - Ferry Road (road, 1) - Bree (town, 1) - Lone Hill (open, 2) or Greenway (road, 1).
    near = reach(facts, "Shire", 4, "fellowship")
    assert near["Bree"] == ("Bree",)
    assert near["Lone Hill"] == ("Bree", "Lone Hill")
    assert near["Gap"] == ("Bree", "Greenway", "Gap")
    assert set(near) - set(reach(facts, "Shire", 3, "fellowship")) == {"Trollwood", "Hornburg"}
    three = {"Bree", "Ferry Road", "Lone Hill", "Greenway", "Gap"}
    assert set(reach(facts, "Shire", 3, "fellowship")) == three
    assert "Shire" not in near
    assert reach(facts, "Shire", 0, "fellowship") == {}


@pytest.mark.rule("SPI-005")
@pytest.mark.parametrize("kind", PLACE_KINDS)
@pytest.mark.parametrize("rule", ["free", "stop", "barred"])
def test_every_kind_of_place_has_its_restriction(kind: str, rule: str) -> None:
    play = begun()
    with_cell(play, "places/Bree/kind", kind)
    with_cell(play, f"terrain/{kind}/fellowship", rule)
    with_cell(play, f"terrain/{kind}/cost", "1")
    with_cell(play, "places/Lone Hill/kind", "open" if kind != "open" else "road")
    with_cell(play, "places/Ferry Road/kind", "trail" if kind != "trail" else "road")
    near = reach(play.state.facts, "Shire", 4, "fellowship")
    assert ("Bree" in near) is (rule != "barred")
    assert ("Lone Hill" in near) is (rule == "free")


@pytest.mark.rule("SPI-005")
def test_no_dark_character_enters_a_hex_of_unspotted_characters() -> None:
    play = begun("dark")
    play.put_person("Mouth of Sauron", place="Gap")
    play.put_person("Frodo", place="Hornburg")
    play.press("mouth:Mouth of Sauron")
    assert "Hornburg" not in entries(play, "to")
    play.press("back")
    play.put_person("Frodo", is_spotted=True)
    play.press("mouth:Mouth of Sauron")
    assert "Hornburg" in entries(play, "to")
    # One who is unspotted there is enough to close nothing: the hex was found.
    play.put_person("Sam", place="Hornburg")
    play.press("go", to="Hornburg")
    assert play.person("Mouth of Sauron").place == "Hornburg"


@pytest.mark.rule("SPI-005")
def test_movement_ends_when_the_player_says_so_or_all_have_moved() -> None:
    play = begun("fellowship")
    assert {"move:Shire", "move:Bree", "move:Rivendell", "done"} <= actions(play)
    play.press("move:Bree")
    play.press("stop")
    assert play.person("Aragorn").place == "Bree"
    assert "move:Bree" in actions(play)
    play.press("move:Bree")
    play.press("go", who=["Aragorn"], to="Shire")
    assert "move:Bree" not in actions(play)
    assert play.person("Aragorn").has_moved
    play.press("done")
    assert play.public.step == "dark"


# --- the Fellowship -----------------------------------------------------------------------------


@pytest.mark.rule("SPI-007")
def test_a_group_moves_together_as_far_as_its_slowest() -> None:
    play = begun("fellowship")
    for name in ("Frodo", "Aragorn"):
        play.put_person(name, place="Greenway")
    play.press("move:Greenway")
    assert "Hall of the King" in entries(play, "to")
    with_cell(play, "characters/Frodo/movement", "1")
    refusal = play.try_press("go", who=["Frodo", "Aragorn"], to="Hornburg")
    assert refusal is not None
    assert refusal.code == "rule"
    assert "too far" in refusal.text
    assert play.try_press("go", to="Gap") is not None
    play.press("go", who=["Aragorn"], to="Hornburg")
    assert play.person("Aragorn").place == "Hornburg"
    assert play.person("Frodo").place == "Greenway"
    play.press("move:Greenway")
    play.press("go", who=["Frodo"], to="Gap")
    assert play.person("Frodo").place == "Gap"
    # On the way every hex was entered in turn.
    assert "Aragorn to Gap." in play.lines()


@pytest.mark.rule("SPI-007")
def test_a_dark_character_on_the_path_interrupts_with_a_search() -> None:
    play = begun("fellowship")
    play.put_person("Nazgul 1", place="Greenway")
    play.press("move:Bree")
    play.press("go", who=["Aragorn"], to="Hornburg")
    assert play.person("Aragorn").place == "Greenway"
    assert isinstance(play.public.task, FreeSearch)
    assert play.ask().seats == (SECOND,)
    # Let pass, the movement goes on to its end.
    play.press("leave")
    assert play.person("Aragorn").place == "Hornburg"


@pytest.mark.rule("SPI-007", "SPI-016")
def test_a_servant_of_sauron_interrupts_without_a_search() -> None:
    play = begun("fellowship")
    play.put_person("Aragorn", place="Hollin")
    play.press("move:Hollin")
    play.press("go", who=["Aragorn"], to="Deep Mine")
    assert play.ask().section == "Individual Combat against the Servants of Sauron"
    assert not play.person("Aragorn").is_spotted


@pytest.mark.rule("SPI-007")
def test_a_magic_hex_interrupts_the_movement() -> None:
    play = begun("fellowship")
    play.put_person("Gandalf", place="Shire")
    play.put_person("Aragorn", place="Shire")
    play.press("move:Shire")
    play.press("go", who=["Gandalf"], to="Gap")
    # Magic cards lie at Bree, on the way.
    assert play.person("Gandalf").place == "Bree"
    assert play.person("Gandalf").has_moved
    play.put(magic_at={})
    play.press("move:Shire")
    play.press("go", who=["Aragorn"], to="Gap")
    assert play.person("Aragorn").place == "Gap"


@pytest.mark.rule("SPI-005", "SPI-007")
def test_a_barred_hex_that_is_typed_in_is_entered_only_as_agreed() -> None:
    play = begun("fellowship")
    play.put_person("Aragorn", place="Islet")
    with_cell(play, "places/Reef/kind", "morannon")
    with_cell(play, "terrain/morannon/fellowship", "barred")
    play.press("move:Islet")
    play.press("go", who=["Aragorn"], to="Reef")
    assert "barred" in play.ask().sentence
    play.press("stop")
    assert play.person("Aragorn").place == "Islet"
    play.put_person("Aragorn", has_moved=False)
    play.press("move:Islet")
    play.press("go", who=["Aragorn"], to="Reef")
    play.press("agreed")
    assert play.person("Aragorn").place == "Reef"


# --- the Dark Power -----------------------------------------------------------------------------


@pytest.mark.rule("SPI-006")
def test_nazgul_move_for_shadow_points_only_to_characters_of_the_fellowship() -> None:
    play = begun("dark")
    assert "nazgul" not in actions(play), "nobody is spotted, so that there is no hex to move to"
    play.put_person("Aragorn", place="Gap", is_spotted=True)
    play.press("nazgul")
    assert entries(play, "to") == ("Gap",)
    before = play.public.shadow
    play.press("go", who="Nazgul 3", to="Gap")
    assert play.person("Nazgul 3").place == "Gap"
    assert play.public.shadow == before - 1
    assert play.person("Nazgul 3").has_moved


@pytest.mark.rule("SPI-006")
def test_without_shadow_points_nobody_moves() -> None:
    play = begun("dark")
    play.put(bands=(Band(number=1, place="Gap", home="Barad-dur"),), band_count=1)
    play.put_person("Merry", place="Gap", band=1)
    play.put_person("Aragorn", place="Wold", is_spotted=True)
    assert {"nazgul", "mouth:Mouth of Sauron", "orcs:1"} <= actions(play)
    play.put(shadow=0)
    assert actions(play) == {"done"}


@pytest.mark.rule("SPI-006")
def test_orcs_move_only_with_a_captive_within_their_movement_and_towards_home() -> None:
    play = begun("dark")
    play.put(bands=(Band(number=1, place="Gap", home="Barad-dur"),), band_count=1)
    assert "orcs:1" not in actions(play)
    play.put_person("Merry", place="Gap", band=1)
    play.press("orcs:1")
    near = reach(play.state.facts, "Gap", 5, "dark")
    assert "Hornburg" in near
    assert set(entries(play, "to")) < set(near)
    # From the Gap the way home leads over the Wold, not back to Hollin.
    assert "Wold" in entries(play, "to")
    assert "Hollin" not in entries(play, "to")
    before = play.public.shadow
    play.press("go", to="Wold")
    assert play.public.band(1) is not None
    assert play.person("Merry").place == "Wold"
    assert play.public.shadow == before - 1
    assert "orcs:1" not in actions(play)


@pytest.mark.rule("SPI-006")
def test_the_mouth_spends_shadow_and_movement_points() -> None:
    play = begun("dark")
    scene = scene_for(play.state, PUBLIC)
    where = destinations(scene, DarkMove(mover="mouth", who="Mouth of Sauron"))
    assert where == tuple(sorted(reach(play.state.facts, "Morannon", 5, "dark")))
    before = play.public.shadow
    play.press("mouth:Mouth of Sauron")
    play.press("go", to="Marshes")
    assert play.person("Mouth of Sauron").place == "Marshes"
    assert play.public.shadow == before - 1
    assert "mouth:Mouth of Sauron" not in actions(play)
    # A place that is barred to the Dark Power is no destination.
    assert "Lorien" not in reach(play.state.facts, "Long River", 9, "dark")


# --- citadels -----------------------------------------------------------------------------------


def siege(count: int, *, garrison: bool = False) -> Play:
    play = begun("dark")
    for number in range(1, count + 1):
        play.put_person(f"Nazgul {number}", place="Hornburg")
    if garrison:
        play.put_person("Aragorn", place="Hornburg")
    return play


@pytest.mark.rule("SPI-012")
def test_a_citadel_is_reduced_by_four_nazgul_that_can_pay() -> None:
    assert "reduce:Hornburg" not in actions(siege(3))
    play = siege(4)
    assert "reduce:Hornburg" in actions(play)
    play.put(shadow=1)
    assert "reduce:Hornburg" not in actions(play)
    play.put(shadow=2, fallen=("Hornburg",))
    assert "reduce:Hornburg" not in actions(play)
    open_field = siege(4)
    with_cell(open_field, "places/Hornburg/kind", "town")
    assert "reduce:Hornburg" not in actions(open_field)


@pytest.mark.rule("SPI-012")
@pytest.mark.parametrize("count", [4, 6])
@pytest.mark.parametrize("face", [1, 5, 6])
def test_the_total_decides_who_owns_it(count: int, face: int) -> None:
    play = siege(count)
    play.press("reduce:Hornburg")
    assert play.public.shadow == 6 - 2
    play.roll(face)
    result = play.public.results[-1]
    assert result.total == face + count - 4
    assert (play.public.fallen == ("Hornburg",)) is (result.total >= 6)


@pytest.mark.rule("SPI-012")
def test_a_garrison_fights_the_new_owner_at_once() -> None:
    play = siege(5, garrison=True)
    play.press("reduce:Hornburg")
    play.roll(6)
    asked = play.ask()
    assert asked.section == "Citadel Reduction"
    assert asked.sentence == "Who fights for you at Hornburg?"
    held = siege(4, garrison=True)
    held.press("reduce:Hornburg")
    held.roll(1)
    assert held.public.task is None
    assert held.public.fallen == ()


@pytest.mark.rule("SPI-021")
def test_the_ringbearer_in_the_dark_powers_hands_in_barad_dur_ends_the_game() -> None:
    play = begun("dark")
    play.put(ring=Ring(bearer="Mouth of Sauron"))
    play.put_person("Mouth of Sauron", place="Ash Plain")
    play.press("mouth:Mouth of Sauron")
    play.press("go", to="Barad-dur")
    assert play.public.winner == "dark"

    carried = begun("dark")
    carried.put(bands=(Band(number=1, place="Ash Plain", home="Barad-dur"),), band_count=1)
    carried.put_person("Frodo", place="Ash Plain", band=1)
    carried.press("orcs:1")
    carried.press("go", to="Barad-dur")
    assert carried.public.winner == "dark"


@pytest.mark.rule("SPI-021")
def test_the_check_wants_both_the_place_and_the_dark_power() -> None:
    play = begun("fellowship")
    play.put_person("Frodo", place="Barad-dur")
    play.press("move:Bree")
    assert not play.public.over
    elsewhere = begun("dark")
    elsewhere.put(ring=Ring(bearer="Mouth of Sauron"))
    elsewhere.press("mouth:Mouth of Sauron")
    elsewhere.press("go", to="Ash Plain")
    assert not elsewhere.public.over


def test_the_fellowship_wins_with_its_free_bearer_at_orodruin() -> None:
    play = begun("fellowship")
    play.put_person("Frodo", place="Ash Plain")
    play.press("move:Ash Plain")
    play.press("go", who=["Frodo"], to="Orodruin")
    assert play.public.winner == "fellowship"


def test_somebody_is_put_right_by_hand_and_the_log_says_so() -> None:
    play = begun("fellowship")
    act = Act(seat=FIRST, action="put", inputs=(("who", "Sam"), ("to", "Wold")))
    assert play.send(act) is None
    assert play.person("Sam").place == "Wold"
    assert play.lines()[-1] == "Sam to Wold (by hand)."
    assert play.send(Act(seat=FIRST, action="put", inputs=(("who", "Sam"),))) is not None
