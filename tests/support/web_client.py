"""A tablet as a test client: it holds a seat, and it posts as our pages do."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient

from companion.table.ids import SeatId
from tests.support.web_fake import FakeTable, fake_services
from webui.app import create_app
from webui.pairing import PairingStore
from webui.settings import WebSettings
from webui.site import Services

FROM_PAGE = {"HX-Request": "true"}


@dataclass
class Hall:
    """A made-up table with its app."""

    table: FakeTable
    services: Services
    app: Flask
    settings: WebSettings

    def stranger(self) -> FlaskClient:
        """A tablet without a seat."""
        return self.app.test_client()

    def tablet(self, seat: SeatId) -> FlaskClient:
        """A tablet that has claimed a seat."""
        code = self.services.pairing.code(seat)
        assert code is not None, "the seat was claimed before"
        client = self.app.test_client()
        answer = client.post("/join", data={"code": code, "seat": seat}, headers=FROM_PAGE)
        assert answer.headers["HX-Redirect"] == f"/seat/{seat}"
        return client


def open_hall(
    table: FakeTable | None = None,
    settings: WebSettings | None = None,
    store: PairingStore | None = None,
) -> Hall:
    """A made-up table, ready for tablets."""
    table = table or FakeTable()
    settings = settings or WebSettings(epoch="start1")
    services = fake_services(table, settings, store)
    return Hall(table, services, create_app(services, settings), settings)
