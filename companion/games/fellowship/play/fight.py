"""The combat phase: every fight, one after the other, stage by stage (9.0)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.combat import FightNoted, FightStage, FightWork, fight_work
from companion.games.fellowship.events.play import FightResolved
from companion.games.fellowship.flow.flow import is_waiting_for_cells
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.captives import captors_at
from companion.games.fellowship.play.combat import FightByHand
from companion.games.fellowship.play.fight_ambush import PickAmbusher, PickVictim
from companion.games.fellowship.play.fight_cast import Lend, cast_of, is_about_ring, lent_sides
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    key_of,
)
from companion.games.fellowship.play.fight_common import FightStage as Stage
from companion.games.fellowship.play.fight_course import go_to, need_numbers
from companion.games.fellowship.play.fight_duel import Duel
from companion.games.fellowship.play.fight_end import PickSide, done, not_fought_words
from companion.games.fellowship.play.fight_enemy_retreat import EnemyRetreat
from companion.games.fellowship.play.fight_escort import NameEscort, ReserveCaptures
from companion.games.fellowship.play.fight_falling import Faint, Stay, after_turning
from companion.games.fellowship.play.fight_gollum import GollumStrikes
from companion.games.fellowship.play.fight_heirs import NextBearer
from companion.games.fellowship.play.fight_holder import BearerLeave, HolderLeave
from companion.games.fellowship.play.fight_leaving import EnemyLeave, Leave, LeaveRoll
from companion.games.fellowship.play.fight_open import Open
from companion.games.fellowship.play.fight_riding import Riding
from companion.games.fellowship.play.fight_ring import DenyRing, HolderWear, OwnWear, ShowBearer
from companion.games.fellowship.play.fight_rows import (
    Assign,
    Combine,
    Forced,
    Pin,
    Reorganize,
)
from companion.games.fellowship.play.fight_setup import CallCompanions, SetUpRows
from companion.games.fellowship.play.fight_strikes import AnswerRoll, Attack, StrikeRoll
from companion.games.fellowship.play.ring_attack import is_moot
from companion.games.fellowship.play.search_stages import (
    answer_search,
    ask_about,
    current_probe,
    roll_search,
)
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import SeatId
from companion.table.values import Refusal, Roll


class Values(Stage):
    """A number of a card is missing; the engine asks for it."""

    def waits(self, work: FightWork) -> str:
        """For the number."""
        return f"The fight at {work.place} waits for a number from the box."

    def ask(self, scene: Scene, work: FightWork) -> Ask:
        """Nobody is asked here: the cell is a question of its own."""
        return Ask(key=key_of(work), sentence=self.waits(work), section=self.section)


_STAGES: Final[dict[FightStage, Stage]] = {
    "open": Open(),
    "ambusher": PickAmbusher(),
    "companions": CallCompanions(),
    "setup": SetUpRows(),
    "values": Values(),
    "bearer": ShowBearer(),
    "victim": PickVictim(),
    "reorganize": Reorganize(),
    "forced": Forced(),
    "riding": Riding(),
    "assign": Assign(),
    "attack": Attack(),
    "roll": StrikeRoll(),
    "answer": AnswerRoll(),
    "stay": Stay(),
    "faint": Faint(),
    "pin": Pin(),
    "combine": Combine(),
    "leave": Leave(),
    "leave-roll": LeaveRoll(),
    "enemy-leave": EnemyLeave(),
    "side": PickSide(),
    "enemy-retreat": EnemyRetreat(),
    "own-wear": OwnWear(),
    "enemy-wear": HolderWear(),
    "deny-ring": DenyRing(),
    "duel": Duel(),
    "lend": Lend(),
    "holder-leave": HolderLeave(),
    "bearer-leave": BearerLeave(),
    "next-bearer": NextBearer(),
    "captors": ReserveCaptures(),
    "escort": NameEscort(),
    "gollum": GollumStrikes(),
}
STAGES: Final = MappingProxyType(_STAGES)
"""Every stage of a fight that asks for itself."""


class Fights(Handler):
    """Every fight of a combat phase (9.0)."""

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat
        self._by_hand = FightByHand(seat)

    def enter(self, scene: Scene) -> Events:
        """Take up the first fight, or the one that was left by hand.

        What that one waited for may have been filled in meanwhile.
        """
        if not is_waiting_for_cells(scene.public):
            return self.resume(scene)
        flow = FightFlow(scene)
        self._take_up(flow)
        return flow.events

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """No fight is left."""
        return not public.fights

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Retreats and losses move markers of both sides."""
        return True

    def ask(self, scene: Scene) -> Ask | None:
        """What the fight asks."""
        work = fight_work(scene.public)
        if not scene.public.fights:
            return None
        if work is None or work.stage == "hand":
            return self._by_hand.ask(scene)
        if work.stage == "retreat":
            probe = current_probe(scene.public)
            return None if probe is None else ask_about(scene, probe)
        return STAGES[work.stage].ask(scene, work)

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """Answer it and go on."""
        flow = FightFlow(scene)
        work = fight_work(scene.public)
        if work is None or work.stage == "hand":
            return self._act_by_hand(scene, answer)
        refusal = (
            answer_search(flow, answer)
            if work.stage == "retreat"
            else STAGES[work.stage].act(flow, answer)
        )
        if refusal is not None:
            return refusal
        self._go_on(flow)
        return flow.events

    def _act_by_hand(self, scene: Scene, answer: Answer) -> Events | Refusal:
        events = self._by_hand.act(scene, answer)
        if isinstance(events, Refusal) or answer.action != "outcome":
            return events
        return (*events, FightNoted(work=None))

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """Take the roll and go on."""
        flow = FightFlow(scene)
        work = fight_work(scene.public)
        if work is not None and work.stage == "retreat":
            roll_search(flow, roll)
        elif work is not None and work.stage in STAGES:
            STAGES[work.stage].roll(flow, roll)
        self._go_on(flow)
        return flow.events

    def resume(self, scene: Scene) -> Events:
        """A missing number or a cell of the map has been filled in."""
        flow = FightFlow(scene)
        work = fight_work(scene.public)
        if work is not None and work.stage == "values":
            if work.then in ("begin", "enemy-leave"):
                go_to(flow, work.then)
            else:
                need_numbers(flow, work.then)
        elif work is not None and work.stage == "faint":
            after_turning(flow)
        self._go_on(flow)
        return flow.events

    def _go_on(self, flow: FightFlow) -> None:
        work = fight_work(flow.public)
        if work is not None and work.stage == "retreat" and current_probe(flow.public) is None:
            done(flow)
        self._take_up(flow)

    def _take_up(self, flow: FightFlow) -> None:
        """The first fight that waits is taken up."""
        if fight_work(flow.public) is not None or is_waiting_for_cells(flow.public):
            return
        while (fights := flow.public.fights) and is_moot(flow.public, fights[0], self._seat):
            outcome = not_fought_words(fights[0].place)
            flow.add(FightResolved(number=fights[0].number, outcome=outcome))
        if not fights:
            return
        fight = fights[0]
        cast = cast_of(flow.public, fight, self._seat)
        captors, sure = captors_at(flow.public, fight)
        if cast.enemy != "enemy" or (fight.force is not None and fight.force.ambush):
            # Whoever ambushes is alone; whether it had a captive with it the Enemy knows (9.14).
            sure = False
        work = FightWork(
            number=fight.number,
            place=fight.place,
            piece=fight.piece,
            force=fight.force or FightForce(),
            blocked="/" in fight.place or fight.cause == "blocked feature",
            cast=cast,
            lent=lent_sides(flow.public, cast),
            about_ring=is_about_ring(fight),
            captors=captors if sure else (),
            near=() if sure else captors,
        )
        flow.add(FightNoted(work=work))
