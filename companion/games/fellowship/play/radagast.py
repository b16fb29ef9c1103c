"""Radagast comes to a Fellowship marker in Mirkwood if an acquisition roll succeeds (6.11, T.3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from companion.board.hexes import Hex
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.play import (
    MarkerRevealed,
    Noted,
    PublicEvent,
    ResultShown,
    StepClosed,
)
from companion.games.fellowship.events.secret import CardBoxed
from companion.games.fellowship.facts.names import FELLOWSHIP, Forest, HexType
from companion.games.fellowship.flow.choosing import box_field, chosen_piece, piece_field
from companion.games.fellowship.flow.explain import explained
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, Events, Handler, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Attempt, PublicState, Scene, Work
from companion.games.fellowship.tables import acquisition
from companion.games.fellowship.tables.acquisition import AcquisitionResult, look_up_acquisition
from companion.table.events import Event
from companion.table.ids import PieceId
from companion.table.values import Piece, Refusal, Roll
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace
_KEY: Final = "radagast"
_SECTION: Final = "6.11"
RADAGAST: Final = "Radagast"


class RadagastWork(Work, frozen=True, kw_only=True):
    """One attempt to find Radagast.

    Attributes:
        piece: the marker that tries, None for none.
        rolled: the roll, while a modifier may still be claimed.
        joins: the marker that he has come to, until his card is laid.
    """

    piece: PieceId | None = None
    rolled: Roll | None = None
    joins: PieceId | None = None


class RadagastSought(PublicEvent, frozen=True, kw_only=True, tag="fellowship-radagast"):
    """The search for Radagast goes on by one step.

    Attributes:
        work: where it stands.
        tried: the marker whose attempt of this turn is over, None while none is.
        came: he has come.
    """

    work: RadagastWork
    tried: PieceId | None = None
    came: bool = False

    def apply(self, public: PublicState) -> PublicState:
        """Remember it; how many turns in a row a marker has tried lowers its next roll (T.3)."""
        tries = public.radagast_tries
        if self.tried is not None:
            running = tries_before(public, self.tried) + 1
            tries = {**tries, self.tried: Attempt(public.turn, running)}
        return _replace(
            public,
            work={**public.work, _KEY: self.work},
            radagast_tries=tries,
            radagast_came=public.radagast_came or self.came,
        )


EVENTS: Final[tuple[type[Event], ...]] = (RadagastSought,)


def tries_before(public: PublicState, piece: PieceId) -> int:
    """Turns in a row that a marker has looked for Radagast before this one (T.3)."""
    attempt = public.radagast_tries.get(piece)
    return attempt.running if attempt is not None and attempt.turn == public.turn - 1 else 0


@lru_cache(maxsize=4)
def _forest(handbook: Handbook) -> frozenset[Hex]:
    return frozenset(handbook.map.forest_hexes(Forest.MIRKWOOD))


def in_mirkwood(public: PublicState, handbook: Handbook) -> tuple[Piece, ...]:
    """Fellowship markers in a Mirkwood hex that have not tried this turn (6.11).

    Rumors may, and become groups if he comes. Hexes whose forest nobody has filled in do not count.
    """
    forest = _forest(handbook)
    return tuple(
        piece
        for piece in public.pieces_of(FELLOWSHIP_SEAT)
        if find_hex(piece.place) in forest and not _has_tried(public, piece.id)
    )


def _has_tried(public: PublicState, piece: PieceId) -> bool:
    attempt = public.radagast_tries.get(piece)
    return attempt is not None and attempt.turn == public.turn


def _work(public: PublicState) -> RadagastWork:
    found = public.work.get(_KEY)
    return found if isinstance(found, RadagastWork) else RadagastWork()


def seek_radagast(spent: int, roll: int, claim: str = "") -> AcquisitionResult:
    """The acquisition roll for Radagast: 1 or less, after what is claimed (T.3).

    Args:
        spent: turns in a row that the group has tried before.
        roll: the roll of 1 to 10.
        claim: ``gandalf``, ``aragorn``, ``both`` or nothing.
    """
    attempt = acquisition.Attempt(
        seat=FELLOWSHIP,
        objective="radagast",
        # The place changes nothing for him; the table has no column of his for it.
        hex_type=HexType.WILD_1,
        gandalf=claim in ("gandalf", "both"),
        aragorn=claim in ("aragorn", "both"),
        turns_spent=spent,
    )
    return look_up_acquisition(attempt, roll)


class SeekRadagast(Handler):
    """One attempt for each marker in Mirkwood, until he has come (6.11)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """He has come, or nobody stands in Mirkwood who could still try."""
        work = _work(public)
        if work.joins is not None or work.piece is not None:
            return False
        return public.closed or public.radagast_came or not in_mirkwood(public, handbook)

    def ask(self, scene: Scene) -> Ask:
        """Try, roll, claim, lay his card."""
        work = _work(scene.public)
        mine = scene.seat == FELLOWSHIP_SEAT
        if work.joins is not None:
            return self._ask_box(scene, mine=mine)
        if work.rolled is not None:
            return _ask_claim(work.rolled, mine=mine)
        if work.piece is not None:
            return Ask(
                key=f"radagast-roll-{work.piece}",
                sentence="Roll for Radagast." if mine else "The Fellowship rolls for Radagast.",
                section="T.3",
                roll=_replace(GAME_ROLL, may_give=mine),
                purpose="Radagast",
                asked=mine,
                lit=(work.piece,),
            )
        pieces = in_mirkwood(scene.public, scene.handbook)
        key = "radagast-" + "-".join(str(piece.id) for piece in pieces)
        if not mine:
            return Ask(key=key, sentence="The Fellowship may look for Radagast.", section=_SECTION)
        return Ask(
            key=key,
            sentence="A marker of yours is in Mirkwood: roll for Radagast, or go on.",
            section=_SECTION,
            detail=("He comes on 1 or less. The marker is a group then.",),
            form=Form(
                fields=(piece_field(scene, "piece", "Marker", pieces),),
                choices=(Choice(action="seek", label="Look for him", section="T.3"),),
            ),
            done="Go on",
            asked=True,
            lit=tuple(piece.id for piece in pieces),
        )

    def _ask_box(self, scene: Scene, *, mine: bool) -> Ask:
        if not mine:
            sentence = "The Fellowship lays Radagast's card to his group."
            return Ask(key="radagast-box", sentence=sentence, section=_SECTION)
        return Ask(
            key="radagast-box",
            sentence="Radagast joins: lay his card into the box of the marker that tried.",
            section=_SECTION,
            form=Form(
                fields=(box_field(scene, "box", "Into box"),),
                choices=(Choice(action="join", label="He joins", weight="primary"),),
            ),
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """Begin an attempt, claim a modifier, or lay the card."""
        work = _work(scene.public)
        if answer.action == "seek":
            piece = chosen_piece(scene, answer.text("piece"))
            if piece is None:
                text = "Expected the marker that looks for him. Choose or tap one."
                return Refusal(code="bad-input", text=text, section=_SECTION)
            return (RadagastSought(work=RadagastWork(piece=piece.id)),)
        if answer.action == "join":
            box = answer.text("box")
            if not box:
                text = "Expected the box that he joins. Choose one."
                return Refusal(code="bad-input", text=text, section=_SECTION)
            laid = CardBoxed(seat=FELLOWSHIP_SEAT, card=RADAGAST, box=box)
            return (laid, RadagastSought(work=RadagastWork()), StepClosed())
        if work.rolled is None:
            return ()
        return _settled(scene, work, work.rolled, answer.action.partition(":")[2])

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """It settles the matter unless Gandalf or Aragorn could still turn it."""
        work = _work(scene.public)
        if work.piece is None:
            return ()
        spent = tries_before(scene.public, work.piece)
        bare, helped = (seek_radagast(spent, d10(roll), claim) for claim in ("", "both"))
        if helped.succeeded and not bare.succeeded:
            return (RadagastSought(work=_replace(work, rolled=roll)),)
        return _settled(scene, work, roll, "")

    def gone(self, scene: Scene, pieces: tuple[PieceId, ...]) -> Events:
        """Nobody looks for him whose marker has left; one that he has joined is settled."""
        looking = _work(scene.public).piece
        return (RadagastSought(work=RadagastWork()),) if looking in pieces else ()


def _ask_claim(roll: Roll, *, mine: bool) -> Ask:
    if not mine:
        sentence = "The Fellowship may answer the roll."
        return Ask(key="radagast-claim", sentence=sentence, section="T.3")
    return Ask(
        key="radagast-claim",
        sentence=f"You rolled {d10(roll)}, which is too high. Claim a modifier or let it be.",
        section="T.3",
        form=Form(
            choices=(
                Choice(action="claim:none", label="Claim nothing", weight="primary"),
                Choice(action="claim:gandalf", label="Reveal Gandalf: -2", section="T.3"),
                Choice(action="claim:aragorn", label="Reveal Aragorn: -1", section="T.3"),
                Choice(action="claim:both", label="Reveal both: -3", section="T.3"),
            )
        ),
        asked=True,
    )


def _settled(scene: Scene, work: RadagastWork, roll: Roll, claim: str) -> Events:
    if work.piece is None:
        return ()
    piece = scene.public.standing(work.piece)
    result = seek_radagast(tries_before(scene.public, work.piece), d10(roll), claim)
    came = result.succeeded is True and piece is not None
    shown = explained(
        scene.handbook,
        result.lookup,
        title="Radagast",
        result="he comes" if came else "not found",
        meaning="He comes on a modified roll of 1 or less.",
        roll=roll,
    )
    after = RadagastWork(joins=work.piece if came else None)
    events: list[Event] = [
        ResultShown(result=shown),
        RadagastSought(work=after, tried=work.piece, came=came),
    ]
    if came and piece is not None:
        events.append(MarkerRevealed(piece=piece.id, known="group", section=_SECTION))
        events.append(Noted(text=f"Radagast joins the group at {piece.place}.", section=_SECTION))
    return tuple(events)
