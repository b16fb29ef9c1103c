"""``companion read``: read the markers of pictures and print one line of JSON for each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

import click
import cv2

from calibration.lens import Lens, LensError, find_lens_file, load_lens
from calibration.scheme import SchemeError, scheme_named
from companion.cli.boards import BoardNotKnownError, board_named, board_options
from companion.cli.errors import failing_on
from vision.field_report import ReportError, is_report, open_report
from vision.pictures import PictureError, load_picture
from vision.reader import Reader
from vision.reading import Reading

NO_LENS: Final = (
    "No lens file: the lens is estimated from the corner tags, positions are less exact."
)


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE|REPORT...")
@click.option(
    "--scheme",
    "scheme_name",
    default="anonymous",
    show_default=True,
    help="A sticker scheme file, or anonymous or serial for the schemes of this program.",
)
@click.option(
    "--lens",
    "lens_place",
    metavar="FILE|FOLDER",
    help="A lens file, or a folder that holds <image stem>.lens.toml for each picture.",
)
@board_options
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each picture.")
def read(
    *,
    images: Sequence[str],
    scheme_name: str,
    lens_place: str | None,
    game: str | None,
    box_file: str | None,
    as_json: bool,
) -> None:
    """Read the markers of pictures of the table.

    A field report that the page of the eye has saved is a folder: all its pictures are read, with
    the stickers and the lens that it was saved with.

    Without a lens the camera's is estimated from the corner tags, at some cost in position. The
    status is 1 if a picture cannot be read or the map is not found in it; the others are read.
    """
    with failing_on(SchemeError, LensError, BoardNotKnownError):
        scheme = scheme_named(scheme_name, board_named(game, box_file) if game else None)
        shared_lens = _shared_lens(lens_place)
    cv2.setNumThreads(1)
    failed = False
    reader = Reader(scheme, shared_lens)
    for image, own in _with_reports(images, reader):
        try:
            if isinstance(own, ReportError):
                raise own
            if own is reader:
                reading = _read_one(image, reader, shared_lens, lens_place)
            else:
                reading = own.read(load_picture(image))
        except (PictureError, LensError, SchemeError, ReportError) as error:
            failed = True
            if as_json:
                click.echo(json.dumps({"image": image, "error": str(error)}))
            else:
                click.echo(f"Error: {error}", err=True)
            continue
        failed = failed or not reading.registered
        if as_json or reading.registered:
            click.echo(_line(image, reading) if as_json else _text(image, reading))
        else:
            click.echo(f"Error: {image}: {reading.reason}", err=True)
    if failed:
        raise click.exceptions.Exit(1)


def _with_reports(
    images: Sequence[str], reader: Reader
) -> Iterator[tuple[str, Reader | ReportError]]:
    """Every picture with what reads it; the pictures of a report with a reader of their own."""
    for image in images:
        if not is_report(Path(image)):
            yield image, reader
            continue
        try:
            report = open_report(Path(image))
            lens = None if report.lens is None else load_lens(report.lens)
            own = Reader(scheme_named(report.scheme, report.board), lens)
        except (ReportError, SchemeError, LensError) as error:
            yield image, ReportError(str(error))
            continue
        for picture in report.pictures:
            yield str(picture), own


def _shared_lens(place: str | None) -> Lens | None:
    """The lens of all pictures where a file was named; None for a folder or nothing."""
    if place is None or Path(place).is_dir():
        return None
    return load_lens(place)


def _read_one(
    image: str, reader: Reader, shared_lens: Lens | None, lens_place: str | None
) -> Reading:
    picture = load_picture(image)
    reader.lens = shared_lens
    if shared_lens is None and lens_place is not None:
        file = find_lens_file(lens_place, image)
        reader.lens = None if file is None else load_lens(file)
    reading = reader.read(picture)
    if not reading.registered or reader.lens is not None:
        return reading
    return replace(reading, reason=f"{reading.reason} {NO_LENS}".strip())


def _line(image: str, reading: Reading) -> str:
    return json.dumps(
        {
            "image": image,
            "registered": reading.registered,
            "reason": reading.reason,
            "tilt_deg": None if reading.tilt_deg is None else round(reading.tilt_deg, 2),
            "markers": [asdict(marker) for marker in reading.markers],
            "ms": reading.ms,
        }
    )


def _text(image: str, reading: Reading) -> str:
    rows = [f"{image}: {len(reading.markers)} markers. {reading.reason}".rstrip()]
    for marker in reading.markers:
        serial = "" if marker.serial is None else f" no. {marker.serial}"
        rows.append(
            f"  {marker.place:<10} {marker.colour}{serial}, face {marker.face}"
            f"  ({marker.x_in:.2f}, {marker.y_in:.2f}, {marker.z_in:.1f} in,"
            f" {marker.confidence:.0%})"
        )
    return "\n".join(rows)
