"""The search phases of both sides: activity roll, search rolls, what follows (8.0)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.play import PublicEvent, ResultShown, StepClosed
from companion.games.fellowship.events.search import SearchNoted, search_work
from companion.games.fellowship.events.status import HexesActivated, hex_type_words
from companion.games.fellowship.facts.names import FELLOWSHIP, HexType
from companion.games.fellowship.flow.explain import lit_row
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, Events, Handler, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.search_stages import (
    answer_search,
    ask_about,
    current_probe,
    resume_search,
    roll_search,
)
from companion.games.fellowship.play.searching import (
    close_search,
    open_search,
    search_of_gone,
    take_up_parked,
)
from companion.games.fellowship.rules.search_where import hexes_at, known_searched, searched_markers
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Activation, PublicState, Scene, Work
from companion.games.fellowship.tables.activity import Activity, activity_of, look_up_activity
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.events import Event
from companion.table.ids import PieceId, SeatId
from companion.table.pieces import Change
from companion.table.values import Refusal, Roll
from companion.table.views import Explained, Part

_replace = msgspec.structs.replace
_KEY: Final = "activity"


class ActivityWork(Work, frozen=True, kw_only=True):
    """The activity roll while a cell is still to be asked for."""

    rolled: Roll


class ActivityRolled(PublicEvent, frozen=True, kw_only=True, tag="fellowship-activity-rolled"):
    """The activity roll has come (8.1)."""

    work: ActivityWork

    def apply(self, public: PublicState) -> PublicState:
        """Keep it until T.4 is read."""
        return _replace(public, work={**public.work, _KEY: self.work})


class ActivityRoll(Handler):
    """The Fellowship's activity roll: which hex types are active in this player-turn (8.1)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """After the roll; without a marker on the map nothing could be searched."""
        return public.closed or not public.pieces_of(FELLOWSHIP_SEAT)

    def ask(self, scene: Scene) -> Ask:
        """One roll."""
        if _activity_work(scene.public) is not None:
            return Ask(key="activity-cells", sentence="The activity roll waits for the box.")
        if scene.seat != FELLOWSHIP_SEAT:
            return Ask(
                key="activity",
                sentence="The Fellowship makes its activity roll.",
                section="8.1",
                roll=_replace(GAME_ROLL, may_give=False),
            )
        return Ask(
            key="activity",
            sentence="Make your activity roll.",
            section="8.1",
            roll=GAME_ROLL,
            purpose="activity",
            asked=True,
        )

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """Keep the roll and read T.4."""
        flow = Flow(scene)
        flow.add(ActivityRolled(work=ActivityWork(rolled=roll)))
        _activate(flow)
        return flow.events

    def resume(self, scene: Scene) -> Events:
        """Read T.4 again."""
        flow = Flow(scene)
        _activate(flow)
        return flow.events

    can_skip = True

    def skip(self, scene: Scene) -> Events:
        """What the column of T.4 is known to say counts, the rest is not active."""
        flow = Flow(scene)
        _activate(flow, as_known=True)
        return flow.events


def _activity_work(public: PublicState) -> ActivityWork | None:
    found = public.work.get(_KEY)
    return found if isinstance(found, ActivityWork) else None


def _activate(flow: Flow, *, as_known: bool = False) -> None:
    """Read the column of T.4; of what is missing only that is asked which a marker needs.

    Markers stand where everybody sees them, so the questions tell nothing.
    """
    work = _activity_work(flow.public)
    if work is None or flow.public.closed:
        return
    lookups = look_up_activity(flow.handbook.tables, d10(work.rolled))
    needed: set[HexType] = set()
    for piece in () if as_known else flow.public.pieces_of(FELLOWSHIP_SEAT):
        for place in hexes_at(piece):
            hex_type = flow.handbook.map.hex_type(place)
            if isinstance(hex_type, UnknownCell):
                flow.ask_cell(hex_type, FELLOWSHIP)
            else:
                needed.add(hex_type)
    for lookup in lookups:
        if lookup.unknown is not None and HexType(lookup.row) in needed:
            flow.ask_cell(lookup.unknown, FELLOWSHIP)
    if flow.public.cells:
        return
    found = activity_of(lookups)
    active = tuple(
        Activation(
            hex_type=hex_type,
            source="activity-roll",
            ships_only=activity is Activity.SHIPS_ONLY,
        )
        for hex_type, activity in found.items()
        if activity is not Activity.INACTIVE
    )
    flow.add(ResultShown(result=_shown(flow, work.rolled, active)))
    flow.add(HexesActivated(active=active), StepClosed())


def _shown(flow: Flow, roll: Roll, active: tuple[Activation, ...]) -> Explained:
    rolled = d10(roll)
    words = [
        hex_type_words(one.hex_type) + (" (ships)" if one.ships_only else "")
        for one in active
        if one.hex_type is not None
    ]
    row = active[0].hex_type if active else HexType.HAVEN
    return Explained(
        title="Activity roll",
        parts=(Part(label="Roll", value=rolled, section="4.2"),),
        total=rolled,
        result=f"hexes searched: {', '.join(words)}" if words else "no hexes searched",
        meaning="Fellowship markers in hexes of these types are searched in this player-turn; "
        "(ships) means ships alone."
        if words
        else "No further hex is active.",
        section="8.1",
        source="T.4",
        table=lit_row(flow.handbook, "T.4", str(row), str(rolled)),
        roll_source=roll.source,
    )


class SearchPhase(Handler):
    """One search roll for each Fellowship marker in an active hex, then what waits (8.3).

    Args:
        seat: whose search phase it is.
    """

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat

    def enter(self, scene: Scene) -> Events:
        """List the markers and begin with the first."""
        flow = Flow(scene)
        flow.add(SearchNoted(work=_replace(search_work(flow.public), listed=False, waiting=())))
        self._go_on(flow)
        return flow.events

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Every roll is made and every result worked through."""
        work = search_work(public)
        return work.listed and work.probe is None and not work.waiting and not work.parked

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Retreats move Fellowship markers and put rumors down."""
        probe = current_probe(public)
        return seat == FELLOWSHIP_SEAT and probe is not None and probe.stage == "withdraw"

    def ask(self, scene: Scene) -> Ask:
        """What the search asks."""
        probe = current_probe(scene.public)
        if probe is None:
            return Ask(key="search-cells", sentence="The searches wait for values from the box.")
        return ask_about(scene, probe)

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """Answer it and go on."""
        flow = Flow(scene)
        refusal = answer_search(flow, answer)
        if refusal is not None:
            return refusal
        self._go_on(flow)
        return flow.events

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """Take the roll and go on."""
        flow = Flow(scene)
        roll_search(flow, roll)
        self._go_on(flow)
        return flow.events

    def sighting(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """What moves in a retreat is looked at when its owner says that it is done."""
        return ()

    def gone(self, scene: Scene, pieces: tuple[PieceId, ...]) -> Events:
        """What has left is searched no longer."""
        flow = Flow(scene)
        if search_of_gone(flow, pieces):
            self._go_on(flow)
        return flow.events

    def resume(self, scene: Scene) -> Events:
        """A cell has been filled in."""
        flow = Flow(scene)
        resume_search(flow)
        self._go_on(flow)
        return flow.events

    can_skip = True

    def skip(self, scene: Scene) -> Events:
        """Search only where it is known that a hex is active; let the search under way be."""
        flow = Flow(scene)
        if current_probe(flow.public) is not None:
            close_search(flow)
        elif not search_work(flow.public).listed:
            known = (found.id for found in known_searched(flow.public, flow.handbook))
            work = search_work(flow.public)
            flow.add(SearchNoted(work=_replace(work, listed=True, waiting=tuple(known))))
        self._go_on(flow)
        return flow.events

    def _go_on(self, flow: Flow) -> None:
        """Open what comes next, as long as nothing is asked."""
        while search_work(flow.public).probe is None:
            work = search_work(flow.public)
            if not work.listed:
                if not _list_markers(flow):
                    return
            elif work.waiting:
                _open_next(flow)
            elif work.parked:
                take_up_parked(flow)
            else:
                return


def _list_markers(flow: Flow) -> bool:
    """List the markers in active hexes once; False while the map lacks what decides it."""
    pieces = []
    unknown = False
    for found in searched_markers(flow.public, flow.handbook):
        if isinstance(found, UnknownCell):
            unknown = True
            flow.ask_cell(found, FELLOWSHIP)
        else:
            pieces.append(found.id)
    if unknown:
        return False
    work = search_work(flow.public)
    flow.add(SearchNoted(work=_replace(work, listed=True, waiting=tuple(pieces))))
    return True


def _open_next(flow: Flow) -> None:
    work = search_work(flow.public)
    piece = flow.public.standing(work.waiting[0])
    flow.add(SearchNoted(work=_replace(work, waiting=work.waiting[1:])))
    removed = any(e.piece == work.waiting[0] and e.what == "remove" for e in flow.public.expected)
    if piece is not None and hexes_at(piece) and not removed:
        open_search(flow, piece, piece.place, passing=False)


EVENTS: Final[tuple[type[Event], ...]] = (ActivityRolled,)
