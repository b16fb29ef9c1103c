"""The other seat's word before the Ring leaves the Fellowship on the Fellowship's word (6.41).

With the Ring go Saruman's forces, and with them the notes of the seat that played them until then.
At the table that seat hands its cards over itself. So what the Fellowship says of the Ring moves
nothing until the seat that keeps Saruman's forces has said that it is so.
"""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.play import Noted, PublicEvent
from companion.games.fellowship.events.ring import RingClaim, RingNoted, RingWork, ring_work
from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.flow.steps import Answer, Ask, Events
from companion.games.fellowship.ownership import player_of
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import SeatId
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace

SO_IT_IS: Final = "so-it-is"
"""Action by which the keeper agrees."""
NOT_SO: Final = "not-so"
"""Action by which it does not."""
HAND_OVER: Final = "hand-over"
"""Action by which the Fellowship then lets follow what it has said."""

_SECTIONS: Final[dict[RingClaim, str]] = {"gollum": "6.415", "deserts": "6.412", "turned": "6.412"}


def needs_word(public: PublicState) -> bool:
    """Whether Saruman's forces would change hands if the Fellowship lost the Ring now (6.414)."""
    lost = _replace(public, ring="nobody")
    return _keeper(public) != player_of(lost, MarkerType.SARUMAN)


def claimed(work: RingWork, claim: RingClaim) -> tuple[PublicEvent, ...]:
    """The Fellowship has said so; its opponent is asked.

    Args:
        work: the business of the Ring, with the place as far as it has to be said.
        claim: what was said.
    """
    waiting = _replace(work, stage="agree", claim=claim)
    text = f"The Fellowship says: {_claim_words(waiting)}"
    return (Noted(text=text, section=_SECTIONS[claim]), RingNoted(work=waiting))


def without_claim(work: RingWork) -> RingWork:
    """The business of the Ring with nothing open."""
    return _replace(work, stage="", claim="", lost_at="", captive="")


def asked_for_word(public: PublicState) -> SeatId:
    """Who has to press something while a claim is open."""
    return _keeper(public) if ring_work(public).stage == "agree" else FELLOWSHIP_SEAT


def ask_word(scene: Scene) -> Ask:
    """Is it so; and once it is, let it follow."""
    work = ring_work(scene.public)
    section = _SECTIONS[work.claim or "deserts"]
    key = f"ring-{work.stage}-{work.claim}"
    asked = asked_for_word(scene.public)
    if work.stage == "agreed":
        if scene.seat != asked:
            sentence = "The Fellowship hands the Ring over."
            return Ask(key=key, sentence=sentence, section=section)
        choice = Choice(action=HAND_OVER, label="Hand the Ring over", weight="grave")
        return Ask(
            key=key,
            sentence="The other side agrees: hand the Ring over, by your notes.",
            section=section,
            form=Form(choices=(choice,)),
            asked=True,
        )
    words = _claim_words(work)
    if scene.seat != asked:
        sentence = f"The {asked.title()} says whether it is so: {words}"
        return Ask(key=key, sentence=sentence, section=section)
    choices = (
        Choice(
            action=SO_IT_IS,
            label="So it is",
            detail="Saruman's forces and their boxes go to the Fellowship with the Ring.",
            weight="grave",
        ),
        Choice(action=NOT_SO, label="It is not so", detail="The Ring stays with the Fellowship."),
    )
    return Ask(
        key=key,
        sentence=f"The Fellowship says: {words}",
        section=section,
        detail=("Look at the table, not at what is said: only you can hand your cards over.",),
        form=Form(choices=choices),
        asked=True,
    )


def with_word(scene: Scene, answer: Answer) -> Events:
    """The keeper has agreed, or not."""
    work = ring_work(scene.public)
    if answer.action == NOT_SO:
        return denied(scene)
    follows = _replace(work, stage="gollum-roll" if work.claim == "gollum" else "agreed")
    return (RingNoted(work=follows),)


def denied(scene: Scene) -> Events:
    """The Ring stays with the Fellowship; what else is so, the players say."""
    text = f"The {scene.seat.title()} says that it is not so: the Ring stays with the Fellowship."
    work = _replace(without_claim(ring_work(scene.public)), gollum=False, denied=True)
    return (Noted(text=text, section="6.41"), RingNoted(work=work))


def _keeper(public: PublicState) -> SeatId:
    return player_of(public, MarkerType.SARUMAN)


def _claim_words(work: RingWork) -> str:
    """What was said, as everybody hears it."""
    match work.claim:
        case "gollum":
            return "Gollum struck the Ringbearer down in an ambush by an event card."
        case "turned":
            return "the Ringbearer has as many marks as its number and serves the Enemy."
        case _:
            return f"the attacked Ringbearer got away at {work.lost_at} and serves the Enemy."
