"""Breaking off and the end of a fight, played (9.24)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.ring import RingWorn
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_account import own_dead
from tests.support.fellowship import EP, FP
from tests.support.fellowship_fights import (
    GREEN,
    RED,
    at_fight,
    at_the_end,
    battle,
    begun,
    cover,
    covered,
    lined_up,
    log,
    now,
    of_type,
    offered,
    pass_segment,
    strike,
)


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
    play.go(RED, "7,hi")
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
    play.go(RED, "8,h")
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
    assert any("but nobody controls it" in text for text in play.state.public.reminders)


@pytest.mark.rule("FOTR-247")
def test_with_15_32_drakes_keep_out_of_the_woods() -> None:
    for options, expected in (({}, True), ({"optional": "woods-limit"}, False)):
        play = begun(
            at_fight(("Aragorn",), ("Cold Drake", "Bree agent"), place="6,e", options=options)
        )
        assert battle(play).ground.woods
        assert ("front:Cold Drake" in covered(play, EP)) is expected


@pytest.mark.rule("FOTR-247")
def test_with_15_32_a_nazgul_leaves_its_fell_creature_outside_the_woods() -> None:
    for options, mount in (({}, "fell"), ({"optional": "woods-limit"}, "")):
        play = at_fight(
            ("Aragorn",),
            ("Khamul", "Fell creature 1"),
            place="6,e",
            faces=(3, 2),
            options=options,
        )
        lined_up(play, ("Khamul",), ("Aragorn",))
        (khamul,) = battle(play).of("enemy")
        assert (khamul.card, khamul.mount) == ("Khamul", mount)


@pytest.mark.rule("FOTR-206")
def test_gollum_waits_in_the_reserve_until_everybody_else_fights() -> None:
    play = begun(at_fight(("Frodo", "Sam", "Gollum"), ("Bree agent",)))
    cover(play, EP, "front:Bree agent")
    play.press(EP, "ready")
    cover(play, FP, "front:Gollum")
    assert "Gollum" in play.refusal(play.act(FP, "ready")).text
    cover(play, FP, "reserve:Gollum")
    play.press(FP, "ready")
    assert battle(play).reserve["fellowship"] == 1


@pytest.mark.rule("FOTR-226")
@pytest.mark.parametrize("shown", [True, False])
def test_a_death_that_everybody_has_seen_ends_its_scenario_at_once(
    shown: bool,  # noqa: FBT001 - a parameter of a table
) -> None:
    play = at_fight(("Aragorn",), ("Balrog",), options={"scenario": "gathering"})
    play.tap(FP, "wound:Aragorn", normal="4")
    lined_up(play, ("Balrog",), ("Aragorn",))
    if shown:
        play.press(FP, "turn:f1")
    pass_segment(play)
    strike(play, EP, "hit:e1:f1:normal:body", 1)
    assert not play.state.public.fights
    assert (play.state.public.ending == "deaths") is shown
    if shown:
        return
    assert any("the scenario is lost" in text for text in play.warnings(FP))
    play.go_on(until="fp-dissolve")
    assert play.refusal(play.act(FP, "done")).section == "13.1"
    play.press(FP, "deaths")
    assert play.state.public.ending == "deaths"
