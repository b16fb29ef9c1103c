"""Steps of the Enemy's status phase that the Fellowship's has not (6.21 to 6.25, 11.0)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.arrivals import strangers
from companion.games.fellowship.choosing import (
    box_field,
    chosen_piece,
    mode_of_piece,
    piece_field,
    select,
)
from companion.games.fellowship.events import (
    ExpectationSet,
    MarkerRevealed,
    MoveFlagged,
    Noted,
    PublicEvent,
    StepClosed,
    StepEntered,
    flag_for,
)
from companion.games.fellowship.events_secret import CardBoxed
from companion.games.fellowship.events_status import (
    ForcesEnabled,
    MinionMobilized,
    MobilizationsGiven,
)
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.names import ENEMY, MarkerType, Mode
from companion.games.fellowship.roster import Force, forces_of
from companion.games.fellowship.state import (
    ENEMY_SEAT,
    FELLOWSHIP_SEAT,
    Expected,
    PublicState,
    Scene,
    Work,
    marker_type_of,
)
from companion.games.fellowship.step_ids import StepId
from companion.games.fellowship.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.turn_track import mobilizations
from companion.table.events import Event
from companion.table.ids import PieceId, SeatId
from companion.table.pieces import Change
from companion.table.values import Piece, Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace


def _watching(key: str, sentence: str, section: str) -> Ask:
    return Ask(key=key, sentence=sentence, section=section)


def _missing(text: str, section: str) -> Refusal:
    return Refusal(code="bad-input", text=text, section=section)


# --- Challenging (6.21) -------------------------------------------------------------------------


class ChallengeWork(Work, frozen=True, kw_only=True):
    """A challenge that waits for its answer.

    Attributes:
        piece: the marker that is challenged, None for none.
        count: how many have been made in this step.
    """

    piece: PieceId | None = None
    count: int = 0


_CHALLENGE: Final = "challenge"


class MarkerChallenged(PublicEvent, frozen=True, kw_only=True, tag="fellowship-challenged"):
    """The Enemy says that a Fellowship marker is a rumor (6.21)."""

    piece: PieceId

    def apply(self, public: PublicState) -> PublicState:
        """Wait for the Fellowship's answer."""
        work = ChallengeWork(piece=self.piece, count=_challenge(public).count + 1)
        return _replace(public, work={**public.work, _CHALLENGE: work})


class ChallengeAnswered(PublicEvent, frozen=True, kw_only=True, tag="fellowship-challenge-over"):
    """The Fellowship has answered a challenge."""

    def apply(self, public: PublicState) -> PublicState:
        """No challenge is open."""
        work = ChallengeWork(count=_challenge(public).count)
        return _replace(public, work={**public.work, _CHALLENGE: work})


def _challenge(public: PublicState) -> ChallengeWork:
    found = public.work.get(_CHALLENGE)
    return found if isinstance(found, ChallengeWork) else ChallengeWork()


class Challenge(Handler):
    """The Enemy may challenge markers until one of them is a group (6.21)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """There is nothing on the map that could be challenged."""
        nothing = not public.pieces_of(FELLOWSHIP_SEAT) and _challenge(public).piece is None
        return public.closed or nothing

    def ask(self, scene: Scene) -> Ask:
        """Which marker; then the Fellowship, what it is."""
        work = _challenge(scene.public)
        piece = None if work.piece is None else scene.public.table.find(work.piece)
        if piece is not None:
            return self._ask_answer(scene, piece, work.count)
        key = f"challenge-{work.count}"
        if scene.seat != ENEMY_SEAT:
            return _watching(key, "The Enemy may challenge Fellowship markers.", "6.21")
        leaving = {one.piece for one in scene.public.expected if one.what == "remove"}
        standing = scene.public.pieces_of(FELLOWSHIP_SEAT)
        pieces = tuple(one for one in standing if one.id not in leaving)
        again = " again" if work.count else ""
        return Ask(
            key=key,
            sentence=f"Challenge a marker{again}, or go on.",
            section="6.21",
            detail=("A rumor is taken off. If it is a group, your player-turn ends at once.",),
            form=Form(
                fields=(piece_field(scene, "piece", "Marker", pieces),),
                choices=(Choice(action="challenge", label="Challenge it", weight="grave"),),
            ),
            done="No challenge" if not work.count else "No more challenges",
            asked=True,
            lit=tuple(one.id for one in pieces),
        )

    def _ask_answer(self, scene: Scene, piece: Piece, count: int) -> Ask:
        key = f"answer-{count}"
        if scene.seat != FELLOWSHIP_SEAT:
            sentence = f"The Fellowship says what the marker at {piece.place} is."
            return Ask(key=key, sentence=sentence, section="6.21", lit=(piece.id,))
        return Ask(
            key=key,
            sentence=f"The Enemy challenges your marker at {piece.place}. Say what it is.",
            section="6.21",
            detail=("Look at its label, or at your boxes.",),
            form=Form(
                choices=(
                    Choice(action="rumor", label="It is a rumor"),
                    Choice(action="group", label="It is a group"),
                )
            ),
            asked=True,
            lit=(piece.id,),
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """A challenge, or the answer to one."""
        work = _challenge(scene.public)
        if work.piece is None:
            piece = chosen_piece(scene, answer.text("piece"))
            if piece is None:
                return _missing("Expected the marker to challenge. Choose or tap one.", "6.21")
            note = Noted(text=f"The Enemy challenges the marker at {piece.place}.", section="6.21")
            return (note, MarkerChallenged(piece=piece.id))
        if answer.action == "group":
            return (
                MarkerRevealed(piece=work.piece, known="group", section="6.21"),
                ChallengeAnswered(),
                Noted(text="The Enemy loses the rest of the player-turn.", section="6.21"),
                StepEntered(step=StepId.TURN_END, turn=scene.public.turn),
            )
        return (
            MarkerRevealed(piece=work.piece, known="rumor", section="6.21"),
            ChallengeAnswered(),
            *self._take_off(scene.public, work.piece),
        )

    def _take_off(self, public: PublicState, number: PieceId) -> Events:
        piece = public.table.find(number)
        if piece is None:
            return ()
        text = f"Take the {piece.colour} marker at {piece.place} off the map."
        return (ExpectationSet(expected=Expected(piece=number, what="remove", text=text)),)


# --- Mobilizing (6.22) --------------------------------------------------------------------------


class MobilizeWork(Work, frozen=True, kw_only=True):
    """What mobilizing has left open.

    Attributes:
        rumors_due: Guardian rumors that may be turned over with a Guardian (6.221).
        off_board: a minion off the board was mobilized; a marker may have to be put down for it.
    """

    rumors_due: int = 0
    off_board: bool = False


_MOBILIZE: Final = "mobilize"


class MobilizeNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-mobilize-work"):
    """What mobilizing has left open (6.221, 6.222)."""

    work: MobilizeWork

    def apply(self, public: PublicState) -> PublicState:
        """Remember it."""
        return _replace(public, work={**public.work, _MOBILIZE: self.work})


def _mobilizing(public: PublicState) -> MobilizeWork:
    found = public.work.get(_MOBILIZE)
    return found if isinstance(found, MobilizeWork) else MobilizeWork()


def is_dormant(piece: Piece) -> bool:
    """Whether a marker shows the dormant side (3.4)."""
    return mode_of_piece(piece) is Mode.DORMANT


class MobilizeMinions(Handler):
    """Minions are mobilized: how many is public, which ones is the Enemy's secret (6.22)."""

    def enter(self, scene: Scene) -> Events:
        """The turn track says how many."""
        return (MobilizationsGiven(count=mobilizations(scene.public.turn)),)

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Every mobilization of the turn is used and nothing can be left to do for one.

        Whether a marker has to be put down for a minion off the board is secret, so its owner says
        when that is done.
        """
        work = _mobilizing(public)
        open_ = work.rumors_due > 0 or work.off_board
        return public.closed or (public.mobilizations_left == 0 and not open_)

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Markers are put down and turned here."""
        return seat == ENEMY_SEAT

    def ask(self, scene: Scene) -> Ask:
        """Turn a marker over, or say that a minion off the board is mobilized."""
        left = scene.public.mobilizations_left
        key = f"mobilize-{left}"
        if scene.seat != ENEMY_SEAT or scene.hidden is None:
            sentence = f"The Enemy may mobilize minions: {left} left this turn."
            return _watching(key, sentence, "6.22")
        waiting = [f for f in _off_board() if f.name not in scene.hidden.boxes]
        fields = (
            select("card", "Minion off the board", [(f.name, _with_place(f)) for f in waiting]),
            box_field(scene, "box", "Into box"),
        )
        choices = [
            Choice(action="off-board", label="Mobilize it", section="6.222"),
            Choice(
                action="part",
                label="Part of a marker",
                detail="Some minions of a dormant marker: put down a second one.",
                section="6.221",
            ),
        ]
        return Ask(
            key=key,
            sentence=f"Mobilize minions: {left} left this turn."
            if left
            else "Put down what you have mobilized, then go on.",
            section="6.22",
            detail=self._hints(scene.public),
            form=Form(fields=fields if left else (), choices=tuple(choices) if left else ()),
            done="Go on",
            asked=True,
        )

    def _hints(self, public: PublicState) -> tuple[str, ...]:
        hints = [
            "On the board: turn the marker from side 6 to its base mode; the eye counts it.",
            "Off the board: choose the card and its box; put a marker in its hex if none is there.",
            "Saruman's agents come with him: lay their cards into boxes in the tab Boxes.",
        ]
        if _mobilizing(public).rumors_due:
            hints.append("One Guardian rumor may be turned over as well (6.221).")
        return tuple(hints)

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """The count is public; card and box are not."""
        if scene.public.mobilizations_left == 0:
            return Refusal(
                code="rule",
                text="All mobilizations of this turn are used.",
                section="6.22",
            )
        if answer.action == "part":
            return (MinionMobilized(on_board=True),)
        card, box = answer.text("card"), answer.text("box")
        if not card or not box:
            return _missing("Expected a minion and the box it joins. Choose both.", "6.222")
        return (
            MinionMobilized(on_board=False),
            MobilizeNoted(work=_replace(_mobilizing(scene.public), off_board=True)),
            CardBoxed(seat=ENEMY_SEAT, card=card, box=box),
        )

    def sighting(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """A dormant marker that is turned over is a mobilization."""
        found: list[Event] = []
        left, work = scene.public.mobilizations_left, _mobilizing(scene.public)
        for change in seen:
            before, after = change.before, change.after
            if before is None or after is None or not is_dormant(before) or is_dormant(after):
                continue
            guardian = marker_type_of(after) is MarkerType.GUARDIAN
            if guardian and work.rumors_due:
                work = _replace(work, rumors_due=work.rumors_due - 1)
                found.append(MobilizeNoted(work=work))
            elif left:
                left -= 1
                found.append(MinionMobilized(on_board=True))
                if guardian:
                    work = _replace(work, rumors_due=work.rumors_due + 1)
                    found.append(MobilizeNoted(work=work))
            else:
                flag = flag_for(scene.public, after, before, ENEMY_SEAT)
                text = f"The marker at {after.place} was mobilized; none is left this turn."
                found.append(MoveFlagged(flag=_replace(flag, text=text, section="6.22")))
        starts = {label for force in _off_board() for label in force.start}
        dormant = {p.place for p in scene.public.pieces_of(ENEMY_SEAT) if is_dormant(p)}
        return (*found, *strangers(scene.public, seen, starts | dormant, "6.22"))


def _off_board() -> tuple[Force, ...]:
    """Minions that start off the board and count when they are mobilized (10.1, 6.22)."""
    kinds = ("agent", "mouth", "fell-creature", "saruman")
    return tuple(force for force in forces_of(ENEMY) if force.kind in kinds)


def _with_place(force: Force) -> str:
    return f"{force.name} ({', '.join(force.start)})"


# --- Enabling (6.25) ----------------------------------------------------------------------------


class EnableForces(Handler):
    """One set of forces that need it may move in this player-turn (6.25)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Enabled already, or nothing mobilized stands on the map."""
        able = [piece for piece in public.pieces_of(ENEMY_SEAT) if not is_dormant(piece)]
        return public.closed or not able

    def ask(self, scene: Scene) -> Ask:
        """One of three kinds."""
        if scene.seat != ENEMY_SEAT:
            return _watching("enable", "The Enemy may enable forces to move.", "6.25")
        able = [p for p in scene.public.pieces_of(ENEMY_SEAT) if not is_dormant(p)]
        of_type = {kind: [p for p in able if marker_type_of(p) is kind] for kind in MarkerType}
        pairs = [*of_type[MarkerType.GUARDIAN], *of_type[MarkerType.SAURONIC]]
        choices: list[Choice] = []
        if of_type[MarkerType.GUARDIAN]:
            choices.append(Choice(action="guardian", label="A Guardian and a Guardian rumor"))
        if of_type[MarkerType.SARUMAN]:
            choices.append(Choice(action="saruman", label="All of Saruman's forces"))
        if of_type[MarkerType.SAURONIC]:
            choices.append(Choice(action="fell-creature", label="A fell creature and a rumor"))
        fields = (
            (
                piece_field(scene, "first", "Marker", pairs),
                piece_field(scene, "second", "Second marker", pairs),
            )
            if pairs
            else ()
        )
        return Ask(
            key="enable",
            sentence="Enable forces to move this player-turn, or go on.",
            section="6.25",
            detail=("Nazgul and Sauronic agents move without being enabled.",),
            form=Form(fields=fields, choices=tuple(choices)),
            done="Enable nothing",
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """Everybody sees which markers; not which of two is the rumor."""
        if answer.action == "saruman":
            white = tuple(
                piece.id
                for piece in scene.public.pieces_of(ENEMY_SEAT)
                if marker_type_of(piece) is MarkerType.SARUMAN
            )
            return (ForcesEnabled(kind="saruman", pieces=white), StepClosed())
        guardian = answer.action == "guardian"
        kind = MarkerType.GUARDIAN if guardian else MarkerType.SAURONIC
        chosen = [chosen_piece(scene, answer.text(name)) for name in ("first", "second")]
        pieces = sorted({piece.id for piece in chosen if piece is not None})
        right = all(piece is None or marker_type_of(piece) is kind for piece in chosen)
        if not pieces or not right:
            colour = "black" if guardian else "red"
            return _missing(f"Expected one or two {colour} markers. Choose them again.", "6.25")
        return (
            ForcesEnabled(kind="guardian" if guardian else "fell-creature", pieces=tuple(pieces)),
            StepClosed(),
        )


EVENTS: Final[tuple[type[Event], ...]] = (
    MarkerChallenged,
    ChallengeAnswered,
    MobilizeNoted,
)
