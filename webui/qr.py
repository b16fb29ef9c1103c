"""QR codes as SVG inside the page, without styles of their own."""

from __future__ import annotations

import segno
from markupsafe import Markup

from webui.language.choice import say


def qr_svg(text: str, title: str) -> Markup:
    """A QR code with a quiet zone, drawn by the class names ``qr-light`` and ``qr-dark``."""
    code = segno.make(text, error="m", micro=False)
    size = code.symbol_size(border=4)[0]
    runs = []
    for row, cells in enumerate(code.matrix_iter(border=4)):
        start = None
        for column, is_dark in enumerate((*cells, 0)):
            if is_dark and start is None:
                start = column
            elif not is_dark and start is not None:
                runs.append(f"M{start} {row}h{column - start}v1h-{column - start}z")
                start = None
    return Markup(
        '<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{title}">'
        '<rect class="qr-light" width="{size}" height="{size}"/>'
        '<path class="qr-dark" shape-rendering="crispEdges" d="{path}"/></svg>'
    ).format(size=size, title=say(title), path="".join(runs))
