"""What is asked at a feature that an Enemy marker blocks (7.33)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.board.places import parse_place
from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.movement import Walk
from companion.games.fellowship.events.play import (
    ExpectationSet,
    FightStarted,
    MarkerRevealed,
    Noted,
)
from companion.games.fellowship.facts.names import Mode
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, d10
from companion.games.fellowship.play.walk_matter import Matter, rules_of_walk
from companion.games.fellowship.play.walk_plan import change_walk
from companion.games.fellowship.play.walk_question import (
    WalkQuestion,
    key_of_walk,
    owner_of_walk,
)
from companion.games.fellowship.play.walking import (
    stop,
    take_step,
)
from companion.games.fellowship.rules.movement_rules import blocking_pieces
from companion.games.fellowship.rules.movement_steps import Passage, Step, steps_from
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, other_seat
from companion.games.fellowship.state import Expected, Known, PublicState, Scene
from companion.table.ids import PieceId, SeatId
from companion.table.values import Refusal, Roll
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace

BYPASS_NUMBER: Final = 5
"""A marker passes a dormant blocker on this roll or less (7.33)."""


class Blocked(WalkQuestion):
    """A feature that an Enemy marker blocks (7.33)."""

    section = "7.33"

    def asked(self, public: PublicState, walk: Walk) -> SeatId:
        """First the mover, then the Enemy, then the mover's roll past a dormant group."""
        mover = owner_of_walk(public, walk)
        return other_seat(mover) if walk.facing == "enemy" else mover

    def ask(self, scene: Scene, walk: Walk, matter: Matter) -> Ask:
        """What a viewer reads, with the seats by their names."""
        ask = super().ask(scene, walk, matter)
        if ask.asked or owner_of_walk(scene.public, walk) == FELLOWSHIP_SEAT:
            return ask
        # The Fellowship blocks: the parts are exchanged (6.413).
        swap = {"Fellowship": "Enemy", "Enemy": "Fellowship"}
        words = [swap.get(word, word) for word in ask.sentence.split(" ")]
        return _replace(ask, sentence=" ".join(words))

    def waits(self, walk: Walk, matter: Matter) -> str:
        """For the answer or the roll."""
        side = matter.step.side if matter.step is not None else walk.goal
        match walk.facing:
            case "mover":
                return f"The Fellowship decides at the blocked hexside {side}."
            case "enemy":
                return f"The Enemy says what blocks the hexside {side}."
            case "bypass":
                return f"The Fellowship rolls to pass the dormant marker at {side}."

    def question(self, scene: Scene, walk: Walk, matter: Matter) -> Ask:
        """What each of the three reads."""
        side = str(matter.step.side) if matter.step is not None else walk.goal
        key = key_of_walk(walk, matter)
        lit = (walk.piece,)
        if walk.facing == "bypass":
            return Ask(
                key=key,
                sentence=f"Roll {BYPASS_NUMBER} or less to pass the dormant marker at {side}.",
                section=self.section,
                roll=GAME_ROLL,
                purpose="past a dormant blocker",
                asked=True,
                lit=lit,
            )
        if walk.facing == "enemy":
            choices: tuple[Choice, ...] = (
                Choice(action="rumor", label="It is a rumor", detail="It leaves the map."),
                Choice(action="group", label="It is a group"),
            )
            sentence = f"A group comes onto the hexside {side} that you block: say what blocks it."
        else:
            choices = self._mover_choices(scene.public, scene, walk, side)
            sentence = f"The feature at {side} is blocked: say how your marker goes on."
        return Ask(
            key=key,
            sentence=sentence,
            section=self.section,
            form=Form(choices=choices),
            asked=True,
            lit=lit,
        )

    def _mover_choices(
        self, public: PublicState, scene: Scene, walk: Walk, side: str
    ) -> tuple[Choice, ...]:
        found: list[Choice] = []
        if public.known.get(walk.piece) != "rumor":
            detail = "Everybody learns that it is one; rumors may not."
            found.append(Choice(action="enter", label="It is a group: go onto it", detail=detail))
        if _terrain_step(Flow(scene), walk) is not None:
            found.append(Choice(action="terrain", label="Cross by the terrain instead"))
        found.append(Choice(action="stop", label=f"Stop before {side}"))
        return tuple(found)

    def act(self, flow: Flow, walk: Walk, matter: Matter, answer: Answer) -> Refusal | None:
        """By turns what the mover and the Enemy say."""
        step = matter.step
        if step is None or step.side is None:
            return None
        if walk.facing == "enemy":
            self._enemy_said(flow, walk, step, rumor=answer.action == "rumor")
            return None
        match answer.action:
            case "enter":
                if flow.public.known.get(walk.piece) != "group":
                    flow.add(MarkerRevealed(piece=walk.piece, known="group", section="7.33"))
                known = _known_of_blockers(flow.public, walk, step)
                if known is None:
                    change_walk(flow, _replace(walk, facing="enemy"))
                else:
                    self._enemy_said(flow, walk, step, rumor=known == "rumor")
            case "terrain":
                other = _terrain_step(flow, walk)
                if other is not None:
                    leg = _replace(walk.legs[walk.done], passage=other.passage.value)
                    legs = (*walk.legs[: walk.done], leg, *walk.legs[walk.done + 1 :])
                    change_walk(flow, _replace(walk, legs=legs, revision=walk.revision + 1))
            case _:
                stop(flow, walk, "It stops before a blocked feature.", "7.33")
        return None

    def _enemy_said(self, flow: Flow, walk: Walk, step: Step, *, rumor: bool) -> None:
        side = str(step.side)
        blocking = blocking_pieces(flow.public, side, owner_of_walk(flow.public, walk))
        for piece in blocking:
            known: Known = "rumor" if rumor else "group"
            flow.add(MarkerRevealed(piece=piece.id, known=known, section="7.33"))
            if rumor:
                text = f"Take the {piece.colour} rumor at {side} off the map."
                flow.add(
                    ExpectationSet(expected=Expected(piece=piece.id, what="remove", text=text))
                )
        if rumor:
            take_step(flow, _opened(walk), step)
        elif blocking and all(mode_of_piece(piece) is Mode.DORMANT for piece in blocking):
            change_walk(flow, _replace(walk, facing="bypass"))
        else:
            _fight_at(flow, walk, side)

    def roll(self, flow: Flow, walk: Walk, matter: Matter, roll: Roll) -> None:
        """Past the dormant group, or into a fight."""
        if matter.step is None:
            return
        passes = d10(roll) <= BYPASS_NUMBER
        words = "passes" if passes else "does not pass"
        flow.add(
            Noted(
                text=f"The marker {words} the dormant one at {matter.step.side}: {d10(roll)}, "
                f"{BYPASS_NUMBER} or less was needed.",
                section="7.33",
            )
        )
        if passes:
            take_step(flow, _opened(walk), matter.step)
        else:
            _fight_at(flow, walk, str(matter.step.side))


def _known_of_blockers(public: PublicState, walk: Walk, step: Step) -> Known | None:
    """What everybody knows already of the markers that block a hexside; None to ask their owner."""
    pieces = blocking_pieces(public, str(step.side), owner_of_walk(public, walk))
    found = {public.known.get(piece.id) for piece in pieces}
    if "group" in found:
        return "group"
    return "rumor" if found == {"rumor"} else None


def _opened(walk: Walk) -> Walk:
    """The walk with its blocked feature open; what happened there stays."""
    return _replace(walk, opened=walk.done, facing="mover", fixed=walk.done + 1)


def _fight_at(flow: Flow, walk: Walk, side: str) -> None:
    """The fight is about the Fellowship's marker, whichever of the two came there."""
    mover = owner_of_walk(flow.public, walk)
    piece: PieceId | None = walk.piece
    if mover != FELLOWSHIP_SEAT:
        piece = next((one.id for one in blocking_pieces(flow.public, side, mover)), None)
    cause, force = "blocked feature", FightForce()
    flow.add(FightStarted(place=side, cause=cause, piece=piece, force=force))
    who = "An Enemy group" if mover == FELLOWSHIP_SEAT else "A Fellowship group"
    stop(flow, walk, f"{who} blocks the feature.", "7.33", side)


def _terrain_step(flow: Flow, walk: Walk) -> Step | None:
    """The same hexside by its terrain, if that can be crossed at all."""
    piece = flow.public.standing(walk.piece)
    if piece is None or walk.is_over:
        return None
    rules = rules_of_walk(flow.public, flow.handbook, walk, piece)
    for step in steps_from(rules.around, rules.walker, parse_place(walk.here)):
        if step.end.label == walk.legs[walk.done].end and step.passage is Passage.TERRAIN:
            need = rules.need_of(step)
            return None if need.kind == "forbidden" or need.is_hopeless else step
    return None
