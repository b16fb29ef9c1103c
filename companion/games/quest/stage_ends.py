"""How a scenario ends: Life tokens, the Ring, cards, and at last the mountain."""

from __future__ import annotations

from companion.games.quest.desk import Desk
from companion.games.quest.events_cards import CardsDrawn
from companion.games.quest.events_play import (
    BearerChosen,
    DoomReached,
    Said,
    SpecialTaken,
    TokensReturned,
    TurnBegun,
)
from companion.games.quest.flow import HANDLERS, Ask, Handler
from companion.games.quest.names import FATTY, MERRY, RING, TITLES, TOKENS, title_of
from companion.games.quest.stages import stage_after
from companion.games.quest.state import PublicState, Scene, Task
from companion.table.commands import Act
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Form


def missing_tokens(public: PublicState, seat: SeatId, what: str) -> int:
    """Steps into the darkness for Life tokens that a player lacks.

    Args:
        public: what everybody knows.
        seat: the player.
        what: a token, ``all``, or ``end`` for the end of a scenario.
    """
    tokens = public.player(seat).tokens
    kinds = (what,) if what in TOKENS else TOKENS
    missing = sum(not tokens[token] for token in kinds)
    return max(0, missing - 1) if seat == MERRY and what == "end" else missing


def next_bearer(public: PublicState) -> SeatId:
    """Who has most Ring tokens; a tie goes clockwise, past who has the Ring now."""
    order = [seat for seat in public.clockwise(public.bearer) if seat != public.bearer]
    order += [seat for seat in public.alive if seat == public.bearer]
    # `max` takes the first of several: the nearest clockwise, the Ring-bearer last.
    return max(order, key=lambda seat: public.player(seat).tokens[RING])


class ScenarioEnd(Handler):
    """A scenario is over: Life tokens, the Ring, cards, and on."""

    def run(self, desk: Desk, task: Task) -> bool:
        """Each in turn, clockwise from the Ring-bearer."""
        desk.pop()
        desk.emit(Said(words=f"{TITLES[desk.public.stage]} is over."))
        desk.push(
            *(
                Task(kind="lack", seat=seat, text="end")
                for seat in desk.public.clockwise(desk.public.bearer)
            ),
            Task(kind="new-bearer"),
            stage_after(desk.public.stage),
        )
        return True


class Lack(Handler):
    """A player lacks Life tokens, unless a card helps. `Task.text` says which ones count."""

    def run(self, desk: Desk, task: Task) -> bool:
        """Who lacks none goes on."""
        if missing_tokens(desk.public, task.seat, task.text):
            return False
        desk.pop()
        return True

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Time for Athelas."""
        steps = missing_tokens(scene.public, task.seat, task.text)
        way = f"{steps} step{'' if steps == 1 else 's'} into the darkness"
        return Ask(
            seats=(task.seat,),
            sentence=f"Life tokens are missing: {way}.",
            others=f"{title_of(task.seat)} lacks Life tokens: {way}.",
            form=Form(choices=(Choice(action="bear", label="Bear it", weight="primary"),)),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """The Hobbit moves."""
        desk.pop()
        desk.move(task.seat, missing_tokens(desk.public, task.seat, task.text))
        return None


class NewBearer(Handler):
    """The Ring goes to who has most Ring tokens; all tokens go back, cards are drawn."""

    def run(self, desk: Desk, task: Task) -> bool:
        """In this order."""
        desk.pop()
        desk.emit(BearerChosen(seat=next_bearer(desk.public)))
        desk.emit(TokensReturned())
        desk.emit(CardsDrawn(seat=desk.public.bearer, count=2))
        if FATTY in desk.public.alive:
            desk.emit(CardsDrawn(seat=FATTY, count=2))
        return True


class Mountain(Handler):
    """The top of Mount Doom."""

    def run(self, desk: Desk, task: Task) -> bool:
        """The active player, or the next one if that one is out, goes first."""
        desk.pop()
        desk.emit(DoomReached())
        desk.push(Task(kind="doom", seat=desk.leader))
        return True


class Doom(Handler):
    """One player tries to destroy the Ring."""

    def run(self, desk: Desk, task: Task) -> bool:
        """Roll; the next player follows while nobody has stayed in the game."""
        desk.pop()
        desk.emit(TurnBegun(seat=task.seat))
        desk.push(
            Task(kind="roll", seat=task.seat, text="doom"),
            Task(kind="doomcheck", seat=task.seat),
        )
        return True


class DoomCheck(Handler):
    """Whether who rolled is still there."""

    def run(self, desk: Desk, task: Task) -> bool:
        """Then the Ring is destroyed; else the die is passed on."""
        desk.pop()
        heir = desk.public.after(task.seat)
        if not desk.public.player(task.seat).out:
            if desk.public.specials_left:
                desk.emit(SpecialTaken(seat=task.seat))
            desk.end("destroyed")
        elif heir is None:
            desk.end("failed")
        else:
            desk.push(Task(kind="doom", seat=heir))
        return True


HANDLERS.update(
    {
        "scenario-end": ScenarioEnd(),
        "lack": Lack(),
        "new-bearer": NewBearer(),
        "mountain": Mountain(),
        "doom": Doom(),
        "doomcheck": DoomCheck(),
    }
)
