"""The certificates with which tablets reach the table over HTTPS.

No authority that browsers know signs for a machine at home. So the table's computer makes one of
its own (`companion.service.certificate_maker`) and a certificate by it. A tablet that trusts it can
be deceived by it about no address but the table's own names and numbers of home networks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

MISSING: Final = (
    "HTTPS needs the library cryptography. Set it up with COMPANION_EXTRAS=https make run, or "
    "start without --https."
)


class CertificateError(RuntimeError):
    """The certificates cannot be made or read; the text says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCertificates:
    """What a table shows over HTTPS.

    Attributes:
        authority_der: the authority's certificate, for tablets to take in.
        chain: file with the table's own certificate.
        key: file with the key for it.
    """

    authority_der: bytes
    chain: Path
    key: Path


def table_certificates(
    folder: Path, names: Iterable[str], numbers: Iterable[str], now: datetime
) -> TableCertificates:
    """The certificates in a folder, made where they are missing and renewed where they do not fit.

    The authority is kept as long as it may vouch for all names, so that a tablet trusts it once;
    the table's certificate is renewed for other names or numbers and before it ends.

    Args:
        folder: where they lie; its owner alone can read it.
        names: names of the machine, such as ``table.local``.
        numbers: its numbers on the network.
        now: the moment, with its time zone.

    Raises:
        CertificateError: the library is missing, or the folder cannot be read or written.
    """
    try:
        from companion.service.certificate_maker import Maker  # noqa: PLC0415 - an extra, and slow
    except ImportError as error:
        raise CertificateError(MISSING) from error
    maker = Maker(folder, tuple(sorted(set(names))), tuple(sorted(set(numbers))), now)
    try:
        maker.make_what_is_missing()
        return TableCertificates(
            authority_der=maker.authority_der(), chain=maker.table_file, key=maker.table_key_file
        )
    except (OSError, ValueError) as error:
        raise CertificateError(
            f"the certificates in {folder} cannot be used: {error}. Delete that folder to have new "
            "ones made; tablets then have to trust the table anew."
        ) from error
