"""The box, the set-up and the road as far as Rivendell (KNZ-001 to KNZ-009)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.quest.box import box_findings, features_of, hobbit_deck, read_box, tile_pile
from companion.games.quest.names import (
    ALL_SEATS,
    FATTY,
    FEATURE_CARDS,
    FEATURE_COUNTS,
    FRODO,
    GANDALF_CARDS,
    LIFE_TOKENS,
    MERRY,
    MORDOR,
    MORIA,
    PIPPIN,
    SAM,
    SCENARIOS,
    SHIELDS,
    SPECIAL_SHIELDS,
    STAGES,
    TOKENS,
)
from companion.games.quest.state import Task
from companion.table.values import Refusal
from tests.support.quest_table import GAME, SAMPLE, QuestPlay

HIDE = "Hobbit, white, 1 hiding"
HIDE_GREY = "Hobbit, grey, 1 hiding"
STAR = "Hobbit, grey, 1 star"
FRIEND = "Hobbit, grey, 1 friendship"
FIGHT = "Hobbit, grey, 1 fighting"


def shuffled(players: int, **options: str) -> QuestPlay:
    play = QuestPlay(players, **options)
    play.draw(77)
    return play


@pytest.mark.rule("KNZ-001")
def test_what_is_in_the_box() -> None:
    box = read_box(SAMPLE)
    assert len(ALL_SEATS) == len(GANDALF_CARDS) == 5
    assert len(SCENARIOS) == 4
    assert len(hobbit_deck(box)) == 60
    assert len(tile_pile(box)) == 23
    assert sum(box.number(f"token/{token}") for token in TOKENS) == LIFE_TOKENS == 11
    assert SHIELDS == 32
    assert sum(FEATURE_COUNTS.values()) == FEATURE_CARDS == 35
    assert [len(features_of(box, stage)) for stage in FEATURE_COUNTS] == [12, 2, 12, 4, 2, 3]
    assert box_findings(box) == ()


@pytest.mark.rule("KNZ-002")
@pytest.mark.parametrize(("level", "at"), [("introductory", 15), ("standard", 12), ("expert", 10)])
def test_sauron_begins_by_level_and_hobbits_in_the_light(level: str, at: int) -> None:
    play = QuestPlay(3, level=level)
    assert play.state.public.sauron == at
    assert [player.at for player in play.state.public.players] == [0, 0, 0]
    assert QuestPlay(2).state.public.sauron == 12


@pytest.mark.rule("KNZ-003")
def test_six_special_shields_lie_face_down_and_are_drawn_at_random() -> None:
    assert SPECIAL_SHIELDS == (1, 1, 2, 2, 3, 3)
    orders = set()
    play = QuestPlay(2)
    for face in range(12):
        play = QuestPlay(2)
        play.draw(face + 1)
        specials = play.state.hidden.specials
        assert Counter(specials) == Counter(SPECIAL_SHIELDS)
        orders.add(specials)
    assert len(orders) > 6
    play.on_board(MORIA)
    value = play.state.hidden.specials[0]
    play.tasks(Task(kind="effect", seat=SAM, text="special", count=1))
    assert play.state.hidden.shields[SAM] == value
    assert play.state.public.specials_left == 5


@pytest.mark.rule("KNZ-004")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_who_sits_by_number_of_players(players: int) -> None:
    seats = [seat.id for seat in GAME.seats_of({"players": str(players)})]
    assert seats == [FRODO, SAM, PIPPIN, MERRY, FATTY][:players]
    play = QuestPlay(players)
    assert play.state.public.bearer == play.state.public.active == FRODO
    play.on_board(MORIA)
    assert play.state.public.active == FRODO


def test_one_or_six_players_are_refused() -> None:
    for players in ("1", "6"):
        refusal = GAME.start({"players": players}, SAMPLE)
        assert isinstance(refusal, Refusal)
        assert "Two to five" in refusal.text


@pytest.mark.rule("KNZ-005")
def test_bag_end_deals_six_and_the_nazgul_wants_two_hiding_symbols() -> None:
    play = shuffled(3)
    assert [len(play.hand(seat)) for seat in play.seats] == [6, 6, 6]
    assert play.state.public.deck_left == 42
    assert play.state.public.top.items == ("hiding", "hiding")
    play.hold(SAM, HIDE, STAR, FIGHT)
    play.hold(PIPPIN, HIDE)
    refusal = play.give(PIPPIN, HIDE)
    assert refusal is not None
    assert "One player" in refusal.text
    assert play.give(SAM, HIDE, FIGHT) is not None
    assert play.give(SAM, HIDE, STAR) is None
    assert play.state.public.sauron == 12
    assert play.hand(SAM)[0] == FIGHT


@pytest.mark.rule("KNZ-005")
def test_sauron_moves_if_nobody_gives_to_the_nazgul() -> None:
    play = shuffled(2)
    assert play.tried(SAM, "refuse") is not None
    play.press(FRODO, "refuse")
    assert play.state.public.sauron == 11


@pytest.mark.rule("KNZ-005")
def test_preparations_roll_then_four_open_cards_are_shared() -> None:
    play = shuffled(2, variants="preparations")
    assert play.kind == "prepare"
    play.press(FRODO, "yes")
    play.roll(2)
    play.press(FRODO, "bear")
    assert play.at(FRODO) == 1
    shown = play.state.public.shown
    assert len(shown) == 4
    play.press(FRODO, "share", card0=SAM, card1=SAM, card2=SAM, card3=FRODO)
    assert play.hand(SAM)[-3:] == shown[:3]
    assert play.hand(FRODO)[-1] == shown[3]
    assert (len(play.hand(FRODO)), len(play.hand(SAM))) == (7, 9)
    assert shuffled(2).kind == "pay-one"
    other = shuffled(2, variants="preparations")
    other.press(FRODO, "no")
    assert other.kind == "pay-one"


@pytest.mark.rule("KNZ-006")
@pytest.mark.parametrize(
    ("players", "counts"),
    [(2, [4, 4]), (3, [4, 4, 4]), (4, [3, 3, 3, 3]), (5, [3, 3, 2, 2, 2])],
)
def test_elrond_deals_the_twelve_feature_cards(players: int, counts: list[int]) -> None:
    play = shuffled(players)
    play.press(FRODO, "refuse")
    assert [len(play.hand(seat)) - 6 for seat in play.seats] == counts
    dealt = [card for seat in play.seats for card in play.hand(seat)[6:]]
    features = Counter(features_of(play.state.box, "rivendell"))
    assert not Counter(dealt) - features


@pytest.mark.rule("KNZ-006")
def test_with_five_the_ring_bearer_and_the_left_neighbour_get_three() -> None:
    play = shuffled(5)
    play.public(bearer=MERRY)
    play.tasks(Task(kind="stage", text="rivendell"))
    assert [len(play.hand(seat)) - 6 for seat in play.seats] == [2, 2, 2, 3, 3]


@pytest.mark.rule("KNZ-006")
def test_the_council_passes_one_card_left_around_and_a_received_one_may_go_on() -> None:
    play = shuffled(3)
    play.press(FRODO, "refuse")
    play.hold(FRODO, HIDE, FRIEND)
    play.hold(SAM, FIGHT)
    play.hold(PIPPIN, STAR)
    assert play.give(SAM, FIGHT) is not None
    assert play.give(FRODO, HIDE) is None
    assert play.give(SAM, HIDE) is None
    assert play.give(PIPPIN, STAR, HIDE) is not None
    assert play.give(PIPPIN, STAR) is None
    assert sorted(play.hand(FRODO)) == sorted((FRIEND, STAR))
    assert (play.hand(SAM), play.hand(PIPPIN)) == ((FIGHT,), (HIDE,))


@pytest.mark.rule("KNZ-006")
def test_the_fellowship_gives_friendship_or_a_star_or_rolls() -> None:
    play = shuffled(3)
    play.public(agenda=())
    for seat, cards in ((FRODO, (FRIEND,)), (SAM, (STAR,)), (PIPPIN, (FIGHT,))):
        play.hold(seat, *cards)
    play.tasks(Task(kind="clause", text="each pays friendship or die"))
    assert play.give(FRODO, FRIEND) is None
    assert play.give(SAM, STAR) is None
    assert play.give(PIPPIN, FIGHT) is not None
    play.press(PIPPIN, "refuse")
    assert (play.kind, play.state.public.top.seat) == ("roll", PIPPIN)


@pytest.mark.rule("KNZ-007")
def test_lothlorien_deals_like_rivendell_and_does_what_the_owners_box_says() -> None:
    play = shuffled(4)
    before = [len(play.hand(seat)) for seat in play.seats]
    play.public(agenda=())
    play.tasks(Task(kind="stage", text="lothlorien"))
    grown = [len(play.hand(seat)) - was for seat, was in zip(play.seats, before, strict=True)]
    # Three feature cards each, and two Hobbit cards by the sample box's own text.
    assert grown == [5, 5, 5, 5]
    assert (play.kind, play.state.public.top.items) == ("pay-own", ("card",))


@pytest.mark.rule("KNZ-008")
def test_the_order_of_places() -> None:
    assert STAGES == (
        "bag-end",
        "rivendell",
        "moria",
        "lothlorien",
        "helms-deep",
        "shelobs-lair",
        "mordor",
    )
    play = shuffled(2)
    for stage in ("moria", "helms-deep", "shelobs-lair"):
        play.on_board(stage)
        play.public(agenda=(), markers=play.state.public.markers)
        for player in play.seats:
            play.player(player, tokens=dict.fromkeys(TOKENS, 1))
        play.tasks(Task(kind="scenario-end"))
        assert play.state.public.stage == STAGES[STAGES.index(stage) + 1]


@pytest.mark.rule("KNZ-009")
def test_a_scenario_board_is_set_up_anew() -> None:
    play = shuffled(3)
    play.public(bearer=PIPPIN, ring_used=True)
    play.on_board(MORIA)
    public = play.state.public
    assert public.event == 0
    assert public.markers == {"fighting": 0, "travelling": 0, "hiding": 0}
    assert public.features == features_of(play.state.box, MORIA)
    assert (public.tiles_left, public.tiles_used, public.ring_used) == (23, 0, False)
    assert (public.active, play.kind) == (PIPPIN, "reveal")
    first = play.state.hidden.tiles
    play.on_board(MORDOR)
    second = play.state.hidden.tiles
    assert Counter(first) == Counter(second)
    assert first != second
    assert set(play.state.public.markers) == {"fighting", "travelling", "hiding", "friendship"}
