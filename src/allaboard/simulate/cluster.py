"""The same games on other machines: chunks of a plan become tasks of a Ray cluster."""

import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

from allaboard.game import GameError

R = TypeVar("R")


class Cluster(Executor):
    """A Ray cluster as an executor. The address `local` starts one on this machine, which ends with the executor."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ImportError:
            raise GameError("a cluster needs Ray: pip install 'allaboard[cluster]'") from None
        self._ray: Any = ray  # Any: Ray is optional and has types of its own for remote functions
        self._ours = not ray.is_initialized()
        if self._ours:
            self._connect(address)
        self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _connect(self, address: str) -> None:
        _check_address(address)
        quiet: dict[str, bool | str] = {"log_to_driver": False, "logging_level": "error", "include_dashboard": False}
        try:
            if address == "local":
                self._ray.init(address="local", **quiet)
            else:
                del quiet["include_dashboard"]  # a running cluster has decided that itself
                self._ray.init(address=address, **quiet)
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise GameError(f"there is no Ray cluster at {address}: {reason}") from None

    # Any: as in Executor; its parameter specification would not be more precise here
    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """One task, on whichever machine is free."""
        future: Future[R] = self._ray.remote(fn).options(max_retries=3).remote(*args, **kwargs).future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster, and stop it if we have started it."""
        if self._ours:
            self._ray.shutdown()


def _check_address(address: str) -> None:
    """Check that a server listens at the address; otherwise Ray would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if address in ("local", "auto"):
        return
    if not host or not port.isdecimal():
        raise GameError(f"a cluster's address is HOST:PORT, ray://HOST:PORT, auto or local, not {address!r}")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError) as error:
        raise GameError(f"there is no Ray cluster at {address}: {error}") from None
