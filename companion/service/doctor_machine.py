"""The doctor's look at the program and the network."""

from __future__ import annotations

import errno
import fcntl
import importlib.metadata
import os
import platform
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.service.addresses import AVAHI, own_address
from companion.service.doctor_finding import Finding
from webui.settings import own_names

PACKAGE: Final = "table-companion"
"""Name under which the program is installed."""

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def examine_program(version_of: Callable[[str], str] = importlib.metadata.version) -> Finding:
    """Versions of everything that the program needs.

    Args:
        version_of: gives the version of a package.
    """
    wanted = [PACKAGE]
    for line in importlib.metadata.requires(PACKAGE) or []:
        name = _NAME.match(line)
        if name is not None and "extra ==" not in line:
            wanted.append(name[0])
    versions, missing = [f"Python {platform.python_version()}"], []
    for package in wanted:
        try:
            versions.append(f"{package} {version_of(package)}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(package)
    if missing:
        return Finding(
            part="program",
            level="trouble",
            text=f"Not installed: {', '.join(missing)}.",
            mend="Install the program again; `make run` does it in a checkout.",
        )
    return Finding(part="program", level="well", text=", ".join(versions) + ".")


def running_table(lock: Path) -> str | None:
    """The number of the process in which a table runs now, None where none does.

    Args:
        lock: the lock file of the user directory.
    """
    try:
        descriptor = os.open(lock, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return os.read(descriptor, 64).decode(errors="replace").strip() or "unknown"
    finally:
        os.close(descriptor)
    return None


def examine_lock(lock: Path) -> Iterator[Finding]:
    """Whether a table runs now: then camera, die and port are in its hands.

    Args:
        lock: the lock file of the user directory.
    """
    holder = running_table(lock)
    if holder is not None:
        yield Finding(
            part="program",
            level="note",
            text=f"A table is running (process {holder}); camera, die and port are in its hands.",
            mend="How they are stands on the page Doctor of that table. For a full look stop the "
            "table first.",
        )


def examine_network(
    host: str,
    port: int,
    address: Callable[[], str | None] = own_address,
    avahi: Path = AVAHI,
    *,
    table_runs: bool = False,
) -> Iterator[Finding]:
    """Under which names tablets reach this computer, and whether the port can be had.

    Args:
        host: address to listen on.
        port: the web server's port.
        address: gives this machine's number on the local network, None where it has none.
        avahi: exists where names with ``.local`` work.
        table_runs: whether a table of this user directory runs, which then has a port.
    """
    yield from examine_names(port, address, avahi)
    yield examine_port(host, port, table_runs=table_runs)


def examine_names(
    port: int, address: Callable[[], str | None] = own_address, avahi: Path = AVAHI
) -> Iterator[Finding]:
    """Under which names tablets reach this computer; arguments as of `examine_network`."""
    number = address()
    if number is None:
        yield Finding(
            part="network",
            level="trouble",
            text="This computer is on no network: tablets cannot reach it.",
            mend="Connect it to the same network as the tablets, or let it open one of its own.",
        )
    else:
        yield Finding(part="network", level="well", text=f"Tablets reach http://{number}:{port}.")
    name = next((name for name in own_names() if name.endswith(".local")), "")
    if avahi.exists():
        text = f"The name http://{name}:{port} works on tablets that know such names."
        yield Finding(part="network", level="well", text=text)
    else:
        yield Finding(
            part="network",
            level="note",
            text=f"The name {name} is not announced; tablets need the number.",
            mend="Run `sudo apt install avahi-daemon` to have the name as well.",
        )


def examine_port(host: str, port: int, *, table_runs: bool) -> Finding:
    """Whether a port can be had; arguments as of `examine_network`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if table_runs and error.errno == errno.EADDRINUSE:
                return Finding(
                    part="network",
                    level="note",
                    text=f"Port {port} is taken, as it is while a table runs on it.",
                    mend=f"Nothing is to be done if that table was started on port {port}.",
                )
            return Finding(
                part="network",
                level="trouble",
                text=f"Port {port} cannot be had: {error.strerror}.",
                mend=_mend_port(error.errno),
            )
    return Finding(part="network", level="well", text=f"Port {port} is free.")


def _mend_port(code: int | None) -> str:
    if code == errno.EADDRINUSE:
        return "Stop the program that has it, perhaps a table that runs already, or choose another."
    if code == errno.EACCES:
        return "Choose a port above 1023 with --port."
    return "Choose another address with --host or another port with --port."
