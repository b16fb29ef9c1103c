"""An Enemy group that broke off goes to an adjacent hex or feature, never the same (8.5)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.box.board_places import find_hex, middle_of
from companion.games.fellowship.combat.cast import tries_to_leave
from companion.games.fellowship.events.combat import FightWork
from companion.games.fellowship.events.play import Noted
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat, place_words
from companion.games.fellowship.flow.choosing import select
from companion.games.fellowship.flow.own_groups import own_groups
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    broke_off,
    wrong,
)
from companion.games.fellowship.play.fight_end import after_enemy
from companion.games.fellowship.rules.retreat import enemy_retreat_options
from companion.games.fellowship.rules.retreat_ways import retreat_labels
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import PieceId
from companion.table.values import Piece, Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace
_SECTION: Final = "8.5"
_ON_FOOT: Final = 3
_NEW: Final = PieceId(0)
"""Number of a marker that is not on the map yet."""


class EnemyRetreat(SeatStage):
    """Where the Enemy's markers go; a deserting Ringbearer has none yet and is named a place."""

    section = _SECTION

    def asked(self, work: FightWork) -> Seat:
        """Who moves the markers: the Fellowship those of a third holder of the Ring (6.414)."""
        return FELLOWSHIP if tries_to_leave(work.cast.enemy) else ENEMY

    def waits(self, work: FightWork) -> str:
        """Where it may go."""
        who = self.asked(work).title()
        return f"The {who} retreats from {work.place} to any adjacent hex or feature."

    def places(self, scene: Scene, work: FightWork) -> tuple[str, ...]:
        """Every place to which one of them may go."""
        found = [
            label
            for piece in _who_retreats(scene.public, work)
            for label in _options(scene.public, scene.handbook, piece, work)
        ]
        return tuple(sorted(set(found)))

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Move the markers, or say where the deserter goes."""
        if work.cast.enemy == "bearer":
            return self._ask_deserter(scene, work)
        choices = (
            Choice(action="there", label="They stand there", weight="primary"),
            Choice(action="anyway", label="Leave them as they stand", weight="grave"),
        )
        return asking(
            work,
            f"Put the markers that fought at {work.place} into adjacent hexes or features.",
            _SECTION,
            choices,
            "They may not stay; the Fellowship may deny nothing.",
        )

    def _ask_deserter(self, scene: Scene, work: FightWork) -> Ask:
        # Where no way leads off it stays: somebody has to have the Ring somewhere.
        labels = self.places(scene, work) or (work.place,)
        choices = (Choice(action="flee", label="There", weight="primary"),)
        ask = asking(
            work,
            f"{work.bearer} is yours and leaves {work.place}: say where a red marker is put.",
            "6.412, 8.5",
            choices,
            "Put it there sticker side up; it is on foot.",
        )
        field = select("to", "Into", [(label, label) for label in labels])
        return _replace(ask, form=Form(fields=(field,), choices=choices))

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Look at the table; it may be left against the rule, and that is noted."""
        if answer.action == "flee":
            place = answer.text("to")
            if not place:
                return wrong("Expected where it goes. Choose one of the places.", _SECTION)
            flow.change(fled_to=place)
            after_enemy(flow)
            return None
        text = misplaced(flow.public, flow.handbook, flow.work)
        if answer.action != "anyway":
            if text:
                return wrong(text, _SECTION)
            own = _left_standing(flow)
            if own:
                return wrong(own, _SECTION, private=True)
        elif text:
            flow.add(Noted(text=f"Kept against the rule: {text}", section=_SECTION))
        after_enemy(flow)
        return None


def _who_retreats(public: PublicState, work: FightWork) -> tuple[Piece, ...]:
    """The markers where they stood; for a deserter one on foot that is put down anew."""
    if work.cast.enemy == "bearer":
        middle = middle_of(work.place)
        new = Piece(
            id=_NEW,
            colour="red",
            face=_ON_FOOT,
            x_in=middle.x_in,
            y_in=middle.y_in,
            place=work.place,
        )
        return (new,)
    return tuple(
        _replace(piece, place=place)
        for number, place in work.retreating
        if (piece := public.standing(number)) is not None
    )


def _options(
    public: PublicState, handbook: Handbook, piece: Piece, work: FightWork
) -> tuple[str, ...]:
    """Where one may go; who fought from a hexside may not come into the hex of the fight."""
    found = retreat_labels(public, handbook, piece, enemy_retreat_options)
    return tuple(label for label in found if label != work.place)


def misplaced(public: PublicState, handbook: Handbook, work: FightWork) -> str:
    """What the table shows against 8.5, one sentence; empty where all is well.

    Which of several markers fought is not everybody's to know, so one has to have gone at least.
    """
    stood = _who_retreats(public, work)
    gone = False
    for before in stood:
        after = public.standing(before.id)
        if after is not None and after.place == before.place:
            continue
        gone = True
        if after is None:
            continue
        open_places = _options(public, handbook, before, work)
        if not _is_among(after.place, open_places):
            where = ", ".join(open_places) or "no place on this map"
            there = place_words(after.place)
            return f"From {before.place} that marker may go to {where}, not to {there}."
    if stood and not gone:
        return f"No marker has left {work.place}: who broke off may not stay there."
    return ""


def _is_among(place: str, labels: tuple[str, ...]) -> bool:
    """Whether a place is one of those; a half counts where only the hex was named."""
    whole = find_hex(place)
    return place in labels or (whole is not None and whole.label in labels)


def _left_standing(flow: FightFlow) -> str:
    """What the asked seat's own notes say against it; nobody else reads it."""
    hand, work = flow.hand, flow.work
    fought = {
        name
        for number, name in hand.tokens.items()
        if (one := work.battle.find(number)) is not None and broke_off(flow.cards, one)
    }
    stood = dict(work.retreating)
    for group in own_groups(flow.own_scene):
        piece = group.piece
        took_part = any(one.force.name in fought for one in group.members)
        if piece is not None and took_part and stood.get(piece.id) == piece.place:
            return f"By your notes the marker of box {group.box.label} fought and still stands."
    return ""
