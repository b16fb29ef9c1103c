"""What makes a screen pleasant: nothing asked is out of sight, nothing stays in the way."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.board.grid import HexGrid
from companion.board.hexes import parse_hex
from companion.table.commands import Act
from companion.table.ids import PUBLIC, PromptId
from companion.table.values import Refusal
from companion.table.views import (
    Choice,
    Field,
    Form,
    Prompt,
    Region,
    Status,
    Table,
    TableRow,
    Track,
    TrackSpace,
)
from tests.support.web_browser import SIZES, Room
from tests.support.web_fake import FakeTable
from tests.support.web_measures import assert_fit
from tests.support.web_rooms import linked_seat, served, table_with_a_result
from tests.support.web_views import LAMP, searched

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("webui-browser")]

_AT = """(svg, [x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [at.x, at.y];
}"""
_COVERED = """() => {
  const boxes = [...document.querySelectorAll('.piece .face')].map(e => e.getBoundingClientRect());
  const apart = (one, other) => one.right < other.left || other.right < one.left
    || one.bottom < other.top || other.bottom < one.top;
  const letters = name => {  // a line of type is higher than its letters
    const { left, right, top, bottom, height } = name.getBoundingClientRect();
    return { left, right, top: top + 0.18 * height, bottom: bottom - 0.18 * height };
  };
  return [...document.querySelectorAll('.names text:not([data-ui-off])')]
    .filter(name => boxes.some(box => !apart(letters(name), box)))
    .map(name => name.textContent);
}"""
_CUT = """() => {
  const map = document.querySelector('svg.map').getBoundingClientRect();
  return [...document.querySelectorAll('.names text:not([data-ui-off])')]
    .map(name => [name.textContent, name.getBoundingClientRect()])
    .filter(([, box]) => box.left < map.left - 1 || box.right > map.right + 1)
    .map(([text]) => text);
}"""


@pytest.fixture
def room(browser: Browser) -> Iterator[Room]:
    with served(browser, table_with_a_result()) as opened:
        yield opened


def test_a_new_question_has_not_waited_as_long_as_the_last(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    waited = page.locator(".ask .waited").first
    page.clock.install()
    page.reload()
    page.clock.fast_forward(70_000)
    expect(waited).to_have_text("asked a minute ago")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#form-p-q2")).to_be_visible()
    page.clock.fast_forward(6_000)
    expect(waited).to_have_text("")


@pytest.mark.parametrize("size", ["portrait", "landscape", "telephone", "television"])
def test_a_long_note_on_the_track_pushes_nothing_off_the_screen(room: Room, size: str) -> None:
    table = room.hall.table
    for viewer in (LAMP, PUBLIC):
        view = table.screen(viewer).view
        regions = tuple(_with_long_note(region) for region in view.regions)
        table.hub.publish(msgspec.structs.replace(view, regions=regions))
    for path, seat in (("/seat/lamp", LAMP), ("/", PUBLIC)):
        page = room.show(path, SIZES[size], seat).page
        note = page.locator(".strip .is-current .space-note")
        expect(note).to_contain_text("everybody")
        if size in ("telephone", "television"):
            assert note.evaluate("note => note.scrollWidth <= note.clientWidth + 1")
        assert_fit(page, 14)


def _with_long_note(region: Region) -> Region:
    """A status line whose turn has much to remember."""
    if region.role != "status":
        return region
    note = "2 to mobilize, Aragorn at 6,f, everybody else where they were"
    space = TrackSpace(label="Turn 3", note=note, current=True)
    others = tuple(TrackSpace(label=f"Turn {index}") for index in range(4, 22))
    line = Track(title="Turns", spaces=(space, *others))
    return msgspec.structs.replace(region, widgets=(*region.widgets, line))


@pytest.mark.parametrize("size", [(1024, 768), (1180, 820), (1280, 800)])
def test_a_step_with_a_long_name_pushes_nothing_down(room: Room, size: tuple[int, int]) -> None:
    page = room.show("/seat/lamp", size, LAMP).page
    top = page.locator(".top")
    view = room.hall.table.screen(LAMP).view
    heights: list[float] = []
    for step in ("Move", "The Ring after all fights"):
        regions = tuple(_with_step(_with_long_note(region), step) for region in view.regions)
        room.hall.table.hub.publish(msgspec.structs.replace(view, regions=regions))
        expect(page.locator(".status-step")).to_contain_text(step)
        heights.append(top.evaluate("top => top.getBoundingClientRect().height"))
        turn = page.locator(".top .strip .is-current")
        label, whole = turn.locator(".space-label").bounding_box(), turn.bounding_box()
        assert label is not None
        assert whole is not None
        assert label["x"] + label["width"] <= whole["x"] + whole["width"]
    assert heights[0] == heights[1]


def _with_step(region: Region, step: str) -> Region:
    """A status line at a step of that name."""
    widgets = tuple(
        msgspec.structs.replace(widget, step=step) if isinstance(widget, Status) else widget
        for widget in region.widgets
    )
    return msgspec.structs.replace(region, widgets=widgets)


@pytest.mark.parametrize("size", ["landscape", "telephone"])
def test_a_table_of_six_columns_is_seen_whole(room: Room, size: str) -> None:
    columns = ("sneak", "foot", "horse", "boat", "ship", "flying")
    row = TableRow(label="only the first hexside crossed is non-open", cells=("4",) * 6)
    table = Table(id="T.1", title="Movement", columns=columns, rows=(row,))
    view = room.hall.table.screen(LAMP).view
    region = Region(name="rules", title="Rules", role="tab", widgets=(table,))
    others = tuple(one for one in view.regions if one.role != "tab")
    room.hall.table.hub.publish(msgspec.structs.replace(view, regions=(*others, region)))
    page = room.show("/seat/lamp", SIZES[size], LAMP).page
    page.locator(".tab[data-tab=rules]").click()
    table_box = page.locator("#panel-rules .table-scroll")
    expect(table_box).to_be_visible()
    beside = table_box.evaluate("box => box.scrollWidth - box.clientWidth")
    assert beside <= 0


@pytest.mark.parametrize("size", ["landscape", "telephone"])
def test_what_is_grave_keeps_its_distance(room: Room, size: str) -> None:
    grave = Choice(action="end", label="End", detail="It ends the game.", weight="grave")
    form = Form(choices=(grave, Choice(action="done", label="Go on", weight="primary")))
    asked = Prompt(id=PromptId("q1"), sentence="Go on, or end.", form=form, asked=True)
    view = room.hall.table.screen(LAMP).view
    others = tuple(one for one in view.regions if one.role != "prompt")
    region = Region(name="prompt", title="", role="prompt", widgets=(asked,))
    room.hall.table.hub.publish(msgspec.structs.replace(view, regions=(*others, region)))
    page = room.show("/seat/lamp", SIZES[size], LAMP).page
    ends, goes_on = (
        page.locator(f"button[value={action}]").bounding_box() for action in ("end", "done")
    )
    assert ends is not None
    assert goes_on is not None
    beside = goes_on["x"] - (ends["x"] + ends["width"])
    below = goes_on["y"] - (ends["y"] + ends["height"])
    assert max(beside, below) >= 16


def test_nothing_is_left_to_hold_while_all_lies_open(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    hold = page.locator("#cover-tool")
    place = hold.bounding_box()
    page.locator("#cover-lock").click()
    expect(hold).to_be_hidden()
    page.locator("#cover-lock").click()
    expect(hold).to_be_visible()
    assert hold.bounding_box() == place


def test_only_what_is_asked_says_how_long_it_waits(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    expect(page.locator(".ask .waited")).to_have_count(1)
    expect(page.locator(".panels .waited")).to_have_count(0)


def _ask_long(room: Room) -> None:
    room.hall.table.crews.kind = "choose"
    room.hall.table.publish()


def _tap_map(page: Page, label: str) -> None:
    middle = HexGrid().centre(parse_hex(label))
    svg = page.locator("svg.map")
    page.mouse.click(*svg.evaluate(_AT, [middle.x_in * 100, middle.y_in * 100]))


def _is_whole(part: Locator) -> bool:
    """Whether a part can be pressed where it is, with nothing scrolled."""
    return bool(
        part.evaluate(
            """e => {
              const box = e.getBoundingClientRect();
              const seen = document.elementFromPoint(
                (box.left + box.right) / 2, (box.top + box.bottom) / 2);
              return box.bottom <= innerHeight && e.contains(seen);
            }"""
        )
    )


@pytest.mark.parametrize("size", ["portrait", "landscape", "telephone"])
def test_the_choices_of_a_long_question_are_in_sight(room: Room, size: str) -> None:
    _ask_long(room)
    page = room.show("/seat/lamp", SIZES[size], LAMP).page
    choices = page.locator(".ask .choices .choice")
    expect(choices).not_to_have_count(0)
    for choice in choices.all():
        assert _is_whole(choice)
    last = page.locator(".ask .field").last
    more = page.locator(".ask-more")
    if page.locator(".ask[data-ui-more]").count():
        expect(more).to_be_visible()
        page.locator(".ask-scroll").evaluate("e => e.scrollTo(0, e.scrollHeight)")
        expect(more).to_be_hidden()
    assert _is_whole(last.locator("select, input").last)


def _asked(room: Room, question: Prompt) -> None:
    """Put a question in the place of whatever the seat is asked."""
    view = room.hall.table.screen(LAMP).view
    regions = tuple(
        msgspec.structs.replace(region, widgets=(question,)) if region.role == "prompt" else region
        for region in view.regions
    )
    room.hall.table.hub.publish(msgspec.structs.replace(view, regions=regions))


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768), SIZES["telephone"]])
def test_many_choices_do_not_stand_over_the_question_itself(
    room: Room, size: tuple[int, int]
) -> None:
    said = "In the first round of an ambush by an event card; the other side decides."
    choices = tuple(
        Choice(action=f"way-{n}", label=f"The {n}. way out", detail=said, section="6.4")
        for n in range(1, 5)
    )
    field = Field(name="who", label="Who", kind="text")
    question = Prompt(
        id=PromptId("q9"),
        sentence="Say how it ended.",
        form=Form(fields=(field,), choices=choices),
        asked=True,
    )
    _asked(room, question)
    page = room.show("/seat/lamp", size, LAMP).page
    assert _is_whole(page.locator(".ask .sentence").first)
    assert _is_whole(page.locator(".ask .field input").first)


def _ask_for_many(room: Room, sentence: str) -> None:
    said = "The body was kept. A Hobbit where there is one; the other side is told who."
    ways = tuple(
        Choice(action=f"way-{n}", label=f"The {n}. of many ways out", detail=said, section="6.41")
        for n in range(1, 4)
    )
    done = Choice(action="done", label="Go on", weight="primary")
    fields = tuple(Field(name=f"f{n}", label=f"Who of {n}", kind="text") for n in range(3))
    question = Prompt(
        id=PromptId("q9"),
        sentence=sentence,
        form=Form(fields=fields, choices=(*ways, done)),
        asked=True,
    )
    _asked(room, question)


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768), SIZES["telephone"]])
def test_what_is_expected_stays_in_sight_below_many_choices(
    room: Room, size: tuple[int, int]
) -> None:
    _ask_for_many(room, "Say what became of it, or go on.")
    page = room.show("/seat/lamp", size, LAMP).page
    expected = page.locator(".ask button[value=done]")
    assert _is_whole(expected)
    assert _is_whole(page.locator(".ask .sentence").first)
    assert _is_whole(page.locator(".ask .field input").first)
    page.locator(".ask-scroll").evaluate("e => e.scrollTo(0, e.scrollHeight)")
    assert _is_whole(page.locator(".ask button[value=way-3]"))
    assert _is_whole(expected)
    with page.expect_request("**/act") as sent:
        expected.click()
    assert "action=done" in (sent.value.post_data or "")
    expect(page.locator(".ask button[value=way-1]")).to_be_enabled()


@pytest.mark.parametrize("size", ["landscape", "telephone"])
def test_another_question_begins_at_its_top(room: Room, size: str) -> None:
    _ask_for_many(room, "Say what became of it, or go on.")
    page = room.show("/seat/lamp", SIZES[size], LAMP).page
    scroller = page.locator(".ask-scroll")
    scroller.evaluate("e => e.scrollTo(0, e.scrollHeight)")
    assert scroller.evaluate("e => e.scrollTop") > 0
    _ask_for_many(room, "Say what became of the other, or go on.")
    sentence = page.locator(".ask .sentence").first
    expect(sentence).to_contain_text("of the other")
    page.wait_for_function("document.querySelector('.ask-scroll').scrollTop === 0")
    assert _is_whole(sentence)


def test_a_game_that_nobody_plays_any_more_leaves_no_dot_behind_its_turn(room: Room) -> None:
    view = room.hall.table.screen(LAMP).view
    regions = tuple(
        msgspec.structs.replace(
            region,
            widgets=tuple(
                msgspec.structs.replace(one, player_turn="") if isinstance(one, Status) else one
                for one in region.widgets
            ),
        )
        for region in view.regions
    )
    room.hall.table.hub.publish(msgspec.structs.replace(view, regions=regions))
    page = room.show("/seat/lamp", seat=LAMP).page
    behind = "e => getComputedStyle(e, '::after').content"
    assert page.locator(".status-turn .turn").evaluate(behind) == "none"


def test_a_field_that_gets_the_focus_is_not_behind_the_choices(room: Room) -> None:
    _ask_long(room)
    page = room.show("/seat/lamp", SIZES["telephone"], LAMP).page
    assert page.locator(".ask[data-ui-more]").count() == 1
    field = page.locator(".ask select").last
    page.locator(".ask .tick input").first.focus()
    while not field.evaluate("e => e === document.activeElement"):
        page.keyboard.press("Tab")
    assert _is_whole(field)


def test_a_hex_that_can_be_chosen_is_ticked_by_a_tap_on_the_map(room: Room) -> None:
    _ask_long(room)
    page = room.show("/seat/lamp", seat=LAMP).page
    tick = page.locator(".ask .tick input[value='12,f']")
    _tap_map(page, "12,f")
    expect(tick).to_be_checked()
    _tap_map(page, "12,f")
    expect(tick).not_to_be_checked()
    _tap_map(page, "20,k")
    expect(page.locator("#sheet")).to_be_visible()


def test_why_a_result_came_out_leaves_the_map_its_size(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    before = page.locator("svg.map").bounding_box()
    page.locator(".explained summary").click()
    expect(page.locator(".explained .parts")).to_be_visible()
    assert page.locator("svg.map").bounding_box() == before
    page.locator("[data-closes-details]").click()
    expect(page.locator(".explained .parts")).to_be_hidden()


def test_a_result_is_put_away_on_one_screen_until_another_comes(room: Room) -> None:
    page, other = (room.show("/seat/lamp", seat=LAMP).page for _ in range(2))
    page.locator("[data-puts-away]").click()
    expect(page.locator(".explained")).to_be_hidden()
    expect(other.locator(".explained")).to_be_visible()
    with page.expect_response("**/region/result"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('changed-result'))")
    expect(page.locator(".explained")).to_be_hidden()
    assert room.hall.table.acts == []
    room.hall.table.crews.result = searched(3)
    room.hall.table.publish()
    expect(page.locator(".explained-line")).to_contain_text("3 + 2 (horse)")
    expect(page.locator(".explained")).to_be_visible()


def test_a_form_that_was_unfolded_folds_once_it_has_done_its_work(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    page.locator("#cover-lock").click()
    page.locator("[data-tab=boxes]").click()
    more = page.locator("#panel-boxes details.more").first
    more.locator("summary").click()
    button = more.locator("button[name=action]").first
    button.click()
    expect(button).to_be_hidden()
    assert len(room.hall.table.acts) == 1


@pytest.mark.parametrize("size", ["portrait", "landscape", "telephone"])
def test_names_of_places_cover_no_marker_and_are_not_cut(room: Room, size: str) -> None:
    page = room.show("/seat/lamp", SIZES[size], LAMP).page
    expect(page.locator(".names text:not([data-ui-off])").first).to_be_visible()
    assert page.evaluate(_COVERED) == []
    assert page.evaluate(_CUT) == []


class _CloseTable(FakeTable):
    """A table that refuses everything, with what only the seat may read."""

    def act(self, act: Act) -> Refusal | None:
        assert act.seat == LAMP
        return Refusal(code="rule", text="Old Tam stays in the reserve.", private=True)


@pytest.mark.parametrize("size", [(1024, 768), SIZES["portrait"], SIZES["telephone"]])
def test_an_answer_under_the_cover_takes_little_room_and_is_alone_once_open(
    browser: Browser, size: tuple[int, int]
) -> None:
    with served(browser, _CloseTable()) as room:
        page = linked_seat(room, size)
        page.get_by_role("button", name="Done").first.click()
        notice = page.locator("#notice .notice")
        hint = notice.get_by_text("There is an answer for you under the cover.")
        answer = notice.get_by_text("Old Tam stays in the reserve.")
        expect(hint).to_be_visible()
        expect(answer).to_be_hidden()
        cover = notice.get_by_role("button", name="Hold to see").bounding_box()
        close = notice.get_by_role("button", name="Close").bounding_box()
        assert cover is not None
        assert close is not None
        assert cover["y"] == close["y"]
        assert_fit(page, 14)
        page.locator("#cover-lock").click()
        expect(answer).to_be_visible()
        expect(hint).to_be_hidden()
        page.locator("#cover-lock").click()
        expect(answer).to_be_hidden()
        expect(hint).to_be_visible()
