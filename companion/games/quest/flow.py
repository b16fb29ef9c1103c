"""How the game goes on: the first task of the agenda is done, or somebody is asked about it.

Handlers get the whole table by way of a `Desk` when they carry something out, but what they ask is
made of a `Scene` alone: of what that viewer may know.
"""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.quest.desk import Desk, ending_words
from companion.games.quest.state import Scene, State, Task, scene_for
from companion.table.commands import Act
from companion.table.ids import PromptId, SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form, Option, RollWanted


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """What a task asks.

    Attributes:
        seats: who is asked.
        sentence: what is asked of them, second person.
        others: what everybody else reads.
        detail: further lines.
        form: what may be pressed in the open.
        roll: set where a roll or a draw is due.
        cards: what may be pressed under the cover for the cards that are ticked there.
        plays: whether single cards may be played.
        covered: a form of its own under the cover.
    """

    seats: tuple[SeatId, ...]
    sentence: str
    others: str
    detail: tuple[str, ...] = ()
    form: Form = Form()
    roll: RollWanted | None = None
    cards: tuple[Choice, ...] = ()
    plays: bool = False
    covered: Form = Form()


class Handler:
    """What is done for one kind of task."""

    def run(self, desk: Desk, task: Task) -> bool:
        """Do what needs nobody. True when the agenda has changed, False when somebody is asked."""
        return False

    def ask(self, scene: Scene, task: Task) -> Ask:
        """What is asked."""
        return Ask(seats=(), sentence="", others="")

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """Carry out what somebody pressed."""
        return NOT_NOW

    def roll(self, desk: Desk, task: Task, face: int) -> None:
        """Take the awaited roll."""


HANDLERS: Final[dict[str, Handler]] = {}
"""The handler of each kind of task; the modules of the chapters enter theirs."""

NOT_NOW: Final = Refusal(code="stale", text="That is no longer asked. Look at what is asked now.")


class Over(Handler):
    """Nothing is left to be done."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Nobody is asked; everybody reads how it ended."""
        words = ending_words(scene.public.outcome, scene.public.joined)
        return Ask(seats=(), sentence="", others=words or "The game is over.")


HANDLERS["over"] = Over()


def settle(desk: Desk) -> None:
    """Go on until somebody is asked or the game is over."""
    while desk.tasks and HANDLERS[desk.tasks[0].kind].run(desk, desk.tasks[0]):
        pass
    if not desk.tasks:
        desk.tasks = [Task(kind="over")]


def ask_of(scene: Scene) -> Ask:
    """What is asked now, as one viewer may read it."""
    task = scene.public.top
    return HANDLERS[task.kind].ask(scene, task)


def prompt_id(scene: Scene) -> PromptId:
    """Id of the open question; counts public steps alone."""
    return PromptId(f"q{scene.public.asked}")


def answer(state: State, act: Act) -> Refusal | Desk:
    """Carry out the answer to the open question."""
    scene = scene_for(state, act.seat)
    action, _, stamp = act.action.rpartition("@")
    if act.prompt is not None:
        action, stamp = act.action, str(scene.public.asked if _is_open(scene, act) else -1)
    if stamp != str(scene.public.asked):
        return NOT_NOW
    ask = ask_of(scene)
    if act.seat not in ask.seats:
        return Refusal(code="not-yours", text="This is asked of somebody else. Wait for them.")
    desk = Desk(state)
    task = desk.tasks[0]
    refusal = HANDLERS[task.kind].act(desk, task, msgspec.structs.replace(act, action=action))
    return desk if refusal is None else refusal


def _is_open(scene: Scene, act: Act) -> bool:
    return act.prompt == prompt_id(scene)


def stamped(scene: Scene, action: str) -> str:
    """An action that answers the open question from under the cover, where no prompt goes along."""
    return f"{action}@{scene.public.asked}"


def choose(name: str, label: str, options: tuple[tuple[str, str], ...]) -> Field:
    """A field with a list, its first entry chosen."""
    return Field(
        name=name,
        label=label,
        kind="select",
        value=options[0][0] if options else "",
        options=tuple(Option(value=value, label=text) for value, text in options),
    )


def bad(text: str) -> Refusal:
    """What came cannot be taken."""
    return Refusal(code="bad-input", text=text)


def against(text: str) -> Refusal:
    """A rule forbids it."""
    return Refusal(code="rule", text=text)
