"""The mutants of the rules: each is one change, tried on the tests that pass over it."""

from __future__ import annotations

import pytest

from scripts import mutate_tests
from scripts.mutate_changes import (
    Mutant,
    changed_code,
    functions_in,
    modules,
    mutants_of,
    source_of,
)
from scripts.mutate_rules import drawn, main
from scripts.mutate_tests import Watched

MODULE = "combat.simple"


def test_every_module_allows_changes_each_with_its_own_number() -> None:
    for module in modules():
        found = mutants_of(module)
        assert [one.number for one in found] == list(range(len(found)))
        assert all(one.lines[0] <= one.line for one in found)
    assert {"rules.health", "tables.cells", "combat.strike"} <= set(modules())


def test_a_mutant_is_the_module_with_one_change() -> None:
    plain = compile(source_of(MODULE).read_text("utf-8"), str(source_of(MODULE)), "exec")
    unchanged = list(functions_in(changed_code(MODULE, -1)))
    assert [one.co_code for one in unchanged] == [one.co_code for one in functions_in(plain)]
    seen = set()
    for mutant in mutants_of(MODULE):
        changed = changed_code(MODULE, mutant.number)
        assert changed != plain, mutant
        seen.add(changed)
        others = [new != old for new, old in zip(functions_in(changed), unchanged, strict=True)]
        assert sum(others) == int(mutant.is_in_function)
    assert len(seen) == len(mutants_of(MODULE))


def test_what_is_no_rule_is_not_changed() -> None:
    # A denial instead of nothing, a default, a text: none of them is among the changes.
    whats = {one.what for one in mutants_of("rules.carrying")}
    assert {"Eq to NotEq", "GtE to Gt", "2 to 3", "True to False"} <= whats
    first = source_of("rules.carrying").read_text("utf-8").splitlines().index('    """')
    assert all(one.line > first for one in mutants_of("rules.carrying"))


def test_a_seed_draws_the_same_mutants_again() -> None:
    assert drawn([MODULE], 3) == drawn([MODULE], 3)
    assert drawn([MODULE], 3) != drawn([MODULE], 4)
    assert sorted(drawn([MODULE], 3), key=lambda one: one.number) == mutants_of(MODULE)


@pytest.mark.parametrize(
    ("lines", "is_in_function", "expected"),
    [
        ((3, 4), True, ["near::b", "far::a"]),
        ((5, 5), True, []),
        ((3, 3), True, ["far::a"]),
        ((1, 1), False, ["near::b", "far::a"]),
        ((2, 2), True, ["near::b", "far::a"]),
    ],
)
def test_tests_that_pass_over_a_change_are_found_the_quickest_first(
    monkeypatch: pytest.MonkeyPatch,
    lines: tuple[int, int],
    expected: list[str],
    *,
    is_in_function: bool,
) -> None:
    monkeypatch.setattr(mutate_tests, "_near", lambda _: set())
    watched = Watched(
        seconds={"far::a": 2.0, "near::b": 0.5},
        lines={MODULE: {2: {""}, 3: {"far::a"}, 4: {"near::b"}}},
    )
    mutant = Mutant(MODULE, 0, lines[0], "any", lines, is_in_function)
    assert watched.tests_over(mutant) == expected
    assert watched.runs_at_import(mutant) is (not is_in_function or lines == (2, 2))


def test_a_module_that_is_none_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["mutate_rules", "--module", "rules.nonsense"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "got rules.nonsense; there are rules." in capsys.readouterr().err
