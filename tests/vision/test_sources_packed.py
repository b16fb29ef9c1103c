"""Large pictures of a stream: seen at half size, unpacked whole only when that is needed."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from functools import cache

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

import vision.sources.packed
from calibration.layout import TableLayout, layout_registration
from calibration.render import render_table
from calibration.scheme import default_scheme
from companion.border import EyeLine, EyeMessage, EyeState, Moved, Placed
from companion.cli.watch import watch
from companion.service.doctor_camera import examine_camera
from tests.support.clocks import FakeClock
from tests.support.table_story import cube
from vision.change import ThinGrid, grid_for
from vision.eye import Eye, EyeConfig
from vision.reader import Reader
from vision.sources.decoding import (
    NotAPictureError,
    decode_half,
    decode_picture,
    written_size,
)
from vision.sources.frames import (
    Frame,
    Packed,
    Picture,
    SourceEndedError,
    SourceStalledError,
)
from vision.sources.latest import LatestFrame, RawCamera
from vision.sources.packed import LARGE_PX, PackedPicture, Unpacker
from vision.sources.reopening import ReopeningSource
from vision.watch import Watcher

SCHEME = default_scheme("serial")
WIDTH_PX, HEIGHT_PX = 1824, 1368
"""Here a thinned picture has a sample every four pixels."""
BEFORE, AFTER = (7.6, 4.3), (12.5, 8.25)


@cache
def jpeg_of(at: tuple[float, float], seed: int) -> bytes:
    layout = TableLayout(
        cubes=(
            cube(SCHEME, "green", 0, 2, at),
            cube(SCHEME, "red", 0, 3, (15.4, 12.2), yaw_deg=30.0),
        ),
        width_px=WIDTH_PX,
        height_px=HEIGHT_PX,
        seed=seed,
    )
    return jpeg(render_table(layout, SCHEME))


def jpeg(image: Picture, quality: int = 90) -> bytes:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return data.tobytes()


def smooth(height_px: int, width_px: int, seed: int = 3) -> Picture:
    noise = np.random.default_rng(seed).normal(128, 400, (height_px, width_px, 3))
    return np.clip(cv2.GaussianBlur(noise, (0, 0), 6.0), 0, 255).astype(np.uint8)


def turned(data: bytes, orientation: int) -> bytes:
    """A JPEG with a note of how its camera was held."""
    entry = b"\x01\x12\x00\x03\x00\x00\x00\x01" + bytes([0, orientation, 0, 0])
    note = b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01" + entry + bytes(4)
    return data[:2] + b"\xff\xe1" + (len(note) + 2).to_bytes(2) + note + data[2:]


@pytest.fixture(name="unpacked")
def _unpacked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was unpacked, in order."""
    found: list[str] = []

    def half(data: bytes) -> Picture:
        found.append("half")
        return decode_half(data)

    def whole(data: bytes) -> Picture:
        found.append("whole")
        return decode_picture(data)

    monkeypatch.setattr(vision.sources.packed, "decode_half", half)
    monkeypatch.setattr(vision.sources.packed, "decode_picture", whole)
    return found


def packed(data: bytes, unpacker: Unpacker) -> PackedPicture:
    picture = unpacker(data)
    assert isinstance(picture, PackedPicture)
    return picture


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize(("height_px", "width_px"), [(120, 161), (121, 160)])
def test_half_and_whole_are_turned_alike(orientation: int, height_px: int, width_px: int) -> None:
    data = turned(jpeg(smooth(height_px, width_px)), orientation)
    unpacker = Unpacker("test camera", large_px=1)
    unpacker(data)
    picture = packed(data, unpacker)
    half, whole = picture.half, picture.whole
    assert picture.size == whole.shape[:2]
    assert whole.shape[:2] == ((height_px, width_px), (width_px, height_px))[orientation > 4]
    small = cv2.resize(whole, (half.shape[1], half.shape[0]), interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(int) - half).mean() < 1.5


def test_a_size_is_read_as_it_is_written() -> None:
    data = jpeg(smooth(50, 71))
    assert written_size(data) == (50, 71)
    assert written_size(turned(data, 6)) == (50, 71)
    assert written_size(data[:2] + b"\xff\xff" + data[2:]) == (50, 71)
    progressive = cv2.imencode(".jpg", smooth(50, 71), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1]
    assert written_size(progressive.tobytes()) == (50, 71)
    for end in range(len(data) // 2):
        assert written_size(data[:end]) in {None, (50, 71)}
    assert written_size(b"\x89PNG") is None
    assert written_size(b"\xff\xd8\xff\xda" + bytes(20)) is None


def test_only_the_first_of_a_connections_large_pictures_is_unpacked_whole(
    unpacked: list[str],
) -> None:
    pictures = [jpeg(smooth(60, 80, seed)) for seed in range(4)]
    unpacker = Unpacker("test camera", large_px=60 * 80)
    sizes = {packed(data, unpacker).size for data in pictures}
    assert sizes == {(60, 80)}
    assert unpacked == ["whole", "half", "half", "half"]


def test_a_small_picture_costs_no_half(unpacked: list[str]) -> None:
    for unpacker in (Unpacker("test camera"), Unpacker("test camera", large_px=60 * 80 + 1)):
        for seed in range(3):
            picture = unpacker(jpeg(smooth(60, 80, seed)))
            assert isinstance(picture, np.ndarray)
            assert picture.shape == (60, 80, 3)
    assert unpacked == ["whole"] * 6
    assert 1920 * 1080 < LARGE_PX < 4056 * 3040


@pytest.mark.parametrize("other", [(59, 80), (60, 79), (61, 80), (80, 60)])
def test_a_picture_of_another_size_is_unpacked_whole_at_once(
    unpacked: list[str], other: tuple[int, int]
) -> None:
    unpacker = Unpacker("test camera", large_px=1)
    for size in ((60, 80), (60, 80), other, other, (60, 80)):
        picture = packed(jpeg(smooth(*size)), unpacker)
        assert picture.size == size
        assert picture.whole.shape == (*size, 3)
    assert unpacked == ["whole", "half", "whole", "whole", "half", "whole", "whole"]


def test_a_camera_that_is_turned_gives_pictures_of_another_size(unpacked: list[str]) -> None:
    data = jpeg(smooth(60, 80))
    unpacker = Unpacker("test camera", large_px=1)
    assert packed(data, unpacker).size == (60, 80)
    assert packed(turned(data, 6), unpacker).size == (80, 60)
    assert packed(turned(data, 8), unpacker).size == (80, 60)
    assert unpacked == ["whole", "half", "whole", "half"]


def test_half_and_whole_are_never_kept_both(unpacked: list[str]) -> None:
    data = jpeg(smooth(60, 80))
    picture = PackedPicture("test camera", data, (60, 80))
    half = picture.half
    assert picture.half is half
    assert picture.whole is picture.whole
    assert np.array_equal(picture.half, half)
    assert picture.half is not half
    assert unpacked == ["half", "whole", "half"]


@pytest.mark.parametrize("stride_px", [4, 5, 8, 9])
@pytest.mark.parametrize("cut", [(0, 0), (1, 1)])
def test_samples_of_the_half_are_those_of_the_whole(stride_px: int, cut: tuple[int, int]) -> None:
    image = decode_picture(jpeg_of(BEFORE, 0))[cut[0] :, cut[1] :]
    data = jpeg(np.ascontiguousarray(image), 95)
    height_px, width_px = image.shape[:2]
    frame = Frame(PackedPicture("test camera", data, (height_px, width_px)), 0, 0.0)
    grid = ThinGrid(stride_px, width_px, height_px)
    thin = grid.thin(frame).astype(int)
    # Each pixel of the half is the mean of four; those hold the one that is sampled of the whole.
    blocks = cv2.blur(frame.image, (2, 2), anchor=(0, 0))
    even = tuple(np.arange(stride_px // 2, side, stride_px) // 2 * 2 for side in image.shape[:2])
    rows, columns = thin.shape
    means = blocks[:, :, 1][np.ix_(*even)][:rows, :columns].astype(int)
    assert np.abs(thin - means).mean() < 2.0
    whole = grid.samples(frame.image).astype(int)
    assert thin.shape == whole.shape
    apart = {
        (down, right): np.abs(thin - np.roll(whole, (down, right), (0, 1))).mean()
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    }
    assert min(apart, key=lambda shift: apart[shift]) == (0, 0)


def test_samples_do_not_tell_whether_the_whole_was_looked_at() -> None:
    data = jpeg_of(BEFORE, 0)
    unpacker = Unpacker("test camera", large_px=1)
    first, later, seen = (Frame(unpacker(data), number, 0.0) for number in range(3))
    assert seen.image.shape == (HEIGHT_PX, WIDTH_PX, 3)
    for stride_px in (3, 4, 7):
        grid = ThinGrid(stride_px, WIDTH_PX, HEIGHT_PX)
        thin = grid.thin(first)
        assert np.array_equal(thin, grid.thin(later))
        assert np.array_equal(thin, grid.thin(seen))
        # Where two samples would come from one pixel of the half they come from the whole.
        assert np.array_equal(thin, grid.samples(first.image)) == (stride_px < 4)


def story() -> Iterator[bytes]:
    """A table at rest, one marker moved, and rest again."""
    for seed in range(5):
        yield jpeg_of(BEFORE, seed % 2)
    for seed in range(5):
        yield jpeg_of(AFTER, seed % 2)


def test_a_watcher_sees_large_pictures_as_it_sees_whole_ones(unpacked: list[str]) -> None:
    registration = layout_registration(
        TableLayout(width_px=WIDTH_PX, height_px=HEIGHT_PX), SCHEME.board
    )
    assert grid_for(WIDTH_PX, HEIGHT_PX, registration.pixels_per_inch()).stride_px == 4
    by_half, by_whole = Watcher(Reader(SCHEME)), Watcher(Reader(SCHEME))
    unpacker = Unpacker("test camera", large_px=WIDTH_PX * HEIGHT_PX)
    wholes: list[int] = []
    said: list[list[EyeMessage]] = []
    for number, data in enumerate(story()):
        unpacked.clear()
        seen = by_half.step(Frame(unpacker(data), number, float(number)))
        wholes.append(unpacked.count("whole"))
        told = by_whole.step(Frame(decode_picture(data), number, float(number)))
        assert [type(one) for one in seen] == [type(one) for one in told]
        said.append(seen)
        for one, other in zip(seen, told, strict=True):
            if isinstance(one, Placed | Moved) and isinstance(other, Placed | Moved):
                assert one.marker.track == other.marker.track
                assert one.marker.x_in == pytest.approx(other.marker.x_in, abs=0.01)
                assert one.marker.y_in == pytest.approx(other.marker.y_in, abs=0.01)
    assert wholes == [1, 1, 0, 0, 0, 1, 1, 0, 0, 0]
    (moved,) = [one for messages in said for one in messages if isinstance(one, Moved)]
    assert (moved.marker.x_in, moved.marker.y_in) == pytest.approx(AFTER, abs=0.05)
    assert sum(isinstance(one, Placed) for messages in said for one in messages) == 2


def test_a_source_hands_a_large_picture_on_unopened(unpacked: list[str]) -> None:
    camera = RawCamera(
        name="test camera",
        raw_pictures=iter([jpeg(smooth(60, 80))]),
        decode=lambda data: PackedPicture("test camera", data, (60, 80)),
        release=lambda: None,
    )
    clock = FakeClock()
    latest = LatestFrame(camera, fps=5, clock=clock)
    source = ReopeningSource(lambda: latest, clock, lambda _: None)
    frame = source.read()
    source.close()
    assert frame.size == (60, 80)
    assert unpacked == []
    assert frame.image is frame.image
    assert unpacked == ["whole"]


def test_what_is_damaged_is_a_picture_by_its_half_and_whole_or_by_neither() -> None:
    chance = random.Random(8)  # noqa: S311 - picks bytes, guards nothing
    good = jpeg(smooth(60, 80), 60)
    kept = refused = 0
    for _ in range(400):
        damaged = bytearray(good)
        match chance.randrange(4):
            case 0:
                del damaged[chance.randrange(2, len(damaged)) :]
            case 1:
                start = chance.randrange(2, len(damaged) - 2)
                del damaged[start : min(start + chance.randrange(1, 200), len(damaged) - 2)]
            case 2:
                damaged[2 : chance.randrange(3, 300)] = chance.randbytes(50)
            case _:
                for _ in range(chance.randint(1, 6)):
                    damaged[chance.randrange(2, len(damaged) - 2)] = chance.randrange(256)
        unpacker = Unpacker("test camera", large_px=1)
        unpacker(good)
        try:
            whole = decode_picture(bytes(damaged))
        except NotAPictureError:
            refused += 1
            with pytest.raises(NotAPictureError):
                unpacker(bytes(damaged))
            continue
        kept += 1
        frame = Frame(unpacker(bytes(damaged)), 0, 0.0)
        assert frame.size == whole.shape[:2]
        assert np.array_equal(frame.image, whole)
        assert frame.half is not None
    assert kept > 50
    assert refused > 50


def test_a_picture_whose_rest_cannot_be_unpacked_is_told() -> None:
    broken = PackedPicture("http://10.0.0.2/v", jpeg(smooth(60, 80))[:-300], (60, 80))
    for side in ("half", "whole"):
        with pytest.raises(SourceStalledError, match=r"10\.0\.0\.2/v .*cannot be used") as told:
            getattr(broken, side)
        assert told.value.keep_open
    other = PackedPicture("test camera", jpeg(smooth(60, 80)), (60, 83))
    for side in ("half", "whole"):
        with pytest.raises(SourceStalledError, match="of another size"):
            getattr(other, side)


class HalfBroken:
    """A picture of which only the half can be unpacked."""

    def __init__(self, image: Picture) -> None:
        self.half: Picture = decode_half(jpeg(image))
        self.size = image.shape[0], image.shape[1]

    @property
    def whole(self) -> Picture:
        raise SourceStalledError("test camera has given a picture that cannot be used")


def test_a_watcher_forgets_a_picture_that_cannot_be_unpacked() -> None:
    watcher = Watcher(Reader(SCHEME))
    unpacker = Unpacker("test camera", large_px=1)
    moved: list[tuple[int, Moved]] = []
    for number, data in enumerate(story()):
        picture: Picture | Packed = unpacker(data)
        if number in {2, 5, 6}:
            picture = HalfBroken(decode_picture(data))
        frame = Frame(picture, number, float(number))
        if number in {5, 6}:
            with pytest.raises(SourceStalledError):
                watcher.step(frame)
            continue
        messages = watcher.step(frame)
        moved += [(number, one) for one in messages if isinstance(one, Moved)]
    ((number, move),) = moved
    assert number == 8
    assert (move.marker.x_in, move.marker.y_in) == pytest.approx(AFTER, abs=0.05)


class Scripted:
    """A source that gives these pictures and ends."""

    def __init__(self, pictures: list[Picture | Packed]) -> None:
        self._pictures = pictures
        self._number = -1

    def read(self) -> Frame:
        self._number += 1
        if self._number >= len(self._pictures):
            raise SourceEndedError("the pictures are over")
        return Frame(self._pictures[self._number], self._number, float(self._number))

    def close(self) -> None:
        """Nothing is open."""


def pictures_with_one_broken() -> list[Picture | Packed]:
    image = decode_picture(jpeg_of(BEFORE, 0))
    return [image, image, HalfBroken(255 - image), image]


def test_the_eye_tells_of_such_a_picture_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "vision.eye.open_source", lambda *_, **__: Scripted(pictures_with_one_broken())
    )
    out = io.BytesIO()
    Eye(
        EyeConfig(source="http://10.0.0.2/v", scheme="serial"), SCHEME, None, out, FakeClock()
    ).run()
    lines = [msgspec.json.decode(line, type=EyeLine) for line in out.getvalue().splitlines()]
    states = [line for line in lines if isinstance(line, EyeState)]
    assert [one.state for one in states] == ["registered", "stalled", "registered", "closed"]
    assert "cannot be used" in states[1].reason
    assert sum(isinstance(line, Placed) for line in lines) == 2


def test_the_watch_command_tells_of_such_a_picture_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "companion.cli.watch.open_source", lambda *_, **__: Scripted(pictures_with_one_broken())
    )
    result = CliRunner().invoke(watch, ["http://10.0.0.2/v", "--scheme", "serial", "--json"])
    assert result.exit_code == 0
    assert result.stderr.count("cannot be used") == 1
    events = [msgspec.json.decode(line)["event"] for line in result.stdout.splitlines()]
    assert events == ["registered", "placed", "placed"]


def test_the_doctor_tells_of_such_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, broken, _ = pictures_with_one_broken()
    pictures = Scripted([broken] * 4)
    monkeypatch.setattr("companion.service.doctor_camera.open_source", lambda *_, **__: pictures)
    (finding,) = examine_camera("http://10.0.0.2/v", SCHEME, None)
    assert finding.level == "trouble"
    assert "cannot be used" in finding.text
