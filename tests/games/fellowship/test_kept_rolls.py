"""Rolls that nothing asked for: kept, and by agreement used or dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from companion.border import DieRoll
from companion.journal.codec import EventCodec
from companion.table.commands import Act, DieReported, RollEntered
from companion.table.events import RollDropped, RollKept, RollTaken
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import RollSource
from companion.table.views import Log
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, VIEWERS, Play, RefusedError
from tests.support.fellowship_places import civilized_hex
from tests.support.noninterference import assert_hidden
from tests.support.random_player import RandomPlayer, source_of


def standing() -> Play:
    """The Fellowship's first status phase, with a marker that may try for horses."""
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, civilized_hex())
    play.put(11, "red", 4, "9,cd")
    play.begin()
    return play


def asked_with_kept(*numbers: int) -> Play:
    """A roll is due of the Fellowship, and some were made before."""
    play = standing()
    play.die(*numbers)
    play.press(FP, "try", piece="1", objective="horses")
    return play


def kept(play: Play) -> list[int]:
    return [roll.face for roll in play.state.public.rolls.kept]


def taken(play: Play) -> list[int]:
    return [event.roll.face for event in play.events if isinstance(event, RollTaken)]


def offered(play: Play, seat: SeatId) -> set[str]:
    prompts = [prompt for prompt in play.prompts(seat) if prompt.asked]
    return {choice.action for prompt in prompts for choice in prompt.form.choices}


def sentences(play: Play, seat: SeatId) -> list[str]:
    return [prompt.sentence for prompt in play.prompts(seat)]


def logged(play: Play) -> list[str]:
    """The public log, newest last."""
    regions = play.view(PUBLIC).regions
    logs = [w for region in regions for w in region.widgets if isinstance(w, Log)]
    lines = {line.number: line.text for log in logs for line in log.lines}
    return [lines[number] for number in sorted(lines)]


def test_what_may_be_done_with_a_kept_roll_is_said_in_a_few_words() -> None:
    prompts = [prompt for prompt in asked_with_kept(4).prompts(FP) if prompt.asked]
    choices = [choice for prompt in prompts for choice in prompt.form.choices]
    labels = [choice.label for choice in choices if choice.action in {"claim-roll", "drop-roll"}]
    assert labels == ["Use the kept roll: 4", "Drop the kept roll: 4"]


def test_a_kept_roll_serves_the_prompt_once_both_have_agreed() -> None:
    play = asked_with_kept(4, 9)
    play.press(FP, "claim-roll")
    assert kept(play) == [4, 9], "one seat alone decides nothing"
    assert play.shown_result() == ()
    assert any("You propose to use the roll of 4" in text for text in sentences(play, FP))
    (asked,) = [text for text in sentences(play, EP) if "proposes" in text]
    assert asked.startswith("The Fellowship proposes to use the roll of 4 that came before, for: ")
    assert asked.endswith("Do you agree?")
    assert any(text.endswith("The Enemy agrees or refuses.") for text in sentences(play, PUBLIC))
    play.press(EP, "agree")
    (result,) = play.shown_result()
    assert result.parts[0].value == 4
    assert kept(play) == [9]
    assert play.state.public.roll_proposal is None


def test_a_kept_roll_is_dropped_once_both_have_agreed() -> None:
    play = asked_with_kept(4, 9)
    play.press(FP, "drop-roll")
    assert kept(play) == [4, 9]
    play.press(EP, "agree")
    assert kept(play) == [9]
    play.press(FP, "claim-roll")
    play.press(EP, "agree")
    (result,) = play.shown_result()
    assert result.parts[0].value == 9


@pytest.mark.parametrize("seat", [FP, EP])
def test_either_seat_may_propose_to_drop_a_roll_at_any_time(seat: SeatId) -> None:
    play = standing()
    play.die(4)
    play.tap(seat, "drop-kept")
    assert kept(play) == [4]
    assert "agree" not in offered(play, seat)
    play.press(EP if seat == FP else FP, "agree")
    assert kept(play) == []


@pytest.mark.parametrize("use", ["claim-roll", "drop-roll"])
@pytest.mark.parametrize(("seat", "answer"), [(EP, "refuse"), (FP, "withdraw")])
def test_what_is_refused_or_taken_back_leaves_the_roll_kept(
    use: str, seat: SeatId, answer: str
) -> None:
    play = asked_with_kept(4)
    play.press(FP, use)
    play.press(seat, answer)
    assert kept(play) == [4]
    assert play.state.public.roll_proposal is None
    assert logged(play)[-1].startswith(f"The {seat.title()} ")
    assert {"claim-roll", "drop-roll"} <= offered(play, FP), "it may be proposed again"


def test_only_one_proposal_is_open_and_only_the_other_seat_agrees() -> None:
    play = asked_with_kept(4, 9)
    play.press(FP, "claim-roll")
    assert offered(play, FP).isdisjoint({"claim-roll", "drop-roll", "agree", "refuse"})
    for seat in (FP, EP):
        assert play.refusal(Act(seat=seat, action="drop-kept")).code == "not-now"
    for seat, action in ((FP, "agree"), (EP, "withdraw"), (EP, "claim-roll")):
        with pytest.raises(RefusedError):
            play.press(seat, action)


def test_an_answer_to_an_older_proposal_does_not_count_for_the_next() -> None:
    play = asked_with_kept(4)
    play.press(FP, "claim-roll")
    late = play.act(EP, "agree")
    play.press(FP, "withdraw")
    play.press(FP, "claim-roll")
    assert play.refusal(late).code == "stale"
    assert kept(play) == [4]


def test_a_new_roll_of_the_die_serves_the_prompt_whatever_is_proposed() -> None:
    play = asked_with_kept(4)
    play.press(FP, "claim-roll")
    late = play.act(EP, "agree")
    play.die(7)
    assert taken(play) == [7]
    assert kept(play) == [4]
    assert play.state.public.roll_proposal is None
    assert play.refusal(late).code == "stale"


@pytest.mark.parametrize("seat", [FP, EP])
def test_a_proposal_lapses_when_the_prompt_changes(seat: SeatId) -> None:
    play = standing()
    play.die(4)
    play.tap(seat, "drop-kept")
    play.press(FP, "done")
    assert play.state.public.roll_proposal is None
    assert kept(play) == [4]
    assert offered(play, EP).isdisjoint({"agree", "refuse"})


def test_private_edits_leave_a_proposal_standing() -> None:
    play = asked_with_kept(4)
    play.press(FP, "claim-roll")
    play.name(FP, 1, "A")
    play.name(EP, 11, "plain")
    play.press(EP, "agree")
    assert len(play.shown_result()) == 1


def test_a_roll_made_too_early_is_kept_though_a_prompt_is_open() -> None:
    play = asked_with_kept()
    roll = DieRoll(die="d20", number=1, face=6, sides=20, age_s=90)
    (event,) = play.send(DieReported(roll=roll, is_early=True))
    assert isinstance(event, RollKept)
    assert play.shown_result() == ()
    assert play.send(DieReported(roll=roll)) == (), "it counts once"
    play.press(FP, "claim-roll")
    play.press(EP, "agree")
    assert taken(play) == [6]


@pytest.mark.parametrize(
    ("source", "words"),
    [("typed", "(typed in by hand)."), ("generator", "(drawn by the system).")],
)
def test_the_log_says_of_a_roll_that_no_die_made_how_it_came(
    source: RollSource, words: str
) -> None:
    play = asked_with_kept()
    play.send(RollEntered(seat=FP, face=3, sides=10, source=source))
    (line,) = [text for text in logged(play) if "The Fellowship rolls 3: " in text]
    assert line.endswith(words)


def test_the_log_says_no_more_of_a_roll_of_the_die_than_its_number() -> None:
    play = asked_with_kept()
    play.die(3)
    (line,) = [text for text in logged(play) if "The Fellowship rolls 3: " in text]
    assert "(" not in line


def test_games_that_hide_different_things_show_the_same_of_proposals() -> None:
    def script(play: Play, names: tuple[str, str, bool]) -> Iterator[None]:
        mine, other, lays = names
        play.put(1, "green", 3, civilized_hex())
        play.put(2, "green", 3, "5,ef")
        play.put(11, "red", 4, "9,cd")
        play.name(FP, 1, mine)
        play.name(FP, 2, other)
        play.begin()
        play.die(4, 9)
        yield
        play.press(FP, "try", piece="1", objective="horses")
        play.press(FP, "claim-roll")
        yield
        if lays:
            play.lay(FP, "fellowship-A", "Frodo")
        yield
        play.press(EP, "refuse")
        yield
        play.press(FP, "drop-roll")
        play.press(EP, "agree")
        yield
        play.press(FP, "claim-roll")
        play.name(FP, 1, other)
        yield
        play.press(EP, "agree")
        yield
        play.tap(EP, "put", colour="red", face="3", place="9,cd")
        yield

    secrets = [("A", "plain", True), ("plain", "B", False), ("plain", "plain", True)]
    assert assert_hidden(script, FP, secrets, SAMPLE_BOX) > 20


def test_random_players_settle_kept_rolls_and_every_roll_ends_once() -> None:
    """Proposals are made and answered, nobody sticks, and the stored game folds to the same."""
    pressed: Counter[str] = Counter()
    for seed in range(4):
        play = Play(SAMPLE_BOX)
        player = RandomPlayer(play, source_of(seed))
        player.set_up()
        _play_with_early_rolls(player)
        _check_each_ends_once(play)
        _check_folds_to_the_same(play)
        pressed += player.pressed
    assert min(pressed[action] for action in ("agree", "refuse", "withdraw", "claim-roll")) >= 1


def _play_with_early_rolls(player: RandomPlayer) -> None:
    play = player.play
    for turn in range(250):
        if turn % 9 == 0:
            roll = DieRoll(die="other", number=turn, face=turn % 20 + 1, sides=20, age_s=None)
            play.send(DieReported(roll=roll, is_early=True))
        player.step()
        proposal = play.state.public.roll_proposal
        assert proposal is None or proposal.roll == play.state.public.rolls.kept[0]


def _check_folds_to_the_same(play: Play) -> None:
    codec = EventCodec(GAME.event_types)
    again = GAME.begin(play.events[0])  # type: ignore[arg-type]  # a game begins with its start
    for event in play.events[1:]:
        again = GAME.evolve(again, codec.decode(codec.encode(event)))
    for viewer in VIEWERS:
        assert GAME.view(again, viewer) == play.view(viewer)


def _check_each_ends_once(play: Play) -> None:
    """A roll is taken or dropped at most once, and what was neither is still kept, in order."""
    waiting, ended = [], []
    for event in play.events:
        match event:
            case RollKept(roll=roll):
                waiting.append(roll)
            case RollTaken(roll=roll) | RollDropped(roll=roll):
                ended.append(roll)
                if roll in waiting:
                    waiting.remove(roll)
            case _:
                pass
    of_dice = [(roll.die, roll.number) for roll in ended if roll.die is not None]
    assert len(of_dice) == len(set(of_dice))
    assert list(play.state.public.rolls.kept) == waiting
