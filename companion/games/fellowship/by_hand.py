"""Steps that the players go through by hand: the companion waits and says what is due."""

from __future__ import annotations

from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.state import PublicState, Scene
from companion.games.fellowship.steps import Ask, Handler
from companion.table.ids import SeatId


class ByHand(Handler):
    """Waits for its seat and lets the table do what it likes.

    Args:
        seat: who says that it is done.
        sentence: what is due.
    """

    def __init__(self, seat: SeatId, sentence: str) -> None:
        self._seat = seat
        self._sentence = sentence

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Only its seat can say."""
        return False

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Nothing is checked, so nothing is flagged."""
        return True

    def ask(self, scene: Scene) -> Ask:
        """What is due, and that it is not checked."""
        if scene.seat != self._seat:
            return Ask(key="by-hand", sentence=f"The {self._seat.title()} plays this step.")
        return Ask(
            key="by-hand",
            sentence=self._sentence,
            detail=("The companion does not check this step yet.",),
            done="Done",
            asked=True,
        )
