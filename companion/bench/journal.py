"""``companion bench journal``: how fast the journal writes, folds and seeks.

The game is one of the Fellowship on the sample box: markers put down and moved by the eye, rolls
kept and dropped by agreement. Appends are timed in blocks that take turns with blocks of bare
durable SQLite commits on the same disk; folding reads all events from the file, decodes and folds
them. Seeking is the worst of looks at points here and there, each in a game just opened, by the
snapshots that the service keeps on the disk, and of looks in a game that stays open.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, Final

from companion.bench.commits import BareCommits
from companion.bench.figures import Bench, BenchError, Figures, Say, at_least, at_most
from companion.board.grid import HexGrid
from companion.border import DieRoll, MarkerReading, Moved, Placed
from companion.journal.codec import EncodedEvent, EventCodec
from companion.journal.replay import Replay, fold
from companion.journal.store import START, GameRecord, JournalReader, JournalWriter
from companion.service.clock import now
from companion.service.games import load_game, sample_box
from companion.service.keeper import GameKeeper
from companion.service.settings import DEFAULT_GAME
from companion.service.timeline import Timelines
from companion.table.commands import Act, Command, DieReported, EyeReported
from companion.table.events import Event
from companion.table.game import Game
from companion.table.ids import PUBLIC, PromptId, Seq
from companion.table.values import Refusal

EVENTS: Final = 20_000
BLOCK: Final = 4
"""Appends, and bare commits, that are timed one after the other."""

SEEKS: Final = 40
FOLDS: Final = 3
_MARKERS: Final = ("red", "black", "green", "red", "black", "red")
_AT: Final = "2026-01-01T00:00:00.000+00:00"


def measure(seconds: float, say: Say, events: int = EVENTS) -> Figures:
    """Append for half of the seconds, then fold and seek in a game of so many events.

    Raises:
        BenchError: the game refused what the bench does.
    """
    game = load_game(DEFAULT_GAME)
    codec = EventCodec(game.event_types)
    with tempfile.TemporaryDirectory(prefix="bench-journal-") as name:
        folder = Path(name)
        say(f"playing a game of {events} events")
        encoded = [codec.encode(event) for event in islice(_played(game), events)]
        say("appending, by turns with bare commits")
        appended = _appends(folder, encoded, seconds / 2)
        path = folder / "long.db"
        _write_whole(path, game.id, encoded)
        say("folding")
        folds = [_fold_events_per_s(path, game, codec) for _ in range(FOLDS)]
        say("seeking")
        first_ms = _cold_seek_ms(path, game, len(encoded))
        served_ms = _served_seek_ms(path, game, len(encoded))
        _keep_snapshots(path, game)
        cold_ms = [_cold_seek_ms(path, game, seq) for seq in _points(len(encoded))]
        warm_ms = _warm_seeks_ms(path, game, _points(len(encoded)))
    return {
        **appended,
        "fold_events_per_s": round(statistics.median(folds)),
        "seek_ms_at_20000": round(max(*cold_ms, *warm_ms), 2),
        "seek_cold_ms_median": round(statistics.median(cold_ms), 2),
        "seek_warm_ms_median": round(statistics.median(warm_ms), 2),
        "seek_without_snapshots_ms": round(first_ms, 2),
        "first_seek_served_ms": round(served_ms, 2),
        "events": len(encoded),
    }


def _played(game: Game[Any]) -> Iterator[Event]:
    """The events of an endless game, the start among them.

    Raises:
        BenchError: the game refused.
    """
    first = game.start({}, sample_box(DEFAULT_GAME))
    if isinstance(first, Refusal):
        raise BenchError(f"the game does not start: {first.text}")
    yield from first
    state = game.begin(first[0])  # type: ignore[arg-type]  # every journal begins with GameStarted
    for event in first[1:]:
        state = game.evolve(state, event)
    for command in _commands(game):
        decided = game.decide(state, command)
        if isinstance(decided, Refusal):
            raise BenchError(f"the game refused what the bench does: {decided.text}")
        for event in decided:
            state = game.evolve(state, event)
            yield event


def _commands(game: Game[Any]) -> Iterator[Command]:
    source = random.Random(1)  # noqa: S311 - the same game each time, nothing secret
    grid = HexGrid()
    places = list(grid)
    lying: dict[int, MarkerReading] = {}
    rolls = 0
    while True:
        track = source.randint(1, len(_MARKERS))
        middle = grid.centre(place := source.choice(places))
        marker = MarkerReading(
            track=track,
            colour=_MARKERS[track - 1],
            face=source.choice((2, 3, 4)),
            x_in=middle.x_in,
            y_in=middle.y_in,
            place=place.label,
        )
        before = lying.get(track)
        placed = Placed(t_s=0, marker=marker)
        moved = None if before is None else Moved(t_s=0, marker=marker, before=before)
        yield EyeReported(message=moved or placed)
        lying[track] = marker
        rolls += 1
        face = source.randint(1, 20)
        yield DieReported(roll=DieRoll(die="BENCH", number=rolls, face=face, sides=20))
        proposer, other = (game.seats_of({})[(rolls + turn) % 2].id for turn in (0, 1))
        yield Act(seat=proposer, action="drop-kept")
        yield Act(seat=other, prompt=PromptId(f"roll-proposal.{rolls}"), action="agree")


def _appends(folder: Path, encoded: Sequence[EncodedEvent], seconds: float) -> Figures:
    """Rates of appends of one event each and of bare commits of the same text, and their ratio."""
    spent_s = {"append": 0.0, "commit": 0.0}
    writer = JournalWriter(folder / "appends.db")
    record = GameRecord(
        game_id="bench", game="bench", rules="1", started_at=_AT, ended_at=None, head=START
    )
    head = writer.start_game(record, encoded[:1], "bench")
    one_by_one = iter(encoded[1:])
    pairs = 0
    with BareCommits(folder / "bare.db") as bare:
        until_s = time.perf_counter() + seconds
        while time.perf_counter() < until_s or not pairs:
            block = list(islice(one_by_one, BLOCK))
            if not block:
                break
            # Each goes first every other time: the first sync pays for what others have written.
            is_bare_first = pairs % (2 * BLOCK) >= BLOCK
            if is_bare_first:
                spent_s["commit"] += sum(bare.commit(event.payload) for event in block)
            began_s = time.perf_counter()
            for event in block:
                head = writer.append("bench", head, [event], at=_AT, actor="bench")
            spent_s["append"] += time.perf_counter() - began_s
            if not is_bare_first:
                spent_s["commit"] += sum(bare.commit(event.payload) for event in block)
            pairs += len(block)
    writer.close()
    return {
        "append_over_sqlite_commit": round(spent_s["commit"] / spent_s["append"], 3),
        "appends_per_s": round(pairs / spent_s["append"], 1),
        "sqlite_commits_per_s": round(pairs / spent_s["commit"], 1),
    }


def _write_whole(path: Path, game: str, encoded: Sequence[EncodedEvent]) -> None:
    writer = JournalWriter(path)
    record = GameRecord(
        game_id="bench", game=game, rules="1", started_at=_AT, ended_at=None, head=START
    )
    writer.start_game(record, encoded, "bench")
    writer.close()


def _fold_events_per_s(path: Path, game: Game[Any], codec: EventCodec) -> float:
    with JournalReader(path) as reader:
        began_s = time.perf_counter()
        count = 0

        def read() -> Iterator[Event]:
            nonlocal count
            for stored in reader.events("bench"):
                count += 1
                yield codec.decode(stored.event)

        fold(game, read())
        return count / (time.perf_counter() - began_s)


def _points(events: int) -> list[int]:
    """The end of the game and points here and there, the same each time."""
    source = random.Random(2)  # noqa: S311 - nothing secret
    return [events, *(source.randint(1, events) for _ in range(SEEKS - 1))]


def _keep_snapshots(path: Path, game: Game[Any]) -> None:
    """Open the game as the service does and keep what it keeps at every fixed public point."""
    with JournalWriter(path) as writer:
        keeper: GameKeeper[Any] = GameKeeper(game, writer, writer.game("bench"), now)
        with closing(Timelines(game, path, "bench")) as timelines:
            timelines.know(keeper.folded)
            timelines.follow(keeper.standing)
            timelines.keep()


def _cold_seek_ms(path: Path, game: Game[Any], seq: int) -> float:
    """Open the game, look at a point and close it again."""
    began_s = time.perf_counter()
    with closing(Replay(game, path)) as replay:
        replay.view_at(Seq(seq), PUBLIC)
        return (time.perf_counter() - began_s) * 1000


def _warm_seeks_ms(path: Path, game: Game[Any], points: Sequence[int]) -> list[float]:
    """Look at points one after the other in a game that stays open."""
    with closing(Replay(game, path)) as replay:
        return [_view_ms(replay, seq) for seq in points]


def _served_seek_ms(path: Path, game: Game[Any], events: int) -> float:
    """The first look near the end at a table that has opened the game, as the service does it."""
    with JournalWriter(path) as writer:
        keeper: GameKeeper[Any] = GameKeeper(game, writer, writer.game("bench"), now)
        with closing(Replay(game, path)) as replay:
            for seq, state in keeper.folded:
                replay.keep(seq, state)
            return _view_ms(replay, events - 1)


def _view_ms(replay: Replay[Any], seq: int) -> float:
    began_s = time.perf_counter()
    replay.view_at(Seq(seq), PUBLIC)
    return (time.perf_counter() - began_s) * 1000


BENCH: Final = Bench(
    about="How fast the journal writes beside bare SQLite, folds a game and seeks in one.",
    measure=measure,
    goals=(
        at_least("append_over_sqlite_commit", 0.5),
        at_least("fold_events_per_s", 50_000),
        at_most("seek_ms_at_20000", 100),
        at_most("first_seek_served_ms", 100),
    ),
)
"""For ``companion bench``."""
