"""Wounds, rumors that stray, markers that split and join, at their bounds (6.13, 7.1, 7.8)."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.facts.names import (
    Mode,
    Race,
)
from companion.games.fellowship.rules.health import (
    Change,
    Condition,
    Damage,
    Surroundings,
    character_after,
    condition,
    minion_after,
    told,
)
from companion.games.fellowship.rules.movement_markers import (
    crowded_guardians,
    is_too_large,
    joined_face,
    joining,
    mode_of,
    most_markers,
    over_supply,
    split_breaches,
)
from companion.games.fellowship.rules.rumor_limit import strayed
from companion.table.ids import PieceId
from companion.table.values import Piece
from tests.support.fellowship import piece_at

# --- Wounds -------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-052", "FOTR-159")
@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        (0, Condition.UNHURT),
        (1, Condition.WOUNDED),
        (4, Condition.WOUNDED),
        (5, Condition.UNCONSCIOUS),
        (8, Condition.UNCONSCIOUS),
        (9, Condition.DEAD),
    ],
)
def test_over_the_endurance_down_and_over_twice_dead(boxes: int, expected: Condition) -> None:
    for damage in (Damage(boxes, 0), Damage(0, boxes)):
        assert condition(damage, 4) is expected
        leaves = Condition.LEAVES if boxes > 4 else expected
        assert condition(damage, 4, leaves=True) is leaves
        assert condition(damage, None) is (Condition.OPEN if boxes else Condition.UNHURT)


def test_nothing_is_said_of_a_place_until_it_is() -> None:
    assert not any(msgspec.structs.asdict(Surroundings()).values())
    assert Damage().total == 0
    assert [Damage(*boxes).words for boxes in ((0, 0), (2, 0), (0, 1), (2, 1))] == [
        "none",
        "2 normal",
        "1 diseased",
        "2 normal, 1 diseased",
    ]


@pytest.mark.rule("FOTR-049", "FOTR-051", "FOTR-206")
def test_gollum_heals_twice_as_fast_and_all_is_normal() -> None:
    def after(*boxes: int, haven: bool = False) -> tuple[int, int]:
        where = Surroundings(haven=haven)
        found = character_after(Damage(*boxes), Race.HOBBIT, where, is_gollum=True)
        return found.normal, found.diseased

    assert after(5, 4) == (7, 0)
    assert after(5, 4, haven=True) == (1, 0)
    assert after(1, 0) == (0, 0)


@pytest.mark.rule("FOTR-073")
def test_minions_heal_normal_boxes_before_others() -> None:
    home, abroad, north = Surroundings(haven=True), Surroundings(), Surroundings(wastes=True)
    cases = {
        (4, 2, abroad, False): (3, 2),
        (0, 2, abroad, False): (0, 1),
        (4, 2, home, False): (1, 2),
        (2, 2, home, False): (0, 1),
        (0, 1, home, False): (0, 0),
        (1, 2, north, False): (0, 2),
        (1, 2, north, True): (3, 2),
    }
    for (normal, diseased, where, agent), left in cases.items():
        found = minion_after(Damage(normal, diseased), where, is_agent=agent)
        assert (found.normal, found.diseased) == left


@pytest.mark.rule("FOTR-048")
def test_the_opponent_is_told_races_and_boxes_alone() -> None:
    changes = [
        Change(Race.OTHER, Damage(0, 0), Damage(1, 0)),
        Change(Race.MAN, Damage(3, 0), Damage(2, 2)),
        Change(Race.HOBBIT, Damage(0, 1), Damage(2, 0)),
        Change(Race.ELF, Damage(1, 1), Damage(1, 1)),
    ]
    assert told(changes) == (
        "Hobbit: 2 normal boxes marked, 1 diseased box recovered",
        "Man: 1 normal box recovered, 2 diseased boxes marked",
        "No named race: 1 normal box marked",
    )


# --- Rumors that stray, markers that split and join ---------------------------------------------


@pytest.mark.rule("FOTR-244")
def test_who_goes_far_ends_within_two_hexes_of_one_who_began_beside_it() -> None:
    starts = {PieceId(1): "8,h", PieceId(2): "8,h", PieceId(3): "9,gh"}

    def found(place: str, crossed: int, other: str = "8,h") -> list[int]:
        pieces = [
            piece_at(1, "green", 4, place),
            piece_at(2, "green", 3, other),
            piece_at(3, "green", 3, place),
        ]
        ways = {PieceId(1): (True,) * crossed}
        return [one.id for one in strayed(pieces, starts, ways)]

    assert found("8,k", 3) == [1]
    assert found("8,k", 2) == []
    assert found("8,j", 3) == []
    assert found("8,l", 3, "8,j") == []
    assert found("@Northern Sea", 3) == [1]
    assert found("@Northern Sea", 3, "@Northern Sea") == []
    assert found("@Northern Sea", 3, "@Harlindon Coast") == [1]
    lonely = [piece_at(3, "green", 4, "8,m"), piece_at(1, "green", 3, "8,h")]
    assert strayed(lonely, starts, {PieceId(3): (True,) * 4}) == ()
    fresh = [piece_at(4, "green", 4, "8,m"), piece_at(5, "green", 3, "8,h")]
    assert strayed(fresh, starts, {PieceId(4): (True,) * 4}) == ()


@pytest.mark.rule("FOTR-104", "FOTR-105")
def test_how_many_markers_may_stand_in_a_hex_after_splitting() -> None:
    assert most_markers("8,h", revealed=False, turn=1) == 2
    assert most_markers("8,h", revealed=True, turn=1) == 4
    assert [most_markers("4,f", revealed=False, turn=turn) for turn in (1, 2)] == [4, 2]
    before = [piece_at(1, "green", 3, "8,h"), piece_at(9, "green", 3, "12,h")]

    def sections(*new: Piece, groups: tuple[int, ...] = ()) -> list[str]:
        known = [PieceId(number) for number in groups]
        return [one.text for one in split_breaches(before, [*before, *new], known, 3)]

    second, third = piece_at(2, "green", 3, "8,h"), piece_at(3, "green", 3, "8,h")
    assert sections(second) == []
    (many,) = sections(second, third)
    assert many.startswith("3 markers stand in 8,h; at most 2 may, unless one is revealed")
    assert sections(second, third, groups=(1,)) == []
    four = (second, third, piece_at(4, "green", 3, "8,h"), piece_at(5, "green", 3, "8,h"))
    (more,) = sections(*four, groups=(3,))
    assert more == "5 markers stand in 8,h; at most 4 may."
    assert sections(*four[:-1], groups=(1,)) == []
    (face,) = sections(piece_at(2, "green", 4, "8,h"))
    assert "another mode" in face
    (alone,) = sections(piece_at(2, "green", 3, "8,i"))
    assert "no mobilized marker" in alone
    asleep = [piece_at(1, "red", 6, "8,h")]
    (woken,) = split_breaches(asleep, [*asleep, piece_at(2, "red", 6, "8,h")], (), 3)
    assert "no mobilized marker" in woken.text
    assert split_breaches(asleep, asleep, (), 3) == ()


@pytest.mark.rule("FOTR-006")
def test_no_more_markers_than_the_box_has() -> None:
    fifteen = [piece_at(number, "red", 3, "8,h") for number in range(1, 16)]
    assert over_supply(fifteen) == ()
    assert [kind.value for kind in over_supply([*fifteen, piece_at(16, "red", 3, "8,h")])] == [
        "sauronic"
    ]
    assert over_supply([piece_at(number, "purple", 3, "8,h") for number in range(40)]) == ()
    assert mode_of(piece_at(1, "purple", 3, "8,h")) is None
    assert mode_of(piece_at(1, "green", 6, "8,h")) is Mode.FLYING


@pytest.mark.rule("FOTR-128", "FOTR-130", "FOTR-131")
def test_like_markers_join_in_a_hex_and_guardians_crowd_it() -> None:
    pieces = (
        piece_at(4, "green", 3, "8,h"),
        piece_at(1, "green", 4, "8,h"),
        piece_at(2, "green", 5, "8,h"),
        piece_at(3, "red", 3, "8,h"),
        piece_at(5, "red", 6, "8,h"),
        piece_at(6, "red", 6, "8,h"),
        piece_at(7, "black", 3, "8,i"),
        piece_at(8, "black", 3, "8,i"),
        piece_at(9, "black", 3, "8,h"),
        piece_at(10, "black", 3, "8,h/8,i"),
        piece_at(11, "black", 3, "8,h/8,i"),
        piece_at(12, "red", 3, "8,h/8,i"),
        piece_at(13, "red", 3, "8,h/8,i"),
        piece_at(14, "purple", 3, "8,h"),
        piece_at(15, "purple", 3, "8,h"),
        piece_at(16, "red", 4, "8,h"),
    )
    sets = joining(pieces, lambda piece: piece.face == 5)
    assert [[one.id for one in found] for found in sets] == [[1, 4], [3, 16], [5, 6]]
    assert [[one.id for one in found] for found in crowded_guardians(pieces)] == [[7, 8]]
    assert joined_face([pieces[0], pieces[1]]) == 3
    assert joined_face([pieces[1]]) == 4
    with pytest.raises(ValueError, match="at least one"):
        joined_face([])


@pytest.mark.rule("FOTR-129")
def test_seven_is_the_most_outside_a_haven() -> None:
    assert [is_too_large(halves, in_haven=False) for halves in (13, 14, 15)] == [False, False, True]
    assert not is_too_large(30, in_haven=True)
