"""Where a game can end by choice or by its last turn (5.0, 11.0, 13.1, 13.2, 15.18)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.play import GameEnded, Noted, PublicEvent
from companion.games.fellowship.events.ring import RingMarked
from companion.games.fellowship.events.status import ActivationsLapsed, PlayerTurnCleared
from companion.games.fellowship.facts.names import SEA_REGIONS, Mode, Water
from companion.games.fellowship.facts.roster import find_force
from companion.games.fellowship.facts.scenarios import Scenario, scenario_named
from companion.games.fellowship.flow.choosing import mode_of_piece, select
from companion.games.fellowship.flow.own_account import own_companies, own_dead
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, Events, Handler, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.balrog_ring import held_in_moria
from companion.games.fellowship.play.captives import delivered_captives
from companion.games.fellowship.play.hex_changes import (
    isengard_down,
    may_bring_isengard_down,
    siege_counted,
)
from companion.games.fellowship.rules.ring import SARUMANS_GOAL, bearers, transfer_succeeds
from companion.games.fellowship.rules.ring_place import ring_place
from companion.games.fellowship.rules.victory import (
    DEATH_WORDS,
    MOUNT_DOOM,
    Company,
    Ending,
    arrived,
    gathered,
    is_destroyed,
    last_turn,
    lost_by_deaths,
)
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState, Scene, Work
from companion.table.events import Event
from companion.table.values import Piece, Refusal, Roll
from companion.table.views import Choice, Field, Form

_replace = msgspec.structs.replace
_KEY: Final = "doom"
_GOAL: Final = "goal"
_SINK: Final = "sink"
_WITH_GOLLUM: Final = "doom-gollum"
_BY_ROLL: Final = "doom-roll"


class DoomWork(Work, frozen=True, kw_only=True):
    """The Ringbearer stands at the Crack of Doom and has to let the Ring go (11.0).

    Attributes:
        bearer: who it is; empty while nobody stands there.
        number: the Ring transfer number that the roll has to stay under.
    """

    bearer: str = ""
    number: int = 0


class DoomNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-doom"):
    """Somebody tries to throw the Ring into the fire, or has tried (11.0)."""

    work: DoomWork

    def apply(self, public: PublicState) -> PublicState:
        """Remember who."""
        return _replace(public, work={**public.work, _KEY: self.work})


EVENTS: Final[tuple[type[Event], ...]] = (DoomNoted,)


def _doom(public: PublicState) -> DoomWork:
    found = public.work.get(_KEY)
    return found if isinstance(found, DoomWork) else DoomWork()


class Dissolve(Handler):
    """The end of the Fellowship's status phase, where it may end the game (11.0)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """The choice is there every turn."""
        return public.closed

    def ask(self, scene: Scene) -> Ask:
        """End the game, or move on."""
        public = scene.public
        doom = _doom(public)
        if doom.bearer:
            return self._ask_for_roll(scene, doom)
        if scene.seat != FELLOWSHIP_SEAT:
            sentence = "The Fellowship ends its status phase."
            return Ask(key="dissolve", sentence=sentence, section="11.0")
        return Ask(
            key="dissolve",
            sentence="Go on to your movement, or end the game.",
            section="11.0",
            form=_ways_out(scene),
            done="Go on to movement",
            asked=True,
        )

    def _ask_for_roll(self, scene: Scene, doom: DoomWork) -> Ask:
        sentence = f"{doom.bearer} rolls under {doom.number} to let the Ring go."
        mine = scene.seat == FELLOWSHIP_SEAT
        return Ask(
            key="doom",
            sentence=sentence,
            section="11.0, 6.412",
            roll=GAME_ROLL if mine else _replace(GAME_ROLL, may_give=False),
            purpose="the Crack of Doom",
            asked=mine,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """One of the ends."""
        turn = scene.public.turn
        match answer.action:
            case "dissolve":
                reason = f"The Fellowship is dissolved on turn {turn}."
                return (GameEnded(reason=reason, ending=Ending.DISSOLVED.value),)
            case "sink":
                reason = "The Fellowship sinks the Ring in the sea."
                return (GameEnded(reason=reason, ending=Ending.LOST_AT_SEA.value),)
            case "goal":
                return show_company(scene)
            case "isengard":
                return isengard_down()
            case "deaths":
                reason = f"{DEATH_WORDS[scenario_named(scene.public.scenario).judged]}."
                return (GameEnded(reason=reason, ending=Ending.DEATHS.value),)
            case "doom-gollum":
                reason = "Gollum is there: the Ring goes into the fire."
                return (GameEnded(reason=reason, ending=Ending.DESTROYED.value),)
            case _:
                return _to_the_fire(answer)

    def leave(self, scene: Scene) -> Events | Refusal:
        """Nobody plays on past a death that ends the scenario and that only its owner knows."""
        scenario = scenario_named(scene.public.scenario)
        return _lost_already(scenario) if lost_by_deaths(scenario, own_dead(scene)) else ()

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """Under the number the Ring is gone; else a mark, and another try next turn (11.0)."""
        doom = _doom(scene.public)
        passed = transfer_succeeds(d10(roll), doom.number)
        if is_destroyed(holder=scene.public.ring, place=MOUNT_DOOM, gollum=False, passed=passed):
            reason = f"{doom.bearer} throws the Ring into the fire."
            return (GameEnded(reason=reason, ending=Ending.DESTROYED.value),)
        text = f"{doom.bearer} cannot let the Ring go; it costs a mark beside the number."
        return (
            DoomNoted(work=DoomWork()),
            Noted(text=text, section="11.0, 6.412"),
            RingMarked(seat=FELLOWSHIP_SEAT, card=doom.bearer, why="the Crack of Doom"),
        )


def _ways_out(scene: Scene) -> Form:
    """What ends the game now, by what everybody sees."""
    public = scene.public
    scenario = scenario_named(public.scenario)
    found: list[Choice] = []
    fields: tuple[Field, ...] = ()
    if markers_at_goal(public, scenario):
        found.append(
            Choice(action=_GOAL, label="Show the company: you have arrived", section="13.0")
        )
    if scenario.judged != "level":
        found.append(
            Choice(
                action="deaths",
                label="One has fallen whose death ends the scenario",
                detail=DEATH_WORDS[scenario.judged],
                section=scenario.section,
                weight="grave",
            )
        )
    if public.ring == "fellowship" and _stands_at(public, MOUNT_DOOM):
        found += [
            Choice(action=_WITH_GOLLUM, label="Destroy the Ring: Gollum is here", section="11.0"),
            Choice(action=_BY_ROLL, label="Roll to destroy the Ring", section="11.0"),
        ]
        fields = _doom_fields()
    if may_bring_isengard_down(scene):
        found.append(
            Choice(
                action="isengard",
                label="Treebeard brings Isengard down",
                detail="He was there for three complete turns; show him.",
                section="15.22",
            )
        )
    detail = "Ends the game; the level of victory is worked out."
    if scenario.judged != "level":
        detail = "Ends the game; the Enemy wins the scenario."
    found.append(
        Choice(
            action="dissolve",
            label="Dissolve the Fellowship",
            detail=detail,
            section="11.0",
            weight="grave",
        )
    )
    if public.ring == "fellowship" and _is_at_sea(public, scene.handbook):
        found.append(
            Choice(
                action=_SINK,
                label="Sink the Ring in the sea",
                detail="Only with the Ring aboard; a tactical victory for the Enemy.",
                section="11.0",
                weight="grave",
            )
        )
    return Form(fields=fields, choices=tuple(found))


def _doom_fields() -> tuple[Field, ...]:
    """Empty at first: any marker may stand there, and who bears the Ring lies under the cover."""
    names = [("", "choose"), *((one.name, one.name) for one in bearers())]
    return (
        select("bearer", "Ringbearer", names),
        Field(
            name="number",
            label="Ring transfer number, less the marks (tab Ring)",
            kind="number",
            minimum=0,
            maximum=12,
        ),
    )


def _to_the_fire(answer: Answer) -> Events | Refusal:
    bearer, number = answer.text("bearer"), answer.number("number")
    if not bearer or number is None:
        text = "Expected the Ringbearer and the Ring transfer number. Fill in both."
        return Refusal(code="bad-input", text=text, section="11.0")
    return (DoomNoted(work=DoomWork(bearer=bearer, number=number)),)


def _stands_at(public: PublicState, label: str) -> bool:
    return any(_hex_label(piece) == label for piece in public.pieces_of(FELLOWSHIP_SEAT))


def _hex_label(piece: Piece) -> str:
    place = find_hex(piece.place)
    return "" if place is None else place.label


def _is_at_sea(public: PublicState, handbook: Handbook) -> bool:
    """Whether some green marker could have the Ring at sea, by what everybody sees."""
    for piece in public.pieces_of(FELLOWSHIP_SEAT):
        if piece.place.removeprefix("@") in SEA_REGIONS:
            return True
        place = find_hex(piece.place)
        if place is None:
            continue
        water = handbook.map.water(place)
        if public.switches.simple_movement:
            # Sides up mean nothing: whoever is at sea has sailed there (14.1). What no box says
            # may be sea.
            if water not in {Water.LAND, Water.COAST}:
                return True
        elif mode_of_piece(piece) is Mode.SHIP_BOAT and water is not Water.LAND:
            return True
    return False


# --- Scenarios with a goal (13.1, 13.2) ---------------------------------------------------------


def markers_at_goal(public: PublicState, scenario: Scenario) -> bool:
    """Whether a green marker stands where the company could show itself."""
    return scenario.judged != "level" and any(
        _hex_label(piece) in scenario.goals for piece in public.pieces_of(FELLOWSHIP_SEAT)
    )


def show_company(scene: Scene) -> Events | Refusal:
    """The company shows itself, if the owner's notes bear it out (13.1, 13.2).

    Nobody is held up for good: notes can be put right, and the game can be ended by hand.
    """
    scenario = scenario_named(scene.public.scenario)
    if lost_by_deaths(scenario, own_dead(scene)):
        return _lost_already(scenario)
    holds = gathered if scenario.judged == "gathering" else arrived
    company = next((one for one in own_companies(scene) if holds(one, scenario)), None)
    if company is None:
        text = (
            "Your notes do not show such a company there. Put cards, wounds and marker right in "
            "the tab Boxes, or end the game in the tab By hand."
        )
        return Refusal(code="rule", text=text, section=scenario.section, private=True)
    reason = f"The company has arrived at {company.place}: {_names(company)}."
    return (GameEnded(reason=reason, ending=Ending.GOAL.value, section=scenario.section),)


def _lost_already(scenario: Scenario) -> Refusal:
    """What the Fellowship alone is told that goes on although a death has ended the scenario."""
    text = (
        "By your notes one has fallen whose death ends the scenario. Say so, or put the notes "
        "right in the tab Boxes."
    )
    return Refusal(code="not-now", text=text, section=scenario.section, private=True)


def _names(company: Company) -> str:
    everybody = (*company.conscious, *company.unconscious)
    return ", ".join(
        name
        for name in everybody
        if (force := find_force(name)) is not None and force.kind != "thing"
    )


class TurnEnd(Handler):
    """After both player-turns the game ends with its last turn, else the marker goes on (5.0)."""

    def enter(self, scene: Scene) -> Events:
        """What lasted for the Enemy's player-turn is over (6.23, 6.25)."""
        events: list[Event] = [PlayerTurnCleared()]
        if any(one.hex_type is not None for one in scene.public.active):
            events.append(ActivationsLapsed(types_only=True))
        events += siege_counted(scene.public)
        events += delivered_captives(scene.public, scene.handbook)
        brought = brought_home(scene.public)
        if brought:
            events += brought
        elif held := held_in_moria(scene.public):
            events += held
        elif _is_last(scene.public) and not _may_still_show(scene.public):
            events.append(_turns_over(scene.public))
        return tuple(events)

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """On the last turn of a scenario the company may still show itself."""
        return public.closed or not (_is_last(public) and _may_still_show(public))

    def ask(self, scene: Scene) -> Ask | None:
        """Show the company, or not."""
        if not (_is_last(scene.public) and _may_still_show(scene.public)):
            return None
        scenario = scenario_named(scene.public.scenario)
        if scene.seat != FELLOWSHIP_SEAT:
            sentence = "The last turn is over. The Fellowship says whether it has arrived."
            return Ask(key="last", sentence=sentence, section=scenario.section)
        show = Choice(action=_GOAL, label="Show the company", weight="primary")
        return Ask(
            key="last",
            sentence="The last turn is over. Show your company, or say that it is not there.",
            section=scenario.section,
            form=Form(choices=(show,)),
            done="It is not there",
            done_weight="grave",
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """The company."""
        return show_company(scene)

    def leave(self, scene: Scene) -> Events | Refusal:
        """The scenario is lost."""
        return (_turns_over(scene.public),)


def brought_home(public: PublicState) -> Events:
    """The end of the game where Saruman's forces have the Ring in Isengard (6.414, 11.0)."""
    place = find_hex(ring_place(public))
    if public.ring != "saruman" or place is None or place.label != SARUMANS_GOAL:
        return ()
    reason = "Saruman's forces have brought the Ring to Isengard: both sides lose."
    return (GameEnded(reason=reason, ending=Ending.ISENGARD.value, section="6.414, 11.0"),)


def _may_still_show(public: PublicState) -> bool:
    return markers_at_goal(public, scenario_named(public.scenario))


def _is_last(public: PublicState) -> bool:
    return public.turn >= last_turn(scenario_named(public.scenario), public.switches)


def _turns_over(public: PublicState) -> GameEnded:
    reason = f"Turn {public.turn} is over: the game ends."
    return GameEnded(reason=reason, ending=Ending.LAST_TURN.value)
