"""The end of the game: what counts is shown, the table is read, the result stays (11.0)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.ending import (
    AccountGiven,
    VerdictGiven,
    end_work,
)
from companion.games.fellowship.events.play import ResultShown
from companion.games.fellowship.facts.names import FELLOWSHIP
from companion.games.fellowship.facts.roster import forces_of
from companion.games.fellowship.facts.scenarios import scenario_named
from companion.games.fellowship.flow.choosing import select
from companion.games.fellowship.flow.explain import lit_row
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.own_account import OwnAccount, own_account
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.victory import (
    Account,
    Deaths,
    Ending,
    automatic_level,
    counts_as_character,
    ringbearer_kind,
    scenario_winner,
    shifts,
)
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState, Scene
from companion.games.fellowship.tables.cells import Cell, Lookup, UnknownCell
from companion.games.fellowship.tables.victory import LEVELS, look_up_victory, shifted_level
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Explained, Field, Form, Option, Part

_DRAW: Final = LEVELS.index("Draw")
_HIGHEST_TRANSFER: Final = 12
_SHOW: Final = "account"
_FACTS: Final = (
    ("diseased", "The Ringbearer has a diseased wound"),
    ("gandalf", "Gandalf was in Edoras after turn 5, and in Minas Tirith"),
    ("paths", "Aragorn came through the Paths of the Dead to Minas Tirith"),
)


class GameResult(Handler):
    """Nothing more is played; the level is worked out, and the table may be cleared."""

    def enter(self, scene: Scene) -> Events:
        """What needs nobody's account is said at once."""
        flow = Flow(scene)
        _settle(flow)
        return flow.events

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """There is nowhere to go."""
        return False

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Markers may be cleared away."""
        return True

    def ask(self, scene: Scene) -> Ask:
        """Who has won, or what the Fellowship has to show first."""
        public = scene.public
        over = f"The game is over. {public.over}".strip()
        work = end_work(public)
        if work.verdict:
            return Ask(key="over", sentence=f"{over} {work.verdict}", section="11.0")
        if scene.seat != FELLOWSHIP_SEAT:
            sentence = f"{over} The Fellowship shows what counts for the victory."
            return Ask(key="account", sentence=sentence, section="11.0")
        return Ask(
            key="account",
            sentence=f"{over} Show what counts for the victory; everybody sees it.",
            section="11.0",
            detail=("What your notes say stands there already; correct it where it is wrong.",),
            form=_account_form(public, own_account(scene)),
            asked=True,
            # Anybody can say that the game is over, and so have the notes stand there.
            private=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """The account; then the table."""
        given = _read_account(scene.public, answer)
        if isinstance(given, Refusal):
            return given
        flow = Flow(scene)
        flow.add(given)
        _settle(flow)
        return flow.events

    def resume(self, scene: Scene) -> Events:
        """A class or a cell was missing and is there now."""
        flow = Flow(scene)
        _settle(flow)
        return flow.events


def ending_of(public: PublicState) -> Ending:
    """Why the game is over; without a word for it, because its turns are over."""
    return next((one for one in Ending if one.value == public.ending), Ending.LAST_TURN)


def _account_form(public: PublicState, own: OwnAccount) -> Form:
    characters = [force for force in forces_of(FELLOWSHIP) if counts_as_character(force.name)]
    dead = tuple(Option(value=force.name, label=force.name) for force in characters)
    facts = tuple(Option(value=word, label=label) for word, label in _facts(public))
    names = [(force.name, force.name) for force in characters]
    fields = [
        select("ringbearer", "Who has the Ring", names, own.ringbearer),
        Field(name="place", label="The hex where it is", kind="place", value=own.place),
        Field(
            name="transfer",
            label="Its bearer's Ring transfer number, less the marks",
            kind="number",
            value="" if own.ring_transfer is None else str(own.ring_transfer),
            minimum=0,
            maximum=_HIGHEST_TRANSFER,
        ),
        Field(name="facts", label="So it was", kind="ticks", options=facts, value=own.facts),
        Field(
            name="dead",
            label="Characters killed",
            kind="ticks",
            options=dead,
            value=",".join(own.dead),
        ),
    ]
    if ending_of(public) is Ending.DISSOLVED:
        label = "Enemy cards against Gollum that stand"
        cards = Field(name="cards", label=label, kind="number", value="0", minimum=0, maximum=2)
        fields.insert(4, cards)
    choice = Choice(action=_SHOW, label="Show it", weight="primary")
    return Form(fields=tuple(fields), choices=(choice,))


def _facts(public: PublicState) -> tuple[tuple[str, str], ...]:
    found = list(_FACTS)
    if ending_of(public) is Ending.DISSOLVED:
        found.append(("gollum", "Gollum is with the Ringbearer"))
    if public.switches.capturing:
        found.append(("delivered", "A captured Hobbit was brought to a Garrisoned hex"))
    return tuple(found)


def _read_account(public: PublicState, answer: Answer) -> AccountGiven | Refusal:
    ringbearer, place = answer.text("ringbearer"), find_hex(answer.text("place"))
    transfer = answer.number("transfer")
    if not ringbearer or place is None or transfer is None:
        text = (
            "Expected who has the Ring, a hex of the map and a Ring transfer number. Fill in all "
            "three; for a region beside the map agree on a hex."
        )
        return Refusal(code="bad-input", text=text, section="11.0")
    facts = answer.texts("facts")
    dissolved = ending_of(public) is Ending.DISSOLVED
    account = Account(
        ringbearer=ringbearer_kind(ringbearer),
        hex_class="",
        diseased="diseased" in facts,
        ring_transfer=transfer,
        deaths=Deaths(names=answer.texts("dead"), before=scenario_named(public.scenario).killed),
        turn=public.turn,
        dissolved=dissolved,
        gollum="gollum" in facts,
        gollum_cards=answer.number("cards") or 0,
        gandalf_in_gondor="gandalf" in facts,
        aragorn_by_the_paths="paths" in facts,
        hobbit_delivered="delivered" in facts,
    )
    return AccountGiven(ringbearer=ringbearer, place=place.label, account=account)


def _settle(flow: Flow) -> None:
    """Say who has won as soon as it can be said; ask for what is missing (11.0)."""
    public = flow.public
    if end_work(public).verdict:
        return
    winner = scenario_winner(scenario_named(public.scenario), ending_of(public))
    if winner is not None:
        flow.add(VerdictGiven(verdict=f"The {winner.title()} wins the scenario."))
        return
    level = automatic_level(ending_of(public), public.ring)
    if level is not None:
        flow.add(VerdictGiven(verdict=level_words(level)))
        return
    work = end_work(public)
    place = find_hex(work.place)
    if work.account is None or place is None:
        return
    hex_class = flow.handbook.map.victory_class(place)
    if isinstance(hex_class, UnknownCell):
        flow.ask_cell(hex_class, FELLOWSHIP)
        return
    _settle_by_table(flow, work.account, hex_class)


def _settle_by_table(flow: Flow, account: Account, hex_class: str) -> None:
    counted = msgspec.structs.replace(account, hex_class=hex_class)
    found = look_up_victory(
        flow.handbook.tables,
        hex_class,
        counted.ringbearer,
        shifts(counted, flow.public.switches),
    )
    if isinstance(found.cell, UnknownCell):
        flow.ask_cell(found.cell, FELLOWSHIP)
        return
    level = shifted_level(found.cell.value, found.parts)
    flow.add(
        ResultShown(result=_explained(flow.handbook, found, found.cell, level)),
        VerdictGiven(verdict=level_words(level)),
    )


def _explained(handbook: Handbook, found: Lookup, cell: Cell, level: str) -> Explained:
    """The cell as a number of steps from a draw, then every shift."""
    base = _DRAW - LEVELS.index(cell.value)
    first = Part(
        label="Level of the table",
        value=base,
        reason=f"class {found.row}, {found.column.replace('-', ' ')}: {cell.value}",
        section="11.0",
    )
    parts = tuple(
        Part(label=part.label, value=part.value, reason=part.reason, section=part.section)
        for part in found.parts
    )
    total = base + sum(part.value for part in found.parts)
    held = _DRAW - LEVELS.index(level)
    meaning = f"{level_words(level)} Steps count from a draw, plus for the Fellowship."
    if held != total:
        meaning += " Shifts go no further than a major victory."
    return Explained(
        title="Victory",
        parts=(first, *parts),
        total=total,
        result=level,
        meaning=meaning,
        section="11.0",
        source=cell.source.text,
        table=lit_row(handbook, "victory", found.row, found.column),
    )


def level_words(level: str) -> str:
    """A level as a sentence, such as "Tactical victory for the Enemy."."""
    if level == "Draw":
        return "The game is a draw."
    side, _, much = level.partition(" ")
    return f"{much} victory for the {'Fellowship' if side == 'FP' else 'Enemy'}."
