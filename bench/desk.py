"""The lists of the editors' desk over a large library: what a page costs the web process and its PostgreSQL.

    python -m sudokusite.local.services python -m bench.desk [--puzzles 200000] [--times 20]

Seconds of the processor and not of the clock, of this process and of its backend; the 95th percentile of so
many views of each list, on pages that differ. Exit status 1 where one is above 150 ms.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
os.environ.setdefault("SECRET_KEY", "a1b2c3d4" * 8)
for name in ("REQUESTS", "SUBMISSIONS", "PASSWORDS", "PASSWORDS_ADDRESS"):
    os.environ[f"LIMIT_{name}"] = ""

MOST = 150  # ms
TICK = os.sysconf("SC_CLK_TCK")


def backend_seconds(pid: int) -> float:
    """The processor time of a process by its id, which Linux counts in hundredths of a second."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def costs(
    view: Callable[[str], int], pid: int, addresses: Iterator[str]
) -> list[tuple[float, float]]:
    """Milliseconds of this process and of the backend, for each view of a list."""
    found = []
    for address in addresses:
        ours, theirs = time.process_time(), backend_seconds(pid)
        assert view(address) == 200, address
        ours, theirs = time.process_time() - ours, backend_seconds(pid) - theirs
        found.append((1000 * ours, 1000 * theirs))
    return found


def percentile(figures: list[float]) -> float:
    return sorted(figures)[round(0.95 * (len(figures) - 1))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=200_000)
    parser.add_argument("--times", type=int, default=20)
    chosen = parser.parse_args()

    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from solver.models import Collection, Puzzle, User

    call_command("migrate", verbosity=0)
    call_command("load_starter_library", verbosity=0)
    call_command("make_stock", str(chosen.puzzles))
    newest = Puzzle.objects.order_by("-created_at").values("pk")[:5_000]
    Puzzle.objects.filter(pk__in=list(newest.values_list("pk", flat=True))).update(
        in_inbox=True, is_published=False
    )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SELECT pg_backend_pid()")
        pid = int(cursor.fetchone()[0])
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create_superuser("ada"))
    shelf = Collection.objects.get(slug="stock").pk
    library, places = "/admin/solver/puzzle/", "/admin/solver/membership/"
    lists = {
        "library": library + "?p={p}",
        "library, hardest first": library + "?o=-7&p={p}",
        "library, drafts": library + "?is_published__exact=0&p={p}",
        "library, one level": library + "?level__exact=5&p={p}",
        "library, one tag": library + "?tag=even&p={p}",
        "library, has twins": library + "?twins=1&p={p}",
        "library, a collection": library + f"?collections__id__exact={shelf}&p={{p}}",
        "library, a word": library + "?q=turned&p={p}",
        "inbox": library + "inbox/?p={p}",
        "inbox, can be kept": library + "inbox/?kind=good&p={p}",
        "tags": library + "tags/",
        "collections": "/admin/solver/collection/",
        "order of 20,000": places + f"?collection__id__exact={shelf}&p={{p}}",
        "jobs": "/admin/solver/job/",
        "published solves": "/admin/solver/solve/?visibility__exact=public",
        "log": "/admin/admin/logentry/",
    }

    def view(address: str) -> int:
        return int(client.get(address, follow=True).status_code)

    worst = 0.0
    print(f"{Puzzle.objects.count():,} puzzles; ms of the processor, the 95th percentile")
    for name, address in lists.items():
        view(address.format(p=1))
        found = costs(view, pid, (address.format(p=at % 5 + 1) for at in range(chosen.times)))
        both = percentile([sum(each) for each in found])
        web, sql = (percentile(list(part)) for part in zip(*found, strict=True))
        worst = max(worst, both)
        print(f"{name:26} {both:6.0f}   web {web:5.0f}   PostgreSQL {sql:5.0f}", flush=True)
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
