"""The stages of one tile, in the order of the rules (HUNT-017 to HUNT-020)."""

from __future__ import annotations

from companion.games.hunt.companions import ability_of, name_of
from companion.games.hunt.events import CorruptionChanged
from companion.games.hunt.events_effect import CardPlayed, CasualtyChosen, CompanionLeft, GuideAsked
from companion.games.hunt.events_tile import (
    CAUSE_WORDS,
    FellowshipRevealed,
    StepSettled,
    TileDieRolled,
    TileDrawn,
    TilesOwed,
)
from companion.games.hunt.names import FREE, SHADOW, Cause
from companion.games.hunt.odds import tile_line
from companion.games.hunt.stage import (
    Answer,
    Ask,
    Events,
    Stage,
    die_wanted,
    number,
    place_fields,
    place_of,
    select,
)
from companion.games.hunt.state import PublicState, Pull, is_revealing
from companion.games.hunt.tiles import TILES, Bag, counts
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form, RollWanted

_FREE = "The Free Peoples player"
_SHADOW = "The Shadow player"
_EFFECTS = "Effects of the Hunt"
CASUALTY = "casualty of the Hunt"
_ENTERED = "entered"


def pull_of(public: PublicState) -> Pull:
    """The tile in hand.

    Raises:
        ValueError: there is none.
    """
    if public.pull is None:
        raise ValueError("no tile is in hand")
    return public.pull


def drawn(public: PublicState, tile: str, how: str = "drawn") -> Events:
    """A tile is drawn: a step in Mordor and the removal of Corruption follow at once."""
    entered = TileDrawn(tile=tile, how="entered" if how == _ENTERED else "drawn")
    events: Events = (entered if how != "last" else TileDrawn(tile=tile, how="last"),)
    kind = TILES[tile]
    if pull_of(public).cause == "mordor":
        events += (StepSettled(is_stopped=kind.stop),)
    if isinstance(kind.value, int) and kind.value < 0:
        events += (CorruptionChanged(by=kind.value, why=kind.name),)
    return events


def usable_ability(public: PublicState, pull: Pull) -> bool:
    """Whether the Guide can reduce the damage of this tile and was not asked yet."""
    if not pull.damage or public.guide in pull.asked_guides:
        return False
    match ability_of(public.guide):
        case "leaves-to-reduce":
            return True
        case "gollum":
            return public.hidden and not is_revealing(public, pull)
        case _:
            return False


def _damage_line(public: PublicState) -> str:
    pull = pull_of(public)
    return f"Tile {TILES[pull.tile].name} for {CAUSE_WORDS[pull.cause]}: {pull.damage} damage left."


class DrawTile(Stage):
    """The Shadow player draws a tile, or enters the one out of the real bag (HUNT-001)."""

    def ask(self, public: PublicState) -> Ask:
        """A lot, or which tile it was."""
        pull = pull_of(public)
        entries = tuple((tile.id, tile.name) for tile, _ in counts(public.pool))
        enter = Choice(action=_ENTERED, label="It was this tile")
        return Ask(
            key=f"draw.{len(public.pool)}",
            seat=SHADOW,
            sentence=f"Draw a tile for {CAUSE_WORDS[pull.cause]}, or enter the one you drew.",
            waiting=f"{_SHADOW} draws a tile for {CAUSE_WORDS[pull.cause]}.",
            section="The Hunt Pool",
            detail=(tile_line(public, pull.eye),),
            form=Form(
                fields=(select("tile", "Drawn from your own bag", entries),), choices=(enter,)
            ),
            roll=RollWanted(
                die=f"one of {len(public.pool)} tiles", sides=len(public.pool), lot=True
            ),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """The tile out of the real bag."""
        bag: Bag = public.pool
        return drawn(public, answer.text("tile") or bag[0], _ENTERED)

    def lot(self, public: PublicState, number: int) -> Events:
        """Every tile is equally likely, for a bag has no order."""
        return drawn(public, public.pool[number - 1])


class TileDie(Stage):
    """The die of a tile with a Die icon (HUNT-006)."""

    def ask(self, public: PublicState) -> Ask:
        """A roll."""
        return Ask(
            key="tile-die",
            seat=SHADOW,
            sentence="Roll a die: the result is the Hunt damage.",
            waiting=f"{_SHADOW} rolls for the damage of the tile.",
            section="Special Hunt Tiles",
            detail=(f"Tile {TILES[pull_of(public).tile].name}. Expected damage 3.50.",),
            roll=die_wanted(),
            purpose="damage of the tile",
        )

    def roll(self, public: PublicState, face: int) -> Events:
        """The damage."""
        return (TileDieRolled(face=face),)


class TableCard(Stage):
    """One card on the table may cancel or reduce the damage (HUNT-017)."""

    def ask(self, public: PublicState) -> Ask:
        """Which card, and by how much."""
        damage = pull_of(public).damage
        title = Field(name="title", label="Card on the table", kind="text")
        less = number("reduces", "Reduces the damage by", (1, damage), damage)
        return Ask(
            key="card",
            seat=FREE,
            sentence=f"{damage} Hunt damage. Use one card that is on the table, or none.",
            waiting=f"{_FREE} may use a card on the table.",
            section=_EFFECTS,
            detail=(_damage_line(public),),
            form=Form(
                fields=(title, less),
                choices=(
                    Choice(action="none", label="Use none", weight="primary"),
                    Choice(action="use", label="Use it"),
                ),
            ),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """Less damage, or as much as before."""
        if answer.action != "use":
            return (CardPlayed(),)
        reduces = answer.number("reduces", pull_of(public).damage)
        return (CardPlayed(reduces=reduces, title=answer.text("title")),)


class GuideAbility(Stage):
    """The Guide may reduce the damage (HUNT-018, HUNT-021)."""

    def ask(self, public: PublicState) -> Ask:
        """Whether it does."""
        gollum = ability_of(public.guide) == "gollum"
        name = name_of(public.guide)
        leaves = "is removed from the game" if public.mordor is not None else "is separated"
        what = "The Fellowship is revealed." if gollum else f"{name} {leaves}."
        return Ask(
            key=f"guide.{public.guide}",
            seat=FREE,
            sentence=f"{name} guides and can reduce the damage by 1.",
            waiting=f"{_FREE} may use the Guide's ability.",
            section=_EFFECTS,
            detail=(_damage_line(public),),
            form=Form(
                choices=(
                    Choice(action="keep", label="Do not use it", weight="primary"),
                    Choice(action="use", label="Reduce the damage by 1", detail=what),
                )
            ),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """The Companion leaves, or Gollum reveals the Fellowship."""
        guide = public.guide
        if answer.action != "use":
            return (GuideAsked(guide=guide),)
        if ability_of(guide) == "gollum":
            return (GuideAsked(guide=guide, reduces=1, bares=True),)
        how = "removed from the game" if public.mordor is not None else "separated"
        return (GuideAsked(guide=guide, reduces=1), CompanionLeft(companion=guide, how=how))


class Casualty(Stage):
    """One Companion may be lost to reduce the damage by its Level (HUNT-018, HUNT-022)."""

    def ask(self, public: PublicState) -> Ask:
        """The Guide, a random one, or none."""
        level = public.levels[public.guide]
        names = ", ".join(f"{name_of(one)} {public.levels[one]}" for one in public.companions)
        return Ask(
            key="casualty",
            seat=FREE,
            sentence=f"{pull_of(public).damage} Hunt damage. Take a casualty, or use the Ring.",
            waiting=f"{_FREE} may take a casualty.",
            section="Taking a Casualty",
            detail=(f"Levels: {names}.", _damage_line(public)),
            form=Form(
                choices=(
                    Choice(action="ring", label="Use the Ring", weight="primary"),
                    Choice(
                        action="guide",
                        label=f"{name_of(public.guide)} dies",
                        detail=f"The Guide, Level {level}.",
                        weight="grave",
                    ),
                    Choice(
                        action="random",
                        label="A random Companion dies",
                        detail="The Shadow player draws a counter face down.",
                        weight="grave",
                    ),
                )
            ),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """Who dies, if anybody does."""
        if answer.action == "guide":
            return (CompanionLeft(companion=public.guide, how=CASUALTY, absorbs=True),)
        return (CasualtyChosen(random=answer.action == "random"),)


class BlindDraw(Stage):
    """The Shadow player draws one of the Companions' counters face down (HUNT-022)."""

    def ask(self, public: PublicState) -> Ask:
        """A lot, or which counter it was."""
        entries = tuple((one, name_of(one)) for one in public.companions)
        return Ask(
            key="blind",
            seat=SHADOW,
            sentence="Draw a Companion's counter face down, or enter the one you drew.",
            waiting=f"{_SHADOW} draws a Companion's counter.",
            section="Taking a Casualty",
            detail=(_damage_line(public),),
            form=Form(
                fields=(select("counter", "Drawn from your own counters", entries),),
                choices=(Choice(action=_ENTERED, label="It was this counter"),),
            ),
            roll=RollWanted(
                die=f"one of {len(entries)} counters, face down", sides=len(entries), lot=True
            ),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """The counter that was drawn on the table."""
        return lost(answer.text("counter") or public.companions[0])

    def lot(self, public: PublicState, number: int) -> Events:
        """Every counter is equally likely."""
        return lost(public.companions[number - 1])


def lost(companion: str) -> Events:
    """A Companion is the casualty."""
    return (CompanionLeft(companion=companion, how=CASUALTY, absorbs=True),)


class Reveal(Stage):
    """The Fellowship is revealed: where, and which tiles that brings (HUNT-016, HUNT-020)."""

    def ask(self, public: PublicState) -> Ask:
        """Where it is and what is drawn for it."""
        at_home = public.where in ("stronghold", "minas-morgul", "morannon")
        stronghold = select(
            "stronghold",
            "A tile for a Shadow Stronghold",
            (("no", "No"), ("yes", "Yes: it is in one, leaves or enters it")),
            "yes" if at_home else "no",
        )
        events = number("events", "Tiles that events and abilities bring", (0, 5), 0)
        choice = Choice(action="reveal", label="Reveal the Fellowship", weight="primary")
        return Ask(
            key="reveal",
            seat=FREE,
            sentence="The Fellowship is revealed. Say where it is and which tiles that brings.",
            waiting="The Fellowship is revealed. The Free Peoples player says where.",
            section="Hunt effects when declaring or revealing",
            detail=("Events and abilities first, the Shadow Stronghold last.",),
            form=Form(fields=(*place_fields(public), events, stronghold), choices=(choice,)),
        )

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """Revealed, and tiles to be drawn."""
        region, where, progress = place_of(answer)
        revealed = FellowshipRevealed(region=region, where=where, progress=progress)
        event: tuple[Cause, ...] = ("event",)
        event *= answer.number("events")
        fort: tuple[Cause, ...] = ("stronghold",) if answer.text("stronghold") == "yes" else ()
        owed = (*event, *fort)
        return (revealed, TilesOwed(causes=owed)) if owed else (revealed,)
