"""A replay as one file of HTML that opens from a disk: nothing is loaded, nothing is asked for.

What changes from step to step is kept once for each wording, packed, and unpacked by the browser.
"""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec
from flask import Flask, render_template
from markupsafe import Markup

from companion.table.ids import SeatId
from companion.table.views import Region, View
from webui import render
from webui.assets import FOLDER
from webui.mapdraw import draw
from webui.ports import Timeline
from webui.render import Showing, region_maps, replay_parts

_STYLES: Final = ("base", "widgets", "map", "screen")
_SCRIPTS: Final = ("mapnames", "marks", "export")
_FONT: Final = re.compile(r"@font-face\s*{[^}]*}\s*")
_MODULE_WORDS: Final = re.compile(r"^(?:export (?=\w)|import [^;]*;)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ExportedLook:
    """One way to look at the game.

    Attributes:
        viewer: whose view.
        title: what it is called.
        note: what it shows and hides.
        timeline: its steps and marks.
        views: its view at every step.
    """

    viewer: SeatId
    title: str
    note: str
    timeline: Timeline
    views: Iterable[View]


class _PackedLook(msgspec.Struct, kw_only=True):
    title: str
    note: str
    steps: list[tuple[list[int], list[int]]]
    marks: list[tuple[int, str, str]]
    has_heat: bool


class _Packed(msgspec.Struct, kw_only=True):
    parts: list[str]
    grounds: dict[str, tuple[str, str]]
    looks: list[_PackedLook]


@dataclass
class _Packer:
    """Gathers the parts of all steps, each wording once."""

    parts: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    grounds: dict[str, tuple[str, str]] = field(default_factory=dict)

    def step(self, view: View, showing: Showing) -> tuple[list[int], list[int]]:
        """The numbers of the parts of one step: on the stage, and beside it."""
        stage, beside = (
            [self._part(region, showing) for region in regions] for regions in replay_parts(view)
        )
        return stage, beside

    def _part(self, region: Region, showing: Showing) -> int:
        ground = ""
        for map_ in region_maps(region):
            drawn = draw(map_).ground
            ground = drawn.key
            if ground not in self.grounds:
                page = render_template("export_ground.html", ground=drawn)
                first, _, second = page.partition("<!-- upper -->")
                self.grounds[ground] = (first, second)
        shown = with_ground(showing, ground)
        text = render_template("region.html", region=region, showing=shown)
        number = self.numbers.setdefault(text, len(self.parts))
        if number == len(self.parts):
            self.parts.append(text)
        return number


def with_ground(showing: Showing, ground: str) -> Showing:
    """The same way of showing, with a ground that is there already."""
    return replace(showing, ground=ground)


def replay_html(title: str, looks: Iterable[ExportedLook]) -> str:
    """The whole file.

    Args:
        title: name of the game.
        looks: the ways to look at it; the first is shown at first.
    """
    app = Flask("webui", static_folder=None)
    render.install(app)
    app.jinja_env.globals["asset"] = lambda _name: ""
    packer = _Packer()
    with app.app_context():
        packed = [_packed(packer, look) for look in looks]
        everything = _Packed(parts=packer.parts, grounds=packer.grounds, looks=packed)
        data = gzip.compress(msgspec.json.encode(everything), mtime=0)
        return render_template(
            "export.html",
            title=title,
            style=Markup(_style()),  # noqa: S704 - files of this package
            script=Markup(_script()),  # noqa: S704 - files of this package
            icons=Markup(FOLDER.joinpath("icons.svg").read_text("utf-8")),  # noqa: S704 - files of this package
            data=base64.b64encode(data).decode(),
            looks=packed,
            has_heat=any(look.has_heat for look in packed),
        )


def _packed(packer: _Packer, look: ExportedLook) -> _PackedLook:
    showing = Showing(
        viewer=look.viewer, base="", live=False, heat=look.timeline.heat, covered=False
    )
    return _PackedLook(
        title=look.title,
        note=look.note,
        steps=[packer.step(view, showing) for view in look.views],
        marks=[(mark.step, mark.label, mark.kind) for mark in look.timeline.marks],
        has_heat=bool(look.timeline.heat),
    )


def _style() -> str:
    texts = (FOLDER.joinpath("css", f"{name}.css").read_text("utf-8") for name in _STYLES)
    return _FONT.sub("", "\n".join(texts))


def _script() -> str:
    texts = (FOLDER.joinpath("js", f"{name}.js").read_text("utf-8") for name in _SCRIPTS)
    return _MODULE_WORDS.sub("", "\n".join(texts)).replace("</", "<\\/")
