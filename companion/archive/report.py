"""The standard report: one page of HTML that needs nothing else, and the same as plain figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from companion.archive.plots import (
    Axis,
    Bar,
    chance_band,
    columns_svg,
    in_percent,
    rows_svg,
    straying_svg,
)
from companion.archive.questions import Answers, DieRecord, Lengths
from companion.archive.ring_map import in_hexes, map_svg
from companion.archive.words import die_words, game_title, holder_words, side_title

SUSPICIOUS: Final = 0.001
"""Below this chance a die is called conspicuous; one fair series in a thousand is so too."""

PLACES_SHOWN: Final = 20
DICE_DRAWN: Final = 6
"""So many dice have a plot, those that were rolled most; a conspicuous one always has."""

_ROW_OF_FACES: Final = 10
_STYLE: Final = """
body { font: 17px/1.45 "Source Sans 3", "Segoe UI", sans-serif; color: #2a2118; background: #f4ecdb;
  max-width: 780px; margin: 0 auto; padding: 24px; }
h1, h2, h3 { font-family: "Source Serif 4", Charter, serif; line-height: 1.2; }
h2 { margin-top: 40px; border-bottom: 1px solid #8a7552; padding-bottom: 4px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; } td, th { padding: 4px 0 4px 20px; }
td:first-child, th:first-child { padding-left: 0; }
td + td { white-space: nowrap; } td.number, th.number { text-align: right; }
tbody tr { border-top: 1px solid #d9cbb0; }
figure { margin: 16px 0 24px; overflow-x: auto; }
figcaption { font-weight: 600; margin-bottom: 8px; }
svg { display: block; width: 100%; min-width: 600px; height: auto; }
svg .bar { fill: #7a3b1d; } svg circle.bar { fill-opacity: 0.75; stroke: #7a3b1d; }
svg .band { fill: #dccfb2; } svg .grid { stroke: #cdbc9a; fill: none; }
svg text { font-size: 15px; fill: #2a2118; } svg .words { fill: #5f5040; }
svg .hexes { fill: none; stroke: #cdbc9a; }
svg .named { font-weight: 600; paint-order: stroke; stroke: #f4ecdb; stroke-width: 4px; }
svg .whisker { stroke: #1f5fa8; stroke-width: 2.5; fill: none; }
svg .edge { stroke: #f4ecdb; stroke-width: 6; fill: none; }
summary { cursor: pointer; padding: 4px 0; }
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
        yield f"{one.game}: {_games(one.games)}, {one.decided} decided, {one.first} to {one.last}"
    for win in found.wins:
        yield (
            f"{win.game}: {win.winner} {win.rate:.1%} of {win.decided} "
            f"({win.low:.1%} to {win.high:.1%})"
        )
    for one_length in found.lengths:
        yield (
            f"{one_length.game}: median {one_length.median_events:.0f} events, "
            f"{one_length.median_minutes:.0f} minutes at the table, half of the games "
            f"{one_length.low_minutes:.0f} to {one_length.high_minutes:.0f}"
        )
    yield f"the Ring was lost in {_games(found.ring_games)}"
    for loss in found.ring_losses[:PLACES_SHOWN]:
        yield f"  {loss.place}, to {holder_words(loss.holder)}: {loss.times}"
    if len(found.ring_losses) > PLACES_SHOWN:
        yield f"  and in {len(found.ring_losses) - PLACES_SHOWN} more ways (--json has all)"
    for record in found.dice:
        yield f"{die_words(record)}: {_judged(record)}"


def _figure(caption: str, svg: str) -> str:
    # A narrow screen scrolls it, also by keys.
    return f'<figure tabindex="0"><figcaption>{escape(caption)}</figcaption>{svg}</figure>'


def _table(heads: Iterable[tuple[str, bool]], rows: Iterable[Iterable[str]]) -> str:
    """A table; each head says whether its column holds numbers."""
    kinds = [(text, " class=number" if is_number else "") for text, is_number in heads]
    head = "".join(f'<th scope="col"{kind}>{escape(text)}</th>' for text, kind in kinds)
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{kind}>{escape(text)}</td>" for (_, kind), text in zip(kinds, row, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide">{table}</div>'


def _overview(found: Answers) -> Iterator[str]:
    heads = (("Game", False), ("Games", True), ("Decided", True), ("Events", True))
    yield _table(
        (*heads, ("From", False), ("To", False)),
        (
            (
                game_title(one.game),
                f"{one.games:,}",
                f"{one.decided:,}",
                f"{one.events:,}",
                one.first,
                one.last,
            )
            for one in found.overview
        ),
    )
    yield (
        '<p class="note">Decided are the games whose end names a winner or a draw. '
        "From and to are the days on which the first and the last of them began, in UTC.</p>"
    )


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
        wins = [win for win in found.wins if win.game == game]
        bars = [
            Bar(
                label=side_title(game, win.winner),
                value=win.rate,
                text=f"{win.rate:.1%} ({win.wins:,})",
                low=win.low,
                high=win.high,
            )
            for win in wins
        ]
        caption = f"{game_title(game)}: how {_games(wins[0].decided)} ended"
        axis = Axis(words="share of the decided games", most=1.0, says=in_percent)
        yield _figure(caption, rows_svg(bars, caption, axis))


def _games(number: int) -> str:
    return "one game" if number == 1 else f"{number:,} games"


def _length(found: Answers) -> Iterator[str]:
    yield "<h2>How long games are</h2>"
    if not found.lengths:
        yield "<p>No game is decided.</p>"
        return
    yield (
        '<p class="note">Of the games that are decided. Time is time at the table: pauses of more '
        "than half an hour are left out.</p>"
    )
    for one in found.lengths:
        title = game_title(one.game)
        yield (
            f"<h3>{escape(title)}</h3><p>The game in the middle takes {_time(one.median_minutes)} "
            f"and {one.median_events:,.0f} events. Half of all games take between "
            f"{_time(one.low_minutes)} and {_time(one.high_minutes)}.</p>"
        )
        if one.turns:
            caption = f"{title}: in which turn games ended"
            axis = Axis(words="games")
            yield _figure(caption, columns_svg(_turn_bars(one), caption, axis, "turn"))


def _time(minutes: float) -> str:
    hours, rest = divmod(round(minutes), 60)
    words = f"{hours} h {rest:02d} min" if hours else f"{rest} min"
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def _turn_bars(one: Lengths) -> list[Bar]:
    times = dict(one.turns)
    span = range(min(times), max(times) + 1)
    return [
        Bar(label=str(t), value=times.get(t, 0), text=f"{times[t]:,}" if t in times else "")
        for t in span
    ]


def _ring(found: Answers) -> Iterator[str]:
    yield "<h2>Where the Ring was lost</h2>"
    if not found.ring_losses:
        yield "<p>No game says that it was.</p>"
        return
    games = sum(one.games for one in found.overview if one.game == "fellowship")
    share = f" ({found.ring_games / games:.0%})" if games else ""
    yield (
        f"<p>It went out of the Fellowship's hands in {_games(found.ring_games)} of {games:,}"
        f"{share}, decided or not. In some it did so more than once.</p>"
    )
    holders: Counter[str] = Counter()
    places: Counter[str] = Counter()
    for loss in found.ring_losses:
        holders[loss.holder] += loss.times
        places[loss.place] += loss.times
    axis = Axis(words="times")
    bars = [
        Bar(label=holder_words(holder), value=times, text=f"{times:,}")
        for holder, times in holders.most_common()
    ]
    yield _figure("Who had it then", rows_svg(bars, "Who had the Ring then", axis))
    if in_hexes(places):
        caption = "Where on the map"
        yield _figure(caption, map_svg(places, "Map of the places where the Ring was lost"))
        yield (
            '<p class="note">The area of a circle tells how often. Numbers of columns stand above; '
            "the hexes with the most are named.</p>"
        )
    shown = [place for place, _ in places.most_common(PLACES_SHOWN)]
    if len(places) > len(shown):
        yield f"<p>The {len(shown)} places most often named, of {len(places):,}:</p>"
    yield _table(
        (("Place", False), ("Times", True), *((_capital(who), True) for who in _by_times(holders))),
        ((place, f"{places[place]:,}", *_at(found, place, _by_times(holders))) for place in shown),
    )


def _by_times(counts: Counter[str]) -> list[str]:
    return [name for name, _ in counts.most_common()]


def _capital(holder: str) -> str:
    words = holder_words(holder)
    return f"{words[:1].upper()}{words[1:]}"


def _at(found: Answers, place: str, holders: list[str]) -> Iterator[str]:
    """How often each of them got it at a place."""
    times = {loss.holder: loss.times for loss in found.ring_losses if loss.place == place}
    for holder in holders:
        yield f"{times[holder]:,}" if holder in times else ""


def _dice(found: Answers) -> Iterator[str]:
    yield "<h2>How fair the dice are</h2>"
    if not found.dice:
        yield "<p>Nothing was rolled.</p>"
        return
    heads = (("Die", False), ("Rolls", True), ("Chance", True), ("Judged", False))
    yield _table(
        heads,
        (
            (die_words(one), f"{one.rolls:,}", _chance(one.p_value), _verdict(one.p_value))
            for one in found.dice
        ),
    )
    yield (
        '<p class="note">The chance is that of a fair die to stray as far, by the chi-square test. '
        f"Below {SUSPICIOUS} a die is called conspicuous; one fair die in 1,000 is so too.</p>"
    )
    for place, record in enumerate(found.dice):
        is_odd = record.p_value is not None and record.p_value < SUSPICIOUS
        if place >= DICE_DRAWN and not is_odd:
            continue
        name = die_words(record)
        yield f"<h3>{escape(name)}</h3>"
        yield f"<p{' class=warning' if is_odd else ''}>{escape(_judged(record))}</p>"
        yield from _faces(record, name)


def _faces(record: DieRecord, name: str) -> Iterator[str]:
    if record.p_value is None:
        bars = [
            Bar(label=str(face), value=times, text=str(times))
            for face, times in enumerate(record.counts, start=1)
        ]
        caption = "How often each face came"
        axis = Axis(words="rolls")
        due = record.rolls / record.sides
        svg = columns_svg(bars, f"{caption}: {name}", axis, "face", due)
        yield _figure(caption, svg)
        yield '<p class="note">The line is what each face was due.</p>'
        return
    caption = f"How far each face strays from the {record.rolls / record.sides:,.1f} it was due"
    yield _figure(caption, straying_svg(record.counts, f"{caption}: {name}"))
    yield (
        '<p class="note">Of a fair die 19 of 20 faces stay within the field, which reaches '
        f"{chance_band(record.rolls, record.sides):.1%} to both sides for so many rolls.</p>"
    )
    yield f"<details><summary>The numbers</summary>{_counts(record)}</details>"


def _counts(record: DieRecord) -> str:
    """Every face with its count, ten to a row."""
    parts = ['<div class="wide"><table>']
    for first in range(0, record.sides, _ROW_OF_FACES):
        some = record.counts[first : first + _ROW_OF_FACES]
        faces = "".join(f"<th class=number>{first + i + 1}</th>" for i in range(len(some)))
        times = "".join(f"<td class=number>{count:,}</td>" for count in some)
        parts.append(f"<tr><th>Face</th>{faces}</tr><tr><td>Rolls</td>{times}</tr>")
    return "".join((*parts, "</table></div>"))


def _chance(p_value: float | None) -> str:
    if p_value is None:
        return ""
    return f"{p_value:.3f}" if p_value >= SUSPICIOUS else f"less than {SUSPICIOUS}"


def _verdict(p_value: float | None) -> str:
    if p_value is None:
        return "too few rolls"
    return "conspicuous" if p_value < SUSPICIOUS else "nothing conspicuous"


def _judged(record: DieRecord) -> str:
    if record.p_value is None:
        return f"{record.rolls:,} rolls: too few to say anything."
    return (
        f"{record.rolls:,} rolls, chi-square {record.chi_square:.1f} with {record.sides - 1} "
        f"degrees of freedom; a fair die strays as far with a chance of "
        f"{_chance(record.p_value)}: {_verdict(record.p_value)}."
    )
