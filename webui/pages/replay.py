"""Stepping through a game again: the open one as a viewer saw it, an ended one as everybody did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion.table.ids import PUBLIC, SeatId
from webui.even import evenly
from webui.language.choice import spoken
from webui.pages.left_games import known_seat, left_game
from webui.ports import ALL, ReplaySource, WrittenReplay
from webui.render import Showing
from webui.settings import WebSettings
from webui.site import House, Site


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One way to look at a game.

    Attributes:
        viewer: whose view.
        title: what it is called.
        path: its address.
        note: what it shows and hides.
    """

    viewer: SeatId
    title: str
    path: str
    note: str


_PUBLIC_NOTE: Final = "Shows what everybody could see."
_SEAT_NOTE: Final = "Shows what this seat knew at the time."
_ALL_NOTE: Final = "Shows what every seat hid: the game has ended."


def replay_blueprint(site: Site) -> Blueprint:
    """Routes of the replay of the open game: public, and each seat's for who holds it."""
    blueprint = Blueprint("replay", __name__)

    def shown(viewer: SeatId) -> Player:
        back = "/" if viewer == PUBLIC else f"/seat/{viewer}"
        return Player(site.table, site.settings, _looks_at_open(site), viewer, back)

    @blueprint.get("/replay")
    def public() -> str:
        return shown(PUBLIC).page()

    @blueprint.get("/replay/step/<int:step>")
    def public_step(step: int) -> str:
        return shown(PUBLIC).step(step)

    @blueprint.get("/seat/<name>/replay")
    def of_seat(name: str) -> Response:
        seat = known_seat(site, name)
        if not site.holds(seat.id):
            left = left_game(site.services.house, name, request)
            return make_response(render_template("refused.html", seat=seat, left=left), 403)
        return make_response(shown(seat.id).page())

    @blueprint.get("/seat/<name>/replay/step/<int:step>")
    def step_of_seat(name: str, step: int) -> str:
        seat = known_seat(site, name)
        if not site.holds(seat.id):
            abort(403, f"This tablet does not hold the seat {seat.title}.")
        return shown(seat.id).step(step)

    return blueprint


def _looks_at_open(site: Site) -> tuple[Look, ...]:
    """The ways in which whoever asks may look at the open game."""
    return (
        Look(viewer=PUBLIC, title="Public", path="/replay", note=_PUBLIC_NOTE),
        *(
            Look(viewer=seat.id, title=seat.title, path=f"/seat/{seat.id}/replay", note=_SEAT_NOTE)
            for seat in site.held_seats()
        ),
    )


def ended_blueprint(house: House, settings: WebSettings) -> Blueprint:
    """Routes of the replays of games that have ended: everybody may see everything of them."""
    blueprint = Blueprint("ended", __name__, url_prefix="/games/<game_id>/replay")

    def shown(game_id: str, viewer: str) -> Player:
        written = house.games.replay(game_id)
        if written is None:
            abort(404)
        looks = looks_at_ended(written, f"/games/{game_id}/replay")
        if viewer not in {look.viewer for look in looks}:
            abort(404)
        return Player(written, settings, looks, SeatId(viewer), "/games", covered=False)

    @blueprint.get("", defaults={"viewer": PUBLIC})
    @blueprint.get("/<viewer>")
    def page(game_id: str, viewer: str) -> str:
        return shown(game_id, viewer).page()

    @blueprint.get("/step/<int:step>", defaults={"viewer": PUBLIC})
    @blueprint.get("/<viewer>/step/<int:step>")
    def step(game_id: str, viewer: str, step: int) -> str:
        return shown(game_id, viewer).step(step)

    @blueprint.get("/file")
    def file(game_id: str) -> Response:
        written = house.games.replay(game_id)
        if written is None:
            abort(404)
        response = make_response(written.file())
        response.headers["Content-Disposition"] = f'attachment; filename="game-{game_id}.html"'
        return response

    @blueprint.get("/text")
    def text(game_id: str) -> Response:
        written = house.games.replay(game_id)
        if written is None:
            abort(404)
        response = make_response(written.text())
        response.headers["Content-Type"] = "text/plain; charset=utf-8"
        response.headers["Content-Disposition"] = f'attachment; filename="game-{game_id}.txt"'
        return response

    return blueprint


def looks_at_ended(written: WrittenReplay, path: str) -> tuple[Look, ...]:
    """The ways to look at a game that has ended.

    Args:
        written: its replay.
        path: the address of the public one.
    """
    return (
        Look(viewer=PUBLIC, title="Public", path=path, note=_PUBLIC_NOTE),
        *(
            Look(viewer=seat.id, title=seat.title, path=f"{path}/{seat.id}", note=_SEAT_NOTE)
            for seat in written.seats()
        ),
        Look(viewer=ALL, title="Everything", path=f"{path}/{ALL}", note=_ALL_NOTE),
    )


@dataclass(frozen=True, slots=True)
class Player:
    """Shows one look at a game, step by step.

    Attributes:
        source: the open game or an ended one.
        settings: how evenly answers are given.
        looks: what can be switched to.
        viewer: which of them this is.
        back: where it was come from.
        covered: whether secrets lie under a cover; those of ended games lie open.
    """

    source: ReplaySource
    settings: WebSettings
    looks: tuple[Look, ...]
    viewer: SeatId
    back: str
    covered: bool = True

    def page(self) -> str:
        """The whole page, at the last step."""
        with evenly(self.settings.replay_every_s):
            timeline = self.source.timeline(self.viewer)
            last = timeline.steps - 1
            return render_template(
                "replay.html",
                timeline=timeline,
                view=spoken(self.source.view_at(self.viewer, last)),
                showing=self._showing("", timeline.heat),
                look=self._look,
                looks=self.looks,
                back=self.back,
                files="" if self.covered else self.looks[0].path,
                step=last,
            )

    def step(self, step: int) -> str:
        """The part of the page that changes from step to step."""
        with evenly(self.settings.replay_every_s):
            try:
                view = self.source.view_at(self.viewer, step)
            except IndexError:
                abort(404)
            timeline = self.source.timeline(self.viewer)
            showing = self._showing(request.args.get("have", ""), timeline.heat)
            return render_template(
                "replay_step.html", view=spoken(view), showing=showing, step=step
            )

    @property
    def _look(self) -> Look:
        return next(look for look in self.looks if look.viewer == self.viewer)

    def _showing(self, ground: str, heat: tuple[tuple[str, int], ...]) -> Showing:
        return Showing(
            viewer=self.viewer,
            base=self._look.path,
            live=False,
            ground=ground,
            heat=heat,
            covered=self.covered,
        )
