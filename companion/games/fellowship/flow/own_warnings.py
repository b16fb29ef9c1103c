"""What a seat's own notes say against the rules, told to that seat alone (6.12, 6.14, 6.26).

Nobody else can see who is in a group, so none of this is ever a flag: a flag would say that the
marker is a group, and who is in it. It stands under the cover, where the owner looks before
moving; the words of the prompts are the same whether there is anything or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.board.hexes import Hex
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.facts.names import (
    FELLOWSHIP,
    HexType,
    MarkerType,
    Mode,
    Race,
    place_words,
)
from companion.games.fellowship.facts.roster import SHIP, WHITE, box_title, find_display_box
from companion.games.fellowship.facts.scenarios import scenario_named
from companion.games.fellowship.flow.choosing import piece_of_box
from companion.games.fellowship.flow.own_account import own_dead
from companion.games.fellowship.flow.own_groups import Member, OwnGroup, own_groups
from companion.games.fellowship.flow.own_ring import due_lines
from companion.games.fellowship.flow.own_set_up import set_up_warnings
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.rules.abilities import needs_enabling
from companion.games.fellowship.rules.carrying import RATIO_WORDS, Load, can_carry
from companion.games.fellowship.rules.enhancement import (
    ATHELAS,
    SECOND_SET,
    has_second_set_at,
    is_elf_haven,
    is_enhanced_at,
)
from companion.games.fellowship.rules.feats import feats_here
from companion.games.fellowship.rules.group_mode import (
    NAZGUL_MODES,
    guardian_modes,
    may_ride,
    must_sneak,
)
from companion.games.fellowship.rules.health import Condition
from companion.games.fellowship.rules.movement_limits import limit_warnings
from companion.games.fellowship.rules.movement_markers import is_too_large
from companion.games.fellowship.rules.nazgul_mount import CAUSE_WORDS, is_due
from companion.games.fellowship.rules.victory import lost_by_deaths
from companion.games.fellowship.rules.white_rider import TURNS_AWAY, where_he_comes, white_is_due
from companion.games.fellowship.seats import ENEMY_SEAT
from companion.games.fellowship.state import OFF, Line, Scene

LOOK_THERE: Final = "What your own notes say against the rules stands in the tab Boxes."
"""Said in prompts at all times, whether anything stands there or not."""


def own_warnings(scene: Scene) -> tuple[Line, ...]:
    """What the viewer should put right or do, in the order of the display."""
    found = [*set_up_warnings(scene), *(Line(text) for text in limit_warnings(scene))]
    found += _rests(scene)
    for group in own_groups(scene):
        checks = _fellowship if group.box.seat == FELLOWSHIP else _enemy
        found += checks(scene, group)
    if scene.seat == ENEMY_SEAT:
        found += _nazgul_returns(scene)
    else:
        found += [*due_lines(scene), *_white_gandalf(scene), *_lost(scene), *_captured(scene)]
    return tuple(found)


def _rests(scene: Scene) -> Iterator[Line]:
    """Markers that should lie in the box of the group whose other cards theirs holds (4.1)."""
    for one, into in sorted({} if scene.hidden is None else scene.hidden.chains.items()):
        first, rest = find_display_box(one), find_display_box(into)
        piece = None if rest is None else piece_of_box(scene.public.table, scene.hidden, rest)
        if first is None or rest is None or piece is None or piece.place == OFF:
            continue
        yield Line(
            f"Marker {box_title(rest)} stands at {place_words(piece.place)}; while its box holds "
            f"the rest of a group it lies in box {box_title(first)}.",
            "4.1",
        )


def _fellowship(scene: Scene, group: OwnGroup) -> Iterator[Line]:
    yield from _enhancements(scene, group)
    present = [one for one in group.members if one.condition is not Condition.LEAVES]
    living = [one for one in present if one.condition is not Condition.DEAD]
    title = f"Box {box_title(group.box)}"
    if present != list(group.members):
        text = (
            f"{title}: Gollum has more than twelve boxes and leaves the group. Take his card out "
            "of play; an event card may bring him back."
        )
        yield Line(text, "12.1")
    # Without modes 6.12 does not count: everybody walks (14.1).
    modes = not scene.public.switches.simple_movement
    if modes and SHIP in group.things and group.mode not in (None, Mode.SHIP_BOAT):
        text = (
            f"{title}: the Grey Havens ship goes in ship mode alone. Turn side 5 up, "
            "or leave it behind."
        )
        yield Line(text, "6.126")
    if group.mode is None or not present:
        return
    yield from _open_conditions(title, living)
    yield from _crowd(scene, title, group, living)
    if not any(one.is_conscious for one in present):
        yield Line(f"{title}: nobody is conscious. {_SNEAK} It neither moves nor splits.", "6.125")
        return
    races = [one.race for one in living]
    mode = group.mode if modes else Mode.FOOT
    must_turn = modes and mode is not Mode.SNEAK and SHIP not in group.things
    if must_turn and must_sneak(races):
        yield Line(f"{title}: Hobbits alone only sneak. {_SNEAK}", "6.122, 6.124")
    if mode is Mode.HORSE and not may_ride(races):
        text = f"{title}: more Hobbits and Dwarves than others do not ride. Turn side 3 (foot) up."
        yield Line(text, "6.122")
    load = load_of(present)
    if not can_carry(mode, load):
        text = (
            f"{title}: too many to carry. In {mode} mode it takes "
            f"{RATIO_WORDS[mode]}, Hobbits counting half. Leave some behind or stay."
        )
        yield Line(text, "6.125")


_SNEAK: Final = "Turn side 2 (sneak) up."


def load_of(members: list[Member]) -> Load:
    """Who bears and who is carried, in halves (6.125)."""
    halves = [(1 if one.race is Race.HOBBIT else 2, one.is_conscious) for one in members]
    return Load(
        bearers=sum(half for half, conscious in halves if conscious),
        carried=sum(half for half, conscious in halves if not conscious),
    )


def _open_conditions(title: str, living: list[Member]) -> Iterator[Line]:
    names = ", ".join(one.force.name for one in living if one.condition is Condition.OPEN)
    if names:
        text = (
            f"{title}: whether {names} can go on is open until you fill in the endurance number "
            "in the tab Wounds. Until then it counts as conscious here."
        )
        yield Line(text, "6.132")


def _crowd(scene: Scene, title: str, group: OwnGroup, living: list[Member]) -> Iterator[Line]:
    """More than seven stand together only in a Haven, a Hobbit counting half (7.8)."""
    place = find_hex(group.piece.place) if group.piece is not None else None
    in_haven = place is not None and scene.handbook.map.hex_type(place) is HexType.HAVEN
    halves = sum(one.force.counts for one in living)
    if place is not None and is_too_large(halves, in_haven=in_haven):
        text = (
            f"{title}: more than seven characters. As markers combine, part of them leaves for an "
            "adjacent hex of the Enemy's choice."
        )
        yield Line(text, "7.8")


def _enhancements(scene: Scene, group: OwnGroup) -> Iterator[Line]:
    place = find_hex(group.piece.place) if group.piece is not None else None
    known = scene.hidden.enhanced if scene.hidden is not None else {}
    for one in group.members:
        name = one.force.name
        if place is None:
            continue
        anywhere = scene.public.switches.sword_anywhere
        if name not in known and is_enhanced_at(name, place, sword_anywhere=anywhere):
            text = f"{name} comes by its better values here: press Enhanced at its card."
            yield Line(text, "6.14")
        if SECOND_SET not in known and has_second_set_at(name, place):
            text = f"{name} comes by his best values here: press Best values at his card."
            yield Line(text, "12.1")
        for feat in feats_here(name, place, scene.public.turn, known):
            text = f"{name} does something for your victory here: press {feat.label} at the card."
            yield Line(text, "12.1")
        if _finds_athelas(scene, name, place) and ATHELAS not in known:
            yield Line("Aragorn learns of athelas here: press Athelas at his card.", "15.12")


def _finds_athelas(scene: Scene, name: str, place: Hex) -> bool:
    return scene.public.switches.athelas and name == "Aragorn" and is_elf_haven(place)


def _captured(scene: Scene) -> Iterator[Line]:
    """Whose cards lie in no box because captors have them (15.31)."""
    names = "" if scene.hidden is None else ", ".join(scene.hidden.captured)
    if names:
        yield Line(f"Captured, in no box until free: {names}.", "15.31")


def _lost(scene: Scene) -> Iterator[Line]:
    """Somebody has fallen whose death ends the scenario (13.1, 13.2)."""
    if lost_by_deaths(scenario_named(scene.public.scenario), own_dead(scene)):
        yield Line("By your notes the scenario is lost: say so as your status ends.", "13.0")


def _enemy(scene: Scene, group: OwnGroup) -> Iterator[Line]:
    title = f"Box {box_title(group.box)}"
    away = scene.hidden.returns if scene.hidden is not None else {}
    nazgul = [one for one in group.members if one.force.kind == "nazgul"]
    for one in nazgul:
        if one.condition is Condition.LEAVES and one.force.name not in away:
            name = one.force.name
            text = f"{name} is over its endurance: it goes to Barad-dur. Say so at its card."
            yield Line(text, "6.261")
    if group.piece is None or group.mode in (None, Mode.DORMANT):
        return
    yield from _not_enabled(scene, group)
    if scene.public.switches.simple_movement:
        # Without modes 6.26 does not count either (14.1).
        return
    if nazgul and group.mode not in NAZGUL_MODES:
        text = f"{title}: Nazgul go neither on foot nor by water. Take up the mounts or part them."
        yield Line(text, "6.261, 7.8")
    for one in group.members:
        if one.force.kind != "guardian":
            continue
        modes = guardian_modes(one.force)
        if modes and group.mode not in modes:
            allowed = " or ".join(modes)
            yield Line(f"{one.force.name} goes in {allowed} mode only.", "6.262")
        elif modes[1:] and group.piece.id in scene.public.back_on_foot:
            text = f"{one.force.name} does not go back to foot once it went in {modes[0]} mode."
            yield Line(text, "6.262")


def _not_enabled(scene: Scene, group: OwnGroup) -> Iterator[Line]:
    """Red markers move freely, but one with fell creatures alone does not (6.25)."""
    free = scene.public.step is StepId.EP_MOVE_FREE and group.box.type is MarkerType.SAURONIC
    enabled = group.piece is not None and group.piece.id in scene.public.enabled
    if free and not enabled and all(needs_enabling(one.force) for one in group.members):
        text = f"Box {box_title(group.box)}: fell creatures without riders move only if enabled."
        yield Line(text, "6.25")


def _white_gandalf(scene: Scene) -> Iterator[Line]:
    hidden = scene.hidden
    if hidden is None or hidden.gandalf_fell is None or WHITE in hidden.boxes:
        return
    turn = hidden.gandalf_fell[0] + TURNS_AWAY
    where = ", ".join(place.label for place in where_he_comes(hidden, scene.handbook))
    places = f" at {where}" if where else " in the nearest Haven"
    if white_is_due(hidden, scene.public.turn):
        text = (
            f"Gandalf the White appears{places}: mobilize him in your status phase. If no marker "
            "of yours stands there, put one down."
        )
        yield Line(text, "6.11")
    elif scene.public.turn < turn:
        yield Line(f"Gandalf the White comes on turn {turn}{places}.", "6.11")


def _nazgul_returns(scene: Scene) -> Iterator[Line]:
    away = scene.hidden.returns if scene.hidden is not None else {}
    turn = scene.public.turn
    for name, one in sorted(away.items(), key=lambda item: (item[1].due, item[0])):
        why = f"{CAUSE_WORDS[one.cause]} on turn {one.turn}"
        if is_due(one, turn):
            text = (
                f"{name} ({why}) comes back in your status phase: mobilize it in Barad-dur, "
                "flying. It costs no mobilization and needs no enabling."
            )
            yield Line(text, "6.261")
        else:
            yield Line(f"{name} ({why}) is dormant in Barad-dur until turn {one.due}.", "6.261")
