"""What one seat notes in private changes nothing that anybody else sees."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.hunt.names import FREE, SEAT_IDS, SHADOW
from companion.table.commands import Act
from companion.table.ids import PUBLIC, SeatId
from companion.table.views import CardRow
from tests.support.random_hunt import OWN_CARDS, VIEWERS, RandomHunt, hidden_note

ALL_GAMES = 1_000
GAMES = ALL_GAMES // 20


def seen(hunt: RandomHunt, viewer: SeatId, *, secrets: bool) -> bytes:
    view = hunt.view(viewer)
    regions = tuple(region for region in view.regions if secrets or not region.secret)
    return msgspec.json.encode(msgspec.structs.replace(view, regions=regions))


def compare_games(seeds: range) -> int:
    """Play games in pairs that differ only in what one seat notes; how many screens agreed."""
    compared = 0
    for seed in seeds:
        hides = SEAT_IDS[seed % 2]
        one, other = (RandomHunt(seed, by_hand=0.0, hands=0.15) for _ in range(2))
        for number, command in enumerate(one.run()):
            assert other.send(command) is None
            if number % 7 == 0:
                cards = OWN_CARDS[hides]
                hidden_note(one, hides, cards[: number % 5])
                hidden_note(other, hides, cards[number % 3 :][:2])
            for viewer in VIEWERS if number % 7 in (0, 3) else ():
                owner = viewer == hides
                assert seen(one, viewer, secrets=not owner) == seen(
                    other, viewer, secrets=not owner
                ), f"{viewer} sees a difference"
                compared += 1
    return compared


def test_private_notes_show_to_nobody_else() -> None:
    assert compare_games(range(GAMES)) > 500


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_private_notes_show_to_nobody_else_in_a_thousand_games() -> None:
    assert compare_games(range(ALL_GAMES)) > 10_000


def test_the_comparison_can_fail() -> None:
    one, other = RandomHunt(1), RandomHunt(1)
    hidden_note(one, SHADOW, ("lair",))
    assert seen(one, SHADOW, secrets=True) != seen(other, SHADOW, secrets=True)
    assert seen(one, SHADOW, secrets=False) == seen(other, SHADOW, secrets=False)


def test_a_seat_cannot_note_or_play_what_is_not_its_own() -> None:
    hunt = RandomHunt(2)
    hidden_note(hunt, SHADOW, ("lair",))
    for seat, action, cards in (
        (FREE, "note-cards", (("cards", "lair"),)),
        (FREE, "play-noted:lair", ()),
        (SHADOW, "play-noted:uss", ()),
        (PUBLIC, "note-cards", ()),
    ):
        assert hunt.send(Act(seat=seat, action=action, inputs=cards)) is not None
    row = _own_cards(hunt, SHADOW)
    assert [card.title for card in row.cards] == ["Shelob's Lair"]
    assert hunt.view(FREE).region("cards") != hunt.view(SHADOW).region("cards")
    assert hunt.view(PUBLIC).region("cards") is None
    assert hunt.send(Act(seat=SHADOW, action="play-noted:lair")) is None
    assert hunt.state.now.public.aside == ("lair",)
    assert _own_cards(hunt, SHADOW).cards == ()


def _own_cards(hunt: RandomHunt, seat: SeatId) -> CardRow:
    region = hunt.view(seat).region("cards")
    assert region is not None
    assert region.secret
    row = region.widgets[0]
    assert isinstance(row, CardRow)
    return row
