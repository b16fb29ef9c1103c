"""The Companions: Levels and the Guide's abilities that touch the Hunt, with their source."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Ability = Literal["", "hides-with-any", "leaves-to-reduce", "gollum"]
"""What a Guide can do about the Hunt: hide the Fellowship with any die result; leave the Fellowship
to reduce the damage by one; make a numbered tile's Reveal icon void, and reveal the Fellowship to
reduce the damage by one."""

LEVEL_SOURCE: Final = (
    "one public transcription of the character cards; Gimli's Level is in the rules too"
)
"""Of what kind the source is, as screens say it; `docs/games-hunt.md` names it."""


class Companion(msgspec.Struct, frozen=True, kw_only=True):
    """A Companion, or Gollum, who guides but is none.

    Attributes:
        id: stable word, kept in journals.
        name: name.
        level: Level, 0 for Gollum who is no casualty.
        ability: what it can do about the Hunt as the Guide.
    """

    id: str
    name: str
    level: int
    ability: Ability = ""


GOLLUM: Final = "gollum"

COMPANIONS: Final = {
    one.id: one
    for one in (
        Companion(id="gandalf", name="Gandalf the Grey", level=3),
        Companion(id="strider", name="Strider", level=3, ability="hides-with-any"),
        Companion(id="boromir", name="Boromir", level=2),
        Companion(id="legolas", name="Legolas", level=2),
        Companion(id="gimli", name="Gimli", level=2),
        Companion(id="meriadoc", name="Meriadoc", level=1, ability="leaves-to-reduce"),
        Companion(id="peregrin", name="Peregrin", level=1, ability="leaves-to-reduce"),
        Companion(id=GOLLUM, name="Gollum", level=0, ability="gollum"),
    )
}
FELLOWSHIP: Final = tuple(name for name in COMPANIONS if name != GOLLUM)
"""All who can be with the Ring-bearers, in the order of their cards."""


def ability_of(guide: str) -> Ability:
    """What the Guide can do; nothing where there is no Guide."""
    return COMPANIONS[guide].ability if guide in COMPANIONS else ""


def name_of(companion: str) -> str:
    """Name of a Companion."""
    return COMPANIONS[companion].name
