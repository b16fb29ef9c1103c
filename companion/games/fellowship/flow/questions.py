"""What is open for one viewer: the step's question and those that come up beside it.

Beside the step stand: a cell of the box that nobody has filled in (it comes first and holds the
step up), what a seat proposes about a kept roll, moves against the rules, things that should happen
to a marker on the table, and like markers that changed places unseen. The ids of a seat's questions
derive from nothing hidden.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from companion.games.fellowship.facts.names import place_words
from companion.games.fellowship.flow.behind import behind_words
from companion.games.fellowship.flow.choosing import piece_words, select
from companion.games.fellowship.flow.kept_rolls import (
    ask_about,
    kept_roll_choices,
    proposal_prompt,
)
from companion.games.fellowship.flow.sequence import step_of
from companion.games.fellowship.flow.steps import DONE, Ask
from companion.games.fellowship.open_facts import EventEffect
from companion.games.fellowship.ownership import keeper_of
from companion.games.fellowship.rules.event_cards import SIMPLEST_READING
from companion.games.fellowship.seats import other_seat, seat_word
from companion.games.fellowship.state import (
    OFF,
    PLAIN,
    CellQuestion,
    Expected,
    Flag,
    RollProposal,
    Scene,
)
from companion.table.ids import PUBLIC, PromptId
from companion.table.pieces import UndecidedSet
from companion.table.values import Piece
from companion.table.views import Choice, Field, Form

KEEP_MOVE: Final = "keep-move"
TAKE_BACK: Final = "take-back"
DID_IT: Final = "did-it"
WAVE_AWAY: Final = "wave-away"
SETTLE: Final = "settle"
FILL_IN: Final = "fill-in"
SKIP_CELL: Final = "skip-cell"
LET_BE: Final = "let-be"
NULLIFY: Final = "nullify"
MEANWHILE: Final = "Meanwhile you may name your markers and sort your cards."

_replace = msgspec.structs.replace


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that is open.

    Attributes:
        id: answers name it.
        kind: where its answer goes.
        ask: what this viewer is shown, `Ask.done` and the choices for kept rolls in its form.
        about: the flag, expectation, cube left behind, undecided set, cell or proposal it is about.
    """

    id: PromptId
    kind: Literal["step", "cell", "flag", "expected", "behind", "undecided", "proposal", "event"]
    ask: Ask
    about: (
        Flag | Expected | Piece | UndecidedSet | CellQuestion | RollProposal | EventEffect | None
    ) = None


def open_questions(scene: Scene) -> tuple[Question, ...]:
    """Everything that is open for a viewer; what this viewer is asked comes first."""
    found = [
        *_first(scene),
        *_proposal(scene),
        *_events(scene),
        *_flags(scene),
        *_expected(scene),
        *_behind(scene),
        *_undecided(scene),
    ]
    found.sort(key=lambda question: not question.ask.asked)
    if found and scene.hidden is not None and not found[0].ask.asked and not scene.public.over:
        ask = found[0].ask
        found[0] = dataclasses.replace(found[0], ask=_replace(ask, detail=(*ask.detail, MEANWHILE)))
    return tuple(found)


def step_question(scene: Scene) -> Question | None:
    """The step's own question, if nothing holds it up."""
    return next((found for found in _first(scene) if found.kind == "step"), None)


def open_prompt(scene: Scene) -> PromptId:
    """Id of what play waits for, as this viewer's answers name it; derives from nothing hidden."""
    return next(_first(scene)).id


def _first(scene: Scene) -> Iterator[Question]:
    if scene.public.cells:
        yield _cell(scene, scene.public.cells[0])
        return
    handler = step_of(scene.public).handler
    # Who goes back to a step in which nothing is to be decided is not asked as if there were.
    idle = scene.public.held and handler.finished(scene.public, scene.handbook)
    ask = None if idle else handler.ask(scene)
    if ask is None or (scene.public.held and not ask.done):
        ask = _held(scene, ask)
    form = _with_kept_rolls(scene, ask)
    if ask.done:
        done = Choice(action=DONE, label=ask.done, weight=ask.done_weight)
        form = _replace(form, choices=(*form.choices, done))
    yield Question(
        id=PromptId(f"{scene.public.visit}.{ask.key}"),
        kind="step",
        ask=_replace(ask, form=form, detail=(*scene.public.reminders, *ask.detail)),
    )


def _held(scene: Scene, ask: Ask | None) -> Ask:
    """A step that was entered by hand waits for its seat, even with nothing to decide."""
    step = step_of(scene.public)
    mine = step.side is None or scene.seat == step.side
    may_go = scene.public.held and mine and scene.seat != PUBLIC
    if ask is None:
        ask = Ask(key="held", sentence=f"{step.title}.", section=step.section)
    return _replace(ask, done="Go on", asked=ask.asked or may_go) if may_go else ask


def _with_kept_rolls(scene: Scene, ask: Ask) -> Form:
    if ask.roll is None or not ask.asked:
        return ask.form
    extra = kept_roll_choices(scene.public)
    return _replace(ask.form, choices=(*ask.form.choices, *extra))


def _proposal(scene: Scene) -> Iterator[Question]:
    proposal = scene.public.roll_proposal
    if proposal is not None:
        ask = ask_about(scene, proposal)
        yield Question(proposal_prompt(proposal), "proposal", ask, proposal)


def _events(scene: Scene) -> Iterator[Question]:
    """The other seat answers each event that is played, whatever it holds (6.3)."""
    for effect in scene.public.effects:
        if effect.answered:
            continue
        prompt = PromptId(f"event.{effect.number}")
        other = other_seat(effect.seat)
        named = f"{effect.title}: {effect.text}" if effect.text else effect.title
        if scene.seat != other:
            ask = Ask(key="", sentence=f"The {other.title()} may answer the event {effect.title}.")
            yield Question(prompt, "event", ask, effect)
            continue
        let_be = Choice(action=LET_BE, label="Let it be", weight="primary")
        same = Choice(action=NULLIFY, label="I play the same card", detail="Both are nullified.")
        holds = scene.public.hands.get(other, 0) > 0
        ask = Ask(
            key="",
            sentence=f"The {effect.seat.title()} plays an event: {named}",
            section="6.3",
            detail=(SIMPLEST_READING, "Carry out together what it does."),
            form=Form(choices=(let_be, same) if holds else (let_be,)),
            asked=True,
        )
        yield Question(prompt, "event", ask, effect)


def _cell(scene: Scene, question: CellQuestion) -> Question:
    cell = question.cell
    prompt = PromptId(f"cell.{cell.key}")
    if scene.seat != question.seat:
        who = question.seat.title()
        ask = Ask(key="", sentence=f"The {who} looks something up in the box: {cell.question}")
        return Question(prompt, "cell", ask, question)
    field = (
        select("value", "Value", [(choice, choice) for choice in cell.choices])
        if cell.choices
        else Field(name="value", label="Value", kind="text")
    )
    ask = Ask(
        key="",
        sentence=cell.question,
        detail=("Read it from your box; it is kept and never asked again.",),
        form=Form(
            fields=(field,),
            choices=(
                Choice(action=FILL_IN, label="Fill it in", weight="primary"),
                *_skipping(scene),
            ),
        ),
        asked=True,
    )
    return Question(prompt, "cell", ask, question)


def _skipping(scene: Scene) -> tuple[Choice, ...]:
    """Going on without the value, where the step knows how."""
    if not step_of(scene.public).handler.can_skip:
        return ()
    detail = "What hangs on it is settled by hand, and the log says so."
    return (Choice(action=SKIP_CELL, label="Go on without", detail=detail),)


def _flags(scene: Scene) -> Iterator[Question]:
    for flag in scene.public.flags:
        prompt = PromptId(f"flag.{flag.number}")
        if scene.seat != flag.seat:
            text = f"{flag.text} The {flag.seat.title()} keeps it or takes it back."
            ask = Ask(key="", sentence=text, section=flag.section, lit=(flag.piece,))
        else:
            back = (
                "off the map"
                if flag.before is None
                else f"back to {place_words(flag.before.place)}"
            )
            choices = (
                Choice(action=KEEP_MOVE, label="Keep it"),
                Choice(action=TAKE_BACK, label="Take it back", detail=f"The marker goes {back}."),
            )
            ask = Ask(
                key="",
                sentence=f"{flag.text} Take it back on the table, or keep it.",
                section=flag.section,
                form=Form(choices=choices),
                asked=True,
                lit=(flag.piece,),
            )
        yield Question(prompt, "flag", ask, flag)


def _expected(scene: Scene) -> Iterator[Question]:
    for expected in scene.public.expected:
        piece = scene.public.table.find(expected.piece)
        if piece is None:
            continue
        prompt = PromptId(f"expected.{expected.piece}.{expected.what}.{scene.public.turn}")
        places = (expected.place,) if expected.place else ()
        owner = keeper_of(scene.public, piece)
        if scene.seat != owner:
            who = "" if owner is None else f"The {seat_word(owner).title()} is asked: "
            sentence = f"{who}{expected.text}"
            ask = Ask(key="", sentence=sentence, lit=(piece.id,), places=places)
        else:
            can_do = expected.what != "move" or bool(expected.place)
            did = (Choice(action=DID_IT, label="It is done"),) if can_do else ()
            wave = Choice(action=WAVE_AWAY, label="Leave it")
            ask = Ask(
                key="",
                sentence=expected.text,
                detail=("Where the eye watches, this goes away by itself once it is done.",),
                form=Form(choices=(*did, wave)),
                asked=True,
                lit=(piece.id,),
                places=places,
            )
        yield Question(prompt, "expected", ask, expected)


def _behind(scene: Scene) -> Iterator[Question]:
    for cube in scene.public.behind:
        text = behind_words(cube, scene.public.table.find(cube.id))
        owner = keeper_of(scene.public, cube)
        is_asked = scene.seat == owner
        who = "" if owner is None or is_asked else f"The {seat_word(owner).title()} is asked: "
        detail = "Where the eye watches, this goes away by itself once it is done."
        done = Choice(action=DID_IT, label="It is done")
        ask = Ask(
            key="",
            sentence=f"{who}{text}",
            detail=(detail,) if is_asked else (),
            form=Form(choices=(done,)) if is_asked else Form(),
            asked=is_asked,
            places=() if cube.place == OFF else (cube.place,),
        )
        prompt = PromptId(f"behind.{cube.id}.{cube.place}.{cube.face}.{scene.public.turn}")
        yield Question(prompt, "behind", ask, cube)


def _where(piece: Piece) -> str:
    """A marker by its place, where its mode does not matter."""
    if piece.place == OFF:
        return "Marker beside the map"
    return f"Marker at {place_words(piece.place)}"


def _undecided(scene: Scene) -> Iterator[Question]:
    """Only the owner is asked, and only where it makes a difference for its own notes."""
    if scene.hidden is None:
        return
    for doubt in scene.public.table.undecided:
        pieces = [p for number in doubt.pieces if (p := scene.public.table.find(number))]
        if doubt.number in scene.hidden.settled or not pieces:
            continue
        if any(keeper_of(scene.public, piece) != scene.seat for piece in pieces):
            continue
        names = [scene.hidden.names.get(piece.id, "") for piece in pieces]
        if len(set(names)) < 2:
            continue
        entries = [(name or PLAIN, name or "not named") for name in dict.fromkeys(names)]
        fields = tuple(
            select(f"piece-{piece.id}", _where(piece), entries, name or PLAIN)
            for piece, name in zip(pieces, names, strict=True)
        )
        ask = Ask(
            key="",
            sentence="Your markers changed places unseen. Say which is which; only you see this.",
            section="3.4",
            detail=tuple(piece_words(piece) for piece in pieces),
            form=Form(
                fields=fields,
                choices=(Choice(action=SETTLE, label="So it is", weight="primary"),),
            ),
            asked=True,
            lit=tuple(piece.id for piece in pieces),
        )
        yield Question(PromptId(f"which.{doubt.number}"), "undecided", ask, doubt)
