"""Rolls and draws: the die on the table, typed ones, the lot that nobody may choose."""

from __future__ import annotations

from companion.border import DieRoll, EyeState
from companion.games.quest.names import FRODO, MORIA, SAM
from companion.games.quest.stages import LOTS
from companion.games.quest.state import Task
from companion.table.commands import DieReported, EyeReported, RollEntered
from companion.table.events import RollKept, RollTaken
from companion.table.ids import PUBLIC, PromptId
from companion.table.values import Refusal
from tests.support.quest_table import GAME, QuestPlay, encoded


def asked() -> QuestPlay:
    play = QuestPlay(2)
    play.on_board(MORIA)
    play.tasks(Task(kind="roll", seat=SAM))
    return play


def die(play: QuestPlay, number: int, face: int, *, early: bool = False) -> None:
    roll = DieRoll(die="d", number=number, face=face, sides=20)
    assert play.do(DieReported(roll=roll, is_early=early)) is None


def test_the_die_on_the_table_serves_by_threes_and_nineteen_is_rolled_again() -> None:
    play = asked()
    die(play, 1, 19)
    assert play.kind == "roll"
    assert "roll the die again" in play.state.public.log[-1].text
    die(play, 2, 12)
    assert (play.kind, play.state.public.last_face) == ("suffer", "three-circles")
    die(play, 2, 5)
    assert play.state.public.rolls.last == {"d": 2}


def test_a_roll_that_nothing_asked_for_or_that_came_too_early_is_kept() -> None:
    play = asked()
    words = "A roll of {} that nothing asked for counts for nothing."
    die(play, 1, 6, early=True)
    assert play.kind == "roll"
    assert sum(isinstance(event, RollKept) for event in play.events) == 1
    assert play.state.public.log[-1].text == words.format(6)
    die(play, 2, 1)
    before = play.prompt_id
    die(play, 3, 1)
    assert sum(isinstance(event, RollKept) for event in play.events) == 2
    assert play.state.public.log[-1].text == words.format(1)
    assert play.prompt_id == before
    assert GAME.last_roll(play.state) == {"d": 3}


def test_only_who_is_asked_gives_a_roll() -> None:
    play = asked()
    for seat, prompt, face in ((FRODO, play.prompt_id, 3), (SAM, PromptId("q0"), 3)):
        entered = RollEntered(seat=seat, prompt=prompt, face=face, sides=6, source="typed")
        assert isinstance(play.do(entered), Refusal)
    wrong = RollEntered(seat=SAM, prompt=play.prompt_id, face=3, sides=20, source="typed")
    assert isinstance(play.do(wrong), Refusal)
    play.roll(6)
    assert any(isinstance(event, RollTaken) for event in play.events)


def test_the_order_of_the_cards_is_drawn_not_typed_and_on_no_screen() -> None:
    play = QuestPlay(2)
    typed = RollEntered(
        seat=FRODO, prompt=play.prompt_id, face=12345678901, sides=LOTS, source="typed"
    )
    assert isinstance(play.do(typed), Refusal)
    play.draw(12345678901)
    assert play.state.hidden.seed == "12345678901"
    for viewer in (FRODO, SAM, PUBLIC):
        assert b"12345678901" not in encoded(play.state, viewer)
    assert not any(isinstance(event, RollTaken | RollKept) for event in play.events)


def test_the_eye_is_not_needed() -> None:
    play = asked()
    before = play.state
    assert play.do(EyeReported(message=EyeState(t_s=0.0, state="registered"))) is None
    assert play.state == before
    assert GAME.pieces(play.state) == ()
