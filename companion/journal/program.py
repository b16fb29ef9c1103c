"""Which program wrote a file that is good for that very program alone."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

import msgspec

import companion


@cache
def program_mark() -> str:
    """Names the program as it is installed: any other source file or Python gives another mark."""
    root = Path(companion.__path__[0])
    digest = hashlib.sha256(f"{sys.version} {msgspec.__version__}\n".encode())
    for path in sorted(root.rglob("*")):
        if path.suffix in {".py", ".toml"}:
            found = path.stat()
            digest.update(f"{path.name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
