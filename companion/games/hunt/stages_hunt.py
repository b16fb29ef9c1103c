"""The stages of a Hunt roll: what is with the Ring-bearers, the dice, the re-rolls."""

from __future__ import annotations

from companion.games.hunt.chances import dice_for, is_success
from companion.games.hunt.events_roll import ConditionsTold, DieCounted, HuntJudged, RerollsChosen
from companion.games.hunt.events_tile import PullBegun
from companion.games.hunt.names import CONDITIONS, SHADOW
from companion.games.hunt.odds import chance_line, dice_of, dice_words, needed_words
from companion.games.hunt.stage import Answer, Ask, Events, Stage, die_wanted
from companion.games.hunt.state import HuntRoll, PublicState
from companion.table.values import Refusal
from companion.table.views import Choice, Explained, Field, Form, Option

_SHADOW = "The Shadow player"


def _hunt(public: PublicState) -> HuntRoll:
    if public.hunt is None:
        raise ValueError("no Hunt is rolled for")
    return public.hunt


def _head(hunt: HuntRoll) -> str:
    dice = dice_for(hunt.level)
    return f"Level {hunt.level}: {dice_words(dice)}, {needed_words(hunt.bonus)} succeeds."


class Conditions(Stage):
    """What in the region of the Ring-bearers gives re-rolls (HUNT-012)."""

    def ask(self, public: PublicState) -> Ask:
        """Ticks, as they were last."""
        hunt = _hunt(public)
        ticks = Field(
            name="conditions",
            label="With the Ring-bearers",
            kind="ticks",
            options=tuple(Option(value=key, label=words) for key, words in CONDITIONS.items()),
            value=",".join(public.around),
        )
        choice = Choice(action="told", label="Go on to the roll", weight="primary")
        return Ask(
            key="conditions",
            seat=SHADOW,
            sentence="What is in the region of the Ring-bearers? Each gives one re-roll.",
            waiting=f"{_SHADOW} looks for re-rolls.",
            section="Hunt Re-rolls",
            detail=(_head(hunt), chance_line(public, dice_of(hunt)) + " Without re-rolls."),
            form=Form(fields=(ticks,), choices=(choice,)),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """The conditions in the order of the rules."""
        told = answer.texts("conditions")
        return (ConditionsTold(conditions=tuple(one for one in CONDITIONS if one in told)),)


class Dice(Stage):
    """The dice of the roll, or of the re-rolls, one after the other."""

    def ask(self, public: PublicState) -> Ask:
        """A roll."""
        hunt = _hunt(public)
        again = hunt.rerolls is not None
        count = (hunt.rerolls or 0) if again else dice_for(hunt.level)
        faces = hunt.again if again else hunt.faces
        what = "Re-roll a failed die" if again else "Roll the Hunt dice"
        so_far = (f"So far: {', '.join(map(str, faces))}.",) if faces else ()
        return Ask(
            key=f"{'again' if again else 'dice'}.{len(faces)}",
            seat=SHADOW,
            sentence=f"{what}, {needed_words(hunt.bonus)} succeeds.",
            waiting=f"{_SHADOW} rolls for the Hunt.",
            section="Hunt Re-rolls" if again else "The Hunt Roll",
            detail=(_head(hunt), chance_line(public, dice_of(hunt)), *so_far),
            roll=die_wanted(count, len(faces)),
            purpose="re-roll of the Hunt" if again else "Hunt roll",
        )

    def roll(self, public: PublicState, face: int) -> Events:
        """One die more."""
        return (DieCounted(face=face, again=_hunt(public).rerolls is not None),)


class Rerolls(Stage):
    """How many failed dice the Shadow player rolls again (HUNT-012)."""

    def ask(self, public: PublicState) -> Ask:
        """As many as there are, or fewer."""
        hunt = _hunt(public)
        most = most_rerolls(hunt)
        choices = [
            Choice(
                action=f"again-{count}",
                label=f"Re-roll {dice_words(count)}",
                weight="primary" if count == most else "plain",
            )
            for count in range(most, 0, -1)
        ]
        choices.append(Choice(action="again-0", label="Re-roll none"))
        rolled = f"Rolled: {', '.join(map(str, hunt.faces))}."
        return Ask(
            key="rerolls",
            seat=SHADOW,
            sentence=f"You may re-roll up to {dice_words(most)} that failed.",
            waiting=f"{_SHADOW} may re-roll failed dice.",
            section="Hunt Re-rolls",
            detail=(rolled, chance_line(public, dice_of(hunt))),
            form=Form(choices=tuple(choices)),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """The number that was pressed."""
        return (RerollsChosen(count=int(answer.action.removeprefix("again-"))),)


def most_rerolls(hunt: HuntRoll) -> int:
    """One failed die for each condition; a die is rolled again once."""
    failed = sum(not is_success(face, hunt.bonus) for face in hunt.faces)
    return min(len(hunt.conditions or ()), failed)


def judged(hunt: HuntRoll) -> Events:
    """The end of a Hunt roll; a success brings a tile (HUNT-013)."""
    rolled = (*hunt.faces, *hunt.again)
    successes = sum(is_success(face, hunt.bonus) for face in rolled)
    faces = ", ".join(map(str, hunt.faces)) or "no dice"
    again = f", re-rolled {', '.join(map(str, hunt.again))}" if hunt.again else ""
    result = f"{successes} successes" if successes != 1 else "1 success"
    meaning = "The Hunt is successful: a tile is drawn." if successes else "The Hunt fails."
    explained = Explained(
        title=f"Hunt at Level {hunt.level}, +{hunt.bonus}: {faces}{again}",
        parts=(),
        total=successes,
        result=result if successes else "no success",
        meaning=meaning,
        section="The Hunt Roll",
        source=f"rules: {needed_words(hunt.bonus)} succeeds, a 1 never does",
    )
    over = HuntJudged(successes=successes, explained=explained)
    return (over, PullBegun(cause="hunt", eye=successes)) if successes else (over,)
