"""What is written down once a game is over: what counted, and who has won (11.0)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.play import PublicEvent
from companion.games.fellowship.rules.victory import Account
from companion.games.fellowship.state import Line, PublicState, Work
from companion.table.events import Event

_replace = msgspec.structs.replace
_KEY: Final = "ending"


class EndWork(Work, frozen=True, kw_only=True):
    """The end of the game so far.

    Attributes:
        account: what the Fellowship has shown, its class of hex still to be read.
        place: label of the hex where the Ring is.
        verdict: who has won, empty until that is known.
    """

    account: Account | None = None
    place: str = ""
    verdict: str = ""


class AccountGiven(PublicEvent, frozen=True, kw_only=True, tag="fellowship-account-given"):
    """The Fellowship shows what the level of victory is read from (11.0).

    Attributes:
        ringbearer: name of the character with the Ring.
        place: label of the hex where it is.
        account: the rest.
    """

    ringbearer: str
    place: str
    account: Account

    def apply(self, public: PublicState) -> PublicState:
        """Keep it until the table is read."""
        work = EndWork(account=self.account, place=self.place)
        return _replace(public, work={**public.work, _KEY: work})

    def line(self, before: PublicState) -> Line | None:
        """Who has the Ring, where."""
        killed = self.account.deaths.count
        text = f"{self.ringbearer} has the Ring at {self.place}; characters killed: {killed}."
        return Line(text, "11.0")


class VerdictGiven(PublicEvent, frozen=True, kw_only=True, tag="fellowship-verdict-given"):
    """Who has won, and by how much."""

    verdict: str

    def apply(self, public: PublicState) -> PublicState:
        """Remember it."""
        work = _replace(end_work(public), verdict=self.verdict)
        return _replace(public, work={**public.work, _KEY: work})

    def line(self, before: PublicState) -> Line | None:
        """The verdict."""
        return Line(self.verdict, "11.0", heading=True)


def end_work(public: PublicState) -> EndWork:
    """How far the end of the game has come."""
    found = public.work.get(_KEY)
    return found if isinstance(found, EndWork) else EndWork()


EVENTS: Final[tuple[type[Event], ...]] = (AccountGiven, VerdictGiven)
