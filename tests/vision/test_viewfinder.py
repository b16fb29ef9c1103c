"""Looking through the eye, and reports that can be read again."""

from __future__ import annotations

import json
import queue
from importlib import resources
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.layout import TableLayout, layout_lens, sample_layout, save_layout
from calibration.lens import load_lens
from calibration.render import render_table
from calibration.scheme import default_scheme, load_scheme
from companion.border import Look, Placed, Report, ReportSaved, Rest, Sight
from companion.cli import main
from tests.support.eye_said import CUBES, EYE_PATIENCE_S, EyeSaid
from vision.eye import EyeConfig
from vision.eye_client import EyeProcess
from vision.field_report import FILE, PICTURES, ReportError, open_report
from vision.reading import PixelBox
from vision.sources.frames import Frame
from vision.viewfinder import Viewfinder

SCHEME = default_scheme()


class Nothing:
    """A watcher that hides nothing, or one part."""

    def __init__(self, *hidden: PixelBox) -> None:
        self.hidden = hidden


@pytest.fixture(scope="module")
def frame() -> Frame:
    layout = msgspec.structs.replace(sample_layout(SCHEME), cubes=CUBES)
    return Frame(render_table(layout, SCHEME), 0, 0.5)


def finder() -> Viewfinder:
    return Viewfinder(SCHEME, None, {"scheme": "anonymous", "source": "virtual:"})


def only_sight(told: list[Sight | ReportSaved]) -> Sight:
    (sight,) = told
    assert isinstance(sight, Sight)
    return sight


def test_nothing_is_made_while_nobody_looks(frame: Frame) -> None:
    view = finder()
    assert view.step(frame, Nothing(), 3.0) == []
    view.wish(Look())
    assert len(view.step(frame, Nothing(), 3.0)) == 1
    assert view.step(frame, Nothing(), 3.0) == [], "not before a second has passed"
    view.wish(Rest())
    assert view.step(frame, Nothing(), 3.0) == []
    assert view._reader is None, "nothing is kept for the next who looks"


def test_a_sight_says_what_the_picture_holds(frame: Frame) -> None:
    view = finder()
    view.wish(Look())
    box = PixelBox(800, 400, 1000, 600)
    sight = only_sight(view.step(frame, Nothing(box), 3.5))
    assert {(m.colour, m.face) for m in sight.markers} == {("green", 2), ("red", 3)}
    assert all(0.5 < marker.confidence <= 1 for marker in sight.markers)
    assert sight.residual_px is not None
    assert sight.residual_px < 1
    offs = [corner.off_px for corner in sight.corners]
    assert len(offs) == 4
    assert all(off is not None and off < 1 for off in offs)
    (hand,) = sight.hands
    assert 0 < hand.west_in < hand.east_in < sight.width_in
    assert (sight.step_ms, sight.size_px) == (3.5, (1920, 1080))
    picture = cv2.imdecode(np.frombuffer(sight.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[1] / picture.shape[0] == pytest.approx(
        sight.width_in / sight.height_in, rel=0.01
    )
    assert len(sight.jpeg) < 400_000


def test_a_picture_without_the_board_is_not_shown() -> None:
    view = finder()
    view.wish(Look())
    blank = Frame(np.full((600, 800, 3), 90, np.uint8), 0, 0.0)
    sight = only_sight(view.step(blank, Nothing(), 1.0))
    assert (sight.jpeg, sight.markers, sight.residual_px) == (b"", (), None)
    assert sight.reason


def saved_by_the_eye(folder: Path, report: Path) -> list[Placed]:
    """Have a real eye save a report of its virtual table."""
    layout = folder / "table.json"
    save_layout(TableLayout(cubes=CUBES), layout)
    messages, views = EyeSaid(), queue.Queue[Sight | ReportSaved]()
    eye = EyeProcess(EyeConfig(source=f"virtual:{layout}", fps=10), messages.queue.put, views.put)
    eye.start()
    try:
        placed = [messages.wait_for(Placed), messages.wait_for(Placed)]
        eye.ask(Look())
        assert isinstance(views.get(timeout=EYE_PATIENCE_S), Sight)
        eye.ask(Report(folder=str(report)))
        while not isinstance(said := views.get(timeout=EYE_PATIENCE_S), ReportSaved):
            pass
        assert said == ReportSaved(folder=str(report))
    finally:
        eye.stop()
    return placed


def test_a_report_of_a_real_eye_is_read_and_watched_again(tmp_path: Path) -> None:
    report = tmp_path / "reports" / "first"
    placed = saved_by_the_eye(tmp_path, report)
    assert sorted(path.name for path in report.iterdir()) == [
        *(f"picture-{number}.png" for number in range(1, PICTURES + 1)),
        FILE,
    ]
    wanted = {(p.marker.colour, p.marker.face, p.marker.place) for p in placed}
    done = CliRunner().invoke(main, ["read", str(report), "--json"])
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == PICTURES
    for line in lines:
        assert {(m["colour"], m["face"], m["place"]) for m in line["markers"]} == wanted
    done = CliRunner().invoke(main, ["watch", str(report), "--json"])
    assert done.exit_code == 0, done.output
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert {
        (e["colour"], e["face"], e["to"]["place"]) for e in events if e["event"] == "placed"
    } == wanted
    told = json.loads((report / FILE).read_text())
    assert told["settings"]["source"].startswith("virtual:")
    assert told["readings"][0]["residual_px"] < 1


def test_a_report_of_stickers_and_a_lens_of_ones_own_holds_both(
    tmp_path: Path, frame: Frame
) -> None:
    stickers = resources.files("calibration") / "data" / "anonymous.toml"
    mine = tmp_path / "mine.toml"
    mine.write_text(stickers.read_text("utf-8").replace("default anonymous", "my own"), "utf-8")
    lens = layout_lens(sample_layout(SCHEME))
    view = Viewfinder(load_scheme(mine), lens, {"scheme": str(mine), "source": "0"})
    report = tmp_path / "one"
    view.wish(Report(folder=str(report)))
    told = [one for _ in range(PICTURES) for one in view.step(frame, Nothing(), 1.0)]
    assert told == [ReportSaved(folder=str(report))]
    mine.unlink()
    again = open_report(report)
    assert load_scheme(again.scheme).name == "my own scheme"
    assert again.lens is not None
    assert load_lens(again.lens).matrix() == pytest.approx(lens.matrix(), abs=1e-3)


def test_a_report_of_the_other_stickers_of_the_program_names_them(
    tmp_path: Path, frame: Frame
) -> None:
    view = Viewfinder(SCHEME, None, {"scheme": "serial", "source": "0"})
    report = tmp_path / "one"
    view.wish(Report(folder=str(report)))
    told = [one for _ in range(PICTURES) for one in view.step(frame, Nothing(), 1.0)]
    assert told == [ReportSaved(folder=str(report))]
    assert open_report(report).scheme == "serial"
    assert open_report(report).lens is None


def test_a_report_that_cannot_be_written_says_so_and_leaves_nothing(
    tmp_path: Path, frame: Frame
) -> None:
    file = tmp_path / "file"
    file.touch()
    view = finder()
    view.wish(Report(folder=str(file / "one")))
    told = [one for _ in range(PICTURES) for one in view.step(frame, Nothing(), 1.0)]
    assert len(told) == 1
    assert isinstance(told[0], ReportSaved)
    assert "could not be written" in told[0].trouble
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "cannot be read"),
        ('{"settings": {}, "scheme": "../x", "readings": []}', "outside its folder"),
        ('{"settings": {}, "scheme": "serial", "readings": []}', "holds no picture"),
    ],
)
def test_a_damaged_report_is_refused(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(ReportError, match=words):
        open_report(tmp_path)
    for command in ("read", "watch"):
        done = CliRunner().invoke(main, [command, str(tmp_path)])
        assert done.exit_code == 1
        assert words in done.output
