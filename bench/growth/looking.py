"""The pages and jobs of the site as things to be tried over what is stored."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import islice
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db.models import Max, Min
from django.test import Client
from django.utils import timezone

from solver import engine
from solver.jobs import running
from solver.models import Job, Puzzle, Solve, User
from solver.operations import figures
from solver.queue import batches, reaping, submission
from solver.queue.owners import Owner
from solver.record import filters, writing

from .filling import SESSION

Deed = Callable[[int], object]
VISITOR = {
    "home": "/",
    "library": "/puzzles/",
    "a puzzle that many solved": "/puzzles/{known}/",
    "past solves": "/solves/",
    "past solves, deep": "/solves/?after={deep}",
    "past solves, stalled ones": "/solves/?outcome=stalled",
    "past solves, what nothing matches": "/solves/?q=there+is+none",
    "past solves, one puzzle": "/solves/?puzzle={known}",
    "past solves, the first day": "/solves/?to={day}",
    "past solves, favourites": "/solves/?favourite=1",
    "published solves": "/solves/?whose=public",
    "published solves, what nothing matches": "/solves/?whose=public&q=there+is+none",
    "API, past solves": "/api/v1/solves/",
    "a solve": "/solves/{solve}/",
    "a solve, iteration 5": "/solves/{solve}/?iteration=5",
    "a batch": "/batches/{batch}/",
    "livez": "/livez",
    "readyz": "/readyz",
}
ACCOUNT = {
    "own solves of an account": "/solves/",
    "own solves of an account, deep": "/solves/?after={theirs}",
    "an account's page": "/account/",
    "its jobs": "/jobs/",
}
STAFF = {
    "status": "/status/",
    "metrics": "/metrics",
    "admin's solves": "/admin/solver/solve/",
    "admin's solves, page 50": "/admin/solver/solve/?p=50",
    "admin's solves, published": "/admin/solver/solve/?visibility__exact=public",
    "admin's solves, failed": "/admin/solver/solve/?status__exact=failed",
    "admin's solves, one method": "/admin/solver/solve/?method__exact=joins",
    "admin's solves, by an account": "/admin/solver/solve/?q=account-7",
    "admin's solves, reported": "/admin/solver/solve/?reported=open",
    "admin's puzzles": "/admin/solver/puzzle/",
    "admin's inbox": "/admin/solver/puzzle/inbox/",
    "inbox, brought by accounts": "/admin/solver/puzzle/inbox/?kind=signed-in",
    "admin's jobs": "/admin/solver/job/",
}


def pages(times: int) -> Iterator[tuple[str, Deed, int]]:
    """Each page by its name, asked for by whoever has a long record, and how often it is tried."""
    account = _busiest()
    places = _places(account)
    root, _ = User.objects.get_or_create(username="root", is_staff=True, is_superuser=True)
    doors = ((VISITOR, _visitor()), (ACCOUNT, _signed_in(account)), (STAFF, _signed_in(root)))
    for addresses, client in doors:
        for name, address in addresses.items():
            deed = _page(client, address.format(**places))
            deed(0)
            yield name, deed, times


def _page(client: Client, address: str) -> Deed:
    def ask(_number: int) -> int:
        cache.clear()
        return int(client.get(address).status_code)

    return ask


def _visitor() -> Client:
    data = SessionStore().encode({"seen": True})
    expires = timezone.now() + timedelta(days=30)
    Session.objects.get_or_create(
        session_key=SESSION, defaults={"session_data": data, "expire_date": expires}
    )
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    client.cookies[settings.SESSION_COOKIE_NAME] = SESSION
    return client


def _signed_in(user: User) -> Client:
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    client.force_login(user)
    return client


def _busiest() -> User:
    return User.objects.get(username="account-0")


def _places(account: User) -> dict[str, object]:
    mine = Solve.objects.filter(
        owner=None, session_digest=Owner(session_key=SESSION).session_digest
    )
    over = mine.filter(status=Solve.Status.FINISHED)
    solve = over.filter(method="combos", iteration_count__gte=5, puzzle__is_published=True)
    # What is deep lies in the middle of what they have.
    theirs = Solve.objects.filter(owner=account)
    return {
        "known": Puzzle.objects.filter(is_published=True, box=3, solves__method="joins").first().pk,
        "solve": solve.order_by("-created_at").first().pk,
        "deep": _middle(mine),
        "theirs": _middle(theirs),
        "day": mine.aggregate(day=Min("created_at"))["day"].date() + timedelta(days=1),
        "batch": submission.submit_job(
            "solve",
            ["0" * 81],
            spec={"method": "combos", "options": {}},
            owner=Owner(session_key=SESSION),
        ).pk,
    }


def _middle(solves: Any) -> str:
    times = solves.aggregate(first=Min("created_at"), last=Max("created_at"))
    middle = times["first"] + (times["last"] - times["first"]) / 2
    return filters.cursor_of(solves.filter(created_at__lte=middle).order_by("-created_at")[0])


def jobs() -> Iterator[tuple[str, Deed, int]]:
    """What goes on behind the pages: its name, the deed and how often it is tried."""
    lines = (
        Puzzle.objects.filter(box=3, is_published=False)
        .order_by("id")
        .values_list("givens", flat=True)
    )
    known = list(lines[:4_000])
    mirrored = iter([line[::-1] for line in known])  # new ones
    taken: list[Solve] = []
    whose = Owner(session_key=SESSION, network="192.0.2.0/24")

    def submit(number: int) -> None:
        taken.append(submission.submit(engine.read_line(known[number]), "combos", owner=whose))

    def accept(_number: int) -> None:
        grids = batches.read_puzzles(list(islice(mirrored, 1_000)))
        batches.submit(grids, "combos", {}, Owner(_busiest()))

    def solve_all(_number: int) -> None:
        job = Job.objects.filter(kind="solve", owner=_busiest(), status="queued").first()
        while running.run(job.pk):
            pass
        job.refresh_from_db()
        assert job.status == Job.Status.FINISHED, job.failure_words

    yield "submit a solve", submit, 20
    yield "claim and write a solve", lambda number: writing.record(taken[number].pk), 20
    yield "accept a batch of 1,000", accept, 3
    yield "solve and write a batch of 1,000", solve_all, 3
    yield "the reaper's look", lambda _number: reaping.reap(), 5
    yield "figures of the lanes", lambda _number: figures.lanes(), 5
    yield "figures of the last hour", lambda _number: figures.last_hour(), 5
