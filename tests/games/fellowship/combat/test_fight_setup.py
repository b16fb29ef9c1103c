"""Setting up a fight, played (9.21)."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.agreed import ATTACK_ON_CAPTORS
from companion.games.fellowship.play.ring_attack import ATTACK_ON_BEARER
from companion.games.fellowship.rules.health import Damage
from companion.table.commands import Act
from companion.table.ids import PUBLIC
from tests.support.fellowship import EP, FP, Play
from tests.support.fellowship_fights import (
    at_fight,
    battle,
    begun,
    cover,
    covered,
    lined_up,
    log,
    now,
    offered,
    pass_segment,
)
from tests.support.ring_fights import GREEN, RED, attacked, gathered, held, laid


@pytest.mark.rule("FOTR-157")
def test_a_fight_is_begun_on_the_screens_or_played_with_cards() -> None:
    play = at_fight(("Frodo",), ("Bree agent",))
    assert offered(play, FP) == ["begin", "over"]
    play.press(FP, "over")
    play.press(EP, "over")
    play.press(FP, "outcome", outcome="The Enemy left the fight.")
    assert not play.state.public.fights
    assert any("The Enemy left the fight." in line for line in log(play))


@pytest.mark.rule("FOTR-169")
def test_the_enemy_sets_up_first_and_both_announce_totals() -> None:
    play = begun(at_fight(("Frodo", "Sam", "Merry"), ("Bree agent", "Edoras agent", "Khamul")))
    assert now(play).order == ("enemy", "fellowship")
    cover(play, EP, "front:Bree agent")
    cover(play, EP, "reserve:Edoras agent")
    cover(play, EP, "reserve:Khamul")
    refusal = play.refusal(play.act(EP, "ready"))
    assert "at most 1" in refusal.text
    cover(play, EP, "front:Khamul")
    play.press(EP, "ready")
    assert log(play)[-1].startswith("The Enemy has 3 in the fight at 8,h, 2 in the front line.")
    assert battle(play).reserve["enemy"] == 1
    assert [one.card for one in battle(play).front("enemy")] == ["Bree agent", "Khamul"]
    play.press(FP, "ready")
    assert [one.card for one in battle(play).front("fellowship")] == ["Hobbit"] * 3
    assert [one.column for one in battle(play).front("fellowship")] == [0, 1, 2]


@pytest.mark.rule("FOTR-169")
def test_whoever_lies_nowhere_joins_the_front_line_and_earlier_damage_shows() -> None:
    play = at_fight(("Aragorn", "Frodo"), ("Bree agent",))
    play.tap(FP, "wound:Aragorn", normal="2", diseased="1")
    lined_up(play, ("Bree agent",), ())
    shown = {one.card: one.damage for one in battle(play).front("fellowship")}
    assert shown == {"Man": Damage(2, 1), "Hobbit": Damage()}
    assert "Aragorn" not in str(play.view(EP).region("fight"))
    assert "X//" in str(play.view(EP).region("fight"))


@pytest.mark.rule("FOTR-249")
def test_with_15_42_the_enemy_attacks_first_at_a_blocked_feature() -> None:
    play = at_fight(
        ("Aragorn",),
        ("Bree agent",),
        place="8,h/8,i",
        options={"optional": "reversed-attack"},
        cause="blocked feature",
    )
    begun(play)
    assert now(play).order == ("fellowship", "enemy")
    play.press(FP, "ready")
    cover(play, EP, "front:Bree agent")
    play.press(EP, "ready")
    play.press(FP, "bare")
    assert battle(play).segment == "enemy"
    pass_segment(play)
    assert battle(play).segment == "fellowship"
    pass_segment(play)
    play.press(FP, "stay")
    play.press(EP, "stay")
    assert (battle(play).round, battle(play).segment) == (2, "fellowship")


@pytest.mark.rule("FOTR-249", "FOTR-100")
def test_where_the_enemy_attacks_first_the_ring_is_put_on_before_it() -> None:
    play = at_fight(
        ("Frodo", "Sam"),
        ("Bree agent",),
        place="8,h/8,i",
        options={"optional": "reversed-attack"},
        cause="blocked feature",
    )
    begun(play)
    cover(play, FP, "front:Frodo")
    play.press(FP, "ready")
    cover(play, EP, "front:Bree agent")
    play.press(EP, "ready")
    assert offered(play, FP) == ["wear", "bare"]
    play.press(FP, "wear")
    assert (battle(play).worn, battle(play).segment) == ("f1", "enemy")
    assert now(play).rounds_worn == 1
    pass_segment(play)
    assert battle(play).segment == "fellowship"
    assert "wear" not in offered(play, FP)


@pytest.mark.rule("FOTR-183")
def test_creatures_are_drawn_before_the_enemy_is_ready() -> None:
    play = begun(at_fight(("Aragorn",), force=FightForce(mix="C3", count=3, minions=False)))
    assert offered(play, EP) == ["nobody"]
    asked = play.prompt_with(EP, "nobody")
    assert "3 creatures are still to be drawn." in asked.detail
    assert play.refusal(Act(seat=EP, prompt=asked.id, action="ready")).code == "bad-input"
    for kind in ("Brigand", "Easterling", "Brigand"):
        cover(play, EP, f"draw:{kind}")
    assert not any(action.startswith("draw:") for action in covered(play, EP))
    assert offered(play, EP) == ["ready", "nobody"]
    play.press(EP, "ready")
    assert [(one.card, one.bonus) for one in battle(play).front("enemy")] == [
        ("Brigand", 1),
        ("Easterling", 1),
        ("Brigand", 1),
    ]


@pytest.mark.rule("FOTR-183")
def test_several_creatures_are_drawn_at_once_or_none_of_them() -> None:
    play = begun(at_fight(("Aragorn",), force=FightForce(mix="C3", count=3, minions=False)))
    assert "Expected the creatures" in refused_draw(play)
    four = ("Brigand", "Easterling", "Brigand", "Easterling")
    assert "3 are still to be drawn, not 4" in refused_draw(play, *four)
    assert drawn(play) == ()
    play.send(drawing("Brigand", "Easterling", "Brigand"))
    assert drawn(play) == ("Brigand #1", "Easterling #2", "Brigand #3")
    assert not any(action.startswith("draw") for action in covered(play, EP))


def test_what_was_drawn_shows_on_no_other_screen_until_it_lies_open() -> None:
    force = FightForce(mix="C3", count=3, minions=False)
    plays = [begun(at_fight(("Aragorn",), force=force)) for _ in range(2)]
    for play, kinds in zip(plays, (("Brigand", "Brigand"), ("Easterling",)), strict=True):
        play.send(drawing(*kinds))
        assert len(drawn(play)) == len(kinds)
    for viewer in (FP, PUBLIC):
        one, two = (msgspec.json.encode(play.view(viewer)) for play in plays)
        assert one == two


def drawing(*kinds: str) -> Act:
    """What a photograph of that many cards is confirmed with."""
    return Act(seat=EP, action="card:drawn", inputs=tuple(("creatures", kind) for kind in kinds))


def drawn(play: Play) -> tuple[str, ...]:
    """The creatures that the Enemy has drawn."""
    hand = play.state.hidden[EP].fight
    return () if hand is None else hand.creatures


def refused_draw(play: Play, *kinds: str) -> str:
    """Why a draw is refused."""
    return play.refusal(drawing(*kinds)).text


@pytest.mark.rule("FOTR-211", "FOTR-215")
def test_companions_come_on_a_roll_of_five() -> None:
    play = begun(at_fight(("Aragorn",), ("Saruman", "Balrog")))
    assert [action for action in covered(play, EP) if action.startswith("call")] == ["call:Saruman"]
    cover(play, EP, "call:Saruman")
    play.die(7)
    assert [company.count for company in now(play).companies] == [7]
    assert not any(action.startswith("call") for action in covered(play, EP))


@pytest.mark.rule("FOTR-202")
@pytest.mark.parametrize(
    ("cause", "come"),
    [
        ("F, minions", True),
        ("blocked feature", True),
        (ATTACK_ON_BEARER, False),
        (ATTACK_ON_CAPTORS, False),
    ],
)
def test_crows_come_to_a_group_that_is_attacked_and_not_to_one_that_attacks(
    cause: str, *, come: bool
) -> None:
    play = at_fight(("Radagast", "Frodo"), ("Khamul",), cause=cause)
    begun(play)
    if cause == ATTACK_ON_BEARER:
        play.press(FP, "lend")
        cover(play, EP, "front:Frodo")
    else:
        cover(play, EP, "front:Khamul")
    play.press(EP, "ready")
    assert ("call:Radagast" in covered(play, FP)) is come


@pytest.mark.rule("FOTR-202")
def test_no_crows_come_to_a_group_that_falls_on_the_holder_of_the_ring() -> None:
    play = held(gathered(("Radagast",), ("Bree agent",)), "enemy", "Bree agent", RED)
    attacked(play, FP, GREEN)
    laid(play, EP, "Bree agent")
    assert "front:Radagast" in covered(play, FP)
    assert "call:Radagast" not in covered(play, FP)
