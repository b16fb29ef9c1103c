"""Options of a game: scenario, length and the switches of chapters 14 and 15."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.game import FellowshipGame
from companion.games.fellowship.switches import (
    CHAPTERS,
    SWITCHES,
    OptionError,
    Switches,
    chosen_words,
    options_form,
    read_switches,
)
from companion.table.events import GameStarted
from companion.table.options import default_options
from companion.table.values import Refusal


def test_every_field_of_the_switches_is_offered_once_with_its_rule() -> None:
    fields = [field.name for field in msgspec.structs.fields(Switches)]
    assert [switch.field for switch in SWITCHES] == fields[:-1]
    assert fields[-1] == "last_turn"
    offered = {option.value for field in options_form().fields for option in field.options}
    assert {switch.option for switch in SWITCHES} <= offered
    assert all(switch.section for switch in SWITCHES)


def test_all_is_off_unless_somebody_chose_it() -> None:
    assert read_switches({}) == Switches()
    assert read_switches(default_options(options_form())) == Switches()
    assert chosen_words(Switches()) == ()


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.option)
def test_a_tick_sets_its_switch_and_no_other(switch: object) -> None:
    assert isinstance(switch, type(SWITCHES[0]))
    read = read_switches({CHAPTERS[switch.chapter]: switch.option})
    assert read == msgspec.structs.replace(Switches(), **{switch.field: True})
    assert chosen_words(read) == (f"{switch.title} ({switch.section})",)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"simpler": "no-dice"}, "no-dice"),
        ({"optional": "simple-ring"}, "simple-ring"),
        ({"last-turn": "19"}, "'19'"),
        ({"last-turn": "29"}, "'29'"),
        ({"scenario": "hobbit"}, "'hobbit'"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_an_option_that_nobody_can_follow_is_refused_with_what_was_expected(
    options: dict[str, str], named: str
) -> None:
    refused = FellowshipGame().start(options, "")
    assert isinstance(refused, Refusal)
    assert named in refused.text
    assert "xpected" in refused.text


def test_a_wrong_switch_in_a_journal_is_an_error_that_names_it() -> None:
    with pytest.raises(OptionError, match="no-dice"):
        read_switches({"simpler": "no-dice"})


@pytest.mark.parametrize("word", list(SCENARIOS))
def test_what_was_chosen_is_written_into_the_journal_and_read_back(word: str) -> None:
    game = FellowshipGame()
    options = {"scenario": word, "optional": "athelas,woods-limit", "last-turn": "24"}
    first = game.start(options, "")
    assert not isinstance(first, Refusal)
    started = first[0]
    assert isinstance(started, GameStarted)
    assert dict(started.options) == options
    state = game.begin(started)
    assert state.public.scenario == word
    assert state.public.turn == SCENARIOS[word].first_turn
    assert state.public.switches == Switches(athelas=True, woods_limit=True, last_turn=24)
