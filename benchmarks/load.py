"""Load on the table server, by real clients over loopback; see `python -m benchmarks.load --help`.

steady     many tables of four people at a fixed total rate of moves: the time from sending a move to its
           acknowledgement (it is on disk then), and to the other seats' sockets
saturate   every table plays as fast as it can: our server, boardgame.io on disk and boardgame.io in memory, in turn
workers    one worker and two workers of our server in turn, with PostgreSQL and Redis. Each worker gets a share of a
           core, so that the workers are the bottleneck; the database, Redis and the clients have the rest

The server has one core and the clients another. Afterwards every acknowledged move is looked up in the database.
"""

import argparse
import json
import os
import platform
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import uvloop
from benchmarks.serving.group import AllAboard, BoardgameIo, Heard
from benchmarks.serving.play import Result, play
from benchmarks.serving.servers import Server, all_aboard, boardgame_io
from benchmarks.serving.shares import limited
from sqlalchemy import create_engine, select

from allaboard.server import tableevents
from allaboard.server.schema import EVENTS

SERVER_CORE, CLIENT_CORE = 0, 1
MARKS = ("<!-- load -->", "<!-- /load -->")
Found = dict[str, Any]


def ours(server: Server, game: str, seats: int, tables: int, rate: float, seconds: float) -> Found:
    """Play on our server, then look up what it has stored."""
    heard = Heard()

    async def run() -> Result:
        groups = [AllAboard("127.0.0.1", server.port, heard, n, game, seats) for n in range(tables)]
        return await play(server, groups, heard, rate, seconds)

    with on_core(CLIENT_CORE):
        result = uvloop.run(run())
    missing, doubled = lost(server.database, heard)
    return asdict(result) | {"game": game, "missing": missing, "doubled": doubled}


def theirs(server: Server, tables: int, seconds: float) -> Found:
    """Play on a boardgame.io server."""
    heard = Heard()

    async def run() -> Result:
        groups = [BoardgameIo("127.0.0.1", server.port, heard, n) for n in range(tables)]
        return await play(server, groups, heard, 0, seconds)

    with on_core(CLIENT_CORE):
        return asdict(uvloop.run(run()))


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """Bind this process to a core for a while."""
    usual = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core} & usual or usual)
    try:
        yield
    finally:
        os.sched_setaffinity(0, usual)


def lost(database: str, heard: Heard) -> tuple[int, int]:
    """Acknowledged moves that are not in the database, and moves that are in it twice."""
    kept: Counter[tuple[str, str]] = Counter()
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        for table, body in connection.execute(select(EVENTS.c.table_id, EVENTS.c.body)):
            event = tableevents.decode(body)
            if isinstance(event, tableevents.Acted | tableevents.Chose) and event.command:
                kept[table, event.command] += 1
    engine.dispose()
    return sum(move not in kept for move in heard.acknowledged), sum(count > 1 for count in kept.values())


def steady(args: argparse.Namespace) -> Found:
    """Tables of four at a fixed rate of moves."""
    with all_aboard(SERVER_CORE) as server:
        return ours(server, args.game, 4, args.tables, args.rate, args.seconds)


def saturate(args: argparse.Namespace) -> Found:
    """Tables of two that play as fast as they can, in turn with boardgame.io."""
    found: dict[str, list[Found]] = {"ours": [], "on disk": [], "in memory": []}
    with ExitStack() as stack:
        server = stack.enter_context(all_aboard(SERVER_CORE))
        peers = {}
        if args.peers:
            peers["on disk"] = stack.enter_context(boardgame_io(SERVER_CORE, on_disk=True))
            peers["in memory"] = stack.enter_context(boardgame_io(SERVER_CORE, on_disk=False))
        for _ in range(args.rounds):
            found["ours"].append(ours(server, "miyajima", 2, args.tables, 0, args.seconds))
            print(f"ours {found['ours'][-1]['rate']}", file=sys.stderr)
            for name, peer in peers.items():
                found[name].append(theirs(peer, args.tables, args.seconds))
                print(f"boardgame.io {name} {found[name][-1]['rate']}", file=sys.stderr)
    return {name: _median(runs) for name, runs in found.items() if runs}


def workers(args: argparse.Namespace) -> Found:
    """One worker and two workers in turn, each with a fixed share of a core, on the same database."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from server.backends import postgres, redis

    with postgres() as database, redis() as bus:
        return one_and_two(args, database.url, bus)


def one_and_two(args: argparse.Namespace, database: str, bus: str) -> Found:
    """The runs of one worker and of two workers, and their ratios."""
    found: dict[int, list[Found]] = {1: [], 2: []}
    for _ in range(args.rounds):
        for count, runs in found.items():
            with (
                all_aboard(None, database, bus, workers=count) as server,
                limited(server.workers(count), args.share),
            ):
                runs.append(ours(server, "miyajima", 2, args.tables, 0, args.seconds))
                print(f"{count} at {args.share} of a core: {runs[-1]['rate']}", file=sys.stderr)
    ratios = [round(two["rate"] / one["rate"], 2) for one, two in zip(found[1], found[2], strict=True)]
    return {"share": args.share, "one": _median(found[1]), "two": _median(found[2]), "ratios": ratios}


def _median(runs: list[Found]) -> Found:
    """The run with the median rate, and the rates of all."""
    middle = sorted(runs, key=lambda run: run["rate"])[len(runs) // 2]
    return middle | {"rates": [run["rate"] for run in runs]}


def write(args: argparse.Namespace) -> Found:
    """Write the results into the page of measurements."""
    found: Found = json.loads(args.found.read_text())
    page = args.page.read_text(encoding="utf-8")
    head, first, rest = page.partition(MARKS[0])
    _, last, tail = rest.partition(MARKS[1])
    if not first or not last:
        raise SystemExit(f"{args.page} has no {MARKS[0]} … {MARKS[1]} to write between")
    args.page.write_text(f"{head}{first}\n{table(found)}\n{last}{tail}", encoding="utf-8")
    return found


def table(found: Found) -> str:
    """The results as Markdown."""
    lines = [
        "| tables of four | moves a second | acknowledged: p50 | p99 | p99.9 | other seats: p99 | memory "
        "| processor time a move |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    steady = sorted(found.get("steady", {}).values(), key=lambda at: at["tables"])
    for at in steady:
        ack, others = at["ack"], at["others"]
        lines.append(
            f"| {at['tables']:,} | {at['rate']:.0f} | {ack['p50']} ms | {ack['p99']} ms | {ack['p999']} ms "
            f"| {others['p99']} ms | {at['memory']:.0f} MB | {at['cpu']:.2f} ms |"
        )
    moves, seconds = sum(at["moves"] for at in steady), max((at["seconds"] for at in steady), default=0)
    lost = sum(at[what] for at in steady for what in ("missing", "doubled", "unheard", "errors"))
    lines += ["", f"{moves:,} moves, up to {seconds:.0f} s each, every move committed; {lost or 'nothing'} lost.", ""]
    said = "Measured by `python -m benchmarks.load steady`, `saturate` and `workers` on"
    end = f"{said} {found['machine']}; the server and the clients have a core each (`workers`: both), medians."
    fast = found.get("saturate")
    if not fast:
        return "\n".join([*lines, end])
    lines += [
        "| as fast as it goes, two sockets a table | moves a second | p50 of an acknowledgement | All Aboard is |",
        "| --- | ---: | ---: | ---: |",
    ]
    one = fast["ours"]
    lines.append(
        f"| **All Aboard, one worker, every move committed** | **{one['rate']:,.0f}** | {one['ack']['p50']} ms | |"
    )
    for name in ("on disk", "in memory"):
        if name in fast:
            peer = fast[name]
            times = f"{one['rate'] / peer['rate']:.1f} times as fast"
            lines.append(f"| boardgame.io, {name} | {peer['rate']:,.0f} | {peer['ack']['p50']} ms | {times} |")
    if several := found.get("workers"):
        share = f"{several['share']:.2f} of a core"
        for count, title in ("one", f"one worker with {share}"), ("two", f"two workers with {share} each"):
            name = f"All Aboard, {title}, PostgreSQL and Redis"
            lines.append(f"| {name} | {several[count]['rate']:,.0f} | {several[count]['ack']['p50']} ms | |")
        ratios = several["ratios"]
        said = f"Two workers make {statistics.median(ratios):.2f} times as many moves as one"
        lines += ["", f"{said} (median of {len(ratios)} pairs of runs, {min(ratios)} to {max(ratios)})."]
    return "\n".join([*lines, "", end])


def main() -> None:
    """Read the command line, measure, store the results and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for run, tables, seconds in ((steady, 1000, 120.0), (saturate, 200, 6.0), (workers, 400, 6.0)):
        command = commands.add_parser(run.__name__, help=run.__doc__)
        command.set_defaults(run=run)
        command.add_argument("--tables", type=int, default=tables)
        command.add_argument("--seconds", type=float, default=seconds)
        command.add_argument("--rate", type=float, default=300)
        command.add_argument("--game", default="hachi")
        command.add_argument("--rounds", type=int, default=3)
        command.add_argument("--peers", action=argparse.BooleanOptionalAction, default=True)
        command.add_argument("--found", type=Path, help="add the results to this JSON file")
        if run is workers:
            command.add_argument("--share", type=float, default=0.4, help="of a core, for each worker")
    command = commands.add_parser("write", help=write.__doc__)
    command.set_defaults(run=write)
    command.add_argument("--found", type=Path, required=True)
    command.add_argument("--page", type=Path, default=Path("docs/measurements.md"))
    args = parser.parse_args()
    found = args.run(args)
    if args.command != "write" and args.found:
        kept = json.loads(args.found.read_text()) if args.found.exists() else {}
        if args.command == "steady":  # keep runs with other numbers of tables
            kept["steady"] = kept.get("steady", {}) | {str(found["tables"]): found}
        else:
            kept[args.command] = found
        kept["machine"] = _machine()
        args.found.write_text(json.dumps(kept, indent=2))
    print(json.dumps(found, indent=2))


def _machine() -> str:
    named = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    model = named[0].split(":")[1].strip() if named else platform.processor()
    return f"{model.split(' Processor')[0]}, {os.cpu_count()} cores, Python {platform.python_version()}"


if __name__ == "__main__":
    main()
