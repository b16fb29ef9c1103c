"""A real eye that the system has frozen is noticed, said, and followed by one that sees."""

from __future__ import annotations

import os
import queue
import signal
from collections.abc import Callable
from pathlib import Path

from calibration.layout import TableLayout, save_layout
from companion.border import EyeMessage, EyeState, Placed
from companion.service.eye import EyeOwner
from tests.support.eye_said import CUBES
from tests.support.patience import PATIENCE_S
from vision.eye import EyeConfig
from vision.eye_client import EyeProcess


def test_a_frozen_eye_is_followed_by_one_that_sees(tmp_path: Path) -> None:
    layout = tmp_path / "table.json"
    save_layout(TableLayout(cubes=CUBES), layout)
    heard: queue.Queue[EyeMessage] = queue.Queue()
    eyes: list[EyeProcess] = []

    def make(on_message: Callable[[EyeMessage], None]) -> EyeProcess:
        eyes.append(EyeProcess(EyeConfig(source=f"virtual:{layout}", fps=10), on_message))
        return eyes[-1]

    def wait_for(is_it: Callable[[EyeMessage], bool]) -> EyeMessage:
        while not is_it(message := heard.get(timeout=PATIENCE_S)):
            pass
        return message

    owner = EyeOwner(make, heard.put, first_wait_s=0.01, frozen_after_s=3.0)
    owner.start()
    try:
        wait_for(lambda message: isinstance(message, Placed))
        # On a busy machine an eye may have been too slow before this one.
        watching = eyes[-1]
        frozen = watching.process_id
        assert frozen is not None
        os.kill(frozen, signal.SIGSTOP)
        said = wait_for(lambda one: isinstance(one, EyeState) and one.state == "closed")
        assert isinstance(said, EyeState)
        assert "does not answer" in said.reason
        wait_for(lambda message: isinstance(message, Placed))
        assert eyes[-1] is not watching
        assert not watching.is_alive
        assert not Path(f"/proc/{frozen}").exists()
    finally:
        owner.stop()
