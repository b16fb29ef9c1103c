"""What stands on the map against what a scenario asks for (10.0, 13.0): counted, never forced.

Only what everybody sees is looked at: colours, sides up, places. Who is in a group is its owner's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from companion.games.fellowship.box.board_map import NAZGUL_START, BoardMap, place_names
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.facts.names import (
    ENEMY,
    Seat,
    mode_of_face,
    place_words,
    side_words,
)
from companion.games.fellowship.facts.scenarios import Placing, Scenario
from companion.games.fellowship.rules.set_up_zones import allows, too_close
from companion.table.ids import PieceId
from companion.table.values import Piece

_DORMANT_FACE = 6
_AREA_WORDS = {NAZGUL_START: "places north of Isengard and west of the Misty Mountains"}


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the set-up.

    Attributes:
        kind: ``good``; ``missing``; ``wrong``; ``open`` where the map does not say.
        text: what is there and how to mend it.
        section: the rule.
        pieces: markers that it is about.
    """

    kind: Literal["good", "missing", "wrong", "open"]
    text: str
    section: str
    pieces: tuple[PieceId, ...] = ()


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """How many markers serve one placing.

    Attributes:
        placing: what is asked for.
        where: its places in words.
        faces: its sides in words.
        there: how many stand there.
    """

    placing: Placing
    where: str
    faces: str
    there: int

    @property
    def wanted(self) -> str:
        """How many are asked for, such as ``3 to 5``."""
        least, most = self.placing.least, self.placing.most
        return str(most) if least == most else f"{least} to {most}"


def counts_of(
    board: BoardMap, scenario: Scenario, seat: Seat, pieces: Sequence[Piece]
) -> tuple[Count, ...]:
    """Wanted and there for each placing of one side, in the order of the scenario."""
    placings = scenario.placings_of(seat)
    taken, _, _ = _assigned(board, placings, pieces)
    return tuple(
        Count(
            placing=placing,
            where=_places_words(placing).removeprefix(" at ").strip() or "anywhere",
            faces=_faces_words(placing).removeprefix("side "),
            there=len(mine),
        )
        for placing, mine in zip(placings, taken, strict=True)
    )


def check_set_up(
    board: BoardMap, scenario: Scenario, seat: Seat, pieces: Sequence[Piece]
) -> tuple[Finding, ...]:
    """Everything that one side's markers show for or against the scenario.

    Args:
        board: the map.
        scenario: what is played.
        seat: whose markers.
        pieces: its markers that stand on the map, in order of their numbers.
    """
    placings = scenario.placings_of(seat)
    taken, open_, strangers = _assigned(board, placings, pieces)
    found: list[Finding] = []
    for index, placing in enumerate(placings):
        found += _counted(placing, taken[index])
    found += [_stranger(placings, piece) for piece in strangers]
    if open_:
        text = f"The map does not say whether {_many(len(open_), 'marker')} may start there."
        found.append(
            Finding(kind="open", text=text, section="10.1", pieces=tuple(p.id for p in open_))
        )
    if seat == ENEMY:
        found += _apart(board, scenario, pieces)
        found += _mobilized_too_many(scenario, pieces)
    return tuple(found)


def _assigned(
    board: BoardMap, placings: Sequence[Placing], pieces: Sequence[Piece]
) -> tuple[list[list[Piece]], list[Piece], list[Piece]]:
    """Each marker with the placing that it serves: one that lacks some before one that is full."""
    taken: list[list[Piece]] = [[] for _ in placings]
    open_: list[Piece] = []
    strangers: list[Piece] = []
    for piece in pieces:
        fits: list[int] = []
        unknown = False
        for index, placing in enumerate(placings):
            if placing.colour != piece.colour:
                continue
            answers = [allows(board, spec, piece.place) for spec in placing.places] or [True]
            if any(answers):
                fits.append(index)
            unknown = unknown or None in answers
        if fits:
            best = min(fits, key=lambda i: (len(taken[i]) >= placings[i].most, i))
            taken[best].append(piece)
        elif unknown:
            open_.append(piece)
        else:
            strangers.append(piece)
    return taken, open_, strangers


def _counted(placing: Placing, taken: Sequence[Piece]) -> list[Finding]:
    count, where = len(taken), _places_words(placing)
    found: list[Finding] = []
    if count < placing.least:
        lacking = placing.least - count
        text = (
            f"Put {_many(lacking, f'{placing.colour} marker')} down{where}, "
            f"{_faces_words(placing)} up: {placing.what}."
        )
        found.append(Finding(kind="missing", text=text, section=placing.section))
    elif count > placing.most:
        text = (
            f"{_many(count, f'{placing.colour} marker')} for {placing.what}{where}; "
            f"at most {placing.most} belong there. Take {count - placing.most} away."
        )
        found.append(
            Finding(
                kind="wrong",
                text=text,
                section=placing.section,
                pieces=tuple(piece.id for piece in taken),
            )
        )
    elif count:
        text = f"{_many(count, f'{placing.colour} marker')} for {placing.what}."
        found.append(Finding(kind="good", text=text, section=placing.section))
    for piece in taken:
        if piece.face not in placing.faces:
            text = (
                f"The {piece.colour} marker at {place_words(piece.place)} shows "
                f"{side_words(placing.seat, piece.face)}. "
                f"Turn {_faces_words(placing)} up."
            )
            found.append(
                Finding(kind="wrong", text=text, section=placing.section, pieces=(piece.id,))
            )
    return found


def _stranger(placings: Sequence[Placing], piece: Piece) -> Finding:
    same = [placing for placing in placings if placing.colour == piece.colour]
    head = f"The {piece.colour} marker at {place_words(piece.place)} belongs to nothing here."
    section = same[0].section if same else "10.0"
    if not same:
        text = f"{head} No {piece.colour} marker starts on the map: take it off."
    else:
        text = f"{head} Move it to a place of: {'; '.join(p.what for p in same)}; or take it off."
    return Finding(kind="wrong", text=text, section=section, pieces=(piece.id,))


def _apart(board: BoardMap, scenario: Scenario, pieces: Sequence[Piece]) -> list[Finding]:
    """Nazgul markers keep apart where they start in groups (10.1)."""
    if not any(p.colour == "red" and p.faces == (_DORMANT_FACE,) for p in scenario.placings):
        return []
    red = [piece for piece in pieces if piece.colour == "red"]
    return [
        Finding(
            kind="wrong",
            text=(
                f"The red markers at {place_words(one)} and {place_words(other)} "
                "are in hexes that touch. Move one of them."
            ),
            section="10.1",
            pieces=tuple(piece.id for piece in red if piece.place in (one, other)),
        )
        for one, other in too_close([piece.place for piece in red])
    ]


def _mobilized_too_many(scenario: Scenario, pieces: Sequence[Piece]) -> list[Finding]:
    """Extra mobilizations are few; one of a Guardian takes a rumor along (13.2, 6.221)."""
    if not scenario.extra_mobilizations:
        return []
    red = sum(piece.colour == "red" for piece in pieces)
    awake = sum(piece.colour == "black" and piece.face != _DORMANT_FACE for piece in pieces)
    used = red + (awake + 1) // 2
    if used <= scenario.extra_mobilizations:
        return []
    text = (
        f"{_many(red, 'red marker')} and {_many(awake, 'black marker')} in play take at least "
        f"{used} mobilizations; there are {scenario.extra_mobilizations}. Turn black ones to side "
        "6 or take red ones off."
    )
    return [Finding(kind="wrong", text=text, section="13.2, 6.22")]


def is_complete(findings: Sequence[Finding]) -> bool:
    """Whether nothing is missing or wrong."""
    return not any(finding.kind in ("missing", "wrong") for finding in findings)


def _places_words(placing: Placing) -> str:
    names = []
    for spec in placing.places:
        if spec == "guardian":
            return " where a Guardian may start"
        place = find_hex(spec)
        named = place_names(place) if place is not None else ()
        plain = spec.removeprefix("area:").removeprefix("forest:").removeprefix("@")
        plain = _AREA_WORDS.get(plain, plain)
        names.append(f"{named[0]}, {spec}" if named else plain)
    return f" at {' or '.join(names)}" if names else ""


def _faces_words(placing: Placing) -> str:
    shown = []
    for face in placing.faces:
        mode = mode_of_face(placing.seat, face)
        shown.append(f"{face} ({mode})" if mode is not None else str(face))
    return f"side {' or '.join(shown)}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")
