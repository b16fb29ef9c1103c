"""What stands otherwise on the table is put right by hand, whatever is being done at the moment."""

from __future__ import annotations

import pytest

from companion.games.ringwar.names import FIRST, FRODO, GOLLUM, MOUTH, SECOND
from companion.games.ringwar.state import Band, Ring
from companion.games.ringwar.tasks import Capture
from companion.service.games import sample_box
from companion.table.commands import Act
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import Refusal
from companion.table.views import CardRow
from tests.games.ringwar.test_ringwar_random import check
from tests.support.played_screens import ScreenPlayer
from tests.support.ringwar import GAME, Play, begun


def right(play: Play, action: str, seat: SeatId = FIRST, **inputs: str) -> Refusal | None:
    return play.send(Act(seat=seat, action=action, inputs=tuple(inputs.items())))


def with_orcs(step: str = "fellowship") -> Play:
    """Orcs at the Gap, with Merry their captive."""
    play = begun(step)
    play.put(bands=(Band(number=1, place="Gap", home="Barad-dur"),), band_count=1)
    play.put_person("Merry", band=1, place="Gap")
    return play


def test_how_somebody_fares_is_put_right_and_said() -> None:
    play = with_orcs()
    assert right(play, "set-person", person="Sam", wounds="2", spotted="True") is None
    assert (play.person("Sam").wounds, play.person("Sam").is_spotted) == (2, True)
    assert play.lines()[-1] == "By hand: Sam: 2 wounds, spotted."
    assert right(play, "set-person", SECOND, person="Sam", band="1") is None
    assert (play.person("Sam").band, play.person("Sam").place) == (1, "Gap")
    for name in ("Sam", "Merry"):
        assert right(play, "set-person", person=name, band="0") is None
        assert play.person(name).band is None
    assert play.public.bands[0].is_leaving
    assert right(play, "set-person", person="Sam", spotted="False") is None
    assert play.lines()[-1] == "By hand: Sam: not spotted."


def test_the_dead_come_back_and_the_living_leave_their_cards_where_they_fell() -> None:
    play = begun("fellowship")
    play.put_person("Sam", magic=("Old Blade",))
    assert right(play, "set-person", person="Sam", dead="True") is None
    assert play.person("Sam").is_dead
    assert "Old Blade" in play.public.magic_at["Shire"]
    assert right(play, "set-person", person="Sam", dead="False") is None
    assert play.person("Sam").is_free
    assert play.lines()[-2:] == ["By hand: Sam: dead.", "By hand: Sam: alive."]


def test_a_bearer_who_is_dead_by_hand_is_followed_by_another() -> None:
    play = begun("fellowship")
    assert right(play, "set-person", person=FRODO, dead="True") is None
    assert "who takes the Ring" in play.ask().sentence
    # The table knows already who did.
    assert right(play, "set-ring", SECOND, bearer="Sam") is None
    assert play.public.task is None
    assert play.public.ring.bearer == "Sam"
    assert "By hand: Sam has the Ring." in play.lines()


def test_the_ring_is_put_right() -> None:
    play = begun("fellowship")
    assert right(play, "set-ring", bearer=FRODO, worn="yes") is None
    assert play.public.ring == Ring(bearer=FRODO, is_worn=True)
    assert right(play, "set-ring", bearer=GOLLUM) is None
    assert play.public.ring == Ring(bearer=GOLLUM)
    assert play.person(GOLLUM).side == "dark"
    assert right(play, "set-ring", bearer="-") is None
    assert play.public.ring == Ring(place=play.person(GOLLUM).place)
    assert play.lines()[-1] == f"By hand: the Ring lies at {play.person(GOLLUM).place}."


def test_points_orcs_and_citadels_are_put_right() -> None:
    play = with_orcs()
    assert right(play, "set-points", shadow="9", searches="0") is None
    assert (play.public.shadow, play.public.searches) == (9, 0)
    assert right(play, "set-orcs", band="1") is None
    assert play.public.bands == ()
    assert play.person("Merry").is_free
    assert right(play, "set-orcs", band="1") is not None
    assert right(play, "set-citadel", place="Hornburg", side="dark") is None
    assert list(play.public.fallen) == ["Hornburg"]
    assert right(play, "set-citadel", place="Hornburg", side="fellowship") is None
    assert list(play.public.fallen) == []


@pytest.mark.parametrize(
    ("action", "inputs"),
    [
        ("set-person", {"person": "Sam"}),
        ("set-person", {"person": "Nobody", "wounds": "1"}),
        ("set-person", {"person": "Sam", "wounds": "-1"}),
        ("set-person", {"person": "Sam", "band": "3"}),
        ("set-ring", {"bearer": "Nobody"}),
        ("set-citadel", {"place": "Bree", "side": "dark"}),
        ("set-points", {"shadow": "many"}),
    ],
)
def test_what_says_nothing_or_names_nobody_is_refused(action: str, inputs: dict[str, str]) -> None:
    play = begun("fellowship")
    before = play.public
    act = Act(seat=FIRST, action=action, inputs=tuple(inputs.items()))
    assert isinstance(play.send(act), Refusal)
    assert play.public == before


def test_only_a_seat_puts_right_and_only_once_there_is_somebody() -> None:
    play = Play()
    assert right(play, "set-points", shadow="3") is not None
    play = begun("fellowship")
    assert right(play, "set-points", PUBLIC, shadow="3") is not None
    assert GAME.view(play.state, PUBLIC).region("by-hand") is None
    shown = [GAME.view(play.state, seat).region("by-hand") for seat in (FIRST, SECOND)]
    assert shown[0] == shown[1]
    assert shown[0] is not None
    row = shown[0].widgets[1]
    assert isinstance(row, CardRow)
    titles = ["set-person", "set-ring", "set-points", "set-citadel"]
    assert [card.id for card in row.cards] == titles


def test_what_was_under_way_for_somebody_who_is_gone_by_hand_is_over() -> None:
    play = with_orcs("dark")
    play.press("orcs:1")
    assert right(play, "set-orcs", band="1") is None
    assert play.public.task is None

    play = begun("dark")
    play.press(f"mouth:{MOUTH}")
    assert right(play, "set-person", person=MOUTH, dead="True") is None
    assert play.public.task is None

    play = with_orcs("dark")
    play.put_person("Sam", place="Gap", is_spotted=True)
    play.put(tasks=(Capture(band=1),))
    assert right(play, "set-orcs", SECOND, band="1") is None
    assert play.public.task is None


def test_a_ring_that_is_taken_off_by_hand_is_not_rolled_for() -> None:
    play = begun("events")
    play.put(step="ring", ring=Ring(bearer=FRODO, is_worn=True))
    play.press("remove")
    assert play.ask().roll
    assert right(play, "set-ring", bearer=FRODO) is None
    assert play.step == "events"


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_put_right_the_game_stays_sound_and_ends(seed: int) -> None:
    player = ScreenPlayer("ringwar", {"turns": "4"}, sample_box("ringwar"), seed, by_hand=0.3)
    for _ in player.run():
        check(player.state.now)
    said = [line for line in player.state.now.public.log if line.text.startswith("By hand: ")]
    assert said


def test_a_hex_that_is_typed_in_is_spelled_as_the_sheet_of_places_has_it() -> None:
    play = begun("fellowship")
    assert right(play, "put", who="Sam", to="lone HILL") is None
    assert play.person("Sam").place == "Lone Hill"
    assert right(play, "put", who="Sam", to="Nowhere else") is None
    assert play.person("Sam").place == "Nowhere else"
    play.press("move:Nowhere else")
    play.press("go", who="Sam", to="bree")
    assert play.person("Sam").place == "Bree"
