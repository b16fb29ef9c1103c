"""Where a game stands, split by type into what everybody knows and what one seat hides.

`PublicState` is what both players and a bystander know. `HiddenState` is what one seat alone knows.
Rules, steps and views are given a `Scene`: the public state and at most one seat's own hidden
state, so that by type nothing can reach the other's. Mappings are replaced, never changed in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from companion.games.fellowship.box.file import EventCard
from companion.games.fellowship.combat.hand import FightForce, FightHand
from companion.games.fellowship.facts.names import HexType, Weather
from companion.games.fellowship.facts.scenarios import FULL_GAME
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.open_facts import EventEffect, RingPublic
from companion.games.fellowship.rules.health import Damage
from companion.games.fellowship.rules.nazgul_mount import NazgulReturn
from companion.games.fellowship.rules.ring import RingHolder
from companion.games.fellowship.seats import owner_of
from companion.games.fellowship.switches import Switches
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.ids import PieceId, PromptId, SeatId
from companion.table.pieces import PieceTable
from companion.table.rolls import RollBook
from companion.table.values import Piece, Roll
from companion.table.views import Explained

Known = Literal["group", "rumor"]
"""What the rules have revealed about a marker (3.4)."""


class Line(msgspec.Struct, frozen=True):
    """One line of a log."""

    text: str
    section: str = ""
    heading: bool = False


class Activation(msgspec.Struct, frozen=True, kw_only=True):
    """Something that makes hexes active (6.23, 8.1).

    Attributes:
        hex_type: a whole hex type, or None where it is one hex.
        place: label of the hex, empty where it is a whole type.
        bonus: what the Enemy adds to search rolls there.
        source: the Enemy's choice, or the roll on T.4.
        ships_only: a (S) of T.4: only for markers in ship mode.
    """

    hex_type: HexType | None = None
    place: str = ""
    bonus: int = 0
    source: Literal["enemy", "activity-roll"] = "enemy"
    ships_only: bool = False


class WeatherCounter(msgspec.Struct, frozen=True):
    """A weather counter on a hex (6.24)."""

    place: str
    weather: Weather


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A fight that the combat phase has to resolve (9.0).

    Attributes:
        number: counts the fights of a game.
        place: label of the hex or hexside.
        cause: what started it: a letter of T.5, or words such as ``blocked feature``.
        piece: the Fellowship marker concerned, or None where it is not known.
        force: who meets it, None where nothing but the cause is known.
        over: seats that have said that it is over.
    """

    number: int
    place: str
    cause: str
    piece: PieceId | None = None
    force: FightForce | None = None
    over: tuple[SeatId, ...] = ()


class Attempt(msgspec.Struct, frozen=True):
    """Tries of one marker to get transport (6.121, T.3).

    Attributes:
        turn: turn of the last try.
        running: how many turns in a row it has tried, that one included; none after a success.
        objective: what it tried to get.
    """

    turn: int
    running: int
    objective: str = ""


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """A move that the rules do not allow; the owner keeps it or takes it back.

    Attributes:
        number: counts the flags of a game.
        seat: the owner of the marker, who is asked.
        piece: the marker.
        before: where it stood, or None if it was not on the table.
        text: what was seen and what is allowed, one sentence.
        section: the rule.
    """

    number: int
    seat: SeatId
    piece: PieceId
    before: Piece | None
    text: str
    section: str


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """Something that has to happen to a marker on the table, noticed when it is seen.

    Attributes:
        piece: the marker.
        what: ``remove``, ``turn`` (to `face`), ``move`` (to `place`).
        text: what to do, one sentence, second person.
    """

    piece: PieceId
    what: Literal["remove", "turn", "move"]
    text: str
    face: int = 0
    place: str = ""


class CellQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """An unknown cell of the box that play has met, and the seat that is asked for it.

    Attributes:
        seat: who is asked.
        cell: which cell, with the question.
    """

    seat: SeatId
    cell: UnknownCell


RollUse = Literal["claim", "drop"]
"""What may become of a kept roll: it serves the open prompt, or counts for nothing."""


class RollProposal(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat proposes about a kept roll; the other seat agrees or refuses.

    Attributes:
        number: counts the proposals of a game.
        seat: who proposes.
        use: what.
        roll: the kept roll.
        prompt: the proposing seat's open prompt; the proposal lapses when it changes.
        purpose: what the roll would be for, empty where it is to be dropped.
    """

    number: int
    seat: SeatId
    use: RollUse
    roll: Roll
    prompt: PromptId
    purpose: str = ""


class Work(msgspec.Struct, frozen=True):
    """Base of what one step or chapter remembers in public; each module has subclasses of its own.

    Kept in `PublicState.work` under a word of that module; dropped when the other player-turn
    begins.
    """


class PublicState(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody at the table knows.

    Attributes:
        turn: number of the turn, 1 from the set-up on.
        step: where the sequence of play stands.
        visit: how many steps have been entered so far; part of every prompt's id.
        closed: the step has nothing more to decide.
        held: the step was entered by hand and waits for its seat, whatever could be left to do.
        table: the markers.
        rolls: the rolls.
        roll_proposal: what a seat proposes about a kept roll, until it is settled.
        roll_proposal_count: how many proposals there have been.
        known: markers that the rules have revealed as group or rumor.
        active: what is active for searches.
        weather: weather counters.
        mobilizations_left: how many minions the Enemy may still mobilize this turn.
        trails: ways that markers have gone in this player-turn, as labels of places.
        enabled: markers that have been enabled for this player-turn, beside those that move freely.
        enabling: whether the Enemy has used this turn's enabling.
        attempts: tries for transport by marker.
        transport_done: markers that have had their change of transport in this phase.
        sneak_spoilt: sneaking markers that used a feature when they last moved: their -1 to search
            rolls is lost (6.124).
        back_on_foot: black markers that were turned back to foot after riding or flying (6.262).
        fights: fights that wait for the combat phase.
        fight_count, flag_count: how many there have been.
        flags: moves that an owner has to keep or take back.
        expected: what should happen to markers on the table.
        behind: markers as the eye saw them last that a tap has put elsewhere since.
        reminders: what the players do by hand now, cleared when the seat goes on.
        cells: unknown cells that have to be asked, first one first.
        result: the last looked-up result, until the seat puts it away.
        hands: event cards in hand by seat, which everybody can count.
        drew_first: seats that have drawn their first three cards.
        work: what single steps remember, by a word of their module.
        ring: who controls the Ring (6.41).
        ring_public: where it is and who bears it, as far as everybody knows (6.4).
        captives: Hobbits that have been captured, as far as they were shown (15.31).
        escorts: captives with the marker that takes each of them along, as far as one does.
        delivered: one of them was brought to a Garrisoned hex (15.31).
        siege: ends of turns in a row with a green marker in Isengard (15.22).
        effects: events that were played and have not ended (6.3).
        effect_count: how many events have been played.
        harm: somebody may have come to harm without a fight: at sea or in the Northern Wastes.
        radagast_came: Radagast has come into play (6.11).
        radagast_tries: tries to find him by marker (6.11, T.3).
        switches: the rules that the players chose at the start (14, 15).
        scenario: word of the scenario (10.0, 13.0).
        over: why the game has ended, else empty.
        ending: the same as a word (`rules.victory.Ending`).
        log: the last public lines, newest last; `log_count` counts all there have been.
    """

    turn: int = 1
    step: StepId = StepId.SETUP_ENEMY
    visit: int = 0
    closed: bool = False
    held: bool = False
    table: PieceTable = PieceTable()
    rolls: RollBook = RollBook()
    roll_proposal: RollProposal | None = None
    roll_proposal_count: int = 0
    known: Mapping[PieceId, Known] = {}
    active: tuple[Activation, ...] = ()
    weather: tuple[WeatherCounter, ...] = ()
    mobilizations_left: int = 0
    trails: tuple[tuple[str, ...], ...] = ()
    enabled: tuple[PieceId, ...] = ()
    enabling: str = ""
    attempts: Mapping[PieceId, Attempt] = {}
    transport_done: tuple[PieceId, ...] = ()
    sneak_spoilt: tuple[PieceId, ...] = ()
    back_on_foot: tuple[PieceId, ...] = ()
    fights: tuple[Fight, ...] = ()
    fight_count: int = 0
    flags: tuple[Flag, ...] = ()
    flag_count: int = 0
    expected: tuple[Expected, ...] = ()
    behind: tuple[Piece, ...] = ()
    reminders: tuple[str, ...] = ()
    cells: tuple[CellQuestion, ...] = ()
    result: Explained | None = None
    hands: Mapping[SeatId, int] = {}
    drew_first: tuple[SeatId, ...] = ()
    work: Mapping[str, Work] = {}
    ring: RingHolder = "fellowship"
    ring_public: RingPublic = RingPublic()
    captives: tuple[str, ...] = ()
    escorts: tuple[tuple[str, PieceId], ...] = ()
    delivered: bool = False
    siege: int = 0
    effects: tuple[EventEffect, ...] = ()
    effect_count: int = 0
    harm: bool = False
    radagast_came: bool = False
    radagast_tries: Mapping[PieceId, Attempt] = {}
    switches: Switches = Switches()
    scenario: str = FULL_GAME
    over: str = ""
    ending: str = ""
    log: tuple[Line, ...] = ()
    log_count: int = 0

    def pieces_of(self, seat: SeatId) -> tuple[Piece, ...]:
        """The markers of one seat that stand on the map or in a region, in order of numbers."""
        return tuple(
            piece for piece in self.table if piece.place != OFF and owner_of(piece.colour) == seat
        )

    def standing(self, number: int) -> Piece | None:
        """The marker of that number if it stands on the map or in a region."""
        piece = self.table.find(number)
        return None if piece is None or piece.place == OFF else piece

    @property
    def harm_is_possible(self) -> bool:
        """Whether anybody could be wounded or dead, by what everybody has seen (6.3, 6.13, 9.1)."""
        return self.harm or self.fight_count > 0 or self.effect_count > 0

    def is_revealed_group(self, piece: PieceId) -> bool:
        """Whether everybody knows that the marker is a group."""
        return self.known.get(piece) == "group"


OFF: Final = "off"
"""Label of a marker that lies beside the map (`companion.board.places`)."""


class HiddenState(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat alone knows.

    Attributes:
        seat: whose.
        names: what each marker is: its label, or `PLAIN`; markers not named yet are missing.
        boxes: where each card lies: id of the display box; cards out of play are missing.
        hand: names or ids of event cards, as far as the owner has typed or scanned them.
        event_texts: what the owner has typed in from event cards that the box does not hold.
        settled: numbers of the undecided sets that the owner has sorted out.
        wounds: note on a card's wounds, in the owner's words.
        damage: boxes marked off on a card; cards without damage are missing (6.13).
        endurance: endurance numbers that the owner has read from its cards during play (T.7, T.8).
        returns: Nazgul that are at Barad-dur to come back on a fell creature (6.261).
        enhanced: turn on which a character's better values were noted (6.14).
        fight: its cards in the fight that is fought now (9.21).
        dead: cards that were killed in fights; one that is laid into a box again is alive.
        ringbearer: which Fellowship card has the Ring, while the Fellowship controls it (6.41).
        ring_marks: marks beside a character's Ring transfer number (6.412).
        ring_to: to whom the transfer that is under way goes (6.412).
        chains: display boxes whose cards lie on in another box (4.1).
        blanks: blank cards that lie in a display box to hide how many there are (4.1).
        captured: cards of captured Hobbits, each with what everybody calls it (15.31).
        spent: cards that come into play once in a game and have done so (6.126).
        gandalf_fell: turn and place of the death of Gandalf the Grey (6.11).
        reach: marker whose reach its owner wants to see on the map.
        lot: what its cards are mixed by (`rules.mixing`), new at every fixed public point; no
            screen shows it.
        log: the last lines about what the seat did in private, newest last.
    """

    seat: SeatId
    names: Mapping[PieceId, str] = {}
    boxes: Mapping[str, str] = {}
    hand: tuple[str, ...] = ()
    event_texts: Mapping[str, EventCard] = {}
    settled: tuple[int, ...] = ()
    wounds: Mapping[str, str] = {}
    damage: Mapping[str, Damage] = {}
    endurance: Mapping[str, int] = {}
    returns: Mapping[str, NazgulReturn] = {}
    enhanced: Mapping[str, int] = {}
    fight: FightHand | None = None
    dead: tuple[str, ...] = ()
    ringbearer: str = ""
    ring_marks: Mapping[str, int] = {}
    ring_to: str = ""
    chains: Mapping[str, str] = {}
    blanks: Mapping[str, int] = {}
    captured: Mapping[str, str] = {}
    spent: tuple[str, ...] = ()
    gandalf_fell: tuple[int, str] | None = None
    reach: PieceId | None = None
    lot: str = ""
    log: tuple[Line, ...] = ()

    def cards_in(self, box_id: str) -> tuple[str, ...]:
        """The cards that lie in a display box, by name."""
        return tuple(sorted(card for card, box in self.boxes.items() if box == box_id))

    def chain_of(self, box_id: str) -> tuple[str, ...]:
        """A display box and those in which its cards go on, in order; no box twice (4.1)."""
        found = [box_id]
        while (into := self.chains.get(found[-1], "")) and into not in found:
            found.append(into)
        return tuple(found)


PLAIN: Final = "plain"
"""Name of a marker without a label, which can only be a rumor (3.4)."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The whole of a game. Only the fold and the one door for secrets see it.

    Attributes:
        handbook: rules tables and map, with what has been filled in during play.
        learned: how many cells have been filled in during play.
        public: what everybody knows.
        hidden: what each seat alone knows.
    """

    handbook: Handbook
    learned: int = 0
    public: PublicState = PublicState()
    hidden: Mapping[SeatId, HiddenState]


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """What a step's code may look at: the public state and one seat's own secrets.

    Attributes:
        public: what everybody knows.
        handbook: rules tables and map.
        seat: for whom; `companion.table.ids.PUBLIC` for everybody.
        hidden: that seat's own secrets; None where no secret may count.
    """

    public: PublicState
    handbook: Handbook
    seat: SeatId
    hidden: HiddenState | None = None
