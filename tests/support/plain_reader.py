"""A plain reader made of OpenCV's own tag finder, for tests of what happens between pictures.

It reads clean renders well and knows nothing of hard ones; the real reader has tests of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.registration import Registration
from calibration.scheme import StickerScheme
from companion.board.grid import BoardPoint
from vision.reading import MarkerSeen, PixelBox, Reading

_UP = 4


class PlainReader:
    """Reads with ArUco on an enlarged picture; heights are told from the tag's apparent size."""

    def __init__(self, scheme: StickerScheme, lens: Lens) -> None:
        self.scheme = scheme
        self.lens = lens
        self.registration: Registration | None = None
        self.boxes_read: list[list[PixelBox]] = []
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, scheme.family.name))
        parameters = cv2.aruco.DetectorParameters()
        parameters.minMarkerPerimeterRate = 0.005
        parameters.adaptiveThreshWinSizeMin = 13
        parameters.adaptiveThreshWinSizeMax = 61
        parameters.adaptiveThreshWinSizeStep = 12
        parameters.errorCorrectionRate = 0.3
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        parameters.minMarkerDistanceRate = 0.02
        self._detector = cv2.aruco.ArucoDetector(dictionary, parameters)
        self._corner_detector = cv2.aruco.ArucoDetector(dictionary)

    def register(self, image: NDArray[np.uint8]) -> tuple[Registration | None, str]:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        quads, ids, _ = self._corner_detector.detectMarkers(grey)
        nominal = {corner.tag_id: corner for corner in self.scheme.corners}
        seen, there, board = [], [], []
        for quad, tag in zip(
            quads, np.asarray([] if len(quads) == 0 else ids).ravel(), strict=True
        ):
            corner = nominal.get(int(tag))
            if corner is not None and corner.tag_id not in seen:
                seen.append(corner.tag_id)
                there += list(quad.reshape(4, 2).astype(np.float64))
                board += [(point.x_in, point.y_in, 0.0) for point in corner.outline()]
        if len(seen) < 3:
            return None, f"only {len(seen)} corner tags are seen; three are needed"
        _, turn, move = cv2.solvePnP(
            np.array(board), np.array(there), self.lens.matrix(), np.array(self.lens.distortion)
        )
        rotation, _ = cv2.Rodrigues(turn)
        self.registration = Registration(
            lens=self.lens,
            lens_source="file",
            rotation=np.asarray(rotation, dtype=np.float64),
            translation=np.asarray(move, dtype=np.float64).ravel(),
            board=self.scheme.board,
            corners_seen=tuple(sorted(seen)),
            corners_missing=tuple(sorted(set(nominal) - set(seen))),
            residual_px=0.0,
        )
        return self.registration, ""

    def read(self, image: NDArray[np.uint8], regions: Sequence[PixelBox] | None = None) -> Reading:
        if regions is None:
            registration, reason = self.register(image)
            if registration is None:
                return Reading(registered=False, reason=reason, tilt_deg=None, markers=())
            regions = [PixelBox(0, 0, image.shape[1], image.shape[0])]
        self.boxes_read.append(list(regions))
        markers: list[MarkerSeen] = []
        for box in regions:
            markers += self._read_box(image, box)
        return Reading(registered=True, reason="", tilt_deg=0.0, markers=tuple(markers))

    def _read_box(self, image: NDArray[np.uint8], box: PixelBox) -> list[MarkerSeen]:
        grey = cv2.cvtColor(image[box.top : box.bottom, box.left : box.right], cv2.COLOR_BGR2GRAY)
        large = cv2.resize(grey, None, fx=_UP, fy=_UP, interpolation=cv2.INTER_CUBIC)
        quads, ids, _ = self._detector.detectMarkers(large)
        found = []
        for quad, tag in zip(
            quads, np.asarray([] if len(quads) == 0 else ids).ravel(), strict=True
        ):
            meaning = self.scheme.meaning(int(tag))
            points = (quad.reshape(4, 2).astype(np.float64) + 0.5) / _UP - 0.5
            points += np.array([box.left, box.top])
            marker = None if meaning is None else self._marker(int(tag), points)
            if marker is not None:
                found.append(marker)
        return found

    def _marker(self, tag: int, points: NDArray[np.float64]) -> MarkerSeen | None:
        assert self.registration is not None
        best: tuple[float, float, NDArray[np.float64]] | None = None
        for z_in in (0.5, 1.0, 1.5):
            on_board = self.registration.pixels_to_board(points, z_in)
            sides = np.hypot(*(on_board - np.roll(on_board, -1, axis=0)).T)
            error = float(np.abs(sides - self.scheme.marker_tag_side_in).max())
            if best is None or error < best[0] - 0.004:
                best = (error, z_in, on_board)
        assert best is not None
        error, z_in, on_board = best
        if error > 0.07:
            return None
        x_in, y_in = (float(value) for value in on_board.mean(axis=0))
        along = on_board[1] - on_board[0]
        meaning = self.scheme.meaning(tag)
        assert meaning is not None
        place = self.scheme.board.hex_at(BoardPoint(x_in, y_in))
        return MarkerSeen(
            tag_id=tag,
            colour=meaning.colour,
            face=meaning.face,
            serial=meaning.serial,
            x_in=x_in,
            y_in=y_in,
            z_in=z_in,
            yaw_deg=float(np.degrees(np.arctan2(along[1], along[0]))) % 360,
            place="off" if place is None else place.label,
            confidence=1.0,
        )
