"""Box files of a house with nothing else in it: no game is open, nothing is written down."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from calibration.scheme import default_scheme
from companion.service.boxes import HouseBoxes
from companion.service.settings import Settings
from tests.support.web_client import FROM_PAGE
from webui.app import create_lobby
from webui.hosts import Hosts
from webui.ports import GameChoice, WrittenGame, WrittenReplay
from webui.settings import WebSettings
from webui.site import House

BASE = "/box/fellowship"
ELSEWHERE = {"REMOTE_ADDR": "192.168.7.20"}
"""A tablet that is not the table's computer."""


class NoGames:
    """Implements `webui.ports.Games` without any game."""

    def choices(self) -> tuple[GameChoice, ...]:
        return ()

    def written(self) -> tuple[WrittenGame, ...]:
        return ()

    def begin(self, choice: str, inputs: tuple[tuple[str, str], ...], ends: str = "") -> str | None:
        return f"no {choice} {inputs} {ends}"

    def go_on(self, game_id: str, ends: str = "") -> str | None:
        return f"no {game_id} {ends}"

    def put_away(self) -> str | None:
        return None

    def end(self, game_id: str) -> str | None:
        return f"no {game_id}"

    def replay(self, game_id: str) -> WrittenReplay | None:
        assert game_id
        return None


@dataclass
class BoxHouse:
    """The box files with their pages.

    Attributes:
        home: the user directory.
        boxes: the box files.
        hosts: who has given the table code.
        app: the pages.
        settings: of the web UI.
        playing: names of games that are open.
    """

    home: Path
    boxes: HouseBoxes
    hosts: Hosts
    app: Flask
    settings: WebSettings
    playing: set[str]

    @property
    def file(self) -> Path:
        """The box file of the game."""
        return self.home / "box.toml"

    def client(self) -> FlaskClient:
        """A browser on the table's own computer."""
        return self.app.test_client()


def open_box_house(home: Path, *, sample: bool = False, names: tuple[str, ...] = ()) -> BoxHouse:
    """The box files of an empty user directory."""
    playing: set[str] = set()
    settings = Settings(home=home, sample=sample)
    boxes = HouseBoxes(settings, default_scheme(), playing.__contains__)
    hosts = Hosts(lambda: 1000.0)
    web = WebSettings(names=names) if names else WebSettings()
    app = create_lobby(House(games=NoGames(), hosts=hosts, boxes=boxes), web)
    return BoxHouse(home, boxes, hosts, app, web, playing)


def put_cell(client: FlaskClient, address: str, value: str, before: str = "") -> tuple[int, dict]:  # type: ignore[type-arg]  # whatever JSON says
    """Type one value; status and what was answered."""
    form = {"sheet": "t-4", "address": address, "value": value, "before": before}
    answer = client.post(f"{BASE}/cells", data=form, headers=FROM_PAGE)
    return answer.status_code, answer.get_json() or {}


def send_file(client: FlaskClient, data: bytes, kind: str = "box", piece: int = 48 * 1024) -> str:
    """Upload a file in pieces; gives its name."""
    name = ""
    for at in range(0, max(len(data), 1), piece):
        answer = client.post(
            f"{BASE}/upload?kind={kind}&at={at}&file={name}",
            data=data[at : at + piece],
            headers=FROM_PAGE,
        )
        assert answer.status_code == 200, answer.text
        name = answer.get_json()["file"]
    return name
