"""Fetch what only the tests need from npm: MicroPython for the die's program, axe for the pages.

Run by set-up. Does nothing for what is there already for its lock file.
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

SUPPORT: Final = Path(__file__).resolve().parent.parent / "tests" / "support"
FOLDERS: Final = (SUPPORT / "micropython", SUPPORT / "axe")


def install(folder: Path) -> None:
    """Install by the lock file of a folder unless this lock file was installed before.

    Raises:
        SystemExit: npm ended with an error.
    """
    stamp = folder / "node_modules" / ".stamp"
    digest = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == digest:
        return
    done = subprocess.run([*npm_command(), "ci", "--no-progress"], cwd=folder, check=False)
    if done.returncode != 0:
        sys.exit(
            f"npm could not fetch {folder.name} for the tests. Is the network up? Run this again."
        )
    stamp.write_text(digest, encoding="utf-8")


def main() -> None:
    """Install everything that the tests need."""
    for folder in FOLDERS:
        install(folder)


if __name__ == "__main__":
    main()
