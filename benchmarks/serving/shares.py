"""A fixed share of a core for a process, by Linux control groups, so that it is the bottleneck of a measurement."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
PERIOD = 10_000
"""Microseconds in which a process may use its share. It is short, so that nobody waits long for a stopped process."""


@contextmanager
def limited(processes: Sequence[int], share: float) -> Iterator[None]:
    """Give each of these processes its own share of a core, for all of its threads together. Needs root."""
    with ExitStack() as stack:
        for process in processes:
            stack.enter_context(_group(process, round(share * PERIOD)))
        yield


@contextmanager
def _group(process: int, quota: int) -> Iterator[None]:
    modern = (ROOT / "cgroup.controllers").exists()
    parent = ROOT if modern else ROOT / "cpu"
    group = parent / f"allaboard-{process}"
    try:
        group.mkdir()
        if modern:
            (group / "cpu.max").write_text(f"{quota} {PERIOD}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        (group / "cgroup.procs").write_text(str(process))
    except OSError as error:
        if group.exists():
            group.rmdir()
        raise SystemExit(f"--share needs control groups that this user may write: {error}") from None
    try:
        yield
    finally:
        if Path(f"/proc/{process}").exists():
            (parent / "cgroup.procs").write_text(str(process))
        group.rmdir()
