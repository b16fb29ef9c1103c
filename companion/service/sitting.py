"""One game at the table: keeper, screens, die and eye, put together and taken apart in order."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from flask import Flask

from calibration.scheme_types import StickerScheme
from companion.border import DieMessage, DieRoll, DieState, EyeMessage, EyeState, EyeWish
from companion.journal.store import GameRecord, JournalWriter
from companion.service.addresses import printed, screen_addresses
from companion.service.backups import Backups
from companion.service.box import BoxKeeper
from companion.service.boxes import HouseBoxes
from companion.service.card_photos import PhotoReader
from companion.service.clock import now, steady_s
from companion.service.consent import ConsentBook
from companion.service.demo import VirtualTable
from companion.service.dice import DiceMemory
from companion.service.doctor_table import TableDoctor
from companion.service.eye import EyeOwner, EyeProcess, MakeEye, known_markers
from companion.service.eye_desk import EyeDesk
from companion.service.games import is_watched, load_board, scheme_for
from companion.service.hall import Hall, tell
from companion.service.keeper import GameKeeper, Standing
from companion.service.places import not_written, written_start
from companion.service.screens import Screens
from companion.service.set_up import SetUpAgain
from companion.service.settings import NONE, Settings
from companion.service.table import Table
from companion.service.timeline import Timelines
from companion.table.commands import EyeReported
from companion.table.game import Game
from companion.table.ids import PUBLIC
from companion.table.views import Status
from firmware_bridge.port import PortOwner
from webui.app import create_app
from webui.pairing import Pairing, PairingStore
from webui.settings import WebSettings
from webui.site import House, Services

LOG: Final = logging.getLogger("companion.sitting")

Watch = Callable[[Standing[Any]], None]
"""Called with each new standing before any screen hears of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What every sitting of a house shares.

    Attributes:
        settings: what was chosen.
        scheme: the stickers.
        house: the list of games and who may use it.
        web: limits and addresses of the web UI.
        boxes: the box files of the games.
        watch: hears of each standing first.
        hall: hears of the public view, once the screens have it.
    """

    settings: Settings
    scheme: StickerScheme
    house: House
    web: WebSettings
    boxes: HouseBoxes | None = None
    watch: Watch | None = None
    hall: Hall | None = None


class Sitting:
    """An open game with everything that runs for it; `start` and `stop` once each.

    Args:
        room: what it shares with other sittings.
        game: the rules. Its state is the game's own affair, hence any type.
        record: the game of the journal to go on with.

    Raises:
        JournalError: the journal cannot be read or written.
        LayoutError: the virtual table cannot be read.
        SettingsError: the disk does not take who holds the seats.

    Attributes:
        app: the pages of this game.
        pairing: who holds its seats.
    """

    def __init__(self, room: Room, game: Game[Any], record: GameRecord) -> None:
        settings = room.settings
        self.game: Final = game
        self.game_id: Final = record.game_id
        self._room: Final = room
        self._settings: Final = settings
        self._die: PortOwner | None = None
        self._ending: Final = threading.Lock()
        self._is_over = False
        started = written_start(settings.journal, record)
        self._begun_with: Final = started.box
        self._is_watched: Final = (
            settings.camera_uri != NONE
            and "eye" in game.uses
            and is_watched(game.id, started.box, dict(started.options))
        )
        with ExitStack() as opening:
            writer = JournalWriter(settings.journal)
            opening.callback(writer.close)
            keeper = GameKeeper(game, writer, record, now)
            self.seats: Final = keeper.seats
            timelines = Timelines(game, settings.journal, keeper.game_id)
            opening.callback(timelines.close)
            timelines.know(keeper.folded)
            opening.callback(timelines.keep)
            self._screens: Final = Screens(self.seats, timelines, self._virtual_table())
            self._table: Final = Table(keeper, self._publish, self._screens.disk_held_up)
            opening.callback(self._table.stop)
            self._screens.attach(self._table)
            self._backups: Final = Backups(settings.journal, now, timelines.keep)
            opening.callback(self._backups.stop)
            learned = game.learned_box(keeper.standing.state)
            desk = None if room.boxes is None else room.boxes.desk(game.id)
            self._box: Final = BoxKeeper(settings.box_of(game.id), learned, desk)
            self._dice: Final = DiceMemory(settings.dice, keeper.game_id)
            self.pairing: Final = self._paired()
            self._desk: Final = self._eye_desk() if self._is_watched else None
            self._eye: EyeOwner | None = None
            self._set_up: Final = self._set_up_again(
                keeper.standing.state, has_eye=self._is_watched
            )
            self._screens.packed_away(is_packed=self._set_up is not None)
            services = Services(
                table=self._screens,
                pairing=self.pairing,
                house=room.house,
                eye=self._desk,
                doctor=TableDoctor(settings, game.id, self._screens.devices),
                cards=PhotoReader(),
                set_up=self._set_up,
            )
            self.app: Final[Flask] = create_app(services, room.web)
            opening.callback(self._screens.close)
            # Everything is in order; from here on `stop` takes it apart.
            self._closing: Final = opening.pop_all()

    def _paired(self) -> Pairing:
        """Who holds the seats.

        Raises:
            SettingsError: the disk does not take it.
        """
        path = self._settings.pairing_of(self.game_id)
        try:
            return Pairing(
                PairingStore(path),
                [seat.id for seat in self.seats],
                steady_s,
                self._room.web.token_life_s,
                game=self.game_id,
                table_code=self._room.house.hosts.table_code,
            )
        except OSError as error:
            raise not_written(path, error) from error

    def _set_up_again(self, state: Any, *, has_eye: bool) -> SetUpAgain | None:  # noqa: ANN401 - the game's own
        """What is to be laid out before the eye is believed, None for a table that stands."""
        pieces = self.game.pieces(state)
        if not pieces or not self._settings.packed_of(self.game_id).exists():
            return None
        return SetUpAgain(pieces, has_eye=has_eye, on_done=self._table_is_laid)

    def _table_is_laid(self) -> None:
        """Believe the eye from now on; it begins anew with the markers as the game has them."""
        with self._ending:
            if self._is_over:
                # Another game lies open by now, and the camera is its own.
                return
            note = self._settings.packed_of(self.game_id)
            try:
                note.unlink(missing_ok=True)
            except OSError as error:
                LOG.warning("%s stays, and the next start asks again: %s", note, error.strerror)
            self._screens.packed_away(is_packed=False)
            if self._eye is not None:
                self._eye.stop()
                self._start_eye(self._new_eye, self._hear_eye)

    def _virtual_table(self) -> VirtualTable | None:
        if not self._settings.demo:
            return None
        return VirtualTable(
            self._settings.layout,
            scheme_for(self.game.id, self._begun_with, self._room.scheme),
            lambda: None if self._die is None else self._die.virtual_die,
        )

    def _eye_desk(self) -> EyeDesk:
        settings = self._settings
        book = ConsentBook(settings.consents, self.game_id, [seat.id for seat in self.seats], now)
        return EyeDesk(book, settings.reports, self._ask_eye, now)

    def _ask_eye(self, wish: EyeWish) -> None:
        if self._eye is not None:
            self._eye.ask(wish)

    def addresses(self) -> str:
        """The addresses of all screens with QR codes, for the terminal."""
        codes = {seat.id: self.pairing.code(seat.id) for seat in self.seats}
        pages = screen_addresses(self.seats, codes, demo=self._settings.demo)
        return printed(pages, self._room.web.base_urls, self.pairing.table_code)

    def start(self) -> None:
        """Start table, die and eye, in this order.

        Raises:
            VirtualDieError: the virtual die did not start.
        """
        if self._room.hall is not None:
            self._room.hall.opened(self.game_id, self.game.id, self.game.title)
        self._table.start()
        self._backups.start()
        if self._settings.die_uri != NONE and "die" in self.game.uses:
            rolls = self.game.last_roll(self._table.standing.state)
            self._die = PortOwner(
                self._settings.die_uri, self._hear_die, self._dice.last_rolls(rolls)
            )
            self._closing.callback(self._die.stop)
            self._die.start()
        if self._is_watched:
            if self._set_up is None:
                self._start_eye(self._new_eye, self._hear_eye)
            else:
                self._start_eye(self._comparing_eye, self._hear_comparing_eye)

    def _start_eye(self, make: MakeEye, hear: Callable[[EyeMessage], None]) -> None:
        is_film = Path(self._settings.camera_uri).is_file()
        eye = self._eye = EyeOwner(make, hear, restarts=not is_film)
        self._closing.callback(eye.stop)
        self._screens.device_changed(EyeState(t_s=0.0, state="starting"))
        eye.start()

    def answers(self, within_s: float) -> bool:
        """Whether the table comes to a new command within so many seconds."""
        come = threading.Event()
        self._table.in_turn(come.set)
        return come.wait(within_s)

    @property
    def verdict(self) -> str:
        """How the game has ended by its rules, as everybody sees it; empty while it is played."""
        # Asked of the game, since a table that could not be opened has shown nothing yet.
        view = self.game.view(self._table.standing.state, PUBLIC)
        widgets = [widget for region in view.regions for widget in region.widgets]
        return next((w.verdict for w in widgets if isinstance(w, Status) and w.verdict), "")

    def end_streams(self) -> None:
        """End every screen's stream, so that the web server need not wait for them."""
        self._screens.close()

    def stop(self) -> None:
        """End eye, die, screens and table, in this order; the journal is closed last."""
        with self._ending:
            self._is_over = True
        self._closing.close()

    def _publish(self, standing: Standing[Any]) -> None:
        if self._room.watch is not None:
            self._room.watch(standing)
        self._screens.publish(standing)
        if self._room.hall is not None:
            tell(self._room.hall, standing.views)
        self._backups.passed(len(self._table.points))
        self._box.keep(self.game.learned_box(standing.state))

    def _hear_die(self, message: DieMessage) -> None:
        match message:
            case DieRoll():
                # Rolls are public: that screens are drawn a moment later tells nobody anything.
                gate = self._room.web.gate
                gate.shut()
                self._table.report_roll(message, now())
                self._table.in_turn(gate.open)
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

    def _hear_comparing_eye(self, message: EyeMessage) -> None:
        """What an eye says that only compares the table with what it was: no news to the game."""
        if isinstance(message, EyeState):
            self._screens.device_changed(message)
        elif self._set_up is not None:
            self._set_up.hear(message)

    def _new_eye(self, on_message: Callable[[EyeMessage], None]) -> EyeProcess:
        standing = self._table.caught_up()
        return self._made_eye(
            on_message,
            known=known_markers(self.game.pieces(standing.state)),
            next_track=self._table.last_piece + 1,
            numbers_by_serial=self._table.numbers_by_serial,
            memory=str(self._settings.eye_memory),
        )

    def _comparing_eye(self, on_message: Callable[[EyeMessage], None]) -> EyeProcess:
        return self._made_eye(on_message)

    def _made_eye(
        self,
        on_message: Callable[[EyeMessage], None],
        **knowledge: Any,  # noqa: ANN401 - fields of `vision.eye.EyeConfig`, which is slow to load
    ) -> EyeProcess:
        from vision.eye import EyeConfig  # noqa: PLC0415 - slow to load
        from vision.eye_client import EyeProcess as RealEye  # noqa: PLC0415 - OpenCV is slow to load

        settings = self._settings
        config = EyeConfig(
            source=settings.camera_uri,
            scheme="anonymous" if settings.scheme is None else str(settings.scheme),
            board=load_board(self.game.id, self._begun_with),
            lens=None if settings.lens is None else str(settings.lens),
            **knowledge,
        )
        if self._desk is None:
            return RealEye(config, on_message)
        return RealEye(config, on_message, self._desk.hear)
