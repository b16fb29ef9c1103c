"""Whatever one seat hides, the other seat and the public get the same bytes (house law 3)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from companion.games.fellowship.seats import FELLOWSHIP_SEAT, SEAT_IDS
from companion.table.ids import SeatId
from tests.support.attacks_document import DOCUMENT
from tests.support.planted_leaks import LEAKS, Leak
from tests.support.served_secret_game import ServedSecretGame
from tests.support.web_pair import (
    DIFFERENCES,
    HIDES_ALONE,
    Difference,
    LeakFoundError,
    WebPair,
    open_pair,
)

SHORT_COUNT = len(DIFFERENCES)
"""Pairs in every test run: each difference once."""

FULL_COUNT = 140
"""Pairs in the long run, those of the short one among them."""

OVER_THE_NETWORK: Final[tuple[Difference, ...]] = ("everything", "group or rumor", "hand")
"""Differences of the pairs that are played through the real web server."""


def played(pair: WebPair, commands: int, whole_look_every: int) -> WebPair:
    try:
        pair.play(commands, whole_look_every)
    finally:
        for game in pair.games:
            game.close()
    return pair


def pairing_of(seed: int) -> tuple[Difference, SeatId]:
    """Difference and hiding seat; both go round with the seed."""
    rounds, index = divmod(seed, len(DIFFERENCES))
    difference = DIFFERENCES[index]
    return difference, HIDES_ALONE.get(difference, SEAT_IDS[(rounds + index) % 2])


def check_pair(folder: Path, seed: int, commands: int) -> None:
    """One pair: the difference and the hiding seat go round with the seed."""
    difference, hides = pairing_of(seed)
    pair = played(open_pair(folder, hides, difference, seed), commands, commands // 2)
    assert pair.looks > 300
    assert pair.public_commands >= 10, "a game that ends early has set-up and little more"
    assert pair.edits[0] != pair.edits[1] or difference in ("who bears the Ring", "everything")


@pytest.mark.parametrize("seed", range(SHORT_COUNT))
def test_nobody_can_tell_what_a_seat_hides(tmp_path: Path, seed: int) -> None:
    check_pair(tmp_path, seed, commands=24)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(SHORT_COUNT, FULL_COUNT))
def test_nobody_can_tell_in_long_games(tmp_path: Path, seed: int) -> None:
    check_pair(tmp_path, seed, commands=40)


@pytest.mark.parametrize("difference", OVER_THE_NETWORK)
def test_nobody_can_tell_by_what_the_real_server_sends(
    tmp_path: Path, difference: Difference
) -> None:
    hides = SEAT_IDS[OVER_THE_NETWORK.index(difference) % 2]
    pair = open_pair(tmp_path, hides, difference, seed=5, table=ServedSecretGame)
    played(pair, commands=6, whole_look_every=6)
    for game in pair.games:
        assert isinstance(game, ServedSecretGame)
        assert game.answers > 150


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
    assert f"({SHORT_COUNT} pairs in every test run, {FULL_COUNT} in `make soak`)" in text
    assert f"{len(OVER_THE_NETWORK)} pairs more go through the real web server" in text
    assert f"finds each of {len(LEAKS)} faults" in text
