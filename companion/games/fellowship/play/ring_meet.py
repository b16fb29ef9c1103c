"""Who comes upon the Ring by moving: a group where it lies, or Saruman (6.411, 6.414)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.play import MarkerRevealed, Noted, StepClosed
from companion.games.fellowship.events.ring import RingNoted, RingTaken, ring_work
from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.flow.choosing import chosen_piece, piece_field
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.balrog_ring import BalrogMeet, black_beside
from companion.games.fellowship.play.closing import brought_home
from companion.games.fellowship.play.ring_after import bearer_field, new_bearer
from companion.games.fellowship.rules.ring import SARUMAN, saruman_takes_over
from companion.games.fellowship.rules.ring_place import beside_ring, captive_has_ring, ring_place
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, marker_type_of
from companion.games.fellowship.state import PublicState, Scene
from companion.table.values import Piece, Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace
_NAZGUL_THERE: Final = "nazgul"
_NONE_THERE: Final = "no-nazgul"
_SARUMAN_ASKED: Final = "Saruman's forces stand with an agent who has the Ring: say if he is there."
_SARUMAN_THERE: Final = Choice(action="saruman", label="Saruman is among them", section="6.414")


class RingMeet(Handler):
    """A marker has ended its move where the Ring openly is (6.411, 6.414)."""

    def enter(self, scene: Scene) -> Events:
        """The game is over once Saruman's forces have it in Isengard (6.414)."""
        return brought_home(scene.public)

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Nobody could take it, by what everybody sees."""
        return public.closed or not (_finders(public) or _saruman_may(public))

    def ask(self, scene: Scene) -> Ask:
        """The Fellowship says what its marker is; the Enemy, whether a Nazgul is there."""
        public = scene.public
        if ring_work(public).stage == "nazgul":
            return _ask_nazgul(scene)
        if scene.seat != FELLOWSHIP_SEAT:
            return Ask(key="ring-meet", sentence="The Fellowship stands where the Ring is.")
        finders = _finders(public)
        if finders:
            take = Choice(
                action="take",
                label="A group of mine takes it",
                detail="Everybody is told who bears it.",
                section="6.411",
                weight="primary",
            )
            return Ask(
                key="ring-meet",
                sentence=f"The Ring lies at {ring_place(public)}: a group there takes it.",
                section="6.411",
                form=Form(
                    fields=(piece_field(scene, "piece", "Marker", finders), bearer_field()),
                    choices=(take,),
                ),
                done="They are rumors",
                done_weight="plain",
                asked=True,
                lit=tuple(piece.id for piece in finders),
            )
        return Ask(
            key="ring-meet",
            sentence=_SARUMAN_ASKED,
            section="6.414",
            form=Form(choices=(_SARUMAN_THERE,)),
            done="He is not",
            done_weight="plain",
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """The Ring is taken up, or Saruman asks for it."""
        work = ring_work(scene.public)
        match answer.action:
            case "take":
                piece = chosen_piece(scene, answer.text("piece"))
                if piece is None:
                    return Refusal(code="bad-input", text="Expected the marker. Choose one.")
                events = new_bearer(scene, answer.text("bearer"))
                if isinstance(events, Refusal):
                    return events
                group = MarkerRevealed(piece=piece.id, known="group", section="6.411")
                return (group, *events)
            case "saruman":
                return (RingNoted(work=_replace(work, stage="nazgul")),)
            case _:
                return _saruman_answered(scene.public, nazgul=answer.action == _NAZGUL_THERE)


class EnemyMeet(BalrogMeet):
    """The Enemy's moves have ended where an agent openly has the Ring (6.414, 15.17).

    Saruman has ended a movement phase beside him as well; what he leaves the Balrog may want.
    """

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Nobody could take it, by what everybody sees."""
        return public.closed or not (_asks_saruman(public) or black_beside(public))

    def ask(self, scene: Scene) -> Ask:
        """The Fellowship, which plays Saruman, says whether he is there; then the Enemy."""
        if not _asks_saruman(scene.public):
            return super().ask(scene)
        if ring_work(scene.public).stage == "nazgul":
            return _ask_nazgul(scene)
        if scene.seat != FELLOWSHIP_SEAT:
            sentence = "Saruman's forces stand with the Ring: the Fellowship says if he is there."
            return Ask(key="ring-meet", sentence=sentence, section="6.414")
        choices = (
            _SARUMAN_THERE,
            Choice(action="no-saruman", label="He is not", section="6.414"),
        )
        return Ask(
            key="ring-meet",
            sentence=_SARUMAN_ASKED,
            section="6.414",
            form=Form(choices=choices),
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """Saruman's answers first."""
        work = ring_work(scene.public)
        match answer.action:
            case "saruman":
                return (RingNoted(work=_replace(work, stage="nazgul")),)
            case "no-saruman":
                return (RingNoted(work=_replace(work, stage="no-saruman")),)
            case "nazgul" | "no-nazgul":
                return _saruman_answered(scene.public, nazgul=answer.action == _NAZGUL_THERE)
            case _:
                return super().act(scene, answer)


def _asks_saruman(public: PublicState) -> bool:
    """Whether Saruman could be beside the agent, and nobody has said yet that he is not."""
    return _saruman_may(public) and ring_work(public).stage != "no-saruman"


def _ask_nazgul(scene: Scene) -> Ask:
    if scene.seat != ENEMY_SEAT:
        sentence = "The Enemy says whether a Nazgul stands beside the agent with the Ring."
        return Ask(key="ring-nazgul", sentence=sentence, section="6.414")
    return Ask(
        key="ring-nazgul",
        sentence="Saruman stands with your agent who has the Ring: is a Nazgul there?",
        section="6.414",
        form=Form(
            choices=(
                Choice(action=_NAZGUL_THERE, label="A Nazgul is there"),
                Choice(action=_NONE_THERE, label="No Nazgul", detail="Saruman takes the Ring."),
            )
        ),
        asked=True,
    )


def _saruman_answered(public: PublicState, *, nazgul: bool) -> Events:
    settled = RingNoted(work=_replace(ring_work(public), stage=""))
    if not saruman_takes_over(public.ring, public.ring_public.bearer, nazgul_there=nazgul):
        text = "A Nazgul guards the Ring from Saruman."
        return (settled, Noted(text=text, section="6.414"), StepClosed())
    white = next(
        (
            piece
            for piece in beside_ring(public, FELLOWSHIP_SEAT)
            if marker_type_of(piece) is MarkerType.SARUMAN
        ),
        None,
    )
    taken = RingTaken(
        by="saruman",
        bearer=SARUMAN,
        piece=None if white is None else white.id,
        place=ring_place(public),
        section="6.414",
    )
    return (settled, taken, *brought_home(taken.apply(public)), StepClosed())


def _finders(public: PublicState) -> tuple[Piece, ...]:
    """Green markers at an uncontrolled Ring that are not known to be rumors (6.411)."""
    if public.ring != "nobody" or captive_has_ring(public):
        return ()
    return tuple(
        piece
        for piece in beside_ring(public, FELLOWSHIP_SEAT)
        if marker_type_of(piece) is MarkerType.FELLOWSHIP and public.known.get(piece.id) != "rumor"
    )


def _saruman_may(public: PublicState) -> bool:
    """White markers stand beside an agent of Sauron who has the Ring (6.414)."""
    bearer = public.ring_public.bearer
    white = (
        marker_type_of(piece) is MarkerType.SARUMAN
        for piece in beside_ring(public, FELLOWSHIP_SEAT)
    )
    return saruman_takes_over(public.ring, bearer, nazgul_there=False) and any(white)
