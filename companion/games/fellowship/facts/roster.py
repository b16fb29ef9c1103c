"""Who and what is in the game: forces, markers, display boxes (3.4, 4.1, 10.0, 12.1, 12.2).

The names come from ``data/roster.toml``. Nothing here changes during play.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec

from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, MarkerType, Mode, Race, Seat

ForceKind = Literal[
    "named",
    "ally",
    "decoy",
    "thing",
    "nazgul",
    "mouth",
    "fell-creature",
    "agent",
    "saruman",
    "saruman-agent",
    "guardian",
]
Mobilization = Literal[
    "start", "turn", "arrival", "companion", "roll", "death", "card", "choice", "saruman", "never"
]
RACE_RING_TRANSFER: Final = MappingProxyType(
    {Race.DWARF: 7, Race.ELF: 7, Race.MAN: 6, Race.ISTARI: 9, Race.HOBBIT: 10}
)
"""Ring transfer number of a race; named characters may have their own (6.412)."""

GREY: Final = "Gandalf the Grey"
WHITE: Final = "Gandalf the White"
GANDALFS: Final = (GREY, WHITE)
GOLLUM: Final = "Gollum"
SHIP: Final = "Grey Havens ship"
GOLLUMS_ENDURANCE: Final = 12
"""Gollum's twelve boxes serve as his endurance number; over it he leaves (12.1)."""

GROUP_LIMIT_HALVES: Final = 14
"""Seven characters, counted in halves because a Hobbit counts half (7.8)."""


class MovementLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far somebody may go (7.9, 12.2).

    Attributes:
        distance: number of hexes.
        of: label of a hex, or ``area:`` and the name of an area of the map.
    """

    distance: int
    of: str


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One character, ally, decoy, thing or minion, that is one card.

    Attributes:
        name: its name, which is also its id; equal cards are numbered.
        seat: whose card it is.
        kind: what rules treat alike.
        marker: type of the marker that stands for it.
        race: race of a Fellowship card; None for minions.
        start: labels of the hexes where it may start, ``area:NAME``, or ``set-up`` where its owner
            chooses at set-up.
        mobilizes: how it comes into play; see ``data/roster.toml``.
        start_turn: the fixed turn on which it mobilizes, or None.
        start_mode: mode in which it starts; for a Guardian its base mode (6.262).
        foot_start: the Guardian may start in foot mode instead (6.262).
        ring_transfer: Ring transfer number before any mark (6.412), or None.
        counts: halves toward the limit of seven (7.8).
        limit: how far it may go, or None.
        label: letters on its own marker (Guardians only), else empty.
        section: where the rulebook says so.
    """

    name: str
    seat: Seat
    kind: ForceKind
    marker: MarkerType
    race: Race | None = None
    start: tuple[str, ...] = ()
    mobilizes: Mobilization = "choice"
    start_turn: int | None = None
    start_mode: Mode = Mode.FOOT
    foot_start: bool = False
    ring_transfer: int | None = None
    counts: int = 0
    limit: MovementLimit | None = None
    label: str = ""
    section: str

    @property
    def is_decoy(self) -> bool:
        """An unnamed helper: fights with the values of its race (12.1)."""
        return self.kind == "decoy"


class MarkerSupply(msgspec.Struct, frozen=True):
    """How many markers of one colour there are; the number is a rule (3.4).

    Attributes:
        type: marker type.
        seat: whose they are.
        colour: colour of the cubes.
        labelled: how many carry a label.
        plain: how many carry none.
    """

    type: MarkerType
    seat: Seat
    colour: str
    labelled: int
    plain: int

    @property
    def total(self) -> int:
        """All markers of the type."""
        return self.labelled + self.plain


class DisplayBox(msgspec.Struct, frozen=True):
    """A box of a player's display, where the cards of one labelled marker lie (4.1).

    Attributes:
        id: unique over both displays, such as ``sauronic-7``.
        seat: whose display.
        type: type of the marker with the same label.
        label: what is printed on marker and box.
    """

    id: str
    seat: Seat
    type: MarkerType
    label: str


MARKER_SUPPLY: Final = MappingProxyType(
    {
        MarkerType.FELLOWSHIP: MarkerSupply(MarkerType.FELLOWSHIP, FELLOWSHIP, "green", 14, 14),
        MarkerType.SARUMAN: MarkerSupply(MarkerType.SARUMAN, ENEMY, "white", 5, 3),
        MarkerType.GUARDIAN: MarkerSupply(MarkerType.GUARDIAN, ENEMY, "black", 9, 5),
        MarkerType.SAURONIC: MarkerSupply(MarkerType.SAURONIC, ENEMY, "red", 12, 3),
    }
)
"""Markers by type: 65 in all (3.4)."""


@lru_cache(maxsize=64)
def type_of_colour(colour: str) -> MarkerType | None:
    """The marker type of a cube's colour, or None for a colour the game does not have (3.4)."""
    return next((s.type for s in MARKER_SUPPLY.values() if s.colour == colour), None)


def _data() -> dict[str, Any]:
    text = (
        resources.files("companion.games.fellowship")
        .joinpath("data", "roster.toml")
        .read_text("utf-8")
    )
    return tomllib.loads(text)


def _copies(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """One entry for each copy of a card, numbered where there are several."""
    first, copies = entry.pop("first", 1), entry.pop("copies", 1)
    one_each = entry.pop("one_each", False)
    if copies == 1:
        return [entry]
    numbered = []
    for index in range(copies):
        copy = entry | {"name": f"{entry['name']} {first + index}"}
        if entry.get("label"):
            copy["label"] = f"{entry['label']}{first + index}"
        if one_each:
            copy["start"] = [entry["start"][index]]
        numbered.append(copy)
    return numbered


@lru_cache(maxsize=1)
def forces() -> tuple[Force, ...]:
    """Every card of both players, in the order of the record sheets T.7 and T.8."""
    data = _data()
    found: list[dict[str, Any]] = [
        entry | {"marker": MarkerType.FELLOWSHIP} for entry in data["forces"]
    ]
    for decoy in data["decoys"]:
        race = Race(decoy["race"])
        found += _copies(
            {"mobilizes": "arrival", "start_mode": Mode.FOOT}
            | decoy
            | {
                "seat": FELLOWSHIP,
                "kind": "decoy",
                "marker": MarkerType.FELLOWSHIP,
                "ring_transfer": RACE_RING_TRANSFER[race],
                "counts": 1 if race is Race.HOBBIT else 2,
                "section": "10.2, T.7",
            }
        )
    for minion in data["minions"]:
        default = "saruman" if minion["kind"] == "saruman-agent" else "choice"
        found += _copies({"seat": ENEMY, "mobilizes": default} | minion)
    return tuple(msgspec.convert(entry, Force) for entry in found)


@lru_cache(maxsize=1)
def _forces_by_name() -> dict[str, Force]:
    return {force.name: force for force in forces()}


def find_force(name: str) -> Force | None:
    """The force of that name, or None."""
    return _forces_by_name().get(name)


def forces_of(seat: Seat) -> tuple[Force, ...]:
    """The cards of one seat."""
    return tuple(force for force in forces() if force.seat == seat)


@lru_cache(maxsize=1)
def display_boxes() -> tuple[DisplayBox, ...]:
    """Every box of both displays: A-N; 1-12, 1-5 and one for each Guardian marker (3.3, 3.4)."""
    found = [
        DisplayBox(f"fellowship-{letter}", FELLOWSHIP, MarkerType.FELLOWSHIP, letter)
        for letter in "ABCDEFGHIJKLMN"
    ]
    for type_ in (MarkerType.SAURONIC, MarkerType.SARUMAN):
        found += [
            DisplayBox(f"{type_}-{number}", ENEMY, type_, str(number))
            for number in range(1, MARKER_SUPPLY[type_].labelled + 1)
        ]
    found += [
        DisplayBox(f"guardian-{force.label}", ENEMY, MarkerType.GUARDIAN, force.label)
        for force in forces()
        if force.label
    ]
    return tuple(found)


@lru_cache(maxsize=1)
def _display_boxes_by_id() -> dict[str, DisplayBox]:
    return {box.id: box for box in display_boxes()}


def find_display_box(box_id: str) -> DisplayBox | None:
    """The display box of that id, or None."""
    return _display_boxes_by_id().get(box_id)


def box_title(box: DisplayBox) -> str:
    """A box in words, such as ``A`` or ``Sauronic 7``."""
    if box.type is MarkerType.FELLOWSHIP:
        return box.label
    return f"{box.type.value.title()} {box.label}"
