"""What random players lean to: a seed picks one leaning a game, so that rare things come about.

A leaning says how a game is set up, which agreed rules are likely, and which of the choices that a
screen offers its players mostly take. It adds no command that no screen offers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from companion.games.fellowship.switches import CHAPTERS, SWITCHES
from tests.support.fellowship import Play
from tests.support.random_setup import (
    put_chase,
    put_company,
    put_crossings,
    put_gangs,
    put_hunters,
    put_ships,
    put_wanderers,
)

Placing = Callable[[Play, random.Random], None]


@dataclass(frozen=True)
class Leaning:
    """How a game is likely to go.

    Attributes:
        name: for people.
        share: how often it is picked, against the other shares.
        eager: choices that are mostly taken where they are offered, by their first word.
        shy: choices that are mostly left.
        agreed: how likely a switch is on, by its option; one that is not named is on in half of the
            games.
        placings: what is put on the map beside the set-up, each with its chance.
        ring_elsewhere: how likely somebody else than the Fellowship has the Ring at first.
    """

    name: str
    share: int
    eager: frozenset[str] = frozenset()
    shy: frozenset[str] = frozenset()
    agreed: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    placings: tuple[tuple[Placing, float], ...] = ()
    ring_elsewhere: float = 0.0

    def place(self, play: Play, source: random.Random) -> None:
        """Put on the map what this leaning wants there."""
        for placing, chance in self.placings:
            if source.random() < chance:
                placing(play, source)

    def options(self, source: random.Random) -> dict[str, str]:
        """Each switch on or off by chance, as the options of a game name them."""
        return {
            name: ",".join(
                switch.option
                for switch in SWITCHES
                if switch.chapter == chapter
                and source.random() < self.agreed.get(switch.option, 0.5)
            )
            for chapter, name in CHAPTERS.items()
        }


_MEETS: Final = frozenset({"group", "enter", "by-feature", "begin", "search", "fight", "attack"})
"""Comes to blows."""

_AVOIDS: Final = frozenset({"rumor", "stop", "retreat", "slip", "pass", "over", "nobody"})
"""Does not."""

LEANINGS: Final = (
    Leaning(
        name="no leaning",
        share=6,
        placings=(
            (put_ships, 0.2),
            (put_company, 0.15),
            (put_hunters, 0.4),
            (put_wanderers, 0.3),
            (put_crossings, 0.1),
        ),
        ring_elsewhere=0.1,
    ),
    Leaning(
        name="hunts the bearer",
        share=4,
        eager=_MEETS
        | {"minions", "minion", "minions-half", "nazgul", "show", "hold", "here", "yes", "stay"}
        | {"captive-freed", "captive-delivered"},
        shy=_AVOIDS | {"not-here", "no", "hide", "let", "try", "off", "enough", "random", "ring"},
        agreed=MappingProxyType({"capturing": 0.9, "simple-combat": 0.3}),
        placings=((put_chase, 0.9), (put_crossings, 0.5), (put_gangs, 0.5), (put_hunters, 0.3)),
    ),
    Leaning(
        name="holds the fords",
        share=2,
        eager=_MEETS,
        shy=_AVOIDS,
        agreed=MappingProxyType({"reversed-attack": 0.5, "simple-movement": 0.2}),
        placings=((put_crossings, 1.0), (put_wanderers, 0.3)),
    ),
    Leaning(
        name="sails",
        share=2,
        eager=frozenset({"group", "search", "some", "raft", "raft-shown", "on", "kraken", "fleet"}),
        shy=frozenset({"rumor", "none", "ring", "pass"}),
        agreed=MappingProxyType({"simple-movement": 0.1, "ships-by-hex": 0.7}),
        placings=((put_ships, 1.0), (put_ships, 0.5), (put_gangs, 0.2)),
    ),
    Leaning(
        name="wears the Ring",
        share=2,
        eager=_MEETS | {"wear", "show", "stay", "ring"},
        shy=_AVOIDS | {"not-here", "let", "try", "off"},
        agreed=MappingProxyType({"simple-combat": 0.2}),
        placings=((put_crossings, 0.9), (put_gangs, 0.7), (put_company, 0.2)),
    ),
    Leaning(
        name="the Ring in other hands",
        share=3,
        eager=_MEETS | {"wears", "show", "stay", "takes", "minions", "lend"},
        shy=_AVOIDS | {"bare", "let", "try", "off", "enough"},
        agreed=MappingProxyType({"simple-ring": 0.2, "balrog-and-ring": 0.6}),
        placings=((put_gangs, 1.0), (put_crossings, 0.3), (put_company, 0.1)),
        ring_elsewhere=0.9,
    ),
)
"""Every leaning; the first is none."""


def drawn_leaning(source: random.Random) -> Leaning:
    """The leaning of one game."""
    return source.choices(LEANINGS, [one.share for one in LEANINGS])[0]
