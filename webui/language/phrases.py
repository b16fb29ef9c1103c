"""Sentences with numbered braces, and how a finished sentence is matched with one of them.

``"{0} moves {1} markers"`` matches ``"Sam moves 2 markers"`` and gives ``("Sam", "2")``. Matching
walks through the text once for each piece, so that no text makes it slow.
"""

from __future__ import annotations

import re
import string
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_OPEN_END: Final = re.compile(r"[^\W_]+\Z")
_OPEN_START: Final = re.compile(r"\A[^\W_]+")


def words_of(text: str) -> frozenset[str]:
    """The words of a text, as they stand there."""
    return frozenset(_WORD.findall(text))


def read_braces(sentence: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The pieces between the braces of a sentence, and the numbers in the braces.

    Raises:
        ValueError: its braces are no numbers, or are not closed.
    """
    pieces, numbers = [""], []
    for literal, number, _, _ in string.Formatter().parse(sentence):
        pieces[-1] += literal
        if number is not None:
            numbers.append(int(number))
            pieces.append("")
    return tuple(pieces), tuple(numbers)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence with braces and its translation.

    Attributes:
        pieces: what stands between the braces, the first and the last perhaps empty.
        numbers: the numbers in the braces.
        translated: the same of the translation, pieces and numbers.
        weight: how many characters stand fast.
    """

    pieces: tuple[str, ...]
    numbers: tuple[int, ...]
    translated: tuple[tuple[str, ...], tuple[int, ...]]
    weight: int

    def matches(self, text: str) -> Iterator[tuple[str, ...]]:
        """What fills the braces in a text: each brace as short as can be, then as long."""
        first, last = self.pieces[0], self.pieces[-1]
        if (
            len(text) < self.weight
            or not text.startswith(first)
            or not text.endswith(last)
            or len(text) < len(first) + len(last)
        ):
            return
        body = text[len(first) : len(text) - len(last)]
        short = _cut(body, self.pieces[1:-1])
        if short is None:
            return
        yield short
        long = _cut_from_end(body, self.pieces[1:-1])
        if long is not None and long != short:
            yield long

    def filled(self, fillings: Mapping[int, str]) -> str:
        """The translation with its braces filled."""
        pieces, numbers = self.translated
        inner = (
            fillings[number] + piece for number, piece in zip(numbers, pieces[1:], strict=True)
        )
        return pieces[0] + "".join(inner)


def _cut(body: str, inner: tuple[str, ...]) -> tuple[str, ...] | None:
    found, start = [], 0
    for piece in inner:
        at = body.find(piece, start)
        if at < 0:
            return None
        found.append(body[start:at])
        start = at + len(piece)
    return (*found, body[start:])


def _cut_from_end(body: str, inner: tuple[str, ...]) -> tuple[str, ...] | None:
    found, end = [], len(body)
    for piece in reversed(inner):
        at = body.rfind(piece, 0, end)
        if at < 0:
            return None
        found.append(body[at + len(piece) : end])
        end = at
    return (body[:end], *reversed(found))


def _whole_words(pieces: tuple[str, ...]) -> frozenset[str]:
    """Words that a matching text must have: those that no brace touches."""
    found: set[str] = set()
    for index, piece in enumerate(pieces):
        inside = piece if index == 0 else _OPEN_START.sub("", piece)
        inside = inside if index == len(pieces) - 1 else _OPEN_END.sub("", inside)
        found |= words_of(inside)
    return frozenset(found)


class Phrases:
    """Many sentences with braces, found by the rarest word that each of them must have.

    Args:
        entries: sentences with braces and their translations.
    """

    def __init__(self, entries: Mapping[str, str]) -> None:
        phrases = []
        for sentence, translation in entries.items():
            pieces, numbers = read_braces(sentence)
            weight = sum(map(len, pieces))
            phrases.append(Phrase(pieces, numbers, read_braces(translation), weight))
        held = [_whole_words(phrase.pieces) for phrase in phrases]
        count = Counter(word for words in held for word in words)
        self._by_word: dict[str, list[Phrase]] = defaultdict(list)
        for phrase, words in zip(phrases, held, strict=True):
            rarest = min(words, key=lambda word: (count[word], word), default="")
            self._by_word[rarest].append(phrase)

    def candidates(self, text: str) -> list[Phrase]:
        """Sentences that a text may be made from, those with the most fast characters first."""
        found = list(self._by_word.get("", ()))
        for word in words_of(text):
            found += self._by_word.get(word, ())
        return sorted(found, key=lambda phrase: (-phrase.weight, phrase.pieces))
