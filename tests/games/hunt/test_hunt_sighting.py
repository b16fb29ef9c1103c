"""Counters on the sheet of tracks: a moved one is a tap, one that lags is awaited, dice count."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.hunt.board import BOARD
from companion.games.hunt.names import FREE, SHADOW
from companion.games.hunt.sighting import differences
from companion.service.games import is_watched, load_game
from companion.table.commands import Act
from companion.table.counters import ADVICE
from companion.table.ids import PUBLIC
from companion.table.options import chosen_options, default_options
from companion.table.values import Refusal
from companion.table.views import Prompt, Text
from tests.support.counter_sights import CounterSights
from tests.support.hunt_play import HuntPlay, in_mordor

RED, GREEN = 1, 2


class Sheet(CounterSights):
    """The two counters of a game, put where it begins."""

    def __init__(self, play: HuntPlay, road: str = "@Progress 0") -> None:
        super().__init__(BOARD)
        self.play = play
        play.must(self.put(RED, f"@Corruption {play.public.corruption}", "red"))
        play.must(self.put(GREEN, road, "green", 1 if play.public.hidden else 2))
        assert differences(play.public) == ()

    def corruption(self, number: int) -> None:
        self.play.must(self.put(RED, f"@Corruption {number}", "red"))

    def road(self, place: str, face: int = 1) -> None:
        self.play.must(self.put(GREEN, place, "green", face))

    def die(self, track: int, colour: str) -> None:
        self.play.must(self.put(track, "@Hunt Box", colour, face=1 + track % 6))


def test_moving_the_corruption_counter_is_the_tap_that_changes_corruption() -> None:
    play = HuntPlay()
    sheet = Sheet(play)
    sheet.corruption(2)
    tapped = HuntPlay()
    tapped.by_hand(tapped.ask.seat, "hand-corruption", by="2", why="The counter on the table")
    assert play.public.corruption == tapped.public.corruption == 2
    assert play.log()[-1] == tapped.log()[-1]
    sheet.corruption(1)
    assert play.public.corruption == 1
    assert differences(play.public) == ()


def test_a_counter_may_be_lifted_on_its_way() -> None:
    play = HuntPlay()
    sheet = Sheet(play)
    play.must(sheet.take(RED))
    play.must(sheet.put(RED + 10, "@Corruption 2", "red"))
    assert play.public.corruption == 2
    play.must(sheet.take(RED + 10))
    play.by_hand(FREE, "hand-corruption", by="3", why="An event card")
    play.must(sheet.put(RED + 20, "@Corruption 4", "red"))
    assert play.public.corruption == 5
    assert len(differences(play.public)) == 1


def test_what_play_counts_itself_is_awaited_on_the_table_and_never_undone_by_it() -> None:
    play = HuntPlay()
    sheet = Sheet(play)
    play.by_hand(FREE, "hand-corruption", by="4", why="An event card")
    (line,) = differences(play.public)
    assert "stands on 0, here on 4" in line
    for number in (1, 3):
        sheet.corruption(number)
        assert play.public.corruption == 4
        assert differences(play.public)
    sheet.corruption(4)
    assert differences(play.public) == ()


def test_a_counter_on_twelve_ends_no_game_before_somebody_says_so() -> None:
    play = HuntPlay()
    sheet = Sheet(play)
    sheet.corruption(12)
    assert not play.public.winner
    assert len(differences(play.public)) == 1
    play.by_hand(FREE, "hand-corruption", by="12", why="An event card")
    assert play.public.winner == SHADOW
    assert differences(play.public) == ()


def test_one_step_of_the_counter_moves_the_fellowship_and_begins_the_hunt() -> None:
    play = HuntPlay()
    sheet = Sheet(play)
    play.to_actions(allocated=2)
    sheet.road("@Progress 1")
    assert play.public.progress == 1
    assert play.public.hunt is not None
    assert play.public.hunt.level == 2
    assert differences(play.public) == ()


def test_a_step_that_was_tapped_before_is_not_taken_twice() -> None:
    play = HuntPlay()
    sheet = Sheet(play)
    play.to_actions()
    play.press("move")
    assert play.public.progress == 1
    assert len(differences(play.public)) == 1
    sheet.road("@Progress 1")
    assert play.public.progress == 1
    assert differences(play.public) == ()


def test_turning_the_counter_over_hides_the_fellowship_with_a_die() -> None:
    play = HuntPlay(changes={"hidden": False})
    sheet = Sheet(play)
    play.to_actions()
    sheet.road("@Progress 0", face=1)
    assert play.public.hidden
    assert play.public.attempted
    assert "hides" in play.log()[-1]


def test_a_counter_put_elsewhere_says_where_the_ring_bearers_are() -> None:
    play = HuntPlay(changes={"region": "Moria", "where": "elsewhere"})
    sheet = Sheet(play)
    sheet.road("@Progress 5", face=2)
    public = play.public
    assert (public.progress, public.hidden, public.region) == (5, False, "Moria")
    assert "By hand" in play.log()[-1]


def test_on_the_mordor_track_a_step_draws_a_tile_and_the_last_one_is_only_said() -> None:
    play = in_mordor()
    sheet = Sheet(play, "@Mordor 0")
    sheet.road("@Mordor 1")
    assert play.public.pull is not None
    assert play.public.pull.cause == "mordor"
    play = in_mordor()
    sheet = Sheet(play, "@Mordor 0")
    sheet.road("@Mordor 3")
    assert play.public.mordor == 3
    sheet.road("@Mordor 5")
    assert play.public.mordor == 3
    assert not play.public.winner
    assert len(differences(play.public)) == 1


def test_a_counter_on_the_wrong_track_is_only_said() -> None:
    play = HuntPlay()
    sheet = Sheet(play)
    sheet.road("@Mordor 2")
    assert play.public.mordor is None
    (line,) = differences(play.public)
    assert "Mordor 2, Hidden; here on Progress 0, Hidden" in line


def test_dice_in_the_hunt_box_are_counted_into_the_question() -> None:
    play = HuntPlay()
    sheet = Sheet(play)
    play.press("go-on")
    for track in (11, 12, 13):
        sheet.die(track, "black")
    (field,) = play.ask.form.fields
    assert field.value == "3"
    assert play.ask.detail == ("The camera sees 3 Shadow dice in the box.",)
    assert play.public.shadow_dice == 0
    play.press("count", count=field.value)
    assert differences(play.public) == ()
    sheet.die(14, "black")
    (field,) = play.ask.form.fields
    assert field.value == "1"
    play.press("count", count=field.value)
    assert play.public.shadow_dice == 4
    sheet.die(15, "white")
    (line,) = differences(play.public)
    assert "lie 4 Shadow and 1 Free Peoples dice, here 4 and 0" in line
    play.by_hand(SHADOW, "hand-box", shadow="4", free="1")
    assert differences(play.public) == ()
    play.must(sheet.take(15))
    assert "here 4 and 1" in differences(play.public)[0]


def test_without_cubes_in_the_box_nobody_is_told_of_dice() -> None:
    play = HuntPlay()
    Sheet(play)
    play.to_actions(allocated=3)
    assert differences(play.public) == ()
    assert play.ask.detail


def test_two_cubes_for_one_counter_are_said_and_nothing_follows_from_them() -> None:
    play = HuntPlay()
    sheet = Sheet(play)
    play.must(sheet.put(9, "@Corruption 4", "red"))
    assert play.public.corruption == 0
    (line,) = differences(play.public)
    assert line.startswith("2 red cubes show Corruption")
    play.must(sheet.take(9))
    assert differences(play.public) == ()


def test_everybody_reads_the_same_words_about_the_table() -> None:
    play = HuntPlay()
    sheet = Sheet(play)
    play.by_hand(FREE, "hand-corruption", by="1", why="An ability")
    for viewer in (FREE, SHADOW, PUBLIC):
        view = play.view(viewer)
        prompt = view.region("prompt")
        tracks = view.region("fellowship")
        assert prompt is not None
        assert tracks is not None
        first = prompt.widgets[0]
        assert isinstance(first, Prompt)
        assert f"{differences(play.public)[0]} {ADVICE}" in first.detail
        warned = [one.text for one in tracks.widgets if isinstance(one, Text)]
        assert differences(play.public)[0] in warned
    sheet.road("@Progress 3", 5)
    play.by_hand(FREE, "hand-place", progress="7")
    sheet.road("@Progress 4")
    prompt = play.view(PUBLIC).region("prompt")
    assert prompt is not None
    first = prompt.widgets[0]
    assert isinstance(first, Prompt)
    assert first.detail[-1] == (
        "The table stands otherwise in 2 points: the tab Tracks says which."
    )


def test_how_many_cubes_the_camera_follows_is_said() -> None:
    play = HuntPlay()
    assert "camera" not in str(play.view(PUBLIC).region("fellowship"))
    sheet = Sheet(play)
    assert "The camera follows 2 cubes." in str(play.view(PUBLIC).region("fellowship"))
    play.must(sheet.take(RED))
    assert "The camera follows 1 cube." in str(play.view(PUBLIC).region("fellowship"))


def test_whoever_plays_without_the_sheet_says_so_at_the_start() -> None:
    form = load_game("hunt").options()
    assert is_watched("hunt", "", default_options(form))
    assert is_watched("hunt", "", {})
    chosen = chosen_options(form, (("companions", "gimli"),))
    assert not isinstance(chosen, Refusal)
    assert not is_watched("hunt", "", chosen)


def test_the_eye_begins_anew_with_the_counters_as_they_stood() -> None:
    play = HuntPlay()
    sheet = Sheet(play)
    sheet.corruption(3)
    pieces = play.game.pieces(play.state)
    assert [(one.id, one.place) for one in pieces] == [
        (RED, "@Corruption 3"),
        (GREEN, "@Progress 0"),
    ]
    again = sheet.put(RED, "@Corruption 3", "red")
    assert play.must(again) == ()


@pytest.mark.parametrize("action", ["hand-box", "hand-place"])
def test_a_decision_taken_back_leaves_the_cubes_where_they_stand(action: str) -> None:
    game = load_game("hunt")
    first = game.start({}, "")
    assert not isinstance(first, Refusal)
    state = game.begin(first[0])  # type: ignore[arg-type]  # the first event begins a game
    for event in first[1:]:
        state = game.evolve(state, event)
    before = state.now.public
    inputs = (("shadow", "2"), ("free", "0")) if action == "hand-box" else (("progress", "4"),)
    commands = (
        Act(seat=SHADOW, action=action, inputs=inputs),
        CounterSights(BOARD).put(RED, "@Corruption 0", "red"),
    )
    for command in commands:
        answer = game.decide(state, command)
        assert not isinstance(answer, Refusal), answer
        for event in answer:
            state = game.evolve(state, event)
    assert state.now.public != before
    answer = game.decide(state, Act(seat=SHADOW, action="take-back-ask:1"))
    assert not isinstance(answer, Refusal), answer
    for event in answer:
        state = game.evolve(state, event)
    answer = game.decide(state, Act(seat=FREE, action="take-back-agree:1"))
    assert not isinstance(answer, Refusal), answer
    for event in answer:
        state = game.evolve(state, event)
    after = state.now.public
    assert [piece.place for piece in after.markers] == ["@Corruption 0"]
    eyes = {"markers": before.markers, "last_spots": before.last_spots}
    assert msgspec.structs.replace(after, **eyes) == before
