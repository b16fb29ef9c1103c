"""What is asked while a marker is on its way, and what follows from the answers (7.3 to 7.7).

One class for each kind of `walk_matter.Matter` that somebody has to answer. Who is asked, and in
which words, follows from colour, side and place of the marker, never from what it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

import msgspec

from companion.board.hexes import BoardError
from companion.games.fellowship.events.movement import Walk
from companion.games.fellowship.flow.choosing import own_name
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.ownership import mover_of
from companion.games.fellowship.play.search_stage import bad_input
from companion.games.fellowship.play.walk_matter import Matter
from companion.games.fellowship.play.walk_plan import redraw, redrawable
from companion.games.fellowship.rules.movement_path import Breach, parse_way
from companion.games.fellowship.rules.movement_steps import Passage, Step
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import SeatId
from companion.table.values import Piece, Refusal, Roll
from companion.table.views import Choice, Field

_replace = msgspec.structs.replace


def owner_of_walk(public: PublicState, walk: Walk) -> SeatId:
    """Whose marker is on its way."""
    piece = public.standing(walk.piece)
    seat = mover_of(public, piece) if piece is not None else None
    return seat or FELLOWSHIP_SEAT


def key_of_walk(walk: Walk, matter: Matter) -> str:
    """What tells one question of a walk from every other."""
    facing = f"-{walk.facing}" if matter.kind == "blocked" else ""
    return f"walk-{walk.number}-{walk.done}-{walk.revision}-{matter.kind}{facing}"


def places_words(step: Step | None) -> str:
    """From where to where, and by what."""
    if step is None:
        return ""
    by = step.way.value if step.way is not None else step.passage.value
    how = f" by {by}" if step.passage is not Passage.REGION else ""
    return f"from {step.start} to {step.end}{how}".replace("@", "")


def may_hold(scene: Scene, piece: Piece, card: str) -> bool:
    """Whether the viewer's own notes allow the card to be with this marker.

    Only the owner's own screen depends on it. Without notes everything is possible.
    """
    hidden = scene.hidden
    if hidden is None or not hidden.boxes:
        return True
    box, name = hidden.boxes.get(card), own_name(scene, piece)
    if box is None:
        return False
    return not name or box == f"fellowship-{name}" or box == name.replace(" ", "-", 1)


class WalkQuestion(ABC):
    """One kind of question on a walk. A kind overrides what it needs."""

    section = "7.3"

    def asked(self, public: PublicState, walk: Walk) -> SeatId:
        """Whose answer or roll is awaited: the owner's, unless a kind says otherwise."""
        return owner_of_walk(public, walk)

    @abstractmethod
    def waits(self, walk: Walk, matter: Matter) -> str:
        """What everybody else reads."""

    @abstractmethod
    def question(self, scene: Scene, walk: Walk, matter: Matter) -> Ask:
        """What the seat that is asked reads."""

    def ask(self, scene: Scene, walk: Walk, matter: Matter) -> Ask:
        """What a viewer reads."""
        if scene.seat == self.asked(scene.public, walk):
            return self.question(scene, walk, matter)
        return Ask(
            key=key_of_walk(walk, matter),
            sentence=self.waits(walk, matter),
            section=self.section,
            lit=(walk.piece,),
        )

    def act(self, flow: Flow, walk: Walk, matter: Matter, answer: Answer) -> Refusal | None:
        """What follows from a choice."""
        return None

    def roll(self, flow: Flow, walk: Walk, matter: Matter, roll: Roll) -> None:
        """What follows from the roll that is awaited; nothing where none is."""
        return


OTHER_WAY: Final = Choice(action="way", label="Go this other way", detail="As typed above.")


def way_field(walk: Walk) -> Field:
    """Where the mover types another way, filled with the one that was guessed."""
    label = "Another way: its hexes, parted by blanks"
    return Field(name="way", label=label, kind="text", value=redrawable(walk))


def take_way(flow: Flow, walk: Walk, text: str) -> Refusal | None:
    """The mover has typed another way."""
    try:
        places = parse_way(text)
    except BoardError as error:
        return bad_input(f"{error}. Type the hexes of the way, such as 9,d 10,e.", "7.31")
    found = redraw(flow, walk, places)
    if isinstance(found, Breach):
        return Refusal(code="rule", text=found.text, section=found.section)
    return None
