"""The seats' screens: what one seat may see, and what it presses."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion.table.commands import Act
from companion.table.ids import PromptId, SeatId
from companion.table.values import Refusal, Seat
from webui.offered import is_open
from webui.pages.left_games import known_seat, left_game
from webui.pages.screens import region_part, screen_page, spot_part
from webui.qr import qr_svg
from webui.site import Site, address_to_limit

FIELD_PREFIX: Final = "f."
"""Stands before the names of a form's own fields, so that they cannot clash with ours."""

TAP_HEADER: Final = "X-Tap"
"""Bears the number that a screen gives a tap (`webui/static/js/kept.js`)."""

DRAWN_HEADER: Final = "X-Drawn-For"
"""Bears what the screen was drawn for on which a tap was made (`Site.drawn_for`)."""

_LOTS: Final = 2**62
"""So many sides has what can only be drawn, such as the order of a whole deck."""

_STATUS: Final = {"stale": 409, "not-yours": 403, "not-now": 409, "bad-input": 422, "rule": 422}
_NAMING: Final = ("bad-input", "rule")
"""Codes of refusals that name what was chosen; the others say the same of everything."""
_OTHER_GAME: Final = Refusal(
    code="stale", text="That was tapped on the screen of another game and has changed nothing."
)
_IN_DOUBT: Final = Refusal(
    code="not-now",
    text="The table has been started again since that tap, which may have counted before. "
    "Look, and tap again if it has not.",
)
_TAPPED_TWICE: Final = Refusal(code="not-now", text="That was tapped twice; one tap counted.")


def seat_blueprint(site: Site) -> Blueprint:
    """Routes of the seats' screens."""
    blueprint = Blueprint("seat", __name__, url_prefix="/seat/<name>")

    @blueprint.get("")
    def screen(name: str) -> Response:
        seat = known_seat(site, name)
        if not site.holds(seat.id):
            left = left_game(site.services.house, name, request)
            response = make_response(render_template("refused.html", seat=seat, left=left), 403)
            response.headers["HX-Refresh"] = "true"
            return response
        return make_response(screen_page(site, seat.id, seat))

    @blueprint.get("/region/<region_name>")
    def region(name: str, region_name: str) -> Response:
        return region_part(site, held_seat(site, name).id, region_name)

    @blueprint.get("/at")
    def spot(name: str) -> str:
        return spot_part(site, held_seat(site, name).id)

    @blueprint.get("/stream")
    def stream(name: str) -> Response:
        seat_id = held_seat(site, name).id
        token = site.token(seat_id)
        last_id = request.headers.get("Last-Event-ID") or request.args.get("since")
        return site.streams.open(
            seat_id,
            last_id,
            lambda: site.pairing.holds(seat_id, token),
            address_to_limit(request),
        )

    _add_wishes(blueprint, site)
    _add_menu(blueprint, site)
    return blueprint


def _add_wishes(blueprint: Blueprint, site: Site) -> None:
    """Routes for what a seat presses on its screen."""

    @blueprint.post("/act")
    def act(name: str) -> Response:
        wish = _act_of_form(held_seat(site, name).id)
        doubt = _doubt(site, wish.prompt)
        if doubt is not None:
            return act_answer(doubt)
        number = request.headers.get(TAP_HEADER)
        refusal = site.taps.once(
            wish.seat,
            number,
            lambda: site.table.act(wish) if site.taps.is_new(wish) else _TAPPED_TWICE,
        )
        return act_answer(refusal, covered=_tells_secrets(site, wish, refusal))

    @blueprint.post("/roll")
    def roll(name: str) -> Response:
        seat_id = held_seat(site, name).id
        prompt = _prompt_of_form()
        sides = request.form.get("sides", type=int)
        text = request.form.get("face", "")
        face = None if text == "draw" else request.form.get("face", type=int)
        if sides is None or not 1 <= sides <= (_LOTS if text == "draw" else 1000):
            abort(400, "Expected the number of faces of the die.")
        if text != "draw" and (face is None or not 1 <= face <= sides):
            return notice(f"Expected a number from 1 to {sides}, got {text[:20]!r}.", 422)
        doubt = _doubt(site, prompt)
        if doubt is not None:
            return act_answer(doubt)
        wish = Act(seat=seat_id, prompt=prompt, action="roll", inputs=(("face", text),))
        number = request.headers.get(TAP_HEADER)

        def enter() -> Refusal | None:
            if not site.taps.is_new(wish):
                return _TAPPED_TWICE
            return site.table.enter_roll(seat_id, prompt, face, sides)

        refusal = site.taps.once(seat_id, number, enter)
        return act_answer(refusal, covered=refusal is not None and refusal.private)


def _add_menu(blueprint: Blueprint, site: Site) -> None:
    """Routes for what a holder does with the seat itself."""

    @blueprint.get("/menu")
    def menu(name: str) -> str:
        seat = held_seat(site, name)
        return render_template(
            "menu.html",
            seat=seat,
            devices=site.pairing.device_count(seat.id),
            point=next(reversed(site.table.fixed_points()), None),
            is_demo=site.table.demo() is not None,
            has_games=site.services.house is not None,
            has_eye=site.services.eye is not None,
            has_doctor=site.services.doctor is not None,
        )

    @blueprint.post("/invite")
    def invite(name: str) -> str:
        seat = held_seat(site, name)
        manner = request.form.get("manner")
        if manner not in ("join", "hand-over"):
            abort(400, "Expected whether the other tablet joins or takes over.")
        invitation = site.pairing.invite(seat.id, "join" if manner == "join" else "hand-over")
        address = site.address(f"/join/{invitation.code}")
        return render_template(
            "invitation.html",
            seat=seat,
            invitation=invitation,
            address=address,
            qr=qr_svg(address, f"QR code for another tablet at the seat {seat.title}"),
        )


def held_seat(site: Site, name: str) -> Seat:
    """The seat, if the tablet that asks holds it; else an answer that reloads the page."""
    seat = known_seat(site, name)
    if not site.holds(seat.id):
        response = make_response(
            f"This tablet does not hold the seat {seat.title}. Open the page again to see how to "
            "get it.",
            403,
        )
        response.headers["HX-Refresh"] = "true"
        abort(response)
    return seat


def _doubt(site: Site, prompt: PromptId | None) -> Refusal | None:
    """Why a tap is not carried out that was made on a screen of another game or another start.

    The numbers of taps are forgotten when the table is started. An answer to a question is safe all
    the same: the question is asked once. Anything else may have counted before the power went.
    """
    drawn_for = request.headers.get(DRAWN_HEADER, site.drawn_for)
    if drawn_for == site.drawn_for:
        return None
    if drawn_for.rpartition(".")[0] != site.pairing.game:
        return _OTHER_GAME
    return _IN_DOUBT if prompt is None else None


def _prompt_of_form() -> PromptId | None:
    text = request.form.get("prompt", "")
    return PromptId(text) if text else None


def _act_of_form(seat: SeatId) -> Act:
    action = request.form.get("action", "")
    if not action:
        abort(400, "Expected what was pressed.")
    inputs = tuple(
        (key.removeprefix(FIELD_PREFIX), value.strip())
        for key, value in request.form.items(multi=True)
        if key.startswith(FIELD_PREFIX)
    )
    return Act(seat=seat, prompt=_prompt_of_form(), action=action, inputs=inputs)


def _tells_secrets(site: Site, wish: Act, refusal: Refusal | None) -> bool:
    """Whether a refusal may name what lies under the cover: it says so, or was pressed there."""
    if refusal is None:
        return False
    if refusal.private:
        return True
    if refusal.code not in _NAMING:
        return False
    return not is_open(site.table.screen(wish.seat).view, wish.action)


def act_answer(refusal: Refusal | None, *, covered: bool = False) -> Response:
    """What the table said to an act: nothing, or why not.

    Args:
        refusal: why not.
        covered: whether that lies under the cover.
    """
    if refusal is None:
        response = notice("", 200)
        response.headers["HX-Trigger"] = "acted"
        return response
    response = notice(refusal.text, _STATUS[refusal.code], refusal.section, covered=covered)
    if refusal.code in ("stale", "not-now"):
        response.headers["HX-Trigger"] = "reload-all"
    return response


def notice(text: str, status: int, section: str = "", *, covered: bool = False) -> Response:
    """A line for the place of notices, under the cover if it tells what lies there."""
    line = render_template("notice.html", text=text, section=section, covered=covered)
    return make_response(line, status)
