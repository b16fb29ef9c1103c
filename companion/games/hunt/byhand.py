"""What either player may do at any time: counting anew, tiles, Corruption, event cards."""

from __future__ import annotations

from typing import Final

from companion.games.hunt.corrections import corrections
from companion.games.hunt.events import (
    BoxCounted,
    CorruptionChanged,
)
from companion.games.hunt.events_tile import (
    CAUSE_WORDS,
    SpecialPlayed,
    TilesOwed,
)
from companion.games.hunt.names import FREE, MOST_BOX_DICE, SHADOW, Cause
from companion.games.hunt.offer import Offer
from companion.games.hunt.sighting import ON_TABLE, Dice, dice_in_box
from companion.games.hunt.stage import (
    Answer,
    Events,
    number,
    select,
)
from companion.games.hunt.state import PublicState
from companion.games.hunt.tiles import SPECIAL, TILES, Bag, Colour
from companion.table.ids import SeatId

COLOURS: Final[dict[SeatId, Colour]] = {FREE: "fellowship", SHADOW: "shadow"}
"""Whose cards bring the special tiles of a colour (HUNT-004)."""

PLAY: Final = "hand-play"
_REASONS: Final = (
    ("Rest in a friendly City or Stronghold", "Rest in a friendly City or Stronghold"),
    ("An ability", "An ability"),
    ("An event card", "An event card"),
    ("Put right by hand", "Put right by hand"),
    (ON_TABLE, ON_TABLE),
)


def offers(public: PublicState, seat: SeatId) -> tuple[Offer, ...]:
    """What a seat may do now, beside what is asked of it."""
    if public.winner:
        return ()
    found = [_count(public), _tile(), _corruption(public)]
    if playable := tuple(tile for tile in public.unused if TILES[tile].colour == COLOURS[seat]):
        found.append(_play(playable, seat))
    return (*found, *corrections(public))


def _count(public: PublicState) -> Offer:
    limits = (0, MOST_BOX_DICE)
    dice = dice_in_box(public) or Dice(public.shadow_dice, public.free_dice)
    return Offer(
        action="hand-box",
        title="Count the Hunt Box",
        subtitle=f"{public.shadow_dice} Shadow, {public.free_dice} Free Peoples",
        label="So it is",
        fields=(
            number("shadow", "Shadow dice", limits, min(dice.shadow, MOST_BOX_DICE)),
            number("free", "Free Peoples dice", limits, min(dice.free, MOST_BOX_DICE)),
        ),
        act=_counted,
    )


def _counted(public: PublicState, answer: Answer) -> Events:
    shadow = answer.number("shadow", public.shadow_dice)
    return (BoxCounted(shadow=shadow, free=answer.number("free", public.free_dice)),)


def _tile() -> Offer:
    causes: tuple[Cause, ...] = ("event", "stronghold")
    return Offer(
        action="hand-tile",
        title="Draw a tile",
        subtitle="For an event, an ability or a Shadow Stronghold; an Eye counts 0",
        label="Draw it",
        fields=(select("cause", "For", tuple((one, CAUSE_WORDS[one]) for one in causes)),),
        act=_owed,
    )


def _owed(public: PublicState, answer: Answer) -> Events:
    cause: Cause = "stronghold" if answer.text("cause") == "stronghold" else "event"
    return (TilesOwed(causes=(cause,)),)


def _corruption(public: PublicState) -> Offer:
    return Offer(
        action="hand-corruption",
        title="Corruption",
        subtitle=f"Now {public.corruption}",
        label="Change it",
        fields=(
            number("by", "Points, negative to remove", (-12, 12), -1),
            select("why", "Because of", _REASONS),
        ),
        act=_corrupted,
    )


def _corrupted(public: PublicState, answer: Answer) -> Events:
    why = answer.text("why") or _REASONS[0][1]
    return (CorruptionChanged(by=answer.number("by", -1), why=why),)


def _play(playable: Bag, seat: SeatId) -> Offer:
    entries = tuple((tile, f"{TILES[tile].card}: {TILES[tile].title}") for tile in playable)

    def play(public: PublicState, answer: Answer) -> Events:
        return (SpecialPlayed(seat=seat, tile=answer.text("tile") or playable[0]),)

    return Offer(
        action=PLAY,
        title="Play a card that brings a special tile",
        label="Play it",
        fields=(select("tile", "Card", entries),),
        act=play,
    )


def special_of(seat: SeatId) -> tuple[str, ...]:
    """The special tiles that a seat's cards bring."""
    return tuple(tile.id for tile in SPECIAL if tile.colour == COLOURS[seat])
