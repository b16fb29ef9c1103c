"""The wall clock of the service."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The time in UTC."""
    return datetime.now(tz=UTC)
