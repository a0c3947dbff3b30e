"""What others wait for: a stranger's thousand solves, mails, and an editor beside the site's own work."""

import secrets
import urllib.parse
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from support import MailServer

from sudokusite.local.run import PROCESSES

from .fault import fault
from .load import Load
from .site import FORM, ROOT, Site, check, quantile, wait_for

THOUSAND = 1_000
LINES = 1_000  # of a preview
TIMES = 3  # that each is tried


@fault(30, "1,000 long solves of one stranger, others beside them")
def many_of_one(site: Site, load: Load) -> str:
    with _thousand_queued(site):
        waits = []
        for number in range(site.some(5) + 1):
            solve = _do(site, ONE_MORE, NETWORK=f"10.0.0.{number}")
            waits.append(_until_it_begins(site, solve))
        left = site.waiting("slow")
    check(max(waits) < site.within(30), f"another's began only after {max(waits):.1f} s")
    return f"each of {len(waits)} others' began within {max(waits):.1f} s, {left} still waited"


@fault(31, "a mail behind 1,000 long solves, Redis killed")
def mail_without_redis(site: Site, load: Load) -> str:
    with MailServer() as server, _thousand_queued(site):
        words = PROCESSES["reaper"]
        reaper = site.process("reaper-mail", words, EMAIL_URL=server.url)
        with site.instead({"reaper": reaper}):
            _do(site, SETTER)
            waits = [_until_it_comes(site, server)]
            assert site.redis.popen
            site.redis.popen.kill()
            site.redis.popen.wait()
            try:
                waits.append(_until_it_comes(site, server))
            finally:
                site.redis.start()
            waits.append(_until_it_comes(site, server))
            server.wait = 3600
            _ask(site)
            wait_for(
                lambda: site.sql("SELECT 1 FROM solver_mail WHERE attempts > 0"),
                site.within(10),
                "a try",
            )
            site.kill("reaper")
            server.wait = 0
            site.sql("UPDATE solver_mail SET not_before = now()")
            wait_for(lambda: len(server.links) == 4, site.within(15), "the mail of a killed reaper")
        solve = _do(site, ONE_MORE, NETWORK="10.0.0.1")
        begun = _until_it_begins(site, solve)
    check(max(waits) < site.within(15), f"a mail came only after {max(waits):.1f} s")
    check(begun < site.within(30), f"another's solve began only after {begun:.1f} s")
    check(len(set(server.links)) == len(server.links), "a mail came twice")
    before, away, after = waits
    return (
        f"mails came after {before:.1f} s, {away:.1f} s without Redis, {after:.1f} s with it again, and one"
        f" of a killed reaper; another's solve began within {begun:.1f} s"
    )


@fault(32, "a preview beside rating and the pool")
def preview_beside_the_sites_own(site: Site, load: Load) -> str:
    load.finish()
    site.settle()
    _do(site, EDITOR)
    alone, beside = [], []
    for number in range(TIMES):
        alone.append(_preview(site, number))
        _do(site, RATING, NUMBER=str(number))
        wait_for(
            lambda: site.sql("SELECT 1 FROM solver_job WHERE lane = 'site' AND status = 'running'"),
            site.within(30),
            "the site's own work",
        )
        beside.append(_preview(site, TIMES + number))
        working = site.sql(
            "SELECT count(*) FROM solver_job WHERE lane = 'site' AND status IN ('queued', 'running')"
        )
        check(working[0][0], "the site's own work was over before the preview")
        _do(site, NO_RATING)
    both = quantile(alone, 0.5), quantile(beside, 0.5)
    check(
        site.is_short or both[1] <= 1.5 * both[0],
        f"{both[1]:.1f} s beside them, {both[0]:.1f} s alone",
    )
    return f"{site.some(LINES)} lines in {both[0]:.1f} s alone, in {both[1]:.1f} s beside them"


@contextmanager
def _thousand_queued(site: Site) -> Iterator[None]:
    """Inside, a stranger's long solves wait; at the end those that still do are deleted."""
    _do(site, MANY, COUNT=str(THOUSAND))
    try:
        wait_for(
            lambda: site.sql(
                "SELECT 1 FROM solver_solve WHERE lane = 'slow' AND status = 'running'"
            ),
            site.within(30),
            "a worker in the slow lane",
        )
        yield
    finally:
        site.sql(
            "DELETE FROM solver_solve WHERE network = '10.9.9.9' AND status = 'queued' AND attempt = 0"
        )


def _do(site: Site, program: str, **environment: str) -> str:
    """What a program prints that knows the puzzles of the tests."""
    return site.shell(program, PYTHONPATH=str(ROOT / "tests"), **environment).strip()


def _until_it_begins(site: Site, solve: str) -> float:
    """The seconds until a solve is at work for longer than its first short turn."""
    query = (
        "SELECT 1 FROM solver_solve WHERE id = %s"
        " AND (lane = 'slow' AND status <> 'queued' OR finished_at IS NOT NULL)"
    )
    return wait_for(lambda: site.sql(query, solve), site.within(60), "another's solve to begin")


def _until_it_comes(site: Site, server: MailServer) -> float:
    before = len(server.links)
    _ask(site)
    return wait_for(lambda: len(server.links) > before, site.within(60), "a mail")


def _ask(site: Site) -> None:
    token = secrets.token_hex(16)
    body = urllib.parse.urlencode({"email": "setter@example.org", "csrfmiddlewaretoken": token})
    cookie = {"Cookie": f"csrftoken={token}"}
    answer = site._ask("POST", "/account/reset/", body, FORM | cookie)
    check(answer.status == 302, f"no mail was promised: {answer.status} {answer.text[:200]}")


def _preview(site: Site, number: int) -> float:
    """The seconds that it takes until an editor may look at what was found."""
    job = _do(site, PREVIEW, NUMBER=str(number), COUNT=str(site.some(LINES)))
    uuid.UUID(job)
    wait_for(
        lambda: site.sql("SELECT 1 FROM solver_job WHERE id = %s AND status = 'paused'", job),
        site.within(120),
        "the preview",
    )
    seconds = site.sql(
        "SELECT extract(epoch FROM now() - created_at)::float FROM solver_job WHERE id = %s", job
    )
    return float(seconds[0][0])


MANY = """
import os
from django.db import connection
from puzzles import EMPTY
from solver import engine
from solver.queue import tasks
from solver.models import Solve
from solver.queue import submission
from solver.queue.owners import Owner

owner = Owner(session_key="a" * 32, network="10.9.9.9")
first = submission.submit(engine.read(EMPTY), "branches", owner=owner, lane="slow")
rest = Solve.objects.bulk_create(
    Solve(puzzle=first.puzzle, method=first.method, options=first.options, lane="slow", network=owner.network,
          session_digest=owner.session_digest)
    for _ in range(int(os.environ["COUNT"]) - 1))
for solve in rest:
    tasks.enqueue(solve.pk, "slow")
"""
ONE_MORE = """
import os
from puzzles import EMPTY
from solver import engine
from solver.queue import submission
from solver.queue.owners import Owner

owner = Owner(session_key="b" * 32, network=os.environ["NETWORK"])
print(submission.submit(engine.read(EMPTY), "branches", owner=owner).pk)
"""
SETTER = """
from solver.models import User
user, _is_new = User.objects.get_or_create(username="setter", email="setter@example.org")
user.set_password("nine rows of nine")
user.save()
"""
EDITOR = """
from solver.models import User
if not User.objects.filter(username="editor").exists():
    User.objects.create_superuser("editor")
"""
RATING = """
import os, random
from puzzles import ALESCARGOT, morph
from solver.models import Puzzle
from solver.queue import submission
from solver.queue.generation_orders import fill_pool

rng = random.Random(f"stock {os.environ['NUMBER']}")
lines = {morph(ALESCARGOT, rng).replace(".", "0") for _ in range(400)}
puzzles = Puzzle.objects.bulk_create(Puzzle(givens=line, box=3, clue_count=23) for line in lines)
ids = [str(puzzle.pk) for puzzle in puzzles]
for half in (ids[:200], ids[200:]):
    submission.submit_job("rate", half, spec={"number": os.environ["NUMBER"]})
fill_pool()
"""
NO_RATING = """
from solver.models import Job
Job.objects.filter(lane="site").delete()
"""
PREVIEW = """
import os, random
from puzzles import ALESCARGOT, morph
from solver.models import User
from solver.queue import submission
from solver.queue.owners import Owner

rng = random.Random(f"lines {os.environ['NUMBER']}")
lines = [morph(ALESCARGOT, rng) for _ in range(int(os.environ["COUNT"]))]
editor = User.objects.get(username="editor")
print(submission.submit_job("import", lines, owner=Owner(editor)).pk)
"""
