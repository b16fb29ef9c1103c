"""The end of a fight: who fell, who holds the field, who goes where (9.24, 9.241, 9.245)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.combat.battle import SIDES, Fighter
from companion.games.fellowship.combat.cards import is_over_endurance, mount_values
from companion.games.fellowship.combat.cast import Troop, tries_to_leave
from companion.games.fellowship.combat.outcome import left_behind, shows_hobbit, winner_of
from companion.games.fellowship.combat.ring_worn import is_nazgul
from companion.games.fellowship.combat.strike import is_dead
from companion.games.fellowship.events.agreed import (
    CaptiveGone,
    EscortNamed,
    HobbitsCaptured,
)
from companion.games.fellowship.events.combat import (
    FightHandNoted,
    FightNoted,
    FightWork,
)
from companion.games.fellowship.events.lent import CaptiveBack, CardsCaptured
from companion.games.fellowship.events.play import (
    ExpectationSet,
    FightResolved,
    GameEnded,
    Noted,
    Reminded,
)
from companion.games.fellowship.events.search import Probe, search_work
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Mode, Seat
from companion.games.fellowship.facts.scenarios import scenario_named
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.ownership import moved_by
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    broke_off,
    bury,
    shown_name,
)
from companion.games.fellowship.play.fight_help import tom_goes_home
from companion.games.fellowship.play.fight_ring_end import settle_ring
from companion.games.fellowship.play.searching import (
    begin_loose_retreat,
    begin_retreat,
    change_probe,
    remind_of_blades,
)
from companion.games.fellowship.rules.abilities import captors_take_ring, is_captured
from companion.games.fellowship.rules.nazgul_mount import BARAD_DUR
from companion.games.fellowship.rules.ring_place import is_carrier
from companion.games.fellowship.rules.search_where import enemies_in, hexes_at
from companion.games.fellowship.rules.victory import DEATH_WORDS, Ending, lost_by_deaths
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, SEAT_IDS
from companion.games.fellowship.state import Expected, PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.ids import PieceId
from companion.table.values import Piece, Refusal
from companion.table.views import Choice

_replace = msgspec.structs.replace

_SIDE_WORDS: Final[dict[Troop, str]] = {
    "fellowship": "The Fellowship",
    "enemy": "The Enemy",
    "bearer": "The Ringbearer",
    "saruman": "Saruman's forces",
    "gollum": "Gollum",
    "balrog": "The Balrog",
}
"""Each side at the beginning of a sentence."""


def finish(flow: FightFlow) -> None:
    """Nobody fights on: the fallen who are left behind die, then everybody goes where they go.

    Where captors could only be in the Enemy's reserve, it is asked first (15.31).
    """
    battle = flow.battle
    lies = battle.variants.capture and any(shows_hobbit(one) for one in left_behind(battle))
    takes = lies and is_captured(_open_captors(flow))
    if lies and not takes and battle.reserve.get(ENEMY, 0):
        flow.change(stage="captors")
        return
    finish_with(flow, takes=takes)


def _open_captors(flow: FightFlow) -> list[str]:
    return [one.card for one in flow.battle.of(ENEMY) if one.creature is None]


def finish_with(flow: FightFlow, *, takes: bool) -> None:
    """The same, once it is known whether fallen Hobbits are taken captive (15.31)."""
    lying, captors = left_behind(flow.battle), _open_captors(flow)
    captured = tuple(one for one in lying if takes and shows_hobbit(one))
    dying = tuple(one for one in lying if one not in captured)
    if dying:
        names = ", ".join(shown_name(one) for one in dying)
        dead = [_replace(one, line="dead") for one in dying]
        flow.put(*dead, text=f"Left behind and killed: {names}.", section="9.24")
        bury(flow, FELLOWSHIP, *(one.id for one in dying))
    if captured:
        names = ", ".join(shown_name(one) for one in captured)
        gone = [_replace(one, line="gone") for one in captured]
        flow.put(*gone, text=f"Captured: {names}.", section="15.31")
        flow.add(HobbitsCaptured(names=tuple(one.card for one in captured)))
        shown = tuple((one.id, one.card) for one in captured)
        flow.tell(CardsCaptured(seat=FELLOWSHIP_SEAT, shown=shown))
        _remind_of_captive_ring(flow, captors)
    flow.change(winner=winner_of(flow.battle), captured=tuple(one.card for one in captured))
    escorts = escorts_of(flow.public, flow.work)
    if captured and len(escorts) > 1:
        flow.change(stage="escort")
        return
    if captured and escorts:
        flow.add(EscortNamed(names=flow.work.captured, piece=escorts[0].id))
    go_apart(flow)


def _remind_of_captive_ring(flow: FightFlow, captors: list[str]) -> None:
    """Whether captors take the Ring from a captive, as far as they lie open (15.31)."""
    if captors_take_ring(captors):
        text = "If a captive bears the Ring, these captors take it: say so after the fights."
    elif not flow.battle.reserve.get(ENEMY, 0):
        text = (
            "If a captive bears the Ring, these captors leave it, but nobody controls it: say so "
            "after the fights."
        )
    else:
        return
    flow.add(Reminded(text=text, section="15.31"))


def escorts_of(public: PublicState, work: FightWork) -> tuple[Piece, ...]:
    """The Enemy's markers in the place of a fight, one of which takes captives along (15.31)."""
    there = set(hexes_of(parse_place(work.place)))
    return tuple(one for one in moved_by(public, ENEMY_SEAT) if there & set(hexes_at(one)))


def go_apart(flow: FightFlow) -> None:
    """The Enemy retreats first where it broke off (8.5)."""
    if flow.work.enemy_left and _has_minions(flow):
        flow.change(stage="enemy-retreat", retreating=_retreating(flow))
    else:
        after_enemy(flow)


def _retreating(flow: FightFlow) -> tuple[tuple[PieceId, str], ...]:
    """The markers that may have to retreat: all of the Enemy's there, or that with the Ring."""
    public, work = flow.public, flow.work
    if work.cast.enemy == "bearer":
        return ()
    pieces = escorts_of(public, work)
    if tries_to_leave(work.cast.enemy):
        pieces = tuple(piece for piece in public.table if is_carrier(public, piece))
    return tuple((one.id, one.place) for one in pieces)


def _has_minions(flow: FightFlow) -> bool:
    """Whether the Enemy left with more than creatures and Nazgul on their way home."""
    return any(
        one.side == ENEMY and one.creature is None and broke_off(flow.cards, one)
        for one in flow.battle.fighters
    )


def after_enemy(flow: FightFlow) -> None:
    """Then the Fellowship: those who got away retreat together, others pick a side (9.241)."""
    work, battle = flow.work, flow.battle
    # After a duel Gandalf rejoins those who left, wherever they go (15.44).
    stays = battle.size(FELLOWSHIP) > 0 and not work.dueled
    if work.left and not stays:
        _retreat(flow)
        return
    if work.left:
        names = ", ".join(work.left)
        flow.add(
            Reminded(
                text=f"{names} got away: put a marker for them beside {work.place}, or with "
                "them into a hex that the Enemy leaves open.",
                section="9.245",
            )
        )
    if stays and len(hexes_of(parse_place(work.place))) > 1:
        flow.change(stage="side")
        return
    if not stays and not work.left:
        _destroyed(flow)
    done(flow)


def _retreat(flow: FightFlow) -> None:
    """As in 8.5: the Enemy denies half of the hexes, rumors may go along."""
    work = flow.work
    piece = None if work.piece is None else flow.public.standing(work.piece)
    hexes = () if piece is None else hexes_of(parse_place(piece.place))
    if piece is None or not hexes:
        flow.add(Noted(text="No marker of the group is on the map to retreat.", section="8.5"))
        done(flow)
        return
    probe = Probe(
        number=search_work(flow.public).count + work.number + 1,
        piece=piece.id,
        place=piece.place,
        hex=hexes[0].label,
        stage="deny",
    )
    flow.change(stage="retreat")
    if _met_sleepers_alone(flow):
        begin_loose_retreat(flow, probe)
    else:
        begin_retreat(flow, probe)
    begun = search_work(flow.public).probe
    if work.dueled and begun is not None:
        # Nothing is denied to those whom Gandalf let get away (15.44).
        change_probe(flow, _replace(begun, stage="withdraw"))
    if begun is None:
        done(flow)


def _met_sleepers_alone(flow: FightFlow) -> bool:
    """Nothing but dormant minions was fought, by what everybody has seen (8.5)."""
    foes = [one for one in flow.work.battle.fighters if one.side == ENEMY]
    markers = [
        piece
        for place in hexes_of(parse_place(flow.work.place))
        for piece in enemies_in(flow.public, place)
    ]
    asleep = all(mode_of_piece(piece) is Mode.DORMANT for piece in markers)
    return bool(foes) and asleep and not any(one.creature is not None for one in foes)


def _destroyed(flow: FightFlow) -> None:
    """The marker of a group of which nobody is left goes off the map (9.1)."""
    piece = None if flow.work.piece is None else flow.public.standing(flow.work.piece)
    if piece is not None:
        text = f"Take the {piece.colour} marker at {piece.place} off the map: its group is dead."
        flow.add(ExpectationSet(expected=Expected(piece=piece.id, what="remove", text=text)))


def done(flow: FightFlow) -> None:
    """The fight waits no longer, but for who has the Ring where it was about that."""
    if not settle_ring(flow):
        conclude(flow)


def conclude(flow: FightFlow) -> None:
    """The fight is over; captives whose captors were beaten are free (15.31)."""
    work = flow.work
    _free_captives(flow)
    ours, theirs = (_of_side(work, side) for side in SIDES)
    if work.left and not work.battle.size(FELLOWSHIP):
        words = f"{ours} left the fight."
    elif work.enemy_left:
        words = f"{theirs} left the fight."
    elif work.winner == FELLOWSHIP:
        words = f"{ours} held the field."
    elif work.winner == ENEMY:
        words = f"{theirs} held the field."
    else:
        words = "Nobody held the field."
    killed = [shown_name(one) for one in work.battle.fighters if one.line == "dead"]
    tom_goes_home(flow)
    if work.cast.fellowship == "fellowship":
        remind_of_blades(flow, hexes_of(parse_place(work.place)))
    _remind_enemy(flow)
    fell = f" Dead: {', '.join(killed)}." if killed else ""
    _close(flow, f"Fight at {work.place}: {words}{fell}")
    _end_by_deaths(flow, work)


def _end_by_deaths(flow: FightFlow, work: FightWork) -> None:
    """Everybody has seen one die whose death ends the scenario (13.1, 13.2).

    Of who died with the generic side up its owner alone knows, and says so (`closing.Dissolve`).
    """
    scenario = scenario_named(flow.public.scenario)
    dead = [
        one.card for one in work.battle.fighters if one.side == FELLOWSHIP and one.line == "dead"
    ]
    if lost_by_deaths(scenario, dead):
        reason = f"{DEATH_WORDS[scenario.judged]}."
        ended = GameEnded(reason=reason, ending=Ending.DEATHS.value, section=scenario.section)
        flow.add(ended)


def _of_side(work: FightWork, side: Seat) -> str:
    return _SIDE_WORDS[work.cast.of(side)]


def _free_captives(flow: FightFlow) -> None:
    """The Fellowship has won against a group with captives: they join its group (15.31)."""
    work = flow.work
    foes = [one for one in work.battle.fighters if one.side == ENEMY]
    minions = any(one.creature is None for one in foes)
    won = work.enemy_left or work.winner == FELLOWSHIP
    if not won or not minions or work.cast.enemy != "enemy":
        return
    for name, piece in flow.public.escorts:
        if piece in work.captors:
            flow.add(CaptiveGone(name=name, how="freed"))
            flow.tell(CaptiveBack(seat=FELLOWSHIP_SEAT, name=name, piece=work.piece))
            text = f"{name} joins the group that won at {work.place}: lay the card into its box."
            flow.add(Reminded(text=text, section="15.31"))
    names = ", ".join(name for name, piece in flow.public.escorts if piece in work.near)
    if names:
        text = f"If their captors fought at {work.place}, free in the tab By hand: {names}."
        flow.add(Reminded(text=text, section="15.31"))


def _remind_enemy(flow: FightFlow) -> None:
    """What becomes of markers whose minions fell or went home (6.261, 9.1)."""
    foes = [one for one in flow.battle.fighters if one.side == ENEMY and one.creature is None]
    home = ", ".join(one.card for one in foes if is_nazgul(one) and _goes_home(flow, one))
    if home:
        text = f"Enemy: {home} lie dormant at Barad-dur ({BARAD_DUR}) now; put a marker there."
        flow.add(Reminded(text=text, section="6.261"))
    if any(one.line == "dead" for one in foes):
        text = "Enemy: take a marker off the map if nobody of its box is left."
        flow.add(Reminded(text=text, section="9.1"))


def _goes_home(flow: FightFlow, nazgul: Fighter) -> bool:
    """Whether a Nazgul was driven off, or has lost its mount for good (6.261)."""
    if nazgul.line == "gone" and is_over_endurance(flow.cards, nazgul):
        return True
    mount: Literal["horse", "fell"] = "fell" if nazgul.mount_card else "horse"
    values = mount_values(flow.cards, _replace(nazgul, mount=mount))
    lost = not nazgul.mount and nazgul.line != "dead"
    return (
        lost
        and not isinstance(values, UnknownCell)
        and is_dead(nazgul.mount_damage.total, values[1])
    )


def not_fought(flow: FightFlow) -> None:
    """A side has nobody here."""
    _close(flow, not_fought_words(flow.work.place))


def not_fought_words(place: str) -> str:
    """What is said of a fight in which nobody was met."""
    return f"Fight at {place}: it did not come about."


def _close(flow: FightFlow, outcome: str) -> None:
    number = flow.work.number
    flow.add(FightResolved(number=number, outcome=outcome), FightNoted(work=None))
    flow.tell(*(FightHandNoted(seat=seat, hand=None) for seat in SEAT_IDS))


class PickSide(SeatStage):
    """After a fight on a hexside the group goes into one of the two hexes (9.241)."""

    section = "9.241"

    def asked(self, work: FightWork) -> Seat:
        """The Fellowship."""
        return FELLOWSHIP

    def waits(self, work: FightWork) -> str:
        """The two hexes."""
        names = " or ".join(one.label for one in hexes_of(parse_place(work.place)))
        return f"The Fellowship moves its group to {names}."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """One of them, and a rumor in the other if one likes."""
        hexes = hexes_of(parse_place(work.place))
        choices = tuple(
            Choice(action=f"side:{one.label}", label=f"Into {one.label}") for one in hexes
        )
        return asking(
            work,
            "Say into which of the two hexes your group goes; a rumor may go into the other.",
            self.section,
            choices,
        )

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Its marker is expected there."""
        place = answer.action.partition(":")[2]
        piece = None if flow.work.piece is None else flow.public.standing(flow.work.piece)
        if piece is not None and piece.place != place:
            text = f"Move the {piece.colour} marker at {piece.place} to {place}."
            flow.add(
                ExpectationSet(
                    expected=Expected(piece=piece.id, what="move", text=text, place=place)
                )
            )
        done(flow)
        return None
