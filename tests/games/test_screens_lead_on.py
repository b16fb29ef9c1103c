"""Whoever knows nothing but the screens comes to the end of each of the three other games."""

from __future__ import annotations

import pytest

from companion.service.games import sample_box
from tests.support.played_screens import ScreenPlayer

GAMES = {
    "hunt": ({}, "", range(2)),
    "quest": ({"players": "2"}, "sample", range(2)),
    "quest of five": ({"players": "5", "variants": "preparations,passing"}, "sample", range(2)),
    "ringwar": ({"turns": "9"}, "sample", range(3)),
    "ringwar without data": ({"turns": "2"}, "", range(1)),
}
"""Nine game turns are more than the sample has event cards, so that the deck runs out."""


@pytest.mark.parametrize("title", GAMES)
def test_screens_alone_lead_to_the_end(title: str) -> None:
    options, box, seeds = GAMES[title]
    game = title.partition(" ")[0]
    for seed in seeds:
        player = ScreenPlayer(game, options, sample_box(game) if box else "", seed)
        steps = sum(1 for _ in player.run())
        assert steps > 5, player.questions()
        player.look()
        assert player.questions() == []
