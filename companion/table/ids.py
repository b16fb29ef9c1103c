"""Names for the few things that every game has, as types that cannot be mixed up."""

from __future__ import annotations

from typing import Final, NewType

SeatId = NewType("SeatId", str)
"""A playing position with its own secrets, such as ``owls``."""

PieceId = NewType("PieceId", int)
"""Number by which the table follows one marker; the eye's track number. Public."""

PromptId = NewType("PromptId", str)
"""A question to one seat. Counts that seat's own prompts, never the journal."""

Seq = NewType("Seq", int)
"""Number of an event in a journal, from 1, without gaps. Never shown to a seat during a game."""

PUBLIC: Final = SeatId("public")
"""Whoever looks without a seat: the public screen and watchers."""
