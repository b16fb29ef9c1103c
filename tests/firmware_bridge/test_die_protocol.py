"""The parser and the writer of the die's lines."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.firmware import wire
from firmware_bridge.messages import Ask, Hello, KeptEnd, KeptRoll, Message, RollReport, RollState
from firmware_bridge.protocol import LINE_LIMIT, DieParser, DieProtocolError, decode, encode
from tests.support.die_lines import SESSION, bad_lines, good_lines, read_all, recorded_stream


@pytest.mark.parametrize(("line", "message"), good_lines())
def test_a_good_line_is_read_and_written_alike(line: bytes, message: Message) -> None:
    assert decode(line) == message
    assert decode(line + b"\r") == message
    assert encode(message) == line + b"\n"


@pytest.mark.parametrize(("line", "message"), good_lines())
def test_the_die_frames_lines_as_the_host_does(line: bytes, message: Message) -> None:
    payload = line[1:-9].decode()
    assert wire.frame(payload) == line + b"\n"
    assert wire.unframe(line) == payload
    assert wire.LineReader().feed(b"rest\n" + line + b"\r\n") == [payload]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"~*00000000",
        b"WHO*4871782B",
        b"~WHO*4871782C",
        b"~WHO*4871782",
        wire.frame("\x01")[:-1],
        wire.frame("A" * 96)[:-1],
    ],
)
def test_the_die_refuses_what_is_no_line(line: bytes) -> None:
    assert wire.unframe(line) is None


@pytest.mark.parametrize(("why", "line"), bad_lines())
def test_a_bad_line_is_refused(why: str, line: bytes) -> None:
    with pytest.raises(DieProtocolError):
        decode(line)


@pytest.mark.parametrize(
    "message",
    [
        Ask(after=-1),
        Ask(after=10**10),
        Hello(protocol=1, die="", firmware="1", sides=20, session=SESSION, number=0),
        Hello(protocol=1, die="a b", firmware="1", sides=20, session=SESSION, number=0),
        Hello(protocol=1, die="A\n", firmware="1", sides=20, session=SESSION, number=0),
        RollReport(session=SESSION, number=1, state=RollState.SETTLED, face=None),
        RollReport(session=SESSION, number=1, state=RollState.ROLLING, face=1),
        KeptRoll(session="0", number=1, face=1, age_s=None),
        KeptEnd(session=SESSION, oldest=2, newest=1),
    ],
)
def test_what_does_not_fit_a_line_is_not_written(message: Message) -> None:
    with pytest.raises(DieProtocolError):
        encode(message)


def test_the_longest_line_that_can_be_written_is_within_the_limit() -> None:
    longest = Hello(
        protocol=999,
        die="A" * 24,
        firmware="1" * 12,
        sides=999,
        session="F" * 8,
        number=9_999_999_999,
    )
    line = encode(longest)
    assert len(line) - 1 <= LINE_LIMIT
    assert decode(line[:-1]) == longest


@given(data=st.data())
def test_any_way_of_cutting_a_stream_reads_the_same(data: st.DataObject) -> None:
    clean = recorded_stream([7, 20, 1])
    noise = data.draw(st.lists(st.tuples(st.integers(0, len(clean)), st.binary(max_size=120))))
    stream = bytearray(clean)
    for position, junk in noise:
        stream[position:position] = junk
    whole = read_all([bytes(stream)])
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)))))
    ends = [*cuts, len(stream)]
    pieces = [bytes(stream[start:end]) for start, end in zip([0, *cuts], ends, strict=True)]
    assert read_all(pieces) == whole
    assert read_all([bytes([byte]) for byte in stream]) == whole


@given(data=st.binary(max_size=2000))
def test_no_bytes_raise_anything_but_the_protocol_error_and_good_lines_behind_them_are_read(
    data: bytes,
) -> None:
    line, message = good_lines()[1]
    read, _ = read_all([data, b"\n", line, b"\n"])
    assert read[-1] == message


def test_a_restart_in_mid_line_loses_only_that_line() -> None:
    line, message = good_lines()[1]
    for kept in range(len(line)):
        read, _ = read_all([line[:kept] + line + b"\n"])
        assert read == [message]


def test_the_unfinished_line_is_bounded() -> None:
    parser = DieParser()
    for piece in (b"~" + b"A" * 10_000, b"B" * 10_000, b"~~~", b"C" * 10_000):
        parser.receive_data(piece)
        assert parser.waiting_bytes <= LINE_LIMIT + 2
    assert parser.next_message() is None


def test_a_damaged_line_raises_once_and_the_next_is_read() -> None:
    line, message = good_lines()[1]
    parser = DieParser()
    parser.receive_data(b"~ROLL\n" + line + b"\n\n\r\n")
    with pytest.raises(DieProtocolError):
        parser.next_message()
    assert parser.next_message() == message
    assert parser.next_message() is None


def _feed_random_bytes(count: int) -> int:
    """Feed random bytes, most of them such as occur in lines; give back how many messages came."""
    source = random.Random(20)  # noqa: S311 - is to be repeatable, not secret
    alphabet = b"~*\n\r -.0123456789ABCDEFHELLOROLLKEPTSETTLEDWHOASK"
    parser = DieParser()
    messages = 0
    for start in range(0, count, 1000):
        any_byte = start // 1000 % 2 == 0
        piece = source.randbytes(1000) if any_byte else bytes(source.choices(alphabet, k=1000))
        parser.receive_data(piece)
        while True:
            try:
                if parser.next_message() is None:
                    break
            except DieProtocolError:
                continue
            messages += 1
    return messages


def test_random_bytes_give_no_message() -> None:
    assert _feed_random_bytes(50_000) == 0


@pytest.mark.soak
def test_a_million_random_bytes_give_no_message() -> None:
    assert _feed_random_bytes(1_000_000) == 0
