"""What the production processes bear on this machine, with few and with very many stored solves.

    python -m bench.load [--stored 1000 1000000] [--seconds 20] [--clients 8] [--bulk 10000]
    python -m bench.load --against OTHER [--seconds 5] [--clients 4]

Starts gunicorn, both workers and the reaper by their production command lines on services of their own;
stores that many finished solves by SQL; then measures submissions from end to end, each kind of page and
API answer in turn, interactive solves while bulk ones wait, and shows the plans of the queries behind. With
OTHER, a folder with the project at some commit (`git worktree add --detach OTHER f869d38`), it measures both.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))  # for `puzzles`

from puzzles import ARTICLE_000

from tests.faults.load import work
from tests.faults.site import Answer, Clock, Site, quantile, wait_for

from . import rates

PRODUCTION = Clock(lease=45, period=15, task=30, solve=10)
SESSION = "a-visitor-with-many-past-solves"
DIGEST = f"from solver.models.sessions import session_digest; print(session_digest({SESSION!r}))"
PUZZLES_STORED = 20_000

STORE_SOLVES = """
    WITH numbered AS (SELECT id, row_number() OVER () - 1 AS number FROM solver_puzzle),
         model AS (SELECT * FROM solver_solve WHERE id = %s)
    INSERT INTO solver_solve (id, puzzle_id, method, options, session_key, visibility, lane, status,
           attempt, created_at, enqueued_at, started_at, finished_at, outcome, verdict, solutions,
           iteration_count, elapsed_ms, failure, engine_version)
    SELECT gen_random_uuid(), n.id, model.method, model.options,
           CASE WHEN i %% 5 = 0 THEN %s ELSE md5((i %% 50000)::text) END,
           CASE WHEN i %% 3 = 0 THEN 'public' ELSE model.visibility END,
           model.lane, model.status, 1, t, t, t, t + interval '50 ms',
           CASE WHEN i %% 997 = 0 THEN 'stalled' ELSE model.outcome END,
           model.verdict, model.solutions, model.iteration_count, model.elapsed_ms, '', model.engine_version
      FROM generate_series(1, %s) AS i
      JOIN numbered n ON n.number = i %% (SELECT count(*) FROM solver_puzzle)
      CROSS JOIN LATERAL (SELECT now() - i * interval '20 seconds' AS t) AS times, model"""
STORE_CHAPTERS = """
    INSERT INTO solver_chapter (solve_id, first, attempt, branches, lefts, parents, techniques, story)
    SELECT s.id, c.first, 1, c.branches, c.lefts, c.parents, c.techniques, c.story
      FROM solver_solve s, solver_chapter c WHERE s.id <> %s AND c.solve_id = %s"""
# A fifth of them is the visitor's, a third published, one in 997 stalled.
PLANS = f"""
import time
from datetime import timedelta
from django.db import connection
from django.http import QueryDict
from solver.operations import figures
from solver.models import Chapter, Puzzle, Solve
from solver.models.sessions import session_digest
from solver.record.filters import SolveFilter
one = Solve.objects.filter(status="finished").first()
mine = Solve.objects.filter(session_digest=session_digest({SESSION!r})).order_by("-created_at", "-id")
published = Solve.objects.filter(visibility="public").order_by("-created_at", "-id")
for title, found in (
    ("past solves of a visitor", mine[:26]),
    ("published solves", published[:26]),
    ("the story of a solve", Chapter.objects.filter(solve=one)),
    ("a puzzle by its givens", Puzzle.objects.filter(givens=one.puzzle.givens)),
    ("what the reaper looks for", Solve.objects.forgotten().order_by("enqueued_at")[:500]),
):
    print(f"--- {{title}}\\n{{found.explain(analyze=True)}}")
for asked in ("outcome=stalled", "outcome=contradiction", "size=4", "q=pointing"):
    started = time.perf_counter()
    page = SolveFilter.of(QueryDict(asked)).page(mine, 25)
    took = (time.perf_counter() - started) * 1000
    print(f"--- {{asked}}: {{len(page.solves)}} found, goes on: {{bool(page.after)}}, {{took:.1f}} ms")
with connection.cursor() as cursor:
    cursor.execute("EXPLAIN (ANALYZE) " + figures.TIMES, [[0.5], [0.5], timedelta(minutes=5)])
    print("--- wait and run times for /metrics\\n" + "\\n".join(row[0] for row in cursor.fetchall()))
"""


# --- Rows -----------------------------------------------------------------------------------------
def store(site: Site, number: int) -> str:
    """Fill up to that many finished solves; gives the id of one with a whole story."""
    answer = site.submit(ARTICLE_000, "combos")
    wait_for(lambda: not site.unanswered(), 60, "the model to be solved")
    digest = site.manage("shell", "--verbosity", "0", "-c", DIGEST).strip()
    site.sql("UPDATE solver_solve SET session_key = %s WHERE id = %s", digest, answer.solve)
    names = random.Random(6)
    lines: set[str] = set()
    while len(lines) < min(number, PUZZLES_STORED):
        digits = "".join(names.sample("123456789", 9))
        lines.add(ARTICLE_000.translate(str.maketrans("123456789", digits)))
    site.sql(
        "INSERT INTO solver_puzzle (id, givens, box, clue_count, verdict, title, author, source, notes, tags,"
        " is_published, created_at) SELECT gen_random_uuid(), line, 3, 81 - length(replace(line, '0', ''))"
        " , 'unique', '', '', '', '', '{}', false, now() FROM unnest(%s::text[]) AS line"
        " ON CONFLICT DO NOTHING",
        list(lines),
    )
    site.sql(STORE_SOLVES, answer.solve, digest, number)
    site.sql(STORE_CHAPTERS, answer.solve, answer.solve)
    site.sql("VACUUM ANALYZE")
    return str(answer.solve)


# --- Measures -------------------------------------------------------------------------------------
def submissions(site: Site, number: int, clients: int) -> str:
    """From the first request to the last answer."""
    with ThreadPoolExecutor(clients) as hands:
        started = time.time()
        answers = list(hands.map(lambda index: site.submit(*work(index)), range(number)))
    wait_for(lambda: not site.unanswered(), 300, "all to be answered")
    query = "SELECT extract(epoch FROM max(finished_at))::float FROM solver_solve WHERE id = ANY(%s::uuid[])"
    ended = site.sql(query, [answer.solve for answer in answers])[0][0]
    errors = sum(answer.solve is None for answer in answers)
    return f"| submissions, end to end | {number / (ended - started):.0f} | {summary(answers)} | {errors} |"


def requests(site: Site, path: str, seconds: float, clients: int) -> list[Answer]:
    """What clients get who ask again as soon as they are answered."""
    until = time.monotonic() + seconds

    def ask_again(_: int) -> Iterator[Answer]:
        while time.monotonic() < until:
            yield site.get(path, cookie=f"sessionid={SESSION}")

    with ThreadPoolExecutor(clients) as hands:
        found = hands.map(lambda client: list(ask_again(client)), range(clients))
        return [answer for answers_of_one in found for answer in answers_of_one]


def summary(answers: list[Answer]) -> str:
    seconds = [answer.seconds for answer in answers]
    return " | ".join(f"{quantile(seconds, share) * 1000:.0f}" for share in (0.5, 0.95, 0.99))


def beside_bulk(site: Site, bulk: int, number: int) -> str:
    """Seconds from submitting to the answer, one after the other, alone and while bulk solves wait."""

    def p95() -> float:
        found = []
        for index in range(number):
            solve = site.submit(*work(index)).solve
            time.sleep(0.2)
            found.append(solve)
        wait_for(lambda: not site.waiting("interactive"), 120, "the interactive lane to be empty")
        query = "SELECT extract(epoch FROM finished_at - created_at)::float FROM solver_solve"
        rows = site.sql(f"{query} WHERE id = ANY(%s::uuid[]) AND finished_at IS NOT NULL", found)
        return quantile([seconds for (seconds,) in rows], 0.95)

    alone = p95()
    code = (
        "from solver import engine\nfrom solver.queue import submission\n"
        f"for puzzle, method in {[work(index) for index in range(96)]!r} * {bulk // 96 + 1}:\n"
        "    submission.submit(engine.read(puzzle), method, lane='bulk')"
    )
    site.manage("shell", "--verbosity", "0", "-c", code)
    waiting = site.waiting("bulk")
    among = p95()
    return (
        f"interactive p95 {alone * 1000:.0f} ms alone, {among * 1000:.0f} ms while "
        f"{waiting} bulk solves wait ({among / alone:.2f}×)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stored", type=int, nargs="*", default=[1_000, 1_000_000])
    parser.add_argument("--seconds", type=float, default=20, help="for each kind of request")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--submissions", type=int, default=500)
    parser.add_argument(
        "--bulk", type=int, default=10_000, help="bulk solves that wait; 0 for none"
    )
    parser.add_argument("--against", type=Path, help="another checkout, to be measured in turn")
    options = parser.parse_args()
    if options.against:
        rates.compare(options.against, 1_000, options.seconds, options.clients)
        return
    with ExitStack() as stack:
        sites = {stored: stack.enter_context(filled(stored)) for stored in options.stored}
        for stored, (site, _) in sites.items():
            print(f"\n{stored:,} stored solves, {options.clients} clients\n\n{HEAD}")
            print(submissions(site, options.submissions, options.clients), flush=True)
        print(f"\nAll in turn, so that a busy moment of the machine meets all alike:\n\n{HEAD}")
        for title, path in PATHS.items():
            in_turn(sites, title, path, options.seconds, options.clients)
        last, _ = sites[options.stored[-1]]
        if options.bulk:
            print(f"\n{beside_bulk(last, options.bulk, 100)}", flush=True)
        print("\n" + last.manage("shell", "--verbosity", "0", "-c", PLANS))


@contextmanager
def filled(stored: int) -> Iterator[tuple[Site, str]]:
    """A site with that many solves, and the id of one with a whole story."""
    with (
        tempfile.TemporaryDirectory(prefix="load-") as folder,
        Site(Path(folder), PRODUCTION) as site,
    ):
        session = site.manage("shell", "--verbosity", "0", "-c", EMPTY_SESSION).strip()
        row = "INSERT INTO django_session VALUES (%s, %s, now() + interval '1 day')"
        site.sql(row, SESSION, session)
        yield site, store(site, stored)


def in_turn(
    sites: dict[int, tuple[Site, str]], title: str, path: str, seconds: float, clients: int
) -> None:
    """A line for each site, and how much slower the median of the last is than that of the first."""
    answers: dict[int, list[Answer]] = {stored: [] for stored in sites}
    for _ in range(TURNS):
        for stored, (site, whole) in sites.items():
            answers[stored] += requests(site, path.format(whole), seconds / TURNS, clients)
    for stored, found in answers.items():
        errors = sum(answer.status != 200 for answer in found)
        rate = len(found) / seconds
        print(f"| {title}, {stored:,} stored | {rate:.0f} | {summary(found)} | {errors} |")
    medians = [quantile([answer.seconds for answer in found], 0.5) for found in answers.values()]
    print(f"| | | **{medians[-1] / medians[0]:.2f}×** | | | |", flush=True)


HEAD = "| | a second | p50 ms | p95 ms | p99 ms | errors |\n|---|---:|---:|---:|---:|---:|"
TURNS = 10
EMPTY_SESSION = (
    "from django.contrib.sessions.backends.db import SessionStore; print(SessionStore().encode({}))"
)
PATHS = {
    "`/`": "/",
    "`/solves/`": "/solves/",
    "`/solves/?outcome=stalled`": "/solves/?outcome=stalled",
    "`/solves/?whose=public`": "/solves/?whose=public",
    "`/solves/…/`": "/solves/{}/",
    "`/solves/…/?iteration=5`": "/solves/{}/?iteration=5",
    "`/api/v1/solves/`": "/api/v1/solves/",
    "`/api/v1/solves/…/`": "/api/v1/solves/{}/",
}

if __name__ == "__main__":
    main()
