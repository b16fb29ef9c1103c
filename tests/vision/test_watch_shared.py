"""The photo-like sequence once more with its ids collapsed to colour and face."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.lens import load_lens
from calibration.registration import Registration
from calibration.scheme import StickerScheme, default_scheme, load_scheme
from companion.border import EyeState, Moved, Placed
from vision.pictures import load_picture
from vision.reader import Reader
from vision.reading import PixelBox, Reading
from vision.sources.frames import Frame
from vision.watch import Watcher

pytestmark = pytest.mark.shared

FPS = 2.0


class Collapsed:
    """A reader that tells no more of a marker than its colour and face."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        own = default_scheme("anonymous")
        self.scheme: StickerScheme = dataclasses.replace(
            own, board=reader.scheme.board, corners=reader.scheme.corners
        )

    @property
    def registration(self) -> Registration | None:
        return self._reader.registration

    @property
    def hindrance(self) -> str:
        return self._reader.hindrance

    def register(self, image: NDArray[np.uint8]) -> tuple[Registration | None, str]:
        return self._reader.register(image)

    def read(self, image: NDArray[np.uint8], regions: Sequence[PixelBox] | None = None) -> Reading:
        reading = self._reader.read(image, regions)
        markers = tuple(
            dataclasses.replace(
                marker, serial=None, tag_id=self.scheme.tag_of(marker.colour, marker.face)
            )
            for marker in reading.markers
        )
        return dataclasses.replace(reading, markers=markers)


@pytest.mark.parametrize("backwards", [False, True])
def test_a_move_is_the_same_without_ids(shared_folder: Path, *, backwards: bool) -> None:
    folder = shared_folder / "scenes" / "sequences" / "seq_move"
    scheme = load_scheme(shared_folder / "scenes" / "scheme.toml")
    watcher = Watcher(Collapsed(Reader(scheme, load_lens(folder / "lens.toml"))))
    pictures = sorted(folder.glob("frame_*.jpg"))
    if backwards:
        pictures.reverse()
    pictures = [pictures[0], *pictures, pictures[-1], pictures[-1]]
    told = [
        message
        for number, picture in enumerate(pictures)
        for message in watcher.step(Frame(load_picture(picture), number, number / FPS))
        if not isinstance(message, EyeState)
    ]
    truth = json.loads((folder / "frame_00.json").read_text("utf-8"))
    moved = next(cube for cube in truth["cubes"] if cube["tag_id"] == truth["moving_tag"])
    news = [message for message in told if not isinstance(message, Placed)]
    assert [type(message) for message in news] == [Moved]
    assert isinstance(news[0], Moved)
    places = (news[0].before.place, news[0].marker.place)
    assert places == (("12,ij", "14,ij") if backwards else ("14,ij", "12,ij"))
    assert (news[0].marker.colour, news[0].marker.face) == (moved["colour"], moved["face"] + 1)
    seen_at_first = sum(isinstance(message, Placed) for message in told)
    assert seen_at_first == len(watcher.tracks.standing) >= 60
