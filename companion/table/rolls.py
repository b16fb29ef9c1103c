"""Which rolls count: each once, in the order in which they came.

A roll belongs to the prompt that asks for it. One that nothing asked for is kept; by agreement of
the seats the oldest one kept may later serve a prompt, or be dropped.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.border import DieRoll
from companion.table.events import Event, RollDropped, RollKept, RollTaken
from companion.table.values import Roll


class RollBook(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of the rolls so far.

    Attributes:
        last: for each die the number of its last roll that was taken or kept.
        kept: rolls that nothing asked for, oldest first.
    """

    last: Mapping[str, int] = {}
    kept: tuple[Roll, ...] = ()


def is_new(book: RollBook, roll: DieRoll) -> bool:
    """Whether the die has not reported this roll, or a later one, before."""
    return roll.number > book.last.get(roll.die, -1)


def roll_of(roll: DieRoll) -> Roll:
    """The recorded form of a die's roll."""
    return Roll(face=roll.face, sides=roll.sides, source="die", die=roll.die, number=roll.number)


def fold_rolls(book: RollBook, event: Event) -> RollBook:
    """The book after one more event; events of other kinds change nothing."""
    match event:
        case RollTaken(roll=roll):
            return RollBook(last=_last(book, roll), kept=_without(book.kept, roll))
        case RollKept(roll=roll):
            return RollBook(last=_last(book, roll), kept=(*book.kept, roll))
        case RollDropped(roll=roll):
            return RollBook(last=_last(book, roll), kept=_without(book.kept, roll))
        case _:
            return book


def _last(book: RollBook, roll: Roll) -> Mapping[str, int]:
    if roll.die is None or roll.number is None:
        return book.last
    return {**book.last, roll.die: max(roll.number, book.last.get(roll.die, -1))}


def _without(kept: tuple[Roll, ...], roll: Roll) -> tuple[Roll, ...]:
    if roll not in kept:
        return kept
    index = kept.index(roll)
    return kept[:index] + kept[index + 1 :]
