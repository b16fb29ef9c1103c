"""Putting right at any time where the Ring-bearers are, who is with them and where tiles lie.

Events outside the Hunt do all of this too.
"""

from __future__ import annotations

from companion.games.hunt.companions import FELLOWSHIP, name_of
from companion.games.hunt.events import GuideAppointed, PlaceTold
from companion.games.hunt.events_effect import CompanionBack, CompanionLeft
from companion.games.hunt.events_tile import TileBack, TileRemoved, Zone
from companion.games.hunt.names import LAST_STEP, WHERE_WORDS
from companion.games.hunt.offer import Offer
from companion.games.hunt.stage import Answer, Events, number, place_fields, place_of, select
from companion.games.hunt.state import PublicState
from companion.games.hunt.tiles import Bag, counts
from companion.table.values import Refusal
from companion.table.views import Field, Option
from companion.table.wording import typed


def corrections(public: PublicState) -> tuple[Offer, ...]:
    """What can be put right now."""
    found = [_place(public)]
    if public.companions:
        found.append(_separate(public))
    if public.gone:
        found.append(_back(public))
    if len(public.companions) > 1 and public.guide:
        found.append(_guide(public))
    if public.pool or public.drawn:
        found.append(_remove(public))
    if public.drawn:
        found.append(_tile_back(public))
    return tuple(found)


def _place(public: PublicState) -> Offer:
    sides = (("hidden", "Hidden"), ("revealed", "Revealed"))
    shown = "hidden" if public.hidden else "revealed"
    where = typed(public.region) or WHERE_WORDS[public.where]
    fields = place_fields(public, filled=True)
    if public.mordor is not None:
        where = "On the Mordor Track"
        fields = (number("step", "Step of the Mordor Track", (0, LAST_STEP), public.mordor),)
    return Offer(
        action="hand-place",
        title="Where the Ring-bearers are",
        subtitle=where,
        label="So it is",
        fields=(*fields, select("counter", "The counter shows", sides, shown)),
        act=_placed,
    )


def _placed(public: PublicState, answer: Answer) -> Events:
    hidden = answer.text("counter") != "revealed"
    if public.mordor is not None:
        step = answer.number("step", public.mordor)
        return (PlaceTold(region="", where="elsewhere", hidden=hidden, step=step),)
    region, where, progress = place_of(answer)
    return (PlaceTold(region=region, where=where, progress=progress, hidden=hidden),)


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


def _back(public: PublicState) -> Offer:
    gone = tuple(one for one in FELLOWSHIP if one in public.gone)
    options = tuple(Option(value=one, label=f"{name_of(one)}: {public.gone[one]}") for one in gone)
    return Offer(
        action="hand-back",
        title="Companions come back",
        subtitle="Where one was taken out by mistake",
        label="They are back",
        fields=(Field(name="who", label="Companions", kind="ticks", options=options),),
        act=_come_back,
    )


def _come_back(public: PublicState, answer: Answer) -> Events | Refusal:
    who = answer.texts("who")
    if not who:
        return Refusal(code="bad-input", text="Tick the Companions who are back.")
    return tuple(CompanionBack(companion=one) for one in who)


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


def _tile_back(public: PublicState) -> Offer:
    entries = tuple((tile.id, tile.name) for tile, _ in counts(public.drawn))
    return Offer(
        action="hand-tile-back",
        title="Put a drawn tile back",
        subtitle="By an event, or where a wrong one was entered",
        label="Put it back",
        fields=(select("tile", "Tile", entries),),
        act=_tile_is_back,
    )


def _tile_is_back(public: PublicState, answer: Answer) -> Events:
    return (TileBack(tile=answer.text("tile") or public.drawn[0]),)
