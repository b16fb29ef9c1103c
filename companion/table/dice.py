"""From the face of a die to the number that a game asks for.

The die reports the face on top, 1 to its number of sides; what the face means is said here. Faces
that a die cannot turn into the wanted number are refused as values, for they are no error of the
program: a player has put another die on the table.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

_FACES_PER_SIX = 3
_LAST_FACE_THAT_SERVES_SIX = 18


class DiceRefusalCode(enum.Enum):
    """Why a face cannot serve."""

    SIDES = "sides"
    FACE = "face"


@dataclass(frozen=True, slots=True)
class DiceRefusal:
    """A face that cannot be turned into the number asked for.

    Attributes:
        code: whether the number of sides or the face itself is at fault.
        text: one sentence for the players: what came, what is needed, what to do.
    """

    code: DiceRefusalCode
    text: str


@dataclass(frozen=True, slots=True)
class RollAgain:
    """The face does not count; the same die is to be rolled once more.

    Attributes:
        text: one sentence for the players that says why.
    """

    text: str


def six_of(face: int, sides: int) -> int | RollAgain | DiceRefusal:
    """Read a face as 1 to 6: as it is on six sides, by threes on twenty, 19 and 20 not counting.

    Args:
        face: the face on top, 1 to ``sides``.
        sides: faces of the die, 6 or 20.

    Returns:
        The number 1 to 6, each equally likely; that the die is to be rolled again; or why this die
        cannot give it.
    """
    if sides not in {6, 20}:
        return DiceRefusal(
            DiceRefusalCode.SIDES,
            f"A roll of 1 to 6 was asked for and a die with {sides} sides was rolled: "
            "take a die with 6 or 20 sides, or type the roll in.",
        )
    refusal = _wrong_face(face, sides)
    if refusal is not None:
        return refusal
    if sides == 6:
        return face
    if face > _LAST_FACE_THAT_SERVES_SIX:
        return RollAgain(f"{face} of 20 stands for no number from 1 to 6: roll the die again.")
    return (face + _FACES_PER_SIX - 1) // _FACES_PER_SIX


def _wrong_face(face: int, sides: int) -> DiceRefusal | None:
    if 1 <= face <= sides:
        return None
    return DiceRefusal(
        DiceRefusalCode.FACE,
        f"A die with {sides} sides has the faces 1 to {sides} and {face} came: "
        "roll again, or type the roll in.",
    )
