"""Requests a second, of another checkout and of this one in turn, each by its production command lines.

    git worktree add --detach OTHER 8050bb0
    python -m bench.load OTHER [--stored 1000] [--seconds 5] [--clients 8]

Each site has services of its own and that many stored solves, of which a fifth are its visitor's. The third is
this checkout with no page kept: there each view is a first one. Beside what is answered a second is what a
request costs the web processes, which holds on a busy machine too.
"""

import http.client
import json
import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.faults.site import Site

from .common import ARTICLES, ROOT, arguments, production

SESSION = "a-visitor-with-many-past-solves"
VISITOR = f"""
from django.contrib.sessions.backends.db import SessionStore
from solver.models.sessions import session_digest
print(SessionStore().encode({{}}), session_digest({SESSION!r}))"""
PUZZLES_STORED = 20_000
STORE_PUZZLES = """
    INSERT INTO solver_puzzle (id, givens, box, clue_count, verdict, title, author, source, notes, tags,
           is_published, created_at)
    SELECT gen_random_uuid(), line, 3, 81 - length(replace(line, '0', '')), 'unique', '', '', '', '', '{}',
           place <= 25, now() FROM unnest(%s::text[]) WITH ORDINALITY AS lines (line, place)
        ON CONFLICT DO NOTHING"""
STORE_SOLVES = """
    WITH numbered AS (SELECT id, row_number() OVER () - 1 AS number FROM solver_puzzle),
         model AS (SELECT * FROM solver_solve WHERE id = %s)
    INSERT INTO solver_solve (id, puzzle_id, method, options, session_key, visibility, lane, status,
           attempt, created_at, enqueued_at, started_at, finished_at, outcome, verdict, solutions,
           iteration_count, elapsed_ms, failure, engine_version)
    SELECT gen_random_uuid(), n.id, model.method, model.options,
           CASE WHEN i %% 5 = 0 THEN %s ELSE md5((i %% 50000)::text) END,
           CASE WHEN i %% 3 = 0 THEN 'public' ELSE model.visibility END,
           model.lane, model.status, 1, t, t, t, t + interval '50 ms', model.outcome,
           model.verdict, model.solutions, model.iteration_count, model.elapsed_ms, '', model.engine_version
      FROM generate_series(1, %s) AS i
      JOIN numbered n ON n.number = i %% (SELECT count(*) FROM solver_puzzle)
      CROSS JOIN LATERAL (SELECT now() - i * interval '20 seconds' AS t) AS times, model"""
STORE_CHAPTERS = """
    INSERT INTO solver_chapter (solve_id, first, attempt, branches, lefts, parents, techniques, story)
    SELECT s.id, c.first, 1, c.branches, c.lefts, c.parents, c.techniques, c.story
      FROM solver_solve s, solver_chapter c WHERE s.id <> %s AND c.solve_id = %s"""
# What both checkouts know: each fills its site by its own `bench.load`.
FILL = """
import json, sys
sys.path[:0] = [".", "tests"]
from bench.load import SESSION, filled
with filled({stored}) as (site, solve):
    web = site.processes["web"].popen.pid
    print("READY", json.dumps([site.port, web, solve, SESSION]), flush=True)
    sys.stdin.read()
"""
PATHS = {
    "`/`": "/",
    "a solve by combos": "/solves/{solve}/",
    "its iteration 5": "/solves/{solve}/?iteration=5",
    "`/puzzles/`": "/puzzles/",
    "`/solves/`": "/solves/",
    "`/compare/`": "/compare/?solves={solve}",
    "a technique": "/techniques/hidden-single/",
    "a solve, by the API": "/api/v1/solves/{solve}/",
    "its iterations, by the API": "/api/v1/solves/{solve}/iterations/",
}
TURNS = 4
HEAD = """{stored:,} stored solves, {clients} clients

| | a second: before | first views | kept | ms of the processor: before | first views | kept |
|---|---:|---:|---:|---:|---:|---:|"""


@contextmanager
def filled(stored: int) -> Iterator[tuple[Site, str]]:
    """Run a site with that many solves; gives the id of one with a whole story too."""
    with production() as site:
        session, digest = site.shell(VISITOR).split()
        row = "INSERT INTO django_session VALUES (%s, %s, now() + interval '1 day')"
        site.sql(row, SESSION, session)
        solve = site.submit(ARTICLES["000"], "combos").solve
        site.settle()
        site.sql("UPDATE solver_solve SET session_key = %s WHERE id = %s", digest, solve)
        names, lines = random.Random(6), set[str]()
        while len(lines) < min(stored, PUZZLES_STORED):
            digits = str.maketrans("123456789", "".join(names.sample("123456789", 9)))
            lines.add(ARTICLES["000"].translate(digits))
        site.sql(STORE_PUZZLES, list(lines))
        site.sql(STORE_SOLVES, solve, digest, stored)
        site.sql(STORE_CHAPTERS, solve, solve)
        site.sql("VACUUM ANALYZE")
        yield site, str(solve)


@dataclass(frozen=True)
class Served:
    """A site that runs, its solve with a story, and the cookie of its visitor."""

    port: int
    web: int  # the process whose children answer
    solve: str
    session: str

    def spent(self) -> float:
        """Seconds of the processor that the web processes have used."""
        web = psutil.Process(self.web)
        return sum(sum(each.cpu_times()[:2]) for each in (web, *web.children(recursive=True)))


@contextmanager
def serving(checkout: Path, stored: int, **settings: str) -> Iterator[Served]:
    own = checkout / ".venv/bin/python"
    child = subprocess.Popen(
        [str(own if own.exists() else sys.executable), "-c", FILL.format(stored=stored)],
        cwd=checkout,
        env=os.environ | settings,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin
    assert child.stdout
    try:
        ready = next(line for line in child.stdout if line.startswith("READY"))
        yield Served(*json.loads(ready.removeprefix("READY")))
    finally:
        child.stdin.close()
        child.wait(60)


def ask_again(served: Served, path: str, until: float) -> int:
    """The number of answers to one client, who keeps its connection."""
    found = 0
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
    headers = {"Cookie": f"sessionid={served.session}", "Accept-Encoding": "gzip"}
    while time.monotonic() < until:
        connection.request("GET", path.format(solve=served.solve), headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, (path, answer.status)
        found += 1
    connection.close()
    return found


def measure(served: Served, path: str, seconds: float, clients: int) -> tuple[float, float, int]:
    """The seconds that it took, those of the web processes, and the number of answers."""
    started, spent = time.monotonic(), served.spent()
    with ThreadPoolExecutor(clients) as hands:
        until = started + seconds
        counts = list(hands.map(lambda _: ask_again(served, path, until), range(clients)))
    return time.monotonic() - started, served.spent() - spent, sum(counts)


def line(title: str, sums: dict[str, list[float]]) -> str:
    rates = {name: count / wall for name, (wall, _, count) in sums.items()}
    costs = {name: 1000 * spent / count for name, (_, spent, count) in sums.items()}
    before = costs["before"]
    return (
        f"| {title} | {rates['before']:.0f} | {rates['first']:.0f} | {rates['now']:.0f}"
        f" | {before:.1f} | {costs['first']:.1f} ({costs['first'] / before:.2f})"
        f" | {costs['now']:.1f} (1/{before / costs['now']:.0f}) |"
    )


def main() -> None:
    chosen = arguments(__doc__, "other", stored=1_000, seconds=5.0, clients=8)
    with ExitStack() as stack:
        sites = {
            "before": stack.enter_context(serving(chosen.other, chosen.stored)),
            "first": stack.enter_context(serving(ROOT, chosen.stored, KEPT_PAGES="0")),
            "now": stack.enter_context(serving(ROOT, chosen.stored)),
        }
        print(HEAD.format(stored=chosen.stored, clients=chosen.clients), flush=True)
        for title, path in PATHS.items():
            sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
            for served in sites.values():
                measure(served, path, 0.5, chosen.clients)  # warm
            for _ in range(TURNS):
                for name, served in sites.items():
                    found = measure(served, path, chosen.seconds / TURNS, chosen.clients)
                    sums[name] = [a + b for a, b in zip(sums[name], found, strict=True)]
            print(line(title, sums), flush=True)


if __name__ == "__main__":
    main()
