"""Showing cards of a hidden reserve without bringing them into a line (6.42, 9.24)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.events.combat import FighterShown
from companion.games.fellowship.facts.names import Seat
from companion.games.fellowship.play.fight_cards import open_fighter
from companion.games.fellowship.play.fight_common import FightFlow, shown_name, with_bearer
from companion.games.fellowship.seats import seat_word
from companion.table.views import Card, Choice, Form

_replace = msgspec.structs.replace


def with_fewer_hidden(battle: Battle, side: Seat) -> Battle:
    """The battle with one card fewer in a side's hidden reserve."""
    left = max(0, battle.reserve.get(side, 0) - 1)
    return _replace(battle, reserve={**battle.reserve, side: left})


def show_from_reserve(flow: FightFlow, card: str, section: str) -> Fighter | None:
    """A card of the acting seat's reserve lies open there from now on.

    Args:
        flow: the fight.
        card: its name.
        section: the rule by which it is shown.

    Returns:
        What everybody sees of it, or None where it is not in the reserve.
    """
    if card not in flow.hand.reserve:
        return None
    battle, side = flow.battle, seat_word(flow.seat)
    fighter = _replace(open_fighter(flow.own_scene, flow.work, card, battle), line="shown")
    battle = with_fewer_hidden(battle.with_fighters([fighter]), side)
    text = f"{shown_name(fighter)} is shown from the reserve."
    flow.change(text, section, battle=with_bearer(battle, flow.work.bearer))
    flow.tell(FighterShown(seat=flow.seat, number=fighter.id, card=card))
    return fighter


def reserve_card(name: str, choices: Iterable[Choice], *states: str) -> Card:
    """A card of the reserve under its owner's cover, with what may be pressed there."""
    form = Form(choices=tuple(choices))
    return Card(id=name, title=name, subtitle="reserve", states=states, form=form)
