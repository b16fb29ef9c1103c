"""Cards read from a photograph: shown to their seat for one confirming tap, then laid.

The photograph comes in pieces, is read once and forgotten. Until the tap nothing has happened: no
event, no news to anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from companion.table.commands import Act
from companion.table.ids import PromptId, SeatId
from companion.table.views import Field, Option, View
from webui.language.choice import say, spoken
from webui.offered import forms_of
from webui.pages.seat import act_answer, held_seat, notice
from webui.ports import CardPhotoError, CardReader
from webui.site import Site
from webui.uploads import UploadError, Uploads

LARGEST_PHOTO_BYTES: Final = 6 * 1024 * 1024
"""Tablets make photographs smaller before they send them; this is room for those that cannot."""


@dataclass(frozen=True, slots=True)
class CardsRead:
    """What was read of a photograph.

    Attributes:
        known: the entries of the field that it shows, each once; where the field takes several
            cards of one kind, as often as it shows them.
        others: labels that say something else.
        doubled: known cards that lie there more than once though there is but one.
    """

    known: tuple[Option, ...]
    others: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()


def card_photo_blueprint(site: Site, reader: CardReader) -> Blueprint:
    """Routes for photographs of cards; each is for a tablet that holds the seat.

    Args:
        site: the table.
        reader: reads the labels.
    """
    blueprint = Blueprint("card_photos", __name__, url_prefix="/seat/<name>/photo")
    # Each seat's own: where room is shared, a seat learns when another sends a photograph.
    rooms = {seat.id: Uploads(site.settings.steady_s) for seat in site.table.seats()}

    @blueprint.post("/upload")
    def upload(name: str) -> Response:
        uploads = rooms[held_seat(site, name).id]
        file = request.args.get("file") or uploads.begin()
        at = request.args.get("at", 0, type=int)
        try:
            length = uploads.add(file, at, request.get_data(), LARGEST_PHOTO_BYTES)
        except UploadError as error:
            return make_response(jsonify({"why": say(str(error))}), 422)
        return make_response(jsonify({"file": file, "length": length}))

    @blueprint.post("/read")
    def read(name: str) -> Response:
        seat = held_seat(site, name)
        uploads = rooms[seat.id]
        file = request.form.get("file", "")
        action, wanted = request.form.get("action", ""), request.form.get("field", "")
        view = site.table.screen(seat.id).view
        field = card_field(view, action, wanted)
        if field is None:
            return notice("This is not asked any more. Look again.", 409)
        try:
            texts = reader.read(uploads.data(file), seat.id)
        except (CardPhotoError, UploadError) as error:
            return notice(str(error), 422)
        finally:
            uploads.forget(file)
        return make_response(
            render_template(
                "cards_read.html",
                seat=seat,
                read=cards_read(field, texts),
                field=spoken(field),
                action=action,
                label=_confirming(view, action) if field.kind == "ticks" else say("Lay them"),
                prompt=request.form.get("prompt", ""),
            )
        )

    @blueprint.post("/lay")
    def lay(name: str) -> Response:
        return _lay(site, held_seat(site, name).id)

    return blueprint


def _lay(site: Site, seat: SeatId) -> Response:
    """Carry out the confirming tap: one act for all ticks, or one for each card."""
    action, name = request.form.get("action", ""), request.form.get("field", "")
    field = card_field(site.table.screen(seat).view, action, name)
    cards = request.form.getlist("card")
    if field is None:
        return notice("This is not asked any more. Look again.", 409)
    if not cards:
        abort(400, "Expected the cards that were read.")
    text = request.form.get("prompt", "")
    prompt = PromptId(text) if text else None
    inputs = [(name, card) for card in cards]
    groups = [tuple(inputs)] if field.kind == "ticks" else [(one,) for one in inputs]
    acts = [Act(seat=seat, prompt=prompt, action=action, inputs=group) for group in groups]
    if not site.taps.is_new(acts[0]):
        return notice("That was tapped twice; one tap counted.", 409)
    for act in acts:
        refusal = site.table.act(act)
        if refusal is not None:
            return act_answer(refusal, covered=True)
    return act_answer(None)


def _confirming(view: View, action: str) -> str:
    """What the choice is called that lays all cards at once."""
    choices = (choice for form in forms_of(view) for choice in form.choices)
    return next(say(choice.label) for choice in choices if choice.action == action)


def card_field(view: View, action: str, name: str) -> Field | None:
    """The field of a view that takes cards, None if the view has none of that name now."""
    for form in forms_of(view):
        if any(choice.action == action for choice in form.choices):
            for field in form.fields:
                if field.name == name and field.cards:
                    return field
    return None


def cards_read(field: Field, texts: tuple[str, ...]) -> CardsRead:
    """Which entries of a field the labels name, by value or by label, whatever the capitals."""
    by_name = {option.label.casefold(): option for option in field.options}
    by_name |= {option.value.casefold(): option for option in field.options}
    found = [by_name.get(text.casefold()) for text in texts]
    known = [option for option in found if option is not None]
    once = tuple(known) if field.repeats else tuple(dict.fromkeys(known))
    return CardsRead(
        known=once,
        others=tuple(dict.fromkeys(t for t, o in zip(texts, found, strict=True) if o is None)),
        doubled=tuple(
            option.label for option in once if not field.repeats and known.count(option) > 1
        ),
    )
