"""The documents: the site builds without a warning, every link resolves, nothing is left out."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click
import pytest

from companion.journal.codec import tag_of
from companion.service.games import GAMES, load_game
from companion.service.settings import Settings
from scripts import docs_pages

ROOT = Path(__file__).resolve().parents[2]
READS = re.compile(r"""environ(?:ment)?(?:\.get\(|\[)["']([A-Z][A-Z_]+)""")
MADE_PAGES = tuple(f"reference/{name}.md" for name in ("commands", "settings", "events", "rules"))
SYSTEMS_OWN = {
    "NOTIFY_SOCKET",
    "WATCHDOG_USEC",
    "WATCHDOG_PID",
    "LISTEN_FDS",
    "HOME",
    "PATH",
    "PATH_INFO",
}
"""Variables that systemd or the system sets, not a person; the last is a web request's."""


class Links(HTMLParser):
    """Addresses and ids of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.found.append((tag, value))
            if name == "id" and value:
                self.ids.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return folder


def test_every_link_inside_resolves(site: Path) -> None:
    pages = {path: Links(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    broken, links = [], 0
    for path, page in pages.items():
        # The page for addresses that are none is served from anywhere.
        for tag, address in page.found if path.name != "404.html" else ():
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                assert tag == "a", f"{path.name} loads {address}"
                continue
            links += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchors = pages[target].ids if target in pages else set()
            if not target.is_file() or (parts.fragment and parts.fragment not in anchors):
                broken.append(f"{path.relative_to(site)}: {address}")
    assert broken == []
    assert links > 500


def test_every_document_can_be_reached(site: Path) -> None:
    home = Links((site / "index.html").read_text("utf-8"))
    reached = {address for tag, address in home.found if tag == "a"}
    there = {path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")}
    there |= {Path(name) for name in MADE_PAGES}
    missing = {path.with_suffix(".html").as_posix() for path in there} - reached - {"index.html"}
    assert missing == set()


FOLDERS = "companion|vision|webui|calibration|firmware_bridge|scripts|tests|docs"
TO_BE_MADE = {"webui/locale/fr", "webui/locale/fr/special.po"}
"""Files of a language that a document tells how to add."""
NAMED_PATH = re.compile(rf"`((?:{FOLDERS})/[\w./-]+)`")
NAMED_THING = re.compile(rf"`((?:{FOLDERS})(?:\.\w+)+)(?:\(\))?`")


def is_in_the_project(name: str) -> bool:
    """Whether a dotted name is a module, or something that a module's text names."""
    parts = name.split(".")
    for number in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:number])
        file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if file.is_file() or place.is_dir():
            text = file.read_text("utf-8") if file.is_file() else ""
            return all(re.search(rf"\b{part}\b", text) for part in parts[number:])
    return False


def test_every_file_and_module_that_a_document_names_is_there() -> None:
    missing, seen = [], 0
    for page in (*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"):
        text = page.read_text("utf-8")
        for match in NAMED_PATH.finditer(text):
            seen += 1
            if match[1] not in TO_BE_MADE and not (ROOT / match[1]).exists():
                missing.append(f"{page.name}: {match[1]}")
        for match in NAMED_THING.finditer(text):
            seen += 1
            if not is_in_the_project(match[1]):
                missing.append(f"{page.name}: {match[1]}")
    assert missing == []
    assert seen > 100
    assert not is_in_the_project("companion.table.views.NoSuchWidget")
    assert not is_in_the_project("companion.no_such_room.thing")


def test_every_command_and_option_is_documented() -> None:
    page = docs_pages.commands_page()
    commands = list(docs_pages.all_commands())
    assert len(commands) > 15
    for name, command in commands:
        assert f"\n## {name}\n" in page
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.opts[0] in page


def test_every_setting_is_documented() -> None:
    page = docs_pages.settings_page()
    for one in dataclasses.fields(Settings):
        assert f"| `{one.name}` | " in page
        assert f"| `{one.name}` |  |" not in page


def test_every_variable_that_is_read_is_documented() -> None:
    read = {
        name
        for package in ("companion", "webui", "vision", "firmware_bridge", "calibration")
        for path in (ROOT / package).rglob("*.py")
        if "node_modules" not in path.parts
        for name in READS.findall(path.read_text("utf-8"))
    }
    assert "PORT" in read
    assert read - SYSTEMS_OWN <= set(docs_pages.ENVIRONMENT)


def test_every_event_of_every_game_is_documented() -> None:
    page = docs_pages.events_page()
    for game in GAMES:
        for kind in load_game(game).event_types:
            assert f"| `{tag_of(kind)}` |" in page


def test_what_has_no_words_is_not_passed_over() -> None:
    @click.command()
    @click.option("--quiet")
    def mute(quiet: str) -> None:
        pass

    with pytest.raises(docs_pages.MissingWordsError, match="mute has no help"):
        docs_pages._help("mute", mute)
    option = mute.params[0]
    assert isinstance(option, click.Option)
    with pytest.raises(docs_pages.MissingWordsError, match="--quiet"):
        docs_pages._option_row("mute", option)


def test_rules_that_tests_name_are_listed() -> None:
    page = docs_pages.rules_page()
    assert "| FOTR-107 | " in page
    assert page.count("\n| FOTR-") > 100
