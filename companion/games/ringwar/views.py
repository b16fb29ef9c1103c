"""The screens: built by adding what a seat may know to what everybody knows."""

from __future__ import annotations

from typing import Final

from companion.games.ringwar.cards import discarding_seat
from companion.games.ringwar.engine import by_hand_form, prompt_id, question
from companion.games.ringwar.flow import Ask, Scene, select
from companion.games.ringwar.names import (
    EVENT_EFFECTS,
    PHASES,
    SEAT_IDS,
    SEAT_TITLES,
    SIDE_TITLES,
    SIDES,
)
from companion.games.ringwar.plan import PLAN
from companion.games.ringwar.state import Person, Public, Result
from companion.table.grid_box import GridSheet
from companion.table.ids import SeatId
from companion.table.views import (
    Box,
    BoxGrid,
    Card,
    CardRow,
    Choice,
    Explained,
    Field,
    Form,
    Log,
    Part,
    Prompt,
    Region,
    RollWanted,
    Status,
    Table,
    TableRow,
    Text,
    Track,
    TrackSpace,
    View,
    Widget,
)

SAMPLE: Final = "Sample data: invented map, cards and tables"
_TABLES: Final = ("search", "combat", "sorcery", "citadel")
_STEP_TITLES: Final = {
    "sides": "Choice of sides",
    "set-up": "Set-up",
    "escape": "Escapes",
    "ring": "Ring phase",
    "events": "Event phase",
    "search": "Search phase",
    "fellowship": "Fellowship's play-turn",
    "dark": "Dark Power's play-turn",
}


def view_of(scene: Scene, seat: SeatId) -> View:
    """Everything that one seat, or the public, may see."""
    regions = [
        _region("status", "Status", "status", (_status(scene),)),
        _region("prompt", "", "prompt", _prompts(scene, seat)),
    ]
    if scene.public.result is not None:
        regions.append(_region("result", "Result", "result", (_explained(scene),)))
    regions.append(_region("board", "Board", "tab", _board(scene.public)))
    if scene.seat is not None:
        cards = (_hand(scene),)
        regions.append(Region(name="cards", title="Cards", role="tab", widgets=cards, secret=True))
    regions.append(_region("forces", "Forces", "tab", (_forces(scene.public),)))
    regions.append(_region("turns", "Turns", "tab", _turns(scene.public)))
    regions.append(_region("tables", "Tables", "tab", tuple(_table(scene, one) for one in _TABLES)))
    regions.append(_region("log", "Log", "tab", (Log(lines=scene.public.log),)))
    if scene.seat is not None and scene.public.people and not scene.public.over:
        regions.append(_region("by-hand", "By hand", "tab", (_by_hand(scene.public),)))
    return View(seat=seat, title="The Ringbearer's Road", regions=tuple(regions))


def _region(name: str, title: str, role: str, widgets: tuple[Widget, ...]) -> Region:
    match role:
        case "status" | "prompt" | "result":
            return Region(name=name, title=title, role=role, widgets=widgets)
        case _:
            return Region(name=name, title=title, role="tab", widgets=widgets)


# --- where the game stands ---------------------------------------------------------------------


def _status(scene: Scene) -> Status:
    public = scene.public
    side = public.turn_of()
    seat = public.seat_of(side) if public.seats else SEAT_IDS[0]
    player = (
        f"{SIDE_TITLES[side]} ({SEAT_TITLES[seat].lower()})" if public.seats else "Both players"
    )
    phases = tuple(
        TrackSpace(label=label, current=step == public.step and not public.over)
        for step, label in PHASES
    )
    return Status(
        turn=f"Game turn {public.turn}" if public.turn else "Before the game",
        player_turn="Game over" if public.over else player,
        seat=seat,
        phases=phases,
        step="The game is over" if public.over else _STEP_TITLES[public.step],
        sample=SAMPLE if scene.facts.is_sample else "",
    )


def _prompts(scene: Scene, seat: SeatId) -> tuple[Widget, ...]:
    ask = question(scene)
    if ask is None:
        return (Prompt(id=None, sentence=scene.public.over),)
    is_asked = seat in ask.seats
    return (
        Prompt(
            id=prompt_id(scene.public) if is_asked else None,
            sentence=ask.sentence if is_asked else ask.others,
            section=ask.section,
            detail=ask.detail,
            form=ask.form if is_asked else Form(),
            roll=_roll(ask, may_give=is_asked),
            asked=is_asked,
        ),
    )


def _roll(ask: Ask, *, may_give: bool) -> RollWanted | None:
    if ask.lot:
        die = f"one of {ask.lot} cards"
        return RollWanted(die=die, sides=max(2, ask.lot), may_give=may_give, lot=True)
    return RollWanted(die="1-6", sides=6, may_give=may_give) if ask.roll else None


# --- results and tables ------------------------------------------------------------------------


def _explained(scene: Scene) -> Explained:
    result = scene.public.result
    if result is None:
        raise ValueError("nothing was looked up")
    return Explained(
        title=result.title,
        parts=tuple(Part(label=label, value=value) for label, value in result.parts),
        total=result.total,
        result=result.outcome,
        meaning=result.meaning,
        section=result.section,
        source=_source(scene) if result.sheet else "",
        table=_lit_table(scene, result),
    )


def _source(scene: Scene) -> str:
    return "sample, invented" if scene.facts.is_sample else "owner of the box"


def _lit_table(scene: Scene, result: Result) -> Table | None:
    sheet = PLAN.sheet(result.sheet)
    if sheet is None:
        return None
    rows = [name for name, _ in sheet.rows]
    columns = [column.name for column in sheet.columns]
    return _rules_table(scene, sheet, (rows.index(result.row), columns.index(result.column)))


def _table(scene: Scene, sheet_id: str) -> Table:
    sheet = PLAN.sheet(sheet_id)
    if sheet is None:
        raise ValueError(sheet_id)
    return _rules_table(scene, sheet, (None, None))


def _rules_table(scene: Scene, sheet: GridSheet, lit: tuple[int | None, int | None]) -> Table:
    rows = tuple(
        TableRow(
            label=title,
            cells=tuple(
                scene.facts.box.get(sheet.id, row, column.name) or "?" for column in sheet.columns
            ),
        )
        for row, title in sheet.rows
    )
    return Table(
        id=sheet.id,
        title=sheet.title,
        columns=tuple(column.title for column in sheet.columns),
        rows=rows,
        lit_row=lit[0],
        lit_column=lit[1],
        note=f"{sheet.note} Values: {_source(scene)}.".strip(),
    )


# --- the board ---------------------------------------------------------------------------------


def _board(public: Public) -> tuple[Widget, ...]:
    if not public.people:
        return (Text(text="Nobody is set up yet.", style="quiet"),)
    places = {one.place for one in public.people.values() if not one.is_dead and one.place}
    places |= {band.place for band in public.bands}
    places |= {place for place, lying in public.magic_at.items() if lying}
    places |= {public.ring.place} - {""}
    boxes = tuple(_box(public, place) for place in sorted(places))
    return (BoxGrid(title="Who stands where", boxes=boxes),)


def _box(public: Public, place: str) -> Box:
    people = [one for one in public.people.values() if one.place == place and not one.is_dead]
    cards = [_person(public, one) for one in people]
    cards += [
        Card(
            id=f"orcs-{band.number}",
            title=f"Orcs {band.number}",
            states=("leave at the end of the turn",) if band.is_leaving else (),
        )
        for band in public.bands
        if band.place == place
    ]
    if public.ring.place == place:
        cards.append(Card(id="ring", title="The Ring"))
    cards += [
        Card(id=f"magic-{card}", title=card, subtitle="magic card")
        for card in public.magic_at.get(place, ())
    ]
    kind = "the Dark Power's" if place in public.fallen else ""
    return Box(id=place, title=place, kind=kind, cards=tuple(cards))


def _person(public: Public, one: Person) -> Card:
    states = []
    if public.ring.bearer == one.name:
        states.append("wears the Ring" if public.ring.is_worn else "Ringbearer")
    if one.band is not None:
        states.append(f"captive of Orcs {one.band}")
    if one.is_spotted:
        states.append("spotted")
    if one.wounds:
        states.append(f"{one.wounds} wounds")
    states += one.magic
    subtitle = "servant of Sauron" if one.kind == "servant" else SIDE_TITLES[one.side]
    return Card(id=one.name, title=one.name, subtitle=subtitle, states=tuple(states))


def _forces(public: Public) -> Table:
    """What everybody may count."""
    ring = public.ring.bearer or (f"lies at {public.ring.place}" if public.ring.place else "?")
    rows = [("The Ring", ring), ("Shadow Points", str(public.shadow))]
    for side in SIDES if public.seats else ():
        held = public.hands.get(public.seat_of(side), 0)
        rows.append((f"Event cards of the {SIDE_TITLES[side]}", str(held)))
    rows += [
        ("Event cards in the deck", str(public.deck)),
        ("Search cards in the deck", str(len(public.search_deck))),
        ("Searches left in this turn", str(public.searches)),
        ("Citadels of the Dark Power", ", ".join(public.fallen) or "none"),
        ("Dead", ", ".join(one.name for one in public.people.values() if one.is_dead) or "nobody"),
    ]
    rows += [(f"In force: {card}", effect) for card, effect in public.effects]
    cells = tuple(TableRow(label=label, cells=(value,)) for label, value in rows)
    return Table(id="forces", title="Forces", columns=("Now",), rows=cells)


def _turns(public: Public) -> tuple[Widget, ...]:
    spaces = tuple(
        TrackSpace(label=str(turn), current=turn == public.turn)
        for turn in range(1, public.last_turn + 1)
    )
    return (Track(title="Game turns", spaces=spaces),)


# --- what only a seat has -----------------------------------------------------------------------


def _hand(scene: Scene) -> CardRow:
    discards = bool(scene.public.seats) and discarding_seat(scene) == scene.seat
    cards = []
    for index, card in enumerate(scene.hand):
        choices = [Choice(action=f"play:{card}", label="Play", weight="grave")]
        if discards:
            choices.insert(0, Choice(action=f"discard:{card}", label="Discard"))
        effect = scene.facts.box.get("events", card, "effect")
        text = scene.facts.box.get("events", card, "text")
        cards.append(
            Card(
                id=f"card-{index + 1}",
                title=card,
                subtitle=text or effect,
                form=Form(choices=tuple(choices), fields=() if effect else (_effect_field(),)),
            )
        )
    note = "Event cards are played at any time and last until the end of the game turn."
    return CardRow(title="Your event cards", cards=tuple(cards), note=note)


def _effect_field() -> Field:
    return select("effect", "What it does, if it is played", EVENT_EFFECTS)


def _by_hand(public: Public) -> Prompt:
    return Prompt(
        id=None,
        sentence="Put somebody where the table has him.",
        detail=("The log says that it was done by hand.",),
        form=by_hand_form(public),
    )
