"""What either player may put right at any time: the table is right, whatever play has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.ringwar.events_by_hand import (
    ALIVE_WORDS,
    FREE_WORDS,
    SPOTTED_WORDS,
    BandGone,
    CitadelPut,
    PersonCorrected,
    PointsCounted,
    RingPut,
)
from companion.games.ringwar.events_people import PeopleMoved
from companion.games.ringwar.flow import Events, Inputs, Scene, bad_place, choice, one
from companion.games.ringwar.names import DARK, SIDE_TITLES, SIDES
from companion.games.ringwar.state import Public
from companion.table.commands import Act
from companion.table.forms import read_inputs
from companion.table.grid_box import row_fault
from companion.table.values import Refusal
from companion.table.views import Card, Field, Form, Option

PUT: Final = "put"
PERSON: Final = "set-person"
RING: Final = "set-ring"
POINTS: Final = "set-points"
ORCS: Final = "set-orcs"
CITADEL: Final = "set-citadel"

_MOST: Final = 99
_AS_IT_IS: Final = Option(value="", label="as it is")
_NOBODY: Final = "-"


def place_form(public: Public) -> Form:
    """Who can be put where."""
    return Form(
        choices=(choice(PUT, "Put there", weight="grave"),),
        fields=(
            _list("who", "Who", tuple(Option(value=n, label=n) for n in sorted(public.people))),
            Field(name="to", label="Hex", kind="text"),
        ),
    )


def correction_cards(scene: Scene) -> tuple[Card, ...]:
    """Everything else that can be put right now, each with its form."""
    titles = {
        PERSON: "How somebody fares",
        RING: "Where the Ring is",
        POINTS: "Shadow Points and searches",
        ORCS: "Orcs leave the map",
        CITADEL: "Whose a citadel is",
    }
    return tuple(
        Card(id=action, title=titles[action], form=form)
        for action, form in _forms(scene).items()
        if action != PUT
    )


def _forms(scene: Scene) -> Mapping[str, Form]:
    public = scene.public
    forms = {
        PUT: place_form(public),
        PERSON: _person_form(public),
        RING: _ring_form(public),
        POINTS: _points_form(public),
    }
    if public.bands:
        bands = tuple(
            Option(value=str(band.number), label=f"Orcs {band.number}") for band in public.bands
        )
        forms[ORCS] = _form(ORCS, "They leave", _list("band", "Which", bands))
    citadels = tuple(
        Option(value=place, label=place)
        for place in sorted(scene.facts.box.sheets.get("places", {}))
        if scene.facts.known_kind(place) == "citadel"
    )
    if citadels:
        sides = tuple(Option(value=side, label=SIDE_TITLES[side]) for side in SIDES)
        fields = (_list("place", "Citadel", citadels), _list("side", "It is held by", sides))
        forms[CITADEL] = _form(CITADEL, "So it is", *fields)
    return forms


def _form(action: str, label: str, *fields: Field) -> Form:
    return Form(choices=(choice(action, label, weight="grave"),), fields=fields)


def _list(name: str, label: str, options: tuple[Option, ...]) -> Field:
    return Field(name=name, label=label, kind="select", options=options, value=options[0].value)


def _either(name: str, label: str, words: Mapping[bool, str]) -> Field:
    options = tuple(Option(value=str(key), label=text) for key, text in words.items())
    return _list(name, label, (_AS_IT_IS, *options))


def _person_form(public: Public) -> Form:
    names = tuple(Option(value=name, label=name) for name in sorted(public.people))
    bands = tuple(
        Option(value=str(band.number), label=f"captive of Orcs {band.number}")
        for band in public.bands
    )
    free = Option(value="0", label=FREE_WORDS)
    return _form(
        PERSON,
        "So it is",
        _list("person", "Character", names),
        Field(name="wounds", label="Wounds", kind="number", minimum=0, maximum=_MOST),
        _either("spotted", "Spotted", SPOTTED_WORDS),
        _either("dead", "Alive", ALIVE_WORDS),
        _list("band", "Captive", (_AS_IT_IS, free, *bands)),
    )


def _ring_form(public: Public) -> Form:
    names = [person.name for person in public.people.values() if not person.is_dead]
    bearer, lies = public.bearer(), Option(value=_NOBODY, label="nobody: it lies in its hex")
    options = (*(Option(value=name, label=name) for name in sorted(names)), lies)
    now = _NOBODY if bearer is None or bearer.is_dead else bearer.name
    worn = Option(value="yes", label="wears it")
    return _form(
        RING,
        "So it is",
        Field(name="bearer", label="Ringbearer", kind="select", options=options, value=now),
        Field(
            name="worn",
            label="The Ring",
            kind="ticks",
            options=(worn,),
            value="yes" if public.ring.is_worn else "",
        ),
    )


def _points_form(public: Public) -> Form:
    return _form(
        POINTS,
        "So it is",
        _count("shadow", "Shadow Points left", public.shadow),
        _count("searches", "Searches left in this turn", public.searches),
    )


def _count(name: str, label: str, value: int) -> Field:
    return Field(name=name, label=label, kind="number", value=str(value), minimum=0, maximum=_MOST)


def put_right(scene: Scene, act: Act) -> Events | Refusal:
    """What follows from one of the forms."""
    if not scene.public.people:
        return Refusal(code="not-now", text="Nobody is set up yet. Choose the sides first.")
    form = _forms(scene).get(act.action)
    if form is None:
        return Refusal(code="not-now", text="That is not on the map any more. Look again.")
    inputs = read_inputs(form, act, lambda text: text)
    if isinstance(inputs, Refusal):
        return inputs
    if act.action == PUT and "to" in inputs:
        inputs = {**inputs, "to": (scene.facts.spelled(inputs["to"][0]),)}
    return _ACTS[act.action](scene.public, inputs)


def _put(public: Public, inputs: Inputs) -> Events | Refusal:
    who, to = one(inputs, "who"), one(inputs, "to")
    if not who or not to:
        return Refusal(code="bad-input", text="Choose who stands elsewhere and type in where.")
    if row_fault(to):
        return bad_place(to)
    return (PeopleMoved(names=(who,), place=to, by_hand=True),)


def _person(public: Public, inputs: Inputs) -> Events | Refusal:
    name = one(inputs, "person")
    wounds, band = one(inputs, "wounds"), one(inputs, "band")
    event = PersonCorrected(
        name=name,
        wounds=int(wounds) if wounds else None,
        is_spotted=_read(one(inputs, "spotted")),
        is_dead=_read(one(inputs, "dead")),
        band=int(band) if band else None,
    )
    if name not in public.people or event == PersonCorrected(name=name):
        return Refusal(code="bad-input", text="Choose a character and what is otherwise.")
    return (event,)


def _read(text: str) -> bool | None:
    return {"True": True, "False": False}.get(text)


def _ring(public: Public, inputs: Inputs) -> Events | Refusal:
    name = one(inputs, "bearer")
    person = public.people.get(name)
    if person is not None:
        # Whoever has the Ring is somebody's: Gollum, if nobody's, becomes the Dark Power's.
        side = DARK if person.side == "none" else person.side
        return (RingPut(bearer=name, is_worn=bool(one(inputs, "worn")), side=side),)
    bearer = public.bearer()
    place = public.ring.place if bearer is None else bearer.place
    return (RingPut(place=place),)


def _points(public: Public, inputs: Inputs) -> Events | Refusal:
    shadow, searches = one(inputs, "shadow"), one(inputs, "searches")
    return (
        PointsCounted(
            shadow=int(shadow) if shadow else public.shadow,
            searches=int(searches) if searches else public.searches,
        ),
    )


def _orcs(public: Public, inputs: Inputs) -> Events | Refusal:
    number = one(inputs, "band")
    if not number:
        return Refusal(code="bad-input", text="Choose which Orcs leave the map.")
    return (BandGone(number=int(number)),)


def _citadel(public: Public, inputs: Inputs) -> Events | Refusal:
    place, side = one(inputs, "place"), one(inputs, "side")
    if not place or not side:
        return Refusal(code="bad-input", text="Choose a citadel and who holds it.")
    return (CitadelPut(place=place, side="dark" if side == DARK else "fellowship"),)


_ACTS: Final[Mapping[str, Callable[[Public, Inputs], Events | Refusal]]] = {
    PUT: _put,
    PERSON: _person,
    RING: _ring,
    POINTS: _points,
    ORCS: _orcs,
    CITADEL: _citadel,
}
ACTIONS: Final = tuple(_ACTS)
"""What may be pressed unasked to put something right."""
