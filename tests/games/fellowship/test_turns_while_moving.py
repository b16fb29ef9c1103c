"""Turns of a cube that are held against nobody while markers part and move (6.12, 6.122, 6.261)."""

from __future__ import annotations

import pytest

from tests.support.fellowship_map import WOODS, board_text
from tests.support.fellowship_moves import AROUND, at_step, flags, moving

_WOODS = board_text({f"9,gh/{place}": WOODS for place in AROUND})


@pytest.mark.rule("FOTR-042", "FOTR-104")
@pytest.mark.parametrize(
    ("step", "colour", "faces"),
    [
        ("fp-split", "green", (3, 2, 3)),
        ("fp-move", "green", (3, 2, 3)),
        ("fp-move", "green", (4, 2, 4)),
        ("fp-move", "green", (3, 4, 3)),
        ("fp-split", "green", (3, 4, 3)),
        ("ep-split", "red", (3, 4, 3)),
        ("ep-move-free", "red", (3, 4, 3)),
    ],
)
def test_a_cube_turned_by_a_slip_may_be_turned_back(
    step: str, colour: str, faces: tuple[int, int, int]
) -> None:
    first, slip, back = faces
    play = at_step(step, board_text(), ((1, colour, first, "9,gh"),))
    play.turn(1, slip)
    play.turn(1, back)
    assert flags(play) == []


@pytest.mark.rule("FOTR-042", "FOTR-104")
def test_who_waits_for_a_roll_rides_and_does_not_sneak() -> None:
    play = moving(_WOODS, ((1, "green", 4, "9,gh"),))
    play.go(1, "9,ij")
    play.turn(1, 2)
    assert "6.12" in flags(play)


@pytest.mark.rule("FOTR-042", "FOTR-104")
def test_who_failed_a_roll_does_not_sneak_afterwards() -> None:
    play = moving(_WOODS, ((1, "green", 4, "9,gh"),))
    play.go(1, "9,hi")
    play.die(10)
    play.go(1, "9,gh")
    play.turn(1, 2)
    assert "6.12" in flags(play)


@pytest.mark.rule("FOTR-070")
def test_a_nazgul_turns_dormant_at_home_and_back_while_groups_part() -> None:
    play = at_step("ep-split", board_text(), ((8, "red", 4, "24,m"), (9, "red", 3, "20,h")))
    play.turn(8, 6)
    assert flags(play) == []
    play.turn(8, 4)
    assert flags(play) == []
