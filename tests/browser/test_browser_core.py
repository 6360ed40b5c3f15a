"""The games' cores in a real browser: the same hashes as in Python, and a sentence for every error."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page

from allaboard.core.build import build
from allaboard.core.trace import Job
from allaboard.registry import declaration, game_names, is_shipped
from core.cores import as_json, bundled, in_python
from core.test_core_law import SMALL, ends, levels

GAMES = [name for name in game_names() if is_shipped(name)]


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page that can run the law, and the cores."""
    place = tmp_path_factory.mktemp("law")
    bundled("jobs.ts", place / "jobs.mjs", "browser")
    (place / "index.html").write_text("<!doctype html><title>law</title>")
    list(build(GAMES, place))
    return place


@pytest.fixture
def page(folder: Path, chromium: Browser) -> Iterator[Page]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        found = chromium.new_page()
        found.set_default_timeout(300_000)
        found.goto(f"http://127.0.0.1:{server.server_port}/index.html")
        yield found
        found.close()
        server.shutdown()


PLAY = """async (job) => {
  const { play } = await import('/jobs.mjs')
  return play(job, async (file) => (await fetch('/' + file)).arrayBuffer())
}"""


@pytest.mark.parametrize("game", GAMES)
def test_chromium_plays_the_same_games(game: str, page: Page) -> None:
    random = Job(game, list(declaration(game).seats), games=2)
    assert page.evaluate(PLAY, as_json(random)) == in_python(random)
    thought = Job(game, ends(game), games=1, levels=levels(game, SMALL), hints=SMALL, limit=60)
    assert page.evaluate(PLAY, as_json(thought)) == in_python(thought)


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        ("bytes[bytes.length >> 1] ^= 255, bytes[100] ^= 255", "damaged"),
        ("bytes = bytes.slice(0, bytes.length >> 1)", "damaged"),
        ("bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])", "damaged"),
        ("delete globalThis.WebAssembly", "unsupported"),
    ],
)
def test_errors_are_sentences(spoil: str, code: str, page: Page) -> None:
    told = page.evaluate(
        f"""async (file) => {{
          const {{ open }} = await import('/jobs.mjs')
          let bytes = new Uint8Array(await (await fetch('/' + file)).arrayBuffer())
          {spoil}
          return open('any', async () => bytes).then(() => 'nothing', (error) => [error.code, error.message])
        }}""",
        f"{GAMES[0]}.wasm",
    )
    assert told[0] == code
    assert told[1].endswith((".", "again."))
    assert told[1].count(".") == 1, "one sentence"
