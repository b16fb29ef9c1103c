"""What a step of the sequence of play is, and how its code is called.

A step names its side, phase, title and rule section; its `Handler` knows what is asked and what
follows. `sequence` puts the steps in order, `engine` calls the handlers:

1. The step is entered: `enter` gives events, with no secret in sight.
2. `finished` is asked, with the public state only. If it says yes, the next step is entered, at
   once and without a tap. A step in which its seat *could* hold a hidden choice says no until that
   seat is done, whether or not there is one.
3. Otherwise every viewer is shown what `ask` gives for it. A seat is asked where `Ask.asked` is
   set. Several seats may be asked at once.
4. `act` answers a choice of the form, `roll` a roll that was asked for, `sighting` what was seen on
   the table (already folded in), `resume` runs once a cell that was missing has been filled in.
   Each gives events; back to 2. The choice named by `Ask.done` is answered by `leave` instead, and
   the next step is entered when it gives events rather than a refusal.

Handlers hold no state: what they remember goes into a `Work` of their own by a `PublicEvent` of
their own. A step whose decision is made gives `events.play.StepClosed` and is finished from then
on. To ask for an unknown cell they give `events.play.CellAsked` and look again in `resume`. To
jump elsewhere they give `events.play.StepEntered`, made by `sequence.entering`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

import msgspec

from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.state import PublicState, Scene
from companion.table.events import Event
from companion.table.ids import PieceId, SeatId
from companion.table.pieces import Change
from companion.table.values import Refusal, Roll
from companion.table.views import Card, Form, RollWanted, Weight

Events = tuple[Event, ...]
Phase = Literal["Set-up", "Status", "Movement", "Search", "Combat", "End"]
DONE: Final = "done"
"""Action by which a seat leaves a step."""


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer is shown while a step waits.

    Attributes:
        key: tells this question from every other one of the same visit to the step; it must not
            change while the question stays the same, nor derive from anything hidden.
        sentence: what is asked, second person and present tense; for a viewer who is not asked,
            what the table waits for. Public wording is the same for a group and a rumor.
        section: rule section.
        detail: further lines.
        form: what this viewer may press, beside `done`.
        roll: a roll that is due; whose it is says `RollWanted.may_give`.
        purpose: what the roll is for, kept with it.
        done: label of the choice that leaves the step; empty where this viewer cannot.
        done_weight: how it is drawn.
        asked: whether this viewer is the one who is asked.
        covered: cards that only this viewer may know, with what may be pressed there; they are
            drawn under the cover, never in the prompt.
        lit: markers that the question is about.
        places: labels of the hexes that it is about; where everybody may know them, every viewer
            is given the same.
        private: its form begins with what this viewer alone knows: it is answered under the cover.
    """

    key: str
    sentence: str
    section: str = ""
    detail: tuple[str, ...] = ()
    form: Form = Form()
    roll: RollWanted | None = None
    purpose: str = ""
    done: str = ""
    done_weight: Weight = "primary"
    asked: bool = False
    covered: tuple[Card, ...] = ()
    lit: tuple[PieceId, ...] = ()
    places: tuple[str, ...] = ()
    private: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A choice that was offered and pressed, its fields already checked against the form.

    Attributes:
        action: the choice, such as ``challenge``.
        inputs: texts of the fields by name; several for ticks.
    """

    action: str
    inputs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Text of one field, empty if it was left empty."""
        values = self.inputs.get(name, ())
        return values[0].strip() if values else ""

    def texts(self, name: str) -> tuple[str, ...]:
        """Texts of a field that may be ticked several times."""
        return self.inputs.get(name, ())

    def number(self, name: str) -> int | None:
        """Number of a field that the form says is one, None if it was left empty."""
        text = self.text(name)
        return int(text) if text else None


class Handler:
    """The code of a step. A step overrides what it needs; as it stands it waits for nothing."""

    can_skip: ClassVar[bool] = False
    """Whether the step can go on without a missing cell; then `skip` says how."""

    def enter(self, scene: Scene) -> Events:
        """What follows from entering the step. `scene.hidden` is None."""
        return ()

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Whether nothing could be left to decide, judged by what everybody knows."""
        return True

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Whether this step itself looks at what that seat's markers do on the table.

        Where it does, `sighting` flags what the rules do not allow; where it does not, the engine
        flags every marker of that seat that is put down, moved or turned without being expected to.
        Taking a marker away is never flagged: rumors may go at any time (7.2).
        """
        return False

    def ask(self, scene: Scene) -> Ask | None:
        """What `scene.seat` is shown; `scene.hidden` is that seat's own, None for the public."""
        return None

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """What follows from a choice of `scene.seat`; only what `ask` offered comes here."""
        return ()

    def leave(self, scene: Scene) -> Events | Refusal:
        """What follows when `scene.seat` presses the choice that leaves the step."""
        return ()

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """What follows from a roll of `scene.seat` that `ask` wanted. `scene.hidden` is None.

        `companion.table.events.RollTaken` is already folded in.
        """
        return ()

    def sighting(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """What follows from changes on the table, already folded in. `scene.hidden` is None.

        `scene.public.table` is the table after them. Changes that were expected are not among
        them, nor are those that the engine has flagged.
        """
        return ()

    def gone(self, scene: Scene, pieces: tuple[PieceId, ...]) -> Events:
        """What follows from markers that were taken off, whoever's. `scene.hidden` is None.

        What waits for one of them waits no longer: its owner may take a rumor away at any time, and
        a marker that is not there is asked nothing (7.2).
        """
        return ()

    def taken_back(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """What follows when flagged moves were taken back; the markers stand where they stood.

        Only changes that this step judges come here. `scene.hidden` is None.
        """
        return ()

    def put_right(self, scene: Scene, pieces: tuple[PieceId, ...]) -> Events:
        """What follows when markers were put right by hand, already folded in: it is no move.

        `scene.hidden` is None. A step that remembers where markers are on their way forgets it.
        """
        return ()

    def looked(self, scene: Scene) -> Events:
        """What follows where anything on the table is otherwise now. `scene.hidden` is None.

        Called last, whoever's marker it was: a question about one that stands in the way is asked
        no longer once that one is elsewhere.
        """
        return ()

    def skip(self, scene: Scene) -> Events:
        """What follows where a seat goes on without a missing cell. `scene.hidden` is None.

        The table is right: what stands there stands, and what hung on the cell is done by hand.
        """
        return ()

    def resume(self, scene: Scene) -> Events:
        """What follows now that a missing cell has been filled in. `scene.hidden` is None."""
        return ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the sequence of play.

    Attributes:
        id: stable word.
        side: the seat whose player-turn it is; None where it is nobody's.
        phase: phase of that player-turn.
        title: name for people.
        section: rule section.
        handler: its code.
    """

    id: StepId
    side: SeatId | None
    phase: Phase
    title: str
    section: str
    handler: Handler


def d10(roll: Roll) -> int:
    """The game's roll of 1 to 10: a twenty-sided die carries 1 to 9 and 0 twice (4.2)."""
    return (roll.face - 1) % 10 + 1


GAME_ROLL: Final = RollWanted(die="1-10", sides=20, note="On this die 11 to 20 count as 1 to 10.")
"""The roll that nearly every table wants (4.2)."""
