"""Stages of a search that single places and characters bring about (12.1, 12.2)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.lent import LentFallen
from companion.games.fellowship.events.play import (
    ExpectationSet,
    GameEnded,
    MarkerRevealed,
    Noted,
)
from companion.games.fellowship.events.search import Probe
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.blind_draw import cards_of_marker
from companion.games.fellowship.play.search_stage import Stage, key_of
from companion.games.fellowship.play.search_stages_fight import creatures_of, meet_creatures
from companion.games.fellowship.play.searching import close_search, start_fight
from companion.games.fellowship.rules.abilities import is_set_upon
from companion.games.fellowship.rules.victory import Ending
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Expected, PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.random_group import CreatureMix
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace


class Shadow(Stage):
    """In Barad-dur and at Mount Doom a group that would have to fight is destroyed (12.2)."""

    section = "12.2"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship, whose group is gone."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """For what was lost with it."""
        return f"The group at {probe.hex} is destroyed; the Fellowship says whether with the Ring."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """With the Ring or without."""
        return Ask(
            key=key_of(probe),
            sentence=f"Sauron is too near: your group at {probe.hex} is destroyed. Was the Ring "
            "with it?",
            section="12.2",
            form=Form(
                choices=(
                    Choice(action="without", label="The Ring was not there"),
                    Choice(
                        action="with-ring",
                        label="The Ring was there",
                        detail="A total victory for the Enemy.",
                        weight="grave",
                    ),
                )
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """The end of the group, or of the game."""
        if answer.action == "with-ring":
            reason = f"The group with the Ring is destroyed at {probe.hex}."
            ending = Ending.IN_THE_SHADOW.value
            flow.add(GameEnded(reason=reason, ending=ending, section="12.2"))
        lost = cards_of_marker(flow.acting, probe.piece)
        if lost:
            turn = flow.public.turn
            flow.tell(LentFallen(seat=FELLOWSHIP_SEAT, cards=lost, turn=turn, place=probe.hex))
        text = f"Take the green marker at {probe.hex} off the map: the group is destroyed."
        flow.add(ExpectationSet(expected=Expected(piece=probe.piece, what="remove", text=text)))
        close_search(flow, "gone")
        return None


class Spare(Stage):
    """Radagast and Treebeard keep random groups away once they are shown (12.1)."""

    section = "12.1"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship, whether or not either of them is there."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """The same whoever is there."""
        return f"The Fellowship may show who keeps the random group away at {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Show one of them, or meet the creatures."""
        return Ask(
            key=key_of(probe),
            sentence=f"A random group is about to fall on your group at {probe.hex}.",
            section="12.1",
            detail=("Nobody falls on Treebeard; animals, bats and spiders not on Radagast.",),
            form=Form(
                choices=(
                    Choice(action="fight", label="Show nobody", weight="primary"),
                    *_who_keeps_them_away(scene, probe),
                )
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """The creatures come, or only the minions beside them, or nobody."""
        if answer.action != "fight":
            name = answer.action.title()
            flow.add(
                MarkerRevealed(piece=probe.piece, known="group", section="12.1"),
                Noted(text=f"{name} is shown: the random group stays away.", section="12.1"),
            )
            if probe.with_minions:
                start_fight(flow, f"{probe.letter}, minions")
            else:
                close_search(flow)
            return None
        meet_creatures(flow, probe)
        return None


def _who_keeps_them_away(scene: Scene, probe: Probe) -> tuple[Choice, ...]:
    """Treebeard always, Radagast from beasts alone, by what everybody has seen on T.6 (12.1)."""
    mix: CreatureMix | None = None
    if probe.rolled is not None and not scene.public.switches.simple_groups:
        found = creatures_of(scene.handbook, probe, probe.rolled)
        mix = None if isinstance(found, UnknownCell) else found.group.mix
    treebeard = Choice(action="treebeard", label="Show Treebeard")
    if is_set_upon(mix, radagast=True, treebeard=False):
        return (treebeard,)
    return (Choice(action="radagast", label="Show Radagast"), treebeard)


SPECIAL_STAGES: Final = {"shadow": Shadow(), "spare": Spare()}
