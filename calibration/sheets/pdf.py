"""Writes a sheet as PDF in true size; the same sheet gives the same bytes."""

from __future__ import annotations

from io import BytesIO
from typing import Final, assert_never

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from calibration.sheets.fonts import CAPITAL_SHARE, font_name
from calibration.sheets.shapes import Area, Ink, Line, Point, Rectangle, Shape, Sheet, Text

POINTS_PER_MM: Final = 72 / 25.4
_DASH_MM: Final = (2.0, 1.0)
_EVEN_ODD: Final = 0
"""FILL_EVEN_ODD of reportlab, which its stubs lack."""


def sheet_pdf(sheet: Sheet) -> bytes:
    """The sheet as the bytes of a PDF file that asks viewers not to scale it."""
    page_size = (sheet.paper.width_mm * POINTS_PER_MM, sheet.paper.height_mm * POINTS_PER_MM)
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=page_size, invariant=1, pageCompression=1)
    canvas.setTitle(sheet.title)
    canvas.setCreator("table companion")
    canvas.setViewerPreference("PrintScaling", "None")
    for page in sheet.pages:
        brush = _Brush(canvas, sheet.paper.height_mm)
        for shape in page.shapes:
            brush.draw(shape)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


class _Brush:
    """Draws shapes; the one place where y turns over and millimetres become points."""

    def __init__(self, canvas: Canvas, height_mm: float) -> None:
        self._canvas = canvas
        self._height_mm = height_mm

    def draw(self, shape: Shape) -> None:
        match shape:
            case Rectangle():
                self._fill(shape.ink)
                left, bottom = self._at((shape.x_mm, shape.y_mm + shape.height_mm))
                self._canvas.rect(
                    left,
                    bottom,
                    shape.width_mm * POINTS_PER_MM,
                    shape.height_mm * POINTS_PER_MM,
                    stroke=0,
                    fill=1,
                )
            case Line():
                self._line(shape)
            case Area():
                self._area(shape)
            case Text():
                self._text(shape)
            case _:
                assert_never(shape)

    def _at(self, point_mm: Point) -> Point:
        return point_mm[0] * POINTS_PER_MM, (self._height_mm - point_mm[1]) * POINTS_PER_MM

    def _fill(self, ink: Ink) -> None:
        self._canvas.setFillColor(Color(*ink))

    def _line(self, line: Line) -> None:
        self._canvas.setStrokeColor(Color(*line.ink))
        self._canvas.setLineWidth(line.width_mm * POINTS_PER_MM)
        dash = [length * POINTS_PER_MM for length in _DASH_MM] if line.is_dashed else []
        self._canvas.setDash(dash)
        self._canvas.line(*self._at(line.start_mm), *self._at(line.end_mm))

    def _area(self, area: Area) -> None:
        self._fill(area.ink)
        path = self._canvas.beginPath()
        for loop in area.loops_mm:
            path.moveTo(*self._at(loop[0]))
            for corner in loop[1:]:
                path.lineTo(*self._at(corner))
            path.close()
        self._canvas.drawPath(path, stroke=0, fill=1, fillMode=_EVEN_ODD)

    def _text(self, text: Text) -> None:
        self._fill(text.ink)
        self._canvas.setFont(
            font_name(is_bold=text.is_bold), text.height_mm / CAPITAL_SHARE * POINTS_PER_MM
        )
        draw = {
            "left": self._canvas.drawString,
            "middle": self._canvas.drawCentredString,
            "right": self._canvas.drawRightString,
        }[text.anchor]
        draw(*self._at(text.at_mm), text.text)
