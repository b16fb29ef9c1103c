"""Two games over the web that differ only in what one seat hides, compared byte by byte.

Both get the same public commands through the real app. After each of them everything that the
other seat and the public can have is fetched from both and must be the same, in the same order.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec
from werkzeug.routing import Rule

from companion.border import Placed
from companion.games.fellowship.facts.roster import display_boxes, forces_of
from companion.games.fellowship.flow.anytime_forms import FEAT_VERBS
from companion.games.fellowship.flow.choosing import marker_name
from companion.games.fellowship.seats import (
    ENEMY_SEAT,
    FELLOWSHIP_SEAT,
    SEAT_IDS,
    marker_type_of,
    other_seat,
    seat_word,
)
from companion.table.commands import Act, Command, EyeReported, RollEntered
from companion.table.ids import PUBLIC, PieceId, PromptId, SeatId
from companion.table.taking_back_state import ACTION, AGREE, ASK, REFUSE
from companion.table.values import Refusal
from companion.table.views import Prompt
from tests.support.fellowship import GAME, Play, reading
from tests.support.random_player import SET_UP, RandomPlayer, source_of
from tests.support.secret_game import SecretGame
from tests.support.told_by_rule import hands_saruman_over

Difference = Literal[
    "group or rumor",
    "who bears the Ring",
    "hidden Gandalf",
    "hidden Radagast",
    "hidden Aragorn",
    "hidden Nazgul",
    "wounds",
    "hand",
    "edits",
    "everything",
]
DIFFERENCES: Final[tuple[Difference, ...]] = get_args(Difference)

PRIVATE: Final = (
    "name",
    "lay",
    "out",
    "wound",
    "enhance",
    "away",
    "back",
    "name-hand",
    "hold-cards",
    "event-text",
    "ring-bearer",
    "ring-marks",
    "reach",
    "chain",
    "blanks",
    "fell",
    "best",
    "athelas",
    *FEAT_VERBS.values(),
)
"""What a seat does at any time of which nobody else learns, by the first word of the action."""
_HIDDEN: Final[dict[Difference, tuple[str, ...]]] = {
    "hidden Gandalf": ("Gandalf the Grey",),
    "hidden Radagast": ("Radagast",),
    "hidden Aragorn": ("Aragorn",),
    "hidden Nazgul": ("Witch-king", "Khamul", "Nazgul 3"),
}
"""Cards that lie in a display box of one game and not of the other."""

HIDES_ALONE: Final[dict[Difference, SeatId]] = {
    "hidden Gandalf": FELLOWSHIP_SEAT,
    "hidden Radagast": FELLOWSHIP_SEAT,
    "hidden Aragorn": FELLOWSHIP_SEAT,
    "hidden Nazgul": ENEMY_SEAT,
}
"""Differences that only one seat can have."""


class LeakFoundError(AssertionError):
    """Somebody can tell the two games apart; the text says by what."""


@dataclass(frozen=True)
class Secrets:
    """What one seat hides in one game.

    Attributes:
        names: what its markers are named, in order of their numbers; the last one for the rest.
        cards: cards and the boxes they lie in.
        wounds: cards with notes of wounds.
        hand: names of event cards.
        edits: most private edits between two public commands.
    """

    names: tuple[str, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    wounds: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    edits: int = 0


def pair_of_secrets(
    difference: Difference, hides: SeatId, source: random.Random
) -> tuple[Secrets, Secrets]:
    """Two sets of secrets that differ in one respect, or in all."""
    boxes = [box for box in display_boxes() if box.seat == hides]
    cards = [force.name for force in forces_of(seat_word(hides))]
    labels = tuple(marker_name(box) for box in boxes)
    source.shuffle(cards)
    lies = tuple((card, box.id) for card, box in zip(cards, boxes, strict=False))[:6]
    match difference:
        case "group or rumor":
            return Secrets(names=labels, cards=lies), Secrets(names=("plain",))
        case "who bears the Ring":
            bearer = "Frodo" if hides == FELLOWSHIP_SEAT else cards[0]
            one, other = source.sample(boxes, 2)
            return (
                Secrets(names=labels, cards=((bearer, one.id),)),
                Secrets(names=labels, cards=((bearer, other.id),)),
            )
        case "hidden Gandalf" | "hidden Radagast" | "hidden Aragorn" | "hidden Nazgul":
            hidden = tuple((card, boxes[0].id) for card in _HIDDEN[difference] if card in cards)
            return Secrets(names=labels, cards=hidden), Secrets(names=labels)
        case "wounds":
            return Secrets(cards=lies, wounds=tuple(cards[:4])), Secrets(cards=lies)
        case "hand":
            return Secrets(hand=("one", "two", "three", "four")), Secrets()
        case "edits":
            return Secrets(edits=3), Secrets()
        case "everything":
            mixed = tuple(source.sample(labels, len(labels)))
            return (
                Secrets(names=mixed, cards=lies[:3], hand=("one",), edits=1),
                Secrets(names=("plain", *labels), cards=lies[2:], wounds=tuple(cards[:2]), edits=3),
            )


@dataclass
class WebPair:
    """Two running games of which one seat hides different things.

    Attributes:
        hides: the seat that hides.
        games: the two games.
        secrets: what it hides in each.
        looks: how many answers and pieces of streams were compared.
        edits: private edits that were taken, by game.
        public_commands: commands that both games got.
        taken_back: decisions that were taken back in both.
    """

    hides: SeatId
    games: tuple[SecretGame, SecretGame]
    secrets: tuple[Secrets, Secrets]
    seed: int
    looks: int = 0
    edits: list[int] = field(default_factory=lambda: [0, 0])
    public_commands: int = 0
    taken_back: int = 0

    def __post_init__(self) -> None:
        self._sources = [source_of(self.seed + 1000 + index) for index in (0, 1)]
        self._lead = _follower(self.games[0])
        self._player = RandomPlayer(self._lead, source_of(self.seed))

    def play(self, commands: int, whole_look_every: int) -> None:
        """Set up, then play at random.

        Raises:
            LeakFoundError: somebody could tell the games apart.
        """
        for number, (colour, face, place) in enumerate(SET_UP, start=1):
            self._send(
                EyeReported(message=Placed(t_s=0.0, marker=reading(number, colour, face, place)))
            )
        self.look(everything=False)
        for index in (0, 1):
            self._hide(index)
        self.look(everything=True)
        for number in range(commands):
            self._edit()
            self.listen()
            self._send(self._player.command())
            is_last = number == commands - 1
            self.look(everything=number % whole_look_every == whole_look_every - 1 and not is_last)
            if self._player.source.random() < 0.3:
                self._edit()
                self._take_back()
        self.look(everything=True)

    # --- what the hiding seat does in secret ---------------------------------------------------

    def _hide(self, index: int) -> None:
        secrets, game = self.secrets[index], self.games[index]
        for piece, name in zip(
            game.state.public.pieces_of(self.hides), _names(secrets), strict=False
        ):
            kind = marker_type_of(piece)
            fits = name == "plain" or any(
                marker_name(box) == name and box.type == kind for box in display_boxes()
            )
            if fits:
                self._tap(index, f"name:{piece.id}", name=name)
        for card, box in secrets.cards:
            self._tap(index, f"lay:{box}", card=card)
        for card in secrets.wounds:
            self._tap(index, f"wound:{card}", note="two of four")
        if secrets.hand:
            fields = {f"card-{n}": name for n, name in enumerate(secrets.hand, start=1)}
            self._tap(index, "name-hand", **fields)

    def _edit(self) -> None:
        """Some private edits in each game, as many as its seat likes."""
        for index, game in enumerate(self.games):
            source = self._sources[index]
            editor = RandomPlayer(_follower(game), source)
            for _ in range(source.randint(0, self.secrets[index].edits)):
                act = editor.anytime(self.hides)
                if is_private(act) and isinstance(act, Act):
                    self.edits[index] += b"200 OK" in game.post(act)
                editor.play.state = game.state

    def _tap(self, index: int, action: str, **fields: str) -> None:
        act = Act(seat=self.hides, action=action, inputs=tuple(fields.items()))
        answer = self.games[index].post(act)
        assert answer.startswith(b"200 OK"), (action, fields, answer)
        self.edits[index] += 1

    # --- what both games get -------------------------------------------------------------------

    def _send(self, command: Command) -> None:
        """The same public command for both; what another seat reads must be the same."""
        for game in self.games:
            game.clock.pass_by()
        is_own = isinstance(command, Act | RollEntered) and command.seat == self.hides
        if is_own and (is_private(command) or self._is_refused_anywhere(command)):
            return
        if hands_saruman_over(self.games[0].state, command):
            return
        self.public_commands += 1
        answers = [game.send(command) for game in self.games]
        self._lead.state = self.games[0].state
        if not is_own:
            self._compare(f"the answer to {command}", *answers)

    def _take_back(self) -> None:
        """Whoever may take back a decision does so in both games, with leave where it needs it."""
        takeable = self.games[0].takeable
        offer = takeable.offer or next(iter(takeable.offers), None)
        seat = self.hides if offer is None else offer.seat
        number = takeable.made if offer is None else offer.number
        taps = [(seat, ACTION)]
        if offer is not None and not offer.alone:
            answer = self._player.source.choice((AGREE, REFUSE))
            taps = [(seat, ASK), *((one, answer) for one in SEAT_IDS if one != seat)]
        for who, verb in taps:
            act = Act(seat=who, action=f"{verb}:{number}")
            self._compare("the answer to a taking back", *(game.post(act) for game in self.games))
            self.look(everything=False)
        self.taken_back += self.games[0].takeable.times - takeable.times
        self._lead.state = self.games[0].state

    def _is_refused_anywhere(self, command: Command) -> bool:
        """Own secrets may refuse a seat's own wish; that is its own affair."""
        return any(isinstance(GAME.decide(game.state, command), Refusal) for game in self.games)

    # --- what the others see -------------------------------------------------------------------

    @property
    def _others(self) -> tuple[SeatId, SeatId]:
        return other_seat(self.hides), PUBLIC

    def listen(self) -> dict[SeatId, list[str]]:
        """Compare what the streams of the others and the hall have heard since the last time.

        Returns:
            By viewer the addresses that its tablet fetches then.
        """
        news = {}
        for viewer in self._others:
            heard = [game.heard(viewer) for game in self.games]
            self._compare(f"{viewer}: stream", *heard)
            news[viewer] = _fetched(viewer, heard[0].decode())
        self._compare("hall", *(game.hall.heard() for game in self.games))
        return news

    def look(self, *, everything: bool) -> None:
        """Compare what the other seat and the public can have.

        Args:
            everything: fetch every address and forge wishes too. Without it the streams are
                compared, what tablets fetch because of them, and what the whole page is made of.
        """
        news = self.listen()
        for viewer in self._others:
            screens = (msgspec.json.encode(game.screens.screen(viewer)) for game in self.games)
            self._compare(f"{viewer}: / as a value", *screens)
            paths = addresses(self.games[0], viewer) if everything else news[viewer]
            for path in paths:
                self._compare(f"{viewer}: {path}", *(g.get(viewer, path) for g in self.games))
        if everything:
            for act in self._forged():
                self._compare(f"forged {act.action}", *(game.post(act) for game in self.games))

    def _forged(self) -> Iterator[Act]:
        """Wishes of the other seat about what is not its own."""
        seat, state = other_seat(self.hides), self.games[0].state
        for piece in state.public.pieces_of(self.hides)[:3]:
            for verb in ("name", "reveal", "move", "step"):
                about = f"{piece.id}:group" if verb == "step" else str(piece.id)
                yield Act(seat=seat, action=f"{verb}:{about}", inputs=(("name", "plain"),))
        card = forces_of(seat_word(self.hides))[0].name
        yield Act(seat=seat, action=f"out:{card}")
        yield Act(seat=seat, prompt=PromptId("which.1"), action="settle")
        for prompt in prompts_of(self.games[0], self.hides):
            for choice in prompt.form.choices[:2]:
                yield Act(seat=seat, prompt=prompt.id, action=choice.action)

    def _compare(self, what: str, one: bytes, other: bytes) -> None:
        self.looks += 1
        if one != other:
            at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), -1)
            raise LeakFoundError(
                f"{what}: sizes {len(one)} and {len(other)}, at byte {at} "
                f"{one[max(at - 60, 0) : at + 60]!r} against {other[max(at - 60, 0) : at + 60]!r}"
            )


def is_private(command: Command) -> bool:
    """Whether nobody else may notice a command."""
    return isinstance(command, Act) and command.action.partition(":")[0] in PRIVATE


def prompts_of(game: SecretGame, seat: SeatId) -> list[Prompt]:
    """What a seat's screen asks."""
    regions = game.screens.screen(seat).view.regions
    widgets = [w for region in regions if region.role == "prompt" for w in region.widgets]
    return [widget for widget in widgets if isinstance(widget, Prompt)]


def base_of(viewer: SeatId) -> str:
    """Where a viewer's screen is."""
    return "/" if viewer == PUBLIC else f"/seat/{viewer}"


def _fetched(viewer: SeatId, heard: str) -> list[str]:
    """The addresses that a viewer's tablet fetches for what its stream has said."""
    if "event: reload\n" in heard:
        return [base_of(viewer)]
    changes = (block for block in heard.split("\n\n") if "event: changed\n" in block)
    names = (name for block in changes for name in block.partition("data: ")[2].split())
    return [f"{base_of(viewer).rstrip('/')}/region/{name}" for name in dict.fromkeys(names)]


def addresses(game: SecretGame, viewer: SeatId) -> list[str]:
    """Every address that a viewer can ask for, from the app's own list of routes.

    Raises:
        KeyError: a route has a part that nobody has thought of here.
    """
    found: list[str] = []
    for rule in sorted(game.app.url_map.iter_rules(), key=lambda rule: rule.rule):
        methods = rule.methods or set()
        if "GET" in methods and rule.endpoint != "assets.serve" and "stream" not in rule.rule:
            found += _filled(game, viewer, rule)
    return [*found, "/no-such-page", "/region/no-such-region"]


def _filled(game: SecretGame, viewer: SeatId, rule: Rule) -> list[str]:
    """The addresses of one route; of seats' routes also those of the seat that the viewer lacks."""
    whose = viewer if rule.rule.startswith("/seat/") else PUBLIC
    regions = {
        r.name for seat in (*SEAT_IDS, PUBLIC) for r in game.screens.screen(seat).view.regions
    }
    steps = game.screens.timeline(whose).steps
    pieces = [piece.id for piece in game.state.public.table][:4]
    values = {
        "<code>": ["wrong"],
        "<viewer>": [*map(str, SEAT_IDS), str(PUBLIC)],
        "<region_name>": sorted(regions),
        "<int:step>": [str(step) for step in range(max(0, steps - 3), steps + 1)],
        "<name>": list(map(str, SEAT_IDS))
        if "/seat/" in rule.rule
        else [*sorted(regions), "devices"],
    }
    paths = [rule.rule]
    for part in ("<name>", "<region_name>", "<int:step>", "<code>", "<viewer>"):
        paths = [path.replace(part, text) for path in paths for text in _texts(values, part, path)]
    unknown = [path for path in paths if "<" in path]
    if unknown:
        raise KeyError(f"nobody has said what to put into {unknown[0]}")
    if rule.rule.endswith("/at"):
        spots = [f"?piece={PieceId(number)}" for number in pieces] + ["?x=4.5&y=6.2&reach=3"]
        return [path + spot for path in paths for spot in spots]
    return paths


def _texts(values: dict[str, list[str]], part: str, path: str) -> list[str]:
    return values[part] if part in path else [""]


def _names(secrets: Secrets) -> Iterator[str]:
    yield from secrets.names
    while secrets.names:
        yield secrets.names[-1]


def _follower(game: SecretGame) -> Play:
    """A game to look at and choose from; it never decides anything itself."""
    follower = Play.__new__(Play)
    follower.state, follower.events = game.state, []
    return follower


def open_pair(
    folder: Path,
    hides: SeatId,
    difference: Difference,
    seed: int,
    table: Callable[[Path], SecretGame] = SecretGame,
) -> WebPair:
    """Two games, ready to be played; `table` opens each of them."""
    secrets = pair_of_secrets(difference, hides, source_of(seed))
    games = (table(folder / "one"), table(folder / "other"))
    return WebPair(hides, games, secrets, seed)
