"""Gollum ambushes the Ringbearer by an event card (6.415)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.fellowship.events.ring import GOLLUMS_AMBUSH
from companion.games.fellowship.rules.health import Damage
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play, RefusedError
from tests.support.fellowship_fights import battle, covered, log, now, offered
from tests.support.noninterference import assert_hidden
from tests.support.ring_fights import gather, gathered, on_to


def ambushed(play: Play, bearer: str) -> Play:
    """The card is played in the Fellowship's player-turn, and the fight is on the screens."""
    play.tap(FP, "ring-bearer", bearer=bearer)
    play.tap(FP, "gollum-ambush")
    on_to(play, "fp-fight")
    play.press(EP, "begin")
    return play


@pytest.mark.rule("FOTR-098", "FOTR-206")
@pytest.mark.parametrize(("roll", "holder"), [(6, "gollum"), (7, "fellowship")])
def test_he_strikes_the_bearer_down_and_gets_away_with_the_ring_on_six(
    roll: int, holder: str
) -> None:
    play = gathered(("Frodo", "Gimli", "Gollum"))
    play.tap(FP, "wound:Frodo", normal="2")
    ambushed(play, "Frodo")
    assert play.state.public.fights[0].cause == GOLLUMS_AMBUSH
    assert "front:Gollum" not in covered(play, FP)
    play.press(FP, "ready")
    assert offered(play, EP) == []
    play.press(FP, "strikes")
    assert [one.side for one in battle(play).fighters] == ["fellowship", "fellowship", "enemy"]
    assert play.prompts(EP)[0].roll is not None
    play.die(1)  # needs 2 against a Hobbit: a double, 4 boxes and 2 more of 3
    # He is not turned: he stands as he is, and falls over the number of his race.
    for action in ("stand", "fall"):
        play.press(FP, action)
    assert not play.state.public.fights
    assert play.state.hidden[FP].damage["Frodo"] == Damage(normal=6)
    # The Fellowship has played all of this; the Enemy has to say that it was so.
    assert (play.step, play.prompts(FP)[0].roll) == ("fp-ring-after", None)
    play.press(EP, "so-it-is")
    assert play.prompts(FP)[0].roll is not None
    play.die(roll)
    assert play.state.public.ring == holder
    if holder == "gollum":
        assert play.state.public.ring_public.place == "8,h"
        assert play.state.hidden[FP].ringbearer == ""
    assert play.state.hidden[FP].boxes["Frodo"] == "fellowship-A"


@pytest.mark.rule("FOTR-098")
def test_a_bearer_who_stays_awake_keeps_it_and_nobody_rolls() -> None:
    play = ambushed(gathered(("Frodo", "Gimli")), "Frodo")
    play.press(FP, "ready")
    play.press(FP, "strikes")
    play.die(9)
    play.press(FP, "stand")
    assert play.state.public.ring == "fellowship"
    assert play.step == "fp-ring-after"
    assert "done" in offered(play, FP)
    assert "Gollum left the fight." in " ".join(log(play))


@pytest.mark.rule("FOTR-098")
def test_the_notes_have_to_say_where_the_bearer_is() -> None:
    play = gathered(("Gimli",))
    with pytest.raises(RefusedError, match="Note first who bears the Ring"):
        play.tap(FP, "gollum-ambush")


def _strikes(play: Play, bearer: str) -> Iterator[None]:
    gather(play, ("Frodo", "Sam", "Gimli") if bearer == "Frodo" else ("Sam", "Frodo", "Gimli"))
    ambushed(play, bearer)
    yield
    for card in (bearer, "Sam" if bearer == "Frodo" else "Frodo", "Gimli"):
        play.tap(FP, f"card:front:{card}")
    play.press(FP, "ready")
    yield
    play.press(FP, "strikes")
    yield
    assert now(play).stage == "roll"
    play.die(9)
    yield


@pytest.mark.rule("FOTR-098", "FOTR-164")
def test_which_card_he_strikes_is_seen_and_not_who_it_is() -> None:
    assert assert_hidden(_strikes, FP, ["Frodo", "Sam"], SAMPLE_BOX) >= 8
