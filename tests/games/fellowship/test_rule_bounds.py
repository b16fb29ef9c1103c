"""Small rules at their bounds: limits of characters, what they can do, chances."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from companion.board.hexes import Hex, parse_hex
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.file import EMPTY_BOX, BoxFile, HexEntry
from companion.games.fellowship.facts.names import (
    Forest,
    HexType,
    Travel,
    Weather,
)
from companion.games.fellowship.facts.roster import MovementLimit
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.abilities import (
    ISENGARD,
    balrog_ends_the_game,
    captors_take_ring,
    hobbit_escapes,
    is_captured,
    may_be_spared,
    war_hexes,
    worse_type,
)
from companion.games.fellowship.rules.enhancement import is_enhanced_at
from companion.games.fellowship.rules.feats import (
    EDORAS,
    KING,
    MINAS_TIRITH,
    PATHS,
    aragorn_has_done_it,
    feats_here,
    gandalf_has_done_it,
    open_feats,
)
from companion.games.fellowship.rules.movement_limits import (
    allowed_hexes,
    is_beyond,
    is_free_of_limit,
    limit_warnings,
    tom_may_come,
)
from companion.games.fellowship.rules.odds import (
    Chance,
    acquisition_chances,
    at_most,
    counted,
    removal_chance,
)
from companion.games.fellowship.rules.white_rider import (
    could_come,
    havens,
    nearest_havens,
    where_he_comes,
    white_is_due,
)
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import HiddenState, PublicState
from companion.games.fellowship.switches import Switches
from companion.games.fellowship.tables.acquisition import Attempt
from companion.games.fellowship.tables.random_group import CreatureMix
from companion.games.fellowship.tables.rules_tables import RulesTables
from companion.games.fellowship.tables.search_roll import SearchCircumstances, can_search_miss
from companion.table.ids import PUBLIC
from tests.support.fellowship import Play
from tests.support.fellowship_map import at, map_box


def with_areas(box: BoxFile, **areas: tuple[str, ...]) -> BoardMap:
    named = {name.replace("_", " "): labels for name, labels in areas.items()}
    return BoardMap(msgspec.structs.replace(box, map=msgspec.structs.replace(box.map, areas=named)))


# --- How far characters go ----------------------------------------------------------------------


@pytest.mark.rule("FOTR-132")
def test_a_limit_counts_from_a_hex_a_forest_or_an_area_that_the_map_knows() -> None:
    fangorn = {"8,h": HexEntry(forest=Forest.FANGORN), "8,i": HexEntry(forest=Forest.NONE)}
    board = with_areas(map_box(hexes=fangorn), Ice_Bay=("5,ab", "6,b"))

    def hexes(of: str) -> tuple[Hex, ...]:
        return allowed_hexes(board, MovementLimit(distance=2, of=of))

    assert hexes("18,d") == (at("18,d"),)
    assert hexes("no hex at all") == ()
    # Treebeard's Hill is printed, the rest is the box's.
    assert hexes("area:Fangorn") == (at("8,h"), at("14,j"))
    assert hexes("area:none") == ()
    assert hexes("area:Ice Bay") == (at("5,ab"), at("6,b"))
    assert hexes("area:Nowhere") == ()
    near = MovementLimit(distance=2, of="18,d")
    assert [is_beyond(board, near, at(label)) for label in ("18,d", "18,f", "18,g")] == [
        False,
        False,
        True,
    ]
    assert not is_beyond(board, MovementLimit(distance=0, of="area:Nowhere"), at("1,ab"))


def test_whoever_has_no_notes_is_warned_of_nothing() -> None:
    assert limit_warnings(scene_for(Play().state, PUBLIC)) == ()


@pytest.mark.rule("FOTR-241", "FOTR-245")
def test_limits_are_lifted_while_the_ring_is_lost_or_for_treebeards_war() -> None:
    board = with_areas(map_box(), **{"Helm's_Deep": ("10,k",)})
    lifted, war = Switches(lifted_limits=True), Switches(treebeard=True)

    def free(card: str, label: str, switches: Switches, ring: str = "nobody") -> bool:
        public = msgspec.structs.replace(PublicState(switches=switches), ring=ring)
        return is_free_of_limit(public, board, card, at(label))

    for card in ("Glorfindel", "Grimbeorn", "Treebeard", "Radagast"):
        assert free(card, "1,ab", lifted)
        assert not free(card, "1,ab", lifted, "fellowship")
        assert not free(card, "1,ab", Switches())
    assert not free("Tom Bombadil", "1,ab", lifted)
    assert war_hexes(board) == (ISENGARD, "10,k")
    assert war_hexes(BoardMap(EMPTY_BOX)) == (ISENGARD,)
    for label in (ISENGARD, "10,k"):
        assert free("Treebeard", label, war, "fellowship")
        assert not free("Treebeard", label, Switches(), "fellowship")
        assert not free("Glorfindel", label, war, "fellowship")
    assert not free("Treebeard", "1,ab", war, "fellowship")


@pytest.mark.rule("FOTR-134")
def test_tom_comes_after_round_one_once_and_two_hexes_at_most() -> None:
    board = with_areas(map_box(), Barrow_Downs=("8,i",))
    bare = BoardMap(map_box())

    def comes(
        label: str, number: int = 2, *, has_come: bool = False, map_: BoardMap = board
    ) -> bool:
        return tom_may_come(map_, at(label), number, has_come=has_come)

    assert comes("5,fg")
    assert comes("5,hi")
    assert not comes("5,ij")
    assert comes("8,k")
    assert not comes("8,l")
    assert not comes("8,k", map_=bare)
    assert comes("5,hi", map_=bare)
    assert not comes("5,fg", 1)
    assert comes("5,fg", 9)
    assert not comes("5,fg", has_come=True)


# --- Single abilities ---------------------------------------------------------------------------


@pytest.mark.rule("FOTR-202", "FOTR-204", "FOTR-245")
def test_who_could_spare_a_group_its_fight() -> None:
    woods = {"8,h": HexEntry(forest=Forest.FANGORN), "20,d": HexEntry(forest=Forest.MIRKWOOD)}
    book = Handbook(map_box(hexes=woods))

    def spared(label: str, mix: CreatureMix | None, switches: Switches | None = None) -> bool:
        public = PublicState(switches=switches or Switches(), ring="nobody")
        return may_be_spared(public, book, at(label), mix)

    assert spared("8,h", CreatureMix.ORCS)
    assert spared("8,h", None)
    assert not spared("8,i", CreatureMix.ORCS)
    assert spared("20,f", CreatureMix.SPIDERS)
    assert not spared("20,g", CreatureMix.SPIDERS)
    assert not spared("20,f", CreatureMix.ORCS)
    assert not spared("20,f", None)
    lifted = Switches(lifted_limits=True)
    assert spared("1,ab", CreatureMix.ORCS, lifted)
    kept = PublicState(switches=lifted)
    assert not may_be_spared(kept, book, at("1,ab"), CreatureMix.ORCS)
    war = Switches(treebeard=True)
    assert spared(ISENGARD, CreatureMix.ORCS, war)
    assert not spared(ISENGARD, CreatureMix.ORCS)
    assert not spared("1,ab", CreatureMix.ORCS, war)


@pytest.mark.rule("FOTR-239", "FOTR-240")
@pytest.mark.parametrize(
    ("before", "beside_activity", "beside_garrison", "with_nazgul"),
    [
        (HexType.CIVILIZED, HexType.BORDER_1, HexType.BORDER_1, HexType.BORDER_1),
        (HexType.BORDER_1, HexType.WILD_1, HexType.WILD_1, HexType.WILD_1),
        (HexType.BORDER_2, HexType.WILD_1, HexType.WILD_1, HexType.WILD_1),
        (HexType.WILD_1, *[HexType.SAURONIC_ACTIVITY] * 3),
        (HexType.WILD_2, *[HexType.SAURONIC_ACTIVITY] * 3),
        (HexType.WILD_3, *[HexType.SAURONIC_ACTIVITY] * 3),
        (HexType.SAURONIC_ACTIVITY, None, None, HexType.GARRISONED),
        (HexType.HAVEN, None, None, HexType.CIVILIZED),
        (HexType.GARRISONED, None, None, None),
    ],
)
def test_what_a_mobilization_makes_of_a_hex(
    before: HexType,
    beside_activity: HexType | None,
    beside_garrison: HexType | None,
    with_nazgul: HexType | None,
) -> None:
    activity, garrison = [HexType.SAURONIC_ACTIVITY], [HexType.GARRISONED, HexType.WILD_1]
    assert worse_type(before, activity, nazgul=False) == beside_activity
    assert worse_type(before, garrison, nazgul=False) == beside_garrison
    assert worse_type(before, garrison, nazgul=True) == with_nazgul
    assert worse_type(before, [HexType.WILD_1, HexType.HAVEN], nazgul=True) is None
    if before in (HexType.SAURONIC_ACTIVITY, HexType.HAVEN):
        assert worse_type(before, activity, nazgul=True) is None


@pytest.mark.rule("FOTR-242", "FOTR-245", "FOTR-246")
def test_turns_and_rolls_of_the_optional_rules() -> None:
    assert [balrog_ends_the_game(turns) for turns in range(3)] == [False, True, True]
    assert [roll for roll in range(1, 11) if hobbit_escapes(roll)] == [1]
    captors = {
        names: (is_captured(names), captors_take_ring(names))
        for names in (
            (),
            ("a stranger",),
            ("Vampire",),
            ("Balrog",),
            ("Khamul", "Vampire"),
            ("Saruman",),
            ("Mouth of Sauron",),
            ("Pelargir agent",),
        )
    }
    assert captors == {
        (): (False, False),
        ("a stranger",): (False, False),
        ("Vampire",): (False, False),
        ("Balrog",): (True, False),
        ("Khamul", "Vampire"): (True, True),
        ("Saruman",): (True, True),
        ("Mouth of Sauron",): (True, False),
        ("Pelargir agent",): (True, False),
    }


@pytest.mark.rule("FOTR-238")
def test_the_sword_is_reforged_in_rivendell_or_by_agreement_in_any_elf_haven() -> None:
    rivendell, lorien = parse_hex("12,e"), parse_hex("17,gh")
    assert is_enhanced_at("Aragorn", rivendell)
    assert not is_enhanced_at("Aragorn", lorien)
    assert is_enhanced_at("Aragorn", lorien, sword_anywhere=True)
    assert not is_enhanced_at("Boromir", lorien, sword_anywhere=True)
    assert not is_enhanced_at("Radagast", rivendell)


@pytest.mark.rule("FOTR-192")
def test_feats_are_done_in_their_place_after_their_turn_and_once() -> None:
    edoras, city = parse_hex("12,l"), parse_hex("19,mn")

    def notes(card: str, place: Hex, turn: int, *noted: str) -> list[str]:
        return [feat.note for feat in feats_here(card, place, turn, noted)]

    assert notes("Gandalf the Grey", edoras, 5) == []
    assert notes("Gandalf the Grey", edoras, 6) == [EDORAS]
    assert notes("Gandalf the White", edoras, 6, EDORAS) == []
    assert notes("Gandalf the Grey", city, 1) == [MINAS_TIRITH]
    assert notes("Aragorn", city, 9) == []
    assert notes("Aragorn", city, 9, PATHS) == [KING]
    assert notes("Aragorn", city, 9, PATHS, KING) == []
    assert notes("Boromir", city, 9) == []
    assert [feat.note for feat in open_feats("Aragorn", ())] == [PATHS]
    assert [feat.note for feat in open_feats("Gandalf the Grey", ())] == [EDORAS, MINAS_TIRITH]
    assert gandalf_has_done_it({EDORAS: 6, MINAS_TIRITH: 1})
    assert not gandalf_has_done_it({EDORAS: 5, MINAS_TIRITH: 9})
    assert not gandalf_has_done_it({EDORAS: 6})
    assert not gandalf_has_done_it({MINAS_TIRITH: 6})
    assert aragorn_has_done_it([PATHS, KING])
    assert not aragorn_has_done_it([PATHS])


@pytest.mark.rule("FOTR-029")
def test_gandalf_comes_back_three_turns_later_in_the_nearest_haven() -> None:
    types = {
        "8,h": HexEntry(type=HexType.HAVEN),
        "8,l": HexEntry(type=HexType.HAVEN),
        "8,n": HexEntry(type=HexType.HAVEN),
    }
    book = Handbook(map_box(hexes=types))
    assert set(havens(book)) >= {at("8,h"), at("8,l"), at("8,n")}
    assert nearest_havens(book, at("8,j")) == (at("8,h"), at("8,l"))
    assert nearest_havens(book, at("8,k")) == (at("8,l"),)
    grey = HiddenState(seat=FELLOWSHIP_SEAT, gandalf_fell=(4, "8,j"))
    assert [white_is_due(grey, turn) for turn in (6, 7, 8)] == [False, True, True]
    assert where_he_comes(grey, book) == (at("8,h"), at("8,l"))
    back = msgspec.structs.replace(grey, boxes={"Gandalf the White": "fellowship-A"})
    spent = msgspec.structs.replace(grey, spent=("Gandalf the White",))
    unhurt = HiddenState(seat=FELLOWSHIP_SEAT)
    for hidden in (back, spent, unhurt, None):
        assert not white_is_due(hidden, 9)
    assert where_he_comes(unhurt, book) == ()
    seas = msgspec.structs.replace(grey, gandalf_fell=(4, "@Northern Sea"))
    assert where_he_comes(seas, book) == ()
    assert [could_come(PublicState(turn=turn, fight_count=1)) for turn in (3, 4)] == [False, True]
    assert not could_come(PublicState(turn=9))
    nowhere = msgspec.structs.replace(EMPTY_BOX, map=map_box().map)
    assert nearest_havens(Handbook(nowhere), at("8,j"))


# --- Chances ------------------------------------------------------------------------------------


def test_chances_are_shares_in_the_order_in_which_they_come_up() -> None:
    assert counted(["b", "a", "b", "b"]) == (
        Chance("b", Fraction(3, 4)),
        Chance("a", Fraction(1, 4)),
    )
    assert at_most(3, "in", "out") == (
        Chance("in", Fraction(3, 10)),
        Chance("out", Fraction(7, 10)),
    )
    horses = Attempt(seat="fellowship", objective="horses", hex_type=HexType.WILD_1, gandalf=True)
    assert acquisition_chances(horses) == (
        Chance("got", Fraction(2, 10)),
        Chance("not", Fraction(8, 10)),
    )


@pytest.mark.rule("FOTR-141", "FOTR-142")
def test_a_sighting_removes_rumors_but_not_from_ships_in_foul_weather() -> None:
    row = ("S",) * 16
    tables = RulesTables(map_box(tables={"T.5": {"wild-1": row, "wild-2": ("E",) * 16}}))

    def removed(hex_type: HexType, travel: Travel, weather: Weather) -> Fraction:
        return removal_chance(
            tables, SearchCircumstances(hex_type=hex_type, travel=travel, weather=weather)
        )

    for weather in Weather:
        assert removed(HexType.WILD_1, Travel.FOOT, weather) == 1
        fair = weather is Weather.NORMAL
        assert removed(HexType.WILD_1, Travel.SHIP, weather) == (1 if fair else 0)
        assert removed(HexType.WILD_2, Travel.SHIP, weather) == 1


@pytest.mark.rule("FOTR-138", "FOTR-142")
def test_a_search_can_miss_a_ship_where_sightings_have_no_effect() -> None:
    tables = RulesTables(map_box(tables={"T.5": {"border-1": ("S",) * 16}}))

    def misses(travel: Travel, weather: Weather) -> bool | None:
        around = SearchCircumstances(hex_type=HexType.BORDER_1, travel=travel, weather=weather)
        return can_search_miss(tables, around)

    assert misses(Travel.FOOT, Weather.STORM) is False
    assert misses(Travel.SHIP, Weather.NORMAL) is False
    assert misses(Travel.SHIP, Weather.BAD) is True
    assert misses(Travel.SHIP, Weather.STORM) is True
