"""All pictures with known truth that lie beside the checkout."""

from pathlib import Path

import pytest

from calibration.lens import load_lens
from calibration.scheme import load_scheme
from tests.support.scene_truth import Comparison, lens_beside, read_and_compare

pytestmark = pytest.mark.shared

LEVELS = {"easy": (1.0, 0.03), "med": (0.99, 0.04), "hard": (0.975, 0.08)}
"""Least readable recall and largest 95th percentile of the position error, in inches."""


def pooled(results: list[Comparison]) -> tuple[float, float]:
    found = sum(result.found for result in results)
    errors = Comparison(1, 1, [], [e for result in results for e in result.errors_in], [], [])
    return found / sum(result.readable for result in results), errors.error_in(95)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("has_lens", [True, False], ids=["with lens", "without lens"])
def test_scenes_reach_their_level(shared_folder: Path, level: str, *, has_lens: bool) -> None:
    scheme = load_scheme(shared_folder / "scenes" / "scheme.toml")
    pictures = sorted((shared_folder / "scenes" / "scenes").glob(f"{level}_*.jpg"))
    results = [
        read_and_compare(picture, scheme, lens_beside(picture) if has_lens else None)
        for picture in pictures
    ]
    recall, error_in = pooled(results)
    least_recall, largest_error_in = LEVELS[level]
    assert [result.wrong for result in results] == [[] for _ in pictures]
    if has_lens:
        assert recall >= least_recall
        assert error_in <= largest_error_in
    else:
        assert recall >= least_recall - 0.01
        assert error_in <= 0.10


def test_a_hand_in_the_picture_gives_no_wrong_reading(shared_folder: Path) -> None:
    scheme = load_scheme(shared_folder / "scenes" / "scheme.toml")
    folder = shared_folder / "scenes" / "sequences" / "seq_move"
    lens = load_lens(folder / "lens.toml")
    for picture in sorted(folder.glob("frame_0[048].jpg")):
        result = read_and_compare(picture, scheme, lens)
        assert result.wrong == []
        assert result.wrong_hexes == []
        assert result.recall >= 0.94
