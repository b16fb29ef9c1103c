"""Steps that both status phases have: drawing and discarding, sea regions (6.1 to 6.3)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.lent import ShipLost
from companion.games.fellowship.events.play import (
    ExpectationSet,
    MarkerRevealed,
    Noted,
    PublicEvent,
    Reminded,
    ResultShown,
)
from companion.games.fellowship.events.status import (
    ActivationsLapsed,
    EventCardGone,
    EventCardsDrawn,
    HarmSeen,
    PlayerTurnCleared,
    WeatherPlaced,
)
from companion.games.fellowship.facts.names import SEA_REGIONS
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, Events, Handler, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.sea_regions import SHIP_MODIFIER, SeaResult, sea_result
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Expected, PublicState, Scene, Work
from companion.table.events import Event
from companion.table.ids import PieceId, SeatId
from companion.table.values import Refusal, Roll
from companion.table.views import Choice, Explained, Form, Part

HAND_LIMIT: Final = 3
"""Most event cards in hand at the end of an own status phase (6.3)."""

FIRST_DRAW: Final = 3
"""Event cards that each player draws once, in the first status phase (6.3)."""

_replace = msgspec.structs.replace


class DrawCards(Handler):
    """A player-turn begins: old counters go, event cards are drawn (5.0, 6.3)."""

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat

    def enter(self, scene: Scene) -> Events:
        """Three cards in a player's first status phase, one in each later one.

        Nothing is drawn a second time when a seat goes back to this step by hand.
        """
        if scene.public.held:
            return ()
        count = 1 if self._seat in scene.public.drew_first else FIRST_DRAW
        cards = "one event card" if count == 1 else f"{count} event cards"
        # Nothing is drawn by the program: what is held it knows from its holder alone.
        who = self._seat.title()
        text = f"{who}: draw {cards}. In the tab Cards you say what you drew."
        return (
            PlayerTurnCleared(),
            *self._lapsed(scene.public),
            EventCardsDrawn(seat=self._seat, count=count),
            Reminded(text=text, section="6.3"),
        )

    def _lapsed(self, public: PublicState) -> Events:
        if self._seat == FELLOWSHIP_SEAT:
            return ()
        gone: list[Event] = []
        if public.active:
            gone.append(ActivationsLapsed())
        if public.weather:
            gone.append(WeatherPlaced())
        laid = any(one.source == "enemy" for one in public.active)
        if laid or public.weather:
            text = "Enemy: take last turn's search and weather counters off the map."
            gone.append(Reminded(text=text, section="6.23, 6.24"))
        return tuple(gone)


class DiscardCards(Handler):
    """At the end of a status phase at most three event cards are kept (6.3)."""

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Everybody can count the cards in a hand."""
        return public.hands.get(self._seat, 0) <= HAND_LIMIT

    def ask(self, scene: Scene) -> Ask:
        """One card after the other."""
        held = scene.public.hands.get(self._seat, 0)
        if scene.seat != self._seat:
            who = self._seat.title()
            return Ask(key=f"{held}", sentence=f"The {who} discards down to three event cards.")
        discard = Choice(action="discard", label="I discard one", weight="primary")
        return Ask(
            key=f"{held}",
            sentence=f"You hold {held} event cards: discard or play down to {HAND_LIMIT}.",
            section="6.3",
            detail=("To play one, or to say which one goes, use the tab Cards.",),
            form=Form(choices=(discard,)),
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """One card goes; which one is not said here."""
        return (EventCardGone(seat=self._seat),)


class SeaWork(Work, frozen=True, kw_only=True):
    """Rolls that are left for markers at sea.

    Attributes:
        left: markers still to be rolled for.
        rolled: the roll that its owner may still answer with the Grey Havens ship.
    """

    left: tuple[PieceId, ...] = ()
    rolled: Roll | None = None


_SEA: Final = "sea"


class SeaRollsNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-sea-rolls"):
    """Which rolls for markers at sea are left."""

    work: SeaWork

    def apply(self, public: PublicState) -> PublicState:
        """Remember them."""
        return _replace(public, work={**public.work, _SEA: self.work})


def _sea_work(public: PublicState) -> SeaWork:
    """The rolls that are due; a marker that has been taken away or moved ashore needs none."""
    found = public.work.get(_SEA)
    work = found if isinstance(found, SeaWork) else SeaWork()
    left = tuple(number for number in work.left if _sea_region(public, number) is not None)
    return SeaWork(left=left, rolled=work.rolled if left[:1] == work.left[:1] else None)


def _sea_region(public: PublicState, number: PieceId) -> str | None:
    piece = public.standing(number)
    region = piece.place.removeprefix("@") if piece is not None else ""
    return region if region in SEA_REGIONS else None


class SeaRegionRolls(Handler):
    """A roll for each marker of the seat that stands in a sea region (6.128)."""

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat

    def enter(self, scene: Scene) -> Events:
        """Which markers stand there; who goes back to the step rolls for none of them again."""
        if scene.public.held:
            return ()
        regions = {f"@{region}" for region in SEA_REGIONS}
        found = (p.id for p in scene.public.pieces_of(self._seat) if p.place in regions)
        return (SeaRollsNoted(work=SeaWork(left=tuple(found))),)

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """All rolls are made."""
        return not _sea_work(public).left

    def ask(self, scene: Scene) -> Ask | None:
        """The next roll, or the chance to answer one with the ship."""
        work = _sea_work(scene.public)
        piece = scene.public.standing(work.left[0]) if work.left else None
        if piece is None:
            return None
        mine = scene.seat == self._seat
        where = piece.place.removeprefix("@")
        key = f"{piece.id}-{'ship' if work.rolled else 'roll'}"
        if work.rolled is not None:
            if not mine:
                who = self._seat.title()
                sentence = f"The {who} may answer the roll in the region {where}."
                return Ask(key=key, sentence=sentence, section="7.71")
            total = d10(work.rolled)
            choices = (
                Choice(action="take", label=f"Take the {total}", weight="primary"),
                Choice(action="ship", label="Reveal the Grey Havens ship: -2", section="7.71"),
            )
            return Ask(
                key=key,
                sentence=f"The roll in the region {where} is {total}. Take it or answer it.",
                section="7.71",
                form=Form(choices=choices),
                asked=True,
                lit=(piece.id,),
            )
        return Ask(
            key=key,
            sentence=f"Roll for the {piece.colour} marker in the region {where}."
            if mine
            else f"The {self._seat.title()} rolls for a marker in the region {where}.",
            section="6.128",
            roll=_replace(GAME_ROLL, may_give=mine),
            purpose=f"a marker in the region {where}",
            asked=mine,
            lit=(piece.id,),
        )

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """Where the ship's modifier would matter the Fellowship is asked, whoever is aboard."""
        work = _sea_work(scene.public)
        region = _sea_region(scene.public, work.left[0]) if work.left else None
        if region is None:
            return ()
        bare = sea_result(region, d10(roll))
        if self._seat == FELLOWSHIP_SEAT and bare is not sea_result(
            region, d10(roll) + SHIP_MODIFIER
        ):
            return (SeaRollsNoted(work=SeaWork(left=work.left, rolled=roll)),)
        return self._applied(scene.public, roll, with_ship=False)

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """The roll as it is, or with the ship."""
        rolled = _sea_work(scene.public).rolled
        if rolled is None:
            return ()
        if answer.action != "ship":
            return self._applied(scene.public, rolled, with_ship=False)
        # Only a group has a card to show.
        shown = MarkerRevealed(piece=_sea_work(scene.public).left[0], known="group", section="7.71")
        return (shown, *self._applied(scene.public, rolled, with_ship=True))

    def _applied(self, public: PublicState, roll: Roll, *, with_ship: bool) -> Events:
        work = _sea_work(public)
        region = _sea_region(public, work.left[0]) if work.left else None
        if region is None:
            return ()
        left = SeaRollsNoted(work=SeaWork(left=work.left[1:]))
        parts = [Part(label="Roll", value=d10(roll), section="4.2")]
        if with_ship:
            parts.append(Part(label="Grey Havens ship", value=SHIP_MODIFIER, section="7.71"))
        total = sum(part.value for part in parts)
        result = sea_result(region, total)
        shown = Explained(
            title=f"Marker in the region {region}",
            parts=tuple(parts),
            total=total,
            result=result.value,
            meaning=_SEA_MEANINGS[result],
            section="6.128",
            source="rulebook 6.128",
            roll_source=roll.source,
        )
        if result is SeaResult.NOTHING:
            return (ResultShown(result=shown), left)
        note = Noted(text="Its owner carries out the result by hand.", section="8.327, 8.328")
        lost = ShipLost(seat=FELLOWSHIP_SEAT, piece=work.left[0])
        harm = (HarmSeen(),) if result is SeaResult.SUNK else ()
        ashore = self._ashore(work.left[0], result)
        return (ResultShown(result=shown), note, lost, *harm, *ashore, left)

    def _ashore(self, piece: PieceId, result: SeaResult) -> Events:
        text = (
            "Put the marker on the nearest coastal hex of your choice, side 3 (foot) up; take it "
            "off if it is a rumor."
            if result is SeaResult.WRECK
            else "Roll for each character or group of characters aboard as for disengaging; put "
            "the survivors where the opponent says, side 3 (foot) up, or take the marker off."
        )
        return (ExpectationSet(expected=Expected(piece=piece, what="move", text=text)),)


_SEA_MEANINGS: Final = {
    SeaResult.NOTHING: "Nothing happens.",
    SeaResult.WRECK: "The ship is wrecked: ashore on foot, at the nearest coast of its owner's "
    "choice.",
    SeaResult.SUNK: "The ship sinks: survivors come ashore on foot, where the opponent says.",
}

EVENTS: Final[tuple[type[Event], ...]] = (SeaRollsNoted,)
