"""``companion serve``: the table itself."""

from __future__ import annotations

import logging
from pathlib import Path

import click

from companion.cli.errors import failing_on
from companion.cli.options import (
    FILE,
    from_options,
    host_option,
    lens_option,
    scheme_option,
)
from companion.service.settings import (
    DEFAULT_PORT,
    Settings,
    SettingsError,
)


@click.command()
@click.option("--game", default="", help="Game to open; the one that was open last without it.")
@click.option("--camera", default="", help="Camera: number, path, URL, folder, virtual: or none.")
@click.option("--die", default="", help="Die: serial port, auto, socket://, virtual: or none.")
@click.option("--box", type=FILE, help="Your box file, kept up in play, or the word sample.")
@scheme_option
@lens_option
@click.option("--port", type=int, help=f"Port, else the variable PORT, else {DEFAULT_PORT}.")
@host_option
@click.option("--https", is_flag=True, help="Also over HTTPS, for tablets that trust this table.")
@click.option("--https-port", type=int, help="Port for that, else the one after --port.")
@click.option("--demo", is_flag=True, help="A virtual table, a virtual die and a sample box.")
@click.option(
    "--hall", default="", help="MQTT broker that hears of the public screen: mqtt[s]://HOST"
)
@click.option("--hall-table", default="", help="This table's name in the hall, else the machine's.")
@click.option("--new", is_flag=True, help="End the unfinished game and begin another.")
def serve(  # noqa: PLR0913 - each is an option that a person types
    *,
    game: str,
    camera: str,
    die: str,
    box: Path | None,
    scheme: Path | None,
    lens: Path | None,
    port: int | None,
    host: str,
    https: bool,
    https_port: int | None,
    demo: bool,
    new: bool,
    hall: str,
    hall_table: str,
) -> None:
    """Start the table and print the addresses of its screens.

    The game that was open last goes on. Games are begun, laid aside and ended in the browser; with
    --game the newest unfinished one of that kind is opened, or a new one.
    """
    with failing_on(SettingsError):
        settings = Settings(
            **from_options(box=box, port=port, https=https, https_port=https_port),
            game=game,
            camera=camera,
            die=die,
            scheme=scheme,
            lens=lens,
            host=host,
            demo=demo,
            new=new,
            hall=hall,
            hall_table=hall_table,
        )
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    # Not before the options are known to be right.
    from companion.cli.serving import run  # noqa: PLC0415 - OpenCV and the web UI are slow to load

    run(settings)
