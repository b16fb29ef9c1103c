"""The Fellowship in Mordor: entering, the new pool, moving, standing still, the end."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.hunt.names import FREE, SHADOW
from companion.games.hunt.tiles import STANDARD_BAG, bag_of
from companion.table.ids import PUBLIC
from companion.table.views import Status
from tests.support.hunt_play import HuntPlay, in_mordor

CALM = bag_of(("cloaks", "rope", "0r"))


def offered(play: HuntPlay) -> list[str]:
    return [choice.action for choice in play.ask.form.choices]


@pytest.mark.rule("HUNT-025")
@pytest.mark.parametrize("gate", ["minas-morgul", "morannon"])
def test_mordor_is_entered_from_a_gate_after_the_declaration(gate: str) -> None:
    play = HuntPlay()
    assert "enter" not in offered(play)
    play.press("declare", where=gate, tiles="1")
    play.draw("1")
    # The declaration is resolved first: nothing else is offered meanwhile.
    assert offered(play) == ["none", "use"]
    play.press("none")
    play.press("ring")
    assert "enter" in offered(play)
    play.press("enter")
    assert play.public.mordor == 0
    assert "enter" not in offered(play)
    assert "declare" not in offered(play)


@pytest.mark.rule("HUNT-025")
@pytest.mark.parametrize("where", ["elsewhere", "friendly", "stronghold"])
def test_mordor_is_not_entered_from_elsewhere_nor_in_another_phase(where: str) -> None:
    play = HuntPlay(changes={"where": where})
    assert "enter" not in offered(play)
    play = HuntPlay(changes={"where": "morannon"})
    play.to_actions()
    assert "enter" not in offered(play)


@pytest.mark.rule("HUNT-026")
def test_the_new_pool_has_the_drawn_eyes_and_the_special_tiles_in_play() -> None:
    play = HuntPlay(
        changes={
            "where": "morannon",
            "pool": bag_of(("3", "1")),
            "drawn": bag_of(("er", "er", "2", "0r")),
            "removed": ("er",),
            "aside": bag_of(("mine", "phial")),
        }
    )
    play.press("enter")
    assert Counter(play.public.pool) == Counter(("3", "1", "er", "er", "mine", "phial"))
    assert play.public.drawn == bag_of(("2", "0r"))
    assert play.public.removed == ("er",)
    assert play.public.aside == ()


@pytest.mark.rule("HUNT-027")
def test_on_the_track_the_fellowship_is_in_no_region_and_the_counter_stands() -> None:
    play = HuntPlay(changes={"where": "morannon", "region": "Morannon", "progress": 3})
    play.press("enter")
    assert (play.public.region, play.public.where, play.public.progress) == ("", "elsewhere", 0)
    play.to_actions(allocated=2)
    play.set(pool=CALM)
    play.press("move")
    assert play.public.hunt is None
    play.draw("0r")
    assert (play.public.progress, play.public.hidden, play.public.mordor) == (0, False, 1)
    play.by_hand(FREE, "hand-place", region="Morannon", where="morannon", step="3")
    assert (play.public.region, play.public.where, play.public.mordor) == ("", "elsewhere", 3)


@pytest.mark.rule("HUNT-028")
def test_whoever_would_be_separated_is_removed_from_the_game() -> None:
    play = in_mordor()
    play.by_hand(FREE, "hand-separate", who="gimli")
    assert play.public.gone == {"gimli": "removed from the game"}
    play.by_hand(FREE, "hand-guide", guide="meriadoc")
    play.set(pool=bag_of(("2", "3")))
    play.press("move")
    play.draw("2")
    play.press("none")
    play.press("use")
    assert play.public.gone["meriadoc"] == "removed from the game"


@pytest.mark.rule("HUNT-029")
def test_moving_draws_a_tile_and_an_eye_counts_the_dice_of_the_box() -> None:
    play = in_mordor(dice=7)
    play.set(pool=bag_of(("cloaks", "er", "er", "er")))
    play.press("move")
    assert play.ask.key == "draw.4"
    play.draw("cloaks")
    assert play.public.free_dice == 1
    play.press("move")
    play.draw("er")
    # Seven Shadow dice, all of them, and the die of the first move; not that of this one.
    assert play.public.pull is not None
    assert play.public.pull.damage == 8


@pytest.mark.rule("HUNT-030")
@pytest.mark.parametrize(("tile", "step"), [("cloaks", 3), ("went", 2), ("0r", 3)])
def test_a_move_goes_on_by_a_step_unless_the_tile_stops_it(tile: str, step: int) -> None:
    play = in_mordor(pool=bag_of((tile, "3")), mordor=2)
    play.press("move")
    play.draw(tile)
    assert play.public.mordor == step


@pytest.mark.rule("HUNT-030")
def test_a_revealed_fellowship_hides_before_it_can_go_on() -> None:
    play = in_mordor(pool=CALM)
    play.press("move")
    play.draw("0r")
    assert not play.now().hidden
    # Strider, the Guide, may use any die; without him a Character die is needed.
    assert offered(play) == ["hide", "hide-any", "end"]
    play.by_hand(FREE, "hand-guide", guide="boromir")
    assert offered(play) == ["hide", "end"]
    play.press("hide")
    assert play.public.hidden
    assert play.public.free_dice == 1
    assert offered(play) == ["move", "end"]


@pytest.mark.rule("HUNT-031")
def test_a_turn_without_an_attempt_costs_one_corruption() -> None:
    play = in_mordor()
    play.press("end")
    assert (play.public.corruption, play.public.turn) == (1, 2)
    play.to_actions()
    play.set(pool=CALM)
    play.press("move")
    play.draw("0r")
    play.press("end")
    assert play.public.corruption == 1
    play.to_actions()
    play.press("hide")
    play.press("end")
    assert play.public.corruption == 1
    # A move that a Stop holds back was tried.
    play.to_actions()
    play.set(pool=bag_of(("went", "rope")))
    play.press("move")
    play.draw("went")
    play.press("none")
    play.press("ring")
    play.press("end")
    assert play.public.corruption == 4


@pytest.mark.rule("HUNT-031", "HUNT-024")
def test_standing_still_can_lose_the_game_and_costs_nothing_outside_mordor() -> None:
    play = in_mordor(corruption=11)
    play.press("end")
    assert play.public.winner == SHADOW
    outside = HuntPlay()
    outside.to_actions()
    outside.press("end")
    assert outside.public.corruption == 0


@pytest.mark.rule("HUNT-032")
def test_five_steps_reach_the_crack_of_doom() -> None:
    play = in_mordor()
    for step in range(1, 6):
        play.set(pool=bag_of(("cloaks", "rope")), drawn=())
        play.press("move")
        play.draw("cloaks")
        assert play.public.mordor == step
        assert play.public.winner == (FREE if step == 5 else "")
    assert play.public.ending == "The Crack of Doom is reached."


@pytest.mark.rule("HUNT-032", "HUNT-024")
@pytest.mark.parametrize(("corruption", "winner"), [(9, SHADOW), (8, FREE)])
def test_the_damage_of_the_last_step_counts_first(corruption: int, winner: str) -> None:
    play = in_mordor(pool=bag_of(("3", "rope")), mordor=4, corruption=corruption)
    play.press("move")
    play.draw("3")
    assert play.public.mordor == 5
    play.press("none")
    play.press("ring")
    assert play.public.winner == winner


def test_an_exhausted_pool_in_mordor_gets_the_standard_tiles_back() -> None:
    play = in_mordor(pool=("rope",), drawn=bag_of(("2", "er", "phial")))
    play.press("move")
    assert play.public.pool == bag_of(("2", "er"))
    assert "rope" in play.public.drawn
    assert len(STANDARD_BAG) == 16


def test_once_it_is_over_nothing_more_is_offered() -> None:
    play = in_mordor(corruption=11)
    play.press("end")
    assert offered(play) == []
    region = play.view(PUBLIC).region("status")
    assert region is not None
    status = region.widgets[0]
    assert isinstance(status, Status)
    assert status.verdict == "The Ring-bearers have 12 Corruption. The Shadow player has won."
    with pytest.raises(AssertionError, match="cannot be done now"):
        play.by_hand(FREE, "hand-tile")


@pytest.mark.rule("HUNT-025")
@pytest.mark.parametrize("where", ["elsewhere", "morannon"])
@pytest.mark.parametrize("declared", [False, True])
def test_the_fellowship_phase_asks_for_what_it_offers(where: str, *, declared: bool) -> None:
    play = HuntPlay(changes={"where": where, "declared": declared})
    words = play.ask.sentence.lower()
    assert ("declare" in words) == ("declare" in offered(play)) == (not declared)
    assert ("enter mordor" in words) == ("enter" in offered(play)) == (where == "morannon")


@pytest.mark.rule("HUNT-030")
@pytest.mark.parametrize("hidden", [False, True])
def test_the_actions_ask_for_what_they_offer(*, hidden: bool) -> None:
    play = in_mordor(hidden=hidden)
    verb, other = ("move", "hide") if hidden else ("hide", "move")
    assert verb in offered(play)
    assert other not in offered(play)
    assert play.ask.sentence.startswith(f"{verb.capitalize()} the Fellowship")
    assert f"may {verb} the Fellowship" in play.ask.waiting
