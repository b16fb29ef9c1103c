"""A screen in the language of its device: what is translated, what is not, and who chooses."""

from __future__ import annotations

import re
from typing import Final, get_type_hints

import msgspec
import pytest

from companion.table import views
from companion.table.ids import PUBLIC
from tests.support.web_client import FROM_PAGE, open_hall
from tests.support.web_fake import FakeTable
from tests.support.web_views import LAMP
from webui.language.catalogue import OWN_NAMES
from webui.language.choice import COOKIE, language, spoken
from webui.language.door import TEXTS, texts_in, translated
from webui.pages import screens

GERMAN: Final = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}

NO_TEXTS: Final = {
    # Names that forms send back, names of drawings and of places, numbers as texts.
    views.Box: {"id"},
    views.Card: {"id"},
    views.Choice: {"action", "weight", "field"},
    views.Explained: {"roll_source"},
    views.Field: {"name", "kind", "value"},
    views.Map: {"full_columns"},
    views.MapHex: {"place", "ground", "kind", "name", "lit"},
    views.MapLine: {"side", "kind"},
    views.MapPiece: {"place", "colour", "shape", "mode"},
    views.Option: {"value"},
    views.Prompt: {"id"},
    views.Region: {"name", "role"},
    views.Status: {"seat"},
    views.Table: {"id"},
    views.Text: {"style"},
    views.View: {"seat"},
}


def strings_of(kind: type[msgspec.Struct]) -> set[str]:
    """The fields of a value of a view that hold strings."""
    hints = get_type_hints(kind)
    texts = (str, tuple[str, ...], str | None)
    return {
        name
        for name, hint in hints.items()
        if hint in texts or "Literal" in str(hint) or "NewType" in type(hint).__name__
    } - {"id"} | ({"id"} & set(NO_TEXTS.get(kind, ())))


@pytest.mark.parametrize(
    "kind",
    [
        kind
        for kind in vars(views).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    ],
)
def test_of_every_string_of_a_view_it_is_decided_whether_it_is_a_text(
    kind: type[msgspec.Struct],
) -> None:
    texts, others = set(TEXTS.get(kind, ())), NO_TEXTS.get(kind, set())
    assert not texts & others
    assert kind in TEXTS or kind in NO_TEXTS
    inner = [name for name in kind.__struct_fields__ if "Form" in str(get_type_hints(kind)[name])]
    assert not inner or kind in TEXTS
    assert strings_of(kind) - {"id"} == (texts | others) - {"id"}


def test_a_view_is_translated_in_its_texts_and_nowhere_else() -> None:
    view = FakeTable().screen(LAMP).view
    assert translated(view, str) is view
    shouted = translated(view, str.upper)
    assert shouted.seat == view.seat
    assert [text.upper() for text in texts_in(view)] == list(texts_in(shouted))
    assert msgspec.json.encode(translated(shouted, str.lower)) == msgspec.json.encode(
        translated(view, str.lower)
    )
    for region, other in zip(view.regions, shouted.regions, strict=True):
        assert (region.name, region.role) == (other.name, other.role)


def test_a_browser_gets_the_language_that_it_asks_for() -> None:
    hall = open_hall()
    english = hall.stranger().get("/")
    german = hall.stranger().get("/", headers=GERMAN)
    french = hall.stranger().get("/", headers={"Accept-Language": "fr"})
    assert '<html lang="de">' in german.text
    assert "Teile des Bildschirms" in german.text
    for page in (english, french):
        assert '<html lang="en">' in page.text
        assert "Parts of the screen" in page.text


def test_a_device_keeps_the_language_that_it_has_chosen() -> None:
    device = open_hall().stranger()
    answer = device.post("/language", data={"language": "de"}, headers=FROM_PAGE)
    assert answer.headers["HX-Refresh"] == "true"
    cookie = device.get_cookie(COOKIE)
    assert cookie is not None
    assert (cookie.value, cookie.http_only, cookie.same_site) == ("de", True, "Lax")
    assert '<html lang="de">' in device.get("/join").text
    device.post("/language", data={"language": "en"}, headers=FROM_PAGE)
    assert '<html lang="en">' in device.get("/join", headers=GERMAN).text


def test_a_language_that_is_none_is_refused_in_the_language_of_the_device() -> None:
    answer = (
        open_hall()
        .stranger()
        .post("/language", data={"language": "xx"}, headers={**FROM_PAGE, **GERMAN})
    )
    assert answer.status_code == 400
    assert "Erwartet wurde eine der Sprachen" in answer.text


@pytest.mark.parametrize("path", ["/join", "/seats", "/seat/lamp", "/seat/lamp/menu"])
def test_every_language_is_offered_in_its_own_words(path: str) -> None:
    hall = open_hall()
    device = hall.tablet(LAMP) if path.endswith("menu") else hall.stranger()
    page = device.get(path).text
    for tag, name in OWN_NAMES.items():
        assert re.search(rf'value="{tag}" lang="{tag}"[^>]*><span[^>]*>{name}<', page)


def test_a_public_part_is_drawn_once_in_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def counted(value: msgspec.Struct) -> msgspec.Struct:
        drawn.append(language())
        return spoken(value)

    monkeypatch.setattr(screens, "spoken", counted)
    hall = open_hall()
    first = hall.stranger().get("/region/log", headers=GERMAN)
    again = hall.stranger().get("/region/log", headers=GERMAN)
    other = hall.stranger().get("/region/log")
    assert first.data == again.data != other.data
    assert drawn == ["de", "en"]


def test_scripts_get_their_words_with_the_page_and_english_ones_none() -> None:
    hall = open_hall()
    assert 'id="words"' not in hall.stranger().get("/").text
    german = hall.stranger().get("/", headers=GERMAN).text
    words = re.search(r'<script type="application/json" id="words">(.*?)</script>', german)
    assert words is not None
    assert msgspec.json.decode(words[1])["Pause"] == "Anhalten"


def test_the_view_behind_the_screen_stays_english() -> None:
    hall = open_hall()
    before = hall.table.screen(PUBLIC).view
    hall.stranger().get("/", headers=GERMAN)
    assert hall.table.screen(PUBLIC).view == before
