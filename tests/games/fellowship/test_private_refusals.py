"""Why a press is refused lies under the cover wherever what the seat hides decides it."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

import companion.games.fellowship as game_package
from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.switches import CHAPTERS, SCENARIO, SWITCHES
from companion.table.commands import Act, Command
from companion.table.ids import SeatId
from companion.table.values import Refusal
from tests.support.fellowship import GAME, SAMPLE_BOX, Play
from tests.support.random_player import RandomPlayer, source_of
from tests.support.web_pair import is_private
from webui.offered import is_open

_ABOUT_NOTES: Final = "our notes"
"""Stands in every text that tells what a seat's own notes say: by your notes, your notes."""

_FEWEST_COMMANDS: Final = 150
_MOST_COMMANDS: Final = 1500
"""So long is a refusal waited for, since a game may go well for a while."""

_OWN_SOURCES: Final = sorted(Path(game_package.__file__).parent.rglob("*.py"))


def _options(seed: int) -> dict[str, str]:
    words = list(SCENARIOS)
    ticks = {
        name: ",".join(switch.option for switch in SWITCHES if switch.chapter == chapter)
        for chapter, name in CHAPTERS.items()
    }
    return {SCENARIO: words[seed % len(words)], **ticks}


def _follow(play: Play, command: Command) -> None:
    decided = GAME.decide(play.state, command)
    if not isinstance(decided, Refusal):
        for event in decided:
            play.state = GAME.evolve(play.state, event)


def _is_covered(play: Play, act: Act, answer: Refusal) -> bool:
    return answer.private or not is_open(GAME.view(play.state, act.seat), act.action)


@pytest.mark.parametrize(("hides", "seed"), [(SEAT_IDS[seed % 2], seed) for seed in range(6)])
def test_no_refusal_in_the_open_depends_on_what_its_seat_hides(hides: SeatId, seed: int) -> None:
    """The second game gets private edits too; the same press is answered alike in the open."""
    plain, secretive = (Play(SAMPLE_BOX, _options(seed)) for _ in range(2))
    player = RandomPlayer(plain, source_of(seed))
    player.set_up()
    RandomPlayer(secretive, source_of(seed)).set_up()
    editor = RandomPlayer(secretive, source_of(seed + 1000))
    compared = 0
    for count in range(_MOST_COMMANDS):
        if compared and count >= _FEWEST_COMMANDS:
            break
        edit = editor.anytime(hides)
        if is_private(edit):
            _follow(secretive, edit)
        command = player.command()
        if is_private(command):
            continue
        one, other = (GAME.decide(play.state, command) for play in (plain, secretive))
        refused = [
            (play, answer)
            for play, answer in ((plain, one), (secretive, other))
            if isinstance(answer, Refusal)
        ]
        if isinstance(command, Act) and refused:
            covered = [_is_covered(play, command, answer) for play, answer in refused]
            assert any(covered) or one == other, (command, one, other)
            compared += 1
        if not refused:
            _follow(plain, command)
            _follow(secretive, command)
    assert compared


def _texts_of(function: ast.FunctionDef) -> dict[str, list[tuple[int, str]]]:
    """Every value that a function gives to each name, with its line."""
    found: dict[str, list[tuple[int, str]]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    value = (node.lineno, ast.unparse(node.value))
                    found.setdefault(target.id, []).append(value)
    return found


def _said(call: ast.Call, texts: dict[str, list[tuple[int, str]]]) -> str:
    """The words of a call: its own, and what the names in it were given last before it."""
    words = [ast.unparse(call)]
    for node in ast.walk(call):
        if isinstance(node, ast.Name) and node.id in texts:
            before = [given for given in texts[node.id] if given[0] < call.lineno]
            words += [value for _, value in sorted(before)[-1:]]
    return " ".join(words)


def _refusals_about_notes() -> list[tuple[str, ast.Call]]:
    makers = {"Refusal", "wrong", "_refused"}
    return [
        (f"{path.name}:{call.lineno}", call)
        for path in _OWN_SOURCES
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in makers
        and _ABOUT_NOTES in _said(call, _texts_of(function))
    ]


def test_every_refusal_that_speaks_of_the_own_notes_is_private() -> None:
    found = _refusals_about_notes()
    assert len(found) > 12
    unmarked = [
        where
        for where, call in found
        if not any(
            keyword.arg == "private"
            and isinstance(keyword.value, ast.Constant)
            and keyword.value.value is True
            for keyword in call.keywords
        )
    ]
    assert not unmarked
