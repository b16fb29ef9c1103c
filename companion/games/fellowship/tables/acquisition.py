"""T.3: getting a ship, a boat, horses, the Eagles or Radagast (6.11, 6.121, 6.127, 6.26)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.games.fellowship.facts.names import FELLOWSHIP, HexType, Seat
from companion.games.fellowship.tables.cells import Cell, Lookup, Part, modified
from companion.games.fellowship.tables.rules_tables import RulesTables

Objective = Literal["ships", "boats", "horses", "eagles", "radagast"]

_PRINTED: Final = RulesTables()


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One acquisition attempt of one group.

    Attributes:
        seat: whose group tries.
        objective: what it tries to get.
        hex_type: type of its hex.
        is_port: the hex is a port or town.
        gandalf: Gandalf is revealed in the group and claimed.
        aragorn: Aragorn is revealed in the group and claimed.
        turns_spent: consecutive turns that the group has already spent on this, before this one.
    """

    seat: Seat
    objective: Objective
    hex_type: HexType
    is_port: bool = False
    gandalf: bool = False
    aragorn: bool = False
    turns_spent: int = 0


class AcquisitionResult(msgspec.Struct, frozen=True, kw_only=True):
    """What the table says to an attempt.

    Attributes:
        lookup: the explained result; its cell is the number not to exceed.
        is_automatic: no roll is needed.
        succeeded: whether it worked; None while the roll is missing.
    """

    lookup: Lookup
    is_automatic: bool
    succeeded: bool | None


def look_up_acquisition(attempt: Attempt, roll: int | None = None) -> AcquisitionResult:
    """The modifiers of an attempt, and with a roll whether it succeeds.

    All modifiers that apply are added up (6.121): a port in a Civilized hex counts as both.
    """
    cell = _PRINTED.cell("T.3", attempt.objective, "roll")
    automatic = _is_automatic(attempt)
    parts = () if automatic else _parts(attempt)
    total = None if roll is None else modified(roll, parts)
    lookup = Lookup("T.3", attempt.objective, "roll", roll, parts, total, cell)
    if automatic:
        return AcquisitionResult(lookup=lookup, is_automatic=True, succeeded=True)
    succeeded = None
    if total is not None and isinstance(cell, Cell):
        succeeded = total <= int(cell.value)
    return AcquisitionResult(lookup=lookup, is_automatic=False, succeeded=succeeded)


def _place_column(hex_type: HexType) -> str:
    if hex_type.is_border:
        return "border"
    return "wild" if hex_type.is_wild else hex_type.value


def _modifier(objective: Objective, column: str, seat: Seat) -> str | None:
    """What T.3 prints for this player: ``auto``, a number with sign, or None."""
    cell = _PRINTED.cell("T.3", objective, column)
    if not isinstance(cell, Cell) or cell.value == "-":
        return None
    value, _, only = cell.value.partition(" ")
    mine = "FP" if seat == FELLOWSHIP else "EP"
    return value if only in ("", mine) else None


def _is_automatic(attempt: Attempt) -> bool:
    column = _place_column(attempt.hex_type)
    return _modifier(attempt.objective, column, attempt.seat) == "auto"


def _parts(attempt: Attempt) -> tuple[Part, ...]:
    claims = (
        ("gandalf", "Gandalf", attempt.gandalf, "in the group and revealed"),
        ("aragorn", "Aragorn", attempt.aragorn, "in the group and revealed"),
        ("turn-spent", "Time spent", attempt.turns_spent > 0, "each consecutive turn"),
        ("port", "Port or town", attempt.is_port, "place of the attempt"),
    )
    parts = []
    for column, label, applies, reason in claims:
        value = _modifier(attempt.objective, column, attempt.seat) if applies else None
        if value is not None:
            times = attempt.turns_spent if column == "turn-spent" else 1
            parts.append(Part(label, int(value) * times, reason, "T.3"))
    column = _place_column(attempt.hex_type)
    value = _modifier(attempt.objective, column, attempt.seat)
    if value is not None:
        label = column.replace("-", " ").capitalize()
        parts.append(Part(label, int(value), "type of the hex", "T.3"))
    return tuple(parts)
