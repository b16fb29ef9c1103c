"""Which tablet may show which seat: codes, claims, and the tokens that tablets keep.

A seat has a code, printed as QR at the start. The first tablet that uses it has the seat and the
code is spent. From then on only its holder, by an invitation, or whoever knows the table code can
let another tablet in. Stored are digests of tokens, never tokens.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Literal

import msgspec

from companion.files import write_whole
from companion.table.ids import SeatId
from webui.codes import digest_of, new_code, normal_code
from webui.misses import Misses
from webui.settings import TOKEN_LIFE_S

INVITATION_S: Final = 600.0
"""How long an invitation stands."""

Manner = Literal["join", "hand-over"]
"""Whether a new tablet shares the seat or takes it from those that had it."""


class PairingError(ValueError):
    """A code does not let anybody in; the text says why and what to do."""


class Device(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tablet that holds a seat: digest of its token and when it was last let in."""

    digest: str
    since_s: float


class SeatPairing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one seat stands. `code` is empty once it is spent."""

    code: str
    devices: tuple[Device, ...] = ()


class PairingState(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that survives a restart, for one game.

    Attributes:
        table_code: opens any seat; only the start that made it knows it.
        seats: how each seat stands.
        game: the game that the seats were claimed for.
    """

    table_code: str
    seats: dict[str, SeatPairing]
    game: str = ""


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """A code that the holder of a seat shows to another tablet. Forgotten at a restart."""

    code: str
    seat: SeatId
    manner: Manner
    until_s: float


class PairingStore:
    """Keeps a `PairingState` in a file that only its owner can read."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def load(self) -> PairingState | None:
        """The stored state, None if there is none or it cannot be read."""
        if self._path is None or not self._path.exists():
            return None
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=PairingState)
        except (OSError, msgspec.DecodeError):
            return None

    def save(self, state: PairingState) -> None:
        """Write the state so that a crash leaves the old or the new one.

        Raises:
            OSError: it cannot be written; the old one is untouched.
        """
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._path, msgspec.json.encode(state))


class Pairing:
    """Claims of seats. Safe to use from many threads.

    Args:
        store: where claims are kept.
        seats: the seats of the game.
        now_s: wall clock, seconds since 1970.
        token_life_s: age at which a token no longer counts.
        game: id of the game. In another one every seat is free again: whoever sat there in the
            last game shall not see what that seat hides in this one.
        table_code: the code that opens any seat; a new one unless it is given.

    Raises:
        OSError: the store cannot be written.
    """

    def __init__(
        self,
        store: PairingStore,
        seats: Iterable[SeatId],
        now_s: Callable[[], float],
        token_life_s: float = TOKEN_LIFE_S,
        game: str = "",
        table_code: str = "",
    ) -> None:
        self._store = store
        self._now_s = now_s
        self._token_life_s = token_life_s
        self._lock = threading.Lock()
        self._invitations: dict[str, Invitation] = {}
        self._misses = Misses(now_s)
        self.game: Final = game
        loaded = store.load()
        known = loaded.seats if loaded is not None and loaded.game == game else {}
        self._state = PairingState(
            # Printed at every start, so one that was seen at an earlier start opens nothing.
            table_code=table_code or new_code(),
            game=game,
            seats={seat: known.get(seat) or SeatPairing(code=new_code()) for seat in seats},
        )
        store.save(self._state)

    @property
    def table_code(self) -> str:
        """The code that opens any seat; printed where the service was started."""
        return self._state.table_code

    def code(self, seat: SeatId) -> str | None:
        """The seat's own code for its QR, None once the seat has been claimed."""
        return self._state.seats[seat].code or None

    def is_claimed(self, seat: SeatId) -> bool:
        """Whether some tablet holds the seat."""
        return bool(self._state.seats[seat].devices)

    def device_count(self, seat: SeatId) -> int:
        """How many tablets hold the seat."""
        return len(self._state.seats[seat].devices)

    def holds(self, seat: SeatId, token: str | None) -> bool:
        """Whether a tablet's token is good for a seat."""
        pairing = self._state.seats.get(seat)
        if pairing is None or not token:
            return False
        digest = digest_of(token)
        oldest_s = self._now_s() - self._token_life_s
        return any(
            secrets.compare_digest(device.digest, digest) and device.since_s >= oldest_s
            for device in pairing.devices
        )

    def seat_of_code(self, code: str, address: str = "") -> SeatId | None:
        """The seat that a seat's code or an invitation opens; None for the table code.

        Args:
            code: what was typed or scanned.
            address: the machine that it came from; wrong codes are counted for each.

        Raises:
            PairingError: the code opens nothing.
        """
        wanted = normal_code(code)
        with self._lock:
            return self._find(wanted, address)[0]

    def claim(self, code: str, seat: SeatId | None = None, address: str = "") -> tuple[SeatId, str]:
        """Let a tablet in; returns the seat and the token that the tablet keeps.

        Args:
            code: a seat's code, an invitation or the table code.
            seat: which seat, needed with the table code.
            address: the machine that it came from.

        Raises:
            PairingError: the code opens nothing, no seat was chosen, or the disk does not take it.
        """
        wanted = normal_code(code)
        with self._lock:
            found, manner = self._find(wanted, address)
            target = found or seat
            if target is None or target not in self._state.seats:
                raise PairingError("Choose which seat this tablet shall show.")
            token = secrets.token_urlsafe(32)
            device = Device(digest=digest_of(token), since_s=self._now_s())
            others = self._state.seats[target].devices if manner == "join" else ()
            self._set(target, SeatPairing(code="", devices=(*others, device)))
            self._invitations.pop(wanted, None)
            return target, token

    def invite(self, seat: SeatId, manner: Manner) -> Invitation:
        """Make a code by which the holder lets another tablet in; earlier ones are void."""
        with self._lock:
            self._invitations = {
                code: kept for code, kept in self._invitations.items() if kept.seat != seat
            }
            invitation = Invitation(
                code=new_code(),
                seat=seat,
                manner=manner,
                until_s=self._now_s() + INVITATION_S,
            )
            self._invitations[invitation.code] = invitation
            return invitation

    def _find(self, wanted: str, address: str) -> tuple[SeatId | None, Manner]:
        if self._misses.are_too_many(address):
            raise PairingError("Too many wrong codes. Wait a minute, then try again.")
        invitation = self._invitations.get(wanted)
        if invitation is not None and invitation.until_s >= self._now_s():
            return invitation.seat, invitation.manner
        if secrets.compare_digest(wanted, self._state.table_code):
            return None, "hand-over"
        for seat, pairing in self._state.seats.items():
            if pairing.code and secrets.compare_digest(wanted, pairing.code):
                return SeatId(seat), "hand-over"
        self._misses.add(address)
        raise PairingError(
            "This code opens no seat. A seat's code works once: ask whoever holds the seat for "
            "an invitation, or use the table code from the screen where the table was started."
        )

    def _set(self, seat: SeatId, pairing: SeatPairing) -> None:
        state = msgspec.structs.replace(self._state, seats={**self._state.seats, seat: pairing})
        try:
            self._store.save(state)
        except OSError as error:
            raise PairingError(
                f"The seat could not be written down: {error.strerror}. Free some space on the "
                "table's disk, then try again; the code is still good."
            ) from error
        self._state = state
