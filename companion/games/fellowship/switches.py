"""Rules that players may choose at the start: the simpler game (14) and the optional rules (15).

Each is a switch. What was chosen stands in `GameStarted.options`, is folded into
`PublicState.switches` and is asked there by the rules that it changes. Options that nobody named
are off, so that a game written down before a switch existed is read as it was played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from companion.games.fellowship.facts.scenarios import FULL_GAME, SCENARIOS
from companion.games.fellowship.facts.turn_track import LAST_TURN, TRACK_LENGTH
from companion.table.views import Field, Form, Option

SCENARIO: Final = "scenario"
LENGTH: Final = "last-turn"

Chapter = Literal["Simpler game", "Optional rules", "Where the rulebook is unclear"]
CHAPTERS: Final[dict[Chapter, str]] = {
    "Simpler game": "simpler",
    "Optional rules": "optional",
    "Where the rulebook is unclear": "readings",
}
"""The chapters of switches, each with the name of its option: words parted by commas."""


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen at the start; everything is off by default.

    Attributes:
        simple_movement: no transport modes (14.1).
        simple_ring: only two sides can have the Ring, and nobody passes it on (14.2).
        simple_groups: one deck of creatures, no table T.6 (14.3).
        simple_combat: attackers are dealt out evenly, no reserve (14.4).
        gollum_in_moria: Gollum may join the Ringbearer in Moria (15.11).
        athelas: Aragorn slows disease once he has been in an Elf Haven (15.12).
        sword_anywhere: any Elf Haven reforges Aragorn's sword (15.13).
        changing_hexes: mobilizations may make hexes worse (15.14, 15.15).
        lifted_limits: without the Ring the tied characters may go anywhere (15.16).
        balrog_and_ring: the Balrog wants the Ring for Moria (15.17).
        rumor_limit: what goes far stays near what started with it (15.21).
        treebeard: Treebeard may go to war (15.22).
        capturing: Hobbits are captured (15.31).
        woods_limit: neither fell creatures nor Drakes fight among trees (15.32).
        wide_double_damage: a roll below half the needed number does double damage (15.41).
        reversed_attack: at a blocked feature the Enemy attacks first (15.42).
        nazgul_destroyed: twice its endurance in a round destroys a Nazgul (15.43).
        gandalf_duel: Gandalf may hold a Guardian alone (15.44).
        paths_against: Aragorn's way through the Paths of the Dead counts for the Enemy, as the
            text has it, instead of for the Fellowship (12.1).
        ships_by_hex: a (S) of T.4 makes sea and coastal hexes active for everybody (8.1).
        last_turn: the turn with which the game ends (5.0, 15.18).
    """

    simple_movement: bool = False
    simple_ring: bool = False
    simple_groups: bool = False
    simple_combat: bool = False
    gollum_in_moria: bool = False
    athelas: bool = False
    sword_anywhere: bool = False
    changing_hexes: bool = False
    lifted_limits: bool = False
    balrog_and_ring: bool = False
    rumor_limit: bool = False
    treebeard: bool = False
    capturing: bool = False
    woods_limit: bool = False
    wide_double_damage: bool = False
    reversed_attack: bool = False
    nazgul_destroyed: bool = False
    gandalf_duel: bool = False
    paths_against: bool = False
    ships_by_hex: bool = False
    last_turn: int = LAST_TURN


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """How one switch is offered and shown.

    Attributes:
        field: its field of `Switches`.
        title: what is played when it is on.
        section: the rule.
        chapter: under which heading it stands.
    """

    field: str
    title: str
    section: str
    chapter: Chapter

    @property
    def option(self) -> str:
        """Its word among the ticks of its chapter."""
        return self.field.replace("_", "-")


def _switch(field: str, title: str, section: str) -> Switch:
    chapter: Chapter = "Optional rules"
    if section.startswith("14"):
        chapter = "Simpler game"
    elif not section.startswith("15"):
        chapter = "Where the rulebook is unclear"
    return Switch(field=field, title=title, section=section, chapter=chapter)


SWITCHES: Final = (
    _switch("simple_movement", "No transport modes", "14.1"),
    _switch("simple_ring", "Simple Ring: two holders, no transfers", "14.2"),
    _switch("simple_groups", "Simple random groups: one deck", "14.3"),
    _switch("simple_combat", "Simple combat: attackers dealt out evenly", "14.4"),
    _switch("gollum_in_moria", "Gollum may join in Moria", "15.11"),
    _switch("athelas", "Aragorn and athelas slow disease", "15.12"),
    _switch("sword_anywhere", "Aragorn's sword reforged in any Elf Haven", "15.13"),
    _switch("changing_hexes", "Mobilizations may change a hex type", "15.14, 15.15"),
    _switch("lifted_limits", "Movement limits lifted while the Ring is lost", "15.16"),
    _switch("balrog_and_ring", "The Balrog takes the Ring to Moria", "15.17"),
    _switch("rumor_limit", "Far-moving markers keep near their fellows", "15.21"),
    _switch("treebeard", "Treebeard may go to Isengard and Helm's Deep", "15.22"),
    _switch("capturing", "Hobbits are captured, not killed", "15.31"),
    _switch("woods_limit", "No fell creature or Drake fights in woods", "15.32"),
    _switch("wide_double_damage", "Double damage below half the needed number", "15.41"),
    _switch("reversed_attack", "Enemy attacks first at a blocked feature", "15.42"),
    _switch("nazgul_destroyed", "A Nazgul can be destroyed", "15.43"),
    _switch("gandalf_duel", "Gandalf may hold a Guardian alone", "15.44"),
    _switch("paths_against", "Aragorn taking the Paths of the Dead counts for the Enemy", "12.1"),
    _switch(
        "ships_by_hex",
        "Activity (S): sea and coast are searched for all, not for ships alone",
        "8.1, T.4",
    ),
)
"""Every switch that is on or off, in the order of the rulebook."""


class OptionError(ValueError):
    """An option of a game that nobody can follow; the text says what was expected."""


def read_switches(options: Mapping[str, str]) -> Switches:
    """The switches as the options of a game set them; names of other options are left alone.

    Raises:
        OptionError: a value that the option does not have.
    """
    chosen: dict[str, bool | int] = {}
    for chapter, name in CHAPTERS.items():
        known = {switch.option: switch.field for switch in SWITCHES if switch.chapter == chapter}
        ticked = [word for part in options.get(name, "").split(",") if (word := part.strip())]
        for word in ticked:
            if word not in known:
                expected = ", ".join(known)
                raise OptionError(f"{name}: expected some of {expected}, got {word!r}.")
            chosen[known[word]] = True
    chosen["last_turn"] = _last_turn(options.get(LENGTH, ""))
    return msgspec.convert(chosen, Switches)


def _last_turn(text: str) -> int:
    if not text:
        return LAST_TURN
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 else 0
    if not LAST_TURN <= number <= TRACK_LENGTH:
        expected = f"expected a turn from {LAST_TURN} to {TRACK_LENGTH}"
        raise OptionError(f"{LENGTH}: {expected}, got {text!r}.")
    return number


def checked_options(options: Mapping[str, str]) -> None:
    """See that every option exists and has a value that it can have.

    Raises:
        OptionError: it does not; the text names the option.
    """
    known = (SCENARIO, LENGTH, *CHAPTERS.values())
    unknown = sorted(set(options) - set(known))
    if unknown:
        raise OptionError(
            f"{unknown[0]} is no option of this game. Expected one of: {', '.join(known)}."
        )
    read_switches(options)
    scenario = options.get(SCENARIO, FULL_GAME)
    if scenario not in SCENARIOS:
        raise OptionError(f"{SCENARIO}: expected one of {', '.join(SCENARIOS)}, got {scenario!r}.")


def options_form() -> Form:
    """What the players choose before the first turn, with what is played if nobody chooses."""
    scenarios = tuple(
        Option(value=one.id, label=f"{one.title} ({one.section}), turns {one.turns_text}")
        for one in SCENARIOS.values()
    )
    turns = tuple(
        Option(value=str(turn), label=f"turn {turn}") for turn in range(LAST_TURN, TRACK_LENGTH + 1)
    )
    switches = tuple(
        Field(
            name=name,
            label=chapter,
            kind="ticks",
            options=tuple(
                Option(value=switch.option, label=f"{switch.title} ({switch.section})")
                for switch in SWITCHES
                if switch.chapter == chapter
            ),
        )
        for chapter, name in CHAPTERS.items()
    )
    return Form(
        fields=(
            Field(name=SCENARIO, label="Game", kind="select", options=scenarios, value=FULL_GAME),
            Field(
                name=LENGTH,
                label="Last turn, unless the chosen game has its own (15.18)",
                kind="select",
                options=turns,
                value=str(LAST_TURN),
            ),
            *switches,
        )
    )


def chosen_words(switches: Switches) -> tuple[str, ...]:
    """What is on, one line each, for every screen."""
    lines = [
        f"{switch.title} ({switch.section})"
        for switch in SWITCHES
        if getattr(switches, switch.field)
    ]
    if switches.last_turn != LAST_TURN:
        lines.append(f"The game ends with turn {switches.last_turn} (15.18)")
    return tuple(lines)
