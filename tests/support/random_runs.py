"""Random games from the first command to the last, checked at their end; a failing one is saved."""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.box.writer import write_box
from companion.games.fellowship.events.ending import end_work
from companion.games.fellowship.facts.roster import forces_of
from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.rules.ring import SARUMAN, can_hold, is_hobbit, may_bear
from companion.games.fellowship.rules.set_up_zones import MORIA
from companion.games.fellowship.rules.victory import Ending
from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.state import HiddenState, State
from companion.games.fellowship.switches import LENGTH, SCENARIO
from companion.journal.codec import EventCodec
from companion.table.commands import Act
from companion.table.events import GameStarted
from companion.table.values import Piece, Refusal
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, VIEWERS, Play
from tests.support.random_games import GamePlayer
from tests.support.random_leanings import Habits, drawn_leaning
from tests.support.random_player import source_of
from tests.support.random_setup import name_groups, put_markers, ready
from tests.support.random_tally import Tally
from tests.support.written_game import write_game

MOST_COMMANDS: Final = 20_000
"""No random game of 28 turns has needed a third of this; one that does is stuck."""

FAILED_GAMES: Final = Path(tempfile.gettempdir()) / "failed-random-games"
"""Where games that failed are kept as journals, unless the environment names another folder."""

GAPS: Final = 0.1
"""How many of the games are played with a box that lacks values."""

_TABLE_GAPS: Final = 0.1
_VIEW_EVERY: Final = 400
"""Commands between two looks at all screens."""


@dataclass(frozen=True)
class Run:
    """One random game to be.

    Attributes:
        scenario: word of the scenario.
        seed: everything else follows from it.
        until_turn: the game is left when this turn is over; None to play it to its end.
        fights: fights are fought; without, only their outcome is noted.
    """

    scenario: str
    seed: int
    until_turn: int | None = None
    fights: bool = True


def new_game(source: random.Random, scenario: str, box: str = SAMPLE_BOX) -> GamePlayer:
    """A game of a scenario with a leaning, habits and switches by chance; nothing is set up yet."""
    leaning = drawn_leaning(source)
    length = source.choice(("20", "22", "28"))
    play = Play(box, {SCENARIO: scenario, LENGTH: length, **leaning.options(source)})
    return GamePlayer.begun(play, source, Habits.drawn(source, leaning))


def set_up(player: GamePlayer) -> None:
    """Markers, names and cards of both sides, as the rules let them or however they like."""
    play, source, habits = player.play, player.source, player.habits
    put_markers(play, source, habits.extra)
    habits.leaning.place(play, source)
    name_groups(play, source)


def box_with_gaps(source: random.Random) -> str:
    """The sample box without some of its cells: a box that is not filled in yet."""
    box = sample_box()
    tables = {
        name: {
            row: tuple("?" if source.random() < _TABLE_GAPS else cell for cell in cells)
            for row, cells in rows.items()
        }
        for name, rows in box.tables.items()
    }
    kept = {
        name: {label: entry for label, entry in entries.items() if source.random() < 0.9}
        for name, entries in (("hexes", box.map.hexes), ("hexsides", box.map.hexsides))
    }
    lacking = msgspec.structs.replace(box.map, **kept)
    return write_box(msgspec.structs.replace(box, map=lacking, tables=tables))


def play_run(run: Run, tally: Tally) -> Play:
    """Play a game, check it, count it.

    Raises:
        AssertionError: it did not go as it should; a note says where its journal is.
    """
    source = source_of(run.seed * len(SCENARIOS) + list(SCENARIOS).index(run.scenario))
    box = box_with_gaps(source) if source.random() < GAPS else SAMPLE_BOX
    player = new_game(source, run.scenario, box)
    if not run.fights:
        player.habits = replace(player.habits, fights_by_hand=1.0)
    play = player.play
    kept = ExitStack()
    kept.callback(_save, play, run)
    with kept:
        _begin(player, tally)
        _play_on(run, player, tally)
        tally.note_game(play)
        folds_again(play)
        kept.pop_all()
    return play


def _begin(player: GamePlayer, tally: Tally) -> None:
    set_up(player)
    for seat in (EP, FP):
        tally.note_prompts(player)
        ready(player.play, seat)
    give_ring(player)


def _play_on(run: Run, player: GamePlayer, tally: Tally) -> None:
    play = player.play
    for number in range(MOST_COMMANDS):
        public = play.state.public
        if player.is_over or (run.until_turn is not None and public.turn > run.until_turn):
            break
        tally.note_prompts(player)
        player.step()
        tally.commands += 1
        if number % _VIEW_EVERY == 0:
            keeps_secrets(play)
    else:
        raise AssertionError(f"no end after {MOST_COMMANDS} commands, at {play.step}")
    keeps_secrets(play)
    if run.until_turn is None or player.is_over:
        ended_by_a_rule(play)
    tally.turns += play.state.public.turn
    tally.pressed += player.pressed
    tally.refused += player.refused


def _save(play: Play, run: Run) -> None:
    """Keep a game that failed, to be opened by ``companion replay``."""
    folder = Path(os.environ.get("FAILED_GAMES", FAILED_GAMES))
    path = folder / f"{run.scenario}-{run.seed}-{os.getpid()}.db"
    path.unlink(missing_ok=True)
    write_game(play, path)
    error = sys.exception()
    if error is not None:
        error.add_note(f"The game is kept: companion replay {path}")


# --- What holds of every game --------------------------------------------------------------------


def ended_by_a_rule(play: Play) -> None:
    """It is over for a reason that the rules know, and every screen says who has won."""
    public = play.state.public
    assert public.over
    assert public.ending in {one.value for one in Ending}
    verdict = end_work(public).verdict
    assert verdict
    for viewer in VIEWERS:
        # A flag or a marker to be taken off may still be open beside it.
        assert any(verdict in prompt.sentence for prompt in play.prompts(viewer))


def folds_again(play: Play) -> None:
    """The journal, event by event as text, leads to the state that stands."""
    codec = EventCodec(GAME.event_types)
    stored = [codec.decode(codec.encode(event)) for event in play.events]
    started = stored[0]
    assert isinstance(started, GameStarted)
    state: State = GAME.begin(started)
    for event in stored[1:]:
        state = GAME.evolve(state, event)
    assert state.public == play.state.public
    assert state.hidden == play.state.hidden
    assert state.learned == play.state.learned


def keeps_secrets(play: Play) -> None:
    """Each screen stays the same to the byte where all that others hide is swapped for nothing."""
    for viewer in VIEWERS:
        hidden = {
            seat: play.state.hidden[seat] if seat == viewer else HiddenState(seat=seat)
            for seat in SEAT_IDS
        }
        stripped = msgspec.structs.replace(play.state, hidden=hidden)
        seen, other = GAME.view(play.state, viewer), GAME.view(stripped, viewer)
        assert seen.regions
        assert msgspec.json.encode(seen) == msgspec.json.encode(other), f"{viewer} sees a secret"


# --- The Ring in other hands ---------------------------------------------------------------------


def give_ring(player: GamePlayer) -> None:
    """Now and then somebody else than Frodo bears the Ring, noted by what the screens offer."""
    play, source = player.play, player.source
    laid = _likely_bearers(play)
    if laid and source.random() < player.habits.leaning.other_bearer:
        _try(play, Act(seat=FP, action="ring-bearer", inputs=(("bearer", source.choice(laid)),)))
        # Nobody is to think that a Hobbit has it: then a transfer would never be asked for.
        unsaid = (("ring", "fellowship"), ("bearer", ""), ("carrier", ""), ("place", ""))
        _try(play, Act(seat=FP, action="ring", inputs=unsaid))
    if source.random() < player.habits.leaning.ring_elsewhere:
        holders = ["enemy", "enemy", "saruman", "saruman", "gollum", "nobody"]
        holders += ["balrog"] * 3 * play.state.public.switches.balrog_and_ring
        holder = source.choice(holders)
        able = _able_bearers(play)
        agents = [name for name in able if "agent" in name]
        bearer = _HOLDERS.get(holder) or source.choice(source.choice((agents, able)) or able)
        carrier = None if holder in ("balrog", "nobody") else _carrier(play, source, bearer)
        # The Balrog has it where he wants it; a whole turn there ends the game with 15.17.
        places = [MORIA] if holder == "balrog" else _where_green(play)
        inputs = (
            ("ring", holder),
            ("bearer", "" if holder == "nobody" else bearer),
            ("carrier", "" if carrier is None else str(carrier.id)),
            ("place", source.choice(places) if carrier is None else carrier.place),
        )
        _try(play, Act(seat=EP, action="ring", inputs=inputs))
        if holder == "enemy" and carrier is not None and source.random() < 0.3:
            # Who of the Enemy asks for the Ring comes where it is (6.414, 15.17).
            number = 1 + max(one.id for one in play.state.public.table)
            play.put(number, source.choice(("white", "black")), 3, carrier.place)


def _likely_bearers(play: Play) -> list[str]:
    """Who but Frodo may bear the Ring at first: whoever has the most companions."""
    boxes = play.state.hidden[FP].boxes
    able = sorted(card for card in boxes if may_bear(card) and not is_hobbit(card))
    sizes = Counter(boxes.values())
    most = max((sizes[boxes[card]] for card in able), default=0)
    return [card for card in able if sizes[boxes[card]] == most]


_HOLDERS: Final = {"saruman": "Saruman", "gollum": "Gollum", "balrog": "Balrog", "nobody": "-"}


def _where_green(play: Play) -> list[str]:
    """Where markers of the Fellowship stand in a hex."""
    places = (piece.place for piece in play.state.public.pieces_of(FP))
    return [place for place in places if "/" not in place and place[0] != "@"] or [MORIA]


def _able_bearers(play: Play) -> list[str]:
    """Cards of the Enemy that can have the Ring in hand, those in its boxes where there are any."""
    names = [force.name for force in forces_of("enemy") if can_hold(force.name)]
    return [name for name in names if name in play.state.hidden[EP].boxes] or names


def _carrier(play: Play, source: random.Random, bearer: str) -> Piece | None:
    """The marker behind which the bearer is by the Enemy's notes, else one near the prey."""
    hidden, pieces = play.state.hidden[EP], play.state.public.pieces_of(EP)
    if bearer == SARUMAN:
        white = (one for one in play.state.public.table if one.colour == "white")
        pieces = tuple(white) or pieces
    box = hidden.boxes.get(bearer, "")
    named = [one for one in pieces if hidden.names.get(one.id, "").replace(" ", "-", 1) == box]
    prey = {piece.place for piece in play.state.public.pieces_of(FP)}
    near = [one for one in pieces if one.place in prey]
    found = named if box and named else near or list(pieces)
    return source.choice(found) if found else None


def _try(play: Play, act: Act) -> None:
    if not isinstance(GAME.decide(play.state, act), Refusal):
        play.send(act)
