"""How play goes along the sequence of steps, and what the table may do meanwhile (5.0)."""

from __future__ import annotations

import msgspec
import pytest

from companion.border import DieRoll, Undecided
from companion.games.fellowship.events.play import StepEntered
from companion.games.fellowship.facts.turn_track import LAST_TURN
from companion.games.fellowship.flow.sequence import SET_UP, STEPS, TURN
from companion.games.fellowship.flow.step_ids import StepId
from companion.table.commands import Act, DieReported, EyeReported, RollEntered
from companion.table.events import GameStarted
from companion.table.ids import PUBLIC, PromptId, SeatId
from companion.table.values import Refusal
from companion.table.views import Status
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, VIEWERS, Play
from tests.support.fellowship_places import civilized_hex
from tests.support.random_player import RandomPlayer, source_of


def standing() -> Play:
    """Both sides on the map, in the Fellowship's first status phase."""
    play = Play(SAMPLE_BOX)
    place = civilized_hex()
    play.put(1, "green", 3, place)
    play.put(2, "green", 3, place)
    play.put(11, "red", 4, "9,cd")
    play.press(EP, "done")
    play.press(FP, "done")
    return play


def test_the_steps_of_a_turn_follow_the_sequence_of_play() -> None:
    phases = [(step.side, step.phase) for step in TURN]
    order = list(dict.fromkeys(phases))
    four = ("Status", "Movement", "Search", "Combat")
    assert order == [*((FP, p) for p in four), *((EP, p) for p in four), (None, "End")]
    assert {step.id for step in (*SET_UP, *TURN)} | {StepId.GAME_OVER} == set(STEPS)
    assert all(step.section for step in STEPS.values())


def test_the_enemy_sets_up_first() -> None:
    play = Play()
    assert play.step == "setup-enemy"
    assert [prompt.asked for prompt in play.prompts(FP)] == [False]
    play.press(EP, "done")
    assert play.step == "setup-fellowship"


def test_play_goes_on_by_itself_where_nothing_could_be_decided() -> None:
    play = standing()
    assert play.step == "fp-transport"
    play.press(FP, "done")
    assert play.step == "fp-dissolve"


def test_twenty_turns_end_the_game() -> None:
    play = Play()
    for _ in range(LAST_TURN):
        play.go_on(until="ep-activate")
        play.go_on()
    play.go_on(until="game-over")
    assert play.state.public.turn == LAST_TURN
    assert "20" in play.state.public.over


def test_every_screen_says_what_the_table_waits_for() -> None:
    play = standing()
    for _ in range(40):
        for seat in VIEWERS:
            assert all(prompt.sentence for prompt in play.prompts(seat))
            assert play.prompts(seat)
        play.go_on()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_prompt_is_part_of_the_screen(viewer: str) -> None:
    play = standing()
    region = play.view(SeatId(viewer)).region("prompt")
    assert region is not None
    assert region.widgets == play.prompts(SeatId(viewer))


def test_a_seat_that_waits_is_told_what_it_may_do_meanwhile() -> None:
    play = standing()
    (waiting,) = play.prompts(EP)
    assert not waiting.asked
    assert any("Meanwhile" in line for line in waiting.detail)
    assert not any("Meanwhile" in line for line in play.prompts(PUBLIC)[0].detail)


def test_the_sample_box_is_named_on_every_screen() -> None:
    for viewer in VIEWERS:
        region = Play(SAMPLE_BOX).view(viewer).region("status")
        assert region is not None
        status = region.widgets[0]
        assert isinstance(status, Status)
        assert "sample" in status.sample
    plain = Play().view(PUBLIC).region("status")
    assert plain is not None
    status = plain.widgets[0]
    assert isinstance(status, Status)
    assert status.sample == ""


# --- The table is right -------------------------------------------------------------------------


def test_a_move_out_of_turn_is_a_fact_and_flagged_in_public() -> None:
    play = standing()
    play.go(11, "9,de")
    assert play.reading(11).place == "9,de"
    (flag,) = play.state.public.flags
    assert (flag.seat, flag.section) == (EP, "5.0")
    assert any("9,de" in prompt.sentence for prompt in play.prompts(PUBLIC))
    play.press(EP, "take-back")
    assert play.reading(11).place == "9,cd"
    assert not play.state.public.flags


def test_a_flag_goes_when_the_marker_is_put_back_on_the_table() -> None:
    play = standing()
    play.go(11, "9,de")
    play.go(11, "9,cd")
    assert not play.state.public.flags


def test_taking_a_marker_off_is_never_flagged() -> None:
    play = standing()
    play.lift(2)
    assert not play.state.public.flags


def test_a_flag_holds_nobody_up() -> None:
    play = standing()
    play.go(11, "9,de")
    play.press(FP, "done")
    assert play.step == "fp-dissolve"
    assert play.state.public.flags


def test_markers_can_be_put_down_moved_turned_and_taken_by_tap() -> None:
    play = Play(SAMPLE_BOX)
    play.tap(FP, "put", colour="green", face="3", place="4,f")
    (piece,) = play.state.public.table
    play.tap(FP, f"move:{piece.id}", place="5,ef")
    play.tap(FP, f"turn:{piece.id}", face="2")
    (piece,) = play.state.public.table
    assert (piece.place, piece.face) == ("5,ef", 2)
    play.tap(FP, f"take:{piece.id}")
    assert not tuple(play.state.public.table)


def test_a_seat_can_go_back_a_step_and_on_and_it_is_recorded() -> None:
    play = standing()
    play.press(FP, "done")
    play.tap(FP, "step-back")
    assert (play.step, play.state.public.held) == ("fp-ring", True)
    play.press(FP, "done")
    assert play.step == "fp-dissolve"
    play.tap(EP, "step-on")
    assert play.step == "fp-split"
    entered = [event for event in play.events if isinstance(event, StepEntered)]
    assert [event.by for event in entered if event.by is not None] == [FP, EP]


def test_going_back_to_the_draw_draws_nothing_twice() -> None:
    play = standing()
    play.go_on(until="fp-dissolve")
    while play.step != "fp-draw":
        play.tap(FP, "step-back")
    assert play.state.public.hands == {FP: 3}
    play.press(FP, "done")
    assert play.state.public.hands == {FP: 3}


# --- Prompts and rolls --------------------------------------------------------------------------


def test_an_answer_to_a_prompt_that_is_gone_is_stale() -> None:
    play = standing()
    done = play.act(FP, "done")
    play.send(done)
    assert play.refusal(done).code == "stale"


def test_a_seat_cannot_answer_for_the_other_and_a_bystander_for_nobody() -> None:
    play = standing()
    done = play.act(FP, "done")
    assert play.refusal(msgspec.structs.replace(done, seat=EP)).code in ("stale", "bad-input")
    assert play.refusal(msgspec.structs.replace(done, seat=PUBLIC)).code == "not-yours"


def test_what_is_not_offered_is_refused_in_a_sentence() -> None:
    play = standing()
    prompt = play.prompt_with(FP, "done").id
    for act in (
        Act(seat=FP, prompt=prompt, action="win"),
        Act(seat=FP, prompt=PromptId("1.nothing"), action="done"),
        Act(seat=FP, action="name:99", inputs=(("name", "A"),)),
        Act(seat=FP, action="name:11", inputs=(("name", "A"),)),
        Act(seat=FP, action="lay:sauronic-1", inputs=(("card", "Frodo"),)),
        Act(seat=FP, action="move:1", inputs=(("place", "nowhere"),)),
        Act(seat=EP, action="out:Frodo"),
    ):
        refusal = play.refusal(act)
        assert refusal.text.endswith(".")


def test_a_roll_goes_to_the_open_prompt_and_counts_once() -> None:
    play = standing()
    play.press(FP, "try", piece="1", objective="horses")
    roll = DieRoll(die="d20", number=5, face=12, sides=20)
    play.send(DieReported(roll=roll))
    (result,) = play.shown_result()
    assert result.parts[0].value == 2
    assert GAME.decide(play.state, DieReported(roll=roll)) == ()
    assert GAME.last_roll(play.state) == {"d20": 5}


def test_a_roll_can_be_typed_in_by_the_seat_that_is_asked() -> None:
    play = standing()
    play.press(FP, "try", piece="1", objective="horses")
    for wrong in (
        RollEntered(seat=EP, face=3, sides=10, source="typed"),
        RollEntered(seat=FP, face=11, sides=10, source="typed"),
        RollEntered(seat=FP, face=3, sides=6, source="typed"),
    ):
        play.refusal(wrong)
    play.send(RollEntered(seat=FP, face=3, sides=10, source="typed"))
    (result,) = play.shown_result()
    assert (result.parts[0].value, result.roll_source) == (3, "typed")


# --- Unknown cells ------------------------------------------------------------------------------


def test_a_missing_cell_is_asked_once_of_the_right_seat_and_kept_in_the_box() -> None:
    play = Play()
    play.put(1, "green", 3, "4,f")
    play.press(EP, "done")
    play.press(FP, "done")
    assert GAME.learned_box(play.state) is None
    play.press(FP, "try", piece="1", objective="horses")
    asked = []
    while play.state.public.cells:
        asked.append(play.state.public.cells[0].cell.key)
        assert not any(prompt.asked for prompt in play.prompts(EP))
        (field,) = play.prompt_with(FP, "fill-in").form.fields
        play.press(FP, "fill-in", value=field.options[0].value)
    assert asked == list(dict.fromkeys(asked))
    assert asked
    box = GAME.learned_box(play.state)
    assert box is not None
    again = Play(box)
    again.put(1, "green", 3, "4,f")
    again.press(EP, "done")
    again.press(FP, "done")
    again.press(FP, "try", piece="1", objective="horses")
    assert not again.state.public.cells


def test_a_wrong_answer_for_a_cell_is_refused() -> None:
    play = Play()
    play.put(1, "green", 3, "4,f")
    play.press(EP, "done")
    play.press(FP, "done")
    play.press(FP, "try", piece="1", objective="horses")
    assert play.refusal(play.act(FP, "fill-in", value="purple")).code == "bad-input"


def test_a_broken_box_is_refused_with_its_line() -> None:
    refusal = GAME.start({}, 'format = 1\nname = "x"\nnonsense = 3\n')
    assert isinstance(refusal, Refusal)
    assert "line" in refusal.text


# --- Markers that changed places unseen ---------------------------------------------------------


def test_only_the_owner_is_asked_which_marker_is_which() -> None:
    play = standing()
    play.name(FP, 1, "A")
    play.name(FP, 2, "plain")
    now = (play.reading(1), play.reading(2))
    play.send(EyeReported(message=Undecided(t_s=1.0, tracks=(1, 2), now=now)))
    prompt = play.prompt_with(FP, "settle")
    covered = play.view(FP).region("private")
    assert covered is not None
    assert (covered.secret, covered.widgets) == (True, (prompt,))
    assert [field.name for field in prompt.form.fields] == ["piece-1", "piece-2"]
    assert all(not p.form.choices for seat in (EP, PUBLIC) for p in play.prompts(seat))
    both = play.act(FP, "settle", piece_1="A", piece_2="A")
    assert play.refusal(both).section == "3.4"
    play.press(FP, "settle", piece_1="plain", piece_2="A")
    assert play.state.hidden[FP].names == {1: "plain", 2: "A"}
    assert [p.asked for p in play.prompts(FP)] == [True]


def test_markers_that_are_alike_to_their_owner_raise_no_question() -> None:
    play = standing()
    now = (play.reading(1), play.reading(2))
    play.send(EyeReported(message=Undecided(t_s=1.0, tracks=(1, 2), now=now)))
    assert len(play.prompts(FP)) == 1


# --- The journal is the game --------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_folding_the_stored_events_again_gives_the_same_screens(seed: int) -> None:
    player = RandomPlayer(Play(SAMPLE_BOX), source_of(seed), by_hand=0.4)
    for _ in range(150):
        player.step()
    kinds = {one.__struct_config__.tag: one for one in GAME.event_types}
    stored = [
        msgspec.json.decode(msgspec.json.encode(event), type=kinds[event.__struct_config__.tag])
        for event in player.play.events
    ]
    assert stored == player.play.events
    started = stored[0]
    assert isinstance(started, GameStarted)
    state = GAME.begin(started)
    for event in stored[1:]:
        state = GAME.evolve(state, event)
    assert state.public == player.play.state.public
    assert state.hidden == player.play.state.hidden
    for viewer in VIEWERS:
        assert GAME.view(state, viewer) == player.play.view(viewer)


def test_events_have_tags_of_their_own() -> None:
    tags = [one.__struct_config__.tag for one in GAME.event_types]
    assert None not in tags
    assert len(tags) == len(set(tags))


@pytest.mark.parametrize("box", [SAMPLE_BOX, ""], ids=["sample", "empty"])
@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_offered_can_be_pressed_and_play_never_sticks(box: str, seed: int) -> None:
    player = RandomPlayer(Play(box), source_of(seed))
    for _ in range(300):
        player.step()
    assert player.play.state.public.visit > 10
    assert player.refused["stale"] == 0
