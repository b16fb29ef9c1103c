"""The Fellowship's word alone brings it nothing that the Enemy hides (6.41, 6.412 to 6.415)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.games.fellowship.events.agreed import HobbitsCaptured
from companion.games.fellowship.play import fight_gollum, ring_after, ring_transfer
from companion.games.fellowship.state import PublicState
from companion.table.ids import PieceId
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play, RefusedError
from tests.support.noninterference import assert_hidden
from tests.support.ring_fights import GREEN, WHITE, failed_transfer, gather, gathered, on_to

Claim = Callable[[Play], None]
Secret = tuple[tuple[str, ...], int]
"""Who of Saruman's forces lies in the first box of the Enemy, and how much it is wounded."""

_SECRETS: list[Secret] = [(("Saruman",), 0), (("Saruman agent, Bree",), 0), (("Saruman",), 3)]
_LEFT = "The Enemy left the fight."


def _fought_by_hand(play: Play) -> None:
    """A fight about the bearer is played with cards; how it ended is the Fellowship's to say."""
    failed_transfer(play, "Aragorn")
    on_to(play, "fp-ring-attack")
    play.press(FP, "attack", piece=str(GREEN))
    for seat in (FP, EP):
        play.press(seat, "over")
    play.press(FP, "outcome", outcome=_LEFT)
    assert play.step == "fp-ring-after"


def _deserts(play: Play) -> None:
    _fought_by_hand(play)
    play.press(FP, "deserts")


def _gollum(play: Play) -> None:
    _fought_by_hand(play)
    play.press(FP, "gollum")


def _lost(play: Play) -> None:
    _fought_by_hand(play)
    play.press(FP, "lost")


def _captured(play: Play) -> None:
    """Somebody was captured; that it is the bearer, the Fellowship alone can say (15.31)."""
    _fought_by_hand(play)
    play.state = GAME.evolve(play.state, HobbitsCaptured(names=("Merry",)))
    play.press(FP, "captured", captive="Merry")


def _turned(play: Play) -> None:
    # With a Hobbit beside him a transfer would have to be tried.
    play.lay(FP, "fellowship-B", "Frodo")
    play.tap(FP, "ring-new", bearer="Aragorn")
    play.tap(FP, "ring-marks", bearer="Aragorn", marks="8")
    on_to(play, "fp-ring")
    play.press(FP, "turns")


def _ambushed(play: Play) -> None:
    """An ambush that the Fellowship begins, plays and rolls for all by itself (6.415)."""
    play.tap(FP, "wound:Gimli", normal="3")
    play.tap(FP, "ring-bearer", bearer="Frodo")
    play.tap(FP, "gollum-ambush")
    on_to(play, "fp-fight")
    for action in ("begin", "ready", "strikes"):
        play.press(FP, action)
    play.die(1)
    # The card is not turned: it stands as it is, and falls over the number of its race.
    for action in ("stand", "fall"):
        play.press(FP, action)
    assert play.step == "fp-ring-after"


_CLAIMS = {
    "deserts": _deserts,
    "gollum": _gollum,
    "lost": _lost,
    "captured": _captured,
    "turned": _turned,
    "ambush": _ambushed,
}
_WITHOUT_ASKING = {"lost": ("left",), "captured": ("left",)}
"""What the Enemy presses where it is asked more than whether it is so."""


def _script(claim: Claim) -> Callable[[Play, Secret], Iterator[None]]:
    def script(play: Play, secret: Secret) -> Iterator[None]:
        cards, wounds = secret
        gather(play, ("Aragorn", "Frodo"), ("Bree agent",), cards)
        play.tap(EP, f"wound:{cards[0]}", normal=str(wounds))
        yield
        claim(play)
        yield
        # A roll, a step gone on or back by hand, and the question still stands or has lapsed.
        play.die(1)
        yield
        play.press(EP, "not-so")
        yield
        play.tap(FP, "step-on")
        yield
        play.tap(FP, "step-back")
        yield

    return script


@pytest.mark.rule("FOTR-083", "FOTR-095")
@pytest.mark.parametrize("claim", list(_CLAIMS))
def test_what_the_enemy_keeps_of_saruman_shows_nowhere_for_a_claim(claim: str) -> None:
    assert assert_hidden(_script(_CLAIMS[claim]), EP, _SECRETS, SAMPLE_BOX) >= 2 * 2 * 6


def _never(_public: PublicState) -> bool:
    return False


@pytest.mark.parametrize("claim", ["deserts", "gollum", "turned", "ambush"])
def test_the_comparison_finds_a_display_that_goes_over_without_a_word(
    claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (fight_gollum, ring_after, ring_transfer):
        monkeypatch.setattr(module, "needs_word", _never)
    with pytest.raises(AssertionError, match="fellowship sees a difference"):
        assert_hidden(_script(_CLAIMS[claim]), EP, _SECRETS, SAMPLE_BOX)


def _with_white() -> Play:
    return gathered(("Aragorn", "Frodo"), ("Bree agent",), ("Saruman",))


@pytest.mark.rule("FOTR-083")
@pytest.mark.parametrize("claim", list(_CLAIMS))
def test_the_claim_moves_nothing_and_a_no_leaves_the_ring_where_it_is(claim: str) -> None:
    play = _with_white()
    _CLAIMS[claim](play)
    assert play.state.public.ring == "fellowship"
    assert play.state.hidden[EP].boxes["Saruman"] == "saruman-1"
    assert not play.state.hidden[FP].boxes.keys() & {"Saruman"}
    for action in ("so-it-is", "not-so", "hand-over"):
        with pytest.raises(RefusedError, match="not offered"):
            play.press(FP, action)
    play.press(EP, "not-so")
    assert play.state.public.ring == "fellowship"
    assert play.state.hidden[FP].ringbearer
    assert "says that it is not so" in str(play.state.public.log)
    play.press(FP, "done")
    assert play.step not in ("fp-ring", "fp-ring-after")
    assert play.state.hidden[EP].boxes["Saruman"] == "saruman-1"


@pytest.mark.rule("FOTR-083", "FOTR-088")
@pytest.mark.parametrize("claim", list(_CLAIMS))
def test_with_the_enemys_word_the_display_is_handed_over(claim: str) -> None:
    play = _with_white()
    _CLAIMS[claim](play)
    play.press(EP, *_WITHOUT_ASKING.get(claim, ("so-it-is",)))
    if claim in ("gollum", "ambush"):
        play.die(1)
    elif claim not in _WITHOUT_ASKING:
        assert play.state.hidden[EP].boxes["Saruman"] == "saruman-1"
        play.press(FP, "hand-over")
    assert play.state.public.ring != "fellowship"
    assert play.state.hidden[FP].boxes["Saruman"] == "saruman-1"
    assert play.state.hidden[FP].names[PieceId(WHITE)] == "saruman 1"
    assert "Saruman" not in play.state.hidden[EP].boxes


@pytest.mark.rule("FOTR-233")
def test_with_the_simple_ring_nothing_is_handed_over_and_nobody_asked() -> None:
    play = gathered(("Aragorn", "Frodo"), (), ("Saruman",), options={"simpler": "simple-ring"})
    play.tap(FP, "ring-bearer", bearer="Aragorn")
    play.tap(FP, "gollum-ambush")
    on_to(play, "fp-fight")
    play.press(FP, "over")
    play.press(EP, "over")
    play.press(FP, "outcome", outcome=_LEFT)
    play.press(FP, "gollum")
    assert play.prompts(FP)[0].roll is not None


def test_a_claim_that_was_left_by_hand_is_not_asked_in_a_later_step() -> None:
    play = _with_white()
    _turned(play)
    play.tap(FP, "gollum-ambush")
    on_to(play, "fp-fight")
    for seat in (FP, EP):
        play.press(seat, "over")
    play.press(FP, "outcome", outcome=_LEFT)
    assert play.step == "fp-ring-after"
    assert "done" in [choice.action for choice in play.prompts(FP)[0].form.choices]
    back = _with_white()
    _deserts(back)
    for _ in range(60):
        if back.step == "fp-ring":
            break
        back.tap(FP, "step-back")
    assert [choice.action for choice in back.prompts(FP)[0].form.choices][-2:] == ["turns", "done"]
    with pytest.raises(RefusedError, match="not offered"):
        back.press(EP, "so-it-is")


@pytest.mark.rule("FOTR-089")
def test_a_fight_about_the_bearer_comes_to_no_end_without_the_enemy() -> None:
    play = _with_white()
    failed_transfer(play, "Aragorn")
    on_to(play, "fp-ring-attack")
    for action in ("attack", "begin", "lend"):
        play.press(FP, action, **({"piece": str(GREEN)} if action == "attack" else {}))
    # The Enemy has been handed the bearer and lays the card itself.
    assert not any(prompt.asked for prompt in play.prompts(FP))
    assert any(prompt.asked for prompt in play.prompts(EP))
    play.die(1)
    assert play.state.public.ring == "fellowship"
