"""What the attacks of `tests/secrecy` share: a table worth attacking, and eyes for its answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.border import Placed
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.table.commands import Act, EyeReported
from companion.table.ids import SeatId
from tests.support.fellowship import reading
from tests.support.random_player import SET_UP
from tests.support.secret_game import SecretGame
from webui.site import cookie_name

SECRETS: Final = ("hand-of-zebra", "wound-of-zebra", "fellowship-Kzebra")
"""Words that stand in the Fellowship's secrets and nowhere else."""

MARK: Final = "zqzq"
SCRIPT: Final = (
    f"\"'></textarea></title><script>{MARK}()</script><img src=x onerror={MARK}()>"
    f"<svg onload={MARK}()>{{{{70707*7}}}}${{70707*7}}<%=70707*7%>"
)
"""Text that would run in a browser or a template engine if it were not told apart from the page."""

COMPUTED: Final = str(70707 * 7)


class GotThroughError(AssertionError):
    """An attack had an effect or brought something to light; the text says which and how."""


class Target:
    """A table in the middle of a game, with secrets, and what must not change by an attack.

    Attributes:
        game: the table.
        stranger: a laptop on the same network without a seat.
        opponent: the Enemy's own tablet, used against the Fellowship.
    """

    def __init__(self, folder: Path) -> None:
        self.game = SecretGame(folder)
        self.stranger: FlaskClient = self.game.app.test_client()
        self.opponent: FlaskClient = self.game.clients[ENEMY_SEAT]
        for number, (colour, face, place) in enumerate(SET_UP, start=1):
            marker = reading(number, colour, face, place)
            self.game.send(EyeReported(message=Placed(t_s=0.0, marker=marker)))
        self._tap("name:1", name="A")
        self._tap("lay:fellowship-A", card="Frodo")
        self._tap("name-hand", **{"card-1": SECRETS[0]})
        self._tap("wound:Frodo", note=SECRETS[1])
        self.before = self.standing()

    def _tap(self, action: str, **fields: str) -> None:
        act = Act(seat=FELLOWSHIP_SEAT, action=action, inputs=tuple(fields.items()))
        assert self.game.post(act).startswith(b"200"), action

    def standing(self) -> tuple[object, ...]:
        """What an attack must leave as it is: the game and who holds which seat."""
        pairing = self.game.pairing
        seats = (FELLOWSHIP_SEAT, ENEMY_SEAT)
        return (self.game.table.standing.head, *(pairing.device_count(seat) for seat in seats))

    def token(self, seat: SeatId) -> str:
        """The token that a seat's own tablet keeps."""
        cookie = self.game.clients[seat].get_cookie(cookie_name(seat))
        assert cookie is not None
        return cookie.value

    def check(self, what: str, answer: TestResponse, expected: Iterable[int]) -> None:
        """Judge one answer.

        Args:
            what: the attack, for the message.
            answer: what came back.
            expected: statuses that mean that nothing happened.

        Raises:
            GotThroughError: it was another, or secrets came with it, or something changed.
        """
        if answer.status_code not in set(expected):
            raise GotThroughError(f"{what}: {answer.status} {answer.text[:300]}")
        self.check_text(what, answer.text + str(answer.headers))
        self.check_unchanged(what)

    def check_text(self, what: str, text: str) -> None:
        """Raise `GotThroughError` where a secret or a traceback stands in a text."""
        found = [
            word
            for word in (*SECRETS, "Traceback", "File &#34;", "The program failed")
            if word in text
        ]
        if found:
            raise GotThroughError(f"{what}: shows {found}")

    def check_unchanged(self, what: str) -> None:
        """Raise `GotThroughError` where the game or the pairing has changed."""
        if self.standing() != self.before:
            raise GotThroughError(f"{what}: changed {self.before} to {self.standing()}")


def routes(game: SecretGame, method: str) -> list[Rule]:
    """Every route of the app that takes a method."""
    rules = sorted(game.app.url_map.iter_rules(), key=lambda rule: rule.rule)
    return [rule for rule in rules if method in (rule.methods or ())]


def filled(rule: Rule, seat: SeatId, *, text: str = "boxes") -> str:
    """An address of a route: a seat's where it names one, else any text."""
    path = rule.rule.replace("<int:step>", "0")
    if path.startswith("/seat/"):
        path = path.replace("<name>", seat)
    for part in ("<name>", "<region_name>", "<code>", "<release>", "<path:name>", "<viewer>"):
        path = path.replace(part, text)
    assert "<" not in path, f"nobody has said what to put into {path}"
    return path


class _Scan(HTMLParser):
    """Looks for what a browser would run."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_script = tag == "script"
        names = {name for name, _ in attrs}
        handlers = {name for name in names if name.startswith("on")} - {"on"}
        if handlers or any(v and v.lower().startswith("javascript:") for _, v in attrs):
            self.found.append(self.get_starttag_text() or tag)
        if tag == "script" and "src" not in names:
            self.found.append("script without a file")

    def handle_data(self, data: str) -> None:
        if self._in_script and MARK in data:
            self.found.append(data)

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - named by the parser
        self._in_script = False


def script_in(page: str) -> Iterator[str]:
    """What in a page would run, or what a template engine has computed."""
    scan = _Scan()
    scan.feed(page)
    yield from scan.found
    if COMPUTED in page:
        yield f"computed {COMPUTED}"
