"""What devices and the other seat do comes to the same, whatever a seat hides (house law 3).

A screen is made of what its own viewer may know, so a secret can reach another seat only by a
public event that depends on it. Here everything that a seat hides is swapped for something else
before each command that is not its own: what follows for all others has to be the same to the byte.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from companion.games.fellowship.events.play import SecretEvent
from companion.games.fellowship.facts.roster import display_boxes, forces_of
from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.flow import engine, questions
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.questions import open_prompt, open_questions, step_question
from companion.games.fellowship.rules.health import Damage
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, SEAT_IDS, seat_word
from companion.games.fellowship.state import HiddenState, Scene, State
from companion.table.commands import Act, Command, RollEntered
from companion.table.ids import PromptId, SeatId
from companion.table.values import Refusal
from tests.support.fellowship import EP, FP, GAME
from tests.support.random_games import GamePlayer
from tests.support.random_player import source_of
from tests.support.random_runs import give_ring, new_game, set_up
from tests.support.random_setup import ready

COMMANDS = 30
"""Of each game in every test run; in the long run all of them."""

_replace = msgspec.structs.replace


class LeakError(AssertionError):
    """What follows for others depends on what a seat hides."""


def other_secrets(hidden: HiddenState, source: random.Random) -> Iterator[HiddenState]:
    """Nothing at all, and other cards, names and notes at random."""
    seat = hidden.seat
    yield HiddenState(seat=seat)
    boxes = [box.id for box in display_boxes() if box.seat == seat]
    cards = [force.name for force in forces_of(seat_word(seat))]
    names = list(hidden.names.values())
    source.shuffle(names)
    bearer = source.choice(cards) if seat == FELLOWSHIP_SEAT else ""
    yield _replace(
        hidden,
        names=dict(zip(hidden.names, names, strict=True)),
        boxes={card: source.choice(boxes) for card in cards if source.random() < 0.5},
        damage={card: Damage(source.randint(0, 6)) for card in cards if source.random() < 0.4},
        endurance={card: source.randint(1, 20) for card in cards if source.random() < 0.4},
        dead=tuple(card for card in cards if source.random() < 0.3),
        ringbearer=bearer,
        ring_marks={bearer: 9} if bearer else {},
        hand=("a card",),
        lot="another lot",
    )


def follows(state: State, command: Command, hides: SeatId) -> list[bytes]:
    """All that somebody else could learn of a command: the refusal, or the events."""
    decided = GAME.decide(state, command)
    if isinstance(decided, Refusal):
        return [msgspec.json.encode(decided)]
    return [
        msgspec.json.encode(event)
        for event in decided
        if not (isinstance(event, SecretEvent) and event.seat == hides)
    ]


def waits_for(state: State, seat: SeatId) -> tuple[object, ...]:
    """What rolls and proposals of others go by: ids of a seat's questions, and if it is to roll."""
    scene = scene_for(state, seat)
    step = step_question(scene)
    rolls = step is not None and step.ask.roll is not None and step.ask.asked
    ids = sorted(question.id for question in open_questions(scene) if question.kind != "undecided")
    return open_prompt(scene), rolls, ids


def compare(state: State, command: Command, source: random.Random) -> int:
    """Swap what each seat hides that does not give the command itself.

    Returns:
        How often was compared.

    Raises:
        LeakError: it made a difference.
    """
    gives = command.seat if isinstance(command, Act | RollEntered) else None
    compared = 0
    for hides in SEAT_IDS:
        for other in other_secrets(state.hidden[hides], source):
            swapped = _replace(state, hidden={**state.hidden, hides: other})
            if waits_for(swapped, hides) != waits_for(state, hides):
                raise LeakError(f"what is asked of the {hides} at {state.public.step} tells")
            if gives != hides and follows(swapped, command, hides) != follows(
                state, command, hides
            ):
                raise LeakError(f"{command} at {state.public.step} tells of the {hides}")
            compared += 1
    return compared


def begun(seed: int) -> GamePlayer:
    """A random game, set up; the scenarios go round with the seed."""
    player = new_game(source_of(seed), list(SCENARIOS)[seed % len(SCENARIOS)])
    set_up(player)
    for seat in (EP, FP):
        ready(player.play, seat)
    give_ring(player)
    return player


def compared_game(seed: int, commands: int) -> int:
    """Play a game and compare before each command; how often was compared."""
    player, source, compared = begun(seed), source_of(seed + 1), 0
    for _ in range(commands):
        if player.is_over:
            break
        before = player.source.getstate(), player.rolls
        command = player.command()
        compared += compare(player.play.state, command, source)
        player.source.setstate(before[0])
        player.rolls = before[1]
        player.step()
    return compared


@pytest.mark.parametrize("seed", [0, 3])
def test_what_others_do_comes_to_the_same_whatever_a_seat_hides(seed: int) -> None:
    assert compared_game(seed, COMMANDS) >= COMMANDS


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_it_does_so_in_whole_games() -> None:
    assert sum(compared_game(seed, 3000) for seed in range(4, 28)) > 30_000


def test_a_step_that_looks_at_secrets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    advance = engine.Course._advance

    def waits_for_cards(course: engine.Course) -> bool:
        return all(hidden.boxes for hidden in course.state.hidden.values()) and advance(course)

    monkeypatch.setattr(engine.Course, "_advance", waits_for_cards)
    with pytest.raises(LeakError, match="tells of the"):
        compared_game(0, COMMANDS)


def test_an_id_that_counts_secrets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    first = questions._first

    def counted(scene: Scene) -> Iterator[questions.Question]:
        lying = 0 if scene.hidden is None else len(scene.hidden.boxes)
        for question in first(scene):
            yield replace(question, id=PromptId(f"{question.id}.{lying}"))

    monkeypatch.setattr(questions, "_first", counted)
    with pytest.raises(LeakError, match="what is asked"):
        compared_game(0, COMMANDS)
