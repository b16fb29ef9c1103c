"""A whole turn, played through commands only what is offered."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.fellowship.events.play import MarkerRevealed, ResultShown, StepEntered
from companion.games.fellowship.events.status import (
    ForcesEnabled,
    HexesActivated,
    MinionMobilized,
)
from companion.games.fellowship.flow.sequence import TURN, entering
from companion.games.fellowship.play.challenge import MarkerChallenged
from companion.table.events import RollTaken
from companion.table.ids import PUBLIC
from tests.support.fellowship import EP, FP, SAMPLE_BOX, VIEWERS, Play
from tests.support.fellowship_turn import enemy_status, real_turn, set_up, to_the_turn

_PUBLIC_REGIONS = ("status", "prompt", "result", "map", "log")
_GREEN_NAMES = ("Gandalf the Grey", "Frodo", "fellowship-A")
_ENEMY_NAMES = ("Balrog", "Mouth of Sauron", "guardian-BR", "guardian BR")
_SECRETS = {PUBLIC: _GREEN_NAMES + _ENEMY_NAMES, FP: _ENEMY_NAMES, EP: _GREEN_NAMES}


@pytest.fixture(scope="module")
def played() -> Play:
    """The turn, played to its end."""
    play = Play(SAMPLE_BOX)
    set_up(play)
    to_the_turn(play)
    for _ in real_turn(play):
        for viewer in VIEWERS:
            assert play.prompts(viewer)
    return play


def test_the_turn_ends_and_the_next_begins(played: Play) -> None:
    assert (played.step, played.state.public.turn) == ("fp-mobilize", 3)
    assert not played.state.public.flags
    assert not played.state.public.expected


def test_the_turn_holds_every_kind_of_roll_and_result(played: Play) -> None:
    results = [
        (event.result.title, event.result.result)
        for event in played.events
        if isinstance(event, ResultShown) and event.result is not None
    ]
    activity = (
        "Activity roll",
        "hexes searched: Border-2, Wild-2, Wild-3, Sauronic Activity, Garrisoned",
    )
    assert results == [
        activity,
        ("Crossing from 6,e to 7,ef", "crosses"),
        ("Search at 5,ef", "S"),
        activity,
        ("Search at 6,f", "E"),
        ("Search at 6,g", "S2"),
    ]
    rolls = [event.seat for event in played.events if isinstance(event, RollTaken)]
    assert Counter(rolls) == {FP: 4, EP: 2}


def test_the_turn_holds_a_challenge_mobilizations_an_enabling_and_activations(
    played: Play,
) -> None:
    kinds = Counter(type(event) for event in played.events)
    assert kinds[MarkerChallenged] == 1
    assert kinds[MinionMobilized] == 2
    assert [event.kind for event in played.events if isinstance(event, ForcesEnabled)] == [
        "guardian"
    ]
    chosen = [
        [one.place for one in event.active]
        for event in played.events
        if isinstance(event, HexesActivated) and event.active[0].source == "enemy"
    ]
    assert chosen == [["6,f", "5,ef"], ["6,g", "4,f", "8,f"]]
    revealed = [
        (event.piece, event.known) for event in played.events if isinstance(event, MarkerRevealed)
    ]
    assert revealed == [(1, "group"), (3, "rumor")]


def test_every_phase_was_entered_once_in_order(played: Play) -> None:
    titles = [
        event.title
        for event in played.events
        if isinstance(event, StepEntered) and event.title.startswith("Turn 2")
    ]
    assert titles == [
        *(f"Turn 2, Fellowship: {name}" for name in ("Status", "Movement", "Search", "Combat")),
        *(f"Turn 2, Enemy: {name}" for name in ("Status", "Movement", "Search", "Combat")),
        "Turn 2, End",
    ]


def test_a_phase_is_headed_by_its_own_section_whichever_step_begins_it() -> None:
    before = Play().state.public
    headed = {
        (step.side, step.phase, entering(step.id, before).section)
        for step in TURN
        if step.phase != "End"
    }
    both = {"Movement": "7.0", "Search": "8.0", "Combat": "9.0"}
    assert headed == {
        (FP, "Status", "6.1"),
        (EP, "Status", "6.2"),
        *((seat, phase, section) for seat in (FP, EP) for phase, section in both.items()),
    }


def test_the_log_of_a_turn_has_these_sections(played: Play) -> None:
    sections = {
        event.title.split(", ")[-1]: event.section
        for event in played.events
        if isinstance(event, StepEntered) and event.title
    }
    assert sections["End"] == "5.0"
    assert sections["Fellowship: Combat"] == "9.0"


def test_no_screen_of_the_others_ever_named_a_card() -> None:
    play = Play(SAMPLE_BOX)
    set_up(play)
    to_the_turn(play)
    for _ in real_turn(play):
        for viewer, secrets in _SECRETS.items():
            shown = repr(
                [r.widgets for r in play.view(viewer).regions if r.name in _PUBLIC_REGIONS]
            )
            assert not [words for words in secrets if words in shown]


def test_challenging_stops_with_the_rumor_taken_off_the_table() -> None:
    play = Play(SAMPLE_BOX)
    set_up(play)
    to_the_turn(play)
    for seen in real_turn(play):
        if seen == "retreated":
            break
    for seen in enemy_status(play):
        if seen == "taken off":
            break
    assert 3 not in play.state.public.table.pieces
    assert play.step == "ep-challenge"
