"""The stages up to the result of a search roll: which hex, the roll, a missing cell (8.3, 8.31)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.events.play import MarkerRevealed
from companion.games.fellowship.events.search import Probe
from companion.games.fellowship.events.status import hex_type_words
from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask
from companion.games.fellowship.play.search_facts import circumstances_of, searched_hex
from companion.games.fellowship.play.search_stage import Stage, key_of
from companion.games.fellowship.play.searching import change_probe, remove_without_roll, take_roll
from companion.games.fellowship.rules.search_where import enemies_in
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, marker_type_of
from companion.games.fellowship.state import PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.search_roll import (
    SearchCircumstances,
    can_search_miss,
    search_parts,
)
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import Refusal, Roll
from companion.table.views import Choice, Form
from companion.table.wording import signed_text

_replace = msgspec.structs.replace
_CLAIMS: Final = {"fleet": "corsair_fleet", "kraken": "kraken", "ship": "ship"}


class Which(Stage):
    """On a river hexside between two types the Fellowship picks the one that counts (7.5)."""

    section = "7.5"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """For the pick."""
        return f"The Fellowship picks the hex that counts for the search at {probe.place}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Both hexes with their types."""
        choices = []
        for place in hexes_of(parse_place(probe.place)):
            # Only where both hexes are active is there anything to pick.
            hex_type = scene.handbook.map.hex_type(place)
            kind = "type unknown" if isinstance(hex_type, UnknownCell) else hex_type_words(hex_type)
            choices.append(Choice(action=f"hex-{place.label}", label=place.label, detail=kind))
        return Ask(
            key=key_of(probe),
            sentence="Pick the hex whose type counts for the search of your marker on the river.",
            section="7.5",
            form=Form(choices=tuple(choices)),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Take the one picked."""
        place = answer.action.removeprefix("hex-")
        change_probe(flow, _replace(probe, hex=place, stage="roll"))
        return None


def roller(public: PublicState, probe: Probe) -> SeatId:
    """Who makes the search roll: the Enemy on the way and in its own search phase (7.34, 8.3)."""
    own_phase = public.step is StepId.FP_SEARCH and not probe.passing
    return FELLOWSHIP_SEAT if own_phase else ENEMY_SEAT


class SearchRoll(Stage):
    """The roll itself; both sides may show cards that modify it first (8.31)."""

    section = "8.3"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """Who rolls."""
        return roller(public, probe)

    def waits(self, probe: Probe) -> str:
        """For the roll."""
        return f"A search roll is due for the green marker at {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Roll, or show a card first."""
        return Ask(
            key=key_of(probe),
            sentence=f"Roll to search for the green marker at {probe.hex}.",
            section="7.34" if probe.passing else "8.3",
            detail=_modifiers(scene, probe),
            form=Form(choices=self._offers(scene, probe)),
            roll=GAME_ROLL,
            purpose=f"search at {probe.hex}",
            asked=True,
            lit=(probe.piece,),
        )

    def aside(self, scene: Scene, probe: Probe) -> Ask:
        """The other seat may show a card, whether or not it has one."""
        offers = self._offers(scene, probe)
        sentence = self.waits(probe)
        if offers:
            sentence = f"You may answer the search at {probe.hex} before the roll."
        return Ask(
            key=key_of(probe),
            sentence=sentence,
            section="8.31",
            detail=_modifiers(scene, probe),
            form=Form(choices=offers),
            # Whoever is asked for a roll takes it, so the one who only may answer is not.
            roll=None if offers else _replace(GAME_ROLL, may_give=False),
            asked=bool(offers),
            lit=(probe.piece,),
        )

    def _offers(self, scene: Scene, probe: Probe) -> tuple[Choice, ...]:
        if scene.seat == PUBLIC:
            return ()
        found = circumstances_of(scene.public, scene.handbook, probe)
        if not isinstance(found, SearchCircumstances):
            return ()
        if scene.seat == ENEMY_SEAT:
            return self._enemy_offers(scene, probe, found)
        offers: list[Choice] = []
        if found.is_ship and not probe.ship:
            offers.append(Choice(action="ship", label="Show the Grey Havens ship: -2"))
        may_be_rumor = scene.public.known.get(probe.piece) != "group"
        if may_be_rumor and can_search_miss(scene.handbook.tables, found) is False:
            offers.append(
                Choice(
                    action="rumor-unrolled",
                    label="It is a rumor: take it away",
                    detail="No roll can miss here.",
                    section="8.3",
                )
            )
        return tuple(offers)

    def _enemy_offers(
        self, scene: Scene, probe: Probe, found: SearchCircumstances
    ) -> tuple[Choice, ...]:
        guardian = any(
            marker_type_of(piece) is MarkerType.GUARDIAN
            and scene.public.known.get(piece.id) != "rumor"
            for piece in enemies_in(scene.public, searched_hex(probe))
        )
        if not found.is_ship or not guardian:
            return ()
        offers: list[Choice] = []
        if not probe.corsair_fleet:
            offers.append(Choice(action="fleet", label="Show the Corsair Fleet: +2"))
        if not probe.kraken:
            offers.append(Choice(action="kraken", label="Show a Kraken: +1"))
        return tuple(offers)

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """A card is shown, or a rumor taken away without a roll."""
        if answer.action == "rumor-unrolled":
            remove_without_roll(flow)
            return None
        claim = _CLAIMS.get(answer.action)
        if claim is None:
            return None
        if claim == "ship":
            # Only a group has a card to show.
            flow.add(MarkerRevealed(piece=probe.piece, known="group", section="8.31"))
        change_probe(flow, msgspec.structs.replace(probe, **{claim: True}))
        return None

    def roll(self, flow: Flow, probe: Probe, roll: Roll) -> None:
        """Look it up."""
        take_roll(flow, roll)


def _modifiers(scene: Scene, probe: Probe) -> tuple[str, ...]:
    """The modifiers that everybody knows, one line each."""
    found = circumstances_of(scene.public, scene.handbook, probe)
    if not isinstance(found, SearchCircumstances):
        return ()
    return tuple(
        f"{signed_text(part.value)} {part.label} ({part.section})"
        for part in search_parts(found)
        if part.value
    )


class Look(Stage):
    """A cell is missing; the engine asks for it."""

    section = "8.3"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """Nobody here: the cell has its own question."""
        return PUBLIC

    def waits(self, probe: Probe) -> str:
        """For the cell."""
        return f"The search at {probe.hex} waits for a value from the box."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """The same for everybody."""
        return self.aside(scene, probe)


ROLL_STAGES: Final = {"which": Which(), "roll": SearchRoll(), "look": Look()}
