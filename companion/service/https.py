"""What a table over HTTPS consists of: its certificates, its port, and how people are told."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from companion.service.addresses import own_address, own_name
from companion.service.certificates import table_certificates
from companion.service.settings import ALL_ADDRESSES, Settings
from webui.pages.certificate import fingerprint_of
from webui.settings import SafeDoor, own_names

_LOOPBACK = ("127.0.0.1", "::1")


@dataclass(frozen=True, slots=True, kw_only=True)
class SafeSide:
    """The table over HTTPS.

    Attributes:
        door: what the pages say of it.
        chain, key: files with the table's certificate and its key.
    """

    door: SafeDoor
    chain: Path
    key: Path

    def words(self, bases: tuple[str, ...]) -> str:
        """What the terminal says: the addresses, and the digits to compare on a tablet."""
        hosts = [urlsplit(base).netloc.rpartition(":")[0] for base in bases]
        lines = [f"  https://{host}:{self.door.port}/" for host in hosts]
        first = bases[0] if bases else ""
        return "\n".join(
            (
                "\nOver HTTPS, for tablets that trust this table",
                *lines,
                f"  (how a tablet comes to trust it: {first}/certificate)",
                "Its certificate has the digits:",
                *(f"  {line}" for line in _halves(fingerprint_of(self.door.authority))),
                "",
            )
        )


def safe_side(settings: Settings, now: datetime) -> SafeSide | None:
    """The table over HTTPS, None where it is not wanted; makes certificates that are missing.

    Raises:
        CertificateError: they cannot be made or read.
    """
    if not settings.https:
        return None
    number, name = own_address(), own_name()
    numbers = [*_LOOPBACK, *(one for one in (number,) if one)]
    names = [*(one for one in own_names() if one), *(one for one in (name,) if one)]
    if settings.host not in (ALL_ADDRESSES, "::"):
        (numbers if _is_number(settings.host) else names).append(settings.host)
    made = table_certificates(settings.certificates, names, numbers, now)
    door = SafeDoor(port=settings.safe_port, authority=made.authority_der)
    return SafeSide(door=door, chain=made.chain, key=made.key)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _halves(digits: str) -> tuple[str, str]:
    middle = len(digits) // 2
    return digits[:middle].strip(), digits[middle:].strip()
