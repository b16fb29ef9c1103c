"""The scripted turn of both sides with an empty box: what is missing is asked once, and kept."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from companion.games.fellowship.box.addresses import value_at
from companion.games.fellowship.box.board_map import YES_OR_NO
from companion.games.fellowship.box.editor import FellowshipBoxEditor
from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.printed import printed_tables
from companion.table.commands import Command
from companion.table.events import Event, GameStarted
from companion.table.ids import SeatId
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_turn import real_turn, set_up, to_the_turn

OTHER = {FP: EP, EP: FP}
WAYS = {("4,f", "6,f"): "4,f 5,ef 6,f"}
"""The way that the script means, where two are as short and no terrain tells them apart yet."""


class AskedPlay(Play):
    """Plays with a box that lacks cells: whoever is asked reads them off the sample box.

    Attributes:
        asked: for each cell that was asked, who was asked and whether it was their player-turn.
    """

    def __init__(self, box: str = "") -> None:
        self.asked: list[tuple[str, SeatId]] = []
        super().__init__(box)

    def send(self, command: Command) -> tuple[Event, ...]:
        events = super().send(command)
        while self.state.public.cells:
            question = self.state.public.cells[0]
            self.asked.append((question.cell.key, question.seat))
            self._expect_asked_alone(question.cell, question.seat)
            answer = self.act(question.seat, "fill-in", value=answer_of(question.cell))
            events += super().send(answer)
        return events

    def go(self, track: int, place: str) -> tuple[Event, ...]:
        """Move a marker; where the map is not known yet its owner may have to draw the way."""
        before = self.reading(track).place
        events = super().go(track, place)
        way = WAYS.get((before, place))
        if way is not None and self._is_offered(FP, "way"):
            events += self.press(FP, "way", way=way)
        return events

    def die_so_that(self, holds: Callable[[Play], bool]) -> None:
        """The lowest roll after which something holds; what is asked while trying counts not."""
        for number in range(1, 11):
            after = copy.copy(self)
            after.events, after.asked = list(self.events), list(self.asked)
            after.die(number)
            if holds(after):
                self.die(number)
                return
        raise AssertionError(f"no roll does that at {self.step}")

    def _is_offered(self, seat: SeatId, action: str) -> bool:
        forms = (prompt.form for prompt in self.prompts(seat) if prompt.asked)
        return any(choice.action == action for form in forms for choice in form.choices)

    def _expect_asked_alone(self, cell: UnknownCell, seat: SeatId) -> None:
        """The seat alone is asked, and a table's cell is asked of the seat that the table names."""
        assert self.prompt_with(seat, "fill-in").asked
        assert not [
            p for p in self.prompts(OTHER[seat]) if p.asked and str(p.id).startswith("cell.")
        ]
        table = printed_tables().get(cell.table)
        if table is not None and table.asked != "mover":
            assert seat == SeatId(table.asked), cell


def answer_of(cell: UnknownCell) -> str:
    """What the sample box has there, as the prompt wants it."""
    box = sample_box()
    if cell.table.startswith("map.") or cell.table == "cards":
        found = value_at(box, cell.key)
        return found or ("no" if cell.choices == YES_OR_NO else "none")
    return value_at(box, cell.key)


def played(play: AskedPlay) -> Iterator[str]:
    """The whole script."""
    set_up(play)
    to_the_turn(play)
    yield from real_turn(play)


@pytest.fixture(scope="module")
def finished() -> AskedPlay:
    """The script, played to its end from an empty box."""
    play = AskedPlay("")
    for _ in played(play):
        pass
    return play


def test_the_whole_turn_is_played_and_each_cell_is_asked_once(finished: AskedPlay) -> None:
    times = Counter(key for key, _ in finished.asked)
    assert len(times) >= 15
    assert {key: n for key, n in times.items() if n > 1} == {}
    tables = {key.partition("/")[0] for key in times}
    assert {"T.4", "T.5", "map.hexes", "map.hexsides"} <= tables


def test_a_way_that_was_drawn_stays_while_its_cells_are_asked(finished: AskedPlay) -> None:
    asked = [key for key, _ in finished.asked]
    assert "map.hexsides/4,f/5,ef/terrain" in asked
    assert "map.hexsides/5,ef/6,f/terrain" in asked
    assert "map.hexsides/5,fg/6,f/terrain" not in asked


def test_both_seats_are_asked_for_what_is_theirs(finished: AskedPlay) -> None:
    seats = {key.partition("/")[0]: set[SeatId]() for key, _ in finished.asked}
    for key, seat in finished.asked:
        seats[key.partition("/")[0]].add(seat)
    assert seats["T.4"] == {FP}
    assert seats["T.5"] == {EP}
    assert seats["map.hexsides"] == {FP}, "on foot goes the Fellowship alone; the Guardian flies"


def test_nothing_is_asked_again_after_a_restart(finished: AskedPlay) -> None:
    started = finished.events[0]
    assert isinstance(started, GameStarted)
    state = GAME.begin(started)
    for event in finished.events[1:]:
        state = GAME.evolve(state, event)
    assert state.public.cells == ()
    assert GAME.learned_box(state) == GAME.learned_box(finished.state)


def test_nothing_is_asked_in_the_next_game(finished: AskedPlay) -> None:
    learned = GAME.learned_box(finished.state)
    assert learned is not None
    again = AskedPlay(learned)
    for _ in played(again):
        pass
    assert again.asked == []


def test_a_restart_in_the_middle_asks_for_nothing_twice() -> None:
    play = AskedPlay("")
    script = played(play)
    stop = next(stage for stage in script if stage == "activity roll")
    before = {key for key, _ in play.asked}
    state = GAME.begin(play.events[0])  # type: ignore[arg-type]  # the first event always is
    for event in play.events[1:]:
        state = GAME.evolve(state, event)
    play.state = state
    for _ in script:
        pass
    after = [key for key, _ in play.asked if key not in before]
    assert stop
    assert len(play.asked) == len(before) + len(set(after))


def test_the_kept_file_holds_every_answer_and_breaks_no_constraint(finished: AskedPlay) -> None:
    learned = GAME.learned_box(finished.state)
    assert learned is not None
    box = parse_box(learned)
    for key, _ in finished.asked:
        assert value_at(box, key) == value_at(sample_box(), key), key
    assert FellowshipBoxEditor().summary(learned).findings == ()
