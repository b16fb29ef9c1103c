"""What stands on a seat's screen for who looks at it while the cover is drawn.

It goes by the page alone: the cover has to hold also where its style sheet did not come.
"""

from __future__ import annotations

from html.parser import HTMLParser

VOID = frozenset({"input", "img", "br", "link", "meta", "use", "path", "circle", "rect"})


class _Reading(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        marks = dict(attrs)
        if self._depth or "hidden" in marks or marks.get("visibility") == "hidden":
            self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag not in VOID:
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        if not self._depth:
            self.seen.append(data)


def seen_by_onlooker(html: str) -> str:
    """The text of a page or of a part of one that is not under its cover."""
    reading = _Reading()
    reading.feed(html)
    reading.close()
    return "".join(reading.seen)
