"""A card that was passed face down shows to the two concerned alone, whatever is taken back."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.quest.hand import keyed
from companion.games.quest.names import FRODO, MERRY, PIPPIN, SAM
from companion.games.quest.state import PublicState, State
from companion.service.games import sample_box
from companion.table.commands import Act, Command
from companion.table.ids import PUBLIC
from companion.table.views import Prompt
from tests.support.played_screens import ScreenPlayer, compare_screens

KNOW = (SAM, PIPPIN)
OTHERS = (FRODO, MERRY, PUBLIC)
VARIANTS = ("", "competitive", "passing,clockwise", "competitive,traitor")
_SHOWS = ("give", "play", "discard", "yellow", "order")
"""What may lay cards of the two open; it is left out, so that the secret stays one."""
STEPS = 160


def now(player: ScreenPlayer) -> State:
    state: State = player.state.now
    return state


def is_fair(command: Command) -> bool:
    """Whether it leaves the passed card unseen."""
    if not isinstance(command, Act) or command.seat not in KNOW:
        return True
    verb = command.action.partition("@")[0].partition(":")[0]
    return verb not in _SHOWS and not any(name.startswith("cards") for name, _ in command.inputs)


def pass_otherwise(one: ScreenPlayer, other: ScreenPlayer) -> bool:
    """Sam passes his first card in one game and his last in the other; False if they are alike."""
    public = now(one).public
    keys = keyed(now(one).hidden.hands[SAM])
    (first, card), (last, twin) = keys[0], keys[-1]
    for player, key in ((one, first), (other, last)):
        ticked = ((f"cards-{public.asked}", key),)
        act = Act(seat=SAM, action=f"give@{public.asked}", inputs=ticked)
        assert player.send(act) is None
    return card != twin


def take_back(player: ScreenPlayer) -> Act | None:
    """What a seat that knows nothing of the card may take back, or agree to; None for nothing."""
    for seat in player.seats:
        for region in player.regions(seat) if seat not in KNOW else ():
            for widget in region.widgets:
                choices = widget.form.choices if isinstance(widget, Prompt) else ()
                for choice in choices:
                    if choice.action.startswith("take-back"):
                        prompt = widget.id if isinstance(widget, Prompt) else None
                        return Act(seat=seat, prompt=prompt, action=choice.action)
    return None


def is_out(public: PublicState) -> bool:
    return any(public.player(seat).out for seat in KNOW)


def moments(seed: int) -> Iterator[tuple[ScreenPlayer, ScreenPlayer, Command]]:
    """Two games that differ in the passed card alone, after each command since."""
    options = {"players": "4", "variants": VARIANTS[seed % len(VARIANTS)]}
    one, other = (
        ScreenPlayer("quest", options, sample_box("quest"), seed, by_hand=0.1) for _ in range(2)
    )
    differ = False
    for step in range(STEPS):
        top = now(one).public.top
        if not differ and (top.kind, top.seat, top.text) == ("pass", SAM, PIPPIN):
            differ = pass_otherwise(one, other)
            if not differ:
                return
            continue
        command = take_back(one) if differ and step % 4 == 0 else one.command()
        if command is None and not one.questions():
            return
        if command is None:
            continue
        if differ and not is_fair(command):
            continue
        assert one.send(command) == other.send(command)
        # Whoever is out lays all cards on the pile, where the top one is seen.
        if is_out(now(one).public):
            return
        if differ:
            yield one, other, command


def test_a_passed_card_is_on_no_other_screen() -> None:
    compared = taken_back = 0
    for seed in range(4):
        for one, other, command in moments(seed):
            assert now(one).hidden.hands != now(other).hidden.hands
            taken_back += isinstance(command, Act) and command.action.startswith("take-back")
            compared += compare_screens(one, other, OTHERS, command)
    assert compared > 100
    assert taken_back
