"""Optional rules, the Ring and single characters in a fight, played (6.42, 12.1, 15.4)."""

from __future__ import annotations

import re

import msgspec
import pytest

from companion.games.fellowship.events.combat import FightNoted
from companion.games.fellowship.events.ring import RingTaken
from companion.games.fellowship.rules.health import Damage
from companion.table.ids import PUBLIC
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_fights import (
    at_fight,
    at_the_end,
    battle,
    cover,
    covered,
    lined_up,
    log,
    now,
    offered,
    on_to_attacks,
    strike,
)


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
    assert log(play)[-1] == "Dead: Gandalf the Grey f1."
    assert now(play).stage == "retreat"
    assert "Gandalf the Grey" not in play.state.hidden[FP].boxes
    assert play.state.hidden[FP].gandalf_fell == (play.state.public.turn, "8,h")
    assert "Put your group into one of" in play.prompts(FP)[0].sentence


@pytest.mark.rule("FOTR-219", "FOTR-251")
def test_a_kraken_that_gandalf_holds_strikes_with_its_arms() -> None:
    play = at_fight(("Gandalf the Grey",), ("Kraken 1",), options={"optional": "gandalf-duel"})
    lined_up(play, ("Kraken 1",), ("Gandalf the Grey",))
    shown = str(play.view(FP).region("fight"))
    assert re.search(r"up to [1-9] targets: OR [0-9]+, DN 4, DR [0-9]+, EN [0-9]+", shown)
    play.press(FP, "turn:f1")
    at_the_end(play)
    play.press(FP, "duel:e1")
    play.die(10)
    needed = play.prompts(EP)[0].sentence
    assert needed == "Roll 3 or less for Kraken 1 e1."
    play.die(2)
    gandalf = battle(play).find("f1")
    assert gandalf is not None
    assert gandalf.damage.normal == 4


@pytest.mark.rule("FOTR-222", "FOTR-251")
def test_sleep_of_the_round_before_still_knocks_out_in_a_duel() -> None:
    play = at_fight(
        ("Gandalf the Grey",), ("Balrog", "Wight"), options={"optional": "gandalf-duel"}
    )
    lined_up(play, ("Balrog",), ("Gandalf the Grey",))
    play.press(FP, "turn:f1")
    at_the_end(play)
    asleep = [msgspec.structs.replace(one, temporary=6) for one in battle(play).of("fellowship")]
    work = msgspec.structs.replace(now(play), battle=battle(play).with_fighters(asleep))
    play.state = GAME.evolve(play.state, FightNoted(work=work))
    play.press(FP, "duel:e1")
    play.die(10)
    play.die(5)  # 7 boxes of 9, and 6 that vanish after the fight
    gandalf = battle(play).find("f1")
    assert gandalf is not None
    assert (gandalf.damage.normal, gandalf.line, gandalf.down) == (7, "front", True)


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
        on_to_attacks(play, FP)
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
