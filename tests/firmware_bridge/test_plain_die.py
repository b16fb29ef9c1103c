"""Dice that print a number and nothing else."""

from __future__ import annotations

import os
import pty
import tty
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.border import DieRoll, DieState
from firmware_bridge.conversation import Turn
from firmware_bridge.plain import PlainConversation
from firmware_bridge.port import PortOwner
from tests.support.die_port import IMPATIENT, Heard


def rolls(turn: Turn) -> list[tuple[int, int]]:
    return [(said.number, said.face) for said in turn.say if isinstance(said, DieRoll)]


def test_each_number_counts_in_order_after_the_last_of_the_journal() -> None:
    die = PlainConversation("d20", {"PLAIN-D20": 7})
    assert die.opened().say == (DieState(die="PLAIN-D20", state="ready", number=7),)
    assert rolls(die.receive(b"14\r\n 3 \n20\n1")) == [(8, 14), (9, 3), (10, 20)]
    assert rolls(die.receive(b"7\n")) == [(11, 17)]
    assert die.last_number == 11
    assert die.heartbeat() == Turn()


@pytest.mark.parametrize(
    "line", [b"", b"0", b"21", b"die ready", b"1 2", b"-3", b"1" * 50, b"\xff"]
)
def test_another_line_does_not_count(line: bytes) -> None:
    die = PlainConversation("d20", {})
    assert die.receive(line + b"\n") == Turn()
    assert rolls(die.receive(b"5\n")) == [(1, 5)]


def test_a_face_printed_otherwise_is_read_by_the_table() -> None:
    assert rolls(PlainConversation("d10", {}).receive(b"0\n9\n")) == [(1, 10), (2, 9)]


def test_a_chatty_die_counts_its_last_face_once_it_is_quiet() -> None:
    die = PlainConversation("d20chatty", {})
    said = die.receive(b"3\n17\n").say
    assert [value.state for value in said if isinstance(value, DieState)] == ["rolling", "rolling"]
    assert die.heartbeat() == Turn()
    assert rolls(die.receive(b"8\n")) == []
    assert die.heartbeat() == Turn()
    assert rolls(die.heartbeat()) == [(1, 8)]
    assert die.heartbeat() == Turn()


@given(data=st.binary(max_size=300), cuts=st.lists(st.integers(0, 300)))
def test_any_way_of_cutting_reads_the_same(data: bytes, cuts: list[int]) -> None:
    whole = PlainConversation("d20", {}).receive(data)
    die = PlainConversation("d20", {})
    places = [0, *sorted(cuts), len(data)]
    said = [roll for start, end in pairwise(places) for roll in rolls(die.receive(data[start:end]))]
    assert said == rolls(whole)


@pytest.mark.parametrize("kind", ["d20", "d20chatty"])
def test_a_plain_die_on_a_port(kind: str) -> None:
    near, far = pty.openpty()
    tty.setraw(far)
    heard = Heard()
    with PortOwner(f"plain:{kind}@{os.ttyname(far)}", heard, {}, settings=IMPATIENT):
        heard.wait_for_state("ready")
        os.write(near, b"12\n")
        assert heard.wait_for_rolls(1) == [(1, 12)]
    os.close(near)
    os.close(far)
