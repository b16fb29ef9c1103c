"""What the screens say of eye and die: little while all is well, and always what helps."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from companion.border import DieState, EyeState
from companion.service.places import not_written
from webui.devices import device_manner, device_text
from webui.language.catalogue import phrasebook


@pytest.mark.parametrize("kind", [EyeState, DieState])
def test_every_state_has_words(kind: type[EyeState | DieState]) -> None:
    for state in get_args(get_type_hints(kind)["state"]):
        given = (
            EyeState(t_s=0.0, state=state) if kind is EyeState else DieState(die="d", state=state)
        )
        text = device_text("The thing", given)
        assert text.startswith("The thing ")
        assert device_manner(given) == "well" or text.endswith(".")


def test_a_hand_only_makes_the_eye_wait() -> None:
    assert device_manner(EyeState(t_s=0.0, state="starting")) == "waiting"
    assert device_manner(EyeState(t_s=0.0, state="hand")) == "waiting"
    assert device_manner(EyeState(t_s=0.0, state="lost")) == "troubled"
    assert device_manner(None) == "well"


def test_what_hinders_a_device_that_works_is_said_all_the_same() -> None:
    seen = EyeState(t_s=0.0, state="registered", reason="The light flickers.")
    assert device_manner(seen) == "troubled"
    assert device_text("The eye", seen) == "The light flickers."
    lost = DieState(die="d", state="ready", reason="2 rolls of the die could not be recovered.")
    assert device_manner(lost) == "troubled"
    assert "could not be recovered" in device_text("The die", lost)


def test_a_reason_is_said_once_and_as_a_sentence() -> None:
    stopped = EyeState(t_s=0.0, state="closed", reason="The eye has stopped: no camera 7")
    assert device_text("The eye", stopped) == (
        "The eye has stopped: no camera 7. It starts again by itself."
    )
    dark = EyeState(t_s=0.0, state="lost", reason="it is too dark; light the lamp")
    assert device_text("The eye", dark) == "The eye: it is too dark; light the lamp."


@pytest.mark.parametrize(
    ("reason", "german"),
    [
        (
            "http://10.0.0.2/v has given no picture for 5 seconds",
            "Das Auge: http://10.0.0.2/v hat seit 5 Sekunden kein Bild gegeben.",
        ),
        (
            "http://10.0.0.2/v has given a picture that cannot be used (the file is empty)",
            "Das Auge: http://10.0.0.2/v hat ein unbrauchbares Bild gegeben (die Datei ist leer).",
        ),
        (
            "the stream http://10.0.0.2/v has ended",
            "Der Bilderstrom http://10.0.0.2/v ist zu Ende.",
        ),
        (
            "there is no camera 0 (/dev/video0); this machine has no camera",
            "Das Auge: Es gibt keine Kamera 0 (/dev/video0); dieser Rechner hat keine Kamera.",
        ),
        (
            "camera 0 gives no more pictures; is its cable in?",
            "Das Auge: Kamera 0 gibt keine Bilder mehr; steckt das Kabel?",
        ),
        (
            "the folder /srv/v holds no pictures yet",
            "Der Ordner /srv/v enthält noch keine Bilder.",
        ),
    ],
)
def test_what_ails_a_camera_is_said_in_the_language_of_the_tablet(reason: str, german: str) -> None:
    book = phrasebook("de")
    assert book is not None
    assert (
        book.say(device_text("The eye", EyeState(t_s=0.0, state="stalled", reason=reason)))
        == german
    )


@pytest.mark.parametrize(
    ("code", "german"),
    [
        (errno.ENOSPC, "kein Platz mehr"),
        (errno.EROFS, "Dateisystem lässt nur Lesen zu"),
        (errno.EACCES, "keine Berechtigung"),
    ],
)
def test_what_the_disk_does_not_take_is_said_in_the_language_of_the_tablet(
    code: int, german: str
) -> None:
    path = Path("/home/us/table-companion/open-game")
    book = phrasebook("de")
    assert book is not None
    said = book.say(str(not_written(path, OSError(code, os.strerror(code)))))
    assert said == f"{path} kann nicht geschrieben werden: {german}. Dort Platz schaffen."
