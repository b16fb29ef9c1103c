"""Finished texts are found again as the sentences that they were made from."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.wording import typed
from webui.language.phrasebook import Phrasebook
from webui.language.phrases import read_braces

BOOK = Phrasebook(
    {
        "{0} moves {1} markers": "{1} Marker bewegt: {0}",
        "{0} moves {1} markers to the north": "{1} Marker nach Norden bewegt: {0}",
        "The {0} waits.": "{0} wartet.",
        "Enemy": "Feind",
        "horse": "zu Pferd",
        "Time spent": "Vergangene Zeit",
        "Horses at {0}": "Pferde bei {0}",
        "bad weather": "schlechtes Wetter",
        "nobody": "niemand",
        ", bound for {0}.": ", unterwegs nach {0}.",
        "The Ring is with {0}": "Der Ring ist bei {0}",
        "The Ring is with nobody": "Niemand hat den Ring",
        "and": "und",
        "or": "oder",
        "Roll a die.": "Würfle.",
        "not got": "nein",
        "Set {{x}}": "Setze {{x}}",
    }
)
WORDS = st.text(alphabet="abcdefgh ABC,.:;()/{}", min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Enemy", "Feind"),
        ("enemy", "Feind"),
        ("Horse", "Zu Pferd"),
        ("Bad Weather", "Schlechtes Wetter"),
        ("The Enemy waits.", "Feind wartet."),
        ("the Enemy waits.", "Feind wartet."),
        ("Sam moves 2 markers", "2 Marker bewegt: Sam"),
        ("Enemy moves 2 markers to the north", "2 Marker nach Norden bewegt: Feind"),
        ("Roll a die. The Enemy waits.", "Würfle. Feind wartet."),
        ("horse, Enemy, and bad weather", "zu Pferd, Feind und schlechtes Wetter"),
        ("horse and Enemy", "zu Pferd und Feind"),
        ("Enemy (bad weather)", "Feind (schlechtes Wetter)"),
        ("The Ring is with nobody", "Niemand hat den Ring"),
        ("The Ring is with nobody (15.14, T.4)", "Niemand hat den Ring (15.14, T.4)"),
        ("The Ring is with Sam, bound for 12,e.", "Der Ring ist bei Sam, unterwegs nach 12,e."),
        (
            "Horses at 4,j: 9 \N{MINUS SIGN} 1 (Time spent) = 8 \N{RIGHTWARDS ARROW} not got",
            "Pferde bei 4,j: 9 \N{MINUS SIGN} 1 (Vergangene Zeit) = 8 \N{RIGHTWARDS ARROW} nein",
        ),
        ("Enemy 3", "Feind 3"),
        ("+1 horse", "+1 zu Pferd"),
        ("Set {x}", "Setze {x}"),
        ("The Enemy waits. Sam moves 2 markers", "Feind wartet. 2 Marker bewegt: Sam"),
        ("Sam moves 2 markers.", "2 Marker bewegt: Sam."),
        ("4,f or 5,ef", "4,f oder 5,ef"),
        ("  Enemy\n", "  Feind\n"),
        ("", ""),
    ],
)
def test_a_text_is_translated_by_its_parts(english: str, german: str) -> None:
    assert BOOK.say(english) == german


def test_what_is_not_known_stays_and_is_named() -> None:
    reading = BOOK.reading("The Balrog waits.")
    assert reading.text == "Balrog wartet."
    assert reading.unknown == ("Balrog",)
    assert BOOK.reading("12,e").unknown == ()
    assert BOOK.reading("FH/W").unknown == ()


def test_a_text_that_is_mostly_strange_stays_whole() -> None:
    text = "Carry all of the strange things: bad weather."
    assert BOOK.say(text) == text
    assert BOOK.reading(text).unknown == ("Carry all of the strange things",)


@given(WORDS)
def test_what_a_person_has_typed_is_shown_as_it_is(text: str) -> None:
    assert BOOK.say(f"{typed(text)} moves 2 markers") == f"2 Marker bewegt: {typed(text)}"
    assert BOOK.say(typed("Enemy")) == typed("Enemy")
    assert BOOK.say(f"The {typed('horse')} waits.") == f"{typed('horse')} wartet."


@given(st.text(alphabet="ABC,:;()/{} 1", max_size=30), st.integers(0, 99))
def test_any_filling_stands_in_its_place(filling: str, count: int) -> None:
    said = BOOK.say(f"Zzz{filling}Zz moves {count} markers")
    assert said.startswith(f"{count} Marker bewegt: Zzz")
    assert said.endswith("Zz")


@given(st.lists(st.sampled_from(("uvw", "xyz", "qq")), min_size=1, max_size=8).map(" ".join))
def test_a_text_of_strange_words_stays_as_it_is(text: str) -> None:
    assert BOOK.say(text) == text
    assert BOOK.reading(text).unknown


@pytest.mark.parametrize(
    "text",
    [
        "moves markers " * 2000,
        ", ".join(["The waits"] * 3000),
        "(" * 3000,
        "The " * 1000 + "Enemy waits.",
        "a: b; c and d, e. " * 500,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    began_s = time.process_time()
    BOOK.reading(text)
    assert time.process_time() - began_s < 3


def test_braces_are_read_with_their_numbers() -> None:
    assert read_braces("{1} and {0}{{}}") == (("", " and ", "{}"), (1, 0))
    with pytest.raises(ValueError, match="name"):
        read_braces("{name}")
