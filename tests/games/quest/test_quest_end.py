"""The Ring, the end of scenarios, elimination, the mountain, scoring (KNZ-021 to KNZ-030)."""

from __future__ import annotations

import pytest

from companion.games.quest.cards import read_card
from companion.games.quest.desk import END_WORDS, Desk
from companion.games.quest.dice import ring_spaces
from companion.games.quest.names import FATTY, FRODO, MERRY, MORDOR, MORIA, PIPPIN, SAM, TOKENS
from companion.games.quest.state import Outcome, Task
from companion.table.ids import PUBLIC, SeatId
from companion.table.views import Prompt, Status
from tests.support.quest_table import QuestPlay

WHITE_FIGHT = "Hobbit, white, 1 fighting"
GREY_FIGHT = "Hobbit, grey, 1 fighting"
FULL = dict.fromkeys(TOKENS, 1)
NONE = dict.fromkeys(TOKENS, 0)


def board(players: int = 3, stage: str = MORIA, tile: str = "hiding", **options: str) -> QuestPlay:
    play = QuestPlay(players, **options)
    play.on_board(stage, tile=tile)
    return play


def revealed(players: int = 3, stage: str = MORIA, tile: str = "sundial") -> QuestPlay:
    play = board(players, stage, tile)
    play.press(FRODO, "reveal")
    return play


@pytest.mark.rule("KNZ-021")
def test_the_formula_of_the_ring() -> None:
    faces = ("blank", "eye", "three-circles", "one-circle", "two-circles", "cards")
    assert [ring_spaces(face) for face in faces] == [4, 3, 1, 3, 2, 2]


@pytest.mark.rule("KNZ-021")
@pytest.mark.parametrize(("face", "spaces"), [(1, 4), (6, 3), (4, 1)])
def test_the_ring_advances_a_line_unseen(face: int, spaces: int) -> None:
    play = revealed()
    assert play.anytime(SAM, "ring") is not None
    assert play.anytime(FRODO, "ring") is None
    play.roll(face)
    if play.kind == "suffer":
        play.press(FRODO, "bear")
    play.press(FRODO, "line:travelling")
    assert play.state.public.markers["travelling"] == spaces
    assert play.state.public.player(FRODO).tokens == NONE
    assert play.state.hidden.shields[FRODO] == 0
    assert (play.kind, play.state.public.ring_used) == ("tile", True)
    assert play.anytime(FRODO, "ring") is not None


@pytest.mark.rule("KNZ-021")
def test_when_the_ring_may_be_put_on() -> None:
    play = board(tile="hiding")
    assert play.anytime(FRODO, "ring") is not None
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    assert play.kind == "cards"
    assert play.anytime(FRODO, "ring") is None
    play.roll(1)
    play.press(FRODO, "line:fighting")
    assert play.kind == "cards"
    play.on_board(MORDOR)
    assert play.state.public.ring_used is False


@pytest.mark.rule("KNZ-021", "KNZ-033")
def test_cards_that_limit_the_damage_do_not_change_the_spaces_of_the_ring() -> None:
    play = revealed()
    play.hold(SAM, "Mithril, yellow", "Belt, yellow")
    assert play.anytime(FRODO, "ring") is None
    assert play.anytime(SAM, "yellow:Belt") is not None
    play.roll(4)
    assert play.anytime(SAM, "yellow:Mithril") is None
    assert (play.at(FRODO), play.kind) == (0, "ring-move")
    play.press(FRODO, "line:fighting")
    assert play.state.public.markers["fighting"] == 1


@pytest.mark.rule("KNZ-022")
def test_the_last_space_of_the_main_line_ends_the_scenario() -> None:
    play = board(tile="fighting")
    play.set_markers(fighting=9)
    for seat in play.seats:
        play.player(seat, tokens=FULL)
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    assert play.state.public.stage == "lothlorien"
    assert play.state.public.score == 10
    assert play.state.public.specials_left == 5


@pytest.mark.rule("KNZ-022")
def test_the_last_event_ends_the_scenario() -> None:
    play = revealed()
    play.public(event=5)
    for seat in play.seats:
        play.player(seat, tokens=FULL)
    play.press(FRODO, "go")
    play.press(FRODO, "go")
    assert play.state.public.stage == "lothlorien"
    assert play.state.public.sauron == 11


@pytest.mark.rule("KNZ-022")
def test_the_ring_or_guidance_may_end_it_before_the_tile_is_acted_on() -> None:
    play = revealed()
    play.set_markers(fighting=7)
    assert play.anytime(FRODO, "ring") is None
    play.roll(1)
    play.press(FRODO, "line:fighting")
    assert (play.kind, play.state.public.event) == ("lack", 0)
    play = revealed()
    play.set_markers(fighting=8)
    play.shields(SAM, 5)
    assert play.anytime(SAM, "call-gandalf") is None
    play.press(FRODO, "use:guidance", whom=FRODO, line="fighting")
    assert (play.kind, play.state.public.event) == ("lack", 0)
    assert play.state.public.specials_left == 5


@pytest.mark.rule("KNZ-023", "KNZ-031")
def test_each_missing_life_token_is_a_step_and_merry_needs_one_fewer() -> None:
    play = board(4)
    held = {
        FRODO: {"heart": 3, "sun": 0, "ring": 1},
        SAM: NONE,
        PIPPIN: FULL,
        MERRY: {"heart": 0, "sun": 0, "ring": 1},
    }
    for seat, tokens in held.items():
        play.player(seat, tokens=tokens)
    play.public(agenda=())
    play.tasks(Task(kind="scenario-end"))
    for seat in (FRODO, SAM, MERRY):
        assert (play.kind, play.state.public.top.seat) == ("lack", seat)
        play.press(seat, "bear")
    assert [play.at(seat) for seat in play.seats] == [1, 3, 0, 1]
    play = board(4)
    play.player(MERRY, tokens=NONE)
    play.tasks(Task(kind="lack", seat=MERRY, text="end"))
    play.press(MERRY, "bear")
    assert play.at(MERRY) == 2


def after_scenario(players: int, bearer: SeatId, rings: dict[SeatId, int]) -> QuestPlay:
    play = board(players)
    play.public(bearer=bearer, agenda=())
    for seat in play.seats:
        play.player(seat, tokens={"heart": 1, "sun": 1, "ring": rings.get(seat, 0)})
    before = {seat: len(play.hand(seat)) for seat in play.seats}
    play.tasks(Task(kind="new-bearer"))
    drawn = {seat: len(play.hand(seat)) - before[seat] for seat in play.seats}
    play.public(last_face=",".join(f"{seat}{drawn[seat]}" for seat in play.seats))
    return play


@pytest.mark.rule("KNZ-024")
@pytest.mark.parametrize(
    ("bearer", "rings", "wanted"),
    [
        (FRODO, {SAM: 1, PIPPIN: 2}, PIPPIN),
        (FRODO, {FRODO: 2, SAM: 1}, FRODO),
        (FRODO, {FRODO: 2, PIPPIN: 2}, PIPPIN),
        (PIPPIN, {FRODO: 1, SAM: 1}, FRODO),
        (FRODO, {}, SAM),
        (MERRY, {SAM: 1, PIPPIN: 1}, SAM),
    ],
)
def test_who_has_most_ring_tokens_is_the_ring_bearer(
    bearer: SeatId, rings: dict[SeatId, int], wanted: SeatId
) -> None:
    play = after_scenario(4, bearer, rings)
    assert play.state.public.bearer == wanted
    assert all(player.tokens == NONE for player in play.state.public.players)
    assert play.state.public.tokens == {"heart": 4, "sun": 4, "ring": 3}


@pytest.mark.rule("KNZ-024", "KNZ-031")
def test_the_ring_bearer_draws_two_and_fatty_draws_two() -> None:
    play = after_scenario(5, FRODO, {SAM: 1})
    assert play.state.public.last_face == "frodo0,sam2,pippin0,merry0,fatty2"
    both = after_scenario(5, FRODO, {FATTY: 1})
    assert both.state.public.last_face == "frodo0,sam0,pippin0,merry0,fatty4"


@pytest.mark.rule("KNZ-025")
def test_an_empty_deck_is_made_of_the_hobbit_cards_among_the_discards() -> None:
    play = board()
    discards = (GREY_FIGHT, "Gimli, white, 2 fighting", "Mithril, yellow", WHITE_FIGHT)
    play.hidden(deck=(GREY_FIGHT,), discard=discards)
    play.hold(SAM)
    play.tasks(Task(kind="effect", seat=SAM, text="draw", count=2))
    assert len(play.hand(SAM)) == 2
    assert len(play.state.hidden.deck) == 1
    assert play.state.hidden.discard == ()
    play.tasks(Task(kind="effect", seat=SAM, text="draw", count=4))
    assert len(play.hand(SAM)) == 3
    assert all(read_card(card).is_hobbit for card in play.hand(SAM))


@pytest.mark.rule("KNZ-026")
@pytest.mark.parametrize("steps", [2, 5])
def test_on_or_past_saurons_space_a_hobbit_is_out_at_once(steps: int) -> None:
    play = board()
    play.public(sauron=4)
    play.player(SAM, at=2, tokens=FULL)
    play.shields(SAM, 3)
    play.hold(SAM, GREY_FIGHT, WHITE_FIGHT)
    play.tasks(Task(kind="effect", seat=SAM, text="dark", count=steps))
    player = play.state.public.player(SAM)
    assert (player.out, player.cards, player.tokens) == (True, 0, NONE)
    assert play.hand(SAM) == ()
    assert play.state.hidden.shields[SAM] == 3
    assert play.outcome == ""
    assert play.tried(SAM, "reveal") is not None
    assert play.anytime(SAM, "call-gandalf") is not None


@pytest.mark.rule("KNZ-026")
def test_sauron_who_reaches_a_hobbit_catches_it() -> None:
    play = board()
    play.public(sauron=4)
    play.player(PIPPIN, at=3)
    play.tasks(Task(kind="effect", seat=FRODO, text="sauron", count=1))
    assert play.state.public.player(PIPPIN).out


@pytest.mark.rule("KNZ-026")
def test_who_cannot_pay_gives_all_and_is_out_but_who_can_must() -> None:
    play = board()
    play.hold(SAM, GREY_FIGHT)
    play.tasks(Task(kind="discard", seat=SAM, count=2))
    assert play.state.public.player(SAM).out
    assert play.state.hidden.discard[-1] == GREY_FIGHT
    play.hold(PIPPIN, WHITE_FIGHT)
    play.tasks(Task(kind="clause", text="each pays fighting or out"))
    play.hold(FRODO, GREY_FIGHT)
    assert play.tried(FRODO, "refuse") is not None
    assert play.give(FRODO, GREY_FIGHT) is None
    play.hold(PIPPIN, "Hobbit, white, 1 hiding")
    play.press(PIPPIN, "refuse")
    assert play.state.public.player(PIPPIN).out


@pytest.mark.rule("KNZ-027")
def test_an_evil_tile_is_executed_without_its_player_who_reveals_no_more() -> None:
    play = revealed(tile="sundial")
    play.public(bearer=SAM)
    play.tasks(Task(kind="effect", seat=FRODO, text="out", count=1))
    assert (play.kind, play.state.public.top.seat) == ("tile", SAM)
    play.press(SAM, "go")
    play.press(SAM, "go")
    play.press(SAM, "refuse")
    assert play.state.public.event == 1
    assert (play.kind, play.state.public.active) == ("reveal", SAM)


@pytest.mark.rule("KNZ-027")
def test_an_each_player_event_goes_on_after_an_elimination() -> None:
    play = board(4)
    play.public(bearer=MERRY, sauron=3)
    for seat in (FRODO, SAM):
        play.player(seat, at=2)
    play.player(PIPPIN, at=0)
    play.tasks(Task(kind="clause", text="each dark 1"))
    assert [player.out for player in play.state.public.players] == [True, True, False, False]
    assert [play.at(PIPPIN), play.at(MERRY)] == [1, 1]
    assert play.state.public.active == PIPPIN


@pytest.mark.rule("KNZ-028", "KNZ-030")
def test_the_game_ends_with_the_ring_bearer_and_scores_the_main_line() -> None:
    play = board(3, MORDOR)
    # Sample: 52 is the eighth space of Mordor's main line.
    play.set_markers(travelling=7)
    play.shields(SAM, 9)
    play.tasks(Task(kind="choose-line", seat=FRODO))
    play.press(FRODO, "line:travelling")
    assert play.state.public.score == 52
    play.tasks(Task(kind="effect", seat=FRODO, text="dark", count=20))
    assert play.outcome == "bearer"
    assert dict(play.state.public.scores) == {FRODO: 52, SAM: 52, PIPPIN: 52}
    assert play.kind == "over"


@pytest.mark.rule("KNZ-028")
def test_the_big_eye_ends_the_game_and_cannot_be_avoided() -> None:
    play = revealed(3, MORDOR)
    play.public(event=5)
    play.shields(SAM, 5)
    play.press(FRODO, "go")
    assert play.kind == "occur"
    assert play.anytime(SAM, "call-gandalf") is None
    assert play.tried(FRODO, "use:magic", whom=FRODO) is not None
    play.press(FRODO, "use:persistence", whom=FRODO)
    play.press(FRODO, "go")
    assert play.outcome == "eye"


def at_doom(players: int = 3, **options: str) -> QuestPlay:
    play = board(players, MORDOR, "travelling", **options)
    play.set_markers(travelling=13)
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    assert play.state.public.at_doom
    assert play.kind == "roll"
    return play


@pytest.mark.rule("KNZ-029", "KNZ-030")
def test_destroyed_scores_sixty_and_all_shields_as_in_the_rulebook() -> None:
    play = at_doom()
    special = play.state.hidden.specials[0]
    play.shields(FRODO, 10)
    play.shields(SAM, 12)
    play.shields(PIPPIN, 3 - special)
    play.roll(1)
    assert play.outcome == "destroyed"
    assert play.state.hidden.shields[FRODO] == 10 + special
    assert set(play.state.public.scores.values()) == {85}


@pytest.mark.rule("KNZ-029")
def test_the_die_goes_on_to_the_next_player_even_from_the_ring_bearer() -> None:
    play = at_doom()
    for seat in play.seats:
        play.player(seat, at=play.state.public.sauron - 1)
    play.roll(2)
    play.press(FRODO, "bear")
    assert play.state.public.player(FRODO).out
    assert play.outcome == ""
    assert (play.kind, play.state.public.top.seat) == ("roll", SAM)
    play.roll(1)
    assert play.outcome == "destroyed"
    assert FRODO in play.state.public.scores


@pytest.mark.rule("KNZ-030")
def test_all_who_fail_on_the_mountain_score_sixty() -> None:
    play = at_doom()
    for seat in play.seats:
        play.player(seat, at=play.state.public.sauron - 1)
        play.shields(seat, 7)
    for seat in play.seats:
        play.roll(2)
        play.press(seat, "bear")
    assert play.outcome == "failed"
    assert set(play.state.public.scores.values()) == {60}


@pytest.mark.rule("KNZ-029")
def test_the_next_player_goes_if_the_active_one_was_just_eliminated() -> None:
    play = board(3, MORDOR, "travelling")
    play.public(bearer=PIPPIN, markers={**play.state.public.markers, "travelling": 14})
    play.tasks(Task(kind="effect", seat=FRODO, text="out", count=1))
    play.public(agenda=())
    play.tasks(Task(kind="mountain"))
    assert (play.kind, play.state.public.active) == ("roll", SAM)


@pytest.mark.rule("KNZ-034")
def test_the_ring_passes_left_if_its_bearer_cannot_pay_but_is_nearer_the_light() -> None:
    for variants, outcome in (("", "bearer"), ("passing", "")):
        play = board(3, variants=variants)
        play.hold(FRODO)
        play.tasks(Task(kind="discard", seat=FRODO, count=2))
        assert play.outcome == outcome
        assert play.state.public.bearer == (SAM if variants else FRODO)
    play = board(3, variants="passing")
    play.tasks(Task(kind="effect", seat=FRODO, text="dark", count=20))
    assert play.outcome == "bearer"


@pytest.mark.rule("KNZ-034")
def test_turns_may_go_on_clockwise_from_board_to_board() -> None:
    for variants, first in (("", FRODO), ("clockwise", PIPPIN)):
        play = board(3, variants=variants)
        play.public(active=SAM, agenda=())
        play.tasks(Task(kind="stage", text="helms-deep"))
        assert play.state.public.active == first


@pytest.mark.rule("KNZ-034", "KNZ-030")
def test_played_competitively_each_scores_with_own_shields() -> None:
    play = at_doom(3, variants="competitive")
    special = play.state.hidden.specials[0]
    play.shields(FRODO, 0)
    play.shields(SAM, 9)
    play.roll(1)
    assert dict(play.state.public.scores) == {FRODO: 60 + special, SAM: 69, PIPPIN: 60}


@pytest.mark.rule("KNZ-034")
@pytest.mark.parametrize(
    ("variants", "rings", "scores"),
    [
        ("competitive,traitor", 3, {FRODO: 44, SAM: 0, PIPPIN: 0}),
        ("competitive,traitor", 2, {FRODO: 44, SAM: 44, PIPPIN: 44}),
        ("competitive", 3, {FRODO: 44, SAM: 44, PIPPIN: 44}),
    ],
)
def test_a_ring_bearer_with_three_ring_tokens_joins_sauron(
    variants: str, rings: int, scores: dict[SeatId, int]
) -> None:
    play = board(3, MORDOR, variants=variants)
    play.public(score=44)
    play.player(FRODO, tokens={"heart": 0, "sun": 0, "ring": rings})
    play.tasks(Task(kind="effect", seat=FRODO, text="dark", count=20))
    assert dict(play.state.public.scores) == scores
    assert (play.state.public.joined == FRODO) == (scores[SAM] == 0)


@pytest.mark.rule("KNZ-028")
@pytest.mark.parametrize("outcome", ["destroyed", "failed", "bearer", "eye"])
def test_every_screen_says_how_the_game_ended(outcome: Outcome) -> None:
    play = QuestPlay(3)
    play.on_board(MORDOR)
    desk = Desk(play.state)
    desk.end(outcome)
    play.state = desk.state
    play.public(agenda=(Task(kind="over"),))
    for viewer in (*play.seats, PUBLIC):
        view = play.view(viewer)
        status, prompt = (view.regions[number].widgets[0] for number in (0, 1))
        assert isinstance(status, Status)
        assert isinstance(prompt, Prompt)
        assert status.verdict == prompt.sentence == END_WORDS[outcome]
        assert len(prompt.detail) == 3, "the points of each player"
