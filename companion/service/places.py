"""The files around a game: folders, stickers, the virtual table, and which game is open."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Final

from calibration.layout import TableLayout, save_layout
from calibration.lens import load_lens
from calibration.scheme import scheme_named
from calibration.scheme_types import StickerScheme
from companion.files import write_whole
from companion.journal.codec import EventCodec
from companion.journal.store import GameRecord, JournalReader
from companion.service.checks import check_camera, check_die
from companion.service.demo_start import start_layout
from companion.service.games import sample_box, scheme_for
from companion.service.settings import Settings, SettingsError
from companion.table.events import GameStarted


def make_folders(settings: Settings) -> None:
    """Make the user directory, readable by its owner alone.

    Raises:
        SettingsError: it cannot be made, or what holds secrets there is another user's.
    """
    try:
        for folder in (settings.home, settings.folder):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise SettingsError(
            f"the user directory {settings.home} cannot be made: {error.strerror}. Set "
            "COMPANION_HOME to a folder that you may write to."
        ) from error
    # A folder that was there before may be open to others; what holds secrets is not.
    for holds_secrets in (settings.journal, *settings.folder.glob("pairing*.json")):
        try:
            if holds_secrets.exists():
                holds_secrets.chmod(0o600)
        except OSError as error:
            raise SettingsError(
                f"{holds_secrets} cannot be kept from other users: {error.strerror}. Start the "
                "table as the user who owns it, or set COMPANION_HOME to a folder of your own."
            ) from error


def checked_scheme(settings: Settings) -> StickerScheme:
    """The sticker scheme, after everything that was named for the devices has been looked at.

    The demo's virtual table is laid for the game that is meant if it is not there yet.

    Raises:
        SchemeError, LensError, LayoutError, SettingsError: something of it cannot be used.
    """
    scheme = scheme_named(settings.scheme)
    if settings.lens is not None:
        load_lens(settings.lens)
    if settings.demo and not settings.layout.exists():
        game = settings.named_game
        save_layout(_begun(game, sample_box(game), scheme), settings.layout)
    check_camera(settings.camera_uri)
    check_die(settings.die_uri)
    return scheme


class OpenGame:
    """Remembers which game is open.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self._path: Final = path

    def read(self) -> str | None:
        """Id of the game that was open last; empty if it was laid aside, None if never noted."""
        try:
            return self._path.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return None

    def write(self, game_id: str) -> None:
        """Note which game is open, empty for none.

        Raises:
            SettingsError: the disk does not take it.
        """
        try:
            write_whole(self._path, f"{game_id}\n".encode())
        except OSError as error:
            raise not_written(self._path, error) from error


def written_start(path: Path, record: GameRecord) -> GameStarted:
    """What a game began with: its options and the text of its box file.

    Args:
        path: the journal.
        record: the game.

    Raises:
        JournalError: the journal cannot be read.
    """
    with JournalReader(path) as reader, closing(reader.events(record.game_id)) as events:
        first = next(events, None)
    started = None if first is None else EventCodec((GameStarted,)).decode(first.event)
    if isinstance(started, GameStarted):
        return started
    return GameStarted(game=record.game, rules=record.rules)


def lay_out(
    settings: Settings, scheme: StickerScheme, record: GameRecord, last: str | None
) -> None:
    """Lay the virtual table for a game: as it was left, or as the game begins.

    Args:
        settings: where the files lie.
        scheme: the stickers on the cubes.
        record: the game.
        last: the game that the table was laid for last, None if that was never noted.

    Raises:
        LayoutError, SettingsError: it cannot be written.
        JournalError: the journal cannot be read.
    """
    if not settings.demo or last == record.game_id or (last is None and not settings.new):
        return
    left = settings.layout_of(record.game_id)
    if left.exists():
        _copy(left, settings.layout)
    else:
        box = written_start(settings.journal, record).box
        save_layout(_begun(record.game, box, scheme), settings.layout)


def _begun(game: str, box: str, scheme: StickerScheme) -> TableLayout:
    """The virtual table at the beginning of a game."""
    return start_layout(game, scheme_for(game, box, scheme))


def lay_aside(settings: Settings, game_id: str) -> None:
    """Keep how the virtual table was left, for when the game goes on after another.

    Raises:
        SettingsError: the disk does not take it.
    """
    if settings.demo and settings.layout.exists():
        _copy(settings.layout, settings.layout_of(game_id))


def pack_away(settings: Settings, game_id: str) -> None:
    """Note that the table of a game is cleared: it must be laid out again before it goes on.

    Raises:
        SettingsError: the disk does not take it.
    """
    path = settings.packed_of(game_id)
    try:
        write_whole(path, b"")
    except OSError as error:
        raise not_written(path, error) from error


def _copy(source: Path, target: Path) -> None:
    try:
        write_whole(target, source.read_bytes())
    except OSError as error:
        raise not_written(target, error) from error


def not_written(path: Path, error: OSError) -> SettingsError:
    """What to say of a file of the user directory that the disk does not take."""
    return SettingsError(f"{path} cannot be written: {error.strerror}. Free some space there.")
