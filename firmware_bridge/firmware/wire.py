"""Lines on the wire, seen from the die: framing, checksum, and a bounded reader.

`docs/die-protocol.md` describes the lines.
"""

import binascii

LINE_LIMIT = 96
_MARK = b"~"
_CHECKSUM_LENGTH = 8


def frame(payload: str) -> bytes:
    """Write a payload as one line with mark, checksum and newline."""
    data = payload.encode()
    return b"~" + data + b"*" + _checksum(data) + b"\n"


def unframe(line: bytes) -> str | None:
    """Read one line.

    Args:
        line: the bytes between two newlines.

    Returns:
        The payload, or None when the line is damaged.
    """
    start = line.rfind(_MARK)
    if line.endswith(b"\r"):
        line = line[:-1]
    end = len(line) - _CHECKSUM_LENGTH - 1
    if start < 0 or end <= start + 1 or len(line) - start > LINE_LIMIT:
        return None
    data = line[start + 1 : end]
    if line[end:] != b"*" + _checksum(data):
        return None
    for byte in data:
        if not 0x20 <= byte <= 0x7D:
            return None
    return data.decode()


def _checksum(data: bytes) -> bytes:
    return f"{binascii.crc32(data):08X}".encode()


class LineReader:
    """Cuts a stream into lines and gives the payloads of the good ones."""

    def __init__(self) -> None:
        self._partial = b""

    def feed(self, data: bytes) -> list[str]:
        """Take in bytes as they came.

        Args:
            data: any number of bytes, cut anywhere.

        Returns:
            The payloads of the lines that are now complete and undamaged, in order.
        """
        payloads = []
        pieces = data.split(b"\n")
        last = len(pieces) - 1
        for index, piece in enumerate(pieces):
            self._extend(piece)
            if index < last:
                payload = unframe(self._partial)
                if payload is not None:
                    payloads.append(payload)
                self._partial = b""
        return payloads

    def _extend(self, piece: bytes) -> None:
        mark = piece.rfind(_MARK)
        if mark >= 0:
            self._partial = b""
            piece = piece[mark:]
        # Two more than the limit: one for a carriage return, one to show that it is too long.
        self._partial += piece[: LINE_LIMIT + 2 - len(self._partial)]
