"""What every page of one app shares."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field

from flask import Request, request

from companion.table.ids import SeatId
from companion.table.values import Seat
from webui.box_ports import Boxes
from webui.doctor_ports import Doctor
from webui.eye_ports import EyePreview
from webui.hosts import HOST_COOKIE, Hosts
from webui.pairing import Pairing
from webui.parts import PublicParts
from webui.ports import CardReader, Games, SetUp, TableService
from webui.settings import WebSettings
from webui.stream import Streams
from webui.taps import Taps


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The games of a house and who may choose among them.

    Attributes:
        games: the games.
        hosts: who has given the table code.
        boxes: the box files of their owners; None where no game has one.
    """

    games: Games
    hosts: Hosts
    boxes: Boxes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What the service hands to the web UI for one open game.

    Attributes:
        table: the table.
        pairing: who holds which seat.
        house: the other games; None where there is but this one.
        eye: what the camera sees; None where none is used.
        doctor: looks at what the table needs; None where it has none.
        cards: reads photographs of cards; None where it cannot be done.
        set_up: lays a game out again that was packed away; None for any other.
    """

    table: TableService
    pairing: Pairing
    house: House | None = None
    eye: EyePreview | None = None
    doctor: Doctor | None = None
    cards: CardReader | None = None
    set_up: SetUp | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The services with what the web UI keeps beside them."""

    services: Services
    settings: WebSettings
    streams: Streams
    taps: Taps = field(default_factory=Taps)
    public_parts: PublicParts = field(default_factory=PublicParts)

    @property
    def table(self) -> TableService:
        """The table."""
        return self.services.table

    @property
    def pairing(self) -> Pairing:
        """Who holds which seat."""
        return self.services.pairing

    @property
    def drawn_for(self) -> str:
        """What a screen is drawn for: the game, and this start of the table."""
        return f"{self.pairing.game}.{self.settings.epoch}"

    def seat(self, name: str) -> Seat | None:
        """The seat of that id, None if the game has none."""
        return next((seat for seat in self.table.seats() if seat.id == name), None)

    def holds(self, seat: SeatId, asked: Request | None = None) -> bool:
        """Whether the tablet that sent a request holds a seat."""
        return self.pairing.holds(seat, self.token(seat, asked))

    def held_seats(self) -> tuple[Seat, ...]:
        """The seats that the tablet holds whose request is being answered."""
        return tuple(seat for seat in self.table.seats() if self.holds(seat.id))

    def token(self, seat: SeatId, asked: Request | None = None) -> str | None:
        """The token for a seat that came with a request."""
        return (asked or request).cookies.get(cookie_name(seat, self.pairing.game))

    def address(self, path: str) -> str:
        """A full address for a QR code."""
        base = self.settings.base_urls[0] if self.settings.base_urls else request.host_url
        return base.rstrip("/") + path


def is_at_home(asked: Request) -> bool:
    """Whether a request comes from the computer of the table itself."""
    try:
        address = ipaddress.ip_address(asked.remote_addr or "")
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def address_to_limit(asked: Request) -> str | None:
    """The machine that a request comes from; None for the table's own, which needs no limits."""
    return None if is_at_home(asked) else asked.remote_addr or "somewhere"


def is_host(house: House, asked: Request) -> bool:
    """Whether whoever sends a request may begin and end games."""
    return is_at_home(asked) or house.hosts.knows(asked.cookies.get(HOST_COOKIE))


def cookie_name(seat: SeatId, game: str = "") -> str:
    """Name of the cookie that holds a tablet's token for a seat of a game."""
    return f"companion-{game}-{seat}" if game else f"companion-{seat}"
