"""How eye and die are, in words for the players."""

from __future__ import annotations

from typing import Final, Literal

from companion.border import DieState, EyeState

Manner = Literal["well", "waiting", "troubled"]
"""How a device is shown: an icon, an icon with a few words where there is room, a ribbon."""

_WELL: Final = ("registered", "ready", "rolling")
_WAITING: Final = ("starting", "hand")
_RETURNS: Final = "It starts again by itself."


def device_manner(state: EyeState | DieState | None, *, is_believed: bool = True) -> Manner:
    """How loudly a device speaks.

    Args:
        state: how it is; None where it is not used.
        is_believed: whether what it reports counts now.
    """
    if state is None:
        return "well"
    if state.state in _WELL:
        if state.reason.strip():
            # It works, but not as well as it should, and somebody has to do something.
            return "troubled"
        return "well" if is_believed else "waiting"
    return "waiting" if state.state in _WAITING else "troubled"


def device_text(name: str, state: EyeState | DieState | None, *, is_believed: bool = True) -> str:
    """One or two sentences: how it is, and what helps.

    Args:
        name: what players call the device, such as ``The eye``.
        state: how it is; None where it is not used.
        is_believed: whether what it reports counts now.
    """
    if state is None:
        return f"{name} is not used"
    reason = state.reason.strip()
    if state.state in _WELL and not reason:
        return f"{name} is well" if is_believed else f"{name} only compares until the table is laid"
    if not reason:
        text = _state_text(name, state.state)
    elif reason.lower().startswith((name.lower(), "the ", "a ", "an ")):
        text = reason[0].upper() + reason[1:]
    else:
        text = f"{name}: {reason}"
    text = text if text.endswith((".", "?")) else f"{text}."
    return f"{text} {_RETURNS}" if state.state == "closed" else text


def _state_text(name: str, state: str) -> str:
    texts = {
        "starting": f"{name} is being started",
        "hand": f"{name} waits: a hand is over the map",
        "lost": f"{name} does not see the board: look that nothing lies on its corners and the "
        "lamp is on",
        "stalled": f"{name} gets no pictures: look at the camera and its cable",
        "closed": f"{name} has stopped",
        "cocked": f"{name} lies askew: roll it again",
        "missing": f"{name} is not there: look at its cable, or type rolls in",
        "busy": f"{name} is in use by another program: close that, or type rolls in",
        "silent": f"{name} says nothing: take its cable out and put it in again, or type rolls in",
        "low": f"{name} is low on battery",
    }
    return texts[state]
