"""What can be set for the table, and where its files lie.

Options of ``companion serve`` come first, then the environment, then the defaults here:

``COMPANION_HOME``: the user directory, by default ``$XDG_DATA_HOME/table-companion`` or
``~/.local/share/table-companion``.
``PORT``: port of the web server.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

DEFAULT_PORT: Final = 8970
DEFAULT_GAME: Final = "fellowship"
ALL_ADDRESSES: Final = "0.0.0.0"  # noqa: S104 - tablets reach the table over the local network
NONE: Final = "none"
"""URI of a camera or die that is not there."""


class SettingsError(ValueError):
    """Something was set that cannot be; the text says what was expected and what came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that is chosen before the table starts.

    Attributes:
        home: the user directory.
        game: name of the game to open; empty for the one that was open last.
        camera: camera URI, ``none`` to play by taps; empty for the default.
        die: die URI, ``none`` to type rolls in; empty for the default.
        box: the owner's box file, None for the one in `folder` if there is one.
        scheme: sticker scheme file, or ``anonymous`` or ``serial`` for the program's own; None for
            the anonymous one.
        lens: lens file, None to estimate the lens.
        host: address to listen on.
        port: port to listen on.
        sample: play with the sample box that comes with the game.
        demo: play on a virtual table with a virtual die and the sample box.
        https: also serve over HTTPS.
        https_port: port for that, 0 for the one after `port`.
        new: end the unfinished game and begin another.
        hall: address of the MQTT broker that hears of the public view; empty for none.
        hall_table: name of this table in the hall.
        hall_password: password for the broker where the address has none.
    """

    home: Path
    game: str = ""
    camera: str = ""
    die: str = ""
    box: Path | None = None
    scheme: Path | None = None
    lens: Path | None = None
    host: str = ALL_ADDRESSES
    port: int = DEFAULT_PORT
    sample: bool = False
    demo: bool = False
    https: bool = False
    https_port: int = 0
    new: bool = False
    hall: str = ""
    hall_table: str = ""
    hall_password: str = field(default="", repr=False)

    @property
    def folder(self) -> Path:
        """Where this table's files lie; the demo has a folder of its own."""
        return self.home / "demo" if self.demo else self.home

    @property
    def certificates(self) -> Path:
        """Where the certificates for HTTPS lie: one authority for all tables of a user."""
        return self.home / "https"

    @property
    def safe_port(self) -> int:
        """The port for HTTPS."""
        return self.https_port or self.port + 1

    @property
    def journal(self) -> Path:
        """The journal."""
        return journal_in(self.folder)

    def pairing_of(self, game_id: str) -> Path:
        """Which tablet holds which seat of a game; readable by its owner alone."""
        return self.folder / f"pairing-{game_id}.json"

    @property
    def open_game(self) -> Path:
        """Which game is open, so that the next start opens it again."""
        return self.folder / "open-game"

    @property
    def dice(self) -> Path:
        """Where each die stood when it was first met in a game."""
        return self.folder / "dice.json"

    @property
    def consents(self) -> Path:
        """Which seats agreed to have the camera's picture shown, and when."""
        return self.folder / "consents.jsonl"

    @property
    def eye_memory(self) -> Path:
        """Where the board lay in the camera's picture when it was last found."""
        return self.folder / "eye.json"

    @property
    def reports(self) -> Path:
        """Where field reports of the eye are saved."""
        return self.folder / "reports"

    @property
    def named_game(self) -> str:
        """The game that is meant where none is named, such as by `box`."""
        return self.game or DEFAULT_GAME

    @property
    def kept_box(self) -> Path:
        """The box file of `named_game`."""
        return self.box_of(self.named_game)

    def box_of(self, game: str) -> Path:
        """The box file of a game, which answers given during play are kept in.

        Answers to the sample box are no answers to the owner's, so they get a file of their own.
        """
        if self.box is not None and game == self.named_game:
            return self.box
        kind = "sample-box" if self.sample else "box"
        return self.folder / (f"{kind}.toml" if game == DEFAULT_GAME else f"{kind}-{game}.toml")

    @property
    def hall_notes(self) -> Path:
        """What the hall is told, until it has heard it."""
        return self.folder / "hall.db"

    @property
    def lock(self) -> Path:
        """Held while a table runs, so that there is one for a user directory."""
        return self.home / "lock"

    @property
    def layout(self) -> Path:
        """What lies on the virtual table."""
        return self.folder / "table.json"

    def packed_of(self, game_id: str) -> Path:
        """There while a game is packed away and has not been laid out again."""
        return self.folder / f"packed-{game_id}"

    def layout_of(self, game_id: str) -> Path:
        """What lay on the virtual table when a game was laid aside."""
        return self.folder / f"table-{game_id}.json"

    @property
    def virtual_die_memory(self) -> Path:
        """What the virtual die has rolled."""
        return self.folder / "die.json"

    @property
    def camera_uri(self) -> str:
        """The camera, the default filled in: the virtual table in the demo, else none."""
        return self.camera or (f"virtual:{self.layout}" if self.demo else NONE)

    @property
    def die_uri(self) -> str:
        """The die, the default filled in: the virtual die in the demo, else none."""
        return self.die or (f"virtual:{self.virtual_die_memory}" if self.demo else NONE)


def journal_in(folder: Path) -> Path:
    """The journal of a folder."""
    return folder / "journal.db"


def home_directory(environment: Mapping[str, str]) -> Path:
    """The user directory; see the module for where it is.

    Raises:
        SettingsError: it is below the home of a user, and there is none of that name.
    """
    try:
        if environment.get("COMPANION_HOME"):
            return Path(environment["COMPANION_HOME"]).expanduser().absolute()
        if environment.get("XDG_DATA_HOME"):
            return Path(environment["XDG_DATA_HOME"]) / "table-companion"
        return Path.home() / ".local" / "share" / "table-companion"
    except RuntimeError as error:
        raise SettingsError(
            "a user directory was expected, and this user has no home or that of another is not "
            "known. Set COMPANION_HOME to a folder that you may write to."
        ) from error


def port_number(environment: Mapping[str, str], option: int | None) -> int:
    """The port: the option, else ``PORT``, else `DEFAULT_PORT`.

    Raises:
        SettingsError: it is no port number.
    """
    text = environment.get("PORT", "") if option is None else str(option)
    if not text:
        return DEFAULT_PORT
    # Its length first: a number without end cannot even be read.
    is_number = text.isascii() and text.isdecimal() and len(text) <= len("65535")
    if not (is_number and 1 <= int(text) <= 65535):
        raise SettingsError(
            f"a port from 1 to 65535 was expected, not {text!r}. Set PORT or --port to a free one."
        )
    return int(text)
