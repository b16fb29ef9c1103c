"""Faults that would tell one seat what the other hides, each put into the real program by a test.

Every leak breaks the program in one place as a careless change might, and names the channel in
which the comparison of `tests.support.web_pair` is expected to find it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
import pytest
from flask import Flask, request
from flask.wrappers import Response

from companion.games.fellowship.events.play import Reminded
from companion.games.fellowship.flow import taking_back
from companion.games.fellowship.flow.sequence import next_step, step_of
from companion.games.fellowship.game import FellowshipGame
from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.state import HiddenState, State
from companion.hall.voice import Retained, Voice
from companion.journal.replay import Walk, begin
from companion.service.screens import Screens
from companion.table.commands import Act, Command
from companion.table.events import Event
from companion.table.ids import PromptId, SeatId, Seq
from companion.table.values import Refusal
from companion.table.views import Field, Log, Map, Prompt, Region, Status, View, Widget
from tests.support.web_pair import Difference, is_private
from webui import guard
from webui.hub import ViewHub
from webui.ports import FixedPoint, Screen
from webui.taps import Taps

replace = msgspec.structs.replace
Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Leak:
    """One planted fault.

    Attributes:
        name: what is wrong.
        plant: puts it in.
        channel: pattern of what the comparison says when it finds it.
        difference: what the pair of games differs in.
    """

    name: str
    plant: Plant
    channel: str
    difference: Difference = "group or rumor"


def others(state: State, viewer: SeatId) -> list[HiddenState]:
    """What all others than a viewer hide."""
    return [state.hidden[seat] for seat in SEAT_IDS if seat != viewer]


def hidden_facts(state: State, viewer: SeatId) -> int:
    """How much the others have noted for themselves."""
    return sum(
        len(one.names) + len(one.boxes) + len(one.hand) + len(one.wounds) + len(one.log)
        for one in others(state, viewer)
    )


def label_of(state: State, viewer: SeatId, piece: int) -> str:
    """The name that another seat has given to a marker."""
    names = [name for one in others(state, viewer) for p, name in one.names.items() if p == piece]
    return names[0] if names else ""


def in_views(change: Callable[[State, SeatId, Widget], Widget]) -> Plant:
    """A leak in one kind of widget of everybody's view."""

    def changed(state: State, seat: SeatId, region: Region) -> Region:
        return replace(region, widgets=tuple(change(state, seat, w) for w in region.widgets))

    def plant(patch: pytest.MonkeyPatch) -> None:
        honest = FellowshipGame.view

        def view(self: FellowshipGame, state: State, seat: SeatId) -> View:
            shown = honest(self, state, seat)
            return replace(
                shown, regions=tuple(changed(state, seat, region) for region in shown.regions)
            )

        patch.setattr(FellowshipGame, "view", view)

    return plant


def _prompt_ids(state: State, seat: SeatId, widget: Widget) -> Widget:
    if not isinstance(widget, Prompt) or widget.id is None:
        return widget
    return replace(widget, id=PromptId(f"{widget.id}.{hidden_facts(state, seat)}"))


def _order_by_label(state: State, seat: SeatId, widget: Widget) -> Widget:
    if not isinstance(widget, Map):
        return widget
    in_order = sorted(widget.pieces, key=lambda piece: label_of(state, seat, piece.id))
    return replace(widget, pieces=tuple(in_order))


def _options_by_label(state: State, seat: SeatId, widget: Widget) -> Widget:
    if not isinstance(widget, Prompt):
        return widget

    def sorted_field(field: Field) -> Field:
        key = [
            label_of(state, seat, int(o.value or 0)) for o in field.options if o.value.isdecimal()
        ]
        if len(key) != len(field.options):
            return field
        pairs = sorted(zip(key, field.options, strict=True), key=lambda pair: pair[0])
        return replace(field, options=tuple(option for _, option in pairs))

    form = replace(widget.form, fields=tuple(sorted_field(f) for f in widget.form.fields))
    return replace(widget, form=form)


def _piece_numbers(state: State, seat: SeatId, widget: Widget) -> Widget:
    if not isinstance(widget, Map):
        return widget
    plain = {p.id for p in widget.pieces if label_of(state, seat, p.id) == "plain"}
    renumbered = tuple(
        replace(piece, id=piece.id + 5000) if piece.id in plain else piece
        for piece in widget.pieces
    )
    return replace(widget, pieces=renumbered)


def _log_gaps(state: State, seat: SeatId, widget: Widget) -> Widget:
    if not isinstance(widget, Log):
        return widget
    gap = sum(len(one.log) for one in others(state, seat))
    return replace(
        widget, lines=tuple(replace(line, number=line.number + gap) for line in widget.lines)
    )


def _status_words(state: State, seat: SeatId, widget: Widget) -> Widget:
    if not isinstance(widget, Status):
        return widget
    has_group = any(one.boxes for one in others(state, seat))
    return replace(widget, step=f"{widget.step} (groups)") if has_group else widget


def _response_size(state: State, seat: SeatId, widget: Widget) -> Widget:
    if not isinstance(widget, Prompt):
        return widget
    return replace(widget, sentence=widget.sentence + " " * hidden_facts(state, seat))


def _notes_elsewhere(state: State, seat: SeatId, widget: Widget) -> Widget:
    """A question grows with what others note of the Ring, blank cards, chains of boxes, reach."""
    if not isinstance(widget, Prompt):
        return widget
    noted = sum(
        len(one.ringbearer)
        + sum(map(abs, one.ring_marks.values()))
        + sum(one.blanks.values())
        + len(one.chains)
        + len(one.returns)
        + (one.reach or 0)
        for one in others(state, seat)
    )
    return replace(widget, sentence=widget.sentence + " " * noted)


def _lit_groups(state: State, seat: SeatId, widget: Widget) -> Widget:
    if not isinstance(widget, Map):
        return widget
    return replace(
        widget,
        pieces=tuple(
            replace(p, lit=p.lit or label_of(state, seat, p.id) not in ("", "plain"))
            for p in widget.pieces
        ),
    )


def _empty_region(patch: pytest.MonkeyPatch) -> None:
    """A region that is there for others too, only empty, once something is hidden."""
    honest = FellowshipGame.view

    def view(self: FellowshipGame, state: State, seat: SeatId) -> View:
        shown = honest(self, state, seat)
        extra = Region(name="private", title="", role="tab", widgets=())
        return (
            replace(shown, regions=(*shown.regions, extra)) if hidden_facts(state, seat) else shown
        )

    patch.setattr(FellowshipGame, "view", view)


def in_decisions(
    change: Callable[[State, Command, tuple[Event, ...] | Refusal], tuple[Event, ...] | Refusal],
) -> Plant:
    """A leak in what follows from a command."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        honest = FellowshipGame.decide

        def decide(
            self: FellowshipGame, state: State, command: Command
        ) -> tuple[Event, ...] | Refusal:
            return change(state, command, honest(self, state, command))

        patch.setattr(FellowshipGame, "decide", decide)

    return plant


Decided = tuple[Event, ...] | Refusal


def _advance_on_secrets(state: State, command: Command, decided: Decided) -> Decided:
    """A side with no card in a box is taken to have nothing to decide."""
    side = step_of(state.public).side
    if isinstance(decided, Refusal) or isinstance(command, Act) or side is None:
        return decided
    hidden = state.hidden[SeatId(side)]
    return decided if hidden.boxes else (*decided, next_step(state.public))


def _refusal_words(state: State, command: Command, decided: Decided) -> Decided:
    if not isinstance(decided, Refusal) or not isinstance(command, Act):
        return decided
    about = command.action.split(":")[1:2]
    label = label_of(state, command.seat, int(about[0])) if about and about[0].isdecimal() else ""
    return replace(decided, text=f"{decided.text} It is a rumor.") if label == "plain" else decided


def _refused_or_not(state: State, command: Command, decided: Decided) -> Decided:
    if not isinstance(decided, Refusal) or not isinstance(command, Act):
        return decided
    return () if hidden_facts(state, command.seat) > 3 else decided


def _public_line(state: State, command: Command, decided: Decided) -> Decided:
    """A private edit that leaves a trace in the public state."""
    if isinstance(decided, Refusal) or not isinstance(command, Act):
        return decided
    is_private = command.action.partition(":")[0] in ("name", "lay", "wound", "name-hand", "out")
    return (*decided, Reminded(text="Somebody thinks.")) if is_private else decided


# --- Leaks of the screens and of the service ----------------------------------------------------


def _stream_wakes(patch: pytest.MonkeyPatch) -> None:
    """Every command wakes every stream, whether its view changed or not."""
    honest = ViewHub.publish

    def publish(self: ViewHub, view: View) -> tuple[str, ...]:
        regions = honest(self, view)
        if not regions:
            with self._changed:
                self._viewers[view.seat].note(())
        return regions

    patch.setattr(ViewHub, "publish", publish)


def _journal_seq(patch: pytest.MonkeyPatch) -> None:
    """The number of the journal's last event as the id that a screen begins to listen from."""

    def screen(self: Screens[Any], viewer: SeatId) -> Screen:
        assert self._table is not None
        return replace(self._hub.screen(viewer), counter=self._table.standing.head)

    patch.setattr(Screens, "screen", screen)


def _waited(patch: pytest.MonkeyPatch) -> None:
    """How long a prompt has stood is counted from the last command of anybody."""
    honest = ViewHub.publish

    def publish(self: ViewHub, view: View) -> tuple[str, ...]:
        regions = honest(self, view)
        with self._changed:
            calm = self._viewers[view.seat]
            calm.asked_at_s = self._clock() if regions else calm.asked_at_s + 1.0
        return regions

    patch.setattr(ViewHub, "publish", publish)


def _timeline_length(patch: pytest.MonkeyPatch) -> None:
    """A step of the replay for each decision of anybody."""

    def go_on(self: Walk[Any]) -> Any:  # noqa: ANN401 - steps of any game's replay
        for decision, seq, event in self._read_after(self._at):
            fresh = self._state is None
            self._state = (
                begin(self._game, event) if fresh else self._game.evolve(self._state, event)
            )
            self._at = seq
            if decision == seq:
                self.steps.append(seq)
                yield self._game.view(self._state, self._viewer)

    def see(self: Walk[Any], seq: Seq, state: object, view: View) -> View:
        self._at, self._state, self._view = seq, state, view
        self.steps.append(seq)
        return view

    patch.setattr(Walk, "go_on", go_on)
    patch.setattr(Walk, "see", see)


def _shared_limit(patch: pytest.MonkeyPatch) -> None:
    """A limit on taps that counts those of both seats together."""
    counts: dict[int, int] = {}

    def is_new(self: Taps, act: Act) -> bool:
        counts[id(self)] = counts.get(id(self), 0) + 1
        return counts[id(self)] % 7 != 0 or is_private(act)

    patch.setattr(Taps, "is_new", is_new)


def in_answers(change: Callable[[Response, Screens[Any]], None]) -> Plant:
    """A leak in what every answer carries."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        tables: list[Screens[Any]] = []
        honest_attach = Screens.attach
        honest_install = guard.install

        def attach(self: Screens[Any], table: Any) -> None:  # noqa: ANN401 - any game's table
            tables.append(self)
            honest_attach(self, table)

        def install(app: Flask, *rest: Any) -> None:  # noqa: ANN401 - handed through
            honest_install(app, *rest)
            screens = tables[-1]

            @app.after_request
            def leaking(response: Response) -> Response:
                change(response, screens)
                return response

        patch.setattr(Screens, "attach", attach)
        patch.setattr(guard, "install", install)

    return plant


def _etag(response: Response, screens: Screens[Any]) -> None:
    assert screens._table is not None
    response.headers["ETag"] = f'"{hash(screens._table.standing.head) & 0xFFFF:x}"'


def _error_page(response: Response, screens: Screens[Any]) -> None:
    assert screens._table is not None
    if response.status_code == 404:
        response.set_data(response.get_data() + f"<!-- {screens._table.standing.head} -->".encode())


def _menu(response: Response, screens: Screens[Any]) -> None:
    assert screens._table is not None
    if request.path.endswith("/menu"):
        response.headers["X-Events"] = str(screens._table.standing.head)


def _offer_ends_with_private_edits(patch: pytest.MonkeyPatch) -> None:
    """What is done in private counts as something that has happened since."""
    patch.setattr(taking_back, "reach", lambda _event: "free")


def _code_at_every_event(patch: pytest.MonkeyPatch) -> None:
    """The code of the journal's end is shown, whatever the last event was."""

    def newest(self: Screens[Any]) -> tuple[FixedPoint, ...]:
        assert self._table is not None
        return (FixedPoint(label="now", code=f"{self._table.standing.head:x}"),)

    patch.setattr(Screens, "fixed_points", newest)


def _hall_at_every_event(patch: pytest.MonkeyPatch) -> None:
    """The hall hears the state again where nothing of it is new."""
    honest = Voice.take

    def take(self: Voice, view: View, shown_at: datetime) -> tuple[Retained, ...]:
        return honest(self, view, shown_at) or (self.state(),)

    patch.setattr(Voice, "take", take)


def _hall_counts_events(patch: pytest.MonkeyPatch) -> None:
    """A note's number counts every event, whether the public view shows it or not."""
    honest = Voice.take

    def take(self: Voice, view: View, shown_at: datetime) -> tuple[Retained, ...]:
        self._outbox.number += 1
        return honest(self, view, shown_at)

    patch.setattr(Voice, "take", take)


LEAKS: Final = (
    Leak("prompt id counts hidden edits", in_views(_prompt_ids), "enemy"),
    Leak(
        "map draws markers in order of labels",
        in_views(_order_by_label),
        "public|enemy|hall",
        "everything",
    ),
    Leak(
        "lists of markers are in order of labels",
        in_views(_options_by_label),
        "enemy",
        "everything",
    ),
    Leak("marker numbers derive from labels", in_views(_piece_numbers), "public|enemy"),
    Leak("log numbers have gaps", in_views(_log_gaps), "stream|enemy|public"),
    Leak("status wording knows groups", in_views(_status_words), "stream|enemy|public"),
    Leak("response size grows with secrets", in_views(_response_size), "stream|enemy|public"),
    Leak(
        "response size grows with notes on the Ring and boxes",
        in_views(_notes_elsewhere),
        "stream|enemy|public",
        "edits",
    ),
    Leak("groups are lit", in_views(_lit_groups), "stream|enemy|public"),
    Leak("an empty region where something is hidden", _empty_region, "stream", "hand"),
    Leak("automatic advance on hidden state", in_decisions(_advance_on_secrets), "stream|enemy"),
    Leak("refusal wording knows rumors", in_decisions(_refusal_words), "forged"),
    Leak("refused or not depends on secrets", in_decisions(_refused_or_not), "forged|answer"),
    Leak("a private edit leaves a public trace", in_decisions(_public_line), "stream|enemy|public"),
    Leak("streams wake on a private edit", _stream_wakes, "stream"),
    Leak("journal number as stream id", _journal_seq, "enemy: /|public: /"),
    Leak("waiting time starts anew on a private edit", _waited, "enemy: /|public: /"),
    Leak("timeline counts private edits", _timeline_length, "/replay"),
    Leak("a limit on taps counts both seats together", _shared_limit, "forged|answer"),
    Leak("ETag over the whole game", in_answers(_etag), "enemy: /|public: /"),
    Leak("error pages number the journal", in_answers(_error_page), "/no-such|/region|replay|demo"),
    Leak("a header of the seat's menu counts events", in_answers(_menu), "menu"),
    Leak(
        "a private edit ends the offer to take back",
        _offer_ends_with_private_edits,
        "stream|enemy|public|taking back",
        "edits",
    ),
    Leak("the hall is told of every event", _hall_at_every_event, "hall", "edits"),
    Leak("notes to the hall count private edits", _hall_counts_events, "hall", "edits"),
    Leak("a code of every event, not of fixed points", _code_at_every_event, "/codes|/menu"),
)
