"""Answers to what comes up beside a step: cells, flags, expectations, doubts, proposals."""

from __future__ import annotations

from collections import Counter

import msgspec

from companion.games.fellowship.box.answers import AnswerError, with_answer
from companion.games.fellowship.box.board_places import moved_to
from companion.games.fellowship.events.behind import TableCaughtUp
from companion.games.fellowship.events.cards import CardLeftHand, EventAnswered
from companion.games.fellowship.events.play import (
    CellLearned,
    CellsSkipped,
    ExpectationMet,
    FlagSettled,
)
from companion.games.fellowship.events.secret import UndecidedSettled
from companion.games.fellowship.flow.kept_rolls import settle_proposal
from companion.games.fellowship.flow.questions import (
    DID_IT,
    KEEP_MOVE,
    NULLIFY,
    SKIP_CELL,
    Question,
)
from companion.games.fellowship.flow.steps import Answer, Events
from companion.games.fellowship.open_facts import EventEffect
from companion.games.fellowship.state import CellQuestion, Expected, Flag, RollProposal, Scene
from companion.table.events import MarkerMoved, MarkerRemoved, MarkerTurned
from companion.table.pieces import UndecidedSet
from companion.table.values import Piece, Refusal

_replace = msgspec.structs.replace


def answer_beside(scene: Scene, question: Question, answer: Answer) -> Events | Refusal:
    """What follows from answering a question that is not the step's own."""
    match question.about:
        case CellQuestion():
            return _fill_in(scene, question.about, answer)
        case Flag():
            return _settle_flag(scene, question.about, answer)
        case Expected():
            return _settle_expected(scene, question.about, answer)
        case Piece():
            return (TableCaughtUp(piece=question.about.id),)
        case UndecidedSet():
            return _settle_doubt(scene, question.about, answer)
        case RollProposal():
            return settle_proposal(scene, question.about, answer)
        case EventEffect():
            return _answer_event(scene, question.about, answer)
        case None:
            return ()


def _answer_event(scene: Scene, effect: EventEffect, answer: Answer) -> Events:
    """An identical card in reply nullifies both (6.3)."""
    if answer.action != NULLIFY:
        return (EventAnswered(number=effect.number, seat=scene.seat),)
    replied = EventAnswered(number=effect.number, seat=scene.seat, nullified=True)
    return (replied, CardLeftHand(seat=scene.seat, card=effect.card))


def _fill_in(scene: Scene, question: CellQuestion, answer: Answer) -> Events | Refusal:
    if answer.action == SKIP_CELL:
        return (CellsSkipped(seat=scene.seat),)
    value = answer.text("value")
    try:
        with_answer(scene.handbook.box, question.cell, value)
    except AnswerError as error:
        return Refusal(code="bad-input", text=f"{error}. Fill it in again.")
    return (CellLearned(seat=scene.seat, cell=question.cell, value=value),)


def _settle_flag(scene: Scene, flag: Flag, answer: Answer) -> Events:
    """Taking a move back by tap puts the marker back on the screens; that settles the flag."""
    if answer.action == KEEP_MOVE:
        return (FlagSettled(number=flag.number, kept=True),)
    piece = scene.public.table.find(flag.piece)
    before = flag.before
    if before is None:
        return (MarkerRemoved(piece=flag.piece),)
    if piece is None or (piece.place, piece.face) == (before.place, before.face):
        return (FlagSettled(number=flag.number, kept=False),)
    return (MarkerMoved(piece=before),)


def _settle_expected(scene: Scene, expected: Expected, answer: Answer) -> Events | Refusal:
    if answer.action != DID_IT:
        return (ExpectationMet(expected=expected, by=scene.seat),)
    piece = scene.public.table.find(expected.piece)
    if piece is None:
        return (ExpectationMet(expected=expected),)
    match expected.what:
        case "remove":
            return (MarkerRemoved(piece=piece.id),)
        case "turn":
            return (MarkerTurned(piece=piece.id, face=expected.face),)
        case "move":
            return (MarkerMoved(piece=moved_to(piece, expected.place)),)


def _settle_doubt(scene: Scene, doubt: UndecidedSet, answer: Answer) -> Events | Refusal:
    if scene.hidden is None:
        return ()
    names = tuple(
        (number, text) for number in doubt.pieces if (text := answer.text(f"piece-{number}"))
    )
    had = Counter(scene.hidden.names.get(number, "plain") for number, _ in names)
    if Counter(name for _, name in names) != had:
        return Refusal(
            code="bad-input",
            text="Expected each name for as many markers as had it before. Choose again.",
            section="3.4",
            private=True,
        )
    return (UndecidedSettled(seat=scene.seat, number=doubt.number, names=names),)
