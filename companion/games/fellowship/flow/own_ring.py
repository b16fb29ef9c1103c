"""What the Fellowship's own notes say of the Ring (6.41, 6.412): for its eyes alone."""

from __future__ import annotations

from companion.games.fellowship.flow.own_groups import OwnGroup, own_groups
from companion.games.fellowship.rules.health import Condition
from companion.games.fellowship.rules.ring import (
    is_hobbit,
    must_transfer,
    receivers,
    successors,
    transfer_number,
)
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Line, Scene


def bearer_group(scene: Scene) -> OwnGroup | None:
    """The viewer's box in which the Ringbearer's card lies, or None where its notes have none."""
    if scene.hidden is None or not scene.hidden.ringbearer:
        return None
    bearer = scene.hidden.ringbearer
    groups = own_groups(scene)
    return next(
        (group for group in groups if any(one.force.name == bearer for one in group.members)), None
    )


def companions(scene: Scene) -> tuple[str, ...]:
    """Who is alive in the Ringbearer's group, the bearer among them."""
    group = bearer_group(scene)
    members = () if group is None else group.members
    return tuple(one.force.name for one in members if one.condition is not Condition.DEAD)


def bearer_is_dead(scene: Scene) -> bool:
    """Whether the notes call the Ringbearer dead."""
    group = bearer_group(scene)
    bearer = scene.hidden.ringbearer if scene.hidden is not None else ""
    members = () if group is None else group.members
    return any(one.force.name == bearer and one.condition is Condition.DEAD for one in members)


def current_number(scene: Scene) -> int | None:
    """The bearer's Ring transfer number with its marks, or None where nobody bears it."""
    hidden = scene.hidden
    if hidden is None or not hidden.ringbearer:
        return None
    return transfer_number(hidden.ringbearer, hidden.ring_marks)


def may_receive(scene: Scene) -> tuple[str, ...]:
    """To whom a transfer may be tried now, as the notes stand (6.412)."""
    hidden = scene.hidden
    return () if hidden is None else receivers(hidden.ringbearer, companions(scene))


def has_to_transfer(scene: Scene) -> bool:
    """Whether a transfer has to be tried, as the notes stand (6.412)."""
    hidden = scene.hidden
    return hidden is not None and must_transfer(hidden.ringbearer, companions(scene))


def may_follow(scene: Scene) -> tuple[str, ...]:
    """Who may take the Ring from a bearer that fell, by the notes; empty without any (6.411)."""
    bearer = scene.hidden.ringbearer if scene.hidden is not None else ""
    return successors([name for name in companions(scene) if name != bearer])


def due_lines(scene: Scene) -> tuple[Line, ...]:
    """What the rules want of the Fellowship now: a new bearer, or a transfer (6.411, 6.412)."""
    hidden = scene.hidden
    if hidden is None or scene.seat != FELLOWSHIP_SEAT or scene.public.ring != "fellowship":
        return ()
    bearer = hidden.ringbearer
    if bearer_is_dead(scene):
        names = ", ".join(may_follow(scene)) or "anybody of the group"
        return (Line(f"{bearer} is dead: name the next Ringbearer ({names}).", "6.411"),)
    if has_to_transfer(scene):
        names = ", ".join(may_receive(scene))
        text = f"A Hobbit is with the Ringbearer: a transfer has to be tried ({names})."
        return (Line(text, "6.412"),)
    return ()


def ring_lines(scene: Scene) -> tuple[Line, ...]:
    """What the Fellowship should know about its Ringbearer, one thing a line."""
    hidden = scene.hidden
    if hidden is None or scene.seat != FELLOWSHIP_SEAT or scene.public.ring != "fellowship":
        return ()
    bearer = hidden.ringbearer
    if not bearer:
        return (Line("Note who bears the Ring.", "6.41"),)
    found = []
    if bearer_group(scene) is None:
        text = f"{bearer} bears the Ring, but the card lies in no box: lay it where it belongs."
        found.append(Line(text, "6.4"))
    if not is_hobbit(bearer):
        found.append(Line("A mark is made in each of your status phases.", "6.412"))
    return (*found, *due_lines(scene))
