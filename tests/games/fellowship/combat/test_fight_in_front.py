"""The rows of a fight for a public screen: over the map, and with what lies open alone."""

from __future__ import annotations

import msgspec

from companion.table.ids import PUBLIC
from tests.support.fellowship_fights import at_fight, lined_up

GROUP = ("Aragorn", "Legolas", "Boromir", "Frodo")


def test_the_public_sees_the_rows_and_no_name_that_lies_hidden() -> None:
    play = lined_up(
        at_fight(GROUP, ("Witch-king", "Khamul")),
        ("Witch-king",),
        GROUP[:2],
        reserves=(("Khamul",), GROUP[2:]),
    )
    view = play.view(PUBLIC)
    assert [region.name for region in view.regions if region.in_front] == ["fight"]
    shown = msgspec.json.encode(view.region("fight")).decode()
    assert "Witch-king e1" in shown
    assert "Man f1" in shown
    assert "Cards hidden in the reserve: 2." in shown
    assert not [name for name in (*GROUP, "Khamul") if name in shown]
