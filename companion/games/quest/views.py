"""The screens: what one viewer may know, built from a `Scene` and nothing else."""

from __future__ import annotations

import msgspec

from companion.games.quest.board_views import BOARD_TAB, board_region, players_region
from companion.games.quest.by_hand import bearer_form, by_hand_form, tokens_form
from companion.games.quest.cards import HOBBIT, card_words, is_joker, read_card
from companion.games.quest.desk import ending_words
from companion.games.quest.flow import Ask, ask_of, choose, prompt_id, stamped
from companion.games.quest.hand import keyed, tick_field
from companion.games.quest.helps import is_call_offered, may_wear, usable_yellow
from companion.games.quest.names import GANDALF_PRICE, STAGES, TITLES, YELLOW, title_of
from companion.games.quest.sighting import differences
from companion.games.quest.state import Scene, hides_shields
from companion.games.quest.turn import fits_colour, line_field_options
from companion.table.counters import in_short
from companion.table.ids import SeatId
from companion.table.views import (
    Card,
    CardRow,
    Choice,
    Form,
    Log,
    LogLine,
    Prompt,
    Region,
    RollWanted,
    Status,
    TrackSpace,
    View,
    Widget,
)

_YELLOW_WORDS = {
    "Miruvor": "One player passes a card to another.",
    "Belt": "A player does not roll the die; not with the Ring.",
    "Mithril": "A player ignores what the die did.",
    "Athelas": "A player ignores missing Life tokens.",
    "Staff": "A sundial tile with three items is ignored.",
    "Phial": "The active player reveals no more tiles.",
    "Elessar": "A Hobbit goes one step towards the light.",
    "Lembas": "A player draws up to six cards.",
}
_TWO_PLAYERS = "Miruvor"
_ONE_PLAYER = ("Elessar", "Lembas")


_STEPS = {
    "over": "The game is over",
    "fill": "From the owner's box",
    "chance": "Shuffling",
    "pass": "Passing a card",
    "reveal": "Event tiles",
    "tile": "Event tiles",
    "volunteer": "Event tiles",
    "choose-line": "Event tiles",
    "occur": "Event",
    "pay": "Discarding",
    "pay-tile": "Discarding",
    "pay-one": "Discarding",
    "pay-own": "Discarding",
    "discard": "Discarding",
    "cards": "Cards",
    "roll": "Die",
    "suffer": "Die",
    "lack": "Life tokens",
    "caught": "By hand",
    "ring-move": "The Ring",
    "gandalf": "Gandalf",
    "foresight": "Gandalf",
}
"""What is going on, in a word or two; the question itself stands below."""


def view_of(scene: Scene, viewer: SeatId, title: str) -> View:
    """Everything that a viewer sees."""
    ask = ask_of(scene)
    regions = [_status(scene), _prompt(scene, ask), board_region(scene)]
    if scene.seat is not None:
        regions.append(_hand(scene, ask))
    regions += [players_region(scene), _log(scene)]
    if scene.seat in scene.public.alive and not scene.public.outcome:
        regions.append(_by_hand(scene))
    return View(seat=viewer, title=title, regions=tuple(regions))


def _status(scene: Scene) -> Region:
    public = scene.public
    at = STAGES.index(public.stage) if public.stage else 0
    return Region(
        name="status",
        title="Status",
        role="status",
        widgets=(
            Status(
                turn=TITLES[STAGES[at]],
                player_turn=title_of(public.active),
                seat=public.active,
                phases=tuple(
                    TrackSpace(label=TITLES[stage], current=index == at)
                    for index, stage in enumerate(STAGES)
                ),
                step=_STEPS.get(public.top.kind, "Decision"),
                sample=scene.box.name if scene.box.is_sample else "",
                verdict=ending_words(public.outcome, public.joined),
            ),
        ),
    )


def _prompt(scene: Scene, ask: Ask) -> Region:
    asked = scene.seat is not None and scene.seat in ask.seats
    widgets: list[Widget] = [
        Prompt(
            id=prompt_id(scene) if asked else None,
            sentence=ask.sentence if asked else ask.others,
            detail=(
                *(ask.detail if asked else _ending(scene)),
                *in_short(differences(scene), BOARD_TAB),
            ),
            form=ask.form if asked else Form(),
            roll=_roll(ask, asked=asked),
            asked=asked,
        )
    ]
    helps = _helps(scene)
    if helps:
        widgets.append(Prompt(id=None, sentence="At any time you may:", form=Form(choices=helps)))
    return Region(name="prompt", title="", role="prompt", widgets=tuple(widgets))


def _roll(ask: Ask, *, asked: bool) -> RollWanted | None:
    return None if ask.roll is None else msgspec.structs.replace(ask.roll, may_give=asked)


def _ending(scene: Scene) -> tuple[str, ...]:
    scores = scene.public.scores
    if not scores:
        return ()
    return tuple(f"{title_of(SeatId(seat))}: {score} points" for seat, score in scores.items())


def _helps(scene: Scene) -> tuple[Choice, ...]:
    choices = []
    if may_wear(scene):
        choices.append(
            Choice(action="ring", label="Put on the Ring", detail="Roll, then advance a line.")
        )
    if is_call_offered(scene):
        choices.append(
            Choice(
                action="call-gandalf",
                label="Call Gandalf",
                detail=f"Costs shields worth {GANDALF_PRICE}.",
            )
        )
    return tuple(choices)


def _hand(scene: Scene, ask: Ask) -> Region:
    asked = scene.seat in ask.seats
    cards = tuple(_card(scene, ask, key, text) for key, text in keyed(scene.hand))
    choices = tuple(
        Choice(
            action=stamped(scene, choice.action),
            label=choice.label,
            detail=choice.detail,
            weight=choice.weight,
        )
        for choice in (ask.cards if asked else ())
    )
    free = Choice(action="discard", label="Discard without need", weight="grave")
    widgets: list[Widget] = []
    if asked and ask.covered.choices:
        form = Form(
            fields=ask.covered.fields,
            choices=tuple(
                Choice(action=stamped(scene, one.action), label=one.label, weight=one.weight)
                for one in ask.covered.choices
            ),
        )
        widgets.append(CardRow(title="Top tiles", cards=_peeked(scene), form=form))
    if scene.hand and not scene.public.outcome:
        ticks = Form(
            fields=(tick_field(scene.hand, "Tick cards", scene.public.asked),),
            choices=(*choices, free),
        )
        widgets.append(CardRow(title="Your cards", cards=cards, note=_purse(scene), form=ticks))
    else:
        widgets.append(CardRow(title="Your cards", cards=cards, note=_purse(scene)))
    return Region(name="hand", title="Hand", role="tab", widgets=tuple(widgets), secret=True)


def _purse(scene: Scene) -> str:
    """What own shields are worth, where that is a secret."""
    if scene.seat is None or not hides_shields(scene.public):
        return ""
    return f"Your shields are worth {scene.shields.get(scene.seat, 0)}."


def _peeked(scene: Scene) -> tuple[Card, ...]:
    return tuple(
        Card(id=f"tile-{index}", title=f"Tile {index + 1}", subtitle=tile)
        for index, tile in enumerate(scene.peek)
    )


def _card(scene: Scene, ask: Ask, key: str, text: str) -> Card:
    card = read_card(text)
    if card.colour == YELLOW:
        return Card(
            id=key,
            title=card.name,
            subtitle=_YELLOW_WORDS[card.name],
            states=(YELLOW,),
            form=_yellow_form(scene, card.name),
            opens="Use it",
        )
    symbols = f"{card.count} {card.symbol.capitalize()}"
    return Card(
        id=key,
        title=symbols if card.name == HOBBIT else card.name,
        subtitle="Hobbit card" if card.name == HOBBIT else symbols,
        states=(card.colour,),
        form=_play_form(scene, ask, key, text),
        opens="Play it",
    )


def _yellow_form(scene: Scene, name: str) -> Form:
    if not usable_yellow(scene.public, name):
        return Form()
    people = tuple((seat, title_of(seat)) for seat in scene.public.alive)
    fields = []
    if name == _TWO_PLAYERS:
        fields = [choose("whom", "Who passes", people)]
        fields.append(choose("other", "To whom", (*people[1:], people[0])))
    elif name in _ONE_PLAYER:
        fields = [choose("whom", "Who", people)]
    use = Choice(action=f"yellow:{name}", label="Use it")
    return Form(fields=tuple(fields), choices=(use,))


def _play_form(scene: Scene, ask: Ask, key: str, text: str) -> Form:
    if not ask.plays or scene.seat not in ask.seats or scene.seat is None:
        return Form()
    if not fits_colour(scene.public.top, read_card(text), scene.seat):
        return Form()
    play = Choice(action=stamped(scene, f"play:{key}"), label="Play it")
    if not is_joker(read_card(text), scene.seat):
        return Form(choices=(play,))
    line = choose("line", f"{card_words(text)} counts on", line_field_options(scene))
    return Form(fields=(line,), choices=(play,))


def _by_hand(scene: Scene) -> Region:
    sentence = "If something stands otherwise on the table, set it right here."
    asked = (
        Prompt(id=None, sentence=sentence, form=by_hand_form(scene)),
        Prompt(id=None, sentence="Who holds other Life tokens?", form=tokens_form(scene)),
        Prompt(id=None, sentence="Who has the Ring?", form=bearer_form(scene)),
    )
    return Region(name="by-hand", title="By hand", role="tab", widgets=asked)


def _log(scene: Scene) -> Region:
    lines = tuple(
        LogLine(number=number, text=line.text) for number, line in enumerate(scene.public.log, 1)
    )
    return Region(name="log", title="Log", role="tab", widgets=(Log(lines=lines),))
