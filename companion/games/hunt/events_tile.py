"""Events of tiles: owed, drawn, put away, brought into play."""

from __future__ import annotations

from typing import Final, Literal

from companion.games.hunt.events import Placed, PublicEvent, replace
from companion.games.hunt.names import TITLES, Cause
from companion.games.hunt.state import Line, PublicState, Pull
from companion.games.hunt.tiles import (
    TILES,
    Bag,
    Tile,
    bag_of,
    standard_in,
    with_tile,
    without_tile,
)
from companion.table.events import Event
from companion.table.ids import SeatId
from companion.table.views import Explained
from companion.table.wording import number_text

CAUSE_WORDS: Final[dict[Cause, str]] = {
    "hunt": "the Hunt",
    "mordor": "the move on the Mordor Track",
    "declare": "the declaration",
    "event": "an event or ability",
    "stronghold": "the Shadow Stronghold",
}
_ORDER: Final[tuple[Cause, ...]] = ("hunt", "mordor", "declare", "event", "stronghold")


def _explained(tile: Tile, pull: Pull, damage: int) -> Explained:
    """A drawn tile for the screens."""
    if tile.value == "die":
        result, meaning = "a die", "The Hunt damage is the roll of a die."
    elif isinstance(tile.value, int) and tile.value < 0:
        result = number_text(tile.value)
        meaning = f"No Hunt damage; {-tile.value} Corruption is removed."
    else:
        result, meaning = f"{damage} damage", f"The Hunt damage is {damage}."
        if tile.value == "eye":
            meaning = f"An Eye counts {pull.eye} for {CAUSE_WORDS[pull.cause]}."
    stop = " With Stop: no step on the Mordor Track." if tile.stop else ""
    return Explained(
        title=f"Tile {tile.name} for {CAUSE_WORDS[pull.cause]}",
        parts=(),
        total=damage,
        result=result,
        meaning=meaning + stop,
        section="Determining Hunt Damage",
        source=tile.source,
    )


def with_pull(public: PublicState, **changes: object) -> PublicState:
    """The public state with something of the tile in hand changed, and play moved on."""
    pull = public.pull
    if pull is None:
        return public
    return replace(public, pull=replace(pull, **changes), visit=public.visit + 1)


class TilesOwed(PublicEvent, frozen=True, kw_only=True, tag="hunt-tiles-owed"):
    """Tiles are to be drawn: those of events and abilities first, of a Stronghold last (HUNT-016).

    Attributes:
        causes: one for each tile.
    """

    causes: tuple[Cause, ...]

    def apply(self, public: PublicState) -> PublicState:
        """In the order in which they are resolved."""
        owed = tuple(sorted((*public.owed, *self.causes), key=_ORDER.index))
        return replace(public, owed=owed, visit=public.visit + 1)


class PullBegun(PublicEvent, frozen=True, kw_only=True, tag="hunt-pull-begun"):
    """A tile is to be drawn.

    Attributes:
        cause: why.
        eye: what an Eye counts.
    """

    cause: Cause
    eye: int = 0

    def apply(self, public: PublicState) -> PublicState:
        """The tile in hand, still unknown."""
        owed = public.owed[1:] if public.owed[:1] == (self.cause,) else public.owed
        pull = Pull(cause=self.cause, eye=self.eye)
        return replace(public, owed=owed, pull=pull, visit=public.visit + 1)


class TileDrawn(PublicEvent, frozen=True, kw_only=True, tag="hunt-tile-drawn"):
    """A tile comes out of the Hunt Pool.

    Attributes:
        tile: its id.
        how: drawn by the system, drawn from the real bag and entered, or the last in the bag.
    """

    tile: str
    how: Literal["drawn", "entered", "last"]

    def apply(self, public: PublicState) -> PublicState:
        """Out of the pool; its damage is known but where a die is to be rolled."""
        pull = public.pull
        if pull is None:
            return public
        value = TILES[self.tile].value
        damage = pull.eye if value == "eye" else 0 if value == "die" else max(0, value)
        public = replace(
            public,
            pool=without_tile(public.pool, self.tile),
            drawn=with_tile(public.drawn, self.tile),
        )
        return replace(
            with_pull(public, tile=self.tile, damage=damage),
            result=_explained(TILES[self.tile], pull, damage),
        )

    def line(self, before: PublicState) -> Line:
        """What was drawn, why and how."""
        cause = CAUSE_WORDS[before.pull.cause] if before.pull else ""
        how = {"drawn": "drawn by the system", "entered": "from the bag", "last": "the last one"}
        return Line(text=f"A tile for {cause}: {TILES[self.tile].name} ({how[self.how]}).")


class TileDieRolled(PublicEvent, frozen=True, kw_only=True, tag="hunt-tile-die-rolled"):
    """The die of a tile with a Die icon is rolled, after the tile is known (HUNT-006)."""

    face: int

    def apply(self, public: PublicState) -> PublicState:
        """The damage."""
        return with_pull(public, face=self.face, damage=self.face)


class StepSettled(PublicEvent, frozen=True, kw_only=True, tag="hunt-step-settled"):
    """Whether a tile lets the Fellowship go on by a step on the Mordor Track (HUNT-030)."""

    is_stopped: bool

    def apply(self, public: PublicState) -> PublicState:
        """A step further, or not."""
        if public.mordor is None or self.is_stopped:
            return public
        return replace(public, mordor=public.mordor + 1)

    def line(self, before: PublicState) -> Line:
        """Which step."""
        step = before.mordor or 0
        if self.is_stopped:
            return Line(text=f"Stop: the Fellowship stays on step {step}.")
        return Line(text=f"The Fellowship reaches step {step + 1} of the Mordor Track.")


class FellowshipRevealed(Placed, frozen=True, kw_only=True, tag="hunt-revealed"):
    """The Fellowship is revealed, after every other effect of the tile (HUNT-014)."""

    def apply(self, public: PublicState) -> PublicState:
        """Revealed; on the Mordor Track it stays where it is."""
        if public.mordor is None:
            public = self.placed(public)
        public = replace(public, hidden=False)
        if public.pull is None:
            return replace(public, visit=public.visit + 1)
        return with_pull(public, bared=False)

    def line(self, before: PublicState) -> Line:
        """Where."""
        where = f"step {before.mordor} of Mordor" if before.mordor is not None else self.words()
        return Line(text=f"The Fellowship is revealed: {where}.")


class PullClosed(PublicEvent, frozen=True, kw_only=True, tag="hunt-pull-closed"):
    """A tile is dealt with."""

    def apply(self, public: PublicState) -> PublicState:
        """No tile in hand."""
        return replace(public, pull=None, visit=public.visit + 1)


class PoolRefilled(PublicEvent, frozen=True, kw_only=True, tag="hunt-pool-refilled"):
    """All tiles were used: the standard ones come back (HUNT-002)."""

    def apply(self, public: PublicState) -> PublicState:
        """The standard tiles that were drawn; special and removed ones stay out."""
        back = standard_in(public.drawn)
        drawn: Bag = tuple(tile for tile in public.drawn if tile not in back)
        return replace(public, pool=bag_of((*public.pool, *back)), drawn=drawn)

    def line(self, before: PublicState) -> Line:
        """How many."""
        return Line(text=f"The pool is empty: {len(standard_in(before.drawn))} tiles come back.")


class SpecialPlayed(PublicEvent, frozen=True, kw_only=True, tag="hunt-special-played"):
    """An event card brings a special tile into play (HUNT-004)."""

    seat: SeatId
    tile: str

    def apply(self, public: PublicState) -> PublicState:
        """Into the pool at once on the Mordor Track, else aside until then."""
        public = replace(public, unused=without_tile(public.unused, self.tile))
        if public.mordor is not None:
            return replace(public, pool=with_tile(public.pool, self.tile))
        return replace(public, aside=with_tile(public.aside, self.tile))

    def line(self, before: PublicState) -> Line:
        """Which, by whom and where it goes."""
        tile = TILES[self.tile]
        goes = "waits for Mordor" if before.mordor is None else "goes into the pool"
        who = TITLES[self.seat]
        return Line(text=f"The {who} player plays {tile.card}: the tile {tile.title} {goes}.")


Zone = Literal["pool", "drawn"]


class TileRemoved(PublicEvent, frozen=True, kw_only=True, tag="hunt-tile-removed"):
    """An event removes a tile from the game permanently (HUNT-002)."""

    tile: str
    zone: Zone

    def apply(self, public: PublicState) -> PublicState:
        """Out of the game."""
        kept = without_tile(public.pool if self.zone == "pool" else public.drawn, self.tile)
        removed = with_tile(public.removed, self.tile)
        if self.zone == "pool":
            return replace(public, pool=kept, removed=removed)
        return replace(public, drawn=kept, removed=removed)

    def line(self, before: PublicState) -> Line:
        """Which."""
        return Line(text=f"The tile {TILES[self.tile].name} is permanently removed.")


class TileBack(PublicEvent, frozen=True, kw_only=True, tag="hunt-tile-back"):
    """A drawn tile goes back into the pool by hand."""

    tile: str

    def apply(self, public: PublicState) -> PublicState:
        """In the pool again."""
        return replace(
            public,
            pool=with_tile(public.pool, self.tile),
            drawn=without_tile(public.drawn, self.tile),
        )

    def line(self, before: PublicState) -> Line:
        """Which."""
        return Line(text=f"By hand: the tile {TILES[self.tile].name} goes back into the pool.")


EVENTS: Final[tuple[type[Event], ...]] = (
    TilesOwed,
    PullBegun,
    TileDrawn,
    TileDieRolled,
    StepSettled,
    FellowshipRevealed,
    PullClosed,
    PoolRefilled,
    SpecialPlayed,
    TileRemoved,
    TileBack,
)
