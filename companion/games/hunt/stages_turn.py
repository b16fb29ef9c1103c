"""The stages of a turn outside the Hunt itself."""

from __future__ import annotations

from companion.games.hunt.companions import ability_of, name_of
from companion.games.hunt.events import (
    CorruptionChanged,
    DiceAllocated,
    FellowshipDeclared,
    FellowshipHidden,
    FellowshipMoved,
    GuideAppointed,
    MordorEntered,
    PhaseEntered,
    TurnEnded,
)
from companion.games.hunt.events_roll import HuntBegun
from companion.games.hunt.events_tile import PullBegun, TilesOwed
from companion.games.hunt.names import (
    FREE,
    MOST_BOX_DICE,
    MOST_CORRUPTION,
    SHADOW,
    TITLES,
    WHERE_WORDS,
    Cause,
    Phase,
)
from companion.games.hunt.odds import move_lines
from companion.games.hunt.sighting import dice_in_box
from companion.games.hunt.stage import (
    Answer,
    Ask,
    Events,
    Stage,
    number,
    place_fields,
    place_of,
    select,
)
from companion.games.hunt.state import PublicState
from companion.table.values import Refusal
from companion.table.views import Choice, Form

GO_ON = "go-on"
_FREE = "The Free Peoples player"
_SHADOW = "The Shadow player"


class Over(Stage):
    """The game has ended."""

    def ask(self, public: PublicState) -> Ask:
        """Who has won."""
        who = TITLES[FREE if public.winner == FREE else SHADOW]
        sentence = f"The {who} player has won."
        return Ask(
            key="over", seat=FREE, sentence=sentence, waiting=sentence, detail=(public.ending,)
        )


class Appoint(Stage):
    """A Guide is to be appointed, at the start or because the last one is gone."""

    def ask(self, public: PublicState) -> Ask:
        """Who guides."""
        entries = tuple((one, name_of(one)) for one in public.companions)
        choice = Choice(action="appoint", label="Appoint", weight="primary")
        return Ask(
            key="guide",
            seat=FREE,
            sentence="Appoint the Guide of the Fellowship.",
            waiting=f"{_FREE} appoints the Guide.",
            section="Effects of the Hunt",
            detail=("A new Guide's ability can be used at once.",),
            form=Form(fields=(select("guide", "Guide", entries),), choices=(choice,)),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """The Guide."""
        guide = answer.text("guide") or public.companions[0]
        return (GuideAppointed(guide=guide, name=name_of(guide)),)


class FellowshipPhase(Stage):
    """Declaring, and entering Mordor after it (HUNT-015, HUNT-025)."""

    def ask(self, public: PublicState) -> Ask:
        """Whether to declare or to enter Mordor."""
        on = Choice(action=GO_ON, label="Go on to the Hunt allocation", weight="primary")
        at_gate = public.mordor is None and public.where in ("minas-morgul", "morannon")
        enter = Choice(
            action="enter", label="Enter Mordor", detail=f"From {WHERE_WORDS[public.where]}."
        )
        declare = Choice(action="declare", label="Declare the Fellowship")
        may_declare = public.mordor is None and not public.declared
        fields = (
            *place_fields(public),
            number("tiles", "Tiles that abilities or events bring", (0, 5), 0),
        )
        sentence, waiting = _fellowship_words(may_declare=may_declare, at_gate=at_gate)
        return Ask(
            key="fellowship",
            seat=FREE,
            sentence=sentence,
            waiting=waiting,
            section="The Fellowship in Mordor" if at_gate else "",
            form=Form(
                fields=fields if may_declare else (),
                choices=(
                    on,
                    *((declare,) if may_declare else ()),
                    *((enter,) if at_gate else ()),
                ),
            ),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """Declared, in Mordor, or on to the allocation."""
        match answer.action:
            case "declare":
                region, where, progress = place_of(answer)
                declared = FellowshipDeclared(region=region, where=where, progress=progress)
                forced: tuple[Cause, ...] = ("declare",)
                forced *= answer.number("tiles")
                return (declared, TilesOwed(causes=forced)) if forced else (declared,)
            case "enter":
                return (MordorEntered(gate=public.where),)
            case _:
                return (PhaseEntered(phase="allocation"),)


def _fellowship_words(*, may_declare: bool, at_gate: bool) -> tuple[str, str]:
    """What is asked, and what the others wait for: what can be done and nothing else."""
    if may_declare and at_gate:
        sentence = "Fellowship phase. Declare the Fellowship, enter Mordor, or go on."
        return sentence, f"{_FREE} may declare the Fellowship or enter Mordor."
    if may_declare:
        sentence = "Fellowship phase. Declare the Fellowship, or go on."
        return sentence, f"{_FREE} may declare the Fellowship."
    if at_gate:
        return "Fellowship phase. Enter Mordor, or go on.", f"{_FREE} may enter Mordor."
    return "Fellowship phase. Go on.", f"{_FREE} goes on to the Hunt allocation."


class Counted(Stage):
    """The Shadow player says how many dice come into the Hunt Box (HUNT-009)."""

    def __init__(self, *, eyes: bool) -> None:
        self._eyes = eyes

    def ask(self, public: PublicState) -> Ask:
        """How many."""
        eyes = self._eyes
        sentence = (
            "How many Eyes did your Action dice show? They go into the Hunt Box."
            if eyes
            else "How many Action dice do you put in the Hunt Box?"
        )
        choice = Choice(action="count", label="Into the Hunt Box", weight="primary")
        dice = dice_in_box(public)
        more = 0 if dice is None else min(MOST_BOX_DICE, max(0, dice.shadow - public.shadow_dice))
        field = number("count", "Eyes" if eyes else "Dice", (0, MOST_BOX_DICE), more)
        seen = () if dice is None else (f"The camera sees {dice.shadow} Shadow dice in the box.",)
        return Ask(
            key="eyes" if eyes else "allocation",
            seat=SHADOW,
            sentence=sentence,
            waiting=f"{_SHADOW} {'counts the Eyes rolled' if eyes else 'allocates dice'}.",
            section="The Hunt Roll",
            detail=seen,
            form=Form(fields=(field,), choices=(choice,)),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """The Hunt Box with them, and the next phase."""
        following: Phase = "actions" if self._eyes else "action-roll"
        count = DiceAllocated(count=answer.number("count"), eyes=self._eyes)
        return (count, PhaseEntered(phase=following))


class Actions(Stage):
    """The Free Peoples player moves or hides the Fellowship, as often as the dice allow."""

    def ask(self, public: PublicState) -> Ask:
        """What to do next."""
        choices = []
        if public.hidden:
            choices.append(Choice(action="move", label="Move the Fellowship", weight="primary"))
        else:
            choices.append(
                Choice(action="hide", label="Hide it with a Character die", weight="primary")
            )
            if ability_of(public.guide) == "hides-with-any":
                label = f"Hide it with any die ({name_of(public.guide)})"
                choices.append(Choice(action="hide-any", label=label))
        choices.append(Choice(action="end", label="All actions are taken"))
        moves = (
            move_lines(public) if public.hidden else ("Revealed: it cannot move until it hides.",)
        )
        idle = public.mordor is not None and not public.attempted
        warning = ("Neither moved nor hidden so far: that costs 1 Corruption.",) if idle else ()
        return Ask(
            key="actions",
            seat=FREE,
            sentence="Move the Fellowship, or say when all actions are taken."
            if public.hidden
            else "Hide the Fellowship, or say when all actions are taken.",
            waiting=f"{_FREE} may move the Fellowship."
            if public.hidden
            else f"{_FREE} may hide the Fellowship.",
            section="The Hunt Roll" if public.mordor is None else "The Fellowship in Mordor",
            detail=(*moves, *warning),
            form=Form(choices=tuple(choices)),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """A Hunt, a tile, a hidden Fellowship, or the end of the turn."""
        match answer.action:
            case "move" if public.mordor is not None:
                return (FellowshipMoved(), PullBegun(cause="mordor", eye=public.mordor_eye))
            case "move":
                begun = HuntBegun(level=public.shadow_dice, bonus=public.free_dice)
                return (FellowshipMoved(), begun)
            case "hide":
                return (FellowshipHidden(by="Character die"),)
            case "hide-any":
                return (FellowshipHidden(by=f"{name_of(public.guide)} guides: any die"),)
            case _:
                return _turn_over(public)


def _turn_over(public: PublicState) -> Events:
    ended: Events = (TurnEnded(), PhaseEntered(phase="fellowship"))
    if public.mordor is None or public.attempted:
        return ended
    idle = CorruptionChanged(by=1, why="Neither moved nor hidden on the Mordor Track")
    return (idle,) if public.corruption + 1 >= MOST_CORRUPTION else (idle, *ended)
