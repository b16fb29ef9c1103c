"""Change the rule modules one little thing at a time and see whether a rule test notices.

``scripts/mutate_rules.py --count 200`` draws so many mutants with a seed out of all that the
modules of rules, tables and combat give: a comparison, an operator or a truth turned round, a
number one off, a result that is None. The tests that import a module are run on each of its
mutants, then, if nothing failed, those that use it at second hand. Files are never touched: each
mutant lives in a process of its own, which compiles the changed module instead of the file.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
GAME: Final = ROOT / "companion" / "games" / "fellowship"
TESTS: Final = ROOT / "tests" / "games" / "fellowship"
FOLDERS: Final = ("rules", "tables", "combat")
SLOW: Final = ("random", "secrecy", "fight_games", "empty_box_turn")
"""Words in the names of test files that are not run: they play whole games."""

_BY_SCREEN: Final = {
    "tables.lookup_request": ("tests/cli/test_cli_lookup.py",),
    "rules.reach": ("tests/games/fellowship/test_lit_places.py",),
}
"""Tests of modules that no rule test comes near by importing."""

MOST_ALIVE: Final = 0.1
_LONGEST_S: Final = 60
"""Processor time that the tests of a mutant may take; without a change they take some seconds."""
_PACKAGE: Final = "companion.games.fellowship."

_TURNED: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Mutant:
    """One change: the `number`-th that a module allows."""

    module: str
    number: int
    line: int
    what: str


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: killed by a test, by a test that ran too long, or alive."""

    mutant: Mutant
    fate: str
    taken_s: float


class Changer(ast.NodeTransformer):
    """Counts what could be changed, and changes one of it.

    Args:
        chosen: which; -1 to change nothing.
    """

    def __init__(self, chosen: int = -1) -> None:
        self.chosen = chosen
        self.found: list[tuple[int, str]] = []

    def _is_chosen(self, node: ast.AST, what: str) -> bool:
        self.found.append((getattr(node, "lineno", 0), what))
        return len(self.found) - 1 == self.chosen

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Only the body: decorators, defaults and annotations are no rules."""
        node.body = [self.visit(one) for one in node.body]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Only the body: how a class is made is no rule."""
        node.body = [self.visit(one) for one in node.body]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """A text by itself is a docstring."""
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return node if is_text else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """The value alone."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """One of its comparisons is turned round."""
        self.generic_visit(node)
        for index, operator in enumerate(node.ops):
            other = _TURNED[type(operator)]
            if self._is_chosen(node, f"{type(operator).__name__} to {other.__name__}"):
                node.ops[index] = other()  # type: ignore[call-overload]  # an operator's class
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Another operator, where there is one."""
        self.generic_visit(node)
        other = _TURNED.get(type(node.op))
        if other is not None and self._is_chosen(
            node, f"{type(node.op).__name__} to {other.__name__}"
        ):
            node.op = other()  # type: ignore[assignment]  # an operator's class
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """And for or, or for and."""
        self.generic_visit(node)
        other = _TURNED[type(node.op)]
        if self._is_chosen(node, f"{type(node.op).__name__} to {other.__name__}"):
            node.op = other()  # type: ignore[assignment]  # an operator's class
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """A denial or a sign is left out."""
        self.generic_visit(node)
        is_one = isinstance(node.op, (ast.Not, ast.USub))
        if is_one and self._is_chosen(node, f"without {type(node.op).__name__}"):
            return node.operand
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """A number one higher, a truth the other way round."""
        if isinstance(node.value, bool):
            if self._is_chosen(node, f"{node.value} to {not node.value}"):
                return ast.copy_location(ast.Constant(not node.value), node)
        elif isinstance(node.value, int) and self._is_chosen(
            node, f"{node.value} to {node.value + 1}"
        ):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """Nothing instead of a result; for a denial that would be the same."""
        self.generic_visit(node)
        same = node.value is None or (
            isinstance(node.value, ast.Constant)
            and (node.value.value is None or node.value.value is False)
        )
        if not same and self._is_chosen(node, "return None"):
            node.value = ast.copy_location(ast.Constant(None), node)
        return node


def source_of(module: str) -> Path:
    """The file of a module such as ``rules.health``."""
    return GAME.joinpath(*module.split(".")).with_suffix(".py")


def mutants_of(module: str) -> list[Mutant]:
    """Every change that a module allows."""
    changer = Changer()
    changer.visit(ast.parse(source_of(module).read_text("utf-8")))
    return [Mutant(module, n, line, what) for n, (line, what) in enumerate(changer.found)]


def modules() -> list[str]:
    """Every module that is changed."""
    return [
        f"{folder}.{path.stem}"
        for folder in FOLDERS
        for path in sorted((GAME / folder).glob("*.py"))
        if path.stem != "__init__"
    ]


# --- Which tests ---------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _imports(path: Path) -> frozenset[str]:
    """The modules of the game that a file imports, such as ``rules.health``."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_PACKAGE):
            inner = (node.module or "").removeprefix(_PACKAGE)
            found |= {inner, *(f"{inner}.{alias.name}" for alias in node.names)}
    return frozenset(found)


def tests_of(module: str) -> tuple[list[str], list[str]]:
    """Test files that import a module, and those that do so through another module, or two."""
    files = [path for path in sorted(TESTS.rglob("test_*.py")) if _is_fast(path)]
    first = [path for path in files if module in _imports(path)]
    users = _users({module})
    then = [path for path in files if path not in first and users & _imports(path)]
    if not (first or then):
        users |= _users(users)
        then = [path for path in files if users & _imports(path)]
    then += [ROOT / name for name in _BY_SCREEN.get(module, ())]
    return [str(path) for path in first], [str(path) for path in then]


def _users(names: set[str]) -> set[str]:
    """The modules of the game that import one of these."""
    return {
        str(path.relative_to(GAME).with_suffix("")).replace("/", ".")
        for path in GAME.rglob("*.py")
        if names & _imports(path)
    }


def _is_fast(path: Path) -> bool:
    return not any(word in path.stem for word in SLOW)


# --- Trying --------------------------------------------------------------------------------------


class Instead(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module changed."""

    def __init__(self, mutant: Mutant) -> None:
        self._name = _PACKAGE + mutant.module
        path = source_of(mutant.module)
        tree = Changer(mutant.number).visit(ast.parse(path.read_text("utf-8")))
        self._path = path
        self._code: CodeType = compile(ast.fix_missing_locations(tree), str(path), "exec")

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
        exec(self._code, module.__dict__)  # noqa: S102 - the project's own code, changed above


def try_out(mutant: Mutant) -> Fate:
    """Run the tests on a mutant."""
    began_s = time.monotonic()
    first, then = tests_of(mutant.module)
    for files in (first, then):
        if files:
            fate = _run_in_child(mutant, files)
            if fate != "alive":
                break
    else:
        fate = "alive"
    return Fate(mutant, fate, round(time.monotonic() - began_s, 1))


def _run_in_child(mutant: Mutant, files: list[str], longest_s: int = _LONGEST_S) -> str:
    child = os.fork()
    if not child:
        # Processor time: a busy machine must not make a mutant look as if it ran in circles.
        resource.setrlimit(resource.RLIMIT_CPU, (longest_s, longest_s + 5))
        _be_child(mutant, files)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "too long" if os.WTERMSIG(status) == signal.SIGXCPU else "crashed"
    return "alive" if os.WEXITSTATUS(status) == 0 else "killed"


def _be_child(mutant: Mutant, files: list[str]) -> None:
    """Run tests in this process and leave it; 0 if all passed."""
    sys.meta_path.insert(0, Instead(mutant))
    options = ["-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no", "-m", "not soak"]
    code = 1
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        with contextlib.suppress(SystemExit):
            code = int(pytest.main([*options, *files]))
    os._exit(code)


def run(mutants: Sequence[Mutant], seconds: float) -> Iterator[Fate]:
    """Try mutants one after the other until the time is up."""
    until_s = time.monotonic() + seconds
    for mutant in mutants:
        if time.monotonic() > until_s:
            return
        yield try_out(mutant)


def passes_unchanged(names: Sequence[str]) -> bool:
    """Whether the tests pass where nothing is changed; else every mutant would seem killed."""
    files = sorted({file for name in names for file in tests_of(name)[0]})
    unchanged = Mutant(names[0], -1, 0, "nothing")
    return _run_in_child(unchanged, files, longest_s=10 * _LONGEST_S) == "alive"


def main() -> int:
    """Draw, try, print; 1 where too many live, 2 where the tests fail anyway."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=0, help="so many drawn; all without it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", action="append", help="only this one, such as rules.health")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--json", type=Path, help="write the fates there, one a line")
    given = parser.parse_args()
    drawn = [one for module in given.module or modules() for one in mutants_of(module)]
    total = len(drawn)
    source = random.Random(given.seed)  # noqa: S311 - the same mutants again, nothing secret
    source.shuffle(drawn)
    drawn = drawn[: given.count or total]
    if not passes_unchanged(sorted({one.module for one in drawn})):
        sys.stdout.write("The tests do not pass as the files stand; mend them first.\n")
        return 2
    fates: Counter[str] = Counter()
    for fate in run(drawn, given.seconds):
        fates[fate.fate] += 1
        one = fate.mutant
        if fate.fate == "alive":
            sys.stdout.write(f"alive: {one.module}:{one.line} {one.what}\n")
            sys.stdout.flush()
        if given.json:
            with given.json.open("a", encoding="utf-8") as out:
                out.write(json.dumps(asdict(one) | {"fate": fate.fate, "s": fate.taken_s}) + "\n")
    tried = fates.total()
    share = fates["alive"] / tried if tried else 1.0
    words = ", ".join(f"{count} {name}" for name, count in fates.most_common())
    sys.stdout.write(f"{tried} of {total} mutants tried: {words}; alive {share:.1%}\n")
    return int(share >= MOST_ALIVE)


if __name__ == "__main__":
    sys.exit(main())
