"""Which routes an attack run has asked for, so that none is left out unnoticed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from flask import Flask, request, request_started

import webui

_BLUEPRINT: Final = re.compile(r"\bBlueprint\(\s*\"([^\"]+)\"")
_METHODS: Final = frozenset({"GET", "POST"})


@dataclass
class AttackedRoutes:
    """What was asked of which app.

    Attributes:
        apps: every app that was asked for anything.
        asked: rule and method of every request that came to a route.
    """

    apps: list[Flask] = field(default_factory=list)
    asked: set[tuple[str, str]] = field(default_factory=set)

    def note(self, app: Flask, **_: object) -> None:
        """One request has begun."""
        if app not in self.apps:
            self.apps.append(app)
        if request.url_rule is not None:
            self.asked.add((request.url_rule.rule, request.method))

    def left_out(self) -> list[str]:
        """The routes of these apps that nobody has asked for, with their methods."""
        there = {
            (rule.rule, method)
            for app in self.apps
            for rule in app.url_map.iter_rules()
            for method in _METHODS & (rule.methods or set())
        }
        return [f"{method} {rule}" for rule, method in sorted(there - self.asked)]

    def pages_left_out(self) -> list[str]:
        """The blueprints of the web UI that stand in none of these apps."""
        known = {name for app in self.apps for name in app.blueprints}
        return sorted(set(all_blueprints()) - known)


def all_blueprints() -> Iterator[str]:
    """The name of every blueprint that a module of `webui` makes."""
    for folder in webui.__path__:
        for path in sorted(Path(folder).rglob("*.py")):
            if "node_modules" not in path.parts:
                yield from _BLUEPRINT.findall(path.read_text("utf-8"))


@contextmanager
def noted_routes() -> Iterator[AttackedRoutes]:
    """Note every request to any app of this process until the block ends."""
    noted = AttackedRoutes()
    with request_started.connected_to(noted.note):
        yield noted
