"""The two fonts of the sheets, taken into the file so that every printer prints the same."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from calibration.sheets.shapes import Text

CAPITAL_SHARE: Final = 1493 / 2048
"""Height of capitals and digits over the size of the font, in both fonts."""
_FILES: Final = {False: "Vera.ttf", True: "VeraBd.ttf"}
_FOLDER: Final = Path(reportlab.__file__).parent / "fonts"


def font_file(*, is_bold: bool) -> Path:
    """Where the font is kept; it comes with reportlab."""
    return _FOLDER / _FILES[is_bold]


@cache
def font_name(*, is_bold: bool) -> str:
    """Name of the font for reportlab, which knows it from then on."""
    name = Path(_FILES[is_bold]).stem
    pdfmetrics.registerFont(TTFont(name, str(font_file(is_bold=is_bold))))
    return name


def text_width_mm(text: Text) -> float:
    """How wide a line of text is."""
    size_mm = text.height_mm / CAPITAL_SHARE
    return float(pdfmetrics.stringWidth(text.text, font_name(is_bold=text.is_bold), size_mm))


def unprintable(text: str) -> str:
    """The characters of a text that the fonts do not have, each once."""
    font = pdfmetrics.getFont(font_name(is_bold=False))
    if not isinstance(font, TTFont):
        raise TypeError(f"{font.fontName} is expected to be a TrueType font")
    glyphs = font.face.charToGlyph
    return "".join(dict.fromkeys(sign for sign in text if ord(sign) not in glyphs))
