"""Mixing cards unseen: an order that nobody could have guessed and nobody has chosen.

It comes of a lot, a text that the journal holds secret until the end (`HiddenState.lot`). Which
face lies where depends on the lot and on the faces alone, not on who is behind them: so whoever
sees the faces, or learns at which place one lay, learns nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence


def mixed_faces(faces: Sequence[str], lot: str, about: str) -> tuple[str, ...]:
    """Faces as they lie after mixing.

    Args:
        faces: what can be seen of each card; how they are ordered does not count.
        lot: what decides; empty before the first one is drawn: the faces stay as they are.
        about: what is mixed, so that each mixing is another.
    """
    if not lot:
        return tuple(faces)
    counted: dict[str, int] = {}
    places = []
    for face in faces:
        counted[face] = counted.get(face, 0) + 1
        places.append((_number(lot, about, face, str(counted[face])), face))
    return tuple(face for _, face in sorted(places))


def mixed_cards(cards: Mapping[str, str], lot: str, about: str) -> tuple[str, ...]:
    """Cards as they lie after mixing.

    Args:
        cards: the cards, each with what everybody will see of it.
        lot: as for `mixed_faces`.
        about: as for `mixed_faces`.
    """
    if not lot:
        return tuple(cards)
    waiting = sorted(cards, key=lambda card: _number(lot, about, "card", card))
    order = []
    for face in mixed_faces(tuple(cards.values()), lot, about):
        card = next(one for one in waiting if cards[one] == face)
        waiting.remove(card)
        order.append(card)
    return tuple(order)


def _number(lot: str, *words: str) -> bytes:
    """What a place is drawn by: without the lot nobody can tell it from chance."""
    return hashlib.sha256("\n".join((lot, *words)).encode()).digest()
