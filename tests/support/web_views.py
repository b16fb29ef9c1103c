"""A made-up little game in widgets: two crews on a map, for the development and tests of webui."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from companion.board.grid import BoardPoint, HexGrid
from companion.board.hexes import Direction, Hex, hexside_between, parse_hex
from companion.table.ids import PUBLIC, PieceId, PromptId, SeatId
from companion.table.values import Seat
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
    LogLine,
    Map,
    MapHex,
    MapLine,
    MapPiece,
    Option,
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

LAMP: Final = SeatId("lamp")
OWL: Final = SeatId("owl")
SEATS: Final = (Seat(id=LAMP, title="Lamplighters"), Seat(id=OWL, title="Owls"))
GRID: Final = HexGrid()

SEARCH: Final = Table(
    id="X.1",
    title="Search",
    columns=("near", "far", "hidden"),
    rows=(
        TableRow(label="up to 3", cells=("seen", "-", "-")),
        TableRow(label="4 to 6", cells=("seen", "trace", "-")),
        TableRow(label="7 and more", cells=("caught", "seen", "?")),
    ),
    note="Sample values of a made-up game.",
)


@dataclass
class Crews:
    """State of the made-up game: just enough for every widget to change.

    Attributes:
        asked: number of the question to the Lamplighters; an answer makes the next one.
        kind: what is asked: ``move``, ``roll`` or ``choose`` (a long form with hexes to tick).
        secrets: for each seat the cards in its hand; nobody else sees anything of them.
        spots: place of each marker.
    """

    asked: int = 1
    kind: str = "move"
    turn: int = 3
    secrets: dict[SeatId, tuple[str, ...]] = field(
        default_factory=lambda: {LAMP: ("Ember", "Wick"), OWL: ("Feather", "Talon", "Barnlight")}
    )
    spots: dict[int, str] = field(
        default_factory=lambda: {1: "12,e", 2: "12,e", 3: "9,dd", 4: "18,j", 5: "20,k", 6: "7,lm"}
    )
    lines: list[str] = field(
        default_factory=lambda: [
            "Turn 3",
            "The Lamplighters set out",
            "A green marker went from 11,ef to 12,e",
            "Bad weather in the hills of 9,de",
            "A red marker turned to foot at 18,j",
            "The Owls wait for dusk",
        ]
    )
    result: Explained | None = None
    trail: tuple[tuple[float, float], ...] = ()
    said: dict[SeatId, str] = field(default_factory=dict)


Shape = Literal["circle", "diamond", "square", "hexagon"]
_COLOURS: dict[int, tuple[str, Shape, str, int]] = {
    1: ("green", "circle", "foot", 3),
    2: ("green", "circle", "horse", 4),
    3: ("red", "diamond", "wing", 2),
    4: ("red", "diamond", "foot", 3),
    5: ("black", "square", "moon", 6),
    6: ("white", "hexagon", "wave", 5),
}
_NAMES: Final = {LAMP: {1: "Old Tam", 2: "Bright Jo"}, OWL: {4: "Grey Hoot", 5: "decoy"}}


def searched(face: int) -> Explained:
    """The result of a roll, with two modifiers."""
    total = face + 2 - 1
    row = 0 if total <= 3 else 1 if total <= 6 else 2
    return Explained(
        title="Search at 12,e",
        parts=(
            Part(label="roll", value=face, reason="the die shows it"),
            Part(label="horse", value=2, reason="a marker rides", section="9.41"),
            Part(label="bad weather", value=-1, reason="storm over the hills", section="9.43"),
        ),
        total=total,
        result=SEARCH.rows[row].cells[0],
        meaning="The marker is turned face up." if row else "Nothing happens.",
        section="9.4",
        source="sample data",
        table=Table(
            id=SEARCH.id,
            title=SEARCH.title,
            columns=SEARCH.columns,
            rows=SEARCH.rows,
            lit_row=row,
            lit_column=0,
            note=SEARCH.note,
        ),
        roll_source="die",
    )


def view_of(crews: Crews, seat: SeatId) -> View:
    """What a seat, or `PUBLIC`, may see: built by adding."""
    regions = [
        Region(name="status", title="", role="status", widgets=(_status(crews),)),
        Region(name="prompt", title="", role="prompt", widgets=(_prompt(crews, seat),)),
    ]
    if crews.result is not None:
        regions.append(Region(name="result", title="", role="result", widgets=(crews.result,)))
    regions.append(
        Region(
            name="map",
            title="Map",
            role="map",
            widgets=(_map(crews, seat),),
            secret=seat != PUBLIC,
        )
    )
    regions.append(Region(name="turns", title="Turns", role="tab", widgets=(_track(crews),)))
    if seat != PUBLIC:
        regions += _own_regions(crews, seat)
    regions.append(
        Region(
            name="tables",
            title="Tables",
            role="tab",
            widgets=(
                Text(text="Search and weather", style="heading"),
                Text(text="Cells that read ? are unknown.", style="quiet"),
                SEARCH,
                Text(text="The weather table is missing from this sample.", style="warning"),
            ),
        )
    )
    regions.append(Region(name="log", title="Log", role="tab", widgets=(_log(crews),)))
    return View(seat=seat, title="Lanterns and Owls", regions=tuple(regions))


def _status(crews: Crews) -> Status:
    phases = ("Weather", "Movement", "Search", "Night")
    return Status(
        turn=f"Turn {crews.turn}",
        player_turn="Lamplighters",
        seat=LAMP,
        phases=tuple(TrackSpace(label=p, current=p == "Movement") for p in phases),
        step="moving on foot",
        section="7.3",
        sample="sample box",
    )


def _prompt(crews: Crews, seat: SeatId) -> Prompt:
    if seat != LAMP:
        return Prompt(id=None, sentence="The Lamplighters move.", section="7.3")
    prompt_id = PromptId(f"q{crews.asked}")
    if crews.kind == "roll":
        return Prompt(
            id=prompt_id,
            sentence="Roll for the search at 12,e.",
            section="9.4",
            detail=("The marker rides, and the weather is bad.",),
            roll=RollWanted(die="1-10", sides=20, note="On this die 11 to 20 count as 1 to 10."),
            asked=True,
        )
    if crews.kind == "choose":
        return _long_prompt(prompt_id)
    return Prompt(
        id=prompt_id,
        sentence="Move your markers, then say that you are done.",
        section="7.3",
        detail=("The table expects one marker in 12,e.",),
        form=Form(
            fields=(
                Field(name="where", label="Search in", kind="place"),
                Field(
                    name="how",
                    label="With",
                    kind="select",
                    options=(
                        Option(value="lamp", label="lamp"),
                        Option(value="dog", label="dog"),
                    ),
                    value="lamp",
                ),
            ),
            choices=(
                Choice(action="done", label="Done", detail="go on to the search", weight="primary"),
                Choice(action="search", label="Search now", section="9.4"),
                Choice(action="give-up", label="Give up", weight="grave"),
            ),
        ),
        asked=True,
    )


def _long_prompt(prompt_id: PromptId) -> Prompt:
    places = tuple(place.label for place in GRID.neighbours(parse_hex("12,e")))
    names = ("lamp", "rope", "dog", "bell", "map", "boat", "net")
    things = tuple(Option(value=name, label=name) for name in names)
    return Prompt(
        id=prompt_id,
        sentence="Hide in some of these hexes, each with a thing of its own.",
        section="9.5",
        detail=("What you hide is yours.", "It may be found by owls.", "Nobody else is told."),
        form=Form(
            fields=(
                Field(
                    name="hexes",
                    label="Hexes",
                    kind="ticks",
                    options=tuple(Option(value=label, label=label) for label in places),
                ),
                *(
                    Field(name=f"thing-{n}", label=f"Thing {n}", kind="select", options=things)
                    for n in range(1, 7)
                ),
            ),
            choices=(
                Choice(action="hide", label="Hide them", weight="primary"),
                Choice(action="give-up", label="Give up", weight="grave"),
            ),
        ),
        asked=True,
    )


def _track(crews: Crews) -> Track:
    return Track(
        title="Turn track",
        spaces=tuple(
            TrackSpace(
                label=str(turn), note="frost" if turn == 9 else "", current=turn == crews.turn
            )
            for turn in range(1, 13)
        ),
    )


def _marker_form(number: int) -> Form:
    """What can be said of a marker by hand: the second choice has a field of its own."""
    return Form(
        fields=(Field(name="place", label="Place", kind="place"),),
        choices=(
            Choice(action=f"name-{number}", label="Name this marker"),
            Choice(action=f"stands-{number}", label="It stands elsewhere", field="place"),
        ),
    )


def _laying(box: str, hand: tuple[str, ...]) -> Form:
    """Laying a card into a box, by hand or by its label."""
    cards = (*hand, "Snuffer", "Moth", "Cinder", "Lantern", "Shutter")
    options = tuple(Option(value=card, label=card) for card in cards)
    field = Field(name="card", label="Card", kind="select", options=options, cards=True)
    return Form(fields=(field,), choices=(Choice(action=f"lay:{box}", label="Lay it here"),))


def _own_regions(crews: Crews, seat: SeatId) -> list[Region]:
    hand = crews.secrets[seat]
    noting = Form(
        fields=(
            Field(name="count", label="Oil", kind="number", value="2", minimum=0, maximum=9),
            Field(
                name="with",
                label="Carries",
                kind="ticks",
                options=tuple(Option(value=card, label=card) for card in hand),
            ),
            Field(name="note", label="Note to yourself", kind="text"),
        ),
        choices=(Choice(action="note", label="Keep"),),
    )
    boxes = tuple(
        Box(
            id=letter,
            title=letter,
            where="at 12,e" if letter == "A" else "",
            kind="on foot" if letter == "A" else "",
            cards=tuple(Card(id=card, title=card, subtitle="crew", states=("/",)) for card in hand)
            if letter == "A"
            else (),
            form={"A": noting, "B": _laying(letter, hand)}.get(letter, Form()),
        )
        for letter in "ABCDEFGH"
    )
    cards: tuple[Widget, ...] = (
        CardRow(
            title="In your hand",
            cards=(
                *(
                    Card(
                        id=card,
                        title=card,
                        subtitle="event",
                        form=Form(choices=(Choice(action=f"play-{card}", label="Play"),)),
                    )
                    for card in hand
                ),
                Card(id="back", title="", back=True),
            ),
            note="Play one in the step that it names.",
        ),
    )
    return [
        Region(
            name="boxes",
            title="Boxes",
            role="tab",
            widgets=(BoxGrid(title="Your display", boxes=boxes, note="A to H"),),
            secret=True,
        ),
        Region(name="cards", title="Cards", role="tab", widgets=cards, secret=True),
    ]


def _log(crews: Crews) -> Log:
    return Log(
        lines=tuple(
            LogLine(number=n, text=text, heading=text.startswith("Turn"))
            for n, text in enumerate(crews.lines, 1)
        )
    )


def centre_of(place: str) -> BoardPoint:
    """Middle of a hex of the made-up map, letters of its column repaired."""
    column, _, letters = place.partition(",")
    if GRID.is_full_column(int(column)):
        return GRID.centre(parse_hex(f"{column},{letters[0]}"))
    follows = chr(ord(letters[0]) + 1)
    return GRID.centre(parse_hex(f"{column},{letters[0]}{follows}"))


def _map(crews: Crews, seat: SeatId) -> Map:
    names = _NAMES.get(seat, {})
    pieces = []
    for number, place in sorted(crews.spots.items()):
        colour, shape, mode, face = _COLOURS[number]
        at = centre_of(place)
        pieces.append(
            MapPiece(
                id=PieceId(number),
                x_in=at.x_in + (0.25 if number == 2 else 0),
                y_in=at.y_in,
                place=place,
                colour=colour,
                shape=shape,
                mode=mode,
                face=face,
                name=names.get(number, ""),
                lit=number == 1,
                form=Form() if seat == PUBLIC else _marker_form(number),
            )
        )
    return Map(
        width_in=GRID.width_in,
        height_in=GRID.height_in,
        flat_to_flat_in=GRID.flat_to_flat_in,
        columns=GRID.columns,
        rows=GRID.rows,
        full_columns=GRID.full_columns,
        hexes=tuple(_hexes()),
        lines=tuple(_lines()),
        pieces=tuple(pieces),
        trails=(crews.trail,) if crews.trail else (),
        note="sample map",
    )


_TOWNS: Final = {"12,e": "Amberford", "18,j": "Long Hollow", "6,p": "Saltstairs", "22,d": "Hoar"}


def _hexes() -> list[MapHex]:
    hexes = []
    for place in GRID:
        ground = _ground(place)
        name = _TOWNS.get(place.label, "")
        lit = {"12,e": "active", "9,de": "bad-weather", "9,ef": "bad-weather", "20,k": "storm"}
        if ground or name or place.label in lit:
            hexes.append(
                MapHex(
                    place=place.label,
                    ground=ground,
                    kind=ground or "open country",
                    name=name,
                    lit=lit.get(place.label, "asked" if place.label == "13,ef" else ""),
                )
            )
    return hexes


def _ground(place: Hex) -> str:
    column, step = place.column, place.step
    if column <= 2 or (column <= 4 and step > 20):
        return "sea"
    if column == 3:
        return "coast"
    if 8 <= column <= 10 and 4 <= step <= 16:
        return "mountain"
    if column >= 20 and step >= 20:
        return "swamp"
    if 14 <= column <= 18 and 14 <= step <= 26:
        return "woods"
    if column >= 22 and step < 12:
        return "rough"
    return ""


def _lines() -> list[MapLine]:
    lines = []
    for step in range(2, 30, 2):
        here = Hex(12, step)
        for direction in (Direction.NORTH_EAST, Direction.SOUTH_EAST):
            side = hexside_between(here, here.neighbour(direction))
            lines.append(MapLine(side=side.label, kind="river"))
    road = Hex(6, 24)
    for direction in (Direction.NORTH_EAST,) * 9:
        side = hexside_between(road, road.neighbour(direction))
        lines.append(MapLine(side=side.label, kind="road"))
        road = road.neighbour(direction)
    for step in range(4, 14, 2):
        here = Hex(10, step)
        side = hexside_between(here, here.neighbour(Direction.NORTH_EAST))
        lines.append(MapLine(side=side.label, kind="mountain"))
    return lines
