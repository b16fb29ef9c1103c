"""Scripts of the movement and search phases: markers on a clear board, and what is asked."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.box.file import HexEntry
from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.events.search import search_work
from companion.games.fellowship.events.status import HexesActivated
from companion.games.fellowship.facts.names import HexType, Water
from companion.games.fellowship.state import Activation
from companion.table.ids import PieceId, SeatId
from tests.support.fellowship import FP, GAME, SAMPLE_BOX, Play
from tests.support.fellowship_map import board_text

Markers = tuple[tuple[int, str, int, str], ...]
GREEN: Markers = ((1, "green", 3, "9,gh"),)


def at_step(step: str, box: str, markers: Markers = GREEN) -> Play:
    """A game that waits in a step, with markers where a test wants them."""
    play = Play(box)
    for number, colour, face, place in markers:
        play.put(number, colour, face, place)
    play.go_on(until=step)
    return play


def first_player_turn() -> Play:
    """A marker of each side, 1 green and 2 red, in the first player-turn of the sample game."""
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "12,e")
    play.put(2, "red", 6, "9,gh")
    play.begin()
    return play


def moving(box: str = "", markers: Markers = GREEN) -> Play:
    """The Fellowship moves."""
    return at_step("fp-move", box or board_text(), markers)


def on_turn(play: Play, turn: int) -> None:
    """Another turn stands on the track."""
    public = msgspec.structs.replace(play.state.public, turn=turn)
    play.state = msgspec.structs.replace(play.state, public=public)


def activate(play: Play, *places: str) -> None:
    """Some hexes have been activated by the Enemy."""
    active = tuple(Activation(place=place) for place in places)
    play.state = GAME.evolve(play.state, HexesActivated(active=active))


def flags(play: Play) -> list[str]:
    """The sections of the moves that are flagged."""
    return [flag.section for flag in play.state.public.flags]


def sentence(play: Play, seat: SeatId = FP) -> str:
    """The first open sentence of a viewer."""
    return play.prompts(seat)[0].sentence


def walked(play: Play, piece: int) -> tuple[bool, ...]:
    """The hexsides that a marker has crossed in this phase."""
    return move_work(play.state.public).crossed.get(PieceId(piece), ())


RED: Markers = (*GREEN, (9, "red", 3, "9,gh"))
AROUND = ("9,fg", "9,hi", "8,g", "8,h", "10,g", "10,h")


def at_activity(box: str = "", markers: Markers = GREEN) -> Play:
    """The Fellowship is about to make its activity roll."""
    play = Play(box or board_text())
    for number, colour, face, place in markers:
        play.put(number, colour, face, place)
    play.go_on(until="fp-activity")
    return play


def searched(box: str = "", markers: Markers = GREEN) -> Play:
    """The activity roll of 2 has made Wild-1 hexes active; a search roll is due."""
    play = at_activity(box, markers)
    play.die(2)
    assert play.step == "fp-search"
    return play


def result(play: Play) -> str:
    (shown,) = play.shown_result()
    return shown.result


def wild(**changes: object) -> HexEntry:
    return HexEntry(
        type=HexType.WILD_1,
        water=Water.LAND,
        region=str(changes.get("region", "I")),
        battlefield=bool(changes.get("battlefield")),
    )


def parked(play: Play) -> list[str]:
    return [probe.stage for probe in search_work(play.state.public).parked]
