"""Codes that people read from one screen and type into another, and digests of what is kept."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_CODE_LENGTH: Final = 8

LONGEST_TYPED: Final = 40
"""So many characters are looked at of what somebody has typed for a code."""


def new_code() -> str:
    """A code that nobody can guess, without letters that look alike."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))


def normal_code(code: str) -> str:
    """A typed code without blanks, strokes and capitals; only ASCII can match."""
    plain = code.lower().replace(" ", "").replace("-", "")
    return plain if plain.isascii() else ""


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
