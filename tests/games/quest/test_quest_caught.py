"""Nobody is out by a slip: what is put by hand is asked first, what the rules do counts at once."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from companion.border import DieRoll
from companion.games.quest.events_cards import Eliminated
from companion.games.quest.events_play import AgendaSet, HobbitMoved, Said
from companion.games.quest.names import FRODO, MORIA, PIPPIN, SAM
from companion.games.quest.state import State, Task
from companion.service.games import load_game
from companion.table.commands import Act, DieReported
from companion.table.events import GameStarted, RollTaken
from companion.table.ids import PUBLIC, SeatId
from companion.table.taking_back import REGION, Takeable
from companion.table.values import Refusal
from companion.table.views import Choice, Prompt
from tests.support.quest_table import GAME, QuestPlay, encoded

HELD = ("Hobbit, white, 1 fighting", "Hobbit, grey, 1 hiding")
OTHER = ("Hobbit, white, 1 hiding", "Hobbit, white, 1 travelling")


def at_table(*held: str, sauron: int = 6) -> QuestPlay:
    play = QuestPlay(3)
    play.on_board(MORIA)
    play.public(sauron=sauron)
    play.hold(PIPPIN, *(held or HELD))
    return play


def put(play: QuestPlay, marker: str, to: int, by: SeatId = SAM) -> None:
    assert play.anytime(by, "by-hand", marker=marker, to=str(to)) is None


def prompt(play: QuestPlay, viewer: SeatId) -> Prompt:
    region = play.view(viewer).region("prompt")
    assert region is not None
    widget = region.widgets[0]
    assert isinstance(widget, Prompt)
    return widget


def offered(play: QuestPlay, viewer: SeatId) -> list[str]:
    choices: tuple[Choice, ...] = prompt(play, viewer).form.choices
    return [choice.action for choice in choices]


def is_whole(play: QuestPlay) -> bool:
    """Nobody is out, no card lies open, nobody's marker was moved."""
    public = play.state.public
    return (
        len(public.alive) == len(play.seats)
        and not play.outcome
        and not play.state.hidden.discard
        and public.card_top == ""
        and play.hand(PIPPIN) == HELD
        and (play.at(PIPPIN), public.sauron) == (0, 6)
    )


@pytest.mark.rule("KNZ-026")
@pytest.mark.parametrize(("marker", "to"), [(PIPPIN, 6), (PIPPIN, 30), ("sauron", 0)])
def test_a_slip_by_hand_is_asked_first_and_put_right(marker: str, to: int) -> None:
    play = at_table()
    before = play.state.public
    put(play, marker, to)
    assert is_whole(play)
    assert "Pippin" in prompt(play, PUBLIC).sentence
    assert "Hobbit," not in str(prompt(play, PUBLIC))
    play.press(SAM, "not-out")
    assert is_whole(play)
    assert play.state.public.agenda == before.agenda
    texts = [line.text for line in play.state.public.log[len(before.log) :]]
    assert texts == [
        f"Sam sets right by hand where {marker.capitalize()} stands.",
        "Sam says that nobody is out by it.",
    ]


@pytest.mark.rule("KNZ-026")
def test_who_would_be_out_alone_says_so() -> None:
    play = at_table()
    put(play, PIPPIN, 6)
    assert offered(play, SAM) == ["not-out"]
    assert offered(play, PIPPIN) == ["not-out", "out"]
    assert prompt(play, PUBLIC).form.choices == ()
    refusal = play.tried(SAM, "out")
    assert refusal is not None
    assert refusal.code == "rule"
    assert is_whole(play)
    play.press(PIPPIN, "out")
    player = play.state.public.player(PIPPIN)
    assert (player.out, player.at, player.cards) == (True, 6, 0)
    assert play.kind == "reveal"


@pytest.mark.rule("KNZ-026")
def test_of_several_each_says_so_and_one_no_is_enough() -> None:
    play = at_table()
    put(play, "sauron", 0)
    play.press(PIPPIN, "out")
    play.press(SAM, "out")
    assert is_whole(play)
    assert offered(play, PIPPIN) == ["not-out"]
    play.press(FRODO, "not-out")
    assert is_whole(play)
    put(play, "sauron", 0)
    for seat in (PIPPIN, SAM, FRODO):
        assert play.state.public.sauron == 6
        play.press(seat, "out")
    assert (play.state.public.sauron, play.outcome) == (0, "bearer")


def test_the_entry_put_right_takes_the_place_of_the_question() -> None:
    play = at_table()
    put(play, PIPPIN, 6)
    put(play, PIPPIN, 6, by=PIPPIN)
    assert [task.kind for task in play.state.public.agenda].count("caught") == 1
    put(play, PIPPIN, 2)
    assert (play.kind, play.at(PIPPIN)) == ("reveal", 2)


def test_sauron_put_right_answers_the_question_about_a_hobbit() -> None:
    play = at_table()
    put(play, PIPPIN, 7)
    put(play, "sauron", 8)
    assert (play.kind, play.at(PIPPIN), play.state.public.sauron) == ("reveal", 7, 8)
    assert not play.state.public.player(PIPPIN).out


def test_two_questions_are_answered_one_after_the_other() -> None:
    play = at_table()
    put(play, PIPPIN, 6)
    put(play, SAM, 6)
    assert prompt(play, PUBLIC).sentence.startswith("Sam")
    play.press(SAM, "out")
    assert play.state.public.player(SAM).out
    assert prompt(play, PUBLIC).sentence.startswith("Pippin")
    play.press(FRODO, "not-out")
    assert play.state.public.alive == (FRODO, PIPPIN)
    assert play.at(PIPPIN) == 0


@pytest.mark.rule("KNZ-026")
@pytest.mark.parametrize("answer", ["out", "not-out"])
def test_the_die_on_the_table_counts_below_the_questions_and_they_stay(answer: str) -> None:
    """Whoever puts a marker by hand takes no roll from the player who has just rolled."""
    play = at_table()
    play.tasks(Task(kind="roll", seat=SAM))
    put(play, PIPPIN, 6)
    put(play, SAM, 6)
    before, past = play.state, len(play.events)
    roll = DieRoll(die="d20", number=1, face=12, sides=20)
    assert play.do(DieReported(roll=roll)) is None
    public = play.state.public
    assert [one.kind for one in public.agenda[:3]] == ["caught", "caught", "suffer"]
    assert public.agenda[:2] == before.public.agenda[:2]
    assert public.agenda[3:] == before.public.agenda[3:]
    assert (public.last_face, public.player(PIPPIN).out) == ("three-circles", False)
    assert sum(isinstance(event, RollTaken) for event in play.events[past:]) == 1
    play.press(SAM, "not-out")
    play.press(PIPPIN, answer)
    assert (play.kind, play.state.public.top.seat) == ("suffer", SAM)
    assert play.state.public.player(PIPPIN).out is (answer == "out")
    folded = before
    for event in play.events[past:]:
        read = msgspec.json.decode(msgspec.json.encode(event), type=type(event))
        folded = GAME.evolve(folded, read)
    assert folded == play.state


@pytest.mark.rule("KNZ-026")
@pytest.mark.parametrize("is_asked", [False, True])
def test_what_the_rules_move_puts_out_at_once(*, is_asked: bool) -> None:
    play = at_table()
    play.player(PIPPIN, at=5)
    if is_asked:
        put(play, SAM, 6)
    play.tasks(Task(kind="effect", seat=PIPPIN, count=1, text="dark"))
    assert play.state.public.player(PIPPIN).out
    assert play.hand(PIPPIN) == ()
    assert not play.state.public.player(SAM).out
    play = at_table()
    play.player(PIPPIN, at=5)
    play.tasks(Task(kind="suffer", seat=SAM, text="eye"))
    play.press(SAM, "bear")
    assert play.state.public.player(PIPPIN).out
    assert (play.state.public.sauron, play.at(PIPPIN)) == (5, 5)


def test_the_entry_can_be_taken_back_too_and_a_yes_is_fixed() -> None:
    table = load_game("quest")
    first = Takeable(now=at_table().state)
    asked = sent(first, Act(seat=SAM, action="by-hand", inputs=(("marker", PIPPIN), ("to", "6"))))
    assert asked.now.public.top.kind == "caught"
    region = table.view(asked, SAM).region(REGION)
    assert region is not None
    choices = [
        choice.action
        for widget in region.widgets
        if isinstance(widget, Prompt)
        for choice in widget.form.choices
    ]
    assert sent(asked, Act(seat=SAM, action=choices[0])).now == first.now
    question = table.view(asked, PIPPIN).region("prompt")
    assert question is not None
    widget = question.widgets[0]
    assert isinstance(widget, Prompt)
    out = sent(asked, Act(seat=PIPPIN, prompt=widget.id, action="out"))
    assert out.now.public.player(PIPPIN).out
    assert table.view(out, PIPPIN).region(REGION) is None


def sent(state: Takeable[State], act: Act) -> Takeable[State]:
    table = load_game("quest")
    decided = table.decide(state, act)
    assert not isinstance(decided, Refusal), decided
    for event in decided:
        state = table.evolve(state, event)
    return state


def test_what_was_written_before_the_question_was_asked_folds_as_it_did() -> None:
    """Earlier journals hold a hobbit put on Sauron's space by hand, and out at once."""
    play = QuestPlay(3)
    play.on_board(MORIA)
    hand = tuple(sorted(play.hand(PIPPIN)))
    agenda = play.state.public.agenda
    written = [
        *play.events,
        Said(words="Sam sets something right by hand."),
        HobbitMoved(seat=PIPPIN, to=12),
        Eliminated(seat=PIPPIN, cards=hand),
        AgendaSet(tasks=agenda),
    ]
    first, *later = written
    assert isinstance(first, GameStarted)
    state = GAME.begin(first)
    for event in later:
        state = GAME.evolve(
            state, msgspec.json.decode(msgspec.json.encode(event), type=type(event))
        )
    public = state.public
    assert (public.player(PIPPIN).out, public.player(PIPPIN).at) == (True, 12)
    assert (public.agenda, state.hidden.hands[PIPPIN]) == (agenda, ())
    assert public.card_top == (hand[-1] if hand else "")


def slips(play: QuestPlay) -> Iterator[None]:
    """A slip, a yes too early, a slip with all, and both put right."""
    put(play, PIPPIN, 6)
    yield
    assert play.tried(SAM, "out") is not None
    yield
    play.press(PIPPIN, "not-out")
    yield
    put(play, "sauron", 0, by=PIPPIN)
    yield
    play.press(PIPPIN, "out")
    yield
    play.press(FRODO, "not-out")
    yield


def test_games_that_differ_in_the_hand_are_asked_alike() -> None:
    one, other = at_table(*HELD), at_table(*OTHER)
    compared = 0
    for _ in zip(slips(one), slips(other), strict=True):
        assert one.hand(PIPPIN) != other.hand(PIPPIN)
        for viewer in (FRODO, SAM, PUBLIC):
            assert encoded(one.state, viewer) == encoded(other.state, viewer)
            compared += 1
        assert encoded(one.state, PIPPIN) != encoded(other.state, PIPPIN)
    assert compared == 18
