"""The markers that are followed: where each stands, how sure that is, and what has settled.

`watch` says what a picture shows; here that is laid to the markers that are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.border import EyeMessage, MarkerReading
from vision.change import Cells, Samples
from vision.hand import Cover
from vision.reading import MarkerSeen
from vision.settle import split_agreed
from vision.sources.frames import Frame
from vision.spots import SpotBook, SpotLook, is_like, unexplained
from vision.support import grounded
from vision.track import (
    Assignment,
    Facts,
    SpotStatus,
    Tracks,
    adopt,
    assign,
    colours_gone,
    raise_stacked,
    start_tracks,
)
from vision.watched import WatchedBoard

_LONG_PATIENCE_PICTURES: Final = 24
"""For so many pictures a marker in cells that do not settle keeps its colour unsettled."""


class FollowedMarkers:
    """The markers of one table, from one picture to the next.

    Args:
        cube_side_in: length of a cube's side.
        known: where the markers of a game that goes on stood, with their numbers.
        next_number: first number for a marker that is new.
        numbers_by_serial: numbers of cubes that may be off the table, by serial.
    """

    def __init__(
        self,
        cube_side_in: float,
        known: Iterable[MarkerReading],
        next_number: int,
        numbers_by_serial: Mapping[int, int],
    ) -> None:
        self._cube_side_in = cube_side_in
        self._tracks = start_tracks(known, next_number, numbers_by_serial)
        self._status: dict[int, SpotStatus] = dict.fromkeys(self._tracks.standing, "hidden")
        self._unmet = set(self._tracks.standing)
        self._book = SpotBook()

    @property
    def tracks(self) -> Tracks:
        """The markers as last settled."""
        return self._tracks

    @property
    def standing(self) -> dict[int, MarkerReading]:
        """The markers that stand on the table, by number."""
        return {number: track.marker for number, track in self._tracks.standing.items()}

    @property
    def met(self) -> frozenset[int]:
        """Those that the settled table shows where they stand, with nothing laid over them."""
        return frozenset(filter(self._book.is_shown, self._tracks.standing))

    @property
    def weighs_heights(self) -> bool:
        """Whether a height is in doubt; it is told best with all tags in sight."""
        return self._book.weighs_heights

    def covered(self, board: WatchedBoard) -> frozenset[int]:
        """Markers that cannot be seen where they stand, since a thing lies there."""
        standing = self._tracks.standing
        hidden = [n for n, status in self._status.items() if status == "hidden" and n in standing]
        return frozenset(n for n in hidden if board.covers.hides(standing[n].marker))

    def unexplained(self, readings: Iterable[MarkerSeen]) -> list[MarkerSeen]:
        """Readings that none of the markers explains."""
        return unexplained(readings, self._tracks.standing, self._status)

    def begin(self, board: WatchedBoard) -> None:
        """Take the very first picture for what stood there from the start."""
        self._tracks = raise_stacked(self._tracks, board.candidates)
        standing: dict[int, SpotStatus] = dict.fromkeys(self._tracks.standing, "standing")
        board.firsts = unexplained(board.candidates, self._tracks.standing, standing)

    def forget_looks(self) -> None:
        """Be sure of no marker: the board lies elsewhere in the picture now."""
        self._book.forget_looks()
        self._status = dict.fromkeys(self._tracks.standing, "hidden")

    def doubt_washed_out(self, board: WatchedBoard, samples: Samples) -> None:
        """Be unsure of markers where light hides everything, and judge them anew afterwards."""
        markers = self.standing
        washed_out = board.tags.washed_out(samples, markers)
        for number, marker in markers.items():
            if number in washed_out:
                if self._status.get(number) == "standing":
                    self._status[number] = "unsure"
            elif self._status.get(number) == "unsure":
                _disturb(board, marker)

    def grounded(
        self, board: WatchedBoard, readings: Iterable[MarkerSeen], believed: list[MarkerSeen]
    ) -> list[MarkerSeen]:
        """Readings at heights that markers or readings believed already explain."""
        known = [
            track.marker
            for number, track in self._tracks.standing.items()
            if self._status.get(number) != "empty"
        ]
        riders = [
            track.marker
            for track in self._tracks.standing.values()
            if track.upon is not None and self._status.get(track.upon) != "standing"
        ]
        side_in = self._cube_side_in
        return [
            grounded(reading, board.view, side_in, known, believed, riders) for reading in readings
        ]

    def adopt_firsts(
        self,
        t_s: float,
        board: WatchedBoard,
        samples: Samples,
        settled: Cells,
        agreed: list[MarkerSeen],
    ) -> list[EyeMessage]:
        """Place the markers of the very first picture: they stood there from the start.

        One that a hand took before a second picture could confirm it is placed all the same, and
        then seen to have gone. Those that may be known markers are left to the assignment.
        """
        messages: list[EyeMessage] = []
        waiting = []
        for first in board.firsts:
            spot = board.view.spot(first.x_in, first.y_in, first.z_in)
            if (board.disturbed[spot] & ~settled[spot]).any():
                waiting.append(first)
                continue
            confirmed, _ = split_agreed([first], agreed)
            was_taken = not confirmed and board.has_changed_since_first(first, samples)
            if was_taken or (confirmed and not self._may_be_known(first)):
                number = self._tracks.next_number
                adopted = adopt(self._tracks, confirmed[0] if confirmed else first, t_s)
                self._tracks = adopted.tracks
                self._status[number] = "empty" if was_taken else "standing"
                self._book.remember(
                    number, self._tracks.standing[number].marker, board.view, board.first
                )
                messages += adopted.messages
        board.firsts = waiting
        return messages

    def _may_be_known(self, reading: MarkerSeen) -> bool:
        """Whether a reading may be a marker of before that was not found where it stood."""
        return any(
            number in self._unmet and is_like(track.marker, reading)
            for number, track in self._tracks.standing.items()
        )

    def judge(
        self,
        board: WatchedBoard,
        samples: Samples,
        settled: Cells,
        cover: Cover,
        agreed: list[MarkerSeen],
    ) -> set[str]:
        """Judge the spots of markers where something happened; give colours still unsettled."""
        gone = colours_gone(self._tracks, self._status)
        look = SpotLook(board.view, samples, agreed, cover.thing, gone, board.anew)
        unsettled = set()
        for number, track in self._tracks.standing.items():
            marker = track.marker
            spot = board.view.spot(marker.x_in, marker.y_in, marker.z_in)
            disturbed = board.disturbed[spot]
            if not disturbed.any():
                continue
            if (disturbed & ~settled[spot]).any():
                self._status[number] = "hidden"
                if (cover.thing[spot] & settled[spot]).any():
                    # A part of what lies there is taken for the settled table with this picture.
                    self._book.note_cover(number, marker, board.view, samples)
                waited = int(board.clean_pictures[spot].max())
                if not cover.near_hand[spot].any() and waited <= _LONG_PATIENCE_PICTURES:
                    unsettled.add(marker.colour)
                continue
            self._status[number] = self._book.judge(number, track, look)
            if self._book.is_doubtful(number):
                unsettled.add(marker.colour)
            if self._status[number] == "standing":
                self._unmet.discard(number)
                self._book.remember(number, marker, board.view, look.samples)
        return unsettled

    def doubt(self, board: WatchedBoard) -> set[str]:
        """Have looked at anew what is in doubt; give colours that are unsettled by it."""
        gone = colours_gone(self._tracks, self._status)
        colours = set()
        for number, track in self._tracks.standing.items():
            # What may carry a marker that is missed by now.
            if track.marker.colour in gone and self._book.is_topped(number):
                _disturb(board, track.marker)
                colours.add(track.marker.colour)
            if self._book.is_doubtful(number):
                _disturb(board, track.marker)
        return colours

    def decide(
        self, t_s: float, board: WatchedBoard, *, quiet: bool, unsettled: set[str]
    ) -> list[EyeMessage]:
        """Explain what has settled, and note how every marker looks where it stands now."""
        open_readings = [reading for reading in board.loose if board.is_open(reading)]
        readings = tuple(reading for reading in board.loose if reading not in open_readings)
        if not readings and "empty" not in self._status.values():
            return []
        facts = Facts(
            t_s=t_s,
            readings=readings,
            status=dict(self._status),
            unsettled=frozenset(unsettled | {reading.colour for reading in open_readings}),
            quiet=quiet,
            resting=board.has_resting,
            covered=self.covered(board),
            removable=self._removable(t_s, board),
        )
        found = assign(self._tracks, facts)
        self._take(found, board)
        return list(found.messages)

    def _removable(self, t_s: float, board: WatchedBoard) -> frozenset[int]:
        """Markers that may be called removed: those seen here, and those whose spot was bared.

        One that was never met may lie under a hand that was there from the start, and one that has
        left its spot may be in a hand that rests.
        """
        if board.has_resting:
            return frozenset()
        return frozenset(
            number
            for number, track in self._tracks.standing.items()
            if self._book.knows(number)
            or number in board.bare.numbers
            or board.is_bare(track.marker, t_s)
        )

    def look_for_bare(self, frame: Frame, board: WatchedBoard) -> None:
        """Look at the hexes where markers are missed that were never met there."""
        missed = {
            number: track.marker
            for number, track in self._tracks.standing.items()
            if self._status.get(number) == "empty" and not self._book.knows(number)
        }
        if missed:
            board.bare.look(frame.time_s, frame.image, missed, float(board.moved_s.max()))

    def _take(self, found: Assignment, board: WatchedBoard) -> None:
        before = self._tracks.standing
        self._tracks = found.tracks
        board.loose = [reading for reading in board.loose if reading not in found.used]
        for number, track in self._tracks.standing.items():
            if before.get(number) is not track:
                self._unmet.discard(number)
                self._status[number] = "standing"
                self._book.remember(number, track.marker, board.view, board.reference)
        self._status = {
            number: status
            for number, status in self._status.items()
            if number in self._tracks.standing
        }
        self._book.keep_only(self._tracks.standing)


def _disturb(board: WatchedBoard, marker: MarkerReading) -> None:
    """Have the spot of a marker read and judged again."""
    board.disturbed[board.view.spot(marker.x_in, marker.y_in, marker.z_in)] = True
