"""Sends what a table says to a broker: one thread that owns the outbox, one of the MQTT library.

The table hands views in and never waits. Notes are sent until the broker has acknowledged them,
over cuts and restarts, at most `WINDOW` at a time; walls drop what they have already. What the
broker keeps is sent without acknowledgement and all of it anew whenever the line is back, so that
no late repetition can put an older state over a newer one.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final, assert_never

import msgspec

from companion.hall.broker import KEEPALIVE_S, Broker, new_client, watch_line
from companion.hall.messages import Again, Presence, topic
from companion.hall.outbox import Outbox, OutboxError
from companion.hall.voice import Retained, Voice
from companion.table.views import View

if TYPE_CHECKING:
    from paho.mqtt.client import MQTTMessage

LOG: Final = logging.getLogger("companion.hall")

WINDOW: Final = 20
"""Notes under way at a time."""

AGAIN_EVERY_S: Final = 1.0
"""Notes are sent again at most so often, whoever asks."""

FAREWELL_S: Final = 2.0
"""How long the end waits for the broker to take the last notes."""


@dataclass(frozen=True, slots=True)
class _Opened:
    game_id: str
    game: str
    title: str


@dataclass(frozen=True, slots=True)
class _Shown:
    view: View
    at: datetime


@dataclass(frozen=True, slots=True)
class _Closed:
    pass


@dataclass(frozen=True, slots=True)
class _Connected:
    pass


@dataclass(frozen=True, slots=True)
class _Lost:
    pass


@dataclass(frozen=True, slots=True)
class _Acknowledged:
    message: int


@dataclass(frozen=True, slots=True)
class _Stop:
    pass


_Item = _Shown | Again | _Opened | _Closed | _Connected | _Lost | _Acknowledged | _Stop


class HallPublisher:
    """A table that is heard in the hall; `start` and `stop` once each.

    Args:
        broker: where to.
        table: name of the table, one that no other table of the hall has.
        outbox: file for the notes.
        clock: time in UTC.

    Raises:
        BrokerError: the broker's address cannot be used.
        MessageError: the name cannot be one.
        OutboxError: the file cannot be used.
    """

    def __init__(
        self, broker: Broker, table: str, outbox: Path, clock: Callable[[], datetime]
    ) -> None:
        self._broker: Final = broker
        self._table: Final = table
        self._client: Final = new_client(broker, f"table-{table}")
        self._outbox: Final = Outbox(outbox)
        self._voice: Final = Voice(self._outbox)
        self._clock: Final = clock
        self._items: Final[queue.SimpleQueue[_Item]] = queue.SimpleQueue()
        self._thread: Final = threading.Thread(target=self._run, name="hall", daemon=True)
        self._cursor = self._outbox.acknowledged
        self._under_way: Final[dict[int, int]] = {}
        self._connected = False
        self._served_again_s = 0.0
        self._told = threading.Event()
        client = self._client
        client.will_set(self._topic("presence"), _presence(online=False), qos=1, retain=True)
        watch_line(
            client, broker, lambda stands: self._items.put(_Connected() if stands else _Lost())
        )
        client.on_publish = lambda _c, _u, mid, *_rest: self._items.put(_Acknowledged(mid))
        client.on_message = lambda _c, _u, message: self._asked_again(message)

    def start(self) -> None:
        """Begin to connect, and to send."""
        self._thread.start()
        self._client.connect_async(self._broker.host, self._broker.port, KEEPALIVE_S)
        self._client.loop_start()

    def opened(self, game_id: str, game: str, title: str) -> None:
        """Another game is open; its first view follows. Returns at once."""
        self._items.put(_Opened(game_id, game, title))

    def view(self, view: View) -> None:
        """Take the newest public view. Returns at once."""
        self._items.put(_Shown(view, self._clock()))

    def closed(self) -> None:
        """No game is open any more. Returns at once."""
        self._items.put(_Closed())

    def stop(self) -> None:
        """Let the broker take what is left, for a moment, and take leave."""
        self._items.put(_Stop())
        self._thread.join()
        if self._client.is_connected():
            self._client.publish(
                self._topic("presence"), _presence(online=False), qos=1, retain=True
            ).wait_for_publish(FAREWELL_S)
        self._client.disconnect()
        self._client.loop_stop()
        self._outbox.close()

    def _topic(self, kind: str) -> str:
        return topic(self._table, kind, self._broker.prefix)

    def _asked_again(self, message: MQTTMessage) -> None:
        try:
            self._items.put(msgspec.json.decode(message.payload, type=Again))
        except msgspec.MsgspecError:
            LOG.warning("a message on %s is no wish that is known here", message.topic)

    def _run(self) -> None:
        ends_s: float | None = None
        while ends_s is None or (monotonic() < ends_s and self._owes):
            try:
                item = self._items.get(timeout=None if ends_s is None else 0.1)
            except queue.Empty:
                continue
            if isinstance(item, _Stop):
                ends_s = monotonic() + FAREWELL_S
            self._try(partial(self._handle, item))
            self._try(self._send_notes)

    def _try(self, do: Callable[[], None]) -> None:
        """Do what the disk may refuse; a later try makes up for it."""
        try:
            do()
        except OutboxError as error:
            LOG.error("not told to the hall yet: %s", error)  # noqa: TRY400 - the sentence says it all

    @property
    def _owes(self) -> bool:
        return self._connected and self._outbox.acknowledged < self._outbox.number

    def _handle(self, item: _Item) -> None:
        match item:
            case _Shown(view, at):
                kept = self._voice.take(view, at)
                # Notes first: a wall that has them needs nothing of the state.
                self._send_notes()
                self._tell(kept)
            case _Opened(game_id, game, title):
                self._voice.opened(game_id, game, title)
            case _Closed():
                self._tell(self._voice.closed())
            case Again(series=series, number=number):
                self._again(series, number)
            case _Connected():
                self._client.subscribe(self._topic("again"), qos=1)
                self._connected = True
                self._client.publish(
                    self._topic("presence"), _presence(online=True), qos=1, retain=True
                )
                self._tell(self._voice.everything())
            case _Lost():
                self._connected = False
            case _Acknowledged(message):
                self._acknowledged(message)
            case _Stop():
                pass
            case _:
                assert_never(item)

    def _tell(self, messages: tuple[Retained, ...]) -> None:
        if self._connected:
            for one in messages:
                self._client.publish(self._topic(one.kind), one.payload, qos=0, retain=True)

    def _send_notes(self) -> None:
        room = WINDOW - len(self._under_way)
        if not self._connected or room <= 0 or self._cursor >= self._outbox.number:
            return
        for number, payload in self._outbox.after(self._cursor, room):
            sent = self._client.publish(self._topic("notes"), payload, qos=1)
            self._under_way[sent.mid] = number
            self._cursor = number

    def _acknowledged(self, message: int) -> None:
        if self._under_way.pop(message, None) is None:
            return
        behind = min(self._under_way.values(), default=self._cursor + 1)
        self._outbox.acknowledge(behind - 1)

    def _again(self, series: str, number: int) -> None:
        now_s = monotonic()
        if series != self._outbox.series or now_s - self._served_again_s < AGAIN_EVERY_S:
            return
        self._served_again_s = now_s
        self._cursor = min(self._cursor, max(number, self._outbox.oldest()) - 1)


def _presence(*, online: bool) -> bytes:
    return msgspec.json.encode(Presence(online=online))
