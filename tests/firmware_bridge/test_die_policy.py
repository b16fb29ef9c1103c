"""Which rolls count."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.border import DieRoll, DieState
from firmware_bridge.conversation import DieConversation, Turn
from firmware_bridge.firmware.memory import KEPT, Memory, Volatile
from firmware_bridge.firmware.talker import Talker
from firmware_bridge.messages import (
    Ask,
    Battery,
    DieMessage,
    Hello,
    KeptEnd,
    KeptRoll,
    RollReport,
    RollState,
    Who,
)
from firmware_bridge.policy import Outcome, RollPolicy

SESSION = "0A1B2C3D"
OTHER = "FFFFFFFF"


def hello(number: int, *, die: str = "D", session: str = SESSION, protocol: int = 1) -> Hello:
    return Hello(protocol=protocol, die=die, firmware="1", sides=20, session=session, number=number)


def report(
    number: int, state: RollState, face: int | None = None, session: str = SESSION
) -> RollReport:
    return RollReport(session=session, number=number, state=state, face=face)


def settled(number: int, face: int, session: str = SESSION) -> RollReport:
    return report(number, RollState.SETTLED, face, session)


def kept(number: int, face: int, age_s: int | None = 5) -> KeptRoll:
    return KeptRoll(session=SESSION, number=number, face=face, age_s=age_s)


def end(oldest: int, newest: int) -> KeptEnd:
    return KeptEnd(session=SESSION, oldest=oldest, newest=newest)


def met(last: int = 4) -> RollPolicy:
    """A policy that has met die D at its roll 4."""
    policy = RollPolicy({"D": last})
    policy.opened()
    policy.receive(hello(last))
    return policy


def rolls(outcome: Outcome | Turn) -> list[tuple[int, int]]:
    return [(said.number, said.face) for said in outcome.say if isinstance(said, DieRoll)]


def states(outcome: Outcome | Turn) -> list[str]:
    return [said.state for said in outcome.say if isinstance(said, DieState)]


def test_an_opened_port_is_asked_who_is_there() -> None:
    assert RollPolicy({}).opened() == Outcome(send=(Who(),))


def test_a_die_that_names_itself_is_ready_and_says_where_it_stands() -> None:
    policy = RollPolicy({"D": 4})
    assert policy.receive(hello(4)) == Outcome(say=(DieState(die="D", state="ready", number=4),))
    assert policy.receive(hello(4)) == Outcome()


def test_a_roll_counts_when_it_has_settled_and_once() -> None:
    policy = met()
    assert rolls(policy.receive(report(5, RollState.PICKED))) == []
    assert states(policy.receive(report(5, RollState.ROLLING))) == ["rolling"]
    outcome = policy.receive(settled(5, 13))
    assert outcome.say == (
        DieRoll(die="D", number=5, face=13, sides=20),
        DieState(die="D", state="ready", number=5),
    )
    assert policy.receive(settled(5, 13)) == Outcome()
    assert policy.receive(kept(5, 13)) == Outcome()


@pytest.mark.parametrize(
    "message",
    [
        report(5, RollState.PICKED),
        report(5, RollState.ROLLING),
        report(5, RollState.COCKED),
        report(5, RollState.RESTING, 7),
        Battery(session=SESSION, percent=3, is_low=True),
    ],
)
def test_nothing_but_a_settled_roll_counts(message: DieMessage) -> None:
    assert rolls(met().receive(message)) == []


def test_a_cocked_die_asks_for_another_roll_and_the_next_counts() -> None:
    policy = met()
    (said,) = policy.receive(report(5, RollState.COCKED)).say
    assert isinstance(said, DieState)
    assert said.state == "cocked"
    assert "roll it again" in said.reason
    assert rolls(policy.receive(settled(5, 2))) == [(5, 2)]


def test_a_gap_is_asked_for_once_and_filled_in_order() -> None:
    policy = met()
    assert policy.receive(settled(7, 7)) == Outcome(send=(Ask(after=4),))
    assert policy.receive(settled(8, 8)) == Outcome()
    assert rolls(policy.receive(kept(5, 5))) == [(5, 5)]
    assert rolls(policy.receive(kept(6, 6))) == [(6, 6), (7, 7), (8, 8)]
    assert rolls(policy.receive(kept(7, 7))) == []
    assert policy.receive(end(1, 8)) == Outcome()


def test_a_kept_roll_tells_its_age() -> None:
    outcome = met().receive(kept(5, 5, age_s=90))
    assert outcome.say[0] == DieRoll(die="D", number=5, face=5, sides=20, age_s=90)
    outcome = met().receive(kept(5, 5, age_s=None))
    assert outcome.say[0] == DieRoll(die="D", number=5, face=5, sides=20, age_s=None)


def test_a_heartbeat_with_a_higher_number_is_answered_with_a_question() -> None:
    assert met().receive(hello(6)) == Outcome(send=(Ask(after=4),))


def test_an_answer_with_a_damaged_line_is_asked_for_again_from_where_it_broke() -> None:
    policy = met()
    policy.receive(hello(8))
    policy.receive(kept(5, 5))
    policy.receive(kept(7, 7))
    assert policy.receive(end(1, 8)) == Outcome(send=(Ask(after=5),))
    # No progress since: the next heartbeat asks, so that a broken die is not asked for ever.
    assert policy.receive(end(1, 8)) == Outcome()
    assert policy.receive(hello(8)).send == (Ask(after=5),)


def test_rolls_that_the_die_no_longer_keeps_are_reported_gone() -> None:
    policy = met()
    policy.receive(hello(100))
    policy.receive(kept(98, 8))
    outcome = policy.receive(end(98, 98))
    assert rolls(outcome) == [(98, 8)]
    (gone, _) = (said for said in outcome.say if isinstance(said, DieState))
    assert gone.reason.startswith("93 rolls of the die could not be recovered")


def test_what_was_heard_before_a_hole_still_counts() -> None:
    policy = met()
    policy.receive(settled(6, 6))
    outcome = policy.receive(end(0, 7))
    assert rolls(outcome) == [(6, 6)]
    gone = [said.reason for said in outcome.say if isinstance(said, DieState) and said.reason]
    assert gone[0].startswith("2 rolls")


def test_a_die_never_met_starts_at_its_own_count() -> None:
    policy = RollPolicy({"D": 4})
    policy.opened()
    assert policy.receive(hello(900, die="E")) == Outcome(
        say=(DieState(die="E", state="ready", number=900),)
    )
    assert rolls(policy.receive(settled(901, 1))) == [(901, 1)]


def test_a_roll_heard_before_an_unknown_die_has_named_itself_is_not_lost() -> None:
    policy = RollPolicy({})
    policy.opened()
    assert policy.receive(settled(5, 5)) == Outcome(send=(Who(),))
    assert policy.receive(settled(6, 6)) == Outcome(send=(Who(),))
    assert policy.receive(hello(6)).send == (Ask(after=4),)
    assert rolls(policy.receive(kept(5, 5))) == [(5, 5)]


def test_what_a_stranger_says_does_not_count() -> None:
    policy = met()
    assert policy.receive(settled(5, 5, session=OTHER)) == Outcome(send=(Who(),))
    assert policy.receive(hello(5, session=OTHER)).send == (Ask(after=4),)


def test_another_die_on_the_same_port_has_its_own_count() -> None:
    policy = RollPolicy({"D": 4, "E": 70})
    policy.receive(hello(4))
    assert policy.receive(hello(71, die="E", session=OTHER)).send == (Ask(after=70),)
    assert rolls(policy.receive(settled(71, 3, session=OTHER))) == [(71, 3)]
    policy.receive(hello(4))
    assert rolls(policy.receive(settled(5, 5))) == [(5, 5)]


def test_a_die_that_has_forgotten_rolls_is_told_where_to_go_on() -> None:
    policy = RollPolicy({"D": 50})
    assert policy.receive(hello(3)).send == (Ask(after=50),)
    assert policy.receive(end(0, 50)) == Outcome()
    assert rolls(policy.receive(settled(51, 9))) == [(51, 9)]


def test_a_die_of_another_protocol_is_explained() -> None:
    policy = RollPolicy({})
    (said,) = policy.receive(hello(3, protocol=2)).say
    assert isinstance(said, DieState)
    assert said.state == "silent"
    assert "same version" in said.reason
    assert rolls(policy.receive(settled(4, 4))) == []


def test_a_low_battery_shows_until_it_is_good_again() -> None:
    policy = met()
    low = policy.receive(Battery(session=SESSION, percent=9, is_low=True))
    assert states(low) == ["low"]
    assert states(policy.receive(report(5, RollState.ROLLING))) == ["rolling"]
    assert states(policy.receive(settled(5, 5))) == ["low"]
    good = policy.receive(Battery(session=SESSION, percent=90, is_low=False))
    assert states(good) == ["ready"]


def test_a_face_that_the_die_does_not_have_is_rolled_again() -> None:
    policy = met()
    outcome = policy.receive(settled(5, 21))
    assert rolls(outcome) == []
    assert states(outcome) == ["cocked"]
    assert rolls(policy.receive(settled(6, 20))) == [(6, 20)]


def test_what_waits_for_a_gap_is_bounded() -> None:
    policy = met(0)
    for number in range(2, 2000):
        policy.receive(settled(number, 1))
    assert len(policy._waiting) <= 256


@dataclass
class _Link:
    """A die and a host that both can be started anew, with a line between them that loses."""

    made: list[tuple[int, int]] = field(default_factory=list)
    journal: list[tuple[int, int]] = field(default_factory=list)
    session: int = 0

    def __post_init__(self) -> None:
        self.store = Volatile()
        self.start_die()
        self.start_host()

    def start_die(self) -> None:
        self.session += 1
        self.talker = Talker(Memory(self.store, "D"), 20, f"{self.session:08X}")
        self.hear(self.talker.start(), loses=self.session > 1)

    def start_host(self) -> None:
        last = self.journal[-1][0] if self.journal else 0
        self.host = DieConversation({"D": last})
        self.exchange(self.host.opened(), loses=False)

    def roll(self, face: int, *, loses: bool) -> None:
        self.made.append((len(self.made) + 1, face))
        self.hear(self.talker.settled(face, 0), loses=loses)

    def hear(self, line: bytes, *, loses: bool) -> None:
        if hasattr(self, "host") and not loses:
            self.exchange(self.host.receive(line), loses=False)

    def exchange(self, turn: Turn, *, loses: bool) -> None:
        while True:
            self.journal += rolls(turn)
            if loses or not turn.send:
                return
            turn = self.host.receive(self.talker.receive(turn.send, 0))


@given(
    steps=st.lists(
        st.one_of(
            st.tuples(st.just("roll"), st.integers(1, 20)),
            st.tuples(st.just("lost roll"), st.integers(1, 20)),
            st.tuples(
                st.sampled_from(["die", "host", "port", "heartbeat", "lost beat"]), st.just(0)
            ),
        ),
        max_size=KEPT,
    )
)
def test_each_roll_counts_once_in_order_over_losses_and_restarts(
    steps: list[tuple[str, int]],
) -> None:
    link = _Link()
    for step, face in steps:
        match step:
            case "roll" | "lost roll":
                link.roll(face, loses=step == "lost roll")
            case "die":
                link.start_die()
            case "host":
                link.start_host()
            case "port":
                link.exchange(link.host.opened(), loses=False)
            case _:
                link.exchange(link.host.heartbeat(), loses=step == "lost beat")
    link.exchange(link.host.heartbeat(), loses=False)
    assert link.journal == link.made
