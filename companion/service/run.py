"""The composition root: puts the table together, runs it, and takes it apart again in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from calibration.layout import save_layout
from calibration.lens import load_lens
from calibration.scheme import default_scheme, load_scheme
from calibration.scheme_types import StickerScheme
from companion.border import DieMessage, DieRoll, DieState, EyeMessage, EyeState
from companion.journal.store import JournalWriter
from companion.service.addresses import base_urls, own_address, printed, screen_addresses
from companion.service.box import BoxFileError, BoxKeeper, box_text
from companion.service.checks import check_camera, check_die
from companion.service.demo import VirtualTable
from companion.service.demo_start import start_layout
from companion.service.dice import DiceMemory
from companion.service.eye import EyeOwner, EyeProcess, known_markers
from companion.service.instance import InstanceLock
from companion.service.keeper import (
    CannotStartError,
    GameKeeper,
    Standing,
    start_game,
    unfinished_game,
)
from companion.service.screens import Screens
from companion.service.settings import NONE, Settings, SettingsError
from companion.service.table import Table
from companion.service.timeline import Timelines
from companion.table.commands import EyeReported
from companion.table.game import Game
from companion.table.values import Refusal
from firmware_bridge.port import PortOwner
from webui.app import create_app
from webui.pairing import Pairing, PairingStore
from webui.server import WebServer
from webui.settings import WebSettings
from webui.site import Services

_EYE_STARTS: Final = "The eye is being started."


def now() -> datetime:
    """The wall clock in UTC."""
    return datetime.now(tz=UTC)


class TableHouse:
    """Everything that runs for one table.

    Args:
        settings: what was chosen.
        game: the rules. Its state is the game's own affair, hence any type.
        sample_box: text of the box file of a table that has none of its own.

    Raises:
        AlreadyRunningError: another table uses the user directory.
        SettingsError, SchemeError, LensError, BoxFileError, CannotStartError: something that was
            named cannot be used.
        JournalError: the journal cannot be read or written.
        PortTakenError: the web server's port cannot be had.
    """

    def __init__(self, settings: Settings, game: Game[Any], sample_box: str = "") -> None:
        self._settings: Final = settings
        self._game: Final = game
        self._die: PortOwner | None = None
        with ExitStack() as opening:
            make_folders(settings)
            opening.callback(InstanceLock(settings.lock).release)
            self._scheme: Final = checked_scheme(settings, game.id)
            keeper = open_game(settings, game, sample_box)
            opening.callback(keeper.close)
            timelines = Timelines(game, settings.journal, keeper.game_id)
            opening.callback(timelines.close)
            self._screens: Final = Screens(game.seats, timelines, self._virtual_table())
            self._table: Final = Table(keeper, self._publish)
            opening.callback(self._table.stop)
            self._screens.attach(self._table)
            learned = game.learned_box(keeper.standing.state)
            self._box: Final = BoxKeeper(settings.kept_box, learned)
            self._dice: Final = DiceMemory(settings.dice, keeper.game_id)
            self.pairing: Final = Pairing(
                PairingStore(settings.pairing),
                [seat.id for seat in game.seats],
                lambda: now().timestamp(),
                game=keeper.game_id,
            )
            self.base_urls: Final = base_urls(settings.host, settings.port, own_address())
            web_settings = WebSettings(base_urls=self.base_urls)
            app = create_app(Services(table=self._screens, pairing=self.pairing), web_settings)
            self._web: Final = WebServer(app, web_settings, settings.host, settings.port)
            opening.callback(self._web.stop)
            opening.callback(self._screens.close)
            # Everything is in order; from here on `stop` takes it apart.
            self._closing: Final = opening.pop_all()

    def _virtual_table(self) -> VirtualTable | None:
        if not self._settings.demo:
            return None
        return VirtualTable(
            self._settings.layout,
            self._scheme,
            lambda: None if self._die is None else self._die.virtual_die,
        )

    @property
    def port(self) -> int:
        """The port that screens are served on."""
        return self._web.port

    def addresses(self) -> str:
        """The addresses of all screens with QR codes, for the terminal."""
        seats = self._game.seats
        codes = {seat.id: self.pairing.code(seat.id) for seat in seats}
        pages = screen_addresses(seats, codes, demo=self._settings.demo)
        return printed(pages, self.base_urls, self.pairing.table_code)

    def start(self) -> None:
        """Start table, screens, die and eye, in this order.

        Raises:
            VirtualDieError: the virtual die did not start.
        """
        self._table.start()
        self._web.start()
        if self._settings.die_uri != NONE:
            rolls = self._game.last_roll(self._table.standing.state)
            self._die = PortOwner(
                self._settings.die_uri, self._hear_die, self._dice.last_rolls(rolls)
            )
            self._closing.callback(self._die.stop)
            self._die.start()
        if self._settings.camera_uri != NONE:
            is_film = Path(self._settings.camera_uri).is_file()
            eye = EyeOwner(self._new_eye, self._hear_eye, restarts=not is_film)
            self._closing.callback(eye.stop)
            self._screens.device_changed(EyeState(t_s=0.0, state="lost", reason=_EYE_STARTS))
            eye.start()

    def stop(self) -> None:
        """End eye, die, screens and table, in this order; the journal is closed last."""
        self._closing.close()

    def _publish(self, standing: Standing[Any]) -> None:
        self._screens.publish(standing)
        self._box.keep(self._game.learned_box(standing.state))

    def _hear_die(self, message: DieMessage) -> None:
        match message:
            case DieRoll():
                self._table.report_roll(message, now())
            case DieState():
                self._dice.met(message.die, message.number)
                # Behind the roll that it follows: else every screen asks how the die is while the
                # roll is still on its way to the disk.
                self._table.in_turn(lambda: self._screens.device_changed(message))

    def _hear_eye(self, message: EyeMessage) -> None:
        if isinstance(message, EyeState):
            self._screens.device_changed(message)
        else:
            self._table.report(EyeReported(message=message))

    def _new_eye(self, on_message: Callable[[EyeMessage], None]) -> EyeProcess:
        from vision.eye import EyeConfig  # noqa: PLC0415 - as above
        from vision.eye_client import EyeProcess as RealEye  # noqa: PLC0415 - OpenCV is slow to load

        settings = self._settings
        standing = self._table.caught_up()
        config = EyeConfig(
            source=settings.camera_uri,
            scheme="anonymous" if settings.scheme is None else str(settings.scheme),
            lens=None if settings.lens is None else str(settings.lens),
            known=known_markers(self._game.pieces(standing.state)),
            next_track=self._table.last_piece + 1,
            numbers_by_serial=self._table.numbers_by_serial,
        )
        return RealEye(config, on_message)


def make_folders(settings: Settings) -> None:
    """Make the user directory, readable by its owner alone.

    Raises:
        SettingsError: it cannot be made.
    """
    try:
        for folder in (settings.home, settings.folder):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # A folder that was there before may be open to others; what holds secrets is not.
        for holds_secrets in (settings.journal, settings.pairing):
            if holds_secrets.exists():
                holds_secrets.chmod(0o600)
    except OSError as error:
        raise SettingsError(
            f"the user directory {settings.home} cannot be made: {error.strerror}. Set "
            "COMPANION_HOME to a folder that you may write to."
        ) from error


def checked_scheme(settings: Settings, game_id: str) -> StickerScheme:
    """The sticker scheme, after everything that was named for the devices has been looked at.

    The demo's virtual table is laid out for a new game, or if it is not there yet.

    Raises:
        SchemeError, LensError, LayoutError, SettingsError: something of it cannot be used.
    """
    scheme = default_scheme() if settings.scheme is None else load_scheme(settings.scheme)
    if settings.lens is not None:
        load_lens(settings.lens)
    if settings.demo and (settings.new or not settings.layout.exists()):
        save_layout(start_layout(game_id, scheme), settings.layout)
    check_camera(settings.camera_uri)
    check_die(settings.die_uri)
    return scheme


def open_game(settings: Settings, game: Game[Any], sample_box: str) -> GameKeeper[Any]:
    """Go on with the unfinished game, or start one.

    Raises:
        BoxFileError, CannotStartError: the box file cannot be used.
        JournalError: the journal cannot be read or written.
    """
    if settings.box is not None and not settings.box.is_file():
        raise BoxFileError(f"there is no box file {settings.box}. Name another with --box.")
    box = box_text(settings.kept_box, sample_box)
    # Also for a game that goes on: a box file with a fault shall not wait for the next game.
    check_start(game, box, settings.kept_box)
    writer = JournalWriter(settings.journal)
    with ExitStack() as failing:
        failing.callback(writer.close)
        record = unfinished_game(game, writer)
        if record is not None and settings.new:
            writer.end_game(record.game_id, now().isoformat(timespec="milliseconds"))
            record = None
        if record is None:
            record = start_game(game, writer, options={}, box=box, clock=now)
        keeper = GameKeeper(game, writer, record, now)
        failing.pop_all()
    return keeper


def check_start(game: Game[Any], box: str, path: Path) -> None:
    """Check that a game would begin with a box.

    Raises:
        CannotStartError: it would not; the text names the file.
    """
    events = game.start({}, box)
    if isinstance(events, Refusal):
        raise CannotStartError(f"{path}: {events.text}")


def run_until_stopped(house: TableHouse, say: Callable[[str], None]) -> None:
    """Start a house, print its addresses, and stop it in order at SIGTERM or SIGINT.

    Must be called in the main thread.
    """
    stopping = threading.Event()

    def stop(_number: int, _frame: object) -> None:
        stopping.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        house.start()
        say(house.addresses())
        say("The table is open. Ctrl+C closes it; the game goes on at the next start.")
        stopping.wait()
        say("Closing the table.")
    finally:
        house.stop()
        for number, handler in before.items():
            signal.signal(number, handler)
