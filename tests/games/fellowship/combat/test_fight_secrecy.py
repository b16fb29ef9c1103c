"""Fights that differ only in what one side hides look the same to everybody else (9.12, 9.21)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.games.fellowship.combat.hand import FightForce
from companion.table.commands import Act, Command
from companion.table.ids import PUBLIC
from companion.table.values import Refusal
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_fights import at_fight, begun, cover, lined_up, now
from tests.support.noninterference import encoded
from tests.support.random_fights import RandomFighter
from tests.support.random_player import source_of

_NAMED = ("Aragorn", "Legolas", "Gandalf the Grey", "Frodo", "Gimli")
_DECOYS = ("Edoras Man", "Lorien Elf 1", "Bree Man", "Shire Hobbit", "Iron Hills Dwarf")
_TELLING = ("turn", "wear", "here", "ring")
"""Choices by which the Fellowship shows who somebody is."""


def _same(one: Play, other: Play, *viewers: str) -> int:
    for viewer in viewers:
        seat = {"enemy": EP, "fellowship": FP, "public": PUBLIC}[viewer]
        assert encoded(one, seat) == encoded(other, seat), viewer
    return len(viewers)


def _renamed(command: Command) -> Command:
    """The same command where every named character is a decoy of its race."""
    if not isinstance(command, Act):
        return command
    action = command.action
    for name, decoy in zip(_NAMED, _DECOYS, strict=True):
        action = action.replace(f":{name}", f":{decoy}")
    return Act(seat=command.seat, prompt=command.prompt, action=action, inputs=command.inputs)


@pytest.mark.rule("FOTR-164")
@pytest.mark.parametrize("seed", range(12))
def test_heroes_and_decoys_look_the_same_until_they_are_turned(seed: int) -> None:
    """Whatever is pressed and rolled: nobody else can tell heroes from helpers of their race."""
    force = FightForce(mix="O6", count=6, minions=True)
    minions = ("Bree agent", "Edoras agent", "Mouth of Sauron")
    heroes = at_fight(_NAMED, minions, force=force)
    helpers = at_fight(_DECOYS, minions, force=force)
    fighter = RandomFighter(heroes, source_of(seed))
    compared = 0
    for _ in range(150):
        if not heroes.state.public.fights:
            break
        command = fighter.command()
        if isinstance(command, Act) and command.action.partition(":")[0] in _TELLING:
            continue
        one = GAME.decide(heroes.state, command)
        other = GAME.decide(helpers.state, _renamed(command))
        assert isinstance(one, Refusal) == isinstance(other, Refusal)
        if isinstance(one, Refusal) or isinstance(other, Refusal):
            continue
        for event in one:
            heroes.state = GAME.evolve(heroes.state, event)
        for event in other:
            helpers.state = GAME.evolve(helpers.state, event)
        compared += _same(heroes, helpers, "enemy", "public")
    assert compared > 20


@pytest.mark.rule("FOTR-169")
@pytest.mark.parametrize("hides", ["fellowship", "enemy"])
def test_a_reserve_shows_only_its_number(hides: str) -> None:
    """Other cards in a reserve, hurt or not, change nothing for anybody else."""

    def play(secret: int) -> Iterator[Play]:
        ours = ("Bree Man", "Gimli") if secret and hides == "fellowship" else ("Frodo", "Legolas")
        theirs = ("Witch-king", "Balrog") if secret and hides == "enemy" else ("Khamul", "Wight")
        game = at_fight(
            ("Edoras Man", "Dol Amroth Man", *ours), ("Bree agent", "Edoras agent", *theirs)
        )
        if secret and hides == "fellowship":
            game.tap(FP, "wound:Gimli", normal="5", diseased="1")
        if secret and hides == "enemy":
            game.tap(EP, "wound:Balrog", normal="5")
        lined_up(
            game,
            ("Bree agent", "Edoras agent"),
            ("Edoras Man", "Dol Amroth Man"),
            reserves=(theirs, ours),
        )
        yield game
        game.press(FP, "go")
        yield game
        for target in ("f1:e1", "f2:e2"):
            game.press(FP, f"hit:{target}:normal:body")
            yield game
            game.die(9)
            yield game
            if now(game).stage == "answer":
                game.press(FP, "stand")
            yield game
        game.press(EP, "go")
        yield game

    others = {"fellowship": ("enemy", "public"), "enemy": ("fellowship", "public")}[hides]
    compared = sum(_same(one, other, *others) for one, other in zip(play(0), play(1), strict=True))
    assert compared == 18


@pytest.mark.rule("FOTR-169")
def test_arranging_cards_is_seen_by_nobody() -> None:
    one = begun(at_fight(("Frodo", "Aragorn", "Gimli"), ("Bree agent", "Khamul")))
    other = begun(at_fight(("Frodo", "Aragorn", "Gimli"), ("Bree agent", "Khamul")))
    before = [encoded(one, seat) for seat in (FP, PUBLIC)]
    for action in ("front:Khamul", "reserve:Bree agent", "out:Khamul"):
        cover(other, EP, action)
        assert [encoded(other, seat) for seat in (FP, PUBLIC)] == before


@pytest.mark.rule("FOTR-164")
def test_no_name_behind_a_generic_card_reaches_the_other_side() -> None:
    """Over whole random fights the words of hidden names never come to the Enemy or the public."""
    names = ("Boromir", "Grimbeorn", "Glorfindel", "Radagast")
    looked = 0
    for seed in range(6):
        source = random.Random(seed)  # noqa: S311 - repeatable play, nothing secret
        play = at_fight(names, ("Bree agent", "Edoras agent", "Werewolf"))
        fighter = RandomFighter(play, source)
        for _ in range(80):
            if not play.state.public.fights:
                break
            command = fighter.command()
            told = ("call", *_TELLING)
            if isinstance(command, Act) and command.action.partition(":")[0] in told:
                continue
            decided = GAME.decide(play.state, command)
            if isinstance(decided, Refusal):
                continue
            for event in decided:
                play.state = GAME.evolve(play.state, event)
            for seat in (EP, PUBLIC):
                screen = play.view(seat)
                fight = screen.region("fight")
                words = f"{fight} {play.prompts(seat)} {play.state.public.log}"
                assert not [name for name in names if name in words]
                looked += fight is not None
    assert looked > 100
