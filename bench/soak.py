"""Measure the memory of each process after hours of use, and whether a flood leaves a solve waiting.

    python -m bench.soak [--minutes 30] [--solves 5000] [--flood 5000] [--sessions 50] [--local]

Starts the site by its production command lines on its own services, or with `--local` as `make run` does. First
visitors read pages and submit so many solves, and batches, over so many minutes. Then a flood of submissions
comes at once from so many browser sessions. Times are by the clock, and valid for a machine without other work.
"""

import random
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psutil

from tests.faults import invariants
from tests.faults.load import work
from tests.faults.site import Answer, Site, check, wait_for

from .common import arguments, percentile, production
from .idle import ProcessUsage, all_of

PAGES = ("/", "/puzzles/", "/solves/", "/techniques/", "/api/v1/puzzles/", "/api/v1/methods/")
REST = 60  # seconds without a visitor, twice, before memory is printed for the last time
WELL = {200, 202, 302}
OF_A_SOLVE = ("", "?iteration=1", "sheet/", "export.json", "export.svg", "export.png")


def main() -> None:
    chosen = arguments(__doc__, minutes=30.0, solves=5_000, flood=5_000, sessions=50, local=False)
    with production(is_patient=chosen.local, is_local=chosen.local) as site:
        site.manage("load_starter_library")
        _mixed(site, chosen.minutes * 60, chosen.solves)
        _flood(site, chosen.flood, chosen.sessions)


def _mixed(site: Site, seconds: float, solves: int) -> None:
    rng = random.Random(1)
    acknowledged: list[str] = []
    ended = time.monotonic() + seconds
    asked, statuses = 0, Counter[int]()
    noted = 0.0
    print(f"{'minute':>6} {'solves':>7} {'asked':>7}  MB of {', '.join(_servers(site))}")
    while time.monotonic() < ended or len(acknowledged) < solves:
        if time.monotonic() >= noted + max(60.0, seconds / 10):
            noted = time.monotonic()
            _print_memory(site, (noted - ended + seconds) / 60, len(acknowledged), asked)
        # Three of ten requests submit, and each tenth time a batch of twenty.
        with ThreadPoolExecutor(4) as hands:
            kinds = [_submit] * 3 + [_read] * 7
            for answer in hands.map(lambda do: do(site, rng, acknowledged), kinds):
                asked += 1
                statuses[answer.status] += 1
                if answer.status not in WELL:
                    print(
                        answer.status, re.sub(r"(<[^>]*>|\s)+", " ", answer.text)[:400], flush=True
                    )
                if answer.solve:
                    acknowledged.append(answer.solve)
        if asked % 100 == 0:
            site.submit_batch([work(rng.randrange(400))[0] for _ in range(20)], "combos")
        wait_for(lambda: site.waiting("interactive") < 100, 120, "the queue to be short again")
        due = ended - seconds + seconds * len(acknowledged) / solves
        time.sleep(max(0.0, due - time.monotonic()))
    site.settle()
    for rest in (0, REST, REST):
        time.sleep(rest)
        _print_memory(site, (time.monotonic() - ended + seconds) / 60, len(acknowledged), asked)
    _print_processes(site)
    check(set(statuses) <= WELL, f"not all went well: {statuses}")
    invariants.hold(site, acknowledged)
    print(
        f"{len(acknowledged)} solves and all batches are answered, each as without load", flush=True
    )


def _submit(site: Site, rng: random.Random, _: list[str]) -> Answer:
    submit = rng.choice([site.submit, site.submit_by_page])
    return submit(*work(rng.randrange(400)))


def _read(site: Site, rng: random.Random, acknowledged: list[str]) -> Answer:
    if not acknowledged or rng.random() < 0.5:
        return site.get(rng.choice(PAGES))
    # Not the newest, which may not be solved yet and have no iteration.
    solve, page = rng.choice(acknowledged[-300:-50] or acknowledged[:1]), rng.choice(OF_A_SOLVE)
    return site.get(f"/solves/{solve}/{page}")


def _print_memory(site: Site, minute: float, solves: int, asked: int) -> None:
    shares = [sum(each.shared for each in family) for family in _families(site)]
    words = " ".join(f"{share:6.0f}" for share in shares)
    print(f"{minute:6.1f} {solves:7} {asked:7}  {words}  = {sum(shares):.0f}", flush=True)


def _print_processes(site: Site) -> None:
    """Print the memory of each kind of process."""
    kinds: dict[str, list[ProcessUsage]] = {}
    for family in _families(site):
        for each in family:
            kinds.setdefault(re.sub(r"[\d.]+$", "", each.name), []).append(each)
    print("| process | number | MB | its own |\n|---|---:|---:|---:|")
    for name, alike in sorted(kinds.items()):
        shared, own = (sum(getattr(each, part) for each in alike) for part in ("shared", "own"))
        print(f"| {name} | {len(alike)} | {shared:.1f} | {own:.1f} |", flush=True)


def _families(site: Site) -> list[list[ProcessUsage]]:
    return [
        list(all_of(psutil.Process(server.popen.pid)).values())
        for server in _servers(site).values()
    ]


def _servers(site: Site) -> dict[str, Any]:
    return {**site.processes, "PostgreSQL": site.postgres, "Redis": site.redis}


def _flood(site: Site, number: int, sessions: int) -> None:
    """Submit from all sessions at once, each as fast as its submissions are acknowledged."""
    each = number // sessions
    started = time.monotonic()
    with ThreadPoolExecutor(sessions) as hands:
        owned = list(hands.map(lambda first: _visitor(site, first, each), range(sessions)))
    taken_in = time.monotonic() - started
    solves = [solve for mine in owned for solve in mine]
    check(len(set(solves)) == each * sessions, f"{len(set(solves))} acknowledged")
    site.settle()
    worked_off = time.monotonic() - started
    query = (
        "SELECT extract(epoch FROM finished_at - created_at)::float FROM solver_solve"
        " WHERE id = ANY(%s::uuid[])"
    )
    waits = [[seconds for (seconds,) in site.sql(query, mine)] for mine in owned]
    everybody = [wait for mine in waits for wait in mine]
    p95s = [percentile(mine, 0.95) for mine in waits]
    print(
        f"flood: {len(solves)} submissions of {sessions} sessions acknowledged within {taken_in:.0f} s, "
        f"answered within {worked_off:.0f} s; wait p50 {percentile(everybody, 0.5):.1f} s, "
        f"p95 {percentile(everybody, 0.95):.1f} s; p95 of a session {min(p95s):.1f} to {max(p95s):.1f} s"
    )
    invariants.hold(site, solves)
    print("flood: nothing lost, each answer as without load")


def _visitor(site: Site, first: int, number: int) -> list[str]:
    """Submit by the form in one browser session, and return the acknowledged solves."""
    session, solves = "", []
    for index in range(number):
        answer = site.submit_by_page(*work(first + index * 7), session)
        check(answer.solve, f"not acknowledged: {answer.status}")
        solves.append(str(answer.solve))
        session = session or answer.session
    return solves


if __name__ == "__main__":
    main()
