"""Fights about the Ring as tests play them: its holder is attacked at one place (6.412-6.415)."""

from __future__ import annotations

import random
from typing import Final

from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP
from companion.games.fellowship.facts.roster import forces_of
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_ring import may_receive
from companion.games.fellowship.rules.ring import can_hold, is_hobbit, may_bear
from companion.table.ids import SeatId
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play
from tests.support.fellowship_fights import PLAIN, cover, covered

GREEN, RED, WHITE, HOLDER = 1, 2, 3, 4
_CHARACTERS: Final = [
    force.name
    for force in forces_of(FELLOWSHIP)
    if may_bear(force.name) and not is_hobbit(force.name)
] + ["Sam"]
_WHITE: Final = [force.name for force in forces_of(ENEMY) if force.kind.startswith("saruman")]
_MINIONS: Final = [force.name for force in forces_of(ENEMY) if force.name not in _WHITE]


def gathered(
    characters: tuple[str, ...] = (),
    minions: tuple[str, ...] = (),
    white: tuple[str, ...] = (),
    *,
    options: dict[str, str] | None = None,
) -> Play:
    """The first step of a game with up to three groups at one place, each in the box of a marker.

    Args:
        characters: the Fellowship's cards, in box A.
        minions: the Enemy's cards, in its first Sauronic box.
        white: Saruman's forces, in their first box.
        options: options of the game.
    """
    play = Play(SAMPLE_BOX, options) if options else Play(SAMPLE_BOX)
    return gather(play, characters, minions, white)


def gather(
    play: Play,
    characters: tuple[str, ...] = (),
    minions: tuple[str, ...] = (),
    white: tuple[str, ...] = (),
) -> Play:
    """The same in a game that has just begun."""
    groups = (
        (FP, GREEN, "green", "A", "fellowship-A", characters),
        (EP, RED, "red", "sauronic 1", "sauronic-1", minions),
        (EP, WHITE, "white", "saruman 1", "saruman-1", white),
    )
    for seat, number, colour, name, box, cards in groups:
        if cards:
            play.put(number, colour, 3, PLAIN)
            play.name(seat, number, name)
            play.lay(seat, box, *cards)
    return play


def held(play: Play, ring: str, bearer: str, carrier: int) -> Play:
    """Everybody notes that another than the Fellowship holds the Ring, with which marker."""
    play.tap(EP, "ring", ring=ring, bearer=bearer, place=PLAIN, carrier=str(carrier))
    return play


def on_to(play: Play, step: str) -> Play:
    """Put the game on by hand, step by step."""
    for _ in range(60):
        if play.step == step:
            return play
        play.tap(EP, "step-on")
    raise AssertionError(f"never came to {step}, but to {play.step}")


def attacked(play: Play, seat: SeatId, marker: int) -> Play:
    """A seat's marker falls on the holder of the Ring, and the fight is taken to the screens."""
    short = "fp" if seat == FP else "ep"
    on_to(play, f"{short}-ring-attack")
    play.press(seat, "attack", piece=str(marker))
    if play.step == f"{short}-ring-attack":
        # Saruman's forces and the Fellowship's own attack by themselves.
        play.press(seat, "done")
    assert play.step == f"{short}-fight"
    play.press(EP, "begin")
    return play


def failed_transfer(play: Play, bearer: str, to: str = "") -> Play:
    """The Fellowship's bearer has failed to give the Ring away in this player-turn (6.412).

    Args:
        play: the game.
        bearer: who has it.
        to: who should have got it; empty for anybody who may.
    """
    play.tap(FP, "ring-new", bearer=bearer)
    on_to(play, "fp-ring")
    play.press(FP, "try", to=to or may_receive(scene_for(play.state, FP))[0])
    play.die(10)
    play.press(FP, "tell")
    return play


def laid(play: Play, seat: SeatId, *cards: str) -> Play:
    """A seat lays these into its front line, in this order, and is ready."""
    for card in cards:
        if f"front:{card}" in covered(play, seat):
            cover(play, seat, f"front:{card}")
    play.press(seat, "ready")
    return play


def random_ring_fight(source: random.Random) -> Play:
    """A fight about the Ring between random groups, of whatever kind, that has just begun."""
    characters = tuple(source.sample(_CHARACTERS, source.randint(3, 6)))
    minions = tuple(source.sample(_MINIONS, source.randint(1, 4)))
    white = tuple(source.sample(_WHITE, source.randint(1, 4)))
    play = gathered(characters, minions, white)
    for seat, cards in ((FP, (*characters, "Gollum")), (EP, (*minions, *white))):
        for card in cards:
            if source.random() < 0.4 and card != characters[0]:
                play.tap(seat, f"wound:{card}", normal=str(source.randint(0, 9)))
    kind = source.choice(("bearer", "enemy", "saruman", "gollum", "ambush"))
    if kind == "ambush":
        play.tap(FP, "ring-bearer", bearer=characters[0])
        play.tap(FP, "gollum-ambush")
        on_to(play, "fp-fight").press(EP, "begin")
        return play
    if kind == "bearer":
        bearer = source.choice([name for name in characters[1:] if not is_hobbit(name)])
        return attacked(failed_transfer(play, bearer), FP, GREEN)
    carrier = {"enemy": RED, "saruman": WHITE, "gollum": HOLDER}[kind]
    if kind == "gollum":
        play.put(HOLDER, "green", 3, PLAIN)
    able = [name for name in minions if can_hold(name)]
    bearers = {"enemy": able or [""], "saruman": white, "gollum": ["Gollum"]}[kind]
    held(play, kind, source.choice(list(bearers)), carrier)
    by_enemy = kind != "enemy" and source.random() < 0.5
    ours = [GREEN] if kind == "saruman" else [GREEN, WHITE]
    return attacked(play, EP, RED) if by_enemy else attacked(play, FP, source.choice(ours))
