"""Random Hunts to the mountain: each ends by a rule, folds alike, and keeps its tiles together."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.hunt.companions import FELLOWSHIP
from companion.games.hunt.names import FREE, SHADOW
from companion.games.hunt.state import PublicState
from companion.games.hunt.tiles import SPECIAL_BAG, STANDARD_BAG
from tests.support.random_hunt import VIEWERS, RandomHunt

ALL_GAMES = 1_000
GAMES = ALL_GAMES // 20
_TILES = Counter((*STANDARD_BAG, *SPECIAL_BAG))


def check_state(public: PublicState) -> None:
    zones = (public.pool, public.drawn, public.aside, public.removed, public.unused)
    assert Counter(tile for zone in zones for tile in zone) == _TILES
    assert 0 <= public.corruption <= 12
    assert public.mordor is None or 0 <= public.mordor <= 5
    assert not set(public.companions) & set(public.gone)
    assert set(public.companions) <= set(FELLOWSHIP)
    assert not public.guide or public.guide in (*public.companions, "gollum")
    assert (public.guide == "gollum") <= (not public.companions)


def play_games(seeds: range) -> tuple[Counter[str], Counter[str]]:
    """Play games to their ends; who has won how, and what was pressed."""
    ends: Counter[str] = Counter()
    pressed: Counter[str] = Counter()
    for seed in seeds:
        hunt = RandomHunt(seed, hands=0.1 * (seed % 2))
        for number, _ in enumerate(hunt.run()):
            check_state(hunt.state.now.public)
            if number % 10 == 0:
                for viewer in VIEWERS:
                    hunt.view(viewer)
        public = hunt.state.now.public
        check_state(public)
        assert hunt.replayed() == hunt.state
        # It ended by one of the two rules, and by none of them too early or too late.
        lost = public.corruption == 12
        assert public.winner == (SHADOW if lost else FREE)
        assert lost or public.mordor == 5
        ends[f"{public.winner}, {'in' if public.mordor is not None else 'before'} Mordor"] += 1
        pressed += hunt.pressed
    return ends, pressed


def test_a_twentieth_of_the_random_hunts_ends_by_a_rule() -> None:
    ends, pressed = play_games(range(GAMES))
    assert ends.total() == GAMES
    for action in ("lot", "roll", "random", "guide", "ring", "reveal", "enter", "hide", "move"):
        assert pressed[action] > 0, action


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_thousand_random_hunts_end_by_a_rule() -> None:
    ends, pressed = play_games(range(ALL_GAMES))
    assert ends.total() == ALL_GAMES
    assert {"free-peoples, in Mordor", "shadow, in Mordor", "shadow, before Mordor"} == set(ends)
    for action in ("play-noted", "hand-separate", "hand-remove", "use", "entered"):
        assert pressed[action] > 0, action
    assert any(action.startswith("take-back") for action in pressed)
