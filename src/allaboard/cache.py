"""Where compiled code is kept: a folder that nobody but its owner could have written to.

Compiled code from the cache is executed as it is. A folder is therefore used only if it belongs to the user who runs
the program, and if no other user can write to it or replace it.
"""

import atexit
import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import platformdirs

_MONTH = 30 * 24 * 3600


@cache
def folder(name: str) -> Path:
    """The folder of this name in the user's cache. If it is not safe: one in the temporary directory, or a new one."""
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    bases = Path(platformdirs.user_cache_dir("allaboard")), Path(tempfile.gettempdir()) / f"allaboard-cache{user}"
    for base in bases:
        place = base / name
        try:
            base.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            base.mkdir(mode=0o700, exist_ok=True)
            place.mkdir(mode=0o700, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                pass
            if not is_private(place) or not _is_own(base.lstat()):  # another user's link could lead anywhere
                continue
            os.utime(place)
            found = place.resolve()  # no link on the way can be changed later
        except OSError:
            continue
        _sweep(base)
        return found
    place = Path(tempfile.mkdtemp(prefix="allaboard-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


def is_private(place: Path) -> bool:
    """Whether only this user can write to a folder, and no other user can replace it."""
    if not hasattr(os, "getuid"):
        return True  # Windows keeps a user's folders apart by other means
    status = place.lstat()
    own = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()
    closed = not status.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    return own and closed and all(_keeps_its_entries(parent.stat()) for parent in place.resolve().parents)


def _keeps_its_entries(status: os.stat_result) -> bool:
    """Whether only this user and root can replace the entries of a folder."""
    if not _is_own(status):
        return False  # its owner can replace everything in it
    if status.st_mode & stat.S_ISVTX:
        return True  # like /tmp: besides the folder's owner, only an entry's owner can move it
    others = status.st_mode & stat.S_IWOTH or (status.st_mode & stat.S_IWGRP and not _is_group_of_one(status.st_gid))
    return not others


def _is_own(status: os.stat_result) -> bool:
    """Whether something belongs to this user or to root."""
    return not hasattr(os, "getuid") or status.st_uid in (0, os.getuid())


def _is_group_of_one(group: int) -> bool:
    """Whether this is the user's own group, as many systems make one for each user."""
    import grp
    import pwd

    try:
        user, members = pwd.getpwuid(os.getuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return group == user.pw_gid and members.gr_name == user.pw_name and set(members.gr_mem) <= {user.pw_name}


def _sweep(base: Path) -> None:
    """Delete the compiled code that nobody has used for a month."""
    month_ago = time.time() - _MONTH
    for old in base.glob("rules-*"):
        with suppress(OSError):
            if old.stat().st_mtime < month_ago:
                shutil.rmtree(old, ignore_errors=True)
