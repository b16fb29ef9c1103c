"""Fights between random groups, fought by pressing whatever is offered until they end."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from companion.border import DieRoll
from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.combat import fight_work
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP
from companion.games.fellowship.facts.roster import forces_of
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.questions import open_questions
from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.switches import SWITCHES
from companion.games.fellowship.tables.random_group import CreatureMix
from companion.table.commands import Act, Command, DieReported
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Field
from tests.support.fellowship import FP, Play
from tests.support.fellowship_fights import at_fight

_CHARACTERS: Final = [force.name for force in forces_of(FELLOWSHIP) if force.kind != "thing"]
_MINIONS: Final = [force.name for force in forces_of(ENEMY)]
_PLACES: Final = ("8,h", "14,h", "2,d", "18,o", "8,h/8,i", "6,e", "20,i")
_COMBAT_SWITCHES: Final = [
    s.option for s in SWITCHES if s.section.startswith(("14.4", "15.3", "15.4"))
]


def random_fight(source: random.Random) -> Play:
    """A game with one fight that is due: any group against any minions and creatures."""
    characters = tuple(source.sample(_CHARACTERS, source.randint(1, 7)))
    force = _force(source)
    minions = tuple(source.sample(_MINIONS, source.randint(0 if force.count else 1, 6)))
    switched = [option for option in _COMBAT_SWITCHES if source.random() < 0.3]
    options = {
        "simpler": ",".join(o for o in switched if o == "simple-combat"),
        "optional": ",".join(o for o in switched if o != "simple-combat"),
    }
    play = at_fight(
        characters,
        minions,
        place=source.choice(_PLACES),
        force=force,
        faces=(source.choice((2, 3, 4)), source.choice((2, 3, 4, 6))),
        options=options,
        cause=source.choice(("F, minions", "blocked feature")),
    )
    for name in characters:
        if source.random() < 0.3:
            damage = str(source.randint(0, 6))
            play.tap(FP, f"wound:{name}", normal=damage, diseased=str(source.randint(0, 1)))
        if source.random() < 0.3:
            play.tap(FP, f"enhance:{name}")
    return play


def _force(source: random.Random) -> FightForce:
    kind = source.random()
    if kind < 0.2:
        ambush = source.choice(("minion", "assassin"))
        return FightForce(ambush="minion" if ambush == "minion" else "assassin", minions=True)
    if kind < 0.7:
        mix = source.choice(list(CreatureMix)).value
        count = source.randint(1, 9)
        return FightForce(mix=f"{mix}{count}", count=count, minions=source.random() < 0.5)
    return FightForce(assassin=source.random() < 0.2)


@dataclass
class RandomFighter:
    """Both seats of one fight, from one random source.

    Attributes:
        play: the game.
        source: where every choice comes from.
        pressed: choices pressed, by verb.
        refused: refusals by code.
    """

    play: Play
    source: random.Random
    pressed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    rolls: int = 0

    def fight_on(self, most: int) -> int:
        """Press until the fight is over.

        Returns:
            How many commands it took.

        Raises:
            AssertionError: it did not end, or nobody could do anything.
        """
        for count in range(most):
            if not self.play.state.public.fights:
                return count
            self._one(self.command())
        stage = fight_work(self.play.state.public)
        raise AssertionError(f"the fight did not end; it stands at {stage}")

    def _one(self, command: Command) -> None:
        decided = self.play.attempt(command)
        if isinstance(decided, Refusal):
            self.refused[decided.code] += 1

    def command(self) -> Command:
        """The next press or roll."""
        found: list[tuple[SeatId, str, tuple[Field, ...], object]] = []
        for seat in SEAT_IDS:
            for question in open_questions(scene_for(self.play.state, seat)):
                if not question.ask.asked:
                    continue
                if question.ask.roll is not None:
                    return self._roll()
                forms = [question.ask.form, *(card.form for card in question.ask.covered)]
                found += [
                    (seat, choice.action, form.fields, question.id)
                    for form in forms
                    for choice in form.choices
                ]
        assert found, f"nobody can do anything: {fight_work(self.play.state.public)}"
        found = [one for one in found if self._likely(one[1])] or found
        seat, action, fields, prompt = self.source.choice(found)
        self.pressed[action.partition(":")[0]] += 1
        inputs = tuple(pair for one in fields for pair in filled(self.source, one))
        return Act(seat=seat, prompt=prompt, action=action, inputs=inputs)  # type: ignore[arg-type] # the id of a question

    def _likely(self, action: str) -> bool:
        """Seldom what ends a fight at once, so that most are fought out."""
        rare = {"over": 0.02, "nobody": 0.02, "enough": 0.1, "off": 0.3, "end": 0.3}
        return self.source.random() < rare.get(action.partition(":")[0], 1.0)

    def _roll(self) -> Command:
        self.rolls += 1
        face = self.source.randint(1, 20)
        return DieReported(roll=DieRoll(die="d20", number=self.rolls, face=face, sides=20))


def filled(source: random.Random, one: Field) -> list[tuple[str, str]]:
    """What somebody without sense enters into a field."""
    match one.kind:
        case "ticks":
            return [(one.name, o.value) for o in one.options if source.random() < 0.5]
        case "number":
            return [(one.name, str(source.randint(-2, 2)))]
        case "select":
            entries = [option.value for option in one.options if option.value]
            return [(one.name, source.choice(entries))] if entries else []
        case _:
            return [(one.name, "3")]
