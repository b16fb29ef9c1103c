"""Fights in which a seat leads forces of the other, and what they do to the Ring (6.412-6.415)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.rules.health import Damage
from companion.table.ids import PUBLIC
from tests.support.fellowship import EP, FP, Play
from tests.support.fellowship_fights import (
    PLAIN,
    battle,
    cover,
    covered,
    log,
    now,
    offered,
    on_to_attacks,
    pass_segment,
    strike,
)
from tests.support.ring_fights import (
    GREEN,
    HOLDER,
    RED,
    WHITE,
    attacked,
    failed_transfer,
    gathered,
    held,
    laid,
    on_to,
)


def own_bearer(*others: str, wounds: int = 0) -> Play:
    """Aragorn bears the Ring, could not give it away, and is attacked by his own group."""
    play = gathered(("Aragorn", *others))
    if wounds:
        play.tap(FP, "wound:Aragorn", normal=str(wounds))
    failed_transfer(play, "Aragorn", others[0])
    return attacked(play, FP, GREEN)


def in_line(play: Play, *others: str) -> Play:
    """Both sides of the fight with the own bearer are laid, and he does not wear the Ring."""
    play.press(FP, "lend")
    laid(play, EP, "Aragorn")
    laid(play, FP, *others)
    play.press(EP, "bare")
    return play


def round_passes(play: Play) -> Play:
    """Both segments pass without an attack."""
    for _ in range(4):
        if now(play).stage in ("reorganize", "riding", "attack"):
            pass_segment(play)
    return play


# --- The own Ringbearer (6.412) -----------------------------------------------------------------


@pytest.mark.rule("FOTR-089")
def test_the_enemy_is_handed_the_bearer_and_plays_it_with_its_own_values() -> None:
    play = gathered(("Aragorn", "Gimli", "Legolas"))
    play.tap(FP, "wound:Aragorn", normal="2")
    play.tap(FP, "enhance:Aragorn")
    attacked(failed_transfer(play, "Aragorn", "Gimli"), FP, GREEN)
    assert now(play).stage == "lend"
    assert offered(play, FP) == ["lend", "nobody"]
    assert offered(play, EP) == []
    play.press(FP, "lend")
    assert play.state.public.ring_public.bearer == "Aragorn"
    assert "front:Aragorn" in covered(play, EP)
    assert not any("Gimli" in action for action in covered(play, EP))
    laid(play, EP, "Aragorn")
    assert not any("Aragorn" in action for action in covered(play, FP))
    laid(play, FP, "Gimli", "Legolas")
    bearer, *ours = battle(play).fighters
    assert (bearer.side, bearer.card, bearer.generic) == ("enemy", "Aragorn", False)
    assert (bearer.damage, bearer.level) == (Damage(normal=2), 1)
    assert [one.card for one in ours] == ["Dwarf", "Elf"]
    assert battle(play).bearer == "e1"
    rows = str(play.view(PUBLIC).region("fight"))
    assert "Ringbearer (played by the Enemy), front line" in rows


@pytest.mark.rule("FOTR-089")
def test_only_the_marker_that_the_notes_name_is_attacked_as_the_bearers() -> None:
    play = gathered(("Aragorn", "Gimli"))
    play.put(9, "green", 3, "6,e")
    failed_transfer(play, "Aragorn", "Gimli")
    on_to(play, "fp-ring-attack")
    refusal = play.refusal(play.act(FP, "attack", piece="9"))
    assert "with another marker" in refusal.text


@pytest.mark.rule("FOTR-089")
def test_a_bearer_struck_down_is_the_fellowships_again_and_another_has_the_ring() -> None:
    play = in_line(own_bearer("Gimli", "Legolas", wounds=7), "Gimli", "Legolas")
    play.press(FP, "go")
    strike(play, FP, "hit:f1:e1:normal:body", 1)  # 8 boxes and 7 more: over 8, not over 16
    pass_segment(play)
    assert now(play).stage == "next-bearer"
    assert play.state.hidden[FP].damage["Aragorn"].total == 15
    with pytest.raises(AssertionError, match="another has to take it"):
        play.press(FP, "takes", bearer="Aragorn")
    play.press(FP, "takes", bearer="Gimli")
    public = play.state.public
    # To whom a transfer goes is not told; the fallen bearer lies in his box.
    assert (public.ring, public.ring_public.bearer) == ("fellowship", "")
    assert play.state.hidden[FP].ringbearer == "Gimli"
    assert play.state.hidden[FP].boxes["Aragorn"] == "fellowship-A"
    assert play.step != "fp-ring-after"
    assert "The Fellowship held the field." in " ".join(log(play))


@pytest.mark.rule("FOTR-084", "FOTR-089")
def test_a_bearer_killed_by_his_own_is_followed_by_a_hobbit_and_the_enemy_is_told() -> None:
    play = own_bearer("Sam", "Legolas", wounds=15)
    play.press(FP, "lend")
    laid(play, EP, "Aragorn")
    laid(play, FP, "Sam", "Legolas")
    assert battle(play).fighters[0].down
    play.press(FP, "go")
    strike(play, FP, "hit:f1:e1:normal:body", 1)
    assert now(play).stage == "next-bearer"
    assert "Aragorn e1 is dead." in log(play)
    assert play.state.hidden[FP].dead == ("Aragorn",)
    assert "a Hobbit of the group" in play.refusal(play.act(FP, "takes", bearer="Legolas")).text
    play.press(FP, "takes", bearer="Sam")
    assert play.state.public.ring_public.bearer == "Sam"


@pytest.mark.rule("FOTR-089")
@pytest.mark.parametrize("roll", [9, 10])
def test_the_bearer_leaves_as_a_character_does_by_a_roll(roll: int) -> None:
    play = round_passes(in_line(own_bearer("Gimli"), "Gimli"))
    play.press(FP, "stay")
    assert offered(play, EP) == ["stay", "try"]
    play.press(EP, "try")
    assert play.prompts(EP)[0].sentence == "Roll 9 or less to get away: Aragorn e1."
    play.die(roll)
    if roll == 10:
        assert (battle(play).round, play.state.public.ring) == (2, "fellowship")
        return
    field = play.prompt_with(EP, "flee").form.fields[0]
    assert {option.value for option in field.options} == {
        "7,gh",
        "7,hi",
        "8,g",
        "8,i",
        "9,gh",
        "9,hi",
    }
    play.press(EP, "flee", to="8,g")
    public = play.state.public
    assert (public.ring, public.ring_public.bearer) == ("enemy", "Aragorn")
    assert public.ring_public.place == "8,g"
    assert not public.fights
    assert "Aragorn" not in play.state.hidden[FP].boxes
    play.put(5, "red", 1, "8,g")
    assert play.state.public.ring_public.piece == 5


@pytest.mark.rule("FOTR-089", "FOTR-094", "FOTR-087")
@pytest.mark.parametrize(("gandalf", "helps"), [("Gimli", True), ("Gandalf the Grey", False)])
def test_the_attacked_bearer_may_wear_the_ring_but_not_before_gandalf(
    gandalf: str,
    *,
    helps: bool,
) -> None:
    play = own_bearer(gandalf, "Legolas")
    play.press(FP, "lend")
    laid(play, EP, "Aragorn")
    laid(play, FP, gandalf, "Legolas")
    marks = play.state.hidden[FP].ring_marks["Aragorn"]
    if not helps:
        # Unknown while his generic side is up; once he is shown, the Ring gives nothing.
        play.press(EP, "wears")
        play.press(FP, "turn:f1")
        round_passes(play)
        play.press(FP, "stay")
        assert offered(play, EP) == ["stay", "try"]
        return
    play.press(EP, "wears")
    assert play.state.hidden[FP].ring_marks["Aragorn"] == marks + 1
    assert "OR 11, DN 8, DR 7" in str(play.view(FP).region("fight"))
    round_passes(play)
    play.press(FP, "stay")
    assert offered(play, EP) == ["stay", "ring"]
    play.press(EP, "ring")
    assert now(play).stage == "enemy-retreat"


@pytest.mark.rule("FOTR-088", "FOTR-089")
def test_a_bearer_who_holds_the_field_serves_the_enemy_where_he_stands() -> None:
    play = gathered(("Aragorn", "Shire Hobbit"))
    play.tap(FP, "wound:Shire Hobbit", normal="3")
    attacked(failed_transfer(play, "Aragorn", "Shire Hobbit"), FP, GREEN)
    in_line(play, "Shire Hobbit")
    pass_segment(play)
    strike(play, EP, "hit:e1:f1:normal:body", 2)
    public = play.state.public
    assert (public.ring, public.ring_public.bearer) == ("enemy", "Aragorn")
    assert public.ring_public.place == "8,h"
    assert not public.fights


@pytest.mark.rule("FOTR-088")
def test_a_bearer_turned_by_his_marks_fights_among_the_enemys_minions() -> None:
    play = gathered(("Boromir", "Gimli"))
    play.tap(FP, "wound:Boromir", normal="3")
    play.tap(FP, "ring-new", bearer="Boromir")
    play.tap(FP, "ring-marks", bearer="Boromir", marks="4")
    on_to(play, "fp-ring")
    play.press(FP, "turns")
    play.press(EP, "so-it-is")
    play.press(FP, "hand-over")
    assert play.state.public.ring == "enemy"
    assert "Boromir" not in play.state.hidden[FP].boxes
    assert play.state.hidden[EP].damage == {"Boromir": Damage(normal=3)}
    attacked(play, FP, GREEN)
    assert covered(play, EP)[0] == "front:Boromir"
    laid(play, EP, "Boromir")
    laid(play, FP, "Gimli")
    assert (battle(play).fighters[0].card, battle(play).bearer) == ("Boromir", "e1")
    play.lay(EP, "sauronic-3", "Boromir")
    assert play.state.hidden[EP].boxes["Boromir"] == "sauronic-3"


# --- The Enemy's Ringbearer (6.413) -------------------------------------------------------------


@pytest.mark.rule("FOTR-090", "FOTR-084")
def test_whoever_kills_the_enemys_bearer_and_holds_the_field_has_the_ring() -> None:
    play = gathered(("Gimli", "Sam"), ("Bree agent",))
    play.tap(EP, "wound:Bree agent", normal="4")
    attacked(held(play, "enemy", "Bree agent", RED), FP, GREEN)
    laid(play, EP, "Bree agent")
    laid(play, FP, "Gimli", "Sam")
    play.press(EP, "bare")
    play.press(FP, "go")
    strike(play, FP, "hit:f1:e1:normal:body", 1)
    assert now(play).stage == "next-bearer"
    play.press(FP, "takes", bearer="Sam")
    assert (play.state.public.ring, play.state.hidden[FP].ringbearer) == ("fellowship", "Sam")
    assert not play.state.public.fights
    assert play.step == "ep-challenge"


@pytest.mark.rule("FOTR-090")
def test_an_enemys_bearer_who_breaks_off_keeps_the_ring_and_nobody_is_asked() -> None:
    play = gathered(("Gimli",), ("Bree agent",))
    attacked(held(play, "enemy", "Bree agent", RED), FP, GREEN)
    laid(play, EP, "Bree agent")
    laid(play, FP, "Gimli")
    play.press(EP, "bare")
    round_passes(play)
    play.press(FP, "stay")
    play.press(EP, "off")
    play.go(RED, "8,g")
    play.press(EP, "there")
    assert (play.state.public.ring, play.state.public.ring_public.place) == ("enemy", "8,g")
    assert play.step != "fp-ring-after"


@pytest.mark.rule("FOTR-090")
def test_who_has_the_ring_and_was_attacked_for_it_is_in_the_fight() -> None:
    play = gathered(("Gimli",), ("Bree agent", "Edoras agent"))
    attacked(held(play, "enemy", "Bree agent", RED), FP, GREEN)
    cover(play, EP, "front:Edoras agent")
    assert "Bree agent has the Ring" in play.refusal(play.act(EP, "ready")).text
    cover(play, EP, "reserve:Bree agent")
    play.press(EP, "ready")


# --- Saruman's forces (6.414) -------------------------------------------------------------------


def carriers(play: Play) -> tuple[int, ...]:
    """The marker that carries the Ring openly, if one does."""
    piece = play.state.public.ring_public.piece
    return () if piece is None else (piece,)


def saruman_held(*agents: str) -> Play:
    """Saruman's forces have the Ring beside Gimli's group and a Nazgul's."""
    white = agents or ("Saruman agent, Bree",)
    play = gathered(("Gimli", "Legolas"), ("Mouth of Sauron", "Edoras agent"), white)
    return held(play, "saruman", white[0], WHITE)


@pytest.mark.rule("FOTR-095", "FOTR-097")
def test_against_the_enemy_the_fellowship_plays_sarumans_forces() -> None:
    play = saruman_held("Saruman agent, Bree", "Saruman agent, Shire")
    attacked(play, EP, RED)
    assert (now(play).cast.fellowship, now(play).lent) == ("saruman", ())
    assert not any("Saruman" in action for action in covered(play, EP))
    laid(play, EP, "Mouth of Sauron", "Edoras agent")
    assert covered(play, FP)
    assert not any("Gimli" in action for action in covered(play, FP))
    laid(play, FP, "Saruman agent, Bree")
    assert battle(play).front("fellowship")[0].card == "Saruman agent, Bree"
    assert battle(play).size("fellowship") == 2
    play.press(FP, "bare")
    round_passes(play)
    # The holder tries by itself; the others may follow.
    assert now(play).stage == "holder-leave"
    sentence = play.prompts(FP)[0].sentence
    assert sentence.endswith("or less to get away: Saruman agent, Bree f1.")
    play.die(10)
    assert now(play).stage == "leave"
    fields = {field.name: field for field in play.prompts(FP)[0].form.fields}
    assert [option.value for option in fields["group"].options] == ["f2"]


@pytest.mark.rule("FOTR-097", "FOTR-091")
def test_the_enemy_takes_the_ring_from_a_fallen_holder_by_the_order_of_6_413() -> None:
    play = saruman_held()
    play.tap(FP, "wound:Saruman agent, Bree", normal="4")
    attacked(play, EP, RED)
    laid(play, EP, "Edoras agent", "Mouth of Sauron")
    laid(play, FP)
    play.press(FP, "bare")
    pass_segment(play)
    play.press(EP, "go")
    strike(play, EP, "hit:e1:f1:normal:body", 1)
    public = play.state.public
    assert not public.fights
    assert (public.ring, public.ring_public.bearer) == ("enemy", "Mouth of Sauron")
    assert all("Saruman agent, Bree" not in play.state.hidden[seat].boxes for seat in (FP, EP))
    assert play.step != "ep-ring-after"


@pytest.mark.rule("FOTR-081", "FOTR-091")
def test_the_marker_that_carried_the_ring_is_turned_back_and_carries_it_no_more() -> None:
    play = saruman_held("Saruman agent, Bree", "Saruman agent, Shire")
    play.turn(WHITE, 1)
    play.tap(FP, "wound:Saruman agent, Bree", normal="4")
    attacked(play, EP, RED)
    laid(play, EP, "Edoras agent", "Mouth of Sauron")
    laid(play, FP)
    play.press(FP, "bare")
    pass_segment(play)
    strike(play, EP, "hit:e1:f1:normal:body", 1)
    for _ in range(20):
        if not play.state.public.fights:
            break
        if now(play).stage in ("reorganize", "attack"):
            pass_segment(play)
        elif now(play).stage == "leave":
            play.press(FP, "try", group="f2")
            play.die(1)
        elif now(play).stage == "retreat":
            play.press(EP, "deny", denied=[])
            play.press(FP, "there")
    ring = play.state.public.ring_public
    assert (play.state.public.ring, ring.bearer, ring.piece) == ("enemy", "Mouth of Sauron", None)
    (expected,) = play.state.public.expected
    assert (expected.piece, expected.what, expected.face) == (WHITE, "turn", 3)
    play.put(9, "black", 3, "20,i")
    # A white marker still lies sticker side up there; the Enemy's Ring is under a red one.
    assert carriers(play) == ()
    play.turn(RED, 1)
    assert carriers(play) == (RED,)
    play.turn(WHITE, 3)
    assert play.state.public.expected == ()


@pytest.mark.rule("FOTR-097")
def test_the_enemy_plays_sarumans_forces_where_the_fellowship_attacks_them() -> None:
    play = attacked(saruman_held(), FP, GREEN)
    assert (now(play).cast.enemy, now(play).lent) == ("saruman", ("enemy",))
    play.press(FP, "lend")
    assert {a for a in covered(play, EP) if a.startswith("front")} == {"front:Saruman agent, Bree"}
    laid(play, EP, "Saruman agent, Bree")
    laid(play, FP, "Gimli", "Legolas")
    play.press(EP, "bare")
    round_passes(play)
    assert now(play).stage == "holder-leave"
    assert offered(play, FP) == []
    play.die(1)
    # It is away; its marker goes to any adjacent place, and the Fellowship moves it (6.414).
    assert now(play).stage == "enemy-retreat"
    assert "No marker has left" in play.refusal(play.act(FP, "there")).text
    play.go(WHITE, "7,gh")
    play.press(FP, "there")
    assert (play.state.public.ring, play.state.public.ring_public.place) == ("saruman", "7,gh")
    assert not play.state.public.fights


@pytest.mark.rule("FOTR-097", "FOTR-100")
def test_a_holder_who_wears_the_ring_gets_away_after_one_round_without_a_roll() -> None:
    play = attacked(saruman_held(), FP, GREEN)
    play.press(FP, "lend")
    laid(play, EP, "Saruman agent, Bree")
    laid(play, FP, "Gimli", "Legolas")
    play.press(EP, "wears")
    round_passes(play)
    assert "Saruman agent, Bree e1: leaves by the power of the Ring." in log(play)
    assert now(play).stage == "enemy-retreat"


@pytest.mark.rule("FOTR-090", "FOTR-161")
@pytest.mark.parametrize(("face", "mount"), [(4, "horse"), (2, "fell"), (3, "")])
def test_a_nazgul_with_the_ring_keeps_its_mount_under_the_sticker_side(
    face: int, mount: str
) -> None:
    play = gathered(("Gimli",), ("Khamul",))
    play.turn(RED, face)
    held(play, "enemy", "Khamul", RED)
    play.turn(RED, 1)
    attacked(play, FP, GREEN)
    laid(play, EP, "Khamul")
    laid(play, FP, "Gimli")
    (khamul,) = battle(play).of("enemy")
    assert khamul.mount == mount


@pytest.mark.rule("FOTR-083", "FOTR-095")
def test_sarumans_forces_fall_on_the_enemys_bearer_under_the_fellowship() -> None:
    play = gathered(("Gimli",), ("Bree agent",), ("Saruman", "Saruman agent, Bree"))
    play.tap(EP, "wound:Bree agent", normal="4")
    attacked(held(play, "enemy", "Bree agent", RED), FP, WHITE)
    laid(play, EP, "Bree agent")
    assert not any("Gimli" in action for action in covered(play, FP))
    assert "call:Saruman" in covered(play, FP)
    laid(play, FP, "Saruman", "Saruman agent, Bree")
    play.press(EP, "bare")
    play.press(FP, "go")
    strike(play, FP, "hit:f1:e1:normal:body", 1)
    for _ in range(3):
        if play.state.public.fights and now(play).stage in ("attack", "reorganize"):
            pass_segment(play)
    public = play.state.public
    assert (public.ring, public.ring_public.bearer) == ("saruman", "Saruman")
    assert public.ring_public.piece == WHITE


@pytest.mark.rule("FOTR-090", "FOTR-095")
def test_the_fellowship_and_sarumans_forces_fall_on_the_bearer_one_after_the_other() -> None:
    play = gathered(("Gimli",), ("Bree agent",), ("Saruman",))
    on_to(held(play, "enemy", "Bree agent", RED), "fp-ring-attack")
    offered_markers = {o.value for o in play.prompt_with(FP, "attack").form.fields[0].options}
    assert offered_markers == {str(GREEN), str(WHITE)}
    play.press(FP, "attack", piece=str(WHITE))
    # Each attacks once; nobody is left then.
    assert [o.value for o in play.prompt_with(FP, "attack").form.fields[0].options] == [str(GREEN)]
    play.press(FP, "attack", piece=str(GREEN))
    assert play.step == "fp-fight"
    assert [one.piece for one in play.state.public.fights] == [WHITE, GREEN]
    play.press(EP, "begin")
    laid(play, EP, "Bree agent")
    assert not any("Gimli" in action for action in covered(play, FP))
    play.press(FP, "nobody")
    assert [one.piece for one in play.state.public.fights] == [GREEN]
    play.press(EP, "begin")
    laid(play, EP, "Bree agent")
    assert "front:Gimli" in covered(play, FP)
    assert not any("Saruman" in action for action in covered(play, FP))


@pytest.mark.rule("FOTR-090", "FOTR-095")
def test_the_second_attack_for_the_ring_does_not_come_about_once_it_is_won() -> None:
    play = gathered(("Gimli",), ("Bree agent",), ("Saruman",))
    play.tap(EP, "wound:Bree agent", normal="7")
    on_to(held(play, "enemy", "Bree agent", RED), "fp-ring-attack")
    for marker in (GREEN, WHITE):
        play.press(FP, "attack", piece=str(marker))
    play.press(EP, "begin")
    laid(play, EP, "Bree agent")
    laid(play, FP, "Gimli")
    strike(play, FP, "hit:f1:e1:normal:body", 1)
    play.press(FP, "takes", bearer="Gimli")
    assert play.state.public.ring == "fellowship"
    assert not play.state.public.fights
    assert f"Fight at {PLAIN}: it did not come about." in log(play)


@pytest.mark.rule("FOTR-090", "FOTR-096")
def test_the_second_attack_falls_on_sarumans_forces_once_they_have_won_the_ring() -> None:
    play = gathered(("Gimli",), ("Bree agent",), ("Saruman",))
    play.tap(EP, "wound:Bree agent", normal="7")
    on_to(held(play, "enemy", "Bree agent", RED), "fp-ring-attack")
    for marker in (WHITE, GREEN):
        play.press(FP, "attack", piece=str(marker))
    play.press(EP, "begin")
    laid(play, EP, "Bree agent")
    laid(play, FP, "Saruman")
    strike(play, FP, "hit:f1:e1:normal:body", 1)
    assert play.state.public.ring == "saruman"
    play.press(EP, "begin")
    work = now(play)
    assert (work.piece, work.cast.enemy) == (GREEN, "saruman")
    play.press(FP, "nobody")
    assert not play.state.public.fights
    assert play.state.public.ring == "saruman"


@pytest.mark.rule("FOTR-097", "FOTR-099")
def test_the_enemys_forces_at_one_place_fall_on_the_holder_together() -> None:
    play = gathered((), ("Bree agent",))
    play.put(4, "black", 3, PLAIN)
    play.put(5, "green", 3, PLAIN)
    on_to(held(play, "gollum", "Gollum", 5), "ep-ring-attack")
    play.press(EP, "attack", piece="4")
    assert play.step == "ep-fight"
    assert len(play.state.public.fights) == 1


@pytest.mark.rule("FOTR-091", "FOTR-095")
def test_among_sarumans_agents_who_won_the_ring_the_fellowship_picks() -> None:
    agents = ("Saruman agent, Bree", "Saruman agent, Shire")
    play = gathered((), ("Bree agent",), agents)
    play.tap(EP, "wound:Bree agent", normal="7")
    attacked(held(play, "enemy", "Bree agent", RED), FP, WHITE)
    laid(play, EP, "Bree agent")
    laid(play, FP, *agents)
    play.press(FP, "go")
    for action in ("hit:f1:e1:normal:body", "hit:f2:e1:normal:body"):
        if action in offered(play, FP):
            strike(play, FP, action, 1)
    round_passes(play)
    form = play.prompt_with(FP, "takes").form
    assert {option.value for option in form.fields[0].options} == set(agents)
    play.press(FP, "takes", bearer="Saruman agent, Shire")
    public = play.state.public
    assert (public.ring, public.ring_public.bearer) == ("saruman", "Saruman agent, Shire")


@pytest.mark.rule("FOTR-097", "FOTR-091")
def test_with_cards_in_its_reserve_the_enemy_says_who_is_left_to_take_the_ring() -> None:
    play = saruman_held()
    play.tap(FP, "wound:Saruman agent, Bree", normal="4")
    attacked(play, EP, RED)
    cover(play, EP, "front:Edoras agent")
    cover(play, EP, "reserve:Mouth of Sauron")
    play.press(EP, "ready")
    laid(play, FP)
    play.press(FP, "bare")
    pass_segment(play)
    on_to_attacks(play, EP)
    strike(play, EP, "hit:e1:f1:normal:body", 1)
    assert (play.step, play.state.public.ring) == ("ep-ring-after", "saruman")
    play.press(EP, "left", left=["Mouth of Sauron", "Edoras agent"])
    public = play.state.public
    assert (public.ring, public.ring_public.bearer) == ("enemy", "Mouth of Sauron")


# --- Gollum (6.415) -----------------------------------------------------------------------------


def gollum_held(*minions: str, characters: tuple[str, ...] = ("Gimli", "Sam")) -> Play:
    """Gollum has the Ring beside a group and minions; a green marker of its own carries it."""
    play = gathered(characters, minions)
    play.put(HOLDER, "green", 3, "8,h")
    return held(play, "gollum", "Gollum", HOLDER)


@pytest.mark.rule("FOTR-099", "FOTR-098")
@pytest.mark.parametrize(("roll", "away"), [(6, True), (7, False)])
def test_against_the_enemy_gollum_is_played_by_the_fellowship_and_needs_six(
    roll: int,
    *,
    away: bool,
) -> None:
    play = attacked(gollum_held("Bree agent"), EP, RED)
    assert (now(play).cast.fellowship, now(play).lent, now(play).piece) == ("gollum", (), HOLDER)
    laid(play, EP, "Bree agent")
    assert {a for a in covered(play, FP) if a.startswith("front")} == {"front:Gollum"}
    laid(play, FP, "Gollum")
    play.press(FP, "bare")
    round_passes(play)
    assert play.prompts(FP)[0].sentence == "Roll 6 or less to get away: Gollum f1."
    play.die(roll)
    assert now(play).stage == ("retreat" if away else "leave")


@pytest.mark.rule("FOTR-099", "FOTR-206")
def test_the_enemy_takes_it_from_gollum_over_twelve_boxes() -> None:
    play = gollum_held("Bree agent", "Khamul")
    play.tap(FP, "wound:Gollum", normal="12")
    attacked(play, EP, RED)
    laid(play, EP, "Bree agent", "Khamul")
    laid(play, FP)
    assert "bare" not in offered(play, FP)  # before a Nazgul the Ring gives nothing
    pass_segment(play)
    play.press(EP, "go")
    strike(play, EP, "hit:e1:f1:normal:body", 1)
    public = play.state.public
    assert (public.ring, public.ring_public.bearer) == ("enemy", "Khamul")
    assert not public.fights
    # He is not killed: a card may bring him back.
    notes = play.state.hidden[FP]
    assert ("Gollum" in notes.boxes, "Gollum" in notes.dead) == (False, False)


@pytest.mark.rule("FOTR-099", "FOTR-084")
def test_the_enemy_plays_gollum_where_the_fellowship_attacks_him() -> None:
    play = gollum_held("Bree agent")
    play.tap(FP, "wound:Gollum", normal="11")
    attacked(play, FP, GREEN)
    assert now(play).lent == ("enemy",)
    play.press(FP, "lend")
    assert {a for a in covered(play, EP) if a.startswith("front")} == {"front:Gollum"}
    laid(play, EP, "Gollum")
    laid(play, FP, "Gimli", "Sam")
    play.press(EP, "bare")
    play.press(FP, "go")
    strike(play, FP, "hit:f1:e1:normal:body", 1)
    assert now(play).stage == "next-bearer"
    assert "Hobbit" in play.refusal(play.act(FP, "takes", bearer="Gimli")).text
    play.press(FP, "takes", bearer="Sam")
    assert (play.state.public.ring, play.state.public.ring_public.bearer) == ("fellowship", "Sam")
