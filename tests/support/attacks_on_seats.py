"""Attacks on how a tablet gets and keeps a seat: cookies, codes, invitations, free seats."""

from __future__ import annotations

import random
import string
from typing import Final

from werkzeug.test import TestResponse

from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, SEAT_IDS
from tests.support.attack_tools import GotThroughError, Target, filled, routes
from tests.support.web_client import FROM_PAGE
from webui.pairing import INVITATION_S
from webui.site import cookie_name

_LOCKED_S: Final = 61.0


def forged_cookies(target: Target) -> int:
    """Tokens that were never given out, and good ones in the wrong place."""
    source = random.Random(1)  # noqa: S311 - repeatable forgeries, nothing secret
    real, enemy = target.token(FELLOWSHIP_SEAT), target.token(ENEMY_SEAT)
    digest = target.game.pairing._state.seats[FELLOWSHIP_SEAT].devices[0].digest
    forged = [
        enemy,
        digest,
        real[:-1],
        real + "A",
        real.swapcase(),
        real[::-1],
        "",
        "null",
        "A" * 43,
    ]
    forged += [
        f'"{real}x"',
        "..",
        "%00",
        "\N{GREEK SMALL LETTER ALPHA}",
        real.replace(real[0], "_"),
    ]
    forged += ["".join(source.choices(string.ascii_letters, k=43)) for _ in range(86)]
    name = cookie_name(FELLOWSHIP_SEAT)
    for text in forged:
        if text == real:
            continue
        headers = {"Cookie": f"{name}={text}"}
        for path in ("/seat/fellowship", "/seat/fellowship/region/boxes"):
            answer = target.game.app.test_client(use_cookies=False).get(path, headers=headers)
            target.check(f"cookie {text[:20]!r} at {path}", answer, (403,))
    for wrong in (cookie_name(ENEMY_SEAT), "companion", "companion-public", name.upper()):
        headers = {"Cookie": f"{wrong}={real}"}
        answer = target.game.app.test_client(use_cookies=False).get(
            "/seat/fellowship", headers=headers
        )
        target.check(f"the real token as {wrong}", answer, (403,))
    return 2 * len(forged) + 4


def _claim(target: Target, code: str, seat: str | None, address: str = "10.0.0.9") -> TestResponse:
    data = {"code": code} if seat is None else {"code": code, "seat": seat}
    return target.game.app.test_client().post(
        "/join", data=data, headers=FROM_PAGE, environ_base={"REMOTE_ADDR": address}
    )


def guessed_codes(target: Target) -> int:
    """Codes that nobody gave out, from many addresses, by typing and by address."""
    code = target.game.pairing.table_code
    guesses = [
        "",
        " ",
        "0",
        code[:-1],
        code + "2",
        code[::-1],
        "*" * 8,
        "%",
        "\x00" * 8,
        "a" * 4000,
    ]
    guesses += [
        "' OR 1=1 --",
        "../../pairing.json",
        "\N{KELVIN SIGN}" * 8,
        "\N{FULLWIDTH DIGIT TWO}" * 8,
    ]
    source = random.Random(2)  # noqa: S311 - repeatable guesses, nothing secret
    guesses += ["".join(source.choices("23456789abcdefgh", k=8)) for _ in range(86)]
    for number, guess in enumerate(guesses):
        if guess == code:
            continue
        address = f"10.0.0.{number % 7 + 2}"
        target.check(f"code {guess[:20]!r}", _claim(target, guess, "fellowship", address), (422,))
        if guess.isascii() and guess.isprintable() and "/" not in guess and guess.strip():
            answer = target.stranger.get(f"/join/{guess[:100].replace('%', '%25')}")
            target.check(f"/join/{guess[:20]!r}", answer, (404,))
    _guessing_is_slow(target)
    return 2 * len(guesses) + 30


def _guessing_is_slow(target: Target) -> None:
    """A laptop that guesses is stopped; a tablet elsewhere with a good code is not."""
    target.game.clock.now_s += _LOCKED_S
    texts = [_claim(target, f"guess{n:03}", "fellowship", "10.0.9.9").text for n in range(30)]
    if sum("opens no seat" in text for text in texts) > 10:
        raise GotThroughError("more than ten guesses a minute were answered")
    invitation = target.game.pairing.invite(ENEMY_SEAT, "join")
    answer = target.game.app.test_client().get(
        f"/join/{invitation.code}", environ_base={"REMOTE_ADDR": "10.0.0.200"}
    )
    if answer.status_code != 200:
        raise GotThroughError("one laptop's guesses keep everybody else from pairing")


def replayed_codes(target: Target) -> int:
    """Codes and tokens that were good once."""
    pairing, clock = target.game.pairing, target.game.clock
    first = pairing.invite(ENEMY_SEAT, "join")
    second = pairing.invite(ENEMY_SEAT, "join")
    target.check("an invitation voided by a newer one", _claim(target, first.code, "enemy"), (422,))
    clock.now_s += INVITATION_S + 1
    target.check("an expired invitation", _claim(target, second.code, "enemy"), (422,))
    third = pairing.invite(ENEMY_SEAT, "join")
    for seat in ("fellowship", "public", "nobody"):
        answer = _claim(target, third.code, seat)
        if "companion-fellowship" in str(answer.headers):
            raise GotThroughError("an invitation to one seat opened another")
        if seat == "fellowship" and answer.status_code != 200:
            raise GotThroughError("the invitation itself was not good")
        target.before = target.standing()
    lost = target.token(ENEMY_SEAT)
    handed = pairing.invite(ENEMY_SEAT, "hand-over")
    assert _claim(target, handed.code, "enemy").status_code == 200
    target.before = target.standing()
    target.check("a code used twice", _claim(target, handed.code, "enemy"), (422,))
    headers = {"Cookie": f"{cookie_name(ENEMY_SEAT)}={lost}"}
    bare = target.game.app.test_client(use_cookies=False)
    target.check("a token after the hand-over", bare.get("/seat/enemy", headers=headers), (403,))
    clock.now_s += target.game.settings.token_life_s + 1
    old = {"Cookie": f"{cookie_name(FELLOWSHIP_SEAT)}={target.token(FELLOWSHIP_SEAT)}"}
    target.check("a token past its life", bare.get("/seat/fellowship", headers=old), (403,))
    return 8


def seats_from_the_network(target: Target) -> int:
    """What a laptop learns of codes where seats are still free."""
    tries = 0
    for seat in SEAT_IDS:
        free = target.game.pairing
        free._state.seats[seat] = type(free._state.seats[seat])(code=f"{seat[:4]}code")
    for rule in routes(target.game, "GET"):
        if "stream" in rule.rule:
            continue
        answer = target.stranger.get(
            filled(rule, ENEMY_SEAT), environ_base={"REMOTE_ADDR": "192.168.1.66"}
        )
        if any(f"{seat[:4]}code" in answer.text for seat in SEAT_IDS):
            raise GotThroughError(f"{rule.rule} hands a seat's code to the network")
        tries += 1
    return tries
