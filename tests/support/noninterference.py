"""The secrecy test: games that differ only in what one seat hides look the same to all others.

A script plays a game and yields whenever the others may look. It is run once with each secret; at
every yield the views of all other viewers are compared as bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from companion.table.ids import SeatId
from tests.support.fellowship import VIEWERS, Play

Secret = TypeVar("Secret")
Script = Callable[[Play, Secret], Iterator[None]]


def encoded(play: Play, viewer: SeatId) -> bytes:
    """A viewer's whole screen as bytes."""
    return msgspec.json.encode(play.view(viewer))


def assert_hidden(script: Script[Secret], hides: SeatId, secrets: list[Secret], box: str) -> int:
    """Run a script with each secret and compare what everybody but `hides` sees.

    Returns:
        How many screens were compared.
    """
    plays = [Play(box) for _ in secrets]
    runs = [script(play, secret) for play, secret in zip(plays, secrets, strict=True)]
    compared = 0
    while True:
        alive = [next(run, run) is None for run in runs]
        assert len(set(alive)) == 1, "the scripts look at different moments"
        for viewer in VIEWERS:
            if viewer == hides:
                continue
            first, *others = (encoded(play, viewer) for play in plays)
            for other in others:
                assert other == first, f"{viewer} sees a difference at step {plays[0].step}"
                compared += 1
        if not alive[0]:
            return compared
