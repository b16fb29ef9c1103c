"""The frame of the game turn: sides, set-up, escapes, the Ring phase (use cases 1, 11 and 13)."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from companion.games.ringwar.events import (
    GameEnded,
    ResultShown,
    SearchDeckMade,
    SidesChosen,
    StepEntered,
    StepLeft,
    TaskEnded,
    TurnSupplied,
)
from companion.games.ringwar.events_people import (
    EscapeTried,
    MagicLaid,
    PersonPlaced,
    RingPassed,
    RingTakenOff,
    RingWorn,
)
from companion.games.ringwar.flow import (
    NOT_NOW,
    Ask,
    Events,
    Inputs,
    Quiet,
    Scene,
    asked,
    begun,
    changed,
    choice,
)
from companion.games.ringwar.names import (
    FELLOWSHIP,
    FRODO,
    GOLLUM,
    MOUTH,
    NAZGUL,
    NAZGUL_COUNT,
    SEAT_IDS,
    WALKERS,
    Kind,
    PlayerSide,
    Side,
)
from companion.games.ringwar.state import Person, Result
from companion.games.ringwar.tasks import Escape, RemoveRing
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Form

T = TypeVar("T")
_replace = msgspec.structs.replace


def current(scene: Scene, kind: type[T]) -> T:
    """The use case under way, which a handler knows to be of its kind."""
    task = scene.public.task
    if not isinstance(task, kind):
        raise TypeError(f"expected {kind.__name__} under way, found {task!r}")
    return task


class Sides(Quiet):
    """Use case 1: whoever presses first decides."""

    def ask(self, scene: Scene) -> Ask:
        """Both seats may decide."""
        return Ask(
            seats=SEAT_IDS,
            sentence="Choose your side, or let the other player choose.",
            others="The players choose their sides.",
            section="Side Determination",
            form=Form(
                choices=(
                    choice("take-fellowship", "Take the Fellowship"),
                    choice("take-dark", "Take the Dark Power"),
                )
            ),
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """The side of the seat that pressed; the other has the other."""
        if scene.seat is None:
            return NOT_NOW
        side: PlayerSide = "dark" if action == "take-dark" else "fellowship"
        opponent = next(seat for seat in SEAT_IDS if seat != scene.seat)
        return (
            SidesChosen(seat=scene.seat, side=side, opponent=opponent),
            StepEntered(step="set-up", turn=0),
        )


class SetUp(Quiet):
    """Everybody at his start, the Ring with Frodo, magic cards in their hexes."""

    def auto(self, scene: Scene) -> Events:
        """One person, then the cards, then the first turn; a missing start is asked for."""
        facts, public = scene.facts, scene.public
        for name, side, kind in roster(scene):
            if name not in public.people:
                place = facts.start_of(name)
                return (PersonPlaced(name=name, side=side, kind=kind, place=place),)
        laid = tuple(
            MagicLaid(card=card, place=facts.text("magic", card, "place"))
            for card in facts.cards("magic")
        )
        return (
            *laid,
            RingPassed(bearer=FRODO, side=FELLOWSHIP),
            StepEntered(step="escape", turn=1),
        )

    def ask(self, scene: Scene) -> Ask:
        """Never: it goes on by itself."""
        return _nothing(scene)


def roster(scene: Scene) -> tuple[tuple[str, Side, Kind], ...]:
    """Everybody who is set up: name, side, kind."""
    found: list[tuple[str, Side, Kind]] = [(name, "fellowship", "walker") for name in WALKERS]
    found.append((GOLLUM, "none", "gollum"))
    found += [(f"{NAZGUL} {n}", "dark", "nazgul") for n in range(1, NAZGUL_COUNT + 1)]
    found.append((MOUTH, "dark", "mouth"))
    for name, side in scene.facts.own_characters().items():
        if side == "fellowship":
            found.append((name, "fellowship", "walker"))
        else:
            found.append((name, "dark", "servant" if side == "servant" else "mouth"))
    return tuple(found)


class Escapes(Quiet):
    """The start of the turn: Shadow Points, then an escape for each captive (use case 11)."""

    def auto(self, scene: Scene) -> Events:
        """The supply of the turn, the next captive's escape, or the Ring phase."""
        public = scene.public
        if not public.is_leaving:
            return supply(scene)
        waiting = next((one for one in public.people.values() if _may_try(one)), None)
        if waiting is not None:
            return begun(Escape(name=waiting.name))
        return (StepEntered(step="ring", turn=public.turn),)

    def ask(self, scene: Scene) -> Ask:
        """Never: it goes on by itself."""
        return _nothing(scene)


def supply(scene: Scene) -> Events:
    """What a game turn begins with."""
    facts, public = scene.facts, scene.public
    supplied = TurnSupplied(shadow=facts.count("shadow-points"), searches=facts.count("searches"))
    cards = facts.cards("searches")
    fresh = () if public.search_deck or not cards else (SearchDeckMade(cards=cards),)
    return (supplied, *fresh, StepLeft())


def _may_try(person: Person) -> bool:
    return person.band is not None and not person.has_tried and not person.is_dead


class EscapeHandler(Quiet):
    """Use case 11: roll, put on the Ring, or stay."""

    def auto(self, scene: Scene) -> Events:
        """Once the roll is there, the escape range decides."""
        task, facts = current(scene, Escape), scene.facts
        if not _may_try(scene.public.people[task.name]):
            return (TaskEnded(),)
        if task.face is None:
            facts.text("characters", task.name, "escape")
            return ()
        freed = facts.is_hit(task.name, "escape", task.face)
        result = Result(
            title=f"Escape of {task.name}",
            parts=(("Roll", task.face),),
            total=task.face,
            outcome="free" if freed else "still a captive",
            meaning=f"escape range {facts.text('characters', task.name, 'escape')}",
            section="Escape",
        )
        return (ResultShown(result=result), EscapeTried(name=task.name, freed=freed), TaskEnded())

    def ask(self, scene: Scene) -> Ask:
        """How the captive tries to get away."""
        task = current(scene, Escape)
        choices = [choice("stay", "Do not try")]
        if _has_ring_to_wear(scene, task.name):
            choices.insert(0, choice("ring", "Put on the Ring"))
        return Ask(
            seats=asked(scene, "fellowship"),
            sentence=f"{task.name} is a captive of Orcs: roll to escape.",
            others=f"{task.name} may try to escape.",
            section="Escape",
            form=Form(choices=tuple(choices)),
            roll=f"escape of {task.name}",
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """The Ring, or nothing."""
        task = current(scene, Escape)
        if action == "ring":
            return (RingWorn(), EscapeTried(name=task.name, freed=True), TaskEnded())
        return (EscapeTried(name=task.name, freed=False), TaskEnded())

    def rolled(self, scene: Scene, face: int) -> Events:
        """The roll."""
        return changed(_replace(current(scene, Escape), face=face))


def _has_ring_to_wear(scene: Scene, name: str) -> bool:
    public = scene.public
    return public.ring.bearer == name and public.may_wear_ring(public.people[name].place)


class RingPhase(Quiet):
    """Phase 1: the Ringbearer may take the Ring off (use case 13)."""

    def auto(self, scene: Scene) -> Events:
        """The phase is over where nobody of the Fellowship wears the Ring."""
        public = scene.public
        bearer = public.bearer()
        wears = public.ring.is_worn and bearer is not None and bearer.side == FELLOWSHIP
        if public.is_leaving or not wears:
            return (StepEntered(step="events", turn=public.turn),)
        return ()

    def ask(self, scene: Scene) -> Ask:
        """Off, or on."""
        name = scene.public.ring.bearer
        return Ask(
            seats=asked(scene, "fellowship"),
            sentence=f"{name} wears the Ring: does he try to take it off?",
            others=f"{name} may take the Ring off.",
            section="Removing the Ring",
            form=Form(choices=(choice("remove", "Take it off"), choice("keep", "Keep it on"))),
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """The attempt, or the next phase."""
        if action == "remove":
            return begun(RemoveRing())
        return (StepEntered(step="events", turn=scene.public.turn),)


class RemoveRingHandler(Quiet):
    """Use case 13: a roll of at most the ring rating."""

    def auto(self, scene: Scene) -> Events:
        """Once the roll is there, the ring rating decides; there is one attempt a turn."""
        task, bearer = current(scene, RemoveRing), scene.public.ring.bearer
        if not scene.public.ring.is_worn:
            return (TaskEnded(),)
        rating = scene.facts.rating(bearer, "ring")
        if task.face is None:
            return ()
        off = task.face <= rating
        result = Result(
            title="Removing the Ring",
            parts=(("Roll", task.face),),
            total=task.face,
            outcome="off" if off else "stays on",
            meaning=f"ring rating {rating}",
            section="Removing the Ring",
        )
        done = StepEntered(step="events", turn=scene.public.turn)
        taken = (RingTakenOff(),) if off else ()
        return (ResultShown(result=result), *taken, TaskEnded(), done)

    def ask(self, scene: Scene) -> Ask:
        """The roll."""
        name = scene.public.ring.bearer
        return Ask(
            seats=asked(scene, "fellowship"),
            sentence=f"Roll for {name}: at most the ring rating takes the Ring off.",
            others=f"{name} tries to take the Ring off.",
            section="Removing the Ring",
            roll="taking the Ring off",
        )

    def rolled(self, scene: Scene, face: int) -> Events:
        """The roll."""
        return changed(_replace(current(scene, RemoveRing), face=face))


def next_turn(scene: Scene) -> Events:
    """The end of a game turn: the turn marker goes on, or the game is over."""
    public = scene.public
    if public.turn >= public.last_turn:
        why = f"Game turn {public.turn}, the last as agreed, is over: nobody wins."
        return (GameEnded(winner=None, why=why),)
    return (StepEntered(step="escape", turn=public.turn + 1),)


def _nothing(scene: Scene) -> Ask:
    nobody: tuple[SeatId, ...] = ()
    return Ask(seats=nobody, sentence="", others="", section="")
