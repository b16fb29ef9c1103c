"""Two fights that differ only in what one side hides, fought in step and compared after each step.

Which card lies under a face that everybody sees is one difference: cards of one race change roles.
Others are what lies in the reserve, who bears the Ring, wounds in the reserve, and what lies in
boxes that have nothing to do with the fight. Choices that would show a difference, as the rules
have it, are never pressed: turning such a card, bringing one out, or telling who has the Ring.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, get_args

from companion.border import DieRoll
from companion.games.fellowship.combat.ambush import generic_race, has_generic_side
from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.combat import fight_work
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP
from companion.games.fellowship.facts.roster import find_force, forces_of
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.questions import open_questions
from companion.games.fellowship.rules.ring import bearers
from companion.games.fellowship.seats import other_seat
from companion.table.commands import Act, Command, DieReported
from companion.table.events import Seal, SecretsBound
from companion.table.ids import PUBLIC, PromptId, SeatId
from companion.table.values import Refusal
from companion.table.views import Field
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_fights import at_fight
from tests.support.noninterference import encoded
from tests.support.random_fights import filled

FightDifference = Literal[
    "who is who", "order", "reserve", "bearer", "wounds in reserve", "elsewhere", "edits"
]
LOT: Final = "5a" * 32
"""What both games mix by, as if chance had been the same."""

FIGHT_DIFFERENCES: Final[tuple[FightDifference, ...]] = get_args(FightDifference)

_PLACES: Final = ("8,h", "14,h", "2,d", "18,o", "8,h/8,i", "6,e", "20,i")
_TELLING: Final = ("nobody", "call", "none", "wear", "here", "ring", "show", "deny", "duel")
"""Choices by which a side tells what it hides, each for the reason that the rules give."""


class FightLeakError(AssertionError):
    """Somebody can tell the two fights apart; the text says when."""


@dataclass(frozen=True)
class Sides:
    """What one fight hides.

    Attributes:
        rows: cards of the hiding side's front line, in order.
        reserve: cards of its reserve.
        wounds: boxes marked on cards.
        bearer: the Ringbearer, or empty.
        elsewhere: cards in another box of the side.
        laid: its cards in the order in which they were laid into their box; as they are for empty.
        edits: what it does in private before each command, and while it lays its cards.
    """

    rows: tuple[str, ...]
    reserve: tuple[str, ...]
    wounds: Mapping[str, int] = field(default_factory=dict)
    bearer: str = ""
    elsewhere: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    edits: int = 0

    @property
    def cards(self) -> tuple[str, ...]:
        """Everything in the box of the fight."""
        return self.laid or (*self.rows, *self.reserve)


def _face_of(name: str) -> str:
    """What lies open of a card before it is turned."""
    force = find_force(name)
    if force is None or not has_generic_side(force):
        return name
    return generic_race(force.race).value


def _characters() -> list[str]:
    return [force.name for force in forces_of(FELLOWSHIP) if has_generic_side(force)]


def sides_of(
    difference: FightDifference, hides: SeatId, source: random.Random
) -> tuple[Sides, Sides]:
    """What the hiding side lays in each of two fights."""
    pool = _characters() if hides == FP else _minions()
    source.shuffle(pool)
    count = source.randint(2, 4)
    rows, rest = tuple(pool[:count]), pool[count:]
    reserve, others = tuple(rest[: source.randint(1, count)]), rest[count:]
    one = other = Sides(rows=rows, reserve=reserve)
    match difference:
        case "who is who":
            free = [*rest]
            swapped = tuple(_another(card, rows, free, source) for card in rows)
            other = Sides(rows=swapped, reserve=_filled(reserve, swapped, rest))
        case "order":
            laid = source.sample(one.cards, len(one.cards))
            other = Sides(rows=rows, reserve=reserve, laid=tuple(laid))
        case "reserve":
            other = Sides(rows=rows, reserve=tuple(others[: len(reserve)]))
        case "bearer":
            may_bear = [force.name for force in bearers()]
            here = source.choice(may_bear)
            if here not in one.cards:
                one = Sides(rows=rows, reserve=(*reserve[1:], here))
            apart = source.choice([name for name in may_bear if name not in one.cards])
            one, other = (replace(one, bearer=bearer) for bearer in (here, apart))
        case "wounds in reserve":
            hurt = dict.fromkeys(reserve, 1)
            other = Sides(rows=rows, reserve=reserve, wounds=hurt)
        case "edits":
            other = Sides(rows=rows, reserve=reserve, edits=3)
        case "elsewhere":
            away = tuple(others[:5])
            hurt = dict.fromkeys(away[:2], 1)
            other = Sides(rows=rows, reserve=reserve, elsewhere=away, wounds=hurt)
    return one, other


def _another(card: str, rows: tuple[str, ...], rest: list[str], source: random.Random) -> str:
    """A card with the same open face that is in no row yet, taken from the rest."""
    like = [name for name in rest if _face_of(name) == _face_of(card)]
    if not like or source.random() < 0.2:
        return card
    found = source.choice(like)
    rest.remove(found)
    return found


def _filled(reserve: tuple[str, ...], rows: tuple[str, ...], rest: list[str]) -> tuple[str, ...]:
    # The rest has the reserve among it, and no card can be laid twice.
    free = [name for name in dict.fromkeys((*reserve, *rest)) if name not in rows]
    return tuple(free[: len(reserve)])


def _minions() -> list[str]:
    return [
        force.name
        for force in forces_of(ENEMY)
        if force.kind in ("nazgul", "agent", "saruman-agent", "mouth")
    ]


@dataclass
class FightPair:
    """Two fights in step.

    Attributes:
        hides: the side that hides.
        plays: the two games.
        sides: what it hides in each.
        seen: cards of the other side, all of them in its front line.
        source: where every choice comes from.
        looks: views that were compared.
        stages: stages of fights that were seen.
    """

    hides: SeatId
    plays: tuple[Play, Play]
    sides: tuple[Sides, Sides]
    seen: tuple[str, ...]
    source: random.Random
    looks: int = 0
    commands: int = 0
    stages: set[str] = field(default_factory=set)
    _rolls: int = 0

    def fight(self, most: int) -> str:
        """Fight until it is over, nothing can be pressed in both, or long enough.

        Returns:
            ``over``, ``stuck`` or ``long``.

        Raises:
            FightLeakError: somebody could tell the two apart.
        """
        self._look("the beginning")
        for play in self.plays:
            play.press(EP, "begin")
        self._look("set-up")
        self._set_up()
        for _ in range(most):
            public = self.plays[0].state.public
            work = fight_work(public)
            if not public.fights:
                return "over"
            self.stages.add("" if work is None else work.stage)
            if not self._step():
                return "stuck"
        return "long"

    def _set_up(self) -> None:
        in_one_go = self.sides[1].laid != () or self.source.random() < 0.5
        for seat in self._order():
            if seat == self.hides:
                self._lay_hidden(in_one_go=in_one_go)
            else:
                for play in self.plays:
                    for card in self.seen:
                        play.tap(seat, f"card:front:{card}")
            while self._draw(seat):
                pass
            for play in self.plays:
                play.press(seat, "ready")
            self._look(f"{seat} is ready")

    def _lay_hidden(self, *, in_one_go: bool) -> None:
        for play, sides in zip(self.plays, self.sides, strict=True):
            for card in self.source.sample(sides.reserve, len(sides.reserve)):
                for _ in range(sides.edits):
                    play.tap(self.hides, f"card:front:{card}")
                    play.tap(self.hides, f"card:out:{card}")
                play.tap(self.hides, f"card:reserve:{card}")
            for card in ("",) if in_one_go else sides.rows:
                play.tap(self.hides, f"card:front:{card}" if card else "card:rest")
        self._look("cards laid in private")

    def _order(self) -> list[SeatId]:
        work = fight_work(self.plays[0].state.public)
        assert work is not None
        return [SeatId(side) for side in work.order]

    def _draw(self, seat: SeatId) -> bool:
        found = [a for a in self._actions(0, seat) if a[0].startswith("draw:")]
        if not found:
            return False
        action = self.source.choice(found)[0]
        for play in self.plays:
            play.tap(seat, f"card:{action}")
        self._look("drawn")
        return True

    def _actions(
        self, index: int, seat: SeatId
    ) -> list[tuple[str, tuple[Field, ...], PromptId, bool]]:
        return [
            (choice.action, form.fields, question.id, covered)
            for question in open_questions(scene_for(self.plays[index].state, seat))
            if question.ask.asked
            for covered, form in (
                (False, question.ask.form),
                *((True, card.form) for card in question.ask.covered),
            )
            for choice in form.choices
        ]

    def _rolls_awaited(self, index: int) -> bool:
        return any(
            question.ask.asked and question.ask.roll is not None
            for seat in (FP, EP)
            for question in open_questions(scene_for(self.plays[index].state, seat))
        )

    def _edit(self) -> None:
        """What the hiding side does in private meanwhile."""
        for play, sides in zip(self.plays, self.sides, strict=True):
            for number in range(self.source.randint(0, 3) if sides.edits else 0):
                play.tap(self.hides, "name-hand", card_1=f"card {number}")
        self._look("private edits")

    def _step(self) -> bool:
        self._edit()
        awaited = [self._rolls_awaited(index) for index in (0, 1)]
        if awaited[0] != awaited[1]:
            raise FightLeakError(f"a roll is awaited in one of them only: {self._stage()}")
        if awaited[0]:
            self._rolls += 1
            face = self.source.randint(1, 20)
            roll = DieRoll(die="d20", number=self._rolls, face=face, sides=20)
            self._send(DieReported(roll=roll), DieReported(roll=roll))
            return True
        other = other_seat(self.hides)
        if self._actions(0, other) != self._actions(1, other):
            raise FightLeakError(f"{other} is offered other choices at {self._stage()}")
        found: list[tuple[SeatId, str, tuple[Field, ...], PromptId]] = []
        for seat in (FP, EP):
            second = {a[0]: a for a in self._actions(1, seat)}
            for action, fields, prompt, covered in self._actions(0, seat):
                if seat == self.hides and (covered or self._tells(action)):
                    continue
                if action not in second:
                    if seat != self.hides:
                        raise FightLeakError(f"{seat} is offered {action} in one of them only")
                    continue
                found.append((seat, action, fields, prompt))
        found = [one for one in found if self._likely(one[1])] or found
        if not found:
            return False
        seat, action, fields, prompt = self.source.choice(found)
        inputs = tuple(pair for one in fields for pair in filled(self.source, one))
        act = Act(seat=seat, prompt=prompt, action=action, inputs=inputs)
        self._send(act, act)
        return True

    def _tells(self, action: str) -> bool:
        verb, _, about = action.partition(":")
        if verb in _TELLING:
            return True
        return verb in ("turn", "show") and self.sides[0] != self.sides[1] and bool(about)

    def _likely(self, action: str) -> bool:
        rare = {"over": 0.01, "enough": 0.1, "off": 0.1, "end": 0.3, "none": 0.0}
        return self.source.random() < rare.get(action.partition(":")[0], 1.0)

    def _send(self, one: Command, other: Command) -> None:
        answers = []
        for play, command in zip(self.plays, (one, other), strict=True):
            decided = GAME.decide(play.state, command)
            answers.append(decided if isinstance(decided, Refusal) else "ok")
            if not isinstance(decided, Refusal):
                for event in decided:
                    play.state = GAME.evolve(play.state, event)
        self.commands += 1
        if answers[0] != answers[1]:
            raise FightLeakError(f"{one}: {answers[0]} against {answers[1]}")
        self._look(str(one))

    def _stage(self) -> str:
        work = fight_work(self.plays[0].state.public)
        return "" if work is None else work.stage

    def _look(self, after: str) -> None:
        for viewer in (other_seat(self.hides), PUBLIC):
            first, second = (encoded(play, viewer) for play in self.plays)
            self.looks += 1
            if first != second:
                pairs = enumerate(zip(first, second, strict=False))
                at = next((i for i, (a, b) in pairs if a != b), min(len(first), len(second)))
                raise FightLeakError(
                    f"{viewer} sees a difference after {after} at {self._stage()}: "
                    f"{first[max(0, at - 150) : at + 150]!r} against "
                    f"{second[max(0, at - 150) : at + 150]!r}"
                )


def open_fights(difference: FightDifference, hides: SeatId, source: random.Random) -> FightPair:
    """Two games with one fight that is due in each."""
    sides = sides_of(difference, hides, source)
    seen = _minions() if hides == FP else _characters()
    source.shuffle(seen)
    open_cards = tuple(seen[: source.randint(1, 4)])
    force = FightForce()
    if source.random() < 0.5:
        force = FightForce(mix="M4", count=4, minions=True)
    where = Where(source.choice(_PLACES), (source.choice((2, 3, 4)), source.choice((2, 3))), force)
    plays = [_play(hides, one, open_cards, where) for one in sides]
    return FightPair(hides, (plays[0], plays[1]), sides, open_cards, source)


@dataclass(frozen=True)
class Where:
    """What both fights have in common: where they are, sides up of the markers, who comes along."""

    place: str
    faces: tuple[int, int]
    force: FightForce


def _play(hides: SeatId, one: Sides, seen: tuple[str, ...], where: Where) -> Play:
    characters, minions = (one.cards, seen) if hides == FP else (seen, one.cards)
    play = at_fight(characters, minions, place=where.place, force=where.force, faces=where.faces)
    seals = tuple(Seal(seat=seat, salt=LOT, digest="") for seat in (FP, EP))
    play.state = GAME.evolve(play.state, SecretsBound(point="here", seals=seals))
    if one.elsewhere:
        play.lay(hides, "fellowship-B" if hides == FP else "sauronic-2", *one.elsewhere)
    for card, boxes in one.wounds.items():
        play.tap(hides, f"wound:{card}", normal=str(boxes), diseased="0")
    if one.bearer and hides == FP:
        play.tap(FP, "ring-bearer", bearer=one.bearer)
    return play
