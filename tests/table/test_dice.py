"""Every face of every die, counted out."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.table.dice import (
    DiceRefusal,
    DiceRefusalCode,
    RollAgain,
    five_of,
    six_of,
    ten_of,
)


@pytest.mark.rule("FOTR-016")
def test_twenty_faces_read_as_one_to_ten_with_nought_as_ten() -> None:
    assert [ten_of(face, 20) for face in range(1, 21)] == [*range(1, 11), *range(1, 11)]


@pytest.mark.rule("FOTR-016")
def test_ten_faces_read_as_they_are() -> None:
    assert [ten_of(face, 10) for face in range(1, 11)] == list(range(1, 11))


@pytest.mark.rule("FOTR-016")
def test_one_to_five_is_half_of_one_to_ten_rounded_up() -> None:
    halves = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [five_of(face, 20) for face in range(1, 21)] == halves * 2
    assert [five_of(face, 10) for face in range(1, 11)] == halves


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


@pytest.mark.parametrize("sides", [0, 4, 6, 8, 12, 100])
def test_a_die_that_cannot_serve_ten_or_five_is_refused(sides: int) -> None:
    for refusal in (ten_of(1, sides), five_of(1, sides)):
        assert isinstance(refusal, DiceRefusal)
        assert refusal.code is DiceRefusalCode.SIDES
        assert f"{sides} sides" in refusal.text


@pytest.mark.parametrize("sides", [0, 4, 8, 10, 12, 100])
def test_a_die_that_cannot_serve_six_is_refused(sides: int) -> None:
    refusal = six_of(1, sides)
    assert isinstance(refusal, DiceRefusal)
    assert refusal.code is DiceRefusalCode.SIDES


@pytest.mark.parametrize("face", [-1, 0, 21])
def test_a_face_that_the_die_does_not_have_is_refused(face: int) -> None:
    for refusal in (ten_of(face, 20), five_of(face, 20), six_of(face, 20)):
        assert isinstance(refusal, DiceRefusal)
        assert refusal.code is DiceRefusalCode.FACE
        assert f"and {face} came" in refusal.text
