"""Makes an authority for one table, and certificates by it. Needs the extra ``https``."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.files import write_whole

AUTHORITY_LIFE: Final = timedelta(days=3650)
TABLE_LIFE: Final = timedelta(days=397)
"""Some tablets refuse what lives longer."""
RENEWED_BEFORE: Final = timedelta(days=60)
_CLOCKS_DIFFER: Final = timedelta(days=1)
HOME_NETWORKS: Final = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
"""The only numbers that the authority can vouch for, beside the machine's own."""
_Number = ipaddress.IPv4Address | ipaddress.IPv6Address
_Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_PEM: Final = serialization.Encoding.PEM


class Maker:
    """The certificates of one folder.

    Args:
        folder: where they lie.
        names: names of the machine, in order.
        numbers: its numbers on the network, in order.
        now: the moment.
    """

    def __init__(
        self, folder: Path, names: Sequence[str], numbers: Sequence[str], now: datetime
    ) -> None:
        self.table_file: Final = folder / "table.pem"
        self.table_key_file: Final = folder / "table-key.pem"
        self._authority_file: Final = folder / "authority.pem"
        self._authority_key_file: Final = folder / "authority-key.pem"
        self._folder: Final = folder
        self._names: Final = names
        self._addresses: Final = tuple(ipaddress.ip_address(one) for one in numbers)
        self._now: Final = now

    def make_what_is_missing(self) -> None:
        """Make the authority and the table's certificate where they are not there or do not fit.

        Raises:
            OSError, ValueError: a file cannot be written, or holds something else.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self._authority_fits():
            self._make_authority()
            self.table_file.unlink(missing_ok=True)
        if not self._table_fits():
            self._make_table()

    def authority_der(self) -> bytes:
        """The authority's certificate as tablets take it in."""
        return _read(self._authority_file).public_bytes(serialization.Encoding.DER)

    def _authority_fits(self) -> bool:
        if not (self._authority_file.exists() and self._authority_key_file.exists()):
            return False
        found = _read(self._authority_file)
        if not _is_pair(found, self._authority_key_file):
            return False
        if found.not_valid_after_utc < self._now + TABLE_LIFE:
            return False
        names: list[str] = []
        networks: list[_Network] = []
        for extension in found.extensions:
            if isinstance(extension.value, x509.NameConstraints):
                for one in extension.value.permitted_subtrees or ():
                    if isinstance(one, x509.DNSName):
                        names.append(one.value)
                    elif isinstance(one, x509.IPAddress):
                        networks.append(ipaddress.ip_network(str(one.value)))
        return set(self._names) <= set(names) and all(
            _is_within(one, networks) for one in self._addresses
        )

    def _table_fits(self) -> bool:
        if not (self.table_file.exists() and self.table_key_file.exists()):
            return False
        found = _read(self.table_file)
        if not (_is_pair(found, self.table_key_file) and self._has_signed(found)):
            return False
        if found.not_valid_after_utc < self._now + RENEWED_BEFORE:
            return False
        wanted = {*self._names, *map(str, self._addresses)}
        for extension in found.extensions:
            if isinstance(extension.value, x509.SubjectAlternativeName):
                wanted -= {str(one.value) for one in extension.value}
        return not wanted

    def _has_signed(self, found: x509.Certificate) -> bool:
        """Whether a certificate is by the authority that there is now."""
        try:
            found.verify_directly_issued_by(_read(self._authority_file))
        except (InvalidSignature, ValueError, TypeError):
            return False
        return True

    def _make_authority(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = _named(f"Table companion of {self._names[0]}")
        home = tuple(ipaddress.ip_network(one) for one in HOME_NETWORKS)
        foreign = (one for one in self._addresses if not _is_within(one, home))
        networks = (*home, *(ipaddress.ip_network(one) for one in foreign))
        limits = x509.NameConstraints(
            [*map(x509.DNSName, self._names), *map(x509.IPAddress, networks)], None
        )
        own_key = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
        usage = x509.KeyUsage(
            digital_signature=False,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            key_cert_sign=True,
            crl_sign=True,
            encipher_only=False,
            decipher_only=False,
        )
        made = (
            self._begun(name, name, key, AUTHORITY_LIFE)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(limits, critical=True)
            .add_extension(own_key, critical=False)
            .sign(key, hashes.SHA256())
        )
        _keep(self._authority_key_file, key)
        write_whole(self._authority_file, made.public_bytes(_PEM))

    def _make_table(self) -> None:
        authority, authority_key = _read(self._authority_file), _read_key(self._authority_key_file)
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName(
            [*map(x509.DNSName, self._names), *map(x509.IPAddress, self._addresses)]
        )
        issuer_key = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key())
        made = (
            self._begun(_named(self._names[0]), authority.subject, key, TABLE_LIFE)
            .add_extension(names, critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(issuer_key, critical=False)
            .sign(authority_key, hashes.SHA256())
        )
        _keep(self.table_key_file, key)
        write_whole(self.table_file, made.public_bytes(_PEM))

    def _begun(
        self,
        subject: x509.Name,
        issuer: x509.Name,
        key: ec.EllipticCurvePrivateKey,
        life: timedelta,
    ) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(self._now - _CLOCKS_DIFFER)
            .not_valid_after(self._now - _CLOCKS_DIFFER + life)
        )


class Kept:
    """The certificates that a folder holds, for whoever only looks at them.

    Args:
        folder: where they lie.
    """

    def __init__(self, folder: Path) -> None:
        self._pairs: Final = tuple(
            (folder / f"{name}.pem", folder / f"{name}-key.pem") for name in ("authority", "table")
        )

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing."""
        return all(path.exists() for pair in self._pairs for path in pair)

    @property
    def is_open_to_others(self) -> bool:
        """Whether others than their owner can read a key."""
        return any(key.stat().st_mode & 0o077 for _certificate, key in self._pairs)

    def lives(self) -> tuple[tuple[datetime, datetime], tuple[datetime, datetime]]:
        """From when and until when the authority's and the table's certificate hold.

        Raises:
            OSError, ValueError: a file cannot be read, or holds something else.
        """
        for certificate, key in self._pairs:
            if not _is_pair(_read(certificate), key):
                raise ValueError(f"{key.name} is not the key of {certificate.name}")
        authority, table = (_read(certificate) for certificate, _key in self._pairs)
        return (
            (authority.not_valid_before_utc, authority.not_valid_after_utc),
            (table.not_valid_before_utc, table.not_valid_after_utc),
        )


def _named(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _is_within(number: _Number, networks: Iterable[_Network]) -> bool:
    return any(number in network for network in networks)


def _read(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def _is_pair(certificate: x509.Certificate, key_file: Path) -> bool:
    """Whether a key is that of a certificate: a power cut may have come between the two."""
    return certificate.public_key() == _read_key(key_file).public_key()


def _read_key(path: Path) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError(f"{path.name} holds a key of another kind")  # noqa: TRY004 - bad data from a file, no mistake of a caller
    return key


def _keep(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    data = key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    write_whole(path, data)
