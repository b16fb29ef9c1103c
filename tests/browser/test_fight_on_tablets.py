"""Seven of the Fellowship against the nine Nazgul, by taps on two tablets and rolls of a die."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.support.axe_check import axe_violations
from tests.support.fellowship import EP, FP
from tests.support.fellowship_fights import at_fight, battle, log, now, offered
from tests.support.fight_table import FightTable
from tests.support.random_player import source_of
from tests.support.tabs import show_tab
from tests.support.web_browser import SIZES
from tests.support.web_measures import assert_fit

pytestmark = pytest.mark.browser

SEVEN: Final = ("Aragorn", "Gandalf the Grey", "Legolas", "Gimli", "Boromir", "Frodo", "Sam")
NINE: Final = ("Witch-king", "Khamul", *(f"Nazgul {number}" for number in range(3, 10)))
_SMALLEST_PX: Final = 14
PICTURES: Final = os.environ.get("FIGHT_PICTURES", "")
"""Folder for pictures to look at; none are taken where it is empty."""


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[FightTable]:
    opened = FightTable(browser, tmp_path, at_fight(SEVEN, NINE, faces=(3, 4)))
    yield opened
    opened.close()


def _pictures(table: FightTable, name: str) -> None:
    if not PICTURES:
        return
    for seat in (FP, EP):
        for words, size in (
            ("portrait", (820, 1180)),
            ("wide", (1180, 820)),
            ("phone", (390, 844)),
        ):
            table.picture(seat, Path(PICTURES) / f"{name}-{seat}-{words}.png", size)


def test_seven_against_nine(table: FightTable) -> None:
    """A round, then both sides break off; all three screens follow every step."""
    table.press(EP, "begin")
    for name in NINE[:6]:
        table.tap(EP, f"front:{name}", covered=True)
    for name in NINE[6:]:
        table.tap(EP, f"reserve:{name}", covered=True)
    _pictures(table, "1-setup-enemy")
    table.press(EP, "ready")
    for name in SEVEN[:5]:
        table.tap(FP, f"front:{name}", covered=True)
    for name in SEVEN[5:]:
        table.tap(FP, f"reserve:{name}", covered=True)
    table.press(FP, "ready")
    table.press(FP, "here")
    assert battle(table.play).size("enemy") == 9
    assert battle(table.play).size("fellowship") == 7
    assert _cards_side_by_side(table) >= 3
    rolls = source_of(7)
    fought = 0
    while table.play.state.public.fights and now(table.play).stage != "retreat":
        fought += _one(table, rolls.randint(1, 10))
    assert fought >= 8
    assert any("breaks off" in line or "get away" in line for line in log(table.play))


def _cards_side_by_side(table: FightTable) -> int:
    """How many cards of a row stand beside each other on a tablet that lies down."""
    page = table.tablets[EP].page
    show_tab(page, "fight")
    cards = page.locator("#panel-fight .card")
    expect(cards.first).to_be_visible()
    lefts = cards.evaluate_all("all => all.map(card => card.getBoundingClientRect().left)")
    return len(set(lefts))


def _one(table: FightTable, roll: int) -> int:  # noqa: C901, PLR0912 - one case a stage
    """The next thing that somebody has to do; 1 if it was an attack."""
    play = table.play
    work = now(play)
    side = {"fellowship": FP, "enemy": EP}
    attacker = side[work.battle.segment]
    match work.stage:
        case "reorganize":
            _pictures(table, f"2-reorganize-{work.battle.round}-{work.battle.segment}")
            table.press(attacker, "go")
        case "riding":
            table.press(attacker, "mounted" if attacker == EP else "foot")
        case "attack":
            if not work.struck:
                _pictures(table, f"3-attack-{work.battle.round}-{work.battle.segment}")
            action = next(a for a in offered(play, attacker) if a.startswith("hit:"))
            table.tap(attacker, action)
            return 1
        case "roll" | "leave-roll":
            if len(work.struck) == 1:
                _pictures(table, f"4-roll-{work.battle.round}-{work.battle.segment}")
            table.roll(roll)
        case "answer":
            if not work.struck:
                _pictures(table, f"5-answer-{work.battle.round}-{work.battle.segment}")
            table.press(FP, "turn:f1" if "turn:f1" in offered(play, FP) else "stand")
        case "faint":
            table.press(FP, "fall")
        case "pin" | "combine" | "side":
            seat = EP if work.stage == "pin" and attacker == FP else FP
            seat = attacker if work.stage == "combine" else seat
            table.press(seat, offered(play, seat)[0])
        case "forced":
            seat = side[work.forced or "fellowship"]
            card = play.state.hidden[seat].fight
            assert card is not None
            spot = next(
                choice.action
                for widget in play.view(seat).region("fight-own").widgets  # type: ignore[union-attr] # the fight has one
                if hasattr(widget, "cards")
                for one in widget.cards
                for choice in one.form.choices
            )
            table.tap(seat, spot.removeprefix("card:"), covered=True)
        case "leave":
            _pictures(table, f"6-leave-{work.battle.round}")
            awake = [one.id for one in work.battle.of("fellowship") if not one.down]
            trying = not work.tried and len(awake) > 1
            if trying:
                table.press(FP, "try", group=awake[:2], hold=awake[2:3])
            else:
                table.press(FP, "stay")
        case "enemy-leave":
            table.press(EP, "off")
        case "enemy-retreat":
            table.press(EP, "anyway")
        case _:
            raise AssertionError(f"nobody knows what to do at {work.stage}")
    return 0


def test_both_rows_fit_on_every_screen(table: FightTable) -> None:
    table.press(EP, "begin")
    table.tap(EP, "rest", covered=True)
    table.press(EP, "ready")
    table.press(FP, "ready")
    for size in ("portrait", "landscape", "telephone"):
        for seat in (FP, EP):
            page = table.tablets[seat].page
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            table.tablets[seat].show_tab("fight")
            expect(page.locator("#panel-fight .card").first).to_be_visible()
            assert_fit(page, _SMALLEST_PX)
            assert axe_violations(page) == []
