"""``companion lens``: find a camera's lens from pictures of the printed lens target."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from calibration.lens import lens_text
from calibration.lens_calibration import LensCalibration, LensCalibrationError, calibrate_lens
from companion.cli.errors import CommandFailed, failing_on
from companion.cli.output import write_out
from vision.pictures import PictureError, load_picture


@click.command()
@click.argument("pictures", nargs=-1, required=True, metavar="PICTURE...")
@click.option(
    "--out",
    default="camera.lens.toml",
    show_default=True,
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="The lens file to write.",
)
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON object.")
def lens(pictures: Sequence[str], out: str, *, as_json: bool) -> None:
    """Find a camera's lens from pictures of the sheet that `companion sheet lens` makes.

    Pictures that do not tell the lens well enough give no file. The file goes to `companion read`,
    `companion watch` and `companion serve` as --lens.
    """
    with failing_on(PictureError, LensCalibrationError):
        images = [load_picture(picture) for picture in pictures]
        calibration = calibrate_lens(images, [Path(picture).name for picture in pictures])
    if calibration.grade == "poor":
        raise CommandFailed(f"{calibration.verdict} No lens file was written")
    write_out(Path(out), lens_text(calibration.lens, calibration.verdict).encode())
    click.echo(_json(calibration, out) if as_json else _report(calibration, out))


def _json(calibration: LensCalibration, out: str) -> str:
    return json.dumps(
        {
            "file": out,
            "grade": calibration.grade,
            "verdict": calibration.verdict,
            "rms_px": round(calibration.rms_px, 4),
            "coverage": round(calibration.coverage, 4),
            "focal_doubt": round(calibration.focal_doubt, 6),
            "views": [asdict(view) for view in calibration.views],
        }
    )


def _report(calibration: LensCalibration, out: str) -> str:
    rows = [
        f"  {view.name}: {view.corners} corners, {view.error_px:.2f} px off"
        if view.error_px is not None
        else f"  {view.name} is not used: it {view.left_out}."
        for view in calibration.views
    ]
    return "\n".join((*rows, calibration.verdict, f"Written to {out}."))
