"""What the options and arguments of several commands have in common."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

import click

from companion.service.settings import ALL_ADDRESSES

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
