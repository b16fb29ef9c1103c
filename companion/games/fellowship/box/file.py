"""The box file as a value: what the owner of a box knows that the rulebook's text does not say.

A `BoxFile` holds the cells of the rules tables that the text lacks, the map, and lists of cards and
events. Whatever is absent is unknown; nothing has a silent default. Text to value and back is
`box_reader` and `box_writer`, constraints are `box_check`, reading with the printed facts on top is
`tables.rules_tables` and `board_map`, filling in an answer is `box_answers`.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.games.fellowship.facts.names import Feature, Forest, HexType, Terrain, Water

BOX_FORMAT: Final = 1
"""Number of the file format that this program writes."""

MAP_HEXES: Final = "map.hexes"
MAP_HEXSIDES: Final = "map.hexsides"
MAP_HALVES: Final = "map.halves"
MAP_AREAS: Final = "map.areas"
MAP_REGIONS: Final = "map.regions"
CARDS: Final = "cards"
"""Names under which parts of the map and the cards appear as tables in cell addresses."""


class BoxError(ValueError):
    """A box file that cannot be used as it is.

    Attributes:
        file: name of the file.
        line: line of the trouble, from 1, or None where it concerns the file as a whole.
        reason: what is wrong and what was expected.
    """

    def __init__(self, file: str, line: int | None, reason: str) -> None:
        super().__init__(f"{file}{'' if line is None else f', line {line}'}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the map; a field that is None is unknown."""


class HexEntry(_Entry, frozen=True):
    """What is known of one hex.

    Attributes:
        type: how dangerous it is (2.0).
        water: land, coast or sea (2.0).
        forest: the forest it belongs to, of those that rules speak of (7.9).
        region: region of the random group table, ``I`` to ``XIII`` (8.4).
        victory: class of the victory table, ``A`` to ``I`` (11.0).
        battlefield: it bears the crossed swords (2.0).
        port: a port or town for acquiring transport (T.3).
    """

    type: HexType | None = None
    water: Water | None = None
    forest: Forest | None = None
    region: str | None = None
    victory: str | None = None
    battlefield: bool | None = None
    port: bool | None = None


class HexsideEntry(_Entry, frozen=True):
    """What is known of one hexside.

    Attributes:
        terrain: terrain of its land part (7.32); unused on an all-sea hexside.
        feature: bridge, ford and so on, or ``none``.
        water: land, coast or sea; follows from the two hexes unless both are coastal.
        chain: name of the mountain chain it belongs to, empty for none (10.1).
    """

    terrain: Terrain | None = None
    feature: Feature | None = None
    water: Water | None = None
    chain: str | None = None


Side = Literal["north", "north-east", "south-east", "south", "south-west", "north-west"]


class HalfEntry(_Entry, frozen=True):
    """How a hex is cut in two (3.1, 7.325).

    Attributes:
        first: the first, clockwise, of the three hexsides of part 1.
        terrain: terrain of the side between the halves.
        feature: feature of the side between the halves.
    """

    first: Side | None = None
    terrain: Terrain | None = None
    feature: Feature | None = None


class RegionEntry(_Entry, frozen=True):
    """What touches an off-board region (7.7).

    Attributes:
        hexes: labels of the hexes that touch it.
        regions: names of the regions that touch it.
    """

    hexes: tuple[str, ...] | None = None
    regions: tuple[str, ...] | None = None


class MapData(_Entry, frozen=True):
    """The map of one box.

    Attributes:
        hexes: by label.
        hexsides: by label, the smaller hex first, such as ``14,g/14,h``.
        halves: by label of the cut hex.
        areas: named sets of hexes that rules speak of, such as ``Ice Bay``.
        regions: by name.
    """

    hexes: dict[str, HexEntry] = {}
    hexsides: dict[str, HexsideEntry] = {}
    halves: dict[str, HalfEntry] = {}
    areas: dict[str, tuple[str, ...]] = {}
    regions: dict[str, RegionEntry] = {}


class EventHalf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One of the two events on an event card (6.3).

    Attributes:
        title: its name.
        favours: which side it is meant for; either side may use either.
        play: when it may be played.
        ends: when its effect ends, or ``instant``.
        text: what it does.
    """

    title: str
    favours: Literal["fellowship", "enemy"]
    play: str = ""
    ends: str = ""
    text: str = ""


class EventCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A pair of events; the deck holds two equal copies of each (3.24).

    Attributes:
        id: short and unique.
        first, second: the two events.
    """

    id: str
    first: EventHalf
    second: EventHalf


class CombatValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A further set of numbers on a card; what is left out is as in the first set.

    Attributes:
        offensive, damage, defensive, endurance: as in `CardValues`.
    """

    offensive: int | None = None
    damage: int | None = None
    defensive: int | None = None
    endurance: int | None = None


class AttackValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Numbers of an attack of its own: area attack (9.13), ambush (9.14), ridden (9.11).

    Attributes:
        targets: how many targets an area attack can take.
        offensive: offensive rating.
        damage: damage number.
        diseased: the damage is diseased.
    """

    targets: int | None = None
    offensive: int | None = None
    damage: int | None = None
    diseased: bool | None = None


class CardValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Printed values of a character, minion or creature (9.1); None is unknown.

    Attributes:
        offensive: offensive rating.
        damage: damage number.
        diseased: the damage is diseased.
        defensive: defensive rating.
        endurance: endurance number.
        text: anything else that is printed.
        creature: subgroup of a creature card (12.3), empty for others.
        enhanced, best: numbers after one and after a second improvement (9.122).
        mounted: numbers in the saddle, where the card has them (9.11).
        mount: numbers of the card's own horse (9.11).
        plain_horse: its horse has no numbers of its own.
        area: area attack (9.13).
        ambush: ambush (9.14).
        ridden: attack of a fell creature with a rider (9.11).
    """

    offensive: int | None = None
    damage: int | None = None
    diseased: bool | None = None
    defensive: int | None = None
    endurance: int | None = None
    text: str = ""
    creature: str = ""
    enhanced: CombatValues | None = None
    best: CombatValues | None = None
    mounted: CombatValues | None = None
    mount: CombatValues | None = None
    plain_horse: bool = False
    area: AttackValues | None = None
    ambush: AttackValues | None = None
    ridden: AttackValues | None = None


class BoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that one owner knows of a box.

    Attributes:
        format: number of the file format.
        game: always ``fellowship``.
        name: what the owner calls the box; shown wherever its values are used.
        is_sample: an invented box of the project's own; said so on every screen that uses it.
        note: free text of the owner.
        tables: rows of rules tables by table and row id, ``?`` for a cell not filled in.
        map: the map.
        events: the event cards.
        cards: values by name of a force or creature.
    """

    format: int = BOX_FORMAT
    game: str = "fellowship"
    name: str
    is_sample: bool = False
    note: str = ""
    tables: dict[str, dict[str, tuple[str, ...]]] = {}
    map: MapData = MapData()
    events: tuple[EventCard, ...] = ()
    cards: dict[str, CardValues] = {}


EMPTY_BOX: Final = BoxFile(name="empty")
"""A box of which nothing is known yet."""
