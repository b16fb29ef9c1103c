"""A die's roll counts once, in order; what nothing asked for is kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.border import DieRoll
from companion.table.events import RollDropped, RollKept, RollTaken
from companion.table.ids import SeatId
from companion.table.rolls import RollBook, fold_rolls, is_new, roll_of
from companion.table.values import Roll


def _die(number: int, face: int = 7, die: str = "d20") -> DieRoll:
    return DieRoll(die=die, number=number, face=face, sides=20)


def test_the_same_roll_of_the_same_die_counts_once() -> None:
    book = fold_rolls(RollBook(), RollKept(roll=roll_of(_die(4))))
    assert not is_new(book, _die(4))
    assert not is_new(book, _die(3))
    assert is_new(book, _die(5))
    assert is_new(book, _die(4, die="other"))


def test_a_kept_roll_is_taken_or_dropped_once() -> None:
    one, two = roll_of(_die(1)), roll_of(_die(2))
    book = RollBook()
    for roll in (one, two):
        book = fold_rolls(book, RollKept(roll=roll))
    assert book.kept == (one, two)
    taken = RollTaken(roll=one, purpose="for a test", seat=SeatId("enemy"))
    book = fold_rolls(book, taken)
    assert book.kept == (two,)
    assert fold_rolls(book, RollDropped(roll=two)).kept == ()


def test_a_typed_roll_leaves_the_die_s_count_alone() -> None:
    typed = Roll(face=3, sides=10, source="typed")
    assert fold_rolls(RollBook(), RollKept(roll=typed)).last == {}


@given(st.lists(st.integers(0, 20)))
def test_each_number_gets_in_at_most_once_and_in_order(numbers: list[int]) -> None:
    book = RollBook()
    for number in numbers:
        if is_new(book, _die(number)):
            book = fold_rolls(book, RollKept(roll=roll_of(_die(number))))
    kept = [roll.number for roll in book.kept]
    assert kept == sorted(set(kept), key=lambda number: number or 0)
    assert book.last.get("d20", -1) == max(numbers, default=-1)
