"""How long the pages of the library take with many puzzles, and with which plans PostgreSQL finds them.

    python -m sudokusite.local.services python -m bench.library --puzzles 1000000

Times are of the whole request on the server, middleware and template included, in this one process: by the
clock, and of the processor, which a busy machine does not stretch. PostgreSQL's own share is in the plans.
"""

import argparse
import io
import os
import statistics
import sys
import time
from typing import Any

PAGES = {
    "a first visit": "/puzzles/",
    "newest": "/puzzles/?order=newest",
    "deep in newest": "/puzzles/?order=newest&after={middle}",
    "easiest": "/puzzles/?order=easiest",
    "deep in easiest": "/puzzles/?order=easiest&after={middle}",
    "fewest givens": "/puzzles/?order=fewest",
    "deep in fewest": "/puzzles/?order=fewest&after={middle}",
    "hardest": "/puzzles/?order=hardest",
    "common words": "/puzzles/?q=turned",
    "rare words": "/puzzles/?q=123456",
    "first givens": "/puzzles/?q={givens}",
    "rare tag": "/puzzles/?tag=rare",
    "common tag": "/puzzles/?tag=stock",
    "one size, one solution": "/puzzles/?size=9&solutions=unique",
    "what nothing matches": "/puzzles/?solutions=none&size=16&from=200",
    "few givens, hard, oldest": "/puzzles/?to=24&needs=guess&order=oldest",
    "a collection": "/puzzles/?collection=stock",
    "a puzzle": "/puzzles/{middle}/",
    "admin, newest": "/admin/solver/puzzle/",
    "admin, words": "/admin/solver/puzzle/?q=turned+123",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=40)
    parser.add_argument("--plans", action="store_true", help="print each page's plan too")
    chosen = parser.parse_args()
    _prepare(chosen.puzzles)
    _count()
    print(f"{'page':26} {'median':>8} {'p95':>8} {'CPU':>8} {'p95':>8}  ms")
    for name, address in PAGES.items():
        _measure(name, address, chosen.times, chosen.plans)


def _prepare(count: int) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    os.environ["LIMIT_REQUESTS"] = "1000000/second"
    os.environ["LOG_LEVEL"] = "ERROR"
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    call_command("load_starter_library", stdout=io.StringIO())
    started = time.monotonic()
    call_command("make_stock", str(count))
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("VACUUM ANALYZE")
        cursor.execute(
            "SELECT count(*), pg_total_relation_size('solver_puzzle') FROM solver_puzzle"
        )
        found, size = cursor.fetchone()
    connection.close()
    print(f"{found:,} puzzles, {size / 1e6:,.0f} MB, made in {time.monotonic() - started:.0f} s")


def _count() -> None:
    """What counting for the chips takes, which a page does once in minutes."""
    from solver.web.library import counts

    started, of_processor = time.perf_counter(), time.process_time()
    found = counts._count()
    took, worked = time.perf_counter() - started, time.process_time() - of_processor
    print(f"counted {found.total():,} in {took * 1000:.0f} ms, {worked * 1000:.0f} of them here")


def _measure(name: str, address: str, times: int, with_plan: bool) -> None:
    from django.db import connection, reset_queries
    from django.test import Client

    from solver.models import Puzzle, User

    in_the_middle = Puzzle.objects.filter(is_published=True, tags__contains=["stock"])
    middle = in_the_middle.order_by("id").first()
    client = Client(SERVER_NAME="localhost")
    if address.startswith("/admin"):
        root, _new = User.objects.get_or_create(username="bench", is_staff=True, is_superuser=True)
        client.force_login(root)
    address = address.format(middle=middle.pk, givens=middle.givens[:30])
    took: dict[Any, list[float]] = {time.perf_counter: [], time.process_time: []}
    for _ in range(times + 3):
        started = {clock: clock() for clock in took}
        answer = client.get(address)
        for clock, times_taken in took.items():
            times_taken.append((clock() - started[clock]) * 1000)
        assert answer.status_code == 200, (name, answer.status_code)
    figures = ""
    for times_taken in took.values():
        warm = sorted(times_taken[3:])
        figures += f" {statistics.median(warm):8.1f} {warm[int(len(warm) * 0.95)]:8.1f}"
    print(f"{name:26}{figures}")
    if with_plan:
        connection.force_debug_cursor = True
        reset_queries()
        client.get(address)
        on_puzzles = [q for q in connection.queries if 'FROM "solver_puzzle"' in q["sql"]]
        slowest: Any = max(on_puzzles, key=lambda query: float(query["time"]))
        _explain(slowest["sql"])
        connection.force_debug_cursor = False


def _explain(query: str) -> None:
    from django.db import connection

    if not query.startswith("SELECT"):
        return
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) " + query.replace("%", "%%"))
        for (line,) in cursor.fetchall():
            print("    ", line[:150])


if __name__ == "__main__":
    sys.exit(main())
