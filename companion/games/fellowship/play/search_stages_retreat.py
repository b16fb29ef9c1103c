"""The stages that take a group elsewhere: retreats, wrecks, sinkings (8.326 to 8.328, 8.5)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from companion.board.hexes import Hex
from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.box.board_map import GRID
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.play import (
    ExpectationSet,
    KnowledgeLost,
    Noted,
)
from companion.games.fellowship.events.search import Probe
from companion.games.fellowship.facts.names import Water
from companion.games.fellowship.flow.choosing import place_field
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.own_warnings import LOOK_THERE
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.ownership import moved_by
from companion.games.fellowship.play.search_facts import searched_hex, searched_piece
from companion.games.fellowship.play.search_stage import Stage, bad_input, key_of
from companion.games.fellowship.play.search_stages_fight import choose_force
from companion.games.fellowship.play.searching import (
    begin_retreat,
    change_probe,
    close_search,
    go_freely,
)
from companion.games.fellowship.rules.retreat import denials, is_legal_denial, remaining
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, side_of
from companion.games.fellowship.state import Expected, PublicState, Scene
from companion.games.fellowship.tables.search_result import SearchCode
from companion.table.ids import SeatId
from companion.table.values import Piece, Refusal
from companion.table.views import Choice, Field, Form, Option

_replace = msgspec.structs.replace
_FOOT_FACE: Final = 3


class Deny(Stage):
    """The Enemy denies up to half of the hexes, rounded up (8.5)."""

    section = "8.5"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Enemy."""
        return ENEMY_SEAT

    def waits(self, probe: Probe) -> str:
        """For the denial."""
        return (
            f"The group at {probe.hex} retreats: the Enemy denies up to "
            f"{denials(len(probe.options))} of {len(probe.options)} hexes."
        )

    def places(self, scene: Scene, probe: Probe) -> tuple[str, ...]:
        """Every hex that may be denied."""
        return probe.options

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Tick the hexes to deny."""
        most = denials(len(probe.options))
        options = tuple(
            Option(
                value=label, label=f"{label} (where it stands)" if label == probe.place else label
            )
            for label in probe.options
        )
        field = Field(name="denied", label="Denied", kind="ticks", options=options)
        return Ask(
            key=key_of(probe),
            sentence=f"The group at {probe.hex} retreats: deny up to {most} of its hexes.",
            section="8.5",
            form=Form(
                fields=(field,),
                choices=(Choice(action="deny", label="Deny these", weight="primary"),),
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """What is left is the Fellowship's choice."""
        denied = answer.texts("denied")
        if not is_legal_denial(probe.options, denied):
            most = denials(len(probe.options))
            return bad_input(f"Tick at most {most} of the hexes, each once.", "8.5")
        left = remaining(probe.options, denied)
        flow.add(
            Noted(text=f"Denied for the retreat: {', '.join(denied) or 'nothing'}.", section="8.5")
        )
        stage = "withdraw" if left else "denied-all"
        change_probe(flow, _replace(probe, denied=denied, stage=stage))
        return None


class Loose(Stage):
    """From sleepers alone a group goes where it likes, or as usual with rumors (8.5)."""

    section = "8.5"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """For the choice."""
        return f"The Fellowship says how it retreats from the dormant minions at {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Freely and alone, or the usual way."""
        return Ask(
            key=key_of(probe),
            sentence=f"Only dormant minions were met at {probe.hex}: say how you retreat.",
            section=self.section,
            form=Form(
                choices=(
                    Choice(
                        action="freely",
                        label="Into any adjacent hex",
                        detail="Nothing is denied; no rumors.",
                        weight="primary",
                    ),
                    Choice(
                        action="usual",
                        label="As usual, with rumors",
                        detail="The Enemy denies half of the hexes.",
                    ),
                )
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """One of the two ways."""
        if answer.action == "freely":
            go_freely(flow, probe)
        else:
            begin_retreat(flow, probe)
        return None


class Withdraw(Stage):
    """The group goes to one of the hexes that are left, rumors into others (8.5)."""

    section = "8.5"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """Where it may go."""
        left = ", ".join(remaining(probe.options, probe.denied))
        return f"The Fellowship retreats to one of {left}."

    def places(self, scene: Scene, probe: Probe) -> tuple[str, ...]:
        """The hexes that are left."""
        return remaining(probe.options, probe.denied)

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Move the marker and put rumors down."""
        left = ", ".join(remaining(probe.options, probe.denied))
        rumors = "without rumors" if probe.alone else "rumors may go into the others"
        return Ask(
            key=key_of(probe),
            sentence=f"Put your group into one of {left}; {rumors}.",
            section="8.5",
            detail=(
                "Where it stands already is among them."
                if probe.place in remaining(probe.options, probe.denied)
                else f"It may not stay in {probe.place}.",
                "Do it in one go, so that nobody sees which marker is the group.",
                LOOK_THERE,
            ),
            form=Form(
                choices=(
                    Choice(action="there", label="They stand there", weight="primary"),
                    Choice(action="anyway", label="Leave them as they stand", weight="grave"),
                )
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Look at the table; it may be left against the rule, and that is noted."""
        wrong = misplaced(flow.public, probe)
        if wrong and answer.action != "anyway":
            return Refusal(code="rule", text=wrong, section="8.5")
        if wrong:
            flow.add(Noted(text=f"Kept against the rule: {wrong}", section="8.5"))
        if len(retreated(flow.public, probe)) > 1:
            # Shuffled on purpose: nobody but the owner can say which one is the group.
            flow.add(KnowledgeLost(piece=probe.piece))
        close_search(flow, "stopped")
        return None


def retreated(public: PublicState, probe: Probe) -> tuple[Piece, ...]:
    """The Fellowship markers that the retreat has put somewhere, the group among them."""
    return tuple(
        piece for piece in moved_by(public, FELLOWSHIP_SEAT) if piece.id not in probe.stood
    )


def misplaced(public: PublicState, probe: Probe) -> str:
    """What the table shows against 8.5, one sentence; empty when all is well."""
    left = remaining(probe.options, probe.denied)
    places = [_option_of(piece, left) for piece in retreated(public, probe)]
    if not places:
        return f"No marker stands in one of {', '.join(left)}."
    if None in places:
        return f"A marker stands elsewhere than in {', '.join(left)}."
    if probe.alone and len(places) > 1:
        return "A group that goes freely takes no rumors along."
    if len(set(places)) < len(places):
        return "Two markers of the retreat stand in one hex; each hex takes one."
    return ""


def _option_of(piece: Piece, left: tuple[str, ...]) -> str | None:
    """The option that a marker stands in; a half counts where only the hex was named."""
    if piece.place in left:
        return piece.place
    whole = [hex_.label for hex_ in hexes_of(parse_place(piece.place))]
    return next(
        (label for label in left if label.partition(":")[0] in whole and "/" not in piece.place),
        None,
    )


class DeniedAll(Stage):
    """Every hex is denied, which the rulebook leaves open: the players agree (8.5)."""

    section = "8.5"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship says what was agreed."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """What is open."""
        return "Every hex of the retreat is denied; the rules leave open what follows. Agree on it."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """What was agreed."""
        return Ask(
            key=key_of(probe),
            sentence="Every hex is denied and the rules are silent: agree what follows.",
            section="8.5",
            form=Form(
                choices=(
                    Choice(action="stay", label="It stays where it stands"),
                    Choice(action="fight", label="It stays and fights"),
                )
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Stay, or fight half a random group as after an encounter."""
        if answer.action == "fight":
            choose_force(flow, _replace(probe, letter=SearchCode.FIGHT_HALF.value))
        else:
            flow.add(Noted(text=f"By agreement the group stays in {probe.hex}.", section="8.5"))
            close_search(flow, "stopped")
        return None


@lru_cache(maxsize=4)
def _coastal_hexes(handbook: Handbook) -> tuple[Hex, ...]:
    return tuple(hex_ for hex_ in GRID if handbook.map.water(hex_) is Water.COAST)


def nearest_coasts(handbook: Handbook, place: Hex) -> tuple[Hex, ...]:
    """The coastal hexes nearest to a place, as far as the map is known (8.327)."""
    coasts = _coastal_hexes(handbook)
    least = min((place.distance(hex_) for hex_ in coasts), default=None)
    return tuple(hex_ for hex_ in coasts if place.distance(hex_) == least)


class Wreck(Stage):
    """A wrecked group comes ashore on foot at the nearest coast of its owner's choice (8.327)."""

    section = "8.327"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """For the coast."""
        return f"The ship at {probe.hex} is wrecked: the Fellowship names the coast."

    def places(self, scene: Scene, probe: Probe) -> tuple[str, ...]:
        """The coasts to choose from."""
        return _coasts(scene, probe)

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Name the hex."""
        return _ask_coast(scene, probe, "Your ship is wrecked: name the nearest coastal hex.")

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Expect the marker there, on foot where there are modes."""
        return _go_ashore(flow, probe, answer, "8.327")


class Shore(Stage):
    """Survivors come ashore at the nearest coast of the Enemy's choice (8.328)."""

    section = "8.328"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Enemy."""
        return ENEMY_SEAT

    def waits(self, probe: Probe) -> str:
        """For the coast."""
        return f"The Enemy names the coast for the survivors of the ship at {probe.hex}."

    def places(self, scene: Scene, probe: Probe) -> tuple[str, ...]:
        """The coasts to choose from."""
        return _coasts(scene, probe)

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Name the hex."""
        sentence = "Survivors reach the shore: name the nearest coastal hex where they land."
        return _ask_coast(scene, probe, sentence)

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Expect the marker there, on foot where there are modes."""
        return _go_ashore(flow, probe, answer, "8.328")


def _coasts(scene: Scene, probe: Probe) -> tuple[str, ...]:
    nearest = nearest_coasts(scene.handbook, searched_hex(probe))
    return tuple(hex_.label for hex_ in nearest)


def _ask_coast(scene: Scene, probe: Probe, sentence: str) -> Ask:
    known = ", ".join(_coasts(scene, probe))
    return Ask(
        key=key_of(probe),
        sentence=sentence,
        section="8.327" if probe.stage == "wreck" else "8.328",
        detail=(f"Nearest on the map as far as it is known: {known}.",) if known else (),
        form=Form(
            fields=(place_field("coast", "Coastal hex"),),
            choices=(Choice(action="ashore", label="There", weight="primary"),),
        ),
        asked=True,
        lit=(probe.piece,),
    )


def _go_ashore(flow: Flow, probe: Probe, answer: Answer, section: str) -> Refusal | None:
    place = find_hex(answer.text("coast"))
    if place is None:
        return bad_input("Name a hex of the map, such as 2,f.", section)
    water = flow.handbook.map.water(place)
    if water in (Water.LAND, Water.SEA):
        return bad_input(f"{place} is no coastal hex on this map.", section)
    nearest = nearest_coasts(flow.handbook, searched_hex(probe))
    if nearest and place not in nearest:
        text = f"{place} is not the nearest coast on this map; it is kept all the same."
        flow.add(Noted(text=text, section=section))
    piece = searched_piece(flow.public, probe)
    if piece is not None:
        move = f"Put the {piece.colour} marker on {place}."
        there = Expected(piece=piece.id, what="move", text=move, place=place.label)
        flow.add(ExpectationSet(expected=there))
    if piece is not None and not flow.public.switches.simple_movement:
        turn = f"Turn its {side_of(piece, _FOOT_FACE)} up: the group is on foot."
        on_foot = Expected(piece=piece.id, what="turn", text=turn, face=_FOOT_FACE)
        flow.add(ExpectationSet(expected=on_foot))
    close_search(flow, "stopped")
    return None


RETREAT_STAGES: Final = {
    "loose": Loose(),
    "deny": Deny(),
    "withdraw": Withdraw(),
    "denied-all": DeniedAll(),
    "wreck": Wreck(),
    "shore": Shore(),
}
