"""The die: the roll, what is suffered, and the cards that it takes."""

from __future__ import annotations

from companion.games.quest.cards import card_words
from companion.games.quest.desk import Desk
from companion.games.quest.events_cards import CardsLaid
from companion.games.quest.events_play import FaceSeen
from companion.games.quest.flow import HANDLERS, Ask, Handler, against
from companion.games.quest.hand import ticked_cards
from companion.games.quest.names import (
    BLANK,
    CARDS,
    CIRCLES,
    EYE,
    FACE_SYMBOLS,
    FACE_WORDS,
    SAM,
    title_of,
)
from companion.games.quest.state import Scene, Task
from companion.table.commands import Act
from companion.table.values import Refusal
from companion.table.views import Choice, Form, RollWanted

RING_ROLL = "ring"
RING_SPACES = 4

_FOR = {
    RING_ROLL: "You put on the Ring: roll the die.",
    "doom": "Roll the die: if you stay in the game, the Ring is destroyed.",
    "": "Roll the die.",
}


def ring_spaces(face: str) -> int:
    """Spaces that the Ring is worth: four minus the symbols on the die."""
    return RING_SPACES - FACE_SYMBOLS[face]


class Roll(Handler):
    """A player rolls the die. `Task.text` says what for."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """The roll is awaited."""
        return Ask(
            seats=(task.seat,),
            sentence=_FOR.get(task.text, _FOR[""]),
            others=f"{title_of(task.seat)} rolls the die.",
            roll=RollWanted(die="the die (1-6)", sides=6),
        )

    def roll(self, desk: Desk, task: Task, face: int) -> None:
        """The face shows a symbol, and that is suffered."""
        desk.pop()
        symbol = desk.state.box.get(f"die/{face}")
        desk.emit(FaceSeen(seat=task.seat, face=symbol, words=FACE_WORDS[symbol]))
        desk.push(Task(kind="suffer", seat=task.seat, text=symbol))


class Suffer(Handler):
    """What the die did is borne, unless a card helps."""

    def run(self, desk: Desk, task: Task) -> bool:
        """A blank side does nothing."""
        if task.text != BLANK:
            return False
        desk.pop()
        return True

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Time for a card that saves from the roll."""
        detail = ("Sam suffers one damage at most.",) if task.seat == SAM else ()
        return Ask(
            seats=(task.seat,),
            sentence=f"The die shows {FACE_WORDS[task.text]}.",
            others=f"The die of {title_of(task.seat)} shows {FACE_WORDS[task.text]}.",
            detail=detail,
            form=Form(choices=(Choice(action="bear", label="Bear it", weight="primary"),)),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """It is borne."""
        desk.pop()
        is_sam = task.seat == SAM
        if task.text == EYE:
            desk.move_sauron(1)
        elif task.text == CARDS:
            desk.push(Task(kind="discard", seat=task.seat, count=1 if is_sam else 2))
        else:
            desk.move(task.seat, 1 if is_sam else CIRCLES[task.text])
        return None


class Discard(Handler):
    """A player must discard so many cards; who has fewer is out."""

    def run(self, desk: Desk, task: Task) -> bool:
        """How many cards a hand has everybody sees."""
        if desk.public.player(task.seat).cards >= task.count:
            return False
        desk.pop()
        desk.eliminate(task.seat, met=False)
        return True

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Which ones."""
        many = "one card" if task.count == 1 else f"{task.count} cards"
        return Ask(
            seats=(task.seat,),
            sentence=f"Discard {many}: tick {many} under Hand.",
            others=f"{title_of(task.seat)} discards {many}.",
            cards=(Choice(action="give", label=f"Discard {many}", weight="primary"),),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """They go."""
        hand = desk.state.hidden.hands.get(task.seat, ())
        cards = ticked_cards(hand, act)
        if len(cards) != task.count:
            given = ", ".join(map(card_words, cards)) or "none"
            return against(f"Discard exactly {task.count}; ticked: {given}.")
        desk.pop()
        desk.emit(CardsLaid(seat=task.seat, cards=cards))
        return None


HANDLERS["roll"] = Roll()
HANDLERS["suffer"] = Suffer()
HANDLERS["discard"] = Discard()
