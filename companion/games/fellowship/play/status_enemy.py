"""Mobilizing minions and enabling forces in the Enemy's status phase (6.22, 6.25)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.play import (
    MoveFlagged,
    Noted,
    PublicEvent,
    StepClosed,
    flag_for,
)
from companion.games.fellowship.events.secret import CardBoxed
from companion.games.fellowship.events.status import (
    ForcesEnabled,
    MinionMobilized,
    MobilizationsGiven,
)
from companion.games.fellowship.facts.names import ENEMY, MarkerType, Mode, place_words
from companion.games.fellowship.facts.roster import Force, forces_of
from companion.games.fellowship.facts.scenarios import scenario_named
from companion.games.fellowship.facts.turn_track import mobilizations
from companion.games.fellowship.flow.choosing import (
    box_field,
    chosen_piece,
    may_come_into_play,
    mode_of_piece,
    piece_field,
    place_field,
    select,
)
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.ownership import moved_by
from companion.games.fellowship.play.arrivals import strangers, without_newcomers
from companion.games.fellowship.play.hex_changes import CHANGE_CHOICES, nazgul_field, worsened
from companion.games.fellowship.rules.nazgul_mount import BARAD_DUR, TURNS_AWAY
from companion.games.fellowship.seats import ENEMY_SEAT, marker_type_of
from companion.games.fellowship.state import PublicState, Scene, Work
from companion.table.events import Event
from companion.table.ids import SeatId
from companion.table.pieces import Change
from companion.table.values import Piece, Refusal
from companion.table.views import Choice, Field, Form

_replace = msgspec.structs.replace


def _watching(key: str, sentence: str, section: str) -> Ask:
    return Ask(key=key, sentence=sentence, section=section)


def _missing(text: str, section: str) -> Refusal:
    return Refusal(code="bad-input", text=text, section=section)


# --- Mobilizing (6.22) --------------------------------------------------------------------------


class MobilizeWork(Work, frozen=True, kw_only=True):
    """What mobilizing has left open.

    Attributes:
        rumors_due: Guardian rumors that may be turned over with a Guardian (6.221).
        off_board: a minion off the board was mobilized; a marker may have to be put down for it.
        returning: markers with Nazgul that come back on fell creatures, still to be turned (6.261).
    """

    rumors_due: int = 0
    returning: int = 0
    off_board: bool = False


_MOBILIZE: Final = "mobilize"


class MobilizeNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-mobilize-work"):
    """What mobilizing has left open (6.221, 6.222)."""

    work: MobilizeWork

    def apply(self, public: PublicState) -> PublicState:
        """Remember it."""
        return _replace(public, work={**public.work, _MOBILIZE: self.work})


def _mobilizing(public: PublicState) -> MobilizeWork:
    found = public.work.get(_MOBILIZE)
    return found if isinstance(found, MobilizeWork) else MobilizeWork()


def is_dormant(piece: Piece) -> bool:
    """Whether a marker shows the dormant side (3.4)."""
    return mode_of_piece(piece) is Mode.DORMANT


class MobilizeMinions(Handler):
    """Minions are mobilized: how many is public, which ones is the Enemy's secret (6.22)."""

    def enter(self, scene: Scene) -> Events:
        """The turn track says how many, once in a turn, even if the seat goes back to the step."""
        if scene.public.held:
            return ()
        return (MobilizationsGiven(count=mobilizations(scene.public.turn)),)

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Every mobilization of the turn is used and nothing can be left to do for one.

        Whether a marker has to be put down for a minion off the board is secret, so its owner says
        when that is done.
        """
        work = _mobilizing(public)
        open_ = work.rumors_due > 0 or work.off_board or _may_return(public)
        return public.closed or (public.mobilizations_left == 0 and not open_)

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Markers are put down and turned here."""
        return seat == ENEMY_SEAT

    def ask(self, scene: Scene) -> Ask:
        """Turn a marker over, or say that a minion off the board is mobilized."""
        left = scene.public.mobilizations_left
        key = f"mobilize-{left}"
        if scene.seat != ENEMY_SEAT or scene.hidden is None:
            sentence = f"The Enemy may mobilize minions: {left} left this turn."
            return _watching(key, sentence, "6.22")
        waiting = [f for f in _off_board() if may_come_into_play(scene.hidden, f.name)]
        fields: tuple[Field, ...] = (
            select("card", "Minion off the board", [(f.name, _with_place(f)) for f in waiting]),
            box_field(scene, "box", "Into box"),
        )
        choices = [
            Choice(action="off-board", label="Mobilize it", section="6.222"),
            Choice(action="part", label="Part of a marker", section="6.221"),
        ]
        if scene.public.switches.changing_hexes:
            fields = (*fields, place_field("hex", "Hex to make worse"), nazgul_field())
            choices += CHANGE_CHOICES
        return Ask(
            key=key,
            sentence=f"Mobilize minions: {left} left this turn."
            if left
            else "Put down what you have mobilized, then go on.",
            section="6.22",
            detail=self._hints(scene.public),
            form=Form(
                fields=fields if left else (),
                choices=(*(choices if left else ()), *_return_choices(scene.public)),
            ),
            done="Go on",
            asked=True,
        )

    def _hints(self, public: PublicState) -> tuple[str, ...]:
        hints = [
            "On the board: turn the marker from side 6 (dormant) to its base mode; it counts then.",
            "Off the board: choose the card and its box; put a marker in its hex if none is there.",
            "Part of a dormant marker: put a second one down for those that come out.",
            "Saruman's agents come with him: lay their cards into boxes in the tab Boxes.",
        ]
        scenario = scenario_named(public.scenario)
        if public.turn == scenario.nazgul_turn:
            hints.append(
                f"{scenario.nazgul_count} Nazgul come back now on fell creatures: lay their cards "
                "and put a marker down in Barad-dur, side 2 (flying) up (13.2)."
            )
        if _may_return(public):
            hints.append("Which Nazgul are due back stands in the tab Boxes (6.261).")
        if _mobilizing(public).rumors_due:
            hints.append("One Guardian rumor may be turned over as well (6.221).")
        return tuple(hints)

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """The count is public; card and box are not."""
        if answer.action == "return":
            work = _mobilizing(scene.public)
            text = "The Enemy says that Nazgul come back from Barad-dur on fell creatures."
            return (
                Noted(text=text, section="6.261"),
                MobilizeNoted(work=_replace(work, returning=work.returning + 1)),
            )
        if scene.public.mobilizations_left == 0:
            return Refusal(
                code="rule",
                text="All mobilizations of this turn are used.",
                section="6.22",
            )
        if answer.action == "part":
            return (MinionMobilized(on_board=True),)
        if answer.action.startswith("worsen"):
            return worsened(scene, answer)
        card, box = answer.text("card"), answer.text("box")
        if not card or not box:
            return _missing("Expected a minion and the box it joins. Choose both.", "6.222")
        return (
            MinionMobilized(on_board=False),
            MobilizeNoted(work=_replace(_mobilizing(scene.public), off_board=True)),
            CardBoxed(seat=ENEMY_SEAT, card=card, box=box),
        )

    def sighting(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """A dormant marker that is turned over is a mobilization."""
        found: list[Event] = []
        left, work = scene.public.mobilizations_left, _mobilizing(scene.public)
        for change in seen:
            before, after = change.before, change.after
            if before is None or after is None or not is_dormant(before) or is_dormant(after):
                continue
            guardian = marker_type_of(after) is MarkerType.GUARDIAN
            if guardian and work.rumors_due:
                work = _replace(work, rumors_due=work.rumors_due - 1)
                found.append(MobilizeNoted(work=work))
            elif work.returning and after.place == BARAD_DUR and not guardian:
                work = _replace(work, returning=work.returning - 1)
                found.append(MobilizeNoted(work=work))
            elif left:
                left -= 1
                found.append(MinionMobilized(on_board=True))
                if guardian:
                    work = _replace(work, rumors_due=work.rumors_due + 1)
                    found.append(MobilizeNoted(work=work))
            else:
                flag = flag_for(scene.public, after, before, ENEMY_SEAT)
                where = place_words(after.place)
                text = f"The marker at {where} was mobilized; none is left this turn."
                found.append(MoveFlagged(flag=_replace(flag, text=text, section="6.22")))
        starts = {label for force in _off_board() for label in force.start}
        before_them = without_newcomers(scene.public, seen)
        starts |= {p.place for p in before_them.pieces_of(ENEMY_SEAT) if is_dormant(p)}
        # The places of his agents alone are open to his colour alone.
        agents = {label for force in _with_saruman() for label in force.start}
        come = tuple(change for change in seen if not _is_his_agent(change, agents))
        return (*found, *strangers(scene.public, come, starts, "6.22"))


def _is_his_agent(change: Change, agents: set[str]) -> bool:
    """Whether a marker of Saruman's was put down where one of his agents starts (10.1)."""
    after = change.after
    if change.before is not None or after is None:
        return False
    place = find_hex(after.place)
    return (
        place is not None and place.label in agents and marker_type_of(after) is MarkerType.SARUMAN
    )


def _may_return(public: PublicState) -> bool:
    """Whether Nazgul could come back now, judged by what everybody sees (6.261).

    Which dormant marker in Barad-dur holds one is secret, so any red one counts.
    """
    waits = any(
        is_dormant(piece)
        and piece.place == BARAD_DUR
        and marker_type_of(piece) is MarkerType.SAURONIC
        for piece in public.pieces_of(ENEMY_SEAT)
    )
    return waits and public.turn > min(TURNS_AWAY.values())


def _return_choices(public: PublicState) -> tuple[Choice, ...]:
    if not _may_return(public):
        return ()
    detail = "The next marker turned over in Barad-dur costs no mobilization."
    return (Choice(action="return", label="Nazgul come back", detail=detail, section="6.261"),)


def _off_board() -> tuple[Force, ...]:
    """Minions that start off the board and count when they are mobilized (10.1, 6.22)."""
    kinds = ("agent", "mouth", "fell-creature", "saruman")
    return tuple(force for force in forces_of(ENEMY) if force.kind in kinds)


def _with_saruman() -> tuple[Force, ...]:
    """His agents, who come into play with him and do not count by themselves (6.22, 10.1)."""
    return tuple(force for force in forces_of(ENEMY) if force.mobilizes == "saruman")


def _with_place(force: Force) -> str:
    return f"{force.name} ({', '.join(force.start)})"


# --- Enabling (6.25) ----------------------------------------------------------------------------


class EnableForces(Handler):
    """One set of forces that need it may move in this player-turn (6.25)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Enabled already, or nothing mobilized stands on the map."""
        able = [piece for piece in moved_by(public, ENEMY_SEAT) if not is_dormant(piece)]
        return public.closed or not able

    def ask(self, scene: Scene) -> Ask:
        """One of three kinds."""
        if scene.seat != ENEMY_SEAT:
            return _watching("enable", "The Enemy may enable forces to move.", "6.25")
        able = [p for p in moved_by(scene.public, ENEMY_SEAT) if not is_dormant(p)]
        of_type = {kind: [p for p in able if marker_type_of(p) is kind] for kind in MarkerType}
        pairs = [*of_type[MarkerType.GUARDIAN], *of_type[MarkerType.SAURONIC]]
        choices: list[Choice] = []
        if of_type[MarkerType.GUARDIAN]:
            choices.append(Choice(action="guardian", label="A Guardian and a Guardian rumor"))
        if of_type[MarkerType.SARUMAN]:
            choices.append(Choice(action="saruman", label="All of Saruman's forces"))
        if of_type[MarkerType.SAURONIC]:
            choices.append(Choice(action="fell-creature", label="A fell creature and a rumor"))
        fields = (
            (
                piece_field(scene, "first", "Marker", pairs),
                piece_field(scene, "second", "Second marker", pairs),
            )
            if pairs
            else ()
        )
        return Ask(
            key="enable",
            sentence="Enable forces to move this player-turn, or go on.",
            section="6.25",
            detail=("Nazgul and Sauronic agents move without being enabled.",),
            form=Form(fields=fields, choices=tuple(choices)),
            done="Enable nothing",
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """Everybody sees which markers; not which of two is the rumor."""
        if answer.action == "saruman":
            white = tuple(
                piece.id
                for piece in moved_by(scene.public, ENEMY_SEAT)
                if marker_type_of(piece) is MarkerType.SARUMAN
            )
            return (ForcesEnabled(kind="saruman", pieces=white), StepClosed())
        guardian = answer.action == "guardian"
        kind = MarkerType.GUARDIAN if guardian else MarkerType.SAURONIC
        chosen = [chosen_piece(scene, answer.text(name)) for name in ("first", "second")]
        pieces = sorted({piece.id for piece in chosen if piece is not None})
        right = all(piece is None or marker_type_of(piece) is kind for piece in chosen)
        if not pieces or not right:
            colour = "black" if guardian else "red"
            return _missing(f"Expected one or two {colour} markers. Choose them again.", "6.25")
        return (
            ForcesEnabled(kind="guardian" if guardian else "fell-creature", pieces=tuple(pieces)),
            StepClosed(),
        )


EVENTS: Final[tuple[type[Event], ...]] = (MobilizeNoted,)
