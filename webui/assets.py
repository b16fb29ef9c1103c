"""The files that every page shares, held in memory and compressed once.

Their addresses hold a digest of all of them, so browsers keep them until any of them changes, and
style sheets and modules can name their neighbours by relative addresses.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort, request, url_for

FOLDER: Final = Path(__file__).resolve().parent / "static"
_COMPRESSIBLE: Final = (".css", ".js", ".svg", ".txt", ".json", ".webmanifest")
_YEAR_S: Final = 31536000


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: bytes, the same compressed where it helps, media type."""

    body: bytes
    zipped: bytes | None
    media_type: str


class Assets:
    """All files below a folder."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._assets = {
            path.relative_to(folder).as_posix(): _load(path)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        digest = hashlib.sha256()
        for name, asset in self._assets.items():
            digest.update(name.encode() + b"\0" + hashlib.sha256(asset.body).digest())
        self.release = digest.hexdigest()[:12]

    def get(self, name: str) -> Asset | None:
        """The file of that name, None if there is none."""
        return self._assets.get(name)

    def require(self, name: str) -> str:
        """The name again, if there is such a file.

        Raises:
            FileNotFoundError: there is none.
        """
        if name not in self._assets:
            raise FileNotFoundError(
                f"webui/static has no {name}; run scripts/build_browser_files.py"
            )
        return name


def _load(path: Path) -> Asset:
    body = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".js":
        media_type = "text/javascript"
    if path.suffix == ".woff2":
        media_type = "font/woff2"
    zipped = gzip.compress(body, mtime=0) if path.suffix in _COMPRESSIBLE else None
    return Asset(body, zipped, media_type)


def asset_blueprint(assets: Assets) -> Blueprint:
    """Routes and the template function ``asset`` for the shared files."""
    blueprint = Blueprint("assets", __name__)

    @blueprint.get("/assets/<release>/<path:name>")
    def serve(release: str, name: str) -> Response:
        asset = assets.get(name)
        if asset is None:
            abort(404)
        zipped = asset.zipped if request.accept_encodings["gzip"] else None
        response = Response(zipped or asset.body, mimetype=asset.media_type)
        if zipped:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        is_current = release == assets.release
        response.headers["Cache-Control"] = (
            f"public, max-age={_YEAR_S}, immutable" if is_current else "no-cache"
        )
        return response

    @blueprint.app_template_global("asset")
    def asset_url(name: str) -> str:
        return url_for("assets.serve", release=assets.release, name=assets.require(name))

    @blueprint.app_template_global("asset_release")
    def asset_release() -> str:
        return assets.release

    return blueprint
