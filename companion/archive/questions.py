"""The standard questions to an archive, in standard SQL over its Parquet files."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.archive.load import TABLES, ArchiveError, connected
from companion.table.fairness import FEWEST_EXPECTED, chi_square_of, chi_square_survival

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SURE: Final = 1.959964
"""Standard deviations to both sides within which 95 % of a normal distribution lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """What is there of one kind of game."""

    game: str
    games: int
    decided: int
    events: int
    first: str
    last: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WinRate:
    """How often a side has won, of the games of its kind that are decided.

    Attributes:
        low, high: the interval that covers the true rate in 95 of 100 such archives (Wilson).
    """

    game: str
    winner: str
    wins: int
    decided: int
    low: float
    high: float

    @property
    def rate(self) -> float:
        """Share of the decided games."""
        return self.wins / self.decided


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """How long decided games of a kind are.

    Attributes:
        turns: for each number of turns how many games ended in it.
        median_events: of a game.
        median_minutes: at the table, without pauses of more than half an hour.
        low_minutes, high_minutes: a quarter of the games takes less, a quarter more.
    """

    game: str
    turns: tuple[tuple[int, int], ...]
    median_events: float
    median_minutes: float
    low_minutes: float
    high_minutes: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RingLoss:
    """Where the Ring went out of the Fellowship's hands, and to whom."""

    place: str
    holder: str
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DieRecord:
    """The rolls of dice with one number of sides that came in one way.

    Attributes:
        counts: how often each face came, face 1 first.
        p_value: probability that fair dice stray as far or farther; None for too few rolls.
    """

    source: str
    die: str
    sides: int
    counts: tuple[int, ...]
    chi_square: float
    p_value: float | None

    @property
    def rolls(self) -> int:
        """Number of rolls."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The answers to all standard questions."""

    overview: tuple[Overview, ...]
    wins: tuple[WinRate, ...]
    lengths: tuple[Lengths, ...]
    ring_losses: tuple[RingLoss, ...]
    ring_games: int
    dice: tuple[DieRecord, ...]


def opened(archive: Path) -> DuckDBPyConnection:
    """The engine with the tables of an archive, each read where it lies.

    Raises:
        ArchiveError: the folder holds none, or one that does not read.
    """
    engine = connected()
    import duckdb  # noqa: PLC0415 - an extra, here since there is an engine

    for name in TABLES:
        file = archive / f"{name}.parquet"
        if not file.is_file():
            engine.close()
            raise ArchiveError(
                f"there is no {file}. Make an archive with  companion archive load FOLDER {archive}"
            )
        path = escape(str(file)).replace("'", "''")
        try:
            engine.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet('{path}')")  # noqa: S608 - quotes in the path are doubled
        except duckdb.Error as error:
            engine.close()
            raise ArchiveError(
                f"{file} cannot be read as part of an archive. Make it anew with  "
                f"companion archive load FOLDER {archive}"
            ) from error
    return engine


def answers(archive: Path) -> Answers:
    """Ask all standard questions.

    Raises:
        ArchiveError: the folder holds no archive.
    """
    with opened(archive) as engine:
        return Answers(
            overview=tuple(
                Overview(game=r[0], games=r[1], decided=r[2], events=r[3], first=r[4], last=r[5])
                for r in _rows(engine, OVERVIEW)
            ),
            wins=tuple(_win_rate(*row) for row in _rows(engine, WINS)),
            lengths=_lengths(engine),
            ring_losses=tuple(
                RingLoss(place=r[0], holder=r[1], times=r[2]) for r in _rows(engine, RING_LOSSES)
            ),
            ring_games=_rows(engine, RING_GAMES)[0][0],
            dice=_dice(engine),
        )


def asked(engine: DuckDBPyConnection, question: str) -> Iterator[dict[str, Any]]:
    """The rows of an answer, by the names of their columns.

    Raises:
        ArchiveError: the engine does not understand the question; the text is its own.
    """
    import duckdb  # noqa: PLC0415 - an extra, here already where there is an engine

    try:
        # Of a text that asks nothing the engine makes nothing.
        found: DuckDBPyConnection | None = engine.execute(question)
        if found is None:
            raise ArchiveError(
                "the question is empty. Ask one in SQL, such as SELECT count(*) FROM games."
            )
        names = [column[0] for column in found.description or ()]
        rows = found.fetchall()
    except duckdb.Error as error:
        raise ArchiveError(f"the question cannot be answered. {error}") from error
    yield from (dict(zip(names, row, strict=True)) for row in rows)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The interval for a rate, 95 %.

    Source: Wilson, Probable inference, Journal of the American Statistical Association 22, 1927.

    Args:
        wins: how often it came, 0 to `games`.
        games: how often it could, at least once.
    """
    rate, square = wins / games, SURE**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = SURE * math.sqrt(rate * (1 - rate) / games + square / (4 * games**2))
    spread /= 1 + square / games
    return max(0.0, middle - spread), min(1.0, middle + spread)


def _rows(engine: DuckDBPyConnection, question: str) -> list[tuple[Any, ...]]:
    return engine.execute(question).fetchall()


def _win_rate(game: str, winner: str, wins: int, decided: int) -> WinRate:
    low, high = wilson(wins, decided)
    return WinRate(game=game, winner=winner, wins=wins, decided=decided, low=low, high=high)


def _lengths(engine: DuckDBPyConnection) -> tuple[Lengths, ...]:
    turns: dict[str, list[tuple[int, int]]] = {}
    for game, turn, times in _rows(engine, TURNS):
        turns.setdefault(game, []).append((turn, times))
    return tuple(
        Lengths(
            game=game,
            turns=tuple(turns.get(game, ())),
            median_events=float(events),
            median_minutes=float(minutes),
            low_minutes=float(low),
            high_minutes=float(high),
        )
        for game, events, minutes, low, high in _rows(engine, MEDIANS)
    )


def _dice(engine: DuckDBPyConnection) -> tuple[DieRecord, ...]:
    counts: dict[tuple[str, str, int], list[int]] = {}
    for source, die, sides, face, times in _rows(engine, DICE):
        counts.setdefault((source, die, sides), [0] * sides)[face - 1] = times
    return tuple(
        _die_record(*way, found)
        for way, found in sorted(counts.items(), key=lambda item: -sum(item[1]))
    )


def _die_record(source: str, die: str, sides: int, counts: list[int]) -> DieRecord:
    chi_square = chi_square_of(counts)
    is_enough = sum(counts) >= FEWEST_EXPECTED * sides
    return DieRecord(
        source=source,
        die=die,
        sides=sides,
        counts=tuple(counts),
        chi_square=chi_square,
        p_value=chi_square_survival(chi_square, sides - 1) if is_enough else None,
    )


OVERVIEW: Final = """
SELECT game, count(*) AS games, count(winner) AS decided, CAST(sum(events) AS BIGINT) AS events,
    CAST(min(CAST(started_at AS DATE)) AS VARCHAR), CAST(max(CAST(started_at AS DATE)) AS VARCHAR)
FROM games GROUP BY game ORDER BY games DESC, game
"""

WINS: Final = """
SELECT game, winner, count(*) AS wins,
    CAST(sum(count(*)) OVER (PARTITION BY game) AS BIGINT) AS decided
FROM games WHERE winner IS NOT NULL GROUP BY game, winner ORDER BY game, wins DESC, winner
"""

TURNS: Final = """
SELECT game, turns, count(*) AS times FROM games
WHERE winner IS NOT NULL AND turns IS NOT NULL GROUP BY game, turns ORDER BY game, turns
"""

MEDIANS: Final = """
WITH gaps AS (
    SELECT game_id, extract(epoch FROM moment - lag(moment) OVER (
        PARTITION BY game_id ORDER BY seq)) / 60 AS minutes
    FROM events
), long AS (
    SELECT game_id, coalesce(sum(minutes) FILTER (WHERE minutes BETWEEN 0 AND 30), 0) AS minutes
    FROM gaps GROUP BY game_id
)
SELECT game, percentile_cont(0.5) WITHIN GROUP (ORDER BY events) AS median_events,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY minutes) AS median_minutes,
    percentile_cont(0.25) WITHIN GROUP (ORDER BY minutes) AS low_minutes,
    percentile_cont(0.75) WITHIN GROUP (ORDER BY minutes) AS high_minutes
FROM games JOIN long USING (game_id) WHERE winner IS NOT NULL GROUP BY game ORDER BY game
"""

RING_LOSSES: Final = """
WITH taken AS (
    SELECT game_id, seq, payload ->> '$.by' AS holder, payload ->> '$.place' AS place,
        lag(payload ->> '$.by', 1, 'fellowship') OVER (PARTITION BY game_id ORDER BY seq) AS before
    FROM events WHERE type = 'fellowship-ring-taken' AND NOT undone
)
SELECT coalesce(nullif(place, ''), 'not told') AS place, holder, count(*) AS times
FROM taken WHERE before = 'fellowship' AND holder <> 'fellowship'
GROUP BY ALL ORDER BY times DESC, place, holder
"""

RING_GAMES: Final = """
SELECT count(DISTINCT game_id) FROM events
WHERE type = 'fellowship-ring-taken' AND NOT undone AND payload ->> '$.by' <> 'fellowship'
"""

DICE: Final = """
SELECT source, die, sides, face, count(*) AS times FROM rolls
GROUP BY source, die, sides, face ORDER BY source, die, sides, face
"""
