"""The Hunt roll: Level, dice, modifiers, re-rolls, and the worked examples."""

from __future__ import annotations

import pytest

from companion.games.hunt.names import FREE, SHADOW
from companion.table.commands import RollEntered
from companion.table.events import RollDropped, RollKept, RollTaken
from companion.table.values import Refusal
from tests.support.hunt_play import HuntPlay


@pytest.mark.rule("HUNT-008", "HUNT-009")
def test_each_move_brings_a_hunt_at_the_level_of_the_box() -> None:
    play = HuntPlay()
    play.to_actions(allocated=2, eyes=3)
    assert play.public.shadow_dice == 5
    for bonus in (0, 1):
        play.press("move")
        hunt = play.public.hunt
        assert hunt is not None
        assert (hunt.level, hunt.bonus) == (5, bonus)
        assert play.public.progress == bonus + 1
        play.press("told")
        play.roll(1, 1, 1, 1, 1)
        assert play.ask.key == "actions"
    assert play.public.free_dice == 2


@pytest.mark.rule("HUNT-009")
def test_the_box_can_be_counted_anew_and_is_emptied_each_turn() -> None:
    play = HuntPlay()
    play.to_actions(allocated=2)
    play.by_hand(SHADOW, "hand-box", shadow="4", free="2")
    play.press("move")
    hunt = play.public.hunt
    assert hunt is not None
    assert (hunt.level, hunt.bonus) == (4, 2)
    play.press("told")
    play.roll(1, 1, 1, 1)
    play.press("end")
    assert (play.public.turn, play.public.shadow_dice, play.public.free_dice) == (2, 0, 0)


@pytest.mark.rule("HUNT-010")
def test_at_most_five_dice_and_only_a_six_is_a_success() -> None:
    play = HuntPlay()
    play.to_actions(allocated=7)
    play.press("move")
    play.press("told")
    wanted = play.ask.roll
    assert wanted is not None
    assert wanted.count == 5
    play.roll(5, 5, 5, 5)
    assert play.now().pull is None
    play.roll(6)
    assert play.public.pull is not None
    assert play.public.pull.eye == 1


def test_without_dice_in_the_box_nothing_is_rolled() -> None:
    play = HuntPlay()
    play.to_actions()
    play.press("move")
    assert play.ask.key == "actions"
    assert (play.public.progress, play.public.free_dice, play.public.pull) == (1, 1, None)


@pytest.mark.rule("HUNT-011")
@pytest.mark.parametrize(
    ("bonus", "face", "tiles"),
    [(0, 5, 0), (0, 6, 1), (1, 5, 1), (1, 4, 0), (4, 2, 1), (5, 1, 0)],
)
def test_dice_of_earlier_moves_are_added_and_a_one_always_fails(
    bonus: int, face: int, tiles: int
) -> None:
    play = HuntPlay()
    play.to_actions(allocated=1)
    play.set(free_dice=bonus)
    play.press("move")
    play.press("told")
    play.roll(face)
    assert (play.public.pull is not None) == bool(tiles)


@pytest.mark.rule("HUNT-012")
def test_example_1_three_armies_and_two_nazgul_give_two_rerolls() -> None:
    play = HuntPlay()
    play.to_actions(allocated=4)
    play.press("move")
    # How many units there are makes no difference: the question is whether there are any.
    play.press("told", conditions=("army", "nazgul"))
    play.roll(1, 2, 3, 4)
    assert [choice.action for choice in play.ask.form.choices] == ["again-2", "again-1", "again-0"]
    play.press("again-2")
    play.roll(5, 6)
    assert play.public.pull is not None
    assert play.public.pull.eye == 1


@pytest.mark.rule("HUNT-012")
def test_example_2_nazgul_armies_and_a_stronghold_give_three_rerolls() -> None:
    play = HuntPlay()
    play.to_actions(allocated=4)
    play.press("move")
    play.press("told", conditions=("stronghold", "army", "nazgul"))
    play.roll(1, 2, 3, 4)
    assert play.ask.form.choices[0].action == "again-3"
    play.press("again-3")
    play.roll(1, 2, 3)
    assert play.now().pull is None
    assert play.ask.key == "actions"


@pytest.mark.rule("HUNT-012", "HUNT-011")
def test_only_failed_dice_are_rolled_again_and_the_bonus_counts_for_them() -> None:
    play = HuntPlay()
    play.to_actions(allocated=2)
    play.set(free_dice=1)
    play.press("move")
    play.press("told", conditions=("stronghold", "army", "nazgul"))
    play.roll(6, 1)
    assert [choice.action for choice in play.ask.form.choices] == ["again-1", "again-0"]
    play.press("again-1")
    play.roll(5)
    assert play.public.pull is not None
    assert play.public.pull.eye == 2


@pytest.mark.rule("HUNT-012")
def test_rerolls_may_be_declined_and_are_not_asked_where_nothing_failed() -> None:
    play = HuntPlay()
    play.to_actions(allocated=1)
    play.press("move")
    play.press("told", conditions=("army",))
    play.roll(2)
    play.press("again-0")
    assert play.ask.key == "actions"
    play.press("move")
    play.press("told", conditions=("army",))
    play.roll(5)
    assert play.ask.key.startswith("draw")


@pytest.mark.rule("HUNT-011", "HUNT-022", "HUNT-023")
def test_the_hunt_in_goblins_gate() -> None:
    companions = ("strider", "legolas", "gimli")
    play = HuntPlay(",".join(companions), changes={"turn": 4, "region": "Goblin's Gate"})
    play.to_actions(allocated=3)
    play.set(free_dice=1, progress=1)
    play.press("move")
    assert play.public.progress == 2
    play.press("told")
    play.roll(2, 5, 6)
    assert play.public.result is not None
    assert play.public.result.total == 2
    play.draw("3")
    play.press("none")
    play.press("random")
    assert play.ask.seat == SHADOW
    play.lot(play.public.companions.index("gimli") + 1)
    assert play.public.companions == ("strider", "legolas")
    assert play.public.gone == {"gimli": "casualty of the Hunt"}
    assert play.public.guide == "strider"
    assert play.public.corruption == 1
    assert play.public.hidden
    assert play.public.free_dice == 2


def test_the_die_on_the_table_serves_six_faces_by_threes() -> None:
    play = HuntPlay()
    play.to_actions(allocated=1)
    assert [type(event) for event in play.die(7, number=1)] == [RollKept]
    play.press("move")
    assert [type(event) for event in play.die(8, number=2)] == [RollKept]
    play.press("told")
    assert [type(event) for event in play.die(19, number=3)] == [RollDropped]
    assert play.die(19, number=3) == ()
    events = play.die(18, number=4)
    assert isinstance(events[0], RollTaken)
    assert play.public.pull is not None
    assert [type(event) for event in play.die(16, number=5)] == [RollKept]


def test_rolls_are_refused_in_words() -> None:
    play = HuntPlay()
    play.to_actions(allocated=1)
    entered = RollEntered(seat=SHADOW, face=3, sides=6, source="typed")
    refused = play.send(entered)
    assert isinstance(refused, Refusal)
    assert refused.code == "stale"
    play.press("move")
    play.press("told")
    other = play.send(RollEntered(seat=FREE, face=3, sides=6, source="typed"))
    assert isinstance(other, Refusal)
    wrong = play.send(RollEntered(seat=SHADOW, face=3, sides=8, source="typed"))
    assert isinstance(wrong, Refusal)
    assert "6 or 20 sides" in wrong.text


def test_the_chance_and_the_damage_stand_beside_each_roll() -> None:
    play = HuntPlay()
    play.to_actions(allocated=3)
    play.set(free_dice=1)
    line = "Chance of success 70.4 %, expected damage 1.09."
    assert line in play.ask.detail
    play.press("move")
    assert f"{line} Without re-rolls." in play.ask.detail
    play.press("told")
    assert line in play.ask.detail
    play.roll(2)
    assert "Chance of success 55.6 %, expected damage 0.83." in play.ask.detail
    play.roll(5)
    assert any(one.startswith("Chance of success 100.0 %") for one in play.ask.detail)
