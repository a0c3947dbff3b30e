"""Split up the CPU time of one solve that a person asks for: the worker's two processes, and PostgreSQL's.

    python -m sudokusite.local.services python -m bench.one_solve [--solves 40] [--twins]

A real worker of the interactive lane solves the puzzle of article 000 by `guessing`, every tenth of a second,
so that nothing is warm from the solve before. With `--twins` no puzzle comes twice, and each gets its rating.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from puzzles import morph

from .common import ARTICLES, arguments, backend, processor_ms, set_up

set_up(ALLOWED_HOSTS="localhost", SECRET_KEY=os.environ.get("SECRET_KEY", ""))

from solver import engine  # noqa: E402 - the settings come first
from solver.models import Solve  # noqa: E402
from solver.queue import submission  # noqa: E402
from sudokusite.local.run import WORKER  # noqa: E402


def children(pid: int) -> list[int]:
    run = ["ps", "-o", "pid=", "--ppid", str(pid)]
    return [
        int(line) for line in subprocess.run(run, capture_output=True, text=True).stdout.split()
    ]


def used(pids: list[int]) -> float:
    return sum(processor_ms(pid) for pid in pids if Path(f"/proc/{pid}").exists())


def main() -> None:
    chosen = arguments(__doc__, solves=40, twins=False)
    rng = random.Random(1)
    command = f"{sys.executable} -m {WORKER} --queues interactive --concurrency 1"
    worker = subprocess.Popen(command.split(), stdout=subprocess.DEVNULL)

    def solve(count: int) -> None:
        for _ in range(count):
            text = morph(ARTICLES["000"], rng) if chosen.twins else ARTICLES["000"]
            submission.submit(engine.read(text), "guessing")
            time.sleep(0.1)
        while Solve.objects.exclude(status="finished").exists():
            time.sleep(0.5)

    try:
        solve(5)
        ours = backend()
        postmaster = int(Path(f"/proc/{ours}/stat").read_text().rpartition(")")[2].split()[1])
        groups = {
            "worker, its main process": [worker.pid],
            "worker, its pool": children(worker.pid),
            "PostgreSQL for the worker": [pid for pid in children(postmaster) if pid != ours],
            "PostgreSQL for the submission": [ours],
        }
        before = {name: used(pids) for name, pids in groups.items()}
        solve(chosen.solves)
        print("| ms of the processor a solve | |\n|---|---:|")
        for name, pids in groups.items():
            print(f"| {name} | {(used(pids) - before[name]) / chosen.solves:.1f} |")
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.wait()


if __name__ == "__main__":
    main()
