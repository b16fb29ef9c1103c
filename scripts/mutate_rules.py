"""Change the rule modules one little thing at a time and see whether a rule test notices.

``python -m scripts.mutate_rules --count 200`` draws so many mutants with a seed out of all that the
modules of rules, tables and combat give: a comparison, an operator or a truth turned round, a
number one off, a result that is None. On each mutant the tests are run that pass over the changed
statement, the quickest first, until one fails. Files are never touched: each mutant lives in a
process of its own.
"""

from __future__ import annotations

import argparse
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import multiprocessing
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Final

import pytest

from scripts.mutate_changes import (
    PACKAGE,
    Mutant,
    changed_code,
    functions_in,
    modules,
    mutants_of,
    source_of,
)
from scripts.mutate_tests import BROKEN, OPTIONS, Watched, in_child, silence, test_files, watch

MOST_ALIVE: Final = 0.1
_SPARE_S: Final = 10.0
"""Processor time that a mutant has beyond several times what its tests take without a change."""
_TIMES: Final = 4

_UNCHANGED_S: Final = 3600.0
NOTHING: Final = Mutant("rules.health", -1, 0, "nothing")

Key = tuple[str, str, int]
"""Module, full name and first line of a function."""


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: killed by a test, by a test that ran too long, or alive."""

    mutant: Mutant
    fate: str
    taken_s: float


class Instead(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module changed."""

    def __init__(self, mutant: Mutant) -> None:
        self._name = PACKAGE + mutant.module
        self._path = source_of(mutant.module)
        self._code = changed_code(mutant.module, mutant.number)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The changed module; nothing for any other."""
        del path, target
        if fullname != self._name:
            return None
        return importlib.util.spec_from_file_location(fullname, self._path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed code as the module."""
        exec(self._code, module.__dict__)  # noqa: S102 - the project's own code, changed


# --- A change in a function: all tests stand ready in a process that has imported everything ----


class _Ready:
    """A plugin that, instead of running the tests collected, tries mutants on them as asked.

    Args:
        asks: takes a mutant and the names of tests, answers an exit status; None ends it.
    """

    def __init__(self, asks: Connection) -> None:
        self._asks = asks
        self._failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember that a test failed."""
        self._failed = self._failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer until there is nothing more to try."""
        items = {item.nodeid: item for item in session.items}
        functions = _functions()
        while (asked := self._asks.recv()) is not None:
            mutant, names, longest_s = asked
            chosen = [items[name] for name in names]
            self._asks.send(
                in_child(_bounded(longest_s, lambda: self._try(functions, mutant, chosen)))  # noqa: B023 - called at once
            )
        return True

    def _try(
        self,
        functions: dict[Key, list[FunctionType]],
        mutant: Mutant,
        chosen: list[pytest.Item],
    ) -> int:
        if mutant.number >= 0 and not _patch(functions, mutant):
            raise LookupError(f"{mutant} is in no function that could be found")
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                return 1
        return 0


def _functions() -> dict[Key, list[FunctionType]]:
    """Every function of the changed modules that lives, however it is wrapped."""
    gc.unfreeze()
    found: dict[Key, list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and (one.__module__ or "").startswith(PACKAGE):
            code = one.__code__
            key = (one.__module__, code.co_qualname, code.co_firstlineno)
            found.setdefault(key, []).append(one)
    return found


def _patch(functions: dict[Key, list[FunctionType]], mutant: Mutant) -> bool:
    """Give the changed function its changed code; False if there was nothing to change."""
    done = False
    before = functions_in(changed_code(mutant.module, -1))
    after = functions_in(changed_code(mutant.module, mutant.number))
    for old, new in zip(before, after, strict=True):
        if old == new:
            continue
        for function in functions.get(_key(mutant, old), ()):
            function.__code__ = new
            done = True
    return done


def _key(mutant: Mutant, code: CodeType) -> Key:
    return PACKAGE + mutant.module, code.co_qualname, code.co_firstlineno


def _stand_ready(asks: Connection) -> None:
    silence()
    pytest.main([*OPTIONS, *map(str, test_files())], plugins=[_Ready(asks)])
    asks.close()


# --- Trying --------------------------------------------------------------------------------------


def _bounded(longest_s: float, work: Callable[[], int]) -> Callable[[], int]:
    """Work that is ended by a signal after so much processor time.

    Processor time, because a busy machine must not make a mutant look as if it ran in circles.
    """

    def bounded() -> int:
        whole_s = int(longest_s)
        resource.setrlimit(resource.RLIMIT_CPU, (whole_s, whole_s + 5))
        return work()

    return bounded


class Trial:
    """Tries mutants one after the other.

    Args:
        watched: which tests pass over which lines.
    """

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._asks, theirs = multiprocessing.Pipe()
        self._ready = multiprocessing.get_context("fork").Process(
            target=_stand_ready, args=(theirs,), daemon=True
        )
        self._ready.start()

    def close(self) -> None:
        """End the process that stands ready."""
        self._asks.send(None)
        self._ready.join()

    def run(self, mutant: Mutant) -> Fate:
        """Run the tests on one mutant: those that pass over it, then others of the same files."""
        began_s = time.monotonic()
        over = self._watched.tests_over(mutant)
        fate = self._on(mutant, over)
        if fate == "alive":
            fate = self._on(mutant, self._watched.beside(mutant, over))
        return Fate(mutant, fate, round(time.monotonic() - began_s, 1))

    def _on(self, mutant: Mutant, names: list[str]) -> str:
        if not names:
            return "alive"
        longest_s = _SPARE_S + _TIMES * sum(self._watched.seconds[name] for name in names)
        if self._watched.runs_at_import(mutant):
            status = in_child(_bounded(longest_s, lambda: _run_changed(mutant, names)))
        else:
            self._asks.send((mutant, names, longest_s))
            status = self._asks.recv()
        if status == BROKEN:
            raise RuntimeError(f"{mutant} could not be tried")
        if status < 0:
            return "too long" if -status == signal.SIGXCPU else "crashed"
        return "alive" if status == 0 else "killed"

    def passes_unchanged(self) -> bool:
        """Whether all tests pass in this process and order without a change.

        If not, every mutant would seem killed.
        """
        names = sorted(self._watched.seconds, key=lambda name: (self._watched.seconds[name], name))
        self._asks.send((NOTHING, names, _UNCHANGED_S))
        return bool(self._asks.recv() == 0)


def _run_changed(mutant: Mutant, names: list[str]) -> int:
    """Import everything anew with the module changed and run tests."""
    sys.meta_path.insert(0, Instead(mutant))
    return int(pytest.main([*OPTIONS, *names]))


def run(mutants: Sequence[Mutant], trial: Trial, seconds: float) -> Iterator[Fate]:
    """Try mutants until the time is up."""
    until_s = time.monotonic() + seconds
    for mutant in mutants:
        if time.monotonic() > until_s:
            return
        yield trial.run(mutant)


def drawn(names: Sequence[str], seed: int) -> list[Mutant]:
    """Every mutant of some modules, in an order drawn with a seed."""
    found = [one for module in names for one in mutants_of(module)]
    random.Random(seed).shuffle(found)  # noqa: S311 - the same order again, nothing secret
    return found


def main() -> int:
    """Draw, try, print; 1 where too many live, 2 where the tests fail anyway."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=0, help="so many drawn; all without it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", action="append", help="only this one, such as rules.health")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--json", type=Path, help="write the fates there, one a line")
    given = parser.parse_args()
    strangers = set(given.module or ()) - set(modules())
    if strangers:
        parser.error(
            f"expected modules such as rules.health, got {', '.join(sorted(strangers))}; there are "
            f"{', '.join(modules())}"
        )
    os.environ["CI"] = "1"  # the properties of the tests try the same examples each time
    os.chdir(source_of("rules.health").parents[4])
    mutants = drawn(given.module or modules(), given.seed)
    watched = watch()
    trial = Trial(watched) if watched else None
    if trial is None or not trial.passes_unchanged():
        sys.stdout.write("The tests do not pass as the files stand; mend them first.\n")
        return 2
    fates: Counter[str] = Counter()
    for fate in run(mutants[: given.count or len(mutants)], trial, given.seconds):
        fates[fate.fate] += 1
        _tell(fate, given.json)
    trial.close()
    tried = fates.total()
    share = fates["alive"] / tried if tried else 1.0
    words = ", ".join(f"{count} {name}" for name, count in fates.most_common())
    sys.stdout.write(f"{tried} of {len(mutants)} mutants tried: {words}; alive {share:.1%}\n")
    return int(share >= MOST_ALIVE)


def _tell(fate: Fate, file: Path | None) -> None:
    one = fate.mutant
    if fate.fate == "alive":
        sys.stdout.write(f"alive: {one.module}:{one.line} {one.what}\n")
        sys.stdout.flush()
    if file:
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(asdict(one) | {"fate": fate.fate, "s": fate.taken_s}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
