"""The detectors that the reader is compared with, and the reader in the same clothes."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.scheme import StickerScheme
from companion.bench.vision_tables import Sight
from companion.bench.vision_wear import Picture
from vision.reader import Reader

Detector = Callable[[Picture], list[Sight]]
READER: Final = "reader"
APRILTAG: Final = "apriltag"
_APRILTAG_MODULE: Final = "apriltag"
_APRILTAG_ORIGIN_PX: Final = 0.5
"""It counts from the outer corner of the first pixel, all others from the middle of it."""
_APRILTAG_FAMILIES: Final = {
    "DICT_APRILTAG_36h11": "tag36h11",
    "DICT_APRILTAG_25h9": "tag25h9",
    "DICT_APRILTAG_16h5": "tag16h5",
}


def has_apriltag() -> bool:
    """Whether the AprilTag 3 binding is installed."""
    return importlib.util.find_spec(_APRILTAG_MODULE) is not None


def detectors(scheme: StickerScheme) -> Mapping[str, Detector]:
    """All detectors by name; AprilTag only where it is installed and knows the family."""
    found: dict[str, Detector] = {
        READER: reader_detector(scheme),
        "aruco": _aruco(scheme, cv2.aruco.DetectorParameters()),
        "aruco_tuned": TunedAruco(scheme).sights,
    }
    family = _APRILTAG_FAMILIES.get(scheme.family.name)
    if family is not None and has_apriltag():
        found[APRILTAG] = _apriltag(family)
    return found


def reader_detector(scheme: StickerScheme) -> Detector:
    """The reader, fresh for each picture and without a lens file."""

    def read(picture: Picture) -> list[Sight]:
        reader = Reader(scheme)
        markers = reader.read(picture).markers
        if reader.registration is None or not markers:
            return []
        sights = []
        for marker in markers:
            at = np.array([[marker.x_in, marker.y_in]])
            x_px, y_px = reader.registration.board_to_pixels(at, marker.z_in)[0]
            if marker.tag_id is not None:
                sights.append(Sight(marker.tag_id, float(x_px), float(y_px)))
        return sights

    return read


def tuned_parameters() -> cv2.aruco.DetectorParameters:
    """Settings that make OpenCV's detector find as many small tags as it can."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = 5
    parameters.adaptiveThreshWinSizeMax = 45
    parameters.adaptiveThreshWinSizeStep = 8
    parameters.adaptiveThreshConstant = 7
    parameters.minMarkerPerimeterRate = 0.012
    parameters.polygonalApproxAccuracyRate = 0.06
    parameters.minCornerDistanceRate = 0.03
    parameters.minMarkerDistanceRate = 0.02
    parameters.minDistanceToBorder = 1
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.2
    parameters.maxErroneousBitsInBorderRate = 0.4
    parameters.errorCorrectionRate = 0.5
    parameters.minOtsuStdDev = 4.0
    return parameters


class TunedAruco:
    """OpenCV's detector with tuned settings, and a plain pass for the large corner tags.

    Args:
        scheme: gives the family and the corner tags.
    """

    def __init__(self, scheme: StickerScheme) -> None:
        dictionary = _dictionary(scheme)
        self._corner_ids: Final = scheme.corner_ids
        self._tuned: Final = cv2.aruco.ArucoDetector(dictionary, tuned_parameters())
        self._plain: Final = cv2.aruco.ArucoDetector(dictionary, cv2.aruco.DetectorParameters())

    def sights(self, picture: Picture) -> list[Sight]:
        """All tags of a BGR picture."""
        return self.detect(_grey(picture))

    def detect(self, grey: NDArray[np.uint8]) -> list[Sight]:
        """All tags of a grey picture; the small windows can miss the corner tags."""
        small = _sights(self._tuned, grey)
        large = [sight for sight in _sights(self._plain, grey) if sight.tag_id in self._corner_ids]
        seen = {sight.tag_id for sight in large}
        return large + [sight for sight in small if sight.tag_id not in seen]


def _aruco(scheme: StickerScheme, parameters: cv2.aruco.DetectorParameters) -> Detector:
    detector = cv2.aruco.ArucoDetector(_dictionary(scheme), parameters)
    return lambda picture: _sights(detector, _grey(picture))


def _dictionary(scheme: StickerScheme) -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, scheme.family.name))


def _sights(detector: cv2.aruco.ArucoDetector, grey: NDArray[np.uint8]) -> list[Sight]:
    quads, numbers, _ = detector.detectMarkers(grey)
    if not quads:
        return []
    middles = [np.asarray(quad).reshape(4, 2).mean(axis=0) for quad in quads]
    return [
        Sight(int(number), float(x_px), float(y_px))
        for number, (x_px, y_px) in zip(np.ravel(numbers), middles, strict=True)
    ]


def _apriltag(family: str) -> Detector:
    """AprilTag 3 on the full picture, not thinned; mends two wrong modules, as is usual."""
    detector = importlib.import_module(_APRILTAG_MODULE).apriltag(
        family, threads=1, maxhamming=2, decimate=1.0
    )

    def detect(picture: Picture) -> list[Sight]:
        return [
            Sight(
                int(found["id"]),
                float(found["center"][0]) - _APRILTAG_ORIGIN_PX,
                float(found["center"][1]) - _APRILTAG_ORIGIN_PX,
            )
            for found in detector.detect(_grey(picture))
        ]

    return detect


def _grey(picture: Picture) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
