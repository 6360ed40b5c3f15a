"""A fork server: a process that has imported and compiled everything, and forks a server on request.

Reads lines of JSON from stdin: {"start": [arguments]} answers with the pid of a server, {"wait": pid} with its
exit status once it has ended. Output goes to the file "log". The servers are ordinary processes and can be killed.
"""

import json
import os
import signal
import sys


def main() -> None:
    """Warm up, then fork on demand."""
    from allaboard.cli import main as allaboard
    from allaboard.server.readiness import warm_up

    warm_up()
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        if "wait" in asked:
            _, status = os.waitpid(asked["wait"], 0)
            print(status, flush=True)
            continue
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, 0)
            log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT) if "log" in asked else null
            os.dup2(log, 1)
            os.dup2(log, 2)
            sys.argv = ["allaboard", *asked["start"]]
            allaboard()
            os._exit(0)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
