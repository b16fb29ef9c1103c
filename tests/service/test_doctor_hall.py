"""What the doctor says of broker, certificates and newer journals, each fault planted."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.hall.broker import new_client
from companion.journal.codec import EncodedEvent
from companion.journal.reading import START, GameRecord
from companion.journal.store import JournalWriter
from companion.service.certificate_maker import TABLE_LIFE
from companion.service.certificates import TableCertificates, table_certificates
from companion.service.doctor import examine, looks
from companion.service.doctor_disk import examine_disk
from companion.service.doctor_finding import Finding
from companion.service.doctor_hall import examine_hall
from companion.service.doctor_https import examine_certificates
from companion.service.settings import Settings
from tests.support.broker import Mosquitto
from tests.support.patience import PATIENCE_S
from tests.support.service_process import held_port, wait_until

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def hall(tmp_path: Path, address: str, password: str = "", name: str = "owl-table") -> Finding:
    settings = Settings(home=tmp_path, hall=address, hall_table=name, hall_password=password)
    (found,) = examine_hall(settings, PATIENCE_S)
    return found


def certificates(folder: Path, now: datetime, name: str = "localhost") -> TableCertificates:
    return table_certificates(folder, [name], ["127.0.0.1"], now)


def test_what_may_not_be_looked_at_is_trouble_and_the_other_looks_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(tmp_path / "journal.db"))

    monkeypatch.setattr("companion.service.doctor.examine_disk", closed)
    settings = Settings(home=tmp_path, camera="none", die="none", host="127.0.0.1")
    found = list(examine(settings, lambda _text: None))
    (trouble,) = [one for one in found if one.part == "disk"]
    assert trouble.level == "trouble"
    assert f"{tmp_path}/journal.db cannot be looked at: Permission denied" in trouble.text
    assert trouble.mend
    assert {"clock", "network", "camera", "die"} <= {one.part for one in found}


@contextmanager
def guarded(folder: Path, *lines: str) -> Iterator[Mosquitto]:
    """A broker with the user owl, who may use the table owl-table alone."""
    program = shutil.which("mosquitto_passwd") or "/usr/bin/mosquitto_passwd"
    if not Path(program).exists():
        pytest.skip("mosquitto_passwd is not installed: apt-get install mosquitto")
    users, access = folder / "users", folder / "access"
    users.touch(mode=0o600)
    subprocess.run([program, "-b", str(users), "owl", "hoot"], check=True, capture_output=True)
    access.write_text(
        "user owl\n"
        "topic write table-companion/1/owl-table/#\n"
        "topic read table-companion/1/owl-table/again\n"
    )
    access.chmod(0o600)
    for path in (users, access):
        os.chown(path, os.getuid(), os.getgid())
    own = (f"password_file {users}", f"acl_file {access}", "allow_anonymous false", *lines)
    with Mosquitto(folder, own) as broker:
        yield broker


def test_no_hall_is_nothing_to_look_at(tmp_path: Path) -> None:
    assert list(examine_hall(Settings(home=tmp_path))) == []


def test_a_broker_that_lets_the_table_in(tmp_path: Path) -> None:
    with guarded(tmp_path) as broker:
        address = f"mqtt://owl@127.0.0.1:{broker.port}"
        found = hall(tmp_path, address, "hoot")
        assert (found.level, "owl-table" in found.text) == ("well", True)
        wrong = hall(tmp_path, address, "howl")
        nobody = hall(tmp_path, f"mqtt://127.0.0.1:{broker.port}")
        foreign = hall(tmp_path, address, "hoot", "another")
    for refused, whom in ((wrong, "the user owl"), (nobody, "a table without a user")):
        assert refused.level == "trouble"
        assert f"refuses {whom}" in refused.text
        assert "COMPANION_HALL_PASSWORD" in refused.mend
        assert "howl" not in refused.text + refused.mend
    assert (foreign.level, "write for the table another" in foreign.text) == ("trouble", True)
    assert "--hall-table" in foreign.mend


def test_the_hall_learns_nothing_from_the_look(tmp_path: Path) -> None:
    """Whatever lies in the user directory: one empty message, which the broker does not keep."""
    heard: list[tuple[str, bytes, bool]] = []
    with Mosquitto(tmp_path) as broker:
        listener = new_client(broker.address, "listener")
        ready = threading.Event()
        listener.on_subscribe = lambda *_given: ready.set()
        listener.on_message = lambda _client, _data, message: heard.append(
            (message.topic, bytes(message.payload), message.retain)
        )
        listener.connect(broker.address.host, broker.address.port)
        listener.subscribe("#", qos=1)
        listener.loop_start()
        assert ready.wait(PATIENCE_S)
        for number, home in enumerate((tmp_path / "empty", tmp_path / "full"), start=1):
            if home.name == "full":
                (home / "secret").mkdir(parents=True)
                (home / "journal.db").write_bytes(b"secret")
            hall(home, f"mqtt://127.0.0.1:{broker.port}")
            wait_until(lambda: len(heard) >= number, PATIENCE_S, "the listener hears it")  # noqa: B023 - called at once
        listener.disconnect()
        listener.loop_stop()
    assert heard == [("table-companion/1/owl-table/doctor", b"", False)] * 2


def test_a_broker_that_is_not_there_or_is_something_else(tmp_path: Path) -> None:
    nothing = hall(tmp_path, f"mqtt://127.0.0.1:{held_port()}")
    assert (nothing.level, "cannot be reached" in nothing.text) == ("trouble", True)
    assert "plays on" in nothing.mend
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        settings = Settings(home=tmp_path, hall=f"mqtt://127.0.0.1:{deaf.getsockname()[1]}")
        (silent,) = examine_hall(settings, 0.2)
    assert silent.level == "trouble"
    assert "MQTT broker" in silent.mend
    no_address = hall(tmp_path, "http://127.0.0.1")
    assert (no_address.level, "mqtt://" in no_address.text) == ("trouble", True)


@pytest.mark.parametrize(
    ("age", "name", "trusts", "mend"),
    [
        (timedelta(0), "localhost", True, ""),
        (TABLE_LIFE + timedelta(days=9), "localhost", True, "renewed"),
        (timedelta(0), "localhost", False, "?ca="),
        (timedelta(0), "elsewhere.local", True, "name that stands in"),
    ],
    ids=["good", "ran out", "unknown authority", "another name"],
)
def test_certificates_of_a_broker(
    tmp_path: Path, age: timedelta, name: str, *, trusts: bool, mend: str
) -> None:
    folder = tmp_path / "broker"
    made = certificates(folder, datetime.now(tz=UTC) - age, name)
    files = (f"certfile {made.chain}", f"keyfile {made.key}")
    with guarded(tmp_path, *files) as broker:
        ca = f"?ca={folder / 'authority.pem'}" if trusts else ""
        found = hall(tmp_path, f"mqtts://owl@localhost:{broker.port}{ca}", "hoot")
        assert found.level == ("trouble" if mend else "well"), found
        assert mend in found.mend


def test_a_broker_that_speaks_no_tls(tmp_path: Path) -> None:
    with guarded(tmp_path) as broker:
        settings = Settings(home=tmp_path, hall=f"mqtts://owl@localhost:{broker.port}")
        (found,) = examine_hall(settings, 0.5)
    assert (found.level, "mqtt:// instead" in found.mend) == ("trouble", True)


# --- HTTPS --------------------------------------------------------------------------------------


def https(folder: Path, now: datetime, *, is_wanted: bool = True) -> list[Finding]:
    return list(examine_certificates(folder, now, is_wanted=is_wanted))


def test_certificates_from_the_first_day_to_the_last(tmp_path: Path) -> None:
    folder = tmp_path / "https"
    assert https(folder, NOW, is_wanted=False) == []
    (missing,) = https(folder, NOW)
    assert (missing.level, "--https" in missing.mend) == ("note", True)
    certificates(folder, NOW)
    (well,) = https(folder, NOW, is_wanted=False)
    assert well.level == "well"
    (over,) = https(folder, NOW + TABLE_LIFE)
    assert (over.level, "tablets refuse" in over.text) == ("trouble", True)
    assert "tablets need to do nothing" in over.mend
    (authority,) = https(folder, NOW + timedelta(days=4000))
    assert "each tablet has to trust" in authority.mend
    (clock,) = https(folder, NOW - timedelta(days=40))
    assert (clock.level, "Set the clock" in clock.mend) == ("trouble", True)


def test_keys_that_others_can_read_and_files_that_are_none(tmp_path: Path) -> None:
    made = certificates(tmp_path, NOW)
    made.key.chmod(0o644)
    (open_key,) = [one for one in https(tmp_path, NOW) if one.level == "trouble"]
    assert "chmod" in open_key.mend
    made.key.chmod(0o600)
    other = certificates(tmp_path / "other", NOW)
    made.key.write_bytes(other.key.read_bytes())
    (mixed,) = https(tmp_path, NOW)
    assert (mixed.level, "is not the key of" in mixed.text) == ("trouble", True)
    made.chain.write_text("nonsense")
    (broken,) = https(tmp_path, NOW)
    assert (broken.level, "Delete that folder" in broken.mend) == ("trouble", True)


def test_the_second_port_is_looked_at_where_it_is_wanted(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        settings = Settings(
            home=tmp_path, host="127.0.0.1", port=held_port(), https=True, https_port=port
        )
        (network,) = [look for look in looks(settings) if look.words == "the network"]
        taken = [one for one in network.findings() if f"Port {port}" in one.text]
    assert [one.level for one in taken] == ["trouble"]


def test_the_command_takes_hall_and_https(tmp_path: Path) -> None:
    port = str(held_port())
    run = CliRunner().invoke(
        main,
        [
            "doctor",
            "--die",
            "none",
            "--port",
            port,
            "--https",
            "--hall",
            f"mqtt://127.0.0.1:{port}",
        ],
        env={"COMPANION_HOME": str(tmp_path / "home"), "COMPANION_HALL_PASSWORD": "hoot"},
    )
    assert run.exit_code == 1
    assert f"The broker 127.0.0.1:{port} cannot be reached" in run.output
    assert "certificates for HTTPS" in run.output
    assert "hoot" not in run.output


# --- a journal of another version ---------------------------------------------------------------


@pytest.mark.parametrize("newer", ["format", "event", "game"])
def test_nobody_is_told_to_begin_anew_whose_journal_is_of_a_newer_program(
    tmp_path: Path, newer: str
) -> None:
    path = tmp_path / "journal.db"
    record = GameRecord(
        game_id="one",
        game="fellowship",
        rules="1",
        started_at="2026-01-02",
        ended_at=None,
        head=START,
    )
    kind = "fellowship-of-tomorrow" if newer == "event" else "game-started"
    started = EncodedEvent(
        type=kind,
        schema=1,
        payload='{"type":"game-started","game":"fellowship","rules":"1","options":[],"box":""}',
    )
    writer = JournalWriter(path)
    writer.start_game(record, [started], "service")
    if newer == "format":
        writer._connection.execute("PRAGMA user_version=99")
    elif newer == "game":
        writer._connection.execute("UPDATE games SET game = 'tomorrow'")
    writer.close()
    (found,) = [
        one for one in examine_disk(tmp_path, path) if str(path) in one.text or kind in one.text
    ]
    assert found.level == ("note" if newer == "game" else "trouble")
    assert "install the newer version" in found.mend
    assert "anew" not in found.mend
