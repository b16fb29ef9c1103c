"""The page of the eye and the doctor's on the whole house: from consent to a report on the disk."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from companion.cli import main
from tests.support.patience import PATIENCE_S
from tests.support.service_process import ServiceProcess, Tablet, wait_until


def test_two_consents_show_what_a_real_eye_sees_and_save_it(tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, "--demo", game="fellowship") as service:
        tablets = [Tablet(service.port, seat) for seat in ("fellowship", "enemy")]
        for tablet in tablets:
            tablet.claim(service.code(tablet.seat.title()))
        onlooker = Tablet(service.port, "nobody")
        assert "hidden until both seats agree" in onlooker.get("/eye")
        for tablet in tablets:
            assert tablet.post("/eye/consent", seat=tablet.seat, given="yes")[0] == 200
        shown: list[str] = []

        def is_shown() -> bool:
            shown.append(onlooker.get("/eye/live"))
            return "markers are read" in shown[-1]

        wait_until(is_shown, PATIENCE_S, "a picture")
        assert "The map is found and fits well: 4 of 4" in shown[-1]
        status, said = tablets[0].post("/eye/report")
        assert (status, "Saved as" in said) == (200, True), said
        assert tablets[1].post("/eye/consent", seat="enemy", given="no")[0] == 200
        assert "hidden until both seats agree" in onlooker.get("/eye/live")
        doctor = tablets[0].get("/doctor")
        assert "How the table is" in doctor
        assert "The eye is well." in doctor
        for tablet in (*tablets, onlooker):
            tablet.close()
    (report,) = (tmp_path / "demo" / "reports").iterdir()
    done = CliRunner().invoke(main, ["read", str(report), "--json"])
    assert done.exit_code == 0, done.output
    counts = {len(json.loads(line)["markers"]) for line in done.stdout.splitlines()}
    assert len(counts) == 1
    assert counts.pop() >= 10
    given = (tmp_path / "demo" / "consents.jsonl").read_text().split()
    assert [json.loads(line)["given"] for line in given] == [True, True, False]
    assert json.loads((tmp_path / "demo" / "eye.json").read_text())["source"].startswith("virtual:")
