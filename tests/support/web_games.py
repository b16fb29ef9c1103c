"""Made-up games of a house, for tests of the list of games."""

from __future__ import annotations

from companion.table.ids import SeatId
from companion.table.values import Seat
from companion.table.views import Field, Form, View
from tests.support.web_views import SEATS, Crews, view_of
from webui.hosts import Hosts
from webui.ports import GameChoice, Timeline, WrittenGame, WrittenReplay
from webui.site import House

OPEN, ASIDE, ENDED = "2026-01-03-open", "2026-01-02-aside", "2026-01-01-ended"


class FakeReplay:
    """Implements `webui.ports.WrittenReplay`: one step, the same for everybody."""

    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    def timeline(self, viewer: SeatId) -> Timeline:  # noqa: ARG002 - the protocol names it
        return Timeline(steps=1, heat=(("12,e", 3), ("9,de", 1), ("off", 2)))

    def view_at(self, viewer: SeatId, step: int) -> View:  # noqa: ARG002 - the protocol names it
        if step != 0:
            raise IndexError(step)
        return view_of(Crews(), SEATS[0].id)

    def file(self) -> str:
        return "<!doctype html>"

    def text(self) -> bytes:
        return b'{"game":"crews"}\n'


class FakeGames:
    """Implements `webui.ports.Games`; notes what was wished for."""

    def __init__(self) -> None:
        self.wishes: list[tuple[object, ...]] = []
        self.problem: str | None = None
        self.open_id = OPEN
        self.verdict = ""

    def choices(self) -> tuple[GameChoice, ...]:
        fields = (Field(name="seats", label="Seats", kind="number", value="2"),)
        return (
            GameChoice(id="crews", title="Crews", summary="Two crews.", form=Form(fields=fields)),
        )

    def written(self) -> tuple[WrittenGame, ...]:
        at = "2026-01-01T18:30:00.000+00:00"
        return (
            WrittenGame(
                id=OPEN,
                title="Crews",
                started_at=at,
                is_open=self.open_id == OPEN,
                seats=("Owls",),
                verdict=self.verdict,
            ),
            WrittenGame(id=ASIDE, title="Crews", started_at=at, is_open=self.open_id == ASIDE),
            WrittenGame(id=ENDED, title="Crews", started_at=at, ended_at=at),
        )

    def begin(self, choice: str, inputs: tuple[tuple[str, str], ...], ends: str = "") -> str | None:
        return self._wish("begin", choice, inputs, *([ends] if ends else []))

    def go_on(self, game_id: str, ends: str = "") -> str | None:
        return self._wish("go-on", game_id, *([ends] if ends else []))

    def put_away(self) -> str | None:
        return self._wish("put-away")

    def end(self, game_id: str) -> str | None:
        return self._wish("end", game_id)

    def replay(self, game_id: str) -> WrittenReplay | None:
        return FakeReplay() if game_id == ENDED else None

    def _wish(self, *wish: object) -> str | None:
        self.wishes.append(wish)
        return self.problem


def fake_house() -> tuple[House, FakeGames]:
    """A house with made-up games."""
    games = FakeGames()
    return House(games=games, hosts=Hosts(lambda: 1_000_000.0)), games
