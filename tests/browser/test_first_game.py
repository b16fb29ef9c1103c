"""A newcomer's walk from the start of the program to the end of the first player-turn.

`docs/first-game.md` tells it. Whoever runs this with ``COMPANION_PICTURES`` naming a folder gets
the pictures of that page written there.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.real_table import InstalledService
from tests.support.web_browser import SIZES, chromium

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(240),
]

PATIENCE_MS: Final = 20_000
PICTURE_WIDTH_PX: Final = 410
PICTURE_COLOURS: Final = 200
STEPS_AT_MOST: Final = 30
POLL_MS: Final = 100
QUIET_FACE: Final = 9
"""What the die shows; neither high nor low finds little."""

LAST_SENTENCE: Final = "Challenge a marker"
_EXPECTED: Final = ("done", "did-it", "group", "rumor", "drawn", "over", "wave-away")
"""What is pressed where several things can be: go on with as little as possible."""


@dataclass
class Walk:
    """The pages a newcomer has open, and what was met on the way.

    Attributes:
        sentences: every question that a seat was asked, in order.
        troubles: errors of any page.
    """

    browser: Browser
    base: str
    sentences: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def device(self) -> Page:
        """Another device, without a seat."""
        width, height = SIZES["portrait"]
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        return page

    def picture(self, page: Page, name: str) -> None:
        """Keep a small picture of a page, if pictures are wanted."""
        folder = os.environ.get("COMPANION_PICTURES")
        if not folder:
            return
        shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        height_px = round(shot.height * PICTURE_WIDTH_PX / shot.width)
        small = shot.resize((PICTURE_WIDTH_PX, height_px), Image.Resampling.LANCZOS)
        few = small.quantize(PICTURE_COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=4)
        few.save(Path(folder) / f"{name}.png", optimize=True)


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    """A service as ``make run`` starts it, and a browser."""
    home = tmp_path_factory.mktemp("home")
    with chromium() as browser, InstalledService(home, "--demo", game="") as service:
        yield Walk(browser, f"http://127.0.0.1:{service.port}")


def test_from_the_address_to_the_end_of_the_first_player_turn(walk: Walk) -> None:
    computer = walk.device()
    _begin(walk, computer)
    fellowship = _take_seat(walk, "Fellowship")
    enemy = _take_seat(walk, "Enemy")
    computer.goto(walk.base + "/demo/table")
    expect(computer.locator(".demo-piece")).to_have_count(12)
    walk.picture(computer, "5-virtual-table")
    expect(fellowship.locator(".piece")).to_have_count(12, timeout=PATIENCE_MS)
    walk.picture(enemy, "4-set-up")
    set_up = _question(enemy)
    _press(_asked(enemy), "done")
    _wait_for_another(enemy, set_up)
    _play_until(walk, {"fellowship": fellowship, "enemy": enemy}, computer)
    walk.picture(enemy, "8-the-enemys-turn")
    assert walk.troubles == []
    told = " ".join(walk.sentences)
    for word in ("set up", "movement", "activity roll"):
        assert word in told.lower(), told


def _begin(walk: Walk, page: Page) -> None:
    page.goto(walk.base)
    expect(page.get_by_role("heading", name="Games")).to_be_visible()
    walk.picture(page, "1-games")
    page.get_by_role("link", name=re.compile("New game: The Fellowship")).click()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Who sits where")).to_be_visible()
    walk.picture(page, "2-seats")


def _take_seat(walk: Walk, seat: str) -> Page:
    page = walk.device()
    page.goto(walk.base + "/seats")
    page.get_by_role("link", name=f"Take the seat {seat}").click()
    page.get_by_role("button", name=seat).click()
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    if seat == "Fellowship":
        walk.picture(page, "3-a-seat")
    return page


def _asked(page: Page) -> Locator:
    """The first question that a seat is asked."""
    return page.locator(".ask .prompt.is-asked").first


def _press(prompt: Locator, *wanted: str) -> None:
    """Press the first of these choices that a question offers, else its own first."""
    page = prompt.page
    offered = [
        button.get_attribute("value") for button in prompt.locator("button[name=action]").all()
    ]
    action = next((one for one in wanted if one in offered), offered[0])
    with page.expect_response("**/act") as answer:
        prompt.locator(f'button[name=action][value="{action}"]').click()
    assert answer.value.status == 200, (action, answer.value.text())


def _play_until(walk: Walk, seats: dict[str, Page], computer: Page) -> None:
    """Play with as little as possible until the Enemy is asked for a challenge."""
    for _ in range(STEPS_AT_MOST):
        seat, sentence = _next_question(seats)
        if sentence.startswith(LAST_SENTENCE):
            return
        page = seats[seat]
        walk.sentences.append(sentence)
        is_activity = "activity" in sentence
        if _asked(page).locator(".roll").count():
            if is_activity:
                walk.picture(page, "6-a-roll")
            _throw(computer, QUIET_FACE)
        else:
            _press(_asked(page), *_EXPECTED)
        _wait_for_another(page, sentence)
        if is_activity:
            walk.picture(page, "7-a-result")
    raise AssertionError(f"the player-turn did not end: {walk.sentences}")


def _question(page: Page) -> str:
    """What a seat is asked first at this moment, empty for nothing."""
    found = page.locator(".ask .prompt.is-asked .sentence").all_inner_texts()
    return found[0] if found else ""


def _next_question(seats: dict[str, Page]) -> tuple[str, str]:
    """The seat that is asked, and what, once there is one; the Enemy first."""
    for _ in range(PATIENCE_MS // POLL_MS):
        for seat in ("enemy", "fellowship"):
            if sentence := _question(seats[seat]):
                return seat, sentence
        seats["enemy"].wait_for_timeout(POLL_MS)
    raise AssertionError("nobody is asked anything")


def _throw(computer: Page, face: int) -> None:
    with computer.expect_response("**/demo/roll") as answer:
        computer.locator(f'button[name=face][value="{face}"]').click()
    assert answer.value.status == 200


def _wait_for_another(page: Page, sentence: str) -> None:
    """Wait until a seat is asked something else, or nothing."""
    for _ in range(PATIENCE_MS // POLL_MS):
        if _question(page) != sentence:
            return
        page.wait_for_timeout(POLL_MS)
    raise AssertionError(f"nothing followed: {sentence}")
