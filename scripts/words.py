"""Keep the catalogues of the screens' words: what can be translated, what is, what is missing.

The catalogues are gettext PO files, ``webui/locale/LANGUAGE/ROOM.po``, one for each room of the
house. `update` reads the rooms and writes what is new into them; what is translated stays, and what
has gone from the code is kept at the end, marked. `docs/languages.md` says how a language is added.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import click
import msgspec
from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from scripts.words_rooms import ROOMS, found_in_rooms

ROOT: Final = Path(__file__).resolve().parent.parent
LOCALES: Final = ROOT / "webui" / "locale"
_HEADER: Final = """\
# Words of the room {room}. Kept up to date by scripts/words.py.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def languages() -> tuple[str, ...]:
    """The languages that have catalogues."""
    return tuple(sorted(path.name for path in LOCALES.iterdir() if path.is_dir()))


def path_of(language: str, room: str) -> Path:
    """Where the catalogue of a room is."""
    return LOCALES / language / f"{room}.po"


def read_catalogue(language: str, room: str) -> Catalog:
    """The catalogue of a room; an empty one where there is none yet."""
    path = path_of(language, room)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def write_catalogue(language: str, room: str, catalogue: Catalog) -> None:
    """Write the catalogue of a room, in a form that changes only where its words do."""
    path = path_of(language, room)
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        file.write(_HEADER.format(room=room, language=language).encode())
        write_po(file, catalogue, width=100, omit_header=True, include_lineno=False)
    new.replace(path)


def updated(language: str, room: str) -> Catalog:
    """The catalogue of a room as it has to be: everything that the room says now."""
    old, new = read_catalogue(language, room), Catalog(locale=language)
    known = {**{m.id: m for m in old.obsolete.values()}, **{m.id: m for m in old}}
    for found in found_in_rooms(ROOT)[room].values():
        before = known.pop(found.msgid, None)
        text = str(before.string) if before is not None and before.string else ""
        new.add(
            found.msgid,
            text or (found.msgid if found.is_name else ""),
            locations=[(file, 0) for file in found.files],
            auto_comments=[f"{{{n}}} = {code}" for n, code in enumerate(found.fillings)],
            user_comments=before.user_comments if before is not None else (),
        )
    for gone in known.values():
        if gone.id and gone.string:
            new.obsolete[str(gone.id)] = gone
    return new


def missing(language: str, room: str) -> Iterator[str]:
    """What a room says and its catalogue on the disk has no translation for."""
    catalogue = read_catalogue(language, room)
    for msgid in found_in_rooms(ROOT)[room]:
        message = catalogue.get(msgid)
        if message is None or not message.string:
            yield msgid


def fill(language: str, room: str, texts: Mapping[str, str]) -> tuple[int, tuple[str, ...]]:
    """Put translations into a catalogue.

    Returns:
        How many were put in, and the English texts that the room does not have.
    """
    catalogue = updated(language, room)
    strange = tuple(msgid for msgid in texts if catalogue.get(msgid) is None)
    for msgid, text in texts.items():
        message = catalogue.get(msgid)
        if message is not None:
            message.string = text
    write_catalogue(language, room, catalogue)
    return len(texts) - len(strange), strange


@click.group(help=__doc__)
def main() -> None:
    """The command."""


_ROOMS: Final = click.argument("rooms", nargs=-1, type=click.Choice(sorted(ROOMS)))


def _known_language(_context: click.Context, _option: click.Parameter, language: str) -> str:
    try:
        Locale.parse(language)
    except (ValueError, UnknownLocaleError) as error:
        raise click.BadParameter(f"a language such as fr was expected, not {language!r}") from error
    return language


_LANGUAGE: Final = click.option(
    "--language", default="de", show_default=True, callback=_known_language
)


@main.command()
@_ROOMS
@_LANGUAGE
def update(rooms: tuple[str, ...], language: str) -> None:
    """Write what the rooms say now into their catalogues; all rooms where none is named."""
    for room in rooms or tuple(ROOMS):
        write_catalogue(language, room, updated(language, room))


@main.command("missing")
@_ROOMS
@_LANGUAGE
@click.option("--json", "as_json", is_flag=True, help="as a JSON object to fill in")
def list_missing(rooms: tuple[str, ...], language: str, *, as_json: bool) -> None:
    """List what has no translation yet; status 1 where there is any."""
    found = {room: list(missing(language, room)) for room in rooms or tuple(ROOMS)}
    count = sum(map(len, found.values()))
    if as_json:
        texts = {msgid: "" for room in found.values() for msgid in room}
        print(json.dumps(texts, ensure_ascii=False, indent=1))
    else:
        for room, msgids in found.items():
            print(f"{room}: {len(msgids)} missing")
            for text in msgids:
                print(f"  {text!r}")
    sys.exit(1 if count else 0)


@main.command("fill")
@click.argument("room", type=click.Choice(sorted(ROOMS)))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_LANGUAGE
def fill_in(room: str, file: Path, language: str) -> None:
    """Put the translations of a JSON file {"English": "translation"} into a room's catalogue."""
    try:
        texts = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise click.ClickException(
            f'{file} is expected to hold {{"English": "translation", ...}} in JSON: {error}'
        ) from error
    count, strange = fill(language, room, {key: text for key, text in texts.items() if text})
    print(f"{room}: {count} filled in")
    for msgid in strange:
        print(f"  the room does not say {msgid!r}")
    sys.exit(1 if strange else 0)


if __name__ == "__main__":
    main()
