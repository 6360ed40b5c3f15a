"""`allaboard warm`: compile everything now, so that later starts are quick."""

from typing import Annotated

import typer

from allaboard.cli.say import fail, need_game


def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games. By default all of them.")
    ] = None,
) -> None:
    """Compile the rules and every bot of the games into the cache.

    Each game is compiled in a separate process, as many at a time as there are cores. Code that is already in the cache
    is not compiled again. Afterwards the server, the terminal and the environments start within a second.
    """
    import os
    import subprocess
    import sys
    import time
    from concurrent.futures import ThreadPoolExecutor

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from allaboard.server.warm import everyone, marker

    wanted = [need_game(name) for name in games or []] or sorted({name for name, _ in everyone()})
    bots = [bot for bot in everyone() if bot[0] in wanted]
    console, began = Console(stderr=True), time.monotonic()
    processes: list[subprocess.Popen[str]] = []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("compiling", total=len(bots))

        def compile_game(name: str) -> str:
            command = [sys.executable, "-m", "allaboard.server.warm", "all", name]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                processes.append(process)
                assert process.stdout is not None
                assert process.stderr is not None
                for line in process.stdout:
                    progress.update(task, advance=1, description=f"compiled {line.strip()}")
                return process.stderr.read().strip()

        pool = ThreadPoolExecutor(os.cpu_count() or 1)
        try:
            problems = [problem for problem in pool.map(compile_game, wanted) if problem]
        except KeyboardInterrupt:
            for process in processes:
                process.terminate()
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    if problems:
        fail("; ".join(problem.splitlines()[-1] for problem in problems))
    if len(bots) == len(everyone()):
        marker().touch()
    ready = f"{len(bots)} bot{'s' * (len(bots) > 1)} of {len(wanted)} game{'s' * (len(wanted) > 1)}"
    typer.echo(f"Ready: {ready} ({time.monotonic() - began:.0f} s).")
