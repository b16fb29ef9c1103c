"""Tags of a cube's faces are told apart in thinned pictures, whichever way the cube lies."""

from __future__ import annotations

import msgspec
import pytest

from calibration.layout import CubeLayout, LightLayout, layout_lens, sample_layout
from calibration.render import render_table
from calibration.scheme import SchemeKind, default_scheme
from companion.border import MarkerReading
from vision.board_view import BoardView
from vision.change import grid_for
from vision.reader import Reader
from vision.tag_looks import TagLooks

NOISE = 1.8
DIM = LightLayout(gain=0.69, warmth=0.48)


def reading(cube: CubeLayout, track: int) -> MarkerReading:
    return MarkerReading(
        track=track,
        colour=cube.colour,
        face=cube.face,
        serial=cube.serial,
        x_in=cube.x_in,
        y_in=cube.y_in,
        z_in=cube.z_in,
        place="",
    )


@pytest.mark.parametrize(
    ("kind", "yaw_deg", "face"),
    [("serial", 35.6, 6), ("serial", 57.7, 4), ("anonymous", 64.2, 5), ("anonymous", 0.0, 3)],
)
def test_every_other_face_looks_otherwise_and_the_same_does_not(
    kind: SchemeKind, yaw_deg: float, face: int
) -> None:
    """The first three are the pairs that look most alike of 900 of each scheme, turned by tens."""
    scheme = default_scheme(kind)
    cubes = tuple(
        msgspec.structs.replace(cube, yaw_deg=yaw_deg) for cube in sample_layout(scheme).cubes
    )
    layout = msgspec.structs.replace(sample_layout(scheme), cubes=cubes, light=DIM)
    image = render_table(layout, scheme)
    reader = Reader(scheme, layout_lens(layout))
    reader.read(image)
    registration = reader.registration
    assert registration is not None
    grid = grid_for(image.shape[1], image.shape[0], registration.pixels_per_inch())
    view = BoardView(registration, grid)
    turned = tuple(msgspec.structs.replace(cube, face=face) for cube in cubes)
    later = render_table(msgspec.structs.replace(layout, cubes=turned, seed=1), scheme)
    markers = [reading(cube, track) for track, cube in enumerate(cubes, 1)]
    altered = TagLooks(view).altered(
        view.grid.samples(image), view.grid.samples(later), NOISE, markers
    )
    told = [bool(altered[view.spot(one.x_in, one.y_in, one.z_in)].all()) for one in markers]
    assert told == [cube.face != face for cube in cubes]
