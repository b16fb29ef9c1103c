"""The Ring by the book: numbers, marks, who takes it, who plays Saruman, what it gives (6.4).

Nothing here knows a game. Names are those of the roster; a name that is none has no race.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, MarkerType, Race, Seat
from companion.games.fellowship.facts.roster import GOLLUM, Force, find_force, forces_of

RingHolder = Literal["fellowship", "enemy", "saruman", "gollum", "balrog", "nobody"]
"""Who controls the Ring (6.41); the Balrog only where 15.17 is played."""

RINGBEARER_AT_START: Final = "Frodo"
"""The Ring begins with him (6.41)."""

WITCH_KING: Final = "Witch-king"
MOUTH: Final = "Mouth of Sauron"
SARUMAN: Final = "Saruman"
BALROG: Final = "Balrog"

RING_BONUS: Final = 4
"""Added to offensive rating, defensive rating and damage number while the Ring is worn (6.42)."""

NAZGUL_PENALTY: Final = 2
"""Taken off the bearer's defensive rating against attacks of Nazgul, never below 0 (6.42)."""

GOLLUM_ESCAPES: Final = 6
"""With the Ring in his hands Gollum gets away on this roll or less (6.415)."""

SARUMANS_GOAL: Final = "11,jk"
"""Isengard, where Saruman's forces bring the Ring (6.414)."""

GOLLUMS_GOAL: Final = "14,e"
"""The High Pass, where Gollum brings the Ring (6.415)."""

BALROGS_GOAL: Final = "14,h"
"""Moria, where the Balrog brings the Ring (15.17)."""

GOALS: Final[Mapping[RingHolder, str]] = {
    "saruman": SARUMANS_GOAL,
    "gollum": GOLLUMS_GOAL,
    "balrog": BALROGS_GOAL,
}
"""Where a holder has to go by the fastest route (6.414, 6.415, 15.17)."""


CARRIER_TYPES: Final[Mapping[RingHolder, MarkerType]] = {
    "enemy": MarkerType.SAURONIC,
    "saruman": MarkerType.SARUMAN,
    "gollum": MarkerType.FELLOWSHIP,
    "balrog": MarkerType.GUARDIAN,
}
"""Which markers can carry the Ring for a holder; one that nobody controls lies under any (6.4)."""


# --- The Ringbearer (6.411, 6.412) --------------------------------------------------------------


def is_hobbit(name: str) -> bool:
    """Whether a card is a Hobbit; Gollum is none that may be given the Ring (6.411)."""
    force = find_force(name)
    return force is not None and force.race is Race.HOBBIT and name != GOLLUM


def may_bear(name: str) -> bool:
    """Whether a card could be the Fellowship's Ringbearer at all: a character, never Gollum."""
    force = find_force(name)
    return (
        force is not None and force.seat == FELLOWSHIP and force.kind != "thing" and name != GOLLUM
    )


def bearers() -> tuple[Force, ...]:
    """Every character that could bear the Ring, in the order of the record sheet."""
    return tuple(force for force in forces_of(FELLOWSHIP) if may_bear(force.name))


def successors(group: Collection[str]) -> tuple[str, ...]:
    """Who may follow a Ringbearer that fell: a Hobbit where there is one, else anybody (6.411).

    Args:
        group: the characters that are left in the group.
    """
    able = sorted(name for name in group if may_bear(name))
    return tuple(name for name in able if is_hobbit(name)) or tuple(able)


def starting_number(name: str) -> int | None:
    """The Ring transfer number of a card before any mark, or None where the text has none."""
    force = find_force(name)
    return None if force is None else force.ring_transfer


def transfer_number(name: str, marks: Mapping[str, int]) -> int | None:
    """The number that a transfer roll has to stay under now: each mark lowers it by one (6.412)."""
    start = starting_number(name)
    return None if start is None else max(start - marks.get(name, 0), 0)


def is_turned(name: str, marks: Mapping[str, int]) -> bool:
    """The marks have come up to the number: the bearer is a minion now (6.412)."""
    return transfer_number(name, marks) == 0


def may_transfer(bearer: str) -> bool:
    """A Hobbit never gives the Ring away, anybody else may try (6.412)."""
    return not is_hobbit(bearer)


def must_transfer(bearer: str, group: Collection[str]) -> bool:
    """Whether the Fellowship has to try: a Hobbit is with a bearer who is none (6.412)."""
    return not is_hobbit(bearer) and any(is_hobbit(name) for name in group)


def receivers(bearer: str, group: Collection[str]) -> tuple[str, ...]:
    """To whom a transfer may be tried: to a Hobbit where it must be, else to anybody (6.412)."""
    return successors([name for name in group if name != bearer]) if may_transfer(bearer) else ()


def transfer_succeeds(roll: int, number: int) -> bool:
    """The roll has to be under the bearer's number, not equal to it (6.412)."""
    return roll < number


def status_mark(bearer: str) -> int:
    """Marks for one status phase in which the Fellowship's bearer has the Ring (6.412)."""
    return 0 if is_hobbit(bearer) else 1


# --- Who controls it (6.41, 6.413 to 6.415) -----------------------------------------------------


def player_of_saruman(ring: RingHolder, *, simple: bool = False) -> Seat:
    """Who moves and fights with Saruman's forces: the Enemy only while the Fellowship has it.

    Args:
        ring: who controls it.
        simple: only two sides can have it, and Saruman stays the Enemy's (14.2).
    """
    return ENEMY if simple or ring == "fellowship" else FELLOWSHIP


@dataclass(frozen=True, slots=True)
class Taking:
    """Who takes the Ring that the Fellowship has lost (6.413).

    Attributes:
        holder: who controls it then.
        candidates: who may have it in hand; empty where nobody does.
        chooser: the seat that picks one of several.
    """

    holder: RingHolder
    candidates: tuple[str, ...] = ()
    chooser: Seat | None = None


def who_takes(survivors: Sequence[str], *, gollum: bool = False, balrog: bool = False) -> Taking:
    """Who takes the Ring from a Ringbearer who was killed and not carried off (6.413, 6.415).

    Args:
        survivors: cards of the Enemy that are left where it was lost. Random creatures have none
            and count for nothing here, like fell creatures and Guardians.
        gollum: Gollum was in the group that lost it.
        balrog: the Balrog wants it as Saruman does, who comes before him (15.17).
    """
    found = [force for name in survivors if (force := find_force(name)) is not None]
    names = [force.name for force in found]
    if WITCH_KING in names:
        return Taking("enemy", (WITCH_KING,))
    if SARUMAN in names:
        return Taking("saruman", (SARUMAN,))
    if balrog and BALROG in names:
        return Taking("balrog", (BALROG,))
    nazgul = tuple(force.name for force in found if force.kind in ("nazgul", "mouth"))
    if nazgul:
        return Taking("enemy", nazgul, None if len(nazgul) == 1 else ENEMY)
    agents = tuple(force.name for force in found if force.kind in ("agent", "saruman-agent"))
    if agents:
        return Taking(holder_of(agents[0]), agents, None if len(agents) == 1 else FELLOWSHIP)
    return Taking("gollum", (GOLLUM,)) if gollum else Taking("nobody")


def who_takes_simply(survivors: Sequence[str]) -> Taking:
    """Who takes a lost Ring where only two sides can have it (14.2).

    Any Nazgul, the Mouth, Saruman or an agent that is there, for the Enemy; else it lies there for
    the first of them, or the first Fellowship group, that comes.

    Args:
        survivors: cards of the Enemy that are left where it was lost.
    """
    able = tuple(name for name in survivors if can_hold(name))
    if not able:
        return Taking("nobody")
    return Taking("enemy", able, None if len(able) == 1 else ENEMY)


def holder_of(name: str, *, simple: bool = False) -> RingHolder:
    """What control it means that a card has the Ring in hand (6.413, 6.414).

    Args:
        name: the card.
        simple: only two sides can have it (14.2).
    """
    force = find_force(name)
    if simple and force is not None:
        return "fellowship" if force.seat == FELLOWSHIP else "enemy"
    if name == GOLLUM:
        return "gollum"
    if name == BALROG:
        return "balrog"
    if force is None:
        return "nobody"
    if force.seat == FELLOWSHIP:
        return "fellowship"
    return "saruman" if force.kind in ("saruman", "saruman-agent") else "enemy"


def can_hold(name: str, *, balrog: bool = False) -> bool:
    """Whether an Enemy card may carry the Ring: neither Guardians nor fell creatures (6.413).

    Args:
        name: the card.
        balrog: the Balrog may (15.17).
    """
    force = find_force(name)
    if balrog and name == BALROG:
        return True
    return force is not None and force.kind in (
        "nazgul",
        "mouth",
        "agent",
        "saruman",
        "saruman-agent",
    )


def saruman_takes_over(ring: RingHolder, bearer: str, *, nazgul_there: bool) -> bool:
    """Whether Saruman takes the Ring from an agent of Sauron beside whom he ends a move (6.414).

    The Balrog does likewise where 15.17 is played.
    """
    force = find_force(bearer)
    is_agent = force is not None and force.kind == "agent"
    return ring == "enemy" and is_agent and not nazgul_there


def gollum_gets_away(roll: int) -> bool:
    """Whether Gollum, who struck the bearer down in an ambush, keeps the Ring (6.415)."""
    return roll <= GOLLUM_ESCAPES


def may_attack_at_once(ring: RingHolder, seat: Seat) -> bool:
    """Whether a seat's forces may fall on the group with the Ring without a search (6.413-6.415).

    The Enemy's own group is a target for the Fellowship alone, a third holder's for both.
    """
    match ring:
        case "enemy":
            return seat == FELLOWSHIP
        case "saruman" | "gollum" | "balrog":
            return True
        case "fellowship" | "nobody":
            return False


def may_block_features(seat: Seat, ring: RingHolder) -> bool:
    """The Fellowship may block features while it does not control the Ring (6.413, 7.33)."""
    return seat == ENEMY or ring != "fellowship"


# --- What it gives (6.42) -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Powers:
    """What the Ring does for its bearer in one combat round (6.42).

    Attributes:
        bonus: added to offensive rating, defensive rating and damage number if it is worn.
        nazgul_penalty: taken off the defensive rating against attacks of Nazgul, worn or not.
        disengages: the bearer gets away at the end of the round without a roll if it is worn.
    """

    bonus: int = 0
    nazgul_penalty: int = 0
    disengages: bool = False


def powers(
    ring: RingHolder,
    *,
    nazgul_against: bool = False,
    gandalf_against: bool = False,
    first_of_ambush: bool = False,
) -> Powers:
    """What the Ring gives in a round (6.42, 9.244).

    Args:
        ring: who controls it.
        nazgul_against: a Nazgul is still among the foes of the bearer.
        gandalf_against: Gandalf is in a Fellowship group that fights the bearer's group.
        first_of_ambush: the first segment of an ambush.
    """
    if ring == "nobody":
        return Powers()
    if ring == "fellowship" and nazgul_against:
        return Powers(nazgul_penalty=NAZGUL_PENALTY)
    if nazgul_against or gandalf_against or first_of_ambush:
        return Powers()
    return Powers(bonus=RING_BONUS, disengages=True)
