"""What either player may do at any time: counting anew, event cards, corrections.

An offer is a small form of its own; pressing it comes without a prompt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from companion.games.hunt.companions import name_of
from companion.games.hunt.events import (
    BoxCounted,
    CorruptionChanged,
    GuideAppointed,
    PlaceTold,
)
from companion.games.hunt.events_effect import CompanionLeft
from companion.games.hunt.events_tile import (
    CAUSE_WORDS,
    SpecialPlayed,
    TileRemoved,
    TilesOwed,
    Zone,
)
from companion.games.hunt.names import FREE, MOST_BOX_DICE, SHADOW, WHERE_WORDS, Cause
from companion.games.hunt.stage import (
    Answer,
    Events,
    number,
    place_fields,
    place_of,
    select,
)
from companion.games.hunt.state import PublicState
from companion.games.hunt.tiles import SPECIAL, TILES, Bag, Colour, counts
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form, Option

COLOURS: Final[dict[SeatId, Colour]] = {FREE: "fellowship", SHADOW: "shadow"}
"""Whose cards bring the special tiles of a colour (HUNT-004)."""

PLAY: Final = "hand-play"
_REASONS: Final = (
    ("Rest in a friendly City or Stronghold", "Rest in a friendly City or Stronghold"),
    ("An ability", "An ability"),
    ("An event card", "An event card"),
    ("Put right by hand", "Put right by hand"),
)


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done at any time.

    Attributes:
        action: comes back in the act.
        title, subtitle: for the screens.
        label: what is pressed.
        fields: what is filled in.
        act: what follows.
    """

    action: str
    title: str
    label: str
    fields: tuple[Field, ...]
    act: Callable[[PublicState, Answer], Events | Refusal]
    subtitle: str = ""

    @property
    def form(self) -> Form:
        """Fields and the choice that sends them."""
        return Form(fields=self.fields, choices=(Choice(action=self.action, label=self.label),))


def offers(public: PublicState, seat: SeatId) -> tuple[Offer, ...]:
    """What a seat may do now, beside what is asked of it."""
    if public.winner:
        return ()
    found = [_count(public), _tile(), _corruption(public), _place(public)]
    if public.companions:
        found.append(_separate(public))
    if len(public.companions) > 1 and public.guide:
        found.append(_guide(public))
    if playable := tuple(tile for tile in public.unused if TILES[tile].colour == COLOURS[seat]):
        found.append(_play(playable, seat))
    if public.pool or public.drawn:
        found.append(_remove(public))
    return tuple(found)


def _count(public: PublicState) -> Offer:
    limits = (0, MOST_BOX_DICE)
    return Offer(
        action="hand-box",
        title="Count the Hunt Box",
        subtitle=f"{public.shadow_dice} Shadow, {public.free_dice} Free Peoples",
        label="So it is",
        fields=(
            number("shadow", "Shadow dice", limits, public.shadow_dice),
            number("free", "Free Peoples dice", limits, public.free_dice),
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


def _place(public: PublicState) -> Offer:
    return Offer(
        action="hand-place",
        title="Where the Ring-bearers are",
        subtitle=_where(public),
        label="So it is",
        fields=place_fields(public) if public.mordor is None else (),
        act=_placed,
    )


def _where(public: PublicState) -> str:
    if public.mordor is not None:
        return "On the Mordor Track"
    return public.region or WHERE_WORDS[public.where]


def _placed(public: PublicState, answer: Answer) -> Events | Refusal:
    if public.mordor is not None:
        return Refusal(code="rule", text="On the Mordor Track the Fellowship is in no region.")
    region, where, progress = place_of(answer)
    return (PlaceTold(region=region, where=where, progress=progress),)


def _separate(public: PublicState) -> Offer:
    options = tuple(Option(value=one, label=name_of(one)) for one in public.companions)
    mordor = public.mordor is not None
    return Offer(
        action="hand-separate",
        title="Separate Companions",
        subtitle="In Mordor this removes them from the game" if mordor else "",
        label="Remove them" if mordor else "Separate them",
        fields=(Field(name="who", label="Companions", kind="ticks", options=options),),
        act=_separated,
    )


def _separated(public: PublicState, answer: Answer) -> Events | Refusal:
    who = answer.texts("who")
    if not who:
        return Refusal(code="bad-input", text="Tick the Companions who leave the Fellowship.")
    how = "separated" if public.mordor is None else "removed from the game"
    return tuple(CompanionLeft(companion=one, how=how) for one in who)


def _guide(public: PublicState) -> Offer:
    entries = tuple((one, name_of(one)) for one in public.companions)
    return Offer(
        action="hand-guide",
        title="Change the Guide",
        subtitle=f"{name_of(public.guide)}, Level {public.levels[public.guide]}",
        label="Appoint",
        fields=(select("guide", "Guide", entries, public.guide),),
        act=_appointed,
    )


def _appointed(public: PublicState, answer: Answer) -> Events:
    guide = answer.text("guide") or public.guide
    return (GuideAppointed(guide=guide, name=name_of(guide)),)


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


def _remove(public: PublicState) -> Offer:
    zones: tuple[tuple[Zone, Bag], ...] = (("pool", public.pool), ("drawn", public.drawn))
    words = {"pool": "in the pool", "drawn": "drawn before"}
    entries = tuple(
        (f"{zone}:{tile.id}", f"{tile.name}, {words[zone]}")
        for zone, bag in zones
        for tile, _ in counts(bag)
    )
    return Offer(
        action="hand-remove",
        title="Remove a tile permanently",
        subtitle="By an event; it never comes back",
        label="Remove it",
        fields=(select("tile", "Tile", entries),),
        act=_removed,
    )


def _removed(public: PublicState, answer: Answer) -> Events | Refusal:
    zone, _, tile = answer.text("tile").partition(":")
    if not tile:
        return Refusal(code="bad-input", text="Choose the tile that is removed.")
    return (TileRemoved(tile=tile, zone="pool" if zone == "pool" else "drawn"),)


def special_of(seat: SeatId) -> tuple[str, ...]:
    """The special tiles that a seat's cards bring."""
    return tuple(tile.id for tile in SPECIAL if tile.colour == COLOURS[seat])
