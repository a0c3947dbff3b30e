"""Empty boards of every size by every method through a worker's own code: answers, seconds, memory.

    python -m sudokusite.local.services sh -c 'python manage.py migrate -v 0 && python -m bench.empty_boards'

Runs `recording.record` in this process, as a pool child does, under a budget of half a second.
"""

import argparse
import os
import resource
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
os.environ.setdefault("SOLVE_SECONDS", "0.5")
os.environ.setdefault("VERDICT_SECONDS", "0.2")
django.setup()

from solver import engine  # noqa: E402
from solver.models import SIZES, Solve  # noqa: E402
from solver.queue import submission  # noqa: E402
from solver.record import writing  # noqa: E402


def memory_now() -> float:
    """Resident memory of this process, in MB."""
    with open("/proc/self/statm") as statm:
        pages = int(statm.read().split()[1])
    return pages * resource.getpagesize() / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=500)
    count = parser.parse_args().boards
    kinds = [(size, method) for size in SIZES for method in engine.methods()]
    outcomes: dict[str, int] = {}
    slowest = 0.0
    for number in range(count):
        size, method = kinds[number % len(kinds)]
        solve = submission.submit(engine.read_line("0" * size**2, size), method)
        started = time.perf_counter()
        writing.record(solve.pk)
        slowest = max(slowest, time.perf_counter() - started)
        solve.refresh_from_db()
        assert solve.status == Solve.Status.FINISHED, (size, method, solve.failure_words)
        outcomes[solve.outcome] = outcomes.get(solve.outcome, 0) + 1
        solve.delete()
        if (number + 1) % 100 == 0:
            print(
                f"{number + 1} boards: {memory_now():.0f} MB, slowest {slowest:.1f} s", flush=True
            )
    print(outcomes)


if __name__ == "__main__":
    main()
