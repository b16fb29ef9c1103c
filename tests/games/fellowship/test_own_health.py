"""Wounds and groups in play: what the owner sees, what the opponent is told (6.12 to 6.27)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.status import ForcesEnabled
from companion.games.fellowship.facts.names import HexType
from companion.games.fellowship.facts.roster import forces_of
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.own_groups import endurance_of
from companion.games.fellowship.rules.health import Damage
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, seat_word
from companion.table.ids import PUBLIC, PieceId, SeatId
from companion.table.views import CardRow, Log
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play
from tests.support.noninterference import assert_hidden, encoded

WASTES = "@West Forodwaith"
RIVENDELL = "12,e"
_Markers = tuple[tuple[int, str, int, str], ...]
_Cards = Mapping[str, tuple[str, ...]]


def _game(markers: _Markers, names: dict[int, str], cards: _Cards, box: str = SAMPLE_BOX) -> Play:
    """A game set up with markers; a green one in the Wastes makes sure that health is asked for."""
    play = Play(box)
    for marker in (*markers, (90, "green", 3, WASTES), (91, "red", 4, WASTES)):
        play.put(*marker)
    for number, name in names.items():
        play.name(FP if len(name) == 1 else EP, number, name)
    for box_id, held in cards.items():
        play.lay(FP if box_id.startswith("fellowship") else EP, box_id, *held)
    play.begin()
    return play


def _hurt(play: Play, seat: SeatId, card: str, damage: Damage, endurance: int = 4) -> None:
    play.tap(
        seat,
        f"wound:{card}",
        normal=str(damage.normal),
        diseased=str(damage.diseased),
        endurance=str(endurance),
    )


def _damage(play: Play, seat: SeatId, card: str) -> Damage:
    return play.state.hidden[seat].damage.get(card, Damage())


def _wounds_tab(play: Play, seat: SeatId) -> dict[str, tuple[str, ...]]:
    region = play.view(seat).region("wounds")
    assert region is not None
    assert region.secret
    rows = [widget for widget in region.widgets if isinstance(widget, CardRow)]
    # The row of boxes behind these is looked at in test_damage_boxes.
    return {card.title: (card.subtitle, *card.states[:2]) for row in rows for card in row.cards}


def _log(play: Play, viewer: SeatId) -> list[str]:
    region = play.view(viewer).region("log")
    assert region is not None
    (log,) = region.widgets
    assert isinstance(log, Log)
    return [line.text for line in log.lines]


def _wounded_group(place: str) -> Play:
    play = _game(
        ((1, "green", 3, place),), {1: "A"}, {"fellowship-A": ("Aragorn", "Frodo", "Legolas")}
    )
    play.go_on(until="fp-health")
    _hurt(play, FP, "Aragorn", Damage(6, 0), endurance=6)
    _hurt(play, FP, "Frodo", Damage(1, 2), endurance=3)
    return play


# --- Updating (6.13) ----------------------------------------------------------------------------


@pytest.mark.rule("FOTR-049", "FOTR-050", "FOTR-052")
def test_the_owner_sees_before_and_after_and_one_tap_carries_it_out() -> None:
    play = _wounded_group("6,f")
    assert _wounds_tab(play, FP) == {
        "Aragorn": (
            "endurance 6",
            "now 6 normal: wounded",
            "after the update 5 normal: wounded",
        ),
        "Frodo": (
            "endurance 3",
            "now 1 normal, 2 diseased: wounded",
            "after the update 3 diseased: wounded",
        ),
    }
    play.press(FP, "done")
    assert play.step != "fp-health"
    assert _damage(play, FP, "Aragorn") == Damage(5, 0)
    assert _damage(play, FP, "Frodo") == Damage(0, 3)


@pytest.mark.rule("FOTR-049", "FOTR-051")
def test_in_a_haven_the_same_wounds_heal_faster() -> None:
    play = _wounded_group(RIVENDELL)
    play.press(FP, "done")
    assert _damage(play, FP, "Aragorn") == Damage(2, 0)
    assert _damage(play, FP, "Frodo") == Damage(0, 0)


@pytest.mark.rule("FOTR-053")
def test_in_the_wastes_even_the_unhurt_suffer_unless_gandalf_is_there() -> None:
    cards = {"fellowship-A": ("Aragorn", "Legolas"), "fellowship-B": ("Boromir", GANDALF)}
    markers = ((1, "green", 3, WASTES), (2, "green", 3, "@Ever Icy Plain"))
    play = _game(markers, {1: "A", 2: "B"}, cards)
    play.go_on(until="fp-health")
    play.press(FP, "done")
    assert play.state.hidden[FP].damage == {"Aragorn": Damage(2, 0)}


@pytest.mark.rule("FOTR-053", "FOTR-049")
def test_whoever_was_cold_in_the_wastes_heals_elsewhere_though_nobody_has_fought() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, WASTES)
    play.put(2, "red", 6, "9,cd")
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Aragorn")
    play.begin()
    play.go_on(until="fp-health")
    play.press(FP, "done")
    assert _damage(play, FP, "Aragorn") == Damage(2, 0)
    play.tap(FP, "hand-right", piece="1", place="6,f")
    for _ in range(60):
        play.tap(FP, "step-on")
        if (play.step, play.state.public.turn) == ("fp-transport", 2):
            break
    play.press(FP, "done")
    assert play.step == "fp-health"
    play.press(FP, "done")
    assert _damage(play, FP, "Aragorn") == Damage(1, 0)


@pytest.mark.rule("FOTR-049", "FOTR-076")
@pytest.mark.parametrize("played", [False, True])
def test_where_an_event_was_played_somebody_may_have_been_hurt(*, played: bool) -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, "6,f")
    play.begin()
    if played:
        play.tap(FP, "play-card", announced="Foul water", ends="instant")
        play.press(EP, "let-be")
    play.go_on(until="fp-transport")
    play.press(FP, "done")
    assert (play.step == "fp-health") is played


@pytest.mark.rule("FOTR-206")
@pytest.mark.parametrize(("boxes", "leaves"), [(12, False), (13, True)])
def test_gollum_leaves_the_group_over_twelve_boxes_and_heals_until_he_is_met_again(
    boxes: int, *, leaves: bool
) -> None:
    play = _game(((1, "green", 3, "6,f"),), {1: "A"}, {"fellowship-A": ("Aragorn", "Gollum")})
    _hurt(play, FP, "Gollum", Damage(boxes, 0))
    told = [line for line in play.warnings(FP) if "Gollum has more than twelve" in line]
    assert bool(told) is leaves
    play.go_on(until="fp-health")
    play.press(FP, "done")
    assert ("Gollum" in play.state.hidden[FP].boxes) is not leaves
    assert _damage(play, FP, "Gollum") == Damage(boxes - 2, 0)
    while play.state.public.turn < 2 or play.step != "fp-health":
        play.tap(FP, "step-on")
    play.press(FP, "done")
    assert _damage(play, FP, "Gollum") == Damage(boxes - 4, 0)
    play.lay(FP, "fellowship-A", "Gollum")
    assert not any("Gollum" in line for line in play.warnings(FP))


@pytest.mark.rule("FOTR-048")
def test_the_enemy_is_told_races_and_boxes_but_neither_names_nor_places() -> None:
    play = _wounded_group(RIVENDELL)
    play.press(FP, "done")
    line = (
        "Health of the Fellowship. Hobbit: 1 normal box recovered, 2 diseased boxes recovered; "
        "Man: 4 normal boxes recovered."
    )
    for viewer in (EP, PUBLIC):
        assert _log(play, viewer).count(line) == 1
        assert not any(card in one for card in ("Aragorn", "Frodo") for one in _log(play, viewer))


@pytest.mark.rule("FOTR-048")
def test_nothing_is_told_where_nobody_changes() -> None:
    play = _game(((1, "green", 3, "6,f"),), {1: "A"}, {"fellowship-A": ("Aragorn",)})
    play.go_on(until="fp-health")
    play.press(FP, "done")
    assert play.step != "fp-health"
    assert not any("Health" in line for line in _log(play, EP))


def test_going_back_to_the_step_does_not_heal_twice() -> None:
    play = _wounded_group("6,f")
    play.press(FP, "done")
    while play.step != "fp-health":
        play.tap(FP, "step-back")
    play.press(FP, "done")
    assert _damage(play, FP, "Aragorn") == Damage(5, 0)


@pytest.mark.rule("FOTR-052")
def test_the_dead_stay_dead() -> None:
    play = _wounded_group(RIVENDELL)
    _hurt(play, FP, "Aragorn", Damage(13, 0), endurance=6)
    assert _wounds_tab(play, FP)["Aragorn"][1:] == ("now 13 normal: dead", "no update: dead")
    play.press(FP, "done")
    assert _damage(play, FP, "Aragorn") == Damage(13, 0)


def test_a_card_whose_marker_is_not_named_is_left_as_it_is_and_that_is_said() -> None:
    play = _game((), {}, {"fellowship-A": ("Aragorn",)})
    play.go_on(until="fp-health")
    _hurt(play, FP, "Aragorn", Damage(2, 0))
    assert "name the marker" in _wounds_tab(play, FP)["Aragorn"][2]
    play.press(FP, "done")
    assert _damage(play, FP, "Aragorn") == Damage(2, 0)


def test_an_endurance_number_is_asked_once_and_never_in_public() -> None:
    play = _game(((1, "green", 3, "6,f"),), {1: "A"}, {"fellowship-A": ("Aragorn",)}, box="")
    seen = [encoded(play, viewer) for viewer in (EP, PUBLIC)]
    play.tap(FP, "wound:Aragorn", normal="3")
    assert _wounds_tab(play, FP)["Aragorn"][0] == "endurance not known"
    assert any("Aragorn" in line and "open" in line for line in play.warnings(FP))
    play.tap(FP, "wound:Aragorn", normal="3", endurance="6")
    play.tap(FP, "wound:Aragorn", normal="2")
    assert _wounds_tab(play, FP)["Aragorn"][0] == "endurance 6"
    assert not any("open" in line for line in play.warnings(FP))
    assert [encoded(play, viewer) for viewer in (EP, PUBLIC)] == seen


@pytest.mark.rule("FOTR-073")
def test_minions_heal_in_the_enemys_phase_and_nobody_is_told() -> None:
    cards = {
        "sauronic-1": ("Mouth of Sauron",),
        "sauronic-2": ("Bree agent",),
        "sauronic-3": ("Khamul",),
    }
    markers = ((1, "red", 4, "24,m"), (2, "red", 4, WASTES), (3, "red", 4, WASTES))
    names = {1: "sauronic 1", 2: "sauronic 2", 3: "sauronic 3"}
    play = _game(markers, names, cards)
    play.go_on(until="ep-health")
    for card in ("Mouth of Sauron", "Bree agent", "Khamul"):
        _hurt(play, EP, card, Damage(4, 0), endurance=9)
    play.press(EP, "done")
    assert _damage(play, EP, "Mouth of Sauron") == Damage(1, 0)
    assert _damage(play, EP, "Bree agent") == Damage(6, 0)
    assert _damage(play, EP, "Khamul") == Damage(3, 0)
    assert not any("Health" in line for line in _log(play, FP))


# --- Warnings about own groups (6.12, 6.14) -----------------------------------------------------


def _group(face: int, *cards: str, place: str = "6,f") -> Play:
    return _game(((1, "green", face, place),), {1: "A"}, {"fellowship-A": cards})


@pytest.mark.rule("FOTR-040", "FOTR-041")
def test_modes_that_a_group_may_not_use_are_told_to_the_owner_alone() -> None:
    riding = _group(4, "Frodo", "Gimli", "Aragorn")
    assert any("do not ride" in line for line in riding.warnings(FP))
    assert not _group(4, "Frodo", "Legolas", "Aragorn").warnings(FP)
    walking = _group(3, "Frodo", "Sam", "The Ring")
    assert any("only sneak" in line for line in walking.warnings(FP))
    assert not _group(2, "Frodo", "Sam", "The Ring").warnings(FP)
    sailing = _group(5, "Frodo", "Sam", "Grey Havens ship", place="2,f")
    assert not any("only sneak" in line for line in sailing.warnings(FP))


@pytest.mark.rule("FOTR-129")
def test_more_than_seven_outside_a_haven_are_told_to_the_owner_alone() -> None:
    seven = ("Aragorn", "Boromir", "Gimli", "Legolas", "Bree Man", "Edoras Man", "Frodo", "Sam")
    helpers = ("Glorfindel", "Gollum", "The Ring")
    assert not any("more than seven" in line for line in _group(3, *seven, *helpers).warnings(FP))
    eight = _group(3, *seven, "Merry")
    assert any("more than seven" in line for line in eight.warnings(FP))
    assert not any("seven" in line for line in eight.warnings(EP))
    rested = _group(3, *seven, "Merry", place=RIVENDELL)
    assert not any("more than seven" in line for line in rested.warnings(FP))


@pytest.mark.rule("FOTR-043", "FOTR-044")
def test_too_many_to_carry_is_told_to_the_owner_alone() -> None:
    play = _group(3, "Aragorn", "Frodo", "Sam")
    _hurt(play, FP, "Frodo", Damage(5))
    assert not any("carry" in line for line in play.warnings(FP))
    _hurt(play, FP, "Sam", Damage(5))
    assert not any("carry" in line for line in play.warnings(EP))
    assert any("too many to carry" in line for line in play.warnings(FP))
    assert not play.state.public.flags
    _hurt(play, FP, "Aragorn", Damage(5))
    assert any("nobody is conscious" in line for line in play.warnings(FP))


@pytest.mark.rule("FOTR-059", "FOTR-213")
def test_the_enemy_is_told_which_fell_creatures_are_not_enabled() -> None:
    def told(*cards: str, enabled: bool = False) -> bool:
        markers = ((1, "green", 3, "4,f"), (2, "red", 2, "6,f"))
        play = _game(markers, {}, {})
        play.name(EP, 2, "sauronic 1")
        play.lay(EP, "sauronic-1", *cards)
        play.go_on(until="ep-move-free")
        if enabled:
            event = ForcesEnabled(kind="fell-creature", pieces=(PieceId(2),))
            play.state = GAME.evolve(play.state, event)
        return any("move only if enabled" in line for line in play.warnings(EP))

    assert told("Fell creature 1")
    assert not told("Fell creature 1", enabled=True)
    assert not told("Khamul", "Fell creature 1")


@pytest.mark.rule("FOTR-054")
def test_enhancement_is_a_note_that_the_owner_alone_is_reminded_of() -> None:
    play = _group(3, "Aragorn", "Boromir", place=RIVENDELL)
    assert [line for line in play.warnings(FP) if "better values" in line] == [
        "Aragorn comes by its better values here: press Enhanced at its card. (6.14)"
    ]
    before = [encoded(play, viewer) for viewer in (EP, PUBLIC)]
    play.tap(FP, "enhance:Aragorn")
    assert not play.warnings(FP)
    assert play.state.hidden[FP].enhanced == {"Aragorn": 1}
    assert [encoded(play, viewer) for viewer in (EP, PUBLIC)] == before


@pytest.mark.rule("FOTR-046")
def test_the_eagles_put_a_group_down_at_the_end_of_the_player_turn() -> None:
    play = _group(6, "Gandalf the Grey", "Frodo")
    while play.step.startswith("fp-") and play.step != "fp-regroup":
        play.go_on()
    wanted = [one for one in play.state.public.expected if one.piece == 1]
    assert [(one.what, one.face) for one in wanted] == [("turn", 3)]


# --- Nazgul and Guardians (6.26) ----------------------------------------------------------------


@pytest.mark.rule("FOTR-067")
def test_a_nazgul_on_foot_or_by_water_is_told_to_the_enemy_alone() -> None:
    for face, wrong in ((2, False), (3, True), (4, False), (5, True), (6, False)):
        cards = {"sauronic-1": ("Khamul",)}
        play = _game(((1, "red", face, "9,k"),), {1: "sauronic 1"}, cards)
        assert any("Nazgul go neither" in line for line in play.warnings(EP)) is wrong


@pytest.mark.rule("FOTR-068", "FOTR-069", "FOTR-070")
@pytest.mark.parametrize(
    ("cause", "turns"), [("mount-killed", 5), ("over-endurance", 8), ("rode-home", 3)]
)
def test_a_nazgul_comes_back_when_it_is_due(cause: str, turns: int) -> None:
    play = _game((), {}, {"sauronic-1": ("Khamul",)})
    others = [encoded(play, viewer) for viewer in (FP, PUBLIC)]
    play.tap(EP, "away:Khamul", cause=cause)
    assert [encoded(play, viewer) for viewer in (FP, PUBLIC)] == others
    assert any(f"dormant in Barad-dur until turn {1 + turns}" in one for one in play.warnings(EP))
    while play.state.public.turn < 1 + turns:
        play.go_on()
    assert any("comes back in your status phase" in line for line in play.warnings(EP))
    play.tap(EP, "back:Khamul")
    assert not play.warnings(EP)


@pytest.mark.rule("FOTR-068", "FOTR-069")
def test_coming_back_costs_no_mobilization() -> None:
    play = _game(((1, "red", 6, "24,m"), (2, "red", 6, "24,m")), {}, {})
    while play.state.public.turn < 4:
        play.go_on()
    play.go_on(until="ep-mobilize")
    left = play.state.public.mobilizations_left
    play.press(EP, "return")
    play.turn(1, 2)
    assert play.state.public.mobilizations_left == left
    play.turn(2, 2)
    assert play.state.public.mobilizations_left == left - 1
    assert not play.state.public.flags


@pytest.mark.rule("FOTR-069")
def test_a_nazgul_over_its_endurance_is_sent_home_and_never_dies() -> None:
    play = _game(((1, "red", 4, "9,k"),), {1: "sauronic 1"}, {"sauronic-1": ("Khamul",)})
    _hurt(play, EP, "Khamul", Damage(20), endurance=6)
    assert any("goes to Barad-dur" in line for line in play.warnings(EP))
    play.tap(EP, "away:Khamul", cause="over-endurance")
    play.go_on(until="ep-health")
    play.press(EP, "done")
    assert _damage(play, EP, "Khamul") == Damage(17)


@pytest.mark.rule("FOTR-071", "FOTR-072")
def test_guardians_keep_their_modes_and_rumors_take_any() -> None:
    markers = ((1, "black", 3, "14,h"), (2, "black", 3, "14,h"), (3, "black", 4, "13,gh"))
    cards = {"guardian-BR": ("Balrog",), "guardian-GS": ("Giant Spider",)}
    play = _game(markers, {1: "guardian BR", 2: "plain", 3: "guardian GS"}, cards)
    assert list(play.warnings(EP)) == ["Giant Spider goes in foot mode only. (6.262)"]
    play.go_on(until="ep-transport")
    for face in (2, 3):
        play.turn(1, face)
        play.turn(2, face)
    assert any("Balrog does not go back to foot" in line for line in play.warnings(EP))
    assert len(play.warnings(EP)) == 2
    assert not play.state.public.flags


# --- Nothing else is given away -----------------------------------------------------------------

GANDALF = "Gandalf the White"
_SAME_NEWS = [
    ("Aragorn", "Frodo", "6,f"),
    ("Boromir", "Sam", "6,f"),
    ("Aragorn", "Pippin", "5,ef"),
]


@pytest.mark.rule("FOTR-048")
def test_games_with_the_same_news_look_the_same() -> None:
    """Who is wounded, in which group and where differs; what 6.13 has told does not."""

    def script(play: Play, secret: tuple[str, str, str]) -> Iterator[None]:
        man, hobbit, place = secret
        for number, where in ((1, "6,f"), (2, "5,ef"), (3, WASTES)):
            play.put(number, "green", 3, where)
        play.name(FP, 1 if place == "6,f" else 2, "A")
        play.lay(FP, "fellowship-A", man, hobbit)
        yield
        play.begin()
        _hurt(play, FP, man, Damage(6, 0))
        _hurt(play, FP, hobbit, Damage(0, 1))
        yield
        play.go_on(until="fp-health")
        yield
        play.press(FP, "done")
        yield
        play.go_on(until="ep-challenge")
        yield

    assert assert_hidden(script, FELLOWSHIP_SEAT, _SAME_NEWS, SAMPLE_BOX) >= 10


def test_damage_without_news_and_warnings_of_every_kind_tell_nobody_anything() -> None:
    """Groups against every rule, dead and unhurt, on both sides: the others see the same game."""
    fellowship = [
        ((), ()),
        ((("Frodo", 99), ("Sam", 99)), ("Frodo", "Sam")),
        ((), ("Frodo", "Gimli", "Aragorn")),
        ((("Aragorn", 50), ("Gimli", 0)), ("Aragorn", "Gimli", "Merry")),
    ]

    def script(
        play: Play, secret: tuple[tuple[tuple[str, int], ...], tuple[str, ...]]
    ) -> Iterator[None]:
        wounds, cards = secret
        play.put(1, "green", 4, "6,f")
        play.put(2, "green", 3, WASTES)
        play.name(FP, 1, "A")
        play.lay(FP, "fellowship-A", *cards)
        for card, boxes in wounds:
            _hurt(play, FP, card, Damage(boxes))
        yield
        play.begin()
        for step in ("fp-transport", "fp-health", "fp-move", "ep-challenge"):
            play.go_on(until=step)
            yield

    assert assert_hidden(script, FELLOWSHIP_SEAT, fellowship, SAMPLE_BOX) >= 10


def test_the_sample_map_has_the_hexes_that_these_tests_count_on() -> None:
    handbook = Play(SAMPLE_BOX).state.handbook
    kinds = {}
    for label in (RIVENDELL, "6,f", "24,m"):
        place = find_hex(label)
        assert place is not None
        kinds[label] = handbook.map.hex_type(place)
    assert kinds[RIVENDELL] is HexType.HAVEN
    assert kinds["6,f"] is not HexType.HAVEN
    assert kinds["24,m"] is HexType.GARRISONED


def test_the_sample_box_has_an_endurance_number_for_every_card() -> None:
    play = Play(SAMPLE_BOX)
    for seat in (FP, EP):
        scene = scene_for(play.state, seat)
        cards = [force for force in forces_of(seat_word(seat)) if force.kind != "thing"]
        assert [force.name for force in cards if endurance_of(scene, force) is None] == []
    assert endurance_of(scene_for(Play("").state, FP), forces_of("fellowship")[0]) is None
