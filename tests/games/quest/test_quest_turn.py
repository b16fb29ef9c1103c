"""A turn on a scenario board: tiles, events, cards, spaces (KNZ-010 to KNZ-020)."""

from __future__ import annotations

import pytest

from companion.games.quest.cards import can_pay, read_card, still_needed
from companion.games.quest.names import FRODO, MORDOR, MORIA, PIPPIN, SAM, TILES
from companion.games.quest.state import Task
from companion.table.ids import PUBLIC
from companion.table.views import Log, Prompt
from tests.support.quest_table import QuestPlay, encoded

WHITE_FIGHT = "Hobbit, white, 1 fighting"
GREY_FIGHT = "Hobbit, grey, 1 fighting"
GREY_HIDE = "Hobbit, grey, 1 hiding"
WHITE_HIDE = "Hobbit, white, 1 hiding"
GREY_FRIEND = "Hobbit, grey, 1 friendship"
GREY_STAR = "Hobbit, grey, 1 star"
GIMLI = "Gimli, white, 2 fighting"
BOOK = "Book, grey, 2 star"


def board(players: int = 3, stage: str = MORIA, tile: str = "hiding") -> QuestPlay:
    play = QuestPlay(players)
    play.on_board(stage, tile=tile)
    return play


def shown(play: QuestPlay, tile: str) -> None:
    """Put a tile on top, turn it over and carry it out."""
    play.next_tile(tile)
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")


def at_cards(*cards: str, stage: str = MORIA, players: int = 3) -> QuestPlay:
    """Frodo has carried out an activity tile and holds these cards."""
    play = board(players, stage)
    play.hold(FRODO, *cards)
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    return play


@pytest.mark.rule("KNZ-010", "KNZ-016")
def test_tiles_are_revealed_until_an_activity_tile_advances_a_line() -> None:
    play = board(tile="bearer")
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    assert play.at(FRODO) == 1
    assert play.kind == "reveal"
    shown(play, "travelling")
    assert play.kind == "cards"
    assert play.state.public.revealed == ("bearer", "travelling")
    assert play.state.public.markers["travelling"] == 1


@pytest.mark.rule("KNZ-017", "KNZ-020")
def test_the_tree_tile_of_the_rulebook_gives_a_ring_token_in_moria() -> None:
    play = board(tile="hiding")
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    assert play.state.public.markers["hiding"] == 1
    assert play.state.public.player(FRODO).tokens["ring"] == 1
    assert play.kind == "cards"


@pytest.mark.rule("KNZ-018", "KNZ-016")
def test_the_sundial_of_the_rulebook_in_moria() -> None:
    for gift in ((GREY_FRIEND, GREY_STAR), (BOOK,), (GREY_STAR, GREY_STAR)):
        play = board(tile="sundial")
        play.hold(SAM, *gift)
        play.press(FRODO, "reveal")
        play.press(FRODO, "go")
        assert play.state.public.event == 1
        play.press(FRODO, "go")
        assert set(play.state.public.top.items) == {"friendship", "star"}
        assert play.give(SAM, *gift) is None
        assert (play.state.public.sauron, play.kind) == (12, "reveal")
    play = board(tile="sundial")
    play.hold(SAM, GREY_FRIEND, GREY_FRIEND)
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    play.press(FRODO, "go")
    assert play.give(SAM, GREY_FRIEND, GREY_FRIEND) is not None
    play.press(FRODO, "refuse")
    assert (play.state.public.sauron, play.kind) == (11, "reveal")


@pytest.mark.rule("KNZ-012")
def test_the_white_gimli_card_and_the_grey_tree_of_the_rulebook() -> None:
    play = at_cards(GIMLI, GREY_HIDE)
    assert play.play(FRODO, GIMLI) is None
    assert play.state.public.markers["fighting"] == 2
    assert play.state.hidden.shields[FRODO] == 1
    assert play.play(FRODO, GREY_HIDE) is None
    assert play.state.public.markers["hiding"] == 2
    assert play.state.hidden.shields[FRODO] == 2
    assert play.kind == "cards"
    assert play.play(FRODO, GREY_HIDE) is not None


@pytest.mark.rule("KNZ-011")
def test_two_cards_are_one_white_and_one_grey() -> None:
    play = at_cards(GREY_FIGHT, GREY_HIDE, WHITE_FIGHT)
    assert play.play(FRODO, GREY_FIGHT) is None
    refusal = play.play(FRODO, GREY_HIDE)
    assert refusal is not None
    assert refusal.code == "rule"
    assert play.play(FRODO, WHITE_FIGHT, "fighting") is None


@pytest.mark.rule("KNZ-011")
def test_instead_of_cards_two_are_drawn_or_the_hobbit_steps_back() -> None:
    play = at_cards(GREY_FIGHT)
    play.press(FRODO, "draw")
    assert len(play.hand(FRODO)) == 3
    assert (play.kind, play.state.public.active) == ("reveal", SAM)
    play = at_cards(GREY_FIGHT)
    play.player(FRODO, at=3)
    play.press(FRODO, "back")
    assert play.at(FRODO) == 2
    assert play.state.public.active == SAM
    play = at_cards(GREY_FIGHT)
    assert play.play(FRODO, GREY_FIGHT) is None
    assert play.tried(FRODO, "draw") is not None
    assert play.tried(FRODO, "back") is not None


@pytest.mark.rule("KNZ-012")
def test_the_die_of_a_space_is_rolled_last_and_before_the_next_card() -> None:
    play = at_cards("Axe, grey, 3 fighting", WHITE_HIDE)
    play.set_markers(fighting=3)
    assert play.play(FRODO, "Axe, grey, 3 fighting") is None
    # Spaces 4 to 6 of the sample: shield, die, shield.
    assert play.state.hidden.shields[FRODO] == 2
    assert play.kind == "roll"
    assert play.play(FRODO, WHITE_HIDE, "hiding") is not None
    play.roll(1)
    assert play.play(FRODO, WHITE_HIDE, "hiding") is None


@pytest.mark.rule("KNZ-013")
def test_stars_of_one_card_serve_one_line_but_different_needs() -> None:
    play = at_cards(BOOK)
    assert play.play(FRODO, BOOK, "friendship") is not None
    assert play.play(FRODO, BOOK, "travelling") is None
    assert play.state.public.markers == {"fighting": 0, "travelling": 2, "hiding": 1}
    assert still_needed(("friendship", "hiding"), (BOOK,), SAM) == ((), True)
    assert still_needed(("friendship", "star"), (GREY_STAR, GREY_FRIEND), SAM) == ((), True)
    assert still_needed(("star",), (GREY_FRIEND,), SAM) == (("star",), False)


@pytest.mark.rule("KNZ-014")
def test_a_card_without_its_line_does_nothing_and_any_card_may_be_discarded() -> None:
    play = at_cards(GREY_FRIEND, "Lamp, white, 2 fighting")
    before = play.state.public.markers
    assert play.play(FRODO, GREY_FRIEND) is None
    assert play.state.public.markers == before
    play.set_markers(fighting=10)
    assert play.play(FRODO, "Lamp, white, 2 fighting") is None
    assert play.state.public.markers["fighting"] == 10
    play.hold(SAM, GREY_FIGHT, GREY_FIGHT)
    assert play.give(SAM, GREY_FIGHT, action="discard") is None
    assert play.hand(SAM) == (GREY_FIGHT,)
    assert play.kind == "cards"


@pytest.mark.rule("KNZ-015")
def test_of_the_open_piles_only_the_top_is_seen_once_the_turn_is_over() -> None:
    play = at_cards("Lamp, white, 2 fighting", GREY_HIDE)
    assert play.play(FRODO, "Lamp, white, 2 fighting") is None
    assert play.play(FRODO, GREY_HIDE) is None
    assert b"Lamp" in encoded(play.state, PUBLIC)
    play.press(FRODO, "done")
    assert play.state.hidden.discard[-2:] == ("Lamp, white, 2 fighting", GREY_HIDE)
    assert b"Lamp" not in encoded(play.state, PUBLIC)
    assert play.state.public.card_top == GREY_HIDE
    assert play.state.public.tile_top == "hiding"
    lines = [
        line.text
        for region in play.view().regions
        for widget in region.widgets
        if isinstance(widget, Log)
        for line in widget.lines
    ]
    assert "Frodo plays a card." in lines


@pytest.mark.rule("KNZ-016")
def test_one_hobbit_moves_two_steps_or_sauron_one() -> None:
    play = board(tile="volunteer")
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    play.press(SAM, "volunteer")
    assert (play.at(SAM), play.state.public.sauron, play.kind) == (2, 12, "reveal")
    shown(play, "volunteer")
    assert play.tried(SAM, "nobody") is not None
    play.press(FRODO, "nobody")
    assert (play.state.public.sauron, play.kind) == (11, "reveal")


@pytest.mark.rule("KNZ-016")
def test_three_cards_of_any_players_hold_the_sundial() -> None:
    play = board(tile="sundial-cards")
    for seat in (FRODO, SAM, PIPPIN):
        play.hold(seat, GREY_FIGHT, "Mithril, yellow")
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    assert play.give(SAM, GREY_FIGHT, "Mithril, yellow") is None
    assert play.give(PIPPIN, GREY_FIGHT, "Mithril, yellow") is not None
    assert play.give(PIPPIN, GREY_FIGHT) is None
    assert (play.state.public.event, play.kind) == (0, "reveal")
    shown(play, "sundial-cards")
    play.press(FRODO, "refuse")
    assert play.state.public.event == 1


@pytest.mark.rule("KNZ-016")
def test_a_card_a_token_and_a_shield_hold_the_sundial() -> None:
    play = board(tile="sundial-goods")
    play.hold(SAM, GREY_FIGHT)
    play.shields(PIPPIN, 1)
    play.player(FRODO, tokens={"heart": 1, "sun": 0, "ring": 0})
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    assert play.tried(SAM, "shield") is not None
    assert play.tried(FRODO, "token:sun") is not None
    play.press(FRODO, "token:heart")
    play.press(PIPPIN, "shield")
    assert play.tried(PIPPIN, "shield") is not None
    assert play.give(SAM, GREY_FIGHT) is None
    assert (play.state.public.event, play.kind) == (0, "reveal")
    assert play.state.hidden.shields[PIPPIN] == 0


@pytest.mark.rule("KNZ-017")
def test_a_tile_without_its_line_advances_another_of_choice() -> None:
    play = board(tile="friendship")
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    assert play.kind == "choose-line"
    assert play.tried(FRODO, "line:friendship") is not None
    play.press(FRODO, "line:travelling")
    assert play.state.public.markers["travelling"] == 1
    assert play.kind == "cards"
    play = board(tile="hiding")
    play.set_markers(hiding=6)
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    assert play.kind == "choose-line"
    assert play.tried(FRODO, "line:hiding") is not None


@pytest.mark.rule("KNZ-018")
@pytest.mark.parametrize("symbol", ["fighting", "star"])
def test_a_revealed_card_sets_the_symbol_and_a_star_wants_stars(symbol: str) -> None:
    play = board()
    play.hidden(deck=(f"Hobbit, grey, 1 {symbol}", *play.state.hidden.deck))
    play.tasks(Task(kind="clause", text="group pays 2 revealed or sauron 1"))
    assert play.state.public.top.items == (symbol, symbol)
    play.hold(SAM, GREY_FIGHT, GREY_FIGHT, GREY_STAR)
    assert (play.give(SAM, GREY_FIGHT) is None) == (symbol == "fighting")
    assert play.give(SAM, GREY_STAR) is None
    assert play.state.hidden.discard[0] == f"Hobbit, grey, 1 {symbol}"


@pytest.mark.rule("KNZ-018")
def test_every_kind_of_clause_concerns_whom_it_names() -> None:
    play = board(3, MORDOR)
    play.public(bearer=SAM)
    play.tasks(Task(kind="clause", text="bearer dark 2"))
    assert [play.at(seat) for seat in play.seats] == [0, 2, 0]
    play.tasks(Task(kind="clause", text="each light"))
    assert play.at(SAM) == 1
    play.player(PIPPIN, tokens={"heart": 0, "sun": 1, "ring": 0})
    play.tasks(Task(kind="clause", text="each lack sun"))
    play.press(play.state.public.top.seat, "bear")
    play.press(play.state.public.top.seat, "bear")
    assert play.at(PIPPIN) == 0
    assert (play.at(FRODO), play.at(SAM)) == (1, 2)
    play.hold(PIPPIN, GREY_FIGHT)
    play.tasks(Task(kind="effect", seat=PIPPIN, text="discard", count=1))
    assert play.give(PIPPIN, GREY_FIGHT) is None


@pytest.mark.rule("KNZ-019")
@pytest.mark.parametrize(
    ("face", "sauron", "at"), [(1, 12, 0), (2, 12, 1), (3, 12, 2), (4, 12, 3), (6, 11, 0)]
)
def test_what_the_die_does(face: int, sauron: int, at: int) -> None:
    play = board()
    play.tasks(Task(kind="roll", seat=PIPPIN))
    play.roll(face)
    if play.kind == "suffer":
        play.press(PIPPIN, "bear")
    assert (play.state.public.sauron, play.at(PIPPIN), play.kind) == (sauron, at, "reveal")


@pytest.mark.rule("KNZ-019")
def test_the_die_may_cost_two_cards() -> None:
    play = board()
    play.hold(PIPPIN, GREY_FIGHT, GREY_HIDE, GREY_STAR)
    play.tasks(Task(kind="roll", seat=PIPPIN))
    play.roll(5)
    play.press(PIPPIN, "bear")
    assert play.give(PIPPIN, GREY_FIGHT) is not None
    assert play.give(PIPPIN, GREY_FIGHT, GREY_STAR) is None
    assert play.hand(PIPPIN) == (GREY_HIDE,)


@pytest.mark.rule("KNZ-020")
def test_what_spaces_give() -> None:
    play = board(3, "moria")
    play.player(SAM, at=2)
    shields = play.state.hidden.shields[SAM]
    for effect in ("shield", "heart", "sun", "light"):
        play.tasks(Task(kind="effect", seat=SAM, text=effect, count=1))
    play.tasks(Task(kind="effect", seat=SAM, text="feature", count=2))
    assert play.state.hidden.shields[SAM] == shields + 1
    assert play.state.public.player(SAM).tokens == {"heart": 1, "sun": 1, "ring": 0}
    assert play.at(SAM) == 1
    assert "Belt, yellow" in play.hand(SAM)
    assert "Belt, yellow" not in play.state.public.features
    play.player(SAM, at=0)
    play.tasks(Task(kind="effect", seat=SAM, text="light", count=1))
    assert play.at(SAM) == 0
    play.tasks(Task(kind="effect", seat=SAM, text="die", count=1))
    assert (play.kind, play.state.public.top.seat) == ("roll", SAM)


def test_tokens_run_out() -> None:
    play = board(5)
    for seat in play.seats:
        play.tasks(Task(kind="effect", seat=seat, text="ring", count=1))
    rings = [play.state.public.player(seat).tokens["ring"] for seat in play.seats]
    assert rings == [1, 1, 1, 0, 0]


def test_used_tiles_are_shuffled_when_none_is_left() -> None:
    play = board()
    play.hidden(tiles=(), used_tiles=TILES)
    play.public(tiles_left=0, tiles_used=len(TILES))
    play.press(FRODO, "reveal")
    assert play.kind == "tile"
    assert play.state.public.tiles_left == len(TILES) - 1


def test_who_can_pay_by_hand() -> None:
    assert can_pay(("fighting", "card"), (GREY_FIGHT, GREY_HIDE), SAM)
    assert not can_pay(("fighting", "fighting"), (GREY_FIGHT, GREY_HIDE), SAM)
    assert read_card("Gimli, white, 2 fighting").count == 2


def test_an_answer_to_a_question_that_is_gone_is_stale() -> None:
    play = board()
    gone = play.prompt_id
    play.press(FRODO, "reveal")
    prompts = [
        widget
        for region in play.view(FRODO).regions
        for widget in region.widgets
        if isinstance(widget, Prompt)
    ]
    assert prompts[0].id != gone
    assert play.tried(SAM, "go") is not None
