"""Changing transport: disposing, sneaking, trying to acquire (6.12, 6.26, T.3)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.board.hexes import Hex
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.play import (
    CellAsked,
    ExpectationSet,
    MarkerRevealed,
    MoveFlagged,
    PublicEvent,
    ResultShown,
    flag_for,
)
from companion.games.fellowship.events.status import (
    GuardianTurned,
    TransportDisposed,
    TransportTried,
)
from companion.games.fellowship.facts.names import (
    FELLOWSHIP,
    HexType,
    MarkerType,
    Mode,
    Seat,
    face_of_mode,
    place_words,
)
from companion.games.fellowship.flow.choosing import (
    chosen_piece,
    mode_of_piece,
    piece_field,
    select,
)
from companion.games.fellowship.flow.explain import explained
from companion.games.fellowship.flow.own_horses import no_horses_here
from companion.games.fellowship.flow.own_warnings import LOOK_THERE
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, Events, Handler, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.ownership import moved_by, mover_of
from companion.games.fellowship.rules.abilities import bear_may_be_here, tied_may_be_anywhere
from companion.games.fellowship.rules.ring_place import shows_ring
from companion.games.fellowship.rules.transport_rules import (
    turning_breach,
    turns_spent,
    wrong_place,
)
from companion.games.fellowship.seats import (
    FELLOWSHIP_SEAT,
    marker_type_of,
    owner_of,
    seat_word,
    side_of,
)
from companion.games.fellowship.state import CellQuestion, Expected, PublicState, Scene, Work
from companion.games.fellowship.tables.acquisition import (
    AcquisitionResult,
    Attempt,
    Objective,
    look_up_acquisition,
)
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.events import Event
from companion.table.ids import PieceId, SeatId
from companion.table.pieces import Change
from companion.table.values import Piece, Refusal, Roll
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace
_WORK: Final = "transport"
_BEAR: Final = "bear"
_OBJECTIVES: Final[dict[str, tuple[Objective, Mode, str]]] = {
    "horses": ("horses", Mode.HORSE, "Horses"),
    "ships": ("ships", Mode.SHIP_BOAT, "A ship"),
    "boats": ("boats", Mode.SHIP_BOAT, "Boats"),
    "eagles": ("eagles", Mode.FLYING, "The Eagles"),
}


class TransportWork(Work, frozen=True, kw_only=True):
    """One attempt to get transport that is under way.

    Attributes:
        piece: the marker that tries; None when nothing is under way.
        objective: what it tries to get.
        hex_type: type of its hex.
        is_port: it is in a port or town.
        rolled: the roll, once it is made and a modifier may still be claimed.
    """

    piece: PieceId | None = None
    objective: str = ""
    hex_type: HexType | None = None
    is_port: bool | None = None
    rolled: Roll | None = None


class TransportNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-transport-work"):
    """How far an attempt to get transport has come."""

    work: TransportWork

    def apply(self, public: PublicState) -> PublicState:
        """Remember it."""
        return _replace(public, work={**public.work, _WORK: self.work})


EVENTS: Final[tuple[type[Event], ...]] = (TransportNoted,)


def _work(public: PublicState) -> TransportWork:
    found = public.work.get(_WORK)
    return found if isinstance(found, TransportWork) else TransportWork()


class ChangeTransport(Handler):
    """One change of transport for each marker of the seat (6.12)."""

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """No marker could change: none is on the map that is mobilized, or no modes are played.

        A marker that has given up its transport may still sneak (6.12), so that every marker had
        its change is no reason to go on.
        """
        no_modes = public.switches.simple_movement
        return public.closed or no_modes or not self._present(public)

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Turning a marker is how transport changes."""
        return seat == self._seat

    def _able(self, public: PublicState) -> tuple[Piece, ...]:
        """Markers that may still try to get something; Guardians have base modes (6.262)."""
        return tuple(
            piece
            for piece in self._present(public)
            if piece.id not in public.transport_done
            and public.known.get(piece.id) != "rumor"
            and marker_type_of(piece) is not MarkerType.GUARDIAN
        )

    def _present(self, public: PublicState) -> tuple[Piece, ...]:
        """Markers that can change transport at all: on the map and mobilized.

        Guardians are among them: from foot they take up their base mode, and their rumors take any
        (6.262).
        """
        return tuple(
            piece
            for piece in moved_by(public, self._seat)
            if mode_of_piece(piece) is not Mode.DORMANT and find_hex(piece.place) is not None
        )

    # --- what is shown -------------------------------------------------------------------------

    def ask(self, scene: Scene) -> Ask:
        """Turn markers on the table, or try to get something better."""
        work = _work(scene.public)
        if work.piece is not None:
            return self._ask_attempt(scene, work)
        if scene.seat != self._seat:
            sentence = f"The {self._seat.title()} may change transport."
            return Ask(key="transport", sentence=sentence, section="6.12")
        able = self._able(scene.public)
        form = Form()
        if able:
            form = Form(
                fields=(
                    piece_field(scene, "piece", "Marker", able),
                    select("objective", "Get", self._objectives()),
                ),
                choices=(
                    Choice(
                        action="try",
                        label="Try to get it",
                        detail="Everybody learns that the marker is a group.",
                        section="6.121",
                    ),
                    *_bear_choice(scene.public, self._seat, able),
                ),
            )
        return Ask(
            key="transport",
            sentence="Turn markers that give up their transport or sneak, or try to get transport."
            if self._seat == FELLOWSHIP_SEAT
            else "Turn markers that give up their transport, or try to get transport.",
            section="6.12",
            detail=self._hints(),
            form=form,
            done="Go on",
            asked=True,
        )

    def _objectives(self) -> list[tuple[str, str]]:
        """What the seat may try to get; the Eagles carry the Fellowship alone (6.127)."""
        mine = self._seat == FELLOWSHIP_SEAT
        return [(key, one[2]) for key, one in _OBJECTIVES.items() if mine or key != "eagles"]

    def _hints(self) -> tuple[str, ...]:
        if self._seat != FELLOWSHIP_SEAT:
            return (
                "Nazgul use neither ship, boat nor foot; Guardians keep their base modes.",
                LOOK_THERE,
            )
        return (
            "Back to foot: turn side 3 (foot) up. From foot to sneak: turn side 2 (sneak) up.",
            "A group with more Hobbits and Dwarves than others may not ride; Hobbits alone sneak.",
            LOOK_THERE,
        )

    def _ask_attempt(self, scene: Scene, work: TransportWork) -> Ask:
        piece = None if work.piece is None else scene.public.standing(work.piece)
        where = piece.place if piece is not None else "off"
        what = _OBJECTIVES[work.objective][2].lower() if work.objective else ""
        mine = scene.seat == self._seat
        key = f"{work.piece}-{work.objective}"
        if work.rolled is not None:
            return self._ask_claim(scene, work, key)
        sentence = (
            f"Roll for {what} at {where}."
            if mine
            else f"The {self._seat.title()} rolls for {what} at {where}."
        )
        return Ask(
            key=f"{key}-roll",
            sentence=sentence,
            section="6.121",
            roll=_replace(GAME_ROLL, may_give=mine),
            purpose=f"{what} at {where}",
            asked=mine,
            lit=(work.piece,) if work.piece is not None else (),
        )

    def _ask_claim(self, scene: Scene, work: TransportWork, key: str) -> Ask:
        if scene.seat != self._seat:
            sentence = f"The {self._seat.title()} may answer the roll."
            return Ask(key=f"{key}-claim", sentence=sentence, section="6.121")
        total = d10(work.rolled) if work.rolled is not None else 0
        choices = (
            Choice(action="claim:none", label="Claim nothing", weight="primary"),
            Choice(action="claim:gandalf", label="Reveal Gandalf: -2", section="T.3"),
            Choice(action="claim:aragorn", label="Reveal Aragorn: -1", section="T.3"),
            Choice(action="claim:both", label="Reveal both: -3", section="T.3"),
        )
        return Ask(
            key=f"{key}-claim",
            sentence=f"You rolled {total}, which is too high. Claim a modifier or let it be.",
            section="6.121",
            form=Form(choices=choices),
            asked=True,
        )

    # --- what follows --------------------------------------------------------------------------

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """Begin an attempt, or claim a modifier."""
        if answer.action.startswith("claim:"):
            work = _work(scene.public)
            if work.rolled is None:
                return ()
            return self._resolved(scene, work, work.rolled, answer.action.partition(":")[2])
        return self._begin(scene, answer)

    def _begin(self, scene: Scene, answer: Answer) -> Events | Refusal:
        piece = chosen_piece(scene, answer.text("piece"))
        if answer.action == _BEAR:
            return _as_a_bear(scene.public, piece)
        objective = answer.text("objective")
        if piece is None or objective not in _OBJECTIVES:
            return Refusal(
                code="bad-input",
                text="Expected a marker and what it tries to get. Choose both.",
                section="6.121",
            )
        wrong = wrong_place(scene.handbook, piece, objective)
        if wrong:
            return Refusal(code="rule", text=wrong, section="6.121")
        refusal = no_horses_here(scene, piece, objective)
        if refusal is not None:
            return refusal
        reveal: Events = ()
        if self._seat == FELLOWSHIP_SEAT or not scene.public.is_revealed_group(piece.id):
            reveal = (MarkerRevealed(piece=piece.id, known="group", section="6.12"),)
        work = TransportWork(piece=piece.id, objective=objective)
        return (*reveal, TransportNoted(work=work), *self._look(scene, work, piece))

    def _look(self, scene: Scene, work: TransportWork, piece: Piece) -> Events:
        """Ask the map what the table needs; where no roll is needed, finish at once."""
        place = find_hex(piece.place)
        if place is None:
            return (TransportNoted(work=TransportWork()),)
        hex_type = scene.handbook.map.hex_type(place)
        is_port = scene.handbook.map.is_port(place)
        for cell in (hex_type, is_port):
            if isinstance(cell, UnknownCell):
                return (CellAsked(question=CellQuestion(seat=self._seat, cell=cell)),)
        if isinstance(hex_type, UnknownCell) or isinstance(is_port, UnknownCell):
            return ()
        ready = _replace(work, hex_type=hex_type, is_port=is_port)
        result = self._result(scene.public, ready, None, "none")
        if result.is_automatic:
            return (TransportNoted(work=ready), *self._finished(scene, ready, result, None))
        return (TransportNoted(work=ready),)

    def resume(self, scene: Scene) -> Events:
        """A fact of the map has been filled in."""
        work = _work(scene.public)
        piece = None if work.piece is None else scene.public.standing(work.piece)
        if piece is None:
            return (TransportNoted(work=TransportWork()),) if work.piece is not None else ()
        return self._look(scene, work, piece)

    can_skip = True

    def skip(self, scene: Scene) -> Events:
        """The attempt is let be; what comes of it is shown by turning the marker by hand."""
        return (TransportNoted(work=TransportWork()),)

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """The roll settles it unless Gandalf or Aragorn could still turn it (6.121)."""
        work = _work(scene.public)
        bare = self._result(scene.public, work, d10(roll), "none")
        helped = self._result(scene.public, work, d10(roll), "both")
        if _may_claim(scene.public, work) and helped.succeeded and not bare.succeeded:
            return (TransportNoted(work=_replace(work, rolled=roll)),)
        return self._resolved(scene, work, roll, "none")

    def _result(
        self, public: PublicState, work: TransportWork, roll: int | None, claim: str
    ) -> AcquisitionResult:
        attempt = _attempt(public, seat_word(self._seat), work, claim)
        return look_up_acquisition(attempt, roll)

    def _resolved(self, scene: Scene, work: TransportWork, roll: Roll, claim: str) -> Events:
        result = self._result(scene.public, work, d10(roll), claim)
        return self._finished(scene, work, result, roll)

    def _finished(
        self, scene: Scene, work: TransportWork, result: AcquisitionResult, roll: Roll | None
    ) -> Events:
        piece = None if work.piece is None else scene.public.standing(work.piece)
        if piece is None:
            return (TransportNoted(work=TransportWork()),)
        _, mode, words = _OBJECTIVES[work.objective]
        got = bool(result.succeeded)
        shown = explained(
            scene.handbook,
            result.lookup,
            title=f"{words} at {piece.place}",
            result="got" if got else "not got",
            meaning="A modified roll of 2 or less succeeds; in its own refuge no roll is needed.",
            roll=roll,
        )
        events: list[Event] = [
            ResultShown(result=shown),
            TransportTried(
                piece=piece.id,
                turn=scene.public.turn,
                running=0 if got else turns_spent(scene.public, piece.id, work.objective) + 1,
                objective=work.objective,
            ),
            TransportNoted(work=TransportWork()),
        ]
        # Saruman's cubes show their modes as the Enemy's do, whoever plays them (3.4, 6.414).
        owner = owner_of(piece.colour) or self._seat
        face = face_of_mode(seat_word(owner), mode)
        if got and face is not None and face != piece.face:
            text = f"Turn the {piece.colour} marker at {piece.place} to {side_of(piece, face)}."
            expected = Expected(piece=piece.id, what="turn", text=text, face=face)
            events.append(ExpectationSet(expected=expected))
        return tuple(events)

    # --- what is seen --------------------------------------------------------------------------

    def sighting(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """A marker that is turned changes its transport; anything else is flagged."""
        found: list[Event] = []
        public = scene.public
        for change in seen:
            before, after = change.before, change.after
            if after is None or mover_of(scene.public, after) != self._seat:
                continue
            if shows_ring(public, before, after):
                continue
            if before is None or before.place != after.place:
                where = place_words(after.place)
                text = f"The {after.colour} marker at {where} moved in the status phase."
            else:
                text = turning_breach(public, before, after)
            if not text:
                found += _guardian_turned(before, after)
                if after.id not in public.transport_done:
                    found.append(TransportDisposed(piece=after.id))
                continue
            flag = flag_for(public, after, before, self._seat)
            found.append(MoveFlagged(flag=_replace(flag, text=text, section="6.12")))
            public = _replace(public, flag_count=public.flag_count + 1)
        return tuple(found)

    def gone(self, scene: Scene, pieces: tuple[PieceId, ...]) -> Events:
        """An attempt ends with the marker that made it."""
        open_still = _work(scene.public).piece
        return (TransportNoted(work=TransportWork()),) if open_still in pieces else ()


def attempt_of(public: PublicState, seat: Seat) -> tuple[Piece, Attempt] | None:
    """The attempt that a seat is about to roll for, with nobody shown; None where there is none."""
    work = _work(public)
    piece = None if work.piece is None else public.standing(work.piece)
    if piece is None or work.hex_type is None or work.rolled is not None:
        return None
    return piece, _attempt(public, seat, work, "none")


def _attempt(public: PublicState, seat: Seat, work: TransportWork, claim: str) -> Attempt:
    return Attempt(
        seat=seat,
        objective=_OBJECTIVES[work.objective][0],
        hex_type=work.hex_type or HexType.CIVILIZED,
        is_port=bool(work.is_port),
        gandalf=claim in ("gandalf", "both"),
        aragorn=claim in ("aragorn", "both"),
        turns_spent=turns_spent(public, work.piece, work.objective),
    )


def _may_claim(public: PublicState, work: TransportWork) -> bool:
    """Whether Gandalf or Aragorn could be with it: in a group of the Fellowship alone (T.3)."""
    piece = None if work.piece is None else public.standing(work.piece)
    return piece is not None and marker_type_of(piece) is MarkerType.FELLOWSHIP


def _bear_choice(public: PublicState, seat: SeatId, able: tuple[Piece, ...]) -> tuple[Choice, ...]:
    """Grimbeorn by himself rides at will; offered wherever he could be by what all see (12.1)."""
    spots = [find_hex(piece.place) for piece in able] if seat == FELLOWSHIP_SEAT else []
    if not any(_could_be_bear(public, spot) for spot in spots):
        return ()
    detail = "Everybody learns that he is there, and alone."
    return (Choice(action=_BEAR, label="It is Grimbeorn: a bear", detail=detail, section="12.1"),)


def _could_be_bear(public: PublicState, spot: Hex | None) -> bool:
    anywhere = tied_may_be_anywhere(public)
    return spot is not None and bear_may_be_here(spot, anywhere=anywhere)


def _as_a_bear(public: PublicState, piece: Piece | None) -> Events | Refusal:
    spot = None if piece is None else find_hex(piece.place)
    if piece is None or not _could_be_bear(public, spot):
        text = "Expected a marker no more than three hexes from the Carrock. Choose another."
        return Refusal(code="rule", text=text, section="7.9, 12.1")
    face = face_of_mode(FELLOWSHIP, Mode.HORSE) or piece.face
    text = f"Turn the {piece.colour} marker at {piece.place} to {side_of(piece, face)}."
    return (
        MarkerRevealed(piece=piece.id, known="group", section="12.1"),
        TransportDisposed(piece=piece.id),
        ExpectationSet(expected=Expected(piece=piece.id, what="turn", text=text, face=face)),
    )


def _guardian_turned(before: Piece | None, after: Piece) -> Events:
    """Black markers that go back to foot are noted for 6.262, whether Guardian or rumor.

    Rumors may do it, so it is never a flag: its owner alone is reminded (`flow.own_warnings`).
    """
    if before is None or marker_type_of(after) is not MarkerType.GUARDIAN:
        return ()
    was, now = mode_of_piece(before), mode_of_piece(after)
    if now is Mode.FOOT and was in (Mode.HORSE, Mode.FLYING):
        return (GuardianTurned(piece=after.id, back_on_foot=True),)
    return (GuardianTurned(piece=after.id, back_on_foot=False),)
