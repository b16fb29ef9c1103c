"""The plots of the report can be read on their own and show what the figures say."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.archive.plots import (
    Axis,
    Bar,
    chance_band,
    columns_svg,
    in_percent,
    marks,
    rows_svg,
    straying_svg,
)
from companion.archive.ring_map import in_hexes, map_svg
from companion.archive.words import game_title, side_title


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - of our own making


def test_plots_write_what_they_are_given_as_text() -> None:
    bars = [Bar(label="<a>", value=3, text="&", low=1, high=4), Bar(label="b", value=0, text="")]
    axis = Axis(words="<games>")
    for svg in (
        rows_svg(bars, "t<", axis),
        columns_svg(bars, "t<", axis, "<turn>", 2.0),
        rows_svg([], "", axis),
        columns_svg([], "", axis, ""),
        straying_svg([1, 2, 0], "t<"),
        map_svg({"<a>": 1, "12,j": 2}, "t<"),
    ):
        assert not {"<a>", "<games>", "<turn>"} & set(re.findall("<[a-z]+>", svg))
        assert tree(svg).tag == "svg"


def shown(svg: str, kind: str = "") -> list[str]:
    """The texts of a plot, or those of one kind."""
    texts = [one for one in tree(svg).iter("text") if one.get("class", "") == kind]
    return [one.text or "" for one in texts]


def test_every_plot_says_what_is_measured_and_marks_it() -> None:
    bars = [Bar(label="12", value=1234.0, text="1,234"), Bar(label="13", value=3.0, text="3")]
    rows = rows_svg(bars, "t", Axis(words="games"))
    assert shown(rows, "words") == ["games"]
    assert shown(rows)[:4] == ["0", "500", "1,000", "1,500"]
    columns = columns_svg(bars, "t", Axis(words="games"), "turn")
    assert shown(columns, "words") == ["games", "turn"]
    assert shown(columns)[:4] == ["0", "500", "1,000", "1,500"]
    assert {"12", "13", "1,234"} <= set(shown(columns))
    shares = rows_svg(bars[1:], "t", Axis(words="share", most=1.0, says=in_percent))
    assert shown(shares)[:6] == ["0%", "20%", "40%", "60%", "80%", "100%"]


@given(st.floats(0.01, 1e7))
def test_marks_are_few_round_and_reach_the_longest_bar(most: float) -> None:
    places = marks(most)
    assert places[0] == 0
    assert places[-1] >= most * 0.999
    assert 2 <= len(places) <= 7
    assert all(place == round(place) for place in places)


def test_a_die_that_strays_shows_it_however_often_it_was_rolled() -> None:
    """Drawn from zero, a tenth more of one face would be one bar among twenty like it."""
    counts = [5000] * 19 + [5500]
    svg = straying_svg(counts, "t")
    heights = [
        float(one.get("height", "")) for one in tree(svg).iter("rect") if one.get("class") == "bar"
    ]
    assert heights[-1] > 10 * max(heights[:-1])
    assert heights[-1] > 100
    assert "due" in shown(svg)
    assert any(text.startswith("+") and text.endswith("%") for text in shown(svg))
    assert chance_band(sum(counts), 20) == pytest.approx(1.96 * (19 / 100_500) ** 0.5)


def test_places_that_are_no_hexes_are_not_on_the_map() -> None:
    found = in_hexes({"12,e:1": 2, "12,e": 1, "not told": 9, "@Ever Icy Plain": 9, "99,a": 9})
    assert {place.label: times for place, times in found.items()} == {"12,e": 3}
    svg = map_svg({"11,jk": 9, "6,n": 1}, "t")
    radii = [float(one.get("r", "")) for one in tree(svg).iter("circle")]
    assert radii[0] == 3 * radii[1]
    assert shown(svg, "named") == ["11,jk", "6,n"]


def test_games_and_sides_are_called_as_on_the_screens() -> None:
    assert game_title("fellowship") == "The Fellowship of the Ring"
    assert side_title("hunt", "free-peoples") == "Free Peoples"
    assert side_title("fellowship", "draw") == "Draw"
    assert (game_title("chess"), side_title("chess", "white")) == ("chess", "white")
