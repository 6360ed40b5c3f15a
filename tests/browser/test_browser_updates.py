"""New versions of the pages: an open game ends on the version with which it began."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from allaboard.server.pages import STATIC
from browser.device import Host, stored_on_the_device, visit
from browser.pages import card_of, play_on, results, until


@pytest.fixture(autouse=True)
def built(client: None) -> None:
    if not list(STATIC.glob("assets/*.wasm")):
        pytest.skip("the client was built without the games' cores: no linker")


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the pages at a plain web host."""
    folder = tmp_path / "pages"
    shutil.copytree(STATIC, folder)
    with Host(folder) as host:
        yield folder, f"http://127.0.0.1:{host.port}/"


def new_version(folder: Path) -> None:
    """Another version of the pages: no file has the same name or content, and the old files are gone."""
    names = {file.name: f"z{file.name}" for file in (folder / "assets").iterdir()}
    for file in list((folder / "assets").iterdir()):
        content = file.read_bytes()
        if file.suffix in (".js", ".css"):
            for name, other in names.items():
                content = content.replace(name.encode(), other.encode())
        file.unlink()
        (folder / "assets" / names[file.name]).write_bytes(content)
    for name in ("index.html", "sw.js"):
        text = (folder / name).read_text(encoding="utf-8")
        for old, other in names.items():
            text = text.replace(f"assets/{old}", f"assets/{other}")
        text = text.replace("<head>", '<head><meta name="later">').replace('VERSION = "', 'VERSION = "x')
        if name == "sw.js":
            text = "Date.now = () => 1e12;" + text  # the device's clock was set back
        (folder / name).write_text(text, encoding="utf-8")


def test_an_open_game_ends_on_the_version_with_which_it_began(chromium: Browser, hosted: tuple[Path, str]) -> None:
    """Also if another tab switches to the new version, and parts of the page are loaded only now."""
    folder, address = hosted
    context = visit(chromium, address)
    page = context.new_page()
    page.goto("/")
    stored_on_the_device(page)
    card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
    page.wait_for_selector("main[data-ply]")
    play_on([page], "runaway", plies=6)
    new_version(folder)
    other = context.new_page()
    other.goto("/")
    other.get_by_text("A new version is ready").wait_for()
    page.get_by_text("A new version is ready").wait_for()
    assert not other.locator("meta[name=later]").count()
    other.get_by_role("button", name="Use it now").click()
    until(other, "document.querySelector('meta[name=later]')", 60)
    play_on([page], "runaway")
    assert results(page)
    page.get_by_role("link", name="Review").click()
    page.locator("[data-part]").first.wait_for()
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert loaded
    assert not [name for name in loaded if "/assets/z" in name], "the page has files of its own version only"
    assert not page.locator("meta[name=later]").count()
    other.reload()
    other.get_by_role("link", name="Replay").first.wait_for()  # the new version knows the game
    context.close()


def test_a_new_version_waits_until_it_is_wanted(chromium: Browser, hosted: tuple[Path, str]) -> None:
    folder, address = hosted
    context: BrowserContext = chromium.new_context()
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto(address)
    stored_on_the_device(page)
    first = folder / "index.html"
    first.write_text(first.read_text(encoding="utf-8").replace("<head>", '<head><meta name="later">'), encoding="utf-8")
    worker = folder / "sw.js"
    worker.write_text(worker.read_text(encoding="utf-8").replace('VERSION = "', 'VERSION = "x'), encoding="utf-8")
    page.reload()
    page.get_by_text("A new version is ready").wait_for()
    assert not page.locator("meta[name=later]").count(), "the open page is of the old version"
    page.get_by_role("button", name="Use it now").click()
    until(page, "document.querySelector('meta[name=later]')", 60)
    context.close()
