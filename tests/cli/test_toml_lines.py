"""Where in a TOML text a value is set, however its owner has laid the text out."""

from __future__ import annotations

import pytest

from companion.toml_lines import Path, TomlTextError, find_line, read_toml

DOTTED = 'map.name = "m"\n[map.hexes]\n"4,f".type = "haven"\n"4,f".port = true\n'
LISTS = (
    'rows = [\n  ["map"],\n  [\n"a = 1"] # ]\n]\n[map]\na = 1\nb = { c = [\n  [1],\n] }\nd = 2\n'
)
TEXTS = (
    'one = """\n[map]\na = 1\n"quoted""""\n'
    "two = '''\n[map]\na = 1 # \"\"\"\n''''\n"
    'three = "\\"[" # it\'s "\n[map]\na = "]"\nb = 2\n'
)
STRANGE = 'one = "a\u2028b\x85c"\r\n\ttwo\t=\t2\r\nthree . "x" = 3\n'
NESTED = "[[g]]\nh = 1\n[g.i]\nk = 1\n[[g]]\n[[g.l]]\nm = 1\n[[g.l]]\nm = 2\n[g.i]\nk = 2\n"


def test_line_is_found_under_headers_quotes_and_arrays() -> None:
    text = '# a\n[a."b.c"]\nd = [\n "x = 1",\n]\ne.f = 2\n[[g]]\nh = 1\n[[g]]\nh = 2\n'
    assert find_line(text, ("a", "b.c")) == 2
    assert find_line(text, ("a", "b.c", "d")) == 3
    assert find_line(text, ("a", "b.c", "e", "f")) == 6
    assert find_line(text, ("g", 0, "h")) == 8
    assert find_line(text, ("g", 1, "h")) == 10
    assert find_line(text, ("g", 1, "k")) == 9
    assert find_line(text, ("z",)) is None


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        (DOTTED, ("map", "hexes", "4,f", "port"), 4),
        (DOTTED, ("map", "hexes", "4,f"), 3),
        (DOTTED, ("map", "hexes", "4,f", "water"), 3),
        (DOTTED, ("map", "hexes", "5,f"), 2),
        (DOTTED, ("map", "name"), 1),
        (DOTTED, ("map", "sides"), 1),
        ("[a.b]\nc = 1\n[a]\nd = 1\n", ("a",), 3),
        ("[[g]]\nh = 1\n", ("g",), 1),
        ("[[g]]\nh = 1\n", ("g", 4), 1),
        (LISTS, ("rows", 0), 1),
        (LISTS, ("map", "a"), 7),
        (LISTS, ("map", "b", "c"), 8),
        (LISTS, ("map", "d"), 11),
        (TEXTS, ("one",), 1),
        (TEXTS, ("two",), 5),
        (TEXTS, ("map",), 10),
        (TEXTS, ("map", "a"), 11),
        (TEXTS, ("map", "b"), 12),
        (STRANGE, ("two",), 2),
        (STRANGE, ("three", "x"), 3),
        (NESTED, ("g", 0, "i", "k"), 4),
        (NESTED, ("g", 1, "l", 0, "m"), 7),
        (NESTED, ("g", 1, "l", 1, "m"), 9),
        (NESTED, ("g", 1, "i", "k"), 11),
    ],
)
def test_the_line_is_the_one_that_an_editor_shows(text: str, path: Path, line: int) -> None:
    read_toml(text)
    assert find_line(text, path) == line


def test_what_ends_too_early_is_wrong_in_its_last_line() -> None:
    with pytest.raises(TomlTextError) as caught:
        read_toml('note = "a\u2028b"\nlist = [\n')
    assert caught.value.line == 2
