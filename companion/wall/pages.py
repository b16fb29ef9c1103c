"""The wall's page: all tables as cards, one of them large, results and statistics."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

from flask import Flask, Response, abort, render_template, request
from jinja2 import ChoiceLoader, PackageLoader

from companion.table.ids import PUBLIC
from companion.table.views import View
from companion.wall.figures import Chooser, figures_of
from companion.wall.listener import HallListener
from companion.wall.store import WallStore
from webui import guard, render
from webui.assets import Assets, asset_blueprint
from webui.language.choice import spoken
from webui.render import Showing
from webui.settings import WebSettings

RESULTS_SHOWN: Final = 12
CROWD: Final = 24
"""More tables than this get small cards: a wall is looked at, and nobody scrolls it."""

PACE_S: Final = 0.3
"""A stream speaks at most so often, however many tables there are."""

_SHOWING: Final = Showing(viewer=PUBLIC, base="", live=False, covered=False)


class WallPages:
    """Builds the wall's app.

    Args:
        listener: hears the tables.
        store: keeps the results.
        settings: limits and addresses.
        clock: one that never jumps, for the choice of the large table.
    """

    def __init__(
        self,
        listener: HallListener,
        store: WallStore,
        settings: WebSettings,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._listener: Final = listener
        self._store: Final = store
        self._settings: Final = settings
        self._clock: Final = clock
        self._chooser: Final = Chooser()
        self._closing = False

    def close(self) -> None:
        """End every stream."""
        with self._listener.lock:
            self._closing = True
            self._listener.lock.notify_all()

    def app(self) -> Flask:
        """The app."""
        app = Flask(__name__, static_folder=None)
        app.jinja_env.loader = ChoiceLoader(
            [PackageLoader("companion.wall"), PackageLoader("webui")]
        )
        guard.install(app, self._settings)
        render.install(app)
        app.register_blueprint(asset_blueprint(Assets()))
        app.add_url_rule("/", view_func=self._wall, endpoint="wall")
        app.add_url_rule("/parts/<name>", view_func=self._part, endpoint="part")
        app.add_url_rule("/stream", view_func=self._stream, endpoint="stream")
        return app

    def _wall(self) -> str:
        return render_template("wall.html", title="The hall", **self._everything())

    def _part(self, name: str) -> str:
        if name not in ("head", "large", "tables", "results"):
            abort(404)
        return render_template(f"wall_{name}.html", **self._everything())

    def _everything(self) -> dict[str, object]:
        wanted = request.args.get("table", "")
        with self._listener.lock:
            tables = self._listener.tables.all()
            chosen = wanted or self._chooser.choose(tables, self._clock())
            table = self._listener.tables.find(chosen)
            view = None
            if table is not None:
                self._listener.look_at(chosen)
                parts = self._listener.parts(chosen)
                english = View(seat=PUBLIC, title=table.title, regions=tuple(parts.values()))
                view = spoken(english)
            verdicts = self._store.verdicts()
            return {
                "tables": tables,
                "crowd": CROWD,
                "table": table,
                "wanted": wanted,
                "view": view,
                "showing": _SHOWING,
                "connected": self._listener.connected,
                "figures": figures_of(tables, self._listener.delays_s()),
                "results": self._store.results(RESULTS_SHOWN),
                "verdicts": verdicts,
                "kinds": len({title for title, _verdict, _times in verdicts}),
            }

    def _stream(self) -> Response:
        return Response(self._said(), mimetype="text/event-stream")

    def _said(self) -> Iterator[str]:
        """The count of changes whenever it is another, until the wall closes."""
        ends_s = time.monotonic() + self._settings.stream_life_s
        told = -1
        while time.monotonic() < ends_s:
            changed = self._next_change(told)
            if changed is None:
                return
            yield f"data: {changed}\n\n" if changed != told else "data: alive\n\n"
            told = changed

    def _next_change(self, told: int) -> int | None:
        """The count once it is another, or as it is after some silence; None at the end."""
        listener = self._listener
        with listener.lock:
            listener.lock.wait_for(
                lambda: self._closing or listener.tables.changed != told,
                self._settings.heartbeat_s,
            )
            # A pause that the end of the wall cuts short.
            listener.lock.wait_for(lambda: self._closing, PACE_S)
            return None if self._closing else listener.tables.changed
