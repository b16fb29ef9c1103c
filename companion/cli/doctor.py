"""``companion doctor``: what is well, what is not, and how to mend it."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec

from companion.cli.errors import failing_on
from companion.cli.options import (
    FILE,
    from_options,
    host_option,
    lens_option,
    scheme_option,
)
from companion.cli.output import write_out
from companion.service.games import GAMES
from companion.service.settings import (
    Settings,
    SettingsError,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.service.doctor_finding import Finding

_SIGNS: Final = {"well": "well", "note": "note", "trouble": "TROUBLE"}
_INDENT: Final = " " * 19
_WIDTH: Final = 100


@click.command()
@click.option(
    "--game",
    type=click.Choice(sorted(GAMES)),
    help="The game whose board lies under the camera; the hex map without it.",
)
@click.option("--camera", default="", help="Camera to look at, as for serve.")
@click.option("--die", default="", help="Die to look at, as for serve; all ports without it.")
@click.option("--box", type=FILE, help="Box file to look at, or the word sample.")
@scheme_option
@lens_option
@click.option("--port", type=int, help="Port that the table shall have.")
@host_option
@click.option("--https", is_flag=True, help="The table shall serve over HTTPS as well.")
@click.option("--https-port", type=int, help="Port for that, else the one after --port.")
@click.option("--hall", default="", help="MQTT broker of the hall to look at, as for serve.")
@click.option("--hall-table", default="", help="This table's name there, else the machine's.")
@click.option(
    "--bundle",
    type=FILE,
    help="Also save the findings with versions and settings as a ZIP file, for whoever helps.",
)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each finding.")
def doctor(  # noqa: PLR0913 - each is an option that a person types
    *,
    game: str | None,
    camera: str,
    die: str,
    box: Path | None,
    scheme: Path | None,
    lens: Path | None,
    port: int | None,
    host: str,
    https: bool,
    https_port: int | None,
    hall: str,
    hall_table: str,
    bundle: Path | None,
    as_json: bool,
) -> None:
    """Look at camera, die, disk, clock, network, certificates, hall and box file.

    Ends with status 1 if something would keep a table from running as intended. Nothing is changed,
    and no game is shown. The file of --bundle holds no game, no code of a seat and no password.
    """
    with failing_on(SettingsError):
        settings = Settings(
            **from_options(box=box, port=port, https=https, https_port=https_port),
            game=game or "",
            camera=camera,
            die=die,
            scheme=scheme,
            lens=lens,
            host=host,
            hall=hall,
            hall_table=hall_table,
        )
    from companion.service.doctor import examine  # noqa: PLC0415 - OpenCV is slow to load

    findings = []
    for finding in examine(settings, lambda text: click.echo(f"{text} ...", err=True)):
        findings.append(finding)
        click.echo(msgspec.json.encode(finding).decode() if as_json else _lines(finding))
    if bundle is not None:
        _save(bundle, findings, settings)
    if any(finding.level == "trouble" for finding in findings):
        raise click.exceptions.Exit(1)


def _save(path: Path, findings: Sequence[Finding], settings: Settings) -> None:
    from companion.service.doctor_bundle import bundle_of  # noqa: PLC0415 - needed here alone

    write_out(path, bundle_of(findings, settings))
    click.echo(f"Saved {path}.", err=True)


def _lines(finding: Finding) -> str:
    head = f"{_SIGNS[finding.level]:<9}{finding.part:<9} "
    lines = textwrap.wrap(
        finding.text,
        _WIDTH,
        initial_indent=head,
        subsequent_indent=_INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )
    if finding.mend:
        lines += textwrap.wrap(
            finding.mend,
            _WIDTH,
            initial_indent=f"{_INDENT}> ",
            subsequent_indent=f"{_INDENT}  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines)
