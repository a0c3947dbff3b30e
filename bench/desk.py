"""Measure pages of the library's lists, public ones and the editors', over many puzzles.

    python -m sudokusite.local.services python -m bench.desk [--puzzles 200000] [--times 20] [--only WORD]

Prints CPU milliseconds of this process and its PostgreSQL: the 95th percentile of so many views of each list,
on different pages. `--filled` uses the database of an earlier run. `--undo` takes an action on 50,000 puzzles
back at the end. The exit status is 1 if a list of the editors is above 150 ms.
"""

import sys
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from .common import arguments, backend, percentile, processor_ms, set_up, timed

MOST = 150  # ms
ROWS = 20_000
ACTION = "Tag many puzzles"
LIBRARY, PLACES, SOLVES = (f"/admin/solver/{name}/" for name in ("puzzle", "membership", "solve"))
# The lists of `/puzzles/` come first, which need no sign-in.
LISTS = {
    "newest": "/puzzles/?order=newest",
    "deep in newest": "/puzzles/?order=newest&after={middle}",
    "deep in easiest": "/puzzles/?order=easiest&after={middle}",
    "deep in fewest givens": "/puzzles/?order=fewest&after={middle}",
    "hardest": "/puzzles/?order=hardest",
    "common words": "/puzzles/?q=turned",
    "rare words": "/puzzles/?q=123456",
    "first givens": "/puzzles/?q={givens}",
    "rare tag": "/puzzles/?tag=rare",
    "common tag": "/puzzles/?tag=stock",
    "one size, one solution": "/puzzles/?size=9&solutions=unique",
    "what nothing matches": "/puzzles/?solutions=none&size=16&givens_from=200",
    "few givens, hard, oldest": "/puzzles/?givens_to=24&needs=guess&order=oldest",
    "a collection": "/puzzles/?collection=stock",
    "a puzzle": "/puzzles/{middle}/",
    "desk: library": LIBRARY + "?p={p}",
    "desk: library, last pages": LIBRARY + "?p=7{p}00",
    "desk: library, hardest first": LIBRARY + "?o=-4&p={p}",
    "desk: library, easiest first": LIBRARY + "?o=4&p={p}",
    "desk: library, most givens first": LIBRARY + "?o=-3&p={p}",
    "desk: library, drafts": LIBRARY + "?is_published__exact=0&p={p}",
    "desk: library, one level": LIBRARY + "?level__exact=5&p={p}",
    "desk: library, one grade": LIBRARY + "?grade=guessing&p={p}",
    "desk: library, one tag": LIBRARY + "?tag=even&p={p}",
    "desk: library, a rare tag": LIBRARY + "?tag=rare&p={p}",
    "desk: library, has twins": LIBRARY + "?twins=1&p={p}",
    "desk: library, a collection": LIBRARY + "?collections__id__exact={shelf}&p={p}",
    "desk: library, a year": LIBRARY + "?created_at__gte={year}-01-01&p={p}",
    "desk: several filters": LIBRARY + "?level__exact=5&tag=odd&is_published__exact=1&p={p}",
    "desk: library, a word": LIBRARY + "?q=turned&p={p}",
    "desk: library, a rare word": LIBRARY + "?q=1234&p={p}",
    "desk: library, first givens": LIBRARY + "?q={givens}",
    "desk: library, part of the givens": LIBRARY + "?q={inner}",
    "desk: library, common part": LIBRARY + "?q=00000",
    "desk: library, a whole puzzle": LIBRARY + "?q={whole}",
    "desk: inbox": LIBRARY + "inbox/?p={p}",
    "desk: inbox, last pages": LIBRARY + "inbox/?p=17{p}",
    "desk: inbox, can be kept": LIBRARY + "inbox/?kind=good&p={p}",
    "desk: inbox, twins": LIBRARY + "inbox/?kind=twins&p={p}",
    "desk: inbox, signed in": LIBRARY + "inbox/?kind=signed-in&p={p}",
    "desk: a puzzle of the list": LIBRARY + "{middle}/change/?_changelist_filters=p%3D{p}",
    "desk: a puzzle's history": LIBRARY + "{middle}/history/",
    "desk: tags": LIBRARY + "tags/",
    "desk: collections": "/admin/solver/collection/",
    "desk: order of 20,000": PLACES + "?collection__id__exact={shelf}&p={p}",
    "desk: order, last pages": PLACES + "?collection__id__exact={shelf}&p=19{p}",
    "desk: jobs": "/admin/solver/job/?p={p}",
    "desk: an action on many puzzles": "/jobs/{action}/?page={p}",
    "desk: solves": SOLVES + "?p={p}",
    "desk: published solves": SOLVES + "?visibility__exact=public&p={p}",
    "desk: reported solves": SOLVES + "?reported=open&p={p}",
    "desk: solves, a word": SOLVES + "?q=turned&p={p}",
    "desk: accounts": "/admin/solver/user/",
    "desk: log": "/admin/admin/logentry/?p={p}",
    "desk: log, a word": "/admin/admin/logentry/?q=turned&p={p}",
}


def fill(count: int) -> None:
    """Create a rated library with an inbox of thousands, and the solves, jobs and log of some years."""
    from django.core.management import call_command
    from django.db import connection

    from solver.models import Puzzle
    from solver.puzzles import rating

    call_command("load_starter_library", verbosity=0)
    for puzzle in Puzzle.objects.all():
        rating.rate(puzzle)  # the copies get these ratings too
        puzzle.save()
    call_command("make_stock", str(count))
    few = min(5_000, count // 20)
    newest = Puzzle.objects.order_by("-created_at").values("pk")[:few]
    Puzzle.objects.filter(pk__in=list(newest.values_list("pk", flat=True))).update(
        in_inbox=True, is_published=False
    )
    drafts = Puzzle.objects.filter(is_published=True).order_by("pk").values("pk")[:few]
    Puzzle.objects.filter(pk__in=drafts).update(is_published=False)
    fill_the_rest()
    act(min(50_000, count // 4))
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
    change: dict[str, Any] = {
        "user": root,
        "content_type": ContentType.objects.get_for_model(Puzzle),
        "action_flag": CHANGE,
        "change_message": '[{"changed": {"fields": ["title: “” → “Monday”"]}}]',
    }
    solves, jobs, entries = [], [], []
    for at in range(ROWS):
        puzzle, when = puzzles[at % len(puzzles)], now - at * day
        whose = {"owner": root, "visibility": "public"} if at % 3 else {"session_digest": "a1"}
        is_over = {"status": "finished", "outcome": "solved", "verdict": "unique"}
        times = {"created_at": when, "finished_at": when, "elapsed_ms": 12.5}
        solves.append(Solve(puzzle=puzzle, method="combos", **is_over, **times, **whose))
        which = {"object_id": str(puzzle.pk), "object_repr": str(puzzle), "action_time": when}
        entries.append(LogEntry(**change, **which))
        if at % 10 == 0:
            done = {"status": "finished", "total": 50, "done": 50, "created_at": when}
            jobs.append(Job(kind="change", title="Publish", owner=root, finished_at=when, **done))
    for model, found in ((Solve, solves), (LogEntry, entries), (Job, jobs)):
        model.objects.bulk_create(found, batch_size=2_000)
    Report.objects.bulk_create(Report(solve=solve, reason="other") for solve in solves[1:3_000:3])
    Collection.objects.bulk_create(
        Collection(title=f"Week {at}", slug=f"week-{at}", position=at) for at in range(1, 61)
    )


def act(count: int) -> None:
    """Tag so many puzzles, as an action that can be undone."""
    from solver.jobs.edits import recorded_all
    from solver.models import Collection, Puzzle, User
    from solver.models.said import said

    root, shelf = User.objects.get(username="ada"), Collection.objects.get(slug="stock")
    names = list(Puzzle.objects.order_by("pk").values_list("pk", flat=True)[:count])
    with recorded_all(root, said(ACTION), shelf, names):
        Puzzle.objects.filter(pk__in=names).update(tags=["stock", "acted"])


def main() -> int:
    chosen = arguments(__doc__, puzzles=200_000, times=20, only="", filled=False, undo=False)
    set_up(KEPT_PAGES="0")
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client

    from solver.models import Collection, Job, Puzzle, User

    with connection.cursor() as cursor:
        # On a busy machine this process may wait for long between two rows.
        cursor.execute("SET idle_in_transaction_session_timeout = 0")
        # The time of parallel workers would not be counted.
        cursor.execute("SET max_parallel_workers_per_gather = 0")
    if not chosen.filled:
        fill(chosen.puzzles)
    pid, stranger, editor = backend(), Client(), Client()
    editor.force_login(User.objects.get(username="ada"))
    shown = Puzzle.objects.filter(in_inbox=False, is_published=True, tags__contains=["stock"])
    middle = shown.order_by("id")[shown.count() // 2]
    words = {"middle": middle.pk, "givens": middle.givens[:12], "year": middle.created_at.year}
    words |= {"inner": middle.givens[30:44], "whole": middle.givens}
    words["action"] = Job.objects.get(title=ACTION).pk
    words["shelf"] = Collection.objects.get(slug="stock").pk

    def view(address: str, page: int) -> tuple[float, float]:
        """Return CPU milliseconds here and in PostgreSQL."""
        cache.clear()
        client = editor if address.startswith(("/admin", "/jobs")) else stranger
        here, there = time.process_time(), processor_ms(pid)
        status = client.get(address.format(p=page, **words), follow=True).status_code
        here, there = time.process_time() - here, processor_ms(pid) - there
        assert status == 200, (address, status)
        return 1000 * here, there

    worst = 0.0
    additions = timed(lambda: sum(range(10_000_000)))
    print(f"{additions:.0f} ms for ten million additions; the same figures take a machine as idle")
    print(f"{Puzzle.objects.count():,} puzzles; ms of the processor, the 95th percentile")
    for name, address in LISTS.items():
        if chosen.only not in name:
            continue
        view(address, 1)
        found = [view(address, at % 5 + 1) for at in range(chosen.times)]
        both, web, sql = (
            percentile(list(part)) for part in zip(*((a + b, a, b) for a, b in found), strict=True)
        )
        worst = max(worst, both if name.startswith("desk") else 0)
        print(f"{name:34} {both:6.0f}   web {web:5.0f}   PostgreSQL {sql:5.0f}", flush=True)
    if chosen.undo:
        undo(editor, words["action"], pid)
    return int(worst > MOST)


def undo(editor: Any, pk: Any, pid: int) -> None:
    """Press the button of the action on many puzzles, and run what it starts to its end."""
    from solver.jobs import running
    from solver.models import Job

    def figures(name: str, call: Callable[[], object]) -> None:
        here, there = time.process_time(), processor_ms(pid)
        call()
        here, there = 1000 * (time.process_time() - here), processor_ms(pid) - there
        print(
            f"{name:34} {here + there:6.0f}   web {here:5.0f}   PostgreSQL {there:5.0f}", flush=True
        )

    figures("undo: pressed", lambda: editor.post(f"/jobs/{pk}/undo/"))
    job = Job.objects.latest("created_at")

    def run() -> None:
        while not job.is_over:
            running.run(job.pk)
            job.refresh_from_db()

    figures("undo: done", run)
    print(f"{job.status}: {job.counts}")


if __name__ == "__main__":
    sys.exit(main())
