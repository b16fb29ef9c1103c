"""How a game ends and who has won by how much (11.0, 12.1, 13.0, 15.18, 15.31).

Pure arithmetic on facts that are public once the game is over; `play.ending` gathers them.
"""

from __future__ import annotations

import enum
from collections.abc import Collection
from typing import Final

import msgspec

from companion.games.fellowship.facts.names import Race, RingbearerKind
from companion.games.fellowship.facts.roster import GANDALFS, GOLLUM, GREY, WHITE, find_force
from companion.games.fellowship.facts.scenarios import MEMBERS, EndRule, Scenario
from companion.games.fellowship.facts.turn_track import LAST_TURN
from companion.games.fellowship.rules.ring import RingHolder
from companion.games.fellowship.switches import Switches
from companion.games.fellowship.tables.cells import Part

MOUNT_DOOM: Final = "23,mn"
EARLY_TURN: Final = 6
"""Dissolving in this turn or before is rewarded (11.0)."""

_EARLY_CLASSES: Final = ("A", "B", "C", "D", "E", "F", "G")


class Ending(enum.StrEnum):
    """Why a game is over; the words are kept in journals."""

    DISSOLVED = "dissolved"
    """The Fellowship declares itself dissolved in its status phase (11.0)."""
    LAST_TURN = "last-turn"
    """The last turn is over (5.0, 11.0, 15.18)."""
    LOST_AT_SEA = "lost-at-sea"
    """The Ringbearer dies at sea, or the Ring is sunk on purpose (8.328, 11.0)."""
    ENEMY_HAS_IT = "enemy-has-it"
    """The Enemy has the Ring in a Garrisoned hex in its status phase (11.0)."""
    DESTROYED = "destroyed"
    """The Ring falls into the Crack of Doom (11.0)."""
    ISENGARD = "isengard"
    """Saruman's forces bring the Ring to Isengard (6.414, 11.0)."""
    MORIA = "moria"
    """The Balrog holds the Ring in Moria for a whole turn (15.17)."""
    IN_THE_SHADOW = "in-the-shadow"
    """The group with the Ring is destroyed in Barad-dur or at Mount Doom (12.2)."""
    GOAL = "goal"
    """A scenario's company has arrived (13.1, 13.2)."""
    DEATHS = "deaths"
    """A scenario is lost by who was killed (13.1, 13.2)."""


ENDING_WORDS: Final[dict[Ending, str]] = {
    Ending.DISSOLVED: "The Fellowship is dissolved.",
    Ending.LAST_TURN: "The players stop here: the last turn is over.",
    Ending.LOST_AT_SEA: "The Ring is lost at sea.",
    Ending.ENEMY_HAS_IT: "The Enemy has the Ring in a Garrisoned hex.",
    Ending.DESTROYED: "The Ring is destroyed.",
    Ending.ISENGARD: "Saruman's forces have the Ring in Isengard.",
    Ending.MORIA: "The Balrog has held the Ring in Moria for a turn.",
    Ending.IN_THE_SHADOW: "The group with the Ring is destroyed under the eyes of Sauron.",
    Ending.GOAL: "The company has arrived.",
    Ending.DEATHS: "Somebody was killed whose death ends the scenario.",
}
"""Each ending as a sentence, for players who end a game by hand."""


class Deaths(msgspec.Struct, frozen=True, kw_only=True):
    """Who counts as killed.

    Attributes:
        names: cards of characters that were killed.
        before: characters that a scenario counts as killed before it began (13.3).
    """

    names: tuple[str, ...] = ()
    before: int = 0

    @property
    def count(self) -> int:
        """How many: every character, decoys too, but neither Gollum nor things (11.0)."""
        counted = [name for name in self.names if counts_as_character(name)]
        return self.before + len(counted)


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """What the level of victory is read from while the Fellowship has the Ring (11.0).

    Attributes:
        ringbearer: who carries it: a column of the table.
        hex_class: class of the hex where it is: a row of the table.
        diseased: the Ringbearer has a diseased wound.
        ring_transfer: the Ringbearer's Ring transfer number less its marks.
        deaths: who was killed.
        turn: the turn in which the game ended.
        dissolved: it ended by dissolving the Fellowship.
        gollum: Gollum is shown to be with the Ringbearer as it is dissolved.
        gollum_cards: cards against that which the Enemy has played and that stand.
        gandalf_in_gondor: Gandalf has been in Edoras after turn 5, and in Minas Tirith.
        aragorn_by_the_paths: Aragorn has come through the Paths of the Dead to Minas Tirith.
        hobbit_delivered: a captured Hobbit was brought to a Garrisoned hex (15.31).
    """

    ringbearer: RingbearerKind
    hex_class: str
    diseased: bool = False
    ring_transfer: int = 12
    deaths: Deaths = Deaths()
    turn: int = LAST_TURN
    dissolved: bool = False
    gollum: bool = False
    gollum_cards: int = 0
    gandalf_in_gondor: bool = False
    aragorn_by_the_paths: bool = False
    hobbit_delivered: bool = False


def counts_as_character(name: str) -> bool:
    """Whether a card is a character whose death counts; Gollum cannot be killed (11.0, 12.1)."""
    force = find_force(name)
    return force is not None and force.kind in ("named", "ally", "decoy") and name != GOLLUM


def ringbearer_kind(name: str) -> RingbearerKind:
    """The column of the table for whoever carries the Ring (11.0)."""
    if name == "Frodo":
        return RingbearerKind.FRODO
    force = find_force(name)
    is_hobbit = force is not None and force.race is Race.HOBBIT
    return RingbearerKind.OTHER_HOBBIT if is_hobbit else RingbearerKind.NON_HOBBIT


def automatic_level(ending: Ending, holder: RingHolder) -> str | None:
    """The level that follows without the table, or None where the table decides (11.0).

    Gollum's having the Ring is not the Fellowship's having it, and the text names no level for it;
    it is taken as a Ring that nobody controls.
    """
    by_ending = {
        Ending.ENEMY_HAS_IT: "EP Total",
        Ending.IN_THE_SHADOW: "EP Total",
        Ending.DESTROYED: "FP Total",
        Ending.LOST_AT_SEA: "EP Tactical",
        Ending.ISENGARD: "Draw",
        Ending.MORIA: "Draw",
    }
    if ending in by_ending:
        return by_ending[ending]
    by_holder: dict[RingHolder, str | None] = {
        "fellowship": None,
        "enemy": "EP Major",
        "nobody": "EP Major",
        "gollum": "EP Major",
        "saruman": "EP Marginal",
        "balrog": "EP Marginal",
    }
    return by_holder[holder]


def killed_shift(killed: int) -> int:
    """What the number of characters killed is worth to the Fellowship (11.0).

    Raises:
        ValueError: a number below zero.
    """
    if killed < 0:
        raise ValueError(f"nobody can count {killed} killed")
    for most, value in ((1, 2), (3, 1), (6, 0), (11, -1)):
        if killed <= most:
            return value
    return -2


def transfer_shift(ring_transfer: int) -> int:
    """What the Ringbearer's Ring transfer number is worth, as its marks leave it (11.0)."""
    if ring_transfer < 6:
        return -2
    return -1 if ring_transfer <= 7 else 0


def gollum_shift(*, is_with_them: bool, cards: int) -> int:
    """What Gollum is worth as the Fellowship is dissolved (11.0).

    Args:
        is_with_them: he is shown to be with the Ringbearer.
        cards: cards of the Enemy against it that were not nullified; two are the most.

    Raises:
        ValueError: more cards than can count.
    """
    if cards not in (0, 1, 2):
        raise ValueError(f"no, one or two cards count against Gollum, got {cards}")
    return 1 - cards if is_with_them else 0


def overtime_shift(turn: int) -> int:
    """What turns beyond the twentieth cost: one level for every two of them (15.18)."""
    return -(max(turn - LAST_TURN, 0) // 2)


def shifts(account: Account, switches: Switches) -> tuple[Part, ...]:
    """Every shift with its reason, plus in the Fellowship's favour; zeros are left out (11.0).

    The number of characters killed is always named, since zero is one of its results.
    """
    killed = account.deaths.count
    early = account.dissolved and account.turn <= EARLY_TURN and account.hex_class in _EARLY_CLASSES
    gollum = account.dissolved and account.gollum
    paths = account.aragorn_by_the_paths
    transfer = account.ring_transfer
    delivered = switches.capturing and account.hobbit_delivered
    dead = account.deaths.names
    found = (
        Part("Ringbearer", -1 if account.diseased else 0, "has a diseased wound", "11.0"),
        Part("Ring transfer number", transfer_shift(transfer), f"is {transfer}", "11.0"),
        Part("Aragorn", -1 if "Aragorn" in dead else 0, "is dead", "11.0"),
        Part("Gandalf the White", -1 if WHITE in dead else 0, "is dead", "11.0"),
        Part("Characters killed", killed_shift(killed), f"{killed} in all", "11.0"),
        Part("Dissolved early", 3 if early else 0, f"on turn {account.turn}", "11.0"),
        Part(
            "Gollum",
            gollum_shift(is_with_them=gollum, cards=account.gollum_cards),
            f"with the Ringbearer; Enemy cards that stand: {account.gollum_cards}",
            "11.0",
        ),
        Part("Gandalf", int(account.gandalf_in_gondor), "in Edoras and Minas Tirith", "12.1"),
        Part(
            "Aragorn's way",
            (-1 if switches.paths_against else 1) if paths else 0,
            "through the Paths of the Dead to Minas Tirith",
            "12.1",
        ),
        Part("Captured Hobbit", -int(delivered), "brought to a Garrisoned hex", "15.31"),
        Part("Turns beyond 20", overtime_shift(account.turn), f"ended on {account.turn}", "15.18"),
    )
    return tuple(part for part in found if part.value or part.label == "Characters killed")


def last_turn(scenario: Scenario, switches: Switches) -> int:
    """The turn after which the game is over (5.0, 13.0, 15.18)."""
    return scenario.last_turn or switches.last_turn


def is_destroyed(*, holder: RingHolder, place: str, gollum: bool, passed: bool) -> bool:
    """Whether the Ring is destroyed in a Fellowship status phase (11.0).

    Args:
        holder: who controls it; the text's "EP" is a slip for the Fellowship.
        place: label of the hex where it is.
        gollum: Gollum is there.
        passed: the Ringbearer has made a Ring transfer roll.
    """
    return holder == "fellowship" and place == MOUNT_DOOM and (gollum or passed)


def is_lost_to_enemy(*, holder: RingHolder, garrisoned: bool) -> bool:
    """Whether the Enemy has won in its status phase (11.0)."""
    return holder == "enemy" and garrisoned


class Company(msgspec.Struct, frozen=True, kw_only=True):
    """Who stands together at a scenario's goal.

    Attributes:
        place: label of the hex.
        conscious: names of the characters that can act.
        unconscious: names of those that cannot; the dead do not count.
        ringbearer: who carries the Ring, if it is in this group.
    """

    place: str
    conscious: tuple[str, ...]
    unconscious: tuple[str, ...] = ()
    ringbearer: str = ""


def gathered(company: Company, scenario: Scenario) -> bool:
    """Whether the Fellowship has gathered (13.1).

    Eight of the nine, conscious, with the Ringbearer among the group, conscious or not. Gandalf is
    one of them, the Grey or the White.
    """
    members = {GREY if name == WHITE else name for name in company.conscious} & set(MEMBERS)
    has_ring = company.ringbearer in (*company.conscious, *company.unconscious)
    return company.place in scenario.goals and len(members) >= 8 and has_ring


def arrived(company: Company, scenario: Scenario) -> bool:
    """Whether the company of the middle scenario has arrived (13.2).

    At least eight characters, seven of them conscious: Aragorn or Gandalf, a Hobbit with the Ring,
    another Hobbit, a Dwarf, an Elf, a Man; Aragorn is a Man, Gandalf is not.
    """
    everybody = [
        name for name in (*company.conscious, *company.unconscious) if counts_as_character(name)
    ]
    conscious = [name for name in company.conscious if counts_as_character(name)]
    races = [force.race for name in everybody if (force := find_force(name)) is not None]
    return (
        company.place in scenario.goals
        and len(everybody) >= 8
        and len(conscious) >= 7
        and any(name in everybody for name in ("Aragorn", *GANDALFS))
        and company.ringbearer in everybody
        and ringbearer_kind(company.ringbearer) is not RingbearerKind.NON_HOBBIT
        and races.count(Race.HOBBIT) >= 2
        and all(race in races for race in (Race.DWARF, Race.ELF, Race.MAN))
    )


DEATH_WORDS: Final[dict[EndRule, str]] = {
    "gathering": "Aragorn or Gandalf the White is dead",
    "moves-south": "Gandalf the White, or both Aragorn and Gandalf the Grey, are dead",
}
"""Whose death ends a scenario (13.1, 13.2)."""


def lost_by_deaths(scenario: Scenario, dead: Collection[str]) -> bool:
    """Whether a scenario is over because of who was killed (13.1, 13.2)."""
    white = WHITE in dead
    match scenario.judged:
        case "gathering":
            return white or "Aragorn" in dead
        case "moves-south":
            return white or {"Aragorn", GREY} <= set(dead)
        case "level":
            return False


def scenario_winner(scenario: Scenario, ending: Ending) -> str | None:
    """Who wins a scenario that has a goal: ``fellowship`` or ``enemy``; None for the level table.

    What ends the game at once in 11.0 decides a scenario as well: whoever it favours has won.
    """
    if scenario.judged == "level":
        return None
    return "fellowship" if ending in (Ending.GOAL, Ending.DESTROYED) else "enemy"
