"""The wheel is complete: it is installed into an empty environment, and a game is played with it."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STATIC = "allaboard/server/static"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution and the wheel, made by the build backend."""
    folder = tmp_path_factory.mktemp("dist")
    make = (
        "import sys; from hatchling import build; "
        "print(build.build_sdist(sys.argv[1])); print(build.build_wheel(sys.argv[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", make, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed wheel. Its dependencies come from the environment of the tests."""
    target = tmp_path_factory.mktemp("site")
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*pip, "--target", str(target), str(wheel)], check=True)
    return target


def run(site: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "allaboard", *words],
        cwd=site,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_both_distributions_hold_the_browser_client(built: Path) -> None:
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    with tarfile.open(sdist) as packed:
        sources = packed.getnames()
    for files in (names, sources):
        assert any(name.endswith(f"{STATIC}/index.html") for name in files)
        assert sum(f"{STATIC}/assets/" in name for name in files) > 10
        for game in ("hachi", "miyajima", "runaway"):
            assert any(f"{STATIC}/assets/{game}-" in name and name.endswith(".wasm") for name in files), game
    assert "allaboard/py.typed" in names
    assert any(name.endswith("knowledge.npz") for name in names)
    assert not any("node_modules" in name for name in (*names, *sources))


def test_a_game_is_played_through_the_installed_wheel(installed: Path, tmp_path: Path) -> None:
    where = run(installed, "--version")
    assert where.startswith("allaboard ")
    records = tmp_path / "games.txt"
    run(installed, "simulate", "runaway", "--seats", "3", "--games", "3", "--records", str(records))
    assert "3" in run(installed, "verify", str(records))


def test_the_installed_server_has_its_pages(installed: Path) -> None:
    look = "from allaboard.server.pages import STATIC; print((STATIC / 'index.html').is_file(), STATIC)"
    done = subprocess.run(
        [sys.executable, "-c", look],
        cwd=installed,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["True", str(installed / STATIC)], done.stderr


def test_the_installed_wheel_makes_its_environments_known(installed: Path) -> None:
    """With -S Python reads no .pth file of the environment of the tests, only that of the wheel."""
    look = (
        "import site, sys; sys.path.append(sys.argv[2]); site.addsitedir(sys.argv[1]); import gymnasium; "
        "print(any(name.startswith('allaboard/') for name in gymnasium.registry), sys.modules['allaboard'].__file__)"
    )
    others = Path(sysconfig.get_path("purelib"))
    command = [sys.executable, "-S", "-c", look, str(installed), str(others)]
    done = subprocess.run(command, cwd=installed, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["True", str(installed / "allaboard" / "__init__.py")], done.stderr


def test_without_the_client_nothing_is_built(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    package = tmp_path / "src" / "allaboard"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "1"\n', encoding="utf-8")
    make = "import sys; from hatchling import build; build.build_wheel(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", make, str(tmp_path)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "The browser client is missing" in done.stderr
    assert "Traceback" not in done.stderr
