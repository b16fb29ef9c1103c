"""What happens in this game beside the table's own events.

An event carries its own fold. A `PublicEvent` is given the public state and nothing else, a
`SecretEvent` one seat's hidden state and nothing else: by type, nothing that a seat hides can
change what others are shown. A module with events of its own lists them in an ``EVENTS`` tuple,
which `game` gathers. Lines for the log are written by the event: `PublicEvent.line` is read by
everybody, `SecretEvent.line` by its seat alone.
"""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.facts.names import place_words
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.open_facts import Until
from companion.games.fellowship.state import (
    CellQuestion,
    Expected,
    Fight,
    Flag,
    HiddenState,
    Known,
    Line,
    PublicState,
)
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.events import Event
from companion.table.ids import PieceId, SeatId
from companion.table.values import Piece
from companion.table.views import Explained
from companion.table.wording import explained_line

_replace = msgspec.structs.replace


class PublicEvent(Event, frozen=True, kw_only=True):
    """A fact that everybody knows."""

    def apply(self, public: PublicState) -> PublicState:
        """The public state after it. Total: it takes every state."""
        return public

    def line(self, before: PublicState) -> Line | None:
        """What the public log says of it, None for nothing."""
        return None


class SecretEvent(Event, frozen=True, kw_only=True):
    """A fact that one seat alone knows."""

    seat: SeatId

    def apply(self, hidden: HiddenState) -> HiddenState:
        """That seat's hidden state after it. Total: it takes every state."""
        return hidden

    def line(self, before: HiddenState) -> Line | None:
        """What the seat's own log says of it, None for nothing."""
        return None


# --- The sequence of play -----------------------------------------------------------------------


class StepEntered(PublicEvent, frozen=True, kw_only=True, tag="fellowship-step-entered"):
    """The sequence of play goes to a step.

    Attributes:
        step: the step.
        turn: the turn it belongs to.
        fresh: it begins another player-turn, so what steps remembered is dropped.
        by: the seat that put it there by hand, None where play went on by itself.
        held: it waits for its seat even where nothing is left to decide; set when a seat goes back.
        title, section: of a phase that begins with it, for the log; empty inside a phase.
        named: the step in words where a seat put it there, for the log.
    """

    step: StepId
    turn: int
    fresh: bool = False
    by: SeatId | None = None
    held: bool = False
    title: str = ""
    section: str = ""
    named: str = ""

    def apply(self, public: PublicState) -> PublicState:
        """Go there; a step that a seat went back to waits for it."""
        return _replace(
            public,
            step=self.step,
            turn=self.turn,
            visit=public.visit + 1,
            held=self.held,
            closed=False,
            # Who puts the game to a step by hand plays on.
            over=public.over if self.by is None else "",
            work={} if self.fresh else public.work,
            trails=() if self.fresh else public.trails,
            effects=tuple(one for one in public.effects if not self._ends(one.until, public)),
        )

    def _ends(self, until: Until, before: PublicState) -> bool:
        """Whether an event that runs until then ends here (6.3); going back ends nothing."""
        if self.held:
            return False
        match until:
            case "phase":
                return bool(self.title) or self.fresh
            case "player-turn":
                return self.fresh
            case "turn":
                return self.turn > before.turn
            case "instant" | "hand":
                return False

    def line(self, before: PublicState) -> Line | None:
        """A heading for a phase that begins, a line for a step put by hand."""
        if self.by is not None:
            step = self.named or self.step
            return Line(f"By hand, the {self.by.title()} goes to the step: {step}.")
        return Line(self.title, self.section, heading=True) if self.title else None


class StepClosed(PublicEvent, frozen=True, kw_only=True, tag="fellowship-step-closed"):
    """Everything that the current step has to decide is decided."""

    def apply(self, public: PublicState) -> PublicState:
        """Let play go on."""
        return _replace(public, closed=True)


class GameEnded(PublicEvent, frozen=True, kw_only=True, tag="fellowship-game-ended"):
    """The game is over (11.0).

    Attributes:
        reason: one sentence.
        ending: word of `rules.victory.Ending`; empty in games written down before there were any.
        by: the seat that ended it by hand, None where it followed from play.
        section: the rule.
    """

    reason: str
    ending: str = ""
    by: SeatId | None = None
    section: str = "11.0"

    def apply(self, public: PublicState) -> PublicState:
        """Remember why."""
        return _replace(public, over=self.reason, ending=self.ending)

    def line(self, before: PublicState) -> Line | None:
        """The reason."""
        return Line(self.reason, self.section)


class Reminded(PublicEvent, frozen=True, kw_only=True, tag="fellowship-reminded"):
    """Something that the players do by hand now, such as drawing a card; shown until they go on.

    An empty text takes all reminders away.
    """

    text: str
    section: str = ""

    def apply(self, public: PublicState) -> PublicState:
        """Add it, or clear them."""
        return _replace(public, reminders=(*public.reminders, self.text) if self.text else ())


class Noted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-noted"):
    """A line for the public log that changes nothing else."""

    text: str
    section: str = ""

    def line(self, before: PublicState) -> Line | None:
        """The text."""
        return Line(self.text, self.section)


class ResultShown(PublicEvent, frozen=True, kw_only=True, tag="fellowship-result-shown"):
    """A table was looked up; everybody sees the result and its parts.

    Attributes:
        result: the explained result; None puts the last one away.
    """

    result: Explained | None

    def apply(self, public: PublicState) -> PublicState:
        """Show it."""
        return _replace(public, result=self.result)

    def line(self, before: PublicState) -> Line | None:
        """The result in one line."""
        shown = self.result
        return None if shown is None else Line(explained_line(shown), shown.section)


# --- Unknown cells ------------------------------------------------------------------------------


class CellAsked(PublicEvent, frozen=True, kw_only=True, tag="fellowship-cell-asked"):
    """Play has met a cell of the box that nobody has filled in; a seat is asked for it."""

    question: CellQuestion

    def apply(self, public: PublicState) -> PublicState:
        """Ask it behind those asked already, each once."""
        if any(known.cell.key == self.question.cell.key for known in public.cells):
            return public
        return _replace(public, cells=(*public.cells, self.question))


class CellLearned(PublicEvent, frozen=True, kw_only=True, tag="fellowship-cell-learned"):
    """A seat has read a cell from its own box; it is kept in the box file.

    Attributes:
        seat: who said so.
        cell: the cell.
        value: what is printed there.
    """

    seat: SeatId
    cell: UnknownCell
    value: str

    def apply(self, public: PublicState) -> PublicState:
        """The question is answered; the box itself is folded beside the public state."""
        left = tuple(asked for asked in public.cells if asked.cell.key != self.cell.key)
        return _replace(public, cells=left)

    def line(self, before: PublicState) -> Line | None:
        """What was filled in."""
        return Line(f"Filled in from the box: {self.cell.question} {self.value}.")


class CellsSkipped(PublicEvent, frozen=True, kw_only=True, tag="fellowship-cells-skipped"):
    """A seat goes on without a value that its box could tell; the rest is settled by hand."""

    seat: SeatId

    def apply(self, public: PublicState) -> PublicState:
        """Nothing is asked any more; the same question comes up again where it is needed again."""
        return _replace(public, cells=())

    def line(self, before: PublicState) -> Line | None:
        """Without what."""
        asked = " ".join(one.cell.question for one in before.cells)
        return Line(f"The {self.seat.title()} goes on by hand without knowing: {asked}")


# --- Markers ------------------------------------------------------------------------------------


class MarkerRevealed(PublicEvent, frozen=True, kw_only=True, tag="fellowship-marker-revealed"):
    """The rules have revealed what a marker is (3.4, 6.12, 6.21, 8.3)."""

    piece: PieceId
    known: Known
    section: str = ""

    def apply(self, public: PublicState) -> PublicState:
        """Everybody knows it from now on."""
        return _replace(public, known={**public.known, self.piece: self.known})

    def line(self, before: PublicState) -> Line | None:
        """What it is."""
        piece = before.table.find(self.piece)
        if piece is None:
            return None
        where = place_words(piece.place)
        return Line(f"The {piece.colour} marker at {where} is a {self.known}.", self.section)


class KnowledgeLost(PublicEvent, frozen=True, kw_only=True, tag="fellowship-knowledge-lost"):
    """What was revealed of a marker no longer holds, such as after combining or splitting."""

    piece: PieceId

    def apply(self, public: PublicState) -> PublicState:
        """Nobody can say any more."""
        return _replace(
            public, known={key: value for key, value in public.known.items() if key != self.piece}
        )


class ExpectationSet(PublicEvent, frozen=True, kw_only=True, tag="fellowship-expectation-set"):
    """Something has to happen to a marker on the table."""

    expected: Expected

    def apply(self, public: PublicState) -> PublicState:
        """Wait for it, once however often it is asked for."""
        others = tuple(other for other in public.expected if other != self.expected)
        return _replace(public, expected=(*others, self.expected))


class ExpectationMet(PublicEvent, frozen=True, kw_only=True, tag="fellowship-expectation-met"):
    """What was expected of a marker has happened, or the seat waved it away by hand."""

    expected: Expected
    by: SeatId | None = None

    def apply(self, public: PublicState) -> PublicState:
        """Wait no longer."""
        left = tuple(other for other in public.expected if other != self.expected)
        return _replace(public, expected=left)

    def line(self, before: PublicState) -> Line | None:
        """Only when it was waved away."""
        if self.by is None:
            return None
        return Line(f"The {self.by.title()} goes on without: {self.expected.text}")


class MoveFlagged(PublicEvent, frozen=True, kw_only=True, tag="fellowship-move-flagged"):
    """The table shows a move that the rules do not allow."""

    flag: Flag

    def apply(self, public: PublicState) -> PublicState:
        """Ask its owner to keep it or to take it back."""
        return _replace(
            public, flags=(*public.flags, self.flag), flag_count=max(self.flag.number, 0)
        )

    def line(self, before: PublicState) -> Line | None:
        """What was seen."""
        return Line(self.flag.text, self.flag.section)


class FlagSettled(PublicEvent, frozen=True, kw_only=True, tag="fellowship-flag-settled"):
    """A flagged move was kept, or taken back."""

    number: int
    kept: bool

    def apply(self, public: PublicState) -> PublicState:
        """The flag is gone."""
        return _replace(public, flags=tuple(f for f in public.flags if f.number != self.number))

    def line(self, before: PublicState) -> Line | None:
        """How it was settled."""
        return Line("The move stands." if self.kept else "The move is taken back.")


# --- Fights -------------------------------------------------------------------------------------


class FightStarted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-fight-started"):
    """Something has started a fight for the combat phase (9.0).

    Attributes:
        place: label of the hex or hexside.
        cause: a letter of T.5, or words such as ``blocked feature``.
        piece: the Fellowship marker concerned, or None.
        force: who meets it, None where nothing but the cause is known.
    """

    place: str
    cause: str
    piece: PieceId | None = None
    force: FightForce | None = None

    def apply(self, public: PublicState) -> PublicState:
        """Keep it for the combat phase."""
        number = public.fight_count + 1
        fight = Fight(
            number=number,
            place=self.place,
            cause=self.cause,
            piece=self.piece,
            force=self.force,
        )
        return _replace(public, fights=(*public.fights, fight), fight_count=number)

    def line(self, before: PublicState) -> Line | None:
        """Where and why."""
        return Line(f"There will be a fight at {self.place}: {self.cause}.", "9.0")


class FightSaidOver(PublicEvent, frozen=True, kw_only=True, tag="fellowship-fight-said-over"):
    """One seat says that a fight is over; it is when both have."""

    number: int
    seat: SeatId

    def apply(self, public: PublicState) -> PublicState:
        """Note it."""
        return _replace(public, fights=tuple(self._said(fight) for fight in public.fights))

    def _said(self, fight: Fight) -> Fight:
        if fight.number != self.number or self.seat in fight.over:
            return fight
        return _replace(fight, over=(*fight.over, self.seat))


class FightResolved(PublicEvent, frozen=True, kw_only=True, tag="fellowship-fight-resolved"):
    """A fight has an outcome.

    Attributes:
        number: which fight.
        outcome: what everybody saw, one sentence.
    """

    number: int
    outcome: str

    def apply(self, public: PublicState) -> PublicState:
        """It waits no longer."""
        return _replace(
            public, fights=tuple(fight for fight in public.fights if fight.number != self.number)
        )

    def line(self, before: PublicState) -> Line | None:
        """The outcome."""
        return Line(self.outcome, "9.0")


def flag_for(public: PublicState, piece: Piece, before: Piece | None, seat: SeatId) -> Flag:
    """An empty flag with the next number, to be completed with text and section."""
    return Flag(
        number=public.flag_count + 1,
        seat=seat,
        piece=piece.id,
        before=before,
        text="",
        section="",
    )


EVENTS: Final[tuple[type[Event], ...]] = (
    StepEntered,
    StepClosed,
    GameEnded,
    Reminded,
    Noted,
    ResultShown,
    CellAsked,
    CellLearned,
    CellsSkipped,
    MarkerRevealed,
    KnowledgeLost,
    ExpectationSet,
    ExpectationMet,
    MoveFlagged,
    FlagSettled,
    FightStarted,
    FightSaidOver,
    FightResolved,
)
