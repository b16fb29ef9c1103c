"""Places of the sample map that tests look for by what they are."""

from __future__ import annotations

from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.facts.names import HexType, Water
from tests.support.fellowship import SAMPLE_BOX


def civilized_hex() -> str:
    """A land hex that the sample box calls Civilized and that is no port."""
    hexes = parse_box(SAMPLE_BOX).map.hexes
    return next(
        label
        for label, entry in hexes.items()
        if entry.type is HexType.CIVILIZED and entry.port is False and entry.water is Water.LAND
    )
