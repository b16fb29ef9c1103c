"""Mobilizing characters in the Fellowship's status phase (6.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.fellowship.box.board_map import place_names
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.secret import CardBoxed
from companion.games.fellowship.facts.names import FELLOWSHIP
from companion.games.fellowship.facts.roster import Force, forces_of
from companion.games.fellowship.flow.choosing import box_field, select
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.arrivals import strangers
from companion.games.fellowship.state import FELLOWSHIP_SEAT, PublicState, Scene
from companion.table.ids import SeatId
from companion.table.pieces import Change
from companion.table.values import Refusal
from companion.table.views import Choice, Form

_BY_MARKER: Final = ("arrival", "companion", "turn")
"""Ways of coming into play that need a marker in the start hex (6.11, 10.2)."""


def may_mobilize(public: PublicState) -> tuple[Force, ...]:
    """Characters that could come into play now, judged by what everybody sees (6.11, 10.2).

    A marker in the start hex, rumor or group, or the fixed turn. Who is in play already is a
    secret and does not count here.
    """
    standing = _standing(public)
    return tuple(
        force
        for force in forces_of(FELLOWSHIP)
        if force.mobilizes in _BY_MARKER
        and (force.start_turn == public.turn or standing & set(force.start))
    )


def _standing(public: PublicState) -> set[str]:
    found = (find_hex(piece.place) for piece in public.pieces_of(FELLOWSHIP_SEAT))
    return {place.label for place in found if place is not None}


class MobilizeCharacters(Handler):
    """Characters come into play; who and in which group is the Fellowship's secret (6.11)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Nobody could: no marker in any start hex, and no fixed turn."""
        return public.closed or not may_mobilize(public)

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """A marker may be put down where a character comes into play."""
        return seat == FELLOWSHIP_SEAT

    def sighting(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """Only where somebody comes into play may a marker be put down."""
        starts = {label for force in may_mobilize(scene.public) for label in force.start}
        return strangers(scene.public, seen, starts, "6.11")

    def ask(self, scene: Scene) -> Ask:
        """Who could come into play and which box the card goes to."""
        if scene.seat != FELLOWSHIP_SEAT or scene.hidden is None:
            sentence = "The Fellowship may mobilize characters."
            return Ask(key="mobilize", sentence=sentence, section="6.11")
        waiting = [
            force for force in may_mobilize(scene.public) if force.name not in scene.hidden.boxes
        ]
        form = Form()
        if waiting:
            form = Form(
                fields=(
                    select("card", "Character", [(f.name, _with_place(f)) for f in waiting]),
                    box_field(scene, "box", "Into box"),
                ),
                choices=(Choice(action="mobilize", label="Mobilize"),),
            )
        return Ask(
            key="mobilize",
            sentence="Mobilize characters whose place one of your markers has reached, or go on.",
            section="6.11",
            detail=tuple(_hints(scene.public, waiting)),
            form=form,
            done="Go on",
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """The card goes into a box; nobody else learns of it."""
        card, box = answer.text("card"), answer.text("box")
        if not card or not box:
            return Refusal(
                code="bad-input",
                text="Expected a character and the box it joins. Choose both.",
                section="6.11",
            )
        return (CardBoxed(seat=FELLOWSHIP_SEAT, card=card, box=box),)


def _with_place(force: Force) -> str:
    return f"{force.name} ({', '.join(_place_words(label) for label in force.start)})"


def _place_words(label: str) -> str:
    place = find_hex(label)
    names = place_names(place) if place is not None else ()
    return f"{names[0]}, {label}" if names else label


def _hints(public: PublicState, waiting: list[Force]) -> Iterator[str]:
    for force in waiting:
        if force.start_turn == public.turn:
            where = _place_words(force.start[0])
            yield (
                f"{force.name} comes into play this turn in {where}. If none of your markers "
                "stands there, put one down."
            )
    if any(force.mobilizes == "companion" for force in waiting):
        yield (
            "Gimli, Boromir and Legolas come when a character other than Glorfindel is in "
            "Rivendell, or when Gandalf reaches Rivendell, Lorien, the Grey Havens or Edhellond."
        )
    yield (
        "Radagast, Gandalf the White and the Grey Havens ship are mobilized by hand: lay the card "
        "into a box in the tab Boxes."
    )
