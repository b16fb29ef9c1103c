"""Captured Hobbits: who takes them along, an attack on their captors, a Garrisoned hex (15.31)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.agreed import EscortNamed, HobbitsCaptured
from companion.games.fellowship.events.play import FightStarted
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_health import outlooks
from companion.games.fellowship.rules.ring_place import ring_place
from companion.games.fellowship.state import HiddenState
from companion.table.ids import PUBLIC, PieceId
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_fights import (
    GREEN,
    RED,
    at_fight,
    at_the_end,
    begun,
    cover,
    covered,
    lined_up,
    log,
    now,
    offered,
)
from tests.support.noninterference import encoded
from tests.support.ring_fights import gathered, laid, on_to

CAPTURING = {"optional": "capturing"}


def _fallen_hobbit(*more_red: int) -> Play:
    """Frodo lies unconscious and alone before an agent of Sauron; others of the Enemy stand by."""
    play = at_fight(("Frodo", "Aragorn"), ("Bree agent",), options=CAPTURING)
    play.tap(FP, "wound:Frodo", normal="4")
    for number in more_red:
        play.put(number, "red", 3, "8,h")
    lined_up(play, ("Bree agent",), ("Frodo", "Aragorn"))
    at_the_end(play)
    play.press(FP, "try", group="f2")
    play.die(1)
    return play


@pytest.mark.rule("FOTR-246")
def test_the_only_marker_there_takes_the_captive_along_and_everybody_may_know() -> None:
    play = _fallen_hobbit()
    assert play.state.public.escorts == (("Hobbit", RED),)
    assert "The red marker at 8,h takes along: Hobbit." in log(play)
    region = play.view(PUBLIC).region("map")
    assert "has a captive" in str(region)


def _fallen_before_creatures(reserve: str) -> Play:
    """Frodo lies unconscious and alone before men; a minion waits in the Enemy's reserve."""
    force = FightForce(mix="M2", count=2)
    play = at_fight(("Frodo", "Aragorn"), (reserve,), force=force, options=CAPTURING)
    play.tap(FP, "wound:Frodo", normal="4")
    begun(play)
    for _ in range(2):
        cover(play, EP, next(one for one in covered(play, EP) if one.startswith("draw:")))
    for action in covered(play, EP):
        if action.startswith("front:") and reserve not in action:
            cover(play, EP, action)
    cover(play, EP, f"reserve:{reserve}")
    play.press(EP, "ready")
    laid(play, FP, "Frodo", "Aragorn")
    at_the_end(play)
    play.press(FP, "try", group="f2")
    play.die(1)
    return play


@pytest.mark.rule("FOTR-246")
@pytest.mark.parametrize(
    ("reserve", "right", "wrong"),
    [("Bree agent", "captors", "no-captors"), ("Cold Drake", "no-captors", "captors")],
)
def test_whether_the_reserve_captures_the_enemy_says_by_its_notes(
    reserve: str, right: str, wrong: str
) -> None:
    play = _fallen_before_creatures(reserve)
    assert now(play).stage == "captors"
    assert offered(play, FP) == []
    assert play.refusal(play.act(EP, wrong)).section == "15.31"
    play.press(EP, right)
    assert play.state.public.captives == (("Hobbit",) if right == "captors" else ())
    assert ("Frodo" in play.state.hidden[FP].dead) is (right == "no-captors")


@pytest.mark.rule("FOTR-246")
def test_that_it_is_asked_tells_nobody_who_waits_in_the_reserve() -> None:
    one, other = (_fallen_before_creatures(name) for name in ("Bree agent", "Cold Drake"))
    for seat in (FP, PUBLIC):
        assert encoded(one, seat) == encoded(other, seat)


def _notes(play: Play) -> HiddenState:
    return play.state.hidden[FP]


@pytest.mark.rule("FOTR-246")
def test_a_captive_lies_in_no_box_and_burdens_no_group() -> None:
    play = _fallen_hobbit()
    assert _notes(play).captured == {"Frodo": "Hobbit"}
    assert "Frodo" not in _notes(play).boxes
    assert any("in no box until free: Frodo" in text for text in play.warnings(FP))
    assert not any("Frodo" in text for text in play.warnings(EP))


@pytest.mark.rule("FOTR-246", "FOTR-049")
def test_a_captive_heals_as_the_wounded_do_outside_of_havens() -> None:
    play = _fallen_hobbit()
    before = _notes(play).damage["Frodo"]
    (outlook,) = [
        one for one in outlooks(scene_for(play.state, FP)) if one.member.force.name == "Frodo"
    ]
    assert outlook.after.total == before.total - 1


@pytest.mark.rule("FOTR-246")
@pytest.mark.parametrize("how", ["escape", "freed by hand", "laid by hand"])
def test_a_captive_that_is_free_is_told_to_its_owner_alone(how: str) -> None:
    play = _fallen_hobbit()
    if how == "escape":
        on_to(play, "fp-captives")
        play.die(1)
    elif how == "freed by hand":
        play.tap(EP, "captive-freed", captive="Hobbit")
    else:
        play.lay(FP, "fellowship-B", "Frodo")
    assert not _notes(play).captured
    # Whoever lays the card by hand has said it.
    assert ("Frodo is free" in str(play.view(FP))) is (how != "laid by hand")
    assert "Frodo is free" not in str(play.view(EP))


@pytest.mark.rule("FOTR-246")
def test_of_several_markers_the_enemy_says_which() -> None:
    play = _fallen_hobbit(7)
    assert now(play).stage == "escort"
    assert offered(play, EP) == [f"escort:{RED}", "escort:7"]
    assert offered(play, FP) == []
    play.press(EP, "escort:7")
    assert play.state.public.escorts == (("Hobbit", 7),)
    assert now(play).stage == "retreat"


def _held_captive(place: str = "8,h") -> Play:
    play = gathered(("Gimli", "Legolas"), ("Bree agent",), options=CAPTURING)
    if place != "8,h":
        play.go(RED, place)
    _take_captive(play)
    return play


def _broken_off(play: Play) -> Play:
    """In the fight that is due Gimli and Legolas hold the field, and the Enemy breaks off."""
    play.press(EP, "begin")
    laid(play, EP, "Bree agent")
    laid(play, FP, "Gimli", "Legolas")
    at_the_end(play)
    play.press(FP, "stay")
    play.press(EP, "off")
    return play


def _steps_of_a_turn(play: Play) -> set[str]:
    """The steps that wait for somebody until the second turn from now, put on by hand."""
    steps, turn = set(), play.state.public.turn
    while play.state.public.turn < turn + 2:
        play.tap(EP, "step-on")
        steps.add(str(play.step))
    return steps


@pytest.mark.rule("FOTR-246")
def test_a_group_beside_the_captors_may_attack_them_once_and_frees_the_captive() -> None:
    play = on_to(_held_captive(), "fp-captors")
    play.press(FP, "attack", piece=str(GREEN))
    assert play.step == "fp-fight"
    _broken_off(play)
    play.go(RED, "8,g")
    play.press(EP, "there")
    public = play.state.public
    assert (public.captives, public.escorts) == ((), ())
    assert _notes(play).boxes["Merry"] == _notes(play).boxes["Gimli"]
    assert "Merry is freed." in log(play)
    assert any("Merry joins the group" in text for text in public.reminders)


@pytest.mark.rule("FOTR-246")
def test_a_lost_fight_frees_nobody() -> None:
    play = on_to(_held_captive(), "fp-captors")
    play.press(FP, "attack", piece=str(GREEN))
    play.press(EP, "begin")
    laid(play, EP, "Bree agent")
    laid(play, FP, "Gimli", "Legolas")
    at_the_end(play)
    play.press(FP, "try", group=["f1", "f2"])
    play.die(1)
    assert play.state.public.captives == ("Merry",)


@pytest.mark.rule("FOTR-246")
def test_nobody_is_asked_where_no_group_stands_beside_them() -> None:
    assert "fp-captors" in _steps_of_a_turn(_held_captive())
    assert "fp-captors" not in _steps_of_a_turn(_held_captive("12,h"))


@pytest.mark.rule("FOTR-246")
@pytest.mark.parametrize(("place", "delivered"), [("11,jk", True), ("12,h", False)])
def test_a_captive_in_a_garrisoned_hex_at_the_end_of_a_turn_is_delivered(
    place: str,
    delivered: bool,  # noqa: FBT001 - a parameter of a table
) -> None:
    play = _held_captive(place)
    for _ in range(80):
        play.tap(EP, "step-on")
        if play.state.public.turn == 2:
            break
    assert play.state.public.delivered is delivered
    assert play.state.public.captives == (() if delivered else ("Merry",))


BRIDGE = "8,h/9,hi"


def _won(play: Play, place: str = "8,g") -> Play:
    """The Enemy breaks off from Gimli and Legolas in the fight that is due."""
    _broken_off(play)
    play.go(RED, place)
    play.press(EP, "there")
    return play


@pytest.mark.rule("FOTR-246")
@pytest.mark.parametrize("here", ["8,h", "9,hi"])
def test_captors_that_block_a_hexside_are_attacked_from_either_of_its_hexes(here: str) -> None:
    play = _held_captive(BRIDGE)
    if here != "8,h":
        play.go(GREEN, here)
    on_to(play, "fp-captors")
    assert f"Captors block {BRIDGE}; you fight them in your hex." in str(play.prompts(FP))
    play.press(FP, "attack", piece=str(GREEN))
    assert [fight.place for fight in play.state.public.fights] == [here]
    _won(play, "9,hi" if here == "8,h" else "8,h")
    assert play.state.public.captives == ()


@pytest.mark.rule("FOTR-246")
def test_who_breaks_off_from_a_hexside_may_not_come_into_the_hex_of_the_fight() -> None:
    play = on_to(_held_captive(BRIDGE), "fp-captors")
    play.press(FP, "attack", piece=str(GREEN))
    _broken_off(play)
    play.go(RED, "8,h")
    assert play.refusal(play.act(EP, "there")).section == "8.5"
    play.go(RED, "9,hi")
    play.press(EP, "there")
    assert play.state.public.captives == ()


@pytest.mark.rule("FOTR-246")
def test_each_group_beside_a_blocked_hexside_attacks_once() -> None:
    play = _held_captive(BRIDGE)
    play.put(5, "green", 3, "9,hi")
    on_to(play, "fp-captors")
    play.press(FP, "attack", piece=str(GREEN))
    assert play.step == "fp-captors"
    play.press(FP, "attack", piece="5")
    assert play.step == "fp-fight"
    assert [fight.place for fight in play.state.public.fights] == ["8,h", "9,hi"]


@pytest.mark.rule("FOTR-246")
@pytest.mark.parametrize("place", ["8,g/9,gh", "7,gh/8,g"])
def test_nobody_is_asked_where_captors_block_another_hexside(place: str) -> None:
    assert "fp-captors" not in _steps_of_a_turn(_held_captive(place))


def _due_where_held(cause: str, *more_red: int) -> Play:
    """A fight that is not about the captive is due in the hex where it is held."""
    play = _held_captive()
    for number in more_red:
        play.put(number, "red", 3, "8,h")
    started = FightStarted(place="8,h", cause=cause, piece=PieceId(GREEN))
    play.state = GAME.evolve(play.state, started)
    play = on_to(play, "fp-captors")
    play.press(FP, "done")
    return play


@pytest.mark.rule("FOTR-246")
@pytest.mark.parametrize("cause", ["F, minions", "blocked feature"])
def test_any_fight_that_the_captors_lose_frees_their_captive(cause: str) -> None:
    play = _due_where_held(cause)
    assert _won(play).state.public.captives == ()


@pytest.mark.rule("FOTR-246")
def test_where_others_of_the_enemy_stand_it_says_itself_whether_the_captors_fought() -> None:
    play = _due_where_held("F, minions", 7)
    _won(play)
    assert play.state.public.captives == ("Merry",)
    assert any("free in the tab By hand: Merry" in text for text in play.state.public.reminders)
    play.tap(FP, "captive-freed", captive="Merry")
    assert play.state.public.escorts == ()


@pytest.mark.rule("FOTR-246")
def test_captives_go_on_with_the_marker_that_is_left_when_markers_join() -> None:
    play = _held_captive("12,h")
    play.put(7, "red", 3, "12,h")
    on_to(play, "ep-combine")
    play.lift(RED)
    assert play.state.public.escorts == (("Merry", 7),)


@pytest.mark.rule("FOTR-246")
def test_the_enemy_is_asked_for_captives_whose_marker_has_left_the_map() -> None:
    play = _held_captive("12,h")
    play.put(7, "red", 3, "12,i")
    play.lift(RED)
    on_to(play, "fp-captives")
    assert any("these captives with it: Merry" in text for text in play.state.public.reminders)
    play.tap(EP, "captive-with", captive="Merry", piece="7")
    assert play.state.public.escorts == (("Merry", 7),)


def _take_captive(play: Play) -> None:
    hidden = msgspec.structs.replace(_notes(play), captured={"Merry": "Merry"})
    play.state = msgspec.structs.replace(play.state, hidden={**play.state.hidden, FP: hidden})
    for event in (
        HobbitsCaptured(names=("Merry",)),
        EscortNamed(names=("Merry",), piece=PieceId(RED)),
    ):
        play.state = GAME.evolve(play.state, event)


def _bearer_captured(*left: str) -> Play:
    """After a fight the Fellowship says that the captive bore the Ring, the Enemy who is left."""
    play = on_to(_due_where_held("F, minions"), "fp-ring-after")
    play.press(FP, "captured", captive="Merry")
    play.press(EP, "left", left=list(left))
    return play


@pytest.mark.rule("FOTR-246")
@pytest.mark.parametrize(
    ("left", "ring", "bearer"),
    [
        ((), "nobody", "Merry"),
        (("Bree agent", "Mouth of Sauron"), "nobody", "Merry"),
        (("Bree agent", "Khamul"), "enemy", "Khamul"),
        (("Saruman", "Khamul"), "saruman", "Saruman"),
    ],
)
def test_only_a_nazgul_or_saruman_takes_the_ring_from_a_captive(
    left: tuple[str, ...], ring: str, bearer: str
) -> None:
    public = _bearer_captured(*left).state.public
    assert (public.ring, public.ring_public.bearer) == (ring, bearer)


@pytest.mark.rule("FOTR-246", "FOTR-090")
def test_a_ring_under_guard_goes_with_the_captors_and_is_picked_up_by_nobody() -> None:
    play = _bearer_captured("Bree agent")
    play.go(RED, "8,g")
    play.go(GREEN, "8,g")
    assert ring_place(play.state.public) == "8,g"
    for _ in range(60):
        play.tap(EP, "step-on")
        assert play.step != "fp-ring-meet"
        if play.step == "fp-captors":
            break
    assert play.step == "fp-captors"
    play.tap(FP, "captive-freed", captive="Merry")
    on_to(play, "fp-ring-after")
    play.press(FP, "recovered", bearer="Merry")
    assert play.state.public.ring == "fellowship"


@pytest.mark.rule("FOTR-246")
def test_the_fellowship_does_not_pass_over_that_its_bearer_is_a_captive() -> None:
    play = _due_where_held("F, minions")
    play.tap(FP, "ring-bearer", bearer="Merry")
    on_to(play, "fp-ring-after")
    assert play.refusal(play.act(FP, "done")).section == "15.31"
    play.press(FP, "captured", captive="Merry")
    play.press(EP, "not-so")
    assert play.state.public.ring == "fellowship"
    play.press(FP, "done")
    assert play.step != "fp-ring-after"


@pytest.mark.rule("FOTR-246")
def test_what_else_the_captors_have_shows_to_nobody() -> None:
    def play(*minions: str) -> Iterator[Play]:
        game = gathered(("Gimli",), minions, options=CAPTURING)
        _take_captive(game)
        yield on_to(game, "fp-captors")
        game.press(FP, "attack", piece=str(GREEN))
        yield game

    for one, other in zip(play("Bree agent"), play("Khamul", "Balrog"), strict=True):
        assert encoded(one, FP) == encoded(other, FP)
        assert encoded(one, PUBLIC) == encoded(other, PUBLIC)
