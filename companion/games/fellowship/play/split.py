"""Splitting groups and making rumors, before anything moves (7.1, 7.2)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.events.movement import (
    MoveNoted,
    MoveWork,
    SneakSpoilt,
    SplitNoted,
    SplitWork,
    move_work,
    split_work,
)
from companion.games.fellowship.events.play import (
    KnowledgeLost,
    MarkerRevealed,
)
from companion.games.fellowship.facts.names import MarkerType, place_words
from companion.games.fellowship.flow.choosing import piece_field
from companion.games.fellowship.flow.flow import Flow, flag
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.ownership import moved_by
from companion.games.fellowship.rules.movement_markers import (
    MOST_MARKERS_UNREVEALED,
    is_mobilized,
    may_turn_now,
    over_supply,
    split_breaches,
)
from companion.games.fellowship.rules.movement_path import Breach
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, marker_type_of
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import SeatId
from companion.table.pieces import Change
from companion.table.values import Piece, Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace


class SplitMarkers(Handler):
    """All splits and rumors come before the first move (7.1, 7.2).

    Args:
        seat: whose markers.
    """

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat

    def enter(self, scene: Scene) -> Events:
        """Remember what stood where; who goes back to the step has split and moved all the same."""
        flow = Flow(scene)
        moved = move_work(scene.public)
        if scene.public.held and split_work(scene.public).before:
            if moved.walk is not None or moved.queue:
                flow.add(MoveNoted(work=_replace(moved, walk=None, queue=())))
            return flow.events
        flow.add(SplitNoted(work=SplitWork(before=moved_by(scene.public, self._seat))))
        flow.add(MoveNoted(work=MoveWork()))
        if self._seat == FELLOWSHIP_SEAT and scene.public.sneak_spoilt:
            flow.add(SneakSpoilt(pieces=()))
        return flow.events

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Splitting is a hidden choice; it waits wherever a marker could split."""
        return not any(is_mobilized(piece) for piece in moved_by(public, self._seat))

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Its own side's markers."""
        return seat == self._seat

    def ask(self, scene: Scene) -> Ask:
        """Put new markers next to those they come from."""
        if scene.seat != self._seat:
            who = self._seat.title()
            sentence = f"The {who} may split groups and make rumors."
            return Ask(key="split", sentence=sentence, section="7.1, 7.2")
        found = self._breaches(scene.public)
        hidden = [
            piece
            for piece in moved_by(scene.public, self._seat)
            if is_mobilized(piece) and piece.id not in scene.public.known
        ]
        form = Form()
        if hidden:
            field = piece_field(scene, "piece", "Marker", hidden)
            show = Choice(
                action="show",
                label="Show it as a group",
                detail="Up to four markers may then stand there.",
                section="7.2",
            )
            form = Form(fields=(field,), choices=(show,))
        return Ask(
            key="split",
            sentence="Split groups and make rumors, all before you move.",
            section="7.1, 7.2",
            detail=(
                "Put each new marker into the hex of the one it comes from, the same side up.",
                *(f"{breach.text} ({breach.section})" for breach in found),
            ),
            form=form,
            done="All is split",
            asked=True,
        )

    def _breaches(self, public: PublicState) -> tuple[Breach, ...]:
        before = split_work(public).before
        groups = {piece for piece, known in public.known.items() if known == "group"}
        found: list[Breach] = []
        for kind in MarkerType:
            old = [piece for piece in before if marker_type_of(piece) is kind]
            now = [p for p in moved_by(public, self._seat) if marker_type_of(p) is kind]
            found += split_breaches(old, now, groups, public.turn)
            found += _too_many(old, now)
        return tuple(found)

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """A marker is shown as a group."""
        text = answer.text("piece")
        piece = scene.public.standing(int(text)) if text.isdecimal() else None
        if piece is None:
            return Refusal(code="bad-input", text="Pick one of your markers.", section="7.1")
        work = split_work(scene.public)
        return (
            MarkerRevealed(piece=piece.id, known="group", section="7.1"),
            SplitNoted(work=_replace(work, shown=(*work.shown, piece.id))),
        )

    def sighting(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """New markers are expected; moves are not yet."""
        flow = Flow(scene)
        at_start = split_work(scene.public).before
        for change in seen:
            if change.before is None or change.after is None:
                continue
            turned = change.before.place == change.after.place
            began = next((p for p in at_start if p.id == change.after.id), None)
            if turned and may_turn_now(began, change.before, change.after, still=True):
                continue
            words = "turned" if turned else "moved"
            where = place_words(change.before.place)
            text = (
                f"The {change.after.colour} marker at {where} was {words} "
                "before all groups were split."
            )
            breach = Breach(text, "7.0")
            flag(flow, change.after, change.before, breach)
        return flow.events

    def leave(self, scene: Scene) -> Events | Refusal:
        """What is wrong is flagged; what was known of shuffled markers is known no longer."""
        flow = Flow(scene)
        old = {piece.id for piece in split_work(scene.public).before}
        new = [piece for piece in moved_by(scene.public, self._seat) if piece.id not in old]
        for breach in self._breaches(scene.public):
            culprit = next((piece for piece in new if piece.place == breach.place), None)
            if culprit is not None:
                flag(flow, culprit, None, breach)
        for place, kind in sorted({(piece.place, marker_type_of(piece)) for piece in new}):
            self._shuffled(flow, place, kind)
        return flow.events

    def _shuffled(self, flow: Flow, place: str, kind: MarkerType | None) -> None:
        """What everybody knows once like markers in a place may have changed places."""
        public = flow.public
        before = split_work(public).before
        here = [
            piece
            for piece in moved_by(public, self._seat)
            if piece.place == place and marker_type_of(piece) is kind and is_mobilized(piece)
        ]
        old = [piece for piece in here if piece in before]
        if old and all(public.known.get(piece.id) == "rumor" for piece in old):
            # Nothing but rumors comes of rumors.
            for piece in here:
                if piece.id not in public.known:
                    flow.add(MarkerRevealed(piece=piece.id, known="rumor", section="7.2"))
            return
        shown = split_work(public).shown
        kept = len(here) > MOST_MARKERS_UNREVEALED
        for piece in here:
            # Three or more stand there only beside a group that everybody knows.
            if piece.id in public.known and piece.id not in shown and not kept:
                flow.add(KnowledgeLost(piece=piece.id))


def _too_many(before: list[Piece], now: list[Piece]) -> list[Breach]:
    """More markers than the game has: each that is new is too many (3.4)."""
    if not over_supply(now):
        return []
    old = {piece.id for piece in before}
    places = dict.fromkeys(piece.place for piece in now if piece.id not in old)
    text = f"{len(now)} {now[0].colour} markers stand on the map, more than the game has."
    return [Breach(text, "3.4", place) for place in places]
