"""A real table in a process of its own is heard in the hall, over kills, without its secrets."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import msgspec
from paho.mqtt.client import MQTTMessage

from companion.hall import messages
from companion.hall.messages import Asked, Begun, Note, Stands, topic
from companion.wall.listener import HallListener
from companion.wall.store import WallStore
from companion.wall.tables import HallTable
from tests.support.broker import Mosquitto
from tests.support.patience import PATIENCE_S
from tests.support.service_process import ServiceProcess, Tablet, wait_until

HIDDEN_WORD = "mellon"


class Ear:
    """Everything that a hall hears of one table, notes in order and every payload."""

    def __init__(self, stack: ExitStack, broker: Mosquitto) -> None:
        self.notes: list[Note] = []
        self.payloads: list[bytes] = []
        store = WallStore(":memory:")
        stack.callback(store.close)
        self.listener = HallListener(broker.address, store, heard=self._heard)
        take = self.listener._message

        def hear(_client: object, _data: object, message: MQTTMessage) -> None:
            self.payloads.append(bytes(message.payload))
            take(message)

        self.listener._client.on_message = hear
        self.listener.start()
        stack.callback(self.listener.stop)

    def _heard(self, _table: HallTable, note: Note) -> None:
        self.notes.append(note)

    @property
    def table(self) -> HallTable | None:
        with self.listener.lock:
            return self.listener.tables.find("desk")

    @property
    def points(self) -> list[str]:
        """What the status line has said of points, each time it was another."""
        said = [f.step for note in self.notes for f in note.facts if isinstance(f, Stands)]
        return list(dict.fromkeys(said))


def test_a_table_is_heard_over_kill_and_new_start_and_tells_no_secret(tmp_path: Path) -> None:
    with ExitStack() as stack:
        broker = stack.enter_context(Mosquitto(tmp_path))
        ear = Ear(stack, broker)
        options = ("--camera", "none", "--die", "none", "--hall-table", "desk", "--hall")
        address = f"mqtt://127.0.0.1:{broker.port}"
        service = ServiceProcess(tmp_path / "home", *options, address)
        cookie = None
        for start in range(3):
            service = ServiceProcess(tmp_path / "home", *options, address) if start else service
            with service:
                tablet = Tablet(service.port, "left", cookie)
                if cookie is None:
                    tablet.claim(service.code("Left"))
                    cookie = tablet.cookie
                wait_until(lambda: _is_online(ear), PATIENCE_S, "the table is in the hall")
                for number in range(5):
                    assert tablet.act("hide", word=f"{HIDDEN_WORD}-{start}-{number}") == 200
                    assert tablet.act("score") == 200
                tablet.close()
                # Killed at once: what was not told yet is told at the next start.
        with ServiceProcess(tmp_path / "home", *options, address) as last:
            wait_until(lambda: _says(ear, "left 15"), PATIENCE_S, "all points are told")
            assert last.terminate() == 0
        wait_until(lambda: not _is_online(ear), PATIENCE_S, "the table has taken leave")
        assert [note.number for note in ear.notes] == list(range(1, len(ear.notes) + 1))
        facts = [fact for note in ear.notes for fact in note.facts]
        assert [fact for fact in facts if isinstance(fact, Begun)] == [
            Begun(game="toy", title="Toy game")
        ]
        assert any(isinstance(fact, Asked) for fact in facts)
        counts = [int(said.split(",")[0].removeprefix("left ")) for said in ear.points]
        assert counts == sorted(set(counts))
        assert all(HIDDEN_WORD.encode() not in payload for payload in ear.payloads)
        assert len(ear.payloads) > len(ear.notes) > 3


def _is_online(ear: Ear) -> bool:
    table = ear.table
    return table is not None and table.online


def _says(ear: Ear, words: str) -> bool:
    table = ear.table
    return table is not None and table.stands is not None and words in table.stands.step


def test_a_game_that_is_put_away_is_told(tmp_path: Path) -> None:
    with ExitStack() as stack:
        broker = stack.enter_context(Mosquitto(tmp_path))
        ear = Ear(stack, broker)
        options = ("--camera", "none", "--die", "none", "--hall-table", "desk", "--hall")
        address = f"mqtt://127.0.0.1:{broker.port}"
        with ServiceProcess(tmp_path / "home", *options, address) as service:
            wait_until(lambda: _game(ear) == "toy", PATIENCE_S, "the game is told")
            tablet = Tablet(service.port, "left")
            status, _ = tablet.post("/games/put-away")
            assert status == 200
            wait_until(lambda: _game(ear) == "", PATIENCE_S, "no game is told")
            tablet.close()


def _game(ear: Ear) -> str | None:
    return None if ear.table is None else ear.table.game


def test_topics_are_those_of_the_document() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "hall.md").read_text("utf-8")
    for word in ("presence", "state", "region/NAME", "notes", "again"):
        assert f"| `TABLE/{word}` |" in text
        assert topic("one", word).startswith("table-companion/1/one/")
    kinds = [kind for kind in vars(messages).values() if isinstance(kind, type)]
    facts = [
        kind for kind in kinds if issubclass(kind, messages.Fact) and kind is not messages.Fact
    ]
    assert len(facts) == 8
    for kind in facts:
        start = f"| `{kind.__struct_config__.tag}` |"
        (row,) = [line for line in text.splitlines() if line.startswith(start)]
        assert all(f"`{name}`" in row for name in kind.__struct_fields__)
    assert msgspec.json.encode(Asked(sentence="x")) == b'{"type":"asked","sentence":"x"}'
