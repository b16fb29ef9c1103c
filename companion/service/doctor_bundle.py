"""What whoever helps from afar needs to know, as a ZIP file: no game, no seat's code, no password.

It is built by adding: findings, versions and settings. Journals, pairings, box files and pictures
stay where they are.
"""

from __future__ import annotations

import io
import platform
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from companion.service.doctor_finding import Finding
from companion.service.settings import Settings

_STAMP: Final = (1980, 1, 1, 0, 0, 0)
"""The same for every file: what is in the bundle says when it was made."""

_PASSWORD: Final = re.compile(r"(\w+://)[^/\s]+@")
"""A user and a password in an address; the password may hold an at sign itself."""

_QUERY: Final = re.compile(r"(\w+://[^\s?]+)\?[^\s\"']+")
_README: Final = """\
What the doctor of the table companion found, for whoever helps.

findings.txt   in words
findings.json  the same for programs
about.json     versions and settings

There is no game in here, no code of a seat, no password, and folders of the user are shortened.
"""


def bundle_of(findings: Iterable[Finding], settings: Settings) -> bytes:
    """The bundle as a ZIP file.

    Args:
        findings: what was found.
        settings: what the table is, or would be, started with.
    """
    told = [
        msgspec.structs.replace(
            finding,
            text=discreet_text(finding.text, settings.home),
            mend=discreet_text(finding.mend, settings.home),
        )
        for finding in findings
    ]
    files = {
        "README.txt": _README.encode(),
        "findings.txt": "\n".join(_in_words(one) for one in told).encode() + b"\n",
        "findings.json": msgspec.json.format(msgspec.json.encode(told), indent=1),
        "about.json": msgspec.json.format(msgspec.json.encode(_about(settings)), indent=1),
    }
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in files.items():
            bundle.writestr(zipfile.ZipInfo(name, _STAMP), data, zipfile.ZIP_DEFLATED)
    return whole.getvalue()


def discreet_text(text: str, home: Path) -> str:
    """A text without passwords in addresses and without the names of the user's folders."""
    for folder, short in ((home, "HOME"), (Path.home(), "~")):
        # The root of everything is nobody's name.
        if folder != Path(folder.anchor):
            text = text.replace(str(folder), short)
    return _QUERY.sub(r"\1", _PASSWORD.sub(r"\1", text))


def _in_words(finding: Finding) -> str:
    mend = f"\n    > {finding.mend}" if finding.mend else ""
    return f"{finding.level.upper():<8} {finding.part:<8} {finding.text}{mend}"


def _about(settings: Settings) -> dict[str, object]:
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": platform.machine(),
        "game": settings.named_game,
        "camera": discreet_text(settings.camera_uri, settings.home),
        "die": discreet_text(settings.die_uri, settings.home),
        "port": settings.port,
        "demo": settings.demo,
        "sample_box": settings.sample,
        "own_scheme": settings.scheme is not None,
        "own_lens": settings.lens is not None,
    }
