"""Markers around a move: splits, rumors, joining, supply (7.1, 7.2, 7.8)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.rules.movement_markers import (
    crowded_guardians,
    is_too_large,
    joined_face,
    joining,
    most_markers,
    over_supply,
    split_breaches,
)
from companion.table.ids import PieceId
from companion.table.values import Piece


def _piece(number: int, place: str = "9,de", face: int = 3, colour: str = "green") -> Piece:
    return Piece(id=PieceId(number), colour=colour, face=face, x_in=1.0, y_in=1.0, place=place)


def _at_sea(piece: Piece) -> bool:
    """A ship, on a map where every hex is coastal."""
    return piece.face == 5


def _on_land(piece: Piece) -> bool:
    """On a map without a sea."""
    return False


def _sections(breaches: tuple[object, ...]) -> list[str]:
    return [str(getattr(breach, "section", "")) for breach in breaches]


@pytest.mark.rule("FOTR-105")
def test_each_marker_may_make_one_rumor() -> None:
    start = [_piece(1)]
    assert split_breaches(start, [_piece(1), _piece(2)], (), 2) == ()
    found = split_breaches(start, [_piece(1), _piece(2), _piece(3)], (), 2)
    assert _sections(found) == ["7.2"]


@pytest.mark.rule("FOTR-104", "FOTR-105")
def test_a_revealed_group_may_stand_with_three_more() -> None:
    start = [_piece(1)]
    four = [_piece(number) for number in (1, 2, 3, 4)]
    assert split_breaches(start, four, {PieceId(1)}, 2) == ()
    assert split_breaches(start, four, {PieceId(3)}, 2) == ()
    five = [*four, _piece(5)]
    assert _sections(split_breaches(start, five, {PieceId(1)}, 2)) == ["7.2"]


@pytest.mark.rule("FOTR-104")
def test_new_markers_show_the_mode_of_the_one_they_left() -> None:
    found = split_breaches([_piece(1, face=3)], [_piece(1, face=3), _piece(2, face=4)], (), 2)
    assert "mode" in found[0].text


@pytest.mark.rule("FOTR-070", "FOTR-104")
@pytest.mark.parametrize(("place", "flagged"), [("24,m", False), ("24,l", True)])
def test_a_nazgul_stays_dormant_in_barad_dur_alone(place: str, *, flagged: bool) -> None:
    rider = _piece(1, place, face=4, colour="red")
    both = [rider, _piece(2, place, face=6, colour="red")]
    assert bool(split_breaches([rider], both, (), 2)) is flagged


@pytest.mark.rule("FOTR-104")
def test_new_markers_need_a_mobilized_one_to_come_from() -> None:
    nowhere = split_breaches([_piece(1)], [_piece(1), _piece(2, "20,h")], (), 2)
    assert "20,h" in nowhere[0].text
    dormant = _piece(1, face=6, colour="red")
    found = split_breaches([dormant], [dormant, _piece(2, face=6, colour="red")], (), 2)
    assert "mobilized" in found[0].text


@pytest.mark.rule("FOTR-105")
def test_the_shire_may_hide_three_rumors_on_the_first_turn() -> None:
    assert most_markers("4,f", revealed=False, turn=1) == 4
    assert most_markers("4,f", revealed=False, turn=2) == 2
    assert most_markers("6,f", revealed=False, turn=1) == 2


@pytest.mark.rule("FOTR-006")
def test_no_more_markers_than_the_box_holds() -> None:
    plenty = [_piece(number) for number in range(28)]
    assert over_supply(plenty) == ()
    assert over_supply([*plenty, _piece(28)]) == (MarkerType.FELLOWSHIP,)


@pytest.mark.rule("FOTR-128", "FOTR-103")
def test_like_markers_in_one_hex_join_but_not_sea_with_land() -> None:
    on_foot, riding, sailing = _piece(1), _piece(2, face=4), _piece(3, face=5)
    red = _piece(4, colour="red")
    assert joining([on_foot, riding, sailing, red], _at_sea) == ((on_foot, riding),)
    assert joining([on_foot, _piece(5, "10,e")], _at_sea) == ()
    # A boat on a river is on land.
    assert joining([on_foot, sailing], _on_land) == ((on_foot, sailing),)


@pytest.mark.rule("FOTR-130")
def test_the_combined_marker_keeps_a_common_mode_or_walks() -> None:
    assert joined_face([_piece(1, face=4), _piece(2, face=4)]) == 4
    assert joined_face([_piece(1, face=4), _piece(2, face=2)]) == 3


@pytest.mark.rule("FOTR-131")
def test_guardians_never_combine_and_one_may_end_in_a_hex() -> None:
    two = [_piece(1, colour="black"), _piece(2, colour="black")]
    assert joining(two, _at_sea) == ()
    assert crowded_guardians(two) == (tuple(two),)
    assert crowded_guardians([two[0], _piece(3, colour="red")]) == ()


@pytest.mark.rule("FOTR-131", "FOTR-060")
def test_red_and_white_join_with_their_own_kind_but_not_dormant_ones() -> None:
    red = [_piece(1, colour="red"), _piece(2, colour="red")]
    white = [_piece(3, colour="white"), _piece(4, colour="white")]
    assert set(joining([*red, *white], _at_sea)) == {tuple(red), tuple(white)}
    assert joining([red[0], _piece(5, face=6, colour="red")], _at_sea) == ()


@pytest.mark.rule("FOTR-129")
def test_more_than_seven_is_too_many_outside_a_haven() -> None:
    assert not is_too_large(14, in_haven=False)
    assert is_too_large(15, in_haven=False)
    assert not is_too_large(18, in_haven=True)
