"""Cubes on the surveyed map: moved while their side moves they are taps, else only said."""

from __future__ import annotations

import random

import msgspec
import pytest

from companion.games.ringwar.board import FELLOWS, board_of
from companion.games.ringwar.events import SecretEvent
from companion.games.ringwar.names import FIRST, SECOND, WALKERS
from companion.games.ringwar.sighting import differences, marks, places_of
from companion.service.games import is_watched
from companion.table.counters import ADVICE
from companion.table.ids import PUBLIC
from companion.table.values import Refusal
from companion.table.views import Prompt, Table, Text
from tests.support.counter_sights import CounterSights
from tests.support.ringwar import GAME, SAMPLE, Play, RandomPlayer, begun

BOARD = board_of(SAMPLE)
NAZGUL = 50


class Map(CounterSights):
    """A cube for everybody who has one, where play has them."""

    def __init__(self, play: Play) -> None:
        assert BOARD is not None
        super().__init__(BOARD)
        self.play = play
        self.numbers: dict[str, int] = {}
        for mark in marks(play.public):
            self.move(mark.name, mark.place)
        self.nazgul("Barad-dur")
        assert differences(play.public) == ()

    def move(self, name: str, place: str) -> None:
        number = self.numbers.setdefault(name, len(self.numbers) + 1)
        mark = next(one for one in marks(self.play.public) if one.name == name)
        sight = self.put(number, f"@{place}", mark.counter.colour, mark.counter.faces[0])
        assert self.play.send(sight) is None

    def nazgul(self, place: str, number: int = NAZGUL) -> None:
        assert self.play.send(self.put(number, f"@{place}", "black", 1)) is None


def test_everybody_with_a_name_has_a_cube_of_his_own() -> None:
    shown = {(one.colour, one.faces) for one in FELLOWS.values()}
    assert len(shown) == len(FELLOWS) == len(WALKERS) + 1
    play = begun("fellowship")
    sheet = Map(play)
    assert len(sheet.numbers) == 11


def test_a_cube_of_the_fellowship_that_is_moved_in_its_play_turn_is_the_taps_that_move_him() -> (
    None
):
    play, tapped = begun("fellowship"), begun("fellowship")
    sheet = Map(play)
    sheet.move("Sam", "Bree")
    tapped.press("move:Shire")
    tapped.press("go", who="Sam", to="Bree")
    assert play.person("Sam") == tapped.person("Sam")
    assert play.person("Sam").has_moved
    assert play.lines() == tapped.lines()
    assert differences(play.public) == ()


def test_a_cube_may_be_lifted_on_its_way() -> None:
    play = begun("fellowship")
    sheet = Map(play)
    assert play.send(sheet.take(sheet.numbers["Sam"])) is None
    sheet.numbers["Sam"] = 40
    sheet.move("Sam", "Bree")
    assert play.person("Sam").place == "Bree"


@pytest.mark.parametrize("lifted", [False, True], ids=["slid", "lifted"])
@pytest.mark.parametrize("seen_in", ["sides", "events", "search", "fellowship"])
def test_it_does_not_matter_when_the_cubes_are_first_seen(seen_in: str, *, lifted: bool) -> None:
    """They lie there before anybody is in play as a rule, since the box is unpacked first."""
    assert BOARD is not None
    play, sights = Play(), CounterSights(BOARD)
    tracks = {mark.name: number for number, mark in enumerate(marks(begun("fellowship").public), 1)}

    def lay(step: str) -> None:
        if step == seen_in:
            for mark in marks(begun("fellowship").public):
                colour, face = mark.counter.colour, mark.counter.faces[0]
                sight = sights.put(tracks[mark.name], f"@{mark.place}", colour, face)
                assert play.send(sight) is None

    lay("sides")
    play.press("take-fellowship", seat=FIRST)
    lay("events")
    play.lot()
    play.lot()
    lay("search")
    play.press("done")
    lay("fellowship")
    pippin = FELLOWS["Pippin"]
    track = 30 if lifted else tracks["Pippin"]
    if lifted:
        assert play.send(sights.take(tracks["Pippin"])) is None
    assert play.send(sights.put(track, "@Bree", pippin.colour, pippin.faces[0])) is None
    assert play.person("Pippin").place == "Bree"
    assert differences(play.public) == ()


def test_what_is_too_far_or_out_of_turn_is_only_said() -> None:
    play = begun("fellowship")
    sheet = Map(play)
    sheet.move("Sam", "Barad-dur")
    assert play.person("Sam").place == "Shire"
    (line,) = differences(play.public)
    assert line == "Sam stands at Barad-dur on the table, here at Shire."
    sheet.move("Sam", "Shire")
    assert differences(play.public) == ()
    play.press("done")
    sheet.move("Merry", "Bree")
    assert play.person("Merry").place == "Shire"
    assert len(differences(play.public)) == 1


def test_a_cube_that_lags_behind_moves_nobody() -> None:
    play = begun("fellowship")
    sheet = Map(play)
    play.press("move:Shire")
    play.press("go", who="Pippin", to="Bree")
    assert len(differences(play.public)) == 1
    sheet.move("Pippin", "Ferry Road")
    assert play.person("Pippin").place == "Bree"
    sheet.move("Pippin", "Bree")
    assert differences(play.public) == ()


def test_in_the_midst_of_a_use_case_nothing_follows_from_a_cube() -> None:
    play = begun("fellowship")
    sheet = Map(play)
    play.press("move:Shire")
    sheet.move("Aragorn", "Lone Hill")
    assert play.person("Aragorn").place == "Bree"
    assert play.public.task is not None


def test_a_cube_of_nazgul_and_one_of_orcs_move_for_shadow_points() -> None:
    play = begun("dark")
    play.put_person("Legolas", is_spotted=True, place="Wold")
    play.put_person("Frodo", is_spotted=True, place="Wold")
    sheet = Map(play)
    before = play.public.shadow
    sheet.nazgul("Wold")
    gone = [
        one for one in play.public.people.values() if one.place == "Wold" and one.side == "dark"
    ]
    assert [one.kind for one in gone] == ["nazgul"]
    assert play.public.shadow == before - play.state.facts.count("nazgul-cost")
    assert differences(play.public) == ()
    sheet.nazgul("Lone Hill", NAZGUL + 1)
    assert differences(play.public) == ("A cube shows Nazgul at Lone Hill, where there are none.",)


def hunters() -> tuple[Play, Map]:
    """The Dark Power's play-turn with somebody spotted at two places, and a cube for everybody."""
    play = begun("dark")
    play.put_person("Legolas", is_spotted=True, place="Wold")
    play.put_person("Gimli", is_spotted=True, place="Gap")
    return play, Map(play)


def nazgul_of(play: Play, place: str) -> list[str]:
    people = play.public.people.values()
    return [one.name for one in people if one.kind == "nazgul" and one.place == place]


@pytest.mark.parametrize("lifted_in", ["fellowship", "dark"])
def test_a_cube_of_nazgul_may_be_lifted_in_one_sighting_and_put_down_in_another(
    lifted_in: str,
) -> None:
    play, tapped = begun("fellowship"), begun("fellowship")
    for one in (play, tapped):
        one.put_person("Legolas", is_spotted=True, place="Wold")
        one.put(contested=("Wold",))
    sheet = Map(play)
    if lifted_in == "fellowship":
        assert play.send(sheet.take(NAZGUL)) is None
    play.press("done")
    if lifted_in == "dark":
        assert play.send(sheet.take(NAZGUL)) is None
    sheet.nazgul("Wold", NAZGUL + 1)
    tapped.press("done")
    tapped.press("nazgul")
    tapped.press("go", who="Nazgul 1", to="Wold")
    assert nazgul_of(play, "Wold") == nazgul_of(tapped, "Wold") == ["Nazgul 1"]
    assert play.lines() == tapped.lines()
    assert differences(play.public) == ()


def test_a_cube_of_nazgul_that_comes_after_one_who_was_moved_by_taps_moves_no_other() -> None:
    for lifted in (False, True):
        play, sheet = hunters()
        play.press("nazgul")
        play.press("go", who="Nazgul 1", to="Wold")
        if lifted:
            assert play.send(sheet.take(NAZGUL)) is None
        sheet.nazgul("Wold", NAZGUL + lifted)
        assert nazgul_of(play, "Wold") == ["Nazgul 1"]


def test_of_two_cubes_of_nazgul_in_hands_nobody_can_tell_which_was_put_down() -> None:
    play, sheet = hunters()
    play.put_person("Nazgul 9", place="Morannon")
    sheet.nazgul("Morannon", NAZGUL + 1)
    for number in (NAZGUL, NAZGUL + 1):
        assert play.send(sheet.take(number)) is None
    sheet.nazgul("Wold", NAZGUL + 2)
    assert nazgul_of(play, "Wold") == []
    assert differences(play.public) == ("A cube shows Nazgul at Wold, where there are none.",)


def test_the_cube_of_the_mouth_stands_for_nobody_else() -> None:
    row = '[characters."Lord of Pits"]\nside = "dark"\nstart = "Coast"\n\n[characters."Mouth'
    play = begun("dark", SAMPLE.replace('[characters."Mouth', row))
    assert play.person("Lord of Pits").place == "Coast"
    Map(play)
    assert [mark.name for mark in marks(play.public)].count("Mouth of Sauron") == 1
    assert "Lord of Pits" not in [mark.name for mark in marks(play.public)]


def test_a_cube_that_was_in_a_hand_while_the_sides_were_chosen_counts_too() -> None:
    assert BOARD is not None
    play, sights = Play(), CounterSights(BOARD)
    pippin = FELLOWS["Pippin"]
    assert play.send(sights.put(1, "@Shire", pippin.colour, pippin.faces[0])) is None
    assert play.send(sights.take(1)) is None
    play.press("take-fellowship", seat=FIRST)
    play.lot()
    play.lot()
    play.press("done")
    assert play.send(sights.put(2, "@Bree", pippin.colour, pippin.faces[0])) is None
    assert play.person("Pippin").place == "Bree"


def test_two_cubes_of_one_character_are_said() -> None:
    play = begun("fellowship")
    sheet = Map(play)
    sheet.numbers["Sam"] = 40
    sheet.move("Sam", "Bree")
    assert play.person("Sam").place == "Shire"
    assert differences(play.public) == ("2 cubes on the table show Sam: take off all but one.",)


def test_everybody_reads_the_same_about_the_table() -> None:
    play = begun("fellowship")
    sheet = Map(play)
    sheet.move("Gandalf", "Coast")
    (line,) = differences(play.public)
    for viewer in (FIRST, SECOND, PUBLIC):
        view = GAME.view(play.state, viewer)
        prompt, board = view.region("prompt"), view.region("map")
        assert prompt is not None
        assert board is not None
        first, text, _, table = prompt.widgets[0], *board.widgets
        assert isinstance(first, Prompt)
        assert f"{line} {ADVICE}" in first.detail
        assert isinstance(text, Text)
        assert text.text == line
        assert isinstance(table, Table)


def test_without_a_survey_the_camera_is_left_alone_and_a_wrong_one_is_refused() -> None:
    assert is_watched("ringwar", SAMPLE, {})
    assert not is_watched("ringwar", "", {})
    near = SAMPLE.replace('east = "66"\nsouth = "22"', 'east = "24"\nsouth = "23"')
    beside = SAMPLE.replace('east = "66"\nsouth = "22"', 'east = "660"\nsouth = "22"')
    for box, reason in ((near, "within 15 mm"), (beside, "beside the board")):
        assert box != SAMPLE
        refused = GAME.start({}, box)
        assert isinstance(refused, Refusal)
        assert reason in refused.text


@pytest.mark.parametrize("seed", range(3))
def test_random_cubes_never_lose_the_game_and_fold_alike(seed: int) -> None:
    source = random.Random(seed)  # noqa: S311 - repeatable play, nothing secret
    assert BOARD is not None
    player = RandomPlayer(Play(turns=4), source, drive=0.3)
    play, hands = player.play, CounterSights(BOARD)
    twin = Play(turns=4)
    while not play.public.over:
        command = hands.anything(source) if source.random() < 0.3 else player.command()
        assert (play.send(command) is None) == (twin.send(command) is None)
    assert places_of(play.public.markers, FELLOWS["Sam"]) is not None
    assert msgspec.json.encode(play.public) == msgspec.json.encode(twin.public)
    assert [one for one in play.events if isinstance(one, SecretEvent)]
