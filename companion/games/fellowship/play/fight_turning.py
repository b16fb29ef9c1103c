"""Turning a character's hidden side up, at any time in a fight (9.12)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.games.fellowship.combat.battle import Fighter
from companion.games.fellowship.combat.mounts import could_ride
from companion.games.fellowship.events.combat import FighterTurned
from companion.games.fellowship.play.fight_cards import revealed
from companion.games.fellowship.play.fight_common import FightFlow, shown_name, with_bearer
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.table.views import Choice


def turn_choices(fighters: Iterable[Fighter]) -> list[Choice]:
    """Turning each of some generic cards; the label says nothing of who it is."""
    return [
        Choice(action=f"turn:{one.id}", label=f"Show who {shown_name(one)} is", section="9.12")
        for one in fighters
        if one.generic
    ]


def turned(flow: FightFlow, number: str) -> None:
    """The hidden side is up for the rest of the fight; what happened before stays."""
    fighter = flow.battle.find(number)
    if fighter is None:
        return
    shown = revealed(flow.own_scene, flow.work, fighter)
    if shown is None:
        return
    card = flow.hand.tokens[number]
    rides = shown.side in flow.battle.riding and could_ride(flow.battle, shown)
    shown = msgspec.structs.replace(shown, mounted=rides)
    battle = with_bearer(flow.battle.with_fighters([shown]), flow.work.bearer)
    flow.change(f"{shown_name(fighter)} is {shown.card}.", "9.12", battle=battle)
    flow.tell(FighterTurned(seat=FELLOWSHIP_SEAT, card=card))
