"""Keeps one game: its state in memory, its events on disk, what each viewer sees.

Not for several threads at once; `companion.service.table` is the thread that owns it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Generic, TypeVar, assert_never

from companion.border import DieRoll
from companion.journal.binding import BoundPoint
from companion.journal.chain import StoredEvent
from companion.journal.codec import EncodedEvent, EventCodec
from companion.journal.errors import JournalCorrupt
from companion.journal.replay import KEPT_EVERY, Replay, begin
from companion.journal.store import START, GameRecord, JournalWriter
from companion.service.awaited import Decision, RollWait, asked_for_rolls, wait_in_journal
from companion.service.points import NewSalt, PointKeeper, new_salt
from companion.table.commands import Act, Command, DieReported, EyeReported, RollEntered
from companion.table.events import Event, GameStarted, MarkerMoved, MarkerPlaced, MarkersUndecided
from companion.table.game import Game
from companion.table.ids import PUBLIC, PieceId, Seq
from companion.table.pieces import FIRST_HAND_ID
from companion.table.values import Refusal, Seat
from companion.table.views import View

State = TypeVar("State")

Clock = Callable[[], datetime]
"""Time in UTC."""

SERVICE: Final = "service"
"""Actor of what the program does itself."""


class CannotStartError(Exception):
    """The game does not begin with this box or these options; the text is the game's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Generic[State]):
    """A game at one moment.

    Attributes:
        head: seq of the last event on disk.
        state: fold of all events up to it.
        views: what each seat sees, the public last.
    """

    head: Seq
    state: State
    views: tuple[View, ...]


class GameKeeper(Generic[State]):
    """One open game and the only writer of its journal.

    Args:
        game: the rules.
        writer: the journal.
        record: the game to go on with; its events are folded at once.
        clock: time for new events.
        salt: draws what keeps seals from being guessed.

    Raises:
        JournalError: the journal cannot be read or holds something else.

    Attributes:
        game_id: id of the game in the journal.
        seats: its seats, which depend on the options that it was begun with.
        standing: the game as it stands on disk.
        folded: states that were come by when the game was opened, with their events.
        last_piece: highest number that the eye has given a marker in this game; a new one needs
            another.
        numbers_by_serial: number of every cube that the eye has told apart, by the serial on it; it
            keeps that number when it comes back to the table.
    """

    def __init__(
        self,
        game: Game[State],
        writer: JournalWriter,
        record: GameRecord,
        clock: Clock,
        salt: NewSalt = new_salt,
    ) -> None:
        self.game: Final = game
        self.game_id: Final = record.game_id
        self._writer: Final = writer
        self._clock: Final = clock
        self._codec: Final = EventCodec(game.event_types)
        self.seats: tuple[Seat, ...] = ()
        self.last_piece = 0
        self.numbers_by_serial: dict[int, int] = {}
        self._points: Final = PointKeeper(writer, record.game_id, salt)
        decisions: list[Decision] = []
        self.folded: list[tuple[Seq, State]] = []
        with closing(writer.events(record.game_id)) as stored:
            state = self._folded(stored, decisions)
        # What reads but was changed on the disk is not gone on with: there are backups.
        head, _ = writer.verify(record.game_id)
        self.standing = Standing(head=head, state=state, views=self._views(state))
        self._wait = RollWait()
        if asked_for_rolls(self.standing.views):
            with closing(Replay(game, writer.path, record.game_id)) as replay:
                self._wait = wait_in_journal(game, replay, decisions)

    def carry_out(self, command: Command) -> Refusal | None:
        """Decide a command, write what follows, and let `standing` be what it is then.

        States and views are made before the events are written and shown after, so that nothing is
        written that cannot be folded and shown, and nothing is shown that is not on disk.

        Returns:
            The game's refusal; None if the command was taken, even if nothing follows from it.

        Raises:
            JournalError: the events could not be written or do not read back; nothing has changed.
        """
        before = self.standing
        decided = self.game.decide(before.state, command)
        if isinstance(decided, Refusal):
            return decided
        if not decided:
            return None
        encoded = [self._codec.encode(event) for event in decided]
        state = self._evolved(before.state, encoded)
        views = self._views(state)
        seats = [seat.id for seat in self.seats]
        binding = self._points.binding(seats, before.views, views)
        if binding is not None:
            encoded.append(self._codec.encode(binding))
            state = self._evolved(state, encoded[-1:])
        now = self._clock()
        head = self._writer.append(
            self.game_id,
            before.head,
            encoded,
            at=_text(now),
            actor=actor_of(command),
        )
        self.standing = Standing(head=head, state=state, views=views)
        self._wait = self._wait.after(views, now)
        if binding is not None:
            self._points.bound(binding.point, head)
        return None

    def is_early(self, roll: DieRoll, heard_at: datetime) -> bool:
        """Whether a roll was made before the open prompt asked for one (`awaited.RollWait`).

        Args:
            roll: what the die says.
            heard_at: when it was heard, by the clock of this keeper.
        """
        return self._wait.is_early(roll, heard_at)

    @property
    def points(self) -> tuple[BoundPoint, ...]:
        """The fixed public points passed so far; may be read from any thread."""
        return self._points.points

    def end(self) -> None:
        """Mark the game as no longer played."""
        self._writer.end_game(self.game_id, _text(self._clock()))

    def close(self) -> None:
        """Close the journal."""
        self._writer.close()

    def _folded(self, stored: Iterable[StoredEvent], decisions: list[Decision]) -> State:
        """The state after all events; some on the way are left in `folded`.

        Raises:
            JournalError: as `begin`, or an event does not read.
        """
        remaining = iter(stored)
        first = next(remaining, None)
        state = begin(
            self.game, None if first is None else self._noted(self._read(first, decisions))
        )
        for one in remaining:
            state = self.game.evolve(state, self._noted(self._read(one, decisions)))
            if one.seq % KEPT_EVERY == 0:
                self.folded.append((one.seq, state))
        return state

    def _evolved(self, state: State, encoded: Iterable[EncodedEvent]) -> State:
        """The state after events as they read back."""
        for one in encoded:
            state = self.game.evolve(state, self._noted(self._codec.decode(one)))
        return state

    def _read(self, stored: StoredEvent, decisions: list[Decision]) -> Event:
        """An event of the journal; the decision that it belongs to is noted."""
        self._points.note(stored)
        if decisions and stored.decision <= decisions[-1].end:
            decisions.pop()
        decisions.append(Decision(stored.seq, _moment(stored)))
        return self._codec.decode(stored.event)

    def _noted(self, event: Event) -> Event:
        numbers: list[PieceId] = []
        match event:
            case GameStarted():
                self.seats = self.game.seats_of(dict(event.options))
            case MarkerPlaced() | MarkerMoved():
                numbers = [event.piece.id]
                if event.piece.serial is not None and event.piece.id < FIRST_HAND_ID:
                    self.numbers_by_serial[event.piece.serial] = event.piece.id
            case MarkersUndecided():
                numbers = [*event.pieces, *(piece.id for piece in event.now)]
            case _:
                pass
        from_eye = (number for number in numbers if number < FIRST_HAND_ID)
        self.last_piece = max((self.last_piece, *from_eye))
        return event

    def _views(self, state: State) -> tuple[View, ...]:
        viewers = (*(seat.id for seat in self.seats), PUBLIC)
        return tuple(self.game.view(state, viewer) for viewer in viewers)


def actor_of(command: Command) -> str:
    """Who a command comes from, as the journal names it."""
    match command:
        case Act() | RollEntered():
            return command.seat
        case DieReported():
            return "die"
        case EyeReported():
            return "eye"
        case _:
            assert_never(command)


def start_game(
    game: Game[State],
    writer: JournalWriter,
    *,
    options: Mapping[str, str],
    box: str,
    clock: Clock,
) -> GameRecord:
    """Enter a new game in the journal.

    Args:
        game: the rules.
        writer: the journal.
        options: name and text of each option.
        box: text of the box file.
        clock: time in UTC.

    Raises:
        CannotStartError: the game does not begin with this box or these options.
        JournalError: the events could not be written.
    """
    events = game.start(options, box)
    if isinstance(events, Refusal):
        raise CannotStartError(events.text)
    first, *later = events
    if not isinstance(first, GameStarted):
        raise TypeError(f"{game.id} is expected to begin with GameStarted")
    _fold_once(game, first, later)
    codec = EventCodec(game.event_types)
    now = clock()
    record = GameRecord(
        game_id=f"{now:%Y-%m-%d}-{secrets.token_hex(4)}",
        game=game.id,
        rules=first.rules,
        started_at=_text(now),
        ended_at=None,
        head=START,
    )
    writer.start_game(record, [codec.encode(event) for event in events], SERVICE)
    return record


def _fold_once(game: Game[State], first: GameStarted, later: list[Event]) -> None:
    state = begin(game, first)
    for event in later:
        state = game.evolve(state, event)
    game.view(state, PUBLIC)


def _moment(stored: StoredEvent) -> datetime:
    try:
        moment = datetime.fromisoformat(stored.at)
    except ValueError as error:
        raise _no_time(stored) from error
    if moment.tzinfo is None:
        raise _no_time(stored)
    return moment


def _no_time(stored: StoredEvent) -> JournalCorrupt:
    return JournalCorrupt(
        f"event {stored.seq} was written at a time in UTC, and {stored.at!r} is none. Run "
        "`companion verify` on the journal, or go back to a backup.",
        stored.seq,
    )


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
