"""Keeps an eye on the table: starts its process, and another one when it ends."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from companion.border import EyeMessage, EyeState, EyeWish, MarkerReading
from companion.table.values import Piece

LOG: Final = logging.getLogger("companion.eye")

FIRST_WAIT_S: Final = 0.5
LONGEST_WAIT_S: Final = 15.0
_PROVEN_S: Final = 60.0
FROZEN_AFTER_S: Final = 10.0
"""An eye beats once a second; one that is silent for so long does not come back by itself."""

STUCK_AFTER_S: Final = 90.0
"""Longer than any camera takes to open or to be given up."""

_LOOK_EVERY_S: Final = 1.0
_FROZEN: Final = "The eye does not answer any more."
_STUCK: Final = "The eye is stuck at one picture."


class EyeProcess(Protocol):
    """What is needed of `vision.eye_client.EyeProcess`."""

    def start(self) -> None:
        """Start the process."""

    def stop(self) -> None:
        """End the process and wait for it."""

    def ask(self, wish: EyeWish) -> None:
        """Hand a wish to the process."""

    @property
    def silent_s(self) -> float:
        """How long nothing was heard of it."""

    @property
    def busy_s(self) -> float:
        """How long it has been at one picture."""


MakeEye = Callable[[Callable[[EyeMessage], None]], EyeProcess]
"""Makes an eye that knows the table as it stands now, and says what it sees to the callback."""


class EyeOwner:
    """Owns the eye's process.

    Args:
        make: makes an eye; called anew for each start.
        on_message: called from the eye's thread for each message, in order.
        restarts: whether an eye that has ended is followed by another; not so for a film, which
            would begin again.
        first_wait_s: pause before the first new start; doubled from one to the next.
        frozen_after_s: how long an eye may be silent.
    """

    def __init__(
        self,
        make: MakeEye,
        on_message: Callable[[EyeMessage], None],
        *,
        restarts: bool = True,
        first_wait_s: float = FIRST_WAIT_S,
        frozen_after_s: float = FROZEN_AFTER_S,
    ) -> None:
        self._make: Final = make
        self._on_message: Final = on_message
        self._restarts: Final = restarts
        self._first_wait_s: Final = first_wait_s
        self._frozen_after_s: Final = frozen_after_s
        self._eye: EyeProcess | None = None
        self._stopping: Final = threading.Event()
        self._wake: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="eye-owner", daemon=True)

    def start(self) -> None:
        """Start the eye; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End the eye and wait for it; a second call does nothing."""
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def ask(self, wish: EyeWish) -> None:
        """Hand a wish to the eye that runs; lost if none does."""
        eye = self._eye
        if eye is not None:
            eye.ask(wish)

    def _run(self) -> None:
        wait_s = self._first_wait_s
        while not self._stopping.is_set():
            started_s = time.monotonic()
            self._watch_once()
            if not self._restarts:
                return
            if time.monotonic() - started_s > _PROVEN_S:
                wait_s = self._first_wait_s
            if not self._stopping.wait(wait_s):
                LOG.warning("the eye has ended and is started again")
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    def _watch_once(self) -> None:
        """Run one eye to its end."""
        self._wake.clear()
        if self._stopping.is_set():
            return
        eye = self._make(self._hear)
        try:
            eye.start()
        except OSError as error:
            reason = f"The eye cannot be started: {error.strerror}."
            self._on_message(EyeState(t_s=0.0, state="closed", reason=reason))
            return
        self._eye = eye
        look_every_s = min(_LOOK_EVERY_S, self._frozen_after_s / 4)
        while not self._wake.wait(look_every_s):
            reason = self._frozen_words(eye)
            if reason:
                LOG.warning("the eye does not go on: %s", reason)
                self._on_message(EyeState(t_s=0.0, state="closed", reason=reason))
                break
        self._eye = None
        eye.stop()

    def _frozen_words(self, eye: EyeProcess) -> str:
        """Why an eye that runs is of no use, empty while it is."""
        if eye.silent_s > self._frozen_after_s:
            return _FROZEN
        return _STUCK if eye.busy_s > STUCK_AFTER_S else ""

    def _hear(self, message: EyeMessage) -> None:
        self._on_message(message)
        if isinstance(message, EyeState) and message.state == "closed":
            self._wake.set()


def known_markers(pieces: Iterable[Piece]) -> tuple[MarkerReading, ...]:
    """The markers of a game as an eye takes them: where it will look for them first.

    Args:
        pieces: `Game.pieces` of the state.
    """
    return tuple(
        MarkerReading(
            track=piece.id,
            colour=piece.colour,
            face=piece.face,
            x_in=piece.x_in,
            y_in=piece.y_in,
            place=piece.place,
            serial=piece.serial,
            z_in=piece.z_in,
        )
        for piece in pieces
    )
