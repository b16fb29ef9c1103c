"""The end of the game as it is played: what is shown, the table, the last screen (11.0, 13.0)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.fellowship.events.ending import end_work
from companion.games.fellowship.events.play import CellAsked
from companion.games.fellowship.events.ring import RingTaken
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_account import own_account
from companion.games.fellowship.rules.feats import (
    EDORAS,
    KING,
    MINAS_TIRITH,
    PATHS,
    gandalf_has_done_it,
    open_feats,
)
from companion.games.fellowship.state import CellQuestion
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.ids import PUBLIC, PieceId
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, VIEWERS, Play
from tests.support.fellowship_moves import on_turn
from tests.support.noninterference import assert_hidden


def _dissolved(box: str = SAMPLE_BOX, *, options: dict[str, str] | None = None) -> Play:
    play = Play(box, options)
    play.put(1, "green", 2, "4,f")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Frodo", "Sam")
    play.begin()
    play.go_on(until="fp-dissolve")
    play.press(FP, "dissolve")
    return play


def _ring_taken() -> Play:
    """The Enemy has the Ring, by tap, in the first player-turn."""
    play = Play(SAMPLE_BOX, {"last-turn": "20"})
    play.put(1, "green", 2, "4,f")
    play.begin()
    play.tap(EP, "ring", ring="enemy")
    return play


def _gathering(*cards: str) -> Play:
    """The first player-turn of the scenario, with these cards in the group at 12,e."""
    play = Play(SAMPLE_BOX, {"scenario": "gathering"})
    play.put(1, "green", 3, "12,e")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", *cards)
    play.begin()
    return play


def _show(play: Play, **changes: str | list[str]) -> None:
    fields: dict[str, str | list[str]] = {
        "ringbearer": "Frodo",
        "place": "4,f",
        "transfer": "12",
    }
    play.press(FP, "account", **(fields | changes))


@pytest.mark.rule("FOTR-186", "FOTR-190")
def test_dissolving_asks_for_the_account_and_reads_the_table() -> None:
    play = _dissolved()
    assert play.step == "game-over"
    prompt = play.prompt_with(FP, "account")
    values = {field.name: field.value for field in prompt.form.fields}
    assert values["ringbearer"] == "Frodo"
    assert values["place"] == "4,f"
    assert values["transfer"] == "12"
    assert not any(one.asked for one in play.prompts(EP))
    (led_on, *_) = play.prompts(FP)
    assert led_on.covered
    assert led_on.detail == ("Answer in the tab What counts.",)
    assert not any(one.covered for viewer in (EP, PUBLIC) for one in play.prompts(viewer))
    _show(play, transfer="7", dead=["Boromir", "Bree Man"])
    (shown,) = play.shown_result()
    labels = {part.label: part.value for part in shown.parts}
    assert labels["Ring transfer number"] == -1
    assert labels["Characters killed"] == 1
    assert shown.total == sum(labels.values())
    assert shown.table is not None
    for viewer in VIEWERS:
        assert end_work(play.state.public).verdict in play.prompts(viewer)[0].sentence
    assert not any(one.asked for viewer in VIEWERS for one in play.prompts(viewer))


@pytest.mark.rule("FOTR-188")
def test_a_missing_class_and_a_missing_cell_are_asked_of_the_fellowship() -> None:
    play = _dissolved("")
    _show(play)
    prompt = play.prompt_with(FP, "fill-in")
    assert "victory class" in prompt.sentence
    play.press(FP, "fill-in", value="H")
    prompt = play.prompt_with(FP, "fill-in")
    assert not any(one.asked for one in play.prompts(EP))
    play.press(FP, "fill-in", value="EP Tactical")
    work = end_work(play.state.public)
    # None killed is +2; class H is not early enough for +3.
    assert work.verdict == "The game is a draw."


def test_an_account_without_a_hex_is_refused_and_says_what_is_missing() -> None:
    play = _dissolved()
    refused = play.refusal(play.act(FP, "account", ringbearer="Frodo", transfer="12"))
    assert "hex" in refused.text


@pytest.mark.rule("FOTR-187")
def test_a_ring_that_the_enemy_has_needs_no_account() -> None:
    play = _ring_taken()
    play.go_on(until="fp-dissolve")
    play.press(FP, "dissolve")
    assert end_work(play.state.public).verdict == "Major victory for the Enemy."


def test_a_game_that_is_over_can_be_taken_up_again_by_hand() -> None:
    play = _dissolved()
    play.tap(FP, "step-back")
    assert play.state.public.over == ""
    assert play.step != "game-over"


@pytest.mark.rule("FOTR-187")
def test_a_value_that_was_still_asked_for_does_not_hide_the_verdict() -> None:
    play = _ring_taken()
    cell = UnknownCell(table="map.hexsides", row="4,f/5,ef", column="terrain", question="Terrain?")
    play.state = GAME.evolve(play.state, CellAsked(question=CellQuestion(seat=EP, cell=cell)))
    assert all(play.prompts(viewer)[0].sentence.endswith("Terrain?") for viewer in VIEWERS)
    play.tap(FP, "end-game", ending="last-turn")
    assert not play.state.public.cells
    for viewer in VIEWERS:
        assert "Major victory for the Enemy." in play.prompts(viewer)[0].sentence


@pytest.mark.rule("FOTR-226")
def test_the_gathering_is_won_by_showing_the_company_in_rivendell() -> None:
    play = _gathering("Frodo", "Sam", "Merry", "Pippin")
    play.go_on(until="fp-dissolve")
    refused = play.refusal(play.act(FP, "goal"))
    assert "notes do not show" in refused.text
    play.lay(FP, "fellowship-A", "Gandalf the Grey", "Aragorn", "Boromir", "Gimli")
    play.press(FP, "goal")
    assert play.step == "game-over"
    assert end_work(play.state.public).verdict == "The Fellowship wins the scenario."
    assert "Aragorn" in play.prompts(PUBLIC)[0].sentence


@pytest.mark.rule("FOTR-226")
def test_the_last_turn_of_a_scenario_waits_for_the_company_and_then_is_lost() -> None:
    play = _gathering()
    for _ in range(8):
        play.go_on(until="ep-activate")
        play.go_on()
    play.go_on(until="turn-end")
    assert play.state.public.turn == 8
    play.prompt_with(FP, "goal")
    play.press(FP, "done")
    assert end_work(play.state.public).verdict == "The Enemy wins the scenario."


@pytest.mark.rule("FOTR-226")
def test_a_death_that_loses_the_scenario_is_told_to_its_owner_who_says_so() -> None:
    play = _gathering("Aragorn", "Frodo")
    assert not any("scenario is lost" in warning for warning in play.warnings(FP))
    play.tap(FP, "wound:Aragorn", normal="21", endurance="10")
    assert any("scenario is lost" in warning for warning in play.warnings(FP))
    play.go_on(until="fp-dissolve")
    assert play.refusal(play.act(FP, "goal")).section == "13.1"
    assert play.refusal(play.act(FP, "done")).section == "13.1"
    play.press(FP, "deaths")
    assert end_work(play.state.public).verdict == "The Enemy wins the scenario."


@pytest.mark.rule("FOTR-228")
def test_on_turn_twelve_the_enemy_is_told_that_five_nazgul_come_back() -> None:
    play = Play(SAMPLE_BOX, {"scenario": "ring-moves-south"})
    play.put(1, "green", 3, "12,e")
    play.put(2, "red", 3, "6,f")
    told = []
    while play.state.public.turn < 13:
        play.go_on(until="ep-mobilize")
        lines = play.prompt_with(EP, "done").detail
        told.append((play.state.public.turn, any("5 Nazgul come back" in one for one in lines)))
        play.go_on(until="ep-activate")
    assert (12, True) in told
    assert all(said is (turn == 12) for turn, said in told)


@pytest.mark.rule("FOTR-185")
def test_the_ring_is_thrown_into_the_fire_by_a_roll_under_the_number() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 2, "23,mn")
    play.begin()
    play.go_on(until="fp-dissolve")
    play.press(FP, "doom-roll", bearer="Frodo", number="4")
    play.die(4)
    assert play.step == "fp-dissolve"
    assert not play.state.public.over
    # A failed attempt costs a mark, a Hobbit too (AMB-25).
    assert play.state.hidden[FP].ring_marks == {"Frodo": 1}
    play.press(FP, "doom-roll", bearer="Frodo", number="4")
    play.die(3)
    assert end_work(play.state.public).verdict == "Total victory for the Fellowship."


def _secret_end(play: Play, cards: tuple[str, ...]) -> Iterator[None]:
    play.put(1, "green", 3, "12,e")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", *cards)
    play.begin()
    play.go_on(until="fp-dissolve")
    yield
    play.press(FP, "dissolve")
    yield


def test_until_it_is_shown_nobody_else_sees_what_the_account_begins_with() -> None:
    secrets: list[tuple[str, ...]] = [("Frodo", "Sam"), ("Aragorn", "Gollum"), ()]
    assert assert_hidden(_secret_end, FP, secrets, SAMPLE_BOX)


@pytest.mark.rule("FOTR-192", "FOTR-194", "FOTR-196")
def test_feats_are_noted_on_the_way_and_fill_in_the_account() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "12,l")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Gandalf the White", "Aragorn")
    assert not any("victory here" in warning for warning in play.warnings(FP))
    on_turn(play, 6)
    assert sum("victory here" in warning for warning in play.warnings(FP)) == 1
    play.tap(FP, "feat-0:Gandalf the White")
    play.tap(FP, "feat-2:Aragorn")
    assert not any("victory here" in warning for warning in play.warnings(FP))
    play.go(1, "19,mn")
    assert sum("victory here" in warning for warning in play.warnings(FP)) == 2
    play.tap(FP, "feat-1:Gandalf the White")
    play.tap(FP, "feat-3:Aragorn")
    account = own_account(scene_for(play.state, FP))
    assert account.facts == "gandalf,paths"


@pytest.mark.rule("FOTR-192")
def test_edoras_too_early_does_not_count() -> None:
    assert gandalf_has_done_it({EDORAS: 6, MINAS_TIRITH: 2})
    assert not gandalf_has_done_it({EDORAS: 5, MINAS_TIRITH: 9})
    assert not gandalf_has_done_it({EDORAS: 9})
    assert [feat.note for feat in open_feats("Aragorn", ())] == [PATHS]
    assert [feat.note for feat in open_feats("Aragorn", (PATHS,))] == [KING]
    assert open_feats("Boromir", ()) == ()


@pytest.mark.rule("FOTR-097", "FOTR-187")
@pytest.mark.parametrize(("place", "draw"), [("11,jk", True), ("12,k", False)])
def test_saruman_ends_the_game_by_bringing_the_ring_to_isengard(place: str, *, draw: bool) -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "4,f")
    play.put(5, "white", 3, place)
    play.begin()
    taken = RingTaken(by="saruman", bearer="Saruman", piece=PieceId(5), place=place)
    play.state = GAME.evolve(play.state, taken)
    play.go_on(until="game-over" if draw else "ep-challenge")
    assert play.state.public.turn == 1
    assert bool(play.state.public.over) is draw
    if draw:
        assert end_work(play.state.public).verdict == "The game is a draw."
        assert "Isengard" in play.state.public.over
