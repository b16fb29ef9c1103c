from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.border import EyeMessage, MarkerReading, Moved, Placed, Removed, Turned, Undecided
from tests.support.readings import marker_seen as seen
from vision.reading import MarkerSeen
from vision.track import Assignment, Facts, Tracks, adopt, assign, start_tracks

Status = Literal["standing", "hidden", "empty"]


def marker(track: int, reading: MarkerSeen) -> MarkerReading:
    return MarkerReading(
        track=track,
        colour=reading.colour,
        face=reading.face,
        serial=reading.serial,
        x_in=reading.x_in,
        y_in=reading.y_in,
        place=reading.place,
    )


def table(*readings: MarkerSeen) -> Tracks:
    return start_tracks(marker(number, reading) for number, reading in enumerate(readings, 1))


def facts(
    *readings: MarkerSeen,
    empty: tuple[int, ...] = (),
    hidden: tuple[int, ...] = (),
    quiet: bool = True,
    unsettled: tuple[str, ...] = (),
    removable: tuple[int, ...] | None = None,
) -> Facts:
    status: dict[int, Status] = dict.fromkeys(empty, "empty")
    status.update(dict.fromkeys(hidden, "hidden"))
    return Facts(
        t_s=1.0,
        readings=readings,
        status=status,
        quiet=quiet,
        unsettled=frozenset(unsettled),
        removable=None if removable is None else frozenset(removable),
    )


def kinds(found: Assignment) -> list[type[EyeMessage]]:
    return [type(message) for message in found.messages]


def test_new_markers_are_placed_with_new_numbers() -> None:
    found = assign(Tracks(), facts(seen(2, 2), seen(5, 5, serial=7)))
    assert kinds(found) == [Placed, Placed]
    assert sorted(found.tracks.standing) == [1, 2]
    assert found.tracks.next_number == 3


def test_numbers_go_on_after_a_restart() -> None:
    tracks = start_tracks([marker(41, seen(2, 2))], next_number=50)
    assert assign(tracks, facts(seen(9, 9))).tracks.next_number == 51
    assert start_tracks([marker(41, seen(2, 2))]).next_number == 42


def test_one_gone_and_one_new_of_a_colour_is_a_move_even_with_another_face() -> None:
    tracks = table(seen(2, 2), seen(8, 8))
    found = assign(tracks, facts(seen(5, 5, face=4), empty=(1,)))
    assert kinds(found) == [Moved]
    move = found.messages[0]
    assert isinstance(move, Moved)
    assert (move.before.place, move.marker.place, move.marker.face, move.marker.track) == (
        "2,2",
        "5,5",
        4,
        1,
    )


def test_another_colour_is_no_explanation() -> None:
    tracks = table(seen(2, 2, "green"))
    found = assign(tracks, facts(seen(5, 5, "red"), empty=(1,)))
    assert sorted(kind.__name__ for kind in kinds(found)) == ["Placed", "Removed"]


def test_another_face_at_the_same_place_is_a_turn() -> None:
    tracks = table(seen(2, 2, place="here"))
    found = assign(tracks, facts(seen(2.3, 2, face=3, place="here"), empty=(1,)))
    assert kinds(found) == [Turned]


def test_a_marker_put_back_in_its_hex_is_no_news_but_its_spot_is_noted() -> None:
    tracks = table(seen(2, 2, place="here"))
    found = assign(tracks, facts(seen(2.3, 2, place="here"), empty=(1,)))
    assert kinds(found) == []
    assert found.tracks.standing[1].marker.x_in == 2.3


def test_a_marker_that_hardly_moved_keeps_its_place_label() -> None:
    tracks = table(seen(2, 2, place="here"))
    assert kinds(assign(tracks, facts(seen(2.1, 2, place="there"), empty=(1,)))) == []
    assert kinds(assign(tracks, facts(seen(2.2, 2, place="there"), empty=(1,)))) == [Moved]


def test_several_of_a_colour_at_once_are_left_undecided() -> None:
    tracks = table(seen(2, 2), seen(8, 8), seen(15, 15))
    found = assign(tracks, facts(seen(3, 9), seen(9, 3), empty=(1, 2)))
    assert kinds(found) == [Undecided]
    message = found.messages[0]
    assert isinstance(message, Undecided)
    assert message.tracks == (1, 2)
    assert [where.place for where in message.now] == ["9,3", "3,9"]
    assert {where.track for where in message.now} == {1, 2}


def test_two_gone_and_one_new_is_undecided_over_both() -> None:
    found = assign(table(seen(2, 2), seen(8, 8)), facts(seen(3, 9), empty=(1, 2)))
    message = found.messages[0]
    assert isinstance(message, Undecided)
    assert (message.tracks, len(message.now)) == ((1, 2), 1)
    assert len(found.tracks.standing) == 1


def test_one_gone_and_two_new_names_a_new_number_too() -> None:
    found = assign(table(seen(2, 2)), facts(seen(3, 9), seen(9, 3), empty=(1,)))
    message = found.messages[0]
    assert isinstance(message, Undecided)
    assert message.tracks == (1, 2)


def test_colours_are_decided_apart() -> None:
    tracks = table(seen(2, 2, "green"), seen(8, 8, "red"))
    found = assign(tracks, facts(seen(3, 9, "red"), seen(9, 3, "green"), empty=(1, 2)))
    assert kinds(found) == [Moved, Moved]


@pytest.mark.parametrize(
    "waiting",
    [
        facts(empty=(1,), quiet=False),
        facts(seen(5, 5), empty=(1,), hidden=(2,), quiet=False),
        facts(seen(5, 5), empty=(1,), unsettled=("green",)),
        facts(seen(5, 5), empty=(1, 2), quiet=False),
        facts(empty=(1,), removable=()),
    ],
    ids=["in the hand", "another under the hand", "unsettled", "another in the hand", "unproven"],
)
def test_what_cannot_be_told_yet_waits(waiting: Facts) -> None:
    tracks = table(seen(2, 2), seen(8, 8))
    found = assign(tracks, waiting)
    assert found.messages == ()
    assert found.tracks == tracks


def test_a_move_is_told_while_the_hand_is_elsewhere_if_no_other_can_be_meant() -> None:
    tracks = table(seen(2, 2), seen(8, 8))
    assert kinds(assign(tracks, facts(seen(5, 5), empty=(1,), quiet=False))) == [Moved]


def test_serial_markers_are_followed_by_their_serials() -> None:
    tracks = table(seen(2, 2, serial=4), seen(8, 8, serial=5))
    found = assign(tracks, facts(seen(8, 2, serial=5), seen(2, 8, serial=4), empty=(1, 2)))
    assert kinds(found) == [Moved, Moved]
    assert found.tracks.standing[1].marker.place == "2,8"


def test_a_serial_read_twice_does_not_move_the_one_that_stands() -> None:
    tracks = table(seen(2, 2, serial=4))
    assert assign(tracks, facts(seen(9, 9, serial=4))).messages == ()


def test_a_serial_marker_gets_its_number_again() -> None:
    tracks = table(seen(2, 2, serial=4))
    gone = assign(tracks, facts(empty=(1,)))
    assert kinds(gone) == [Removed]
    back = assign(gone.tracks, facts(seen(9, 9, serial=4)))
    assert kinds(back) == [Placed]
    assert list(back.tracks.standing) == [1]


def test_a_serial_marker_off_the_table_at_a_restart_gets_its_number_again() -> None:
    tracks = start_tracks([marker(3, seen(2, 2, serial=9))], 5, {9: 3, 4: 2})
    back = assign(tracks, facts(seen(9, 9, serial=4), seen(5, 5, serial=6)))
    assert kinds(back) == [Placed, Placed]
    assert sorted(back.tracks.standing) == [2, 3, 5]
    assert start_tracks([], 1, {4: 8}).next_number == 9


def test_a_marker_is_adopted_whatever_stands() -> None:
    found = adopt(table(seen(2, 2)), seen(5, 5), 3.0)
    assert kinds(found) == [Placed]
    assert sorted(found.tracks.standing) == [1, 2]


spots = st.tuples(st.integers(0, 25), st.integers(0, 20))


@given(
    before=st.lists(spots, unique=True, min_size=1, max_size=8),
    after=st.lists(spots, unique=True, max_size=8),
)
def test_no_cube_is_ever_two_and_no_identity_is_guessed(
    before: list[tuple[int, int]], after: list[tuple[int, int]]
) -> None:
    tracks = table(*(seen(x, y) for x, y in before))
    stays = [number for number, spot in enumerate(before, 1) if spot in after]
    gone = tuple(number for number in range(1, len(before) + 1) if number not in stays)
    new = [seen(x, y) for x, y in after if (x, y) not in before]
    found = assign(tracks, facts(*new, empty=gone))
    places = [track.marker.place for track in found.tracks.standing.values()]
    assert sorted(places) == sorted(f"{x},{y}" for x, y in after)
    for number in stays:
        assert found.tracks.standing[number] == tracks.standing[number]
    if len(gone) > 1 and new:
        assert kinds(found) == [Undecided]
    if len(gone) == len(new) == 1:
        assert kinds(found) == [Moved]
