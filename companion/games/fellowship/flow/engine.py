"""From a command to events: device facts, the answer of a step, then every automatic step."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import msgspec

from companion.games.fellowship.box.board_places import find_place
from companion.games.fellowship.events.play import (
    CellsSkipped,
    ExpectationMet,
    FlagSettled,
    MoveFlagged,
    Reminded,
    flag_for,
)
from companion.games.fellowship.events.rolls import RollProposalClosed
from companion.games.fellowship.evolve import evolve
from companion.games.fellowship.facts.names import place_words
from companion.games.fellowship.flow.answers import answer_beside
from companion.games.fellowship.flow.anytime import decide_anytime, routed_to_step
from companion.games.fellowship.flow.behind import left_behind, told_by_eye
from companion.games.fellowship.flow.hand_markers import pieces_put_right
from companion.games.fellowship.flow.kept_rolls import (
    AGREE,
    CLAIM_ROLL,
    DROP_ROLL,
    claim_proposed,
    drop_proposed,
)
from companion.games.fellowship.flow.questions import (
    SKIP_CELL,
    Question,
    open_prompt,
    open_questions,
    step_question,
)
from companion.games.fellowship.flow.sequence import entering, next_step, step_of
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.flow.steps import DONE, Answer, Events
from companion.games.fellowship.ownership import mover_of
from companion.games.fellowship.rules.ring_place import shows_ring
from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.state import OFF, Expected, PublicState, RollProposal, Scene, State
from companion.table.commands import Act, Command, DieReported, EyeReported, RollEntered
from companion.table.events import Event, RollKept, RollTaken
from companion.table.forms import read_inputs
from companion.table.ids import PUBLIC, PieceId, SeatId
from companion.table.pieces import Change, changes, sighting_events
from companion.table.rolls import is_new, roll_of
from companion.table.values import Piece, Refusal, Roll
from companion.table.views import Form

_MOST_STEPS: Final = 100
"""More automatic steps than this at a stretch would be a loop; a turn has about forty."""

_STALE: Final = Refusal(code="stale", text="This was settled already. Look at the prompt again.")

_replace = msgspec.structs.replace


def scene_for(state: State, seat: SeatId, *, secrets: bool = True) -> Scene:
    """What a step's code may look at for a viewer: the public state and that seat's own secrets.

    This is the only place that hands out a seat's hidden state.
    """
    hidden = state.hidden.get(seat) if secrets else None
    return Scene(public=state.public, handbook=state.handbook, seat=seat, hidden=hidden)


def decide(state: State, command: Command) -> tuple[Event, ...] | Refusal:
    """What follows from a command, automatic steps included."""
    match command:
        case Act():
            return _decide_act(state, command)
        case DieReported(roll=roll, is_early=is_early):
            if not is_new(state.public.rolls, roll):
                return ()
            return _with_roll(Course(state), roll_of(roll), keep=is_early)
        case RollEntered():
            return _decide_entered(state, command)
        case EyeReported(message=message):
            course = Course(state)
            course.take(sighting_events(state.public.table, message))
            course.take(told_by_eye(state.public, message))
            return course.settled()


class Course:
    """Events as they follow from each other within one command, with the state they lead to.

    Args:
        state: the state before the command.
        by_tap: whether it was pressed, so that cubes stay where they stand.
    """

    def __init__(self, state: State, *, by_tap: bool = False) -> None:
        self.state = state
        self._by_tap = by_tap
        self._events: list[Event] = []
        self._visit = state.public.visit
        self._seen = state.public.table

    def take(self, events: Iterable[Event]) -> None:
        """Add events and fold them in."""
        for event in events:
            self.state = evolve(self.state, event)
            self._events.append(event)

    def settled(self, put_right: Collection[PieceId] = ()) -> tuple[Event, ...]:
        """Look at what changed on the table, then go on until somebody has to do something.

        Args:
            put_right: markers that were put right by hand; what is seen of them is no move.
        """
        self._look_at_table(put_right)
        for _ in range(_MOST_STEPS):
            if not self._advance():
                break
        self._lapse()
        return tuple(self._events)

    def _lapse(self) -> None:
        """A proposal about a kept roll was made for one prompt and goes with it."""
        proposal = self.state.public.roll_proposal
        if proposal is None:
            return
        stands = open_prompt(scene_for(self.state, proposal.seat)) == proposal.prompt
        if proposal.use == "claim":
            stands = stands and _roll_question(self.state, proposal.seat) is not None
        if not stands:
            self.take((RollProposalClosed(how="lapsed"),))

    @property
    def _blind(self) -> Scene:
        """The scene in which no secret may count."""
        step = step_of(self.state.public)
        return scene_for(self.state, step.side or PUBLIC, secrets=False)

    def _advance(self) -> bool:
        """Enter the step that play has got to, or the next one; False when play waits."""
        public = self.state.public
        if public.visit != self._visit:
            self._visit = public.visit
            self.take(step_of(public).handler.enter(self._blind))
            return True
        if public.over and public.step is not StepId.GAME_OVER:
            # What an earlier step wanted to know decides nothing now, and would hide the verdict.
            self.take(CellsSkipped(seat=one.seat) for one in public.cells[:1])
            self.take((entering(StepId.GAME_OVER, public),))
            return True
        if public.cells or public.held:
            return False
        if not step_of(public).handler.finished(public, self.state.handbook):
            return False
        self.take((next_step(public),))
        return True

    def _look_at_table(self, put_right: Collection[PieceId]) -> None:
        cubes = changes(self._seen, self.state.public.table)
        self._seen = self.state.public.table
        if self._by_tap:
            self.take(left_behind(self.state.public, cubes, put_right))
        seen = _on_the_map(cubes)
        if not seen:
            return
        met = [(one, found) for one in self.state.public.expected if (found := _meets(one, seen))]
        self.take(ExpectationMet(expected=one) for one, _ in met)
        taken_back = self._take_back_flags(seen)
        done = (*(found for _, found in met), *taken_back)
        rest = tuple(
            change for change in seen if change not in done and change.piece.id not in put_right
        )
        self._flag_strangers(rest)
        handler = step_of(self.state.public).handler
        if put_right:
            self.take(handler.put_right(self._blind, tuple(put_right)))
        if gone := tuple(change.piece.id for change in seen if change.after is None):
            self.take(handler.gone(self._blind, gone))
        if back := self._judged(taken_back):
            self.take(handler.taken_back(self._blind, back))
        if judged := self._judged(rest):
            self.take(handler.sighting(self._blind, judged))
        if not self.state.public.cells:
            self.take(handler.looked(self._blind))
        self._seen = self.state.public.table

    def _judged(self, seen: tuple[Change, ...]) -> tuple[Change, ...]:
        """The changes that the step itself looks at."""
        public = self.state.public
        handler = step_of(public).handler
        return tuple(
            change
            for change in seen
            if (seat := mover_of(public, change.piece)) is not None and handler.judges(public, seat)
        )

    def _take_back_flags(self, seen: tuple[Change, ...]) -> tuple[Change, ...]:
        """The changes by which a flagged move was undone."""
        found = []
        for flag in self.state.public.flags:
            change = next((c for c in seen if c.piece.id == flag.piece), None)
            after = None if change is None else change.after
            if change is None or after is None or flag.before is None:
                continue
            if _stands_like(after, flag.before):
                self.take((FlagSettled(number=flag.number, kept=False),))
                found.append(change)
        return tuple(found)

    def _flag_strangers(self, seen: tuple[Change, ...]) -> None:
        """Flag what a side does to its markers in a step that has no room for it (5.0)."""
        for change in seen:
            public = self.state.public
            seat = mover_of(public, change.piece)
            if change.after is None or seat is None:
                continue
            if step_of(public).handler.judges(public, seat):
                continue
            if shows_ring(public, change.before, change.after):
                continue
            if any(flag.piece == change.after.id for flag in public.flags):
                continue
            flag = flag_for(public, change.after, change.before, seat)
            text = _stranger_words(public, change.before, change.after)
            self.take((MoveFlagged(flag=_replace(flag, text=text, section="5.0")),))


def _on_the_map(cubes: tuple[Change, ...]) -> tuple[Change, ...]:
    """What changed on the map: a cube that lies beside it, in the eye's sight, is not there.

    Rumors come from beside the map and go back there; that is no move (7.2).
    """
    found = []
    for one in cubes:
        before, after = _if_on_map(one.before), _if_on_map(one.after)
        if before is not None or after is not None:
            found.append(Change(before=before, after=after))
    return tuple(found)


def _if_on_map(piece: Piece | None) -> Piece | None:
    return None if piece is None or piece.place == OFF else piece


def _stands_like(after: Piece, before: Piece) -> bool:
    return after.place == before.place and after.face == before.face


def _stranger_words(public: PublicState, before: Piece | None, after: Piece) -> str:
    step = step_of(public).title
    if before is None:
        return f"A {after.colour} marker was put down at {place_words(after.place)} during: {step}."
    if before.place == after.place:
        return f"The {after.colour} marker at {place_words(after.place)} was turned during: {step}."
    start, end = place_words(before.place), place_words(after.place)
    return f"The {after.colour} marker went from {start} to {end} during: {step}."


def _meets(expected: Expected, seen: tuple[Change, ...]) -> Change | None:
    """The change by which something expected has happened, or None."""
    for change in seen:
        if change.piece.id != expected.piece:
            continue
        before, after = change.before, change.after
        if after is None or after.place == OFF:
            return change
        if before is None:
            continue
        moved = before.place != after.place
        match expected.what:
            case "turn":
                turned = before.face != after.face
                if turned and expected.face in (0, after.face):
                    return change
            case "move":
                if moved and expected.place in ("", after.place):
                    return change
            case "remove":
                continue
    return None


# --- Rolls --------------------------------------------------------------------------------------


def _decide_entered(state: State, command: RollEntered) -> Events | Refusal:
    if command.sides not in (10, 20) or not 1 <= command.face <= command.sides:
        text = (
            f"Expected a roll from 1 to 10, got {command.face} of {command.sides}. Type it again."
        )
        return Refusal(code="bad-input", text=text, section="4.2")
    question = _roll_question(state, command.seat)
    if question is None or (command.prompt is not None and command.prompt != question.id):
        return Refusal(code="stale", text="No roll of yours is awaited now. Look at the prompt.")
    roll = Roll(face=command.face, sides=command.sides, source=command.source)
    return _with_roll(Course(state), roll)


def _roll_question(state: State, seat: SeatId) -> Question | None:
    """The seat's open question that wants a roll of it."""
    if seat not in state.hidden:
        return None
    question = step_question(scene_for(state, seat))
    if question is None or question.ask.roll is None or not question.ask.asked:
        return None
    return question


def _with_roll(course: Course, roll: Roll, *, keep: bool = False) -> Events:
    """The roll goes to the question that wants one; without one, or if it shall be, it is kept."""
    for seat in () if keep else SEAT_IDS:
        question = _roll_question(course.state, seat)
        if question is not None:
            return _given(course, roll, seat, question)
    course.take((RollKept(roll=roll),))
    return course.settled()


def _given(course: Course, roll: Roll, seat: SeatId, question: Question) -> Events:
    """The roll serves a seat's question."""
    course.take((RollTaken(roll=roll, purpose=question.ask.purpose, seat=seat),))
    scene = scene_for(course.state, seat, secrets=False)
    course.take(step_of(course.state.public).handler.roll(scene, roll))
    return course.settled()


def _claimed(state: State, proposal: RollProposal) -> Events | Refusal:
    """The kept roll serves the prompt that it was proposed for; the other seat has agreed."""
    question = _roll_question(state, proposal.seat)
    if question is None:
        return _STALE
    return _given(Course(state), proposal.roll, proposal.seat, question)


# --- Acts ---------------------------------------------------------------------------------------


def _decide_act(state: State, act: Act) -> Events | Refusal:
    if act.seat not in state.hidden:
        return Refusal(code="not-yours", text="Only a seat can do that. Join as one.")
    scene = scene_for(state, act.seat)
    if act.prompt is None:
        routed = routed_to_step(scene, act)
        if routed is not None:
            return _answer_question(state, scene, routed)
        events = decide_anytime(scene, act)
        if isinstance(events, Refusal):
            return events
        course = Course(state, by_tap=True)
        course.take(events)
        return course.settled(pieces_put_right(act, events))
    return _answer_question(state, scene, act)


def _answer_question(state: State, scene: Scene, act: Act) -> Events | Refusal:
    question = next((q for q in open_questions(scene) if q.id == act.prompt), None)
    if question is None:
        return _STALE
    form = _form_with(question, act.action)
    if not question.ask.asked or form is None:
        return Refusal(
            code="bad-input",
            text="That is not among the choices now. Look at the prompt again.",
            section=question.ask.section,
        )
    inputs = read_inputs(form, act, find_place)
    if isinstance(inputs, Refusal):
        return inputs
    answer = Answer(act.action, inputs)
    match question.about:
        case RollProposal(use="claim") as proposal if answer.action == AGREE:
            return _claimed(state, proposal)
    if question.kind != "step":
        return _answer_beside(state, scene, question, answer)
    return _answer_step(state, scene, question, answer)


def _form_with(question: Question, action: str) -> Form | None:
    """The form that offers a choice: the prompt's own, or that of a covered card."""
    forms = (question.ask.form, *(card.form for card in question.ask.covered))
    return next((f for f in forms if action in {choice.action for choice in f.choices}), None)


def _answer_step(
    state: State, scene: Scene, question: Question, answer: Answer
) -> Events | Refusal:
    course = Course(state, by_tap=True)
    handler = step_of(state.public).handler
    if answer.action == CLAIM_ROLL:
        course.take(claim_proposed(scene, question.id, question.ask.purpose))
        return course.settled()
    if answer.action == DROP_ROLL:
        course.take(drop_proposed(scene, question.id))
        return course.settled()
    leaving = answer.action == DONE
    events = handler.leave(scene) if leaving else handler.act(scene, answer)
    if isinstance(events, Refusal):
        return events
    course.take(events)
    if leaving:
        if course.state.public.reminders:
            course.take((Reminded(text=""),))
        if course.state.public.visit == state.public.visit:
            course.take((next_step(course.state.public),))
    return course.settled()


def _answer_beside(
    state: State, scene: Scene, question: Question, answer: Answer
) -> Events | Refusal:
    events = answer_beside(scene, question, answer)
    if isinstance(events, Refusal):
        return events
    course = Course(state, by_tap=True)
    course.take(events)
    if question.kind == "cell" and not course.state.public.cells:
        blind = scene_for(course.state, scene.seat, secrets=False)
        handler = step_of(course.state.public).handler
        skipped = answer.action == SKIP_CELL
        course.take(handler.skip(blind) if skipped else handler.resume(blind))
    return course.settled()
