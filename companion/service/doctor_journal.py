"""The doctor's look at the journal: can it be read, is the newest game as it was written."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from companion.journal.codec import EventCodec
from companion.journal.errors import (
    JournalError,
    JournalUnavailable,
    JournalVersion,
    UnknownEventType,
)
from companion.journal.shortfall import shortfalls
from companion.journal.store import GameRecord, JournalReader
from companion.service.doctor_finding import Finding
from companion.service.games import load_game
from companion.service.settings import SettingsError

_NEWER = (
    "Nothing is lost: install the newer version again, or put back the copy that was made before "
    "the update (docs/installing.md)."
)


def examine_journal(path: Path) -> Finding:
    """Look at a journal that nobody writes now.

    Args:
        path: the file; it is there.
    """
    strange = ""
    try:
        with JournalReader(path) as reader:
            games = reader.games()
            if games:
                reader.verify(games[-1].game_id)
                strange = _strange(reader, games[-1])
            lacks = any(not short.noted.is_lost for short in shortfalls(reader))
    except JournalError as error:
        return Finding(part="disk", level="trouble", text=str(error), mend=_mend(error, path))
    if lacks:
        # How much is missing counts private edits: only `companion verify` says that.
        return Finding(
            part="disk",
            level="trouble",
            text=f"{path} has lost the end of a game that was on the disk.",
            mend="Close the table, run companion verify on it, and look whether a backup has more.",
        )
    if strange:
        text = f"The newest game of {path} is of a kind that this program lacks: {strange}"
        return Finding(part="disk", level="note", text=text, mend=_NEWER)
    held = "one game" if len(games) == 1 else f"{len(games)} games"
    newest = "; the newest is as it was written" if games else ""
    return Finding(part="disk", level="well", text=f"{path} holds {held}{newest}.")


def _strange(reader: JournalReader, game: GameRecord) -> str:
    """See that this program knows every event of a game.

    Returns:
        Why it knows none, where it does not know the kind of game; else nothing.

    Raises:
        JournalError: it does not know one of them.
    """
    try:
        codec = EventCodec(load_game(game.game).event_types)
    except SettingsError as error:
        return str(error)
    with closing(reader.events(game.game_id)) as events:
        for stored in events:
            codec.decode(stored.event)
    return ""


def _mend(error: JournalError, path: Path) -> str:
    is_newer = isinstance(error, JournalVersion) and error.found > error.known
    if is_newer or isinstance(error, UnknownEventType):
        return _NEWER
    if isinstance(error, JournalUnavailable):
        return "See that the file can be read by whoever runs this, and that the disk is in order."
    return f"Set {path} aside and go back to a backup, or begin anew without it."
