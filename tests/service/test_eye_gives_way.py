"""The eye's work never takes the processor from the table."""

from __future__ import annotations

import os
import threading

from companion.border import EyeMessage
from vision.eye import POLITENESS, EyeConfig
from vision.eye_client import EyeProcess


def test_the_eye_gives_way_to_the_table() -> None:
    heard = threading.Event()

    def hear(_: EyeMessage) -> None:
        heard.set()

    eye = EyeProcess(EyeConfig(source="virtual:"), hear)
    eye.start()
    try:
        assert heard.wait(60)
        assert eye.process_id is not None
        ours = os.getpriority(os.PRIO_PROCESS, 0)
        theirs = os.getpriority(os.PRIO_PROCESS, eye.process_id)
        assert theirs == min(19, ours + POLITENESS)
    finally:
        eye.stop()
