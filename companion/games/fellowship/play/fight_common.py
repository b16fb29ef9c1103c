"""What the stages of a fight share: going on by one step, names on screens, who is asked."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.battle import Battle, Fighter, Variants
from companion.games.fellowship.combat.cards import Cards
from companion.games.fellowship.combat.hand import FightHand
from companion.games.fellowship.events.combat import (
    FightersFallen,
    FightHandNoted,
    FightNoted,
    FightWork,
    fight_work,
)
from companion.games.fellowship.events.play import PublicEvent, SecretEvent
from companion.games.fellowship.facts.names import Seat
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.state import HiddenState, PublicState, Scene, seat_word
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


def bury(flow: FightFlow, side: Seat, *numbers: str) -> None:
    """Fighters are dead: their owner's cards leave the display (9.1)."""
    flow.tell(
        FightersFallen(
            seat=SeatId(side),
            numbers=numbers,
            turn=flow.public.turn,
            place=flow.work.place,
        )
    )


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


class FightStage:
    """One question of a fight. A stage overrides what it needs.

    Attributes:
        section: the rule that everybody is told.
    """

    section = "9.0"

    def asked(self, work: FightWork) -> Seat:
        """Whose answer or roll is awaited."""
        raise NotImplementedError

    def waits(self, work: FightWork) -> str:
        """What everybody else reads; one sentence without anything hidden."""
        raise NotImplementedError

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """What the seat that is asked reads."""
        raise NotImplementedError

    def ask(self, scene: Scene, work: FightWork) -> Ask:
        """What a viewer reads."""
        lit = () if work.piece is None else (work.piece,)
        if scene.seat != PUBLIC and seat_word(scene.seat) == self.asked(work):
            return _replace(self.question(scene, work), lit=lit)
        sentence = self.waits(work)
        return Ask(key=key_of(work), sentence=sentence, section=self.section, lit=lit)

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """What follows from a choice of `flow.seat`."""
        return None

    def roll(self, flow: FightFlow, roll: Roll) -> None:
        """What follows from the roll that is awaited."""


def key_of(work: FightWork) -> str:
    """What tells one question of a fight from every other."""
    return f"fight-{work.number}-{work.serial}"


def seat_of(side: Seat) -> SeatId:
    """The seat of a side."""
    return SeatId(side)


def wrong(text: str, section: str = "9.2") -> Refusal:
    """A refusal for something that the rules of a fight do not allow."""
    return Refusal(code="rule", text=text, section=section)


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
