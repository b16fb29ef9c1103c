"""Where one command is carried out: events are made one after the other, each folded at once.

The rules call a `Desk` to move, draw, pay and end; what it has written is what follows from the
command. The agenda is worked on aside and written down once at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from companion.games.quest.box import Board, board_of
from companion.games.quest.events import evolve
from companion.games.quest.events_cards import CardsDrawn, CardTaken, Eliminated
from companion.games.quest.events_play import (
    AgendaSet,
    BearerChosen,
    GameEnded,
    HobbitMoved,
    MarkerAdvanced,
    SauronMoved,
    ShieldsChanged,
    SpecialTaken,
    TokenMoved,
)
from companion.games.quest.names import RING, SCENARIOS, TOKENS, title_of
from companion.games.quest.phrases import Effect
from companion.games.quest.state import (
    COMPETITIVE,
    PASSING,
    TRAITOR,
    Outcome,
    PublicState,
    State,
    Task,
)
from companion.table.events import Event
from companion.table.ids import SeatId

DESTROYED_POINTS: Final = 60
RING_TOKENS_THAT_TURN: Final = 3

_HANDED_ON: Final = frozenset(
    {"tile", "occur", "gandalf", "volunteer", "pay", "pay-one", "pay-tile"}
)
"""What goes on without its player; everything else of an eliminated player is dropped."""

_NOBODYS: Final = frozenset({"endturn", "doomcheck"})


class Desk:
    """One command on its way.

    Args:
        state: the state before it.

    Attributes:
        state: the state so far.
        events: what follows from the command so far.
        tasks: what is to be done, the first next.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.tasks = list(state.public.agenda)

    @property
    def public(self) -> PublicState:
        """What everybody knows by now."""
        return self.state.public

    @property
    def board(self) -> Board:
        """The scenario board in play."""
        return board_of(self.state.box, self.public.stage)

    @property
    def leader(self) -> SeatId:
        """The active player, or the next one clockwise if that one is out."""
        return next(iter(self.public.clockwise(self.public.active)), self.public.active)

    def emit(self, event: Event) -> None:
        """Let something happen."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def push(self, *tasks: Task) -> None:
        """Put tasks before everything else, in this order."""
        self.tasks[:0] = tasks

    def pop(self) -> Task:
        """Take the next task off."""
        return self.tasks.pop(0)

    def written(self) -> tuple[Event, ...]:
        """All that follows, the new agenda last."""
        if tuple(self.tasks) != self.public.agenda:
            self.emit(AgendaSet(tasks=tuple(self.tasks)))
        return tuple(self.events)

    # --- the Corruption line -------------------------------------------------------------------

    def move(self, seat: SeatId, steps: int) -> None:
        """Move a Hobbit into the darkness, or with fewer than no steps towards the light."""
        player = self.public.player(seat)
        to = max(0, player.at + steps)
        if player.out or to == player.at:
            return
        self.emit(HobbitMoved(seat=seat, to=to))
        self.meet()

    def move_sauron(self, steps: int) -> None:
        """Move Sauron towards the Hobbits."""
        self.emit(SauronMoved(to=max(0, self.public.sauron - steps)))
        self.meet()

    def meet(self) -> None:
        """Who is on Sauron's space or beyond is out, clockwise from the active player."""
        for seat in self.public.clockwise(self.public.active):
            if not self.public.outcome and self.public.player(seat).at >= self.public.sauron:
                self.eliminate(seat, met=True)

    # --- elimination and the end ---------------------------------------------------------------

    def eliminate(self, seat: SeatId, *, met: bool) -> None:
        """Put a player out of the game.

        Args:
            seat: who.
            met: caught by Sauron; else unable to pay.
        """
        before = self.public.player(seat)
        if before.out:
            return
        hand = self.state.hidden.hands.get(seat, ())
        self.emit(Eliminated(seat=seat, cards=tuple(sorted(hand))))
        if seat == self.public.bearer and not self.public.at_doom:
            heir = self.public.after(seat)
            can_pass = PASSING in self.public.variants and not met
            if can_pass and heir is not None and before.at < self.public.sauron:
                self.emit(BearerChosen(seat=heir))
            else:
                turns = {COMPETITIVE, TRAITOR} <= set(self.public.variants)
                joins = met and turns and before.tokens[RING] >= RING_TOKENS_THAT_TURN
                self.end("bearer", seat if joins else None)
                return
        self._drop_tasks(seat)

    def _drop_tasks(self, seat: SeatId) -> None:
        heir = self.public.after(seat)
        kept: list[Task] = []
        for task in self.tasks:
            if task.seat != seat or task.kind in _NOBODYS:
                kept.append(task)
            elif task.kind in _HANDED_ON and heir is not None:
                kept.append(msgspec.structs.replace(task, seat=heir))
        self.tasks = kept

    def end(self, outcome: Outcome, joined: SeatId | None = None) -> None:
        """End the game and score it."""
        scores = final_scores(self.state, outcome, joined)
        words = ending_words(outcome, joined)
        points = ", ".join(f"{title_of(SeatId(seat))} {score}" for seat, score in scores.items())
        ended = GameEnded(
            outcome=outcome, scores=scores, joined=joined, words=f"{words} Points: {points}."
        )
        self.emit(ended)
        self.tasks = [Task(kind="over")]

    # --- spaces and effects --------------------------------------------------------------------

    def advance(
        self,
        line: str,
        spaces: int,
        seat: SeatId,
        *,
        carried_out: bool = True,
        then: tuple[Task, ...] = (),
    ) -> None:
        """Advance a marker as far as its line goes; what its spaces say comes next, dice last.

        Args:
            line: which line; one that the board lacks has no marker.
            spaces: how far.
            seat: whom the spaces concern.
            carried_out: whether they are carried out at all.
            then: what follows at once, before the end of the line ends the scenario.
        """
        board = self.board
        start = self.public.markers.get(line)
        if line not in board.lines or start is None:
            self.push(*then)
            return
        end = min(start + spaces, len(board.lines[line]))
        if end == start:
            self.push(*then)
            return
        score = board.scores[end - 1] if line == board.main else None
        self.emit(MarkerAdvanced(line=line, to=end, score=score))
        effects = [effect for space in board.lines[line][start:end] for effect in space]
        if not carried_out:
            effects = []
        effects.sort(key=lambda effect: effect.kind == "die")
        tasks = [effect_task(effect, seat) for effect in effects]
        self.push(*tasks, *then, Task(kind="check-end"))

    def happen(self, seat: SeatId, effect: Effect) -> None:
        """Let one effect happen to a player."""
        if self.public.outcome or self.public.player(seat).out:
            return
        _HAPPENS.get(effect.kind, _token)(self, seat, effect)


def effect_task(effect: Effect, seat: SeatId) -> Task:
    """An effect as something that is still to be done."""
    return Task(
        kind="effect",
        seat=seat,
        count=effect.count,
        text=effect.kind,
        items=(effect.what,) if effect.what else (),
    )


def effect_of(task: Task) -> Effect:
    """The effect of a task made by `effect_task`."""
    return Effect(kind=task.text, count=task.count, what=task.items[0] if task.items else "")


def final_scores(state: State, outcome: Outcome, joined: SeatId | None) -> dict[str, int]:
    """Points of each player at the end."""
    seats = [player.seat for player in state.public.players]
    shields = {seat: state.hidden.shields.get(seat, 0) for seat in seats}
    if outcome == "destroyed":
        if COMPETITIVE in state.public.variants:
            return {seat: DESTROYED_POINTS + shields[seat] for seat in seats}
        return dict.fromkeys(seats, DESTROYED_POINTS + sum(shields.values()))
    if joined is not None:
        return {seat: state.public.score if seat == joined else 0 for seat in seats}
    return dict.fromkeys(seats, DESTROYED_POINTS if outcome == "failed" else state.public.score)


END_WORDS: Final[dict[str, str]] = {
    "destroyed": "The Ring is destroyed.",
    "failed": "The top of Mount Doom was reached, but nobody destroyed the Ring.",
    "bearer": "The Ring-bearer is eliminated.",
    "eye": "The Big Eye has found the Fellowship.",
}


def ending_words(outcome: Outcome, joined: SeatId | None) -> str:
    """How the game ended, empty while it goes on."""
    return END_WORDS.get(outcome, "") if joined is None else f"{title_of(joined)} joins Sauron."


def _token(desk: Desk, seat: SeatId, effect: Effect) -> None:
    for _ in range(effect.count):
        if effect.kind in TOKENS and desk.public.tokens.get(effect.kind, 0) > 0:
            desk.emit(TokenMoved(seat=seat, token=effect.kind, count=1))


def _special(desk: Desk, seat: SeatId, effect: Effect) -> None:
    for _ in range(effect.count):
        if desk.public.specials_left:
            desk.emit(SpecialTaken(seat=seat))


def _feature(desk: Desk, seat: SeatId, effect: Effect) -> None:
    features = desk.board.features
    if effect.count <= len(features) and features[effect.count - 1] in desk.public.features:
        desk.emit(CardTaken(seat=seat, card=features[effect.count - 1]))


def _next_event(desk: Desk, seat: SeatId, effect: Effect) -> None:
    if desk.public.stage in SCENARIOS:
        desk.push(Task(kind="event"))


_HAPPENS: Final[dict[str, Callable[[Desk, SeatId, Effect], None]]] = {
    "sauron": lambda desk, _seat, effect: desk.move_sauron(effect.count),
    "dark": lambda desk, seat, effect: desk.move(seat, effect.count),
    "light": lambda desk, seat, effect: desk.move(seat, -effect.count),
    "die": lambda desk, seat, effect: desk.push(
        *[Task(kind="roll", seat=seat) for _ in range(effect.count)]
    ),
    "draw": lambda desk, seat, effect: desk.emit(CardsDrawn(seat=seat, count=effect.count)),
    "discard": lambda desk, seat, effect: desk.push(
        Task(kind="discard", seat=seat, count=effect.count)
    ),
    "shield": lambda desk, seat, effect: desk.emit(ShieldsChanged(seat=seat, points=effect.count)),
    "special": _special,
    "feature": _feature,
    "lack": lambda desk, seat, effect: desk.push(Task(kind="lack", seat=seat, text=effect.what)),
    "next": _next_event,
    "out": lambda desk, seat, _effect: desk.eliminate(seat, met=False),
    "eye": lambda desk, _seat, _effect: desk.end("eye"),
}
