"""What is remembered of a registered board from one picture to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.border import MarkerReading
from vision.bare_hex import BareHexes
from vision.board_view import BoardView, likeness, paint
from vision.bump import CornerWatch
from vision.change import (
    CELL_SAMPLES,
    DARK,
    Cells,
    Change,
    NoiseLevel,
    Samples,
    cell_differences,
    compare_structure,
    compare_structure_near,
    light_around,
    light_steps,
)
from vision.covers import HIDES, Covers
from vision.flicker import Flicker
from vision.gate import HandGate
from vision.hand import Cover, find_cover, grow
from vision.reading import MarkerSeen
from vision.settle import AGREE_HEIGHT_IN, NEAR_SPOT_IN, distance_in
from vision.sunlight import light_edges, whole_patches
from vision.tag_looks import TagLooks

_DRIFT_EVERY_S: Final = 1.0
"""How often a still picture is taken for the settled table."""
_SLICE_EVERY_S: Final = 20.0
"""How often one of the map's slices is read though nothing has changed..."""
_SLICES: Final = 20
"""...of which it has so many: the whole map is read every 400 seconds."""
_HINDERED_S: Final = 5.0
"""How often a board that is badly seen is found anew, to tell when it no longer is."""
_CHANGED_LOOK: Final = 0.8
"""Likeness with the first picture below which a spot shows something else."""
_UNPROVEN_S: Final = 60.0
"""So long after the start what seems bare is not yet believed to be."""
_STILL_S: Final = 300.0
"""No hand keeps still for so long."""
_LEAST_LIGHT: Final = 0.1
"""Least step of light, as a natural logarithm, that the settled table under a hand has missed."""
_LEAST_KNOWN: Final = 0.25
"""Least share of cells that have to show how the light is now."""
_HAND_REACH_IN: Final = 2.0
"""So far around a spot nothing may have moved meanwhile."""


@dataclass(kw_only=True)
class WatchedBoard:
    """The memory of a watcher for as long as the board stays registered.

    Attributes:
        view: where the board lies.
        corners: the look of the corner tags.
        gate: tells hands from other large changes.
        bare: looks at the hexes of markers that were not met.
        since_s: when it was registered.
        anew: whether it had been registered before, so that markers are known from then.
        reference: the table as last settled.
        hindrance: what kept it from being read well when it was registered, for people.
        flicker: watches the light.
        covers: knows what lies on the map.
        before: the picture before.
        tags: compares the markers' tags.
        first: the picture in which it was registered.
        disturbed: cells where something has happened that has not settled yet.
        clean_pictures: for disturbed cells, how many pictures in a row showed them without a hand.
        near_before: cells near a hand in the picture before.
        had_hand: whether a hand was there in the picture before.
        has_resting: whether something at rest reaches over the map's edge.
        moved_s: when each cell last moved.
        bared: cells that a hand covered, or something that was there from the start, until it left.
        candidates: readings of the picture before.
        loose: settled readings that no marker explains yet.
        firsts: readings of the first picture of all that are not confirmed yet.
    """

    view: BoardView
    corners: CornerWatch
    gate: HandGate
    bare: BareHexes
    since_s: float
    anew: bool
    reference: Samples
    hindrance: str = ""
    before: Samples = field(init=False)
    flicker: Flicker = field(default_factory=Flicker)
    covers: Covers = field(init=False)
    tags: TagLooks = field(init=False)
    first: Samples = field(init=False)
    disturbed: Cells = field(init=False)
    clean_pictures: NDArray[np.int64] = field(init=False)
    near_before: Cells = field(init=False)
    had_hand: bool = False
    has_resting: bool = False
    moved_s: NDArray[np.float64] = field(init=False)
    bared: Cells = field(init=False)
    candidates: list[MarkerSeen] = field(default_factory=list)
    loose: list[MarkerSeen] = field(default_factory=list)
    firsts: list[MarkerSeen] = field(default_factory=list)
    _lit: NDArray[np.float32] = field(init=False)
    _light_followed_s: float = 0.0
    _looked_again_s: float = field(init=False)
    _looked_through_s: float = field(init=False)
    _slice: int = 0

    def __post_init__(self) -> None:
        shape = self.view.grid.shape
        self.tags = TagLooks(self.view)
        self.moved_s = np.full(shape, self.since_s)
        self.bared = np.zeros(shape, dtype=np.bool_)
        self._lit = np.zeros(shape, dtype=np.float32)
        self._looked_again_s = self._looked_through_s = self.since_s
        self.before = self.reference
        self.covers = Covers(self.view, self.reference)
        self.first = self.reference
        self.reference = self.reference.copy()
        self.disturbed = np.ones(shape, dtype=np.bool_)
        self.clean_pictures = np.ones(shape, dtype=np.int64)
        self.near_before = np.zeros(shape, dtype=np.bool_)

    @property
    def is_unsettled(self) -> bool:
        """Whether something is still to be read or judged, even if nothing changes any more."""
        return self.had_hand or bool(self.disturbed.any())

    def compare(
        self, t_s: float, samples: Samples, noise: NoiseLevel, markers: Sequence[MarkerReading]
    ) -> Change | None:
        """How a picture differs, or None when nothing has changed and all has settled.

        Args:
            t_s: time of the picture.
            samples: the thinned picture.
            noise: how much still cells differ.
            markers: where tags are to be seen.
        """
        steps = cell_differences(samples, self.before)
        noise.learn(steps)
        far = cell_differences(samples, self.reference)
        # Cells hold whole numbers, and those are compared faster.
        most = int(noise.threshold)
        if max(int(steps.max()), int(far.max())) <= most and not self.is_unsettled:
            return self._compare_tags(t_s, samples, noise, markers)
        moving, deviant = steps > most, far > most
        if not deviant.any():
            return Change(moving, deviant, deviant, deviant, deviant)
        altered = self.tags.altered(self.reference, samples, noise.sigma, markers)
        structure = compare_structure_near(deviant | altered, self.reference, samples, noise.sigma)
        bright = structure.washed_out | structure.was_washed_out
        objects = deviant & ~structure.same & ~bright
        objects &= ~light_edges(self.reference, samples, objects, deviant & ~objects)
        objects &= ~self._in_other_light(objects, samples, noise.sigma)
        objects |= ~bright & altered
        regained = deviant & structure.was_washed_out & ~structure.washed_out
        return Change(moving, deviant & ~objects, objects, objects & structure.foreign, regained)

    def _compare_tags(
        self, t_s: float, samples: Samples, noise: NoiseLevel, markers: Sequence[MarkerReading]
    ) -> Change | None:
        """The tags that look otherwise in an idle picture, where they are lost among the noise.

        They are looked at each time before the picture is taken for the settled table.
        """
        if not self._is_light_due(t_s):
            return None
        altered = self.tags.altered(self.reference, samples, noise.sigma, markers)
        if not altered.any():
            return None
        none = np.zeros_like(altered)
        return Change(none, none, altered, none, none)

    def changed_share(self, change: Change) -> float:
        """Share of the map that shows something else than the settled table."""
        on_map = ~self.view.outside
        return float(change.objects[on_map].mean()) if on_map.any() else 1.0

    def carry_over(self, before: WatchedBoard, explained: Cells, noise: NoiseLevel) -> None:
        """Take from an earlier registration what the table looks like under a hand.

        Args:
            before: the board as it was watched before it was pushed.
            explained: cells that markers explain.
            noise: how much still cells differ.
        """
        carried = self.view.carried_from(before.view, before.reference, self.first)
        differs = cell_differences(self.first, carried) > 2 * noise.threshold
        structure = compare_structure(carried, self.first, noise.sigma)
        objects = differs & ~structure.same & ~structure.washed_out
        foreign = objects & structure.foreign
        cover = find_cover(objects, foreign, explained, self.view.outside, self.view.cell_in)
        if cover.has_hand:
            paint(grow(cover.hand, 1.5), carried, self.reference)
            self.near_before = cover.near_hand
            self.had_hand = True

    def follow_light(self, samples: Samples, t_s: float) -> None:
        """Take a still picture for the settled table now and then: light drifts slowly."""
        if self._is_light_due(t_s):
            self._light_followed_s = t_s
            np.copyto(self.reference, samples)
            self._lit[:] = 0.0

    def _is_light_due(self, t_s: float) -> bool:
        return t_s - self._light_followed_s >= _DRIFT_EVERY_S

    def look_again(self, t_s: float) -> None:
        """Have a slice of the map read again now and then: something may have been missed."""
        if t_s - self._looked_again_s < _SLICE_EVERY_S:
            return
        self._looked_again_s = t_s
        columns = np.flatnonzero((~self.view.outside).any(axis=0))
        part = np.array_split(columns, _SLICES)[self._slice]
        self._slice = (self._slice + 1) % _SLICES
        self.disturbed[:, part] = ~self.view.outside[:, part]

    def is_to_be_looked_through(self, t_s: float) -> bool:
        """Whether it is time to see if what hindered reading still does."""
        if not self.hindrance or t_s - self._looked_through_s < _HINDERED_S:
            return False
        self._looked_through_s = t_s
        return True

    def rest(self, t_s: float, samples: Samples, noise: float) -> None:
        """Take in that nothing has changed."""
        self.flicker.rest()
        if self._is_light_due(t_s):
            self.covers.look(t_s, samples, noise)

    def words(self, t_s: float, *, hides_markers: bool) -> str:
        """What is amiss although the board is registered, for people; empty if nothing is.

        Args:
            t_s: the time.
            hides_markers: whether a thing hides markers.
        """
        is_hidden = hides_markers or self.has_resting or self.covers.is_large(t_s)
        said = (self.hindrance, self.flicker.words(t_s), HIDES if is_hidden else "")
        return " ".join(text for text in said if text)

    def note_motion(self, t_s: float, change: Change, cover: Cover) -> None:
        """Note where something moves, and what it bares."""
        self.moved_s[change.moving] = t_s
        self.bared |= cover.hand | cover.uncovered
        self.has_resting = bool(cover.resting.any())

    def is_bare(self, marker: MarkerReading, t_s: float) -> bool:
        """Whether a spot that shows no marker is bare table and not a hand's back at rest.

        A hand or sleeve that came after the start has left the spot again, or nothing has moved
        near it for longer than any hand keeps still.
        """
        spot = self.view.spot(marker.x_in, marker.y_in, marker.z_in)
        near = self.view.window(marker.x_in, marker.y_in, marker.z_in, _HAND_REACH_IN)
        if t_s - float(self.moved_s[near].max()) > _STILL_S:
            return True
        return bool(self.bared[spot].any()) and t_s - self.since_s >= _UNPROVEN_S

    def accept(self, cells: Cells, samples: Samples) -> None:
        """Take some cells of a picture for the settled table."""
        if cells.any():
            paint(cells, samples, self.reference)
            # Mostly the light has not changed, and there is nothing to spread.
            if self._lit.any():
                self._lit[cells] = light_around(self._lit, ~(cells | self.disturbed))[cells]

    def accept_light(self, cells: Cells, samples: Samples) -> None:
        """Take cells that differ by their light alone, and note how much brighter they are."""
        if cells.any():
            self._lit[cells] += light_steps(self.reference, samples)[cells]
            paint(cells, samples, self.reference)

    def _in_other_light(self, objects: Cells, samples: Samples, noise: float) -> Cells:
        """Cells that seem to show something else and are the settled table in the light of now.

        What a hand hides while a lamp is switched is settled in the old light, and bare parts of it
        would look like a hand when that has left. A hand may look like the table in places, so only
        patches that are nearly all table count.

        Args:
            objects: cells that seem to show something else.
            samples: the picture.
            noise: standard deviation of a sample's noise.
        """
        light = self._missed_light()
        behind = objects & (np.abs(light) > _LEAST_LIGHT)
        if not behind.any():
            return behind
        lit = self.lit_reference()
        same: Cells = compare_structure_near(behind, lit, samples, noise).same
        return whole_patches(objects, behind & same)

    def _missed_light(self) -> NDArray[np.float32]:
        """How much brighter each cell would be than it was when it settled, as a logarithm."""
        known = ~(self.disturbed | self.near_before)
        if not self._lit.any() or known.mean() < _LEAST_KNOWN:
            return np.zeros(known.shape, dtype=np.float32)
        light = np.where(known, np.float32(0), light_around(self._lit, known) - self._lit)
        return np.asarray(light, dtype=np.float32)

    def lit_reference(self) -> Samples:
        """The settled table in the light of now, also where a hand has kept it from being seen."""
        light = self._missed_light()
        behind = np.abs(light) > _LEAST_LIGHT
        if not behind.any():
            return self.reference
        gain = np.where(behind, np.exp(light), 1.0).astype(np.float32)
        fine = np.repeat(np.repeat(gain, CELL_SAMPLES, axis=0), CELL_SAMPLES, axis=1)
        lit = (self.reference + np.float32(DARK)) * fine - np.float32(DARK)
        return np.asarray(np.clip(np.round(lit), 0, 255), dtype=np.uint8)

    def around(self, readings: Sequence[MarkerSeen | MarkerReading], radius_in: float) -> Cells:
        """Cells around readings and markers."""
        cells = np.zeros(self.view.grid.shape, dtype=np.bool_)
        for reading in readings:
            cells[self.view.window(reading.x_in, reading.y_in, reading.z_in, radius_in)] = True
        return cells

    def within(self, readings: list[MarkerSeen], cells: Cells) -> list[MarkerSeen]:
        """The readings that lie in some cells."""
        return [reading for reading in readings if cells[self.view.cell_of(reading)]]

    def is_open(self, reading: MarkerSeen, settled: Cells | None = None) -> bool:
        """Whether something has happened at a reading's spot that has not settled yet.

        Args:
            reading: gives the spot.
            settled: cells that settle with this picture.
        """
        spot = self.view.spot(reading.x_in, reading.y_in, reading.z_in)
        disturbed = self.disturbed[spot]
        return bool((disturbed if settled is None else disturbed & ~settled[spot]).any())

    def renew_loose(self, settled: Cells, fresh: list[MarkerSeen]) -> None:
        """Keep settled readings that were not looked at again, and add those just settled.

        Args:
            settled: cells that settle with this picture.
            fresh: readings that have just settled and that no marker explains.
        """
        kept = []
        for reading in self.loose:
            spot = self.view.spot(reading.x_in, reading.y_in, reading.z_in)
            was_judged = settled[spot].any() and not self.is_open(reading, settled)
            is_again = any(
                distance_in(reading, other) <= NEAR_SPOT_IN
                and abs(reading.z_in - other.z_in) <= AGREE_HEIGHT_IN
                for other in fresh
            )
            if not was_judged and not is_again:
                kept.append(reading)
        self.loose = kept + fresh

    def has_changed_since_first(self, reading: MarkerSeen, samples: Samples) -> bool:
        """Whether a reading's spot looks otherwise than in the first picture."""
        then = self.view.patch(self.first, reading.x_in, reading.y_in, reading.z_in)
        now = self.view.patch(samples, reading.x_in, reading.y_in, reading.z_in)
        return likeness(then, now) < _CHANGED_LOOK
