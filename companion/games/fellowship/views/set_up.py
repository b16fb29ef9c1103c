"""The set-up as a list: what goes where, how many the camera counts, what was chosen (10.0, 13.0).

Everything here is public; what a seat's own notes say stands under its cover.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.fellowship.facts.hints import hints_for
from companion.games.fellowship.facts.names import Seat
from companion.games.fellowship.facts.scenarios import scenario_named
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.set_up_check import Count, counts_of
from companion.games.fellowship.seats import SEAT_IDS, seat_word
from companion.games.fellowship.state import Scene
from companion.games.fellowship.switches import chosen_words
from companion.table.ids import SeatId
from companion.table.values import Piece
from companion.table.views import Region, Table, TableRow, Text, Widget

_COLUMNS = ("Where", "Side up", "Wanted", "There")


def set_up_region(scene: Scene) -> Region | None:
    """The tab of the set-up, and of the rules that were chosen; None where there is neither."""
    public = scene.public
    chosen = chosen_words(public.switches)
    setting_up = public.step in (StepId.SETUP_ENEMY, StepId.SETUP_FELLOWSHIP)
    if not setting_up and not chosen and public.scenario == "full":
        return None
    scenario = scenario_named(public.scenario)
    title = f"{scenario.title} ({scenario.section}), turns {scenario.turns_text}"
    widgets: list[Widget] = [Text(text=title, style="heading")]
    widgets += [Text(text=f"Agreed: {line}.") for line in chosen]
    if setting_up:
        # The Enemy sets up first.
        for seat in reversed(SEAT_IDS):
            widgets += _side(scene, seat)
        if scene.hidden is not None:
            widgets += _hints(scene)
    return Region(
        name="set-up",
        title="Set-up" if setting_up else "Rules agreed",
        role="tab",
        widgets=tuple(widgets),
        rare=not setting_up,
    )


def _hints(scene: Scene) -> list[Widget]:
    """Advice for the viewer's own side (16.0)."""
    lines = (
        Text(text=f"{hint.text} ({hint.section})") for hint in hints_for(seat_word(scene.seat))
    )
    return [Text(text="What helps", style="heading"), *lines]


@lru_cache(maxsize=8)
def _counts(
    handbook: Handbook, scenario: str, side: Seat, pieces: tuple[Piece, ...]
) -> tuple[Count, ...]:
    """Kept, since all viewers see the same, and a roll waits for their views."""
    return counts_of(handbook.map, scenario_named(scenario), side, pieces)


def _side(scene: Scene, seat: SeatId) -> list[Widget]:
    scenario = scenario_named(scene.public.scenario)
    side = seat_word(seat)
    rows = tuple(
        TableRow(
            label=f"{count.placing.colour}: {count.placing.what}",
            cells=(count.where, count.faces, count.wanted, str(count.there)),
        )
        for count in _counts(
            scene.handbook, scene.public.scenario, side, scene.public.pieces_of(seat)
        )
    )
    table = Table(
        id=scenario.section,
        title=f"The {seat.title()}'s markers",
        columns=_COLUMNS,
        rows=rows,
        note="There: what stands on the map in this place. Going on is possible at any time.",
    )
    notes = (Text(text=note, style="quiet") for note in scenario.notes.get(side, ()))
    return [table, *notes]
