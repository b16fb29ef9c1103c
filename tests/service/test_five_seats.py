"""Five seats at one table: each has its own screen, secrets, streams and code."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from companion.journal.store import JournalWriter
from companion.service.keeper import GameKeeper, start_game
from companion.service.screens import Screens
from companion.service.table import Table
from companion.service.timeline import Timelines
from companion.table.commands import Act
from companion.table.ids import PUBLIC, SeatId
from tests.support.toy_game import ALL_SEATS, ToyGame
from tests.support.web_client import FROM_PAGE
from webui.app import create_app
from webui.pairing import Pairing, PairingStore
from webui.settings import WebSettings
from webui.site import Services, cookie_name
from webui.stream import Streams

SEATS = [seat.id for seat in ALL_SEATS]
AT = datetime(2026, 1, 2, tzinfo=UTC)


class FiveSeats:
    """A toy game of five with screens and pages around it."""

    def __init__(self, folder: Path) -> None:
        game = ToyGame()
        writer = JournalWriter(folder / "journal.db")
        record = start_game(game, writer, options={"seats": "5"}, box="", clock=lambda: AT)
        self.keeper = GameKeeper(game, writer, record, lambda: AT, lambda: b"1" * 32)
        self.timelines = Timelines(game, folder / "journal.db", record.game_id)
        self.screens = Screens(self.keeper.seats, self.timelines)
        self.table = Table(self.keeper, self.screens.publish)
        self.screens.attach(self.table)
        self.table.start()
        self.pairing = Pairing(PairingStore(None), SEATS, lambda: 1e9)
        settings = WebSettings(epoch="one", replay_every_s=0.0)
        self.app = create_app(Services(table=self.screens, pairing=self.pairing), settings)
        self.clients = {seat: self.app.test_client() for seat in SEATS}
        for seat, client in self.clients.items():
            code = self.pairing.code(seat)
            data = {"code": code, "seat": seat}
            answer = client.post("/join", data=data, headers=FROM_PAGE)
            assert answer.headers["HX-Redirect"] == f"/seat/{seat}"

    def hide(self, seat: SeatId, word: str) -> None:
        act = Act(seat=seat, action="hide", inputs=(("word", word),))
        assert self.screens.act(act) is None

    def close(self) -> None:
        self.table.stop()
        self.screens.close()
        self.timelines.close()
        self.keeper.close()


@pytest.fixture
def five(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], FiveSeats]:
    def opened(name: str) -> FiveSeats:
        folder = tmp_path / name
        folder.mkdir()
        made = FiveSeats(folder)
        request.addfinalizer(made.close)
        return made

    return opened


def test_each_of_five_sees_its_own_word_and_no_other(five: Callable[[str], FiveSeats]) -> None:
    table = five("one")
    for seat in SEATS:
        table.hide(seat, f"word-of-{seat}")
    for seat, client in table.clients.items():
        page = client.get(f"/seat/{seat}").text
        assert f"word-of-{seat}" in page
        for other in SEATS:
            if other != seat:
                assert f"word-of-{other}" not in page
                assert client.get(f"/seat/{other}").status_code == 403
                assert client.get(f"/seat/{other}/region/word").status_code == 403
                assert client.get(f"/seat/{other}/stream").status_code == 403
    assert "word-of-" not in table.app.test_client().get("/").text


def test_what_one_of_five_hides_changes_nothing_for_the_others(
    five: Callable[[str], FiveSeats],
) -> None:
    tables = [five("one"), five("two")]
    for table, words in zip(tables, (("owl", "cat"), ("a much longer word", "dog")), strict=True):
        for word in words:
            table.hide(SEATS[3], word)
    for viewer in (*SEATS, PUBLIC):
        one, two = (table.screens.screen(viewer) for table in tables)
        same = msgspec.json.encode(one.view) == msgspec.json.encode(two.view)
        assert same == (viewer != SEATS[3])
        assert one.counter == two.counter
        assert tables[0].timelines.timeline(viewer) == tables[1].timelines.timeline(viewer)


def test_every_seat_has_streams_that_watchers_cannot_take(
    five: Callable[[str], FiveSeats],
) -> None:
    streams = Streams(five("one").screens, WebSettings(stream_slots=20))
    watchers = 0
    while streams.slots.take(PUBLIC):
        watchers += 1
    assert watchers == 10
    for seat in SEATS:
        assert streams.slots.take(seat)
        assert streams.slots.take(seat)
    assert not streams.slots.take(SEATS[0])


def test_a_tablet_can_hold_several_seats_and_lose_one(five: Callable[[str], FiveSeats]) -> None:
    table = five("one")
    client = table.clients[SEATS[0]]
    code = table.pairing.invite(SEATS[4], "hand-over").code
    client.post("/join", data={"code": code, "seat": SEATS[4]}, headers=FROM_PAGE)
    assert client.get_cookie(cookie_name(SEATS[0])) is not None
    assert client.get(f"/seat/{SEATS[0]}").status_code == 200
    assert client.get(f"/seat/{SEATS[4]}").status_code == 200
    assert table.clients[SEATS[4]].get(f"/seat/{SEATS[4]}").status_code == 403
