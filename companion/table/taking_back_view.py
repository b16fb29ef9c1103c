"""Taking back on the screens: the offer, the question to the others, what everybody is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from companion.table.ids import SeatId
from companion.table.taking_back_state import (
    ACTION,
    AGREE,
    ASK,
    ASK_REGION,
    REFUSE,
    REGION,
    WITHDRAW,
    Asking,
    Offer,
    Takeable,
    Told,
)
from companion.table.views import Choice, Form, Prompt, Region, Text, Widget

State = TypeVar("State")


def regions_of(state: Takeable[State], seat: SeatId) -> tuple[Region, ...]:
    """What a viewer may take back, is asked or is told, each where there is something of it.

    What a seat may take back alone lies beside what is asked, since a slip is seen at once; what
    it would have to ask for lies in a tab.
    """
    titles = {one.id: one.title for one in state.seats}
    widgets: list[Widget] = []
    if state.told is not None:
        widgets.append(Text(text=_told_words(state.told, titles)))
    if state.asking is not None:
        widgets += _asking_widgets(state.asking, seat, titles)
    offer = None if state.asking is not None else state.offer_of(seat)
    regions = []
    if offer is not None and offer.alone:
        widgets.append(_alone_prompt(offer))
    if widgets:
        regions.append(
            Region(name=REGION, title="Take back", role="prompt", widgets=tuple(widgets))
        )
    if offer is not None and not (offer.alone or offer.refused):
        prompt = _ask_prompt(offer)
        regions.append(
            Region(name=ASK_REGION, title="Take back", role="tab", widgets=(prompt,), rare=True)
        )
    return tuple(regions)


def _told_words(told: Told, titles: Mapping[SeatId, str]) -> str:
    who = titles.get(told.seat, told.seat)
    if told.refused_by is None:
        return f"The seat {who} has taken back its last decision."
    other = titles.get(told.refused_by, told.refused_by)
    return f"The seat {other} does not agree: the last decision of the seat {who} stands."


def _alone_prompt(offer: Offer[State]) -> Prompt:
    choice = Choice(action=f"{ACTION}:{offer.number}", label="Undo")
    return Prompt(id=None, sentence="Not what you meant?", form=Form(choices=(choice,)))


def _ask_prompt(offer: Offer[State]) -> Prompt:
    choice = Choice(action=f"{ASK}:{offer.number}", label="Ask to take it back")
    detail = (
        "Something has happened since, so that it needs leave.",
        "What was decided since goes with it; markers and secrets stay as they are.",
    )
    sentence = "Your last decision may still be taken back if everybody agrees."
    return Prompt(id=None, sentence=sentence, detail=detail, form=Form(choices=(choice,)))


def _asking_widgets(asking: Asking, seat: SeatId, titles: Mapping[SeatId, str]) -> list[Widget]:
    who = titles.get(asking.seat, asking.seat)
    if seat == asking.seat:
        choice = Choice(action=f"{WITHDRAW}:{asking.number}", label="Ask no longer")
        sentence = "You have asked to take back your last decision."
        return [Prompt(id=None, sentence=sentence, form=Form(choices=(choice,)))]
    sentence = f"The seat {who} asks to take back its last decision."
    if seat not in titles or seat in asking.agreed:
        return [Text(text=sentence)]
    choices = (
        Choice(action=f"{AGREE}:{asking.number}", label="Agree"),
        Choice(action=f"{REFUSE}:{asking.number}", label="Do not agree"),
    )
    detail = ("What was decided since goes with it. Markers and secrets stay as they are.",)
    form = Form(choices=choices)
    return [Prompt(id=None, sentence=sentence, detail=detail, form=form, asked=True)]
