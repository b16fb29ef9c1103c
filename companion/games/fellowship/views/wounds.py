"""The seat's wounds: what each card has, what the next status phase makes of it (6.13, 6.27)."""

from __future__ import annotations

import dataclasses
from typing import Final

from companion.games.fellowship.flow.anytime_forms import card_form
from companion.games.fellowship.flow.own_groups import condition_words
from companion.games.fellowship.flow.own_health import Outlook, outlooks
from companion.games.fellowship.rules.health import Condition, condition
from companion.games.fellowship.state import Scene
from companion.games.fellowship.views.damage_boxes import damage_boxes
from companion.table.views import Card, CardRow, Region, Text, Widget
from companion.table.wording import typed

_ABOUT: Final = (
    "Count boxes at a card here or in the tab Cards. Over its endurance number a card is "
    "unconscious, over twice that number dead. The numbers stand on your record sheet; fill each "
    "in once."
)


def wounds_region(scene: Scene) -> Region:
    """Every own card with damage now or after the next update, before and after."""
    hidden = scene.hidden
    notes = sorted(hidden.wounds.items()) if hidden is not None else []
    cards = tuple(_card(scene, one) for one in outlooks(scene))
    widgets: list[Widget] = [Text(text=_ABOUT, style="quiet")]
    if cards:
        widgets.append(CardRow(title="Wounds, before and after the next update", cards=cards))
    else:
        widgets.append(Text(text="None of your cards has damage."))
    widgets += [Text(text=f"{card}: {typed(note)}") for card, note in notes]
    return Region(
        name="wounds", title="Wounds", role="tab", widgets=tuple(widgets), secret=True, rare=True
    )


def _card(scene: Scene, one: Outlook) -> Card:
    member = one.member
    number = "endurance not known" if member.endurance is None else f"endurance {member.endurance}"
    states = [f"now {member.damage.words}: {condition_words(member)}", _after_words(one)]
    if member.damage.total:
        states.append(damage_boxes(member.damage, member.endurance))
    name = member.force.name
    return Card(
        id=f"wounds-{name}",
        title=name,
        subtitle=number,
        states=tuple(states),
        form=card_form(scene, name),
    )


def _after_words(one: Outlook) -> str:
    member = one.member
    if member.condition is Condition.DEAD:
        return "no update: dead"
    if not one.is_placed:
        return "no update: name the marker of its box, or count by hand"
    leaves = member.condition is Condition.LEAVES
    after = condition(one.after, member.endurance, leaves=leaves)
    later = dataclasses.replace(member, damage=one.after, condition=after)
    return f"after the update {one.after.words}: {condition_words(later)}"
