"""One whole turn on a real table: pictures and bytes in, presses on what three screens offer."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import pytest

from companion.board.hexes import hexside_between, parse_hex
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.events.status import hex_type_words
from companion.games.fellowship.facts.names import HexType
from companion.games.fellowship.facts.roster import forces_of
from companion.games.fellowship.seats import SEAT_IDS, seat_word
from companion.games.fellowship.tables.cells import Cell
from companion.games.fellowship.tables.rules_tables import RulesTables, find_table
from companion.journal.chain import StoredEvent
from companion.journal.codec import EventCodec, tag_of
from companion.service.games import load_game
from companion.table.ids import PUBLIC, SeatId
from tests.support.browser_screens import ShownResult
from tests.support.fellowship import EP, FP, SAMPLE_BOX, VIEWERS, Play
from tests.support.fellowship_turn import real_turn, set_up, to_the_turn
from tests.support.real_table import RealTable
from tests.support.web_browser import chromium

pytestmark = pytest.mark.browser

KILLED_AT: Final = "is searched"
ROLLED_UNSEEN_AFTER: Final = "activity roll"
MOVED_UNSEEN_AFTER: Final = "nothing moved freely"
"""Stages after which the service is killed and the next thing happens while it is down."""

TAPS: Final = (
    ("transport", FP, 1),
    ("discard", FP, 1),
    ("dissolve", FP, 1),
    ("all split", FP, 1),
    ("is searched", EP, 1),
    ("goes on", FP, 1),
    ("all moved", FP, 1),
    ("retreats", FP, 1),
    ("denied", EP, 3),
    ("retreated", FP, 1),
    ("challenge", EP, 2),
    ("rumor", FP, 1),
    ("no more challenges", EP, 1),
    ("Mouth mobilized", EP, 5),
    ("mobilized", EP, 1),
    ("enabled", EP, 3),
    ("three hexes", EP, 1),
    ("activated", EP, 4),
    ("transport", EP, 1),
    ("discard", EP, 1),
    ("nothing split", EP, 1),
    ("nothing moved freely", EP, 1),
    ("all moved", EP, 1),
    ("spotted", EP, 2),
)
"""Touches for each stage of the turn that needs some; what the table shows by itself needs none.

One touch answers or ends a step in which its seat could hold a hidden choice; one more goes to each
entry of a form: a hex on the map, a tick, an entry of a short row; two to one of a long list.
"""

_OTHERS: Final = {PUBLIC: (FP, EP), FP: (EP,), EP: (FP,)}
_LAID: Final = {
    FP: ("Gandalf the Grey", "Frodo", "Sam"),
    EP: ("Wight",),
}
_LISTED: Final = re.compile(r"<option[^>]*>[^<]*</option>")
_OF_THE_HOUSE: Final = ("decision-made", "secrets-bound")
"""What the service writes beside the events of the rules: points to go back to, and seals."""
_BOXES: Final = {
    FP: ("fellowship-A", "fellowship-B"),
    EP: ("guardian-BR", "guardian BR", "sauronic-1"),
}
_ROLLED: Final = re.compile(r"(?P<title>.+): \d+.* \N{RIGHTWARDS ARROW} (?P<result>.+)")


@dataclass
class Kill:
    """What was there before the service was killed, and after it was started again."""

    screens_before: dict[SeatId, dict[str, str]]
    journal_before: list[StoredEvent]
    screens_after: dict[SeatId, dict[str, str]] = field(default_factory=dict)
    journal_after: list[StoredEvent] = field(default_factory=list)


@dataclass
class Record:
    """What was seen while the turn was played.

    Attributes:
        stages: names of the stages of the turn that all screens have shown.
        received: for each viewer every line of text that reached its browser.
        told: for each command its name and how often each viewer had been told of a change.
        taps: each stage for which a tablet was touched, whose it is and how often.
        results: for each stage with a new result what the three screens showed of it.
        kill: the kill in the middle of the turn.
        journal: the events on disk at the end.
        model: the same game, played by the rules alone.
    """

    stages: list[str] = field(default_factory=list)
    received: dict[SeatId, set[str]] = field(default_factory=lambda: {v: set() for v in VIEWERS})
    told: list[tuple[str, dict[SeatId, int]]] = field(default_factory=list)
    taps: list[tuple[str, SeatId, int]] = field(default_factory=list)
    results: dict[str, dict[SeatId, ShownResult]] = field(default_factory=dict)
    hosts: set[str | None] = field(default_factory=set)
    troubles: list[str] = field(default_factory=list)
    kill: Kill | None = None
    journal: list[StoredEvent] = field(default_factory=list)
    model: Play | None = None

    def note(self, table: RealTable, command: str) -> None:
        """Keep what every browser has got since the command before."""
        for viewer, screen in table.screens.items():
            self.received[viewer].update(screen.received().splitlines())
        self.told.append((command, {v: _told(s.traffic.stream) for v, s in table.screens.items()}))

    def note_result(self, table: RealTable, stage: str) -> None:
        """Keep what the screens show of a roll, once it has come to all of them."""
        title = table.shown_results[-1].title
        self.results[stage] = {
            viewer: screen.result(title) for viewer, screen in table.screens.items()
        }


def _told(stream: Sequence[str]) -> int:
    """How many messages said that something of the game has changed."""
    return sum(not line.endswith((" open", " alive", " changed devices")) for line in stream)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """The turn, played once for all tests of this module."""
    folder = tmp_path_factory.mktemp("real-turn")
    kept = Record()
    with chromium() as browser, RealTable(browser, folder, kept.note) as table:
        set_up(table)
        to_the_turn(table)
        rolled = len(table.shown_results)
        touched = table.taps()
        for stage in real_turn(table):
            kept.stages.append(stage)
            before, touched = touched, table.taps()
            kept.taps += [
                (stage, seat, taps) for seat in SEAT_IDS if (taps := touched[seat] - before[seat])
            ]
            if len(table.shown_results) > rolled:
                rolled = len(table.shown_results)
                kept.note_result(table, stage)
            if stage == KILLED_AT:
                kept.kill = _kill_and_start_again(table)
            if stage in (ROLLED_UNSEEN_AFTER, MOVED_UNSEEN_AFTER):
                table.kill()
        kept.hosts = set().union(*(one.traffic.hosts for one in table.screens.values()))
        kept.troubles = [line for one in table.screens.values() for line in one.troubles]
        kept.journal = table.journal()
        kept.model = table
    return kept


def _kill_and_start_again(table: RealTable) -> Kill:
    kill = Kill(
        screens_before={viewer: one.snapshot() for viewer, one in table.screens.items()},
        journal_before=table.journal(),
    )
    table.kill()
    for screen in table.screens.values():
        screen.expect_link_lost()
    table.start_again()
    table.public.expect_devices_well()
    table.look("start again")
    kill.screens_after = {viewer: one.snapshot() for viewer, one in table.screens.items()}
    kill.journal_after = table.journal()
    return kill


def test_a_whole_turn_is_played_from_pictures_bytes_and_presses(record: Record) -> None:
    script = Play(SAMPLE_BOX)
    set_up(script)
    to_the_turn(script)
    assert record.stages == list(real_turn(script))
    assert record.troubles == []
    assert record.hosts == {"127.0.0.1"}


def test_every_roll_shows_all_three_screens_the_number_of_the_sample_tables(
    record: Record,
) -> None:
    shown = {stage: results[PUBLIC] for stage, results in record.results.items()}
    assert list(shown) == ["terrain roll", "S", "activity roll", "E", "S2"]
    for results in record.results.values():
        assert len(set(results.values())) == 1
    assert {one.source for one in shown.values()} == {"rolled on the table"}
    _check_crossing(shown["terrain roll"])
    _check_activity(shown["activity roll"])
    for stage in ("S", "E", "S2"):
        _check_search(shown[stage], stage)


def _check_crossing(shown: ShownResult) -> None:
    title, result = _parts(shown)
    start, end = (parse_hex(label) for label in re.findall(r"\d+,\w+", title))
    terrain = BoardMap(sample_box()).terrain(hexside_between(start, end))
    assert (shown.table, shown.row) == ("T.2", terrain)
    assert shown.cell == _value("T.2", shown.row, "normal")
    assert result == "crosses"
    assert shown.total <= int(shown.cell)


def _check_activity(shown: ShownResult) -> None:
    title, result = _parts(shown)
    column = str(shown.total)
    active = [row for row in find_table("T.4").rows if _value("T.4", row, column) == "X"]
    assert title == "Activity roll"
    words = ", ".join(hex_type_words(HexType(row)) for row in active)
    assert result == f"hexes searched: {words}"
    assert (shown.table, shown.cell) == ("T.4", _value("T.4", shown.row, column))


def _check_search(shown: ShownResult, wanted: str) -> None:
    title, result = _parts(shown)
    kind = BoardMap(sample_box()).hex_type(parse_hex(title.removeprefix("Search at ")))
    column = min(max(shown.total, -1), 14)
    assert (shown.table, shown.row) == ("T.5", kind)
    assert shown.cell == _value("T.5", shown.row, f"{column}+" if column == 14 else str(column))
    assert result == wanted
    assert shown.cell.partition("/")[0] == wanted


def _parts(shown: ShownResult) -> tuple[str, str]:
    found = _ROLLED.fullmatch(shown.line)
    assert found is not None, shown.line
    return found["title"], found["result"]


def _value(table: str, row: str, column: str) -> str:
    cell = RulesTables(sample_box()).cell(table, row, column)
    assert isinstance(cell, Cell)
    return cell.value


def test_the_turn_takes_no_tap_that_rules_or_secrecy_do_not_need(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    totals = {seat: sum(taps for _, one, taps in record.taps if one == seat) for seat in SEAT_IDS}
    lines = [f"{stage}, {seat}: {taps}" for stage, seat, taps in record.taps]
    with capsys.disabled():
        sys.stdout.write("\n".join(("", *lines, f"taps of the turn: {totals}", "")))
    assert record.taps == list(TAPS)


def test_no_browser_ever_received_a_secret_of_another_seat(record: Record) -> None:
    for viewer, others in _OTHERS.items():
        received = "\n".join(sorted(record.received[viewer]))
        assert len(received) > 100_000
        # Lists to choose from name every card of the game, whoever plays what.
        received = _LISTED.sub("", received)
        for other in others:
            secrets = "|".join(re.escape(word) for word in sorted(_secrets(viewer, other)))
            found = set(re.findall(rf"\b(?:{secrets})\b", received))
            assert found == set(), f"{viewer} received secrets of {other}"


def _first(viewer: SeatId) -> str:
    return repr(Play(SAMPLE_BOX).view(viewer))


def _unless_listed(cards: set[str]) -> Callable[[re.Match[str]], str]:
    def kept(found: re.Match[str]) -> str:
        return "" if found[2] in cards else found[0]

    return kept


def _secrets(viewer: SeatId, owner: SeatId) -> set[str]:
    """Cards of a seat that a new game does not name to others anyway, and boxes in use."""
    cards = {force.name for force in forces_of(seat_word(owner))}
    # An option of a list stands between quotation marks all by itself.
    at_first = re.sub(
        r"""(['"])(?:[a-z0-9-]+:)?([^'"]*)\1""", _unless_listed(cards), _first(viewer)
    )
    unnamed = {card for card in cards if not re.search(rf"\b{re.escape(card)}\b", at_first)}
    assert unnamed >= set(_LAID[owner]), "what is laid into boxes must be a secret"
    return unnamed | set(_BOXES[owner])


@pytest.mark.parametrize("seat", [FP, EP])
def test_each_seat_sees_its_own_secrets(record: Record, seat: SeatId) -> None:
    received = "\n".join(record.received[seat])
    assert [word for word in _LAID[seat] if word not in received] == []


def test_nobody_is_told_that_a_seat_did_something_in_private(record: Record) -> None:
    private = 0
    for (_, before), (command, after) in zip(record.told, record.told[1:], strict=False):
        if command in ("name", "lay"):
            private += 1
            assert after[PUBLIC] == before[PUBLIC]
            assert sum(after[seat] > before[seat] for seat in (FP, EP)) <= 1
    assert private >= 6
    assert min(record.told[-1][1].values()) > 40, "the streams were not listened to"


def test_a_kill_in_the_middle_loses_nothing_and_doubles_nothing(record: Record) -> None:
    kill = record.kill
    assert kill is not None
    assert kill.screens_after == kill.screens_before
    assert kill.journal_after == kill.journal_before


def test_the_journal_holds_what_the_rules_say_and_nothing_else(record: Record) -> None:
    assert record.model is not None
    codec = EventCodec(load_game("fellowship").event_types)
    on_disk = [tag_of(type(codec.decode(stored.event))) for stored in record.journal]
    of_the_game = [tag for tag in on_disk if tag not in _OF_THE_HOUSE]
    assert of_the_game == [tag_of(type(event)) for event in record.model.events]
    assert [stored.seq for stored in record.journal] == list(range(1, len(on_disk) + 1))
