"""Names, markers, display boxes and the turn track against the lists of the rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.fellowship.box.board_map import GRID, place_names, places
from companion.games.fellowship.facts.names import (
    ENEMY,
    FELLOWSHIP,
    OFF_BOARD_REGIONS,
    SEA_REGIONS,
    WASTE_REGIONS,
    HexType,
    MarkerType,
    Mode,
    Race,
    Weather,
    die_of_five,
    face_of_mode,
    mode_of_face,
    worse_weather,
)
from companion.games.fellowship.facts.roster import (
    MARKER_SUPPLY,
    display_boxes,
    find_display_box,
    find_force,
    forces,
    forces_of,
    type_of_colour,
)
from companion.games.fellowship.facts.turn_track import (
    FIRST_WEATHER_TURN,
    TRACK,
    mobilizations,
    track_space,
)


@pytest.mark.rule("FOTR-006")
@pytest.mark.parametrize(
    ("type_", "seat", "colour", "labelled", "plain"),
    [
        (MarkerType.FELLOWSHIP, FELLOWSHIP, "green", 14, 14),
        (MarkerType.SARUMAN, ENEMY, "white", 5, 3),
        (MarkerType.GUARDIAN, ENEMY, "black", 9, 5),
        (MarkerType.SAURONIC, ENEMY, "red", 12, 3),
    ],
)
def test_marker_supply_is_that_of_the_box(
    type_: MarkerType, seat: str, colour: str, labelled: int, plain: int
) -> None:
    supply = MARKER_SUPPLY[type_]
    assert (supply.seat, supply.colour) == (seat, colour)
    assert (supply.labelled, supply.plain, supply.total) == (labelled, plain, labelled + plain)
    assert type_of_colour(colour) is type_


@pytest.mark.rule("FOTR-001", "FOTR-024")
def test_there_are_65_markers_of_four_types() -> None:
    assert sum(supply.total for supply in MARKER_SUPPLY.values()) == 65
    assert set(MARKER_SUPPLY) == set(MarkerType)
    assert len(MarkerType) == 4
    assert type_of_colour("blue") is None


@pytest.mark.rule("FOTR-006", "FOTR-012")
def test_every_labelled_marker_has_a_display_box_of_its_own() -> None:
    boxes = display_boxes()
    assert len({box.id for box in boxes}) == len(boxes)
    labels: dict[MarkerType, list[str]] = {
        type_: [box.label for box in boxes if box.type is type_] for type_ in MarkerType
    }
    assert labels[MarkerType.FELLOWSHIP] == list("ABCDEFGHIJKLMN")
    assert labels[MarkerType.SAURONIC] == [str(number) for number in range(1, 13)]
    assert labels[MarkerType.SARUMAN] == [str(number) for number in range(1, 6)]
    assert labels[MarkerType.GUARDIAN][:2] == ["BR", "FD"]
    for type_, of_type in labels.items():
        assert len(set(of_type)) == MARKER_SUPPLY[type_].labelled
    first = find_display_box("fellowship-A")
    assert first is not None
    assert first.seat == FELLOWSHIP
    assert find_display_box("fellowship-Z") is None


@pytest.mark.rule("FOTR-009")
@pytest.mark.parametrize(
    ("face", "fellowship", "enemy"),
    [
        (1, None, None),
        (2, Mode.SNEAK, Mode.FLYING),
        (3, Mode.FOOT, Mode.FOOT),
        (4, Mode.HORSE, Mode.HORSE),
        (5, Mode.SHIP_BOAT, Mode.SHIP_BOAT),
        (6, Mode.FLYING, Mode.DORMANT),
    ],
)
def test_face_on_top_shows_the_mode(face: int, fellowship: Mode | None, enemy: Mode | None) -> None:
    assert mode_of_face(FELLOWSHIP, face) is fellowship
    assert mode_of_face(ENEMY, face) is enemy
    for seat, mode in ((FELLOWSHIP, fellowship), (ENEMY, enemy)):
        if mode is not None:
            assert face_of_mode(seat, mode) == face


@pytest.mark.rule("FOTR-009", "FOTR-010")
def test_only_the_enemy_has_dormant_markers_and_only_the_fellowship_sneaks() -> None:
    assert face_of_mode(FELLOWSHIP, Mode.DORMANT) is None
    assert face_of_mode(ENEMY, Mode.SNEAK) is None
    for face in (0, 7, -1):
        with pytest.raises(ValueError, match="faces 1 to 6"):
            mode_of_face(FELLOWSHIP, face)


@pytest.mark.rule("FOTR-016")
@pytest.mark.parametrize(
    ("roll", "half"),
    [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5)],
)
def test_roll_of_one_to_five_is_half_rounded_up(roll: int, half: int) -> None:
    assert die_of_five(roll) == half


@pytest.mark.rule("FOTR-018")
def test_there_are_nine_hex_types() -> None:
    assert [type_.value for type_ in HexType] == [
        "haven",
        "civilized",
        "border-1",
        "border-2",
        "wild-1",
        "wild-2",
        "wild-3",
        "sauronic-activity",
        "garrisoned",
    ]
    assert [type_ for type_ in HexType if type_.is_border] == [HexType.BORDER_1, HexType.BORDER_2]
    assert [type_ for type_ in HexType if type_.is_wild] == [
        HexType.WILD_1,
        HexType.WILD_2,
        HexType.WILD_3,
    ]


@pytest.mark.rule("FOTR-005")
def test_there_are_three_sea_and_three_waste_regions() -> None:
    assert SEA_REGIONS == ("Harlindon Coast", "Forlindon Coast", "Northern Sea")
    assert WASTE_REGIONS == ("West Forodwaith", "East Forodwaith", "Ever Icy Plain")
    assert OFF_BOARD_REGIONS == SEA_REGIONS + WASTE_REGIONS


def test_worst_weather_counts() -> None:
    assert worse_weather() is Weather.NORMAL
    assert worse_weather(Weather.BAD, Weather.NORMAL) is Weather.BAD
    assert worse_weather(Weather.BAD, Weather.STORM) is Weather.STORM


@pytest.mark.rule("FOTR-002")
def test_cards_fit_into_the_fifty_of_each_player() -> None:
    assert len(forces_of(FELLOWSHIP)) == 39
    assert len(forces_of(ENEMY)) == 41
    assert len({force.name for force in forces()}) == 80


@pytest.mark.rule("FOTR-205")
def test_decoys_are_seven_elves_eight_men_four_dwarves_and_a_hobbit() -> None:
    decoys = [force for force in forces() if force.is_decoy]
    assert Counter(force.race for force in decoys) == {
        Race.ELF: 7,
        Race.MAN: 8,
        Race.DWARF: 4,
        Race.HOBBIT: 1,
    }
    assert all(force.counts == (1 if force.race is Race.HOBBIT else 2) for force in decoys)


@pytest.mark.rule("FOTR-086")
@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Frodo", 12),
        ("Sam", 11),
        ("Merry", 10),
        ("Pippin", 10),
        ("Aragorn", 8),
        ("Boromir", 5),
        ("Legolas", 7),
        ("Gimli", 7),
        ("Gandalf the Grey", 9),
        ("Gandalf the White", 9),
        ("Radagast", 9),
        ("Glorfindel", 7),
        ("Gollum", 1),
        ("Lorien Elf 2", 7),
        ("Bree Man", 6),
        ("Iron Hills Dwarf", 7),
        ("Shire Hobbit", 10),
    ],
)
def test_ring_transfer_numbers_of_the_record_sheet(name: str, number: int) -> None:
    force = find_force(name)
    assert force is not None
    assert force.ring_transfer == number


START_PLACES = {
    "Shire": ("Frodo", "4,f", "5,ef"),
    "Isengard": ("Gandalf the Grey", "11,jk"),
    "Bree": ("Aragorn", "6,f"),
    "Rivendell": ("Legolas", "12,e"),
    "the Old Forest": ("Tom Bombadil", "5,fg"),
    "the Carrock": ("Grimbeorn", "18,d"),
    "Treebeard's Hill": ("Treebeard", "14,j"),
    "the Lonely Mountain": ("Lonely Mountain Dwarf", "23,cd"),
    "the Iron Hills": ("Iron Hills Dwarf", "24,d", "25,cd"),
    "Edhellond": ("Edhellond Elf", "12,o"),
    "Thranduil's Caverns": ("Mirkwood Elf", "21,de"),
    "Lorien": ("Lorien Elf 1", "17,gh"),
    "Edoras": ("Shadowfax", "12,l"),
    "Dol Amroth": ("Dol Amroth agent", "10,p"),
    "Pelargir": ("Pelargir agent", "19,no"),
    "Minas Tirith": ("Minas Tirith Man", "19,mn"),
    "North Ithilien": ("Ithilien Man", "21,lm"),
    "the Long Lake": ("Long Lake agent", "22,d"),
    "East Emnet": ("East Rohan Man", "16,k", "17,kl"),
    "Calembel": ("Calembel agent", "13,mn"),
    "Barad-dur": ("Mouth of Sauron", "24,m"),
    "Moria": ("Balrog", "14,h"),
    "the first Blue Mountain hex": ("Blue Mountains Dwarf 1", "2,d"),
    "the second Blue Mountain hex": ("Blue Mountains Dwarf 2", "2,e"),
    "the Saruman agent of the Shire": ("Saruman agent, Shire", "4,f", "5,ef"),
}


@pytest.mark.parametrize("entry", START_PLACES.values(), ids=START_PLACES)
def test_start_places_are_those_of_the_set_up(entry: tuple[str, ...]) -> None:
    name, *hexes = entry
    force = find_force(name)
    assert force is not None
    assert list(force.start) == hexes


@pytest.mark.rule("FOTR-003")
def test_named_places_lie_on_the_map_and_know_their_names() -> None:
    for name, hexes in places().items():
        for place in hexes:
            assert place in GRID
            assert (place.column % 2 == 0) == (place.step % 2 == 0), name
            assert name in place_names(place)


@pytest.mark.rule("FOTR-071", "FOTR-072")
def test_base_modes_of_guardians() -> None:
    guardians = {force.name: force for force in forces() if force.kind == "guardian"}
    flying = {name for name, force in guardians.items() if force.start_mode is Mode.FLYING}
    riding = {name for name, force in guardians.items() if force.start_mode is Mode.HORSE}
    swimming = {name for name, force in guardians.items() if force.start_mode is Mode.SHIP_BOAT}
    assert flying == {"Balrog", "Vampire", "Fire Drake"}
    assert riding == {"Werewolf", "Cold Drake"}
    assert swimming == {"Kraken 1", "Kraken 2", "Corsair Fleet"}
    assert guardians["Giant Spider"].start_mode is Mode.FOOT
    assert {n for n, f in guardians.items() if f.foot_start} == flying | riding


@pytest.mark.rule("FOTR-056")
def test_mobilizations_go_down_to_one_a_turn() -> None:
    assert [mobilizations(turn) for turn in range(1, 8)] == [3, 2, 2, 2, 1, 1, 1]
    assert {mobilizations(turn) for turn in range(5, 29)} == {1}
    with pytest.raises(ValueError, match="from 1"):
        mobilizations(0)


@pytest.mark.rule("FOTR-027")
def test_aragorn_and_glorfindel_arrive_on_their_turns() -> None:
    arrivals = {space.turn: (space.arrival, space.arrival_hex) for space in TRACK if space.arrival}
    assert arrivals == {3: ("Aragorn", "6,f"), 4: ("Glorfindel", "12,e")}
    for turn, (name, _) in arrivals.items():
        force = find_force(str(name))
        assert force is not None
        assert force.start_turn == turn


def test_track_runs_to_28_and_the_game_ends_with_20() -> None:
    assert [space.turn for space in TRACK] == list(range(1, 29))
    assert [space.turn for space in TRACK if space.is_last] == [20]
    assert FIRST_WEATHER_TURN == 5
    for turn in (0, 29):
        with pytest.raises(ValueError, match="turns 1 to 28"):
            track_space(turn)
