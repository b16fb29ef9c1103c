"""What Gandalf and Aragorn may do for the victory on their way (12.1).

Who is in a group is secret, so the owner notes each part when it is done; the notes fill in the
account at the end of the game.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from companion.board.hexes import Hex
from companion.games.fellowship.facts.roster import GANDALFS
from companion.games.fellowship.rules.abilities import gandalf_has_roused_gondor


class Feat(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a feat.

    Attributes:
        note: under this word its turn is noted.
        cards: who may do it.
        label: the choice that notes it.
        place: label of the hex where it is done, empty where the owner has to say.
        after_turn: it counts only after this turn.
        needs: the note that has to be there before.
    """

    note: str
    cards: tuple[str, ...]
    label: str
    place: str = ""
    after_turn: int = 0
    needs: str = ""


EDORAS: Final = "Gandalf: Edoras"
MINAS_TIRITH: Final = "Gandalf: Minas Tirith"
PATHS: Final = "Aragorn: Paths of the Dead"
KING: Final = "Aragorn: Minas Tirith"

FEATS: Final = (
    Feat(note=EDORAS, cards=GANDALFS, label="He is in Edoras", place="12,l", after_turn=5),
    Feat(note=MINAS_TIRITH, cards=GANDALFS, label="He is in Minas Tirith", place="19,mn"),
    Feat(note=PATHS, cards=("Aragorn",), label="He came through the Paths of the Dead"),
    Feat(
        note=KING,
        cards=("Aragorn",),
        label="He is in Minas Tirith, through the Paths",
        place="19,mn",
        needs=PATHS,
    ),
)
"""The parts in the order in which they are offered."""

_FEATS_OF: Final = {
    card: tuple(feat for feat in FEATS if card in feat.cards)
    for card in dict.fromkeys(card for feat in FEATS for card in feat.cards)
}


def open_feats(card: str, noted: Collection[str]) -> tuple[Feat, ...]:
    """The parts that a character could still do, whatever its place."""
    return tuple(
        feat
        for feat in _FEATS_OF.get(card, ())
        if feat.note not in noted and (not feat.needs or feat.needs in noted)
    )


def feats_here(card: str, place: Hex, turn: int, noted: Collection[str]) -> tuple[Feat, ...]:
    """The parts that a character does by standing here now."""
    return tuple(
        feat
        for feat in open_feats(card, noted)
        if feat.place == place.label and turn > feat.after_turn
    )


def gandalf_has_done_it(turns: dict[str, int]) -> bool:
    """Whether Gandalf's shift is earned by what was noted (12.1)."""
    edoras = [turns[EDORAS]] if EDORAS in turns else []
    return gandalf_has_roused_gondor(edoras, minas_tirith=MINAS_TIRITH in turns)


def aragorn_has_done_it(noted: Collection[str]) -> bool:
    """Whether Aragorn came to Minas Tirith through the Paths of the Dead (12.1)."""
    return KING in noted
