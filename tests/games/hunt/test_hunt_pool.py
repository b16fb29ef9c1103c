"""The Hunt Pool: which tiles there are, where they come from, where they go."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.hunt.names import FREE, SHADOW
from companion.games.hunt.stages_tile import CASUALTY
from companion.games.hunt.tiles import (
    ALL_TILES,
    SPECIAL,
    SPECIAL_BAG,
    STANDARD_BAG,
    TILES,
    bag_of,
)
from companion.table.commands import RollEntered
from companion.table.ids import PUBLIC
from companion.table.values import Refusal
from companion.table.views import Table
from tests.support.hunt_play import HuntPlay, in_mordor

ALL_SEATS_AND_PUBLIC = (FREE, SHADOW, PUBLIC)


def drawing(pool: tuple[str, ...], **changes: object) -> HuntPlay:
    """A game in which a tile for an event is to be drawn from this pool."""
    play = HuntPlay(changes={"pool": bag_of(pool), **changes})
    play.by_hand(SHADOW, "hand-tile", cause="event")
    return play


def pool_table(play: HuntPlay) -> Table:
    region = play.view(FREE).region("pool")
    assert region is not None
    table = region.widgets[0]
    assert isinstance(table, Table)
    return table


@pytest.mark.rule("HUNT-001")
def test_each_tile_in_the_bag_is_one_lot_and_nobody_can_choose() -> None:
    drawn: list[str] = []
    for number in range(1, 17):
        play = drawing(STANDARD_BAG)
        play.lot(number)
        drawn += play.public.drawn
    assert bag_of(tuple(drawn)) == STANDARD_BAG
    play = drawing(STANDARD_BAG)
    for source, sides in (("typed", 16), ("generator", 20)):
        chosen = RollEntered(seat=SHADOW, face=1, sides=sides, source=source)  # type: ignore[arg-type]  # both are sources
        refused = play.send(chosen)
        assert isinstance(refused, Refusal)
    assert play.public.pool == STANDARD_BAG


@pytest.mark.rule("HUNT-001", "HUNT-013")
def test_a_successful_hunt_draws_one_tile_of_the_system_or_of_the_real_bag() -> None:
    play = HuntPlay()
    play.to_actions(allocated=2)
    play.press("move")
    play.press("told")
    play.roll(6, 6)
    assert play.ask.seat == SHADOW
    play.press("entered", tile="1")
    assert len(play.public.pool) == 15
    assert play.public.drawn == ("1",)
    assert play.public.pull is not None
    assert play.public.pull.damage == 1
    assert "A tile for the Hunt: 1 (from the bag)." in play.log()


@pytest.mark.rule("HUNT-001")
def test_both_may_count_the_pool_and_nothing_tells_an_order() -> None:
    play = HuntPlay(changes={"drawn": ("3", "er"), "pool": bag_of(STANDARD_BAG[1:-1])})
    for viewer in ALL_SEATS_AND_PUBLIC:
        assert play.view(viewer).region("pool") == play.view(FREE).region("pool")
    table = pool_table(play)
    assert table.title == "Hunt Pool: 14 tiles"
    first, *_, last, total = table.rows
    assert (first.label, first.cells) == ("3", ("2", "1", "", ""))
    assert (last.label, last.cells) == ("Eye, Reveal", ("3", "1", "", ""))
    assert total.cells == ("14", "2", "0", "0")
    assert list(play.public.pool) == sorted(play.public.pool, key=[t.id for t in ALL_TILES].index)


@pytest.mark.rule("HUNT-002")
def test_an_empty_pool_gets_the_standard_tiles_back_and_no_others() -> None:
    play = drawing(("2",), drawn=("3", "3", "er", "phial"), removed=("0r",), aside=("lair",))
    assert play.ask.key == "card"
    assert play.now().pool == ()
    play.press("none")
    play.press("ring")
    assert play.public.pool == ("3", "3", "2", "er")
    assert play.public.drawn == ("phial",)
    assert play.public.removed == ("0r",)
    assert play.public.aside == ("lair",)
    assert "The pool is empty: 4 tiles come back." in play.log()


@pytest.mark.rule("HUNT-002")
def test_a_removed_tile_never_comes_back() -> None:
    play = HuntPlay(changes={"pool": bag_of(("2", "3", "3")), "drawn": ("er", "er")})
    play.by_hand(SHADOW, "hand-remove", tile="drawn:er")
    play.by_hand(SHADOW, "hand-remove", tile="pool:3")
    assert (play.public.pool, play.public.drawn) == (("3", "2"), ("er",))
    assert play.public.removed == ("3", "er")
    for _ in range(2):
        play.by_hand(SHADOW, "hand-tile")
        if play.ask.key.startswith("draw"):
            play.lot(1)
        play.press("none")
        play.press("ring")
    assert play.public.pool == ("3", "2", "er")


def test_a_pool_without_any_tile_ends_in_nothing() -> None:
    play = drawing((), drawn=("phial",))
    assert play.public.pull is None
    assert play.public.corruption == 0


@pytest.mark.rule("HUNT-003")
def test_the_standard_tiles() -> None:
    found = {
        (tile.value, tile.reveal): tile.count for tile in ALL_TILES if tile.colour == "standard"
    }
    assert found == {
        (3, False): 3,
        (2, False): 2,
        (2, True): 1,
        (1, False): 2,
        (1, True): 2,
        (0, True): 2,
        ("eye", True): 4,
    }
    assert len(STANDARD_BAG) == 16
    numbers = [value for tile in STANDARD_BAG if isinstance(value := TILES[tile].value, int)]
    assert (min(numbers), max(numbers), sum(numbers)) == (0, 3, 19)
    assert HuntPlay().public.pool == STANDARD_BAG


@pytest.mark.rule("HUNT-004")
def test_special_tiles_wait_aside_until_mordor_and_then_join_the_pool() -> None:
    play = HuntPlay(changes={"where": "minas-morgul"})
    assert play.public.unused == SPECIAL_BAG
    play.by_hand(FREE, "hand-play", tile="phial")
    play.by_hand(SHADOW, "hand-play", tile="lair")
    assert play.now().aside == ("phial", "lair")
    assert play.public.pool == STANDARD_BAG
    play.press("enter")
    assert play.public.aside == ()
    assert Counter(play.public.pool) == Counter((*STANDARD_BAG, "phial", "lair"))
    play.by_hand(SHADOW, "hand-play", tile="uss")
    assert Counter(play.public.pool) == Counter((*STANDARD_BAG, "phial", "lair", "uss"))


@pytest.mark.rule("HUNT-004")
def test_each_side_plays_only_the_cards_of_its_colour_and_each_once() -> None:
    play = HuntPlay()
    own = {tile.id: tile.colour for tile in SPECIAL}
    assert Counter(own.values()) == {"fellowship": 4, "shadow": 4}
    play.by_hand(FREE, "hand-play", tile="rope")
    for seat, tile in ((FREE, "rope"), (FREE, "lair"), (SHADOW, "cloaks")):
        with pytest.raises(AssertionError, match="not one of the entries"):
            play.by_hand(seat, "hand-play", tile=tile)


@pytest.mark.rule("HUNT-005")
@pytest.mark.parametrize(
    ("tile", "before", "after"), [("phial", 5, 3), ("smeagol", 5, 4), ("phial", 1, 0)]
)
def test_a_negative_tile_removes_corruption_and_does_no_damage(
    tile: str, before: int, after: int
) -> None:
    play = drawing((tile, "3"), corruption=before)
    play.draw(tile)
    assert play.public.corruption == after
    assert play.public.pull is None
    assert play.ask.key == "fellowship"


@pytest.mark.rule("HUNT-006")
def test_a_die_icon_is_rolled_after_the_draw() -> None:
    play = drawing(("lair", "3"))
    play.draw("lair")
    assert play.ask.key == "tile-die"
    assert play.ask.seat == SHADOW
    play.roll(5)
    assert play.public.pull is not None
    assert play.public.pull.damage == 5


@pytest.mark.rule("HUNT-006")
def test_a_tile_with_a_die_or_a_minus_counts_as_numbered() -> None:
    assert {tile.id for tile in ALL_TILES if not tile.is_numbered} == {"er", "mine"}


@pytest.mark.rule("HUNT-007")
def test_all_red_tiles_and_no_others_have_stop() -> None:
    assert [tile.stop for tile in ALL_TILES] == [tile.colour == "shadow" for tile in ALL_TILES]
    for tile in (one.id for one in SPECIAL if one.colour == "shadow"):
        play = in_mordor(pool=bag_of((tile, "0r")), mordor=2)
        play.press("move")
        play.draw(tile)
        assert play.public.mordor == 2


def test_every_value_carries_its_source() -> None:
    for tile in ALL_TILES:
        assert ("four public" in tile.source) == (tile.colour == "standard")
    assert "four public transcriptions" in pool_table(HuntPlay()).note
    play = drawing(("2", "3"))
    play.draw("2")
    assert play.public.result is not None
    assert play.public.result.source == TILES["2"].source


def test_a_death_is_in_the_log() -> None:
    play = drawing(("2", "3"))
    play.draw("2")
    play.press("none")
    play.press("guide")
    assert f"Strider: {CASUALTY}." in play.log()
