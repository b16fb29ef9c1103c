"""How eye and die are is drawn once for all watchers, and anew after each change."""

from __future__ import annotations

from companion.border import EyeState
from tests.support.web_client import open_hall
from tests.support.web_views import LAMP


def test_every_change_of_the_devices_reaches_watchers_who_asked_before() -> None:
    hall = open_hall()
    watcher = hall.stranger()
    assert "The eye is well" in watcher.get("/region/devices").text
    for reason in ("A hand is over the map.", "The lamp is out."):
        hall.table.trouble(reason)
        assert reason in watcher.get("/region/devices").text
        assert reason in hall.stranger().get("/region/devices").text
    hall.table.eye = EyeState(t_s=2.0, state="registered")
    hall.table.hub.devices_changed()
    assert "The eye is well" in watcher.get("/region/devices").text


def test_a_disk_that_waits_is_told_to_everybody() -> None:
    hall = open_hall()
    assert "The disk does not take" not in hall.stranger().get("/region/devices").text
    hall.table.disk_waits = True
    hall.table.hub.devices_changed()
    assert "The disk does not take" in hall.stranger().get("/region/devices").text
    hall.table.disk_waits = False
    hall.table.hub.devices_changed()
    assert "The disk does not take" not in hall.stranger().get("/region/devices").text


def test_a_packed_game_is_said_where_the_eye_would_be_called_well() -> None:
    hall = open_hall()
    seat = hall.tablet(LAMP)
    pages = ((seat, "/seat/lamp/region/devices"), (hall.stranger(), "/region/devices"))
    hall.table.is_packed = True
    hall.table.hub.devices_changed()
    for client, page in pages:
        text = client.get(page).text
        assert "This game was packed away" in text
        assert 'href="/set-up"' in text
        assert "The eye only compares until the table is laid" in text
        assert "The eye is well" not in text
    hall.table.is_packed = False
    hall.table.hub.devices_changed()
    for client, page in pages:
        text = client.get(page).text
        assert "packed away" not in text
        assert "The eye is well" in text
