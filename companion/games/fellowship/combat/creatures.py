"""Companions of Guardians, mixes of T.6, and what creatures change (12.2, 12.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from companion.games.fellowship.combat.battle import Creature, Fighter
from companion.games.fellowship.combat.mounts import is_character
from companion.games.fellowship.tables.random_group import CreatureMix

MIXES: Final[dict[CreatureMix, tuple[Creature, ...]]] = {
    CreatureMix.ANIMALS: (Creature.WOLF, Creature.SPIDER, Creature.CREBAIN),
    CreatureMix.ASSASSIN: (Creature.ASSASSIN,),
    CreatureMix.BATS: (Creature.CREBAIN,),
    CreatureMix.CAVALRY: (Creature.MAN,),
    CreatureMix.MEN: (Creature.MAN,),
    CreatureMix.ORCS: (Creature.ORC,),
    CreatureMix.ORCS_WOLVES: (Creature.ORC, Creature.WOLF),
    CreatureMix.SPIDERS: (Creature.SPIDER,),
    CreatureMix.TROLLS_ORCS: (Creature.TROLL, Creature.ORC),
    CreatureMix.WOLVES: (Creature.WOLF,),
}
"""Which subgroups are mixed for a letter of T.6."""


class FightPlace(msgspec.Struct, frozen=True, kw_only=True):
    """What of the place decides who comes along.

    Attributes:
        moria: in Moria or next to it.
        mirkwood: in a hex of Mirkwood.
        mountains: no more than three hexes from a hex with a mountain hexside.
        land: the Fellowship's group is on land.
        huorns: the players agreed that Treebeard fights with his Huorns (15.22).
        attacks: the Fellowship's group has fallen on others, and is not attacked itself (12.1).
    """

    moria: bool = False
    mirkwood: bool = False
    mountains: bool = False
    land: bool = True
    huorns: bool = False
    attacks: bool = False


class Companions(msgspec.Struct, frozen=True):
    """Creatures that fight beside somebody.

    Attributes:
        creature: their subgroup.
        base: how many come beside the 1-5 roll.
    """

    creature: Creature
    base: int

    def count(self, die_of_five: int) -> int:
        """How many come with a roll of 1 to 5.

        Raises:
            ValueError: no roll of 1 to 5.
        """
        if not 1 <= die_of_five <= 5:
            raise ValueError(f"companions are rolled with 1 to 5, got {die_of_five}")
        return self.base + die_of_five


_COMPANIONS: Final[dict[str, tuple[Companions, Callable[[FightPlace], bool]]]] = {
    "Saruman": (Companions(Creature.ORC, 3), lambda _: True),
    "Balrog": (Companions(Creature.ORC, 2), lambda place: place.moria),
    "Corsair Fleet": (Companions(Creature.MAN, 3), lambda place: place.land),
    "Giant Spider": (Companions(Creature.SPIDER, 2), lambda place: place.mirkwood),
    "Vampire": (Companions(Creature.CREBAIN, 3), lambda place: place.mountains),
    "Werewolf": (Companions(Creature.WOLF, 2), lambda place: place.mountains),
    "Radagast": (Companions(Creature.CREBAIN, 2), lambda place: not place.attacks),
    "Treebeard": (Companions(Creature.TROLL, 1), lambda place: place.huorns),
}


def companions_of(card: str, place: FightPlace) -> Companions | None:
    """Who fights beside a minion, or beside Radagast, at a place; None for nobody (12.1, 12.2)."""
    found = _COMPANIONS.get(card)
    return found[0] if found is not None and found[1](place) else None


def may_call(card: str) -> bool:
    """Whether somebody may come along with a card, at some place or other."""
    return card in _COMPANIONS


def attack_bonus(mix: CreatureMix | None, creature: Creature) -> int:
    """What the letter of T.6 adds to a creature's offensive rating."""
    cavalry = mix is CreatureMix.CAVALRY and creature is Creature.MAN
    driven = mix is CreatureMix.ORCS_WOLVES and creature is Creature.ORC
    return 1 if cavalry or driven else 0


def leaves_at_half(mix: CreatureMix | None) -> bool:
    """Whether the creatures leave at half their endurance: those of the letter A (T.6)."""
    return mix is CreatureMix.ANIMALS


def has_left(fighter: Fighter, endurance: int) -> bool:
    """Whether an animal's damage has reached half its endurance (T.6)."""
    return fighter.timid and 2 * fighter.boxes >= endurance


ELEPHANT: Final = "Mumakil"


def comes_here(kind: str, *, south: bool) -> bool:
    """Whether a kind of creature is in the mix: the Mumakil only south of Minas Tirith (T.6)."""
    return south or kind != ELEPHANT


FLYERS: Final = ("Balrog", "Fire Drake", "Vampire")
"""Guardians that fly (8.33)."""

NOT_ATTACKED: Final = "Corsair Fleet"
"""It sends men, but is no combatant itself (T.8)."""


def is_flyer(card: str) -> bool:
    """Whether a minion flies: one of three Guardians or a fell creature (8.33)."""
    return card in FLYERS or card.startswith("Fell creature")


def keeps_out_of_woods(card: str) -> bool:
    """Whether 15.32 keeps it from a fight beside a woods hexside: fell creatures and Drakes."""
    return card.startswith("Fell creature") or card in ("Fire Drake", "Cold Drake")


def is_mounted_or_flies(fighter: Fighter, *, mountain: bool = False) -> bool:
    """Whether a minion makes disengaging harder: it rides or it flies (9.243).

    Creatures of T.6 have numbers of their own, so they do not count here.

    Args:
        fighter: the card as it lies open.
        mountain: a mountain hexside is beside the fight, where nobody is mounted (9.11).
    """
    if is_character(fighter) or fighter.creature is not None:
        return False
    rides = not mountain and (fighter.mounted or bool(fighter.mount))
    return rides or is_flyer(fighter.card)
