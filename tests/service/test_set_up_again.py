"""Laying a packed game out again: what is found, what is missing, what is too many."""

from __future__ import annotations

from companion.border import MarkerReading, Moved, Placed, Removed, Turned
from companion.service.set_up import SetUpAgain
from companion.table.ids import PieceId
from companion.table.values import Piece


def piece(number: int, place: str, face: int = 3) -> Piece:
    return Piece(id=PieceId(number), colour="green", face=face, x_in=1.0, y_in=1.0, place=place)


def seen(track: int, place: str, face: int = 3) -> MarkerReading:
    return MarkerReading(track=track, colour="green", face=face, x_in=1.0, y_in=1.0, place=place)


WANTED = (piece(1, "12,e"), piece(2, "12,e"), piece(3, "9,de", 2), piece(4, "off"))


def laid(*, has_eye: bool = True) -> tuple[SetUpAgain, list[str]]:
    told: list[str] = []
    return SetUpAgain(WANTED, has_eye=has_eye, on_done=lambda: told.append("done")), told


def found(set_up: SetUpAgain) -> list[tuple[str, bool]]:
    standing = set_up.standing()
    assert standing is not None
    return [(marker.place, marker.is_there) for marker in standing.markers]


def test_markers_beside_the_map_need_not_be_laid() -> None:
    assert found(laid()[0]) == [("9,de", False), ("12,e", False), ("12,e", False)]


def test_each_marker_is_found_once_by_place_colour_and_side() -> None:
    set_up, _ = laid()
    set_up.hear(Placed(t_s=0, marker=seen(7, "12,e")))
    set_up.hear(Placed(t_s=0, marker=seen(8, "9,de")))
    assert found(set_up) == [("9,de", False), ("12,e", True), ("12,e", False)]
    standing = set_up.standing()
    assert standing is not None
    assert [(one.place, one.face) for one in standing.too_many] == [("9,de", 3)]
    set_up.hear(Turned(t_s=1, marker=seen(8, "9,de", 2), before=seen(8, "9,de")))
    set_up.hear(Placed(t_s=2, marker=seen(9, "8,e")))
    set_up.hear(Moved(t_s=3, marker=seen(9, "12,e"), before=seen(9, "8,e")))
    assert all(is_there for _, is_there in found(set_up))
    set_up.hear(Removed(t_s=4, marker=seen(7, "12,e")))
    assert found(set_up) == [("9,de", True), ("12,e", True), ("12,e", False)]


def test_the_table_is_said_to_be_laid_once() -> None:
    set_up, told = laid(has_eye=False)
    standing = set_up.standing()
    assert standing is not None
    assert not standing.has_eye
    set_up.done()
    set_up.done()
    assert told == ["done"]
    assert set_up.standing() is None
