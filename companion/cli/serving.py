"""What ``companion serve`` does once its options are known to be right."""

from __future__ import annotations

import os

import click

from calibration.layout import LayoutError
from calibration.lens import LensError
from calibration.scheme_types import SchemeError
from companion.cli.errors import failing_on
from companion.journal.errors import JournalError
from companion.service.box import BoxFileError
from companion.service.certificates import CertificateError
from companion.service.instance import AlreadyRunningError
from companion.service.keeper import CannotStartError
from companion.service.run import TableHouse, run_until_stopped
from companion.service.settings import Settings, SettingsError
from companion.service.supervision import ServiceManager
from firmware_bridge.virtual_die import VirtualDieError
from webui.server import PortTakenError


def run(settings: Settings) -> None:
    """Keep a table until somebody stops it.

    Args:
        settings: what the options and the environment say.

    Raises:
        CommandFailed: the table cannot start; why, and what to do.
    """
    # Everything that is written from here on holds secrets of seats or may do so.
    os.umask(0o077)
    with failing_on(
        AlreadyRunningError,
        BoxFileError,
        CannotStartError,
        CertificateError,
        JournalError,
        LayoutError,
        LensError,
        PortTakenError,
        SchemeError,
        SettingsError,
        VirtualDieError,
    ):
        house = TableHouse(settings)
        run_until_stopped(house, click.echo, ServiceManager.from_environment(os.environ))
