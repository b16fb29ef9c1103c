"""What is gathered from code for translation, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.words_data import texts_of_data
from scripts.words_python import texts_of_python
from scripts.words_rooms import ROOMS, files_of, found_in_rooms
from scripts.words_screens import texts_of_scripts, texts_of_templates

_ROOT = Path(__file__).parents[2]


def gathered(folder: Path, code: str) -> list[str]:
    path = folder / "module.py"
    path.write_text(code, "utf-8")
    return [found.msgid for found in texts_of_python(path, "module.py")]


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ('x = Choice(action="go", label="go")', ["go"]),
        ('x = Prompt(id=None, sentence=f"{who} moves {n} markers")', ["{0} moves {1} markers"]),
        ('x = f"{n} card" + ("" if n == 1 else "s")', ["{0} card", "{0} cards"]),
        ("x = f\"{n} {'card' if n == 1 else 'cards'}\"", ["{0} card", "{0} cards"]),
        ('x = "The " + name + " waits."', ["The {0} waits."]),
        ('_MODE_NAMES = {"a": "foot"}', ["foot"]),
        ('class Mode(StrEnum):\n    """Text of it."""\n    FOOT = "foot"', ["foot"]),
        ('def mode_words(m):\n    if m == "foot":\n        return "walking"', ["walking"]),
        ('raise BoxError("the box is empty")', ["the box is empty"]),
        ('x = Text(text="see {b}")', ["see {{b}}"]),
        ('x = f"a {y:>3} b {z!r} cc"', ["a {0} b {1} cc"]),
        (
            (
                "def mode_words(m):\n try:\n  return m\n except KeyError:\n"
                '  raise BoxError("the box is empty")\n finally:\n  return "foot"'
            ),
            ["the box is empty", "foot"],
        ),
        ('def mode_words(m):\n    while m:\n        return "foot"', ["foot"]),
        (
            'def mode_words(m):\n    with said("It is over."):\n        return "foot"',
            [
                "It is over.",
                "foot",
            ],
        ),
    ],
)
def test_texts_are_gathered(tmp_path: Path, code: str, texts: list[str]) -> None:
    assert gathered(tmp_path, code) == texts


@pytest.mark.parametrize(
    "code",
    [
        '"""A module of ours."""',
        'def f():\n    """Does a thing."""',
        'raise ValueError("a programmer did this")',
        'LOG.warning("it went wrong %s", x)',
        'if x == "two words":\n    pass',
        'x = y["two words"]',
        'x = {"two words": 1}',
        'match x:\n    case "two words":\n        pass',
        'x: Literal["two words"]',
        'x = re.compile("two words")',
        'class E(Event, tag="two words"):\n    pass',
        'x = Choice(action="two words")',
        'x = f"walk-{a}-{b}"',
        'x = "fp-draw"',
        'x = "small"',
        'assert x, "two words"',
    ],
)
def test_what_no_screen_shows_is_not_gathered(tmp_path: Path, code: str) -> None:
    assert gathered(tmp_path, code) == []


def test_data_files_tell_names_from_texts(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(
        'title = "Search"\nasked = "Nobody"\nlines = ["You win early.", "12,e"]\n'
        '[places]\n"Lone Hill" = ["6,f"]\n[events."Old Grudge"]\ntext = "They quarrel."\n'
        '[[forces]]\nname = "Sam"\n',
        "utf-8",
    )
    assert list(texts_of_data(path)) == [
        ("Search", False),
        ("You win early.", False),
        ("Lone Hill", True),
        ("Old Grudge", False),
        ("They quarrel.", False),
        ("Sam", True),
    ]


def test_templates_and_scripts_give_what_they_mark(tmp_path: Path) -> None:
    template, script = tmp_path / "a.html", tmp_path / "a.js"
    template.write_text(
        '<p title="{{ _(\'Whole map\') }}">{{ _("Go on") }} {% trans count=n %}One\n  card'
        "{% pluralize %}{{ count }} cards{% endtrans %} {{ text|t }}</p>",
        "utf-8",
    )
    script.write_text('say(word("Not saved: {why}.", { why })); other("No text");', "utf-8")
    found = list(texts_of_templates(template))
    assert found == ["Whole map", "Go on", "One card", "%(count)s cards"]
    assert list(texts_of_scripts(script)) == ["Not saved: {why}."]


@pytest.mark.parametrize("place", [place for places in ROOMS.values() for place in places])
def test_every_place_of_a_room_is_looked_into(place: str) -> None:
    """Also one that is a single file."""
    assert list(files_of(_ROOT, (place,)))


def test_what_a_full_disk_makes_the_journal_say_is_gathered() -> None:
    assert "no room to write {0}. Free some disk space." in found_in_rooms(_ROOT)["service"]


def test_what_is_said_to_a_database_is_no_text(tmp_path: Path) -> None:
    code = 'X = "CREATE TABLE games (a TEXT NOT NULL, b TEXT NOT NULL, c TEXT NOT NULL)"\n'
    code += 'Y = f"INSERT INTO events (game, {X}) VALUES (?, ?, ?, ?, ?, ?)"'
    assert gathered(tmp_path, code) == []
