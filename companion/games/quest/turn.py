"""A turn on a scenario board: tiles, then one or two cards or something else, then the next."""

from __future__ import annotations

from companion.games.quest.box import Board, board_of
from companion.games.quest.cards import Card, is_joker, read_card
from companion.games.quest.desk import Desk
from companion.games.quest.events_cards import CardsDrawn, CardsLaid
from companion.games.quest.events_play import EventReached, TileRevealed, TilesShuffled, TurnBegun
from companion.games.quest.flow import HANDLERS, Ask, Handler, against, bad
from companion.games.quest.hand import picked
from companion.games.quest.names import (
    EVENT_BOXES,
    EVIL_TILES,
    GOLLUM,
    MORDOR,
    PIPPIN,
    TILE_BEARER,
    TILE_SUNDIAL,
    TILE_SUNDIAL_CARDS,
    TILE_SUNDIAL_GOODS,
    TILE_VOLUNTEER,
    TILE_WORDS,
    YELLOW,
    title_of,
)
from companion.games.quest.paying import TILE
from companion.games.quest.phrases import clause_texts, clause_words, read_event
from companion.games.quest.state import PublicState, Scene, Task
from companion.table.commands import Act
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Form

SUNDIAL_NEEDS = {
    TILE_SUNDIAL_CARDS: ("card", "card", "card"),
    TILE_SUNDIAL_GOODS: ("card", "token", "shield"),
}
CARDS_A_TURN = 2


def open_lines(public: PublicState, board: Board) -> tuple[str, ...]:
    """Activity lines of the board whose marker is not on the last space."""
    return tuple(
        line for line, spaces in board.lines.items() if public.markers.get(line, 0) < len(spaces)
    )


def board_in(scene: Scene) -> Board:
    """The board in play, as everybody sees it."""
    return board_of(scene.box, scene.public.stage)


class Turn(Handler):
    """A player's turn begins."""

    def run(self, desk: Desk, task: Task) -> bool:
        """The turn in its order."""
        desk.pop()
        desk.emit(TurnBegun(seat=task.seat))
        desk.push(
            Task(kind="reveal", seat=task.seat),
            Task(kind="cards", seat=task.seat),
            Task(kind="endturn", seat=task.seat),
        )
        return True


class Reveal(Handler):
    """The next event tile is turned over when its player says so."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Time for the Phial, and for the Ring after a tile."""
        another = "another" if scene.public.revealed else "the top"
        return Ask(
            seats=(task.seat,),
            sentence=f"Reveal {another} event tile.",
            others=f"{title_of(task.seat)} reveals {another} event tile.",
            form=Form(choices=(Choice(action="reveal", label="Reveal it", weight="primary"),)),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """The tile lies open."""
        desk.pop()
        if not desk.state.hidden.tiles:
            desk.emit(TilesShuffled())
        tile = desk.state.hidden.tiles[0]
        desk.emit(TileRevealed(tile=tile))
        desk.push(Task(kind="tile", seat=task.seat, text=tile))
        return None


class Tile(Handler):
    """A tile lies open and is carried out when its player says so."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Time for the Ring, for Guidance and for the Staff."""
        words = TILE_WORDS[task.text]
        return Ask(
            seats=(task.seat,),
            sentence=f"The tile: {words}.",
            others=f"{title_of(task.seat)} has revealed: {words}.",
            form=Form(choices=(Choice(action="go", label="Carry it out", weight="primary"),)),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """Evil tiles are followed by another, activity tiles by cards."""
        desk.pop()
        if task.text not in EVIL_TILES:
            lines = open_lines(desk.public, desk.board)
            if task.text in lines:
                desk.advance(task.text, 1, task.seat)
            elif lines:
                desk.push(Task(kind="choose-line", seat=task.seat))
            return None
        if task.seat == desk.public.active:
            # Who was eliminated reveals no more; whoever carries this tile out instead does not.
            desk.push(Task(kind="reveal", seat=task.seat))
        if task.text == TILE_BEARER:
            desk.move(desk.public.bearer, 1)
        elif task.text == TILE_VOLUNTEER:
            desk.push(Task(kind="volunteer", seat=task.seat))
        elif task.text == TILE_SUNDIAL:
            desk.push(Task(kind="event"))
        else:
            needs = SUNDIAL_NEEDS[task.text]
            text = f"group pays {' '.join(needs)} or next"
            desk.push(Task(kind=TILE, seat=task.seat, text=text, items=needs))
        return None


class Volunteer(Handler):
    """One Hobbit goes two steps into the darkness, or Sauron moves."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Anybody may; the active player says that nobody does."""
        mine = (Choice(action="volunteer", label="I move two steps"),)
        nobody = (Choice(action="nobody", label="Nobody does", detail="Sauron moves one step."),)
        return Ask(
            seats=scene.public.alive,
            sentence="Who moves two steps into the darkness?",
            others="One Hobbit moves two steps into the darkness, or Sauron moves one.",
            form=Form(choices=(*mine, *(nobody if scene.seat == task.seat else ()))),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """A Hobbit moves, or Sauron."""
        if act.action == "volunteer":
            desk.pop()
            desk.move(act.seat, 2)
            return None
        if act.seat != task.seat:
            return Refusal(code="not-yours", text=f"{title_of(task.seat)} says that.")
        desk.pop()
        desk.move_sauron(1)
        return None


class ChooseLine(Handler):
    """The tile's activity is not on the board or is finished: another marker must advance."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Which one."""
        return Ask(
            seats=(task.seat,),
            sentence="The tile's line is not here or is finished: advance another one.",
            others=f"{title_of(task.seat)} chooses a line for the tile.",
            form=Form(choices=tuple(line_choices(scene))),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """One space."""
        line = act.action.partition(":")[2]
        if line not in open_lines(desk.public, desk.board):
            return bad("Choose a line of this board that is not finished.")
        desk.pop()
        desk.advance(line, 1, task.seat)
        return None


class Cards(Handler):
    """One or two cards are played, or two are drawn, or the Hobbit steps back.

    `Task.count` is how many were played, `Task.text` the colour of the first.
    """

    def ask(self, scene: Scene, task: Task) -> Ask:
        """What may be done."""
        done = Choice(action="done", label="End the turn")
        may_play = task.count < CARDS_A_TURN
        instead = (
            Choice(action="draw", label="Draw two cards"),
            Choice(action="back", label="One step towards the light"),
        )
        detail: tuple[str, ...] = ()
        if task.count == 1 and task.seat != PIPPIN:
            other = "grey" if task.text == "white" else "white"
            detail = (f"The second card must be {other}.",)
        sentences = (
            "Play one or two cards under Hand, one white and one grey, or do something else.",
            "You may play a second card.",
            "Your cards are played.",
        )
        return Ask(
            seats=(task.seat,),
            sentence=sentences[min(task.count, CARDS_A_TURN)],
            others=f"{title_of(task.seat)} plays cards, draws two, or steps towards the light.",
            detail=detail,
            form=Form(choices=(*(() if task.count else instead), done)),
            plays=may_play,
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """It is done."""
        verb, _, key = act.action.partition(":")
        if verb == "play" and task.count < CARDS_A_TURN:
            return self._play(desk, task, act, key)
        if verb in ("draw", "back") and task.count:
            return against("Cards were played in this turn already.")
        if verb not in ("draw", "back", "done"):
            return bad("Play a card, draw, step back, or end the turn.")
        desk.pop()
        if verb == "draw":
            desk.emit(CardsDrawn(seat=task.seat, count=2))
        elif verb == "back":
            desk.move(task.seat, -1)
        return None

    def _play(self, desk: Desk, task: Task, act: Act, key: str) -> Refusal | None:
        seat = task.seat
        text = picked(desk.state.hidden.hands.get(seat, ()), key)
        if text is None:
            return bad("You do not hold that card any more.")
        card = read_card(text)
        if card.colour == YELLOW:
            return against("A yellow card is used under Hand, not played as one of two.")
        if not fits_colour(task, card, seat):
            return against(f"The first card was {task.text}: the second must be of the other kind.")
        line = card.symbol
        if is_joker(card, seat):
            wanted = act.input("line") or ""
            line = wanted or line
            if line not in desk.board.lines:
                return bad("Say on which line of this board the joker counts.")
        desk.pop()
        desk.emit(CardsLaid(seat=seat, cards=(text,), played=True))
        desk.push(Task(kind="cards", seat=seat, count=task.count + 1, text=card.colour))
        costs = (Task(kind="roll", seat=seat),) if card.name == GOLLUM else ()
        desk.advance(line, card.count, seat, then=costs)
        return None


def fits_colour(task: Task, card: Card, seat: SeatId) -> bool:
    """Whether a card may follow the one that was played before it; Pippin plays any two."""
    return not task.count or card.colour != task.text or seat == PIPPIN


class EndTurn(Handler):
    """The next player clockwise goes on."""

    def run(self, desk: Desk, task: Task) -> bool:
        """The next turn."""
        desk.pop()
        following = desk.public.after(task.seat) or desk.leader
        desk.push(Task(kind="turn", seat=following))
        return True


class NextEvent(Handler):
    """The marker goes to the next event box down."""

    def run(self, desk: Desk, task: Task) -> bool:
        """What the box says is carried out after a moment in which Magic may be used."""
        desk.pop()
        number = desk.public.event + 1
        if number <= EVENT_BOXES:
            desk.emit(EventReached(number=number))
            desk.push(
                Task(kind="occur", seat=desk.leader, count=number),
                Task(kind="after-event", count=number),
            )
        return True


class Occur(Handler):
    """An event takes place when the active player says so."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """Time for Magic."""
        text = scene.box.get(f"{scene.public.stage}/event/{task.count}")
        lines = tuple(clause_words(clause) for clause in read_event(text))
        return Ask(
            seats=(task.seat,),
            sentence=f"Event {task.count} occurs: {'; '.join(lines)}.",
            others=f"Event {task.count} occurs: {'; '.join(lines)}.",
            form=Form(choices=(Choice(action="go", label="Carry it out", weight="primary"),)),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """Its clauses, one after the other."""
        desk.pop()
        text = desk.board.events[task.count - 1]
        desk.push(*(Task(kind="clause", text=one) for one in clause_texts(text)))
        return None


class AfterEvent(Handler):
    """The last event of a board ends the scenario; that of Mordor ends the game."""

    def run(self, desk: Desk, task: Task) -> bool:
        """Anything but the last event ends nothing."""
        desk.pop()
        if task.count == EVENT_BOXES:
            if desk.public.stage == MORDOR:
                desk.end("eye")
            else:
                desk.tasks = [Task(kind="scenario-end")]
        return True


class CheckEnd(Handler):
    """The last space of the main line ends the scenario, or is the top of Mount Doom."""

    def run(self, desk: Desk, task: Task) -> bool:
        """After everything that the spaces said."""
        desk.pop()
        board = desk.board
        if desk.public.markers.get(board.main, 0) == len(board.lines[board.main]):
            kind = "mountain" if desk.public.stage == MORDOR else "scenario-end"
            desk.tasks = [Task(kind=kind)]
        return True


def line_choices(scene: Scene) -> list[Choice]:
    """A choice for each line that can still be advanced."""
    lines = open_lines(scene.public, board_in(scene))
    return [Choice(action=f"line:{line}", label=line.capitalize()) for line in lines]


def line_field_options(scene: Scene) -> tuple[tuple[str, str], ...]:
    """The lines of the board as entries of a field; unfinished ones first."""
    board = board_in(scene)
    lines = open_lines(scene.public, board)
    rest = [line for line in board.lines if line not in lines]
    return tuple((line, line.capitalize()) for line in (*lines, *rest))


HANDLERS.update(
    {
        "turn": Turn(),
        "reveal": Reveal(),
        "tile": Tile(),
        "volunteer": Volunteer(),
        "choose-line": ChooseLine(),
        "cards": Cards(),
        "endturn": EndTurn(),
        "event": NextEvent(),
        "occur": Occur(),
        "after-event": AfterEvent(),
        "check-end": CheckEnd(),
    }
)
