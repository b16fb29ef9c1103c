from __future__ import annotations

import threading

import pytest

from companion.table.ids import PUBLIC
from tests.support.patience import PATIENCE_S
from tests.support.web_views import LAMP, OWL, Crews, view_of
from webui.hub import QUEUE_LENGTH, ViewHub
from webui.ports import DEVICES_REGION, Change, SubscriptionEndedError


def published(crews: Crews) -> ViewHub:
    hub = ViewHub()
    publish(hub, crews)
    return hub


def publish(hub: ViewHub, crews: Crews) -> None:
    for viewer in (PUBLIC, LAMP, OWL):
        hub.publish(view_of(crews, viewer))


def test_only_regions_that_differ_are_told() -> None:
    crews = Crews()
    hub = published(crews)
    told = hub.subscribe(LAMP, None)
    crews.lines.append("Something happened")
    publish(hub, crews)
    assert told.wait(0) == Change(counter=1, regions=("log",))
    assert told.wait(0) is None


def test_a_viewer_hears_nothing_of_another_seats_secret() -> None:
    crews = Crews()
    hub = published(crews)
    lamp, public = hub.subscribe(LAMP, None), hub.subscribe(PUBLIC, None)
    owl = hub.subscribe(OWL, None)
    crews.secrets[OWL] = ("Feather",)
    publish(hub, crews)
    assert lamp.wait(0) is None
    assert public.wait(0) is None
    assert hub.screen(LAMP).counter == hub.screen(PUBLIC).counter == 0
    change = owl.wait(0)
    assert change is not None
    assert change.regions == ("boxes", "cards")


def test_a_region_that_goes_away_is_told() -> None:
    crews = Crews()
    hub = published(crews)
    view = view_of(crews, LAMP)
    fewer = type(view)(seat=view.seat, title=view.title, regions=view.regions[:-1])
    assert hub.publish(fewer) == (view.regions[-1].name,)


def test_news_since_a_counter_comes_in_one_change() -> None:
    crews = Crews()
    hub = published(crews)
    for turn in range(4, 7):
        crews.turn = turn
        publish(hub, crews)
    crews.lines.append("x")
    publish(hub, crews)
    late = hub.subscribe(PUBLIC, 1)
    assert late.wait(0) == Change(counter=4, regions=("status", "turns", "log"))


@pytest.mark.parametrize("since", [-1, 99])
def test_a_counter_that_is_not_known_means_reload(since: int) -> None:
    crews = Crews()
    hub = published(crews)
    crews.turn = 4
    publish(hub, crews)
    assert hub.subscribe(PUBLIC, since).wait(0) == Change(counter=1, reload=True)


def test_the_queue_is_bounded() -> None:
    crews = Crews()
    hub = published(crews)
    slow = hub.subscribe(PUBLIC, None)
    for number in range(QUEUE_LENGTH + 5):
        crews.lines.append(str(number))
        publish(hub, crews)
    assert slow.wait(0) == Change(counter=QUEUE_LENGTH + 5, reload=True)


def test_a_waiting_screen_is_woken_by_a_change() -> None:
    crews = Crews()
    hub = published(crews)
    told = hub.subscribe(PUBLIC, None)
    heard: list[Change | None] = []
    waiting = threading.Thread(target=lambda: heard.append(told.wait(PATIENCE_S)))
    waiting.start()
    hub.devices_changed()
    waiting.join(PATIENCE_S)
    assert heard == [Change(counter=1, regions=(DEVICES_REGION,))]


def test_closing_ends_a_wait() -> None:
    hub = published(Crews())
    told = hub.subscribe(PUBLIC, None)
    ended = threading.Event()

    def listen() -> None:
        try:
            told.wait(PATIENCE_S)
        except SubscriptionEndedError:
            ended.set()

    waiting = threading.Thread(target=listen)
    waiting.start()
    hub.close()
    waiting.join(PATIENCE_S)
    assert ended.is_set()
    with pytest.raises(SubscriptionEndedError):
        told.wait(0)


def test_a_closed_subscription_ends() -> None:
    hub = published(Crews())
    told = hub.subscribe(PUBLIC, None)
    told.close()
    with pytest.raises(SubscriptionEndedError):
        told.wait(0)


def test_waiting_time_counts_from_this_viewers_own_prompt() -> None:
    now = [100.0]
    hub = ViewHub(clock=lambda: now[0])
    crews = Crews()
    publish(hub, crews)
    now[0] = 130.0
    crews.lines.append("x")
    publish(hub, crews)
    assert hub.screen(LAMP).waited_s == 30.0
    crews.asked += 1
    publish(hub, crews)
    assert hub.screen(LAMP).waited_s == 0.0
    assert hub.screen(OWL).waited_s == 30.0
