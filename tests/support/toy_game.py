"""A tiny game with a secret for each of its seats, two to five, for tests of journal and screens.

Each seat hides a word and scores points that everybody sees. Whoever has scored last is asked for
a roll of a d20. Markers go where the eye sees them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

import msgspec

from companion.border import EyeMessage, EyeState, Moved, Placed, Removed, Turned, Undecided
from companion.table.commands import Act, Command, DieReported, EyeReported, RollEntered
from companion.table.events import (
    TABLE_EVENTS,
    Event,
    GameStarted,
    MarkerMoved,
    MarkerPlaced,
    MarkerRemoved,
    RollKept,
    RollTaken,
)
from companion.table.game import Device
from companion.table.ids import PUBLIC, PieceId, PromptId, SeatId
from companion.table.options import number_option
from companion.table.values import Piece, Refusal, Roll, Seat
from companion.table.views import (
    Choice,
    Field,
    Form,
    Map,
    MapPiece,
    Option,
    Prompt,
    Region,
    RollWanted,
    Status,
    Text,
    View,
)

LEFT: Final = SeatId("left")
RIGHT: Final = SeatId("right")
ALL_SEATS: Final = (
    Seat(id=LEFT, title="Left"),
    Seat(id=RIGHT, title="Right"),
    Seat(id=SeatId("third"), title="Third"),
    Seat(id=SeatId("fourth"), title="Fourth"),
    Seat(id=SeatId("fifth"), title="Fifth"),
)
SEATS: Final = ALL_SEATS[:2]


class WordHidden(Event, frozen=True, kw_only=True, tag="toy-word-hidden"):
    """A seat has changed its secret word."""

    seat: SeatId
    word: str


class PointScored(Event, frozen=True, kw_only=True, tag="toy-point-scored"):
    """A seat has scored; `note` travels along so that events can be made large."""

    seat: SeatId
    note: str = ""


class RollAsked(Event, frozen=True, kw_only=True, tag="toy-roll-asked"):
    """A seat owes a roll."""

    seat: SeatId


class ToyState(msgspec.Struct, frozen=True, kw_only=True):
    """Everything; the words are secret."""

    words: tuple[tuple[SeatId, str], ...] = ((LEFT, ""), (RIGHT, ""))
    points: tuple[tuple[SeatId, int], ...] = ((LEFT, 0), (RIGHT, 0))
    notes: tuple[str, ...] = ()
    owes: SeatId | None = None
    asked: int = 0
    rolls: tuple[Roll, ...] = ()
    pieces: tuple[Piece, ...] = ()


def _piece(message: Placed | Moved | Turned) -> Piece:
    marker = message.marker
    return Piece(
        id=PieceId(marker.track),
        colour=marker.colour,
        face=marker.face,
        x_in=marker.x_in,
        y_in=marker.y_in,
        place=marker.place,
        serial=marker.serial,
    )


class ToyGame:
    """See the module."""

    id = "toy"
    title = "Toy game"
    summary = "A word to hide for each of two to five seats."
    uses: tuple[Device, ...] = ("eye", "die")
    seats = SEATS
    event_types: tuple[type[Event], ...] = (*TABLE_EVENTS, WordHidden, PointScored, RollAsked)

    def options(self) -> Form:
        return _OPTIONS

    def seats_of(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        return ALL_SEATS[: number_option(options, "seats", len(SEATS))]

    def start(self, options: Mapping[str, str], box: str) -> tuple[Event, ...] | Refusal:
        if box.startswith("broken"):
            return Refusal(code="bad-input", text="line 1: expected a box file, got 'broken'.")
        return (
            GameStarted(game=self.id, rules="1", options=tuple(options.items()), box=box),
            RollAsked(seat=LEFT),
        )

    def begin(self, started: GameStarted) -> ToyState:
        seats = [seat.id for seat in self.seats_of(dict(started.options))]
        return ToyState(
            words=tuple((seat, "") for seat in seats), points=tuple((seat, 0) for seat in seats)
        )

    def decide(self, state: ToyState, command: Command) -> tuple[Event, ...] | Refusal:
        match command:
            case Act():
                return self._act(state, command)
            case DieReported(roll=rolled, is_early=is_early):
                if (rolled.die, rolled.number) in {(r.die, r.number) for r in state.rolls}:
                    return ()
                roll = Roll(
                    face=rolled.face,
                    sides=rolled.sides,
                    source="die",
                    die=rolled.die,
                    number=rolled.number,
                )
                if state.owes is None or is_early:
                    return (RollKept(roll=roll),)
                return (RollTaken(roll=roll, purpose="toy", seat=state.owes),)
            case RollEntered():
                if state.owes != command.seat:
                    return Refusal(code="not-now", text="No roll is asked of you.")
                roll = Roll(face=command.face, sides=command.sides, source=command.source)
                return (RollTaken(roll=roll, purpose="toy", seat=command.seat),)
            case EyeReported(message=message):
                return self._seen(message)
            case _:
                assert_never(command)

    def _act(self, state: ToyState, act: Act) -> tuple[Event, ...] | Refusal:
        if act.seat not in dict(state.words):
            return Refusal(code="not-yours", text="Only a seat may act.")
        match act.action:
            case "hide":
                return (WordHidden(seat=act.seat, word=act.input("word") or ""),)
            case "score":
                scored = PointScored(seat=act.seat, note=act.input("note") or "")
                if state.owes is None:
                    return (scored, RollAsked(seat=act.seat))
                return (scored,)
            case "score-many":
                return tuple(PointScored(seat=act.seat) for _ in range(int(act.input("n") or "1")))
            case "nothing":
                return ()
            case "fault":
                raise ZeroDivisionError
            case _:
                return Refusal(code="bad-input", text=f"There is nothing called {act.action!r}.")

    def _seen(self, message: EyeMessage) -> tuple[Event, ...]:
        match message:
            case Placed():
                return (MarkerPlaced(piece=_piece(message)),)
            case Moved() | Turned():
                return (MarkerMoved(piece=_piece(message)),)
            case Removed():
                return (MarkerRemoved(piece=PieceId(message.marker.track)),)
            case Undecided() | EyeState():
                return ()
            case _:
                assert_never(message)

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        replace = msgspec.structs.replace
        match event:
            case WordHidden():
                words = {**dict(state.words), event.seat: event.word}
                return replace(state, words=tuple(words.items()))
            case PointScored():
                points = dict(state.points)
                points[event.seat] += 1
                notes = (*state.notes, event.note) if event.note else state.notes
                return replace(state, points=tuple(points.items()), notes=notes)
            case RollAsked():
                return replace(state, owes=event.seat, asked=state.asked + 1)
            case RollTaken():
                return replace(state, owes=None, rolls=(*state.rolls, event.roll))
            case RollKept():
                return replace(state, rolls=(*state.rolls, event.roll))
            case MarkerPlaced() | MarkerMoved():
                kept = tuple(piece for piece in state.pieces if piece.id != event.piece.id)
                return replace(state, pieces=(*kept, event.piece))
            case MarkerRemoved():
                kept = tuple(piece for piece in state.pieces if piece.id != event.piece)
                return replace(state, pieces=kept)
            case _:
                return state

    def view(self, state: ToyState, seat: SeatId) -> View:
        points = ", ".join(f"{name} {count}" for name, count in state.points)
        regions = [
            Region(
                name="status",
                title="Status",
                role="status",
                widgets=(
                    Status(
                        turn=f"Roll {len(state.rolls)}",
                        player_turn=state.owes or "nobody",
                        seat=state.owes or LEFT,
                        phases=(),
                        step=points,
                        sample="toy",
                    ),
                ),
            ),
            Region(name="prompt", title="", role="prompt", widgets=(self._prompt(state, seat),)),
            Region(name="map", title="Map", role="map", widgets=(self._map(state),)),
        ]
        if seat != PUBLIC:
            regions.append(
                Region(
                    name="word",
                    title="Word",
                    role="tab",
                    widgets=(Text(text=f"Your word is {dict(state.words)[seat]!r}."),),
                    secret=True,
                )
            )
        return View(seat=seat, title=self.title, regions=tuple(regions))

    def _prompt(self, state: ToyState, seat: SeatId) -> Prompt:
        if state.owes is None:
            return Prompt(id=None, sentence="Score or hide a word.", form=_FORM)
        asked = seat == state.owes
        return Prompt(
            id=PromptId(f"toy-{state.asked}") if asked else None,
            sentence="Roll the die." if asked else "A roll is awaited.",
            form=_FORM if seat != PUBLIC else Form(),
            roll=RollWanted(die="d20", sides=20, may_give=asked),
            asked=asked,
        )

    def _map(self, state: ToyState) -> Map:
        return Map(
            width_in=21.0,
            height_in=26.0,
            flat_to_flat_in=1.125,
            columns=26,
            rows=18,
            full_columns="even",
            pieces=tuple(
                MapPiece(
                    id=piece.id,
                    x_in=piece.x_in,
                    y_in=piece.y_in,
                    place=piece.place,
                    colour=piece.colour,
                    shape="circle",
                    mode="foot",
                    face=piece.face,
                )
                for piece in sorted(state.pieces, key=lambda piece: piece.id)
            ),
        )

    def pieces(self, state: ToyState) -> tuple[Piece, ...]:
        return state.pieces

    def last_roll(self, state: ToyState) -> Mapping[str, int]:
        return {
            roll.die: roll.number
            for roll in state.rolls
            if roll.die is not None and roll.number is not None
        }

    def learned_box(self, state: ToyState) -> str | None:
        return "\n".join(state.notes) or None


_FORM: Final = Form(
    choices=(Choice(action="hide", label="Hide"), Choice(action="score", label="Score")),
    fields=(Field(name="word", label="Word", kind="text"),),
)

_OPTIONS: Final = Form(
    fields=(
        Field(name="seats", label="Seats", kind="number", value="2", minimum=2, maximum=5),
        Field(
            name="pace",
            label="Pace",
            kind="select",
            value="even",
            options=(Option(value="even", label="Even"), Option(value="quick", label="Quick")),
        ),
        Field(
            name="extras",
            label="Extras",
            kind="ticks",
            value="bell",
            options=(Option(value="bell", label="A bell"), Option(value="lamp", label="A lamp")),
        ),
    )
)
