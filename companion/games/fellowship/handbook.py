"""What is looked up during play: the owner's box file with the tables and the map read from it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.fellowship.box import BoxFile


@dataclass(frozen=True, slots=True)
class Handbook:
    """A box file and what is read from it, made anew whenever a cell is filled in.

    Attributes:
        box: the box file.
    """

    box: BoxFile
