"""Moving cards before and after the attacks (9.221, 9.223), and dealing attacks out (14.4)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.battle import Battle, foe
from companion.games.fellowship.combat.hand import Marks
from companion.games.fellowship.combat.outcome import is_over
from companion.games.fellowship.combat.pinning import (
    combine_spots,
    combined,
    pin_choices,
    pinned,
)
from companion.games.fellowship.combat.reorganize import (
    front_spots,
    must_advance,
    second_spots,
    withdrawable,
)
from companion.games.fellowship.combat.simple import open_targets
from companion.games.fellowship.events.combat import FighterBack, FighterShown, FightWork
from companion.games.fellowship.facts.names import FELLOWSHIP, Seat
from companion.games.fellowship.facts.roster import GOLLUM
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.fight_cards import open_fighter
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    hand_of,
    shown_name,
    with_bearer,
    wrong,
)
from companion.games.fellowship.play.fight_conditions import may_wear, must_show_bearer
from companion.games.fellowship.play.fight_course import (
    need_numbers,
    next_merge,
    next_pin,
    reorganize,
)
from companion.games.fellowship.play.fight_end import finish
from companion.games.fellowship.play.fight_help import help_choices, let_tom_come
from companion.games.fellowship.play.fight_options import is_spared
from companion.games.fellowship.play.fight_reserve import reserve_card, with_fewer_hidden
from companion.games.fellowship.play.fight_ring import is_nazgul_card, show_nazgul, showing, wear
from companion.games.fellowship.play.fight_turning import turn_choices, turned
from companion.games.fellowship.state import Scene
from companion.table.values import Refusal
from companion.table.views import Card, Choice

_replace = msgspec.structs.replace


def spot_words(battle: Battle, side: Seat, column: int) -> str:
    """A column in words: whom one faces there."""
    facing = battle.at(foe(side), column)
    if facing is not None:
        return f"opposite {shown_name(facing)}"
    row = battle.front(side)
    if not row:
        return "as the first"
    if column < row[0].column:
        return "left flank"
    return "right flank" if column > row[-1].column else f"gap at place {column + 1}"


class Reorganize(SeatStage):
    """The attacker withdraws and brings cards, then attacks (9.221)."""

    section = "9.221"

    def asked(self, work: FightWork) -> Seat:
        """Whose segment it is."""
        return work.battle.segment

    def waits(self, work: FightWork) -> str:
        """For the attacker."""
        return (
            f"Round {work.battle.round}: the {self.asked(work).title()} reorganizes, then attacks."
        )

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Withdraw in the open, bring cards under the cover, attack."""
        battle, side = work.battle, self.asked(work)
        choices = [Choice(action="go", label="Attack", weight="primary", section="9.222")]
        choices += [
            Choice(action=f"back:{one.id}", label=f"{shown_name(one)} back to the reserve")
            for one in withdrawable(battle, side)
        ]
        for one in battle.of(side):
            if one.line == "shown":
                choices += _bring_choices(battle, side, one.id, shown_name(one))
        if may_wear(scene.public.ring, work):
            choices.append(Choice(action="wear", label="The Ringbearer wears the Ring"))
        if side == FELLOWSHIP:
            choices += turn_choices(battle.of(FELLOWSHIP))
        choices += help_choices(scene.public, scene.handbook, work)
        ask = asking(
            work,
            f"Round {battle.round}: bring cards or withdraw them, then attack.",
            self.section,
            tuple(choices),
            f"{battle.reserve.get(side, 0)} in your reserve, "
            f"{battle.reserve_of(foe(side))} in theirs.",
        )
        return _replace(ask, covered=_with_showing(reserve_cards(scene, work, side), side))

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """One card at a time."""
        verb, _, about = answer.action.partition(":")
        side = flow.battle.segment
        match verb:
            case "go":
                need_numbers(flow, "attacks")
            case "back":
                _withdraw(flow, about)
            case "wear":
                return wear(flow)
            case "show":
                show_nazgul(flow, about)
                reorganize(flow)
            case "tom":
                return let_tom_come(flow)
            case "turn":
                turned(flow, about)
            case _:
                refusal = bring(flow, side, answer.action)
                if refusal is not None:
                    return refusal
                if must_advance(flow.battle, side):
                    flow.change(stage="forced", forced=foe(side))
                elif must_show_bearer(flow.public.ring, flow.work):
                    # A Nazgul out of the reserve attacks in this very segment (9.12).
                    flow.change(stage="bearer")
        return None


def _bring_choices(battle: Battle, side: Seat, card: str, name: str = "") -> list[Choice]:
    before = f"{name}: " if name else ""
    found = [
        Choice(
            action=f"bring:{column}:{card}",
            label=f"{before}front line, {spot_words(battle, side, column)}",
        )
        for column in front_spots(battle, side)
    ]
    for column in second_spots(battle, side):
        facing = battle.at(foe(side), column)
        if facing is not None:
            label = f"{before}second line against {shown_name(facing)}"
            found.append(Choice(action=f"second:{column}:{card}", label=label))
    return found


def reserve_cards(
    scene: Scene, work: FightWork, side: Seat, *, front_only: bool = False
) -> tuple[Card, ...]:
    """The cards of a seat's hidden reserve, with where they may go."""
    hand = hand_of(scene.hidden, work.number)
    cards = []
    for name in hand.reserve:
        if name == GOLLUM and len(hand.reserve) > 1:
            continue
        choices = _bring_choices(work.battle, side, name)
        if front_only:
            choices = [choice for choice in choices if choice.action.startswith("bring:")]
        damage = None if scene.hidden is None else scene.hidden.damage.get(name)
        states = (f"damage: {damage.words}",) if damage is not None else ()
        cards.append(reserve_card(name, choices, *states))
    return tuple(cards)


def _with_showing(cards: tuple[Card, ...], side: Seat) -> tuple[Card, ...]:
    """The Enemy may show a Nazgul of its reserve, which the Ring fears (6.4, 9.12)."""
    if side == FELLOWSHIP:
        return cards
    return tuple(
        _replace(card, form=_replace(card.form, choices=(*card.form.choices, showing(card.id))))
        if is_nazgul_card(card.id)
        else card
        for card in cards
    )


def bring(flow: FightFlow, side: Seat, action: str) -> Refusal | None:
    """A card comes out of the reserve, into the front or the second line."""
    verb, _, rest = action.partition(":")
    column_text, _, card = rest.partition(":")
    column = int(column_text)
    battle = flow.battle
    open_one = battle.find(card)
    if open_one is not None:
        fighter = open_one
    elif card in flow.hand.reserve:
        fighter = open_fighter(flow.own_scene, flow.work, card, battle)
    else:
        return wrong("That card is not in the reserve any more.", "9.221")
    line = "second" if verb == "second" else "front"
    fighter = _replace(fighter, column=column, line=line, fresh=True)
    if open_one is None:
        battle = with_fewer_hidden(battle, side)
        flow.tell(FighterShown(seat=flow.seat, number=fighter.id, card=card))
    where = spot_words(battle, side, column)
    text = f"{shown_name(fighter)} comes into the {line} line, {where}."
    battle = with_bearer(battle.with_fighters([fighter]), flow.work.bearer)
    flow.change(text, "9.221", battle=battle)
    return None


def _withdraw(flow: FightFlow, number: str) -> None:
    """An unopposed card goes back and is hidden again, but for what was revealed of it."""
    battle = flow.battle
    one = battle.find(number)
    if one is None:
        return
    marks = Marks(
        damage=one.damage,
        temporary=one.temporary,
        mount_damage=one.mount_damage,
        mount_lost=not one.mount and bool(one.mount_damage.total),
        down=one.down,
    )
    reserve = {**battle.reserve, one.side: battle.reserve.get(one.side, 0) + 1}
    gone = _replace(battle.with_fighters([_replace(one, line="hidden")]), reserve=reserve)
    flow.change(f"{shown_name(one)} goes back to the reserve.", "9.221", battle=gone)
    flow.tell(FighterBack(seat=flow.seat, number=number, marks=marks))


def _on_without(flow: FightFlow) -> None:
    """A side whose reserve is empty after all: the fight goes on, or it is over."""
    if is_over(flow.battle):
        finish(flow)
    else:
        reorganize(flow)


class Forced(SeatStage):
    """A side has to bring a card out of its reserve (9.221)."""

    section = "9.221"

    def asked(self, work: FightWork) -> Seat:
        """Whose reserve it is."""
        return work.forced or FELLOWSHIP

    def waits(self, work: FightWork) -> str:
        """For the card."""
        return f"The {self.asked(work).title()} has to bring a card out of its reserve."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Which card, and where."""
        side = self.asked(work)
        choices: list[Choice] = []
        for one in work.battle.of(side):
            if one.line == "shown":
                choices += [
                    choice
                    for choice in _bring_choices(work.battle, side, one.id, shown_name(one))
                    if choice.action.startswith("bring:")
                ]
        covered = reserve_cards(scene, work, side, front_only=True)
        if not choices and not covered:
            choices.append(Choice(action="none", label="No card is left in my reserve"))
        ask = asking(
            work,
            "Bring a card out of your reserve into the front line (tab Reserve).",
            self.section,
            tuple(choices),
        )
        return _replace(ask, covered=covered)

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Then the attacker goes on."""
        side = flow.work.forced or FELLOWSHIP
        if answer.action == "none":
            battle = _replace(flow.battle, reserve={**flow.battle.reserve, side: 0})
            flow.change(battle=battle, forced=None)
            _on_without(flow)
            return None
        refusal = bring(flow, side, answer.action)
        if refusal is None:
            flow.change(forced=None)
            reorganize(flow)
        return refusal


class Assign(SeatStage):
    """In simple combat each attacker is given a target, evenly (14.4)."""

    section = "14.4"

    def asked(self, work: FightWork) -> Seat:
        """The attacker."""
        return work.battle.segment

    def waits(self, work: FightWork) -> str:
        """For the choices."""
        return f"The {self.asked(work).title()} deals out its attacks."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """The next attacker's targets."""
        battle, side = work.battle, self.asked(work)
        given = {one for one, _ in work.assigned}
        # Whom nobody may attack waits for no attack either (15.31).
        row = battle.front(foe(side))
        targets = open_targets(
            [one.id for one in row],
            [target for _, target in work.assigned],
            spared=[one.id for one in row if is_spared(battle, one)],
        )
        choices = [Choice(action="go", label="Attack", weight="primary")]
        for one in battle.front(side):
            if one.id not in given and not one.down:
                choices += [
                    Choice(
                        action=f"assign:{one.id}:{target}",
                        label=f"{shown_name(one)} against {_named(battle, target)}",
                    )
                    for target in targets
                ]
        if may_wear(scene.public.ring, work):
            choices.append(Choice(action="wear", label="The Ringbearer wears the Ring"))
        if side == FELLOWSHIP:
            choices += turn_choices(battle.of(FELLOWSHIP))
        choices += help_choices(scene.public, scene.handbook, work)
        return asking(
            work, f"Round {battle.round}: deal out your attacks.", self.section, tuple(choices)
        )

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """One attacker at a time, or go."""
        verb, _, rest = answer.action.partition(":")
        match verb:
            case "turn":
                turned(flow, rest)
            case "wear":
                return wear(flow)
            case "tom":
                return let_tom_come(flow)
            case "assign":
                attacker, _, target = rest.partition(":")
                flow.change(assigned=(*flow.work.assigned, (attacker, target)))
            case _:
                need_numbers(flow, "attacks")
        return None


def _named(battle: Battle, number: str) -> str:
    found = battle.find(number)
    return number if found is None else shown_name(found)


class Pin(SeatStage):
    """An attacked card chooses which of its attackers it faces (9.223)."""

    section = "9.223"

    def asked(self, work: FightWork) -> Seat:
        """The defender."""
        return foe(work.battle.segment)

    def waits(self, work: FightWork) -> str:
        """For the choice."""
        return f"The {self.asked(work).title()} picks which attackers its cards face."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """The first card that has a choice."""
        battle = work.battle
        target = battle.find(work.pins[0])
        attackers = {one for one, _ in work.struck}
        options = () if target is None else pin_choices(battle, target, attackers)
        choices = tuple(
            Choice(action=f"pin:{number}", label=f"Face {_named(battle, number)}")
            for number in options
        )
        name = "" if target is None else shown_name(target)
        keep = Choice(action="pin:", label="As they stand")
        return asking(work, f"Pick whom {name} faces.", self.section, (*choices, keep))

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Then the next one."""
        target = flow.battle.find(flow.work.pins[0])
        chosen = answer.action.partition(":")[2]
        battle = flow.battle if target is None else pinned(flow.battle, target, chosen)
        text = f"{shown_name(target)} faces {_named(battle, chosen)}." if target and chosen else ""
        flow.change(text, "9.223", battle=battle, pins=flow.work.pins[1:])
        next_pin(flow)
        return None


class Combine(SeatStage):
    """Second-line cards join the front line, one by one (9.223)."""

    section = "9.223"

    def asked(self, work: FightWork) -> Seat:
        """The attacker."""
        return work.battle.segment

    def waits(self, work: FightWork) -> str:
        """For the cards."""
        return f"The {self.asked(work).title()} merges its lines."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Where the next one goes."""
        battle, side = work.battle, self.asked(work)
        one = battle.second(side)[0]
        choices = tuple(
            Choice(action=f"join:{column}", label=spot_words(battle, side, column).capitalize())
            for column in combine_spots(battle, side)
        )
        return asking(
            work, f"Say where {shown_name(one)} joins the front line.", self.section, choices
        )

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Then the next one."""
        one = flow.battle.second(flow.battle.segment)[0]
        column = int(answer.action.partition(":")[2])
        flow.change(battle=combined(flow.battle, one.id, column))
        next_merge(flow)
        return None
