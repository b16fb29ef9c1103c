"""The effects of a tile, in the order of the rules."""

from __future__ import annotations

import pytest

from companion.games.hunt.companions import COMPANIONS, FELLOWSHIP
from companion.games.hunt.events_effect import RingUsed
from companion.games.hunt.events_tile import FellowshipRevealed, PullBegun
from companion.games.hunt.names import FREE, SHADOW
from companion.games.hunt.tiles import bag_of
from companion.table.wording import typed
from tests.support.hunt_play import HuntPlay, in_mordor


def hit(
    tile: str, companions: str | None = None, guide: str = "strider", **changes: object
) -> HuntPlay:
    """A successful Hunt with one success at Level 1 that draws this tile."""
    play = HuntPlay(companions, guide)
    play.to_actions(allocated=1)
    play.set(**changes)
    play.press("move")
    play.press("told")
    play.roll(6)
    play.draw(tile)
    return play


def damage(play: HuntPlay) -> int:
    assert play.public.pull is not None
    return play.public.pull.damage


@pytest.mark.rule("HUNT-013")
def test_a_number_is_the_damage_and_an_eye_the_successes() -> None:
    assert damage(hit("3")) == 3
    assert damage(hit("er")) == 1
    play = HuntPlay()
    play.to_actions(allocated=5)
    play.press("move")
    play.press("told")
    play.roll(6, 6, 1, 6, 6)
    play.draw("er")
    assert damage(play) == 4


@pytest.mark.rule("HUNT-013")
@pytest.mark.parametrize("cause", ["event", "stronghold"])
def test_an_eye_for_a_stronghold_or_a_card_counts_nothing(cause: str) -> None:
    play = HuntPlay()
    play.to_actions(allocated=5)
    play.by_hand(SHADOW, "hand-tile", cause=cause)
    play.draw("er")
    assert damage(play) == 0
    assert play.ask.key == "reveal"


@pytest.mark.rule("HUNT-014", "HUNT-020")
def test_the_fellowship_is_revealed_after_every_other_effect() -> None:
    play = hit("2r")
    assert play.now().hidden
    assert [play.ask.key] == ["card"]
    play.press("none")
    play.press("ring")
    assert play.public.corruption == 2
    assert play.now().hidden
    assert play.ask.key == "reveal"
    play.press("reveal", region="Moria", where="stronghold", stronghold="no")
    assert not play.public.hidden
    assert (play.public.region, play.public.where, play.public.progress) == (
        "Moria",
        "stronghold",
        0,
    )
    assert play.ask.form.choices[0].action == "hide"


@pytest.mark.rule("HUNT-015")
def test_reveal_is_ignored_on_declaring_where_the_free_peoples_are_at_home() -> None:
    for where, key in (("friendly", "fellowship"), ("elsewhere", "reveal")):
        play = HuntPlay()
        play.press("declare", region="Edoras", where=where, tiles="1", progress="0")
        play.draw("0r")
        assert play.ask.key == key
        assert play.now().hidden
        assert play.public.declared


@pytest.mark.rule("HUNT-015", "HUNT-013")
def test_an_eye_on_declaring_counts_nothing_and_several_tiles_are_drawn_in_turn() -> None:
    play = HuntPlay()
    play.press("declare", where="friendly", tiles="2")
    play.draw("er")
    play.draw("1")
    assert damage(play) == 1
    assert play.now().hidden


@pytest.mark.rule("HUNT-016", "HUNT-020")
def test_three_tiles_in_moria() -> None:
    play = hit("2r")
    play.press("none")
    play.press("ring")
    assert play.public.corruption == 2
    # The Balrog's tile and the Stronghold's come only when the first is resolved completely.
    play.press("reveal", region="Moria", where="stronghold", events="1", stronghold="yes")
    assert (play.public.pull and play.public.pull.cause, play.public.owed) == (
        "event",
        ("stronghold",),
    )
    play.draw("3")
    play.press("none")
    play.press("ring")
    assert play.public.corruption == 5
    assert play.public.pull is not None
    assert (play.public.pull.cause, play.public.owed) == ("stronghold", ())
    play.draw("1r")
    play.press("none")
    play.press("ring")
    assert play.public.corruption == 6
    assert play.ask.key == "actions"
    causes = [event.cause for event in play.events if isinstance(event, PullBegun)]
    assert causes == ["hunt", "event", "stronghold"]
    # Reveal icons of later tiles change nothing: it is revealed once.
    assert sum(isinstance(event, FellowshipRevealed) for event in play.events) == 1
    assert play.public.free_dice == 1


@pytest.mark.rule("HUNT-017")
def test_one_card_on_the_table_cancels_or_reduces_the_damage() -> None:
    play = hit("3")
    assert play.ask.seat == FREE
    play.press("use", title="Axe and Bow", reduces="1")
    assert damage(play) == 2
    assert play.ask.key == "casualty"
    assert f"{typed('Axe and Bow')} reduces the Hunt damage by 1." in play.log()
    cancelled = hit("3")
    cancelled.press("use", reduces="3")
    assert (cancelled.public.corruption, cancelled.ask.key) == (0, "actions")
    with pytest.raises(AssertionError, match="from 1 to 2"):
        hit("2").press("use", reduces="3")


@pytest.mark.rule("HUNT-017", "HUNT-018")
def test_card_then_guide_then_casualty() -> None:
    play = hit("3", guide="meriadoc")
    keys = [play.ask.key]
    play.press("none")
    keys.append(play.ask.key)
    play.press("keep")
    keys.append(play.ask.key)
    play.press("ring")
    assert keys == ["card", "guide.meriadoc", "casualty"]
    assert play.public.corruption == 3


@pytest.mark.rule("HUNT-018")
def test_no_casualty_is_asked_for_where_no_damage_is_left() -> None:
    play = hit("1", guide="peregrin")
    play.press("none")
    play.press("use")
    assert play.public.gone == {"peregrin": "separated"}
    assert play.ask.key == "guide"
    play.press("appoint", guide="strider")
    assert (play.public.corruption, play.ask.key) == (0, "actions")
    assert hit("0r").ask.key == "reveal"


@pytest.mark.rule("HUNT-019")
def test_the_rest_of_the_damage_is_corruption() -> None:
    play = hit("3", corruption=4)
    play.press("use", reduces="1")
    play.press("ring")
    assert play.public.corruption == 6
    assert [event.points for event in play.events if isinstance(event, RingUsed)] == [2]


@pytest.mark.rule("HUNT-021")
def test_a_new_guide_can_use_its_ability_at_once() -> None:
    play = hit("3", "strider,meriadoc,peregrin", guide="meriadoc")
    play.press("none")
    play.press("use")
    play.press("appoint", guide="peregrin")
    assert play.ask.key == "guide.peregrin"
    play.press("use")
    assert damage(play) == 1
    assert play.public.guide == "strider"
    assert play.public.companions == ("strider",)


@pytest.mark.rule("HUNT-021")
def test_after_the_guide_has_died_the_new_one_may_reduce_what_is_left() -> None:
    play = hit("3", "boromir,peregrin", guide="boromir")
    play.press("none")
    play.press("guide")
    assert play.public.guide == "peregrin"
    assert play.ask.key == "guide.peregrin"
    play.press("use")
    assert play.public.corruption == 0
    assert play.public.guide == "gollum"


def test_gollum_voids_a_numbered_reveal_and_may_reveal_to_reduce() -> None:
    play = hit("2r", "", guide="")
    assert play.public.guide == "gollum"
    play.press("none")
    assert play.ask.key == "guide.gollum"
    play.press("use")
    assert (play.public.corruption, play.ask.key) == (1, "reveal")
    kept = hit("2r", "", guide="")
    kept.press("none")
    kept.press("keep")
    assert (kept.public.corruption, kept.public.hidden, kept.ask.key) == (2, True, "actions")
    eye = hit("er", "", guide="")
    eye.press("none")
    assert (eye.public.corruption, eye.ask.key) == (1, "reveal")


@pytest.mark.rule("HUNT-006")
def test_the_numbered_tiles_of_gollum_include_the_die() -> None:
    play = HuntPlay("", guide="", changes={"pool": bag_of(("uss", "lair"))})
    play.by_hand(SHADOW, "hand-tile")
    play.draw("uss")
    play.press("none")
    play.press("keep")
    assert (play.public.hidden, play.public.corruption) == (True, 1)


@pytest.mark.rule("HUNT-022")
def test_a_random_casualty_is_drawn_by_the_shadow_player_the_guide_included() -> None:
    lost: list[str] = []
    for number in range(1, len(FELLOWSHIP) + 1):
        play = hit("1")
        play.press("none")
        play.press("random")
        assert play.ask.seat == SHADOW
        assert play.ask.roll is not None
        assert (play.ask.roll.lot, play.ask.roll.sides) == (True, 7)
        play.lot(number)
        lost += play.public.gone
    assert lost == list(FELLOWSHIP)
    entered = hit("1")
    entered.press("none")
    entered.press("random")
    entered.press("entered", counter="boromir")
    assert list(entered.public.gone) == ["boromir"]


@pytest.mark.rule("HUNT-022")
def test_the_last_companion_is_the_casualty_without_a_draw_and_the_ringbearers_never() -> None:
    play = hit("1", "gimli", guide="")
    play.press("none")
    play.press("random")
    assert (play.public.companions, play.public.guide) == ((), "gollum")
    play.press("move")
    play.press("told")
    play.roll(5)
    alone = hit("3", "", guide="")
    alone.press("none")
    alone.press("keep")
    assert alone.public.corruption == 3


@pytest.mark.rule("HUNT-023")
@pytest.mark.parametrize(("guide", "left"), [("gimli", 1), ("strider", 0), ("peregrin", 2)])
def test_damage_above_the_level_is_left(guide: str, left: int) -> None:
    assert COMPANIONS["gimli"].level == 2
    play = hit("3", guide=guide)
    play.press("none")
    if guide == "peregrin":
        play.press("keep")
    play.press("guide")
    play.press("appoint", guide="gandalf")
    # A second Companion cannot be lost to the same tile.
    assert (play.public.corruption, play.ask.key) == (left, "actions")


@pytest.mark.rule("HUNT-023")
def test_a_companion_of_a_higher_level_dies_nonetheless() -> None:
    play = hit("1", guide="gandalf")
    play.press("none")
    play.press("guide")
    assert play.public.gone == {"gandalf": "casualty of the Hunt"}
    play.press("appoint", guide="strider")
    assert play.public.corruption == 0


@pytest.mark.rule("HUNT-024")
def test_twelve_corruption_loses_at_once() -> None:
    play = hit("2r", corruption=10)
    play.press("none")
    play.press("ring")
    assert (play.public.winner, play.public.corruption) == (SHADOW, 12)
    assert play.ask.sentence == "The Shadow player has won."
    assert play.now().hidden
    eleven = hit("1", corruption=10)
    eleven.press("none")
    eleven.press("ring")
    assert (eleven.public.winner, eleven.public.corruption) == ("", 11)


@pytest.mark.rule("HUNT-024")
def test_rest_and_cards_change_corruption_by_hand() -> None:
    play = HuntPlay(changes={"corruption": 3})
    play.by_hand(FREE, "hand-corruption", by="-1", why="Rest in a friendly City or Stronghold")
    assert play.public.corruption == 2
    assert play.log()[-1] == (
        "Rest in a friendly City or Stronghold: Corruption \N{MINUS SIGN}1, now 2."
    )
    play.by_hand(FREE, "hand-corruption", by="-5", why="An ability")
    assert play.public.corruption == 0
    play.by_hand(SHADOW, "hand-corruption", by="12", why="An event card")
    assert play.public.winner == SHADOW


def test_separated_companions_leave_no_damage_behind() -> None:
    play = HuntPlay()
    play.by_hand(FREE, "hand-separate", who=("strider", "gimli"))
    assert play.public.gone == {"strider": "separated", "gimli": "separated"}
    assert play.ask.key == "guide"
    assert in_mordor().public.mordor == 0


def test_what_was_entered_wrongly_is_put_right_by_hand() -> None:
    play = hit("3", "gimli,strider")
    play.press("none")
    play.press("guide")
    play.by_hand(FREE, "hand-back", who="strider")
    assert (play.public.companions, play.public.gone) == (("strider", "gimli"), {})
    play.by_hand(SHADOW, "hand-tile-back", tile="3")
    assert (len(play.public.pool), play.public.drawn) == (16, ())
    play.by_hand(FREE, "hand-place", region="Lorien", where="friendly", counter="revealed")
    assert (play.public.region, play.now().hidden) == ("Lorien", False)
    play.by_hand(FREE, "hand-place", where="elsewhere", progress="2", counter="hidden")
    assert (play.public.progress, play.now().hidden) == (2, True)


def test_a_companion_who_comes_back_guides_in_place_of_gollum() -> None:
    play = hit("1", "gimli", guide="")
    play.press("none")
    play.press("random")
    assert play.public.guide == "gollum"
    play.by_hand(FREE, "hand-back", who="gimli")
    assert play.public.guide == "gimli"
