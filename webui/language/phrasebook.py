"""Translates finished English texts, those that code has put together included.

A text is looked up as a whole; then among sentences with braces, whose fillings are translated in
their turn; then it is cut at the joints at which the program puts texts together. What is not found
stays English. Which way is taken is decided by how little is left in English.

What a person has typed is marked (`companion.table.wording.typed`) and is never looked into.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.table.wording import TYPED
from webui.language.phrases import Phrase, Phrases

_KEPT: Final = 16384
_DEEPEST: Final = 6
_MOST_WORK: Final = 300
"""So many parts of one text are looked at; the rest of a stranger one stays as it is."""
_MOST_PHRASES: Final = 8

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_SMALL_WORD: Final = re.compile(r"\b[a-z]{2,}")
_SIGN: Final = re.compile(
    r"[0-9]{1,2},[a-r]{1,2}(?:/[0-9]{1,2},[a-r]{1,2})?|\b[A-Z]{1,2}[0-9]{0,2}(?:/[A-Z]{1,2}[0-9]{0,2})?\b"
    r"|\b[IVX]+\b"
)
"""What is no word in any language: places of the map and codes of tables."""
_FIRST_HELD: Final = 0xE000
_HELD: Final = re.compile("[\ue000-\uf8ff]")
_SENTENCE_END: Final = re.compile(r"[.!?]\s")
_END_SIGNS: Final = ".,:;!?…"
_RULE_NUMBERS: Final = re.compile(r" \([A-Z]?[0-9][0-9A-Z., ]*\)\Z")
"""What stands behind a text without changing it: ``(15.14, 15.15)``."""
_JOINT_WORDS: Final = ("and", "or")
_AFTER_SENTENCES: Final = re.compile(r"\{0\} [A-Z]")
_FRAGMENT: Final = re.compile(r"\A[\s,;:.]*(.*?)[\s,;:]*\Z", re.DOTALL)

_SENTENCES: Final = re.compile(r"((?<=[.!?])\s+|\n+)")
_Join = tuple[re.Pattern[str], bool]
_JOINTS: Final[tuple[_Join, ...]] = (
    (re.compile(r"(; )"), False),
    (re.compile(r"(: )"), False),
    (re.compile("( [-+=\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}\N{RIGHTWARDS ARROW}] )"), False),
    (re.compile(r"( \((?=[^()]*\)\Z)|\A\((?=[^()]*\)\Z)|\)\Z)"), False),
    (re.compile(r"(, (?:and |or )?)(?![^()]*\))"), True),
    (re.compile(r"( and | or )"), True),
    (re.compile(r"( / |/)"), False),
    (
        re.compile(
            r"(\s(?:#?[0-9]+(?:-[0-9]+)?|[a-z][0-9]+|[A-Z]{1,2}[0-9]?|[IVX]+)(?!\w)"
            r"|\A@|\A[A-Z]\.[0-9]+\s"
            "|\\A[-+\N{MINUS SIGN}]?[0-9]+\\s|[-+](?=(?:[0-9]+|[A-Z])\\Z))"
        ),
        False,
    ),
)
"""Where texts are put together, each with whether the joint holds a word of its own."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A translated text.

    Attributes:
        text: the translation.
        unknown: the parts that were left as they are although they hold words.
    """

    text: str
    unknown: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """How many letters were left as they are."""
        return sum(map(len, self.unknown))


@dataclass(slots=True)
class _Work:
    """What is known already about the parts of one text, and how many more are looked at."""

    known: dict[str, tuple[int, Reading]] = field(default_factory=dict)
    left: int = _MOST_WORK


class Phrasebook:
    """A language. Safe to use from many threads.

    Args:
        entries: English texts with their translations; numbered braces are filled at run time.
    """

    def __init__(self, entries: Mapping[str, str]) -> None:
        plain, braced = _sorted_out(entries)
        self._plain = plain
        self._folded: dict[str, str] = {}
        for english, translation in plain.items():
            self._folded.setdefault(english.casefold(), translation)
        self._phrases = Phrases(braced)
        self.reading: Callable[[str], Reading] = functools.lru_cache(_KEPT)(self._reading)

    def say(self, text: str) -> str:
        """A text in this language."""
        return self.reading(text).text

    def word(self, text: str) -> str | None:
        """The translation of exactly this text, None if there is none."""
        return self._plain.get(text)

    def _reading(self, text: str) -> Reading:
        held = TYPED.findall(text)
        signs = iter(range(len(held)))
        marked = TYPED.sub(lambda _: chr(_FIRST_HELD + next(signs)), text) if held else text
        reading = self._part(marked, 0, _Work())
        if _is_mostly_english(marked, reading):
            return Reading(text, reading.unknown)
        if not held:
            return reading
        back = _HELD.sub(lambda found: held[ord(found[0]) - _FIRST_HELD], reading.text)
        return Reading(back, reading.unknown)

    def _part(self, text: str, depth: int, work: _Work) -> Reading:
        core = text.strip()
        if not _WORD.search(_SIGN.sub("", core)):
            return Reading(self._exact(core) or text if core == text else text)
        known_at, reading = work.known.get(core, (_DEEPEST + 1, None))
        # What was looked at from farther up was looked at no less closely.
        if reading is None or (known_at > depth and reading.unknown):
            work.left -= 1
            reading = self._looked_up(core, depth, work)
            work.known[core] = depth, reading
        if core == text:
            return reading
        start = text.index(core)
        outside = text[:start], text[start + len(core) :]
        return Reading(outside[0] + reading.text + outside[1], reading.unknown)

    def _looked_up(self, text: str, depth: int, work: _Work) -> Reading:
        exact = self._exact(text)
        if exact is not None:
            return Reading(exact)
        best = Reading(text, (text,))
        if depth >= _DEEPEST or work.left <= 0:
            return best
        for way in (self._by_phrase, self._by_sentences, self._by_any_phrase, self._by_joint):
            found = way(text, depth + 1, work)
            if found is not None and found.left < best.left:
                best = found
            if not best.unknown:
                break
        return best

    def _exact(self, text: str) -> str | None:
        found = self._plain.get(text)
        if found is not None:
            return found
        found = self._folded.get(text.casefold())
        if found is None:
            numbers = _RULE_NUMBERS.search(text)
            inner = text[: numbers.start()] if numbers else text.rstrip(_END_SIGNS)
            if inner == text or (known := self._exact(inner)) is None:
                return None
            return known + text[len(inner) :]
        return _capital(found) if text[0].isupper() else found

    def _by_phrase(self, text: str, depth: int, work: _Work) -> Reading | None:
        """By one sentence, none of whose fillings runs over the end of another."""
        return self._by_forms(text, depth, work, is_one_sentence=True)

    def _by_any_phrase(self, text: str, depth: int, work: _Work) -> Reading | None:
        if _SENTENCE_END.search(text) is None:
            return None
        return self._by_forms(text, depth, work, is_one_sentence=False)

    def _by_forms(
        self, text: str, depth: int, work: _Work, *, is_one_sentence: bool
    ) -> Reading | None:
        """By a sentence as it stands, with the other first letter, or without its last signs."""
        best: Reading | None = None
        tried = 0
        for phrase, form, tail in self._candidates(text):
            for fillings in phrase.matches(form):
                if is_one_sentence and any(map(_SENTENCE_END.search, fillings)):
                    continue
                found = self._filled(phrase, fillings, depth, work)
                if best is None or found.left < best.left:
                    said = _capital(found.text) if text[0].isupper() else found.text
                    best = Reading(said + tail, found.unknown)
                if not best.unknown:
                    return best
                tried += 1
            if tried >= _MOST_PHRASES or work.left <= 0:
                break
        return best

    def _candidates(self, text: str) -> list[tuple[Phrase, str, str]]:
        """Sentences that a text may be made from, with the form of the text and what is cut off."""
        inner = text.rstrip(_END_SIGNS)
        forms = [(text, ""), (_other_case(text), "")]
        if inner and inner != text:
            forms.append((inner, text[len(inner) :]))
        found = [
            (phrase, form, tail)
            for form, tail in forms
            for phrase in self._phrases.candidates(form)
        ]
        return sorted(found, key=lambda one: -one[0].weight)

    def _filled(
        self, phrase: Phrase, fillings: tuple[str, ...], depth: int, work: _Work
    ) -> Reading:
        parts = [self._part(filling, depth, work) for filling in fillings]
        texts = {n: part.text for n, part in zip(phrase.numbers, parts, strict=True)}
        unknown = tuple(one for part in parts for one in part.unknown)
        return Reading(phrase.filled(texts), unknown)

    def _by_sentences(self, text: str, depth: int, work: _Work) -> Reading | None:
        pieces = _SENTENCES.split(text)
        if len(pieces) == 1:
            return None
        return self._joined(pieces, depth, work, translates_joints=False)

    def _by_joint(self, text: str, depth: int, work: _Work) -> Reading | None:
        best: Reading | None = None
        for pattern, is_word in _JOINTS:
            pieces = pattern.split(text)
            if len(pieces) == 1:
                continue
            found = self._joined(pieces, depth, work, translates_joints=is_word)
            if best is None or found.left < best.left:
                best = found
            if not best.unknown:
                break
        return best

    def _joined(
        self, pieces: list[str], depth: int, work: _Work, *, translates_joints: bool
    ) -> Reading:
        texts: list[str] = []
        unknown: list[str] = []
        for index, piece in enumerate(pieces):
            if index % 2:
                texts.append(self._joint(piece) if translates_joints else piece)
                continue
            part = self._part(piece, depth, work)
            texts.append(part.text)
            unknown += part.unknown
        return Reading("".join(texts), tuple(unknown))

    def _joint(self, joint: str) -> str:
        word = joint.strip(" ,")
        if word not in _JOINT_WORDS:
            return joint
        return f" {self._plain.get(word, word)} "


def _sorted_out(entries: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Texts without braces, and sentences with; fragments also without the signs at their ends."""
    plain: dict[str, str] = {}
    braced: dict[str, str] = {}
    for english, translation in entries.items():
        cut = _FRAGMENT.match(english), _FRAGMENT.match(translation)
        forms = [(english, translation)]
        if cut[0] and cut[1] and cut[0][1] != english:
            forms.append((cut[0][1], cut[1][1]))
        if _AFTER_SENTENCES.match(english) and translation.startswith("{0} "):
            # A sentence that follows others, which may as well be looked up without them.
            forms.append((english[4:], translation[4:]))
        for source, target in forms:
            if re.search(r"(?<!{){\d+}", source):
                braced.setdefault(source, target)
            else:
                plain.setdefault(_unescaped(source), _unescaped(target))
    return plain, braced


def _is_mostly_english(text: str, reading: Reading) -> bool:
    """Whether a reader is better served by the English text than by one of two languages.

    A strange name within a sentence does no harm; strange sentences with a few words between them
    translated do.
    """
    prose = [one for one in reading.unknown if _SMALL_WORD.search(one)]
    return 2 * sum(map(len, prose)) > len(text)


def _unescaped(text: str) -> str:
    return text.replace("{{", "{").replace("}}", "}")


def _other_case(text: str) -> str:
    return text[0].swapcase() + text[1:]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
