"""Mobilizing characters in the Fellowship's status phase (6.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.fellowship.box.board_map import place_names
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.secret import CardBoxed, CardSpent
from companion.games.fellowship.facts.names import FELLOWSHIP
from companion.games.fellowship.facts.roster import (
    GOLLUM,
    SHIP,
    WHITE,
    Force,
    find_force,
    forces_of,
)
from companion.games.fellowship.facts.scenarios import FINAL_APPROACH, scenario_named
from companion.games.fellowship.flow.choosing import box_field, may_come_into_play, select
from companion.games.fellowship.flow.own_groups import own_groups
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.arrivals import strangers, without_newcomers
from companion.games.fellowship.rules.set_up_zones import MORIA
from companion.games.fellowship.rules.white_rider import could_come, havens, white_is_due
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import SeatId
from companion.table.pieces import Change
from companion.table.values import Refusal
from companion.table.views import Choice, Form

RIVENDELL: Final = "12,e"
WHITE_TURN: Final = 17
"""From this turn's start on Gandalf the White may appear in the last scenario (13.3)."""

ONCE: Final = (SHIP, WHITE)
"""Cards that come into play once in a game (6.126, 6.11)."""

LOOK_AT_WHITE: Final = ("Whether and where Gandalf the White appears stands in the tab Boxes.",)
"""Said whether he does or not."""

_BY_MARKER: Final = ("arrival", "companion", "turn")
"""Ways of coming into play that need a marker in the start hex (6.11, 10.2)."""

GANDALF_CALLS: Final = (RIVENDELL, "17,gh", "2,f", "2,g", "12,o")
"""Where Gandalf's coming wakes Gimli, Boromir and Legolas, who appear in Rivendell (10.2)."""


def may_mobilize(public: PublicState) -> tuple[Force, ...]:
    """Characters that could come into play now, judged by what everybody sees (6.11, 10.2).

    A marker in the start hex, rumor or group, or the fixed turn; for the three of Rivendell also
    a marker that could be Gandalf's where he wakes them. Who is in play already is a secret and
    does not count here.
    """
    standing = _standing(public)
    return tuple(
        force
        for force in forces_of(FELLOWSHIP)
        if (
            force.mobilizes in _BY_MARKER
            and (force.start_turn == public.turn or standing & _reached(force))
        )
        or _comes_by_scenario(public, force)
        or _comes_in_moria(public, force, standing)
    )


def _reached(force: Force) -> set[str]:
    """The hexes of which a marker in one of them may bring somebody into play."""
    return {*force.start, *(GANDALF_CALLS if force.mobilizes == "companion" else ())}


def _comes_by_scenario(public: PublicState, force: Force) -> bool:
    """Whether the scenario brings somebody into play this turn (13.1, 13.3)."""
    scenario = scenario_named(public.scenario)
    if public.turn == scenario.rivendell_turn and force.start == (RIVENDELL,):
        return True
    white = scenario.id == FINAL_APPROACH and force.name == WHITE
    return white and public.turn == WHITE_TURN


def _comes_in_moria(public: PublicState, force: Force, standing: set[str]) -> bool:
    """Whether Gollum may join in Moria: some marker stands there, with the Ring or not (15.11)."""
    return public.switches.gollum_in_moria and force.name == GOLLUM and MORIA in standing


def _standing(public: PublicState) -> set[str]:
    found = (find_hex(piece.place) for piece in public.pieces_of(FELLOWSHIP_SEAT))
    return {place.label for place in found if place is not None}


class MobilizeCharacters(Handler):
    """Characters come into play; who and in which group is the Fellowship's secret (6.11)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Nobody could: no marker in any start hex, and no fixed turn."""
        return public.closed or not (may_mobilize(public) or could_come(public))

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """A marker may be put down where a character comes into play."""
        return seat == FELLOWSHIP_SEAT

    def sighting(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """Only where somebody comes into play may a marker be put down."""
        before = without_newcomers(scene.public, seen)
        starts = {label for force in may_mobilize(before) for label in force.start}
        if could_come(scene.public):
            starts |= {place.label for place in havens(scene.handbook)}
        return strangers(scene.public, seen, starts, "6.11")

    def ask(self, scene: Scene) -> Ask:
        """Who could come into play and which box the card goes to."""
        if scene.seat != FELLOWSHIP_SEAT or scene.hidden is None:
            sentence = "The Fellowship may mobilize characters."
            return Ask(key="mobilize", sentence=sentence, section="6.11")
        waiting = [
            force
            for force in may_mobilize(scene.public)
            if may_come_into_play(scene.hidden, force.name)
            and force.name not in scene.hidden.spent
            and _is_called(scene, force)
        ]
        entries = [(f.name, _with_place(f)) for f in waiting]
        white = white_is_due(scene.hidden, scene.public.turn) and could_come(scene.public)
        if white:
            entries.append((WHITE, WHITE))
        form = Form()
        if entries:
            form = Form(
                fields=(
                    select("card", "Character", entries),
                    box_field(scene, "box", "Into box"),
                ),
                choices=(Choice(action="mobilize", label="Mobilize"),),
            )
        about_white = LOOK_AT_WHITE if could_come(scene.public) else ()
        return Ask(
            key="mobilize",
            sentence="Mobilize characters whose place one of your markers has reached, or go on.",
            section="6.11",
            detail=(*_hints(scene.public, waiting), *about_white),
            form=form,
            done="Go on",
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """The card goes into a box; nobody else learns of it."""
        card, box = answer.text("card"), answer.text("box")
        if not card or not box:
            return Refusal(
                code="bad-input",
                text="Expected a character and the box it joins. Choose both.",
                section="6.11",
            )
        if card == SHIP and not _has_group_for_ship(scene, box):
            return Refusal(
                code="rule",
                text="The ship comes to a group in the Grey Havens: pick the box of one that "
                "stands there by your notes.",
                section="6.126",
                private=True,
            )
        laid = CardBoxed(seat=FELLOWSHIP_SEAT, card=card, box=box)
        return (laid, CardSpent(seat=FELLOWSHIP_SEAT, card=card)) if card in ONCE else (laid,)


def _is_called(scene: Scene, force: Force) -> bool:
    """Whether one of the three has company in Rivendell, or Gandalf wakes them by the notes (10.2).

    Of everybody else what stands on the map has said it already.
    """
    if force.mobilizes != "companion" or _has_company_in_rivendell(scene):
        return True
    return _comes_by_scenario(scene.public, force) or any(
        group.has_gandalf
        and group.piece is not None
        and (place := find_hex(group.piece.place)) is not None
        and place.label in GANDALF_CALLS
        for group in own_groups(scene)
    )


def _has_company_in_rivendell(scene: Scene) -> bool:
    """Whether a marker stands there that is not Glorfindel alone by the notes (10.2)."""
    groups = {group.piece.id: group for group in own_groups(scene) if group.piece is not None}
    for piece in scene.public.pieces_of(FELLOWSHIP_SEAT):
        place = find_hex(piece.place)
        if place is None or place.label != RIVENDELL:
            continue
        group = groups.get(piece.id)
        if group is None or [one.force.name for one in group.members] != ["Glorfindel"]:
            return True
    return False


def _has_group_for_ship(scene: Scene, box: str) -> bool:
    """Whether somebody lies in that box whose marker stands in the Grey Havens (6.126)."""
    ship = find_force(SHIP)
    starts = () if ship is None else ship.start
    return any(
        group.box.id == box
        and bool(group.members)
        and group.piece is not None
        and group.piece.place in starts
        for group in own_groups(scene)
    )


def _with_place(force: Force) -> str:
    where = ", ".join(_place_words(label) for label in force.start)
    return f"{force.name} ({where})" if where else force.name


def _place_words(label: str) -> str:
    place = find_hex(label)
    names = place_names(place) if place is not None else ()
    return f"{names[0]}, {label}" if names else label.removeprefix("area:")


def _hints(public: PublicState, waiting: list[Force]) -> Iterator[str]:
    if any(force.name == GOLLUM for force in waiting):
        yield "Gollum joins only the group with the Ring, in Moria (15.11)."
    if any(force.name == WHITE for force in waiting):
        yield "Gandalf the White may appear in one of the places where you started (13.3)."
    for force in waiting:
        absent = force.mobilizes == "companion" and RIVENDELL not in _standing(public)
        if absent or force.start_turn == public.turn:
            where = _place_words(force.start[0])
            yield (
                f"{force.name} comes into play this turn in {where}. If none of your markers "
                "stands there, put one down."
            )
    if any(force.mobilizes == "companion" for force in waiting):
        yield (
            "Gimli, Boromir and Legolas come when a character other than Glorfindel is in "
            "Rivendell, or when Gandalf reaches Rivendell, Lorien, the Grey Havens or Edhellond."
        )
    if any(force.name == SHIP for force in waiting):
        yield "The Grey Havens ship comes once a game, to a group that stands in the Grey Havens."
