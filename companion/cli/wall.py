"""``companion wall``: all tables of a hall on one page."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import click

from companion.cli.errors import failing_on
from companion.cli.options import FILE, host_option
from companion.service.settings import SettingsError, home_directory, port_number

DEFAULT_WALL_PORT = 8980


@click.command()
@click.option(
    "--broker", "address", required=True, help="MQTT broker: mqtt[s]://[USER@]HOST[:PORT]"
)
@click.option("--port", type=int, default=DEFAULT_WALL_PORT, show_default=True, help="Port.")
@host_option
@click.option(
    "--state",
    type=FILE,
    help="File for results; wall.db in the user directory without it.",
)
def wall(address: str, port: int, host: str, state: Path | None) -> None:
    """Show all tables of a hall live: one large, results and statistics.

    Tables are told of the broker with `companion serve --hall`. A password that the address lacks
    is taken from the variable COMPANION_HALL_PASSWORD.
    """
    from companion.hall.broker import (  # noqa: PLC0415 - an extra, slow to load
        PASSWORD_VARIABLE,
        BrokerError,
        parse_broker,
    )
    from companion.wall.run import Wall, run_until_stopped  # noqa: PLC0415 - slow to load
    from companion.wall.store import WallStoreError  # noqa: PLC0415 - slow to load
    from webui.server import PortTakenError  # noqa: PLC0415 - slow to load

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    with failing_on(BrokerError, PortTakenError, SettingsError, WallStoreError):
        broker = parse_broker(address, os.environ.get(PASSWORD_VARIABLE, ""))
        if state is None:
            home = home_directory(os.environ)
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            state = home / "wall.db"
        run_until_stopped(Wall(broker, state, host, port_number({}, port)), click.echo)
