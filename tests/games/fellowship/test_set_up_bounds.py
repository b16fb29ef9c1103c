"""Setting up at its bounds: where what may start, how many, what is wrong (10.0, 13.0)."""

from __future__ import annotations

import msgspec
import pytest

from companion.board.places import parse_place
from companion.games.fellowship.box.board_map import COASTAL_ISLE, MORDOR, BoardMap
from companion.games.fellowship.box.file import EMPTY_BOX, BoxFile, HexEntry, HexsideEntry
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.facts.names import (
    ENEMY,
    FELLOWSHIP,
    Feature,
    Forest,
    Terrain,
    Water,
)
from companion.games.fellowship.facts.scenarios import SCENARIOS, Placing
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.set_up_check import check_set_up, counts_of, is_complete
from companion.games.fellowship.rules.set_up_zones import (
    allows,
    may_hold_a_guardian,
    may_start,
    place_of,
    too_close,
)
from companion.table.values import Piece
from tests.support.fellowship import piece_at
from tests.support.fellowship_map import RIVER, SWAMP, at, map_box

SAMPLE = Handbook(sample_box())


def with_areas(box: BoxFile, **areas: tuple[str, ...]) -> BoardMap:
    named = {name.replace("_", " "): labels for name, labels in areas.items()}
    return BoardMap(msgspec.structs.replace(box, map=msgspec.structs.replace(box.map, areas=named)))


# --- Setting up ---------------------------------------------------------------------------------


def test_an_entry_of_a_placing_allows_its_own_places() -> None:
    forest = {"8,h": HexEntry(forest=Forest.MIRKWOOD)}
    board = with_areas(map_box(hexes=forest), Mordor=("9,gh",))
    cases = {
        ("8,h", "8,h"): True,
        ("8,h", "8,i"): False,
        ("8,h", "8,h/8,i"): False,
        ("8,h", "@Northern Sea"): False,
        ("@Northern Sea", "@Northern Sea"): True,
        ("@Northern Sea", "8,h"): False,
        ("no place", "8,h"): False,
        ("8,h", "no place"): False,
        ("forest:Mirkwood", "8,h"): True,
        ("forest:Mirkwood", "8,h/8,i"): True,
        ("forest:Mirkwood", "8,i"): False,
        ("forest:Fangorn", "8,h"): False,
        ("area:Mordor", "9,gh"): True,
        ("area:Mordor", "9,gh/9,hi"): True,
        ("area:Mordor", "8,h"): False,
        ("area:Ice Bay", "8,h"): None,
        ("guardian", "14,h"): True,
    }
    assert {case: allows(board, *case) for case in cases} == cases
    assert place_of("no place") is None
    assert place_of("8,h") == at("8,h")


def test_each_guardian_has_its_ground() -> None:
    peaks = HexsideEntry(terrain=Terrain.MOUNTAIN, feature=Feature.NONE, chain="Grey Mountains")
    passes = HexsideEntry(terrain=Terrain.MOUNTAIN, feature=Feature.PASS, chain=MORDOR)
    unnamed = HexsideEntry(terrain=Terrain.MOUNTAIN, feature=Feature.PASS)
    sides = {
        "8,h/8,i": peaks,
        "12,h/12,i": passes,
        "16,h/16,i": unnamed,
        "20,h/20,i": RIVER,
        "20,i/20,j": SWAMP,
    }
    hexes = {
        "4,h": HexEntry(water=Water.SEA),
        "20,m": HexEntry(forest=Forest.NONE, water=Water.LAND),
        "4,i": HexEntry(water=Water.COAST),
        "22,h": HexEntry(forest=Forest.MIRKWOOD, water=Water.LAND),
    }
    board = with_areas(map_box(sides, hexes), **{COASTAL_ISLE.replace(" ", "_"): ("4,i",)})
    labels = (
        "8,h 8,h/8,i 12,h 12,h/12,i 16,h 16,h/16,i 20,h 20,h/20,i 20,i/20,j 20,j/20,k "
        "4,h 4,i 22,h 22,h/22,i 4,h/4,i 14,h 14,g/14,h 14,g"
    ).split()

    def starts(guardian: str) -> dict[str, bool | None]:
        found = {label: may_start(board, guardian, parse_place(label)) for label in labels}
        return {label: answer for label, answer in found.items() if answer is not False}

    assert starts("Balrog") == {"14,h": True}
    assert starts("Fire Drake") == {"8,h": True, "16,h": None, "16,h/16,i": None} | {
        label: None for label in starts("Fire Drake") if label.startswith("14,")
    }
    assert starts("Cold Drake") == starts("Fire Drake") | {"12,h": True, "12,h/12,i": True}
    mountains = {"8,h", "12,h", "12,h/12,i", "16,h", "16,h/16,i"}
    known = {label for label in labels if not label.startswith("14,")}
    assert {label for label, yes in starts("Werewolf").items() if yes} & known == mountains
    assert starts("Vampire") == starts("Werewolf")
    spider = {label for label, yes in starts("Giant Spider").items() if yes} & known
    assert spider == mountains | {"22,h"}
    water = {"20,h/20,i", "20,i/20,j", "4,h", "4,i", "14,g/14,h"}
    assert starts("Kraken 1") == dict.fromkeys(water, True)
    assert starts("Kraken 2") == starts("Kraken 1")
    assert starts("Corsair Fleet") == {"4,i": True}
    assert starts("Wight") == {}
    assert may_hold_a_guardian(board, at("20,m")) is False
    assert may_hold_a_guardian(board, at("16,h")) is True
    bare = BoardMap(EMPTY_BOX)
    for name in ("Fire Drake", "Werewolf", "Giant Spider", "Kraken 1", "Corsair Fleet"):
        assert may_start(bare, name, at("20,m")) is None
    assert may_start(bare, "Kraken 1", parse_place("20,m/20,n")) is None
    assert may_start(bare, "Corsair Fleet", parse_place("20,m/20,n")) is False
    assert may_hold_a_guardian(bare, at("20,m")) is None


def test_what_a_mountain_hexside_carries_counts_only_for_who_stands_on_it() -> None:
    def starts(place: str, **entry: object) -> bool | None:
        side = msgspec.convert(entry, HexsideEntry)
        return may_start(BoardMap(map_box({"8,h/8,i": side})), "Werewolf", parse_place(place))

    assert starts("8,h", terrain="mountain") is True
    assert starts("8,h/8,i", terrain="mountain") is None
    assert starts("8,h", feature="pass") is None
    assert starts("8,h/8,i", feature="pass") is None
    assert starts("8,h/8,i", terrain="clear") is None
    assert starts("8,h/8,i", terrain="mountain", feature="none") is False


def test_nazgul_markers_keep_a_hex_between_them() -> None:
    assert too_close(["8,h", "8,h"]) == (("8,h", "8,h"),)
    assert too_close(["8,h", "8,i"]) == (("8,h", "8,i"),)
    assert too_close(["8,h", "8,j"]) == ()
    assert too_close(["8,h/8,i", "8,j"]) == (("8,h/8,i", "8,j"),)
    assert too_close(["8,h", "no place", "8,k", "8,i"]) == (("8,h", "8,i"),)


def test_a_set_up_is_counted_by_place_and_side() -> None:
    full = SCENARIOS["full"]
    board = SAMPLE.map
    rows = counts_of(board, full, FELLOWSHIP, [piece_at(1, "green", 2, "4,f")])
    assert [(row.where, row.faces, row.wanted, row.there) for row in rows] == [
        ("The Shire, 4,f", "2 (sneak)", "1", 1),
        ("The Shire, 5,ef", "2 (sneak)", "1", 0),
        ("Isengard, 11,jk", "6 (flying)", "1", 0),
    ]
    theirs = counts_of(board, full, ENEMY, ())
    assert theirs[0].where == "places north of Isengard and west of the Misty Mountains"
    assert theirs[1].where == "where a Guardian may start"
    assert [row.wanted for row in theirs] == ["3 to 5", "0 to 14"]
    everywhere = msgspec.structs.replace(full, placings=(_anywhere(most=1), _anywhere(most=2)))
    pieces = [piece_at(number, "green", 3, f"8,{row}") for number, row in enumerate("hij", start=1)]
    found = counts_of(board, everywhere, FELLOWSHIP, pieces)
    assert [(row.where, row.faces, row.there) for row in found] == [
        ("anywhere", "3 (foot) or 4 (horse)", 1),
        ("anywhere", "3 (foot) or 4 (horse)", 2),
    ]
    two = msgspec.structs.replace(full, placings=(_anywhere("@Northern Sea", "8,h"),))
    (row,) = counts_of(board, two, FELLOWSHIP, pieces)
    assert (row.where, row.there) == ("Northern Sea or 8,h", 1)


def _anywhere(*places: str, least: int = 1, most: int = 1) -> Placing:
    return Placing(
        seat=FELLOWSHIP,
        colour="green",
        what="travellers",
        faces=(3, 4),
        places=places,
        least=least,
        most=most,
        section="10.2",
    )


def test_findings_name_what_is_missing_wrong_open_or_too_much() -> None:
    def found(*pieces: Piece, board: BoardMap = SAMPLE.map, **given: int) -> list[tuple[str, int]]:
        one = _anywhere("8,h", **given)
        scenario = msgspec.structs.replace(SCENARIOS["full"], placings=(one,))
        findings = check_set_up(board, scenario, FELLOWSHIP, pieces)
        assert is_complete(findings) is not any(f.kind in ("missing", "wrong") for f in findings)
        return [(finding.kind, len(finding.pieces)) for finding in findings]

    here = [piece_at(number, "green", 3, "8,h") for number in range(1, 4)]
    assert found() == [("missing", 0)]
    assert found(least=0) == []
    assert found(here[0]) == [("good", 0)]
    assert found(*here) == [("wrong", 3)]
    assert found(*here, least=2, most=3) == [("good", 0)]
    assert found(here[0], least=2, most=3) == [("missing", 0)]
    assert found(piece_at(1, "green", 2, "8,h")) == [("good", 0), ("wrong", 1)]
    assert found(here[0], piece_at(2, "green", 3, "8,i")) == [("good", 0), ("wrong", 1)]
    assert found(here[0], piece_at(2, "white", 3, "8,h")) == [("good", 0), ("wrong", 1)]


def test_what_is_missing_is_counted() -> None:
    scenario = msgspec.structs.replace(
        SCENARIOS["full"], placings=(_anywhere("8,h", least=4, most=5),)
    )
    one = [piece_at(1, "green", 3, "8,h")]
    for pieces, words in (([], "Put 4 green markers"), (one, "Put 3 green markers")):
        (finding,) = check_set_up(SAMPLE.map, scenario, FELLOWSHIP, pieces)
        assert words in finding.text


def test_where_the_map_does_not_say_a_marker_may_be_right() -> None:
    placing = _anywhere("area:Ice Bay", least=0, most=3)
    scenario = msgspec.structs.replace(SCENARIOS["full"], placings=(placing,))
    one = (piece_at(1, "green", 3, "8,h"),)
    (open_,) = check_set_up(BoardMap(map_box()), scenario, FELLOWSHIP, one)
    assert (open_.kind, open_.pieces, open_.section) == ("open", (1,), "10.1")
    assert open_.text == "The map does not say whether 1 marker may start there."
    assert is_complete((open_,))
    (stranger,) = check_set_up(with_areas(map_box(), Ice_Bay=("8,i",)), scenario, FELLOWSHIP, one)
    assert stranger.kind == "wrong"
    assert "Move it to a place of: travellers; or take it off." in stranger.text


def test_nazgul_that_touch_are_named_only_where_they_start_asleep() -> None:
    pair = [
        piece_at(1, "red", 6, "3,cd"),
        piece_at(2, "red", 6, "4,d"),
        piece_at(3, "red", 6, "9,cd"),
    ]
    found = check_set_up(SAMPLE.map, SCENARIOS["full"], ENEMY, pair)
    (touch,) = [one for one in found if "touch" in one.text]
    assert (touch.kind, touch.pieces) == ("wrong", (1, 2))
    awake = check_set_up(SAMPLE.map, SCENARIOS["ring-moves-south"], ENEMY, pair)
    assert not any("touch" in one.text for one in awake)


@pytest.mark.rule("FOTR-228")
@pytest.mark.parametrize(
    ("red", "awake", "asleep", "used"),
    [(4, 0, 3, 0), (5, 0, 0, 5), (3, 2, 0, 0), (3, 3, 0, 5), (0, 8, 5, 0), (0, 9, 0, 5)],
)
def test_two_guardian_markers_awake_take_one_mobilization(
    red: int, awake: int, asleep: int, used: int
) -> None:
    rows = [("red", 3)] * red + [("black", 3)] * awake + [("black", 6)] * asleep
    pieces = [
        piece_at(number, colour, face, "24,m")
        for number, (colour, face) in enumerate(rows, start=1)
    ]
    found = check_set_up(SAMPLE.map, SCENARIOS["ring-moves-south"], ENEMY, pieces)
    said = [one.text for one in found if "mobilizations; there are" in one.text]
    assert len(said) == (1 if used else 0)
    if used:
        assert f"take at least {used} mobilizations; there are 4" in said[0]
    full = check_set_up(SAMPLE.map, SCENARIOS["full"], ENEMY, pieces)
    assert not any("mobilizations; there are" in one.text for one in full)
