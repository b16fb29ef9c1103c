"""A row of damage boxes as on the record sheets T.7 and T.8: / for normal, X for diseased."""

from __future__ import annotations

from companion.games.fellowship.rules.health import Damage


def damage_boxes(damage: Damage, endurance: int | None, temporary: int = 0) -> str:
    """Marked and free boxes in words of marks, such as ``X/ | ....``.

    There are twice as many boxes as the endurance number; a bar stands after the last box that
    leaves one conscious. Marks that do not fit any more stand behind the last box.

    Args:
        damage: marked boxes.
        endurance: the endurance number, None while it is not known: no free boxes are drawn then.
        temporary: boxes that vanish after the fight, drawn as ``~``.
    """
    marks = "X" * damage.diseased + "/" * damage.normal + "~" * temporary
    if endurance is None:
        return marks
    boxes = marks.ljust(2 * endurance, "·")
    return f"{boxes[:endurance]} | {boxes[endurance:]}"
