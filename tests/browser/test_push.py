"""Notices on a device: asked for by a press, shown by the service worker, replaced, and opened by a click."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players
from tests.serving import Sitting

NO_SERVICE = """
PushManager.prototype.subscribe = async function (options) {
  window.asked = options;
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  return { toJSON: () => ({ endpoint: "https://push.test/1", keys }) };
};
"""
"""No push service is to be reached here: this one function of the browser is replaced, and nothing else."""

SHOWN = """
async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
}
"""
CLICKED = """
(tag) => {
  self.openedByTest = [];
  const real = self.clients.openWindow;
  self.clients.openWindow = async (url) => { self.openedByTest.push(url); };
  return self.registration.getNotifications({ tag }).then(([notification]) => new Promise((done) => {
    const event = new NotificationEvent("notificationclick", { notification });
    const promises = [];
    event.waitUntil = (promise) => promises.push(promise);
    self.dispatchEvent(event);
    Promise.allSettled(promises).then(() => { self.clients.openWindow = real; done(self.openedByTest); });
  }));
}
"""


@pytest.fixture
def browser(whole_browser: Browser) -> Browser:
    """A browser that shows notices."""
    return whole_browser


@pytest.fixture
def table(server: Server) -> Sitting:
    return server.begun(("Agatha", "Barney", "Celeste"), title="Thursday night")


@pytest.fixture
def seated(browser: Browser, server: Server, table: Sitting) -> Iterator[Player]:
    """Somebody who sits at a table, in a browser that allows notices when it is asked."""
    with players(browser, server, 1) as (player,):
        player.context.grant_permissions(["notifications"], origin=server.address)
        player.page.add_init_script(NO_SERVICE)
        player.visit(f"/join/{table.link(0)}")
        player.page.locator("main form button").first.click()
        yield player


class Worker:
    """The service worker behind a page, as the browser itself sees it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.origin = page, address
        self.wire: CDPSession = page.context.new_cdp_session(page)
        self.registration = ""
        self.wire.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.wire.send("ServiceWorker.enable")

    def _note(self, told: dict[str, Any]) -> None:
        for one in told["registrations"]:
            self.registration = "" if one["isDeleted"] else one["registrationId"]

    def push(self, notice: object) -> None:
        """Deliver a notice, as a push service would after decryption."""
        told = {"origin": self.origin, "registrationId": self.registration, "data": json.dumps(notice)}
        self.wire.send("ServiceWorker.deliverPushMessage", told)

    def shown(self) -> list[dict[str, str]]:
        return list(self.page.evaluate(SHOWN))


def turned_on(player: Player) -> Worker:
    """Press the button on the page of notices; the worker."""
    worker = Worker(player.page, player.server.address)
    player.visit("/notices")
    player.page.get_by_role("button", name="Show notices on this device").click()
    expect(player.page.locator("#push-state")).to_have_text("This browser shows you notices.")
    player.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    until(player.page, lambda: bool(worker.registration))
    return worker


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait for what a worker does beside the page."""
    ends = monotonic() + PATIENCE / 1000
    while not true():
        assert monotonic() < ends, "it did not happen"
        page.evaluate("new Promise(requestAnimationFrame)")


NOTICE = {"title": "Thursday night", "body": "It is your turn.", "tag": "one"}


def test_permission_is_asked_only_after_a_press(seated: Player) -> None:
    seated.visit("/notices")
    assert seated.page.evaluate("window.asked ?? null") is None
    assert seated.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one ?? null)") is None


def test_a_press_turns_notices_on_and_another_turns_them_off(seated: Player) -> None:
    turned_on(seated)
    seated.page.get_by_role("button", name="Turn off").click()
    expect(seated.page.locator("#push-state")).to_have_text("This browser shows you no notices yet.")
    assert seated.errors == []


def test_a_notice_is_shown_and_a_newer_one_with_its_tag_replaces_it(seated: Player, table: Sitting) -> None:
    worker, url = turned_on(seated), f"/tables/{table.id}"
    worker.push({**NOTICE, "url": url})
    until(seated.page, lambda: worker.shown() == [NOTICE])
    newer = {**NOTICE, "body": "It is still your turn."}
    worker.push({**newer, "url": url})
    until(seated.page, lambda: worker.shown() == [newer])
    worker.push({**NOTICE, "tag": "two", "url": url})
    until(seated.page, lambda: {one["tag"] for one in worker.shown()} == {"one", "two"})


def test_what_cannot_be_read_is_shown_all_the_same(seated: Player) -> None:
    """A browser takes the permission away from a site that shows nothing."""
    worker = turned_on(seated)
    worker.wire.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": worker.origin, "registrationId": worker.registration, "data": "{"},
    )
    until(seated.page, lambda: [one["title"] for one in worker.shown()] == ["Turncoat"])


def clicked(player: Player, tag: str) -> list[str]:
    """Click on a notice; the windows that the worker would open."""
    (worker,) = player.context.service_workers
    return list(worker.evaluate(CLICKED, tag))


@pytest.mark.parametrize("there", [False, True], ids=["elsewhere", "already open"])
def test_a_click_opens_the_table_or_goes_back_to_it(there: bool, seated: Player, table: Sitting) -> None:
    worker, url = turned_on(seated), f"/tables/{table.id}"
    worker.push({**NOTICE, "url": url})
    until(seated.page, lambda: len(worker.shown()) == 1)
    if there:
        seated.visit(url)
    assert clicked(seated, "one") == ([] if there else [f"{seated.server.address}{url}"])
    until(seated.page, lambda: worker.shown() == [])


def test_a_click_leads_to_no_other_site(seated: Player) -> None:
    worker = turned_on(seated)
    worker.push({**NOTICE, "url": "https://evil.test/"})
    until(seated.page, lambda: len(worker.shown()) == 1)
    assert clicked(seated, "one") == []


@pytest.mark.parametrize(("width", "script"), [(1280, True), (360, True), (360, False)])
def test_the_page_fits_and_has_no_barriers(
    width: int,
    script: bool,
    browser: Browser,
    server: Server,
    table: Sitting,
    axe_violations: Callable[[Page], list[str]],
) -> None:
    size = {"width": width, "height": 800}
    with players(browser, server, 1, viewport=size, java_script_enabled=script) as (player,):
        player.visit(f"/join/{table.link(0)}")
        player.page.locator("main form button").first.click()
        player.visit("/notices")
        page = player.page
        page.get_by_label("Leads to").select_option("json")
        page.get_by_label("Address", exact=True).fill("https://games.test/hook")
        page.get_by_role("button", name="Add this webhook").click()
        expect(page.get_by_label("Secret that signs")).to_have_value(re.compile("^whsec_"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if script:
            assert axe_violations(page) == []
