"""What the options and arguments of several commands have in common."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any, Final, TypedDict

import click

from companion.service.settings import ALL_ADDRESSES, home_directory, port_number

PATH: Final = click.Path(path_type=Path)
"""A file or a folder; whether it is there is for the command to say."""
FILE: Final = click.Path(path_type=Path, dir_okay=False)
"""The same without folders."""


class FiniteRange(click.FloatRange):
    """A number within bounds. `nan` is within none, though no comparison says so."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 - a text, or the default as it is
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """The number that a person wrote."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value} is no number.", param, ctx)
        return number


SAMPLE: Final = "sample"
"""The word that stands for the sample box where a box file is named."""


class FromOptions(TypedDict):
    """Fields of `Settings` that several options or the environment decide."""

    home: Path
    box: Path | None
    sample: bool
    port: int
    https: bool
    https_port: int
    hall_password: str


def from_options(
    *, box: Path | None, port: int | None, https: bool, https_port: int | None
) -> FromOptions:
    """What the options of a table come to, with the environment.

    Args:
        box: a box file, or the word for the sample box.
        port: the port, None for that of the environment.
        https: whether HTTPS is wanted.
        https_port: the port for that; naming it is wanting it.

    Raises:
        SettingsError: a port is none, or there is no user directory.
    """
    is_sample = str(box) == SAMPLE
    return FromOptions(
        home=home_directory(os.environ),
        box=None if is_sample else box,
        sample=is_sample,
        port=port_number(os.environ, port),
        https=https or https_port is not None,
        https_port=0 if https_port is None else port_number({}, https_port),
        hall_password=os.environ.get("COMPANION_HALL_PASSWORD", ""),
    )


scheme_option: Final = click.option(
    "--scheme",
    type=FILE,
    metavar="anonymous|serial|FILE",
    help="Sticker scheme; the anonymous one without it.",
)
lens_option: Final = click.option(
    "--lens", type=FILE, help="Lens file of the camera; estimated without it."
)
host_option: Final = click.option(
    "--host", default=ALL_ADDRESSES, show_default=True, help="Address to listen on."
)
