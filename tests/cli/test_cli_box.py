"""``companion box`` as a person types it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.box import box
from companion.cli.lookup import lookup
from companion.cli.sheet import sheet
from companion.games.fellowship.box.editor import FellowshipBoxEditor
from companion.service.box import box_text
from companion.service.instance import InstanceLock
from companion.table.box_editor import BoxChange
from tests.support.fellowship import SAMPLE_BOX

FRAMES = Path(__file__).parents[1] / "frames"
EDITOR = FellowshipBoxEditor()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    return tmp_path


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(box, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def write(path: Path, *pairs: tuple[str, str], text: str = "") -> Path:
    changes = [BoxChange(address=address, value=value) for address, value in pairs]
    path.write_text(EDITOR.changed(text, changes), "utf-8")
    return path


def test_without_a_file_every_command_says_what_to_do(home: Path) -> None:
    for arguments in (("check",), ("export", str(home / "out.toml"))):
        result = run(*arguments)
        assert result.exit_code == 1
        assert "there is no box file" in result.output
        assert "/box" in result.output
    absent = run("import", str(home / "none.toml"))
    assert absent.exit_code == 1
    assert "none.toml" in absent.output
    assert "has no box file" in run("--game", "toy", "merge", __file__).output


def test_a_file_goes_in_and_out_and_the_old_one_is_kept(home: Path) -> None:
    write(home / "box.toml", ("T.4/wild-1/3", "X"))
    (home / "sample.toml").write_text(SAMPLE_BOX, "utf-8")
    result = run("import", str(home / "sample.toml"))
    assert result.exit_code == 0, result.output
    assert "box.toml.before" in result.output
    old = (home / "box.toml.before").read_text("utf-8")
    assert EDITOR.value(old, "T.4/wild-1/3") == "X"
    assert run("check").output.startswith(f"{home}/box.toml: 100 % known")
    assert run("export", str(home / "out.toml")).exit_code == 0
    assert (home / "out.toml").read_text("utf-8") == EDITOR.checked(SAMPLE_BOX)


def test_a_broken_file_is_named_with_its_line_and_changes_nothing(home: Path) -> None:
    before = write(home / "box.toml", ("T.4/wild-1/3", "X")).read_text("utf-8")
    (home / "bad.toml").write_text("format = 1\nname = 'x'\nwrong = 1\n", "utf-8")
    for command in ("import", "merge"):
        result = run(command, str(home / "bad.toml"))
        assert result.exit_code == 1
        assert "bad.toml, line 3" in result.output
    assert (home / "box.toml").read_text("utf-8") == before


def test_an_empty_file_is_an_accident_and_changes_nothing(home: Path) -> None:
    (home / "empty.toml").write_text(" \n")
    for command in ("import", "merge"):
        result = run(command, str(home / "empty.toml"))
        assert result.exit_code == 1
        assert "empty.toml, nothing is written in it" in result.output
    assert not (home / "box.toml").exists()


def test_nothing_is_said_of_an_old_file_that_never_was(home: Path) -> None:
    (home / "sample.toml").write_text(SAMPLE_BOX, "utf-8")
    result = run("import", str(home / "sample.toml"))
    assert result.exit_code == 0, result.output
    assert "before" not in result.output


def test_a_file_of_an_editor_that_puts_a_mark_in_front_is_read(home: Path) -> None:
    marked = home / "marked.toml"
    marked.write_text(SAMPLE_BOX, "utf-8-sig")
    for command in (("import", str(marked)), ("--box", str(marked), "check")):
        result = run(*command)
        assert result.exit_code == 0, result.output
    assert (home / "box.toml").read_text("utf-8") == EDITOR.checked(SAMPLE_BOX)
    found = CliRunner().invoke(lookup, ["T.4", "--box", str(marked)])
    assert found.exit_code == 0, found.output
    assert box_text(marked, "") == SAMPLE_BOX


def test_so_is_one_with_stickers(tmp_path: Path) -> None:
    marked = tmp_path / "scheme.toml"
    marked.write_text((FRAMES / "scheme.toml").read_text("utf-8"), "utf-8-sig")
    arguments = [str(tmp_path / "sheet.pdf"), "--scheme", str(marked)]
    result = CliRunner().invoke(sheet, ["corners", *arguments])
    assert result.exit_code == 0, result.output


def test_two_files_are_merged_once_their_conflicts_are_settled(home: Path) -> None:
    mine = write(home / "box.toml", ("T.4/wild-1/3", "X"), ("T.4/wild-1/4", "X"))
    write(home / "other.toml", ("T.4/wild-1/4", "-"), ("T.4/wild-1/5", "-"))
    before = mine.read_text("utf-8")
    result = run("merge", str(home / "other.toml"))
    assert result.exit_code == 1
    assert "T.4/wild-1/4: ours X, theirs -" in result.output
    assert mine.read_text("utf-8") == before
    assert "do not differ in" in run("merge", str(home / "other.toml"), "--take", "T.9/x/1").output
    assert run("merge", str(home / "other.toml"), "--take", "T.4/wild-1/4").exit_code == 0
    after = mine.read_text("utf-8")
    assert [EDITOR.value(after, f"T.4/wild-1/{n}") for n in (3, 4, 5)] == ["X", "-", "-"]


def test_a_sample_is_not_merged_into_a_real_box(home: Path) -> None:
    before = write(home / "box.toml", ("T.4/civilized/10", "X")).read_text("utf-8")
    (home / "sample.toml").write_text(SAMPLE_BOX, "utf-8")
    result = run("merge", str(home / "sample.toml"), "--ours")
    assert result.exit_code == 1
    assert "invented" in result.output
    assert (home / "box.toml").read_text("utf-8") == before


def test_while_a_table_runs_it_is_the_browser_that_changes_the_file(home: Path) -> None:
    lock = InstanceLock(home / "lock")
    (home / "other.toml").write_text(SAMPLE_BOX, "utf-8")
    try:
        result = run("import", str(home / "other.toml"))
    finally:
        lock.release()
    assert result.exit_code == 1
    assert f"a table already runs in {home}" in result.output
    assert not (home / "box.toml").exists()


@pytest.mark.parametrize(
    ("address", "value", "why"),
    [
        ("T.2/woods/storm", "8", "8 is easier than 5 in better weather"),
        ("T.5/wild-1/1", "-", "a roll of 1 or more gives a result"),
        ("map.hexes/14,h/water", "sea", "Moria lies here"),
    ],
)
def test_page_check_and_lookup_name_the_same_cell_for_the_same_reason(
    home: Path, address: str, value: str, why: str
) -> None:
    path = write(home / "box.toml", (address, value), text=SAMPLE_BOX)
    findings = EDITOR.summary(path.read_text("utf-8")).findings
    (finding,) = [one for one in findings if one.address == address]
    assert why in finding.why
    checked = run("check")
    looked_up = CliRunner().invoke(lookup, ["T.1", "--box", str(path)])
    for result in (checked, looked_up):
        assert result.exit_code == 1
        assert f"{address}: {finding.why}" in result.output
