"""A tablet that trusts the table's own authority: what only a page over HTTPS may do then works."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import Error as BrowserError

from companion.service.certificates import TableCertificates, table_certificates
from tests.support.axe_check import axe_violations
from tests.support.nss_trust import trust
from tests.support.patience import PATIENCE_MS
from tests.support.web_browser import NAME, SIZES, Room, chromium, launch
from tests.support.web_client import open_hall
from tests.support.web_fake import FakeTable
from tests.support.web_measures import assert_fit
from tests.support.web_views import LAMP
from webui.settings import SafeDoor, WebSettings
from webui.tls_door import TlsDoor

pytestmark = pytest.mark.browser

AWAY = "No link to the table"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory, home: Path) -> TableCertificates:
    """Those of a table that goes by the name, in a home whose browsers trust them."""
    folder = tmp_path_factory.mktemp("https")
    made = table_certificates(folder, (NAME,), ("127.0.0.1",), datetime.now(tz=UTC))
    trust(home, made.authority_der)
    return made


@pytest.fixture(scope="module")
def browser(home: Path, certificates: TableCertificates) -> Iterator[Browser]:
    with chromium(home) as opened:
        yield opened


@dataclass
class SafeRoom:
    """A table over HTTPS, and one over plain HTTP for whoever does not trust it yet."""

    browser: Browser
    plain: Room
    certificates: TableCertificates
    door: TlsDoor

    @property
    def base(self) -> str:
        """What addresses over HTTPS begin with."""
        return f"https://{NAME}:{self.door.port}"

    def tablet(self) -> Page:
        """A linked tablet with a seat that it took over plain HTTP, as a QR code leads there."""
        invitation = self.plain.hall.services.pairing.invite(LAMP, "join")
        page = self.context().new_page()
        page.goto(f"{self.plain.base}/join/{invitation.code}")
        page.locator("button[name=seat]").click()
        expect(page.locator("#screen")).to_be_visible()
        page.goto(f"{self.base}/seat/{LAMP}")
        expect(page.locator("#screen")).to_have_attribute("data-ui-failures", "0")
        return page

    def context(self) -> BrowserContext:
        """Another tablet."""
        width, height = SIZES["portrait"]
        opened = self.browser.new_context(viewport={"width": width, "height": height})
        opened.set_default_timeout(PATIENCE_MS)
        return opened

    def stop(self) -> None:
        """The table's computer goes off."""
        self.door.stop(0.2)

    def start(self) -> None:
        """It is on again, on the same port."""
        hall, files = self.plain.hall, self.certificates
        port = self.door.port
        self.door = TlsDoor(hall.app, hall.settings, files.chain, files.key, "127.0.0.1", port)
        self.door.start()


@pytest.fixture
def room(browser: Browser, certificates: TableCertificates) -> Iterator[SafeRoom]:
    safe = SafeDoor(port=443, authority=certificates.authority_der)
    settings = WebSettings(names=(NAME,), heartbeat_s=1.0, safe=safe)
    plain = Room(browser, open_hall(FakeTable(), settings))
    files = certificates
    door = TlsDoor(plain.hall.app, settings, files.chain, files.key, "127.0.0.1")
    door.start()
    opened = SafeRoom(browser, plain, certificates, door)
    yield opened
    for context in browser.contexts:
        context.close()
    plain.hall.table.hub.close()
    opened.door.stop(0.2)
    plain.close()


def test_a_tablet_that_trusts_the_table_stays_awake_and_can_be_installed(room: SafeRoom) -> None:
    page = room.tablet()
    assert page.evaluate("isSecureContext") is True
    expect(page.locator("html[data-ui-awake=yes]")).to_have_count(1)
    page.locator("#menu-tool").click()
    expect(page.locator(".when-awake")).to_be_visible()
    expect(page.locator(".when-not-turned")).to_be_hidden()
    manifest = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].startswith(f"{room.base}/home-screen/")
    room.plain.hall.table.move(1, "14,e")
    expect(page.locator(".trails polyline")).to_have_count(1)


def test_a_table_that_is_off_is_said_and_come_back_to(room: SafeRoom) -> None:
    page = room.tablet()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    kept = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const one of await cache.keys()) found.push(new URL(one.url).pathname);
          }
          return found.sort();
        }"""
    )
    assert kept[-1] == "/away"
    assert all(path == "/away" or path.endswith("/css/base.css") for path in kept)
    room.stop()
    page.goto(f"{room.base}/seat/{LAMP}")
    expect(page.get_by_role("heading", name=AWAY)).to_be_visible()
    assert_fit(page, 14)
    room.start()
    expect(page.locator("#screen")).to_have_attribute("data-ui-failures", "0")


def test_who_does_not_trust_the_table_is_warned_and_guided(room: SafeRoom, tmp_path: Path) -> None:
    with launch(room.browser.browser_type, tmp_path) as wary:
        with pytest.raises(BrowserError, match="ERR_CERT_AUTHORITY_INVALID"):
            wary.new_page().goto(room.base)
        # A page of its own: the one before may still be on its way to its page of refusal.
        page = wary.new_page()
        page.goto(f"{room.plain.base}/certificate")
        assert page.evaluate("isSecureContext") is False
        for fold in page.locator("details summary").all():
            fold.click()
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert_fit(page, 14)
            assert axe_violations(page) == []
        with page.expect_download() as taken:
            page.get_by_role("link", name="Take the certificate").click()
        assert Path(taken.value.path()).read_bytes() == room.certificates.authority_der
        link = page.get_by_role("link", name="https://").get_attribute("href")
        assert link == f"https://{NAME}:443/certificate"
