"""What can be set for the web UI; the service fills it in from its own settings file."""

from __future__ import annotations

import secrets
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from webui.turnstile import Gate

BODY_LIMIT_BYTES: Final = 64 * 1024
"""More than the largest form of any page needs."""

TOKEN_LIFE_S: Final = 180 * 86400.0
"""Half a year: games that are laid aside are gone on with by the same tablets."""

LOOPBACK_NAMES: Final = ("localhost",)


def own_names() -> tuple[str, ...]:
    """Names by which browsers may reach this machine; numbers are allowed anyway."""
    name = socket.gethostname().lower().removesuffix(".local")
    # A name with a domain is announced on the local network without it.
    return tuple(dict.fromkeys((*LOOPBACK_NAMES, name, f"{name.partition('.')[0]}.local")))


def _now_s() -> float:
    return datetime.now(tz=UTC).timestamp()


@dataclass(frozen=True, slots=True, kw_only=True)
class SafeDoor:
    """Where the table is found over HTTPS.

    Attributes:
        port: the port.
        authority: the certificate that a tablet has to trust for it, in DER.
    """

    port: int
    authority: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """Limits and addresses of the web UI.

    Attributes:
        names: host names that a request may be addressed to, lower case, without port.
        base_urls: addresses to print and to put into QR codes, the best one first, such as
            ``http://table.local:8971``; none means whatever the browser used.
        stream_slots: how many screens may listen at once.
        slots_for_seats: how many of those watchers cannot take; each seat has its share of them,
            which the others cannot take either.
        slots_for_address: how many streams one other machine may hold open.
        heartbeat_s: silence after which a stream says that it is alive.
        stream_life_s: after this a stream ends and the browser opens another.
        token_life_s: how long a tablet keeps its seat after it was let in.
        replay_every_s: answers for which the journal is read, those of the replay and of the dice,
            take a whole multiple of this (`webui.even`).
        epoch: tells counters of this start from those of an earlier one.
        safe: the door over HTTPS, None where there is none.
        gate: shut while a roll is on its way to the disk: watchers' parts are drawn afterwards.
        now_s: wall clock for pairing, in seconds since 1970.
        steady_s: clock that never jumps, for telling taps apart.
    """

    names: tuple[str, ...] = field(default_factory=own_names)
    base_urls: tuple[str, ...] = ()
    stream_slots: int = 80
    slots_for_seats: int = 10
    slots_for_address: int = 24
    heartbeat_s: float = 10.0
    stream_life_s: float = 3600.0
    token_life_s: float = TOKEN_LIFE_S
    replay_every_s: float = 0.1
    epoch: str = field(default_factory=lambda: secrets.token_hex(4))
    safe: SafeDoor | None = None
    gate: Gate = field(default_factory=Gate)
    now_s: Callable[[], float] = _now_s
    steady_s: Callable[[], float] = time.monotonic
