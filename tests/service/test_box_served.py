"""The box file through a real service: typed in the browser's way, there again after a kill."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from companion.games.fellowship.box.editor import FellowshipBoxEditor
from tests.support.real_table import InstalledService
from tests.support.service_process import Tablet


def test_a_value_that_was_answered_for_survives_a_kill(tmp_path: Path) -> None:
    with InstalledService(tmp_path, game="fellowship") as service:
        with closing(Tablet(service.port, "fellowship")) as browser:
            assert "counts from the next game on" in browser.get("/box/fellowship")
            status, text = browser.post(
                "/box/fellowship/cells", sheet="t-4", address="T.4/wild-1/3", value="X", before=""
            )
            assert status == 200, text
        service.kill()
    text = (tmp_path / "box.toml").read_text("utf-8")
    assert FellowshipBoxEditor().value(text, "T.4/wild-1/3") == "X"
    with (
        InstalledService(tmp_path, game="fellowship") as service,
        closing(Tablet(service.port, "fellowship")) as browser,
    ):
        page = browser.get("/box/fellowship/sheet/t-4")
        assert "<b>70</b> of 71 cells are missing" in page
