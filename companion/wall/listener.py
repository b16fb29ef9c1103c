"""Listens to all tables of a hall over MQTT and keeps what a wall shows."""

from __future__ import annotations

import logging
import queue
import secrets
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, Final

import msgspec

from companion.hall.broker import KEEPALIVE_S, Broker, new_client, watch_line
from companion.hall.messages import (
    Again,
    MessageError,
    Note,
    Presence,
    TableState,
    split_topic,
    topic,
    unpacked_region,
)
from companion.table.views import Region
from companion.wall.store import WallStore, WallStoreError
from companion.wall.tables import HallTable, HallTables, result_of

if TYPE_CHECKING:
    from paho.mqtt.client import MQTTMessage

LOG: Final = logging.getLogger("companion.wall")

LOOKED_AT_MOST: Final = 12
"""So many tables are heard with all parts of their screens, those that were looked at last."""

DELAYS_KEPT: Final = 2000
ASK_EVERY_S: Final = 0.5


@dataclass(frozen=True, slots=True)
class _Came:
    kind: str
    table: str
    payload: bytes


class HallListener:
    """A wall's ear; `start` and `stop` once each. Attributes are read under `lock`.

    Args:
        broker: where to listen.
        store: keeps results and how far it has come.
        now: time in UTC, for the delay.
        heard: hears of each note in order, after the wall has taken it.

    Raises:
        BrokerError: the broker's address cannot be used.

    Attributes:
        lock: guards `tables` and everything that is read of it; notified at every change.
        tables: the tables.
        connected: whether the line to the broker stands.
    """

    def __init__(
        self,
        broker: Broker,
        store: WallStore,
        now: Callable[[], datetime] = lambda: datetime.now(tz=UTC),
        heard: Callable[[HallTable, Note], None] = lambda _table, _note: None,
    ) -> None:
        self._broker: Final = broker
        self._store: Final = store
        self._now: Final = now
        self._also: Final = heard
        self._client: Final = new_client(broker, f"wall-{secrets.token_hex(4)}")
        self.lock: Final = threading.Condition()
        self.tables: Final = HallTables(self._heard)
        for name, series, number in store.positions():
            self.tables.remember(name, series, number)
        self.connected = False
        self._delays_s: Final[deque[float]] = deque(maxlen=DELAYS_KEPT)
        self._regions: Final[dict[str, dict[str, Region]]] = {}
        self._came: Final[queue.SimpleQueue[_Came | None]] = queue.SimpleQueue()
        self._thread: Final = threading.Thread(target=self._run, name="wall", daemon=True)
        client = self._client
        watch_line(client, broker, lambda stands: self._line(stands=stands))
        client.on_message = lambda _c, _u, message: self._message(message)

    def start(self) -> None:
        """Begin to connect and to listen."""
        self._thread.start()
        self._client.connect_async(self._broker.host, self._broker.port, KEEPALIVE_S)
        self._client.loop_start()

    def stop(self) -> None:
        """Stop listening."""
        self._client.disconnect()
        self._client.loop_stop()
        self._came.put(None)
        self._thread.join()

    def look_at(self, table: str) -> None:
        """Hear all parts of a table's screen from now on. Under `lock`."""
        parts = self._regions.pop(table, None)
        if parts is None:
            self._client.subscribe(self._topic(table, "region/+"), qos=0)
        self._regions[table] = parts or {}
        while len(self._regions) > LOOKED_AT_MOST:
            oldest = next(iter(self._regions))
            del self._regions[oldest]
            self._client.unsubscribe(self._topic(oldest, "region/+"))

    def parts(self, table: str) -> dict[str, Region]:
        """The parts of a screen that is looked at, as far as they have come. Under `lock`."""
        return self._regions.get(table, {})

    def delays_s(self) -> list[float]:
        """How long the last notes took from table to wall, by the clocks of both. Under `lock`."""
        return sorted(self._delays_s)

    def _topic(self, table: str, kind: str) -> str:
        return topic(table, kind, self._broker.prefix)

    def _line(self, *, stands: bool) -> None:
        with self.lock:
            self.connected = stands
            if stands:
                kinds = [("+", "presence"), ("+", "state"), ("+", "notes")]
                kinds += [(table, "region/+") for table in self._regions]
                self._client.subscribe([(self._topic(*kind), 1) for kind in kinds])
            self.tables.changed += 1
            self.lock.notify_all()

    def _message(self, message: MQTTMessage) -> None:
        found = split_topic(message.topic, self._broker.prefix)
        if found is not None:
            self._came.put(_Came(found[1], found[0], bytes(message.payload)))

    def _run(self) -> None:
        ask_s = monotonic() + ASK_EVERY_S
        while True:
            try:
                came = self._came.get(timeout=max(0.01, ask_s - monotonic()))
            except queue.Empty:
                ask_s = monotonic() + ASK_EVERY_S
                self._ask_again()
                continue
            if came is None:
                return
            try:
                with self.lock:
                    self._take(came)
                    self.lock.notify_all()
            except (msgspec.MsgspecError, MessageError) as error:
                LOG.warning("%s of %s is not as described: %s", came.kind, came.table, error)
            if monotonic() >= ask_s:
                ask_s = monotonic() + ASK_EVERY_S
                self._ask_again()

    def _take(self, came: _Came) -> None:
        kind, name, payload = came.kind, came.table, came.payload
        if kind == "notes":
            self.tables.take_note(name, msgspec.json.decode(payload, type=Note))
        elif kind == "state":
            self.tables.take_state(name, msgspec.json.decode(payload, type=TableState))
        elif kind == "presence":
            presence = msgspec.json.decode(payload, type=Presence)
            self.tables.take_presence(name, online=presence.online)
        elif kind.startswith("region/") and name in self._regions:
            part = kind.removeprefix("region/")
            if payload:
                self._regions[name][part] = unpacked_region(payload)
            else:
                self._regions[name].pop(part, None)
            table = self.tables.find(name)
            if table is not None:
                self.tables.changed += 1
                table.changed = self.tables.changed

    def _heard(self, table: HallTable, note: Note) -> None:
        if note.number == table.latest:
            # One that was asked for again says nothing of the way that it takes otherwise.
            at = datetime.fromisoformat(note.at)
            self._delays_s.append(max(0.0, (self._now() - at).total_seconds()))
        try:
            self._store.taken(table.name, note.series, note.number, result_of(table, note))
        except WallStoreError as error:
            LOG.error("%s", error)  # noqa: TRY400 - the sentence says it all
        self._also(table, note)

    def _ask_again(self) -> None:
        with self.lock:
            wishes = self.tables.wishes(monotonic()) if self.connected else []
        for wish in wishes:
            again = msgspec.json.encode(Again(series=wish.series, number=wish.number))
            self._client.publish(self._topic(wish.table, "again"), again, qos=1)
