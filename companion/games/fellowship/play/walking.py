"""A seen move walked step by step: what is due next, and what follows from each answer (7.3).

The marker already stands where its owner put it; the walk finds out whether it gets there. `matter`
says what is due at a step, by public facts alone; `go_on` does whatever needs nobody. If the walk
ends early, the companion says where the marker must stand and notices when it does.
"""

from __future__ import annotations

import msgspec

from companion.board.hexes import Hexside
from companion.board.places import Place, hexes_of, parse_place
from companion.games.fellowship.events.movement import (
    MoveNoted,
    SneakSpoilt,
    Walk,
    WayWalked,
    move_work,
)
from companion.games.fellowship.events.play import ExpectationSet, MarkerRevealed, ResultShown
from companion.games.fellowship.events.search import SearchNoted, search_work
from companion.games.fellowship.facts.names import FELLOWSHIP, Travel, place_words
from companion.games.fellowship.flow.explain import explained
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import d10
from companion.games.fellowship.play.searching import open_search
from companion.games.fellowship.play.walk_matter import Matter, matter_of, rules_of_walk, seat_word
from companion.games.fellowship.play.walk_plan import change_walk, legs_of
from companion.games.fellowship.rules.movement_need import WASTE_NUMBER, Claims, Need
from companion.games.fellowship.rules.movement_path import (
    Breach,
    Path,
    breach_between,
    drawn_path,
    likeliest_path,
)
from companion.games.fellowship.rules.movement_steps import Passage, Step
from companion.games.fellowship.state import Expected, PublicState
from companion.table.values import Piece, Roll
from companion.table.views import Explained, Part

_replace = msgspec.structs.replace


def go_on(flow: Flow) -> None:
    """Walk on while nothing is asked of anybody."""
    while (walk := move_work(flow.public).walk) is not None:
        if _after_search(flow, walk):
            continue
        if not _do(flow, walk, matter_of(flow.public, flow.handbook, walk)):
            return


def _do(flow: Flow, walk: Walk, matter: Matter) -> bool:
    """Do what needs nobody; False where somebody has to answer, roll or look something up."""
    match matter.kind:
        case "end":
            finish(flow, walk)
        case "go" if matter.step is not None:
            take_step(flow, walk, matter.step)
        case "closed":
            stop(flow, walk, "It cannot cross there as things are.", "T.2")
        case "lost":
            if rethink(flow, walk) is not None:
                stop(flow, walk, "Its way is closed.", "7.3")
        case "cell":
            if matter.need is not None and matter.need.unknown is not None:
                piece = flow.public.standing(walk.piece)
                mover = seat_word(piece) if piece is not None else FELLOWSHIP
                flow.ask_cell(matter.need.unknown, mover)
            return False
        case _:
            return False
    return True


def rethink(flow: Flow, walk: Walk) -> Breach | None:
    """Find the likeliest way anew from where the marker has got to, now that more is known.

    A way that its owner has settled on stays as long as it can be gone.
    """
    piece = flow.public.standing(walk.piece)
    if piece is None:
        return None
    rules = rules_of_walk(flow.public, flow.handbook, walk, piece)
    here, goal = parse_place(walk.here), parse_place(walk.goal)
    settled = drawn_path(rules, _places_ahead(walk)) if walk.revision else None
    path = settled if isinstance(settled, Path) else likeliest_path(rules, here, goal)
    if path is None:
        return breach_between(rules, here, goal)
    change_walk(flow, _replace(walk, legs=(*walk.legs[: walk.done], *legs_of(path))))
    return None


def _places_ahead(walk: Walk) -> tuple[Place, ...]:
    """Where the marker has got to, and every place of the way before it."""
    return (parse_place(walk.here), *(parse_place(leg.end) for leg in walk.legs[walk.done :]))


def _after_search(flow: Flow, walk: Walk) -> bool:
    """Take in what a search on the way has brought; True if the walk ended with it."""
    work = search_work(flow.public)
    if not work.passing:
        return False
    outcome = work.passing
    flow.add(SearchNoted(work=_replace(work, passing="")))
    if outcome == "on":
        return False
    if outcome == "gone":
        flow.add(MoveNoted(work=_replace(move_work(flow.public), walk=None)))
    else:
        stop(flow, walk, "A search stopped it.", "7.34")
    return True


def take_step(flow: Flow, walk: Walk, step: Step) -> None:
    """One step is behind the marker."""
    work = move_work(flow.public)
    crossed = work.crossed.get(walk.piece, ())
    if step.counts:
        crossed = (*crossed, step.is_open)
    after = _replace(walk, done=walk.done + 1, waste_roll=0)
    flow.add(
        MoveNoted(work=_replace(work, walk=after, crossed={**work.crossed, walk.piece: crossed}))
    )
    spoilt = flow.public.sneak_spoilt
    feature = step.passage is Passage.FEATURE and walk.travel == Travel.SNEAK
    if feature and walk.piece not in spoilt:
        flow.add(SneakSpoilt(pieces=(*spoilt, walk.piece)))


def finish(flow: Flow, walk: Walk) -> None:
    """The marker has got where it was put."""
    _leave_walk(flow, walk, "", "")


def stop(flow: Flow, walk: Walk, why: str, section: str, place: str = "") -> None:
    """The marker goes no further in this phase and must stand where it has got to.

    Args:
        flow: the events so far.
        walk: the walk.
        why: one sentence.
        section: the rule.
        place: where it must stand, if that is not the last place behind it.
    """
    work = move_work(flow.public)
    flow.add(MoveNoted(work=_replace(work, halted={**work.halted, walk.piece: section})))
    _leave_walk(flow, walk, why, section)
    piece = flow.public.standing(walk.piece)
    stand = place or walk.here
    if piece is None or _stands_at(piece, stand):
        return
    here = parse_place(stand)
    boat = walk.travel == Travel.BOAT and seat_word(piece) == FELLOWSHIP
    if isinstance(here, Hexside) and boat and not place:
        # A stopped boat goes ashore on the side that its owner picks (7.5).
        ends = " or ".join(hex_.label for hex_ in here.hexes)
        text = f"Put the {piece.colour} marker into {ends}: it goes no further."
        expected = Expected(piece=piece.id, what="move", text=text)
    else:
        text = f"Put the {piece.colour} marker to {place_words(stand)}: it goes no further."
        # A half hex is not always told from its other half on the table.
        where = "" if ":" in stand else stand
        expected = Expected(piece=piece.id, what="move", text=text, place=where)
    flow.add(ExpectationSet(expected=expected))


def _stands_at(piece: Piece, label: str) -> bool:
    """Whether a marker is seen there; a half hex and its hex are one place to the eye."""
    place, seen = parse_place(label), parse_place(piece.place)
    if isinstance(place, Hexside) or isinstance(seen, Hexside):
        return piece.place == label
    return piece.place == label or (hexes_of(place) != () and hexes_of(place) == hexes_of(seen))


def _leave_walk(flow: Flow, walk: Walk, why: str, section: str) -> None:
    places = (walk.start, *(leg.end for leg in walk.legs[: walk.done]))
    flow.add(WayWalked(piece=walk.piece, places=places, why=why, section=section))
    flow.add(MoveNoted(work=_replace(move_work(flow.public), walk=None)))


def break_off(flow: Flow, walk: Walk) -> None:
    """The owner took the marker back to where it had got to: it simply goes no further."""
    _leave_walk(flow, walk, "", "")


def let_pass(flow: Flow, walk: Walk) -> None:
    """The Enemy does not search here."""
    change_walk(flow, _replace(walk, passed=walk.done, fixed=walk.done))


def search_passing(flow: Flow, walk: Walk) -> None:
    """The Enemy searches before the marker goes on (7.34)."""
    piece = flow.public.standing(walk.piece)
    change_walk(flow, _replace(walk, passed=walk.done, fixed=walk.done))
    if piece is not None:
        open_search(flow, piece, walk.here, passing=True)


def claim(flow: Flow, walk: Walk, claims: Claims, section: str) -> None:
    """The owner shows a card of the group; only a group has one, so it is one from now on."""
    if flow.public.known.get(walk.piece) != "group":
        flow.add(MarkerRevealed(piece=walk.piece, known="group", section=section))
    change_walk(flow, _replace(walk, claims=claims, wants="", revision=walk.revision + 1))


def take_terrain_roll(flow: Flow, roll: Roll) -> None:
    """The terrain roll has come: cross, or stop here (7.32)."""
    walk = move_work(flow.public).walk
    if walk is None:
        return
    matter = matter_of(flow.public, flow.handbook, walk)
    if matter.kind != "roll" or matter.step is None or matter.need is None:
        return
    rolled = d10(roll)
    passes = matter.need.passes(rolled)
    flow.add(ResultShown(result=_shown(flow, matter.step, matter.need, roll, passes=passes)))
    walk = _replace(walk, fixed=walk.done + 1)
    if passes:
        take_step(flow, walk, matter.step)
    elif _could_be_saved(flow.public, walk, matter.step, rolled):
        change_walk(flow, _replace(walk, waste_roll=rolled))
    else:
        stop(flow, walk, "The terrain roll failed.", matter.need.section)


def _could_be_saved(public: PublicState, walk: Walk, step: Step, rolled: int) -> bool:
    """Aragorn and Gandalf may be shown after the roll to leave the Waste (7.72)."""
    piece = public.standing(walk.piece)
    mine = piece is not None and seat_word(piece) == FELLOWSHIP
    return mine and step.passage is Passage.REGION and rolled <= WASTE_NUMBER + 2


def answer_waste(flow: Flow, walk: Walk, claims: Claims) -> None:
    """The roll counts with the cards that are shown now, if any."""
    rolled = walk.waste_roll
    if claims != walk.claims:
        claim(flow, walk, claims, "7.72")
    walk = _replace(move_work(flow.public).walk or walk, waste_roll=0)
    change_walk(flow, walk)
    matter = matter_of(flow.public, flow.handbook, walk)
    if matter.step is not None and matter.need is not None and matter.need.passes(rolled):
        take_step(flow, walk, matter.step)
    else:
        stop(flow, walk, "The roll to leave the Waste failed.", "7.72")


def _shown(flow: Flow, step: Step, need: Need, roll: Roll, *, passes: bool) -> Explained:
    title = f"Crossing from {step.start} to {step.end}".replace("@", "")
    result = "crosses" if passes else "stays"
    meaning = f"At most {need.number} is needed."
    if need.lookup is not None:
        lookup = _replace(
            need.lookup,
            base_roll=d10(roll),
            total=d10(roll) + sum(part.value for part in need.parts),
        )
        return explained(
            flow.handbook, lookup, title=title, result=result, meaning=meaning, roll=roll
        )
    parts = (
        Part(label="Roll", value=d10(roll), section="4.2"),
        *(
            Part(label=part.label, value=part.value, reason=part.reason, section=part.section)
            for part in need.parts
        ),
    )
    return Explained(
        title=title,
        parts=parts,
        total=sum(part.value for part in parts),
        result=result,
        meaning=meaning,
        section=need.section,
        source=f"rulebook {need.section}",
        roll_source=roll.source,
    )
