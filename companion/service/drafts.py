"""Half-written files that a kill or a power cut has left in the user directory.

Every file is written beside its place and put there in one step. A draft whose writer was cut off
is used by nobody, may hold what a seat hides, and stays for ever where its name never comes again.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from companion.journal import snapshots
from companion.service import backups, timeline_index
from companion.service.settings import Settings

LOG: Final = logging.getLogger("companion.drafts")

_OF_THE_TABLE: Final = (
    ".box*.toml.new",
    ".box*.toml.before.new",
    ".sample-box*.toml.new",
    ".sample-box*.toml.before.new",
    ".dice.json.new",
    ".eye.json.[0-9]*",
    ".open-game.new",
    ".packed-*.new",
    ".pairing-*.json.new",
    ".table.json.new",
    ".table-*.json.new",
    ".table.json.*.tmp",
    ".table-*.json.*.tmp",
    ".*-map.jpg.new",
    ".*-map-photo.jpg.new",
)
_OF_CERTIFICATES: Final = (".authority*.pem.new", ".table*.pem.new")


def clear_drafts(settings: Settings) -> None:
    """Delete what was left half-written, and nothing that has another name than the table's files.

    To be called while no other table uses the user directory. What cannot be deleted stays. Copies
    of the journal are not looked for: the next one clears them.

    Args:
        settings: where the files lie.
    """
    folder = settings.folder
    left = [(folder, name) for name in _OF_THE_TABLE]
    left += [(settings.certificates, name) for name in _OF_CERTIFICATES]
    left += [
        (folder / backups.FOLDER, ".*.txt.new"),
        (folder / snapshots.FOLDER, "*/.[0-9]*.new"),
        (folder / timeline_index.FOLDER, ".*.json.new"),
    ]
    for where, pattern in left:
        for draft in _found(where, pattern):
            try:
                draft.unlink()
            except OSError as error:
                LOG.warning("%s was left half-written and stays: %s", draft, error.strerror)
            else:
                LOG.info("%s was left half-written and is deleted", draft)


def _found(where: Path, pattern: str) -> list[Path]:
    try:
        return [path for path in where.glob(pattern) if path.is_file() and not path.is_symlink()]
    except OSError:
        return []
