"""The opponent with a laptop, automated; `docs/security.md` says how often each attack is tried."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.attack_tools import Target
from tests.support.attacks import ATTACKS
from tests.support.attacks_document import check_documented, documented
from tests.support.served_attacks import SERVED_ATTACKS, Served
from tests.support.service_process import ServiceProcess


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_gets_through(tmp_path: Path, name: str) -> None:
    target = Target(tmp_path)
    try:
        tries = ATTACKS[name](target)
    finally:
        target.game.close()
    check_documented(name, tries)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A real table in a folder that others may look into."""
    home = tmp_path_factory.mktemp("home")
    home.chmod(0o755)
    (home / "demo").mkdir(mode=0o755)
    options = ("--demo", "--camera", "none")
    with ServiceProcess(home, *options, game="fellowship") as service:
        target = Served(service, home)
        yield target
        target.owner.close()


@pytest.mark.xdist_group("served-attacks")
@pytest.mark.parametrize("name", SERVED_ATTACKS)
def test_nothing_gets_through_to_the_served_table(served: Served, name: str) -> None:
    check_documented(name, SERVED_ATTACKS[name](served))


def test_the_document_lists_these_attacks_and_no_others() -> None:
    assert list(documented()) == [*ATTACKS, *SERVED_ATTACKS]
