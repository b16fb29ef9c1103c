"""What each known marker's spot looks like, and what became of it when something happened there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.border import MarkerReading
from vision.board_view import SAME_LOOK, BoardView, is_washed_out, likeness
from vision.change import Cells, Samples
from vision.reading import MarkerSeen
from vision.settle import (
    AGREE_HEIGHT_IN,
    NEAR_SPOT_IN,
    UNTOUCHED_DEG,
    UNTOUCHED_IN,
    distance_in,
    turn_between_deg,
)
from vision.track import SpotStatus, Track

_STICKER_CONTRAST_SHARE: Final = 0.6
"""Of the contrast that the sticker had; what has less does not look like one."""
_LOOKS_BEFORE_EMPTY: Final = 5
"""A spot that looks like a sticker and cannot be read counts as empty after so many pictures."""
_SAME_COVER: Final = 8.0
"""Mean difference in grey levels up to which a thing that covers a spot is the same..."""
_SAME_COVER_SHARE: Final = 0.2
"""...and at most this share of the brightness: in little light all things differ by little."""
_LOOKS_BEFORE_STACK: Final = 4
"""A height that may be misjudged counts after so many pictures."""


@dataclass(frozen=True, slots=True)
class SpotLook:
    """A picture's part that can be judged.

    Attributes:
        view: where the board lies in it.
        samples: the thinned picture.
        agreed: readings that have settled in it.
        thing: cells that a large thing covers.
        gone: colours of which a marker has left its spot and stands nowhere yet.
        loose_pose: the board was registered anew, so positions may be off a little more.
    """

    view: BoardView
    samples: Samples
    agreed: Sequence[MarkerSeen]
    thing: Cells
    gone: frozenset[str] = frozenset()
    loose_pose: bool = False


class SpotBook:
    """Remembers how each marker looks where it stands, and judges its spot afterwards."""

    def __init__(self) -> None:
        self._patches: dict[int, Samples] = {}
        self._lifted: set[int] = set()
        self._doubtful: dict[int, int] = {}
        self._tall: dict[int, int] = {}
        self._covers: dict[int, Samples] = {}
        self._topped: set[int] = set()

    def forget_looks(self) -> None:
        """Drop what was remembered of pixels: the board lies elsewhere in the picture now."""
        self._patches.clear()
        self._covers.clear()

    def knows(self, number: int) -> bool:
        """Whether this marker was seen standing at its spot since the board was registered."""
        return number in self._patches

    def is_shown(self, number: int) -> bool:
        """Whether the settled table shows this marker: not bare map, nor what was laid over it."""
        known = number in self._patches and number not in self._lifted
        return known and number not in self._covers

    def remember(
        self, number: int, marker: MarkerReading, view: BoardView, samples: Samples
    ) -> None:
        """Note how a marker looks where it stands now."""
        patch = view.patch(samples, marker.x_in, marker.y_in, marker.z_in)
        self._patches[number] = patch.copy()
        self._lifted.discard(number)
        self._doubtful.pop(number, None)
        self._tall.pop(number, None)
        self._covers.pop(number, None)

    def note_cover(
        self, number: int, marker: MarkerReading, view: BoardView, samples: Samples
    ) -> None:
        """Note that the settled table shows a thing where this marker stands, or a part of one."""
        patch = view.patch(samples, marker.x_in, marker.y_in, marker.z_in)
        self._covers[number] = patch.copy()

    def keep_only(self, numbers: Iterable[int]) -> None:
        """Forget all other markers."""
        wanted = set(numbers)
        for number in set(self._patches) - wanted:
            del self._patches[number]
        self._lifted &= wanted
        self._doubtful = {n: count for n, count in self._doubtful.items() if n in wanted}
        self._tall = {n: count for n, count in self._tall.items() if n in wanted}
        self._covers = {n: cover for n, cover in self._covers.items() if n in wanted}
        self._topped &= wanted

    def judge(self, number: int, track: Track, look: SpotLook) -> SpotStatus:
        """How a marker's spot is, now that it has been seen uncovered in two pictures."""
        self._topped.discard(number)
        status = self._judge(number, track, look)
        if status == "empty" and self.knows(number):
            # A spot where it was never met may have been under a hand that came before.
            self._lifted.add(number)
        if status in ("standing", "empty"):
            self._doubtful.pop(number, None)
            self._tall.pop(number, None)
        return status

    def _judge(self, number: int, track: Track, look: SpotLook) -> SpotStatus:
        marker = track.marker
        patch = look.view.patch(look.samples, marker.x_in, marker.y_in, marker.z_in)
        memory = self._patches.get(number)
        alike = likeness(memory, patch) if memory is not None else None
        lifted = number in self._lifted
        found = [reading for reading in look.agreed if is_near(marker, reading, NEAR_SPOT_IN)]
        at_height = [r for r in found if abs(r.z_in - marker.z_in) <= AGREE_HEIGHT_IN]
        level = [reading for reading in at_height if is_like(marker, reading)]
        is_read_so = len(at_height) == len(level) and all(r.face == marker.face for r in level)
        above = [r for r in found if r.z_in > marker.z_in + AGREE_HEIGHT_IN]
        if not level and not lifted and self._carries_its_like(number, marker, above, look.gone):
            return "hidden"
        if alike is not None and alike >= SAME_LOOK and is_read_so and not lifted:
            return "standing"
        if level:
            untouched = any(
                is_untouched(track, reading, loose_pose=look.loose_pose) for reading in level
            )
            return "standing" if untouched and not lifted else "empty"
        if any(is_like(marker, r) and _lies_as(track, r) for r in above) and not lifted:
            # Glare widens a tag, and a wider one looks higher.
            return "standing"
        if above and not lifted:
            if marker.colour in look.gone:
                self._tall.pop(number, None)
            else:
                self._weigh_height(number, track, above)
            return "hidden"
        if found:
            return "empty"
        return self._unread(number, marker, patch, look)

    def _carries_its_like(
        self, number: int, marker: MarkerReading, above: Sequence[MarkerSeen], gone: frozenset[str]
    ) -> bool:
        """Whether the top that shows above a marker is of one of its colour that was laid on it.

        Laid square to it, that one looks like the marker itself, read too large. It is one that was
        laid there where one of the colour has left its spot.
        """
        if not any(is_like(marker, reading) for reading in above):
            return False
        if marker.colour not in gone:
            self._topped.add(number)
            return False
        self._tall.pop(number, None)
        return True

    def _is_still_covered(self, number: int, patch: Samples) -> bool:
        """Whether a spot still shows the thing that was laid over it."""
        cover = self._covers.get(number)
        if cover is None or cover.shape != patch.shape or not patch.size:
            return False
        off = np.abs(cover.astype(np.float64) - patch.astype(np.float64))
        brightness = max(float(cover.mean()), float(patch.mean()))
        if float(off.mean()) > min(_SAME_COVER, _SAME_COVER_SHARE * brightness):
            del self._covers[number]
            return False
        self._covers[number] = patch.copy()
        return True

    def _weigh_height(self, number: int, track: Track, above: Sequence[MarkerSeen]) -> None:
        """Count the looks at what may be a stack or the marker itself, turned and misjudged.

        Where markers of a colour look alike, and none of them has left its spot, a height alone
        would make a second marker: it has to be the same in several looks.
        """
        if track.marker.serial is None and any(is_like(track.marker, r) for r in above):
            self._tall[number] = min(self._tall.get(number, 0) + 1, _LOOKS_BEFORE_STACK)

    def _unread(
        self, number: int, marker: MarkerReading, patch: Samples, look: SpotLook
    ) -> SpotStatus:
        """Nothing is read there: empty, unless it is covered or still looks like a sticker."""
        if look.thing[look.view.spot(marker.x_in, marker.y_in, marker.z_in)].any():
            self.note_cover(number, marker, look.view, look.samples)
            return "hidden"
        if self._is_still_covered(number, patch):
            return "hidden"
        if is_washed_out(patch):
            return "unsure"
        memory = self._patches.get(number)
        if memory is None or not patch.size:
            return "empty"
        if float(patch.std()) < _STICKER_CONTRAST_SHARE * float(memory.std()):
            return "empty"
        looks = self._doubtful.get(number, 0) + 1
        self._doubtful[number] = looks
        return "empty" if looks >= _LOOKS_BEFORE_EMPTY else "hidden"

    def is_topped(self, number: int) -> bool:
        """Whether a marker counts as standing although one like it shows above its place.

        Glare does that, and so does one of its colour that lies on it, once that has left its spot.
        """
        return number in self._topped

    def is_doubtful(self, number: int) -> bool:
        """Whether the spot shows something that is to be looked at again before it counts."""
        return number in self._doubtful or self._weighs_height_of(number)

    @property
    def weighs_heights(self) -> bool:
        """Whether a height is in doubt; it is told best with all tags in sight."""
        return any(self._weighs_height_of(number) for number in self._tall)

    def _weighs_height_of(self, number: int) -> bool:
        return 0 < self._tall.get(number, 0) < _LOOKS_BEFORE_STACK


def is_like(marker: MarkerReading, reading: MarkerSeen) -> bool:
    """Whether a reading may be of that marker, its face left aside."""
    if marker.serial is not None or reading.serial is not None:
        return marker.serial == reading.serial
    return marker.colour == reading.colour


def is_near(marker: MarkerReading, reading: MarkerSeen, radius_in: float) -> bool:
    """Whether a reading lies within a distance of where a marker stands."""
    return distance_in(marker, reading) <= radius_in


def is_untouched(track: Track, reading: MarkerSeen, *, loose_pose: bool) -> bool:
    """Whether a marker lies so exactly as before that no hand can have had it.

    A hand never puts a cube back to within a few degrees and hundredths of an inch.
    """
    factor = 2.0 if loose_pose else 1.0
    if reading.face != track.marker.face:
        return False
    if not is_near(track.marker, reading, UNTOUCHED_IN * factor):
        return False
    if track.yaw_deg is None:
        return True
    return turn_between_deg(track.yaw_deg, reading.yaw_deg) <= UNTOUCHED_DEG * factor


def _lies_as(track: Track, reading: MarkerSeen) -> bool:
    """Whether a reading shows the face and turn of a marker, wherever its top seems to be."""
    return (
        reading.face == track.marker.face
        and track.yaw_deg is not None
        and turn_between_deg(track.yaw_deg, reading.yaw_deg) <= UNTOUCHED_DEG
    )


def unexplained(
    readings: Iterable[MarkerSeen],
    tracks: Mapping[int, Track],
    status: Mapping[int, SpotStatus],
) -> list[MarkerSeen]:
    """The readings that no marker explains: neither one that stands nor one not judged yet.

    Where a marker stands as it stood nothing else can be, at no height: its top would be hidden.
    """
    return [
        reading
        for reading in readings
        if not any(
            _explains(track.marker, status.get(number, "standing"), reading)
            for number, track in tracks.items()
        )
    ]


def _explains(marker: MarkerReading, status: SpotStatus, reading: MarkerSeen) -> bool:
    if status == "empty" or not is_near(marker, reading, NEAR_SPOT_IN):
        return False
    if status == "standing":
        return True
    return (
        is_like(marker, reading)
        and marker.face == reading.face
        and abs(marker.z_in - reading.z_in) <= AGREE_HEIGHT_IN
    )
