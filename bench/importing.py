"""Import a file in the background by a real worker, kill that at half, and tell lines a second and memory.

python -m sudokusite.local.services python -m bench.importing --lines 100000
"""

import argparse
import io
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WORKER = "celery -A sudokusite worker --queues bulk --concurrency 1 --loglevel ERROR"
QUICK = {"LEASE_SECONDS": "5", "REAPER_PERIOD": "2", "LOG_LEVEL": "ERROR"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--twins", action="store_true", help="look for puzzles turned round too")
    chosen = parser.parse_args()
    _prepare()
    job = _submit(chosen.lines, chosen.twins)
    reaper = _start([sys.executable, "manage.py", "reap"])
    worker = _start([sys.executable, "-m", *WORKER.split()])
    sizes: list[int] = []
    _wait(job, worker, sizes, lambda: job.phase == 0 and job.done > chosen.lines // 2)
    os.killpg(worker.pid, signal.SIGKILL)
    print(f"killed at {job.done:,} of {job.total:,} lines checked")
    worker = _start([sys.executable, "-m", *WORKER.split()])
    _wait(job, worker, sizes, lambda: job.phase == 1 and bool(job.cursor))
    _wait(job, worker, sizes, lambda: job.is_over)
    for process in (worker, reaper):
        os.killpg(process.pid, signal.SIGKILL)
    _tell(job, sizes)


def _prepare() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def _lines(count: int) -> Iterator[str]:
    """Puzzles that are all different, and a mistake in each thousandth."""
    from solver.engine import Transformation, read_line
    from solver.library.starters import STARTERS

    rng = random.Random(7)
    known = [read_line(starter.givens) for starter in STARTERS if len(starter.givens) == 81]
    for number in range(count):
        grid = known[number % len(known)]
        line = Transformation.random(3, rng).apply(grid).text
        yield line[:-1] if number % 1000 == 0 else line


def _submit(count: int, twins: bool) -> Any:
    from solver.library.files.reading import bounded, items_in
    from solver.queue import submission

    text = io.BytesIO("\n".join(_lines(count)).encode())
    started = time.monotonic()
    spec = {"at_once": True, "twins": twins}
    job = submission.submit_job("import", bounded(items_in(text)), "Benchmark", spec)
    print(f"{job.total:,} lines taken in {time.monotonic() - started:.1f} s")
    return job


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, env=os.environ | QUICK, start_new_session=True)


def _wait(job: Any, worker: Any, sizes: list[int], is_there: Any) -> None:
    while not is_there():
        time.sleep(0.2)
        job.refresh_from_db()
        if job.told_phase == 0:
            job.checking = job.busy_seconds
        sizes.append(max(map(_resident, _group(worker.pid)), default=0))


def _group(leader: int) -> list[int]:
    """The processes of a worker: itself and its child."""
    children = Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
    return [leader, *map(int, children)]


def _resident(pid: int) -> int:
    """Kilobytes that a process has in memory; 0 when it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(found[0].split()[1]) if found else 0


def _tell(job: Any, sizes: list[int]) -> None:
    from solver.models import Puzzle

    parts = list(job.parts.values_list("items", "report"))
    whole = all(len(report) == items for items, report in parts)
    print(
        f"{job.status}: {job.counts}; {Puzzle.objects.count():,} puzzles, every row told: {whole}"
    )
    print(f"checking {job.total / job.checking:,.0f} lines a second")
    print(f"writing {job.rate:,.0f} lines a second")
    third = len(sizes) // 3
    for name, piece in (("first", sizes[:third]), ("last", sizes[-third:])):
        print(f"largest process, {name} third: {max(piece) / 1000:.0f} MB")


if __name__ == "__main__":
    main()
