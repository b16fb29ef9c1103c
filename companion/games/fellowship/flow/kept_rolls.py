"""Rolls that nothing asked for: a seat proposes to use or drop the oldest, the other one agrees.

Everything here is public: the kept rolls, the proposal and the prompt that it is made for. Nobody
has to wait for the answer, for a new roll of the die still serves the open prompt.
"""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.events.rolls import (
    RollProposalClosed,
    RollProposed,
    proposal_words,
)
from companion.games.fellowship.flow.steps import Answer, Ask, Events, d10
from companion.games.fellowship.seats import other_seat
from companion.games.fellowship.state import PublicState, RollProposal, Scene
from companion.table.events import RollDropped
from companion.table.ids import PromptId
from companion.table.views import Choice, Form

CLAIM_ROLL: Final = "claim-roll"
DROP_ROLL: Final = "drop-roll"
AGREE: Final = "agree"
REFUSE: Final = "refuse"
WITHDRAW: Final = "withdraw"


def proposal_prompt(proposal: RollProposal) -> PromptId:
    """The id of the question about a proposal."""
    return PromptId(f"roll-proposal.{proposal.number}")


def kept_roll_choices(public: PublicState) -> tuple[Choice, ...]:
    """What a seat that has to roll may propose about the oldest kept roll."""
    if not can_propose(public):
        return ()
    number, detail = d10(public.rolls.kept[0]), "if the other side agrees"
    return (
        Choice(action=CLAIM_ROLL, label=f"Use the kept roll: {number}", detail=detail),
        Choice(action=DROP_ROLL, label=f"Drop the kept roll: {number}", detail=detail),
    )


def can_propose(public: PublicState) -> bool:
    """Whether a roll is kept and nobody is asked about it yet."""
    return bool(public.rolls.kept) and public.roll_proposal is None


def claim_proposed(scene: Scene, prompt: PromptId, purpose: str) -> Events:
    """`scene.seat` proposes that the oldest kept roll serve its open prompt."""
    (roll, *_) = scene.public.rolls.kept
    return (RollProposed(seat=scene.seat, use="claim", roll=roll, prompt=prompt, purpose=purpose),)


def drop_proposed(scene: Scene, prompt: PromptId) -> Events:
    """`scene.seat` proposes that the oldest kept roll count for nothing."""
    (roll, *_) = scene.public.rolls.kept
    return (RollProposed(seat=scene.seat, use="drop", roll=roll, prompt=prompt),)


def ask_about(scene: Scene, proposal: RollProposal) -> Ask:
    """What a viewer is shown of a proposal."""
    words = proposal_words(proposal.use, d10(proposal.roll), proposal.purpose)
    proposer, other = proposal.seat, other_seat(proposal.seat)
    says = f"The {proposer.title()} proposes to {words}."
    if scene.seat == proposer:
        sentence = f"You propose to {words}. The {other.title()} is asked."
        choices: tuple[Choice, ...] = (Choice(action=WITHDRAW, label="Take it back"),)
    elif scene.seat == other:
        sentence = f"{says} Do you agree?"
        choices = (
            Choice(action=AGREE, label="Agree", weight="primary"),
            Choice(action=REFUSE, label="Refuse"),
        )
    else:
        return Ask(key="", sentence=f"{says} The {other.title()} agrees or refuses.")
    detail = ("A new roll of the die serves as well.",) if proposal.use == "claim" else ()
    return Ask(key="", sentence=sentence, detail=detail, form=Form(choices=choices), asked=True)


def settle_proposal(scene: Scene, proposal: RollProposal, answer: Answer) -> Events:
    """What follows from an answer, but for a claim that is agreed to: `engine` gives that roll."""
    match answer.action:
        case action if action == AGREE:
            return (RollDropped(roll=proposal.roll),)
        case action if action == REFUSE:
            return (RollProposalClosed(how="refused", seat=scene.seat),)
        case _:
            return (RollProposalClosed(how="withdrawn", seat=scene.seat),)
