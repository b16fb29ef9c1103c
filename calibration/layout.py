"""What lies on a table, as data: the input of the renderer and the file of the virtual camera.

Lengths are board inches: origin at the map's north-west corner, x east, y south, z up.
"""

from __future__ import annotations

import math
import os
import tempfile
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from calibration.lens import Lens
from calibration.registration import Registration
from calibration.scheme import StickerScheme
from companion.board.board import Board

_MARGIN_IN: Final = 1.6
"""Table in sight beside the map: the corner tags lie there."""
_MORE_ACROSS_IN: Final = 0.6
"""A little more than that is in sight from west to east."""
_FOCAL_PER_WIDTH: Final = 0.735
"""Focal length over the width of the picture: a lens that sees 68 degrees from side to side."""
_SAMPLE_PER_COLOUR: Final = 5


class LayoutError(ValueError):
    """A table layout file that cannot be used; the text names the file and what is wrong."""


class CubeLayout(msgspec.Struct, frozen=True, kw_only=True):
    """One cube.

    Attributes:
        colour: a colour of the sticker scheme.
        face: face on top, 1 to 6.
        serial: number of the cube, where the scheme tells cubes apart.
        x_in, y_in: middle of the cube.
        z_in: height of its top face, 0.5 for a cube that lies on the map.
        yaw_deg: how far it is turned clockwise.
        sticker_x_in, sticker_y_in: how far its stickers sit off the middle of their faces, to the
            right and down as the face is read.
        sticker_deg: how far its stickers are turned on their faces, clockwise.
    """

    colour: str
    face: int
    serial: int | None = None
    x_in: float
    y_in: float
    z_in: float = 0.5
    yaw_deg: float = 0.0
    sticker_x_in: float = 0.0
    sticker_y_in: float = 0.0
    sticker_deg: float = 0.0

    @property
    def sticker_middle_in(self) -> tuple[float, float]:
        """Where on the board the middle of the sticker on the top face is."""
        turn = math.radians(self.yaw_deg)
        right, down = self.sticker_x_in, self.sticker_y_in
        return (
            self.x_in + right * math.cos(turn) - down * math.sin(turn),
            self.y_in + right * math.sin(turn) + down * math.cos(turn),
        )


class CameraLayout(msgspec.Struct, frozen=True, kw_only=True):
    """Where the camera is and what it looks at.

    Attributes:
        distance_in: from the camera to the point it looks at; 0 chooses one that shows all.
        tilt_deg: angle of the axis from straight down.
        azimuth_deg: towards which side it leans, 0 east, 90 south.
        roll_deg: turn of the picture, clockwise.
        aim_x_in, aim_y_in: where the axis meets the map, counted from the map's middle.
        focal_px: focal length; 0 takes an ordinary camera.
        distortion: k1, k2, p1, p2, k3 of the lens.
    """

    distance_in: float = 0.0
    tilt_deg: float = 4.0
    azimuth_deg: float = 90.0
    roll_deg: float = 0.6
    aim_x_in: float = 0.0
    aim_y_in: float = 0.0
    focal_px: float = 0.0
    distortion: tuple[float, float, float, float, float] = (-0.03, 0.012, 0.0, 0.0, 0.0)


class LightLayout(msgspec.Struct, frozen=True, kw_only=True):
    """The light.

    Attributes:
        gain: brightness, 1 is ordinary.
        warmth: -1 bluish to 1 reddish.
        falloff: how much darker the corners of the picture are, 0 to 1.
        slope: how much brighter the right and the lower edge are than the middle, as a share; the
            opposite edges are darker by as much.
        glare_in: middle and radius of a patch of glare, or None.
        glare_strength: 1 washes the middle out to white.
        sun_in: middle, width and height of a patch of sunlight with sharp edges, or None.
        sun_gain: how much brighter it is there.
    """

    gain: float = 1.0
    warmth: float = 0.1
    falloff: float = 0.15
    slope: tuple[float, float] = (0.0, 0.0)
    glare_in: tuple[float, float, float] | None = None
    glare_strength: float = 0.6
    sun_in: tuple[float, float, float, float] | None = None
    sun_gain: float = 1.6


class HandLayout(msgspec.Struct, frozen=True, kw_only=True):
    """A hand over the map.

    Attributes:
        x_in, y_in: between the tips of thumb and first finger.
        z_in: their height.
        from_deg: side from which the arm comes, 0 east, 90 south.
        skin: blue, green and red of the skin.
        sleeve: blue, green and red of the sleeve.
        width: how much wider than an ordinary one hand and sleeve are.
    """

    x_in: float
    y_in: float
    z_in: float = 0.6
    from_deg: float = 80.0
    skin: tuple[int, int, int] = (96, 128, 188)
    sleeve: tuple[int, int, int] = (84, 92, 46)
    width: float = 1.0


class CoverLayout(msgspec.Struct, frozen=True, kw_only=True):
    """A flat thing that lies on the map, such as a card.

    Attributes:
        x_in, y_in: its middle.
        width_in, height_in: its size.
        yaw_deg: how far it is turned clockwise.
        colour: blue, green and red.
    """

    x_in: float
    y_in: float
    width_in: float = 2.5
    height_in: float = 3.5
    yaw_deg: float = 0.0
    colour: tuple[int, int, int] = (150, 170, 190)


class TableLayout(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a picture of the table shows.

    Attributes:
        cubes: the markers.
        hand: a hand over the map, or None.
        other_hands: more hands over the map.
        covers: flat things that lie on the map.
        missing_corners: ids of corner tags that are not there.
        camera, light: see their types.
        width_px, height_px: size of the picture.
        blur_px: width of the lens blur (standard deviation).
        noise: standard deviation of the sensor noise in grey levels.
        seed: starts the noise.
        map_picture: path of a picture of the map, empty to draw an invented one.
    """

    cubes: tuple[CubeLayout, ...] = ()
    hand: HandLayout | None = None
    other_hands: tuple[HandLayout, ...] = ()
    covers: tuple[CoverLayout, ...] = ()
    missing_corners: tuple[int, ...] = ()
    camera: CameraLayout = CameraLayout()
    light: LightLayout = LightLayout()
    width_px: int = 1920
    height_px: int = 1080
    blur_px: float = 0.6
    noise: float = 2.0
    seed: int = 1
    map_picture: str = ""


def load_layout(path: str | Path) -> TableLayout:
    """Read a layout file (JSON).

    Raises:
        LayoutError: the file cannot be read or holds no layout.
    """
    place = Path(path)
    try:
        layout = msgspec.json.decode(place.read_bytes(), type=TableLayout)
    except OSError as error:
        raise LayoutError(
            f"the layout {place} cannot be read: {error.strerror or error}"
        ) from error
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise LayoutError(f"the layout {place} cannot be used: {error}") from error
    if not (16 <= layout.width_px <= 8192 and 16 <= layout.height_px <= 8192):
        raise LayoutError(
            f"the layout {place}: expected a picture of 16 to 8192 pixels a side, got "
            f"{layout.width_px}x{layout.height_px}"
        )
    return layout


def save_layout(layout: TableLayout, path: str | Path) -> None:
    """Write a layout file in one step, so that a reader sees the old one or the new one.

    Raises:
        LayoutError: the file cannot be written.
    """
    place = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(
            dir=place.parent, prefix=f".{place.name}.", suffix=".tmp"
        )
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(layout)))
                file.flush()
                # Else a power cut may leave the new name with nothing in it.
                os.fsync(file.fileno())
            Path(temporary).replace(place)
        finally:
            Path(temporary).unlink(missing_ok=True)
    except OSError as error:
        raise LayoutError(
            f"the layout {place} cannot be written: {error.strerror or error}"
        ) from error


def layout_lens(layout: TableLayout) -> Lens:
    """The lens of the layout's camera."""
    width_px, height_px = layout.width_px, layout.height_px
    focal_px = layout.camera.focal_px or _FOCAL_PER_WIDTH * width_px
    return Lens(
        width_px,
        height_px,
        focal_px,
        focal_px,
        (width_px - 1) / 2,
        (height_px - 1) / 2,
        layout.camera.distortion,
    )


def layout_registration(layout: TableLayout, board: Board) -> Registration:
    """Where the board lies in the layout's picture, exactly."""
    lens = layout_lens(layout)
    camera = layout.camera
    distance_in = camera.distance_in or max(
        (board.height_in + _MARGIN_IN) * lens.focal_y_px / layout.height_px,
        (board.width_in + 2 * _MARGIN_IN + _MORE_ACROSS_IN) * lens.focal_x_px / layout.width_px,
    )
    roll, tilt, azimuth = np.radians([camera.roll_deg, camera.tilt_deg, camera.azimuth_deg])
    # Seen along the axis the camera stands off to the azimuth's side and looks back to the map.
    turned = _about_z(azimuth) @ _about_y(tilt) @ _about_z(-azimuth)
    rotation = _about_z(roll) @ turned
    aim = np.array(
        [board.width_in / 2 + camera.aim_x_in, board.height_in / 2 + camera.aim_y_in, 0.0]
    )
    translation = np.array([0.0, 0.0, distance_in]) - rotation @ aim
    return Registration(
        lens=lens,
        lens_source="file",
        rotation=rotation,
        translation=translation,
        board=board,
        corners_seen=(),
        corners_missing=(),
        residual_px=0.0,
    )


def _about_z(angle: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _about_y(angle: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])


def sample_layout(scheme: StickerScheme) -> TableLayout:
    """A small table to begin with: a few markers of every colour in the middle of their hexes.

    On a board without hexes nothing stands.
    """
    hexes = scheme.board.hexes
    if hexes is None:
        return TableLayout()
    cubes = []
    for row, colour in enumerate(scheme.colours):
        for index in range(min(_SAMPLE_PER_COLOUR, colour.markers)):
            column = 3 + 5 * index + row % 2
            if column > hexes.columns:
                break
            step = 6 + 8 * row + (0 if hexes.is_full_column(column) else 1)
            place = next(
                (hex_ for hex_ in hexes if (hex_.column, hex_.step) == (column, step)), None
            )
            if place is None:
                continue
            centre = hexes.centre(place)
            cubes.append(
                CubeLayout(
                    colour=colour.name,
                    face=1 + index % 4,
                    serial=colour.first_serial + index if scheme.kind == "serial" else None,
                    x_in=round(centre.x_in, 3),
                    y_in=round(centre.y_in, 3),
                    yaw_deg=float((37 * (index + 1) + 90 * row) % 360),
                )
            )
    return TableLayout(cubes=tuple(cubes))
