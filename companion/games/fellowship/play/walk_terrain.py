"""What is asked when a terrain roll is due on a walk (7.32)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.board.places import parse_place
from companion.games.fellowship.events.movement import Walk
from companion.games.fellowship.facts.names import MarkerType, Mode
from companion.games.fellowship.facts.roster import GOLLUM
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask
from companion.games.fellowship.play.walk_matter import Matter, rules_of_walk
from companion.games.fellowship.play.walk_plan import change_walk
from companion.games.fellowship.play.walk_question import (
    OTHER_WAY,
    WalkQuestion,
    key_of_walk,
    may_hold,
    places_words,
    take_way,
    way_field,
)
from companion.games.fellowship.play.walking import (
    claim,
    stop,
    take_terrain_roll,
)
from companion.games.fellowship.rules.movement_need import GOLLUMS_HELP
from companion.games.fellowship.rules.movement_steps import Passage, Step, steps_from
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, marker_type_of, owner_of
from companion.games.fellowship.state import Scene
from companion.games.fellowship.tables.terrain import Way
from companion.table.values import Piece, Refusal, Roll
from companion.table.views import Choice, Form
from companion.table.wording import signed_text

_replace = msgspec.structs.replace


class TerrainRoll(WalkQuestion):
    """A terrain roll, or the roll to leave the Northern Waste (7.32, 7.72)."""

    section = "7.32"

    def waits(self, walk: Walk, matter: Matter) -> str:
        """What is rolled for and what is needed; everybody may know."""
        needed = matter.need.highest_roll if matter.need is not None else 0
        return f"A roll of {needed} or less is needed {places_words(matter.step)}."

    def question(self, scene: Scene, walk: Walk, matter: Matter) -> Ask:
        """Roll, show a card, or go another way."""
        needed = matter.need.highest_roll if matter.need is not None else 0
        detail = [f"The marker is at {walk.here} and goes to {walk.goal}.".replace("@", "")]
        if matter.need is not None:
            parts = [part for part in matter.need.parts if part.value]
            detail.append(f"The number is {matter.need.number} ({matter.need.section}).")
            detail += [f"{signed_text(part.value)} {part.label}" for part in parts]
        wet = matter.step is not None and matter.step.way in (Way.RIVER, Way.SWAMP)
        if wet and scene.seat == ENEMY_SEAT:
            detail.append("A group with a Nazgul cannot cross here (7.324).")
        choices = (
            *self._claims(scene, walk, matter),
            *_other_passages(scene, walk, matter),
            OTHER_WAY,
            Choice(action="stop", label=f"Stop at {walk.here}".replace("@", "")),
        )
        return Ask(
            key=key_of_walk(walk, matter),
            sentence=f"Roll {needed} or less to go {places_words(matter.step)}.",
            section=matter.need.section if matter.need is not None else self.section,
            detail=tuple(detail),
            form=Form(fields=(way_field(walk),), choices=choices),
            roll=GAME_ROLL,
            purpose=f"going {places_words(matter.step)}",
            asked=True,
            lit=(walk.piece,),
        )

    def _claims(self, scene: Scene, walk: Walk, matter: Matter) -> tuple[Choice, ...]:
        piece = scene.public.standing(walk.piece)
        step = matter.step
        if piece is None or step is None:
            return ()
        if owner_of(piece.colour) == FELLOWSHIP_SEAT:
            if step.passage is Passage.REGION:
                return ()
            return tuple(_characters(scene, walk, piece, step))
        # Without modes nobody has one of its own to ignore woods in (14.1).
        spider = (
            not scene.public.switches.simple_movement
            and marker_type_of(piece) is MarkerType.GUARDIAN
            and mode_of_piece(piece) is Mode.FOOT
            and step.way is Way.WOODS
        )
        if spider:
            return (Choice(action="spider", label="It is the Giant Spider: no roll"),)
        return ()

    def act(self, flow: Flow, walk: Walk, matter: Matter, answer: Answer) -> Refusal | None:
        """A card, another way, or no further."""
        match answer.action:
            case "radagast":
                claim(flow, walk, _replace(walk.claims, no_terrain_rolls=True), "12.1")
            case "gollum":
                claim(flow, walk, _replace(walk.claims, gollum=True), "12.1")
            case "spider":
                claim(flow, walk, _replace(walk.claims, ignores_woods=True), "6.262")
            case "way":
                return take_way(flow, walk, answer.text("way"))
            case "by-terrain" | "by-feature":
                leg = _replace(walk.legs[walk.done], passage=answer.action.removeprefix("by-"))
                legs = (*walk.legs[: walk.done], leg, *walk.legs[walk.done + 1 :])
                change_walk(flow, _replace(walk, legs=legs, revision=walk.revision + 1))
            case _:
                stop(flow, walk, "Its owner stops it.", "7.31")
        return None

    def roll(self, flow: Flow, walk: Walk, matter: Matter, roll: Roll) -> None:
        """Across, or no further."""
        take_terrain_roll(flow, roll)


def _characters(scene: Scene, walk: Walk, piece: Piece, step: Step) -> Iterator[Choice]:
    """Whom the Fellowship may show before a terrain roll (12.1)."""
    if may_hold(scene, piece, "Radagast"):
        yield Choice(action="radagast", label="Show Radagast: no roll", section="12.1")
    helped = None if step.way is None else GOLLUMS_HELP.get(step.way)
    if helped is not None and not walk.claims.gollum and may_hold(scene, piece, GOLLUM):
        label = f"Show Gollum: {signed_text(helped)}"
        yield Choice(action="gollum", label=label, section="12.1")


def _other_passages(scene: Scene, walk: Walk, matter: Matter) -> tuple[Choice, ...]:
    """The same hexside by its terrain or its feature, at choice (7.32)."""
    piece = scene.public.standing(walk.piece)
    step = matter.step
    if piece is None or step is None:
        return ()
    rules = rules_of_walk(scene.public, scene.handbook, walk, piece)
    found: list[Choice] = []
    for other in steps_from(rules.around, rules.walker, parse_place(walk.here)):
        if other.end != step.end or other.passage == step.passage:
            continue
        if other.blocked and scene.public.known.get(walk.piece) == "rumor":
            continue
        if other.blocked:
            label = "Go onto the blocked feature instead"
            found.append(Choice(action=f"by-{other.passage}", label=label, section="7.33"))
            continue
        need = rules.need_of(other)
        if other.way is None or need.kind == "forbidden" or need.is_hopeless:
            continue
        needed = f"{need.highest_roll} or less" if need.kind == "roll" else ""
        label = f"Go by {other.way} instead"
        found.append(Choice(action=f"by-{other.passage}", label=label, detail=needed))
    return tuple(found)
