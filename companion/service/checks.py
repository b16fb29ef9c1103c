"""What is checked of camera and die before a table starts, so that a typing error is said at once.

What vanishes later is another matter: it is waited for, and the game goes on by hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from companion.service.settings import NONE, SettingsError

CAMERAS: Final = (
    "a camera's number or path, picamera:, http://..., a video file, a folder of pictures, "
    "virtual:, or none"
)


def camera_path(uri: str) -> Path:
    """Where a camera that is named by its number or its path lies."""
    return Path(f"/dev/video{uri}" if uri.isascii() and uri.isdecimal() else uri)


def check_camera(uri: str) -> None:
    """Check that there is something at a camera's address.

    Raises:
        SettingsError: there is not; the text names the cameras that there are.
    """
    kind, colon, rest = uri.partition(":")
    if uri == NONE or (colon and kind == "picamera"):
        return
    if colon and kind in ("http", "https"):
        if not _has_host(uri):
            raise SettingsError(
                f"the camera's address {uri!r} names no computer. Expected one such as "
                "http://phone.local:8080/video."
            )
        return
    if colon and kind == "virtual":
        if rest and not Path(rest).is_file():
            raise SettingsError(
                f"there is no layout {rest} for the virtual camera. Name another, or use virtual: "
                "alone."
            )
        return
    path = camera_path(uri)
    if not uri or not path.exists():
        raise SettingsError(
            f"there is no camera {uri!r} ({path} is not there). Expected {CAMERAS}. "
            f"{cameras_here()}"
        )


def _has_host(uri: str) -> bool:
    try:
        return bool(urlsplit(uri).hostname)
    except ValueError:
        return False


def cameras_here() -> str:
    """A sentence that names the cameras of this computer."""
    found = sorted(str(path) for path in Path("/dev").glob("video*"))
    if not found:
        return "No camera is plugged in here."
    return f"Cameras here: {', '.join(found)}."


def check_die(uri: str) -> None:
    """Check that a die's address can be understood and, where it names a port, that it is there.

    Raises:
        SettingsError: it cannot, or there is no such port; the text names those that there are.
    """
    from firmware_bridge.connect import DieUriError, parse_uri  # noqa: PLC0415 - no table without a die needs it
    from firmware_bridge.usb_ports import list_serial_ports  # noqa: PLC0415 - no table without a die needs it

    try:
        parsed = parse_uri(uri)
    except DieUriError as error:
        raise SettingsError(str(error)) from error
    if parsed.kind == "device" and not Path(parsed.target).exists():
        found = ", ".join(port.device for port in list_serial_ports())
        here = f"Ports here: {found}." if found else "No serial port is plugged in here."
        raise SettingsError(
            f"there is no port {parsed.target} for the die. Plug the die in, or use --die auto or "
            f"--die none. {here}"
        )
