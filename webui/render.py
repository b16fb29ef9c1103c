"""Which template draws which widget, and the words and numbers that templates need."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

import msgspec
from babel.dates import format_datetime
from flask import Flask

from companion.table.ids import PUBLIC, SeatId
from companion.table.views import (
    BoxGrid,
    CardRow,
    Explained,
    Form,
    Log,
    Map,
    Prompt,
    Region,
    Status,
    Table,
    Text,
    Track,
    View,
    Widget,
)
from companion.table.wording import explained_line, number_text, signed_text
from webui.devices import device_manner, device_text
from webui.heat import heat_marks
from webui.language import choice
from webui.mapdraw import draw

_TEMPLATES: Final[dict[type[Widget], str]] = {
    Prompt: "widgets/prompt.html",
    Status: "widgets/status.html",
    Track: "widgets/track.html",
    Table: "widgets/table.html",
    Explained: "widgets/explained.html",
    CardRow: "widgets/card_row.html",
    BoxGrid: "widgets/box_grid.html",
    Map: "widgets/map.html",
    Text: "widgets/text.html",
    Log: "widgets/log.html",
}

_ICONS: Final[dict[type[Widget], str]] = {
    Track: "track",
    Table: "table",
    CardRow: "cards",
    BoxGrid: "boxes",
    Log: "log",
    Prompt: "pencil",
}

_NAMED_ICONS: Final = frozenset({"ring", "set-up", "wounds", "fight"})
"""Drawings that a region of the same name bears, whatever is in it."""

_SECRET_ICONS: Final = {"boxes": "boxes", "odds": "table", "private": "pencil", "fight-own": "note"}
"""Drawings of secret regions by their names; all others bear that of cards."""

_GLYPHS: Final = {
    "sneak": ("sneak", "creep"),
    "foot": ("foot", "feet", "walk"),
    "horse": ("horse", "mount", "ride", "riding"),
    "wave": ("wave", "ship", "boat", "water", "sea", "river", "raft", "swim"),
    "wing": ("wing", "fly", "flies", "air"),
    "moon": ("moon", "night", "rest", "hide", "hidden", "dormant", "sleep"),
}
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """For whom and how regions are drawn.

    Attributes:
        viewer: a seat or `PUBLIC`.
        base: address that the viewer's routes begin with, such as ``/seat/owls``.
        live: whether what is shown is now: forms can be pressed and regions follow the stream.
        waited_s: how long the prompt has stood.
        ground: key of the map ground that the screen has already.
        heat: how often markers came to the places of the map, for a replay.
        covered: whether secrets lie under a cover that is lifted by holding.
    """

    viewer: SeatId
    base: str
    live: bool = True
    waited_s: float = 0.0
    ground: str = ""
    heat: tuple[tuple[str, int], ...] = ()
    covered: bool = True

    @property
    def is_public(self) -> bool:
        """Whether anybody may see this."""
        return self.viewer == PUBLIC

    @property
    def can_act(self) -> bool:
        """Whether forms are drawn."""
        return self.live and not self.is_public


def widget_template(widget: Widget) -> str:
    """Name of the template of a widget.

    Raises:
        TypeError: the widget is of a type that the web UI does not know.
    """
    name = _TEMPLATES.get(type(widget))
    if name is None:
        raise TypeError(f"no template draws the widget {type(widget).__name__}")
    return name


def waited_text(seconds: float) -> str:
    """How long something has waited, in words; nothing for less than half a minute."""
    if seconds < 30:
        return ""
    if seconds < 90:
        return "asked a minute ago"
    if seconds < 5400:
        return f"asked {round(seconds / 60)} minutes ago"
    return f"asked {round(seconds / 3600)} hours ago"


def day_text(moment: str) -> str:
    """A moment such as ``2026-01-02T03:04:05Z`` by this machine's clock, in words."""
    local = datetime.fromisoformat(moment).astimezone()
    pattern = choice.say("d MMMM y, HH:mm")
    return format_datetime(local, pattern, locale=choice.language())


def glyph(mode: str) -> str:
    """Name of the small drawing for a mode in words, empty if there is none."""
    words = re.findall(r"[a-z]+", mode.lower())
    return next(
        (
            name
            for name, stems in _GLYPHS.items()
            if any(word.startswith(stem) for word in words for stem in stems)
        ),
        "",
    )


def css_word(text: str) -> str:
    """A word of a view as part of a class name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


_ABOVE_TABS: Final = ("status", "prompt", "result")


def region_key(region: Region) -> str:
    """The name of a region, checked to be a plain word, for ids and addresses.

    Raises:
        ValueError: it is not.
    """
    if not _NAME.match(region.name):
        raise ValueError(f"a region's name is a small plain word, got {region.name!r}")
    return region.name


def regions_of(view: View, role: str) -> tuple[Region, ...]:
    """The regions of a view that go to one part of the screen."""
    return tuple(region for region in view.regions if region.role == role)


class ReplayParts(NamedTuple):
    """The regions of one step of a replay: those on the stage, and those beside it."""

    stage: tuple[Region, ...]
    beside: tuple[Region, ...]


def replay_parts(view: View) -> ReplayParts:
    """What a replay shows of a view.

    The map has the stage, in a game without one its first tab. Tables to look things up in do not
    change and would only be in the way, as would what can be done at any time: nobody can here.
    """
    tabs = tuple(tab for tab in map(_without_deeds, regions_of(view, "tab")) if tab.widgets)
    stage = regions_of(view, "map") or tabs[:1]
    beside = [region for role in _ABOVE_TABS for region in regions_of(view, role)]
    beside += [
        tab
        for tab in tabs
        if tab not in stage and not any(isinstance(widget, Table) for widget in tab.widgets)
    ]
    return ReplayParts(stage, tuple(beside))


def _without_deeds(tab: Region) -> Region:
    """A tab without its forms that nobody is asked to fill in; empty if little else is in it."""
    kept = tuple(w for w in tab.widgets if not isinstance(w, Prompt) or w.asked)
    if len(kept) < len(tab.widgets) and all(isinstance(widget, Text) for widget in kept):
        kept = ()
    return msgspec.structs.replace(tab, widgets=kept)


def has_form(form: Form) -> bool:
    """Whether there is anything to press or fill in."""
    return bool(form.choices or form.fields)


def region_maps(region: Region) -> tuple[Map, ...]:
    """The maps in a region."""
    return tuple(widget for widget in region.widgets if isinstance(widget, Map))


TABS_IN_BAR: Final = 5
"""With more of them their names are cut short on a telephone; a map and "More" come beside them."""


def tabs_in_bar(tabs: tuple[Region, ...]) -> tuple[Region, ...]:
    """The tabs that stand in the bar; the rest, used rarely, lies behind "More".

    Rarely used ones fill what room the others leave, in their order.
    """
    room = TABS_IN_BAR - sum(not region.rare for region in tabs)
    rare = [region.name for region in tabs if region.rare][: max(room, 0)]
    return tuple(region for region in tabs if not region.rare or region.name in rare)


def region_traits(region: Region) -> str:
    """Class names that say what a region holds."""
    return " ".join(sorted({f"has-{css_word(type(w).__name__)}" for w in region.widgets}))


def region_icon(region: Region) -> str:
    """Which small drawing stands on the tab of a region."""
    if region.name in _NAMED_ICONS:
        return region.name
    if region.secret and region.role == "tab":
        # The tab stands open: a drawing by what is in the region would tell of what it covers.
        return _SECRET_ICONS.get(region.name, "cards")
    icons = (_ICONS.get(type(widget)) for widget in region.widgets)
    return next((icon for icon in icons if icon is not None), "note")


def install(app: Flask) -> None:
    """Give the templates of an app what they need from here."""
    choice.install(app)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        number=number_text,
        signed=signed_text,
        waited=waited_text,
        day=day_text,
        glyph=glyph,
        css=css_word,
    )
    app.jinja_env.globals.update(
        widget_template=widget_template,
        explained_line=explained_line,
        region_key=region_key,
        regions_of=regions_of,
        replay_parts=replay_parts,
        region_traits=region_traits,
        tabs_in_bar=tabs_in_bar,
        region_maps=region_maps,
        region_icon=region_icon,
        has_form=has_form,
        has_card_photos=lambda: False,
        has_eye=False,
        has_doctor=False,
        has_die=lambda: False,
        has_virtual_table=False,
        draw_map=draw,
        heat_marks=heat_marks,
        device_manner=device_manner,
        device_text=device_text,
    )
