"""Setting up each scenario: what the camera counts, what is missing or wrong (10.0, 13.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from companion.board.places import parse_place
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.facts.hints import hints_for
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Forest, Seat
from companion.games.fellowship.facts.roster import forces_of
from companion.games.fellowship.facts.scenarios import MEMBERS, SCENARIOS
from companion.games.fellowship.rules.movement_need import need_of
from companion.games.fellowship.rules.movement_steps import Passage, Step
from companion.games.fellowship.rules.ring import transfer_number
from companion.games.fellowship.rules.set_up_check import check_set_up, counts_of, is_complete
from companion.games.fellowship.rules.set_up_zones import GUARDIANS, may_start, too_close
from companion.games.fellowship.tables.rules_tables import RulesTables
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import Piece
from companion.table.views import Table, Text
from tests.support.fellowship import EP, FP, SAMPLE_BOX, VIEWERS, Play, piece_at
from tests.support.noninterference import assert_hidden

MAP = BoardMap(parse_box(SAMPLE_BOX))
Row = tuple[str, int, str]


@dataclass(frozen=True)
class Full:
    """A set-up of each side that the rules have no fault with."""

    enemy: tuple[Row, ...]
    fellowship: tuple[Row, ...]


HOBBITS_AND_GANDALF: tuple[Row, ...] = (
    ("green", 2, "4,f"),
    ("green", 2, "5,ef"),
    ("green", 6, "11,jk"),
)
NAZGUL: tuple[Row, ...] = (("red", 6, "3,cd"), ("red", 6, "6,d"), ("red", 6, "9,cd"))
SARUMAN: tuple[Row, ...] = (
    ("white", 3, "11,jk"),
    ("white", 4, "5,ef"),
    ("white", 3, "6,f"),
    ("white", 3, "12,l"),
)
AGENTS: tuple[Row, ...] = tuple(
    ("red", 3, label) for label in ("6,f", "10,p", "19,no", "22,d", "13,mn", "19,mn", "12,l")
)


def _guardian_places(count: int) -> tuple[str, ...]:
    """Places of the sample map where some Guardian may start."""
    found = [
        label
        for label in sorted(MAP.box.map.hexes)
        if any(may_start(MAP, name, parse_place(label)) for name in GUARDIANS)
    ]
    return tuple(found[:count])


SET_UPS = {
    "full": Full((*NAZGUL, ("black", 6, "14,h")), HOBBITS_AND_GANDALF),
    "gathering": Full((*NAZGUL, ("black", 6, "14,h")), HOBBITS_AND_GANDALF),
    "ring-moves-south": Full(
        (*SARUMAN, ("red", 4, "24,m"), ("black", 6, "14,h")),
        (("green", 3, "12,e"), ("green", 3, "5,fg"), ("green", 5, "@Harlindon Coast")),
    ),
    "final-approach": Full(
        (
            *SARUMAN,
            *AGENTS,
            ("red", 2, "24,m"),
            *(("black", 3, label) for label in _guardian_places(13)),
        ),
        (
            ("green", 3, "17,gh"),
            ("green", 3, "14,j"),
            ("green", 3, "18,d"),
            ("green", 3, "12,e"),
            ("green", 3, "5,fg"),
            ("green", 3, MAP.forest_hexes(Forest.MIRKWOOD)[0].label),
        ),
    ),
}


def _pieces(rows: tuple[Row, ...]) -> tuple[Piece, ...]:
    return tuple(
        piece_at(number, colour, face, label)
        for number, (colour, face, label) in enumerate(rows, start=1)
    )


def _mirkwood() -> str:
    return MAP.forest_hexes(Forest.MIRKWOOD)[0].label


def _findings(word: str, seat: Seat, rows: tuple[Row, ...]) -> list[tuple[str, str]]:
    found = check_set_up(MAP, SCENARIOS[word], seat, _pieces(rows))
    return [(one.kind, one.text) for one in found if one.kind != "good"]


@pytest.mark.rule("FOTR-226", "FOTR-227", "FOTR-230")
@pytest.mark.parametrize("word", list(SCENARIOS))
def test_a_set_up_by_the_rules_is_complete_and_each_marker_is_needed(word: str) -> None:
    for seat, rows in ((ENEMY, SET_UPS[word].enemy), (FELLOWSHIP, SET_UPS[word].fellowship)):
        assert _findings(word, seat, rows) == []
        scenario = SCENARIOS[word]
        wanted = sum(one.placing.least for one in counts_of(MAP, scenario, seat, ()))
        empty = check_set_up(MAP, scenario, seat, ())
        assert is_complete(empty) is (wanted == 0)
        assert sum(one.kind == "missing" for one in empty) == sum(
            placing.least > 0 for placing in scenario.placings_of(seat)
        )
        assert all(one.section for one in empty)


def test_what_is_missing_wrong_or_too_much_is_said_with_how_to_mend_it() -> None:
    rows = (("green", 3, "4,f"), ("green", 6, "11,jk"), ("green", 2, "10,d"))
    found = _findings("full", FELLOWSHIP, rows)
    assert ("missing" in {kind for kind, _ in found}) is True
    texts = "\n".join(text for _, text in found)
    assert "Put 1 green marker down at The Shire, 5,ef, side 2 (sneak) up" in texts
    assert "at 4,f shows side 3 (foot). Turn side 2 (sneak) up." in texts
    assert "The green marker at 10,d belongs to nothing here." in texts
    two = (*HOBBITS_AND_GANDALF, ("green", 2, "4,f"))
    (only,) = _findings("full", FELLOWSHIP, two)
    assert only[0] == "wrong"
    assert "Take 1 away" in only[1]


def test_a_colour_that_does_not_start_on_the_map_is_to_be_taken_off() -> None:
    found = _findings("full", ENEMY, (*NAZGUL, ("white", 3, "11,jk")))
    assert len(found) == 1
    assert "belongs to nothing here. No white marker starts on the map: take it off." in found[0][1]


def test_nazgul_markers_that_touch_are_named_and_a_hexside_counts_as_both_hexes() -> None:
    assert too_close(["3,cd", "5,cd"]) == ()
    assert too_close(["3,cd", "4,d"]) == (("3,cd", "4,d"),)
    assert too_close(["3,cd/4,d", "5,de"]) == (("3,cd/4,d", "5,de"),)
    found = _findings("full", ENEMY, (("red", 6, "3,cd"), ("red", 6, "4,d"), ("red", 6, "9,cd")))
    assert any("in hexes that touch" in text for _, text in found)


def test_guardians_start_where_the_rules_have_them() -> None:
    def starts(name: str, label: str) -> bool | None:
        return may_start(MAP, name, parse_place(label))

    assert starts("Balrog", "14,h")
    assert not starts("Balrog", "14,g")
    assert starts("Kraken 1", "14,g/14,h")
    assert starts("Kraken 2", "2,f")
    assert not starts("Kraken 1", "14,h")
    assert starts("Corsair Fleet", "16,q")
    assert not starts("Corsair Fleet", "2,f")
    assert starts("Giant Spider", _mirkwood())
    assert not starts("Wight", "14,h")
    assert may_start(BoardMap(), "Werewolf", parse_place("10,d")) is None


@pytest.mark.rule("FOTR-228")
def test_four_extra_mobilizations_are_counted_by_what_is_awake() -> None:
    places = _guardian_places(6)
    awake = tuple(("black", 3, label) for label in places)
    fine = (*SARUMAN, *awake[:6], ("red", 3, "6,f"))
    assert _findings("ring-moves-south", ENEMY, fine) == []
    over = (*SARUMAN, *awake[:6], ("red", 3, "6,f"), ("red", 3, "10,p"))
    (only,) = _findings("ring-moves-south", ENEMY, over)
    assert "there are 4" in only[1]
    scenario = SCENARIOS["ring-moves-south"]
    assert (scenario.extra_mobilizations, scenario.nazgul_turn, scenario.nazgul_count) == (4, 12, 5)


@pytest.mark.rule("FOTR-231")
def test_the_last_scenario_has_all_minions_awake_and_five_dead_already() -> None:
    scenario = SCENARIOS["final-approach"]
    assert scenario.killed == 5
    asleep = tuple(
        ("black", 6, label) if colour == "black" else (colour, face, label)
        for colour, face, label in SET_UPS["final-approach"].enemy
    )
    found = _findings("final-approach", ENEMY, asleep)
    assert len(found) == 13
    assert all("shows side 6" in text for _, text in found)
    guardians = [f.name for f in forces_of(ENEMY) if f.kind == "guardian" and f.label]
    black = next(one for one in scenario.placings if one.colour == "black")
    assert black.most == len(guardians) - 1 + 5


@pytest.mark.rule("FOTR-225", "FOTR-227")
def test_scenarios_begin_with_their_turn_their_numbers_and_unhurt_characters() -> None:
    south = Play(SAMPLE_BOX, {"scenario": "ring-moves-south"})
    assert south.state.public.turn == 8
    notes = south.state.hidden[FP]
    assert transfer_number("Frodo", notes.ring_marks) == 10
    assert set(notes.enhanced) == {"Frodo", "Sam", "Merry", "Pippin", "Aragorn", "Gimli", "Frodo 2"}
    last = Play(SAMPLE_BOX, {"scenario": "final-approach"})
    assert last.state.public.turn == 15
    assert transfer_number("Frodo", last.state.hidden[FP].ring_marks) == 9
    assert len(last.state.hidden[FP].enhanced) == 9
    for scenario in SCENARIOS.values():
        play = Play(SAMPLE_BOX, {"scenario": scenario.id})
        assert not play.state.hidden[FP].damage
        play.press(EP, "done")
        play.press(FP, "done")
        assert play.state.public.turn == scenario.first_turn
        assert play.state.public.hands[FP] == 3
    assert len(MEMBERS) == 9


@pytest.mark.rule("FOTR-227", "FOTR-230")
def test_who_starts_in_play_is_in_the_roster() -> None:
    names = {force.name for force in forces_of(FELLOWSHIP)}
    for scenario in SCENARIOS.values():
        assert set(scenario.mobilized) <= names
    south = SCENARIOS["ring-moves-south"]
    assert {*MEMBERS, "Grey Havens ship", "Shadowfax", "Glorfindel"} <= set(south.mobilized)
    last = SCENARIOS["final-approach"]
    assert not any(name.startswith("Gandalf") for name in last.mobilized)


def _put_all(play: Play, rows: tuple[Row, ...], first: int) -> None:
    for number, (colour, face, label) in enumerate(rows, start=first):
        play.put(number, colour, face, label)


def test_the_camera_fills_the_list_and_the_players_may_go_on_anyway() -> None:
    play = Play(SAMPLE_BOX)
    prompt = play.prompt_with(EP, "done")
    assert any(line.startswith("Missing: Put 3 red markers") for line in prompt.detail)
    assert [c.label for c in prompt.form.choices] == ["Go on as it stands"]
    _put_all(play, NAZGUL, 21)
    assert [c.label for c in play.prompt_with(EP, "done").form.choices] == ["Ready"]
    region = play.view(PUBLIC).region("set-up")
    assert region is not None
    enemy = next(widget for widget in region.widgets if isinstance(widget, Table))
    assert [row.cells[-2:] for row in enemy.rows] == [("3 to 5", "3"), ("0 to 14", "0")]
    play.press(EP, "done")
    play.put(1, "green", 2, "4,f")
    play.press(FP, "done")
    lines = [line.text for line in play.state.public.log]
    assert any("begins with a set-up that is not as the rules have it" in line for line in lines)
    assert play.step.startswith("fp-")


def test_what_was_agreed_stands_on_every_screen_during_the_whole_game() -> None:
    play = Play(SAMPLE_BOX, {"optional": "athelas", "last-turn": "24"})
    play.press(EP, "done")
    play.press(FP, "done")
    for viewer in VIEWERS:
        region = play.view(viewer).region("set-up")
        assert region is not None
        texts = [getattr(widget, "text", "") for widget in region.widgets]
        assert "Agreed: Aragorn and athelas slow disease (15.12)." in texts
        assert "Agreed: The game ends with turn 24 (15.18)." in texts


@pytest.mark.rule("FOTR-226", "FOTR-230")
def test_a_seats_own_notes_are_held_against_the_set_up_under_its_cover() -> None:
    play = Play(SAMPLE_BOX, {"scenario": "gathering"})
    for label, card in (("BR", "Balrog"), ("FD", "Fire Drake"), ("CD", "Cold Drake")):
        play.lay(EP, f"guardian-{label}", card)
    assert any("3 Guardians lie in your boxes; 2 may be used." in w for w in play.warnings(EP))
    play.put(1, "green", 2, "6,f")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Frodo", "Aragorn")
    warnings = "\n".join(play.warnings(FP))
    assert "Frodo (box A) stands at 6,f; it starts at 4,f or 5,ef." in warnings
    assert "Aragorn is not in play yet" in warnings
    assert "In play, but in no box yet: Sam, Merry, Pippin" in warnings
    last = Play(SAMPLE_BOX, {"scenario": "final-approach"})
    last.put(1, "green", 3, "17,gh")
    last.name(FP, 1, "A")
    last.lay(FP, "fellowship-A", "Frodo", "Sam")
    warnings = "\n".join(last.warnings(FP))
    assert "2 characters start at 17,gh; it should be 3 to 12." in warnings
    assert "Gimli starts with Frodo" in warnings
    assert "20 decoys are out of play; it should be 5." in warnings


@pytest.mark.rule("FOTR-252")
def test_each_side_reads_its_own_advice_and_what_it_says_of_blocking_is_so() -> None:
    assert len(hints_for(FELLOWSHIP)) == len(hints_for(ENEMY)) == 6
    play = Play(SAMPLE_BOX)
    shown = {viewer: _texts(play, viewer) for viewer in VIEWERS}
    for seat, side in ((FP, FELLOWSHIP), (EP, ENEMY)):
        for hint in hints_for(side):
            assert f"{hint.text} ({hint.section})" in shown[seat]
            assert not any(hint.text in text for text in shown[PUBLIC])
    # No terrain roll is due to leave a feature that one blocks.
    mountain = parse_place("14,g/14,h")
    off = Step(mountain, parse_place("14,g"), None, Passage.OFF)
    assert need_of(RulesTables(), ENEMY, off).kind == "automatic"


def _texts(play: Play, viewer: SeatId) -> list[str]:
    region = play.view(viewer).region("set-up")
    assert region is not None
    return [widget.text for widget in region.widgets if isinstance(widget, Text)]


def _secret_set_up(play: Play, cards: tuple[str, ...]) -> Iterator[None]:
    _put_all(play, HOBBITS_AND_GANDALF, 1)
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", *cards)
    yield
    play.press(EP, "done")
    play.press(FP, "done")
    yield


def test_who_is_where_changes_nothing_of_the_set_up_that_others_see() -> None:
    secrets: list[tuple[str, ...]] = [("Frodo", "Sam"), ("Gandalf the Grey",), ()]
    assert assert_hidden(_secret_set_up, FP, secrets, SAMPLE_BOX)


@pytest.mark.rule("FOTR-227")
@pytest.mark.parametrize(
    ("scenario", "cards", "may"),
    [
        ("ring-moves-south", ("Frodo", "Aragorn"), False),
        ("ring-moves-south", ("Gandalf the Grey", "Frodo"), False),
        ("ring-moves-south", (), False),
        ("ring-moves-south", ("Gandalf the Grey",), True),
        ("ring-moves-south", ("Glorfindel",), True),
        ("full", ("Frodo", "Aragorn", "Legolas"), True),
    ],
)
def test_only_gandalf_and_glorfindel_take_to_horse_where_the_scenario_has_none(
    scenario: str,
    cards: tuple[str, ...],
    may: bool,  # noqa: FBT001 - a column of the parameters
) -> None:
    play = Play(SAMPLE_BOX, {"scenario": scenario})
    play.put(1, "green", 3, "12,e")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", *cards)
    play.go_on(until="fp-transport")
    act = play.act(FP, "try", piece="1", objective="horses")
    if not may:
        assert play.refusal(act).section == "13.2"
        return
    play.send(act)
    assert [one.face for one in play.state.public.expected] == [4]
