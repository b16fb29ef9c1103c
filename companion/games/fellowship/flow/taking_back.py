"""Which events a seat may take back: open choices by which nobody learns anything hidden.

Markers that move, and what is said of their moves, stay as they are when decisions around them are
taken back: the table is right. Whatever is not named here is fixed: rolls, cards, fights, all that
is revealed, and cells that were filled in from the box. An end that somebody only pressed, by hand
or by dissolving the Fellowship, opens nothing by itself, so a slip can be put right until the
account is given; any other end says what nobody can forget.
"""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.events.agreed import SiegeCounted
from companion.games.fellowship.events.behind import TableBehind, TableCaughtUp
from companion.games.fellowship.events.ending import VerdictGiven
from companion.games.fellowship.events.movement import JoinNoted, MoveNoted, SplitNoted
from companion.games.fellowship.events.play import (
    CellAsked,
    ExpectationMet,
    ExpectationSet,
    FlagSettled,
    GameEnded,
    MoveFlagged,
    Noted,
    Reminded,
    ResultShown,
    SecretEvent,
    StepClosed,
    StepEntered,
)
from companion.games.fellowship.events.status import (
    ActivationsLapsed,
    HexesActivated,
    MobilizationsGiven,
    PlayerTurnCleared,
    WeatherPlaced,
)
from companion.games.fellowship.play.status_common import SeaRollsNoted
from companion.games.fellowship.rules.victory import Ending
from companion.table.events import (
    Event,
    MarkerMoved,
    MarkerPlaced,
    MarkerRemoved,
    MarkersUndecided,
    MarkerTurned,
)
from companion.table.taking_back import Reach

_FREE: Final = (
    ActivationsLapsed,
    CellAsked,
    ExpectationMet,
    ExpectationSet,
    FlagSettled,
    HexesActivated,
    JoinNoted,
    MobilizationsGiven,
    MoveNoted,
    Noted,
    PlayerTurnCleared,
    Reminded,
    ResultShown,
    SiegeCounted,
    SplitNoted,
    StepClosed,
    StepEntered,
    VerdictGiven,
    WeatherPlaced,
)

_TABLE: Final = (
    MarkerMoved,
    MarkerPlaced,
    MarkerRemoved,
    MarkersUndecided,
    MarkerTurned,
    MoveFlagged,
    TableBehind,
    TableCaughtUp,
)


def reach(event: Event) -> Reach:
    """How far an event reaches (`companion.table.taking_back`)."""
    if isinstance(event, SecretEvent):
        return "private"
    if isinstance(event, SeaRollsNoted):
        # With nobody at sea it only says that the step is passed by.
        return "fixed" if event.work.left or event.work.rolled else "free"
    if isinstance(event, GameEnded):
        pressed = event.by is not None or event.ending == Ending.DISSOLVED.value
        return "free" if pressed else "fixed"
    if isinstance(event, _TABLE):
        return "table"
    return "free" if isinstance(event, _FREE) else "fixed"
