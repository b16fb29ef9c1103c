"""Individual combat: agreed on, on the way, against servants, for the Ring (use cases 14 to 17)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.ringwar.events import ResultShown, TaskEnded
from companion.games.ringwar.events_people import Died, PeopleMoved, RingWorn, Wounded
from companion.games.ringwar.flow import (
    Ask,
    Events,
    Inputs,
    Quiet,
    Scene,
    asked,
    changed,
    choice,
)
from companion.games.ringwar.names import FELLOWSHIP, SIDE_TITLES, PlayerSide, wounds_words
from companion.games.ringwar.rules import (
    combat_result,
    combat_value,
    fighters_in,
    servants_in,
    sorcery_result,
)
from companion.games.ringwar.seizing import seized
from companion.games.ringwar.state import Person, Public, Result
from companion.games.ringwar.tasks import Fight, FightStage
from companion.games.ringwar.turn import current
from companion.table.values import Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace
SECTIONS: Final = {
    "normal": "Normal Individual Combat",
    "interrupt": "Individual Combat Interrupts Movement",
    "servants": "Individual Combat against the Servants of Sauron",
    "citadel": "Citadel Reduction",
    "seize": "Seize Ring",
}
_ORDER: Final[tuple[FightStage, ...]] = (
    "pick-fellowship",
    "pick-dark",
    "sorcery-fellowship",
    "sorcery-dark",
    "roll-fellowship",
    "roll-dark",
    "resolve",
)


def new_fight(kind: str, place: str) -> Fight:
    """A fight in a hex: servants and a fallen citadel force it, otherwise a side must want it."""
    forced = kind in ("servants", "citadel")
    stage: FightStage = "pick-fellowship" if forced else "want-fellowship"
    if kind == "servants":
        return Fight(kind="servants", place=place, stage=stage)
    if kind == "citadel":
        return Fight(kind="citadel", place=place, stage=stage)
    return Fight(kind="interrupt" if kind == "interrupt" else "normal", place=place, stage=stage)


def candidates(public: Public, fight: Fight, side: PlayerSide) -> tuple[Person, ...]:
    """Who can fight for a side, without those who have got away.

    The Dark Power fights whom it has spotted; a servant, and the garrison of a fallen citadel,
    fight without a search.
    """
    if fight.kind == "seize":
        person = public.people[fight.fighter(side)]
        return (person,) if person.is_free and person.name not in fight.away else ()
    if side == FELLOWSHIP:
        everybody = public.at(fight.place, FELLOWSHIP)
        seen = fight.kind in ("servants", "citadel")
        found = tuple(one for one in everybody if seen or one.is_spotted)
    elif fight.kind == "servants":
        found = servants_in(public, fight.place)
    else:
        found = fighters_in(public, fight.place)
    return tuple(one for one in found if one.name not in fight.away)


def contested(public: Public) -> str | None:
    """A hex with spotted characters and dark ones whose fight was not offered in this step."""
    for place in sorted({one.place for one in public.people.values() if one.place}):
        fight = new_fight("normal", place)
        both = candidates(public, fight, "fellowship") and candidates(public, fight, "dark")
        if place not in public.contested and both:
            return place
    return None


class FightHandler(Quiet):
    """One fight, stage by stage."""

    def auto(self, scene: Scene) -> Events:
        """Stages that need nobody."""
        fight, public = current(scene, Fight), scene.public
        mine = candidates(public, fight, "fellowship")
        theirs = candidates(public, fight, "dark")
        if fight.stage == "resolve":
            return _resolved(scene, fight)
        if not mine or not theirs or fight.stage == "over":
            return (*seized(public, fight), TaskEnded())
        match fight.stage:
            case "pick-fellowship" | "pick-dark":
                return _picked_alone(fight, mine if fight.stage == "pick-fellowship" else theirs)
            case "sorcery-fellowship" | "sorcery-dark":
                side = _side(fight.stage)
                if scene.facts.rating(fight.fighter(side), "sorcery") > 0:
                    return ()
                return _next(fight)
            case "again-fellowship" if fight.to_death:
                return changed(_round(fight))
            case "roll-fellowship" | "roll-dark":
                _known_ratings(scene, fight)
                return ()
            case _:
                return ()

    def ask(self, scene: Scene) -> Ask:
        """The question of the stage."""
        fight = current(scene, Fight)
        side = _side(fight.stage)
        title, who = SECTIONS[fight.kind], fight.fighter(side)
        seats = asked(scene, side)
        detail = _detail(scene, fight)
        match fight.stage.partition("-")[0]:
            case "want":
                sentence = f"Individual combat at {fight.place}: do you wish to fight?"
                choices = [choice("fight", "Fight"), choice("leave", "Let it be")]
                choices += _ways_out(scene, fight, side)
                return Ask(
                    seats=seats,
                    sentence=sentence,
                    others=_waits(side, fight),
                    section=title,
                    detail=detail,
                    form=Form(choices=tuple(choices)),
                )
            case "pick":
                names = [one.name for one in candidates(scene.public, fight, side)]
                choices = [choice(f"pick:{name}", name) for name in names]
                return Ask(
                    seats=seats,
                    sentence=f"Who fights for you at {fight.place}?",
                    others=_waits(side, fight),
                    section=title,
                    form=Form(choices=tuple(choices)),
                )
            case "sorcery":
                choices = [choice("sorcery", "Use sorcery"), choice("arms", "Fight with arms")]
                return Ask(
                    seats=seats,
                    sentence=f"Does {who} use sorcery in this round?",
                    others=_waits(side, fight),
                    section=title,
                    detail=detail,
                    form=Form(choices=tuple(choices)),
                )
            case "roll":
                return Ask(
                    seats=seats,
                    sentence=f"Roll for {who}.",
                    others=f"A roll for {who} is awaited.",
                    section=title,
                    detail=detail,
                    roll=f"combat of {who}",
                )
            case _:
                choices = [choice("fight", "Fight on"), choice("leave", "Stop")]
                choices += _ways_out(scene, fight, side)
                return Ask(
                    seats=seats,
                    sentence=f"The fight at {fight.place}: another round?",
                    others=_waits(side, fight),
                    section=title,
                    detail=detail,
                    form=Form(choices=tuple(choices)),
                )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """The answer of the stage."""
        fight = current(scene, Fight)
        side = _side(fight.stage)
        verb, _, name = action.partition(":")
        match verb:
            case "pick":
                field = "fellowship" if side == FELLOWSHIP else "dark"
                return _next(_replace(fight, **{field: name}))
            case "sorcery" | "arms":
                uses = verb == "sorcery"
                both = (uses, fight.sorcery[1]) if side == FELLOWSHIP else (fight.sorcery[0], uses)
                return _next(_replace(fight, sorcery=both))
            case "ring":
                bearer = scene.public.ring.bearer
                return (RingWorn(), *changed(_without(fight, side, bearer)))
            case "flee":
                gone = _without(fight, side, name)
                home = scene.facts.barad_dur()
                return (PeopleMoved(names=(name,), place=home), *changed(gone))
            case _:
                return changed(_wished(fight, side, wish=verb == "fight"))

    def rolled(self, scene: Scene, face: int) -> Events:
        """A roll of the round."""
        fight = current(scene, Fight)
        faces = (face, 0) if fight.stage == "roll-fellowship" else (fight.faces[0], face)
        return _next(_replace(fight, faces=faces))


def _side(stage: FightStage) -> PlayerSide:
    return "dark" if stage.endswith("dark") else "fellowship"


def _waits(side: PlayerSide, fight: Fight) -> str:
    who = "Fellowship" if side == FELLOWSHIP else "Dark Power"
    return f"The {who} decides about the fight at {fight.place}."


def _detail(scene: Scene, fight: Fight) -> tuple[str, ...]:
    """Who fights whom, with their wounds; before anybody is chosen, who could."""
    people = scene.public.people
    names = [fight.fellowship, fight.dark]
    if "" in names:
        sides = ("fellowship", "dark")
        able = [
            candidates(scene.public, fight, "fellowship"),
            candidates(scene.public, fight, "dark"),
        ]
        return tuple(
            f"{SIDE_TITLES[side]}: {', '.join(person.name for person in there)}."
            for side, there in zip(sides, able, strict=True)
        )
    return tuple(f"{name}: {wounds_words(people[name].wounds)}" for name in names)


def _known_ratings(scene: Scene, fight: Fight) -> None:
    """Ask for ratings before a roll, not after it."""
    for name in (fight.fellowship, fight.dark):
        combat_value(scene.facts, scene.public.people[name])
        scene.facts.rating(name, "endurance")


def _next(fight: Fight) -> Events:
    return changed(_replace(fight, stage=_ORDER[_ORDER.index(fight.stage) + 1]))


def _picked_alone(fight: Fight, found: tuple[Person, ...]) -> Events:
    if fight.kind == "seize":
        return _next(fight)
    field = "fellowship" if fight.stage == "pick-fellowship" else "dark"
    if fight.fighter(_side(fight.stage)) in {one.name for one in found}:
        return _next(fight)
    return _next(_replace(fight, **{field: found[0].name})) if len(found) == 1 else ()


def _round(fight: Fight) -> Fight:
    """A new round; fighters who stand are kept, others are picked anew."""
    return _replace(
        fight,
        stage="pick-fellowship",
        faces=(0, 0),
        sorcery=(False, False),
        wants=(False, False),
    )


def _wished(fight: Fight, side: PlayerSide, *, wish: bool) -> Fight:
    """A side has said whether it wants to fight: one that wants is enough."""
    if side == FELLOWSHIP:
        stage: FightStage = "again-dark" if fight.has_begun else "want-dark"
        return _replace(fight, wants=(wish, False), stage=stage)
    wanted = fight.wants[0] or wish
    return _round(fight) if wanted else _replace(fight, stage="over")


def _without(fight: Fight, side: PlayerSide, name: str) -> Fight:
    """Somebody is away; the side is asked again about those who are left."""
    field = "fellowship" if side == FELLOWSHIP else "dark"
    away = (*fight.away, name)
    if fight.fighter(side) == name and fight.kind != "seize":
        return _replace(fight, away=away, **{field: ""})
    return _replace(fight, away=away)


def _ways_out(scene: Scene, fight: Fight, side: PlayerSide) -> list[Choice]:
    """The Ring for the Fellowship's bearer, flight for a Nazgul after a round."""
    public = scene.public
    names = {one.name for one in candidates(public, fight, side)}
    if side == FELLOWSHIP:
        has_ring = public.ring.bearer in names and public.may_wear_ring(fight.place)
        return (
            [choice("ring", f"{public.ring.bearer} puts on the Ring and is away")]
            if has_ring
            else []
        )
    fighter = public.people.get(fight.dark)
    if not fight.has_begun or fighter is None or fighter.kind != "nazgul":
        return []
    return [choice(f"flee:{fighter.name}", f"{fighter.name} flees")] if fighter.is_free else []


def _resolved(scene: Scene, fight: Fight) -> Events:
    """The end of a round: both rolls at once, wounds, deaths, and whether there is another."""
    facts, people = scene.facts, scene.public.people
    one, two = people[fight.fellowship], people[fight.dark]
    results = (
        _struck(scene, fight, "fellowship", one, two),
        _struck(scene, fight, "dark", two, one),
    )
    events: list[ResultShown | Wounded | Died] = []
    for (result, wounds), target in zip(results, (two, one), strict=True):
        events.append(ResultShown(result=result))
        if wounds:
            events.append(Wounded(name=target.name, wounds=wounds))
        if target.wounds + wounds >= facts.rating(target.name, "endurance"):
            events.append(Died(name=target.name))
    return (*events, *changed(_replace(fight, stage="again-fellowship", has_begun=True)))


def _struck(
    scene: Scene, fight: Fight, side: PlayerSide, striker: Person, target: Person
) -> tuple[Result, int]:
    index = 0 if side == FELLOWSHIP else 1
    look_up = sorcery_result if fight.sorcery[index] else combat_result
    result = look_up(scene.facts, striker, target, fight.faces[index])
    return result, scene.facts.whole(result.sheet, result.row, result.column)
