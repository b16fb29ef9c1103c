"""The stream to each screen: it says what changed, never what it changed to.

Messages are ``changed`` with names of regions, ``reload``, and ``beat`` after a silence. The id of
a message is the start of the service and the counter of that viewer's own screen.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from flask import Response

from companion.table.ids import SeatId
from webui.ports import Change, Subscription, SubscriptionEndedError, TableService
from webui.settings import WebSettings

RETRY_AFTER_S: Final = 5
_RECONNECT_MS: Final = 1000


class StreamSlots:
    """Counts open streams, so that there is always one left for each seat and a thread for a page.

    Args:
        total: how many there may be.
        kept: how many of them each viewer can count on, whatever the others take.
        for_address: how many one other machine may have.
    """

    def __init__(self, total: int, kept: Mapping[SeatId, int], for_address: int) -> None:
        self._lock = threading.Lock()
        self._total = total
        self._kept = kept
        self._for_address = for_address
        self._by_viewer: Counter[SeatId] = Counter()
        self._by_address: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        """How many streams are open."""
        return self._by_viewer.total()

    def take(self, viewer: SeatId, address: str | None = None) -> bool:
        """Take a slot if there is one for this viewer at this address."""
        with self._lock:
            kept_for_others = sum(
                max(0, count - self._by_viewer[other])
                for other, count in self._kept.items()
                if other != viewer
            )
            if self._by_viewer.total() + kept_for_others >= self._total:
                return False
            if address is not None:
                if self._by_address[address] >= self._for_address:
                    return False
                self._by_address[address] += 1
            self._by_viewer[viewer] += 1
            return True

    def give_back(self, viewer: SeatId, address: str | None = None) -> None:
        """Return a slot that was taken."""
        with self._lock:
            self._by_viewer[viewer] -= 1
            if address is not None:
                self._by_address[address] -= 1
                self._by_address += Counter()


def event_id(epoch: str, counter: int) -> str:
    """Id of a message."""
    return f"{epoch}-{counter}"


def parse_event_id(text: str | None, epoch: str) -> int | None:
    """Counter in an id of this start of the service; -1 for any other text, None for none.

    -1 is older than every counter, so whoever comes with it is told to fetch everything.
    """
    if not text:
        return None
    start, _, number = text.rpartition("-")
    if start != epoch or not number.isascii() or not number.isdecimal() or len(number) > 18:
        return -1
    return int(number)


def message(change: Change, epoch: str) -> str:
    """A change as the stream says it."""
    kind = "changed" if change.regions and not change.reload else "reload"
    data = " ".join(change.regions) if kind == "changed" else "all"
    return f"id: {event_id(epoch, change.counter)}\nevent: {kind}\ndata: {data}\n\n"


class StreamBody:
    """The endless body of a stream answer.

    Its `close` is called by the server in every case, also before the first byte, when the
    generator inside has not begun and would give nothing back.
    """

    def __init__(
        self,
        subscription: Subscription,
        settings: WebSettings,
        may_listen: Callable[[], bool],
        release: Callable[[], None],
    ) -> None:
        self._subscription = subscription
        self._settings = settings
        self._may_listen = may_listen
        self._release = release
        self._lock = threading.Lock()
        self._is_open = True
        self._lines = self._run()

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self._lines)

    def close(self) -> None:
        """Give queue and slot back; calling it again does nothing."""
        with self._lock:
            if not self._is_open:
                return
            self._is_open = False
        self._subscription.close()
        self._release()

    def _run(self) -> Iterator[str]:
        ends_s = time.monotonic() + self._settings.stream_life_s
        yield f"retry: {_RECONNECT_MS}\nevent: beat\ndata: open\n\n"
        while time.monotonic() < ends_s:
            try:
                change = self._subscription.wait(self._settings.heartbeat_s)
            except SubscriptionEndedError:
                return
            if not self._may_listen():
                yield "event: reload\ndata: all\n\n"
                return
            if change is None:
                yield "event: beat\ndata: alive\n\n"
            else:
                yield message(change, self._settings.epoch)


class Streams:
    """Opens streams for one app."""

    def __init__(self, table: TableService, settings: WebSettings) -> None:
        self._table = table
        self._settings = settings
        seats = table.seats()
        share = settings.slots_for_seats // max(1, len(seats))
        self.slots = StreamSlots(
            settings.stream_slots,
            {seat.id: share for seat in seats},
            settings.slots_for_address,
        )

    def open(
        self,
        viewer: SeatId,
        last_id: str | None,
        may_listen: Callable[[], bool],
        address: str | None = None,
    ) -> Response:
        """Answer a request for a stream, with 503 when every slot is taken.

        Args:
            viewer: whose news.
            last_id: id of the last message or of the page.
            may_listen: asked before each message; False ends the stream.
            address: the machine that asks; None for one without a limit of its own.
        """
        if not self.slots.take(viewer, address):
            response = Response("Too many screens are listening. Try again soon.", status=503)
            response.headers["Retry-After"] = str(RETRY_AFTER_S)
            return response
        try:
            since = parse_event_id(last_id, self._settings.epoch)
            subscription = self._table.subscribe(viewer, since)
        except BaseException:
            self.slots.give_back(viewer, address)
            raise
        body = StreamBody(
            subscription,
            self._settings,
            may_listen,
            lambda: self.slots.give_back(viewer, address),
        )
        response = Response(body, mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response
