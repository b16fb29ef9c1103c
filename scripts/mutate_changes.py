"""What can be changed in a rule module: one comparison, operator, truth, number or result.

A change is named by the module and its number there, so that two processes mean the same one.
"""

from __future__ import annotations

import ast
import inspect
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
GAME: Final = ROOT / "companion" / "games" / "fellowship"
FOLDERS: Final = ("rules", "tables", "combat")
PACKAGE: Final = "companion.games.fellowship."

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
    """One change: the `number`-th that a module allows.

    Attributes:
        lines: first and last line of the statement that the change is in; of a statement that
            holds others only its head.
        is_in_function: whether the statement runs when a function is called, not at import.
    """

    module: str
    number: int
    line: int
    what: str
    lines: tuple[int, int] = (0, 0)
    is_in_function: bool = False


class Changer(ast.NodeTransformer):
    """Counts what could be changed, and changes one of it.

    Args:
        module: its name, for the mutants found.
        chosen: which; -1 to change nothing.
    """

    def __init__(self, module: str, chosen: int = -1) -> None:
        self.module = module
        self.chosen = chosen
        self.found: list[Mutant] = []
        self._lines = (0, 0)
        self._depth = 0

    def visit(self, node: ast.AST) -> Any:  # noqa: ANN401 - what `ast` lets a visitor give back
        """Remember which statement is being looked at."""
        if not isinstance(node, ast.stmt):
            return super().visit(node)
        before = self._lines
        self._lines = _lines_of(node)
        visited = super().visit(node)
        self._lines = before
        return visited

    def _is_chosen(self, node: ast.AST, what: str) -> bool:
        number = len(self.found)
        line = getattr(node, "lineno", 0)
        self.found.append(
            Mutant(self.module, number, line, what, self._lines, is_in_function=self._depth > 0)
        )
        return number == self.chosen

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Only the body: decorators, defaults and annotations are no rules."""
        self._depth += 1
        node.body = [self.visit(one) for one in node.body]
        self._depth -= 1
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


def _lines_of(node: ast.stmt) -> tuple[int, int]:
    """The lines of a statement; of one with a body those before the body."""
    body = getattr(node, "body", None)
    last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
    return node.lineno, max(node.lineno, last)


def modules() -> list[str]:
    """Every module that is changed, such as ``rules.health``."""
    return [
        f"{folder}.{path.stem}"
        for folder in FOLDERS
        for path in sorted((GAME / folder).glob("*.py"))
        if path.stem != "__init__"
    ]


def source_of(module: str) -> Path:
    """The file of a module such as ``rules.health``."""
    return GAME.joinpath(*module.split(".")).with_suffix(".py")


def mutants_of(module: str) -> list[Mutant]:
    """Every change that a module allows."""
    changer = Changer(module)
    changer.visit(ast.parse(source_of(module).read_text("utf-8")))
    return changer.found


def changed_code(module: str, number: int) -> CodeType:
    """A module compiled with one change; with none for -1."""
    path = source_of(module)
    tree: ast.Module = Changer(module, number).visit(ast.parse(path.read_text("utf-8")))
    return compile(ast.fix_missing_locations(tree), str(path), "exec")


def functions_in(code: CodeType) -> Iterator[CodeType]:
    """The code of functions and methods of a module, not of functions inside functions."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            # The body of a class has not the flag of a function's code.
            is_class = not one.co_flags & inspect.CO_OPTIMIZED
            yield from functions_in(one) if is_class else itertools.repeat(one, 1)
