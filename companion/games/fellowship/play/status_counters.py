"""What the Enemy lays on the map: active hexes and weather (6.23, 6.24)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.play import PublicEvent, StepClosed
from companion.games.fellowship.events.status import (
    HexesActivated,
    WeatherPlaced,
    hex_type_words,
)
from companion.games.fellowship.facts.names import HexType, Weather
from companion.games.fellowship.facts.turn_track import FIRST_WEATHER_TURN
from companion.games.fellowship.flow.choosing import place_field, select
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.seats import ENEMY_SEAT
from companion.games.fellowship.state import Activation, PublicState, Scene, WeatherCounter, Work
from companion.table.events import Event
from companion.table.values import Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace


@dataclass(frozen=True, slots=True)
class Laying:
    """One way to lay counters.

    Attributes:
        action: word of the choice.
        label, detail: how it is offered.
        hexes: labels of the fields for hexes, in order; empty where a whole hex type is chosen.
        bonuses: what the Enemy adds to search rolls in each of them.
    """

    action: str
    label: str
    detail: str
    hexes: tuple[str, ...]
    bonuses: tuple[int, ...] = ()


_THREE: Final = ("First hex", "Second hex", "Third hex")
_ACTIVATIONS: Final = (
    Laying("three", "Up to three hexes", "", _THREE, (0, 0, 0)),
    Laying("plus-two", "One hex at +2", "", ("Hex at +2",), (2,)),
    Laying("plus-one", "One hex at +1, one more", "", ("Hex at +1", "Hex at 0"), (1, 0)),
    Laying("type", "A whole hex type", "This player-turn only", ()),
)
_WEATHERS: Final = (
    Laying("storm", "A storm", "Bad weather around it", ("Hex",)),
    Laying("bad", "Bad weather", "Up to three hexes", _THREE),
)
_LAY: Final = "lay"
_BACK: Final = "back"
_COUNTERS: Final = "counters"


class CountersWork(Work, frozen=True, kw_only=True):
    """Which way of laying counters the Enemy has chosen; empty for none yet."""

    option: str = ""


class CountersChosen(PublicEvent, frozen=True, kw_only=True, tag="fellowship-counters-chosen"):
    """The Enemy has chosen a way of laying counters, or goes back to choose another."""

    option: str

    def apply(self, public: PublicState) -> PublicState:
        """Remember it."""
        work = CountersWork(option=self.option)
        return _replace(public, work={**public.work, _COUNTERS: work})


class LayCounters(Handler, ABC):
    """First the way, then the hexes; the counters lie on the map, so both are public."""

    section = ""
    options: tuple[Laying, ...] = ()

    def enter(self, scene: Scene) -> Events:
        """Nothing is chosen yet."""
        return (CountersChosen(option=""),)

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Laid."""
        return public.closed

    def _chosen(self, public: PublicState) -> Laying | None:
        work = public.work.get(_COUNTERS)
        word = work.option if isinstance(work, CountersWork) else ""
        return next((one for one in self.options if one.action == word), None)

    @abstractmethod
    def first_question(self) -> Ask:
        """Which way."""

    @abstractmethod
    def waits(self) -> str:
        """What others read."""

    @abstractmethod
    def laid(self, option: Laying, places: Mapping[str, int]) -> Events:
        """What follows from laying counters.

        Args:
            option: the way that was chosen.
            places: labels of the hexes, each with the index of its field in `Laying.hexes`.
        """

    def ask(self, scene: Scene) -> Ask:
        """Which way, then where."""
        option = self._chosen(scene.public)
        key = f"lay-{option.action if option else 'how'}"
        if scene.seat != ENEMY_SEAT:
            return Ask(key=key, sentence=self.waits(), section=self.section)
        if option is None:
            choices = tuple(
                Choice(action=one.action, label=one.label, detail=one.detail)
                for one in self.options
            )
            return _replace(self.first_question(), key=key, form=Form(choices=choices))
        types = [(kind.value, hex_type_words(kind)) for kind in HexType]
        fields = tuple(
            place_field(f"hex-{i}", label) for i, label in enumerate(option.hexes, start=1)
        ) or (select("type", "Hex type", types),)
        return Ask(
            key=key,
            sentence=f"{option.label}: say where."
            if option.hexes
            else f"{option.label}: say which.",
            section=self.section,
            form=Form(
                fields=fields,
                choices=(
                    Choice(action=_LAY, label="Lay the counters", weight="primary"),
                    Choice(action=_BACK, label="Another way"),
                ),
            ),
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """A way, or the hexes for it."""
        option = self._chosen(scene.public)
        if option is None:
            return (CountersChosen(option=answer.action),)
        if answer.action == _BACK:
            return (CountersChosen(option=""),)
        if not option.hexes:
            kind = answer.text("type")
            if not kind:
                return self._missing("Expected a hex type. Choose one.")
            return (HexesActivated(active=(Activation(hex_type=HexType(kind)),)), StepClosed())
        # Each with the number of its field, which says what the Enemy adds there.
        laid: dict[str, int] = {}
        for index in range(len(option.hexes)):
            text = answer.text(f"hex-{index + 1}")
            place = find_hex(text)
            if text and place is None:
                return self._missing(f"Expected a hex of the map, got {text}. Choose another.")
            if place is not None:
                laid.setdefault(place.label, index)
        if not laid:
            return self._missing("Expected a hex such as 12,e. Tap one on the map.")
        return (*self.laid(option, laid), StepClosed())

    def _missing(self, text: str) -> Refusal:
        return Refusal(code="bad-input", text=text, section=self.section)


class ActivateHexes(LayCounters):
    """One of four ways to make hexes active (6.23)."""

    section = "6.23"
    options = _ACTIVATIONS

    def waits(self) -> str:
        """What others read."""
        return "The Enemy activates hexes for searches."

    def first_question(self) -> Ask:
        """Which way."""
        return Ask(
            key="",
            sentence="Activate hexes for searches in one of four ways.",
            section=self.section,
            detail=("Single hexes stay active through the next Fellowship player-turn.",),
            done="Activate nothing",
            done_weight="plain",
            asked=True,
        )

    def laid(self, option: Laying, places: Mapping[str, int]) -> Events:
        """The hexes with what each adds."""
        active = tuple(
            Activation(place=label, bonus=option.bonuses[index]) for label, index in places.items()
        )
        return (HexesActivated(active=active),)


class PlaceWeather(LayCounters):
    """From turn 5 on: a storm in one hex or bad weather in three (6.24)."""

    section = "6.24"
    options = _WEATHERS

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Too early, or placed."""
        return public.closed or public.turn < FIRST_WEATHER_TURN

    def waits(self) -> str:
        """What others read."""
        return "The Enemy may change the weather."

    def first_question(self) -> Ask:
        """Which way."""
        return Ask(
            key="",
            sentence="Place a storm in one hex or bad weather in three, or go on.",
            section=self.section,
            done="Leave the weather",
            asked=True,
        )

    def laid(self, option: Laying, places: Mapping[str, int]) -> Events:
        """The counters."""
        weather = Weather.STORM if option.action == "storm" else Weather.BAD
        return (WeatherPlaced(counters=tuple(WeatherCounter(label, weather) for label in places)),)


EVENTS: Final[tuple[type[Event], ...]] = (CountersChosen,)
