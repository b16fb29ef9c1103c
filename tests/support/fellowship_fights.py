"""Fights as tests play them: a group and minions at one place, and a fight that is due there."""

from __future__ import annotations

from companion.games.fellowship.combat.battle import Battle
from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.combat import FightWork, fight_work
from companion.games.fellowship.events.play import FightStarted
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.questions import open_questions
from companion.table.events import Event
from companion.table.ids import PieceId, SeatId
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play

GREEN, RED = 1, 2
PLAIN = "8,h"
"""A hex of the sample map without woods or mountains around it, far from Mordor."""


def at_fight(  # noqa: PLR0913 - one place for everything that a fight can start from
    characters: tuple[str, ...],
    minions: tuple[str, ...] = (),
    *,
    place: str = PLAIN,
    force: FightForce | None = None,
    faces: tuple[int, int] = (3, 3),
    options: dict[str, str] | None = None,
    cause: str = "F, minions",
) -> Play:
    """A game in the Fellowship's combat phase with one fight that nobody has begun.

    Args:
        characters: the Fellowship's cards, in box A.
        minions: the Enemy's cards, in its first Sauronic box.
        place: where both markers stand.
        force: who meets the group.
        faces: sides up of the two markers.
        options: options of the game.
        cause: what started it.
    """
    play = Play(SAMPLE_BOX, options) if options else Play(SAMPLE_BOX)
    play.put(GREEN, "green", faces[0], place)
    play.put(RED, "red", faces[1], place)
    play.name(FP, GREEN, "A")
    play.name(EP, RED, "sauronic 1")
    play.lay(FP, "fellowship-A", *characters)
    play.lay(EP, "sauronic-1", *minions)
    started = FightStarted(place=place, cause=cause, piece=PieceId(GREEN), force=force)
    play.state = GAME.evolve(play.state, started)
    play.events.append(started)
    for _ in range(60):
        if play.step == "fp-fight":
            return play
        play.tap(EP, "step-on")
    raise AssertionError(f"no way to the fights, but to {play.step}")


def begun(play: Play) -> Play:
    """The fight is fought on the screens."""
    play.press(EP, "begin")
    return play


def cover(play: Play, seat: SeatId, action: str) -> None:
    """Press a choice of a covered card."""
    play.tap(seat, f"card:{action}")


def covered(play: Play, seat: SeatId) -> list[str]:
    """What a seat may press under the cover."""
    return [
        choice.action
        for question in open_questions(scene_for(play.state, seat))
        if question.kind == "step"
        for card in question.ask.covered
        for choice in card.form.choices
    ]


def offered(play: Play, seat: SeatId) -> list[str]:
    """What a seat may press in its prompt."""
    return [choice.action for prompt in play.prompts(seat) for choice in prompt.form.choices]


def lined_up(
    play: Play,
    enemy: tuple[str, ...],
    fellowship: tuple[str, ...],
    *,
    reserves: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
) -> Play:
    """Both sides set up: rows in this order, then the reserves."""
    begun(play)
    for seat, row, reserve in ((EP, enemy, reserves[0]), (FP, fellowship, reserves[1])):
        for card in row:
            cover(play, seat, f"front:{card}")
        for card in reserve:
            cover(play, seat, f"reserve:{card}")
        play.press(seat, "ready")
    return play


def now(play: Play) -> FightWork:
    """Where the fight stands."""
    work = fight_work(play.state.public)
    assert work is not None, "no fight is fought"
    return work


def battle(play: Play) -> Battle:
    """The cards that lie open."""
    return now(play).battle


def log(play: Play) -> list[str]:
    """The public log, newest last."""
    return [line.text for line in play.state.public.log]


def strike(play: Play, seat: SeatId, action: str, roll: int) -> None:
    """Declare an attack, roll it, and let it stand."""
    play.press(seat, action)
    play.die(roll)
    if play.state.public.fights and now(play).stage == "answer":
        play.press(FP, "stand")


def of_type(play: Play, kind: type[Event]) -> list[Event]:
    """Everything of a kind that has happened."""
    return [event for event in play.events if isinstance(event, kind)]


def on_to_attacks(play: Play, seat: SeatId) -> None:
    """Past the moving of cards, where anything could be moved."""
    if now(play).stage == "reorganize":
        play.press(seat, "go")


def pass_segment(play: Play) -> None:
    """The side whose segment it is does nothing more."""
    seat = {"fellowship": FP, "enemy": EP}[battle(play).segment]
    if now(play).stage == "reorganize":
        play.press(seat, "go")
    if now(play).stage == "riding":
        play.press(seat, "foot")
    if now(play).stage == "attack":
        play.press(seat, "enough")


def at_the_end(play: Play) -> Play:
    """Both segments pass without an attack."""
    while now(play).stage != "leave":
        pass_segment(play)
    return play
