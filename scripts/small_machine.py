#!/usr/bin/env python3
"""What the whole service needs on a small machine: memory and processor, within one core and 1 GB.

    sudo .venv/bin/python scripts/small_machine.py [--seconds 60] [--json]

Starts `companion serve` in control groups (version 1) that give it one core and 1 GB, with a camera
that gives a picture of 12 megapixels a second of a table with markers, a virtual die and three
screens that listen. Once the markers are on the table it is left alone and watched. The pictures
are made and sent from outside the groups.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from calibration.scheme import SchemeKind, default_scheme
from companion.bench.vision_eye import picture_stream, pss_mb, still_table

ROOT: Final = Path(__file__).resolve().parent.parent
GROUPS: Final = Path("/sys/fs/cgroup")
NAME: Final = "companion-small-machine"
LIMIT_MB: Final = 1024
WIDTH_PX, HEIGHT_PX = 4056, 3040
SCHEME: Final[SchemeKind] = "serial"
MEMORY_PROMISED_MB: Final = 350
IDLE_PROMISED_PCT: Final = 10
START_WITHIN_S: Final = 240.0
SETTLES_S: Final = 20.0
ENDS_WITHIN_S: Final = 60.0
EMPTY_WITHIN_S: Final = 20.0
LEAST_SHARE: Final = 0.9
"""So many of the markers are on the table before it counts as laid out."""
LOOK_EVERY_S: Final = 0.5
SCREENS: Final = 3
_NANOSECONDS: Final = 1e9
_MB: Final = 1024 * 1024


@contextmanager
def control_groups() -> Iterator[dict[str, Path]]:
    """Groups of one core and `LIMIT_MB`; removed at the end.

    Raises:
        SystemExit: they cannot be made.
    """
    made: dict[str, Path] = {}
    try:
        for kind in ("memory", "cpu", "cpuacct", "cpuset"):
            made[kind] = GROUPS / kind / NAME
            made[kind].mkdir(exist_ok=True)
        (made["memory"] / "memory.limit_in_bytes").write_text(str(LIMIT_MB * _MB))
        (made["memory"] / "memory.max_usage_in_bytes").write_text("0")
        (made["cpu"] / "cpu.cfs_period_us").write_text("100000")
        (made["cpu"] / "cpu.cfs_quota_us").write_text("100000")
        nodes = (GROUPS / "cpuset" / "cpuset.mems").read_text()
        cores = (GROUPS / "cpuset" / "cpuset.cpus").read_text().strip()
        last = re.split("[,-]", cores)[-1]
        (made["cpuset"] / "cpuset.mems").write_text(nodes)
        (made["cpuset"] / "cpuset.cpus").write_text(last)
    except OSError as error:
        raise SystemExit(
            f"control groups of version 1 below {GROUPS} that may be written to were expected: "
            f"{error}. Run this as root on such a machine."
        ) from error
    try:
        yield made
    finally:
        until_s = time.monotonic() + EMPTY_WITHIN_S
        for group in made.values():
            # The eye ends a moment after the service; a group that holds it cannot be removed.
            while processes(group) and time.monotonic() < until_s:
                time.sleep(LOOK_EVERY_S)
            group.rmdir()


def processes(group: Path) -> list[int]:
    """Everything that runs in a group."""
    return [int(line) for line in (group / "cgroup.procs").read_text().split()]


def group_pss_mb(group: Path) -> float:
    """Memory of a group's processes, pages that they share in proportion."""
    total = 0.0
    for process in processes(group):
        # One may end while they are counted.
        with suppress(OSError):
            total += pss_mb(process)
    return total


def rss_mb(group: Path) -> float:
    """Memory that a group has to itself, without the files it has read."""
    found = re.search(r"^total_rss (\d+)$", (group / "memory.stat").read_text(), re.MULTILINE)
    return int(found[1]) / _MB if found else 0.0


def cpu_s(group: Path) -> float:
    """Processor time that a group has used."""
    return int((group / "cpuacct.usage").read_text()) / _NANOSECONDS


def markers_shown(port: int) -> int:
    """How many markers the public screen names, 0 while it does not answer."""
    try:
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20).read().decode()
    except OSError:
        return 0
    found = re.search(r"Map with (\d+) markers", page)
    return int(found[1]) if found else 0


def measure(seconds: float, port: int) -> dict[str, float]:
    """Start the service, wait for the markers, watch it.

    Raises:
        SystemExit: it did not come so far.
    """
    markers, pictures = still_table(default_scheme(SCHEME), WIDTH_PX, HEIGHT_PX)
    with ExitStack() as stack:
        groups = stack.enter_context(control_groups())
        address = stack.enter_context(picture_stream(pictures))
        home = stack.enter_context(tempfile.TemporaryDirectory())
        service = stack.enter_context(_service(groups, address, Path(home), port))
        largest_mb = _wait_for(markers, groups["memory"], service, port)
        for _ in range(SCREENS):
            screen = urllib.request.urlopen(f"http://127.0.0.1:{port}/stream", timeout=3600)
            stack.callback(screen.close)
        time.sleep(SETTLES_S)
        before_s, began_s = cpu_s(groups["cpuacct"]), time.monotonic()
        while time.monotonic() < began_s + seconds:
            largest_mb = max(largest_mb, group_pss_mb(groups["memory"]))
            time.sleep(LOOK_EVERY_S)
        used_s = cpu_s(groups["cpuacct"]) - before_s
        peak = int((groups["memory"] / "memory.max_usage_in_bytes").read_text()) / _MB
        return {
            "pss_mb": round(largest_mb, 1),
            "rss_mb": round(rss_mb(groups["memory"]), 1),
            "peak_with_file_cache_mb": round(peak, 1),
            "idle_cpu_pct": round(100 * used_s / (time.monotonic() - began_s), 1),
            "markers": markers_shown(port),
            "load": round(os.getloadavg()[0], 1),
        }


@contextmanager
def _service(
    groups: dict[str, Path], camera: str, home: Path, port: int
) -> Iterator[subprocess.Popen[bytes]]:
    enter = " && ".join(f"echo $$ > {group}/cgroup.procs" for group in groups.values())
    command = (
        f"{enter} && exec {ROOT}/.venv/bin/companion serve --game fellowship --box sample "
        f"--camera {camera} --die virtual: --host 127.0.0.1 --port {port} --scheme {SCHEME}"
    )
    environment = {**os.environ, "COMPANION_HOME": str(home)}
    service = subprocess.Popen(
        ["/bin/sh", "-c", command], env=environment, stdout=subprocess.DEVNULL
    )
    try:
        yield service
    finally:
        service.terminate()
        try:
            service.wait(ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            service.kill()
            service.wait()


def _wait_for(markers: int, group: Path, service: subprocess.Popen[bytes], port: int) -> float:
    """Wait until the screen shows most of the markers and no more come; the largest memory."""
    largest_mb, shown, since_s = 0.0, 0, time.monotonic()
    until_s = since_s + START_WITHIN_S
    while shown < LEAST_SHARE * markers or time.monotonic() < since_s + SETTLES_S:
        if service.poll() is not None:
            raise SystemExit("the service has ended; what it said stands above.")
        if time.monotonic() > until_s:
            raise SystemExit(f"{markers} markers were expected on the screen, {shown} are there.")
        now_shown = markers_shown(port)
        if now_shown != shown:
            shown, since_s = now_shown, time.monotonic()
        largest_mb = max(largest_mb, group_pss_mb(group))
        time.sleep(LOOK_EVERY_S)
    return largest_mb


def main() -> int:
    """Measure and say whether what is promised is kept; exit status 1 if it is not."""
    parser = argparse.ArgumentParser(description="What the service needs within one core and 1 GB.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--port", type=int, default=8979)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = measure(given.seconds, given.port)
    is_kept = found["pss_mb"] < MEMORY_PROMISED_MB and found["idle_cpu_pct"] < IDLE_PROMISED_PCT
    if given.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name}: {value}")
        print(
            f"promised: {MEMORY_PROMISED_MB} MB, {IDLE_PROMISED_PCT} %:",
            "kept" if is_kept else "NOT kept",
        )
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
