"""Cubes on the sheet of lines: a moved one is the tap By hand, one that lags is awaited."""

from __future__ import annotations

import pytest

from companion.games.quest.board import BOARD
from companion.games.quest.names import FRODO, PIPPIN, SAM
from companion.games.quest.sighting import differences
from companion.games.quest.state import scene_for
from companion.table.counters import ADVICE
from companion.table.ids import PUBLIC
from companion.table.views import Prompt
from tests.support.counter_sights import CounterSights
from tests.support.quest_table import QuestPlay

SAURON, FIGHTING, EVENT = 10, 20, 30


class Sheet(CounterSights):
    """Three Hobbits and Sauron on the Corruption line, on the board of Moria."""

    def __init__(self, play: QuestPlay) -> None:
        super().__init__(BOARD)
        self.play = play
        public = play.state.public
        for face, seat in enumerate(play.seats, 1):
            self.hobbit(face, public.player(seat).at)
        self.sauron(public.sauron)
        self.line(public.markers["fighting"])
        self.event(public.event)
        assert self.words == ()

    @property
    def words(self) -> tuple[str, ...]:
        return differences(scene_for(self.play.state, PUBLIC))

    def hobbit(self, face: int, at: int) -> None:
        assert self.play.do(self.put(face, f"@Corruption {at}", "green", face)) is None

    def sauron(self, at: int) -> None:
        assert self.play.do(self.put(SAURON, f"@Corruption {at}", "black")) is None

    def line(self, at: int, name: str = "Fighting") -> None:
        assert self.play.do(self.put(FIGHTING, f"@{name} {at}", "white")) is None

    def event(self, at: int) -> None:
        assert self.play.do(self.put(EVENT, f"@Event {at}", "red")) is None


@pytest.fixture
def sheet() -> Sheet:
    play = QuestPlay(3)
    play.on_board()
    return Sheet(play)


def test_a_moved_hobbit_is_the_tap_by_hand(sheet: Sheet) -> None:
    tapped = QuestPlay(3)
    tapped.on_board()
    sheet.hobbit(3, 4)
    assert tapped.anytime(SAM, "by-hand", marker=PIPPIN, to="4") is None
    assert sheet.play.state.public.player(PIPPIN) == tapped.state.public.player(PIPPIN)
    assert sheet.play.state.public.agenda == tapped.state.public.agenda
    assert sheet.words == ()
    texts = [line.text for line in sheet.play.state.public.log[-2:]]
    assert texts == ["A marker is moved on the table.", "Pippin moves to 4 on the Corruption line."]


def test_sauron_a_line_and_the_event_marker_are_followed(sheet: Sheet) -> None:
    sheet.sauron(11)
    sheet.line(3)
    sheet.event(2)
    public = sheet.play.state.public
    assert (public.sauron, public.markers["fighting"], public.event) == (11, 3, 2)
    assert public.score == 3
    assert sheet.words == ()


def test_a_cube_may_be_lifted_on_its_way(sheet: Sheet) -> None:
    assert sheet.play.do(sheet.take(2)) is None
    assert sheet.play.do(sheet.put(12, "@Corruption 3", "green", 2)) is None
    assert sheet.play.state.public.player(SAM).at == 3


def test_what_play_moves_itself_is_awaited_on_the_table(sheet: Sheet) -> None:
    play = sheet.play
    assert play.anytime(SAM, "by-hand", marker="fighting", to="5") is None
    (line,) = sheet.words
    assert line.startswith("The Fighting marker stands on Fighting 0 on the table, here on 5")
    sheet.line(4)
    assert play.state.public.markers["fighting"] == 5
    sheet.line(5)
    assert sheet.words == ()


def test_nobody_is_out_and_no_scenario_over_by_a_cube_alone(sheet: Sheet) -> None:
    public = sheet.play.state.public
    sheet.hobbit(1, public.sauron)
    sheet.line(10)
    assert sheet.play.state.public.alive == public.alive
    assert sheet.play.state.public.stage == public.stage
    assert sheet.play.state.public.markers["fighting"] == 0
    assert len(sheet.words) == 2
    sheet.hobbit(1, 0)
    sheet.hobbit(2, 3)
    sheet.sauron(3)
    assert sheet.play.state.public.sauron == public.sauron
    assert sheet.play.state.public.player(SAM).at == 3


@pytest.mark.rule("KNZ-026")
def test_a_cube_by_which_somebody_would_be_out_moves_nothing_and_lays_no_card_open(
    sheet: Sheet,
) -> None:
    play = sheet.play
    hands, discard = play.state.hidden.hands, play.state.hidden.discard
    before = play.state.public
    sheet.hobbit(3, before.sauron)
    sheet.sauron(0)
    public = play.state.public
    assert (public.players, public.sauron, public.log) == (
        before.players,
        before.sauron,
        before.log,
    )
    assert (public.card_top, public.agenda) == (before.card_top, before.agenda)
    assert (play.state.hidden.hands, play.state.hidden.discard) == (hands, discard)
    assert len(sheet.words) == 2
    # Whoever then says by hand what the cube says is asked as by any other entry.
    assert play.anytime(SAM, "by-hand", marker=PIPPIN, to=str(before.sauron)) is None
    assert (play.kind, play.at(PIPPIN)) == ("caught", 0)
    # A cube put elsewhere meanwhile is followed as ever, and nobody is out by it.
    sheet.hobbit(2, 3)
    assert (play.kind, play.at(SAM), play.state.public.alive) == ("caught", 3, before.alive)
    play.press(FRODO, "not-out")
    assert play.state.public.alive == before.alive


def test_what_the_board_lacks_and_who_does_not_play_count_for_nothing(sheet: Sheet) -> None:
    sheet.line(2, "Friendship")
    assert sheet.play.do(sheet.put(5, "@Corruption 7", "green", 5)) is None
    assert "friendship" not in sheet.play.state.public.markers
    assert sheet.words == ()


def test_the_event_marker_is_put_right_by_tap_too(sheet: Sheet) -> None:
    play = sheet.play
    assert play.anytime(FRODO, "by-hand", marker="event", to="7") is not None
    assert play.anytime(FRODO, "by-hand", marker="event", to="1") is None
    assert play.state.public.event == 1
    assert play.state.public.log[-1].text == "The event marker is put on box 1."
    assert "The event marker stands on Event 0 on the table, here on 1" in sheet.words[0]


def test_everybody_reads_what_stands_otherwise(sheet: Sheet) -> None:
    assert sheet.play.anytime(SAM, "by-hand", marker="sauron", to="9") is None
    for viewer in (*sheet.play.seats, PUBLIC):
        region = sheet.play.view(viewer).region("prompt")
        assert region is not None
        prompt = region.widgets[0]
        assert isinstance(prompt, Prompt)
        assert f"{sheet.words[0]} {ADVICE}" in prompt.detail


def test_before_the_first_board_the_corruption_line_alone_is_followed() -> None:
    play = QuestPlay(2)
    sights = CounterSights(BOARD)
    for face in (1, 2):
        assert play.do(sights.put(face, "@Corruption 0", "green", face)) is None
    assert play.do(sights.put(9, "@Fighting 4", "white")) is None
    assert play.do(sights.put(1, "@Corruption 2", "green", 1)) is None
    assert play.state.public.player(FRODO).at == 2
    assert differences(scene_for(play.state, PUBLIC)) == ()
    assert [piece.place for piece in play.state.public.markers_seen] == [
        "@Corruption 2",
        "@Corruption 0",
        "@Fighting 4",
    ]
