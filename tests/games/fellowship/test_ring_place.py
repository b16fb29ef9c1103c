"""The mode of a marker that lies sticker side up because it has the Ring (6.4)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.facts.names import Mode
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.open_facts import RingPublic
from companion.games.fellowship.rules.ring_place import in_mode
from companion.games.fellowship.state import PublicState
from tests.support.fellowship import piece_at


@pytest.mark.rule("FOTR-081")
@pytest.mark.parametrize(
    ("colour", "face", "mode"),
    [
        ("green", 0, Mode.FOOT),
        ("green", 4, Mode.HORSE),
        ("green", 6, Mode.FLYING),
        ("red", 0, Mode.FOOT),
        ("red", 4, Mode.HORSE),
    ],
)
def test_a_marker_with_the_ring_keeps_its_mode_and_is_on_foot_where_none_is_known(
    colour: str, face: int, mode: Mode
) -> None:
    carrier = piece_at(1, colour, 1, "9,gh")
    public = PublicState(ring="enemy", ring_public=RingPublic(piece=carrier.id, face=face))
    assert mode_of_piece(in_mode(public, carrier)) is mode
    other = piece_at(2, colour, 1, "9,gh")
    assert in_mode(public, other) == other
