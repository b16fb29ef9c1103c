"""What the Enemy lays on the map: active hexes, weather; the Ring (6.23, 6.24, 11.0)."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.board_places import find_hex
from companion.games.fellowship.choosing import place_field, select
from companion.games.fellowship.events import GameEnded, StepClosed
from companion.games.fellowship.events_status import (
    HexesActivated,
    WeatherPlaced,
    hex_type_words,
)
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.names import HexType, Weather
from companion.games.fellowship.state import (
    ENEMY_SEAT,
    Activation,
    PublicState,
    Scene,
    WeatherCounter,
)
from companion.games.fellowship.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.turn_track import FIRST_WEATHER_TURN
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form


def _watching(key: str, sentence: str, section: str) -> Ask:
    return Ask(key=key, sentence=sentence, section=section)


def _missing(text: str, section: str) -> Refusal:
    return Refusal(code="bad-input", text=text, section=section)


_HEX_FIELDS: Final = ("hex-1", "hex-2", "hex-3")


def _hex_fields() -> tuple[Field, ...]:
    return tuple(place_field(name, f"Hex {i}") for i, name in enumerate(_HEX_FIELDS, start=1))


def _hexes(answer: Answer) -> list[str] | Refusal:
    """The hexes that were given, each once, in order."""
    labels: list[str] = []
    for text in (answer.text(name) for name in _HEX_FIELDS):
        if not text:
            continue
        place = find_hex(text)
        if place is None:
            return _missing(f"Expected a hex of the map, got {text}. Choose another.", "6.23")
        if place.label not in labels:
            labels.append(place.label)
    return labels


class ActivateHexes(Handler):
    """One of four ways to make hexes active (6.23)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Chosen."""
        return public.closed

    def ask(self, scene: Scene) -> Ask:
        """Which way, and where."""
        if scene.seat != ENEMY_SEAT:
            return _watching("activate", "The Enemy activates hexes for searches.", "6.23")
        types = [(kind.value, hex_type_words(kind)) for kind in HexType]
        fields = (
            select("type", "Hex type", types),
            *_hex_fields(),
        )
        choices = (
            Choice(action="three", label="Up to three hexes", detail="Hex 1 to 3"),
            Choice(action="plus-two", label="One hex at +2", detail="Hex 1"),
            Choice(action="plus-one", label="One at +1, one at 0", detail="Hex 1 and Hex 2"),
            Choice(action="type", label="A whole hex type", detail="This player-turn only"),
        )
        return Ask(
            key="activate",
            sentence="Activate hexes for searches in one of four ways.",
            section="6.23",
            detail=("Hexes stay active through the next Fellowship player-turn.",),
            form=Form(fields=fields, choices=choices),
            done="Activate nothing",
            done_weight="plain",
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """The choice is public: counters lie on the map."""
        if answer.action == "type":
            kind = answer.text("type")
            if not kind:
                return _missing("Expected a hex type. Choose one.", "6.23")
            return (HexesActivated(active=(Activation(hex_type=HexType(kind)),)), StepClosed())
        labels = _hexes(answer)
        if isinstance(labels, Refusal):
            return labels
        bonuses = {"three": (0, 0, 0), "plus-two": (2,), "plus-one": (1, 0)}[answer.action]
        if not labels or len(labels) > len(bonuses):
            return _missing(
                f"Expected 1 to {len(bonuses)} different hexes, got {len(labels)}. "
                "Fill in the fields again.",
                "6.23",
            )
        active = tuple(
            Activation(place=label, bonus=bonus)
            for label, bonus in zip(labels, bonuses, strict=False)
        )
        return (HexesActivated(active=active), StepClosed())


# --- Weather (6.24) -----------------------------------------------------------------------------


class PlaceWeather(Handler):
    """From turn 5 on: a storm in one hex or bad weather in three (6.24)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Too early, or placed."""
        return public.closed or public.turn < FIRST_WEATHER_TURN

    def ask(self, scene: Scene) -> Ask:
        """Which, and where."""
        if scene.seat != ENEMY_SEAT:
            return _watching("weather", "The Enemy may change the weather.", "6.24")
        choices = (
            Choice(action="storm", label="A storm", detail="Hex 1; bad weather around it"),
            Choice(action="bad", label="Bad weather", detail="Hex 1 to 3"),
        )
        return Ask(
            key="weather",
            sentence="Place a storm in one hex or bad weather in three, or go on.",
            section="6.24",
            form=Form(fields=_hex_fields(), choices=choices),
            done="Leave the weather",
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """Counters lie on the map: public."""
        labels = _hexes(answer)
        if isinstance(labels, Refusal):
            return labels
        storm = answer.action == "storm"
        most = 1 if storm else 3
        if not labels or len(labels) > most:
            return _missing(f"Expected {most} hex(es), got {len(labels)}. Try again.", "6.24")
        weather = Weather.STORM if storm else Weather.BAD
        counters = tuple(WeatherCounter(label, weather) for label in labels)
        return (WeatherPlaced(counters=counters), StepClosed())


# --- The Ring (11.0) ----------------------------------------------------------------------------


class RingCheck(Handler):
    """The game ends when the Enemy has the Ring in a Garrisoned hex (11.0)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Everybody knows when the Enemy controls the Ring; else there is nothing to check."""
        return public.closed or public.ring != "enemy"

    def ask(self, scene: Scene) -> Ask:
        """Where it is stands on the map, face up."""
        if scene.seat != ENEMY_SEAT:
            return _watching("ring", "The Enemy says where the Ring is.", "11.0")
        return Ask(
            key="ring",
            sentence="You control the Ring. Say whether it is in a Garrisoned hex.",
            section="11.0",
            form=Form(
                choices=(
                    Choice(action="garrisoned", label="In a Garrisoned hex", weight="grave"),
                    Choice(action="elsewhere", label="Elsewhere"),
                )
            ),
            asked=True,
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """A total victory, or on."""
        if answer.action == "garrisoned":
            reason = "The Enemy has the Ring in a Garrisoned hex: total victory for the Enemy."
            return (GameEnded(reason=reason),)
        return (StepClosed(),)
