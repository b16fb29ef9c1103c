"""The box files of a house: one desk for each game, shared by its pages and by play."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from calibration.scheme_types import StickerScheme
from companion.service.box_desk import BoxDesk
from companion.service.box_photos import BoxPhotos
from companion.service.games import BOX_EDITORS, load_box_editor, load_game, sample_box
from companion.service.settings import Settings
from companion.table.box_editor import BoxSurvey
from webui.box_ports import BoxGame


class HouseBoxes:
    """Implements `webui.box_ports.Boxes`.

    Args:
        settings: where the files lie.
        scheme: gives the corner tags for photographs of a map.
        in_play: whether the game of that name is open.
    """

    def __init__(
        self, settings: Settings, scheme: StickerScheme, in_play: Callable[[str], bool]
    ) -> None:
        self._settings: Final = settings
        self._scheme: Final = scheme
        self._in_play: Final = in_play
        self._lock: Final = threading.Lock()
        self._desks: Final[dict[str, BoxDesk]] = {}
        self._photos: Final[dict[str, BoxPhotos]] = {}

    def games(self) -> tuple[BoxGame, ...]:
        """The games that have a box file."""
        return tuple(BoxGame(id=name, title=load_game(name).title) for name in BOX_EDITORS)

    def desk(self, game: str) -> BoxDesk | None:
        """The box file of a game, None if it has none."""
        with self._lock:
            if game not in self._desks:
                editor = load_box_editor(game)
                if editor is None:
                    return None
                takes_sample = self._settings.demo or self._settings.sample
                otherwise = sample_box(game) if takes_sample else ""
                self._desks[game] = BoxDesk(self._settings.box_of(game), editor, otherwise)
            return self._desks[game]

    def photos(self, game: str) -> BoxPhotos | None:
        """The picture of a game's map, None for a game without a hex map."""
        with self._lock:
            if game in self._photos:
                return self._photos[game]
        desk = self.desk(game)
        if desk is None or desk.survey() is None:
            return None
        with self._lock:
            if game not in self._photos:
                self._photos[game] = BoxPhotos(
                    self._settings.folder, game, self._scheme, _surveyed(desk)
                )
            return self._photos[game]

    def is_in_play(self, game: str) -> bool:
        """Whether a game is open that has its own copy of the box written down."""
        return self._in_play(game)


def _surveyed(desk: BoxDesk) -> Callable[[], BoxSurvey]:
    def survey() -> BoxSurvey:
        found = desk.survey()
        if found is None:
            raise RuntimeError("this game has no map")
        return found

    return survey
