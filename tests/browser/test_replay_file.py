"""The replay as one file: what is in it, and that it opens from a disk and asks for nothing."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, expect

import companion.cli
from companion.journal.store import JournalWriter
from companion.service import games as game_registry
from companion.table.ids import PUBLIC
from companion.table.views import Region, Text, Track, TrackSpace, View
from tests.support.toy_game import LEFT, RIGHT
from tests.support.toy_table import ToyTable
from tests.support.web_browser import SIZES
from tests.support.web_measures import assert_fit
from webui.export import ExportedLook, replay_html
from webui.ports import Timeline, TimelineMark

SECRETS = {LEFT: "heron-of-the-left", RIGHT: "beaver-of-the-right"}


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A toy game in which both seats hide a word and one scores twice."""
    monkeypatch.setitem(game_registry.GAMES, "toy", ("tests.support.toy_game", "ToyGame"))
    path = tmp_path / "journal.db"
    toy = ToyTable(path)
    for seat, word in SECRETS.items():
        toy.act(seat, "hide", word=word)
    toy.act(LEFT, "score")
    toy.act(LEFT, "score")
    toy.close()
    return path


def end(journal: Path) -> None:
    with JournalWriter(journal) as writer:
        writer.end_game(writer.games()[-1].game_id, "2026-01-02T04:00:00.000+00:00")


def written(journal: Path, *options: str) -> Path:
    out = journal.with_name("game.html")
    arguments = ["replay", str(journal), "--html", str(out), *options]
    result = CliRunner().invoke(companion.cli.main, arguments)
    assert result.exit_code == 0, result.output
    return out


@pytest.mark.browser
def test_an_ended_game_is_stepped_through_from_a_file(browser: Browser, journal: Path) -> None:
    end(journal)
    out = written(journal)
    with browser.new_context() as context:
        page = context.new_page()
        asked: list[str] = []
        troubles: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            page.goto(out.as_uri())
            expect(page.locator("svg.map .hexes")).to_have_count(1)
            expect(page.locator("#step-words")).to_have_text("3 of 3")
            assert_fit(page, 14)
        page.get_by_role("button", name="Everything").click()
        for word in SECRETS.values():
            expect(page.locator("#side")).to_contain_text(word)
        page.keyboard.press("Home")
        expect(page.locator("#side")).not_to_contain_text(SECRETS[LEFT])
        page.get_by_role("button", name="One step on").click()
        expect(page.locator("#side")).to_contain_text(SECRETS[LEFT])
        page.get_by_role("button", name="Public").click()
        expect(page.locator("#side")).not_to_contain_text("-of-the-")
        assert {address for address in asked if not address.startswith("blob:")} == {out.as_uri()}
        assert troubles == []


@pytest.mark.browser
def test_a_game_without_a_map_shows_its_first_tab_and_names_of_turns_apart(
    browser: Browser, tmp_path: Path
) -> None:
    track = Track(title="Pace", spaces=(TrackSpace(label="1", current=True),))
    tracks = Region(name="tracks", title="Tracks", role="tab", widgets=(track,))
    log = Region(name="log", title="Log", role="tab", widgets=(Text(text="Quiet."),))
    view = View(seat=PUBLIC, title="Public", regions=(tracks, log))
    steps = (0, 1, 2, 9, 30, 38, 39)
    marks = tuple(TimelineMark(step=at, label=f"Turn {at}", kind="turn") for at in steps)
    look = ExportedLook(PUBLIC, "Public", "", Timeline(steps=40, marks=marks), [view] * 40)
    out = tmp_path / "game.html"
    out.write_text(replay_html("Pace", [look]), "utf-8")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(out.as_uri())
        expect(page.locator("#stage")).to_contain_text("Pace")
        expect(page.locator("#side")).to_have_text(re.compile(r"^\s*Log\s*Quiet\.\s*$"))
        expect(page.locator("[data-heat]")).to_have_count(0)
        expect(page.locator(".mark-turn")).to_have_count(len(steps))
        names = page.locator(".mark-turn > span:not(.for-readers)").all()
        boxes = [box for name in names if (box := name.bounding_box()) is not None]
        assert 3 <= len(boxes) < len(steps)
        for one, other in itertools.pairwise(boxes):
            assert one["x"] + one["width"] < other["x"]


@pytest.mark.browser
def test_a_game_in_play_gives_one_view_and_no_secret_of_another(
    browser: Browser, journal: Path
) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        for options, shown in (((), set()), (("--seat", LEFT), {SECRETS[LEFT]})):
            page.goto(written(journal, *options).as_uri())
            expect(page.locator("svg.map .hexes")).to_have_count(1)
            assert page.locator("[data-look]").count() == 1
            everything = page.evaluate("JSON.stringify(game)")
            assert {word for word in SECRETS.values() if word in everything} == shown


def test_what_cannot_be_written_is_said(journal: Path) -> None:
    for options, words in (
        (("--seat", "nobody"), "has no seat 'nobody'"),
        (("--html", "/absent/folder/x.html"), "cannot be written"),
    ):
        out = str(journal.with_name("x.html"))
        arguments = ["replay", str(journal), "--html", out, *options]
        result = CliRunner().invoke(companion.cli.main, arguments)
        assert result.exit_code == 1
        assert words in result.output
