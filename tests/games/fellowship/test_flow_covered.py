"""What lies open on a seat's own screen holds nothing that the opponent across must not read."""

from __future__ import annotations

import msgspec

from companion.table.views import Log, Text
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play


def test_what_was_done_in_private_stands_under_the_cover_only() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "4,f")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Frodo")
    play.lay(FP, "fellowship-B", "Gimli")
    play.tap(FP, "enhance:Aragorn")
    log = play.view(FP).region("log")
    assert log == play.view(EP).region("log")
    cards = play.view(FP).region("cards")
    assert cards is not None
    assert cards.secret
    lines = [widget.text for widget in cards.widgets if isinstance(widget, Text)]
    assert lines[1:] == [
        "Aragorn has its enhanced values.",
        "Gimli: box B.",
        "Frodo: box A.",
    ]


def test_the_log_is_numbered_without_gaps_whatever_happens_in_private() -> None:
    play = Play(SAMPLE_BOX)
    for number in range(1, 6):
        play.put(number, "green", 3, "4,f")
        play.lay(FP, "fellowship-A", "Frodo")
        for seat in (FP, EP):
            log = play.view(seat).region("log")
            assert log is not None
            (widget,) = log.widgets
            assert isinstance(widget, Log)
            assert [line.number for line in widget.lines] == list(range(1, len(widget.lines) + 1))


def test_names_of_markers_are_open_nowhere_but_on_the_map_that_covers_them() -> None:
    """The map draws names under a cover of its own; else only secret regions hold them."""
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "4,f")
    before = play.view(FP)
    play.name(FP, 1, "K")
    play.lay(FP, "fellowship-K", "Frodo")
    after = play.view(FP)
    for region in after.regions:
        if region.secret or region.role in ("map", "prompt"):
            continue
        assert msgspec.json.encode(region) == msgspec.json.encode(before.region(region.name))
