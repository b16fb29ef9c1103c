"""What may be done while something else is asked: discards, the Ring, Gandalf, yellow cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from companion.games.quest.desk import Desk
from companion.games.quest.dice import RING_ROLL, ring_spaces
from companion.games.quest.events_cards import CardsDrawn, CardsLaid
from companion.games.quest.events_play import (
    GandalfUsed,
    PeekBegun,
    PeekEnded,
    RingPutOn,
    Said,
    ShieldsChanged,
)
from companion.games.quest.flow import HANDLERS, Ask, Handler, against, bad, choose
from companion.games.quest.hand import ticked_cards
from companion.games.quest.names import (
    EVENT_BOXES,
    FORESIGHT,
    GANDALF_PRICE,
    GUIDANCE,
    HEALING,
    MAGIC,
    MORDOR,
    PERSISTENCE,
    SCENARIOS,
    SYMBOLS,
    TILE_SUNDIAL_CARDS,
    TILE_SUNDIAL_GOODS,
    TILE_WORDS,
    YELLOW,
    title_of,
)
from companion.games.quest.paying import GROUP, ONE, OWN, TILE, paid
from companion.games.quest.state import PublicState, Scene, Task, hides_shields, scene_for
from companion.games.quest.turn import line_choices, line_field_options, open_lines
from companion.table.commands import Act
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Form

GUIDANCE_SYMBOLS: Final = 2
GUIDANCE_SPACES: Final = 2
FULL_HAND: Final = 6
TOP_TILES: Final = 3

_PAYING: Final = frozenset({GROUP, ONE, OWN, TILE})


def between_steps(public: PublicState, task: Task) -> bool:
    """Whether a tile was just revealed, or a tile or a card just carried out.

    Where the Phial spares a player all tiles of a turn, a card has to come first.
    """
    if task.kind in ("reveal", "cards"):
        return bool(public.revealed) or (task.kind == "cards" and task.count > 0)
    return task.kind == "tile"


def may_wear(scene: Scene) -> bool:
    """Whether the viewer may put on the Ring now."""
    public = scene.public
    return (
        scene.seat == public.bearer
        and not public.ring_used
        and public.stage in SCENARIOS
        and between_steps(public, public.top)
    )


def usable_gandalf(public: PublicState, task: Task) -> tuple[str, ...]:
    """Gandalf cards that would do something while a task is to be done."""
    symbols = sum(need in SYMBOLS for need in task.items)
    spaces = public.stage in SCENARIOS and between_steps(public, task)
    last_of_mordor = public.stage == MORDOR and task.count == EVENT_BOXES
    fits = {
        HEALING: any(player.at and not player.out for player in public.players),
        PERSISTENCE: True,
        GUIDANCE: spaces or (task.kind in _PAYING and symbols > 0),
        FORESIGHT: public.stage in SCENARIOS and public.tiles_left > 0,
        MAGIC: task.kind == "occur" and not last_of_mordor,
    }
    return tuple(card for card in public.gandalf if fits[card])


def may_call(scene: Scene) -> bool:
    """Whether the viewer may call Gandalf now."""
    public = scene.public
    if scene.seat is None or scene.seat not in public.alive or public.outcome:
        return False
    task = public.top
    quiet = task.kind not in ("over", "fill", "chance", "gandalf", "foresight")
    rich = scene.shields.get(scene.seat, 0) >= GANDALF_PRICE
    return quiet and rich and bool(usable_gandalf(public, task))


def is_call_offered(scene: Scene) -> bool:
    """Whether Gandalf may be called by all that may stand open: a secret purse does not count."""
    if scene.seat is None or not hides_shields(scene.public):
        return may_call(scene)
    purse = {scene.seat: GANDALF_PRICE}
    return may_call(msgspec.structs.replace(scene, shields=purse))


def usable_yellow(public: PublicState, name: str) -> bool:
    """Whether a yellow card would do something now."""
    task = public.top
    if task.kind in ("over", "fill", "chance"):
        return False
    return {
        "Miruvor": len(public.alive) > 1,
        "Belt": task.kind == "roll" and task.text != RING_ROLL,
        "Mithril": task.kind == "suffer",
        "Athelas": task.kind == "lack",
        "Staff": task.kind == TILE
        or (task.kind == "tile" and task.text in (TILE_SUNDIAL_CARDS, TILE_SUNDIAL_GOODS)),
        "Phial": task.kind == "reveal",
        "Elessar": any(player.at and not player.out for player in public.players),
        "Lembas": any(player.cards < FULL_HAND and not player.out for player in public.players),
    }.get(name, False)


def discard_freely(desk: Desk, act: Act) -> Refusal | None:
    """Any card may be discarded at any time."""
    cards = ticked_cards(desk.state.hidden.hands.get(act.seat, ()), act)
    if not cards:
        return bad("No card is ticked. Tick what you discard.")
    desk.emit(CardsLaid(seat=act.seat, cards=cards))
    return None


def wear_ring(desk: Desk, act: Act) -> Refusal | None:
    """The Ring-bearer puts on the Ring: roll, suffer, advance a line unseen."""
    if not may_wear(scene_for(desk.state, act.seat)):
        return against(
            "The Ring is put on once in a scenario, by its bearer, after a tile or a card."
        )
    desk.emit(RingPutOn(seat=act.seat))
    desk.push(
        Task(kind="roll", seat=act.seat, text=RING_ROLL), Task(kind="ring-move", seat=act.seat)
    )
    return None


class RingMove(Handler):
    """The Ring-bearer advances a line; nothing on its spaces is carried out."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Which line."""
        spaces = ring_spaces(scene.public.last_face)
        return Ask(
            seats=(task.seat,),
            sentence=f"The Ring: advance one line by {spaces}, unseen.",
            others=f"{title_of(task.seat)} advances one line by {spaces}, unseen.",
            form=Form(choices=tuple(line_choices(scene))),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """The marker moves."""
        line = act.action.partition(":")[2]
        if line not in open_lines(desk.public, desk.board):
            return bad("Choose a line of this board that is not finished.")
        desk.pop()
        spaces = ring_spaces(desk.public.last_face)
        desk.advance(line, spaces, task.seat, carried_out=False)
        return None


def call_gandalf(desk: Desk, act: Act) -> Refusal | None:
    """A player pays; the active player decides."""
    if not may_call(scene_for(desk.state, act.seat)):
        return against(f"Gandalf comes for shields worth {GANDALF_PRICE}, if he can help now.")
    desk.emit(ShieldsChanged(seat=act.seat, points=-GANDALF_PRICE))
    desk.push(Task(kind="gandalf", seat=desk.leader))
    return None


class Gandalf(Handler):
    """The active player chooses a Gandalf card and whom it helps."""

    def run(self, desk: Desk, task: Task) -> bool:
        """What he was called for may be gone: then he goes, and nothing is left to choose."""
        if usable_gandalf(desk.public, desk.tasks[1]):
            return False
        desk.pop()
        desk.emit(Said(words="Gandalf cannot help any more."))
        return True

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Which card, for whom, on which line."""
        under = scene.public.agenda[1]
        cards = usable_gandalf(scene.public, under)
        fields = [choose("whom", "Whom it helps", _people(scene))]
        if GUIDANCE in cards and between_steps(scene.public, under):
            fields.append(choose("line", "Line for Guidance", line_field_options(scene)))
        details = {
            HEALING: "One Hobbit goes two steps towards the light.",
            PERSISTENCE: "One player draws four cards.",
            GUIDANCE: "Two spaces on a line, carried out."
            if between_steps(scene.public, under)
            else "Two of the symbols that are needed.",
            FORESIGHT: "One player looks at the top three tiles and orders them.",
            MAGIC: "The event is ignored.",
        }
        return Ask(
            seats=(task.seat,),
            sentence="Gandalf is called: choose how he helps.",
            others=f"{title_of(task.seat)} chooses how Gandalf helps.",
            form=Form(
                fields=tuple(fields),
                choices=tuple(
                    Choice(action=f"use:{card}", label=card.capitalize(), detail=details[card])
                    for card in cards
                ),
            ),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """He helps."""
        card = act.action.partition(":")[2]
        under = desk.tasks[1]
        if card not in usable_gandalf(desk.public, under):
            return against("That card cannot help now.")
        whom = SeatId(act.input("whom") or task.seat)
        if whom not in desk.public.alive:
            return bad("Choose a player who is still in the game.")
        line = act.input("line") or ""
        spaces = between_steps(desk.public, under)
        if card == GUIDANCE and spaces and line not in open_lines(desk.public, desk.board):
            return bad("Choose a line of this board that is not finished.")
        desk.pop()
        desk.emit(GandalfUsed(card=card))
        _GANDALF[card](desk, whom, line)
        return None


def _people(scene: Scene) -> tuple[tuple[str, str], ...]:
    return tuple((seat, title_of(seat)) for seat in scene.public.alive)


def _guidance(desk: Desk, whom: SeatId, line: str) -> None:
    under = desk.tasks[0]
    if under.kind not in _PAYING:
        desk.advance(line, GUIDANCE_SPACES, desk.leader)
        return
    left = list(under.items)
    for need in [need for need in left if need in SYMBOLS][:GUIDANCE_SYMBOLS]:
        left.remove(need)
    paid(desk, under, tuple(left))


def _foresight(desk: Desk, whom: SeatId, line: str) -> None:
    desk.emit(PeekBegun(seat=whom))
    desk.push(Task(kind="foresight", seat=whom, count=min(TOP_TILES, desk.public.tiles_left)))


_GANDALF: Final[dict[str, Callable[[Desk, SeatId, str], None]]] = {
    HEALING: lambda desk, whom, _line: desk.move(whom, -2),
    PERSISTENCE: lambda desk, whom, _line: desk.emit(CardsDrawn(seat=whom, count=4)),
    GUIDANCE: _guidance,
    FORESIGHT: _foresight,
    MAGIC: lambda desk, _whom, _line: _ignore_event(desk),
}


def _ignore_event(desk: Desk) -> None:
    desk.pop()
    desk.emit(Said(words="The event is ignored."))


class Foresight(Handler):
    """A player orders the top tiles; which they are stays under that seat's cover."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """The order, under the cover."""
        tiles = scene.peek[: task.count]
        options = tuple(
            (str(index), f"{index + 1}: {TILE_WORDS[tile]}") for index, tile in enumerate(tiles)
        )
        fields = tuple(
            choose(f"place{index}", f"Place {index + 1}", (*options[index:], *options[:index]))
            for index in range(len(tiles))
        )
        return Ask(
            seats=(task.seat,),
            sentence="Look at the top tiles under Hand and order them.",
            others=f"{title_of(task.seat)} looks at the top tiles.",
            covered=Form(
                fields=fields,
                choices=(Choice(action="order", label="Put them back so", weight="primary"),),
            ),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """They lie back."""
        places = [act.input(f"place{index}") or "" for index in range(task.count)]
        wanted = sorted(str(index) for index in range(task.count))
        if sorted(places) != wanted:
            return bad("Each tile needs a place of its own.")
        desk.pop()
        desk.emit(PeekEnded(order=tuple(int(place) for place in places)))
        return None


def use_yellow(desk: Desk, act: Act) -> Refusal | None:
    """A yellow card is used, whoever's turn it is."""
    name = act.action.partition(":")[2]
    text = f"{name}, {YELLOW}"
    if text not in desk.state.hidden.hands.get(act.seat, ()):
        return bad("You do not hold that card any more.")
    if not usable_yellow(desk.public, name):
        return against(f"{name} does nothing now.")
    whom = SeatId(act.input("whom") or act.seat)
    other = SeatId(act.input("other") or "")
    if whom not in desk.public.alive:
        return bad("Choose a player who is still in the game.")
    if name == "Miruvor" and (other not in desk.public.alive or other == whom):
        return bad("Choose two players: who passes a card, and who receives it.")
    desk.emit(CardsLaid(seat=act.seat, cards=(text,), played=True))
    _YELLOW[name](desk, whom, other)
    return None


def _phial(desk: Desk, whom: SeatId, other: SeatId) -> None:
    desk.pop()
    desk.emit(Said(words=f"{title_of(desk.leader)} reveals no more event tiles."))


def _staff(desk: Desk, whom: SeatId, other: SeatId) -> None:
    task = desk.pop()
    if task.kind == "tile":
        desk.push(Task(kind="reveal", seat=task.seat))


def _nothing(desk: Desk, whom: SeatId, other: SeatId) -> None:
    desk.pop()


_YELLOW: Final[dict[str, Callable[[Desk, SeatId, SeatId], None]]] = {
    "Miruvor": lambda desk, whom, other: desk.push(Task(kind="pass", seat=whom, text=other)),
    "Belt": _nothing,
    "Mithril": _nothing,
    "Athelas": _nothing,
    "Staff": _staff,
    "Phial": _phial,
    "Elessar": lambda desk, whom, _other: desk.move(whom, -1),
    "Lembas": lambda desk, whom, _other: desk.emit(
        CardsDrawn(seat=whom, count=max(0, FULL_HAND - desk.public.player(whom).cards))
    ),
}

ANYTIME: Final[dict[str, Callable[[Desk, Act], Refusal | None]]] = {
    "discard": discard_freely,
    "ring": wear_ring,
    "call-gandalf": call_gandalf,
    "yellow": use_yellow,
}
"""What may be pressed while something else is asked."""

HANDLERS.update({"ring-move": RingMove(), "gandalf": Gandalf(), "foresight": Foresight()})
