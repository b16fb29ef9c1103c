"""What is wrong with a box, and how much of it is filled in.

The constraints are those that the rulebook's text puts on the parts that it does not print: a box
that breaks one has a slip of the pen somewhere. They are findings, not errors: play can go on.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.games.fellowship.box.check_map import check_map
from companion.games.fellowship.box.check_tables import check_tables
from companion.games.fellowship.box.file import BoxFile
from companion.games.fellowship.box.findings import Finding
from companion.games.fellowship.box.needs import needed_cells


class Progress(msgspec.Struct, frozen=True):
    """How much of a box is filled in.

    Attributes:
        known: needed cells that are known.
        needed: cells that play needs and the rulebook's text does not give.
    """

    known: int
    needed: int

    @property
    def percent(self) -> int:
        """Whole percent, rounded down: 100 only when nothing is missing."""
        return 100 * self.known // self.needed


def check_box(box: BoxFile) -> list[Finding]:
    """Every constraint that a box breaks, tables first, in the order of the rulebook."""
    return [*check_tables(box), *check_map(box)]


def progress(box: BoxFile) -> Progress:
    """How many of the cells that play needs are known."""
    states = [is_known for _, is_known in needed_cells(box)]
    return Progress(sum(states), len(states))


def missing_cells(box: BoxFile) -> Iterator[str]:
    """Addresses of the needed cells that are not known yet, such as ``T.5/wild-1/7``."""
    return (address for address, is_known in needed_cells(box) if not is_known)
