"""The client under a path of a real proxy: pages, files, API, sockets and links all stay under it."""

from pathlib import Path

from playwright.sync_api import Browser

from server.proxies import nginx
from server.serving import serving


def test_the_client_works_under_a_path(client: None, chromium: Browser, tmp_path: Path) -> None:
    with (
        serving(tmp_path, root_path="/games", proxy="127.0.0.1") as backend,
        nginx(tmp_path, int(backend.rsplit(":", 1)[1]), under=True) as origin,
    ):
        context = chromium.new_context(reduced_motion="reduce")
        context.add_init_script("""localStorage['allaboard.settings'] ??= '{"name":"Aki"}'""")
        context.set_default_timeout(90_000)
        page = context.new_page()
        outside: list[str] = []
        page.on("request", lambda asked: outside.append(asked.url) if f"{origin}/games" not in asked.url else None)
        page.on("pageerror", lambda error: outside.append(str(error)))
        page.goto(f"{origin}/games")
        page.get_by_role("button", name="Play against bots").first.click()
        page.wait_for_selector("main[data-ply]")
        assert page.url.startswith(f"{origin}/games/table/")
        page.reload()  # a deep link
        page.wait_for_selector("main[data-ply]")
        page.get_by_role("link", name="All Aboard").first.click()
        page.get_by_role("button", name="Play against bots").first.wait_for()
        assert page.url == f"{origin}/games/"
        page.go_back()
        page.wait_for_selector("main[data-ply]")
        links = page.eval_on_selector_all("a[href]", "all => all.map((link) => link.getAttribute('href'))")
        assert links
        assert not [link for link in links if link and not link.startswith(("/games/", "#"))]
        assert not [url for url in outside if not url.startswith(("data:", "blob:"))]
        context.close()
