"""The door over HTTPS passes on who is behind it, and leads nobody in as the table itself."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Request

from companion.service.certificates import TableCertificates, table_certificates
from tests.support.patience import PATIENCE_S
from tests.support.web_client import open_hall
from tests.support.web_fake import FakeTable
from webui.pages.certificate import fingerprint_of
from webui.settings import SafeDoor, WebSettings
from webui.site import is_at_home
from webui.tls_door import STRANGER, BehindDoor, Callers, TlsDoor

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

FEW = WebSettings(stream_slots=2, slots_for_seats=1)


def who(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Tells who is asking, and how."""
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [f"{environ['REMOTE_ADDR']} {environ['wsgi.url_scheme']}".encode()]


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> TableCertificates:
    folder: Path = tmp_path_factory.mktemp("https")
    return table_certificates(folder, ("localhost",), ("127.0.0.1",), datetime.now(tz=UTC))


@pytest.fixture
def door(certificates: TableCertificates) -> Iterator[TlsDoor]:
    opened = TlsDoor(who, FEW, certificates.chain, certificates.key, "127.0.0.1")
    opened.start()
    yield opened
    opened.stop()


def trusting(certificates: TableCertificates) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=certificates.authority_der)
    return context


def test_it_passes_requests_on_with_who_is_behind_them(
    door: TlsDoor, certificates: TableCertificates
) -> None:
    asking = http.client.HTTPSConnection(
        "127.0.0.1", door.port, timeout=PATIENCE_S, context=trusting(certificates)
    )
    for _ in range(2):
        asking.request("GET", "/")
        assert asking.getresponse().read() == b"127.0.0.1 https"
    asking.close()


def test_who_speaks_plainly_to_it_gets_no_answer_and_the_next_one_does(
    door: TlsDoor, certificates: TableCertificates
) -> None:
    with socket.create_connection(("127.0.0.1", door.port), timeout=PATIENCE_S) as plain:
        plain.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert b"HTTP" not in plain.recv(1000)
    test_it_passes_requests_on_with_who_is_behind_them(door, certificates)


def test_behind_it_nobody_counts_as_the_tables_own_computer_unless_noted() -> None:
    callers = Callers()
    app = BehindDoor(who, callers)

    def seen(port: str) -> str:
        environ = {"REMOTE_ADDR": "127.0.0.1", "REMOTE_PORT": port, "wsgi.url_scheme": "http"}
        return b"".join(app(environ, lambda *_: lambda _: None)).decode()

    assert seen("40000") == f"{STRANGER} https"
    callers.add(40000, "192.168.1.9")
    assert seen("40000") == "192.168.1.9 https"
    callers.drop(40000)
    assert seen("40000") == f"{STRANGER} https"
    assert seen("") == f"{STRANGER} https"


@pytest.mark.parametrize(("address", "is_home"), [(STRANGER, False), ("127.0.0.1", True)])
def test_a_stranger_is_not_at_the_tables_computer(address: str, *, is_home: bool) -> None:
    assert is_at_home(Request({"REMOTE_ADDR": address})) is is_home


def test_the_guide_has_the_digits_and_the_certificate() -> None:
    settings = WebSettings(safe=SafeDoor(port=8971, authority=b"a certificate"))
    client = open_hall(FakeTable(), settings).stranger()
    page = client.get("/certificate", base_url="http://localhost:8970")
    assert fingerprint_of(b"a certificate") in page.text
    assert "https://localhost:8971/certificate" in page.text
    taken = client.get("/certificate/table-companion.crt")
    assert (taken.data, taken.mimetype) == (b"a certificate", "application/x-x509-ca-cert")
    worker = client.get("/worker.js")
    assert worker.mimetype == "text/javascript"
    assert worker.headers["Cache-Control"] == "no-cache"
    assert "you are done" in client.get("/certificate", base_url="https://localhost:8971").text
    assert "No link to the table" in client.get("/away").text


def test_without_a_door_there_is_no_guide() -> None:
    client = open_hall(FakeTable(), replace(WebSettings(), safe=None)).stranger()
    for path in ("/certificate", "/certificate/table-companion.crt", "/worker.js", "/away"):
        assert client.get(path).status_code == 404
