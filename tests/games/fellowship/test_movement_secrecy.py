"""Moving and searching show nobody what a seat hides (house law: one door for secrets)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.fellowship.events.status import HexesActivated
from companion.games.fellowship.state import Activation
from companion.table.ids import PUBLIC
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_map import FORD, TUNNEL, WOODS, board_text
from tests.support.fellowship_moves import moving, sentence
from tests.support.noninterference import assert_hidden

Secret = tuple[tuple[str, str], ...]
"""Names of the seat's markers and what lies in their boxes."""

_GREEN: list[Secret] = [
    (),
    (("plain", ""), ("A", "Radagast")),
    (("A", "Radagast"), ("plain", "")),
    (("A", "Aragorn"), ("B", "Frodo")),
    (("B", "Frodo"), ("plain", "")),
]
_RED: list[Secret] = [
    (),
    (("sauronic 1", "Witch-king"), ("plain", "")),
    (("plain", ""), ("sauronic 2", "Witch-king")),
]


def _hide(play: Play, secret: Secret, first: int) -> None:
    seat = FP if first == 1 else EP
    for number, (name, card) in enumerate(secret, start=first):
        play.name(seat, number, name)
        if card:
            box = f"fellowship-{name}" if seat == FP else name.replace(" ", "-")
            play.lay(seat, box, card)


def _activate(play: Play, *places: str) -> None:
    active = tuple(Activation(place=place) for place in places)
    play.state = GAME.evolve(play.state, HexesActivated(active=active))


def fellowship_script(play: Play, secret: Secret) -> Iterator[None]:
    """A split, a terrain roll, a search on the way, an activity roll and a search, then the end."""
    play.put(1, "green", 3, "9,gh")
    play.put(2, "green", 4, "14,h")
    play.put(9, "red", 4, "20,h")
    _hide(play, secret, 1)
    yield
    play.go_on(until="fp-split")
    play.put(3, "green", 3, "9,gh")
    yield
    play.press(FP, "done")
    yield
    play.go(1, "9,hi")
    yield
    play.die(4)
    yield
    _activate(play, "13,hi", "14,i", "15,hi", "14,h")
    play.go(2, "14,j")
    yield
    play.press(EP, "search")
    yield
    play.die(1)
    yield
    play.press(FP, "rumor")
    yield
    play.lift(2)
    yield
    play.press(FP, "done")
    yield
    play.die(2)
    yield
    play.die(6)
    yield


def enemy_script(play: Play, secret: Secret) -> Iterator[None]:
    """A ford, a blocked tunnel, and a search with an Enemy marker in the hex."""
    play.put(1, "green", 3, "9,gh")
    play.put(9, "red", 4, "9,ij")
    play.put(10, "red", 4, "20,h")
    _hide(play, secret, 9)
    play.go_on(until="ep-challenge")
    _activate(play, "9,gh")
    play.go_on(until="ep-move-free")
    yield
    play.go(10, "20,i")
    yield
    play.press(EP, "without")
    yield
    play.go(9, "9,gh")
    yield
    play.press(EP, "done")
    yield
    play.die(6)
    yield
    play.press(FP, "group")
    yield
    play.press(EP, "none")
    yield


def test_what_the_fellowship_hides_shows_nowhere_while_it_moves_and_is_searched() -> None:
    sides = {f"9,hi/{other}": WOODS for other in ("9,gh", "9,ij", "8,h", "8,i", "10,h", "10,i")}
    compared = assert_hidden(fellowship_script, FP, _GREEN, board_text(sides))
    assert compared >= 2 * 4 * 13


def test_what_the_enemy_hides_shows_nowhere_while_it_moves_and_ambushes() -> None:
    sides = {
        f"20,h/{other}": FORD for other in ("20,g", "20,i", "19,gh", "19,hi", "21,gh", "21,hi")
    }
    sides["9,gh/9,hi"] = TUNNEL
    compared = assert_hidden(enemy_script, EP, _RED, board_text(sides))
    assert compared >= 2 * 2 * 8


def test_nobody_sees_more_than_the_table_says() -> None:
    sides = {f"9,hi/{other}": WOODS for other in ("9,gh", "9,ij", "8,h", "8,i", "10,h", "10,i")}
    play = moving(board_text(sides))
    play.go(1, "9,hi")
    assert sentence(play, PUBLIC) == "A roll of 7 or less is needed from 9,gh to 9,hi by woods."
    assert sentence(play, EP) == sentence(play, PUBLIC)
