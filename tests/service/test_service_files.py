"""Settings, lock, box file, dice memory, addresses: the small things around the table."""

from __future__ import annotations

import errno
import multiprocessing
import os
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from companion.service.addresses import base_urls, own_name, printed, screen_addresses
from companion.service.box import BoxFileError, BoxKeeper, box_text
from companion.service.clock import SteadyClock, now
from companion.service.dice import DiceMemory
from companion.service.games import GAMES, load_game
from companion.service.instance import AlreadyRunningError, InstanceLock
from companion.service.places import make_folders
from companion.service.run import TableHouse
from companion.service.settings import Settings, SettingsError, home_directory, port_number
from tests.support.patience import PATIENCE_S
from tests.support.service_process import held_port
from tests.support.toy_game import LEFT, RIGHT, SEATS
from webui.pairing import Pairing, PairingStore
from webui.settings import TOKEN_LIFE_S, own_names


def test_the_user_directory_follows_the_environment() -> None:
    assert home_directory({"COMPANION_HOME": "/a/b", "XDG_DATA_HOME": "/c"}) == Path("/a/b")
    assert home_directory({"XDG_DATA_HOME": "/c"}) == Path("/c/table-companion")
    assert home_directory({}) == Path.home() / ".local/share/table-companion"


def test_the_port_comes_from_the_option_then_the_environment() -> None:
    assert port_number({"PORT": "8971"}, None) == 8971
    assert port_number({"PORT": "8971"}, 9000) == 9000
    assert port_number({}, None) == 8970
    for text in ("0", "65536", "http", "-1", "²", "9" * 5000):
        with pytest.raises(SettingsError, match="1 to 65535"):
            port_number({"PORT": text}, None)


def test_the_demo_has_files_of_its_own(tmp_path: Path) -> None:
    real, demo = Settings(home=tmp_path), Settings(home=tmp_path, demo=True)
    assert real.journal != demo.journal
    assert real.lock == demo.lock
    assert (real.camera_uri, real.die_uri) == ("none", "none")
    assert demo.camera_uri == f"virtual:{tmp_path}/demo/table.json"
    assert demo.die_uri.startswith("virtual:")
    assert Settings(home=tmp_path, demo=True, camera="0", die="none").camera_uri == "0"


def test_answers_to_the_sample_box_do_not_get_into_the_owners(tmp_path: Path) -> None:
    assert Settings(home=tmp_path).kept_box == tmp_path / "box.toml"
    assert Settings(home=tmp_path, sample=True).kept_box == tmp_path / "sample-box.toml"


def test_a_game_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(SettingsError, match=r"no game 'chess'.*fellowship"):
        load_game("chess")


def _hold(path: Path, ready: object, done: object) -> None:
    lock = InstanceLock(path)
    ready.set()  # type: ignore[attr-defined] # an event of another process
    done.wait(PATIENCE_S)  # type: ignore[attr-defined] # an event of another process
    lock.release()


def test_a_second_table_is_told_of_the_first(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ready, done = context.Event(), context.Event()
    holder = context.Process(target=_hold, args=(tmp_path / "lock", ready, done))
    holder.start()
    assert ready.wait(PATIENCE_S)
    with pytest.raises(AlreadyRunningError, match=f"process {holder.pid}"):
        InstanceLock(tmp_path / "lock")
    holder.kill()
    holder.join()
    InstanceLock(tmp_path / "lock").release()


def test_tablets_keep_their_seats_when_the_clock_is_put_right(tmp_path: Path) -> None:
    began_s, passed_s, put_right_s = 0.0, [7.0], [0.0]
    clock = SteadyClock(lambda: began_s + put_right_s[0], lambda: passed_s[0])
    pairing = Pairing(PairingStore(tmp_path / "pairing.json"), (LEFT, RIGHT), clock)
    seat, token = pairing.claim(pairing.code(LEFT) or "")
    put_right_s[0] = 1.8e9
    passed_s[0] += 60
    assert pairing.holds(seat, token)
    assert clock() == began_s + 60
    passed_s[0] += TOKEN_LIFE_S
    assert not pairing.holds(seat, token)


def test_the_service_gives_out_seats_by_the_even_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "toy", ("tests.support.toy_game", "ToyGame"))
    house = TableHouse(Settings(home=tmp_path, game="toy", host="127.0.0.1", port=held_port()))
    try:
        seat, token = house.pairing.claim(house.pairing.code(LEFT) or "")
        later = now() + timedelta(days=4000)
        for module in ("clock", "run", "sitting"):
            monkeypatch.setattr(f"companion.service.{module}.now", lambda: later)
        assert house.pairing.holds(seat, token)
    finally:
        house.stop()


def test_a_lock_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    with pytest.raises(SettingsError, match=r"the lock \S+/lock cannot be opened"):
        InstanceLock(tmp_path / "lock")


def test_a_journal_of_another_user_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "journal.db").write_bytes(b"")

    def not_yours(_path: Path, _mode: int) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(Path, "chmod", not_yours)
    with pytest.raises(SettingsError, match=r"journal\.db cannot be kept from other users"):
        make_folders(Settings(home=tmp_path))


def test_a_box_file_is_read_or_its_trouble_is_said(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    assert box_text(path, "sample") == "sample"
    path.write_text("x = 1\n")
    assert box_text(path, "sample") == "x = 1\n"
    path.write_bytes(b"a\nb\n\xff")
    with pytest.raises(BoxFileError, match="line 3"):
        box_text(path, "")
    path.unlink()
    path.mkdir()
    with pytest.raises(BoxFileError, match="cannot be read"):
        box_text(path, "")


def test_what_the_owner_answers_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text("one")
    keeper = BoxKeeper(path, "old")
    keeper.keep("old")
    keeper.keep(None)
    assert path.read_text() == "one"
    keeper.keep("two")
    assert path.read_text() == "two"
    assert not (tmp_path / "box.toml.other").exists()
    path.write_text("by hand")
    keeper.keep("three")
    assert path.read_text() == "three"
    assert (tmp_path / "box.toml.other").read_text() == "by hand"


def test_a_box_file_that_cannot_be_written_is_gone_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "absent" / "box.toml"
    keeper = BoxKeeper(path, None)
    keeper.keep("two")
    assert "could not be written" in caplog.text
    path.parent.mkdir()
    keeper.keep("two")
    assert path.read_text() == "two"


def test_a_die_is_resumed_from_where_it_was_met(tmp_path: Path) -> None:
    path = tmp_path / "dice.json"
    memory = DiceMemory(path, "game-1")
    memory.met("d", None)
    memory.met("d", 4)
    memory.met("d", 9)
    again = DiceMemory(path, "game-1")
    assert again.last_rolls({}) == {"d": 4}
    assert again.last_rolls({"d": 7, "e": 1}) == {"d": 7, "e": 1}
    assert DiceMemory(path, "game-2").last_rolls({}) == {}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("{")
    assert DiceMemory(path, "game-1").last_rolls({}) == {}


def test_a_name_is_shown_where_avahi_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    socket_file = tmp_path / "socket"
    monkeypatch.setattr("socket.gethostname", lambda: "Owl.example.org")
    assert own_name(socket_file) is None
    socket_file.touch()
    assert own_name(socket_file) == "owl.local"
    assert "owl.local" in own_names()
    monkeypatch.setattr("socket.gethostname", lambda: "localhost")
    assert own_name(socket_file) is None


def test_addresses_name_the_network_first() -> None:
    everywhere = ".".join(["0"] * 4)
    assert base_urls(everywhere, 80, "10.0.0.7") == ("http://10.0.0.7:80", "http://localhost:80")
    assert base_urls(everywhere, 80, "10.0.0.7", "owl.local") == (
        "http://10.0.0.7:80",
        "http://owl.local:80",
        "http://localhost:80",
    )
    assert base_urls(everywhere, 80, None, "owl.local") == ("http://localhost:80",)
    assert base_urls("127.0.0.1", 80, "10.0.0.7", "owl.local") == ("http://127.0.0.1:80",)
    assert base_urls(everywhere, 80, None) == ("http://localhost:80",)
    assert base_urls("127.0.0.1", 80, "10.0.0.7") == ("http://127.0.0.1:80",)
    assert base_urls("::1", 80, "10.0.0.7") == ("http://[::1]:80",)
    assert base_urls("::", 80, None) == ("http://localhost:80",)


def test_each_seat_is_printed_with_its_code_until_it_is_taken() -> None:
    pages = screen_addresses(SEATS, {LEFT: "abcd2345", RIGHT: None}, demo=True)
    assert [page.path for page in pages] == [
        "/",
        "/join/abcd2345",
        "/seat/right",
        "/demo/table",
    ]
    text = printed(pages, ("http://10.0.0.7:80", "http://localhost:80"), "tablecode")
    for expected in (
        "Public screen",
        "Left seat",
        "http://10.0.0.7:80/join/abcd2345",
        "http://localhost:80/seat/right",
        "tablecode",
        "█",
    ):
        assert expected in text
    assert os.linesep in text
