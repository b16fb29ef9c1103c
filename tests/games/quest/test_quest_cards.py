"""Characters, Gandalf, yellow cards (KNZ-031 to KNZ-033)."""

from __future__ import annotations

import pytest

from companion.games.quest.cards import still_needed
from companion.games.quest.names import FRODO, GANDALF_CARDS, GUIDANCE, MORIA, PIPPIN, SAM, TOKENS
from companion.games.quest.state import Task
from companion.table.ids import PUBLIC, SeatId
from tests.support.quest_table import QuestPlay, encoded

WHITE_FIGHT = "Hobbit, white, 1 fighting"
GREY_FIGHT = "Hobbit, grey, 1 fighting"
GREY_HIDE = "Hobbit, grey, 1 hiding"
GOLLUM = "Gollum, grey, 3 star"


def board(tile: str = "hiding", players: int = 3) -> QuestPlay:
    play = QuestPlay(players)
    play.on_board(MORIA, tile=tile)
    return play


def yellow(play: QuestPlay, name: str, **inputs: str) -> None:
    """Pippin uses a yellow card."""
    play.hold(PIPPIN, *play.hand(PIPPIN), f"{name}, yellow")
    assert play.anytime(PIPPIN, f"yellow:{name}", **inputs) is None
    assert f"{name}, yellow" not in play.hand(PIPPIN)


@pytest.mark.rule("KNZ-031")
def test_frodos_white_hobbit_cards_are_jokers_and_sams_are_not() -> None:
    assert still_needed(("star",), (WHITE_FIGHT,), FRODO) == ((), True)
    assert still_needed(("star",), (WHITE_FIGHT,), SAM) == (("star",), False)
    assert still_needed(("star",), (GREY_FIGHT,), FRODO) == (("star",), False)
    assert still_needed(("star",), ("Boat, white, 1 hiding",), FRODO) == (("star",), False)
    play = board()
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    play.hold(FRODO, WHITE_FIGHT)
    assert play.play(FRODO, WHITE_FIGHT, "travelling") is None
    assert play.state.public.markers["travelling"] == 1


@pytest.mark.rule("KNZ-031")
@pytest.mark.parametrize("face", [2, 3, 4])
def test_sam_moves_one_step_at_most(face: int) -> None:
    play = board()
    play.tasks(Task(kind="roll", seat=SAM))
    play.roll(face)
    play.press(SAM, "bear")
    assert play.at(SAM) == 1


@pytest.mark.rule("KNZ-031")
def test_sam_gives_one_card_only() -> None:
    play = board()
    play.hold(SAM, GREY_FIGHT)
    play.tasks(Task(kind="roll", seat=SAM))
    play.roll(5)
    play.press(SAM, "bear")
    assert play.give(SAM, GREY_FIGHT) is None
    assert not play.state.public.player(SAM).out


@pytest.mark.rule("KNZ-031")
def test_pippin_may_play_two_cards_of_one_colour() -> None:
    play = board()
    play.public(active=PIPPIN, agenda=(Task(kind="cards", seat=PIPPIN),))
    play.hold(PIPPIN, GREY_FIGHT, GREY_HIDE)
    assert play.play(PIPPIN, GREY_FIGHT) is None
    assert play.play(PIPPIN, GREY_HIDE) is None
    assert play.state.public.markers["hiding"] == 1


def called(tile: str = "bearer") -> QuestPlay:
    """Sam has paid and Frodo, whose turn it is, chooses."""
    play = board(tile)
    play.press(FRODO, "reveal")
    play.shields(SAM, 7)
    assert play.anytime(SAM, "call-gandalf") is None
    assert play.state.hidden.shields[SAM] == 2
    assert play.tried(SAM, "use:healing", whom=SAM) is not None
    return play


@pytest.mark.rule("KNZ-032")
def test_gandalf_costs_five_and_each_card_serves_once() -> None:
    play = board()
    play.shields(SAM, 4)
    assert play.anytime(SAM, "call-gandalf") is not None
    play = called()
    play.press(FRODO, "use:persistence", whom=PIPPIN)
    assert play.state.public.gandalf == tuple(c for c in GANDALF_CARDS if c != "persistence")
    assert play.kind == "tile"
    play.shields(SAM, 5)
    assert play.anytime(SAM, "call-gandalf") is None
    assert play.tried(FRODO, "use:persistence", whom=PIPPIN) is not None


@pytest.mark.rule("KNZ-032")
def test_healing_persistence_and_guidance() -> None:
    play = called()
    play.player(PIPPIN, at=1)
    play.press(FRODO, "use:healing", whom=PIPPIN)
    assert play.at(PIPPIN) == 0
    play = called()
    before = len(play.hand(SAM))
    play.press(FRODO, "use:persistence", whom=SAM)
    assert len(play.hand(SAM)) == before + 4
    play = called()
    play.press(FRODO, "use:guidance", line="hiding")
    assert play.state.public.markers["hiding"] == 2
    assert play.state.public.player(FRODO).tokens["ring"] == 1
    assert play.state.hidden.shields[FRODO] == 1


@pytest.mark.rule("KNZ-032")
def test_guidance_may_be_two_of_the_symbols_that_are_needed() -> None:
    play = board()
    play.tasks(Task(kind="clause", text="group pays 3 fighting or sauron 1"))
    play.shields(SAM, 5)
    assert play.anytime(SAM, "call-gandalf") is None
    play.press(FRODO, "use:guidance", whom=FRODO)
    assert play.state.public.top.items == ("fighting",)


@pytest.mark.rule("KNZ-032")
def test_foresight_orders_the_top_three_tiles_for_one_pair_of_eyes() -> None:
    play = called()
    play.hidden(tiles=("sundial", "hiding", "travelling", *play.state.hidden.tiles[3:]))
    play.press(FRODO, "use:foresight", whom=PIPPIN)
    assert play.tried(FRODO, "order", place0="0", place1="1", place2="2") is not None
    others = [encoded(play.state, viewer) for viewer in (FRODO, SAM, PUBLIC)]
    seen = encoded(play.state, PIPPIN)
    play.hidden(tiles=("travelling", "bearer", "hiding", *play.state.hidden.tiles[3:]))
    assert [encoded(play.state, viewer) for viewer in (FRODO, SAM, PUBLIC)] == others
    assert encoded(play.state, PIPPIN) != seen
    assert play.tried(PIPPIN, "order", place0="0", place1="0", place2="2") is not None
    play.press(PIPPIN, "order", place0="2", place1="0", place2="1")
    assert play.state.hidden.tiles[:3] == ("hiding", "travelling", "bearer")
    assert play.state.hidden.peek is None


@pytest.mark.rule("KNZ-032")
def test_magic_ignores_an_event_but_the_scenario_still_ends_with_its_last() -> None:
    play = board("sundial")
    play.public(event=5)
    for seat in play.seats:
        play.player(seat, tokens=dict.fromkeys(TOKENS, 1))
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    play.shields(PIPPIN, 5)
    assert play.anytime(PIPPIN, "call-gandalf") is None
    play.press(FRODO, "use:magic", whom=FRODO)
    assert play.state.public.sauron == 12
    assert play.state.public.stage == "lothlorien"


@pytest.mark.rule("KNZ-033")
def test_miruvor_passes_a_card() -> None:
    play = board()
    play.hold(SAM, GREY_FIGHT)
    play.hold(FRODO)
    play.hold(PIPPIN, "Miruvor, yellow")
    assert play.anytime(PIPPIN, "yellow:Miruvor", whom=SAM, other=SAM) is not None
    assert play.anytime(PIPPIN, "yellow:Miruvor", whom=SAM, other=FRODO) is None
    assert play.give(SAM, GREY_FIGHT) is None
    assert (play.hand(SAM), play.hand(FRODO)) == ((), (GREY_FIGHT,))
    assert play.kind == "reveal"


@pytest.mark.rule("KNZ-033")
def test_belt_saves_from_a_roll_and_mithril_from_what_it_did() -> None:
    play = board()
    play.tasks(Task(kind="roll", seat=FRODO))
    yellow(play, "Belt")
    assert play.kind == "reveal"
    play.tasks(Task(kind="roll", seat=FRODO))
    play.roll(4)
    yellow(play, "Mithril")
    assert (play.at(FRODO), play.kind) == (0, "reveal")


@pytest.mark.rule("KNZ-033", "KNZ-029")
def test_belt_and_mithril_may_be_used_on_the_mountain() -> None:
    for name in ("Belt", "Mithril"):
        play = board()
        play.on_board("mordor")
        play.public(agenda=())
        play.tasks(Task(kind="mountain"))
        if name == "Mithril":
            play.player(FRODO, at=11)
            play.roll(4)
        yellow(play, name)
        assert play.state.public.outcome == "destroyed"


@pytest.mark.rule("KNZ-033")
def test_athelas_and_staff() -> None:
    play = board()
    play.tasks(Task(kind="lack", seat=SAM, text="end"))
    yellow(play, "Athelas")
    assert (play.at(SAM), play.kind) == (0, "reveal")
    for tile in ("sundial-cards", "sundial-goods"):
        play = board(tile)
        play.press(FRODO, "reveal")
        yellow(play, "Staff")
        assert (play.state.public.event, play.kind) == (0, "reveal")
    play = board("sundial")
    play.press(FRODO, "reveal")
    play.hold(PIPPIN, "Staff, yellow")
    assert play.anytime(PIPPIN, "yellow:Staff") is not None


@pytest.mark.rule("KNZ-033")
def test_phial_ends_the_revealing() -> None:
    play = board()
    yellow(play, "Phial")
    assert play.kind == "cards"
    assert play.state.public.revealed == ()
    play = board("bearer")
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    yellow(play, "Phial")
    assert play.kind == "cards"


@pytest.mark.rule("KNZ-033")
def test_elessar_and_lembas() -> None:
    play = board()
    play.player(FRODO, at=2)
    yellow(play, "Elessar", whom=FRODO)
    assert play.at(FRODO) == 1
    play.hold(SAM, GREY_FIGHT)
    yellow(play, "Lembas", whom=SAM)
    assert len(play.hand(SAM)) == 6
    play.hold(FRODO, *[GREY_FIGHT] * 8)
    play.hold(PIPPIN, "Lembas, yellow")
    assert play.anytime(PIPPIN, "yellow:Lembas", whom=FRODO) is None
    assert len(play.hand(FRODO)) == 8


@pytest.mark.rule("KNZ-033")
def test_gollum_costs_a_roll_unless_discarded_as_a_plain_card() -> None:
    play = board()
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    play.hold(FRODO, GOLLUM)
    assert play.play(FRODO, GOLLUM, "travelling") is None
    assert play.state.public.markers["travelling"] == 3
    assert play.kind == "roll"
    play = board()
    play.hold(SAM, GOLLUM)
    play.tasks(Task(kind="clause", text="group pays fighting hiding or sauron 1"))
    assert play.give(SAM, GOLLUM) is None
    assert (play.kind, play.state.public.top.seat) == ("roll", SAM)
    play = board()
    play.hold(SAM, GOLLUM)
    play.tasks(Task(kind="clause", text="group pays card or sauron 1"))
    assert play.give(SAM, GOLLUM) is None
    assert play.kind == "reveal"
    play.hold(SAM, GOLLUM)
    assert play.give(SAM, GOLLUM, action="discard") is None
    assert play.kind == "reveal"


@pytest.mark.rule("KNZ-033")
def test_gollums_roll_comes_before_the_end_of_the_board_that_he_reaches() -> None:
    play = board()
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    play.set_markers(fighting=9)
    play.hold(FRODO, GOLLUM)
    assert play.play(FRODO, GOLLUM, "fighting") is None
    assert play.state.public.markers["fighting"] == 10
    assert (play.kind, play.state.public.top.seat) == ("roll", FRODO)
    play.roll(2)
    play.press(FRODO, "bear")
    assert play.at(FRODO) == 1
    assert "Moria is over." in [line.text for line in play.state.public.log]
    # On a line that is finished he is of no use and costs his roll all the same.
    play = board()
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    play.set_markers(travelling=6)
    play.hold(FRODO, GOLLUM)
    assert play.play(FRODO, GOLLUM, "travelling") is None
    assert play.kind == "roll"


@pytest.mark.rule("KNZ-021")
@pytest.mark.rule("KNZ-032")
def test_ring_and_guidance_wait_for_a_tile_or_a_card() -> None:
    def offered(play: QuestPlay) -> bool:
        return b'"action":"ring"' in encoded(play.state, FRODO)

    play = board()
    play.shields(FRODO, 5)
    play.public(gandalf=(GUIDANCE,))
    yellow(play, "Phial")
    assert play.kind == "cards"
    assert not offered(play)
    assert play.anytime(FRODO, "ring") is not None
    assert play.anytime(FRODO, "call-gandalf") is not None
    play.hold(FRODO, GREY_FIGHT, GREY_FIGHT)
    assert play.play(FRODO, GREY_FIGHT) is None
    assert offered(play)
    assert play.anytime(FRODO, "ring") is None
    assert play.kind == "roll"


@pytest.mark.rule("KNZ-016")
def test_cards_are_asked_for_only_while_a_card_is_missing() -> None:
    play = board()
    play.tasks(Task(kind="clause", text="group pays card token shield or sauron 1"))
    assert b"Tick the cards under Hand." in encoded(play.state, SAM)
    play.hold(SAM, GREY_FIGHT)
    assert play.give(SAM, GREY_FIGHT) is None
    assert play.state.public.top.items == ("token", "shield")
    for seat in play.seats:
        assert b"Tick the cards under Hand." not in encoded(play.state, seat)
        assert b"Give these cards" not in encoded(play.state, seat)


@pytest.mark.rule("KNZ-011")
@pytest.mark.parametrize("seat", [FRODO, PIPPIN])
def test_a_second_card_of_the_first_ones_colour_is_offered_to_pippin_alone(seat: SeatId) -> None:
    play = board()
    play.hold(seat, GREY_FIGHT, GREY_HIDE, WHITE_FIGHT)
    play.tasks(Task(kind="cards", seat=seat))
    assert encoded(play.state, seat).count(b'"action":"play:') == 3
    assert play.play(seat, GREY_FIGHT) is None
    while play.kind != "cards":
        play.press(seat, "bear")
    left = [GREY_HIDE, WHITE_FIGHT] if seat == PIPPIN else [WHITE_FIGHT]
    assert encoded(play.state, seat).count(b'"action":"play:') == len(left)
