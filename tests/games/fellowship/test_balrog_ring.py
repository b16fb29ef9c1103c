"""The Balrog and the Ring: how he gets it, where he goes with it, fights about it (15.17)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.rules.ring import can_hold, may_attack_at_once, who_takes
from companion.games.fellowship.rules.set_up_zones import MORIA
from companion.games.fellowship.rules.victory import Ending, automatic_level
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play
from tests.support.fellowship_fights import covered, log, now, pass_segment, strike
from tests.support.ring_fights import GREEN, RED, attacked, gathered, held, laid, on_to

AGREED = {"optional": "balrog-and-ring"}
BLACK = 11


def _with_ring(place: str, *, switched: bool = True) -> Play:
    play = Play(SAMPLE_BOX, {"optional": "balrog-and-ring"} if switched else {})
    play.put(11, "black", 1, place)
    play.begin()
    ring, bearer = ("balrog", "Balrog") if switched else ("enemy", "Witch-king")
    play.tap(EP, "ring", ring=ring, bearer=bearer, carrier="11")
    return play


def _to_the_turn(play: Play, turn: int) -> None:
    while play.state.public.turn < turn and not play.state.public.over:
        play.go_on()


@pytest.mark.rule("FOTR-242")
def test_a_whole_turn_in_moria_ends_the_game() -> None:
    play = _with_ring(MORIA)
    _to_the_turn(play, 2)
    assert not play.state.public.over, "the first turn was not whole"
    assert play.state.public.ring_public.moria_turn == 1
    _to_the_turn(play, 3)
    assert play.state.public.ending == Ending.MORIA.value
    assert "draw" in play.prompts(FP)[0].sentence


@pytest.mark.rule("FOTR-242")
def test_the_turn_begins_anew_when_he_has_left_moria() -> None:
    play = _with_ring(MORIA)
    _to_the_turn(play, 2)
    play.go(11, "14,g")
    _to_the_turn(play, 3)
    play.go(11, MORIA)
    _to_the_turn(play, 4)
    assert not play.state.public.over
    assert play.state.public.ring_public.moria_turn == 3
    _to_the_turn(play, 5)
    assert play.state.public.ending == Ending.MORIA.value


@pytest.mark.rule("FOTR-242")
@pytest.mark.parametrize(("place", "switched"), [("14,g", True), (MORIA, False)])
def test_elsewhere_or_without_the_rule_he_may_hold_it(place: str, *, switched: bool) -> None:
    play = _with_ring(place, switched=switched)
    _to_the_turn(play, 4)
    assert not play.state.public.over


@pytest.mark.rule("FOTR-242", "FOTR-091")
def test_he_takes_a_lost_ring_after_the_witch_king_and_saruman_and_before_other_nazgul() -> None:
    there = ["Balrog", "Khamul", "Bree agent"]
    assert who_takes(there, balrog=True).candidates == ("Balrog",)
    assert who_takes(there, balrog=True).holder == "balrog"
    assert who_takes([*there, "Witch-king"], balrog=True).candidates == ("Witch-king",)
    assert who_takes([*there, "Saruman"], balrog=True).holder == "saruman"
    assert who_takes(there).candidates == ("Khamul",)
    assert (can_hold("Balrog", balrog=True), can_hold("Balrog")) == (True, False)
    assert all(may_attack_at_once("balrog", seat) for seat in ("fellowship", "enemy"))
    assert automatic_level(Ending.LAST_TURN, "balrog") == "EP Marginal"


def _beside_agent(bearer: str, *, options: dict[str, str] | None = None) -> Play:
    play = gathered(("Gimli",), ("Bree agent",), options=AGREED if options is None else options)
    play.put(BLACK, "black", 3, "8,h")
    play.name(EP, BLACK, "guardian BR")
    play.lay(EP, "guardian-BR", "Balrog")
    return held(play, "enemy", bearer, RED)


@pytest.mark.rule("FOTR-242")
def test_he_takes_the_ring_from_an_agent_beside_whom_he_ends_the_enemys_moves() -> None:
    play = on_to(_beside_agent("Bree agent"), "ep-ring-meet")
    play.press(EP, "balrog")
    ring = play.state.public.ring_public
    assert (play.state.public.ring, ring.bearer, ring.piece) == ("balrog", "Balrog", BLACK)
    assert "held by the Balrog (Balrog) at 8,h, bound for 14,h" in str(play.view(FP))


@pytest.mark.rule("FOTR-242")
@pytest.mark.parametrize(("bearer", "options"), [("Khamul", None), ("Bree agent", {})])
def test_not_from_a_nazgul_nor_where_15_17_is_not_played(
    bearer: str, options: dict[str, str] | None
) -> None:
    play = _beside_agent(bearer, options=options)
    for _ in range(50):
        play.tap(EP, "step-on")
        if play.step == "ep-search":
            break
        assert play.step != "ep-ring-meet"
    assert play.state.public.ring == "enemy"


@pytest.mark.rule("FOTR-242")
def test_with_the_ring_he_is_moved_by_the_fellowship_by_the_fastest_route_to_moria() -> None:
    play = Play(SAMPLE_BOX, AGREED)
    play.put(BLACK, "black", 3, "12,h")
    play.tap(EP, "ring", ring="balrog", bearer="Balrog", carrier=str(BLACK))
    on_to(play, "fp-move")
    play.go(BLACK, "10,h")
    assert [(flag.seat, flag.section) for flag in play.state.public.flags] == [(FP, "15.17")]
    assert "goes to 14,h by the fastest route" in play.state.public.flags[0].text


def _held_by_him() -> Play:
    play = _beside_agent("Bree agent")
    return held(play, "balrog", "Balrog", BLACK)


@pytest.mark.rule("FOTR-242", "FOTR-097")
def test_the_enemy_falls_on_him_and_the_fellowship_plays_him() -> None:
    play = attacked(_held_by_him(), EP, RED)
    assert (now(play).cast.fellowship, now(play).lent) == ("balrog", ("fellowship",))
    play.press(EP, "lend")
    assert "front:Balrog" not in covered(play, EP)
    laid(play, EP, "Bree agent")
    laid(play, FP, "Balrog")
    play.press(FP, "wears")
    for _ in range(4):
        if play.state.public.fights and now(play).stage in ("reorganize", "attack"):
            pass_segment(play)
    assert "Balrog f1: leaves by the power of the Ring." in log(play)
    assert play.state.public.ring == "balrog"


@pytest.mark.rule("FOTR-242", "FOTR-084")
def test_the_fellowship_falls_on_him_and_has_the_ring_once_he_is_struck_down() -> None:
    play = _held_by_him()
    play.tap(EP, "wound:Balrog", normal="15")
    attacked(play, FP, GREEN)
    assert (now(play).cast.enemy, now(play).lent) == ("balrog", ())
    laid(play, EP, "Balrog")
    laid(play, FP, "Gimli")
    play.press(EP, "bare")
    strike(play, FP, "hit:f1:e1:normal:body", 1)
    for _ in range(3):
        if now(play).stage in ("attack", "reorganize"):
            pass_segment(play)
    play.press(FP, "end")
    play.press(FP, "takes", bearer="Gimli")
    assert (play.state.public.ring, play.state.hidden[FP].ringbearer) == ("fellowship", "Gimli")
