"""The table's own authority: made once, kept secret, good for no foreign name."""

from __future__ import annotations

import http.client
import ssl
import stat
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from companion.service.certificate_maker import RENEWED_BEFORE, TABLE_LIFE, Maker
from companion.service.certificates import CertificateError, TableCertificates, table_certificates
from companion.service.https import safe_side
from companion.service.settings import Settings
from tests.support.patience import PATIENCE_S
from tests.support.service_process import ServiceProcess, held_port

NOW = datetime.now(tz=UTC)
NAMES = ("attic", "attic.local", "localhost")
NUMBERS = ("127.0.0.1", "192.168.1.20")


def made(
    folder: Path,
    names: tuple[str, ...] = NAMES,
    numbers: tuple[str, ...] = NUMBERS,
    now: datetime = NOW,
) -> TableCertificates:
    return table_certificates(folder, names, numbers, now)


def trouble(certificates: TableCertificates, name: str) -> str:
    """What a client says that trusts the authority and goes to a name; empty for nothing."""
    at_table = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    at_table.load_cert_chain(certificates.chain, certificates.key)
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.load_verify_locations(cadata=certificates.authority_der)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting.wrap_bio(back, there, server_hostname=name)
    server = at_table.wrap_bio(there, back, server_side=True)
    for _ in range(4):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLError as error:
                return str(error)
    return ""


def test_whoever_trusts_the_authority_can_go_to_every_name_and_number(tmp_path: Path) -> None:
    found = made(tmp_path)
    for name in (*NAMES, *NUMBERS):
        assert trouble(found, name) == ""
    assert "mismatch" in trouble(found, "elsewhere.test")
    assert "mismatch" in trouble(found, "192.168.1.21")


def test_it_can_vouch_for_no_foreign_name(tmp_path: Path) -> None:
    """Also a thief of its key could not: what it signs for another name is refused."""
    made(tmp_path)
    thief = Maker(tmp_path, ("bank.test",), ("8.8.8.8",), NOW)
    thief._make_table()
    found = TableCertificates(
        authority_der=thief.authority_der(), chain=thief.table_file, key=thief.table_key_file
    )
    for name in ("bank.test", "8.8.8.8"):
        assert "permitted subtree violation" in trouble(found, name)


def test_keys_are_their_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "https"
    found = made(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for path in (found.key, folder / "authority-key.pem"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_tablet_trusts_it_once(tmp_path: Path) -> None:
    first = made(tmp_path)
    chain = first.chain.read_bytes()
    again = made(tmp_path)
    assert (again.authority_der, again.chain.read_bytes()) == (first.authority_der, chain)
    moved = made(tmp_path, numbers=("127.0.0.1", "192.168.1.77"))
    assert moved.authority_der == first.authority_der
    assert moved.chain.read_bytes() != chain
    assert trouble(moved, "192.168.1.77") == ""
    renamed = made(tmp_path, names=("cellar",))
    assert renamed.authority_der != first.authority_der
    assert trouble(renamed, "cellar") == ""


def test_a_machine_with_a_number_of_its_own_is_vouched_for_too(tmp_path: Path) -> None:
    first = made(tmp_path)
    public = made(tmp_path, numbers=("203.0.113.9",))
    assert public.authority_der != first.authority_der
    assert trouble(public, "203.0.113.9") == ""
    assert made(tmp_path, numbers=("203.0.113.9",)).authority_der == public.authority_der


def test_it_is_renewed_before_it_ends(tmp_path: Path) -> None:
    first = made(tmp_path).chain.read_bytes()
    early = NOW + TABLE_LIFE - RENEWED_BEFORE - timedelta(days=2)
    assert made(tmp_path, now=early).chain.read_bytes() == first
    late = made(tmp_path, now=early + timedelta(days=3)).chain.read_bytes()
    assert late != first
    assert x509.load_pem_x509_certificate(late).not_valid_after_utc > NOW + TABLE_LIFE


@pytest.mark.parametrize("name", ["authority.pem", "authority-key.pem", "table.pem"])
def test_a_broken_file_is_said_with_what_to_do(tmp_path: Path, name: str) -> None:
    made(tmp_path)
    (tmp_path / name).write_text("nothing of the kind")
    if name == "authority-key.pem":
        # The key is read only where there is something to sign.
        (tmp_path / "table.pem").unlink()
    with pytest.raises(CertificateError, match="Delete that folder"):
        made(tmp_path)


def test_without_the_library_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "companion.service.certificate_maker", None)
    with pytest.raises(CertificateError, match="COMPANION_EXTRAS=https"):
        made(tmp_path / "https")


def test_a_served_table_is_reached_over_https(tmp_path: Path) -> None:
    port = held_port()
    with ServiceProcess(tmp_path, "--https-port", str(port)) as service:
        assert f"https://127.0.0.1:{port}/" in service.output
        trusting = ssl.create_default_context(cafile=str(tmp_path / "https" / "authority.pem"))
        asking = http.client.HTTPSConnection(
            "127.0.0.1", port, timeout=PATIENCE_S, context=trusting
        )
        asking.request("GET", "/")
        answer = asking.getresponse()
        assert answer.status == 200
        assert b'id="screen"' in answer.read()
        asking.close()
        assert service.terminate() == 0


def test_the_terminal_says_addresses_and_digits(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, https=True, port=8970, host="192.168.1.20")
    found = safe_side(settings, NOW)
    assert found is not None
    words = found.words(("http://192.168.1.20:8970",))
    assert "https://192.168.1.20:8971/" in words
    assert "http://192.168.1.20:8970/certificate" in words
    assert safe_side(Settings(home=tmp_path), NOW) is None
