"""What one side alone knows of a fight: its reserve, and which open card is who (9.21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from companion.games.fellowship.rules.health import UNHURT, Damage

AmbushBy = Literal["", "minion", "assassin"]


class FightForce(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who meets the Fellowship's group, as far as the search or the move has settled it (8.324).

    Attributes:
        mix: creatures from T.6 as printed, such as ``M10``; empty for none.
        count: how many of them come.
        minions: the Enemy's minions in the place may fight.
        assassin: one assassin fights beside them.
        ambush: one minion or assassin ambushes (9.14).
        encounter: it came of an encounter: no Guardian ambushes (8.323).
    """

    mix: str = ""
    count: int = 0
    minions: bool = True
    assassin: bool = False
    ambush: AmbushBy = ""
    encounter: bool = False


class Marks(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What lies on a card that goes back to the reserve.

    Attributes:
        damage, temporary, mount_damage, mount_lost, down: as on the open card.
    """

    damage: Damage = UNHURT
    temporary: int = 0
    mount_damage: Damage = UNHURT
    mount_lost: bool = False
    down: bool = False


class Lent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card that the other seat's notes keep and that is handed over for a fight (6.412 to 6.415).

    Attributes:
        damage: boxes marked off on its sheet.
        level: which of its sets of values counts (6.14).
        mount: what it could ride.
    """

    damage: Damage = UNHURT
    level: int = 0
    mount: Literal["", "horse"] = ""


class FightHand(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One side's own cards in a fight.

    Attributes:
        number: the fight.
        row: cards for the front line in the order in which they will lie, before they are shown.
        reserve: cards in the reserve.
        tokens: which card lies open under which number.
        revealed: characters whose hidden side was shown in this fight (9.12).
        creatures: creature cards that were drawn, each with a number of its own.
        bonus: creatures that attack better, and with how much (T.6).
        timid: creatures that leave at half their endurance (T.6).
        marks: marks of cards in the reserve that have been in the line.
        ambusher: the card that ambushes.
        lent: cards that the other seat has handed over for this fight.
    """

    number: int
    row: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()
    tokens: Mapping[str, str] = {}
    revealed: tuple[str, ...] = ()
    creatures: tuple[str, ...] = ()
    bonus: Mapping[str, int] = {}
    timid: tuple[str, ...] = ()
    marks: Mapping[str, Marks] = {}
    ambusher: str = ""
    lent: Mapping[str, Lent] = {}


def kind_of(creature: str) -> str:
    """The kind of a creature card: its name without the number that tells equal cards apart."""
    return creature.partition(" #")[0]
