from __future__ import annotations

import errno
from pathlib import Path

import pytest

from tests.support.web_views import LAMP, OWL
from webui.pairing import INVITATION_S, Pairing, PairingError, PairingStore


class Clock:
    def __init__(self) -> None:
        self.now_s = 1_000_000.0

    def __call__(self) -> float:
        return self.now_s


def pairing(clock: Clock | None = None, store: PairingStore | None = None) -> Pairing:
    return Pairing(store or PairingStore(None), (LAMP, OWL), clock or Clock(), token_life_s=1000.0)


def code_of(made: Pairing) -> str:
    code = made.code(LAMP)
    assert code is not None
    return code


def test_a_seat_is_claimed_once_by_its_code() -> None:
    made = pairing()
    code = code_of(made)
    seat, token = made.claim(code)
    assert seat == LAMP
    assert made.holds(LAMP, token)
    assert not made.holds(OWL, token)
    assert made.code(LAMP) is None
    with pytest.raises(PairingError, match="works once"):
        made.claim(code)


@pytest.mark.parametrize("token", [None, "", "guess", "\N{GREEK SMALL LETTER ALPHA}"])
def test_other_tokens_hold_nothing(token: str | None) -> None:
    made = pairing()
    made.claim(code_of(made))
    assert not made.holds(LAMP, token)


def test_a_token_ends_with_its_life() -> None:
    clock = Clock()
    made = pairing(clock)
    _, token = made.claim(code_of(made))
    clock.now_s += 999
    assert made.holds(LAMP, token)
    clock.now_s += 2
    assert not made.holds(LAMP, token)


def test_several_tablets_hold_a_seat_by_invitation() -> None:
    made = pairing()
    _, first = made.claim(code_of(made))
    invitation = made.invite(LAMP, "join")
    _, second = made.claim(invitation.code)
    assert made.holds(LAMP, first)
    assert made.holds(LAMP, second)
    assert made.device_count(LAMP) == 2
    with pytest.raises(PairingError):
        made.claim(invitation.code)


def test_handing_over_drops_the_tablets_that_had_the_seat() -> None:
    made = pairing()
    _, first = made.claim(code_of(made))
    _, second = made.claim(made.invite(LAMP, "hand-over").code)
    assert not made.holds(LAMP, first)
    assert made.holds(LAMP, second)


def test_an_invitation_ends_and_a_newer_one_voids_it() -> None:
    clock = Clock()
    made = pairing(clock)
    made.claim(code_of(made))
    first = made.invite(LAMP, "join")
    second = made.invite(LAMP, "join")
    with pytest.raises(PairingError):
        made.claim(first.code)
    clock.now_s += INVITATION_S + 1
    with pytest.raises(PairingError):
        made.claim(second.code)


def test_the_table_code_takes_any_seat() -> None:
    made = pairing()
    _, lost = made.claim(code_of(made))
    with pytest.raises(PairingError, match="Choose"):
        made.claim(made.table_code)
    typed = f"{made.table_code[:4].upper()} {made.table_code[4:]}"
    seat, token = made.claim(typed, LAMP)
    assert seat == LAMP
    assert made.holds(LAMP, token)
    assert not made.holds(LAMP, lost)


def test_guessing_is_slowed_down() -> None:
    clock = Clock()
    made = pairing(clock)
    for number in range(10):
        with pytest.raises(PairingError, match="opens no seat"):
            made.claim(f"wrong{number}")
    with pytest.raises(PairingError, match="Wait a minute"):
        made.claim(code_of(made))
    clock.now_s += 61
    made.claim(code_of(made))


def test_who_guesses_keeps_nobody_else_out_until_it_is_many() -> None:
    made = pairing()
    for number in range(199):
        with pytest.raises(PairingError, match="opens no seat"):
            made.claim(f"wrong{number}", address=f"10.0.0.{number // 10}")
    assert made.seat_of_code(code_of(made), address="10.0.1.1") == LAMP
    with pytest.raises(PairingError, match="opens no seat"):
        made.claim("wrong", address="10.0.1.2")
    with pytest.raises(PairingError, match="Wait a minute"):
        made.claim(code_of(made), address="10.0.1.1")


def test_claims_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "pairing.json"
    before = pairing(store=PairingStore(path))
    table_code, owl_code = before.table_code, before.code(OWL)
    _, token = before.claim(code_of(before))
    after = pairing(store=PairingStore(path))
    assert after.holds(LAMP, token)
    assert after.table_code != table_code, "printed anew at every start"
    assert after.code(OWL) == owl_code
    assert token not in path.read_text(encoding="utf-8")
    assert path.stat().st_mode & 0o077 == 0


def test_a_broken_file_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "pairing.json"
    path.write_text('{"table_code": 5}', encoding="utf-8")
    made = pairing(store=PairingStore(path))
    _, token = made.claim(code_of(made))
    assert pairing(store=PairingStore(path)).holds(LAMP, token)


def test_a_disk_that_takes_no_claim_leaves_the_code_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = pairing(store=PairingStore(tmp_path / "pairing.json"))
    code = code_of(made)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("webui.pairing.write_whole", full)
        with pytest.raises(PairingError, match=r"No space left on device.*still good"):
            made.claim(code)
    assert not made.is_claimed(LAMP)
    assert made.holds(*made.claim(code))


def test_another_game_frees_every_seat(tmp_path: Path) -> None:
    path = tmp_path / "pairing.json"

    def started(game: str) -> Pairing:
        return Pairing(PairingStore(path), (LAMP, OWL), Clock(), game=game)

    before = started("first")
    code = code_of(before)
    _, token = before.claim(code)
    assert started("first").holds(LAMP, token)
    after = started("second")
    assert not after.holds(LAMP, token)
    assert after.code(LAMP) not in (None, code)
    with pytest.raises(PairingError):
        after.claim(before.table_code, LAMP)
