"""The full game and the shorter scenarios as data: turns, set-up, what is counted (10.0, 13.0).

The figures come from ``data/scenarios.toml``. Nothing here changes during play.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from companion.games.fellowship.facts.names import Seat

FULL_GAME: Final = "full"
GATHERING: Final = "gathering"
MOVES_SOUTH: Final = "ring-moves-south"
FINAL_APPROACH: Final = "final-approach"

MEMBERS: Final = (
    "Gandalf the Grey",
    "Aragorn",
    "Boromir",
    "Legolas",
    "Gimli",
    "Frodo",
    "Sam",
    "Merry",
    "Pippin",
)
"""The nine of the books, who are the Fellowship in every scenario (13.0)."""

EndRule = Literal["level", "gathering", "moves-south"]
"""How a game is judged: by the level table, or as one of the two scenarios that have a goal."""


class Placing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Markers that have to stand somewhere when play begins.

    Attributes:
        seat: whose.
        colour: colour of the cubes.
        what: what they are, as everybody may know it, such as ``Nazgul groups and two rumors``.
        faces: sides that may be up.
        places: labels of hexes and regions, ``area:`` and the name of an area of the map, or
            ``near:`` and what the hex has to touch; empty for anywhere.
        least, most: how many.
        section: the rule.
    """

    seat: Seat
    colour: str
    what: str
    faces: tuple[int, ...]
    places: tuple[str, ...] = ()
    least: int = 0
    most: int
    section: str


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One way to start and to judge the game.

    Attributes:
        id: stable word.
        title, section: for people.
        first_turn: the turn that begins after the set-up.
        last_turn: the last one; None where the switch for the length decides (15.18).
        judged: how the winner is found.
        ring_transfer: Frodo's Ring transfer number at the start.
        killed: how many characters count as killed before the first turn.
        extra_mobilizations: minions that the Enemy mobilizes before the game begins.
        rivendell_turn: turn on which everybody in Rivendell mobilizes, or None.
        nazgul_turn: turn on which recovering Nazgul come back, or None.
        nazgul_count: how many then.
        guardians: how many Guardians may be used, and as many Guardian rumors; None for all.
        goals: places that win, for the scenarios that are judged by a goal.
        no_horses: places where only those who have a horse of their own may take to horse.
        enhanced: characters that start with their better values.
        mobilized: characters that start in play.
        placings: what stands on the map before the first turn.
        notes: what the set-up asks for beside markers, by seat: one line each.
    """

    id: str
    title: str
    section: str
    first_turn: int = 1
    last_turn: int | None = None
    judged: EndRule = "level"
    ring_transfer: int = 12
    killed: int = 0
    extra_mobilizations: int = 0
    rivendell_turn: int | None = None
    nazgul_turn: int | None = None
    nazgul_count: int = 0
    guardians: int | None = None
    goals: tuple[str, ...] = ()
    no_horses: tuple[str, ...] = ()
    enhanced: tuple[str, ...] = ()
    mobilized: tuple[str, ...] = ()
    placings: tuple[Placing, ...] = ()
    notes: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    @property
    def turns_text(self) -> str:
        """Such as ``8 to 15``."""
        return f"{self.first_turn} to {self.last_turn or 20}"

    def placings_of(self, seat: Seat) -> tuple[Placing, ...]:
        """What one side puts down."""
        return tuple(one for one in self.placings if one.seat == seat)


def _load() -> MappingProxyType[str, Scenario]:
    text = (
        resources.files("companion.games.fellowship")
        .joinpath("data", "scenarios.toml")
        .read_text("utf-8")
    )
    found = msgspec.convert(tomllib.loads(text)["scenarios"], list[Scenario])
    return MappingProxyType({one.id: one for one in found})


SCENARIOS: Final = _load()
"""Every scenario by its word, the full game first."""


def scenario_named(word: str) -> Scenario:
    """The scenario of that word; the full game for a word that nobody knows any more."""
    return SCENARIOS.get(word, SCENARIOS[FULL_GAME])
