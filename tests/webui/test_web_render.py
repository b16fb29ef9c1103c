from __future__ import annotations

import re
import typing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from companion.board.hexes import Hex
from companion.table.ids import PUBLIC
from companion.table.views import (
    CardRow,
    Choice,
    Explained,
    Field,
    Form,
    Log,
    Map,
    MapLine,
    Part,
    Prompt,
    Region,
    Text,
    Track,
    Widget,
)
from companion.table.wording import explained_line
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play
from tests.support.fellowship_turn import set_up, to_the_turn
from tests.support.web_client import FROM_PAGE, Hall, open_hall
from tests.support.web_fake import FakeTable, fake_services
from tests.support.web_games import fake_house
from tests.support.web_views import GRID, LAMP, Crews, searched, view_of
from webui.app import create_app
from webui.mapdraw import draw, ground_of
from webui.render import (
    glyph,
    region_icon,
    region_key,
    replay_parts,
    tabs_in_bar,
    waited_text,
    widget_template,
)
from webui.settings import WebSettings

TEMPLATES = Path(__file__).parents[2] / "webui" / "templates"
ICONS = TEMPLATES.parent / "static" / "icons.svg"


def sample_widgets() -> dict[type, Widget]:
    crews = Crews(result=searched(6))
    return {type(w): w for region in view_of(crews, LAMP).regions for w in region.widgets}


def test_every_kind_of_widget_has_a_template_that_is_there() -> None:
    widgets = sample_widgets()
    assert set(widgets) == set(typing.get_args(Widget)), "the made-up game must use every kind"
    for widget in widgets.values():
        assert (TEMPLATES / widget_template(widget)).is_file()


def test_an_unknown_kind_of_widget_is_an_error() -> None:
    class Other(msgspec.Struct, frozen=True):
        title: str = ""

    other = typing.cast("Widget", Other())
    with pytest.raises(TypeError, match="Other"):
        widget_template(other)


def test_a_result_in_one_line() -> None:
    assert explained_line(searched(6)) == (
        "Search at 12,e: 6 + 2 (horse) \N{MINUS SIGN} 1 (bad weather) = 7 "
        "\N{RIGHTWARDS ARROW} caught"
    )
    plain = Explained(title="Roll", parts=(Part(label="roll", value=-2),), total=-2, result="E1")
    assert explained_line(plain) == "Roll: \N{MINUS SIGN}2 \N{RIGHTWARDS ARROW} E1"
    parts = (Part(label="roll", value=10), Part(label="foot", value=0))
    unchanged = Explained(title="Search", parts=parts, total=10, result="E")
    assert explained_line(unchanged) == "Search: 10 \N{RIGHTWARDS ARROW} E"
    bare = Explained(title="Drawn", parts=(), total=0, result="card")
    assert explained_line(bare) == "Drawn \N{RIGHTWARDS ARROW} card"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, ""),
        (29.9, ""),
        (45, "asked a minute ago"),
        (600, "asked 10 minutes ago"),
        (7300, "asked 2 hours ago"),
    ],
)
def test_waiting_in_words(seconds: float, text: str) -> None:
    assert waited_text(seconds) == text


def test_modes_have_small_drawings() -> None:
    modes = ("sneak", "foot", "horse", "ship/boat", "flying", "dormant", "turned to the owner")
    drawings = ["sneak", "foot", "horse", "wave", "wing", "moon", ""]
    assert [glyph(mode) for mode in modes] == drawings


def test_every_small_drawing_of_a_page_is_there() -> None:
    drawn = set(re.findall(r'<symbol id="([a-z-]+)"', ICONS.read_text("utf-8")))
    pages = [page.read_text("utf-8") for page in TEMPLATES.rglob("*.html")]
    used = {name for page in pages for name in re.findall(r"icons.svg'\) }}#([a-z-]+)\"", page)}
    assert len(used) > 5
    assert used <= drawn
    names = ("ring", "set-up", "wounds", "fight", "notes")
    bare = [Region(name=name, title="", role="tab", widgets=()) for name in names]
    assert {region_icon(region) for region in bare} <= drawn


@pytest.mark.parametrize("path", ["/", "/seat/lamp"])
def test_no_two_things_in_the_head_of_a_screen_bear_the_same_drawing(path: str) -> None:
    table = FakeTable(with_demo=True)
    services = replace(fake_services(table, WebSettings()), house=fake_house()[0])
    hall = Hall(table, services, create_app(services, WebSettings()), WebSettings())
    client = hall.tablet(LAMP) if path != "/" else hall.stranger()
    head, _, _ = client.get(path).text.partition("</header>")
    drawings = re.findall(r"icons\.svg#([a-z-]+)", head)
    assert {"camera", "die", "menu"} <= set(drawings)
    assert len(set(drawings)) == len(drawings), drawings


def test_no_two_tabs_of_a_seat_bear_the_same_drawing() -> None:
    play = Play(SAMPLE_BOX)
    for go_on in (None, set_up, to_the_turn):
        if go_on is not None:
            go_on(play)
        for seat in (FP, EP):
            tabs = tuple(one for one in play.view(seat).regions if one.role == "tab")
            drawings = [region_icon(region) for region in tabs_in_bar(tabs)]
            assert len(drawings) > 3
            assert len(set(drawings)) == len(drawings), drawings


@pytest.mark.parametrize(
    "name", ["cards", "boxes", "fight-own", "odds", "private", "hand", "notes"]
)
def test_the_drawing_of_a_covered_tab_tells_nothing_of_what_is_in_it(name: str) -> None:
    held: tuple[tuple[Widget, ...], ...] = (
        (),
        (Text(text="Nothing of yours is hidden here."),),
        (CardRow(title="Cards", cards=()), Text(text="One")),
        (Log(lines=()),),
    )
    drawings = {
        region_icon(Region(name=name, title="", role="tab", widgets=widgets, secret=True))
        for widgets in held
    }
    assert len(drawings) == 1
    assert drawings <= set(re.findall(r'<symbol id="([a-z-]+)"', ICONS.read_text("utf-8")))


def test_region_names_are_plain_words() -> None:
    with pytest.raises(ValueError, match="plain word"):
        region_key(Region(name='x" onload="', title="", role="tab", widgets=()))


def test_a_replay_has_no_forms_that_nobody_can_fill_in() -> None:
    play = Play(SAMPLE_BOX)
    set_up(play)
    for seat in (FP, EP):
        view = play.view(seat)
        parts = replay_parts(view)
        tabs = [region for region in (*parts.stage, *parts.beside) if region.role == "tab"]
        assert {"boxes", "cards", "log"} <= {region.name for region in tabs}
        assert "by-hand" in {region.name for region in view.regions}
        assert "by-hand" not in {region.name for region in tabs}
        prompts = [w for region in tabs for w in region.widgets if isinstance(w, Prompt)]
        assert all(prompt.asked for prompt in prompts)


@pytest.mark.parametrize("covered", [True, False])
def test_that_an_answer_lies_under_the_cover_is_said_while_it_is_closed(*, covered: bool) -> None:
    table = FakeTable()
    view = table.screen(LAMP).view
    (asked, *_) = (one for one in view.regions if one.role == "prompt")
    sent = Prompt(id=None, sentence="Say which.", covered=covered)
    regions = (msgspec.structs.replace(asked, widgets=(sent,)),)
    table.hub.publish(msgspec.structs.replace(view, regions=regions))
    page = open_hall(table).tablet(LAMP).get(f"/seat/{LAMP}").text
    hint = '<p class="detail when-covered">That tab is covered: open it first.</p>'
    assert (hint in page) is covered
    hides = "[data-ui-locked] .when-covered { display: none; }"
    assert hides in (TEMPLATES.parent / "static" / "css" / "screen.css").read_text(encoding="utf-8")


def test_a_button_that_sends_one_field_stands_beside_it_and_nothing_is_drawn_twice() -> None:
    form = Form(
        fields=(
            Field(name="name", label="It is", kind="text"),
            Field(name="place", label="Place", kind="place"),
        ),
        choices=(
            Choice(action="step", label="This one"),
            Choice(action="call", label="Name it", field="name"),
            Choice(action="move", label="Moved", field="place"),
            Choice(action="take", label="Off"),
        ),
    )
    table = FakeTable()
    view = table.screen(LAMP).view
    (shown,) = (one for one in view.regions if one.role == "map")
    (widget,) = shown.widgets
    assert isinstance(widget, Map)
    pieces = tuple(msgspec.structs.replace(piece, form=form) for piece in widget.pieces)
    region = msgspec.structs.replace(
        shown, widgets=(msgspec.structs.replace(widget, pieces=pieces),)
    )
    table.hub.publish(msgspec.structs.replace(view, regions=(region,)))
    page = open_hall(table).tablet(LAMP).get(f"/seat/{LAMP}/at?piece=1", headers=FROM_PAGE).text
    one = page[page.index("<form") : page.index("</form>")]
    assert re.findall(r'name="f\.(\w+)"|value="(step|call|move|take)"|class="(pair)"', one) == [
        ("", "step", ""),
        ("", "", "pair"),
        ("name", "", ""),
        ("", "call", ""),
        ("", "", "pair"),
        ("place", "", ""),
        ("", "move", ""),
        ("", "take", ""),
    ]


def test_text_of_a_view_is_never_markup() -> None:
    hall = open_hall()
    hall.table.crews.lines.append("<b>bold</b> & <script>")
    hall.table.publish()
    text = hall.stranger().get("/region/log").text
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; &lt;script&gt;" in text


def map_of(crews: Crews) -> Map:
    region = view_of(crews, PUBLIC).region("map")
    assert region is not None
    widget = region.widgets[0]
    assert isinstance(widget, Map)
    return widget


def test_the_ground_is_the_same_whatever_moves() -> None:
    crews = Crews()
    before = ground_of(map_of(crews))
    crews.spots[1] = "3,cd"
    assert ground_of(map_of(crews)) is before
    map_ = map_of(crews)
    fewer = msgspec.structs.replace(map_, lines=map_.lines[1:])
    assert ground_of(fewer).key != before.key


def test_pieces_stand_where_the_table_has_them() -> None:
    drawing = draw(map_of(Crews()))
    at = GRID.centre(Hex(18, 18))
    drawn = next(d for d in drawing.pieces if d.piece.id == 4)
    assert (drawn.x, drawn.y) == (round(100 * at.x_in), round(100 * at.y_in))
    assert [d.nth for d in drawing.pieces] == [0, 1, 0, 0, 0, 0]


def test_pieces_on_one_another_are_drawn_apart_and_those_beside_are_listed() -> None:
    map_ = map_of(Crews())
    first, second, *others = map_.pieces
    stacked = msgspec.structs.replace(second, x_in=first.x_in, y_in=first.y_in)
    away = msgspec.structs.replace(others[0], place="off")
    drawing = draw(msgspec.structs.replace(map_, pieces=(first, stacked, away)))
    one, other = drawing.pieces
    assert one.x + 20 < other.x
    assert drawing.beside == (away,)


def test_a_river_runs_along_a_hexside_and_a_road_across_it() -> None:
    map_ = map_of(Crews())
    lines = (MapLine(side="12,e/12,f", kind="river"), MapLine(side="12,e/12,f", kind="road"))
    river, road = ground_of(msgspec.structs.replace(map_, lines=lines)).lines
    assert river.path.split("l")[1].split()[1] == "0"
    assert road.path.split("l")[1] == "0 112"


def test_a_line_that_cannot_be_read_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    map_ = map_of(Crews())
    lines = (MapLine(side="here", kind="river"), MapLine(side="12,e", kind="river"))
    assert ground_of(msgspec.structs.replace(map_, lines=lines)).lines == ()
    assert "left out" in caplog.text


def test_a_name_that_several_hexes_bear_is_written_once() -> None:
    map_ = map_of(Crews())
    hexes = tuple(
        msgspec.structs.replace(hex_, name="Sea of Salt" if hex_.ground == "sea" else "")
        for hex_ in map_.hexes
    )
    names = ground_of(msgspec.structs.replace(map_, hexes=hexes)).names
    assert [label.text for label in names] == ["Sea of Salt"]


def test_a_region_without_a_title_and_widgets_can_be_drawn() -> None:
    hall = open_hall()
    region = Region(name="empty", title="", role="result", widgets=())
    view = view_of(Crews(), PUBLIC)
    extra = Region(
        name="more",
        title="More",
        role="tab",
        widgets=(Text(text="nothing"), Track(title="T", spaces=())),
    )
    hall.table.hub.publish(msgspec.structs.replace(view, regions=(region, extra)))
    text = hall.stranger().get("/").text
    assert 'id="region-empty"' in text
    assert 'data-tab="map"' not in text
