"""What the values of the rules say until something is said: no card claimed, no rule agreed."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from companion.board.hexes import Hex
from companion.games.fellowship.box.file import EMPTY_BOX, EventCard, EventHalf, HexsideEntry
from companion.games.fellowship.combat.creatures import FightPlace
from companion.games.fellowship.combat.disengage import Circumstances, Leaver
from companion.games.fellowship.combat.strike import Strike
from companion.games.fellowship.facts.names import (
    FELLOWSHIP,
    Feature,
    HexType,
    Race,
    RingbearerKind,
    Terrain,
    Travel,
    Water,
    Weather,
)
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.event_cards import (
    Timing,
    find_event_card,
    half_of,
    ids_in,
    is_timely,
    timing_of,
    until_of,
)
from companion.games.fellowship.rules.feats import Feat
from companion.games.fellowship.rules.ground import SideFacts
from companion.games.fellowship.rules.movement_need import Claims, Need
from companion.games.fellowship.rules.movement_path import Path, drawn_path, parse_way
from companion.games.fellowship.rules.movement_rules import rules_for
from companion.games.fellowship.rules.movement_steps import Passage, Step, Walker
from companion.games.fellowship.rules.ring import Powers, Taking
from companion.games.fellowship.rules.search_where import Activity
from companion.games.fellowship.rules.victory import Account, Company, Deaths
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import HiddenState, PublicState
from companion.games.fellowship.tables.acquisition import Attempt
from companion.games.fellowship.tables.search_result import SearchCode, SearchResult
from companion.games.fellowship.tables.search_roll import SearchCircumstances
from companion.games.fellowship.tables.terrain import Crossing, Way
from tests.support.fellowship import piece_at
from tests.support.fellowship_map import MapBench, map_box

GIVEN: list[tuple[Any, dict[str, object]]] = [
    (Activity(), {}),
    (Attempt(seat=FELLOWSHIP, objective="ships", hex_type=HexType.WILD_1), {}),
    (Circumstances(), {}),
    (Claims(), {}),
    (Company(place="8,h", conscious=()), {}),
    (Crossing(seat=FELLOWSHIP, way=Way.FORD), {}),
    (Deaths(), {}),
    (Feat(note="a", cards=(), label="b"), {}),
    (FightPlace(), {"land": True}),
    (Leaver(offensive=1, defensive=1), {"race": Race.MAN}),
    (Need(kind="roll"), {}),
    (Powers(), {}),
    (SearchCircumstances(hex_type=HexType.WILD_1, travel=Travel.FOOT), {"weather": Weather.NORMAL}),
    (SearchResult(SearchCode.NONE), {}),
    (
        SideFacts(),
        {"water": Water.LAND, "terrain": Terrain.CLEAR, "feature": Feature.NONE},
    ),
    (
        Step(Hex(12, 8), Hex(12, 10), None, Passage.TERRAIN),
        {"weather": Weather.NORMAL, "is_open": True, "counts": True},
    ),
    (Strike(offensive=1, defensive=1, damage=1), {}),
    (Taking("nobody"), {}),
    (Timing(), {}),
    (Walker(seat=FELLOWSHIP, travel=Travel.FOOT), {}),
    (
        Account(ringbearer=RingbearerKind.FRODO, hex_class="A"),
        {"ring_transfer": 12, "deaths": Deaths(), "turn": 20},
    ),
]


@pytest.mark.parametrize(("value", "said"), GIVEN, ids=lambda one: type(one).__name__)
def test_nothing_counts_until_it_is_said(value: Any, said: dict[str, object]) -> None:  # noqa: ANN401 - values of many types
    assert {name: getattr(value, name) for name in said} == said
    others = {name: getattr(value, name) for name in _optional(value) if name not in said}
    assert others or said
    assert not any(others.values())


def _optional(value: Any) -> list[str]:  # noqa: ANN401 - values of many types
    """Names of the fields that have a default."""
    if dataclasses.is_dataclass(value):
        plain = dataclasses.fields(value)
        return [one.name for one in plain if one.default is not dataclasses.MISSING]
    return [one.name for one in msgspec.structs.fields(value) if not one.required]


def test_nothing_bounds_a_way_but_the_table() -> None:
    rules = MapBench().rules()
    assert (rules.most, rules.by_rolls, rules.bonuses, rules.crossed) == (None, False, (), ())


# --- Event cards --------------------------------------------------------------------------------


def card(name: str, *titles: str) -> EventCard:
    first, second = (EventHalf(title=title, favours=FELLOWSHIP) for title in titles)
    return EventCard(id=name, first=first, second=second)


CARD = card("E01", "Mist", "Sun")
BOX = msgspec.structs.replace(EMPTY_BOX, events=(CARD,))


@pytest.mark.rule("FOTR-075")
def test_a_card_has_its_owners_texts_before_those_of_the_box() -> None:
    own = card("E02", "Rain", "Snow")
    notes = HiddenState(seat=FELLOWSHIP_SEAT, event_texts={"E02": own})
    assert find_event_card(BOX, notes, "E01") == CARD
    assert find_event_card(BOX, None, "E01") == CARD
    assert find_event_card(BOX, notes, "E02") == own
    assert find_event_card(BOX, None, "E02") is None
    mine = msgspec.structs.replace(notes, event_texts={"E01": own})
    assert find_event_card(BOX, mine, "E01") == own
    assert [half_of(CARD, which).title for which in ("first", "second")] == ["Mist", "Sun"]
    assert ids_in(" E01, E02;E03  E04") == ("E01", "E02", "E03", "E04")


@pytest.mark.rule("FOTR-076")
@pytest.mark.parametrize(
    ("play", "timing"),
    [
        ("Status Phase", Timing(("status",))),
        ("Beginning of the Fellowship combat phase", Timing(("combat",), FELLOWSHIP)),
        ("during the search phase", Timing(("search",))),
        ("Enemy or Fellowship movement phase", Timing(("movement",))),
        ("Any time", Timing()),
        ("movement", None),
        ("", None),
    ],
)
def test_when_a_card_may_be_played(play: str, timing: Timing | None) -> None:
    assert timing_of(play) == timing


@pytest.mark.rule("FOTR-076")
def test_an_event_of_either_side_is_timely_for_both_and_of_any_phase_always() -> None:
    assert is_timely("search phase", "Search", None) is True
    assert is_timely("Fellowship search phase", "Search", None) is False
    assert is_timely("Fellowship search phase", "Search", FELLOWSHIP) is True
    assert is_timely("Fellowship search phase", "Combat", FELLOWSHIP) is False
    assert is_timely("any time", "Combat", None) is True
    assert is_timely("at dawn", "Combat", None) is None


@pytest.mark.rule("FOTR-076")
def test_what_cannot_be_read_of_an_end_is_said_by_hand() -> None:
    ends = {
        "Instant": "instant",
        "End of the player turn": "player-turn",
        "end of this Player-Turn": "player-turn",
        "Turn": "turn",
        "End of turn ": "turn",
        "next turn": "hand",
        "end of combat": "hand",
        "combat phase": "phase",
        "end of combat round": "hand",
    }
    assert {text: until_of(text) for text in ends} == ends


# --- A drawn way --------------------------------------------------------------------------------


def test_who_sneaks_draws_a_way_beside_the_road_and_others_upon_it() -> None:
    road = HexsideEntry(terrain=Terrain.CLEAR, feature=Feature.ROAD)
    bench = MapBench(map_box(sides={"8,h/8,i": road}))
    for travel, passage in ((Travel.SNEAK, Passage.TERRAIN), (Travel.FOOT, Passage.FEATURE)):
        path = drawn_path(bench.rules(travel), parse_way("8,h 8,i"))
        assert isinstance(path, Path)
        assert [step.passage for step in path.steps] == [passage]
    judged = rules_for(
        PublicState(), Handbook(bench.box), piece_at(1, "green", 2, "8,h"), Travel.SNEAK
    )
    assert judged.walker.travel is Travel.SNEAK
