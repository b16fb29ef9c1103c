"""Cards read from a photograph: for their seat alone, laid after one tap, nothing kept."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.service.card_photos import PhotoReader
from companion.table.commands import Act
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import Refusal
from companion.table.views import Card, CardRow, Choice, Field, Form, Option, Region, View
from tests.support.web_client import FROM_PAGE
from tests.support.web_fake import FakeTable, fake_services
from tests.support.web_views import LAMP, OWL, Crews
from webui.app import create_app
from webui.pages.card_photos import LARGEST_PHOTO_BYTES, cards_read
from webui.ports import CardPhotoError, Screen
from webui.settings import WebSettings

PIECE = 48 * 1024


class FakeReader:
    """Reads labels out of a text."""

    def __init__(self) -> None:
        self.photos: list[bytes] = []

    def read(self, photo: bytes, seat: SeatId) -> tuple[str, ...]:
        assert seat in (OWL, LAMP)
        self.photos.append(photo)
        if photo == b"dark":
            raise CardPhotoError("This is no picture.")
        return tuple(photo.decode().split(","))


class LayingTable(FakeTable):
    """The made-up table, which refuses the Moth."""

    def act(self, act: Act) -> Refusal | None:
        if act.action == "lay:B" and act.input("card") == "Moth":
            return Refusal(code="rule", text="The Moth flies away.")
        return super().act(act)


class DrawingTable(LayingTable):
    """A table where several cards of a kind are drawn."""

    def screen(self, viewer: SeatId) -> Screen:
        kinds = tuple(Option(value=kind, label=kind) for kind in ("Wolf", "Orc"))
        field = Field(
            name="kinds", label="Drawn", kind="ticks", options=kinds, cards=True, repeats=True
        )
        form = Form(fields=(field,), choices=(Choice(action="drawn", label="I drew these"),))
        row = CardRow(title="Draw", cards=(Card(id="draw", title="Several", form=form),))
        own = Region(name="own", title="Own", role="tab", widgets=(row,), secret=True)
        return Screen(view=View(seat=viewer, title="Draw", regions=(own,)), counter=0)


class Room:
    """A table with a reader of labels."""

    def __init__(self, crews: Crews | None = None, table: LayingTable | None = None) -> None:
        self.table = table or LayingTable(crews, clock=lambda: 1_000.0)
        self.reader = FakeReader()
        settings = WebSettings(epoch="start1")
        services = replace(fake_services(self.table, settings), cards=self.reader)
        self.pairing = services.pairing
        self.app = create_app(services, settings)

    def tablet(self, seat: SeatId) -> FlaskClient:
        client = self.app.test_client()
        data = {"code": self.pairing.code(seat), "seat": seat}
        client.post("/join", data=data, headers=FROM_PAGE)
        return client


@pytest.fixture
def room() -> Room:
    return Room()


def sent(client: FlaskClient, photo: bytes, seat: SeatId = LAMP) -> str:
    """Send a photograph in pieces; its name."""
    file = ""
    for at in range(0, max(len(photo), 1), PIECE):
        address = f"/seat/{seat}/photo/upload?at={at}&file={file}"
        answer = client.post(address, data=photo[at : at + PIECE], headers=FROM_PAGE)
        assert answer.status_code == 200, answer.text
        file = answer.get_json()["file"]
    return file


def read(client: FlaskClient, file: str, seat: SeatId = LAMP, field: str = "card") -> TestResponse:
    data = {"file": file, "action": "lay:B", "field": field}
    return client.post(f"/seat/{seat}/photo/read", data=data, headers=FROM_PAGE)


def test_what_was_read_is_shown_and_nothing_has_happened(room: Room) -> None:
    client = room.tablet(LAMP)
    answer = read(client, sent(client, b"snuffer,MOTH,Moth,Dragon"))
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    for words in ("Snuffer", "Moth", "More than once", "No card that can lie here", "Dragon"):
        assert words in answer.text
    assert room.table.acts == []


def test_one_tap_lays_every_card(room: Room) -> None:
    client = room.tablet(LAMP)
    read(client, sent(client, b"Snuffer,Cinder"))
    data = {"action": "lay:B", "field": "card", "card": ["Snuffer", "Cinder"]}
    answer = client.post(f"/seat/{LAMP}/photo/lay", data=data, headers=FROM_PAGE)
    assert answer.headers["HX-Trigger"] == "acted"
    assert [act.inputs for act in room.table.acts] == [
        (("card", "Snuffer"),),
        (("card", "Cinder"),),
    ]
    again = client.post(f"/seat/{LAMP}/photo/lay", data=data, headers=FROM_PAGE)
    assert again.status_code == 409
    assert len(room.table.acts) == 2


def test_a_card_that_is_refused_is_said(room: Room) -> None:
    client = room.tablet(LAMP)
    data = {"action": "lay:B", "field": "card", "card": ["Moth"]}
    answer = client.post(f"/seat/{LAMP}/photo/lay", data=data, headers=FROM_PAGE)
    assert answer.status_code == 422
    assert "flies away" in answer.text


def test_only_a_tablet_that_holds_the_seat_sends_and_reads(room: Room) -> None:
    holder, other = room.tablet(LAMP), room.tablet(OWL)
    file = sent(holder, b"Snuffer")
    for path in ("upload?at=0", "read", "lay"):
        answer = other.post(f"/seat/{LAMP}/photo/{path}", data=b"x", headers=FROM_PAGE)
        assert answer.status_code == 403, path
    assert room.reader.photos == []
    assert "Snuffer" in read(holder, file).text


def test_a_photograph_is_read_once_and_forgotten(room: Room) -> None:
    client = room.tablet(LAMP)
    for photo in (b"Snuffer", b"dark"):
        file = sent(client, photo)
        read(client, file)
        assert "not here any more" in read(client, file).text
    assert room.reader.photos == [b"Snuffer", b"dark"]


def test_a_photograph_has_a_limit_and_its_pieces_too(room: Room) -> None:
    client = room.tablet(LAMP)
    base = f"/seat/{LAMP}/photo/upload"
    assert client.post(f"{base}?at=0", data=b"x" * 70_000, headers=FROM_PAGE).status_code == 413
    file = client.post(f"{base}?at=0", data=b"x" * 100, headers=FROM_PAGE).get_json()["file"]
    said = [
        client.post(f"{base}?at={at}&file={file}", data=b"x" * PIECE, headers=FROM_PAGE)
        for at in range(100, LARGEST_PHOTO_BYTES + PIECE, PIECE)
    ]
    refused = next(answer for answer in said if answer.status_code != 200)
    assert refused.status_code == 422
    assert "larger than" in refused.get_json()["why"]
    assert sum(answer.status_code == 200 for answer in said) * PIECE <= LARGEST_PHOTO_BYTES
    assert client.post(f"{base}?at=9&file=none", data=b"x", headers=FROM_PAGE).status_code == 422


def test_only_fields_for_cards_can_be_filled_so(room: Room) -> None:
    client = room.tablet(LAMP)
    assert read(client, sent(client, b"Snuffer"), field="count").status_code == 409
    data = {"action": "note", "field": "with", "card": "Ember"}
    answer = client.post(f"/seat/{LAMP}/photo/lay", data=data, headers=FROM_PAGE)
    assert answer.status_code == 409
    assert room.table.acts == []


def test_a_photograph_tells_no_other_screen_anything() -> None:
    rooms = [Room(), Room()]
    for room, photo in zip(rooms, (b"Snuffer,Cinder", b"Ember,Wick,Talon,Dragon"), strict=True):
        client = room.tablet(LAMP)
        assert read(client, sent(client, photo)).status_code == 200
    for viewer in (PUBLIC, OWL, LAMP):
        one, two = (room.table.hub.screen(viewer) for room in rooms)
        assert msgspec.json.encode(one.view) == msgspec.json.encode(two.view)
        assert one.counter == two.counter == 0
    for path in ("/", "/region/map", "/region/log"):
        first, second = (room.app.test_client().get(path).data for room in rooms)
        assert first == second, path


def test_labels_are_matched_by_value_or_words() -> None:
    options = (Option(value="gg", label="Gandalf the Grey"), Option(value="sam", label="Sam"))
    field = Field(name="card", label="Card", kind="select", options=options, cards=True)
    found = cards_read(field, ("gandalf THE grey", "SAM", "sam", "Nobody", "Nobody"))
    assert [option.value for option in found.known] == ["gg", "sam"]
    assert found.doubled == ("Sam",)
    assert found.others == ("Nobody",)


def test_of_a_kind_with_several_cards_each_label_counts() -> None:
    options = (Option(value="Wolf", label="Wolf"), Option(value="Orc", label="Orc"))
    field = Field(
        name="drawn", label="Drawn", kind="ticks", options=options, cards=True, repeats=True
    )
    found = cards_read(field, ("ORC", "wolf", "orc", "Troll"))
    assert [option.value for option in found.known] == ["Orc", "Wolf", "Orc"]
    assert (found.doubled, found.others) == ((), ("Troll",))


def test_a_draw_is_confirmed_by_one_tap_of_its_own_choice() -> None:
    room = Room(table=DrawingTable())
    client = room.tablet(LAMP)
    data = {"file": sent(client, b"Wolf,Orc,WOLF,Troll"), "action": "drawn", "field": "kinds"}
    answer = client.post(f"/seat/{LAMP}/photo/read", data=data, headers=FROM_PAGE)
    assert answer.text.count('value="Wolf" checked') == 2
    assert answer.text.count('value="Orc" checked') == 1
    for words in ("3 cards", "I drew these", "No card that can lie here: Troll"):
        assert words in answer.text
    assert "More than once" not in answer.text
    told = {"action": "drawn", "field": "kinds", "card": ["Wolf", "Orc", "Wolf"]}
    client.post(f"/seat/{LAMP}/photo/lay", data=told, headers=FROM_PAGE)
    (act,) = room.table.acts
    assert act.all_inputs("kinds") == ("Wolf", "Orc", "Wolf")


def test_no_seat_can_tell_that_another_sends_photographs(room: Room) -> None:
    """Room for three files is each seat's own: none is pushed out by what another sends."""
    watcher, other = room.tablet(OWL), room.tablet(LAMP)
    waiting = [sent(watcher, b"Snuffer", OWL) for _ in range(3)]
    for _ in range(4):
        read(other, sent(other, b"Cinder"))
    for file in waiting:
        address = f"/seat/{OWL}/photo/upload?at=7&file={file}"
        answer = watcher.post(address, data=b",Moth", headers=FROM_PAGE)
        assert (answer.status_code, answer.get_json()["length"]) == (200, 12)
    assert "not here any more" in read(other, waiting[0]).text


def test_no_seat_waits_for_the_photograph_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = PhotoReader()
    inside: list[tuple[str, ...]] = []

    def slow(photo: bytes) -> list[object]:
        """While one seat's picture is read, the other's is read to its end."""
        if photo == b"one":
            inside.append(reader.read(b"other", LAMP))
        return []

    monkeypatch.setattr("vision.card_labels.read_labels", slow)
    monkeypatch.setattr("companion.service.card_photos.WAIT_S", 0.0)
    assert reader.read(b"one", OWL) == ()
    assert inside == [()]
