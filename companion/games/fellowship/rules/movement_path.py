"""The likeliest way between two places where a marker was seen, and ways that a player draws.

The eye sees where a marker stood and where it stands; the steps between are a guess that its owner
can correct. The guess is deterministic and uses public facts only: fewest cards to show, fewest
terrain rolls, best chance, fewest active hexes on the way, shortest, then the order of labels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from companion.board.hexes import Hex, Hexside
from companion.board.places import Place, Region, hexes_of, parse_place
from companion.games.fellowship.facts.names import (
    ENEMY,
    Feature,
    HexType,
    Travel,
    Water,
)
from companion.games.fellowship.rules.movement_need import Need
from companion.games.fellowship.rules.movement_steps import (
    Passage,
    Step,
    Surroundings,
    Walker,
    nodes_at,
    steps_from,
)
from companion.games.fellowship.tables.allowance import look_up_allowance, may_cross_next, path_row
from companion.games.fellowship.tables.cells import Part, UnknownCell
from companion.games.fellowship.tables.terrain import ways_on_land

NeedOf = Callable[[Step], Need]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What ways are judged by.

    Attributes:
        around: map, weather, blockers.
        walker: the marker.
        need_of: what each step needs.
        is_active: whether a search may be made in a hex (7.34).
        bonuses: what lengthens the move and has been claimed (6.126, 12.1).
        crossed: the hexsides it has crossed in this phase already: for each whether it was open.
        most: the most hexsides that it may cross at all, None where T.1 alone decides.
        by_rolls: a hexside is open where no terrain roll is due: no modes are played (14.1).
    """

    around: Surroundings
    walker: Walker
    need_of: NeedOf
    is_active: Callable[[Hex], bool]
    bonuses: tuple[Part, ...] = ()
    crossed: tuple[bool, ...] = ()
    most: int | None = None
    by_rolls: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """A way with what its steps need.

    Attributes:
        steps: in order; empty where the marker stays.
        needs: for each step what it needs.
    """

    steps: tuple[Step, ...] = ()
    needs: tuple[Need, ...] = ()

    @property
    def openness(self) -> tuple[bool, ...]:
        """For each step that counts whether it is open (T.1)."""
        return tuple(step.is_open for step in self.steps if step.counts)

    @property
    def chance(self) -> Fraction:
        """Chance that every terrain roll succeeds."""
        result = Fraction(1)
        for need in self.needs:
            result *= need.chance
        return result

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place of the way, the first included."""
        if not self.steps:
            return ()
        return (self.steps[0].start, *(step.end for step in self.steps))

    @property
    def text(self) -> str:
        """The places as a player would type them."""
        return " ".join(place.label for place in self.places)


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that a way does not keep.

    Attributes:
        text: one sentence.
        section: the rule.
        place: label of the place that it is about, empty where it is about a marker alone.
    """

    text: str
    section: str
    place: str = ""


_Cost = tuple[int, int, Fraction, int, int, int, tuple[str, ...]]
_State = tuple[Place, str, int]


def open_steps(rules: Rules, place: Place) -> tuple[Step, ...]:
    """Every step from a place, each open or not as the rules in use have it (T.1, 14.1)."""
    steps = steps_from(rules.around, rules.walker, place)
    if not rules.by_rolls:
        return steps
    return tuple(replace(step, is_open=rules.need_of(step).kind != "roll") for step in steps)


def _passes_active(rules: Rules, place: Place) -> bool:
    if isinstance(place, Hexside):
        return all(rules.is_active(hex_) for hex_ in place.hexes)
    return any(rules.is_active(hex_) for hex_ in hexes_of(place))


def _cost(rules: Rules, path: Path) -> _Cost:
    sneaking = rules.walker.travel is Travel.SNEAK
    return (
        sum(need.kind == "claim" or step.blocked for step, need in _pairs(path)),
        sum(need.kind in ("roll", "unknown") for need in path.needs),
        -path.chance,
        # The start is in every way alike.
        sum(_passes_active(rules, step.start) for step in path.steps),
        len(path.steps),
        sum(sneaking and step.passage is Passage.FEATURE for step in path.steps),
        tuple(f"{step.end.label} {step.passage}" for step in path.steps),
    )


def _pairs(path: Path) -> Iterable[tuple[Step, Need]]:
    return zip(path.steps, path.needs, strict=True)


def _may_pass(rules: Rules, step: Step, need: Need) -> bool:
    if need.kind == "forbidden" or need.is_hopeless:
        return False
    return not enters_haven(rules, step)


def enters_haven(rules: Rules, step: Step) -> bool:
    """An Enemy marker would come into a Haven, where no minion may go (2.0)."""
    if rules.walker.seat != ENEMY or isinstance(step.end, Hexside):
        return False
    return any(rules.around.ground.has_type(place, HexType.HAVEN) for place in hexes_of(step.end))


def _may_follow(rules: Rules, path: Path, step: Step) -> bool:
    """A region takes the whole phase (7.71, 7.72); blocking and landing end a move (7.33, 7.5)."""
    if step.passage is Passage.REGION:
        return not path.steps and not rules.crossed
    return all(
        past.passage not in (Passage.REGION, Passage.ONTO, Passage.ASHORE) for past in path.steps
    )


def _extended(rules: Rules, path: Path, start: Place) -> Iterable[Path]:
    here = path.steps[-1].end if path.steps else start
    openness = (*rules.crossed, *path.openness)
    for step in open_steps(rules, here):
        if not _may_follow(rules, path, step):
            continue
        if step.counts and not _may_cross(rules, openness, step):
            continue
        need = rules.need_of(step)
        if _may_pass(rules, step, need):
            yield Path(steps=(*path.steps, step), needs=(*path.needs, need))


def _may_cross(rules: Rules, crossed: tuple[bool, ...], step: Step) -> bool:
    """Whether one more hexside may follow those crossed in this phase (T.1)."""
    if rules.most is not None and len(crossed) >= rules.most:
        return False
    return may_cross_next(rules.walker.travel, crossed, rules.bonuses, next_is_open=step.is_open)


class _Search:
    """What is the same for every way of one search, looked up once.

    Args:
        rules: what ways are judged by.
        goal: if only these hexes matter, what leads away from them for good is left out.
    """

    def __init__(self, rules: Rules, goal: tuple[Hex, ...]) -> None:
        self._rules = rules
        self._goal = goal
        self._moves: dict[Place, tuple[tuple[Step, Need], ...]] = {}
        self._active: dict[Place, bool] = {}
        self._far: dict[Place, int] = {}
        self._may_cross: dict[tuple[tuple[bool, ...], bool], bool] = {}
        self._most = look_up_allowance(rules.walker.travel, (), rules.bonuses).total or 0

    def moves(self, place: Place) -> tuple[tuple[Step, Need], ...]:
        """Every step from a place that may be taken at all, with what it needs."""
        if place not in self._moves:
            rules = self._rules
            pairs = ((step, rules.need_of(step)) for step in open_steps(rules, place))
            self._moves[place] = tuple(
                (step, need) for step, need in pairs if _may_pass(rules, step, need)
            )
        return self._moves[place]

    def passes_active(self, place: Place) -> bool:
        """Whether a search may be made where the way passes."""
        if place not in self._active:
            self._active[place] = _passes_active(self._rules, place)
        return self._active[place]

    def may_cross(self, crossed: tuple[bool, ...], step: Step) -> bool:
        """Whether one more hexside may follow those crossed in this phase (T.1)."""
        key = (crossed, step.is_open)
        if key not in self._may_cross:
            self._may_cross[key] = _may_cross(self._rules, crossed, step)
        return self._may_cross[key]

    def is_within_reach(self, place: Place, crossed: int) -> bool:
        """Whether the goal could still be reached, each hexside being worth one hex at most.

        A boat that has come beside the goal lands there for nothing, so it is no exception.
        """
        if place not in self._far:
            here = hexes_of(place)
            # Without a goal, and beside the map, nothing is too far.
            near = (one.distance(other) for one in here for other in self._goal)
            self._far[place] = min(near, default=0)
        return self._far[place] <= self._most - crossed


@dataclass(frozen=True, slots=True)
class _Trail:
    """A way on the search, with what it has cost so far.

    Attributes:
        path: the way.
        crossed: for each hexside crossed in this phase whether it was open.
        cost: as `_cost` counts it.
    """

    path: Path
    crossed: tuple[bool, ...]
    cost: _Cost

    @property
    def state(self) -> _State:
        """Where the trail ends, and what of its past counts for what may follow."""
        return (self.path.steps[-1].end, path_row(self.crossed), len(self.crossed))


def _further(rules: Rules, search: _Search, trail: _Trail, start: Place) -> Iterable[_Trail]:
    """The trail by one step longer, in every way that leads on."""
    path = trail.path
    here = path.steps[-1].end if path.steps else start
    for step, need in search.moves(here):
        if not _may_follow(rules, path, step):
            continue
        if step.counts and not search.may_cross(trail.crossed, step):
            continue
        crossed = (*trail.crossed, step.is_open) if step.counts else trail.crossed
        if not search.is_within_reach(step.end, len(crossed)):
            continue
        longer = Path(steps=(*path.steps, step), needs=(*path.needs, need))
        yield _Trail(longer, crossed, _longer_cost(rules, search, trail, (step, need)))


def _longer_cost(rules: Rules, search: _Search, trail: _Trail, taken: tuple[Step, Need]) -> _Cost:
    """What `_cost` gives for a trail that takes one more step."""
    step, need = taken
    shown, rolls, chance, active, length, features, words = trail.cost
    sneaks = rules.walker.travel is Travel.SNEAK and step.passage is Passage.FEATURE
    return (
        shown + (need.kind == "claim" or step.blocked),
        rolls + (need.kind in ("roll", "unknown")),
        chance * need.chance,
        active + search.passes_active(step.start),
        length + 1,
        features + sneaks,
        (*words, f"{step.end.label} {step.passage}"),
    )


def _explore(rules: Rules, start: Place, goal: tuple[Hex, ...] = ()) -> dict[_State, _Trail]:
    """The best way to every place, row of T.1 and number of hexsides within the allowance.

    Args:
        rules: what ways are judged by.
        start: where the marker stands.
        goal: if only these hexes matter, what leads away from them for good is left out.
    """
    search = _Search(rules, goal)
    best: dict[_State, _Trail] = {}
    frontier = [_Trail(Path(), rules.crossed, _cost(rules, Path()))]
    # T.1 bounds every way, so this comes to an end.
    while frontier:
        reached: dict[_State, _Trail] = {}
        for trail in frontier:
            for longer in _further(rules, search, trail, start):
                state = longer.state
                known = reached.get(state) or best.get(state)
                if known is None or longer.cost < known.cost:
                    reached[state] = longer
        best.update(reached)
        frontier = list(reached.values())
    return best


def may_end_at(rules: Rules, place: Place) -> bool:
    """Whether a marker may end a movement phase there.

    A flyer ends on land or coast (7.6); a boat in a hex, but for the Kraken and Guardian rumors,
    who stay on rivers or at sea (7.5); others stand on a hexside only to block it, which the
    Fellowship cannot (7.33) unless it has lost the Ring (6.413).
    """
    walker = rules.walker
    if isinstance(place, Hexside):
        return walker.blocks and may_block(rules, place)
    if walker.travel is Travel.FLYING:
        return all(rules.around.ground.water(hex_) is not Water.SEA for hex_ in hexes_of(place))
    if walker.travel in (Travel.BOAT, Travel.SHIP) and walker.may_block_rivers:
        return all(rules.around.ground.water(hex_) is not Water.LAND for hex_ in hexes_of(place))
    return True


def wrong_end(rules: Rules, place: Place) -> Breach | None:
    """Why no way may end at a place, however far it is; None where one may."""
    if any(may_end_at(rules, node) for node in nodes_at(rules.around.ground, place)):
        return None
    by_land = isinstance(place, Hexside) and rules.walker.travel is not Travel.BOAT
    section = "7.33" if by_land else "7.5, 7.6"
    return Breach(f"A marker that moves like this cannot end its move at {place}.", section)


def may_block(rules: Rules, side: Hexside) -> bool:
    """Whether an Enemy marker that moves like this may stand on the hexside (7.33, 7.5).

    On land it needs a feature. On a river the Kraken and Guardian rumors may block any river or
    swamp hexside, others only fords and falls.
    """
    facts = rules.around.ground.side(side)
    if isinstance(facts, UnknownCell):
        return True
    if rules.walker.travel is Travel.BOAT:
        return facts.is_river and (
            rules.walker.may_block_rivers or facts.feature in (Feature.FORD, Feature.FALLS)
        )
    return len(ways_on_land(facts.terrain, facts.feature)) > 1


def reachable(rules: Rules, start: Place, goal: tuple[Hex, ...] = ()) -> dict[Place, Path]:
    """Every place where the marker may end its move, with the likeliest way there.

    Args:
        rules: what ways are judged by.
        start: where the marker stands.
        goal: leaves out what does not lead toward these hexes, to be quicker.
    """
    return {place: trail.path for place, trail in _ends(rules, start, goal).items()}


def _ends(rules: Rules, start: Place, goal: tuple[Hex, ...]) -> dict[Place, _Trail]:
    found: dict[Place, _Trail] = {}
    for node in nodes_at(rules.around.ground, start):
        for state, trail in _explore(rules, node, goal).items():
            place = state[0]
            if not may_end_at(rules, place):
                continue
            known = found.get(place)
            if known is None or trail.cost < known.cost:
                found[place] = trail
    return found


def likeliest_path(rules: Rules, start: Place, end: Place) -> Path | None:
    """The likeliest way of a move that was seen, or None if no way keeps the rules.

    Args:
        rules: what ways are judged by.
        start: where the marker stood.
        end: where it stands now; a hex that is cut in two means either half.
    """
    ends = nodes_at(rules.around.ground, end)
    trails = _ends(rules, start, hexes_of(end)).items()
    ways = [trail for place, trail in trails if place in ends]
    best = min(ways, key=lambda trail: trail.cost, default=None)
    return None if best is None else best.path


def parse_way(text: str) -> tuple[Place, ...]:
    """The places that a player types, parted by blanks, such as ``9,d 10,e 11,ef``.

    Where there are semicolons they alone part the places, so that a region's name may have blanks.

    Raises:
        BoardError: one of them is no place.
    """
    parts = text.split(";") if ";" in text else text.split()
    return tuple(parse_place(part) for part in parts if part.strip())


def drawn_path(rules: Rules, places: tuple[Place, ...]) -> Path | Breach:
    """The way through the places that a player draws, or the rule that it does not keep.

    Between two places the step with the fewest rolls and the best chance is taken.

    Args:
        rules: what ways are judged by.
        places: every place of the way, the first included.
    """
    if len(places) < 2:
        return Breach("A way needs at least two places.", "7.31")
    fronts = [Path()]
    for index, end in enumerate(places[1:]):
        ends = nodes_at(rules.around.ground, end)
        starts = nodes_at(rules.around.ground, places[0])
        longer = [
            further
            for path in fronts
            for start in (starts if not path.steps else (path.steps[-1].end,))
            for further in _extended(rules, path, start)
            if further.steps[-1].end in ends
        ]
        if not longer:
            return breach_between(rules, places[index], end, count=index)
        fronts = sorted(longer, key=lambda path: _cost(rules, path))
    last = fronts[0].steps[-1].end
    return wrong_end(rules, last) or fronts[0]


def breach_between(rules: Rules, start: Place, end: Place, *, count: int = 0) -> Breach:
    """Why a marker cannot come from one place to another, in one sentence with its section."""
    starts, ends = (nodes_at(rules.around.ground, place) for place in (start, end))
    steps = [
        step
        for node in starts
        for step in steps_from(rules.around, rules.walker, node)
        if step.end in ends
    ]
    travel = rules.walker.travel
    if not steps:
        return Breach(
            f"The way from {start} to {end} is more than {travel} movement can do in one phase.",
            "7.31",
        )
    if any(enters_haven(rules, step) for step in steps):
        return Breach(f"{end} is a Haven, and no minion may enter one.", "2.0")
    needs = [rules.need_of(step) for step in steps]
    if all(need.kind == "forbidden" for need in needs):
        return Breach(f"The way from {start} to {end} cannot be crossed now.", "T.2")
    if all(need.kind == "forbidden" or need.is_hopeless for need in needs):
        return Breach(f"No roll can cross from {start} to {end}.", "7.32")
    if any(isinstance(step.end, Region) or isinstance(step.start, Region) for step in steps):
        return Breach(f"The way from {start} to {end} takes a whole movement phase.", "7.71")
    crossed = count + len(rules.crossed)
    return Breach(
        f"{travel.capitalize()} movement does not reach from {start} to {end} after {crossed} "
        "hexsides.",
        "7.31",
    )
