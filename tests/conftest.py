"""What all tests share: how long searches run, what is skipped, where shared pictures lie."""

from __future__ import annotations

import os
import pty
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

# Before NumPy loads: its matrices are small here, and threads that wait for each other take the
# processor from the tests beside them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile(
    "soak", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="full counts, for make soak")


def pytest_configure(config: pytest.Config) -> None:
    profile = "soak" if config.getoption("--soak") else "ci" if os.environ.get("CI") else "dev"
    settings.load_profile(profile)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--soak"):
        chosen = [item for item in items if item.get_closest_marker("soak") is None]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
        items[:] = chosen
    if not SHARED.is_dir():
        for item in items:
            if item.get_closest_marker("shared"):
                item.add_marker(pytest.mark.skip(reason="the folder ../shared is not here"))


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The folder of pictures with ground truth beside the checkout."""
    return SHARED


@pytest.fixture
def quiet_port() -> Iterator[tuple[int, str]]:
    """A port on which nobody answers: the near end's descriptor and the path."""
    near, far = pty.openpty()
    tty.setraw(far)
    yield near, os.ttyname(far)
    os.close(near)
    os.close(far)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, one for the tests of a module."""
    from tests.support.web_browser import chromium  # noqa: PLC0415 - slow to load, for few tests

    with chromium() as opened:
        yield opened
