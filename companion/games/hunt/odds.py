"""The chance of success and the expected damage, in the words that stand beside a roll."""

from __future__ import annotations

from companion.games.hunt.chances import (
    Dice,
    chance_from,
    dice_for,
    expected_damage,
    is_success,
    mean_damage,
    mean_relief,
    percent,
    reveal_share,
    stop_share,
)
from companion.games.hunt.state import HuntRoll, PublicState


def dice_of(hunt: HuntRoll) -> Dice:
    """How far a Hunt roll has come."""
    hits = sum(is_success(face, hunt.bonus) for face in (*hunt.faces, *hunt.again))
    if hunt.rerolls is not None:
        left = hunt.rerolls - len(hunt.again)
        return Dice(bonus=hunt.bonus, left=left, successes=hits)
    return Dice(
        bonus=hunt.bonus,
        left=dice_for(hunt.level) - len(hunt.faces),
        successes=hits,
        failed=len(hunt.faces) - hits,
        rerolls=len(hunt.conditions or ()),
    )


def dice_words(count: int) -> str:
    """A number of dice."""
    return f"{count} {'die' if count == 1 else 'dice'}"


def needed_words(bonus: int) -> str:
    """What a die has to show: ``5 or more``."""
    needed = max(2, 6 - bonus)
    return "6" if needed == 6 else f"{needed} or more"


def chance_line(public: PublicState, dice: Dice) -> str:
    """Chance of success and expected damage of a Hunt as far as it has come."""
    damage = float(expected_damage(public.pool, dice))
    return f"Chance of success {percent(chance_from(dice))}, expected damage {damage:.2f}."


def tile_line(public: PublicState, eye: int) -> str:
    """What a tile out of the pool brings on average."""
    parts = [f"Expected damage {float(mean_damage(public.pool, eye)):.2f}"]
    if relief := mean_relief(public.pool):
        parts.append(f"Corruption removed {float(relief):.2f}")
    parts.append(f"Reveal {percent(reveal_share(public.pool))}")
    if public.mordor is not None:
        parts.append(f"Stop {percent(stop_share(public.pool))}")
    return f"One tile of {len(public.pool)}, an Eye counting {eye}: {', '.join(parts)}."


def move_lines(public: PublicState) -> tuple[str, ...]:
    """What a movement would bring now."""
    if public.mordor is not None:
        return (tile_line(public, public.mordor_eye),)
    level, bonus, rerolls = public.shadow_dice, public.free_dice, len(public.around)
    dice = Dice(bonus=bonus, left=dice_for(level), rerolls=rerolls)
    again = f", {rerolls} re-roll{'' if rerolls == 1 else 's'}" if rerolls else ""
    words = f"A move now: {dice_words(dice.left)}, {needed_words(bonus)} succeeds{again}."
    return (words, chance_line(public, dice))
