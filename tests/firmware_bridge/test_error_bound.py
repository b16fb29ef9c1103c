"""Which transmission errors the checksum is bound to find, and that none makes a wrong roll.

The CRC is linear: which checksum bits change depends on which payload bits change and on nothing
else. So a statement about bit positions holds for every line that can be written.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterator
from itertools import combinations

import pytest

from firmware_bridge.messages import KeptRoll, Message, RollReport, RollState
from firmware_bridge.protocol import LINE_LIMIT
from tests.support.die_lines import read_all, recorded_stream

LONGEST_PAYLOAD = LINE_LIMIT - len("~*") - 8


def _checksum_changes(length: int) -> list[int]:
    """For each bit of a payload of this length: what its flip changes in the checksum."""
    blank = bytes(length)
    plain = binascii.crc32(blank)
    changes = []
    for bit in range(8 * length):
        flipped = bytearray(blank)
        flipped[bit // 8] ^= 1 << bit % 8
        changes.append(binascii.crc32(bytes(flipped)) ^ plain)
    return changes


def test_every_one_and_two_bit_errors_within_a_line_change_the_checksum() -> None:
    changes = _checksum_changes(LONGEST_PAYLOAD)
    assert len(changes) == 8 * LONGEST_PAYLOAD == 688
    # One bit: no change is nothing. Two bits: no two changes are alike.
    assert 0 not in changes
    assert len(set(changes)) == len(changes)
    # One bit of the payload and one digit of the checksum, whatever the digit becomes.
    digits = {value << 4 * place for value in range(1, 16) for place in range(8)}
    assert not digits & set(changes)


def test_a_shorter_line_is_no_other_case() -> None:
    """What a flip changes depends only on its distance from the payload's end."""
    longest = _checksum_changes(LONGEST_PAYLOAD)
    for length in range(1, LONGEST_PAYLOAD):
        assert _checksum_changes(length) == longest[-8 * length :]


def _results(messages: list[Message]) -> list[tuple[int, int]]:
    """Number and face of all that would count as a roll."""
    return [
        (message.number, message.face)
        for message in messages
        if isinstance(message, KeptRoll)
        or (isinstance(message, RollReport) and message.state is RollState.SETTLED)
        if message.face is not None
    ]


def _damaged(stream: bytes, bits: int) -> Iterator[bytes]:
    for places in combinations(range(8 * len(stream)), bits):
        damaged = bytearray(stream)
        for place in places:
            damaged[place // 8] ^= 1 << place % 8
        yield bytes(damaged)


def _count_wrong(stream: bytes, bits: int) -> tuple[int, int]:
    """Try every error of so many bits.

    Returns:
        How many were tried, and how many let a roll through that was not sent.
    """
    sent = set(_results(read_all([stream])[0]))
    tried = wrong = 0
    for damaged in _damaged(stream, bits):
        tried += 1
        wrong += not set(_results(read_all([damaged])[0])) <= sent
    return tried, wrong


def test_no_one_bit_error_of_a_recorded_session_gives_a_wrong_roll() -> None:
    tried, wrong = _count_wrong(recorded_stream([7, 20, 1, 13]), 1)
    assert tried > 5000
    assert wrong == 0


def test_no_two_bit_error_of_two_rolls_in_a_row_gives_a_wrong_roll() -> None:
    lines = recorded_stream([17]).splitlines(keepends=True)
    rolls = [line for line in lines if b"SETTLED" in line or b"KEPT" in line]
    assert len(rolls) == 2
    tried, wrong = _count_wrong(b"".join(rolls), 2)
    assert tried > 150_000
    assert wrong == 0


@pytest.mark.soak
def test_no_two_bit_error_of_a_longer_session_gives_a_wrong_roll() -> None:
    stream = b"".join(recorded_stream([7, 20]).splitlines(keepends=True)[1:8])
    tried, wrong = _count_wrong(stream, 2)
    assert tried > 2_000_000
    assert wrong == 0
