"""The whole screen of one viewer: its regions, in the order of the tabs.

Everything here is given a `Scene`, which holds the public state and the viewer's own secrets.
"""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.flow.questions import open_questions
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import Scene
from companion.games.fellowship.views.cards import cards_region
from companion.games.fellowship.views.display import boxes_region
from companion.games.fellowship.views.fight import fight_regions
from companion.games.fellowship.views.log import log_region
from companion.games.fellowship.views.map import map_region
from companion.games.fellowship.views.odds import odds_region
from companion.games.fellowship.views.prompts import (
    hand_region,
    private_region,
    prompt_region,
    result_region,
)
from companion.games.fellowship.views.ring import ring_region
from companion.games.fellowship.views.set_up import set_up_region
from companion.games.fellowship.views.status import status_region
from companion.games.fellowship.views.tables import tables_region
from companion.games.fellowship.views.wounds import wounds_region
from companion.table.ids import PUBLIC
from companion.table.views import View

_TITLES: Final = {FELLOWSHIP_SEAT: "Fellowship", ENEMY_SEAT: "Enemy", PUBLIC: "Public"}


def view_of(scene: Scene) -> View:
    """Everything that one viewer may see."""
    questions = open_questions(scene)
    regions = [
        status_region(scene),
        prompt_region(questions),
        result_region(scene),
        map_region(scene, questions),
        *fight_regions(scene, questions),
    ]
    private = private_region(questions)
    if private is not None:
        regions.append(private)
    if scene.hidden is not None:
        regions += [boxes_region(scene), cards_region(scene), wounds_region(scene)]
        regions += [ring] if (ring := ring_region(scene)) is not None else []
    agreed = set_up_region(scene)
    if agreed is not None:
        regions.append(agreed)
    regions += [tables_region(scene), log_region(scene)]
    if scene.hidden is not None:
        regions.append(hand_region(scene))
    odds = odds_region(scene)
    if odds is not None:
        # It comes and goes; at the end it moves no other tab from where a finger expects it.
        regions.append(odds)
    return View(seat=scene.seat, title=_TITLES.get(scene.seat, "Public"), regions=tuple(regions))
