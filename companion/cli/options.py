"""What the options and arguments of several commands have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

PATH: Final = click.Path(path_type=Path)
"""A file or a folder; whether it is there is for the command to say."""
FILE: Final = click.Path(path_type=Path, dir_okay=False)
"""The same without folders."""
SAMPLE: Final = "sample"
"""The word that stands for the sample box where a box file is named."""
