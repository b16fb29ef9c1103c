"""The rooms of the house that speak to a screen, and what each of them says."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from scripts.words_data import texts_of_data
from scripts.words_python import Found, is_words, texts_of_python
from scripts.words_screens import texts_of_scripts, texts_of_templates


@dataclass(slots=True)
class Word:
    """A text of a room.

    Attributes:
        msgid: the English text.
        files: where it stands.
        fillings: what stands for its braces, for translators.
        is_name: whether it is a proper name, which most languages keep.
    """

    msgid: str
    files: list[str] = field(default_factory=list)
    fillings: tuple[str, ...] = ()
    is_name: bool = False


SCRIPTS: Final = "scripts"
"""What the browser's scripts say is sent to the browser, and so is apart from the rest."""
_GAMES: Final = "companion/games"
_FELLOWSHIP: Final = f"{_GAMES}/fellowship"

ROOMS: Final[dict[str, tuple[str, ...]]] = {
    SCRIPTS: ("webui/static/js",),
    "screens": ("webui", "companion/wall/templates"),
    "table": ("companion/table", "companion/board"),
    "service": (
        "companion/service/*.py",
        "companion/journal/errors.py",
        "companion/journal/schema.py",
        "companion/journal/verification.py",
        "companion/journal/shortfall.py",
        "companion/journal/store.py",
    ),
    "devices": (
        "vision/*.py",
        "vision/sources/*.py",
        "firmware_bridge/*.py",
        "calibration/survey_*.py",
        "calibration/lens.py",
        "calibration/solve.py",
    ),
    "fellowship-data": (f"{_FELLOWSHIP}/data",),
    "fellowship-screens": (f"{_FELLOWSHIP}/*.py", f"{_FELLOWSHIP}/flow", f"{_FELLOWSHIP}/views"),
    "fellowship-events": (f"{_FELLOWSHIP}/events", f"{_FELLOWSHIP}/facts"),
    "fellowship-fights": (f"{_FELLOWSHIP}/combat", f"{_FELLOWSHIP}/play/fight*.py"),
    "fellowship-search": (f"{_FELLOWSHIP}/play/search*.py",),
    "fellowship-play": (f"{_FELLOWSHIP}/play",),
    "fellowship-rules": (f"{_FELLOWSHIP}",),
    "hunt": (f"{_GAMES}/hunt",),
    "quest": (f"{_GAMES}/quest",),
    "ringwar": (f"{_GAMES}/ringwar",),
    "names": (),
}
"""For each room its folders and files. A text that several rooms say belongs to the first of them,
scripts apart; proper names out of data files have a room of their own."""

SILENT: Final = frozenset(
    "webui/assets.py webui/server.py webui/settings.py webui/stream.py webui/export.py "
    "companion/service/addresses.py companion/service/demo_start.py companion/service/instance.py "
    "companion/service/run.py companion/service/settings.py "
    "companion/service/supervision.py companion/service/games.py companion/service/hall.py "
    "companion/service/backups.py companion/service/replay_file.py companion/files.py "
    "firmware_bridge/faulty_die.py firmware_bridge/virtual_die.py "
    "vision/eye.py vision/field_report.py vision/pictures.py".split()
)
"""What speaks to a terminal, to a file or to another program only."""


@functools.cache
def found_in_rooms(root: Path) -> Mapping[str, Mapping[str, Word]]:
    """Every text of every room, in the order of the rooms, their files and lines."""
    rooms: dict[str, dict[str, Word]] = {room: {} for room in ROOMS}
    home: dict[str, str] = {}
    seen: set[str] = set()
    for room, places in ROOMS.items():
        for path in files_of(root, places):
            name = path.relative_to(root).as_posix()
            if name in seen or name in SILENT:
                continue
            seen.add(name)
            for found, is_name in _texts(path, name):
                if room == SCRIPTS:
                    belongs = room
                else:
                    belongs = home.setdefault(found.msgid, "names" if is_name else room)
                word = rooms[belongs].setdefault(
                    found.msgid, Word(found.msgid, [], found.fillings, is_name)
                )
                if name not in word.files:
                    word.files.append(name)
    return rooms


def files_of(root: Path, places: tuple[str, ...]) -> Iterator[Path]:
    """The files of a room; each of its places is a folder, a single file or a pattern."""
    for place in places:
        if "*" in place:
            yield from sorted(root.glob(place))
            continue
        if (root / place).is_file():
            yield root / place
            continue
        for suffix in ("py", "toml", "html", "js"):
            found = sorted((root / place).rglob(f"*.{suffix}"))
            yield from (path for path in found if not {"node_modules", "vendor"} & {*path.parts})


def _texts(path: Path, name: str) -> Iterator[tuple[Found, bool]]:
    match path.suffix:
        case ".py":
            yield from ((found, False) for found in texts_of_python(path, name))
        case ".toml":
            for text, is_name in texts_of_data(path):
                if is_words(text):
                    yield Found(text, name), is_name
        case ".html":
            yield from ((Found(text, name), False) for text in texts_of_templates(path))
        case ".js":
            yield from ((Found(text, name), False) for text in texts_of_scripts(path))
        case _:
            raise ValueError(f"no texts are looked for in {name}")
