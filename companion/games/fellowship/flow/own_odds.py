"""The chances of what a seat is about to roll, or may cause to be rolled, for that seat alone.

They are worked out from public facts and the viewer's own notes; looking at them is no event, so
nobody else's screen can tell that somebody did.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.combat.disengage import highest_roll
from companion.games.fellowship.combat.strike import Strike, strike
from companion.games.fellowship.events.combat import FightWork, fight_work
from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.events.ring import ring_work
from companion.games.fellowship.events.search import Probe, search_work
from companion.games.fellowship.facts.names import FELLOWSHIP, SEA_REGIONS, place_words
from companion.games.fellowship.facts.roster import GANDALFS, SHIP
from companion.games.fellowship.flow.choosing import own_name
from companion.games.fellowship.flow.own_groups import OwnGroup, own_groups
from companion.games.fellowship.flow.questions import step_question
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.play.fight_away import circumstances_of as leaving_around
from companion.games.fellowship.play.fight_away import leavers_of
from companion.games.fellowship.play.fight_common import shown_name
from companion.games.fellowship.play.fight_options import attack_options, strike_for
from companion.games.fellowship.play.fight_strikes import aim_words
from companion.games.fellowship.play.sea_regions import SHIP_MODIFIER, SeaResult, sea_result
from companion.games.fellowship.play.search_facts import circumstances_of
from companion.games.fellowship.play.transport import attempt_of
from companion.games.fellowship.play.walk_matter import matter_of
from companion.games.fellowship.rules.odds import (
    FACES,
    UNKNOWN,
    Chance,
    acquisition_chances,
    at_most,
    by_face,
    counted,
    percent,
    removal_chance,
    search_chances,
    transfer_chances,
)
from companion.games.fellowship.rules.ring import transfer_number
from companion.games.fellowship.rules.search_where import is_ship
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, owner_of, seat_word
from companion.games.fellowship.state import PLAIN, Scene
from companion.games.fellowship.tables.activity import (
    activity_of,
    is_activated,
    look_up_activity,
)
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.search_roll import SearchCircumstances
from companion.games.fellowship.tables.small_group import look_up_small_group
from companion.table.ids import PieceId
from companion.table.values import Piece

_replace = msgspec.structs.replace


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of one roll.

    Attributes:
        title: what is rolled.
        chances: every outcome; they add up to one.
        note: what was taken into account, or what else the seat should know.
        section: the rule.
    """

    title: str
    chances: tuple[Chance, ...]
    note: str = ""
    section: str = ""


def own_odds(scene: Scene) -> tuple[Odds, ...]:
    """Chances of what the viewer is asked about now; empty where nothing of it is rolled."""
    question = step_question(scene) if scene.hidden is not None else None
    if question is None or not question.ask.asked:
        return ()
    fight = fight_work(scene.public)
    if fight is not None:
        return _fight(scene, fight)
    probe = search_work(scene.public).probe
    if probe is not None:
        return _search(scene, probe)
    return (*_walk(scene), *_status(scene))


# --- Searches (8.3) -----------------------------------------------------------------------------


def _search(scene: Scene, probe: Probe) -> tuple[Odds, ...]:
    if probe.stage == "small-roll":
        needed = look_up_small_group(max(probe.halves, 1)).lookup.value or "0"
        number = int(needed) if needed.isdecimal() else 0
        chances = at_most(number, "slips away", "must fight")
        return (Odds("Slipping away", chances, section="8.33"),)
    found = circumstances_of(scene.public, scene.handbook, probe)
    if probe.stage != "roll" or not isinstance(found, SearchCircumstances):
        return ()
    return _search_odds(scene, probe.piece, probe.hex, found)


def _search_odds(
    scene: Scene, piece: PieceId, where: str, found: SearchCircumstances
) -> tuple[Odds, ...]:
    tables = scene.handbook.tables
    title = f"Search at {where}"
    odds = [Odds(title, search_chances(tables, found), _own_marker_note(scene, piece, found))]
    for words, changed in _own_claims(scene, piece, where, found):
        odds.append(Odds(f"{title}, {words}", search_chances(tables, changed)))
    return tuple(odds)


def _own_marker_note(scene: Scene, number: PieceId, found: SearchCircumstances) -> str:
    """What the roll means for the viewer's own marker, by its own notes."""
    piece = scene.public.table.find(number)
    if piece is None or owner_of(piece.colour) != scene.seat or scene.seat != FELLOWSHIP_SEAT:
        return ""
    name = own_name(scene, piece)
    group = _group_of(scene, piece)
    is_rumor = name == PLAIN or (bool(name) and group is None)
    if not is_rumor:
        return ""
    chance = percent(removal_chance(scene.handbook.tables, found))
    return f"By your notes it is a rumor: it is removed with {chance}."


def _own_claims(
    scene: Scene, number: PieceId, where: str, found: SearchCircumstances
) -> tuple[tuple[str, SearchCircumstances], ...]:
    """The same roll with what the viewer could show, as far as its own notes have it there."""
    if not found.is_ship:
        return ()
    claims: list[tuple[str, SearchCircumstances]] = []
    if scene.seat == FELLOWSHIP_SEAT:
        piece = scene.public.table.find(number)
        group = None if piece is None else _group_of(scene, piece)
        if group is not None and SHIP in group.things and not found.grey_havens_ship:
            claims.append(("with the ship shown", _replace(found, grey_havens_ship=True)))
        return tuple(claims)
    here = [
        one.force.name
        for group in own_groups(scene)
        if group.piece is not None and group.piece.place == where
        for one in group.members
    ]
    if "Corsair Fleet" in here and not found.corsair_fleet:
        claims.append(("with the Fleet shown", _replace(found, corsair_fleet=True)))
    if any(name.startswith("Kraken") for name in here) and not found.kraken:
        claims.append(("with the Kraken shown", _replace(found, kraken=True)))
    return tuple(claims)


def _group_of(scene: Scene, piece: Piece) -> OwnGroup | None:
    return next(
        (
            group
            for group in own_groups(scene)
            if group.piece is not None and group.piece.id == piece.id
        ),
        None,
    )


# --- Movement (7.32) ----------------------------------------------------------------------------


def _walk(scene: Scene) -> tuple[Odds, ...]:
    walk = move_work(scene.public).walk
    if walk is None:
        return ()
    matter = matter_of(scene.public, scene.handbook, walk)
    if matter.kind == "pass" and scene.seat == ENEMY_SEAT:
        return _passing(scene, walk.piece, walk.here)
    if matter.need is None or matter.kind != "roll" or matter.step is None:
        return ()
    need = matter.need
    chances = at_most(min(need.highest_roll, 10), "crosses", "stops")
    start, end = place_words(str(matter.step.start)), place_words(str(matter.step.end))
    title = f"From {start} to {end}"
    return (Odds(title, chances, section=need.section),)


def _passing(scene: Scene, number: PieceId, here: str) -> tuple[Odds, ...]:
    """Before the Enemy decides on a search of a marker that passes (7.34)."""
    probe = Probe(number=0, piece=number, place=here, hex=here.partition(":")[0], stage="roll")
    if "/" in here:
        return ()
    found = circumstances_of(scene.public, scene.handbook, probe)
    if not isinstance(found, SearchCircumstances):
        return ()
    return _search_odds(scene, number, probe.hex, found)


# --- Status phase -------------------------------------------------------------------------------


def _status(scene: Scene) -> tuple[Odds, ...]:
    step = scene.public.step
    if step in (StepId.FP_TRANSPORT, StepId.EP_TRANSPORT):
        return _transport(scene)
    if step in (StepId.FP_SEA, StepId.EP_SEA):
        return _sea(scene)
    if step is StepId.FP_RING:
        return _ring(scene)
    if step is StepId.FP_ACTIVITY:
        return _activity(scene)
    return ()


def _transport(scene: Scene) -> tuple[Odds, ...]:
    found = attempt_of(scene.public, seat_word(scene.seat))
    if found is None:
        return ()
    piece, attempt = found
    title = f"Getting {attempt.objective} at {piece.place}"
    odds = [Odds(title, acquisition_chances(attempt), section="T.3")]
    group = _group_of(scene, piece)
    names = [one.force.name for one in group.members] if group is not None else []
    gandalf, aragorn = any(name in GANDALFS for name in names), "Aragorn" in names
    if gandalf or aragorn:
        shown = _replace(attempt, gandalf=gandalf, aragorn=aragorn)
        who = " and ".join(
            name for name, is_there in (("Gandalf", gandalf), ("Aragorn", aragorn)) if is_there
        )
        odds.append(Odds(f"{title}, with {who} shown", acquisition_chances(shown), section="T.3"))
    return tuple(odds)


def _sea(scene: Scene) -> tuple[Odds, ...]:
    odds: list[Odds] = []
    for piece in scene.public.pieces_of(scene.seat):
        region = piece.place.removeprefix("@")
        if region not in SEA_REGIONS:
            continue
        odds.append(Odds(f"A turn in {region}", sea_chances(region, ship=False), section="6.128"))
        group = _group_of(scene, piece)
        if group is not None and SHIP in group.things:
            chances = sea_chances(region, ship=True)
            title = f"A turn in {region}, with the ship shown"
            odds.append(Odds(title, chances, section="7.71"))
    return tuple(odds)


_SEA_WORDS: Final = {
    SeaResult.NOTHING: "nothing",
    SeaResult.WRECK: "wreck",
    SeaResult.SUNK: "sunk",
}


def sea_chances(region: str, *, ship: bool) -> tuple[Chance, ...]:
    """A turn in a sea region, with the Grey Havens ship or without (6.128, 7.71)."""
    modifier = SHIP_MODIFIER if ship else 0
    return by_face(lambda face: _SEA_WORDS[sea_result(region, face + modifier)])


def _ring(scene: Scene) -> tuple[Odds, ...]:
    hidden = scene.hidden
    tried = ring_work(scene.public).tried and ring_work(scene.public).stage != "roll"
    if hidden is None or scene.seat != FELLOWSHIP_SEAT or not hidden.ringbearer or tried:
        return ()
    number = transfer_number(hidden.ringbearer, hidden.ring_marks)
    if number is None:
        return ()
    title = f"Transfer from {hidden.ringbearer}, under {number}"
    return (Odds(title, transfer_chances(number), section="6.412"),)


def _activity(scene: Scene) -> tuple[Odds, ...]:
    """How likely each own marker's hex becomes active (8.1), one entry for each place."""
    odds: list[Odds] = []
    for piece in scene.public.pieces_of(scene.seat):
        place = find_hex(piece.place)
        if place is None or any(one.title == f"Activity at {place}" for one in odds):
            continue
        hex_type, water = scene.handbook.map.hex_type(place), scene.handbook.map.water(place)
        by_hex = scene.public.switches.ships_by_hex
        ship = by_hex or is_ship(scene.public, scene.handbook, piece, place) is True
        if isinstance(hex_type, UnknownCell) or isinstance(water, UnknownCell):
            continue
        outcomes = []
        for face in FACES:
            known = activity_of(look_up_activity(scene.handbook.tables, face)).get(hex_type)
            if known is None:
                outcomes.append(UNKNOWN)
            elif is_activated(known, water, is_ship=ship):
                outcomes.append("active: it is searched")
            else:
                outcomes.append("not active by the roll")
        note = "What the Enemy has activated stays active beside it."
        odds.append(Odds(f"Activity at {place}", counted(outcomes), note, "8.1"))
    return tuple(odds)


# --- Fights (9.1) -------------------------------------------------------------------------------


def _fight(scene: Scene, work: FightWork) -> tuple[Odds, ...]:
    """The chances of the attack that is rolled now, or of each that may be declared."""
    cards = scene.handbook.box.cards
    if work.stage in ("leave", "leave-roll"):
        return _leaving(scene, work)
    if work.aim is not None and work.stage == "roll":
        aims = [_replace(work.aim, targets=work.aim.targets[:1])]
    elif work.stage == "attack":
        aims = list(attack_options(cards, work))
    else:
        return ()
    odds = []
    for aim in aims:
        found = strike_for(cards, work.battle, _replace(aim, targets=aim.targets[:1]))
        if isinstance(found, Strike):
            odds.append(Odds(aim_words(cards, work.battle, aim), strike_chances(found), "", "9.1"))
    return tuple(odds)


def _leaving(scene: Scene, work: FightWork) -> tuple[Odds, ...]:
    """Getting away: the group that rolls, or each who lies open by himself (9.241, 9.242)."""
    battle = work.battle
    open_ones = [one.id for one in battle.of(FELLOWSHIP) if not one.down]
    groups = [work.group] if work.stage == "leave-roll" else [(one,) for one in open_ones]
    odds = []
    for group in groups:
        leavers = leavers_of(scene.handbook.box.cards, battle, group)
        if isinstance(leavers, UnknownCell) or not leavers:
            continue
        names = ", ".join(shown_name(one) for n in group if (one := battle.find(n)) is not None)
        need = highest_roll(leavers, leaving_around(work))
        note = "" if work.stage == "leave-roll" else "Alone, with nobody to hold the foe off."
        odds.append(Odds(f"Getting away: {names}", at_most(need, "away", "held"), note, "9.24"))
    return tuple(odds)


def strike_chances(attack: Strike) -> tuple[Chance, ...]:
    """What one attack does to its first target (9.1)."""

    def outcome(face: int) -> str:
        hit = strike(attack, face)
        return "misses" if hit.kind == "miss" else f"{hit.boxes} boxes"

    return by_face(outcome)
