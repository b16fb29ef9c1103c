"""What everybody knew together: for games that have ended, and for nothing else.

It is put together out of the seats' own views, so it knows no game. No screen of a game that is
being played may ever be made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from companion.table.game import Game
from companion.table.ids import PUBLIC, PieceId, SeatId
from companion.table.values import Seat
from companion.table.views import BoxGrid, Map, Region, View, Widget
from webui.ports import ALL

State = TypeVar("State")


def look_into(game: Game[State], seats: Sequence[Seat]) -> Callable[[State, SeatId], View]:
    """The views of an ended game, that of `ALL` among them.

    Args:
        game: the rules.
        seats: who played.
    """

    def look(state: State, viewer: SeatId) -> View:
        if viewer != ALL:
            return game.view(state, viewer)
        own = [(seat, game.view(state, seat.id)) for seat in seats]
        return all_knowing(game.view(state, PUBLIC), own)

    return look


def all_knowing(public: View, own: Sequence[tuple[Seat, View]]) -> View:
    """One view of what everybody may see and of what each seat alone knew.

    Args:
        public: the public view.
        own: each seat with its view at the same moment.

    Returns:
        The public regions, markers on the map with the names that their owners know them by, and
        after them each seat's secret regions under the name of the seat.
    """
    names = {
        piece.id: piece.name
        for _, view in own
        for map_ in _maps(view)
        for piece in map_.pieces
        if piece.name
    }
    regions = [
        msgspec.structs.replace(
            region, widgets=tuple(_named(widget, names) for widget in region.widgets)
        )
        for region in public.regions
    ]
    for seat, view in own:
        regions += [_opened(region, seat) for region in view.regions if _is_own(region, public)]
    return View(seat=ALL, title=public.title, regions=tuple(regions))


def _is_own(region: Region, public: View) -> bool:
    """Whether a region holds what its seat alone may see."""
    return region.role == "tab" and region != public.region(region.name) and region.secret


def _opened(region: Region, seat: Seat) -> Region:
    return msgspec.structs.replace(
        region,
        name=f"{seat.id}-{region.name}",
        title=f"{seat.title}: {region.title}",
        widgets=tuple(_told_to_all(widget) for widget in region.widgets),
        secret=False,
    )


def _told_to_all(widget: Widget) -> Widget:
    """Without the line that says that its owner alone sees it."""
    return msgspec.structs.replace(widget, note="") if isinstance(widget, BoxGrid) else widget


def _maps(view: View) -> tuple[Map, ...]:
    return tuple(
        widget for region in view.regions for widget in region.widgets if isinstance(widget, Map)
    )


def _named(widget: Widget, names: Mapping[PieceId, str]) -> Widget:
    if not isinstance(widget, Map):
        return widget
    pieces = tuple(
        msgspec.structs.replace(piece, name=names.get(piece.id, piece.name))
        for piece in widget.pieces
    )
    return msgspec.structs.replace(widget, pieces=pieces)
