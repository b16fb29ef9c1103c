"""A small form that is offered at any time; pressing it comes without a prompt."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.games.hunt.stage import Answer, Events
from companion.games.hunt.state import PublicState
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done at any time.

    Attributes:
        action: comes back in the act.
        title, subtitle: for the screens.
        label: what is pressed.
        fields: what is filled in.
        act: what follows.
    """

    action: str
    title: str
    label: str
    fields: tuple[Field, ...]
    act: Callable[[PublicState, Answer], Events | Refusal]
    subtitle: str = ""

    @property
    def form(self) -> Form:
        """Fields and the choice that sends them."""
        return Form(fields=self.fields, choices=(Choice(action=self.action, label=self.label),))
