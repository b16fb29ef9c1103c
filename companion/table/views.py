"""What a screen may show: a small closed set of widget values, built by adding, never deleting.

A game makes a `View` for one seat, or for `PUBLIC`, out of these values and nothing else. The web
UI draws them and knows no game. Nothing in a view may come from the journal's numbering, and the
order of elements never derives from what another seat hides.

They are frozen and hold each other like a tree, so none can be part of a circle: the search for
unused memory leaves them out (``gc=False``), which else looked at thousands of them with each event
and kept a roll waiting.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.table.ids import PieceId, PromptId, SeatId

Weight = Literal["primary", "plain", "grave"]
"""How a choice is drawn: the expected one, an ordinary one, one that cannot be taken back."""


class Choice(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something to press. `action` comes back in `commands.Act`.

    `field` names the one field of its form that it sends, where several choices have one each.
    """

    action: str
    label: str
    detail: str = ""
    section: str = ""
    weight: Weight = "plain"
    field: str = ""


class Option(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One entry of a field with a list."""

    value: str
    label: str


class Field(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An input beside the choices of a form.

    Attributes:
        name: comes back in `Act.inputs`.
        label: what to fill in.
        kind: ``number``, ``text``, ``select`` (one of `options`), ``ticks`` (any of `options`),
            ``place`` (a hex or other place, typed or tapped on the map).
        options: entries of a list.
        value: what stands there at first.
        minimum, maximum: limits of a number.
        cards: whether the entries are cards, by their names: they can then be dragged here, and
            read from the labels on their sleeves (`webui.pages.card_photos`).
        repeats: whether an entry stands for several cards of one kind, so that a photograph may
            show it more than once and each counts.
    """

    name: str
    label: str
    kind: Literal["number", "text", "select", "ticks", "place"]
    options: tuple[Option, ...] = ()
    value: str = ""
    minimum: int | None = None
    maximum: int | None = None
    cards: bool = False
    repeats: bool = False


class Form(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Fields and the choices that send them."""

    choices: tuple[Choice, ...] = ()
    fields: tuple[Field, ...] = ()


class RollWanted(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A roll that is awaited. The web UI adds typing it in and having it drawn.

    Attributes:
        die: what the rulebook calls it, such as ``1-10`` or ``1-5``.
        sides: the faces of the die that serves, 20 for the game's own die.
        count, done: how many rolls are wanted and how many have come.
        may_give: whether this seat may give the roll by hand.
        lot: a lot in place of a roll, such as a tile out of a bag: `die` says what is drawn from
            where, `sides` of how many. Only the system draws it; whoever types it would choose.
        note: how the faces of that die count, where they do not count as they are.
    """

    die: str
    sides: int
    count: int = 1
    done: int = 0
    may_give: bool = True
    lot: bool = False
    note: str = ""


class Prompt(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="prompt"):
    """What the table waits for, in one sentence.

    Attributes:
        id: answers must name it; None when this viewer has nothing to answer.
        sentence: second person, present tense: what is asked of whom.
        section: rule section.
        detail: further lines, such as what the program expects to see on the table.
        form: what may be pressed.
        roll: set where a roll is due.
        asked: whether this viewer is the one who is asked.
        covered: whether the part of the screen that it sends to lies under the viewer's cover.
    """

    id: PromptId | None
    sentence: str
    section: str = ""
    detail: tuple[str, ...] = ()
    form: Form = Form()
    roll: RollWanted | None = None
    asked: bool = False
    covered: bool = False


class TrackSpace(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One space of a track."""

    label: str
    note: str = ""
    current: bool = False


class Track(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="track"):
    """A row of spaces with one of them current, such as the turn track."""

    title: str
    spaces: tuple[TrackSpace, ...]


class Status(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="status"):
    """Where the game stands: one line.

    Attributes:
        turn: such as ``Turn 3``.
        player_turn: whose player-turn, such as ``Owls``.
        seat: the seat whose player-turn it is.
        phases: names of the phases of this player-turn with the current one marked.
        step: name of the current step.
        section: rule section of the step.
        sample: set when sample data is in use; shown on every screen.
        verdict: how the game ended, empty while it is played.
    """

    turn: str
    player_turn: str
    seat: SeatId
    phases: tuple[TrackSpace, ...]
    step: str
    section: str = ""
    sample: str = ""
    verdict: str = ""


class Part(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One number of an explained result, with its reason."""

    label: str
    value: int
    reason: str = ""
    section: str = ""


class TableRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One row of a table."""

    label: str
    cells: tuple[str, ...]


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="table"):
    """A rules table. Unknown cells read ``?``.

    Attributes:
        id, title: such as ``T.5`` and ``Search``.
        columns: headings.
        rows: rows.
        lit_row, lit_column: indices of the highlighted cell, or None.
        note: where the values come from.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    lit_row: int | None = None
    lit_column: int | None = None
    note: str = ""


class Explained(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="explained"):
    """A looked-up result that can be opened.

    Attributes:
        title: such as ``Search at 12,e``.
        parts: base roll first, then every claimed modifier.
        total: what was looked up.
        result: what it gave, such as ``S3``.
        meaning: the result in words.
        source: where the value of the cell comes from: rulebook with section, sample, owner.
        table: the row of the table with the cell lit.
        roll_source: ``die``, ``typed`` or ``generator``.
    """

    title: str
    parts: tuple[Part, ...]
    total: int
    result: str
    meaning: str = ""
    section: str = ""
    source: str = ""
    table: Table | None = None
    roll_source: str = ""


class Card(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A card that this viewer may see, or its back.

    `opens` stands on what unfolds a form that is too long for the card itself, where "Change" does
    not say what the form is for.
    """

    id: str
    title: str
    subtitle: str = ""
    states: tuple[str, ...] = ()
    back: bool = False
    form: Form = Form()
    opens: str = ""


class CardRow(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="card-row"):
    """Cards side by side."""

    title: str
    cards: tuple[Card, ...]
    note: str = ""
    form: Form = Form()


class Box(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One display box with what lies in it."""

    id: str
    title: str
    where: str = ""
    kind: str = ""
    cards: tuple[Card, ...] = ()
    form: Form = Form()


class BoxGrid(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="box-grid"):
    """The display boxes of one display board."""

    title: str
    boxes: tuple[Box, ...]
    note: str = ""


class MapHex(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How one hex is drawn.

    Attributes:
        place: label of the hex.
        ground: drawing style: ``clear``, ``woods``, ``swamp``, ``mountain``, ``rough``, ``sea``,
            ``coast``, ``river`` or empty.
        kind: the hex type in words, for the label and the reader of the screen.
        name: name of a place, shown on the map.
        lit: highlights: ``active``, ``asked``, ``storm``, ``bad-weather``, parted by blanks.
    """

    place: str
    ground: str = ""
    kind: str = ""
    name: str = ""
    lit: str = ""


class MapLine(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line along or across a hexside: ``river``, ``mountain``, ``road``, ``pass``, ``ford``..."""

    side: str
    kind: str


class MapPiece(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A marker on the map.

    Attributes:
        id: the piece; its number is public and says nothing.
        x_in, y_in: board inches.
        place: label of the place.
        colour: colour of the cube.
        shape: ``circle``, ``diamond``, ``square``, ``hexagon``: colour never alone.
        mode: what the face on top means, such as ``foot``; drawn as a small picture.
        face: the number on top.
        name: what only this viewer knows of it, else empty.
        known: what everybody knows of it, such as ``group``, else empty.
        lit: whether the prompt is about it.
        form: what this viewer may do with it.
    """

    id: PieceId
    x_in: float
    y_in: float
    place: str
    colour: str
    shape: Literal["circle", "diamond", "square", "hexagon"]
    mode: str
    face: int
    name: str = ""
    known: str = ""
    lit: bool = False
    form: Form = Form()


class Map(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="map"):
    """The map with what stands on it.

    Attributes:
        width_in, height_in: size of the map.
        flat_to_flat_in, columns, rows, full_columns: the grid (`companion.board.grid.HexGrid`).
        hexes: only those that are drawn in a way of their own.
        lines: hexsides with terrain or features.
        pieces: markers in order of their numbers.
        trails: for each move of the last player-turn the points in inches.
        note: such as ``sample map``.
    """

    width_in: float
    height_in: float
    flat_to_flat_in: float
    columns: int
    rows: int
    full_columns: Literal["even", "odd"]
    hexes: tuple[MapHex, ...] = ()
    lines: tuple[MapLine, ...] = ()
    pieces: tuple[MapPiece, ...] = ()
    trails: tuple[tuple[tuple[float, float], ...], ...] = ()
    note: str = ""


class Text(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="text"):
    """A paragraph."""

    text: str
    style: Literal["body", "heading", "quiet", "warning"] = "body"


class LogLine(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One line of the log that this viewer may know. `number` counts this viewer's lines."""

    number: int
    text: str
    section: str = ""
    heading: bool = False


class Log(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="log"):
    """What happened, newest last."""

    lines: tuple[LogLine, ...]


Widget = Prompt | Status | Track | Table | Explained | CardRow | BoxGrid | Map | Text | Log


class Region(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of the screen that changes as one.

    Attributes:
        name: stable word, such as ``prompt``; the stream says only this.
        title: heading of the tab.
        role: where it goes: ``status``, ``prompt``, ``result``, ``map`` or ``tab``.
        widgets: what is in it.
        secret: whether it lies under the cover that its owner lifts.
        rare: whether its tab may lie behind "More" where there are many.
        in_front: whether a public screen shows it over the map as long as it is there.
    """

    name: str
    title: str
    role: Literal["status", "prompt", "result", "map", "tab"]
    widgets: tuple[Widget, ...]
    secret: bool = False
    rare: bool = False
    in_front: bool = False


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything that one seat, or the public, may see."""

    seat: SeatId
    title: str
    regions: tuple[Region, ...]

    def region(self, name: str) -> Region | None:
        """The region of that name, or None."""
        return next((region for region in self.regions if region.name == name), None)
