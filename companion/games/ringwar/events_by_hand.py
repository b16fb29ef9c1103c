"""What players put right by hand: each of it is written into the log as done so."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.ringwar.events import PublicEvent, with_person
from companion.games.ringwar.events_people import Died, with_band_leaving
from companion.games.ringwar.names import SIDE_TITLES, PlayerSide, Side, wounds_words
from companion.games.ringwar.state import Public, Ring

_replace = msgspec.structs.replace

SPOTTED_WORDS: Final = {True: "spotted", False: "not spotted"}
ALIVE_WORDS: Final = {True: "dead", False: "alive"}
FREE_WORDS: Final = "nobody's captive"


class PersonCorrected(PublicEvent, frozen=True, kw_only=True, tag="rw-person-corrected"):
    """How somebody fares; what is left out stays as it is.

    Attributes:
        band: the Orcs whose captive he is, 0 for nobody's.
    """

    name: str
    wounds: int | None = None
    is_spotted: bool | None = None
    is_dead: bool | None = None
    band: int | None = None

    def apply(self, public: Public) -> Public:
        """So he fares."""
        changes = {
            key: value
            for key, value in (("wounds", self.wounds), ("is_spotted", self.is_spotted))
            if value is not None
        }
        public = with_person(public, self.name, **changes)
        if self.band is not None:
            public = self._captive(public, self.band)
        if self.is_dead is None:
            return public
        if self.is_dead:
            return Died(name=self.name).apply(self._captive(public, 0))
        return with_person(public, self.name, is_dead=False)

    def _captive(self, public: Public, number: int) -> Public:
        before = public.people[self.name].band
        band = public.band(number)
        if band is not None:
            public = with_person(public, self.name, band=number, place=band.place)
            public = with_band_leaving(public, number, leaving=False)
        else:
            public = with_person(public, self.name, band=None)
        if before not in (None, number) and not public.captives(before or 0):
            public = with_band_leaving(public, before or 0, leaving=True)
        return public

    def line(self, public: Public) -> str:
        """What was put right."""
        words = [] if self.wounds is None else [wounds_words(self.wounds)]
        words += [] if self.is_spotted is None else [SPOTTED_WORDS[self.is_spotted]]
        words += [] if self.is_dead is None else [ALIVE_WORDS[self.is_dead]]
        if self.band is not None:
            words.append(f"captive of Orcs {self.band}" if self.band else FREE_WORDS)
        return f"By hand: {self.name}: {', '.join(words)}."


class RingPut(PublicEvent, frozen=True, kw_only=True, tag="rw-ring-put"):
    """Where the Ring is.

    Attributes:
        bearer: who has it, empty while it lies.
        place: where it lies, empty while somebody has it.
        is_worn: whether the bearer has it on.
        side: who controls the bearer.
    """

    bearer: str = ""
    place: str = ""
    is_worn: bool = False
    side: Side = "none"

    def apply(self, public: Public) -> Public:
        """It is there."""
        ring = Ring(bearer=self.bearer, place=self.place, is_worn=self.is_worn)
        public = _replace(public, ring=ring)
        return with_person(public, self.bearer, side=self.side) if self.bearer else public

    def line(self, public: Public) -> str:
        """Where."""
        if not self.bearer:
            return f"By hand: the Ring lies at {self.place}."
        if self.is_worn:
            return f"By hand: {self.bearer} wears the Ring."
        return f"By hand: {self.bearer} has the Ring."


class PointsCounted(PublicEvent, frozen=True, kw_only=True, tag="rw-points-counted"):
    """Shadow Points and searches that are left."""

    shadow: int
    searches: int

    def apply(self, public: Public) -> Public:
        """So many."""
        return _replace(public, shadow=self.shadow, searches=self.searches)

    def line(self, public: Public) -> str:
        """How many."""
        return f"By hand: Shadow Points {self.shadow}, searches {self.searches}."


class BandGone(PublicEvent, frozen=True, kw_only=True, tag="rw-band-gone"):
    """Orcs leave the map; whom they carried is free where he stands."""

    number: int

    def apply(self, public: Public) -> Public:
        """They are off."""
        for captive in public.captives(self.number):
            public = with_person(public, captive.name, band=None)
        left = tuple(band for band in public.bands if band.number != self.number)
        return _replace(public, bands=left)

    def line(self, public: Public) -> str:
        """Which."""
        return f"By hand: Orcs {self.number} leave the map."


class CitadelPut(PublicEvent, frozen=True, kw_only=True, tag="rw-citadel-put"):
    """Whose a citadel is."""

    place: str
    side: PlayerSide

    def apply(self, public: Public) -> Public:
        """It is that side's."""
        others = tuple(place for place in public.fallen if place != self.place)
        fallen = (*others, self.place) if self.side == "dark" else others
        return _replace(public, fallen=fallen)

    def line(self, public: Public) -> str:
        """Which, whose."""
        return f"By hand: {self.place} is the {SIDE_TITLES[self.side]}'s."
