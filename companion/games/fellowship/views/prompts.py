"""What is asked, the last result, and what can be put right by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.fellowship.flow.anytime_forms import by_hand_forms
from companion.games.fellowship.flow.questions import Question
from companion.games.fellowship.flow.steps import d10
from companion.games.fellowship.state import Scene
from companion.table.views import Prompt, Region, Text, Widget

_WHICH: Final = "Which is which"
_COUNTS: Final = "What counts"
"""Titles of the tab with what is asked under the cover."""


def prompt_region(questions: Sequence[Question]) -> Region:
    """Everything that is open, what this viewer is asked first; never empty.

    What would give own names and notes away is asked under the cover instead (`private_region`).
    """
    prompts: list[Widget] = [
        _led_on(question, questions) if question.ask.private else _prompt(question)
        for question in questions
        if question.kind != "undecided"
    ]
    if any(question.kind == "undecided" for question in questions):
        text = f"Your markers changed places unseen. Say which is which in the tab {_WHICH}."
        prompts.append(Prompt(id=None, sentence=text, section="3.4", covered=True))
    if not prompts:
        prompts = [Prompt(id=None, sentence="Play goes on.")]
    return Region(name="prompt", title="Prompt", role="prompt", widgets=tuple(prompts))


def private_region(questions: Sequence[Question]) -> Region | None:
    """Questions whose very words hold own names or notes, under the cover; None without any."""
    prompts = tuple(_prompt(question) for question in questions if _is_private(question))
    if not prompts:
        return None
    title = _private_title(questions)
    return Region(name="private", title=title, role="tab", widgets=prompts, secret=True)


def _is_private(question: Question) -> bool:
    return question.kind == "undecided" or question.ask.private


def _private_title(questions: Sequence[Question]) -> str:
    """What the tab is called; both may be asked at once."""
    undecided = any(question.kind == "undecided" for question in questions)
    return _WHICH if undecided else _COUNTS


def _led_on(question: Question, questions: Sequence[Question]) -> Prompt:
    """What is asked, without the form: that lies under the cover."""
    ask = question.ask
    where = f"Answer in the tab {_private_title(questions)}."
    return Prompt(
        id=None, sentence=ask.sentence, section=ask.section, detail=(where,), covered=True
    )


def _prompt(question: Question) -> Prompt:
    ask = question.ask
    return Prompt(
        id=question.id if ask.asked else None,
        sentence=ask.sentence,
        section=ask.section,
        detail=ask.detail,
        form=ask.form,
        roll=ask.roll,
        asked=ask.asked,
    )


def result_region(scene: Scene) -> Region:
    """The last looked-up result."""
    shown = scene.public.result
    return Region(
        name="result", title="Result", role="result", widgets=() if shown is None else (shown,)
    )


def hand_region(scene: Scene) -> Region:
    """Putting things right, whatever the companion thinks; recorded in public."""
    kept = ", ".join(str(d10(roll)) for roll in scene.public.rolls.kept)
    widgets: list[Widget] = [
        Text(
            text="The table is right. What you change here is written into the public log.",
            style="quiet",
        )
    ]
    if kept:
        widgets.append(Text(text=f"Rolls that nothing asked for: {kept}."))
    widgets += [
        Prompt(id=None, sentence=sentence, form=form) for sentence, form in by_hand_forms(scene)
    ]
    return Region(name="by-hand", title="By hand", role="tab", widgets=tuple(widgets), rare=True)
