"""The wall's page: what it shows of the tables, live, and safe against what they say."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from companion.cli import main
from companion.hall.broker import Broker
from companion.hall.messages import Begun, Ended, Note, Said, Stands, TableState
from companion.table.ids import PUBLIC
from companion.wall.figures import Chooser, figures_of
from companion.wall.listener import HallListener
from companion.wall.pages import WallPages
from companion.wall.run import Wall
from companion.wall.store import WallStore, WallStoreError
from companion.wall.tables import HallTable, HallTables
from tests.support.axe_check import axe_violations
from tests.support.broker import Mosquitto
from tests.support.hall_tables import HallTablePlayer, recorded_views
from tests.support.hunt_play import in_mordor
from tests.support.patience import PATIENCE_MS
from tests.support.service_process import held_port
from tests.support.web_browser import SIZES, chromium
from webui.settings import WebSettings

STANDS = Stands(turn="Turn 3", player_turn="Enemy", phase="Movement", step="Move")


def note(number: int, *facts: Begun | Ended | Said | Stands, series: str = "s") -> Note:
    return Note(series=series, number=number, at="2026-01-02T12:00:00.000+00:00", facts=facts)


@pytest.fixture
def listener() -> Iterator[HallListener]:
    store = WallStore(":memory:")
    yield HallListener(Broker(host="127.0.0.1", port=1), store)
    store.close()


def client_of(listener: HallListener) -> FlaskClient:
    return WallPages(listener, listener._store, WebSettings()).app().test_client()


def test_notes_are_taken_in_order_whatever_order_they_come_in() -> None:
    heard: list[int] = []
    tables = HallTables(lambda _table, one: heard.append(one.number))
    for number in (2, 3, 1, 2, 5, 1, 4, 5):
        tables.take_note("one", note(number, Said(number=number, text=str(number))))
    assert heard == [1, 2, 3, 4, 5]
    assert tables.doubles == 3
    tables.take_note("one", note(1, series="another"))
    assert heard[5:] == [1]


def test_a_gap_is_asked_for_after_a_moment_and_not_all_the_time() -> None:
    tables = HallTables()
    tables.take_presence("one", online=True)
    tables.take_note("one", note(4))
    moments = [now_s / 2 for now_s in range(12) if tables.wishes(now_s / 2)]
    assert moments == [2.0, 4.0]
    assert tables.wishes(6.0)[0].number == 1
    tables.take_presence("one", online=False)
    assert tables.wishes(99.0) == []


def test_notes_that_a_table_no_longer_has_are_counted_as_missed() -> None:
    tables = HallTables()
    tables.take_state("one", TableState(series="s", number=50, first=30, oldest=41))
    tables.take_note("one", note(41))
    table = tables.find("one")
    assert table is not None
    assert (table.number, table.missed) == (41, 40)


def test_a_new_game_clears_the_table_and_a_result_is_kept_once(tmp_path: Path) -> None:
    store = WallStore(tmp_path / "wall.db")
    listener = HallListener(Broker(host="127.0.0.1", port=1), store)
    begun, ended = Begun(game="g", title="Game"), Ended(verdict="Draw.")
    for one in (note(1, begun), note(2, STANDS), note(3, ended), note(3, ended), note(4, begun)):
        listener.tables.take_note("one", one)
    (result,) = store.results(9)
    assert (result.table, result.turn, result.verdict) == ("one", "Turn 3", "Draw.")
    assert store.verdicts() == [("Game", "Draw.", 1)]
    table = listener.tables.find("one")
    assert table is not None
    assert not table.verdict
    store.close()
    again = HallListener(Broker(host="127.0.0.1", port=1), WallStore(tmp_path / "wall.db"))
    again.tables.take_note("one", note(3, ended))
    assert again._store.verdicts() == [("Game", "Draw.", 1)]
    again._store.close()


def ends(store: WallStore) -> list[tuple[str, int]]:
    return [(verdict, times) for _title, verdict, times in store.verdicts()]


def test_a_game_has_one_result_whatever_is_said_of_its_end(tmp_path: Path) -> None:
    """First that it is over, then how great the victory is; or that it is not over after all."""
    store = WallStore(tmp_path / "wall.db")
    listener = HallListener(Broker(host="127.0.0.1", port=1), store)

    def say(number: int, *facts: Begun | Ended) -> None:
        listener.tables.take_note("one", note(number, *facts))

    say(1, Begun(game="g", title="Game"), Ended(verdict="Over."))
    say(2, Ended(verdict="Over. A great victory."))
    assert ends(store) == [("Over. A great victory.", 1)]
    say(3, Ended(verdict=""))
    assert ends(store) == []
    say(4, Ended(verdict="Draw."))
    say(5, Begun(game="g", title="Game"))
    say(6, Ended(verdict="Draw."))
    assert ends(store) == [("Draw.", 2)]
    store.close()
    # A wall that was started again meanwhile knows from the table's state which game it is.
    store = WallStore(tmp_path / "wall.db")
    listener = HallListener(Broker(host="127.0.0.1", port=1), store)
    listener.tables.take_state("one", TableState(series="s", number=6, first=5, oldest=1))
    say(7, Ended(verdict=""))
    assert ends(store) == [("Draw.", 1)]
    store.close()


def test_a_game_that_goes_on_keeps_its_own_result_and_lines(tmp_path: Path) -> None:
    store = WallStore(tmp_path / "wall.db")
    listener = HallListener(Broker(host="127.0.0.1", port=1), store)
    tables = listener.tables
    tables.take_note("one", note(1, Begun(game="g", title="Long game")))
    short = (
        Begun(game="g", title="Short game"),
        Said(number=1, text="Short."),
        Ended(verdict="A."),
    )
    tables.take_note("one", note(2, *short))
    state = TableState(series="s", number=2, first=1, oldest=1, game="g", title="Long game")
    tables.take_state("one", state)
    table = tables.find("one")
    assert table is not None
    assert (table.title, list(table.lines)) == ("Long game", [])
    tables.take_note("one", note(3, Ended(verdict="B.")))
    tables.take_note("one", note(4, Ended(verdict="C.")))
    assert sorted(ends(store)) == [("A.", 1), ("C.", 1)]
    store.close()


def test_a_file_of_an_earlier_wall_keeps_its_results(tmp_path: Path) -> None:
    path = tmp_path / "wall.db"
    WallStore(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.execute("ALTER TABLE results DROP COLUMN first")
        for number in (1, 2):
            row = ("one", "s", number, "g", "Game", "", "2026-01-02", "Turn 1", "Draw.")
            old.execute("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    store = WallStore(path)
    listener = HallListener(Broker(host="127.0.0.1", port=1), store)
    listener.tables.take_note("one", note(1, Ended(verdict="Lost."), series="t"))
    assert ends(store) == [("Draw.", 2), ("Lost.", 1)]
    store.close()


def test_the_busiest_table_is_large_for_a_while() -> None:
    quiet, busy = (HallTable(name=name, online=True, game="g") for name in ("a", "b"))
    chooser = Chooser()
    busy.facts = 5
    assert chooser.choose([quiet, busy], 0.0) == "b"
    quiet.facts = 50
    assert chooser.choose([quiet, busy], 10.0) == "b"
    assert chooser.choose([quiet, busy], 31.0) == "a"
    quiet.online = False
    assert chooser.choose([quiet, busy], 32.0) == "b"
    assert chooser.choose([], 33.0) == ""
    assert figures_of([quiet, busy], []).delay_p99_s is None


def test_what_tables_say_is_shown_as_text(listener: HallListener) -> None:
    listener.tables.take_presence("one", online=True)
    bad = "<script>alert(1)</script>"
    listener.tables.take_note(
        "one", note(1, Begun(game="g", title=bad), Said(number=1, text=bad), Ended(verdict=bad))
    )
    page = client_of(listener).get("/").get_data(as_text=True)
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert") >= 3


def test_a_game_without_a_map_shows_its_tracks(listener: HallListener) -> None:
    """And none of its log, whose newest lines stand beside."""
    view = in_mordor().view(PUBLIC)
    listener.tables.take_presence("one", online=True)
    listener.tables.take_note("one", note(1, Begun(game="hunt", title="Hunt")))
    listener.look_at("one")
    listener._regions["one"].update({region.name: region for region in view.regions})
    page = client_of(listener).get("/parts/large?table=one").get_data(as_text=True)
    assert "Corruption" in page
    assert "Mordor Track" in page
    assert "log" not in re.findall(r'id="region-(?:\w+-)?(\w+)"', page)


def test_pages_that_are_not_there(listener: HallListener) -> None:
    client = client_of(listener)
    assert client.get("/parts/nothing").status_code == 404
    assert "No table nobody has been heard of" in client.get("/?table=nobody").get_data(
        as_text=True
    )
    assert client.get("/", headers={"Host": "elsewhere.example"}).status_code == 421
    assert "companion serve --hall" in client.get("/parts/tables").get_data(as_text=True)


@pytest.mark.browser
@pytest.mark.parametrize("size", ["television", "portrait", "telephone"])
def test_the_wall_is_live_and_accessible(tmp_path: Path, size: str) -> None:
    with ExitStack() as stack:
        broker = stack.enter_context(Mosquitto(tmp_path))
        wall = Wall(broker.address, tmp_path / "wall.db", "127.0.0.1", 0)
        wall.start()
        stack.callback(wall.stop)
        views = recorded_views(1, 60)
        tables = [HallTablePlayer(broker.address, f"t{n}", tmp_path, views) for n in range(4)]
        for table in tables:
            stack.callback(table.stop)
            for _ in range(20):
                table.step()
        browser: Browser = stack.enter_context(chromium())
        width, height = SIZES[size]
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(PATIENCE_MS)
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"http://127.0.0.1:{wall.port}/?table=t2")
        page.wait_for_selector(".wall-large svg.map")
        page.wait_for_function("document.querySelectorAll('.wall-card:not(.is-away)').length === 4")
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        before = page.inner_html(".large-lines")
        for _ in range(20):
            tables[2].step()
        page.wait_for_function(
            "before => document.querySelector('.large-lines').innerHTML !== before", arg=before
        )
        assert troubles == []


@pytest.mark.browser
def test_a_crowd_comes_into_sight_and_a_press_is_not_lost(tmp_path: Path) -> None:
    with ExitStack() as stack:
        wall = Wall(Broker(host="127.0.0.1", port=1), tmp_path / "wall.db", "127.0.0.1", 0)
        wall.start()
        stack.callback(wall.stop)
        tables = wall.listener.tables

        def say(number: int, name: str, *facts: Begun | Said | Stands) -> None:
            with wall.listener.lock:
                tables.take_presence(name, online=True)
                tables.take_note(name, note(number, *facts))
                wall.listener.lock.notify_all()

        for number in range(200):
            said = [Said(number=line, text=f"Line {line}. {'Word ' * 20}") for line in range(12)]
            say(1, f"table-{number:03d}", Begun(game="g", title="Game"), STANDS, *said)
        browser: Browser = stack.enter_context(chromium())
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(PATIENCE_MS)
        page.clock.install()
        page.goto(f"http://127.0.0.1:{wall.port}/?table=table-003")
        assert page.evaluate(_CARDS_IN_SIGHT)[0] == "table-000"
        assert page.evaluate(_IS_IN_SIGHT, ".large-lines li:last-child")
        seen: list[str] = []
        for _ in range(12):
            seen += page.evaluate(_CARDS_IN_SIGHT)
            page.clock.run_for(8_100)
        assert len(set(seen)) == 200
        # Whoever has the pointer there wants it to stay.
        page.mouse.move(1200, 200)
        before = page.evaluate(_CARDS_IN_SIGHT)
        page.clock.run_for(8_100)
        assert page.evaluate(_CARDS_IN_SIGHT) == before
        pressed = page.evaluate("document.elementFromPoint(1200, 200).closest('a').search")
        page.evaluate(_COUNT_NEWS)
        page.mouse.down()
        page.wait_for_function("() => heard > 0")
        say(2, "table-000", Said(number=99, text="Something new."))
        page.wait_for_function("() => heard > 1")
        # What is fetched on the news would be here before this answer.
        page.evaluate("fetch('/parts/results').then(answer => answer.text())")
        page.clock.run_for(500)
        page.mouse.up()
        page.wait_for_url(f"**/{pressed}")


_COUNT_NEWS: Final = """() => {
  window.heard = 0;
  new EventSource('/stream').onmessage = () => heard++;
}"""
_CARDS_IN_SIGHT: Final = """() => {
  const frame = document.querySelector('.wall-tables').getBoundingClientRect();
  return [...document.querySelectorAll('.wall-card')].filter(card => {
    const place = card.getBoundingClientRect();
    return place.top >= frame.top - 1 && place.bottom <= frame.bottom + 1;
  }).map(card => card.querySelector('.card-name').textContent);
}"""
_IS_IN_SIGHT: Final = """what => {
  const place = document.querySelector(what).getBoundingClientRect();
  const frame = document.querySelector('.wall-large').getBoundingClientRect();
  return place.height > 0 && place.bottom <= frame.bottom;
}"""


def test_a_table_that_serves_loads_neither_wall_nor_archive(tmp_path: Path) -> None:
    code = """
import sys, threading
from pathlib import Path
from companion.cli import main
from companion.service.run import TableHouse
from companion.service.settings import Settings
import companion.cli.serve, companion.cli.serving
home, port = Path(sys.argv[1]), int(sys.argv[2])
house = TableHouse(
    Settings(home=home, demo=True, port=port, host="127.0.0.1", camera="none", die="none")
)
house.start()
house.stop()
print(*sorted(sys.modules))
"""

    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), str(held_port())],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": "."},
    )
    loaded = done.stdout.split()
    assert "companion.service.table" in loaded
    unwanted = ("companion.wall", "companion.archive", "companion.hall", "paho", "duckdb")
    assert [name for name in loaded if name.startswith(unwanted)] == []


def test_a_wall_without_a_usable_address_or_file_says_so(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["wall", "--broker", "http://x"])
    assert run.exit_code == 1
    assert "mqtt://" in run.output
    with pytest.raises(WallStoreError, match="Delete it"):
        WallStore(tmp_path)
    run = CliRunner().invoke(
        main,
        ["serve", "--hall", "mqtt://h", "--hall-table", "a/b"],
        env={"COMPANION_HOME": str(tmp_path)},
    )
    assert run.exit_code == 1
    assert "--hall" in run.output
