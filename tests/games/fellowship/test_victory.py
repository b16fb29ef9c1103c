"""The level of victory: table, shifts, automatic ends, scenarios (11.0, 12.1, 13.0, 15.18)."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import msgspec
import pytest

from companion.games.fellowship.facts.names import VICTORY_CLASSES, RingbearerKind
from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.rules.victory import (
    Account,
    Company,
    Deaths,
    Ending,
    arrived,
    automatic_level,
    counts_as_character,
    gathered,
    gollum_shift,
    is_destroyed,
    is_lost_to_enemy,
    killed_shift,
    last_turn,
    lost_by_deaths,
    overtime_shift,
    ringbearer_kind,
    scenario_winner,
    shifts,
    transfer_shift,
)
from companion.games.fellowship.switches import Switches
from companion.games.fellowship.tables.cells import Part
from companion.games.fellowship.tables.rules_tables import RulesTables
from companion.games.fellowship.tables.victory import LEVELS, look_up_victory, shifted_level
from tests.support.vectors import load_vectors

VECTORS = load_vectors("fellowship_victory")
TABLES = RulesTables()
PLAIN = Account(
    ringbearer=RingbearerKind.FRODO,
    hex_class="D",
    deaths=Deaths(before=5),
)
"""Nothing is shifted: five killed count for nothing."""


def _values(account: Account, switches: Switches | None = None) -> dict[str, int]:
    return {part.label: part.value for part in shifts(account, switches or Switches())}


def _with(**changes: object) -> Account:
    return msgspec.structs.replace(PLAIN, **changes)


@pytest.mark.rule("FOTR-185")
@pytest.mark.parametrize(
    ("holder", "place", "gollum", "passed", "destroyed"),
    [
        ("fellowship", "23,mn", False, True, True),
        ("fellowship", "23,mn", True, False, True),
        ("fellowship", "23,mn", False, False, False),
        ("fellowship", "24,m", True, True, False),
        ("enemy", "23,mn", True, True, False),
    ],
)
def test_the_ring_is_destroyed_at_mount_doom_under_fellowship_control(
    *, holder: str, place: str, gollum: bool, passed: bool, destroyed: bool
) -> None:
    assert is_destroyed(holder=holder, place=place, gollum=gollum, passed=passed) is destroyed  # type: ignore[arg-type]  # words of the vectors


@pytest.mark.rule("FOTR-184", "FOTR-186")
def test_what_ends_the_game_and_what_follows_without_the_table() -> None:
    assert is_lost_to_enemy(holder="enemy", garrisoned=True)
    assert not is_lost_to_enemy(holder="enemy", garrisoned=False)
    assert not is_lost_to_enemy(holder="saruman", garrisoned=True)
    assert automatic_level(Ending.ENEMY_HAS_IT, "enemy") == "EP Total"
    assert automatic_level(Ending.DESTROYED, "fellowship") == "FP Total"
    assert automatic_level(Ending.DISSOLVED, "fellowship") is None
    assert automatic_level(Ending.LAST_TURN, "fellowship") is None
    assert {one.value for one in Ending} == {
        "dissolved",
        "last-turn",
        "lost-at-sea",
        "enemy-has-it",
        "destroyed",
        "isengard",
        "moria",
        "in-the-shadow",
        "goal",
        "deaths",
    }


@pytest.mark.rule("FOTR-187")
@pytest.mark.parametrize("ending", [Ending.DISSOLVED, Ending.LAST_TURN])
def test_who_controls_the_ring_decides_before_the_table(ending: Ending) -> None:
    assert automatic_level(ending, "enemy") == "EP Major"
    assert automatic_level(ending, "nobody") == "EP Major"
    assert automatic_level(ending, "gollum") == "EP Major"
    assert automatic_level(ending, "saruman") == "EP Marginal"
    assert automatic_level(Ending.LOST_AT_SEA, "fellowship") == "EP Tactical"
    assert automatic_level(Ending.ISENGARD, "saruman") == "Draw"


@pytest.mark.rule("FOTR-188", "FOTR-189")
@pytest.mark.parametrize("hex_class", VICTORY_CLASSES)
@pytest.mark.parametrize("kind", RingbearerKind)
def test_every_cell_under_every_sum_of_shifts_stays_between_the_majors(
    hex_class: str, kind: RingbearerKind
) -> None:
    column = list(RingbearerKind).index(kind)
    expected = VECTORS["levels"][hex_class][column]
    found = look_up_victory(TABLES, hex_class, kind)
    if expected == "?":
        assert found.unknown is not None
        assert found.unknown.asked_of("enemy") == "fellowship"
        return
    assert found.value == expected
    start = LEVELS.index(expected)
    for steps in range(-12, 13):
        shifted = shifted_level(expected, [Part("any", steps, "", "11.0")])
        assert LEVELS.index(shifted) == min(max(start - steps, 1), 7)


@pytest.mark.rule("FOTR-190")
def test_each_shift_has_the_edges_of_its_condition() -> None:
    for killed, value in VECTORS["killed"].items():
        assert killed_shift(int(killed)) == value
    for number, value in VECTORS["transfer"].items():
        assert transfer_shift(int(number)) == value
    assert _values(PLAIN) == {"Characters killed": 0}
    assert _values(_with(diseased=True))["Ringbearer"] == -1
    dead = Deaths(names=("Aragorn", "Gandalf the White"), before=5)
    assert _values(_with(deaths=dead)) == {
        "Aragorn": -1,
        "Gandalf the White": -1,
        "Characters killed": -1,
    }
    with pytest.raises(ValueError, match="nobody"):
        killed_shift(-1)


@pytest.mark.rule("FOTR-190")
@pytest.mark.parametrize(
    ("turn", "hex_class", "dissolved", "value"),
    [
        (6, "G", True, 3),
        (1, "A", True, 3),
        (7, "G", True, 0),
        (6, "H", True, 0),
        (6, "G", False, 0),
    ],
)
def test_dissolving_early_is_worth_three_in_class_g_or_better(
    *, turn: int, hex_class: str, dissolved: bool, value: int
) -> None:
    account = _with(turn=turn, hex_class=hex_class, dissolved=dissolved)
    assert _values(account).get("Dissolved early", 0) == value


@pytest.mark.rule("FOTR-190")
def test_every_character_killed_counts_but_neither_gollum_nor_things() -> None:
    names = ("Gandalf the Grey", "Bree Man", "Gollum", "Grey Havens ship", "The Ring", "Radagast")
    assert [counts_as_character(name) for name in names] == [True, True, False, False, False, True]
    assert Deaths(names=names).count == 3
    assert Deaths(names=names, before=5).count == 8


@pytest.mark.rule("FOTR-191")
def test_gollum_counts_at_dissolution_and_cards_take_it_away() -> None:
    for cards, value in VECTORS["gollum"].items():
        assert gollum_shift(is_with_them=True, cards=int(cards)) == value
        assert gollum_shift(is_with_them=False, cards=int(cards)) == 0
    assert _values(_with(dissolved=True, gollum=True, turn=9))["Gollum"] == 1
    assert "Gollum" not in _values(_with(dissolved=True, gollum=True, gollum_cards=1, turn=9))
    assert "Gollum" not in _values(_with(dissolved=False, gollum=True))
    with pytest.raises(ValueError, match="two cards"):
        gollum_shift(is_with_them=True, cards=3)


@pytest.mark.rule("FOTR-192", "FOTR-243", "FOTR-246")
def test_further_shifts_of_characters_and_optional_rules() -> None:
    assert _values(_with(gandalf_in_gondor=True))["Gandalf"] == 1
    way = _with(aragorn_by_the_paths=True)
    assert _values(way)["Aragorn's way"] == 1
    assert _values(way, Switches(paths_against=True))["Aragorn's way"] == -1
    taken = _with(hobbit_delivered=True)
    assert "Captured Hobbit" not in _values(taken)
    assert _values(taken, Switches(capturing=True))["Captured Hobbit"] == -1
    for turn, value in VECTORS["overtime"].items():
        assert overtime_shift(int(turn)) == value
        assert _values(_with(turn=int(turn))).get("Turns beyond 20", 0) == value


@pytest.mark.rule("FOTR-193")
def test_shifts_add_up_and_are_each_named() -> None:
    account = _with(
        diseased=True,
        ring_transfer=5,
        deaths=Deaths(names=("Aragorn",), before=12),
        gandalf_in_gondor=True,
    )
    parts = shifts(account, Switches())
    assert [part.value for part in parts] == [-1, -2, -1, -2, 1]
    assert all(part.reason and part.section for part in parts)
    assert shifted_level("FP Marginal", parts) == "EP Major"


@pytest.mark.rule("FOTR-188")
def test_the_column_follows_from_who_has_the_ring() -> None:
    assert ringbearer_kind("Frodo") is RingbearerKind.FRODO
    assert ringbearer_kind("Sam") is RingbearerKind.OTHER_HOBBIT
    assert ringbearer_kind("Shire Hobbit") is RingbearerKind.OTHER_HOBBIT
    assert ringbearer_kind("Aragorn") is RingbearerKind.NON_HOBBIT


NINE = (
    "Gandalf the Grey",
    "Aragorn",
    "Boromir",
    "Legolas",
    "Gimli",
    "Frodo",
    "Sam",
    "Merry",
    "Pippin",
)
Check = Callable[[Company], bool]


@pytest.mark.rule("FOTR-225", "FOTR-226")
def test_the_fellowship_gathers_with_eight_conscious_and_the_ringbearer() -> None:
    scenario = SCENARIOS["gathering"]
    assert (scenario.first_turn, scenario.last_turn, scenario.rivendell_turn) == (1, 8, 4)
    assert scenario.guardians == 2
    assert all(one.ring_transfer <= 12 for one in SCENARIOS.values())

    def check(**facts: object) -> bool:
        usual = {"place": "12,e", "conscious": NINE, "ringbearer": "Frodo"} | facts
        return gathered(msgspec.convert(usual, Company), scenario)

    assert check()
    assert check(place="2,f")
    assert check(place="2,g")
    assert not check(place="17,gh")
    without_frodo = tuple(name for name in NINE if name != "Frodo")
    assert check(conscious=without_frodo, unconscious=("Frodo",))
    assert not check(conscious=without_frodo[:-1], unconscious=("Frodo",))
    assert not check(conscious=without_frodo, ringbearer="")
    decoys = (*NINE[:7], "Bree Man", "Shire Hobbit")
    assert not check(conscious=decoys)


@pytest.mark.rule("FOTR-226", "FOTR-225")
def test_gandalf_is_one_of_the_nine_whichever_he_is() -> None:
    scenario = SCENARIOS["gathering"]
    others = tuple(name for name in NINE if name not in ("Gandalf the Grey", "Boromir"))
    seven = others[:-1]

    def check(*conscious: str) -> bool:
        return gathered(Company(place="2,f", conscious=conscious, ringbearer="Frodo"), scenario)

    assert check("Gandalf the Grey", *others)
    assert check("Gandalf the White", *others)
    assert not check(*others)
    assert not check("Gandalf the Grey", "Gandalf the White", *seven)


@pytest.mark.rule("FOTR-226", "FOTR-229")
def test_who_dies_loses_a_scenario() -> None:
    gathering, south, full = (SCENARIOS[w] for w in ("gathering", "ring-moves-south", "full"))
    assert lost_by_deaths(gathering, ["Aragorn"])
    assert lost_by_deaths(gathering, ["Gandalf the White"])
    assert not lost_by_deaths(gathering, ["Gandalf the Grey", "Boromir"])
    assert not lost_by_deaths(south, ["Aragorn"])
    assert not lost_by_deaths(south, ["Gandalf the Grey"])
    assert lost_by_deaths(south, ["Aragorn", "Gandalf the Grey"])
    assert lost_by_deaths(south, ["Gandalf the White"])
    assert not lost_by_deaths(full, NINE)
    assert scenario_winner(gathering, Ending.GOAL) == "fellowship"
    assert scenario_winner(gathering, Ending.LAST_TURN) == "enemy"
    assert scenario_winner(south, Ending.DEATHS) == "enemy"
    assert scenario_winner(full, Ending.LAST_TURN) is None


@pytest.mark.rule("FOTR-229")
def test_the_company_that_moves_south_needs_every_kindred() -> None:
    scenario = SCENARIOS["ring-moves-south"]
    assert scenario.goals == ("17,gh", "14,j", "12,o", "21,de")
    eight = ("Aragorn", "Boromir", "Legolas", "Gimli", "Frodo", "Sam", "Merry", "Pippin")

    def check(**facts: object) -> bool:
        usual = {"place": "17,gh", "conscious": eight, "ringbearer": "Frodo"} | facts
        return arrived(msgspec.convert(usual, Company), scenario)

    assert check()
    assert not check(place="12,e")
    assert check(conscious=eight[:7], unconscious=eight[7:])
    assert not check(conscious=eight[:6], unconscious=eight[6:])
    assert not check(conscious=eight[:7])
    for missing in ("Legolas", "Gimli"):
        spare = tuple("Bree Man" if name == missing else name for name in eight)
        assert not check(conscious=spare)
    assert not check(ringbearer="Aragorn")
    gandalf = tuple("Gandalf the Grey" if name == "Aragorn" else name for name in eight)
    assert check(conscious=gandalf)
    no_man = tuple("Lorien Elf 1" if name == "Boromir" else name for name in gandalf)
    assert not check(conscious=no_man)
    one_hobbit = (*eight[:5], "Lorien Elf 1", "Lorien Elf 2", "Edhellond Elf")
    assert not check(conscious=one_hobbit)


@pytest.mark.rule("FOTR-243")
def test_the_last_turn_is_the_scenarios_or_the_one_that_was_agreed() -> None:
    longer = Switches(last_turn=28)
    assert last_turn(SCENARIOS["full"], Switches()) == 20
    assert last_turn(SCENARIOS["full"], longer) == 28
    assert last_turn(SCENARIOS["final-approach"], longer) == 28
    assert last_turn(SCENARIOS["gathering"], longer) == 8
    assert last_turn(SCENARIOS["ring-moves-south"], longer) == 15


def test_all_pairs_of_shifts_are_cumulative() -> None:
    changes: list[tuple[dict[str, object], int]] = [
        ({"diseased": True}, -1),
        ({"ring_transfer": 7}, -1),
        ({"gandalf_in_gondor": True}, 1),
        ({"aragorn_by_the_paths": True}, 1),
        ({"turn": 24}, -2),
    ]
    for (one, first), (other, second) in itertools.combinations(changes, 2):
        assert sum(_values(_with(**one, **other)).values()) == first + second
