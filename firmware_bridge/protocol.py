"""The line protocol of the die without any input or output: bytes in, messages out.

A line is ``~`` payload ``*`` checksum newline. The checksum is the CRC-32 of the payload's bytes
in eight upper-case hexadecimal digits. ``docs/die-protocol.md`` describes the lines and states
which errors the checksum is bound to find.

Two rules keep the reader safe from whatever a cable does:

* A line begins at the last ``~`` before its newline. When the die restarts in mid-line, what it
  had begun is dropped and what it says next is read.
* No payload is longer than `LINE_LIMIT` allows, so what waits for its newline is bounded.

Any way of cutting a stream into pieces gives the same messages and the same errors.
"""

from __future__ import annotations

import binascii
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from firmware_bridge.messages import (
    Ask,
    Battery,
    Hello,
    KeptEnd,
    KeptRoll,
    Message,
    RollReport,
    RollState,
    Who,
)

MARK = b"~"
LINE_LIMIT = 96
"""Longest line in bytes, from its mark to before its newline."""

_CHECKSUM_LENGTH = 8
_FRAME = re.compile(rb"~([A-Z0-9 .-]+)\*([0-9A-F]{8})")


class DieProtocolError(ValueError):
    """A line is not of this protocol: damaged on its way, or sent by something else."""


@dataclass(frozen=True, slots=True)
class _Field:
    """One kind of word in a line: its only spelling, and the value it stands for."""

    pattern: re.Pattern[str]
    read: Callable[[str], object]
    write: Callable[[object], str]


def _read_optional(word: str) -> int | None:
    return None if word == "-" else int(word)


def _write_optional(value: object) -> str:
    return "-" if value is None else str(value)


_COUNT = _Field(re.compile(r"0|[1-9][0-9]{0,9}"), int, str)
_SMALL = _Field(re.compile(r"[1-9][0-9]{0,2}"), int, str)
_OPTIONAL_FACE = _Field(re.compile(r"-|[1-9][0-9]{0,2}"), _read_optional, _write_optional)
_OPTIONAL_COUNT = _Field(re.compile(r"-|0|[1-9][0-9]{0,9}"), _read_optional, _write_optional)
_PERCENT = _Field(re.compile(r"0|[1-9][0-9]?|100"), int, str)
_NAME = _Field(re.compile(r"[A-Z0-9][A-Z0-9-]{0,23}"), str, str)
_VERSION = _Field(re.compile(r"[0-9][0-9A-Z.]{0,11}"), str, str)
_SESSION = _Field(re.compile(r"[0-9A-F]{8}"), str, str)
_STATE = _Field(re.compile("|".join(RollState)), RollState, str)
_LEVEL = _Field(
    re.compile("LOW|GOOD"), lambda word: word == "LOW", lambda low: "LOW" if low else "GOOD"
)

_LINES: dict[str, tuple[type[Message], dict[str, _Field]]] = {
    "HELLO": (
        Hello,
        {
            "protocol": _SMALL,
            "die": _NAME,
            "firmware": _VERSION,
            "sides": _SMALL,
            "session": _SESSION,
            "number": _COUNT,
        },
    ),
    "ROLL": (
        RollReport,
        {"session": _SESSION, "number": _COUNT, "state": _STATE, "face": _OPTIONAL_FACE},
    ),
    "KEPT": (
        KeptRoll,
        {"session": _SESSION, "number": _COUNT, "face": _SMALL, "age_s": _OPTIONAL_COUNT},
    ),
    "END": (KeptEnd, {"session": _SESSION, "oldest": _COUNT, "newest": _COUNT}),
    "BATTERY": (Battery, {"session": _SESSION, "percent": _PERCENT, "is_low": _LEVEL}),
    "WHO": (Who, {}),
    "ASK": (Ask, {"after": _COUNT}),
}
_KEYWORDS = {message: keyword for keyword, (message, _) in _LINES.items()}
_STATES_WITH_FACE = frozenset({RollState.SETTLED, RollState.RESTING})


def encode(message: Message) -> bytes:
    """Write a message as one line.

    Args:
        message: what is to be said.

    Returns:
        The line with its newline.

    Raises:
        DieProtocolError: a value does not fit its place in the line.
    """
    keyword = _KEYWORDS[type(message)]
    words = [keyword]
    for name, field in _LINES[keyword][1].items():
        word = field.write(getattr(message, name))
        if not field.pattern.fullmatch(word):
            raise DieProtocolError(f"{keyword} cannot carry {word!r} as its {name}")
        words.append(word)
    _check_sense(message)
    payload = " ".join(words).encode("ascii")
    return MARK + payload + b"*" + checksum(payload) + b"\n"


def decode(line: bytes) -> Message:
    """Read one line.

    Args:
        line: the bytes from the mark to before the newline; a carriage return at the end is
            dropped.

    Returns:
        What the line says.

    Raises:
        DieProtocolError: the line is not exactly one message with its right checksum.
    """
    line = line.removesuffix(b"\r")
    if len(line) > LINE_LIMIT:
        raise DieProtocolError(f"a line is longer than {LINE_LIMIT} bytes")
    frame = _FRAME.fullmatch(line)
    if frame is None:
        raise DieProtocolError(f"not a line of the die: {line!r}")
    payload, given = frame.groups()
    if given != checksum(payload):
        raise DieProtocolError(f"the checksum does not fit: {line!r}")
    keyword, *words = payload.decode("ascii").split(" ")
    if keyword not in _LINES:
        raise DieProtocolError(f"the word {keyword!r} is not known; is the die's program newer?")
    message_type, fields = _LINES[keyword]
    if len(words) != len(fields):
        raise DieProtocolError(f"{keyword} has {len(fields)} values and {len(words)} came")
    values: dict[str, object] = {}
    for (name, field), word in zip(fields.items(), words, strict=True):
        if not field.pattern.fullmatch(word):
            raise DieProtocolError(f"{keyword} cannot carry {word!r} as its {name}")
        values[name] = field.read(word)
    message = msgspec.convert(values, message_type)
    _check_sense(message)
    return message


def checksum(payload: bytes) -> bytes:
    """CRC-32 (the one of zip and Ethernet) of a payload as eight hexadecimal digits."""
    return b"%08X" % binascii.crc32(payload)


def _check_sense(message: Message) -> None:
    """Refuse what has the right words and makes no sense."""
    match message:
        case RollReport(state=state, face=face) if (face is None) == (state in _STATES_WITH_FACE):
            raise DieProtocolError(f"a roll that is {state} came with the face {face}")
        case RollReport(number=0) | KeptRoll(number=0):
            raise DieProtocolError("rolls are counted from 1 and number 0 came")
        case KeptEnd(oldest=oldest, newest=newest) if oldest > newest:
            raise DieProtocolError(f"the oldest roll {oldest} comes after the newest {newest}")
        case _:
            return


class DieParser:
    """Turns a stream of bytes into messages.

    Feed it with `receive_data` in pieces of any size, then call `next_message` until it gives
    None. A damaged line raises once and is gone: the next call goes on behind it.
    """

    def __init__(self) -> None:
        self._lines: deque[bytes] = deque()
        self._partial = b""

    def receive_data(self, data: bytes) -> None:
        """Take in bytes as they came.

        Args:
            data: any number of bytes, cut anywhere.
        """
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._extend(end)
            if self._partial.removesuffix(b"\r"):
                self._lines.append(self._partial)
            self._partial = b""
        self._extend(rest)

    def next_message(self) -> Message | None:
        """The next message, or None when more bytes are needed.

        Raises:
            DieProtocolError: the next line is damaged. It is left out and reading can go on.
        """
        if not self._lines:
            return None
        return decode(self._lines.popleft())

    @property
    def waiting_bytes(self) -> int:
        """How many bytes of an unfinished line are held; never more than `LINE_LIMIT` and two."""
        return len(self._partial)

    def _extend(self, piece: bytes) -> None:
        """Add bytes without a newline to the unfinished line, from its last mark on."""
        mark = piece.rfind(MARK)
        if mark >= 0:
            self._partial = b""
            piece = piece[mark:]
        # Two more than the limit: one for a carriage return, one to show that it is too long.
        self._partial += piece[: LINE_LIMIT + 2 - len(self._partial)]
