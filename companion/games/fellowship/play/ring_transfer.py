"""The Ring at the end of the Fellowship's status phase: marks and transfer (6.412).

Who bears the Ring is secret, so the words are the same for every bearer. While everybody knows that
a Hobbit has it and nobody's wounds have changed there is nothing to decide, and nobody is asked.
"""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.lent import gone_over
from companion.games.fellowship.events.play import Noted
from companion.games.fellowship.events.ring import (
    BearerHidden,
    BearerNoted,
    RingMarked,
    RingNoted,
    RingTaken,
    RingWork,
    TransferAimed,
    ring_work,
)
from companion.games.fellowship.flow.choosing import select
from companion.games.fellowship.flow.own_ring import (
    bearer_group,
    bearer_is_dead,
    has_to_transfer,
    may_receive,
)
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, Events, Handler, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.fight_cards import lent_of
from companion.games.fellowship.play.health import health_has_changed
from companion.games.fellowship.play.ring_word import (
    HAND_OVER,
    ask_word,
    claimed,
    needs_word,
    with_word,
    without_claim,
)
from companion.games.fellowship.rules.ring import (
    bearers,
    is_hobbit,
    is_turned,
    may_transfer,
    status_mark,
    transfer_number,
    transfer_succeeds,
)
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import HiddenState, PublicState, Scene
from companion.table.events import Event
from companion.table.values import Refusal, Roll
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace
_SECTION: Final = "6.412"
_TURNS: Final = "turns"
LOOK_IN_RING: Final = "Who bears it, the number and what is due stand in the tab Ring."


class RingTransfer(Handler):
    """The mark of this status phase, and one attempt to give the Ring to another (6.412)."""

    def enter(self, scene: Scene) -> Events:
        """Whatever a later step left open is not this step's."""
        work = ring_work(scene.public)
        mine = work.stage in ("", "roll", "rolled")
        return () if mine else (RingNoted(work=without_claim(work)),)

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Nothing could be due: it is not the Fellowship's, or a sound Hobbit openly has it.

        Without transfers there is never anything to decide (14.2).
        """
        known = public.ring_public.bearer
        idle = not ring_work(public).stage
        sound = is_hobbit(known) and not health_has_changed(public)
        if public.switches.simple_ring:
            return True
        return public.closed or (idle and (public.ring != "fellowship" or sound))

    def ask(self, scene: Scene) -> Ask:
        """The same words whoever bears it."""
        work = ring_work(scene.public)
        mine = scene.seat == FELLOWSHIP_SEAT
        match work.stage:
            case "roll":
                return Ask(
                    key="ring-roll",
                    sentence="Roll for the transfer of the Ring."
                    if mine
                    else "The Fellowship rolls for a transfer of the Ring.",
                    section=_SECTION,
                    detail=(LOOK_IN_RING,) if mine else (),
                    roll=_replace(GAME_ROLL, may_give=mine),
                    purpose="transfer of the Ring",
                    asked=mine,
                )
            case "rolled":
                return self._ask_outcome(work, mine=mine)
            case "agree" | "agreed":
                return ask_word(scene)
            case _:
                return self._ask_first(work, mine=mine)

    def _ask_outcome(self, work: RingWork, *, mine: bool) -> Ask:
        rolled = 0 if work.rolled is None else d10(work.rolled)
        if not mine:
            sentence = f"The Fellowship says what the {rolled} does."
            return Ask(key="ring-rolled", sentence=sentence, section=_SECTION)
        tell = Choice(
            action="tell",
            label="Tell whether it succeeds",
            detail="Worked out from your notes; nobody learns names.",
            weight="primary",
        )
        return Ask(
            key="ring-rolled",
            sentence=f"You rolled {rolled}: it has to be under the Ringbearer's number.",
            section=_SECTION,
            detail=(LOOK_IN_RING,),
            form=Form(choices=(tell,)),
            asked=True,
        )

    def _ask_first(self, work: RingWork, *, mine: bool) -> Ask:
        key = "ring-tried" if work.tried else "ring"
        if not mine:
            sentence = "The Fellowship settles the Ring for this turn."
            return Ask(key=key, sentence=sentence, section=_SECTION)
        turns = Choice(
            action=_TURNS,
            label="The bearer serves the Enemy now",
            detail="It has as many marks as its number.",
            section=_SECTION,
        )
        form = Form(choices=(turns,))
        if not work.tried:
            names = [(force.name, force.name) for force in bearers()]
            tries = Choice(action="try", label="Try a transfer", section=_SECTION)
            form = Form(
                fields=(select("to", "Transfer to", [("", "choose"), *names]),),
                choices=(tries, turns),
            )
        return Ask(
            key=key,
            sentence="Settle the Ring for this turn: try a transfer, or go on.",
            section=_SECTION,
            detail=(LOOK_IN_RING,),
            form=form,
            done="Go on",
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """Begin a transfer, or say what the roll does."""
        work = ring_work(scene.public)
        if work.stage == "agree":
            return with_word(scene, answer)
        if scene.hidden is None:
            return ()
        if answer.action == HAND_OVER:
            return turned_to_minion(scene, work)
        if answer.action == "tell":
            return _outcome(scene, scene.hidden)
        marked, events = _mark_due(scene, scene.hidden)
        work = _replace(work, marked=True)
        if answer.action == _TURNS:
            if not is_turned(marked.ringbearer, marked.ring_marks):
                text = "By your notes the Ringbearer has fewer marks than its number. Go on."
                return Refusal(code="rule", text=text, section=_SECTION, private=True)
            return (*events, *_turns(scene, work))
        to = answer.text("to")
        if not to:
            text = "Expected who is to have the Ring. Choose somebody."
            return Refusal(code="bad-input", text=text, section=_SECTION)
        if not may_transfer(scene.hidden.ringbearer) or to not in may_receive(scene):
            text = "Your notes do not allow this transfer. Look in the tab Ring, choose another."
            return Refusal(code="rule", text=text, section=_SECTION, private=True)
        if _is_due_to_turn(marked, work):
            return (*events, *_turns(scene, work))
        aimed = TransferAimed(seat=FELLOWSHIP_SEAT, card=to)
        return (*events, aimed, RingNoted(work=_replace(work, stage="roll", tried=True)))

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """Keep it; only its owner knows what it does."""
        work = _replace(ring_work(scene.public), stage="rolled", rolled=roll)
        return (RingNoted(work=work),)

    def leave(self, scene: Scene) -> Events | Refusal:
        """Make the mark of this status phase where one is due."""
        if scene.hidden is None or ring_work(scene.public).stage:
            text = "The transfer is not settled yet. Answer what is asked first."
            return Refusal(code="not-now", text=text, section=_SECTION)
        if bearer_is_dead(scene):
            text = "Your notes call the Ringbearer dead. Name the next one in the tab Ring first."
            return Refusal(code="not-now", text=text, section="6.411", private=True)
        work = ring_work(scene.public)
        if has_to_transfer(scene) and not work.tried:
            text = "By your notes a transfer has to be tried. Look in the tab Ring."
            return Refusal(code="rule", text=text, section=_SECTION, private=True)
        marked, events = _mark_due(scene, scene.hidden)
        if _is_due_to_turn(marked, work):
            text = "By your notes the Ringbearer has as many marks as its number. Say so first."
            return Refusal(code="rule", text=text, section=_SECTION, private=True)
        return (*events, RingNoted(work=_replace(work, marked=True)))


def _mark_due(scene: Scene, hidden: HiddenState) -> tuple[HiddenState, Events]:
    """The mark of this status phase, if it is due and not made yet, and the notes after it."""
    count = 0 if ring_work(scene.public).marked else status_mark(hidden.ringbearer)
    if not count or not hidden.ringbearer:
        return hidden, ()
    mark = RingMarked(seat=FELLOWSHIP_SEAT, card=hidden.ringbearer, why="a status phase")
    return mark.apply(hidden), (mark,)


def _outcome(scene: Scene, hidden: HiddenState) -> Events:
    work = ring_work(scene.public)
    rolled = 0 if work.rolled is None else d10(work.rolled)
    number = transfer_number(hidden.ringbearer, hidden.ring_marks) or 0
    settled = _replace(work, stage="", rolled=None)
    if transfer_succeeds(rolled, number):
        return (
            BearerNoted(seat=FELLOWSHIP_SEAT, card=hidden.ring_to),
            BearerHidden(),
            Noted(text="The transfer of the Ring succeeds.", section=_SECTION),
            RingNoted(work=settled),
        )
    mark = RingMarked(seat=FELLOWSHIP_SEAT, card=hidden.ringbearer, why="a failed transfer")
    after = mark.apply(hidden)
    text = "The transfer of the Ring fails: its bearer may be attacked in this combat phase."
    events: tuple[Event, ...] = (
        mark,
        TransferAimed(seat=FELLOWSHIP_SEAT, card=""),
        Noted(text=text, section=_SECTION),
    )
    failed = _replace(settled, failed=True)
    if _is_due_to_turn(after, failed):
        return (*events, *_turns(scene, failed))
    return (*events, RingNoted(work=failed))


def _is_due_to_turn(hidden: HiddenState, work: RingWork) -> bool:
    """Whether the bearer has all its marks, and nobody has said in this turn that it is not so."""
    return is_turned(hidden.ringbearer, hidden.ring_marks) and not work.denied


def _turns(scene: Scene, work: RingWork) -> Events:
    """What the notes say of the bearer moves nothing before the other seat has agreed (6.414)."""
    if not needs_word(scene.public):
        return turned_to_minion(scene, work)
    return claimed(_replace(work, rolled=None), "turned")


def turned_to_minion(scene: Scene, work: RingWork) -> Events:
    """The bearer is a minion with the Ring now: everybody learns who and where (6.412, 6.413).

    Args:
        scene: the Fellowship's scene.
        work: the business of the Ring, which goes on without a transfer.
    """
    bearer = scene.hidden.ringbearer if scene.hidden is not None else ""
    group = bearer_group(scene)
    place = group.piece.place if group is not None and group.piece is not None else ""
    taken = RingTaken(by="enemy", bearer=bearer, place=place, section=_SECTION)
    lent = lent_of(scene.hidden, bearer)
    where = f" at {place}" if place else ""
    text = (
        f"{bearer} is a minion with the Ring now. Enemy: put a red marker{where}, sticker side up. "
        "Fellowship: hand over the card and say where the marker belongs if nobody knows it."
    )
    return (
        taken,
        BearerNoted(seat=FELLOWSHIP_SEAT, card=""),
        *gone_over(bearer, lent, scene.public.turn),
        Noted(text=text, section="6.413"),
        RingNoted(work=_replace(without_claim(work), rolled=None)),
    )
