"""Hands over the virtual table in a browser: a cube is dragged to a place of the board."""

from __future__ import annotations

from typing import Final, cast

from playwright.sync_api import Page, expect

from companion.board.board import Board
from companion.board.places import parse_place

_AT: Final = """([x, y]) => {
  const point = new DOMPoint(100 * x, 100 * y);
  const at = point.matrixTransform(document.getElementById("demo-map").getScreenCTM());
  return [at.x, at.y];
}"""


EYE_PATIENCE_MS: Final = 90_000
"""The eye gives way to everybody else: on a busy machine its pictures come late."""


def follows_cubes(page: Page, base: str, count: int) -> None:
    """Open the public screen and wait until the eye has met so many cubes where they lie."""
    page.goto(base)
    words = page.get_by_text(f"The camera follows {count} cubes.")
    expect(words).to_be_attached(timeout=EYE_PATIENCE_MS)


def drag_cube(page: Page, board: Board, cube: str, place: str) -> None:
    """Drag a cube of the virtual table, and wait until it lies there.

    Args:
        page: the virtual table.
        board: the board that it shows.
        cube: name of the cube, such as ``red cube, face 1``.
        place: label of the place.
    """
    middle = board.middle_of(parse_place(place))
    at = cast("tuple[float, float]", tuple(page.evaluate(_AT, [middle.x_in, middle.y_in])))
    piece = page.get_by_role("button", name=cube).first
    box = piece.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*at, steps=4)
    with page.expect_response("**/demo/place") as answer:
        page.mouse.up()
    assert answer.value.status == 200
    expect(page.locator(".demo-cubes .notice")).to_have_count(0)
