"""States of a game as bytes and back, for the very program that wrote them.

What hangs on the first state of a game by fields alone, the box and what is looked up in it among
it, is not written: every reader has it, and what it has worked out of it stays worked out.

Written by `pickle`, since states are values of many types that have no tags. Nothing is imported
and no function is called when they are read: only classes of the game's own package and of the
pure floors below it are found, none of which can touch a file.
"""

from __future__ import annotations

import copyreg
import dataclasses
import io
import pickle
import sys
from collections.abc import Iterator
from enum import Enum
from typing import Any, Final, Generic, TypeVar

import msgspec

State = TypeVar("State")

_PROTOCOL: Final = 5

_SHARED_PACKAGES: Final = ("companion.board.", "companion.border", "companion.table.")
_REBUILD: Final = ("msgspec._utils", "rebuild")
"""Makes a struct from its class and fields."""


class StateTextError(Exception):
    """A state cannot be written, or what was read is none; the text says why."""


class StateText(Generic[State]):
    """Writes and reads states of one written game.

    Args:
        first: the state after the first event of that game.
    """

    def __init__(self, first: State) -> None:
        self._parts: Final = list(_parts_of(first))
        own = {type(part).__module__.rpartition(".")[0] for part in self._parts}
        self._packages: Final = (
            *_SHARED_PACKAGES,
            *(f"{package}." for package in own if package),
        )

    def write(self, state: State) -> bytes:
        """A state as bytes.

        Raises:
            StateTextError: it holds what cannot be written.
        """
        file = io.BytesIO()
        try:
            _Writer(file, self._parts).dump(state)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise StateTextError(f"a state cannot be written: {error}") from error
        return file.getvalue()

    def read(self, data: bytes) -> State:
        """The state that was written.

        Raises:
            StateTextError: it is none of this game and program.
        """
        try:
            state: State = _Reader(io.BytesIO(data), self._parts, self._packages).load()
        except (
            pickle.UnpicklingError,
            ArithmeticError,
            AttributeError,
            EOFError,
            LookupError,
            TypeError,
            ValueError,
        ) as error:
            raise StateTextError(f"no state of this program: {error}") from error
        if type(state) is not type(self._parts[0]):
            raise StateTextError(f"no state of this game but a {type(state).__name__}")
        return state


class _Writer(pickle.Pickler):
    """Leaves out what every reader has."""

    def __init__(self, file: io.BytesIO, parts: list[object]) -> None:
        super().__init__(file, protocol=_PROTOCOL)
        self._numbers = {id(part): number for number, part in enumerate(parts)}
        self._of_type: dict[type, list[object]] = {}
        for part in parts:
            if dataclasses.is_dataclass(part):
                self._of_type.setdefault(type(part), []).append(part)

    def persistent_id(self, obj: object) -> int | None:
        number = self._numbers.get(id(obj))
        if number is None and type(obj) in self._of_type:
            # States that were folded elsewhere have data classes of their own over the same values.
            for part in self._of_type[type(obj)]:
                if _has_same_fields(obj, part):
                    return self._numbers[id(part)]
        return number

    def reducer_override(self, obj: object) -> Any:  # noqa: ANN401 - `pickle` takes several types
        # What a data class has worked out and kept beside its fields is worked out again.
        if (
            isinstance(obj, type)
            or not dataclasses.is_dataclass(obj)
            or not hasattr(obj, "__dict__")
        ):
            return NotImplemented
        fields = {one.name: getattr(obj, one.name) for one in dataclasses.fields(obj)}
        return copyreg.__newobj__, (type(obj),), fields  # type: ignore[attr-defined]  # the stubs lack it


class _Reader(pickle.Unpickler):
    """Finds values of the state's own packages and nothing else."""

    def __init__(self, file: io.BytesIO, parts: list[object], packages: tuple[str, ...]) -> None:
        super().__init__(file)
        self._parts = parts
        self._packages = packages

    def persistent_load(self, pid: Any) -> object:  # noqa: ANN401 - whatever stands in the file
        if not isinstance(pid, int) or not 0 <= pid < len(self._parts):
            raise pickle.UnpicklingError(f"no part {pid!r}")
        return self._parts[pid]

    def find_class(self, module_name: str, global_name: str, /) -> Any:  # noqa: ANN401 - `pickle` finds classes and functions
        # Looked up among what is loaded: nothing is imported because a file says so.
        found = getattr(sys.modules.get(module_name), global_name, None)
        if (module_name, global_name) == _REBUILD and found is not None:
            return found
        is_own = isinstance(found, type) and found.__module__.startswith(self._packages)
        if not is_own:
            raise pickle.UnpicklingError(f"{module_name}.{global_name} is no value of this game")
        return found


def _has_same_fields(one: Any, other: Any) -> bool:  # noqa: ANN401 - two data classes of a type
    names = (field.name for field in dataclasses.fields(one))
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _parts_of(value: object) -> Iterator[object]:
    """A struct, data class or class of a game and those in its fields, in order of fields."""
    names: tuple[str, ...]
    if isinstance(value, Enum | type):
        return
    if isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
    elif dataclasses.is_dataclass(value):
        names = tuple(one.name for one in dataclasses.fields(value))
    elif type(value).__module__.startswith("companion.games."):
        names = ()
    else:
        return
    yield value
    for name in names:
        yield from _parts_of(getattr(value, name))
