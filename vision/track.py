"""Which cube is which over time: one-to-one, and never a guess.

A pure function: what is known of each cube, and what has settled, go in; the cubes' new places and
the messages about them come out. In a serial scheme the serial says which cube it is. In an
anonymous scheme cubes of one colour look alike: one that left and one that appeared are the same
cube; where several of a colour left or appeared together, that is said and not guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import msgspec

from companion.border import EyeMessage, MarkerReading, Moved, Placed, Removed, Turned, Undecided
from vision.reading import MarkerSeen
from vision.settle import AGREE_HEIGHT_IN, distance_in
from vision.stacks import find_below, find_raised, find_rider, is_as_high

SpotStatus = Literal["standing", "hidden", "unsure", "empty"]
SAME_SPOT_IN: Final = 0.15
"""A cube that moved less than this keeps its place label: nobody moves one so little on purpose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """One cube that is followed.

    Attributes:
        marker: where it was last settled.
        yaw_deg: its turn there, None where not known.
        upon: number of the cube below it, None where it lies on the map. It keeps that number when
            it is carried off and no other cube is known below it.
    """

    marker: MarkerReading
    yaw_deg: float | None = None
    upon: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What has settled on the table.

    Attributes:
        t_s: time of the picture.
        readings: settled readings that no standing cube explains.
        status: how each known cube's spot is: ``standing`` as it was, ``hidden`` (cannot be judged
            now), ``unsure`` (uncovered and changed, but too bright to show what is there),
            ``empty`` (seen uncovered without that cube).
        unsettled: colours of which something is still settling.
        quiet: no hand is anywhere over the map.
        resting: a hand, or what was laid across the edge, rests over the map.
        covered: markers whose spots a thing hides.
        removable: cubes that may be called removed when their spot is empty.
    """

    t_s: float
    readings: tuple[MarkerSeen, ...] = ()
    status: Mapping[int, SpotStatus] = field(default_factory=dict)
    unsettled: frozenset[str] = frozenset()
    quiet: bool = True
    resting: bool = False
    covered: frozenset[int] = frozenset()
    removable: frozenset[int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracks:
    """All cubes that are followed.

    Attributes:
        standing: cubes on the table by number.
        next_number: first number that was never used.
        retired: number of each cube that was taken off, by serial; it gets that number again.
    """

    standing: Mapping[int, Track] = field(default_factory=dict)
    next_number: int = 1
    retired: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """What `assign` found.

    Attributes:
        tracks: the cubes afterwards.
        messages: what happened, in the order of track numbers within a kind.
        used: readings that are now explained by a cube.
    """

    tracks: Tracks
    messages: tuple[EyeMessage, ...]
    used: tuple[MarkerSeen, ...]


def start_tracks(
    known: Iterable[MarkerReading],
    next_number: int = 1,
    numbers_by_serial: Mapping[int, int] | None = None,
) -> Tracks:
    """The cubes of a game that goes on; new numbers count up from the highest ever used.

    Args:
        known: those that stand on the table.
        next_number: first number for a new one.
        numbers_by_serial: numbers of these and of cubes that are off the table, by serial.
    """
    lone = {marker.track: Track(marker=marker) for marker in known}
    standing = {
        number: replace(track, upon=find_below(number, track.marker, lone))
        for number, track in lone.items()
    }
    retired = {
        serial: number
        for serial, number in (numbers_by_serial or {}).items()
        if number not in standing
    }
    used = max([next_number - 1, *standing, *retired.values()])
    return Tracks(standing=standing, next_number=used + 1, retired=retired)


def assign(tracks: Tracks, facts: Facts) -> Assignment:
    """Explain what has settled by the cubes that are known, each by at most one.

    What cannot be told yet is left for a later call with the same readings and more facts.
    """
    work = _Work(tracks, facts)
    for reading in facts.readings:
        if reading.serial is not None:
            work.assign_serial(reading)
    colours = {reading.colour for reading in facts.readings if reading.serial is None}
    colours |= {
        track.marker.colour
        for number, track in tracks.standing.items()
        if track.marker.serial is None and facts.status.get(number) == "empty"
    }
    for colour in sorted(colours):
        work.assign_colour(colour)
    work.find_gone_serials()
    work.remove_gone()
    return work.result()


def raise_stacked(tracks: Tracks, readings: Iterable[MarkerSeen]) -> Tracks:
    """The cubes of a game that goes on, those put on others in their own hex at their height.

    Nothing is said of a cube that stays in its hex, so that its height is not known after a
    restart.

    Args:
        tracks: as they were known.
        readings: the first picture.
    """
    standing = dict(tracks.standing)
    for reading in readings:
        number = find_raised(reading, standing)
        if number is not None:
            marker = msgspec.structs.replace(standing[number].marker, z_in=round(reading.z_in, 3))
            below = find_below(number, marker, standing)
            standing[number] = Track(marker=marker, upon=below)
    return replace(tracks, standing=standing)


def colours_gone(tracks: Tracks, status: Mapping[int, SpotStatus]) -> frozenset[str]:
    """Colours of which a marker has left its spot and stands nowhere yet."""
    return frozenset(
        track.marker.colour
        for number, track in tracks.standing.items()
        if status.get(number) == "empty"
    )


def adopt(tracks: Tracks, reading: MarkerSeen, t_s: float) -> Assignment:
    """Take a reading for a cube that was not known before, whatever else stands."""
    work = _Work(tracks, Facts(t_s=t_s))
    work.place(reading)
    return work.result()


class _Work:
    """The assignment while it is being made."""

    def __init__(self, tracks: Tracks, facts: Facts) -> None:
        self._facts = facts
        self._standing = dict(tracks.standing)
        self._retired = dict(tracks.retired)
        self._next = tracks.next_number
        self._messages: list[EyeMessage] = []
        self._used: list[MarkerSeen] = []
        self._placed_now: set[int] = set()
        self._gone: list[int] = []

    def result(self) -> Assignment:
        return Assignment(
            tracks=Tracks(standing=self._standing, next_number=self._next, retired=self._retired),
            messages=tuple(self._messages),
            used=tuple(self._used),
        )

    def _status(self, number: int) -> SpotStatus:
        return self._facts.status.get(number, "standing")

    def assign_serial(self, reading: MarkerSeen) -> None:
        number = next(
            (
                number
                for number, track in self._standing.items()
                if track.marker.serial == reading.serial
            ),
            None,
        )
        if number is None:
            self.place(reading)
        elif self._status(number) != "standing" and number not in self._placed_now:
            self._move(number, reading)

    def find_gone_serials(self) -> None:
        self._gone += [
            number
            for number, track in self._standing.items()
            if track.marker.serial is not None
            and self._status(number) == "empty"
            and number not in self._placed_now
            and track.marker.colour not in self._facts.unsettled
        ]

    def assign_colour(self, colour: str) -> None:
        """Explain the readings of one colour of an anonymous scheme."""
        if colour in self._facts.unsettled:
            return
        alike = [
            number
            for number, track in self._standing.items()
            if track.marker.serial is None and track.marker.colour == colour
        ]
        gone = sorted(number for number in alike if self._status(number) == "empty")
        hidden = [number for number in alike if self._status(number) == "hidden"]
        new = [
            reading
            for reading in self._facts.readings
            if reading.serial is None and reading.colour == colour
        ]
        # A cube under the hand, or in it, may be any of those in question.
        if not self._facts.quiet and (hidden or len(gone) > len(new) or (gone and len(new) > 1)):
            return
        below = hidden if self._facts.resting else self._facts.covered.intersection(hidden)
        if below and len(new) > len(gone):
            # What a hand at rest or a thing hides may have gone to where the new one stands.
            return
        if len(gone) < len(new):
            # Something new needs an explanation, and a spot that glare hides may give it.
            gone = sorted(gone + [n for n in alike if self._status(n) == "unsure"])
        if not gone:
            for reading in new:
                self.place(reading)
        elif not new:
            self._gone += gone
        elif len(gone) == len(new) == 1:
            self._move(gone[0], new[0])
        else:
            self._leave_undecided(gone, new)

    def place(self, reading: MarkerSeen) -> None:
        number = None if reading.serial is None else self._retired.pop(reading.serial, None)
        if number is None:
            number = self._next
            self._next += 1
        marker = marker_reading(reading, number)
        self._settle(number, marker, reading)
        self._messages.append(Placed(t_s=self._facts.t_s, marker=marker))

    def _move(self, number: int, reading: MarkerSeen) -> None:
        before = self._standing[number].marker
        marker = marker_reading(reading, number, before)
        self._settle(number, marker, reading)
        if marker.place != before.place:
            self._messages.append(Moved(t_s=self._facts.t_s, marker=marker, before=before))
        elif marker.face != before.face:
            self._messages.append(Turned(t_s=self._facts.t_s, marker=marker, before=before))

    def _settle(self, number: int, marker: MarkerReading, reading: MarkerSeen) -> None:
        before = self._standing.get(number)
        upon = find_below(number, marker, self._standing)
        if upon is None and before is not None and is_as_high(before.marker, marker):
            upon = before.upon
        self._standing[number] = Track(marker=marker, yaw_deg=reading.yaw_deg, upon=upon)
        self._used.append(reading)
        self._placed_now.add(number)

    def remove_gone(self) -> None:
        """Take away those whose spots are empty, unless they were carried off below others."""
        if not self._facts.quiet:
            return
        by_height = sorted(self._gone, key=lambda one: -self._standing[one].marker.z_in)
        left = [number for number in by_height if not self._went_along(number)]
        for number in sorted(left):
            if self._facts.removable is not None and number not in self._facts.removable:
                continue
            marker = self._standing.pop(number).marker
            if marker.serial is not None:
                self._retired[marker.serial] = number
            self._messages.append(Removed(t_s=self._facts.t_s, marker=marker))

    def _went_along(self, number: int) -> bool:
        """Move a cube that is gone to below the one that was carried off with it, if one was."""
        rider = find_rider(number, self._standing)
        if rider is None:
            return False
        track = self._standing[number]
        marker = msgspec.structs.replace(
            track.marker, x_in=rider.x_in, y_in=rider.y_in, place=rider.place
        )
        self._standing[number] = Track(marker=marker, upon=track.upon)
        self._placed_now.add(number)
        if marker.place != track.marker.place:
            self._messages.append(Moved(t_s=self._facts.t_s, marker=marker, before=track.marker))
        return True

    def _put_below(self, track: Track, top: MarkerReading) -> MarkerReading:
        """Put a cube that was carried off under another one to below that one again."""
        marker = msgspec.structs.replace(
            track.marker, x_in=top.x_in, y_in=top.y_in, place=top.place
        )
        self._standing[marker.track] = Track(marker=marker, upon=track.upon)
        return marker

    def _leave_undecided(self, gone: Sequence[int], new: Sequence[MarkerSeen]) -> None:
        concerned = list(gone)
        while len(concerned) < len(new):
            concerned.append(self._next)
            self._next += 1
        proposal = _nearest_pairs(gone, new, self._standing)
        left = [number for number in concerned if number not in proposal.values()]
        now = []
        before = dict(self._standing)
        for number in gone:
            if self._status(number) == "unsure" and number in left:
                # Light hides its spot: it may as well stand there still.
                left.remove(number)
                now.append(self._standing[number].marker)
            else:
                self._standing.pop(number)
        for index, reading in enumerate(new):
            number = proposal[index] if index in proposal else left.pop(0)
            marker = marker_reading(reading, number)
            self._settle(number, marker, reading)
            now.append(marker)
        for top in list(now):
            if find_below(top.track, top, self._standing) is None:
                below = [one for one in _chain_below(top.track, before) if one in left]
                now += [self._put_below(before[one], top) for one in below]
                upon = below[0] if below else None
                self._standing[top.track] = replace(self._standing[top.track], upon=upon)
        now.sort(key=lambda marker: (marker.y_in, marker.x_in))
        self._messages.append(
            Undecided(t_s=self._facts.t_s, tracks=tuple(concerned), now=tuple(now))
        )


def _chain_below(number: int, standing: Mapping[int, Track]) -> list[int]:
    """Numbers of the cubes that a cube was known to stand on, the highest first."""
    chain: list[int] = []
    track = standing.get(number)
    while track is not None and track.upon is not None and track.upon not in chain:
        chain.append(track.upon)
        track = standing.get(track.upon)
    return chain


def _nearest_pairs(
    gone: Sequence[int], new: Sequence[MarkerSeen], standing: Mapping[int, Track]
) -> dict[int, int]:
    """A proposal: for each reading (by index) the nearest cube, the closest pairs first.

    Those that stood as high come before others: whole stacks are carried more often than parted.
    """
    pairs = sorted(
        (
            abs(standing[number].marker.z_in - reading.z_in) > AGREE_HEIGHT_IN,
            distance_in(standing[number].marker, reading),
            number,
            index,
        )
        for number in gone
        for index, reading in enumerate(new)
    )
    taken: dict[int, int] = {}
    for _, _, number, index in pairs:
        if index not in taken and number not in taken.values():
            taken[index] = number
    return taken


def marker_reading(
    reading: MarkerSeen, number: int, before: MarkerReading | None = None
) -> MarkerReading:
    """The border value of a reading; a cube that hardly moved keeps its place label."""
    marker = MarkerReading(
        track=number,
        colour=reading.colour,
        face=reading.face,
        serial=reading.serial,
        x_in=round(reading.x_in, 4),
        y_in=round(reading.y_in, 4),
        z_in=round(reading.z_in, 3),
        place=reading.place,
    )
    if before is not None and distance_in(before, reading) < SAME_SPOT_IN:
        return msgspec.structs.replace(marker, place=before.place)
    return marker
