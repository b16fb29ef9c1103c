"""Proposes what unlabelled places of a map are, from the labelled places that look most alike.

A proposal is no fact: it carries how far the most alike agree, and a person confirms it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.lens import FloatArray

FEWEST_LABELS: Final = 24
"""Below this many labelled places nothing is proposed."""

_NEAREST: Final = 5
"""So many of the places most alike have a vote."""
_SHRINKAGE: Final = 0.3
"""How far the measured covariance is drawn to equal directions: labels are few, features many."""
_SMALLEST_SPREAD: Final = 1e-6
"""What varies less than this counts as one value."""


Numbers = NDArray[np.intp]


class Proposal(NamedTuple):
    """What a place looks like.

    Attributes:
        place: which place, by its index.
        value: the proposed value.
        confidence: 0 to 1: the share of the most alike that agree, less where none is very alike.
    """

    place: int
    value: str
    confidence: float


def propose(features: FloatArray, labels: Mapping[int, str]) -> tuple[Proposal, ...]:
    """Propose values for every place that has none, the surest first.

    Distances count in units of how far places with the same label lie apart, so that what differs
    within a label counts little.

    Args:
        features: (places, features), as `survey_features` gives them.
        labels: what people have said, by index of the place.

    Returns:
        One proposal for each other place; none with fewer than `FEWEST_LABELS` labels or fewer than
        two different values.
    """
    known = np.array(sorted(labels), dtype=np.intp)
    values = [labels[int(index)] for index in known]
    names = sorted(set(values))
    if len(known) < FEWEST_LABELS or len(names) < 2:
        return ()
    classes = np.array([names.index(value) for value in values])
    space = _whitened(features, known, classes)
    typical = _typical_gap(space[known])
    others = np.setdiff1d(np.arange(len(features)), known)
    found = []
    for start in range(0, len(others), 256):
        part = others[start : start + 256]
        gaps = _gaps(space[part], space[known])
        found += _voted(part, gaps, classes, names, typical)
    return tuple(sorted(found, key=lambda one: (-one.confidence, one.place)))


def _whitened(features: FloatArray, known: Numbers, classes: Numbers) -> FloatArray:
    """Features in which places of the same label lie about one apart in every direction."""
    spread = np.maximum(features.std(axis=0), _SMALLEST_SPREAD)
    even = (features - features.mean(axis=0)) / spread
    within = even[known].copy()
    for one in np.unique(classes):
        mine = classes == one
        within[mine] -= within[mine].mean(axis=0)
    covariance = within.T @ within / max(1, len(known) - len(np.unique(classes)))
    size = float(np.trace(covariance)) / len(covariance)
    shrunk = (1 - _SHRINKAGE) * covariance + _SHRINKAGE * max(size, 0.05) * np.eye(len(covariance))
    sizes, directions = np.linalg.eigh(shrunk)
    scaled = even @ directions / np.sqrt(np.maximum(sizes, _SMALLEST_SPREAD))
    return np.asarray(scaled, dtype=np.float64)


def _gaps(some: FloatArray, others: FloatArray) -> FloatArray:
    """Squared distances: (n, d), (m, d) -> (n, m)."""
    both = (some**2).sum(axis=1)[:, None] + (others**2).sum(axis=1)[None, :]
    return np.asarray(np.maximum(both - 2 * some @ others.T, 0), dtype=np.float64)


def _typical_gap(known: FloatArray) -> float:
    """Squared distance from a labelled place to the labelled place most like it, in the middle."""
    gaps = _gaps(known, known)
    np.fill_diagonal(gaps, np.inf)
    return max(float(np.median(gaps.min(axis=1))), _SMALLEST_SPREAD)


def _voted(
    part: Numbers, gaps: FloatArray, classes: Numbers, names: list[str], typical: float
) -> list[Proposal]:
    nearest = np.argsort(gaps, axis=1)[:, :_NEAREST]
    close = np.take_along_axis(gaps, nearest, axis=1)
    weights = 1 / (close + 0.25 * typical)
    votes = np.zeros((len(part), len(names)))
    for column in range(nearest.shape[1]):
        np.add.at(votes, (np.arange(len(part)), classes[nearest[:, column]]), weights[:, column])
    shares = votes / votes.sum(axis=1, keepdims=True)
    best = shares.argmax(axis=1)
    likeness = np.minimum(1.0, 3 * typical / np.maximum(close[:, 0], _SMALLEST_SPREAD))
    return [
        Proposal(int(place), names[int(winner)], float(row[int(winner)] * alike))
        for place, winner, row, alike in zip(part, best, shares, likeness, strict=True)
    ]
