"""Where the game stands: the status line and the turn track."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.events.ending import end_work
from companion.games.fellowship.facts.scenarios import scenario_named
from companion.games.fellowship.facts.turn_track import TRACK
from companion.games.fellowship.flow.sequence import step_of
from companion.games.fellowship.rules.victory import last_turn
from companion.games.fellowship.state import Scene
from companion.games.fellowship.views.ring import ring_sentence
from companion.table.ids import PUBLIC
from companion.table.views import Region, Status, Text, Track, TrackSpace

_PHASES: Final = ("Status", "Movement", "Search", "Combat")


def status_region(scene: Scene) -> Region:
    """Turn, player-turn, phase and step; the turn track; whether sample data is in use."""
    step = step_of(scene.public)
    phases = tuple(TrackSpace(label=phase, current=phase == step.phase) for phase in _PHASES)
    status = Status(
        turn="Set-up" if step.phase == "Set-up" else f"Turn {scene.public.turn}",
        player_turn=step.side.title() if step.side is not None else "",
        seat=step.side if step.side is not None else PUBLIC,
        phases=() if step.phase in ("Set-up", "End") else phases,
        step=step.title,
        section=step.section,
        sample=scene.handbook.sample_words,
        verdict=f"{scene.public.over} {end_work(scene.public).verdict}".strip(),
    )
    return Region(
        name="status",
        title="Status",
        role="status",
        widgets=(status, *_ring(scene), *_running(scene), _track(scene)),
    )


def _ring(scene: Scene) -> tuple[Text, ...]:
    """Where the Ring is, once everybody knows it (6.4)."""
    words = ring_sentence(scene.public)
    return (Text(text=words, style="warning"),) if words else ()


def _running(scene: Scene) -> tuple[Text, ...]:
    """Events that have not ended; what they say stands in the log (6.3)."""
    return tuple(
        Text(text=f"Event of the {one.seat.title()}: {one.title} (ends: {one.ends or 'by hand'})")
        for one in scene.public.effects
        if one.answered
    )


def _track(scene: Scene) -> Track:
    spaces = []
    scenario = scenario_named(scene.public.scenario)
    last = last_turn(scenario, scene.public.switches)
    for space in TRACK[scenario.first_turn - 1 : last]:
        notes = [f"{space.mobilizations} to mobilize"]
        if space.arrival is not None:
            notes.append(f"{space.arrival} at {space.arrival_hex}")
        spaces.append(
            TrackSpace(
                label=f"Turn {space.turn}",
                note=", ".join(notes),
                current=space.turn == scene.public.turn,
            )
        )
    return Track(title="Turn track", spaces=tuple(spaces))
