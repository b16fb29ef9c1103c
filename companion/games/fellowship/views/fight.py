"""The fight on the screens: both rows with what can be tapped, and under the cover own cards."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.battle import SIDES, Battle, Fighter
from companion.games.fellowship.combat.cards import (
    AreaAttack,
    Cards,
    Ratings,
    area_of,
    defensive_rating,
    endurance_number,
    ratings_of,
)
from companion.games.fellowship.events.combat import FightWork, fight_work
from companion.games.fellowship.facts.names import Seat
from companion.games.fellowship.flow.anytime import AT_CARD
from companion.games.fellowship.flow.questions import Question
from companion.games.fellowship.state import Scene
from companion.games.fellowship.views.damage_boxes import damage_boxes
from companion.table.ids import PUBLIC
from companion.table.views import Card, CardRow, Choice, Form, Region, Text, Widget

_replace = msgspec.structs.replace
_LINES = (("front", "front line"), ("second", "second line"), ("shown", "shown, in the reserve"))
_LEGEND = (
    "OR: offensive rating. DN: damage number, with * if diseased. DR: defensive rating. "
    "EN: endurance number."
)


def fight_regions(scene: Scene, questions: tuple[Question, ...]) -> list[Region]:
    """The fight for everybody, and a seat's own cards under the cover; nothing between fights."""
    work = fight_work(scene.public)
    question = next((one for one in questions if one.kind == "step" and one.ask.asked), None)
    if work is None or work.stage in ("open", "hand"):
        covered = () if question is None else question.ask.covered
        return [_covered_region(covered)] if covered else []
    choices = () if question is None else question.ask.form.choices
    fields = bool(question is not None and question.ask.form.fields)
    found = [_open_region(scene, work, () if fields else choices)]
    if scene.seat != PUBLIC and scene.hidden is not None:
        found.append(_own_region(scene, work, question))
    return found


def _covered_region(covered: tuple[Card, ...]) -> Region:
    """Own cards that a question outside a fight is about."""
    row = CardRow(title="Your cards for this question", cards=tuple(map(_at_card, covered)))
    return Region(name="own-cards", title="Own cards", role="tab", widgets=(row,), secret=True)


def _open_region(scene: Scene, work: FightWork, choices: tuple[Choice, ...]) -> Region:
    battle = work.battle
    widgets: list[Widget] = [Text(text=_where(work), style="quiet")]
    for side in reversed(SIDES):
        widgets += _rows(scene, work, side, choices)
    out = [one for one in battle.fighters if one.line in ("gone", "dead")]
    if out:
        cards = tuple(
            Card(id=f"out-{one.id}", title=f"{one.card} {one.id}", subtitle=_fate(one))
            for one in out
        )
        widgets.append(CardRow(title="Out of the fight", cards=cards))
    widgets.append(Text(text=_LEGEND, style="quiet"))
    return Region(name="fight", title="Fight", role="tab", widgets=tuple(widgets), in_front=True)


def _fate(one: Fighter) -> str:
    return "dead" if one.line == "dead" else "away"


def _where(work: FightWork) -> str:
    battle = work.battle
    ground = [
        words
        for holds, words in (
            (battle.ground.mountain, "beside mountains: nobody rides"),
            (battle.ground.woods, "beside woods"),
        )
        if holds
    ]
    place = "; ".join((f"Fight at {work.place}", *ground))
    return f"{place}. Round {battle.round}, the {battle.segment.title()}'s segment."


def _rows(scene: Scene, work: FightWork, side: Seat, choices: tuple[Choice, ...]) -> list[Widget]:
    found: list[Widget] = []
    battle = work.battle
    cards = scene.handbook.box.cards
    for line, words in _LINES:
        row = sorted(
            (one for one in battle.of(side) if one.line == line), key=lambda one: one.column
        )
        if not row and line != "front":
            continue
        note = ""
        if line == "front":
            note = f"Cards hidden in the reserve: {battle.reserve.get(side, 0)}."
        found.append(
            CardRow(
                title=f"{work.cast.words(side)}, {words}",
                cards=tuple(_card(cards, battle, one, choices) for one in row),
                note=note,
            )
        )
    return found


def _card(cards: Cards, battle: Battle, one: Fighter, choices: tuple[Choice, ...]) -> Card:
    """One open card: its numbers, its damage as boxes, and the choices of the step at it."""
    mine = tuple(
        _replace(choice, action=f"{AT_CARD}:{choice.action}")
        for choice in choices
        if one.id in _concerned(choice.action)
    )
    return Card(
        id=one.id,
        title=f"{one.card} {one.id}",
        subtitle=_numbers(cards, battle, one),
        states=(*_states(cards, battle, one), *_reach(one, choices)),
        form=Form(choices=mine),
    )


def _reach(one: Fighter, choices: tuple[Choice, ...]) -> tuple[str, ...]:
    """Whether a choice that this viewer has goes against the card."""
    aims = (choice.action.split(":") for choice in choices)
    aimed = any(len(parts) > 2 and one.id in parts[2].split("+") for parts in aims)
    return ("may be attacked now",) if aimed else ()


def _concerned(action: str) -> list[str]:
    """The first fighter that a choice names: the one at whose card it is drawn."""
    return [part for part in action.split(":")[1:] if part][:1]


def _numbers(cards: Cards, battle: Battle, one: Fighter) -> str:
    if one.card.startswith("Kraken"):
        return _arms(cards, battle, one)
    found = ratings_of(cards, battle, one)
    if not isinstance(found, Ratings):
        return "numbers not known yet"
    star = "*" if found.diseased else ""
    return (
        f"OR {found.offensive}, DN {found.damage}{star}, "
        f"DR {0 if one.down else found.defensive}, EN {found.endurance}"
    )


def _arms(cards: Cards, battle: Battle, one: Fighter) -> str:
    """A Kraken strikes with its arms alone, and with fewer of them when it is wounded (12.2)."""
    arms, defensive = area_of(cards, one), defensive_rating(cards, battle, one)
    endurance = endurance_number(cards, one)
    if not (
        isinstance(arms, AreaAttack) and isinstance(defensive, int) and isinstance(endurance, int)
    ):
        return "numbers not known yet"
    return (
        f"up to {arms.targets} targets: OR {arms.offensive}, DN {arms.damage}, "
        f"DR {0 if one.down else defensive}, EN {endurance}"
    )


def _states(cards: Cards, battle: Battle, one: Fighter) -> list[str]:
    endurance = endurance_number(cards, one)
    known = endurance if isinstance(endurance, int) else None
    found = []
    if one.line in ("front", "second"):
        facing = battle.opposite(one)
        found.append(f"faces {facing.card} {facing.id}" if facing is not None else "faces nobody")
    if one.boxes:
        found.append(damage_boxes(one.damage, known, one.temporary))
    flags = (
        (one.down, "unconscious"),
        (one.mounted, "mounted"),
        (one.steed == "strike", "Shadowfax strikes: OR +1"),
        (one.steed == "guard" or one.guarded, "guarded by Shadowfax: DR +1"),
        (one.generic, "generic side"),
        (one.id == battle.bearer, "bears the Ring"),
        (one.id == battle.worn, "wears the Ring"),
        (bool(one.bonus), f"attacks with {one.bonus:+d}"),
        (one.timid, "leaves at half damage"),
        (bool(one.mount_damage.total), f"mount: {one.mount_damage.words}"),
    )
    return found + [words for holds, words in flags if holds]


def _own_region(scene: Scene, work: FightWork, question: Question | None) -> Region:
    """What only this seat knows: cards of its reserve, and who its open cards are."""
    covered = () if question is None else question.ask.covered
    cards = tuple(_at_card(card) for card in covered)
    hand = scene.hidden.fight if scene.hidden is not None else None
    widgets: list[Widget] = []
    if cards:
        widgets.append(CardRow(title="Your cards for this question", cards=cards))
    if hand is not None and hand.number == work.number:
        widgets += _lists(hand.reserve, hand.tokens, work)
    if not widgets:
        widgets.append(Text(text="Nothing of yours is hidden in this fight.", style="quiet"))
    return Region(
        name="fight-own",
        title="Reserve",
        role="tab",
        widgets=tuple(widgets),
        secret=True,
    )


def _lists(reserve: tuple[str, ...], tokens: object, work: FightWork) -> list[Widget]:
    found: list[Widget] = []
    if reserve:
        found.append(Text(text=f"In your reserve: {', '.join(reserve)}."))
    if isinstance(tokens, dict) and tokens:
        who = ", ".join(
            f"{number} is {name}"
            for number, name in sorted(tokens.items(), key=lambda pair: int(pair[0][1:]))
            if (one := work.battle.find(number)) is not None and one.is_here
        )
        if who:
            found.append(Text(text=f"On the table: {who}."))
    return found


def _at_card(card: Card) -> Card:
    choices = tuple(
        _replace(choice, action=f"{AT_CARD}:{choice.action}") for choice in card.form.choices
    )
    return _replace(card, form=_replace(card.form, choices=choices))
