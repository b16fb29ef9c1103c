"""The Fellowship's play-turn and its movement (use cases 5 and 7)."""

from __future__ import annotations

import msgspec

from companion.games.ringwar.events import (
    StepEntered,
    TaskBegun,
    TaskEnded,
    WalkInterrupted,
)
from companion.games.ringwar.events_people import MoveFinished, PeopleMoved
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
    ticks,
)
from companion.games.ringwar.magic import magic_places, overloaded
from companion.games.ringwar.names import FELLOWSHIP, GANDALF
from companion.games.ringwar.play_turn import PlayTurn, destination_field
from companion.games.ringwar.rules import fighters_in, reach, servants_in
from companion.games.ringwar.seizing import gandalf_may_seize, gandalf_seizes
from companion.games.ringwar.state import Public
from companion.games.ringwar.tasks import Capture, FreeSearch, MagicCards, TooMuchMagic, Walk
from companion.games.ringwar.turn import current
from companion.table.grid_box import row_fault
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form

_replace = msgspec.structs.replace
SECTION = "Movement"


class FellowshipTurn(PlayTurn):
    """Phase 4: movement, magic cards, Gandalf and the Ring, then fights."""

    def __init__(self) -> None:
        super().__init__("fellowship", "Move your characters.", SECTION)

    def offers(self, scene: Scene) -> list[Choice]:
        """Who moves, where magic cards change hands, and Gandalf's attempt."""
        public = scene.public
        found = [
            choice(f"move:{place}", f"Move from {place}", ", ".join(names))
            for place, names in movable(public).items()
        ]
        found += [
            choice(f"magic:{place}", f"Magic cards at {place}") for place in magic_places(public)
        ]
        if gandalf_may_seize(public):
            found.append(choice("gandalf", f"{GANDALF} fights {public.ring.bearer} for the Ring"))
        return found

    def takers(self, public: Public) -> tuple[str, ...]:
        """Everybody of the Fellowship takes the Ring."""
        place = public.ring.place
        return tuple(one.name for one in public.at(place, FELLOWSHIP)) if place else ()

    def begin(self, scene: Scene, verb: str, what: str) -> Events:
        """A movement, magic cards, or a fight for the Ring."""
        match verb:
            case "move":
                return begun(Walk(place=what))
            case "magic":
                return begun(MagicCards(place=what))
            case _:
                return begun(gandalf_seizes(scene.public))

    def after(self, scene: Scene) -> Events:
        """Magic cards too many, then the next phase."""
        person = overloaded(scene.public)
        if person is not None:
            return begun(TooMuchMagic(name=person.name))
        return (StepEntered(step="dark", turn=scene.public.turn),)


def movable(public: Public) -> dict[str, list[str]]:
    """Who may still move, by hex in order of the alphabet."""
    found: dict[str, list[str]] = {}
    for person in public.people.values():
        if person.is_free and person.side == FELLOWSHIP and not person.has_moved:
            found.setdefault(person.place, []).append(person.name)
    return dict(sorted(found.items()))


class WalkHandler(Quiet):
    """Use case 7: choose characters and hex, then go on hex by hex until something interrupts."""

    def auto(self, scene: Scene) -> Events:
        """The next hex of the path."""
        task, public = current(scene, Walk), scene.public
        if not task.names:
            return () if task.place in movable(public) else (TaskEnded(),)
        walkers = tuple(name for name in task.names if _still_walks(public, name, task.place))
        if task.stops or not task.path or not walkers:
            return (MoveFinished(names=task.names), TaskEnded())
        place = task.path[0]
        entry = scene.facts.entry(place, FELLOWSHIP)
        if entry == "barred" and not task.agreed:
            return ()
        left = () if entry == "stop" else task.path[1:]
        gone = _replace(task, names=walkers, place=place, path=left, agreed=False)
        moved = PeopleMoved(names=walkers, place=place)
        return (moved, *changed(gone), *interruption(public, place, walkers))

    def ask(self, scene: Scene) -> Ask:
        """Who goes where; and what about a place that is barred."""
        task, public = current(scene, Walk), scene.public
        if task.names:
            place = task.path[0]
            return Ask(
                seats=asked(scene, "fellowship"),
                sentence=f"{place} is barred to the Fellowship: go there all the same?",
                others=f"The Fellowship decides about {place}, which is barred.",
                section=SECTION,
                form=Form(
                    choices=(
                        choice("agreed", "Go on, as agreed", weight="grave"),
                        choice("stop", "Stay here"),
                    )
                ),
            )
        names = movable(public)[task.place]
        return Ask(
            seats=asked(scene, "fellowship"),
            sentence=f"Who moves from {task.place}, and where to?",
            others=f"The Fellowship moves from {task.place}.",
            section=SECTION,
            form=Form(
                choices=(choice("go", "Go"), choice("stop", "Back")),
                fields=(ticks("who", "Who", names), _destination(scene, task, names)),
            ),
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """The path, or the end of it."""
        task = current(scene, Walk)
        match action:
            case "agreed":
                return changed(_replace(task, agreed=True))
            case "go":
                return _planned(scene, task, inputs)
            case _:
                return changed(_replace(task, stops=True)) if task.names else (TaskEnded(),)


def _still_walks(public: Public, name: str, place: str) -> bool:
    person = public.people[name]
    return person.is_free and person.side == FELLOWSHIP and person.place == place


def _points(scene: Scene, names: tuple[str, ...] | list[str], *, most: bool = False) -> int:
    """The Movement Points of a group: those of its slowest."""
    points = [scene.facts.rating(name, "movement") for name in names]
    return (max if most else min)(points) + scene.public.effect("move")


def _destination(scene: Scene, task: Walk, names: list[str]) -> Field:
    """The hexes in reach of the fastest; a neighbour to type in where none is known."""
    if not scene.facts.links(task.place):
        return destination_field(None)
    near = reach(scene.facts, task.place, _points(scene, names, most=True), FELLOWSHIP)
    return destination_field(sorted(near))


def _planned(scene: Scene, task: Walk, inputs: Inputs) -> Events | Refusal:
    names, to = inputs.get("who", ()), one(inputs, "to")
    if not names or not to:
        return Refusal(code="bad-input", text="Tick who moves and choose where to.")
    if not scene.facts.links(task.place):
        to = scene.facts.spelled(to)
        return bad_place(to) if row_fault(to) else changed(_replace(task, names=names, path=(to,)))
    points = _points(scene, names)
    near = reach(scene.facts, task.place, points, FELLOWSHIP)
    if to not in near:
        return rule(
            f"{to} is too far for {', '.join(names)} with {points} Movement Points: "
            "choose a nearer hex or other characters.",
            SECTION,
        )
    return changed(_replace(task, names=names, path=near[to]))


def interruption(public: Public, place: str, names: tuple[str, ...]) -> Events:
    """What stops or searches whoever of the Fellowship comes to a hex.

    A servant of Sauron fights at once; dark characters fight whom they have spotted and search for
    others; waiting Orcs search; where magic cards lie the movement ends.
    """
    if servants_in(public, place):
        stop = WalkInterrupted(why=f"A servant of Sauron bars the way at {place}.")
        return (stop, TaskBegun(task=new_fight("servants", place)))
    seen = all(public.people[name].is_spotted for name in names)
    if fighters_in(public, place):
        if seen:
            stop = WalkInterrupted(why=f"The movement ends at {place}.")
            return (stop, TaskBegun(task=new_fight("interrupt", place)))
        return (TaskBegun(task=FreeSearch(place=place, names=names)),)
    waiting = [band for band in public.bands if band.place == place and band.is_leaving]
    if waiting:
        band = waiting[0].number
        if not seen:
            return (TaskBegun(task=FreeSearch(place=place, names=names, band=band)),)
        stop = WalkInterrupted(why=f"Orcs wait at {place}.")
        return (stop, TaskBegun(task=Capture(band=band)))
    if public.magic_at.get(place):
        return (WalkInterrupted(why=f"Magic cards lie at {place}: the movement ends."),)
    return ()
