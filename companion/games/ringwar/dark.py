"""The Dark Power's play-turn: movement for Shadow Points, citadels (use cases 5, 6 and 12)."""

from __future__ import annotations

import msgspec

from companion.games.ringwar.events import (
    CitadelFell,
    ResultShown,
    ShadowSpent,
    TaskBegun,
    TaskEnded,
)
from companion.games.ringwar.events_people import (
    BandMoved,
    PeopleMoved,
)
from companion.games.ringwar.facts import Facts
from companion.games.ringwar.fights import new_fight
from companion.games.ringwar.flow import (
    Ask,
    Events,
    Inputs,
    Quiet,
    Scene,
    asked,
    bad_place,
    begun,
    changed,
    choice,
    one,
    rule,
    select,
    standing,
)
from companion.games.ringwar.names import DARK, FELLOWSHIP, NAZGUL_TO_REDUCE, points_words
from companion.games.ringwar.play_turn import PlayTurn, destination_field
from companion.games.ringwar.rules import (
    citadel_result,
    nazgul_in,
    reach,
    spotted_places,
    steps_to,
    unspotted_places,
)
from companion.games.ringwar.state import Band, Person, Public
from companion.games.ringwar.tasks import DarkMove, Reduce
from companion.games.ringwar.turn import current, next_turn
from companion.table.grid_box import row_fault
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form

_replace = msgspec.structs.replace
SECTION = "Movement for Dark Power Player"


class DarkTurn(PlayTurn):
    """Phase 5: movement, citadels, then fights; after it the turn marker goes on."""

    def __init__(self) -> None:
        super().__init__("dark", "Move your forces.", SECTION)

    def offers(self, scene: Scene) -> list[Choice]:
        """Whom the Shadow Points move, and what they reduce."""
        found = _movers(scene)
        found += [choice(f"reduce:{place}", f"Reduce {place}") for place in reducible(scene)]
        return found

    def takers(self, public: Public) -> tuple[str, ...]:
        """Nazgul and the Mouth of Sauron take the Ring."""
        place = public.ring.place
        there = public.at(place, DARK) if place else ()
        return tuple(one.name for one in there if one.kind in ("nazgul", "mouth"))

    def detail(self, scene: Scene) -> tuple[str, ...]:
        """How many Shadow Points are left."""
        return (f"Left: {points_words(scene.public.shadow)}.",)

    def begin(self, scene: Scene, verb: str, what: str) -> Events:
        """A movement, or the reduction of a citadel."""
        match verb:
            case "nazgul" | "mouth" | "orcs" | "bearer":
                return begun(DarkMove(mover=verb, who=what))
            case _:
                cost = scene.facts.count("citadel-cost")
                spent = ShadowSpent(points=cost, why=f"reduction of {what}")
                return (spent, TaskBegun(task=Reduce(place=what)))

    def after(self, scene: Scene) -> Events:
        """The next game turn, or the end."""
        return next_turn(scene)


def _idle_field(public: Public) -> Field:
    idle = _idle_nazgul(public)
    return select("who", "Who", [one.name for one in idle], standing(idle))


def _movers(scene: Scene) -> list[Choice]:
    """Everybody whom the Shadow Points left can move."""
    public, facts = scene.public, scene.facts
    found: list[Choice] = []
    can_pay = public.shadow >= facts.count("nazgul-cost")
    if can_pay and _idle_nazgul(public) and destinations(scene, DarkMove(mover="nazgul")):
        cost = f"{points_words(facts.count('nazgul-cost'))} each"
        found.append(choice("nazgul", "Move a Nazgul", cost))
    if public.shadow >= facts.count("mouth-cost"):
        cost = points_words(facts.count("mouth-cost"))
        found += [
            choice(f"mouth:{one.name}", f"Move {one.name}", cost) for one in _idle(public, "mouth")
        ]
    if public.shadow >= facts.count("orc-cost"):
        cost = points_words(facts.count("orc-cost"))
        found += [
            choice(f"orcs:{band.number}", f"Move Orcs {band.number} with their captives", cost)
            for band in carrying(public)
        ]
    bearer = public.bearer()
    own = bearer is not None and bearer.is_free and bearer.side == DARK and not bearer.has_moved
    if bearer is not None and own and bearer.kind in ("walker", "gollum", "nazgul"):
        found.append(choice(f"bearer:{bearer.name}", f"Move {bearer.name} with the Ring"))
    return found


def _idle(public: Public, kind: str) -> list[Person]:
    return [
        one
        for one in public.people.values()
        if one.kind == kind and one.side == DARK and one.is_free and not one.has_moved
    ]


def _idle_nazgul(public: Public) -> list[Person]:
    return [one for one in _idle(public, "nazgul") if one.name != public.ring.bearer]


def carrying(public: Public) -> tuple[Band, ...]:
    """Bands that may move: those with captives."""
    return tuple(
        band for band in public.bands if public.captives(band.number) and not band.has_moved
    )


def reducible(scene: Scene) -> tuple[str, ...]:
    """Citadels with four Nazgul or more that are not the Dark Power's, if it can pay."""
    public, facts = scene.public, scene.facts
    places = sorted({person.place for person in public.people.values() if person.kind == "nazgul"})
    crowded = [place for place in places if len(nazgul_in(public, place)) >= NAZGUL_TO_REDUCE]
    citadels = tuple(
        place for place in crowded if place not in public.fallen and facts.kind(place) == "citadel"
    )
    return citadels if citadels and public.shadow >= facts.count("citadel-cost") else ()


class DarkMoveHandler(Quiet):
    """Use case 6: Shadow Points and restrictions, then the move."""

    def auto(self, scene: Scene) -> Events:
        """Over where whoever was to move is gone: something was put right by hand."""
        task, public = current(scene, DarkMove), scene.public
        if task.mover == "nazgul":
            return () if _idle_nazgul(public) else (TaskEnded(),)
        if task.mover == "orcs":
            return () if public.captives(int(task.who)) else (TaskEnded(),)
        return () if public.people[task.who].is_free else (TaskEnded(),)

    def ask(self, scene: Scene) -> Ask:
        """Who goes where."""
        task = current(scene, DarkMove)
        fields: list[Field] = []
        if task.mover == "nazgul":
            fields.append(_idle_field(scene.public))
        places = destinations(scene, task)
        typed = places is None
        fields.append(destination_field(places))
        choices = [choice("back", "Back")]
        if typed or places:
            choices.insert(0, choice("go", "Go"))
        detail = () if typed or places else ("There is no hex to move to.",)
        return Ask(
            seats=asked(scene, "dark"),
            sentence=f"Where does {self._who(task)} go?",
            others="The Dark Power moves.",
            section=SECTION,
            detail=detail,
            form=Form(choices=tuple(choices), fields=tuple(fields) if typed or places else ()),
        )

    def _who(self, task: DarkMove) -> str:
        if task.mover == "nazgul":
            return "a Nazgul"
        return f"the band of Orcs {task.who}" if task.mover == "orcs" else task.who

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """The points are spent, the move is made."""
        task, facts = current(scene, DarkMove), scene.facts
        to = facts.spelled(one(inputs, "to"))
        if action == "back":
            return (TaskEnded(),)
        if not to:
            return Refusal(code="bad-input", text="A hex was expected. Choose where to move.")
        if row_fault(to):
            return bad_place(to)
        if to in unspotted_places(scene.public):
            return rule(
                f"The characters at {to} are not spotted: no dark character enters.", SECTION
            )
        if facts.entry(to, DARK) == "barred":
            return rule(f"{to} is barred to the Dark Power.", SECTION)
        if task.mover == "orcs":
            cost = facts.count("orc-cost")
            spent = ShadowSpent(points=cost, why=f"Orcs {task.who}")
            return (spent, BandMoved(number=int(task.who), place=to), TaskEnded())
        name = one(inputs, "who") or task.who
        moved = PeopleMoved(names=(name,), place=to, done=True)
        if task.mover == "bearer":
            return (moved, TaskEnded())
        cost = facts.count("nazgul-cost" if task.mover == "nazgul" else "mouth-cost")
        return (ShadowSpent(points=cost, why=name), moved, TaskEnded())


def destinations(scene: Scene, task: DarkMove) -> tuple[str, ...] | None:
    """Where somebody can go; None where no neighbours are known and the hex is typed in.

    Nazgul go only to hexes with characters of the Fellowship, and no dark character to one where
    these are unspotted. Orcs and the Mouth go as far as their Movement Points take them.
    """
    public, facts = scene.public, scene.facts
    band = public.band(int(task.who)) if task.mover == "orcs" else None
    if task.mover == "nazgul":
        return tuple(p for p in spotted_places(public) if facts.entry(p, DARK) != "barred")
    if band is not None:
        start, points = band.place, facts.count("orc-movement")
    else:
        start, points = public.people[task.who].place, facts.rating(task.who, "movement")
    if not facts.links(start):
        return None
    near = tuple(sorted(reach(facts, start, points, "dark", unspotted_places(public))))
    if band is None:
        return near
    return tuple(place for place in near if is_nearer(facts, start, place, band.home))


def is_nearer(facts: Facts, start: str, place: str, home: str) -> bool:
    """Whether Orcs that go from a hex to another come nearer to their home.

    Where the home, or the way there, is not known, every hex will do.
    """
    steps = steps_to(facts, home)
    return start not in steps or steps.get(place, steps[start]) < steps[start]


class ReduceHandler(Quiet):
    """Use case 12: a roll, the total, the owner; a garrison of the Fellowship fights at once."""

    def auto(self, scene: Scene) -> Events:
        """Once the roll is there, the table decides."""
        task, public, facts = current(scene, Reduce), scene.public, scene.facts
        if task.face is None:
            facts.whole("places", task.place, "defence")
            return ()
        result = citadel_result(facts, public, task.place, task.face)
        shown = ResultShown(result=result)
        if result.outcome != "falls":
            return (shown, TaskEnded(said=f"{task.place} holds."))
        fell = (shown, CitadelFell(place=task.place), TaskEnded())
        if public.at(task.place, FELLOWSHIP):
            return (*fell, TaskBegun(task=new_fight("citadel", task.place)))
        return fell

    def ask(self, scene: Scene) -> Ask:
        """The roll."""
        place = current(scene, Reduce).place
        return Ask(
            seats=asked(scene, "dark"),
            sentence=f"Roll for the reduction of {place}.",
            others=f"The Dark Power reduces {place}.",
            section="Citadel Reduction",
            roll=f"reduction of {place}",
        )

    def rolled(self, scene: Scene, face: int) -> Events:
        """The roll."""
        return changed(_replace(current(scene, Reduce), face=face))
