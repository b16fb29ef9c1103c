"""What each face of the twenty-sided die counts, for rolls of 1 to 10 and of 1 to 5."""

from __future__ import annotations

import pytest

from companion.games.fellowship.facts.names import die_of_five
from companion.games.fellowship.flow.steps import d10
from companion.table.values import Roll


def rolled(face: int) -> Roll:
    return Roll(face=face, sides=20, source="die", die="d", number=1)


@pytest.mark.rule("FOTR-016")
def test_twenty_faces_read_as_one_to_ten_with_nought_as_ten() -> None:
    assert [d10(rolled(face)) for face in range(1, 21)] == [*range(1, 11), *range(1, 11)]


@pytest.mark.rule("FOTR-016")
def test_one_to_five_is_half_of_one_to_ten_rounded_up() -> None:
    halves = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [die_of_five(number) for number in range(1, 11)] == halves
