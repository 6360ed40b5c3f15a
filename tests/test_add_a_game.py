"""Follows the tutorial "Add a game" exactly, as a separate distribution."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "tutorials" / "add-a-game.md"
BLOCK = re.compile(r"```(?:python|toml|ftl|markdown)\n(?:# |<!-- )([\w./-]+)(?: -->)?\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the built and installed distribution."""
    source, target = tmp_path_factory.mktemp("coupling"), tmp_path_factory.mktemp("site")
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) == 9
    for name, text in blocks:
        file = source / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--disable-pip-version-check", "--target", str(target), str(source)], check=True)
    (target / "test_coupling.py").write_text((source / "tests" / "test_coupling.py").read_text(), encoding="utf-8")
    return target


def run(site: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(site), str(ROOT / "src"), str(ROOT / "tests")])
    return subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": path, **env},
        cwd=site,
        capture_output=True,
        text=True,
        check=False,
    )


def said(site: Path, *words: str) -> str:
    done = run(site, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_keeps_the_laws(site: Path) -> None:
    assert "passed" in said(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_coupling.py")


def test_commands_accept_it(site: Path, tmp_path: Path) -> None:
    games, report = str(tmp_path / "games.txt"), str(tmp_path / "report.html")
    assert "tenth car wins" in said(site, "-m", "allaboard", "rules", "coupling")
    told = said(
        site,
        *("-m", "allaboard", "simulate", "coupling", "--seats", "2", "--games", "200", "--bots", "medium,easy"),
        *("--records", games, "--report", report, "--out", str(tmp_path / "games.parquet"), "--json"),
    )
    assert json.loads(told)["games"] == 200
    assert "Coupling" in Path(report).read_text(encoding="utf-8")
    assert "200" in said(site, "-m", "allaboard", "verify", games)
    replayed = said(site, "-m", "allaboard", "replay", games)
    assert "couples" in replayed
    assert "wins." in replayed
    ladder = json.loads(
        said(site, *("-m", "allaboard", "ladder", "coupling", "--seats", "2", "--games", "20", "--json"))
    )
    assert ladder["ladder"][0]["bot"] == "medium"
    assert {one["bot"] for one in ladder["ladder"]} == {"random", "easy", "medium"}, "no level that it does not have"


def test_a_level_that_it_does_not_have_is_refused(site: Path) -> None:
    done = run(site, "-m", "allaboard", "simulate", "coupling", "--seats", "2", "--bots", "expert")
    assert done.returncode == 2
    assert "there are random, easy, medium" in done.stderr


ENVIRONMENTS = """
import gymnasium, allaboard.envs
from allaboard.envs.pettingzoo import cycle_env
env = gymnasium.make("allaboard/Coupling-v0", bots="easy")
seen, info = env.reset(seed=1)
over = False
while not over:
    seen, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
print("gymnasium", seen["observation"].shape)
zoo = cycle_env("coupling", seats=3)
zoo.reset(seed=1)
for agent in zoo.agent_iter(200):
    seen, reward, over, cut, info = zoo.last()
    zoo.step(None if over or cut else int(seen["action_mask"].argmax()))
print("pettingzoo")
try:
    import pyspiel, allaboard.envs.openspiel
except ImportError:
    print("openspiel is not installed")
else:
    state = pyspiel.load_game("python_coupling(players=2)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print("openspiel", state.returns())
"""


def test_learners_can_use_it(site: Path) -> None:
    told = said(site, "-c", ENVIRONMENTS)
    assert "gymnasium" in told
    assert "pettingzoo" in told


SERVED = """
import tempfile
from pathlib import Path
from server.serving import Seat, get, play_on, post, run, seat_at, serving
with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as url:
    (info,) = [game for game in get(url, "/api/games") if game["name"] == "coupling"]
    assert info["levels"] == ["random", "easy", "medium"] and not info["board"] and info["hints"], info
    assert "couples" in get(url, "/api/games/coupling/messages/en")
    assert get(url, "/api/rules/coupling")["title"] == "Coupling"
    seated = post(url, "/api/solo", {"game": "coupling", "level": "expert"})

    async def play():
        async with seat_at(url, seated["table"], seated["token"]) as seat:
            while not seat.position:
                await seat.hear()
            assert seat.table["players"][1]["bot"] == "medium", seat.table  # the best that there is
            assert "seat" in seat.position["text"]
            await play_on(seat)

    run(play())
    replay = get(url, f"/api/games/{seated['table']}/replay")
    assert replay["steps"][-1]["events"][-1]["event"] == "won" and len(replay["texts"]) == len(replay["steps"]) + 1
    print("served")
"""


def test_a_server_plays_it(site: Path) -> None:
    assert "served" in said(site, "-c", SERVED)
