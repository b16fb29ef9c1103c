"""Where both sides meet at the end of a step: each such hex is offered a fight once."""

from __future__ import annotations

from companion.games.ringwar.events import Settled, TaskBegun
from companion.games.ringwar.fights import contested, new_fight
from companion.games.ringwar.flow import Events
from companion.games.ringwar.state import Public


def offer_fights(public: Public) -> Events:
    """The next fight to be offered in this step, empty when all were."""
    place = contested(public)
    if place is None:
        return ()
    return (Settled(place=place), TaskBegun(task=new_fight("normal", place)))
