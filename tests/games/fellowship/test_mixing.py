"""Mixed cards: their places tell nothing of who they are (house law 3)."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from companion.games.fellowship.events.combat import fight_work
from companion.games.fellowship.facts.card_sides import BLANK
from companion.games.fellowship.play.blind_draw import POOL, drawn_sides, pool_of
from companion.games.fellowship.rules.mixing import mixed_cards, mixed_faces
from companion.table.events import Seal, SecretsBound
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_fights import at_fight, begun, cover

FACES = st.lists(st.sampled_from(("Man", "Hobbit", "Elf", BLANK)), min_size=1, max_size=9)
LOTS = [f"{number:064x}" for number in range(400)]


@given(FACES, st.text(min_size=1), st.randoms(use_true_random=False))
def test_places_depend_on_what_is_seen_alone(
    faces: list[str], lot: str, source: random.Random
) -> None:
    """However the cards lay before, and whoever is behind the faces."""
    mixed = mixed_faces(faces, lot, "one")
    assert sorted(mixed) == sorted(faces)
    other = list(faces)
    source.shuffle(other)
    assert mixed_faces(other, lot, "one") == mixed
    cards = {f"card {number}": face for number, face in enumerate(faces)}
    renamed = {f"other {number}": face for number, face in enumerate(other)}
    for named in (cards, renamed):
        assert tuple(named[card] for card in mixed_cards(named, lot, "one")) == mixed


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    cards = dict.fromkeys(("Aragorn", "Boromir", "Bree Man", "Rohan Man"), "Man")
    first = Counter(mixed_cards(cards, lot, "one")[0] for lot in LOTS)
    assert set(first) == set(cards)
    assert min(first.values()) > len(LOTS) / 8


def test_each_mixing_is_another() -> None:
    cards = dict.fromkeys("abcdef", "Man")
    assert len({mixed_cards(cards, LOTS[1], f"fight {number}") for number in range(50)}) > 40


def test_a_drawn_place_does_not_tell_how_many_cards_a_group_has() -> None:
    """Of two cards and seven blanks every place is as likely to hold a card as any other."""
    held = Counter(
        place
        for lot in LOTS
        for place in range(1, POOL + 1)
        if not drawn_sides(["Aragorn", "Frodo"], (place,), lot, "draw")[BLANK]
    )
    assert set(held) == set(range(1, POOL + 1))
    assert max(held.values()) < 2 * min(held.values())


def test_the_same_lot_draws_the_same_sides_whoever_is_behind_them() -> None:
    one = pool_of(["Aragorn", "Frodo"], LOTS[3], "draw")
    assert pool_of(["Sam", "Boromir"], LOTS[3], "draw") == one
    assert pool_of(["Frodo", "Aragorn"], LOTS[3], "draw") == one


def bound(play: Play, lot: str) -> None:
    """A fixed public point has passed."""
    seals = tuple(Seal(seat=seat, salt=lot, digest="") for seat in (FP, EP))
    play.state = GAME.evolve(play.state, SecretsBound(point="here", seals=seals))


def test_a_row_that_is_laid_in_one_go_is_mixed() -> None:
    group = ("Frodo", "Aragorn", "Legolas", "Boromir", "Sam")
    rows = set()
    who = Counter[str]()
    for lot in LOTS[:30]:
        play = at_fight(group, ("Witch-king",))
        bound(play, lot)
        begun(play)
        cover(play, EP, "front:Witch-king")
        play.press(EP, "ready")
        cover(play, FP, "rest")
        play.press(FP, "ready")
        work, hand = fight_work(play.state.public), play.state.hidden[FP].fight
        assert work is not None
        assert hand is not None
        rows.add(tuple(one.card for one in work.battle.front("fellowship")))
        who[hand.tokens["f1"]] += 1
    assert len(rows) > 5
    assert len(who) == len(group)
