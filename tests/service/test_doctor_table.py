"""The doctor at a table that runs, its page, and the bundle for whoever helps."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from companion.border import DieState, EyeState
from companion.cli import main
from companion.service import doctor_table
from companion.service.doctor_bundle import discreet_text
from companion.service.doctor_table import TableDoctor
from companion.service.settings import Settings
from companion.table.commands import Act
from tests.support.attack_tools import SECRETS
from tests.support.fellowship import EP, FP
from tests.support.secret_game import SecretGame
from tests.support.web_client import FROM_PAGE
from tests.support.web_eye import FakeDoctor
from tests.support.web_fake import FakeTable, fake_services
from tests.support.web_views import OWL
from webui.app import create_app
from webui.doctor_ports import DoctorLine
from webui.ports import Devices
from webui.settings import WebSettings
from webui.site import Services

LOST = EyeState(t_s=0.0, state="lost", reason="Two corners are covered: uncover them.")


def doctor(home: Path, devices: Devices | None = None) -> TableDoctor:
    settings = Settings(home=home, camera="http://me:word@10.0.0.7/video?key=9")
    return TableDoctor(settings, "fellowship", lambda: devices or Devices())


def levels(doctor: TableDoctor) -> dict[str, str]:
    return {line.part: line.level for line in reversed(doctor.look())}


def test_devices_are_asked_and_not_opened(tmp_path: Path) -> None:
    well = Devices(eye=EyeState(t_s=0.0, state="registered"), die=DieState(die="d", state="ready"))
    assert levels(doctor(tmp_path, well))["camera"] == "well"
    assert levels(doctor(tmp_path, well))["die"] == "well"
    ill = Devices(eye=LOST, die=DieState(die="d", state="missing", reason="Plug the die in."))
    lines = {line.part: line for line in doctor(tmp_path, ill).look()}
    assert (lines["camera"].level, lines["die"].level) == ("trouble", "trouble")
    assert "Two corners are covered" in lines["camera"].text
    assert "companion doctor" in lines["die"].mend
    assert {"disk", "clock", "network", "box", "program"} <= set(lines)


@pytest.mark.parametrize("demo", [True, False])
def test_a_table_that_plays_on_the_sample_box_misses_no_file(tmp_path: Path, demo: bool) -> None:  # noqa: FBT001 - a parameter of the test
    settings = Settings(home=tmp_path, demo=demo, sample=not demo)
    lines = {line.part: line for line in TableDoctor(settings, "fellowship", Devices).look()}
    assert (lines["box"].level, lines["box"].text) == ("well", "The sample box is used.")


def test_a_second_look_at_once_is_the_first_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Devices] = []

    def devices() -> Devices:
        asked.append(Devices())
        return asked[-1]

    monkeypatch.setattr(doctor_table, "GOOD_FOR_S", 1e9)
    ill = TableDoctor(Settings(home=tmp_path), "fellowship", devices)
    assert ill.look() == ill.look()
    assert len(asked) == 1
    monkeypatch.setattr(doctor_table, "GOOD_FOR_S", 0.0)
    ill.look()
    assert len(asked) == 2


def hidden_game(home: Path, edits: int) -> list[str]:
    """A table whose seats have hidden words so often; gives every word that must not get out."""
    game = SecretGame(home)
    try:
        for number in range(edits):
            card = f"{SECRETS[0]}-{number}"
            game.post(Act(seat=FP, action="name-hand", inputs=(("card-1", card),)))
            game.post(Act(seat=EP, action="name-hand", inputs=(("card-1", SECRETS[2]),)))
        codes = [game.pairing.invite(seat, "join").code for seat in (FP, EP)]
    finally:
        game.close()
    (home / "pairing-one.json").write_text('{"token": "zebra-token"}')
    (home / "box.toml").write_text('note = "zebra-box"')
    return [*SECRETS, *codes, "zebra"]


def test_what_a_seat_hides_changes_nothing_the_doctor_says(tmp_path: Path) -> None:
    said = []
    for edits in (1, 4):
        home = tmp_path / str(edits)
        hidden_game(home, edits)
        # How full the disk is and how late it is have nothing to do with a game.
        said.append(
            [
                (
                    line.part,
                    line.level,
                    "" if line.part in ("disk", "clock") else line.text,
                    line.mend,
                )
                for line in doctor(home).look()
            ]
        )
    assert said[0] == said[1]
    assert sum(part == "disk" for part, *_ in said[0]) == 2, "the journal is left alone"


def test_no_secret_is_in_the_bundle_or_on_the_page(tmp_path: Path) -> None:
    words = [*hidden_game(tmp_path, 3), "word@", "key=9", str(tmp_path)]
    assert any(word.encode() in (tmp_path / "journal.db").read_bytes() for word in SECRETS)
    ill = doctor(tmp_path, Devices(eye=LOST))
    told = [msgspec.json.encode(ill.look()).decode()]
    with zipfile.ZipFile(io.BytesIO(ill.bundle())) as bundle:
        assert sorted(bundle.namelist()) == [
            "README.txt",
            "about.json",
            "findings.json",
            "findings.txt",
        ]
        told += [bundle.read(name).decode() for name in bundle.namelist()]
    for text in told:
        assert [word for word in words if word in text] == []
    assert "Two corners are covered" in told[-1] + told[1] + told[2] + told[3]


def test_the_command_saves_a_bundle_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, out = tmp_path / "home", tmp_path / "out.zip"
    words = hidden_game(home, 2)
    monkeypatch.setenv("COMPANION_HOME", str(home))
    options = ["doctor", "--host", "127.0.0.1", "--die", "none", "--bundle", str(out)]
    done = CliRunner().invoke(main, [*options, "--camera", "http://me:word@127.0.0.1:9/v?key=9"])
    assert f"Saved {out}" in done.output
    with zipfile.ZipFile(out) as bundle:
        told = "".join(bundle.read(name).decode() for name in bundle.namelist())
    assert [w for w in [*words, "word@", "key=9", str(home)] if w in told] == []
    found = json.loads(zipfile.ZipFile(out).read("findings.json"))
    assert {one["part"] for one in found} >= {"disk", "camera", "box"}
    done = CliRunner().invoke(main, [*options[:-1], str(tmp_path / "no" / "out.zip")])
    assert done.exit_code == 1
    assert "cannot be written" in done.output


def page_hall(*lines: DoctorLine) -> tuple[FlaskClient, FlaskClient]:
    """A tablet at a seat, and a laptop somewhere in the network."""
    settings = WebSettings(epoch="start1")
    services = fake_services(FakeTable(), settings, None)
    whole = Services(table=services.table, pairing=services.pairing, doctor=FakeDoctor(*lines))
    app = create_app(whole, settings)
    tablet, stranger = app.test_client(), app.test_client()
    for client in (tablet, stranger):
        client.environ_base["REMOTE_ADDR"] = "10.0.0.9"
    code = services.pairing.code(OWL)
    tablet.post("/join", data={"code": code, "seat": OWL}, headers=FROM_PAGE)
    return tablet, stranger


def test_the_page_says_trouble_first_and_how_to_mend_it() -> None:
    tablet, _ = page_hall(
        DoctorLine(part="clock", level="well", text="The clock is right."),
        DoctorLine(part="die", level="trouble", text="No die answers.", mend="Plug it in."),
    )
    text = tablet.get("/doctor").text
    assert "One thing keeps the table" in text
    assert text.index("No die answers.") < text.index("Plug it in.") < text.index("The clock")
    bundle = tablet.get("/doctor/bundle")
    assert (bundle.mimetype, bundle.data) == ("application/zip", b"PK")
    assert 'href="/doctor"' in tablet.get(f"/seat/{OWL}/menu").text


def test_a_laptop_next_door_does_not_see_it() -> None:
    _, stranger = page_hall()
    assert stranger.get("/doctor").status_code == 403
    assert stranger.get("/doctor/bundle").status_code == 403


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("http://me:word@cam/video?key=9 gives none", "http://cam/video gives none"),
        ("rtsp://u@cam:554 is gone.", "rtsp://cam:554 is gone."),
        ("http://me:w@rd@cam/video gives none", "http://cam/video gives none"),
        ("HOMEDIR/journal.db", "HOME/journal.db"),
        ("Run `sudo apt install avahi-daemon`.", "Run `sudo apt install avahi-daemon`."),
    ],
)
def test_texts_lose_passwords_and_folders(tmp_path: Path, text: str, told: str) -> None:
    assert discreet_text(text.replace("HOMEDIR", str(tmp_path)), tmp_path) == told
