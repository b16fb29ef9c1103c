"""Attempts on the Ring, and who takes it when its bearer is dead (use cases 18 to 21, 25)."""

from __future__ import annotations

from companion.games.ringwar.events import PublicEvent, TaskBegun, TaskEnded
from companion.games.ringwar.events_people import RingPassed
from companion.games.ringwar.flow import Ask, Events, Inputs, Quiet, Scene, asked, choice
from companion.games.ringwar.names import (
    BOROMIR,
    DARK,
    FELLOWSHIP,
    GANDALF,
    GOLLUM,
    PlayerSide,
)
from companion.games.ringwar.state import Person, Public
from companion.games.ringwar.tasks import ChooseBearer, Fight
from companion.games.ringwar.turn import current
from companion.table.values import Refusal
from companion.table.views import Form


def _together(public: Public, name: str) -> Person | None:
    """The Ringbearer, if that is somebody else who stands free in the same hex."""
    person, bearer = public.people.get(name), public.bearer()
    if person is None or bearer is None or bearer.name == name:
        return None
    both = person.is_free and bearer.is_free and person.place == bearer.place
    return bearer if both else None


def boromir_seizes(public: Public) -> tuple[PublicEvent, ...]:
    """Use case 18: the Dark Power controls Boromir, the Fellowship the Ringbearer.

    Nothing happens where the two are not in one hex, or the Ringbearer is not the Fellowship's.
    """
    bearer = _together(public, BOROMIR)
    boromir = public.people.get(BOROMIR)
    if bearer is None or bearer.side != FELLOWSHIP or boromir is None:
        return ()
    fight = Fight(
        kind="seize",
        place=bearer.place,
        stage="sorcery-fellowship",
        fellowship=bearer.name,
        dark=BOROMIR,
        seizer=BOROMIR,
        bearer=bearer.name,
    )
    return (TaskBegun(task=fight),)


def gollum_seizes(public: Public, side: PlayerSide) -> tuple[PublicEvent, ...]:
    """Use case 20: the card's player is Gollum, the opponent the Ringbearer, until a death."""
    bearer = _together(public, GOLLUM)
    if bearer is None:
        return ()
    by_fellowship = side == FELLOWSHIP
    fight = Fight(
        kind="seize",
        place=bearer.place,
        stage="sorcery-fellowship",
        fellowship=GOLLUM if by_fellowship else bearer.name,
        dark=bearer.name if by_fellowship else GOLLUM,
        seizer=GOLLUM,
        bearer=bearer.name,
        to_death=True,
    )
    return (TaskBegun(task=fight),)


def gandalf_may_seize(public: Public) -> bool:
    """Use case 19: the Ringbearer in Gandalf's hex is Boromir or Gollum."""
    bearer = _together(public, GANDALF)
    return (
        bearer is not None
        and bearer.name in (BOROMIR, GOLLUM)
        and public.people[GANDALF].side == FELLOWSHIP
    )


def gandalf_seizes(public: Public) -> Fight:
    """The fight: the Fellowship controls Gandalf, the Dark Power the Ringbearer."""
    bearer = public.ring.bearer
    return Fight(
        kind="seize",
        place=public.people[GANDALF].place,
        stage="sorcery-fellowship",
        fellowship=GANDALF,
        dark=bearer,
        seizer=GANDALF,
        bearer=bearer,
    )


def seized(public: Public, fight: Fight) -> tuple[PublicEvent, ...]:
    """The Ring passes to whoever has killed its bearer for it."""
    if not fight.seizer:
        return ()
    seizer, bearer = public.people[fight.seizer], public.people[fight.bearer]
    if seizer.is_dead or not bearer.is_dead or public.ring.bearer != bearer.name:
        return ()
    side: PlayerSide = "fellowship" if fight.fellowship == seizer.name else "dark"
    return (RingPassed(bearer=seizer.name, side=side),)


class ChooseBearerHandler(Quiet):
    """Use case 25: the Fellowship's characters, then Gollum, then a Nazgul or the Mouth."""

    def auto(self, scene: Scene) -> Events:
        """Whoever needs no choice, or the Ring lies in the hex."""
        place, public = current(scene, ChooseBearer).place, scene.public
        bearer = public.bearer()
        if bearer is not None and not bearer.is_dead:
            return (TaskEnded(),)
        candidates = ring_candidates(public, place)
        if not candidates:
            return (RingPassed(place=place), TaskEnded())
        if candidates[0].name == GOLLUM or (len(candidates) == 1 and _is_dark(candidates[0])):
            side = candidates[0].side
            keeps: PlayerSide = "fellowship" if side == FELLOWSHIP else "dark"
            return (RingPassed(bearer=candidates[0].name, side=keeps), TaskEnded())
        return ()

    def ask(self, scene: Scene) -> Ask:
        """Who takes it."""
        place = current(scene, ChooseBearer).place
        candidates = ring_candidates(scene.public, place)
        side: PlayerSide = "dark" if _is_dark(candidates[0]) else "fellowship"
        return Ask(
            seats=asked(scene, side),
            sentence=f"The Ringbearer is dead at {place}: who takes the Ring?",
            others=f"The Ring at {place} gets a new bearer.",
            section="Selecting a Ringbearer",
            form=Form(choices=tuple(choice(f"take:{one.name}", one.name) for one in candidates)),
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """The one chosen."""
        person = scene.public.people[action.removeprefix("take:")]
        return (RingPassed(bearer=person.name, side=person.side), TaskEnded())


def _is_dark(person: Person) -> bool:
    return person.side == DARK


def ring_candidates(public: Public, place: str) -> tuple[Person, ...]:
    """Who of the highest rank on the list stands in the hex; empty where nobody does."""
    walkers = public.at(place, FELLOWSHIP)
    if walkers:
        return walkers
    gollum = public.people.get(GOLLUM)
    if gollum is not None and gollum.is_free and gollum.place == place:
        return (gollum,)
    return tuple(one for one in public.at(place, DARK) if one.kind in ("nazgul", "mouth"))
