"""Every face of every die, counted out."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.table.dice import DiceRefusal, DiceRefusalCode, RollAgain, six_of


def test_six_sides_read_as_they_are() -> None:
    assert [six_of(face, 6) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]


def test_twenty_faces_give_each_of_six_three_times_and_two_are_rolled_again() -> None:
    read = [six_of(face, 20) for face in range(1, 21)]
    assert Counter(number for number in read if isinstance(number, int)) == dict.fromkeys(
        range(1, 7), 3
    )
    assert [face for face, number in enumerate(read, 1) if isinstance(number, RollAgain)] == [
        19,
        20,
    ]


@pytest.mark.parametrize("sides", [0, 4, 8, 10, 12, 100])
def test_a_die_that_cannot_serve_six_is_refused(sides: int) -> None:
    refusal = six_of(1, sides)
    assert isinstance(refusal, DiceRefusal)
    assert refusal.code is DiceRefusalCode.SIDES
    assert f"{sides} sides" in refusal.text


@pytest.mark.parametrize("face", [-1, 0, 21])
def test_a_face_that_the_die_does_not_have_is_refused(face: int) -> None:
    refusal = six_of(face, 20)
    assert isinstance(refusal, DiceRefusal)
    assert refusal.code is DiceRefusalCode.FACE
    assert f"and {face} came" in refusal.text
