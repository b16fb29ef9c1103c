"""Which rules of the checklist have a passing test that names them.

Runs the tests that carry `@pytest.mark.rule(...)` and prints one line for each family of ids, such
as ``FOTR 120/252``, then the ids that no passing test names. Exit status 1 if a named id does not
exist or a test names more than three.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

FAMILIES = {"FOTR": 252, "HUNT": 32, "KNZ": 34, "SPI": 25}
MOST_IDS_A_TEST = 3


def all_ids() -> list[str]:
    """Every id of every family, in order."""
    return [f"{name}-{n:03}" for name, last in FAMILIES.items() for n in range(1, last + 1)]


class Collector:
    """A pytest plugin that keeps which ids were named by tests that passed."""

    def __init__(self) -> None:
        self.named: dict[str, tuple[str, ...]] = {}
        self.passed: set[str] = set()
        self.failed: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep only the tests that name rules."""
        for item in items:
            ids = tuple(id_ for mark in item.iter_markers("rule") for id_ in mark.args)
            if ids:
                self.named[item.nodeid] = ids
        items[:] = [item for item in items if item.nodeid in self.named]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how each test ended."""
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed:
            self.passed.add(report.nodeid)


def main() -> int:
    """Run, print, and say whether all names were right."""
    root = Path(__file__).resolve().parent.parent
    collector = Collector()
    pytest.main(["-q", "--no-header", "-p", "no:cacheprovider", str(root / "tests")], [collector])
    known = set(all_ids())
    covered = {
        id_ for node in collector.passed - collector.failed for id_ in collector.named.get(node, ())
    }
    wrong = [
        f"{node}: {', '.join(ids)}"
        for node, ids in collector.named.items()
        if len(ids) > MOST_IDS_A_TEST or not set(ids) <= known
    ]
    for family, count in FAMILIES.items():
        has = sum(1 for id_ in covered if id_.startswith(family))
        print(f"{family} {has}/{count}")
    for family in FAMILIES:
        missing = [i for i in all_ids() if i.startswith(family) and i not in covered]
        if missing:
            print(f"without a passing test: {' '.join(missing)}")
    for line in wrong:
        print(f"a test names more than {MOST_IDS_A_TEST} ids or an unknown one: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
