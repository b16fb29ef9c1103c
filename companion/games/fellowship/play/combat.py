"""The combat phase by hand (9.0).

A fight that the players rather play with cards and die on the table: the companion waits until both
say that it is over, and asks what everybody saw.
"""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.events.play import (
    FightResolved,
    FightSaidOver,
)
from companion.games.fellowship.flow.choosing import select
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.state import Fight, PublicState, Scene
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form
from companion.table.wording import typed

_OUTCOMES: Final = (
    ("The Fellowship left the fight.", "The Fellowship left"),
    ("The Enemy left the fight.", "The Enemy left"),
    ("The Fellowship's side was destroyed.", "The Fellowship was destroyed"),
    ("The Enemy's side was destroyed.", "The Enemy was destroyed"),
    ("The fight did not come about.", "It did not come about"),
)


class Nothing(Handler):
    """A step in which nobody ever has to decide or do anything at the table."""


class FightByHand(Handler):
    """Every fight of the combat phase, one after the other (9.0)."""

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """No fight is left."""
        return not public.fights

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Retreats and losses move markers of both sides."""
        return True

    def ask(self, scene: Scene) -> Ask | None:
        """Fight, say that it is over, then what everybody saw."""
        if not scene.public.fights:
            return None
        fight = scene.public.fights[0]
        if set(SEAT_IDS) <= set(fight.over):
            return self._ask_outcome(scene, fight)
        said = scene.seat in fight.over
        more = len(scene.public.fights) - 1
        detail = ["You play this fight with cards and die."]
        if more:
            detail.append(f"{more} more after this one.")
        where = f"the fight at {fight.place} ({fight.cause})"
        if scene.seat == PUBLIC or said:
            waiting = " and the ".join(s.title() for s in SEAT_IDS if s not in fight.over)
            sentence = f"Both play {where}; the {waiting} has yet to say that it is over."
            return Ask(key=f"fight-{fight.number}", sentence=sentence, section="9.0")
        over = Choice(action="over", label="The fight is over", weight="primary")
        return Ask(
            key=f"fight-{fight.number}",
            sentence=f"Play {where}, then say that it is over.",
            section="9.0",
            detail=tuple(detail),
            form=Form(choices=(over,)),
            asked=True,
            lit=() if fight.piece is None else (fight.piece,),
        )

    def _ask_outcome(self, scene: Scene, fight: Fight) -> Ask:
        key = f"outcome-{fight.number}"
        if scene.seat != self._seat:
            sentence = f"The {self._seat.title()} says how the fight at {fight.place} ended."
            return Ask(key=key, sentence=sentence, section="9.0")
        fields = (
            select("outcome", "What happened", _OUTCOMES, _OUTCOMES[0][0]),
            Field(name="note", label="Anything else that everybody saw", kind="text"),
        )
        return Ask(
            key=key,
            sentence=f"Say how the fight at {fight.place} ended, and put the markers where they "
            "stand now.",
            section="9.0",
            form=Form(
                fields=fields,
                choices=(Choice(action="outcome", label="So it was", weight="primary"),),
            ),
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """It is over; or: this is how it ended."""
        fight = scene.public.fights[0]
        if answer.action == "over":
            return (FightSaidOver(number=fight.number, seat=scene.seat),)
        outcome = answer.text("outcome")
        if not outcome:
            return Refusal(code="bad-input", text="Expected what happened. Choose one.")
        note = answer.text("note")
        text = f"Fight at {fight.place}: {outcome}" + (f" {typed(note)}" if note else "")
        return (FightResolved(number=fight.number, outcome=text),)
