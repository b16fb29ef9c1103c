"""A seat that plays the other's cards learns what the rules reveal, and nobody learns more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from companion.table.commands import Act, Command
from companion.table.ids import PUBLIC
from companion.table.values import Refusal
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play
from tests.support.fellowship_fights import covered, now, offered, pass_segment
from tests.support.noninterference import assert_hidden, encoded
from tests.support.random_fights import RandomFighter
from tests.support.random_player import source_of
from tests.support.ring_fights import (
    GREEN,
    HOLDER,
    RED,
    WHITE,
    attacked,
    failed_transfer,
    gather,
    gathered,
    held,
    laid,
)


def _to_the_end(play: Play) -> Iterator[None]:
    """Both segments pass; others may look after each press."""
    for _ in range(4):
        if now(play).stage in ("reorganize", "riding", "attack"):
            pass_segment(play)
            yield


# --- The Enemy plays the Fellowship's bearer (6.412) --------------------------------------------


def _with_bearer(
    play: Play, secret: tuple[tuple[str, str], int, tuple[str, ...]]
) -> Iterator[None]:
    others, marks, elsewhere = secret
    gather(play, ("Aragorn", *others))
    play.lay(FP, "fellowship-B", *elsewhere)
    yield
    failed_transfer(play, "Aragorn", others[0])
    if marks:
        play.tap(FP, "ring-marks", bearer="Aragorn", marks=str(marks))
        play.tap(FP, f"wound:{elsewhere[0]}", normal="2")
    yield
    attacked(play, FP, GREEN)
    yield
    play.press(FP, "lend")
    yield
    laid(play, EP, "Aragorn")
    yield
    laid(play, FP, *others)
    yield
    play.press(EP, "wears")
    yield
    yield from _to_the_end(play)
    play.press(FP, "stay")
    yield
    assert offered(play, EP) == ["stay", "ring"]
    play.press(EP, "ring")
    yield
    play.press(EP, "flee", to="8,g")
    yield
    assert play.state.public.ring == "enemy"


@pytest.mark.rule("FOTR-089", "FOTR-164")
def test_who_is_with_the_attacked_bearer_shows_to_nobody() -> None:
    secrets = [
        (("Gimli", "Legolas"), 0, ("Frodo",)),
        (("Iron Hills Dwarf", "Mirkwood Elf"), 2, ("Boromir", "Sam")),
    ]
    assert assert_hidden(_with_bearer, FP, secrets, SAMPLE_BOX) > 20


def _struck_down(play: Play, secret: str) -> Iterator[None]:
    gather(play, ("Aragorn", "Gimli", "Legolas"))
    play.tap(FP, "wound:Aragorn", normal="8")
    failed_transfer(play, "Aragorn", "Gimli")
    attacked(play, FP, GREEN)
    play.press(FP, "lend")
    laid(play, EP, "Aragorn")
    laid(play, FP, "Gimli", "Legolas")
    play.press(EP, "bare")
    yield
    play.press(FP, "go")
    play.press(FP, "hit:f1:e1:normal:body")
    play.die(2)
    play.press(FP, "stand")
    yield
    pass_segment(play)
    yield
    play.press(FP, "takes", bearer=secret)
    yield


@pytest.mark.rule("FOTR-089")
def test_to_whom_the_ring_goes_from_a_bearer_struck_down_is_not_told() -> None:
    assert assert_hidden(_struck_down, FP, ["Gimli", "Legolas"], SAMPLE_BOX) >= 8


# --- The Fellowship plays Saruman's forces (6.414) ----------------------------------------------


def _with_white(play: Play, secret: tuple[str, tuple[str, ...], int]) -> Iterator[None]:
    reserve, elsewhere, wounds = secret
    gather(
        play,
        ("Gimli",),
        ("Mouth of Sauron", "Edoras agent", reserve, "Bree agent"),
        ("Saruman agent, Bree", "Saruman agent, Shire"),
    )
    play.lay(EP, "sauronic-2", *elsewhere)
    if wounds:
        play.tap(EP, f"wound:{reserve}", normal=str(wounds))
    held(play, "saruman", "Saruman agent, Bree", WHITE)
    attacked(play, EP, RED)
    yield
    for card in ("Mouth of Sauron", "Edoras agent"):
        play.tap(EP, f"card:front:{card}")
    for card in (reserve, "Bree agent"):
        play.tap(EP, f"card:reserve:{card}")
    yield
    play.press(EP, "ready")
    yield
    laid(play, FP, "Saruman agent, Bree", "Saruman agent, Shire")
    yield
    play.press(FP, "wears")
    assert now(play).stage == "deny-ring"
    yield
    play.press(EP, "let")
    yield
    yield from _to_the_end(play)


@pytest.mark.rule("FOTR-095", "FOTR-169")
def test_who_plays_sarumans_forces_learns_nothing_of_the_enemys_other_cards() -> None:
    secrets = [("Khamul", ("Witch-king",), 0), ("Long Lake agent", ("Balrog", "Nazgul 3"), 3)]
    assert assert_hidden(_with_white, EP, secrets, SAMPLE_BOX) > 12


@pytest.mark.rule("FOTR-095")
def test_cards_that_are_handed_over_are_shown_to_their_player_alone() -> None:
    """The public sees nothing of them until they lie open, lent for a fight or for longer."""

    def lent(*white: str) -> Iterator[Play]:
        play = gathered(("Gimli",), ("Mouth of Sauron",), white)
        yield play
        held(play, "saruman", "", WHITE)
        yield play
        attacked(play, FP, GREEN)
        yield play
        play.press(FP, "lend")
        yield play

    seen = []
    pairs = zip(lent("Saruman"), lent("Saruman agent, Bree"), strict=True)
    for one, other in pairs:
        assert encoded(one, PUBLIC) == encoded(other, PUBLIC)
        seen.append([covered(play, EP) for play in (one, other)])
    assert any("Saruman" in action for action in seen[-1][0])
    assert seen[-1][0] != seen[-1][1]


def _splits_white(play: Play, secret: tuple[str, int]) -> Iterator[None]:
    """Once they are the Fellowship's to play, what it does with their boxes is its own."""
    card, wounds = secret
    gather(play, (), (), ("Saruman", "Saruman agent, Bree"))
    play.put(6, "white", 3, "8,h")
    held(play, "nobody", "", WHITE)
    yield
    play.name(FP, 6, "saruman 2")
    play.lay(FP, "saruman-2", card)
    play.tap(FP, f"wound:{card}", normal=str(wounds))
    yield
    play.go(6, "8,g")
    yield


@pytest.mark.rule("FOTR-095", "FOTR-014")
def test_what_the_fellowship_does_with_sarumans_boxes_shows_to_nobody() -> None:
    secrets = [("Saruman", 1), ("Saruman agent, Bree", 3)]
    assert assert_hidden(_splits_white, FP, secrets, SAMPLE_BOX) >= 6


def _beside_white(play: Play, secret: tuple[tuple[str, ...], str]) -> Iterator[None]:
    """The Fellowship's own cards lie in the same hex as the forces that it plays."""
    own, bearer = secret
    gather(play, own, ("Edoras agent",), ("Saruman agent, Bree",))
    held(play, "saruman", "Saruman agent, Bree", WHITE)
    play.tap(FP, f"wound:{bearer}", normal="1")
    yield
    attacked(play, EP, RED)
    laid(play, EP, "Edoras agent")
    yield
    laid(play, FP, "Saruman agent, Bree")
    yield
    play.press(FP, "bare")
    yield from _to_the_end(play)
    play.die(1)
    yield
    play.press(EP, "deny", denied=[])
    yield


@pytest.mark.rule("FOTR-095")
def test_the_fellowships_own_group_beside_them_stays_hidden() -> None:
    secrets = [(("Gimli", "Legolas"), "Gimli"), (("Frodo",), "Frodo")]
    assert assert_hidden(_beside_white, FP, secrets, SAMPLE_BOX) > 10


# --- Gollum (6.415) -----------------------------------------------------------------------------


def _with_gollum(play: Play, secret: tuple[tuple[str, str], str]) -> Iterator[None]:
    own, elsewhere = secret
    gather(play, own, ("Bree agent",))
    play.put(HOLDER, "green", 3, "8,h")
    play.lay(FP, "fellowship-C", elsewhere)
    held(play, "gollum", "Gollum", HOLDER)
    yield
    attacked(play, FP, GREEN)
    yield
    play.press(FP, "lend")
    yield
    laid(play, EP, "Gollum")
    yield
    laid(play, FP, *own)
    yield
    play.press(EP, "wears")
    yield
    yield from _to_the_end(play)


@pytest.mark.rule("FOTR-099", "FOTR-164")
def test_who_attacks_gollum_stays_hidden_from_the_enemy_who_plays_him() -> None:
    secrets = [(("Gimli", "Legolas"), "Frodo"), (("Iron Hills Dwarf", "Mirkwood Elf"), "Sam")]
    assert assert_hidden(_with_gollum, FP, secrets, SAMPLE_BOX) > 12


# --- The Enemy's retreat (8.5) ------------------------------------------------------------------


def _breaks_off(play: Play, secret: tuple[int, int]) -> Iterator[None]:
    """Two red markers stand there; which of them fought is the Enemy's to know."""
    fought, other = secret
    gather(play, ("Gimli",), ())
    for number in (7, 8):
        play.put(number, "red", 3, "8,h")
    play.name(EP, fought, "sauronic 1")
    play.name(EP, other, "sauronic 2")
    play.lay(EP, "sauronic-1", "Bree agent")
    held(play, "enemy", "", 7)
    attacked(play, FP, GREEN)
    laid(play, EP, "Bree agent")
    laid(play, FP, "Gimli")
    yield from _to_the_end(play)
    play.press(FP, "stay")
    play.press(EP, "off")
    yield
    play.go(7, "8,g")
    yield
    play.press(EP, "anyway")
    yield


@pytest.mark.rule("FOTR-156")
def test_which_of_several_markers_had_to_retreat_shows_to_nobody() -> None:
    assert assert_hidden(_breaks_off, EP, [(7, 8), (8, 7)], SAMPLE_BOX) > 8


@pytest.mark.rule("FOTR-156")
def test_the_enemy_alone_is_told_that_a_marker_which_fought_still_stands() -> None:
    play = Play(SAMPLE_BOX)
    script = _breaks_off(play, (8, 7))
    for _ in range(5):
        if play.state.public.fights and now(play).stage == "enemy-retreat":
            break
        next(script)
    play.go(7, "8,g")
    refusal = play.refusal(play.act(EP, "there"))
    assert refusal.text == "By your notes the marker of box 1 fought and still stands."
    play.go(8, "9,gh")
    play.press(EP, "there")
    assert not play.state.public.fights


# --- Whatever is pressed -------------------------------------------------------------------------

_HEROES: Final = ("Gimli", "Legolas", "Boromir")
_HELPERS: Final = ("Iron Hills Dwarf", "Mirkwood Elf", "Edoras Man")
_TELLS: Final = ("turn", "takes", "nobody", "over")
"""Choices by which the Fellowship tells who somebody is, or that nobody is there."""


def _same_with(command: Command) -> Command:
    """The same command where every hero is a helper of its race."""
    if not isinstance(command, Act):
        return command
    action = command.action
    for hero, helper in zip(_HEROES, _HELPERS, strict=True):
        action = action.replace(f":{hero}", f":{helper}")
    return Act(seat=command.seat, prompt=command.prompt, action=action, inputs=command.inputs)


@pytest.mark.rule("FOTR-089", "FOTR-164")
@pytest.mark.parametrize("seed", range(3))
def test_heroes_and_helpers_look_the_same_to_the_enemy_who_plays_their_bearer(seed: int) -> None:
    games = []
    for others in (_HEROES, _HELPERS):
        play = gathered(("Aragorn", *others))
        games.append(attacked(failed_transfer(play, "Aragorn", others[0]), FP, GREEN))
    fighter = RandomFighter(games[0], source_of(seed))
    compared = 0
    for _ in range(120):
        if not games[0].state.public.fights:
            break
        command = fighter.command()
        if isinstance(command, Act) and command.action.partition(":")[0] in _TELLS:
            continue
        one = GAME.decide(games[0].state, command)
        other = GAME.decide(games[1].state, _same_with(command))
        assert isinstance(one, Refusal) == isinstance(other, Refusal)
        if isinstance(one, Refusal) or isinstance(other, Refusal):
            continue
        for play, events in zip(games, (one, other), strict=True):
            for event in events:
                play.state = GAME.evolve(play.state, event)
        for viewer in (EP, PUBLIC):
            assert encoded(games[0], viewer) == encoded(games[1], viewer)
            compared += 1
    assert compared > 20
