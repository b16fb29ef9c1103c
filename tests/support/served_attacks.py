"""Attacks that need a real service: raw sockets, its files, what it prints and logs."""

from __future__ import annotations

import contextlib
import re
import socket
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.support.attack_tools import SECRETS, GotThroughError
from tests.support.patience import PATIENCE_S
from tests.support.service_process import ServiceProcess, Tablet

_HOST: Final = b"Host: 127.0.0.1\r\n"
_GET: Final = b"GET /seat/fellowship/region/boxes HTTP/1.1\r\n"


class Served:
    """A served table with secrets in it.

    Attributes:
        service: the process.
        home: its user directory.
        owner: the Fellowship's tablet.
        token: what it holds its seat by.
    """

    def __init__(self, service: ServiceProcess, home: Path) -> None:
        self.service, self.home = service, home
        self.code = service.code("Fellowship")
        self.owner = Tablet(service.port, "fellowship")
        self.owner.claim(self.code)
        self.token = (self.owner.cookie or "").partition("=")[2]
        for action, fields in (
            ("name-hand", {"card-1": SECRETS[0]}),
            ("wound:Frodo", {"note": SECRETS[1]}),
        ):
            assert self.owner.act(action, **fields) == 200

    def raw(self, request: bytes) -> bytes:
        """Send bytes and read until the other end closes or has nothing more to say."""
        with socket.create_connection(("127.0.0.1", self.service.port), PATIENCE_S) as link:
            link.settimeout(PATIENCE_S)
            with contextlib.suppress(OSError):
                link.sendall(request)
                link.shutdown(socket.SHUT_WR)
            answer = b""
            with contextlib.suppress(OSError):
                while chunk := link.recv(65536):
                    answer += chunk
        return answer

    def check(self, what: str, answer: bytes, refusals: tuple[int, ...]) -> None:
        """Every answer in a text must be a refusal, and none may hold a secret."""
        statuses = [int(code) for code in re.findall(rb"HTTP/1\.[01] (\d{3})", answer)]
        if (answer and not statuses) or any(status not in refusals for status in statuses):
            raise GotThroughError(f"{what}: {statuses} {answer[:200]!r}")
        if any(word.encode() in answer for word in SECRETS):
            raise GotThroughError(f"{what}: shows a secret")

    def still_serves(self) -> None:
        """The owner's tablet works as before."""
        if SECRETS[0] not in self.owner.get("/seat/fellowship/region/cards"):
            raise GotThroughError("the owner's tablet has lost its secrets")


def odd_requests(served: Served) -> int:
    """Requests that no browser sends: names, lengths and lines that contradict each other."""
    cookie = f"Cookie: {served.owner.cookie}\r\n".encode()
    good = b"POST /seat/fellowship/act HTTP/1.1\r\n"
    requests = [
        _GET + b"\r\n",
        _GET + b"Host: evil.example\r\n" + cookie + b"\r\n",
        _GET + b"Host: evil.example\r\nX-Forwarded-Host: 127.0.0.1\r\n" + cookie + b"\r\n",
        _GET
        + b"Host: evil.example\r\nForwarded: host=127.0.0.1;for=127.0.0.1\r\n"
        + cookie
        + b"\r\n",
        _GET + _HOST + b"Host: evil.example\r\n" + cookie + b"\r\n",
        b"GET http://evil.example/seat/fellowship HTTP/1.1\r\nHost: evil.example\r\n"
        + cookie
        + b"\r\n",
        b"GET /seat/fellowship HTTP/1.0\r\n" + b"\r\n",
        b"GET /seat/fellowship\r\n\r\n",
        b"GET //seat/fellowship HTTP/1.1\r\n" + _HOST + b"\r\n",
        b"GET /assets/x/../../pyproject.toml HTTP/1.1\r\n" + _HOST + b"\r\n",
        b"GET /assets/x/..%2f..%2fpyproject.toml HTTP/1.1\r\n" + _HOST + b"\r\n",
        b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + _HOST + b"\r\n",
        b"CONNECT 127.0.0.1:22 HTTP/1.1\r\n" + _HOST + b"\r\n",
        good + _HOST + cookie + b"Content-Length: 11\r\n\r\naction=done",
        good
        + _HOST
        + cookie
        + b"Origin: http://evil.example\r\nHX-Request: true\r\n"
        + b"Content-Length: 11\r\n\r\naction=done",
        good
        + _HOST
        + cookie
        + b"HX-Request: true\r\nContent-Length: 1073741824\r\n\r\naction=done",
        good + _HOST + cookie + b"HX-Request: true\r\nContent-Length: -1\r\n\r\n",
        good
        + _HOST
        + cookie
        + b"HX-Request: true\r\nContent-Length: 5\r\nContent-Length: 50\r\n\r\nabcde",
        good + _HOST + cookie + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        good + _HOST + cookie + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
        good + _HOST + cookie + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        good + _HOST + b"Cookie: " + b"a" * 40000 + b"\r\n\r\n",
        b"GET /" + b"a" * 40000 + b" HTTP/1.1\r\n" + _HOST + b"\r\n",
        b"GET / HTTP/1.1\r\n" + _HOST + b"X: a\x00b\r\n cookie\r\nBad Header\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200,
        b"\r\n" * 5000,
        b"POST /join HTTP/1.1\r\n"
        + _HOST
        + b"HX-Request: true\r\nContent-Length: 65537\r\n\r\n"
        + b"a" * 65537,
        b"POST /join HTTP/1.1\r\n"
        + _HOST
        + b"HX-Request: true\r\nTransfer-Encoding: chunked\r\n\r\n"
        + (b"4000\r\n" + b"a" * 0x4000 + b"\r\n") * 8
        + b"0\r\n\r\n",
    ]
    refusals = (301, 308, 400, 403, 404, 405, 413, 421, 431, 501)
    for request in requests:
        answer = served.raw(request)
        # Bytes that are no request at all may be met with silence, everything else with words: a
        # body of a gigabyte must be refused by its length, not waited for.
        if request[:1].isalpha() and not answer:
            raise GotThroughError(f"{request[:80]!r} was met with silence")
        served.check(repr(request[:80]), answer, refusals)
    served.still_serves()
    return len(requests)


def half_open_requests(served: Served) -> int:
    """Connections that send nothing, or never end what they began, while the table goes on."""
    beginnings = (
        b"",
        b"GET / HTTP/1.1\r\nHost: ",
        b"POST /join HTTP/1.1\r\nContent-Length: 9\r\n\r\na",
    )
    with contextlib.ExitStack() as opened:
        for number in range(120):
            link = socket.create_connection(("127.0.0.1", served.service.port), PATIENCE_S)
            opened.enter_context(link)
            link.sendall(beginnings[number % 3])
        served.still_serves()
    served.still_serves()
    return 120


def the_codes_again(served: Served) -> int:
    """Codes that were printed and used, and the forms of the virtual table from another site."""
    other = Tablet(served.service.port, "fellowship")
    for code in (served.code, served.code.upper(), f"{served.code[:4]}-{served.code[4:]}"):
        status, text = other.post("/join", code=code, seat="fellowship")
        if status != 422:
            raise GotThroughError(f"a spent code was taken: {status} {text}")
    other.close()
    tries = 3
    for path in (
        "/demo/roll",
        "/demo/place",
        "/demo/add",
        "/demo/remove",
        "/join",
        "/seat/enemy/act",
    ):
        for origin in (
            b"Origin: http://evil.example\r\nHX-Request: true\r\n",
            b"Origin: null\r\n",
            b"",
        ):
            head = f"POST {path} HTTP/1.1\r\n".encode() + _HOST + origin
            body = b"face=20&id=1&x=1&y=1&colour=green"
            length = f"Content-Length: {len(body)}\r\n\r\n".encode()
            kind = b"Content-Type: application/x-www-form-urlencoded\r\n"
            answer = served.raw(head + kind + length + body)
            if not answer:
                raise GotThroughError(f"{path} was met with silence")
            served.check(path, answer, (403,))
            tries += 1
    served.still_serves()
    return tries


def files_and_output(served: Served) -> int:
    """What another user of the computer can read, and what the service has printed and logged."""
    paths = [path for path in served.home.rglob("*") if path.is_file()]
    for path in paths:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise GotThroughError(f"{path.name} can be read by others: {oct(path.stat().st_mode)}")
    if not any(path.name == "journal.db" for path in paths):
        raise GotThroughError("there is no journal: this attack tries nothing")
    for word in (*SECRETS, served.token):
        if word in served.service.output:
            raise GotThroughError(f"{word} was printed")
    kept = [path for path in paths if path.match("pairing*.json")]
    if not kept:
        raise GotThroughError("there is no file of tokens: this attack tries nothing")
    for path in kept:
        if served.token in path.read_text("utf-8"):
            raise GotThroughError(f"{path.name} keeps a token as it is")
    return len(paths) + len(SECRETS) + 1


SERVED_ATTACKS: Final[dict[str, Callable[[Served], int]]] = {
    "requests that contradict themselves, to the real server": odd_requests,
    "connections that are left half open": half_open_requests,
    "codes already used, and the virtual table from another site": the_codes_again,
    "files open to other users, secrets in what is printed and logged": files_and_output,
}
