"""Where blur is wider than a module nothing is read, rather than now and then a wrong tag."""

from __future__ import annotations

import pytest

from companion.bench.vision_ladder import FAMILY, rungs
from companion.bench.vision_rivals import reader_detector
from companion.bench.vision_tables import paint, serial_scheme, size_for
from companion.bench.vision_wear import everyday

SCHEME = serial_scheme(FAMILY)


def found_and_false(name: str, seed: int) -> tuple[int, int]:
    """What the reader finds on a table of a rung of the ladder, and what of it is not there."""
    (rung,) = (one for one in rungs() if one.name == name)
    size_px = size_for(SCHEME, rung.pixels_per_module)
    table = paint(SCHEME, size_px, rung.fault, seed, everyday(seed))
    return table.count(reader_detector(SCHEME)(table.picture))


@pytest.mark.parametrize("seed", [500, 501])
def test_blur_wider_than_a_module_shows_nothing(seed: int) -> None:
    # 1.1 modules: of the second table a marker was once read as another one.
    assert found_and_false("blur_px 2.4", seed) == (0, 0)


def test_blur_of_nearly_a_module_is_read() -> None:
    found, false = found_and_false("blur_px 2", 500)
    assert found > 40
    assert false == 0
