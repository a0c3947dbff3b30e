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
from datetime import timedelta
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
os.environ.setdefault("SECRET_KEY", "a1b2c3d4" * 8)
for name in ("REQUESTS", "SUBMISSIONS", "PASSWORDS", "PASSWORDS_ADDRESS"):
    os.environ[f"LIMIT_{name}"] = ""

MOST = 150  # ms
INBOX, ROWS = 5_000, 20_000
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


def additions() -> float:
    """What this machine is worth at the moment: beside busy neighbours a second of it does half as much."""
    started, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return 1000 * (time.process_time() - started)


def percentile(figures: list[float]) -> float:
    return sorted(figures)[round(0.95 * (len(figures) - 1))]


def fill(count: int) -> None:
    """A library, all of it rated, with an inbox of thousands; and solves, jobs and a log of some years."""
    from django.core.management import call_command
    from django.db import connection

    from solver.library import rating
    from solver.models import Puzzle

    call_command("migrate", verbosity=0)
    call_command("load_starter_library", verbosity=0)
    for puzzle in Puzzle.objects.all():
        rating.rate(puzzle)  # which the stock is given too
        puzzle.save()
    call_command("make_stock", str(count))
    newest = Puzzle.objects.order_by("-created_at").values("pk")[:INBOX]
    Puzzle.objects.filter(pk__in=list(newest.values_list("pk", flat=True))).update(
        in_inbox=True, is_published=False
    )
    drafts = Puzzle.objects.filter(is_published=True).order_by("pk").values("pk")[:INBOX]
    Puzzle.objects.filter(pk__in=drafts).update(is_published=False)
    fill_the_rest()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def fill_the_rest() -> None:
    from django.contrib.admin.models import CHANGE, LogEntry
    from django.contrib.contenttypes.models import ContentType
    from django.utils import timezone

    from solver.models import Collection, Job, Puzzle, Report, Solve, User

    root = User.objects.create_superuser("ada")
    now, day = timezone.now(), timedelta(minutes=3)
    puzzles = list(Puzzle.objects.order_by("-created_at")[:5_000])
    kind = ContentType.objects.get_for_model(Puzzle)
    solves, jobs, entries = [], [], []
    for at in range(ROWS):
        puzzle, when = puzzles[at % len(puzzles)], now - at * day
        whose = {"owner": root, "visibility": "public"} if at % 3 else {"session_digest": "a1"}
        is_over = {"status": "finished", "outcome": "solved", "verdict": "unique"}
        times = {"created_at": when, "finished_at": when, "elapsed_ms": 12.5}
        solves.append(Solve(puzzle=puzzle, method="combos", **is_over, **times, **whose))
        entries.append(
            LogEntry(
                user=root,
                content_type=kind,
                object_id=str(puzzle.pk),
                object_repr=str(puzzle),
                action_flag=CHANGE,
                action_time=when,
                change_message='[{"changed": {"fields": ["title: “” → “Monday”"]}}]',
            )
        )
        if at % 10 == 0:
            done = {"status": "finished", "total": 50, "done": 50, "created_at": when}
            jobs.append(Job(kind="change", title="Publish", owner=root, finished_at=when, **done))
    for model, rows in ((Solve, solves), (LogEntry, entries), (Job, jobs)):
        model.objects.bulk_create(rows, batch_size=2_000)
    Report.objects.bulk_create(Report(solve=solve, reason="other") for solve in solves[1:3_000:3])
    Collection.objects.bulk_create(
        Collection(title=f"Week {at}", slug=f"week-{at}", position=at) for at in range(1, 61)
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=200_000)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--only", default="", help="lists whose name has this word")
    parser.add_argument("--filled", action="store_true", help="the database is filled already")
    chosen = parser.parse_args()

    import django

    django.setup()
    from django.db import connection
    from django.test import Client

    from solver.models import Collection, Puzzle, User

    if not chosen.filled:
        fill(chosen.puzzles)
    if not chosen.times:
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")  # theirs would not be seen
        cursor.execute("SELECT pg_backend_pid()")
        pid = int(cursor.fetchone()[0])
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.get(username="ada"))
    shelf = Collection.objects.get(slug="stock").pk
    library, places = "/admin/solver/puzzle/", "/admin/solver/membership/"
    some = Puzzle.objects.filter(in_inbox=False, is_published=True)[1_000]
    solves = "/admin/solver/solve/"
    lists = {
        "library": library + "?p={p}",
        "library, last pages": library + "?p=7{p}00",
        "library, hardest first": library + "?o=-6&p={p}",
        "library, easiest first": library + "?o=6&p={p}",
        "library, most givens first": library + "?o=-3&p={p}",
        "library, drafts": library + "?is_published__exact=0&p={p}",
        "library, one level": library + "?level__exact=5&p={p}",
        "library, one grade": library + "?grade=guessing&p={p}",
        "library, one tag": library + "?tag=even&p={p}",
        "library, a rare tag": library + "?tag=rare&p={p}",
        "library, has twins": library + "?twins=1&p={p}",
        "library, a collection": library + f"?collections__id__exact={shelf}&p={{p}}",
        "library, a year": library + f"?created_at__gte={some.created_at:%Y}-01-01&p={{p}}",
        "library, several filters": library + "?level__exact=5&tag=odd&is_published__exact=1&p={p}",
        "library, a word": library + "?q=turned&p={p}",
        "library, a rare word": library + "?q=1234&p={p}",
        "library, first givens": library + f"?q={some.givens[:12]}",
        "inbox": library + "inbox/?p={p}",
        "inbox, last pages": library + "inbox/?p=17{p}",
        "inbox, can be kept": library + "inbox/?kind=good&p={p}",
        "inbox, twins": library + "inbox/?kind=twins&p={p}",
        "inbox, signed in": library + "inbox/?kind=signed-in&p={p}",
        "a puzzle of the list": library + f"{some.pk}/change/?_changelist_filters=p%3D{{p}}",
        "a puzzle's history": library + f"{some.pk}/history/",
        "tags": library + "tags/",
        "collections": "/admin/solver/collection/",
        "order of 20,000": places + f"?collection__id__exact={shelf}&p={{p}}",
        "order, last pages": places + f"?collection__id__exact={shelf}&p=19{{p}}",
        "jobs": "/admin/solver/job/?p={p}",
        "solves": solves + "?p={p}",
        "published solves": solves + "?visibility__exact=public&p={p}",
        "reported solves": solves + "?reported=open&p={p}",
        "solves, a word": solves + "?q=turned&p={p}",
        "accounts": "/admin/solver/user/",
        "log": "/admin/admin/logentry/?p={p}",
        "log, a word": "/admin/admin/logentry/?q=turned&p={p}",
    }

    def view(address: str) -> int:
        return int(client.get(address, follow=True).status_code)

    worst = 0.0
    print(f"{additions():.0f} ms for a million additions; the same figures take a machine as idle")
    print(f"{Puzzle.objects.count():,} puzzles; ms of the processor, the 95th percentile")
    for name, address in lists.items():
        if chosen.only not in name:
            continue
        view(address.format(p=1))
        found = costs(view, pid, (address.format(p=at % 5 + 1) for at in range(chosen.times)))
        both = percentile([sum(each) for each in found])
        web, sql = (percentile(list(part)) for part in zip(*found, strict=True))
        worst = max(worst, both)
        print(f"{name:26} {both:6.0f}   web {web:5.0f}   PostgreSQL {sql:5.0f}", flush=True)
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
