"""Lines of the die for the tests: the stored vectors, and streams of a whole session."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from firmware_bridge import messages
from firmware_bridge.firmware.memory import Memory, Volatile
from firmware_bridge.firmware.talker import Talker
from firmware_bridge.messages import Message
from firmware_bridge.protocol import DieParser, DieProtocolError

_VECTORS = tomllib.loads(
    (Path(__file__).parent.parent / "vectors" / "die_lines.toml").read_text("utf-8")
)

SESSION = "0A1B2C3D"


def good_lines() -> list[tuple[bytes, Message]]:
    """Each good vector: the line without its newline, and the message."""
    return [
        (
            vector["line"].encode(),
            msgspec.convert(
                {"face": None, "age_s": None} | vector["values"],
                getattr(messages, vector["kind"]),
            ),
        )
        for vector in _VECTORS["good"]
    ]


def bad_lines() -> list[tuple[str, bytes]]:
    """Each bad vector: what is wrong, and the line without its newline."""
    return [(vector["why"], vector["line"].encode()) for vector in _VECTORS["bad"]]


def recorded_stream(faces: list[int]) -> bytes:
    """What a die says while it is rolled, a cocked roll and a question of the host included."""
    talker = Talker(Memory(Volatile(), "TEST-DIE"), 20, SESSION)
    stream = talker.start()
    for second, face in enumerate(faces):
        stream += talker.picked() + talker.rolling() + talker.settled(face, second)
    stream += talker.rolling() + talker.cocked() + talker.resting(3)
    stream += talker.battery(9, is_low=True)
    return stream + talker.receive(b"~ASK 0*B59B5087\n", 60)


def read_all(pieces: list[bytes]) -> tuple[list[Message], list[str]]:
    """Feed pieces to a new parser.

    Returns:
        The messages in order, and the texts of the errors in order.
    """
    parser = DieParser()
    read: list[Message] = []
    errors: list[str] = []
    for piece in pieces:
        parser.receive_data(piece)
        while True:
            try:
                message = parser.next_message()
            except DieProtocolError as error:
                errors.append(str(error))
                continue
            if message is None:
                break
            read.append(message)
    return read, errors
