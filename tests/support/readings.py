"""Readings of markers as the reader gives them, for tests of what is made of them."""

from __future__ import annotations

from vision.reading import MarkerSeen


def marker_seen(  # noqa: PLR0913 - each is a fact that one test or another is about
    x_in: float,
    y_in: float,
    colour: str = "green",
    *,
    face: int = 1,
    serial: int | None = None,
    z_in: float = 0.5,
    yaw_deg: float = 0.0,
    place: str | None = None,
) -> MarkerSeen:
    """One marker in one picture, told without doubt; its place says where it lies."""
    return MarkerSeen(
        tag_id=None,
        colour=colour,
        face=face,
        serial=serial,
        x_in=x_in,
        y_in=y_in,
        z_in=z_in,
        yaw_deg=yaw_deg,
        place=place or f"{round(x_in)},{round(y_in)}",
        confidence=1.0,
    )
