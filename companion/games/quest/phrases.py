"""The short language in which a box says what spaces and events do.

A space is effects joined by ``+``, such as ``shield+die``, or ``-`` for nothing. An event is
clauses parted by ``;``::

    group pays friendship star or sauron 1
    each pays 2 hiding or dark 2
    each lack heart; sauron 1; eye

Who: ``group`` (together), ``one`` (any one player), ``each``, ``bearer``, ``active``. Needs:
symbols, ``star``, ``revealed`` (the symbol of a Hobbit card turned over), ``card``, ``token``,
``shield``; a number before a need repeats it. Effects: see `EFFECTS`, with a number behind it.
"""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.quest.names import SYMBOLS, TOKENS

WHO: Final = ("group", "one", "each", "bearer", "active")
REVEALED: Final = "revealed"
CARD: Final = "card"
TOKEN: Final = "token"  # noqa: S105 - a Life token, no password
SHIELD: Final = "shield"
NEEDS: Final = (*SYMBOLS, REVEALED, CARD, TOKEN, SHIELD)

EFFECTS: Final = (
    "sauron",
    "dark",
    "light",
    "die",
    "draw",
    "discard",
    "shield",
    "special",
    *TOKENS,
    "feature",
    "lack",
    "next",
    "out",
    "eye",
)
"""``feature 2`` is the second feature card of the board; ``lack heart`` is a step into the darkness
for who has no such token, ``lack all`` one for each kind that is missing; ``next`` is the next
event; ``out`` ends the game for who cannot pay; ``eye`` ends it for all."""

SPACE_EFFECTS: Final = ("light", "die", "shield", "special", *TOKENS, "feature", "draw")


class PhraseError(ValueError):
    """A text that says nothing in this language; the message says what was expected."""


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happens.

    Attributes:
        kind: one of `EFFECTS`.
        count: how often or how far; which card for ``feature``.
        what: the token for ``lack``.
    """

    kind: str
    count: int = 1
    what: str = ""


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """One part of an event.

    Attributes:
        who: whom it concerns.
        needs: what is to be paid; empty where nothing is.
        effects: what happens, or what happens to who does not pay.
    """

    who: str
    needs: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()


def read_space(text: str) -> tuple[Effect, ...]:
    """The effects of one space.

    Raises:
        PhraseError: it says nothing.
    """
    if text.strip() in ("-", ""):
        return ()
    effects = tuple(_effect(part.split()) for part in text.split("+"))
    for effect in effects:
        if effect.kind not in SPACE_EFFECTS:
            raise PhraseError(f"no space does {effect.kind!r}; it can: {', '.join(SPACE_EFFECTS)}")
    return effects


def read_line(text: str) -> tuple[tuple[Effect, ...], ...]:
    """The spaces of an activity line, parted by ``;``, none for ``none``.

    Raises:
        PhraseError: a space says nothing.
    """
    if text.strip() == "none":
        return ()
    return tuple(read_space(part) for part in text.split(";"))


def clause_texts(text: str) -> tuple[str, ...]:
    """The clauses of an event, each as a text."""
    return tuple(part.strip() for part in text.split(";") if part.strip())


def read_event(text: str) -> tuple[Clause, ...]:
    """The clauses of an event box.

    Raises:
        PhraseError: a clause says nothing.
    """
    return tuple(_clause(part.split()) for part in text.split(";") if part.strip())


def _clause(words: list[str]) -> Clause:
    who = "active"
    if words[0] in WHO:
        who, words = words[0], words[1:]
    if words[:1] != ["pays"]:
        return Clause(who=who, effects=_effects(words))
    if "or" not in words:
        raise PhraseError("behind 'pays' an 'or' was expected with what happens otherwise")
    at = words.index("or")
    return Clause(who=who, needs=_needs(words[1:at]), effects=_effects(words[at + 1 :]))


def _needs(words: list[str]) -> tuple[str, ...]:
    needs: list[str] = []
    times = 1
    for word in words:
        if word.isdecimal():
            times = min(9, int(word))
        elif word in NEEDS:
            needs += [word] * times
            times = 1
        else:
            raise PhraseError(f"{word!r} cannot be paid; expected: {', '.join(NEEDS)}")
    if not needs:
        raise PhraseError("behind 'pays' something was expected that is paid")
    return tuple(needs)


def _effects(words: list[str]) -> tuple[Effect, ...]:
    """Effects joined by ``and``."""
    effects, part = [], list[str]()
    for word in [*words, "and"]:
        if word == "and":
            effects.append(_effect(part))
            part = []
        else:
            part.append(word)
    return tuple(effects)


def _effect(words: list[str]) -> Effect:
    kind, rest = (words[0], words[1:]) if words else ("", [])
    if kind not in EFFECTS or len(rest) > 1:
        raise PhraseError(f"{' '.join(words)!r} is no effect; expected: {', '.join(EFFECTS)}")
    if kind == "lack":
        if rest == [] or rest[0] not in (*TOKENS, "all"):
            raise PhraseError("behind 'lack' a token or 'all' was expected")
        return Effect(kind=kind, what=rest[0])
    if not rest:
        return Effect(kind=kind)
    if not rest[0].isdecimal() or not 1 <= int(rest[0]) <= 9:
        raise PhraseError(f"behind {kind!r} a number from 1 to 9 was expected, not {rest[0]!r}")
    return Effect(kind=kind, count=int(rest[0]))


def effect_words(effect: Effect) -> str:
    """An effect for people."""
    count = effect.count
    steps = f"{count} {'step' if count == 1 else 'steps'}"
    return {
        "sauron": f"Sauron moves {steps} towards the Hobbits",
        "dark": f"{steps} into the darkness",
        "light": f"{steps} towards the light",
        "die": "roll the die",
        "draw": f"draw {count} {'Hobbit card' if count == 1 else 'Hobbit cards'}",
        "discard": f"discard {count} {'card' if count == 1 else 'cards'}",
        "shield": f"{count} {'shield' if count == 1 else 'shields'}",
        "special": "a special shield",
        "feature": f"feature card {effect.count}",
        "lack": (
            "a step into the darkness for each missing Life token"
            if effect.what == "all"
            else f"a step into the darkness without a {effect.what} token"
        ),
        "next": "the next event occurs",
        "out": "out of the game",
        "eye": "the Big Eye: the game ends",
    }.get(effect.kind, f"a {effect.kind} token")


def clause_words(clause: Clause) -> str:
    """A clause for people."""
    who = {
        "group": "The group",
        "one": "One player",
        "each": "Each player",
        "bearer": "The Ring-bearer",
        "active": "The active player",
    }[clause.who]
    effects = " and ".join(effect_words(effect) for effect in clause.effects)
    if not clause.needs:
        return effects[:1].upper() + effects[1:] if clause.who == "active" else f"{who}: {effects}"
    return f"{who}: discard {needs_words(clause.needs)}, or {effects}"


def needs_words(needs: tuple[str, ...]) -> str:
    """What is to be paid, for people."""
    counted = [(need, needs.count(need)) for need in dict.fromkeys(needs)]
    return ", ".join(_need_words(need, count) for need, count in counted)


def _need_words(need: str, count: int) -> str:
    if need == REVEALED:
        some = f"{count} {'symbol' if count == 1 else 'symbols'}"
        return f"{some} that a revealed Hobbit card shows"
    if need in SYMBOLS:
        return f"{count} {need.capitalize()} {'symbol' if count == 1 else 'symbols'}"
    if need == TOKEN:
        return f"{count} {'Life token' if count == 1 else 'Life tokens'}"
    if need == CARD:
        return f"{count} {'card' if count == 1 else 'cards'}"
    return f"{count} {'shield' if count == 1 else 'shields'}"
