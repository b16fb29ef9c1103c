"""Under which addresses the tablets find the table, and how they are shown in the terminal."""

from __future__ import annotations

import io
import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import segno

from companion.table.ids import SeatId
from companion.table.values import Seat

AVAHI: Final = Path("/run/avahi-daemon/socket")
"""There while Avahi runs, which announces this machine's name on the local network."""

_SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address that no network has; asking for the way there sends nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """One address to print.

    Attributes:
        title: what is found there.
        path: path of the page.
        note: said beside it, such as why there is no code.
    """

    title: str
    path: str
    note: str = ""


def own_address() -> str | None:
    """This machine's number on the local network, None where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE_ELSE)
        except OSError:
            return None
        number: str = probe.getsockname()[0]
    return None if number.startswith(("127.", "0.")) else number


def own_name(avahi: Path = AVAHI) -> str | None:
    """This machine's name on the local network, None where nothing answers for it.

    The name is what Avahi announces by mDNS. Nothing is asked of the network for it.

    Args:
        avahi: where a running Avahi has its socket.
    """
    name = socket.gethostname().lower().partition(".")[0]
    return f"{name}.local" if name and name != "localhost" and avahi.exists() else None


def base_urls(
    host: str, port: int, network_address: str | None, name: str | None = None
) -> tuple[str, ...]:
    """Beginnings of the table's addresses, the best one for a tablet first.

    The number comes first, since not every tablet looks names of the local network up.

    Args:
        host: the address that is listened on, ``0.0.0.0`` or ``::`` for all.
        port: the port.
        network_address: this machine's number on the local network.
        name: this machine's name on the local network.
    """
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return (f"http://{f'[{host}]' if ':' in host else host}:{port}",)
    hosts = (network_address, name if network_address else None, "localhost")
    return tuple(f"http://{one}:{port}" for one in hosts if one)


def screen_addresses(
    seats: Iterable[Seat], codes: Mapping[SeatId, str | None], *, demo: bool
) -> tuple[Address, ...]:
    """The pages of the public and of each seat.

    Args:
        seats: the seats.
        codes: for each seat its code, None once a tablet has it.
        demo: whether there is a virtual table to be moved by hand.
    """
    addresses = [Address(title="Public screen", path="/")]
    for seat in seats:
        code = codes[seat.id]
        if code is None:
            note = "a tablet has this seat already; another one joins by an invitation from it"
            addresses.append(
                Address(title=f"{seat.title} seat", path=f"/seat/{seat.id}", note=note)
            )
        else:
            addresses.append(Address(title=f"{seat.title} seat", path=f"/join/{code}"))
    if demo:
        addresses.append(Address(title="Virtual table (instead of hands)", path="/demo/table"))
    return tuple(addresses)


def lobby_addresses() -> tuple[Address, ...]:
    """The page that is there while no game is open."""
    return (Address(title="Games", path="/games"),)


def printed(addresses: Iterable[Address], bases: tuple[str, ...], table_code: str) -> str:
    """What the terminal shows: each page with its addresses and a QR code of the first.

    Args:
        addresses: the pages.
        bases: beginnings of the addresses, the best one first.
        table_code: opens any seat, for whoever sits at this terminal.
    """
    text = io.StringIO()
    for address in addresses:
        text.write(f"\n{address.title}\n")
        for base in bases:
            text.write(f"  {base}{address.path}\n")
        if address.note:
            text.write(f"  ({address.note})\n")
        segno.make(bases[0] + address.path, error="l", micro=False).terminal(
            out=text, border=2, compact=True
        )
    text.write("\nTable code, for a tablet that has lost its seat or shall choose games: ")
    text.write(f"{table_code}\n")
    return text.getvalue()
