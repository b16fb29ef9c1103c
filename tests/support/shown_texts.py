"""What screens show in random games of every game, and what of it a language has no words for.

``python -m tests.support.shown_texts hunt 5`` plays five games and lists what stays English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

import click

from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.table.ids import PUBLIC
from companion.table.views import Map, View
from scripts.words import ROOT
from scripts.words_rooms import SCRIPTS, found_in_rooms
from tests.games.quest.test_quest_random import random_game
from tests.support import fellowship, ringwar
from tests.support.random_hunt import VIEWERS, RandomHunt
from tests.support.random_player import source_of
from tests.support.random_runs import give_ring, new_game, set_up
from tests.support.random_setup import ready
from webui.language.catalogue import phrasebook
from webui.language.door import texts_in
from webui.language.phrasebook import Phrasebook

MOST_STEPS: Final = 20_000


def hunt_views(seed: int, every: int = 1) -> Iterator[View]:
    """What everybody sees after each step of a Hunt, or after one in so many."""
    hunt = RandomHunt(seed)
    for number, _ in enumerate(hunt.run()):
        if number % every == 0:
            yield from (hunt.view(viewer) for viewer in VIEWERS)


def quest_views(seed: int, every: int = 1) -> Iterator[View]:
    """The same of a quest."""
    game = random_game(2 + seed % 4, seed)
    for number in range(MOST_STEPS):
        if number % every == 0 or game.over:
            yield from (game.play.view(viewer) for viewer in (*game.play.seats, PUBLIC))
        if game.over:
            return
        game.step()


def ringwar_views(seed: int, every: int = 1) -> Iterator[View]:
    """The same of a war."""
    player = ringwar.RandomPlayer(ringwar.Play(), source_of(seed), drive=(0.0, 0.3, 0.9)[seed % 3])
    for number in range(MOST_STEPS):
        state = player.play.state
        if number % every == 0 or state.public.over:
            yield from (ringwar.GAME.view(state, viewer) for viewer in ringwar.VIEWERS)
        if state.public.over:
            return
        player.step()


def fellowship_views(seed: int, every: int = 1) -> Iterator[View]:
    """The same of a game of hidden movement: each scenario in its turn, rules by chance."""
    source = source_of(seed)
    scenario = list(SCENARIOS)[seed % len(SCENARIOS)]
    player = new_game(source, scenario)
    play = player.play
    set_up(player)
    yield from (play.view(viewer) for viewer in fellowship.VIEWERS)
    ready(play, fellowship.EP)
    ready(play, fellowship.FP)
    give_ring(player)
    for number in range(MOST_STEPS):
        if number % every == 0 or player.is_over:
            yield from (play.view(viewer) for viewer in fellowship.VIEWERS)
        if player.is_over:
            return
        player.step()


GAMES: Final[dict[str, Callable[[int, int], Iterator[View]]]] = {
    "fellowship": fellowship_views,
    "hunt": hunt_views,
    "quest": quest_views,
    "ringwar": ringwar_views,
}


def shown(views: Iterable[View]) -> Iterator[str]:
    """Every text of these views that a screen translates, each once."""
    seen: set[str] = set()
    for view in views:
        for text in (*texts_in(view), *_marker_words(view)):
            if text not in seen:
                seen.add(text)
                yield text


def _marker_words(view: View) -> Iterator[str]:
    for region in view.regions:
        for widget in region.widgets:
            if isinstance(widget, Map):
                for piece in widget.pieces:
                    yield from (piece.mode, piece.colour)
                for hex_ in widget.hexes:
                    yield from (hex_.kind, *hex_.lit.replace("-", " ").split())


def left_english(views: Iterable[View], book: Phrasebook) -> dict[str, tuple[str, ...]]:
    """Texts of these views of which a language leaves parts as they are, with those parts."""
    return {text: parts for text in shown(views) if (parts := book.reading(text).unknown)}


def extracted() -> Phrasebook:
    """A language in which everything that is gathered for translation is translated by itself."""
    rooms = found_in_rooms(ROOT).items()
    return Phrasebook({msgid: msgid for room, words in rooms for msgid in words if room != SCRIPTS})


@click.command(help=__doc__)
@click.argument("game", type=click.Choice(sorted(GAMES)))
@click.argument("count", type=int)
@click.option("--steps", default=3000, help="so many views of each game")
@click.option("--every", default=1, help="look at the screens after one step in so many")
@click.option("--gathered", is_flag=True, help="list what is not even gathered for translation")
def main(game: str, count: int, steps: int, every: int, *, gathered: bool) -> None:
    """Print what stays English: parts first, each with one text that holds it."""
    book = extracted() if gathered else phrasebook("de")
    assert book is not None
    found: dict[str, str] = {}
    texts: set[str] = set()
    for seed in range(count):
        views = list(islice(GAMES[game](seed, every), steps))
        texts |= set(shown(views))
        for text, parts in left_english(views, book).items():
            for part in parts:
                found.setdefault(part, text)
    for part, text in sorted(found.items()):
        click.echo(f"{part!r}\n      in {text!r}")
    click.echo(f"{len(found)} parts of {len(texts)} texts stay English")


if __name__ == "__main__":
    main()
