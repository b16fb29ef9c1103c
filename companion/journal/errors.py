"""What can be wrong with a journal. Each text says what was expected, what came, what to do."""

from __future__ import annotations

from pathlib import Path

from companion.table.ids import Seq


class JournalError(Exception):
    """A journal cannot be used as asked; the text is meant for people."""


class JournalConflict(JournalError):  # noqa: N818 - the field's word for a lost race
    """Somebody else has written to the game since it was read.

    Attributes:
        expected: the last event that the writer knew.
        found: the last event that the journal holds.
    """

    def __init__(self, expected: Seq, found: Seq) -> None:
        super().__init__(
            f"the journal was expected to end at event {expected} but ends at {found}: "
            "another program writes to the same game. Stop one of the two and start again."
        )
        self.expected = expected
        self.found = found


class JournalCorrupt(JournalError):  # noqa: N818 - named by what it finds
    """The file or one of its events is not what was written.

    Attributes:
        seq: the first event that does not fit, or None where the file itself cannot be read.
    """

    def __init__(self, what: str, seq: Seq | None = None) -> None:
        super().__init__(what)
        self.seq = seq


class JournalVersion(JournalError):  # noqa: N818 - named by what it finds
    """The file is a journal of another format version."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        advice = (
            "Install the newer program that wrote it"
            if found > known
            else "Open it once with the program that wrote it and export the game"
        )
        super().__init__(
            f"{path} is a journal of format {found}, and this program reads format {known}. "
            f"{advice}, or name another journal."
        )
        self.found = found
        self.known = known


class JournalUnavailable(JournalError):  # noqa: N818 - named by what it finds
    """The disk does not take or give the data: full, read-only, locked, not there."""


class UnknownEventType(JournalError):  # noqa: N818 - named by what it finds
    """An event's tag and schema are not in the language of the game."""

    def __init__(self, tag: str, schema: int) -> None:
        super().__init__(
            f"the journal holds an event of type {tag!r}, schema {schema}, which this program "
            "does not know. It was written by another version; open it with that one."
        )
        self.tag = tag
        self.schema = schema
