"""The page of the eye: hidden until every seat has agreed, and the same for whoever looks."""

from __future__ import annotations

import re

import msgspec
import pytest
from flask.testing import FlaskClient

from companion.border import EyeState, Sight
from tests.support.web_client import FROM_PAGE
from tests.support.web_eye import FakeEye, real_sight
from tests.support.web_fake import FakeTable, fake_services
from tests.support.web_views import LAMP, OWL, Crews
from webui.app import create_app
from webui.settings import WebSettings
from webui.site import Services


class EyeHall:
    """A table with an eye, and a tablet at each seat."""

    def __init__(self, crews: Crews | None = None, sight: Sight | None = None) -> None:
        self.table = FakeTable(crews)
        self.eye = FakeEye((LAMP, OWL), sight or real_sight())
        settings = WebSettings(epoch="start1")
        services = fake_services(self.table, settings, None)
        whole = Services(table=services.table, pairing=services.pairing, eye=self.eye)
        self.app = create_app(whole, settings)
        self.tablets = {}
        for seat in (LAMP, OWL):
            client = self.app.test_client()
            form = {"code": services.pairing.code(seat), "seat": seat}
            client.post("/join", data=form, headers=FROM_PAGE)
            self.tablets[seat] = client

    def stranger(self) -> FlaskClient:
        """A laptop somewhere in the network."""
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = "10.0.0.9"
        return client

    def agree(self, client: FlaskClient, seat: str, given: str = "yes") -> int:
        form = {"seat": seat, "given": given}
        return client.post("/eye/consent", data=form, headers=FROM_PAGE).status_code

    def all_agree(self) -> None:
        for seat, client in self.tablets.items():
            assert self.agree(client, seat) == 200


@pytest.fixture
def hall() -> EyeHall:
    return EyeHall()


def test_nothing_is_shown_until_both_seats_have_agreed(hall: EyeHall) -> None:
    stranger = hall.stranger()
    for agreed in range(2):
        assert "hidden until both seats agree" in stranger.get("/eye").text
        assert "<svg" not in stranger.get("/eye/live").text
        assert stranger.get("/eye/picture").status_code == 404
        assert hall.eye.looks == 0, "nothing is computed either"
        seat = (LAMP, OWL)[agreed]
        assert hall.agree(hall.tablets[seat], seat) == 200
    assert "<svg" in stranger.get("/eye/live").text
    picture = stranger.get("/eye/picture")
    assert picture.mimetype == "image/jpeg"
    assert picture.data == real_sight().jpeg


def test_a_seat_takes_its_consent_back(hall: EyeHall) -> None:
    hall.all_agree()
    assert hall.agree(hall.tablets[OWL], OWL, "no") == 200
    assert "hidden until both seats agree" in hall.stranger().get("/eye/live").text
    assert hall.stranger().get("/eye/picture").status_code == 404


def test_nobody_agrees_for_another_seat(hall: EyeHall) -> None:
    assert hall.agree(hall.stranger(), LAMP) == 403
    assert hall.agree(hall.tablets[OWL], LAMP) == 403
    assert hall.agree(hall.tablets[OWL], "nobody") == 403
    assert hall.agree(hall.tablets[OWL], OWL, "perhaps") == 400
    assert hall.eye.given == set()
    assert "Agree to show" not in hall.stranger().get("/eye").text
    assert hall.tablets[OWL].get("/eye").text.count("Agree to show") == 1


def test_a_consent_that_could_not_be_written_down_is_said(hall: EyeHall) -> None:
    hall.eye.trouble = "This could not be written down: No space left on device."
    answer = hall.tablets[OWL].post(
        "/eye/consent", data={"seat": OWL, "given": "yes"}, headers=FROM_PAGE
    )
    assert answer.status_code == 503
    assert "No space left" in answer.text


def test_the_page_says_what_was_read(hall: EyeHall) -> None:
    hall.all_agree()
    text = hall.stranger().get("/eye/live").text
    sight = real_sight()
    assert len(re.findall('class="eye-ring', text)) == len(sight.markers) == 20
    assert len(re.findall('class="eye-corner"', text)) == 4
    assert 'class="eye-hand"' in text
    assert 'class="eye-hexes"' in text
    assert f"{sight.residual_px:.2f} px" in text
    assert "1920 x 1080" in text
    assert "fits well" in text
    for marker in sight.markers:
        assert f"{marker.colour}, face {marker.face}" in text


def test_a_board_that_is_not_found_is_said_without_a_picture() -> None:
    corners = tuple(msgspec.structs.replace(c, off_px=None) for c in real_sight().corners)
    lost = msgspec.structs.replace(
        real_sight(),
        jpeg=b"",
        residual_px=None,
        markers=(),
        hands=(),
        corners=corners,
        reason="Uncover the corners.",
    )
    hall = EyeHall(sight=lost)
    hall.all_agree()
    text = hall.stranger().get("/eye/live").text
    assert "<svg" not in text
    assert "0 of 4 corner tags" in text
    assert "Uncover the corners." in text
    assert hall.stranger().get("/eye/picture").status_code == 404


def test_an_eye_that_has_stopped_says_so(hall: EyeHall) -> None:
    hall.all_agree()
    hall.eye.shown = None
    hall.table.eye = EyeState(t_s=0.0, state="closed", reason="The eye has stopped: it crashed.")
    assert "it crashed" in hall.stranger().get("/eye/live").text


def test_a_report_is_saved_from_the_table_and_not_from_next_door(hall: EyeHall) -> None:
    hall.all_agree()
    stranger = hall.stranger()
    assert "Save a report" not in stranger.get("/eye").text
    assert stranger.post("/eye/report", headers=FROM_PAGE).status_code == 403
    assert hall.eye.reports == 0
    tablet = hall.tablets[LAMP]
    assert "Save a report" in tablet.get("/eye").text
    assert "Saved as" in tablet.post("/eye/report", headers=FROM_PAGE).text


def test_games_that_hide_different_things_give_the_same_pages() -> None:
    seen = []
    for cards in (("a storm",), ("a key", "a lantern", "a map")):
        crews = Crews()
        crews.secrets[LAMP] = cards
        hall = EyeHall(crews)
        others = [hall.stranger(), hall.tablets[OWL]]
        paths = ("/eye", "/eye/live", "/eye/consents", "/eye/picture")
        looks = [c.get(path) for c in others for path in paths]
        assert hall.agree(hall.tablets[LAMP], LAMP) == 200
        looks += [c.get(path) for c in others for path in paths]
        assert hall.agree(hall.tablets[OWL], OWL) == 200
        looks += [c.get(path) for c in others for path in paths]
        seen.append([(look.status_code, look.headers.to_wsgi_list(), look.data) for look in looks])
    assert seen[0] == seen[1]


def test_the_menu_leads_there_where_there_is_an_eye(hall: EyeHall) -> None:
    assert 'href="/eye"' in hall.tablets[OWL].get(f"/seat/{OWL}/menu").text
    settings = WebSettings(epoch="start1")
    blind = create_app(fake_services(FakeTable(), settings, None), settings).test_client()
    assert blind.get("/eye").status_code == 404
