"""Requests a second, of another checkout and of this one in turn (`python -m bench.load --against OTHER`).

Each site runs by its own production command lines, on services of its own, with a visitor's past solves. The
third is this checkout with no page kept: there each view is a first one. Beside what is answered a second is
what a request costs the web processes, which holds on a busy machine too.
"""

import http.client
import json
import os
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

HERE = Path(__file__).resolve().parents[1]
# What both checkouts know: sites are filled by their own `bench.load`. Some puzzles are published.
FILL = """
import json, sys
sys.path[:0] = [".", "tests"]
from bench.load import SESSION, filled
with filled({stored}) as (site, solve):
    site.sql("UPDATE solver_puzzle SET is_published = true"
             " WHERE id IN (SELECT id FROM solver_puzzle LIMIT 25)")
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


def compare(other: Path, stored: int, seconds: float, clients: int) -> None:
    """Print the table; a line once its address has been asked for in turn."""
    with ExitStack() as stack:
        sites = {
            "before": stack.enter_context(serving(other, stored)),
            "first": stack.enter_context(serving(HERE, stored, KEPT_PAGES="0")),
            "now": stack.enter_context(serving(HERE, stored)),
        }
        print(HEAD.format(stored=stored, clients=clients), flush=True)
        for title, path in PATHS.items():
            sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
            for served in sites.values():
                measure(served, path, 0.5, clients)  # warm
            for _ in range(TURNS):
                for name, served in sites.items():
                    found = measure(served, path, seconds / TURNS, clients)
                    sums[name] = [a + b for a, b in zip(sums[name], found, strict=True)]
            print(line(title, sums), flush=True)


def line(title: str, sums: dict[str, list[float]]) -> str:
    rates = {name: count / wall for name, (wall, _, count) in sums.items()}
    costs = {name: 1000 * spent / count for name, (_, spent, count) in sums.items()}
    before = costs["before"]
    return (
        f"| {title} | {rates['before']:.0f} | {rates['first']:.0f} | {rates['now']:.0f}"
        f" | {before:.1f} | {costs['first']:.1f} ({costs['first'] / before:.2f})"
        f" | {costs['now']:.1f} (1/{before / costs['now']:.0f}) |"
    )


HEAD = """{stored:,} stored solves, {clients} clients

| | a second: before | first views | kept | ms of the processor: before | first views | kept |
|---|---:|---:|---:|---:|---:|---:|"""
