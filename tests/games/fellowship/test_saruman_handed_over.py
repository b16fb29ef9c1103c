"""Saruman's display changes hands with the Ring, and comes back with it (6.41, 6.414)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.rules.health import Damage
from companion.table.ids import PieceId, SeatId
from tests.support.fellowship import EP, FP, Play, RefusedError
from tests.support.ring_fights import GREEN, RED, WHITE, gathered, held


def _with_white() -> Play:
    play = gathered(("Gimli",), ("Bree agent",), ("Saruman", "Saruman agent, Bree"))
    play.tap(EP, "wound:Saruman", normal="2", note="limps")
    return play


def _boxes(play: Play, seat: SeatId) -> str:
    return str(play.view(seat).region("boxes"))


@pytest.mark.rule("FOTR-083", "FOTR-095")
def test_the_fellowship_is_handed_saruman_with_names_and_wounds_once_the_ring_is_lost() -> None:
    play = held(_with_white(), "enemy", "Bree agent", RED)
    ours, theirs = play.state.hidden[FP], play.state.hidden[EP]
    assert (ours.boxes["Saruman"], ours.names[PieceId(WHITE)]) == ("saruman-1", "saruman 1")
    assert ours.damage == {"Saruman": Damage(normal=2)}
    assert not any(card.startswith("Saruman") for card in (*theirs.boxes, *theirs.damage))
    assert WHITE not in theirs.names
    # What the Enemy wrote about him in its own words is nobody else's.
    assert (theirs.wounds, ours.wounds) == ({"Saruman": "limps"}, {})
    assert "Saruman 1 to 5" in _boxes(play, FP)
    assert "Saruman 1 to 5" not in _boxes(play, EP)
    # Its own cards stay what they were.
    assert (ours.names[PieceId(GREEN)], theirs.names[PieceId(RED)]) == ("A", "sauronic 1")


@pytest.mark.rule("FOTR-083")
def test_who_plays_them_names_lays_and_wounds_them_and_the_other_does_not() -> None:
    play = held(_with_white(), "enemy", "Bree agent", RED)
    play.name(FP, WHITE, "saruman 2")
    play.lay(FP, "saruman-2", "Saruman", "Saruman agent, Shire")
    play.tap(FP, "wound:Saruman", normal="3")
    for action in (f"name:{WHITE}", "lay:saruman-1", "wound:Saruman"):
        with pytest.raises(RefusedError):
            play.tap(EP, action)


@pytest.mark.rule("FOTR-083")
def test_they_come_back_to_the_enemy_with_what_became_of_them() -> None:
    play = held(_with_white(), "enemy", "Bree agent", RED)
    play.lay(FP, "saruman-3", "Saruman")
    play.tap(FP, "wound:Saruman", normal="4")
    play.tap(FP, "ring", ring="fellowship", bearer="Gimli")
    theirs = play.state.hidden[EP]
    assert theirs.boxes["Saruman"] == "saruman-3"
    assert theirs.damage == {"Saruman": Damage(normal=4)}
    assert not any(card.startswith("Saruman") for card in play.state.hidden[FP].boxes)


@pytest.mark.rule("FOTR-083")
@pytest.mark.parametrize("ring", ["enemy", "saruman", "gollum", "nobody"])
def test_nobody_brings_the_others_display_to_itself_by_a_note_of_its_own(ring: str) -> None:
    play = _with_white()
    before = play.view(FP)
    with pytest.raises(RefusedError, match="have the Enemy, whose they are, note this"):
        play.tap(FP, "ring", ring=ring)
    assert play.view(FP) == before
    held(play, "enemy", "Bree agent", RED)
    play.lay(FP, "saruman-3", "Saruman")
    with pytest.raises(RefusedError, match="have the Fellowship, whose they are, note this"):
        play.tap(EP, "ring", ring="fellowship", bearer="Gimli")
    assert "Saruman" not in play.state.hidden[EP].boxes
    # What moves no display either seat may note.
    for seat in (FP, EP):
        play.tap(seat, "ring", ring="nobody" if seat == FP else "saruman")
    assert play.state.public.ring == "saruman"


@pytest.mark.rule("FOTR-233")
def test_with_the_simple_ring_they_stay_the_enemys() -> None:
    play = gathered((), ("Bree agent",), ("Saruman",), options={"simpler": "simple-ring"})
    held(play, "enemy", "Bree agent", RED)
    assert "Saruman" in play.state.hidden[EP].boxes
