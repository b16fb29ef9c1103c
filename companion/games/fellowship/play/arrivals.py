"""Markers that come onto the map in a status phase: where they may, and what is flagged."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import msgspec

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.play import MoveFlagged, flag_for
from companion.games.fellowship.facts.names import place_words
from companion.games.fellowship.flow.steps import Events
from companion.games.fellowship.seats import owner_of
from companion.games.fellowship.state import OFF, PublicState
from companion.table.events import Event
from companion.table.pieces import Change
from companion.table.values import Piece


def strangers(
    public: PublicState, seen: tuple[Change, ...], starts: AbstractSet[str], section: str
) -> Events:
    """Flags for markers that were put down elsewhere than at a start, or that moved.

    Args:
        public: the state after the changes.
        seen: what changed; markers that were turned or taken away are not looked at.
        starts: labels of the places where a marker may come onto the map.
        section: the rule that says so.
    """
    found: list[Event] = []
    for change in seen:
        before, after = change.before, change.after
        text = "" if after is None else _words(before, after, starts)
        seat = None if after is None else owner_of(after.colour)
        if after is None or seat is None or not text:
            continue
        flag = flag_for(public, after, before, seat)
        found.append(MoveFlagged(flag=msgspec.structs.replace(flag, text=text, section=section)))
        public = msgspec.structs.replace(public, flag_count=public.flag_count + 1)
    return tuple(found)


def without_newcomers(public: PublicState, seen: tuple[Change, ...]) -> PublicState:
    """The state without the markers that have just been put down.

    What stood there before says where somebody may come into play (6.11, 6.22): a marker that is
    put down does not open its place for itself.
    """
    new = {
        change.after.id
        for change in seen
        if change.after is not None and (change.before is None or change.before.place == OFF)
    }
    pieces = {number: piece for number, piece in public.table.pieces.items() if number not in new}
    table = msgspec.structs.replace(public.table, pieces=pieces)
    return msgspec.structs.replace(public, table=table)


def _words(before: Piece | None, after: Piece, starts: AbstractSet[str]) -> str:
    if after.place == OFF:
        return ""
    if before is not None and before.place != OFF:
        moved = before.place != after.place
        start, end = place_words(before.place), place_words(after.place)
        went = f"The {after.colour} marker went from {start} to {end} in the status phase."
        return went if moved else ""
    place = find_hex(after.place)
    label = after.place if place is None else place.label
    if label in starts or after.place in starts:
        return ""
    where = place_words(after.place)
    return f"A {after.colour} marker was put down at {where}, where nobody mobilizes."
