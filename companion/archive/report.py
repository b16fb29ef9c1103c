"""The standard report: one page of HTML that needs nothing else, and the same as plain figures."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from companion.archive.plots import Bar, columns_svg, rows_svg
from companion.archive.questions import Answers, DieRecord, Lengths

SUSPICIOUS: Final = 0.001
"""Below this chance a die is called conspicuous; one fair series in a thousand is so too."""

_STYLE: Final = """
body { font: 17px/1.45 "Source Sans 3", "Segoe UI", sans-serif; color: #2a2118; background: #f4ecdb;
  max-width: 780px; margin: 0 auto; padding: 24px; }
h1, h2, h3 { font-family: "Source Serif 4", Charter, serif; line-height: 1.2; }
h2 { margin-top: 40px; border-bottom: 1px solid #8a7552; padding-bottom: 4px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; } td, th { padding: 4px 12px 4px 0; }
td.number, th.number { text-align: right; }
svg { display: block; width: 100%; height: auto; margin: 12px 0; }
svg rect { fill: #7a3b1d; } svg text { font-size: 15px; fill: #2a2118; }
svg .whisker { stroke: #1f5fa8; stroke-width: 2.5; fill: none; }
.note { color: #5f5040; font-size: 15px; } .warning { color: #8c2a1c; font-weight: 600; }
"""


def report_html(found: Answers) -> str:
    """The page."""
    body = "\n".join(
        part
        for parts in (_overview(found), _wins(found), _length(found), _ring(found), _dice(found))
        for part in parts
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Archive of games</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>Archive of games</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )


def report_lines(found: Answers) -> Iterator[str]:
    """The figures for a terminal."""
    for one in found.overview:
        yield f"{one.game}: {one.games} games, {one.decided} decided, {one.first} to {one.last}"
    for win in found.wins:
        yield (
            f"{win.game}: {win.winner} {win.rate:.1%} of {win.decided} "
            f"({win.low:.1%} to {win.high:.1%})"
        )
    for one_length in found.lengths:
        yield (
            f"{one_length.game}: median {one_length.median_events:.0f} events, "
            f"{one_length.median_minutes:.0f} minutes"
        )
    yield f"the Ring was lost in {found.ring_games} games"
    for loss in found.ring_losses:
        yield f"  {loss.place}, to {loss.holder}: {loss.times}"
    for record in found.dice:
        yield f"{_way(record)}: {_judged(record)}"


def _overview(found: Answers) -> Iterator[str]:
    yield (
        "<table><thead><tr><th>Game</th><th class=number>Games</th><th class=number>Decided</th>"
        "<th class=number>Events</th><th>From</th><th>To</th></tr></thead><tbody>"
    )
    for one in found.overview:
        yield (
            f"<tr><td>{escape(one.game)}</td><td class=number>{one.games}</td>"
            f"<td class=number>{one.decided}</td><td class=number>{one.events}</td>"
            f"<td>{escape(one.first)}</td><td>{escape(one.last)}</td></tr>"
        )
    yield "</tbody></table>"


def _wins(found: Answers) -> Iterator[str]:
    yield "<h2>Who wins</h2>"
    if not found.wins:
        yield "<p>No game is decided.</p>"
        return
    yield (
        '<p class="note">Of the games that are decided. The line spans the interval that covers '
        "the true rate in 95 of 100 such archives.</p>"
    )
    for game in dict.fromkeys(win.game for win in found.wins):
        bars = [
            Bar(
                label=win.winner,
                value=win.rate,
                text=f"{win.rate:.1%} ({win.wins})",
                low=win.low,
                high=win.high,
            )
            for win in found.wins
            if win.game == game
        ]
        yield f"<h3>{escape(game)}</h3>{rows_svg(bars, f'Win rates of {game}', 1.0)}"


def _length(found: Answers) -> Iterator[str]:
    yield "<h2>How long games are</h2>"
    for one in found.lengths:
        yield (
            f"<h3>{escape(one.game)}</h3><p>Half of the decided games have at most "
            f"{one.median_events:.0f} events and take at most {one.median_minutes:.0f} minutes, "
            "pauses included.</p>"
        )
        if one.turns:
            yield columns_svg(_turn_bars(one), f"Turns of {one.game}")
            yield '<p class="note">Games by the turn in which they ended.</p>'


def _turn_bars(one: Lengths) -> list[Bar]:
    times = dict(one.turns)
    span = range(min(times), max(times) + 1)
    return [Bar(label=str(t), value=times.get(t, 0), text=str(times.get(t, ""))) for t in span]


def _ring(found: Answers) -> Iterator[str]:
    yield "<h2>Where the Ring was lost</h2>"
    if not found.ring_losses:
        yield "<p>No game says that it was.</p>"
        return
    yield (
        f"<p>It went out of the Fellowship's hands in {found.ring_games} games; the places most "
        "often named, with who had it then:</p>"
    )
    bars = [
        Bar(label=f"{loss.place}, to {loss.holder}", value=loss.times, text=str(loss.times))
        for loss in found.ring_losses
    ]
    yield rows_svg(bars, "Places where the Ring was lost")


def _dice(found: Answers) -> Iterator[str]:
    yield "<h2>How fair the dice are</h2>"
    for record in found.dice:
        bars = [
            Bar(label=str(face), value=times, text=str(times))
            for face, times in enumerate(record.counts, start=1)
        ]
        is_odd = record.p_value is not None and record.p_value < SUSPICIOUS
        yield f"<h3>{escape(_way(record))}</h3>"
        yield f"<p{' class=warning' if is_odd else ''}>{escape(_judged(record))}</p>"
        yield columns_svg(bars, f"Faces of {_way(record)}", record.rolls / record.sides)
    yield '<p class="note">The line is what each face was due.</p>'


def _way(record: DieRecord) -> str:
    words = {"die": "rolled on the table", "typed": "typed in", "generator": "drawn by the system"}
    name = f" by {record.die}" if record.die else ""
    return f"{record.sides} faces, {words.get(record.source, record.source)}{name}"


def _judged(record: DieRecord) -> str:
    if record.p_value is None:
        return f"{record.rolls} rolls: too few to say anything."
    chance = f"{record.p_value:.3f}" if record.p_value >= 0.001 else "less than 0.001"
    judged = "conspicuous" if record.p_value < SUSPICIOUS else "nothing conspicuous"
    return (
        f"{record.rolls} rolls, chi-square {record.chi_square:.1f} with {record.sides - 1} degrees "
        f"of freedom; a fair die strays as far with a chance of {chance}: {judged}."
    )
