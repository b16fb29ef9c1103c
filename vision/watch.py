"""The eye over time: frames in, settled facts about markers out.

One step a frame, in this order: what has changed; is the board still where it was; is a hand there;
read the changed parts; what two pictures agree on has settled; which cube is which. A frame in
which nothing has changed costs little more than thinning it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import numpy as np

from calibration.registration import Registration
from companion.border import EyeMessage, EyeState, MarkerReading
from vision.bare_hex import BareHexes
from vision.board_view import BoardView
from vision.bump import CornerWatch, is_push
from vision.change import Cells, Change, NoiseLevel, Samples, grid_for
from vision.followed import FollowedMarkers
from vision.gate import HandGate
from vision.hand import Cover
from vision.light import is_too_dark, light_trouble
from vision.reading import MarkerSeen, PixelBox
from vision.settle import split_agreed
from vision.sources.frames import Frame
from vision.table_reader import TableReader
from vision.track import Tracks
from vision.watched import WatchedBoard
from vision.witness import Witness

_EXPLAINED_IN: Final = 0.5
"""What changes within this of a marker is its own doing: its cube, its walls and its shadow."""
_OPEN_IN: Final = 0.5
"""A reading that stands alone keeps the cells around it open so far."""
_PATIENCE_PICTURES: Final = 8
"""For so many pictures without a hand near the cells wait for readings that agree."""
_CORNERS_TO_GO_ON: Final = 3
"""Once markers are followed, the map is found again by so many corner tags."""
_WHOLE_MAP_SHARE: Final = 0.4
"""From this share of changed cells on the whole picture has changed, not a part of it."""
_PUSHED: Final = "The camera or the map was moved; the board is being found again."


class Watcher:
    """Follows the markers of one table through its pictures.

    Args:
        reader: reads single pictures.
        known: where the markers of a game that goes on stood, with their numbers.
        next_number: first number for a marker that is new.
        numbers_by_serial: numbers of cubes that may be off the table, by serial.
    """

    def __init__(
        self,
        reader: TableReader,
        known: Iterable[MarkerReading] = (),
        next_number: int = 1,
        numbers_by_serial: Mapping[int, int] | None = None,
    ) -> None:
        self._reader = reader
        self._followed = FollowedMarkers(
            reader.scheme.cube_side_in, known, next_number, numbers_by_serial or {}
        )
        self._noise = NoiseLevel()
        self._board: WatchedBoard | None = None
        self._pushed: WatchedBoard | None = None
        self._candidate: Registration | None = None
        self._said: tuple[str, str] | None = None
        self._size: tuple[int, int] | None = None
        self._ever_registered = False

    @property
    def tracks(self) -> Tracks:
        """The markers as last settled."""
        return self._followed.tracks

    @property
    def hidden(self) -> tuple[PixelBox, ...]:
        """Parts of the picture where a hand is, or something that has not settled."""
        board = self._board
        if board is None:
            return ()
        return tuple(board.view.boxes((board.near_before | board.disturbed) & ~board.view.outside))

    def step(self, frame: Frame) -> list[EyeMessage]:
        """Take in the next frame and say what has settled with it.

        Raises:
            SourceStalledError: the frame cannot be unpacked; nothing was taken from it.
        """
        size = frame.size
        if size != self._size:
            self._size = size
            self._board = self._pushed = None
            self._candidate = None
        if self._board is None:
            return self._find_board(frame)
        return self._watch(frame, self._board)

    def _say(
        self, t_s: float, state: Literal["registered", "hand", "lost"], reason: str = ""
    ) -> list[EyeMessage]:
        if self._said == (state, reason):
            return []
        self._said = (state, reason)
        return [EyeState(t_s=t_s, state=state, reason=reason)]

    def _say_seen(self, t_s: float, board: WatchedBoard) -> list[EyeMessage]:
        hides = bool(self._followed.covered(board))
        return self._say(t_s, "registered", board.words(t_s, hides_markers=hides))

    def _find_board(self, frame: Frame) -> list[EyeMessage]:
        """Register the board; after a push, only once two pictures agree where it lies."""
        registration, reason = self._register(frame)
        steady = (
            registration is not None
            and self._candidate is not None
            and not is_push(self._candidate, registration)
        )
        self._candidate = registration
        if registration is None:
            return self._say(frame.time_s, "lost", reason)
        if self._ever_registered and not steady:
            return []
        reading = self._reader.read(frame.image)
        registration = self._reader.registration or registration
        height_px, width_px = frame.size
        view = BoardView(
            registration, grid_for(width_px, height_px, registration.pixels_per_inch())
        )
        samples = view.grid.thin(frame)
        board = WatchedBoard(
            view=view,
            corners=CornerWatch(view, self._reader.scheme, samples),
            gate=HandGate(view),
            bare=BareHexes(registration, self._reader.scheme.corners),
            since_s=frame.time_s,
            anew=self._ever_registered,
            reference=samples,
            hindrance=self._reader.hindrance,
        )
        board.candidates = list(reading.markers)
        if self._ever_registered:
            board.candidates = self._followed.grounded(board, reading.markers, [])
        board.covers.leave_out(self._explained(board))
        if self._pushed is not None:
            board.carry_over(self._pushed, self._explained(board), self._noise)
        elif not self._ever_registered:
            self._followed.begin(board)
        self._board = board
        self._pushed = None
        self._ever_registered = True
        self._followed.forget_looks()
        return self._say(frame.time_s, "registered", board.hindrance)

    def _register(self, frame: Frame) -> tuple[Registration | None, str]:
        """Find the board; once markers are followed, two corner tags are too rough for that."""
        registration, reason = self._reader.register(frame.image)
        if registration is None or not self._ever_registered:
            return registration, reason
        wanted = min(_CORNERS_TO_GO_ON, len(self._reader.scheme.corners))
        if len(registration.corners_seen) < wanted:
            return None, reason
        return registration, reason

    def _watch(self, frame: Frame, board: WatchedBoard) -> list[EyeMessage]:
        samples = board.view.grid.thin(frame)
        standing = list(self._followed.standing.values())
        change = board.compare(frame.time_s, samples, self._noise, standing)
        if change is None:
            board.follow_light(samples, frame.time_s)
            board.look_again(frame.time_s)
            board.rest(frame.time_s, samples, self._noise.sigma)
            if board.is_to_be_looked_through(frame.time_s) and self._register(frame)[0] is not None:
                board.hindrance = self._reader.hindrance
            self._followed.look_for_bare(frame, board)
            board.before = samples
            messages = self._say_seen(frame.time_s, board)
            return messages + self._followed.decide(
                frame.time_s, board, quiet=True, unsettled=set()
            )
        if board.changed_share(change) >= _WHOLE_MAP_SHARE and is_too_dark(samples):
            # Nothing can be told apart; what was known stays known until a lamp is on again.
            board.before = samples
            board.near_before[:] = True
            board.had_hand = True
            return self._say(frame.time_s, "lost", light_trouble(samples))
        pushed = self._was_pushed(frame, board, samples, change)
        if pushed is not None:
            return self._say(frame.time_s, "lost", pushed)
        self._followed.doubt_washed_out(board, samples)
        cover = self._find_cover(frame, board, samples, change)
        board.accept_light(change.light & ~cover.near_hand & ~board.disturbed, samples)
        board.disturbed |= change.objects | change.regained
        board.note_motion(frame.time_s, change, cover)
        board.flicker.look(samples, frame.time_s)
        board.covers.look(frame.time_s, samples, self._noise.sigma, cover.thing & ~change.moving)
        if cover.has_hand:
            messages = self._say(frame.time_s, "hand", board.flicker.words(frame.time_s))
        else:
            messages = self._say_seen(frame.time_s, board)
        messages += self._read_changes(frame, board, samples, change, cover)
        board.before = samples
        board.near_before = cover.near_hand
        board.had_hand = cover.has_hand
        return messages

    def _was_pushed(
        self, frame: Frame, board: WatchedBoard, samples: Samples, change: Change
    ) -> str | None:
        """Why the board has to be found again, or None when it lies where it lay."""
        if not board.corners.looks_pushed(samples):
            return None
        registration, reason = self._register(frame)
        if registration is None:
            if board.changed_share(change) < _WHOLE_MAP_SHARE:
                # Something covers the corner tags while the map lies as it lay.
                return None
            reason = light_trouble(samples) or f"{_PUSHED} {reason}"
        elif not is_push(board.view.registration, registration):
            board.corners.accept(samples)
            return None
        else:
            reason = _PUSHED
        self._board, self._pushed = None, board
        self._candidate = registration
        return reason

    def _find_cover(
        self, frame: Frame, board: WatchedBoard, samples: Samples, change: Change
    ) -> Cover:
        witness = Witness(
            reader=self._reader,
            image=frame.image,
            samples=samples,
            board=board,
            standing=self._followed.standing,
            met=self._followed.met,
            noise=self._noise.threshold,
        )
        return board.gate.judge(
            change,
            self._explained(board),
            frame.time_s,
            witness.unknown_in,
            witness.is_uncovered,
            witness.is_seen_through,
        )

    def _explained(self, board: WatchedBoard) -> Cells:
        """Cells that a marker explains: one that stands there, stood there, or was just read."""
        standing = self._followed.standing.values()
        return board.around([*board.candidates, *board.loose, *standing], _EXPLAINED_IN)

    def _read_changes(
        self,
        frame: Frame,
        board: WatchedBoard,
        samples: Samples,
        change: Change,
        cover: Cover,
    ) -> list[EyeMessage]:
        """Read where something happened, and take what two pictures agree on as settled."""
        clean = board.disturbed & ~cover.near_hand
        board.clean_pictures = np.where(clean, board.clean_pictures + 1, 0)
        readings: list[MarkerSeen] = []
        if clean.any():
            readings = self._read_cells(frame, board, clean, ~cover.near_hand)
        agreed, alone = split_agreed(board.candidates, readings)
        board.candidates = readings
        settled = clean & ~change.moving & ~board.near_before
        patient = board.clean_pictures <= _PATIENCE_PICTURES
        settled &= ~(board.around(alone, _OPEN_IN) & patient)
        still_open = [reading for reading in agreed if board.is_open(reading, settled)]
        agreed = [reading for reading in agreed if reading not in still_open]
        unsettled = {reading.colour for reading in board.within(alone, board.disturbed & ~settled)}
        # A marker that has come and is not settled to its edge may be the one that has gone.
        unsettled |= {reading.colour for reading in still_open}

        followed = self._followed
        messages = followed.adopt_firsts(frame.time_s, board, samples, settled, agreed)
        unsettled |= followed.judge(board, samples, settled, cover, agreed)
        board.renew_loose(settled, followed.unexplained(agreed))
        board.accept(settled, samples)
        board.disturbed &= ~settled
        unsettled |= followed.doubt(board)
        quiet = not cover.has_hand and not board.had_hand
        return messages + followed.decide(frame.time_s, board, quiet=quiet, unsettled=unsettled)

    def _read_cells(
        self, frame: Frame, board: WatchedBoard, cells: Cells, wanted: Cells
    ) -> list[MarkerSeen]:
        """Read some cells and their surroundings; give what lies in the wanted ones."""
        boxes = board.view.boxes(cells)
        if self._followed.weighs_heights:
            height_px, width_px = frame.size
            wanted = wanted & board.view.inside(boxes)
            boxes = [PixelBox(0, 0, width_px, height_px)]
        found = board.within(list(self._reader.read(frame.image, boxes).markers), wanted)
        return self._followed.grounded(
            board, found, [*board.firsts, *board.loose, *board.candidates]
        )
