"""Faults of Redis and of what stands in its queues."""

import base64
import json
import pickle
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from .fault import all_answered, burst, fault, is_answered, statuses, submit
from .load import Load, work
from .site import Site, check, quantile, wait_for


@fault(4, "SIGKILL Redis without persistence, 100 queued, restart")
def kill_redis(site: Site, load: Load) -> str:
    restarts = site.restarts
    solves = burst(site, site.some(100))
    assert site.redis.popen
    queued = site.unanswered()
    site.redis.popen.kill()
    site.redis.popen.wait()
    time.sleep(3)
    site.redis.start()
    seconds = all_answered(site, solves)
    check(site.restarts == restarts, "a worker had to be started again")
    return f"{len(solves)} of {len(solves)} answered within {seconds:.0f} s, {queued} were waiting"


@fault(5, "Redis stopped, 50 submitted")
def stop_redis(site: Site, load: Load) -> str:
    site.redis.stop()
    try:
        words, solves = _submit_without_redis(site)
    finally:
        site.redis.start()
    return f"{words}, all answered {all_answered(site, solves):.0f} s after the start"


@fault(6, "Redis frozen (SIGSTOP), 50 submitted")
def freeze_redis(site: Site, load: Load) -> str:
    assert site.redis.popen
    site.redis.popen.send_signal(signal.SIGSTOP)
    try:
        words, solves = _submit_without_redis(site)
        with ThreadPoolExecutor(8) as hands:
            lively = list(hands.map(lambda _: site.get("/livez"), range(16)))
        slowest = max(answer.seconds for answer in lively)
        check(slowest < site.within(3), f"a web worker is stuck: /livez took {slowest:.1f} s")
    finally:
        site.redis.popen.send_signal(signal.SIGCONT)
    return f"{words}, /livez {slowest:.2f} s, all answered {all_answered(site, solves):.0f} s later"


def _submit_without_redis(site: Site) -> tuple[str, list[str]]:
    """Half of them by the page, half by the API: acknowledged, queued, soon enough."""
    number = site.some(50)
    answers = []
    with ThreadPoolExecutor(number) as hands:
        for index in range(number):
            submit = (site.submit, site.submit_by_page)[index % 2]
            answers.append(hands.submit(submit, *work(index)))
            time.sleep(0.05)
    answered = [answer.result() for answer in answers]
    check(all(answer.solve for answer in answered), f"not acknowledged: {statuses(answered)}")
    page = site.get(f"/solves/{answered[-1].solve}/")
    check(
        page.status == 200 and "Waiting for a worker" in page.text, "the page does not say queued"
    )
    p99 = quantile([answer.seconds for answer in answered], 0.99)
    check(p99 < site.within(3), f"p99 {p99:.2f} s")
    return f"{number} acknowledged and shown as queued, p99 {p99:.2f} s", [
        a.solve for a in answered if a.solve
    ]


@fault(7, "FLUSHALL under load")
def flush_redis(site: Site, load: Load) -> str:
    lost = 0
    for _ in range(site.some(20)):
        burst(site, 20)  # more than the workers take at once
        broker = site.broker()
        lost += broker.llen("interactive")
        broker.flushall()
        time.sleep(1)
    return f"{site.some(20)} times, {lost} messages lost"


@fault(10, "garbage, pickle, unknown task, 1 MB pushed into the queue")
def push_garbage(site: Site, load: Load) -> str:
    pickled = base64.b64encode(pickle.dumps(([1], {}, {}))).decode()
    properties = {
        "delivery_tag": "1",
        "body_encoding": "base64",
        "delivery_info": {"exchange": "", "routing_key": "interactive"},
    }
    message = json.dumps(
        {
            "body": pickled,
            "content-encoding": "binary",
            "content-type": "application/x-python-serialize",
            "headers": {"task": "solver.solve", "id": "1"},
            "properties": properties,
        }
    )
    pushes: dict[str, Callable[[], object]] = {
        "garbage": lambda: site.broker().lpush("interactive", b"\x00garbage{"),
        "pickle": lambda: site.broker().lpush("interactive", message),
        "unknown task": lambda: site.enqueue("x", task="no.such.task"),
        "1 MB": lambda: site.broker().lpush("interactive", b"x" * 1_000_000),
    }
    waits = []
    for push in pushes.values():
        push()
        good = submit(site, 0)
        waits.append(
            wait_for(
                lambda good=good: is_answered(site, [good]), site.within(10), "the next good task"
            )
        )
    waited = ", ".join(f"{name} {wait:.1f} s" for name, wait in zip(pushes, waits, strict=True))
    return f"next good task after {waited}"


@fault(11, "one id delivered five times at once, and again when done")
def deliver_again(site: Site, load: Load) -> str:
    solves = []
    for number in range(site.some(50)):
        solve = submit(site, number)
        site.enqueue(*[solve] * 5)
        solves.append(solve)
    all_answered(site, solves)
    before = site.digest(solves)
    for solve in solves:
        site.enqueue(*[solve] * 5)
    load.finish()
    site.settle()
    wait_for(
        lambda: not site.broker().llen("interactive"), site.within(60), "the messages to be taken"
    )
    time.sleep(0.5)
    check(site.digest(solves) == before, "rows changed")
    query = (
        "SELECT max(attempt - (lane = 'slow')::int) FROM solver_solve WHERE id = ANY(%s::uuid[])"
    )
    attempts = site.sql(query, solves)[0][0]  # without the one that was handed over
    check(attempts == 1, f"one was attempted {attempts} times")
    return f"{len(solves)} ids 11 times each: one attempt, rows unchanged"


@fault(21, "Redis stopped, a damaged append-only file laid beside it")
def damage_redis(site: Site, load: Load) -> str:
    """As it may be after a machine lost its power; a version before this one kept such a file."""
    solves = burst(site, site.some(100))
    assert site.redis.popen
    site.redis.popen.kill()
    site.redis.popen.wait()
    kept = site.folder / "redis" / "appendonlydir"
    kept.mkdir(exist_ok=True)
    (kept / "appendonly.aof.1.incr.aof").write_bytes(b"*3\r\n$3\r\nSET\r\n\0\0 damaged")
    (kept / "appendonly.aof.manifest").write_text("file appendonly.aof.1.incr.aof seq 1 type i\n")
    started = time.monotonic()
    site.redis.start()
    seconds = time.monotonic() - started
    return f"started within {seconds:.1f} s, all answered {all_answered(site, solves):.0f} s later"
