"""Whoever knows nothing but the screens comes to the end of each of the three other games."""

from __future__ import annotations

import pytest

from companion.journal.codec import EventCodec
from companion.service.games import sample_box
from companion.table.ids import PUBLIC
from companion.table.views import Region, Status
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
        codec = EventCodec(player.game.event_types)
        assert [codec.decode(codec.encode(event)) for event in player.events] == player.events
        assert steps > 5, player.questions()
        assert player.questions() == []
        # Whoever looks reads how it ended: on the screen, in the list of games, in the hall.
        verdicts = {_verdict(player.regions(seat)) for seat in (*player.seats, PUBLIC)}
        assert len(verdicts) == 1
        assert verdicts != {""}


@pytest.mark.parametrize("title", GAMES)
def test_nobody_reads_of_an_end_before_it_has_come(title: str) -> None:
    options, box, _ = GAMES[title]
    game = title.partition(" ")[0]
    player = ScreenPlayer(game, options, sample_box(game) if box else "", 0)
    for _ in zip(player.run(), range(10), strict=False):
        assert _verdict(player.regions(PUBLIC)) == "" or not player.questions()


def _verdict(regions: tuple[Region, ...]) -> str:
    (status,) = (one for region in regions for one in region.widgets if isinstance(one, Status))
    return status.verdict
