"""The Ring at the end of the Enemy's status phase: passed on, or at its goal (6.413, 11.0)."""

from __future__ import annotations

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.play import CellAsked, GameEnded, StepClosed
from companion.games.fellowship.events.ring import RingTaken
from companion.games.fellowship.facts.names import ENEMY, HexType
from companion.games.fellowship.facts.roster import forces_of
from companion.games.fellowship.flow.choosing import select
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.ring import can_hold, holder_of
from companion.games.fellowship.rules.ring_place import ring_place
from companion.games.fellowship.rules.victory import Ending, is_lost_to_enemy
from companion.games.fellowship.seats import ENEMY_SEAT
from companion.games.fellowship.state import CellQuestion, PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.values import Refusal
from companion.table.views import Choice, Form


class RingCheck(Handler):
    """The Enemy passes the Ring on, and wins where it is in a Garrisoned hex (6.413, 11.0)."""

    def enter(self, scene: Scene) -> Events:
        """The game ends at once where the map says that the hex is Garrisoned."""
        return _looked_up(scene)

    def resume(self, scene: Scene) -> Events:
        """The type of the hex has been filled in."""
        return _looked_up(scene)

    can_skip = True

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Everybody knows when the Enemy controls the Ring; else there is nothing to do."""
        return public.closed or public.ring != "enemy"

    def ask(self, scene: Scene) -> Ask:
        """Where it is stands on the map, face up; by hand where no marker is known."""
        if scene.seat != ENEMY_SEAT:
            sentence = "The Enemy has the Ring and may pass it on."
            return Ask(key="ring", sentence=sentence, section="6.413, 11.0")
        names = [
            (force.name, force.name)
            for force in forces_of(ENEMY)
            if holder_of(force.name) == "enemy" and can_hold(force.name)
        ]
        choices = [Choice(action="pass", label="Pass it on", section="6.413")]
        place = find_hex(ring_place(scene.public))
        if place is None or isinstance(scene.handbook.map.hex_type(place), UnknownCell):
            choices.append(
                Choice(action="garrisoned", label="It is in a Garrisoned hex", weight="grave")
            )
        return Ask(
            key="ring",
            sentence="You control the Ring: pass it to a minion of the same group, or go on.",
            section="6.413, 11.0",
            form=Form(
                fields=(select("to", "To", [("", "choose"), *names]),), choices=tuple(choices)
            ),
            done="It stays",
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """Another minion of the group has it, or the Enemy has won."""
        if answer.action == "garrisoned":
            return (_won(),)
        name = answer.text("to")
        if not name:
            text = "Expected who is to have the Ring. Choose one of the same group."
            return Refusal(code="bad-input", text=text, section="6.413")
        ring = scene.public.ring_public
        place = ring_place(scene.public)
        passed = RingTaken(by="enemy", bearer=name, piece=ring.piece, place=place, section="6.413")
        return (passed, StepClosed())


def _looked_up(scene: Scene) -> Events:
    place = find_hex(ring_place(scene.public))
    if scene.public.ring != "enemy" or place is None:
        return ()
    hex_type = scene.handbook.map.hex_type(place)
    if isinstance(hex_type, UnknownCell):
        return (CellAsked(question=CellQuestion(seat=ENEMY_SEAT, cell=hex_type)),)
    garrisoned = hex_type is HexType.GARRISONED
    return (_won(),) if is_lost_to_enemy(holder=scene.public.ring, garrisoned=garrisoned) else ()


def _won() -> GameEnded:
    reason = "The Enemy has the Ring in a Garrisoned hex: total victory for the Enemy."
    return GameEnded(reason=reason, ending=Ending.ENEMY_HAS_IT)
