"""Magic cards: getting, exchanging, using, and having too many (use cases 22 to 24)."""

from __future__ import annotations

from companion.games.ringwar.events import PublicEvent, TaskBegun, TaskEnded
from companion.games.ringwar.events_people import (
    MagicGiven,
    MagicGone,
    MagicTaken,
    MagicUsed,
    Wounded,
)
from companion.games.ringwar.flow import (
    Ask,
    Events,
    Inputs,
    Quiet,
    Scene,
    asked,
    choice,
    one,
    rule,
    select,
)
from companion.games.ringwar.names import FELLOWSHIP, MOST_MAGIC
from companion.games.ringwar.state import Person, Public
from companion.games.ringwar.tasks import MagicCards, TooMuchMagic
from companion.games.ringwar.turn import current
from companion.table.values import Refusal
from companion.table.views import Form


def magic_places(public: Public) -> tuple[str, ...]:
    """Hexes where the Fellowship can get, hand about or use magic cards."""
    found = set()
    for person in public.people.values():
        mine = person.is_free and person.side == FELLOWSHIP
        if mine and (person.magic or public.magic_at.get(person.place)):
            found.add(person.place)
    return tuple(sorted(found))


def overloaded(public: Public) -> Person | None:
    """Somebody of the Fellowship with more magic cards than he may hold."""
    return next(
        (
            person
            for person in public.people.values()
            if person.is_free and person.side == FELLOWSHIP and len(person.magic) > MOST_MAGIC
        ),
        None,
    )


def holder(public: Public, place: str, card: str) -> Person | None:
    """Who of the Fellowship in a hex has a card."""
    return next((one for one in public.at(place, FELLOWSHIP) if card in one.magic), None)


class MagicHandler(Quiet):
    """Use cases 22 and 24, with the card chosen first and then what is done with it."""

    def auto(self, scene: Scene) -> Events:
        """Over when nothing is left to get, hand about or use."""
        task = current(scene, MagicCards)
        return () if task.place in magic_places(scene.public) else (TaskEnded(),)

    def ask(self, scene: Scene) -> Ask:
        """Which card, what with it, for whom."""
        public, place = scene.public, current(scene, MagicCards).place
        people = public.at(place, FELLOWSHIP)
        lying = public.magic_at.get(place, ())
        held = [card for person in people for card in person.magic]
        for card in held:
            scene.facts.text("magic", card, "effect")
            scene.facts.text("magic", card, "single-use")
        choices = []
        if lying and any(len(person.magic) < MOST_MAGIC for person in people):
            choices.append(choice("take", "Get it", "a card that lies here"))
        if held and len(people) > 1:
            choices.append(choice("give", "Give it", "to another character"))
        if held:
            choices += [choice("use", "Use it"), choice("discard", "Discard it", weight="grave")]
        choices.append(choice("back", "Back"))
        detail = [f"Here lies: {', '.join(lying)}."] if lying else []
        detail += [f"{one.name} has: {', '.join(one.magic)}." for one in people if one.magic]
        return Ask(
            seats=asked(scene, "fellowship"),
            sentence=f"Magic cards at {place}: which card, for whom?",
            others=f"The Fellowship sees to its magic cards at {place}.",
            section="Magic Cards",
            detail=tuple(detail),
            form=Form(
                choices=tuple(choices),
                fields=(
                    select("card", "Card", [*lying, *held]),
                    select("to", "For", [person.name for person in people]),
                ),
            ),
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """What is done with the card."""
        public, place = scene.public, current(scene, MagicCards).place
        card, to = one(inputs, "card"), one(inputs, "to")
        owner = holder(public, place, card)
        match action:
            case "take":
                return self._take(public, place, card, to)
            case "give":
                return given(public, place, card, to)
            case "use":
                return _no_holder(card) if owner is None else used(scene, owner, card)
            case "discard":
                return (
                    _no_holder(card) if owner is None else (MagicGone(name=owner.name, card=card),)
                )
            case _:
                return (TaskEnded(),)

    def _take(self, public: Public, place: str, card: str, to: str) -> Events | Refusal:
        person = public.people.get(to)
        if card not in public.magic_at.get(place, ()) or person is None:
            return rule(
                f"{card or 'The card'} does not lie here: choose one that does.", "Magic Cards"
            )
        if len(person.magic) >= MOST_MAGIC:
            return rule(
                f"{to} has {MOST_MAGIC} magic cards already: discard or use one first.",
                "Magic Cards",
            )
        return (MagicTaken(name=to, card=card),)


def _no_holder(card: str) -> Refusal:
    return rule(
        f"Nobody here has {card or 'a card'}: choose a card that somebody has.", "Magic Cards"
    )


def given(public: Public, place: str, card: str, to: str) -> Events | Refusal:
    """Use case 24: a card changes hands; whoever then has too many gives or discards at once."""
    owner, person = holder(public, place, card), public.people.get(to)
    if owner is None or person is None:
        return _no_holder(card)
    if owner.name == to:
        return rule(f"{to} has {card} already: choose another character.", "Magic Cards")
    events: tuple[PublicEvent, ...] = (MagicGiven(name=owner.name, to=to, card=card),)
    if len(person.magic) + 1 > MOST_MAGIC:
        events = (*events, TaskBegun(task=TooMuchMagic(name=to)))
    return events


def used(scene: Scene, owner: Person, card: str) -> Events:
    """The effect of a card; one of single use is out of the game.

    Raises:
        UnknownCellError: what the card does is not known.
    """
    effect = scene.facts.text("magic", card, "effect")
    healed = effect == "heal 1" and owner.wounds > 0
    heals: tuple[PublicEvent, ...] = (Wounded(name=owner.name, wounds=-1),) if healed else ()
    if scene.facts.text("magic", card, "single-use") == "yes":
        return (*heals, MagicGone(name=owner.name, card=card, used=True))
    return (*heals, MagicUsed(name=owner.name, card=card))


class TooMuchMagicHandler(Quiet):
    """Use case 23: give to somebody in the hex who can carry it, or discard."""

    def auto(self, scene: Scene) -> Events:
        """Over when he has no more than he may."""
        person = scene.public.people[current(scene, TooMuchMagic).name]
        return () if person.is_free and len(person.magic) > MOST_MAGIC else (TaskEnded(),)

    def ask(self, scene: Scene) -> Ask:
        """Which card, to whom or away."""
        public = scene.public
        person = public.people[current(scene, TooMuchMagic).name]
        able = carriers(public, person)
        choices = [choice("discard", "Discard it", weight="grave")]
        fields = [select("card", "Card", person.magic)]
        if able:
            choices.insert(0, choice("give", "Give it"))
            fields.append(select("to", "To", able))
        return Ask(
            seats=asked(scene, "fellowship"),
            sentence=f"{person.name} has more than {MOST_MAGIC} magic cards.",
            others=f"{person.name} has too many magic cards.",
            section="Discarding Magic Cards",
            form=Form(choices=tuple(choices), fields=tuple(fields)),
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """The card goes to another, or out of the game."""
        name = current(scene, TooMuchMagic).name
        card = one(inputs, "card")
        if card not in scene.public.people[name].magic:
            return _no_holder(card)
        if action == "give":
            return (MagicGiven(name=name, to=one(inputs, "to"), card=card),)
        return (MagicGone(name=name, card=card),)


def carriers(public: Public, person: Person) -> list[str]:
    """Who in the same hex can carry another magic card."""
    return [
        other.name
        for other in public.at(person.place, FELLOWSHIP)
        if other.name != person.name and len(other.magic) < MOST_MAGIC
    ]
