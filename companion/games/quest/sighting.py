"""What the camera sees on the sheet of lines, against what play has: the same tap, or a notice.

Everything here is public. A marker that stood where play has it and is moved counts as the tap in
the tab By hand. One that lags behind is awaited: what play moves by itself is moved on the table
afterwards. Nothing by which somebody would be out, or a scenario over, follows from a sighting.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.quest.board import COUNTERS, EVENT, SAURON, is_seat
from companion.games.quest.box import board_of
from companion.games.quest.caught import caught_by
from companion.games.quest.names import SCENARIOS
from companion.games.quest.state import Scene
from companion.table.counters import Counter, Spot, is_counter_moved, several, spot_of


def kept_of(scene: Scene) -> dict[str, int]:
    """On which space each marker in play stands, as play has it."""
    public = scene.public
    kept = {seat: public.player(seat).at for seat in public.alive}
    found = {**{str(seat): at for seat, at in kept.items()}, SAURON: public.sauron}
    if public.stage in SCENARIOS and public.markers:
        lines = board_of(scene.box, public.stage).lines
        found |= {line: public.markers.get(line, 0) for line in lines}
        found[EVENT] = public.event
    return found


def moved_marker(before: Mapping[str, Spot], scene: Scene) -> tuple[str, int] | None:
    """The marker that a sighting moves as a tap would, and to which space; None for none.

    Args:
        before: where each marker stood before the sighting.
        scene: the state with the markers as they are now.
    """
    for marker, kept in kept_of(scene).items():
        counter, track = COUNTERS[marker]
        stood = before.get(marker)
        stands = spot_of(scene.public.markers_seen, counter, (track,))
        is_moved = is_counter_moved(stood, stands, (track.name, kept))
        if is_moved and stands is not None and _is_harmless(scene, marker, stands.number):
            return marker, stands.number
    return None


def _is_harmless(scene: Scene, marker: str, to: int) -> bool:
    """Whether nobody would be out and no scenario over by it."""
    public = scene.public
    if is_seat(marker) or marker == SAURON:
        return not caught_by(public, marker, to)
    if marker == EVENT:
        return True
    board = board_of(scene.box, public.stage)
    last = len(board.lines[marker])
    return to < last if marker == board.main else to <= last


def differences(scene: Scene) -> tuple[str, ...]:
    """What stands otherwise on the table than in play; nothing without markers."""
    if scene.public.outcome or not scene.public.markers_seen.pieces:
        return ()
    return tuple(_differences(scene))


def _differences(scene: Scene) -> Iterator[str]:
    table = scene.public.markers_seen
    for marker, kept in kept_of(scene).items():
        counter, track = COUNTERS[marker]
        yield from several(table, counter, (track,))
        stands = spot_of(table, counter, (track,))
        # A line longer than the sheet's cannot be shown to its end.
        if stands is not None and stands.number != min(kept, track.last):
            yield _words(counter, stands, kept)


def _words(counter: Counter, stands: Spot, kept: int) -> str:
    name = counter.title[0].upper() + counter.title[1:]
    return f"{name} stands on {stands.track} {stands.number} on the table, here on {kept}."
