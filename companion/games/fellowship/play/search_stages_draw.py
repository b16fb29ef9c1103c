"""A spotting whose cards are drawn by rolls instead of by hand (8.322)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.search import Probe
from companion.games.fellowship.facts.card_sides import BLANK
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, d10
from companion.games.fellowship.play.blind_draw import (
    POOL,
    cards_of_marker,
    drawn_sides,
    next_drawn,
)
from companion.games.fellowship.play.search_stage import Stage, key_of
from companion.games.fellowship.play.search_stages_found import after_spotting, cards_drawn
from companion.games.fellowship.play.searching import change_probe
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import SeatId
from companion.table.values import Refusal, Roll
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace
_WORDS: Final = {
    "Man": "Men and Istari",
    "Elf": "Elves",
    "Dwarf": "Dwarves",
    "Hobbit": "Hobbits",
    "Saruman": "Saruman's forces",
}
"""What a drawn card shows; who plays Saruman's forces may have laid them there (6.414)."""


class Draw(Stage):
    """The Enemy rolls for each card; nobody sees what it is yet."""

    section = "8.322"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Enemy."""
        return ENEMY_SEAT

    def waits(self, probe: Probe) -> str:
        """How far it is."""
        return f"The Enemy rolls for card {len(probe.drawn) + 1} of {cards_drawn(probe.letter)}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """One roll after the other."""
        drawn = ", ".join(str(place) for place in probe.drawn) or "none yet"
        return Ask(
            key=f"{key_of(probe)}-{len(probe.drawn)}",
            sentence=f"Roll for card {len(probe.drawn) + 1} of {cards_drawn(probe.letter)}.",
            section=self.section,
            detail=(f"Drawn: {drawn}. A {POOL + 1} or a card drawn already is rolled again.",),
            roll=GAME_ROLL,
            purpose="a card of the group",
            asked=True,
            lit=(probe.piece,),
        )

    def roll(self, flow: Flow, probe: Probe, roll: Roll) -> None:
        """One card more, or the same roll again."""
        place = next_drawn(probe.drawn, d10(roll))
        if place is None:
            return
        drawn = (*probe.drawn, place)
        stage = "show" if len(drawn) >= cards_drawn(probe.letter) else "draw"
        change_probe(flow, _replace(probe, drawn=drawn, stage=stage))


class Show(Stage):
    """The Fellowship lets the companion read the drawn cards from its notes."""

    section = "8.322"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """For the answer."""
        return f"The Fellowship shows the races of the cards drawn at {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """By the notes, or by hand where they are not kept."""
        drawn = ", ".join(str(place) for place in probe.drawn)
        return Ask(
            key=key_of(probe),
            sentence=f"Cards {drawn} of your group at {probe.hex} were drawn: show their races.",
            section=self.section,
            detail=("By your notes: the cards of the box and blanks, shuffled by the companion.",),
            form=Form(
                choices=(
                    Choice(action="by-notes", label="Show them by my notes", weight="primary"),
                    Choice(action="by-hand", label="The Enemy draws by hand"),
                )
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Races are public; who they are is not."""
        cards = cards_of_marker(flow.acting, probe.piece)
        if answer.action == "by-hand":
            change_probe(flow, _replace(probe, stage="spot", drawn=()))
            return None
        if not cards:
            text = (
                "Your notes have no cards for this marker. Name it and lay its cards into its box, "
                "or let the Enemy draw by hand."
            )
            return Refusal(code="not-now", text=text, section=self.section, private=True)
        lot = "" if flow.acting.hidden is None else flow.acting.hidden.lot
        sides = drawn_sides(cards, probe.drawn, lot, f"draw {probe.number} at {probe.hex}")
        counts = {_WORDS[side]: count for side, count in sides.items() if side != BLANK}
        after_spotting(flow, probe, {label: counts.get(label, 0) for label in _WORDS.values()})
        return None


DRAW_STAGES: Final = {"draw": Draw(), "show": Show()}
