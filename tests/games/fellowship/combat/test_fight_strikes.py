"""Turning cards and attacks, played (9.1, 9.11 to 9.13, 9.222)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.secret import NazgulAway
from companion.games.fellowship.rules.health import Damage
from companion.table.ids import PUBLIC
from tests.support.fellowship import EP, FP, Play
from tests.support.fellowship_fights import (
    RED,
    at_fight,
    at_the_end,
    battle,
    begun,
    cover,
    lined_up,
    log,
    now,
    of_type,
    offered,
    on_to_attacks,
    pass_segment,
    strike,
)


@pytest.mark.rule("FOTR-164", "FOTR-158")
def test_the_example_of_9_12_a_late_reveal_turns_a_hit_into_a_miss() -> None:
    """A 4 hits the defensive rating of a Man, 2; Aragorn has 3, so shown in time it misses."""
    play = at_fight(("Aragorn",), force=FightForce(mix="W1", count=1, minions=False))
    begun(play)
    cover(play, EP, "draw:Warg")
    play.press(EP, "ready")
    play.press(FP, "ready")
    pass_segment(play)
    play.press(EP, "hit:e1:f1:normal:body")
    assert play.prompts(PUBLIC)[0].sentence == "Roll 4 or less: Warg e1 against Man f1."
    play.die(4)
    assert "a hit, 3 boxes" in play.prompts(FP)[0].sentence
    play.press(FP, "turn:f1")
    assert "3 or less was needed: a miss" in play.prompts(FP)[0].sentence
    play.press(FP, "stand")
    assert battle(play).fighters[1].card == "Aragorn"
    assert battle(play).fighters[1].damage.total == 0
    assert play.state.hidden[FP].damage == {}
    # What was decided before stays as it is, and there is no way back to the generic side.
    assert not any(action.startswith("turn") for action in offered(play, FP))


@pytest.mark.rule("FOTR-164")
def test_an_attacker_may_be_turned_after_a_miss() -> None:
    play = lined_up(at_fight(("Aragorn",), ("Khamul",)), ("Khamul",), ("Aragorn",))
    play.press(FP, "not-here")
    on_to_attacks(play, FP)
    play.press(FP, "hit:f1:e1:normal:body")
    play.die(3)
    assert "2 or less was needed: a miss" in play.prompts(FP)[0].sentence
    play.press(FP, "turn:f1")
    play.press(FP, "stand")
    assert battle(play).fighters[0].damage == Damage(normal=4)
    assert play.state.hidden[EP].damage == {"Khamul": Damage(normal=4)}


@pytest.mark.rule("FOTR-166", "FOTR-164")
def test_a_turned_card_fights_with_its_enhanced_numbers() -> None:
    play = at_fight(("Aragorn",), ("Bree agent",))
    play.tap(FP, "enhance:Aragorn")
    lined_up(play, ("Bree agent",), ("Aragorn",))
    play.press(FP, "turn:f1")
    region = str(play.view(EP).region("fight"))
    assert "Aragorn f1" in region
    assert "OR 8, DN 6, DR 3, EN 8" in region
    legend = "OR: offensive rating. DN: damage number, with * if diseased. DR: defensive rating."
    assert legend in region


@pytest.mark.rule("FOTR-165", "FOTR-101")
def test_before_a_nazgul_the_ringbearer_is_turned_and_easier_to_hit() -> None:
    play = lined_up(at_fight(("Frodo", "Aragorn"), ("Khamul",)), ("Khamul",), ("Frodo", "Aragorn"))
    assert offered(play, FP) == ["here", "not-here"]
    assert now(play).stage == "bearer"
    play.press(FP, "here")
    assert battle(play).bearer == "f1"
    assert battle(play).fighters[1].card == "Frodo"
    assert "wear" not in offered(play, FP)
    pass_segment(play)
    # Offensive rating 6 against Frodo's 2, which counts as 0 before a Nazgul.
    assert "(6 or less)" in play.prompts(EP)[0].form.choices[0].label


@pytest.mark.rule("FOTR-159", "FOTR-164")
def test_a_generic_card_over_the_number_of_its_race_falls_unless_it_is_turned() -> None:
    def hurt() -> Play:
        play = at_fight(("Aragorn", "Bree Man"), ("Bree agent",))
        play.tap(FP, "wound:Aragorn", normal="4")
        lined_up(play, ("Bree agent",), ("Aragorn", "Bree Man"))
        pass_segment(play)
        strike(play, EP, "hit:e1:f1:normal:body", 3)
        return play

    falling = hurt()
    assert now(falling).stage == "faint"
    falling.press(FP, "fall")
    assert battle(falling).fighters[1].down
    standing = hurt()
    standing.press(FP, "turn:f1")
    assert now(standing).stage == "leave"
    assert not battle(standing).fighters[1].down


@pytest.mark.rule("FOTR-158", "FOTR-159", "FOTR-172")
def test_boxes_count_at_the_end_of_the_segment_but_the_dead_go_at_once() -> None:
    play = lined_up(
        at_fight(("Boromir", "Gimli", "Aragorn"), ("Bree agent", "Edoras agent")),
        ("Bree agent", "Edoras agent"),
        ("Boromir", "Gimli"),
        reserves=((), ("Aragorn",)),
    )
    cover(play, FP, "second:0:Aragorn")
    play.press(FP, "go")
    strike(play, FP, "hit:f1:e1:normal:body", 1)  # a double: 6 boxes of 4
    assert not battle(play).fighters[0].down
    assert battle(play).fighters[0].damage == Damage(normal=6)
    strike(play, FP, "hit:f3:e1:normal:body", 3)  # 9 boxes: over twice 4
    assert battle(play).fighters[0].line == "dead"
    assert "Bree agent" not in play.state.hidden[EP].boxes
    strike(play, FP, "hit:f2:e2:normal:body", 1)
    assert now(play).stage == "combine"
    assert battle(play).fighters[1].down  # 8 boxes of 4: unconscious from now on


@pytest.mark.rule("FOTR-160", "FOTR-210")
def test_a_nazgul_marks_diseased_boxes_on_the_sheet() -> None:
    play = lined_up(at_fight(("Aragorn",), ("Khamul",)), ("Khamul",), ("Aragorn",))
    play.press(FP, "not-here")
    pass_segment(play)
    strike(play, EP, "hit:e1:f1:normal:body", 4)
    assert play.state.hidden[FP].damage == {"Aragorn": Damage(diseased=4)}
    assert "XXXX |" in str(play.view(PUBLIC).region("fight"))


@pytest.mark.rule("FOTR-167", "FOTR-172")
def test_area_attacks_come_first_and_hit_neighbours_once_each() -> None:
    agents = ("Bree agent", "Edoras agent", "Pelargir agent")
    play = lined_up(
        at_fight(("Gandalf the Grey", "Aragorn"), agents), agents, ("Gandalf the Grey", "Aragorn")
    )
    assert not any(":area:" in action for action in offered(play, FP))
    play.press(FP, "turn:f1")
    play.press(FP, "go")
    areas = [action for action in offered(play, FP) if ":area:" in action]
    assert areas[0] == "hit:f1:e1+e2+e3:area:body"
    assert all("e1" in action for action in areas)
    play.press(FP, areas[0])
    for roll in (5, 6, 1):
        play.die(roll)
    assert [one.damage.normal for one in battle(play).front("enemy")] == [4, 0, 8]
    assert offered(play, FP)[0] == "hit:f2:e2:normal:body"
    play.press(FP, "hit:f2:e2:normal:body")
    play.die(9)
    play.press(FP, "stand")
    assert now(play).stage != "attack"  # Gandalf has had his attack


@pytest.mark.rule("FOTR-167")
def test_after_a_normal_attack_there_is_no_area_attack() -> None:
    agents = ("Bree agent", "Edoras agent")
    play = lined_up(
        at_fight(("Gandalf the Grey", "Aragorn"), agents), agents, ("Gandalf the Grey", "Aragorn")
    )
    play.press(FP, "turn:f1")
    play.press(FP, "go")
    strike(play, FP, "hit:f2:e2:normal:body", 9)
    assert not any(":area:" in action for action in offered(play, FP))


@pytest.mark.rule("FOTR-218", "FOTR-222")
def test_webs_knock_out_and_are_gone_after_the_fight() -> None:
    play = lined_up(
        at_fight(("Frodo", "Sam", "Aragorn"), ("Giant Spider",)),
        ("Giant Spider",),
        ("Frodo", "Sam", "Aragorn"),
    )
    pass_segment(play)
    play.press(EP, "hit:e1:f1+f2:area:body")
    play.die(1)
    play.press(FP, "stand")
    play.die(4)
    play.press(FP, "stand")
    play.press(FP, "fall")
    first, second, _ = battle(play).front("fellowship")
    assert (first.temporary, second.temporary) == (8, 4)
    assert (first.down, second.down) == (True, True)
    assert "~~~ | ~~~~~" in str(play.view(PUBLIC).region("fight"))
    assert play.state.hidden[FP].damage == {}
    play.press(FP, "stay")
    play.press(EP, "off")
    play.go(RED, "8,g")
    play.press(EP, "there")
    assert play.state.hidden[FP].damage == {}
    assert {"Frodo", "Sam"} <= set(play.state.hidden[FP].boxes)


@pytest.mark.rule("FOTR-183")
def test_animals_leave_at_half_damage() -> None:
    play = begun(at_fight(("Aragorn", "Gimli"), force=FightForce(mix="A2", count=2, minions=False)))
    cover(play, EP, "draw:Wolf")
    cover(play, EP, "draw:Spider")
    play.press(EP, "ready")
    play.press(FP, "ready")
    play.press(FP, "go")
    strike(play, FP, "hit:f1:e1:normal:body", 2)
    assert battle(play).fighters[0].line == "gone"
    assert "Wolf e1 runs away." in log(play)


@pytest.mark.rule("FOTR-210")
def test_a_nazgul_over_its_endurance_goes_home_at_once() -> None:
    play = lined_up(
        at_fight(("Gimli", "Aragorn"), ("Nazgul 3", "Bree agent")),
        ("Nazgul 3", "Bree agent"),
        ("Gimli", "Aragorn"),
    )
    play.press(FP, "not-here")
    on_to_attacks(play, FP)
    strike(play, FP, "hit:f1:e1:normal:body", 1)  # 8 boxes of 7
    assert battle(play).fighters[0].line == "gone"
    assert "Nazgul 3 e1 is driven off." in log(play)
    (away,) = of_type(play, NazgulAway)
    assert isinstance(away, NazgulAway)
    assert away.away is not None
    assert away.away.due == play.state.public.turn + 8
    strike(play, FP, "hit:f2:e2:normal:body", 9)
    at_the_end(play)
    play.press(FP, "stay")
    play.press(EP, "off")
    play.go(RED, "8,g")
    play.press(EP, "there")
    assert any("Nazgul 3 lie dormant at Barad-dur" in text for text in play.state.public.reminders)


@pytest.mark.rule("FOTR-250")
def test_with_15_43_twice_its_endurance_in_a_round_destroys_a_nazgul() -> None:
    play = lined_up(
        at_fight(
            ("Gimli", "Boromir"),
            ("Nazgul 3", "Bree agent"),
            options={"optional": "nazgul-destroyed"},
        ),
        ("Nazgul 3",),
        ("Gimli",),
        reserves=(("Bree agent",), ("Boromir",)),
    )
    play.press(FP, "not-here")
    play.press(FP, "turn:f1")
    cover(play, FP, "second:0:Boromir")
    cover(play, EP, "bring:1:Bree agent")
    play.press(FP, "turn:f2")
    on_to_attacks(play, FP)
    strike(play, FP, "hit:f1:e1:normal:body", 5)  # 5 of 7 boxes
    assert battle(play).fighters[0].line == "front"
    strike(play, FP, "hit:f2:e1:normal:body", 1)  # 15 in one round, over twice 7
    assert battle(play).fighters[0].line == "dead"
    assert "Nazgul 3 e1 is destroyed." in log(play)
    assert not of_type(play, NazgulAway)
