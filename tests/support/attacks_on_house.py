"""Attacks on what stands around a game: box files, games, set-up, photographs, eye and doctor.

The game of a `Target` behind the whole app, as a tablet on the home network has it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from calibration.scheme import default_scheme
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, SEAT_IDS
from companion.service.boxes import HouseBoxes
from companion.service.card_photos import PhotoReader
from companion.service.settings import Settings
from companion.table.ids import SeatId
from tests.support.attack_tools import SECRETS, GotThroughError, Target
from tests.support.web_client import FROM_PAGE
from tests.support.web_eye import FakeDoctor, FakeEye
from tests.support.web_games import ASIDE, ENDED, OPEN, FakeGames
from webui.app import create_app, create_lobby
from webui.hosts import Hosts
from webui.ports import SetUpStanding
from webui.settings import SafeDoor
from webui.site import House, Services, cookie_name

ELSEWHERE: Final = {"REMOTE_ADDR": "192.168.7.20"}
"""A laptop that is not the table's computer."""

_REFUSED: Final = (302, 303, 400, 403, 404, 405, 409, 413, 422)
_FORM: Final = {
    "sheet": "t-4",
    "address": "t-4/1/1",
    "value": "9",
    "before": "",
    "action": "lay:fellowship-A",
    "field": "card",
    "card": "Sam",
    "code": "AAAA-AAAA",
    "agree": "yes",
    "given": "yes",
    "seat": "fellowship",
}


class LaidOut:
    """A game that is laid out again; implements `webui.ports.SetUp`."""

    def __init__(self) -> None:
        self.ended = 0

    def standing(self) -> SetUpStanding | None:
        """Nothing is laid yet."""
        return None if self.ended else SetUpStanding(markers=())

    def done(self) -> None:
        """Somebody has said that the table is laid."""
        self.ended += 1


class WholeHouse:
    """A house with everything around the game of a target.

    Attributes:
        app: the pages.
        lobby: the pages while no game is open.
        eye: what the camera sees.
    """

    def __init__(self, target: Target, home: Path) -> None:
        game = target.game
        self._target = target
        self._home = home
        self._games = FakeGames()
        self._set_up = LaidOut()
        self.eye = FakeEye(SEAT_IDS)
        boxes = HouseBoxes(Settings(home=home, sample=False), default_scheme(), lambda _game: True)
        house = House(games=self._games, hosts=Hosts(lambda: 1000.0), boxes=boxes)
        settings = replace(game.settings, safe=SafeDoor(port=8971, authority=b"a certificate"))
        self.app = create_app(
            Services(
                table=game.screens,
                pairing=game.pairing,
                house=house,
                eye=self.eye,
                doctor=FakeDoctor(),
                cards=PhotoReader(),
                set_up=self._set_up,
            ),
            settings,
        )
        self.lobby = create_lobby(house, settings)

    @property
    def wishes(self) -> list[tuple[object, ...]]:
        """What the list of games was asked to do."""
        return self._games.wishes

    def tablet(self, seat: SeatId | None) -> FlaskClient:
        """A laptop elsewhere: a seat's own tablet, or one that holds nothing."""
        client = self.app.test_client()
        if seat is not None:
            client.set_cookie(cookie_name(seat), self._target.token(seat))
        return client

    def paths(self, app: Flask, whose: SeatId) -> list[tuple[str, str]]:
        """Every route with the methods that it takes, filled with what is there."""
        found = []
        for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
            path = rule.rule.replace("<int:step>", "0").replace("<tag>", "tag")
            names = [str(whose)] if path.startswith("/seat/") else ["fellowship"]
            texts: dict[str, list[str]] = {
                "<layer_id>": ["hexes"],
                "<sheet_id>": ["t-4"],
                "<code>": ["AAAA-AAAA"],
            }
            texts |= {"<name>": names, "<region_name>": ["boxes"], "<game_id>": [OPEN, ASIDE]}
            texts |= {"<viewer>": [str(whose), "all"], "<release>": ["x"], "<path:name>": ["x"]}
            texts |= {"<path:_path>": ["x"]}
            paths = {path: None}
            for part, words in texts.items():
                paths = {one.replace(part, word): None for one in paths for word in words}
            for one in paths:
                if "<" in one:
                    raise KeyError(f"nobody has said what to put into {one}")
                methods = (rule.methods or set()) & {"GET", "POST"}
                found += [(method, one) for method in sorted(methods)]
        return found

    def check(self, what: str, answer: TestResponse) -> None:
        """Raise `GotThroughError` where a wish had an effect or a secret came to light."""
        if answer.status_code >= 500:
            raise GotThroughError(f"{what}: {answer.status}")
        text = "" if answer.is_streamed else answer.get_data(as_text=True)
        if any(word in text for word in SECRETS):
            raise GotThroughError(f"{what}: shows a secret")
        if self._games.wishes or self._set_up.ended or self.eye.given or self.eye.reports:
            raise GotThroughError(f"{what}: had its way: {answer.status} {self._games.wishes}")
        if list(self._home.rglob("*.toml")) or list(self._home.rglob("*.jpg")):
            raise GotThroughError(f"{what}: wrote a file of the box")
        self._target.check_unchanged(what)


def whole_house(target: Target) -> int:
    """Every route of a whole house, by a laptop without a seat and by the opponent's tablet."""
    tries = 0
    with TemporaryDirectory() as folder:
        house = WholeHouse(target, Path(folder))
        for seat in (None, ENEMY_SEAT):
            client = house.tablet(seat)
            for method, path in house.paths(house.app, FELLOWSHIP_SEAT):
                if seat is not None and (path in OWN_AFFAIRS or path == "/join"):
                    continue
                if path.endswith("stream"):
                    continue
                tries += _tried(house, client, method, path)
        for method, path in house.paths(house.lobby, FELLOWSHIP_SEAT):
            tries += _tried(house, house.lobby.test_client(), method, path)
        tries += _not_for_the_opponent(house)
    return tries


def _not_for_the_opponent(house: WholeHouse) -> int:
    """What a tablet with a seat may do for its own seat, tried for the other one."""
    tries = 0
    for path in (f"/games/{OPEN}/replay/all", f"/games/{ASIDE}/replay/file"):
        if house.tablet(ENEMY_SEAT).get(path, environ_base=ELSEWHERE).status_code != 404:
            raise GotThroughError(f"{path}: a game that has not ended is shown whole")
        tries += 1
    for given in ("yes", ""):
        form = {"seat": FELLOWSHIP_SEAT, "given": given, "agree": given}
        answer = house.tablet(ENEMY_SEAT).post(
            "/eye/consent", data=form, headers=FROM_PAGE, environ_base=ELSEWHERE
        )
        if answer.status_code != 403:
            raise GotThroughError("the opponent agrees for the other seat")
        house.check("consent for the other seat", answer)
        tries += 1
    ended = house.tablet(None).get(f"/games/{ENDED}/replay", environ_base=ELSEWHERE)
    if ended.status_code != 200:
        raise GotThroughError("nothing is shown at all, so nothing is proved")
    house.app.test_client().post("/games/put-away", headers=FROM_PAGE)
    if not house.wishes:
        raise GotThroughError("the table's own computer is refused too: nothing is proved")
    return tries


OWN_AFFAIRS: Final = ("/set-up/done", "/eye/report", "/eye/consent")
"""What a tablet with a seat may do: for the table, and for its own seat."""


def _tried(house: WholeHouse, client: FlaskClient, method: str, path: str) -> int:
    """One route with and without the header of a page."""
    for headers in (FROM_PAGE, {}):
        data = _FORM if method == "POST" else None
        answer = client.open(
            path, method=method, data=data, headers=headers, environ_base=ELSEWHERE
        )
        what = f"{method} {path}"
        may_fail = method == "POST" or path.startswith("/seat/")
        # While no game is open every wish is sent to the list of games.
        is_sent_away = client.application is house.lobby and "HX-Redirect" in answer.headers
        is_refused = is_sent_away or answer.status_code in _REFUSED
        if may_fail and not is_refused and path != "/join":
            raise GotThroughError(f"{what}: {answer.status} {answer.text[:200]}")
        house.check(what, answer)
        answer.close()
    return 2
