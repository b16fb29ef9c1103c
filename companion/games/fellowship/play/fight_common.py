"""What the stages of a fight share: going on by one step, names on screens, who is asked."""

from __future__ import annotations

import abc

import msgspec

from companion.games.fellowship.combat.battle import Battle, Fighter, Variants, foe
from companion.games.fellowship.combat.cards import Cards, is_over_endurance
from companion.games.fellowship.combat.hand import FightHand
from companion.games.fellowship.events.combat import (
    FighterMarked,
    FightersFallen,
    FightHandNoted,
    FightNoted,
    FightWork,
    fight_work,
)
from companion.games.fellowship.events.lent import LentFallen, LentMarked
from companion.games.fellowship.events.play import PublicEvent, SecretEvent
from companion.games.fellowship.facts.names import Seat
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.seats import seat_word
from companion.games.fellowship.state import HiddenState, PublicState, Scene
from companion.games.fellowship.switches import Switches
from companion.table.events import Event
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import Refusal, Roll
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace


class FightFlow(Flow):
    """Events of a fight as they follow from each other.

    Attributes:
        hidden: what the acting seat alone knows, None where no secret may count.
    """

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.hidden: HiddenState | None = scene.hidden

    def tell(self, *events: SecretEvent) -> None:
        """Let one seat alone know something."""
        super().tell(*events)
        for event in events:
            if self.hidden is not None and event.seat == self.hidden.seat:
                self.hidden = event.apply(self.hidden)

    @property
    def work(self) -> FightWork:
        """The fight.

        Raises:
            LookupError: no fight is fought now.
        """
        return work_of(self.public)

    @property
    def battle(self) -> Battle:
        """The cards that lie open."""
        return self.work.battle

    @property
    def cards(self) -> Cards:
        """The values of the box."""
        return self.handbook.box.cards

    @property
    def hand(self) -> FightHand:
        """The acting seat's own cards."""
        return hand_of(self.hidden, self.work.number)

    @property
    def own_scene(self) -> Scene:
        """What the acting seat may look at now."""
        return Scene(public=self.public, handbook=self.handbook, seat=self.seat, hidden=self.hidden)

    def arrange(self, hand: FightHand) -> None:
        """The acting seat arranges its cards."""
        self.tell(FightHandNoted(seat=self.seat, hand=hand))

    def change(self, text: str = "", section: str = "", **fields: object) -> None:
        """The fight goes on."""
        work = _replace(self.work, serial=self.work.serial + 1, **fields)
        self.add(FightNoted(work=work, text=text, section=section))

    def give(self, event: Event) -> None:
        """An event of another chapter, public or secret."""
        if isinstance(event, SecretEvent):
            self.tell(event)
        elif isinstance(event, PublicEvent):
            self.add(event)

    def put(self, *fighters: Fighter, text: str = "", section: str = "") -> None:
        """Some cards lie otherwise, or new ones lie open."""
        self.change(text, section, battle=self.battle.with_fighters(fighters))


def broke_off(cards: Cards, fighter: Fighter) -> bool:
    """Whether a fighter has left of its own will, not driven off by its wounds (6.261, 9.24)."""
    return fighter.line == "gone" and not is_over_endurance(cards, fighter)


def is_lent(work: FightWork, fighter: Fighter) -> bool:
    """Whether the other seat keeps the sheet of a card; creatures have none."""
    return fighter.creature is None and fighter.side in work.lent


def mark(flow: FightFlow, fighter: Fighter) -> None:
    """The boxes of a fighter are written down on its owner's sheet (T.7, T.8)."""
    if is_lent(flow.work, fighter):
        keeper = SeatId(foe(fighter.side))
        flow.tell(LentMarked(seat=keeper, card=fighter.card, damage=fighter.damage))
    else:
        seat = SeatId(fighter.side)
        flow.tell(FighterMarked(seat=seat, number=fighter.id, damage=fighter.damage))


def bury(flow: FightFlow, side: Seat, *numbers: str) -> None:
    """Fighters are dead: their owner's cards leave the display (9.1)."""
    fighters = [one for number in numbers if (one := flow.battle.find(number)) is not None]
    lent = tuple(one.card for one in fighters if is_lent(flow.work, one))
    own = tuple(one.id for one in fighters if not is_lent(flow.work, one))
    turn, place = flow.public.turn, flow.work.place
    if own:
        flow.tell(FightersFallen(seat=SeatId(side), numbers=own, turn=turn, place=place))
    if lent:
        flow.tell(LentFallen(seat=SeatId(foe(side)), cards=lent, turn=turn, place=place))


def work_of(public: PublicState) -> FightWork:
    """The fight that is fought now.

    Raises:
        LookupError: there is none.
    """
    work = fight_work(public)
    if work is None:
        raise LookupError("no fight is fought now")
    return work


def hand_of(hidden: HiddenState | None, number: int) -> FightHand:
    """A seat's own cards in a fight; none of an earlier fight count."""
    hand = None if hidden is None else hidden.fight
    return hand if hand is not None and hand.number == number else FightHand(number=number)


def variants_of(switches: Switches) -> Variants:
    """The optional rules of combat that the players chose (14.4, 15.31, 15.4)."""
    return Variants(
        simple=switches.simple_combat,
        wide_double=switches.wide_double_damage,
        reversed_order=switches.reversed_attack,
        nazgul_die=switches.nazgul_destroyed,
        hold_guardian=switches.gandalf_duel,
        capture=switches.capturing,
    )


def with_bearer(battle: Battle, bearer: str) -> Battle:
    """The battle with the open card that everybody knows to have the Ring."""
    found = next((one for one in battle.fighters if bearer and one.card == bearer), None)
    return _replace(battle, bearer="" if found is None else found.id)


def shown_name(fighter: Fighter) -> str:
    """A fighter in words, such as ``Man f3``: what lies open and its number."""
    return f"{fighter.card} {fighter.id}"


class FightStage(abc.ABC):
    """Where a fight waits for the table. A stage overrides what it needs.

    Attributes:
        section: the rule that everybody is told.
    """

    section = "9.0"

    @abc.abstractmethod
    def waits(self, work: FightWork) -> str:
        """What everybody else reads; one sentence without anything hidden."""

    @abc.abstractmethod
    def ask(self, scene: Scene, work: FightWork) -> Ask:
        """What a viewer reads."""

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """What follows from a choice of `flow.seat`."""
        return None

    def roll(self, flow: FightFlow, roll: Roll) -> None:
        """What follows from the roll that is awaited; only stages that ask for one come here."""
        del flow, roll


class SeatStage(FightStage):
    """One question of a fight, which one seat answers."""

    @abc.abstractmethod
    def asked(self, work: FightWork) -> Seat:
        """Whose answer or roll is awaited."""

    def places(self, scene: Scene, work: FightWork) -> tuple[str, ...]:
        """Labels of the places that it is about, the same for everybody."""
        return ()

    @abc.abstractmethod
    def question(self, scene: Scene, work: FightWork) -> Ask:
        """What the seat that is asked reads."""

    def ask(self, scene: Scene, work: FightWork) -> Ask:
        """The question for the seat that is asked, for all others what the table waits for."""
        lit = () if work.piece is None else (work.piece,)
        places = self.places(scene, work)
        if scene.seat != PUBLIC and seat_word(scene.seat) == self.asked(work):
            return _replace(self.question(scene, work), lit=lit, places=places)
        return Ask(
            key=key_of(work),
            sentence=self.waits(work),
            section=self.section,
            lit=lit,
            places=places,
        )


def key_of(work: FightWork) -> str:
    """What tells one question of a fight from every other."""
    return f"fight-{work.number}-{work.serial}"


def seat_of(side: Seat) -> SeatId:
    """The seat of a side."""
    return SeatId(side)


def wrong(text: str, section: str = "9.2", *, private: bool = False) -> Refusal:
    """A refusal for something that the rules of a fight do not allow.

    Args:
        text: why.
        section: which rule.
        private: it tells of what only the asked seat knows.
    """
    return Refusal(code="rule", text=text, section=section, private=private)


def asking(
    work: FightWork, sentence: str, section: str, choices: tuple[Choice, ...], *detail: str
) -> Ask:
    """A question with choices."""
    return Ask(
        key=key_of(work),
        sentence=sentence,
        section=section,
        detail=tuple(line for line in detail if line),
        form=Form(choices=choices),
        asked=True,
    )
