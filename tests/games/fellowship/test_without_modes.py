"""A game without transport modes: the side that is up means nothing but dormant (14.1)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.events.play import ExpectationSet
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play
from tests.support.fellowship_fights import at_fight, at_the_end, battle, lined_up
from tests.support.fellowship_map import board_text
from tests.support.fellowship_moves import sentence

NO_MODES = {"simpler": "simple-movement"}


@pytest.mark.rule("FOTR-232", "FOTR-150")
@pytest.mark.parametrize("face", [4, 6])
@pytest.mark.parametrize("simple", [False, True])
def test_without_modes_no_side_up_makes_an_encounter_a_spotting(face: int, *, simple: bool) -> None:
    options = NO_MODES if simple else {}
    play = Play(board_text(), options)
    play.put(1, "green", face, "9,gh")
    play.go_on(until="fp-activity")
    play.die(2)
    # On foot a 6 is an encounter; horse mode adds 2 and flying 1 where there are modes.
    play.die(6 if simple else {4: 4, 6: 5}[face])
    assert [one.result for one in play.shown_result()] == ["E"]
    play.press(FP, "group")
    assert ("instead" in sentence(play)) is not simple
    assert ("retreat or fight" in sentence(play)) is simple


@pytest.mark.rule("FOTR-232", "FOTR-162")
@pytest.mark.parametrize(("options", "rides"), [({}, True), (NO_MODES, False)])
def test_without_modes_nobody_fights_mounted_by_the_side_that_is_up(
    options: dict[str, str],
    *,
    rides: bool,
) -> None:
    play = at_fight(("Aragorn",), ("Bree agent",), faces=(4, 3), options=options)
    lined_up(play, ("Bree agent",), ("Aragorn",))
    assert battle(play).horse_mode is rides
    at_the_end(play)
    # One less on the roll for characters in the saddle (9.243).
    play.press(FP, "try", group="f1")
    told = str(play.prompts(FP)[0].detail)
    assert ("Characters mounted -1" in told) is rides


@pytest.mark.rule("FOTR-232", "FOTR-041", "FOTR-043")
def test_without_modes_nobody_is_told_to_sneak_or_to_dismount_and_all_carry_as_on_foot() -> None:
    def told(options: dict[str, str], face: int, *cards: str) -> str:
        play = Play(SAMPLE_BOX, options)
        play.put(1, "green", face, "6,f")
        play.name(FP, 1, "A")
        play.lay(FP, "fellowship-A", *cards)
        play.begin()
        play.tap(FP, f"wound:{cards[-1]}", normal="5", endurance="4")
        return "\n".join(play.warnings(FP))

    hobbits, riders = ("Frodo", "Sam", "Merry", "Pippin"), ("Frodo", "Gimli", "Aragorn", "Sam")
    assert "only sneak" in told({}, 3, *hobbits)
    assert "only sneak" not in told(NO_MODES, 3, *hobbits)
    assert "do not ride" in told({}, 4, *riders)
    assert "do not ride" not in told(NO_MODES, 4, *riders)
    # Two whole ones bear one: in the saddle one is enough, on foot it takes two.
    assert "too many to carry" not in told({}, 4, "Aragorn", "Boromir")
    assert "too many to carry. In foot mode" in told(NO_MODES, 4, "Aragorn", "Boromir")


@pytest.mark.rule("FOTR-232", "FOTR-067", "FOTR-072")
def test_without_modes_no_minion_is_told_how_to_go() -> None:
    def told(options: dict[str, str], colour: str, name: str, box: str, card: str) -> str:
        play = Play(SAMPLE_BOX, options)
        play.put(1, "green", 3, "4,f")
        play.put(2, colour, 5, "6,f")
        play.name(EP, 2, name)
        play.lay(EP, box, card)
        play.begin()
        return "\n".join(play.warnings(EP))

    khamul = ("red", "sauronic 1", "sauronic-1", "Khamul")
    spider = ("black", "guardian GS", "guardian-GS", "Giant Spider")
    assert "neither on foot nor by water" in told({}, *khamul)
    assert "neither on foot nor by water" not in told(NO_MODES, *khamul)
    assert "Giant Spider goes in foot mode only" in told({}, *spider)
    assert "Giant Spider goes in" not in told(NO_MODES, *spider)


@pytest.mark.rule("FOTR-232", "FOTR-177", "FOTR-043")
@pytest.mark.parametrize(("options", "carried"), [({}, True), (NO_MODES, False)])
def test_without_modes_who_breaks_off_carries_as_on_foot(
    options: dict[str, str], *, carried: bool
) -> None:
    """One awake bears one who is not in the saddle, and on foot not (6.125, 9.242)."""
    play = at_fight(("Aragorn", "Boromir"), ("Bree agent",), faces=(4, 3), options=options)
    play.tap(FP, "wound:Boromir", normal="8")
    lined_up(play, ("Bree agent",), ("Aragorn", "Boromir"))
    play.press(FP, "turn:f2")
    at_the_end(play)
    fallen = battle(play).find("f2")
    assert fallen is not None
    assert fallen.down
    act = play.act(FP, "try", group=["f1", "f2"])
    if carried:
        play.send(act)
        assert play.prompts(FP)[0].sentence.startswith("Roll ")
    else:
        assert play.refusal(act).section == "6.125, 9.242"


@pytest.mark.rule("FOTR-232")
@pytest.mark.parametrize(
    ("place", "face", "with_modes", "without"),
    [
        # The sea, a coast and the land of the sample box; side 5 is ship or boat.
        ("1,ab", 5, True, True),
        ("1,ab", 3, False, True),
        ("1,ab", 6, False, True),
        ("1,cd", 5, True, False),
        ("1,cd", 3, False, False),
        ("2,d", 5, False, False),
        ("2,d", 3, False, False),
    ],
)
def test_without_modes_the_ring_is_sunk_at_sea_whatever_side_is_up(
    place: str, face: int, *, with_modes: bool, without: bool
) -> None:
    for options, may_sink in (({}, with_modes), (NO_MODES, without)):
        play = Play(SAMPLE_BOX, options)
        play.put(1, "green", face, place)
        play.begin()
        play.go_on(until="fp-dissolve")
        offered = [choice.action for choice in play.prompt_with(FP, "dissolve").form.choices]
        assert ("sink" in offered) is may_sink, options


@pytest.mark.rule("FOTR-232")
def test_without_modes_a_hex_that_no_box_describes_may_be_sea() -> None:
    play = Play("", NO_MODES)
    play.put(1, "green", 3, "1,ab")
    play.begin()
    play.go_on(until="fp-dissolve")
    assert "sink" in [choice.action for choice in play.prompt_with(FP, "dissolve").form.choices]


@pytest.mark.rule("FOTR-232")
@pytest.mark.parametrize(("options", "lands"), [({}, True), (NO_MODES, False)])
def test_without_modes_no_flight_ends_with_the_player_turn(
    options: dict[str, str], *, lands: bool
) -> None:
    play = Play(board_text(), options)
    play.put(1, "green", 6, "9,gh")
    play.begin()
    play.go_on(until="ep-activate")
    told = [one.expected for one in play.events if isinstance(one, ExpectationSet)]
    turned = [(one.what, one.face) for one in told if "flight" in one.text]
    assert turned == ([("turn", 3)] if lands else [])


@pytest.mark.rule("FOTR-232", "FOTR-161")
@pytest.mark.parametrize("face", [2, 3, 4])
def test_without_modes_every_nazgul_has_a_horse_and_none_flies(face: int) -> None:
    play = at_fight(("Aragorn",), ("Nazgul 3",), faces=(3, face), options=NO_MODES)
    lined_up(play, ("Nazgul 3",), ("Aragorn",))
    (nazgul,) = battle(play).of("enemy")
    assert (nazgul.mount, nazgul.mount_card) == ("horse", "")
