"""What a new public view brings over the one before, as facts. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

import msgspec

from companion.hall.messages import (
    AnyFact,
    Asked,
    Ended,
    Looked,
    Marker,
    MarkerGone,
    MarkerSet,
    Said,
    Stands,
)
from companion.table.ids import PUBLIC
from companion.table.views import Explained, Log, Map, Prompt, Status, View, Widget

W = TypeVar("W", bound=Widget)

NOTHING_SAID: Final = 0


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What the hall has been told of the open game: enough to find out what is new.

    Attributes:
        stands, asks, looked, verdict: as last told.
        lines: number of the last line of the log.
        last: that line.
        markers: the markers on the table, in the order of the view.
    """

    stands: Stands | None = None
    asks: str = ""
    looked: Looked | None = None
    verdict: str = ""
    lines: int = NOTHING_SAID
    last: str = ""
    markers: tuple[Marker, ...] = ()


class NotPublicError(ValueError):
    """A view was to be told to the hall that is not everybody's."""


def news(before: Known, view: View) -> tuple[tuple[AnyFact, ...], Known]:
    """Facts that a view adds to what is known, and what is known then.

    Raises:
        NotPublicError: the view is a seat's, or a part of it is secret.
    """
    check_public(view)
    after = known_from(view, before)
    return tuple(_facts(before, after, view)), after


def check_public(view: View) -> None:
    """See that a view is everybody's.

    Raises:
        NotPublicError: it is not.
    """
    if view.seat != PUBLIC or any(region.secret for region in view.regions):
        raise NotPublicError("the hall is told of the public view alone")


def known_from(view: View, before: Known) -> Known:
    """What a view tells; of the log, what was read once stays read."""
    status = next(_all(view, Status), None)
    prompt = next(_all(view, Prompt), None)
    explained = next(_all(view, Explained), None)
    lines = [line for log in _all(view, Log) for line in log.lines]
    return Known(
        stands=None if status is None else _stands(status),
        asks="" if prompt is None else prompt.sentence,
        looked=None if explained is None else _looked(explained),
        verdict="" if status is None else status.verdict,
        lines=max([before.lines, *(line.number for line in lines)]),
        last=lines[-1].text if lines else before.last,
        markers=tuple(
            Marker(
                piece=piece.id,
                colour=piece.colour,
                mode=piece.mode,
                face=piece.face,
                place=piece.place,
                x_in=piece.x_in,
                y_in=piece.y_in,
            )
            for drawn in _all(view, Map)
            for piece in drawn.pieces
        ),
    )


def _facts(before: Known, after: Known, view: View) -> Iterator[AnyFact]:
    yield from _moved(before, after)
    for log in _all(view, Log):
        for line in log.lines:
            if line.number > before.lines:
                yield Said(
                    number=line.number,
                    text=line.text,
                    section=line.section,
                    heading=line.heading,
                )
    if after.looked is not None and after.looked != before.looked:
        yield after.looked
    if after.stands is not None and after.stands != before.stands:
        yield after.stands
    if after.asks != before.asks:
        yield Asked(sentence=after.asks)
    if after.verdict != before.verdict:
        yield Ended(verdict=after.verdict)


def _moved(before: Known, after: Known) -> Iterator[MarkerSet | MarkerGone]:
    was = {marker.piece: marker for marker in before.markers}
    for marker in after.markers:
        stood = was.pop(marker.piece, None)
        if stood != marker:
            yield MarkerSet(marker=marker, before="" if stood is None else stood.place)
    for gone in was.values():
        yield MarkerGone(piece=gone.piece, before=gone.place)


def _all(view: View, kind: type[W]) -> Iterator[W]:
    return (w for region in view.regions for w in region.widgets if isinstance(w, kind))


def _stands(status: Status) -> Stands:
    return Stands(
        turn=status.turn,
        player_turn=status.player_turn,
        phase=next((space.label for space in status.phases if space.current), ""),
        step=status.step,
        sample=status.sample,
    )


def _looked(explained: Explained) -> Looked:
    return Looked(
        title=explained.title,
        total=explained.total,
        result=explained.result,
        meaning=explained.meaning,
    )
