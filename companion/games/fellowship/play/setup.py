"""Setting up before the first turn (10.0, 13.0): the Enemy first, then the Fellowship.

The camera counts colours, sides and places; what is missing or wrong is said with how to mend it.
Nobody is held up: the players may go on with whatever stands there, and that is written down.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from companion.games.fellowship.events.play import Noted
from companion.games.fellowship.facts.roster import MARKER_SUPPLY
from companion.games.fellowship.facts.scenarios import scenario_named
from companion.games.fellowship.flow.steps import Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.set_up_check import Finding, check_set_up, is_complete
from companion.games.fellowship.seats import ENEMY_SEAT, marker_type_of, seat_word
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import SeatId
from companion.table.values import Piece, Refusal

_HEADS = {"missing": "Missing", "wrong": "Wrong", "open": "Not checked"}


class SetUp(Handler):
    """One side puts its markers down, names them for itself and lays its cards into boxes."""

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Setting up is a hidden choice: it waits for its seat."""
        return False

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Either side may put its markers down: the order matters to players, not to the table."""
        return True

    def ask(self, scene: Scene) -> Ask:
        """What to put where, and what the camera counts so far; the count is there for all."""
        public = scene.public
        scenario = scenario_named(public.scenario)
        findings = findings_of(public, scene.handbook, self._seat)
        troubled = tuple(
            number for one in findings if one.kind in ("wrong", "open") for number in one.pieces
        )
        if scene.seat != self._seat:
            return Ask(
                key="set-up",
                sentence=f"{scenario.title}: the {self._seat.title()} sets up.",
                section=scenario.section,
                detail=_lines(findings),
            )
        complete = is_complete(findings)
        return Ask(
            key="set-up",
            sentence=f"{scenario.title}: set up your markers, then say that you are ready.",
            section="10.1" if self._seat == ENEMY_SEAT else "10.2",
            detail=(
                *_lines(findings),
                *over_supply(public, self._seat),
                *_unnamed(scene),
                "Tap each marker and say for yourself what it is; lay the cards into their boxes.",
                "What goes where stands in the tab Set-up, what your notes lack in the tab Boxes.",
            ),
            done="Ready" if complete else "Go on as it stands",
            done_weight="primary" if complete else "plain",
            asked=True,
            lit=troubled,
        )

    def leave(self, scene: Scene) -> Events | Refusal:
        """Nobody is held up: what stands on the table stands there."""
        findings = findings_of(scene.public, scene.handbook, self._seat)
        if is_complete(findings):
            return ()
        left = [one for one in findings if one.kind in ("missing", "wrong")]
        text = f"The {self._seat.title()} begins with a set-up that is not as the rules have it"
        return tuple(
            Noted(text=f"{text}: {one.text}" if index == 0 else one.text, section=one.section)
            for index, one in enumerate(left)
        )


def findings_of(public: PublicState, handbook: Handbook, seat: SeatId) -> tuple[Finding, ...]:
    """What the camera counts for one side."""
    return _found(handbook, public.scenario, seat, public.pieces_of(seat))


@lru_cache(maxsize=8)
def _found(
    handbook: Handbook, scenario: str, seat: SeatId, pieces: tuple[Piece, ...]
) -> tuple[Finding, ...]:
    """Kept, since each view asks for it once for every marker, and a roll waits for the views."""
    return check_set_up(handbook.map, scenario_named(scenario), seat_word(seat), pieces)


def _lines(findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """What is not as it should be; what is right is counted in the tab Set-up."""
    order = ("wrong", "missing", "open")
    found = sorted(
        (one for one in findings if one.kind in order), key=lambda one: order.index(one.kind)
    )
    return tuple(f"{_HEADS[one.kind]}: {one.text} ({one.section})" for one in found)


def _unnamed(scene: Scene) -> tuple[str, ...]:
    """A reminder for the seat alone: markers that it has not named for itself."""
    if scene.hidden is None:
        return ()
    names = scene.hidden.names
    left = [piece for piece in scene.public.pieces_of(scene.seat) if piece.id not in names]
    return (f"Not named by you yet: {len(left)}.",) if left else ()


def over_supply(public: PublicState, seat: SeatId) -> tuple[str, ...]:
    """What is said where more markers stand on the table than the game has (3.4)."""
    counts = Counter(marker_type_of(piece) for piece in public.pieces_of(seat))
    return tuple(
        f"{counts[kind]} {supply.colour} markers stand on the map; the game has {supply.total}."
        for kind, supply in MARKER_SUPPLY.items()
        if counts[kind] > supply.total
    )
