"""Moving: every move that is seen is walked step by step (7.3 to 7.7)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.games.fellowship.box.board_places import moved_to
from companion.games.fellowship.events.agreed import StartsNoted, starts_work
from companion.games.fellowship.events.movement import (
    MoveNoted,
    move_work,
    split_work,
)
from companion.games.fellowship.events.play import (
    FlagSettled,
)
from companion.games.fellowship.facts.names import MarkerType, Mode, place_words
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.flow.flow import Flow, flag
from companion.games.fellowship.flow.own_warnings import LOOK_THERE
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.ownership import moved_by
from companion.games.fellowship.play.enabled import is_enabled
from companion.games.fellowship.play.ring_journey import strays_with_ring
from companion.games.fellowship.play.search_stages import (
    answer_search,
    ask_about,
    current_probe,
    resume_search,
    roll_search,
)
from companion.games.fellowship.play.searching import close_search, search_of_gone
from companion.games.fellowship.play.walk_matter import matter_of
from companion.games.fellowship.play.walk_plan import Plan, begin_walk, plan_move
from companion.games.fellowship.play.walk_questions import QUESTIONS
from companion.games.fellowship.play.walking import break_off, finish, go_on, rethink
from companion.games.fellowship.rules.movement_markers import may_turn_now
from companion.games.fellowship.rules.movement_path import Breach
from companion.games.fellowship.rules.ring import player_of_saruman
from companion.games.fellowship.rules.ring_place import shows_ring
from companion.games.fellowship.rules.rumor_limit import strayed
from companion.games.fellowship.rules.set_up_zones import MORIA_POOL
from companion.games.fellowship.seats import ENEMY_SEAT, marker_type_of, side_of
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import PieceId, SeatId
from companion.table.pieces import Change
from companion.table.values import Piece, Refusal, Roll

_replace = msgspec.structs.replace

HOW_TO_MOVE: Final = (
    "Put the marker where it goes; the camera sees it. Without a camera tap the marker on the map, "
    "give its new place and press: It stands elsewhere."
)
"""How a move is told, said to whoever moves."""

Part = Literal["all", "free", "enabled"]


class MoveMarkers(Handler):
    """Markers move one at a time; each move that is seen is walked step by step (7.3 to 7.7).

    Args:
        seat: whose markers.
        part: ``all``; for the Enemy ``free`` (Nazgul, agents, their rumors) and then ``enabled``.
    """

    def __init__(self, seat: SeatId, part: Part = "all") -> None:
        self._seat = seat
        self._part = part

    def enter(self, scene: Scene) -> Events:
        """Where everybody stands is kept where the players agreed on 15.21."""
        public = scene.public
        if not public.switches.rumor_limit or starts_work(public).places:
            return ()
        return (StartsNoted(places={p.id: p.place for p in moved_by(public, self._seat)}),)

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Nothing that everybody sees could move."""
        idle = move_work(public).walk is None and current_probe(public) is None
        return idle and not any(
            self._why_not(public, piece, piece.place) is None
            for piece in moved_by(public, self._seat)
        )

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Its own side's markers."""
        return seat == self._seat

    def _why_not(self, public: PublicState, piece: Piece, place: str) -> Breach | None:
        """Why a marker may not move from a place in this step at all, by colour and side."""
        where = f"The {piece.colour} marker at {place}"
        if mode_of_piece(piece) is Mode.DORMANT:
            return Breach(f"{where} is dormant and cannot move.", "6.22")
        if place == MORIA_POOL and mode_of_piece(piece) is Mode.SHIP_BOAT:
            return Breach(f"{where} lies in Moria's pool and stays there.", "7.325")
        free = marker_type_of(piece) is MarkerType.SAURONIC
        if self._part == "free" and not free:
            return Breach(f"{where} moves only after Nazgul and agents, if enabled.", "6.25, 5.0")
        if self._part == "enabled" and not is_enabled(public, piece, place):
            return Breach(f"{where} is not enabled in this player-turn.", "6.25")
        return None

    def ask(self, scene: Scene) -> Ask:
        """The search or the walk that is under way, else to move."""
        probe = current_probe(scene.public)
        if probe is not None:
            return ask_about(scene, probe)
        walk = move_work(scene.public).walk
        if walk is not None:
            matter = matter_of(scene.public, scene.handbook, walk)
            question = QUESTIONS.get(matter.kind)
            if question is not None:
                return question.ask(scene, walk, matter)
            return Ask(key=f"walk-{walk.number}", sentence="A move waits for a value of the box.")
        return self._ask_to_move(scene)

    def _ask_to_move(self, scene: Scene) -> Ask:
        who = self._seat.title()
        if scene.seat != self._seat:
            return Ask(key="move", sentence=f"The {who} moves.", section="7.3")
        sentence = {
            "all": "Move your markers, one at a time.",
            "free": "Move Nazgul, agents and their rumors, one at a time.",
            "enabled": "Move the markers that are enabled, one at a time.",
        }[self._part]
        return Ask(
            key="move",
            sentence=sentence,
            section="7.3" if self._part != "enabled" else "6.25",
            detail=(HOW_TO_MOVE, LOOK_THERE, *self._without_ring(scene.public)),
            done="All are moved",
            asked=True,
        )

    def _without_ring(self, public: PublicState) -> tuple[str, ...]:
        """What the Fellowship may do while it does not control the Ring (6.413, 6.414)."""
        if (
            player_of_saruman(public.ring, simple=public.switches.simple_ring) != self._seat
            or self._seat == ENEMY_SEAT
        ):
            return ()
        return ("You move Saruman's forces as well, and may block features (6.413, 6.414).",)

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """Answer what the search or the walk asks, then go on."""
        flow = Flow(scene)
        refusal: Refusal | None = None
        walk = move_work(scene.public).walk
        if current_probe(scene.public) is not None:
            refusal = answer_search(flow, answer)
        elif walk is not None:
            matter = matter_of(scene.public, scene.handbook, walk)
            question = QUESTIONS.get(matter.kind)
            if question is not None:
                refusal = question.act(flow, walk, matter, answer)
        if refusal is not None:
            return refusal
        self._go_on(flow)
        return flow.events

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """The roll of a search or of a walk."""
        flow = Flow(scene)
        walk = move_work(scene.public).walk
        if current_probe(scene.public) is not None:
            roll_search(flow, roll)
        elif walk is not None:
            matter = matter_of(scene.public, scene.handbook, walk)
            question = QUESTIONS.get(matter.kind)
            if question is not None:
                question.roll(flow, walk, matter, roll)
        self._go_on(flow)
        return flow.events

    def resume(self, scene: Scene) -> Events:
        """A cell has been filled in: the way is found anew, for the map knows more."""
        flow = Flow(scene)
        resume_search(flow)
        walk = move_work(flow.public).walk
        if walk is not None and current_probe(flow.public) is None:
            breach = rethink(flow, walk)
            piece = flow.public.standing(walk.piece)
            if breach is not None and piece is not None:
                break_off(flow, walk)
                self._flag_move(flow, piece, walk.here, breach)
        self._go_on(flow)
        return flow.events

    can_skip = True

    def skip(self, scene: Scene) -> Events:
        """A marker on its way has got where it was put; a search on the way is let be."""
        flow = Flow(scene)
        if current_probe(flow.public) is not None:
            close_search(flow)
        walk = move_work(flow.public).walk
        if walk is not None:
            finish(flow, walk)
        self._go_on(flow)
        return flow.events

    def leave(self, scene: Scene) -> Events | Refusal:
        """Not while a marker is on its way."""
        if move_work(scene.public).walk is not None:
            text = "A marker is still on its way. Answer what is asked first."
            return Refusal(code="not-now", text=text, section="7.3")
        flow = Flow(scene)
        self._flag_strays(flow)
        return flow.events

    def _flag_strays(self, flow: Flow) -> None:
        """Whoever went far and stands away from his fellows, where 15.21 is played."""
        starts = starts_work(flow.public).places
        mine = moved_by(flow.public, self._seat)
        for piece in strayed(mine, starts, move_work(flow.public).crossed) if starts else ():
            where = place_words(piece.place)
            text = (
                f"The {piece.colour} marker at {where} went more than two hexsides and is "
                "more than two hexes from all that started beside it."
            )
            before = _replace(piece, place=starts[piece.id])
            flag(flow, piece, before, Breach(text, "15.21"))

    def sighting(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """Each move that is seen begins a walk; what has no room here is flagged."""
        flow = Flow(scene)
        for change in seen:
            if change.after is None:
                continue
            if change.before is None and shows_ring(flow.public, None, change.after):
                continue
            if change.before is None:
                where = place_words(change.after.place)
                text = f"A {change.after.colour} marker was put down at {where}."
                flag(flow, change.after, None, Breach(text, "7.2"))
            elif change.before.place == change.after.place:
                self._turned(flow, change.before, change.after)
            else:
                self._moved(flow, change.before, change.after)
        self._go_on(flow)
        return flow.events

    def taken_back(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """A flagged move that was undone has not been made."""
        work = move_work(scene.public)
        back = {change.piece.id for change in seen}
        left = {piece: place for piece, place in work.strayed.items() if piece not in back}
        return (MoveNoted(work=_replace(work, strayed=left)),)

    def put_right(self, scene: Scene, pieces: tuple[PieceId, ...]) -> Events:
        """A marker that was put right stands where it was put; it is on no way any more."""
        flow = Flow(scene)
        work = move_work(flow.public)
        walk = None if work.walk is not None and work.walk.piece in pieces else work.walk
        queue = tuple(one for one in work.queue if one[0] not in pieces)
        if (walk, queue) != (work.walk, work.queue):
            flow.add(MoveNoted(work=_replace(work, walk=walk, queue=queue)))
            self._go_on(flow)
        return flow.events

    def gone(self, scene: Scene, pieces: tuple[PieceId, ...]) -> Events:
        """Rumors may go at any time, also one that is on its way or searched there (7.2)."""
        flow = Flow(scene)
        searched = search_of_gone(flow, pieces)
        work = move_work(flow.public)
        on_way = work.walk is not None and work.walk.piece in pieces
        if on_way:
            flow.add(MoveNoted(work=_replace(work, walk=None)))
        if on_way or searched:
            self._go_on(flow)
        return flow.events

    def looked(self, scene: Scene) -> Events:
        """A marker on its way goes on where nothing blocks it any more (7.2, 7.33)."""
        flow = Flow(scene)
        if move_work(flow.public).walk is not None and current_probe(flow.public) is None:
            self._go_on(flow)
        return flow.events

    def _turned(self, flow: Flow, before: Piece, after: Piece) -> None:
        """Modes change in the status phase, but for groups that part and Guardian rumors (6.12)."""
        if marker_type_of(after) is MarkerType.GUARDIAN or shows_ring(flow.public, before, after):
            return
        work = move_work(flow.public)
        # Who has set out, and who may go no further, has parted from others before.
        on_way = {work.walk.piece if work.walk else None, *(piece for piece, _ in work.queue)}
        still = not work.crossed.get(after.id) and after.id not in {*on_way, *work.halted}
        began = next((p for p in split_work(flow.public).before if p.id == after.id), None)
        if may_turn_now(began, before, after, still=still):
            return
        side = side_of(after, after.face)
        where = place_words(after.place)
        text = f"The {after.colour} marker at {where} was turned to its {side}."
        flag(flow, after, before, Breach(text, "6.12"))

    def _moved(self, flow: Flow, before: Piece, after: Piece) -> None:
        work = move_work(flow.public)
        start = before.place
        strayed = work.strayed.get(after.id)
        open_flag = next((f for f in flow.public.flags if f.piece == after.id), None)
        if strayed is not None:
            kept = {key: value for key, value in work.strayed.items() if key != after.id}
            flow.add(MoveNoted(work=_replace(work, strayed=kept)))
            if after.place == strayed:
                return
            if open_flag is not None:
                flow.add(FlagSettled(number=open_flag.number, kept=False))
                start = strayed
        walk = move_work(flow.public).walk
        if walk is not None and walk.piece != after.id:
            work = move_work(flow.public)
            flow.add(MoveNoted(work=_replace(work, queue=(*work.queue, (after.id, start)))))
            return
        if walk is not None:
            break_off(flow, walk)
            if after.place == walk.here:
                return
            start = walk.here
        self._begin(flow, after, start)

    def _begin(self, flow: Flow, piece: Piece, start: str) -> None:
        work = move_work(flow.public)
        halted = work.halted.get(piece.id)
        breach = self._why_not(flow.public, piece, start)
        if halted is not None:
            breach = Breach(f"The {piece.colour} marker at {start} may move no further.", halted)
        if breach is not None:
            self._flag_move(flow, piece, start, breach)
            return
        plan = plan_move(flow.public, flow.handbook, piece, start)
        breach = plan if isinstance(plan, Breach) else strays_with_ring(flow, piece, start, plan)
        if breach is not None:
            self._flag_move(flow, piece, start, breach)
        elif isinstance(plan, Plan):
            begin_walk(flow, piece, start, plan)

    def _flag_move(self, flow: Flow, piece: Piece, start: str, breach: Breach) -> None:
        text = f"The {piece.colour} marker went from {start} to {piece.place}. {breach.text}"
        flag(flow, piece, moved_to(piece, start), Breach(text.replace("@", ""), breach.section))
        work = move_work(flow.public)
        flow.add(MoveNoted(work=_replace(work, strayed={**work.strayed, piece.id: start})))

    def _go_on(self, flow: Flow) -> None:
        """Walk on; then take up markers that were moved meanwhile, in the order of their moves."""
        go_on(flow)
        while (work := move_work(flow.public)).walk is None and work.queue:
            number, start = work.queue[0]
            flow.add(MoveNoted(work=_replace(work, queue=work.queue[1:])))
            piece = flow.public.standing(number)
            if piece is not None and piece.place != start:
                self._begin(flow, piece, start)
                go_on(flow)
