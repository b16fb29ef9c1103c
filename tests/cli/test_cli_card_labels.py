"""Labels for card sleeves say what a photograph of them is read for."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.sheet import sheet
from companion.games.fellowship.box.card_labels import CREATURE_CARDS, EVENT_COPIES, card_labels
from companion.games.fellowship.box.file import EMPTY_BOX
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.facts.roster import forces
from companion.table.ids import SeatId
from companion.table.views import BoxGrid, View
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play
from tests.support.fellowship_fights import at_fight, begun
from webui.pages.card_photos import card_field, cards_read


def laying_action(view: View) -> str:
    """Laying a card into some box of a seat's own."""
    widgets = (widget for region in view.regions for widget in region.widgets)
    boxes = (box for widget in widgets if isinstance(widget, BoxGrid) for box in widget.boxes)
    actions = (choice.action for box in boxes for choice in box.form.choices)
    return next(action for action in actions if action.startswith("lay:"))


@pytest.mark.parametrize("seat", [FP, EP])
def test_every_label_of_a_seats_own_cards_is_known_to_its_tablet(seat: SeatId) -> None:
    view = Play(SAMPLE_BOX).view(seat)
    own = tuple(force.name for force in forces() if force.seat == seat)
    assert own
    field = card_field(view, laying_action(view), "card")
    assert field is not None
    labels = {data for data, _ in card_labels(sample_box())}
    assert set(own) <= labels
    read = cards_read(field, own)
    assert (len(read.known), read.others, read.doubled) == (len(own), (), ())


@pytest.mark.parametrize("seat", [FP, EP])
def test_every_label_of_an_event_card_is_known_to_both_hands(seat: SeatId) -> None:
    field = card_field(Play(SAMPLE_BOX).view(seat), "hold-cards", "cards")
    assert field is not None
    data = [data for data, _ in card_labels(sample_box())]
    events = [one.id for one in sample_box().events]
    assert all(data.count(event) == EVENT_COPIES for event in events)
    read = cards_read(field, tuple(events))
    assert [option.value for option in read.known] == events


def test_every_label_of_a_creature_is_known_where_it_is_drawn() -> None:
    data = [data for data, _ in card_labels(sample_box())]
    kinds = {name for name, values in sample_box().cards.items() if values.creature}
    assert kinds <= set(data)
    assert sum(label in kinds for label in data) >= CREATURE_CARDS
    force = FightForce(mix="O4", count=4, minions=False)
    view = begun(at_fight(("Aragorn",), force=force)).view(EP)
    field = card_field(view, "card:drawn", "creatures")
    assert field is not None
    read = cards_read(field, ("orc", "Orc", "Uruk-hai"))
    assert [option.value for option in read.known] == ["Orc", "Orc", "Uruk-hai"]


def test_an_empty_box_has_labels_for_the_cards_of_the_rulebook_alone() -> None:
    assert [name for name, _ in card_labels(EMPTY_BOX)] == [force.name for force in forces()]


@pytest.mark.parametrize("more", [(), ("--box", "sample")])
def test_the_sheet_is_written_without_a_list_of_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    out = tmp_path / "cards.pdf"
    result = CliRunner().invoke(sheet, ["cards", str(out), *more])
    assert result.exit_code == 0, result.output
    assert out.read_bytes().startswith(b"%PDF")


def test_a_box_that_is_not_there_is_named(tmp_path: Path) -> None:
    out = str(tmp_path / "cards.pdf")
    result = CliRunner().invoke(sheet, ["cards", out, "--box", str(tmp_path / "none.toml")])
    assert result.exit_code == 1
    assert "none.toml" in result.output
