"""Markers on markers: which one carries which, and what goes along."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest

from companion.border import MarkerReading, Moved, Removed
from companion.table.pieces import piece_of
from tests.support.readings import marker_seen
from vision.reading import MarkerSeen
from vision.stacks import find_below, find_raised, find_rider
from vision.track import Facts, Tracks, assign, raise_stacked, start_tracks


def marker(track: int, at: tuple[float, float], z_in: float, colour: str) -> MarkerReading:
    return MarkerReading(
        track=track,
        colour=colour,
        face=1,
        x_in=at[0],
        y_in=at[1],
        z_in=z_in,
        place=f"{round(at[0])},{round(at[1])}",
    )


def seen(at: tuple[float, float], z_in: float, colour: str) -> MarkerSeen:
    return marker_seen(*at, z_in=z_in, colour=colour)


HERE, THERE = (4.0, 4.0), (9.0, 9.0)
LOWER, MIDDLE, UPPER = (
    marker(1, HERE, 0.5, "green"),
    marker(2, HERE, 1.0, "white"),
    marker(3, HERE, 1.5, "black"),
)


def stack() -> Tracks:
    return start_tracks([LOWER, MIDDLE, UPPER])


def test_markers_know_what_they_stand_on() -> None:
    standing = stack().standing
    assert [standing[number].upon for number in (1, 2, 3)] == [None, 1, 2]
    assert find_below(3, UPPER, {1: standing[1]}) == 1
    assert find_rider(1, standing) is None


@pytest.mark.parametrize(("z_in", "along"), [(1.5, True), (0.5, False)])
def test_lower_markers_go_along_only_if_the_upper_one_stands_as_high(
    z_in: float, *, along: bool
) -> None:
    facts = Facts(
        t_s=1.0,
        readings=(seen(THERE, z_in, "black"),),
        status={1: "empty", 2: "empty", 3: "empty"},
    )
    found = assign(stack(), facts)
    kinds = [type(message) for message in found.messages]
    assert kinds == ([Moved] * 3 if along else [Moved, Removed, Removed])
    if along:
        heights = [found.tracks.standing[number].marker.z_in for number in (1, 2, 3)]
        assert heights == [0.5, 1.0, 1.5]
        assert {track.marker.place for track in found.tracks.standing.values()} == {"9,9"}


def test_a_marker_stacked_in_its_own_hex_is_raised_after_a_restart() -> None:
    flat = start_tracks([LOWER, msgspec.structs.replace(MIDDLE, z_in=0.5)])
    reading = seen(HERE, 1.0, "white")
    assert find_raised(reading, flat.standing) == 2
    raised = raise_stacked(flat, [reading])
    assert raised.standing[2].marker.z_in == 1.0
    assert raised.standing[2].upon == 1
    assert find_raised(reading, raised.standing) is None
    assert find_raised(dataclasses.replace(reading, colour="red"), flat.standing) is None
    assert find_raised(reading, {2: flat.standing[2]}) is None


def test_a_new_marker_waits_while_a_hand_at_rest_hides_one_like_it() -> None:
    tracks = start_tracks([LOWER])
    facts = Facts(
        t_s=1.0, readings=(seen(THERE, 0.5, "green"),), status={1: "hidden"}, resting=True
    )
    assert assign(tracks, facts).messages == ()
    assert len(assign(tracks, dataclasses.replace(facts, resting=False)).messages) == 1


def test_the_table_keeps_heights_for_the_eye() -> None:
    assert piece_of(UPPER).z_in == 1.5
