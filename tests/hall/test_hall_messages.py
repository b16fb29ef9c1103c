"""What a table tells the hall: facts of the public view, numbered without gaps, none twice."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.broker import BrokerError, parse_broker
from companion.hall.changes import Known, NotPublicError, news
from companion.hall.messages import (
    Begun,
    Ended,
    MarkerGone,
    MarkerSet,
    MessageError,
    Note,
    Said,
    TableState,
    checked_name,
    packed_region,
    split_topic,
    topic,
    unpacked_region,
)
from companion.hall.outbox import KEPT, Outbox, OutboxError
from companion.hall.voice import Voice
from companion.table.ids import PUBLIC
from companion.table.views import Region, Text, View
from tests.support.fellowship import FP, SAMPLE_BOX, Play
from tests.support.random_player import RandomPlayer, source_of
from tests.support.secret_game import at_noon


def random_views(seed: int, commands: int) -> list[View]:
    play = Play(SAMPLE_BOX)
    player = RandomPlayer(play, source_of(seed))
    views = [play.view(PUBLIC)]
    player.set_up()
    for _ in range(commands):
        player.step()
        views.append(play.view(PUBLIC))
    return views


def told(outbox: Outbox) -> list[Note]:
    return [msgspec.json.decode(payload, type=Note) for _, payload in outbox.after(0, 100_000)]


def voice_of(outbox: Outbox) -> Voice:
    voice = Voice(outbox)
    voice.opened("2026-01-02-owl", "fellowship", "Fellowship")
    return voice


def check_sum(notes: list[Note], view: View) -> None:
    """The facts of the notes, one after the other, make what a view shows."""
    markers: dict[int, str] = {}
    lines: list[int] = []
    for fact in (fact for note in notes for fact in note.facts):
        if isinstance(fact, MarkerSet):
            assert markers.get(fact.marker.piece, "") == fact.before
            markers[fact.marker.piece] = fact.marker.place
        elif isinstance(fact, MarkerGone):
            assert markers.pop(fact.piece) == fact.before
        elif isinstance(fact, Said):
            lines.append(fact.number)
    _, known = news(Known(), view)
    assert markers == {marker.piece: marker.place for marker in known.markers}
    assert lines == list(range(lines[0], known.lines + 1))


def test_the_facts_of_a_game_add_up_to_its_public_view() -> None:
    views = random_views(seed=4, commands=120)
    outbox = Outbox(":memory:")
    voice = voice_of(outbox)
    for view in views:
        voice.take(view, at_noon())
    notes = told(outbox)
    assert [note.number for note in notes] == list(range(1, len(notes) + 1))
    assert notes[0].facts[0] == Begun(game="fellowship", title="Fellowship")
    check_sum(notes, views[-1])


def test_a_table_that_starts_again_goes_on_counting_and_tells_only_what_is_new(
    tmp_path: Path,
) -> None:
    views = random_views(seed=5, commands=60)
    straight, cut = Outbox(":memory:", lambda: "s"), tmp_path / "hall.db"
    voice = voice_of(straight)
    for view in views:
        voice.take(view, at_noon())
    for start in range(0, len(views), 9):
        outbox = Outbox(cut, lambda: "s")
        voice = voice_of(outbox)
        if start:
            voice.take(views[start - 1], at_noon())
        for view in views[start : start + 9]:
            voice.take(view, at_noon())
        outbox.close()
    outbox = Outbox(cut)
    assert told(outbox) == told(straight)
    outbox.close()


def test_what_was_not_told_before_a_crash_is_told_at_the_next_start() -> None:
    views = random_views(seed=6, commands=40)
    whole, gap = Outbox(":memory:"), Outbox(":memory:")
    voice = voice_of(whole)
    for view in views:
        voice.take(view, at_noon())
    voice = voice_of(gap)
    voice.take(views[0], at_noon())
    voice_of(gap).take(views[-1], at_noon())
    lines = [[f for n in told(o) for f in n.facts if isinstance(f, Said)] for o in (whole, gap)]
    assert lines[0] == lines[1]
    assert len(lines[0]) > 10


def test_a_game_that_was_laid_aside_goes_on_where_it_was() -> None:
    views = random_views(seed=7, commands=30)
    outbox = Outbox(":memory:")
    voice = voice_of(outbox)
    voice.take(views[10], at_noon())
    first = outbox.number
    voice.closed()
    state = msgspec.json.decode(voice.state().payload, type=TableState)
    assert (state.game, state.regions, state.number) == ("", (), first)
    voice.opened("another", "fellowship", "Fellowship")
    voice.take(views[0], at_noon())
    voice.opened("2026-01-02-owl", "fellowship", "Fellowship")
    voice.take(views[10], at_noon())
    facts = [fact for note in told(outbox) for fact in note.facts]
    assert sum(isinstance(fact, Begun) for fact in facts) == 2
    assert outbox.number == first + 1
    state = msgspec.json.decode(voice.state().payload, type=TableState)
    assert state.first == 1


def test_the_end_of_a_game_is_told_with_its_verdict() -> None:
    play = Play(SAMPLE_BOX)
    outbox = Outbox(":memory:")
    voice = voice_of(outbox)
    voice.take(play.view(PUBLIC), at_noon())
    view = play.view(PUBLIC)
    status = view.region("status")
    assert status is not None
    widget = msgspec.structs.replace(status.widgets[0], verdict="The Ring is destroyed.")
    ended = msgspec.structs.replace(
        view, regions=(msgspec.structs.replace(status, widgets=(widget,)), *view.regions[1:])
    )
    voice.take(ended, at_noon())
    assert Ended(verdict="The Ring is destroyed.") in told(outbox)[-1].facts


def test_a_seats_view_and_a_secret_part_are_refused() -> None:
    play = Play(SAMPLE_BOX)
    voice = voice_of(Outbox(":memory:"))
    with pytest.raises(NotPublicError):
        voice.take(play.view(FP), at_noon())
    covered = Region(name="x", title="", role="tab", widgets=(), secret=True)
    with pytest.raises(NotPublicError):
        voice.take(View(seat=PUBLIC, title="", regions=(covered,)), at_noon())


def test_a_view_that_is_the_same_is_not_told() -> None:
    play = Play(SAMPLE_BOX)
    outbox = Outbox(":memory:")
    voice = voice_of(outbox)
    assert voice.take(play.view(PUBLIC), at_noon())
    assert voice.take(play.view(PUBLIC), at_noon()) == ()
    assert outbox.number == 1


def test_nothing_told_names_the_journal() -> None:
    outbox = Outbox(":memory:")
    voice = voice_of(outbox)
    kept = voice.take(Play(SAMPLE_BOX).view(PUBLIC), at_noon())
    everything = b"".join(payload for _, payload in outbox.after(0, 10)) + kept[-1].payload
    assert b"2026-01-02-owl" not in everything
    assert set(msgspec.json.decode(kept[-1].payload)) == set(TableState.__struct_fields__)


def _take_all(voice: Voice, views: list[View]) -> None:
    for view in views:
        voice.take(view, at_noon())


def test_a_full_disk_loses_no_news() -> None:
    views = random_views(seed=8, commands=20)
    outbox = Outbox(":memory:")
    voice = voice_of(outbox)
    voice.take(views[0], at_noon())
    outbox._db.execute("PRAGMA max_page_count=1")
    with pytest.raises(OutboxError, match="does not take"):
        _take_all(voice, views * 50)
    before = outbox.number
    outbox._db.execute("PRAGMA max_page_count=100000")
    voice.take(views[-1], at_noon())
    assert outbox.number == before + 1
    check_sum(told(outbox), views[-1])


def test_old_notes_go_once_the_broker_has_them() -> None:
    outbox = Outbox(":memory:")
    for _ in range(KEPT + 300):
        outbox.add("g", 1, Known(), lambda _series, _number: b"x")
        outbox.acknowledge(outbox.number)
    assert KEPT <= outbox.number - outbox.oldest() + 1 <= KEPT + 100


def test_what_the_broker_has_is_noted_without_haste_and_without_danger(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "hall.db")
    outbox.add("g", 1, Known(), lambda _series, _number: b"x")
    said: list[str] = []
    outbox._db.set_trace_callback(said.append)
    outbox._db.execute("PRAGMA query_only=ON")
    with pytest.raises(OutboxError, match="does not take"):
        outbox.acknowledge(1)
    outbox._db.execute("PRAGMA query_only=OFF")
    outbox.add("g", 1, Known(), lambda _series, _number: b"y")
    outbox.acknowledge(2)
    # Nothing may reach the file before the log that it is folded from has reached the disk.
    assert not any("synchronous=OFF" in one for one in said)
    assert outbox._db.execute("PRAGMA synchronous").fetchone() == (2,)
    outbox.close()
    again = Outbox(tmp_path / "hall.db")
    assert (again.number, again.acknowledged) == (2, 2)
    again.close()


def test_a_file_that_is_no_outbox_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    path.write_text("no database at all, but long enough to be taken for one of some kind" * 9)
    with pytest.raises(OutboxError, match="Delete it"):
        Outbox(path)


@given(st.text(max_size=80))
def test_a_name_that_is_taken_makes_a_topic_that_reads_back(name: str) -> None:
    try:
        checked_name(name)
    except MessageError:
        return
    assert split_topic(topic(name, "region/map")) == (name, "region/map")


@given(st.binary(max_size=200))
def test_no_region_message_does_harm(payload: bytes) -> None:
    with pytest.raises(MessageError):
        unpacked_region(payload)


def test_a_region_reads_back() -> None:
    region = Region(name="log", title="Log", role="tab", widgets=(Text(text="x"),))
    assert unpacked_region(packed_region(region)) == region


def test_broker_addresses(tmp_path: Path) -> None:
    plain = parse_broker("mqtt://broker.local")
    assert (plain.host, plain.port, plain.tls, plain.user) == ("broker.local", 1883, False, "")
    authority = tmp_path / "ca.pem"
    authority.write_text("x")
    full = parse_broker(f"mqtts://owl:a%40b@host:9/club/x?ca={authority}", "other")
    assert (full.port, full.user, full.password, full.prefix) == (9, "owl", "a@b", "club/x")
    assert full.authority == authority
    assert "a@b" not in repr(full)
    given = "from outside"
    assert parse_broker("mqtt://owl@host", given).password == given
    for wrong in ("", "host", "http://host", "mqtt://", "mqtt://h:99999", "mqtt://h/+/x",
                  "mqtt://h?x=1", "mqtts://h?ca=/nowhere"):  # fmt: skip
        with pytest.raises(BrokerError):
            parse_broker(wrong)


def test_moments_are_told_in_utc() -> None:
    outbox = Outbox(":memory:")
    voice = Voice(outbox)
    voice.opened("g", "fellowship", "F")
    shown_at = datetime(2026, 1, 2, 3, 4, 5, 678_900, tzinfo=UTC)
    voice.take(Play(SAMPLE_BOX).view(PUBLIC), shown_at)
    assert told(outbox)[0].at == "2026-01-02T03:04:05.678+00:00"
