"""Markers, counters, display boxes and cards as they lie on the table (2.0, 3.4, 3.5, 4.1)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.board.hexes import hexside_between, parse_hex
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.file import HexEntry, HexsideEntry
from companion.games.fellowship.events.status import HexesActivated, WeatherPlaced
from companion.games.fellowship.facts.card_sides import BLANK, generic_race, shown_side
from companion.games.fellowship.facts.names import (
    Feature,
    HexType,
    Race,
    Terrain,
    Water,
    Weather,
    side_words,
)
from companion.games.fellowship.facts.roster import find_force, forces
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_groups import own_groups
from companion.games.fellowship.play.blind_draw import (
    cards_of_marker,
    drawn_sides,
    next_drawn,
    pool_of,
)
from companion.games.fellowship.state import Activation, WeatherCounter
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.ids import PUBLIC, PieceId
from companion.table.views import Box, BoxGrid, Map
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, VIEWERS, Play, RefusedError
from tests.support.fellowship_map import BRIDGE, COAST, board_text, map_box
from tests.support.fellowship_moves import at_step, searched
from tests.support.noninterference import assert_hidden

TWO = ((1, "green", 3, "6,e"), (2, "green", 3, "9,gh"))


def box(play: Play, box_id: str) -> Box:
    region = play.view(FP).region("boxes")
    assert region is not None
    assert region.secret
    grids = [widget for widget in region.widgets if isinstance(widget, BoxGrid)]
    return next(one for grid in grids for one in grid.boxes if one.id == box_id)


@pytest.mark.rule("FOTR-007", "FOTR-012")
def test_a_labelled_marker_with_cards_in_its_box_is_a_group_and_any_other_a_rumor() -> None:
    play = at_step("fp-transport", SAMPLE_BOX, TWO)
    play.name(FP, 1, "A")
    play.name(FP, 2, "B")
    play.lay(FP, "fellowship-A", "Frodo")
    assert (box(play, "fellowship-A").kind, box(play, "fellowship-B").kind) == ("group", "rumor")
    play.tap(FP, "out:Frodo")
    assert box(play, "fellowship-A").kind == "rumor"
    play.name(FP, 2, "plain")
    assert play.state.hidden[FP].names[PieceId(2)] == "plain"


def _is(play: Play, secret: tuple[str, str]) -> Iterator[None]:
    name, card = secret
    play.put(1, "green", 3, "6,e")
    play.name(FP, 1, name)
    if card:
        play.lay(FP, "fellowship-A", card)
    yield
    play.begin()
    yield
    play.go_on(until="fp-move")
    play.turn(1, 1)
    yield


@pytest.mark.rule("FOTR-008")
def test_the_side_with_the_letter_faces_the_owner_and_tells_nobody_else_group_from_rumor() -> None:
    secrets = [("A", "Frodo"), ("A", ""), ("plain", ""), ("B", "")]
    assert assert_hidden(_is, FP, secrets, SAMPLE_BOX) == 3 * 2 * 4


@pytest.mark.rule("FOTR-011")
def test_counters_mark_active_hexes_weather_and_damage() -> None:
    play = at_step("fp-transport", SAMPLE_BOX, TWO)
    both = (Activation(place="6,e", bonus=1), Activation(place="10,h"))
    active = HexesActivated(active=both)
    weather = WeatherPlaced(counters=(WeatherCounter("9,gh", Weather.STORM),))
    for event in (active, weather):
        play.state = GAME.evolve(play.state, event)
    lit = {one.place: one.lit for one in play.map_hexes(PUBLIC) if one.lit}
    assert (lit["6,e"], lit["9,gh"], lit["9,fg"]) == ("active", "storm", "bad-weather")
    assert lit["10,h"] == "active bad-weather"
    play.tap(FP, "wound:Frodo", normal="1", diseased="2")
    damage = play.state.hidden[FP].damage["Frodo"]
    assert (damage.normal, damage.diseased) == (1, 2)


@pytest.mark.rule("FOTR-011")
def test_a_counter_on_a_bridge_that_is_destroyed_changes_the_map_of_this_game_alone() -> None:
    play = at_step("fp-transport", board_text(sides={"9,gh/10,h": BRIDGE}), TWO)
    side = hexside_between(parse_hex("9,gh"), parse_hex("10,h"))
    before = play.state.handbook.box
    with pytest.raises(RefusedError, match="Expected a hexside"):
        play.tap(EP, "change-feature", side="9,gh")
    play.tap(EP, "change-feature", side="9,gh/10,h", feature="none")
    assert play.state.handbook.map.feature(side) is Feature.NONE
    assert play.state.handbook.map.terrain(side) is Terrain.RIVER
    assert play.state.handbook.box is before
    assert GAME.learned_box(play.state) is None
    for viewer in VIEWERS:
        region = play.view(viewer).region("map")
        assert region is not None
        (widget,) = region.widgets
        assert isinstance(widget, Map)
        assert not any(line.kind == "bridge" for line in widget.lines)


@pytest.mark.rule("FOTR-013")
def test_a_group_may_lie_in_several_boxes_of_which_one_has_its_marker_on_the_map() -> None:
    play = at_step("fp-transport", SAMPLE_BOX, TWO)
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-B", "Frodo", "Sam")
    play.tap(FP, "chain", box="fellowship-A", into="fellowship-B")
    (group,) = own_groups(scene_for(play.state, FP))
    assert [one.force.name for one in group.members] == ["Frodo", "Sam"]
    assert group.piece is not None
    assert (group.box.label, group.piece.id) == ("A", 1)
    assert box(play, "fellowship-A").kind == "group"
    assert "goes on in box B" in box(play, "fellowship-A").where
    assert box(play, "fellowship-B").where == "marker in box A"
    with pytest.raises(RefusedError, match="does not lead back"):
        play.tap(FP, "chain", box="fellowship-B", into="fellowship-A")
    play.tap(FP, "chain", box="fellowship-A", into="")
    assert box(play, "fellowship-A").kind == "rumor"


@pytest.mark.rule("FOTR-013")
def test_blank_cards_pad_a_box_and_make_no_group() -> None:
    play = at_step("fp-transport", SAMPLE_BOX, TWO)
    play.name(FP, 1, "A")
    play.tap(FP, "blanks", box="fellowship-A", blanks="3")
    assert box(play, "fellowship-A").where.endswith("3 blank")
    assert box(play, "fellowship-A").kind == "rumor"
    with pytest.raises(RefusedError, match="from 0 to 11"):
        play.tap(FP, "blanks", box="fellowship-A", blanks="12")


@pytest.mark.rule("FOTR-002", "FOTR-013")
def test_a_side_lays_no_more_blank_cards_than_its_fifty_leave_it() -> None:
    play = at_step("fp-transport", SAMPLE_BOX, TWO)
    play.tap(FP, "blanks", box="fellowship-A", blanks="8")
    with pytest.raises(RefusedError, match="at most the 3 blank cards"):
        play.tap(FP, "blanks", box="fellowship-B", blanks="4")
    play.tap(FP, "blanks", box="fellowship-B", blanks="3")
    play.tap(FP, "blanks", box="fellowship-A", blanks="7")
    assert play.state.hidden[FP].blanks == {"fellowship-A": 7, "fellowship-B": 3}
    # 41 of the Enemy's fifty are minions and their like.
    play.tap(EP, "blanks", box="sauronic-1", blanks="9")
    with pytest.raises(RefusedError, match="from 0 to 9"):
        play.tap(EP, "blanks", box="sauronic-1", blanks="10")


@pytest.mark.rule("FOTR-013")
def test_a_box_that_holds_the_rest_of_one_group_holds_that_of_no_other() -> None:
    play = at_step("fp-transport", SAMPLE_BOX, TWO)
    play.tap(FP, "chain", box="fellowship-A", into="fellowship-C")
    play.tap(FP, "chain", box="fellowship-B", into="fellowship-C")
    assert play.state.hidden[FP].chains == {"fellowship-B": "fellowship-C"}


@pytest.mark.rule("FOTR-013", "FOTR-007")
def test_a_marker_whose_box_holds_the_rest_of_another_does_not_belong_on_the_map() -> None:
    play = at_step("fp-transport", SAMPLE_BOX, TWO)
    play.name(FP, 1, "A")
    play.tap(FP, "chain", box="fellowship-A", into="fellowship-B")
    assert not any("lies in box A" in line for line in play.warnings(FP))
    play.name(FP, 2, "B")
    (told,) = [line for line in play.warnings(FP) if "lies in box A" in line]
    assert told.startswith("Marker B stands at 9,gh")
    play.tap(FP, "chain", box="fellowship-A", into="")
    assert not any("lies in box A" in line for line in play.warnings(FP))


def _pads(play: Play, secret: int) -> Iterator[None]:
    play.put(1, "green", 3, "6,e")
    yield
    if secret:
        play.tap(FP, "blanks", box="fellowship-A", blanks=str(secret))
        play.tap(FP, "chain", box="fellowship-A", into="fellowship-C")
    yield


@pytest.mark.rule("FOTR-013")
def test_how_boxes_are_padded_and_chained_shows_to_nobody() -> None:
    assert assert_hidden(_pads, FP, [0, 2, 5], SAMPLE_BOX) == 12


@pytest.mark.rule("FOTR-014")
def test_cards_show_a_race_or_a_type_and_nothing_else() -> None:
    shown = {force.name: shown_side(force) for force in forces()}
    assert {shown["Frodo"], shown["Shire Hobbit"]} == {"Hobbit"}
    assert {shown["Aragorn"], shown["Gandalf the Grey"], shown["Radagast"]} == {"Man"}
    assert (shown["Gimli"], shown["Legolas"]) == ("Dwarf", "Elf")
    assert (shown["Balrog"], shown["Saruman"], shown["Witch-king"]) == (
        "Guardian",
        "Saruman",
        "Enemy",
    )
    assert shown["Saruman agent, Bree"] == "Saruman"
    assert shown["Mouth of Sauron"] == shown["Pelargir agent"] == "Enemy"
    assert shown["The Ring"] == BLANK
    assert set(shown.values()) == {
        "Hobbit",
        "Man",
        "Dwarf",
        "Elf",
        "Guardian",
        "Saruman",
        "Enemy",
        BLANK,
    }


@pytest.mark.rule("FOTR-015")
def test_a_character_passes_for_any_other_of_its_race_and_istari_for_men() -> None:
    assert [generic_race(race) for race in Race if race is not Race.OTHER] == [
        Race.HOBBIT,
        Race.MAN,
        Race.ELF,
        Race.DWARF,
        Race.MAN,
    ]
    named, decoy = find_force("Legolas"), find_force("Rivendell Elf")
    assert named is not None
    assert decoy is not None
    assert shown_side(named) == shown_side(decoy)


@pytest.mark.rule("FOTR-017")
def test_a_draw_by_rolls_takes_nine_places_once_each() -> None:
    assert [next_drawn((), roll) for roll in (1, 9, 10)] == [1, 9, None]
    assert [next_drawn((3, 7), roll) for roll in (3, 7, 4)] == [None, None, 4]
    assert pool_of(["Aragorn", "Frodo"]) == ("Man", "Hobbit", *[BLANK] * 7)
    assert drawn_sides(["Aragorn", "Frodo"], (1, 2, 9)) == {"Man": 1, "Hobbit": 1, BLANK: 1}


@pytest.mark.rule("FOTR-017", "FOTR-143")
def test_a_spotting_may_be_drawn_by_rolls_and_read_from_the_owners_notes() -> None:
    play = searched()
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Aragorn", "Frodo")
    assert cards_of_marker(scene_for(play.state, FP), PieceId(1)) == ("Aragorn", "Frodo")
    play.die(4)
    play.press(FP, "group")
    play.press(EP, "by-rolls")
    play.die(2, 10, 2, 9, 5)  # a 10 and a second 2 draw nothing
    play.press(FP, "by-notes")
    assert any("Spotted at 9,gh: Hobbits: 1." in line.text for line in play.state.public.log)


@pytest.mark.rule("FOTR-143", "FOTR-083")
def test_cards_of_saruman_that_the_fellowship_laid_to_its_own_are_drawn_too() -> None:
    play = searched()
    play.tap(EP, "ring", ring="nobody", place="20,h")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Aragorn", "Saruman", "Saruman agent, Bree")
    play.die(4)
    play.press(FP, "group")
    play.press(EP, "by-rolls")
    play.die(1, 2, 3)
    play.press(FP, "by-notes")
    assert any(
        "Spotted at 9,gh: Men and Istari: 1, Saruman's forces: 2." in one.text
        for one in play.state.public.log
    )


def _drawn(play: Play, secret: tuple[str, ...]) -> Iterator[None]:
    start = searched()
    play.state, play.events = start.state, start.events
    play._rolls = start._rolls
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", *secret)
    play.die(4)
    play.press(FP, "group")
    yield
    play.press(EP, "by-rolls")
    yield
    for number in (9, 8, 7):
        play.die(number)
        yield
    play.press(FP, "by-notes")
    yield


@pytest.mark.rule("FOTR-017")
def test_a_blind_draw_of_blanks_tells_nothing_of_who_is_there() -> None:
    secrets = [("Aragorn",), ("Frodo", "Sam"), ("Gimli", "Boromir", "Legolas")]
    assert assert_hidden(_drawn, FP, secrets, SAMPLE_BOX) > 20


@pytest.mark.rule("FOTR-021")
def test_lakes_count_as_sea_and_rivers_make_no_coast() -> None:
    river = HexsideEntry(terrain=Terrain.RIVER, feature=Feature.NONE)
    board = BoardMap(map_box(sides={"9,gh/10,h": river}, hexes={"9,gh": COAST}))
    assert board.water(parse_hex("9,gh")) is Water.COAST
    assert board.water(parse_hex("10,h")) is Water.LAND
    assert board.side_water(hexside_between(parse_hex("9,gh"), parse_hex("10,h"))) is Water.LAND
    lake = HexEntry(type=HexType.WILD_1, water=Water.SEA, region="I", battlefield=False)
    inland = BoardMap(map_box(hexes={"9,gh": lake}))
    assert inland.water(parse_hex("9,gh")) is Water.SEA


@pytest.mark.rule("FOTR-022")
def test_a_battlefield_is_a_hex_with_crossed_swords_as_its_owner_says() -> None:
    swords = HexEntry(type=HexType.WILD_1, water=Water.LAND, region="I", battlefield=True)
    board = BoardMap(map_box(hexes={"9,gh": swords}))
    assert board.is_battlefield(parse_hex("9,gh")) is True
    assert board.is_battlefield(parse_hex("10,h")) is False
    unknown = BoardMap(Play("").state.handbook.box).is_battlefield(parse_hex("9,gh"))
    assert isinstance(unknown, UnknownCell)


def test_a_side_is_named_with_its_mode() -> None:
    assert side_words("fellowship", 3) == "side 3 (foot)"
    assert side_words("enemy", 2) == "side 2 (flying)"
    assert side_words("fellowship", 1) == "side 1"
