"""Drawing cards of a group by rolls where nobody wants to fan them (4.1, 8.322).

The pool is the group, filled up with blanks to nine and mixed. A roll of 1 to 9 names a card; a 10,
or a card that is drawn already, is rolled again. The rolls are public, so an order by the owner's
notes would tell how many cards the group has, and by their names who is among those drawn. The
owner lets the companion read the drawn cards from its notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from companion.games.fellowship.facts.card_sides import BLANK, shown_side
from companion.games.fellowship.facts.roster import find_force
from companion.games.fellowship.flow.own_groups import own_groups
from companion.games.fellowship.rules.mixing import mixed_faces
from companion.games.fellowship.state import Scene
from companion.table.ids import PieceId

POOL: Final = 9
"""Cards that a spotting is drawn from: the group, filled up with blanks (8.322)."""


def next_drawn(drawn: Sequence[int], rolled: int) -> int | None:
    """The place of the card that a roll draws, or None where it is rolled again.

    Args:
        drawn: places drawn already, from 1.
        rolled: the roll of 1 to 10.
    """
    return None if rolled > POOL or rolled in drawn else rolled


def pool_of(cards: Sequence[str], lot: str = "", about: str = "") -> tuple[str, ...]:
    """What everybody could see of each card of the pool, as they lie after mixing.

    A group in a Haven may be larger than nine; then nine of it count, which the mixing draws
    (drawing from the whole group is done by hand).

    Args:
        cards: the group.
        lot: what it is mixed by; empty before the first one is drawn: as given, blanks last.
        about: which draw it is.
    """
    sides = [shown_side(force) for name in cards if (force := find_force(name)) is not None]
    filled = (*sides, *[BLANK] * (POOL - len(sides)))
    return mixed_faces(filled, lot, about)[:POOL]


def drawn_sides(
    cards: Sequence[str], drawn: Sequence[int], lot: str = "", about: str = ""
) -> Counter[str]:
    """How many of each side lie at the drawn places of `pool_of`; blanks are among them."""
    pool = pool_of(cards, lot, about)
    return Counter(pool[place - 1] for place in drawn)


def cards_of_marker(scene: Scene, piece: PieceId) -> tuple[str, ...]:
    """The cards that the viewer has laid to a marker of its own, characters only."""
    for group in own_groups(scene):
        if group.piece is not None and group.piece.id == piece:
            return tuple(one.force.name for one in group.members)
    return ()
