"""All tables of a hall as a wall knows them: notes in order, each once, and what is still wanted.

Nothing here talks to a broker or a file; `companion.wall.listener` does. For one thread, behind the
lock of whoever owns it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from companion.hall.messages import (
    AnyFact,
    Asked,
    Begun,
    Ended,
    Looked,
    MarkerGone,
    MarkerSet,
    Note,
    Said,
    Stands,
    TableState,
)

LINES_KEPT: Final = 12
PARKED_MOST: Final = 2000
"""Notes that wait for one before them; more are asked for again when their turn has come."""

ASK_AGAIN_S: Final = 2.0


@dataclass(slots=True, kw_only=True)
class HallTable:
    """One table.

    Attributes:
        name: its name.
        online: whether it is there.
        series, number: id of the last note that was taken, in order.
        latest: number of the newest note that it is known to have sent.
        missed: notes that it can no longer send.
        game, title: the open game, empty for none.
        began_at: when that began.
        first: number of the open game's first note, 0 while it is not known.
        stands, asks, lines, looked, verdict: what the public screen says.
        facts: how many things have happened.
        changed: counts changes of all tables; the hall's count at the last change of this one.
    """

    name: str
    online: bool = False
    series: str = ""
    number: int = 0
    latest: int = 0
    missed: int = 0
    game: str = ""
    title: str = ""
    began_at: str = ""
    first: int = 0
    stands: Stands | None = None
    asks: str = ""
    lines: deque[Said] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))
    looked: Looked | None = None
    verdict: str = ""
    facts: int = 0
    changed: int = 0
    parked: dict[int, Note] = field(default_factory=dict)
    asked_s: float = float("inf")
    asked_at: int = -1

    @property
    def is_played(self) -> bool:
        """Whether a game is open that has not ended."""
        return bool(self.game) and not self.verdict

    @property
    def last(self) -> str:
        """Newest line of the log."""
        return self.lines[-1].text if self.lines else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A game that has ended, or whose end was taken back.

    Attributes:
        table: name of the table.
        series, number: id of the note that told it.
        first: number of the game's first note: with the series it tells the game from others.
        game, title: id of its rules and its name.
        began_at, ended_at: when.
        turn: the turn in which it ended.
        verdict: how it ended; empty where an earlier end was taken back.
    """

    table: str
    series: str
    number: int
    first: int
    game: str
    title: str
    began_at: str
    ended_at: str
    turn: str
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Notes that a table is asked to send again, from a number on."""

    table: str
    series: str
    number: int


Heard = Callable[[HallTable, Note], None]
"""Called with each note when its turn has come."""


class HallTables:
    """See the module.

    Args:
        heard: hears of each note that is taken, in order.

    Attributes:
        changed: counts changes of anything.
        notes, doubles: how many notes were taken and how many came again.
    """

    def __init__(self, heard: Heard = lambda _table, _note: None) -> None:
        self._heard: Final = heard
        self._tables: Final[dict[str, HallTable]] = {}
        self.changed = 0
        self.notes = 0
        self.doubles = 0

    def all(self) -> list[HallTable]:
        """The tables by their names."""
        return [self._tables[name] for name in sorted(self._tables)]

    def find(self, name: str) -> HallTable | None:
        """The table of that name, None if none was heard of."""
        return self._tables.get(name)

    def remember(self, name: str, series: str, number: int) -> None:
        """Go on behind the notes that were taken before this start."""
        table = self._table(name)
        table.series, table.number, table.latest = series, number, number

    def take_presence(self, name: str, *, online: bool) -> None:
        """A table has come or gone."""
        table = self._table(name)
        if table.online != online:
            table.online = online
            self._mark(table)

    def take_state(self, name: str, state: TableState) -> None:
        """A table says where it stands; what it counts beyond what was taken is wanted."""
        table = self._table(name)
        self._begin_series(table, state.series)
        table.latest = max(table.latest, state.number)
        if table.number + 1 < state.oldest:
            table.missed += state.oldest - table.number - 1
            table.number = state.oldest - 1
        if state.number >= table.number:
            # Only what notes do not tell, or for whoever has not come to them yet.
            table.game, table.title = state.game, state.title
            table.stands, table.asks = state.stands, state.asks
            table.verdict = state.verdict
            if table.first == 0 or (table.first != state.first and state.number == table.number):
                # A game goes on that was laid aside; what was said of another is not its log.
                if table.first:
                    table.lines.clear()
                    table.looked, table.began_at = None, ""
                table.first = state.first
            if state.last and not table.lines:
                table.lines.append(Said(number=0, text=state.last))
        self._mark(table)
        self._take_parked(table)

    def take_note(self, name: str, note: Note) -> None:
        """A note has come, perhaps again, perhaps too early."""
        table = self._table(name)
        self._begin_series(table, note.series)
        table.latest = max(table.latest, note.number)
        if note.number <= table.number or note.number in table.parked:
            self.doubles += 1
            return
        if len(table.parked) < PARKED_MOST or note.number == table.number + 1:
            table.parked[note.number] = note
        self._take_parked(table)

    def wishes(self, now_s: float) -> list[Wish]:
        """What tables that are there are to be asked for, each every `ASK_AGAIN_S` seconds.

        A gap is given that long to close by itself, counted from the last note that was taken.
        """
        wishes = []
        for table in self._tables.values():
            if not table.online or table.number >= table.latest:
                table.asked_s = float("inf") if table.number >= table.latest else table.asked_s
                continue
            if table.asked_s == float("inf") or table.number != table.asked_at:
                # As long as notes come, asking would only have them sent twice.
                table.asked_s, table.asked_at = now_s, table.number
            elif now_s - table.asked_s >= ASK_AGAIN_S:
                table.asked_s = now_s
                number = table.number + 1
                wishes.append(Wish(table=table.name, series=table.series, number=number))
        return wishes

    def _table(self, name: str) -> HallTable:
        return self._tables.setdefault(name, HallTable(name=name))

    def _mark(self, table: HallTable) -> None:
        self.changed += 1
        table.changed = self.changed

    def _begin_series(self, table: HallTable, series: str) -> None:
        if table.series != series:
            table.series, table.number, table.latest, table.first = series, 0, 0, 0
            table.parked.clear()

    def _take_parked(self, table: HallTable) -> None:
        for old in [number for number in table.parked if number <= table.number]:
            del table.parked[old]
        while (note := table.parked.pop(table.number + 1, None)) is not None:
            table.number = note.number
            self.notes += 1
            for fact in note.facts:
                _apply(table, fact, note)
            table.facts += len(note.facts)
            self._mark(table)
            self._heard(table, note)


def _apply(table: HallTable, fact: AnyFact, note: Note) -> None:
    match fact:
        case Begun(game=game, title=title):
            table.game, table.title, table.began_at = game, title, note.at
            table.first = note.number
            table.verdict, table.looked = "", None
            table.lines.clear()
        case Stands():
            table.stands = fact
        case Asked(sentence=sentence):
            table.asks = sentence
        case Said():
            table.lines.append(fact)
        case Looked():
            table.looked = fact
        case Ended(verdict=verdict):
            table.verdict = verdict
        case MarkerSet() | MarkerGone():
            pass


def result_of(table: HallTable, note: Note) -> Result | None:
    """What a note says of the end of a game, None if it says nothing of one."""
    verdicts = [fact.verdict for fact in note.facts if isinstance(fact, Ended)]
    if not verdicts:
        return None
    return Result(
        table=table.name,
        series=note.series,
        number=note.number,
        first=table.first,
        game=table.game,
        title=table.title,
        began_at=table.began_at,
        ended_at=note.at,
        turn=table.stands.turn if table.stands is not None else "",
        verdict=verdicts[-1],
    )
