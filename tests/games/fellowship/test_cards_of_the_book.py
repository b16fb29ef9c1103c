"""Every card as 10.1, 10.2, 7.9, 12.1 and the record sheets T.7 and T.8 have it, one by one."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.board.hexes import Hex, parse_hex
from companion.games.fellowship.box.board_map import GRID
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Mode
from companion.games.fellowship.facts.roster import forces, forces_of
from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.rules.enhancement import is_elf_haven, is_enhanced_at
from companion.games.fellowship.rules.movement_limits import LIFTED
from companion.games.fellowship.rules.victory import Deaths, counts_as_character
from tests.support.fellowship import FP, SAMPLE_BOX, Play

SHIRE = ("4,f", "5,ef")

CHARACTERS = {
    # Starts in play (10.2).
    "Gandalf the Grey": ("start", "11,jk"),
    "Frodo": ("start", *SHIRE),
    "Sam": ("start", *SHIRE),
    "Merry": ("start", *SHIRE),
    "Pippin": ("start", *SHIRE),
    "Shire Hobbit": ("start", *SHIRE),
    # On a fixed turn, or as the others do.
    "Aragorn": ("turn", "6,f"),
    "Glorfindel": ("turn", "12,e"),
    # For another than Glorfindel, or for Gandalf.
    "Gimli": ("companion", "12,e"),
    "Boromir": ("companion", "12,e"),
    "Legolas": ("companion", "12,e"),
    # For any marker there.
    "Tom Bombadil": ("arrival", "5,fg"),
    "Grimbeorn": ("arrival", "18,d"),
    "Treebeard": ("arrival", "14,j"),
    "Grey Havens ship": ("arrival", "2,f", "2,g"),
    "Shadowfax": ("arrival", "12,l"),
    "Lonely Mountain Dwarf": ("arrival", "23,cd"),
    "Iron Hills Dwarf": ("arrival", "24,d", "25,cd"),
    "Blue Mountains Dwarf 1": ("arrival", "2,d"),
    "Blue Mountains Dwarf 2": ("arrival", "2,e"),
    "Edhellond Elf": ("arrival", "12,o"),
    "Rivendell Elf": ("arrival", "12,e"),
    "Mirkwood Elf": ("arrival", "21,de"),
    "Grey Havens Elf 1": ("arrival", "2,f"),
    "Grey Havens Elf 2": ("arrival", "2,g"),
    "Lorien Elf 1": ("arrival", "17,gh"),
    "Lorien Elf 2": ("arrival", "17,gh"),
    "Edoras Man": ("arrival", "12,l"),
    "Dol Amroth Man": ("arrival", "10,p"),
    "Pelargir Man": ("arrival", "19,no"),
    "Minas Tirith Man": ("arrival", "19,mn"),
    "Bree Man": ("arrival", "6,f"),
    "Ithilien Man": ("arrival", "21,lm"),
    "Long Lake Man": ("arrival", "22,d"),
    "East Rohan Man": ("arrival", "16,k", "17,kl"),
    # In ways of their own (6.11, 12.1).
    "Radagast": ("roll", "area:Mirkwood"),
    "Gandalf the White": ("death", "area:nearest Haven"),
    "Gollum": ("card",),
    "The Ring": ("start", *SHIRE),
}

MINIONS = {
    **{f"Fell creature {number}": ("choice", "24,m") for number in range(1, 10)},
    **{f"Nazgul {number}": ("choice", "set-up") for number in range(3, 10)},
    "Witch-king": ("choice", "set-up"),
    "Khamul": ("choice", "set-up"),
    "Mouth of Sauron": ("choice", "24,m"),
    "Bree agent": ("choice", "6,f"),
    "Dol Amroth agent": ("choice", "10,p"),
    "Pelargir agent": ("choice", "19,no"),
    "Long Lake agent": ("choice", "22,d"),
    "Calembel agent": ("choice", "13,mn"),
    "Minas Tirith agent": ("choice", "19,mn"),
    "Edoras agent": ("choice", "12,l"),
    "Saruman": ("choice", "11,jk"),
    "Saruman agent, Shire": ("saruman", *SHIRE),
    "Saruman agent, Bree": ("saruman", "6,f"),
    "Saruman agent, Isengard": ("saruman", "11,jk"),
    "Saruman agent, Edoras": ("saruman", "12,l"),
    "Balrog": ("choice", "14,h"),
    "Fire Drake": ("choice", "set-up"),
    "Cold Drake": ("choice", "set-up"),
    "Werewolf": ("choice", "set-up"),
    "Vampire": ("choice", "set-up"),
    "Giant Spider": ("choice", "set-up"),
    "Kraken 1": ("choice", "set-up"),
    "Kraken 2": ("choice", "set-up"),
    "Corsair Fleet": ("choice", "set-up"),
    "Wight": ("never", "area:battlefields"),
}


@pytest.mark.rule("FOTR-026", "FOTR-027", "FOTR-030")
def test_where_and_how_each_character_comes_into_play() -> None:
    found = {one.name: (one.mobilizes, *one.start) for one in forces_of(FELLOWSHIP)}
    assert found == CHARACTERS
    turns = {one.name: one.start_turn for one in forces() if one.start_turn is not None}
    assert turns == {"Aragorn": 3, "Glorfindel": 4}


@pytest.mark.rule("FOTR-062", "FOTR-058", "FOTR-214")
def test_where_and_how_each_minion_comes_into_play() -> None:
    assert {one.name: (one.mobilizes, *one.start) for one in forces_of(ENEMY)} == MINIONS


@pytest.mark.rule("FOTR-086")
def test_every_ring_transfer_number_of_the_record_sheet() -> None:
    own = {"Frodo": 12, "Sam": 11, "Aragorn": 8, "Boromir": 5, "Gollum": 1}
    of_race = {"hobbit": 10, "istari": 9, "elf": 7, "dwarf": 7, "man": 6}
    for one in forces_of(FELLOWSHIP):
        race = "" if one.race is None else one.race.value
        assert one.ring_transfer == own.get(one.name, of_race.get(race)), one.name
    numbers = Counter(one.ring_transfer for one in forces() if one.is_decoy)
    assert numbers == {7: 11, 6: 8, 10: 1}
    assert all(one.ring_transfer is None for one in forces_of(ENEMY))


@pytest.mark.rule("FOTR-129", "FOTR-207")
def test_who_counts_how_much_toward_the_seven() -> None:
    """Hobbits one half each, allies and things nothing, everybody else a whole (7.8, 12.1)."""
    halves = {one.name for one in forces() if one.counts == 1}
    assert halves == {"Frodo", "Sam", "Merry", "Pippin", "Shire Hobbit"}
    outside = {one.name for one in forces_of(FELLOWSHIP) if one.counts == 0}
    assert outside == {
        "Grimbeorn",
        "Glorfindel",
        "Radagast",
        "Tom Bombadil",
        "Treebeard",
        "Gollum",
        "Grey Havens ship",
        "The Ring",
        "Shadowfax",
    }
    assert {one.counts for one in forces_of(FELLOWSHIP)} == {0, 1, 2}


@pytest.mark.rule("FOTR-132", "FOTR-241")
def test_who_may_go_how_far_from_where_and_nobody_else_is_bound() -> None:
    limits = {one.name: (one.limit.distance, one.limit.of) for one in forces() if one.limit}
    assert limits == {
        "Glorfindel": (3, "12,e"),
        "Grimbeorn": (3, "18,d"),
        "Radagast": (2, "area:Mirkwood"),
        "Treebeard": (0, "area:Fangorn"),
        "Tom Bombadil": (0, "5,fg"),
        "Saruman": (2, "11,jk"),
    }
    # What 15.16 lifts; Tom stays at home and Saruman near Isengard.
    assert set(LIFTED) == {"Glorfindel", "Grimbeorn", "Treebeard", "Radagast"}


def _hexes(*labels: str) -> set[Hex]:
    return {parse_hex(label) for label in labels}


ELF_HAVENS = _hexes("12,e", "2,f", "2,g", "17,gh", "12,o", "21,de")


@pytest.mark.rule("FOTR-019")
def test_no_other_hex_of_the_map_is_an_elf_haven() -> None:
    assert {place for place in GRID if is_elf_haven(place)} == ELF_HAVENS


@pytest.mark.rule("FOTR-054", "FOTR-195", "FOTR-198")
def test_every_hex_that_enhances_somebody() -> None:
    found = {
        one.name: places
        for one in forces()
        if (places := {place for place in GRID if is_enhanced_at(one.name, place)})
    }
    assert found == {
        "Aragorn": _hexes("12,e"),
        "Boromir": _hexes("12,l", "19,mn"),
        "Gimli": _hexes("14,h", "2,d", "2,e"),
        "Legolas": _hexes("17,gh", "12,o"),
        **dict.fromkeys(("Frodo", "Sam", "Merry", "Pippin"), ELF_HAVENS),
    }


@pytest.mark.rule("FOTR-227", "FOTR-230")
def test_who_is_in_play_and_who_is_enhanced_when_a_scenario_begins() -> None:
    south, last = SCENARIOS["ring-moves-south"], SCENARIOS["final-approach"]
    company = {"Aragorn", "Boromir", "Legolas", "Gimli", "Frodo", "Sam", "Merry", "Pippin"}
    # North of Isengard and west of the Misty Mountains (13.2).
    north_west = {
        "Shire Hobbit",
        "Bree Man",
        "Rivendell Elf",
        "Glorfindel",
        "Tom Bombadil",
        "Grey Havens Elf 1",
        "Grey Havens Elf 2",
        "Blue Mountains Dwarf 1",
        "Blue Mountains Dwarf 2",
    }
    helpers = {"Grey Havens ship", "Shadowfax", "The Ring"}
    assert set(south.mobilized) == company | north_west | helpers | {"Gandalf the Grey"}
    bound = {"Radagast", "Glorfindel", "Grimbeorn", "Tom Bombadil", "Treebeard"}
    assert set(last.mobilized) == company | bound | {"The Ring"}
    best = {"Frodo", "Frodo 2", "Sam", "Merry", "Pippin", "Aragorn", "Gimli"}
    assert set(south.enhanced) == best
    assert set(last.enhanced) == best | {"Boromir", "Legolas"}


@pytest.mark.rule("FOTR-190")
def test_whose_death_counts_among_the_characters_killed() -> None:
    """Every character, allies and decoys too, both Gandalfs; not Gollum, no thing (AMB-55)."""
    counted = {one.name for one in forces() if counts_as_character(one.name)}
    no_character = {"Gollum", "Grey Havens ship", "The Ring", "Shadowfax"}
    assert counted == set(CHARACTERS) - no_character
    assert len(counted) == 35
    everybody = Deaths(names=tuple(CHARACTERS), before=5)
    assert everybody.count == 40


def _warned(scenario: str, places: dict[str, str]) -> str:
    """What the set-up's tab says of cards that lie in boxes whose markers stand at these places."""
    play = Play(SAMPLE_BOX, {"scenario": scenario})
    boxes: dict[str, str] = {}
    for card, place in places.items():
        if place not in boxes:
            boxes[place] = "ABCDEFGHIJKLMN"[len(boxes)]
            play.put(len(boxes), "green", 3, place)
            play.name(FP, len(boxes), boxes[place])
        play.lay(FP, f"fellowship-{boxes[place]}", card)
    return "\n".join(play.warnings(FP))


@pytest.mark.rule("FOTR-227")
def test_where_those_who_move_south_may_start() -> None:
    free = ("12,e", "5,fg", "2,f", "2,g", "@Harlindon Coast")
    cards = ("Aragorn", "Legolas", "Gimli", "Boromir", "Bree Man")
    right = dict(zip(cards, free, strict=True))
    assert "starts at" not in _warned("ring-moves-south", right)
    wrong = {
        "Glorfindel": "5,fg",
        "Tom Bombadil": "12,e",
        "Aragorn": "6,f",
        "Frodo": "4,f",
        "Sam": "17,gh",
        "Merry": "@Forlindon Coast",
    }
    found = _warned("ring-moves-south", wrong)
    for card in wrong:
        assert f"{card} (box" in found
    everywhere = "2,f or 2,g or 12,e or 5,fg or Harlindon Coast"
    assert f"stands at 6,f; it starts at {everywhere}." in found


@pytest.mark.rule("FOTR-230")
def test_where_those_of_the_final_approach_may_start_and_who_goes_with_frodo() -> None:
    havens = ("21,de", "17,gh", "14,j", "12,l", "12,o")
    cards = ("Bree Man", "Merry", "Pippin", "Lorien Elf 1", "Edoras Man")
    assert "starts at" not in _warned("final-approach", dict(zip(cards, havens, strict=True)))
    elsewhere = _warned("final-approach", {"Bree Man": "12,e", "Merry": "2,f"})
    where = "21,de or 17,gh or 14,j or 12,l or 12,o"
    assert f"Bree Man (box A) stands at 12,e; it starts at {where}." in elsewhere
    assert f"Merry (box B) stands at 2,f; it starts at {where}." in elsewhere
    company = ("Aragorn", "Boromir", "Gimli", "Legolas", "Sam")
    together = dict.fromkeys(("Frodo", *company), "17,gh")
    assert "starts with Frodo" not in _warned("final-approach", together)
    for card in company:
        apart = _warned("final-approach", together | {card: "12,l"})
        assert f"{card} starts with Frodo" in apart
        assert apart.count("starts with Frodo") == 1


@pytest.mark.rule("FOTR-230")
@pytest.mark.parametrize(("count", "told"), [(2, True), (3, False), (12, False), (13, True)])
def test_three_to_twelve_characters_start_in_a_place_that_is_used(
    count: int, *, told: bool
) -> None:
    decoys = [one.name for one in forces() if one.is_decoy][:count]
    found = _warned("final-approach", dict.fromkeys(decoys, "12,o"))
    assert (f"{count} characters start at 12,o; it should be 3 to 12." in found) is told


@pytest.mark.rule("FOTR-014", "FOTR-205")
def test_what_the_back_of_each_card_of_the_fellowship_is_of() -> None:
    found: dict[str, set[str]] = {}
    for one in forces_of(FELLOWSHIP):
        if not one.is_decoy:
            found.setdefault("" if one.race is None else one.race.value, set()).add(one.name)
    assert found == {
        "hobbit": {"Frodo", "Sam", "Merry", "Pippin"},
        "man": {"Aragorn", "Boromir", "Grimbeorn"},
        "elf": {"Legolas", "Glorfindel"},
        "dwarf": {"Gimli"},
        "istari": {"Gandalf the Grey", "Gandalf the White", "Radagast"},
        "other": {
            "Tom Bombadil",
            "Treebeard",
            "Gollum",
            "Grey Havens ship",
            "The Ring",
            "Shadowfax",
        },
    }
    # A decoy's name ends with its race, whatever number it has.
    for one in forces_of(FELLOWSHIP):
        if one.is_decoy:
            assert one.race is not None
            assert one.name.rstrip(" 12").endswith(one.race.value.title())


@pytest.mark.rule("FOTR-066", "FOTR-067", "FOTR-071")
def test_in_which_mode_each_card_comes_into_play() -> None:
    """All minions may come on horses but Guardians and fell creatures (10.1)."""
    riding = {one.name for one in forces_of(ENEMY) if one.start_mode is Mode.HORSE}
    on_board = {
        one.name for one in forces_of(ENEMY) if one.kind not in ("guardian", "fell-creature")
    }
    assert riding == on_board | {"Werewolf", "Cold Drake"}
    sneaking = {one.name for one in forces() if one.start_mode is Mode.SNEAK}
    assert sneaking == {"Frodo", "Sam", "Merry", "Pippin", "Shire Hobbit", "The Ring"}
    flying = {one.name for one in forces_of(FELLOWSHIP) if one.start_mode is Mode.FLYING}
    assert flying == {"Gandalf the Grey"}
