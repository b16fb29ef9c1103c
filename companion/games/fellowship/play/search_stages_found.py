"""The stages after a result: rumor or group, spotting, softened encounters, ambush (8.32, 8.33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.play import Noted, Reminded
from companion.games.fellowship.events.search import Probe
from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.blind_draw import POOL
from companion.games.fellowship.play.search_facts import (
    may_be_sensed,
    searched_hex,
    softened_letter,
)
from companion.games.fellowship.play.search_stage import Stage, bad_input, key_of
from companion.games.fellowship.play.searching import (
    change_probe,
    close_search,
    follow,
    no_ambush,
    say_what_it_is,
    start_fight,
)
from companion.games.fellowship.rules.search_where import enemies_in
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, marker_type_of
from companion.games.fellowship.state import PublicState, Scene
from companion.games.fellowship.tables.search_result import SearchCode, parse_search_result
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form

_replace = msgspec.structs.replace

_RACES: Final = (
    ("man", "Men and Istari"),
    ("elf", "Elves"),
    ("dwarf", "Dwarves"),
    ("hobbit", "Hobbits"),
)


def cards_drawn(letter: str) -> int:
    """How many cards the Enemy draws by the letter of a spotting (8.322)."""
    return parse_search_result(letter, is_ship=True).cards


class Declare(Stage):
    """The rules make the owner say whether a marker is a rumor (8.32)."""

    section = "8.32"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """The same for a group and a rumor."""
        return f"The Fellowship says whether the marker at {probe.hex} is a rumor."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Rumor or group."""
        other = scene.public.standing(probe.declaring[0]) if probe.declaring else None
        # The one that passes stands farther on already; it was found where it passed.
        where = probe.hex if other is None or other.id == probe.piece else other.place
        return Ask(
            key=key_of(probe),
            sentence=f"The search found your marker at {where} ({probe.letter}): say what it is.",
            section="8.32",
            form=Form(
                choices=(
                    Choice(action="rumor", label="It is a rumor", detail="It leaves the map."),
                    Choice(action="group", label="It is a group"),
                )
            ),
            asked=True,
            lit=probe.declaring[:1],
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Everybody knows it from now on."""
        say_what_it_is(flow, rumor=answer.action == "rumor")
        return None


class Spot(Stage):
    """The Enemy draws cards from the group and blanks; everybody learns the races (8.322)."""

    section = "8.322"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Enemy draws."""
        return ENEMY_SEAT

    def waits(self, probe: Probe) -> str:
        """What the Fellowship does meanwhile."""
        return (
            f"The Enemy draws {cards_drawn(probe.letter)} of {POOL} cards: the group at "
            f"{probe.hex}, filled up with blanks."
        )

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """How many of each race were drawn."""
        drawn = cards_drawn(probe.letter)
        fields = tuple(
            Field(name=name, label=label, kind="number", value="0", minimum=0, maximum=drawn)
            for name, label in _RACES
        )
        choices = [
            Choice(action="drawn", label="That was drawn", weight="primary"),
            Choice(
                action="by-rolls",
                label="Draw by rolls instead",
                detail="A roll of 1 to 9 names a card; the Fellowship's notes say what it is.",
            ),
        ]
        red = any(
            marker_type_of(piece) is MarkerType.SAURONIC
            for piece in enemies_in(scene.public, searched_hex(probe))
        )
        if red and not probe.nazgul:
            choices.append(
                Choice(
                    action="nazgul",
                    label="Show a Nazgul here",
                    detail="The Fellowship then says whether the Ringbearer was drawn.",
                    section="8.322",
                )
            )
        return Ask(
            key=key_of(probe) + ("-nazgul" if probe.nazgul else ""),
            sentence=f"Draw {drawn} cards blindly and enter the races that you see.",
            section="8.322",
            detail=(
                "The Fellowship shows first which of them are blank.",
                "An Istar shows the side of Men (3.21).",
            ),
            form=Form(fields=fields, choices=tuple(choices)),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Races are public; who they are is not."""
        if answer.action == "nazgul":
            flow.add(Noted(text=f"The Enemy shows a Nazgul at {probe.hex}.", section="8.322"))
            change_probe(flow, _replace(probe, nazgul=True))
            return None
        if answer.action == "by-rolls":
            change_probe(flow, _replace(probe, stage="draw", drawn=()))
            return None
        counts = {label: answer.number(name) or 0 for name, label in _RACES}
        total = sum(counts.values())
        drawn = cards_drawn(probe.letter)
        if min(counts.values()) < 0 or total > drawn:
            text = f"{drawn} cards are drawn, but {total} are entered; leave blanks out."
            return bad_input(text, "8.322")
        after_spotting(flow, probe, counts)
        return None


def after_spotting(flow: Flow, probe: Probe, counts: Mapping[str, int]) -> None:
    """Everybody learns how many of each race were drawn; under a Nazgul more is asked (8.322)."""
    seen = ", ".join(f"{label}: {count}" for label, count in counts.items() if count)
    flow.add(Noted(text=f"Spotted at {probe.hex}: {seen or 'blanks only'}.", section="8.322"))
    if probe.nazgul and any(counts.values()):
        change_probe(flow, _replace(probe, stage="ringbearer"))
    else:
        close_search(flow)


class Ringbearer(Stage):
    """Under the eyes of a Nazgul the Fellowship says whether the Ringbearer was drawn (8.322)."""

    section = "8.322"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """For the answer."""
        return "The Fellowship says whether the Ringbearer's card was drawn."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Yes or no."""
        return Ask(
            key=key_of(probe),
            sentence="A Nazgul is here: say whether the Ringbearer's card was drawn.",
            section="8.322",
            form=Form(
                choices=(
                    Choice(action="yes", label="It was drawn"),
                    Choice(action="no", label="It was not drawn"),
                )
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Everybody hears it."""
        words = "was" if answer.action == "yes" else "was not"
        text = f"The Ringbearer's card {words} among those drawn at {probe.hex}."
        flow.add(Noted(text=text, section="8.322"))
        close_search(flow)
        return None


class Soften(Stage):
    """A rider or flyer may take a spotting instead of an encounter (8.33)."""

    section = "8.33"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """For the choice."""
        return f"The Fellowship may take a spotting instead of the encounter at {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Which."""
        letter = softened_letter(scene.public, probe) or "S4"
        return Ask(
            key=key_of(probe),
            sentence=f"Your group meets an encounter: take {letter} instead, or face it.",
            section="8.33",
            form=Form(
                choices=(
                    Choice(
                        action="soften",
                        label=f"Take {letter}",
                        detail=f"A spotting: the Enemy draws {cards_drawn(letter)} cards.",
                        weight="primary",
                    ),
                    Choice(
                        action="face",
                        label="Face the encounter",
                        detail="An ambush, a retreat or a fight.",
                    ),
                )
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """An Enemy marker in the hex could still force it to the ground."""
        if answer.action == "face":
            change_probe(flow, _replace(probe, hard=True))
            follow(flow)
        elif enemies_in(flow.public, searched_hex(probe)):
            change_probe(flow, _replace(probe, stage="unsoften"))
        else:
            _take_softened(flow, probe)
        return None


def _take_softened(flow: Flow, probe: Probe) -> None:
    letter = softened_letter(flow.public, probe)
    change_probe(flow, _replace(probe, letter=letter or probe.letter, hard=True))
    follow(flow)


class Unsoften(Stage):
    """Minions that fly, or against riders ride, keep the encounter one (8.33)."""

    section = "8.33"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Enemy."""
        return ENEMY_SEAT

    def waits(self, probe: Probe) -> str:
        """For the answer."""
        return f"The Enemy may hold the group at {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Show a minion or not."""
        flying = softened_letter(scene.public, probe) == "S2"
        who = "flies" if flying else "flies or rides"
        return Ask(
            key=key_of(probe),
            sentence=f"The group at {probe.hex} slips by unless you show a minion that {who}.",
            section="8.33",
            form=Form(
                choices=(
                    Choice(action="hold", label=f"Show one that {who}"),
                    Choice(action="let", label="Let it slip by"),
                )
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Back to the encounter, or on to the spotting."""
        if answer.action == "hold":
            text = f"The Enemy shows a minion at {probe.hex} that holds the group."
            flow.add(Noted(text=text, section="8.33"))
            change_probe(flow, _replace(probe, hard=True))
            follow(flow)
        else:
            _take_softened(flow, probe)
        return None


class Ambush(Stage):
    """The Enemy says at once whether it ambushes (8.323, 8.324)."""

    section = "8.323, 8.324"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Enemy."""
        return ENEMY_SEAT

    def waits(self, probe: Probe) -> str:
        """For the answer."""
        return f"The Enemy says whether it ambushes the group at {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Minion, assassin, or none."""
        code = parse_search_result(probe.letter, is_ship=True).code
        choices = []
        if enemies_in(scene.public, searched_hex(probe)):
            choices.append(Choice(action="minion", label="Ambush with a minion"))
        if code is SearchCode.FIGHT_ALL:
            choices.append(Choice(action="assassin", label="Ambush with an assassin"))
        choices.append(Choice(action="none", label="No ambush"))
        if may_be_sensed(scene.public, probe):
            choices.append(
                Choice(
                    action="nazgul",
                    label="Show a Nazgul here",
                    detail="First the Fellowship says whether the Ring is in this hex.",
                    section="6.4",
                )
            )
        return Ask(
            key=key_of(probe) + ("-sensed" if probe.sensed else ""),
            sentence=f"The group at {probe.hex} meets {probe.letter}: ambush it or not.",
            section="8.323" if code is SearchCode.ENCOUNTER else "8.324",
            form=Form(choices=tuple(choices)),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """An ambush is fought in the combat phase."""
        if answer.action == "none":
            no_ambush(flow)
            return None
        if answer.action == "nazgul":
            flow.add(Noted(text=f"The Enemy shows a Nazgul at {probe.hex}.", section="6.4"))
            change_probe(flow, _replace(probe, stage="ring-there", sensed=True, hard=True))
            return None
        if answer.action == "assassin":
            text = "Mix the assassin cards; the Enemy draws one, which will ambush the group."
            flow.add(Reminded(text=text, section="8.325"))
        who = "an assassin" if answer.action == "assassin" else "a minion"
        force = FightForce(
            minions=answer.action == "minion",
            ambush="assassin" if answer.action == "assassin" else "minion",
            encounter=probe.letter == SearchCode.ENCOUNTER.value,
        )
        start_fight(flow, f"{probe.letter}, ambush by {who}", force)
        return None


FOUND_STAGES: Final = {
    "declare": Declare(),
    "spot": Spot(),
    "ringbearer": Ringbearer(),
    "soften": Soften(),
    "unsoften": Unsoften(),
    "ambush": Ambush(),
}
