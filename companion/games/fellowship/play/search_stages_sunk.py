"""A sunk ship: everybody aboard rolls to get away, alone or together (8.328).

Who is on which raft is chosen under the cover. What everybody sees is races, or names where their
owner shows them, and the roll that is needed.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

from companion.games.fellowship.combat.ambush import generic_race, has_generic_side
from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.combat.cards import ratings_of
from companion.games.fellowship.combat.disengage import (
    Circumstances,
    Leaver,
    highest_roll,
)
from companion.games.fellowship.combat.hand import FightHand
from companion.games.fellowship.events.combat import FightersFallen, FightHandNoted
from companion.games.fellowship.events.lent import LentFallen
from companion.games.fellowship.events.play import ExpectationSet, GameEnded, Noted
from companion.games.fellowship.events.search import Probe
from companion.games.fellowship.facts.names import FELLOWSHIP
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.own_groups import Member, own_groups
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, d10
from companion.games.fellowship.play.fight_cards import level_of
from companion.games.fellowship.play.fight_common import hand_of
from companion.games.fellowship.play.search_stage import Stage, bad_input, key_of
from companion.games.fellowship.play.searching import change_probe, close_search
from companion.games.fellowship.rules.health import Condition
from companion.games.fellowship.rules.victory import Ending
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Expected, PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.ids import SeatId
from companion.table.values import Refusal, Roll
from companion.table.views import Card, Choice, Form

_replace = msgspec.structs.replace
_SECTION: Final = "8.328"


class Sunk(Stage):
    """Put a raft together and roll for it; at the end say who is left (8.328)."""

    section = _SECTION

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """For the rolls."""
        return f"The ship at {probe.hex} is sunk: the Fellowship rolls for those aboard."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """The next raft, or the end of it."""
        hand = _hand(scene, probe)
        choices = [
            Choice(action="some", label="Some reach the shore"),
            Choice(action="none", label="All are dead", weight="grave"),
            Choice(action="ring", label="The Ringbearer is dead", weight="grave"),
        ]
        if hand.row:
            choices = [
                Choice(action="raft", label="Roll for those on the raft", weight="primary"),
                Choice(action="raft-shown", label="Roll for them, showing who they are"),
                *choices,
            ]
        return Ask(
            key=key_of(probe) + f"-{probe.rafts}",
            sentence="Your ship is sunk: roll for each character, alone or together.",
            section=_SECTION,
            detail=(
                "Put them on a raft in the tab Own cards. If a roll fails, all on it are dead.",
            ),
            form=Form(choices=tuple(choices)),
            asked=True,
            covered=tuple(_card(one, hand) for one in _aboard(scene, probe, hand)),
            lit=(probe.piece,),
        )

    def aside(self, scene: Scene, probe: Probe) -> Ask:
        """What the others read."""
        ask = super().aside(scene, probe)
        return _replace(ask, key=f"{ask.key}-{probe.rafts}")

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Arrange a raft, roll for it, or say how it ended."""
        verb, _, card = answer.action.partition(":")
        hand = _hand(flow.acting, probe)
        match verb:
            case "on" | "off":
                row = tuple(one for one in hand.row if one != card)
                _arrange(flow, _replace(hand, row=(*row, card) if verb == "on" else row))
            case "raft" | "raft-shown":
                return _begin_raft(flow, probe, hand, shown=verb == "raft-shown")
            case "some":
                flow.tell(FightHandNoted(seat=FELLOWSHIP_SEAT, hand=None))
                change_probe(flow, _replace(probe, stage="shore"))
            case "none":
                _drown(flow, probe, hand)
                flow.tell(FightHandNoted(seat=FELLOWSHIP_SEAT, hand=None))
                text = f"Take the green marker at {probe.hex} off the map: all aboard are dead."
                expected = Expected(piece=probe.piece, what="remove", text=text)
                flow.add(ExpectationSet(expected=expected))
                close_search(flow, "gone")
            case _:
                flow.add(
                    GameEnded(
                        reason="The Ringbearer drowns and the Ring is lost at sea: the Enemy wins "
                        "a tactical victory.",
                        ending=Ending.LOST_AT_SEA.value,
                        section="8.328, 11.0",
                    )
                )
                close_search(flow, "gone")
        return None


class RaftRoll(Stage):
    """The roll of a raft: under the average of its ratings, a 10 fails (8.328, 9.242)."""

    section = _SECTION

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship rolls."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """What is needed."""
        return f"The Fellowship needs {probe.raft_needs} or less for its raft."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """The roll."""
        return Ask(
            key=key_of(probe) + f"-{probe.rafts}",
            sentence=f"Roll {probe.raft_needs} or less for the raft.",
            section=_SECTION,
            roll=GAME_ROLL,
            purpose="a raft from the sunk ship",
            asked=True,
            lit=(probe.piece,),
        )

    def roll(self, flow: Flow, probe: Probe, roll: Roll) -> None:
        """Ashore together, or all dead."""
        number = d10(roll)
        saved = number <= probe.raft_needs
        words = "reaches the shore" if saved else "is lost: all on it are dead"
        text = f"The raft {words}: {number}, {probe.raft_needs} or less was needed."
        flow.add(Noted(text=text, section=_SECTION))
        if not saved:
            flow.tell(
                FightersFallen(
                    seat=FELLOWSHIP_SEAT,
                    numbers=probe.raft,
                    turn=flow.public.turn,
                    place=probe.hex,
                )
            )
        change_probe(flow, _replace(probe, stage="sunk", raft=(), raft_needs=0))


def _hand(scene: Scene, probe: Probe) -> FightHand:
    """The raft that is put together; its number is below 0, so it is never taken for a fight."""
    return hand_of(scene.hidden, -probe.number)


def _arrange(flow: Flow, hand: FightHand) -> None:
    flow.tell(FightHandNoted(seat=FELLOWSHIP_SEAT, hand=hand))


def _aboard(scene: Scene, probe: Probe, hand: FightHand) -> tuple[Member, ...]:
    """The viewer's characters aboard who have not rolled yet."""
    done = set(hand.tokens.values())
    return tuple(
        one
        for group in own_groups(scene)
        if group.piece is not None and group.piece.id == probe.piece
        for one in group.members
        if one.condition is not Condition.DEAD and one.force.name not in done
    )


def _drown(flow: Flow, probe: Probe, hand: FightHand) -> None:
    """Whoever has not rolled yet is dead by its owner's word."""
    lost = tuple(one.force.name for one in _aboard(flow.acting, probe, hand))
    if lost:
        turn = flow.public.turn
        flow.tell(LentFallen(seat=FELLOWSHIP_SEAT, cards=lost, turn=turn, place=probe.hex))


def _card(one: Member, hand: FightHand) -> Card:
    name = one.force.name
    on = name in hand.row
    choice = (
        Choice(action=f"off:{name}", label="Off the raft")
        if on
        else Choice(action=f"on:{name}", label="On the raft")
    )
    return Card(
        id=name,
        title=name,
        subtitle="on the raft" if on else "",
        states=() if one.is_conscious else ("unconscious: counts 0",),
        form=Form(choices=(choice,)),
    )


def _begin_raft(flow: Flow, probe: Probe, hand: FightHand, *, shown: bool) -> Refusal | None:
    """Everybody sees who rolls together, by race or by name, and what they need."""
    members = [one for one in _aboard(flow.acting, probe, hand) if one.force.name in hand.row]
    if not members:
        return bad_input("Put somebody on the raft first.", _SECTION)
    group = []
    for one in members:
        found = _leaver(flow, one, shown=shown)
        if isinstance(found, UnknownCell):
            flow.ask_cell(found, FELLOWSHIP)
            return None
        group.append(found)
    words = Counter(_shown_name(one, shown=shown) for one in members)
    names = ", ".join(f"{count} {name}" for name, count in sorted(words.items()))
    needs = highest_roll(group, Circumstances())
    first = len(hand.tokens) + 1
    tokens = {f"r{first + place}": one.force.name for place, one in enumerate(members)}
    flow.add(Noted(text=f"On the next raft: {names}.", section=_SECTION))
    _arrange(flow, _replace(hand, row=(), tokens={**hand.tokens, **tokens}))
    change_probe(
        flow,
        _replace(
            probe,
            stage="raft",
            raft=tuple(tokens),
            raft_needs=needs,
            rafts=probe.rafts + 1,
        ),
    )
    return None


def _shown_name(one: Member, *, shown: bool) -> str:
    """Its race, or its name where its owner shows it or it has no generic side (9.121)."""
    if shown or not has_generic_side(one.force):
        return one.force.name
    return generic_race(one.force.race).value.title()


def _leaver(flow: Flow, one: Member, *, shown: bool) -> Leaver | UnknownCell:
    name = one.force.name
    fighter = Fighter(
        id="f1",
        side=FELLOWSHIP,
        card=_shown_name(one, shown=shown),
        generic=not shown and has_generic_side(one.force),
        level=level_of(flow.acting.hidden, name) if shown else 0,
    )
    found = ratings_of(flow.handbook.box.cards, Battle(), fighter)
    if isinstance(found, UnknownCell):
        return found
    return Leaver(
        offensive=found.offensive,
        defensive=found.defensive,
        down=not one.is_conscious,
        race=one.race,
    )


SUNK_STAGES: Final = {"sunk": Sunk(), "raft": RaftRoll()}
