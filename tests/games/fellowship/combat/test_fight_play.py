"""Fights played step by step through commands, rule by rule (chapter 9)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.ring import RingTaken, RingWorn
from companion.games.fellowship.events.secret import NazgulAway
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_account import own_dead
from companion.games.fellowship.rules.health import Damage
from companion.table.events import Event
from companion.table.ids import PUBLIC
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_fights import (
    GREEN,
    at_fight,
    battle,
    begun,
    cover,
    covered,
    lined_up,
    log,
    now,
    offered,
)

PEAKS = "2,d"


def strike(play: Play, seat: object, action: str, roll: int) -> None:
    """Declare an attack, roll it, and let it stand."""
    play.press(seat, action)  # type: ignore[arg-type] # a seat
    play.die(roll)
    if play.state.public.fights and now(play).stage == "answer":
        play.press(FP, "stand")


def of_type(play: Play, kind: type[Event]) -> list[Event]:
    return [event for event in play.events if isinstance(event, kind)]


def go(play: Play, seat: object) -> None:
    """On to the attacks, where anything could be moved before them."""
    if now(play).stage == "reorganize":
        play.press(seat, "go")  # type: ignore[arg-type] # a seat


def pass_segment(play: Play) -> None:
    """The side whose segment it is does nothing more."""
    seat = {"fellowship": FP, "enemy": EP}[battle(play).segment]
    if now(play).stage == "reorganize":
        play.press(seat, "go")
    if now(play).stage == "riding":
        play.press(seat, "foot")
    if now(play).stage == "attack":
        play.press(seat, "enough")


# --- set-up ---------------------------------------------------------------------------------------


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
    assert battle(play).segment == "enemy"
    pass_segment(play)
    assert battle(play).segment == "fellowship"
    pass_segment(play)
    play.press(FP, "stay")
    play.press(EP, "stay")
    assert (battle(play).round, battle(play).segment) == (2, "fellowship")


@pytest.mark.rule("FOTR-183")
def test_creatures_are_drawn_before_the_enemy_is_ready() -> None:
    play = begun(at_fight(("Aragorn",), force=FightForce(mix="C3", count=3, minions=False)))
    assert "Draw 3 more creatures" in play.refusal(play.act(EP, "ready")).text
    for kind in ("Brigand", "Easterling", "Brigand"):
        cover(play, EP, f"draw:{kind}")
    assert not any(action.startswith("draw:") for action in covered(play, EP))
    play.press(EP, "ready")
    assert [(one.card, one.bonus) for one in battle(play).front("enemy")] == [
        ("Brigand", 1),
        ("Easterling", 1),
        ("Brigand", 1),
    ]


@pytest.mark.rule("FOTR-211", "FOTR-215")
def test_companions_come_on_a_roll_of_five() -> None:
    play = begun(at_fight(("Aragorn",), ("Saruman", "Balrog")))
    assert [action for action in covered(play, EP) if action.startswith("call")] == ["call:Saruman"]
    cover(play, EP, "call:Saruman")
    play.die(7)
    assert [company.count for company in now(play).companies] == [7]
    assert not any(action.startswith("call") for action in covered(play, EP))


# --- turning cards --------------------------------------------------------------------------------


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
    go(play, FP)
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


# --- attacks --------------------------------------------------------------------------------------


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
    go(play, FP)
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
    go(play, FP)
    strike(play, FP, "hit:f1:e1:normal:body", 5)  # 5 of 7 boxes
    assert battle(play).fighters[0].line == "front"
    strike(play, FP, "hit:f2:e1:normal:body", 1)  # 15 in one round, over twice 7
    assert battle(play).fighters[0].line == "dead"
    assert "Nazgul 3 e1 is destroyed." in log(play)
    assert not of_type(play, NazgulAway)


# --- rows -----------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-170", "FOTR-171")
def test_reserves_come_forward_by_the_rules_and_unopposed_cards_go_back() -> None:
    play = lined_up(
        at_fight(("Frodo", "Sam", "Merry", "Pippin"), ("Bree agent",)),
        ("Bree agent",),
        ("Frodo", "Sam"),
        reserves=((), ("Merry", "Pippin")),
    )
    assert "back:f2" in offered(play, FP)
    assert "back:f1" not in offered(play, FP)
    play.press(FP, "back:f2")
    assert battle(play).reserve["fellowship"] == 3
    assert set(play.state.hidden[FP].fight.reserve) == {"Merry", "Pippin", "Sam"}  # type: ignore[union-attr] # a fight is on
    cover(play, FP, "second:0:Merry")
    assert [one.id for one in battle(play).second("fellowship")] == ["f3"]
    assert "back:f3" not in offered(play, FP)
    assert "second:0:Pippin" in covered(play, FP)  # the only foe: a third attack
    cover(play, FP, "second:0:Pippin")
    assert "second:0:Sam" in covered(play, FP)  # a flank card may face four
    cover(play, FP, "second:0:Sam")
    assert [len(battle(play).against(one)) for one in battle(play).front("enemy")] == [4]


@pytest.mark.rule("FOTR-171")
def test_the_defender_brings_a_card_when_each_of_its_cards_has_two() -> None:
    play = lined_up(
        at_fight(("Frodo", "Sam", "Merry", "Pippin"), ("Bree agent", "Edoras agent")),
        ("Bree agent",),
        ("Frodo", "Sam"),
        reserves=(("Edoras agent",), ("Merry", "Pippin")),
    )
    play.press(FP, "back:f2")
    cover(play, FP, "second:0:Merry")
    assert now(play).stage == "forced"
    assert offered(play, FP) == []
    assert set(covered(play, EP)) == {"bring:-1:Edoras agent", "bring:1:Edoras agent"}
    cover(play, EP, "bring:1:Edoras agent")
    assert now(play).stage == "reorganize"
    assert battle(play).reserve["enemy"] == 0


@pytest.mark.rule("FOTR-173")
def test_the_defender_picks_whom_it_faces_and_the_rest_joins_the_line() -> None:
    play = lined_up(
        at_fight(("Frodo", "Sam"), ("Cold Drake",)),
        ("Cold Drake",),
        ("Frodo",),
        reserves=((), ("Sam",)),
    )
    cover(play, FP, "second:0:Sam")
    play.press(FP, "go")
    strike(play, FP, "hit:f1:e1:normal:body", 9)
    strike(play, FP, "hit:f2:e1:normal:body", 9)
    assert offered(play, EP) == ["pin:f1", "pin:f2", "pin:"]
    play.press(EP, "pin:f2")
    assert now(play).stage == "combine"
    assert offered(play, FP) == ["join:-1", "join:1"]
    play.press(FP, "join:-1")
    assert [one.id for one in battle(play).front("fellowship")] == ["f1", "f2"]


@pytest.mark.rule("FOTR-174")
def test_the_enemys_segment_mirrors_the_fellowships() -> None:
    play = lined_up(
        at_fight(("Aragorn", "Boromir"), ("Bree agent", "Edoras agent", "Pelargir agent")),
        ("Bree agent", "Edoras agent"),
        ("Aragorn",),
        reserves=(("Pelargir agent",), ("Boromir",)),
    )
    pass_segment(play)
    assert battle(play).segment == "enemy"
    assert "back:e2" in offered(play, EP)
    assert "second:0:Pelargir agent" in covered(play, EP)
    cover(play, EP, "second:0:Pelargir agent")
    assert now(play).stage == "forced"
    assert set(covered(play, FP)) == {"bring:-1:Boromir", "bring:1:Boromir"}


@pytest.mark.rule("FOTR-161", "FOTR-162")
def test_all_riders_fight_mounted_together_and_mounts_may_be_hit() -> None:
    play = lined_up(
        at_fight(("Aragorn", "Boromir"), ("Khamul", "Nazgul 3"), faces=(4, 4)),
        ("Khamul", "Nazgul 3"),
        ("Aragorn", "Boromir"),
    )
    play.press(FP, "not-here")
    go(play, FP)
    play.press(FP, "turn:f1")
    assert offered(play, FP) == ["mounted", "foot"]
    play.press(FP, "mounted")
    assert [one.mounted for one in battle(play).front("fellowship")] == [True, False]
    assert "(5 or less)" in play.prompts(FP)[0].form.choices[0].label  # 7 + 1 - 3
    play.press(FP, "enough")
    play.press(EP, "mounted")
    assert all(one.mounted for one in battle(play).front("enemy"))
    strike(play, EP, "hit:e1:f1:normal:mount", 2)
    horse = battle(play).fighters[2]
    assert horse.mount_damage.total == 4
    assert not horse.mounted


@pytest.mark.rule("FOTR-163")
def test_beside_mountains_nobody_rides() -> None:
    play = at_fight(("Aragorn",), ("Khamul",), place=PEAKS, faces=(4, 4))
    lined_up(play, ("Khamul",), ("Aragorn",))
    assert battle(play).ground.mountain
    play.press(FP, "not-here")
    go(play, FP)
    play.press(FP, "turn:f1")
    assert now(play).stage == "attack"


@pytest.mark.rule("FOTR-161", "FOTR-213")
def test_a_ridden_fell_creature_attacks_the_same_target_once_more() -> None:
    play = lined_up(
        at_fight(("Aragorn", "Gimli"), ("Khamul", "Fell creature 1"), faces=(3, 2)),
        ("Khamul",),
        ("Aragorn", "Gimli"),
    )
    assert [one.card for one in battle(play).of("enemy")] == ["Khamul"]
    play.press(FP, "not-here")
    pass_segment(play)
    play.press(EP, "mounted")
    strike(play, EP, "hit:e1:f1:normal:body", 9)
    assert offered(play, EP)[0] == "hit:e1:f1:fell:body"
    strike(play, EP, "hit:e1:f1:fell:body", 9)
    assert now(play).stage == "leave"


@pytest.mark.rule("FOTR-235")
def test_simple_combat_has_one_row_and_even_attacks() -> None:
    play = at_fight(
        ("Frodo", "Sam", "Merry"),
        ("Bree agent", "Edoras agent"),
        options={"simpler": "simple-combat"},
    )
    begun(play)
    assert not any(action.startswith("reserve") for action in covered(play, EP))
    cover(play, EP, "rest")
    play.press(EP, "ready")
    play.press(FP, "ready")
    assert now(play).stage == "assign"
    play.press(FP, "assign:f1:e1")
    assert "assign:f2:e1" not in offered(play, FP)
    play.press(FP, "assign:f2:e2")
    play.press(FP, "assign:f3:e1")
    play.press(FP, "go")
    assert offered(play, FP)[:3] == [
        "hit:f1:e1:normal:body",
        "hit:f2:e2:normal:body",
        "hit:f3:e1:normal:body",
    ]
    play.press(FP, "enough")
    assert (now(play).stage, battle(play).segment) == ("assign", "enemy")


# --- ambush ---------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-168", "FOTR-214")
def test_an_ambusher_strikes_alone_and_leaves() -> None:
    play = begun(at_fight(("Frodo", "Aragorn"), ("Bree agent",), force=FightForce(ambush="minion")))
    assert covered(play, EP) == ["ambusher:Bree agent"]
    cover(play, EP, "ambusher:Bree agent")
    cover(play, FP, "front:Aragorn")
    play.press(FP, "ready")
    assert "1 Hobbit, 1 Man" in play.prompts(EP)[0].sentence
    assert offered(play, EP) == ["victim:f1", "victim:f2"]
    play.press(EP, "victim:f1")
    assert play.prompts(PUBLIC)[0].sentence == "Roll 5 or less: Bree agent e1 against Man f1."
    play.die(5)
    play.press(FP, "stand")
    assert play.state.hidden[FP].damage == {"Aragorn": Damage(diseased=3)}
    assert offered(play, EP) == ["off", "stays"]
    play.press(EP, "off")
    play.press(EP, "there") if play.state.public.fights else None
    assert not play.state.public.fights


@pytest.mark.rule("FOTR-168")
def test_an_ambusher_that_stays_fights_with_normal_values_in_the_second_segment() -> None:
    play = begun(at_fight(("Frodo", "Aragorn"), ("Bree agent",), force=FightForce(ambush="minion")))
    cover(play, EP, "ambusher:Bree agent")
    play.press(FP, "ready")
    play.press(EP, "victim:f2")
    play.die(9)
    play.press(FP, "stand")
    play.press(EP, "stays")
    assert (battle(play).segment, battle(play).round) == ("enemy", 1)
    assert [one.id for one in battle(play).front("enemy")] == ["e1"]
    if now(play).stage == "reorganize":
        play.press(EP, "go")
    assert offered(play, EP)[0] == "hit:e1:f2:normal:body"
    play.press(EP, "enough")
    assert now(play).stage == "leave"
    play.press(FP, "stay")
    play.press(EP, "stay")
    assert battle(play).segment == "fellowship"
    assert "back:f1" in offered(play, FP)  # AMB-44: from round two on as always


@pytest.mark.rule("FOTR-168", "FOTR-224")
def test_an_assassin_is_drawn_to_ambush() -> None:
    force = FightForce(ambush="assassin", minions=False)
    play = begun(at_fight(("Frodo",), force=force))
    assert covered(play, EP) == ["ambusher:Assassin"]
    cover(play, EP, "ambusher:Assassin")
    play.press(FP, "ready")
    play.press(EP, "victim:f1")
    assert "Roll 6 or less" in play.prompts(EP)[0].sentence


# --- breaking off ---------------------------------------------------------------------------------


def at_the_end(play: Play) -> Play:
    """Both segments pass without an attack."""
    while now(play).stage != "leave":
        pass_segment(play)
    return play


@pytest.mark.rule("FOTR-176", "FOTR-182")
def test_a_character_that_gets_away_leaves_at_once_and_retreats_after_the_fight() -> None:
    play = lined_up(at_fight(("Frodo",), ("Bree agent",)), ("Bree agent",), ("Frodo",))
    at_the_end(play)
    play.press(FP, "try", group="f1")
    assert play.prompts(FP)[0].sentence == "Roll 5 or less to get away: Hobbit f1."
    play.die(5)
    assert now(play).stage == "retreat"
    options = [o.value for o in play.prompts(EP)[0].form.fields[0].options]
    assert "8,h" in options
    assert f"deny up to {(len(options) + 1) // 2} " in play.prompts(EP)[0].sentence
    play.press(EP, "deny", denied=options[: (len(options) + 1) // 2])
    play.go(GREEN, options[-1])
    play.press(FP, "there")
    assert not play.state.public.fights


@pytest.mark.rule("FOTR-154", "FOTR-182")
def test_the_example_of_8_5_four_of_seven_hexes_may_be_denied() -> None:
    play = lined_up(at_fight(("Frodo",), ("Bree agent",)), ("Bree agent",), ("Frodo",))
    at_the_end(play)
    play.press(FP, "try", group="f1")
    play.die(1)
    options = [o.value for o in play.prompts(EP)[0].form.fields[0].options]
    assert len(options) == 7
    too_many = play.refusal(play.act(EP, "deny", denied=options[:5]))
    assert "at most 4" in too_many.text
    play.press(EP, "deny", denied=options[:4])
    assert "Put your group into one of" in play.prompts(FP)[0].sentence


@pytest.mark.rule("FOTR-176", "FOTR-178")
def test_a_ten_always_fails_and_a_failed_group_tries_no_more_this_round() -> None:
    play = lined_up(
        at_fight(("Frodo", "Aragorn"), ("Bree agent",)), ("Bree agent",), ("Frodo", "Aragorn")
    )
    at_the_end(play)
    play.press(FP, "try", group="f1", hold="f2")
    assert "Roll 7 or less" in play.prompts(FP)[0].sentence  # 6 with a holding action
    assert "Holding action -2" in play.prompts(FP)[0].detail[-1]
    play.die(10)
    assert now(play).stage == "leave"
    assert battle(play).fighters[1].line == "front"
    fields = {field.name: field for field in play.prompts(FP)[0].form.fields}
    assert fields == {}
    play.press(FP, "stay")
    play.press(EP, "stay")
    at_the_end(play)
    fields = {field.name: field for field in play.prompts(FP)[0].form.fields}
    assert {o.value for o in fields["group"].options} == {"f1", "f2"}


@pytest.mark.rule("FOTR-177")
def test_the_unconscious_are_carried_within_the_limits_of_6_125() -> None:
    """On foot a Man carries a Hobbit, but not another Man."""
    play = at_fight(("Aragorn", "Frodo", "Boromir"), ("Bree agent",))
    play.tap(FP, "wound:Frodo", normal="4")
    play.tap(FP, "wound:Boromir", normal="8")
    lined_up(play, ("Bree agent",), ("Aragorn", "Frodo", "Boromir"))
    assert [one.down for one in battle(play).front("fellowship")] == [False, True, True]
    at_the_end(play)
    refusal = play.refusal(play.act(FP, "try", group=["f1", "f3"]))
    assert "carry" in refusal.text
    play.press(FP, "try", group=["f1", "f2"])
    assert "Roll 3 or less" in play.prompts(FP)[0].sentence  # 7 and 0: under 3.5
    play.die(3)
    assert [one.line for one in battle(play).fighters[1:3]] == ["gone", "gone"]


@pytest.mark.rule("FOTR-175")
def test_the_enemy_may_not_leave_the_fallen_alone_who_are_killed() -> None:
    play = at_fight(("Aragorn", "Boromir"), ("Bree agent",))
    play.tap(FP, "wound:Boromir", normal="8")
    lined_up(play, ("Bree agent",), ("Aragorn", "Boromir"))
    at_the_end(play)
    play.press(FP, "try", group="f1")
    play.die(1)
    assert "Left behind and killed: Man f2." in log(play)
    assert "Boromir" not in play.state.hidden[FP].boxes
    assert play.state.hidden[FP].dead == ("Boromir",)
    assert "Boromir" in own_dead(scene_for(play.state, FP))
    assert now(play).stage == "retreat"


@pytest.mark.rule("FOTR-175", "FOTR-156")
def test_the_enemy_breaks_off_all_together_and_goes_elsewhere() -> None:
    play = lined_up(
        at_fight(("Aragorn",), ("Bree agent", "Edoras agent")),
        ("Bree agent", "Edoras agent"),
        ("Aragorn",),
    )
    at_the_end(play)
    play.press(FP, "stay")
    assert offered(play, EP) == ["stay", "off"]
    play.press(EP, "off")
    assert battle(play).of("enemy") == ()
    assert "may not stay" in play.prompts(EP)[0].detail[-1]
    play.press(EP, "there")
    assert not play.state.public.fights
    assert log(play)[-1].startswith("Fight at 8,h: The Enemy left the fight.")


@pytest.mark.rule("FOTR-179", "FOTR-100")
def test_the_ring_is_worn_for_a_round_and_leaves_without_a_roll() -> None:
    play = lined_up(at_fight(("Frodo", "Sam"), ("Bree agent",)), ("Bree agent",), ("Frodo", "Sam"))
    play.press(FP, "wear")
    (worn,) = of_type(play, RingWorn)
    assert isinstance(worn, RingWorn)
    assert worn.bearer == "Frodo"
    assert play.state.hidden[FP].ring_marks == {"Frodo": 1}
    assert battle(play).worn == "f1"
    assert "OR 8, DN 6, DR 6" in str(play.view(EP).region("fight"))
    at_the_end(play)
    assert "ring" in offered(play, FP)
    play.press(FP, "ring")
    assert battle(play).fighters[1].line == "gone"
    play.press(FP, "stay")
    play.press(EP, "stay")
    assert battle(play).worn == ""
    assert now(play).left == ("f1",)


@pytest.mark.rule("FOTR-179")
def test_the_ring_is_not_worn_in_the_round_of_an_ambush() -> None:
    play = begun(at_fight(("Frodo",), ("Bree agent",), force=FightForce(ambush="minion")))
    cover(play, EP, "ambusher:Bree agent")
    play.press(FP, "ready")
    play.press(EP, "victim:f1")
    play.die(9)
    play.press(FP, "stand")
    play.press(EP, "stays")
    pass_segment(play)
    assert "ring" not in offered(play, FP)
    play.press(FP, "stay")
    play.press(EP, "stay")
    assert "wear" in offered(play, FP)


@pytest.mark.rule("FOTR-180")
@pytest.mark.parametrize(("place", "must"), [("8,h", True), ("18,o", False)])
def test_after_the_first_wound_by_a_nazgul_the_enemy_has_to_leave(place: str, must: bool) -> None:  # noqa: FBT001 - a parameter of a table
    play = lined_up(
        at_fight(("Frodo", "Aragorn"), ("Khamul",), place=place), ("Khamul",), ("Frodo", "Aragorn")
    )
    play.press(FP, "here")
    pass_segment(play)
    strike(play, EP, "hit:e1:f1:normal:body", 6)
    if now(play).stage == "faint":
        play.press(FP, "fall")
    assert play.state.public.ring_public.wounded
    play.press(FP, "stay")
    assert offered(play, EP) == (["off"] if must else ["stay", "off"])


@pytest.mark.rule("FOTR-181")
def test_after_a_fight_on_a_hexside_the_group_picks_a_side() -> None:
    play = lined_up(
        at_fight(("Aragorn",), ("Bree agent",), place="8,h/8,i", cause="blocked feature"),
        ("Bree agent",),
        ("Aragorn",),
    )
    at_the_end(play)
    play.press(FP, "stay")
    play.press(EP, "off")
    play.press(EP, "there")
    assert offered(play, FP) == ["side:8,h", "side:8,i"]
    play.press(FP, "side:8,i")
    (expected,) = play.state.public.expected
    assert (expected.piece, expected.what, expected.place) == (GREEN, "move", "8,i")
    assert not play.state.public.fights


@pytest.mark.rule("FOTR-182", "FOTR-159")
def test_a_group_of_which_nobody_is_left_loses_its_marker() -> None:
    play = at_fight(("Frodo",), ("Cold Drake",))
    play.tap(FP, "wound:Frodo", normal="3")
    lined_up(play, ("Cold Drake",), ("Frodo",))
    pass_segment(play)
    strike(play, EP, "hit:e1:f1:normal:body", 3)
    assert battle(play).fighters[1].line == "dead" if play.state.public.fights else True
    assert not play.state.public.fights
    assert [one.what for one in play.state.public.expected] == ["remove"]
    assert "Frodo" not in play.state.hidden[FP].boxes


@pytest.mark.rule("FOTR-246")
def test_with_15_31_fallen_hobbits_are_spared_and_captured() -> None:
    play = at_fight(("Frodo", "Aragorn"), ("Bree agent",), options={"optional": "capturing"})
    play.tap(FP, "wound:Frodo", normal="4")
    lined_up(play, ("Bree agent",), ("Frodo", "Aragorn"))
    pass_segment(play)
    assert now(play).stage == "leave"  # nobody but the fallen Hobbit is opposite
    play.press(FP, "try", group="f2")
    play.die(1)
    assert "Captured: Hobbit f1." in log(play)


@pytest.mark.rule("FOTR-247")
def test_with_15_32_drakes_keep_out_of_the_woods() -> None:
    for options, expected in (({}, True), ({"optional": "woods-limit"}, False)):
        play = begun(
            at_fight(("Aragorn",), ("Cold Drake", "Bree agent"), place="6,e", options=options)
        )
        assert battle(play).ground.woods
        assert ("front:Cold Drake" in covered(play, EP)) is expected


@pytest.mark.rule("FOTR-206")
def test_gollum_waits_in_the_reserve_until_everybody_else_fights() -> None:
    play = begun(at_fight(("Frodo", "Sam", "Gollum"), ("Bree agent",)))
    cover(play, EP, "rest") if "rest" in covered(play, EP) else cover(play, EP, "front:Bree agent")
    play.press(EP, "ready")
    cover(play, FP, "front:Gollum")
    assert "Gollum" in play.refusal(play.act(FP, "ready")).text
    cover(play, FP, "reserve:Gollum")
    play.press(FP, "ready")
    assert battle(play).reserve["fellowship"] == 1


# --- optional rules and the Ring in other hands ---------------------------------------------------


@pytest.mark.rule("FOTR-251")
def test_with_15_44_gandalf_holds_a_guardian_and_the_rest_goes_where_it_likes() -> None:
    play = at_fight(
        ("Gandalf the Grey", "Frodo"),
        ("Balrog", "Bree agent"),
        options={"optional": "gandalf-duel"},
    )
    lined_up(play, ("Balrog", "Bree agent"), ("Gandalf the Grey", "Frodo"))
    play.press(FP, "turn:f1")
    at_the_end(play)
    assert [a for a in offered(play, FP) if a.startswith("duel")] == ["duel:e1"]
    play.press(FP, "duel:e1")
    assert now(play).left == ("f2",)
    assert battle(play).of("enemy")[0].card == "Balrog"
    assert play.prompts(FP)[0].sentence == "Roll 3 or less for Gandalf the Grey f1."
    play.die(3)
    assert play.prompts(EP)[0].sentence == "Roll 5 or less for Balrog e1."
    play.die(1)
    # Both strikes count at once: 5 boxes of 16, and a double of 14 boxes of 9.
    gandalf = battle(play).find("f1")
    balrog = battle(play).find("e1")
    assert gandalf is not None
    assert balrog is not None
    assert (balrog.damage.normal, gandalf.damage.normal) == (5, 14)
    assert (balrog.down, gandalf.down) == (False, True)
    play.die(1)  # an unconscious one does nothing
    play.die(9)
    assert "Gandalf the Grey f1" in log(play)[-1] or now(play).stage == "retreat"
    assert "Gandalf the Grey" not in play.state.hidden[FP].boxes
    assert play.state.hidden[FP].gandalf_fell == (play.state.public.turn, "8,h")
    assert "Put your group into one of" in play.prompts(FP)[0].sentence


@pytest.mark.rule("FOTR-102", "FOTR-094")
def test_an_enemy_holder_may_wear_the_ring_but_not_before_gandalf() -> None:
    def with_ring(characters: tuple[str, ...]) -> Play:
        play = at_fight(characters, ("Bree agent",))
        play.state = GAME.evolve(play.state, RingTaken(by="enemy", bearer="Bree agent"))
        return lined_up(play, ("Bree agent",), characters)

    play = with_ring(("Aragorn", "Gimli"))
    assert offered(play, EP) == ["wears", "bare"]
    play.press(EP, "wears")
    assert "OR 9, DN 6, DR 6, EN 4" in str(play.view(FP).region("fight"))
    at_the_end(play)
    play.press(FP, "stay")
    play.press(EP, "stay")
    assert offered(play, EP) == ["wears", "bare"]
    play.press(EP, "bare")
    assert battle(play).worn == ""
    kept = with_ring(("Gandalf the Grey",))
    kept.press(EP, "wears")
    kept.press(FP, "turn:f1")
    assert "OR 5, DN 2, DR 2, EN 4" in str(kept.view(FP).region("fight"))


@pytest.mark.rule("FOTR-100", "FOTR-165")
def test_a_nazgul_shown_from_the_reserve_takes_the_power_from_the_ring() -> None:
    def worn() -> Play:
        play = lined_up(
            at_fight(("Frodo", "Sam"), ("Bree agent", "Khamul")),
            ("Bree agent",),
            ("Frodo", "Sam"),
            reserves=(("Khamul",), ()),
        )
        play.press(FP, "wear")
        assert offered(play, EP) == ["let"]
        assert covered(play, EP) == ["show:Khamul"]
        return play

    shown = worn()
    cover(shown, EP, "show:Khamul")
    assert battle(shown).worn == ""
    assert [one.line for one in battle(shown).of("enemy")] == ["front", "shown"]
    at_the_end(shown)
    assert "ring" not in offered(shown, FP)
    let = worn()
    let.press(EP, "let")
    assert battle(let).worn == "f1"
    at_the_end(let)
    assert "ring" in offered(let, FP)


@pytest.mark.rule("FOTR-208", "FOTR-162")
def test_shadowfax_strikes_with_gandalf_or_guards_him_and_one_beside_him() -> None:
    def mounted(choice: str) -> str:
        play = at_fight(("Gandalf the Grey", "Frodo", "Sam", "Shadowfax"), ("Bree agent",))
        lined_up(play, ("Bree agent",), ("Frodo", "Gandalf the Grey", "Sam"))
        go(play, FP)
        play.press(FP, "turn:f2")
        # On foot as a group, and still in the saddle.
        assert offered(play, FP) == ["strike", "guard:", "guard:f1", "guard:f3", "foot"]
        play.press(FP, choice)
        return str(play.view(PUBLIC).region("fight"))

    assert "OR 10, DN 5, DR 4, EN 9" in mounted("strike")  # 8, 1 in the saddle, 1 by Shadowfax
    guarded = mounted("guard:f3")
    assert "OR 9, DN 5, DR 5, EN 9" in guarded
    assert guarded.count("OR 4, DN 2, DR 3, EN 3") == 1
    assert "OR 8, DN 5, DR 4, EN 9" in mounted("foot")


@pytest.mark.rule("FOTR-203", "FOTR-206")
def test_who_is_of_no_named_race_shows_who_it_is() -> None:
    play = lined_up(at_fight(("Treebeard", "Bree Man"), ("Bree agent",)), ("Bree agent",), ())
    assert {one.card for one in battle(play).front("fellowship")} == {"Treebeard", "Man"}
    generic = {one.card: one.generic for one in battle(play).front("fellowship")}
    assert generic == {"Treebeard": False, "Man": True}


@pytest.mark.rule("FOTR-206", "FOTR-235")
def test_where_there_is_no_reserve_gollum_lies_in_the_row() -> None:
    play = at_fight(("Frodo", "Gollum"), ("Bree agent",), options={"simpler": "simple-combat"})
    lined_up(play, ("Bree agent",), ())
    assert {one.card for one in battle(play).front("fellowship")} == {"Hobbit", "Gollum"}


@pytest.mark.rule("FOTR-157")
def test_a_fight_may_be_left_to_the_table_at_any_moment() -> None:
    play = lined_up(at_fight(("Aragorn",), ("Bree agent",)), ("Bree agent",), ("Aragorn",))
    play.press(FP, "go")
    strike(play, FP, "hit:f1:e1:normal:body", 2)
    play.tap(EP, "fight-by-hand")
    assert play.state.hidden[EP].damage == {"Bree agent": Damage(normal=3)}
    assert play.state.hidden[EP].fight is None
    play.press(FP, "over")
    play.press(EP, "over")
    play.press(FP, "outcome", outcome="The Fellowship left the fight.")
    assert not play.state.public.fights
