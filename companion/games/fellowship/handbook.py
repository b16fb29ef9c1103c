"""What is looked up during play: the owner's box file with the tables and the map read from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.file import BoxFile
from companion.games.fellowship.facts.names import Feature, HexType
from companion.games.fellowship.tables.rules_tables import RulesTables


@dataclass(frozen=True, eq=False)
class Handbook:
    """A box file and what is read from it; made anew whenever a cell is filled in.

    Two of them are equal only if they are the same, so that what is worked out from one can be
    kept without comparing boxes cell by cell.

    Attributes:
        box: the box file.
        changed: hexes whose type the players' rules have changed in this game, by label (15.14).
        features: features of hexsides that counters have changed in this game, by label (3.5).
    """

    box: BoxFile
    changed: Mapping[str, HexType] = field(default_factory=dict)
    features: Mapping[str, Feature] = field(default_factory=dict)

    @cached_property
    def tables(self) -> RulesTables:
        """The rules tables under this box."""
        return RulesTables(self.box)

    @cached_property
    def map(self) -> BoardMap:
        """The map under this box."""
        return BoardMap(self.box, self.changed, self.features)

    @property
    def sample_words(self) -> str:
        """What every screen says while the sample box is in use, else empty."""
        return "sample box" if self.box.is_sample else ""
