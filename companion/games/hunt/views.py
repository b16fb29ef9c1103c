"""The screens: what a seat or everybody may see, built by adding."""

from __future__ import annotations

from typing import Final

from companion.games.hunt.board import LAST_PROGRESS
from companion.games.hunt.byhand import offers, special_of
from companion.games.hunt.companions import FELLOWSHIP, GOLLUM, LEVEL_SOURCE, name_of
from companion.games.hunt.deciding import NOTE_CARDS, PLAY_NOTED, prompt_of, stage_of
from companion.games.hunt.names import (
    LAST_STEP,
    MOST_CORRUPTION,
    PHASES,
    SEAT_IDS,
    TITLES,
    WHERE_WORDS,
)
from companion.games.hunt.sighting import differences
from companion.games.hunt.stage import Ask
from companion.games.hunt.state import HiddenState, PublicState
from companion.games.hunt.tiles import TILES
from companion.games.hunt.views_odds import odds_region, pool_region
from companion.table.counters import in_full, in_short
from companion.table.ids import PUBLIC, SeatId
from companion.table.views import (
    Card,
    CardRow,
    Choice,
    Field,
    Form,
    Log,
    LogLine,
    Option,
    Prompt,
    Region,
    Status,
    Text,
    Track,
    TrackSpace,
    View,
    Widget,
)
from companion.table.wording import typed

_TRACKS: Final = "Tracks"


def view_of(public: PublicState, seat: SeatId, hidden: HiddenState | None) -> View:
    """Everything that one viewer may see.

    Args:
        public: what everybody knows.
        seat: the viewer.
        hidden: what this viewer alone knows, None for the public.
    """
    ask = stage_of(public).ask(public)
    regions = [
        _status(public, ask),
        Region(name="prompt", title="", role="prompt", widgets=(_prompt(public, ask, seat),)),
        Region(
            name="result",
            title="Result",
            role="result",
            widgets=() if public.result is None else (public.result,),
        ),
        _fellowship(public),
        odds_region(public),
        pool_region(public),
    ]
    if hidden is not None and seat in SEAT_IDS:
        regions += [_cards(public, seat, hidden), _by_hand(public, seat)]
    regions.append(_log(public))
    return View(seat=seat, title=TITLES.get(seat, TITLES[PUBLIC]), regions=tuple(regions))


def _status(public: PublicState, ask: Ask) -> Region:
    phases = tuple(
        TrackSpace(label=title, current=not public.winner and key == public.phase)
        for key, title in PHASES
    )
    if public.mordor is not None:
        where = f"Step {public.mordor} of Mordor"
    else:
        where = f"Progress {public.progress}"
    shown = "Hidden" if public.hidden else "Revealed"
    status = Status(
        turn=f"Turn {public.turn}",
        player_turn=TITLES[ask.seat] if not public.winner else "Game over",
        seat=ask.seat,
        phases=phases,
        step=f"{where}, {shown}, Corruption {public.corruption}",
        verdict=f"{public.ending} {ask.sentence}" if public.winner else "",
    )
    return Region(name="status", title="Status", role="status", widgets=(status,))


def _prompt(public: PublicState, ask: Ask, seat: SeatId) -> Prompt:
    asked = seat == ask.seat and not public.winner
    detail = (*ask.detail, *in_short(differences(public), _TRACKS))
    if not asked:
        return Prompt(id=None, sentence=ask.waiting, section=ask.section, detail=detail)
    return Prompt(
        id=prompt_of(public, ask),
        sentence=ask.sentence,
        section=ask.section,
        detail=detail,
        form=ask.form,
        roll=ask.roll,
        asked=True,
    )


def _track(title: str, last: int, at: int, notes: dict[int, str]) -> Track:
    spaces = tuple(
        TrackSpace(label=str(step), note=notes.get(step, ""), current=step == at)
        for step in range(last + 1)
    )
    return Track(title=title, spaces=spaces)


def _fellowship(public: PublicState) -> Region:
    counter = "Hidden" if public.hidden else "Revealed"
    widgets: list[Widget] = [
        _track("Corruption", MOST_CORRUPTION, public.corruption, {MOST_CORRUPTION: "lost"})
    ]
    if public.mordor is not None:
        notes = {public.mordor: counter, LAST_STEP: "Crack of Doom"}
        widgets.append(_track("Mordor Track", LAST_STEP, public.mordor, notes))
    else:
        step = min(public.progress, LAST_PROGRESS)
        note = counter if step == public.progress else f"{public.progress}, {counter}"
        widgets.append(_track("Fellowship Progress", LAST_PROGRESS, step, {step: note}))
        kind = WHERE_WORDS[public.where]
        place = f"{typed(public.region)} ({kind})" if public.region else kind
        widgets.append(Text(text=f"Where the Ring-bearers are: {place}."))
    widgets += in_full(public.markers, differences(public))
    box = f"Hunt Box: {public.shadow_dice} Shadow dice, {public.free_dice} Free Peoples dice."
    widgets.append(Text(text=box))
    widgets.append(_companions(public))
    return Region(name="fellowship", title=_TRACKS, role="tab", widgets=tuple(widgets))


def _companions(public: PublicState) -> CardRow:
    cards = []
    for one in FELLOWSHIP:
        if one not in public.companions and one not in public.gone:
            continue
        states = ["Guide"] if one == public.guide else []
        if one in public.gone:
            states.append(public.gone[one])
        own = ", from your box" if one in public.own_levels else ""
        level = f"Level {public.levels[one]}{own}"
        cards.append(Card(id=one, title=name_of(one), subtitle=level, states=tuple(states)))
    if public.guide == GOLLUM:
        cards.append(Card(id=GOLLUM, title=name_of(GOLLUM), states=("Guide",)))
    note = f"Levels and abilities: {LEVEL_SOURCE}."
    return CardRow(title="Companions", cards=tuple(cards), note=note)


def _cards(public: PublicState, seat: SeatId, hidden: HiddenState) -> Region:
    """The seat's own notes of its event cards, under the cover."""
    options = tuple(Option(value=one, label=TILES[one].card) for one in special_of(seat))
    held = Field(
        name="cards",
        label="Cards that I hold",
        kind="ticks",
        options=options,
        value=",".join(hidden.cards),
    )
    note = Form(fields=(held,), choices=(Choice(action=NOTE_CARDS, label="Note them"),))
    cards = tuple(
        Card(
            id=one,
            title=TILES[one].card,
            subtitle=f"Tile {TILES[one].title}",
            form=Form(choices=(Choice(action=f"{PLAY_NOTED}:{one}", label="Play it"),))
            if one in public.unused and not public.winner
            else Form(),
        )
        for one in hidden.cards
    )
    row = CardRow(
        title="Event cards with a special tile",
        cards=cards,
        note="Only you see this. A card that you play is read out to both.",
        form=note,
    )
    return Region(name="cards", title="My cards", role="tab", widgets=(row,), secret=True)


def _by_hand(public: PublicState, seat: SeatId) -> Region:
    quiet = Text(
        text="The table is right. What you change here is written into the log.", style="quiet"
    )
    cards = tuple(
        Card(id=offer.action, title=offer.title, subtitle=offer.subtitle, form=offer.form)
        for offer in offers(public, seat)
    )
    row = CardRow(title="At any time", cards=cards)
    return Region(name="by-hand", title="By hand", role="tab", widgets=(quiet, row))


def _log(public: PublicState) -> Region:
    first = public.log_count - len(public.log) + 1
    lines = tuple(
        LogLine(number=first + index, text=line.text, section=line.section, heading=line.heading)
        for index, line in enumerate(public.log)
    )
    return Region(name="log", title="Log", role="tab", widgets=(Log(lines=lines),))
