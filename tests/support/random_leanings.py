"""What random players lean to: a seed picks one leaning a game, so that rare things come about.

A leaning says how a game is set up, which agreed rules are likely, and which of the choices that a
screen offers its players mostly take. It adds no command that no screen offers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Self

from companion.games.fellowship.switches import CHAPTERS, SWITCHES
from tests.support.fellowship import Play
from tests.support.random_setup import (
    put_chase,
    put_company,
    put_crossings,
    put_gangs,
    put_hunters,
    put_ships,
    put_sleepers,
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
        other_bearer: how likely somebody else than Frodo bears the Ring at first.
        ring_elsewhere: how likely somebody else than the Fellowship has the Ring at first.
    """

    name: str
    share: int
    eager: frozenset[str] = frozenset()
    shy: frozenset[str] = frozenset()
    agreed: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    placings: tuple[tuple[Placing, float], ...] = ()
    other_bearer: float = 0.4
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


_MEETS: Final = frozenset(
    {"group", "enter", "by-feature", "begin", "search", "fight", "attack", "so-it-is"}
)
"""Comes to blows, and takes the other's word for what came of them."""

_AVOIDS: Final = frozenset({"rumor", "stop", "retreat", "slip", "pass", "over", "nobody", "not-so"})
"""Does not."""

LEANINGS: Final = (
    Leaning(
        name="no leaning",
        share=5,
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
        share=5,
        eager=_MEETS
        | {"minions", "minion", "minions-half", "nazgul", "show", "hold", "here", "yes", "stay"},
        shy=_AVOIDS
        | {"not-here", "no", "hide", "let", "try", "off", "enough", "random", "ring"}
        | {"captive-freed", "captive-delivered"},
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
        share=4,
        eager=frozenset(
            {"group", "search", "some", "raft", "raft-shown", "on", "kraken", "fleet", "storm"}
        ),
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
        name="flees from sleepers",
        share=1,
        eager=frozenset({"group", "enter", "by-feature", "begin", "minions", "try", "fight"}),
        shy=frozenset({"rumor", "stop", "over", "nobody", "stay", "random"}),
        placings=((put_sleepers, 1.0),),
    ),
    Leaning(
        name="passes the Ring on",
        share=4,
        eager=_MEETS | {"try", "turns", "tell", "lend", "deserts", "ring-marks", "stay"},
        shy=_AVOIDS | {"ring", "ring-new", "dissolve", "off", "enough"},
        agreed=MappingProxyType({"simple-ring": 0.0}),
        placings=((put_company, 0.7), (put_gangs, 0.5), (put_crossings, 0.3)),
        other_bearer=1.0,
    ),
    Leaning(
        name="the Ring in other hands",
        share=4,
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


@dataclass(frozen=True)
class Habits:
    """How one game is played, each a chance from 0 to 1 unless said otherwise.

    Attributes:
        moves: in a step of movement a marker is moved, rather than a question answered.
        hurry: a marker goes straight to where it wants to be, whatever the rules say.
        by_hand: something is done that is offered at any time.
        oddities: something odd happens on the table, or the die rolls unasked.
        turns: in steps that turn or put down markers that is done on the table.
        gives_up: a choice is taken that ends the game or a fight on purpose.
        fights_by_hand: fights are fought on the table, and only their outcome is noted.
        hunts: an Enemy marker goes where one of the Fellowship stands.
        blocks: an Enemy marker goes onto a hexside rather than into a hex.
        crosses: a marker beside a feature that the other side blocks tries to cross it.
        extra: how many markers stand about beside those of the set-up.
        leaning: what its players lean to.
    """

    moves: float = 0.5
    hurry: float = 0.02
    by_hand: float = 0.02
    oddities: float = 0.01
    turns: float = 0.2
    gives_up: float = 0.01
    fights_by_hand: float = 0.0
    hunts: float = 0.3
    blocks: float = 0.1
    crosses: float = 0.2
    extra: int = 0
    leaning: Leaning = LEANINGS[0]

    @classmethod
    def drawn(cls, source: random.Random, leaning: Leaning) -> Self:
        """The temperament of one game."""
        return cls(
            moves=source.choice((0.3, 0.5, 0.7)),
            hurry=source.choice((0.0, 0.02, 0.1)),
            by_hand=source.choice((0.005, 0.02, 0.05)),
            oddities=source.choice((0.0, 0.005, 0.02)),
            turns=source.choice((0.1, 0.3)),
            gives_up=source.choice((0.0, 0.005, 0.03)),
            fights_by_hand=0.0 if "begin" in leaning.eager else source.choice((0.0, 0.0, 0.0, 0.5)),
            hunts=source.choice((0.1, 0.5, 0.9)),
            blocks=source.choice((0.0, 0.1, 0.3)),
            crosses=source.choice((0.1, 0.5)) if "enter" not in leaning.eager else 0.9,
            extra=source.choice((0, 0, 2, 6)),
            leaning=leaning,
        )
