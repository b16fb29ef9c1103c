from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.web_client import open_hall
from webui.assets import FOLDER, Assets
from webui.language.catalogue import OWN_NAMES

WEBUI = Path(__file__).parents[2] / "webui"


def test_a_file_is_kept_by_browsers_until_any_file_changes() -> None:
    assets = Assets()
    client = open_hall().stranger()
    answer = client.get(f"/assets/{assets.release}/css/base.css")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert client.get("/assets/old/css/base.css").headers["Cache-Control"] == "no-cache"
    assert client.get("/assets/old/css/none.css").status_code == 404
    assert client.get("/assets/old/../app.py").status_code == 404


def test_text_files_go_out_compressed_fonts_as_they_are() -> None:
    client = open_hall().stranger()
    zipped = {"Accept-Encoding": "gzip"}
    script = client.get("/assets/x/vendor/htmx.min.js", headers=zipped)
    assert script.headers["Content-Encoding"] == "gzip"
    assert script.mimetype == "text/javascript"
    font = client.get("/assets/x/vendor/source-sans-3-latin-400-normal.woff2", headers=zipped)
    assert "Content-Encoding" not in font.headers
    assert font.mimetype == "font/woff2"


def test_a_missing_file_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="build_browser_files"):
        Assets(tmp_path).require("vendor/htmx.min.js")


def test_every_file_that_styles_and_scripts_name_is_there() -> None:
    for path in FOLDER.rglob("*.css"):
        for name in re.findall(r"url\((?!#)([^)]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / name).is_file(), f"{path.name} names {name}"
    for path in (FOLDER / "js").glob("*.js"):
        for name in re.findall(r'from "([^"]+)"', path.read_text(encoding="utf-8")):
            assert (path.parent / name).is_file(), f"{path.name} names {name}"


def test_the_lock_file_names_no_address() -> None:
    lock = json.loads((WEBUI / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        assert "resolved" not in package, name
        assert name == "" or "integrity" in package, name


@pytest.mark.parametrize("language", OWN_NAMES)
def test_a_first_load_is_small(language: str) -> None:
    client = open_hall().stranger()
    zipped = {"Accept-Encoding": "gzip", "Accept-Language": language}
    page = client.get("/", headers=zipped)
    total = len(page.data)
    wanted = [name for name in Assets()._assets if not name.startswith("vendor")]
    wanted += ["vendor/htmx.min.js"]
    wanted += [
        f"vendor/{font}-normal.woff2"
        for font in (
            "source-sans-3-latin-400",
            "source-sans-3-latin-600",
            "source-serif-4-latin-600",
        )
    ]
    total += sum(len(client.get(f"/assets/x/{name}", headers=zipped).data) for name in wanted)
    assert total < 300_000
