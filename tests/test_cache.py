"""Compiled code is executed as it is, so it is never loaded from a folder that another user could write to."""

import os
import stat
import tempfile
from pathlib import Path

import pytest

from allaboard import cache

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no users and modes like that")
NAME = "rules-0123456789abcdef"
STRANGER = 12345


@pytest.fixture
def bases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The user's cache and the temporary directory, both private to this test."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    temporary.chmod(0o1777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    return tmp_path / "cache" / "allaboard", temporary / f"allaboard-cache-{os.getuid()}"


def found() -> Path:
    return cache.folder.__wrapped__(NAME)


def test_the_folder_is_made_for_its_owner_alone(bases: tuple[Path, Path]) -> None:
    before = os.umask(0o000)
    try:
        assert found() == bases[0] / NAME
    finally:
        os.umask(before)
    assert stat.S_IMODE((bases[0] / NAME).stat().st_mode) == 0o700
    assert found() == bases[0] / NAME, "and is taken again"


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o707, 0o702, 0o755])
def test_a_folder_that_others_can_reach_is_not_used(bases: tuple[Path, Path], mode: int) -> None:
    for base in bases:
        (base / NAME).mkdir(parents=True)
        (base / NAME).chmod(mode)
    assert found().parent not in bases
    assert cache.is_private(found())


def test_a_folder_whose_parent_others_can_write_is_not_used(bases: tuple[Path, Path]) -> None:
    bases[0].parent.mkdir()
    bases[0].parent.chmod(0o777)
    assert found() == bases[1] / NAME
    bases[0].parent.chmod(0o1777)
    assert found() == bases[0] / NAME, "where only an owner can move an entry, it is safe"


def test_a_link_is_not_followed(bases: tuple[Path, Path], tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    for base in bases:
        base.mkdir(parents=True)
        (base / NAME).symlink_to(elsewhere)
    assert found().parent not in bases


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_a_folder_of_another_user_is_not_used(bases: tuple[Path, Path]) -> None:
    for base in bases:
        (base / NAME).mkdir(parents=True)
        (base / NAME).chmod(0o700)
        os.chown(base / NAME, STRANGER, STRANGER)
    assert found().parent not in bases
    for base in bases:
        os.chown(base / NAME, os.getuid(), os.getgid())
        os.chown(base, STRANGER, STRANGER)
    assert found().parent not in bases, "nor one that somebody else could replace"


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_a_sticky_folder_of_another_user_is_not_used(bases: tuple[Path, Path]) -> None:
    bases[0].parent.write_text("in the way")
    bases[1].mkdir()
    bases[1].chmod(0o1777)
    assert found() == bases[1] / NAME
    os.chown(bases[1], STRANGER, STRANGER)
    assert found().parent != bases[1], "whoever owns a sticky folder can replace what is in it"


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_a_link_of_another_user_is_not_followed(bases: tuple[Path, Path], tmp_path: Path) -> None:
    bases[0].parent.write_text("in the way")
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    bases[1].symlink_to(private)
    assert found() == private / NAME, "a link of the same user is followed once, and its target is used"
    os.lchown(bases[1], STRANGER, STRANGER)
    assert not found().is_relative_to(private)
    assert found().parent != bases[1]


def test_where_nothing_can_be_written_a_new_folder_serves_this_run(
    bases: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for base in bases:
        base.parent.mkdir(exist_ok=True)
        base.write_text("in the way")
    once, again = found(), found()
    assert once != again
    assert cache.is_private(once)
