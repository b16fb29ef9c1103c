"""The owner's data: the sample, what is refused, what is asked once and of whom."""

from __future__ import annotations

import pytest

from companion.border import DieRoll
from companion.games.ringwar.facts import Facts, asker, facts_of, size_row
from companion.games.ringwar.names import EVENT_EFFECTS, FIRST, MOUTH, PLACE_KINDS, SECOND
from companion.games.ringwar.plan import PLAN, RingwarBoxEditor, die_range
from companion.games.ringwar.views import SAMPLE as SAMPLE_WORDS
from companion.table.box_editor import BoxChange, BoxChangeError
from companion.table.commands import Act, DieReported
from companion.table.dice import six_of
from companion.table.values import Refusal
from companion.table.views import Status
from tests.support.ringwar import GAME, SAMPLE, VIEWERS, Play, begun, replace


def test_the_sample_is_whole_and_says_that_it_is_invented() -> None:
    summary = RingwarBoxEditor().summary(SAMPLE)
    assert (summary.known, summary.is_sample) == (summary.needed, True)
    assert RingwarBoxEditor().checked(SAMPLE) == SAMPLE
    facts = facts_of(SAMPLE)
    places = set(facts.cards("places"))
    for place in places:
        assert set(facts.links(place)) <= places
        assert facts.links(place), place
    for card in facts.cards("magic"):
        assert facts.text("magic", card, "place") in places
    effects = {facts.text("events", card, "effect") for card in facts.cards("events")}
    assert effects == set(EVENT_EFFECTS)
    assert {facts.kind(place) for place in places} == set(PLACE_KINDS)


def test_every_screen_says_that_the_data_are_a_sample() -> None:
    play = begun()
    for viewer in VIEWERS:
        region = GAME.view(play.state, viewer).region("status")
        assert region is not None
        status = region.widgets[0]
        assert isinstance(status, Status)
        assert status.sample == SAMPLE_WORDS
    own = SAMPLE.replace("is_sample = true", "is_sample = false")
    region = GAME.view(begun(box=own).state, FIRST).region("status")
    assert region is not None
    status = region.widgets[0]
    assert isinstance(status, Status)
    assert not status.sample


@pytest.mark.parametrize(
    ("text", "faces"), [("-", ()), ("6", (6,)), ("1-3", (1, 2, 3)), (" 4 - 6 ", (4, 5, 6))]
)
def test_ranges_of_the_die(text: str, faces: tuple[int, ...]) -> None:
    assert tuple(die_range(text)) == faces


@pytest.mark.parametrize("text", ["0-2", "5-7", "3-1", "x", "", "1-2-3"])
def test_what_is_no_range_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        die_range(text)
    if not text:
        return
    broken = SAMPLE.replace('capture = "1-4"', f'capture = "{text}"')
    refusal = GAME.start({}, broken)
    assert isinstance(refusal, Refusal)
    assert "Pippin" in refusal.text


def test_a_box_of_another_game_is_refused() -> None:
    refusal = GAME.start({}, 'format = 1\ngame = "chess"\n')
    assert isinstance(refusal, Refusal)
    assert "ringwar" in refusal.text


@pytest.mark.parametrize(("count", "row"), [(1, "1"), (2, "2-3"), (3, "2-3"), (4, "4+"), (9, "4+")])
def test_rows_of_the_search_table(count: int, row: str) -> None:
    assert size_row(count) == row


@pytest.mark.parametrize(
    ("address", "side"),
    [
        ("characters/Frodo/ring", "fellowship"),
        ("characters/Nazgul/combat", "dark"),
        ("search/1/r3", "dark"),
        ("numbers/orc-cost/value", "dark"),
        ("places/Bree/kind", "fellowship"),
    ],
)
def test_the_side_whose_value_it_is_is_asked(address: str, side: str) -> None:
    assert asker(address, "fellowship") == side


def without(play: Play, sheet: str, row: str, column: str) -> None:
    """The box in use, with a value taken out."""
    box = play.state.facts.box
    cells = {key: one for key, one in box.sheets[sheet][row].items() if key != column}
    rows = {**box.sheets[sheet], row: cells}
    play.state = replace(play.state, facts=Facts(replace(box, sheets={**box.sheets, sheet: rows})))


def test_a_missing_value_is_asked_once_of_the_right_seat_and_kept() -> None:
    play = begun("search")
    without(play, "search", "4+", "r6")
    play.lot("Riders on the Road")
    play.press("search")
    play.roll(6)
    # The roll has come and is not lost: the value is asked of the Dark Power, then it is looked up.
    asked = play.ask()
    assert asked.seats == (SECOND,)
    assert "Search table, 4+, 6" in asked.sentence
    assert play.try_press("fill", seat=FIRST, value="spotted") is not None
    assert play.try_press("fill", value="perhaps") is not None
    play.press("fill", value="spotted")
    assert play.person("Frodo").is_spotted
    learned = GAME.learned_box(play.state)
    assert learned is not None
    assert facts_of(learned).text("search", "4+", "r6") == "spotted"
    assert "search, 4+, r6: spotted (by the owner)." in play.lines()


def test_a_range_that_is_none_is_refused_and_asked_again() -> None:
    play = begun("search")
    without(play, "characters", "Frodo", "capture")
    play.lot("Bands from the Hills")
    play.press("search")
    play.roll(6)
    play.press("orcs:Shire")
    assert play.ask().seats == (FIRST,)
    refusal = play.try_press("fill", value="7-9")
    assert refusal is not None
    assert "1-2" in refusal.text
    play.press("fill", value="2")
    play.press("try")
    play.roll(2)
    assert play.ask().sentence == "Orcs capture Frodo: put on the Ring to get away?"


def test_nothing_is_learned_without_a_question() -> None:
    assert GAME.learned_box(begun().state) is None


def test_values_of_the_editor_are_those_of_the_plan() -> None:
    editor = RingwarBoxEditor()
    text = editor.changed("", [BoxChange(address="numbers/searches/value", value="2")])
    assert facts_of(text).count("searches") == 2
    for sheet in PLAN.sheets:
        assert editor.sheet(text, sheet.id) is not None


def test_a_die_of_twenty_serves_and_its_last_faces_are_rolled_again() -> None:

    play = begun("search")
    play.lot("Riders on the Road")
    play.press("search")
    for number, face in ((1, 19), (2, 20)):
        assert (
            play.send(DieReported(roll=DieRoll(die="d", number=number, face=face, sides=20)))
            is None
        )
        assert play.ask().roll
        words = f"{face} of 20 stands for no number from 1 to 6: roll the die again."
        assert play.lines()[-1] == words
    assert six_of(18, 20) == 6
    assert play.send(DieReported(roll=DieRoll(die="d", number=3, face=18, sides=20))) is None
    assert play.person("Frodo").is_spotted
    # The same roll again is nothing new, and one that nothing asks for is said and kept.
    again = GAME.decide(play.state, DieReported(roll=DieRoll(die="d", number=3, face=5, sides=20)))
    assert again == ()
    assert GAME.last_roll(play.state) == {"d": 3}
    unasked = DieReported(roll=DieRoll(die="d", number=4, face=5, sides=20))
    before = play.ask()
    assert play.send(unasked) is None
    assert play.lines()[-1] == "A roll of 5 that nothing asked for counts for nothing."
    assert play.ask() == before
    assert play.public.results, "the results of the roll before it stay"


def test_a_roll_that_comes_before_it_is_asked_for_is_said_and_serves_nothing() -> None:
    play = begun("search")
    play.lot("Riders on the Road")
    early = DieReported(roll=DieRoll(die="d", number=1, face=6, sides=6))
    assert play.send(early) is None
    assert play.lines()[-1] == "A roll of 6 that nothing asked for counts for nothing."
    play.press("search")
    assert play.ask().roll
    assert not play.person("Frodo").is_spotted


PLACE_VALUES = (
    "characters/Frodo/start",
    "magic/Old Blade/place",
    "landmarks/barad-dur/place",
    "searches/Night/home",
)


@pytest.mark.parametrize("name", ["A/B", "x" * 300], ids=["a stroke", "too long"])
def test_a_hex_whose_name_no_sheet_could_hold_is_refused_wherever_it_is_typed_in(name: str) -> None:
    """Otherwise its kind would be asked for, and could be filled in nowhere."""
    play = begun("fellowship", box=SAMPLE)
    refused = play.send(Act(seat=FIRST, action="put", inputs=(("who", "Sam"), ("to", name))))
    assert isinstance(refused, Refusal)
    assert refused.text.startswith("The name of the hex: expected a short name")
    play = begun("fellowship")
    play.put_person("Sam", place="Far")
    play.press("move:Far")
    assert _words(play.try_press("go", who="Sam", to=name)).startswith("The name of the hex: ")
    play = begun("dark")
    play.put_person(MOUTH, place="Far")
    play.press(f"mouth:{MOUTH}")
    assert _words(play.try_press("go", to=name)).startswith("The name of the hex: ")


def _words(refusal: Refusal | None) -> str:
    assert refusal is not None
    return refusal.text


@pytest.mark.parametrize(
    ("address", "value", "reason"),
    [
        *((address, "A/B", "expected a short name") for address in PLACE_VALUES),
        ("places/Far/links", "Near, A/B", "expected a short name"),
        ("characters/Frodo/capture", "9", "expected faces of a die"),
        ("numbers/search-cost/value", "-2", "expected a number of at least 0"),
        ("combat/0/r1", "-1", "expected a number of at least 0"),
    ],
)
def test_what_cannot_be_played_with_goes_into_no_box_and_begins_no_game(
    address: str, value: str, reason: str
) -> None:
    editor = RingwarBoxEditor()
    with pytest.raises(BoxChangeError, match=reason):
        editor.changed("", [BoxChange(address=address, value=value)])
    sheet, row, column = address.split("/")
    text = f'format = 1\ngame = "ringwar"\n\n[{sheet}."{row}"]\n{column} = "{value}"\n'
    refused = GAME.start({}, text)
    assert isinstance(refused, Refusal)
    assert f"{sheet}, {row}, {column}: {reason}" in refused.text
