"""The other questions on a walk, and all of them by name (7.31, 7.34, 7.324, 7.72, 7.9)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import msgspec

from companion.games.fellowship.events.movement import Walk
from companion.games.fellowship.events.play import (
    Noted,
)
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.walk_blocked import Blocked
from companion.games.fellowship.play.walk_matter import Matter
from companion.games.fellowship.play.walk_plan import change_walk, claims_with
from companion.games.fellowship.play.walk_question import (
    OTHER_WAY,
    WalkQuestion,
    key_of_walk,
    places_words,
    take_way,
    way_field,
)
from companion.games.fellowship.play.walk_terrain import TerrainRoll
from companion.games.fellowship.play.walking import (
    answer_waste,
    claim,
    let_pass,
    search_passing,
    stop,
)
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace


class Bonus(WalkQuestion):
    """The move takes a card that lengthens it, or who leads where no roll passes (6.126, 12.1)."""

    section = "7.31"
    _NAMES: Final = MappingProxyType({"ship": "the Grey Havens ship", "shadowfax": "Shadowfax"})
    _GUIDES: Final = MappingProxyType({"radagast": "Radagast", "gollum": "Gollum"})

    def waits(self, walk: Walk, matter: Matter) -> str:
        """For the answer."""
        if walk.wants in self._GUIDES:
            return f"The Fellowship accounts for its move to {walk.goal}, where no roll can pass."
        return f"The Fellowship accounts for its long move to {walk.goal}."

    def question(self, scene: Scene, walk: Walk, matter: Matter) -> Ask:
        """Show it, or do not go so far."""
        guide = self._GUIDES.get(walk.wants, "")
        card = guide or self._NAMES.get(walk.wants, walk.wants)
        sentence = f"Your marker goes one hexside farther than allowed: show {card} or go back."
        if guide:
            sentence = f"No roll passes on the way of your marker: show {guide} or go back."
        return Ask(
            key=key_of_walk(walk, matter),
            sentence=sentence,
            section="12.1" if guide else self.section,
            form=Form(
                choices=(
                    Choice(action="show", label=f"Show {card}"),
                    Choice(action="back", label="It goes back"),
                )
            ),
            asked=True,
            lit=(walk.piece,),
        )

    def act(self, flow: Flow, walk: Walk, matter: Matter, answer: Answer) -> Refusal | None:
        """The card is public once shown."""
        if answer.action == "back":
            stop(flow, walk, "Its owner takes it back.", "7.31")
            return None
        section = "12.1" if walk.wants in self._GUIDES else "7.31"
        claim(flow, walk, claims_with(walk.claims, walk.wants), section)
        return None


class PassSearch(WalkQuestion):
    """The Enemy may search a marker that passes an active hex (7.34)."""

    section = "7.34"

    def asked(self, public: PublicState, walk: Walk) -> SeatId:
        """The Enemy."""
        return ENEMY_SEAT

    def waits(self, walk: Walk, matter: Matter) -> str:
        """For the answer."""
        return f"A marker passes {walk.here}, which is active; the Enemy may search it."

    def question(self, scene: Scene, walk: Walk, matter: Matter) -> Ask:
        """Search or let pass; a flyer only with a minion that flies (7.6)."""
        flying = walk.travel == "flying"
        search = "Show one that flies, and search" if flying else "Search it"
        return Ask(
            key=key_of_walk(walk, matter),
            sentence=f"The green marker passes {walk.here}, which is active: search it or let it "
            "pass.",
            section="7.6" if flying else self.section,
            form=Form(
                choices=(
                    Choice(action="search", label=search, weight="primary"),
                    Choice(action="pass", label="Let it pass"),
                )
            ),
            asked=True,
            lit=(walk.piece,),
        )

    def ask(self, scene: Scene, walk: Walk, matter: Matter) -> Ask:
        """The Fellowship may meanwhile say that its marker goes another way."""
        if scene.seat != FELLOWSHIP_SEAT:
            ask = super().ask(scene, walk, matter)
            return _replace(ask, places=(walk.here,))
        return Ask(
            key=key_of_walk(walk, matter),
            sentence=f"The Enemy may search your marker as it passes {walk.here}, unless it goes "
            "another way.",
            section=self.section,
            form=Form(fields=(way_field(walk),), choices=(OTHER_WAY,)),
            asked=True,
            lit=(walk.piece,),
            places=(walk.here,),
        )

    def act(self, flow: Flow, walk: Walk, matter: Matter, answer: Answer) -> Refusal | None:
        """The search comes before any terrain roll to leave."""
        if answer.action == "way":
            return take_way(flow, walk, answer.text("way"))
        if answer.action == "pass":
            let_pass(flow, walk)
            return None
        if walk.travel == "flying":
            flow.add(
                Noted(text=f"The Enemy shows a minion that flies at {walk.here}.", section="7.6")
            )
        search_passing(flow, walk)
        return None


class PathsOfTheDead(WalkQuestion):
    """A tunnel that is open only to a group that shows Aragorn (7.9)."""

    section = "7.9"

    def waits(self, walk: Walk, matter: Matter) -> str:
        """For the answer."""
        return f"The Fellowship accounts for its way {places_words(matter.step)}."

    def question(self, scene: Scene, walk: Walk, matter: Matter) -> Ask:
        """Show Aragorn, or stop."""
        return Ask(
            key=key_of_walk(walk, matter),
            sentence="The Paths of the Dead are open only to Aragorn: show him or stop.",
            section=self.section,
            form=Form(
                choices=(
                    Choice(action="show", label="Show Aragorn"),
                    Choice(action="stop", label=f"Stop at {walk.here}"),
                )
            ),
            asked=True,
            lit=(walk.piece,),
        )

    def act(self, flow: Flow, walk: Walk, matter: Matter, answer: Answer) -> Refusal | None:
        """No roll with him."""
        if answer.action == "show":
            claim(flow, walk, _replace(walk.claims, aragorn=True), "7.9")
        else:
            stop(flow, walk, "It stops.", "7.9")
        return None


class NazgulAtFord(WalkQuestion):
    """A red rider at a ford or ferry: a Nazgul needs a roll there (7.324)."""

    section = "7.324"

    def waits(self, walk: Walk, matter: Matter) -> str:
        """The same whoever rides."""
        return f"A red marker rides {places_words(matter.step)}; the Enemy says how."

    def question(self, scene: Scene, walk: Walk, matter: Matter) -> Ask:
        """With or without a Nazgul."""
        return Ask(
            key=key_of_walk(walk, matter),
            sentence=f"Your marker rides {places_words(matter.step)}: with a Nazgul it needs a "
            "roll of its own.",
            section=self.section,
            form=Form(
                choices=(
                    Choice(action="without", label="No Nazgul rides along"),
                    Choice(
                        action="with",
                        label="A Nazgul rides along",
                        detail="Everybody hears it; the number is its own.",
                    ),
                )
            ),
            asked=True,
            lit=(walk.piece,),
        )

    def act(self, flow: Flow, walk: Walk, matter: Matter, answer: Answer) -> Refusal | None:
        """The bracketed number counts only if it is claimed."""
        if answer.action == "with":
            claim(flow, walk, _replace(walk.claims, nazgul=True), "7.324")
        else:
            change_walk(flow, _replace(walk, asked_nazgul=walk.done))
        return None


class LateClaim(WalkQuestion):
    """Aragorn and Gandalf may be shown after the roll to leave the Waste (7.72)."""

    section = "7.72"

    def waits(self, walk: Walk, matter: Matter) -> str:
        """The same whoever is there."""
        return f"The Fellowship may answer its roll of {walk.waste_roll}."

    def question(self, scene: Scene, walk: Walk, matter: Matter) -> Ask:
        """Who is shown."""
        choices = (
            Choice(action="aragorn", label="Show Aragorn: -1"),
            Choice(action="gandalf", label="Show Gandalf: -1"),
            Choice(action="both", label="Show both: -2"),
            Choice(action="none", label="It stays"),
        )
        return Ask(
            key=key_of_walk(walk, matter),
            sentence=f"You rolled {walk.waste_roll} and need 6 or less: show who helps, or stay.",
            section=self.section,
            form=Form(choices=choices),
            asked=True,
            lit=(walk.piece,),
        )

    def act(self, flow: Flow, walk: Walk, matter: Matter, answer: Answer) -> Refusal | None:
        """The roll counts with them."""
        aragorn = answer.action in ("aragorn", "both")
        gandalf = answer.action in ("gandalf", "both")
        answer_waste(flow, walk, _replace(walk.claims, aragorn=aragorn, gandalf=gandalf))
        return None


QUESTIONS: Final = MappingProxyType(
    {
        "bonus": Bonus(),
        "pass": PassSearch(),
        "blocked": Blocked(),
        "claim": PathsOfTheDead(),
        "nazgul": NazgulAtFord(),
        "roll": TerrainRoll(),
        "late-claim": LateClaim(),
    }
)
"""Every kind of question that somebody answers on a walk."""
