"""A fight as it lies on the table: who stands where, who counts, what nothing has been said of."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.combat.battle import (
    SIDES,
    Battle,
    Fighter,
    Ground,
    Line,
    Variants,
    foe,
)
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.rules.health import Damage


def fighter(number: str, line: Line = "front", column: int = 0, *, down: bool = False) -> Fighter:
    side: Seat = FELLOWSHIP if number.startswith("f") else ENEMY
    return Fighter(id=number, side=side, card="Man", line=line, column=column, down=down)


def test_a_card_that_is_laid_down_is_fresh_from_the_box() -> None:
    given = {"id": "f1", "side": FELLOWSHIP, "card": "Man"}
    plain = {key: value for key, value in msgspec.structs.asdict(fighter("f1")).items() if value}
    assert plain == given | {"line": "front", "damage": Damage(0, 0), "mount_damage": Damage(0, 0)}


def test_nothing_is_played_otherwise_and_nothing_is_beside_a_fight_until_it_is_said() -> None:
    assert not any(msgspec.structs.asdict(Variants()).values())
    assert not any(msgspec.structs.asdict(Ground()).values())
    start = msgspec.structs.asdict(Battle())
    said = {key: value for key, value in start.items() if value}
    assert said == {
        "round": 1,
        "segment": FELLOWSHIP,
        "ground": Ground(),
        "variants": Variants(),
    }


@pytest.mark.rule("FOTR-159")
def test_vanishing_boxes_count_with_the_others() -> None:
    hurt = msgspec.structs.replace(fighter("f1"), damage=Damage(2, 3), temporary=4)
    assert hurt.boxes == 9


@pytest.mark.parametrize(
    ("line", "in_row", "is_here"),
    [
        ("front", True, True),
        ("second", True, True),
        ("shown", False, True),
        ("hidden", False, False),
        ("gone", False, False),
        ("dead", False, False),
    ],
)
def test_who_lies_in_a_row_and_who_takes_part(line: Line, *, in_row: bool, is_here: bool) -> None:
    one = fighter("f1", line)
    assert (one.in_row, one.is_here) == (in_row, is_here)
    assert Battle(fighters=(one,)).of(FELLOWSHIP) == ((one,) if is_here else ())


def test_rows_lie_from_left_to_right_whatever_order_cards_came_in() -> None:
    battle = Battle(
        fighters=(
            fighter("f1", column=2),
            fighter("f2", column=0),
            fighter("f3", "second", column=2),
            fighter("f4", "second", column=1),
            fighter("e1", column=1),
            fighter("e2", column=2),
        )
    )
    assert [one.id for one in battle.front(FELLOWSHIP)] == ["f2", "f1"]
    assert [one.id for one in battle.second(FELLOWSHIP)] == ["f4", "f3"]
    assert [one.id for one in battle.front(ENEMY)] == ["e1", "e2"]
    assert battle.second(ENEMY) == ()
    f1, e1, e2 = (battle.find(name) for name in ("f1", "e1", "e2"))
    assert f1 is not None
    assert e1 is not None
    assert e2 is not None
    assert battle.at(FELLOWSHIP, 2) == f1
    assert battle.at(FELLOWSHIP, 1) is None
    assert battle.opposite(f1) == e2
    assert battle.opposite(e1) is None
    assert [one.id for one in battle.against(e2)] == ["f1", "f3"]
    assert [one.id for one in battle.against(e1)] == ["f4"]
    assert battle.find("f9") is None


def test_who_is_in_no_row_has_nobody_opposite() -> None:
    shown, across = fighter("f1", "shown"), fighter("e1")
    battle = Battle(fighters=(shown, across))
    assert battle.opposite(shown) is None
    assert battle.opposite(across) is None
    assert battle.opposite(fighter("f2", "second")) == across


def test_a_reserve_is_counted_with_those_who_were_shown_out_of_it() -> None:
    cards = (
        fighter("f1"),
        fighter("f2", "shown"),
        fighter("f3", "second", down=True),
        fighter("f4", "dead"),
        fighter("e1"),
    )
    silent = Battle(fighters=cards)
    assert [silent.reserve_of(side) for side in SIDES] == [1, 0]
    assert [silent.size(side) for side in SIDES] == [3, 1]
    assert [silent.awake(side) for side in SIDES] == [2, 1]
    more = msgspec.structs.replace(silent, reserve={FELLOWSHIP: 2, ENEMY: 5})
    assert [more.reserve_of(side) for side in SIDES] == [3, 5]
    assert [more.size(side) for side in SIDES] == [5, 6]
    assert [more.awake(side) for side in SIDES] == [4, 6]


def test_a_changed_fighter_keeps_its_place_and_a_new_one_comes_last() -> None:
    battle = Battle(fighters=(fighter("f1"), fighter("e1")))
    changed = battle.with_fighters([fighter("e2"), fighter("f1", "second")])
    assert [(one.id, one.line) for one in changed.fighters] == [
        ("f1", "second"),
        ("e1", "front"),
        ("e2", "front"),
    ]
    assert changed.next_id(FELLOWSHIP) == "f2"
    assert changed.next_id(ENEMY) == "e3"
    assert Battle().next_id(ENEMY) == "e1"


def test_each_side_is_the_foe_of_the_other() -> None:
    assert [foe(side) for side in SIDES] == [ENEMY, FELLOWSHIP]
