"""The Hunt over HTTP: a lot is drawn by the system and never typed; a kill loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.games.hunt.names import FREE, SEAT_IDS, SHADOW
from companion.games.hunt.state import PublicState
from companion.journal.store import JournalWriter
from companion.service.games import load_game
from companion.service.keeper import GameKeeper, start_game
from companion.service.screens import Screens
from companion.service.table import Table
from companion.service.timeline import Timelines
from companion.table.ids import PUBLIC, SeatId
from companion.table.views import Prompt
from tests.support.toy_table import unfinished_game
from tests.support.web_client import FROM_PAGE
from webui.app import create_app
from webui.pairing import Pairing, PairingStore
from webui.settings import WebSettings
from webui.site import Services

AT = datetime(2026, 1, 2, tzinfo=UTC)


class ServedHunt:
    """The Hunt with its journal, table and pages; lots and drawn dice are all 1."""

    def __init__(self, journal: Path) -> None:
        self.closed = False
        game = load_game("hunt")
        writer = JournalWriter(journal)
        record = unfinished_game(game, writer) or start_game(
            game, writer, options={}, box="", clock=lambda: AT
        )
        self.keeper: GameKeeper[Any] = GameKeeper(game, writer, record, lambda: AT)
        self.timelines: Timelines[Any] = Timelines(game, journal, record.game_id)
        self.screens: Screens[Any] = Screens(
            self.keeper.seats, self.timelines, draw_face=lambda _: 1
        )
        self.table: Table[Any] = Table(self.keeper, self.screens.publish)
        self.screens.attach(self.table)
        self.table.start()
        pairing = Pairing(PairingStore(None), list(SEAT_IDS), lambda: 1e9)
        settings = WebSettings(epoch="one", replay_every_s=0.0)
        app = create_app(Services(table=self.screens, pairing=pairing), settings)
        self.clients = {seat: app.test_client() for seat in SEAT_IDS}
        self.watcher = app.test_client()
        for seat, client in self.clients.items():
            data = {"code": pairing.code(seat), "seat": seat}
            client.post("/join", data=data, headers=FROM_PAGE)

    @property
    def public(self) -> PublicState:
        found: PublicState = self.table.standing.state.now.public
        return found

    def prompt(self, seat: SeatId) -> Prompt:
        region = self.screens.screen(seat).view.region("prompt")
        assert region is not None
        prompt = region.widgets[0]
        assert isinstance(prompt, Prompt)
        return prompt

    def press(self, seat: SeatId, action: str, **fields: str) -> None:
        data = {"prompt": str(self.prompt(seat).id), "action": action}
        data |= {f"f.{name}": value for name, value in fields.items()}
        answer = self.clients[seat].post(f"/seat/{seat}/act", data=data, headers=FROM_PAGE)
        assert answer.status_code == 200, answer.text

    def roll(self, seat: SeatId, face: str, sides: int) -> TestResponse:
        data = {"prompt": str(self.prompt(seat).id), "face": face, "sides": str(sides)}
        return self.clients[seat].post(f"/seat/{seat}/roll", data=data, headers=FROM_PAGE)

    def close(self) -> None:
        self.closed = True
        self.table.stop()
        self.screens.close()
        self.timelines.close()
        self.keeper.close()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def hunt(journal: Path) -> Iterator[ServedHunt]:
    served = ServedHunt(journal)
    yield served
    if not served.closed:
        served.close()


def to_the_draw(hunt: ServedHunt) -> None:
    hunt.press(FREE, "appoint", guide="strider")
    hunt.press(FREE, "go-on")
    hunt.press(SHADOW, "count", count="1")
    hunt.press(SHADOW, "count", count="0")
    hunt.press(FREE, "move")
    hunt.press(SHADOW, "told")
    assert hunt.roll(SHADOW, "6", 6).status_code == 200


@pytest.mark.rule("HUNT-001")
def test_a_lot_has_no_keys_and_cannot_be_typed_in(hunt: ServedHunt) -> None:
    to_the_draw(hunt)
    page = hunt.clients[SHADOW].get(f"/seat/{SHADOW}/region/prompt").text
    assert "Draw one of 16 tiles." in page
    assert "Draw by chance" in page
    assert "face-key" not in page
    assert hunt.roll(SHADOW, "3", 16).status_code == 422
    assert hunt.public.pull is not None
    assert hunt.public.pull.tile == ""
    answer = hunt.roll(SHADOW, "draw", 16)
    assert answer.status_code == 200, answer.text
    assert hunt.public.drawn == ("3",)


def test_nobody_else_can_draw_and_everybody_sees_what_was_drawn(hunt: ServedHunt) -> None:
    to_the_draw(hunt)
    answer = hunt.roll(FREE, "draw", 16)
    assert answer.status_code == 409
    assert hunt.public.drawn == ()
    assert hunt.roll(SHADOW, "draw", 16).status_code == 200
    for client in (*hunt.clients.values(), hunt.watcher):
        assert (
            "A tile for the Hunt: 3 (drawn by the system)."
            in client.get(f"/seat/{FREE}" if client is hunt.clients[FREE] else "/").text
        )
    assert hunt.prompt(PUBLIC).id is None


def test_the_game_goes_on_where_it_stood(hunt: ServedHunt, journal: Path) -> None:
    to_the_draw(hunt)
    hunt.roll(SHADOW, "draw", 16)
    hunt.press(FREE, "none")
    before = hunt.table.standing.state
    hunt.close()
    again = ServedHunt(journal)
    assert again.table.standing.state == before
    again.press(FREE, "random")
    assert again.roll(SHADOW, "draw", 7).status_code == 200
    assert again.public.gone == {"gandalf": "casualty of the Hunt"}
    again.close()
