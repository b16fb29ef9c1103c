"""What lies open on the table: boards, markers, Hobbits, shields, tokens, piles."""

from __future__ import annotations

from companion.games.quest.board import LAST_SPACE
from companion.games.quest.box import Board, board_of
from companion.games.quest.cards import card_words
from companion.games.quest.names import SCENARIOS, TILE_WORDS, TITLES, TOKENS, title_of
from companion.games.quest.phrases import Effect, clause_words, effect_words, read_event
from companion.games.quest.sighting import differences
from companion.games.quest.state import PublicState, Scene, hides_shields
from companion.table.counters import in_full
from companion.table.views import (
    Card,
    CardRow,
    Region,
    Table,
    TableRow,
    Text,
    Track,
    TrackSpace,
    Widget,
)

BOARD_TAB = "Board"


def board_region(scene: Scene) -> Region:
    """The Corruption line and, in a scenario, its board."""
    widgets: list[Widget] = [_corruption(scene.public)]
    widgets += in_full(scene.public.markers_seen, differences(scene))
    if scene.public.stage in SCENARIOS and scene.public.markers:
        board = board_of(scene.box, scene.public.stage)
        widgets += [_line(scene, board, line) for line in board.lines]
        widgets.append(_events(scene, board))
        widgets.append(_features(scene))
    widgets.append(Text(text=_piles(scene.public), style="quiet"))
    return Region(name="board", title=BOARD_TAB, role="tab", widgets=tuple(widgets))


def _corruption(public: PublicState) -> Track:
    spaces = []
    for at in range(max(LAST_SPACE, public.sauron) + 1):
        here = [title_of(one.seat) for one in public.players if one.at == at and not one.out]
        if at == public.sauron:
            here.append("Sauron")
        label = f"{at}: {', '.join(here)}" if here else str(at)
        spaces.append(TrackSpace(label=label, current=at == public.sauron))
    return Track(title="Corruption line", spaces=tuple(spaces))


def _line(scene: Scene, board: Board, line: str) -> Track:
    at = scene.public.markers.get(line, 0)
    main = line == board.main
    spaces = [TrackSpace(label="start", current=at == 0)]
    for number, effects in enumerate(board.lines[line], 1):
        words = [_points(board.scores[number - 1])] if main else []
        words += [space_words(effects)] if effects else []
        spaces.append(TrackSpace(label=str(number), note=", ".join(words), current=number == at))
    name = line.capitalize()
    return Track(title=f"{name}, main line" if main else name, spaces=tuple(spaces))


def _points(score: int) -> str:
    return "1 point" if score == 1 else f"{score} points"


def space_words(effects: tuple[Effect, ...]) -> str:
    """What a space says, short."""
    return ", ".join(effect_words(effect) for effect in effects)


def _events(scene: Scene, board: Board) -> Table:
    rows = tuple(
        TableRow(
            label=str(number),
            cells=("; ".join(clause_words(clause) for clause in read_event(text)),),
        )
        for number, text in enumerate(board.events, 1)
    )
    return Table(
        id="Events",
        title=TITLES[scene.public.stage],
        columns=("What occurs",),
        rows=rows,
        lit_row=scene.public.event - 1 if scene.public.event else None,
        note="Sample values." if scene.box.is_sample else "From the owner's box.",
    )


def _features(scene: Scene) -> CardRow:
    cards = tuple(
        Card(id=f"feature-{number}", title=card_words(text))
        for number, text in enumerate(scene.public.features, 1)
    )
    return CardRow(title="Feature cards of the scenario", cards=cards)


def _piles(public: PublicState) -> str:
    parts = [f"Hobbit deck: {public.deck_left} cards"]
    if public.card_top:
        parts.append(f"top of the discards: {card_words(public.card_top)}")
    if public.stage in SCENARIOS:
        parts.append(f"event tiles: {public.tiles_left} face down, {public.tiles_used} used")
    if public.tile_top:
        parts.append(f"last tile: {TILE_WORDS[public.tile_top]}")
    parts.append(f"special shields: {public.specials_left}")
    gandalf = ", ".join(card.capitalize() for card in public.gandalf)
    parts.append(f"Gandalf cards: {gandalf or 'none left'}")
    return "; ".join(parts) + "."


def players_region(scene: Scene) -> Region:
    """Who has what."""
    public = scene.public
    columns = ("Corruption", "Cards", "Shields", *(token.capitalize() for token in TOKENS), "Notes")
    rows = []
    for player in public.players:
        marks = [
            mark
            for mark, holds in (
                ("has the Ring", player.seat == public.bearer),
                ("active", player.seat == public.active),
                ("out", player.out),
                ("joined Sauron", player.seat == public.joined),
            )
            if holds
        ]
        # Own shields that are a secret stand in the tab Hand, under the cover.
        shields = None if hides_shields(public) else scene.shields.get(player.seat)
        cells = (
            str(player.at),
            str(player.cards),
            "face down" if shields is None else str(shields),
            *(str(player.tokens[token]) for token in TOKENS),
            ", ".join(marks),
        )
        rows.append(TableRow(label=title_of(player.seat), cells=cells))
    lit = next(
        (at for at, player in enumerate(public.players) if player.seat == public.active), None
    )
    table = Table(
        id="Players", title="Who has what", columns=columns, rows=tuple(rows), lit_row=lit
    )
    return Region(name="players", title="Players", role="tab", widgets=(table,))
