"""The opponent with a laptop, automated; `docs/security.md` says how often each attack is tried."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.support.attack_tools import GotThroughError, Target
from tests.support.attacked_routes import AttackedRoutes, noted_routes
from tests.support.attacks import ATTACKS, EVERY_ROUTE
from tests.support.attacks_document import check_documented, documented
from tests.support.served_attacks import SERVED_ATTACKS, Served, files_and_output
from tests.support.service_process import ServiceProcess


class AttackRun:
    """The attacks on the app in one process, each carried out once.

    Attributes:
        routes: what they have asked for.
    """

    def __init__(self, folder: Path, routes: AttackedRoutes) -> None:
        self._folder = folder
        self._tries: dict[str, int] = {}
        self.routes = routes

    def tries(self, name: str) -> int:
        """How often an attack was tried."""
        if name not in self._tries:
            target = Target(self._folder / f"{len(self._tries)}")
            try:
                self._tries[name] = ATTACKS[name](target)
            finally:
                target.game.close()
        return self._tries[name]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AttackRun]:
    with noted_routes() as routes:
        yield AttackRun(tmp_path_factory.mktemp("run"), routes)


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_gets_through(run: AttackRun, name: str) -> None:
    check_documented(name, run.tries(name))


def test_every_route_of_every_app_is_attacked(run: AttackRun) -> None:
    for name in EVERY_ROUTE:
        run.tries(name)
    assert run.routes.pages_left_out() == []
    assert run.routes.left_out() == []


def test_a_route_that_nobody_asks_for_is_noticed() -> None:
    app = Flask("some")
    app.add_url_rule("/asked", view_func=lambda: "yes", endpoint="asked", methods=["GET", "POST"])
    app.add_url_rule("/forgotten", view_func=lambda: "no", endpoint="forgotten")
    with noted_routes() as routes:
        app.test_client().get("/asked")
    app.test_client().get("/forgotten")
    assert "GET /forgotten" in routes.left_out()
    assert "POST /asked" in routes.left_out()
    assert "GET /asked" not in routes.left_out()
    assert "seat" in routes.pages_left_out()


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


@pytest.mark.xdist_group("served-attacks")
def test_a_token_that_is_kept_as_it_is_is_found(served: Served) -> None:
    planted = served.home / "demo" / "pairing-planted.json"
    planted.touch(mode=0o600)
    planted.write_text(f"[{served.token!r}]", "utf-8")
    try:
        with pytest.raises(GotThroughError, match=r"pairing-planted\.json keeps a token"):
            files_and_output(served)
    finally:
        planted.unlink()


def test_the_document_lists_these_attacks_and_no_others() -> None:
    assert list(documented()) == [*ATTACKS, *SERVED_ATTACKS]
