"""The numbers of a fighter, read from the box by what everybody sees of it (9.1 to 9.14).

A value that the box lacks comes back as the cell to ask its owner for. What is asked is always
about a card that lies open: a race, or a name that has been shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.games.fellowship.box.file import CARDS, CardValues
from companion.games.fellowship.combat.area import kraken_targets
from companion.games.fellowship.combat.battle import Battle, Fighter, Part
from companion.games.fellowship.combat.mounts import (
    MOUNTED_BONUS,
    OWN_HORSE,
    PLAIN_HORSE_DEFENSIVE,
    PLAIN_HORSE_ENDURANCE,
    guard_bonus,
    is_character,
    strike_bonus,
)
from companion.games.fellowship.combat.ring_worn import pressure, worn_bonus
from companion.games.fellowship.combat.strike import Strike, is_down
from companion.games.fellowship.facts.names import Seat
from companion.games.fellowship.facts.roster import GOLLUM, GOLLUMS_ENDURANCE, Force, find_force
from companion.games.fellowship.tables.cells import UnknownCell

Cards = Mapping[str, CardValues]

AREA_ATTACKERS: Final = (
    "Gandalf the Grey",
    "Gandalf the White",
    "Radagast",
    "Mouth of Sauron",
    "Saruman",
    "Cold Drake",
    "Fire Drake",
    "Giant Spider",
    "Kraken 1",
    "Kraken 2",
    "Wight",
)
"""Cards with an area attack (12.1, 12.2)."""

VANISHING: Final = ("Giant Spider", "Wight")
"""Webs and sleep: the damage of their area attacks is gone after the fight (12.2)."""

ALWAYS_DISEASED: Final = ("nazgul",)
_WORDS: Final = {
    "offensive": "offensive rating (OR)",
    "damage": "damage number (DN), with * if diseased",
    "defensive": "defensive rating (DR)",
    "endurance": "endurance number (EN)",
    "targets": "number in parentheses of the hex attack",
}


class Ratings(msgspec.Struct, frozen=True, kw_only=True):
    """The four numbers of a combatant (9.1), as they count now."""

    offensive: int
    damage: int
    defensive: int
    endurance: int
    diseased: bool = False


class AreaAttack(msgspec.Struct, frozen=True, kw_only=True):
    """An area attack (9.13); `vanishing` damage is gone after the fight."""

    targets: int
    offensive: int
    damage: int
    diseased: bool = False
    vanishing: bool = False


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """What an attacker brings against one target."""

    offensive: int
    damage: int
    diseased: bool = False
    vanishing: bool = False


class _MissingError(Exception):
    """A value is not known; carries the cell."""

    def __init__(self, cell: UnknownCell) -> None:
        super().__init__(cell.key)
        self.cell = cell


def ratings_of(cards: Cards, battle: Battle, fighter: Fighter) -> Ratings | UnknownCell:
    """The numbers of a fighter as it fights now.

    Args:
        cards: values of the box.
        battle: who takes part, for the Ring.
        fighter: a card that lies open.
    """
    try:
        return _ratings(cards, battle, fighter)
    except _MissingError as missing:
        return missing.cell


def defensive_rating(cards: Cards, battle: Battle, fighter: Fighter) -> int | UnknownCell:
    """The defensive rating of a fighter who is awake; a Kraken has it without an attack of its own.

    Args:
        cards: values of the box.
        battle: who takes part, for the Ring.
        fighter: a card that lies open.
    """
    try:
        value = _value(cards, fighter, _set_of(cards, fighter), "defensive")
    except _MissingError as missing:
        return missing.cell
    return value + worn_bonus(battle, fighter) + guard_bonus(fighter)


def endurance_number(cards: Cards, fighter: Fighter) -> int | UnknownCell:
    """The endurance number of a fighter; 12 for Gollum (12.1)."""
    if fighter.card == GOLLUM:
        return GOLLUMS_ENDURANCE
    try:
        return _value(cards, fighter, _set_of(cards, fighter), "endurance")
    except _MissingError as missing:
        return missing.cell


def is_over_endurance(cards: Cards, fighter: Fighter) -> bool:
    """Whether a fighter has more boxes than its endurance number, as far as that is known (9.1)."""
    endurance = endurance_number(cards, fighter)
    return not isinstance(endurance, UnknownCell) and is_down(fighter.boxes, endurance)


def area_of(cards: Cards, fighter: Fighter) -> AreaAttack | UnknownCell | None:
    """The area attack of a fighter, None where it has none (9.13)."""
    if fighter.generic or fighter.card not in AREA_ATTACKERS:
        return None
    try:
        targets = _value(cards, fighter, "area", "targets")
        values = cards[fighter.card].area if fighter.card in cards else None
        if fighter.card.startswith("Kraken"):
            targets = kraken_targets(targets, fighter.boxes)
        return AreaAttack(
            targets=targets,
            offensive=_value(cards, fighter, "area", "offensive"),
            damage=_value(cards, fighter, "area", "damage"),
            diseased=bool(values is not None and values.diseased),
            vanishing=fighter.card in VANISHING,
        )
    except _MissingError as missing:
        return missing.cell


def ambush_of(cards: Cards, battle: Battle, fighter: Fighter) -> Attack | UnknownCell:
    """What a fighter ambushes with: special values of agents and assassins, else its own (9.14).

    A Kraken has no attack but that of its arms; it strikes its one victim with an arm (12.2).
    """
    arms = area_of(cards, fighter) if fighter.card.startswith("Kraken") else None
    if isinstance(arms, UnknownCell):
        return arms
    if arms is not None:
        return Attack(offensive=arms.offensive, damage=arms.damage, diseased=arms.diseased)
    force = find_force(fighter.card)
    special = force is not None and force.kind in ("agent", "saruman-agent")
    printed = cards.get(fighter.card)
    if not special and (printed is None or printed.ambush is None):
        found = ratings_of(cards, battle, fighter)
        return found if isinstance(found, UnknownCell) else _as_attack(found)
    try:
        values = None if printed is None else printed.ambush
        return Attack(
            offensive=_value(cards, fighter, "ambush", "offensive"),
            damage=_value(cards, fighter, "ambush", "damage"),
            diseased=special or bool(values is not None and values.diseased),
        )
    except _MissingError as missing:
        return missing.cell


def second_attack_of(cards: Cards, fighter: Fighter) -> Attack | UnknownCell:
    """The attack of the fell creature under a rider: weaker than its own (9.11, 12.2)."""
    mount = msgspec.structs.replace(fighter, card=fighter.mount_card)
    try:
        return Attack(
            offensive=_value(cards, mount, "ridden", "offensive"),
            damage=_value(cards, mount, "ridden", "damage"),
        )
    except _MissingError as missing:
        return missing.cell


def attack_of(ratings: Ratings) -> Attack:
    """The normal attack of a fighter."""
    return _as_attack(ratings)


def mount_values(cards: Cards, fighter: Fighter) -> tuple[int, int] | UnknownCell:
    """Defensive rating and endurance number of what a fighter rides (9.11)."""
    printed = cards.get(fighter.card)
    own = fighter.card == OWN_HORSE or not is_character(fighter)
    try:
        if fighter.mount == "fell":
            mount = msgspec.structs.replace(fighter, card=fighter.mount_card)
            return _value(cards, mount, "", "defensive"), _value(cards, mount, "", "endurance")
        if not own or (printed is not None and printed.plain_horse):
            return PLAIN_HORSE_DEFENSIVE, PLAIN_HORSE_ENDURANCE
        return (
            _value(cards, fighter, "mount", "defensive"),
            _value(cards, fighter, "mount", "endurance"),
        )
    except _MissingError as missing:
        return missing.cell


def strike_on(
    cards: Cards, battle: Battle, attack: Attack, attacker: Fighter, target: tuple[Fighter, Part]
) -> Strike | UnknownCell:
    """One attack against one part of a target, with everything that counts (9.1, 9.11, 6.42)."""
    other, part = target
    if part == "mount":
        values = mount_values(cards, other)
        if isinstance(values, UnknownCell):
            return values
        defensive = values[0]
    elif other.down:
        defensive = 0
    else:
        found = defensive_rating(cards, battle, other)
        if isinstance(found, UnknownCell):
            return found
        defensive = max(0, found - pressure(battle, attacker, other))
    return Strike(
        offensive=attack.offensive,
        defensive=defensive,
        damage=attack.damage,
        diseased=attack.diseased,
        wide_double=battle.variants.wide_double,
    )


def _as_attack(ratings: Ratings) -> Attack:
    return Attack(offensive=ratings.offensive, damage=ratings.damage, diseased=ratings.diseased)


def _ratings(cards: Cards, battle: Battle, fighter: Fighter) -> Ratings:
    values = _set_of(cards, fighter)
    worn = worn_bonus(battle, fighter)
    riding = fighter.mounted and is_character(fighter) and values != "mounted"
    bonus = fighter.bonus + (MOUNTED_BONUS if riding else 0) + strike_bonus(fighter)
    endurance = endurance_number(cards, fighter)
    if isinstance(endurance, UnknownCell):
        raise _MissingError(endurance)
    return Ratings(
        offensive=_value(cards, fighter, values, "offensive") + bonus + worn,
        damage=_value(cards, fighter, values, "damage") + worn,
        defensive=_value(cards, fighter, values, "defensive") + worn + guard_bonus(fighter),
        endurance=endurance,
        diseased=_is_diseased(cards, fighter),
    )


def _is_diseased(cards: Cards, fighter: Fighter) -> bool:
    force = find_force(fighter.card)
    if force is not None and force.kind in ALWAYS_DISEASED:
        return True
    printed = cards.get(fighter.card)
    return bool(printed is not None and printed.diseased)


def _set_of(cards: Cards, fighter: Fighter) -> str:
    """Which of a card's sets of values counts (9.11, 9.122)."""
    if fighter.generic or fighter.creature is not None:
        return ""
    own_set = not is_character(fighter) or fighter.card == OWN_HORSE
    if fighter.mounted and own_set:
        return "mounted"
    printed = cards.get(fighter.card)
    if fighter.level >= 2 and printed is not None and printed.best is not None:
        return "best"
    if fighter.level >= 1 and has_enhanced_values(fighter.card):
        return "enhanced"
    return ""


_ENHANCED: Final = (
    "Aragorn",
    "Legolas",
    "Gimli",
    "Boromir",
    "Frodo",
    "Sam",
    "Merry",
    "Pippin",
)


def has_enhanced_values(card: str) -> bool:
    """Whether a card has a second set of values (T.7)."""
    return card in _ENHANCED


def _value(cards: Cards, fighter: Fighter, values: str, field: str) -> int:
    """One number, looked for on the card, for decoys on the card of their race.

    A set that leaves a number out has the one of the first set.
    """
    names = [fighter.card]
    force = find_force(fighter.card)
    if force is not None and force.is_decoy and force.race is not None:
        names = [force.race.value.title()]
    for name in names:
        printed = cards.get(name)
        if printed is None:
            continue
        chosen = getattr(printed, values) if values else printed
        found = None if chosen is None else getattr(chosen, field, None)
        if found is None and values in ("enhanced", "best", "mounted") and chosen is not None:
            found = getattr(printed, field)
        if isinstance(found, int):
            return found
    raise _MissingError(_cell(names[0], force, fighter.side, (values, field)))


def _cell(name: str, force: Force | None, side: Seat, where: tuple[str, str]) -> UnknownCell:
    values, field = where
    of = f" ({values})" if values else ""
    owner: Seat = force.seat if force is not None else side
    return UnknownCell(
        table=CARDS,
        row=name,
        column=f"{values}.{field}" if values else field,
        question=f"What is the {_WORDS[field]} of {name}{of}?",
        asked=owner,
    )
