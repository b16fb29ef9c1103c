"""A newcomer's walk from the start of the program to the end of the first player-turn.

`docs/first-game.md` tells it. Whoever runs this with ``COMPANION_PICTURES`` naming a folder gets
the pictures of that page written there.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Final

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.support.browser_walk import Walk, pictures_folder, walk_in
from tests.support.web_browser import wait_for

pytestmark = pytest.mark.browser

PICTURE_WIDTH_PX: Final = 410
PICTURE_COLOURS: Final = 200
STEPS_AT_MOST: Final = 30
QUIET_FACE: Final = 9
"""What the die shows; neither high nor low finds little."""

LAST_SENTENCE: Final = "Challenge a marker"
_EXPECTED: Final = ("done", "did-it", "group", "rumor", "drawn", "over", "wave-away")
"""What is pressed where several things can be: go on with as little as possible."""


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    with walk_in(tmp_path_factory.mktemp("home")) as opened:
        yield opened


def test_from_the_address_to_the_end_of_the_first_player_turn(walk: Walk) -> None:
    computer = walk.device()
    _begin(walk, computer)
    fellowship = walk.take_seat("Fellowship")
    _picture(fellowship, "3-a-seat")
    enemy = walk.take_seat("Enemy")
    computer.goto(walk.base + "/demo/table")
    expect(computer.locator(".demo-piece")).to_have_count(12)
    _picture(computer, "5-virtual-table")
    expect(fellowship.locator(".piece")).to_have_count(12)
    _picture(enemy, "4-set-up")
    set_up = _question(enemy)
    _press(_asked(enemy), "done")
    _wait_for_another(enemy, set_up)
    sentences = _play_until(walk, {"fellowship": fellowship, "enemy": enemy}, computer)
    _picture(enemy, "8-the-enemys-turn")
    assert walk.troubles == []
    told = " ".join(sentences)
    for word in ("set up", "movement", "activity roll"):
        assert word in told.lower(), told


def _picture(page: Page, name: str) -> None:
    """Keep a small picture of a page, if pictures are wanted."""
    folder = pictures_folder()
    if folder is None:
        return
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    height_px = round(shot.height * PICTURE_WIDTH_PX / shot.width)
    small = shot.resize((PICTURE_WIDTH_PX, height_px), Image.Resampling.LANCZOS)
    few = small.quantize(PICTURE_COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=4)
    few.save(folder / f"{name}.png", optimize=True)


def _begin(walk: Walk, page: Page) -> None:
    page.goto(walk.base)
    expect(page.get_by_role("heading", name="Games")).to_be_visible()
    _picture(page, "1-games")
    page.get_by_role("link", name=re.compile("New game: The Fellowship")).click()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Who sits where")).to_be_visible()
    _picture(page, "2-seats")


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


def _play_until(walk: Walk, seats: dict[str, Page], computer: Page) -> list[str]:
    """Play with as little as possible until the Enemy is asked for a challenge; all questions."""
    sentences: list[str] = []
    for _ in range(STEPS_AT_MOST):
        seat, sentence = _next_question(seats)
        if sentence.startswith(LAST_SENTENCE):
            return sentences
        page = seats[seat]
        sentences.append(sentence)
        is_activity = "activity" in sentence
        if _asked(page).locator(".roll").count():
            if is_activity:
                _picture(page, "6-a-roll")
            walk.throw(computer, QUIET_FACE)
        else:
            _press(_asked(page), *_EXPECTED)
        _wait_for_another(page, sentence)
        if is_activity:
            _picture(page, "7-a-result")
    raise AssertionError(f"the player-turn did not end: {sentences}")


def _question(page: Page) -> str:
    """What a seat is asked first at this moment, empty for nothing."""
    found = page.locator(".ask .prompt.is-asked .sentence").all_inner_texts()
    return found[0] if found else ""


def _next_question(seats: dict[str, Page]) -> tuple[str, str]:
    """The seat that is asked, and what, once there is one; the Enemy first."""
    asked: list[tuple[str, str]] = []

    def is_asked() -> bool:
        questions = ((seat, _question(seats[seat])) for seat in ("enemy", "fellowship"))
        asked[:] = [(seat, sentence) for seat, sentence in questions if sentence]
        return bool(asked)

    wait_for(seats["enemy"], is_asked, "somebody is asked something")
    return asked[0]


def _wait_for_another(page: Page, sentence: str) -> None:
    """Wait until a seat is asked something else, or nothing."""
    wait_for(page, lambda: _question(page) != sentence, f"something follows: {sentence}")
