"""The road: Bag End, the two safe havens, and how a scenario board is set up."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.quest.box import BoxFile, unplayable
from companion.games.quest.cards import card_words
from companion.games.quest.cells import CELLS, cells_of, check_value
from companion.games.quest.desk import Desk
from companion.games.quest.events_cards import (
    CardPassed,
    CardsDrawn,
    CardsShared,
    CardsShown,
    ChanceDrawn,
    FeaturesDealt,
)
from companion.games.quest.events_play import (
    CellFilled,
    StageEntered,
    TurnBegun,
)
from companion.games.quest.flow import HANDLERS, Ask, Handler, bad, choose
from companion.games.quest.hand import ticked_cards
from companion.games.quest.names import (
    BAG_END,
    LOTHLORIEN,
    RIVENDELL,
    STAGES,
    TITLES,
    title_of,
)
from companion.games.quest.phrases import clause_texts
from companion.games.quest.state import CLOCKWISE, PREPARATIONS, PublicState, Scene, Task
from companion.table.commands import Act
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form, RollWanted

LOTS: Final = 2**62
"""So many ways the cards can be shuffled: nobody guesses the one from a hand."""

FIRST_HAND: Final = 6
NAZGUL: Final = "one pays 2 hiding or sauron 1"
FELLOWSHIP: Final = "each pays friendship or die"
SHORT_AT_ONCE: Final = 5
LONG_AT_ONCE: Final = 2
"""Values that are filled in together: numbers and choices, and texts that need room."""


def shares(public: PublicState) -> dict[SeatId, int]:
    """Feature cards of a safe haven for each player still in the game."""
    seats = public.clockwise(public.bearer)
    counts = {1: [4], 2: [4, 4], 3: [4, 4, 4], 4: [3, 3, 3, 3], 5: [3, 3, 2, 2, 2]}
    return dict(zip(seats, counts[len(seats)], strict=True))


class Stage(Handler):
    """The Fellowship reaches a place, `Task.text`."""

    def run(self, desk: Desk, task: Task) -> bool:
        """What must be known of the box is asked first."""
        stage = task.text
        if _unknown(desk.state.box, stage) or unplayable(desk.state.box, stage):
            desk.push(Task(kind="fill", seat=desk.public.bearer, text=stage))
            return True
        if not desk.state.hidden.seed:
            desk.push(Task(kind="chance", seat=desk.public.bearer))
            return True
        desk.pop()
        lines = () if stage in (BAG_END, RIVENDELL, LOTHLORIEN) else tuple(_lines(desk, stage))
        before = desk.public.active
        desk.emit(StageEntered(stage=stage, title=TITLES[stage], lines=lines))
        bearer = desk.public.bearer
        if not lines:
            desk.emit(TurnBegun(seat=bearer))
            desk.push(*self._haven(desk, stage), stage_after(stage))
            return True
        goes_on = CLOCKWISE in desk.public.variants and stage != _FIRST_BOARD
        first = (desk.public.after(before) or bearer) if goes_on else bearer
        desk.push(Task(kind="turn", seat=first))
        return True

    def _haven(self, desk: Desk, stage: str) -> list[Task]:
        bearer = desk.public.bearer
        if stage == BAG_END:
            for seat in desk.public.clockwise(bearer):
                desk.emit(CardsDrawn(seat=seat, count=FIRST_HAND))
            nazgul = Task(kind="clause", text=NAZGUL)
            asks = PREPARATIONS in desk.public.variants
            return [Task(kind="prepare", seat=bearer), nazgul] if asks else [nazgul]
        desk.emit(FeaturesDealt(stage=stage, counts=shares(desk.public)))
        if stage == LOTHLORIEN:
            text = desk.state.box.get(f"{LOTHLORIEN}/actions")
            return [Task(kind="clause", text=one) for one in clause_texts(text)]
        order = desk.public.clockwise(bearer)
        council = [
            Task(kind="pass", seat=giver, text=taker)
            for giver, taker in zip(order, (*order[1:], order[0]), strict=True)
        ]
        return [*council, Task(kind="clause", text=FELLOWSHIP)]


def _lines(desk: Desk, stage: str) -> list[str]:
    return [
        line
        for line in ("fighting", "travelling", "hiding", "friendship")
        if desk.state.box.get(f"{stage}/{line}") != "none"
    ]


def stage_after(stage: str) -> Task:
    """The place behind another, as something that is still to be reached."""
    return Task(kind="stage", text=STAGES[STAGES.index(stage) + 1])


_FIRST_BOARD: Final = STAGES[2]


class Fill(Handler):
    """The owner of the box fills in what a place needs, some values at a time."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """The next values, then those that cannot be played as they stand."""
        unknown = _unknown(scene.box, task.text)
        wrong = () if unknown else unplayable(scene.box, task.text)
        fits_not = dict.fromkeys(why for _, why in wrong)
        missing = f"{len(unknown)} values are missing. They are asked once and kept."
        asked = _together(unknown) if unknown else [address for address, _ in wrong]
        return Ask(
            seats=(task.seat,),
            sentence=f"{TITLES[task.text]}: fill in what your box says.",
            others=f"{title_of(task.seat)} fills in what the box says about {TITLES[task.text]}.",
            detail=tuple(f"This does not fit together: {why}." for why in fits_not) or (missing,),
            form=Form(
                fields=tuple(_cell_field(scene.box, address) for address in asked),
                choices=(Choice(action="fill", label="Enter these", weight="primary"),),
            ),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """What can stand there is kept."""
        given = [(key, text.strip()) for key, text in act.inputs if text.strip()]
        if not given:
            return bad("Nothing is filled in. Fill in at least one value.")
        for address, text in given:
            why = check_value(address, text)
            if why is not None:
                title = CELLS[address].title if address in CELLS else address
                return bad(f"{title}: {why}.")
        for address, text in given:
            desk.emit(CellFilled(address=address, value=text))
        desk.pop()
        return None


def _unknown(box: BoxFile, stage: str) -> list[str]:
    return [address for address in cells_of(stage) if not box.get(address)]


def _together(addresses: list[str]) -> list[str]:
    """The first values that are filled in alike, as many as a form has room for."""
    is_long = CELLS[addresses[0]].kind in ("text", "long")
    alike = [one for one in addresses if (CELLS[one].kind in ("text", "long")) == is_long]
    return alike[: LONG_AT_ONCE if is_long else SHORT_AT_ONCE]


def _cell_field(box: BoxFile, address: str) -> Field:
    cell, value = CELLS[address], box.get(address)
    if cell.choices:
        options = (("", "not now"), *((choice, choice) for choice in cell.choices))
        return msgspec.structs.replace(choose(address, cell.title, options), value=value)
    if cell.kind == "number":
        return Field(
            name=address, label=cell.title, kind="number", value=value, minimum=0, maximum=60
        )
    hint = f" (such as: {cell.hint})" if cell.hint else ""
    return Field(name=address, label=f"{cell.title}{hint}", kind="text", value=value)


class Chance(Handler):
    """The table draws the number from which every shuffle follows; nobody sees it."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """One draw for the whole game."""
        return Ask(
            seats=(task.seat,),
            sentence="Have the cards shuffled.",
            others="The cards are about to be shuffled.",
            detail=("The program keeps decks, hands and tiles, and shows each hand to its seat.",),
            roll=RollWanted(die="the order of all cards and tiles", sides=LOTS, lot=True),
        )

    def roll(self, desk: Desk, task: Task, face: int) -> None:
        """Everything is shuffled."""
        desk.pop()
        desk.emit(ChanceDrawn(seed=str(face)))


class Pass(Handler):
    """A card goes face down from a hand to another, `Task.text`."""

    def run(self, desk: Desk, task: Task) -> bool:
        """Nothing goes from an empty hand, or to oneself."""
        taker = SeatId(task.text)
        here = task.seat != taker and not desk.public.player(taker).out
        if desk.public.player(task.seat).cards and here:
            return False
        desk.pop()
        return True

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Which one, under the cover."""
        taker = title_of(SeatId(task.text))
        return Ask(
            seats=(task.seat,),
            sentence=f"Pass one card to {taker}: tick it under Hand.",
            others=f"{title_of(task.seat)} passes a card to {taker}.",
            cards=(Choice(action="give", label=f"Pass it to {taker}", weight="primary"),),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """It changes hands."""
        cards = ticked_cards(desk.state.hidden.hands.get(task.seat, ()), act)
        if len(cards) != 1:
            return bad(f"Tick one card, not {len(cards)}.")
        desk.pop()
        desk.emit(CardPassed(giver=task.seat, taker=SeatId(task.text), card=cards[0]))
        return None


class Prepare(Handler):
    """The Ring-bearer may make preparations: roll the die, then share four cards out."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Yes or no."""
        return Ask(
            seats=(task.seat,),
            sentence="Make preparations? You roll the die, then share out four Hobbit cards.",
            others=f"{title_of(task.seat)} decides about preparations.",
            form=Form(
                choices=(
                    Choice(action="yes", label="Roll and share out"),
                    Choice(action="no", label="No preparations"),
                )
            ),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """The roll comes first."""
        desk.pop()
        if act.action == "yes":
            desk.push(Task(kind="roll", seat=task.seat), Task(kind="share", seat=task.seat))
        return None


class Share(Handler):
    """Four open Hobbit cards are shared out; the Ring-bearer has the last word."""

    CARDS: Final = 4

    def run(self, desk: Desk, task: Task) -> bool:
        """They are turned over."""
        if task.count:
            return False
        desk.pop()
        desk.emit(CardsShown(count=self.CARDS, discarded=False))
        desk.push(Task(kind="share", seat=task.seat, count=1))
        return True

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Who gets which."""
        people = tuple((seat, title_of(seat)) for seat in scene.public.alive)
        fields = tuple(
            choose(f"card{number}", card_words(card), people)
            for number, card in enumerate(scene.public.shown)
        )
        return Ask(
            seats=(task.seat,),
            sentence="Share the four cards out.",
            others=f"{title_of(task.seat)} shares four open cards out.",
            form=Form(
                fields=fields,
                choices=(Choice(action="share", label="Share out so", weight="primary"),),
            ),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """They go into hands."""
        given: list[tuple[SeatId, str]] = []
        for number, card in enumerate(desk.public.shown):
            seat = SeatId(act.input(f"card{number}") or task.seat)
            if seat not in desk.public.alive:
                return bad(f"{card_words(card)}: choose a player.")
            given.append((seat, card))
        desk.pop()
        desk.emit(CardsShared(shares=tuple(given)))
        return None


HANDLERS.update(
    {
        "stage": Stage(),
        "fill": Fill(),
        "chance": Chance(),
        "pass": Pass(),
        "prepare": Prepare(),
        "share": Share(),
    }
)
