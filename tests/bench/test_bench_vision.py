"""The bench of the eye: its truth, its detectors, its ladder and its costs, as short as it gets."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.layout import CubeLayout
from companion.bench import vision, vision_ladder
from companion.bench.figures import BenchError, nested
from companion.bench.vision_cost import CostWanted, measure_cost
from companion.bench.vision_ladder import FAMILY, Rung, climb, rungs
from companion.bench.vision_rivals import READER, Detector, detectors
from companion.bench.vision_tables import (
    PaintedTable,
    Sight,
    crooked,
    paint,
    scattered,
    serial_scheme,
    size_for,
)
from companion.bench.vision_wear import Fault, Wear, everyday
from companion.cli import main

SCHEME = serial_scheme(FAMILY)
SMALL = (1280, 720)


def silent(_: str) -> None:
    pass


def sights_of(table: PaintedTable) -> list[Sight]:
    places = np.array([[top.x_in, top.y_in] for top in table.tops])
    pixels = table.registration.board_to_pixels(places, table.scheme.cube_side_in)
    assert np.allclose(pixels, [top.tag_px for top in table.tops])
    return [
        Sight(top.tag_id, float(x_px), float(y_px))
        for top, (x_px, y_px) in zip(table.tops, pixels, strict=True)
    ]


def test_markers_count_once_and_wrong_ids_count_against() -> None:
    table = paint(SCHEME, SMALL, Fault(), seed=1)
    sights = sights_of(table)
    assert table.count(sights) == (60, 0)
    assert table.count([]) == (0, 0)
    assert table.count([*sights, sights[0]]) == (60, 1)
    free = next(iter(SCHEME.issued - {top.tag_id for top in table.tops}))
    first = sights[0]
    assert table.count([Sight(free, first.x_px, first.y_px)]) == (0, 1)
    assert table.count([Sight(580, first.x_px, first.y_px)]) == (0, 0)
    elsewhere = Sight(first.tag_id, sights[1].x_px, sights[1].y_px)
    assert table.count([elsewhere]) == (0, 1)


def test_found_tags_say_how_far_off_they_are() -> None:
    table = paint(SCHEME, SMALL, Fault(glare=1.0), seed=1)
    sights = sights_of(table)
    moved = [Sight(one.tag_id, one.x_px + 0.3, one.y_px - 0.4) for one in sights]
    off_px = table.compare(moved).off_px
    assert len(off_px) == table.readable
    assert off_px == pytest.approx([0.5] * table.readable)
    assert table.compare([Sight(0, 5.0, 5.0)]).off_px == ()


@pytest.mark.parametrize("name", detectors(SCHEME))
def test_all_detectors_count_pixels_from_the_same_point(name: str) -> None:
    # The middle of what is found lies on the truth, whoever finds it.
    table = paint(SCHEME, size_for(SCHEME, 2.5), Fault(noise=0.0), 5, everyday(5))
    tags_px = {top.tag_id: top.tag_px for top in table.tops}
    sights = [one for one in detectors(SCHEME)[name](table.picture) if one.tag_id in tags_px]
    off = np.array([[one.x_px, one.y_px] - tags_px[one.tag_id] for one in sights])
    near = off[np.abs(off).max(axis=1) < 2]
    assert len(near) > 20
    assert np.abs(np.median(near, axis=0)).max() < 0.15


def test_the_middle_of_a_crooked_sticker_is_where_it_is_painted() -> None:
    cube = CubeLayout(colour="red", face=1, x_in=5.0, y_in=7.0, yaw_deg=90.0, sticker_x_in=0.02)
    assert cube.sticker_middle_in == pytest.approx((5.0, 7.02))


def test_what_glare_washes_out_counts_for_nobody() -> None:
    table = paint(SCHEME, SMALL, Fault(glare=1.0), seed=1)
    assert 40 < table.readable < 60
    assert paint(SCHEME, SMALL, Fault(glare=0.3), seed=1).readable == 60
    assert table.count(sights_of(table)) == (table.readable, 0)


def test_pictures_have_modules_of_the_size_asked_for() -> None:
    module_in = SCHEME.marker_tag_side_in / SCHEME.family.modules
    for wanted in (1.5, 3.0, 6.0):
        width_px, height_px = size_for(SCHEME, wanted)
        assert width_px / height_px == pytest.approx(16 / 9, abs=0.01)
        table = paint(SCHEME, (width_px, height_px), Fault(noise=0.0), seed=2)
        scale = table.registration.pixels_per_inch(SCHEME.cube_side_in)
        assert scale * module_in == pytest.approx(wanted, rel=0.02)


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(BenchError, match="DICT_4X4_50"):
        serial_scheme("DICT_4X4_50")


def test_every_fault_shows_in_the_picture() -> None:
    plain = paint(SCHEME, SMALL, Fault(), seed=3).picture
    assert np.array_equal(plain, paint(SCHEME, SMALL, Fault(), seed=3).picture)
    for fault in (
        Fault(blur_px=2.0),
        Fault(noise=30.0),
        Fault(jpeg_quality=5),
        Fault(exposure=0.1),
        Fault(glare=0.8),
    ):
        other = paint(SCHEME, SMALL, fault, seed=3).picture
        assert float(cv2.absdiff(plain, other).mean()) > 1.5


def test_the_ladder_is_complete() -> None:
    names = {rung.name.split()[0] for rung in rungs()}
    assert names == {"pixels_per_module", "blur_px", "noise", "jpeg", "exposure", "glare"}
    sizes = [rung.pixels_per_module for rung in rungs() if rung.name.startswith("pixels")]
    assert max(sizes) == 6.0
    assert min(sizes) <= 1.5


def test_everyday_tables_differ_and_their_stickers_are_crooked() -> None:
    one, other = everyday(1), everyday(2)
    assert one == everyday(1)
    assert one.camera.tilt_deg != other.camera.tilt_deg
    straight = scattered(SCHEME, 1)
    placed = crooked(straight, one, 1)
    off = [cube.sticker_x_in for cube in placed]
    assert 0.5 < float(np.std(off)) / one.sticker_off_in < 1.5
    assert [cube.x_in for cube in placed] == [cube.x_in for cube in straight]
    plain = paint(SCHEME, SMALL, Fault(), 1).picture
    worn = paint(SCHEME, SMALL, Fault(), 1, one).picture
    assert float(cv2.absdiff(plain, worn).mean()) > 5
    assert crooked(straight, Wear(), 1)[0].sticker_deg == 0.0


def test_the_reader_is_ahead_of_all_others_on_hard_rungs() -> None:
    hard = [rung for rung in rungs() if rung.name in {"blur_px 1.4", "noise 45"}]
    figures = climb(SCHEME, tuple(hard), 1, 0.0, silent)
    for rung in hard:
        assert all(f"ladder/{rung.name}/{name}_recall" in figures for name in detectors(SCHEME))
        assert figures[f"ladder/{rung.name}/{READER}_recall"] >= 0.95
        assert figures[f"ladder/{rung.name}/aruco_tuned_recall"] < 0.9
        assert 0 < figures[f"ladder/{rung.name}/{READER}_p95_px"] < 0.5
    assert figures["ladder_rungs_behind"] == 0
    assert figures["ladder_rungs_with_more_false_ids"] == 0
    assert figures["ladder/noise 45/reader_false"] == 0


def test_rungs_where_a_rival_finds_all_are_told_apart_by_nearness() -> None:
    def off_by(x_px: float) -> Detector:
        return lambda _: [Sight(one.tag_id, one.x_px + x_px, one.y_px) for one in truth]

    rung = Rung("small", 1.5, Fault())
    # Painted as the ladder paints its first table.
    truth = [
        Sight(top.tag_id, float(top.tag_px[0]), float(top.tag_px[1]))
        for top in paint(SCHEME, size_for(SCHEME, 1.5), Fault(), 500, everyday(500)).tops
    ]
    for rival_px, less_exact in ((0.05, 1), (0.2, 0)):
        with pytest.MonkeyPatch.context() as patch:
            both = {READER: off_by(0.1), "rival": off_by(rival_px)}
            patch.setattr(vision_ladder, "detectors", lambda _, both=both: both)
            figures = climb(SCHEME, (rung,), 1, 0.0, silent)
        assert figures["ladder_rungs_level"] == 1
        assert figures["ladder_rungs_level_less_exact"] == less_exact
        assert figures["ladder/small/rival_p95_px"] == pytest.approx(rival_px)


def test_costs_are_measured_by_turns() -> None:
    cost = measure_cost(CostWanted(width_px=1280, height_px=720, rounds=1))
    # How they compare is the bench's own business; a busy machine may turn any order round.
    assert min(cost.one_pass, cost.idle, cost.one_moved, cost.full, cost.aruco) > 0


def test_the_command_gives_the_promised_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision, "SIZES_PX", ((1280, 720), (1440, 810)))
    monkeypatch.setattr(vision, "LARGEST", "1440x810")
    monkeypatch.setattr(vision, "_QUICK_EVERY", 20)
    monkeypatch.setattr(vision, "_QUICK_EYE_S", 3.0)
    result = CliRunner().invoke(main, ["bench", "vision", "--quick", "--json"])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    wanted = {"idle_over_pass", "one_moved_over_aruco", "full_over_aruco"}
    assert wanted <= set(figures["1280x720"])
    assert wanted | {"pss_mb", "idle_cpu_pct"} <= set(figures["1440x810"])
    assert 20 < figures["1440x810"]["pss_mb"] < 250
    assert 0 < figures["1440x810"]["idle_cpu_pct"] < 100
    assert figures["ladder"]["pixels_per_module 4"]["reader_recall"] >= 0.95


def test_people_get_a_line_for_each_rung() -> None:
    figures = {
        "1920x1080/idle_over_pass": 2.0,
        "ladder/blur_px 1/reader_recall": 1.0,
        "ladder/blur_px 1/reader_false": 0,
        "ladder/blur_px 1/reader_p95_px": 0.125,
        "ladder/blur_px 1/aruco_recall": 0.5,
        "ladder/blur_px 1/aruco_false": 3,
    }
    text = vision.lines(figures, vision.BENCH.goals)
    assert "NOT REACHED" in text[0]
    assert text[-1].split() == ["blur_px", "1", "1.000", "0.125", "0.500", "+3"]
    assert nested(figures)["1920x1080"] == {"idle_over_pass": 2.0}
    with pytest.raises(TypeError, match="a is a figure"):
        nested({"a": 1, "a/b": 2})
