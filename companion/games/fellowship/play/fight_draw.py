"""Creatures that come out of their mix: one by one, or as many as a photograph shows (8.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from companion.games.fellowship.combat.cards import Cards
from companion.games.fellowship.combat.creatures import attack_bonus, leaves_at_half
from companion.games.fellowship.combat.hand import FightHand
from companion.games.fellowship.events.combat import Company, FightWork
from companion.games.fellowship.facts.names import Seat
from companion.games.fellowship.flow.steps import Answer
from companion.games.fellowship.play.fight_cards import creature_kinds, undrawn
from companion.games.fellowship.play.fight_common import FightFlow, wrong
from companion.games.fellowship.tables.random_group import CreatureMix
from companion.table.values import Refusal
from companion.table.views import Card, Choice, Field, Form, Option

DRAW: Final = "draw"
"""Verb for one creature, before its kind."""
DRAWN: Final = "drawn"
"""Action for those that are ticked or read from a photograph."""
_FIELD: Final = "creatures"

_replace = msgspec.structs.replace


def draw_cards(cards: Cards, work: FightWork, hand: FightHand, side: Seat) -> list[Card]:
    """What a side draws its creatures with, under the cover; nothing once it has them all."""
    company, left = undrawn(work, hand, side)
    if company is None:
        return []
    kinds = creature_kinds(cards, company, work.place)
    found = [
        Card(
            id=f"draw-{kind}",
            title=kind,
            subtitle=f"drawn from the mix, {left} to go",
            form=Form(choices=(Choice(action=f"{DRAW}:{kind}", label=f"I drew: {kind}"),)),
        )
        for kind in kinds
    ]
    if left > 1:
        found.append(_several(kinds, left))
    return found


def _several(kinds: Sequence[str], left: int) -> Card:
    field = Field(
        name=_FIELD,
        label="Drawn, one of each",
        kind="ticks",
        options=tuple(Option(value=kind, label=kind) for kind in kinds),
        cards=True,
        repeats=True,
    )
    choice = Choice(action=DRAWN, label="I drew these", detail="Only you see them.")
    return Card(
        id="draw-several",
        title="Several at once",
        subtitle=f"drawn from the mix, {left} to go",
        form=Form(fields=(field,), choices=(choice,)),
        opens="Photograph or tick",
    )


def draw_one(flow: FightFlow, side: Seat, kind: str) -> None:
    """A creature comes from the mix and lies in the front line until it is laid elsewhere."""
    company, _ = undrawn(flow.work, flow.hand, side)
    if company is not None:
        flow.arrange(_with_creature(flow, company, kind))


def draw_several(flow: FightFlow, side: Seat, answer: Answer) -> Refusal | None:
    """All that were ticked or photographed come from the mix, or none of them."""
    kinds = answer.texts(_FIELD)
    company, left = undrawn(flow.work, flow.hand, side)
    if not kinds or company is None:
        return Refusal(code="bad-input", text="Expected the creatures that were drawn. Tick them.")
    if len(kinds) > left:
        return wrong(f"{left} are still to be drawn, not {len(kinds)}. Take some away.", "8.4")
    for kind in kinds:
        draw_one(flow, side, kind)
    return None


def _with_creature(flow: FightFlow, company: Company, kind: str) -> FightHand:
    hand = flow.hand
    name = f"{kind} #{len(hand.creatures) + 1}"
    mix = next((one for one in CreatureMix if one.value == company.mix), None)
    values = flow.cards.get(kind)
    of_kind = next((c for c in company.creatures if values and c == values.creature), None)
    bonus = attack_bonus(mix, of_kind or company.creatures[0])
    return _replace(
        hand,
        creatures=(*hand.creatures, name),
        row=(*hand.row, name),
        bonus={**hand.bonus, name: bonus} if bonus else hand.bonus,
        timid=(*hand.timid, name) if leaves_at_half(mix) else hand.timid,
    )
