"""The installer in a fresh Debian with a systemd of its own: up to a served page, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.support.fresh_debian import FreshDebian, why_not
from tests.support.service_process import held_port

pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "nothing lacks"),
]

IN_USE = "basename $(readlink /opt/table-companion/current)"
PID = "systemctl show -p MainPID --value table-companion"
BOOTED = (
    "until systemctl is-system-running 2>/dev/null | grep -E 'running|degraded'; do sleep 1; done"
)


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def debian(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[FreshDebian]:
    with FreshDebian(tmp_path_factory.mktemp("debian") / "root", request.param) as booted:
        booted.run(BOOTED, timeout_s=120)
        # The network is this machine's, and with it the ports.
        booted.run(f"echo PORT={held_port()} > /etc/default/table-companion")
        installed = booted.run("/srv/companion/scripts/install")
        log = booted.run("journalctl -u table-companion --no-pager | tail -40").stdout
        assert installed.returncode == 0, installed.stdout + log
        yield booted


def in_use(debian: FreshDebian) -> str:
    return debian.run(IN_USE).stdout.strip()


def test_the_page_is_served_and_the_unit_is_sound(debian: FreshDebian) -> None:
    assert "the table is open on port" in debian.run("/srv/companion/scripts/install status").stdout
    unit = "/etc/systemd/system/table-companion.service"
    verified = debian.run(f"systemd-analyze verify {unit}")
    assert (verified.returncode, verified.stdout) == (0, "")
    exposure = debian.run("systemd-analyze security table-companion --no-pager").stdout
    found = re.search(r"exposure level for table-companion.service: ([\d.]+)", exposure)
    assert found is not None
    assert float(found[1]) < 2.0
    owner = debian.run(f"stat -c %U /proc/$({PID})").stdout
    assert owner == "table-companion\n"


@pytest.mark.parametrize("sign", ["KILL", "STOP"])
def test_a_service_that_died_or_hangs_is_started_again(debian: FreshDebian, sign: str) -> None:
    again = debian.run(
        f"before=$({PID}); kill -{sign} $before; for _ in $(seq 60); do sleep 1; now=$({PID}); "
        '[ "$now" = 0 ] || [ "$now" = "$before" ] || exit 0; done; exit 1',
        timeout_s=120,
    )
    assert again.returncode == 0
    assert (
        "the table is open" in debian.run("sleep 3; /srv/companion/scripts/install status").stdout
    )


def test_update_failed_updates_rollback_and_uninstall(debian: FreshDebian) -> None:
    first = in_use(debian)
    debian.run("echo kept > /var/lib/table-companion/mark")
    updated = debian.run("/srv/companion/scripts/install")
    assert updated.returncode == 0, updated.stdout
    second = in_use(debian)
    assert second > first
    assert debian.run("cat /var/backups/table-companion/*/mark").stdout == "kept\n"

    spoil = "rm -rf /srv/bad; cp -r /srv/companion /srv/bad; rm -rf /srv/bad/.venv; "
    for fault in (
        "echo 'raise RuntimeError' >> /srv/bad/companion/service/run.py",
        "echo 'raise RuntimeError' >> /srv/bad/companion/cli/games.py",
        'sed -i \'s/"click>=8.1"/"no-such-package-at-all"/\' /srv/bad/pyproject.toml',
    ):
        failed = debian.run(f"{spoil}{fault}; /srv/bad/scripts/install")
        assert failed.returncode == 1, failed.stdout
        assert in_use(debian) == second
        assert debian.run("systemctl is-active table-companion").stdout == "active\n"
    assert debian.run("ls /opt/table-companion/versions").stdout.split() == [first, second]

    assert debian.run("/srv/companion/scripts/install rollback").returncode == 0
    assert in_use(debian) == first
    assert debian.run("/srv/companion/scripts/install rollback").returncode == 0
    assert in_use(debian) == second

    assert debian.run("/srv/companion/scripts/install uninstall").returncode == 0
    assert debian.run("cat /var/lib/table-companion/mark").stdout == "kept\n"
    gone = (
        "/opt/table-companion /etc/systemd/system/table-companion.service /usr/local/bin/companion"
    )
    for path in gone.split():
        assert debian.run(f"test -e {path}").returncode == 1
