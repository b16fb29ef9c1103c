"""The attempts to seize the Ring, and who has it after its bearer's death."""

from __future__ import annotations

import pytest

from companion.games.ringwar.names import FIRST, SECOND
from companion.games.ringwar.rules import dark_has_ring
from companion.games.ringwar.state import Ring
from companion.games.ringwar.tasks import Fight
from companion.table.ids import SeatId
from tests.support.ringwar import Play, begun

BOROMIR_CARD = "Boromir Attempts to Seize the Ring"
GOLLUM_CARD = "Gollum Attempts to Seize the Ring"


def actions(play: Play) -> set[str]:
    return {choice.action for choice in play.ask().form.choices}


def fight(play: Play) -> Fight:
    task = play.public.task
    assert isinstance(task, Fight)
    return task


def arms(play: Play) -> None:
    while "arms" in actions(play):
        play.press("arms")


def with_card(card: str, seat: SeatId, *names: str) -> Play:
    """Some stand with the Ringbearer on the Wold, and the card is played."""
    play = begun("fellowship")
    for name in ("Frodo", *names):
        play.put_person(name, place="Wold")
    play.give(seat, card)
    refusal = play.anytime(seat, f"play:{card}")
    assert refusal is None, refusal
    return play


@pytest.mark.rule("SPI-018")
def test_boromir_fights_the_bearer_for_the_dark_power_and_gets_the_ring_by_killing_him() -> None:
    play = with_card(BOROMIR_CARD, SECOND, "Boromir")
    assert (fight(play).fellowship, fight(play).dark) == ("Frodo", "Boromir")
    play.put_person("Frodo", wounds=2)
    assert play.ask().seats == (FIRST,)
    play.roll(1)
    assert play.ask().seats == (SECOND,)
    play.roll(6)
    assert play.person("Frodo").is_dead
    assert play.public.ring == Ring(bearer="Boromir")
    # The new bearer is the Dark Power's from now on.
    assert play.person("Boromir").side == "dark"
    assert dark_has_ring(play.public)
    play.press("done")
    assert "bearer:Boromir" in actions(play)


@pytest.mark.rule("SPI-018")
def test_boromir_who_is_killed_gets_nothing() -> None:
    play = with_card(BOROMIR_CARD, SECOND, "Boromir")
    play.put_person("Boromir", wounds=3)
    # He is stronger by one: a six of Frodo's gives one wound.
    play.roll(6, 1)
    assert play.person("Boromir").is_dead
    assert play.public.ring == Ring(bearer="Frodo")


@pytest.mark.rule("SPI-018")
def test_boromir_elsewhere_does_nothing_and_the_fellowship_does_not_play_the_card() -> None:
    play = with_card(BOROMIR_CARD, SECOND)
    assert play.public.task is None
    assert play.public.hands[SECOND] == 0
    play.give(FIRST, BOROMIR_CARD)
    refusal = play.anytime(FIRST, f"play:{BOROMIR_CARD}")
    assert refusal is not None
    assert refusal.section == "Seize Ring by Boromir"
    assert play.state.hands[FIRST].cards == (BOROMIR_CARD,)


def gandalf_with(bearer: str) -> Play:
    play = begun("fellowship")
    play.put(ring=Ring(bearer=bearer))
    play.put_person(bearer, place="Wold", side="dark")
    play.put_person("Gandalf", place="Wold")
    return play


@pytest.mark.rule("SPI-019")
@pytest.mark.parametrize("bearer", ["Boromir", "Gollum"])
def test_gandalf_fights_boromir_or_gollum_for_the_ring(bearer: str) -> None:
    play = gandalf_with(bearer)
    assert "gandalf" in actions(play)
    play.press("gandalf")
    assert (fight(play).fellowship, fight(play).dark) == ("Gandalf", bearer)
    play.put_person(bearer, wounds=2)
    play.press("sorcery")
    play.roll(6, 1)
    assert play.person(bearer).is_dead
    assert play.public.ring == Ring(bearer="Gandalf")
    assert play.person("Gandalf").side == "fellowship"


@pytest.mark.rule("SPI-019")
def test_gandalf_does_not_fight_any_other_bearer_or_one_elsewhere() -> None:
    for bearer in ("Frodo", "Mouth of Sauron", "Nazgul 1"):
        assert "gandalf" not in actions(gandalf_with(bearer)), bearer
    play = gandalf_with("Boromir")
    play.put_person("Gandalf", place="Gap")
    assert "gandalf" not in actions(play)
    # If he loses, the Ring stays where it was.
    lost = gandalf_with("Boromir")
    lost.press("gandalf")
    lost.put_person("Gandalf", wounds=4)
    lost.press("arms")
    lost.roll(1, 6)
    assert lost.person("Gandalf").is_dead
    assert lost.public.ring.bearer == "Boromir"


@pytest.mark.rule("SPI-020")
@pytest.mark.parametrize(("seat", "side"), [(FIRST, "fellowship"), (SECOND, "dark")])
def test_the_cards_player_is_gollum_and_the_opponent_the_bearer(seat: SeatId, side: str) -> None:
    play = with_card(GOLLUM_CARD, seat, "Gollum")
    gollum = fight(play).fellowship if side == "fellowship" else fight(play).dark
    assert gollum == "Gollum"
    arms(play)
    # No deaths, so it is repeated without a question.
    play.roll(1, 1)
    assert play.ask().roll.startswith("combat of")
    assert fight(play).has_begun
    play.put_person("Frodo", wounds=2)
    faces = (6, 1) if side == "fellowship" else (1, 6)
    play.roll(*faces)
    assert play.person("Frodo").is_dead
    assert play.public.ring == Ring(bearer="Gollum")
    assert play.person("Gollum").side == side


@pytest.mark.rule("SPI-020")
def test_gollum_elsewhere_does_nothing_and_a_dead_gollum_ends_it() -> None:
    assert with_card(GOLLUM_CARD, SECOND).public.task is None
    play = with_card(GOLLUM_CARD, SECOND, "Gollum")
    play.put_person("Gollum", wounds=2)
    play.roll(6, 1)
    assert play.person("Gollum").is_dead
    assert play.public.task is None
    assert play.public.ring == Ring(bearer="Frodo")


@pytest.mark.rule("SPI-020")
def test_a_card_for_the_ring_waits_while_a_fight_goes_on() -> None:
    play = with_card(GOLLUM_CARD, SECOND, "Gollum", "Boromir")
    play.give(SECOND, BOROMIR_CARD)
    refusal = play.anytime(SECOND, f"play:{BOROMIR_CARD}")
    assert refusal is not None
    assert refusal.code == "not-now"


def bearer_dies(place: str = "Wold", *others: str) -> Play:
    """Frodo is killed by a Nazgul that dies of the same round."""
    play = begun("fellowship")
    for name in ("Frodo", "Nazgul 1", *others):
        play.put_person(name, place=place, is_spotted=True)
    play.put_person("Frodo", wounds=2)
    play.put_person("Nazgul 1", wounds=3)
    play.press("done")
    play.press("leave")
    play.press("fight")
    for _ in range(2):
        picks = [one for one in actions(play) if one.startswith("pick:")]
        for wanted in ("pick:Frodo", "pick:Nazgul 1"):
            if wanted in picks:
                play.press(wanted)
    arms(play)
    play.roll(6, 6)
    assert play.person("Frodo").is_dead
    assert play.person("Nazgul 1").is_dead
    return play


@pytest.mark.rule("SPI-025")
def test_first_the_fellowship_chooses_among_its_characters() -> None:
    play = bearer_dies("Wold", "Sam", "Gandalf", "Gollum")
    asked = play.ask()
    assert (asked.section, asked.seats) == ("Selecting a Ringbearer", (FIRST,))
    assert actions(play) == {"take:Sam", "take:Gandalf"}
    play.press("take:Sam")
    assert play.public.ring == Ring(bearer="Sam")


@pytest.mark.rule("SPI-025")
def test_then_gollum_takes_it() -> None:
    play = begun("fellowship")
    play.put_person("Gollum", place="Shire")
    play.put_person("Mouth of Sauron", place="Shire")
    for name in ("Sam", "Merry", "Pippin"):
        play.put_person(name, place="Wold")
    play.put_person("Frodo", is_dead=True)
    play.press("move:Bree")
    assert play.public.ring == Ring(bearer="Gollum")
    assert play.person("Gollum").side == "dark"


@pytest.mark.rule("SPI-025")
@pytest.mark.parametrize("others", [("Nazgul 2",), ("Mouth of Sauron",), ("Nazgul 2", "Nazgul 3")])
def test_then_a_nazgul_or_the_mouth(others: tuple[str, ...]) -> None:
    play = begun("fellowship")
    for name in ("Sam", "Merry", "Pippin"):
        play.put_person(name, place="Wold")
    for name in others:
        play.put_person(name, place="Shire")
    play.put_person("Frodo", is_dead=True)
    play.press("move:Bree")
    if len(others) > 1:
        assert play.ask().seats == (SECOND,)
        play.press(f"take:{others[1]}")
    assert play.public.ring.bearer == others[-1]


@pytest.mark.rule("SPI-025")
def test_otherwise_the_ring_is_left_in_the_hex_and_can_be_taken_there() -> None:
    play = begun("fellowship")
    for name in ("Sam", "Merry", "Pippin"):
        play.put_person(name, place="Wold")
    # A servant of Sauron is not on the list.
    play.put_person("Warden of the Mine", place="Shire")
    play.put_person("Frodo", is_dead=True)
    play.press("move:Bree")
    assert play.public.ring == Ring(place="Shire")
    play.press("stop")
    play.put_person("Warden of the Mine", place="Deep Mine")
    play.put_person("Sam", place="Shire")
    play.press("ring:Sam")
    assert play.public.ring == Ring(bearer="Sam")


@pytest.mark.rule("SPI-025")
def test_captives_and_the_dead_are_not_chosen() -> None:
    play = begun("fellowship")
    play.put_person("Sam", is_dead=True)
    play.put_person("Merry", band=1)
    play.put_person("Frodo", is_dead=True)
    play.press("move:Bree")
    assert actions(play) == {"take:Pippin"}
