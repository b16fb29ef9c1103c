"""The Ring by the book: numbers, marks, who takes it, what it gives (6.4)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP
from companion.games.fellowship.rules.ring import (
    GOALS,
    Powers,
    RingHolder,
    gollum_gets_away,
    is_turned,
    may_attack_at_once,
    may_block_features,
    may_transfer,
    must_transfer,
    player_of_saruman,
    powers,
    receivers,
    saruman_takes_over,
    starting_number,
    status_mark,
    successors,
    transfer_number,
    transfer_succeeds,
    who_takes,
)

HOLDERS: tuple[RingHolder, ...] = ("fellowship", "enemy", "saruman", "gollum", "nobody")


@pytest.mark.rule("FOTR-079", "FOTR-100")
def test_worn_against_others_than_nazgul_the_ring_adds_four_and_lets_its_bearer_go() -> None:
    assert powers("fellowship") == Powers(bonus=4, nazgul_penalty=0, disengages=True)
    assert powers("fellowship", nazgul_against=True).bonus == 0
    assert not powers("fellowship", nazgul_against=True).disengages
    assert powers("fellowship", first_of_ambush=True) == Powers()


@pytest.mark.rule("FOTR-101")
def test_nazgul_lower_the_bearers_defence_by_two_until_all_of_them_are_driven_off() -> None:
    assert powers("fellowship", nazgul_against=True) == Powers(nazgul_penalty=2)
    # Also in the first round of an ambush: the penalty is no use of the Ring.
    assert powers("fellowship", nazgul_against=True, first_of_ambush=True).nazgul_penalty == 2
    assert powers("fellowship", nazgul_against=False).bonus == 4


@pytest.mark.rule("FOTR-094", "FOTR-102")
@pytest.mark.parametrize("ring", ["enemy", "saruman", "gollum"])
def test_other_holders_gain_the_same_but_not_against_gandalf(ring: RingHolder) -> None:
    assert powers(ring) == Powers(bonus=4, disengages=True)
    assert powers(ring, gandalf_against=True) == Powers()
    assert powers(ring, nazgul_against=True) == Powers()
    assert powers("nobody") == Powers()


@pytest.mark.rule("FOTR-082", "FOTR-083")
def test_the_enemy_plays_saruman_only_while_the_fellowship_has_the_ring() -> None:
    assert [player_of_saruman(ring) for ring in HOLDERS] == [
        ENEMY,
        FELLOWSHIP,
        FELLOWSHIP,
        FELLOWSHIP,
        FELLOWSHIP,
    ]


@pytest.mark.rule("FOTR-084")
def test_a_hobbit_follows_a_fallen_bearer_else_anybody_but_never_gollum() -> None:
    assert successors(["Aragorn", "Sam", "Pippin", "Gollum"]) == ("Pippin", "Sam")
    assert successors(["Aragorn", "Gimli", "Gollum"]) == ("Aragorn", "Gimli")
    assert successors(["Gollum", "Grey Havens ship", "The Ring"]) == ()
    assert successors(["Hobbit decoy", "Aragorn"]) in (("Hobbit decoy",), ("Aragorn",))


@pytest.mark.rule("FOTR-085")
def test_a_hobbit_beside_another_bearer_must_get_the_ring_and_a_hobbit_never_gives_it() -> None:
    assert must_transfer("Aragorn", ["Aragorn", "Sam"])
    assert not must_transfer("Aragorn", ["Aragorn", "Gollum"])
    assert not must_transfer("Frodo", ["Frodo", "Sam"])
    assert receivers("Aragorn", ["Aragorn", "Sam", "Gimli"]) == ("Sam",)
    assert receivers("Aragorn", ["Aragorn", "Gimli"]) == ("Gimli",)
    assert may_transfer("Boromir")
    assert not may_transfer("Sam")
    assert receivers("Sam", ["Sam", "Aragorn"]) == ()


@pytest.mark.rule("FOTR-085", "FOTR-086")
@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Frodo", 12),
        ("Sam", 11),
        ("Merry", 10),
        ("Aragorn", 8),
        ("Boromir", 5),
        ("Gollum", 1),
        ("Gandalf the Grey", 9),
        ("Gimli", 7),
        ("Legolas", 7),
    ],
)
def test_a_transfer_needs_a_roll_under_the_number_not_equal_to_it(name: str, number: int) -> None:
    assert starting_number(name) == number
    assert transfer_succeeds(number - 1, number)
    assert not transfer_succeeds(number, number)


@pytest.mark.rule("FOTR-087", "FOTR-088")
def test_each_mark_lowers_the_number_until_the_bearer_is_a_minion() -> None:
    assert [status_mark(name) for name in ("Frodo", "Sam", "Boromir", "Gandalf the Grey")] == [
        0,
        0,
        1,
        1,
    ]
    assert [transfer_number("Boromir", {"Boromir": marks}) for marks in range(7)] == [
        5,
        4,
        3,
        2,
        1,
        0,
        0,
    ]
    assert not is_turned("Boromir", {"Boromir": 4, "Frodo": 9})
    assert is_turned("Boromir", {"Boromir": 5})
    # Hobbits too: marks for wearing it count, however many it takes.
    assert not is_turned("Frodo", {"Frodo": 11})
    assert is_turned("Frodo", {"Frodo": 12})


@pytest.mark.rule("FOTR-091")
def test_the_witch_king_comes_before_saruman_nazgul_and_agents() -> None:
    everybody = ["Saruman", "Pelargir agent", "Khamul", "Witch-king", "Mouth of Sauron"]
    assert who_takes(everybody).candidates == ("Witch-king",)
    without = who_takes(["Pelargir agent", "Khamul", "Saruman"])
    assert (without.holder, without.candidates) == ("saruman", ("Saruman",))


@pytest.mark.rule("FOTR-091")
def test_of_several_nazgul_the_enemy_chooses_and_of_several_agents_the_fellowship() -> None:
    nazgul = who_takes(["Khamul", "Mouth of Sauron"])
    assert (nazgul.holder, nazgul.chooser) == ("enemy", ENEMY)
    assert set(nazgul.candidates) == {"Khamul", "Mouth of Sauron"}
    assert who_takes(["Mouth of Sauron"]).chooser is None
    agents = who_takes(["Saruman agent, Bree", "Pelargir agent"])
    assert (len(agents.candidates), agents.chooser) == (2, FELLOWSHIP)
    assert who_takes(["Saruman agent, Bree"]).holder == "saruman"
    assert who_takes(["Pelargir agent"]).holder == "enemy"


@pytest.mark.rule("FOTR-091", "FOTR-098")
def test_creatures_and_guardians_leave_it_uncontrolled_and_gollum_takes_it_then() -> None:
    beasts = ["Balrog", "Fell creature 1"]
    assert who_takes(beasts).holder == "nobody"
    assert who_takes([]).holder == "nobody"
    assert who_takes(beasts, gollum=True).holder == "gollum"
    assert who_takes(["Khamul"], gollum=True).holder == "enemy"


@pytest.mark.rule("FOTR-098")
def test_gollum_gets_away_on_six_or_less() -> None:
    assert [roll for roll in range(1, 11) if gollum_gets_away(roll)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("FOTR-096")
def test_saruman_takes_the_ring_from_an_agent_of_sauron_with_no_nazgul_there() -> None:
    agent = "Pelargir agent"
    assert saruman_takes_over("enemy", agent, nazgul_there=False)
    assert not saruman_takes_over("enemy", agent, nazgul_there=True)
    assert not saruman_takes_over("enemy", "Mouth of Sauron", nazgul_there=False)
    assert not saruman_takes_over("enemy", "Boromir", nazgul_there=False)
    assert not saruman_takes_over("gollum", "Gollum", nazgul_there=False)


@pytest.mark.rule("FOTR-090", "FOTR-097", "FOTR-099")
def test_who_may_attack_the_holder_at_once_and_where_holders_have_to_go() -> None:
    assert [may_attack_at_once(ring, FELLOWSHIP) for ring in HOLDERS] == [
        False,
        True,
        True,
        True,
        False,
    ]
    assert [may_attack_at_once(ring, ENEMY) for ring in HOLDERS] == [
        False,
        False,
        True,
        True,
        False,
    ]
    assert GOALS == {"saruman": "11,jk", "gollum": "14,e", "balrog": "14,h"}


@pytest.mark.rule("FOTR-093")
def test_the_fellowship_may_block_features_while_it_does_not_have_the_ring() -> None:
    assert [may_block_features(FELLOWSHIP, ring) for ring in HOLDERS] == [False, *([True] * 4)]
    assert all(may_block_features(ENEMY, ring) for ring in HOLDERS)
