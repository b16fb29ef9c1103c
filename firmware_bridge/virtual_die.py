"""The virtual die: a process behind a pseudo-terminal, and the handle of whoever started it.

Run as ``python -m firmware_bridge.virtual_die --link PATH``. The process takes its commands, which
`firmware_bridge.faulty_die` lists, on its standard input or from a named pipe. When its standard
input ends, it ends: whoever started it may be killed and leaves no orphan.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

import click

from firmware_bridge.faulty_die import FaultyDie, FaultyDieOptions

ANSWER_TIME_S = 60.0
"""How long an answer may take beyond what the command itself waits for."""


class VirtualDieError(RuntimeError):
    """The virtual die did not start, has ended, or refused a command."""


@dataclass(frozen=True, slots=True)
class MadeRoll:
    """A roll that the virtual die made, heard or not."""

    number: int
    face: int


class VirtualDie:
    """A running virtual die; a context manager.

    It ends with this program however that ends, since its control channel then closes.

    Args:
        link: name of its port; by default one in a folder of its own.
        memory: file in which it remembers its rolls; by default it forgets them.
        rolling_s: how long a roll takes.
        sides: number of faces.
        seed: seed of its noise.
    """

    def __init__(
        self,
        *,
        link: str | Path | None = None,
        memory: str | Path | None = None,
        rolling_s: float = 1.0,
        sides: int = 20,
        seed: int = 0,
    ) -> None:
        self._link = link
        self._options = ["--rolling", str(rolling_s), "--sides", str(sides), "--seed", str(seed)]
        if memory is not None:
            self._options += ["--memory", str(memory)]
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._unread = b""
        self._owed_answers = 0
        self._lock = threading.Lock()
        self.path = ""
        """Name of its port, once started; the same for as long as it lives."""

    def start(self) -> None:
        """Start the process and wait until its port is there.

        Raises:
            VirtualDieError: it did not start.
        """
        if self._link is None:
            self._folder = tempfile.TemporaryDirectory(prefix="virtual-die-")
            self.path = str(Path(self._folder.name) / "port")
        else:
            self.path = str(self._link)
        self._launch()

    def start_if_ended(self) -> None:
        """Start the process anew if it has ended by itself; it remembers what its file holds.

        Raises:
            VirtualDieError: it did not start.
        """
        with self._lock:
            process = self._process
            if process is None or process.poll() is None:
                return
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
            self._unread, self._owed_answers = b"", 0
            self._launch()

    def _launch(self) -> None:
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "firmware_bridge.virtual_die",
                "--link",
                self.path,
                *self._options,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            # An interrupt typed at the terminal is for the parent, which ends this one in order.
            start_new_session=True,
        )
        greeting = self._read_answer(ANSWER_TIME_S)
        if not greeting.startswith("ready"):
            raise VirtualDieError(f"The virtual die said {greeting!r} instead of ready.")

    @property
    def process_id(self) -> int:
        """Number of its process.

        Raises:
            VirtualDieError: it is not running.
        """
        return self._running().pid

    def command(self, text: str, *, timeout_s: float = ANSWER_TIME_S) -> str:
        """Give one command and wait for its answer. May be called from any thread.

        Args:
            text: one of the commands that `firmware_bridge.faulty_die` lists.
            timeout_s: how long to wait.

        Returns:
            What it answered behind ``ok``.

        Raises:
            VirtualDieError: it refused, has ended, or did not answer in time.
        """
        with self._lock:
            process = self._running()
            if process.stdin is None:
                raise VirtualDieError("The virtual die has no control channel.")
            try:
                process.stdin.write(text.encode() + b"\n")
            except OSError as error:
                raise VirtualDieError("The virtual die has ended.") from error
            answer = self._read_answer(timeout_s)
        word, _, rest = answer.partition(" ")
        if word != "ok":
            raise VirtualDieError(f"The virtual die refused {text!r}: {rest}")
        return rest

    def roll(self, face: int | None = None) -> MadeRoll:
        """Roll it and wait until it has settled.

        Args:
            face: the face to show; by default a random one.
        """
        return _made_rolls(self.command("roll" if face is None else f"roll {face}"))[0]

    def burst(self, count: int) -> list[MadeRoll]:
        """Roll it several times without a pause."""
        return _made_rolls(self.command(f"burst {count}"))

    def stop(self) -> None:
        """End the process. Can be called again."""
        process, self._process = self._process, None
        if process is not None:
            if process.stdin is not None:
                process.stdin.close()
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise VirtualDieError("The virtual die is not running.")
        return self._process

    def _read_answer(self, timeout_s: float) -> str:
        process = self._running()
        if process.stdout is None:
            raise VirtualDieError("The virtual die cannot be heard.")
        deadline_s = time.monotonic() + timeout_s
        self._owed_answers += 1
        answer = b""
        while self._owed_answers:
            line, newline, rest = self._unread.partition(b"\n")
            if newline:
                # Answers that came too late for their command are dropped here.
                answer, self._unread = line, rest
                self._owed_answers -= 1
                continue
            left_s = deadline_s - time.monotonic()
            ready, _, _ = select.select([process.stdout], [], [], max(0, left_s))
            if not ready:
                raise VirtualDieError(f"The virtual die did not answer within {timeout_s} s.")
            data = os.read(process.stdout.fileno(), 65536)
            if not data:
                raise VirtualDieError("The virtual die has ended.")
            self._unread += data
        return answer.decode("utf-8", "replace")


def _made_rolls(answer: str) -> list[MadeRoll]:
    pairs = (word.split(":") for word in answer.split())
    return [MadeRoll(int(number), int(face)) for number, face in pairs]


@click.command(help="A die behind a pseudo-terminal that obeys commands and can misbehave.")
@click.option("--link", required=True, type=click.Path(path_type=Path), help="name of the port")
@click.option("--control", default="stdin", help="stdin, or path of a named pipe with commands")
@click.option(
    "--script", type=click.File("r"), help="commands to obey first, one a line, # for remarks"
)
@click.option("--sides", default=20, type=click.IntRange(2, 999), show_default=True)
@click.option("--rolling", default=1.0, type=click.FloatRange(0, 60), help="seconds a roll takes")
@click.option("--memory", type=click.Path(path_type=Path), help="file for its name and last rolls")
@click.option("--seed", default=0, help="seed of the noise")
def main(  # noqa: PLR0913 - one parameter for each option of the command line
    *,
    link: Path,
    control: str,
    script: TextIO | None,
    sides: int,
    rolling: float,
    memory: Path | None,
    seed: int,
) -> None:
    """Start a virtual die and keep it until it is told to quit."""
    options = FaultyDieOptions(link=link, sides=sides, rolling_s=rolling, memory=memory, seed=seed)
    try:
        commands = [] if script is None else script.read().splitlines()
        # Opened for writing too: a named pipe does not end then when one writer has spoken.
        descriptor = sys.stdin.fileno() if control == "stdin" else os.open(control, os.O_RDWR)
        die = FaultyDie(options, click.echo)
    except UnicodeDecodeError as error:
        raise click.ClickException("the script is expected as UTF-8 text; name another") from error
    except OSError as error:
        place = error.filename2 or error.filename or link
        raise click.ClickException(
            f"{place} cannot be used: {error.strerror}. Check that its folder is there and yours"
        ) from error
    click.echo(f"ready {link}")
    die.run(descriptor, commands)


if __name__ == "__main__":
    main()
