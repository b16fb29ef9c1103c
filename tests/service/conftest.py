"""What the tests of the service share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.toy_table import ToyTable


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[ToyTable]:
    """A toy game that is played, its journal in a folder of its own."""
    table = ToyTable(tmp_path / "journal.db")
    yield table
    table.close()
