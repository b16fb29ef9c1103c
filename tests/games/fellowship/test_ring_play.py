"""The Ring in play: bearer, marks, transfer, holders, attacks, who has it after fights (6.4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_ring import current_number
from companion.games.fellowship.play.ring_attack import ATTACK_ON_BEARER, ATTACK_ON_RING
from companion.table.ids import PUBLIC, SeatId
from companion.table.views import Text
from tests.support.fellowship import EP, FP, SAMPLE_BOX, VIEWERS, Play, RefusedError
from tests.support.fellowship_fights import at_fight, lined_up, strike
from tests.support.fellowship_moves import at_step
from tests.support.noninterference import assert_hidden

GREEN = ((1, "green", 3, "6,e"),)
BESIDE = ((1, "green", 3, "6,e"), (2, "red", 3, "6,e"), (3, "white", 3, "6,e"))


def borne_by(play: Play, bearer: str, *others: str) -> Play:
    """The group of marker 1 in box A has the Ring in somebody's hands; everybody knows of it."""
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", bearer, *others)
    if bearer != "Frodo":
        play.tap(FP, "ring-new", bearer=bearer)
    return play


def held(play: Play, ring: str, bearer: str = "", place: str = "6,e", carrier: str = "") -> Play:
    """Everybody notes that another holds the Ring."""
    play.tap(EP, "ring", ring=ring, bearer=bearer, place=place, carrier=carrier)
    return play


def on_to(play: Play, step: str) -> None:
    """Put the game on by hand, step by step, whatever is asked meanwhile."""
    for _ in range(60):
        if play.step == step:
            return
        play.tap(FP, "step-on")
    raise AssertionError(f"never came to {step}, but to {play.step}")


def fight(play: Play) -> None:
    """A fight at the place of marker 1 is played out by hand as far as the companion asks."""
    for _ in range(40):
        if not play.state.public.fights:
            return
        try:
            play.press(FP, "over")
            play.press(EP, "over")
            play.press(FP if play.step == "fp-fight" else EP, "outcome")
        except RefusedError:
            play.tap(FP, "step-on")
            return


def ring_text(play: Play, seat: SeatId) -> str:
    """What the status of a viewer's screen says of the Ring."""
    region = play.view(seat).region("status")
    assert region is not None
    return " ".join(widget.text for widget in region.widgets if isinstance(widget, Text))


def number_of(play: Play) -> int | None:
    return current_number(scene_for(play.state, FP))


def at_ring(bearer: str, *others: str) -> Play:
    """At the end of the Fellowship's status phase, with a bearer whom everybody knows."""
    play = borne_by(at_step("fp-transport", "", GREEN), bearer, *others)
    on_to(play, "fp-ring")
    return play


@pytest.mark.rule("FOTR-082", "FOTR-083")
def test_it_begins_with_frodo_and_under_the_fellowships_control() -> None:
    play = at_step("fp-transport", "", GREEN)
    assert play.state.hidden[FP].ringbearer == "Frodo"
    assert (play.state.public.ring, play.state.hidden[EP].ringbearer) == ("fellowship", "")
    assert all(ring_text(play, viewer) == "" for viewer in VIEWERS)


@pytest.mark.rule("FOTR-082")
@pytest.mark.parametrize("holder", ["enemy", "saruman", "gollum", "nobody"])
def test_each_other_holder_is_public_with_its_place(holder: str) -> None:
    play = held(at_step("fp-transport", "", GREEN), holder)
    assert play.state.public.ring == holder
    for viewer in VIEWERS:
        assert "6,e" in ring_text(play, viewer)
        lit = {one.place for one in play.map_hexes(viewer) if "ring" in one.lit.split()}
        assert lit == {"6,e"}


@pytest.mark.rule("FOTR-081", "FOTR-090")
def test_a_marker_turned_sticker_side_up_carries_the_ring_and_keeps_its_mode() -> None:
    play = at_step("fp-transport", "", BESIDE)
    held(play, "enemy", "Khamul")
    assert "sticker side up" in ring_text(play, PUBLIC)
    play.turn(2, 4)
    play.press(EP, "keep-move")
    play.turn(2, 1)
    # The rule asks for it, so it is no move against one.
    assert not play.state.public.flags
    ring = play.state.public.ring_public
    assert (ring.piece, ring.place, ring.face) == (2, "6,e", 4)
    play.go(2, "7,ef")
    assert play.state.public.ring_public.place == "7,ef"
    assert "7,ef" in ring_text(play, PUBLIC)
    assert "sticker side up" not in ring_text(play, PUBLIC)


@pytest.mark.rule("FOTR-085")
def test_nobody_is_asked_while_everybody_knows_that_a_sound_hobbit_bears_it() -> None:
    play = borne_by(at_step("fp-transport", "", GREEN), "Frodo", "Aragorn")
    on_to(play, "fp-dissolve")
    assert "fp-ring" not in {getattr(event, "step", "") for event in play.events[-1:]}
    assert play.state.hidden[FP].ring_marks == {}


@pytest.mark.rule("FOTR-085", "FOTR-087")
def test_with_a_hobbit_there_the_transfer_must_be_tried_and_only_to_the_hobbit() -> None:
    play = at_ring("Aragorn")
    play.lay(FP, "fellowship-A", "Sam", "Gimli")
    with pytest.raises(RefusedError, match="has to be tried"):
        play.press(FP, "done")
    with pytest.raises(RefusedError, match="do not allow"):
        play.press(FP, "try", to="Gimli")
    play.press(FP, "try", to="Sam")
    # The mark of this phase is made before the attempt: 8 - 1.
    assert play.state.hidden[FP].ring_marks == {"Aragorn": 1}
    assert number_of(play) == 7
    play.die(6)
    play.press(FP, "tell")
    assert play.state.hidden[FP].ringbearer == "Sam"
    assert play.state.public.ring_public.bearer == ""
    with pytest.raises(RefusedError):
        play.press(FP, "try", to="Merry")
    play.press(FP, "done")
    assert play.state.hidden[FP].ring_marks == {"Aragorn": 1}


@pytest.mark.rule("FOTR-087", "FOTR-089")
def test_a_failed_transfer_costs_a_mark_and_lets_the_fellowship_attack_its_bearer() -> None:
    play = at_ring("Aragorn", "Gimli")
    play.press(FP, "try", to="Gimli")
    play.die(7)  # it has to be under 7, not 7
    play.press(FP, "tell")
    assert play.state.hidden[FP].ring_marks == {"Aragorn": 2}
    assert play.state.hidden[FP].ringbearer == "Aragorn"
    on_to(play, "fp-ring-attack")
    play.press(FP, "attack", piece="1")
    (started,) = play.state.public.fights
    assert (started.cause, started.place, started.piece) == (ATTACK_ON_BEARER, "6,e", 1)
    fight(play)
    assert play.step == "fp-ring-after"
    play.press(FP, "deserts")
    play.press(EP, "so-it-is")
    play.press(FP, "hand-over")
    public = play.state.public
    assert (public.ring, public.ring_public.bearer) == ("enemy", "Aragorn")
    assert public.ring_public.place == "6,e"
    assert play.state.hidden[FP].ringbearer == ""
    assert "Aragorn" not in play.state.hidden[FP].boxes
    play.lay(EP, "sauronic-1", "Aragorn")


@pytest.mark.rule("FOTR-089", "FOTR-084")
def test_an_attacked_bearer_who_falls_hands_the_ring_to_another() -> None:
    play = at_ring("Aragorn", "Gimli")
    fought_for(play)
    play.press(FP, "kept", bearer="Gimli")
    assert play.state.hidden[FP].ringbearer == "Gimli"
    # The Enemy is told who it is.
    assert play.state.public.ring_public.bearer == "Gimli"
    assert play.state.public.ring == "fellowship"


@pytest.mark.rule("FOTR-088")
def test_with_as_many_marks_as_its_number_the_bearer_is_a_minion_at_once() -> None:
    play = at_ring("Boromir")
    with pytest.raises(RefusedError, match="fewer marks than its number"):
        play.press(FP, "turns")
    play.tap(FP, "ring-marks", bearer="Boromir", marks="4")
    assert number_of(play) == 1
    with pytest.raises(RefusedError, match="Say so first"):
        play.press(FP, "done")
    play.press(FP, "turns")
    play.press(EP, "so-it-is")
    play.press(FP, "hand-over")
    public = play.state.public
    assert (public.ring, public.ring_public.bearer) == ("enemy", "Boromir")
    assert public.ring_public.place == "6,e"
    # It may be attacked in that same combat phase by whoever stands there.
    on_to(play, "fp-ring-attack")
    play.press(FP, "attack", piece="1")
    assert play.state.public.fights[0].cause == ATTACK_ON_RING


@pytest.mark.rule("FOTR-087")
def test_each_status_phase_of_a_bearer_who_is_no_hobbit_costs_one_mark() -> None:
    play = at_ring("Gimli")
    for marks in (1, 2, 3):
        assert play.step == "fp-ring"
        play.press(FP, "done")
        assert play.state.hidden[FP].ring_marks == {"Gimli": marks}
        on_to(play, "ep-challenge")
        on_to(play, "fp-ring")


@pytest.mark.rule("FOTR-084")
def test_a_bearer_that_dies_of_disease_is_followed_by_a_hobbit_of_the_group() -> None:
    play = borne_by(at_step("fp-transport", "", GREEN), "Frodo", "Sam", "Aragorn", "Gollum")
    play.tap(FP, "wound:Frodo", diseased="11", endurance="5")
    with pytest.raises(RefusedError, match="Expected one of: Sam"):
        play.tap(FP, "ring-new", bearer="Aragorn")
    play.tap(FP, "ring-new", bearer="Sam")
    assert play.state.public.ring_public.bearer == "Sam"
    assert play.state.hidden[FP].ringbearer == "Sam"


@pytest.mark.rule("FOTR-084")
def test_a_group_that_ends_its_move_where_the_ring_lies_takes_it_and_a_rumor_does_not() -> None:
    play = held(at_step("fp-move", "", GREEN), "nobody")
    on_to(play, "fp-ring-meet")
    with pytest.raises(RefusedError, match="who has the Ring"):
        play.press(FP, "take", piece="1")
    play.press(FP, "take", piece="1", bearer="Merry")
    assert (play.state.public.ring, play.state.public.ring_public.bearer) == ("fellowship", "Merry")
    assert play.state.public.known == {1: "group"}
    other = held(at_step("fp-move", "", GREEN), "nobody")
    on_to(other, "fp-ring-meet")
    other.press(FP, "done")
    assert other.state.public.ring == "nobody"
    assert other.state.public.known == {}


@pytest.mark.rule("FOTR-084")
def test_after_a_fight_that_killed_the_bearer_the_ring_has_to_be_settled() -> None:
    play = lined_up(at_fight(("Frodo", "Sam"), ("Cold Drake",)), ("Cold Drake",), ("Frodo", "Sam"))
    play.tap(FP, "wound:Frodo", normal="3")
    play.press(FP, "go")
    play.press(FP, "enough")
    strike(play, EP, "hit:e1:f1:normal:body", 1)
    assert play.state.hidden[FP].dead == ("Frodo",)
    play.tap(FP, "fight-by-hand")
    fight(play)
    assert play.step == "fp-ring-after"
    assert "call the Ringbearer dead" in play.refusal(play.act(FP, "done")).text
    play.press(FP, "kept", bearer="Sam")
    assert play.state.hidden[FP].ringbearer == "Sam"


def fought_for(play: Play) -> None:
    """Gimli fails to get the Ring, and its bearer is attacked for it."""
    play.press(FP, "try", to="Gimli")
    play.die(10)
    play.press(FP, "tell")
    on_to(play, "fp-ring-attack")
    play.press(FP, "attack", piece="1")
    fight(play)


def lost(play: Play, *, gollum: str = "no") -> Play:
    """A fight in which the Ringbearer fell and was left behind."""
    on_to(play, "fp-ring")
    fought_for(play)
    play.press(FP, "lost", gollum=gollum)
    return play


def fallen() -> Play:
    return borne_by(at_step("fp-transport", "", BESIDE), "Aragorn", "Gimli")


@pytest.mark.rule("FOTR-091")
def test_the_enemy_says_who_is_left_and_the_right_player_picks_among_them() -> None:
    play = lost(fallen())
    play.press(EP, "left", left=["Khamul", "Mouth of Sauron", "Pelargir agent"])
    assert {o.value for o in play.prompt_with(EP, "takes").form.fields[0].options} == {
        "Khamul",
        "Mouth of Sauron",
    }
    play.press(EP, "takes", who="Mouth of Sauron")
    assert (play.state.public.ring, play.state.public.ring_public.bearer) == (
        "enemy",
        "Mouth of Sauron",
    )
    assert play.state.hidden[FP].ringbearer == ""


@pytest.mark.rule("FOTR-091")
def test_among_agents_the_fellowship_picks_and_a_saruman_agent_means_saruman() -> None:
    play = lost(fallen())
    play.press(EP, "left", left=["Pelargir agent", "Saruman agent, Bree"])
    play.press(FP, "takes", who="Saruman agent, Bree")
    public = play.state.public
    assert (public.ring, public.ring_public.bearer) == ("saruman", "Saruman agent, Bree")


@pytest.mark.rule("FOTR-091", "FOTR-098")
@pytest.mark.parametrize(("gollum", "holder"), [("no", "nobody"), ("yes", "gollum")])
def test_creatures_alone_leave_it_to_gollum_or_to_nobody(gollum: str, holder: str) -> None:
    play = lost(fallen(), gollum=gollum)
    play.press(EP, "left")
    public = play.state.public
    assert (public.ring, public.ring_public.place) == (holder, "6,e")
    assert play.state.hidden[FP].ringbearer == ""


@pytest.mark.rule("FOTR-098")
def test_gollum_leaves_play_where_the_enemy_takes_it() -> None:
    play = lost(fallen(), gollum="yes")
    play.press(EP, "left", left=["Witch-king"])
    assert play.state.public.ring_public.bearer == "Witch-king"
    assert any("Gollum leaves play" in line.text for line in play.state.public.log)


@pytest.mark.rule("FOTR-098", "FOTR-099")
@pytest.mark.parametrize(("roll", "holder"), [(6, "gollum"), (7, "fellowship")])
def test_gollum_who_struck_the_bearer_down_needs_six_or_less(roll: int, holder: str) -> None:
    play = fallen()
    on_to(play, "fp-ring")
    fought_for(play)
    play.press(FP, "gollum")
    play.press(EP, "so-it-is")
    assert play.prompts(FP)[0].roll is not None
    play.die(roll)
    assert play.state.public.ring == holder
    assert ("14,e" in ring_text(play, EP)) == (holder == "gollum")


@pytest.mark.rule("FOTR-090", "FOTR-084")
def test_whoever_beats_the_enemys_bearer_has_the_ring_back() -> None:
    play = held(at_step("fp-move", "", BESIDE), "enemy", "Khamul", carrier="2")
    on_to(play, "fp-ring-attack")
    play.press(FP, "attack", piece="1")
    play.press(FP, "done")
    assert play.state.public.fights[0].cause == ATTACK_ON_RING
    fight(play)
    play.press(FP, "recovered", bearer="Sam")
    assert (play.state.public.ring, play.state.hidden[FP].ringbearer) == ("fellowship", "Sam")


@pytest.mark.rule("FOTR-097", "FOTR-099")
@pytest.mark.parametrize("holder", ["saruman", "gollum"])
def test_both_may_attack_saruman_and_gollum_and_the_enemy_may_take_it(holder: str) -> None:
    play = held(at_step("fp-move", "", BESIDE), holder, carrier="3")
    on_to(play, "ep-ring-attack")
    play.press(EP, "attack", piece="2")
    (started,) = play.state.public.fights
    assert (started.cause, started.piece) == (ATTACK_ON_RING, 3)
    fight(play)
    assert play.step == "ep-ring-after"
    play.press(FP, "seized", who="Witch-king")
    assert (play.state.public.ring, play.state.public.ring_public.bearer) == ("enemy", "Witch-king")


@pytest.mark.rule("FOTR-092")
def test_the_enemy_passes_the_ring_on_in_its_status_phase() -> None:
    play = held(at_step("fp-move", SAMPLE_BOX, BESIDE), "enemy", "Khamul", carrier="2")
    on_to(play, "ep-ring")
    offered = {o.value for o in play.prompt_with(EP, "pass").form.fields[0].options}
    assert "Nazgul 3" in offered
    assert not offered & {"Saruman", "Balrog", "Fell creature 1", "Saruman agent, Bree"}
    play.press(EP, "pass", to="Nazgul 3")
    ring = play.state.public.ring_public
    assert (ring.bearer, ring.piece) == ("Nazgul 3", 2)


@pytest.mark.rule("FOTR-184")
def test_the_game_ends_only_in_the_enemys_status_phase_in_a_garrisoned_hex() -> None:
    markers = (*GREEN, (2, "red", 3, "11,jk"))
    play = held(at_step("fp-move", SAMPLE_BOX, markers), "enemy", "Khamul", "11,jk", "2")
    on_to(play, "ep-transport")
    assert not play.state.public.over
    play.tap(FP, "step-on")
    assert "total victory for the Enemy" in play.state.public.over


@pytest.mark.rule("FOTR-096")
@pytest.mark.parametrize(("answer", "holder"), [("nazgul", "enemy"), ("no-nazgul", "saruman")])
def test_saruman_takes_it_from_an_agent_unless_a_nazgul_is_there(answer: str, holder: str) -> None:
    play = held(at_step("fp-move", "", BESIDE), "enemy", "Pelargir agent", carrier="2")
    on_to(play, "fp-ring-meet")
    play.press(FP, "saruman")
    play.press(EP, answer)
    public = play.state.public
    assert public.ring == holder
    assert public.ring_public.piece == (3 if holder == "saruman" else 2)


@pytest.mark.rule("FOTR-096")
@pytest.mark.parametrize(("answer", "holder"), [("nazgul", "enemy"), ("no-nazgul", "saruman")])
def test_saruman_takes_it_as_well_where_the_agent_has_come_to_him(answer: str, holder: str) -> None:
    play = at_step("fp-move", "", BESIDE)
    on_to(play, "ep-move-free")
    held(play, "enemy", "Pelargir agent", carrier="2")
    on_to(play, "ep-ring-meet")
    play.press(FP, "saruman")
    play.press(EP, answer)
    public = play.state.public
    assert (public.ring, play.step == "ep-ring-meet") == (holder, False)
    assert public.ring_public.piece == (3 if holder == "saruman" else 2)


@pytest.mark.rule("FOTR-096", "FOTR-187")
@pytest.mark.parametrize(
    ("moves", "meets"), [("fp-move", "fp-ring-meet"), ("ep-move-free", "ep-ring-meet")]
)
def test_a_ring_that_saruman_takes_in_isengard_has_reached_it(moves: str, meets: str) -> None:
    there = tuple((number, colour, face, "11,jk") for number, colour, face, _ in BESIDE)
    play = at_step("fp-transport", "", there)
    on_to(play, moves)
    held(play, "enemy", "Pelargir agent", "11,jk", "2")
    on_to(play, meets)
    play.press(FP, "saruman")
    assert not play.state.public.over
    play.press(EP, "no-nazgul")
    assert "brought the Ring to Isengard" in play.state.public.over


@pytest.mark.rule("FOTR-096", "FOTR-242")
@pytest.mark.parametrize("switched", [False, True])
def test_where_saruman_is_not_the_balrog_is_asked_for_next(*, switched: bool) -> None:
    options = {"optional": "balrog-and-ring"} if switched else {}
    play = Play(SAMPLE_BOX, options)
    for number, colour, face, place in (*BESIDE, (4, "black", 3, "6,e")):
        play.put(number, colour, face, place)
    play.go_on(until="ep-enable")
    held(play, "enemy", "Pelargir agent", carrier="2")
    on_to(play, "ep-ring-meet")
    play.press(FP, "no-saruman")
    assert (play.step == "ep-ring-meet") is switched
    if switched:
        play.press(EP, "balrog")
        assert play.state.public.ring == "balrog"


@pytest.mark.rule("FOTR-083", "FOTR-095")
def test_saruman_is_moved_by_the_fellowship_while_it_has_not_the_ring() -> None:
    play = held(at_step("fp-move", "", BESIDE), "enemy", "Khamul", carrier="2")
    play.go(3, "7,ef")
    assert play.state.public.flags == ()
    back = at_step("fp-move", "", BESIDE)
    back.go(3, "7,ef")
    assert [flag.section for flag in back.state.public.flags] == ["5.0"]


@pytest.mark.rule("FOTR-095")
def test_sarumans_forces_neither_join_fellowship_groups_nor_attack_saruman() -> None:
    play = held(at_step("fp-move", "", BESIDE), "saruman", "Saruman", carrier="3")
    play.press(FP, "done")
    # White and green in one hex do not combine, and the white one is no attacker of its own.
    on_to(play, "fp-ring-attack")
    offered = {o.value for o in play.prompt_with(FP, "attack").form.fields[0].options}
    assert offered == {"1"}


# --- Secrecy ------------------------------------------------------------------------------------


def _transfers(play: Play, secret: tuple[str, tuple[str, ...], int]) -> Iterator[None]:
    """Who gets the Ring, with which marks, changes nothing for others but what is said aloud."""
    to, others, marks = secret
    play.put(1, "green", 3, "6,e")
    play.begin()
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Aragorn", *others)
    play.tap(FP, "ring-new", bearer="Aragorn")
    if marks:
        play.tap(FP, "ring-marks", bearer="Aragorn", marks=str(marks))
    yield
    on_to(play, "fp-ring")
    yield
    play.press(FP, "try", to=to)
    yield
    play.die(2)
    yield
    play.press(FP, "tell")
    yield
    play.press(FP, "done")
    yield
    for _ in range(3):
        on_to(play, "ep-challenge")
        yield
        on_to(play, "fp-ring")
        yield


@pytest.mark.rule("FOTR-085", "FOTR-087")
def test_to_whom_the_ring_goes_and_how_many_marks_there_are_shows_to_nobody() -> None:
    secrets = [
        ("Gimli", ("Gimli", "Legolas"), 0),
        ("Legolas", ("Gimli", "Legolas"), 3),
        ("Sam", ("Sam", "Gimli"), 1),
    ]
    assert assert_hidden(_transfers, FP, secrets, SAMPLE_BOX) > 10


@pytest.mark.rule("FOTR-083", "FOTR-095")
def test_the_enemy_neither_enables_nor_moves_saruman_once_the_ring_is_lost() -> None:
    play = held(at_step("fp-move", SAMPLE_BOX, BESIDE), "enemy", "Khamul", carrier="2")
    on_to(play, "ep-enable")
    offered = {choice.action for choice in play.prompt_with(EP, "done").form.choices}
    assert "saruman" not in offered
    on_to(play, "ep-move-free")
    play.go(3, "7,ef")
    assert [flag.seat for flag in play.state.public.flags] == [FP]
    usual = at_step("fp-move", SAMPLE_BOX, BESIDE)
    on_to(usual, "ep-enable")
    offered = {choice.action for choice in usual.prompt_with(EP, "done").form.choices}
    assert "saruman" in offered


BRIDGE = "6,e/7,ef"


@pytest.mark.rule("FOTR-084", "FOTR-081")
@pytest.mark.parametrize("here", ["6,e", "7,ef"])
def test_a_ring_that_lies_on_a_hexside_is_taken_up_from_either_of_its_hexes(here: str) -> None:
    play = at_step("fp-move", SAMPLE_BOX, ((1, "green", 3, here), (5, "green", 3, "12,h")))
    play.lay(FP, "fellowship-A", "Sam")
    held(play, "nobody", place=BRIDGE)
    on_to(play, "fp-ring-meet")
    (field, *_) = play.prompt_with(FP, "take").form.fields
    assert [option.value for option in field.options] == ["1"]
    play.press(FP, "take", piece="1", bearer="Sam")
    assert play.state.public.ring == "fellowship"


@pytest.mark.rule("FOTR-090")
@pytest.mark.parametrize(("here", "asked"), [("6,e", True), ("7,ef", True), ("6,d", False)])
def test_a_holder_on_a_hexside_is_attacked_from_either_of_its_hexes(
    here: str,
    asked: bool,  # noqa: FBT001 - a column of the parameters
) -> None:
    play = at_step("fp-move", SAMPLE_BOX, ((1, "green", 3, here), (2, "red", 3, BRIDGE)))
    held(play, "enemy", "Bree agent", BRIDGE, "2")
    if not asked:
        for _ in range(60):
            play.tap(FP, "step-on")
            assert play.step != "fp-ring-attack"
            if play.step.startswith("ep-"):
                return
    on_to(play, "fp-ring-attack")
    play.press(FP, "attack", piece="1")
    assert [(one.place, one.cause) for one in play.state.public.fights] == [(here, ATTACK_ON_RING)]
    on_to(play, "fp-ring-after")
    play.press(FP, "recovered", bearer="Sam")
    assert play.state.public.ring == "fellowship"
