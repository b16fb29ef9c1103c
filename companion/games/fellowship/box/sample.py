"""The sample box: an invented map and invented cells that make the demo and the tests complete.

It is the project's own and says so (`BoxFile.is_sample`); nothing in it is data of the printed
game beyond what the rulebook's text fixes. `scripts/make_sample_box.py` makes the file.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from companion.games.fellowship.box.file import BoxFile
from companion.games.fellowship.box.reader import parse_box


@lru_cache(maxsize=1)
def sample_box() -> BoxFile:
    """The sample box, read once."""
    folder = resources.files("companion.games.fellowship").joinpath("data")
    return parse_box(folder.joinpath("sample-box.toml").read_text("utf-8"), "sample-box.toml")
