"""What lies open on a seat's own screen holds nothing that the opponent across must not read."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.state import HiddenState
from companion.table.ids import SeatId
from companion.table.views import Log, Prompt, Text
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play
from tests.support.random_player import source_of
from tests.support.random_runs import new_game, set_up
from tests.support.random_setup import ready


def test_what_was_done_in_private_stands_under_the_cover_only() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "4,f")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Frodo")
    play.lay(FP, "fellowship-B", "Gimli")
    play.tap(FP, "enhance:Aragorn")
    log = play.view(FP).region("log")
    assert log == play.view(EP).region("log")
    cards = play.view(FP).region("cards")
    assert cards is not None
    assert cards.secret
    lines = [widget.text for widget in cards.widgets if isinstance(widget, Text)]
    assert lines[1:] == [
        "Aragorn has its enhanced values.",
        "Gimli: box B.",
        "Frodo: box A.",
    ]


def test_the_log_is_numbered_without_gaps_whatever_happens_in_private() -> None:
    play = Play(SAMPLE_BOX)
    for number in range(1, 6):
        play.put(number, "green", 3, "4,f")
        play.lay(FP, "fellowship-A", "Frodo")
        for seat in (FP, EP):
            log = play.view(seat).region("log")
            assert log is not None
            (widget,) = log.widgets
            assert isinstance(widget, Log)
            assert [line.number for line in widget.lines] == list(range(1, len(widget.lines) + 1))


def test_names_of_markers_are_open_nowhere_but_on_the_map_that_covers_them() -> None:
    """The map draws names under a cover of its own; else only secret regions hold them."""
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "4,f")
    before = play.view(FP)
    play.name(FP, 1, "K")
    play.lay(FP, "fellowship-K", "Frodo")
    after = play.view(FP)
    for region in after.regions:
        if region.secret or region.role in ("map", "prompt"):
            continue
        assert msgspec.json.encode(region) == msgspec.json.encode(before.region(region.name))


def presets(play: Play, seat: SeatId) -> dict[tuple[str, str], str]:
    """What fields begin with that stand open on a seat's screen, the first of a list aside."""
    return {
        (region.name, field.name): field.value
        for region in play.view(seat).regions
        if not region.secret and region.role != "map"
        for widget in region.widgets
        if isinstance(widget, Prompt)
        for field in widget.form.fields
        if field.value and field.value not in {option.value for option in field.options[:1]}
    }


def assert_open_fields_know_nothing(play: Play, seat: SeatId) -> int:
    """No open field begins with what the seat alone knows; how many begin with anything."""
    known = play.state
    found = presets(play, seat)
    hidden = {**known.hidden, seat: HiddenState(seat=seat)}
    play.state = msgspec.structs.replace(known, hidden=hidden)
    unknown = presets(play, seat)
    play.state = known
    assert found.items() <= unknown.items()
    return len(found)


def _with_the_ring(place: str) -> Play:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, place)
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Sam")
    play.tap(FP, "ring-bearer", bearer="Sam")
    play.tap(FP, "ring-marks", bearer="Sam", marks="2")
    play.tap(FP, "wound:Gimli", normal="40")
    play.begin()
    return play


@pytest.mark.rule("FOTR-186")
def test_who_says_that_the_game_is_over_reads_nothing_on_the_other_tablet() -> None:
    play = _with_the_ring("12,e")
    play.go_on(until="fp-dissolve")
    play.tap(EP, "end-game", ending="last-turn")
    open_prompts = play.view(FP).region("prompt")
    assert open_prompts is not None
    assert b"12,e" not in msgspec.json.encode(open_prompts)
    assert_open_fields_know_nothing(play, FP)
    covered = play.view(FP).region("private")
    assert covered is not None
    assert covered.secret
    assert f"in the tab {covered.title}" in str(open_prompts)
    (asked,) = covered.widgets
    assert isinstance(asked, Prompt)
    begins = {field.name: field.value for field in asked.form.fields}
    assert (begins["ringbearer"], begins["place"]) == ("Sam", "12,e")
    play.press(FP, "account", ringbearer="Sam", place="12,e", transfer="5")
    assert play.view(FP).region("private") is None


@pytest.mark.rule("FOTR-185")
def test_a_marker_at_the_fire_has_the_bearer_named_nowhere_in_the_open() -> None:
    play = _with_the_ring("23,mn")
    play.go_on(until="fp-dissolve")
    assert [one.name for one in play.prompt_with(FP, "doom-roll").form.fields] == [
        "bearer",
        "number",
    ]
    assert_open_fields_know_nothing(play, FP)
    refused = play.refusal(play.act(FP, "doom-roll", number="5"))
    assert "Fill in both" in refused.text


@pytest.mark.parametrize("seed", [1, 2])
def test_no_field_that_stands_open_begins_with_own_notes(seed: int) -> None:
    player = new_game(source_of(seed), list(SCENARIOS)[seed])
    set_up(player)
    for seat in (EP, FP):
        ready(player.play, seat)
    begun = 0
    for number in range(60):
        if player.is_over:
            break
        player.step()
        for seat in SEAT_IDS if number % 4 == 0 else ():
            begun += assert_open_fields_know_nothing(player.play, seat)
    assert begun > 20, "many fields begin with what everybody knows"
