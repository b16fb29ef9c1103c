"""The fold of marker events, and what sightings add to it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.border import (
    EyeMessage,
    EyeState,
    MarkerReading,
    Moved,
    Placed,
    Removed,
    Turned,
    Undecided,
)
from companion.table.events import (
    Event,
    MarkerMoved,
    MarkerPlaced,
    MarkerRemoved,
    MarkersUndecided,
    MarkerTurned,
)
from companion.table.ids import PieceId
from companion.table.pieces import (
    FIRST_HAND_ID,
    PieceTable,
    changes,
    fold_pieces,
    piece_of,
    sighting_events,
)

_PLACES = {"4,f": (2.0, 6.0), "5,ef": (3.0, 5.5), "12,e": (8.0, 5.0)}


def _reading(track: int, place: str = "4,f", face: int = 2, colour: str = "green") -> MarkerReading:
    x_in, y_in = _PLACES[place]
    return MarkerReading(track=track, colour=colour, face=face, x_in=x_in, y_in=y_in, place=place)


def _fold(table: PieceTable, events: tuple[Event, ...]) -> PieceTable:
    for event in events:
        table = fold_pieces(table, event)
    return table


def _see(table: PieceTable, message: EyeMessage) -> PieceTable:
    return _fold(table, sighting_events(table, message))


def test_placed_marker_stands_where_it_was_seen() -> None:
    table = _see(PieceTable(), Placed(t_s=0, marker=_reading(7)))
    assert table.find(7) == piece_of(_reading(7))
    assert [piece.id for piece in table.at("4,f")] == [7]


def test_a_marker_that_the_eye_moves_unseen_is_put_down() -> None:
    marker = _reading(7, "5,ef")
    events = sighting_events(PieceTable(), Moved(t_s=0, marker=marker, before=_reading(7)))
    assert events == (MarkerPlaced(piece=piece_of(marker)),)


def test_moved_turned_and_removed_become_facts() -> None:
    table = _see(PieceTable(), Placed(t_s=0, marker=_reading(7)))
    there = _reading(7, "5,ef")
    moved = sighting_events(table, Moved(t_s=1, marker=there, before=_reading(7)))
    assert moved == (MarkerMoved(piece=piece_of(there)),)
    table = _fold(table, moved)
    turned = sighting_events(table, Turned(t_s=2, marker=_reading(7, "5,ef", 3), before=there))
    assert turned == (MarkerTurned(piece=PieceId(7), face=3),)
    table = _fold(table, turned)
    assert sighting_events(table, Removed(t_s=3, marker=there)) == (
        MarkerRemoved(piece=PieceId(7)),
    )


def test_a_nudge_inside_the_same_place_is_no_move() -> None:
    table = _see(PieceTable(), Placed(t_s=0, marker=_reading(7)))
    nudged = MarkerReading(track=7, colour="green", face=2, x_in=2.05, y_in=6.0, place="4,f")
    assert sighting_events(table, Moved(t_s=1, marker=nudged, before=_reading(7))) == ()


def test_a_marker_nobody_knows_is_not_removed() -> None:
    assert sighting_events(PieceTable(), Removed(t_s=0, marker=_reading(9))) == ()


def test_the_eye_s_own_state_is_no_fact_of_the_table() -> None:
    assert sighting_events(PieceTable(), EyeState(t_s=0, state="lost", reason="dark")) == ()


def test_a_new_doubt_about_the_same_markers_takes_the_place_of_the_old_one() -> None:
    table = PieceTable()
    for track in (1, 2):
        table = _see(table, Placed(t_s=0, marker=_reading(track)))
    doubt = Undecided(t_s=1, tracks=(2, 1), now=(_reading(1, "5,ef"), _reading(2, "12,e")))
    events = sighting_events(table, doubt)
    assert isinstance(events[0], MarkersUndecided)
    assert events[0].pieces == (1, 2)
    table = _fold(table, events)
    again = Undecided(t_s=2, tracks=(1, 2), now=(_reading(1, "12,e"), _reading(2, "5,ef")))
    table = _see(table, again)
    assert [known.number for known in table.undecided] == [2]


_readings = st.builds(
    _reading,
    st.integers(1, 5),
    st.sampled_from(sorted(_PLACES)),
    st.integers(1, 6),
    st.sampled_from(["green", "red"]),
)
_messages = st.one_of(
    st.builds(Placed, t_s=st.just(0.0), marker=_readings),
    st.builds(Moved, t_s=st.just(0.0), marker=_readings, before=_readings),
    st.builds(Turned, t_s=st.just(0.0), marker=_readings, before=_readings),
    st.builds(Removed, t_s=st.just(0.0), marker=_readings),
    st.builds(
        lambda now: Undecided(t_s=0.0, tracks=tuple(r.track for r in now), now=tuple(now)),
        st.lists(_readings, min_size=2, max_size=3, unique_by=lambda reading: reading.track),
    ),
)


@given(st.lists(_messages, max_size=12))
def test_saying_the_same_thing_twice_adds_nothing(messages: list[EyeMessage]) -> None:
    table = PieceTable()
    for message in messages:
        table = _see(table, message)
        assert sighting_events(table, message) == ()


@given(st.lists(_messages, max_size=12))
def test_changes_between_two_tables_lead_from_one_to_the_other(messages: list[EyeMessage]) -> None:
    before = after = PieceTable()
    for message in messages:
        after = _see(after, message)
    found = changes(before, after)
    assert {c.piece.id for c in found} == set(after.pieces)
    assert changes(after, after) == ()
    assert all(c.before is not None and c.after is None for c in changes(after, before))


def test_hand_numbers_start_apart_from_the_eye_s() -> None:
    assert PieceTable().next_hand_id() == FIRST_HAND_ID
    table = _see(PieceTable(), Placed(t_s=0, marker=_reading(1)))
    piece = piece_of(_reading(FIRST_HAND_ID))
    table = fold_pieces(table, MarkerPlaced(piece=piece))
    assert table.next_hand_id() == FIRST_HAND_ID + 1
    # Whatever was said of the one that is gone is not said of the next.
    table = fold_pieces(table, MarkerRemoved(piece=piece.id))
    assert table.next_hand_id() == FIRST_HAND_ID + 1
