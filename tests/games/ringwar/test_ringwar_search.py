"""Search cards, searches and captures."""

from __future__ import annotations

import pytest

from companion.games.ringwar.names import FIRST, SECOND
from companion.games.ringwar.rules import search_result
from companion.games.ringwar.state import Band, Ring
from companion.games.ringwar.tasks import FreeSearch, Search
from tests.support.ringwar import Play, begun, replace


def actions(play: Play) -> set[str]:
    return {choice.action for choice in play.ask().form.choices}


def at(play: Play, place: str, *names: str) -> None:
    for name in names:
        play.put_person(name, place=place)


def drawn(card: str) -> Play:
    play = begun("search")
    play.lot(card)
    return play


@pytest.mark.rule("SPI-008")
def test_a_search_card_names_regions_and_a_force() -> None:
    play = drawn("Wolves and Orcs")
    task = play.public.task
    assert isinstance(task, Search)
    assert (task.regions, task.force) == (("north", "west"), "orcs")
    assert play.ask().seats == (SECOND,)
    # It lies face up: everybody reads it.
    assert "Search card Wolves and Orcs: north, west, Orcs." in play.lines()
    assert "Wolves and Orcs" not in play.public.search_deck


@pytest.mark.rule("SPI-008", "SPI-009")
def test_a_card_without_a_character_in_its_regions_ends_at_once() -> None:
    play = drawn("The Watch in Mordor")
    assert play.public.task is None
    assert play.public.shadow == 6
    assert "No region of the card has a character of the Fellowship." in play.lines()


@pytest.mark.rule("SPI-008")
def test_shadow_points_are_spent_only_when_the_dark_power_searches() -> None:
    play = drawn("Riders on the Road")
    play.press("leave")
    assert (play.public.task, play.public.shadow) == (None, 6)
    play = drawn("Riders on the Road")
    play.press("search")
    assert play.public.shadow == 5
    poor = begun("search")
    poor.put(shadow=0)
    poor.lot("Riders on the Road")
    assert poor.public.task is None


@pytest.mark.rule("SPI-008")
@pytest.mark.parametrize(("names", "first_spotting"), [(1, 5), (2, 4), (3, 4), (4, 3), (6, 3)])
@pytest.mark.parametrize("face", range(1, 7))
def test_the_search_table_is_read_by_the_number_in_the_hex(
    names: int, first_spotting: int, face: int
) -> None:
    play = begun("search")
    people = ("Frodo", "Sam", "Merry", "Pippin", "Aragorn", "Legolas", "Gimli", "Boromir")
    at(play, "Wold", *people[:names])
    at(play, "Coast", *people[names:], "Gandalf")
    play.lot("Wings over the Vale")
    play.press("search")
    play.roll(face)
    spotted = {one.name for one in play.public.people.values() if one.is_spotted}
    assert spotted == (set(people[:names]) if face >= first_spotting else set())


@pytest.mark.rule("SPI-008")
def test_event_cards_change_the_roll_within_the_table() -> None:
    play = begun("search")
    at(play, "Wold", "Frodo")
    facts = play.state.facts
    assert search_result(facts, play.public, "Wold", 4).outcome == "hidden"
    play.put(effects=(("Watchful Eyes", "search +1"),))
    assert search_result(facts, play.public, "Wold", 4).outcome == "spotted"
    assert search_result(facts, play.public, "Wold", 6).column == "r6"
    play.put(effects=(("Grey Cloaks", "search -1"),))
    assert search_result(facts, play.public, "Wold", 5).outcome == "hidden"
    assert search_result(facts, play.public, "Wold", 1).column == "r1"


@pytest.mark.rule("SPI-008")
def test_a_failed_search_moves_nobody_and_a_success_up_to_three_nazgul() -> None:
    play = drawn("Riders on the Road")
    play.press("search")
    play.roll(1)
    assert play.public.task is None
    play = drawn("Riders on the Road")
    play.press("search")
    play.roll(6)
    four = [f"Nazgul {number}" for number in range(1, 5)]
    refusal = play.try_press("send", who=four, to="Shire")
    assert refusal is not None
    assert refusal.code == "rule"
    play.press("send", who=four[:2], to="Shire")
    assert play.try_press("send", who=four[2:], to="Bree") is not None
    play.press("send", who=four[2:3], to="Bree")
    assert [play.person(name).place for name in four] == ["Shire", "Shire", "Bree", "Barad-dur"]
    # Three are there, so the search is over.
    assert play.public.task is None


@pytest.mark.rule("SPI-008")
def test_the_number_of_search_cards_and_the_end_of_the_deck() -> None:
    play = begun("search")
    play.lot("The Watch in Mordor")
    play.lot("Patrols of the South")
    assert play.step == "fellowship"
    play = begun("search")
    play.put(search_deck=("The Watch in Mordor",))
    play.press("last")
    assert len(play.public.search_deck) == 10


def orcs(*, face: int = 6, card: str = "Bands from the Hills") -> Play:
    """Orcs may go to the hobbits at the Shire or to Aragorn at Bree."""
    play = begun("search")
    at(play, "Coast", "Legolas", "Gimli", "Boromir", "Gandalf")
    play.lot(card)
    play.press("search")
    play.roll(face)
    return play


@pytest.mark.rule("SPI-009")
def test_orcs_go_to_a_hex_found_and_capture_by_the_capture_range() -> None:
    play = orcs()
    assert {"orcs:Shire", "orcs:Bree", "split", "leave"} == actions(play)
    play.press("orcs:Shire")
    assert play.public.bands == (Band(number=1, place="Shire", home="Barad-dur", is_leaving=True),)
    play.press("try")
    play.roll(4)
    # Pippin's range is 1-4, the others' 1-3.
    assert [one.name for one in play.public.captives(1)] == ["Pippin"]
    band = play.public.band(1)
    assert band is not None
    assert not band.is_leaving


@pytest.mark.rule("SPI-009")
@pytest.mark.parametrize("face", range(1, 7))
def test_every_face_against_every_range(face: int) -> None:
    play = orcs()
    play.put(ring=Ring(bearer="Aragorn"))
    play.press("orcs:Shire")
    play.press("try")
    play.roll(face)
    expected = {"Frodo", "Sam", "Merry", "Pippin"} if face <= 3 else set()
    expected |= {"Pippin"} if face == 4 else set()
    assert {one.name for one in play.public.captives(1)} == expected


@pytest.mark.rule("SPI-009")
def test_orcs_that_capture_nobody_leave_at_the_end_of_the_turn() -> None:
    play = orcs()
    play.press("orcs:Shire")
    play.press("try")
    play.roll(6)
    assert play.public.captives(1) == ()
    for _ in range(3):
        assert play.public.band(1) is not None
        play.press("done")
    assert play.public.turn == 2
    assert play.public.bands == ()
    # Where the search fails, no Orcs come at all.
    assert orcs(face=1).public.bands == ()


@pytest.mark.rule("SPI-009")
def test_splitting_the_orcs_takes_two_shadow_points_and_two_hexes() -> None:
    play = orcs()
    play.press("split")
    assert play.public.shadow == 6 - 1 - 2
    assert sorted(band.place for band in play.public.bands) == ["Bree", "Shire"]
    for left in (2, 1):
        assert len(play.public.tasks) == left
        play.press("no")
    assert play.public.task is None
    poor = orcs()
    poor.put(shadow=1)
    assert "split" not in actions(poor)
    alone = begun("search")
    at(alone, "Coast", "Aragorn", "Legolas", "Gimli", "Boromir", "Gandalf")
    alone.lot("Bands from the Hills")
    alone.press("search")
    alone.roll(6)
    assert "split" not in actions(alone)


@pytest.mark.rule("SPI-009")
def test_the_ring_saves_its_bearer_from_capture_and_nobody_else() -> None:
    play = orcs()
    play.press("orcs:Shire")
    play.press("try")
    play.roll(2)
    asked = play.ask()
    assert (asked.seats, asked.section) == ((FIRST,), "Capture")
    play.press("ring")
    assert play.public.ring.is_worn
    assert {one.name for one in play.public.captives(1)} == {"Sam", "Merry", "Pippin"}
    # Where he was the only one caught, the Orcs leave at the end of the turn.
    only = orcs()
    at(only, "Coast", "Sam", "Merry", "Pippin")
    only.press("orcs:Shire")
    only.press("try")
    only.roll(2)
    only.press("ring")
    band = only.public.band(1)
    assert band is not None
    assert band.is_leaving
    # It helps once: while it is worn it cannot be put on again.
    worn = orcs()
    worn.put(ring=Ring(bearer="Frodo", is_worn=True))
    worn.press("orcs:Shire")
    worn.press("try")
    worn.roll(2)
    assert worn.public.task is None
    assert worn.person("Frodo").band == 1


@pytest.mark.rule("SPI-009")
def test_captives_are_carried_home_in_the_next_movement_phase() -> None:
    play = orcs()
    play.press("orcs:Bree")
    facts = play.state.facts.with_answer("characters/Aragorn/capture", "6")
    play.state = replace(play.state, facts=facts)
    play.press("try")
    play.roll(6)
    assert play.person("Aragorn").band == 1
    for _ in range(2):
        play.press("done")
    assert play.step == "dark"
    assert "orcs:1" in actions(play)
    play.press("orcs:1")
    play.press("go", to="Greenway")
    assert play.person("Aragorn").place == "Greenway"


def waiting_orcs() -> Play:
    play = begun("fellowship")
    band = Band(number=1, place="Greenway", home="Barad-dur", is_leaving=True)
    play.put(bands=(band,), band_count=1)
    at(play, "Bree", "Pippin", "Frodo")
    play.press("move:Bree")
    play.press("go", who=["Frodo", "Pippin"], to="Gap")
    return play


@pytest.mark.rule("SPI-010")
def test_waiting_orcs_search_without_cost_and_capture_whoever_moves_through() -> None:
    play = waiting_orcs()
    task = play.public.task
    assert isinstance(task, FreeSearch)
    assert task.band == 1
    assert play.person("Frodo").place == "Greenway"
    play.press("search")
    assert play.public.shadow == 6
    play.roll(4)
    assert play.person("Pippin").is_spotted
    play.press("try")
    play.roll(4)
    assert [one.name for one in play.public.captives(1)] == ["Pippin"]
    # Their movement is over.
    assert play.person("Frodo").place == "Greenway"
    assert play.person("Frodo").has_moved
    band = play.public.band(1)
    assert band is not None
    assert not band.is_leaving


@pytest.mark.rule("SPI-010")
def test_a_failed_search_lets_them_pass_and_a_failed_capture_sends_the_orcs_away() -> None:
    play = waiting_orcs()
    play.press("search")
    play.roll(3)
    assert play.person("Frodo").place == "Gap"
    play = waiting_orcs()
    play.press("search")
    play.roll(4)
    play.press("try")
    play.roll(6)
    assert play.public.captives(1) == ()
    band = play.public.band(1)
    assert band is not None
    assert band.is_leaving


@pytest.mark.rule("SPI-010")
def test_the_ring_helps_against_waiting_orcs_too() -> None:
    play = waiting_orcs()
    play.press("search")
    play.roll(6)
    play.press("try")
    play.roll(1)
    play.press("ring")
    assert play.person("Frodo").band is None
    assert play.person("Pippin").band == 1
