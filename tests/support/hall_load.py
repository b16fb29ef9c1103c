"""Many tables of a hall in one process, with realistic traffic: python -m tests.support.hall_load.

More than a hundred do not fit into one: the MQTT library waits by ``select``, which takes no
descriptor above 1024. Prints how many notes each table has written, as one JSON object.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from companion.hall.broker import Broker
from tests.support.hall_tables import HallTablePlayer, recorded_views
from tests.support.random_player import source_of
from tests.support.service_process import wait_until

GAMES = 8


def main() -> None:
    """Play for some seconds, each table at moments of its own, then wait for the broker."""
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--every", type=float, default=5.0)
    given = parser.parse_args()
    games = [recorded_views(seed, 200) for seed in range(GAMES)]
    broker = Broker(host="127.0.0.1", port=given.port)
    tables = [
        HallTablePlayer(
            broker, f"table-{given.first + number:03d}", given.folder, games[number % GAMES]
        )
        for number in range(given.tables)
    ]
    source = source_of(given.first)
    rate = given.tables / given.every
    next_s = time.monotonic() + 3.0
    ends_s = next_s + given.seconds
    while next_s < ends_s:
        time.sleep(max(0.0, next_s - time.monotonic()))
        source.choice(tables).step()
        # Players do not keep time: the pauses are those of independent tables.
        next_s += source.expovariate(rate)
    # A table that ends sooner says the rest at its next start, and here is none.
    wait_until(lambda: all(table.has_been_heard for table in tables), 120, "the broker has it all")
    for table in tables:
        table.stop()
    json.dump({table.name: len(table.told()) for table in tables}, sys.stdout)


if __name__ == "__main__":
    main()
