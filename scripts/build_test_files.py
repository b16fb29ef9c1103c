"""Fetch what only the tests need from npm: a MicroPython interpreter for the program of the die.

Run by set-up. Does nothing if it is there already for this lock file.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Final

from build_browser_files import (  # type: ignore[import-not-found] # beside this script
    npm_command,
)

FOLDER: Final = Path(__file__).resolve().parent.parent / "tests" / "support" / "micropython"
STAMP: Final = FOLDER / "node_modules" / ".stamp"


def main() -> None:
    """Install by the lock file unless this lock file was installed before."""
    digest = hashlib.sha256((FOLDER / "package-lock.json").read_bytes()).hexdigest()
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == digest:
        return
    done = subprocess.run([*npm_command(), "ci", "--no-progress"], cwd=FOLDER, check=False)
    if done.returncode != 0:
        sys.exit(
            "npm could not fetch MicroPython for the tests. Is the network up? Run this again."
        )
    STAMP.write_text(digest, encoding="utf-8")


if __name__ == "__main__":
    main()
