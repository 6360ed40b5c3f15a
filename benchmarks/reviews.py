"""How long a review of a game takes on a player's device: WebAssembly in Node, one thread, processor time.

    python benchmarks/reviews.py miyajima --seats 1,4 --games 3

The games are played by bots of a level. Each is reviewed for its first seat. As in a browser, the budget is halved
until the prices need at most three seconds. The client's packages must be installed (`python client/run.py core`).
"""

import argparse
import json
import statistics
import subprocess
import tempfile
from pathlib import Path

from allaboard.core.build import kept_core
from allaboard.core.speed import node
from allaboard.simulate import run
from allaboard.simulate.records import records

MOST = 3000  # milliseconds for the prices, as in client/src/reviewing/worker.ts; the budget is fitted to it
CLIENT = Path(__file__).parents[1] / "client"


def bundled(folder: Path) -> Path:
    """The program that reviews in Node, in one file."""
    target, cli = folder / "nodereviews.mjs", CLIENT / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    words = [
        node(),
        str(cli),
        "src/core/nodereviews.ts",
        "--format",
        "esm",
        "--platform",
        "node",
        "--file",
        str(target),
    ]
    subprocess.run(words, cwd=CLIENT, check=True, capture_output=True)
    return target


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", default="4", help="numbers of players, separated by commas")
    parser.add_argument("--bots", default="medium", help="the level of all seats")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--budget", type=int, help="for each decision, instead of the browser's budget")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("| game | players | steps | decisions | budget | seconds: median | seconds: longest |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as place:
        words = [node(), str(bundled(Path(place))), str(kept_core(args.game))]
        for seats in map(int, args.seats.split(",")):
            job = [
                {
                    "game": args.game,
                    "seats": seats,
                    "lines": [[line.actor, line.text] for line in record.lines],
                    "names": [""] * seats,
                    "wanted": [0],
                    **({"budget": args.budget} if args.budget else {"most": MOST}),
                }
                for record in records(run(args.game, seats, args.games, (args.bots,), args.seed))
            ]
            done = subprocess.run(words, input=json.dumps(job).encode(), check=True, capture_output=True)
            found = [json.loads(line) for line in done.stdout.splitlines()]
            players = [one["review"]["players"][0] for one in found]
            budgets = sorted({one["review"]["budget"] for one in found})
            steps = statistics.median(len(player["steps"]) for player in players)
            decisions = statistics.median(len(player["decisions"]) for player in players)
            times = [one["seconds"] for one in found]
            print(
                f"| {args.game} | {seats} | {steps:.0f} | {decisions:.0f} | {', '.join(map(str, budgets))} "
                f"| {statistics.median(times):.1f} | {max(times):.1f} |"
            )


if __name__ == "__main__":
    main()
