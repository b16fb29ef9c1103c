"""Consent is written down, and what the eye sees goes to nobody without it."""

from __future__ import annotations

import queue
import threading
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from companion.border import EyeWish, Look, Report, ReportSaved, Rest
from companion.service import eye_desk
from companion.service.consent import ConsentBook
from companion.service.eye_desk import MOST_REPORTS, EyeDesk
from companion.table.ids import SeatId
from tests.support.patience import PATIENCE_S
from tests.support.toy_game import LEFT, RIGHT
from tests.support.web_eye import real_sight

SEATS = (LEFT, RIGHT)


def noon() -> datetime:
    return datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)


def book(path: Path, game_id: str = "one") -> ConsentBook:
    return ConsentBook(path, game_id, SEATS, noon)


class Desk:
    """A desk with the eye's wishes caught."""

    def __init__(self, folder: Path, patience_s: float = PATIENCE_S) -> None:
        self.wishes: queue.Queue[EyeWish] = queue.Queue()
        self.reports = folder / "reports"
        self.book = book(folder / "consents.jsonl")
        self.desk = EyeDesk(self.book, self.reports, self.wishes.put, noon, patience_s)

    def all_agree(self) -> None:
        for seat in SEATS:
            assert self.desk.agree(seat, given=True) is None
        while not self.wishes.empty():
            self.wishes.get()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_consents_outlive_a_restart_and_not_their_game(tmp_path: Path) -> None:
    path = tmp_path / "consents.jsonl"
    first = book(path)
    first.set(LEFT, given=True)
    first.set(RIGHT, given=True)
    assert first.is_complete
    assert book(path).agreed == {LEFT, RIGHT}
    first.set(LEFT, given=False)
    assert book(path).agreed == {RIGHT}
    assert book(path, "two").agreed == frozenset()
    assert path.stat().st_mode & 0o777 == 0o600
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines() if line]
    assert [(line["seat"], line["given"]) for line in lines] == [
        (LEFT, True),
        (RIGHT, True),
        (LEFT, False),
    ]
    assert {line["at"] for line in lines} == {"2026-01-02T12:00:00.000+00:00"}


def test_a_line_cut_short_costs_nothing_but_itself(tmp_path: Path) -> None:
    path = tmp_path / "consents.jsonl"
    book(path).set(LEFT, given=True)
    with path.open("ab") as file:
        file.write(b'{"at": "2026')
    book(path).set(RIGHT, given=True)
    assert book(path).agreed == {LEFT, RIGHT}


def test_a_consent_that_cannot_be_written_does_not_count_and_one_taken_back_does(
    tmp_path: Path,
) -> None:
    missing = tmp_path / "gone"
    missing.mkdir()
    desk = EyeDesk(book(missing / "c.jsonl"), tmp_path, lambda _: None, noon)
    for seat in SEATS:
        assert desk.agree(seat, given=True) is None
    (missing / "c.jsonl").unlink()
    missing.rmdir()
    assert "could not be written down" in (desk.agree(LEFT, given=False) or "")
    assert desk.agreed() == {RIGHT}
    assert "could not be written down" in (desk.agree(LEFT, given=True) or "")
    assert desk.agreed() == {RIGHT}


def test_there_is_no_consent_of_somebody_else(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        book(tmp_path / "c").set(SeatId("cat"), given=True)


def test_the_eye_is_asked_only_while_somebody_may_look_and_does(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No time that passes in this test is long.
    monkeypatch.setattr(eye_desk, "STALE_AFTER_S", 1e9)
    sight = real_sight()
    assert desk.desk.sight() is None
    assert desk.wishes.empty()
    desk.all_agree()
    assert desk.desk.sight() is None
    assert desk.wishes.get_nowait() == Look()
    monkeypatch.setattr(eye_desk, "_WISH_EVERY_S", 1e9)
    desk.desk.hear(sight)
    assert desk.desk.sight() is sight
    assert desk.wishes.empty(), "at most one wish in a while, however many look"
    monkeypatch.setattr(eye_desk, "_WISH_EVERY_S", 0.0)
    assert desk.desk.sight() is sight
    assert desk.wishes.get_nowait() == Look()


def test_what_is_taken_back_is_forgotten_at_once(desk: Desk) -> None:
    desk.all_agree()
    desk.desk.hear(real_sight())
    desk.desk.agree(RIGHT, given=False)
    assert desk.wishes.get_nowait() == Rest()
    # What was under way when the consent was taken back comes later.
    desk.desk.hear(real_sight())
    desk.desk.agree(RIGHT, given=True)
    assert desk.desk.sight() is None


def test_an_old_picture_is_no_picture_of_now(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.all_agree()
    desk.desk.hear(real_sight())
    monkeypatch.setattr(eye_desk, "STALE_AFTER_S", -1.0)
    assert desk.desk.sight() is None


def test_a_report_is_asked_for_and_waited_for(desk: Desk) -> None:
    assert "agree first" in desk.desk.save_report()
    desk.all_agree()
    for trouble in ("", "The disk is full."):

        def save(trouble: str = trouble) -> None:
            wish = desk.wishes.get(timeout=PATIENCE_S)
            assert isinstance(wish, Report)
            assert Path(wish.folder) == desk.reports / "2026-01-02_12-00-00"
            desk.desk.hear(ReportSaved(folder=wish.folder, trouble=trouble))

        eye = threading.Thread(target=save)
        eye.start()
        said = desk.desk.save_report()
        eye.join(PATIENCE_S)
        assert said == (
            trouble or "Saved as 2026-01-02_12-00-00 in the folder reports of the user directory."
        )


def test_an_eye_that_does_not_answer_and_a_full_shelf_are_said(tmp_path: Path) -> None:
    desk = Desk(tmp_path, patience_s=0.01)
    desk.all_agree()
    assert "did not answer" in desk.desk.save_report()
    for number in range(MOST_REPORTS):
        (desk.reports / str(number)).mkdir(parents=True)
    assert "delete those" in desk.desk.save_report()
