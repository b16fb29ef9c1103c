"""Percentiles, goals and the report of a bench; the readers that the benches look with."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bench.children import Child
from companion.bench.figures import BenchError, at_least, at_most, percentile, report, spread_ms
from companion.bench.http_reader import AnswerReader, HttpAnswerError


def test_percentile_is_the_nearest_rank() -> None:
    values = [float(n) for n in range(1, 101)]
    assert percentile(values, 0.99) == 99
    assert percentile(values, 1.0) == 100
    assert percentile(values, 0.5) == 50
    assert percentile([7.0], 0.99) == 7
    assert percentile([3.0, 1.0, 2.0], 0.0) == 1


def test_spread_is_in_milliseconds() -> None:
    assert spread_ms("x", [0.001, 0.002, 0.1]) == {"x_ms_median": 2.0, "x_ms_p99": 100.0}


def test_the_report_says_which_goal_is_missed() -> None:
    figures = {"fast_ms": 3.0, "rate": 10, "plain": 1}
    lines = report(figures, (at_most("fast_ms", 5), at_least("rate", 11)))
    assert "reached: at most 5" in lines[0]
    assert "NOT" not in lines[0]
    assert "NOT REACHED: at least 11" in lines[1]
    assert "reached" not in lines[2].lower()


def _answer(body: bytes, *more: bytes, status: bytes = b"200 OK") -> bytes:
    head = [b"HTTP/1.1 " + status, b"Content-Length: %d" % len(body), *more]
    return b"\r\n".join(head) + b"\r\n\r\n" + body


@given(st.lists(st.integers(1, 400), max_size=6))
def test_an_answer_is_read_however_it_is_cut(cuts: list[int]) -> None:
    body = gzip.compress(b"<p>region</p>" * 40)
    whole = _answer(body, b"Content-Encoding: gzip")
    reader = AnswerReader()
    for _ in range(2):
        ends = sorted({cut for cut in cuts if cut < len(whole)} | {len(whole)})
        begin, answer = 0, None
        for end in ends:
            assert answer is None
            answer = reader.feed(whole[begin:end])
            begin = end
        assert answer is not None
        assert answer.text == "<p>region</p>" * 40
        assert answer.transferred_bytes == len(whole)


def test_errors_and_ends_are_not_taken_for_screens() -> None:
    with pytest.raises(HttpAnswerError, match="403"):
        AnswerReader().feed(_answer(b"no", status=b"403 FORBIDDEN"))
    with pytest.raises(HttpAnswerError, match="length"):
        AnswerReader().feed(b"HTTP/1.1 200 OK\r\n\r\nbody")
    with pytest.raises(ConnectionError):
        AnswerReader().feed(b"")
    empty = AnswerReader().feed(b"HTTP/1.1 204 NO CONTENT\r\nServer: x\r\n\r\n")
    assert empty is not None
    assert (empty.status, empty.body) == (204, b"")


def test_a_child_that_prints_something_else_ends_the_wait_at_once() -> None:
    with Child[int]("this", (), int) as child, pytest.raises(BenchError, match="no line of its"):
        child.wait_for(lambda said: said or None, 60, "a number comes")


def test_a_child_that_fails_ends_the_wait_with_its_last_words() -> None:
    with Child[int]("no_such_module", (), int) as child, pytest.raises(BenchError, match="named"):
        child.wait_for(lambda said: said or None, 60, "a number comes")
