"""Whole games by chance: what comes up seldom is sought, and everything is offered by a screen.

The player presses what the prompts offer, moves markers as people do (step by step toward
something), carries out what the program expects on the table, and now and then does anything that
its screen offers at any time, or something odd on the table. Set-ups and temperaments are drawn
anew for each game, so that rare things become likely without a state that nobody could play to.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final, Self

import msgspec

from companion.board.hexes import hexside_between
from companion.board.places import hexes_of, parse_place
from companion.border import Moved, Placed, Removed, Turned
from companion.games.fellowship.box.board_map import GRID
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.ending import end_work
from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.events.search import search_work
from companion.games.fellowship.facts.names import WASTE_REGIONS, Feature
from companion.games.fellowship.facts.roster import find_force
from companion.games.fellowship.facts.scenarios import scenario_named
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.questions import Question, open_questions
from companion.games.fellowship.flow.steps import Ask
from companion.games.fellowship.ownership import moved_by
from companion.games.fellowship.rules.movement_need import PATHS_OF_THE_DEAD
from companion.games.fellowship.rules.nazgul_mount import BARAD_DUR
from companion.games.fellowship.rules.ring import GOALS, transfer_number
from companion.games.fellowship.rules.search_where import hexes_at
from companion.games.fellowship.rules.victory import MOUNT_DOOM
from companion.games.fellowship.seats import SEAT_IDS, other_seat
from companion.games.fellowship.state import OFF, Expected, State
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.commands import Act, Command, EyeReported
from companion.table.ids import PieceId, PromptId, SeatId
from companion.table.values import Piece
from companion.table.views import Choice, Field, Form, Prompt
from tests.support.fellowship import EP, FP, Play, reading
from tests.support.random_captives import about_captives, held_at
from tests.support.random_leanings import Habits
from tests.support.random_player import RandomPlayer
from tests.support.random_setup import PLACES, SHIP, dangerous_waters

_SIDES: Final = {"fp": FP, "ep": EP}
_SEA: Final = ("@Harlindon Coast", "@Lindon Coast", "@Umbar Coast", "2,h", "3,k", "8,q", "6,o")
_PATHS: Final = tuple(hex_.label for hex_ in PATHS_OF_THE_DEAD.hexes)
_WASTES: Final = tuple(f"@{region}" for region in WASTE_REGIONS)
_SIGHTS: Final = (
    MOUNT_DOOM,
    MOUNT_DOOM,
    *_WASTES,
    BARAD_DUR,
    "5,fg",
    "14,h",
    "11,jk",
    "16,d",
    "19,e",
    *_PATHS,
    *_SEA,
)
"""Where rare things happen: the fire, the wastes, Barad-dur, the Old Forest, Moria, Isengard,
Mirkwood, the Paths of the Dead, the sea."""

_FEATURES: Final = tuple(feature for feature in Feature if feature is not Feature.NONE)
_BOLD: Final = {"enough": 0.1, "off": 0.3, "end": 0.3, "leave": 0.3, "outcome": 0.3}
"""How likely choices that shorten a fight are looked at at all."""

_LEAVING: Final = ("withdraw", "loose", "denied-all", "shore")
"""Stages of a search in which its marker goes away on the table."""

_GRAVE: Final = ("dissolve", "deaths", "sink", "end-game", "nobody", "over", "step-back")
"""Choices that end a game or a fight on purpose, or go round in circles."""


_EAGER: Final = 0.7
"""How likely what a player is eager for is pressed where it is offered."""

_HONEST: Final = 0.9
"""How likely a seat says what its own notes say."""

_MINIONS: Final = frozenset({"minion", "minions", "minions-half", "minions-assassin"})
"""Choices by which minions of the hex come into a fight."""

_HOME: Final = 0.15
"""How likely the marker with the Ring goes straight to where it seeks to be."""

_RESCUES: Final = 0.6
"""How likely something is done about captives where something can be, before anything else."""

_SHY: Final = 0.9
"""How likely what a player is shy of is left where something else is offered."""


def verb_of(choice: Choice) -> str:
    """A choice without what it is about."""
    return choice.action.partition(":")[0]


@dataclass
class GamePlayer(RandomPlayer):
    """Both seats, the eye and the die of one whole game.

    Attributes:
        habits: how it is played.
        goals: where each marker wants to be.
        annoyed: how many commands in a row were refused; after some, things are put right by hand.
        crossed: turn in which a marker tried last to cross a blocked feature.
        seen: prompts that have come up, each with its seat.
    """

    habits: Habits = field(default_factory=Habits)
    goals: dict[PieceId, str] = field(default_factory=dict)
    annoyed: int = 0
    crossed: dict[PieceId, int] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    _open: dict[SeatId, tuple[Question, ...]] = field(default_factory=dict)
    _open_at: State | None = None

    @classmethod
    def begun(cls, play: Play, source: random.Random, habits: Habits) -> Self:
        """A player of a game that is set up."""
        return cls(play, source, by_hand=habits.by_hand, habits=habits)

    @property
    def is_over(self) -> bool:
        """The game has ended by a rule and says who has won."""
        public = self.play.state.public
        return bool(public.over and end_work(public).verdict)

    def questions(self, seat: SeatId) -> tuple[Question, ...]:
        """What is open for a seat; worked out once for each state."""
        if self._open_at is not self.play.state:
            self._open_at, self._open = self.play.state, {}
        if seat not in self._open:
            self._open[seat] = open_questions(scene_for(self.play.state, seat))
        return self._open[seat]

    def step(self) -> None:
        """One command; what is refused makes the player try something else."""
        before = sum(self.refused.values())
        super().step()
        self.annoyed = self.annoyed + 1 if sum(self.refused.values()) > before else 0

    def command(self) -> Command:
        """The next thing that somebody does."""
        expected = self.play.state.public.expected
        if expected and self.source.random() < 0.5:
            done = self._carried_out(self.source.choice(expected))
            if done is not None:
                return done
        on_table = self._on_table()
        if on_table is not None:
            return on_table
        if self.source.random() < max(self.habits.by_hand, 0.1 * (self.annoyed > 3)):
            return self.anytime(self.source.choice(SEAT_IDS))
        if self.source.random() < self.habits.oddities:
            return self._roll() if self.source.random() < 0.5 else self._eye()
        return self._answer()

    def _answer(self) -> Command:
        """Roll where a roll is wanted, else press something."""
        asked = [(seat, q) for seat in SEAT_IDS for q in self.questions(seat) if q.ask.asked]
        assert asked, f"nobody is asked at {self.play.step}"
        seat, question = self.source.choice(asked)
        ask = question.ask
        eager = [one for one in ask.form.choices if verb_of(one) in self.habits.leaning.eager]
        if ask.roll is not None and self.source.random() < (0.4 if eager else 0.95):
            return self._roll()
        covered = [card.form for card in ask.covered if card.form.choices]
        if covered and (not ask.form.choices or self.source.random() < 0.7):
            return self._press(seat, question.id, self.source.choice(covered))
        if not ask.form.choices:
            assert ask.roll is not None, f"nothing can be answered: {ask}"
            return self._roll()
        return self._press(seat, question.id, self._honest(seat, ask))

    def _honest(self, seat: SeatId, ask: Ask) -> Form:
        """The form, mostly without what the seat's own notes say is not so (7.33, 8.32, 9.12)."""
        offered = {choice.action for choice in ask.form.choices}
        hidden, public = self.play.state.hidden[seat], self.play.state.public
        untrue: set[str] = set()
        if {"rumor", "group"} <= offered:
            mine = moved_by(public, seat)
            asked = [p for p in mine if p.id in ask.lit or f"hexside {p.place} " in ask.sentence]
            untrue = {"rumor" if self._has_cards(seat, asked) else "group"}
        elif {"here", "not-here"} <= offered and hidden.fight is not None:
            hand = hidden.fight
            here = hidden.ringbearer in (*hand.reserve, *hand.row, *hand.tokens.values())
            untrue = {"not-here" if here else "here"}
        elif "turns" in offered:
            number = transfer_number(hidden.ringbearer, hidden.ring_marks)
            untrue = {"turns"} if number is None or number > 1 else set()
        elif offered & _MINIONS:
            hexes = {p for n in ask.lit if (q := public.table.find(n)) for p in hexes_at(q)}
            there = [p for p in public.pieces_of(seat) if hexes & set(hexes_at(p))]
            untrue = set() if self._has_cards(seat, there) else {*_MINIONS}
        kept = tuple(choice for choice in ask.form.choices if choice.action not in untrue)
        honest = kept and self.source.random() < _HONEST
        return msgspec.structs.replace(ask.form, choices=kept) if honest else ask.form

    def _with_bearer_in_box(self) -> set[str]:
        """The cards beside the Ringbearer's, by the Fellowship's notes."""
        hidden = self.play.state.hidden[FP]
        box = hidden.boxes.get(hidden.ringbearer, "none")
        return {card for card, where in hidden.boxes.items() if where == box}

    def _with_the_bearer(self) -> list[PieceId]:
        """The markers in whose box the Ringbearer lies, by the Fellowship's notes."""
        hidden = self.play.state.hidden[FP]
        box = hidden.boxes.get(hidden.ringbearer, "none")
        return [number for number, name in hidden.names.items() if box == f"{FP}-{name}"]

    def _has_cards(self, seat: SeatId, pieces: list[Piece]) -> bool:
        """Whether cards lie in the box of one of these markers, by the seat's own notes."""
        hidden = self.play.state.hidden[seat]
        names = [hidden.names.get(piece.id, "") for piece in pieces]
        boxes = {box for name in names for box in (f"{seat}-{name}", name.replace(" ", "-", 1))}
        return bool(boxes & set(hidden.boxes.values()))

    # --- On the table --------------------------------------------------------------------------

    def _on_table(self) -> Command | None:
        """What this step is for, done on the table; None where nothing is, or not now."""
        step = self.play.step
        side = _SIDES.get(step.partition("-")[0])
        probe = search_work(self.play.state.public).probe
        there = probe is not None and self.play.state.public.table.find(probe.piece) is not None
        if probe is not None and there and probe.stage in _LEAVING and self.source.random() < 0.7:
            left = [hex_ for hex_ in probe.options if hex_ not in probe.denied]
            left = left or [self._near(probe.hex)]
            return self._moved(probe.piece, self.source.choice(left))
        if side is None:
            return None
        public = self.play.state.public
        if public.escorts and self.source.random() < _RESCUES:
            about = about_captives(public, step, side, self.source)
            if about is not None:
                return self._moved(*about)
        if "-move" in step and (crossing := self._cross(side)) is not None:
            return crossing
        if "-move" in step and self.source.random() < self.habits.moves:
            return self._walk(side)
        busy = ("transport", "mobilize", "split", "combine", "regroup")
        if step.partition("-")[2] in busy and self.source.random() < self.habits.turns:
            return self._set_down_or_turn(side)
        return None

    def _own(self, seat: SeatId) -> list[Piece]:
        return [p for p in moved_by(self.play.state.public, seat) if p.place != OFF]

    def _cross(self, seat: SeatId) -> Command | None:
        """A marker goes over a feature beside it that the other side blocks."""
        walking = move_work(self.play.state.public).walk is not None
        if walking or self.source.random() > self.habits.crosses:
            return None
        sides = {p.place for p in moved_by(self.play.state.public, other_seat(seat))}
        turn = self.play.state.public.turn
        ways = [
            (piece.id, there.label)
            for place in sorted(sides)
            if "/" in place
            for here, there in permutations(hexes_of(parse_place(place)))
            for piece in self._own(seat)
            if piece.place == here.label and self.crossed.get(piece.id) != turn
        ]
        if not ways:
            return None
        piece, place = self.source.choice(ways)
        self.crossed[piece] = turn
        return self._moved(piece, place)

    def _walk(self, seat: SeatId) -> Command | None:
        """A marker goes some hexes toward what it seeks."""
        public = self.play.state.public
        pieces = self._own(seat)
        if "enabled" in self.play.step and self.source.random() < 0.9:
            pieces = [piece for piece in pieces if piece.id in public.enabled]
        if not pieces:
            return None
        escorts = {number for _, number in public.escorts}
        leading = [piece for piece in pieces if piece.id in escorts]
        leading += [piece for piece in pieces if piece.id == public.ring_public.piece]
        piece = self.source.choice(leading if leading and self.source.random() < 0.5 else pieces)
        goal = self._goal(piece, seat)
        carries = piece.id == public.ring_public.piece
        straight = carries and self.source.random() < _HOME
        place = goal if straight else self._toward(piece.place, goal)
        if self.source.random() < (self.habits.blocks if seat == EP else 0.02):
            prey = [one.place for one in public.pieces_of(FP)]
            near = seat == EP and prey and self.source.random() < 0.7
            place = self._side_of(self.source.choice(prey) if near else place)
        return self._moved(piece.id, place)

    def _side_of(self, place: str) -> str:
        """A hexside of a hex, one with a feature where there are some."""
        here = find_hex(place)
        if here is None:
            return place
        board = self.play.state.handbook.map
        sides = [hexside_between(here, there) for there in GRID.neighbours(here)]
        bearing = [side for side in sides if board.feature(side) in _FEATURES]
        return self.source.choice(bearing or sides).label

    def _goal(self, piece: Piece, seat: SeatId) -> str:
        """What a marker seeks: some sight, the scenario's goal, the Ring's, or the other side."""
        public = self.play.state.public
        goal = self.goals.get(piece.id, "")
        if piece.id == public.ring_public.piece and self.source.random() < 0.7:
            return GOALS.get(public.ring) or goal or piece.place
        if piece.place in _PATHS and self.source.random() < 0.5:
            return next(one for one in _PATHS if one != piece.place)
        changes = 0.3 if seat == FP and public.escorts else 0.05
        if not goal or goal == piece.place or self.source.random() < changes:
            scenario = scenario_named(public.scenario)
            places = [*_SIGHTS, *scenario.goals, *scenario.goals, *GOALS.values()]
            if public.ring_public.place:
                places += [public.ring_public.place] * 5
            prey = [one.place for one in public.pieces_of(FP)]
            held = held_at(public)
            if seat == FP and held and self.source.random() < self.habits.hunts:
                places = held
            if seat == EP and prey and self.source.random() < self.habits.hunts:
                places = prey
            if seat == FP and piece.face == SHIP and self.source.random() < self.habits.hunts:
                places = dangerous_waters() or places
            goal = self.goals[piece.id] = self.source.choice(places)
        return goal

    def _toward(self, place: str, goal: str) -> str:
        """One to three hexes on, mostly nearer to the goal; in a hurry the goal itself."""
        here, there = find_hex(place), find_hex(goal)
        hurry = max(self.habits.hurry, 0.5 * (self.habits.hunts if goal not in _SIGHTS else 0.0))
        if self.source.random() < hurry:
            return goal
        if "/" in place:
            return self.source.choice(hexes_of(parse_place(place))).label
        if here is None or there is None:
            return self._beside_the_map(place, goal)
        for _ in range(self.source.choice((1, 1, 2, 2, 3))):
            around = sorted(GRID.neighbours(here), key=lambda hex_: hex_.distance(there))
            here = around[0] if self.source.random() < 0.7 else self.source.choice(around[:3])
        return here.label

    def _beside_the_map(self, place: str, goal: str) -> str:
        """From or into a region beside the map."""
        around = self.play.state.handbook.map.region_neighbours(place.removeprefix("@"))
        if place.startswith("@") and not isinstance(around, UnknownCell) and around:
            return self.source.choice(around).label
        near = goal if goal.startswith("@") and self.source.random() < 0.3 else ""
        return near or self._near(place)

    def _set_down_or_turn(self, seat: SeatId) -> Command | None:
        """A marker is put down beside another, turned, or taken off, as status steps want it."""
        pieces = self._own(seat)
        if not pieces:
            return None
        piece = self.source.choice(pieces)
        before = self.play.reading(piece.id)
        kind = self.source.choice(("turn", "turn", "put", "take"))
        if "transport" in self.play.step or kind == "turn":
            turned = reading(before.track, before.colour, self.source.randint(2, 6), before.place)
            return EyeReported(message=Turned(t_s=0.0, marker=turned, before=before))
        if kind == "take" and len(pieces) > 2:
            return self._moved(piece.id, OFF)
        number = 1 + max((p.id for p in self.play.state.public.table), default=0)
        place = piece.place if "split" in self.play.step else self.source.choice(PLACES)
        start = self._start_place() if "mobilize" in self.play.step else place
        put = reading(number, piece.colour, before.face, start)
        return EyeReported(message=Placed(t_s=0.0, marker=put))

    def _start_place(self) -> str:
        """Where some card comes into play."""
        names = [card for hidden in self.play.state.hidden.values() for card in hidden.boxes]
        cards = [force for name in names if (force := find_force(name)) is not None]
        starts = [label for one in cards for label in one.start if find_hex(label) is not None]
        return self.source.choice(starts or PLACES)

    def _carried_out(self, expected: Expected) -> Command | None:
        """What the program expects of a marker is done on the table."""
        piece = self.play.state.public.table.find(expected.piece)
        if piece is None:
            return None
        before = self.play.reading(piece.id)
        match expected.what:
            case "remove":
                return self._moved(piece.id, OFF)
            case "turn":
                face = expected.face or self.source.randint(2, 5)
                turned = reading(before.track, before.colour, face, before.place)
                return EyeReported(message=Turned(t_s=0.0, marker=turned, before=before))
            case "move":
                return self._moved(piece.id, expected.place or self._near(piece.place))

    def _moved(self, piece: PieceId, place: str) -> Command:
        before = self.play.reading(piece)
        if place == OFF:
            return EyeReported(message=Removed(t_s=0.0, marker=before))
        moved = reading(before.track, before.colour, before.face, place)
        return EyeReported(message=Moved(t_s=0.0, marker=moved, before=before))

    # --- On the screens ------------------------------------------------------------------------

    def anytime(self, seat: SeatId) -> Command:
        """Something that the seat's screen offers at any time, every kind as likely as another."""
        by_verb: dict[str, list[tuple[Form, Choice]]] = defaultdict(list)
        for form in _offered_forms(self.play, seat):
            for choice in form.choices:
                by_verb[verb_of(choice)].append((form, choice))
        verbs = [v for v in by_verb if v not in _GRAVE or self.source.random() < 0.02]
        eager = [verb for verb in verbs if verb in self.habits.leaning.eager]
        verbs = eager if eager and self.source.random() < _EAGER else verbs
        if self.source.random() < _SHY:
            verbs = [verb for verb in verbs if verb not in self.habits.leaning.shy] or verbs
        form, choice = self.source.choice(by_verb[self.source.choice(verbs)])
        return self._act(seat, None, form, choice)

    def _press(self, seat: SeatId, prompt: PromptId | None, form: Form) -> Command:
        leaning = self.habits.leaning
        words = {one.action: verb_of(one) for one in form.choices}
        eager = [one for one in form.choices if words[one.action] in leaning.eager]
        if eager and self.source.random() < _EAGER:
            return self._act(seat, prompt, form, self.source.choice(eager))
        mild = [one for one in form.choices if words[one.action] not in _GRAVE]
        if self.source.random() < _SHY:
            mild = [one for one in mild if words[one.action] not in leaning.shy] or mild
        if "-fight" in self.play.step:
            # Fights would be over before anything has come of them.
            bold = [one for one in mild if self.source.random() < _BOLD.get(words[one.action], 1.0)]
            mild = bold or mild
        grave = [one for one in form.choices if one not in mild]
        chance = self.habits.gives_up
        if "-fight" in self.play.step:
            chance = max(chance, self.habits.fights_by_hand)
        give_up = grave and (not mild or self.source.random() < chance)
        return self._act(seat, prompt, form, self.source.choice(grave if give_up else mild))

    def _act(self, seat: SeatId, prompt: PromptId | None, form: Form, choice: Choice) -> Act:
        self.pressed[verb_of(choice)] += 1
        inputs = tuple(pair for one in form.fields for pair in self._filled(seat, one))
        return Act(seat=seat, prompt=prompt, action=choice.action, inputs=inputs)

    def _filled(self, seat: SeatId, one: Field) -> list[tuple[str, str]]:
        """A field as a player fills it in: mostly with cards of its own, where cards are named."""
        options = [option.value for option in one.options]
        if one.kind == "select" and one.value in options and self.source.random() < 0.3:
            return [(one.name, one.value)]
        if one.name == "piece" and self.source.random() < 0.6:
            bearing = set(options) & {str(number) for number in self._with_the_bearer()}
            if seat == FP and bearing:
                return [(one.name, min(bearing))]
        mine = set(self.play.state.hidden[seat].boxes)
        if one.name == "to" and self.source.random() < 0.8:
            mine = self._with_bearer_in_box()
        if one.kind == "select" and mine & set(options) and self.source.random() < 0.8:
            return [(one.name, self.source.choice(sorted(mine & set(options))))]
        if one.kind == "number" and one.value == "0" and self.source.random() < 0.7:
            return [(one.name, str(self.source.choice((0, 0, 0, 1))))]
        if one.kind == "place" and one.name == "side":
            return [(one.name, self._side_of(self.source.choice(PLACES)))]
        if one.kind == "place" and self.source.random() < 0.7:
            prey = self.play.state.public.pieces_of(FP)
            sailing = [piece for piece in prey if piece.face == SHIP]
            if sailing and self.source.random() < 0.5:
                prey = tuple(sailing)
            place = self.source.choice([piece.place for piece in prey] or PLACES)
            return [(one.name, place if self.source.random() < 0.7 else self._near(place))]
        return self._fill(one)


def _offered_forms(play: Play, seat: SeatId) -> list[Form]:
    """Every form of a seat's screen that answers no prompt."""
    forms: list[Form] = []
    for region in play.view(seat).regions:
        if region.name in ("prompt", "private"):
            continue
        for widget in region.widgets:
            if isinstance(widget, Prompt):
                forms.append(widget.form)
                continue
            inner = (
                *getattr(widget, "pieces", ()),
                *getattr(widget, "boxes", ()),
                *getattr(widget, "cards", ()),
                widget,
            )
            forms += [form for one in inner if (form := getattr(one, "form", None)) is not None]
    return [form for form in forms if form.choices]
