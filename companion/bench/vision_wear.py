"""What a painted picture goes through: the everyday state of table and camera, and a fault.

No real picture is taken from straight above, in even light, through a perfect lens, of stickers
that sit exactly. The ranges are those of ordinary kitchen tables and of cameras that show the whole
map; they hold for every rung of the ladder alike and know nothing of the detectors.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.layout import CameraLayout, LightLayout
from companion.bench.figures import BenchError

Picture = NDArray[np.uint8]

_GLARE_RADIUS_IN: Final = 6.0
_SHARPEN_PX: Final = 1.2
"""Width of what cameras take for detail when they sharpen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What a picture suffers from.

    Attributes:
        blur_px: standard deviation of the lens blur.
        noise: standard deviation in grey levels.
        jpeg_quality: 1 to 100, None leaves the picture as it is.
        exposure: brightness, 1 is ordinary.
        glare: strength of a patch of glare over a third of the map.
    """

    blur_px: float = 0.6
    noise: float = 2.0
    jpeg_quality: int | None = None
    exposure: float = 1.0
    glare: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wear:
    """The state of a table and its camera; as it stands, nothing but the painter's own.

    Attributes:
        camera: where it is and what its lens does.
        light: the lamp.
        glare_in: where a glare lies that a fault asks for, x and y.
        blur_px: standard deviation of the lens blur.
        motion_px: length of the way that the picture moves while it is taken.
        motion_deg: direction of it.
        noise: standard deviation in grey levels.
        sharpen: how much of the detail the camera adds once more.
        jpeg_quality: 1 to 100, None for a picture that is never compressed.
        sticker_off_in: standard deviation of stickers off the middle of their faces, each way.
        sticker_turn_deg: standard deviation of their turn.
    """

    camera: CameraLayout = field(default_factory=CameraLayout)
    light: LightLayout = field(default_factory=LightLayout)
    glare_in: tuple[float, float] = (13.0, 10.5)
    blur_px: float = 0.0
    motion_px: float = 0.0
    motion_deg: float = 0.0
    noise: float = 0.0
    sharpen: float = 0.0
    jpeg_quality: int | None = None
    sticker_off_in: float = 0.0
    sticker_turn_deg: float = 0.0


def everyday(seed: int) -> Wear:
    """An ordinary table: tilted camera, soft lens, noise, a lamp to one side, crooked stickers.

    Args:
        seed: draws one of them.
    """
    source = random.Random(f"wear {seed}")  # noqa: S311 - draws a table, guards nothing
    lamp_deg, lamp = source.uniform(0, 360), source.uniform(0.05, 0.3)
    slope = (
        lamp * math.cos(math.radians(lamp_deg)),
        lamp * math.sin(math.radians(lamp_deg)),
    )
    return Wear(
        camera=CameraLayout(
            tilt_deg=source.uniform(0.0, 15.0),
            azimuth_deg=source.uniform(0.0, 360.0),
            roll_deg=source.gauss(0.0, 1.5),
            aim_x_in=source.uniform(-0.3, 0.3),
            aim_y_in=source.uniform(-0.3, 0.3),
            distortion=(source.uniform(-0.12, 0.0), source.uniform(0.0, 0.04), 0.0, 0.0, 0.0),
        ),
        light=LightLayout(
            gain=source.uniform(0.7, 1.0),
            warmth=source.uniform(-0.4, 0.4),
            falloff=source.uniform(0.2, 0.6),
            slope=slope,
        ),
        glare_in=(source.uniform(7.0, 19.0), source.uniform(6.0, 15.0)),
        blur_px=source.uniform(0.5, 0.9),
        motion_px=source.uniform(0.0, 1.0),
        motion_deg=source.uniform(0.0, 180.0),
        noise=source.uniform(2.0, 6.0),
        sharpen=source.uniform(0.2, 0.8),
        jpeg_quality=source.randint(78, 93),
        sticker_off_in=0.01,
        sticker_turn_deg=1.5,
    )


def light_of(wear: Wear, fault: Fault) -> LightLayout:
    """The lamp, brightened or dimmed and with glare as the fault wants."""
    light = wear.light
    return LightLayout(
        gain=light.gain * fault.exposure,
        warmth=light.warmth,
        falloff=light.falloff,
        slope=light.slope,
        glare_in=(*wear.glare_in, _GLARE_RADIUS_IN) if fault.glare else None,
        glare_strength=fault.glare,
    )


def taken(picture: Picture, wear: Wear, fault: Fault, seed: int) -> Picture:
    """The picture as the camera gives it: blurred, noisy, sharpened and compressed.

    What table and fault bring of one kind adds up as two causes do, JPEG as the worse of the two.

    Args:
        picture: BGR, painted without any of it.
        wear: the everyday state.
        fault: what is wrong with it besides.
        seed: starts the noise.
    """
    seen: NDArray[np.float32] = picture.astype(np.float32)
    if wear.motion_px > 0:
        seen = _floats(cv2.filter2D(seen, -1, _motion(wear.motion_px, wear.motion_deg)))
    blur_px = math.hypot(wear.blur_px, fault.blur_px)
    if blur_px > 0:
        seen = _floats(cv2.GaussianBlur(seen, (0, 0), blur_px))
    noise = math.hypot(wear.noise, fault.noise)
    if noise > 0:
        generator = np.random.default_rng(seed)
        grains = generator.standard_normal(seen.shape, dtype=np.float32)
        seen = _floats(np.clip(seen + noise * grains, 0, 255))
    if wear.sharpen > 0:
        seen = _floats(seen + wear.sharpen * (seen - cv2.GaussianBlur(seen, (0, 0), _SHARPEN_PX)))
    given = np.clip(np.round(seen), 0, 255).astype(np.uint8)
    qualities = [q for q in (wear.jpeg_quality, fault.jpeg_quality) if q is not None]
    return recompressed(given, min(qualities)) if qualities else given


def _floats(picture: cv2.typing.MatLike) -> NDArray[np.float32]:
    return np.asarray(picture, dtype=np.float32)


def _motion(length_px: float, turn_deg: float) -> NDArray[np.float32]:
    """A straight way through the picture as a kernel whose values add up to one."""
    reach = math.ceil(length_px / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.float32)
    turn = math.radians(turn_deg)
    for share in np.linspace(-0.5, 0.5, 33):
        x = reach + length_px * share * math.cos(turn)
        y = reach + length_px * share * math.sin(turn)
        left, top = math.floor(x), math.floor(y)
        for column, across in ((left, left + 1 - x), (left + 1, x - left)):
            for row, along in ((top, top + 1 - y), (top + 1, y - top)):
                kernel[row, column] += across * along
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def jpeg(picture: Picture, quality: int) -> bytes:
    """The picture as a JPEG file.

    Raises:
        BenchError: it cannot be compressed.
    """
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise BenchError("the picture cannot be compressed as JPEG")
    return data.tobytes()


def recompressed(picture: Picture, quality: int) -> Picture:
    """The picture as it comes back from a JPEG file."""
    data = np.frombuffer(jpeg(picture, quality), dtype=np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
