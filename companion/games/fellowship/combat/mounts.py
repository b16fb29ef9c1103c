"""Mounted and dismounted (9.11)."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.combat.battle import Battle, Fighter, Part
from companion.games.fellowship.combat.strike import is_down
from companion.games.fellowship.facts.names import FELLOWSHIP, Seat
from companion.games.fellowship.facts.roster import find_force

RIDERS_WITH_THE_GROUP: Final = (
    "Aragorn",
    "Legolas",
    "Boromir",
    "Gandalf the Grey",
    "Gandalf the White",
)
"""They fight mounted with one more offensive rating if their group is in horse mode."""

OWN_HORSE: Final = "Glorfindel"
"""He has his horse until it is killed, with values on his card."""

HIS_HORSE: Final = "Glorfindel's horse"
"""Under this word his owner's notes have it among the dead; it has no card of its own (9.11)."""

SHADOWFAX: Final = "Shadowfax"

MOUNTED_BONUS: Final = 1
SHADOWFAX_BONUS: Final = 1
"""To Gandalf's offensive rating, or to his defensive rating and that of one beside him (12.1)."""

PLAIN_HORSE_DEFENSIVE: Final = 1
PLAIN_HORSE_ENDURANCE: Final = 2
"""Of horses without values of their own."""


def is_character(fighter: Fighter) -> bool:
    """Whether it is a card of the Fellowship, for whomever it fights (6.412)."""
    force = find_force(fighter.card)
    return fighter.side == FELLOWSHIP if force is None else force.seat == FELLOWSHIP


def could_ride(battle: Battle, fighter: Fighter) -> bool:
    """Whether a fighter that everybody knows could fight mounted here.

    Nobody does beside a mountain hexside, on a mount that is lost, or behind the generic side.
    """
    if battle.ground.mountain or fighter.generic or fighter.down:
        return False
    if is_character(fighter):
        own = bool(fighter.mount)
        lost = is_down(fighter.mount_damage.total, PLAIN_HORSE_ENDURANCE)
        of_the_group = battle.horse_mode and fighter.card in RIDERS_WITH_THE_GROUP
        return own or (of_the_group and not lost)
    return bool(fighter.mount)


def must_choose(battle: Battle, side: Seat) -> bool:
    """Whether a side has to say if it attacks mounted: some of its cards in a row could."""
    return any(could_ride(battle, one) for one in battle.of(side) if one.in_row)


def parts_of(target: Fighter) -> tuple[Part, ...]:
    """What an attacker may aim at: of a mounted one the rider or the mount."""
    return ("body", "mount") if target.mounted else ("body",)


def attacks_in_segment(fighter: Fighter) -> int:
    """Two for a rider on a fell creature, both on one target; else one (9.11)."""
    return 2 if fighter.mounted and fighter.mount == "fell" else 1


def has_shadowfax(fighter: Fighter) -> bool:
    """Whether it is Gandalf on a horse that is his own: Shadowfax (12.1)."""
    return fighter.card.startswith("Gandalf") and fighter.mount == "horse"


def killed_horse(fighter: Fighter) -> str:
    """What a character's killed mount is called in the notes; empty for a horse of the group."""
    if not is_character(fighter) or not fighter.mount:
        return ""
    return HIS_HORSE if fighter.card == OWN_HORSE else SHADOWFAX


def strike_bonus(fighter: Fighter) -> int:
    """What Shadowfax adds to Gandalf's normal attack, beside the bonus in the saddle."""
    return SHADOWFAX_BONUS if fighter.mounted and fighter.steed == "strike" else 0


def guard_bonus(fighter: Fighter) -> int:
    """What Shadowfax adds to a defensive rating: Gandalf's and that of one beside him."""
    guards = fighter.mounted and fighter.steed == "guard"
    return SHADOWFAX_BONUS if guards or fighter.guarded else 0


def beside(battle: Battle, fighter: Fighter) -> tuple[Fighter, ...]:
    """Those who stand next to a fighter in its front line."""
    row = battle.front(fighter.side)
    places = [place for place, one in enumerate(row) if one.id == fighter.id]
    return tuple(
        row[place + step] for place in places for step in (-1, 1) if 0 <= place + step < len(row)
    )
