"""Rubbish from cameras: no crash, no false sighting, and the truth again once pictures are back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from calibration.layout import TableLayout
from calibration.render import render_table
from calibration.scheme import default_scheme
from companion.border import EyeMessage, EyeState, Placed
from tests.support.table_layouts import scattered, varied
from vision.reader import Reader
from vision.sources.decoding import NotAPictureError, decode_picture, to_bgr
from vision.sources.frames import Frame, Picture
from vision.sources.stream import split_pictures
from vision.watch import Watcher

SCHEME = default_scheme()
MARKERS = 8
SIZE = {"width_px": 1280, "height_px": 720}


@cache
def table() -> TableLayout:
    return varied(scattered(SCHEME, seed=11, markers=MARKERS), **SIZE)


@cache
def picture() -> Picture:
    return render_table(table(), SCHEME)


@cache
def jpeg(quality: int = 80) -> bytes:
    done, data = cv2.imencode(".jpg", picture(), [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return data.tobytes()


def true_kinds() -> set[tuple[str, int]]:
    return {(cube.colour, cube.face) for cube in table().cubes}


def rubbish(source: random.Random) -> Iterator[Picture]:
    """Pictures that a camera may hand over when it is ill, endless."""
    whole = picture()
    while True:
        match source.randrange(9):
            case 0:
                yield np.zeros_like(whole)
            case 1:
                yield np.full_like(whole, 255)
            case 2:
                yield np.full((source.randint(16, 300), source.randint(16, 300), 3), 90, np.uint8)
            case 3:
                yield np.random.default_rng(source.randrange(99)).integers(
                    0, 256, whole.shape, dtype=np.uint8
                )
            case 4:
                # The lower part is what a broken-off JPEG leaves.
                torn = whole.copy()
                torn[source.randrange(100, 700) :] = 128
                yield torn
            case 5:
                yield to_bgr(cv2.cvtColor(whole, cv2.COLOR_BGR2GRAY))
            case 6:
                deep = whole.astype(np.uint16) * 257
                yield to_bgr(deep)
            case 7:
                yield np.ascontiguousarray(np.roll(whole, source.randrange(-600, 600), axis=1))
            case _:
                yield np.ascontiguousarray(
                    whole[: source.randint(200, 719), : source.randint(200, 1279)]
                )


def placed(messages: list[EyeMessage]) -> list[tuple[str, int]]:
    return [
        (message.marker.colour, message.marker.face)
        for message in messages
        if isinstance(message, Placed)
    ]


@pytest.mark.parametrize("seed", range(2))
def test_a_camera_that_is_ill_brings_no_false_marker_and_recovers(seed: int) -> None:
    source = random.Random(seed)  # noqa: S311 - picks rubbish, guards nothing
    watcher = Watcher(Reader(SCHEME))
    ill = rubbish(source)
    messages: list[EyeMessage] = []
    time_s = 0.0
    for number in range(45):
        is_ill = 12 <= number < 30 and source.random() < 0.7
        time_s += source.choice((0.25, 0.25, 0.25, 4.0)) if is_ill else 0.25
        messages += watcher.step(Frame(next(ill) if is_ill else picture(), number, time_s))
    told = [message for message in messages if not isinstance(message, EyeState)]
    assert [type(message).__name__ for message in told] == ["Placed"] * MARKERS
    assert set(placed(messages)) == true_kinds()
    standing = {
        (track.marker.colour, track.marker.face) for track in watcher.tracks.standing.values()
    }
    assert standing == true_kinds()
    assert isinstance(messages[-1], (EyeState, Placed))


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.7, 0.97, 0.999])
def test_a_jpeg_that_breaks_off_is_no_picture(share: float) -> None:
    data = jpeg()
    with pytest.raises(NotAPictureError):
        decode_picture(data[: int(share * len(data))])


@given(st.data())
@settings(max_examples=15)
def test_damaged_jpegs_end_in_a_picture_or_a_plain_error(data: st.DataObject) -> None:
    damaged = bytearray(jpeg(60))
    for _ in range(data.draw(st.integers(1, 12))):
        damaged[data.draw(st.integers(2, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        decoded = decode_picture(bytes(damaged))
    except NotAPictureError:
        return
    assert decoded.ndim == 3
    assert decoded.dtype == np.uint8


def test_what_damaged_jpegs_show_is_read_right_or_not_at_all() -> None:
    source = random.Random(5)  # noqa: S311 - picks bytes, guards nothing
    reader = Reader(SCHEME)
    kinds = true_kinds()
    read = 0
    for _ in range(8):
        damaged = bytearray(jpeg(60))
        for _ in range(source.randint(1, 4)):
            damaged[source.randrange(700, len(damaged) - 2)] = source.randrange(256)
        try:
            reading = reader.read(decode_picture(bytes(damaged)))
        except NotAPictureError:
            continue
        read += len(reading.markers)
        assert {(marker.colour, marker.face) for marker in reading.markers} <= kinds
    assert read > 0


@given(
    pieces=st.lists(st.binary(max_size=60), max_size=12),
    chunk=st.integers(1, 4000),
)
@settings(max_examples=25)
def test_a_stream_with_rubbish_between_gives_its_pictures(pieces: list[bytes], chunk: int) -> None:
    clean = [piece.replace(b"\xff", b"") for piece in pieces]
    stream = b"".join(piece + jpeg(30) for piece in clean)
    chunks = (stream[at : at + chunk * 40] for at in range(0, len(stream), chunk * 40))
    assert list(split_pictures(chunks)) == [jpeg(30)] * len(clean)


def cut_at_once(stream: bytes) -> list[bytes]:
    """What lies from a start mark to the next end mark, with no other start mark between."""
    start_mark, end_mark = b"\xff\xd8\xff", b"\xff\xd9"
    found = []
    start = stream.find(start_mark)
    while start >= 0:
        inside = start + len(start_mark)
        end, follower = stream.find(end_mark, inside), stream.find(start_mark, inside)
        if end >= 0 and not start < follower < end:
            found.append(stream[start : end + len(end_mark)])
            follower = stream.find(start_mark, end + len(end_mark))
        start = follower
    return found


@given(
    words=st.lists(
        st.sampled_from([b"\xff\xd8\xff", b"\xff\xd9", b"\xff", b"\xd8", b"\xd9", b"x"]),
        max_size=30,
    ),
    cuts=st.sets(st.integers(0, 60)),
)
@settings(max_examples=100)
def test_marks_alone_decide_what_is_a_picture_wherever_chunks_end(
    words: list[bytes], cuts: set[int]
) -> None:
    stream = b"".join(words)
    ends = [*sorted(cuts), len(stream)]
    chunks = [stream[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    assert list(split_pictures(iter(chunks))) == cut_at_once(stream)


@given(st.lists(st.binary(max_size=300), max_size=20))
@settings(max_examples=25)
def test_pure_rubbish_is_no_stream_of_readable_pictures(chunks: list[bytes]) -> None:
    for found in split_pictures(iter(chunks)):
        with pytest.raises(NotAPictureError):
            decode_picture(found)


@given(
    shape=st.sampled_from([(40, 60), (40, 60, 1), (40, 60, 3), (40, 60, 4), (720, 1280), (9, 60)]),
    kind=st.sampled_from(["uint8", "uint16", "int32", "float32", "float64"]),
    seed=st.integers(0, 99),
)
@settings(max_examples=15)
def test_odd_arrays_become_pictures_or_plain_errors(
    shape: tuple[int, ...], kind: str, seed: int
) -> None:
    values: NDArray[np.float64] = np.random.default_rng(seed).normal(100, 200, shape)
    array = np.clip(values, 0, None).astype(kind)
    if min(shape[:2]) < 16:
        with pytest.raises(NotAPictureError):
            to_bgr(array)
        return
    image = to_bgr(array)
    assert image.shape == (*shape[:2], 3)
    assert image.dtype == np.uint8
    assert Reader(SCHEME).read(image).markers == ()
