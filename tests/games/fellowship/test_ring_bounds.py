"""The Ring and the end of the game at their bounds (6.4, 11.0, 13.2)."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.facts.names import (
    ENEMY,
    FELLOWSHIP,
    RingbearerKind,
)
from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.open_facts import RingPublic
from companion.games.fellowship.rules.ring import (
    Powers,
    Taking,
    bearers,
    can_hold,
    holder_of,
    is_hobbit,
    may_bear,
    player_of_saruman,
    powers,
    starting_number,
    transfer_number,
    who_takes,
    who_takes_simply,
)
from companion.games.fellowship.rules.ring_place import (
    attackers,
    beside_ring,
    is_carrier,
    ring_place,
    stands_with_ring,
)
from companion.games.fellowship.rules.victory import (
    Account,
    Company,
    Deaths,
    Ending,
    arrived,
    automatic_level,
    scenario_winner,
    shifts,
)
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState
from companion.games.fellowship.switches import Switches
from companion.table.ids import PieceId
from companion.table.pieces import PieceTable
from companion.table.values import Piece
from tests.support.fellowship import piece_at


def on_table(*pieces: Piece, **given: object) -> PublicState:
    table = PieceTable(pieces={piece.id: piece for piece in pieces})
    return msgspec.structs.replace(PublicState(table=table), **given)


# --- The Ring -----------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-084", "FOTR-086")
def test_who_may_bear_the_ring_and_with_what_number() -> None:
    names = ("Frodo", "Aragorn", "Shire Hobbit", "Gollum", "Grey Havens ship", "Khamul", "nobody")
    assert [may_bear(name) for name in names] == [True, True, True] + [False] * 4
    assert [is_hobbit(name) for name in names] == [True, False, True] + [False] * 4
    assert {force.name for force in bearers()} >= {"Frodo", "Aragorn", "Shire Hobbit"}
    assert not {"Gollum", "Shadowfax", "The Ring"} & {force.name for force in bearers()}
    assert starting_number("nobody") is None
    assert transfer_number("nobody", {"nobody": 2}) is None
    assert transfer_number("Boromir", {"Boromir": 9}) == 0
    assert transfer_number("Boromir", {}) == 5


@pytest.mark.rule("FOTR-091", "FOTR-242")
def test_the_balrog_takes_it_where_that_was_agreed_and_saruman_is_not_there() -> None:
    assert who_takes(["Balrog", "Khamul"], balrog=True) == Taking("balrog", ("Balrog",))
    assert who_takes(["Balrog", "Saruman"], balrog=True).holder == "saruman"
    assert who_takes(["Balrog", "Witch-king"], balrog=True).holder == "enemy"
    assert who_takes(["Balrog"]).holder == "nobody"
    assert who_takes(["Khamul"], balrog=True) == Taking("enemy", ("Khamul",))
    assert who_takes(["Pelargir agent"]) == Taking("enemy", ("Pelargir agent",))
    assert who_takes([], gollum=True) == Taking("gollum", ("Gollum",))


@pytest.mark.rule("FOTR-233")
def test_in_the_simple_game_two_sides_can_have_it() -> None:
    assert who_takes_simply(["Balrog", "a stranger"]) == Taking("nobody")
    assert who_takes_simply(["Saruman"]) == Taking("enemy", ("Saruman",))
    assert who_takes_simply(["Saruman", "Khamul"]) == Taking("enemy", ("Saruman", "Khamul"), ENEMY)
    found = {
        name: (holder_of(name), holder_of(name, simple=True))
        for name in ("Gollum", "Balrog", "Aragorn", "Saruman", "Saruman agent, Bree", "Khamul", "x")
    }
    assert found == {
        "Gollum": ("gollum", "fellowship"),
        "Balrog": ("balrog", "enemy"),
        "Aragorn": ("fellowship", "fellowship"),
        "Saruman": ("saruman", "enemy"),
        "Saruman agent, Bree": ("saruman", "enemy"),
        "Khamul": ("enemy", "enemy"),
        "x": ("nobody", "nobody"),
    }
    assert player_of_saruman("enemy", simple=True) == ENEMY
    assert player_of_saruman("enemy") == FELLOWSHIP
    holds = {
        name: (can_hold(name), can_hold(name, balrog=True))
        for name in (
            "Khamul",
            "Mouth of Sauron",
            "Pelargir agent",
            "Balrog",
            "Vampire",
            "Frodo",
            "x",
        )
    }
    assert holds == {
        "Khamul": (True, True),
        "Mouth of Sauron": (True, True),
        "Pelargir agent": (True, True),
        "Balrog": (False, True),
        "Vampire": (False, False),
        "Frodo": (False, False),
        "x": (False, False),
    }


@pytest.mark.rule("FOTR-094", "FOTR-100", "FOTR-102")
def test_what_the_ring_gives_against_whom() -> None:
    usual = Powers(bonus=4, disengages=True)
    assert powers("fellowship") == powers("enemy") == powers("balrog") == usual
    assert powers("fellowship", gandalf_against=True) == Powers()
    assert powers("enemy", first_of_ambush=True) == Powers()
    assert powers("enemy", nazgul_against=True) == Powers()
    assert powers("nobody", nazgul_against=True) == Powers()
    assert Powers() == Powers(bonus=0, nazgul_penalty=0, disengages=False)


@pytest.mark.rule("FOTR-081", "FOTR-090", "FOTR-097")
def test_where_the_ring_is_and_who_stands_with_it() -> None:
    red, other = piece_at(1, "red", 1, "8,h"), piece_at(2, "red", 3, "8,h")
    green, far = piece_at(3, "green", 3, "8,h"), piece_at(4, "green", 3, "8,i")
    white = piece_at(5, "white", 3, "8,h")
    carried = RingPublic(bearer="Khamul", piece=PieceId(1), place="9,gh")

    def table(ring: str, known: RingPublic = carried) -> PublicState:
        return on_table(red, other, green, far, white, ring=ring, ring_public=known)

    taken = table("enemy")
    assert ring_place(taken) == "8,h"
    assert ring_place(table("fellowship")) == ""
    lost = table("nobody", RingPublic(bearer="", place="8,i"))
    assert ring_place(lost) == "8,i"
    gone = table("enemy", RingPublic(bearer="", piece=PieceId(9), place="8,i"))
    assert ring_place(gone) == "8,i"
    assert [one.id for one in (red, other, green, far, white) if stands_with_ring(taken, one)] == [
        2,
        3,
        5,
    ]
    assert not any(stands_with_ring(table("fellowship"), one) for one in (other, green))
    assert [one.id for one in beside_ring(taken, FELLOWSHIP_SEAT)] == [3, 5]
    assert [one.id for one in attackers(taken, FELLOWSHIP_SEAT)] == [3, 5]
    assert attackers(taken, ENEMY_SEAT) == ()
    saruman = table("saruman")
    assert [one.id for one in attackers(saruman, FELLOWSHIP_SEAT)] == [3]
    assert [one.id for one in attackers(saruman, ENEMY_SEAT)] == [2]
    assert is_carrier(taken, red)
    assert not is_carrier(taken, other)
    assert not is_carrier(table("fellowship"), red)


@pytest.mark.rule("FOTR-090")
def test_on_a_hexside_or_beside_the_map_one_stands_with_the_ring_as_well() -> None:
    pieces = (
        piece_at(1, "green", 3, "8,h/8,i"),
        piece_at(2, "green", 3, "@Northern Sea"),
        piece_at(3, "green", 3, "8,h"),
    )
    found = {
        place: [
            one.id
            for one in pieces
            if stands_with_ring(
                on_table(*pieces, ring="nobody", ring_public=RingPublic(bearer="", place=place)),
                one,
            )
        ]
        for place in ("8,h", "8,i", "8,h/8,i", "@Northern Sea", "8,j")
    }
    assert found == {
        "8,h": [1, 3],
        "8,i": [1],
        "8,h/8,i": [1, 3],
        "@Northern Sea": [2],
        "8,j": [],
    }


# --- The end ------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-186", "FOTR-187", "FOTR-212")
def test_each_ending_has_its_level_or_leaves_it_to_the_table() -> None:
    found = {ending: automatic_level(ending, "fellowship") for ending in Ending}
    assert {ending.value: level for ending, level in found.items() if level} == {
        "enemy-has-it": "EP Total",
        "in-the-shadow": "EP Total",
        "destroyed": "FP Total",
        "lost-at-sea": "EP Tactical",
        "isengard": "Draw",
        "moria": "Draw",
    }
    south = SCENARIOS["ring-moves-south"]
    winners = {ending: scenario_winner(south, ending) for ending in Ending}
    assert {ending for ending, who in winners.items() if who == "fellowship"} == {
        Ending.GOAL,
        Ending.DESTROYED,
    }
    assert set(winners.values()) == {"fellowship", "enemy"}


@pytest.mark.rule("FOTR-190", "FOTR-193")
def test_an_account_without_a_word_shifts_by_the_number_of_dead_alone() -> None:
    account = Account(ringbearer=RingbearerKind.FRODO, hex_class="A")
    assert [(part.label, part.value) for part in shifts(account, Switches())] == [
        ("Characters killed", 2)
    ]
    assert account.turn == 20
    assert Deaths().count == 0
    early = msgspec.structs.replace(account, dissolved=True, turn=6)
    labels = {part.label: part.value for part in shifts(early, Switches())}
    assert labels == {"Characters killed": 2, "Dissolved early": 3}
    grey = msgspec.structs.replace(account, deaths=Deaths(names=("Gandalf the Grey",)))
    assert [part.label for part in shifts(grey, Switches())] == ["Characters killed"]


@pytest.mark.rule("FOTR-229")
def test_two_hobbits_are_enough_and_one_is_not() -> None:
    south = SCENARIOS["ring-moves-south"]
    others = ("Aragorn", "Boromir", "Legolas", "Gimli", "Bree Man", "Lorien Elf 1")

    def there(*hobbits: str) -> bool:
        company = Company(place="17,gh", conscious=(*others, *hobbits), ringbearer="Frodo")
        return arrived(company, south)

    assert there("Frodo", "Sam")
    assert not there("Frodo", "Lorien Elf 2")


@pytest.mark.rule("FOTR-229")
def test_who_is_no_character_does_not_arrive() -> None:
    south = SCENARIOS["ring-moves-south"]
    seven = ("Aragorn", "Boromir", "Legolas", "Gimli", "Frodo", "Sam", "Merry")

    def there(*more: str, unconscious: tuple[str, ...] = (), ringbearer: str = "Frodo") -> bool:
        company = Company(
            place="17,gh",
            conscious=(*seven, *more),
            unconscious=unconscious,
            ringbearer=ringbearer,
        )
        return arrived(company, south)

    assert there("Pippin")
    assert there("Bree Man")
    assert not there("Gollum")
    assert not there("Shadowfax")
    assert there(unconscious=("Pippin",))
    assert not there("Pippin", ringbearer="")
    assert not there("Pippin", ringbearer="Shire Hobbit")
    assert there("Shire Hobbit", ringbearer="Shire Hobbit")
