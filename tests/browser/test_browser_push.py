"""Push messages from the switch to the notification. All is real except the way between push service and browser.

Chromium's own push service cannot be reached from a test. The subscription is made by a script, with keys that the test
knows; the message that the server sends to it is decrypted and given to the service worker through the debugger.
"""

import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from allaboard.server.webpush import encoded
from browser.pages import until
from server.pushing import give_turn, start
from server.pushservice import HERE, PushService, push_service
from server.pushservice import Browser as Subscription
from server.serving import open_table, run, seat_at, serving

DAY = 86_400
SUBSCRIBE = """
  PushManager.prototype.getSubscription = async function () {
    const kept = localStorage['test.subscription']
    return kept ? subscription(kept) : null
  }
  PushManager.prototype.subscribe = async function ({ applicationServerKey, userVisibleOnly }) {
    if (!userVisibleOnly) throw new Error('every message must be shown')
    localStorage['test.subscription'] = btoa(String.fromCharCode(...applicationServerKey))
    return subscription(localStorage['test.subscription'])
  }
  const subscription = (key) => ({
    endpoint: FORM.endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint: FORM.endpoint, keys: { p256dh: FORM.p256dh, auth: FORM.auth } }),
    unsubscribe: async () => { delete localStorage['test.subscription']; return true },
  })
"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.getRegistration('/')
  return (await worker.getNotifications()).map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data }))
}"""


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path, monkeypatch) as here:
        yield here


def kept(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        return int(connection.execute("select count(*) from subscriptions").fetchone()[0])


def a_page(context: BrowserContext, language: str, seats: dict[str, str], script: str = "") -> Page:
    """A page of a player with seats."""
    settings = {"name": "Aki", "speed": "instant", "sound": False, "device": False, "language": language}
    for key, value in (("settings", settings), ("seats", seats)):
        context.add_init_script(f"localStorage['allaboard.{key}'] ??= {json.dumps(json.dumps(value))}")
    context.add_init_script(script)
    context.set_default_timeout(90_000)
    return context.new_page()


def deliver(page: Page, message: dict[str, Any]) -> None:
    """Give a decrypted message to the service worker, as the browser does."""
    session = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda news: found.extend(news["registrations"]))
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(50)
    origin = page.url.split("/table")[0].rstrip("/")
    told = {"origin": origin, "registrationId": found[0]["registrationId"], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", told)  # the session must stay open until it has arrived


def test_a_player_switches_messages_on_gets_one_and_switches_them_off(
    whole_chromium: Browser, client: None, tmp_path: Path, service: PushService
) -> None:
    own: Subscription = service.browser("/send/guest")
    offered: dict[str, Any] = {"contact": "mailto:host@example.org", "push_networks": HERE, "second": 0.02}
    with serving(tmp_path, **offered) as url, ThreadPoolExecutor(1) as other:
        table, tokens = open_table(url, "hachi", 3, people=2, clock=3 * DAY, patience=3 * DAY)
        form = {"endpoint": own.endpoint, "p256dh": encoded(own.public), "auth": encoded(own.auth)}
        context = whole_chromium.new_context(base_url=url, reduced_motion="reduce", permissions=["notifications"])
        page = a_page(context, "ja", {table: tokens[1]}, f"const FORM = {json.dumps(form)};{SUBSCRIBE}")
        page.goto(f"/table/{table}")
        until(page, "navigator.serviceWorker.controller !== null", 120)
        switch = page.get_by_label("このページを閉じていても知らせる")
        expect(switch).not_to_be_checked()
        with page.expect_response(f"**/api/tables/{table}/push") as registering:
            switch.check()
        assert registering.value.status == 201
        assert kept(tmp_path) == 1
        words = "caches.match('/push.json').then((kept) => kept?.json())"
        until(page, f"{words}.then((words) => words?.titles.hachi === '八トレイン')", 30)
        page.goto("/")  # the player leaves the table

        async def play() -> int:
            async with seat_at(url, table, tokens[0]) as host:
                await start(host)
                ply = await give_turn(host)
                service.wait(1)
                return ply

        ply = other.submit(run, play()).result(120)
        (request,) = service.requests
        message = own.read(request.body)
        assert (message["table"], message["ply"]) == (table, ply)

        deliver(page, message)
        until(page, f"({SHOWN})().then((shown) => shown.length === 1)", 30)
        (shown,) = page.evaluate(SHOWN)
        assert shown == {
            "title": "八トレイン",
            "body": "あなたの番です。",
            "tag": table,
            "lang": "ja",
            "data": {"table": table},
        }
        deliver(page, {**message, "game": "unheard", "title": "Unheard"})  # the same table: it replaces the first
        until(page, f"({SHOWN})().then((shown) => shown[0].title === 'Unheard')", 30)
        assert len(page.evaluate(SHOWN)) == 1

        (worker,) = context.service_workers
        opened = worker.evaluate(
            """async () => {
              const went = []
              clients.openWindow = async (address) => { went.push(['open', address]) }
              WindowClient.prototype.focus = async function () { went.push(['focus', this.url]) }
              const click = async () => {
                const [notification] = await registration.getNotifications()
                const event = new NotificationEvent('notificationclick', { notification })
                const waits = []
                event.waitUntil = (work) => waits.push(work)
                dispatchEvent(event)
                await Promise.all(waits)
              }
              await click()
              return [went, (await registration.getNotifications()).length]
            }"""
        )
        assert opened == [[["open", f"{url}/table/{table}"]], 0], "a click opens the table and closes the notification"

        page.goto(f"/table/{table}")  # a page that is there is focused; it removes what is shown
        page.wait_for_selector("main[data-ply]")
        went = worker.evaluate(
            f"""async () => {{
              const went = []
              clients.openWindow = async (address) => {{ went.push(['open', address]) }}
              WindowClient.prototype.focus = async function () {{ went.push(['focus', this.url]) }}
              await visit({json.dumps(table)})
              return went
            }}"""
        )
        assert went == [["focus", f"{url}/table/{table}"]]

        page.get_by_role("button", name="設定").click()
        off = page.get_by_label("このページを閉じていても知らせる")
        expect(off).to_be_checked()
        with page.expect_response("**/api/push/end") as ending:
            off.uncheck()
        assert ending.value.json() == {"tables": 1}
        expect(off).not_to_be_checked()
        until(page, "!('test.subscription' in localStorage)", 30)
        assert kept(tmp_path) == 0
        context.close()


LACKS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "server": ("This server does not send messages", "", {}),
    "secure": ("need a page with https", "Object.defineProperty(window, 'isSecureContext', { value: false })", {}),
    "install": (
        "add this page to the home screen",
        "delete window.PushManager",
        {"user_agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/605"},
    ),
    "browser": ("This browser cannot receive", "delete window.PushManager", {}),
    "blocked": (
        "Notifications are blocked",
        "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
        {},
    ),
}


@pytest.mark.parametrize("lack", LACKS)
def test_the_switch_says_what_is_missing(chromium: Browser, client: None, tmp_path: Path, lack: str) -> None:
    sentence, script, options = LACKS[lack]
    contact = "" if lack == "server" else "mailto:host@example.org"
    with serving(tmp_path, contact=contact) as url:
        context = chromium.new_context(base_url=url, reduced_motion="reduce", **options)
        page = a_page(context, "en", {}, script)
        page.goto("/")
        page.get_by_role("button", name="Settings").click()
        switch = page.get_by_label("Tell me even if this page is closed")
        expect(page.get_by_text(sentence)).to_be_visible()
        expect(switch).to_be_disabled()
        expect(switch).not_to_be_checked()
        context.close()


def test_a_refused_permission_leaves_the_switch_off(whole_chromium: Browser, client: None, tmp_path: Path) -> None:
    """Nothing is asked before the tap."""
    asked = "window.asked = 0; Notification.requestPermission = async () => { window.asked += 1; return 'denied' }"
    with serving(tmp_path, contact="mailto:host@example.org") as url:
        context = whole_chromium.new_context(base_url=url, reduced_motion="reduce")
        page = a_page(context, "en", {}, asked)
        page.goto("/")
        page.get_by_role("button", name="Settings").click()
        switch = page.get_by_label("Tell me even if this page is closed")
        expect(switch).to_be_enabled()
        assert page.evaluate("window.asked") == 0
        switch.click()
        until(page, "window.asked === 1", 30)
        expect(switch).not_to_be_checked()
        assert not json.loads(page.evaluate("localStorage['allaboard.settings']")).get("push")
        context.close()
