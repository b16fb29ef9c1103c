"""What a seat's own notes say against the set-up of the scenario, told to that seat alone (10.0).

Who is in a group is secret, so none of this is counted in public; it stands under the cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.facts.names import FELLOWSHIP, place_words
from companion.games.fellowship.facts.roster import box_title, find_force, forces_of
from companion.games.fellowship.facts.scenarios import (
    FINAL_APPROACH,
    FULL_GAME,
    GATHERING,
    MOVES_SOUTH,
    Scenario,
    scenario_named,
)
from companion.games.fellowship.flow.own_groups import OwnGroup, own_groups
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.rules.set_up_zones import may_start, place_of
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Line, Scene

_SHIRE: Final = ("4,f", "5,ef")
_HOBBITS: Final = ("Frodo", "Sam", "Merry", "Pippin", "Shire Hobbit")
_SOUTH_STARTS: Final = ("2,f", "2,g", "12,e", "5,fg")
_LAST_STARTS: Final = ("21,de", "17,gh", "14,j", "12,l", "12,o")
_WITH_FRODO: Final = ("Aragorn", "Boromir", "Gimli", "Legolas", "Sam")
_FEWEST, _MOST = 3, 12
_DECOYS_OUT: Final = 5


def set_up_warnings(scene: Scene) -> tuple[Line, ...]:
    """What the owner should put right before the first turn; nothing once play has begun."""
    if scene.hidden is None:
        return ()
    scenario = scenario_named(scene.public.scenario)
    if scene.public.step not in (StepId.SETUP_ENEMY, StepId.SETUP_FELLOWSHIP):
        return ()
    groups = own_groups(scene)
    if scene.seat != FELLOWSHIP_SEAT:
        return tuple(_enemy(scene, scenario, groups))
    if scenario.id in (FULL_GAME, GATHERING):
        return tuple(_beginning(scene, scenario, groups))
    checks = _south if scenario.id == MOVES_SOUTH else _last
    return tuple(checks(scene, scenario, groups))


def _enemy(scene: Scene, scenario: Scenario, groups: tuple[OwnGroup, ...]) -> Iterator[Line]:
    guardians = 0
    for group in groups:
        place = place_of(group.piece.place) if group.piece is not None else None
        for member in group.members:
            if member.force.kind != "guardian":
                continue
            guardians += 1
            if scenario.id == FINAL_APPROACH and member.force.name == "Balrog":
                yield Line("The Balrog does not take part: take it out of its box.", "13.3")
            if (
                place is not None
                and may_start(scene.handbook.map, member.force.name, place) is False
            ):
                text = f"{member.force.name} may not start at {place}: see where it may."
                yield Line(text, "10.1")
    if scenario.guardians is not None and guardians > scenario.guardians:
        text = f"{guardians} Guardians lie in your boxes; {scenario.guardians} may be used."
        yield Line(text, scenario.section)


def _beginning(scene: Scene, scenario: Scenario, groups: tuple[OwnGroup, ...]) -> Iterator[Line]:
    yield from _not_in_a_box(scene, (*_HOBBITS, "Gandalf the Grey"), "10.2")
    for group in groups:
        for member in group.members:
            name = member.force.name
            allowed = _SHIRE if name in _HOBBITS else ("11,jk",)
            if name in (*_HOBBITS, "Gandalf the Grey"):
                yield from _stands_elsewhere(group, name, allowed, "10.2")
            else:
                yield Line(f"{name} is not in play yet: take the card out.", scenario.section)


def _south(scene: Scene, scenario: Scenario, groups: tuple[OwnGroup, ...]) -> Iterator[Line]:
    yield from _not_in_a_box(scene, scenario.mobilized, "13.2")
    fixed = {"Glorfindel": ("12,e",), "Tom Bombadil": ("5,fg",)}
    for group in groups:
        for name in (*(one.force.name for one in group.members), *group.things):
            if name not in scenario.mobilized:
                yield Line(f"{name} is not in play yet: take the card out.", "13.2")
                continue
            allowed = fixed.get(name, (*_SOUTH_STARTS, "@Harlindon Coast"))
            yield from _stands_elsewhere(group, name, allowed, "13.2")


def _last(scene: Scene, scenario: Scenario, groups: tuple[OwnGroup, ...]) -> Iterator[Line]:
    yield from _not_in_a_box(scene, scenario.mobilized, "13.3")
    hidden = scene.hidden
    boxes = hidden.boxes if hidden is not None else {}
    decoys = [force.name for force in forces_of(FELLOWSHIP) if force.is_decoy]
    out = len([name for name in decoys if name not in boxes])
    if out != _DECOYS_OUT:
        yield Line(f"{out} decoys are out of play; it should be {_DECOYS_OUT}.", "13.3")
    free = {name: group for group in groups for name in _free_names(group)}
    for name in _WITH_FRODO:
        if boxes.get(name) != boxes.get("Frodo"):
            yield Line(f"{name} starts with Frodo: lay the card into the same box.", "13.3")
    counts: dict[str, int] = {}
    for name, group in free.items():
        yield from _stands_elsewhere(group, name, _LAST_STARTS, "13.3")
        label = _label(group)
        if label:
            counts[label] = counts.get(label, 0) + 1
    for label, count in sorted(counts.items()):
        if not _FEWEST <= count <= _MOST and label in _LAST_STARTS:
            text = f"{count} characters start at {label}; it should be {_FEWEST} to {_MOST}."
            yield Line(text, "13.3")


def _free_names(group: OwnGroup) -> list[str]:
    """The characters of a group that may start in any of the five Havens: no limit binds them."""
    return [one.force.name for one in group.members if one.force.limit is None]


def _not_in_a_box(scene: Scene, names: tuple[str, ...], section: str) -> Iterator[Line]:
    boxes = scene.hidden.boxes if scene.hidden is not None else {}
    left = [name for name in names if name not in boxes and not _is_ring(name)]
    if left:
        yield Line(f"In play, but in no box yet: {', '.join(left)}.", section)


def _is_ring(name: str) -> bool:
    """The Ring's card may lie anywhere: who has it is noted by itself."""
    force = find_force(name)
    return force is not None and force.name == "The Ring"


def _label(group: OwnGroup) -> str:
    if group.piece is None:
        return ""
    place = find_hex(group.piece.place)
    return group.piece.place if place is None else place.label


def _stands_elsewhere(
    group: OwnGroup, name: str, allowed: tuple[str, ...], section: str
) -> Iterator[Line]:
    label = _label(group)
    if label and label not in allowed:
        where = " or ".join(place_words(place) for place in allowed)
        stands = place_words(label)
        text = f"{name} (box {box_title(group.box)}) stands at {stands}; it starts at {where}."
        yield Line(text, section)
