from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.layout import TableLayout, layout_registration
from calibration.scheme import default_scheme
from tests.support.readings import marker_seen
from vision.board_view import BoardView, is_washed_out, likeness
from vision.bump import is_push, shift_px
from vision.change import (
    CELL_SAMPLES,
    Cells,
    Change,
    NoiseLevel,
    Samples,
    cell_differences,
    compare_structure,
    grid_for,
)
from vision.gate import RESTING_S, STILL_HAND_S, HandGate
from vision.hand import find_cover, grow, without_scraps
from vision.outline import is_uncovered
from vision.reading import MarkerSeen, PixelBox

ROWS, COLUMNS = 30, 53
CELL_IN = 0.4
INSIDE = np.s_[4:-4, 6:-6]


def textured(seed: int = 1, contrast: float = 20.0) -> Samples:
    generator = np.random.default_rng(seed)
    shape = (ROWS * CELL_SAMPLES, COLUMNS * CELL_SAMPLES)
    return np.clip(generator.normal(110, contrast, shape), 0, 255).astype(np.uint8)


def noisy(samples: Samples, sigma: float, seed: int = 5) -> Samples:
    noise = np.random.default_rng(seed).normal(0, sigma, samples.shape)
    return np.clip(samples + noise, 0, 255).astype(np.uint8)


def cells(*blocks: tuple[slice, slice]) -> Cells:
    made = np.zeros((ROWS, COLUMNS), dtype=np.bool_)
    for block in blocks:
        made[block] = True
    return made


OUTSIDE = ~cells(INSIDE)
ARM = np.s_[12:30, 20:26]
CARD = np.s_[10:18, 30:36]


def test_samples_are_far_fewer_than_pixels_whatever_the_camera() -> None:
    for width_px, height_px, pixels_per_inch in ((1920, 1080, 48.0), (4056, 3040, 134.0)):
        grid = grid_for(width_px, height_px, pixels_per_inch)
        samples = grid.samples(np.zeros((height_px, width_px, 3), dtype=np.uint8))
        assert samples.size <= 340_000
        assert samples.shape == tuple(CELL_SAMPLES * count for count in grid.shape)


def test_a_tiny_picture_still_has_a_grid() -> None:
    grid = grid_for(40, 30, 200.0)
    assert grid.shape[0] >= 1
    assert grid.cell_of(-50.0, 9000.0) == (grid.shape[0] - 1, 0)


def test_noise_is_no_change_and_a_marker_is() -> None:
    table = textured()
    level = NoiseLevel()
    for seed in range(3):
        level.learn(cell_differences(noisy(table, 4, seed), noisy(table, 4, seed + 10)))
    quiet = cell_differences(noisy(table, 4, 21), noisy(table, 4, 22))
    assert not (quiet > level.threshold).any()
    with_marker = table.copy()
    with_marker[60:68, 120:128] = np.tile([[10, 240], [240, 10]], (4, 4))
    changed = cell_differences(noisy(with_marker, 4, 23), noisy(table, 4, 24)) > level.threshold
    assert changed.any()
    assert changed.sum() <= 4


def test_a_lamp_does_not_make_the_noise_seem_greater_for_long() -> None:
    level = NoiseLevel()
    table = textured()
    still = cell_differences(noisy(table, 2, 1), noisy(table, 2, 2))
    level.learn(still)
    before = level.threshold
    level.learn(np.full_like(still, 60))
    level.learn(still)
    assert level.threshold == pytest.approx(before, rel=0.1)


def test_a_held_picture_says_nothing_about_the_noise() -> None:
    level = NoiseLevel()
    before = level.threshold
    level.learn(np.zeros((ROWS, COLUMNS), dtype=np.uint8))
    assert level.threshold == before


@pytest.mark.parametrize(("gain", "offset"), [(1.5, 0), (0.5, 0), (0.9, 35), (1.0, -40)])
def test_more_or_less_light_leaves_the_structure(gain: float, offset: float) -> None:
    table = textured(contrast=15)
    lit = np.clip(table * gain + offset, 0, 255).astype(np.uint8)
    structure = compare_structure(noisy(table, 2, 1), noisy(lit, 2, 2), 2.0)
    assert structure.same.mean() > 0.97
    assert not structure.foreign.any()


def test_a_lamp_to_one_side_leaves_the_structure_even_where_the_table_is_plain() -> None:
    plain = np.full((ROWS * CELL_SAMPLES, COLUMNS * CELL_SAMPLES), 100.0)
    plain[:, : plain.shape[1] // 2] += np.random.default_rng(2).normal(
        0, 20, (plain.shape[0], plain.shape[1] // 2)
    )
    slope = np.linspace(1.2, 1.5, plain.shape[1])[None, :]
    before = np.clip(plain, 0, 255).astype(np.uint8)
    after = np.clip(plain * slope, 0, 255).astype(np.uint8)
    structure = compare_structure(noisy(before, 2, 1), noisy(after, 2, 2), 2.0)
    near_texture = structure.same[:, : COLUMNS // 2 + 4]
    assert near_texture.mean() > 0.95


def test_something_laid_on_the_table_is_foreign() -> None:
    table = textured()
    covered = table.copy()
    covered[60:108, 180:216] = textured(9)[60:108, 180:216]
    structure = compare_structure(table, covered, 2.0)
    assert structure.foreign[12:16, 32:34].all()
    assert structure.same[2:7].all()


def test_what_is_too_bright_to_show_anything_is_said_to_be() -> None:
    table = textured()
    glared = table.copy()
    glared[60:108, 180:216] = 255
    there = np.s_[12:16, 32:34]
    assert compare_structure(table, glared, 2.0).washed_out[there].all()
    assert compare_structure(glared, table, 2.0).was_washed_out[there].all()


def test_an_arm_from_outside_is_a_hand_and_a_card_is_a_thing() -> None:
    objects = cells(ARM, CARD)
    cover = find_cover(objects, objects, cells(), OUTSIDE, CELL_IN)
    assert cover.has_hand
    assert (cover.hand == cells(ARM)).all()
    assert (cover.thing == cells(CARD)).all()
    assert cover.near_hand[20, 18]
    assert not cover.near_hand[20, 16]


def test_what_markers_explain_is_no_hand() -> None:
    block = np.s_[4:9, 4:9]
    objects = cells(block)
    assert find_cover(objects, objects, cells(), OUTSIDE, CELL_IN).has_hand
    cover = find_cover(objects, objects, objects, OUTSIDE, CELL_IN)
    assert not cover.has_hand
    assert not cover.thing.any()


def test_an_arm_that_is_lost_to_sight_beside_the_map_is_a_hand() -> None:
    objects = cells(ARM) & ~OUTSIDE
    assert (find_cover(objects, objects, cells(), OUTSIDE, CELL_IN).hand == objects).all()
    card = cells(np.s_[20:25, 20:26])
    assert not find_cover(card, card, cells(), OUTSIDE, CELL_IN).has_hand


def test_what_is_left_where_a_thing_has_gone_is_no_thing_unless_as_large() -> None:
    scrap, card = np.s_[18:20, 30:32], np.s_[18:22, 30:34]
    for left, stays in ((scrap, False), (card, True)):
        objects = cells(CARD, left)
        thing = without_scraps(objects, cells(CARD), objects, cells(), CELL_IN)
        assert (thing == (cells(left) if stays else cells())).all()
    apart = cells(CARD, np.s_[22:24, 30:32])
    thing = without_scraps(apart, cells(CARD), apart, cells(), CELL_IN)
    assert (thing == cells(np.s_[22:24, 30:32])).all()


def test_what_lies_beside_the_map_does_not_matter() -> None:
    objects = cells(np.s_[0:3, :])
    assert not find_cover(objects, objects, cells(), OUTSIDE, CELL_IN).has_hand


def test_nothing_grows_from_nothing() -> None:
    assert not grow(cells(), 3.0).any()


def change_of(objects: Cells, moving: Cells | None = None) -> Change:
    none = np.zeros_like(objects)
    return Change(none if moving is None else moving, none, objects, objects, none)


def never(_patch: Cells) -> bool:
    return False


def a_view() -> BoardView:
    layout = TableLayout()
    registration = layout_registration(layout, default_scheme().board)
    return BoardView(registration, grid_for(1920, 1080, registration.pixels_per_inch()))


def arm_on(view: BoardView) -> Cells:
    arm = np.zeros(view.grid.shape, dtype=np.bool_)
    arm[view.grid.shape[0] // 2 :, 50:60] = True
    return arm


def readings_inside(view: BoardView) -> list[MarkerSeen]:
    found = []
    for row in (-6, -12):
        x_px, y_px = 55.5 * view.grid.cell_px, (view.grid.shape[0] + row) * view.grid.cell_px
        x_in, y_in = view.registration.pixels_to_board(np.array([[x_px, y_px]]), 0.5)[0]
        found.append(marker_seen(float(x_in), float(y_in)))
    return found


def test_a_patch_with_new_markers_deep_inside_is_no_hand() -> None:
    view = a_view()
    gate = HandGate(view)
    arm = arm_on(view)
    none = np.zeros_like(arm)
    inside = readings_inside(view)

    def read(boxes: list[PixelBox]) -> list[MarkerSeen]:
        assert boxes
        return inside

    assert gate.judge(change_of(arm, arm), none, 0.0, read, never).has_hand
    assert gate.judge(change_of(arm), none, 0.5, read, never).has_hand
    assert not gate.judge(change_of(arm), none, 1.0, read, never).has_hand
    assert not gate.judge(change_of(arm), none, 1.5, read, never).has_hand
    # What moves again is a hand again.
    assert gate.judge(change_of(arm, arm), none, 2.0, lambda _: [], never).has_hand


def test_a_hand_at_rest_blocks_soon_no_more_than_it_covers_and_is_searched_five_times() -> None:
    view = a_view()
    gate = HandGate(view)
    arm = arm_on(view)
    none = np.zeros_like(arm)
    searched: list[int] = []

    def read(boxes: list[PixelBox]) -> list[MarkerSeen]:
        searched.append(len(boxes))
        return []

    for t_s in range(int(STILL_HAND_S)):
        cover = gate.judge(change_of(arm), none, float(t_s), read, never)
        assert (cover.hand | cover.resting)[arm].all()
        assert cover.near_hand[arm].all()
        assert cover.has_hand == (t_s <= RESTING_S)
    assert len(searched) == 5
    late = gate.judge(change_of(arm), none, STILL_HAND_S + 2.0, read, never)
    assert not late.has_hand
    assert not late.resting.any()
    assert late.thing.any()


def test_a_patch_at_rest_that_shows_the_table_again_is_no_hand() -> None:
    view = a_view()
    gate = HandGate(view)
    arm = arm_on(view)
    none = np.zeros_like(arm)
    assert gate.judge(change_of(arm, arm), none, 0.0, lambda _: [], lambda _: True).has_hand
    bared = gate.judge(change_of(arm), none, 0.5, lambda _: [], lambda _: True)
    assert not bared.has_hand
    assert (bared.uncovered == arm).all()
    assert not bared.thing.any()


def test_an_outline_tells_a_cover_from_what_it_leaves() -> None:
    table = textured(contrast=12)
    covered = table.copy()
    covered[60:180, 120:156] = noisy(np.full((120, 36), 190, dtype=np.uint8), 3)
    patch = cells(np.s_[10:30, 20:26])
    assert is_uncovered(covered, table, patch, 7.0)
    assert not is_uncovered(table, covered, patch, 7.0)
    assert not is_uncovered(table, table, patch, 7.0)


def test_a_shifted_registration_is_a_push_and_its_own_uncertainty_is_not() -> None:
    board = default_scheme().board
    layout = TableLayout()
    here = layout_registration(layout, board)
    assert shift_px(here, here) == 0.0
    assert not is_push(here, here)
    pushed = layout_registration(TableLayout(camera=type(layout.camera)(aim_x_in=0.1)), board)
    assert is_push(here, pushed)
    assert shift_px(here, pushed) == pytest.approx(0.1 * here.pixels_per_inch(), rel=0.1)


def test_the_table_of_before_is_carried_over_to_a_new_registration() -> None:
    board = default_scheme().board
    layout = TableLayout()
    before, after = (
        a_view(),
        layout_registration(
            TableLayout(camera=type(layout.camera)(aim_x_in=0.6, roll_deg=3.0)), board
        ),
    )
    view = BoardView(after, before.grid)
    samples = np.full((before.grid.shape[0] * 6, before.grid.shape[1] * 6), 40, dtype=np.uint8)
    before.patch(samples, 10.0, 8.0, 0.0)[:] = 200
    carried = view.carried_from(before, samples, np.full_like(samples, 9))
    assert view.patch(carried, 10.0, 8.0, 0.0).mean() > 170
    assert view.patch(carried, 13.0, 8.0, 0.0).mean() == pytest.approx(40)


def test_likeness_sets_light_aside() -> None:
    patch = textured()[:11, :11]
    lit = np.clip(patch * 1.4 + 10, 0, 255).astype(np.uint8)
    assert likeness(patch, lit) > 0.99
    assert abs(likeness(patch, textured(7)[:11, :11])) < 0.4
    assert likeness(patch, patch[:5]) == 0.0
    assert likeness(np.full_like(patch, 7), patch) == 0.0


def test_white_patches_are_washed_out_and_no_patch_is_too() -> None:
    white: NDArray[np.uint8] = np.full((11, 11), 255, dtype=np.uint8)
    assert is_washed_out(white)
    assert is_washed_out(white[:0])
    assert not is_washed_out(textured()[:11, :11])
