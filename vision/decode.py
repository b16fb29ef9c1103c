"""Decides which issued tag a patch shows, by weighing all of them in all four turns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.art import PatternStack, SampleGrid
from vision.codebook import QUARTER_TURNS, CodeArt
from vision.fit import fit_tags, unexplained
from vision.patches import PatchTaker, Poses

FloatArray = NDArray[np.float64]

PROMISING: Final = 0.5
"""Correlation with the best tag at the rough place below which a ring is given up."""
CLEAR_SCORE: Final = 0.82
CLEAR_RATIO: Final = 0.62
LIKELY_SCORE: Final = 0.74
LIKELY_RATIO: Final = 0.76
CERTAIN_SCORE: Final = 0.92
CERTAIN_RATIO: Final = 0.33
"""On everyday tables of 810 lines with a soft lens (blur of 0.9 pixel) 99 tags of 100 have at least
0.944 and at most 0.25; half a strange tag beside a card has reached 0.893 and 0.42."""
WRONG_MODULE: Final = 0.5
"""A module that differs by more than this from what the tag says looks like the other kind."""
DOUBTFUL_MODULE: Final = 0.4
"""The same where nothing but the tag itself speaks for it."""
MODULE_NOISE: Final = 2.0
"""So many standard errors of a module's look are forgiven beyond that."""
MISSING_SIDE: Final = 0.5
"""A side of the white edge that shows less than this share of what the narrowest one would show on
a black cube is missing..."""
LEAST_EDGE_STEP: Final = 0.15
"""...unless blur leaves less than this of that, as a share of black to white..."""
MOST_MISSING_SIDES: Final = 1
"""...and so many may be: a taller cube may stand before one."""
_BORDER_MIDDLE: Final = 0.3
"""Half the width in modules of the part of the black border that its white is held against."""


@dataclass(frozen=True, eq=False)
class Verdicts:
    """What n patches show best.

    Attributes:
        codes: (n,) index of the best tag in the code book.
        quarters: (n,) its turn in quarters, clockwise.
        scores: (n,) correlation with it, up to 1.
        runners_up: (n,) index of the second best tag.
        runner_up_scores: (n,) correlation with the second best tag.
    """

    codes: NDArray[np.intp]
    quarters: NDArray[np.intp]
    scores: FloatArray
    runners_up: NDArray[np.intp]
    runner_up_scores: FloatArray

    @property
    def ratios(self) -> FloatArray:
        """What the best tag leaves unexplained, over what the second best does: (n,) up to 1."""
        left = 1 - np.clip(self.scores, 0, 1) ** 2
        return np.asarray(left / np.maximum(1 - np.clip(self.runner_up_scores, 0, 1) ** 2, 1e-6))

    def are_clear(self) -> NDArray[np.bool_]:
        """Which of them show an issued tag beyond doubt: (n,)."""
        return (self.scores >= CLEAR_SCORE) & (self.ratios <= CLEAR_RATIO)

    def are_certain(self) -> NDArray[np.bool_]:
        """Which of them show an issued tag even if nothing is known of the size of prints: (n,)."""
        return (self.scores >= CERTAIN_SCORE) & (self.ratios <= CERTAIN_RATIO)

    def are_likely(self) -> NDArray[np.bool_]:
        """Which of them show an issued tag if size and shape fit too: (n,)."""
        return (self.scores >= LIKELY_SCORE) & (self.ratios <= LIKELY_RATIO)


@dataclass(frozen=True, eq=False)
class FittedTags:
    """Tags at their final places.

    Attributes:
        poses: upright, so that the yaw is that of the tag's own upper edge.
        verdicts: what they show; the quarters are all zero.
        gains: (n,) brightness of white less that of black in grey levels.
        widened: (n,) how much wider the blur is than expected, as a share.
        skews: (n,) how far they look drawn out of the square, as a share.
    """

    poses: Poses
    verdicts: Verdicts
    gains: FloatArray
    widened: FloatArray
    skews: FloatArray

    def pick(self, which: NDArray[np.intp]) -> FittedTags:
        """Some of them, in the order of the indices."""
        old = self.verdicts
        return FittedTags(
            self.poses.pick(which),
            Verdicts(
                old.codes[which],
                old.quarters[which],
                old.scores[which],
                old.runners_up[which],
                old.runner_up_scores[which],
            ),
            self.gains[which],
            self.widened[which],
            self.skews[which],
        )


def judge(patches: PatternStack, code: CodeArt) -> Verdicts:
    """Compare normalised patches (n, r) with all issued tags."""
    scores = patches @ code.templates.T
    by_tag = scores.reshape(len(patches), scores.shape[1] // QUARTER_TURNS, QUARTER_TURNS)
    quarters = by_tag.argmax(axis=2)
    best_turn = by_tag.max(axis=2)
    each = np.arange(len(patches))
    codes = best_turn.argmax(axis=1)
    top = best_turn[each, codes].astype(np.float64)
    best_turn[each, codes] = -1.0
    second = best_turn.argmax(axis=1)
    return Verdicts(
        codes, quarters[each, codes], top, second, best_turn[each, second].astype(np.float64)
    )


def read_tags(taker: PatchTaker, poses: Poses, code: CodeArt) -> FittedTags:
    """Read tags at rough places: decide, fit, decide again.

    Those that the first look gets wrong are fitted once more as what they look like then, or as
    the second best. Places that look like no tag at all are left out.
    """
    first = judge(code.normalise(taker.take(poses, code.grid)), code)
    promising = np.flatnonzero(first.scores >= PROMISING)
    poses = poses.pick(promising)
    codes, quarters = first.codes[promising], first.quarters[promising]
    second_codes = first.runners_up[promising]
    now = _fit_and_judge(taker, poses.turned(quarters), code, codes)
    doubtful = np.flatnonzero(~now.verdicts.are_clear() | (now.verdicts.codes != codes))
    if len(doubtful):
        verdicts = now.verdicts
        changed = verdicts.codes[doubtful] != codes[doubtful]
        other = np.where(changed, verdicts.codes[doubtful], second_codes[doubtful])
        start = now.poses.pick(doubtful).turned(verdicts.quarters[doubtful])
        again = _fit_and_judge(taker, start, code, other)
        now = _better(now, again, doubtful)
    return now


def are_strangers(seen: PatternStack, tags: FittedTags, code: CodeArt) -> NDArray[np.bool_]:
    """Which tags look more like one of their family that is not issued: (n,).

    Args:
        seen: (n, d) what the picture shows at their final places.
        tags: n tags.
        code: the issued tags.
    """
    if not len(code.strangers) or not len(tags.poses):
        return np.zeros(len(tags.poses), dtype=np.bool_)
    strange = (code.normalise(seen) @ code.strangers.T).max(axis=1)
    return np.asarray(strange > tags.verdicts.scores, dtype=np.bool_)


def have_wrong_modules(
    seen: PatternStack, tags: FittedTags, code: CodeArt, *, may_bend: bool = True
) -> NDArray[np.bool_]:
    """Which tags have a module that plainly is black where their pattern is white or the reverse.

    A tag of another family can differ so little that its correlation with an issued one is high.
    What it leaves unexplained is then gathered in a few modules; blur, noise and uneven light leave
    theirs everywhere. (n,).

    Args:
        seen: (n, d) what the picture shows at their final places.
        tags: n tags.
        code: the issued tags.
        may_bend: put down to place, blur and shape what they can explain; without it, where a tag
            has to speak for itself, soft and moving pictures lose some tags.
    """
    if not len(tags.poses):
        return np.zeros(0, dtype=np.bool_)
    which = tags.verdicts.codes
    art: NDArray[np.floating] = code.art.values[which]
    art = art - (art @ code.plain) @ code.plain.T
    gains = np.maximum((seen * art).sum(axis=1) / (art * art).sum(axis=1), 1.0)[:, None]
    if may_bend:
        left = unexplained(seen, code, which) / gains
    else:
        left = (seen - (seen @ code.plain) @ code.plain.T) / gains - art
    most = WRONG_MODULE if may_bend else DOUBTFUL_MODULE
    strength = (code.flips * code.flips).sum(axis=1)
    off = np.abs(left @ code.flips.T) / strength
    error = np.sqrt((left * left).mean(axis=1, keepdims=True) / strength)
    return np.asarray((off > most + MODULE_NOISE * error).any(axis=1), dtype=np.bool_)


def lack_white_edges(seen: PatternStack, tags: FittedTags, code: CodeArt) -> NDArray[np.bool_]:
    """Which tags have no white edge along two of their sides or more: (n,).

    Where a dark thing ends on a light map, a corner of it looks like a black border with white
    beyond two of its sides, and a slope of light explains the rest. A sticker has white all around.
    Each side is held against the black beside it, so that slopes of light say nothing.

    Args:
        seen: (n, d) what the picture shows at their final places.
        tags: n tags.
        code: the issued tags.
    """
    if not len(tags.poses):
        return np.zeros(0, dtype=np.bool_)
    art = code.art.values[tags.verdicts.codes]
    plain = art - art.mean(axis=1, keepdims=True)
    gains = np.maximum((seen * plain).sum(axis=1) / (plain * plain).sum(axis=1), 1.0)
    sides = _edge_steps(code.grid)
    wanted = (art - code.beyond) @ sides.T
    missing = seen @ sides.T < MISSING_SIDE * gains[:, None] * wanted
    missing &= wanted >= LEAST_EDGE_STEP
    return np.asarray(missing.sum(axis=1) > MOST_MISSING_SIDES, dtype=np.bool_)


@lru_cache(maxsize=8)
def _edge_steps(grid: SampleGrid) -> PatternStack:
    """Weights that give the step from border to white edge along each of the four sides: (4, d)."""
    reach = grid.modules / 2
    steps = []
    for along, out in (grid.points(), grid.points()[::-1]):
        for towards in (-1, 1):
            far = out * towards - reach
            beside = np.abs(along) < reach - 0.5
            white = beside & (far > 0)
            black = beside & (np.abs(far + 0.5) < _BORDER_MIDDLE)
            steps.append(white / white.sum() - black / black.sum())
    return np.asarray(steps, dtype=np.float32)


def _fit_and_judge(
    taker: PatchTaker, poses: Poses, code: CodeArt, codes: NDArray[np.intp]
) -> FittedTags:
    fitted = fit_tags(taker, poses, code, codes)
    verdicts = judge(code.normalise(taker.take(fitted.poses, code.grid)), code)
    upright = fitted.poses.turned(verdicts.quarters)
    settled = Verdicts(
        verdicts.codes,
        np.zeros_like(verdicts.quarters),
        verdicts.scores,
        verdicts.runners_up,
        verdicts.runner_up_scores,
    )
    return FittedTags(upright, settled, fitted.gains, fitted.widened, fitted.skews)


def _better(old: FittedTags, new: FittedTags, where: NDArray[np.intp]) -> FittedTags:
    """The old tags, with those replaced that fit better the second time."""
    wins = new.verdicts.scores > old.verdicts.scores[where]
    order = np.arange(len(old.poses))
    order[where[wins]] = len(order) + np.flatnonzero(wins)
    return _joined(old, new).pick(order)


def _joined(one: FittedTags, other: FittedTags) -> FittedTags:
    a, b = one.verdicts, other.verdicts
    return FittedTags(
        Poses(
            np.concatenate([one.poses.centres_in, other.poses.centres_in]),
            np.concatenate([one.poses.yaws_rad, other.poses.yaws_rad]),
            np.concatenate([one.poses.sides_in, other.poses.sides_in]),
        ),
        Verdicts(
            np.concatenate([a.codes, b.codes]),
            np.concatenate([a.quarters, b.quarters]),
            np.concatenate([a.scores, b.scores]),
            np.concatenate([a.runners_up, b.runners_up]),
            np.concatenate([a.runner_up_scores, b.runner_up_scores]),
        ),
        np.concatenate([one.gains, other.gains]),
        np.concatenate([one.widened, other.widened]),
        np.concatenate([one.skews, other.skews]),
    )
