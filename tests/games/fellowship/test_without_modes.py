"""A game without transport modes: the side that is up means nothing but dormant (14.1)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.box.file import HexEntry, HexsideEntry
from companion.games.fellowship.events.play import ExpectationSet
from companion.games.fellowship.facts.names import HARLINDON_COAST, HexType, Water
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play
from tests.support.fellowship_fights import at_fight, at_the_end, battle, begun, covered, lined_up
from tests.support.fellowship_map import COAST, FERRY, FORD, WOODS, board_text
from tests.support.fellowship_moves import AROUND, sentence

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


@pytest.mark.rule("FOTR-232", "FOTR-148")
@pytest.mark.parametrize(
    ("options", "face", "expected"),
    [({}, 5, ["move", "turn"]), (NO_MODES, 5, ["move"]), (NO_MODES, 4, ["move"])],
)
def test_without_modes_a_wrecked_group_comes_ashore_and_turns_no_side(
    options: dict[str, str], face: int, expected: list[str]
) -> None:
    sea = HexEntry(type=HexType.WILD_1, water=Water.SEA, region="I", battlefield=False)
    hexes = {**dict.fromkeys(("9,gh", *AROUND), sea), "9,ij": COAST}
    play = Play(board_text(hexes=hexes), options)
    play.put(1, "green", face, "9,gh")
    play.go_on(until="fp-activity")
    play.die(2, 10)
    assert [one.result for one in play.shown_result()] == ["W"]
    play.press(FP, "group")
    play.press(FP, "ashore", coast="9,ij")
    assert [one.what for one in play.state.public.expected] == expected


@pytest.mark.rule("FOTR-232", "FOTR-114")
@pytest.mark.parametrize("face", [2, 3, 4, 5])
@pytest.mark.parametrize("side", [FORD, FERRY])
@pytest.mark.parametrize("simple", [False, True])
def test_without_modes_any_red_marker_at_a_ford_or_ferry_may_be_a_nazgul(
    face: int, side: HexsideEntry, *, simple: bool
) -> None:
    play = _walking("red", face, side, simple=simple)
    asked = "the Enemy says how" in sentence(play, FP)
    assert asked is (simple or face == 4)


@pytest.mark.rule("FOTR-232", "FOTR-071")
@pytest.mark.parametrize("simple", [False, True])
def test_without_modes_no_spider_goes_through_woods_without_a_roll(*, simple: bool) -> None:
    play = _walking("black", 3, WOODS, simple=simple)
    offered = {one.action for prompt in play.prompts(EP) for one in prompt.form.choices}
    assert ("spider" in offered) is not simple


def _walking(colour: str, face: int, side: HexsideEntry, *, simple: bool) -> Play:
    """An Enemy marker crosses a hexside of this kind."""
    box = board_text({f"9,gh/{other}": side for other in AROUND})
    play = Play(box, NO_MODES if simple else {})
    play.put(1, "green", 3, "25,cd")
    play.put(9, colour, face, "9,gh")
    play.go_on(until="ep-enable")
    if colour == "black":
        play.press(EP, "guardian", first="9")
    step = "ep-move-enabled" if colour == "black" else "ep-move-free"
    play.go_on(until=step)
    play.go(9, "9,hi")
    return play


@pytest.mark.rule("FOTR-232", "FOTR-217")
@pytest.mark.parametrize(
    ("options", "place", "face", "come"),
    [
        # A sea hex, a coast and a river hex of the sample box; 5 is ship or boat.
        ({}, "1,cd", 3, True),
        ({}, "1,cd", 5, False),
        (NO_MODES, "1,cd", 5, True),
        (NO_MODES, "1,cd", 3, True),
        (NO_MODES, "1,ab", 3, False),
        (NO_MODES, "1,ab", 5, False),
        # A region of the sea has no hexes.
        ({}, f"@{HARLINDON_COAST}", 5, False),
        (NO_MODES, f"@{HARLINDON_COAST}", 5, False),
    ],
)
def test_without_modes_the_fleet_sends_men_to_whoever_is_not_at_sea(
    options: dict[str, str], place: str, face: int, *, come: bool
) -> None:
    play = at_fight(("Aragorn",), (), place=place, faces=(face, 3), options=options)
    play.put(3, "black", 5, place)
    play.name(EP, 3, "guardian CF")
    play.lay(EP, "guardian-CF", "Corsair Fleet")
    begun(play)
    assert ("call:Corsair Fleet" in covered(play, EP)) is come
