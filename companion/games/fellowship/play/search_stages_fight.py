"""The stages of results that wait until all rolls are made: small groups, fights (8.33, 8.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.play import Noted, Reminded, ResultShown
from companion.games.fellowship.events.search import Probe, search_work
from companion.games.fellowship.facts.names import ENEMY, Race
from companion.games.fellowship.flow.explain import explained
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.search_facts import searched_hex
from companion.games.fellowship.play.search_stage import Stage, bad_input, key_of
from companion.games.fellowship.play.searching import (
    begin_retreat,
    change_probe,
    remind_of_blades,
    start_fight,
)
from companion.games.fellowship.rules.abilities import SHADOW_HEXES, may_be_spared
from companion.games.fellowship.rules.search_where import enemies_in
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState, Scene
from companion.games.fellowship.tables.cells import Lookup, UnknownCell
from companion.games.fellowship.tables.random_group import (
    CreatureMix,
    RandomGroup,
    look_up_random_group,
    parse_random_group,
    simple_group_size,
)
from companion.games.fellowship.tables.search_result import SearchCode
from companion.games.fellowship.tables.small_group import look_up_small_group, size_in_halves
from companion.table.ids import SeatId
from companion.table.values import Refusal, Roll
from companion.table.views import Choice, Field, Form

_replace = msgspec.structs.replace

_RACES: Final = (
    (Race.HOBBIT, "Hobbits"),
    (Race.MAN, "Men and Istari"),
    (Race.ELF, "Elves"),
    (Race.DWARF, "Dwarves"),
    (Race.OTHER, "Of no named race"),
)
_MIXES: Final = {
    CreatureMix.ANIMALS: "wolves, spiders and bats",
    CreatureMix.ASSASSIN: "assassins",
    CreatureMix.BATS: "bats and crebain",
    CreatureMix.CAVALRY: "men, mounted",
    CreatureMix.MEN: "men",
    CreatureMix.ORCS: "orcs",
    CreatureMix.ORCS_WOLVES: "orcs and wolves",
    CreatureMix.SPIDERS: "spiders",
    CreatureMix.TROLLS_ORCS: "trolls and orcs",
    CreatureMix.WOLVES: "wolves",
}


class Stand(Stage):
    """After an encounter without ambush the Fellowship retreats or fights (8.323)."""

    section = "8.323"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """For the choice."""
        return f"The Fellowship retreats from {probe.hex} or fights."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Retreat, or take it as FH."""
        return Ask(
            key=key_of(probe),
            sentence=f"Your group at {probe.hex} meets an encounter: retreat or fight.",
            section="8.323",
            form=Form(
                choices=(
                    Choice(action="retreat", label="Retreat", section="8.5"),
                    Choice(action="fight", label="Fight", detail="It counts as FH."),
                )
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """The retreat, or the choice of who fights."""
        if answer.action == "retreat":
            remind_of_blades(flow, (searched_hex(probe),))
            begin_retreat(flow, probe)
        else:
            choose_force(flow, _replace(probe, letter=SearchCode.FIGHT_HALF.value))
        return None


class Small(Stage):
    """A group of three or fewer may try to slip away before a fight (8.33)."""

    section = "8.33"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """The same whatever the size."""
        return f"The Fellowship may try to slip away from {probe.hex} with a small group."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Show number and races, or fight."""
        fields = tuple(
            Field(name=race.value, label=label, kind="number", value="0", minimum=0, maximum=9)
            for race, label in _RACES
        )
        return Ask(
            key=key_of(probe),
            sentence=f"Your group at {probe.hex} must fight ({probe.letter}), unless it is small "
            "and slips away.",
            section="8.33",
            detail=("To try, show how many there are of each race; three count as small.",),
            form=Form(
                fields=fields,
                choices=(
                    Choice(action="slip", label="Show them and try"),
                    Choice(action="fight", label="Fight"),
                ),
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """The numbers are public once shown."""
        if answer.action == "fight":
            choose_force(flow, probe)
            return None
        counts = [(race, label, answer.number(race.value) or 0) for race, label in _RACES]
        halves = size_in_halves([race for race, _, count in counts for _ in range(count)])
        if halves < 1:
            return bad_input("Enter how many there are of each race, at least one.", "8.33")
        shown = ", ".join(f"{label}: {count}" for _, label, count in counts if count)
        flow.add(Noted(text=f"The group at {probe.hex} shows itself: {shown}.", section="8.33"))
        if look_up_small_group(halves).is_allowed:
            change_probe(flow, _replace(probe, halves=halves, stage="small-roll"))
        else:
            flow.add(Noted(text="More than three cannot slip away.", section="8.33"))
            choose_force(flow, probe)
        return None


class SmallRoll(Stage):
    """The roll to slip away: 1-7, 1-5 or 1-3 by size (8.33)."""

    section = "8.33"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship rolls."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """For the roll."""
        return f"The Fellowship rolls to slip away from {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """The number that is needed."""
        needed = look_up_small_group(max(probe.halves, 1)).lookup.value or "?"
        return Ask(
            key=key_of(probe),
            sentence=f"Roll {needed} or less to slip away.",
            section="8.33",
            roll=GAME_ROLL,
            purpose="small group slips away",
            asked=True,
            lit=(probe.piece,),
        )

    def roll(self, flow: Flow, probe: Probe, roll: Roll) -> None:
        """Away, or into the fight."""
        found = look_up_small_group(max(probe.halves, 1), d10(roll))
        escapes = found.escapes is True
        flow.add(
            ResultShown(
                result=explained(
                    flow.handbook,
                    found.lookup,
                    title=f"Slipping away from {probe.hex}",
                    result="away" if escapes else "caught",
                    meaning="The group retreats." if escapes else "The group must fight.",
                    roll=roll,
                )
            )
        )
        if escapes:
            begin_retreat(flow, probe)
        else:
            choose_force(flow, probe)


def choose_force(flow: Flow, probe: Probe) -> None:
    """Who fights: asked where the Enemy could have minions there, else a random group (8.324)."""
    place = searched_hex(probe)
    if place.label in SHADOW_HEXES:
        change_probe(flow, _replace(probe, stage="shadow"))
        return
    battlefield = flow.handbook.map.is_battlefield(place)
    if isinstance(battlefield, UnknownCell):
        change_probe(flow, _replace(probe, stage="force"))
        flow.ask_cell(battlefield, ENEMY)
        return
    if battlefield or enemies_in(flow.public, place):
        change_probe(flow, _replace(probe, stage="force"))
        return
    half = probe.letter == SearchCode.FIGHT_HALF.value
    change_probe(flow, _replace(probe, stage="random", half_group=half))


MINIONS_WHEN: Final = (
    "Minions fight where a group of yours stands in the hex, or on a battlefield, where the Wight "
    "counts as there without a marker."
)
"""When the minions of a hex can be named; said whatever stands there."""


class Force(Stage):
    """The Enemy picks who fights: minions of the hex or a random group (8.324)."""

    section = "8.324"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Enemy."""
        return ENEMY_SEAT

    def waits(self, probe: Probe) -> str:
        """For the choice."""
        return f"The Enemy says who fights the group at {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """What the letter allows."""
        return Ask(
            key=key_of(probe),
            sentence=f"The group at {probe.hex} must fight ({probe.letter}): say who meets it.",
            section="8.324",
            detail=(MINIONS_WHEN,),
            form=Form(choices=_forces(probe.letter)),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Minions alone need no roll."""
        match answer.action:
            case "minions":
                start_fight(flow, f"{probe.letter}, minions", FightForce())
            case "minions-assassin":
                text = "Mix the assassin cards; the Enemy draws one, which fights beside minions."
                flow.add(Reminded(text=text, section="8.324"))
                force = FightForce(assassin=True)
                start_fight(flow, f"{probe.letter}, minions and an assassin", force)
            case "minions-half":
                change_probe(
                    flow, _replace(probe, stage="random", half_group=True, with_minions=True)
                )
            case _:
                half = probe.letter == SearchCode.FIGHT_HALF.value
                change_probe(flow, _replace(probe, stage="random", half_group=half))
        return None


def _forces(letter: str) -> tuple[Choice, ...]:
    half = "Half a random group" if letter == SearchCode.FIGHT_HALF.value else "A random group"
    group = Choice(action="random", label=half)
    if letter == SearchCode.FIGHT_ALL.value:
        return (
            group,
            Choice(action="minions-half", label="Minions and half a random group"),
            Choice(action="minions-assassin", label="Minions and one assassin"),
        )
    return (Choice(action="minions", label="Minions in the hex"), group)


class RandomGroupRoll(Stage):
    """The roll on T.6 for the creatures of the region (8.4)."""

    section = "8.4"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Enemy rolls."""
        return ENEMY_SEAT

    def waits(self, probe: Probe) -> str:
        """For the roll."""
        return f"The Enemy rolls for the random group at {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """One roll; a value that is missing is asked for afterwards."""
        return Ask(
            key=key_of(probe),
            sentence=f"Roll for the random group at {probe.hex}.",
            section="8.4",
            roll=GAME_ROLL,
            purpose=f"random group at {probe.hex}",
            asked=True,
            lit=(probe.piece,),
        )

    def roll(self, flow: Flow, probe: Probe, roll: Roll) -> None:
        """Keep the roll and look it up."""
        change_probe(flow, _replace(probe, rolled=roll, stage="random-look"))
        look_up_creatures(flow)


class RandomLook(RandomGroupRoll):
    """A cell of T.6 or the region is missing; the engine asks for it."""

    section = "8.4"

    def waits(self, probe: Probe) -> str:
        """For the cell."""
        return f"The random group at {probe.hex} waits for a value from the box."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Nothing but waiting."""
        return self.aside(scene, probe)


def look_up_creatures(flow: Flow) -> None:
    """Read T.6; where a cell is missing it is asked for, and this runs again afterwards."""
    probe = search_work(flow.public).probe
    if probe is None or probe.rolled is None or probe.stage != "random-look":
        return
    if flow.public.switches.simple_groups:
        _spare_or_meet(flow, probe, None)
        return
    found = creatures_of(flow.handbook, probe, probe.rolled)
    if isinstance(found, UnknownCell):
        flow.ask_cell(found, ENEMY)
        return
    mixed, count = _MIXES[found.group.mix], found.group.count
    shown = explained(
        flow.handbook,
        found.lookup,
        title=f"Random group at {probe.hex}, region {found.lookup.row}",
        result=found.printed.text,
        meaning=f"{count} {'creature card' if count == 1 else 'creature cards'}: {mixed}."
        + (" Half of the group comes, at least one card." if probe.half_group else ""),
        roll=probe.rolled,
    )
    flow.add(ResultShown(result=shown))
    _spare_or_meet(flow, probe, found.group.mix)


def _spare_or_meet(flow: Flow, probe: Probe, mix: CreatureMix | None) -> None:
    """The Fellowship is asked first where somebody could keep the creatures away (12.1)."""
    if may_be_spared(flow.public, flow.handbook, searched_hex(probe), mix):
        change_probe(flow, _replace(probe, stage="spare"))
    else:
        meet_creatures(flow, probe)


@dataclass(frozen=True, slots=True)
class Creatures:
    """A result of T.6 and how much of it counts."""

    lookup: Lookup
    printed: RandomGroup
    group: RandomGroup


def creatures_of(handbook: Handbook, probe: Probe, rolled: Roll) -> Creatures | UnknownCell:
    """What T.6 gives for the region of the hex, or the cell to ask for (8.4)."""
    region = handbook.map.random_region(searched_hex(probe))
    if isinstance(region, UnknownCell):
        return region
    lookup = look_up_random_group(handbook.tables, region, d10(rolled))
    if isinstance(lookup.cell, UnknownCell):
        return lookup.cell
    printed = parse_random_group(lookup.cell.value)
    return Creatures(lookup, printed, printed.half if probe.half_group else printed)


def meet_creatures(flow: Flow, probe: Probe) -> None:
    """The creatures that were rolled are drawn and fight."""
    if probe.rolled is None:
        return
    if flow.public.switches.simple_groups:
        _draw_from_one_deck(flow, probe, probe.rolled)
        return
    found = creatures_of(flow.handbook, probe, probe.rolled)
    if not isinstance(found, UnknownCell):
        _draw_from_mix(flow, probe, found)


def _draw_from_mix(flow: Flow, probe: Probe, found: Creatures) -> None:
    """The cards of the letter of T.6 are mixed (8.4); an assassin that comes alone ambushes."""
    if found.group.mix is CreatureMix.ASSASSIN and not probe.with_minions:
        text = "Mix the assassin cards; the Enemy draws one, which will ambush the group."
        flow.add(Reminded(text=text, section="T.6, 9.14"))
        cause = f"{probe.letter}, {found.printed.text}: ambush by an assassin"
        start_fight(flow, cause, FightForce(minions=False, ambush="assassin"))
        return
    mixed, count = _MIXES[found.group.mix], found.group.count
    draw = f"Mix the cards of {mixed}; the Enemy draws {count} for the fight at {probe.hex}."
    flow.add(Reminded(text=draw, section="8.4"))
    minions = "minions and " if probe.with_minions else ""
    half = " (half)" if probe.half_group else ""
    cause = f"{probe.letter}, {minions}{found.printed.text}{half}: {count} {mixed}"
    force = FightForce(mix=found.printed.text, count=count, minions=probe.with_minions)
    start_fight(flow, cause, force)


def _draw_from_one_deck(flow: Flow, probe: Probe, rolled: Roll) -> None:
    """All creature cards are one deck, and the roll says only how many (14.3)."""
    count = simple_group_size(d10(rolled), half=probe.half_group)
    draw = (
        f"Shuffle all creature cards together; the Enemy draws {count} for the fight at "
        f"{probe.hex}."
    )
    flow.add(Reminded(text=draw, section="14.3"))
    minions = "minions and " if probe.with_minions else ""
    cause = f"{probe.letter}, {minions}{count} creatures of one deck"
    start_fight(flow, cause, FightForce(count=count, minions=probe.with_minions))


FIGHT_STAGES: Final = {
    "stand": Stand(),
    "small": Small(),
    "small-roll": SmallRoll(),
    "force": Force(),
    "random": RandomGroupRoll(),
    "random-look": RandomLook(),
}
