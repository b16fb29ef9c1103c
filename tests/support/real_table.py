"""A whole table in a test: camera, die, service and three screens, played like a model of it.

`RealTable` is a `Play`: every command first goes to the rules alone, then happens in reality
(a cube is moved and photographed, the die rolls, a button is pressed), and then all three screens
must come to show what the rules say. So a script that plays a `Play` plays a real table too.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Final, Self

from playwright.sync_api import Browser
from playwright.sync_api import Error as BrowserError

from companion.games.fellowship.events.play import ResultShown
from companion.games.fellowship.facts.roster import box_title, find_display_box
from companion.games.fellowship.flow.choosing import shown_mode
from companion.journal.chain import StoredEvent
from companion.journal.store import JournalReader
from companion.table.events import Event
from companion.table.ids import PUBLIC, PieceId, SeatId
from companion.table.views import Explained
from firmware_bridge.virtual_die import VirtualDie
from tests.support.browser_screens import PublicScreen, Screen, Tablet
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play
from tests.support.patience import PATIENCE_S
from tests.support.picture_table import PictureTable
from tests.support.service_process import (
    ServiceProcess,
    ends_within,
    wait_for_children,
)

ROLLING_S: Final = 0.1
_EYE: Final = "vision.eye"


class InstalledService(ServiceProcess):
    """The program as a person starts it."""

    COMMAND: ClassVar[tuple[str, ...]] = (str(Path(sys.executable).with_name("companion")),)


class RealTable(Play):
    """One game on a real table, on the sample box.

    A context manager. When it is left by a failure, pictures of the screens and what the service
    printed are saved, and the failure says where.

    Args:
        browser: Chromium.
        folder: an empty folder for everything.
        on_stage: called after each command, once all screens show it, with its name.
    """

    def __init__(
        self,
        browser: Browser,
        folder: Path,
        on_stage: Callable[[RealTable, str], None] = lambda *_: None,
    ) -> None:
        super().__init__(SAMPLE_BOX)
        self.folder: Final = folder
        self._on_stage: Final = on_stage
        self._closing: Final = ExitStack()
        self.markers: Final = PictureTable(folder / "camera")
        self._die: Final = VirtualDie(
            link=folder / "die", memory=folder / "die.json", rolling_s=ROLLING_S
        )
        self.tablets: Final = {
            FP: Tablet(browser, FP, (820, 1180)),
            EP: Tablet(browser, EP, (1180, 820)),
        }
        self.public: Final = PublicScreen(browser)
        self.screens: Final[dict[SeatId, Screen]] = {**self.tablets, PUBLIC: self.public}
        self.service: InstalledService
        self._is_up = True

    @property
    def home(self) -> Path:
        """The user directory of the service."""
        return self.folder / "home"

    def __enter__(self) -> Self:
        with ExitStack() as opening:
            for screen in self.screens.values():
                opening.callback(screen.close)
            opening.enter_context(self._die)
            self.service = self._start()
            opening.callback(self._stop)
            opening.push(self._save_evidence)
            base = f"http://127.0.0.1:{self.service.port}"
            for seat, tablet in self.tablets.items():
                code = self.service.code(self._title(seat))
                tablet.take_seat(f"{base}/join/{code}")
            self.public.open(f"{base}/")
            self.look("open")
            self._closing.push(opening.pop_all())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.__exit__(kind, error, trace)

    def _start(self, port: int | None = None) -> InstalledService:
        options = (
            *("--camera", str(self.markers.folder)),
            *("--die", str(self._die.path)),
            *("--box", "sample"),
        )
        service = InstalledService(self.home, *options, game="fellowship", port=port)
        service.wait_until_open()
        return service

    def _stop(self) -> None:
        """End whichever service runs now."""
        self.service.kill()

    def _title(self, seat: SeatId) -> str:
        return self.view(seat).title

    # --- commands, in the rules and then in reality ----------------------------------------------

    def press(self, seat: SeatId, action: str, **inputs: str | list[str]) -> tuple[Event, ...]:
        """Press a choice on the seat's tablet."""
        form = self.prompt_with(seat, action).form
        events = super().press(seat, action, **inputs)
        named = {name.replace("_", "-"): given for name, given in inputs.items()}
        self.tablets[seat].press(action, form, named)
        self.look("press")
        return events

    def name(self, seat: SeatId, piece: int, name: str) -> None:
        """Say privately on the seat's tablet what a marker is."""
        standing = self.state.public.table.pieces[PieceId(piece)]
        super().name(seat, piece, name)
        words = f"{standing.colour} {shown_mode(standing)} at {standing.place}"
        self.tablets[seat].name_piece(words, name)
        self.look("name")

    def lay(self, seat: SeatId, box: str, *cards: str) -> None:
        """Lay cards into a display box on the seat's tablet."""
        super().lay(seat, box, *cards)
        found = find_display_box(box)
        assert found is not None
        for card in cards:
            self.tablets[seat].lay_card(box_title(found), card)
        self.look("lay")

    def die(self, *numbers: int) -> None:
        """Roll the die on the table: 1 to 10, shown by one of its two faces for that number."""
        for number in numbers:
            super().die(number)
            self._die.roll(number if number % 2 else number + 10)
            self._notice("die")

    def put(self, track: int, colour: str, face: int, place: str) -> tuple[Event, ...]:
        """Put a marker down before the camera."""
        events = super().put(track, colour, face, place)
        self.markers.put(track, colour, face, place)
        self._notice("put")
        return events

    def go(self, track: int, place: str) -> tuple[Event, ...]:
        """Move a marker before the camera."""
        events = super().go(track, place)
        self.markers.go(track, place)
        self._notice("go")
        return events

    def turn(self, track: int, face: int) -> tuple[Event, ...]:
        """Turn a marker before the camera."""
        events = super().turn(track, face)
        self.markers.turn(track, face)
        self._notice("turn")
        return events

    def lift(self, track: int) -> tuple[Event, ...]:
        """Take a marker away before the camera."""
        events = super().lift(track)
        self.markers.lift(track)
        self._notice("lift")
        return events

    def _notice(self, command: str) -> None:
        """Look; a service that is down is started first, and has to find out by itself."""
        if not self._is_up:
            self.start_again()
        self.look(command)

    def look(self, command: str) -> None:
        """Wait until all screens show what the rules say, then let the test have its look."""
        for viewer, screen in self.screens.items():
            screen.expect_view(self.view(viewer))
        self._on_stage(self, command)

    def taps(self) -> dict[SeatId, int]:
        """How often each tablet has been touched."""
        return {seat: tablet.taps for seat, tablet in self.tablets.items()}

    # --- the journal, and a service that is killed -----------------------------------------------

    def journal(self) -> list[StoredEvent]:
        """Every event on disk."""
        with JournalReader(self.home / "journal.db") as reader:
            game_id = reader.game().game_id
            reader.verify(game_id)
            return list(reader.events(game_id))

    def kill(self) -> None:
        """End the service as a power cut would, and see that nothing of it lives on.

        What is done to markers and die before `start_again` happens while nobody watches.
        """
        for screen in self.screens.values():
            screen.mark_page()
        eye = wait_for_children(self.service, (_EYE,))[_EYE]
        port = (self.folder / "die").resolve()
        assert self.service.process.pid in holders(port)
        self.service.kill()
        self._is_up = False
        assert ends_within(eye, PATIENCE_S), "the eye outlived its service"
        assert holders(port) <= {self._die.process_id, os.getpid()}
        with socket.socket() as probe:
            refused = probe.connect_ex(("127.0.0.1", self.service.port))
        assert refused, "somebody still serves screens"

    def start_again(self) -> None:
        """Start the service anew; every screen comes back by itself."""
        self.service = self._start(self.service.port)
        self._is_up = True
        wait_for_children(self.service, (_EYE,))
        for screen in self.screens.values():
            screen.expect_link_back()

    @property
    def shown_results(self) -> list[Explained]:
        """Every result that was looked up so far, in order."""
        return [
            event.result
            for event in self.events
            if isinstance(event, ResultShown) and event.result is not None
        ]

    def _save_evidence(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None or error is None or trace is None:
            return
        (self.folder / "service.log").write_text(self.service.output, "utf-8")
        for viewer, screen in self.screens.items():
            # A browser that has crashed must not hide what went wrong.
            with suppress(BrowserError):
                screen.picture(self.folder / f"{viewer}.png")
                (self.folder / f"{viewer}.html").write_text(screen.page.content(), "utf-8")
        error.add_note(f"at {self.step}; screens and the service's log are in {self.folder}")


def holders(device: Path) -> set[int]:
    """Numbers of the processes that have a device open."""
    found = set()
    for opened in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            is_held = opened.readlink() == device
        except OSError:
            continue
        if is_held:
            found.add(int(opened.parts[2]))
    return found
