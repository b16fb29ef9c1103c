"""What happens to people, Orcs, the Ring and magic cards. Each event folds itself."""

from __future__ import annotations

import msgspec

from companion.games.ringwar.events import PublicEvent, with_person
from companion.games.ringwar.names import DARK, Kind, Side, wounds_words
from companion.games.ringwar.state import Band, Person, Public, Ring

_replace = msgspec.structs.replace


class PersonPlaced(PublicEvent, frozen=True, kw_only=True, tag="rw-person-placed"):
    """Somebody is set up on the map."""

    name: str
    side: Side
    kind: Kind
    place: str

    def apply(self, public: Public) -> Public:
        """He stands there."""
        person = Person(name=self.name, side=self.side, kind=self.kind, place=self.place)
        return _replace(public, people={**public.people, self.name: person})


class PeopleMoved(PublicEvent, frozen=True, kw_only=True, tag="rw-people-moved"):
    """Somebody goes to a hex; those who go on by themselves say so.

    Attributes:
        by_hand: put right by a player, against or beside the rules.
        done: whether their movement of this turn is over with it.
    """

    names: tuple[str, ...]
    place: str
    by_hand: bool = False
    done: bool = False

    def apply(self, public: Public) -> Public:
        """They stand there."""
        for name in self.names:
            person = public.people.get(name)
            if person is None:
                continue
            moved = person.has_moved or self.done
            public = with_person(public, name, place=self.place, has_moved=moved)
        return public

    def line(self, public: Public) -> str:
        """Who, where to."""
        how = " (by hand)" if self.by_hand else ""
        return f"{', '.join(self.names)} to {self.place}{how}."


class MoveFinished(PublicEvent, frozen=True, kw_only=True, tag="rw-move-finished"):
    """These have moved in this turn."""

    names: tuple[str, ...]

    def apply(self, public: Public) -> Public:
        """They do not move again."""
        for name in self.names:
            public = with_person(public, name, has_moved=True)
        return public


class Spotted(PublicEvent, frozen=True, kw_only=True, tag="rw-spotted"):
    """Characters are spotted until the end of the game turn."""

    names: tuple[str, ...]
    place: str

    def apply(self, public: Public) -> Public:
        """They are."""
        for name in self.names:
            public = with_person(public, name, is_spotted=True)
        return public

    def line(self, public: Public) -> str:
        """Who, where."""
        return f"Spotted at {self.place}: {', '.join(self.names)}."


class BandPlaced(PublicEvent, frozen=True, kw_only=True, tag="rw-band-placed"):
    """Orcs come to a hex. They leave at the end of the turn unless they capture somebody."""

    place: str
    home: str

    def apply(self, public: Public) -> Public:
        """There is one band more."""
        number = public.band_count + 1
        band = Band(number=number, place=self.place, home=self.home, is_leaving=True)
        return _replace(public, bands=(*public.bands, band), band_count=number)

    def line(self, public: Public) -> str:
        """Where."""
        return f"Orcs {public.band_count + 1} come to {self.place}."


class BandMoved(PublicEvent, frozen=True, kw_only=True, tag="rw-band-moved"):
    """Orcs carry their captives on."""

    number: int
    place: str

    def apply(self, public: Public) -> Public:
        """They stand there, and who they carry with them."""
        for captive in public.captives(self.number):
            public = with_person(public, captive.name, place=self.place)
        bands = tuple(
            _replace(one, place=self.place, has_moved=True) if one.number == self.number else one
            for one in public.bands
        )
        return _replace(public, bands=bands)

    def line(self, public: Public) -> str:
        """Where to."""
        return f"Orcs {self.number} carry their captives to {self.place}."


class Captured(PublicEvent, frozen=True, kw_only=True, tag="rw-captured"):
    """Orcs have somebody."""

    name: str
    band: int

    def apply(self, public: Public) -> Public:
        """He is theirs, and they stay."""
        public = with_person(public, self.name, band=self.band, has_moved=True)
        return with_band_leaving(public, self.band, leaving=False)

    def line(self, public: Public) -> str:
        """Who."""
        return f"Orcs {self.band} capture {self.name}."


def with_band_leaving(public: Public, number: int, *, leaving: bool) -> Public:
    """The public state with a band that goes off the map at the end of the turn, or stays."""
    bands = tuple(
        _replace(one, is_leaving=leaving) if one.number == number else one for one in public.bands
    )
    return _replace(public, bands=bands)


class EscapeTried(PublicEvent, frozen=True, kw_only=True, tag="rw-escape-tried"):
    """A captive's escape of this turn is settled."""

    name: str
    freed: bool

    def apply(self, public: Public) -> Public:
        """He is free, or still a captive; Orcs without captives leave."""
        person = public.people[self.name]
        band = person.band
        if not self.freed or band is None:
            return with_person(public, self.name, has_tried=True)
        public = with_person(public, self.name, has_tried=True, band=None)
        if not public.captives(band):
            public = with_band_leaving(public, band, leaving=True)
        return public

    def line(self, public: Public) -> str:
        """How it went."""
        return f"{self.name} {'escapes' if self.freed else 'stays a captive'}."


class Wounded(PublicEvent, frozen=True, kw_only=True, tag="rw-wounded"):
    """Somebody has more wounds, or fewer."""

    name: str
    wounds: int

    def apply(self, public: Public) -> Public:
        """The new sum, never below none."""
        wounds = public.people[self.name].wounds + self.wounds
        return with_person(public, self.name, wounds=max(0, wounds))

    def line(self, public: Public) -> str:
        """How many now."""
        now = max(0, public.people[self.name].wounds + self.wounds)
        return f"{self.name} has {wounds_words(now)}."


class Died(PublicEvent, frozen=True, kw_only=True, tag="rw-died"):
    """Somebody is dead; the magic cards he held lie where he fell."""

    name: str

    def apply(self, public: Public) -> Public:
        """He is out of the game."""
        person = public.people[self.name]
        public = with_person(public, self.name, is_dead=True, magic=())
        lying = (*public.magic_at.get(person.place, ()), *person.magic)
        return _replace(public, magic_at={**public.magic_at, person.place: lying})

    def line(self, public: Public) -> str:
        """Who."""
        return f"{self.name} is killed."


# --- the Ring ----------------------------------------------------------------------------------


class RingWorn(PublicEvent, frozen=True, kw_only=True, tag="rw-ring-worn"):
    """The bearer puts the Ring on: no enemy sees him any more in this turn."""

    def apply(self, public: Public) -> Public:
        """It is on."""
        public = with_person(public, public.ring.bearer, is_spotted=False)
        return _replace(public, ring=_replace(public.ring, is_worn=True))

    def line(self, public: Public) -> str:
        """Who."""
        return f"{public.ring.bearer} puts the Ring on."


class RingTakenOff(PublicEvent, frozen=True, kw_only=True, tag="rw-ring-taken-off"):
    """The bearer has taken the Ring off."""

    def apply(self, public: Public) -> Public:
        """It is off."""
        return _replace(public, ring=_replace(public.ring, is_worn=False))

    def line(self, public: Public) -> str:
        """Who."""
        return f"{public.ring.bearer} takes the Ring off."


class RingPassed(PublicEvent, frozen=True, kw_only=True, tag="rw-ring-passed"):
    """The Ring has a new bearer, or lies in a hex.

    Attributes:
        bearer: who has it now, empty while it lies.
        place: where it lies, empty while somebody has it.
        side: who controls the bearer from now on.
    """

    bearer: str = ""
    place: str = ""
    side: Side = DARK

    def apply(self, public: Public) -> Public:
        """It is there, not worn."""
        public = _replace(public, ring=Ring(bearer=self.bearer, place=self.place))
        return with_person(public, self.bearer, side=self.side) if self.bearer else public

    def line(self, public: Public) -> str:
        """Where."""
        return f"{self.bearer} has the Ring." if self.bearer else f"The Ring lies at {self.place}."


# --- magic cards -------------------------------------------------------------------------------


class MagicLaid(PublicEvent, frozen=True, kw_only=True, tag="rw-magic-laid"):
    """A magic card lies in its hex."""

    card: str
    place: str

    def apply(self, public: Public) -> Public:
        """It can be had there."""
        lying = (*public.magic_at.get(self.place, ()), self.card)
        return _replace(public, magic_at={**public.magic_at, self.place: lying})


class MagicTaken(PublicEvent, frozen=True, kw_only=True, tag="rw-magic-taken"):
    """A character takes a magic card that lies in his hex."""

    name: str
    card: str

    def apply(self, public: Public) -> Public:
        """He has it."""
        person = public.people[self.name]
        lying = tuple(card for card in public.magic_at.get(person.place, ()) if card != self.card)
        public = _replace(public, magic_at={**public.magic_at, person.place: lying})
        return with_person(public, self.name, magic=(*person.magic, self.card))

    def line(self, public: Public) -> str:
        """Who, which."""
        return f"{self.name} takes {self.card}."


class MagicGiven(PublicEvent, frozen=True, kw_only=True, tag="rw-magic-given"):
    """A magic card goes from one character to another."""

    name: str
    to: str
    card: str

    def apply(self, public: Public) -> Public:
        """The other has it."""
        public = _without_card(public, self.name, self.card)
        return with_person(public, self.to, magic=(*public.people[self.to].magic, self.card))

    def line(self, public: Public) -> str:
        """Who, to whom."""
        return f"{self.name} gives {self.card} to {self.to}."


class MagicGone(PublicEvent, frozen=True, kw_only=True, tag="rw-magic-gone"):
    """A magic card is discarded or used up: it is out of the game."""

    name: str
    card: str
    used: bool = False

    def apply(self, public: Public) -> Public:
        """He has it no longer."""
        return _without_card(public, self.name, self.card)

    def line(self, public: Public) -> str:
        """Who, which, how."""
        return f"{self.name} {'uses' if self.used else 'discards'} {self.card}."


class MagicUsed(PublicEvent, frozen=True, kw_only=True, tag="rw-magic-used"):
    """A magic card that stays is used."""

    name: str
    card: str

    def line(self, public: Public) -> str:
        """Who, which."""
        return f"{self.name} uses {self.card}."


def _without_card(public: Public, name: str, card: str) -> Public:
    held = public.people[name].magic
    return with_person(public, name, magic=tuple(one for one in held if one != card))
