"""The attacks of the opponent with a laptop. Each returns how often it was tried.

An attack that has an effect or brings a secret to light raises `GotThroughError`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from werkzeug.test import TestResponse

from companion.games.fellowship.facts.roster import forces_of
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, SEAT_IDS
from companion.table.commands import Act
from companion.table.ids import PUBLIC
from companion.table.views import Field
from tests.support.attack_tools import (
    SCRIPT,
    GotThroughError,
    Target,
    filled,
    routes,
    script_in,
)
from tests.support.attacks_on_house import whole_house
from tests.support.attacks_on_seats import (
    forged_cookies,
    guessed_codes,
    replayed_codes,
    seats_from_the_network,
)
from tests.support.fellowship import Play
from tests.support.random_player import RandomPlayer, source_of
from tests.support.web_client import FROM_PAGE
from tests.support.web_pair import addresses, prompts_of

METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "X-ODD")
NOTHING_DONE: Final = (400, 403, 404, 405, 409, 413, 421, 422)


def _is_shut(path: str) -> bool:
    """Whether nobody but a seat's holder may have anything from an address."""
    return path.startswith("/seat/")


def every_route_without_a_seat(target: Target) -> int:
    """Every route with every method, from a laptop that holds nothing."""
    tries = 0
    rules = {rule.rule: rule for method in ("GET", "POST") for rule in routes(target.game, method)}
    for rule in rules.values():
        path = filled(rule, FELLOWSHIP_SEAT)
        for method in METHODS:
            headers = FROM_PAGE if tries % 2 else {}
            answer = target.stranger.open(path, method=method, headers=headers)
            is_answered = method == "OPTIONS" or not _is_shut(path)
            allowed = {*NOTHING_DONE, *((200, 204) if is_answered else ())}
            if "stream" in path and answer.status_code == 200:
                answer.close()
            else:
                target.check(f"{method} {path}", answer, allowed)
            tries += 1
    return tries


def the_other_seat(target: Target) -> int:
    """The opponent's own tablet at the routes and the affairs of the other seat."""
    tries = 0
    for method in ("GET", "POST"):
        for rule in routes(target.game, method):
            if not rule.rule.startswith("/seat/"):
                continue
            for text in ("boxes", "cards", "map", "log", "private", "devices"):
                path = filled(rule, FELLOWSHIP_SEAT, text=text)
                data = {"action": "name:1", "f.name": "plain", "manner": "join", "sides": "20"}
                answer = target.opponent.open(
                    path, method=method, headers=FROM_PAGE, data=data if method == "POST" else None
                )
                target.check(f"{method} {path} by the opponent", answer, (403, 404, 405))
                tries += 1
    return tries + _affairs_of_the_other(target)


def _affairs_of_the_other(target: Target) -> int:
    tries = 0
    pieces = target.game.state.public.pieces_of(FELLOWSHIP_SEAT)
    actions = [
        f"{verb}:{p.id}" for p in pieces for verb in ("name", "move", "turn", "take", "reveal")
    ]
    actions += [f"step:{piece.id}:{verb}" for piece in pieces for verb in ("group", "rumor")]
    for force in forces_of("fellowship"):
        actions += [f"{verb}:{force.name}" for verb in ("out", "wound", "enhance")]
    actions += [f"lay:fellowship-{label}" for label in "ABCDEFGHIJKLMN"]
    asked = [p for p in prompts_of(target.game, FELLOWSHIP_SEAT) if p.id is not None]
    prompts = [None, *(prompt.id for prompt in asked)]
    for action in actions:
        for prompt in prompts:
            act = Act(
                seat=ENEMY_SEAT,
                prompt=prompt,
                action=action,
                inputs=(("name", "A"), ("place", "4,f"), ("face", "2"), ("card", "Frodo")),
            )
            target.game.clock.pass_by()
            answer = target.game.post(act)
            if answer.startswith(b"200"):
                raise GotThroughError(f"{act} was taken")
            target.check_unchanged(str(act))
            tries += 1
    return tries


ORIGINS: Final[tuple[dict[str, str], ...]] = (
    {"Origin": "http://evil.example", **FROM_PAGE},
    {"Origin": "http://localhost.evil.example", **FROM_PAGE},
    {"Origin": "http://localhost:1", **FROM_PAGE},
    {"Origin": "https://localhost@evil.example", **FROM_PAGE},
    {"Origin": "http://evil.example", "Host": "localhost"},
    {"Origin": "null"},
    {"Origin": "", **FROM_PAGE},
    {"Origin": "http://[", **FROM_PAGE},
    {"Referer": "http://localhost/"},
    {},
)


def cross_site_requests(target: Target) -> int:
    """Every form of the app sent by a page of another site, with the cookies of both seats."""
    tries = 0
    for rule in routes(target.game, "POST"):
        for seat in SEAT_IDS:
            path = filled(rule, seat)
            data = {"action": "done", "manner": "join", "face": "3", "sides": "20", "code": "x"}
            for headers in ORIGINS:
                answer = target.game.clients[seat].post(path, data=data, headers=headers)
                target.check(f"{path} from {headers}", answer, (403,))
                tries += 1
    for rule in routes(target.game, "GET"):
        answer = target.game.clients[FELLOWSHIP_SEAT].get(
            filled(rule, FELLOWSHIP_SEAT), headers={"Origin": "http://evil.example"}
        )
        target.check(f"read {rule.rule} from another site", answer, (403,))
        if "Access-Control-Allow-Origin" in answer.headers:
            raise GotThroughError(f"{rule.rule} may be read by another site")
        tries += 1
    return tries


HOSTS: Final = (
    "evil.example",
    "localhost.evil.example",
    "evil.example:8970",
    "localhost:8970@evil.example",
    "user@localhost",
    "127.0.0.1.nip.io",
    "127.0.0.1.evil.example",
    "2130706433",
    "0x7f.1",
    "localhost,evil.example",
    "localhost evil.example",
    "[::1",
    "",
    "localhost/../evil.example",
    "evil.example#localhost",
    "evil.example?localhost",
    "LOCALHOST.EVIL.EXAMPLE",
    ".localhost",
    "localhost..",
)


def host_tricks(target: Target) -> int:
    """Names that suddenly point here, as in DNS rebinding, at pages of every kind."""
    tries = 0
    for host in HOSTS:
        for path in ("/", "/seat/fellowship", "/seat/fellowship/region/boxes", "/join", "/replay"):
            client = target.game.clients[FELLOWSHIP_SEAT]
            answer = client.get(path, headers={"Host": host, "X-Forwarded-Host": "localhost"})
            # The test client fills in its own name where none is given; a server does not.
            target.check(f"{path} at {host!r}", answer, (400, 421) if host else (400, 421, 200))
            tries += 1
    return tries


class _Scripter(RandomPlayer):
    """A player that types script into every field of text and every place."""

    typed = 0

    def _fill(self, one: Field) -> list[tuple[str, str]]:
        if one.kind == "text" or (one.kind == "place" and self.source.random() < 0.3):
            self.typed += 1
            return [(one.name, SCRIPT[self.typed % 3 :])]
        return super()._fill(one)


def script_in_fields(target: Target) -> int:
    """Script typed into every text field that the game offers in a random game of both seats."""
    game, tries = target.game, 0
    follower = Play.__new__(Play)
    follower.state, follower.events = game.state, []
    player = _Scripter(follower, source_of(5), by_hand=0.6)
    for number in range(240):
        game.clock.pass_by()
        answer = game.send(player.command()).decode()
        follower.state = game.state
        _no_script(f"an answer at {player.play.step}", answer)
        if number % 120 == 119:
            tries += _look_for_script(target)
    for form, action in (
        ("note", "wound:Frodo"),
        ("card-1", "name-hand"),
        ("announced", "play-card"),
    ):
        game.post(Act(seat=FELLOWSHIP_SEAT, action=action, inputs=((form, SCRIPT),)))
    for viewer, path in ((FELLOWSHIP_SEAT, "/seat/fellowship"), (PUBLIC, "/")):
        if "&lt;script&gt;" not in game.get(viewer, path).decode():
            raise GotThroughError(f"no script has arrived at {path}: this attack tries nothing")
    for name in ("code", "seat", "manner", "face", "sides", "prompt", "action", "colour", "have"):
        data = {"code": "x", "action": "done", "sides": "20", "face": "3", name: SCRIPT}
        for rule in routes(game, "POST"):
            answer_ = game.clients[ENEMY_SEAT].post(
                filled(rule, ENEMY_SEAT), data=data, headers=FROM_PAGE
            )
            _no_script(f"{name} at {rule.rule}", answer_.text)
            tries += 1
    return tries + player.typed


def _look_for_script(target: Target) -> int:
    count = 0
    for viewer in (*SEAT_IDS, PUBLIC):
        for path in addresses(target.game, viewer):
            _no_script(path, target.game.clients[viewer].get(path).text)
            count += 1
    return count


def _no_script(what: str, page: str) -> None:
    found = list(script_in(page))
    if found:
        raise GotThroughError(f"{what}: {found[:2]}")


def oversize_and_malformed(target: Target) -> int:
    """Bodies, numbers and headers that no form of ours sends."""
    big, digits = "A" * 70_000, "9" * 6000
    bodies: list[tuple[bytes, str]] = [
        (b"action=" + big.encode(), "application/x-www-form-urlencoded"),
        (b"&".join(b"f.a=1" for _ in range(9000)), "application/x-www-form-urlencoded"),
        (b"\xff\xfe\x00=%ff%fe&action=%00", "application/x-www-form-urlencoded"),
        (b"action=" + b"%" * 5000, "application/x-www-form-urlencoded"),
        (b'{"action": "done"}', "application/json"),
        (
            b"--x\r\nContent-Disposition: form-data; name=action\r\n\r\n",
            "multipart/form-data; boundary=x",
        ),
        (b"--x" * 9000, "multipart/form-data; boundary=x"),
        (b"", "multipart/form-data"),
        (b"action=done", "text/plain"),
        (b"action=done", "\N{LATIN SMALL LETTER E WITH ACUTE}"),
        (f"action=name:{digits}".encode(), "application/x-www-form-urlencoded"),
        (f"action=step:{digits}:group".encode(), "application/x-www-form-urlencoded"),
        ("action=name:\N{ARABIC-INDIC DIGIT ONE}".encode(), "application/x-www-form-urlencoded"),
        (b"action=lay:fellowship-A&f.card=" + b"x" * 501, "application/x-www-form-urlencoded"),
        (f"action=put&f.place={digits[:400]},m".encode(), "application/x-www-form-urlencoded"),
        (f"sides={digits}&face={digits}".encode(), "application/x-www-form-urlencoded"),
        (b"sides=20&face=-1&prompt=" + b"1." * 400, "application/x-www-form-urlencoded"),
        (b"sides=1e3&face=NaN", "application/x-www-form-urlencoded"),
    ]
    tries = 0
    for rule in routes(target.game, "POST"):
        for body, kind in bodies:
            answer = target.opponent.post(
                filled(rule, ENEMY_SEAT), data=body, content_type=kind, headers=FROM_PAGE
            )
            target.check(f"{kind} of {len(body)} at {rule.rule}", answer, (*NOTHING_DONE, 415))
            tries += 1
    return tries + _malformed_addresses(target, digits)


def _malformed_addresses(target: Target, digits: str) -> int:
    paths = [
        f"/replay/step/{digits}",
        "/replay/step/-1",
        "/replay/step/999999999999",
        "/replay/step/\N{ARABIC-INDIC DIGIT ONE}000",
        f"/seat/enemy/replay/step/{digits}",
        f"/at?piece={digits}",
        f"/at?x={digits}&y=1",
        "/at?x=nan&y=inf",
        "/at?x=1e999&y=1",
        "/at?x=1&y=1&reach=nan",
        "/at?x=1&y=1&reach=-1e9",
        "/at",
        "/region/" + "a" * 5000,
        "/region/%00",
        "/region/%ff%fe",
        f"/join/{'a' * 5000}",
        "/join/%0d%0aSet-Cookie:%20companion-fellowship=x",
        f"/region/map?have={'a' * 5000}",
        "/region/map?have=%00%ff",
    ]
    for path in paths:
        answer = target.opponent.get(path)
        target.check(path[:60], answer, (200, 204, *NOTHING_DONE))
    streams = [
        digits,
        f"start-{digits}",
        "start--1",
        "start-\N{ARABIC-INDIC DIGIT ONE}",
        "a" * 5000,
    ]
    for since in streams:
        answer = target.opponent.get("/stream", query_string={"since": since})
        if answer.status_code != 200:
            raise GotThroughError(f"a stream since {since[:20]!r}: {answer.status}")
        answer.close()
    return len(paths) + len(streams)


def paths_and_templates(target: Target) -> int:
    """Ways out of the folder of files, and words that a template engine would carry out."""
    ways = ("../", "..%2f", "%2e%2e/", "..\\", "..%5c", "%252e%252e%252f", "....//", "/", "//etc/")
    # Files that are there, and how many folders they lie above that of the assets.
    wanted = (
        ("pyproject.toml", 2),
        ("webui/app.py", 2),
        ("etc/passwd", 12),
        ("app.py", 1),
        ("templates/base.html", 1),
    )
    words = (
        "{{70707*7}}",
        "${70707*7}",
        "{%25 include 'base.html' %25}",
        "{{config}}",
        "<%25=70707*7%25>",
    )
    tries = 0
    for base in (
        "/assets/x/",
        "/region/",
        "/join/",
        "/seat/",
        "/seat/enemy/region/",
        "/replay/step/",
    ):
        for text in (*(way * up + name for way in ways for name, up in wanted), *words):
            answer = target.opponent.get(base + text)
            target.check(f"{base}{text}", answer, (200, 204, 308, *NOTHING_DONE))
            shown = answer.text
            if "root:" in shown or "{% block" in shown or "[project]" in shown:
                raise GotThroughError(f"{base}{text} shows a file")
            if answer.status_code == 200 and not shown.startswith("<!doctype html>"):
                raise GotThroughError(f"{base}{text} gives {shown[:80]!r}")
            _no_script(f"{base}{text}", shown)
            tries += 1
    return tries


def streams_for_oneself(target: Target) -> int:
    """One laptop takes every stream there is; seats and other screens still get theirs."""
    opened: list[TestResponse] = []
    tries = 0
    for _ in range(120):
        for path, client in (("/stream", target.stranger), ("/seat/enemy/stream", target.opponent)):
            answer = client.get(path, environ_base={"REMOTE_ADDR": "10.0.0.9"})
            tries += 1
            if answer.status_code == 200:
                opened.append(answer)
    try:
        for name, client, path in (
            ("the other seat", target.game.clients[FELLOWSHIP_SEAT], "/seat/fellowship/stream"),
            ("another screen", target.game.app.test_client(), "/stream"),
        ):
            answer = client.get(path, environ_base={"REMOTE_ADDR": "10.0.0.8"})
            opened.append(answer)
            if answer.status_code != 200:
                raise GotThroughError(f"{name} gets no stream: {answer.status}")
    finally:
        for answer in opened:
            answer.close()
    for _ in range(100):
        target.stranger.head("/stream").close()
        tries += 1
    again = target.stranger.get("/stream")
    again.close()
    if again.status_code != 200:
        raise GotThroughError("streams that ended have kept their places")
    return tries


ATTACKS: Final[dict[str, Callable[[Target], int]]] = {
    "every route and method without a seat": every_route_without_a_seat,
    "the other seat's pages, and its affairs from one's own seat": the_other_seat,
    "forged, cut, swapped and misplaced cookies": forged_cookies,
    "guessed codes, and guessing from many addresses": guessed_codes,
    "replayed, voided and expired codes and tokens": replayed_codes,
    "forms and reads from another site": cross_site_requests,
    "Host header tricks and DNS rebinding": host_tricks,
    "script in every text field, place and form value": script_in_fields,
    "oversize and malformed bodies, numbers, addresses": oversize_and_malformed,
    "path traversal and template injection": paths_and_templates,
    "taking every stream": streams_for_oneself,
    "codes of free seats, asked for from the network": seats_from_the_network,
    "box files, games, set-up, photographs, eye and doctor": whole_house,
}

EVERY_ROUTE: Final = (
    "every route and method without a seat",
    "box files, games, set-up, photographs, eye and doctor",
)
"""The attacks that together ask for every route of every app."""
