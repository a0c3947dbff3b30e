"""Measure what a visitor gets while 200 hostile clients of another address ask.

    python -m bench.siege [--seconds 120] [--clients 200] [--kinds play story held api]

Starts the site as in production, with its default limits. The clients send requests that once were expensive,
each again after its answer: questions about a 25×25 board while playing, a long solve, events, `?wait=` and
answers that nobody reads, and questions to the API. A visitor asks for /livez and for pages. CPU time is that
of all gunicorn processes, less the cost of the visitor alone.
"""

import asyncio
import http.client
import json
import multiprocessing
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from typing import Any
from urllib.parse import urlencode

import psutil
from puzzles import thinned

from sudokusite.local.run import PROCESSES

from .common import ARTICLES, arguments, percentile, production

HOSTILE, VISITOR = "127.0.0.2", "127.0.0.3"
DEFAULTS = {
    "LIMIT_PROCESSOR": "14000/minute",
    "LIMIT_REQUESTS": "1200/minute",
    "LIMIT_SUBMISSIONS": "120/minute",
}
PAGES = ("/", "/puzzles/", "/solves/?whose=public", "/techniques/", "/learn/", "/make/")
STALLED = 15  # seconds without reading
JSON = {"Content-Type": "application/json"}
Request = tuple[str, str, dict[str, str], bytes]  # a verb, an address, headers and a body


def to_api(path: str, **body: Any) -> Request:
    return "POST", f"/api/v1/{path}/", JSON, json.dumps(body).encode()


def get(path: str, **headers: str) -> Request:
    return "GET", path, headers, b""


def play(chance: random.Random, _: str) -> Request:
    cells = ",".join(f"r{chance.randint(1, 25)}c{chance.randint(1, 25)}" for _ in range(4))
    technique = chance.choice(["x-wing", "swordfish", "jellyfish"])
    asked = {"ask": "why-not", "technique": technique, "cells": cells}
    puzzle = thinned(5, 1 / 3, chance.randrange(100)).text
    query = urlencode({"puzzle": puzzle, **asked})
    return get(f"/play/?{query}", **{"X-Requested-With": "fetch"})


def story(chance: random.Random, solve: str) -> Request:
    end = chance.choice(["/solves/{}/export.json", "/api/v1/solves/{}/"])
    return get(end.format(solve))


def held(chance: random.Random, solve: str) -> Request:
    return get(
        chance.choice(["/api/v1/solves/{}/events/", "/api/v1/solves/{}/?wait=10"]).format(solve)
    )


def api(chance: random.Random, _: str) -> Request:
    puzzle = chance.choice([*ARTICLES.values()])
    return chance.choice(
        [
            lambda: to_api("steps", puzzle=puzzle, techniques=["mutant-whale"]),
            lambda: to_api("hints", puzzle=puzzle, stage=3, techniques=["finned-mutant-leviathan"]),
            lambda: to_api("why", puzzle=puzzle, candidate="r1c1=1"),
            lambda: to_api("batches", puzzles=["x" * 81] * 2_000),
            lambda: get("/solves/export.jsonl?whose=public"),
        ]
    )()


KINDS: dict[str, Callable[[random.Random, str], Request]] = {
    "play": play,
    "story": story,
    "held": held,
    "api": api,
}


# --- The clients, in a process of their own ---------------------------------------------------------
def besiege(
    port: int, kinds: list[str], clients: int, seconds: float, solves: Any, out: Any
) -> None:
    os.nice(10)
    out.put(asyncio.run(all_clients(port, kinds, clients, seconds, solves)))


async def all_clients(
    port: int, kinds: list[str], clients: int, seconds: float, solves: tuple[str, str]
) -> Counter[str]:
    """The statuses of the answers, "cut off" for none."""
    got: Counter[str] = Counter()
    until = time.monotonic() + seconds
    names = cycle(kinds)
    await asyncio.gather(
        *(client(port, next(names), number, until, solves, got) for number in range(clients))
    )
    return got


async def client(
    port: int, kind: str, number: int, until: float, solves: tuple[str, str], got: Counter[str]
) -> None:
    chance = random.Random(number)
    finished, waiting = solves
    while time.monotonic() < until:
        verb, path, headers, body = KINDS[kind](chance, waiting if kind == "held" else finished)
        stalls = kind == "held" and chance.random() < 0.3
        if stalls:
            path = f"/solves/{finished}/export.json"
        try:
            status = await asyncio.wait_for(
                ask(port, verb, path, headers, body, stalls), max(1, until + 5 - time.monotonic())
            )
        except (OSError, TimeoutError, IndexError):
            status = "cut off"
            await asyncio.sleep(0.01)
        got[f"{kind} {status}"] += 1


async def ask(
    port: int, verb: str, path: str, headers: dict[str, str], body: bytes, stalls: bool
) -> str:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, local_addr=(HOSTILE, 0), limit=4096 if stalls else 2**18
    )
    try:
        lines = {"Host": "localhost", "Connection": "close", **headers}
        if body:
            lines["Content-Length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"{verb} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        status = (await reader.readline()).split()[1].decode()
        if stalls:
            await asyncio.sleep(STALLED)
        while not stalls and await reader.read(2**18):
            pass
        return status
    finally:
        writer.close()


# --- The visitor ------------------------------------------------------------------------------------
def visit(port: int, paths: tuple[str, ...], pause: float, until: float) -> list[tuple[int, float]]:
    """Yield status and milliseconds of requests, one after the other."""
    found = []
    for path in cycle(paths):
        if time.monotonic() >= until:
            return found
        started = time.perf_counter()
        try:
            connection = http.client.HTTPConnection(
                "127.0.0.1", port, timeout=60, source_address=(VISITOR, 0)
            )
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            status = answer.status
        except OSError:
            status = 0
        finally:
            connection.close()
        found.append((status, 1000 * (time.perf_counter() - started)))
        time.sleep(pause)
    return found


def look_around(port: int, seconds: float) -> dict[str, list[tuple[int, float]]]:
    until = time.monotonic() + seconds
    with ThreadPoolExecutor(2) as hands:
        lively = hands.submit(visit, port, ("/livez",), 0.1, until)
        pages = hands.submit(visit, port, PAGES, 0.5, until)
        return {"/livez": lively.result(), "a page": pages.result()}


def processor_of(gunicorn: int) -> tuple[float, float]:
    """Return the CPU seconds of all processes, and those of their main threads, the pollers."""
    family = [psutil.Process(gunicorn), *psutil.Process(gunicorn).children(recursive=True)]
    pollers = (
        thread.user_time + thread.system_time
        for each in family
        for thread in each.threads()
        if thread.id == each.pid
    )
    return sum(sum(each.cpu_times()[:2]) for each in family), sum(pollers)


def told(found: dict[str, list[tuple[int, float]]]) -> Iterator[str]:
    for name, answers in found.items():
        took = [milliseconds for _, milliseconds in answers]
        refused = sum(status >= 400 or not status for status, _ in answers)
        yield (
            f"| {name} | {len(answers)} | {percentile(took, 0.5):.0f} | {percentile(took, 0.99):.0f}"
            f" | {max(took):.0f} | {refused} |"
        )


def main() -> None:
    chosen = arguments(__doc__, seconds=120.0, clients=200, kinds=[*KINDS])
    with production(is_patient=True) as site:
        web = site.process("web", PROCESSES["web"], **DEFAULTS)
        with site.instead({"web": web}):
            solves = stories(site)
            assert web.popen
            pid = web.popen.pid
            look_around(site.port, 10)  # first-time work
            before, _ = processor_of(pid)
            alone = look_around(site.port, chosen.seconds / 4)
            a_second = (processor_of(pid)[0] - before) / (chosen.seconds / 4)
            before, pollers = processor_of(pid)
            out: Any = multiprocessing.Queue()
            words = (site.port, chosen.kinds, chosen.clients, chosen.seconds, solves, out)
            siege = multiprocessing.Process(target=besiege, args=words)
            siege.start()
            beside = look_around(site.port, chosen.seconds)
            now, pollers_now = processor_of(pid)
            spent, by_pollers = now - before, pollers_now - pollers
            got = out.get()
            siege.join()
    head = "| | asked | p50 ms | p99 ms | most | refused |\n|---|---:|---:|---:|---:|---:|"
    print(f"alone:\n\n{head}", *told(alone), sep="\n")
    print(
        f"\nbeside {chosen.clients} clients for {chosen.seconds:.0f} s:\n\n{head}",
        *told(beside),
        sep="\n",
    )
    share = spent / chosen.seconds
    polled = by_pollers / chosen.seconds
    print(
        f"\nThe web had {share:.3f} of a processor, {share - a_second:.3f} without the visitor;"
        f" {polled:.3f} were the pollers'."
    )
    print("They got:", ", ".join(f"{name} {number}" for name, number in sorted(got.items())))


def stories(site: Any) -> tuple[str, str]:
    """Return a long finished solve, and a solve that never ends."""
    site.submit(ARTICLES["000"], "combos")
    long_one = site.submit("." * 625, "branches").solve
    site.settle()
    with site.not_kept("worker", "worker-bulk"):
        for name in ("worker", "worker-bulk"):
            site.processes[name].stop()
        waiting = site.submit(ARTICLES["001"], "guessing").solve
    site.sql("UPDATE solver_solve SET visibility = 'public' WHERE status = 'finished'")
    print(site.sql("SELECT method, outcome, iteration_count FROM solver_solve"))
    return str(long_one), str(waiting)


if __name__ == "__main__":
    main()
