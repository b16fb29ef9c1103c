"""What is paid together, by one, or by each: cards, Life tokens, shields, or what happens instead.

Whether a hand could pay is known to its owner alone. So who is asked always has to answer, and who
cannot pay says so.
"""

from __future__ import annotations

from companion.games.quest.cards import can_pay, card_words, gollum_serves, read_card, still_needed
from companion.games.quest.desk import Desk, effect_of, effect_task
from companion.games.quest.events_cards import CardsLaid, CardsShown
from companion.games.quest.events_play import Said, ShieldsChanged, TokenMoved
from companion.games.quest.flow import HANDLERS, Ask, Handler, against, bad
from companion.games.quest.hand import ticked_cards
from companion.games.quest.names import STAR, SYMBOLS, TOKENS, title_of
from companion.games.quest.phrases import (
    CARD,
    REVEALED,
    SHIELD,
    TOKEN,
    Clause,
    clause_words,
    effect_words,
    needs_words,
    read_event,
)
from companion.games.quest.state import Scene, Task, hides_shields
from companion.table.commands import Act
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Form

OWN = "pay-own"
ONE = "pay-one"
GROUP = "pay"
TILE = "pay-tile"


class ClauseStep(Handler):
    """One clause of an event, `Task.text` as the box says it."""

    def run(self, desk: Desk, task: Task) -> bool:
        """Whom it concerns is asked, or it happens."""
        desk.pop()
        clause = read_event(task.text)[0]
        desk.emit(Said(words=clause_words(clause) + "."))
        needs = clause.needs
        if REVEALED in needs:
            desk.emit(CardsShown(count=1, discarded=True))
            shown = [read_card(card).symbol for card in desk.public.shown]
            # A deck without any card at all shows nothing; a star pays for whatever it were.
            symbol = shown[0] if shown else STAR
            desk.emit(Said(words=f"A Hobbit card shows {symbol.capitalize()}."))
            needs = tuple(symbol if need == REVEALED else need for need in needs)
        desk.push(*self._tasks(desk, clause, needs, task.text))
        return True

    def _tasks(
        self, desk: Desk, clause: Clause, needs: tuple[str, ...], text: str
    ) -> tuple[Task, ...]:
        seats: tuple[SeatId, ...] = {
            "each": desk.public.clockwise(desk.public.active),
            "bearer": (desk.public.bearer,),
        }.get(clause.who, (desk.leader,))
        if not needs:
            return tuple(effect_task(effect, seat) for seat in seats for effect in clause.effects)
        kind = {"group": GROUP, "one": ONE}.get(clause.who, OWN)
        return tuple(Task(kind=kind, seat=seat, text=text, items=needs) for seat in seats)


class Pay(Handler):
    """Something is to be paid. `Task.items` is what is missing, `Task.text` the clause."""

    def ask(self, scene: Scene, task: Task) -> Ask:
        """What is to be paid, by whom, and what happens otherwise."""
        what = needs_words(task.items)
        otherwise = otherwise_words(task)
        who = {
            OWN: title_of(task.seat),
            ONE: "one player",
        }.get(task.kind, "the group")
        seats = (task.seat,) if task.kind == OWN else scene.public.alive
        decides = scene.seat == task.seat
        return Ask(
            seats=seats,
            sentence=f"Discard {what}."
            if task.kind == OWN
            else f"To be discarded by {who}: {what}.",
            others=f"{title_of(task.seat)} discards {what}, or: {otherwise}."
            if task.kind == OWN
            else f"To be discarded by {who}: {what}. Otherwise: {otherwise}.",
            detail=(
                f"Otherwise: {otherwise}.",
                *(["Tick the cards under Hand."] if _wants_cards(task) else []),
                *([] if decides else [f"{title_of(task.seat)} says when nothing more comes."]),
            ),
            form=Form(choices=(*_goods(scene, task), *(_refusing(task) if decides else ()))),
            cards=(Choice(action="give", label="Give these cards", weight="primary"),)
            if _wants_cards(task)
            else (),
        )

    def act(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        """Something is given, or nothing more comes."""
        verb, _, what = act.action.partition(":")
        if verb == "give":
            return self._give(desk, task, act)
        if verb == "token":
            return self._token(desk, task, act.seat, what)
        if verb == "shield":
            return self._shield(desk, task, act.seat)
        if act.seat != task.seat:
            return Refusal(code="not-yours", text=f"{title_of(task.seat)} decides that.")
        return self._refuse(desk, task)

    def _give(self, desk: Desk, task: Task, act: Act) -> Refusal | None:
        hand = desk.state.hidden.hands.get(act.seat, ())
        cards = ticked_cards(hand, act)
        if not cards:
            return bad("No card is ticked. Tick the cards that you give.")
        left, used = still_needed(task.items, cards, act.seat)
        if not used:
            given = ", ".join(map(card_words, cards))
            return against(f"Needed: {needs_words(task.items)}; not all of these serve: {given}.")
        if task.kind == ONE and left:
            return against(f"One player gives all of it; missing: {needs_words(left)}.")
        desk.emit(CardsLaid(seat=act.seat, cards=cards))
        paid(desk, task, left)
        if gollum_serves(cards, task.items):
            desk.push(Task(kind="roll", seat=act.seat))
        return None

    def _token(self, desk: Desk, task: Task, seat: SeatId, token: str) -> Refusal | None:
        if token not in TOKENS or not desk.public.player(seat).tokens[token]:
            return bad("You have no such Life token.")
        if TOKEN not in task.items:
            return against("No Life token is needed.")
        desk.emit(TokenMoved(seat=seat, token=token, count=-1))
        paid(desk, task, _less(task.items, TOKEN))
        return None

    def _shield(self, desk: Desk, task: Task, seat: SeatId) -> Refusal | None:
        if SHIELD not in task.items:
            return against("No shield is needed.")
        if not desk.state.hidden.shields.get(seat, 0):
            return bad("You have no shield.")
        desk.emit(ShieldsChanged(seat=seat, points=-1))
        paid(desk, task, _less(task.items, SHIELD))
        return None

    def _refuse(self, desk: Desk, task: Task) -> Refusal | None:
        effects = read_event(task.text)[0].effects
        if any(effect.kind == "out" for effect in effects) and self._able(desk, task):
            return against("You have what is needed and must discard it.")
        desk.pop()
        desk.push(*(effect_task(effect, task.seat) for effect in effects))
        return None

    def _able(self, desk: Desk, task: Task) -> bool:
        seat = task.seat
        tokens = sum(desk.public.player(seat).tokens.values())
        shields = desk.state.hidden.shields.get(seat, 0)
        cards = [need for need in task.items if need in SYMBOLS or need == CARD]
        return (
            can_pay(cards, desk.state.hidden.hands.get(seat, ()), seat)
            and tokens >= task.items.count(TOKEN)
            and shields >= task.items.count(SHIELD)
        )


def _wants_cards(task: Task) -> bool:
    """Whether anything is missing for which cards are laid down."""
    return any(need in SYMBOLS or need == CARD for need in task.items)


def paid(desk: Desk, task: Task, left: tuple[str, ...]) -> None:
    """Something of what was needed has been given; the task is done when nothing is left."""
    desk.pop()
    if left:
        desk.push(
            Task(kind=task.kind, seat=task.seat, count=task.count, text=task.text, items=left)
        )


def otherwise_words(task: Task) -> str:
    """What happens if nothing is given."""
    effects = read_event(task.text)[0].effects
    return " and ".join(effect_words(effect) for effect in effects)


def _less(items: tuple[str, ...], need: str) -> tuple[str, ...]:
    left = list(items)
    left.remove(need)
    return tuple(left)


def _goods(scene: Scene, task: Task) -> tuple[Choice, ...]:
    """Tokens and shields that the viewer may give."""
    if scene.seat is None:
        return ()
    choices = []
    if TOKEN in task.items:
        choices += [
            Choice(action=f"token:{token}", label=f"Give a {token} token")
            for token, count in scene.public.player(scene.seat).tokens.items()
            if count
        ]
    if SHIELD in task.items and (hides_shields(scene.public) or scene.shields.get(scene.seat, 0)):
        choices.append(Choice(action="shield", label="Give a shield"))
    return tuple(choices)


def _refusing(task: Task) -> tuple[Choice, ...]:
    label = "I do not" if task.kind == OWN else "Nothing more is given"
    return (Choice(action="refuse", label=label, detail=f"{otherwise_words(task)}."),)


HANDLERS["clause"] = ClauseStep()
HANDLERS[GROUP] = HANDLERS[ONE] = HANDLERS[OWN] = HANDLERS[TILE] = Pay()


class EffectStep(Handler):
    """One effect happens."""

    def run(self, desk: Desk, task: Task) -> bool:
        """It happens to the player of the task."""
        desk.pop()
        desk.happen(task.seat, effect_of(task))
        return True


HANDLERS["effect"] = EffectStep()
