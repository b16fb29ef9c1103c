"""Whether a page shows a view: every word of it that counts, asked of the page in one go.

A question to a browser goes through two other processes. A view is a dozen questions, a turn of the
game some hundred views on three screens; so what is wanted goes to the page, which compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as NotInTimeError

from companion.table.views import Explained, Log, Map, MapPiece, Prompt, Status, View
from companion.table.wording import explained_line

Check = tuple[str, str, list[Any] | int]
"""A selector, what of its elements is compared, and what that has to be.

Compared are ``text`` (whole texts, in order; white space counts once), ``value`` (the attribute, in
order), ``count`` (how many there are) or ``pieces`` (markers of the map, in any order).
"""

_ASKED: Final = ".ask .prompt:not(.is-aside)"
"""What may be taken back stands beside it; the rules know nothing of that."""

_APART_UNITS: Final = 75
"""How far from the middle of its place a marker may be drawn, in hundredths of an inch."""

_FIRST_WRONG: Final = """([checks, apart]) => {
  const words = (element) => element.textContent.replace(/\\s+/g, " ").trim();
  const piece = (element) => {
    const point = /translate\\(([-\\d.]+) ([-\\d.]+)\\)/.exec(element.getAttribute("transform"));
    return {
      colour: /colour-(\\S+)/.exec(element.querySelector(".cube").getAttribute("class"))[1],
      face: Number(element.querySelector(".badge text").textContent),
      name: element.querySelector(".piece-name")?.textContent ?? "",
      x: Number(point[1]), y: Number(point[2]),
    };
  };
  const same = {
    text: (one, other) => one === other,
    value: (one, other) => one === other,
    pieces: (one, other) => one.colour === other.colour && one.face === other.face
      && one.name === other.name && Math.hypot(one.x - other.x, one.y - other.y) <= apart,
  };
  const read = { text: words, value: (element) => element.getAttribute("value"), pieces: piece };
  for (const [selector, kind, wanted] of checks) {
    const elements = [...document.querySelectorAll(selector)];
    if (kind === "count") {
      if (elements.length !== wanted) return { selector, shown: elements.length, wanted };
      continue;
    }
    const shown = elements.map(read[kind]);
    const isRight = shown.length === wanted.length && wanted.every((one, place) =>
      kind === "pieces"
        ? shown.some((other) => same.pieces(one, other))
        : same[kind](one, shown[place]));
    if (!isRight) return { selector, shown, wanted };
  }
  return null;
}"""
_IS_SHOWN: Final = f"(wanted) => ({_FIRST_WRONG})(wanted) === null"


def expect_shown(page: Page, checks: Sequence[Check]) -> None:
    """Wait until a page shows all of this at one moment.

    Raises:
        AssertionError: it shows something else; the first difference is named.
    """
    wanted = [list(checks), _APART_UNITS]
    if page.evaluate(_FIRST_WRONG, wanted) is None:
        return
    try:
        page.wait_for_function(_IS_SHOWN, arg=wanted)
    except NotInTimeError as error:
        raise AssertionError(f"not as wanted: {page.evaluate(_FIRST_WRONG, wanted)}") from error


def checks_of(view: View, *, can_press: bool) -> list[Check]:
    """What a screen has to show of a view: where the game stands, questions, markers, log, result.

    Args:
        view: the view.
        can_press: whether the screen has buttons, as that of a seat has.
    """
    asking = [region for region in view.regions if region.role == "prompt"]
    prompts = [one for region in asking for one in region.widgets if isinstance(one, Prompt)]
    found = [*_prompts(prompts, can_press=can_press)]
    for region in view.regions:
        for widget in region.widgets:
            match widget:
                case Status():
                    found += _status(widget)
                case Explained():
                    found.append(_texts(".results .explained-line", [explained_line(widget)]))
                case Map():
                    found.append((".pieces .piece", "pieces", _pieces(widget.pieces)))
                    ways = sum(len(trail) > 1 for trail in widget.trails)
                    found.append((".trails polyline", "count", ways))
                case Log():
                    last = [f"{line.text} {line.section}" for line in widget.lines[-3:]]
                    lines = f".log-line:nth-last-child(-n + {len(last)})"
                    found.append(_texts(lines, last))
                case _:
                    pass
    return found


def _status(status: Status) -> Iterator[Check]:
    yield _texts(".status .turn", [status.turn])
    yield _texts(".status .player-turn", [status.player_turn])
    yield _texts(".status-step", [f"{status.step} {status.section}"])
    yield _texts(".phase.is-current", [phase.label for phase in status.phases if phase.current])
    yield _texts(".sample", [status.sample] if status.sample else [])


def _prompts(prompts: Sequence[Prompt], *, can_press: bool) -> Iterator[Check]:
    sentences = [f"{prompt.sentence} {prompt.section}" for prompt in prompts]
    yield _texts(f"{_ASKED} .sentence", sentences)
    yield _texts(f"{_ASKED} .detail", [line for prompt in prompts for line in prompt.detail])
    offered = [choice.action for prompt in prompts for choice in prompt.form.choices]
    buttons = f"{_ASKED} button[name=action]"
    yield (buttons, "value", offered if can_press else [])


def _pieces(pieces: Iterable[MapPiece]) -> list[dict[str, Any]]:
    return [
        {
            "colour": piece.colour,
            "face": piece.face,
            "name": piece.name,
            "x": piece.x_in * 100,
            "y": piece.y_in * 100,
        }
        for piece in pieces
    ]


def _texts(selector: str, texts: Iterable[str]) -> Check:
    return (selector, "text", [" ".join(text.split()) for text in texts])
