"""Moving cards between reserve and lines, and riders, played (9.11, 9.221, 9.223)."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.events.combat import FightNoted
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.play.fight_cards import own_cards
from companion.games.fellowship.rules.health import Damage
from tests.support.fellowship import EP, FP, GAME, RefusedError
from tests.support.fellowship_fights import (
    at_fight,
    at_the_end,
    battle,
    begun,
    cover,
    covered,
    lined_up,
    now,
    offered,
    on_to_attacks,
    pass_segment,
    strike,
)

PEAKS = "2,d"
_TO_THE_END = ("fall", "pin:", "join:-1", "enough", "go", "off", "anyway", "stay", "over")
"""What is pressed to have done with a fight, first what is asked first."""


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
    on_to_attacks(play, FP)
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


@pytest.mark.rule("FOTR-161", "FOTR-162")
def test_whose_horse_is_lost_fights_on_foot_to_the_end_of_the_fight() -> None:
    play = lined_up(
        at_fight(("Aragorn",), ("Nazgul 3",), faces=(4, 4)), ("Nazgul 3",), ("Aragorn",)
    )
    play.press(FP, "not-here")
    play.press(FP, "turn:f1")
    play.press(FP, "mounted")
    play.press(FP, "enough")
    play.press(EP, "mounted")
    strike(play, EP, "hit:e1:f1:normal:mount", 2)
    play.press(FP, "stay")
    play.press(EP, "stay")
    on_to_attacks(play, FP)
    assert (battle(play).round, now(play).stage) == (2, "attack")
    assert not any(one.mounted for one in battle(play).front("fellowship"))


@pytest.mark.rule("FOTR-201", "FOTR-208")
@pytest.mark.parametrize(
    ("rider", "things", "lost", "boxes", "killed"),
    [
        ("Glorfindel", (), "Glorfindel's horse", 5, False),
        ("Glorfindel", (), "Glorfindel's horse", 6, True),
        ("Gandalf the Grey", ("Shadowfax",), "Shadowfax", 1, False),
        ("Gandalf the Grey", ("Shadowfax",), "Shadowfax", 2, True),
    ],
)
def test_a_killed_horse_of_ones_own_does_not_come_back_for_the_next_fight(
    rider: str, things: tuple[str, ...], lost: str, boxes: int, *, killed: bool
) -> None:
    play = lined_up(
        at_fight((rider, *things), ("Nazgul 3",), faces=(3, 4)), ("Nazgul 3",), (rider,)
    )
    play.press(FP, "not-here")
    play.press(FP, "turn:f1")
    play.press(FP, "mounted" if rider == "Glorfindel" else "strike")
    play.press(FP, "enough")
    play.press(EP, "mounted")
    hurt = [
        msgspec.structs.replace(one, mount_damage=Damage(normal=boxes))
        for one in battle(play).of("fellowship")
    ]
    work = msgspec.structs.replace(now(play), battle=battle(play).with_fighters(hurt))
    play.state = GAME.evolve(play.state, FightNoted(work=work))
    strike(play, EP, "hit:e1:f1:normal:mount", 2)
    assert (lost in play.state.hidden[FP].dead) is killed
    assert not battle(play).of("fellowship")[0].mounted
    (own,) = own_cards(scene_for(play.state, FP), now(play))
    assert own.mount == ("" if killed else "horse")


@pytest.mark.rule("FOTR-201")
def test_glorfindels_horse_is_killed_and_brought_back_by_hand() -> None:
    """It has no card that could be laid into a box again, as Shadowfax has."""
    play = begun(at_fight(("Glorfindel",), ("Nazgul 3",), faces=(3, 4)))
    for mount in ("", "horse", ""):
        play.tap(FP, "horse:Glorfindel")
        (own,) = own_cards(scene_for(play.state, FP), now(play))
        assert own.mount == mount
    assert play.state.hidden[FP].dead == ("Glorfindel's horse",)
    for seat, card in ((EP, "Glorfindel"), (FP, "Gandalf the Grey"), (FP, "Frodo")):
        with pytest.raises(RefusedError):
            play.tap(seat, f"horse:{card}")


@pytest.mark.rule("FOTR-068")
@pytest.mark.parametrize(("boxes", "home"), [(8, False), (9, True)])
def test_after_the_fight_a_nazgul_without_its_mount_is_sent_home(boxes: int, *, home: bool) -> None:
    play = lined_up(at_fight(("Aragorn",), ("Khamul",), faces=(3, 4)), ("Khamul",), ("Aragorn",))
    play.press(FP, "not-here")
    at_the_end(play)
    (khamul,) = battle(play).of("enemy")
    unhorsed = msgspec.structs.replace(khamul, mount="", mount_damage=Damage(normal=boxes))
    work = msgspec.structs.replace(now(play), battle=battle(play).with_fighters([unhorsed]))
    play.state = GAME.evolve(play.state, FightNoted(work=work))
    play.press(FP, "stay")
    play.press(EP, "off")
    play.press(EP, "anyway")
    reminded = [text for text in play.state.public.reminders if "Khamul lie dormant" in text]
    assert bool(reminded) is home


@pytest.mark.rule("FOTR-163")
def test_beside_mountains_nobody_rides() -> None:
    play = at_fight(("Aragorn",), ("Khamul",), place=PEAKS, faces=(4, 4))
    lined_up(play, ("Khamul",), ("Aragorn",))
    assert battle(play).ground.mountain
    play.press(FP, "not-here")
    on_to_attacks(play, FP)
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
    play.press(FP, "wear")
    assert (now(play).stage, battle(play).worn) == ("assign", "f1")
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


@pytest.mark.rule("FOTR-235", "FOTR-246")
def test_in_simple_combat_a_fallen_hobbit_that_is_spared_takes_no_share_of_the_attacks() -> None:
    play = at_fight(
        ("Frodo", "Aragorn"),
        ("Bree agent", "Edoras agent"),
        options={"simpler": "simple-combat", "optional": "capturing"},
    )
    play.tap(FP, "wound:Frodo", normal="4")
    begun(play)
    for seat, row in ((EP, ("Bree agent", "Edoras agent")), (FP, ("Frodo", "Aragorn"))):
        for card in row:
            cover(play, seat, f"front:{card}")
        play.press(seat, "ready")
    assert [one.down for one in battle(play).front("fellowship")] == [True, False]
    play.press(FP, "go")
    for attacker in ("e1", "e2"):
        given = [action for action in offered(play, EP) if action.startswith(f"assign:{attacker}")]
        assert given == [f"assign:{attacker}:f2"]
        play.press(EP, given[0])
    play.press(EP, "go")
    assert offered(play, EP)[:2] == ["hit:e1:f2:normal:body", "hit:e2:f2:normal:body"]


@pytest.mark.rule("FOTR-165", "FOTR-201")
def test_a_bearer_who_is_shown_before_a_nazgul_still_has_a_horse_of_ones_own() -> None:
    play = lined_up(
        at_fight(("Glorfindel",), ("Khamul",), faces=(3, 4)), ("Khamul",), ("Glorfindel",)
    )
    play.tap(FP, "ring-bearer", bearer="Glorfindel")
    play.press(FP, "here")
    on_to_attacks(play, FP)
    assert offered(play, FP) == ["mounted", "foot"]


@pytest.mark.rule("FOTR-161", "FOTR-165")
def test_a_bearer_whose_horse_was_killed_stays_on_foot_when_it_is_said_to_bear_the_ring() -> None:
    play = at_fight(("Glorfindel", "Sam"), ("Bree agent", "Khamul"))
    play.tap(FP, "ring-new", bearer="Glorfindel")
    lined_up(play, ("Bree agent",), ("Glorfindel",), reserves=(("Khamul",), ("Sam",)))
    play.press(FP, "turn:f1")
    (rider,) = battle(play).of("fellowship")
    assert rider.mount == "horse"
    unhorsed = msgspec.structs.replace(rider, mount="", mount_card="", mounted=False)
    work = msgspec.structs.replace(now(play), battle=battle(play).with_fighters([unhorsed]))
    play.state = GAME.evolve(play.state, FightNoted(work=work))
    pass_segment(play)
    cover(play, EP, next(one for one in covered(play, EP) if one.endswith(":Khamul")))
    for _ in range(8):
        if now(play).stage == "bearer":
            break
        if now(play).stage == "forced":
            cover(play, FP, next(one for one in covered(play, FP) if one.startswith("bring")))
        elif now(play).stage == "leave":
            play.press(FP, "stay")
            play.press(EP, "stay")
        else:
            pass_segment(play)
    play.press(FP, "here")
    (glorfindel, *_) = [one for one in battle(play).of("fellowship") if one.card == "Glorfindel"]
    assert (battle(play).bearer, glorfindel.mount) == (glorfindel.id, "")
    if battle(play).segment == "enemy":
        pass_segment(play)
        play.press(FP, "stay")
        play.press(EP, "stay")
    on_to_attacks(play, FP)
    assert (battle(play).segment, now(play).stage) == ("fellowship", "attack")
    assert "mounted" not in offered(play, FP)


@pytest.mark.rule("FOTR-165", "FOTR-101", "FOTR-180")
@pytest.mark.parametrize(("answer", "needed", "there"), [("here", 6, True), ("not-here", 4, False)])
def test_a_nazgul_out_of_the_reserve_asks_for_the_ringbearer_before_it_strikes(
    answer: str, needed: int, *, there: bool
) -> None:
    play = at_fight(("Frodo",), ("Bree agent", "Khamul"))
    play.tap(FP, "ring-bearer", bearer="Frodo")
    lined_up(play, ("Bree agent",), ("Frodo",), reserves=(("Khamul",), ()))
    pass_segment(play)
    cover(play, EP, "second:0:Khamul")
    assert now(play).stage == "bearer"
    assert offered(play, FP) == ["here", "not-here"]
    play.press(FP, answer)
    on_to_attacks(play, EP)
    assert now(play).stage == "attack"
    khamul = next(one.id for one in battle(play).of("enemy") if one.card == "Khamul")
    (aim,) = [
        choice
        for choice in play.prompts(EP)[0].form.choices
        if choice.action == f"hit:{khamul}:f1:normal:body"
    ]
    assert f"({needed} or less)" in aim.label
    strike(play, EP, aim.action, needed)
    assert battle(play).of("fellowship")[0].damage.total > 0
    assert play.state.public.ring_public.wounded is there
    for _ in range(20):
        if not play.state.public.fights:
            break
        seat = FP if offered(play, FP) else EP
        play.press(seat, next(one for one in _TO_THE_END if one in offered(play, seat)))
    assert not play.state.public.fights


@pytest.mark.rule("FOTR-235", "FOTR-246")
def test_whom_nobody_may_attack_keeps_its_place_in_the_row_of_simple_combat() -> None:
    options = {"simpler": "simple-combat", "optional": "capturing"}
    minions = ("Bree agent", "Edoras agent", "Pelargir agent", "Long Lake agent")
    play = at_fight(("Frodo", "Aragorn", "Sam"), minions, options=options)
    lined_up(play, minions, ("Frodo", "Aragorn", "Sam"))
    fallen = [
        msgspec.structs.replace(one, down=one.id != "f2") for one in battle(play).of("fellowship")
    ]
    work = msgspec.structs.replace(now(play), battle=battle(play).with_fighters(fallen))
    play.state = GAME.evolve(play.state, FightNoted(work=work))
    play.press(FP, "go")
    if now(play).stage == "attack":
        play.press(FP, "enough")
    for number in range(1, 4):
        play.press(EP, f"assign:e{number}:f2")
    assert not [one for one in offered(play, EP) if one.startswith("assign")]
