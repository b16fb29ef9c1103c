"""What may be noted of the Ring at any time: the Fellowship's own notes, and putting it right."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.play import FightStarted, MarkerRevealed
from companion.games.fellowship.events.ring import (
    GOLLUMS_AMBUSH,
    BearerNoted,
    RingMarked,
    RingTaken,
)
from companion.games.fellowship.facts.names import ENEMY, MarkerType
from companion.games.fellowship.facts.roster import GOLLUM, forces_of
from companion.games.fellowship.flow.choosing import piece_words, place_field, select
from companion.games.fellowship.flow.own_ring import bearer_group, may_follow
from companion.games.fellowship.flow.steps import Answer, Events
from companion.games.fellowship.ownership import player_of
from companion.games.fellowship.rules.ring import RingHolder, bearers, can_hold, holder_of
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import OFF, PublicState, Scene
from companion.table.ids import PieceId
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form

RING_HOLDERS: Final[tuple[RingHolder, ...]] = (
    "fellowship",
    "enemy",
    "saruman",
    "gollum",
    "nobody",
)

_MOST_MARKS: Final = 12
"""No Ring transfer number is higher (6.412)."""


def ring_form(scene: Scene) -> Form:
    """The Fellowship's own notes on the Ring; nothing of them leaves the cover but a new bearer."""
    names = [("", "choose"), *((force.name, force.name) for force in bearers())]
    return Form(
        fields=(
            select("bearer", "Character", names),
            Field(
                name="marks",
                label="Marks to add",
                kind="number",
                value="1",
                minimum=-_MOST_MARKS,
                maximum=_MOST_MARKS,
            ),
        ),
        choices=(
            Choice(
                action="ring-new",
                label="The bearer fell, this one follows",
                detail="Everybody is told who.",
                section="6.411",
            ),
            Choice(action="ring-bearer", label="This one bears it", detail="Nobody is told."),
            Choice(action="ring-marks", label="Add marks", section="6.412"),
            Choice(
                action="gollum-ambush",
                label="Gollum ambushes the bearer",
                detail="By an event card; everybody learns with which marker the bearer is.",
                section="6.415",
                weight="grave",
            ),
        ),
    )


def ring_hand_form(scene: Scene) -> Form:
    """Who has the Ring and where it is, put right by hand and recorded in public."""
    ring = scene.public.ring_public
    balrog = scene.public.switches.balrog_and_ring
    holders = [(who, who.title()) for who in _holders(scene)]
    pieces = [
        (str(piece.id), piece_words(piece)) for piece in scene.public.table if piece.place != OFF
    ]
    return Form(
        fields=(
            select("ring", "The Ring", holders, scene.public.ring),
            msgspec.structs.replace(_hands_field(balrog=balrog), value=ring.bearer),
            select(
                "carrier",
                "Marker, sticker side up",
                [("", "none"), *pieces],
                "" if ring.piece is None else str(ring.piece),
            ),
            place_field("place", "Or its place"),
        ),
        choices=(Choice(action="ring", label="Note who has it", section="6.41"),),
    )


@lru_cache(maxsize=2)
def _hands_field(*, balrog: bool) -> Field:
    names = [force.name for force in bearers()]
    names += [force.name for force in forces_of(ENEMY) if can_hold(force.name, balrog=balrog)]
    entries = [("", "not said"), *((name, name) for name in (*names, GOLLUM))]
    return select("bearer", "In the hands of", entries)


def _holders(scene: Scene) -> tuple[RingHolder, ...]:
    """Who may have the Ring, the Balrog among them where 15.17 is played."""
    more: tuple[RingHolder, ...] = ("balrog",) if scene.public.switches.balrog_and_ring else ()
    return (*RING_HOLDERS, *more)


def _ring(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    holder = next((who for who in _holders(scene) if who == answer.text("ring")), None)
    carrier, bearer = answer.text("carrier"), answer.text("bearer")
    ring = scene.public.ring_public
    if holder is None:
        return Refusal(code="bad-input", text="Expected who has the Ring. Choose one.")
    if bearer and holder not in ("nobody", holder_of(bearer)) and holder != "enemy":
        text = f"{bearer} cannot have the Ring for: {holder}. Choose another."
        return Refusal(code="bad-input", text=text, section="6.41")
    taken = RingTaken(
        by=holder,
        seat=scene.seat,
        bearer="" if holder == "nobody" else bearer,
        piece=PieceId(int(carrier)) if carrier.isdecimal() and holder != "fellowship" else None,
        place="" if holder == "fellowship" else answer.text("place") or ring.place,
    )
    after = taken.apply(scene.public)
    if (after.ring, after.ring_public) == (scene.public.ring, ring):
        return ()
    return _not_to_oneself(scene, after) or (taken,)


def _not_to_oneself(scene: Scene, after: PublicState) -> Refusal | None:
    """Refuse what would open the other seat's notes on Saruman's forces to whoever taps it."""
    keeper, taker = (player_of(one, MarkerType.SARUMAN) for one in (scene.public, after))
    if keeper in (taker, scene.seat):
        return None
    text = (
        f"The notes on Saruman's forces would go to the {taker.title()} with the Ring: have the "
        f"{keeper.title()}, whose they are, note this."
    )
    return Refusal(code="not-yours", text=text, section="6.414")


def _new(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    name, allowed = answer.text("bearer"), may_follow(scene)
    if not name:
        return _missing()
    if allowed and name not in allowed:
        text = f"Expected one of: {', '.join(allowed)}. A Hobbit comes first."
        return Refusal(code="rule", text=text, section="6.411", private=True)
    return (
        RingTaken(by="fellowship", bearer=name, section="6.411"),
        BearerNoted(seat=FELLOWSHIP_SEAT, card=name),
    )


def _bearer(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    name = answer.text("bearer")
    return (BearerNoted(seat=FELLOWSHIP_SEAT, card=name),) if name else _missing()


def _marks(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    name, count = answer.text("bearer"), answer.number("marks")
    if not name or not count:
        return _missing()
    return (RingMarked(seat=FELLOWSHIP_SEAT, card=name, count=count, why="by hand"),)


def _gollum(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    """A fight for the combat phase: Gollum against the group that the notes name (6.415)."""
    group = bearer_group(scene)
    piece = None if group is None else group.piece
    if scene.public.ring != "fellowship" or piece is None or piece.place == OFF:
        text = "Note first who bears the Ring, in which box, and which marker belongs to it."
        return Refusal(code="rule", text=text, section="6.415", private=True)
    force = FightForce(ambush="minion")
    revealed = MarkerRevealed(piece=piece.id, known="group", section="6.415")
    started = FightStarted(place=piece.place, cause=GOLLUMS_AMBUSH, piece=piece.id, force=force)
    return (revealed, started)


def _missing() -> Refusal:
    return Refusal(code="bad-input", text="Expected a character. Choose one.", section="6.41")


RING_VERBS: Final[dict[str, Callable[[Scene, str, Answer], Events | Refusal]]] = {
    "ring": _ring,
    "ring-new": _new,
    "ring-bearer": _bearer,
    "ring-marks": _marks,
    "gollum-ambush": _gollum,
}
"""What follows from the choices of these forms, by their word."""
