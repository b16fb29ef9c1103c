"""The search phase, searches on the way, and captures (use cases 8 to 10)."""

from __future__ import annotations

import msgspec

from companion.games.ringwar.events import (
    PublicEvent,
    ResultShown,
    SearchDeckMade,
    SearchDrawn,
    ShadowSpent,
    StepEntered,
    StepLeft,
    TaskBegun,
    TaskEnded,
    WalkInterrupted,
)
from companion.games.ringwar.events_people import (
    BandPlaced,
    Captured,
    PeopleMoved,
    RingWorn,
    Spotted,
)
from companion.games.ringwar.fights import new_fight
from companion.games.ringwar.flow import (
    Ask,
    Events,
    Inputs,
    Quiet,
    Scene,
    asked,
    changed,
    choice,
    one,
    rule,
    select,
    standing,
    ticks,
)
from companion.games.ringwar.meeting import offer_fights
from companion.games.ringwar.names import FELLOWSHIP, MOST_NAZGUL_A_SEARCH, SPLIT_COST, points_words
from companion.games.ringwar.plan import listed
from companion.games.ringwar.rules import search_places, search_result
from companion.games.ringwar.state import Person, Result
from companion.games.ringwar.tasks import Capture, FreeSearch, Search
from companion.games.ringwar.turn import current
from companion.table.values import Refusal
from companion.table.views import Field, Form

_replace = msgspec.structs.replace


class SearchPhase(Quiet):
    """Phase 3: the Dark Power draws search cards, or goes on."""

    def auto(self, scene: Scene) -> Events:
        """After the last card fights are offered, then the Fellowship's play-turn begins."""
        public = scene.public
        if public.is_leaving or public.searches <= 0:
            fights = offer_fights(public)
            return fights or (StepEntered(step="fellowship", turn=public.turn),)
        cards = scene.facts.cards("searches")
        if not public.search_deck and cards:
            return (SearchDeckMade(cards=cards),)
        return ()

    def ask(self, scene: Scene) -> Ask:
        """The next search card."""
        left = len(scene.public.search_deck)
        detail = (f"{points_words(scene.public.shadow)}, {left} search cards in the deck.",)
        choices = [choice("done", "Draw no search card")]
        fields: tuple[Field, ...] = ()
        if left == 0:
            choices.insert(0, choice("named", "This is the card"))
            fields = (
                Field(name="regions", label="Regions on the card, parted by commas", kind="text"),
                select("force", "Force", ("nazgul", "orcs")),
                Field(name="home", label="Home of the Orcs", kind="text"),
            )
        elif left == 1:
            choices.insert(0, choice("last", "Draw the last search card"))
        return Ask(
            seats=asked(scene, "dark"),
            sentence="Draw a search card.",
            others="The Dark Power may draw a search card.",
            section="Search",
            detail=detail,
            form=Form(choices=tuple(choices), fields=fields),
            lot=left if left > 1 else 0,
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """No card, the last one, or one of the deck on the table."""
        if action == "done":
            return (StepLeft(),)
        if action == "last":
            return self.rolled(scene, 1)
        regions = listed(one(inputs, "regions"))
        if not regions:
            return Refusal(
                code="bad-input", text="The regions on the card were expected. Type them in."
            )
        force = one(inputs, "force")
        drawn = SearchDrawn(card="from the table", regions=regions, force=force)
        task = Search(card=drawn.card, regions=regions, force=force, home=one(inputs, "home"))
        return (drawn, TaskBegun(task=task))

    def rolled(self, scene: Scene, face: int) -> Events:
        """The card that the lot has drawn; it lies face up."""
        card, facts = scene.public.search_deck[face - 1], scene.facts
        regions = listed(facts.text("searches", card, "regions"))
        force = facts.text("searches", card, "force")
        home = facts.text("searches", card, "home") if force == "orcs" else ""
        drawn = SearchDrawn(card=card, regions=regions, force=force)
        return (drawn, TaskBegun(task=Search(card=card, regions=regions, force=force, home=home)))


class SearchHandler(Quiet):
    """Use case 8: Shadow Points, a roll, and the forces of the card go where somebody is found."""

    def auto(self, scene: Scene) -> Events:
        """A search that cannot be, a roll that has come, forces that are all placed."""
        task, public = current(scene, Search), scene.public
        places = search_places(scene.facts, public, task.regions)
        if task.stage == "spend":
            if not places:
                return (TaskEnded(said="No region of the card has a character of the Fellowship."),)
            if public.shadow < scene.facts.count("search-cost"):
                return (TaskEnded(said="There are not enough Shadow Points for a search."),)
        if task.stage == "roll" and task.face is not None:
            return _looked(scene, task, places, task.face)
        if task.stage == "place" and not self._can_place(scene, task):
            return (TaskEnded(),)
        return ()

    def _can_place(self, scene: Scene, task: Search) -> bool:
        if task.force == "orcs":
            return True
        left = MOST_NAZGUL_A_SEARCH - len(task.placed)
        return left > 0 and bool(_nazgul_to_place(scene, task))

    def ask(self, scene: Scene) -> Ask:
        """Spend, roll, place."""
        task = current(scene, Search)
        question = {"spend": self._ask_spend, "roll": self._ask_roll, "place": self._ask_place}
        return question[task.stage](scene, task)

    def _ask_spend(self, scene: Scene, task: Search) -> Ask:
        cost = scene.facts.count("search-cost")
        places = search_places(scene.facts, scene.public, task.regions)
        return Ask(
            seats=asked(scene, "dark"),
            sentence=f"Search {', '.join(task.regions)} for {points_words(cost)}?",
            others="The Dark Power decides whether to search.",
            section="Search",
            detail=(f"There: {', '.join(places)}. Left: {points_words(scene.public.shadow)}.",),
            form=Form(choices=(choice("search", "Search"), choice("leave", "Do not search"))),
        )

    def _ask_roll(self, scene: Scene, task: Search) -> Ask:
        return Ask(
            seats=asked(scene, "dark"),
            sentence="Roll for the search.",
            others="The Dark Power rolls for the search.",
            section="Search",
            roll=f"search of {', '.join(task.regions)}",
        )

    def _ask_place(self, scene: Scene, task: Search) -> Ask:
        choices = [choice("leave", "Send nobody" if not task.placed else "That is all")]
        fields: tuple[Field, ...] = ()
        if task.force == "orcs":
            choices = [
                choice(f"orcs:{place}", f"Orcs to {place}") for place in task.found
            ] + choices
            if len(task.found) > 1 and scene.public.shadow >= SPLIT_COST:
                detail = points_words(SPLIT_COST)
                choices.insert(-1, choice("split", "Split the Orcs over all these hexes", detail))
        else:
            left = MOST_NAZGUL_A_SEARCH - len(task.placed)
            free = _nazgul_to_place(scene, task)
            names = [person.name for person in free]
            fields = (
                ticks("who", f"Nazgul, at most {left}", names, standing(free)),
                select("to", "To", task.found),
            )
            choices.insert(0, choice("send", "Send them"))
        return Ask(
            seats=asked(scene, "dark"),
            sentence="The search has found somebody: who goes there?",
            others="The Dark Power moves into the hexes found.",
            section="Search",
            form=Form(choices=tuple(choices), fields=fields),
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """The answer of the stage."""
        task = current(scene, Search)
        verb, _, place = action.partition(":")
        match verb:
            case "search":
                cost = scene.facts.count("search-cost")
                spent = ShadowSpent(points=cost, why="search")
                return (spent, *changed(_replace(task, stage="roll")))
            case "send":
                return _sent(task, inputs)
            case "orcs":
                return _with_orcs(scene, task, (place,))
            case "split":
                spent = ShadowSpent(points=SPLIT_COST, why="Orcs split")
                return (spent, *_with_orcs(scene, task, task.found))
            case _:
                return (TaskEnded(),)

    def rolled(self, scene: Scene, face: int) -> Events:
        """The roll."""
        return changed(_replace(current(scene, Search), face=face))


def _looked(scene: Scene, task: Search, places: tuple[str, ...], face: int) -> Events:
    """One roll is looked up for every hex of the regions."""
    events: list[PublicEvent] = []
    found = []
    for place in places:
        result = search_result(scene.facts, scene.public, place, face)
        events.append(ResultShown(result=result))
        if result.outcome == "spotted":
            found.append(place)
            names = tuple(person.name for person in scene.public.at(place, FELLOWSHIP))
            events.append(Spotted(names=names, place=place))
    if not found:
        return (*events, TaskEnded(said="The search finds nobody."))
    return (*events, *changed(_replace(task, stage="place", found=tuple(found))))


def _nazgul_to_place(scene: Scene, task: Search) -> tuple[Person, ...]:
    return tuple(
        person
        for person in scene.public.people.values()
        if person.kind == "nazgul" and person.is_free and person.name not in task.placed
    )


def _sent(task: Search, inputs: Inputs) -> Events | Refusal:
    names = inputs.get("who", ())
    left = MOST_NAZGUL_A_SEARCH - len(task.placed)
    if not 0 < len(names) <= left:
        return rule(
            f"A search card moves three Nazgul: tick one to {left}, not {len(names)}.", "Search"
        )
    placed = _replace(task, placed=(*task.placed, *names))
    return (PeopleMoved(names=names, place=one(inputs, "to")), *changed(placed))


def _with_orcs(scene: Scene, task: Search, places: tuple[str, ...]) -> Events:
    """Orcs come to each hex and try to capture; that is no move (reading)."""
    first = scene.public.band_count + 1
    bands = tuple(BandPlaced(place=place, home=task.home) for place in places)
    tries = tuple(
        TaskBegun(task=Capture(band=first + index)) for index in reversed(range(len(places)))
    )
    return (*bands, TaskEnded(), *tries)


class FreeSearchHandler(Quiet):
    """Use cases 10 and 17: movement through a hex of the Dark Power's is searched without cost."""

    def auto(self, scene: Scene) -> Events:
        """Once the roll is there: nothing, a capture or a fight, and the movement is over."""
        task = current(scene, FreeSearch)
        if task.face is None:
            return ()
        result = search_result(scene.facts, scene.public, task.place, task.face)
        shown = ResultShown(result=result)
        if result.outcome != "spotted":
            return (shown, TaskEnded(said="They pass unseen."))
        names = tuple(person.name for person in scene.public.at(task.place, FELLOWSHIP))
        follows = (
            new_fight("interrupt", task.place) if task.band is None else Capture(band=task.band)
        )
        return (
            shown,
            Spotted(names=names, place=task.place),
            WalkInterrupted(why=f"The movement ends at {task.place}."),
            TaskEnded(),
            TaskBegun(task=follows),
        )

    def ask(self, scene: Scene) -> Ask:
        """Search or not, then the roll."""
        task = current(scene, FreeSearch)
        section = "Individual Combat Interrupts Movement"
        if task.band is not None:
            section = "Capture outside of the Search Phase"
        who = ", ".join(task.names)
        if task.rolls:
            return Ask(
                seats=asked(scene, "dark"),
                sentence="Roll for the search.",
                others="The Dark Power rolls for the search.",
                section=section,
                roll=f"search at {task.place}",
            )
        return Ask(
            seats=asked(scene, "dark"),
            sentence=f"{who} move through {task.place}: search for them, without cost?",
            others="The Dark Power may search without cost.",
            section=section,
            form=Form(choices=(choice("search", "Search"), choice("leave", "Let them pass"))),
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """Search or not."""
        if action == "search":
            return changed(_replace(current(scene, FreeSearch), rolls=True))
        return (TaskEnded(),)

    def rolled(self, scene: Scene, face: int) -> Events:
        """The roll."""
        return changed(_replace(current(scene, FreeSearch), face=face))


class CaptureHandler(Quiet):
    """Use cases 9 and 10: one roll of a band, against the capture range of everybody spotted."""

    def auto(self, scene: Scene) -> Events:
        """Nobody to capture, or a roll that has come and that no Ring can answer any more."""
        task, public = current(scene, Capture), scene.public
        band = public.band(task.band)
        if band is None or not _targets(scene, task):
            return (TaskEnded(),)
        caught = self._caught(scene, task)
        if task.face is None:
            return ()
        if (
            public.ring.bearer in caught
            and public.may_wear_ring(band.place)
            and not task.ring_asked
        ):
            return ()
        result = Result(
            title=f"Capture at {band.place}",
            parts=(("Roll", task.face),),
            total=task.face,
            outcome=", ".join(caught) or "nobody",
            meaning="captured are those whose range holds the roll",
            section="Capture",
        )
        captured = tuple(Captured(name=name, band=task.band) for name in caught)
        return (ResultShown(result=result), *captured, TaskEnded())

    def _caught(self, scene: Scene, task: Capture) -> tuple[str, ...]:
        """Whom the roll has hit; asks for every range before the roll."""
        face = task.face or 0
        hit = [
            (person.name, scene.facts.is_hit(person.name, "capture", face))
            for person in _targets(scene, task)
        ]
        return tuple(name for name, is_hit in hit if is_hit)

    def ask(self, scene: Scene) -> Ask:
        """Try or not, the roll, and the Ring."""
        task = current(scene, Capture)
        names = ", ".join(person.name for person in _targets(scene, task))
        if task.face is not None:
            return Ask(
                seats=asked(scene, "fellowship"),
                sentence=f"Orcs capture {scene.public.ring.bearer}: put on the Ring to get away?",
                others="The Fellowship decides about the Ring.",
                section="Capture",
                form=Form(choices=(choice("ring", "Put on the Ring"), choice("no", "Do not"))),
            )
        if task.rolls:
            return Ask(
                seats=asked(scene, "dark"),
                sentence=f"Roll to capture {names}.",
                others=f"The Orcs try to capture {names}.",
                section="Capture",
                roll=f"capture of {names}",
            )
        return Ask(
            seats=asked(scene, "dark"),
            sentence=f"Do the Orcs try to capture {names}?",
            others=f"The Dark Power decides about the capture of {names}.",
            section="Capture",
            form=Form(choices=(choice("try", "Try"), choice("no", "Do not"))),
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """Try, or the Ring."""
        task = current(scene, Capture)
        if action == "try":
            return changed(_replace(task, rolls=True))
        if action == "ring":
            return (RingWorn(), *changed(_replace(task, ring_asked=True)))
        if task.face is None:
            return (TaskEnded(),)
        return changed(_replace(task, ring_asked=True))

    def rolled(self, scene: Scene, face: int) -> Events:
        """The roll."""
        return changed(_replace(current(scene, Capture), face=face))


def _targets(scene: Scene, task: Capture) -> tuple[Person, ...]:
    band = scene.public.band(task.band)
    if band is None:
        return ()
    return tuple(one for one in scene.public.at(band.place, FELLOWSHIP) if one.is_spotted)
