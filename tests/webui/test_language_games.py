"""Whole games by chance, and not a text on any screen of theirs that a language leaves English."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pytest

from companion.service.games import load_game
from tests.support.shown_texts import GAMES, left_english
from webui.language.catalogue import ENGLISH, OWN_NAMES, phrasebook
from webui.language.door import texts_in

LANGUAGES: Final = [tag for tag in OWN_NAMES if tag != ENGLISH]
EVERY: Final = {"fellowship": 40, "hunt": 5, "quest": 5, "ringwar": 5}
"""In a normal run the screens are looked at after one step in so many."""


def check(game: str, language: str, seeds: Iterable[int], every: int) -> None:
    book = phrasebook(language)
    assert book is not None
    left: dict[str, str] = {}
    for seed in seeds:
        for text, parts in left_english(GAMES[game](seed, every), book).items():
            left.update(dict.fromkeys(parts, text))
    listed = "\n".join(f"{part!r} in {text!r}" for part, text in sorted(left.items()))
    assert not left, f"{len(left)} parts stay English:\n{listed[:4000]}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_text_of_a_game_is_translated(game: str, language: str) -> None:
    check(game, language, range(1), EVERY[game])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_option_of_a_game_is_translated(game: str, language: str) -> None:
    book = phrasebook(language)
    assert book is not None
    texts = list(texts_in(load_game(game).options()))
    assert texts
    left = {text: parts for text in texts if (parts := book.reading(text).unknown)}
    assert not left


@pytest.mark.parametrize(
    ("english", "german"),
    [
        (
            "Fellowship: draw 3 event cards. In the tab Cards you say what you drew.",
            "Gemeinschaft: zieh 3 Ereigniskarten. Unter „Karten“ sagst du, was du gezogen hast.",
        ),
        ("Each player: draw 2 Hobbit cards.", "Jeder: zieh 2 Hobbitkarten."),
        ("Draw", "Unentschieden"),
        ("Sam reveals another event tile.", "Sam deckt noch ein Ereignisplättchen auf."),
    ],
)
def test_a_word_that_means_two_things_is_told_apart(english: str, german: str) -> None:
    book = phrasebook("de")
    assert book is not None
    assert book.say(english) == german


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_text_of_many_games_is_translated(game: str, language: str) -> None:
    check(game, language, range(1, 41), 7)
