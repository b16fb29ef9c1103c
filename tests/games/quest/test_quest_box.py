"""The owner's box: read, written, filled in by play, edited on pages; setting right by hand."""

from __future__ import annotations

import pytest

from companion.games.quest.box import box_findings, features_of, read_box, write_box
from companion.games.quest.cells import CELLS, SHEETS, cells_of, check_value
from companion.games.quest.editor import QuestBoxEditor
from companion.games.quest.names import (
    BAG_END,
    FRODO,
    MORDOR,
    MORIA,
    PIPPIN,
    SAM,
    STAGES,
    TILES,
)
from companion.games.quest.phrases import PhraseError, clause_words, read_event, read_space
from companion.table.box_editor import BoxChange, BoxChangeError, BoxTextError
from companion.table.ids import PUBLIC
from companion.table.values import Refusal
from companion.table.views import Prompt, Status
from tests.support.quest_table import GAME, SAMPLE, QuestPlay

EDITOR = QuestBoxEditor()


def test_the_sample_is_whole_and_says_that_it_is_one_on_every_screen() -> None:
    box = read_box(SAMPLE)
    assert box.is_sample
    assert [address for address in CELLS if not box.get(address)] == []
    assert write_box(read_box(write_box(box))) == write_box(box)
    play = QuestPlay(2)
    for viewer in (FRODO, PUBLIC):
        status = play.view(viewer).regions[0].widgets[0]
        assert isinstance(status, Status)
        assert status.sample == "Sample box"


def test_what_the_rulebook_prints_is_locked() -> None:
    assert read_box("").get("moria/event/1") == "group pays friendship star or sauron 1"
    assert read_box("").get("moria/friendship") == "none"
    assert check_value("moria/friendship", "shield") is not None
    assert "friendship" not in [
        line
        for line in ("fighting", "friendship")
        if read_box(SAMPLE).get(f"moria/{line}") != "none"
    ]


@pytest.mark.parametrize(
    ("address", "value"),
    [
        ("hobbit/white/star", "many"),
        ("die/1", "seven"),
        ("feature/moria/1", "Sword"),
        ("feature/moria/1", "Sword, blue, 2 fighting"),
        ("feature/moria/1", "Sword, grey, 9 fighting"),
        ("feature/moria/1", "Excalibur, yellow"),
        ("moria/hiding", "ring; dragon"),
        ("moria/scores", "1 two"),
        ("mordor/event/6", "group pays or sauron 1"),
        ("mordor/event/6", "group pays 2 hiding"),
        ("mordor/event/6", "lack sword"),
        ("mordor/event/6", "sauron far"),
        ("nowhere/1", "1"),
    ],
)
def test_what_cannot_stand_is_refused_with_a_reason(address: str, value: str) -> None:
    assert check_value(address, value)
    with pytest.raises(BoxChangeError):
        EDITOR.changed("", [BoxChange(address=address, value=value)])


def test_phrases_in_words() -> None:
    words = [clause_words(clause) for clause in read_event("each pays 2 hiding or dark; sauron 2")]
    assert words == [
        "Each player: discard 2 Hiding symbols, or 1 step into the darkness",
        "Sauron moves 2 steps towards the Hobbits",
    ]
    with pytest.raises(PhraseError):
        read_space("sauron 1")


def test_a_broken_text_is_refused_with_its_line() -> None:
    for text in ("format = ", 'format = 1\ngame = "other"', "x = 1"):
        with pytest.raises(BoxTextError):
            read_box(text)
        assert isinstance(GAME.start({}, text), Refusal)
    with pytest.raises(BoxTextError) as caught:
        read_box(SAMPLE.replace('"die/1" = "blank"', '"die/1" = "moon"'))
    assert caught.value.line is not None


def test_an_empty_box_is_asked_once_of_the_ring_bearer_place_by_place() -> None:
    play = QuestPlay(2, box="")
    sample = read_box(SAMPLE)
    assert (play.kind, play.state.public.top.seat) == ("fill", FRODO)
    assert play.tried(FRODO, "fill") is not None
    assert play.tried(FRODO, "fill", **{"die/1": "moon"}) is not None
    asked: list[str] = []
    while play.kind == "fill":
        prompt = play.view(FRODO).region("prompt")
        assert prompt is not None
        widget = prompt.widgets[0]
        assert isinstance(widget, Prompt)
        names = [field.name for field in widget.form.fields]
        asked += names
        play.press(FRODO, "fill", **{name: sample.get(name) for name in names})
    assert sorted(asked) == sorted(cells_of("bag-end"))
    assert play.kind == "chance"
    learned = GAME.learned_box(play.state)
    assert learned is not None
    assert read_box(learned).get("die/6") == "eye"
    assert not read_box(learned).is_sample
    play.draw(5)
    play.press(FRODO, "refuse")
    assert (play.kind, play.state.public.top.text) == ("fill", "rivendell")


def test_every_cell_is_needed_by_one_place() -> None:
    needed = [address for stage in STAGES for address in cells_of(stage)]
    assert sorted(needed) == sorted(CELLS)


def test_the_editor_shows_and_changes_every_sheet() -> None:
    summary = EDITOR.summary(SAMPLE)
    assert (summary.percent, summary.is_sample, summary.findings) == (100, True, ())
    assert EDITOR.summary("").known == 2
    assert {line.id for line in summary.sheets} == set(SHEETS)
    for sheet_id in SHEETS:
        sheet = EDITOR.sheet(SAMPLE, sheet_id)
        assert sheet is not None
        assert sheet.missing == 0
    assert EDITOR.sheet(SAMPLE, "nothing") is None
    text = EDITOR.changed(SAMPLE, [BoxChange(address="token/sun", value="5")])
    assert EDITOR.value(text, "token/sun") == "5"
    assert [finding.sheet for finding in EDITOR.summary(text).findings] == ["cards"]
    assert EDITOR.checked(text) == text
    assert EDITOR.survey(text) is None
    emptied = EDITOR.changed(text, [BoxChange(address="token/sun", value="")])
    assert EDITOR.summary(emptied).known == summary.known - 1


def test_what_does_not_add_up_is_found() -> None:
    box = EDITOR.changed(
        SAMPLE,
        [
            BoxChange(address="mordor/scores", value="1 2 3"),
            BoxChange(address="tile/hiding", value="9"),
        ],
    )
    assert {address for address, _ in box_findings(read_box(box))} == {
        "mordor/scores",
        "tile/bearer",
    }


@pytest.mark.parametrize(
    ("stage", "wrong", "right"),
    [
        (MORIA, {"moria/scores": "1 2 3"}, {"moria/scores": "1 2 3 4 5 6 7 8 9 10"}),
        (MORIA, {"moria/scores": " ".join("123456789012")}, {"moria/fighting": ";".join("-" * 12)}),
        (MORIA, {"moria/main": "friendship"}, {"moria/main": "fighting"}),
        (MORIA, {"moria/fighting": "none"}, {"moria/fighting": ";".join("-" * 10)}),
        (BAG_END, {f"tile/{tile}": "0" for tile in TILES}, {"tile/hiding": "23"}),
    ],
    ids=["too few points", "too many", "no such line", "main line left out", "no tiles"],
)
def test_what_does_not_fit_together_is_asked_again_before_its_place(
    stage: str, wrong: dict[str, str], right: dict[str, str]
) -> None:
    """An owner's slip, which the editor only points at, must leave no screen without an answer."""
    changes = [BoxChange(address=address, value=value) for address, value in wrong.items()]
    play = QuestPlay(2, box=EDITOR.changed(SAMPLE, changes))
    if stage != BAG_END:
        play.on_board(stage)
    for _ in range(2):
        assert (play.kind, play.state.public.top.text) == ("fill", stage)
        region = play.view(FRODO).region("prompt")
        assert region is not None
        prompt = region.widgets[0]
        assert isinstance(prompt, Prompt)
        assert prompt.detail[0].startswith("This does not fit together: ")
        stand = {one.name: one.value for one in prompt.form.fields}
        assert wrong.items() <= stand.items()
        assert right.keys() <= stand.keys()
        # As they stand they are asked for again.
        play.press(FRODO, "fill", **stand)
    play.press(FRODO, "fill", **right)
    assert play.kind == ("chance" if stage == BAG_END else "reveal")
    for viewer in (*play.seats, PUBLIC):
        play.view(viewer)


def test_boxes_are_merged_but_no_sample_into_a_real_one() -> None:
    mine = EDITOR.changed("", [BoxChange(address="die/1", value="eye")])
    plan = EDITOR.merge_plan(mine, SAMPLE)
    assert (plan.is_sample, len(plan.conflicts), plan.equal) == (True, 1, 0)
    with pytest.raises(BoxChangeError):
        EDITOR.merged(mine, SAMPLE, ())
    theirs = EDITOR.changed(
        "", [BoxChange(address="die/1", value="blank"), BoxChange(address="die/2", value="cards")]
    )
    assert EDITOR.value(EDITOR.merged(mine, theirs, ()), "die/1") == "eye"
    merged = EDITOR.merged(mine, theirs, ("die/1",))
    assert (EDITOR.value(merged, "die/1"), EDITOR.value(merged, "die/2")) == ("blank", "cards")
    with pytest.raises(BoxChangeError):
        EDITOR.with_row(mine, "cards", "x")
    with pytest.raises(BoxChangeError):
        EDITOR.without_row(mine, "cards", "x")


def test_what_stands_otherwise_on_the_table_is_set_right_by_hand() -> None:
    play = QuestPlay(3)
    play.on_board(MORIA)
    assert play.anytime(SAM, "by-hand", marker=PIPPIN, to="4") is None
    assert play.anytime(SAM, "by-hand", marker="sauron", to="9") is None
    assert play.anytime(SAM, "by-hand", marker="fighting", to="3") is None
    assert play.anytime(SAM, "by-hand", marker="fighting", to="11") is not None
    assert play.anytime(SAM, "by-hand", marker="friendship", to="1") is not None
    assert play.anytime(SAM, "by-hand", marker="sauron", to="far") is not None
    assert play.anytime(SAM, "by-hand-shields", marker=SAM, to="6") is None
    assert play.anytime(SAM, "by-hand-shields", marker=FRODO, to="6") is not None
    public = play.state.public
    assert (play.at(PIPPIN), public.sauron, public.markers["fighting"]) == (4, 9, 3)
    assert (public.score, play.state.hidden.shields[SAM]) == (3, 6)
    assert play.anytime(SAM, "by-hand", marker=PIPPIN, to="9") is None
    play.press(PIPPIN, "out")
    assert play.state.public.player(PIPPIN).out


@pytest.mark.parametrize(
    ("action", "marker", "said"),
    [
        ("by-hand", PIPPIN, "where Pippin stands."),
        ("by-hand", "sauron", "where Sauron stands."),
        ("by-hand", "fighting", "how far Fighting has got."),
        ("by-hand", "event", "where the event marker stands."),
        ("by-hand-tokens", f"{PIPPIN}/sun", "the Life tokens of Pippin."),
        ("by-hand-bearer", PIPPIN, "who has the Ring."),
    ],
)
def test_the_log_names_what_is_set_right_by_hand(action: str, marker: str, said: str) -> None:
    play = QuestPlay(3)
    play.on_board(MORIA)
    before = len(play.state.public.log)
    assert play.anytime(SAM, action, marker=marker, to="2") is None
    line, *results = [one.text for one in play.state.public.log[before:]]
    assert line == f"Sam sets right by hand {said}"
    assert results


def test_the_log_says_the_same_of_secret_shields_whether_they_are_others_or_not() -> None:
    lines = []
    for points in ("0", "6"):
        play = QuestPlay(3, variants="competitive")
        play.on_board(MORIA)
        before = len(play.state.public.log)
        assert play.anytime(SAM, "by-hand-shields", marker=SAM, to=points) is None
        assert play.state.hidden.shields.get(SAM, 0) == int(points)
        lines.append([one.text for one in play.state.public.log[before:]])
    assert lines == [["Sam sets right by hand what their shields are worth."]] * 2


def test_each_place_shows_its_feature_cards() -> None:
    play = QuestPlay(2)
    play.on_board(MORDOR)
    shown = str(play.view().region("board"))
    for card in features_of(play.state.box, MORDOR):
        assert card.split(",")[0] in shown


def test_life_tokens_and_who_has_the_ring_are_set_right_by_hand() -> None:
    play = QuestPlay(3)
    play.on_board(MORIA)
    before = play.state.public.tokens["sun"]
    assert play.anytime(SAM, "by-hand-tokens", marker=f"{PIPPIN}/sun", to="2") is None
    assert play.state.public.player(PIPPIN).tokens["sun"] == 2
    assert play.state.public.tokens["sun"] == before - 2
    assert play.state.public.log[-1].text == "Pippin holds sun tokens: 2."
    assert play.anytime(SAM, "by-hand-tokens", marker=f"{PIPPIN}/sun", to="0") is None
    assert play.state.public.tokens["sun"] == before
    assert play.anytime(SAM, "by-hand-tokens", marker=f"{PIPPIN}/sun", to="29") is not None
    assert play.anytime(SAM, "by-hand-tokens", marker=f"{PIPPIN}/moon", to="1") is not None
    assert play.anytime(SAM, "by-hand-tokens", marker=SAM, to="1") is not None
    assert play.anytime(SAM, "by-hand-bearer", marker=PIPPIN) is None
    assert play.state.public.bearer == PIPPIN
    assert play.anytime(SAM, "by-hand-bearer", marker="sauron") is not None
