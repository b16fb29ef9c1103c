"""Setting right by hand what stands otherwise on the table; said in the log, open to every seat."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.quest.board import EVENT, SAURON
from companion.games.quest.caught import put_on_line
from companion.games.quest.desk import Desk
from companion.games.quest.events_play import (
    BearerChosen,
    EventMarkerPut,
    MarkerAdvanced,
    Said,
    ShieldsChanged,
    ShieldsHeld,
    TokensHeld,
)
from companion.games.quest.flow import bad, choose
from companion.games.quest.names import EVENT_BOXES, LINES, SCENARIOS, TOKENS, title_of
from companion.games.quest.state import Scene, Task, hides_shields
from companion.games.quest.turn import board_in
from companion.table.commands import Act
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form

LAST: Final = 30
"""Farther than any Corruption line or activity line goes."""

SET: Final = "by-hand"
SHIELDS: Final = "by-hand-shields"
HELD: Final = "by-hand-tokens"
BEARER: Final = "by-hand-bearer"


def by_hand_form(scene: Scene) -> Form:
    """What can be set right."""
    public = scene.public
    markers = [(SAURON, "Sauron"), *((seat, title_of(seat)) for seat in public.alive)]
    if public.stage in SCENARIOS and public.markers:
        markers += [(line, f"{line.capitalize()} line") for line in board_in(scene).lines]
        markers.append((EVENT, "Event marker"))
    return Form(
        fields=(
            choose("marker", "What", tuple(markers)),
            Field(
                name="to",
                label="Space or number",
                kind="number",
                value="0",
                minimum=0,
                maximum=LAST,
            ),
        ),
        choices=(
            Choice(action=SET, label="It stands on this space"),
            Choice(action=SHIELDS, label="This player's shields are worth this"),
        ),
    )


def tokens_form(scene: Scene) -> Form:
    """Whose Life tokens can be set right."""
    held = [
        (f"{seat}/{token}", f"{title_of(seat)}: {token} tokens")
        for seat in scene.public.alive
        for token in TOKENS
    ]
    number = Field(name="to", label="How many", kind="number", value="0", minimum=0, maximum=LAST)
    return Form(
        fields=(choose("marker", "Whose tokens", tuple(held)), number),
        choices=(Choice(action=HELD, label="So many are held"),),
    )


def bearer_form(scene: Scene) -> Form:
    """Who can have the Ring."""
    people = tuple((seat, title_of(seat)) for seat in scene.public.alive)
    chosen = msgspec.structs.replace(
        choose("marker", "Ring-bearer", people), value=scene.public.bearer
    )
    return Form(
        fields=(chosen,), choices=(Choice(action=BEARER, label="This player has the Ring"),)
    )


def set_right(desk: Desk, act: Act) -> Refusal | None:
    """A marker stands elsewhere than the program has it."""
    read = _read(act)
    if isinstance(read, Refusal):
        return read
    marker, to = read
    return put_marker(desk, marker, to, _where_said(act.seat, marker))


def put_marker(desk: Desk, marker: str, to: int, said: Said) -> Refusal | None:
    """Have a marker where it stands on the table; whoever would be out by it is asked first.

    Args:
        desk: the command on its way.
        marker: `SAURON`, a seat, a line of the board or `EVENT`.
        to: the space or box.
        said: how that is known, for the log.
    """
    public = desk.public
    if marker == SAURON or marker in public.alive:
        desk.emit(said)
        put_on_line(desk, marker, to)
    elif public.stage in SCENARIOS and marker in desk.board.lines:
        board = desk.board
        if to > len(board.lines[marker]):
            return bad(f"That line has {len(board.lines[marker])} spaces, not {to}.")
        is_main = marker == board.main and to > 0
        score = board.scores[to - 1] if is_main else None
        desk.emit(said)
        desk.emit(MarkerAdvanced(line=marker, to=to, score=score))
        desk.push(Task(kind="check-end"))
    elif public.stage in SCENARIOS and marker == EVENT:
        if to > EVENT_BOXES:
            return bad(f"A board has {EVENT_BOXES} event boxes, not {to}.")
        desk.emit(said)
        desk.emit(EventMarkerPut(number=to))
    else:
        return bad("Choose Sauron, a Hobbit, a line of this board or its event marker.")
    return None


def put_as_seen(desk: Desk, marker: str, to: int) -> Refusal | None:
    """A marker was moved under the camera."""
    return put_marker(desk, marker, to, Said(words="A marker is moved on the table."))


def set_shields(desk: Desk, act: Act) -> Refusal | None:
    """A player has other shields than the program has it; each sets right only their own."""
    read = _read(act)
    if isinstance(read, Refusal):
        return read
    marker, to = read
    if marker != act.seat:
        return bad("Each sets right only their own shields: choose yourself.")
    before = desk.state.hidden.shields.get(act.seat, 0)
    if to == before and not hides_shields(desk.public):
        return None
    # While it is a secret, nobody learns either whether anything was changed.
    desk.emit(Said(words=f"{title_of(act.seat)} sets right by hand what their shields are worth."))
    if hides_shields(desk.public):
        desk.emit(ShieldsHeld(seat=act.seat, points=to))
    else:
        desk.emit(ShieldsChanged(seat=act.seat, points=to - before))
    return None


def set_tokens(desk: Desk, act: Act) -> Refusal | None:
    """A player holds other Life tokens than the program has it."""
    read = _read(act)
    if isinstance(read, Refusal):
        return read
    marker, to = read
    name, _, token = marker.partition("/")
    if name not in desk.public.alive or token not in TOKENS:
        return bad("Choose whose tokens of which kind are held.")
    more = to - desk.public.player(SeatId(name)).tokens[token]
    left = desk.public.tokens.get(token, 0)
    if more > left:
        return bad(f"Beside the boards lie {left} of these tokens, not {more}.")
    if more:
        who, whose = title_of(act.seat), title_of(SeatId(name))
        desk.emit(Said(words=f"{who} sets right by hand the Life tokens of {whose}."))
        desk.emit(TokensHeld(seat=SeatId(name), token=token, number=to))
    return None


def set_bearer(desk: Desk, act: Act) -> Refusal | None:
    """Another player has the Ring than the program has it."""
    seat = SeatId(act.input("marker") or "")
    if seat not in desk.public.alive:
        return bad("Choose a player who is still in the game.")
    if seat != desk.public.bearer:
        desk.emit(Said(words=f"{title_of(act.seat)} sets right by hand who has the Ring."))
        desk.emit(BearerChosen(seat=seat))
    return None


def _read(act: Act) -> tuple[str, int] | Refusal:
    text = act.input("to") or ""
    if not (text.isascii() and text.isdecimal() and int(text) <= LAST):
        return bad(f"A number from 0 to {LAST} was expected, not {text!r}.")
    return act.input("marker") or "", int(text)


def _where_said(seat: SeatId, marker: str) -> Said:
    """Who puts which marker right; the line that follows says where it stands."""
    who = title_of(seat)
    if marker == EVENT:
        return Said(words=f"{who} sets right by hand where the event marker stands.")
    if marker in LINES:
        return Said(words=f"{who} sets right by hand how far {marker.capitalize()} has got.")
    return Said(words=f"{who} sets right by hand where {marker.capitalize()} stands.")
