"""The composition root: a house with its games, run until it is stopped.

One game at most is open. Another is opened without a new start: the open one is laid aside, with
all that runs for it, and the web server goes on with the pages of the next.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from calibration.layout import LayoutError
from companion.journal.errors import JournalError
from companion.journal.store import GameRecord, JournalWriter
from companion.service.addresses import base_urls, lobby_addresses, own_address, own_name, printed
from companion.service.box import BoxFileError, box_text
from companion.service.boxes import HouseBoxes
from companion.service.clock import now, steady_s
from companion.service.drafts import clear_drafts
from companion.service.games import GAMES, load_game, sample_box
from companion.service.garbage import spare_what_stays
from companion.service.hall import hall_of
from companion.service.https import SafeSide, safe_side
from companion.service.instance import InstanceLock
from companion.service.keeper import CannotStartError, start_game
from companion.service.places import (
    OpenGame,
    checked_scheme,
    lay_aside,
    lay_out,
    make_folders,
    pack_away,
)
from companion.service.settings import Settings, SettingsError
from companion.service.sitting import Room, Sitting, Watch
from companion.service.supervision import ServiceManager, Watchdog
from companion.service.written import WrittenGames, game_choices, playable
from companion.table.game import Game
from companion.table.options import chosen_options, default_options
from companion.table.values import Refusal
from firmware_bridge.virtual_die import VirtualDieError
from webui.app import AppSwitch, create_lobby
from webui.hosts import Hosts
from webui.pairing import Pairing
from webui.ports import GameChoice, WrittenGame, WrittenReplay
from webui.server import WebServer
from webui.settings import WebSettings
from webui.site import House
from webui.tls_door import TlsDoor

Say = Callable[[str], None]


def _nobody_hears(_text: str) -> None:
    """What is said before anybody listens."""


class TableHouse:
    """Everything that runs on one machine; implements `webui.ports.Games`.

    Args:
        settings: what was chosen. A game that is named is opened: the newest that has not ended,
            or a new one. Without a name the game that was open last is opened, if there is one.
        watch: hears of each standing of the open game before any screen does.

    Raises:
        AlreadyRunningError: another table uses the user directory.
        SettingsError, SchemeError, LensError, BoxFileError, CannotStartError: something that was
            named cannot be used.
        JournalError: the journal cannot be read or written.
        PortTakenError: the web server's port cannot be had.
        CertificateError: there are no certificates for HTTPS where it is wanted.
    """

    def __init__(self, settings: Settings, watch: Watch | None = None) -> None:
        self._settings: Final = settings
        self._say: Say = _nobody_hears
        self._lock: Final = threading.Lock()
        self._sitting: Sitting | None = None
        with ExitStack() as opening:
            make_folders(settings)
            opening.callback(InstanceLock(settings.lock).release)
            clear_drafts(settings)
            scheme = checked_scheme(settings)
            # Also for a game that goes on: a box file with a fault shall not wait for the next.
            self._checked_box(load_game(settings.named_game), {})
            self._memory: Final = OpenGame(settings.open_game)
            self._written: Final = WrittenGames(settings.journal)
            opening.callback(self._written.close)
            self._safe: Final = safe_side(settings, now())
            web = WebSettings(
                base_urls=base_urls(settings.host, settings.port, own_address(), own_name()),
                safe=None if self._safe is None else self._safe.door,
            )
            self._web_settings: Final = web
            boxes = HouseBoxes(settings, scheme, self._is_open)
            house = House(games=self, hosts=Hosts(steady_s), boxes=boxes)
            self._room: Final = Room(
                settings=settings,
                scheme=scheme,
                house=house,
                web=web,
                boxes=boxes,
                watch=watch,
                hall=hall_of(settings),
            )
            if self._room.hall is not None:
                opening.callback(self._room.hall.stop)
            self._lobby: Final = create_lobby(house, web)
            self._app: Final = AppSwitch(self._lobby)
            record = self._record_to_open()
            if record is None:
                self._memory.write("")
            else:
                self._sitting = self._made(record)
            opening.callback(self._leave)
            self._web: Final = WebServer(self._app, web, settings.host, settings.port)
            opening.callback(self._web.stop)
            self._tls: Final = _tls_door(self._safe, self._app, web, settings.host)
            if self._tls is not None:
                opening.callback(self._tls.stop)
            opening.callback(self._end_streams)
            # Everything is in order; from here on `stop` takes it apart.
            self._closing: Final = opening.pop_all()

    @property
    def port(self) -> int:
        """The port that screens are served on."""
        return self._web.port

    @property
    def sitting(self) -> Sitting | None:
        """The open game, None while there is none."""
        return self._sitting

    @property
    def pairing(self) -> Pairing:
        """Who holds which seat of the open game.

        Raises:
            RuntimeError: no game is open.
        """
        if self._sitting is None:
            raise RuntimeError("no game is open")
        return self._sitting.pairing

    def addresses(self) -> str:
        """The addresses of what is open, with QR codes, for the terminal."""
        sitting = self._sitting
        safe = "" if self._safe is None else self._safe.words(self._web_settings.base_urls)
        if sitting is not None:
            return sitting.addresses() + safe
        code = self._room.house.hosts.table_code
        return printed(lobby_addresses(), self._web_settings.base_urls, code) + safe

    def start(self, say: Say = _nobody_hears) -> None:
        """Start the open game and the web server.

        Args:
            say: hears the addresses whenever another game is opened.

        Raises:
            VirtualDieError: the virtual die did not start.
        """
        self._say = say
        if self._room.hall is not None:
            self._room.hall.start()
        if self._sitting is not None:
            self._sitting.start()
            self._app.app = self._sitting.app
            spare_what_stays()
        self._web.start()
        if self._tls is not None:
            self._tls.start()

    def stop(self) -> None:
        """End the open game and the web server; the journal is closed last."""
        self._closing.close()

    def answers(self, within_s: float) -> bool:
        """Whether the web server and the open game, if any, answer within so many seconds."""
        sitting = self._sitting
        return self._web.answers(within_s) and (sitting is None or sitting.answers(within_s))

    def choices(self) -> tuple[GameChoice, ...]:
        """What can be begun."""
        return game_choices()

    def written(self) -> tuple[WrittenGame, ...]:
        """What was begun, the newest first."""
        sitting = self._sitting
        return self._written.listed(self._open_id, "" if sitting is None else sitting.verdict)

    def replay(self, game_id: str) -> WrittenReplay | None:
        """The replay of a game that has ended."""
        return self._written.replay(game_id)

    def begin(self, choice: str, inputs: tuple[tuple[str, str], ...], ends: str = "") -> str | None:
        """Lay the open game aside, or end it where that was read to be over, and begin another."""
        if choice not in GAMES:
            return "This game is not here any more. Load the page again."
        game = load_game(choice)
        options = chosen_options(game.options(), inputs)
        if isinstance(options, Refusal):
            return options.text
        with self._lock:
            try:
                box = self._checked_box(game, options)
                self._leave(packs=True, ends=ends)
                self._enter(self._begun(game, options, box))
            except _CANNOT_OPEN as error:
                self._hush()
                return str(error)
        return None

    def go_on(self, game_id: str, ends: str = "") -> str | None:
        """Lay the open game aside, or end it where that was read to be over, and open another."""
        with self._lock:
            if game_id == self._open_id:
                return None
            try:
                record = self._unfinished(game_id)
                if record is None:
                    return _GONE
                self._leave(packs=True, ends=ends)
                self._enter(record)
            except _CANNOT_OPEN as error:
                self._hush()
                return str(error)
        return None

    def put_away(self) -> str | None:
        """Lay the open game aside."""
        with self._lock:
            try:
                self._leave(packs=True)
                self._hush()
                self._memory.write("")
            except (JournalError, SettingsError) as error:
                return str(error)
        self._say(self.addresses())
        return None

    def end(self, game_id: str) -> str | None:
        """Mark a game as played to its end."""
        with self._lock:
            was_open = game_id == self._open_id
            try:
                if self._unfinished(game_id) is None:
                    return _GONE
                if was_open:
                    self._leave()
                    self._hush()
                    self._memory.write("")
                self._mark_ended(game_id)
            except (JournalError, SettingsError) as error:
                return str(error)
        if was_open:
            self._say(self.addresses())
        return None

    @property
    def _open_id(self) -> str:
        return "" if self._sitting is None else self._sitting.game_id

    def _is_open(self, game: str) -> bool:
        return self._sitting is not None and self._sitting.game.id == game

    def _record_to_open(self) -> GameRecord | None:
        """The game to open at the start: see `__init__`."""
        with JournalWriter(self._settings.journal) as writer:
            records = [one for one in playable(writer.games()) if one.ended_at is None]
        if not (self._settings.game or self._settings.new):
            return _last_open(records, self._memory.read())
        game = load_game(self._settings.named_game)
        mine = [record for record in records if record.game == game.id]
        if mine:
            # The newest by its time may be another: one begun while the clock was ahead stays it.
            last = self._memory.read()
            meant = next((one for one in mine if one.game_id == last), mine[-1])
            if not self._settings.new:
                return meant
            self._mark_ended(meant.game_id)
        options = default_options(game.options())
        return self._begun(game, options, self._checked_box(game, options))

    def _checked_box(self, game: Game[Any], options: dict[str, str]) -> str:
        """The text of a game's box file, with which it would begin.

        Raises:
            BoxFileError, CannotStartError: it cannot be used; the text names the file.
        """
        settings = self._settings
        path = settings.box_of(game.id)
        if settings.box == path and not path.is_file():
            raise BoxFileError(f"there is no box file {path}. Name another with --box.")
        takes_sample = settings.demo or settings.sample
        box = box_text(path, sample_box(game.id) if takes_sample else "")
        events = game.start(options or default_options(game.options()), box)
        if isinstance(events, Refusal):
            raise CannotStartError(f"{path}: {events.text}")
        return box

    def _begun(self, game: Game[Any], options: dict[str, str], box: str) -> GameRecord:
        with JournalWriter(self._settings.journal) as writer:
            return start_game(game, writer, options=options, box=box, clock=now)

    def _unfinished(self, game_id: str) -> GameRecord | None:
        records = self._written.records()
        return next((r for r in records if r.game_id == game_id and r.ended_at is None), None)

    def _mark_ended(self, game_id: str) -> None:
        with JournalWriter(self._settings.journal) as writer:
            writer.end_game(game_id, now().isoformat(timespec="milliseconds"))

    def _made(self, record: GameRecord) -> Sitting:
        last = self._memory.read()
        if last and last != record.game_id:
            # Power that went, or a full disk, has kept it from being laid aside when it was left.
            self._set_aside(last)
        lay_out(self._settings, self._room.scheme, record, last)
        sitting = Sitting(self._room, load_game(record.game), record)
        self._memory.write(record.game_id)
        return sitting

    def _enter(self, record: GameRecord) -> None:
        """Open a game while none is open."""
        sitting = self._made(record)
        try:
            sitting.start()
        except BaseException:
            sitting.stop()
            raise
        self._sitting = sitting
        self._app.app = sitting.app
        spare_what_stays()
        self._say(sitting.addresses())

    def _leave(self, *, packs: bool = False, ends: str = "") -> None:
        """Lay the open game aside, if there is one.

        Once a game has ended, everybody sees what every seat hid. One seat alone can say that it is
        over, at the very moment when another lays it aside: so it ends only for who has read that.

        Args:
            packs: whether its markers leave the table, to be laid out again another time.
            ends: the game that was read to be over; if it is the open one and over, it has ended.
        """
        sitting, self._sitting = self._sitting, None
        self._app.app = self._lobby
        is_over = sitting is not None and sitting.game_id == ends and sitting.verdict != ""
        if sitting is not None:
            sitting.stop()
            if packs and not is_over:
                self._set_aside(sitting.game_id)
                return
            lay_aside(self._settings, sitting.game_id)
            if packs:
                self._mark_ended(sitting.game_id)
                self._memory.write("")

    def _set_aside(self, game_id: str) -> None:
        """Keep the table of the game that was open last, and note that it has left the table.

        Only then may another be laid: else a power cut in between would leave the cubes of one game
        under another.
        """
        lay_aside(self._settings, game_id)
        pack_away(self._settings, game_id)
        self._memory.write("")

    def _hush(self) -> None:
        """Tell the hall that no game is open, if none is."""
        if self._room.hall is not None and self._sitting is None:
            self._room.hall.closed()

    def _end_streams(self) -> None:
        if self._sitting is not None:
            self._sitting.end_streams()


_CANNOT_OPEN: Final = (
    BoxFileError,
    CannotStartError,
    JournalError,
    LayoutError,
    SettingsError,
    VirtualDieError,
)
_GONE: Final = "This game has ended or is not written here any more. Look at the list again."


def _tls_door(safe: SafeSide | None, app: AppSwitch, web: WebSettings, host: str) -> TlsDoor | None:
    if safe is None:
        return None
    return TlsDoor(app, web, safe.chain, safe.key, host, safe.door.port)


def _last_open(records: list[GameRecord], last: str | None) -> GameRecord | None:
    """The game that was open last; where that was never noted, the newest."""
    if last is None:
        return records[-1] if records else None
    return next((record for record in records if record.game_id == last), None)


def run_until_stopped(house: TableHouse, say: Say, manager: ServiceManager) -> None:
    """Start a house, print its addresses, and stop it in order at SIGTERM or SIGINT.

    Must be called in the main thread.
    """
    stopping = threading.Event()
    watchdog = Watchdog(manager, house.answers)

    def stop(_number: int, _frame: object) -> None:
        stopping.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        house.start(say)
        say(house.addresses())
        say("The table is open. Ctrl+C closes it; the game goes on at the next start.")
        manager.ready()
        watchdog.start()
        stopping.wait()
        # A sign of life after the farewell would be one too many.
        watchdog.stop()
        manager.stopping()
        say("Closing the table.")
    finally:
        watchdog.stop()
        house.stop()
        for number, handler in before.items():
            signal.signal(number, handler)
