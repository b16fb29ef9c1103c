"""The table's voice in the hall, if it is to be heard there; loaded only then."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from typing import Final, Protocol

from companion.service.clock import now
from companion.service.settings import Settings, SettingsError
from companion.table.ids import PUBLIC
from companion.table.views import View

_UNFIT: Final = re.compile(r"[^A-Za-z0-9._-]+")


class Hall(Protocol):
    """What the house tells; every call returns at once."""

    def start(self) -> None:
        """Begin to send."""

    def opened(self, game_id: str, game: str, title: str) -> None:
        """Another game is open; its first view follows."""

    def view(self, view: View) -> None:
        """The public view is now this."""

    def closed(self) -> None:
        """No game is open any more."""

    def stop(self) -> None:
        """Take leave."""


def hall_of(settings: Settings) -> Hall | None:
    """The hall that the settings name, None if they name none.

    Raises:
        SettingsError: it cannot be used.
    """
    if not settings.hall:
        return None
    from companion.hall.broker import BrokerError, parse_broker  # noqa: PLC0415 - an extra that few tables need
    from companion.hall.messages import MessageError, checked_name  # noqa: PLC0415 - an extra that few tables need
    from companion.hall.outbox import OutboxError  # noqa: PLC0415 - an extra that few tables need
    from companion.hall.publisher import HallPublisher  # noqa: PLC0415 - an extra that few tables need

    try:
        broker = parse_broker(settings.hall, settings.hall_password)
        name = checked_name(name_in_hall(settings))
        return HallPublisher(broker, name, settings.hall_notes, now)
    except (BrokerError, MessageError, OutboxError) as error:
        raise SettingsError(f"--hall: {error}") from error


def name_in_hall(settings: Settings) -> str:
    """The name that was chosen, else the machine's as far as it can be one."""
    return settings.hall_table or _UNFIT.sub("-", platform.node()).strip("-._") or "table"


def tell(hall: Hall, views: Sequence[View]) -> None:
    """Tell the hall of the public view among those of a standing, and of no other."""
    for view in views:
        if view.seat == PUBLIC:
            hall.view(view)
