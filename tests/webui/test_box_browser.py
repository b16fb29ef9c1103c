"""The box file in Chromium: typed, exchanged, surveyed; it fits every screen and passes axe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, expect

from calibration.layout import TableLayout
from calibration.render import render_table
from calibration.scheme import default_scheme
from companion.games.fellowship.box.editor import FellowshipBoxEditor
from companion.table.box_editor import BoxChange
from tests.support.axe_check import axe_violations
from tests.support.box_house import BASE, BoxHouse, open_box_house, put_cell
from tests.support.fellowship import SAMPLE_BOX
from tests.support.patience import PATIENCE_MS
from tests.support.web_browser import NAME, SIZES, chromium, wait_for
from tests.support.web_measures import assert_fit
from webui.server import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

EDITOR = FellowshipBoxEditor()


@dataclass
class Desk:
    """A served box file and a browser on the table's computer."""

    browser: Browser
    house: BoxHouse
    server: WebServer
    troubles: list[str] = field(default_factory=list)

    def page(
        self, path: str, size: str = "portrait", scheme: Literal["light", "dark"] = "light"
    ) -> Page:
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            has_touch=size != "television",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.goto(f"http://{NAME}:{self.server.port}{path}")
        page.wait_for_selector("main")
        if page.locator("#survey-map").count():
            page.wait_for_selector("#survey-map[data-ready]")
        return page

    def on_disk(self, address: str) -> str:
        file = self.house.file
        return EDITOR.value(file.read_text("utf-8"), address) if file.exists() else ""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def desk(browser: Browser, tmp_path: Path) -> Iterator[Desk]:
    house = open_box_house(tmp_path, names=(NAME, "localhost"))
    server = WebServer(house.app, house.settings, host="127.0.0.1")
    server.start()
    found = Desk(browser, house, server)
    yield found
    for context in browser.contexts:
        context.close()
    server.stop(timeout_s=0.5)
    assert found.troubles == []


def with_slip() -> str:
    """A box with a few cells, one of which breaks a constraint."""
    pairs = (("T.2/woods/bad", "3"), ("T.2/woods/storm", "5"), ("cards/Aragorn/damage", "4"))
    text = EDITOR.changed("", [BoxChange(address=a, value=v) for a, v in pairs])
    return EDITOR.with_row(text, "events", "17")


PATHS = (
    "",
    "/sheet/t-2",
    "/sheet/t-5",
    "/sheet/areas",
    "/sheet/creatures",
    "/sheet/events",
    "/exchange",
    "/map",
)


@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_and_is_accessible(desk: Desk, size: str) -> None:
    desk.house.file.write_text(with_slip(), "utf-8")
    desk.house.playing.add("fellowship")
    page = desk.page(BASE, size, "dark" if size == "landscape" else "light")
    for path in PATHS:
        page.goto(f"http://{NAME}:{desk.server.port}{BASE}{path}")
        if path == "/map":
            page.wait_for_selector("#survey-map[data-ready]")
        assert_fit(page, 14)
        found = axe_violations(page)
        said = "\n".join(f"{one.rule}: {one.help} {one.where}" for one in found)
        assert found == [], f"{path}: {said}"


def test_the_place_of_the_code_is_accessible(desk: Desk) -> None:
    page = desk.page(BASE)
    page.set_content(
        desk.house.client().get(BASE, environ_overrides={"REMOTE_ADDR": "10.0.0.9"}).text
    )
    assert page.get_by_label("Table code").count() == 1
    assert axe_violations(page) == []


def test_a_wide_grid_scrolls_within_itself_by_keyboard(desk: Desk) -> None:
    page = desk.page(f"{BASE}/sheet/t-5", "telephone")
    grid = page.locator(".grid-scroll")
    grid.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.grid-scroll').scrollLeft > 0")
    assert page.evaluate("document.scrollingElement.scrollLeft") == 0


def test_values_are_typed_checked_and_saved_at_once(desk: Desk) -> None:
    page = desk.page(f"{BASE}/sheet/t-2")
    missing = page.locator("#box-state .box-here")
    expect(missing).to_contain_text("22 of 22 cells are missing")
    page.get_by_label("woods, bad weather", exact=True).fill("3")
    expect(missing).to_contain_text("21 of 22")
    assert desk.on_disk("T.2/woods/bad") == "3"
    storm = page.get_by_label("woods, a storm", exact=True)
    storm.fill("5")
    expect(page.locator(".finding")).to_contain_text(
        ["T.2, woods, a storm: 5 is easier than 3 in better weather"]
    )
    expect(storm).to_have_attribute("aria-invalid", "true")
    storm.fill("nine")
    expect(page.locator(".cell-why")).to_contain_text(["cannot stand in table T.2"])
    assert desk.on_disk("T.2/woods/storm") == "5"
    storm.fill("2")
    expect(page.locator(".finding")).to_have_count(0)
    expect(page.locator(".cell-why")).to_have_count(0)
    assert desk.on_disk("T.2/woods/storm") == "2"


def test_enter_goes_down_and_printed_cells_are_locked(desk: Desk) -> None:
    page = desk.page(f"{BASE}/sheet/t-5")
    page.get_by_label("civilized, 0", exact=True).focus()
    page.keyboard.type("S2")
    page.keyboard.press("Enter")
    expect(page.get_by_label("border-1, 0", exact=True)).to_be_focused()
    wait_for(page, lambda: desk.on_disk("T.5/civilized/0") == "S2", "the value on disk")
    expect(page.locator(".locked").first).to_be_visible()
    assert page.get_by_label("haven, 0", exact=True).count() == 0
    page.reload()
    expect(page.get_by_label("civilized, 0", exact=True)).to_have_value("S2")


def test_a_page_that_is_left_at_once_takes_no_value_along(desk: Desk) -> None:
    page = desk.page(f"{BASE}/sheet/t-5")
    page.get_by_label("civilized, 1", exact=True).focus()
    page.keyboard.type("S3")
    # Typed and neither entered nor left: it waits a moment for more to be typed.
    page.reload()
    wait_for(page, lambda: desk.on_disk("T.5/civilized/1") == "S3", "the value on disk")


def test_a_second_browser_is_told_what_stands_there(desk: Desk) -> None:
    one, other = desk.page(f"{BASE}/sheet/t-4"), desk.page(f"{BASE}/sheet/t-4")
    mine = one.get_by_label("wild-1, 3", exact=True)
    theirs = other.get_by_label("wild-1, 3", exact=True)
    mine.select_option("X")
    expect(one.locator("#box-state .box-here")).to_contain_text("70 of 71")
    theirs.select_option("-")
    expect(other.locator("#notice")).to_contain_text("Somebody else has written X there")
    expect(theirs).to_have_value("X")
    assert desk.on_disk("T.4/wild-1/3") == "X"
    theirs.select_option("-")
    expect(other.locator("#box-state .box-here")).to_contain_text("70 of 71")
    other.wait_for_function("() => !document.querySelector('[data-saving]')")
    assert desk.on_disk("T.4/wild-1/3") == "-"


def test_two_owners_files_are_merged(desk: Desk, tmp_path: Path) -> None:
    put_cell(desk.house.client(), "T.4/wild-1/4", "X")
    other = tmp_path / "other.toml"
    changes = [BoxChange(address=f"T.4/wild-1/{n}", value="-") for n in (4, 6)]
    other.write_text(EDITOR.changed("", changes), "utf-8")
    page = desk.page(f"{BASE}/exchange")
    page.get_by_label("Box file", exact=True).set_input_files(other)
    page.get_by_role("button", name="Merge into mine").click()
    group = page.get_by_role("group", name="T.4, wild-1, 4")
    group.get_by_role("radio", name="empty: -").check()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Take these choices").click()
    expect(page.locator("#box-work")).to_contain_text("The two files agree now")
    assert (desk.on_disk("T.4/wild-1/4"), desk.on_disk("T.4/wild-1/6")) == ("-", "-")


def test_hexes_are_painted_by_touch_and_by_keyboard(desk: Desk) -> None:
    page = desk.page(f"{BASE}/map", "landscape")
    page.get_by_role("radio", name="3 sea").check()
    tap(page, "1,ab")
    expect(page.locator("#here")).to_have_text("1,ab: sea")
    page.locator("#survey-map").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("2")
    page.keyboard.press("Space")
    expect(page.locator("#here")).to_have_text("1,bc: coast")
    wait_saved(desk, "map.hexes/1,bc/water", "coast")
    assert desk.on_disk("map.hexes/1,ab/water") == "sea"
    page.keyboard.press("u")
    wait_saved(desk, "map.hexes/1,bc/water", "")
    expect(page.locator("#layer-progress")).to_have_text("3 of 455 known.")
    tap(page, "2,f")
    expect(page.locator("#here")).to_contain_text("coast")


def test_hexsides_are_painted_too(desk: Desk) -> None:
    page = desk.page(f"{BASE}/map", "landscape")
    page.get_by_label("What is painted").select_option("terrain")
    page.get_by_role("radio", name="5 river").check()
    tap(page, "14,g/14,h")
    wait_saved(desk, "map.hexsides/14,g/14,h/terrain", "river")
    page.locator("#survey-map").focus()
    page.keyboard.press(".")
    page.keyboard.press("Space")
    expect(page.locator("#here")).to_have_text(re.compile(r"(?<!14,g/14,h): river$"))
    here = page.locator("#here").text_content() or ""
    assert not here.startswith("14,g/14,h")
    wait_saved(desk, f"map.hexsides/{here.partition(':')[0]}/terrain", "river")


def test_a_named_area_is_painted_with_one_stroke(desk: Desk) -> None:
    page = desk.page(f"{BASE}/map", "landscape")
    page.get_by_label("What is painted").select_option("area-mordor")
    page.get_by_role("radio", name="1 in").check()
    for label in ("22,m", "23,mn", "24,m"):
        tap(page, label)
    wait_saved(desk, "map.areas/Mordor/hexes", "22,m; 23,mn; 24,m")
    expect(page.locator("#layer-progress")).to_have_text("3 hexes belong to it.")
    page.get_by_role("radio", name="not in it").check()
    tap(page, "22,m")
    wait_saved(desk, "map.areas/Mordor/hexes", "23,mn; 24,m")


def test_a_whole_stroke_is_painted_and_taken_back(desk: Desk) -> None:
    page = desk.page(f"{BASE}/map", "landscape")
    page.get_by_label("What is painted").select_option("battlefield")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Fill the rest").click()
    expect(page.locator("#layer-progress")).to_have_text("All 455 are known.")
    wait_saved(desk, "map.hexes/26,r/battlefield", "no")
    page.get_by_role("button", name="Undo").click()
    wait_saved(desk, "map.hexes/26,r/battlefield", "")


def table_photo(path: Path, *, missing: tuple[int, ...] = ()) -> Path:
    """A photograph of the rendered table, with all corner tags but some."""
    layout = TableLayout(width_px=1600, height_px=1300, missing_corners=missing)
    cv2.imwrite(str(path), render_table(layout, default_scheme()))
    return path


def test_a_photograph_with_corner_tags_is_laid_flat_by_itself(desk: Desk, tmp_path: Path) -> None:
    page = desk.page(f"{BASE}/map")
    page.get_by_text("Use a photograph").click()
    page.get_by_label("Photograph").set_input_files(table_photo(tmp_path / "table.png"))
    expect(page.locator("#survey[data-stage=map]")).to_be_visible()
    page.wait_for_selector("#survey-map[data-ready]")
    assert axe_violations(page) == []
    assert_fit(page, 14)


def test_a_photograph_without_tags_is_laid_flat_by_four_taps(desk: Desk, tmp_path: Path) -> None:
    page = desk.page(f"{BASE}/map")
    page.get_by_text("Use a photograph").click()
    photo = table_photo(tmp_path / "table.png", missing=(24, 25, 26, 27))
    page.get_by_label("Photograph").set_input_files(photo)
    expect(page.locator("#survey[data-stage=photo]")).to_be_visible()
    page.wait_for_load_state()
    assert axe_violations(page) == []
    assert_fit(page, 14)
    picture = page.locator("#corner-picture")
    box = picture.bounding_box()
    assert box is not None
    for across, down in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)):
        page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])
    expect(page.locator("#corner-next")).to_have_text("all four are there")
    page.get_by_role("button", name="Lay it flat").click()
    expect(page.locator("#survey[data-stage=map]")).to_be_visible()


def test_proposals_count_only_when_they_are_confirmed(desk: Desk) -> None:
    survey = EDITOR.survey(SAMPLE_BOX)
    water = survey.layer("water")
    assert water is not None
    flat = painted_water(dict(water.values))
    cv2.imwrite(str(desk.house.home / "fellowship-map.jpg"), flat)
    some = dict(list(water.values.items())[::6])
    changes = [BoxChange(address=water.address(k), value=v) for k, v in some.items()]
    changes = [one for one in changes if one.address.split("/")[1] not in water.locked]
    desk.house.file.write_text(EDITOR.changed("", changes), "utf-8")
    page = desk.page(f"{BASE}/map", "landscape")
    known = page.locator("#layer-progress").text_content()
    page.get_by_role("button", name="Propose the rest").click()
    expect(page.locator(".proposal")).to_have_count(24)
    expect(page.locator("#layer-progress")).to_have_text(known or "")
    assert axe_violations(page) == []
    assert_fit(page, 14)
    label = (page.locator(".proposal .note").first.text_content() or "").rpartition(",")[0]
    value = page.locator(".proposal b").first.text_content()
    assert desk.on_disk(f"map.hexes/{label}/water") == ""
    page.locator(".proposal").first.get_by_role("button", name="Right:").click()
    expect(page.locator(".proposal")).to_have_count(23)
    wait_saved(desk, f"map.hexes/{label}/water", str(value))
    before = len(EDITOR.survey(desk.house.file.read_text("utf-8")).layers[0].values)
    notes = page.locator(".proposal .note").all_text_contents()
    last = notes[-1].rpartition(",")[0]
    shown = page.locator(".proposal b").all_text_contents()[-1]
    page.get_by_role("button", name="All of these are right").click()
    expect(page.locator(".proposal")).to_have_count(24)
    wait_saved(desk, f"map.hexes/{last}/water", shown)
    after = len(EDITOR.survey(desk.house.file.read_text("utf-8")).layers[0].values)
    assert after == before + 23
    label = (page.locator(".proposal .note").first.text_content() or "").rpartition(",")[0]
    value = page.locator(".proposal b").first.text_content()
    page.get_by_role("radio", name="as proposed").check()
    tap(page, label)
    wait_saved(desk, f"map.hexes/{label}/water", str(value))


def painted_water(values: dict[str, str]) -> NDArray[np.uint8]:
    """A map whose hexes are blue, green or brown."""
    from companion.games.fellowship.box.board_map import GRID  # noqa: PLC0415 - used here alone

    colours = {"sea": (180, 120, 60), "coast": (120, 170, 120), "land": (90, 140, 190)}
    picture = np.full((1680, 2080, 3), 200, dtype=np.uint8)
    for place in GRID:
        outline = np.array(
            [[round(c.x_in * 80), round(c.y_in * 80)] for c in GRID.corners(place)], dtype=np.int32
        )
        cv2.fillPoly(picture, [outline], colours[values[place.label]])
    return picture


def tap(page: Page, label: str) -> None:
    """Touch a hex or hexside of the survey."""
    point = page.evaluate(
        """async (label) => {
          const data = await (await fetch(`${location.pathname}/data`)).json();
          const hex = data.hexes.find(one => one[0] === label);
          const side = data.sides.find(one => one[0] === label);
          const [x, y] = hex ? [hex[1], hex[2]] : [side[3], side[4]];
          const svg = document.getElementById('survey-svg');
          svg.scrollIntoView({block: 'center'});
          const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        label,
    )
    page.mouse.click(*point)


def wait_saved(desk: Desk, address: str, value: str) -> None:
    """Wait until a value is in the file."""
    page = desk.browser.contexts[-1].pages[-1]
    wait_for(page, lambda: desk.on_disk(address) == value, f"{address} is {value!r}")
