"""Magic cards: getting, having too many, exchanging."""

from __future__ import annotations

import pytest

from companion.games.ringwar.events_people import MagicGone
from companion.games.ringwar.tasks import TooMuchMagic
from tests.support.ringwar import Play, begun

CARDS = ("Star Glass", "Green Brooch", "Old Blade", "Elven Mail")


def actions(play: Play) -> set[str]:
    return {choice.action for choice in play.ask().form.choices}


def at_lorien(**magic: tuple[str, ...]) -> Play:
    """Frodo and Sam stand where three magic cards lie; some hold others already."""
    play = begun("fellowship")
    for name in ("Frodo", "Sam"):
        play.put_person(name, place="Lorien", magic=magic.get(name, ()))
    return play


@pytest.mark.rule("SPI-022")
def test_a_character_where_magic_cards_lie_gets_them_up_to_three() -> None:
    play = at_lorien(Frodo=("Old Blade",))
    assert "magic:Lorien" in actions(play)
    play.press("magic:Lorien")
    play.press("take", card="Star Glass", to="Frodo")
    play.press("take", card="Green Brooch", to="Frodo")
    assert play.person("Frodo").magic == ("Old Blade", "Star Glass", "Green Brooch")
    refusal = play.try_press("take", card="Grey Rope", to="Frodo")
    assert refusal is not None
    assert refusal.text.startswith("Frodo has 3 magic cards already")
    play.press("take", card="Grey Rope", to="Sam")
    assert play.public.magic_at["Lorien"] == ()
    assert "take" not in actions(play)


@pytest.mark.rule("SPI-022")
def test_nothing_is_got_once_everybody_in_the_hex_is_full() -> None:
    full = ("Old Blade", "Elven Mail", "Healing Leaf")
    play = at_lorien(Frodo=full, Sam=("Horn of the West", "Flask of Cordial", "X"))
    play.put_person("Sam", magic=("Horn of the West", "Flask of Cordial", "Grey Rope"))
    play.press("magic:Lorien")
    assert "take" not in actions(play)
    # Discarding one, or using one of single use, makes room.
    play.press("discard", card="Old Blade", to="Frodo")
    assert "take" in actions(play)
    play.press("take", card="Star Glass", to="Frodo")
    assert "take" not in actions(play)
    play.put_person("Frodo", wounds=2)
    play.press("use", card="Healing Leaf", to="Frodo")
    assert play.person("Frodo").wounds == 1
    assert "Healing Leaf" not in play.person("Frodo").magic
    assert "take" in actions(play)


@pytest.mark.rule("SPI-022")
def test_a_card_that_stays_is_used_and_kept_and_none_is_got_elsewhere() -> None:
    play = at_lorien(Frodo=("Old Blade",))
    play.press("magic:Lorien")
    play.press("use", card="Old Blade", to="Frodo")
    assert play.person("Frodo").magic == ("Old Blade",)
    assert play.try_press("take", card="Old Blade", to="Sam") is not None
    assert play.try_press("use", card="Star Glass", to="Sam") is not None
    play.press("back")
    empty = begun("fellowship")
    empty.put(magic_at={})
    assert not any(one.startswith("magic:") for one in actions(empty))


def overloaded(*names: str) -> Play:
    play = at_lorien(Frodo=CARDS)
    for name in names:
        play.put_person(name, place="Gap")
    play.press("done")
    return play


@pytest.mark.rule("SPI-023")
def test_who_has_more_than_three_at_the_end_of_the_turn_gives_or_discards() -> None:
    play = overloaded()
    assert play.public.task == TooMuchMagic(name="Frodo")
    assert actions(play) == {"give", "discard"}
    assert "Frodo" in play.ask().sentence
    play.press("give", card="Old Blade", to="Sam")
    assert play.person("Sam").magic == ("Old Blade",)
    assert len(play.person("Frodo").magic) == 3
    assert play.step == "dark"


@pytest.mark.rule("SPI-023")
def test_where_nobody_can_carry_it_one_is_discarded_for_good() -> None:
    play = overloaded("Sam")
    assert actions(play) == {"discard"}
    play.press("discard", card="Old Blade")
    assert play.person("Frodo").magic == ("Star Glass", "Green Brooch", "Elven Mail")
    assert MagicGone(name="Frodo", card="Old Blade") in play.events
    assert play.step == "dark"
    full = at_lorien(Frodo=CARDS, Sam=("Healing Leaf", "Horn of the West", "Grey Rope"))
    full.press("done")
    assert actions(full) == {"discard"}


@pytest.mark.rule("SPI-023")
@pytest.mark.parametrize("held", [0, 2, 3])
def test_three_are_not_too_many(held: int) -> None:
    play = at_lorien(Frodo=CARDS[:held])
    play.press("done")
    assert play.step == "dark"


@pytest.mark.rule("SPI-024")
def test_a_card_goes_from_one_to_another_in_the_same_hex() -> None:
    play = at_lorien(Frodo=("Old Blade",))
    play.put_person("Merry", place="Gap", magic=())
    play.press("magic:Lorien")
    assert [one.value for one in play.ask().form.fields[1].options] == ["Frodo", "Sam"]
    play.press("give", card="Old Blade", to="Sam")
    assert (play.person("Frodo").magic, play.person("Sam").magic) == ((), ("Old Blade",))
    assert play.try_press("give", card="Old Blade", to="Sam") is not None
    assert play.try_press("give", card="Star Glass", to="Sam") is not None


@pytest.mark.rule("SPI-024")
def test_whoever_then_has_too_many_gives_or_discards_at_once() -> None:
    play = at_lorien(Frodo=("Healing Leaf",), Sam=CARDS[1:])
    play.press("magic:Lorien")
    play.press("give", card="Healing Leaf", to="Sam")
    assert play.public.task == TooMuchMagic(name="Sam")
    play.press("give", card="Old Blade", to="Frodo")
    assert play.person("Frodo").magic == ("Old Blade",)
    assert play.person("Sam").magic == ("Green Brooch", "Elven Mail", "Healing Leaf")


@pytest.mark.rule("SPI-024")
def test_one_character_alone_exchanges_nothing() -> None:
    play = at_lorien(Frodo=("Old Blade",))
    play.put_person("Sam", place="Gap")
    play.press("magic:Lorien")
    assert "give" not in actions(play)


def test_the_cards_of_the_dead_lie_where_they_fell() -> None:
    play = begun("fellowship")
    play.put_person("Sam", place="Wold", is_spotted=True, magic=("Old Blade",), wounds=3)
    play.put_person("Nazgul 1", place="Wold")
    play.press("done")
    play.press("leave")
    play.press("fight")
    play.press("arms")
    play.roll(1, 6)
    assert play.public.magic_at["Wold"] == ("Old Blade",)
