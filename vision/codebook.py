"""All issued tags as they look at one blur, ready to be compared with what a picture shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.scheme import StickerScheme
from vision.art import Art, PatternStack, SampleGrid, draw, draw_square

SAMPLES_PER_MODULE: Final = 4
STICKER_EDGES: Final = (0.5, 0.8)
"""White edges of stickers are about this wide, in modules; beyond them any brightness may follow.

Between the two the width is left open, so that a wrong one does not pull at a tag's size.
"""
EDGE: Final = 0.4
"""White edge that belongs to the comparison, in modules; prints have at least this much."""
QUARTER_TURNS: Final = 4
_BLUR_STEP: Final = 1.12
_BLUR_RANGE: Final = (0.18, 1.2)


@dataclass(frozen=True, eq=False)
class CodeArt:
    """The issued tags at one blur on one grid of d samples.

    Attributes:
        grid: the samples.
        tag_ids: (n,) issued ids.
        sigma: blur in modules.
        art: the upright tags.
        basis: (d, r) orthonormal; a blurred tag is the sum of what its modules give, so that all
            tags, issued or not, at every turn, lie in what its r columns span, and r is one more
            than there are inner modules. To compare there is the same as to compare samples.
        templates: (4 n, r) in that basis, each tag turned clockwise by 0, 1, 2, 3 quarters,
            brightness and slopes of brightness and what lies beyond the sticker taken out, of
            length 1.
        strangers: (4 k, r), the same of all tags of the family that are not issued.
        flips: (m, d) what turning each of m inner modules from black to white changes, the plain
            fields taken out.
        plain: (d, 5) the orthonormal fields that were taken out.
        beyond: (d,) how much of what lies beyond the narrowest white edge each sample sees.
    """

    grid: SampleGrid
    tag_ids: NDArray[np.intp]
    sigma: float
    art: Art
    basis: PatternStack
    templates: PatternStack
    strangers: PatternStack
    flips: PatternStack
    plain: PatternStack
    beyond: PatternStack

    def normalise(self, seen: PatternStack) -> PatternStack:
        """Samples (n, d) as their share in the basis (n, r).

        The length is 1 for what is a tag and nothing else, and shorter by what is not.
        """
        left = seen - (seen @ self.plain) @ self.plain.T
        length = np.linalg.norm(left, axis=1, keepdims=True)
        return np.asarray((left @ self.basis) / (length + 1.0), dtype=np.float32)


class Codebook:
    """Gives the issued tags of a scheme at any blur.

    Attributes:
        tag_ids: (n,) issued ids; verdicts name tags by their index here.
        colours: what colour of cube each of them says.
    """

    def __init__(self, scheme: StickerScheme) -> None:
        self.tag_ids = np.array(sorted(scheme.issued), dtype=np.intp)
        meanings = (scheme.meaning(int(tag_id)) for tag_id in self.tag_ids)
        self.colours = tuple(meaning.colour for meaning in meanings if meaning is not None)
        self._patterns = np.stack([scheme.pattern(int(tag_id)) for tag_id in self.tag_ids])
        known = scheme.issued | scheme.corner_ids
        others = [tag_id for tag_id in range(len(scheme.family.codes)) if tag_id not in known]
        self._strange = np.array(
            [scheme.pattern(tag_id) for tag_id in others], dtype=np.uint8
        ).reshape(-1, self.modules, self.modules)
        self._at_step = lru_cache(maxsize=2)(self._draw)

    @property
    def modules(self) -> int:
        """Modules along a side of a tag, border included."""
        return int(self._patterns.shape[1])

    def at(self, sigma: float) -> CodeArt:
        """The tags at about a blur in modules; blurs are rounded to steps of 12 per cent."""
        inside = float(np.clip(sigma, *_BLUR_RANGE))
        return self._at_step(round(np.log(inside) / np.log(_BLUR_STEP)))

    def _draw(self, step: int) -> CodeArt:
        sigma = _BLUR_STEP**step
        grid = SampleGrid(self.modules, EDGE, SAMPLES_PER_MODULE)
        art = draw(self._patterns, grid, sigma)
        u, v = grid.points()
        beyond = [1 - draw_square(self.modules + 2 * edge, grid, sigma) for edge in STICKER_EDGES]
        plain = np.linalg.qr(np.stack([np.ones_like(u), u, v, *beyond], axis=1))[0]
        plain = plain.astype(np.float32)
        strange = draw(self._strange, grid, sigma).values
        black, flips = _black_and_flips(grid, sigma, plain)
        basis = np.linalg.qr(np.concatenate([black, flips]).T.astype(np.float64))[0]
        basis = basis.astype(np.float32)
        return CodeArt(
            grid=grid,
            tag_ids=self.tag_ids,
            sigma=sigma,
            art=art,
            basis=basis,
            templates=_templates(art.values, grid, plain) @ basis,
            strangers=_templates(strange, grid, plain) @ basis,
            flips=flips,
            plain=plain,
            beyond=beyond[0],
        )


def _black_and_flips(
    grid: SampleGrid, sigma: float, plain: PatternStack
) -> tuple[PatternStack, PatternStack]:
    """A tag that is black throughout, and what each of its inner modules changes in white.

    The plain fields are taken out: (1, d) and (m, d).
    """
    inner = grid.modules - 2
    single = np.zeros((inner * inner + 1, inner, inner), dtype=np.uint8)
    for number in range(inner * inner):
        single[number + 1, number // inner, number % inner] = 1
    drawn = draw(np.pad(single, ((0, 0), (1, 1), (1, 1))), grid, sigma).values
    drawn[1:] -= drawn[:1]
    left = np.asarray(drawn - (drawn @ plain) @ plain.T, dtype=np.float32)
    return left[:1], left[1:]


def _templates(values: PatternStack, grid: SampleGrid, plain: PatternStack) -> PatternStack:
    """Tags (n, d) in all four turns, the plain fields taken out, of length 1: (4 n, d)."""
    squares = values.reshape(-1, grid.side, grid.side)
    turned = np.stack(
        [np.rot90(squares, -turns, axes=(1, 2)) for turns in range(QUARTER_TURNS)], axis=1
    ).reshape(-1, values.shape[1])
    left = turned - (turned @ plain) @ plain.T
    templates = left / np.linalg.norm(left, axis=1, keepdims=True)
    return np.ascontiguousarray(templates, dtype=np.float32)
