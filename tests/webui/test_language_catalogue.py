"""Every language is complete, fits the English braces, and is kept up to date by the script."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from scripts import words
from scripts.words_rooms import ROOMS, found_in_rooms
from webui.language.catalogue import ENGLISH, FOLDER, OWN_NAMES, entries, phrasebook, script_words

LANGUAGES = [tag for tag in OWN_NAMES if tag != ENGLISH]
_HOLES = re.compile(r"(?<!{){\w*}|%\(\w+\)s")
_TAGS = re.compile(r"</?[a-z]+>")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", list(ROOMS))
def test_nothing_that_a_room_says_lacks_a_translation(language: str, room: str) -> None:
    lacking = list(words.missing(language, room))
    assert not lacking, f"run python -m scripts.words missing {room}: {lacking[:20]}"


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.po")), ids=lambda path: path.name)
def test_both_sides_have_the_same_braces_and_marks(path: Path) -> None:
    with path.open("rb") as file:
        for message in read_po(file, abort_invalid=True):
            english, translation = str(message.id), str(message.string)
            if not english or not translation:
                continue
            assert set(_HOLES.findall(english)) == set(_HOLES.findall(translation)), english
            assert Counter(_TAGS.findall(english)) == Counter(_TAGS.findall(translation)), english
            assert english.endswith("%%") == translation.endswith("%%"), english


def test_every_language_has_a_folder_and_is_named_in_itself() -> None:
    assert sorted(LANGUAGES) == list(words.languages())
    assert all(OWN_NAMES.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_read_whole(language: str) -> None:
    assert phrasebook(language) is phrasebook(language)
    assert len(entries(language)) > 1000
    assert script_words(language).startswith("{")
    assert phrasebook(ENGLISH) is None
    assert script_words(ENGLISH) == ""


def test_a_catalogue_keeps_what_is_translated_and_what_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "LOCALES", tmp_path)
    count, strange = words.fill("xx", "table", {"Agree": "Ja", "Nobody says this": "So nicht"})
    assert (count, strange) == (1, ("Nobody says this",))
    path = words.path_of("xx", "table")
    path.write_text(path.read_text("utf-8") + '\nmsgid "Old words"\nmsgstr "Alt"\n', "utf-8")
    words.write_catalogue("xx", "table", words.updated("xx", "table"))
    text = path.read_text("utf-8")
    assert 'msgid "Agree"\nmsgstr "Ja"' in text
    assert '#~ msgid "Old words"\n#~ msgstr "Alt"' in text
    assert "Agree" not in words.missing("xx", "table")
    assert "Take back" in words.missing("xx", "table")
    words.write_catalogue("xx", "table", words.updated("xx", "table"))
    assert path.read_text("utf-8") == text


def test_no_room_is_empty_and_no_text_stands_in_two() -> None:
    rooms = {room: found for room, found in found_in_rooms(words.ROOT).items() if room != "scripts"}
    assert all(rooms.values())
    count = Counter(msgid for found in rooms.values() for msgid in found)
    assert max(count.values()) == 1


@pytest.mark.parametrize("text", [b"", b"\xff", b"[1]", b'{"a": 1}', b"{"])
def test_translations_that_are_no_json_of_texts_are_refused(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "german.json"
    file.write_bytes(text)
    result = CliRunner().invoke(words.main, ["fill", "hunt", str(file)])
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 1
    assert "german.json is expected to hold" in result.stderr


@pytest.mark.parametrize("language", ["../../de", "xx", "", "German"])
def test_a_language_that_is_none_is_refused(language: str) -> None:
    for command in ("update", "missing"):
        result = CliRunner().invoke(words.main, [command, "hunt", "--language", language])
        assert result.exit_code == 2
        assert "a language such as fr was expected" in result.stderr
