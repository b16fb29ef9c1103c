"""What becomes of a roll at the table, with the toy game: asked, unasked, leaning, by hand."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from flask.testing import FlaskClient

from companion.border import DieRoll, DieState
from companion.journal.codec import EventCodec
from companion.journal.store import JournalReader
from companion.table.commands import DieReported
from companion.table.events import Event, RollKept, RollTaken
from companion.table.ids import PUBLIC, SeatId
from companion.table.views import Prompt, RollWanted
from tests.support import toy_table
from tests.support.patience import PATIENCE_S
from tests.support.toy_game import LEFT, RIGHT, SEATS, ToyGame, ToyState
from tests.support.toy_table import ToyTable
from webui.app import create_app
from webui.pairing import Pairing, PairingStore
from webui.ports import DEVICES_REGION
from webui.settings import WebSettings
from webui.site import Services

WANTED = 3


class ThreeRolls(ToyGame):
    """The toy game with prompts that want three rolls."""

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        after = super().evolve(state, event)
        if isinstance(event, RollTaken) and len(after.rolls) % WANTED:
            return msgspec.structs.replace(after, owes=event.seat)
        return after

    def _prompt(self, state: ToyState, seat: SeatId) -> Prompt:
        prompt = super()._prompt(state, seat)
        if prompt.roll is None:
            return prompt
        done = len(state.rolls) % WANTED
        return msgspec.structs.replace(
            prompt, roll=RollWanted(die="d20", sides=20, count=WANTED, done=done)
        )


def report(toy: ToyTable, number: int, face: int = 5) -> None:
    roll = DieRoll(die="d", number=number, face=face, sides=20)
    toy.table.report(DieReported(roll=roll))
    toy.table.caught_up()


def rolls_on_disk(toy: ToyTable) -> list[tuple[str, int, str]]:
    """Kind, face and source of each roll in the journal."""
    codec = EventCodec(ToyGame.event_types)
    with JournalReader(toy.path) as reader:
        stored = list(reader.events(reader.game().game_id))
    events = [codec.decode(one.event) for one in stored]
    return [
        ("taken" if isinstance(event, RollTaken) else "kept", event.roll.face, event.roll.source)
        for event in events
        if isinstance(event, RollTaken | RollKept)
    ]


def screen_of(toy: ToyTable, seat: SeatId = PUBLIC) -> tuple[FlaskClient, str]:
    """A tablet with what is asked on its page."""
    pairing = Pairing(PairingStore(None), [one.id for one in SEATS], lambda: 0.0)
    client = create_app(Services(table=toy.screens, pairing=pairing), WebSettings()).test_client()
    if seat != PUBLIC:
        form = {"code": pairing.code(seat), "seat": seat}
        client.post("/join", data=form, headers={"HX-Request": "true"})
    return client, "/" if seat == PUBLIC else f"/seat/{seat}"


def text_of(toy: ToyTable, seat: SeatId = PUBLIC) -> str:
    client, path = screen_of(toy, seat)
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.text


def test_an_asked_roll_is_taken_an_unasked_one_kept_and_none_counts_twice(toy: ToyTable) -> None:
    report(toy, 1, 7)
    report(toy, 2, 9)
    report(toy, 2, 9)
    report(toy, 1, 7)
    assert rolls_on_disk(toy) == [("taken", 7, "die"), ("kept", 9, "die")]


def test_typed_and_drawn_rolls_are_marked_in_the_journal(toy: ToyTable) -> None:
    assert toy.screens.enter_roll(LEFT, None, 19, 20) is None
    toy.act(RIGHT, "score")
    assert toy.screens.enter_roll(RIGHT, None, None, 20) is None
    toy.act(LEFT, "score")
    report(toy, 1, 4)
    expected = [("taken", 19, "typed"), ("taken", 7, "generator"), ("taken", 4, "die")]
    assert rolls_on_disk(toy) == expected


def test_a_roll_of_somebody_else_s_prompt_is_not_taken(toy: ToyTable) -> None:
    refusal = toy.screens.enter_roll(RIGHT, None, 19, 20)
    assert refusal is not None
    assert rolls_on_disk(toy) == []


def test_a_die_that_leans_asks_for_another_roll_on_every_screen(toy: ToyTable) -> None:
    news = [toy.screens.subscribe(viewer, None) for viewer in (PUBLIC, LEFT, RIGHT)]
    reason = "The die leans, no face is clear: roll it again."
    toy.screens.device_changed(DieState(die="d", state="cocked", reason=reason, number=0))
    for subscription in news:
        change = subscription.wait(PATIENCE_S)
        assert change is not None
        assert change.regions == (DEVICES_REGION,)
    for viewer in (PUBLIC, LEFT, RIGHT):
        assert reason in text_of(toy, viewer)
    assert rolls_on_disk(toy) == [], "no number is used up and nothing is written"
    report(toy, 1, 12)
    toy.screens.device_changed(DieState(die="d", state="ready", number=1))
    assert rolls_on_disk(toy) == [("taken", 12, "die")]
    assert reason not in text_of(toy)


def test_a_prompt_of_several_rolls_takes_them_in_order_and_says_how_many_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy_table, "ToyGame", ThreeRolls)
    toy = ToyTable(tmp_path / "journal.db")
    try:
        for number, face in enumerate((11, 3, 20), start=1):
            assert f"{number - 1} of {WANTED} done" in text_of(toy, LEFT)
            assert f"{number - 1} of {WANTED} done" in text_of(toy)
            report(toy, number, face)
        assert "of 3 done" not in text_of(toy, LEFT)
        report(toy, 4, 8)
        taken = [("taken", face, "die") for face in (11, 3, 20)]
        assert rolls_on_disk(toy) == [*taken, ("kept", 8, "die")]
    finally:
        toy.close()
