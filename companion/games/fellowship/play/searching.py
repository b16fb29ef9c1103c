"""A search from the roll to its result, one step at a time (8.3 to 8.5).

`open_search` begins one, `look_up` reads T.5, `follow` goes where the letter leads. What a seat is
asked on the way is in the `search_stages` modules. Until the owner has had to say whether a marker
is a rumor, nothing here depends on it, and nothing hidden is looked at at all.
"""

from __future__ import annotations

from typing import Final

import msgspec

from companion.board.hexes import Hex
from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.lent import ShipLost
from companion.games.fellowship.events.play import (
    ExpectationSet,
    FightStarted,
    MarkerRevealed,
    Noted,
    Reminded,
    ResultShown,
)
from companion.games.fellowship.events.search import (
    PassingOutcome,
    Probe,
    SearchNoted,
    StageId,
    search_work,
)
from companion.games.fellowship.events.status import HarmSeen
from companion.games.fellowship.facts.names import FELLOWSHIP, Weather
from companion.games.fellowship.flow.explain import explained
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.ownership import moved_by
from companion.games.fellowship.play.search_facts import (
    asks_ambush,
    circumstances_of,
    may_be_ambushed,
    may_be_sensed,
    searched_hex,
    searched_piece,
    softened_letter,
)
from companion.games.fellowship.rules.retreat import dormant_retreat_options, retreat_options
from companion.games.fellowship.rules.retreat_ways import retreat_labels
from companion.games.fellowship.rules.search_where import (
    Activity,
    activity_at,
    hexes_at,
    in_one_hex,
    is_ship,
    weather_at,
)
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Expected
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.search_result import SearchCode, parse_search_result
from companion.games.fellowship.tables.search_roll import (
    has_sighting_effect,
    look_up_search,
    result_of,
)
from companion.table.ids import PieceId
from companion.table.values import Piece, Roll

_replace = msgspec.structs.replace

_MINIONS: Final = FightForce()

_AT_SEA: Final[dict[SearchCode, StageId]] = {
    SearchCode.RETREAT: "deny",
    SearchCode.WRECK: "wreck",
    SearchCode.SUNK: "sunk",
}
_MEANINGS: Final = {
    SearchCode.NONE: "Nothing is found.",
    SearchCode.SIGHTING: "A sighting: rumors are removed.",
    SearchCode.SPOTTING: "A spotting: the Enemy draws cards.",
    SearchCode.ENCOUNTER: "An encounter: ambush, retreat or fight.",
    SearchCode.FIGHT_HALF: "A fight with half a random group or minions.",
    SearchCode.FIGHT: "A fight with a random group or minions.",
    SearchCode.FIGHT_ALL: "A fight with a random group, or minions and more.",
    SearchCode.ASSASSIN: "An assassin ambushes.",
    SearchCode.RETREAT: "The ship must retreat.",
    SearchCode.WRECK: "The ship is wrecked.",
    SearchCode.SUNK: "The ship is sunk.",
}


_SENSED: Final = (
    SearchCode.SIGHTING,
    SearchCode.ENCOUNTER,
    SearchCode.FIGHT_HALF,
    SearchCode.FIGHT,
    SearchCode.FIGHT_ALL,
)
"""Results at which a Nazgul in the hex may sense the Ring (6.4); spottings have 8.322."""


def open_search(flow: Flow, piece: Piece, place: str, *, passing: bool) -> None:
    """Begin a search of a marker at a place.

    On a hexside between active hexes of different types the Fellowship picks the one that counts
    (7.5); if only one of them is active, that one counts (10.1).
    """
    work = search_work(flow.public)
    hexes = _active_hexes(flow, piece, _hexes_of(place))
    number = work.count + 1
    probe = Probe(
        number=number,
        piece=piece.id,
        place=place,
        hex=hexes[0].label,
        stage="which" if _types_differ(flow.handbook, hexes) else "roll",
        passing=passing,
        used_feature=piece.id in flow.public.sneak_spoilt,
    )
    flow.add(SearchNoted(work=_replace(work, probe=probe, count=number, passing="")))


def _hexes_of(place: str) -> tuple[Hex, ...]:
    return hexes_of(parse_place(place))


def _active_hexes(flow: Flow, piece: Piece, hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    active = tuple(
        place
        for place in hexes
        if isinstance(activity_at(flow.public, flow.handbook, piece, place), Activity)
    )
    return active or hexes


def _types_differ(handbook: Handbook, hexes: tuple[Hex, ...]) -> bool:
    types = [handbook.map.hex_type(place) for place in hexes]
    return len(types) > 1 and types[0] != types[1]


def change_probe(flow: Flow, probe: Probe) -> None:
    """The search goes on with another stage or more facts."""
    flow.add(SearchNoted(work=_replace(search_work(flow.public), probe=probe)))


def close_search(flow: Flow, outcome: PassingOutcome = "on") -> None:
    """The search is over."""
    work = search_work(flow.public)
    passing = outcome if work.probe is not None and work.probe.passing else ""
    flow.add(SearchNoted(work=_replace(work, probe=None, passing=passing)))


_UNKNOWN_YET: Final[tuple[StageId, ...]] = ("which", "look", "roll", "declare")
"""Stages in which nobody has said yet that the searched marker is a group."""


def search_of_gone(flow: Flow, pieces: tuple[PieceId, ...]) -> bool:
    """A search of a marker that was taken off is over, while it could still be a rumor (7.2, 8.3).

    Returns:
        Whether the search under way has gone on or is over by it.
    """
    probe = search_work(flow.public).probe
    if probe is None or probe.stage not in _UNKNOWN_YET:
        return False
    if probe.piece in pieces:
        text = f"The marker that was searched at {probe.hex} has been taken off."
        flow.add(Noted(text=text, section="7.2"))
    left = tuple(piece for piece in probe.declaring if piece not in pieces)
    if left != probe.declaring:
        # What stood beside it was found all the same, and is asked on (8.32).
        change_probe(flow, _replace(probe, declaring=left))
        declare(flow)
        return True
    if probe.piece in pieces:
        close_search(flow, "stopped")
        return True
    return False


def park(flow: Flow, probe: Probe, stage: StageId) -> None:
    """The result waits until every roll is made: retreats and fights come last (8.0).

    One that is met on the way waits for the search phase and stops the marker (7.34).
    """
    work = search_work(flow.public)
    if stage in ("wreck", "sunk"):
        flow.tell(ShipLost(seat=FELLOWSHIP_SEAT, piece=probe.piece))
    if stage == "sunk":
        flow.add(HarmSeen())
    parked = (*work.parked, _replace(probe, stage=stage, passing=False))
    passing: PassingOutcome = "stopped" if probe.passing else ""
    flow.add(SearchNoted(work=_replace(work, probe=None, parked=parked, passing=passing)))


def take_roll(flow: Flow, roll: Roll) -> None:
    """The search roll has come."""
    probe = search_work(flow.public).probe
    if probe is not None:
        change_probe(flow, _replace(probe, rolled=roll, stage="look"))
        look_up(flow)


def look_up(flow: Flow) -> None:
    """Read T.5; where a cell is missing it is asked for, and this runs again afterwards."""
    probe = search_work(flow.public).probe
    if probe is None or probe.rolled is None or probe.stage != "look":
        return
    found = circumstances_of(flow.public, flow.handbook, probe)
    if found is None:
        close_search(flow, "gone")
        return
    if isinstance(found, UnknownCell):
        flow.ask_cell(found, FELLOWSHIP)
        return
    lookup = look_up_search(flow.handbook.tables, found, d10(probe.rolled))
    if lookup.unknown is not None:
        flow.ask_cell(lookup.unknown, FELLOWSHIP)
        return
    result = result_of(lookup, found)
    if result is None:
        return
    shown = explained(
        flow.handbook,
        lookup,
        title=f"Search at {probe.hex}",
        result=result.text,
        meaning=_MEANINGS[result.code],
        roll=probe.rolled,
    )
    flow.add(ResultShown(result=shown))
    nothing = result.code is SearchCode.NONE
    unseen = result.code is SearchCode.SIGHTING and not has_sighting_effect(found)
    standing = () if nothing else _others_there(flow, probe, result.code)
    met = standing if unseen else (probe.piece, *standing)
    if nothing or not met:
        close_search(flow)
        return
    letter = result.text
    change_probe(
        flow, _replace(probe, letter=letter, stage="declare", declaring=met, unseen=unseen)
    )
    declare(flow)


def _others_there(flow: Flow, probe: Probe, code: SearchCode) -> tuple[PieceId, ...]:
    """Other Fellowship markers in the hex: rumors among them go too (8.32).

    In bad weather or a storm nobody sees the ships beside a marker that was sighted; beside a ship
    that nobody sees those on land are sighted all the same (8.33). The halves of a hex are two
    (7.325).
    """
    public, place = flow.public, searched_hex(probe)
    no_ships = code is SearchCode.SIGHTING and weather_at(public, place) is not Weather.NORMAL
    return tuple(
        piece.id
        for piece in public.pieces_of(FELLOWSHIP_SEAT)
        if piece.id != probe.piece
        and hexes_at(piece) == (place,)
        and in_one_hex(piece.place, probe.place)
        and not (no_ships and is_ship(public, flow.handbook, piece, place) is True)
    )


def declare(flow: Flow) -> None:
    """Go past the markers of which everybody knows what they are, then on with the result."""
    probe = search_work(flow.public).probe
    while probe is not None and probe.declaring:
        known = flow.public.known.get(probe.declaring[0])
        if known is None and flow.public.standing(probe.declaring[0]) is not None:
            return
        if known == "rumor":
            _remove(flow, probe.declaring[0])
        probe = _replace(probe, declaring=probe.declaring[1:])
        change_probe(flow, probe)
    if probe is None:
        return
    gone = searched_piece(flow.public, probe) is None
    if gone or (flow.public.known.get(probe.piece) == "rumor" and not probe.unseen):
        close_search(flow, "gone")
    elif probe.unseen and not _is_group_beside(flow, probe):
        # Nobody was sighted, so nothing is sensed either (6.4, 8.33).
        close_search(flow)
    else:
        follow(flow)


def _is_group_beside(flow: Flow, probe: Probe) -> bool:
    """Whether a group on land was sighted beside a ship that bad weather hides (8.33)."""
    beside = _others_there(flow, probe, SearchCode.SIGHTING)
    return any(flow.public.is_revealed_group(piece) for piece in beside)


def say_what_it_is(flow: Flow, *, rumor: bool) -> None:
    """The owner has said what the marker is, because the rules ask (8.32)."""
    probe = search_work(flow.public).probe
    if probe is None or not probe.declaring:
        return
    piece = probe.declaring[0]
    flow.add(MarkerRevealed(piece=piece, known="rumor" if rumor else "group", section="8.32"))
    declare(flow)


def _remove(flow: Flow, piece: PieceId) -> None:
    found = flow.public.standing(piece)
    already = any(e.piece == piece and e.what == "remove" for e in flow.public.expected)
    if found is not None and not already:
        text = f"Take the {found.colour} rumor at {found.place} off the map."
        flow.add(ExpectationSet(expected=Expected(piece=piece, what="remove", text=text)))


def remove_without_roll(flow: Flow) -> None:
    """The owner shows a rumor whose roll cannot miss and takes it away (8.3)."""
    probe = search_work(flow.public).probe
    if probe is not None:
        flow.add(MarkerRevealed(piece=probe.piece, known="rumor", section="8.3"))
        _remove(flow, probe.piece)
        close_search(flow, "gone")


def follow(flow: Flow) -> None:
    """Go where the letter leads, now that the marker is revealed as a group."""
    probe = search_work(flow.public).probe
    if probe is None:
        return
    code = parse_search_result(probe.letter, is_ship=True).code
    if (
        code in _SENSED
        and not asks_ambush(flow.public, probe, code)
        and may_be_sensed(flow.public, probe)
    ):
        change_probe(flow, _replace(probe, stage="sense"))
        return
    match code:
        case SearchCode.SPOTTING:
            change_probe(flow, _replace(probe, stage="spot"))
        case SearchCode.ENCOUNTER:
            if not probe.hard and softened_letter(flow.public, probe) is not None:
                change_probe(flow, _replace(probe, stage="soften"))
            else:
                ask_ambush(flow, code)
        case SearchCode.FIGHT_HALF | SearchCode.FIGHT | SearchCode.FIGHT_ALL:
            ask_ambush(flow, code)
        case SearchCode.ASSASSIN:
            text = "Mix the assassin cards; the Enemy draws one, which will ambush the group."
            flow.add(Reminded(text=text, section="8.325"))
            force = FightForce(minions=False, ambush="assassin")
            start_fight(flow, "A, ambush by an assassin", force)
        case SearchCode.RETREAT | SearchCode.WRECK | SearchCode.SUNK:
            park(flow, probe, _AT_SEA[code])
        case SearchCode.NONE | SearchCode.SIGHTING:
            close_search(flow)


def ask_ambush(flow: Flow, code: SearchCode) -> None:
    """The Enemy says at once whether it ambushes, if it could (8.323, 8.324)."""
    probe = search_work(flow.public).probe
    if probe is None:
        return
    if may_be_ambushed(flow.public, probe, code):
        change_probe(flow, _replace(probe, stage="ambush"))
    else:
        no_ambush(flow)


def no_ambush(flow: Flow) -> None:
    """Without an ambush the group may retreat from an encounter, a small one from a fight."""
    probe = search_work(flow.public).probe
    if probe is not None:
        encounter = probe.letter == SearchCode.ENCOUNTER.value
        park(flow, probe, "stand" if encounter else "small")


def start_fight(flow: Flow, cause: str, force: FightForce = _MINIONS) -> None:
    """Note a fight for the combat phase and end the search.

    Args:
        flow: the search.
        cause: for everybody to read.
        force: who meets the group (8.324).
    """
    probe = search_work(flow.public).probe
    if probe is not None:
        flow.add(FightStarted(place=probe.hex, cause=cause, piece=probe.piece, force=force))
        close_search(flow, "stopped")


def remind_of_blades(flow: Flow, hexes: tuple[Hex, ...]) -> None:
    """Hobbits find old blades where their group meets somebody in a battlefield hex (12.1).

    Who was in the group its owner knows, so the words are the same for every group.
    """
    if len(hexes) == 1 and flow.handbook.map.is_battlefield(hexes[0]) is True:
        text = "Hobbits of the group may find old blades here: press Enhanced at their cards."
        flow.add(Reminded(text=text, section="12.1"))


def begin_retreat(flow: Flow, probe: Probe) -> None:
    """List the hexes of a retreat; the Enemy denies some of them (8.5)."""
    piece = searched_piece(flow.public, probe)
    if piece is None:
        close_search(flow, "gone")
        return
    labels = retreat_labels(flow.public, flow.handbook, piece, retreat_options)
    standing = tuple(
        other.id for other in moved_by(flow.public, FELLOWSHIP_SEAT) if other.id != piece.id
    )
    change_probe(flow, _replace(probe, stage="deny", options=labels, stood=standing))


def begin_loose_retreat(flow: Flow, probe: Probe) -> None:
    """From dormant minions alone a group goes where it likes, or as usual with rumors (8.5)."""
    change_probe(flow, _replace(probe, stage="loose"))


def go_freely(flow: Flow, probe: Probe) -> None:
    """Any adjacent hex that can be reached, nothing denied, no rumors (8.5)."""
    piece = searched_piece(flow.public, probe)
    if piece is None:
        close_search(flow, "gone")
        return
    labels = retreat_labels(flow.public, flow.handbook, piece, dormant_retreat_options)
    standing = tuple(
        other.id for other in moved_by(flow.public, FELLOWSHIP_SEAT) if other.id != piece.id
    )
    stage: StageId = "withdraw" if labels else "denied-all"
    change_probe(
        flow,
        _replace(probe, stage=stage, options=labels, denied=(), alone=True, stood=standing),
    )


def take_up_parked(flow: Flow) -> None:
    """All rolls are made: the first of the results that wait is worked through."""
    work = search_work(flow.public)
    if work.probe is not None or not work.parked:
        return
    probe = work.parked[0]
    flow.add(SearchNoted(work=_replace(work, probe=probe, parked=work.parked[1:])))
    if searched_piece(flow.public, probe) is None:
        close_search(flow, "gone")
    elif probe.stage == "deny":
        begin_retreat(flow, probe)
