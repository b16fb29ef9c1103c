"""Counts what changed on each viewer's screen and tells the screens that wait for it.

The hub compares a viewer's new view with the old one, region by region. A viewer whose view is the
same hears nothing, whatever happened elsewhere: news derives from the view and from nothing else.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from companion.table.ids import SeatId
from companion.table.views import View
from webui.ports import DEVICES_REGION, Change, Screen, SubscriptionEndedError

QUEUE_LENGTH: Final = 64
"""Changes that are kept for a screen that was away; older ones mean a reload."""


class _Viewer:
    """One viewer's view with its own history of changes. Guarded by the hub's lock."""

    def __init__(self, view: View, now_s: float) -> None:
        self.view = view
        self.counter = 0
        self.asked_at_s = now_s
        self.history: deque[Change] = deque(maxlen=QUEUE_LENGTH)

    def note(self, regions: tuple[str, ...]) -> None:
        self.counter += 1
        self.history.append(Change(counter=self.counter, regions=regions))

    def news(self, since: int) -> Change | None:
        """Everything after a counter in one change, None if there is nothing new."""
        if since == self.counter:
            return None
        missed = self.counter - since
        if not 0 < missed <= len(self.history):
            return Change(counter=self.counter, reload=True)
        names: dict[str, None] = {}
        for change in list(self.history)[-missed:]:
            names.update(dict.fromkeys(change.regions))
        return Change(counter=self.counter, regions=tuple(names))


class HubSubscription:
    """A place in one viewer's news; see `webui.ports.Subscription`."""

    def __init__(self, hub: ViewHub, viewer: SeatId, since: int) -> None:
        self._hub = hub
        self._viewer = viewer
        self._since = since
        self._closed = False

    def wait(self, timeout_s: float) -> Change | None:
        """Next change, or None after `timeout_s` without one.

        Raises:
            SubscriptionEndedError: the hub or this subscription is closed.
        """
        change = self._hub.wait_for_news(self._viewer, self._since, timeout_s, lambda: self._closed)
        if change is not None:
            self._since = change.counter
        return change

    def close(self) -> None:
        """Wake and end a waiting `wait`."""
        self._closed = True
        self._hub.wake()


class ViewHub:
    """The current view of every viewer, its counters, and whoever waits for news of it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._viewers: dict[SeatId, _Viewer] = {}
        self._closed = False

    def publish(self, view: View) -> tuple[str, ...]:
        """Take a viewer's newest view; returns the names of the regions that changed."""
        with self._changed:
            viewer = self._viewers.get(view.seat)
            if viewer is None:
                self._viewers[view.seat] = _Viewer(view, self._clock())
                return tuple(region.name for region in view.regions)
            regions = changed_regions(viewer.view, view)
            if not regions and view.title == viewer.view.title:
                return ()
            if prompt_regions(viewer.view) != prompt_regions(view):
                viewer.asked_at_s = self._clock()
            viewer.view = view
            viewer.note(regions)
            self._changed.notify_all()
            return regions

    def devices_changed(self) -> None:
        """Tell every screen that the eye or the die is in another state."""
        with self._changed:
            for viewer in self._viewers.values():
                viewer.note((DEVICES_REGION,))
            self._changed.notify_all()

    def screen(self, viewer: SeatId) -> Screen:
        """The newest view with its counter.

        Raises:
            KeyError: nothing was published for that viewer.
        """
        with self._changed:
            held = self._viewers[viewer]
            waited_s = self._clock() - held.asked_at_s if prompt_regions(held.view) else 0.0
            return Screen(view=held.view, counter=held.counter, waited_s=waited_s)

    def subscribe(self, viewer: SeatId, since: int | None) -> HubSubscription:
        """A screen begins to listen, from the counter it has or from now.

        Raises:
            KeyError: nothing was published for that viewer.
        """
        with self._changed:
            now = self._viewers[viewer].counter
        return HubSubscription(self, viewer, now if since is None else since)

    def close(self) -> None:
        """End every subscription."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def wake(self) -> None:
        """Let everybody who waits look again."""
        with self._changed:
            self._changed.notify_all()

    def wait_for_news(
        self, viewer: SeatId, since: int, timeout_s: float, ended: Callable[[], bool]
    ) -> Change | None:
        """Block until a viewer's counter differs from `since`; used by `HubSubscription`.

        Raises:
            SubscriptionEndedError: `ended` became true or the hub was closed.
        """
        deadline_s = time.monotonic() + timeout_s
        with self._changed:
            while True:
                if self._closed or ended():
                    raise SubscriptionEndedError
                news = self._viewers[viewer].news(since)
                left_s = deadline_s - time.monotonic()
                if news is not None or left_s <= 0:
                    return news
                self._changed.wait(left_s)


def changed_regions(old: View, new: View) -> tuple[str, ...]:
    """Names of the regions that are new, different or gone, in the order of the new view."""
    before = {region.name: region for region in old.regions}
    after = {region.name: region for region in new.regions}
    changed = [name for name, region in after.items() if before.get(name) != region]
    return (*changed, *(name for name in before if name not in after))


def prompt_regions(view: View) -> tuple[object, ...]:
    """The regions of a view that ask something."""
    return tuple(region for region in view.regions if region.role == "prompt")
