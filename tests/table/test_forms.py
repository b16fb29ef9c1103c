"""Fields are checked against the form that was offered; what is wrong is said in a sentence."""

from __future__ import annotations

import pytest

from companion.table.commands import Act
from companion.table.forms import MAX_TEXT, read_inputs
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Field, Form, Option

_FORM = Form(
    fields=(
        Field(name="count", label="Count", kind="number", minimum=1, maximum=7),
        Field(
            name="kind",
            label="Kind",
            kind="select",
            options=(Option(value="a", label="A"), Option(value="b", label="B")),
        ),
        Field(
            name="some",
            label="Some",
            kind="ticks",
            options=(Option(value="x", label="X"), Option(value="y", label="Y")),
        ),
        Field(name="where", label="Where", kind="place"),
        Field(name="note", label="Note", kind="text"),
    )
)


def _place(text: str) -> str | None:
    return "12,e" if text.replace(" ", "") == "12,e" else None


def _read(*inputs: tuple[str, str]) -> object:
    act = Act(seat=SeatId("enemy"), action="go", inputs=inputs)
    return read_inputs(_FORM, act, _place)


def test_good_answers_are_read_and_empty_ones_left_out() -> None:
    read = _read(
        ("count", " 3 "),
        ("kind", "b"),
        ("some", "x"),
        ("some", "y"),
        ("where", "12, e"),
        ("note", " "),
    )
    assert read == {"count": ("3",), "kind": ("b",), "some": ("x", "y"), "where": ("12,e",)}


def test_an_entry_that_is_named_twice_counts_once_unless_it_stands_for_several() -> None:
    assert _read(("some", "x"), ("some", "y"), ("some", "x")) == {"some": ("x", "y")}
    kinds = (Option(value="orc", label="Orc"), Option(value="wolf", label="Wolf"))
    drawn = Field(name="drawn", label="Drawn", kind="ticks", options=kinds, repeats=True)
    inputs = (("drawn", "orc"), ("drawn", "wolf"), ("drawn", "orc"))
    act = Act(seat=SeatId("enemy"), action="go", inputs=inputs)
    assert read_inputs(Form(fields=(drawn,)), act, _place) == {"drawn": ("orc", "wolf", "orc")}


def test_fields_that_the_form_has_not_are_ignored() -> None:
    assert _read(("other", "1")) == {}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("count", "0", "from 1 to 7"),
        ("count", "8", "from 1 to 7"),
        ("count", "three", "got 'three'"),
        ("count", "\u0663", "expected a number"),
        ("count", "9" * 40, "expected a number"),
        ("kind", "c", "not one of the entries"),
        ("some", "z", "not one of the entries"),
        ("where", "99,z", "expected a place of the map"),
        ("note", "n" * (MAX_TEXT + 1), "at most"),
    ],
)
def test_a_wrong_answer_is_refused_with_what_was_expected(
    name: str, text: str, expected: str
) -> None:
    refusal = _read((name, text))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad-input"
    assert expected in refusal.text


def test_two_answers_to_one_field_are_refused() -> None:
    refusal = _read(("count", "1"), ("count", "2"))
    assert isinstance(refusal, Refusal)
    assert "expected one answer" in refusal.text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a fog\r\nThe Enemy rolls 10", "a fogThe Enemy rolls 10"),
        ("\u202eThe Ring\u2066", "The Ring"),
        ("fog\x00\x1b[31m", "fog[31m"),
        ("f\u200bog", "fog"),
        ("K\u00f6nig <b>", "K\u00f6nig <b>"),
    ],
)
def test_what_nobody_sees_is_left_out_of_a_text(typed: str, kept: str) -> None:
    assert _read(("note", typed)) == {"note": (kept,)}


def test_a_text_of_nothing_visible_is_empty() -> None:
    assert _read(("note", "\u200b\n\u2066")) == {}
