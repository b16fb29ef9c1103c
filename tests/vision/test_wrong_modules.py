"""Tags that look like issued ones but for a module or two are none of the set."""

import dataclasses

from calibration.families import TagFamily
from calibration.layout import CubeLayout, TableLayout, layout_registration
from calibration.render import render_table
from calibration.scheme import default_scheme
from tests.support.table_layouts import varied
from vision.reader import Reader


def test_a_tag_with_one_module_wrong_is_told_from_a_soft_or_noisy_one() -> None:
    scheme = default_scheme("serial")
    codes = scheme.family.codes.copy()
    worn = [scheme.tag_of("green", 3, serial) for serial in range(28)]
    for number, tag_id in enumerate(worn[::2]):
        inner = codes.shape[1]
        codes[tag_id, number % inner, (number * 2) % inner] ^= 1
    other = dataclasses.replace(scheme, family=TagFamily(scheme.family.name, codes))
    cubes = tuple(
        CubeLayout(
            colour="green",
            face=3,
            serial=serial,
            x_in=2.0 + 3.3 * (serial % 7),
            y_in=2.5 + 4.5 * (serial // 7),
            yaw_deg=27.0 * serial,
        )
        for serial in range(28)
    )
    for changes in ({}, {"blur_px": 1.0}, {"blur_px": 1.2}, {"noise": 25.0}):
        layout = varied(TableLayout(cubes=cubes), **changes)
        lens = layout_registration(layout, scheme.board).lens
        reading = Reader(scheme, lens).read(render_table(layout, other))
        assert sorted(marker.tag_id or 0 for marker in reading.markers) == worn[1::2]
