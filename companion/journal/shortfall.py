"""What a journal lacks of the ends that were noted outside it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.journal.errors import JournalUnavailable
from companion.journal.heads import NotedHead, heads_beside, noted_heads
from companion.journal.store import JournalReader
from companion.table.ids import Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortfall:
    """An end that was noted and is not in the journal.

    Attributes:
        noted: the end that was noted.
        found: the last event that the journal has of the game, 0 if it has none of it.
    """

    noted: NotedHead
    found: Seq

    @property
    def missing(self) -> int:
        """How many events are missing; 0 if there are as many, but others."""
        return max(0, self.noted.seq - self.found)

    @property
    def sentence(self) -> str:
        """What is missing and what to do, for the owner of the computer."""
        game, noted = self.noted.game_id, self.noted
        if self.missing:
            what = (
                f"game {game} ends at event {self.found}, and event {noted.seq} had been written: "
                f"{self.missing} missing."
            )
        else:
            what = f"event {noted.seq} of game {game} is not the one that had been written."
        if noted.is_lost:
            return f"{what} The game was gone on with after that."
        return f"{what} Look whether a backup has more of it before the game goes on."


def shortfalls(reader: JournalReader) -> tuple[Shortfall, ...]:
    """The ends beside a journal that it lacks, those noted as lost among them.

    Raises:
        JournalError: the journal or the file beside it cannot be read.
    """
    path = heads_beside(reader.path)
    try:
        heads = noted_heads(path)
    except OSError as error:
        raise JournalUnavailable(f"{path} cannot be read: {error.strerror}.") from error
    # One that was found lost stands there twice until the game has gone on.
    ends = {(noted.game_id, noted.seq, noted.hash): noted for noted in heads}
    return tuple(
        Shortfall(noted=noted, found=reader.head(noted.game_id)[0])
        for noted in ends.values()
        if reader.hash_at(noted.game_id, noted.seq) != noted.hash
    )
