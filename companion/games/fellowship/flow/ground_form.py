"""Counters on features, laid by hand at any time (3.5)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.board.hexes import BoardError, Hexside
from companion.board.places import parse_place
from companion.games.fellowship.events.ground import FeatureChanged
from companion.games.fellowship.facts.names import Feature
from companion.games.fellowship.flow.choosing import place_field, select
from companion.games.fellowship.flow.steps import Answer, Events
from companion.games.fellowship.state import Scene
from companion.table.values import Refusal
from companion.table.views import Choice, Form

CHANGE_FEATURE: Final = "change-feature"


@lru_cache(maxsize=1)
def ground_form() -> Form:
    """A hexside and what it carries from now on."""
    features = [(one.value, one.value) for one in Feature]
    return Form(
        fields=(
            place_field("side", "Hexside, such as 9,gh/10,h"),
            select("feature", "It carries now", features, Feature.NONE.value),
        ),
        choices=(Choice(action=CHANGE_FEATURE, label="Lay a counter", section="3.5"),),
    )


def change_feature(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    """The feature is another one for this game, and everybody sees it."""
    try:
        side = parse_place(answer.text("side"))
    except BoardError:
        side = None
    if not isinstance(side, Hexside):
        text = "Expected a hexside such as 9,gh/10,h. Type it again."
        return Refusal(code="bad-input", text=text, section="3.5")
    feature = Feature(answer.text("feature") or Feature.NONE)
    return (FeatureChanged(side=side.label, feature=feature, seat=scene.seat),)
