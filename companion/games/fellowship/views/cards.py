"""The seat's own cards: event cards, and characters or minions."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.box.file import EventHalf
from companion.games.fellowship.facts.roster import Force, box_title, find_display_box
from companion.games.fellowship.flow.anytime_forms import own_card_form
from companion.games.fellowship.flow.choosing import own_forces
from companion.games.fellowship.flow.event_forms import event_form, hand_form, hold_form
from companion.games.fellowship.flow.own_groups import condition_words, member_of
from companion.games.fellowship.rules.event_cards import find_event_card
from companion.games.fellowship.seats import other_seat
from companion.games.fellowship.state import Scene
from companion.table.views import Card, CardRow, Prompt, Region, Text, Widget
from companion.table.wording import typed

SHOWN_LINES: Final = 40
"""How many of the seat's own lines are shown; the journal has them all."""


def cards_region(scene: Scene) -> Region:
    """Event cards in hand, then every card of the seat with where it lies."""
    hidden = scene.hidden
    held = scene.public.hands.get(scene.seat, 0)
    theirs = scene.public.hands.get(other_seat(scene.seat), 0)
    names = hidden.hand if hidden is not None else ()
    hand = CardRow(
        title="Event cards",
        cards=tuple(
            _event_card(scene, i, names[i]) if i < len(names) else _unnamed(i) for i in range(held)
        ),
        note=f"You hold {held}, your opponent {theirs}. Everybody hears what is played; what "
        "a card does is done by hand.",
        form=hand_form(scene),
    )
    forces = CardRow(
        title="Your cards",
        cards=tuple(_force_card(scene, force) for force in own_forces(scene)),
        note="A card that lies in no box is dormant or out of play.",
    )
    labels = Prompt(
        id=None, sentence="Event cards that you hold, by their labels.", form=hold_form(scene)
    )
    widgets: tuple[Widget, ...] = (hand, labels, forces, *_done_in_private(scene))
    return Region(name="cards", title="Cards", role="tab", widgets=widgets, secret=True)


def _unnamed(index: int) -> Card:
    return Card(id=f"event-{index}", title="not named")


def _event_card(scene: Scene, index: int, name: str) -> Card:
    """A card in hand with both its events, as far as they are known."""
    card = find_event_card(scene.handbook.box, scene.hidden, name)
    lines = () if card is None else (_event_words(card.first), _event_words(card.second))
    return Card(
        id=f"event-{index}",
        title=name if card is None else f"{card.first.title} / {card.second.title}",
        subtitle="" if card is None else f"label {name}",
        states=lines,
        form=event_form(scene, str(index)),
    )


def _event_words(half: EventHalf) -> str:
    what = f"{half.title}: {half.text}".rstrip(": ")
    parts = [what if what.endswith((".", "!", "?")) else f"{what}."]
    parts += [f"Play: {half.play}."] if half.play else []
    parts += [f"Ends: {half.ends}."] if half.ends else []
    return " ".join(parts)


def _done_in_private(scene: Scene) -> tuple[Text, ...]:
    """What the seat noted last, the newest first; nothing before it has noted anything."""
    lines = scene.hidden.log[-SHOWN_LINES:] if scene.hidden is not None else ()
    if not lines:
        return ()
    heading = Text(text="What you did in private, the last first", style="heading")
    return (heading, *(Text(text=line.text) for line in reversed(lines)))


def _force_card(scene: Scene, force: Force) -> Card:
    hidden = scene.hidden
    if hidden is None:
        return Card(id=force.name, title=force.name)
    box = find_display_box(hidden.boxes.get(force.name, ""))
    states = []
    if force.name in hidden.enhanced:
        states.append(f"enhanced on turn {hidden.enhanced[force.name]}")
    member = member_of(scene, force)
    if member.damage.total:
        states.append(f"wounds: {member.damage.words}, {condition_words(member)}")
    if force.name in hidden.wounds:
        states.append(f"note: {typed(hidden.wounds[force.name])}")
    return Card(
        id=force.name,
        title=force.name,
        subtitle=f"box {box_title(box)}" if box is not None else "in no box",
        states=tuple(states),
        form=own_card_form(scene, force, member.endurance),
    )
