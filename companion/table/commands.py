"""What a seat or a device asks of the table. Commands are not kept; the events they cause are."""

from __future__ import annotations

import msgspec

from companion.border import DieRoll, EyeMessage
from companion.table.ids import PromptId, SeatId
from companion.table.values import RollSource


class Act(msgspec.Struct, frozen=True, kw_only=True, tag="act"):
    """A seat presses something that its view offered.

    Attributes:
        seat: who acts.
        prompt: the prompt that is answered, or None for what may be done at any time.
        action: the `Choice.action` that was pressed.
        inputs: name and text of each field of the form, in the order of the form.
    """

    seat: SeatId
    prompt: PromptId | None = None
    action: str
    inputs: tuple[tuple[str, str], ...] = ()

    def input(self, name: str) -> str | None:
        """Text of one field, or None if the form did not have it."""
        return next((value for key, value in self.inputs if key == name), None)

    def all_inputs(self, name: str) -> tuple[str, ...]:
        """Texts of a field that may be ticked several times."""
        return tuple(value for key, value in self.inputs if key == name)


class DieReported(msgspec.Struct, frozen=True, kw_only=True, tag="die-reported"):
    """The die on the table has settled.

    Attributes:
        roll: the roll.
        is_early: it was made before the open prompt asked for a roll, or may have been, since the
            die cannot tell when: it serves no prompt by itself and is kept.
    """

    roll: DieRoll
    is_early: bool = False


class RollEntered(msgspec.Struct, frozen=True, kw_only=True, tag="roll-entered"):
    """A seat gives a roll by hand, or lets the system's generator draw one.

    Attributes:
        seat: whose roll it is.
        prompt: the prompt that asks for it.
        face: 1 to `sides`, drawn by the service when `source` is ``generator``.
        sides: faces of the die that the face is of.
        source: ``typed`` or ``generator``; recorded with the roll.
    """

    seat: SeatId
    prompt: PromptId | None = None
    face: int
    sides: int
    source: RollSource


class EyeReported(msgspec.Struct, frozen=True, kw_only=True, tag="eye-reported"):
    """The eye has a settled sighting."""

    message: EyeMessage


Command = Act | DieReported | RollEntered | EyeReported
