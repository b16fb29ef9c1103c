"""Whatever one seat hides, the other seat and the public get the same bytes (house law 3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.fellowship.state import FELLOWSHIP_SEAT, SEAT_IDS
from tests.support.attacks_document import DOCUMENT
from tests.support.planted_leaks import LEAKS, Leak
from tests.support.web_pair import DIFFERENCES, LeakFoundError, WebPair, open_pair

FULL_COUNT = 140
"""Pairs in the long run; the short one plays a twentieth of them."""


def played(pair: WebPair, commands: int, whole_look_every: int) -> WebPair:
    try:
        pair.play(commands, whole_look_every)
    finally:
        for game in pair.games:
            game.close()
    return pair


def check_pair(folder: Path, seed: int, commands: int) -> None:
    """One pair: the difference and the hiding seat go round with the seed."""
    difference = DIFFERENCES[seed % len(DIFFERENCES)]
    hides = SEAT_IDS[seed // len(DIFFERENCES) % 2 if seed >= len(DIFFERENCES) else seed % 2]
    pair = played(open_pair(folder, hides, difference, seed), commands, commands // 2)
    assert pair.looks > 300
    assert pair.public_commands >= 10, "a game that ends early has set-up and little more"
    assert pair.edits[0] != pair.edits[1] or difference in ("who bears the Ring", "everything")


@pytest.mark.parametrize("seed", range(FULL_COUNT // 20))
def test_nobody_can_tell_what_a_seat_hides(tmp_path: Path, seed: int) -> None:
    check_pair(tmp_path, seed, commands=24)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(FULL_COUNT // 20, FULL_COUNT))
def test_nobody_can_tell_in_long_games(tmp_path: Path, seed: int) -> None:
    check_pair(tmp_path, seed, commands=80)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name.replace(" ", "-"))
def test_a_planted_leak_is_found_by_the_same_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Leak
) -> None:
    leak.plant(monkeypatch)
    pair = open_pair(tmp_path, FELLOWSHIP_SEAT, leak.difference, seed=3)
    with pytest.raises(LeakFoundError, match=leak.channel):
        played(pair, commands=20, whole_look_every=5)


def test_the_document_says_how_much_is_played_and_planted() -> None:
    text = " ".join(DOCUMENT.read_text("utf-8").split())
    assert f"({FULL_COUNT // 20} pairs in every test run, {FULL_COUNT} in `make soak`)" in text
    assert f"finds each of {len(LEAKS)} faults" in text
