"""Edges of rules that other tests pass by: a tie, a map that does not say, the end of a row."""

from __future__ import annotations

from companion.board.places import Region
from companion.games.fellowship.box.file import EMPTY_BOX, HexsideEntry, RegionEntry
from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.combat.mounts import beside
from companion.games.fellowship.facts.names import (
    EVER_ICY_PLAIN,
    FELLOWSHIP,
    Feature,
    HexType,
    Terrain,
    Travel,
)
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.movement_path import likeliest_path
from companion.games.fellowship.rules.movement_steps import Passage
from companion.games.fellowship.rules.ring_route import Journey
from companion.games.fellowship.rules.search_where import searched_markers
from companion.games.fellowship.state import Activation, PublicState
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.ids import PieceId
from companion.table.pieces import PieceTable
from tests.support.fellowship import piece_at
from tests.support.fellowship_map import MapBench, at, map_box

_ROAD = HexsideEntry(terrain=Terrain.CLEAR, feature=Feature.ROAD)


def test_who_sneaks_leaves_a_road_alone_where_the_ground_is_as_good() -> None:
    bench = MapBench(map_box(sides={"8,h/8,i": _ROAD}))
    for travel, passage in ((Travel.SNEAK, Passage.TERRAIN), (Travel.FOOT, Passage.FEATURE)):
        path = likeliest_path(bench.rules(travel), at("8,h"), at("8,i"))
        assert path is not None
        assert [step.passage for step in path.steps] == [passage]


def test_where_the_map_does_not_say_what_is_active_its_cells_are_asked_for() -> None:
    piece = piece_at(1, "green", 3, "8,h")
    public = PublicState(
        table=PieceTable(pieces={PieceId(1): piece}),
        active=(Activation(hex_type=HexType.WILD_1),),
    )
    found = searched_markers(public, Handbook(EMPTY_BOX))
    assert [type(one) for one in found] == [UnknownCell]


def test_a_region_is_entered_only_as_the_first_step_of_a_phase() -> None:
    plain = RegionEntry(hexes=("8,h",), regions=())
    journey = Journey(MapBench(map_box(regions={EVER_ICY_PLAIN: plain})).rules(Travel.FOOT))
    region = Region(EVER_ICY_PLAIN)
    assert region in journey.within_phase(at("8,h"), ())
    assert region not in journey.within_phase(at("8,h"), (True,))
    assert region not in journey.within_phase(at("8,i"), ())


def test_at_the_end_of_a_row_one_stands_beside_a_fighter() -> None:
    names = ("f1", "f2", "f3")
    row = tuple(
        Fighter(id=name, side=FELLOWSHIP, card="Sam", line="front", column=place)
        for place, name in enumerate(names)
    )
    battle = Battle(fighters=row)
    found = [[one.id for one in beside(battle, fighter)] for fighter in battle.front(FELLOWSHIP)]
    assert found == [["f2"], ["f1", "f3"], ["f2"]]
