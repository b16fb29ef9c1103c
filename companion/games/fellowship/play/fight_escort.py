"""Who takes captured Hobbits along after a fight (15.31)."""

from __future__ import annotations

from companion.games.fellowship.events.agreed import EscortNamed
from companion.games.fellowship.events.combat import FightWork
from companion.games.fellowship.facts.names import ENEMY, Seat
from companion.games.fellowship.flow.choosing import piece_words
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.fight_common import FightFlow, SeatStage, asking, wrong
from companion.games.fellowship.play.fight_end import escorts_of, finish_with, go_apart
from companion.games.fellowship.rules.abilities import is_captured
from companion.games.fellowship.state import Scene
from companion.table.ids import PieceId
from companion.table.values import Refusal
from companion.table.views import Choice


class ReserveCaptures(SeatStage):
    """Creatures and Guardians alone lie open: who would capture is at most in the reserve."""

    section = "15.31"

    def asked(self, work: FightWork) -> Seat:
        """The Enemy, which alone knows its reserve."""
        return ENEMY

    def waits(self, work: FightWork) -> str:
        """The same whoever is in it."""
        return "The Enemy says whether anybody of its reserve takes fallen Hobbits captive."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Captured, or killed."""
        choices = (
            Choice(action="captors", label="They are captured", weight="primary"),
            Choice(action="no-captors", label="Nobody there would: they are killed"),
        )
        return asking(
            work,
            "Say whether anybody of your reserve takes the fallen Hobbits captive.",
            self.section,
            choices,
            "Creatures, and Guardians other than the Balrog, do not.",
        )

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """As the Enemy's own notes have it; nobody else reads what they say against it."""
        takes, reserve = answer.action == "captors", flow.hand.reserve
        if reserve and takes is not is_captured(reserve):
            who = "somebody who does" if not takes else "nobody who does"
            return wrong(
                f"By your notes there is {who} in your reserve.", self.section, private=True
            )
        finish_with(flow, takes=takes)
        return None


class NameEscort(SeatStage):
    """Where several markers of the Enemy stand, it says which of them has the captives."""

    section = "15.31"

    def asked(self, work: FightWork) -> Seat:
        """The Enemy."""
        return ENEMY

    def waits(self, work: FightWork) -> str:
        """For the marker."""
        return f"The Enemy says which marker takes along: {', '.join(work.captured)}."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """One of those that everybody sees there."""
        choices = tuple(
            Choice(action=f"escort:{piece.id}", label=piece_words(piece))
            for piece in escorts_of(scene.public, work)
        )
        return asking(
            work,
            f"Say which marker takes along: {', '.join(work.captured)}.",
            self.section,
            choices,
            "Everybody may know where captives are.",
        )

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Its place is everybody's to know from now on."""
        number = PieceId(int(answer.action.partition(":")[2]))
        flow.add(EscortNamed(names=flow.work.captured, piece=number))
        go_apart(flow)
        return None
