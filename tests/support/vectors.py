"""Vectors: inputs with expected outputs, kept in plain files under `tests/vectors`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "vectors"


def load_vectors(name: str) -> dict[str, Any]:
    """The content of one vector file."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
