"""``companion bench``: measures what is promised, on this machine."""

from __future__ import annotations

import importlib
import json
from typing import Final

import click

from companion.cli.errors import failing_on
from companion.cli.options import FiniteRange

BENCHES: Final[dict[str, str]] = {
    "vision": "How well and how fast markers are read.",
    "die": "From the last byte at the die's port to the event on disk.",
    "journal": "How fast the journal writes, folds and seeks.",
    "rules": "How many commands a second the rules decide and fold.",
    "stream": "From a command accepted by the table to the changed screens.",
}
"""Name of each bench; `companion.bench.<name>` holds it as ``BENCH``."""

QUICK_SECONDS: Final = 8.0
LONGEST_S: Final = 250.0
"""With starting up and taking down a bench stays below five minutes, but for that of the eye,
which reads twelve seconds of its ladder for each second it is given."""


@click.command()
@click.argument("name", type=click.Choice(list(BENCHES)))
@click.option(
    "--seconds",
    type=FiniteRange(0.1, LONGEST_S),
    help="How long to measure, by default 30 and for the die 120; starting up takes some more.",
)
@click.option("--quick", is_flag=True, help="Fewer repeats: done in well below a minute.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON with all figures.")
def bench(name: str, seconds: float | None, *, quick: bool, as_json: bool) -> None:
    """Measure what the program promises and say whether it is reached.

    How far it is stands on standard error. Other programs that run meanwhile slow it down; compare
    figures of one run with each other.
    """
    from companion.bench.figures import (  # noqa: PLC0415 - slow to load
        Bench,
        BenchError,
        nested,
        report,
    )

    chosen = importlib.import_module(f"companion.bench.{name}").BENCH
    if not isinstance(chosen, Bench):
        raise TypeError(f"companion.bench.{name}.BENCH is expected to be a Bench")

    def say(text: str) -> None:
        click.echo(f"{name}: {text}", err=True)

    seconds = chosen.seconds if seconds is None else seconds
    with failing_on(BenchError):
        if quick:
            figures = (chosen.quick or chosen.measure)(min(seconds, QUICK_SECONDS), say)
        else:
            figures = chosen.measure(seconds, say)
    if as_json:
        click.echo(json.dumps(nested(figures)))
        return
    click.echo(chosen.about)
    for line in (chosen.lines or report)(figures, chosen.goals):
        click.echo(line)
