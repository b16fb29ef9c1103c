"""Certificates that were cut off while they were made: a key of one, a certificate of another."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509

from companion.service.certificates import TableCertificates, table_certificates

NOW = datetime.now(tz=UTC)
FILES = ("table-key.pem", "table.pem", "authority-key.pem", "authority.pem")


def made(folder: Path) -> TableCertificates:
    return table_certificates(folder, ("attic",), ("127.0.0.1",), NOW)


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_does_not_go_with_the_others_is_made_anew(tmp_path: Path, name: str) -> None:
    ours, others = tmp_path / "ours", tmp_path / "others"
    made(ours)
    made(others)
    (ours / name).write_bytes((others / name).read_bytes())
    found = made(ours)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(found.chain, found.key)
    authority = x509.load_der_x509_certificate(found.authority_der)
    table = x509.load_pem_x509_certificate(found.chain.read_bytes())
    # Raises where it is by another.
    table.verify_directly_issued_by(authority)
    assert table.issuer == authority.subject


def test_files_that_go_together_stay(tmp_path: Path) -> None:
    made(tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in FILES}
    made(tmp_path)
    assert {name: (tmp_path / name).read_bytes() for name in FILES} == before
