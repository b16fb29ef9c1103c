"""Every stage of a search by its name, and what a search phase does with them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.fellowship.events.search import Probe, search_work
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.search_stage import Stage
from companion.games.fellowship.play.search_stages_draw import DRAW_STAGES
from companion.games.fellowship.play.search_stages_fight import (
    FIGHT_STAGES,
    choose_force,
    look_up_creatures,
)
from companion.games.fellowship.play.search_stages_found import FOUND_STAGES
from companion.games.fellowship.play.search_stages_retreat import RETREAT_STAGES
from companion.games.fellowship.play.search_stages_ring import RING_STAGES
from companion.games.fellowship.play.search_stages_roll import ROLL_STAGES
from companion.games.fellowship.play.search_stages_special import SPECIAL_STAGES
from companion.games.fellowship.play.search_stages_sunk import SUNK_STAGES
from companion.games.fellowship.play.searching import look_up
from companion.games.fellowship.state import PublicState, Scene
from companion.table.values import Refusal, Roll

_ALL: dict[str, Stage] = {
    **ROLL_STAGES,
    **FOUND_STAGES,
    **FIGHT_STAGES,
    **RETREAT_STAGES,
    **RING_STAGES,
    **DRAW_STAGES,
    **SPECIAL_STAGES,
    **SUNK_STAGES,
}
STAGES: Final = MappingProxyType(_ALL)


def current_probe(public: PublicState) -> Probe | None:
    """The search that is worked through."""
    return search_work(public).probe


def ask_about(scene: Scene, probe: Probe) -> Ask:
    """What a viewer is shown while a search is worked through."""
    return STAGES[probe.stage].ask(scene, probe)


def answer_search(flow: Flow, answer: Answer) -> Refusal | None:
    """A seat has answered what the search asks."""
    probe = current_probe(flow.public)
    return None if probe is None else STAGES[probe.stage].act(flow, probe, answer)


def roll_search(flow: Flow, roll: Roll) -> None:
    """The roll that the search asked for has come."""
    probe = current_probe(flow.public)
    if probe is not None:
        STAGES[probe.stage].roll(flow, probe, roll)


def resume_search(flow: Flow) -> None:
    """A missing cell has been filled in: look again."""
    probe = current_probe(flow.public)
    if probe is None:
        return
    match probe.stage:
        case "look":
            look_up(flow)
        case "random-look":
            look_up_creatures(flow)
        case "force":
            choose_force(flow, probe)
        case _:
            return
