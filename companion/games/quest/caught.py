"""A marker put by hand by which somebody would be out: those concerned are asked first.

The rules put out at once whoever meets Sauron, and the hand is discarded. What a person types in
may be a slip, so that the marker stays where play has it until everybody whom it would put out has
said that it is so; anybody still in the game may say that it is not. All this is public.
"""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.quest.board import SAURON
from companion.games.quest.desk import Desk
from companion.games.quest.events_play import HobbitMoved, Said, SauronMoved
from companion.games.quest.flow import HANDLERS, Ask, Handler, against, bad
from companion.games.quest.names import title_of
from companion.games.quest.state import PublicState, Scene, Task
from companion.table.commands import Act
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Form

CAUGHT: Final = "caught"
OUT: Final = "out"
NOT_OUT: Final = "not-out"


def caught_by(public: PublicState, marker: str, to: int) -> tuple[SeatId, ...]:
    """Whom the rules would put out if Sauron or a Hobbit stood on this space.

    Args:
        public: what everybody knows.
        marker: `SAURON` or the seat of who is still in the game; nobody is out by any other.
        to: the space on the Corruption line.
    """
    if marker == SAURON:
        return tuple(seat for seat in public.alive if public.player(seat).at >= to)
    seat = SeatId(marker)
    return (seat,) if seat in public.alive and to >= public.sauron else ()


def put_on_line(desk: Desk, marker: str, to: int) -> None:
    """Have Sauron or a Hobbit stand elsewhere, or ask first where somebody would be out by it."""
    desk.tasks = [one for one in desk.tasks if not (one.kind == CAUGHT and one.text == marker)]
    if caught_by(desk.public, marker, to):
        desk.push(Task(kind=CAUGHT, text=marker, count=to))
    else:
        _place(desk, marker, to)


def _place(desk: Desk, marker: str, to: int) -> None:
    if marker == SAURON:
        desk.emit(SauronMoved(to=to))
    else:
        desk.emit(HobbitMoved(seat=SeatId(marker), to=to))
    desk.meet()


class Caught(Handler):
    """Somebody would be out by a marker that was put by hand.

    `Task.text` is the marker, `Task.count` its space, `Task.items` are those who said it is so.
    """

    def run(self, desk: Desk, task: Task) -> bool:
        """It counts once nobody is left to be asked, also when something else was put right."""
        if _unasked(desk.public, task):
            return False
        desk.pop()
        if task.text == SAURON or task.text in desk.public.alive:
            _place(desk, task.text, task.count)
        return True

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Each who would be out says so alone; anybody says that it was a slip."""
        public = scene.public
        names = [title_of(seat) for seat in caught_by(public, task.text, task.count)]
        is_one = len(names) == 1
        who = " and ".join(names)
        sentence = (
            f"{who} would stand on Sauron's space or beyond it. Is {who} out?"
            if is_one
            else f"{who} would stand on Sauron's space or beyond it. Are they out?"
        )
        marker = "Sauron" if task.text == SAURON else title_of(SeatId(task.text))
        no = Choice(
            action=NOT_OUT,
            label="No, nobody is out",
            detail="It was a slip: nothing is moved.",
            weight="primary",
        )
        yes = Choice(
            action=OUT,
            label="Yes, I am out",
            detail="All my cards are discarded. That cannot be taken back.",
            weight="grave",
        )
        is_mine = scene.seat in _unasked(public, task)
        return Ask(
            seats=public.alive,
            sentence=sentence,
            others=sentence,
            detail=(
                f"{marker} was put on {task.count} by hand; nothing is moved before an answer.",
                "Who would be out says so; anybody may say that it was a slip.",
            ),
            form=Form(choices=(no, *((yes,) if is_mine else ()))),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """It counts when the last has said so, or not at all."""
        if act.action == NOT_OUT:
            desk.pop()
            desk.emit(Said(words=f"{title_of(act.seat)} says that nobody is out by it."))
            return None
        if act.action != OUT:
            return bad("Say whether it is so: yes or no.")
        if act.seat not in _unasked(desk.public, task):
            return against("Only who would be out may say so. Wait for them, or say no.")
        desk.pop()
        desk.push(msgspec.structs.replace(task, items=(*task.items, act.seat)))
        return None


def _unasked(public: PublicState, task: Task) -> tuple[SeatId, ...]:
    caught = caught_by(public, task.text, task.count)
    return tuple(seat for seat in caught if seat not in task.items)


HANDLERS[CAUGHT] = Caught()
