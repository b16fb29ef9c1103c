"""The Fellowship's status phase: drawing, mobilizing, sea regions, transport, ending (6.1, 6.3)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from companion.games.fellowship.facts.roster import SHIP
from companion.games.fellowship.play.sea_regions import SeaResult, sea_result
from companion.games.fellowship.play.status_fellowship import may_mobilize
from companion.games.fellowship.state import PublicState
from companion.table.ids import PUBLIC, PieceId, SeatId
from companion.table.pieces import PieceTable
from companion.table.views import Explained
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play, piece_at
from tests.support.fellowship_places import civilized_hex
from tests.support.noninterference import encoded


def at_status(box: str = SAMPLE_BOX, *, turn: int = 1, at: str = "4,f", face: int = 3) -> Play:
    """A game in the Fellowship's status phase with one green marker, number 1."""
    play = Play(box)
    play.put(1, "green", face, at)
    play.begin()
    while play.state.public.turn < turn:
        play.go_on()
    return play


def _forces(place: str, turn: int) -> set[str]:
    table = PieceTable(pieces={PieceId(1): piece_at(1, "green", 3, place)})
    return {force.name for force in may_mobilize(PublicState(turn=turn, table=table))}


@pytest.mark.rule("FOTR-074")
def test_three_cards_in_the_first_status_phase_then_one_and_three_are_kept() -> None:
    play = at_status()
    assert play.state.public.hands == {FP: 3}
    play.go_on(until="ep-challenge")
    assert play.state.public.hands == {FP: 3, EP: 3}
    play.go_on(until="fp-discard")
    assert play.state.public.turn == 2
    assert play.state.public.hands == {FP: 4, EP: 3}
    play.press(FP, "discard")
    assert play.state.public.hands == {FP: 3, EP: 3}
    assert play.step == "fp-dissolve"


@pytest.mark.rule("FOTR-025", "FOTR-026", "FOTR-030")
def test_a_marker_in_a_start_hex_may_bring_its_characters_into_play() -> None:
    assert _forces("4,f", 1) == set()
    assert {"Gimli", "Boromir", "Legolas"} <= _forces("12,e", 1)
    assert "Grimbeorn" in _forces("18,d", 1)
    assert _forces("3,ef", 1) == set()


_THREE = {"Gimli", "Boromir", "Legolas"}


@pytest.mark.rule("FOTR-030")
@pytest.mark.parametrize(
    ("place", "called"),
    [
        ("12,e", True),
        ("17,gh", True),
        ("2,f", True),
        ("2,g", True),
        ("12,o", True),
        ("21,de", False),
        ("14,j", False),
        ("12,l", False),
        ("11,jk", False),
    ],
)
def test_where_gandalf_stands_may_wake_the_three_of_rivendell(place: str, *, called: bool) -> None:
    """In four of the five Elf Havens, Thranduil's Caverns left out, and in no other Haven."""
    assert _forces(place, 1) & _THREE == (_THREE if called else set())
    # Nobody else of Rivendell comes for Gandalf's sake alone.
    assert ("Rivendell Elf" in _forces(place, 1)) is (place == "12,e")


@pytest.mark.rule("FOTR-030", "FOTR-026")
@pytest.mark.parametrize(
    ("card", "place", "offered"),
    [
        ("Gandalf the Grey", "17,gh", True),
        ("Gandalf the White", "12,o", True),
        ("Aragorn", "17,gh", False),
        ("Gandalf the Grey", "21,de", False),
        ("Aragorn", "12,e", True),
        ("Glorfindel", "12,e", False),
    ],
)
def test_the_three_come_to_rivendell_for_gandalf_elsewhere_and_for_others_there(
    card: str, place: str, *, offered: bool
) -> None:
    play = at_status(at=place)
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", card)
    assert play.step == "fp-mobilize"
    assert (_offered(play, FP, "mobilize") >= _THREE) is offered
    if not offered or place == "12,e":
        return
    assert any(
        "Gimli comes into play this turn in Rivendell, 12,e" in line
        for line in play.prompt_with(FP, "mobilize").detail
    )
    for name in sorted(_THREE):
        play.press(FP, "mobilize", card=name, box="fellowship-B")
    play.put(2, "green", 3, "12,e")
    assert not play.state.public.flags
    assert set(play.state.hidden[FP].cards_in("fellowship-B")) == _THREE


@pytest.mark.rule("FOTR-026", "FOTR-031")
def test_a_marker_that_is_put_down_opens_its_place_to_nobody() -> None:
    """Without one that stood there nobody waits for it; beside one it only has to be combined."""
    play = at_status(at="12,e")
    play.put(2, "green", 3, "23,cd")
    assert [(flag.piece, flag.section) for flag in play.state.public.flags] == [(2, "6.11")]
    there = at_status(at="23,cd")
    there.put(2, "green", 3, "23,cd")
    assert not there.state.public.flags


@pytest.mark.rule("FOTR-030")
def test_whether_it_is_gandalf_who_stands_there_shows_to_nobody() -> None:
    games = []
    for card in ("Gandalf the Grey", "Aragorn"):
        play = at_status(at="17,gh")
        play.name(FP, 1, "A")
        play.lay(FP, "fellowship-A", card)
        games.append(play)
    one, other = games
    for viewer in (EP, PUBLIC):
        assert encoded(one, viewer) == encoded(other, viewer)


@pytest.mark.rule("FOTR-027")
@pytest.mark.parametrize(
    ("turn", "expected"), [(2, set()), (3, {"Aragorn"}), (4, {"Glorfindel"}), (5, set())]
)
def test_aragorn_and_glorfindel_come_on_their_turn(turn: int, expected: set[str]) -> None:
    assert _forces("3,ef", turn) == expected


@pytest.mark.rule("FOTR-031")
def test_a_mobilized_card_joins_the_box_of_the_group_and_nobody_else_learns_of_it() -> None:
    play = at_status(at="12,e")
    play.name(FP, 1, "A")
    assert play.step == "fp-mobilize"
    before = [play.view(seat) for seat in (EP, PUBLIC)]
    play.press(FP, "mobilize", card="Gimli", box="fellowship-A")
    assert play.state.hidden[FP].cards_in("fellowship-A") == ("Gimli",)
    assert [play.view(seat) for seat in (EP, PUBLIC)] == before
    assert play.step == "fp-mobilize"


def _offered(play: Play, seat: SeatId, action: str) -> set[str]:
    fields = play.prompt_with(seat, action).form.fields
    return {option.value for field in fields if field.name == "card" for option in field.options}


@pytest.mark.rule("FOTR-025")
def test_the_dead_and_the_captured_are_not_offered_to_be_mobilized() -> None:
    play = at_status(at="12,e")
    assert {"Gimli", "Boromir", "Legolas"} <= _offered(play, FP, "mobilize")
    notes = msgspec.structs.replace(
        play.state.hidden[FP], dead=("Boromir",), captured={"Gimli": "Dwarf"}
    )
    hidden = {**play.state.hidden, FP: notes}
    play.state = msgspec.structs.replace(play.state, hidden=hidden)
    assert {"Gimli", "Boromir", "Legolas"} & _offered(play, FP, "mobilize") == {"Legolas"}


@pytest.mark.rule("FOTR-057")
def test_minions_that_are_dead_are_not_offered_to_be_mobilized() -> None:
    play = at_status()
    play.go_on(until="ep-mobilize")
    assert "Bree agent" in _offered(play, EP, "off-board")
    notes = msgspec.structs.replace(play.state.hidden[EP], dead=("Bree agent",))
    hidden = {**play.state.hidden, EP: notes}
    play.state = msgspec.structs.replace(play.state, hidden=hidden)
    assert "Bree agent" not in _offered(play, EP, "off-board")


def test_nobody_is_asked_to_mobilize_where_nobody_could_come() -> None:
    assert at_status().step == "fp-transport"


@pytest.mark.rule("FOTR-033", "FOTR-042")
def test_turning_to_foot_and_then_to_sneak_is_a_change_of_transport() -> None:
    play = at_status(face=4)
    play.turn(1, 3)
    assert play.state.public.transport_done == (1,)
    play.turn(1, 2)
    assert play.state.public.flags == ()


@pytest.mark.rule("FOTR-032")
def test_a_second_change_in_one_phase_is_flagged_and_may_be_kept_or_taken_back() -> None:
    play = at_status(face=4)
    play.turn(1, 3)
    play.turn(1, 4)
    (flag,) = play.state.public.flags
    assert (flag.section, flag.seat) == ("6.12", FP)
    play.press(FP, "keep-move")
    assert not play.state.public.flags
    assert play.reading(1).face == 4


def test_a_flagged_turn_goes_away_when_the_marker_is_turned_back() -> None:
    play = at_status(face=3)
    play.turn(1, 4)
    assert len(play.state.public.flags) == 1
    play.turn(1, 3)
    assert not play.state.public.flags


@pytest.mark.rule("FOTR-034", "FOTR-036", "FOTR-038")
@pytest.mark.parametrize(("roll", "got"), [(5, True), (6, False)])
def test_horses_in_a_civilized_hex_need_five_or_less_and_reveal_the_group(
    roll: int,
    got: bool,  # noqa: FBT001 - a column of the parameters
) -> None:
    play = at_status(at=civilized_hex())
    play.press(FP, "try", piece="1", objective="horses")
    assert play.state.public.known == {1: "group"}
    play.die(roll)
    if not got:
        play.press(FP, "claim:none")
    result = play.state.public.result
    assert isinstance(result, Explained)
    assert result.total == roll - 3
    assert [part.value for part in result.parts] == [roll, -3]
    assert result.result == ("got" if got else "not got")
    assert [one.face for one in play.state.public.expected] == ([4] if got else [])
    if got:
        play.turn(1, 4)
        assert play.state.public.expected == ()
        assert play.state.public.flags == ()


@pytest.mark.rule("FOTR-037", "FOTR-039")
@pytest.mark.parametrize(
    ("claim", "total", "got"), [("none", 5, False), ("aragorn", 4, False), ("both", 2, True)]
)
def test_gandalf_and_aragorn_are_offered_to_their_owner_alone_after_the_roll(
    claim: str,
    total: int,
    got: bool,  # noqa: FBT001 - a column of the parameters
) -> None:
    play = at_status(at=civilized_hex())
    play.press(FP, "try", piece="1", objective="horses")
    play.die(8)
    assert all(not prompt.form.choices for prompt in play.prompts(EP))
    assert not play.shown_result()
    play.press(FP, f"claim:{claim}")
    (result,) = play.shown_result()
    assert (result.total, result.result) == (total, "got" if got else "not got")


@pytest.mark.rule("FOTR-037")
def test_each_turn_in_a_row_spent_trying_gives_one_more() -> None:
    play = at_status(at=civilized_hex())
    totals: list[int] = []
    for _ in range(3):
        play.go_on(until="fp-transport")
        play.press(FP, "try", piece="1", objective="horses")
        play.die(10)
        if play.step == "fp-transport" and len(totals) == 2:
            play.press(FP, "claim:none")
        assert play.state.public.result is not None
        totals.append(play.state.public.result.total)
        play.go_on()
    assert totals == [7, 6, 5]


@pytest.mark.rule("FOTR-037")
def test_a_turn_that_was_not_spent_in_vain_on_the_same_gives_nothing() -> None:
    totals: list[int] = []
    play = at_status(at=civilized_hex())
    for roll in (5, 10, 10):
        play.go_on(until="fp-transport")
        play.press(FP, "try", piece="1", objective="horses")
        play.die(roll)
        assert play.state.public.result is not None
        totals.append(play.state.public.result.total)
        if roll == 5:
            play.turn(1, 4)
        play.go_on()
    assert totals == [2, 7, 6]


@pytest.mark.rule("FOTR-032")
def test_a_marker_that_leaves_the_map_before_its_roll_needs_none() -> None:
    play = at_status(at=civilized_hex())
    play.put(2, "green", 3, "12,h")
    play.press(FP, "try", piece="1", objective="horses")
    play.lift(1)
    assert not any(prompt.roll for prompt in play.prompts(FP))
    play.press(FP, "done")


@pytest.mark.parametrize("step", ["fp-transport", "fp-split", "fp-move", "fp-combine"])
def test_no_flag_names_a_region_by_the_sign_before_its_label(step: str) -> None:
    play = Play(SAMPLE_BOX)
    # Two in one hex, so that there is something to combine.
    for number, face, place in ((1, 3, "4,f"), (4, 3, "4,f"), (2, 5, "@Northern Sea")):
        play.put(number, "green", face, place)
    play.begin()
    for _ in range(20):
        if play.step == step:
            break
        play.tap(EP, "step-on")
    assert play.step == step
    play.turn(2, 4)
    play.put(3, "green", 5, "@Harlindon Coast")
    play.go(2, "@Forlindon Coast")
    if step == "fp-split":
        play.press(FP, "done")
    texts = [flag.text for flag in play.state.public.flags]
    assert any("Coast" in text for text in texts)
    assert "@" not in "".join([*texts, *(line.text for line in play.state.public.log)])


@pytest.mark.rule("FOTR-034")
def test_a_marker_that_everybody_knows_for_a_rumor_is_not_asked_to_try() -> None:
    play = at_status(at=civilized_hex())
    known = {PieceId(1): "rumor"}
    play.state = msgspec.structs.replace(
        play.state, public=msgspec.structs.replace(play.state.public, known=known)
    )
    assert "try" not in {c.action for c in play.prompt_with(FP, "done").form.choices}


@pytest.mark.rule("FOTR-035")
def test_the_eagles_are_got_at_their_eyrie_only() -> None:
    play = at_status()
    act = play.act(FP, "try", piece="1", objective="eagles")
    refusal = play.refusal(act)
    assert (refusal.code, refusal.section) == ("rule", "6.121")
    assert "15,cd" in refusal.text


@pytest.mark.rule("FOTR-047")
@pytest.mark.parametrize(
    ("region", "results"),
    [
        ("Harlindon Coast", "---------W"),
        ("Forlindon Coast", "--------WS"),
        ("Northern Sea", "-------WWS"),
    ],
)
def test_the_sea_takes_its_toll(region: str, results: str) -> None:
    letters = {SeaResult.NOTHING: "-", SeaResult.WRECK: "W", SeaResult.SUNK: "S"}
    assert "".join(letters[sea_result(region, roll)] for roll in range(1, 11)) == results


@pytest.mark.rule("FOTR-047")
def test_a_wreck_may_be_answered_with_the_ship_whoever_is_aboard() -> None:
    play = at_status(at="@Forlindon Coast", face=5)
    assert play.step == "fp-sea"
    play.die(9)
    assert [prompt.asked for prompt in play.prompts(FP)] == [True]
    play.press(FP, "ship")
    result = play.state.public.result
    assert result is not None
    assert (result.total, result.result) == (7, "-")
    # Only a group has the card to show.
    assert set(play.state.public.known.values()) == {"group"}
    assert play.step == "fp-dissolve"


@pytest.mark.rule("FOTR-047")
def test_a_marker_that_leaves_the_sea_before_its_roll_needs_none() -> None:
    play = Play(SAMPLE_BOX)
    for number in (1, 2, 3, 4):
        play.put(number, "green", 5, "@Forlindon Coast")
    play.begin()
    assert play.step == "fp-sea"
    play.lift(2)
    play.die(1)
    # The die has rolled for the first; the next is the third, whose roll the ship could answer.
    play.die(9)
    assert [prompt.asked for prompt in play.prompts(FP)] == [True]
    play.lift(3)
    assert "Roll for the green marker" in play.prompts(FP)[0].sentence
    play.lift(4)
    assert play.step == "fp-dissolve"


def _at_sea_with_ship(box: str) -> Play:
    """Marker 1, box A, in a sea region; the Grey Havens ship lies in some box."""
    play = at_status(at="@Forlindon Coast", face=5)
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Sam")
    play.lay(FP, box, SHIP)
    return play


@pytest.mark.rule("FOTR-045", "FOTR-047")
@pytest.mark.parametrize(
    ("roll", "box", "lost"),
    [
        (8, "fellowship-A", False),
        (9, "fellowship-A", True),
        (10, "fellowship-A", True),
        (10, "fellowship-B", False),
    ],
)
def test_the_grey_havens_ship_is_lost_with_the_ship_that_it_is(
    roll: int,
    box: str,
    lost: bool,  # noqa: FBT001 - a column of the parameters
) -> None:
    play = _at_sea_with_ship(box)
    play.die(roll)
    if play.step == "fp-sea":
        play.press(FP, "take")
    assert (SHIP not in play.state.hidden[FP].boxes) is lost
    assert "Sam" in play.state.hidden[FP].boxes


@pytest.mark.rule("FOTR-045")
def test_nobody_else_learns_whether_the_grey_havens_ship_was_aboard() -> None:
    def wrecked(box: str) -> Iterator[Play]:
        play = _at_sea_with_ship(box)
        yield play
        play.die(10)
        yield play
        play.press(FP, "take")
        yield play

    for one, other in zip(wrecked("fellowship-A"), wrecked("fellowship-B"), strict=True):
        for seat in (EP, PUBLIC):
            assert encoded(one, seat) == encoded(other, seat)


def test_dissolving_ends_the_game() -> None:
    play = at_status()
    play.go_on(until="fp-dissolve")
    play.press(FP, "dissolve")
    assert play.state.public.over
    assert play.step == "game-over"
    assert "dissolved on turn 1" in play.state.public.over


def test_wounds_are_asked_for_only_once_there_can_be_any() -> None:
    play = at_status()
    play.go_on()
    assert play.step == "fp-dissolve"
    other = at_status(at="@West Forodwaith")
    assert other.step == "fp-health"
