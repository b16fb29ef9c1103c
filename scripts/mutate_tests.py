"""Which tests pass over which lines of the rule modules, and how long they take.

Found out by running them all once, each watched on its own, in a process that comes to an end
with it: what it imports is not there afterwards.
"""

from __future__ import annotations

import ast
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

import coverage
import pytest

from scripts.mutate_changes import FOLDERS, GAME, PACKAGE, ROOT, Mutant

TESTS: Final = ROOT / "tests" / "games" / "fellowship"
SLOW: Final = ("random", "secrecy", "fight_games", "empty_box_turn")
"""Words in the names of test files that are not run: they play whole games."""
_ELSEWHERE: Final = ("tests/cli/test_cli_lookup.py",)
"""Tests of rule modules that lie outside the game's own folder."""
BROKEN: Final = 70
"""What a piece of work answers that raised instead of coming to an end."""
OPTIONS: Final = (
    *("-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no", "-m", "not soak"),
    *("--timeout", "0", "--rootdir", str(ROOT)),
)


@dataclass
class Watched:
    """What running all tests once has shown.

    Attributes:
        seconds: processor time of each test, by its node id, in the order they ran.
        lines: by module and line, the tests that passed over it; "" stands for imports.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(default_factory=dict)

    def tests_over(self, mutant: Mutant) -> list[str]:
        """The tests that pass over the changed statement: those of the module, the quickest first.

        For a statement that runs at import: all that pass over any line of the module's
        functions.
        """
        lines = self.lines.get(mutant.module, {})
        first, last = mutant.lines
        wanted = lines if self.runs_at_import(mutant) else range(first, last + 1)
        names = {name for line in wanted for name in lines.get(line, ()) if name}
        near = _near(mutant)
        return sorted(names, key=lambda name: (_file(name) not in near, self.seconds[name], name))

    def runs_at_import(self, mutant: Mutant) -> bool:
        """Whether the changed statement runs while modules are imported."""
        lines = self.lines.get(mutant.module, {})
        first, last = mutant.lines
        return not mutant.is_in_function or any(
            "" in lines.get(line, ()) for line in range(first, last + 1)
        )

    def beside(self, mutant: Mutant, done: list[str]) -> list[str]:
        """Further tests in files that import the module; what is remembered hides lines."""
        known, near = set(done), _near(mutant)
        return [name for name in self.seconds if name not in known and _file(name) in near]


def _file(name: str) -> str:
    return name.split("::", maxsplit=1)[0]


def _near(mutant: Mutant) -> set[str]:
    """The test files that import the mutant's module by its name."""
    return {str(path.relative_to(ROOT)) for path in test_files() if mutant.module in _imports(path)}


@lru_cache(maxsize=1)
def test_files() -> tuple[Path, ...]:
    """Every test file that is run."""
    files = [path for path in sorted(TESTS.rglob("test_*.py")) if _is_quick(path)]
    return (*files, *(ROOT / name for name in _ELSEWHERE))


def _is_quick(path: Path) -> bool:
    return not any(word in path.stem for word in SLOW)


@lru_cache(maxsize=1024)
def _imports(path: Path) -> frozenset[str]:
    """The modules of the game that a file imports, such as ``rules.health``."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE):
            inner = (node.module or "").removeprefix(PACKAGE)
            found |= {inner, *(f"{inner}.{alias.name}" for alias in node.names)}
    return frozenset(found)


class _Watcher:
    """A plugin that tells the coverage measurement which test is running."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self._measured = measured
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure one test under its name."""
        self._measured.switch_context(item.nodeid)
        began_s = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - began_s
        self._measured.switch_context("")
        return result


def watch() -> Watched | None:
    """Run all tests once, each watched; nothing if one of them fails."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "watched"
        if in_child(lambda: _watch_here(kept)) != 0:
            return None
        watched = pickle.loads(kept.read_bytes())  # noqa: S301 - written by this program just now
        return watched if isinstance(watched, Watched) else None


def _watch_here(kept: Path) -> int:
    inside = [str(GAME / folder / "*") for folder in FOLDERS]
    measured = coverage.Coverage(data_file=None, config_file=False, include=inside)
    watcher = _Watcher(measured)
    measured.start()
    code = int(pytest.main([*OPTIONS, *map(str, test_files())], plugins=[watcher]))
    measured.stop()
    watched = Watched(watcher.seconds)
    data = measured.get_data()
    for name in data.measured_files():
        module = ".".join(Path(name).relative_to(GAME).with_suffix("").parts)
        found = data.contexts_by_lineno(name)
        watched.lines[module] = {line: set(names) for line, names in found.items()}
    kept.write_bytes(pickle.dumps(watched))
    return code


def in_child(work: Callable[[], int]) -> int:
    """What a piece of work answers, done in a copy of this process without a voice.

    Returns:
        What it answers, `BROKEN` if it raised, or the signal that ended it as a negative number.
    """
    child = os.fork()
    if not child:
        code = BROKEN
        try:
            silence()
            code = work()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def silence() -> None:
    """Send what this process prints nowhere."""
    sys.stdout.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)
