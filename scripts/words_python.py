"""Which strings of Python code can reach a screen, read from its syntax tree.

A string is a text by what it looks like and by where it stands:

- prose, that is several words or a word with a capital, counts wherever it is handed on;
- a single small word counts only where a text is expected (`TEXT_KEYWORDS`, names such as
  ``_TITLES``, functions such as ``mode_text``, members of a `StrEnum`, parts of an f-string);
- nothing counts in documentation, annotations, comparisons, keys, subscripts, patterns, log lines,
  in what is raised as one of Python's own exceptions (errors of a program, no news for a player),
  and where an identifier is expected (`ID_KEYWORDS`, `CODE_CALLS`).

An f-string becomes a sentence with numbered braces: ``"{0} moves {1} markers"``. What is chosen
inside of it between constants, such as a plural, makes a sentence for each choice.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TEXT_KEYWORDS: Final = frozenset(
    "label title text sentence others detail details note subtitle states opens where reason "
    "meaning result source verdict sample turn player_turn step what who die known words "
    "section description outcome why lead hint effect legend head tail ending".split()
)
ID_KEYWORDS: Final = frozenset(
    "id key action weight role kind seat style code tag purpose ground colour shape mode "
    "place lit address encoding mimetype media_type field default_factory template sheet layer "
    "errors newline separator sep end strategy methods url_prefix side state samesite".split()
)
CODE_CALLS: Final = frozenset(
    "compile sub match fullmatch search findall finditer getattr setattr hasattr open Path "
    "joinpath startswith endswith removeprefix removesuffix split rsplit partition rpartition "
    "strip lstrip rstrip replace count find index encode decode strftime NewType TypeVar get pop "
    "isinstance ContextVar import_module with_suffix glob rglob getenv translate maketrans execute "
    "Blueprint add_url_rule url_for render_template setdefault fromisoformat Thread".split()
)
LOG_CALLS: Final = frozenset("debug info warning error exception critical log".split())
_LOGGERS: Final = re.compile(r"(?i)_?log(ger)?\Z")
_WORD_NAMES: Final = re.compile(r"(?i)(titles?|names?|words?|labels?|texts?|sentences?|notes?)\Z")
_WORD_FUNCTIONS: Final = re.compile(
    r"(words?|texts?|names?|titles?|labels?|sentences?|reasons?|lines?|notes?|told|said)\Z"
)
_PROGRAM_ERRORS: Final = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)
_MOST_VARIANTS: Final = 8
_SENTENCE_WORDS: Final = 8
"""A text of so many words is a sentence, whatever signs it holds."""
_BRACE: Final = re.compile(r"{\d+}")
_CODE: Final = re.compile(
    r"[<>_=\\]|::|://|\A[-/.#@]|\A[A-Z][a-z]+(-[A-Z][a-z]+)+\Z|\A([A-Z][a-z]+){2,}\Z"
)
_IDENTIFIER: Final = re.compile(
    r"\A[a-z0-9{}]*[-.:/_](?=\S*{)\S*\Z|\A{\d+}[-.:/_]\S*\Z|\A[a-z0-9]+([-_.][a-z0-9]+)+\Z"
    r"|\A[.-]|_|://|\A[a-z]+ = |[a-z]="
)
_Pieces = list[str | ast.expr]
_BLOCKS: Final = (
    ast.If,
    ast.For,
    ast.While,
    ast.With,
    ast.Match,
    ast.match_case,
    ast.Try,
    ast.ExceptHandler,
)
"""What holds statements of a function and is no function itself."""
_SIMPLE: Final = (ast.Constant, ast.Name, ast.Attribute)


@dataclass(frozen=True, order=True)
class Found:
    """A text.

    Attributes:
        msgid: the English sentence; braces number what is filled in.
        file: where it stands.
        fillings: the expressions behind the braces, as they stand in the code.
    """

    msgid: str
    file: str
    fillings: tuple[str, ...] = ()


def texts_of_python(path: Path, name: str) -> Iterator[Found]:
    """The texts of one module.

    Args:
        path: the module.
        name: what it is called in the catalogue.
    """
    finder = _Finder()
    finder.walk(ast.parse(path.read_text("utf-8")), in_text=False)
    for msgid, fillings in finder.found.items():
        yield Found(msgid, name, fillings)


def is_prose(text: str) -> bool:
    """Whether a string can only be meant for people."""
    text = text.strip()
    if _CODE.search(text) and len(text.split()) < _SENTENCE_WORDS:
        return False
    return bool(re.search(r"[^\W\d_]{2,}.*\s|\s.*[^\W\d_]{2,}|\A[A-Z][a-z']+", text))


def is_words(text: str) -> bool:
    """Whether a string holds a word, where a text is expected anyhow."""
    if text.startswith(("<", "#", "CREATE TABLE ", "INSERT INTO ")):
        return False
    if _IDENTIFIER.search(text) and len(text.split()) < _SENTENCE_WORDS:
        return False
    return bool(re.search(r"[^\W\d_]{2,}", _BRACE.sub(" ", text)))


def _call_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


class _Finder:
    """Walks a syntax tree; `found` is filled in the order of the code."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[str, ...]] = {}
        self._in_text = False

    def walk(self, node: ast.AST, *, in_text: bool) -> None:
        """Look at a node and at what it holds.

        Args:
            node: the node.
            in_text: whether a text is expected here, so that a small word counts too.
        """
        before, self._in_text = self._in_text, in_text
        method = getattr(self, f"_{type(node).__name__.lower()}", self._children)
        method(node)
        self._in_text = before

    def _children(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            self.walk(child, in_text=self._in_text)

    def _take(self, text: str, fillings: tuple[str, ...], *, in_text: bool) -> None:
        text = text.strip()
        if is_words(text) and (in_text or is_prose(_BRACE.sub("x", text))):
            self.found.setdefault(text, fillings)

    # --- strings ---------------------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._take(_escaped(node.value), (), in_text=self._in_text)

    def _joinedstr(self, node: ast.JoinedStr) -> None:
        self._sentences(node)

    def _binop(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add) and any(_is_string(part) for part in _added(node)):
            self._sentences(node)
            return
        self.walk(node.left, in_text=self._in_text)
        self.walk(node.right, in_text=self._in_text)

    def _sentences(self, node: ast.expr) -> None:
        parts = list(_parts(node))
        choices: list[list[_Pieces]] = [
            [[part]] if isinstance(part, str) else _variants(part) for part in parts
        ]
        if math.prod(map(len, choices)) > _MOST_VARIANTS:
            choices = [[[part]] for part in parts]
        for chosen in itertools.product(*choices):
            text = ""
            fillings: list[str] = []
            for piece in itertools.chain.from_iterable(chosen):
                if isinstance(piece, str):
                    text += _escaped(piece)
                else:
                    text += f"{{{len(fillings)}}}"
                    fillings.append(ast.unparse(piece))
            self._take(text, tuple(fillings), in_text=True)
        in_braces = itertools.chain.from_iterable(itertools.chain.from_iterable(choices))
        for part in {id(part): part for part in in_braces if not isinstance(part, str)}.values():
            if not isinstance(part, ast.Constant):
                self.walk(part, in_text=True)

    def _ifexp(self, node: ast.IfExp) -> None:
        self.walk(node.test, in_text=False)
        self.walk(node.body, in_text=self._in_text)
        self.walk(node.orelse, in_text=self._in_text)

    # --- where no text stands --------------------------------------------------------------------

    def _expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.walk(node.value, in_text=False)

    def _compare(self, node: ast.Compare) -> None:
        for side in (node.left, *node.comparators):
            if not _holds_constants_only(side):
                self.walk(side, in_text=False)

    def _subscript(self, node: ast.Subscript) -> None:
        self.walk(node.value, in_text=self._in_text)

    def _assert(self, node: ast.Assert) -> None:
        self.walk(node.test, in_text=False)

    def _match_case(self, node: ast.match_case) -> None:
        for statement in node.body:
            self.walk(statement, in_text=self._in_text)

    def _raise(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Call) and _call_name(node.exc.func) not in _PROGRAM_ERRORS:
            self.walk(node.exc, in_text=False)

    def _arguments(self, node: ast.arguments) -> None:
        for default in (*node.defaults, *node.kw_defaults):
            if default is not None:
                self.walk(default, in_text=False)

    # --- where one may stand ---------------------------------------------------------------------

    def _dict(self, node: ast.Dict) -> None:
        for value in node.values:
            self.walk(value, in_text=self._in_text)

    def _call(self, node: ast.Call) -> None:
        name = _call_name(node.func)
        if name in LOG_CALLS and isinstance(node.func, ast.Attribute):
            owner = _call_name(node.func.value)
            if _LOGGERS.match(owner) or owner == "logging":
                return
        if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Constant):
            self.walk(node.func.value, in_text=self._in_text)
        is_code = name in CODE_CALLS
        for argument in node.args:
            if is_code and _holds_constants_only(argument):
                continue
            self.walk(
                argument, in_text=self._in_text and name in {"join", "tuple", "list", "sorted"}
            )
        for keyword in node.keywords:
            if keyword.arg in ID_KEYWORDS and isinstance(
                keyword.value, (*_SIMPLE, ast.IfExp, ast.JoinedStr)
            ):
                continue
            self.walk(keyword.value, in_text=keyword.arg in TEXT_KEYWORDS)

    def _assign(self, node: ast.Assign) -> None:
        self._assigned(node.targets, node.value)

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assigned([node.target], node.value)

    def _assigned(self, targets: Sequence[ast.expr], value: ast.expr) -> None:
        if any(_call_name(target).startswith("__") for target in targets):
            return
        named = any(
            _WORD_NAMES.search(name) or name.lstrip("_").lower() in TEXT_KEYWORDS
            for name in map(_call_name, targets)
        )
        self.walk(value, in_text=self._in_text or named)

    def _functiondef(self, node: ast.FunctionDef) -> None:
        self.walk(node.args, in_text=False)
        for statement in node.body:
            self._statement(statement, says=bool(_WORD_FUNCTIONS.search(node.name)))

    def _statement(self, node: ast.AST, *, says: bool) -> None:
        """A statement of a function; what it returns is a text where its name says so."""
        if isinstance(node, ast.Return):
            if node.value is not None:
                self.walk(node.value, in_text=says)
            return
        if says and isinstance(node, _BLOCKS):
            for child in ast.iter_child_nodes(node):
                if isinstance(child, (ast.stmt, ast.match_case, ast.ExceptHandler)):
                    self._statement(child, says=says)
                elif isinstance(child, (ast.expr, ast.withitem)):
                    self.walk(child, in_text=False)
            return
        self.walk(node, in_text=False)

    def _classdef(self, node: ast.ClassDef) -> None:
        is_words = any(_call_name(base) == "StrEnum" for base in node.bases)
        for statement in node.body:
            self.walk(statement, in_text=is_words and isinstance(statement, ast.Assign))


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _is_string(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _holds_constants_only(node: ast.expr) -> bool:
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return all(_holds_constants_only(one) for one in node.elts)
    return isinstance(node, (*_SIMPLE, ast.JoinedStr))


def _added(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from _added(node.left)
        yield from _added(node.right)
    else:
        yield node


def _parts(node: ast.expr) -> Iterator[str | ast.expr]:
    """Constants and expressions of a sum of strings, in order."""
    for one in _added(node):
        if isinstance(one, ast.JoinedStr):
            for value in one.values:
                if isinstance(value, ast.FormattedValue):
                    yield value.value
                elif isinstance(value, ast.Constant):
                    yield str(value.value)
        elif isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value
        else:
            yield one


def _variants(node: ast.expr) -> list[_Pieces]:
    """What an expression within a sentence can become, as far as that is written there."""
    if isinstance(node, ast.IfExp):
        return _variants(node.body) + _variants(node.orelse)
    if _is_string(node):
        return [list(_parts(node))]
    return [[node]]
