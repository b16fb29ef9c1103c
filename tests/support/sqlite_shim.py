"""A shim under SQLite: records what reaches the files, and fails like a bad disk when told to.

It registers a copy of the default VFS in the SQLite library that Python itself uses, and puts its
own functions in place of those that open, write, cut, sync and delete. Everything else, locks and
shared memory among it, goes to the real one.

See https://www.sqlite.org/c3ref/vfs.html and https://www.sqlite.org/c3ref/io_methods.html.
"""

from __future__ import annotations

import _sqlite3
import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import pytest

OK: Final = 0
FULL: Final = 13
READONLY: Final = 8
IO_ERROR: Final = 10

_Pointer = ctypes.c_void_p
_METHODS: Final = 18
_VFS_FUNCTIONS: Final = 16

# The name is handed on as the address it came in: the real one keeps it to name its shared memory.
_Open = ctypes.CFUNCTYPE(
    ctypes.c_int, _Pointer, _Pointer, _Pointer, ctypes.c_int, ctypes.POINTER(ctypes.c_int)
)
_Delete = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, ctypes.c_char_p, ctypes.c_int)
_Write = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, _Pointer, ctypes.c_int, ctypes.c_int64)
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, ctypes.c_int)


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", _Pointer),
        ("name", ctypes.c_char_p),
        ("app_data", _Pointer),
        ("functions", _Pointer * _VFS_FUNCTIONS),
    )


class _Methods(ctypes.Structure):
    """Functions of an open file: 0 close, 2 write, 3 truncate, 4 sync."""

    _fields_ = (("version", ctypes.c_int), ("functions", _Pointer * _METHODS))


@dataclass(frozen=True)
class Op:
    """One thing that happened to a file.

    Attributes:
        kind: what; ``mark`` is put in by the test.
        path: name of the file in its folder.
        at: offset of a write, or the length after a cut.
        data: what was written.
        mark: what the test put in.
    """

    kind: Literal["open", "write", "truncate", "sync", "delete", "mark"]
    path: str = ""
    at: int = 0
    data: bytes = b""
    mark: object = None


class Shim:
    """What was recorded; see the module. Made by `shim`.

    Attributes:
        ops: everything that happened, in order.
        fails_with: result code of every write and sync from now on, None for the real one.
        writes_before: so many writes still succeed before `fails_with` counts.
    """

    def __init__(self) -> None:
        self.ops: list[Op] = []
        self.fails_with: int | None = None
        self.writes_before = 0
        self._library = ctypes.CDLL(_sqlite3.__file__)
        self._library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        self._real = self._library.sqlite3_vfs_find(None)
        self._vfs = _Vfs.from_buffer_copy(self._real.contents)
        self._vfs.name = b"shim"
        self._vfs.next = None
        self._kept: list[Any] = []
        self._methods: dict[int, _Methods] = {}
        self._paths: dict[int, str] = {}
        functions = self._real.contents.functions
        self._real_open = _Open(functions[0])
        self._real_delete = _Delete(functions[1])
        self._vfs.functions[0] = self._address(_Open(self._open))
        self._vfs.functions[1] = self._address(_Delete(self._delete))

    def install(self) -> None:
        """Let every connection that is opened from now on go through the shim."""
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)

    def uninstall(self) -> None:
        """Let new connections go to the real one. Those through the shim must be closed."""
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
        self._library.sqlite3_vfs_register(self._real, 1)

    def mark(self, what: object) -> None:
        """Put a note between the operations."""
        self.ops.append(Op("mark", mark=what))

    def _address(self, function: Any) -> int | None:  # noqa: ANN401 - a ctypes function has no type
        self._kept.append(function)
        return ctypes.cast(function, _Pointer).value

    def _failure(self) -> int | None:
        if self.fails_with is not None and self.writes_before > 0:
            self.writes_before -= 1
            return None
        return self.fails_with

    def _open(
        self,
        vfs: int,
        name: int | None,
        file: int,
        flags: int,
        out_flags: Any,  # noqa: ANN401 - a ctypes pointer has no type
    ) -> int:
        result = int(self._real_open(vfs, name, file, flags, out_flags))
        if result == OK and name is not None:
            self._paths[file] = Path(ctypes.string_at(name).decode()).name
            self.ops.append(Op("open", self._paths[file]))
            methods = ctypes.cast(file, ctypes.POINTER(_Pointer))
            methods[0] = _Pointer(ctypes.addressof(self._replaced(methods[0] or 0)))
        return result

    def _delete(self, vfs: int, name: bytes, sync_folder: int) -> int:
        self.ops.append(Op("delete", Path(name.decode()).name))
        return int(self._real_delete(vfs, name, sync_folder))

    def _replaced(self, address: int) -> _Methods:
        """The functions at an address, with ours in place of some of them."""
        known = self._methods.get(address)
        if known is not None:
            return known
        real = _Methods.from_address(address)
        ours = _Methods.from_buffer_copy(real)
        ours.functions[2] = self._address(_Write(self._writing(_Write(real.functions[2]))))
        ours.functions[3] = self._address(_Truncate(self._cutting(_Truncate(real.functions[3]))))
        ours.functions[4] = self._address(_Sync(self._syncing(_Sync(real.functions[4]))))
        self._methods[address] = ours
        return ours

    def _writing(self, real: Callable[..., int]) -> Callable[..., int]:
        def write(file: int, data: int, size: int, at: int) -> int:
            failure = self._failure()
            if failure is not None:
                return failure
            result = int(real(file, data, size, at))
            if result == OK:
                self.ops.append(Op("write", self._paths[file], at, ctypes.string_at(data, size)))
            return result

        return write

    def _cutting(self, real: Callable[..., int]) -> Callable[..., int]:
        def truncate(file: int, size: int) -> int:
            result = int(real(file, size))
            if result == OK:
                self.ops.append(Op("truncate", self._paths[file], size))
            return result

        return truncate

    def _syncing(self, real: Callable[..., int]) -> Callable[..., int]:
        def sync(file: int, flags: int) -> int:
            if self.fails_with is not None and self.writes_before <= 0:
                return self.fails_with
            result = int(real(file, flags))
            if result == OK:
                self.ops.append(Op("sync", self._paths[file]))
            return result

        return sync


@contextmanager
def shim() -> Iterator[Shim]:
    """The shim, in place until the block ends. All its connections must be closed by then."""
    library = ctypes.CDLL(_sqlite3.__file__)
    if not hasattr(library, "sqlite3_vfs_find"):
        pytest.skip("the SQLite in this Python hides the functions that a shim needs")
    made = Shim()
    made.install()
    try:
        yield made
    finally:
        made.uninstall()
