"""Saruman's display goes from one seat to the other with the Ring (6.41, 6.414).

At the table the cards are handed over; here the notes on them are. It follows from a public event,
so the fold does it, and nobody has to tell the other anything. What a seat has written about a card
in words of its own stays with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.facts.roster import display_boxes, forces
from companion.games.fellowship.ownership import player_of
from companion.games.fellowship.seats import marker_type_of
from companion.games.fellowship.state import HiddenState, Line, PublicState
from companion.table.ids import SeatId

_replace = msgspec.structs.replace
Key = TypeVar("Key")
Value = TypeVar("Value")


def with_saruman_handed_over(
    hidden: Mapping[SeatId, HiddenState], before: PublicState, after: PublicState
) -> Mapping[SeatId, HiddenState]:
    """Each seat's notes after a public event, which may have changed who plays Saruman's forces."""
    old, new = (player_of(public, MarkerType.SARUMAN) for public in (before, after))
    if old == new or old not in hidden or new not in hidden:
        return hidden
    giver, taker = _handed(hidden[old], hidden[new], after)
    return {**hidden, old: giver, new: taker}


def _handed(
    giver: HiddenState, taker: HiddenState, public: PublicState
) -> tuple[HiddenState, HiddenState]:
    cards = {force.name for force in forces() if force.marker is MarkerType.SARUMAN}
    boxes = {box.id for box in display_boxes() if box.type is MarkerType.SARUMAN}
    white = {one.id for one in public.table if marker_type_of(one) is MarkerType.SARUMAN}
    names, more_names = _parted(giver.names, taker.names, white)
    lies, more_lies = _parted(giver.boxes, taker.boxes, cards)
    damage, more_damage = _parted(giver.damage, taker.damage, cards)
    endurance, more_endurance = _parted(giver.endurance, taker.endurance, cards)
    chains, more_chains = _parted(giver.chains, taker.chains, boxes)
    blanks, more_blanks = _parted(giver.blanks, taker.blanks, boxes)
    gone = tuple(card for card in giver.dead if card in cards)
    told = Line("The other side plays Saruman's forces now: their boxes are its own.", "6.414")
    heard = Line("You play Saruman's forces now: their boxes are yours.", "6.414")
    return (
        _replace(
            giver,
            names=names,
            boxes=lies,
            damage=damage,
            endurance=endurance,
            chains=chains,
            blanks=blanks,
            dead=tuple(card for card in giver.dead if card not in cards),
            log=(*giver.log, told),
        ),
        _replace(
            taker,
            names=more_names,
            boxes=more_lies,
            damage=more_damage,
            endurance=more_endurance,
            chains=more_chains,
            blanks=more_blanks,
            dead=(*taker.dead, *gone),
            log=(*taker.log, heard),
        ),
    )


def _parted(
    giver: Mapping[Key, Value], taker: Mapping[Key, Value], about: set[Key]
) -> tuple[dict[Key, Value], dict[Key, Value]]:
    """What the giver keeps, and what the taker has with the rest."""
    kept = {key: value for key, value in giver.items() if key not in about}
    given = {key: value for key, value in giver.items() if key in about}
    return kept, {**taker, **given}
