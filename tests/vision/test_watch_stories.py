"""Stories on a rendered table, each in both schemes: exactly the true events, nothing else."""

from __future__ import annotations

import msgspec
import pytest

from calibration.layout import CoverLayout, LightLayout, sample_layout
from calibration.scheme import SchemeKind, default_scheme
from companion.border import EyeState, Moved, Placed, Removed, Turned, Undecided
from tests.support.table_story import Story, begin, events, reasons, states

BOTH = pytest.mark.parametrize("kind", ["serial", "anonymous"])
GREEN = (0, 1, 2, 3, 4)
WHITE = 6


def place_of(story: Story, index: int) -> str:
    cube = story.layout.cubes[index]
    standing = story.watcher.tracks.standing.values()
    return min(
        (track.marker for track in standing),
        key=lambda m: (m.x_in - cube.x_in) ** 2 + (m.y_in - cube.y_in) ** 2,
    ).place


@BOTH
def test_a_marker_that_is_carried_moves_once_when_the_hand_has_left(kind: SchemeKind) -> None:
    story = begin(kind)
    before = place_of(story, WHITE)
    story.carry(WHITE, (14.2, 14.1), yaw_deg=33.0)
    assert events(story) == []
    left_s = story.pictures / story.fps
    assert [type(message) for message in story.hand_away()] == [Moved]
    assert events(story)[0].t_s - left_s <= 0.5
    move = events(story)[0]
    assert isinstance(move, Moved)
    assert move.before.place == before
    assert move.marker.x_in == pytest.approx(14.2, abs=0.05)
    assert story.show(3) == []
    assert states(story) == ["hand", "registered"]


@BOTH
@pytest.mark.parametrize("nudge_in", [0.02, 0.06])
def test_a_marker_that_is_nudged_once_more_has_moved_all_the_same(
    kind: SchemeKind, nudge_in: float
) -> None:
    story = begin(kind)
    story.show(20)  # ten seconds, after which any marker that is gone may be called removed
    story.set(WHITE, x_in=14.2, y_in=14.1)
    story.show()
    story.set(WHITE, x_in=14.2 + nudge_in, y_in=14.1)
    story.show(4)
    assert [type(message) for message in events(story)] == [Moved]


@BOTH
def test_a_marker_turned_in_place_is_turned(kind: SchemeKind) -> None:
    story = begin(kind)
    cube = story.layout.cubes[3]
    story.grip(3)
    story.set(3, face=5, yaw_deg=cube.yaw_deg + 40, x_in=cube.x_in + 0.06)
    story.hand_at(cube.x_in, cube.y_in)
    story.hand_away()
    assert [type(message) for message in events(story)] == [Turned]


@BOTH
def test_markers_lifted_and_put_back_on_their_hexes_are_no_news(kind: SchemeKind) -> None:
    story = begin(kind)
    for index in (2, 6, 12):
        cube = story.layout.cubes[index]
        story.grip(index)
        story.set(index, z_in=2.0)
        story.hand_at(cube.x_in + 2, cube.y_in + 1)
        story.set(index, z_in=0.5, yaw_deg=cube.yaw_deg + 77, x_in=cube.x_in + 0.1)
        story.hand_at(cube.x_in, cube.y_in)
    story.hand_away()
    story.show(3)
    assert events(story) == []


@BOTH
def test_a_shuffle_of_like_markers_is_told_by_serial_or_left_undecided(kind: SchemeKind) -> None:
    story = begin(kind)
    spots = [(story.layout.cubes[i].x_in, story.layout.cubes[i].y_in) for i in (1, 2, 3)]
    for index in (1, 2, 3):
        story.grip(index)
    for turn, index in enumerate((1, 2, 3)):
        x_in, y_in = spots[(turn + 1) % 3]
        story.set(index, x_in=x_in + 0.03, y_in=y_in - 0.02, yaw_deg=50.0 * turn + 11)
        story.hand_at(x_in, y_in)
    story.hand_away()
    story.show(2)
    told = events(story)
    if kind == "serial":
        assert [type(message) for message in told] == [Moved] * 3
    else:
        assert [type(message) for message in told] == [Undecided]
        assert isinstance(told[0], Undecided)
        assert len(told[0].tracks) == len(told[0].now) == 3


@BOTH
def test_two_like_markers_that_change_places_are_never_taken_for_unmoved(kind: SchemeKind) -> None:
    story = begin(kind)
    one, other = story.layout.cubes[1], story.layout.cubes[2]
    story.grip(1)
    story.grip(2)
    story.set(1, x_in=other.x_in + 0.02, y_in=other.y_in + 0.03, yaw_deg=12.0, face=other.face)
    story.set(2, x_in=one.x_in, y_in=one.y_in - 0.04, yaw_deg=200.0, face=one.face)
    story.hand_at(other.x_in, other.y_in)
    story.hand_away()
    story.show(2)
    told = [type(message) for message in events(story)]
    assert told == ([Moved, Moved] if kind == "serial" else [Undecided])


@BOTH
def test_a_hand_that_rests_for_a_minute_changes_nothing(kind: SchemeKind) -> None:
    story = begin(kind)
    story.fps = 0.5
    story.hand_moves((13.0, 20.0), (12.6, 9.5))
    story.show(28)
    story.hand_away()
    story.show(2)
    assert events(story) == []
    # What has rested for long no longer holds up the rest of the map, and is told.
    assert states(story) == ["hand", "registered", "registered"]
    assert [bool(reason) for reason in reasons(story)] == [False, True, False]


@BOTH
def test_a_marker_that_is_taken_off_is_removed_once_no_hand_can_hold_it(kind: SchemeKind) -> None:
    story = begin(kind)
    story.grip(WHITE)
    story.lift(WHITE)
    story.hand_moves((9.0, 14.0), (9.0, 20.0), 4)
    assert events(story) == []
    story.hand_away()
    assert [type(message) for message in events(story)] == [Removed]


@BOTH
def test_a_marker_that_is_put_down_is_placed(kind: SchemeKind) -> None:
    story = begin(kind)
    cube = story.lift(WHITE)
    story.show(3)
    story.messages.clear()
    story.hand_at(7.2, 7.9)
    story.put(cube, x_in=7.2, y_in=7.9)
    story.hand_at(7.2, 7.9)
    story.hand_away()
    assert [type(message) for message in events(story)] == [Placed]


@BOTH
def test_a_lamp_switched_on_and_off_moves_nothing(kind: SchemeKind) -> None:
    story = begin(kind)
    story.change(
        light=LightLayout(
            gain=1.35, warmth=0.5, falloff=0.3, glare_in=(8.0, 10.0, 2.5), glare_strength=0.8
        )
    )
    story.show(3)
    story.change(light=LightLayout())
    story.show(3)
    assert events(story) == []
    assert "lost" not in states(story)


@pytest.mark.parametrize(
    ("kind", "aim_in", "roll_deg"),
    [
        ("serial", (0.05, -0.03), 0.6),
        ("anonymous", (0.3, -0.4), 1.5),
        ("serial", (-1.1, 0.4), 4.3),
    ],
)
def test_a_push_of_the_camera_moves_no_marker(
    kind: SchemeKind, aim_in: tuple[float, float], roll_deg: float
) -> None:
    story = begin(kind)
    pushed = msgspec.structs.replace(
        story.layout.camera, aim_x_in=aim_in[0], aim_y_in=aim_in[1], roll_deg=roll_deg
    )
    story.change(camera=pushed)
    story.show(6)
    assert events(story) == []
    assert states(story) == ["lost", "registered"]
    story.carry(WHITE, (14.2, 14.1))
    story.hand_away()
    assert [type(message) for message in events(story)] == [Moved]


@BOTH
def test_a_marker_moved_while_a_hand_pushes_the_map_moves_once(kind: SchemeKind) -> None:
    story = begin(kind)
    story.grip(WHITE)
    story.change(camera=msgspec.structs.replace(story.layout.camera, aim_x_in=0.3, roll_deg=1.2))
    story.set(WHITE, x_in=14.2, y_in=14.1)
    story.hand_moves((14.2, 14.1), (14.6, 19.0), 4)
    story.hand_away(3)
    assert [type(message) for message in events(story)] == [Moved]


@BOTH
def test_a_card_laid_over_a_marker_hides_it_and_no_more(kind: SchemeKind) -> None:
    story = begin(kind)
    cube = story.layout.cubes[5]
    story.hand_at(cube.x_in, cube.y_in)
    story.change(covers=(CoverLayout(x_in=cube.x_in, y_in=cube.y_in),), cubes=story.layout.cubes)
    hidden = story.lift(5)
    story.hand_away(3)
    story.hand_at(cube.x_in, cube.y_in)
    story.change(covers=())
    story.put(hidden)
    story.hand_away(3)
    assert events(story) == []


@BOTH
def test_a_marker_put_on_top_of_another_hides_it_and_no_more(kind: SchemeKind) -> None:
    story = begin(kind)
    below = story.layout.cubes[4]
    story.carry(8, (below.x_in + 0.03, below.y_in - 0.02), z_in=1.0)
    story.hand_away(3)
    story.carry(8, (19.0, 12.0), z_in=0.5)
    story.hand_away(3)
    assert [type(message) for message in events(story)] == [Moved, Moved]


@BOTH
def test_markers_keep_their_numbers_over_a_restart(kind: SchemeKind) -> None:
    story = begin(kind)
    numbers = dict(story.watcher.tracks.standing)
    cube = story.layout.cubes[WHITE]
    story.set(WHITE, x_in=14.2, y_in=14.1)
    story.restart(next_number=40)
    story.show(3)
    told = events(story)
    assert [type(message) for message in told] == [Moved]
    assert isinstance(told[0], Moved)
    assert told[0].before.x_in == pytest.approx(cube.x_in, abs=0.05)
    assert set(story.watcher.tracks.standing) == set(numbers)
    assert story.watcher.tracks.next_number == 40


def test_a_hand_that_rests_on_the_table_at_a_restart_takes_no_marker_away() -> None:
    story = begin("anonymous")
    cube = story.layout.cubes[WHITE]
    story.restart()
    story.hand_at(cube.x_in, cube.y_in - 1.0)
    story.show(28)
    assert events(story) == []
    story.hand_moves((9.0, 14.0), (9.0, 24.0))
    story.hand_away(3)
    assert events(story) == []


@BOTH
def test_a_table_without_corner_tags_is_lost_with_a_reason(kind: SchemeKind) -> None:
    scheme = default_scheme(kind)
    layout = sample_layout(scheme)
    tags = tuple(corner.tag_id for corner in scheme.corners)
    story = Story(scheme, msgspec.structs.replace(layout, missing_corners=tags))
    story.show(2)
    assert states(story) == ["lost"]
    assert isinstance(story.messages[0], EyeState)
    assert story.messages[0].reason


def reads_of(story: Story) -> list[object]:
    """What the reader of a story is asked to read from now on."""
    reads: list[object] = []
    read = story.reader.read

    def counting(*given: object) -> object:
        reads.append(given)
        return read(*given)  # type: ignore[arg-type]  # passed on as they came

    story.reader.read = counting  # type: ignore[method-assign, assignment]  # a spy
    return reads


def test_an_idle_picture_is_not_read() -> None:
    story = begin("anonymous")
    reads = reads_of(story)
    story.show(5)
    assert reads == []


def test_a_dark_room_is_lost_and_found_again_without_news() -> None:
    story = begin("anonymous")
    story.change(light=LightLayout(gain=0.03))
    story.show(3)
    story.change(light=LightLayout())
    story.show(4)
    assert events(story) == []
    assert states(story)[0] == "lost"
    assert states(story)[-1] == "registered"
    assert isinstance(story.messages[0], EyeState)
    assert "too dark" in story.messages[0].reason


def test_a_slice_of_an_idle_table_is_read_again_now_and_then() -> None:
    story = begin("anonymous")
    reads = reads_of(story)
    story.fps = 0.1
    assert story.show(4) == []
    assert 1 <= len(reads) <= 4
