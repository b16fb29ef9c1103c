"""The screens: built by adding what a seat may know to what everybody knows."""

from __future__ import annotations

from typing import Final

from companion.games.ringwar.by_hand import correction_cards, place_form
from companion.games.ringwar.cards import discarding_seat
from companion.games.ringwar.engine import prompt_id, question
from companion.games.ringwar.flow import Ask, Scene, select
from companion.games.ringwar.names import (
    BOROMIR_SEIZES,
    DARK,
    EVENT_EFFECTS,
    FELLOWSHIP,
    NAZGUL,
    PHASES,
    SEAT_IDS,
    SEAT_TITLES,
    SIDE_TITLES,
    SIDES,
    wounds_words,
)
from companion.games.ringwar.plan import PLAN
from companion.games.ringwar.sighting import differences
from companion.games.ringwar.state import Person, Public, Result
from companion.table.counters import in_full, in_short
from companion.table.grid_box import GridSheet
from companion.table.ids import SeatId
from companion.table.views import (
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
_BOARD: Final = "Board"
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
    results = tuple(_explained(scene, one) for one in scene.public.results)
    regions.append(_region("result", "Result", "result", results))
    regions.append(_region("map", _BOARD, "map", _board(scene.public)))
    if scene.seat is not None:
        cards = (_hand(scene),)
        regions.append(Region(name="cards", title="Cards", role="tab", widgets=cards, secret=True))
    regions.append(_region("forces", "Forces", "tab", (_forces(scene.public),)))
    regions.append(_region("turns", "Turns", "tab", _turns(scene.public)))
    regions.append(_region("tables", "Tables", "tab", tuple(_table(scene, one) for one in _TABLES)))
    regions.append(_region("log", "Log", "tab", (Log(lines=scene.public.log),)))
    if scene.seat is not None and scene.public.people and not scene.public.over:
        regions.append(_region("by-hand", "By hand", "tab", _by_hand(scene)))
    return View(seat=seat, title="The Ringbearer's Road", regions=tuple(regions))


def _region(name: str, title: str, role: str, widgets: tuple[Widget, ...]) -> Region:
    match role:
        case "status" | "prompt" | "result" | "map":
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
        verdict=public.over,
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
            detail=(*ask.detail, *in_short(differences(scene.public), _BOARD)),
            form=ask.form if is_asked else Form(),
            roll=_roll(ask, may_give=is_asked),
            asked=is_asked,
        ),
    )


def _roll(ask: Ask, *, may_give: bool) -> RollWanted | None:
    if ask.lot:
        die = f"one of {ask.lot} cards"
        return RollWanted(die=die, sides=ask.lot, may_give=may_give, lot=True)
    return RollWanted(die="1-6", sides=6, may_give=may_give) if ask.roll else None


# --- results and tables ------------------------------------------------------------------------


def _explained(scene: Scene, result: Result) -> Explained:
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
        id="",
        title=sheet.title,
        columns=tuple(column.title for column in sheet.columns),
        rows=rows,
        lit_row=lit[0],
        lit_column=lit[1],
        note=f"{sheet.note} Values: {_source(scene)}.".strip(),
    )


# --- the board ---------------------------------------------------------------------------------


def _board(public: Public) -> tuple[Widget, ...]:
    """Who stands where: a row for each hex with somebody or something in it."""
    if not public.people:
        return (Text(text="Nobody is set up yet.", style="quiet"),)
    places = {one.place for one in public.people.values() if not one.is_dead and one.place}
    places |= {band.place for band in public.bands}
    places |= {place for place, lying in public.magic_at.items() if lying}
    places |= {public.ring.place} - {""}
    columns = ("Fellowship", "Dark Power", "Lies here")
    rows = tuple(_place(public, place) for place in sorted(places))
    table = Table(id="", title="Who stands where", columns=columns, rows=rows)
    return (*in_full(public.markers, differences(public)), table)


def _place(public: Public, place: str) -> TableRow:
    people = [one for one in public.people.values() if one.place == place and not one.is_dead]
    ours = [_person(public, one) for one in people if one.side == FELLOWSHIP]
    theirs = [
        _person(public, one) for one in people if one.side == DARK and not _is_plain(public, one)
    ]
    plain = [one.name.removeprefix(f"{NAZGUL} ") for one in people if _is_plain(public, one)]
    if plain:
        theirs.insert(0, f"{NAZGUL} {runs([int(number) for number in plain])}")
    for band in public.bands:
        if band.place == place:
            leaves = " (leave at the end of the turn)" if band.is_leaving else ""
            theirs.append(f"Orcs {band.number}{leaves}")
    others = [_person(public, one) for one in people if one.side == "none"]
    ring = ["the Ring"] if public.ring.place == place else []
    lying = (*others, *ring, *public.magic_at.get(place, ()))
    label = f"{place} (the Dark Power's)" if place in public.fallen else place
    return TableRow(label=label, cells=("; ".join(ours), "; ".join(theirs), "; ".join(lying)))


def runs(numbers: list[int]) -> str:
    """Numbers in rising order, with neighbours drawn together: ``1-3, 5``."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found)


def _is_plain(public: Public, one: Person) -> bool:
    """A Nazgul of whom there is nothing to say but where he is."""
    return one.kind == "nazgul" and not one.wounds and public.ring.bearer != one.name


def _person(public: Public, one: Person) -> str:
    states = []
    if public.ring.bearer == one.name:
        states.append("wears the Ring" if public.ring.is_worn else "Ringbearer")
    if one.band is not None:
        states.append(f"captive of Orcs {one.band}")
    if one.is_spotted:
        states.append("spotted")
    if one.wounds:
        states.append(wounds_words(one.wounds))
    states += one.magic
    return f"{one.name} ({', '.join(states)})" if states else one.name


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
    return Table(id="", title="What everybody may count", columns=("Now",), rows=cells)


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
        effect = scene.facts.box.get("events", card, "effect")
        choices = []
        if discards:
            choices.append(Choice(action=f"discard:{card}", label="Discard"))
        if _is_playable(scene, effect):
            choices.append(Choice(action=f"play:{card}", label="Play", weight="grave"))
        text = scene.facts.box.get("events", card, "text")
        cards.append(
            Card(
                id=f"card-{index + 1}",
                title=card,
                subtitle=text or effect,
                form=Form(
                    choices=tuple(choices),
                    fields=() if effect or not choices else (_effect_field(),),
                ),
            )
        )
    note = "Event cards are played at any time and last until the end of the game turn."
    return CardRow(title="Your event cards", cards=tuple(cards), note=note)


def _is_playable(scene: Scene, effect: str) -> bool:
    """Whether the side of the hand may ever play a card of that effect."""
    public = scene.public
    if scene.seat is None or not public.seats:
        return False
    return effect != BOROMIR_SEIZES or public.seats[scene.seat] == DARK


def _effect_field() -> Field:
    return select("effect", "What it does, if it is played", EVENT_EFFECTS)


def _by_hand(scene: Scene) -> tuple[Widget, ...]:
    place = Prompt(
        id=None,
        sentence="Put somebody where the table has him.",
        detail=("The log says that it was done by hand.",),
        form=place_form(scene.public),
    )
    return place, CardRow(title="At any time", cards=correction_cards(scene))
