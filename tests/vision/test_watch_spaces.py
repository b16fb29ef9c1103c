"""Hands move counters on a sheet of tracks under a watching eye, and a game hears what settles."""

from __future__ import annotations

from calibration.layout import CameraLayout, CubeLayout, TableLayout
from calibration.scheme import default_scheme
from companion.board.places import parse_place
from companion.border import EyeMessage, EyeState, Moved, Placed, Removed, Turned
from companion.games.hunt.board import BOARD
from companion.games.hunt.sighting import differences
from companion.table.commands import EyeReported
from tests.support.hunt_play import HuntPlay
from tests.support.table_story import Story

RED, GREEN = 0, 1


def at(place: str) -> tuple[float, float]:
    """Not quite the middle of a place, as a hand puts a cube."""
    middle = BOARD.middle_of(parse_place(place))
    return middle.x_in + 0.08, middle.y_in - 0.06


def put(colour: str, face: int, place: str) -> CubeLayout:
    x_in, y_in = at(place)
    return CubeLayout(colour=colour, face=face, x_in=x_in, y_in=y_in, yaw_deg=20.0)


def tell(play: HuntPlay, messages: list[EyeMessage]) -> None:
    for message in messages:
        if not isinstance(message, EyeState):
            play.must(EyeReported(message=message))


def test_counters_moved_turned_and_taken_off_by_hands_are_told_once_and_followed() -> None:
    cubes = (
        put("red", 1, "@Corruption 0"),
        put("green", 1, "@Progress 0"),
        put("black", 3, "@Hunt Box"),
    )
    camera = CameraLayout(tilt_deg=8.0)
    layout = TableLayout(cubes=cubes, camera=camera, width_px=1280, height_px=720)
    story = Story(default_scheme().on(BOARD), layout)
    play = HuntPlay()
    play.press("go-on")

    met = story.show(3)
    assert sorted(one.marker.place for one in met if isinstance(one, Placed)) == [
        "@Corruption 0",
        "@Hunt Box",
        "@Progress 0",
    ]
    tell(play, met)
    (field,) = play.ask.form.fields
    assert field.value == "1"
    play.press("count", count=field.value)
    play.press("count", count="0")
    assert differences(play.public) == ()

    moved = story.carry(RED, at("@Corruption 2")) + story.hand_away(3)
    (told,) = moved
    assert isinstance(told, Moved)
    assert (told.before.place, told.marker.place) == ("@Corruption 0", "@Corruption 2")
    tell(play, moved)
    assert play.public.corruption == 2

    moved = story.carry(GREEN, at("@Progress 1")) + story.hand_away(3)
    assert [type(one) for one in moved] == [Moved]
    tell(play, moved)
    assert play.public.progress == 1
    assert play.public.hunt is not None

    story.grip(GREEN)
    story.set(GREEN, face=2)
    turned = story.hand_away(3)
    assert [type(one) for one in turned] == [Turned]
    tell(play, turned)
    assert not play.public.hidden

    story.grip(RED)
    story.lift(RED)
    gone = story.hand_away(3)
    assert [type(one) for one in gone] == [Removed]
    tell(play, gone)
    assert play.public.corruption == 2
    assert differences(play.public) == ()
